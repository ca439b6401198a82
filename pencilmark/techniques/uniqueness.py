"""Unique, hidden and avoidable rectangles: what must not be lest the puzzle have two solutions.

    the deadly pattern: xy in all four cells of two rows, two columns, two boxes could be swapped
    ┌───────┬───────┐   type 1: one corner has more -> it is not x or y
    │ xy  . │ xy  . │   type 2: two corners also have the same z -> one of them is z
    │ .   . │ .   . │   type 3: the extra digits of two corners act as one cell of a naked subset
    │ xy. . │ xy. . │   type 4: x is locked to two corners of a house -> they are not y
    └───────┴───────┘   type 5: type 2 with two opposite corners or with three
                        type 6: two opposite corners have more and x is locked to the corners of both rows or of
                                both columns -> it is not in those two
                        hidden: x locked from one corner's row and column -> that corner's opposite is not y

Avoidable: the same where corners hold placed digits. A given cannot be swapped, a digit that was found can; so three
corners x, y, y that were found forbid the last digit of the pattern (type 1), and two found corners and two empty ones
with the same one digit more are a type 2.

Sound only when uniqueness has been proven and no variant rule touches the four cells; the driver sees to both.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import COL, Board, State
from ..tables import shape_id
from .base.cells import inside, only_seen, start_seen
from .base.moves import Moves, add_cell, add_elim, add_elims, add_group, close_move, open_move, set_meta
from .base.work import Work

TYPE_1 = shape_id("Unique Rectangle 1")
TYPE_2 = shape_id("Unique Rectangle 2")
TYPE_3 = shape_id("Unique Rectangle 3")
TYPE_4 = shape_id("Unique Rectangle 4")
TYPE_5 = shape_id("Unique Rectangle 5")
TYPE_6 = shape_id("Unique Rectangle 6")
HIDDEN = shape_id("Hidden Rectangle")
AVOIDABLE_1 = shape_id("Avoidable Rectangle 1")
AVOIDABLE_2 = shape_id("Avoidable Rectangle 2")


@inner
def unique_rectangle(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every unique rectangle of types 1 to 6 and every hidden rectangle with a corner that has just the pair.

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
    if w.list[0] + w.list[1] == 3:  # opposite corners share no line
        _opposite(b, s, m, r, w.list[0], x, y)
        _opposite(b, s, m, r, w.list[0], y, x)
        return
    for k in range(b.cptr[c], b.cptr[c + 1]):
        h = b.chouse[k]
        if not inside(b, h, e):
            continue
        _locked(b, s, m, r, h, c, e, x, y)
        _locked(b, s, m, r, h, c, e, y, x)
        _subset(b, s, w, m, r, h, c, e, x, y, more_c | more_e)


@inner
def _same_extra(b: Board, s: State, w: Work, m: Moves, r: int, x: int, y: int, extra: int) -> None:
    """Type 2, or 5 (two opposite corners, or three): all corners with more have the same one digit more."""
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
    i = _start(b, m, TYPE_2 if extra == 2 and w.list[0] + w.list[1] != 3 else TYPE_5, r, x, y)
    add_elims(s, m, i, seen, z)
    set_meta(m, i, 4, 3, 4, 0, 0, 4)
    close_move(m, i)


@inner
def _opposite(b: Board, s: State, m: Moves, r: int, q: int, x: int, y: int) -> None:
    """Type 6: corners q and 3 − q have more; x is locked to the corners of both rows, or of both columns."""
    c, e = b.rects[r, q], b.rects[r, 3 - q]
    across, along = b.rects[r, q ^ 1], b.rects[r, q ^ 2]
    for kind in range(2):
        one = _only_there(b, s, kind, c, across if kind == 0 else along, x)
        two = _only_there(b, s, kind, e, along if kind == 0 else across, x)
        if one >= 0 and two >= 0:
            i = _start(b, m, TYPE_6, r, x, y)
            add_group(m, i, one)
            add_group(m, i, two)
            add_elim(s, m, i, c, x)
            add_elim(s, m, i, e, x)
            set_meta(m, i, 4, 2, 4, 2, 0, 6)
            close_move(m, i)


@inner
def _only_there(b: Board, s: State, kind: int, c: int, e: int, x: int) -> int:
    """The row (kind 0) or column (1) of cells c and e if they are its only places for x, else −1."""
    if (s.cand[c] & s.cand[e]) >> x & 1 == 0:
        return -1
    for k in range(b.cptr[c], b.cptr[c + 1]):
        h = b.chouse[k]
        if b.gkind[h] == kind and inside(b, h, e) and popcnt(s.hpos[h, x]) == 2:
            return h
    return -1


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
def avoidable_rectangle(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every avoidable rectangle of types 1 and 2."""
    for r in range(len(b.rects)):
        empty = 0
        free = True
        for q in range(4):
            c = b.rects[r, q]
            free = free and w.given[c] == 0
            if s.val[c] == 0:
                w.list[empty] = q
                empty += 1
        if free and empty == 1:
            _last_corner(b, s, m, r, w.list[0])
        elif free and empty == 2:
            _two_found(b, s, w, m, r, w.list[0], w.list[1])


@inner
def _last_corner(b: Board, s: State, m: Moves, r: int, q: int) -> None:
    """Type 1: only corner q is empty; the digit of the opposite corner would complete the pattern."""
    x, y = s.val[b.rects[r, 3 - q]] - 1, s.val[b.rects[r, q ^ 1]] - 1
    if s.val[b.rects[r, q ^ 2]] - 1 != y:
        return
    i = open_move(m, AVOIDABLE_1)
    add_cell(m, i, b.rects[r, 3 - q], x)
    add_cell(m, i, b.rects[r, q ^ 1], y)
    add_cell(m, i, b.rects[r, q ^ 2], y)
    add_cell(m, i, b.rects[r, q], x)
    add_elim(s, m, i, b.rects[r, q], x)
    set_meta(m, i, 4, 2, 4, 0, 0, 4)
    close_move(m, i)


@inner
def _two_found(b: Board, s: State, w: Work, m: Moves, r: int, q: int, j: int) -> None:
    """Type 2: corners q and j are empty and have two candidates each."""
    c, e = b.rects[r, q], b.rects[r, j]
    if popcnt(s.cand[c]) != 2 or popcnt(s.cand[e]) != 2:
        return
    if q + j != 3:
        x, y = s.val[b.rects[r, 3 - q]] - 1, s.val[b.rects[r, 3 - j]] - 1
        rest = s.cand[c] & ~(np.int64(1) << x)
        if popcnt(rest) == 1 and rest == s.cand[e] & ~(np.int64(1) << y):
            _one_of(b, s, w, m, r, c, e, x, y, ctz(rest))
    elif s.val[b.rects[r, q ^ 1]] == s.val[b.rects[r, q ^ 2]] and s.cand[c] == s.cand[e]:
        y, z = ctz(s.cand[c]), ctz(s.cand[c] & (s.cand[c] - 1))
        _one_of(b, s, w, m, r, c, e, y, y, z)
        _one_of(b, s, w, m, r, c, e, z, z, y)


@inner
def _one_of(b: Board, s: State, w: Work, m: Moves, r: int, c: int, e: int, x: int, y: int, z: int) -> None:
    """With x in c and y in e the rectangle could be swapped, so one of the two cells is z."""
    seen = w.sets[0]
    start_seen(b, s, z, seen)
    only_seen(b, c, seen)
    only_seen(b, e, seen)
    i = open_move(m, AVOIDABLE_2)
    for q in range(4):
        f = b.rects[r, q]
        if s.val[f] > 0:
            add_cell(m, i, f, s.val[f] - 1)
        else:
            add_cell(m, i, f, x if f == c else y)
            add_cell(m, i, f, z)
    add_elims(s, m, i, seen, z)
    set_meta(m, i, 4, 3, 4, 0, 0, 4)
    close_move(m, i)
