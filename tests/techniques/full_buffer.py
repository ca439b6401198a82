"""Fill the move buffer by hand (run as a module under ``NUMBA_DISABLE_JIT=1``: prints JSON)."""

from __future__ import annotations

import json
import sys

from pencilmark.engine.session import session_for
from pencilmark.techniques.base.moves import (
    COUNT,
    FILL,
    OVERFLOW,
    SHAPE,
    Moves,
    add_cell,
    add_elim,
    close_move,
    new_moves,
    open_move,
)
from tools.positions import board

MINE = 7
CELLS = 250


def moves_of(eliminations: int, witnesses: int, asked: int) -> tuple[Moves, int]:
    """A buffer that so many different moves were offered to, and how many of them it took."""
    puzzle = board("sixteen")
    session = session_for(puzzle)
    session.load((0,) * len(puzzle.cells), puzzle.domains)
    m, kept = new_moves(), 0
    for k in range(asked):
        i = open_move(m, MINE)
        for j in range(eliminations):
            add_elim(session.state, m, i, (k + j) % CELLS, (k // CELLS + j // CELLS) % 16)
        for j in range(witnesses):
            add_cell(m, i, j % CELLS, j % 16)
        kept += bool(close_move(m, i))
    return m, kept


def main() -> None:
    """Print ``[[moves taken, moves counted, rows that are what was written, whether it says it was full], …]``."""
    rows = []
    for eliminations, witnesses, asked in ((300, 0, 260), (1, 1500, 120), (1, 1, 50)):
        m, kept = moves_of(eliminations, witnesses, asked)
        whole = sum(int(m.row[i, SHAPE] == MINE and m.row[i, COUNT] > 0) for i in range(m.info[FILL]))
        rows.append([kept, int(m.info[FILL]), whole, bool(m.info[OVERFLOW])])
    sys.stdout.write(json.dumps(rows) + "\n")


if __name__ == "__main__":
    main()
