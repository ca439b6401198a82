"""Forcing chains and nets, and trial as the last resort.

    cell forcing: every candidate of one cell, followed along its links, gives the same result
        5 -> … -> r7c3 is not 2
        8 -> … -> r7c3 is not 2        so r7c3 is not 2
    house forcing: the same for every place of a digit; digit forcing: one candidate contradicts itself

Chains follow single links only; nets also use naked and hidden singles that arise on the way. Sound because one of
the cases holds, and a case that contradicts itself does not. Nested chains split a few cells into cases inside a case;
trial removes one candidate that full search refutes, however long that is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import inlined, inner
from ..jit.bits import ctz, popcnt
from ..state import STAMP, STOCK, Board, State
from ..tables import shape_id
from .base.dfs import HITS, SERIAL, all_due, count_closed, none_due, propagate, touched
from .base.moves import Moves, add_cell, add_elim, add_group, close_move, open_move, set_meta, set_place
from .base.rows import masks
from .base.work import Work

DIGIT_CHAIN = shape_id("Digit Forcing Chain")
CELL_CHAIN = shape_id("Cell Forcing Chain")
HOUSE_CHAIN = shape_id("House Forcing Chain")
CONTRADICTION = shape_id("Contradiction Net")
CELL_NET = shape_id("Cell Forcing Net")
HOUSE_NET = shape_id("House Forcing Net")
TRIAL = shape_id("Trial and Error")
MAX_BRANCHES = 6
NESTED = shape_id("Nested Forcing Chain")
NODES = 2_000_000
"""Search nodes for one candidate of a trial."""

SPLITS, TRIED = 32, 60
"""Cases that a nested forcing chain looks at, and candidates that are tried for one, at most."""
MORE_SPLITS, FEWER_TRIED = 160, 40
"""The same for candidates for which that was not enough."""

Array = Any


@inner
def _follow(b: Board, s: State, w: Work, start: int) -> int:
    """All that follows by links from candidate ``start`` being true; returns depth + 1 of a contradiction, or 0."""
    w.falses[0] = 0
    w.on[start] = start
    w.depth[start] = 0
    w.queue[0] = start
    head, tail = 0, 1
    while head < tail:
        y = w.queue[head]
        head += 1
        c, x = y >> 5, y & 31
        for k in range(b.nw):
            word = b.pbits[c, k] & s.dbits[x, k]
            while word != 0:
                z = ((k << 6) + ctz(word)) * 32 + x
                word &= word - 1
                tail = _falsify(b, s, w, z, y, tail)
                if tail < 0:
                    return w.depth[y] + 2
        left = s.cand[c] & ~(np.int64(1) << x)
        while left != 0:
            z = c * 32 + ctz(left)
            left &= left - 1
            tail = _falsify(b, s, w, z, y, tail)
            if tail < 0:
                return w.depth[y] + 2
        for k in range(b.rptr[c], b.rptr[c + 1]):
            left = s.cand[b.rcell[k]] & ~b.tables[b.rtab[k], x]
            while left != 0:
                z = b.rcell[k] * 32 + ctz(left)
                left &= left - 1
                tail = _falsify(b, s, w, z, y, tail)
                if tail < 0:
                    return w.depth[y] + 2
    w.list[0] = tail
    return 0


@inner
def _falsify(b: Board, s: State, w: Work, z: int, y: int, tail: int) -> int:
    """z becomes false because y is true, and its strong partners true; −1 on contradiction."""
    if w.off[z] >= 0:
        return tail
    w.off[z] = y
    w.falses[0] += 1
    w.falses[w.falses[0]] = z
    if w.on[z] >= 0:
        w.list[0] = tail
        return -1
    c, x = z >> 5, z & 31
    if popcnt(s.cand[c]) == 2:
        t = c * 32 + ctz(s.cand[c] & ~(np.int64(1) << x))
        tail = _verify(w, t, z, y, tail)
        if tail < 0:
            return -1
    for k in range(b.cptr[c], b.cptr[c + 1]):
        h = b.chouse[k]
        places = s.hpos[h, x]
        if popcnt(places) == 2:
            t = b.hcells[h, ctz(places & ~(np.int64(1) << b.cpos[k]))] * 32 + x
            tail = _verify(w, t, z, y, tail)
            if tail < 0:
                return -1
    return tail


@inner
def _verify(w: Work, t: int, z: int, y: int, tail: int) -> int:
    if w.on[t] >= 0:
        return tail
    w.on[t] = z
    w.depth[t] = w.depth[y] + 2
    w.queue[tail] = t
    tail += 1
    if w.off[t] >= 0:
        w.list[0] = tail
        return -1
    return tail


@inner
def _clear(w: Work) -> None:
    for q in range(w.list[0]):
        w.on[w.queue[q]] = -1
    for q in range(1, w.falses[0] + 1):
        w.off[w.falses[q]] = -1


@inner
def forcing_chain(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Digit, cell and house forcing chains."""
    for c in range(b.n):
        left = s.cand[c]
        while left != 0:
            x = ctz(left)
            left &= left - 1
            depth = _follow(b, s, w, c * 32 + x)
            _clear(w)
            if depth > 0:
                i = open_move(m, DIGIT_CHAIN)
                add_cell(m, i, c, x)
                add_elim(s, m, i, c, x)
                set_meta(m, i, 1, 1, 1, depth // 2, depth // 2, depth)
                close_move(m, i)
    for c in range(b.n):
        if 2 <= popcnt(s.cand[c]) <= MAX_BRANCHES:
            n = 0
            left = s.cand[c]
            while left != 0:
                w.list[16 + n] = c * 32 + ctz(left)
                left &= left - 1
                n += 1
            _agree(b, s, w, m, n, CELL_CHAIN, -1)
    for h in range(b.nh):
        for x in range(b.d):
            if 2 <= popcnt(s.hpos[h, x]) <= MAX_BRANCHES:
                n = 0
                left = s.hpos[h, x]
                while left != 0:
                    w.list[16 + n] = b.hcells[h, ctz(left)] * 32 + x
                    left &= left - 1
                    n += 1
                _agree(b, s, w, m, n, HOUSE_CHAIN, h)


@inner
def _agree(b: Board, s: State, w: Work, m: Moves, n: int, shape: int, h: int) -> None:
    """What all n branches in w.list[16:] have in common; a hit is counted where all branches before had it as well."""
    w.tick[HITS] += MAX_BRANCHES + 1
    zero = w.tick[HITS]
    longest = 0
    for j in range(n):
        if _follow(b, s, w, w.list[16 + j]) > 0:
            _clear(w)
            return
        common = 0
        for q in range(1, w.falses[0] + 1):
            v = w.falses[q]
            if j == 0 or w.shared[1, v] == zero + j:
                w.shared[1, v] = zero + j + 1
                common += 1
        for q in range(w.list[0]):
            v = w.queue[q]
            longest = max(longest, w.depth[v])
            if j == 0 or w.shared[0, v] == zero + j:
                w.shared[0, v] = zero + j + 1
                common += 1
        if common == 0:
            _clear(w)
            return
        if j < n - 1:
            _clear(w)
    _conclude(s, w, m, n, shape, h, longest)
    _clear(w)


@inner
def _conclude(s: State, w: Work, m: Moves, n: int, shape: int, h: int, longest: int) -> None:
    """One move for everything that is false in all branches, one for each candidate that is true in all."""
    placed = -1
    for q in range(w.list[0]):
        if w.shared[0, w.queue[q]] == w.tick[HITS] + n:
            placed = w.queue[q]
            break
    i = open_move(m, shape)
    for j in range(n):
        add_cell(m, i, w.list[16 + j] >> 5, w.list[16 + j] & 31)
    if h >= 0:
        add_group(m, i, h)
    if placed >= 0:
        set_place(m, i, placed >> 5, placed & 31)
    else:
        for q in range(1, w.falses[0] + 1):
            z = w.falses[q]
            if w.shared[1, z] == w.tick[HITS] + n:
                add_elim(s, m, i, z >> 5, z & 31)
    set_meta(m, i, n, n, 1, n * (longest // 2), n * (longest // 2), longest)
    m.meta[i, 8] = np.log(n)
    close_move(m, i)


@inner
def forcing_net(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Contradiction, cell and house nets: every candidate is assumed once and singles are filled in.

    What is left of the candidates goes to a row of w.tried, one for each candidate of the board; where the board is
    too large for that, one for each digit of the present cell, and there are no house nets.
    """
    whole = len(w.tried) >= b.n * b.d
    if b.nq > 0:
        if _from_stock(b, s, w, m, CONTRADICTION) >= 0:
            return
        _close(b, s, w)
        for size in range(2, b.d + 1):
            _contradictions(b, s, w, m, size, whole)
            if _from_stock(b, s, w, m, CONTRADICTION) >= 0:
                return
    else:
        _close(b, s, w)
    _cells(b, s, w, m, whole)
    for h in range(b.nh if whole else 0):
        for x in range(b.d):
            if popcnt(s.hpos[h, x]) < 2:
                continue
            n = 0
            left = s.hpos[h, x]
            while left != 0:
                c = b.hcells[h, ctz(left)]
                left &= left - 1
                if popcnt(s.cand[c]) < 2:
                    n = 0
                    break
                w.list[n] = c * 32 + x
                n += 1
            if n > 0:
                _branches(b, s, w, m, n, HOUSE_NET, h, whole)


@inner
def _contradictions(b: Board, s: State, w: Work, m: Moves, size: int, whole: bool) -> None:
    """Assume the candidates of cells that have ``size`` of them; true ones only where the solution is not known."""
    for c in range(b.n):
        left = s.cand[c] if popcnt(s.cand[c]) == size else 0
        while left != 0:
            x = ctz(left)
            left &= left - 1
            if w.truth[c] != x + 1:
                _assume(b, s, w, m, c, x, c * b.d + x if whole else x)


@inner
def _cells(b: Board, s: State, w: Work, m: Moves, whole: bool) -> None:
    """Assume every candidate and compare what the candidates of each cell leave."""
    for c in range(b.n):
        if popcnt(s.cand[c]) < 2:
            continue
        n = 0
        left = s.cand[c]
        while left != 0:
            x = ctz(left)
            left &= left - 1
            if b.nq == 0 or not whole or w.truth[c] == x + 1:  # the others have just been assumed
                _assume(b, s, w, m, c, x, c * b.d + x if whole else x)
            w.list[n] = c * 32 + x
            n += 1
        _branches(b, s, w, m, n, CELL_NET, -1, whole)


@inner
def _close(b: Board, s: State, w: Work) -> None:
    """Close the position itself in w.mask, from where all assumptions start; no masks at all if it is contradictory."""
    masks(b, s, w)
    tail = 0
    for c in range(b.n):
        if s.val[c] == 0 and popcnt(s.cand[c]) == 1:
            w.queue[tail] = c
            tail += 1
    all_due(b, w)
    if not propagate(b, w, w.mask, tail):
        for c in range(b.n):
            w.mask[c] = 0


@inner
def _assume(b: Board, s: State, w: Work, m: Moves, c: int, x: int, row: int) -> None:
    """Fill singles after assuming candidate x of c; w.depth[row] = cells that fixes, 0 on contradiction."""
    if not _holds(b, w, c, x, row):
        w.depth[row] = 0
        if b.nq > 0:
            _stock(s, w, c, x, CONTRADICTION)
        else:
            _refuted(s, m, c, np.int64(1) << x, CONTRADICTION)
        return
    open_cells = 0
    for e in range(b.n):
        if s.val[e] == 0 and popcnt(w.tried[row, e]) == 1:
            open_cells += 1
    w.depth[row] = open_cells


@inlined
def _holds(b: Board, w: Work, c: int, x: int, row: int) -> bool:
    """Follow the assumption of candidate x of c in its row of w.tried; False on contradiction.

    On boards with many-cell rules a row that was filled earlier on this solve goes on from where it stood: what
    followed from the candidate then follows now, so only what has been removed since has to be followed up.
    """
    tail, changed = 0, False
    kept = b.nq > 0 and len(w.tried) >= b.n * b.d
    none_due(w)
    if kept and w.age[row] == w.tick[SERIAL]:
        w.age[row] = 0
        for e in range(b.n):
            left = w.tried[row, e] & w.mask[e]
            if left != w.tried[row, e]:
                if left == 0:
                    return False
                w.tried[row, e] = left
                touched(w, e)
                changed = True
                if left & (left - 1) == 0:
                    w.queue[tail] = e
                    tail += 1
    else:
        if (w.mask[c] >> x) & 1 == 0:
            return False
        for e in range(b.n):
            w.tried[row, e] = w.mask[e]
        w.tried[row, c] = np.int64(1) << x
        touched(w, c)
        w.queue[0] = c
        tail, changed = 1, True
    if changed and not propagate(b, w, w.tried[row], tail):
        return False
    if kept:
        w.age[row] = w.tick[SERIAL]
    return True


@inner
def _refuted(s: State, m: Moves, c: int, gone: int, shape: int) -> None:
    """The move that removes the refuted candidates of a cell."""
    i = open_move(m, shape)
    n = popcnt(gone)
    while gone != 0:
        add_cell(m, i, c, ctz(gone))
        add_elim(s, m, i, c, ctz(gone))
        gone &= gone - 1
    deep = 8 if shape == CONTRADICTION else 32
    set_meta(m, i, 1, n, 1, deep * n, deep * n, 2 * deep * n)
    close_move(m, i)


@inner
def _stock(s: State, w: Work, c: int, x: int, shape: int) -> None:
    """Keep a refuted candidate for the steps to come: with many-cell rules a search costs a hundred times a step."""
    if s.info[STOCK] < len(w.stock):
        w.stock[s.info[STOCK]] = s.info[STAMP] << 32 | shape << 16 | (c * 32 + x)
        s.info[STOCK] += 1


@inner
def _from_stock(b: Board, s: State, w: Work, m: Moves, shape: int) -> int:
    """Report, cell by cell, what one search has refuted and nothing has removed since: the earliest that left some.

    Later searches began where its candidates were gone. Cells that keep the fewest candidates come first. Returns the
    shape of that search, −1 when none left anything; nothing is reported unless it is the one asked for.
    """
    found = np.int64(-1)
    for c in range(b.n):
        w.acc[c] = 0
    for q in range(s.info[STOCK]):
        v = w.stock[q] & 0xFFFF
        if found < 0 and (s.cand[v >> 5] >> (v & 31)) & 1 == 1:
            found = w.stock[q] >> 16
        if w.stock[q] >> 16 == found:
            w.acc[v >> 5] |= np.int64(1) << (v & 31)
    if found < 0 or found & 0xFFFF != shape:
        return found & 0xFFFF if found >= 0 else -1
    for size in range(b.d):
        for c in range(b.n):
            gone = w.acc[c] & s.cand[c]
            if gone != 0 and popcnt(s.cand[c] & ~gone) == size:
                _refuted(s, m, c, gone, shape)
    return shape


@inner
def _branches(b: Board, s: State, w: Work, m: Moves, n: int, shape: int, h: int, whole: bool) -> None:
    """What the branches in w.list that do not contradict themselves have in common."""
    for e in range(b.n):
        w.acc[e] = 0
    alive, longest = 0, 0
    for j in range(n):
        c, x = w.list[j] >> 5, w.list[j] & 31
        row = c * b.d + x if whole else x
        if w.depth[row] > 0:
            alive += 1
            longest = max(longest, w.depth[row])
            for e in range(b.n):
                w.acc[e] |= w.tried[row, e]
    if alive == 0:
        return
    i = open_move(m, shape)
    for j in range(n):
        add_cell(m, i, w.list[j] >> 5, w.list[j] & 31)
    if h >= 0:
        add_group(m, i, h)
    for e in range(b.n):
        gone = s.cand[e] & ~w.acc[e]
        while gone != 0:
            add_elim(s, m, i, e, ctz(gone))
            gone &= gone - 1
    set_meta(m, i, n, n, 1, n * longest, n * longest, n * longest)
    m.meta[i, 8] = np.log(n)
    close_move(m, i)


@inner
def nested_chain(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """The first candidate that contradicts itself once some cells are split, and others of its cell that do as well."""
    if b.nq > 0 and _from_stock(b, s, w, m, NESTED) in (NESTED, TRIAL):
        return
    v = _nested(b, s, w)
    if v < 0:
        return
    c = v >> 5
    gone = np.int64(1) << (v & 31)
    left = s.cand[c] & ~gone if b.nq > 0 else 0
    while left != 0:
        x = ctz(left)
        left &= left - 1
        if w.truth[c] != x + 1 and _refutes(b, w, c, x, SPLITS):
            gone |= np.int64(1) << x
    _refuted(s, m, c, gone, NESTED)
    while gone != 0:
        _stock(s, w, c, ctz(gone), NESTED)
        gone &= gone - 1


@inner
def _nested(b: Board, s: State, w: Work) -> int:
    """The candidate that a nested chain removes, −1 = none.

    Those come first for which fewest searches on this solve were not enough, then as ``_promise`` says.
    """
    levels = np.int64(2)
    for v in range(b.n * 32):
        if b.nq == 0:
            w.tries[v] = 0
        levels = max(levels, w.tries[v] + 1)
    _close(b, s, w)
    left = TRIED * SPLITS + FEWER_TRIED * MORE_SPLITS
    for level in range(levels):
        nodes = SPLITS if level == 0 else MORE_SPLITS
        _promise(b, s, w)
        for _ in range(TRIED):
            v = _most_promising(b, w, level)
            if v < 0:
                break
            if left < nodes:
                return -1
            if _refutes(b, w, v >> 5, v & 31, nodes):
                return v
            w.tries[v] += 1
            left -= nodes
    return -1


@inner
def _promise(b: Board, s: State, w: Work) -> None:
    """To w.depth how promising the search from each candidate is, 0 = none is due: few candidates in its cell.

    Where rows of w.tried are kept, first of all many cells that the assumption alone has filled.
    """
    kept = b.nq > 0 and len(w.tried) >= b.n * b.d
    for v in range(b.n * 32):
        w.depth[v] = 0
    for c in range(b.n):
        few = b.d + 1 - popcnt(s.cand[c])
        for x in range(b.d):
            v, row = c * 32 + x, c * b.d + x
            if few == b.d or (s.cand[c] >> x) & 1 == 0 or w.truth[c] == x + 1:
                continue
            w.depth[v] = few
            if kept and w.age[row] == w.tick[SERIAL]:
                for e in range(b.n):
                    left = w.tried[row, e]
                    w.depth[v] += (b.d + 1) * (1 if left & (left - 1) == 0 else 0)


@inner
def _most_promising(b: Board, w: Work, level: int) -> int:
    """The candidate to search next among those with ``level`` failures, which is then no longer due; −1 = none."""
    best = np.int64(-1)
    for v in range(b.n * 32):
        if w.depth[v] > 0 and w.tries[v] == level and (best < 0 or w.depth[v] > w.depth[best]):
            best = np.int64(v)
    if best >= 0:
        w.depth[best] = 0
    return best


@inner
def _refutes(b: Board, w: Work, c: int, x: int, nodes: int) -> bool:
    """Whether a search of that many branches refutes candidate x of c, from the closed masks in w.mask on."""
    row = c * b.d + x if len(w.tried) >= b.n * b.d else x
    if not _holds(b, w, c, x, row):
        return True
    for e in range(b.n):
        w.stack[0, e] = w.tried[row, e]
    return count_closed(b, w, 1, nodes) == 0


@inner
def trial(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """One candidate, from the cell with the fewest, that full search refutes."""
    if b.nq > 0 and _from_stock(b, s, w, m, TRIAL) == TRIAL:
        return
    v = _known(b, s, w) if w.truth[0] > 0 else first_refuted(b, s, w, NODES, b.n * b.d)
    if v >= 0:
        _refuted(s, m, v >> 5, np.int64(1) << (v & 31), TRIAL)
        _stock(s, w, v >> 5, v & 31, TRIAL)


@inner
def _known(b: Board, s: State, w: Work) -> int:
    """What ``first_refuted`` would return without a limit, told from the one solution: its first false candidate."""
    for size in range(2, b.d + 1):
        for c in range(b.n):
            if popcnt(s.cand[c]) == size:
                return c * 32 + ctz(s.cand[c] & ~(np.int64(1) << (w.truth[c] - 1)))
    return -1


@inner
def first_refuted(b: Board, s: State, w: Work, nodes: int, most: int) -> int:
    """The first candidate (cell · 32 + digit), fewest in the cell first, that a search of ``nodes`` branches refutes.

    At most ``most`` candidates are tried, true ones not where the solution is known; −1 = none was refuted.
    """
    _close(b, s, w)
    tried = 0
    for size in range(2, b.d + 1):
        for c in range(b.n):
            left = s.cand[c] if popcnt(s.cand[c]) == size else 0
            while left != 0:
                x = ctz(left)
                left &= left - 1
                if w.truth[c] == x + 1:
                    continue
                if tried == most:
                    return -1
                tried += 1
                if _refutes(b, w, c, x, nodes):
                    return c * 32 + x
    return -1
