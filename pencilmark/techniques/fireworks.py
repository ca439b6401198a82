"""Fireworks: digits that a row and a column keep to one box and one cell each outside it.

    X where row and column cross in a box, P the      two pairs at opposite corners X and Y of a rectangle: a and b
    only place of a digit in the row outside the      kept to X, P, Q by the box of X, e and f to Y, P, Q by that of Y
    box, Q the only one in the column: the digit      ┌───────┬───────┐
    is in X, P or Q                                   │ X . . │ P . . │   X holds a or b, Y holds e or f,
    ┌───────┬───────┬───────┐                         │ . . . │ . . . │   P and Q any of the four
    │ X b b │ P - - │ - - - │                         ├───────┼───────┤
    │ b . . │ . . . │ . . . │                         │ Q . . │ Y . . │
    ├───────┼───────┼───────┤
    │ Q . . │ three digits with the same X, P, Q fill these cells
    └───────┴───────┴───────┘

Sound because a digit that is neither in P nor in Q lies in the box on the row and on the column, which is X. Each of k
digits is then in one of k cells, so the cells hold nothing else.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import COL, ROW, Board, State
from ..tables import shape_id
from .base.cells import inside
from .base.moves import Moves, add_cell, add_elim, add_group, close_move, open_move, set_meta
from .base.work import Work

TRIPLE = shape_id("Firework Triple")
QUAD = shape_id("Firework Quad")
NONE, MANY = -1, -2
"""Instead of a cell: the digit has no place outside the box, or several."""
ON_ROW, ON_COL = 0, 32
"""Ranges of w.list: for each digit its only place outside the box on the row, on the column."""


@inner
def fireworks(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every triple and quad of fireworks."""
    for x in range(b.n):
        if s.cand[x] == 0:
            continue
        row, col = _line(b, x, ROW), _line(b, x, COL)
        if row < 0 or col < 0:
            continue
        for k in range(b.cptr[x], b.cptr[x + 1]):
            box = b.chouse[k]
            if b.gkind[box] > COL:
                for d in range(b.d):
                    w.list[ON_ROW + d] = _outside(b, s, row, box, d)
                    w.list[ON_COL + d] = _outside(b, s, col, box, d)
                _digits(b, s, w, m, x, row, col, box)


@inner
def _line(b: Board, c: int, kind: int) -> int:
    """The complete row or column through cell c, −1 without one."""
    for k in range(b.cptr[c], b.cptr[c + 1]):
        if b.gkind[b.chouse[k]] == kind:
            return int(b.chouse[k])
    return -1


@inner
def _outside(b: Board, s: State, line: int, box: int, d: int) -> int:
    """The only place of digit d on the line outside the box, NONE or MANY; MANY as well when d is placed on it."""
    places = s.hpos[line, d]
    if places == 0:
        return MANY
    only = NONE
    while places != 0:
        c = b.hcells[line, ctz(places)]
        places &= places - 1
        if not inside(b, box, c):
            if only != NONE:
                return MANY
            only = c
    return int(only)


@inner
def _joined(a: int, c: int) -> int:
    """The one cell that two digits leave outside the box, NONE or MANY."""
    if a == MANY or c == MANY:
        return MANY
    if a in (NONE, c):
        return c
    return a if c == NONE else MANY


@inner
def _digits(b: Board, s: State, w: Work, m: Moves, x: int, row: int, col: int, box: int) -> None:
    """Every two digits with the same cells around x, and a third one or two others around the opposite corner."""
    for d in range(b.d):
        if w.list[ON_ROW + d] == MANY or w.list[ON_COL + d] == MANY:
            continue
        for e in range(d + 1, b.d):
            p = _joined(w.list[ON_ROW + d], w.list[ON_ROW + e])
            q = _joined(w.list[ON_COL + d], w.list[ON_COL + e])
            if p == MANY or q == MANY:
                continue
            for f in range(e + 1, b.d):
                u = _joined(p, w.list[ON_ROW + f])
                v = _joined(q, w.list[ON_COL + f])
                if u >= 0 and v >= 0:
                    _triple(s, m, x, u, v, row, col, box, np.int64(1) << d | np.int64(1) << e | np.int64(1) << f)
            if p >= 0 and q >= 0:
                _opposite(b, s, m, x, p, q, row, col, np.int64(1) << d | np.int64(1) << e)


@inner
def _triple(s: State, m: Moves, x: int, p: int, q: int, row: int, col: int, box: int, digits: int) -> None:
    i = open_move(m, TRIPLE)
    for k in range(3):
        c = x if k == 0 else (p if k == 1 else q)
        _fill(s, m, i, c, digits, digits)
    add_group(m, i, row)
    add_group(m, i, col)
    add_group(m, i, box)
    set_meta(m, i, 3, 3, 3, 6, 3, 9)
    close_move(m, i)


@inner
def _fill(s: State, m: Moves, i: int, c: int, digits: int, own: int) -> None:
    """Cell c belongs to the pattern with those of the digits that are its own; everything else goes."""
    left = s.cand[c]
    while left != 0:
        d = ctz(left)
        left &= left - 1
        if (digits & own) >> d & 1:
            add_cell(m, i, c, d)
        else:
            add_elim(s, m, i, c, d)


@inner
def _opposite(b: Board, s: State, m: Moves, x: int, p: int, q: int, row: int, col: int, pair: int) -> None:
    """Two other digits that the row of q and the column of p keep to p, q and their crossing y."""
    across, down = _line(b, q, ROW), _line(b, p, COL)
    if across < 0 or down < 0:
        return
    y = -1
    for k in range(b.d):
        if inside(b, down, b.hcells[across, k]):
            y = b.hcells[across, k]
    if y < 0 or s.cand[y] == 0:
        return
    for k in range(b.cptr[y], b.cptr[y + 1]):
        box = b.chouse[k]
        if b.gkind[box] <= COL or inside(b, box, p) or inside(b, box, q):
            continue
        fit = np.int64(0)
        for d in range(b.d):
            on_row, on_col = _outside(b, s, across, box, d), _outside(b, s, down, box, d)
            if on_row in (q, NONE) and on_col in (p, NONE):
                fit |= np.int64(1) << d
        fit &= ~pair
        one = fit
        while one != 0:
            two = one & (one - 1)
            while two != 0:
                other = (one & -one) | (two & -two)
                two &= two - 1
                _quad(s, m, x, p, q, y, pair, other, row, col, across, down)
            one &= one - 1


@inner
def _quad(
    s: State, m: Moves, x: int, p: int, q: int, y: int, pair: int, other: int, row: int, col: int, across: int,
    down: int,
) -> None:  # fmt: skip
    i = open_move(m, QUAD)
    digits = pair | other
    _fill(s, m, i, x, digits, pair)
    _fill(s, m, i, p, digits, digits)
    _fill(s, m, i, q, digits, digits)
    _fill(s, m, i, y, digits, other)
    add_group(m, i, row)
    add_group(m, i, col)
    add_group(m, i, across)
    add_group(m, i, down)
    set_meta(m, i, 4, popcnt(digits), 6, 8, 4, 12)
    close_move(m, i)
