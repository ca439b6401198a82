"""Step values of direct singles as expectations over many orders of solving.

People do not take the cheapest move: whoever looks at a grid finds one of the singles that are there, the easy ones
sooner. So a puzzle is walked ``walks`` times; at each step every open single m is taken with probability proportional
to its rate d_m^(−β_a), and the step costs as on any route

    v = d^β · (E / E_ref)^φ / avail,      avail = Σ_m (d_m / d)^(−β_a)

The value of the written route's placement with E empty cells is the mean of v over the walks at E empty cells, and its
availability is what gives that value at its own price. Singles found from one position are the same in every order, so
all walks get stuck where the written route does; there they take its next step beyond singles, whose value stands.

    written route   single  single  single  pair  single  single …
    walk 1          ──a──────b───────c──────pair────d───────e───
    walk 2          ──c──────a───────b──────pair────e───────d───
                      E=51   E=50    E=49   E=48    E=48    E=47

The random numbers are fixed, so a card is too. A cell counts once, by its easiest way to be seen. Ways are the direct
singles, and hidden ones behind locked candidates that need not be written down: the places of a digit in its boxes are
left out where all of another box's places see them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..jit import entry, inlined, inner
from ..jit.bits import ctz, popcnt
from ..prices import BETA, BETA_A, GAMMA, SIZE, Prices
from ..state import BOX, COL, EMPTY, Board, State, copy_state, new_state, place
from ..techniques.base.cells import only_seen
from ..techniques.base.moves import SHAPE
from ..techniques.direct import POINTING
from ..techniques.singles import FULL_HOUSE, HIDDEN_BOX, HIDDEN_LINE, HIDDEN_REGION, NAKED
from .driver import STEPS, V_AVAIL, V_EMPTY, V_PRICE, V_VALUE, Out, carry_out
from .pricing import behind, growth, step_value

N_WAYS, N_OPEN, SEED, LOGGED, SCAN, STALE = range(6)
FULL, IN_BOX, IN_LINE, IN_REGION, IN_CELL, BEHIND_BOX, BEHIND_LINE = range(7)
N_KINDS = 7
MODULUS, MULTIPLIER = 2147483647, 48271
"""Minimal standard generator of Park and Miller: small, the same everywhere, good enough to shuffle."""

Array = Any


class Race(NamedTuple):
    """Scratch memory of the walks, one per session."""

    start: State  # position where the route began
    info: Array  # [8] ways, open cells, random seed, rows of the log, number of the last scan, digits to look at again
    cell: Array  # [n·8 + d·nh] of each way: cell; direct singles, then those behind locked digits, nh for each digit
    digit: Array  # [n·8 + d·nh]
    house: Array  # [n·8 + d·nh] house in which the digit has one place, −1 = the cell has one digit
    kind: Array  # [n·8 + d·nh] kind · d + load: the place in ``rates``
    speed: Array  # [n·8 + d·nh] float64 rate
    hidden: Array  # [d] singles behind locked digits, by digit
    gone: Array  # [nw] places of a digit that locked candidates rule out
    seen: Array  # [nw]
    known: Array  # [nh·d + n] scan by which a single of a house or cell is known
    open: Array  # [n] cells that some way shows
    best: Array  # [n] the easiest way of each
    rate: Array  # [n] float64 its rate, 0 = none
    before: Array  # [nw] cells that lose a candidate by a placement
    total: Array  # [n + 1] float64 sum of d^β / avail over walks, by number of empty cells
    rates: Array  # [7·d] float64 rate of a single by kind and load
    shape: Array  # [7] row of techniques.csv of each kind
    log: Array  # [rows, 1 + 7·d] float32: empty cells, open singles by kind and load; no rows = not wanted


def new_race(b: Board) -> Race:
    """Scratch memory for one board."""
    ways, zeros = b.n * 8 + b.d * b.nh, np.zeros
    return Race(
        new_state(b), zeros(8, np.int64), zeros(ways, np.int64), zeros(ways, np.int64), zeros(ways, np.int64),
        zeros(ways, np.int64), zeros(ways), zeros(b.d, np.int64), zeros(b.nw, np.int64), zeros(b.nw, np.int64),
        zeros(b.nh * b.d + b.n, np.int64), zeros(b.n, np.int64), zeros(b.n, np.int64), zeros(b.n),
        zeros(b.nw, np.int64), zeros(b.n + 1), zeros(N_KINDS * b.d),
        np.array([FULL_HOUSE, HIDDEN_BOX, HIDDEN_LINE, HIDDEN_REGION, NAKED, POINTING, POINTING], np.int64),
        zeros((0, 1 + N_KINDS * b.d), np.float32),
    )  # fmt: skip


@inlined
def _rate(b: Board, t: State, p: Prices, r: Race, i: int) -> None:
    """Kind and rate of way i at this position."""
    h = r.house[i]
    if h >= 0:
        load = b.d - 1 - popcnt(t.gdone[h])
        kind = IN_REGION
        if load == 0:
            kind = FULL
        elif b.gkind[h] == BOX:
            kind = IN_BOX
        elif b.gkind[h] <= COL:
            kind = IN_LINE
        form = b.gshape[h]
    else:
        most, form, kind = -1, 1.0, IN_CELL
        c = r.cell[i]
        for k in range(b.gcptr[c], b.gcptr[c + 1]):
            gone = popcnt(t.gdone[b.gof[k]])
            if gone > most or (gone == most and b.gshape[b.gof[k]] < form - 1e-9):
                most, form = gone, b.gshape[b.gof[k]]
        load = b.d - 1 - max(most, 0)
    r.kind[i] = kind * b.d + load
    r.speed[i] = r.rates[r.kind[i]]
    if p.scalar[GAMMA] != 0.0:
        r.speed[i] *= form ** (-p.scalar[GAMMA] * p.scalar[BETA_A])


@inlined
def _way(b: Board, t: State, p: Prices, r: Race, c: int, x: int, h: int) -> None:
    """Note that digit x is seen for cell c in house h, unless that is known."""
    key = h * b.d + x if h >= 0 else b.nh * b.d + c
    n = r.info[N_WAYS]
    if r.known[key] == r.info[SCAN] or n == b.n * 8:
        return
    r.known[key] = r.info[SCAN]
    r.cell[n] = c
    r.digit[n] = x
    r.house[n] = h
    r.info[N_WAYS] = n + 1
    _rate(b, t, p, r, n)


@inner
def _scan(b: Board, t: State, p: Prices, r: Race) -> None:
    """Find all singles of the position."""
    r.info[N_WAYS] = 0
    r.info[SCAN] += 1
    r.info[STALE] = b.full
    for h in range(b.nh):
        for x in range(b.d):
            m = t.hpos[h, x]
            if m != 0 and m & (m - 1) == 0:
                _way(b, t, p, r, b.hcells[h, ctz(m)], x, h)
    for c in range(b.n):
        m = t.cand[c]
        if m != 0 and m & (m - 1) == 0:
            _way(b, t, p, r, c, ctz(m), -1)


@inner
def _put(b: Board, t: State, p: Prices, r: Race, c: int, x: int) -> None:
    """Place digit x and bring the list of singles up to date."""
    had = t.cand[c]
    r.info[STALE] |= had
    for w in range(b.nw):
        r.before[w] = b.pbits[c, w] & t.dbits[x, w]
    place(b, t, c, x)
    if b.rptr[c + 1] > b.rptr[c]:
        _scan(b, t, p, r)
        return
    _keep(b, t, p, r, c)
    while had != 0:
        y = ctz(had)
        had &= had - 1
        for i in range(b.cptr[c], b.cptr[c + 1]):
            h = b.chouse[i]
            m = t.hpos[h, y]
            if m != 0 and m & (m - 1) == 0:
                _way(b, t, p, r, b.hcells[h, ctz(m)], y, h)
    for w in range(b.nw):
        word = r.before[w]
        while word != 0:
            k = ctz(word)
            word &= word - 1
            e = (w << 6) + k
            m = t.cand[e]
            if m != 0 and m & (m - 1) == 0:
                _way(b, t, p, r, e, ctz(m), -1)
            for i in range(b.cptr[e], b.cptr[e + 1]):
                h = b.chouse[i]
                m = t.hpos[h, x]
                if m != 0 and m & (m - 1) == 0:
                    _way(b, t, p, r, b.hcells[h, ctz(m)], x, h)


@inlined
def _keep(b: Board, t: State, p: Prices, r: Race, c: int) -> None:
    """Drop the ways of cell c, and look again at those that its digit makes easier to see."""
    n = 0
    for i in range(r.info[N_WAYS]):
        e = r.cell[i]
        if e == c:
            continue
        h = r.house[i]
        r.cell[n] = e
        r.digit[n] = r.digit[i]
        r.house[n] = h
        r.kind[n] = r.kind[i]
        r.speed[n] = r.speed[i]
        if (h >= 0 and (b.gbits[h, c >> 6] >> (c & 63)) & 1) or (h < 0 and (b.pbits[e, c >> 6] >> (c & 63)) & 1):
            _rate(b, t, p, r, n)
        n += 1
    r.info[N_WAYS] = n


@inner
def _hide(b: Board, t: State, r: Race, x: int) -> None:
    """List the places where digit x is left once what its boxes lock is ruled out."""
    r.hidden[x] = 0
    some = False
    for w in range(b.nw):
        r.gone[w] = 0
    for h in range(b.nh):
        places = t.hpos[h, x]
        if b.gkind[h] <= COL or places & (places - 1) == 0:
            continue
        for w in range(b.nw):
            r.seen[w] = t.dbits[x, w] & ~b.gbits[h, w]
        left = True
        while places != 0 and left:
            left = only_seen(b, b.hcells[h, ctz(places)], r.seen)
            places &= places - 1
        if left:
            some = True
            for w in range(b.nw):
                r.gone[w] |= r.seen[w]
    if not some:
        return
    first = b.n * 8 + x * b.nh
    for h in range(b.nh):
        places = t.hpos[h, x]
        if places & (places - 1) == 0:
            continue
        only = -1
        while places != 0:
            c = b.hcells[h, ctz(places)]
            places &= places - 1
            if (r.gone[c >> 6] >> (c & 63)) & 1 == 0:
                if only >= 0:
                    only = -1
                    break
                only = c
        if only >= 0:
            i = first + r.hidden[x]
            r.hidden[x] += 1
            r.cell[i] = only
            r.digit[i] = x
            r.house[i] = h


@inlined
def _behind(b: Board, t: State, p: Prices, r: Race) -> None:
    """Bring the singles behind locked digits up to date, with their rates."""
    stale = r.info[STALE]
    r.info[STALE] = 0
    while stale != 0:
        _hide(b, t, r, ctz(stale))
        stale &= stale - 1
    for x in range(b.d):
        first = b.n * 8 + x * b.nh
        for i in range(first, first + r.hidden[x]):
            h = r.house[i]
            load = b.d - 1 - popcnt(t.gdone[h])
            r.kind[i] = (BEHIND_BOX if b.gkind[h] == BOX else BEHIND_LINE) * b.d + load
            r.speed[i] = r.rates[r.kind[i]]
            if p.scalar[GAMMA] != 0.0:
                r.speed[i] *= b.gshape[h] ** (-p.scalar[GAMMA] * p.scalar[BETA_A])


@inlined
def _count(r: Race, i: int, n: int) -> int:
    """Let way i count for its cell; returns how many cells are open then."""
    c = r.cell[i]
    if r.rate[c] == 0.0:
        r.open[n] = c
        n += 1
    if r.speed[i] > r.rate[c]:
        r.rate[c] = r.speed[i]
        r.best[c] = i
    return n


@inlined
def _open(b: Board, t: State, p: Prices, r: Race) -> float:
    """The open cells with their easiest ways; returns the sum of their rates."""
    n = 0
    for i in range(r.info[N_WAYS]):
        n = _count(r, i, n)
    _behind(b, t, p, r)
    for x in range(b.d):
        first = b.n * 8 + x * b.nh
        for i in range(first, first + r.hidden[x]):
            n = _count(r, i, n)
    r.info[N_OPEN] = n
    total = 0.0
    for k in range(n):
        total += r.rate[r.open[k]]
    if n > 0 and r.info[LOGGED] < len(r.log):
        q = r.info[LOGGED]
        r.info[LOGGED] += 1
        for k in range(r.log.shape[1]):
            r.log[q, k] = 0.0
        r.log[q, 0] = t.info[EMPTY]
        for k in range(n):
            r.log[q, 1 + r.kind[r.best[r.open[k]]]] += 1.0
    return total


@inlined
def _take(b: Board, t: State, p: Prices, r: Race, total: float) -> None:
    """One placement of a walk: choose among the open singles, whose rates add up to total, and count its cost."""
    r.info[SEED] = r.info[SEED] * MULTIPLIER % MODULUS
    left = total * r.info[SEED] / MODULUS
    k = 0
    while k < r.info[N_OPEN] - 1 and left >= r.rate[r.open[k]]:
        left -= r.rate[r.open[k]]
        k += 1
    c = r.open[k]
    i = r.best[c]
    cost = np.exp(p.delta[r.shape[r.kind[i] // b.d]]) / total
    if p.scalar[BETA] != p.scalar[BETA_A]:
        cost *= r.rate[c] ** (1.0 - p.scalar[BETA] / p.scalar[BETA_A])
    r.total[t.info[EMPTY]] += cost
    for k in range(r.info[N_OPEN]):
        r.rate[r.open[k]] = 0.0
    _put(b, t, p, r, c, r.digit[i])


@inner
def _walk(b: Board, p: Prices, o: Out, r: Race) -> None:
    """One solve in random order."""
    t = o.trial
    copy_state(r.start, t)
    _scan(b, t, p, r)
    q = 0
    while t.info[EMPTY] > 0:
        total = _open(b, t, p, r)
        if total > 0.0:
            _take(b, t, p, r, total)
            continue
        while q < o.info[STEPS] and (o.step[q, SHAPE] < 0 or _single(r, o.step[q, SHAPE])):
            q += 1
        if q == o.info[STEPS]:
            return
        carry_out(b, t, o.step, o.pool, q)
        q += 1
        _scan(b, t, p, r)


@inlined
def _single(r: Race, shape: int) -> bool:
    for k in range(len(r.shape)):  # noqa: SIM110  kernels have no generators
        if r.shape[k] == shape:
            return True
    return False


@entry
def race(b: Board, p: Prices, o: Out, r: Race, walks: int) -> None:
    """Walk ``walks`` times and rewrite value and availability of the singles of the written route in ``o``."""
    for kind in range(N_KINDS):
        for load in range(b.d):
            if kind < BEHIND_BOX:
                d = p.base[r.shape[kind]] * growth(p, r.shape[kind], load)
            else:
                d = behind(p, HIDDEN_BOX if kind == BEHIND_BOX else HIDDEN_LINE, load)
            r.rates[kind * b.d + load] = (d * p.scalar[SIZE]) ** -p.scalar[BETA_A]
    for e in range(b.n + 1):
        r.total[e] = 0.0
    for c in range(b.n):
        r.rate[c] = 0.0
    r.info[LOGGED] = 0
    for k in range(walks):
        r.info[SEED] = (k + 1) * 7919 % MODULUS
        _walk(b, p, o, r)
    for q in range(o.info[STEPS]):
        shape = o.step[q, SHAPE]
        if shape < 0 or not _single(r, shape):
            continue
        e = np.int64(o.val[q, V_EMPTY])
        whole = step_value(p, 1.0, e, 1.0, 0.0) * r.total[e] / walks
        if whole > 0.0:
            o.val[q, V_AVAIL] = step_value(p, o.val[q, V_PRICE], e, 1.0, p.delta[shape]) / whole
            o.val[q, V_VALUE] = whole
