"""Exact pruning of one many-cell constraint: a forward and a backward pass over its decision diagram.

    masks of the cells      12   13   23
    states reached          s0 -> s1, s2 -> s3 …        forward: along edges whose digits a mask still has
    states that get home    … s3 <- s2 <- s0            backward: only edges on some whole path support their digits

A digit without support in its cell is in no filling of the constraint. One pass costs as many steps as the diagram has
edges. A relabelling has no order to read its cells in; it keeps a mask of possible images for each digit instead.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...elements import DIAGRAM, DISTINCT, KIND, LAYER, LENGTH, START, STATES
from ...jit import inlined, inner
from ...jit.bits import ctz
from ...state import Board, State
from .work import Work

Array = Any
FROM, TO, DIGITS, LEFT = range(4)
"""Columns of the edges of the diagrams."""
DEAD, CLOSED, LOOSE = 0, 1, 2
"""What pruning returns: no filling at all, nothing to remove, something to remove."""


@inner
def masks(b: Board, s: State, w: Work) -> None:
    """Write what every cell may still hold to w.mask: candidates, or the digit placed."""
    for c in range(b.n):
        w.mask[c] = s.cand[c] if s.val[c] == 0 else np.int64(1) << (s.val[c] - 1)


@inner
def open_cells(b: Board, s: State, k: int) -> int:
    """How many cells of row k are empty; one that is named twice counts once."""
    n = 0
    first = b.krow[k, START]
    for i in range(first, first + b.krow[k, LENGTH]):
        if s.val[b.kcell[i]] == 0:
            n += 1
            if b.krow[k, DISTINCT] < b.krow[k, LENGTH]:
                j = first
                while b.kcell[j] != b.kcell[i]:
                    j += 1
                if j < i:
                    n -= 1
    return n


@inlined
def _forward(b: Board, w: Work, k: int, mask: Array, banned: int) -> bool:
    """Mark the states of row k that can be reached without the digits ``banned``; whether the end is one of them."""
    w.tick[0] += 1
    t = w.tick[0]
    first, layer = b.krow[k, START], b.krow[k, LAYER]
    w.reach[0, 0] = t
    for i in range(b.krow[k, LENGTH]):
        digits = mask[b.kcell[first + i]] & ~banned
        e = b.klay[layer + i]
        while e < b.klay[layer + i + 1]:
            end = e + b.kedge[e, LEFT]
            if w.reach[0, b.kedge[e, FROM]] == t:
                for j in range(e, end):
                    if b.kedge[j, DIGITS] & digits != 0:
                        w.reach[0, b.kedge[j, TO]] = t
            e = end
    return w.reach[0, b.krow[k, STATES] - 1] == t


@inlined
def feasible(b: Board, w: Work, k: int, mask: Array, banned: int) -> bool:
    """Whether row k (not a relabelling) has a filling within the masks that uses no digit of ``banned``.

    Leaves nothing of use in w.support.
    """
    return b.krow[k, KIND] != DIAGRAM or _remembered(b, w, k, mask, banned) != DEAD


@inner
def prune(b: Board, w: Work, k: int, mask: Array) -> int:
    """Leave in w.support[i] the digits that the cell at position i of row k has in some filling within the masks."""
    if b.krow[k, KIND] != DIAGRAM:
        return _relabel(b, w, k, mask)
    return _remembered(b, w, k, mask, 0)


@inlined
def _remembered(b: Board, w: Work, k: int, mask: Array, banned: int) -> int:
    """Prune row k within the masks without ``banned``, by w.memo where its diagram was given these masks lately.

    Searches give the same masks to a cage again and again. An entry holds the masks themselves, side by side in two
    words, so it is never mistaken for another; longer rows are not remembered.
    """
    first, n, diagram = b.krow[k, START], b.krow[k, LENGTH], b.krow[k, LAYER] + 1
    per = 63 // b.d
    if n > 2 * per:
        return _passes(b, w, k, mask, banned)
    low, high = np.int64(0), np.int64(0)
    for i in range(min(n, per)):
        low = low << b.d | (mask[b.kcell[first + i]] & ~banned)
    for i in range(per, n):
        high = high << b.d | (mask[b.kcell[first + i]] & ~banned)
    mixed = (low ^ high * np.int64(-7046029254386353131) ^ diagram << 40) * np.int64(-4658895280553007687)
    at = (mixed >> 40) & (len(w.memo) - 1)
    if w.memo[at, 0] == low and w.memo[at, 1] == high and w.memo[at, 2] >> 2 == diagram:
        low, high = w.memo[at, 3], w.memo[at, 4]
        for i in range(n - 1, per - 1, -1):
            w.support[i] = high & b.full
            high >>= b.d
        for i in range(min(n, per) - 1, -1, -1):
            w.support[i] = low & b.full
            low >>= b.d
        return w.memo[at, 2] & 3
    result = _passes(b, w, k, mask, banned)
    w.memo[at, 0] = low
    w.memo[at, 1] = high
    w.memo[at, 2] = diagram << 2 | result
    low, high = np.int64(0), np.int64(0)
    for i in range(n if result != DEAD else 0):
        if i < per:
            low = low << b.d | w.support[i]
        else:
            high = high << b.d | w.support[i]
    w.memo[at, 3] = low
    w.memo[at, 4] = high
    return result


@inlined
def _passes(b: Board, w: Work, k: int, mask: Array, banned: int) -> int:
    """Both passes over the diagram of row k."""
    if not _forward(b, w, k, mask, banned):
        return DEAD
    t = w.tick[0]
    first, layer, n = b.krow[k, START], b.krow[k, LAYER], b.krow[k, LENGTH]
    w.reach[1, b.krow[k, STATES] - 1] = t
    result = CLOSED
    for j in range(n):
        i = n - 1 - j
        digits = mask[b.kcell[first + i]] & ~banned
        found = np.int64(0)
        e = b.klay[layer + i]
        while e < b.klay[layer + i + 1]:
            end = e + b.kedge[e, LEFT]
            if w.reach[0, b.kedge[e, FROM]] == t:
                own = np.int64(0)
                for q in range(e, end):
                    if w.reach[1, b.kedge[q, TO]] == t:
                        own |= b.kedge[q, DIGITS] & digits
                if own != 0:
                    w.reach[1, b.kedge[e, FROM]] = t
                    found |= own
            e = end
        w.support[i] = found
        if found != digits:
            result = LOOSE
    return result


@inner
def fillings(b: Board, w: Work, k: int, mask: Array) -> float:
    """How many fillings of row k there are within the masks (1 for a relabelling)."""
    if b.krow[k, KIND] != DIAGRAM:
        return 1.0
    first, layer = b.krow[k, START], b.krow[k, LAYER]
    for q in range(b.krow[k, STATES]):
        w.ways[q] = 0.0
    w.ways[0] = 1.0
    for i in range(b.krow[k, LENGTH]):
        digits = mask[b.kcell[first + i]]
        for e in range(b.klay[layer + i], b.klay[layer + i + 1]):
            hit = b.kedge[e, DIGITS] & digits
            n = 0
            while hit != 0:
                hit &= hit - 1
                n += 1
            w.ways[b.kedge[e, TO]] += n * w.ways[b.kedge[e, FROM]]
    return w.ways[b.krow[k, STATES] - 1]


@inner
def _relabel(b: Board, w: Work, k: int, mask: Array) -> int:
    """The same for a relabelling: which images each digit can have, then which digits each cell."""
    first, n = b.krow[k, START], b.krow[k, LENGTH]
    for x in range(b.d):
        w.image[x] = b.full
    for i in range(0, n, 2):
        here, there = mask[b.kcell[first + i]], mask[b.kcell[first + i + 1]]
        for x in range(b.d):
            if (here >> x) & 1 == 0:
                if there & (there - 1) == 0:
                    w.image[x] &= ~there
            elif here & (here - 1) == 0:
                w.image[x] &= there
    if not _one_to_one(b, w):
        return DEAD
    result = CLOSED
    for i in range(0, n, 2):
        here, there = mask[b.kcell[first + i]], mask[b.kcell[first + i + 1]]
        w.support[i] = 0
        w.support[i + 1] = 0
        left = here
        while left != 0:
            x = ctz(left)
            left &= left - 1
            if w.image[x] & there != 0:
                w.support[i] |= np.int64(1) << x
                w.support[i + 1] |= w.image[x] & there
        if w.support[i] == 0:
            return DEAD
        if w.support[i] != here or w.support[i + 1] != there:
            result = LOOSE
    return result


@inner
def _one_to_one(b: Board, w: Work) -> bool:
    """Close the images under "a digit has one image, and no other digit has it"; False on contradiction."""
    changed = True
    while changed:
        changed = False
        once = np.int64(0)
        twice = np.int64(0)
        for x in range(b.d):
            if w.image[x] == 0:
                return False
            twice |= once & w.image[x]
            once |= w.image[x]
        if once != b.full:
            return False
        for x in range(b.d):
            own = w.image[x] & ~twice
            if own != 0 and own != w.image[x]:
                w.image[x] = own
                changed = True
            if w.image[x] & (w.image[x] - 1) == 0:
                for y in range(b.d):
                    if y != x and w.image[y] & w.image[x] != 0:
                        w.image[y] &= ~w.image[x]
                        changed = True
    return True
