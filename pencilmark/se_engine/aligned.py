"""Aligned pair (6.2) and triple exclusion (7.5).

Two (three) cells with common neighbours of few candidates: a combination of their digits that leaves such a neighbour
nothing, or puts one digit twice into a house, is impossible. Digits without a possible combination go.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import popcnt
from .grid import NEAR, PEER, Grid, collect, offer

MASKS, CELLS = 100, 200
"""Parts of ``spare``: candidates of the common neighbours; cells with such neighbours."""


@inner
def _may_exclude(g: Grid, c: int, limit: int) -> bool:
    return 2 <= popcnt(g.cand[c]) <= limit


@inner
def _list_cells(g: Grid, limit: int) -> int:
    """Open cells with at least one neighbour of few candidates."""
    n = 0
    for c in range(81):
        if popcnt(g.cand[c]) >= 2:
            for k in range(20):
                if _may_exclude(g, PEER[c, k], limit):
                    g.spare[CELLS + n] = c
                    n += 1
                    break
    return n


@inner
def _common(g: Grid, a: int, b: int, third: int, limit: int) -> int:
    """Candidates of the neighbours of all cells (third = −1: of two) that have few; returns how many."""
    n = 0
    for k in range(20):
        c = PEER[a, k]
        if NEAR[c, b] and (third < 0 or NEAR[c, third]) and _may_exclude(g, c, limit):
            g.spare[MASKS + n] = g.cand[c]
            n += 1
    return n


@inner
def _excluded(g: Grid, n: int, digits: int) -> bool:
    """Whether those digits leave a common neighbour nothing."""
    for k in range(n):  # noqa: SIM110  any() is no kernel code
        if g.spare[MASKS + k] & ~digits == 0:
            return True
    return False


@inner
def pairs(g: Grid) -> bool:
    """Aligned pair exclusion."""
    total = _list_cells(g, 2)
    for i in range(total):
        a = g.spare[CELLS + i]
        for j in range(i + 1, total):
            b = g.spare[CELLS + j]
            n = _common(g, a, b, -1, 2)
            if n < 2:
                continue
            kept_a, kept_b, p = np.int64(0), np.int64(0), g.cand[a]
            while p != 0:
                x, q = p & -p, g.cand[b]
                p &= p - 1
                while q != 0:
                    y = q & -q
                    q &= q - 1
                    if not (x == y and NEAR[a, b]) and not _excluded(g, n, x | y):
                        kept_a |= x
                        kept_b |= y
            collect(g, a, ~kept_a)
            collect(g, b, ~kept_b)
            if offer(g, 62, 0):
                return True
    return False


@inner
def _try_triple(g: Grid, a: int, b: int, c: int, n: int) -> None:
    """Collect what no combination of three cells needs."""
    kept_a, kept_b, kept_c, p = np.int64(0), np.int64(0), np.int64(0), g.cand[a]
    while p != 0:
        x, q = p & -p, g.cand[b]
        p &= p - 1
        while q != 0:
            y, r = q & -q, g.cand[c]
            q &= q - 1
            if x == y and NEAR[a, b]:
                continue
            while r != 0:
                z = r & -r
                r &= r - 1
                if (z == x and NEAR[a, c]) or (z == y and NEAR[b, c]):
                    continue
                if kept_a & x and kept_b & y and kept_c & z:
                    continue
                if not _excluded(g, n, x | y | z):
                    kept_a |= x
                    kept_b |= y
                    kept_c |= z
    collect(g, a, ~kept_a)
    collect(g, b, ~kept_b)
    collect(g, c, ~kept_c)


@inner
def triples(g: Grid) -> bool:
    """Aligned triple exclusion; the third cell is a neighbour of few candidates of one of the first two."""
    total = _list_cells(g, 3)
    for i in range(total):
        a = g.spare[CELLS + i]
        for j in range(i + 1, total):
            b = g.spare[CELLS + j]
            if _common(g, a, b, -1, 3) < 2:
                continue
            for k in range(total):
                c = g.spare[CELLS + k]
                if c in (a, b) or not _may_exclude(g, c, 3) or not (NEAR[c, a] or NEAR[c, b]):
                    continue
                n = _common(g, a, b, c, 3)
                if n >= 2:
                    _try_triple(g, a, b, c, n)
                    if offer(g, 75, 0):
                        return True
    return False
