"""3D Medusa: two colours along all links that leave exactly two ways, over every digit.

    r1c1 2A 5B    r1c7 2B 8A    a cell of two digits holds one of them, a digit with two places in a house takes one:
    r6c1 5A 9B    r6c7 8B       from one candidate on the colours A and B alternate, and one colour is true throughout

    Wrap      two candidates of one colour exclude each other: that colour is false
    Emptying  one colour excludes every candidate of a cell, or every place of a digit in a house: it is false
    Trap      an uncoloured candidate is excluded by both colours: it is false, whichever is true

Candidates exclude each other in the same cell, as the same digit in cells that see each other, and by pair rules.
Sound because all candidates of one colour are true and all of the other false.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from ..tables import shape_id
from .base.moves import EXTRA_A, NWIT, Moves, add_cell, add_elim, add_elims, close_move, open_move, set_meta
from .base.work import Work

TRAP = shape_id("3D Medusa Trap")
WRAP = shape_id("3D Medusa Wrap")
EMPTYING = shape_id("3D Medusa Emptying")
OTHER = 32
"""Rows of w.sets: what colour A excludes, by digit, then from here on the same for colour B."""
BOTH = 31
"""Row of w.sets: what both exclude."""


@inner
def medusa(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every cluster of at least two digits: wraps, emptyings, else traps."""
    for v in range(b.n * 32):
        w.depth[v] = -1
    for c in range(b.n):
        left = s.cand[c]
        while left != 0:
            v = c * 32 + ctz(left)
            left &= left - 1
            if w.depth[v] < 0:
                size, digits = _paint(b, s, w, v)
                if popcnt(digits) >= 2:
                    _judge(b, s, w, m, size, popcnt(digits))


@inner
def _join(w: Work, v: int, colour: int, tail: int) -> int:
    """Give candidate v a colour unless it has one; returns the new end of the queue."""
    if w.depth[v] >= 0:
        return tail
    w.depth[v] = colour
    w.queue[tail] = v
    return tail + 1


@inner
def _paint(b: Board, s: State, w: Work, start: int) -> tuple[int, int]:
    """Colour the cluster of a candidate, into w.queue; returns its size and its digits."""
    tail = _join(w, start, 0, 0)
    digits = np.int64(0)
    head = 0
    while head < tail:
        v = w.queue[head]
        head += 1
        c, x = v >> 5, v & 31
        digits |= np.int64(1) << x
        other = 1 - w.depth[v]
        if popcnt(s.cand[c]) == 2:
            tail = _join(w, c * 32 + ctz(s.cand[c] & ~(np.int64(1) << x)), other, tail)
        for k in range(b.cptr[c], b.cptr[c + 1]):
            h = b.chouse[k]
            if popcnt(s.hpos[h, x]) == 2:
                place = ctz(s.hpos[h, x] & ~(np.int64(1) << b.cpos[k]))
                tail = _join(w, b.hcells[h, place] * 32 + x, other, tail)
    return tail, digits


@inner
def _exclude(b: Board, s: State, w: Work, size: int) -> None:
    """Fill w.sets with what the candidates of each colour exclude."""
    for x in range(b.d):
        for k in range(b.nw):
            w.sets[x, k] = 0
            w.sets[OTHER + x, k] = 0
    for q in range(size):
        v = w.queue[q]
        c, x = v >> 5, v & 31
        base = OTHER * w.depth[v]
        for k in range(b.nw):
            w.sets[base + x, k] |= b.pbits[c, k] & s.dbits[x, k]
        left = s.cand[c] & ~(np.int64(1) << x)
        while left != 0:
            w.sets[base + ctz(left), c >> 6] |= np.int64(1) << (c & 63)
            left &= left - 1
        for k in range(b.rptr[c], b.rptr[c + 1]):
            e = b.rcell[k]
            left = s.cand[e] & ~b.tables[b.rtab[k], x]
            while left != 0:
                w.sets[base + ctz(left), e >> 6] |= np.int64(1) << (e & 63)
                left &= left - 1


@inner
def _judge(b: Board, s: State, w: Work, m: Moves, size: int, digits: int) -> None:
    _exclude(b, s, w, size)
    wrong = False
    for colour in range(2):
        shape = -1
        if _emptied(b, s, w, OTHER * colour):
            shape = EMPTYING
        for q in range(size):
            v = w.queue[q]
            if w.depth[v] == colour and (w.sets[OTHER * colour + (v & 31), v >> 11] >> ((v >> 5) & 63)) & 1:
                shape = WRAP
        if shape >= 0:
            wrong = True
            i = open_move(m, shape)
            for q in range(size):
                if w.depth[w.queue[q]] == colour:
                    add_elim(s, m, i, w.queue[q] >> 5, w.queue[q] & 31)
            _finish(w, m, i, size, digits)
    if not wrong:
        i = open_move(m, TRAP)
        for x in range(b.d):
            for k in range(b.nw):
                w.sets[BOTH, k] = w.sets[x, k] & w.sets[OTHER + x, k]
            add_elims(s, m, i, w.sets[BOTH], x)
        _finish(w, m, i, size, digits)


@inner
def _emptied(b: Board, s: State, w: Work, base: int) -> bool:
    """Whether a cell or a digit of a house loses everything to the colour whose exclusions start at row ``base``."""
    for c in range(b.n):
        left = s.cand[c]
        while left != 0 and (w.sets[base + ctz(left), c >> 6] >> (c & 63)) & 1:
            left &= left - 1
        if left == 0 and s.val[c] == 0:
            return True
    for h in range(b.nh):
        for x in range(b.d):
            left = s.hpos[h, x]
            if left == 0:
                continue
            while left != 0:
                c = b.hcells[h, ctz(left)]
                if (w.sets[base + x, c >> 6] >> (c & 63)) & 1 == 0:
                    break
                left &= left - 1
            if left == 0:
                return True
    return False


@inner
def _finish(w: Work, m: Moves, i: int, size: int, digits: int) -> None:
    """Both colours as the pattern, one after the other."""
    for colour in range(2):
        for q in range(size):
            v = w.queue[q]
            if w.depth[v] == colour:
                add_cell(m, i, v >> 5, v & 31)
        if colour == 0:
            m.row[i, EXTRA_A] = m.row[i, NWIT]
    set_meta(m, i, size, digits, size - 1, size - 1, 1, size)
    close_move(m, i)
