"""Aligned pair and triple exclusion: combinations of a few cells, checked one by one.

    ┌───────────┬─────────┐    base cells a {1 2 3} and b {1 3 4}: the cell {1 3} refutes a = 1, b = 3 and a = 3, b = 1,
    │ a  b  13  │ .  .  . │    {2 4} in sight of both refutes a = 2, b = 4, and equal digits are refuted where a sees b
    │ .  24 .   │ .  .  . │    a digit left without any combination goes
    └───────────┴─────────┘

Sound because a combination is refuted only where it would leave a cell without candidates or an almost locked set with
two digits too few, and a digit goes only when all combinations with it are refuted.

Pairs are refuted by almost locked sets of up to four cells (one x all of whose places see a, one y all of whose places
see b); triples by cells of two or three candidates, two of which at least see all three base cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from ..tables import shape_id
from .base.almost import build_sets, write_set
from .base.cells import sees
from .base.moves import Moves, add_cell, add_elim, add_group, close_move, open_move, set_meta
from .base.work import MAX_ALS, Work

PAIR = shape_id("Aligned Pair Exclusion")
TRIPLE = shape_id("Aligned Triple Exclusion")
LARGEST = 4
"""Cells of the largest set that refutes a pair."""
MOST = 5
"""Candidates of a base cell of a triple."""
MASKS, BAD = MAX_ALS, 2 * MAX_ALS
"""Ranges of w.list for pairs: sets in sight of the first cell come first, then the digits they show it, then, for each
digit of the second cell, the digits of the first that are refuted beside it."""
BAD_AB, BAD_AC, BAD_BC = 7000, 7032, 7064
"""Ranges of w.list for triples: for each digit of the later cell those of the earlier that are refuted beside it."""

Array = Any


@inner
def aligned_pair(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every pair of cells that leaves a digit of one of them without a combination."""
    n = build_sets(b, s, w, LARGEST)
    for a in range(b.n):
        if popcnt(s.cand[a]) < 2:
            continue
        near = 0
        for i in range(n):
            shown = _shown(w, i, a)
            if shown != 0:
                w.list[near] = i
                w.list[MASKS + near] = shown
                near += 1
        for c in range(a + 1, b.n):
            if popcnt(s.cand[c]) >= 2:
                _sight(b, s, w, a, c, BAD)
                for q in range(near):
                    shown = _shown(w, w.list[q], c)
                    while shown != 0:
                        y = ctz(shown)
                        shown &= shown - 1
                        w.list[BAD + y] |= w.list[MASKS + q] & ~(np.int64(1) << y)
                _pair(b, s, w, m, a, c, near)


@inner
def _shown(w: Work, i: int, c: int) -> int:
    """Digits of set i all of whose places see cell c, which has them too."""
    shown = np.int64(0)
    left = w.als[i, 0]
    while left != 0:
        x = ctz(left)
        left &= left - 1
        if (w.als_sees[i, x, c >> 6] >> (c & 63)) & 1:
            shown |= np.int64(1) << x
    return shown


@inner
def _sight(b: Board, s: State, w: Work, a: int, c: int, start: int) -> None:
    """What cells a and c refute by themselves: equal digits in sight, digits that a pair rule keeps apart."""
    for y in range(b.d):
        w.list[start + y] = 0
        if sees(b, a, c):
            w.list[start + y] = np.int64(1) << y
    for k in range(b.rptr[c], b.rptr[c + 1]):
        if b.rcell[k] == a:
            for y in range(b.d):
                w.list[start + y] |= b.full & ~b.tables[b.rtab[k], y]


@inner
def _pair(b: Board, s: State, w: Work, m: Moves, a: int, c: int, near: int) -> None:
    gone_a = s.cand[a]
    gone_c = np.int64(0)
    left = s.cand[c]
    while left != 0:
        y = ctz(left)
        left &= left - 1
        gone_a &= w.list[BAD + y]
        if s.cand[a] & ~w.list[BAD + y] == 0:
            gone_c |= np.int64(1) << y
    if gone_a == 0 and gone_c == 0:
        return
    i = open_move(m, PAIR)
    for cell in (a, c):
        left = s.cand[cell]
        while left != 0:
            add_cell(m, i, cell, ctz(left))
            left &= left - 1
    cells = 2
    for q in range(near):
        if _needed(s, w, w.list[q], c, w.list[MASKS + q], gone_a, gone_c, near):
            add_group(m, i, w.als[w.list[q], 1])
            cells += write_set(b, s, w, m, i, w.list[q])
    for x in range(b.d):
        if (gone_a >> x) & 1:
            add_elim(s, m, i, a, x)
        if (gone_c >> x) & 1:
            add_elim(s, m, i, c, x)
    set_meta(m, i, cells, popcnt(s.cand[a] | s.cand[c]), 2, cells - 2, cells, cells)
    close_move(m, i)


@inner
def _needed(s: State, w: Work, i: int, c: int, shown_a: int, gone_a: int, gone_c: int, near: int) -> bool:
    """Whether set i is the first to refute some combination with a digit that goes."""
    shown_c = _shown(w, i, c)
    while shown_c != 0:
        y = ctz(shown_c)
        shown_c &= shown_c - 1
        mine = shown_a & ~(np.int64(1) << y)
        if (gone_c >> y) & 1 == 0:
            mine &= gone_a
        for q in range(near):
            if w.list[q] == i or mine == 0:
                break
            if (_shown(w, w.list[q], c) >> y) & 1:
                mine &= ~w.list[MASKS + q]
        if mine != 0:
            return True
    return False


@inner
def aligned_triple(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every triple of cells that leaves a digit of one of them without a combination."""
    small, pair, all_three = w.sets[0], w.sets[1], w.sets[2]
    for k in range(b.nw):
        small[k] = 0
    for e in range(b.n):
        if 2 <= popcnt(s.cand[e]) <= 3:
            small[e >> 6] |= np.int64(1) << (e & 63)
    for a in range(b.n):
        if not 2 <= popcnt(s.cand[a]) <= MOST:
            continue
        for c in range(a + 1, b.n):
            if not 2 <= popcnt(s.cand[c]) <= MOST or _shared(b, a, c, small, pair) < 2:
                continue
            _refuted(b, s, w, a, c, pair, BAD_AB)
            for e in range(c + 1, b.n):
                if not 2 <= popcnt(s.cand[e]) <= MOST or _shared(b, e, e, pair, all_three) < 2:
                    continue
                _refuted(b, s, w, a, e, small, BAD_AC)
                _refuted(b, s, w, c, e, small, BAD_BC)
                _triple(b, s, w, m, a, c, e)


@inner
def _shared(b: Board, a: int, c: int, among: Array, found: Array) -> int:
    """Write to ``found`` those cells of a set that see both a and c; returns how many."""
    n = 0
    for k in range(b.nw):
        found[k] = among[k] & b.pbits[a, k] & b.pbits[c, k]
        n += popcnt(found[k])
    return n


@inner
def _refuted(b: Board, s: State, w: Work, a: int, c: int, among: Array, start: int) -> None:
    """Combinations of a and c that sight, pair rules or a cell of two candidates refutes, from w.list[start:] on."""
    _sight(b, s, w, a, c, start)
    for k in range(b.nw):
        word = among[k] & b.pbits[a, k] & b.pbits[c, k]
        while word != 0:
            pair = s.cand[(k << 6) + ctz(word)]
            word &= word - 1
            if popcnt(pair) == 2:
                x, y = ctz(pair), ctz(pair & (pair - 1))
                w.list[start + x] |= np.int64(1) << y
                w.list[start + y] |= np.int64(1) << x


@inner
def _triple(b: Board, s: State, w: Work, m: Moves, a: int, c: int, e: int) -> None:
    alive_a, alive_c, alive_e = np.int64(0), np.int64(0), np.int64(0)
    lefts = s.cand[e]
    while lefts != 0:
        z = ctz(lefts)
        lefts &= lefts - 1
        ys = s.cand[c] & ~w.list[BAD_BC + z]
        while ys != 0:
            y = ctz(ys)
            ys &= ys - 1
            xs = s.cand[a] & ~w.list[BAD_AC + z] & ~w.list[BAD_AB + y]
            if xs != 0:
                xs &= ~_by_cells(b, s, w, y, z)
            if xs != 0:
                alive_a |= xs
                alive_c |= np.int64(1) << y
                alive_e |= np.int64(1) << z
    if alive_a == s.cand[a] and alive_c == s.cand[c] and alive_e == s.cand[e]:
        return
    i = open_move(m, TRIPLE)
    for cell in (a, c, e):
        left = s.cand[cell]
        while left != 0:
            add_cell(m, i, cell, ctz(left))
            left &= left - 1
    cells = 3 + _witness(b, s, w, m, i, a, c, e)
    for cell in (a, c, e):
        alive = alive_a if cell == a else (alive_c if cell == c else alive_e)
        left = s.cand[cell] & ~alive
        while left != 0:
            add_elim(s, m, i, cell, ctz(left))
            left &= left - 1
    set_meta(m, i, cells, popcnt(s.cand[a] | s.cand[c] | s.cand[e]), 3, cells - 3, cells, cells)
    close_move(m, i)


@inner
def _by_cells(b: Board, s: State, w: Work, y: int, z: int) -> int:
    """Digits of the first cell that, beside y and z, leave a cell in sight of all three without a candidate."""
    pair = (np.int64(1) << y) | (np.int64(1) << z)
    out = np.int64(0)
    for k in range(b.nw):
        word = w.sets[2, k]
        while word != 0:
            rest = s.cand[(k << 6) + ctz(word)] & ~pair
            word &= word - 1
            if popcnt(rest) == 1:
                out |= rest
            elif rest == 0:
                return b.full
    return out


@inner
def _witness(b: Board, s: State, w: Work, m: Moves, i: int, a: int, c: int, e: int) -> int:
    """Cells of two candidates in sight of two base cells, of three in sight of all; returns how many."""
    n = 0
    base = s.cand[a] | s.cand[c] | s.cand[e]
    for k in range(b.nw):
        twice = b.pbits[a, k] & b.pbits[c, k] | b.pbits[a, k] & b.pbits[e, k] | b.pbits[c, k] & b.pbits[e, k]
        word = w.sets[0, k] & twice
        while word != 0:
            q = (k << 6) + ctz(word)
            word &= word - 1
            if s.cand[q] & ~base != 0 or (popcnt(s.cand[q]) == 3 and (w.sets[2, k] >> (q & 63)) & 1 == 0):
                continue
            n += 1
            left = s.cand[q]
            while left != 0:
                add_cell(m, i, q, ctz(left))
                left &= left - 1
    return n
