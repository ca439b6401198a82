"""The price of a move and the value of a step, compiled (formulas: ``pencilmark.scoring``)."""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..prices import BETA, BETA_A, CONST, E_REF, GAMMA, PHI, SIZE, WINDOW, Prices
from ..techniques.base.moves import F_KINDS, F_SHAPE, FILL, SHAPE, TWIN, Moves


@inner
def price(m: Moves, p: Prices, i: int) -> float:
    """Price of move i."""
    shape = m.row[i, SHAPE]
    base = p.base[shape]
    if p.priced[shape] == 1:
        raised = p.scalar[CONST]
        for k in range(18):
            raised += p.theta[k] * m.meta[i, k]
        return max(base, np.exp(raised)) * p.scalar[SIZE]
    d = base * p.scalar[SIZE]
    if m.feat[i, F_SHAPE] > 0.0:
        if p.scalar[GAMMA] != 0.0:
            d *= m.feat[i, F_SHAPE] ** p.scalar[GAMMA]
        for k in range(9):
            d += p.kinds[k] * m.feat[i, F_KINDS + k]
    return d


@inner
def price_all(m: Moves, p: Prices, start: int) -> float:
    """Price the moves from ``start`` on; returns the lowest price of all."""
    for i in range(start, m.info[FILL]):
        d = price(m, p, i)
        m.price[i] = d
        m.least[i] = d
        root = m.row[i, TWIN]
        if root != i and d < m.least[root]:
            m.least[root] = d
    best = 1e300
    for i in range(m.info[FILL]):
        best = min(best, m.price[i])
    return best


@inner
def cheapest(m: Moves, start: int) -> int:
    """The first move with the lowest price, from row ``start`` on."""
    best = start
    for i in range(start + 1, m.info[FILL]):
        if m.price[i] < m.price[best]:
            best = i
    return best


@inner
def availability(m: Moves, p: Prices, d: float) -> float:
    """Soft count of what is there to be found at a step of price d: Σ exp(−β_a (d_m − d)) inside the window."""
    total = 0.0
    for i in range(m.info[FILL]):
        if m.row[i, TWIN] == i and m.least[i] <= p.scalar[WINDOW] * d + 1e-12:
            total += np.exp(-p.scalar[BETA_A] * (m.least[i] - d))
    return max(total, 1e-12)


@inner
def margin(m: Moves, chosen: int) -> float:
    """Gap in log price between the chosen move and the cheapest one with other conclusions (9 when there is none)."""
    best = 1e300
    for i in range(m.info[FILL]):
        if m.row[i, TWIN] == i and i != m.row[chosen, TWIN]:
            best = min(best, m.least[i])
    return min(9.0, np.log(best / m.price[chosen])) if best < 1e299 else 9.0


@inner
def step_value(p: Prices, d: float, empties: int, avail: float, delta: float) -> float:
    """v = d^β · (E / E_ref)^φ / avail · exp(δ)."""
    scan = (empties / p.scalar[E_REF]) ** p.scalar[PHI]
    return d ** p.scalar[BETA] * scan / avail * np.exp(delta)
