"""The one kernel that Python calls: find moves, walk the band path, walk the written route, count solutions.

Everything a call needs is passed in; what it finds is left in the move buffer or in ``Out``. A route continues from
the position it is given, so a caller with a deadline asks for a few steps at a time.
"""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np
from numba import literal_unroll
from numba.core.errors import NumbaExperimentalFeatureWarning

from ..jit import entry, inner
from ..scoring import BETA, NOTES_PRICE, SIZE, WINDOW, Prices
from ..state import BROKEN, EMPTY, NOTES, Board, State, drop, place, reset
from ..techniques import TECHNIQUES
from ..techniques.base.dfs import count
from ..techniques.base.moves import (
    CELL, COUNT, DIGIT, FILL, NFEAT, NMETA, NROW, NWIT, POOL, SHAPE, TWIN, WIT, Moves, clear_moves,
)  # fmt: skip
from ..techniques.base.work import Work
from .pricing import availability, cheapest, margin, price_all, step_value
from .refute import refute

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)  # literal_unroll, used here only

FINDERS = tuple(dict.fromkeys(t.finder for t in TECHNIQUES))
"""Each finder once; a technique names its finder by position here."""

RESET, FIND, BAND, WRITTEN, SOLVE, APPLY, REFUTE = range(7)
SOLVED, STUCK, MORE, CLASH = 1, 0, 2, -1
"""What a route call returns: solved, nothing applies, step limit met, contradiction."""
NLOG = 20
V_PRICE, V_SCAN, V_AVAIL, V_VALUE, V_MARGIN, V_EMPTY = range(6)
S_TECH = NROW
NSTEP = NROW + 2

Array = Any


class Plan(NamedTuple):
    """Which technique is which finder, and in which order the two routes ask."""

    finder: Array  # [T]
    p0: Array  # [T]
    p1: Array  # [T]
    on: Array  # [T] 1 = switched on
    last: Array  # [T] 1 = last resort
    band: Array  # [T]
    path: Array  # [T] techniques by band, then study order
    cheap: Array  # [T] techniques by price floor
    floor: Array  # [T] float64, lowest price a technique's moves can have
    tech: Array  # [shapes] technique of each shape


class Out(NamedTuple):
    """A route: one row per step."""

    info: Array  # [8]: steps, eliminations used, witnesses used, log rows
    step: Array  # [steps, NSTEP] the move's row, then the technique
    val: Array  # [steps, 6] float64: price, scan factor, availability, value, margin, empty cells
    meta: Array  # [steps, NMETA] float64
    feat: Array  # [steps, NFEAT] float64
    pool: Array
    wit: Array
    log: Array  # [rows, NLOG] float32, the moves in the window of each step; no rows = not wanted


@inner
def _find(b: Board, s: State, w: Work, m: Moves, t: Plan, k: int) -> None:
    n = 0
    for finder in literal_unroll(FINDERS):
        if n == t.finder[k]:
            finder(b, s, w, m, t.p0[k], t.p1[k])
        n += 1


@inner
def _apply(b: Board, s: State, m: Moves, i: int) -> None:
    for k in range(m.row[i, COUNT]):
        v = m.pool[m.row[i, POOL] + k]
        drop(b, s, v >> 5, v & 31)
    if m.row[i, CELL] >= 0:
        place(b, s, m.row[i, CELL], m.row[i, DIGIT])


@inner
def _record(m: Moves, o: Out, i: int, k: int) -> int:
    """Copy move i, found by technique k, to the next step; returns the step's row."""
    q = o.info[0]
    o.info[0] += 1
    for j in range(NROW):
        o.step[q, j] = m.row[i, j]
    o.step[q, POOL] = o.info[1]
    o.step[q, WIT] = o.info[2]
    o.step[q, S_TECH] = k
    for j in range(m.row[i, COUNT]):
        o.pool[o.info[1] + j] = m.pool[m.row[i, POOL] + j]
    o.info[1] += m.row[i, COUNT]
    room = min(m.row[i, NWIT], len(o.wit) - o.info[2])
    o.step[q, NWIT] = room
    for j in range(room):
        o.wit[o.info[2] + j] = m.wit[m.row[i, WIT] + j]
    o.info[2] += room
    for j in range(NMETA):
        o.meta[q, j] = m.meta[i, j]
    for j in range(NFEAT):
        o.feat[q, j] = m.feat[i, j]
    return q


@inner
def _band(b: Board, s: State, w: Work, m: Moves, p: Prices, t: Plan, o: Out, steps: int, top: int) -> int:
    """Easiest band first, simplest technique first, cheapest move of it; up to ``steps`` steps, bands ≤ ``top``."""
    for _ in range(steps):
        if s.info[BROKEN] == 1:
            return CLASH
        if s.info[EMPTY] == 0:
            return SOLVED
        found = False
        for q in range(len(t.path)):
            k = t.path[q]
            if t.on[k] == 0:
                continue
            if t.band[k] > top:
                break
            clear_moves(m)
            _find(b, s, w, m, t, k)
            if m.info[FILL] == 0:
                continue
            price_all(m, p, 0)
            i = cheapest(m)
            r = _record(m, o, i, k)
            o.val[r, V_PRICE] = m.price[i]
            o.val[r, V_EMPTY] = s.info[EMPTY]
            _apply(b, s, m, i)
            found = True
            break
        if not found:
            return STUCK
    return SOLVED if s.info[EMPTY] == 0 and s.info[BROKEN] == 0 else MORE


@inner
def _enumerate(b: Board, s: State, w: Work, m: Moves, p: Prices, t: Plan) -> int:
    """All moves of techniques whose floor lies in the window of the best price; returns how many techniques asked."""
    clear_moves(m)
    best = 1e300
    asked = 0
    for q in range(len(t.cheap)):
        k = t.cheap[q]
        if t.on[k] == 0:
            continue
        if t.floor[k] > p.scalar[WINDOW] * best or (t.last[k] == 1 and m.info[FILL] > 0):
            if t.last[k] == 1:
                continue
            break
        start = m.info[FILL]
        _find(b, s, w, m, t, k)
        asked += 1
        if m.info[FILL] > start:
            best = price_all(m, p, start)
    return asked


@inner
def _take_notes(s: State, p: Prices, o: Out) -> None:
    """The step that writes notes: a price, no conclusion."""
    q = o.info[0]
    o.info[0] += 1
    for j in range(NSTEP):
        o.step[q, j] = 0
    o.step[q, SHAPE] = -1
    o.step[q, CELL] = -1
    o.step[q, S_TECH] = -1
    for j in range(NMETA):
        o.meta[q, j] = 0.0
    for j in range(NFEAT):
        o.feat[q, j] = 0.0
    d = p.scalar[NOTES_PRICE] * p.scalar[SIZE]
    _value(s, p, o, q, d, 1.0, 0.0)
    o.val[q, V_MARGIN] = 9.0
    s.info[NOTES] = 1


@inner
def _value(s: State, p: Prices, o: Out, q: int, d: float, avail: float, delta: float) -> None:
    v = step_value(p, d, s.info[EMPTY], avail, delta)
    o.val[q, V_PRICE] = d
    o.val[q, V_AVAIL] = avail
    o.val[q, V_VALUE] = v
    o.val[q, V_EMPTY] = s.info[EMPTY]
    o.val[q, V_SCAN] = v * avail / (d ** p.scalar[BETA] * np.exp(delta))


@inner
def _written(b: Board, s: State, w: Work, m: Moves, p: Prices, t: Plan, o: Out, steps: int, singles: int) -> int:
    """The cheapest move at every step, with what else was there to be found; techniques < ``singles`` need no notes."""
    for _ in range(steps):
        if s.info[BROKEN] == 1:
            return CLASH
        if s.info[EMPTY] == 0:
            return SOLVED
        _enumerate(b, s, w, m, p, t)
        if m.info[FILL] == 0:
            return STUCK
        i = cheapest(m)
        k = t.tech[m.row[i, SHAPE]]
        if k >= singles and s.info[NOTES] == 0:
            _take_notes(s, p, o)
        avail = 1.0 if t.last[k] == 1 else availability(m, p, m.price[i])
        r = _record(m, o, i, k)
        _value(s, p, o, r, m.price[i], avail, p.delta[m.row[i, SHAPE]])
        o.val[r, V_MARGIN] = margin(m, i)
        if len(o.log) > 0:
            _write_log(s, m, p, o, r, i)
        _apply(b, s, m, i)
    return SOLVED if s.info[EMPTY] == 0 and s.info[BROKEN] == 0 else MORE


@inner
def _write_log(s: State, m: Moves, p: Prices, o: Out, r: int, chosen: int) -> None:
    for i in range(m.info[FILL]):
        n = o.info[3]
        if n >= len(o.log):
            return
        o.log[n, 0] = r
        o.log[n, 1] = m.row[i, TWIN]
        o.log[n, 2] = m.row[i, SHAPE]
        o.log[n, 3] = 1.0 if i == chosen else 0.0
        o.log[n, 4] = m.price[i]
        o.log[n, 5] = s.info[EMPTY]
        o.log[n, 6] = m.row[i, CELL]
        o.log[n, 7] = m.row[i, DIGIT]
        for k in range(NFEAT):
            o.log[n, 8 + k] = m.feat[i, k]
        o.info[3] += 1


@inner
def _solve(b: Board, s: State, w: Work, limit: int, nodes: int) -> int:
    for c in range(b.n):
        w.stack[0, c] = s.cand[c] if s.val[c] == 0 else np.int64(1) << (s.val[c] - 1)
    return count(b, w.stack, w.picks, w.queue, limit, nodes, w.found)


@entry
def run(
    op: int, b: Board, s: State, w: Work, m: Moves, p: Prices, t: Plan, o: Out, givens: Array, domains: Array, a0: int, a1: int
) -> int:
    """Do ``op``; the meaning of a0 and a1 and of the result depends on it (see the callers in ``engine.session``)."""
    if op == RESET:
        o.info[:] = 0
        return reset(b, s, givens, domains)
    if op == FIND:
        clear_moves(m)
        _find(b, s, w, m, t, a0)
        price_all(m, p, 0)
        return m.info[FILL]
    if op == BAND:
        return _band(b, s, w, m, p, t, o, a0, a1)
    if op == WRITTEN:
        return _written(b, s, w, m, p, t, o, a0, a1)
    if op == SOLVE:
        return _solve(b, s, w, a0, a1)
    if op == APPLY:
        _apply(b, s, m, a0)
        return s.info[EMPTY]
    return refute(b, s, w, o)
