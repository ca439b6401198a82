"""Patterns of one digit built from places that come in twos: turbot shapes, empty rectangle, simple colouring.

    Skyscraper                 2-String Kite               Empty Rectangle              colours: A and B alternate
    │ . a . │ . . b │          │ x-----x │ . .             │ . x . │                    along two-place links; a cell
    │ . | . │ . - . │          │ . b . . │ . .             │ x x x │----x               seeing an A and a B loses the
    │ . x---│---x . │          │ . | . . │ . -             │ . x . │    |               digit; a colour seeing itself
      the ends a, b see -        box joins row and column    -  ------  x               is false

Sound because of two places joined by a house one is true: following links from one end false to the other end true
shows that one of the ends is true, and cells seeing both ends see it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import COL, Board, State
from ..tables import shape_id
from .base.cells import common, inside, only_seen, sees, start_seen
from .base.links import links, paint
from .base.moves import Moves, add_cell, add_elims, add_group, close_move, open_move, set_meta
from .base.work import Work

SKYSCRAPER = shape_id("Skyscraper")
KITE = shape_id("2-String Kite")
TURBOT = shape_id("Turbot Fish")
EMPTY_RECTANGLE = shape_id("Empty Rectangle")
TRAP = shape_id("Simple Colouring Trap")
WRAP = shape_id("Simple Colouring Wrap")

Array = Any


@inner
def turbot(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every strong–weak–strong chain of one digit whose shape is p0 (Skyscraper, 2-String Kite or Turbot Fish)."""
    for x in range(b.d):
        n = links(b, s, w, x)
        for j in range(n):
            for k in range(j + 1, n):
                if _shape(b, w.list[3 * j], w.list[3 * k]) != p0:
                    continue
                for q in range(4):
                    near_a = w.list[3 * j + 1 + (q & 1)]
                    far_a = w.list[3 * j + 2 - (q & 1)]
                    near_b = w.list[3 * k + 1 + (q >> 1)]
                    far_b = w.list[3 * k + 2 - (q >> 1)]
                    apart = near_a != near_b and far_a != far_b and near_a != far_b and far_a != near_b
                    if apart and sees(b, near_a, near_b):
                        _turbot(b, s, w, m, x, p0, j, k, far_a, near_a, near_b, far_b)


@inner
def _shape(b: Board, g: int, h: int) -> int:
    one, two = b.gkind[g], b.gkind[h]
    if one > COL or two > COL:
        return TURBOT
    return SKYSCRAPER if one == two else KITE


@inner
def _turbot(
    b: Board, s: State, w: Work, m: Moves, x: int, shape: int, j: int, k: int, a: int, na: int, nb: int, c: int
) -> None:
    seen = w.sets[0]
    if not common(b, s, a, c, x, seen):
        return
    i = open_move(m, shape)
    add_cell(m, i, a, x)
    add_cell(m, i, na, x)
    add_cell(m, i, nb, x)
    add_cell(m, i, c, x)
    add_group(m, i, w.list[3 * j])
    add_group(m, i, w.list[3 * k])
    add_elims(s, m, i, seen, x)
    set_meta(m, i, 4, 1, 2, 2, 1, 3)
    close_move(m, i)


@inner
def empty_rectangle(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every house (a box) split in two parts by a link: one part seen by an end, the other by the target."""
    for x in range(b.d):
        n = links(b, s, w, x)
        for h in range(b.nh):
            if b.gkind[h] <= COL or popcnt(s.hpos[h, x]) < 2:
                continue
            for j in range(n):
                if w.list[3 * j] == h:
                    continue
                _rectangle(b, s, w, m, x, h, w.list[3 * j], w.list[3 * j + 1], w.list[3 * j + 2])
                _rectangle(b, s, w, m, x, h, w.list[3 * j], w.list[3 * j + 2], w.list[3 * j + 1])


@inner
def _rectangle(b: Board, s: State, w: Work, m: Moves, x: int, h: int, link: int, near: int, far: int) -> None:
    """Link near = far: far false makes near true, which leaves only the part of the box that near does not see."""
    if inside(b, h, near) or inside(b, h, far):
        return
    rest = np.int64(0)
    places = s.hpos[h, x]
    while places != 0:
        if not sees(b, near, b.hcells[h, ctz(places)]):
            rest |= places & -places
        places &= places - 1
    if rest == 0 or rest == s.hpos[h, x]:
        return
    seen = w.sets[0]
    start_seen(b, s, x, seen)
    only_seen(b, far, seen)
    seen[near >> 6] &= ~(np.int64(1) << (near & 63))
    while rest != 0:
        if not only_seen(b, b.hcells[h, ctz(rest)], seen):
            return
        rest &= rest - 1
    i = open_move(m, EMPTY_RECTANGLE)
    add_group(m, i, h)
    add_group(m, i, link)
    add_cell(m, i, far, x)
    add_cell(m, i, near, x)
    places = s.hpos[h, x]
    while places != 0:
        add_cell(m, i, b.hcells[h, ctz(places)], x)
        places &= places - 1
    add_elims(s, m, i, seen, x)
    set_meta(m, i, m.row[i, 6] - 2, 1, 2, 2, 1, 3)
    m.meta[i, 16] = 1.0
    close_move(m, i)


@inner
def simple_colouring(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every cluster of two-place links of one digit: traps and wraps."""
    for x in range(b.d):
        n = links(b, s, w, x)
        if n < 2:
            continue
        for c in range(b.n):
            w.depth[c] = -1
        for j in range(n):
            start = w.list[3 * j + 1]
            if w.depth[start] < 0:
                size = paint(w, n, start, 0)
                if size >= 3:
                    _judge(b, s, w, m, x, size)


@inner
def _judge(b: Board, s: State, w: Work, m: Moves, x: int, size: int) -> None:
    for k in range(b.nw):
        for q in range(5):
            w.sets[q, k] = 0
    for j in range(size):
        c = w.queue[j]
        colour = w.depth[c]
        w.sets[colour, c >> 6] |= np.int64(1) << (c & 63)
        for k in range(b.nw):
            w.sets[2 + colour, k] |= b.pbits[c, k]
    for colour in range(2):
        wrong = False
        for k in range(b.nw):
            wrong = wrong or w.sets[colour, k] & w.sets[2 + colour, k] != 0
        if wrong:
            _coloured(s, w, m, x, size, WRAP, w.sets[colour])
    for k in range(b.nw):
        w.sets[4, k] = w.sets[2, k] & w.sets[3, k] & s.dbits[x, k] & ~(w.sets[0, k] | w.sets[1, k])
    _coloured(s, w, m, x, size, TRAP, w.sets[4])


@inner
def _coloured(s: State, w: Work, m: Moves, x: int, size: int, shape: int, gone: Array) -> None:
    i = open_move(m, shape)
    for colour in range(2):
        for j in range(size):
            if w.depth[w.queue[j]] == colour:
                add_cell(m, i, w.queue[j], x)
        if colour == 0:
            m.row[i, 9] = m.row[i, 6]
    add_elims(s, m, i, gone, x)
    set_meta(m, i, size, 1, size - 1, size - 1, 1, size)
    close_move(m, i)
