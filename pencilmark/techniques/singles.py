"""Full house, hidden single, naked single: what the board says directly.

    hidden single of 4 in the box          naked single            full house
    ┌───────┐                              row has 1 2 3,          one empty cell:
    │ x x 4 │ <- a 4 in this row           column has 4 5 6,       the missing digit
    │ x * x │    * is the only cell of     box has 7 8:
    │ 1 2 x │    the box left for 4        the cell takes 9
    └───────┘

Sound because a house holds every digit (hidden), a cell holds one digit (naked) and both for a full house.
The set-cover features say what one must combine to see it: the base group, then the groups that explain
the items the base leaves open (cells for a hidden single, digits for a naked one).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import inlined, inner
from ..jit.bits import ctz, popcnt
from ..state import BOX, COL, Board, State
from ..tables import shape_id
from .base.moves import (
    F_COVER,
    F_KINDS,
    F_LOAD,
    F_SHAPE,
    Moves,
    add_cell,
    add_group,
    close_move,
    open_move,
    set_meta,
    set_place,
)  # fmt: skip
from .base.work import Work

FULL_HOUSE = shape_id("Full House")
HIDDEN_BOX = shape_id("Hidden Single (box)")
HIDDEN_LINE = shape_id("Hidden Single (line)")
HIDDEN_REGION = shape_id("Hidden Single (region)")
NAKED = shape_id("Naked Single")
RULE_KIND = 8
"""Column of features for items that no group explains (a note or a rule does)."""
GROUPS = 512
"""Where w.list holds the places each group in w.list[0:] explains."""

Array = Any


@inner
def full_house(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every house with one empty cell."""
    for h in range(b.nh):
        missing = b.full & ~s.gdone[h]
        if popcnt(missing) != 1:
            continue
        x = ctz(missing)
        if s.hpos[h, x] == 0:
            continue
        c = b.hcells[h, ctz(s.hpos[h, x])]
        i = open_move(m, FULL_HOUSE)
        set_place(m, i, c, x)
        add_group(m, i, h)
        add_cell(m, i, c, x)
        set_meta(m, i, 1, 1, 1, 0, 0, 0)
        m.feat[i, F_SHAPE] = b.gshape[h]
        m.feat[i, F_COVER] = b.d - 1
        close_move(m, i)


@inner
def hidden_single(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every digit with one place left in a house, boxes first."""
    for pas in range(2):
        for h in range(b.nh):
            if (b.gkind[h] == BOX) != (pas == 0):
                continue
            for x in range(b.d):
                places = s.hpos[h, x]
                if places != 0 and places & (places - 1) == 0:
                    _hidden(b, s, w, m, h, x)


@inlined
def _hidden(b: Board, s: State, w: Work, m: Moves, h: int, x: int) -> None:
    c = b.hcells[h, ctz(s.hpos[h, x])]
    shape = HIDDEN_REGION
    if b.gkind[h] == BOX:
        shape = HIDDEN_BOX
    elif b.gkind[h] <= COL:
        shape = HIDDEN_LINE
    i = open_move(m, shape)
    set_place(m, i, c, x)
    add_group(m, i, h)
    add_cell(m, i, c, x)
    left = np.int64(0)
    for k in range(b.d):
        e = b.hcells[h, k]
        if e != c and s.val[e] == 0:
            left |= np.int64(1) << k
    n = popcnt(left)
    set_meta(m, i, 1 + n, 1, 1, 0, n, 0)
    m.feat[i, F_SHAPE] = b.gshape[h]
    m.feat[i, F_COVER] = b.d - 1 - n
    m.feat[i, F_LOAD] = n
    _cover_cells(b, s, w, m, i, h, x, left)
    close_move(m, i)


@inlined
def _cover_cells(b: Board, s: State, w: Work, m: Moves, i: int, h: int, x: int, left: int) -> None:
    """Explain the open places (positions in house h): greedily the group with digit x that covers most of them."""
    n = 0
    todo = left
    while todo != 0:
        k = ctz(todo)
        todo &= todo - 1
        e = b.hcells[h, k]
        for q in range(b.gcptr[e], b.gcptr[e + 1]):
            g = b.gof[q]
            if g == h or (s.gdone[g] >> x) & 1 == 0:
                continue
            at = 0
            while at < n and w.list[at] != g:
                at += 1
            if at == n:
                w.list[n] = g
                w.list[GROUPS + n] = 0
                n += 1
            w.list[GROUPS + at] |= np.int64(1) << k
    while left != 0:
        best, covered = -1, 0
        for at in range(n):
            hits = popcnt(w.list[GROUPS + at] & left)
            if hits > covered or (hits == covered and hits > 0 and w.list[at] < w.list[best]):
                best, covered = at, hits
        if best < 0:
            m.feat[i, F_KINDS + RULE_KIND] += popcnt(left)
            return
        g = w.list[best]
        m.feat[i, F_KINDS + b.gkind[g]] += b.gshape[g] * popcnt(left)
        left &= ~w.list[GROUPS + best]


@inner
def naked_single(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every cell with one candidate left."""
    for c in range(b.n):
        if popcnt(s.cand[c]) == 1:
            _naked(b, s, m, c)


@inlined
def _naked(b: Board, s: State, m: Moves, c: int) -> None:
    x = ctz(s.cand[c])
    base, most = -1, -1
    for k in range(b.gcptr[c], b.gcptr[c + 1]):
        g = b.gof[k]
        gone = popcnt(s.gdone[g])
        if gone > most or (gone == most and b.gshape[g] < b.gshape[base] - 1e-9):
            base, most = g, gone
    i = open_move(m, NAKED)
    set_place(m, i, c, x)
    add_cell(m, i, c, x)
    left = b.full & ~(np.int64(1) << x)
    if base >= 0:
        add_group(m, i, base)
        m.feat[i, F_SHAPE] = b.gshape[base]
        left &= ~s.gdone[base]
    else:
        m.feat[i, F_SHAPE] = 1.0
    n = popcnt(left)
    set_meta(m, i, 1, 1 + n, 1, 0, n, 0)
    m.feat[i, F_COVER] = b.d - 1 - n
    m.feat[i, F_LOAD] = n
    while left != 0:
        best, covered = -1, 0
        for k in range(b.gcptr[c], b.gcptr[c + 1]):
            g = b.gof[k]
            hits = popcnt(left & s.gdone[g])
            if hits > covered or (hits == covered and hits > 0 and b.gshape[g] < b.gshape[best] - 1e-9):
                best, covered = g, hits
        if best < 0:
            m.feat[i, F_KINDS + RULE_KIND] += popcnt(left)
            break
        m.feat[i, F_KINDS + b.gkind[best]] += b.gshape[best] * popcnt(left)
        left &= ~s.gdone[best]
    close_move(m, i)
