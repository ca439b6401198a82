"""Junior Exocet: the two digits of a pair of cells in one box turn up in two target cells of the band.

    ┌───────┬───────┬───────┐   B  base: two cells of a box on one line, three or four digits together
    │ B B x │ x . . │ x . . │   T  targets, one in each other box of the band, off the base line
    │ . . . │ T . . │ C . . │   C  companions: the cells beside the targets on the cross lines (the lines of the
    │ . . . │ C . . │ T . . │      third cell of the base and of the targets); they hold no base digit
    ├───────┼───────┼───────┤   S  the cross lines outside the band: each base digit, placed or possible, lies there
    │ . . S │ S . . │ S . . │      in at most two lines, of either direction

Sound because a digit of the base needs a place on each of the three cross lines: on that of the third cell only S
cells are left, on the other two the target or S. Two lines allow it twice among the S cells, so it is in a target; two
digits need both. Hence targets hold base digits only; and a digit is not in the base if no target can hold it, or if
one line is enough for its S cells, as it would then need both targets (D. P. Bird, "JExocet Compendium", 2013).
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import BOX, COL, ROW, Board, State
from ..tables import shape_id
from .base.moves import Moves, add_cell, add_elim, add_group, close_move, open_move, set_meta
from .base.work import Work

EXOCET = shape_id("Junior Exocet")
TURNED, ROWS, COLS = 0, 1, 4
"""Ranges of w.list: whether rows and columns are exchanged, the band's lines (base line first), the cross lines."""


@inner
def exocet(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every Junior Exocet of a board of nine digits in regular boxes without other rules."""
    if not _is_regular(b):
        return
    for turned in range(2):
        w.list[TURNED] = turned
        for line in range(9):
            band = line - line % 3
            w.list[ROWS] = line
            w.list[ROWS + 1] = band + (line + 1) % 3
            w.list[ROWS + 2] = band + (line + 2) % 3
            for third in range(9):
                stack = third - third % 3
                one = _cell(w, line, stack + (third + 1) % 3)
                two = _cell(w, line, stack + (third + 2) % 3)
                digits = s.cand[one] | s.cand[two]
                if s.cand[one] != 0 and s.cand[two] != 0 and 3 <= popcnt(digits) <= 4:
                    w.list[COLS] = third
                    _targets(b, s, w, m, one, two, digits)


@inner
def _is_regular(b: Board) -> bool:
    """Whether the board is the classic one: 81 cells in 3×3 boxes and no further rules."""
    if b.plain == 0 or b.d != 9 or b.n != 81 or b.nh != 27:
        return False
    for h in range(b.nh):
        if b.gkind[h] == BOX:
            first = b.hcells[h, 0]
            if b.row[first] % 3 != 0 or b.col[first] % 3 != 0:
                return False
            for k in range(9):
                c = b.hcells[h, k]
                if b.row[c] // 3 != b.row[first] // 3 or b.col[c] // 3 != b.col[first] // 3:
                    return False
    return True


@inner
def _cell(w: Work, line: int, cross: int) -> int:
    """The cell of a line of the band's direction and a cross line."""
    return int(cross * 9 + line if w.list[TURNED] == 1 else line * 9 + cross)


@inner
def _targets(b: Board, s: State, w: Work, m: Moves, one: int, two: int, digits: int) -> None:
    """Every pair of targets whose companions are free of base digits, one in each of the other boxes."""
    stack = w.list[COLS] // 3
    for j in range(36):
        cross_1, cross_2 = (stack + 1) % 3 * 3 + j // 12, (stack + 2) % 3 * 3 + j // 4 % 3
        row_1, row_2 = 1 + j // 2 % 2, 1 + j % 2
        t, u = _cell(w, w.list[ROWS + row_1], cross_1), _cell(w, w.list[ROWS + row_2], cross_2)
        if s.cand[t] & digits == 0 or s.cand[u] & digits == 0:
            continue
        beside_t, beside_u = _cell(w, w.list[ROWS + 3 - row_1], cross_1), _cell(w, w.list[ROWS + 3 - row_2], cross_2)
        if _holds(s, beside_t, digits) or _holds(s, beside_u, digits):
            continue
        w.list[COLS + 1] = cross_1
        w.list[COLS + 2] = cross_2
        once = np.int64(0)
        fits = True
        left = digits
        while left != 0 and fits:
            lines = _lines(s, w, ctz(left))
            fits = lines <= 2
            if lines <= 1:
                once |= left & -left
            left &= left - 1
        if fits:
            _emit(b, s, w, m, one, two, t, u, digits, once)


@inner
def _holds(s: State, c: int, digits: int) -> bool:
    """Whether one of the digits is placed or possible in cell c."""
    return bool(s.cand[c] & digits != 0 or (s.val[c] > 0 and digits >> (s.val[c] - 1) & 1 == 1))


@inner
def _lines(s: State, w: Work, x: int) -> int:
    """How many lines hold digit x on the cross lines outside the band: 0, 1, 2, or 3 for more."""
    any_line = np.int64(0)
    empty = 0
    pairs = False
    for k in range(3):
        mask = np.int64(0)
        others = np.int64(0)
        for line in range(9):
            if line // 3 == w.list[ROWS] // 3:
                continue
            for q in range(3):
                if _holds(s, _cell(w, line, w.list[COLS + q]), np.int64(1) << x):
                    if q == k:
                        mask |= np.int64(1) << line
                    else:
                        others |= np.int64(1) << line
        any_line |= mask
        empty += 1 if mask == 0 else 0
        pairs = pairs or popcnt(others) <= 1
    if empty == 3:
        return 0
    if empty == 2 or popcnt(any_line) <= 1:
        return 1
    return 2 if empty == 1 or pairs or popcnt(any_line) <= 2 else 3


@inner
def _emit(b: Board, s: State, w: Work, m: Moves, one: int, two: int, t: int, u: int, digits: int, once: int) -> None:
    i = open_move(m, EXOCET)
    for q in range(4):
        c = one if q == 0 else (two if q == 1 else (t if q == 2 else u))
        left = s.cand[c] & digits
        while left != 0:
            add_cell(m, i, c, ctz(left))
            left &= left - 1
    for q in range(3):
        c = _cell(w, 0, w.list[COLS + q])
        for k in range(b.cptr[c], b.cptr[c + 1]):
            if b.gkind[b.chouse[k]] == (ROW if w.list[TURNED] == 1 else COL):
                add_group(m, i, b.chouse[k])
    false = digits & ~(s.cand[t] | s.cand[u]) | once
    for x in range(9):
        if (digits >> x) & 1 == 0:
            add_elim(s, m, i, t, x)
            add_elim(s, m, i, u, x)
        elif (false >> x) & 1:
            add_elim(s, m, i, one, x)
            add_elim(s, m, i, two, x)
            add_elim(s, m, i, t, x)
            add_elim(s, m, i, u, x)
    set_meta(m, i, 4, popcnt(digits), 7, 2 * popcnt(digits), 6, 4 + 6 * popcnt(digits))
    close_move(m, i)
