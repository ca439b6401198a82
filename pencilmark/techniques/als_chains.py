"""Chains of almost locked sets: ALS-XY-Wing, ALS chain, ALS-W-Wing.

    A {z x …} -x- B {x y …} -y- C {y z …}     every x of A sees every x of B, every y of B sees every y of C
      without z set A is locked, so it holds x and B loses it; then B holds y and C loses it; then C holds z
      so z is in A or in C: cells that see all z of both lose it

    A {z x …} -x- u = v -x- C {x z …}         ALS-W-Wing: the digit x has the two places u, v in a house, u sees every x
                                              of A and v every x of C: not both sets hold x, so one of them holds z

Sound because n cells cannot hold fewer than n digits, so a set that has lost one digit holds all others.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from ..tables import shape_id
from .base.almost import build_sets, link_sets, write_set
from .base.moves import COUNT, Moves, add_cell, add_elims, add_group, close_move, open_move, set_meta
from .base.work import MAX_ALS, Work

XY_WING = shape_id("ALS-XY-Wing")
CHAIN = shape_id("ALS Chain")
W_WING = shape_id("ALS-W-Wing")
LARGEST_IN_WING, LARGEST_IN_CHAIN = 6, 5
"""Cells of the largest set in patterns of three sets and of more."""
STATES, QUEUE = 0, 2 * MAX_ALS
"""Ranges of w.list. Two states of each set: how it was reached by one digit, and by another."""
NONE = -1
"""A state that is not reached. Others: parent state << 16 | links from the start << 8 | digit lost."""


@inner
def als_chain(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every chain of p0 to p1 sets, for any two ends and their digit the shortest."""
    n = build_sets(b, s, w, LARGEST_IN_WING if p1 == 3 else LARGEST_IN_CHAIN)
    link_sets(b, w, n)
    for q in range(2 * n):
        w.list[STATES + q] = NONE
    for a in range(n):
        left = w.als[a, 0]
        while left != 0:
            z = ctz(left)
            left &= left - 1
            if _any(b, w, a, z):
                tail = _search(w, a, z, p1 - 1)
                for q in range(1, tail):
                    _end(b, s, w, m, w.list[QUEUE + q], a, z, p0 - 1)
                for q in range(tail):
                    w.list[STATES + w.list[QUEUE + q]] = NONE


@inner
def _any(b: Board, w: Work, a: int, z: int) -> bool:
    """Whether any cell sees all z of set a."""
    some = np.int64(0)
    for k in range(b.nw):
        some |= w.als_sees[a, z, k]
    return some != 0


@inner
def _depth(w: Work, state: int) -> int:
    return (w.list[STATES + state] >> 8) & 255


@inner
def _search(w: Work, a: int, z: int, most: int) -> int:
    """All sets that lose a digit when set a has no z, at most ``most`` links away; returns the length of the queue.

    A set has two states because the digit it lost is the one by which the chain cannot go on: once it has been reached
    by two digits, it can go on by all.
    """
    w.list[STATES + 2 * a] = (2 * a << 16) | z
    w.list[QUEUE] = 2 * a
    head, tail = 0, 1
    while head < tail:
        at = w.list[QUEUE + head]
        head += 1
        lost = w.list[STATES + at] & 255
        away = _depth(w, at) + 1
        if away > most:
            break
        i = at >> 1
        for k in range(w.first_link[i], w.first_link[i + 1]):
            x = w.link[k] & 31
            to = (w.link[k] >> 5) * 2
            if x == lost or to == 2 * a:
                continue
            if at & 1 == 1 and x != w.list[STATES + at - 1] & 255:
                continue
            if w.list[STATES + to] != NONE:
                if w.list[STATES + to] & 255 == x or w.list[STATES + to + 1] != NONE:
                    continue
                to += 1
            w.list[STATES + to] = (at << 16) | (away << 8) | x
            w.list[QUEUE + tail] = to
            tail += 1
    return tail


@inner
def _end(b: Board, s: State, w: Work, m: Moves, state: int, a: int, z: int, least: int) -> None:
    """The conclusion of the chain from set a without z to a state, unless a shorter chain has it."""
    c = state >> 1
    away = _depth(w, state)
    if c < a or away < least or w.list[STATES + state] & 255 == z or (w.als[c, 0] >> z) & 1 == 0:
        return
    if state & 1 == 1 and w.list[STATES + state - 1] & 255 != z:
        return
    if not _both(b, w, a, c, z):
        return
    i = open_move(m, XY_WING if away == 2 else CHAIN)
    used = _tell(b, s, w, m, i, state, a)
    left = w.als[a, 0] & w.als[c, 0] & ~used
    while left != 0:
        y = ctz(left)
        left &= left - 1
        if _both(b, w, a, c, y):
            add_elims(s, m, i, w.sets[0], y)
    close_move(m, i)


@inner
def _both(b: Board, w: Work, a: int, c: int, z: int) -> bool:
    """Write to w.sets[0] the cells that see all z of sets a and c; whether there are any."""
    seen = w.sets[0]
    some = False
    for k in range(b.nw):
        seen[k] = w.als_sees[a, z, k] & w.als_sees[c, z, k]
        some = some or seen[k] != 0
    return some


@inner
def _tell(b: Board, s: State, w: Work, m: Moves, i: int, state: int, a: int) -> int:
    """The sets of the chain back to set a; returns the digits by which its two ends are linked."""
    cells = 0
    links = 0
    digits = np.int64(0)
    used = np.int64(1) << (w.list[STATES + state] & 255)
    at = state
    while True:
        add_group(m, i, w.als[at >> 1, 1])
        cells += write_set(b, s, w, m, i, at >> 1)
        digits |= w.als[at >> 1, 0]
        if at == 2 * a:
            break
        before = w.list[STATES + at] >> 16
        if before == 2 * a:
            used |= np.int64(1) << (w.list[STATES + at] & 255)
        at = before
        links += 1
    set_meta(m, i, cells, popcnt(digits), links + 1, links + 1, links, cells)
    return used


@inner
def als_w_wing(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every ALS-W-Wing in which one set at least has several cells."""
    n = build_sets(b, s, w, LARGEST_IN_WING)
    for h in range(b.nh):
        for x in range(b.d):
            places = s.hpos[h, x]
            if popcnt(places) == 2:
                u = b.hcells[h, ctz(places)]
                v = b.hcells[h, ctz(places & (places - 1))]
                near = _tied(w, n, x, u, v, 0)
                far = _tied(w, n, x, v, u, MAX_ALS)
                for j in range(near):
                    for k in range(far):
                        _w_pair(b, s, w, m, w.list[j], w.list[MAX_ALS + k], x, h, u, v)


@inner
def _tied(w: Work, n: int, x: int, u: int, v: int, start: int) -> int:
    """The sets all of whose places of x see u, without v in their way, into w.list[start:]; returns how many."""
    found = 0
    for a in range(n):
        if (w.als_sees[a, x, u >> 6] >> (u & 63)) & 1 and (w.als_has[a, x, v >> 6] >> (v & 63)) & 1 == 0:
            w.list[start + found] = a
            found += 1
    return found


@inner
def _w_pair(
    b: Board, s: State, w: Work, m: Moves, a: int, c: int, x: int, h: int, u: int, v: int
) -> None:  # fmt: skip
    if a == c or w.als[a, 2] + w.als[c, 2] == 2:
        return
    shared = w.als[a, 0] & w.als[c, 0] & ~(np.int64(1) << x)
    if shared == 0:
        return
    i = open_move(m, W_WING)
    while shared != 0:
        z = ctz(shared)
        shared &= shared - 1
        if _both(b, w, a, c, z):
            add_elims(s, m, i, w.sets[0], z)
    if m.row[i, COUNT] == 0:
        return
    add_group(m, i, w.als[a, 1])
    cells = write_set(b, s, w, m, i, a)
    add_group(m, i, h)
    add_cell(m, i, u, x)
    add_cell(m, i, v, x)
    add_group(m, i, w.als[c, 1])
    cells += write_set(b, s, w, m, i, c)
    set_meta(m, i, cells + 2, popcnt(w.als[a, 0] | w.als[c, 0]), 3, 3, 2, cells + 2)
    close_move(m, i)
