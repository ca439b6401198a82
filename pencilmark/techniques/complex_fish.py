"""Franken and mutant fish, with and without fins, and Siamese fish.

    Franken Swordfish: base r2, r8 and box 5,           finned: a place f of the base outside the covers;
    cover c2, c4, c6; every - loses the digit           only cells seeing f lose the digit
    ┌───────┬───────┬───────┐
    │ . - . │ - . - │ . . . │                           Franken   base rows and boxes, cover columns and boxes (or
    │ . * . │ * . . │ . . . │ base                                columns and rows in these parts), some box among them
    ├───────┼───────┼───────┤                           Mutant    any other houses, rows beside columns
    │ . - . │ * . * │ . . . │                           Siamese   two finned fish of one base whose covers differ in
    │ . - . │ . . * │ . . . │ box 5                               one house, written as one step
    ├───────┼───────┼───────┤
    │ . * . │ . . * │ . . . │ base
    └───────┴───────┴───────┘

Sound because k base houses ask for the digit k times, each of k cover houses allows it once: if no place lies in more
base than cover houses (a fin), none may lie in more cover than base houses (a target). So a target that sees every
fin is false.

Searched from the target: if it were true, the places that see it would be gone and what is left of k base houses would
fit into k − 1 covers, the last cover being a house of the target. Such a fish counts only if no part of it says the
same. Houses that are alike for the digit are used once (a line rather than a box).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import inlined, inner
from ..jit.bits import ctz, popcnt
from ..state import COL, ROW, Board, State
from ..tables import shape_id
from .base.cells import sees
from .base.moves import Moves, add_cell, add_elim, add_group, close_move, open_move, set_meta
from .base.work import Work

FRANKEN, MUTANT, LINES = 0, 1, 2
"""p1 of the finder: which houses; of lines only the Siamese fish are reported, the others being in ``fish``."""
_FISH = ("X-Wing", "Swordfish", "Jellyfish")
PLAIN, FINNED, SIAMESE = 0, 1, 2
SHAPES = np.array(
    [
        [[0, 0, *(shape_id(f"{prefix}{kind}{fish}") for fish in _FISH)] for prefix in ("", "Finned ", "Siamese ")]
        for kind in ("Franken ", "Mutant ")
    ]
    + [[[0] * 5, [0] * 5, [0, 0, *(shape_id(f"Siamese {fish}") for fish in _FISH)]]]
)
"""Shape by kind, fins and size."""
MOST = 62
"""Places or houses of a digit that fit in one word; digits with more are left alone."""
MOST_OF_FOUR = 32
"""The same for the houses of fish of four: their search grows with the third power."""
CELL, PEER, OF, INDEX = 0, 64, 128, 1400
HOUSE, MASK, LEFT, FIT, COVER, BASE, PICK = 200, 264, 328, 392, 460, 470, 540
"""Ranges of w.list. Places of the digit: cell, places it sees, houses it is in; number of each cell's place. Houses:
number, places, places left when the target is true, how many bases they complete; chosen covers, bases at hand, those
chosen."""
BASE_ONES, BASE_TWOS, COVER_ONES, COVER_TWOS, FINS, GONE = 560, 561, 562, 563, 564, 565
"""Places in one and in two base houses, in one and in two covers; fins; targets."""
BASES, COVERS = 570, 571
"""Houses that may be base, that may be cover."""

Array = Any


@inner
def complex_fish(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every fish of p0 houses of the kind p1 that no smaller part of it replaces."""
    for x in range(b.d):
        n = _places(b, s, w, x)
        if n < 2 * p0 - 1:
            continue
        houses = _houses(b, s, w, x)
        if houses < 2 * p0 or (p0 == 4 and houses > MOST_OF_FOUR):
            continue
        for way in range(1 if p1 == MUTANT else 2):
            _allow(b, w, houses, p1, ROW if way == 0 else COL)
            for t in range(n):
                if _left(w, n, houses, t):
                    _search(b, s, w, m, x, houses, t, p0, p1)


@inner
def _places(b: Board, s: State, w: Work, x: int) -> int:
    """List the places of the digit and what they see; 0 when there are too many."""
    n = 0
    for k in range(b.nw):
        word = s.dbits[x, k]
        while word != 0:
            if n >= MOST:
                return 0
            w.list[CELL + n] = (k << 6) + ctz(word)
            w.list[INDEX + w.list[CELL + n]] = n
            word &= word - 1
            n += 1
    for i in range(n):
        w.list[OF + i] = 0
        w.list[PEER + i] = 0
        for j in range(n):
            if sees(b, w.list[CELL + i], w.list[CELL + j]):
                w.list[PEER + i] |= np.int64(1) << j
    return n


@inner
def _houses(b: Board, s: State, w: Work, x: int) -> int:
    """List the houses that still need the digit, each set of places once; 0 when there are too many."""
    n = 0
    for h in range(b.nh):
        left = s.hpos[h, x]
        places = np.int64(0)
        while left != 0:
            places |= np.int64(1) << w.list[INDEX + b.hcells[h, ctz(left)]]
            left &= left - 1
        new = places != 0
        for j in range(n):
            new = new and w.list[MASK + j] != places
        if new:
            if n >= MOST:
                return 0
            w.list[HOUSE + n] = h
            w.list[MASK + n] = places
            n += 1
    for j in range(n):
        left = w.list[MASK + j]
        while left != 0:
            w.list[OF + ctz(left)] |= np.int64(1) << j
            left &= left - 1
    return n


@inner
def _allow(b: Board, w: Work, houses: int, kind: int, base: int) -> None:
    """Which houses may be base and which cover when base lines are of kind ``base``."""
    w.list[BASES] = 0
    w.list[COVERS] = 0
    for j in range(houses):
        bit = np.int64(1) << j
        g = b.gkind[w.list[HOUSE + j]]
        if kind == MUTANT or g == base or (kind == FRANKEN and g > COL):
            w.list[BASES] |= bit
        if kind == MUTANT or g == ROW + COL - base or (kind == FRANKEN and g > COL):
            w.list[COVERS] |= bit


@inner
def _left(w: Work, n: int, houses: int, t: int) -> bool:
    """Places left in each house when t is true; False when a house would have none (then no fish is needed)."""
    left = ((np.int64(1) << n) - 1) & ~w.list[PEER + t] & ~(np.int64(1) << t)
    for j in range(houses):
        w.list[LEFT + j] = w.list[MASK + j] & left
        if w.list[LEFT + j] == 0 and (w.list[OF + t] >> j) & 1 == 0:
            return False
    return True


@inner
def _search(b: Board, s: State, w: Work, m: Moves, x: int, houses: int, t: int, size: int, kind: int) -> None:
    """Every choice of size − 1 covers that hold what is left of at least ``size`` base houses."""
    if size == 2:
        _last(b, s, w, m, x, houses, t, size, kind, np.int64(0), 0)
        return
    for a in range(houses):
        if not _may_cover(w, t, a):
            continue
        w.list[COVER] = a
        if size == 3:
            _last(b, s, w, m, x, houses, t, size, kind, w.list[LEFT + a], a + 1)
            continue
        for c in range(a + 1, houses):
            if _may_cover(w, t, c):
                w.list[COVER + 1] = c
                _last(b, s, w, m, x, houses, t, size, kind, w.list[LEFT + a] | w.list[LEFT + c], c + 1)


@inlined
def _may_cover(w: Work, t: int, j: int) -> bool:
    """Whether house j may be a cover beside the target's house: one that holds two places at least."""
    left = w.list[LEFT + j]
    return (w.list[COVERS] & ~w.list[OF + t]) >> j & 1 == 1 and left & (left - 1) != 0


@inner
def _last(
    b: Board, s: State, w: Work, m: Moves, x: int, houses: int, t: int, size: int, kind: int, union: int, first: int
) -> None:
    """The last of the covers: one, from house ``first`` on, that completes enough base houses."""
    for j in range(first, houses):
        w.list[FIT + j] = 0
    closed = 0
    bases = w.list[BASES] & ~w.list[OF + t]
    for q in range(size - 2):
        bases &= ~(np.int64(1) << w.list[COVER + q])
    left = bases
    while left != 0:
        rest = w.list[LEFT + ctz(left)] & ~union
        own = left & -left
        left &= left - 1
        if rest == 0:
            closed += 1
            continue
        through = ~own
        while rest != 0 and through != 0:
            through &= w.list[OF + ctz(rest)]
            rest &= rest - 1
        while through != 0:
            w.list[FIT + ctz(through)] += 1
            through &= through - 1
    for c in range(first, houses):
        if closed + w.list[FIT + c] >= size and _may_cover(w, t, c):
            w.list[COVER + size - 2] = c
            n = 0
            union_c = union | w.list[LEFT + c]
            left = bases & ~(np.int64(1) << c)
            while left != 0:
                if w.list[LEFT + ctz(left)] & ~union_c == 0:
                    w.list[BASE + n] = ctz(left)
                    n += 1
                left &= left - 1
            _choose(b, s, w, m, x, houses, t, size, kind, n)


@inner
def _choose(b: Board, s: State, w: Work, m: Moves, x: int, houses: int, t: int, size: int, kind: int, n: int) -> None:
    """Every choice of ``size`` of the n bases at hand that share no place and of which no part is a fish."""
    depth = 0
    w.list[PICK] = -1
    while depth >= 0:
        w.list[PICK + depth] += 1
        at = w.list[PICK + depth]
        if at > n - (size - depth):
            depth -= 1
            continue
        apart = True
        for q in range(depth):
            apart = apart and w.list[LEFT + w.list[BASE + at]] & w.list[LEFT + w.list[BASE + w.list[PICK + q]]] == 0
        if not apart:
            continue
        if depth < size - 1:
            depth += 1
            w.list[PICK + depth] = at
        elif _whole(w, size):
            _finish(b, s, w, m, x, houses, t, size, kind)


@inner
def _whole(w: Work, size: int) -> bool:
    """Whether no part says the same: q + 1 bases left inside q < size − 1 of the covers."""
    for out in range(size - 1):
        rest = w.list[LEFT + w.list[COVER + out]]
        for q in range(size - 1):
            if q != out:
                rest &= ~w.list[LEFT + w.list[COVER + q]]
        inside = 0
        for q in range(size):
            if w.list[LEFT + w.list[BASE + w.list[PICK + q]]] & rest == 0:
                inside += 1
        if size > 2 and inside >= size - 1:
            return False
        inside = 0
        for q in range(size):
            if w.list[LEFT + w.list[BASE + w.list[PICK + q]]] & ~w.list[LEFT + w.list[COVER + out]] == 0:
                inside += 1
        if size > 2 and inside >= 2:
            return False
    return True


@inner
def _finish(b: Board, s: State, w: Work, m: Moves, x: int, houses: int, t: int, size: int, kind: int) -> None:
    """The fish with each house of the target as last cover, and Siamese ones with another house in its place."""
    own = w.list[OF + t] & w.list[COVERS]
    while own != 0:
        c = ctz(own)
        own &= own - 1
        w.list[COVER + size - 1] = c
        if not _weigh(w, size):
            continue
        gone, fins = w.list[GONE], w.list[FINS]
        if kind != LINES:
            _emit(b, s, w, m, x, size, kind, PLAIN if fins == 0 else FINNED, gone, fins, -1)
        if fins == 0:
            continue
        for e in range(houses):
            if e == c or (w.list[COVERS] >> e) & 1 == 0 or _is_used(w, size, e):
                continue
            w.list[COVER + size - 1] = e
            if _weigh(w, size) and w.list[FINS] != 0 and w.list[GONE] & ~gone != 0 and gone & ~w.list[GONE] != 0:
                _emit(b, s, w, m, x, size, kind, SIAMESE, gone | w.list[GONE], fins | w.list[FINS], c)
        w.list[COVER + size - 1] = c


@inner
def _is_used(w: Work, size: int, e: int) -> bool:
    """Whether house e is among the bases or the first covers."""
    for q in range(size):  # noqa: SIM110  kernels have no generators
        if w.list[BASE + w.list[PICK + q]] == e or (q < size - 1 and w.list[COVER + q] == e):
            return True
    return False


@inner
def _weigh(w: Work, size: int) -> bool:
    """Fins and targets of the chosen bases and covers; whether there is a target."""
    for k in range(BASE_ONES, FINS):
        w.list[k] = 0
    for q in range(size):
        base = w.list[MASK + w.list[BASE + w.list[PICK + q]]]
        cover = w.list[MASK + w.list[COVER + q]]
        w.list[BASE_TWOS] |= w.list[BASE_ONES] & base
        w.list[BASE_ONES] |= base
        w.list[COVER_TWOS] |= w.list[COVER_ONES] & cover
        w.list[COVER_ONES] |= cover
    fins = w.list[BASE_ONES] & ~w.list[COVER_ONES] | w.list[BASE_TWOS]
    gone = w.list[COVER_ONES] & ~w.list[BASE_ONES] | w.list[COVER_TWOS] & ~w.list[BASE_TWOS]
    w.list[FINS] = fins
    while fins != 0:
        gone &= w.list[PEER + ctz(fins)]
        fins &= fins - 1
    w.list[GONE] = gone
    return gone != 0


@inner
def _kind(b: Board, w: Work, size: int, also: int) -> int:
    """Whether the chosen houses make a Franken, a mutant or a fish of lines only; ``also`` is a further cover or −1."""
    base = np.int64(0)
    cover = np.int64(0)
    for q in range(size):
        base |= np.int64(1) << min(b.gkind[w.list[HOUSE + w.list[BASE + w.list[PICK + q]]]], 2)
        cover |= np.int64(1) << min(b.gkind[w.list[HOUSE + w.list[COVER + q]]], 2)
    if also >= 0:
        cover |= np.int64(1) << min(b.gkind[w.list[HOUSE + also]], 2)
    if base & 3 == 3 or cover & 3 == 3 or base & cover & 3 != 0:
        return MUTANT
    return FRANKEN if (base | cover) & 4 != 0 else LINES


@inner
def _emit(
    b: Board, s: State, w: Work, m: Moves, x: int, size: int, kind: int, form: int, gone: int, fins: int, also: int
) -> None:
    if _kind(b, w, size, also) != kind:
        return
    i = open_move(m, SHAPES[kind, form, size])
    for q in range(size):
        add_group(m, i, w.list[HOUSE + w.list[BASE + w.list[PICK + q]]])
    if also >= 0:
        add_group(m, i, w.list[HOUSE + also])
    for q in range(size - 1, -1, -1):
        add_group(m, i, w.list[HOUSE + w.list[COVER + q]])
    for which in range(2):
        cells = w.list[BASE_ONES] & ~fins if which == 0 else fins
        while cells != 0:
            add_cell(m, i, w.list[CELL + ctz(cells)], x)
            cells &= cells - 1
    while gone != 0:
        add_elim(s, m, i, w.list[CELL + ctz(gone)], x)
        gone &= gone - 1
    houses = 2 * size + (1 if also >= 0 else 0)
    set_meta(m, i, m.row[i, 6] - houses, 1, houses, size, size, houses + popcnt(fins))
    close_move(m, i)
