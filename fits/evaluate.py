"""Evaluation on held-out puzzles, players or years, side by side with baselines.

Stage 1 and stage 2 are refitted inside every training fold; a baseline gets its monotone map there too. Puzzle figures
compare predictions with the adjusted times of a stage 1 on all rows; solve figures weight every player equally and keep
given-up rows.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from .adjust import adjust
from .adjust_result import AdjustResult
from .aggregate import AggregateTimes
from .base import rounded
from .baselines import fit_baseline, usable
from .errors import DatasetError
from .metrics import (
    LEVELS,
    crps_lognormal,
    km_coverage,
    log_scores,
    pearson,
    pit,
    player_weights,
    puzzle_metrics,
    spearman,
)
from .schemas import era_years
from .splits import Fold, Split
from .summary import Summary
from .time_model import TimeFit, TimeModelFit, shipped_model
from .two_way import AdjustConfig, Progress

RAW_MIN_PLAYERS = 20
NULL = "null (mean)"


@dataclass(frozen=True)
class EvalReport:
    """Figures of merit of a model and of baselines on one split.

    Attributes
    ----------
    table : DataFrame
        Tidy: model, metric, value, lo, hi (90 % puzzle bootstrap), diff, diff_lo, diff_hi (first model minus this one).
    coverage : DataFrame
        Kaplan–Meier coverage, rows = models, columns = nominal levels; empty for mean times.
    predictions : DataFrame
        Index puzzle_id: observed, one column per model (out of fold), fold. Empty unless puzzles were held out.
    ceiling : float
        Correlation that a perfect prediction could reach, given the noise of the observed times.
    split : str
    n_puzzles, n_solves : int
    warnings : tuple of str
    """

    table: pd.DataFrame
    coverage: pd.DataFrame
    predictions: pd.DataFrame = field(repr=False)
    ceiling: float
    split: str
    n_puzzles: int
    n_solves: int
    warnings: tuple[str, ...] = ()

    def value(self, model: str, metric: str) -> float:
        """Return one figure."""
        row = self.table[(self.table["model"] == model) & (self.table["metric"] == metric)]
        if row.empty:
            raise DatasetError(f"no figure {metric!r} of {model!r}; models: {', '.join(self.table['model'].unique())}")
        return float(row["value"].iloc[0])

    def wide(self) -> pd.DataFrame:
        """Return models as rows and metrics as columns."""
        order = list(dict.fromkeys(self.table["model"]))
        metrics = list(dict.fromkeys(self.table["metric"]))
        return self.table.pivot(index="model", columns="metric", values="value").loc[order, metrics]

    def summary(self) -> Summary:
        """Return a printable table of all models and metrics."""
        head = {
            "split": self.split,
            "puzzles": f"{self.n_puzzles:,}",
            "solves": f"{self.n_solves:,}",
            "noise ceiling (r)": f"{self.ceiling:.3f}",
        }
        table = self.wide()
        if len(self.coverage):
            table = table.join(self.coverage.add_prefix("cover "))
        return Summary("Held-out evaluation", head, table, self.warnings)

    def to_json(self, path: str | Path | None = None) -> dict[str, Any]:
        """Return the report without single predictions, and write it when a path is given."""
        doc = {
            "split": self.split,
            "puzzles": self.n_puzzles,
            "solves": self.n_solves,
            "ceiling": rounded(self.ceiling),
            "table": [{k: rounded(v) for k, v in row.items()} for row in self.table.to_dict("records")],
            "coverage": {
                str(name): {str(level): rounded(share) for level, share in row.items()}
                for name, row in self.coverage.iterrows()
            },
            "warnings": list(self.warnings),
        }
        if path is not None:
            Path(path).write_text(json.dumps(doc, indent=1) + "\n", encoding="utf-8")
        return doc

    def heldout(self, model: str, shipped: str = "shipped", baseline: str | None = None) -> dict[str, dict[str, Any]]:
        """Return the provenance block "heldout": new, shipped, one baseline, and the paired interval to shipped."""
        out: dict[str, dict[str, Any]] = {}
        for metric, part in self.table.groupby("metric", sort=False):
            rows = part.set_index("model")
            if model not in rows.index:
                continue
            other = rows.loc[shipped] if shipped in rows.index else None
            base = baseline if baseline in rows.index else None
            out[str(metric)] = {
                "new": rounded(rows.loc[model, "value"]),
                "shipped": None if other is None else rounded(other["value"]),
                "baseline": None if base is None else rounded(rows.loc[base, "value"]),
                "diff_lo": None if other is None else rounded(other["diff_lo"]),
                "diff_hi": None if other is None else rounded(other["diff_hi"]),
            }
        return out


@dataclass(frozen=True)
class _Predictor:
    """Predicts log minutes and their standard deviation for one solve of an unseen puzzle."""

    name: str
    predict: Callable[[pd.DataFrame], pd.Series]
    sd: float


def evaluate(
    model: TimeFit | TimeModelFit | None,
    data: pd.DataFrame | AggregateTimes,
    features: pd.DataFrame,
    split: Split,
    baselines: str | tuple[str, ...] = "all",
    *,
    bootstrap: int = 200,
    seed: int = 0,
    config: AdjustConfig | None = None,
    progress: Progress | None = None,
) -> EvalReport:
    """Compare a model with baselines on held-out data.

    Parameters
    ----------
    model : TimeFit or TimeModelFit or None
        What to refit in each fold; None evaluates baselines only.
    data : DataFrame or AggregateTimes
        Screened solves (the `kept` table of `fits.screen`), or mean times.
    features : DataFrame
        Indexed by puzzle_id; baselines use the columns they know.
    split : Split
        `fits.by_puzzle(5, seed=1)`, `fits.by_player(5)` or `fits.last_year()`.
    baselines : "all", "none", or names
    bootstrap : int
        Resamples of puzzles for the intervals.
    seed : int
        For the bootstrap and the player halves of the noise ceiling.
    config : AdjustConfig, optional
        Stage 1 settings.
    progress : callable, optional
        Called as `progress(stage, done, total)`.

    Returns
    -------
    EvalReport
    """
    fitter = TimeModelFit(model.config) if isinstance(model, TimeFit) else model
    features = features.set_axis(pd.Index(features.index.astype("object"), name="puzzle_id"))
    solves = None if isinstance(data, AggregateTimes) else data
    whole = data if isinstance(data, AggregateTimes) else adjust(data, config=config)
    observed = whole.puzzles.set_axis(pd.Index(whole.puzzles.index.astype("object"), name="puzzle_id"))
    features = features[features.index.isin(observed.index)]
    folds = split.make(features, solves)
    puzzle_parts, solve_parts = [], []
    for i, fold in enumerate(folds):
        train = _train(data, fold, config)
        predictors = _fit_all(fitter, train, features, baselines)
        if split.unseen_puzzles:
            puzzle_parts.append(_predict_puzzles(predictors, features.loc[fold.test_puzzles], observed, fold))
        if solves is not None and fold.test_rows is not None and isinstance(train, AdjustResult):
            solve_parts.append(_predict_solves(predictors, solves[fold.test_rows], features, train))
        if progress:
            progress("evaluate", i + 1, len(folds))
    predictions = pd.concat(puzzle_parts) if puzzle_parts else pd.DataFrame()
    rows = pd.concat(solve_parts, ignore_index=True) if solve_parts else pd.DataFrame()
    table, coverage = _figures(predictions, rows, _raw_medians(data), bootstrap, seed)
    return EvalReport(
        table=table,
        coverage=coverage,
        predictions=predictions,
        ceiling=noise_ceiling(data, seed, config),
        split=split.name,
        n_puzzles=len(predictions) if len(predictions) else features.index.size,
        n_solves=len(rows) // max(rows["model"].nunique(), 1) if len(rows) else 0,
        warnings=whole.warnings,
    )


def noise_ceiling(data: pd.DataFrame | AggregateTimes, seed: int = 0, config: AdjustConfig | None = None) -> float:
    """Return the correlation a perfect predictor of puzzle times would reach.

    Single solves: puzzle times from two halves of the players, Spearman–Brown, square root; nan for a single player.
    Mean times: from the noise.
    """
    if isinstance(data, AggregateTimes):
        total = float(data.puzzles["b"].var())
        return math.sqrt(max(1.0 - float((data.puzzles["se"] ** 2).mean()) / total, 0.0))
    from .screening import components

    player, names = pd.factorize(data["player_id"].astype("object"), sort=True)
    if len(names) < 2:
        return math.nan
    half = np.random.default_rng(seed).permutation(len(names)) % 2
    parts = []
    for k in (0, 1):
        part = data[half[player] == k]
        codes = [pd.factorize(part[name].astype("object"), sort=True)[0] for name in ("player_id", "puzzle_id")]
        label = components(*codes)
        parts.append(adjust(part[label == np.argmax(np.bincount(label))], config=config).puzzles["b"])
    both = pd.concat(parts, axis=1, join="inner").to_numpy()
    r = pearson(both[:, 0], both[:, 1])
    return math.sqrt(max(2 * r / (1 + r), 0.0)) if math.isfinite(r) else math.nan


def figures_of(predictions: pd.DataFrame, bootstrap: int = 200, seed: int = 0) -> pd.DataFrame:
    """Return the tidy table of puzzle figures.

    Parameters
    ----------
    predictions : DataFrame
        Index puzzle_id: observed, fold, one column per model, the first of them the one others are compared with.
    bootstrap, seed : int
        Resamples of puzzles.
    """
    none = pd.Series(dtype="float64")
    return _figures(predictions, pd.DataFrame(), none, bootstrap, seed)[0]


def _train(
    data: pd.DataFrame | AggregateTimes, fold: Fold, config: AdjustConfig | None
) -> AdjustResult | AggregateTimes:
    if isinstance(data, AggregateTimes):
        return data.subset(fold.train_puzzles)
    from .screening import components

    rows = data[fold.train_rows]
    codes = [pd.factorize(rows[name].astype("object"), sort=True)[0] for name in ("player_id", "puzzle_id")]
    label = components(*codes)
    return adjust(rows[label == np.argmax(np.bincount(label))], config=config)


def _fit_all(
    fitter: TimeModelFit | None,
    train: AdjustResult | AggregateTimes,
    features: pd.DataFrame,
    baselines: str | tuple[str, ...],
) -> list[_Predictor]:
    predictors = []
    if fitter is not None:
        fit = fitter.fit(train, features)
        predictors.append(_Predictor("model", fit.predict, fit.predict_sd()))
    if fitter is not None and shipped_model():
        predictors.append(_shipped())
    puzzles = train.puzzles.set_axis(pd.Index(train.puzzles.index.astype("object")))
    known = features[features.index.isin(puzzles.index)]
    b = puzzles["b"].reindex(known.index)
    se = puzzles["se"].reindex(known.index).to_numpy()
    weight = 1.0 / (0.03 + se**2)
    mean = float(np.average(b, weights=weight))
    spread = math.hypot(train.spread_sigma, float(b.std()))
    predictors.append(_Predictor(NULL, lambda rows: pd.Series(mean, index=rows.index), spread))
    for baseline in usable(features, baselines):
        fitted = fit_baseline(baseline, known, b, weight)
        predictors.append(_Predictor(baseline.name, fitted.predict, math.hypot(train.spread_sigma, fitted.sd)))
    return predictors


def _shipped() -> _Predictor:
    doc = shipped_model()
    flat = {f"time.{key}": float(value) for key, value in doc.items() if isinstance(value, (int, float))}
    flat |= {f"time.geometry.{key}": float(value) for key, value in doc["geometry"].items()}
    none = pd.Series(dtype="float64")
    fit = TimeFit("time", 0, True, pd.Series(flat), pd.DataFrame(), none, none, none)
    return _Predictor("shipped", fit.predict, fit.predict_sd())


def _predict_puzzles(
    predictors: list[_Predictor], rows: pd.DataFrame, observed: pd.DataFrame, fold: Fold
) -> pd.DataFrame:
    table = pd.DataFrame({"observed": observed["b"].reindex(rows.index), "fold": fold.name})
    return table.assign(**{predictor.name: predictor.predict(rows) for predictor in predictors})


def _predict_solves(
    predictors: list[_Predictor], solves: pd.DataFrame, features: pd.DataFrame, train: AdjustResult
) -> pd.DataFrame:
    """Return one row per test solve and model: log score, CRPS and PIT.

    Era and practice, known before the solve, are taken off with the training estimates: the prediction is for today.
    """
    solves = solves[solves["puzzle_id"].astype("object").isin(features.index)]
    puzzle = pd.Index(solves["puzzle_id"].astype("object"))
    era = np.minimum(era_years(solves["started_at"], pd.Timestamp(train.era_ref, tz="UTC")), 0.0)
    y = solves["log_min"].to_numpy() - train.era_effect(era) - train.practice_effect(solves["n_prev"].to_numpy())
    censored = (solves["status"].astype("object") != "solved").to_numpy()
    player = solves["player_id"].astype("object").to_numpy()
    parts = []
    for predictor in predictors:
        centre = predictor.predict(features).reindex(puzzle).to_numpy()
        sd = np.full(len(y), predictor.sd)
        parts.append(
            pd.DataFrame(
                {
                    "model": predictor.name,
                    "puzzle_id": puzzle,
                    "player_id": player,
                    "censored": censored,
                    "log_score": log_scores(y, centre, sd, censored),
                    "crps": np.where(censored, np.nan, crps_lognormal(y, centre, sd)),
                    "pit": pit(y, centre, sd),
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def _raw_medians(data: pd.DataFrame | AggregateTimes) -> pd.Series:
    """Raw median log minutes of puzzles with at least 20 finished solves; empty for mean times."""
    if isinstance(data, AggregateTimes):
        return pd.Series(dtype="float64")
    solved = data[(data["status"].astype("object") == "solved").to_numpy()]
    groups = solved.groupby(solved["puzzle_id"].astype("object"))["log_min"]
    return groups.median()[groups.size() >= RAW_MIN_PLAYERS]


def _figures(
    predictions: pd.DataFrame, rows: pd.DataFrame, raw: pd.Series, bootstrap: int, seed: int
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Compute every metric on the data and on puzzle resamples; the same resamples for all models."""
    point, draws = {}, {}
    if len(predictions):
        rng = np.random.default_rng([seed, 1])
        picks = [rng.integers(0, len(predictions), len(predictions)) for _ in range(bootstrap)]
        observed = predictions["observed"].to_numpy()
        medians = raw.reindex(predictions.index).to_numpy()
        for name in predictions.columns.drop(["observed", "fold"]):
            values = predictions[name].to_numpy()
            point[name] = _puzzle_figures(observed, values, medians)
            draws[name] = [_puzzle_figures(observed[i], values[i], medians[i]) for i in picks]
    coverage = pd.DataFrame()
    if len(rows):
        _add_solve_figures(rows, point, draws, bootstrap, seed)
        coverage = _coverage(rows)
    return _tidy(point, draws), coverage


def _puzzle_figures(observed: np.ndarray, values: np.ndarray, medians: np.ndarray) -> dict[str, float]:
    out = puzzle_metrics(observed, values)
    seen = np.isfinite(medians)
    if seen.sum() >= 10:
        out["pearson_raw"] = pearson(values[seen], medians[seen])
        out["spearman_raw"] = spearman(values[seen], medians[seen])
    return out


def _add_solve_figures(
    rows: pd.DataFrame,
    point: dict[str, dict[str, float]],
    draws: dict[str, list[dict[str, float]]],
    bootstrap: int,
    seed: int,
) -> None:
    """Add player-weighted log score and CRPS; resampling puzzles resamples their solves."""
    puzzle, names = pd.factorize(rows["puzzle_id"])
    rng = np.random.default_rng([seed, 2])
    counts = [np.bincount(rng.integers(0, len(names), len(names)), minlength=len(names)) for _ in range(bootstrap)]
    for name, part in rows.groupby("model", sort=False):
        code = puzzle[part.index]
        weight = player_weights(part["player_id"].to_numpy().astype(str))
        sums = {}
        for metric in ("log_score", "crps"):
            value = part[metric].to_numpy()
            use = np.isfinite(value)
            top = np.bincount(code[use], weights=(weight * value)[use], minlength=len(names))
            bottom = np.bincount(code[use], weights=weight[use], minlength=len(names))
            sums[metric] = (top, bottom)
        whole = {metric: float(top.sum() / bottom.sum()) for metric, (top, bottom) in sums.items()}
        point.setdefault(str(name), {}).update(whole)
        own = draws.setdefault(str(name), [{} for _ in counts])
        for target, count in zip(own, counts, strict=True):
            target.update({m: float((top @ count) / (bottom @ count)) for m, (top, bottom) in sums.items()})


def _coverage(rows: pd.DataFrame) -> pd.DataFrame:
    shares = {}
    for name, part in rows.groupby("model", sort=False):
        weight = player_weights(part["player_id"].to_numpy().astype(str))
        shares[str(name)] = km_coverage(part["pit"].to_numpy(), part["censored"].to_numpy(), weight)
    return pd.DataFrame.from_dict(shares, orient="index", columns=[f"p{level * 100:g}" for level in LEVELS])


def _tidy(point: dict[str, dict[str, float]], draws: dict[str, list[dict[str, float]]]) -> pd.DataFrame:
    first = next(iter(point))
    out = []
    for name, figures in point.items():
        for metric, value in figures.items():
            sample = np.array([draw[metric] for draw in draws[name]])
            paired = np.array([draw[metric] for draw in draws[first]]) - sample
            lo, hi = _ends(sample)
            diff_lo, diff_hi = _ends(paired)
            out.append(
                {
                    "model": name,
                    "metric": metric,
                    "value": value,
                    "lo": lo,
                    "hi": hi,
                    "diff": point[first][metric] - value,
                    "diff_lo": diff_lo,
                    "diff_hi": diff_hi,
                }
            )
    return pd.DataFrame(out)


def _ends(sample: np.ndarray) -> tuple[float, float]:
    """5 % and 95 % points; nan without resamples (or when a resample had none of the needed puzzles)."""
    good = sample[np.isfinite(sample)]
    return (float(np.quantile(good, 0.05)), float(np.quantile(good, 0.95))) if len(good) else (math.nan, math.nan)
