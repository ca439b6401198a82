"""WXYZ-wing (5.5, 5.6) and VWXYZ-wing (6.2 to 6.4): a set of cells with one digit too many, and a cell with two digits.

Three (four) cells that see each other hold four (five) digits; a further cell holds two of those, x and z. Where all
cells of the set with x see it, either it is z, or the set keeps all its digits but x: z goes from cells that see all z.
Where both digits are linked that way, every digit is used up. The rating depends on the largest cell of the set.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from .grid import COMBO, FIRST, HOUSE, NEAR, RATE, TRIAL, Grid, collect, offer


@inner
def _linked(g: Grid, n: int, bit: int, pincer: int) -> bool:
    """Whether the last cell sees all cells of the set with that digit."""
    for k in range(n):  # noqa: SIM110  all() is no kernel code
        if g.cand[g.spare[k]] & bit and not NEAR[g.spare[k], pincer]:
            return False
    return True


@inner
def _clear(g: Grid, n: int, bit: int, pincer: int) -> None:
    """Collect the digit where all cells of the set that have it, and the last cell if it has it, are seen."""
    for c in range(81):
        if g.cand[c] & bit == 0 or c == pincer:
            continue
        sees = g.cand[pincer] & bit == 0 or NEAR[c, pincer] == 1
        for k in range(n):
            a = g.spare[k]
            if a == c or (g.cand[a] & bit and not NEAR[c, a]):
                sees = False
        if sees:
            collect(g, c, bit)


@inner
def _wing(g: Grid, n: int, union: int, pincer: int, rate: int, size: int) -> None:
    """Hints of a set in ``spare`` with that last cell."""
    x = g.cand[pincer] & -g.cand[pincer]
    z = g.cand[pincer] & ~x
    by_x, by_z = _linked(g, n, x, pincer), _linked(g, n, z, pincer)
    if not by_x and not by_z:
        return
    if by_x and by_z:
        rest = union & ~g.cand[pincer]
        while rest != 0:
            _clear(g, n, rest & -rest, pincer)
            rest &= rest - 1
    if by_z:
        _clear(g, n, x, pincer)
    if by_x:
        _clear(g, n, z, pincer)
    both = 1000 if by_x and by_z else 0
    offer(g, rate, g.info[TRIAL] * 10000 + both + size)


@inner
def wing(g: Grid, n: int) -> bool:
    """WXYZ-wing (n = 3) or VWXYZ-wing (n = 4)."""
    base, middle = (55, 3) if n == 3 else (62, 3)
    for h in range(27):
        usable = np.int64(0)
        for p in range(9):
            if 2 <= popcnt(g.cand[HOUSE[h, p]]) <= n + 1:
                usable |= np.int64(1) << p
        if popcnt(usable) < n:
            continue
        for k in range(FIRST[n], FIRST[n + 1]):
            m = COMBO[k]
            if m & ~usable != 0:
                continue
            union, largest, size = np.int64(0), 0, 0
            for i in range(n):
                g.spare[i] = HOUSE[h, ctz(m)]
                m &= m - 1
                union |= g.cand[g.spare[i]]
                largest = max(largest, popcnt(g.cand[g.spare[i]]))
                size += popcnt(g.cand[g.spare[i]])
            if popcnt(union) != n + 1:
                continue
            rate = base + (n + 1 - middle) - abs(middle - largest)
            for c in range(81):
                if popcnt(g.cand[c]) == 2 and g.cand[c] & ~union == 0 and not _member(g, n, c):
                    _wing(g, n, union, c, rate, size)
    return g.info[RATE] != 0


@inner
def _member(g: Grid, n: int, c: int) -> bool:
    """Whether cell c is in the set."""
    for k in range(n):  # noqa: SIM110  any() is no kernel code
        if g.spare[k] == c:
            return True
    return False
