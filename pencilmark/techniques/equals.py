"""Cells that must hold equal digits, coloured as one and compared with the houses.

::

    palindrome    a ● ─ … ─ ● e        a = e because the line says so
    house         . . e . . . . . .    a sees all cells of the house that could hold its digit but e, so e = a

    class {a, e, …}:   a digit that one of them lacks, all of them lack; a digit is false in the class when together
                       its cells see each other or all places of the digit in some house

Sound because every link is an equality of the one digit its cells hold, and equality is transitive.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from ..tables import shape_id
from .base.cells import sees
from .base.moves import M_RULES, Moves, add_cell, add_elim, close_move, open_move, set_meta
from .base.work import Work

COLOURS = shape_id("Equal-Digit Colouring")
ROOT, COPIED = 0, 1024
"""Ranges of w.list: the first cell of each cell's class; whether a house made it one."""


@inner
def equal_colouring(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Join cells that must be equal, by rules and by houses, and remove what such a class cannot hold."""
    for c in range(b.n):
        w.list[ROOT + c] = c
        w.list[COPIED + c] = 0
    for c in range(b.n):
        if s.val[c] == 0:
            _join_stated(b, s, w, c)
            for h in range(b.nh):
                _join_copy(b, s, w, c, h)
    for c in range(b.n):
        if s.val[c] == 0 and w.list[ROOT + c] == c:
            _class(b, s, w, m, c)


@inner
def _join(b: Board, w: Work, a: int, e: int, copied: int) -> None:
    """Make the classes of a and e one, under the smaller first cell."""
    one, two = w.list[ROOT + a], w.list[ROOT + e]
    first, other = min(one, two), max(one, two)
    w.list[COPIED + first] |= copied | w.list[COPIED + other]
    if one != two:
        for c in range(b.n):
            if w.list[ROOT + c] == other:
                w.list[ROOT + c] = first


@inner
def _join_stated(b: Board, s: State, w: Work, c: int) -> None:
    for k in range(b.rptr[c], b.rptr[c + 1]):
        e = b.rcell[k]
        same = s.val[e] == 0 and e > c
        for x in range(b.d):
            same = same and b.tables[b.rtab[k], x] == np.int64(1) << x
        if same:
            _join(b, w, c, e, 0)


@inner
def _join_copy(b: Board, s: State, w: Work, c: int, h: int) -> None:
    """Join c with the one cell of house h that can hold its digit, if there is only one and it is open."""
    if (b.gbits[h, c >> 6] >> (c & 63)) & 1:
        return
    found, n = -1, 0
    for j in range(b.d):
        e = b.hcells[h, j]
        if sees(b, c, e):
            continue
        digits = s.cand[e] if s.val[e] == 0 else np.int64(1) << (s.val[e] - 1)
        if digits & s.cand[c] != 0:
            found = e
            n += 1
    if n == 1 and s.val[found] == 0:
        _join(b, w, c, found, 1)


@inner
def _class(b: Board, s: State, w: Work, m: Moves, first: int) -> None:
    """What the class of ``first`` cannot hold; pairs that a rule states are left to the technique of equal cells."""
    shared, size = b.full, 0
    for c in range(b.n):
        if w.list[ROOT + c] == first:
            shared &= s.cand[c]
            size += 1
    if size < 2 or (size == 2 and w.list[COPIED + first] == 0):
        return
    false = np.int64(0)
    left = shared
    while left != 0:
        x = ctz(left)
        left &= left - 1
        if _impossible(b, s, w, first, x):
            false |= np.int64(1) << x
    keep = shared & ~false
    i = open_move(m, COLOURS)
    for c in range(b.n):
        if w.list[ROOT + c] == first:
            add_cell(m, i, c, ctz(s.cand[c]))
            gone = s.cand[c] & ~keep
            while gone != 0:
                add_elim(s, m, i, c, ctz(gone))
                gone &= gone - 1
    set_meta(m, i, size, popcnt(shared), 1, 0, size, 0)
    m.meta[i, M_RULES] = 1.0
    close_move(m, i)


@inner
def _impossible(b: Board, s: State, w: Work, first: int, x: int) -> bool:
    """Whether x in all cells of a class leaves a house without a place, or stands in two cells that see each other."""
    for k in range(b.nw):
        w.sets[0, k] = 0
        w.sets[1, k] = 0
    for c in range(b.n):
        if w.list[ROOT + c] == first:
            w.sets[1, c >> 6] |= np.int64(1) << (c & 63)
            for k in range(b.nw):
                w.sets[0, k] |= b.pbits[c, k]
    for k in range(b.nw):
        if w.sets[0, k] & w.sets[1, k] != 0:
            return True
    for h in range(b.nh):
        if s.hpos[h, x] == 0:
            continue
        free = False
        for k in range(b.nw):
            free = free or b.gbits[h, k] & s.dbits[x, k] & ~w.sets[0, k] != 0
        if not free:
            return True
    return False
