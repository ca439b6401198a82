"""Gurth's symmetrical placement: symmetric givens make a symmetric solution.

    half turn, 1↔2, 3→3            every given is mapped to the given in the place it is turned to, digit by digit:
    ┌───────┐                      1 to 2, 2 to 1, 3 to itself
    │ 1 . . │
    │ . * . │                      so the whole solution is mapped to itself, and the centre * holds a digit that is
    │ . . 2 │                      mapped to itself
    └───────┘

Sound when uniqueness has been proven and the map of the cells takes every house to a house: the solution, turned and
with its digits changed, is a solution of the same puzzle. Tried are the half turn, the quarter turn and the two
diagonal mirrors of a square board without further rules.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz
from ..state import Board, State
from ..tables import shape_id
from .base.cells import inside
from .base.moves import Moves, add_cell, add_elim, close_move, open_move, set_meta
from .base.work import Work

SHAPE = shape_id("Gurth's Symmetry")
IMAGE, DIGITS, ORIGIN = 0, 1000, 1100
"""Ranges of w.list: where each cell goes, what each digit becomes (−1 = not known), which digit becomes it."""
MOST_CELLS = 900


@inner
def gurth(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """What each symmetry of the givens removes from the cells that it leaves in place."""
    if b.plain == 0 or b.n != b.d * b.d or b.n > MOST_CELLS:
        return
    for kind in range(4):
        if _map_cells(b, w, kind) and _map_digits(b, s, w) and _keeps_houses(b, w):
            _fixed_cells(b, s, w, m)


@inner
def _map_cells(b: Board, w: Work, kind: int) -> bool:
    """Write the image of each cell under half turn, quarter turn, mirror at one or the other diagonal."""
    last = b.d - 1
    for c in range(b.n):
        r, k = b.row[c], b.col[c]
        if r * b.d + k != c:
            return False
        if kind == 0:
            w.list[IMAGE + c] = (last - r) * b.d + last - k
        elif kind == 1:
            w.list[IMAGE + c] = k * b.d + last - r
        elif kind == 2:
            w.list[IMAGE + c] = k * b.d + r
        else:
            w.list[IMAGE + c] = (last - k) * b.d + last - r
    return True


@inner
def _map_digits(b: Board, s: State, w: Work) -> bool:
    """Write what each digit becomes if the givens are symmetric; a single digit without givens becomes itself."""
    for x in range(b.d):
        w.list[DIGITS + x] = -1
        w.list[ORIGIN + x] = -1
    known = 0
    for c in range(b.n):
        e = w.list[IMAGE + c]
        if w.given[c] != w.given[e]:
            return False
        if w.given[c] == 0:
            continue
        x, y = s.val[c] - 1, s.val[e] - 1
        if w.list[DIGITS + x] < 0 and w.list[ORIGIN + y] < 0:
            w.list[DIGITS + x] = y
            w.list[ORIGIN + y] = x
            known += 1
        elif w.list[DIGITS + x] != y:
            return False
    if known < b.d - 1:
        return False
    for x in range(b.d):
        for y in range(b.d):
            if w.list[DIGITS + x] < 0 and w.list[ORIGIN + y] < 0:
                w.list[DIGITS + x] = y
                w.list[ORIGIN + y] = x
    return True


@inner
def _keeps_houses(b: Board, w: Work) -> bool:
    """Whether the map takes every house to a house."""
    for h in range(b.nh):
        e = w.list[IMAGE + b.hcells[h, 0]]
        some = False
        for k in range(b.cptr[e], b.cptr[e + 1]):
            whole = True
            for j in range(b.d):
                whole = whole and inside(b, b.chouse[k], w.list[IMAGE + b.hcells[h, j]])
            some = some or whole
        if not some:
            return False
    return True


@inner
def _fixed_cells(b: Board, s: State, w: Work, m: Moves) -> None:
    i = open_move(m, SHAPE)
    cells, fixed = 0, np.int64(0)
    for x in range(b.d):
        if w.list[DIGITS + x] == x:
            fixed |= np.int64(1) << x
    for c in range(b.n):
        if w.list[IMAGE + c] != c or s.val[c] > 0:
            continue
        cells += 1
        left = s.cand[c]
        while left != 0:
            x = ctz(left)
            left &= left - 1
            if (fixed >> x) & 1:
                add_cell(m, i, c, x)
            else:
                add_elim(s, m, i, c, x)
    set_meta(m, i, cells, b.d, 1, 0, 0, cells)
    close_move(m, i)
