"""Unique loops and BUG-lite: deadly patterns of cells with two digits each.

    unique loop, type 1: an even ring of cells with the same two digits; these could be exchanged
    │ 12  .  . │ 12  .  . │  .  .  . │   every house the ring touches holds two of its cells, so * has one of its
    │ .   .  . │ 12  .  . │ 12  .  . │   other digits: not 1, not 2
    │ 12* .  . │ .   .  . │ 12  .  . │

    BUG-lite: the same with different pairs of digits, every digit in no cell or two of each house; every cell could
    take its other digit

Sound only when uniqueness has been proven and there are no rules but rows, columns and boxes. In a house with t cells
of a pattern their bases are t digits, each in two of the cells, so the cells use up these digits, and each goes to the
other of its two cells. What follows from the patterns is in ``base.deadly``.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from .base.deadly import BASES, CELLS, LITE, LOOP, escape
from .base.moves import Moves
from .base.work import Work

LONGEST_LOOP = 14
LOOP_NODES = 4000
"""Cells tried for the loops of one pair of digits."""
LARGEST_LITE = 12
LITE_NODES = 400
"""Cells tried for the patterns that begin with one cell and its base."""


@inner
def unique_loop(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Unique loops of up to LONGEST_LOOP cells with extras in at most two cells, or of one digit in any."""
    if b.plain == 0 or b.nh > 62:
        return
    for x in range(b.d):
        for y in range(x + 1, b.d):
            pair = (np.int64(1) << x) | (np.int64(1) << y)
            n = 0
            for c in range(b.n):
                if s.cand[c] & pair == pair:
                    w.list[n] = c
                    n += 1
            nodes = 0
            for first in range(n - 5):
                nodes = _loops_from(b, s, w, m, first, n, pair, nodes)


@inner
def _loops_from(b: Board, s: State, w: Work, m: Moves, first: int, n: int, pair: int, nodes: int) -> int:
    """Loops among the n cells in w.list that begin with number ``first`` and have no lower one; returns nodes used.

    Level k of the search holds in w.picks[k] the item chosen and the houses that cells of its parity (k even or odd)
    touch so far; a house may be touched once by each parity, and in a loop every one is touched by both.
    """
    w.picks[0, 0] = first
    w.picks[0, 1] = _houses(b, w.list[first])
    w.picks[1, 0] = first
    w.picks[1, 1] = 0
    level = 1
    while level > 0:
        other = w.picks[level - 1, 1]
        mine = w.picks[level - 2, 1] if level > 1 else np.int64(0)
        w.picks[level, 0] += 1
        at = w.picks[level, 0]
        if at >= n:
            level -= 1
            continue
        c = w.list[at]
        touched = _houses(b, c)
        last = _houses(b, w.list[w.picks[level - 1, 0]])
        if touched & mine != 0 or touched & last == 0 or not _in_bounds(s, w, level, c, pair):
            continue
        nodes += 1
        if nodes > LOOP_NODES:
            return nodes
        w.picks[level, 1] = mine | touched
        if level % 2 == 1 and level >= 5 and mine | touched == other:
            for q in range(level + 1):
                w.list[CELLS + q] = w.list[w.picks[q, 0]]
                w.list[BASES + q] = pair
            escape(b, s, w, m, level + 1, LOOP)
        elif level < LONGEST_LOOP - 1:
            level += 1
            w.picks[level, 0] = first
    return nodes


@inner
def _houses(b: Board, c: int) -> int:
    mask = np.int64(0)
    for k in range(b.cptr[c], b.cptr[c + 1]):
        mask |= np.int64(1) << b.chouse[k]
    return mask


@inner
def _in_bounds(s: State, w: Work, level: int, c: int, pair: int) -> bool:
    """Whether cell c may join the ``level`` cells of the loop: not in it, and not too many extras."""
    union = s.cand[c] & ~pair
    more = np.int64(union != 0)
    for q in range(level):
        e = w.list[w.picks[q, 0]]
        if e == c:
            return False
        extra = s.cand[e] & ~pair
        union |= extra
        more += np.int64(extra != 0)
    return more <= 2 or popcnt(union) == 1


@inner
def bug_lite(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Local graves of six to LARGEST_LITE cells: all with two candidates but one or two, which have three."""
    if b.plain == 0:
        return
    for c in range(b.n):
        if popcnt(s.cand[c]) != 3:
            continue
        left = s.cand[c]
        while left != 0:
            w.list[CELLS] = c
            w.list[BASES] = s.cand[c] & ~(left & -left)
            left &= left - 1
            _grow(b, s, w, m)


@inner
def _grow(b: Board, s: State, w: Work, m: Moves) -> None:
    """All local graves with the cell and base at the head of the lists; its cell is the first of those with extras.

    Level k of the search holds in w.picks[k] the house and digit (house · 32 + digit) that want a second place and the
    number of the choice for it.
    """
    _count(b, w, 0, 1)
    level, nodes = 1, 0
    w.picks[1, 0] = _wanting(b, w, 1)
    w.picks[1, 1] = -1
    while level > 0:
        w.picks[level, 1] += 1
        choice = w.picks[level, 1]
        if choice >= 4 * b.d:
            level -= 1
            if level > 0:
                _count(b, w, level, -1)
            continue
        h, x = w.picks[level, 0] >> 5, w.picks[level, 0] & 31
        if not _joins(b, s, w, level, b.hcells[h, choice >> 2], x, choice & 3):
            continue
        nodes += 1
        if nodes > LITE_NODES:
            break
        _count(b, w, level, 1)
        want = _wanting(b, w, level + 1)
        if want < 0 or level + 1 == LARGEST_LITE:
            if want < 0 and level >= 5 and not _one_pair(w, level + 1):
                escape(b, s, w, m, level + 1, LITE)
            _count(b, w, level, -1)
            continue
        level += 1
        w.picks[level, 0] = want
        w.picks[level, 1] = -1
    for q in range(max(level, 1)):
        _count(b, w, q, -1)


@inner
def _count(b: Board, w: Work, q: int, step: int) -> None:
    """Count the base of cell q in its houses, or take it out again (w.hits_on by house · 32 + digit; zero at rest)."""
    c = w.list[CELLS + q]
    for k in range(b.cptr[c], b.cptr[c + 1]):
        left = w.list[BASES + q]
        while left != 0:
            w.hits_on[b.chouse[k] * 32 + ctz(left)] += step
            left &= left - 1


@inner
def _wanting(b: Board, w: Work, n: int) -> int:
    """The first house and digit, in the order of the cells, with one place only in the pattern; −1 if there is none."""
    for q in range(n):
        c = w.list[CELLS + q]
        for k in range(b.cptr[c], b.cptr[c + 1]):
            left = w.list[BASES + q]
            while left != 0:
                x = ctz(left)
                left &= left - 1
                if w.hits_on[b.chouse[k] * 32 + x] == 1:
                    return b.chouse[k] * 32 + x
    return -1


@inner
def _joins(b: Board, s: State, w: Work, n: int, c: int, x: int, form: int) -> bool:
    """Whether cell c can be the next one, with x in its base; form 0 … 2 leaves out one of three candidates.

    Writes the cell and its base behind the n others.
    """
    cand = s.cand[c]
    size = popcnt(cand)
    if (cand >> x) & 1 == 0 or size > 3 or size < 2 or (size == 2 and form > 0) or form > 2:
        return False
    extras = np.int64(size == 3)
    for q in range(n):
        if w.list[CELLS + q] == c:
            return False
        extras += np.int64(s.cand[w.list[CELLS + q]] != w.list[BASES + q])
    base = cand
    if size == 3:
        if extras > 2 or c < w.list[CELLS]:
            return False
        out = cand
        for _ in range(form):
            out &= out - 1
        base = cand & ~(out & -out)
        if (base >> x) & 1 == 0:
            return False
    w.list[CELLS + n] = c
    w.list[BASES + n] = base
    for k in range(b.cptr[c], b.cptr[c + 1]):
        left = base
        while left != 0:
            if w.hits_on[b.chouse[k] * 32 + ctz(left)] >= 2:
                return False
            left &= left - 1
    return True


@inner
def _one_pair(w: Work, n: int) -> bool:
    """Whether all bases are the same two digits: that is a unique loop."""
    same = True
    for q in range(1, n):
        same = same and w.list[BASES + q] == w.list[BASES]
    return same
