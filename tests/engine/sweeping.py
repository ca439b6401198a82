"""Every technique asked at every position of a solve, with a limit on the time; each move against the solution."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pencilmark.engine.session import Session, Step, idle, open_session, switches_for
from pencilmark.puzzle import Puzzle
from pencilmark.tables import shapes
from pencilmark.techniques import INDEX, TECHNIQUES


@dataclass(frozen=True)
class Swept:
    """What a sweep saw: how many moves, the shapes of those that contradict the solution, whether it was cut short."""

    moves: int
    wrong: tuple[str, ...]
    cut: bool


@cache
def _order() -> tuple[str, ...]:
    """Engine names, easy ones first, the last resorts last."""
    band = {t.engine: min(s.band for s in shapes() if s.engine == t.engine) for t in TECHNIQUES}
    ordered = sorted(TECHNIQUES, key=lambda t: (t.last_resort, band[t.engine], INDEX[t.engine]))
    return tuple(t.engine for t in ordered)


def engines_for(puzzle: Puzzle, unique: bool) -> list[str]:
    """The techniques that may be asked of a puzzle; no trial where the search could not count the solutions."""
    endless = set() if unique else {"trial"}
    unique = switches_for(puzzle, unique).unique
    off = endless | idle(puzzle) | {t.engine for t in TECHNIQUES if t.needs_unique and not unique}
    return [engine for engine in _order() if engine not in off]


def contradicts(step: Step, solution: Sequence[int]) -> bool:
    """Whether a move places a wrong digit or removes a right one."""
    if step.place is not None and solution[step.place[0]] != step.place[1]:
        return True
    return any(solution[cell] == digit for cell, digit in step.elims)


def sweep(puzzle: Puzzle, solution: Sequence[int], unique: bool = True, seconds: float | None = None) -> Swept:
    """Ask every technique at every position of a solve that always takes the first move of the easiest one."""
    session = open_session(puzzle)
    engines = engines_for(puzzle, unique)
    deadline = None if seconds is None else time.monotonic() + seconds
    moves = 0
    wrong: list[str] = []
    while True:
        first = ""
        for engine in engines:
            if deadline is not None and time.monotonic() > deadline:
                return Swept(moves, tuple(wrong), True)
            found = session.find(engine)
            moves += len(found)
            wrong += [shapes()[step.shape].technique for step in found if contradicts(step, solution)]
            first = first or (engine if found else "")
        if wrong or not first or not _go_on(session, first):
            return Swept(moves, tuple(wrong), False)


def _go_on(session: Session, engine: str) -> bool:
    """Carry out the first move of a technique; whether cells are left."""
    session.find(engine)
    return session.apply(0) > 0
