"""Put a finder and its plain twin side by side at one position."""

from __future__ import annotations

from pencilmark.engine.session import Session, Step
from pencilmark.puzzle import Puzzle
from pencilmark.state import Board
from pencilmark.tables import shapes
from tests.naive import Move, Position
from tools.positions import Snapshot


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
