"""Almost locked sets: ALS-XZ and Sue de Coq.

    ALS: n cells of a group with n + 1 digits; take one digit away and the rest is locked
    ALS-XZ: sets A and B share x, and every x of A sees every x of B, so one of the sets loses x and locks
            its other digits; a common z is then in A or in B: cells seeing all z of both lose z.
            With two such x both sets lock in turn and every digit of either is confined.
    Sue de Coq: cells where a box meets a line, with sets on both sides that use up the digits
    ┌────────┬───────┬───────┐
    │ *  * . │ . a . │ - - - │  * and a share digits with the line,
    │ b  - - │ . . . │ . . . │  * and b with the box
    └────────┴───────┴───────┘

Sound because n cells cannot hold fewer than n digits: counting decides each claim.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import inlined, inner
from ..jit.bits import ctz, popcnt
from ..state import COL, Board, State
from ..tables import shape_id
from .base.almost import build_sets, restricted, write_set
from .base.moves import Moves, add_cell, add_elims, add_group, close_move, open_move, set_meta
from .base.work import Work

XZ = shape_id("ALS-XZ")
XZ_TWICE = shape_id("Doubly linked ALS-XZ")
SUE_DE_COQ = shape_id("Sue de Coq")
UNIONS = 2000
"""Where w.list holds the digits of every choice of cells."""
LARGEST = 6
"""Cells of the largest almost locked set that is built."""

Array = Any


@inner
def als_xz(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every ALS-XZ, singly and doubly linked."""
    n = build_sets(b, s, w, LARGEST)
    for i in range(n):
        for j in range(i + 1, n):
            shared = w.als[i, 0] & w.als[j, 0]
            if popcnt(shared) < 2:
                continue
            common = np.int64(0)
            left = shared
            while left != 0:
                x = ctz(left)
                left &= left - 1
                if restricted(b, w, i, j, x):
                    common |= np.int64(1) << x
            if common != 0:
                _conclude(b, s, w, m, i, j, shared, common)


@inner
def _conclude(b: Board, s: State, w: Work, m: Moves, i: int, j: int, shared: int, common: int) -> None:
    left = common
    while left != 0:
        x = ctz(left)
        left &= left - 1
        rest = shared & ~(np.int64(1) << x)
        while rest != 0:
            z = ctz(rest)
            rest &= rest - 1
            seen = w.sets[0]
            some = False
            for k in range(b.nw):
                seen[k] = w.als_sees[i, z, k] & w.als_sees[j, z, k] & s.dbits[z, k]
                some = some or seen[k] != 0
            if some:
                q = _open(b, s, w, m, XZ, i, j, x)
                add_elims(s, m, q, seen, z)
                close_move(m, q)
    if popcnt(common) == 2 and _apart(b, w, i, j):
        _twice(b, s, w, m, i, j, common)


@inner
def _apart(b: Board, w: Work, i: int, j: int) -> bool:
    """Whether sets i and j share no cell."""
    shared = np.int64(0)
    for k in range(b.nw):
        shared |= w.als_cells[i, k] & w.als_cells[j, k]
    return shared == 0


@inner
def _open(b: Board, s: State, w: Work, m: Moves, shape: int, i: int, j: int, x: int) -> int:
    q = open_move(m, shape)
    cells = 0
    for which in range(2):
        a = i if which == 0 else j
        cells += write_set(b, s, w, m, q, a)
        if which == 0:
            m.row[q, 9] = m.row[q, 6]
    m.row[q, 10] = x
    set_meta(m, q, cells, popcnt(w.als[i, 0] | w.als[j, 0]), 2, 2, 1, cells)
    return q


@inner
def _twice(b: Board, s: State, w: Work, m: Moves, i: int, j: int, common: int) -> None:
    """Two restricted commons: each also confined to the sets, and each set's other digits to that set."""
    q = _open(b, s, w, m, XZ_TWICE, i, j, ctz(common))
    seen = w.sets[0]
    for x in range(b.d):
        bit = np.int64(1) << x
        if common & bit != 0:
            for k in range(b.nw):
                seen[k] = w.als_sees[i, x, k] & w.als_sees[j, x, k]
            add_elims(s, m, q, seen, x)
            continue
        for which in range(2):
            a = i if which == 0 else j
            if w.als[a, 0] & bit != 0:
                for k in range(b.nw):
                    seen[k] = w.als_sees[a, x, k]
                add_elims(s, m, q, seen, x)
    close_move(m, q)


@inner
def sue_de_coq(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every Sue de Coq on a line and a house that is not one (a box, jigsaw piece or window)."""
    for box in range(b.nh):
        if b.gkind[box] <= COL:
            continue
        for line in range(b.nh):
            if b.gkind[line] > COL:
                continue
            n = 0
            for k in range(b.d):
                c = b.hcells[line, k]
                if s.val[c] == 0 and (b.gbits[box, c >> 6] >> (c & 63)) & 1:
                    w.list[n] = c
                    n += 1
            if n >= 2:
                _crossing(b, s, w, m, box, line, n)


@inlined
def _unions(s: State, w: Work, start: int, n: int) -> None:
    """Digits of every choice among the n cells in w.list[start:], left in w.list[UNIONS + choice]."""
    w.list[UNIONS] = 0
    for c in range(1, np.int64(1) << n):
        w.list[UNIONS + c] = w.list[UNIONS + (c & (c - 1))] | s.cand[w.list[start + ctz(c)]]


@inner
def _crossing(b: Board, s: State, w: Work, m: Moves, box: int, line: int, n: int) -> None:
    """Choose 2 … n crossing cells with at least two digits too many."""
    for chosen in range(3, np.int64(1) << min(n, 5)):
        size = popcnt(chosen)
        if size < 2:
            continue
        digits = np.int64(0)
        for k in range(n):
            if (chosen >> k) & 1:
                digits |= s.cand[w.list[k]]
        if popcnt(digits) < size + 2:
            continue
        on_line = _outside(b, s, w, line, box, 10)
        on_box = _outside(b, s, w, box, line, 40)
        _unions(s, w, 40, on_box)
        for a in range(1, np.int64(1) << on_line):
            mine = _digits(s, w, 10, a)
            more_a = popcnt(mine & ~digits)
            if popcnt(mine & digits) == 0 or popcnt(a) > 4 or more_a >= popcnt(a):
                continue
            for c in range(1, np.int64(1) << on_box):
                other = w.list[UNIONS + c]
                if mine & other != 0 or popcnt(c) > 4 or other & digits == 0:
                    continue
                if popcnt(digits | mine | other) == size + popcnt(a) + popcnt(c):
                    _emit_sdc(b, s, w, m, box, line, chosen, a, c, digits, mine, other)


@inner
def _outside(b: Board, s: State, w: Work, g: int, h: int, at: int) -> int:
    """Empty cells of house g outside house h, into w.list[at:]; returns how many."""
    n = 0
    for k in range(b.d):
        c = b.hcells[g, k]
        if s.val[c] == 0 and (b.gbits[h, c >> 6] >> (c & 63)) & 1 == 0 and n < 9:
            w.list[at + n] = c
            n += 1
    return n


@inner
def _digits(s: State, w: Work, at: int, chosen: int) -> int:
    digits = np.int64(0)
    left = chosen
    while left != 0:
        digits |= s.cand[w.list[at + ctz(left)]]
        left &= left - 1
    return digits


@inner
def _emit_sdc(
    b: Board, s: State, w: Work, m: Moves, box: int, line: int, chosen: int, a: int, c: int,
    digits: int, mine: int, other: int,
) -> None:  # fmt: skip
    i = open_move(m, SUE_DE_COQ)
    used = w.sets[1]
    for k in range(b.nw):
        used[k] = 0
    cells = _use(s, w, m, i, used, 0, chosen) + _use(s, w, m, i, used, 10, a)
    m.row[i, 9] = m.row[i, 6]
    cells += _use(s, w, m, i, used, 40, c)
    add_group(m, i, box)
    add_group(m, i, line)
    seen = w.sets[0]
    for x in range(b.d):
        bit = np.int64(1) << x
        for k in range(b.nw):
            seen[k] = 0
            if (digits & ~other | mine) & bit:
                seen[k] |= b.gbits[line, k]
            if (digits & ~mine | other) & bit:
                seen[k] |= b.gbits[box, k]
            seen[k] &= ~used[k]
        if (digits | mine | other) & bit:
            add_elims(s, m, i, seen, x)
    set_meta(m, i, cells, popcnt(digits | mine | other), 2, 2, 2, cells)
    close_move(m, i)


@inner
def _use(s: State, w: Work, m: Moves, i: int, used: Array, at: int, chosen: int) -> int:
    left = chosen
    n = 0
    while left != 0:
        c = w.list[at + ctz(left)]
        left &= left - 1
        used[c >> 6] |= np.int64(1) << (c & 63)
        n += 1
        digits = s.cand[c]
        while digits != 0:
            add_cell(m, i, c, ctz(digits))
            digits &= digits - 1
    return n
