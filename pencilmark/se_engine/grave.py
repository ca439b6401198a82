"""Bivalue universal grave: 5.6 (one cell), 5.7 (one digit; locked digit), 5.8 to 6.2 (naked set).

If every open cell had two candidates and every digit two places in each house, there would be two solutions or none;
so one of the extra candidates is true.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import popcnt
from .grid import COMBO, FIRST, HOF, HOUSE, NEAR, RATE, Grid, collect, offer

BUGS, EXTRA, COMMON, OTHERS = 0, 100, 200, 300
"""Parts of ``spare``: cells with extra candidates; those by cell; cells that see all of them; cells of one house."""


@inner
def _extra_cell(g: Grid, h: int, x: int) -> int:
    """The only cell with three or more candidates among the places of x in h; −1 = none, −2 = several."""
    found = -1
    for p in range(9):
        c = HOUSE[h, p]
        if (g.pos[h, x] >> p) & 1 and popcnt(g.cand[c]) >= 3:
            if found >= 0:
                return -2
            found = c
    return found


@inner
def _find_bugs(g: Grid) -> int:
    """Cells with extra candidates, written into ``spare``; 0 where the position is no such pattern."""
    n = 0
    for c in range(81):
        g.spare[EXTRA + c] = 0
    for h in range(27):
        for x in range(9):
            if g.pos[h, x] == 0 or popcnt(g.pos[h, x]) == 2:
                continue
            c = _extra_cell(g, h, x)
            if c == -1:
                return 0
            if c >= 0:
                if g.spare[EXTRA + c] == 0:
                    g.spare[BUGS + n] = c
                    n += 1
                g.spare[EXTRA + c] |= np.int64(1) << x
    for c in range(81):
        if g.val[c] == 0 and popcnt(g.cand[c] & ~g.spare[EXTRA + c]) != 2:
            return 0
    for h in range(27):
        for x in range(9):
            left = 0
            for p in range(9):
                c = HOUSE[h, p]
                left += ((g.cand[c] & ~g.spare[EXTRA + c]) >> x) & 1
            if left != 0 and left != 2:
                return 0
    return n


@inner
def _mark_common(g: Grid, n: int) -> int:
    """Mark the cells that see all bug cells; returns how many."""
    total = 0
    for c in range(81):
        g.spare[COMMON + c] = 1
        for k in range(n):
            if not NEAR[c, g.spare[BUGS + k]]:
                g.spare[COMMON + c] = 0
        total += g.spare[COMMON + c]
    return total


@inner
def _one_house(g: Grid, n: int, t: int) -> int:
    """House of kind t that holds all bug cells; −1 = none."""
    h = HOF[g.spare[BUGS], t]
    for k in range(n):
        if HOF[g.spare[BUGS + k], t] != h:
            return -1
    return h


@inner
def _locked_digit(g: Grid, every: int) -> bool:
    """Two bug cells in a house share one further digit: it is in one of them, the other digits go."""
    a, b = g.spare[BUGS], g.spare[BUGS + 1]
    shared = g.cand[a] & g.cand[b] & ~every
    if popcnt(shared) != 1:
        return False
    for t in range(3):
        if _one_house(g, 2, t) >= 0:
            collect(g, a, ~(g.spare[EXTRA + a] | shared))
            collect(g, b, ~(g.spare[EXTRA + b] | shared))
            if offer(g, 57, 0):
                return True
    return False


@inner
def _naked_set(g: Grid, h: int, every: int) -> bool:
    """The extra digits make a naked set with other cells of the house."""
    n = 0
    for p in range(9):
        c = HOUSE[h, p]
        if g.spare[COMMON + c] and g.val[c] == 0:
            g.spare[OTHERS + n] = c
            n += 1
    for size in range(2, min(n, 6) + 1):
        for k in range(FIRST[size - 1], FIRST[size]):
            chosen = COMBO[k]
            if chosen >> n != 0:
                continue
            union = np.int64(0)
            for i in range(n):
                if (chosen >> i) & 1:
                    union |= g.cand[g.spare[OTHERS + i]]
            if popcnt(union) != size or every & ~union != 0 or popcnt(every) < 2:
                continue
            for i in range(n):
                if (chosen >> i) & 1 == 0:
                    collect(g, g.spare[OTHERS + i], union)
            if offer(g, 56 + size, 0):
                return True
    return False


@inner
def grave(g: Grid) -> bool:
    """All types of bivalue universal grave."""
    n = _find_bugs(g)
    if n == 0:
        return False
    every = np.int64(0)
    for k in range(n):
        every |= g.spare[EXTRA + g.spare[BUGS + k]]
    common = _mark_common(g, n)
    if n == 1:
        collect(g, g.spare[BUGS], ~every)
        return offer(g, 56, 0)
    if popcnt(every) == 1:
        for c in range(81):
            if g.spare[COMMON + c]:
                collect(g, c, every)
        return offer(g, 57, 0) or (n == 2 and _locked_digit(g, every))
    if common == 0:
        return False
    if n == 2 and _locked_digit(g, every):
        return True
    for t in range(3):
        h = _one_house(g, n, t)
        if h >= 0 and _naked_set(g, h, every):
            return True
    return g.info[RATE] != 0
