"""Naked and hidden pairs, triples and quads, and the locked forms of the naked ones.

    naked pair (* = 12, 12): - loses 1 and 2         hidden pair: 1, 2 only at *; * loses all else
    │ * . - │ * . - │ . - . │                        │ . . . │ *12.. . *12.. │ . . . │

Sound because n cells of a group with n candidates use those candidates up, and n digits with n places in
a house use those places up. A locked pair or triple lies in two groups at once and acts on both.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from ..tables import shape_id
from .base.cells import inside
from .base.combinations import MASKS, PICK, UNION, digits_by_places, next_combination, start_combinations
from .base.moves import COUNT, POOL, Moves, add_cell, add_elim, add_elims, add_group, close_move, open_move, set_meta
from .base.work import Work

NAKED = np.array([0, 0, shape_id("Naked Pair"), shape_id("Naked Triple"), shape_id("Naked Quad")])
HIDDEN = np.array([0, 0, shape_id("Hidden Pair"), shape_id("Hidden Triple"), shape_id("Hidden Quad")])
LOCKED = np.array([0, 0, shape_id("Locked Pair"), shape_id("Locked Triple"), 0])


@inner
def naked_subset(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every naked subset of p0 cells; p1 = 1 asks for the locked ones (two common groups) only."""
    for g in range(b.ng):
        n = 0
        for k in range(b.gptr[g], b.gptr[g + 1]):
            c = b.gcells[k]
            size = popcnt(s.cand[c])
            if 2 <= size <= p0:
                w.list[n] = c
                w.list[MASKS + n] = s.cand[c]
                n += 1
        start_combinations(w)
        while next_combination(w, n, p0, p0):
            _emit_naked(b, s, w, m, g, p0, w.list[UNION + p0 - 1], p1)


@inner
def _emit_naked(b: Board, s: State, w: Work, m: Moves, g: int, size: int, digits: int, locked: int) -> None:
    if popcnt(digits) != size:
        return
    if locked == 0:
        _naked(b, s, w, m, g, g, size, digits)
        return
    first = w.list[w.list[PICK]]
    for k in range(b.gcptr[first], b.gcptr[first + 1]):
        h = b.gof[k]
        held = h > g
        for q in range(1, size):
            held = held and inside(b, h, w.list[w.list[PICK + q]])
        if held:
            _naked(b, s, w, m, g, h, size, digits)


@inner
def _naked(b: Board, s: State, w: Work, m: Moves, g: int, h: int, size: int, digits: int) -> None:
    """The naked subset in group g, or the locked one in g and h if they differ."""
    locked = np.int64(g != h)
    i = open_move(m, LOCKED[size] if locked == 1 else NAKED[size])
    add_group(m, i, g)
    if locked == 1:
        add_group(m, i, h)
    left = digits
    while left != 0:
        x = ctz(left)
        left &= left - 1
        seen = w.sets[0]
        for k in range(b.nw):
            seen[k] = s.dbits[x, k] & (b.gbits[g, k] | b.gbits[h, k])
        for q in range(size):
            c = w.list[w.list[PICK + q]]
            seen[c >> 6] &= ~(np.int64(1) << (c & 63))
            if (s.cand[c] >> x) & 1:
                add_cell(m, i, c, x)
        add_elims(s, m, i, seen, x)
    set_meta(m, i, size, size, 1 + locked, 0, size, size)
    if locked == 0 or _both(b, m, i, g, h):
        close_move(m, i)


@inner
def _both(b: Board, m: Moves, i: int, g: int, h: int) -> bool:
    """A locked subset must act in both groups; one that acts in one only is the plain naked subset."""
    in_g, in_h = False, False
    for k in range(m.row[i, COUNT]):
        c = m.pool[m.row[i, POOL] + k] >> 5
        one = inside(b, g, c)
        two = inside(b, h, c)
        in_g = in_g or (one and not two)
        in_h = in_h or (two and not one)
    return in_g and in_h


@inner
def hidden_subset(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every hidden subset of p0 digits."""
    for h in range(b.nh):
        n = digits_by_places(b, s, w, h, p0)
        start_combinations(w)
        while next_combination(w, n, p0, p0):
            if popcnt(w.list[UNION + p0 - 1]) == p0:
                _emit_hidden(b, s, w, m, h, p0, w.list[UNION + p0 - 1])


@inner
def _emit_hidden(b: Board, s: State, w: Work, m: Moves, h: int, size: int, places: int) -> None:
    i = open_move(m, HIDDEN[size])
    add_group(m, i, h)
    digits = np.int64(0)
    for q in range(size):
        digits |= np.int64(1) << w.list[w.list[PICK + q]]
    while places != 0:
        c = b.hcells[h, ctz(places)]
        places &= places - 1
        left = s.cand[c]
        while left != 0:
            x = ctz(left)
            left &= left - 1
            if (digits >> x) & 1:
                add_cell(m, i, c, x)
            else:
                add_elim(s, m, i, c, x)
    set_meta(m, i, size, size, 1, size, 0, size)
    close_move(m, i)
