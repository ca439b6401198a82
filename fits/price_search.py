"""The loops of the price fit: minimise at fixed walks, walk again at the new prices, choose the penalty.

Prices decide the routes, and routes what the data say about prices, so full steps go back and forth for ever. Steps
shrink from round to round, puzzles that were held out judge each round on their new routes, and the best round is
kept, not the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import pandas as pd
from scipy.optimize import least_squares

from pencilmark.puzzle import Puzzle

from .price_config import PriceConfig
from .route_data import GROUPS, Walks, merged, walk
from .route_fit import NAMES, NUISANCE, SINGLE_NAMES, Loss, Ridge, base_model, overrides, pseudo_huber
from .time_curve import paule_mandel
from .two_way import Progress

INNER = 5
"""Evaluations of one minimisation at fixed walks: the start and four Gauss–Newton steps."""
FIRST_TAU = 0.17


@dataclass(frozen=True)
class Sample:
    """Puzzles of a price fit: canonical form, log time b with its standard error, further columns, fold."""

    puzzles: Sequence[Puzzle]
    b: np.ndarray
    se: np.ndarray
    extra: np.ndarray
    fold: np.ndarray

    def weight(self, tau: float) -> np.ndarray:
        """1 / standard deviation of each puzzle."""
        return np.asarray(1.0 / np.sqrt(tau**2 + self.se**2))

    def walked(self, theta: np.ndarray, walks: int, progress: Progress | None = None) -> Walks:
        """Walks of all puzzles at the prices ``theta``."""
        return walk(self.puzzles, base_model().with_overrides(overrides(theta[: len(NAMES)])), walks, progress)


@dataclass(frozen=True)
class Round:
    """State after a round: parameters, their loss with the walks made at them."""

    x: np.ndarray
    loss: Loss
    walks: Walks


@dataclass(frozen=True)
class Search:
    """Result of the loop: the best round, one row per round, τ."""

    best: Round
    rounds: pd.DataFrame
    tau: float


def minimise(
    loss: Loss, x: np.ndarray, basis: np.ndarray, bounds: tuple[np.ndarray, np.ndarray], evaluations: int = INNER
) -> tuple[np.ndarray, int]:
    """Lower the loss from ``x`` along the columns of ``basis``, inside bounds; the new place and SciPy's status."""
    low, high = bounds
    inside = basis > 0
    x = np.where(inside.any(axis=1), np.clip(x, low + 1e-6, high - 1e-6), x)
    room_low = np.array([(low - x)[rows].max() for rows in inside.T])
    room_high = np.array([(high - x)[rows].min() for rows in inside.T])

    def residual(u: np.ndarray) -> np.ndarray:
        return loss.residual(x + basis @ u)

    def jacobian(u: np.ndarray) -> np.ndarray:
        return np.asarray(loss.jacobian(x + basis @ u) @ basis)

    found = least_squares(
        residual, np.zeros(basis.shape[1]), jacobian, bounds=(room_low, room_high), xtol=1e-6, ftol=1e-7,
        max_nfev=evaluations,
    )  # fmt: skip
    return x + basis @ found.x, int(found.status)


def search(
    sample: Sample, start: np.ndarray, ridge: Ridge, config: PriceConfig, walks: Walks, progress: Progress | None = None
) -> Search:
    """Run the loop from ``start`` (in the order of ``config.parameters``); fold 1 is held out and picks the round."""
    names = len(NAMES)
    full, nuisance = config.basis(np.ones(len(start), bool)), config.basis(np.zeros(len(start), bool))
    train, bounds = sample.fold != 0, config.bounds()
    now = _first(sample, start, ridge, walks, train)
    tau = config.tau or _tau(sample, now, full, bounds, train)
    weight = sample.weight(tau)
    now, held = _judged(now, weight, train, nuisance, bounds)
    path = [
        {"round": 0, "held_out": held, "train": _mean(now, weight, train), "step": 0.0, "churn": 0.0, "walked": 1.0}
    ]
    best, best_held, idle = now, held, 0
    since = np.zeros(len(sample.b))
    for number in range(config.rounds):
        wanted, _ = minimise(now.loss, now.x, full, bounds)
        step = (wanted - now.x) / (1 + number / 3)
        priced = np.r_[0:names, names + len(NUISANCE) : len(step)]
        step[priced] = np.clip(step[priced], -config.largest_move, config.largest_move)
        moved = float(np.abs(step[priced]).max())
        since += moved
        again = (since > config.still) | (now.walks.margin <= 2 * since)
        new = _walked(sample, now, now.x + step, np.flatnonzero(again), ridge)
        since[again] = 0.0
        churn = float(np.mean([a != b for a, b in zip(now.walks.routes, new.walks.routes, strict=True)]))
        now, held = _judged(new, weight, train, nuisance, bounds)
        path.append({"round": number + 1, "held_out": held, "train": _mean(now, weight, train), "step": moved,
                     "churn": churn, "walked": float(again.mean())})  # fmt: skip
        idle = 0 if held < best_held * (1 - config.least_gain) else idle + 1
        if held < best_held:
            best, best_held = now, held
        if progress:
            progress("rounds", number + 1, config.rounds)
        if idle >= config.patience:
            break
    if progress:
        progress("rounds", config.rounds, config.rounds)
    return Search(best, pd.DataFrame(path).set_index("round"), tau)


def _first(sample: Sample, start: np.ndarray, ridge: Ridge, walks: Walks, train: np.ndarray) -> Round:
    theta = start[: len(NAMES)]
    loss = Loss(walks, sample.b, sample.weight(FIRST_TAU) * train, theta, ridge, sample.extra)
    x = loss.start(theta)
    x[len(NAMES) + len(NUISANCE) :] = start[len(NAMES) :]
    return Round(x, loss, walks)


def _tau(
    sample: Sample, now: Round, basis: np.ndarray, bounds: tuple[np.ndarray, np.ndarray], train: np.ndarray
) -> float:
    """τ after a first minimisation on the training puzzles."""
    x, _ = minimise(now.loss, now.x, basis, bounds)
    return tau_of(sample, now.loss, x, basis.shape[1], train)


def tau_of(sample: Sample, loss: Loss, x: np.ndarray, parameters: int, rows: np.ndarray) -> float:
    """Paule–Mandel τ of the residuals at ``x``; at least 0.02, so that no puzzle weighs without limit."""
    residual = loss.weighed(np.ones(len(rows))).standardised(x)
    return max(float(np.sqrt(paule_mandel(residual[rows], sample.se[rows], parameters))), 0.02)


def _walked(sample: Sample, now: Round, x: np.ndarray, rows: np.ndarray, ridge: Ridge) -> Round:
    """The state at new prices: the puzzles ``rows`` walked again, the others as they were."""
    names = len(NAMES)
    model = base_model().with_overrides(overrides(x[:names]))
    walks = now.walks
    shift = (x - now.x)[len(SINGLE_NAMES) : len(SINGLE_NAMES) + len(GROUPS)]
    if len(rows) == len(sample.b):
        walks = walk(sample.puzzles, model, walks.walks)
    else:
        fresh = walk([sample.puzzles[i] for i in rows], model, walks.walks) if len(rows) else None
        walks = merged(walks, fresh, rows, shift) if fresh else replace(walks, beyond=_shifted(walks.beyond, shift))
    loss = Loss(walks, sample.b, now.loss.weight, x[:names], ridge, sample.extra)
    return Round(x, loss, walks)


def _shifted(beyond: np.ndarray, shift: np.ndarray) -> np.ndarray:
    beyond = beyond.copy()
    beyond[:, 2] *= np.exp(shift[beyond[:, 3].astype(np.int64)])
    return beyond


def _judged(
    state: Round, weight: np.ndarray, train: np.ndarray, nuisance: np.ndarray, bounds: tuple[np.ndarray, np.ndarray]
) -> tuple[Round, float]:
    """The state with slope and levels fitted to the training puzzles, and the loss of the held-out ones."""
    loss = state.loss.weighed(weight * train)
    x, _ = minimise(loss, state.x, nuisance, bounds)
    now = Round(x, loss, state.walks)
    return now, _mean(now, weight, ~train)


def _mean(state: Round, weight: np.ndarray, rows: np.ndarray) -> float:
    return float(pseudo_huber(state.loss.weighed(weight).standardised(state.x)[rows]).mean())


def penalty_path(sample: Sample, start: np.ndarray, config: PriceConfig, progress: Progress | None) -> pd.DataFrame:
    """Held-out loss of every penalty of the grid, routes as at the start.

    Returns
    -------
    DataFrame
        prices, groups (factors on the prior standard deviations), held_out (mean loss), excess (over the best), se (of
        the excess, over puzzles), evidence (Laplace approximation of the log marginal likelihood), chosen. Chosen is
        the strongest penalty whose excess is within one standard error of 0.
    """
    train, bounds, full = np.ones(len(sample.b), bool), config.bounds(), config.basis(np.ones(len(start), bool))
    walks = sample.walked(start, config.cv_walks)
    widest = max(config.shrink_grid)
    loose = config.ridge(start, (widest, widest))
    now = _first(sample, start, loose, walks, train)
    weight = sample.weight(config.tau or _tau(sample, now, full, bounds, train))
    grid = list(product(config.shrink_grid, config.shrink_grid))
    losses, evidence = np.zeros((len(grid), len(sample.b))), []
    for k, shrink in enumerate(grid):
        ridge = config.ridge(start, shrink)
        for fold in range(config.folds):
            held = sample.fold == fold
            x, _ = minimise(now.loss.weighed(weight * ~held, ridge), now.x, full, bounds)
            losses[k, held] = pseudo_huber(now.loss.weighed(weight).standardised(x)[held])
        evidence.append(_evidence(now.loss.weighed(weight, ridge), now.x, full, bounds))
        if progress:
            progress("penalty", k + 1, len(grid))
    mean = losses.mean(axis=1)
    excess = losses - losses[int(np.argmin(mean))]
    table = pd.DataFrame(grid, columns=["prices", "groups"]).assign(
        held_out=mean, excess=excess.mean(axis=1), se=excess.std(axis=1, ddof=1) / np.sqrt(len(sample.b)),
        evidence=evidence, chosen=False,
    )  # fmt: skip
    good = table[table["excess"] <= table["se"]]
    best = (good["prices"] * good["groups"]).to_numpy()
    first = good.index[np.lexsort((good["held_out"].to_numpy(), best))[0]]
    table.loc[first, "chosen"] = True
    return table


def _evidence(loss: Loss, x: np.ndarray, basis: np.ndarray, bounds: tuple[np.ndarray, np.ndarray]) -> float:
    """−loss − ½ ln det(Hessian) + ½ ln det(prior precision) at the minimum; constants left out."""
    x, _ = minimise(loss, x, basis, bounds)
    jac = loss.jacobian(x) @ basis
    _, curved = np.linalg.slogdet(jac.T @ jac)
    return float(-0.5 * np.sum(loss.residual(x) ** 2) - 0.5 * curved - np.log(loss.ridge.spread).sum())
