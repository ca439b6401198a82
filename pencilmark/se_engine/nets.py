"""Nishio 7.5, cell and house forcing chains 8.0, dynamic chains 8.5, dynamic chains with pairs and X-wings 9.0.

Each candidate is assumed true, its consequences are followed. A contradiction refutes it (nishio, dynamic); what
follows from all candidates of a cell or all places of a digit in a house holds; in dynamic chains also what follows
from a candidate and from its opposite. The nodes of all branches together give the length. Of all hints the lowest
rating is taken, then fewest nodes, then two-branch chains, cells, houses, contradictions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from .consequences import (
    CLASH,
    COUNT,
    DYNAMIC,
    MODE,
    NISHIO,
    STATIC,
    ancestors,
    clash_ancestors,
    follow,
)
from .grid import CANDIDATES, HOF, HOUSE, KEY, PLACE, RATE, Grid, Net, collect, length_bonus, offer

Array = Any
OPPOSITE = CANDIDATES
"""Slot of the candidate at hand assumed false."""
BY_TWO, BY_CELL, BY_HOUSE, ABSURD = 1, 5, 6, 7
TICK = 6
"""Entry of ``info``: number of the last walk up the reasons."""


@inner
def _consider(g: Grid, node: int, nodes: int, kind: int) -> None:
    """Offer the conclusion that a node holds."""
    mode = g.info[MODE]
    base = 75 if mode == NISHIO else (80 if mode == STATIC else (85 if mode == DYNAMIC else 90))
    rate, key = base + length_bonus(nodes - 2), -(nodes * 8 + kind)
    if g.info[RATE] != 0 and (rate > g.info[RATE] or (rate == g.info[RATE] and key <= g.info[KEY])):
        return
    c, bit = node // 18, np.int64(1) << (node // 2 % 9)
    collect(g, c, ~bit if node & 1 else bit)
    if offer(g, rate, key):
        g.info[PLACE] = node // 2 if node & 1 else -1


@inner
def _assume(g: Grid, w: Net, k: int) -> None:
    """Follow candidate k as true unless that was done in this position."""
    if w.size[k, COUNT] < 0:
        follow(g, w, k, 2 * k + 1)


@inner
def _count(g: Grid, w: Net, slot: int, node: int) -> int:
    g.info[TICK] += 1
    return ancestors(g, w, slot, node, g.info[TICK])


@inner
def _contradiction(g: Grid, w: Net, slot: int, node: int) -> None:
    """What leads to a contradiction is wrong."""
    if w.size[slot, CLASH] >= 0:
        g.info[TICK] += 1
        nodes = clash_ancestors(g, w, slot, g.info[TICK]) + _count(g, w, slot, w.size[slot, CLASH] ^ 1)
        _consider(g, node ^ 1, nodes, ABSURD)


@inner
def _both_ways(g: Grid, w: Net, k: int) -> None:
    """What follows from a candidate and from its opposite."""
    for state in (1, 0):
        for i in range(w.size[k, COUNT]):
            node = w.seq[k, i]
            if node & 1 == state and w.at[OPPOSITE, node] >= 0:
                _consider(g, node, _count(g, w, k, node) + _count(g, w, OPPOSITE, node), BY_TWO)


@inner
def _all_branches(g: Grid, w: Net, n: int, kind: int) -> None:
    """What follows from all n candidates in the last part of ``spare``."""
    first = g.spare[1900]
    for state in (1, 0):
        for i in range(w.size[first, COUNT]):
            node = w.seq[first, i]
            if node & 1 != state:
                continue
            shared = True
            for j in range(1, n):
                if w.at[g.spare[1900 + j], node] < 0:
                    shared = False
                    break
            if shared:
                nodes = 0
                for j in range(n):
                    nodes += _count(g, w, g.spare[1900 + j], node)
                _consider(g, node, nodes, kind)


@inner
def _houses(g: Grid, w: Net, k: int) -> None:
    """House chains of the houses in which candidate k is the first place of its digit."""
    c, x = k // 9, k % 9
    for t in range(3):
        h = HOF[c, t]
        m = g.pos[h, x]
        if popcnt(m) < 2 or HOUSE[h, ctz(m)] != c:
            continue
        n = 0
        while m != 0:
            other = HOUSE[h, ctz(m)] * 9 + x
            m &= m - 1
            _assume(g, w, other)
            g.spare[1900 + n] = other
            n += 1
        _all_branches(g, w, n, BY_HOUSE)


@inner
def _cell(g: Grid, w: Net, c: int) -> None:
    """All chains that start in a cell."""
    mode, count = g.info[MODE], popcnt(g.cand[c])
    for x in range(9):
        k = c * 9 + x
        if (g.cand[c] >> x) & 1 == 0:
            continue
        _assume(g, w, k)
        if mode != STATIC:
            _contradiction(g, w, k, 2 * k + 1)
            follow(g, w, OPPOSITE, 2 * k)
            _contradiction(g, w, OPPOSITE, 2 * k)
            if mode != NISHIO and count > 2:
                _both_ways(g, w, k)
        if mode != NISHIO:
            _houses(g, w, k)
    if mode != NISHIO:
        n = 0
        for x in range(9):
            if (g.cand[c] >> x) & 1:
                g.spare[1900 + n] = c * 9 + x
                n += 1
        _all_branches(g, w, n, BY_CELL)


@inner
def nets(g: Grid, w: Net, mode: int) -> bool:
    """Chains with branches of one kind (see ``consequences``); links must have been built for the position."""
    g.info[MODE] = mode
    for k in range(CANDIDATES + 1):
        w.size[k, COUNT] = -1
    for c in range(81):
        if popcnt(g.cand[c]) > (2 if mode == STATIC else 1):
            _cell(g, w, c)
    return g.info[RATE] != 0


@inner
def last_resort(g: Grid, truth: Array) -> bool:
    """Where all else fails (nested chains are not emulated): remove the wrong candidates of the smallest cell, 9.5."""
    best = -1
    for c in range(81):
        n = popcnt(g.cand[c])
        if n > 1 and (best < 0 or n < popcnt(g.cand[best])):
            best = c
    if best < 0:
        return False
    wrong = g.cand[best] & ~(np.int64(1) << (truth[best] - 1))
    collect(g, best, wrong & -wrong)
    return offer(g, 95, 0)
