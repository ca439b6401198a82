"""Uniqueness, decided before any grading, and the bands of techniques."""

from __future__ import annotations

import time
from dataclasses import dataclass

from . import cpsat_verify
from .band_path import BandPath, band_path
from .board import Band, Digit
from .engine.canonical import turn
from .engine.search import count_solutions
from .engine.session import session_for
from .errors import NoSolution, NotUnique, Undecided
from .puzzle import Puzzle, Verdict
from .tables import shapes

FAMILIES = {0: "single", 1: "intersection", 2: "subset", 3: "one-digit pattern", 4: "wing", 5: "chain", 6: "trial"}
"""Pricing family by band, for techniques of no known code."""


CPSAT_SECONDS = 15.0
"""How long CP-SAT may look for an answer that the search did not find."""


def count(
    puzzle: Puzzle, verify: str = "search", time_limit: float = CPSAT_SECONDS, deadline: float | None = None
) -> Verdict:
    """How many solutions: compiled search first, CP-SAT where it gives up (``verify="cpsat"``: CP-SAT alone).

    ``time_limit`` is CP-SAT's, in seconds; ``deadline`` a ``time.monotonic()`` value that cuts both short.
    """
    if verify not in ("search", "cpsat"):
        raise ValueError(f'verify must be "search" or "cpsat", got {verify!r}')
    if verify == "search":
        verdict = count_solutions(puzzle, deadline=deadline)
        if verdict.status != "unknown":
            return verdict
    left = time_limit if deadline is None else min(time_limit, deadline - time.monotonic())
    return cpsat_verify.count(puzzle, 2, left) if left > 0 else Verdict("unknown")


def unique_solution(puzzle: Puzzle, deadline: float | None = None) -> tuple[Digit, ...]:
    """The one solution; raises NoSolution, NotUnique (with two examples) or Undecided."""
    verdict = count(puzzle, deadline=deadline)
    if verdict.status == "unique":
        return verdict.solutions[0]
    if verdict.status == "none":
        raise NoSolution("the puzzle has no solution")
    if verdict.status == "multiple":
        a, b = verdict.solutions[:2]
        cell = next(c for c in range(len(a)) if a[c] != b[c])
        text = f"the puzzle has more than one solution: {puzzle.name(cell)} can be {a[cell]} or {b[cell]}"
        raise NotUnique(text, (a, b))
    raise Undecided("uniqueness stayed open within the time limit; give more clues or check the puzzle's rules")


@dataclass(frozen=True, slots=True)
class Checked:
    """Outcome of :func:`grade_puzzle_checked`.

    ``status`` is "unique", "no solution", "multiple solutions" or "unknown"; ``solutions`` are two examples where
    there are several; ``path`` is the band path, None where there is nothing to grade.
    """

    status: str
    unique: bool
    solutions: tuple[tuple[Digit, ...], ...] = ()
    path: BandPath | None = None


def grade_puzzle_checked(puzzle: Puzzle, verify: str = "search", time_limit: float = CPSAT_SECONDS) -> Checked:
    """Grade any outside input: uniqueness first, and no uniqueness reasoning where it is unproven.

    Parameters
    ----------
    puzzle : Puzzle
    verify : str
        ``"search"`` (compiled search, then CP-SAT) or ``"cpsat"`` (the independent check alone).
    time_limit : float
        Seconds for CP-SAT.
    """
    verdict = count(puzzle, verify, time_limit)
    if verdict.status == "none":
        return Checked("no solution", False)
    if verdict.status == "multiple":
        return Checked("multiple solutions", False, verdict.solutions)
    if verdict.status == "unique":
        canonical = turn(puzzle, verdict.solutions[0]).puzzle
        return Checked("unique", True, verdict.solutions, band_path(session_for(canonical), canonical))
    return Checked("unknown", False, (), band_path(session_for(puzzle), puzzle, unique=False))


def band_of(code: str) -> Band:
    """Lowest band of a chip code; raises ValueError for an unknown one."""
    bands = [s.band for s in shapes() if s.code == code]
    if not bands:
        raise ValueError(f"no technique has the code {code!r}")
    return min(bands)


def family_of(technique: str) -> str:
    """Pricing family of a technique shape or code: single, intersection, subset, … trial."""
    bands = [s.band for s in shapes() if technique in (s.technique, s.code, s.engine)]
    if not bands:
        raise ValueError(f"no technique is called {technique!r}")
    return FAMILIES[min(bands)]
