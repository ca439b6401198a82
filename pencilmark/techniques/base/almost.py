"""The list of almost locked sets and what their families ask of it.

An almost locked set is n cells of a group with n + 1 digits: take one digit away and the rest is locked. A digit x is a
restricted common of two sets when every x of the one sees every x of the other, so that not both hold it.
"""

from __future__ import annotations

import numpy as np

from ...jit import inner
from ...jit.bits import ctz, popcnt
from ...state import Board, State
from .combinations import MASKS, PICK, UNION, next_combination, start_combinations
from .moves import Moves, add_cell
from .work import Work


@inner
def build_sets(b: Board, s: State, w: Work, largest: int) -> int:
    """All almost locked sets of up to ``largest`` cells, into w.als…; returns how many (at most the room there is)."""
    n = 0
    for size in range(1, largest + 1):
        for g in range(b.ng):
            cells = 0
            for k in range(b.gptr[g], b.gptr[g + 1]):
                c = b.gcells[k]
                if 2 <= popcnt(s.cand[c]) <= size + 1:
                    w.list[cells] = c
                    w.list[MASKS + cells] = s.cand[c]
                    cells += 1
            if cells >= size:
                n = _combine(b, s, w, g, cells, size, n)
    return n


@inner
def _combine(b: Board, s: State, w: Work, g: int, cells: int, size: int, n: int) -> int:
    start_combinations(w)
    while next_combination(w, cells, size, size + 1):
        digits = w.list[UNION + size - 1]
        if popcnt(digits) == size + 1 and n < len(w.als) and _new(b, w, g, size, n):
            _store(b, s, w, g, size, digits, n)
            n += 1
    return n


@inner
def _new(b: Board, w: Work, g: int, size: int, n: int) -> bool:
    """Write the cell set into row n; a set that an earlier group had is not new."""
    for k in range(b.nw):
        w.als_cells[n, k] = 0
    for q in range(size):
        c = w.list[w.list[PICK + q]]
        w.als_cells[n, c >> 6] |= np.int64(1) << (c & 63)
    first = w.list[w.list[PICK]]
    for k in range(b.gcptr[first], b.gcptr[first + 1]):
        h = b.gof[k]
        inside = h < g
        for word in range(b.nw):
            inside = inside and w.als_cells[n, word] & ~b.gbits[h, word] == 0
        if inside:
            return False
    return True


@inner
def _store(b: Board, s: State, w: Work, g: int, size: int, digits: int, n: int) -> None:
    w.als[n, 0] = digits
    w.als[n, 1] = g
    w.als[n, 2] = size
    for x in range(b.d):
        for k in range(b.nw):
            w.als_has[n, x, k] = w.als_cells[n, k] & s.dbits[x, k]
            w.als_sees[n, x, k] = 0
        if (digits >> x) & 1 == 0:
            continue
        for k in range(b.nw):
            w.als_sees[n, x, k] = s.dbits[x, k]
        for q in range(size):
            c = w.list[w.list[PICK + q]]
            if (s.cand[c] >> x) & 1:
                for k in range(b.nw):
                    w.als_sees[n, x, k] &= b.pbits[c, k]


@inner
def restricted(b: Board, w: Work, i: int, j: int, x: int) -> bool:
    """Whether every x of set i sees every x of set j."""
    unseen = np.int64(0)
    for k in range(b.nw):
        unseen |= w.als_has[j, x, k] & ~w.als_sees[i, x, k]
    return unseen == 0


@inner
def write_set(b: Board, s: State, w: Work, m: Moves, q: int, a: int) -> int:
    """All candidates of set a become part of the pattern of move q; returns the number of its cells."""
    cells = 0
    for k in range(b.nw):
        word = w.als_cells[a, k]
        while word != 0:
            c = (k << 6) + ctz(word)
            word &= word - 1
            cells += 1
            left = s.cand[c]
            while left != 0:
                add_cell(m, q, c, ctz(left))
                left &= left - 1
    return cells


@inner
def link_sets(b: Board, w: Work, n: int) -> None:
    """For each of the n sets the sets with a restricted common: w.link, from w.first_link on (as many as fit)."""
    links = 0
    for i in range(n):
        w.first_link[i] = links
        for j in range(n):
            shared = w.als[i, 0] & w.als[j, 0]
            while i != j and shared != 0:
                x = ctz(shared)
                shared &= shared - 1
                if links < len(w.link) and restricted(b, w, i, j, x):
                    w.link[links] = j * 32 + x
                    links += 1
    w.first_link[n] = links
