"""Further patterns of one digit: multi-colouring, broken wings, two kites or two empty rectangles in one.

    Multi-colouring: clusters A a and B b        Broken wing: an odd loop of cells, each joined to the next by
    (links join A to a, B to b). An a sees a     a house, and guardians g: all other places of those houses
    b, so all A or all B are true: cells that    ┌───────┬───────┐
    see an A and a B lose the digit. An a that   │ * . . │ * . . │   five links cannot alternate around the loop,
    sees a B and a b is false with all a.        │ . . . │ . * . │   so some guardian is true: cells that see all
                                                 │ * . . │ . * g │   of them lose the digit, a lone one is placed
                                                 └───────┴───────┘

    Dual 2-String Kite: box places p, q; one kite takes the row of p and the column of q, the other the row of q and
    the column of p. Dual Empty Rectangle: two of one box, the arms of the box in exchanged parts.

Sound because in a cluster either all cells of one colour are true or all of the other; in a house without a true
guardian exactly one of two cells is true, which no odd loop allows; the duals are two sound steps written as one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import COL, ROW, Board, State
from ..tables import shape_id
from .base.cells import inside, only_seen, sees, start_seen
from .base.links import links, paint
from .base.moves import Moves, add_cell, add_elims, add_group, close_move, open_move, set_meta, set_place
from .base.work import Work

MULTI_1 = shape_id("Multi-Colouring 1")
MULTI_2 = shape_id("Multi-Colouring 2")
BROKEN = shape_id("Broken Wing")
DUAL_KITE = shape_id("Dual 2-String Kite")
DUAL_RECTANGLE = shape_id("Dual Empty Rectangle")
CLUSTERS = 15
"""Clusters of one digit that are looked at: the first ones."""
SIGHT = 2 * CLUSTERS
"""First row of w.sets for what each colour sees; the cells of each colour are in the rows from 0."""
GUARDS, OUT = 61, 62
"""Rows of w.sets for guardians and for eliminations."""
LONGEST = 7
"""Links of the longest broken wing."""
RECTANGLES = 40
"""Empty rectangles of one box that are paired: the first ones."""
PATH, VIA, AT, ENDS, REST = 2000, 2020, 2040, 2100, 2150
"""Ranges of w.list: the loop's cells, its houses, the link tried last; link and place left of empty rectangles."""

Array = Any


@inner
def multi_colouring(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every pair of clusters of one digit that see each other."""
    for x in range(b.d):
        n = links(b, s, w, x)
        if n < 2:
            continue
        clusters = _clusters(b, w, n)
        for a in range(2 * clusters):
            for c in range(2 * clusters):
                if a >> 1 == c >> 1 or not _meet(b, w, a, c):
                    continue
                if a < c:
                    for k in range(b.nw):
                        own = w.sets[a, k] | w.sets[a ^ 1, k] | w.sets[c, k] | w.sets[c ^ 1, k]
                        w.sets[OUT, k] = w.sets[SIGHT + (a ^ 1), k] & w.sets[SIGHT + (c ^ 1), k] & s.dbits[x, k] & ~own
                    _clustered(b, s, w, m, x, MULTI_1, a, c)
                if c & 1 == 0 and _meet(b, w, a, c + 1):
                    for k in range(b.nw):
                        w.sets[OUT, k] = w.sets[a, k]
                    _clustered(b, s, w, m, x, MULTI_2, a, c)


@inner
def _clusters(b: Board, w: Work, n: int) -> int:
    """Cells of each colour and what they see, as sets: colours 2q and 2q + 1 belong to cluster q."""
    for c in range(b.n):
        w.depth[c] = -1
    found = 0
    for j in range(n):
        start = w.list[3 * j + 1]
        if w.depth[start] >= 0 or found >= CLUSTERS:
            continue
        size = paint(w, n, start, 2 * found)
        for k in range(b.nw):
            for colour in range(2 * found, 2 * found + 2):
                w.sets[colour, k] = 0
                w.sets[SIGHT + colour, k] = 0
        for q in range(size):
            c = w.queue[q]
            w.sets[w.depth[c], c >> 6] |= np.int64(1) << (c & 63)
            for k in range(b.nw):
                w.sets[SIGHT + w.depth[c], k] |= b.pbits[c, k]
        found += 1
    return found


@inner
def _meet(b: Board, w: Work, a: int, c: int) -> bool:
    """Whether a cell of colour a sees one of colour c."""
    for k in range(b.nw):  # noqa: SIM110  kernels have no generators
        if w.sets[SIGHT + a, k] & w.sets[c, k] != 0:
            return True
    return False


@inner
def _clustered(b: Board, s: State, w: Work, m: Moves, x: int, shape: int, a: int, c: int) -> None:
    i = open_move(m, shape)
    for q in range(4):
        if q == 2:
            m.row[i, 9] = m.row[i, 6]
        colour = a ^ (q & 1) if q < 2 else c ^ (q & 1)
        for k in range(b.nw):
            left = w.sets[colour, k]
            while left != 0:
                add_cell(m, i, (k << 6) + ctz(left), x)
                left &= left - 1
    add_elims(s, m, i, w.sets[OUT], x)
    size = m.row[i, 6]
    set_meta(m, i, size, 1, size - 2, size - 2, 2, size)
    close_move(m, i)


@inner
def broken_wing(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every odd loop, at most LONGEST long, whose guardians are all seen by a cell, or whose only one is that cell."""
    for x in range(b.d):
        for word in range(b.nw):
            places = s.dbits[x, word]
            while places != 0:
                t = (word << 6) + ctz(places)
                places &= places - 1
                for one in range(2):
                    n = _bare(b, s, w, x, t, one == 1)
                    if n >= 3 and _is_odd(b, w, n):
                        _loops(b, s, w, m, x, n, t, one == 1)


@inner
def _bare(b: Board, s: State, w: Work, x: int, t: int, alone: bool) -> int:
    """Houses that keep two places once those that t sees (or t alone) are gone, as ``links`` lists them."""
    n = 0
    for h in range(b.nh):
        places = s.hpos[h, x]
        kept = 0
        one, two = -1, -1
        while places != 0:
            c = b.hcells[h, ctz(places)]
            places &= places - 1
            if c == t or (not alone and sees(b, t, c)):
                continue
            kept += 1
            one, two = two, c
        if kept == 2:
            w.list[3 * n] = h
            w.list[3 * n + 1] = one
            w.list[3 * n + 2] = two
            n += 1
    return n


@inner
def _is_odd(b: Board, w: Work, n: int) -> bool:
    """Whether the links have an odd loop: two colours are not enough."""
    for j in range(n):
        w.depth[w.list[3 * j + 1]] = -1
        w.depth[w.list[3 * j + 2]] = -1
    for j in range(n):
        if w.depth[w.list[3 * j + 1]] < 0:
            paint(w, n, w.list[3 * j + 1], 0)
    for j in range(n):  # noqa: SIM110  kernels have no generators
        if w.depth[w.list[3 * j + 1]] == w.depth[w.list[3 * j + 2]]:
            return True
    return False


@inner
def _loops(b: Board, s: State, w: Work, m: Moves, x: int, n: int, t: int, alone: bool) -> None:
    """Depth-first over the simple odd loops; each begins at its smallest cell and takes the smaller way round."""
    for j in range(n):
        for q in range(2):
            start = w.list[3 * j + 1 + q]
            w.list[PATH] = start
            w.list[PATH + 1] = w.list[3 * j + 2 - q]
            w.list[VIA] = w.list[3 * j]
            if w.list[PATH + 1] < start:
                continue
            depth = 1
            w.list[AT + 1] = -1
            while depth >= 1:
                w.list[AT + depth] += 1
                k = w.list[AT + depth]
                if k >= 2 * n:
                    depth -= 1
                    continue
                if w.list[3 * (k >> 1) + 1 + (k & 1)] != w.list[PATH + depth]:
                    continue
                to = w.list[3 * (k >> 1) + 2 - (k & 1)]
                w.list[VIA + depth] = w.list[3 * (k >> 1)]
                if to == start and depth >= 2 and depth & 1 == 0:
                    if w.list[PATH + 1] < w.list[PATH + depth]:
                        _broken(b, s, w, m, x, depth + 1, t, alone)
                elif to > start and depth < LONGEST - 1 and not _is_on(w, depth, to):
                    depth += 1
                    w.list[PATH + depth] = to
                    w.list[AT + depth] = -1


@inner
def _is_on(w: Work, depth: int, c: int) -> bool:
    """Whether cell c is on the path already."""
    for q in range(depth + 1):  # noqa: SIM110  kernels have no generators
        if w.list[PATH + q] == c:
            return True
    return False


@inner
def _broken(b: Board, s: State, w: Work, m: Moves, x: int, size: int, t: int, alone: bool) -> None:
    i = open_move(m, BROKEN)
    for q in range(size):
        add_group(m, i, w.list[VIA + q])
    for q in range(size):
        add_cell(m, i, w.list[PATH + q], x)
    guards, seen = w.sets[GUARDS], w.sets[OUT]
    start_seen(b, s, x, seen)
    for k in range(b.nw):
        guards[k] = 0
    for q in range(size):
        places = s.hpos[w.list[VIA + q], x]
        while places != 0:
            c = b.hcells[w.list[VIA + q], ctz(places)]
            places &= places - 1
            if not _is_on(w, size - 1, c):
                guards[c >> 6] |= np.int64(1) << (c & 63)
                only_seen(b, c, seen)
    for k in range(b.nw):
        left = guards[k]
        while left != 0:
            add_cell(m, i, (k << 6) + ctz(left), x)
            left &= left - 1
    if alone:
        set_place(m, i, t, x)
    else:
        add_elims(s, m, i, seen, x)
    cells = m.row[i, 6] - size
    set_meta(m, i, cells, 1, size, size, size, cells)
    if cells > size:
        close_move(m, i)


@inner
def dual_kite(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every two kites through the same two places of a box."""
    for x in range(b.d):
        n = links(b, s, w, x)
        for j in range(n):
            for k in range(n):
                if b.gkind[w.list[3 * j]] != ROW or b.gkind[w.list[3 * k]] != COL:
                    continue
                for q in range(4):
                    p = w.list[3 * j + 1 + (q & 1)]
                    r = w.list[3 * k + 1 + (q >> 1)]
                    if p != r and b.row[p] < b.row[r] and sees(b, p, r):
                        _second_kite(b, s, w, m, x, n, j, k, p, r)


@inner
def _second_kite(b: Board, s: State, w: Work, m: Moves, x: int, n: int, j: int, k: int, p: int, r: int) -> None:
    """Kite with the row of p (link j) and the column of r (link k): the one the other way round goes with it."""
    for u in range(n):
        if b.gkind[w.list[3 * u]] != ROW or not inside(b, w.list[3 * u], r):
            continue
        for v in range(n):
            if b.gkind[w.list[3 * v]] != COL or not inside(b, w.list[3 * v], p):
                continue
            one, two = w.sets[0], w.sets[1]
            if not (_ends(b, s, w, x, j, p, k, r, one) and _ends(b, s, w, x, u, r, v, p, two)):
                continue
            if not _differ(b, one, two):
                continue
            i = open_move(m, DUAL_KITE)
            for q in range(4):
                link = j if q == 0 else (k if q == 1 else (u if q == 2 else v))
                near = p if q == 0 or q == 3 else r
                add_group(m, i, w.list[3 * link])
                add_cell(m, i, _other(w, link, near), x)
                if q < 2:
                    add_cell(m, i, near, x)
            add_elims(s, m, i, one, x)
            add_elims(s, m, i, two, x)
            set_meta(m, i, 6, 1, 4, 4, 2, 6)
            close_move(m, i)


@inner
def _other(w: Work, link: int, near: int) -> int:
    """The other end of a link."""
    a, c = w.list[3 * link + 1], w.list[3 * link + 2]
    return int(c if a == near else a)


@inner
def _ends(b: Board, s: State, w: Work, x: int, j: int, p: int, k: int, r: int, seen: Array) -> bool:
    """Write what the far ends of two links see; False when there is nothing or the four cells are not apart."""
    a, c = _other(w, j, p), _other(w, k, r)
    if a in (r, c) or c == p:
        return False
    start_seen(b, s, x, seen)
    return only_seen(b, a, seen) and only_seen(b, c, seen)


@inner
def _differ(b: Board, one: Array, two: Array) -> bool:
    """Whether each set has something that the other has not."""
    more, less = False, False
    for k in range(b.nw):
        more = more or one[k] & ~two[k] != 0
        less = less or two[k] & ~one[k] != 0
    return more and less


@inner
def dual_rectangle(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every two empty rectangles of one box whose targets look at different parts of it."""
    for x in range(b.d):
        n = links(b, s, w, x)
        for h in range(b.nh):
            if b.gkind[h] <= COL or popcnt(s.hpos[h, x]) < 2:
                continue
            found = 0
            for j in range(2 * n):
                near, far = w.list[3 * (j >> 1) + 1 + (j & 1)], w.list[3 * (j >> 1) + 2 - (j & 1)]
                if w.list[3 * (j >> 1)] != h and found < RECTANGLES:
                    rest = _rest(b, s, w, x, h, near, far, w.sets[found])
                    if rest != 0:
                        w.list[ENDS + found] = j
                        w.list[REST + found] = rest
                        found += 1
            for i in range(found):
                for j in range(i + 1, found):
                    if w.list[REST + i] & w.list[REST + j] == 0 and _differ(b, w.sets[i], w.sets[j]):
                        _rectangles(b, s, w, m, x, h, i, j)


@inner
def _rest(b: Board, s: State, w: Work, x: int, h: int, near: int, far: int, seen: Array) -> int:
    """Places of house h that ``near`` does not see, with the cells that see them and ``far`` written; 0 if useless."""
    if inside(b, h, near) or inside(b, h, far):
        return 0
    rest = np.int64(0)
    start_seen(b, s, x, seen)
    some = only_seen(b, far, seen)
    seen[near >> 6] &= ~(np.int64(1) << (near & 63))
    places = s.hpos[h, x]
    while places != 0:
        c = b.hcells[h, ctz(places)]
        if not sees(b, near, c):
            rest |= places & -places
            some = only_seen(b, c, seen)
        places &= places - 1
    return rest if some and rest != s.hpos[h, x] else np.int64(0)


@inner
def _rectangles(b: Board, s: State, w: Work, m: Moves, x: int, h: int, one: int, two: int) -> None:
    i = open_move(m, DUAL_RECTANGLE)
    add_group(m, i, h)
    for q in range(2):
        j = w.list[ENDS + (one if q == 0 else two)]
        add_group(m, i, w.list[3 * (j >> 1)])
        add_cell(m, i, w.list[3 * (j >> 1) + 2 - (j & 1)], x)
        add_cell(m, i, w.list[3 * (j >> 1) + 1 + (j & 1)], x)
        add_elims(s, m, i, w.sets[one if q == 0 else two], x)
    places = s.hpos[h, x]
    while places != 0:
        add_cell(m, i, b.hcells[h, ctz(places)], x)
        places &= places - 1
    set_meta(m, i, m.row[i, 6] - 3, 1, 3, 3, 2, 6)
    close_move(m, i)
