"""Locked candidates: pointing and claiming, and their form for any two overlapping groups.

    pointing: all places (*) of a digit in the box lie on one row; it leaves (-) the rest of the row
    ┌───────┬───────┬───────┐
    │ . . . │ . . . │ . . . │
    │ * * . │ - - - │ - . - │
    │ . . . │ . . . │ . . . │
    └───────┴───────┴───────┘

Sound because one of the places is true, and every eliminated cell sees all of them.
"""

from __future__ import annotations

from typing import Any

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import BOX, COL, Board, State
from ..tables import shape_id
from .base.cells import locked_out
from .base.moves import Moves, add_cell, add_elims, add_group, close_move, open_move, set_meta
from .base.work import Work

POINTING = shape_id("Pointing")
CLAIMING = shape_id("Claiming")
LOCKED = shape_id("Locked Candidates")

Array = Any


@inner
def locked_candidates(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every house and digit whose places all see some other cell with the digit."""
    seen = w.sets[0]
    for h in range(b.nh):
        for x in range(b.d):
            places = s.hpos[h, x]
            if places == 0 or places & (places - 1) == 0:
                continue
            if locked_out(b, s, h, x, seen):
                _emit(b, s, m, h, x, seen)


@inner
def _emit(b: Board, s: State, m: Moves, h: int, x: int, seen: Array) -> None:
    shape = LOCKED
    if b.gkind[h] == BOX:
        shape = POINTING
    elif b.gkind[h] <= COL:
        shape = CLAIMING
    i = open_move(m, shape)
    add_group(m, i, h)
    places = s.hpos[h, x]
    n = popcnt(places)
    while places != 0:
        add_cell(m, i, b.hcells[h, ctz(places)], x)
        places &= places - 1
    add_elims(s, m, i, seen, x)
    set_meta(m, i, n, 1, 2, 1, 1, 2)
    close_move(m, i)
