"""What pair rules say inside a house: short stretches of a line, marked pairs, classes of digits.

::

    whisper 5    a ─ c ─ e, a sees e       white dots in a row     7 ○ . . ○ .      two pairs of neighbours and the
    c = 4 would need 9 on both sides       4 6 7 8 9 open          three cells left share five digits

    whisper in a row    . ─ . . ─ .        one low and one high digit on each pair: the other cells of the row hold
                                           only two of the four low digits between them

Sound because each finder looks at all fillings of few cells: the three of a stretch, the pairs of a house with all
digits that are left for it, or, for classes, because disjoint pairs of which each holds a digit of the class at least
once count at least as many of them.
"""

from __future__ import annotations

import numpy as np

from ..elements import DIAGRAM, DISTINCT, KIND, LAYER, LENGTH, LONG, START, STATED, STATES
from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from ..tables import shape_id
from .base.cells import inside, sees
from .base.moves import M_COMBOS, M_RULES, Moves, add_cell, add_elim, add_group, close_move, open_move, set_meta
from .base.rows import masks
from .base.work import Work

LINE_SCAN = shape_id("Local Line Scan")
DOMINOES = shape_id("Domino Pairs")
CLASSES = shape_id("Class Counting")
SUM_BOUNDS = shape_id("Sum Bounds")
MOST_WAYS = 3000
"""Ways to fill the marked pairs of a house, each component by itself, beyond which nobody counts them."""
PLACE, DIGIT, LEFT, FOUND, NEAR, TAKEN = 0, 32, 64, 96, 128, 160
"""Ranges of w.list: cells, digits tried, digits still to try, digits found, neighbours of each, what is taken out."""


@inner
def line_scan(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Candidates of three cells of a line that no filling of the three has, though each pair has one."""
    for c in range(b.n):
        if s.val[c] > 0:
            continue
        for i in range(b.rptr[c], b.rptr[c + 1]):
            for j in range(i + 1, b.rptr[c + 1]):
                a, e = b.rcell[i], b.rcell[j]
                if s.val[a] == 0 and s.val[e] == 0 and sees(b, a, e):
                    _stretch(b, s, m, c, i, j)


@inner
def _stretch(b: Board, s: State, m: Moves, c: int, i: int, j: int) -> None:
    """The cell c between the ends of its relations i and j, which see each other."""
    a, e = b.rcell[i], b.rcell[j]
    middle, left, right = np.int64(0), np.int64(0), np.int64(0)  # with a filling of all three
    pairs_c, pairs_a, pairs_e = np.int64(0), np.int64(0), np.int64(0)  # with one that forgets that the ends differ
    rest = s.cand[c]
    while rest != 0:
        x = ctz(rest)
        rest &= rest - 1
        bit = np.int64(1) << x
        ya = b.tables[b.rtab[i], x] & s.cand[a]
        ye = b.tables[b.rtab[j], x] & s.cand[e]
        if sees(b, c, a):
            ya &= ~bit
        if sees(b, c, e):
            ye &= ~bit
        if ya == 0 or ye == 0:
            continue
        pairs_c |= bit
        pairs_a |= ya
        pairs_e |= ye
        fine_a = ya & ~ye if popcnt(ye) == 1 else ya
        fine_e = ye & ~ya if popcnt(ya) == 1 else ye
        left |= fine_a
        right |= fine_e
        if fine_a != 0:
            middle |= bit
    gone_c, gone_a, gone_e = pairs_c & ~middle, pairs_a & ~left, pairs_e & ~right
    if gone_c | gone_a | gone_e == 0:
        return
    k = open_move(m, LINE_SCAN)
    add_group(m, k, b.ng + b.nk + b.rnum[i])
    add_group(m, k, b.ng + b.nk + b.rnum[j])
    add_cell(m, k, a, ctz(s.cand[a]))
    add_cell(m, k, c, ctz(s.cand[c]))
    add_cell(m, k, e, ctz(s.cand[e]))
    _all_gone(s, m, k, c, gone_c)
    _all_gone(s, m, k, a, gone_a)
    _all_gone(s, m, k, e, gone_e)
    set_meta(m, k, 3, popcnt(s.cand[c]), 2, 0, 2, 2)
    m.meta[k, M_RULES] = 2.0
    close_move(m, k)


@inner
def _all_gone(s: State, m: Moves, i: int, c: int, gone: int) -> None:
    while gone != 0:
        add_elim(s, m, i, c, ctz(gone))
        gone &= gone - 1


@inner
def domino_pairs(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Candidates that no filling of a house's marked pairs has, or leaves to the rest of the house."""
    for h in range(b.nh):
        n = _marked(b, s, w, h, False)
        if n > 3 and _ways(b, s, w, n) > MOST_WAYS:
            n = _marked(b, s, w, h, True)
        if n < 3 or _ways(b, s, w, n) > MOST_WAYS:
            continue
        rest = np.int64(0)
        for j in range(b.d):
            if s.val[b.hcells[h, j]] == 0:
                rest |= np.int64(1) << j
        for q in range(n):
            for j in range(b.d):
                if b.hcells[h, j] == w.list[PLACE + q]:
                    rest &= ~(np.int64(1) << j)
        _fill_house(b, s, w, m, h, n, rest)


@inner
def _between(b: Board, c: int, e: int) -> int:
    """The first relation entry from c to e, −1 when there is none."""
    for k in range(b.rptr[c], b.rptr[c + 1]):
        if b.rcell[k] == e:
            return k
    return -1


@inner
def _marked(b: Board, s: State, w: Work, h: int, dominoes: bool) -> int:
    """List the open cells of a house that a pair rule joins to another of them, component by component.

    ``dominoes``: only components of two cells. Returns how many; w.list[TAKEN + q] is the start of q's component.
    """
    n = 0
    for j in range(b.d):
        c = b.hcells[h, j]
        if s.val[c] > 0 or _listed(w, n, c):
            continue
        start = n
        w.list[PLACE + n] = c
        n += 1
        done = start
        while done < n:
            here = w.list[PLACE + done]
            w.list[TAKEN + done] = start
            done += 1
            for k in range(b.rptr[here], b.rptr[here + 1]):
                e = b.rcell[k]
                if s.val[e] == 0 and inside(b, h, e) and not _listed(w, n, e):
                    w.list[PLACE + n] = e
                    n += 1
        if n == start + 1 or (dominoes and n != start + 2):
            n = start
    return n


@inner
def _listed(w: Work, n: int, c: int) -> bool:
    for q in range(n):  # noqa: SIM110  kernels have no generators
        if w.list[PLACE + q] == c:
            return True
    return False


@inner
def _fits(b: Board, c: int, x: int, e: int) -> int:
    """Digits that all pair rules from c to e allow e when c holds x."""
    out = b.full & ~(np.int64(1) << x)
    for k in range(b.rptr[c], b.rptr[c + 1]):
        if b.rcell[k] == e:
            out &= b.tables[b.rtab[k], x]
    return out


@inner
def _ways(b: Board, s: State, w: Work, n: int) -> float:
    """Product over the components: fillings of a pair, or products of candidates where there are more cells."""
    total = 1.0
    q = 0
    while q < n:
        end = q + 1
        while end < n and w.list[TAKEN + end] == q:
            end += 1
        ways = 0.0
        if end == q + 2:
            c, e = w.list[PLACE + q], w.list[PLACE + q + 1]
            left = s.cand[c]
            while left != 0:
                ways += popcnt(_fits(b, c, ctz(left), e) & s.cand[e])
                left &= left - 1
        else:
            ways = 1.0
            for k in range(q, end):
                ways *= popcnt(s.cand[w.list[PLACE + k]])
        total *= ways
        q = end
    return total


@inner
def _allowed(b: Board, s: State, w: Work, q: int, used: int) -> int:
    """Digits that the marked cell q may hold beside those before it."""
    c = w.list[PLACE + q]
    out = s.cand[c] & ~used
    for k in range(w.list[TAKEN + q], q):
        e = w.list[PLACE + k]
        if _between(b, e, c) >= 0:
            out &= _fits(b, e, w.list[DIGIT + k], c)
    return out


@inner
def _fill_house(b: Board, s: State, w: Work, m: Moves, h: int, n: int, rest: int) -> None:
    """Fill the n marked cells in all ways that leave every other digit a place among the cells ``rest``."""
    for q in range(n):
        w.list[FOUND + q] = 0
    open_ = b.full & ~s.gdone[h]
    beyond = np.int64(0)  # digits that some filling leaves to the other cells
    ways = 0
    used = np.int64(0)
    w.list[LEFT] = _allowed(b, s, w, 0, used)
    q = 0
    while q >= 0:
        if w.list[LEFT + q] == 0:
            q -= 1
            if q >= 0:
                used &= ~(np.int64(1) << w.list[DIGIT + q])
            continue
        x = ctz(w.list[LEFT + q])
        w.list[LEFT + q] &= w.list[LEFT + q] - 1
        w.list[DIGIT + q] = x
        used |= np.int64(1) << x
        if q < n - 1:
            q += 1
            w.list[LEFT + q] = _allowed(b, s, w, q, used)
            continue
        if _rest_fits(b, s, h, open_ & ~used, rest):
            ways += 1
            beyond |= open_ & ~used
            for k in range(n):
                w.list[FOUND + k] |= np.int64(1) << w.list[DIGIT + k]
        used &= ~(np.int64(1) << x)
    if ways > 0:
        _domino_move(b, s, w, m, h, n, rest, beyond, ways)


@inner
def _rest_fits(b: Board, s: State, h: int, digits: int, rest: int) -> bool:
    while digits != 0:
        if s.hpos[h, ctz(digits)] & rest == 0:
            return False
        digits &= digits - 1
    return True


@inner
def _domino_move(b: Board, s: State, w: Work, m: Moves, h: int, n: int, rest: int, beyond: int, ways: int) -> None:
    i = open_move(m, DOMINOES)
    add_group(m, i, h)
    for q in range(n):
        c = w.list[PLACE + q]
        first = w.list[TAKEN + q]
        add_cell(m, i, c, ctz(w.list[FOUND + q]))
        for k in range(first, q):
            between = _between(b, w.list[PLACE + k], c)
            if between >= 0:
                add_group(m, i, b.ng + b.nk + b.rnum[between])
        _all_gone(s, m, i, c, s.cand[c] & ~w.list[FOUND + q])
    while rest != 0:
        c = b.hcells[h, ctz(rest)]
        rest &= rest - 1
        _all_gone(s, m, i, c, s.cand[c] & ~beyond)
    set_meta(m, i, n, 1, 1, 0, n, 0)
    m.meta[i, M_RULES] = n // 2
    m.meta[i, M_COMBOS] = np.log(1.0 + ways)
    close_move(m, i)


@inner
def class_mask(b: Board, k: int) -> int:
    """Digits of class k: odd, even, low half, high half, then the thirds where there are any; 0 beyond."""
    d, half = b.d, b.d // 2
    out = np.int64(0)
    for x in range(d):
        third = -1 if d % 3 != 0 else x // (d // 3)
        has = (k == 0 and x % 2 == 0) or (k == 1 and x % 2 == 1) or (k == 2 and x < half)
        if has or (k == 3 and x >= d - half) or (k >= 4 and third == k - 4):
            out |= np.int64(1) << x
    return out


@inner
def class_counting(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Pairs and lines that hold digits of a class at least so often use up all of them in a house."""
    masks(b, s, w)
    for h in range(b.nh):
        if not _ruled(b, s, h):
            continue
        for k in range(7):
            digits = class_mask(b, k)
            need = popcnt(digits & ~s.gdone[h])
            if digits == 0 or need == 0:
                continue
            sure = _cells_of_class(b, s, w, h, digits)
            if sure >= need:
                continue
            _count(b, s, w, m, h, digits, need, -1)
            for r in range(b.nq):
                if _is_line(b, r) and _in_house(b, s, h, r) >= 2:
                    _count(b, s, w, m, h, digits, need, r)


@inner
def _is_line(b: Board, r: int) -> bool:
    """Whether row r is a stated rule other than a sum that names no cell twice."""
    stated = b.krow[r, STATED] == 1 and b.krow[r, KIND] == DIAGRAM and b.krow[r, LONG] != SUM_BOUNDS
    return stated and b.krow[r, DISTINCT] == b.krow[r, LENGTH]


@inner
def _ruled(b: Board, s: State, h: int) -> bool:
    """Whether a pair rule or a line has two open cells of a house."""
    for j in range(b.d):
        c = b.hcells[h, j]
        if s.val[c] > 0:
            continue
        if b.kofp[c + 1] > b.kofp[c]:
            return True
        for k in range(b.rptr[c], b.rptr[c + 1]):
            if s.val[b.rcell[k]] == 0 and inside(b, h, b.rcell[k]):
                return True
    return False


@inner
def _in_house(b: Board, s: State, h: int, r: int) -> int:
    n = 0
    for j in range(b.krow[r, START], b.krow[r, START] + b.krow[r, LENGTH]):
        n += s.val[b.kcell[j]] == 0 and inside(b, h, b.kcell[j])
    return n


@inner
def _cells_of_class(b: Board, s: State, w: Work, h: int, digits: int) -> int:
    """How many open cells of a house can only hold digits of a class; lists the pairs that hold one at least.

    w.list[NEAR + j] becomes the positions whose cell, together with that at position j, holds a digit of the class.
    """
    sure = 0
    for j in range(b.d):
        c = b.hcells[h, j]
        w.list[NEAR + j] = 0
        sure += s.val[c] == 0 and s.cand[c] & ~digits == 0
    for j in range(b.d):
        c = b.hcells[h, j]
        if s.val[c] > 0 or s.cand[c] & ~digits == 0:
            continue
        for i in range(j + 1, b.d):
            e = b.hcells[h, i]
            if s.val[e] == 0 and s.cand[e] & ~digits != 0 and _between(b, c, e) >= 0 and _one_of(b, s, c, e, digits):
                w.list[NEAR + j] |= np.int64(1) << i
                w.list[NEAR + i] |= np.int64(1) << j
    return sure


@inner
def _one_of(b: Board, s: State, c: int, e: int, digits: int) -> bool:
    """Whether c or e must hold a digit of the class."""
    left = s.cand[c] & ~digits
    while left != 0:
        if _fits(b, c, ctz(left), e) & s.cand[e] & ~digits != 0:
            return False
        left &= left - 1
    return True


@inner
def _count(b: Board, s: State, w: Work, m: Moves, h: int, digits: int, need: int, r: int) -> None:
    """Clear the class from the cells without which a house counts it often enough; row r is one more unit."""
    out = np.int64(0)
    if r >= 0:
        for j in range(b.d):
            c = b.hcells[h, j]
            if s.val[c] == 0 and _of_row(b, r, c):
                out |= np.int64(1) << j
    most = _least_of_row(b, s, w, h, r, digits) if r >= 0 else 0
    if r >= 0 and most == 0:
        return
    if most + _units(b, s, w, h, digits, out) < need:
        return
    i = open_move(m, CLASSES)
    add_group(m, i, h)
    if r >= 0:
        add_group(m, i, b.ng + r)
    n = 0
    for j in range(b.d):
        c = b.hcells[h, j]
        if s.val[c] > 0:
            continue
        mixed = s.cand[c] & ~digits != 0 and s.cand[c] & digits != 0 and (out >> j) & 1 == 0
        if mixed and most + _units(b, s, w, h, digits, out | np.int64(1) << j) >= need:
            _all_gone(s, m, i, c, s.cand[c] & digits)
        else:
            add_cell(m, i, c, ctz(s.cand[c]))
            n += 1
    set_meta(m, i, n, popcnt(digits), 1, 0, n, 0)
    m.meta[i, M_RULES] = 1.0
    close_move(m, i)


@inner
def _of_row(b: Board, r: int, c: int) -> bool:
    for j in range(b.krow[r, START], b.krow[r, START] + b.krow[r, LENGTH]):  # noqa: SIM110
        if b.kcell[j] == c:
            return True
    return False


@inner
def _units(b: Board, s: State, w: Work, h: int, digits: int, out: int) -> int:
    """Digits of a class that cells and disjoint pairs of a house outside the positions ``out`` hold at least.

    Pairs are matched from the ends of lines inwards, which is the most there is on lines that do not branch.
    """
    n = 0
    free = np.int64(0)
    for j in range(b.d):
        c = b.hcells[h, j]
        if s.val[c] == 0 and (out >> j) & 1 == 0:
            if s.cand[c] & ~digits == 0:
                n += 1
            else:
                free |= np.int64(1) << j
    while True:
        best, at = 100, -1
        for j in range(b.d):
            degree = popcnt(w.list[NEAR + j] & free)
            if (free >> j) & 1 and 0 < degree < best:
                best, at = degree, j
        if at < 0:
            return n
        best, to = 100, -1
        near = w.list[NEAR + at] & free
        while near != 0:
            j = ctz(near)
            near &= near - 1
            degree = popcnt(w.list[NEAR + j] & free)
            if degree < best:
                best, to = degree, j
        free &= ~(np.int64(1) << at)
        free &= ~(np.int64(1) << to)
        n += 1


@inner
def _least_of_row(b: Board, s: State, w: Work, h: int, r: int, digits: int) -> int:
    """How often the open cells of row r in house h hold a digit of the class at least (0 without any filling)."""
    far = 1.0e9
    first, layer = b.krow[r, START], b.krow[r, LAYER]
    for q in range(b.krow[r, STATES]):
        w.ways[q] = far
    w.ways[0] = 0.0
    for i in range(b.krow[r, LENGTH]):
        c = b.kcell[first + i]
        counts = s.val[c] == 0 and inside(b, h, c)
        for e in range(b.klay[layer + i], b.klay[layer + i + 1]):
            hit = b.kedge[e, 2] & w.mask[c]
            if hit == 0 or w.ways[b.kedge[e, 0]] >= far:
                continue
            cost = w.ways[b.kedge[e, 0]] + (1.0 if counts and hit & ~digits == 0 else 0.0)
            w.ways[b.kedge[e, 1]] = min(w.ways[b.kedge[e, 1]], cost)
    least = w.ways[b.krow[r, STATES] - 1]
    return 0 if least >= far else int(least)
