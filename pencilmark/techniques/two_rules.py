"""Two rules taken together, and one rule with one house.

    cage 8 ┌─────┐ ── white dot     candidate 5 of the cage leaves {1 2} for its partner, 1 and 2 leave {2}
           │  ●  │                  and {1 3} beyond the dot, which holds neither: so it is not 5
           └─────┘

Sound because the candidate is followed through the first rule exactly, and through the second one only to see that it
has no filling left.
"""

from __future__ import annotations

import numpy as np

from ..elements import DIAGRAM, KIND, LENGTH, START, STATED
from ..jit import inlined, inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from ..tables import shape_id
from .base.dfs import none_due, row_due, touched
from .base.moves import M_CASES, M_RULES, Moves, add_cell, add_elim, add_group, close_move, open_move, set_meta
from .base.rows import DEAD, feasible, masks, open_cells, prune
from .base.work import Work

TWO_RULES = shape_id("Two Rules")
FORBIDDEN = shape_id("Pair Rule with a House")
WIDEST = 4
"""Open cells of the first rule at most."""
MOST_PLACES = 4
"""Places of a digit in a house at most whose pair rules are compared."""
ROW, CELL = 0, 1000
"""Ranges of w.list: rows beside the first rule; cells whose mask has been changed."""


@inner
def two_rules(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Candidates of a rule that leave another rule, or a house, without a filling."""
    masks(b, s, w)
    for k in range(b.nq):
        n = open_cells(b, s, k)
        if b.krow[k, STATED] == 0 or b.krow[k, KIND] != DIAGRAM or n < 2 or n > WIDEST:
            continue
        beside = _beside(b, s, w, k)
        for j in range(b.krow[k, START], b.krow[k, START] + b.krow[k, LENGTH]):
            c = b.kcell[j]
            left = s.cand[c]
            while left != 0:
                x = ctz(left)
                left &= left - 1
                _try(b, s, w, m, k, c, x, beside)


@inner
def _beside(b: Board, s: State, w: Work, k: int) -> int:
    """List in w.list the rows that share an open cell with row k; returns how many."""
    n = 0
    for j in range(b.krow[k, START], b.krow[k, START] + b.krow[k, LENGTH]):
        c = b.kcell[j]
        if s.val[c] > 0:
            continue
        for q in range(b.kofp[c], b.kofp[c + 1]):
            other = b.kof[q]
            if other == k or other >= b.nq or b.krow[other, KIND] != DIAGRAM:
                continue
            at = 0
            while at < n and w.list[ROW + at] != other:
                at += 1
            if at == n and n < CELL - ROW:
                w.list[ROW + n] = other
                n += 1
    return n


@inlined
def _try(b: Board, s: State, w: Work, m: Moves, k: int, c: int, x: int, beside: int) -> None:
    """Follow candidate x of c through row k; a row beside it or a house that cannot be filled refutes it."""
    w.mask[c] = np.int64(1) << x
    result = prune(b, w, k, w.mask)
    w.mask[c] = s.cand[c]
    if result == DEAD:
        return
    changed = 0
    none_due(w)
    for j in range(b.krow[k, LENGTH]):
        e = b.kcell[b.krow[k, START] + j]
        if s.val[e] == 0 and w.support[j] != w.mask[e]:
            w.list[CELL + changed] = e
            touched(w, e)
            changed += 1
            w.mask[e] &= w.support[j]
    against = -1
    for q in range(beside):
        if against < 0 and row_due(b, w, w.list[ROW + q]) and not feasible(b, w, w.list[ROW + q], w.mask, 0):
            against = b.ng + w.list[ROW + q]
    if against < 0:
        against = _house(b, s, w, changed)
    for q in range(changed):
        w.mask[w.list[CELL + q]] = s.cand[w.list[CELL + q]]
    if against >= 0:
        i = open_move(m, TWO_RULES)
        add_group(m, i, b.ng + k)
        add_group(m, i, against)
        add_cell(m, i, c, x)
        add_elim(s, m, i, c, x)
        set_meta(m, i, b.krow[k, LENGTH], 1, 2, 0, b.krow[k, LENGTH], 0)
        m.meta[i, M_RULES] = 2.0
        m.meta[i, M_CASES] = np.log(1.0 + beside)
        close_move(m, i)


@inner
def _house(b: Board, s: State, w: Work, changed: int) -> int:
    """A house through a changed cell in which some digit has no place left, or two cells the same one digit."""
    for q in range(changed):
        c = w.list[CELL + q]
        for i in range(b.cptr[c], b.cptr[c + 1]):
            h = b.chouse[i]
            union = s.gdone[h]
            once = s.gdone[h]
            for j in range(b.d):
                e = b.hcells[h, j]
                if s.val[e] == 0:
                    union |= w.mask[e]
                    if popcnt(w.mask[e]) == 1:
                        if once & w.mask[e] != 0:
                            return h
                        once |= w.mask[e]
            if union != b.full:
                return h
    return -1


@inner
def pair_house(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Candidates that every place of a digit in a house forbids, by sight or by a pair rule."""
    for h in range(b.nh):
        for x in range(b.d):
            places = s.hpos[h, x]
            if popcnt(places) < 2 or popcnt(places) > MOST_PLACES:
                continue
            left = places
            while left != 0:
                _from_place(b, s, m, h, x, left)
                left &= left - 1


@inner
def _from_place(b: Board, s: State, m: Moves, h: int, x: int, left: int) -> None:
    """What the first of the places ``left`` forbids by a pair rule, and all other places of x in house h as well."""
    c = b.hcells[h, ctz(left)]
    for k in range(b.rptr[c], b.rptr[c + 1]):
        e = b.rcell[k]
        if s.val[e] > 0 or (b.gbits[h, e >> 6] >> (e & 63)) & 1:
            continue
        gone = s.cand[e] & ~b.tables[b.rtab[k], x]
        rest = s.hpos[h, x]
        while rest != 0 and gone != 0:
            gone &= _forbidden(b, b.hcells[h, ctz(rest)], e, x)
            rest &= rest - 1
        if gone != 0:
            _report(b, s, m, h, x, e, gone, b.rnum[k])


@inner
def _forbidden(b: Board, c: int, e: int, x: int) -> int:
    """Digits that e cannot hold when c holds x."""
    out = np.int64(0)
    if (b.pbits[c, e >> 6] >> (e & 63)) & 1:
        out |= np.int64(1) << x
    for k in range(b.rptr[c], b.rptr[c + 1]):
        if b.rcell[k] == e:
            out |= b.full & ~b.tables[b.rtab[k], x]
    return out


@inner
def _report(b: Board, s: State, m: Moves, h: int, x: int, e: int, gone: int, number: int) -> None:
    i = open_move(m, FORBIDDEN)
    add_group(m, i, h)
    add_group(m, i, b.ng + b.nk + number)
    places = s.hpos[h, x]
    n = popcnt(places)
    while places != 0:
        add_cell(m, i, b.hcells[h, ctz(places)], x)
        places &= places - 1
    while gone != 0:
        add_elim(s, m, i, e, ctz(gone))
        gone &= gone - 1
    set_meta(m, i, n, 1, 2, 1, n, 2)
    m.meta[i, M_RULES] = 1.0
    close_move(m, i)
