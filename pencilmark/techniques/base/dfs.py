"""Exact search: how many solutions a position has, up to a limit.

Naked and hidden singles and relation tables to a fixpoint, then branch on the cell with the fewest candidates.
An explicit stack of candidate arrays; no recursion, no allocation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...jit import inner
from ...jit.bits import ctz, popcnt
from ...state import Board

Array = Any
UNKNOWN = -1
"""Returned when the node limit was met before the answer was known."""


@inner
def propagate(b: Board, cand: Array, queue: Array, tail: int) -> bool:
    """Close ``cand`` (single-bit masks = assigned) under singles; queue[0:tail] holds newly assigned cells."""
    while True:
        head = 0
        while head < tail:
            c = queue[head]
            head += 1
            bit = cand[c]
            for k in range(b.pptr[c], b.pptr[c + 1]):
                e = b.plist[k]
                if cand[e] & bit:
                    left = cand[e] & ~bit
                    cand[e] = left
                    if left & (left - 1) == 0:
                        if left == 0:
                            return False
                        queue[tail] = e
                        tail += 1
            for k in range(b.rptr[c], b.rptr[c + 1]):
                e = b.rcell[k]
                left = cand[e] & b.tables[b.rtab[k], ctz(bit)]
                if left != cand[e]:
                    cand[e] = left
                    if left & (left - 1) == 0:
                        if left == 0:
                            return False
                        queue[tail] = e
                        tail += 1
        tail = _hidden(b, cand, queue)
        if tail < 0:
            return False
        if tail == 0:
            return True


@inner
def _hidden(b: Board, cand: Array, queue: Array) -> int:
    """Assign hidden singles; returns how many, −1 when a digit has no place in a house."""
    tail = 0
    for h in range(b.nh):
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
            return -1
        single = once & ~twice & ~fixed
        if single != 0:
            for k in range(b.d):
                c = b.hcells[h, k]
                hit = cand[c] & single
                if hit != 0 and cand[c] & (cand[c] - 1) != 0:
                    if hit & (hit - 1) != 0:
                        return -1
                    cand[c] = hit
                    queue[tail] = c
                    tail += 1
    return tail


@inner
def _choose(b: Board, cand: Array) -> int:
    """The open cell with the fewest candidates, −1 when all are assigned."""
    best, least = -1, 99
    for c in range(b.n):
        m = cand[c]
        if m & (m - 1) != 0:
            size = popcnt(m)
            if size < least:
                best, least = c, size
                if size == 2:
                    break
    return best


@inner
def count(b: Board, stack: Array, picks: Array, queue: Array, limit: int, max_nodes: int, out: Array) -> int:
    """Solutions of the candidates in stack[0], at most ``limit``; each is written to ``out`` as digits.

    Returns their number, or UNKNOWN when ``max_nodes`` branches were not enough.
    """
    tail = 0
    for c in range(b.n):
        if stack[0, c] == 0:
            return 0
        if stack[0, c] & (stack[0, c] - 1) == 0:
            queue[tail] = c
            tail += 1
    if not propagate(b, stack[0], queue, tail):
        return 0
    found, nodes, level = 0, 0, 0
    c = _choose(b, stack[0])
    if c < 0:
        _write(b, stack[0], out, 0)
        return 1
    picks[0, 0] = c
    picks[0, 1] = stack[0, c]
    while level >= 0:
        left = picks[level, 1]
        if left == 0:
            level -= 1
            continue
        nodes += 1
        if nodes > max_nodes:
            return UNKNOWN
        picks[level, 1] = left & (left - 1)
        c = picks[level, 0]
        for e in range(b.n):
            stack[level + 1, e] = stack[level, e]
        stack[level + 1, c] = left & -left
        queue[0] = c
        if not propagate(b, stack[level + 1], queue, 1):
            continue
        e = _choose(b, stack[level + 1])
        if e < 0:
            _write(b, stack[level + 1], out, found)
            found += 1
            if found >= limit:
                return found
            continue
        level += 1
        picks[level, 0] = e
        picks[level, 1] = stack[level, e]
    return found


@inner
def _write(b: Board, cand: Array, out: Array, row: int) -> None:
    for c in range(b.n):
        out[row, c] = ctz(cand[c]) + 1
