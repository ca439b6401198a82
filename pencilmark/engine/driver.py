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
from ..prices import BETA, NOTES_PRICE, SIZE, WINDOW, Prices
from ..state import BROKEN, EMPTY, NCAND, NOTES, Board, State, drop, place, reset
from ..techniques import TECHNIQUES
from ..techniques.base.dfs import count, forget, resume
from ..techniques.base.moves import (
    CELL,
    COUNT,
    DIGIT,
    FILL,
    MAX_MOVES,
    NFEAT,
    NMETA,
    NROW,
    NWIT,
    POOL,
    SHAPE,
    WIT,
    Moves,
    clear_moves,
    describe,
)  # fmt: skip
from ..techniques.base.work import Work
from .pricing import availability, cheapest, margin, price_all, step_value
from .refute import refute

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)  # literal_unroll, used here only

FINDERS = tuple(dict.fromkeys(t.finder for t in TECHNIQUES))
"""Each finder once; a technique names its finder by position here."""

RESET, FIND, BAND, WRITTEN, SWEEP, SOLVE, APPLY, REFUTE, RESUME = range(9)
SOLVED, STUCK, MORE, CLASH = 1, 0, 2, -1
"""What a route call returns: solved, nothing applies, step limit met, contradiction."""
V_PRICE, V_SCAN, V_AVAIL, V_VALUE, V_MARGIN, V_EMPTY, V_BEST, V_NOTED = range(8)
N_VALUES = 8
STEPS, POOLED, WITTED, DONE, ASKED, PENDING, STATUS, CHECKED, WRONG, AT = range(10)
SINGLES = 3
"""The first techniques of the catalogue are direct singles; no others are asked while there is one."""
POSITIONS = 2048
"""Positions at most of which a solve remembers what there is not to be found; a power of two."""
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
    notes: Array  # [T] 1 = nobody does it without notes
    learns: Array  # [T] 1 = what it finds is not told by the position alone
    band: Array  # [T]
    path: Array  # [T] techniques by band, then study order
    cheap: Array  # [T] techniques by price floor
    floor: Array  # [T] float64, lowest price a technique's moves can have
    tech: Array  # [shapes] technique of each shape


class Out(NamedTuple):
    """A route: one row per step."""

    info: Array  # [12]: steps, eliminations used, witnesses used, then the state of the walk (AT: row of vain, or −1)
    step: Array  # [steps, NSTEP] the move's row, then the technique
    val: Array  # [steps, N_VALUES] float64: the V_ columns (V_BEST: in row 0, lowest price found so far)
    meta: Array  # [steps, NMETA] float64
    feat: Array  # [steps, NFEAT] float64
    pool: Array
    wit: Array
    trial: State  # a position to try things on
    vain: Array  # [POSITIONS, words] hash of a position, then which techniques find nothing there, 63 to a word


@inner
def carry_out(b: Board, s: State, rows: Array, pool: Array, i: int) -> None:
    """Make the eliminations and the placement of row i of a move buffer or of a route."""
    for k in range(rows[i, COUNT]):
        v = pool[rows[i, POOL] + k]
        drop(b, s, v >> 5, v & 31)
    if rows[i, CELL] >= 0 and s.val[rows[i, CELL]] == 0:
        place(b, s, rows[i, CELL], rows[i, DIGIT])


@inner
def _record(b: Board, m: Moves, o: Out, i: int, k: int) -> int:
    """Copy move i, found by technique k, to the next step; returns the step's row."""
    describe(b, m, i)
    q = o.info[STEPS]
    o.info[STEPS] += 1
    for j in range(NROW):
        o.step[q, j] = m.row[i, j]
    o.step[q, POOL] = o.info[POOLED]
    o.step[q, WIT] = o.info[WITTED]
    o.step[q, S_TECH] = k
    for j in range(m.row[i, COUNT]):
        o.pool[o.info[POOLED] + j] = m.pool[m.row[i, POOL] + j]
    o.info[POOLED] += m.row[i, COUNT]
    room = min(m.row[i, NWIT], len(o.wit) - o.info[WITTED])
    o.step[q, NWIT] = room
    for j in range(room):
        o.wit[o.info[WITTED] + j] = m.wit[m.row[i, WIT] + j]
    o.info[WITTED] += room
    for j in range(NMETA):
        o.meta[q, j] = m.meta[i, j]
    for j in range(NFEAT):
        o.feat[q, j] = m.feat[i, j]
    return q


@inner
def _take_notes(s: State, p: Prices, o: Out) -> None:
    """The step that writes notes: a price, no conclusion."""
    q = o.info[STEPS]
    o.info[STEPS] += 1
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
    o.val[q, V_NOTED] = s.info[NCAND]
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
def _solve(b: Board, s: State, w: Work, limit: int, nodes: int) -> int:
    if s.info[BROKEN] == 1:
        return 0
    for c in range(b.n):
        w.stack[0, c] = s.cand[c] if s.val[c] == 0 else np.int64(1) << (s.val[c] - 1)
    return count(b, w, limit, nodes)


@inner
def _begin(s: State, m: Moves, o: Out, steps: int) -> bool:
    """Start the next step; False when there is none, with the reason in o.info[STATUS]."""
    if s.info[BROKEN] == 1:
        o.info[STATUS] = CLASH
    elif s.info[EMPTY] == 0:
        o.info[STATUS] = SOLVED
    elif o.info[DONE] >= steps:
        o.info[STATUS] = MORE
    else:
        clear_moves(m)
        o.info[ASKED] = -1
        o.info[PENDING] = -1
        o.info[AT] = -1
        o.info[STATUS] = STUCK  # what is true when all that could be asked finds nothing
        return True
    return False


@inner
def _position(b: Board, s: State, o: Out) -> int:
    """The row of o.vain of the present position, emptied when it was another one's."""
    if o.info[AT] < 0:
        mark = np.int64(1)
        for c in range(b.n):
            mark = (mark ^ (s.cand[c] | s.val[c] << 32)) * np.int64(-4658895280553007687)
            mark ^= (mark >> 29) & 0x7FFFFFFFF
        at = mark & (POSITIONS - 1)
        if o.vain[at, 0] != mark:
            o.vain[at, :] = 0
            o.vain[at, 0] = mark
        o.info[AT] = at
    return o.info[AT]


@inner
def _next(op: int, b: Board, s: State, m: Moves, p: Prices, t: Plan, o: Out, top: int) -> int:
    """The technique to ask next at this position, −1 when enough were asked.

    The two routes of a card meet many positions twice: what found nothing there is not asked again.
    """
    for q in range(o.info[ASKED] + 1, len(t.path)):
        k = t.cheap[q] if op == WRITTEN else t.path[q]
        if t.on[k] == 0:
            continue
        if op == BAND and t.band[k] > top:
            return -1
        if op == WRITTEN and m.info[FILL] > 0:
            beyond = k >= top and t.tech[m.row[0, SHAPE]] < top
            if beyond or t.last[k] == 1 or t.floor[k] > p.scalar[WINDOW] * o.val[0, V_BEST]:
                return -1
        o.info[ASKED] = q
        if op == SWEEP or k < SINGLES or (o.vain[_position(b, s, o), 1 + k // 63] >> (k % 63)) & 1 == 0:
            return k
    return -1


@inner
def _asked(
    op: int,
    b: Board,
    s: State,
    m: Moves,
    p: Prices,
    t: Plan,
    o: Out,
    k: int,
    start: int,
    truth: Array,
    a0: int,
    a1: int,
) -> int:
    """Take in what technique k found; returns the technique to ask next, −1 at the end of the call."""
    found = m.info[FILL] > start
    if op in (BAND, WRITTEN) and m.info[FILL] == 0 and t.learns[k] == 0 and k >= SINGLES:
        o.vain[_position(b, s, o), 1 + k // 63] |= np.int64(1) << (k % 63)
    if found:
        o.val[0, V_BEST] = price_all(b, m, p, start)
    if op == FIND:
        for i in range(m.info[FILL]):
            describe(b, m, i)
        return -1
    if op == SWEEP and found and not _sound(m, o, truth, start):
        o.info[STATUS] = CLASH
        return -1
    if op == SWEEP and found and o.info[PENDING] < 0:
        o.info[PENDING] = _record(b, m, o, cheapest(m, start), k)
    if op != BAND or not found:
        if op == SWEEP and m.info[FILL] > MAX_MOVES // 2:
            clear_moves(m)
        following = _next(op, b, s, m, p, t, o, a1)
        if following >= 0:
            return following
    if not _step(op, b, s, m, p, t, o, k):
        o.info[STATUS] = STUCK
        return -1
    o.info[DONE] += 1
    return _next(op, b, s, m, p, t, o, a1) if _begin(s, m, o, a0) else -1


@inner
def _sound(m: Moves, o: Out, truth: Array, start: int) -> bool:
    """Whether the new moves agree with the solution; counts them, and leaves the shape of a wrong one."""
    for i in range(start, m.info[FILL]):
        o.info[CHECKED] += 1
        wrong = m.row[i, CELL] >= 0 and truth[m.row[i, CELL]] != m.row[i, DIGIT] + 1
        for k in range(m.row[i, COUNT]):
            v = m.pool[m.row[i, POOL] + k]
            wrong = wrong or truth[v >> 5] == (v & 31) + 1
        if wrong:
            o.info[WRONG] = m.row[i, SHAPE] + 1
            return False
    return True


@inner
def _step(op: int, b: Board, s: State, m: Moves, p: Prices, t: Plan, o: Out, k: int) -> bool:
    """Record and carry out the step chosen at this position; False when nothing was found."""
    if op == SWEEP:
        if o.info[PENDING] < 0:
            return False
        carry_out(b, s, o.step, o.pool, o.info[PENDING])
        return True
    if m.info[FILL] == 0:
        return False
    i = cheapest(m, 0)
    if op == BAND:
        r = _record(b, m, o, i, k)
        o.val[r, V_PRICE] = m.price[i]
        o.val[r, V_EMPTY] = s.info[EMPTY]
    else:
        _written(b, s, m, p, t, o, i)
    carry_out(b, s, m.row, m.pool, i)
    return True


@inner
def _written(b: Board, s: State, m: Moves, p: Prices, t: Plan, o: Out, i: int) -> None:
    """A step of the written route, after taking notes when it is the first that needs them."""
    k = t.tech[m.row[i, SHAPE]]
    if t.notes[k] == 1 and s.info[NOTES] == 0:
        _take_notes(s, p, o)
    avail = 1.0 if t.last[k] == 1 else availability(m, p, m.price[i])
    r = _record(b, m, o, i, k)
    _value(s, p, o, r, m.price[i], avail, p.delta[m.row[i, SHAPE]])
    o.val[r, V_MARGIN] = margin(m, i)


@entry
def run(
    op: int,
    b: Board,
    s: State,
    w: Work,
    m: Moves,
    p: Prices,
    t: Plan,
    o: Out,
    given: Array,
    domain: Array,
    a0: int,
    a1: int,
) -> int:
    """Do ``op`` (see the callers in ``engine.session`` for what it takes and returns).

    Only this kernel reaches the finders: every further one that did would be linked with all of them again, at
    fourteen seconds of compile time each.
    """
    if op == RESET:
        o.info[:] = 0
        forget(b, w)
        return reset(b, s, given, domain)
    if op == SOLVE:
        return _solve(b, s, w, a0, a1)
    if op == RESUME:
        return resume(b, w, a0, a1)
    if op == APPLY:
        carry_out(b, s, m.row, m.pool, a0)
        return s.info[EMPTY]
    if op == REFUTE:
        return refute(b, s, w, o)
    o.info[DONE] = 0
    k = np.int64(-1)
    if op == FIND:
        clear_moves(m)
        k = a0
    elif _begin(s, m, o, a0):
        k = _next(op, b, s, m, p, t, o, a1)
    while k >= 0:
        start = m.info[FILL]
        n = 0
        for finder in literal_unroll(FINDERS):
            if n == t.finder[k]:
                finder(b, s, w, m, t.p0[k], t.p1[k])
            n += 1  # noqa: SIM113  enumerate cannot be unrolled
        k = _asked(op, b, s, m, p, t, o, k, start, given, a0, a1)
    return m.info[FILL] if op == FIND else o.info[STATUS]
