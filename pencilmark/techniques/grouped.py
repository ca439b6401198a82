"""Chains with groups of cells as nodes: grouped X-Chain, AIC and loops.

    ┌────────────┬────────────┐    the digit's places in a crossing of box and line act as one node: it is true when
    │ .  .  .    │ .  .  .    │    one of them holds the digit
    │ a  a  . ───│─── b  .  . │    strong link (=): the two nodes are all places of the digit in a house
    │ .  .  c    │ .  -  .  . │    weak link   (-): every cell of the one sees every cell of the other
    └────────────┴────────────┘

Everything else is as in chains of single candidates (``chains``), and only chains that need a group are reported.
Sound for the same reason: every link is a plain consequence of the candidates.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from ..tables import shape_id
from .base.moves import (
    M_GROUPED,
    Moves,
    add_cell,
    add_elim,
    add_elims,
    add_group,
    close_move,
    open_move,
    set_meta,
    set_place,
)  # fmt: skip
from .base.work import Work

X_CHAIN = shape_id("Grouped X-Chain")
AIC = shape_id("Grouped AIC")
LOOP = shape_id("Grouped Continuous Loop")
SELF = shape_id("Grouped Discontinuous Loop")
BY_X, BY_AIC, BY_LOOP = 1, 2, 3
"""p0 of the finder: which links are used and which results are reported."""
PATH, FIRST = 0, 7000
"""Ranges of w.list: a chain laid out; the first group of each digit."""
DIGIT, HOUSE, CROSSING, SIZE = 0, 1, 2, 3
"""Columns of w.als, which holds the groups here: digit, the two groups that cross, cells."""

Array = Any


@inner
def grouped_chains(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every chain of kind p0 with at least p1 links that has a group among its nodes."""
    groups = _build(b, s, w)
    if groups == 0:
        return
    _partners(b, s, w, groups, p0)
    for c in range(b.n):
        left = s.cand[c]
        while left != 0:
            v = c * 32 + ctz(left)
            left &= left - 1
            _from(b, s, w, m, v, p0, p1)
    for g in range(groups):
        _from(b, s, w, m, _node(b, g), p0, p1)
    # Forcing chains and loops count in these and expect them empty.
    w.hits_on[:] = 0
    w.hits_off[:] = 0


@inner
def _from(b: Board, s: State, w: Work, m: Moves, v: int, mode: int, least: int) -> None:
    if w.hits_off[v] == 0:
        return
    tail = _search(b, s, w, v, mode)
    for q in range(tail):
        t = w.queue[q]
        if t >= v and (w.depth[t] >= least or t == v):
            _report(b, s, w, m, v, t, mode)
    for q in range(tail):
        w.on[w.queue[q]] = -1
    for q in range(1, w.falses[0] + 1):
        w.off[w.falses[q]] = -1


@inner
def _node(b: Board, g: int) -> int:
    """Number of group g as a node: those of candidates that no cell has (digits d … 31)."""
    return (g // (32 - b.d)) * 32 + b.d + g % (32 - b.d)


@inner
def _group(b: Board, v: int) -> int:
    """Group of a node, −1 for a single candidate."""
    return (v >> 5) * (32 - b.d) + (v & 31) - b.d if (v & 31) >= b.d else -1


@inner
def _digit(b: Board, w: Work, v: int) -> int:
    g = _group(b, v)
    return v & 31 if g < 0 else w.als[g, DIGIT]


@inner
def _build(b: Board, s: State, w: Work) -> int:
    """All groups, by digit: two or more places of a digit in the crossing of a house and another group."""
    n = 0
    for x in range(b.d):
        w.list[FIRST + x] = n
        for h in range(b.nh):
            if popcnt(s.hpos[h, x]) >= 2:
                for g in range(h + 1, b.ng):
                    if n < len(w.als) and n < b.n * (32 - b.d) and _store(b, s, w, x, h, g, n):
                        n += 1
    w.list[FIRST + b.d] = n
    return n


@inner
def _store(b: Board, s: State, w: Work, x: int, h: int, g: int, n: int) -> bool:
    """Write the crossing of h and g as group n; False when it has not two cells or is known."""
    size = 0
    for k in range(b.nw):
        w.als_cells[n, k] = b.gbits[h, k] & b.gbits[g, k] & s.dbits[x, k]
        size += popcnt(w.als_cells[n, k])
    if size < 2:
        return False
    for i in range(w.list[FIRST + x], n):
        same = True
        for k in range(b.nw):
            same = same and w.als_cells[i, k] == w.als_cells[n, k]
        if same:
            return False
    w.als[n, DIGIT], w.als[n, HOUSE], w.als[n, CROSSING], w.als[n, SIZE] = x, h, g, size
    for k in range(b.nw):
        w.als_sees[n, 0, k] = s.dbits[x, k]
    for k in range(b.nw):
        word = w.als_cells[n, k]
        while word != 0:
            c = (k << 6) + ctz(word)
            word &= word - 1
            for j in range(b.nw):
                w.als_sees[n, 0, j] &= b.pbits[c, j]
    return True


@inner
def _partners(b: Board, s: State, w: Work, groups: int, mode: int) -> None:
    """Strong links of every node: w.link from w.hits_on[node] on, w.hits_off[node] of them; w.strong as a set."""
    links = 0
    for x in range(b.d):
        for k in range(b.nw):
            w.strong[x, k] = 0
    for c in range(b.n):
        left = s.cand[c]
        while left != 0:
            x = ctz(left)
            left &= left - 1
            v = c * 32 + x
            w.hits_on[v] = links
            if mode != BY_X and popcnt(s.cand[c]) == 2 and links < len(w.link):
                w.link[links] = c * 32 + ctz(s.cand[c] & ~(np.int64(1) << x))
                links += 1
            for k in range(b.nw):
                w.sets[0, k] = 0
            w.sets[0, c >> 6] = np.int64(1) << (c & 63)
            links = _in_houses(b, s, w, c, x, links)
            w.hits_off[v] = links - w.hits_on[v]
            if w.hits_off[v] > 0:
                w.strong[x, c >> 6] |= np.int64(1) << (c & 63)
    for g in range(groups):
        v = _node(b, g)
        w.hits_on[v] = links
        first = -1
        for k in range(b.nw):
            w.sets[0, k] = w.als_cells[g, k]
            if first < 0 and w.sets[0, k] != 0:
                first = (k << 6) + ctz(w.sets[0, k])
        links = _in_houses(b, s, w, first, w.als[g, DIGIT], links)
        w.hits_off[v] = links - w.hits_on[v]


@inner
def _in_houses(b: Board, s: State, w: Work, c: int, x: int, links: int) -> int:
    """Nodes that hold the rest of the places of x in a house around w.sets[0] (cell c is in it)."""
    for i in range(b.cptr[c], b.cptr[c + 1]):
        h = b.chouse[i]
        within = True
        size = 0
        last = 0
        for k in range(b.nw):
            within = within and w.sets[0, k] & ~b.gbits[h, k] == 0
            w.sets[1, k] = b.gbits[h, k] & s.dbits[x, k] & ~w.sets[0, k]
            size += popcnt(w.sets[1, k])
            if w.sets[1, k] != 0:
                last = (k << 6) + ctz(w.sets[1, k])
        if not within or size == 0 or links >= len(w.link):
            continue
        if size == 1:
            w.link[links] = last * 32 + x
            links += 1
            continue
        for g in range(w.list[FIRST + x], w.list[FIRST + x + 1]):
            same = w.als[g, SIZE] == size
            for k in range(b.nw):
                same = same and w.als_cells[g, k] == w.sets[1, k]
            if same:
                w.link[links] = _node(b, g)
                links += 1
                break
    return links


@inner
def _false(w: Work, z: int, parent: int, depth: int, tail: int) -> int:
    """Mark node z as false and its partners as true; returns the new end of the queue."""
    if w.off[z] >= 0:
        return tail
    w.off[z] = parent
    w.falses[0] += 1
    w.falses[w.falses[0]] = z
    for k in range(w.hits_on[z], w.hits_on[z] + w.hits_off[z]):
        t = w.link[k]
        if w.on[t] < 0:
            w.on[t] = z
            w.depth[t] = depth
            w.queue[tail] = t
            tail += 1
    return tail


@inner
def _search(b: Board, s: State, w: Work, start: int, mode: int) -> int:
    """Everything that becomes true when node ``start`` is false; returns how many are in w.queue."""
    w.falses[0] = 0
    tail = _false(w, start, start, 1, 0)
    head = 0
    while head < tail:
        y = w.queue[head]
        head += 1
        deeper = w.depth[y] + 2
        x = _digit(b, w, y)
        own = _group(b, y)
        seen = b.pbits[y >> 5] if own < 0 else w.als_sees[own, 0]
        for k in range(b.nw):
            word = seen[k] & w.strong[x, k] & s.dbits[x, k]
            while word != 0:
                tail = _false(w, ((k << 6) + ctz(word)) * 32 + x, y, deeper, tail)
                word &= word - 1
        for g in range(w.list[FIRST + x], w.list[FIRST + x + 1]):
            z = _node(b, g)
            if w.hits_off[z] > 0 and w.off[z] < 0 and _covers(b, w, seen, g):
                tail = _false(w, z, y, deeper, tail)
        if mode != BY_X and own < 0:
            tail = _beside(b, s, w, y, deeper, tail)
    return tail


@inner
def _beside(b: Board, s: State, w: Work, y: int, deeper: int, tail: int) -> int:
    """Weak links of the single candidate y to other digits: in its cell, and by pair rules."""
    c, x = y >> 5, y & 31
    left = s.cand[c] & ~(np.int64(1) << x)
    while left != 0:
        z = c * 32 + ctz(left)
        left &= left - 1
        if w.hits_off[z] > 0:
            tail = _false(w, z, y, deeper, tail)
    for k in range(b.rptr[c], b.rptr[c + 1]):
        e = b.rcell[k]
        left = s.cand[e] & ~b.tables[b.rtab[k], x]
        while left != 0:
            z = e * 32 + ctz(left)
            left &= left - 1
            if w.hits_off[z] > 0:
                tail = _false(w, z, y, deeper, tail)
    return tail


@inner
def _sees(b: Board, w: Work, v: int, k: int) -> int:
    """Word k of the set of cells that see all cells of a node."""
    g = _group(b, v)
    return b.pbits[v >> 5, k] if g < 0 else w.als_sees[g, 0, k]


@inner
def _covers(b: Board, w: Work, seen: Array, g: int) -> bool:
    """Whether all cells of group g are among those seen."""
    for k in range(b.nw):  # noqa: SIM110  kernels have no generators
        if w.als_cells[g, k] & ~seen[k] != 0:
            return False
    return True


@inner
def _tied(b: Board, w: Work, v: int, t: int) -> bool:
    """Whether two nodes of one digit have a weak link."""
    g = _group(b, t)
    if g < 0:
        return (_sees(b, w, v, t >> 11) >> ((t >> 5) & 63)) & 1 == 1
    for k in range(b.nw):
        w.sets[0, k] = _sees(b, w, v, k)
    return _covers(b, w, w.sets[0], g)


@inner
def _lay(b: Board, w: Work, t: int) -> int:
    """Write the chain that ends in t into w.list[PATH:]; returns its number of nodes, 0 when none is a group."""
    n = w.depth[t] + 1
    k = PATH + n - 1
    at = t
    grouped = False
    while True:
        w.list[k] = at
        w.list[k - 1] = w.on[at]
        grouped = grouped or _group(b, at) >= 0 or _group(b, w.on[at]) >= 0
        if k - 1 == PATH:
            break
        k -= 2
        at = w.off[w.list[k + 1]]
    return n if grouped else 0


@inner
def _report(b: Board, s: State, w: Work, m: Moves, v: int, t: int, mode: int) -> None:
    """The conclusion of the chain from v false to t true, if there is one."""
    x, y = _digit(b, w, v), _digit(b, w, t)
    if mode == BY_LOOP:
        if t == v:
            _true(b, s, w, m, v)
        elif (x == y and _tied(b, w, v, t)) or (v >> 5 == t >> 5 and _group(b, v) < 0 and _group(b, t) < 0):
            _loop(b, s, w, m, t)
    elif x == y and v != t and (mode == BY_X or not _tied(b, w, v, t)):
        _ends(b, s, w, m, v, t, x, AIC if mode == BY_AIC else X_CHAIN)
    elif x != y and mode == BY_AIC:
        _crossed(b, s, w, m, v, t)


@inner
def _story(b: Board, s: State, w: Work, m: Moves, i: int, n: int, closing: int) -> None:
    """The n nodes laid out; a group is written as its two groups, then its cells."""
    digits = np.int64(0)
    cells = 0
    for q in range(n):
        v = w.list[PATH + q]
        g = _group(b, v)
        digits |= np.int64(1) << _digit(b, w, v)
        if g < 0:
            add_cell(m, i, v >> 5, v & 31)
            cells += 1
            continue
        add_group(m, i, w.als[g, HOUSE])
        add_group(m, i, w.als[g, CROSSING])
        for k in range(b.nw):
            word = w.als_cells[g, k]
            while word != 0:
                add_cell(m, i, (k << 6) + ctz(word), w.als[g, DIGIT])
                word &= word - 1
                cells += 1
    set_meta(m, i, cells, popcnt(digits), (n + 1) // 2, n // 2, (n - 1) // 2 + closing, n - 1 + closing)
    m.meta[i, M_GROUPED] = 1.0


@inner
def _both(b: Board, s: State, w: Work, v: int, t: int, x: int) -> bool:
    """Write to w.sets[0] the cells with x that see all of nodes v and t; whether there are any."""
    seen = w.sets[0]
    some = False
    for k in range(b.nw):
        seen[k] = _sees(b, w, v, k) & _sees(b, w, t, k) & s.dbits[x, k]
        some = some or seen[k] != 0
    return some


@inner
def _ends(b: Board, s: State, w: Work, m: Moves, v: int, t: int, x: int, shape: int) -> None:
    if not _both(b, s, w, v, t, x):
        return
    n = _lay(b, w, t)
    if n == 0:
        return
    i = open_move(m, shape)
    add_elims(s, m, i, w.sets[0], x)
    _story(b, s, w, m, i, n, 0)
    close_move(m, i)


@inner
def _crossed(b: Board, s: State, w: Work, m: Moves, v: int, t: int) -> None:
    """Ends of different digits: a single end loses the other end's digit where it sees all of that."""
    n = _lay(b, w, t)
    if n == 0:
        return
    i = open_move(m, AIC)
    for q in range(2):
        a, z = (v, t) if q == 0 else (t, v)
        c = a >> 5
        if _group(b, a) < 0 and (_sees(b, w, z, c >> 6) >> (c & 63)) & 1:
            add_elim(s, m, i, c, _digit(b, w, z))
    _story(b, s, w, m, i, n, 0)
    close_move(m, i)


@inner
def _true(b: Board, s: State, w: Work, m: Moves, v: int) -> None:
    """A node that is true if it is false."""
    n = _lay(b, w, v)
    if n == 0:
        return
    i = open_move(m, SELF)
    if _group(b, v) < 0:
        set_place(m, i, v >> 5, v & 31)
    else:
        for k in range(b.nw):
            w.sets[0, k] = _sees(b, w, v, k)
        add_elims(s, m, i, w.sets[0], _digit(b, w, v))
    _story(b, s, w, m, i, n, 0)
    close_move(m, i)


@inner
def _loop(b: Board, s: State, w: Work, m: Moves, t: int) -> None:
    """A closed chain: of the two ends of every weak link one is true."""
    n = _lay(b, w, t)
    if n == 0:
        return
    i = open_move(m, LOOP)
    for q in range(1, n, 2):
        y = w.list[PATH + q]
        z = w.list[PATH + q + 1] if q + 1 < n else w.list[PATH]
        x = _digit(b, w, y)
        if x == _digit(b, w, z):
            if _both(b, s, w, y, z, x):
                add_elims(s, m, i, w.sets[0], x)
        elif y >> 5 == z >> 5:
            left = s.cand[y >> 5] & ~(np.int64(1) << x) & ~(np.int64(1) << _digit(b, w, z))
            while left != 0:
                add_elim(s, m, i, y >> 5, ctz(left))
                left &= left - 1
    _story(b, s, w, m, i, n, 1)
    close_move(m, i)
