"""Board and position as the kernels see them, and the two kernels that change a position.

``Board`` is constant per rule set and shared; ``State`` is one position. All arrays are C-contiguous int64.

    cells       0 … n−1 in reading order            digits  0 … d−1 inside kernels (digit − 1)
    a set of cells is W words:   word 0 = cells 0…63, word 1 = cells 64…127, …
    a set of digits is one word: bit 0 = digit 1, …

                     col 0  col 1 …                  hpos[h, x]  where digit x can go in house h:
    house h (a row)  ┌────┬────┬────┬─               bit k = hcells[h, k] has the candidate
     hcells[h, :] =  │ c0 │ c1 │ c2 │ …              dbits[x, :] cells that have candidate x
                     └────┴────┴────┴─               cand[c]     digits left in cell c, 0 once placed

Houses 0 … nh−1 are the complete groups (every digit once); groups nh … ng−1 are the shorter ones.
Only :func:`drop` and :func:`place` write a position.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from .board import full_mask
from .constraints.relation import related
from .elements import Element, Rows, elements_of
from .jit import inlined, inner
from .jit.bits import ctz
from .puzzle import Group, Puzzle

KINDS = ("row", "col", "box", "diag", "window", "region", "cage")
"""Group kinds; the position in this tuple is the number kernels use."""
ROW, COL, BOX = 0, 1, 2
MAX_LINES = 60
"""Parallel lines that fit in a mask; boards with more are searched for fish in the first ones only."""

Array = Any
"""A C-contiguous int64 array (numba sees the exact type)."""


class Board(NamedTuple):
    """The constant part: geometry and rules, compiled once per rule set."""

    n: int  # cells
    d: int  # digits
    nh: int  # houses (complete groups)
    ng: int  # all groups, houses first
    nw: int  # words in a set of cells
    full: int  # mask of all digits
    hcells: Array  # [nh, d] cells of each house
    gkind: Array  # [ng] kind of each group (index into KINDS)
    gbits: Array  # [ng, nw] cells of each group as a set
    gptr: Array  # [ng + 1] -> gcells
    gcells: Array  # cells of each group in order
    cptr: Array  # [n + 1] -> chouse, cpos
    chouse: Array  # houses of each cell
    cpos: Array  # position of the cell in that house
    near: Array  # [nh] of a row (column): which rows (columns), by rank, have a cell that sees one of it across
    gshape: Array  # [ng] float64: mean distance of the cells against the most compact block of as many
    gcptr: Array  # [n + 1] -> gof
    gof: Array  # groups of each cell
    pptr: Array  # [n + 1] -> plist
    plist: Array  # cells that must differ from each cell, ascending
    pbits: Array  # [n, nw] the same as a set
    row: Array  # [n]
    col: Array  # [n]
    rptr: Array  # [n + 1] -> rcell, rtab: relations other than "different"
    rcell: Array  # the other cell
    rtab: Array  # row of tables
    tables: Array  # [nt, d] digit here -> mask of digits allowed there
    rects: Array  # [nr, 4] rectangles in two rows, two columns, two boxes that no variant rule touches
    plain: int  # 1 when there is nothing but rows, columns and boxes (uniqueness techniques may run)
    rnum: Array  # number of the relation behind each entry of rcell
    nk: int  # many-cell constraints
    nq: int  # those of them that searches prune
    krow: Array  # [nk, 9] see elements.py
    kcell: Array  # cells of each, in order
    kofp: Array  # [n + 1] -> kof
    kof: Array  # constraints of each cell
    klay: Array  # layers of the decision diagrams -> kedge
    kedge: Array  # [edges, 4] int32, so that many fit in the cache: from, to, digits, edges of that state from here on
    sealed: int  # 1 when groups, relations and these constraints say all that the rules say


class State(NamedTuple):
    """One position."""

    cand: Array  # [n] candidates, 0 once placed
    val: Array  # [n] digit placed (1 … d) or 0
    hpos: Array  # [nh, d] positions left for a digit in a house, 0 once placed
    dbits: Array  # [d, nw] cells that have the candidate
    gdone: Array  # [ng] digits placed in each group
    info: Array  # [8]: empty cells, candidates, position number, broken, notes taken, refuted candidates in stock


EMPTY, NCAND, STAMP, BROKEN, NOTES, STOCK = 0, 1, 2, 3, 4, 5


@inlined
def drop(b: Board, s: State, c: int, x: int) -> None:
    """Remove candidate x (0-based digit) from cell c if it is there."""
    bit = np.int64(1) << x
    if s.cand[c] & bit == 0:
        return
    s.cand[c] &= ~bit
    s.dbits[x, c >> 6] &= ~(np.int64(1) << (c & 63))
    s.info[NCAND] -= 1
    s.info[STAMP] += 1
    if s.cand[c] == 0 and s.val[c] == 0:
        s.info[BROKEN] = 1
    for i in range(b.cptr[c], b.cptr[c + 1]):
        h = b.chouse[i]
        s.hpos[h, x] &= ~(np.int64(1) << b.cpos[i])


@inner
def place(b: Board, s: State, c: int, x: int) -> None:
    """Put digit x (0-based) into cell c: clears the cell, its peers and what relations forbid."""
    s.val[c] = x + 1
    s.info[EMPTY] -= 1
    m = s.cand[c]
    while m != 0:
        y = ctz(m)
        m &= m - 1
        drop(b, s, c, y)
    for i in range(b.cptr[c], b.cptr[c + 1]):
        s.hpos[b.chouse[i], x] = 0
    for i in range(b.gcptr[c], b.gcptr[c + 1]):
        s.gdone[b.gof[i]] |= np.int64(1) << x
    w0 = np.int64(0)
    for w in range(b.nw):
        w0 = b.pbits[c, w] & s.dbits[x, w]
        while w0 != 0:
            k = ctz(w0)
            w0 &= w0 - 1
            drop(b, s, (w << 6) + k, x)
    for i in range(b.rptr[c], b.rptr[c + 1]):
        other = b.rcell[i]
        gone = s.cand[other] & ~b.tables[b.rtab[i], x]
        while gone != 0:
            y = ctz(gone)
            gone &= gone - 1
            drop(b, s, other, y)


@inner
def reset(b: Board, s: State, givens: Array, domains: Array) -> int:
    """Start position of a puzzle; returns 0 when two givens clash, else 1."""
    for c in range(b.n):
        s.cand[c] = b.full
        s.val[c] = 0
    for h in range(b.nh):
        for x in range(b.d):
            s.hpos[h, x] = b.full
    for x in range(b.d):
        for w in range(b.nw):
            s.dbits[x, w] = 0
        for c in range(b.n):
            s.dbits[x, c >> 6] |= np.int64(1) << (c & 63)
    for g in range(b.ng):
        s.gdone[g] = 0
    for k in range(len(s.info)):
        s.info[k] = 0
    s.info[EMPTY] = b.n
    s.info[NCAND] = b.n * b.d
    for c in range(b.n):
        gone = b.full & ~domains[c]
        while gone != 0:
            x = ctz(gone)
            gone &= gone - 1
            drop(b, s, c, x)
    for c in range(b.n):
        if givens[c] > 0:
            if (s.cand[c] >> (givens[c] - 1)) & 1 == 0:
                s.info[BROKEN] = 1
                return 0
            place(b, s, c, givens[c] - 1)
    s.info[STAMP] = 1
    return 1


@inner
def copy_state(a: State, z: State) -> None:
    """Copy position a onto position z (same board)."""
    for c in range(len(a.cand)):
        z.cand[c] = a.cand[c]
        z.val[c] = a.val[c]
    for h in range(len(a.hpos)):
        for x in range(len(a.dbits)):
            z.hpos[h, x] = a.hpos[h, x]
    for x in range(len(a.dbits)):
        for w in range(a.dbits.shape[1]):
            z.dbits[x, w] = a.dbits[x, w]
    for g in range(len(a.gdone)):
        z.gdone[g] = a.gdone[g]
    for k in range(len(a.info)):
        z.info[k] = a.info[k]


def new_state(b: Board) -> State:
    """An uninitialised position for a board."""
    zeros = np.zeros
    return State(
        zeros(b.n, np.int64), zeros(b.n, np.int64), zeros((b.nh, b.d), np.int64),
        zeros((b.d, b.nw), np.int64), zeros(max(b.ng, 1), np.int64), zeros(8, np.int64),
    )  # fmt: skip


def _csr(lists: list[list[int]]) -> tuple[Array, Array]:
    ptr = np.zeros(len(lists) + 1, np.int64)
    ptr[1:] = np.cumsum([len(part) for part in lists])
    flat = np.array([x for part in lists for x in part] or [0], np.int64)
    return ptr, flat


def _bitsets(sets: list[list[int]], nw: int) -> Array:
    out = np.zeros((max(len(sets), 1), nw), np.uint64)
    for i, cells in enumerate(sets):
        for c in cells:
            out[i, c >> 6] |= np.uint64(1 << (c & 63))
    return out.view(np.int64)


class _Relations(NamedTuple):
    """Per cell: other cells, table rows and numbers of its relations, and the cells it must merely differ from."""

    others: list[list[int]]
    rows: list[list[int]]
    numbers: list[list[int]]
    tables: list[tuple[int, ...]]
    differs: list[set[int]]


def _relation_tables(puzzle: Puzzle) -> _Relations:
    others: list[list[int]] = [[] for _ in puzzle.cells]
    rows: list[list[int]] = [[] for _ in puzzle.cells]
    numbers: list[list[int]] = [[] for _ in puzzle.cells]
    differs: list[set[int]] = [set() for _ in puzzle.cells]
    tables: dict[tuple[int, ...], int] = {}
    span = range(1, puzzle.digits + 1)
    for number, rel in enumerate(puzzle.relations):
        if rel.op == "different":
            differs[rel.a].add(rel.b)
            differs[rel.b].add(rel.a)
            continue
        forward = tuple(sum(1 << w - 1 for w in span if related(rel.op, rel.params, v, w)) for v in span)
        backward = tuple(sum(1 << v - 1 for v in span if related(rel.op, rel.params, v, w)) for w in span)
        for a, z, table in ((rel.a, rel.b, forward), (rel.b, rel.a, backward)):
            others[a].append(z)
            rows[a].append(tables.setdefault(table, len(tables)))
            numbers[a].append(number)
    return _Relations(others, rows, numbers, list(tables), differs)


@lru_cache(maxsize=64)
def _compact_distance(k: int) -> float:
    """Mean pairwise distance of the most compact block of k cells (rows of a near-square rectangle)."""
    width = int(np.ceil(np.sqrt(k)))
    return _mean_distance(tuple((i // width, i % width) for i in range(k)))


def _mean_distance(cells: tuple[tuple[int, int], ...]) -> float:
    rc = np.array(cells, float)
    gaps = rc[:, None, :] - rc[None, :, :]
    pairs = len(cells) * (len(cells) - 1)
    return float(np.sqrt((gaps**2).sum(-1)).sum() / pairs) if pairs else 1.0


def _shape(puzzle: Puzzle, cells: tuple[int, ...]) -> float:
    if len(cells) < 2:
        return 1.0
    return _mean_distance(tuple(puzzle.cells[c] for c in cells)) / _compact_distance(len(cells))


def _near(puzzle: Puzzle, houses: list[Group], peers: list[set[int]]) -> Array:
    """For rows and columns: parallel lines joined by a pair of cells that see each other off the crossing lines."""
    out = np.zeros(max(len(houses), 1), np.int64)
    for kind, cross in (("row", "col"), ("col", "row")):
        lines = [(h, g) for h, g in enumerate(houses) if g.kind == kind][:MAX_LINES]
        crossing: dict[int, set[int]] = {}
        for g in houses:
            if g.kind == cross:
                for c in g.cells:
                    crossing.setdefault(c, set()).update(g.cells)
        rank = {c: {k for k, (_, g) in enumerate(lines) if c in g.cells} for c in range(len(puzzle.cells))}
        for h, g in lines:
            seen = {e for c in g.cells for e in peers[c] - crossing.get(c, set()) if e not in g.cells}
            out[h] = sum(1 << k for k in set().union(*(rank[e] for e in seen)))
    return out


def _rectangles(puzzle: Puzzle, touched: set[int]) -> Array:
    """Corner quadruples (r1c1, r1c2, r2c1, r2c2) whose cells lie in exactly two boxes.

    Where grids overlap, a corner may lie in further houses: exchanging its digit would break those, so every house of
    a corner must hold exactly two corners.
    """
    houses = [frozenset(g.cells) for g in puzzle.groups]
    of: list[list[int]] = [[] for _ in puzzle.cells]
    for h, cells in enumerate(houses):
        for c in cells:
            of[c].append(h)
    box = {c: g for g, group in enumerate(puzzle.groups) if group.kind == "box" for c in group.cells}
    rows = [g.cells for g in puzzle.groups if g.kind == "row" and g.complete]
    found: list[tuple[int, int, int, int]] = []
    for i, upper in enumerate(rows):
        for lower in rows[i + 1 :]:
            below = {puzzle.cells[c][1]: c for c in lower}
            pairs = [(c, below[puzzle.cells[c][1]]) for c in upper if puzzle.cells[c][1] in below]
            for k, (a, x) in enumerate(pairs):
                for c, z in pairs[k + 1 :]:
                    quad = (a, c, x, z)
                    boxes = {box.get(q, -1) for q in quad}
                    if len(boxes) != 2 or -1 in boxes or not touched.isdisjoint(quad):
                        continue
                    if all(len(houses[h].intersection(quad)) == 2 for q in quad for h in of[q]):
                        found.append(quad)
    return np.array(found or np.zeros((0, 4)), np.int64).reshape(-1, 4)


def _compile(puzzle: Puzzle) -> tuple[Board, tuple[Element, ...]]:
    digits, cells = puzzle.digits, puzzle.cells
    n = len(cells)
    nw = (n + 63) // 64
    houses = [g for g in puzzle.groups if g.complete]
    shorter = [g for g in puzzle.groups if not g.complete]
    groups = houses + shorter
    chouse: list[list[int]] = [[] for _ in cells]
    cpos: list[list[int]] = [[] for _ in cells]
    gof: list[list[int]] = [[] for _ in cells]
    relations = _relation_tables(puzzle)
    tables, peers = relations.tables, relations.differs
    for g, group in enumerate(groups):
        for k, c in enumerate(group.cells):
            gof[c].append(g)
            peers[c].update(group.cells)
            if g < len(houses):
                chouse[c].append(g)
                cpos[c].append(k)
    for c, seen in enumerate(peers):
        seen.discard(c)
    related = {c for r in puzzle.relations for c in (r.a, r.b)}
    variant = [g for g in puzzle.groups if g.kind not in ("row", "col", "box")]
    elements = elements_of(puzzle, peers)
    ruled = {c for e in elements.elements if e.stated for c in e.cells}
    touched = related | ruled | {c for g in variant for c in g.cells}
    plain = int(not variant and not puzzle.relations and not puzzle.constraints)
    cptr, chouse_flat = _csr(chouse)
    gptr, gcells = _csr([list(g.cells) for g in groups])
    gcptr, gof_flat = _csr(gof)
    pptr, plist = _csr([sorted(p) for p in peers])
    rptr, rcell = _csr(relations.others)
    kofp, kof = _csr(_rows_of(elements, n))
    board = Board(
        n, digits, len(houses), len(groups), nw, full_mask(digits),
        np.array([g.cells for g in houses] or np.zeros((0, digits)), np.int64).reshape(-1, digits),
        np.array([KINDS.index(g.kind) for g in groups] or [0], np.int64),
        _bitsets([list(g.cells) for g in groups], nw), gptr, gcells,
        cptr, chouse_flat, _csr(cpos)[1],
        _near(puzzle, houses, peers), np.array([_shape(puzzle, g.cells) for g in groups] or [1.0]), gcptr, gof_flat,
        pptr, plist, _bitsets([list(p) for p in peers], nw),
        np.array([r for r, _ in cells], np.int64), np.array([c for _, c in cells], np.int64),
        rptr, rcell, _csr(relations.rows)[1], np.array(tables or np.zeros((1, digits)), np.int64).reshape(-1, digits),
        _rectangles(puzzle, touched), plain, _csr(relations.numbers)[1],
        len(elements.elements), elements.quick, elements.rows, elements.cells, kofp, kof,
        elements.layers, _runs(elements),
        int(elements.whole),
    )  # fmt: skip
    return board, elements.elements


def _runs(elements: Rows) -> Array:
    """The edges of all diagrams with a fourth column: how many of the same state follow, the edge itself included."""
    edges = elements.edges
    new = np.ones(len(edges) + 1, bool)
    new[1:-1] = edges[1:, 0] != edges[:-1, 0]
    new[elements.layers] = True
    ends = np.flatnonzero(new)
    here = np.arange(len(edges))
    left = ends[np.searchsorted(ends, here, side="right")] - here
    return np.column_stack([edges, left]).astype(np.int32)


def _rows_of(elements: Rows, n: int) -> list[list[int]]:
    """Rows of each cell, ascending."""
    found: list[list[int]] = [[] for _ in range(n)]
    for k, element in enumerate(elements.elements):
        for c in dict.fromkeys(element.cells):
            found[c].append(k)
    return found


@lru_cache(maxsize=256)
def _by_structure(
    digits: int,
    cells: tuple[tuple[int, int], ...],
    groups: tuple[Any, ...],
    relations: tuple[Any, ...],
    constraints: tuple[Any, ...],
) -> tuple[Board, tuple[Element, ...]]:
    zeros = (0,) * len(cells)
    bare = Puzzle(digits, 0, 0, cells, zeros, zeros, groups, relations, constraints)
    return _compile(bare)


def compile_board(puzzle: Puzzle) -> Board:
    """The kernels' view of a puzzle's geometry and rules; shared by all puzzles with the same ones."""
    return _by_structure(puzzle.digits, puzzle.cells, puzzle.groups, puzzle.relations, puzzle.constraints)[0]


def elements_in(puzzle: Puzzle) -> tuple[Element, ...]:
    """The many-cell constraints of a puzzle, in the order of the rows ``krow`` of its board."""
    return _by_structure(puzzle.digits, puzzle.cells, puzzle.groups, puzzle.relations, puzzle.constraints)[1]
