"""Y-Wing, XYZ-Wing, W-Wing, remote pairs, chute remote pairs: short patterns of cells with two candidates.

    Y-Wing: pivot xy, wings xz and yz; every - sees both wings     W-Wing: a and b both xy; x has two places in a
    ┌──────────┬──────────┐                                        house, one seen by a, the other by b; cells
    │ xy  -  - │ xz  .  . │                                        seeing a and b lose y
    │ .   .  . │ .   .  . │
    │ .  yz  . │ -   -  - │
    └──────────┴──────────┘

Sound because whatever the pivot holds makes one wing z (XYZ: or the pivot itself is z); in a W-Wing a and b cannot both
be x, so one is y; in a remote pair the ends of an odd chain differ, so they hold x and y. Chute remote pairs: a and b,
both xy, in two boxes of a band; in the third box x has places in the lines of a and b only (none in the third line), so
a and b cannot both be x.
"""

from __future__ import annotations

from typing import Any

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import COL, Board, State
from ..tables import shape_id
from .base.cells import common, only_seen, sees
from .base.moves import Moves, add_cell, add_elims, add_group, close_move, open_move, set_meta
from .base.work import Work

Y_WING = shape_id("Y-Wing")
XYZ_WING = shape_id("XYZ-Wing")
W_WING = shape_id("W-Wing")
REMOTE = shape_id("Remote Pairs")
CHUTE = shape_id("Chute Remote Pairs")

Array = Any


@inner
def y_wing(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every Y-Wing (p0 = 2) or XYZ-Wing (p0 = 3): pivots of p0 candidates."""
    for p in range(b.n):
        if popcnt(s.cand[p]) != p0:
            continue
        n = 0
        for k in range(b.pptr[p], b.pptr[p + 1]):
            c = b.plist[k]
            if popcnt(s.cand[c]) == 2 and popcnt(s.cand[c] & s.cand[p]) == p0 - 1:
                w.list[n] = c
                n += 1
        for j in range(n):
            for k in range(j + 1, n):
                _wing(b, s, w, m, p, w.list[j], w.list[k], p0)


@inner
def _wing(b: Board, s: State, w: Work, m: Moves, p: int, a: int, c: int, size: int) -> None:
    shared = s.cand[a] & s.cand[c]
    if popcnt(shared) != 1 or popcnt(s.cand[p] | s.cand[a] | s.cand[c]) != 3:
        return
    if size == 2 and shared & s.cand[p] != 0:
        return
    z = ctz(shared)
    seen = w.sets[0]
    if not common(b, s, a, c, z, seen):
        return
    if size == 3:
        only_seen(b, p, seen)
    i = open_move(m, Y_WING if size == 2 else XYZ_WING)
    for q in range(3):
        cell = p if q == 0 else (a if q == 1 else c)
        left = s.cand[cell]
        while left != 0:
            add_cell(m, i, cell, ctz(left))
            left &= left - 1
    add_elims(s, m, i, seen, z)
    set_meta(m, i, 3, 3, 2, 3, 2, 3)
    close_move(m, i)


@inner
def w_wing(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every W-Wing."""
    n = 0
    for c in range(b.n):
        if popcnt(s.cand[c]) == 2:
            w.list[n] = c
            n += 1
    for j in range(n):
        for k in range(j + 1, n):
            a, c = w.list[j], w.list[k]
            if s.cand[a] != s.cand[c] or sees(b, a, c):
                continue
            x = ctz(s.cand[a])
            y = ctz(s.cand[a] & (s.cand[a] - 1))
            _w_link(b, s, w, m, a, c, x, y)
            _w_link(b, s, w, m, a, c, y, x)


@inner
def _w_link(b: Board, s: State, w: Work, m: Moves, a: int, c: int, x: int, y: int) -> None:
    """Links on x whose ends see a and c; y goes."""
    seen = w.sets[0]
    if not common(b, s, a, c, y, seen):
        return
    for h in range(b.nh):
        places = s.hpos[h, x]
        if popcnt(places) != 2:
            continue
        u = b.hcells[h, ctz(places)]
        v = b.hcells[h, ctz(places & (places - 1))]
        if sees(b, a, v) and sees(b, c, u):
            u, v = v, u
        if not (sees(b, a, u) and sees(b, c, v)) or u == c or v == a:
            continue
        i = open_move(m, W_WING)
        add_cell(m, i, a, y)
        add_cell(m, i, a, x)
        add_cell(m, i, u, x)
        add_cell(m, i, v, x)
        add_cell(m, i, c, x)
        add_cell(m, i, c, y)
        add_group(m, i, h)
        add_elims(s, m, i, seen, y)
        set_meta(m, i, 4, 2, 3, 3, 2, 5)
        close_move(m, i)


@inner
def remote_pairs(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every odd chain (at least three links) of cells with the same two candidates."""
    for a in range(b.n):
        if popcnt(s.cand[a]) != 2:
            continue
        for c in range(b.n):
            w.depth[c] = -1
        w.depth[a] = 0
        w.on[a] = -1
        w.queue[0] = a
        head, tail = 0, 1
        while head < tail:
            c = w.queue[head]
            head += 1
            for k in range(b.pptr[c], b.pptr[c + 1]):
                e = b.plist[k]
                if s.cand[e] == s.cand[a] and w.depth[e] < 0:
                    w.depth[e] = w.depth[c] + 1
                    w.on[e] = c
                    w.queue[tail] = e
                    tail += 1
        for q in range(1, tail):
            c = w.queue[q]
            if c > a and w.depth[c] >= 3 and w.depth[c] & 1 == 1:
                _remote(b, s, w, m, a, c)
    for c in range(b.n):
        w.on[c] = -1


@inner
def _remote(b: Board, s: State, w: Work, m: Moves, a: int, c: int) -> None:
    i = open_move(m, REMOTE)
    seen = w.sets[0]
    pair = s.cand[a]
    x = ctz(pair)
    y = ctz(pair & (pair - 1))
    e = c
    while e >= 0:
        add_cell(m, i, e, x)
        add_cell(m, i, e, y)
        e = w.on[e]
    for q in range(2):
        z = x if q == 0 else y
        if common(b, s, a, c, z, seen):
            add_elims(s, m, i, seen, z)
    links = w.depth[c]
    set_meta(m, i, links + 1, 2, links, links + 1, links, 2 * links + 1)
    close_move(m, i)


@inner
def chute_remote_pairs(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every two equal cells of two candidates with a box that has one of these only in the cells' parallel lines."""
    n = 0
    for c in range(b.n):
        if popcnt(s.cand[c]) == 2:
            w.list[n] = c
            n += 1
    for j in range(n):
        for k in range(j + 1, n):
            a, c = w.list[j], w.list[k]
            if s.cand[a] != s.cand[c] or sees(b, a, c):
                continue
            x = ctz(s.cand[a])
            y = ctz(s.cand[a] & (s.cand[a] - 1))
            for h in range(b.nh):
                if b.gkind[h] > COL:
                    _chute(b, s, w, m, h, a, c, x, y)
                    _chute(b, s, w, m, h, a, c, y, x)


@inner
def _chute(b: Board, s: State, w: Work, m: Moves, h: int, a: int, c: int, x: int, y: int) -> None:
    """House h has x in the rows (or columns) of a and c only, so that one of them is y."""
    if s.hpos[h, x] == 0 or not (_along(b, s, h, a, c, x, b.row) or _along(b, s, h, a, c, x, b.col)):
        return
    seen = w.sets[0]
    if not common(b, s, a, c, y, seen):
        return
    i = open_move(m, CHUTE)
    for q in range(2):
        add_cell(m, i, a, x if q == 0 else y)
        add_cell(m, i, c, x if q == 0 else y)
    add_group(m, i, h)
    places = s.hpos[h, x]
    while places != 0:
        add_cell(m, i, b.hcells[h, ctz(places)], x)
        places &= places - 1
    add_elims(s, m, i, seen, y)
    set_meta(m, i, m.row[i, 6] - 3, 2, 3, 3, 2, 5)
    close_move(m, i)


@inner
def _along(b: Board, s: State, h: int, a: int, c: int, x: int, line: Array) -> bool:
    """Whether every place of x in house h is seen by a or c along their rows (or columns), some by each."""
    by_a, by_c = False, False
    places = s.hpos[h, x]
    while places != 0:
        e = b.hcells[h, ctz(places)]
        places &= places - 1
        if e != a and line[e] == line[a] and sees(b, e, a):
            by_a = True
        elif e != c and line[e] == line[c] and sees(b, e, c):
            by_c = True
        else:
            return False
    return by_a and by_c
