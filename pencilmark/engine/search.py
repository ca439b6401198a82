"""How many solutions a puzzle has, by compiled search."""

from __future__ import annotations

import time

from ..puzzle import Puzzle, Verdict
from .session import Session, open_session

MAX_NODES = 50_000
"""Branches before the search gives up; then CP-SAT is asked."""
RULED_NODES = 20_000
"""The same on a board with rules beyond groups, where a branch costs more and CP-SAT is often the better one."""
CHUNK = 250
"""Branches between two looks at the clock."""


def count_solutions(
    puzzle: Puzzle, limit: int = 2, max_nodes: int | None = None, deadline: float | None = None
) -> Verdict:
    """Count solutions up to ``limit`` (1 or 2).

    Parameters
    ----------
    puzzle : Puzzle
    limit : int
        1 asks for any solution, 2 for uniqueness.
    max_nodes : int, optional
        Branches at most; by default as many as pay on a board of this kind.
    deadline : float, optional
        ``time.monotonic()`` value after which the search gives up.

    Returns
    -------
    Verdict
        ``unknown`` when the limit was met or when the puzzle has constraints the search cannot propagate. With
        ``limit=1`` a solution found is reported as ``unknown`` with that solution, since uniqueness stays open.
    """
    session = open_session(puzzle)
    if not session.board.sealed:
        return Verdict("unknown")
    return verdict_of(session, limit, max_nodes, deadline)


def verdict_of(
    session: Session, limit: int = 2, max_nodes: int | None = None, deadline: float | None = None
) -> Verdict:
    """The same for the position a session holds."""
    ruled = session.board.nq > 0 or session.board.rptr[-1] > 0
    nodes = max_nodes or (RULED_NODES if ruled else MAX_NODES)
    chunk = nodes if deadline is None else CHUNK
    found, grids = session.solutions(limit, chunk)
    tried = chunk
    while found < 0 and tried < nodes and (deadline is None or time.monotonic() < deadline):
        found, grids = session.more_solutions(limit, chunk)
        tried += chunk
    solutions = tuple(tuple(grid) for grid in grids.tolist())
    if found < 0 or (found == 1 and limit == 1):
        return Verdict("unknown", solutions)
    return Verdict(("none", "unique", "multiple")[min(found, 2)], solutions)
