"""How many solutions a puzzle has, by compiled search."""

from __future__ import annotations

from ..puzzle import Puzzle, Verdict
from .session import Session, open_session

MAX_NODES = 50_000
"""Branches before the search gives up; then CP-SAT is asked."""


def count_solutions(puzzle: Puzzle, limit: int = 2, max_nodes: int = MAX_NODES) -> Verdict:
    """Count solutions up to ``limit`` (1 or 2).

    Parameters
    ----------
    puzzle : Puzzle
    limit : int
        1 asks for any solution, 2 for uniqueness.
    max_nodes : int
        Branches at most.

    Returns
    -------
    Verdict
        ``unknown`` when the limit was met or when the puzzle has constraints the search cannot propagate. With
        ``limit=1`` a solution found is reported as ``unknown`` with that solution, since uniqueness stays open.
    """
    if puzzle.constraints:
        return Verdict("unknown")
    return verdict_of(open_session(puzzle), limit, max_nodes)


def verdict_of(session: Session, limit: int = 2, max_nodes: int = MAX_NODES) -> Verdict:
    """The same for the position a session holds."""
    found, grids = session.solutions(limit, max_nodes)
    solutions = tuple(tuple(grid) for grid in grids.tolist())
    if found < 0 or (found == 1 and limit == 1):
        return Verdict("unknown", solutions)
    return Verdict(("none", "unique", "multiple")[min(found, 2)], solutions)
