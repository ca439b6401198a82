"""Forcing chains and bidirectional cycles: 6.5 or 6.6 on one digit or in cells of two, 7.0 in general, plus length.

    candidate true ─→ off ─→ on ─→ … ─→ off: the same candidate       so it is false
    candidate false ─→ on ─→ … ─→ on: the same candidate              so it is true
    candidate true ─→ off ─→ on ─→ … ─→ off ─→ on: the same           a cycle works in both directions: what sees a
                                                                      true and a false one of its nodes goes
Breadth-first from every candidate, so that the shortest chain to each conclusion is found. The number of nodes gives
the length; of all hints the lowest rating is taken, then fewest nodes, then chains of one digit, of bivalue cells,
others.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from .grid import CANDIDATES, KEY, NEAR, PLACE, RATE, Graph, Grid, build_links, collect, length_bonus, offer

LONGEST = 1 << 20
ONE_DIGIT, BIVALUE, GENERAL = range(3)
LINKS, SEARCH, CAP = 5, 6, 7
"""Entries of ``info``: kind of links in use; number of the search; most nodes a chain may have."""


@inner
def _key(nodes: int, kind: int) -> int:
    """Rank among hints of one rating: fewer nodes, then kind."""
    return -(nodes * 4 + kind)


@inner
def _rate(nodes: int, kind: int, cycle: bool) -> int:
    base = 70 if kind == GENERAL else (65 if cycle else 66)
    return base + length_bonus(nodes - 2)


@inner
def _worth(g: Grid, nodes: int, cycle: bool) -> bool:
    """Whether a hint of that many nodes would beat the one at hand."""
    rate, best = _rate(nodes, g.info[LINKS], cycle), g.info[RATE]
    if nodes > g.info[CAP] or (best != 0 and rate > best):
        return False
    return best == 0 or rate < best or _key(nodes, g.info[LINKS]) > g.info[KEY]


@inner
def _links_to(g: Grid, w: Graph, k: int, to: int) -> bool:
    """Whether ``to`` is the only other candidate once k is false."""
    kind = g.info[LINKS]
    if kind != ONE_DIGIT and w.strong[k, 0] == to:
        return True
    return kind != BIVALUE and (w.strong[k, 1] == to or w.strong[k, 2] == to or w.strong[k, 3] == to)


@inner
def _passed(w: Graph, start: int, on: int, off: int) -> bool:
    """Whether ``off`` lies on the way from the start to a candidate reached as true."""
    while on != start:
        via = w.up_on[on]
        if via == off:
            return True
        on = w.up_off[via]
    return False


@inner
def _cycle(g: Grid, w: Graph, start: int, on: int, off: int) -> None:
    """Offer the cycle start → … → on → off → start."""
    nodes = w.deep[on] + 1
    g.spare[0] = off * 2
    n, k = 1, on
    while k != start:
        g.spare[n] = k * 2 + 1
        g.spare[n + 1] = w.up_on[k] * 2
        n += 2
        k = w.up_off[w.up_on[k]]
    g.spare[n] = start * 2 + 1
    for c in range(81):
        if g.val[c] != 0:
            continue
        trues, falses, member = np.int64(0), np.int64(0), False
        for i in range(n + 1):
            k = g.spare[i] >> 1
            if k // 9 == c:
                member = True
                break
            if NEAR[k // 9, c]:
                if g.spare[i] & 1:
                    trues |= np.int64(1) << (k % 9)
                else:
                    falses |= np.int64(1) << (k % 9)
        if not member:
            collect(g, c, trues & falses)
    offer(g, _rate(nodes, g.info[LINKS], True), _key(nodes, g.info[LINKS]))


@inner
def _closes(g: Grid, w: Graph, start: int, on: int, off: int) -> bool:
    """Whether a cycle over ``on`` and ``off`` would be worth a hint."""
    if not _links_to(g, w, off, start) or not _worth(g, w.deep[on] + 1, True):
        return False
    return not _passed(w, start, on, off)


@inner
def _conclude(g: Grid, start: int, true: bool, nodes: int) -> None:
    """Offer the conclusion that the start is true or false."""
    kind, c, bit = g.info[LINKS], start // 9, np.int64(1) << (start % 9)
    collect(g, c, ~bit if true else bit)
    offer(g, _rate(nodes, kind, False), _key(nodes, kind))
    g.info[PLACE] = start if true else -1


@inner
def _hopeless(g: Grid, nodes: int, true: bool) -> bool:
    """Whether no conclusion of that many nodes would beat the hint at hand."""
    if true and _worth(g, nodes, True):
        return False
    return g.info[LINKS] == BIVALUE or not _worth(g, nodes, False)


@inner
def _make_false(g: Grid, w: Graph, start: int, k: int, true: bool, n: int) -> int:
    """Follow what candidate k, reached as true, makes false; returns the new length of the queue of those."""
    nodes, search = w.deep[k] + 1, g.info[SEARCH]
    first = w.weak[k] + (w.weak_cell[k] if g.info[LINKS] == ONE_DIGIT else 0)
    for i in range(first, w.weak[k + 1]):
        off = w.weak_to[i]
        if true and off == start and g.info[LINKS] != BIVALUE and _worth(g, nodes, False):
            _conclude(g, start, False, nodes)
        elif true and nodes >= 4 and _closes(g, w, start, k, off):
            _cycle(g, w, start, k, off)
        if w.seen_off[off] != search:
            w.seen_off[off] = search
            w.up_off[off] = k
            w.queue[1, n] = off
            n += 1
    return n


@inner
def _make_true(g: Grid, w: Graph, start: int, off: int, true: bool, n: int) -> int:
    """Follow what candidate ``off``, reached as false, makes true; returns the new length of the queue of those."""
    nodes = 2 if off == start and not true else w.deep[w.up_off[off]] + 2
    for t in range(4):
        k = w.strong[off, t]
        if k < 0 or (t == 0 and g.info[LINKS] == ONE_DIGIT) or (t > 0 and g.info[LINKS] == BIVALUE):
            continue
        if not true and k == start and _worth(g, nodes, False):
            _conclude(g, start, True, nodes)
        if w.seen_on[k] != g.info[SEARCH]:
            w.seen_on[k] = g.info[SEARCH]
            w.up_on[k] = off
            w.deep[k] = nodes
            w.queue[0, n] = k
            n += 1
    return n


@inner
def _search(g: Grid, w: Graph, start: int, true: bool) -> None:
    """Breadth-first search from a candidate that is assumed true or false."""
    g.info[SEARCH] += 1
    head_on, n_on, head_off, n_off = 0, 0, 0, 0
    if true:
        w.seen_on[start], w.deep[start], w.queue[0, 0] = g.info[SEARCH], 1, start
        n_on = 1
    else:
        w.seen_off[start], w.queue[1, 0] = g.info[SEARCH], start
        n_off = 1
    while head_on < n_on or head_off < n_off:
        while head_on < n_on:
            k = w.queue[0, head_on]
            head_on += 1
            if _hopeless(g, w.deep[k] + 1, true):
                return
            n_off = _make_false(g, w, start, k, true, n_off)
        while head_off < n_off:
            n_on = _make_true(g, w, start, w.queue[1, head_off], true, n_on)
            head_off += 1


@inner
def _search_all(g: Grid, w: Graph, kind: int, cap: int) -> None:
    """Search from every candidate with one kind of links, up to a number of nodes."""
    g.info[LINKS], g.info[CAP] = kind, cap
    for k in range(CANDIDATES):
        c = k // 9
        if (g.cand[c] >> (k % 9)) & 1 == 0 or (kind == BIVALUE and w.weak_cell[k] != 1):
            continue
        _search(g, w, k, True)
        if kind != BIVALUE:
            _search(g, w, k, False)


@inner
def _settled(g: Grid, least: int) -> bool:
    """Whether general chains of at least that many nodes cannot beat the hint at hand."""
    bound, best = _rate(least, GENERAL, False), g.info[RATE]
    return best != 0 and (best < bound or (best == bound and -g.info[KEY] < 4 * least))


@inner
def chains(g: Grid, w: Graph) -> bool:
    """All cycles and forcing chains without branches."""
    build_links(g, w)
    _search_all(g, w, ONE_DIGIT, LONGEST)
    _search_all(g, w, BIVALUE, LONGEST)
    cap, least = 8, 4
    while cap <= 4 * CANDIDATES and not _settled(g, least):
        _search_all(g, w, GENERAL, cap)
        cap, least = 2 * cap, cap + 2
    return g.info[RATE] != 0
