"""Two and three strong links of one digit: skyscraper 4.0, kite 4.1, turbot fish 4.2, grouped 4.3; three links 5.4–5.7.

    start === bridge ─── bridge === end      a strong link is a house with two places, or with two groups of places:
                                             in two boxes of a line, on two lines of a box, on a cross in a box

One end of the pattern is true, so what sees both ends goes. Of all patterns the lowest rating is taken, then most
eliminations.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from .grid import HOF, HOUSE, NEAR, RATE, TRIAL, Grid, Links, collect, offer

KIND, WHERE, GROUPED, ALIGNED, ENDS = 0, 1, 2, 3, 4
"""Entries of a link: 0 box, 1 row, 2 column; house; 1 = an end has several places; 1 = the two places of a box lie on
one line; then each end: up to four cells, −1 = no more."""
ROOM = 4
LEFT = 0
"""Part of ``spare``: ends that meet the first end of a link, after their number; the same for the second end."""
RIGHT = 400


@inner
def _end(g: Grid, w: Links, n: int, p: int, h: int, places: int) -> None:
    """Write an end of a link: the places of a house."""
    for k in range(ROOM):
        w.link[n, ENDS + p * ROOM + k] = -1
        if places != 0:
            w.link[n, ENDS + p * ROOM + k] = HOUSE[h, ctz(places)]
            places &= places - 1


@inner
def _put(g: Grid, w: Links, n: int, h: int, a: int, b: int) -> int:
    """Append a link between two groups of places of a house; returns the new number of links."""
    w.link[n, KIND], w.link[n, WHERE] = h // 9, h
    w.link[n, GROUPED] = 1 if popcnt(a) + popcnt(b) > 2 else 0
    w.link[n, ALIGNED] = 0
    _end(g, w, n, 0, h, a)
    _end(g, w, n, 1, h, b)
    if h < 9 and w.link[n, GROUPED] == 0:
        c, d = w.link[n, ENDS], w.link[n, ENDS + ROOM]
        w.link[n, ALIGNED] = 1 if HOF[c, 1] == HOF[d, 1] or HOF[c, 2] == HOF[d, 2] else 0
    return n + 1


@inner
def _parts(g: Grid, w: Links, n: int, h: int, m: int, step: int, width: int) -> int:
    """Append the link between two of three parallel parts of a house, where the third is empty."""
    for e in range(3):
        part = np.int64(0)
        for k in range(3):
            part |= np.int64(1) << (e * step + k * width)
        if m & part != 0:
            continue
        first = np.int64(0)
        for k in range(3):
            first |= np.int64(1) << ((0 if e else 1) * step + k * width)
        if m & first != 0 and m & ~first != 0:
            return _put(g, w, n, h, m & first, m & ~first)
        return n
    return n


@inner
def _cross(g: Grid, w: Links, n: int, h: int, m: int) -> int:
    """Append the links of a box whose places lie on one row and one column; −1 where they do not."""
    for e in range(9):
        heart = np.int64(1) << e
        row, column = np.int64(7) << (e // 3 * 3), np.int64(0b1001001) << (e % 3)
        if m & ~(row | column) != 0:
            continue
        a, b = m & row & ~heart, m & column & ~heart
        if a == 0 or b == 0:
            return n
        if popcnt(a) > 1 and popcnt(b) > 1:
            return _put(g, w, n, h, a, b)
        if popcnt(a) == 1:
            n = _put(g, w, n, h, a, b | heart)
        if popcnt(b) == 1:
            n = _put(g, w, n, h, b, a | heart)
        return n
    return -1


@inner
def _links(g: Grid, w: Links, x: int) -> int:
    """Write all strong links of digit x into ``link``; returns how many."""
    n = 0
    for h in range(27):
        m = g.pos[h, x]
        count = popcnt(m)
        if count == 2:
            n = _put(g, w, n, h, m & -m, m & (m - 1))
        elif 2 < count < 7 and h >= 9:
            n = _parts(g, w, n, h, m, 3, 1)
        elif 2 < count < 7:
            crossed = _cross(g, w, n, h, m)
            if crossed >= 0:
                n = crossed
            elif count > 3:
                before = n
                n = _parts(g, w, n, h, m, 3, 1)
                if n == before or count == 4:
                    n = _parts(g, w, n, h, m, 1, 3)
    return n


@inner
def _shared(g: Grid, w: Links, i: int, p: int, j: int, q: int) -> int:
    """House with all cells of two ends, column before row before box; −1 = none."""
    first = w.link[i, ENDS + p * ROOM]
    for t in (2, 1, 0):
        h, inside = HOF[first, t], True
        for k in range(ROOM):
            a, b = w.link[i, ENDS + p * ROOM + k], w.link[j, ENDS + q * ROOM + k]
            if (a >= 0 and HOF[a, t] != h) or (b >= 0 and HOF[b, t] != h):
                inside = False
        if inside:
            return h
    return -1


@inner
def _apart(g: Grid, x: int, hi: int, hj: int) -> bool:
    """Whether two houses are different and have no place of the digit in common."""
    if hi == hj:
        return False
    for p in range(9):  # noqa: SIM110  all() is no kernel code
        if (g.pos[hi, x] >> p) & 1 and HOF[HOUSE[hi, p], hj // 9] == hj:
            return False
    return True


@inner
def _join(g: Grid, w: Links, x: int, n: int) -> None:
    """Fill ``joint`` for all pairs of links that have nothing in common."""
    for i in range(n):
        for p in range(2):
            for q in range(2):
                w.joint[2 * i + p, 2 * i + q] = -1
        for j in range(i + 1, n):
            hi, hj = w.link[i, WHERE], w.link[j, WHERE]
            apart = _apart(g, x, hi, hj)
            for p in range(2):
                for q in range(2):
                    h = _shared(g, w, i, p, j, q) if apart else -1
                    h = -1 if h in (hi, hj) else h
                    w.joint[2 * i + p, 2 * j + q] = h
                    w.joint[2 * j + q, 2 * i + p] = h


@inner
def _sees_end(g: Grid, w: Links, c: int, i: int, p: int) -> bool:
    """Whether a cell sees all cells of an end of a link."""
    for k in range(ROOM):
        a = w.link[i, ENDS + p * ROOM + k]
        if a >= 0 and not NEAR[c, a]:
            return False
    return True


@inner
def _victims(g: Grid, w: Links, x: int, start: int, end: int, barred: tuple[int, int, int, int, int]) -> None:
    """Collect digit x in all cells that see both ends and lie in none of five barred houses (−1 = no house)."""
    bit = np.int64(1) << x
    for c in range(81):
        if g.cand[c] & bit and _sees_end(g, w, c, start // 2, start % 2) and _sees_end(g, w, c, end // 2, end % 2):
            free = True
            for h in barred:
                if h >= 0 and HOF[c, h // 9] == h:
                    free = False
            if free:
                collect(g, c, bit)


@inner
def _rate_of_two(g: Grid, w: Links, i: int, j: int) -> int:
    if w.link[i, GROUPED] or w.link[j, GROUPED]:
        return 43
    if w.link[i, KIND] == 0 or w.link[j, KIND] == 0:
        return 42
    return 40 if w.link[i, KIND] == w.link[j, KIND] else 41


@inner
def two_links(g: Grid, w: Links) -> bool:
    """Skyscraper, two-string kite, turbot fish, grouped ones among them the empty rectangle."""
    for x in range(9):
        n = _links(g, w, x)
        _join(g, w, x, n)
        for i in range(n):
            for j in range(i + 1, n):
                if w.link[i, KIND] == 0 and w.link[j, KIND] == 0:
                    continue
                for p in range(2):
                    for q in range(2):
                        h = w.joint[2 * i + p, 2 * j + q]
                        if h >= 0:
                            barred = (w.link[i, WHERE], w.link[j, WHERE], h, -1, -1)
                            _victims(g, w, x, 2 * i + 1 - p, 2 * j + 1 - q, barred)
                            offer(g, _rate_of_two(g, w, i, j), g.info[TRIAL])
    return g.info[RATE] != 0


@inner
def _rate_of_three(g: Grid, w: Links, i: int, j: int, k: int) -> int:
    """5.7 with a grouped link, 5.4 for three rows or three columns, 5.6 for rows with columns, 5.5 with a box."""
    if w.link[i, GROUPED] or w.link[j, GROUPED] or w.link[k, GROUPED]:
        return 57
    kinds = (1 << w.link[i, KIND]) | (1 << w.link[j, KIND]) | (1 << w.link[k, KIND])
    if kinds == 2 or kinds == 4:
        return 54
    return 56 if kinds == 6 else 55


@inner
def _meeting(g: Grid, w: Links, n: int, end: int, start: int) -> int:
    """Write the ends that meet an end into ``spare``; returns how many."""
    count = 0
    for other in range(2 * n):
        if w.joint[end, other] >= 0 and not w.link[other // 2, ALIGNED]:
            g.spare[start + count] = other
            count += 1
    return count


@inner
def _around(g: Grid, w: Links, x: int, n: int, j: int) -> None:
    """All chains of three links with link j in the middle."""
    lefts, rights = _meeting(g, w, n, 2 * j, LEFT), _meeting(g, w, n, 2 * j + 1, RIGHT)
    for a in range(lefts):
        left = g.spare[LEFT + a]
        for b in range(rights):
            right = g.spare[RIGHT + b]
            i, k = left // 2, right // 2
            houses = (w.link[i, WHERE], w.link[j, WHERE], w.link[k, WHERE])
            s, t = w.joint[left, 2 * j], w.joint[right, 2 * j + 1]
            if s in houses or t in houses or not _apart(g, x, houses[0], houses[2]):
                continue
            _victims(g, w, x, left ^ 1, right ^ 1, (houses[0], houses[1], houses[2], s, t))
            offer(g, _rate_of_three(g, w, i, j, k), g.info[TRIAL])


@inner
def three_links(g: Grid, w: Links) -> bool:
    """Chains of three strong links of one digit."""
    for x in range(9):
        n = _links(g, w, x)
        _join(g, w, x, n)
        for j in range(n):
            if not w.link[j, ALIGNED]:
                _around(g, w, x, n, j)
    return g.info[RATE] != 0
