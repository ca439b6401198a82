"""Runs the whole fit on simulated sets whose truth is redrawn each time, and keeps estimate, error and truth."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from fits.adjust import adjust
from fits.adjust_result import AdjustResult
from fits.screening import screen
from fits.simulate import Truth, simulate
from fits.time_model import TimeConfig, TimeModelFit
from fits.two_way import AdjustConfig

from .naive import random_effects

QUANTITIES = ("k_effort", "k_empty", "practice", "log_t0")


@dataclass
class SetResult:
    """One simulated set: (estimate, se, truth) by quantity, and single numbers by name."""

    found: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    ratio: dict[str, float] = field(default_factory=dict)
    slopes: dict[str, float] = field(default_factory=dict)
    ols_covers: bool = False
    width: float = math.nan


def draw_truth(rng: np.random.Generator) -> dict[str, float]:
    """Redraw the law of a set; const makes the median puzzle about one unit."""
    k_effort, k_empty = rng.uniform(0.4, 0.9), rng.uniform(0.3, 1.0)
    t0 = float(np.exp(rng.normal(math.log(0.12), 0.3)))
    return {
        "k_effort": k_effort,
        "k_empty": k_empty,
        "t0": t0,
        "const": math.log(1 - min(t0, 0.5)) - 5.0 * k_effort - math.log(51) * k_empty,
        "practice": rng.uniform(-0.1, 0.0),
        "residual_sigma": rng.uniform(0.28, 0.42),
        "player_sigma": rng.uniform(0.35, 0.55),
        "puzzle_sigma": rng.uniform(0.12, 0.24),
        "choice": rng.uniform(-0.3, 1.0),
        "pause_share": rng.uniform(0.0, 0.04),
        "patience_min": rng.uniform(25.0, 60.0),
    }


def run_set(seed: int, *, bad: bool = True) -> SetResult:
    """Simulate, screen, adjust, fit; with `bad`, also the estimators that must fail."""
    law = draw_truth(np.random.default_rng([seed, 7]))
    solves, puzzles, truth = simulate(20_000, 1_000, 300, seed, **law)
    kept, _ = screen(solves, puzzles)
    features = puzzles.set_index("puzzle_id")
    adjusted = adjust(kept)
    fit = TimeModelFit(TimeConfig(t0_prior=0.12, seed=seed)).fit(adjusted, features)
    reference = true_reference(truth, adjusted)
    known_t0 = truth.t0 * truth.minutes_per_unit * math.exp(reference) / adjusted.minutes_per_unit
    known = TimeModelFit(TimeConfig(t0_prior=known_t0, t0_prior_sd=1e-3, seed=seed)).fit(adjusted, features)
    true_b = truth.puzzles.loc[adjusted.puzzles.index.astype(str), "b"].to_numpy() + reference
    t0, se = float(fit.params["time.t0"]), fit.bse
    out = SetResult()
    out.found = {
        "k_effort": (float(fit.params["time.k_effort"]), float(se["time.k_effort"]), truth.k_effort),
        "k_effort_known_t0": (
            float(known.params["time.k_effort"]),
            float(known.bse["time.k_effort"]),
            truth.k_effort,
        ),
        "k_empty": (float(fit.params["time.k_empty"]), float(se["time.k_empty"]), truth.k_empty),
        "practice": (adjusted.practice, adjusted.practice_se, truth.practice),
        "log_t0": (math.log(t0), float(se["time.t0"]) / t0, math.log(known_t0)),
    }
    out.ratio = {
        "residual_sigma": adjusted.sigma / truth.residual_sigma,
        "spread_sigma": adjusted.spread_sigma / truth.spread_sigma,
        "puzzle_sigma": float(fit.params["time.puzzle_sigma"]) / truth.puzzle_sigma,
        "minutes_per_unit": adjusted.minutes_per_unit / math.exp(float(np.median(true_b))),
    }
    out.slopes["ours"] = slope(true_b, adjusted.puzzles["b"].to_numpy())
    if bad:
        _run_bad(out, kept, features, adjusted.puzzles.index, true_b, fit.bse["time.k_effort"])
    return out


def true_reference(truth: Truth, adjusted: AdjustResult) -> float:
    """True median level of the very players that form the reference in the fit."""
    names = adjusted.players.index[adjusted.players["active"]]
    number = [int(str(name)[1:]) for name in names]
    return float(np.nanmedian(truth.players["level"].to_numpy()[number]))


def slope(true: np.ndarray, found: np.ndarray) -> float:
    return float(np.polyfit(true, found, 1)[0])


def _run_bad(
    out: SetResult, kept: pd.DataFrame, features: pd.DataFrame, index: pd.Index, true_b: np.ndarray, se: float
) -> None:
    only = adjust(kept, config=AdjustConfig(censored=False)).puzzles["b"]
    out.slopes["solved_only"] = slope(true_b[index.isin(only.index)], only.to_numpy())
    solved = kept[kept["status"] == "solved"]
    player = pd.factorize(solves_id(solved, "player_id"))[0]
    puzzle = index.get_indexer(solves_id(solved, "puzzle_id"))
    y = solved["log_min"].to_numpy()
    out.slopes["blup"] = slope(true_b, random_effects(y, player, puzzle)[: len(true_b)])
    x = features.loc[index.astype(str), ["effort_l1", "empty_cells"]].to_numpy()
    x = np.column_stack([np.ones(len(x)), x[:, 0], np.log(x[:, 1])])
    projection = np.linalg.lstsq(x, true_b, rcond=None)[0][1]
    coef, *_ = np.linalg.lstsq(x[puzzle], y, rcond=None)
    residual = y - x[puzzle] @ coef
    cov = np.linalg.inv(x[puzzle].T @ x[puzzle]) * residual.var()
    out.ols_covers = bool(abs(coef[1] - projection) <= 1.96 * math.sqrt(cov[1, 1]))
    out.width = oracle_se(features, index, true_b) / float(se)


def solves_id(solves: pd.DataFrame, name: str) -> pd.Index:
    return pd.Index(solves[name].astype("object"))


def oracle_se(features: pd.DataFrame, index: pd.Index, true_b: np.ndarray) -> float:
    """Standard error of k_effort when stage 2 sees the true puzzle times."""
    from fits.aggregate import AggregateTimes

    table = pd.DataFrame({"b": true_b, "se": 1e-6, "n": 1e9}, index=index)
    times = AggregateTimes(table, math.exp(float(np.median(true_b))), noise=1e-9)
    return float(TimeModelFit(TimeConfig(t0_prior=0.12)).fit(times, features).bse["time.k_effort"])


def covered(sets: list[SetResult], name: str, *, stretch: float = 1.0, shift: float = 0.0) -> float:
    """Share of sets whose 95 % interval (error × stretch, estimate + shift × error) holds the truth."""
    hits = [
        abs(value + shift * se - truth) <= 1.96 * se * stretch for value, se, truth in (s.found[name] for s in sets)
    ]
    return float(np.mean(hits))


def relative_error(sets: list[SetResult], name: str) -> float:
    """Mean error over the mean size of the truth."""
    rows = np.array([s.found[name] for s in sets])
    return float(np.mean(rows[:, 0] - rows[:, 2]) / np.mean(np.abs(rows[:, 2])))
