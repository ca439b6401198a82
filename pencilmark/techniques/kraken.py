"""Kraken fish: a finned fish whose fins reach the target by chains.

    base rows r2, r5, cover columns c2, c6, fin f: the target t of c6 does not see f, but a chain leads
    ┌───────┬───────┬───────┐               from "f is true" to "t is false"; without f the fish itself does
    │ . * . │ . . * │ . f . │ base
    ├───────┼───────┼───────┤               type 1   t is a place of the digit on a cover line
    │ . * . │ . . * │ . . . │ base          type 2   t is any candidate: chains lead to it from the fins and
    │ . . . │ . . t │ . . . │                        from every base place on one cover line
    └───────┴───────┴───────┘

Sound because either all fins are false, and then each cover line has its digit in a base line, or a fin is true; in
either case t is false. Searched from the target: if t were true, the places that chains of at most DEEPEST strong links
make false would be gone, and what is left of k base lines would fit into k − 1 cover lines.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import COL, MAX_LINES, ROW, Board, State
from ..tables import shape_id
from .base.combinations import MASKS, PICK, UNION, next_combination, start_combinations
from .base.links import reach
from .base.moves import EXTRA_A, NWIT, Moves, add_cell, add_elim, add_group, close_move, open_move, set_meta
from .base.work import Work

KRAKEN_1 = shape_id("Kraken Fish 1")
KRAKEN_2 = shape_id("Kraken Fish 2")
DEEPEST = 3
"""Strong links of the longest chain."""
MAX_HOUSES = 400
BASE, COVER_OF, CHAINED = 2000, 2100, 2600
"""Ranges of w.list: base lines at hand, number of each line among its kind; whether a chain has a strong link."""


@inner
def kraken_fish(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every candidate that chains and a fish of at most p0 lines refute."""
    _number(b, w)
    for c in range(b.n):
        left = s.cand[c]
        while left != 0:
            y = ctz(left)
            left &= left - 1
            tail = _assume(b, s, w, c * 32 + y)
            for x in range(b.d):
                for base in (ROW, COL):
                    n = _lines(b, s, w, c, y, x, base)
                    for size in range(2, min(p0, n) + 1):
                        start_combinations(w)
                        while next_combination(w, n, size, size - 1):
                            if _is_whole(w, size) and _apart(b, w, size):
                                _report(b, s, w, m, c, y, x, base, size)
            _forget(w, tail)


@inner
def _number(b: Board, w: Work) -> None:
    """Number rows and columns, each kind by itself."""
    rows, cols = 0, 0
    for h in range(min(b.nh, MAX_HOUSES)):
        if b.gkind[h] == ROW:
            w.list[COVER_OF + h] = rows
            rows += 1
        elif b.gkind[h] == COL:
            w.list[COVER_OF + h] = cols
            cols += 1


@inner
def _assume(b: Board, s: State, w: Work, t: int) -> int:
    """Everything that chains from candidate t, if true, make false (w.off) and true (w.on); returns the true ones."""
    w.falses[0] = 0
    w.on[t] = t
    w.depth[t] = 0
    w.queue[0] = t
    head, tail = 0, 1
    while head < tail:
        y = w.queue[head]
        head += 1
        c, x = y >> 5, y & 31
        for k in range(b.nw):
            word = b.pbits[c, k] & s.dbits[x, k]
            while word != 0:
                tail = _deny(b, s, w, ((k << 6) + ctz(word)) * 32 + x, y, tail)
                word &= word - 1
        left = s.cand[c] & ~(np.int64(1) << x)
        while left != 0:
            tail = _deny(b, s, w, c * 32 + ctz(left), y, tail)
            left &= left - 1
        for k in range(b.rptr[c], b.rptr[c + 1]):
            left = s.cand[b.rcell[k]] & ~b.tables[b.rtab[k], x]
            while left != 0:
                tail = _deny(b, s, w, b.rcell[k] * 32 + ctz(left), y, tail)
                left &= left - 1
    return tail


@inner
def _deny(b: Board, s: State, w: Work, z: int, y: int, tail: int) -> int:
    """Candidate z is false because y is true: follow its strong links; returns the new end of the queue."""
    if w.off[z] >= 0:
        return tail
    w.off[z] = y
    w.falses[0] += 1
    w.falses[w.falses[0]] = z
    if w.depth[y] >= DEEPEST:
        return tail
    c, x = z >> 5, z & 31
    if popcnt(s.cand[c]) == 2:
        tail = reach(w, c * 32 + ctz(s.cand[c] & ~(np.int64(1) << x)), z, w.depth[y] + 1, tail)
    for k in range(b.cptr[c], b.cptr[c + 1]):
        places = s.hpos[b.chouse[k], x]
        if popcnt(places) == 2:
            other = places & ~(np.int64(1) << b.cpos[k])
            tail = reach(w, b.hcells[b.chouse[k], ctz(other)] * 32 + x, z, w.depth[y] + 1, tail)
    return tail


@inner
def _forget(w: Work, tail: int) -> None:
    """Undo the marks of an assumption."""
    for q in range(tail):
        w.on[w.queue[q]] = -1
    for q in range(1, w.falses[0] + 1):
        w.off[w.falses[q]] = -1


@inner
def _lines(b: Board, s: State, w: Work, c: int, y: int, x: int, base: int) -> int:
    """Base lines that keep a place of x, and for each the cover lines of those kept; 0 if no chain has a part."""
    n = 0
    chained = False
    for h in range(min(b.nh, MAX_HOUSES)):
        places = s.hpos[h, x]
        if b.gkind[h] != base or n >= MAX_LINES or popcnt(places) < 2:
            continue
        mask = np.int64(0)
        holds = False
        while places != 0:
            e = b.hcells[h, ctz(places)]
            places &= places - 1
            holds = holds or (e == c and x == y)
            if w.off[e * 32 + x] < 0:
                mask |= np.int64(1) << w.list[COVER_OF + _across(b, e, ROW + COL - base)]
            elif w.depth[w.off[e * 32 + x]] > 0:
                chained = True
        if mask != 0 and not holds:
            w.list[BASE + n] = h
            w.list[MASKS + n] = mask
            n += 1
    return n if chained else 0


@inner
def _across(b: Board, c: int, kind: int) -> int:
    """The line of a kind through cell c."""
    for k in range(b.cptr[c], b.cptr[c + 1]):
        if b.gkind[b.chouse[k]] == kind and b.chouse[k] < MAX_HOUSES:
            return int(b.chouse[k])
    return 0


@inner
def _is_whole(w: Work, size: int) -> bool:
    """Whether no part of the chosen lines fits into one cover line less than it has lines."""
    for part in range(1, (1 << size) - 1):
        union = np.int64(0)
        lines = 0
        for q in range(size):
            if (part >> q) & 1:
                union |= w.list[MASKS + w.list[PICK + q]]
                lines += 1
        if popcnt(union) < lines:
            return False
    return True


@inner
def _apart(b: Board, w: Work, size: int) -> bool:
    """Whether the chosen base lines share no cell, as lines of overlapping grids may."""
    for p in range(size):
        for q in range(p):
            for k in range(b.nw):
                if b.gbits[w.list[BASE + w.list[PICK + p]], k] & b.gbits[w.list[BASE + w.list[PICK + q]], k] != 0:
                    return False
    return True


@inner
def _report(b: Board, s: State, w: Work, m: Moves, c: int, y: int, x: int, base: int, size: int) -> None:
    """The fish, its last cover line chosen, and the chains from fins (and from that line's places) to the target."""
    covers = w.list[UNION + size - 1]
    shape, last = KRAKEN_2, -1
    if x == y:
        own = _across(b, c, ROW + COL - base)
        if _count(b, s, w, x, base, size, covers, own) > 0:
            shape, last = KRAKEN_1, own
    if last < 0:
        most = 0
        for h in range(min(b.nh, MAX_HOUSES)):
            if b.gkind[h] == ROW + COL - base:
                places = _count(b, s, w, x, base, size, covers, h)
                if places > most:
                    most, last = places, h
    if last < 0:
        return
    i = open_move(m, shape)
    for q in range(size):
        add_group(m, i, w.list[BASE + w.list[PICK + q]])
    for h in range(min(b.nh, MAX_HOUSES)):
        if b.gkind[h] == ROW + COL - base and (h == last or (covers >> w.list[COVER_OF + h]) & 1):
            add_group(m, i, h)
    chains = 0
    w.list[CHAINED] = 0
    for part in range(3):
        if part == 2:
            m.row[i, EXTRA_A] = m.row[i, NWIT]
        for q in range(size):
            chains += _places(b, s, w, m, i, x, base, w.list[BASE + w.list[PICK + q]], covers, last, part, shape)
    add_elim(s, m, i, c, y)
    cells, linked = m.row[i, EXTRA_A] - 2 * size, m.row[i, NWIT] - m.row[i, EXTRA_A]
    set_meta(m, i, cells, 2, 2 * size, size + linked // 2, size + chains, 2 * size + linked)
    if w.list[CHAINED] == 1:
        close_move(m, i)


@inner
def _count(b: Board, s: State, w: Work, x: int, base: int, size: int, covers: int, line: int) -> int:
    """Base places on a further cover line; 0 for one of those in use."""
    if (covers >> w.list[COVER_OF + line]) & 1:
        return 0
    n = 0
    for q in range(size):
        h = w.list[BASE + w.list[PICK + q]]
        places = s.hpos[h, x]
        while places != 0:
            if _across(b, b.hcells[h, ctz(places)], ROW + COL - base) == line:
                n += 1
            places &= places - 1
    return n


@inner
def _places(
    b: Board, s: State, w: Work, m: Moves, i: int, x: int, base: int, h: int, covers: int, last: int, part: int,
    shape: int,
) -> int:  # fmt: skip
    """Write the places of base line h: those on cover lines (part 0), the fins (1), the chains (2); how many chains."""
    chains = 0
    places = s.hpos[h, x]
    while places != 0:
        e = b.hcells[h, ctz(places)]
        places &= places - 1
        line = _across(b, e, ROW + COL - base)
        covered = (covers >> w.list[COVER_OF + line]) & 1 == 1
        on_last = line == last
        if part < 2:
            if (covered or on_last) == (part == 0):
                add_cell(m, i, e, x)
        elif not covered and not (on_last and shape == KRAKEN_1):
            _chain(w, m, i, e * 32 + x)
            chains += 1
    return chains


@inner
def _chain(w: Work, m: Moves, i: int, z: int) -> None:
    """Write the chain from place z back to the target."""
    while True:
        add_cell(m, i, z >> 5, z & 31)
        y = w.off[z]
        add_cell(m, i, y >> 5, y & 31)
        if w.depth[y] == 0:
            return
        w.list[CHAINED] = 1
        z = w.on[y]
