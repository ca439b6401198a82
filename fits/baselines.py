"""Simple predictors of log time that the card's model has to beat.

Every baseline reads columns of the feature table, and gets its best monotone map to log time on the training folds
(isotonic regression), so that none is beaten by units alone. `add_grid_metrics` computes the columns that need only the
grid: givens, refutation and dependency (R. Pelánek, "Difficulty Rating of Sudoku Puzzles by a Computational Model",
FLAIRS 2011, and arXiv:1403.7373; own code).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.optimize import isotonic_regression
from scipy.stats import spearmanr

from . import _sisus
from .errors import DatasetError
from .two_way import Progress

RUNS, FIRST_STEPS = 30, 25


@dataclass(frozen=True)
class Baseline:
    """A named predictor.

    Attributes
    ----------
    name : str
    columns : tuple of str
        Feature columns it needs; without them it is left out.
    design : callable
        Turns those columns, shape (n, k), into regressors, shape (n, m). With m = 1 only the isotonic map is fitted;
        otherwise a linear model first.
    """

    name: str
    columns: tuple[str, ...]
    design: Callable[[np.ndarray], np.ndarray]


def _plain(x: np.ndarray) -> np.ndarray:
    return x


def _rd(x: np.ndarray) -> np.ndarray:
    return np.column_stack([np.log1p(x[:, 0]), np.log(x[:, 1])])


def _rd_empty(x: np.ndarray) -> np.ndarray:
    return np.column_stack([_rd(x), np.log(x[:, 2])])


BASELINES = (
    Baseline("givens", ("givens",), _plain),
    Baseline("ln empty", ("empty_cells",), np.log),
    Baseline("refutation", ("refutation",), _plain),
    Baseline("dependency", ("dependency",), _plain),
    Baseline("RD", ("refutation", "dependency"), _rd),
    Baseline("RD + ln empty", ("refutation", "dependency", "empty_cells"), _rd_empty),
    Baseline("SE rating", ("se_rating",), _plain),
    Baseline("SE sum", ("se_sum",), _plain),
    Baseline("Stuart sum", ("stuart_sum",), _plain),
    Baseline("hardest technique", ("hardest",), _plain),
    Baseline("band", ("band_index",), _plain),
    Baseline("card difficulty", ("difficulty",), _plain),
)


@dataclass(frozen=True)
class FittedBaseline:
    """A baseline with its map to log minutes.

    Attributes
    ----------
    coef : ndarray
        Linear part (empty for one regressor).
    sign : float
        +1 when larger means slower.
    knots, values : ndarray
        The isotonic map, linear between knots and flat outside.
    sd : float
        Residual standard deviation on the training puzzles.
    """

    baseline: Baseline
    coef: np.ndarray
    sign: float
    knots: np.ndarray
    values: np.ndarray
    sd: float

    def predict(self, features: pd.DataFrame) -> pd.Series:
        """Return predicted log minutes, one per row of `features`."""
        score = self.sign * _score(self.baseline, features, self.coef)
        return pd.Series(np.interp(score, self.knots, self.values), index=features.index)


def fit_baseline(baseline: Baseline, features: pd.DataFrame, b: pd.Series, weight: np.ndarray) -> FittedBaseline:
    """Fit one baseline to log minutes of training puzzles (`features` and `b` share their order)."""
    design = baseline.design(features[list(baseline.columns)].to_numpy(dtype=np.float64))
    y = b.to_numpy()
    coef = np.empty(0)
    if design.shape[1] > 1:
        root = np.sqrt(weight)[:, None]
        full = np.column_stack([np.ones(len(y)), design])
        coef = np.linalg.lstsq(full * root, y * root[:, 0], rcond=None)[0][1:]
    score = _score(baseline, features, coef)
    order = 1.0 if np.ptp(score) == 0 or spearmanr(score, y).statistic >= 0 else -1.0
    knots, first = np.unique(order * score, return_inverse=True)
    mass = np.bincount(first, weights=weight)
    mean = np.bincount(first, weights=weight * y) / mass
    values = np.asarray(isotonic_regression(mean, weights=mass).x)
    left = y - values[first]
    return FittedBaseline(baseline, coef, order, knots, values, float(np.sqrt(np.average(left**2, weights=weight))))


def usable(features: pd.DataFrame, wanted: str | tuple[str, ...] = "all") -> tuple[Baseline, ...]:
    """Return the baselines whose columns are present and complete; unknown names are an error."""
    if isinstance(wanted, str) and wanted not in ("all", "none"):
        wanted = (wanted,)
    names = [baseline.name for baseline in BASELINES]
    if not isinstance(wanted, str):
        for name in wanted:
            if name not in names:
                raise DatasetError(f"baseline {name!r} is unknown; use {', '.join(names)}")
    return tuple(
        baseline
        for baseline in BASELINES
        if (wanted == "all" or (wanted != "none" and baseline.name in wanted))
        and all(column in features.columns and features[column].notna().all() for column in baseline.columns)
    )


def _score(baseline: Baseline, features: pd.DataFrame, coef: np.ndarray) -> np.ndarray:
    design = baseline.design(features[list(baseline.columns)].to_numpy(dtype=np.float64))
    return np.asarray(design @ coef if len(coef) else design[:, 0])


def add_grid_metrics(
    features: pd.DataFrame, *, runs: int = RUNS, k: int = FIRST_STEPS, seed: int = 0, progress: Progress | None = None
) -> pd.DataFrame:
    """Return the table with givens, empty_cells, refutation, dependency and stuck added from its `puzzle` column.

    Parameters
    ----------
    features : DataFrame
        Column puzzle: 81 characters, "." or "0" for an empty cell.
    runs, k : int
        Random runs to average; first steps that count for dependency.
    seed : int
        Each grid gets its own stream from this seed and its characters, so the order of rows does not matter.
    progress : callable, optional
        Called as `progress(stage, done, total)`.

    Raises
    ------
    DatasetError
        When a grid is not a solvable classic 9×9.
    """
    if "puzzle" not in features.columns:
        raise DatasetError("features: column puzzle is missing; the grid metrics need 81 characters per puzzle")
    rows = []
    for i, text in enumerate(features["puzzle"].astype("object")):
        rows.append(grid_metrics(str(text), runs=runs, k=k, seed=seed, row=i + 1))
        if progress and (i % 20 == 19 or i + 1 == len(features)):
            progress("grid metrics", i + 1, len(features))
    columns = ["givens", "empty_cells", "refutation", "dependency", "stuck"]
    table = pd.DataFrame(rows, columns=columns, index=features.index)
    return features.drop(columns=columns, errors="ignore").join(table)


def is_classic(puzzles: pd.Series) -> pd.Series:
    """Return which entries are 81 characters of digits and "."."""
    return puzzles.astype("object").fillna("").astype(str).str.fullmatch(r"[0-9.]{81}")


def grid_metrics(
    grid: str, *, runs: int = RUNS, k: int = FIRST_STEPS, seed: int = 0, row: int = 1
) -> tuple[float, float, float, float, float]:
    """Return (givens, empty cells, mean refutation sum, mean choices in the first k steps, mean stuck points).

    Refutation sum: where no single is left, the number of singles needed to contradict the wrong digits of the cheapest
    cell, summed over the solve. Dependency: how many singles are open at a step, averaged over the first k steps.
    """
    if len(grid) != 81 or any(c not in "0123456789." for c in grid):
        raise DatasetError("grid metrics need 81 characters, digits and '.'; leave other puzzles out", [row])
    digits = np.array([0 if c in ".0" else int(c) for c in grid], dtype=np.int64)
    givens = np.where(digits > 0, 1 << np.maximum(digits - 1, 0), 0)
    found, solution = _sisus.solve(givens, _sisus.UNITS)
    if not found:
        raise DatasetError("grid metrics: this grid has no solution; remove it", [row])
    stream = np.random.default_rng([seed, *digits.tolist()]).integers(0, 2**63, size=1).astype(np.uint64)
    results = np.array([_sisus.one_run(givens, solution, k, stream, _sisus.UNITS) for _ in range(runs)])
    mean = results.mean(axis=0)
    n_given = float((digits > 0).sum())
    return n_given, 81.0 - n_given, float(mean[0]), float(mean[1]), float(mean[2])
