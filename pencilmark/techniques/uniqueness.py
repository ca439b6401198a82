"""Unique rectangles 1–4, hidden rectangle, BUG+1: what must not be lest the puzzle have two solutions.

    the deadly pattern: xy in all four cells of two rows, two columns, two boxes could be swapped
    ┌───────┬───────┐   type 1: one corner has more -> it is not x or y
    │ xy  . │ xy  . │   type 2: two corners also have the same z -> one of them is z
    │ .   . │ .   . │   type 3: the extra digits of two corners act as one cell of a naked subset
    │ xy. . │ xy. . │   type 4: x is locked to two corners of a house -> they are not y
    └───────┴───────┘   hidden: x locked from one corner's row and column -> that corner's opposite is not y

Sound only when uniqueness has been proven and no variant rule touches the four cells; the driver sees to both.
BUG+1: if every other cell has two candidates and every digit two places, the one cell of three decides.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import COL, EMPTY, NCAND, Board, State
from ..tables import shape_id
from .base.cells import inside, only_seen, start_seen
from .base.moves import Moves, add_cell, add_elim, add_elims, add_group, close_move, open_move, set_meta, set_place
from .base.work import Work

TYPE_1 = shape_id("Unique Rectangle 1")
TYPE_2 = shape_id("Unique Rectangle 2")
TYPE_3 = shape_id("Unique Rectangle 3")
TYPE_4 = shape_id("Unique Rectangle 4")
HIDDEN = shape_id("Hidden Rectangle")
BUG = shape_id("BUG+1")


@inner
def unique_rectangle(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every unique rectangle of types 1 to 4 and every hidden rectangle with a corner that has just the pair.

    A corner with more digits need not have both of the pair: the pattern stays deadly whatever was removed.
    """
    for r in range(len(b.rects)):
        for q in range(4):
            pair = s.cand[b.rects[r, q]]
            if popcnt(pair) != 2:
                continue
            new = True
            for j in range(4):
                cand = s.cand[b.rects[r, j]]
                if cand & pair == 0 or popcnt(cand) < 2 or (j < q and cand == pair):
                    new = False
            if new:
                _judge(b, s, w, m, r, ctz(pair), ctz(pair & (pair - 1)))


@inner
def _judge(b: Board, s: State, w: Work, m: Moves, r: int, x: int, y: int) -> None:
    pair = (np.int64(1) << x) | (np.int64(1) << y)
    extra = 0
    for q in range(4):
        if s.cand[b.rects[r, q]] & ~pair != 0:
            w.list[extra] = q
            extra += 1
    if extra == 1:
        _type_1(b, s, w, m, r, x, y)
    elif extra == 2:
        _two_corners(b, s, w, m, r, x, y)
    elif extra == 3:
        _same_extra(b, s, w, m, r, x, y, extra)
    for q in range(4):
        if s.cand[b.rects[r, q]] == pair:
            _hidden(b, s, m, r, q, x, y)
            _hidden(b, s, m, r, q, y, x)


@inner
def _start(b: Board, m: Moves, shape: int, r: int, x: int, y: int) -> int:
    i = open_move(m, shape)
    for q in range(4):
        add_cell(m, i, b.rects[r, q], x)
        add_cell(m, i, b.rects[r, q], y)
    return i


@inner
def _type_1(b: Board, s: State, w: Work, m: Moves, r: int, x: int, y: int) -> None:
    i = _start(b, m, TYPE_1, r, x, y)
    c = b.rects[r, w.list[0]]
    add_elim(s, m, i, c, x)
    add_elim(s, m, i, c, y)
    set_meta(m, i, 4, 2, 4, 0, 0, 4)
    close_move(m, i)


@inner
def _two_corners(b: Board, s: State, w: Work, m: Moves, r: int, x: int, y: int) -> None:
    c, e = b.rects[r, w.list[0]], b.rects[r, w.list[1]]
    pair = (np.int64(1) << x) | (np.int64(1) << y)
    more_c, more_e = s.cand[c] & ~pair, s.cand[e] & ~pair
    if more_c == more_e and popcnt(more_c) == 1:
        _same_extra(b, s, w, m, r, x, y, 2)
    if w.list[0] + w.list[1] == 3:
        return  # opposite corners share no line
    for k in range(b.cptr[c], b.cptr[c + 1]):
        h = b.chouse[k]
        if not inside(b, h, e):
            continue
        _locked(b, s, m, r, h, c, e, x, y)
        _locked(b, s, m, r, h, c, e, y, x)
        _subset(b, s, w, m, r, h, c, e, x, y, more_c | more_e)


@inner
def _same_extra(b: Board, s: State, w: Work, m: Moves, r: int, x: int, y: int, extra: int) -> None:
    """Type 2 (and its diagonal and three-corner forms): all corners with more have the same one digit more."""
    pair = (np.int64(1) << x) | (np.int64(1) << y)
    more = s.cand[b.rects[r, w.list[0]]] & ~pair
    if popcnt(more) != 1:
        return
    seen = w.sets[0]
    z = ctz(more)
    start_seen(b, s, z, seen)
    for q in range(extra):
        c = b.rects[r, w.list[q]]
        if s.cand[c] & ~pair != more:
            return
        only_seen(b, c, seen)
    i = _start(b, m, TYPE_2, r, x, y)
    add_elims(s, m, i, seen, z)
    set_meta(m, i, 4, 3, 4, 0, 0, 4)
    close_move(m, i)


@inner
def _locked(b: Board, s: State, m: Moves, r: int, h: int, c: int, e: int, x: int, y: int) -> None:
    """Type 4: house h has x only at the two corners c and e."""
    if popcnt(s.hpos[h, x]) != 2 or (s.cand[c] & s.cand[e]) >> x & 1 == 0:
        return
    i = _start(b, m, TYPE_4, r, x, y)
    add_group(m, i, h)
    add_elim(s, m, i, c, y)
    add_elim(s, m, i, e, y)
    set_meta(m, i, 4, 2, 5, 1, 0, 5)
    close_move(m, i)


@inner
def _subset(b: Board, s: State, w: Work, m: Moves, r: int, h: int, c: int, e: int, x: int, y: int, more: int) -> None:
    """Type 3: the corners' extra digits and k cells of house h form a naked subset of k + 1."""
    n = 0
    for k in range(b.d):
        f = b.hcells[h, k]
        if f != c and f != e and s.val[f] == 0:
            w.list[10 + n] = f
            n += 1
    for chosen in range(1, np.int64(1) << min(n, 12)):
        size = popcnt(chosen)
        if size > 3:
            continue
        digits = more
        left = chosen
        while left != 0:
            digits |= s.cand[w.list[10 + ctz(left)]]
            left &= left - 1
        if popcnt(digits) != size + 1:
            continue
        i = _start(b, m, TYPE_3, r, x, y)
        add_group(m, i, h)
        _use_up(b, s, w, m, i, c, e, more, chosen, digits)
        set_meta(m, i, 4 + size, 1 + popcnt(digits), 5, 0, 0, 4 + size)
        close_move(m, i)


@inner
def _use_up(b: Board, s: State, w: Work, m: Moves, i: int, c: int, e: int, more: int, chosen: int, digits: int) -> None:
    """Each of ``digits`` is in a chosen cell or is the extra of c or e: it leaves what sees all these places."""
    seen = w.sets[0]
    while digits != 0:
        z = ctz(digits)
        digits &= digits - 1
        start_seen(b, s, z, seen)
        if (more & s.cand[c]) >> z & 1:
            only_seen(b, c, seen)
        if (more & s.cand[e]) >> z & 1:
            only_seen(b, e, seen)
        left = chosen
        while left != 0:
            f = w.list[10 + ctz(left)]
            left &= left - 1
            if (s.cand[f] >> z) & 1:
                add_cell(m, i, f, z)
                only_seen(b, f, seen)
        add_elims(s, m, i, seen, z)


@inner
def _hidden(b: Board, s: State, m: Moves, r: int, q: int, x: int, y: int) -> None:
    """Corner q has only xy; at the opposite corner x is locked to the rectangle in its row and column: not y there."""
    c = b.rects[r, 3 - q]
    locked = np.int64(0)  # bit 0: in a row, bit 1: in a column; where grids overlap, c may lie in two rows
    for k in range(b.cptr[c], b.cptr[c + 1]):
        h = b.chouse[k]
        if b.gkind[h] <= COL and popcnt(s.hpos[h, x]) == 2:
            for j in range(4):
                e = b.rects[r, j]
                if e != c and inside(b, h, e) and (s.cand[c] & s.cand[e]) >> x & 1:
                    locked |= np.int64(1) << b.gkind[h]
    if locked != 3:
        return
    i = _start(b, m, HIDDEN, r, x, y)
    for k in range(b.cptr[c], b.cptr[c + 1]):
        if b.gkind[b.chouse[k]] <= COL:
            add_group(m, i, b.chouse[k])
    add_elim(s, m, i, c, y)
    set_meta(m, i, 4, 2, 4, 2, 0, 6)
    close_move(m, i)


@inner
def bug(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """The one BUG+1, if the position is one."""
    if b.plain == 0 or s.info[NCAND] != 2 * s.info[EMPTY] + 1:
        return
    odd = -1
    for c in range(b.n):
        size = popcnt(s.cand[c])
        if size == 3 and odd < 0:
            odd = c
        elif size != 2 and s.val[c] == 0:
            return
    if odd < 0:
        return
    digit = -1
    for h in range(b.nh):
        for x in range(b.d):
            places = popcnt(s.hpos[h, x])
            if places == 0 or places == 2:
                continue
            if places != 3 or not inside(b, h, odd) or (digit >= 0 and digit != x):
                return
            digit = x
    if digit < 0 or (s.cand[odd] >> digit) & 1 == 0:
        return
    i = open_move(m, BUG)
    set_place(m, i, odd, digit)
    left = s.cand[odd]
    while left != 0:
        add_cell(m, i, odd, ctz(left))
        left &= left - 1
    set_meta(m, i, 1, 3, 3, 0, 0, 1)
    close_move(m, i)
