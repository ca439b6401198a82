"""X-Wing, Swordfish, Jellyfish, with fins, and sashimi.

    X-Wing on rows: * all places in two rows, in two columns      finned: an extra place f in one base row;
    ┌───────┬───────┬───────┐                                     only cells seeing f lose the digit
    │ . - . │ . - . │ . . . │                                     ┌───────┬───────┐
    │ . * . │ . * . │ . . . │  base                               │ . * . │ . * f │ base
    │ . - . │ . - . │ . . . │                                     │ . . . │ . - . │
    │ . * . │ . * . │ . . . │  base                               │ . * . │ . * . │ base
    └───────┴───────┴───────┘                                     └───────┴───────┘

Sound because k disjoint base lines hold the digit k times; without fins those k places fill the k cover lines, so no
other cell of a cover line has the digit; with fins either that holds or a fin is true. Sashimi: a base line that
would be left with one place once the fins are gone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import COL, MAX_LINES, ROW, Board, State
from ..tables import shape_id
from .base.cells import only_seen
from .base.moves import Moves, add_cell, add_elims, add_group, close_move, open_move, set_meta
from .base.work import Work

BASIC = np.array([0, 0, shape_id("X-Wing"), shape_id("Swordfish"), shape_id("Jellyfish")])
FINNED = np.array([0, 0, shape_id("Finned X-Wing"), shape_id("Finned Swordfish"), shape_id("Finned Jellyfish")])
SASHIMI = np.array([0, 0, shape_id("Sashimi X-Wing"), shape_id("Sashimi Swordfish"), shape_id("Sashimi Jellyfish")])
MAX_HOUSES = 400
BASE, COVER, MASKS, PICK, UNION, COVER_OF, CELLS = 0, 100, 200, 300, 320, 400, 800
"""Ranges of w.list: base lines, cover lines, cover mask of each base line, chosen lines, union so far, cover number
of each house, cell of each base line (64 a line) on each cover line."""
BASES = 8
"""First row of w.sets for the cells of the base lines chosen so far."""

Array = Any


@inner
def fish(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every fish of p0 lines; p1 = 0 without fins, 1 with fins (sashimi among them)."""
    for way in range(2):
        base_kind, cover_kind = (ROW, COL) if way == 0 else (COL, ROW)
        for x in range(b.d):
            n = _lines(b, s, w, base_kind, cover_kind, x, p0, p1)
            if n >= p0:
                _choose(b, s, w, m, x, n, p0, p1)


@inner
def _lines(b: Board, s: State, w: Work, base_kind: int, cover_kind: int, x: int, size: int, fins: int) -> int:
    """Base lines with a usable number of places and, for each, its cover lines as a mask and the cell on each."""
    covers = 0
    for h in range(b.nh):
        if b.gkind[h] == cover_kind and covers < MAX_LINES and h < MAX_HOUSES:
            w.list[COVER + covers] = h
            w.list[COVER_OF + h] = covers
            covers += 1
    n = 0
    most = size + _spare(b) if fins == 1 else size
    for h in range(min(b.nh, MAX_HOUSES)):
        if b.gkind[h] != base_kind or n >= MAX_LINES:
            continue
        count = popcnt(s.hpos[h, x])
        if count < 2 or count > most:
            continue
        w.list[BASE + n] = h
        w.list[MASKS + n] = _crossings(b, s, w, h, x, n, cover_kind)
        n += 1
    return n


@inner
def _crossings(b: Board, s: State, w: Work, h: int, x: int, n: int, cover_kind: int) -> int:
    """The cover lines that cross base line n (house h) at a place of x."""
    mask = np.int64(0)
    places = s.hpos[h, x]
    while places != 0:
        c = b.hcells[h, ctz(places)]
        places &= places - 1
        for q in range(b.cptr[c], b.cptr[c + 1]):
            g = b.chouse[q]
            if b.gkind[g] == cover_kind and g < MAX_HOUSES:
                k = w.list[COVER_OF + g]
                mask |= np.int64(1) << k
                w.list[CELLS + n * 64 + k] = c
    return mask


@inner
def _spare(b: Board) -> int:
    """How many cover lines the fins may occupy: the other lines through one box."""
    return 2 if b.d <= 9 else 3


@inner
def _choose(b: Board, s: State, w: Work, m: Moves, x: int, n: int, size: int, fins: int) -> None:
    depth = 0
    most = size + _spare(b) if fins == 1 else size
    w.list[PICK] = -1
    while depth >= 0:
        w.list[PICK + depth] += 1
        at = w.list[PICK + depth]
        if at > n - (size - depth):
            depth -= 1
            continue
        union = w.list[MASKS + at] | (w.list[UNION + depth - 1] if depth > 0 else 0)
        if popcnt(union) > most:
            continue
        if depth > 0 and _overlap(b, w, w.list[BASE + at], BASES + depth - 1):
            continue
        w.list[UNION + depth] = union
        for k in range(b.nw):
            w.sets[BASES + depth, k] = b.gbits[w.list[BASE + at], k]
            if depth > 0:
                w.sets[BASES + depth, k] |= w.sets[BASES + depth - 1, k]
        if depth < size - 1:
            depth += 1
            w.list[PICK + depth] = at
        elif fins == 0:
            if popcnt(union) == size:
                _emit(b, s, w, m, x, size, union, np.int64(0))
        elif popcnt(union) > size:
            _fins(b, s, w, m, x, size, union)


@inner
def _overlap(b: Board, w: Work, h: int, chosen: int) -> bool:
    """Whether house h shares cells with the base lines chosen so far, as lines of overlapping grids do."""
    for k in range(b.nw):  # noqa: SIM110  kernels have no generators
        if b.gbits[h, k] & w.sets[chosen, k] != 0:
            return True
    return False


@inner
def _fins(b: Board, s: State, w: Work, m: Moves, x: int, size: int, union: int) -> None:
    """Every way to leave out enough of the union's lines: the places on those are the fins.

    A target lies on a cover line and sees all fins, so each line left out must be near that cover line.
    """
    extra = popcnt(union) - size
    one = union
    while one != 0:
        a = one & -one
        one &= one - 1
        by_a = b.near[w.list[COVER + ctz(a)]]
        if extra == 1:
            if union & ~a & by_a != 0:
                _emit(b, s, w, m, x, size, union & ~a, a)
            continue
        two = one
        while two != 0:
            c = two & -two
            two &= two - 1
            by_c = by_a & b.near[w.list[COVER + ctz(c)]]
            if extra == 2:
                if union & ~(a | c) & by_c != 0:
                    _emit(b, s, w, m, x, size, union & ~(a | c), a | c)
                continue
            three = two
            while three != 0:
                e = three & -three
                three &= three - 1
                if union & ~(a | c | e) & by_c & b.near[w.list[COVER + ctz(e)]] != 0:
                    _emit(b, s, w, m, x, size, union & ~(a | c | e), a | c | e)


@inner
def _emit(b: Board, s: State, w: Work, m: Moves, x: int, size: int, covers: int, fin_lines: int) -> None:
    seen, body, fins = w.sets[0], w.sets[1], w.sets[2]
    if not _targets(b, s, w, x, size, covers, fin_lines, seen, body, fins):
        return
    shape = BASIC[size]
    if fin_lines != 0:
        shape = FINNED[size]
        for k in range(size):
            h = w.list[BASE + w.list[PICK + k]]
            inside = 0
            for word in range(b.nw):
                inside += popcnt(b.gbits[h, word] & body[word])
            if inside == 0:
                return
            if inside == 1:
                shape = SASHIMI[size]
    i = open_move(m, shape)
    nfins = 0
    for k in range(size):
        add_group(m, i, w.list[BASE + w.list[PICK + k]])
    left = covers
    while left != 0:
        add_group(m, i, w.list[COVER + ctz(left)])
        left &= left - 1
    for which in range(2):
        for word in range(b.nw):
            cells = body[word] if which == 0 else fins[word]
            while cells != 0:
                add_cell(m, i, (word << 6) + ctz(cells), x)
                cells &= cells - 1
                nfins += which
    add_elims(s, m, i, seen, x)
    set_meta(m, i, m.row[i, 6] - 2 * size, 1, 2 * size, size, size, 2 * size + nfins)
    close_move(m, i)


@inner
def _targets(
    b: Board, s: State, w: Work, x: int, size: int, covers: int, fin_lines: int, seen: Array, body: Array, fins: Array
) -> bool:
    """Sets of eliminations, body and fins; whether anything is eliminated."""
    base = w.sets[BASES + size - 1]
    for k in range(b.nw):
        seen[k] = s.dbits[x, k] & ~base[k]
    if fin_lines != 0 and not _seen_by_fins(b, w, size, fin_lines, seen):
        return False
    some = False
    for k in range(b.nw):
        cover = np.int64(0)
        left = covers
        while left != 0:
            cover |= b.gbits[w.list[COVER + ctz(left)], k]
            left &= left - 1
        body[k] = base[k] & cover & s.dbits[x, k]
        fins[k] = base[k] & ~cover & s.dbits[x, k]
        seen[k] &= cover
        some = some or seen[k] != 0
    return some


@inner
def _seen_by_fins(b: Board, w: Work, size: int, fin_lines: int, seen: Array) -> bool:
    """Keep only cells that see every fin; whether there are any."""
    for q in range(size):
        at = w.list[PICK + q]
        left = w.list[MASKS + at] & fin_lines
        while left != 0:
            c = w.list[CELLS + at * 64 + ctz(left)]
            left &= left - 1
            if not only_seen(b, c, seen):
                return False
    return True
