"""Singles, locked candidates, subsets, fish, XY-wing and XYZ-wing: 1.0 to 5.4.

Each finder returns True with the first hint it meets; houses are asked box, column, row.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from .grid import COMBO, FIRST, HOF, HOUSE, NEAR, PEER, Grid, collect, offer, place_hint

ORDER = (0, 18, 9)
"""First house of each kind in the order in which they are asked."""


@inner
def hidden_single(g: Grid) -> bool:
    """Last cell of a house 1.0, hidden single in a box 1.2, in a line 1.5."""
    for alone in (True, False):
        for first in ORDER:
            for h in range(first, first + 9):
                if (g.left[h] == 1) != alone:
                    continue
                for x in range(9):
                    m = g.pos[h, x]
                    if m != 0 and m & (m - 1) == 0:
                        place_hint(g, 10 if alone else (12 if first == 0 else 15), HOUSE[h, ctz(m)], x)
                        return True
    return False


@inner
def naked_single(g: Grid) -> bool:
    """Cell with one candidate: 2.3."""
    for c in range(81):
        m = g.cand[c]
        if m != 0 and m & (m - 1) == 0:
            place_hint(g, 23, c, ctz(m))
            return True
    return False


@inner
def _single_after_lock(g: Grid, h: int, line: int, x: int) -> int:
    """Cell that becomes a hidden single of a house like h once x is locked in h ∩ line; −1 = none."""
    kind = h // 9 * 9
    for other in range(kind, kind + 9):
        if other == h or popcnt(g.pos[other, x]) < 2:
            continue
        rest, m, inside = -1, g.pos[other, x], False
        n = 0
        while m != 0:
            c = HOUSE[other, ctz(m)]
            m &= m - 1
            if HOF[c, line // 9] == line:
                inside = True
            else:
                rest = c
                n += 1
        if inside and n == 1:
            return rest
    return -1


@inner
def _shared_house(g: Grid, h: int, x: int, kind: int) -> int:
    """House of a kind (0 box, 1 row, 2 column) that holds all places of x in h; −1 = none."""
    m = g.pos[h, x]
    shared = HOF[HOUSE[h, ctz(m)], kind]
    while m != 0:
        if HOF[HOUSE[h, ctz(m)], kind] != shared:
            return -1
        m &= m - 1
    return shared


@inner
def locked(g: Grid, direct: bool) -> bool:
    """Pointing 2.6 and claiming 2.8; direct 1.7 and 1.9 when a hidden single of the same digit follows at once."""
    for first, kind in ((0, 2), (0, 1), (18, 0), (9, 0)):
        for x in range(9):
            for h in range(first, first + 9):
                if popcnt(g.pos[h, x]) < 2:
                    continue
                line = _shared_house(g, h, x, kind)
                if line < 0:
                    continue
                if direct:
                    c = _single_after_lock(g, h, line, x)
                    if c >= 0:
                        place_hint(g, 17 if first == 0 else 19, c, x)
                        return True
                else:
                    for k in range(9):
                        if HOF[HOUSE[line, k], h // 9] != h:
                            collect(g, HOUSE[line, k], np.int64(1) << x)
                    if offer(g, 26 if first == 0 else 28, 0):
                        return True
    return False


@inner
def _union_of_places(g: Grid, h: int, digits: int, size: int) -> int:
    """Places of some digits in a house; 0 unless each has at least two."""
    union = np.int64(0)
    while digits != 0:
        m = g.pos[h, ctz(digits)]
        if m & (m - 1) == 0:
            return 0
        union |= m
        digits &= digits - 1
    return union


@inner
def _single_after_subset(g: Grid, h: int, digits: int, union: int) -> bool:
    """Place the digit that a hidden subset makes a hidden single of the house."""
    for x in range(9):
        m = g.pos[h, x]
        if (digits >> x) & 1 == 0 and m & (m - 1) != 0:
            rest = m & ~union
            if rest != 0 and rest & (rest - 1) == 0:
                place_hint(g, 20 if popcnt(digits) == 2 else 25, HOUSE[h, ctz(rest)], x)
                return True
    return False


@inner
def hidden_set(g: Grid, size: int, direct: bool) -> bool:
    """Hidden pair 3.4, triple 4.0, quad 5.4; direct pair 2.0 and triple 2.5 when a hidden single follows at once."""
    rate = 34 if size == 2 else (40 if size == 3 else 54)
    for first in ORDER:
        for h in range(first, first + 9):
            if g.left[h] <= size or (not direct and g.left[h] <= 2 * size):
                continue
            usable = np.int64(0)
            for x in range(9):
                if 2 <= popcnt(g.pos[h, x]) <= size:
                    usable |= np.int64(1) << x
            if popcnt(usable) < size:
                continue
            for k in range(FIRST[size], FIRST[size + 1]):
                digits = COMBO[k]
                if digits & ~usable != 0:
                    continue
                union = _union_of_places(g, h, digits, size)
                if popcnt(union) != size:
                    continue
                if direct:
                    if _single_after_subset(g, h, digits, union):
                        return True
                else:
                    for p in range(9):
                        if (union >> p) & 1:
                            collect(g, HOUSE[h, p], ~digits)
                    if offer(g, rate, 0):
                        return True
    return False


@inner
def naked_set(g: Grid, size: int) -> bool:
    """Naked pair 3.0, triple 3.6, quad 5.0."""
    rate = 30 if size == 2 else (36 if size == 3 else 50)
    for first in ORDER:
        for h in range(first, first + 9):
            if g.left[h] < 2 * size:
                continue
            usable = np.int64(0)
            for p in range(9):
                if 2 <= popcnt(g.cand[HOUSE[h, p]]) <= size:
                    usable |= np.int64(1) << p
            if popcnt(usable) < size:
                continue
            for k in range(FIRST[size], FIRST[size + 1]):
                places = COMBO[k]
                if places & ~usable != 0:
                    continue
                union = np.int64(0)
                for p in range(9):
                    if (places >> p) & 1:
                        union |= g.cand[HOUSE[h, p]]
                if popcnt(union) != size:
                    continue
                for p in range(9):
                    if (places >> p) & 1 == 0:
                        collect(g, HOUSE[h, p], union)
                if offer(g, rate, 0):
                    return True
    return False


@inner
def fish(g: Grid, size: int) -> bool:
    """X-Wing 3.2, Swordfish 3.8, Jellyfish 5.2; columns are asked before rows."""
    rate = 32 if size == 2 else (38 if size == 3 else 52)
    for first, cover in ((18, 9), (9, 18)):
        for k in range(FIRST[size], FIRST[size + 1]):
            lines = COMBO[k]
            for x in range(9):
                union, n, m = np.int64(0), 0, lines
                while m != 0:
                    places = g.pos[first + ctz(m), x]
                    m &= m - 1
                    if places & (places - 1) != 0:
                        union |= places
                        n += 1
                if n < size or popcnt(union) != size:
                    continue
                for q in range(9):
                    if (union >> q) & 1:
                        for p in range(9):
                            if (lines >> p) & 1 == 0:
                                collect(g, HOUSE[cover + q, p], np.int64(1) << x)
                if offer(g, rate, 0):
                    return True
    return False


@inner
def xy_wing(g: Grid, three: bool) -> bool:
    """XY-wing 4.2, XYZ-wing (``three`` digits in the pivot) 4.4."""
    for pivot in range(81):
        if popcnt(g.cand[pivot]) != (3 if three else 2):
            continue
        for i in range(20):
            a = PEER[pivot, i]
            if popcnt(g.cand[a]) != 2 or popcnt(g.cand[pivot] & ~g.cand[a]) != 1:
                continue
            for j in range(20):
                b = PEER[pivot, j]
                if popcnt(g.cand[b]) != 2 or popcnt(g.cand[pivot] | g.cand[a] | g.cand[b]) != 3:
                    continue
                if popcnt(g.cand[pivot] & g.cand[a] & g.cand[b]) != (1 if three else 0):
                    continue
                z = g.cand[a] & g.cand[b]
                if popcnt(z) != 1:
                    continue
                for c in range(81):
                    if c != pivot and NEAR[c, a] and NEAR[c, b] and (NEAR[c, pivot] or not three):
                        collect(g, c, z)
                if offer(g, 44 if three else 42, 0):
                    return True
    return False
