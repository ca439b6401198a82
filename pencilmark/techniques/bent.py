"""WXYZ-Wing and larger bent sets: as many cells as digits, spread over crossing groups.

    ┌────────────┬──────────┐    r1c1 wxyz, r1c2 xz, r2c1 yz in the box, r1c4 wz in the row: w, x, y each are in cells
    │ wxyz xz  - │ wz  .  . │    that see one another, z does not
    │ yz   .   . │ .   .  . │    - sees every z of the set
    └────────────┴──────────┘

Sound by counting: a digit whose cells all see one another (a restricted one) fills at most one of them. Without the one
digit that is not restricted, n − 1 digits would have to fill n cells; so it is in the set, and cells that see all its
places lose it. When every digit is restricted, each fills exactly one cell, and every digit does that.

Only sets without a smaller one inside count: no part has as few digits as cells. Five and six cells are looked for
among cells of at most four candidates, four cells among those anyway.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from ..tables import shape_id
from .base.cells import only_seen, sees, start_seen
from .base.moves import Moves, add_cell, add_elims, close_move, open_move, set_meta
from .base.work import Work

WXYZ = shape_id("WXYZ-Wing")
VWXYZ = shape_id("VWXYZ-Wing")
UVWXYZ = shape_id("UVWXYZ-Wing")
TWICE = shape_id("Doubly linked WXYZ-Wing")
MOST = 4
"""Candidates of a cell that may take part."""
LARGEST = 6
"""Cells of the largest set."""
AT, UNION, LOOSE, PARTS = 2000, 2010, 2020, 2100
"""Ranges of w.list: chosen items, their digits, digits not restricted, digits of each part of a set."""


@inner
def bent_set(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every bent set of four, five and six cells."""
    n = 0
    for c in range(b.n):
        if 2 <= popcnt(s.cand[c]) <= MOST:
            w.list[n] = c
            n += 1
    for size in range(4, LARGEST + 1):
        _of_size(b, s, w, m, n, size)


@inner
def _of_size(b: Board, s: State, w: Work, m: Moves, n: int, size: int) -> None:
    depth = 0
    w.list[AT] = -1
    while depth >= 0:
        w.list[AT + depth] += 1
        at = w.list[AT + depth]
        if at > n - (size - depth):
            depth -= 1
            continue
        c = w.list[at]
        union = s.cand[c]
        loose = np.int64(0)
        if depth > 0:
            union |= w.list[UNION + depth - 1]
            loose = w.list[LOOSE + depth - 1]
        if popcnt(union) > size or (depth + 1 < size and popcnt(union) <= depth + 1):
            continue
        for q in range(depth):
            e = w.list[w.list[AT + q]]
            if not sees(b, c, e):
                loose |= s.cand[c] & s.cand[e]
        if popcnt(loose) > 1:
            continue
        if depth == size - 1:
            if popcnt(union) == size:
                _conclude(b, s, w, m, size, union, loose)
            continue
        w.list[UNION + depth] = union
        w.list[LOOSE + depth] = loose
        depth += 1
        w.list[AT + depth] = at


@inner
def _conclude(b: Board, s: State, w: Work, m: Moves, size: int, union: int, loose: int) -> None:
    """The move of a set whose digits outside ``loose`` are restricted."""
    seen = w.sets[0]
    claimed = loose
    if loose == 0:
        claimed = union
    some = np.int64(0)
    left = claimed
    while left != 0:
        z = ctz(left)
        left &= left - 1
        if _targets(b, s, w, size, z):
            some |= np.int64(1) << z
    if some == 0 or not _whole(s, w, size) or (loose == 0 and _in_one_group(b, w, size)):
        return
    shape = TWICE
    if loose != 0:
        shape = WXYZ if size == 4 else (VWXYZ if size == 5 else UVWXYZ)
    i = open_move(m, shape)
    for q in range(size):
        c = w.list[w.list[AT + q]]
        left = s.cand[c]
        while left != 0:
            add_cell(m, i, c, ctz(left))
            left &= left - 1
    while some != 0:
        z = ctz(some)
        some &= some - 1
        if _targets(b, s, w, size, z):
            add_elims(s, m, i, seen, z)
    set_meta(m, i, size, size, 2, size, size - 1, size)
    close_move(m, i)


@inner
def _targets(b: Board, s: State, w: Work, size: int, z: int) -> bool:
    """Write to w.sets[0] the cells with z that see every z of the set; whether there are any."""
    seen = w.sets[0]
    start_seen(b, s, z, seen)
    some = True
    for q in range(size):
        c = w.list[w.list[AT + q]]
        if (s.cand[c] >> z) & 1:
            some = some and only_seen(b, c, seen)
    return some


@inner
def _whole(s: State, w: Work, size: int) -> bool:
    """Whether every proper part of the set has more digits than cells."""
    w.list[PARTS] = 0
    for part in range(1, (1 << size) - 1):
        c = w.list[w.list[AT + ctz(part)]]
        w.list[PARTS + part] = w.list[PARTS + (part & (part - 1))] | s.cand[c]
        if popcnt(w.list[PARTS + part]) <= popcnt(part):
            return False
    return True


@inner
def _in_one_group(b: Board, w: Work, size: int) -> bool:
    """Whether all cells lie in one group, which makes them a plain naked subset."""
    first = w.list[w.list[AT]]
    for k in range(b.gcptr[first], b.gcptr[first + 1]):
        inside = True
        for q in range(1, size):
            c = w.list[w.list[AT + q]]
            inside = inside and (b.gbits[b.gof[k], c >> 6] >> (c & 63)) & 1 == 1
        if inside:
            return True
    return False
