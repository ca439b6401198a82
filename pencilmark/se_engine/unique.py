"""Unique rectangles and loops: 4.5 for four cells, 4.6 for six, 4.7 for eight, 5.0 from ten on.

A loop of cells with the same two digits, two in each house it visits, could be filled in two ways. Where only some of
its cells have more candidates, one of those is true: a single cell (type 1), one extra digit (type 2), extra digits of
two cells that make a naked or hidden set with others (type 3, +0.1 to +0.6), a digit locked in two cells (type 4).
The lowest rating is taken, then the lowest type.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from .grid import COMBO, FIRST, HOF, HOUSE, NEAR, RATE, Grid, collect, offer

PATH, NEXT, ROOM, EXTRA, ODD, EVEN = 0, 100, 200, 300, 400, 500
"""Parts of ``spare``, one entry per cell of the loop: the cell; the next neighbour to try (kind of house · 9 + place);
cells with extra candidates still allowed; extra digits met; houses visited by its odd and its even cells."""
ENDS, KIND = 600, 700
"""Cells with extra candidates; kind of house by which a cell was reached (−1 at the start)."""


@inner
def loops(g: Grid) -> bool:
    """All unique rectangles and loops."""
    for c in range(81):
        if popcnt(g.cand[c]) == 2:
            _search(g, c)
    return g.info[RATE] != 0


@inner
def _enter(g: Grid, n: int, c: int, kind: int, room: int, extra: int) -> bool:
    """Make c the n-th cell of the loop; False where a house would get two cells of the same parity."""
    houses = np.int64(0)
    for t in range(3):
        houses |= np.int64(1) << HOF[c, t]
    odd = g.spare[ODD + n - 1] if n else np.int64(0)
    even = g.spare[EVEN + n - 1] if n else np.int64(0)
    if houses & (odd if n & 1 else even) != 0:
        return False
    g.spare[ODD + n] = odd | houses if n & 1 else odd
    g.spare[EVEN + n] = even if n & 1 else even | houses
    g.spare[PATH + n], g.spare[NEXT + n], g.spare[ROOM + n] = c, 0, room
    g.spare[EXTRA + n], g.spare[KIND + n] = extra, kind
    return True


@inner
def _search(g: Grid, start: int) -> None:
    """Depth-first search for loops through a cell with two candidates."""
    pair = g.cand[start]
    _enter(g, 0, start, -1, 2, 0)
    n = 0
    while n >= 0:
        step = g.spare[NEXT + n]
        g.spare[NEXT + n] += 1
        if step == 27:
            n -= 1
            continue
        kind, here = step // 9, g.spare[PATH + n]
        if kind == g.spare[KIND + n]:
            continue
        c = HOUSE[HOF[here, kind], step % 9]
        if c == start:
            if n >= 3 and g.spare[ODD + n] == g.spare[EVEN + n]:
                _loop(g, n + 1, pair)
            continue
        if g.cand[c] & pair != pair or _on_path(g, n, c):
            continue
        g.spare[EXTRA + n] |= g.cand[c] & ~pair
        extra, more = g.spare[EXTRA + n], g.cand[c] != pair
        if not more or popcnt(extra) == 1 or g.spare[ROOM + n] > 0:
            room = g.spare[ROOM + n] - (1 if more else 0)
            if _enter(g, n + 1, c, kind, room, extra):
                n += 1


@inner
def _on_path(g: Grid, n: int, c: int) -> bool:
    """Whether the loop has been at c."""
    for k in range(n + 1):  # noqa: SIM110  any() is no kernel code
        if g.spare[PATH + k] == c:
            return True
    return False


@inner
def _loop(g: Grid, n: int, pair: int) -> None:
    """Offer the hints of a loop of n cells."""
    base = 45 if n < 6 else (46 if n < 8 else (47 if n < 10 else 50))
    ends, extra = 0, np.int64(0)
    for k in range(n):
        c = g.spare[PATH + k]
        if g.cand[c] != pair:
            g.spare[ENDS + ends] = c
            ends += 1
            extra |= g.cand[c] & ~pair
    if ends == 1:
        collect(g, g.spare[ENDS], pair)
        offer(g, base, -1)
    elif ends >= 2 and popcnt(extra) == 1:
        _one_digit(g, ends, extra, base)
    elif ends == 2:
        _with_sets(g, extra, pair, base)
    if ends == 2:
        _locked(g, pair, base)


@inner
def _one_digit(g: Grid, ends: int, extra: int, base: int) -> None:
    """Type 2: the extra digit goes from what sees all its cells in the loop."""
    for c in range(81):
        if g.cand[c] & extra == 0:
            continue
        sees = True
        for k in range(ends):
            if not NEAR[c, g.spare[ENDS + k]]:
                sees = False
        if sees:
            collect(g, c, extra)
    offer(g, base, -2)


@inner
def _locked(g: Grid, pair: int, base: int) -> None:
    """Type 4: one digit of the loop must be in one of the two cells, so the other digit goes from both."""
    a, b = g.spare[ENDS], g.spare[ENDS + 1]
    first = pair & -pair
    for bit in (first, pair & ~first):
        x = ctz(bit)
        for t in range(3):
            if HOF[a, t] == HOF[b, t] and popcnt(g.pos[HOF[a, t], x]) == 2:
                collect(g, a, pair & ~bit)
                collect(g, b, pair & ~bit)
                offer(g, base, -4)
                return


@inner
def _with_sets(g: Grid, extra: int, pair: int, base: int) -> None:
    """Type 3 in every house that both cells share."""
    a, b = g.spare[ENDS], g.spare[ENDS + 1]
    for size in range(popcnt(extra), 8):
        for t in range(3):
            h = HOF[a, t]
            if h == HOF[b, t]:
                if 2 * size <= g.left[h]:
                    _naked(g, h, a, b, extra, size, base)
                if 2 * size < g.left[h]:
                    _hidden(g, h, a, b, extra, pair, size, base)


@inner
def _naked(g: Grid, h: int, a: int, b: int, extra: int, size: int, base: int) -> None:
    """The extra digits and size − 1 other cells hold size digits."""
    shared = g.cand[a] & g.cand[b] & extra
    usable = np.int64(0)
    for p in range(9):
        c = HOUSE[h, p]
        if c != a and c != b and 2 <= popcnt(g.cand[c]) <= size:
            usable |= np.int64(1) << p
    for k in range(FIRST[size - 1], FIRST[size]):
        places = COMBO[k]
        if places & ~usable != 0:
            continue
        union = shared
        for p in range(9):
            if (places >> p) & 1:
                union |= g.cand[HOUSE[h, p]]
        if popcnt(union) != size or extra & ~union != 0:
            continue
        for p in range(9):
            c = HOUSE[h, p]
            if (places >> p) & 1 == 0 and c != a and c != b:
                collect(g, c, union)
        offer(g, base + size - 1, -3)


@inner
def _hidden(g: Grid, h: int, a: int, b: int, extra: int, pair: int, size: int, base: int) -> None:
    """The digits of the loop and size − 2 further ones have size places when the two cells count as one."""
    places_of_pair = np.int64(0)
    for p in range(9):
        c = HOUSE[h, p]
        if c != b and g.cand[c] & pair:
            places_of_pair |= np.int64(1) << p
    for k in range(FIRST[size - 2], FIRST[size - 1]):
        digits = COMBO[k]
        if digits & (pair | extra) != 0:
            continue
        union, missing, m = places_of_pair, False, digits
        while m != 0:
            places = np.int64(0)
            for p in range(9):
                if HOUSE[h, p] != b and (g.pos[h, ctz(m)] >> p) & 1:
                    places |= np.int64(1) << p
            missing = missing or places == 0
            union |= places
            m &= m - 1
        if missing or popcnt(union) != size:
            continue
        for p in range(9):
            c = HOUSE[h, p]
            if (union >> p) & 1 and c != a and c != b:
                collect(g, c, ~(digits | pair))
        offer(g, base + size - 2, -3)
