"""How often a digit must occur: neighbouring lines against the pieces of a jigsaw, and extra regions.

::

    . . . A A A . . .      rows 1 and 2 hold each digit twice; when every place of 5 in pieces A and B lies in the two
    B B B . . A A . .      rows, these are both of them, and 5 leaves the rest of the rows; and the other way round

Sound because each row holds the digit once, and each of the pieces, which have no cell in common, holds it once.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz
from ..state import COL, ROW, Board, State
from ..tables import shape_id
from .base.moves import M_RULES, Moves, add_cell, add_elims, add_group, close_move, open_move, set_meta
from .base.work import Work

DIGIT_COUNTING = shape_id("Digit Counting")
MOST_LINES = 4
"""Neighbouring lines taken together at most."""
AREA, PLACES, PIECES, GONE = 0, 1, 2, 3
"""Rows of w.sets: cells of the lines, places of the digit there, cells of the pieces, what goes."""


@inner
def digit_counting(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """A digit that as many lines as pieces must hold leaves the cells of one that the other does not share."""
    for h in range(b.nh):
        if b.gkind[h] != ROW and b.gkind[h] != COL:
            continue
        w.list[0] = h
        last, n = h, 1
        while n < MOST_LINES:
            last = _next_line(b, last)
            if last < 0:
                break
            w.list[n] = last
            n += 1
            _area(b, w, n)
            for x in range(b.d):
                _compare(b, s, w, m, n, x)


@inner
def _next_line(b: Board, h: int) -> int:
    """The line just below a row (right of a column) with the same columns (rows); −1 = none."""
    a = b.hcells[h, 0]
    down = b.gkind[h] == ROW
    for g in range(b.nh):
        c = b.hcells[g, 0]
        apart = b.row[c] - b.row[a] if down else b.col[c] - b.col[a]
        across = b.col[c] - b.col[a] if down else b.row[c] - b.row[a]
        if b.gkind[g] == b.gkind[h] and apart == 1 and across == 0:
            return g
    return -1


@inner
def _area(b: Board, w: Work, n: int) -> None:
    for k in range(b.nw):
        w.sets[AREA, k] = 0
        for i in range(n):
            w.sets[AREA, k] |= b.gbits[w.list[i], k]


@inner
def _compare(b: Board, s: State, w: Work, m: Moves, n: int, x: int) -> None:
    """Digit x in n lines against the pieces that must, or may, hold one of its places there."""
    open_ = 0
    for i in range(n):
        open_ += s.hpos[w.list[i], x] != 0
    if open_ < 2:
        return
    for k in range(b.nw):
        w.sets[PLACES, k] = w.sets[AREA, k] & s.dbits[x, k]
    if _pieces(b, s, w, x, True) == open_ and _disjoint(b, s, w, x, True):
        _report(b, s, w, m, n, x, open_, True)
    if _pieces(b, s, w, x, False) == open_ and _covered(b, w):
        _report(b, s, w, m, n, x, open_, False)


@inner
def _is_piece(b: Board, s: State, w: Work, g: int, x: int, whole: bool) -> bool:
    """Whether house g has open places of x, all (``whole``) or some of them in the area."""
    if b.gkind[g] == ROW or b.gkind[g] == COL or s.hpos[g, x] == 0:
        return False
    every, some = True, False
    for k in range(b.nw):
        here = b.gbits[g, k] & s.dbits[x, k]
        every = every and here & ~w.sets[AREA, k] == 0
        some = some or here & w.sets[AREA, k] != 0
    return every if whole else some


@inner
def _pieces(b: Board, s: State, w: Work, x: int, whole: bool) -> int:
    """Count the pieces and put their cells together."""
    n = 0
    for k in range(b.nw):
        w.sets[PIECES, k] = 0
    for g in range(b.nh):
        if _is_piece(b, s, w, g, x, whole):
            n += 1
            for k in range(b.nw):
                w.sets[PIECES, k] |= b.gbits[g, k]
    return n


@inner
def _disjoint(b: Board, s: State, w: Work, x: int, whole: bool) -> bool:
    """Whether no two of the pieces share a place of x."""
    for g in range(b.nh):
        if not _is_piece(b, s, w, g, x, whole):
            continue
        for f in range(g):
            if _is_piece(b, s, w, f, x, whole):
                for k in range(b.nw):
                    if b.gbits[f, k] & b.gbits[g, k] & s.dbits[x, k] != 0:
                        return False
    return True


@inner
def _covered(b: Board, w: Work) -> bool:
    """Whether the pieces hold all places of the digit in the lines."""
    for k in range(b.nw):  # noqa: SIM110  kernels have no generators
        if w.sets[PLACES, k] & ~w.sets[PIECES, k] != 0:
            return False
    return True


@inner
def _report(b: Board, s: State, w: Work, m: Moves, n: int, x: int, count: int, whole: bool) -> None:
    some = False
    for k in range(b.nw):
        inside, beyond = w.sets[AREA, k], w.sets[PIECES, k]
        w.sets[GONE, k] = (inside & ~beyond if whole else beyond & ~inside) & s.dbits[x, k]
        some = some or w.sets[GONE, k] != 0
    if not some:
        return
    i = open_move(m, DIGIT_COUNTING)
    for k in range(n):
        add_group(m, i, w.list[k])
    for g in range(b.nh):
        if _is_piece(b, s, w, g, x, whole):
            add_group(m, i, g)
    cells = 0
    for k in range(b.nw):
        word = w.sets[PLACES, k] & w.sets[PIECES, k]
        while word != 0:
            add_cell(m, i, (k << 6) + ctz(word), x)
            word &= word - 1
            cells += 1
    add_elims(s, m, i, w.sets[GONE], x)
    set_meta(m, i, cells, 1, n + count, 0, n, 0)
    m.meta[i, M_RULES] = np.float64(count)
    close_move(m, i)
