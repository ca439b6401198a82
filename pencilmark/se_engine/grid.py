"""The grid with pencil marks that the procedure works on, and how a hint is handed over.

A candidate has the number cell · 9 + digit index. Houses 0–8 are boxes, 9–17 rows, 18–26 columns. A finder looks for
hints in Sudoku Explainer's order and leaves the one to take in ``hint`` and ``info``.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from ..jit import inlined, inner
from ..jit.bits import ctz, popcnt

Array = Any
ELIMS, PLACE, RATE, KEY, TRIAL = range(5)
"""Entries of ``info``: length of ``hint``; candidate to place or −1; rating in tenths or 0 = no hint yet; how well it
does among hints of its rating (more is better); length of ``trial``."""
FULL = 511
CANDIDATES = 729
NODES = 2 * CANDIDATES
"""A node of a chain is candidate · 2 + 1 when it is true, candidate · 2 when it is false."""
POOL = 4096
SLOTS = CANDIDATES + 1
"""Assumptions whose consequences are kept: every candidate true, and one more for the candidate at hand false."""


class Grid(NamedTuple):
    """Values and pencil marks, and the hint at hand."""

    val: Array  # [81] digit, 0 = empty
    cand: Array  # [81] mask of candidates, 0 in filled cells
    pos: Array  # [27, 9] mask of the places of a digit in a house
    left: Array  # [27] empty cells of the house
    hint: Array  # [729] candidates to remove
    trial: Array  # [729] those of a hint that is still being looked at
    info: Array  # [8]
    spare: Array  # [2048] lists of a finder


class Links(NamedTuple):
    """Strong links of one digit."""

    link: Array  # [80, 12] see ``links``
    joint: Array  # [160, 160] house that an end of a link shares with an end of another; −1 = none


class Graph(NamedTuple):
    """Links between candidates, and room for the search of chains."""

    weak: Array  # [730] where the weak links of a candidate begin in weak_to
    weak_cell: Array  # [729] how many of them, the first, are in its cell
    weak_to: Array  # [729·28]
    strong: Array  # [729, 4] the other candidate of its cell, box, row, column where there are two; −1 = none
    up_on: Array  # [729] parent of a candidate reached as true
    up_off: Array  # [729] … as false
    deep: Array  # [729] nodes from the start to a candidate reached as true
    seen_on: Array  # [729] number of the search that reached it
    seen_off: Array  # [729]
    queue: Array  # [2, 2048]


class Net(NamedTuple):
    """The weak links of a ``Graph``, and the consequences of assumptions."""

    weak: Array
    weak_cell: Array
    weak_to: Array
    queue: Array
    now_cand: Array  # [81] pencil marks while consequences are followed
    now_pos: Array  # [27, 9]
    seq: Array  # [SLOTS, NODES] consequences of an assumption, in the order in which they are found
    at: Array  # [SLOTS, NODES] where the parents of a consequence stand in the pool; −1 = it is none
    pool: Array  # [SLOTS, POOL] number of parents, then those
    size: Array  # [SLOTS, 4] consequences (−1 = not followed yet), length of the pool, the contradiction (two entries)
    up_count: Array  # [SLOTS, NODES] ancestors of a consequence with itself; 0 = not counted yet
    mark: Array  # [NODES] number of the last walk that came by


def _tables() -> tuple[Array, ...]:
    """``HOUSE, HOF, HIDX, PEER, NEAR, COMBO, FIRST``."""
    boxes = [[27 * (b // 3) + 3 * (b % 3) + 9 * (k // 3) + k % 3 for k in range(9)] for b in range(9)]
    rows = [[9 * r + k for k in range(9)] for r in range(9)]
    columns = [[9 * k + c for k in range(9)] for c in range(9)]
    house = np.array(boxes + rows + columns, np.int64)
    hof = np.array([[c // 27 * 3 + c % 9 // 3, 9 + c // 9, 18 + c % 9] for c in range(81)], np.int64)
    hidx = np.array([[house[h].tolist().index(c) for h in hof[c]] for c in range(81)], np.int64)
    near = np.array([[a != b and bool(set(hof[a]) & set(hof[b])) for b in range(81)] for a in range(81)], np.bool_)
    peer = np.array([np.flatnonzero(near[c]) for c in range(81)], np.int64)
    masks = [sorted(sum(1 << k for k in s) for s in combinations(range(9), n)) for n in range(10)]
    combo = np.array([m for group in masks for m in group], np.int64)
    first = np.cumsum([0] + [len(group) for group in masks]).astype(np.int64)
    return house, hof, hidx, peer, near, combo, first


HOUSE, HOF, HIDX, PEER, NEAR, COMBO, FIRST = _tables()
"""[27, 9] cells of a house; [81, 3] box, row, column of a cell; [81, 3] its place there; [81, 20] cells that see it;
[81, 81] whether two different cells see each other; [512] masks of nine by number of bits, then by size; [11] where
the masks with that many bits begin."""


def new_grid() -> Grid:
    """An empty grid with all pencil marks."""
    return Grid(
        val=np.zeros(81, np.int64),
        cand=np.full(81, FULL, np.int64),
        pos=np.full((27, 9), FULL, np.int64),
        left=np.full(27, 9, np.int64),
        hint=np.zeros(CANDIDATES, np.int64),
        trial=np.zeros(CANDIDATES, np.int64),
        info=np.zeros(8, np.int64),
        spare=np.zeros(2048, np.int64),
    )


def new_room() -> tuple[Links, Graph, Net]:
    """Scratch memory of the finders of links, chains and nets."""
    names = ("weak_cell", "up_on", "up_off", "deep", "seen_on", "seen_off")
    graph = Graph(
        weak=np.zeros(CANDIDATES + 1, np.int64),
        weak_to=np.zeros(CANDIDATES * 28, np.int64),
        strong=np.zeros((CANDIDATES, 4), np.int64),
        queue=np.zeros((2, 2048), np.int64),
        **{name: np.zeros(CANDIDATES, np.int64) for name in names},
    )
    net = Net(
        weak=graph.weak,
        weak_cell=graph.weak_cell,
        weak_to=graph.weak_to,
        queue=graph.queue,
        now_cand=np.zeros(81, np.int64),
        now_pos=np.zeros((27, 9), np.int64),
        seq=np.empty((SLOTS, NODES), np.int16),
        at=np.empty((SLOTS, NODES), np.int16),
        pool=np.empty((SLOTS, POOL), np.int16),
        size=np.zeros((SLOTS, 4), np.int64),
        up_count=np.empty((SLOTS, NODES), np.int16),
        mark=np.zeros(NODES, np.int64),
    )
    return Links(np.zeros((80, 12), np.int64), np.zeros((160, 160), np.int64)), graph, net


@inlined
def drop(g: Grid, c: int, x: int) -> None:
    """Take candidate x (0–8) out of cell c."""
    g.cand[c] &= ~(np.int64(1) << x)
    for t in range(3):
        g.pos[HOF[c, t], x] &= ~(np.int64(1) << HIDX[c, t])


@inner
def put(g: Grid, c: int, x: int) -> None:
    """Write digit x + 1 into empty cell c and clear the pencil marks it rules out."""
    for y in range(9):
        drop(g, c, y)
    g.val[c] = x + 1
    for t in range(3):
        g.left[HOF[c, t]] -= 1
    for k in range(20):
        drop(g, PEER[c, k], x)


@inlined
def begin(g: Grid) -> None:
    """Start a new search for a hint."""
    for k in range(5):
        g.info[k] = 0
    g.info[PLACE] = -1


@inlined
def collect(g: Grid, c: int, mask: int) -> None:
    """Note candidates of cell c in the trial hint, as far as the cell has them."""
    m = g.cand[c] & mask
    while m != 0:
        g.trial[g.info[TRIAL]] = c * 9 + ctz(m)
        g.info[TRIAL] += 1
        m &= m - 1


@inner
def offer(g: Grid, rate: int, key: int) -> bool:
    """Keep the trial hint if it removes something and beats the one at hand; tells whether it removes something."""
    n = g.info[TRIAL]
    g.info[TRIAL] = 0
    if n == 0:
        return False
    best = g.info[RATE]
    if best == 0 or rate < best or (rate == best and key > g.info[KEY]):
        g.info[RATE], g.info[KEY], g.info[ELIMS] = rate, key, n
        g.info[PLACE] = -1
        for k in range(n):
            g.hint[k] = g.trial[k]
    return True


@inlined
def place_hint(g: Grid, rate: int, c: int, x: int) -> None:
    """Make placing digit x + 1 in cell c the hint."""
    g.info[RATE], g.info[ELIMS], g.info[PLACE] = rate, 0, c * 9 + x


@inner
def apply(g: Grid) -> None:
    """Do what the hint says."""
    for k in range(g.info[ELIMS]):
        drop(g, g.hint[k] // 9, g.hint[k] % 9)
    if g.info[PLACE] >= 0:
        put(g, g.info[PLACE] // 9, g.info[PLACE] % 9)


@inlined
def length_bonus(length: int) -> int:
    """Tenths that a chain of that length adds: one each beyond 4, 6, 8, 12, 16, 24, 32, … nodes."""
    added = 0
    limit = 4
    odd = False
    while length > limit:
        added += 1
        limit = limit * 4 // 3 if odd else limit * 3 // 2
        odd = not odd
    return added


@inner
def build_links(g: Grid, w: Graph) -> None:
    """Weak and strong links of all candidates of the position."""
    n = 0
    for k in range(CANDIDATES):
        w.weak[k] = n
        c, x = k // 9, k % 9
        for t in range(4):
            w.strong[k, t] = -1
        if (g.cand[c] >> x) & 1 == 0:
            continue
        others = g.cand[c] & ~(np.int64(1) << x)
        w.weak_cell[k] = popcnt(others)
        if w.weak_cell[k] == 1:
            w.strong[k, 0] = c * 9 + ctz(others)
        while others != 0:
            w.weak_to[n] = c * 9 + ctz(others)
            n += 1
            others &= others - 1
        for t in range(3):
            h = HOF[c, t]
            others = g.pos[h, x] & ~(np.int64(1) << HIDX[c, t])
            if popcnt(others) == 1:
                w.strong[k, t + 1] = HOUSE[h, ctz(others)] * 9 + x
            while others != 0:
                to = HOUSE[h, ctz(others)]
                others &= others - 1
                if t == 0 or HOF[to, 0] != HOF[c, 0]:
                    w.weak_to[n] = to * 9 + x
                    n += 1
    w.weak[CANDIDATES] = n
