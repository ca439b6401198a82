"""Positions in the middle of a solve, of puzzles made here: what exemplars and tests of techniques are taken from."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from pencilmark.engine.session import Session, Step, session_for, switches_for
from pencilmark.puzzle import Puzzle
from pencilmark.techniques import TECHNIQUES

from .make_classics import KINDS, dig, empty_puzzle, full_grid

STEPS = tuple(t.engine for t in TECHNIQUES if not t.last_resort)


@dataclass(frozen=True)
class Snapshot:
    """One position: digits placed (0 = empty) and, per cell, the mask of candidates left.

    ``found`` are the cells whose digit is no given; without any, all placed digits are taken for givens.
    """

    val: tuple[int, ...]
    cand: tuple[int, ...]
    found: tuple[int, ...] = ()

    @property
    def empty(self) -> int:
        """Number of empty cells."""
        return self.val.count(0)

    def load(self, session: Session) -> bool:
        """Make it the session's position; False when it contradicts itself."""
        full = (1 << session.board.d) - 1
        domains = [full if digit else mask for digit, mask in zip(self.val, self.cand, strict=True)]
        return session.load(self.val, domains, None, self.found)


def snapshot(session: Session) -> Snapshot:
    """The session's present position."""
    state, given = session.state, session.work.given
    found = tuple(c for c, digit in enumerate(state.val) if digit and not given[c])
    return Snapshot(tuple(int(v) for v in state.val), tuple(int(m) for m in state.cand), found)


@cache
def board(kind: str) -> Puzzle:
    """The rules of a kind of ``make_classics`` without any given."""
    return empty_puzzle(next(k for k in KINDS if k.name == kind))


def puzzles(kind: str, count: int, seed: int, share: float = 0.0) -> Iterator[tuple[Puzzle, tuple[int, ...]]]:
    """(puzzle, solution) of ``count`` puzzles of a kind, dug out down to ``share`` of the cells."""
    rng = random.Random(f"{seed} {kind} positions")
    empty = board(kind)
    for _ in range(count):
        solution = full_grid(empty, rng)
        yield dig(empty, solution, round(share * len(empty.cells)), False, rng), solution


def symmetric_puzzles(count: int, seed: int) -> Iterator[tuple[Puzzle, tuple[int, ...]]]:
    """(puzzle, solution) of classics whose givens a half turn keeps but for a change of digits."""
    rng = random.Random(f"{seed} symmetric positions")
    empty = board("classic")
    peers = [{e for g in empty.groups if c in g.cells for e in g.cells if e != c} for c in range(81)]
    for _ in range(count):
        solution = _turned_grid(peers, rng)
        yield dig(empty, solution, 0, True, rng), solution


def _turned_grid(peers: Sequence[set[int]], rng: random.Random) -> tuple[int, ...]:
    """A full grid in which 1 and 2, 3 and 4, 5 and 6, 7 and 8 change places under a half turn."""
    image = (0, 2, 1, 4, 3, 6, 5, 8, 7, 9)
    grid = [0] * len(peers)

    def fill() -> bool:
        free = {c: set(range(1, 10)) - {grid[e] for e in peers[c]} for c, digit in enumerate(grid) if not digit}
        if not free:
            return True
        cell = min(free, key=lambda c: len(free[c]))
        other = len(grid) - 1 - cell
        for digit in rng.sample(sorted(free[cell]), len(free[cell])):
            if image[digit] in free[other] and (other != cell or image[digit] == digit):
                grid[cell], grid[other] = digit, image[digit]
                if (other not in peers[cell] or image[digit] != digit) and fill():
                    return True
                grid[cell] = grid[other] = 0
        return False

    fill()
    return tuple(grid)


def moves(session: Session, rng: random.Random, order: Sequence[str] = STEPS) -> list[Step]:
    """Moves of the first technique that has any; now and then one technique that has some is passed over."""
    found: list[Step] = []
    for engine in order:
        here = session.find(engine)
        if here:
            found = here
            if rng.random() < 0.8:
                break
    return found


def walk(puzzle: Puzzle, rng: random.Random, order: Sequence[str] = STEPS) -> Iterator[Snapshot]:
    """Every position of one solve with moves taken at random among the easy ones, those first in ``order``."""
    session = session_for(puzzle)
    session.load(puzzle.givens, puzzle.domains)
    unsound = set() if switches_for(puzzle).unique else {t.engine for t in TECHNIQUES if t.needs_unique}
    order = [engine for engine in order if engine not in unsound]
    here = snapshot(session)
    while here.empty:
        yield here
        here.load(session)  # whoever got the position may have used the session
        found = moves(session, rng, order)
        if not found:
            return
        here = after(session, here, found[rng.randrange(len(found))])


def after(session: Session, here: Snapshot, step: Step) -> Snapshot:
    """The position once a move is made."""
    cand, val, found = list(here.cand), list(here.val), here.found
    for cell, digit in step.elims:
        cand[cell] &= ~(1 << digit - 1)
    if step.place is not None:
        cell, digit = step.place
        val[cell] = digit
        found = (*found, cell)
    Snapshot(tuple(val), tuple(cand), found).load(session)
    return snapshot(session)
