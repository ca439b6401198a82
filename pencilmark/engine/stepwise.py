"""Band paths that are walked step by step from Python: towards one cell, in random order, or with a guess.

Slower than the compiled walk, and only for what that does not offer.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from ..board import Band, Cell, Digit
from ..prices import Prices
from ..state import EMPTY
from ..techniques.base.moves import CELL, COUNT, DIGIT, NFEAT, NMETA, NROW, NWIT, POOL, SHAPE, WIT
from .driver import N_VALUES, NSTEP, V_EMPTY, V_PRICE, Plan
from .session import Route, Session, Step

GUESS = -2
"""Shape of a step that is a guess."""


def route_of(steps: Sequence[Step], solved: bool = False, stopped: bool = False) -> Route:
    """Records of steps as the arrays of a route."""
    rows = np.zeros((len(steps), NSTEP), np.int64)
    vals = np.zeros((len(steps), N_VALUES))
    meta, feat = np.zeros((len(steps), NMETA)), np.zeros((len(steps), NFEAT))
    pool: list[int] = []
    wit: list[int] = []
    for q, step in enumerate(steps):
        rows[q, SHAPE], rows[q, NROW] = step.shape, -1
        rows[q, CELL], rows[q, DIGIT] = (-1, 0) if step.place is None else (step.place[0], step.place[1] - 1)
        rows[q, POOL], rows[q, COUNT], rows[q, WIT], rows[q, NWIT] = (
            len(pool), len(step.elims), len(wit), len(step.witness),
        )  # fmt: skip
        pool += [cell << 5 | (digit - 1) for cell, digit in step.elims]
        wit += [v if isinstance(v, int) else v[0] << 5 | (v[1] - 1) for v in step.witness]
        vals[q, V_PRICE], vals[q, V_EMPTY] = step.price, step.empty
        meta[q, : len(step.meta)] = step.meta
        feat[q, : len(step.cover)] = step.cover
    return Route(solved, stopped, rows, vals, np.array(pool, np.int64), np.array(wit, np.int64), meta, feat)


def walk(
    session: Session,
    prices: Prices,
    plan: Plan,
    top: Band,
    target: Cell | None = None,
    rng: random.Random | None = None,
    taken: Sequence[Step] = (),
) -> Route:
    """A band path from the present position, up to the placement of ``target`` or to the end.

    Parameters
    ----------
    session : Session
        At the position behind ``taken``.
    prices, plan : Prices, Plan
    top : int
        The hardest band allowed.
    target : int, optional
        A cell; within the lowest band that has moves, one that places it comes first, and the path ends with it.
    rng : random.Random, optional
        Picks among the moves of a technique; without it the cheapest is taken.
    taken : sequence of Step
        Steps that the route begins with.
    """
    steps = list(taken)
    state = session.state
    while state.info[EMPTY] > 0 and (target is None or state.val[target] == 0):
        step = _next(session, prices, plan, top, target, rng)
        if step is None:
            break
        steps.append(step)
        session.replay(route_of([step]), 1)
    return route_of(steps, solved=bool(state.info[EMPTY] == 0))


def _next(
    session: Session, prices: Prices, plan: Plan, top: Band, target: Cell | None, rng: random.Random | None
) -> Step | None:
    chosen: Step | None = None
    band = -1
    for k in plan.path.tolist():
        if not plan.on[k] or plan.band[k] > top:
            continue
        if chosen is not None and (target is None or plan.band[k] > band):
            break
        moves = session.moves_of(prices, plan, k)
        hits = [m for m in moves if m.place is not None and m.place[0] == target]
        if hits:
            return _pick(hits, rng)
        if moves and chosen is None:
            chosen, band = _pick(moves, rng), int(plan.band[k])
    return chosen


def _pick(moves: Sequence[Step], rng: random.Random | None) -> Step:
    return rng.choice(moves) if rng is not None else min(moves, key=lambda move: move.price)


def guess(session: Session, solution: Sequence[Digit]) -> Step:
    """The guess to make at a stuck position: the right digit of the first cell with the fewest candidates."""
    state = session.state
    open_cells = [c for c in range(session.board.n) if state.val[c] == 0]
    cell = min(open_cells, key=lambda c: int(state.cand[c]).bit_count())
    return Step(GUESS, (cell, solution[cell]), (), (), empty=len(open_cells))
