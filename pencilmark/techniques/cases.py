"""Bounded case work: a candidate or a few cases, followed by singles a little way.

    short trial: 5 in r1c1 -> r1c4 = 2 -> r6c4 = 7 -> column 9 has no place for 7, so r1c1 is not 5
    cases:       r3c5 is 2 -> … -> r7c3 is not 4
                 r3c5 is 8 -> … -> r7c3 is not 4, so r7c3 is not 4

Every round takes all singles that are there at once, so what is found does not depend on the order of the cells; a
round that would go beyond the number of placements allowed is left out. Sound because one of the cases holds and
each is followed by valid steps. Rules of many cells are not looked at on the way.

The head is a shorter affair: one of two places of a digit, refuted by a few hidden singles, so that the other is true.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from ..tables import shape_id
from .base.moves import M_CASES, Moves, add_cell, add_elim, add_group, close_move, open_move, set_meta, set_place
from .base.work import Work

TRIAL = shape_id("Short Trial")
HEAD = shape_id("Chain in the Head")
CASES = np.array([shape_id("Case Analysis"), shape_id("Either Way"), shape_id("What If")])
FEWEST = np.array([2, 2, 3])
MOST = np.array([3, 2, 5])
PLACEMENTS = np.array([4, 12, 12])
"""Of each kind of case work: the number of cases from and to, and the placements of each case."""
TRIAL_PLACEMENTS, HEAD_PLACEMENTS = 12, 4
ROUNDS = 8
LARGEST_BOARD = 256
"""Cells of the largest board on which cases are followed: beyond, they would take seconds a step."""
DEAD = -1
SEVERAL = 64
"""Beginning of the list of cases in w.list."""

Array = Any


@inner
def _follow(b: Board, s: State, w: Work, row: int, c: int, x: int, most: int, naked: bool) -> int:
    """Assume x in c and place singles in w.stack[row], ``most`` digits at the utmost; returns how many, or DEAD."""
    cand = w.stack[row]
    for e in range(b.n):
        cand[e] = s.cand[e] if s.val[e] == 0 else np.int64(1) << (s.val[e] - 1)
        w.mask[e] = np.int64(s.val[e] > 0)
    cand[c] = np.int64(1) << x
    w.queue[0] = c
    n = 1
    total = 0
    for _ in range(ROUNDS):
        total += n
        for q in range(n):
            w.mask[w.queue[q]] = 1
        for q in range(n):
            if not _exclude(b, cand, w.queue[q]):
                return DEAD
        n = _round(b, w, cand, naked)
        if n < 0:
            return DEAD
        if n == 0 or total + n > most:
            break
    return total


@inner
def _exclude(b: Board, cand: Array, c: int) -> bool:
    """Take the digit of cell c from the cells that may not have it; False when one has nothing left."""
    bit = cand[c]
    if bit == 0:
        return False
    for k in range(b.pptr[c], b.pptr[c + 1]):
        e = b.plist[k]
        cand[e] &= ~bit
        if cand[e] == 0:
            return False
    for k in range(b.rptr[c], b.rptr[c + 1]):
        e = b.rcell[k]
        cand[e] &= b.tables[b.rtab[k], ctz(bit)]
        if cand[e] == 0:
            return False
    return True


@inner
def _round(b: Board, w: Work, cand: Array, naked: bool) -> int:
    """Queue all singles and make them the only digits of their cells; returns how many, −1 on contradiction.

    w.mask tells what is done: 0 = open, 1 = done, 2 + digit = found in this round.
    """
    n = 0
    for e in range(b.n if naked else 0):
        if w.mask[e] == 0 and cand[e] & (cand[e] - 1) == 0:
            w.mask[e] = 2 + ctz(cand[e])
            w.queue[n] = e
            n += 1
    for h in range(b.nh):
        once, twice = np.int64(0), np.int64(0)
        for k in range(b.d):
            digits = cand[b.hcells[h, k]]
            twice |= once & digits
            once |= digits
        if once != b.full:
            return -1
        once &= ~twice
        for k in range(b.d if once != 0 else 0):
            e = b.hcells[h, k]
            single = cand[e] & once
            if single == 0 or w.mask[e] == 1:
                continue
            if w.mask[e] == 0:
                w.mask[e] = 2 + ctz(single)
                w.queue[n] = e
                n += 1
            if single != np.int64(1) << (w.mask[e] - 2):
                return -1
    for q in range(n):
        cand[w.queue[q]] = np.int64(1) << (w.mask[w.queue[q]] - 2)
    return n


@inner
def short_trial(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every candidate that contradicts itself within TRIAL_PLACEMENTS placements by singles."""
    for c in range(b.n if b.n <= LARGEST_BOARD else 0):
        left = s.cand[c]
        while left != 0:
            x = ctz(left)
            left &= left - 1
            if popcnt(s.cand[c]) > 1 and _follow(b, s, w, 0, c, x, TRIAL_PLACEMENTS, True) == DEAD:
                i = open_move(m, TRIAL)
                add_cell(m, i, c, x)
                add_elim(s, m, i, c, x)
                set_meta(m, i, 1, 1, 1, TRIAL_PLACEMENTS // 2, TRIAL_PLACEMENTS // 2, TRIAL_PLACEMENTS)
                close_move(m, i)


@inner
def chain_in_head(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every digit with two places in a house, one of which HEAD_PLACEMENTS hidden singles refute."""
    for h in range(b.nh if b.n <= LARGEST_BOARD else 0):
        for x in range(b.d):
            places = s.hpos[h, x]
            if popcnt(places) != 2:
                continue
            for turn in range(2):
                c = b.hcells[h, ctz(places if turn == 0 else places & (places - 1))]
                e = b.hcells[h, ctz(places & (places - 1) if turn == 0 else places)]
                if _follow(b, s, w, 0, c, x, HEAD_PLACEMENTS, False) == DEAD:
                    i = open_move(m, HEAD)
                    add_group(m, i, h)
                    add_cell(m, i, c, x)
                    add_cell(m, i, e, x)
                    set_place(m, i, e, x)
                    set_meta(m, i, 2, 1, 1, HEAD_PLACEMENTS, HEAD_PLACEMENTS, 2 * HEAD_PLACEMENTS)
                    close_move(m, i)


@inner
def cases(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """What all candidates of a cell, or all places of a digit in a house, agree on; p0 is the kind of case work."""
    if b.n > LARGEST_BOARD:
        return
    for c in range(b.n):
        if FEWEST[p0] <= popcnt(s.cand[c]) <= MOST[p0]:
            n = 0
            left = s.cand[c]
            while left != 0:
                w.list[SEVERAL + n] = c * 32 + ctz(left)
                left &= left - 1
                n += 1
            _agree(b, s, w, m, n, p0, -1)
    for h in range(b.nh):
        for x in range(b.d):
            if FEWEST[p0] <= popcnt(s.hpos[h, x]) <= MOST[p0]:
                n = 0
                left = s.hpos[h, x]
                while left != 0:
                    w.list[SEVERAL + n] = b.hcells[h, ctz(left)] * 32 + x
                    left &= left - 1
                    n += 1
                _agree(b, s, w, m, n, p0, h)


@inner
def _agree(b: Board, s: State, w: Work, m: Moves, n: int, kind: int, h: int) -> None:
    """The candidates that none of the n cases leaves; nothing when a case contradicts itself, which is a trial."""
    for e in range(b.n):
        w.acc[e] = 0
    longest = 0
    for j in range(n):
        v = w.list[SEVERAL + j]
        placed = _follow(b, s, w, 0, v >> 5, v & 31, PLACEMENTS[kind], True)
        if placed == DEAD:
            return
        longest = max(longest, placed)
        for e in range(b.n):
            w.acc[e] |= w.stack[0, e]
    i = open_move(m, CASES[kind])
    for j in range(n):
        add_cell(m, i, w.list[SEVERAL + j] >> 5, w.list[SEVERAL + j] & 31)
    if h >= 0:
        add_group(m, i, h)
    for e in range(b.n):
        gone = s.cand[e] & ~w.acc[e]
        while gone != 0:
            add_elim(s, m, i, e, ctz(gone))
            gone &= gone - 1
    set_meta(m, i, n, n, 1, n * longest, n * longest, n * longest)
    m.meta[i, M_CASES] = np.log(n)
    close_move(m, i)
