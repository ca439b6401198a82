"""Uncertainty of the time model when players and puzzles are both drawn at random.

Each draw gives every player and every puzzle an independent exponential weight, and a solve the product of its two
(Bayesian pigeonhole bootstrap: Owen 2007; Owen & Eckles 2012). Stage 1 is solved again with those weights, two robust
rounds from the estimate, then the reference player, the unit and the curve. Robust weights must be refreshed: with
frozen ones practice comes out a third too certain. The product of weights overstates the error of a mean over rows a
little, never understates it.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from . import _kernels
from .adjust import design_of
from .adjust_result import MIN_ACTIVE, AdjustResult
from .errors import DatasetError
from .time_curve import HUBER, CurveData, curve
from .time_model import Prepared, TimeFit, prepare
from .two_way import AdjustConfig, Design, Progress, conjugate_gradients, mills

ROBUST_ROUNDS = 2
CG_TOLERANCE = 1e-6
CURVE_STEPS = 6


def pigeonhole(
    solves: pd.DataFrame,
    adjusted: AdjustResult,
    features: pd.DataFrame,
    fit: TimeFit,
    draws: int = 50,
    *,
    config: AdjustConfig | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Estimates of the time model under random weights of players and puzzles.

    Parameters
    ----------
    solves : DataFrame
        The screened table behind `adjusted`.
    adjusted : AdjustResult
    features : DataFrame
        As given to the fit.
    fit : TimeFit
        Fitted to `adjusted` and `features`.
    draws : int
        At least 2.
    config : AdjustConfig, optional
        Settings of stage 1.
    seed : int
    progress : callable, optional
        Called as `progress(stage, done, total)`.

    Returns
    -------
    DataFrame
        One row per draw: the parameters of `fit` from time.const to time.t0, time.minutes_per_unit, practice.

    Raises
    ------
    DatasetError
        For fewer than 2 draws, or solves other than those that were adjusted.
    """
    if draws < 2:
        raise DatasetError(f"bootstrap: {draws} draws tell no spread; ask for 2 or more, 50 are usual")
    config = config or AdjustConfig()
    design = design_of(solves, adjusted)
    unit = fit.config.minutes_per_unit or adjusted.minutes_per_unit
    prepared = prepare(adjusted.puzzles, features, unit, fit.config)
    rows = []
    for k, stream in enumerate(np.random.SeedSequence(seed).spawn(draws)):
        rng = np.random.default_rng(stream)
        weights = rng.exponential(size=len(adjusted.players)), rng.exponential(size=len(adjusted.puzzles))
        b, new_unit, practice = _stage_1(design, adjusted, weights, config)
        if fit.config.minutes_per_unit is not None:
            new_unit = unit
        values = _stage_2(prepared, fit, pd.Series(b, index=adjusted.puzzles.index), new_unit, weights[1], rng)
        rows.append(pd.concat([values, pd.Series({"time.minutes_per_unit": new_unit, "practice": practice})]))
        if progress:
            progress("bootstrap", k + 1, draws)
    return pd.DataFrame(rows)


def _stage_1(
    design: Design, adjusted: AdjustResult, weights: tuple[np.ndarray, np.ndarray], config: AdjustConfig
) -> tuple[np.ndarray, float, float]:
    """Adjusted log times, unit and practice of one draw."""
    of_player, of_puzzle = weights
    drawn = of_player[design.player] * of_puzzle[design.puzzle]
    sigma, cens = adjusted.sigma, design.censored
    robust = adjusted.rows["weight"].to_numpy()[design.order].copy()
    fitted = adjusted.rows["fitted"].to_numpy()[design.order].copy()
    slopes = adjusted.era["slope"].to_numpy() if len(adjusted.era) else np.zeros(0)
    v = np.concatenate([adjusted.puzzles["b"].to_numpy(), slopes, [adjusted.practice]])
    target, effect = design.y.copy(), np.zeros(len(of_player))
    for _ in range(ROBUST_ROUNDS):
        target[cens] = fitted[cens] + sigma * mills((design.y[cens] - fitted[cens]) / sigma)
        weight = drawn * robust
        v, _ = conjugate_gradients(design, target, weight, v, config, CG_TOLERANCE)
        _kernels.players(target, v, weight, design.start, design.puzzle, design.x, effect, fitted)
        if config.huber is not None:
            size = np.maximum(np.abs(design.y - fitted)[~cens], 1e-12)
            robust[~cens] = np.minimum(1.0, config.huber * sigma / size)
    practice = float(v[-1])
    active = adjusted.players["active"].to_numpy()
    if active.sum() < MIN_ACTIVE:
        active = np.ones(len(of_player), bool)
    level = effect + practice * np.log1p(adjusted.players["n_last"].to_numpy(float))
    b = v[: design.n_puzzles] + weighted_median(level[active], of_player[active])
    named = np.ones(len(b), bool)
    if config.anchor is not None:
        named = adjusted.puzzles.index.astype("object").isin(config.anchor)
    return b, float(np.exp(weighted_median(b[named], of_puzzle[named]))), practice


def _stage_2(
    prepared: Prepared, fit: TimeFit, b: pd.Series, unit: float, of_puzzle: np.ndarray, rng: np.random.Generator
) -> pd.Series:
    """Parameters of one draw: robust Gauss–Newton from the estimate; the prior is a datum and is drawn, too."""
    data = prepared.data
    keys = pd.Index(b.index.astype("object"))
    at = keys.get_indexer(prepared.keys.astype("object"))
    y, mass = b.to_numpy()[at] - np.log(unit), of_puzzle[at]
    tau2 = float(fit.params["time.puzzle_sigma"]) ** 2
    has_prior = np.isfinite(data.prior_sd)
    precision = np.diag(np.where(has_prior, 1.0 / data.prior_sd**2, 0.0))
    shift = np.where(has_prior, data.prior_sd, 0.0) * rng.standard_normal(len(data.prior_sd))
    theta = prepared.start(fit.params)
    for _ in range(CURVE_STEPS):
        step = _newton(data, theta, y, mass / (tau2 + data.se**2), precision, data.prior_mean + shift)
        theta = np.clip(theta + step, data.lower, data.upper)
    return prepared.values(theta)


def _newton(
    data: CurveData, theta: np.ndarray, y: np.ndarray, mass: np.ndarray, precision: np.ndarray, prior: np.ndarray
) -> np.ndarray:
    """One step; ``mass`` = weight of a puzzle over its variance."""
    model, jac = curve(theta, data.z, data.offset)
    size = np.abs(y - model)
    limit = HUBER * 1.4826 * float(np.median(size))
    weight = mass * np.minimum(1.0, limit / np.maximum(size, 1e-12))
    left = jac.T @ (jac * weight[:, None]) + precision
    return np.asarray(np.linalg.solve(left, jac.T @ (weight * (y - model)) + precision @ (prior - theta)))


def weighted_median(values: np.ndarray, weight: np.ndarray) -> float:
    """The value at which half of the weight is reached."""
    order = np.argsort(values, kind="stable")
    total = np.cumsum(weight[order])
    return float(values[order][np.searchsorted(total, 0.5 * total[-1])])
