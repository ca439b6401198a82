"""Scratch memory of the finders: kernels allocate nothing, so all room they need is made once per board.

Every range is owned by one finder for the length of one call; nothing is kept between calls except the
strong-link sets, which carry the position number they were built for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...elements import LENGTH, STATES
from ...state import Board

MAX_ALS = 1500
LARGEST_WHOLE = 256
"""Cells of the largest board whose candidates are all tried side by side."""
MEMO = 16384
"""Prunings of rows that are remembered, the latest in each place."""
Array = Any


class Work(NamedTuple):
    """Room for chain search, almost locked sets, colouring and assumptions."""

    on: Array  # [n·32] chain search: parent of each candidate reached as true, −1 = not reached
    off: Array  # [n·32] the same for candidates reached as false
    falses: Array  # [n·32 + 1] the candidates marked in off, after their number
    depth: Array  # [n·32] links from the start, or how far an assumption leads
    queue: Array  # [n·32]
    strong: Array  # [d, nw] cells whose candidate has a strong link
    sets: Array  # [64, nw] sets of cells
    list: Array  # [8192] plain lists
    als: Array  # [MAX_ALS, 4] digits, group, cells, number
    als_cells: Array  # [MAX_ALS, nw]
    als_has: Array  # [MAX_ALS, d, nw] cells of the set with the digit
    als_sees: Array  # [MAX_ALS, d, nw] cells that see all of those
    tried: Array  # [n·d, n] candidates left after assuming one (on large boards [d, n])
    age: Array  # [n·d] number of the solve that each row of tried belongs to
    acc: Array  # [n] union of what branches leave
    hits_on: Array  # [n·32] counters, zero at rest
    shared: Array  # [2, n·32] in how many branches a candidate came out true, false, above a zero that moves
    stack: Array  # [levels, n] search: candidates of each level
    picks: Array  # [levels, 2] search: branching cell and digits still to try
    found: Array  # [2, n] solutions of a search
    mask: Array  # [n] what each cell may hold, the placed digit included
    support: Array  # [longest row] digits with support, by position
    reach: Array  # [2, states] number of the pass that reached a state forwards, backwards
    ways: Array  # [states] float64 fillings up to a state
    tick: Array  # [8] number of the last pass, then what dfs.py keeps
    image: Array  # [d] possible images of each digit under a relabelling
    near: Array  # [n, words] what a change of each cell makes due in a search: its houses, itself when it has pair
    #              rules, its quick rows; each of the three starts a word (no words on a board of nothing but groups)
    due: Array  # [words] what is due
    memo: Array  # [a power of two, 5] pruned rows: masks in two words, diagram and result, supports in two words
    tries: Array  # [n·32] how often a nested search has failed to refute each candidate in this solve
    stock: Array  # [4·n·d] candidates that searches have refuted, for the steps to come (State.info[STOCK] of them)
    blame: Array  # [n] in how many failures of the search a cell had a part
    truth: Array  # [n] the solution where it is known, else 0


def new_work(b: Board) -> Work:
    """Scratch memory for one board."""
    size = b.n * 32
    als = MAX_ALS if b.n <= 256 else 16
    zeros = np.zeros
    rows = b.n * b.d if b.n <= LARGEST_WHOLE else b.d
    longest, states = max(1, int(b.krow[:, LENGTH].max())), max(1, int(b.krow[:, STATES].max()))
    near = _near(b)
    return Work(
        np.full(size, -1, np.int64), np.full(size, -1, np.int64), zeros(size + 1, np.int64),
        zeros(size, np.int64), zeros(size, np.int64),
        zeros((b.d, b.nw), np.int64), zeros((64, b.nw), np.int64), zeros(8192, np.int64),
        zeros((als, 4), np.int64), zeros((als, b.nw), np.int64), zeros((als, b.d, b.nw), np.int64),
        zeros((als, b.d, b.nw), np.int64), zeros((rows, b.n), np.int64), zeros(rows, np.int64), zeros(b.n, np.int64),
        zeros(size, np.int64), zeros((2, size), np.int64), zeros((b.n + 2, b.n), np.int64),
        zeros((b.n + 2, 2), np.int64),
        zeros((2, b.n), np.int64), zeros(b.n, np.int64), zeros(longest, np.int64), zeros((2, states), np.int64),
        zeros(states), zeros(8, np.int64), zeros(b.d, np.int64), near, zeros(near.shape[1], np.int64),
        zeros((MEMO if b.nk else 1, 5), np.int64), zeros(size, np.int64),
        zeros(4 * b.n * b.d, np.int64), zeros(b.n, np.int64), zeros(b.n, np.int64),
    )  # fmt: skip


def _near(b: Board) -> Array:
    """The sets that ``Work.near`` describes."""
    pairs = bool(b.rptr[-1])
    if not pairs and b.nq == 0:
        return np.zeros((b.n, 0), np.int64)
    first = (b.nh + 63) // 64
    rows = first + ((b.n + 63) // 64 if pairs else 0)
    sets = np.zeros((b.n, rows + (b.nq + 63) // 64), np.uint64)
    for c in range(b.n):
        bits = b.chouse[b.cptr[c] : b.cptr[c + 1]].tolist()
        bits += [first * 64 + c] if b.rptr[c + 1] > b.rptr[c] else []
        bits += [rows * 64 + k for k in b.kof[b.kofp[c] : b.kofp[c + 1]].tolist() if k < b.nq]
        for at in bits:
            sets[c, at // 64] |= np.uint64(1 << at % 64)
    return sets.view(np.int64)
