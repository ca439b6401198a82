"""As many cells as digits that rows, columns and boxes allow them: SK-loops and multi-sector locked sets.

    SK-loop: in four boxes at the corners of a rectangle      Locked set of rows and columns: of some digits each row
    the cells a on the row and on the column of a pivot *;    allows its cells a certain number, of the other digits
    neighbouring pairs share digits in a row, box, column …   each column; together just as many as there are cells
    ┌───────┬───────┬───────┐                                 ┌───────┬───────┬───────┐
    │ * a a │ . . . │ a a * │                                 │ a - - │ a a - │ . . . │   - lose the digits of the
    │ a . . │ . . . │ . . a │                                 │ | . . │ | | . │ . . . │     rows, | those of the
    │ a . . │ . . . │ . . a │                                 │ a - - │ a a - │ . . . │     columns
    ├───────┼───────┼───────┤                                 └───────┴───────┴───────┘

Sound because every candidate of the cells belongs to a pair (digit, sector) of the list, and a sector holds a digit
once: with no more pairs than cells each pair is used by exactly one of the cells, so no other cell of its sector has
the digit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import BOX, COL, ROW, Board, State
from ..tables import shape_id
from .base.moves import Moves, add_cell, add_elim, add_group, close_move, open_move, set_meta
from .base.work import Work

SK_LOOP = shape_id("SK-Loop")
LOCKED = shape_id("Multi-Sector Locked Set")
PAIRS, SIZES, DIGITS, SECTOR, LINKS, LINES, BOXES = 0, 100, 110, 120, 130, 140, 144
"""Ranges of w.list for loops: cells of the eight pairs (10 a pair), how many, their candidates; sector before each pair
and the digits it gives; lines and boxes of the corners, going round."""
ROW_HOUSE, COL_HOUSE, OPEN, IN_ROW, IN_COL = 200, 210, 220, 230, 240
"""Ranges of w.list for locked sets: houses, open rows of each column (a mask), digits that rows and columns need."""
LARGEST_LINK = 4
"""Digits of the first sector of a loop at most."""
LEAST, LARGEST = 3, 9
"""Rows and digits of each sort at least; digits of the largest board that is searched. More than half of the rows say
the same as the other rows with the other columns and the digits exchanged."""

Array = Any


@inner
def sk_loop(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every SK-loop: pivots at the crossings of two rows and two columns in four boxes."""
    for r in range(b.nh):
        for q in range(r + 1, b.nh):
            if b.gkind[r] != ROW or b.gkind[q] != ROW:
                continue
            for c in range(b.nh):
                for e in range(c + 1, b.nh):
                    if b.gkind[c] == COL and b.gkind[e] == COL and _corners(b, s, w, r, q, c, e):
                        _link(b, s, w, m)


@inner
def _corners(b: Board, s: State, w: Work, r: int, q: int, c: int, e: int) -> bool:
    """The eight pairs around the loop and the sectors between them; False if the corners do not make one."""
    w.list[LINES] = r
    w.list[LINES + 1] = e
    w.list[LINES + 2] = q
    w.list[LINES + 3] = c
    for j in range(4):
        w.list[BOXES + j] = _box(b, w.list[LINES + j], w.list[LINES + (j + 3) % 4])
        for i in range(j):
            if w.list[BOXES + i] == w.list[BOXES + j]:
                return False
        if w.list[BOXES + j] < 0:
            return False
    for k in range(8):
        corner = (k + 1) // 2 % 4
        line, box = w.list[LINES + k // 2], w.list[BOXES + corner]
        cross = w.list[LINES + (corner + 3) % 4] if k // 2 == corner else w.list[LINES + corner]
        w.list[SECTOR + k] = line if k & 1 == 1 else box
        if not _pair(b, s, w, k, box, line, cross):
            return False
    return True


@inner
def _box(b: Board, r: int, c: int) -> int:
    """The box in which lines r and c cross, −1 without one."""
    for k in range(b.d):
        x = b.hcells[r, k]
        if (b.gbits[c, x >> 6] >> (x & 63)) & 1:
            for j in range(b.cptr[x], b.cptr[x + 1]):
                if b.gkind[b.chouse[j]] == BOX:
                    return int(b.chouse[j])
    return -1


@inner
def _pair(b: Board, s: State, w: Work, k: int, box: int, line: int, cross: int) -> bool:
    """Cells of a box on a line off the crossing line: all open, and at least two."""
    n = 0
    digits = np.int64(0)
    for j in range(b.d):
        x = b.hcells[line, j]
        if (b.gbits[box, x >> 6] >> (x & 63)) & 1 and not (b.gbits[cross, x >> 6] >> (x & 63)) & 1:
            if s.cand[x] == 0 or n >= 10:
                return False
            w.list[PAIRS + 10 * k + n] = x
            digits |= s.cand[x]
            n += 1
    w.list[SIZES + k] = n
    w.list[DIGITS + k] = digits
    return n >= 2


@inner
def _link(b: Board, s: State, w: Work, m: Moves) -> None:
    """Every choice of digits for the first sector; those of the next are what a pair has besides."""
    cells = 0
    for k in range(8):
        cells += w.list[SIZES + k]
    whole = w.list[DIGITS]
    first = whole
    while first != 0:
        if popcnt(first) <= LARGEST_LINK:
            w.list[LINKS] = first
            total = popcnt(first)
            k = 0
            while k < 8 and total <= cells:
                w.list[LINKS + k + 1] = w.list[DIGITS + k] & ~w.list[LINKS + k]
                total += popcnt(w.list[LINKS + k + 1]) if k < 7 else 0
                k += 1
            if k == 8 and total == cells and w.list[LINKS + 8] & ~first == 0:
                _loop(b, s, w, m, cells)
        first = (first - 1) & whole


@inner
def _loop(b: Board, s: State, w: Work, m: Moves, cells: int) -> None:
    i = open_move(m, SK_LOOP)
    for k in range(8):
        for j in range(w.list[SIZES + k]):
            x = w.list[PAIRS + 10 * k + j]
            left = s.cand[x]
            while left != 0:
                add_cell(m, i, x, ctz(left))
                left &= left - 1
    for k in range(8):
        h = w.list[SECTOR + k]
        add_group(m, i, h)
        for j in range(b.d):
            x = b.hcells[h, j]
            if not _in_pair(w, k, x) and not _in_pair(w, (k + 7) % 8, x):
                left = s.cand[x] & w.list[LINKS + k]
                while left != 0:
                    add_elim(s, m, i, x, ctz(left))
                    left &= left - 1
    set_meta(m, i, cells, 9, 8, cells, 8, 2 * cells)
    close_move(m, i)


@inner
def _in_pair(w: Work, k: int, x: int) -> bool:
    """Whether cell x is in pair k."""
    for j in range(w.list[SIZES + k]):  # noqa: SIM110  kernels have no generators
        if w.list[PAIRS + 10 * k + j] == x:
            return True
    return False


@inner
def locked_sets(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Locked sets of some rows with some digits, some columns with the others; boards of at most LARGEST digits."""
    if b.plain == 0 or b.d > LARGEST or b.n != b.d * b.d:
        return
    for h in range(b.nh):
        if b.gkind[h] == ROW:
            w.list[ROW_HOUSE + b.row[b.hcells[h, 0]]] = h
        elif b.gkind[h] == COL:
            w.list[COL_HOUSE + b.col[b.hcells[h, 0]]] = h
    for c in range(b.d):
        w.list[OPEN + c] = 0
        for r in range(b.d):
            if s.cand[r * b.d + c] != 0:
                w.list[OPEN + c] |= np.int64(1) << r
    for digits in range(1, b.full):
        if popcnt(digits) < LEAST or popcnt(digits) > b.d - LEAST:
            continue
        for k in range(b.d):
            w.list[IN_ROW + k] = popcnt(digits & ~s.gdone[w.list[ROW_HOUSE + k]])
            w.list[IN_COL + k] = popcnt(b.full & ~digits & ~s.gdone[w.list[COL_HOUSE + k]])
        for rows in range(1, b.full + 1):
            if LEAST <= popcnt(rows) <= b.d // 2:
                _columns(b, s, w, m, rows, digits)


@inner
def _columns(b: Board, s: State, w: Work, m: Moves, rows: int, digits: int) -> None:
    """The columns that have more open cells in the rows than other digits to place; with and without ties."""
    total = 0
    left = rows
    while left != 0:
        total -= w.list[IN_ROW + ctz(left)]
        left &= left - 1
    least, most = np.int64(0), np.int64(0)
    for c in range(b.d):
        gain = popcnt(w.list[OPEN + c] & rows) - w.list[IN_COL + c]
        if gain >= 0 and w.list[OPEN + c] & rows != 0:
            most |= np.int64(1) << c
            if gain > 0:
                least |= np.int64(1) << c
                total += gain
    if total == 0 and popcnt(least) >= 2:
        _lock(b, s, w, m, rows, digits, least)
        if most != least:
            _lock(b, s, w, m, rows, digits, most)


@inner
def _lock(b: Board, s: State, w: Work, m: Moves, rows: int, digits: int, cols: int) -> None:
    i = open_move(m, LOCKED)
    cells = 0
    for x in range(b.n):
        in_row, in_col = (rows >> b.row[x]) & 1 == 1, (cols >> b.col[x]) & 1 == 1
        gone = np.int64(0)
        if in_row and in_col:
            cells += 1 if s.cand[x] != 0 else 0
            left = s.cand[x]
            while left != 0:
                add_cell(m, i, x, ctz(left))
                left &= left - 1
        elif in_row:
            gone = s.cand[x] & digits
        elif in_col:
            gone = s.cand[x] & ~digits
        while gone != 0:
            add_elim(s, m, i, x, ctz(gone))
            gone &= gone - 1
    for k in range(b.d):
        if (rows >> k) & 1:
            add_group(m, i, w.list[ROW_HOUSE + k])
    for k in range(b.d):
        if (cols >> k) & 1:
            add_group(m, i, w.list[COL_HOUSE + k])
    lines = popcnt(rows) + popcnt(cols)
    set_meta(m, i, cells, b.d, lines, cells, lines, 2 * cells)
    close_move(m, i)
