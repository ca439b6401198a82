"""Extended rectangles and the bivalue universal grave: deadly patterns of whole columns and of the whole position.

    extended rectangle: the same k digits in k columns of two lines of a band; the lines could be exchanged
    │ 123  .  . │ 123  .  . │ 123  .  . │   type 1: * has more digits, so it holds one of those: not 1, 2, 3
    │ 123  .  . │ 123  .  . │ 123* .  . │

    grave (BUG): every empty cell has two digits, and every digit no place or two in each house; every cell could take
    its other digit. The few candidates too many must save the puzzle from that.

Sound only when uniqueness has been proven and there are no rules but rows, columns and boxes. What follows from the
patterns is in ``base.deadly``.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import BOX, COL, EMPTY, NCAND, Board, State
from .base.cells import inside
from .base.deadly import BASES, CELLS, EXTENDED, GRAVE, escape
from .base.moves import Moves
from .base.work import Work

MOST_EXTRAS = 9
"""Extra candidates of a grave, at most."""
LARGEST_BOARD = 12
"""Digits of the largest board on which extended rectangles of four columns are looked for."""


@inner
def extended_rectangle(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every extended rectangle of three or four columns in which at most two columns have extras."""
    if b.plain == 0:
        return
    for h in range(b.nh):
        for g in range(h + 1, b.nh):
            if b.gkind[h] <= COL and b.gkind[g] == b.gkind[h] and _apart(b, h, g):
                n = _columns(b, s, w, h, g)
                for size in range(3, 5 if b.d <= LARGEST_BOARD else 4):
                    if n >= size:
                        _each_base(b, s, w, m, n, size)


@inner
def _apart(b: Board, h: int, g: int) -> bool:
    """Whether two lines share no cell, as those of overlapping grids may."""
    for j in range(b.d):  # noqa: SIM110  kernels have no generators
        if inside(b, g, b.hcells[h, j]):
            return False
    return True


@inner
def _columns(b: Board, s: State, w: Work, h: int, g: int) -> int:
    """Write to w.list pairs of empty cells, one in each of two lines, that share all other houses; returns how many."""
    n = 0
    for j in range(b.d):
        c = b.hcells[h, j]
        if popcnt(s.cand[c]) < 2:
            continue
        for k in range(b.d):
            e = b.hcells[g, k]
            if popcnt(s.cand[e]) >= 2 and _exchangeable(b, c, e, h, g):
                w.list[2 * n] = c
                w.list[2 * n + 1] = e
                n += 1
    return n


@inner
def _exchangeable(b: Board, c: int, e: int, h: int, g: int) -> bool:
    """Whether cells c of line h and e of line g lie in the same houses otherwise, a box among them."""
    if b.cptr[c + 1] - b.cptr[c] != b.cptr[e + 1] - b.cptr[e]:
        return False
    boxed = False
    for k in range(b.cptr[c], b.cptr[c + 1]):
        f = b.chouse[k]
        if f != h and not inside(b, f, e):
            return False
        boxed = boxed or b.gkind[f] == BOX
    for k in range(b.cptr[e], b.cptr[e + 1]):
        if b.chouse[k] != g and not inside(b, b.chouse[k], c):
            return False
    return boxed


@inner
def _each_base(b: Board, s: State, w: Work, m: Moves, n: int, size: int) -> None:
    """Try every set of ``size`` digits on the n columns in w.list."""
    base = (np.int64(1) << size) - 1
    while base <= b.full:
        clean, dirty = np.int64(0), np.int64(0)
        for j in range(n):
            one, two = s.cand[w.list[2 * j]], s.cand[w.list[2 * j + 1]]
            if (one | two) & ~base == 0:
                clean |= np.int64(1) << j
            elif one & base != 0 and two & base != 0:
                dirty |= np.int64(1) << j
        missing = size - popcnt(clean)
        if 1 <= missing <= 2 and popcnt(dirty) >= missing:
            _fill_up(b, s, w, m, clean, dirty, missing, base)
        low = base & -base  # the next number with as many bits
        ripple = base + low
        base = ripple | (((base ^ ripple) >> 2) // low)


@inner
def _fill_up(b: Board, s: State, w: Work, m: Moves, clean: int, dirty: int, missing: int, base: int) -> None:
    """The clean columns with each choice of one or two columns that have extras."""
    n = 0
    while clean != 0:
        n = _take(w, n, ctz(clean), base)
        clean &= clean - 1
    while dirty != 0:
        k = _take(w, n, ctz(dirty), base)
        dirty &= dirty - 1
        if missing == 1:
            escape(b, s, w, m, k, EXTENDED)
            continue
        second = dirty
        while second != 0:
            escape(b, s, w, m, _take(w, k, ctz(second), base), EXTENDED)
            second &= second - 1


@inner
def _take(w: Work, n: int, j: int, base: int) -> int:
    """Put column j behind the n cells of the pattern; returns their number."""
    for k in range(2):
        w.list[CELLS + n + k] = w.list[2 * j + k]
        w.list[BASES + n + k] = base
    return n + 2


@inner
def bug(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """The grave, if the position is one with a few extras: of a cell, the digits too many in all of its houses."""
    extras = s.info[NCAND] - 2 * s.info[EMPTY]
    if b.plain == 0 or not 1 <= extras <= MOST_EXTRAS:
        return
    n = 0
    for c in range(b.n):
        if s.val[c] > 0:
            continue
        base = s.cand[c] if popcnt(s.cand[c]) == 2 else _needed(b, s, c)
        if popcnt(base) != 2:
            return
        w.list[CELLS + n] = c
        w.list[BASES + n] = base
        n += 1
    for h in range(b.nh):
        once, twice, more = np.int64(0), np.int64(0), np.int64(0)
        for q in range(n):
            if inside(b, h, w.list[CELLS + q]):
                base = w.list[BASES + q]
                more |= twice & base
                twice |= once & base
                once |= base
        if more != 0 or once != twice:
            return
    escape(b, s, w, m, n, GRAVE)


@inner
def _needed(b: Board, s: State, c: int) -> int:
    """Those candidates of c that have two places in one of its houses."""
    base = np.int64(0)
    left = s.cand[c]
    while left != 0:
        x = ctz(left)
        left &= left - 1
        for k in range(b.cptr[c], b.cptr[c + 1]):
            if popcnt(s.hpos[b.chouse[k], x]) <= 2:
                base |= np.int64(1) << x
    return base
