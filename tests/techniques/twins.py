"""Put a finder and its plain twin side by side at one position."""

from __future__ import annotations

import random

from pencilmark.engine.session import Session, Step, session_for
from pencilmark.puzzle import Puzzle
from pencilmark.state import Board
from pencilmark.tables import shapes
from tests.naive import Move, Position
from tools.positions import Snapshot, board, puzzles, walk

Sample = list[tuple[Session, Snapshot, Position]]
"""(session of the board, the position, the same for the twins)"""
FAST = (("classic", 4, 20), ("x", 1, 4), ("windoku", 1, 4), ("mini-6", 2, 4))
"""(kind, puzzles, positions) of the fast sample."""


def position(puzzle: Puzzle, board: Board, here: Snapshot) -> Position:
    """A position as the twins see it."""
    d = puzzle.digits
    cand = {
        c: frozenset(x for x in range(d) if mask >> x & 1)
        for c, mask in enumerate(here.cand) if here.val[c] == 0
    }  # fmt: skip
    groups = [(g.kind, g.cells) for g in puzzle.groups]
    rects = [tuple(int(c) for c in quad) for quad in board.rects]
    given = frozenset(c for c, digit in enumerate(here.val) if digit and c not in here.found)
    return Position(d, cand, list(here.val), groups, rects, bool(board.plain), given)


def as_move(step: Step) -> Move:
    """A move as the twins write it."""
    place = (step.place[0], step.place[1] - 1) if step.place else None
    return shapes()[step.shape].technique, place, frozenset((c, x - 1) for c, x in step.elims)


def found(session: Session, engine: str) -> set[Move]:
    """What the finder says at the session's position."""
    return {as_move(step) for step in session.find(engine)}


def sample_of(times: int) -> Sample:
    """Positions of our own puzzles, ``times`` as many as the fast sample has."""
    chosen: Sample = []
    rng = random.Random(7)
    for kind, count, wanted in FAST:
        empty = board(kind)
        session = session_for(empty)
        seen = [here for puzzle, _ in puzzles(kind, count * times, 7) for here in walk(puzzle, rng)]
        for here in rng.sample(seen, min(wanted * times, len(seen))):
            here.load(session)
            chosen.append((session, here, position(empty, session.board, here)))
    return chosen
