"""Steps in the head: a single that appears once a locked digit or a subset is seen, without writing anything down.

    direct pointing: the places (*) of a digit in the box lie on one row, so in the box beside it only # is left
    ┌───────┬───────┐
    │ . . . │ . 4 7 │      direct hidden pair, naked pair in the head … : the same with a subset
    │ * * . │ - - - │      Snyder: two digits noted at the same two places of a box leave a third one place there,
    │ . . . │ 2 . # │      or one line
    └───────┴───────┘

Sound because each is a locked candidate or a subset followed by a single: what the pattern would remove is left out of
account when the places of the digit are counted.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import BOX, COL, Board, State
from ..tables import shape_id
from .base.cells import locked_out, only_seen, start_seen
from .base.combinations import MASKS, PICK, UNION, digits_by_places, next_combination, start_combinations
from .base.moves import (
    F_COVER,
    F_LOAD,
    Moves,
    add_cell,
    add_elims,
    add_group,
    close_move,
    open_move,
    set_meta,
    set_place,
)  # fmt: skip
from .base.work import Work

POINTING = shape_id("Direct Pointing")
CLAIMING = shape_id("Direct Claiming")
HIDDEN_BOX = shape_id("Hidden Single (box)")
HIDDEN_LINE = shape_id("Hidden Single (line)")
HIDDEN = np.array([0, 0, shape_id("Direct Hidden Pair"), shape_id("Direct Hidden Triple")])
NAKED = np.array([0, 0, shape_id("Pair in the Head"), shape_id("Triple in the Head")])
SNYDER = shape_id("Snyder Single")
SNYDER_LINE = shape_id("Snyder Line")

Array = Any


@inner
def _left(b: Board, s: State, h: int, x: int, gone: Array) -> int:
    """The only place for x in house h outside a set of cells; −1 if there is none or more, or if nothing changes."""
    found = -1
    some = False
    places = s.hpos[h, x]
    while places != 0:
        c = b.hcells[h, ctz(places)]
        places &= places - 1
        if (gone[c >> 6] >> (c & 63)) & 1:
            some = True
        elif found >= 0:
            return -1
        else:
            found = c
    return found if some else -1


@inner
def direct_locked(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every single that one house's locked digit leaves in another house; p0 = 1: from lines, 0: from all others."""
    seen = w.sets[0]
    for h in range(b.nh):
        if (b.gkind[h] <= COL) != (p0 == 1):
            continue
        for x in range(b.d):
            places = s.hpos[h, x]
            if places == 0 or places & (places - 1) == 0 or not locked_out(b, s, h, x, seen):
                continue
            for g in range(b.nh):
                c = _left(b, s, g, x, seen) if g != h else -1
                if c < 0:
                    continue
                i = open_move(m, CLAIMING if p0 == 1 else POINTING)
                n = _tell_places(b, s, m, i, h, x)
                add_group(m, i, g)
                set_place(m, i, c, x)
                set_meta(m, i, n + 1, 1, 3, 1, 1, 3)
                m.feat[i, F_COVER] = HIDDEN_BOX if b.gkind[g] == BOX else HIDDEN_LINE
                m.feat[i, F_LOAD] = b.d - 1 - popcnt(s.gdone[g])
                close_move(m, i)


@inner
def _tell_places(b: Board, s: State, m: Moves, i: int, h: int, x: int) -> int:
    """Add house h and its places for x to the story; returns how many."""
    add_group(m, i, h)
    places = s.hpos[h, x]
    while places != 0:
        add_cell(m, i, b.hcells[h, ctz(places)], x)
        places &= places - 1
    return popcnt(s.hpos[h, x])


@inner
def direct_hidden(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every hidden single that a hidden subset of p0 digits leaves: its cells take no other digit."""
    for h in range(b.nh):
        n = digits_by_places(b, s, w, h, p0)
        start_combinations(w)
        while next_combination(w, n, p0, p0):
            places = w.list[UNION + p0 - 1]
            if popcnt(places) != p0:
                continue
            digits = np.int64(0)
            for q in range(p0):
                digits |= np.int64(1) << w.list[w.list[PICK + q]]
            _mark(b, w, h, places)
            for z in range(b.d):
                if (digits >> z) & 1 == 0:
                    _singles(b, s, w, m, HIDDEN[p0], h, places, digits, z)


@inner
def _mark(b: Board, w: Work, h: int, places: int) -> None:
    """Write to w.sets[0] the cells at those positions of house h."""
    for k in range(b.nw):
        w.sets[0, k] = 0
    while places != 0:
        c = b.hcells[h, ctz(places)]
        places &= places - 1
        w.sets[0, c >> 6] |= np.int64(1) << (c & 63)


@inner
def _singles(b: Board, s: State, w: Work, m: Moves, shape: int, h: int, places: int, digits: int, z: int) -> None:
    """The houses in which z has one place left outside the cells of w.sets[0]."""
    for g in range(b.nh):
        c = _left(b, s, g, z, w.sets[0])
        if c < 0:
            continue
        i = open_move(m, shape)
        add_group(m, i, h)
        _tell_cells(b, s, m, i, h, places, digits)
        add_group(m, i, g)
        set_place(m, i, c, z)
        n = popcnt(places)
        set_meta(m, i, n + 1, n + 1, 2, n, 0, n + 1)
        close_move(m, i)


@inner
def _tell_cells(b: Board, s: State, m: Moves, i: int, h: int, places: int, digits: int) -> None:
    while places != 0:
        c = b.hcells[h, ctz(places)]
        places &= places - 1
        left = s.cand[c] & digits
        while left != 0:
            add_cell(m, i, c, ctz(left))
            left &= left - 1


@inner
def naked_in_head(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every naked or hidden single that a naked subset of p0 cells of a group leaves."""
    for g in range(b.ng):
        n = 0
        for k in range(b.gptr[g], b.gptr[g + 1]):
            c = b.gcells[k]
            if 2 <= popcnt(s.cand[c]) <= p0:
                w.list[n] = c
                w.list[MASKS + n] = s.cand[c]
                n += 1
        start_combinations(w)
        while next_combination(w, n, p0, p0):
            digits = w.list[UNION + p0 - 1]
            if popcnt(digits) == p0:
                _cells_left(b, s, w, m, g, p0, digits)
                _houses_left(b, s, w, m, g, p0, digits)


@inner
def _begin(s: State, w: Work, m: Moves, g: int, size: int) -> int:
    i = open_move(m, NAKED[size])
    add_group(m, i, g)
    for q in range(size):
        c = w.list[w.list[PICK + q]]
        left = s.cand[c]
        while left != 0:
            add_cell(m, i, c, ctz(left))
            left &= left - 1
    set_meta(m, i, size + 1, size + 1, 2, 0, size, size + 1)
    return i


@inner
def _cells_left(b: Board, s: State, w: Work, m: Moves, g: int, size: int, digits: int) -> None:
    """Cells of the group that have one digit besides those of the subset."""
    for k in range(b.gptr[g], b.gptr[g + 1]):
        c = b.gcells[k]
        left = s.cand[c] & ~digits
        if popcnt(left) == 1 and left != s.cand[c]:
            i = _begin(s, w, m, g, size)
            set_place(m, i, c, ctz(left))
            close_move(m, i)


@inner
def _houses_left(b: Board, s: State, w: Work, m: Moves, g: int, size: int, digits: int) -> None:
    """Houses in which a digit of the subset has one place left once the rest of the group has lost it."""
    while digits != 0:
        x = ctz(digits)
        digits &= digits - 1
        gone = w.sets[0]
        for k in range(b.nw):
            gone[k] = b.gbits[g, k] & s.dbits[x, k]
        for q in range(size):
            c = w.list[w.list[PICK + q]]
            gone[c >> 6] &= ~(np.int64(1) << (c & 63))
        for h in range(b.nh):
            c = _left(b, s, h, x, gone)
            if c >= 0:
                i = _begin(s, w, m, g, size)
                add_group(m, i, h)
                set_place(m, i, c, x)
                close_move(m, i)


@inner
def snyder(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """What two digits with the same two places in a box leave a third digit: one place in the box, or one line."""
    for h in range(b.nh):
        if b.gkind[h] != BOX:
            continue
        for x in range(b.d):
            places = s.hpos[h, x]
            if popcnt(places) != 2:
                continue
            for y in range(x + 1, b.d):
                if s.hpos[h, y] == places:
                    _third(b, s, w, m, h, places, (np.int64(1) << x) | (np.int64(1) << y))


@inner
def _third(b: Board, s: State, w: Work, m: Moves, h: int, places: int, pair: int) -> None:
    for z in range(b.d):
        left = s.hpos[h, z] & ~places
        if (pair >> z) & 1 or s.hpos[h, z] & places == 0 or left == 0:
            continue
        if popcnt(left) == 1:
            i = open_move(m, SNYDER)
            set_place(m, i, b.hcells[h, ctz(left)], z)
        else:
            seen = w.sets[0]
            start_seen(b, s, z, seen)
            for k in range(b.nw):
                seen[k] &= ~b.gbits[h, k]
            i = open_move(m, SNYDER_LINE)
            rest = left
            while rest != 0:
                only_seen(b, b.hcells[h, ctz(rest)], seen)
                rest &= rest - 1
            add_elims(s, m, i, seen, z)
        add_group(m, i, h)
        _tell_cells(b, s, m, i, h, places, pair)
        _tell_cells(b, s, m, i, h, left, np.int64(1) << z)
        set_meta(m, i, 2 + popcnt(left), 3, 1, 2, 0, 3)
        close_move(m, i)
