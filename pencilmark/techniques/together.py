"""Rules of one house taken together: digit sets of lines and cages, and clues that read the same cells.

::

    renban of 4 and renban of 3 in one row     {1234} or {2345} … beside {678} or {789}: the sets must be disjoint
    cage 12 in a box, 7 only inside it         {57} {48} {39}: only the sets with 7 are left
    sandwich and skyscraper of one row         few fillings of one clue, each read by the other one

Sound because the cells lie in one house: their digits differ, so a filling of all of them is one disjoint set each, and
every such choice is tried; and a digit whose places in the house all lie inside a cage is in the cage.
"""

from __future__ import annotations

import numpy as np

from ..elements import DIAGRAM, DISTINCT, KIND, LAYER, LENGTH, LONG, START, STATED, STATES
from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from ..tables import shape_id
from .base.cells import inside
from .base.moves import M_COMBOS, M_RULES, Moves, add_cell, add_elim, add_group, close_move, open_move, set_meta
from .base.rows import CLOSED, DEAD, feasible, fillings, masks, open_cells, prune
from .base.work import Work

LINE_SETS = shape_id("Line Sets in a House")
CAGE_POSITIONS = shape_id("Cage Positions")
OUTSIDE = shape_id("Outside Clues Together")
SUM_BOUNDS = shape_id("Sum Bounds")
WIDEST = 6
"""Open cells of a line or cage at most whose digit sets people list."""
MOST_DIGITS = 10
"""Candidates of such cells at most, all together."""
FEW = 300.0
"""Fillings of one clue that are read by the other one at most."""
TRIED, LEFT, STATE, FOUND = 0, 32, 64, 128
"""Ranges of w.list: digits of a filling, digits still to try, diagram states, digits found."""
KEPT = 256
"""Range of w.list: digits found for a row, by position."""


@inner
def _around(b: Board, k: int, start: int) -> int:
    """The first house from the ``start``-th of row k's first cell on that holds all cells of the row; −1 = none."""
    c = b.kcell[b.krow[k, START]]
    for i in range(b.cptr[c] + start, b.cptr[c + 1]):
        h = b.chouse[i]
        every = True
        for j in range(b.krow[k, START], b.krow[k, START] + b.krow[k, LENGTH]):
            every = every and inside(b, h, b.kcell[j])
        if every:
            return i - b.cptr[c]
    return -1


@inner
def _candidates(b: Board, s: State, k: int) -> int:
    """All candidates of row k's open cells."""
    out = np.int64(0)
    for j in range(b.krow[k, START], b.krow[k, START] + b.krow[k, LENGTH]):
        out |= s.cand[b.kcell[j]]
    return out


@inner
def _narrow(b: Board, s: State, w: Work, k: int, digits: int) -> None:
    """Leave only ``digits`` in the masks of row k's open cells."""
    for j in range(b.krow[k, START], b.krow[k, START] + b.krow[k, LENGTH]):
        c = b.kcell[j]
        if s.val[c] == 0:
            w.mask[c] = s.cand[c] & digits


@inner
def _gather(b: Board, s: State, w: Work, k: int, digits: int, at: int) -> bool:
    """Add to w.list[at …] what row k supports within ``digits``; False when it has no filling there."""
    _narrow(b, s, w, k, digits)
    fine = prune(b, w, k, w.mask) != DEAD
    if fine:
        for j in range(b.krow[k, LENGTH]):
            w.list[at + j] |= w.support[j]
    _narrow(b, s, w, k, b.full)
    return fine


@inner
def _remove(b: Board, s: State, w: Work, m: Moves, i: int, k: int, at: int) -> None:
    """Move i: the open cells of row k, and the removal of what was not found for them."""
    add_group(m, i, b.ng + k)
    for j in range(b.krow[k, LENGTH]):
        c = b.kcell[b.krow[k, START] + j]
        if s.val[c] == 0:
            add_cell(m, i, c, ctz(w.list[at + j]))
            gone = s.cand[c] & ~w.list[at + j]
            while gone != 0:
                add_elim(s, m, i, c, ctz(gone))
                gone &= gone - 1


@inner
def _plain(b: Board, s: State, k: int) -> bool:
    """Whether row k is a stated rule that names no cell twice and has two to six open cells."""
    stated = b.krow[k, STATED] == 1 and b.krow[k, KIND] == DIAGRAM and b.krow[k, DISTINCT] == b.krow[k, LENGTH]
    return stated and 2 <= open_cells(b, s, k) <= WIDEST


@inner
def line_sets(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Candidates that fit no pair of disjoint digit sets of two lines, or a line and a cage, in one house."""
    masks(b, s, w)
    for k in range(b.nq):
        if not _plain(b, s, k) or popcnt(_candidates(b, s, k)) > MOST_DIGITS:
            continue
        at = _around(b, k, 0)
        while at >= 0:
            h = b.chouse[b.cptr[b.kcell[b.krow[k, START]]] + at]
            for q in range(k + 1, b.nq):
                if (b.krow[k, LONG] != SUM_BOUNDS or b.krow[q, LONG] != SUM_BOUNDS) and _beside(b, s, h, k, q):
                    _pair(b, s, w, m, h, k, q)
            at = _around(b, k, at + 1)


@inner
def _beside(b: Board, s: State, h: int, k: int, q: int) -> bool:
    """Whether row q is a rule like row k that lies in house h without sharing a cell with it."""
    if not _plain(b, s, q):
        return False
    for j in range(b.krow[q, START], b.krow[q, START] + b.krow[q, LENGTH]):
        if not inside(b, h, b.kcell[j]):
            return False
        for i in range(b.krow[k, START], b.krow[k, START] + b.krow[k, LENGTH]):
            if b.kcell[i] == b.kcell[j]:
                return False
    return True


@inner
def _pair(b: Board, s: State, w: Work, m: Moves, h: int, k: int, q: int) -> None:
    if prune(b, w, k, w.mask) != CLOSED or prune(b, w, q, w.mask) != CLOSED:
        return
    here, there = KEPT, KEPT + b.krow[k, LENGTH]
    for j in range(b.krow[k, LENGTH] + b.krow[q, LENGTH]):
        w.list[here + j] = 0
    every = _candidates(b, s, k)
    size = open_cells(b, s, k)
    pairs = 0
    some = every
    while some != 0:
        if popcnt(some) == size:
            _narrow(b, s, w, k, some)
            fits = feasible(b, w, k, w.mask, 0)
            _narrow(b, s, w, k, b.full)
            if fits and _gather(b, s, w, q, b.full & ~some, there):
                _gather(b, s, w, k, some, here)
                pairs += 1
        some = (some - 1) & every
    if pairs == 0:
        return
    i = open_move(m, LINE_SETS)
    add_group(m, i, h)
    _remove(b, s, w, m, i, k, here)
    _remove(b, s, w, m, i, q, there)
    n = b.krow[k, LENGTH] + b.krow[q, LENGTH]
    set_meta(m, i, n, 1, 1, 0, n, 0)
    m.meta[i, M_RULES] = 2.0
    m.meta[i, M_COMBOS] = np.log(1.0 + pairs)
    close_move(m, i)


@inner
def cage_positions(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Candidates of a sum in a house that fit no digit set with all digits that only have places there."""
    masks(b, s, w)
    for k in range(b.nq):
        if b.krow[k, LONG] != SUM_BOUNDS or not _plain(b, s, k) or popcnt(_candidates(b, s, k)) > MOST_DIGITS:
            continue
        at = _around(b, k, 0)
        while at >= 0:
            h = b.chouse[b.cptr[b.kcell[b.krow[k, START]]] + at]
            wanted = _only_here(b, s, h, k)
            if wanted != 0 and _optional(b, w, k, wanted):
                _with_wanted(b, s, w, m, h, k, wanted)
            at = _around(b, k, at + 1)


@inner
def _only_here(b: Board, s: State, h: int, k: int) -> int:
    """Digits whose open places in house h all belong to row k."""
    places = np.int64(0)
    for j in range(b.d):
        c = b.hcells[h, j]
        for q in range(b.krow[k, START], b.krow[k, START] + b.krow[k, LENGTH]):
            if b.kcell[q] == c:
                places |= np.int64(1) << j
    out = np.int64(0)
    for x in range(b.d):
        if s.hpos[h, x] != 0 and s.hpos[h, x] & ~places == 0:
            out |= np.int64(1) << x
    return out


@inner
def _optional(b: Board, w: Work, k: int, digits: int) -> bool:
    """Whether row k has a filling without some of the digits."""
    while digits != 0:
        if feasible(b, w, k, w.mask, np.int64(1) << ctz(digits)):
            return True
        digits &= digits - 1
    return False


@inner
def _with_wanted(b: Board, s: State, w: Work, m: Moves, h: int, k: int, wanted: int) -> None:
    if prune(b, w, k, w.mask) != CLOSED:
        return
    for j in range(b.krow[k, LENGTH]):
        w.list[KEPT + j] = 0
    others = _candidates(b, s, k) & ~wanted
    size = open_cells(b, s, k) - popcnt(wanted)
    sets = 0
    some = others
    while size >= 0:
        if popcnt(some) == size and _gather(b, s, w, k, wanted | some, KEPT):
            sets += 1
        if some == 0:
            break
        some = (some - 1) & others
    if sets == 0:
        return
    i = open_move(m, CAGE_POSITIONS)
    add_group(m, i, h)
    _remove(b, s, w, m, i, k, KEPT)
    n = b.krow[k, LENGTH]
    set_meta(m, i, n, popcnt(wanted), 1, 0, n, 0)
    m.meta[i, M_RULES] = 1.0
    m.meta[i, M_COMBOS] = np.log(1.0 + sets)
    close_move(m, i)


@inner
def outside_clues(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Candidates of a line that no filling has which fits both of two clues about the whole line."""
    masks(b, s, w)
    for k in range(b.nq):
        if not _whole_line(b, s, k):
            continue
        for q in range(k + 1, b.nq):
            if _whole_line(b, s, q) and _same_cells(b, k, q):
                one, two = fillings(b, w, k, w.mask), fillings(b, w, q, w.mask)
                if one <= two and one <= FEW:
                    _read_both(b, s, w, m, k, q)
                elif two < one and two <= FEW:
                    _read_both(b, s, w, m, q, k)


@inner
def _whole_line(b: Board, s: State, k: int) -> bool:
    """Whether row k is a stated rule about all cells of a house, two of them open at least."""
    stated = b.krow[k, STATED] == 1 and b.krow[k, KIND] == DIAGRAM and b.krow[k, LENGTH] == b.d
    return stated and b.krow[k, DISTINCT] == b.d and open_cells(b, s, k) >= 2 and _around(b, k, 0) >= 0


@inner
def _same_cells(b: Board, k: int, q: int) -> bool:
    for i in range(b.krow[k, START], b.krow[k, START] + b.d):
        found = False
        for j in range(b.krow[q, START], b.krow[q, START] + b.d):
            found = found or b.kcell[i] == b.kcell[j]
        if not found:
            return False
    return True


@inner
def _read_both(b: Board, s: State, w: Work, m: Moves, k: int, q: int) -> None:
    """Go through the fillings of row k by its diagram and keep what those have that row q accepts."""
    if prune(b, w, k, w.mask) != CLOSED or prune(b, w, q, w.mask) != CLOSED:
        return
    _lead_home(b, w, k)
    n = b.d
    for j in range(n):
        w.list[FOUND + j] = 0
    first = b.krow[k, START]
    w.list[STATE] = 0
    w.list[LEFT] = w.mask[b.kcell[first]]
    both = 0
    used = np.int64(0)
    j = 0
    while j >= 0:
        if w.list[LEFT + j] == 0:
            j -= 1
            if j >= 0:
                used &= ~(np.int64(1) << w.list[TRIED + j])
            continue
        x = ctz(w.list[LEFT + j])
        w.list[LEFT + j] &= w.list[LEFT + j] - 1
        to = _next_state(b, k, j, w.list[STATE + j], x)
        if to < 0 or w.ways[to] == 0.0 or (used >> x) & 1:
            continue
        w.list[TRIED + j] = x
        if j == n - 1:
            if _accepts(b, w, k, q):
                both += 1
                for i in range(n):
                    w.list[FOUND + i] |= np.int64(1) << w.list[TRIED + i]
            continue
        used |= np.int64(1) << x
        j += 1
        w.list[STATE + j] = to
        w.list[LEFT + j] = w.mask[b.kcell[first + j]]
    if both > 0:
        _both_move(b, s, w, m, k, q, both)


@inner
def _lead_home(b: Board, w: Work, k: int) -> None:
    """Set w.ways to 1 for the states of row k from which the end can be reached within the masks, to 0 for others."""
    for e in range(b.krow[k, STATES]):
        w.ways[e] = 0.0
    w.ways[b.krow[k, STATES] - 1] = 1.0
    for i in range(b.d - 1, -1, -1):
        layer = b.krow[k, LAYER] + i
        for e in range(b.klay[layer], b.klay[layer + 1]):
            if b.kedge[e, 2] & w.mask[b.kcell[b.krow[k, START] + i]] != 0 and w.ways[b.kedge[e, 1]] == 1.0:
                w.ways[b.kedge[e, 0]] = 1.0


@inner
def _next_state(b: Board, k: int, j: int, state: int, x: int) -> int:
    """The state of row k after digit x at position j; −1 = refused."""
    layer = b.krow[k, LAYER] + j
    for e in range(b.klay[layer], b.klay[layer + 1]):
        if b.kedge[e, 0] == state and (b.kedge[e, 2] >> x) & 1:
            return np.int64(b.kedge[e, 1])
    return -1


@inner
def _accepts(b: Board, w: Work, k: int, q: int) -> bool:
    """Whether row q accepts the digits tried for row k."""
    state = 0
    for j in range(b.d):
        c = b.kcell[b.krow[q, START] + j]
        for i in range(b.d):
            if b.kcell[b.krow[k, START] + i] == c:
                state = _next_state(b, q, j, state, w.list[TRIED + i])
        if state < 0:
            return False
    return state == b.krow[q, STATES] - 1


@inner
def _both_move(b: Board, s: State, w: Work, m: Moves, k: int, q: int, both: int) -> None:
    i = open_move(m, OUTSIDE)
    add_group(m, i, b.chouse[b.cptr[b.kcell[b.krow[k, START]]] + _around(b, k, 0)])
    add_group(m, i, b.ng + q)
    _remove(b, s, w, m, i, k, FOUND)
    set_meta(m, i, open_cells(b, s, k), 1, 2, 0, b.d, 0)
    m.meta[i, M_RULES] = 2.0
    m.meta[i, M_COMBOS] = np.log(1.0 + both)
    close_move(m, i)
