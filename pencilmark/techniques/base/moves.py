"""The buffer that finders append their moves to.

    row[i, :]   shape | pool start, count | cell or −1, digit | witness start, count | hash, weight | extra a, b | twin:
                the first move with the same conclusions (itself when it is the first)
    pool        eliminations, cell · 32 + digit (digit 0-based), ascending inside a move
    wit         the pattern: cell · 32 + digit for a candidate, −1 − group for a group, in the order of the story
    meta[i, :]  pricing columns and descriptors, scoring.META_NAMES + DESC_NAMES, then the flag
    feat[i, :]  set-cover features of direct singles: shape, cover, load, then one column per kind of extra group

A finder calls ``open_move``, then ``add_elim`` / ``set_place`` / ``add_cell`` / ``add_group``, then ``close_move``,
which drops a move that changes nothing and one of the same shape with the same conclusions (the shorter stays).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...jit import inlined, inner
from ...jit.bits import ctz
from ...state import Board, State

MAX_MOVES = 4096
MAX_POOL = 65536
MAX_WITNESS = 131072
ROOM = 4096
"""What one move may take of either."""
TABLE = 16384
NROW = 12
NMETA = 19
NFEAT = 12

SHAPE, POOL, COUNT, CELL, DIGIT, WIT, NWIT, HASH, WEIGHT, EXTRA_A, EXTRA_B, TWIN = range(12)
FILL, POOLED, WITTED, OVERFLOW, FOUND = 0, 1, 2, 3, 4

M_CELLS, M_DIGITS, M_HOUSES, M_STRONG, M_WEAK, M_LENGTH, M_SHAPE, M_LOAD, M_CASES, M_COMBOS = range(10)
M_SPAN, M_BOXES, M_LINES, M_ALIGNED, M_DIRECT, M_ELIMS, M_GROUPED, M_RULES, M_FLAG = range(10, 19)
F_SHAPE, F_COVER, F_LOAD, F_KINDS = 0, 1, 2, 3

LOG = np.log(np.maximum(np.arange(512), 1))
"""Logarithms of small numbers; 0 for 0."""
Array = Any


class Moves(NamedTuple):
    """Moves found so far (see the module's drawing)."""

    info: Array  # [8]: moves, pool used, witnesses used, overflow flag
    row: Array  # [MAX_MOVES, NROW]
    pool: Array  # [MAX_POOL + ROOM]
    wit: Array  # [MAX_WITNESS + ROOM]
    meta: Array  # [MAX_MOVES, NMETA] float64
    feat: Array  # [MAX_MOVES, NFEAT] float64
    table: Array  # [TABLE] hash table of moves, −1 = free
    price: Array  # [MAX_MOVES] float64, written by the route
    least: Array  # [MAX_MOVES] float64: lowest price among a move's twins


def new_moves() -> Moves:
    """An empty buffer."""
    return Moves(
        np.zeros(8, np.int64), np.zeros((MAX_MOVES, NROW), np.int64), np.zeros(MAX_POOL + ROOM, np.int64),
        np.zeros(MAX_WITNESS + ROOM, np.int64), np.zeros((MAX_MOVES, NMETA)), np.zeros((MAX_MOVES, NFEAT)),
        np.full(TABLE, -1, np.int64), np.zeros(MAX_MOVES), np.zeros(MAX_MOVES),
    )  # fmt: skip


@inner
def clear_moves(m: Moves) -> None:
    """Forget all moves."""
    for i in range(m.info[FILL]):
        slot = m.row[i, HASH] & (TABLE - 1)
        while m.table[slot] != -1:
            m.table[slot] = -1
            slot = (slot + 1) & (TABLE - 1)
    for k in range(len(m.info)):
        m.info[k] = 0


@inlined
def open_move(m: Moves, shape: int) -> int:
    """Start a move of that shape at the end of the buffer; returns its row.

    When the buffer is full that is its last row, which ``close_move`` always drops, with room of its own.
    """
    i, pool, wit = m.info[FILL], m.info[POOLED], m.info[WITTED]
    if i >= MAX_MOVES - 1 or pool >= MAX_POOL - ROOM or wit >= MAX_WITNESS - ROOM:
        m.info[OVERFLOW] = 1
        i, pool, wit = MAX_MOVES - 1, MAX_POOL, MAX_WITNESS
    m.row[i, SHAPE] = shape
    m.row[i, POOL] = pool
    m.row[i, COUNT] = 0
    m.row[i, CELL] = -1
    m.row[i, DIGIT] = -1
    m.row[i, WIT] = wit
    m.row[i, NWIT] = 0
    m.row[i, WEIGHT] = 0
    for k in range(NMETA):
        m.meta[i, k] = 0.0
    for k in range(NFEAT):
        m.feat[i, k] = 0.0
    return i


@inner
def add_elim(s: State, m: Moves, i: int, c: int, x: int) -> None:
    """The move removes candidate x from c (ignored when it is not there)."""
    if (s.cand[c] >> x) & 1 == 0 or m.row[i, COUNT] >= ROOM - 1:
        return
    key = c * 32 + x
    a = m.row[i, POOL]
    z = a + m.row[i, COUNT]
    k = z
    while k > a and m.pool[k - 1] > key:
        k -= 1
    if k > a and m.pool[k - 1] == key:
        return
    j = z
    while j > k:
        m.pool[j] = m.pool[j - 1]
        j -= 1
    m.pool[k] = key
    m.row[i, COUNT] += 1


@inner
def add_elims(s: State, m: Moves, i: int, cells: Array, x: int) -> None:
    """The move removes candidate x from every cell of a set that has it."""
    for w in range(len(cells)):
        word = cells[w] & s.dbits[x, w]
        while word != 0:
            k = ctz(word)
            word &= word - 1
            add_elim(s, m, i, (w << 6) + k, x)


@inlined
def set_place(m: Moves, i: int, c: int, x: int) -> None:
    """The move places digit x in c."""
    m.row[i, CELL] = c
    m.row[i, DIGIT] = x


@inlined
def add_cell(m: Moves, i: int, c: int, x: int) -> None:
    """Candidate x of c belongs to the pattern."""
    if m.row[i, NWIT] < ROOM - 1:
        m.wit[m.row[i, WIT] + m.row[i, NWIT]] = c * 32 + x
        m.row[i, NWIT] += 1


@inlined
def add_group(m: Moves, i: int, g: int) -> None:
    """Group g belongs to the pattern."""
    if m.row[i, NWIT] < ROOM - 1:
        m.wit[m.row[i, WIT] + m.row[i, NWIT]] = -1 - g
        m.row[i, NWIT] += 1


@inlined
def set_meta(m: Moves, i: int, cells: int, digits: int, houses: int, strong: int, weak: int, length: int) -> None:
    """The pricing columns most patterns share: how many cells, digits, houses and links one must see."""
    m.meta[i, M_CELLS] = LOG[min(cells, 511)]
    m.meta[i, M_DIGITS] = LOG[min(digits, 511)]
    m.meta[i, M_HOUSES] = LOG[min(houses, 511)]
    m.meta[i, M_STRONG] = strong
    m.meta[i, M_WEAK] = weak
    m.meta[i, M_LENGTH] = length
    m.row[i, WEIGHT] = length


@inner
def _same(m: Moves, i: int, j: int) -> bool:
    if m.row[i, COUNT] != m.row[j, COUNT] or m.row[i, CELL] != m.row[j, CELL] or m.row[i, DIGIT] != m.row[j, DIGIT]:
        return False
    k = 0
    while k < m.row[i, COUNT] and m.pool[m.row[i, POOL] + k] == m.pool[m.row[j, POOL] + k]:
        k += 1
    return k == m.row[i, COUNT]


@inner
def describe(b: Board, m: Moves, i: int) -> None:
    """Fill the structural descriptors of a move from its witnesses; done only for moves that need them."""
    lo_r, hi_r, lo_c, hi_c, cells = b.n, -1, b.n, -1, 0
    boxes = np.int64(0)
    rows = np.int64(0)
    cols = np.int64(0)
    for k in range(m.row[i, NWIT]):
        v = m.wit[m.row[i, WIT] + k]
        if v < 0:
            continue
        c = v >> 5
        cells += 1
        lo_r, hi_r = min(lo_r, b.row[c]), max(hi_r, b.row[c])
        lo_c, hi_c = min(lo_c, b.col[c]), max(hi_c, b.col[c])
        rows |= np.int64(1) << (b.row[c] & 63)
        cols |= np.int64(1) << (b.col[c] & 63)
        for j in range(b.cptr[c], b.cptr[c + 1]):
            if b.gkind[b.chouse[j]] == 2:
                boxes |= np.int64(1) << (b.chouse[j] & 63)
    if cells > 0:
        dr = hi_r - lo_r
        dc = hi_c - lo_c
        m.meta[i, M_SPAN] = np.sqrt(dr * dr + dc * dc) / (np.sqrt(2.0) * max(b.d - 1, 1))
        m.meta[i, M_BOXES] = _ones(boxes)
        m.meta[i, M_LINES] = min(_ones(rows), _ones(cols))
        m.meta[i, M_ALIGNED] = 1.0 if dr == 0 or dc == 0 or _ones(boxes) == 1 else 0.0
    m.meta[i, M_DIRECT] = 1.0 if m.row[i, CELL] >= 0 else 0.0
    m.meta[i, M_ELIMS] = np.log(1 + m.row[i, COUNT])


@inner
def _ones(x: int) -> int:
    k = 0
    while x != 0:
        x &= x - 1
        k += 1
    return k


@inner
def close_move(m: Moves, i: int) -> bool:
    """Keep the move unless it changes nothing or repeats another; returns whether it stays."""
    if m.row[i, COUNT] == 0 and m.row[i, CELL] < 0:
        return False
    key = m.row[i, CELL] * 32 + m.row[i, DIGIT] + 77
    for k in range(m.row[i, COUNT]):
        key = (key * 1000003 + m.pool[m.row[i, POOL] + k]) & 0x3FFFFFFFFF
    m.row[i, HASH] = key
    if i >= MAX_MOVES - 1:
        return False
    m.row[i, TWIN] = i
    slot = key & (TABLE - 1)
    while m.table[slot] != -1:
        j = m.table[slot]
        if m.row[j, HASH] == key and _same(m, i, j):
            if m.row[i, SHAPE] == m.row[j, SHAPE]:
                if m.row[i, WEIGHT] < m.row[j, WEIGHT]:
                    _replace(m, i, j)
                return False
            m.row[i, TWIN] = m.row[j, TWIN]
        slot = (slot + 1) & (TABLE - 1)
    m.table[slot] = i
    m.info[FILL] += 1
    m.info[POOLED] += m.row[i, COUNT]
    m.info[WITTED] += m.row[i, NWIT]
    return True


@inner
def _replace(m: Moves, i: int, j: int) -> None:
    """Row j takes over the shorter justification of row i (same conclusions, same shape)."""
    m.row[j, WIT] = m.row[i, WIT]
    m.row[j, NWIT] = m.row[i, NWIT]
    m.row[j, WEIGHT] = m.row[i, WEIGHT]
    for k in range(NMETA):
        m.meta[j, k] = m.meta[i, k]
    m.info[WITTED] += m.row[i, NWIT]
