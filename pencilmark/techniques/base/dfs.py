"""Exact search: how many solutions a position has, up to a limit.

Singles, pair relations and many-cell constraints to a fixpoint, then branch on the cell with the fewest candidates.
An explicit stack of candidate arrays; no recursion, no allocation. A search that meets its node limit can go on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...elements import LENGTH, START
from ...jit import inlined, inner
from ...jit.bits import ctz, popcnt
from ...state import Board
from .rows import DEAD, LOOSE, prune
from .work import Work

Array = Any
UNKNOWN = -1
"""Returned when the node limit was met before the answer was known."""
LEVEL, FOUND, FAILED, SERIAL, HITS = 1, 2, 3, 4, 5
"""Where w.tick keeps the state of an interrupted search, where the last contradiction was (a cell, n + a house, or
n + houses + a row), the number of the present solve, and what counts as no hit in forcing chains."""


@inlined
def touched(w: Work, c: int) -> None:
    """Mark the houses, pair rules and rows of cell c as due."""
    for k in range(len(w.due)):
        w.due[k] |= w.near[c, k]


@inner
def all_due(b: Board, w: Work) -> None:
    """Mark everything as due: nothing is known about the masks that are closed next."""
    for c in range(b.n):
        touched(w, c)


@inner
def none_due(w: Work) -> None:
    """Mark nothing as due: the masks that are closed next have been closed before, but for cells yet to be marked."""
    for k in range(len(w.due)):
        w.due[k] = 0


@inner
def first_row(b: Board) -> int:
    """The word of w.due where rows begin."""
    return ((b.nh + 63) >> 6) + ((b.n + 63) >> 6 if b.rptr[b.n] > 0 else 0)


@inlined
def row_due(b: Board, w: Work, k: int) -> bool:
    """Whether row k, one of those that searches prune, is due."""
    return (w.due[first_row(b) + (k >> 6)] >> (k & 63)) & 1 == 1


@inner
def propagate(b: Board, w: Work, cand: Array, tail: int) -> bool:
    """Close ``cand`` (single-bit masks = assigned) under all rules; w.queue[0:tail] holds newly assigned cells.

    Only what is due is looked at, and what becomes due on the way; on a board of nothing but groups, all houses are.
    """
    ruled = len(w.due) > 0
    while True:
        if not _assigned(b, w, cand, tail):
            return False
        if not ruled:
            tail = 0
            for h in range(b.nh):
                tail = _hidden(b, w, cand, h, tail)
                if tail < 0:
                    return False
        else:
            tail = _houses(b, w, cand)
            if tail == 0:
                tail = _rules(b, w, cand)
            if tail < 0:
                return False
        if tail == 0 and not _any_due(w):
            return True


@inlined
def _any_due(w: Work) -> bool:
    for k in range(len(w.due)):  # noqa: SIM110  kernels have no generators
        if w.due[k] != 0:
            return True
    return False


@inlined
def _assigned(b: Board, w: Work, cand: Array, tail: int) -> bool:
    """Take the digits of the queued cells, and of those that become assigned on the way, from all that see them."""
    head = 0
    while head < tail:
        c = w.queue[head]
        head += 1
        bit = cand[c]
        for k in range(b.pptr[c], b.pptr[c + 1]):
            e = b.plist[k]
            if cand[e] & bit:
                left = cand[e] & ~bit
                cand[e] = left
                touched(w, e)
                if left & (left - 1) == 0:
                    if left == 0:
                        w.tick[FAILED] = e
                        return False
                    w.queue[tail] = e
                    tail += 1
        for k in range(b.rptr[c], b.rptr[c + 1]):
            e = b.rcell[k]
            left = cand[e] & b.tables[b.rtab[k], ctz(bit)]
            if left != cand[e]:
                cand[e] = left
                touched(w, e)
                if left & (left - 1) == 0:
                    if left == 0:
                        w.tick[FAILED] = e
                        return False
                    w.queue[tail] = e
                    tail += 1
    return True


@inlined
def _houses(b: Board, w: Work, cand: Array) -> int:
    """Assign the hidden singles of the houses that are due; returns how many, −1 when a digit has no place in one."""
    tail = 0
    for k in range((b.nh + 63) >> 6):
        word = w.due[k]
        w.due[k] = 0
        while word != 0:
            tail = _hidden(b, w, cand, (k << 6) + ctz(word), tail)
            word &= word - 1
            if tail < 0:
                return -1
    return tail


@inlined
def _hidden(b: Board, w: Work, cand: Array, h: int, tail: int) -> int:
    """Assign the hidden singles of house h; returns the end of the queue, −1 when a digit has no place."""
    once = np.int64(0)
    twice = np.int64(0)
    fixed = np.int64(0)
    for k in range(b.d):
        m = cand[b.hcells[h, k]]
        twice |= once & m
        once |= m
        if m & (m - 1) == 0:
            fixed |= m
    if once != b.full:
        w.tick[FAILED] = b.n + h
        return -1
    single = once & ~twice & ~fixed
    if single != 0:
        for k in range(b.d):
            c = b.hcells[h, k]
            hit = cand[c] & single
            if hit != 0 and cand[c] & (cand[c] - 1) != 0:
                if hit & (hit - 1) != 0:
                    w.tick[FAILED] = c
                    return -1
                cand[c] = hit
                touched(w, c)
                w.queue[tail] = c
                tail += 1
    return tail


@inlined
def _rules(b: Board, w: Work, cand: Array) -> int:
    """Prune the pair rules and rows that are due until a cell gets assigned; returns how many were, −1 if dead."""
    first, rows, tail = (b.nh + 63) >> 6, first_row(b), 0
    for k in range(first, len(w.due)):
        while w.due[k] != 0:
            at = ctz(w.due[k])
            w.due[k] &= w.due[k] - 1
            pair = k < rows
            number = ((k - (first if pair else rows)) << 6) + at
            tail = _partners(b, w, cand, number) if pair else _row(b, w, cand, number)
            if tail != 0:
                return tail
    return tail


@inlined
def _row(b: Board, w: Work, cand: Array, k: int) -> int:
    """Keep of row k what has support; returns how many cells that assigns, −1 if dead."""
    result = prune(b, w, k, cand)
    if result == DEAD:
        w.tick[FAILED] = b.n + b.nh + k
        return -1
    tail = 0
    for i in range(b.krow[k, LENGTH] if result == LOOSE else 0):
        c = b.kcell[b.krow[k, START] + i]
        left = cand[c] & w.support[i]
        if left != cand[c]:
            if left == 0:
                w.tick[FAILED] = c
                return -1
            cand[c] = left
            touched(w, c)
            if left & (left - 1) == 0:
                w.queue[tail] = c
                tail += 1
    return tail


@inlined
def _partners(b: Board, w: Work, cand: Array, c: int) -> int:
    """Remove from the partners of cell c what none of its candidates goes with; returns as :func:`_row`."""
    tail = 0
    for k in range(b.rptr[c], b.rptr[c + 1]):
        e = b.rcell[k]
        fits = np.int64(0)
        left = cand[c]
        while left != 0 and cand[e] & ~fits != 0:
            fits |= b.tables[b.rtab[k], ctz(left)]
            left &= left - 1
        kept = cand[e] & fits
        if kept != cand[e]:
            if kept == 0:
                w.tick[FAILED] = e
                return -1
            cand[e] = kept
            touched(w, e)
            if kept & (kept - 1) == 0:
                w.queue[tail] = e
                tail += 1
    return tail


@inner
def _choose(b: Board, w: Work, cand: Array) -> int:
    """The open cell to branch on: fewest candidates for its share of the failures so far; −1 when all are assigned.

    Failures are counted for boards with rules beyond groups only ("weighted degree": Boussemart, Hemery, Lecoutre &
    Sais, ECAI 2004); elsewhere the first cell with two candidates is as good.
    """
    best, least = -1, 1e9
    counted = len(w.due) > 0
    for c in range(b.n):
        m = cand[c]
        if m & (m - 1) != 0:
            size = popcnt(m) / (1.0 + w.blame[c]) if counted else popcnt(m) * 1.0
            if size < least:
                best, least = c, size
                if size == 2.0 and not counted:
                    break
    return best


@inner
def forget(b: Board, w: Work) -> None:
    """Begin a new solve: failures are counted anew and earlier assumptions and attempts count no more."""
    w.tick[SERIAL] += 1
    for c in range(b.n):
        w.blame[c] = 0
    for v in range(len(w.tries)):
        w.tries[v] = 0


@inner
def _blame(b: Board, w: Work) -> None:
    """One failure more for the cells of what failed."""
    at = w.tick[FAILED]
    if at < b.n:
        w.blame[at] += 1
    elif at < b.n + b.nh:
        for k in range(b.d):
            w.blame[b.hcells[at - b.n, k]] += 1
    else:
        k = at - b.n - b.nh
        for i in range(b.krow[k, START], b.krow[k, START] + b.krow[k, LENGTH]):
            w.blame[b.kcell[i]] += 1


@inner
def count(b: Board, w: Work, limit: int, max_nodes: int) -> int:
    """Solutions of the candidates in w.stack[0], at most ``limit``; each is written to w.found as digits.

    Returns their number, or UNKNOWN when ``max_nodes`` branches were not enough.
    """
    tail = 0
    for c in range(b.n):
        if w.stack[0, c] == 0:
            return 0
        if w.stack[0, c] & (w.stack[0, c] - 1) == 0:
            w.queue[tail] = c
            tail += 1
    all_due(b, w)
    if not propagate(b, w, w.stack[0], tail):
        return 0
    return count_closed(b, w, limit, max_nodes)


@inner
def count_closed(b: Board, w: Work, limit: int, max_nodes: int) -> int:
    """The same where the candidates in w.stack[0] have been closed."""
    c = _choose(b, w, w.stack[0])
    if c < 0:
        _write(b, w, 0, 0)
        return 1
    w.picks[0, 0] = c
    w.picks[0, 1] = w.stack[0, c]
    w.tick[LEVEL] = 0
    w.tick[FOUND] = 0
    return resume(b, w, limit, max_nodes)


@inner
def resume(b: Board, w: Work, limit: int, max_nodes: int) -> int:
    """Go on with a search that met its node limit; returns as :func:`count`."""
    level, found, nodes = w.tick[LEVEL], w.tick[FOUND], 0
    while level >= 0:
        left = w.picks[level, 1]
        if left == 0:
            level -= 1
            continue
        nodes += 1
        if nodes > max_nodes:
            w.tick[LEVEL] = level
            w.tick[FOUND] = found
            return UNKNOWN
        w.picks[level, 1] = left & (left - 1)
        c = w.picks[level, 0]
        for e in range(b.n):
            w.stack[level + 1, e] = w.stack[level, e]
        w.stack[level + 1, c] = left & -left
        w.queue[0] = c
        none_due(w)
        touched(w, c)
        if not propagate(b, w, w.stack[level + 1], 1):
            _blame(b, w)
            continue
        e = _choose(b, w, w.stack[level + 1])
        if e < 0:
            _write(b, w, level + 1, found)
            found += 1
            if found >= limit:
                return found
            continue
        level += 1
        w.picks[level, 0] = e
        w.picks[level, 1] = w.stack[level, e]
    return found


@inner
def _write(b: Board, w: Work, level: int, row: int) -> None:
    for c in range(b.n):
        w.found[row, c] = ctz(w.stack[level, c]) + 1
