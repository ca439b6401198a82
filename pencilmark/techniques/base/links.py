"""Strong links of one digit (houses in which it has two places left), and marks of candidates reached by links."""

from __future__ import annotations

from ...jit import inner
from ...jit.bits import ctz, popcnt
from ...state import Board, State
from .work import Work


@inner
def links(b: Board, s: State, w: Work, x: int) -> int:
    """Houses with two places for x, in w.list as (house, cell, cell) triples; returns how many."""
    n = 0
    for h in range(b.nh):
        places = s.hpos[h, x]
        if popcnt(places) == 2:
            w.list[3 * n] = h
            w.list[3 * n + 1] = b.hcells[h, ctz(places)]
            w.list[3 * n + 2] = b.hcells[h, ctz(places & (places - 1))]
            n += 1
    return n


@inner
def paint(w: Work, n: int, start: int, first: int) -> int:
    """Two-colour what the n links join to cell start: cells in w.queue, colour ``first`` or the next in w.depth."""
    w.depth[start] = first
    w.queue[0] = start
    head, tail = 0, 1
    while head < tail:
        c = w.queue[head]
        head += 1
        for j in range(n):
            for q in range(2):
                if w.list[3 * j + 1 + q] == c and w.depth[w.list[3 * j + 2 - q]] < 0:
                    other = w.list[3 * j + 2 - q]
                    w.depth[other] = 2 * first + 1 - w.depth[c]
                    w.queue[tail] = other
                    tail += 1
    return tail


@inner
def reach(w: Work, t: int, parent: int, depth: int, tail: int) -> int:
    """Mark candidate t as true, if it is not yet; returns the new end of the queue."""
    if w.on[t] >= 0:
        return tail
    w.on[t] = parent
    w.depth[t] = depth
    w.queue[tail] = t
    return tail + 1
