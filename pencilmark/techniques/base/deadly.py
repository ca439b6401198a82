"""What follows from a deadly pattern, whatever its form.

A pattern is a set of empty cells with a few digits each (its base): were all cells down to their bases, digits could be
changed round and no house would notice, so the puzzle would have two solutions. A puzzle with one solution therefore
has at least one true candidate outside the bases, an "extra":

    type 1  one cell has extras: it loses its base       type 3  the extras act as one cell of a naked subset
    type 2  all extras are one digit: one of them holds  type 4  a base digit is locked to the two cells with extras:
                                                                 they lose the rest of their bases
    BUG+n   what every single extra would refute is false; with one extra alone (BUG+1) that one is true
"""

from __future__ import annotations

import numpy as np

from ...jit import inner
from ...jit.bits import ctz, popcnt
from ...state import Board, State
from ...tables import shape_id
from .cells import inside, only_seen, sees, start_seen
from .moves import Moves, add_cell, add_elim, add_elims, add_group, close_move, open_move, set_meta, set_place
from .work import Work

EXTENDED, LOOP, GRAVE, LITE = 0, 1, 2, 3
TYPES = np.array(
    [
        [shape_id(f"Extended Rectangle {k}") for k in (1, 2, 3, 4)],
        [shape_id(f"Unique Loop {k}") for k in (1, 2, 3, 4)],
        [shape_id(name) for name in ("BUG+1", "BUG 2", "BUG 3", "BUG 4")],
        [shape_id("BUG-Lite")] * 4,
    ]
)
"""Shape of each pattern's types 1 to 4."""
SEVERAL = shape_id("BUG+n")
CELLS, BASES, EXTRAS, OTHERS = 2000, 2700, 3400, 4100
"""Ranges of w.list: cells of the pattern, their bases, the cells that have extras, other cells of a house."""


@inner
def escape(b: Board, s: State, w: Work, m: Moves, n: int, kind: int) -> None:
    """All conclusions of the pattern of n cells in w.list[CELLS:] with their bases in w.list[BASES:]."""
    k = 0
    union = np.int64(0)
    for q in range(n):
        more = s.cand[w.list[CELLS + q]] & ~w.list[BASES + q]
        if more != 0:
            w.list[EXTRAS + k] = q
            union |= more
            k += 1
    if k == 1:
        _one_cell(b, s, w, m, n, kind)
        return
    if popcnt(union) == 1:
        _one_digit(b, s, w, m, n, k, kind, union)
    elif kind == GRAVE:
        _refuted(b, s, w, m, n, k)
    c = w.list[CELLS + w.list[EXTRAS]]
    for j in range(b.cptr[c], b.cptr[c + 1]):
        h = b.chouse[j]
        together = k > 1
        for q in range(k):
            together = together and inside(b, h, w.list[CELLS + w.list[EXTRAS + q]])
        if together and k == 2:
            _locked(b, s, w, m, n, kind, h)
        if together and popcnt(union) > 1:
            _subset(b, s, w, m, n, k, kind, h, union)


@inner
def _start(s: State, w: Work, m: Moves, n: int, shape: int) -> int:
    """Open the move of a pattern."""
    i = open_move(m, shape)
    for q in range(n):
        c = w.list[CELLS + q]
        left = s.cand[c] & w.list[BASES + q]
        while left != 0:
            add_cell(m, i, c, ctz(left))
            left &= left - 1
    return i


@inner
def _start_grave(s: State, w: Work, m: Moves, k: int, shape: int) -> int:
    """Open the move of a grave: it is the whole position, so only the cells with extras are told."""
    i = open_move(m, shape)
    for q in range(k):
        c = w.list[CELLS + w.list[EXTRAS + q]]
        left = s.cand[c]
        while left != 0:
            add_cell(m, i, c, ctz(left))
            left &= left - 1
    return i


@inner
def _begin(s: State, w: Work, m: Moves, n: int, k: int, kind: int, number: int) -> int:
    if kind == GRAVE:
        return _start_grave(s, w, m, k, TYPES[kind, number - 1])
    return _start(s, w, m, n, TYPES[kind, number - 1])


@inner
def _one_cell(b: Board, s: State, w: Work, m: Moves, n: int, kind: int) -> None:
    """Type 1: the one cell with extras loses its base; if a grave has one extra alone, that is placed."""
    q = w.list[EXTRAS]
    c = w.list[CELLS + q]
    more = s.cand[c] & ~w.list[BASES + q]
    if kind == GRAVE:
        if popcnt(more) > 1:
            _refuted(b, s, w, m, n, 1)
            return
        i = _begin(s, w, m, n, 1, kind, 1)
        set_place(m, i, c, ctz(more))
        set_meta(m, i, 1, 3, 3, 0, 0, 1)
        close_move(m, i)
        return
    i = _begin(s, w, m, n, 1, kind, 1)
    left = w.list[BASES + q]
    while left != 0:
        add_elim(s, m, i, c, ctz(left))
        left &= left - 1
    set_meta(m, i, n, 2, n, 0, 0, n)
    close_move(m, i)


@inner
def _one_digit(b: Board, s: State, w: Work, m: Moves, n: int, k: int, kind: int, digit: int) -> None:
    """Type 2: one of the cells with extras holds the one extra digit."""
    z = ctz(digit)
    seen = w.sets[0]
    start_seen(b, s, z, seen)
    for q in range(k):
        if not only_seen(b, w.list[CELLS + w.list[EXTRAS + q]], seen):
            return
    i = _begin(s, w, m, n, k, kind, 2)
    add_elims(s, m, i, seen, z)
    told = k if kind == GRAVE else n
    set_meta(m, i, told, 3, told, 0, 0, told)
    close_move(m, i)


@inner
def _refuted(b: Board, s: State, w: Work, m: Moves, n: int, k: int) -> None:
    """BUG+n: remove what every one of the extras would refute."""
    i = _start_grave(s, w, m, k, SEVERAL)
    for c in range(b.n):
        left = s.cand[c]
        while left != 0:
            x = ctz(left)
            left &= left - 1
            hit = True
            for q in range(k):
                e = w.list[CELLS + w.list[EXTRAS + q]]
                more = s.cand[e] & ~w.list[BASES + w.list[EXTRAS + q]]
                alone = more == np.int64(1) << x
                hit = hit and ((more >> x) & 1 == 0 if c == e else alone and sees(b, c, e))
            if hit:
                add_elim(s, m, i, c, x)
    set_meta(m, i, k, 2 + k, 3, k, k, 2 * k)
    close_move(m, i)


@inner
def _locked(b: Board, s: State, w: Work, m: Moves, n: int, kind: int, h: int) -> None:
    """Type 4: a base digit has no place in house h but the two cells with extras."""
    p, q = w.list[EXTRAS], w.list[EXTRAS + 1]
    c, e = w.list[CELLS + p], w.list[CELLS + q]
    both = s.cand[c] & s.cand[e] & w.list[BASES + p] & w.list[BASES + q]
    while both != 0:
        x = ctz(both)
        both &= both - 1
        if popcnt(s.hpos[h, x]) != 2:
            continue
        i = _begin(s, w, m, n, 2, kind, 4)
        add_group(m, i, h)
        for a in range(2):
            at = p if a == 0 else q
            left = w.list[BASES + at] & ~(np.int64(1) << x)
            while left != 0:
                add_elim(s, m, i, w.list[CELLS + at], ctz(left))
                left &= left - 1
        told = 2 if kind == GRAVE else n
        set_meta(m, i, told, 2, told + 1, 1, 0, told + 1)
        close_move(m, i)


@inner
def _subset(b: Board, s: State, w: Work, m: Moves, n: int, k: int, kind: int, h: int, union: int) -> None:
    """Type 3: the extras, all in house h, and up to three more cells of it form a naked subset."""
    others = 0
    for j in range(b.d):
        c = b.hcells[h, j]
        free = s.val[c] == 0
        for q in range(k):
            free = free and c != w.list[CELLS + w.list[EXTRAS + q]]
        if free:
            w.list[OTHERS + others] = c
            others += 1
    for chosen in range(1, np.int64(1) << min(others, 12)):
        size = popcnt(chosen)
        if size > 3:
            continue
        digits = union
        left = chosen
        while left != 0:
            digits |= s.cand[w.list[OTHERS + ctz(left)]]
            left &= left - 1
        if popcnt(digits) != size + 1:
            continue
        i = _begin(s, w, m, n, k, kind, 3)
        add_group(m, i, h)
        _use_up(b, s, w, m, i, k, chosen, digits)
        told = (k if kind == GRAVE else n) + size
        set_meta(m, i, told, 1 + popcnt(digits), told + 1, 0, 0, told)
        close_move(m, i)


@inner
def _use_up(b: Board, s: State, w: Work, m: Moves, i: int, k: int, chosen: int, digits: int) -> None:
    """Each of ``digits`` is in a chosen cell or is one of the extras: it leaves what sees all these places."""
    seen = w.sets[0]
    while digits != 0:
        z = ctz(digits)
        digits &= digits - 1
        start_seen(b, s, z, seen)
        for q in range(k):
            at = w.list[EXTRAS + q]
            if (s.cand[w.list[CELLS + at]] & ~w.list[BASES + at]) >> z & 1:
                only_seen(b, w.list[CELLS + at], seen)
        left = chosen
        while left != 0:
            c = w.list[OTHERS + ctz(left)]
            left &= left - 1
            if (s.cand[c] >> z) & 1:
                add_cell(m, i, c, z)
                only_seen(b, c, seen)
        add_elims(s, m, i, seen, z)
