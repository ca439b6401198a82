"""The price of a move and the value of a step, compiled (formulas: ``pencilmark.scoring``)."""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..prices import (
    BETA,
    BETA_A,
    CONST,
    E_REF,
    ENUM,
    GAMMA,
    LOAD_BOX,
    LOAD_LINE,
    LOAD_NAKED,
    PHI,
    SIZE,
    WINDOW,
    Prices,
)  # fmt: skip
from ..state import Board
from ..techniques.base.moves import F_COVER, F_KINDS, F_LOAD, F_SHAPE, FILL, M_COMBOS, SHAPE, TWIN, Moves, describe
from ..techniques.direct import POINTING
from ..techniques.singles import FULL_HOUSE, HIDDEN_BOX, NAKED


@inner
def growth(p: Prices, shape: int, load: float) -> float:
    """(1 + load)^λ: how much dearer a direct single is for what one must hold in mind."""
    if shape == FULL_HOUSE:
        return 1.0
    if shape == HIDDEN_BOX:
        return (1.0 + load) ** p.scalar[LOAD_BOX]
    return (1.0 + load) ** p.scalar[LOAD_NAKED if shape == NAKED else LOAD_LINE]


@inner
def behind(p: Prices, single: int, load: float) -> float:
    """What a hidden single costs that is seen only after a locked digit in the head: as much dearer as one in a box."""
    return p.base[POINTING] * p.base[single] * growth(p, single, load) / p.base[HIDDEN_BOX]


@inner
def price(b: Board, m: Moves, p: Prices, i: int) -> float:
    """Price of move i."""
    shape = m.row[i, SHAPE]
    base = p.base[shape]
    if p.priced[shape] == 1:
        describe(b, m, i)
        raised = p.scalar[CONST]
        for k in range(18):
            raised += p.theta[k] * m.meta[i, k]
        return max(base, np.exp(raised)) * p.scalar[SIZE]
    if shape == POINTING:
        return behind(p, np.int64(m.feat[i, F_COVER]), m.feat[i, F_LOAD]) * p.scalar[SIZE]
    d = base * p.scalar[SIZE] * np.exp(p.scalar[ENUM] * m.meta[i, M_COMBOS])
    if m.feat[i, F_SHAPE] > 0.0:
        d *= growth(p, shape, m.feat[i, F_LOAD])
        if p.scalar[GAMMA] != 0.0:
            d *= m.feat[i, F_SHAPE] ** p.scalar[GAMMA]
        for k in range(9):
            d += p.kinds[k] * m.feat[i, F_KINDS + k]
    return d


@inner
def price_all(b: Board, m: Moves, p: Prices, start: int) -> float:
    """Price the moves from ``start`` on; returns the lowest price of all."""
    for i in range(start, m.info[FILL]):
        d = price(b, m, p, i)
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
    """Soft count of what is there to be found at a step of price d: Σ (d_m / d)^(−β_a) inside the window."""
    total = 0.0
    for i in range(m.info[FILL]):
        if m.row[i, TWIN] == i and m.least[i] <= p.scalar[WINDOW] * d + 1e-12:
            total += (m.least[i] / d) ** -p.scalar[BETA_A]
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
