"""Death Blossom: a stem cell each of whose digits is tied to an almost locked set; all sets share a digit.

    stem {1 2 3}    1 tied to A {1 4 z}, 2 to B {2 5 z}, 3 to C {3 z}: every 1 of A, 2 of B, 3 of C sees the stem
    whatever the stem holds, one set loses a digit and is locked, so it holds z: cells that see all z of A, B, C lose it

Sound because the stem holds one of its digits and n cells cannot hold fewer than n digits. Two petals (an ALS-XY-Wing)
are left to that family; every conclusion is shown with the smallest petals that give it for some target.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from ..tables import shape_id
from .base.almost import build_sets, write_set
from .base.moves import Moves, add_cell, add_elims, add_group, close_move, open_move, set_meta
from .base.work import MAX_ALS, Work

BLOSSOM = shape_id("Death Blossom")
FEWEST, MOST = 3, 5
"""Candidates of a stem."""
LARGEST = 5
"""Cells of the largest petal."""
TIES, CHOSEN = MAX_ALS, 2 * MAX_ALS
"""Ranges of w.list: petals come first, then the digits by which each is tied, then those chosen for a target."""


@inner
def death_blossom(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every Death Blossom of three to five petals, one for each target."""
    n = build_sets(b, s, w, LARGEST)
    for stem in range(b.n):
        if FEWEST <= popcnt(s.cand[stem]) <= MOST:
            petals, tied = _petals(b, s, w, n, stem)
            if tied != s.cand[stem]:
                continue
            for z in range(b.d):
                if (s.cand[stem] >> z) & 1 == 0:
                    _shared(b, s, w, m, stem, petals, z)


@inner
def _petals(b: Board, s: State, w: Work, n: int, stem: int) -> tuple[int, int]:
    """The sets tied to the stem; returns how many, and the stem's digits that have one."""
    petals = 0
    tied = np.int64(0)
    for a in range(n):
        ties = np.int64(0)
        left = w.als[a, 0] & s.cand[stem]
        while left != 0:
            x = ctz(left)
            left &= left - 1
            if (w.als_sees[a, x, stem >> 6] >> (stem & 63)) & 1:
                ties |= np.int64(1) << x
        if ties != 0:
            w.list[petals] = a
            w.list[TIES + petals] = ties
            petals += 1
            tied |= ties
    return petals, tied


@inner
def _shared(b: Board, s: State, w: Work, m: Moves, stem: int, petals: int, z: int) -> None:
    """Targets of digit z: cells that some petal of every digit of the stem reaches."""
    common = w.sets[1]
    reached = w.sets[2]
    for k in range(b.nw):
        common[k] = s.dbits[z, k]
    left = s.cand[stem]
    while left != 0:
        x = ctz(left)
        left &= left - 1
        for k in range(b.nw):
            reached[k] = 0
        for q in range(petals):
            if (w.list[TIES + q] >> x) & 1:
                for k in range(b.nw):
                    reached[k] |= w.als_sees[w.list[q], z, k]
        for k in range(b.nw):
            common[k] &= reached[k]
    for k in range(b.nw):
        word = common[k]
        while word != 0:
            _blossom(b, s, w, m, stem, petals, z, (k << 6) + ctz(word))
            word &= word - 1


@inner
def _blossom(b: Board, s: State, w: Work, m: Moves, stem: int, petals: int, z: int, target: int) -> None:
    """The smallest petals that reach the target, and all that they reach together."""
    seen = w.sets[0]
    for k in range(b.nw):
        seen[k] = s.dbits[z, k]
    i = open_move(m, BLOSSOM)
    left = s.cand[stem]
    while left != 0:
        add_cell(m, i, stem, ctz(left))
        left &= left - 1
    cells = 1
    digits = s.cand[stem]
    left = s.cand[stem]
    while left != 0:
        x = ctz(left)
        left &= left - 1
        q = 0
        while (w.list[TIES + q] >> x) & 1 == 0 or (w.als_sees[w.list[q], z, target >> 6] >> (target & 63)) & 1 == 0:
            q += 1
        a = w.list[q]
        add_group(m, i, w.als[a, 1])
        cells += write_set(b, s, w, m, i, a)
        digits |= w.als[a, 0]
        for k in range(b.nw):
            seen[k] &= w.als_sees[a, z, k]
    add_elims(s, m, i, seen, z)
    size = popcnt(s.cand[stem])
    set_meta(m, i, cells, popcnt(digits), size, size + 1, size, cells)
    close_move(m, i)
