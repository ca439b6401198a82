"""One digit alone: Nishio and pattern overlay.

    all complete placements ("templates") of one digit, one place (*) in every house:
    ┌───────┐
    │ * . x │   x: no template has it, because with x some house would be left without a place; it goes.
    │ . * . │   A place that all templates have is true.
    │ x . * │
    └───────┘

Nishio assumes one candidate and follows the digit's only places left until a house has none. Pattern overlay looks at
all templates, which finds whatever can be said about the digit alone. Both are sound because the true places of a
digit are one of its templates.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from ..tables import shape_id
from .base.moves import Moves, add_cell, add_elim, close_move, open_move, set_meta, set_place
from .base.work import Work

NISHIO = shape_id("Nishio")
DELETE = shape_id("Template Delete")
SET = shape_id("Template Set")
SEEN, FIRST = 0, 1
"""Rows of w.sets: cells that are in some template, then the cells left at each level of a search."""
NODES = 4000
"""Places tried for one candidate; a candidate that needs more stays."""


@inner
def _assume(b: Board, s: State, w: Work, c: int, x: int) -> None:
    """Begin at level FIRST with digit x in cell c."""
    for k in range(b.nw):
        w.sets[FIRST, k] = s.dbits[x, k] & ~b.pbits[c, k]


@inner
def _tightest(b: Board, s: State, w: Work, x: int, level: int) -> int:
    """The house to look at next: one whose only place still acts on others, else the one with the fewest places.

    Returns −1 when every house has its one place, −2 when one has none.
    """
    best, least = -1, 1 << 30
    for h in range(b.nh):
        if s.hpos[h, x] == 0:
            continue
        places = 0
        for k in range(b.nw):
            places += popcnt(b.gbits[h, k] & w.sets[level, k])
        if places == 0:
            return -2
        if places < least and (places > 1 or _acts(b, w, level, _place(b, w, level, h))):
            best, least = h, places
    return best


@inner
def _acts(b: Board, w: Work, level: int, c: int) -> bool:
    """Whether cell c sees a cell that is left at that level."""
    some = False
    for k in range(b.nw):
        some = some or b.pbits[c, k] & w.sets[level, k] != 0
    return some


@inner
def _place(b: Board, w: Work, level: int, h: int) -> int:
    """The first cell of house h that is left at that level."""
    for k in range(b.nw):
        word = b.gbits[h, k] & w.sets[level, k]
        if word != 0:
            return (k << 6) + ctz(word)
    return -1


@inner
def _take(b: Board, w: Work, level: int, c: int, to: int) -> None:
    """Level ``to`` is what the digit in cell c leaves of ``level``."""
    for k in range(b.nw):
        w.sets[to, k] = w.sets[level, k] & ~b.pbits[c, k]


@inner
def _in_template(b: Board, s: State, w: Work, c: int, x: int) -> bool:
    """Whether some template of x has cell c (or NODES places did not tell); marks that template's cells as seen."""
    _assume(b, s, w, c, x)
    level = FIRST
    for _ in range(NODES):
        h = _tightest(b, s, w, x, level)
        if h == -1:
            for k in range(b.nw):
                w.sets[SEEN, k] |= w.sets[level, k]
            return True
        if h == -2:
            level -= 1
            if level < FIRST:
                return False
            c = w.list[level]
            w.sets[level, c >> 6] &= ~(np.int64(1) << (c & 63))
        else:
            w.list[level] = _place(b, w, level, h)
            _take(b, w, level, w.list[level], level + 1)
            level += 1
    return True


@inner
def nishio(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every candidate after which the digit's only places left leave a house without one."""
    for c in range(b.n):
        left = s.cand[c]
        while left != 0:
            x = ctz(left)
            left &= left - 1
            _assume(b, s, w, c, x)
            taken = 1
            h = _tightest(b, s, w, x, FIRST)
            while h >= 0 and _alone(b, w, h):
                _take(b, w, FIRST, _place(b, w, FIRST, h), FIRST)
                taken += 1
                h = _tightest(b, s, w, x, FIRST)
            if h == -2:
                i = open_move(m, NISHIO)
                add_cell(m, i, c, x)
                add_elim(s, m, i, c, x)
                set_meta(m, i, taken, 1, taken, taken, taken, 2 * taken)
                close_move(m, i)


@inner
def _alone(b: Board, w: Work, h: int) -> bool:
    """Whether house h has one place left at level FIRST."""
    places = 0
    for k in range(b.nw):
        places += popcnt(b.gbits[h, k] & w.sets[FIRST, k])
    return places == 1


@inner
def templates(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Per digit what no template has, and each house whose place all templates share."""
    for x in range(b.d):
        for k in range(b.nw):
            w.sets[SEEN, k] = 0
        gone = False
        for c in range(b.n):
            if (s.cand[c] >> x) & 1 and not _seen(w, c):
                if _in_template(b, s, w, c, x):
                    w.sets[SEEN, c >> 6] |= np.int64(1) << (c & 63)
                else:
                    gone = True
        if gone:
            _tell(b, s, w, m, x)


@inner
def _seen(w: Work, c: int) -> bool:
    return (w.sets[SEEN, c >> 6] >> (c & 63)) & 1 == 1


@inner
def _tell(b: Board, s: State, w: Work, m: Moves, x: int) -> None:
    """The moves for digit x, once its templates are known."""
    i = _start(b, s, w, m, x, DELETE)
    for c in range(b.n):
        if not _seen(w, c):
            add_elim(s, m, i, c, x)
    close_move(m, i)
    for h in range(b.nh):
        places = 0
        for k in range(b.nw):
            places += popcnt(b.gbits[h, k] & w.sets[SEEN, k])
        if places == 1 and popcnt(s.hpos[h, x]) > 1:
            i = _start(b, s, w, m, x, SET)
            set_place(m, i, _place(b, w, SEEN, h), x)
            close_move(m, i)


@inner
def _start(b: Board, s: State, w: Work, m: Moves, x: int, shape: int) -> int:
    i = open_move(m, shape)
    n = 0
    for c in range(b.n):
        if (s.cand[c] >> x) & 1:
            n += 1
            if _seen(w, c):
                add_cell(m, i, c, x)
    set_meta(m, i, n, 1, b.d, 0, 0, n)
    return i
