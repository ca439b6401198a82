"""What the rules of a variant say at a position: combinations, pair logic, must-contain digits, two rules together.

    cage 9, three cells               white dot  5 6 . ● 2 8         cage 9 with 1 2 6, 1 3 5 or 2 3 4 in row 4:
    {12} {126} {3 6}                  only 1 and 3 go beside the 2    every filling puts a 1 or a 2 … so it sees
    no filling has 6 in the middle    and 7 9 beside the 8            which digits must be in the cage

Every many-cell rule is a row of the board with a decision diagram (``base.rows``), so one finder reads them all; the
row says which technique it is. A digit without support is in no filling of the rule, which is why it may go.
"""

from __future__ import annotations

import numpy as np

from ..elements import DIAGRAM, DISTINCT, KIND, LENGTH, LONG, MANY, SHAPE, START, STATED
from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from ..tables import shape_id
from .base.cells import only_seen, start_seen
from .base.moves import (
    M_COMBOS,
    M_RULES,
    Moves,
    add_cell,
    add_elim,
    add_elims,
    add_group,
    close_move,
    open_move,
    set_meta,
    set_place,
)  # fmt: skip
from .base.rows import DEAD, LOOSE, feasible, fillings, masks, open_cells, prune
from .base.work import Work

LINE_SINGLE = shape_id("Line Single")
LAST_CELL = shape_id("Last Cell")
PAIR_RULE = shape_id("Pair Rule")
EQUAL_CELLS = shape_id("Equal Cells")
MUST_CONTAIN = shape_id("Must-Contain Digits")
SHORT = 3
"""Open cells of a line at most that is read at a glance."""
FEW = 6.0
"""Fillings of such a line at most."""
WIDEST = 6
"""Open cells of a rule at most whose must-contain digits people look for."""


@inner
def last_cell(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """All cells of a rule but one are known, so the last one follows."""
    masks(b, s, w)
    for k in range(b.nk):
        if b.krow[k, STATED] == 1 and open_cells(b, s, k) == 1 and prune(b, w, k, w.mask) != DEAD:
            _fixed(b, s, w, m, k, LAST_CELL, 0)


@inner
def line_single(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """One line, dot or sign, read with the digits already there, fixes a cell."""
    for c in range(b.n):
        if s.val[c] == 0 and b.rptr[c + 1] > b.rptr[c]:
            _beside(b, s, m, c)
    masks(b, s, w)
    for k in range(b.nk):
        n = open_cells(b, s, k)
        if b.krow[k, STATED] == 0 or n < 2 or n > SHORT or n == b.krow[k, DISTINCT]:
            continue
        if fillings(b, w, k, w.mask) <= FEW and prune(b, w, k, w.mask) == LOOSE:
            _fixed(b, s, w, m, k, LINE_SINGLE, 2)


@inner
def _beside(b: Board, s: State, m: Moves, c: int) -> None:
    """The digit of a cell that follows from placed digits it sees and placed partners of its pair rules."""
    alone = b.full
    for k in range(b.pptr[c], b.pptr[c + 1]):
        if s.val[b.plist[k]] > 0:
            alone &= ~(np.int64(1) << (s.val[b.plist[k]] - 1))
    left = alone
    n = 0
    for k in range(b.rptr[c], b.rptr[c + 1]):
        v = s.val[b.rcell[k]]
        if v > 0:
            n += 1
            fits = np.int64(0)
            for x in range(b.d):
                if (b.tables[b.rtab[k], x] >> (v - 1)) & 1:
                    fits |= np.int64(1) << x
            left &= fits
    if n == 0 or popcnt(left) != 1 or popcnt(alone) == 1 or left & s.cand[c] == 0:
        return
    i = open_move(m, LINE_SINGLE)
    set_place(m, i, c, ctz(left))
    add_cell(m, i, c, ctz(left))
    for k in range(b.rptr[c], b.rptr[c + 1]):
        if s.val[b.rcell[k]] > 0:
            add_group(m, i, b.ng + b.nk + b.rnum[k])
    set_meta(m, i, 1 + n, 1, 1, 0, n, 0)
    m.meta[i, M_RULES] = n
    close_move(m, i)


@inner
def _fixed(b: Board, s: State, w: Work, m: Moves, k: int, shape: int, least: int) -> None:
    """Place what row k fixes after pruning, where the cell has at least ``least`` candidates."""
    for j in range(b.krow[k, LENGTH]):
        c = b.kcell[b.krow[k, START] + j]
        if s.val[c] == 0 and popcnt(w.support[j]) == 1 and popcnt(s.cand[c]) >= least:
            i = open_move(m, shape)
            set_place(m, i, c, ctz(w.support[j]))
            add_group(m, i, b.ng + k)
            add_cell(m, i, c, ctz(w.support[j]))
            set_meta(m, i, b.krow[k, LENGTH], 1, 1, 0, b.krow[k, LENGTH], 0)
            m.meta[i, M_RULES] = 1.0
            close_move(m, i)


@inner
def combinations(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Candidates of a rule that none of its fillings uses, for the rules whose technique is shape ``p0``."""
    masks(b, s, w)
    for k in range(b.nk):
        n = open_cells(b, s, k)
        shape = b.krow[k, LONG] if n > MANY else b.krow[k, SHAPE]
        if n == 0 or shape != p0 or prune(b, w, k, w.mask) != LOOSE:
            continue
        if n == 1 and b.krow[k, STATED] == 0:
            _fixed(b, s, w, m, k, p0, 0)
            continue
        i = open_move(m, p0)
        add_group(m, i, b.ng + k)
        for j in range(b.krow[k, LENGTH]):
            c = b.kcell[b.krow[k, START] + j]
            if s.val[c] == 0:
                add_cell(m, i, c, ctz(w.support[j]))
                gone = s.cand[c] & ~w.support[j]
                while gone != 0:
                    add_elim(s, m, i, c, ctz(gone))
                    gone &= gone - 1
        set_meta(m, i, n, 1, 1, 0, n, 0)
        m.meta[i, M_RULES] = 1.0
        m.meta[i, M_COMBOS] = np.log(1.0 + fillings(b, w, k, w.mask))
        close_move(m, i)


@inner
def _same(b: Board, k: int) -> bool:
    """Whether relation entry k says that both cells hold the same digit."""
    row = b.rtab[k]
    for x in range(b.d):  # noqa: SIM110  kernels have no generators
        if b.tables[row, x] != np.int64(1) << x:
            return False
    return True


@inner
def pair_rule(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Candidates without a partner across a dot, letter, sign or line step."""
    for c in range(b.n):
        if s.val[c] > 0:
            continue
        for k in range(b.rptr[c], b.rptr[c + 1]):
            e = b.rcell[k]
            if s.val[e] > 0 or _same(b, k):
                continue
            fits = np.int64(0)
            left = s.cand[c]
            while left != 0 and fits != b.full:
                fits |= b.tables[b.rtab[k], ctz(left)]
                left &= left - 1
            gone = s.cand[e] & ~fits
            if gone == 0:
                continue
            i = open_move(m, PAIR_RULE)
            add_group(m, i, b.ng + b.nk + b.rnum[k])
            left = s.cand[c]
            n = popcnt(left)
            while left != 0:
                add_cell(m, i, c, ctz(left))
                left &= left - 1
            while gone != 0:
                add_elim(s, m, i, e, ctz(gone))
                gone &= gone - 1
            set_meta(m, i, 2, n, 1, 0, 1, 0)
            m.meta[i, M_RULES] = 1.0
            close_move(m, i)


@inner
def equal_cells(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Two cells that hold the same digit act as one: they share candidates, and what either sees."""
    for c in range(b.n):
        for k in range(b.rptr[c], b.rptr[c + 1]):
            e = b.rcell[k]
            if c < e and s.val[c] == 0 and s.val[e] == 0 and _same(b, k):
                _as_one(b, s, m, c, e, b.rnum[k])


@inner
def _as_one(b: Board, s: State, m: Moves, c: int, e: int, number: int) -> None:
    i = open_move(m, EQUAL_CELLS)
    add_group(m, i, b.ng + b.nk + number)
    add_cell(m, i, c, ctz(s.cand[c]))
    add_cell(m, i, e, ctz(s.cand[e]))
    apart = s.cand[c] ^ s.cand[e]
    both = s.cand[c] & s.cand[e]
    while apart != 0:
        x = ctz(apart)
        apart &= apart - 1
        add_elim(s, m, i, c, x)
        add_elim(s, m, i, e, x)
    while both != 0:
        x = ctz(both)
        both &= both - 1
        if _blocked(b, s, c, e, x):
            add_elim(s, m, i, c, x)
            add_elim(s, m, i, e, x)
    set_meta(m, i, 2, 1, 2, 0, 2, 0)
    m.meta[i, M_RULES] = 1.0
    close_move(m, i)


@inner
def _blocked(b: Board, s: State, c: int, e: int, x: int) -> bool:
    """Whether x in both cells would leave a house without a place for x."""
    if (b.pbits[c, e >> 6] >> (e & 63)) & 1:
        return True
    for h in range(b.nh):
        places = s.hpos[h, x]
        if places == 0:
            continue
        free = False
        while places != 0 and not free:
            q = b.hcells[h, ctz(places)]
            places &= places - 1
            seen = (b.pbits[c, q >> 6] >> (q & 63)) & 1 == 1 or (b.pbits[e, q >> 6] >> (q & 63)) & 1 == 1
            free = q in (c, e) or not seen
        if not free:
            return True
    return False


@inner
def must_contain(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """A digit that every filling of a rule uses leaves the cells that see all its places there."""
    masks(b, s, w)
    for k in range(b.nq):
        n = open_cells(b, s, k)
        if b.krow[k, KIND] != DIAGRAM or n < 2 or n > WIDEST or not feasible(b, w, k, w.mask, 0):
            continue
        here = np.int64(0)
        placed = np.int64(0)
        for j in range(b.krow[k, START], b.krow[k, START] + b.krow[k, LENGTH]):
            c = b.kcell[j]
            if s.val[c] == 0:
                here |= s.cand[c]
            else:
                placed |= w.mask[c]
        here &= ~placed
        while here != 0:
            x = ctz(here)
            here &= here - 1
            if not feasible(b, w, k, w.mask, np.int64(1) << x):
                _needed(b, s, w, m, k, x, n)


@inner
def _needed(b: Board, s: State, w: Work, m: Moves, k: int, x: int, n: int) -> None:
    """Row k needs digit x: place it at its only place, or clear what sees all places."""
    i = open_move(m, MUST_CONTAIN)
    add_group(m, i, b.ng + k)
    start_seen(b, s, x, w.sets[0])
    places, one, last, some = 0, -1, -1, True  # a closed line names its first cell again at its end
    for j in range(b.krow[k, START], b.krow[k, START] + b.krow[k, LENGTH]):
        c = b.kcell[j]
        if (s.cand[c] >> x) & 1 and c != last and c != one:
            add_cell(m, i, c, x)
            some = some and only_seen(b, c, w.sets[0])
            places += 1
            one = c if one < 0 else one
            last = c
    if places == 1:
        set_place(m, i, last, x)
    elif some:
        add_elims(s, m, i, w.sets[0], x)
    set_meta(m, i, places, 1, 1, 0, places, 0)
    m.meta[i, M_RULES] = 1.0
    m.meta[i, M_COMBOS] = np.log(1.0 + fillings(b, w, k, w.mask))
    close_move(m, i)
