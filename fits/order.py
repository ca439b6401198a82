"""Order and error on real times: the card's prediction and every baseline on the same held-out puzzles.

In each fold everything is fitted on the training puzzles alone: prices (their own routes), time model, score map. The
map is anchored on rated puzzles without times. A fold's held-out puzzles get the difficulty and the time that a card
under the fold's model would show, unrounded.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from pencilmark.puzzle import Puzzle

from .aggregate import AggregateTimes
from .base import rounded
from .baselines import fit_baseline, usable
from .difficulty_map import Anchor, fit_map
from .evaluate import NULL, figures_of, noise_ceiling
from .metrics import spearman
from .rating_fit import RatingResult, raw_by_price, with_ratings
from .route_data import efforts, read_puzzles
from .route_fit import RouteConfig, RouteFit, base_model
from .splits import by_puzzle
from .summary import Summary
from .time_model import TimeConfig, TimeModelFit
from .two_way import Progress

MODEL, DIFFICULTY = "card time", "card difficulty (isotonic)"


@dataclass(frozen=True)
class OrderReport:
    """Held-out figures.

    Attributes
    ----------
    table : DataFrame
        Tidy, as in ``EvalReport``: model, metric, value, lo, hi, diff, diff_lo, diff_hi.
    predictions : DataFrame
        Index puzzle_id: observed, fold, one column per model, and ``difficulty``.
    difficulty_spearman : float
        Rank correlation of the held-out difficulties with the observed times.
    folds : DataFrame
        Fitted parameters of each fold.
    ceiling : float
        Correlation a perfect prediction could reach.
    """

    table: pd.DataFrame
    predictions: pd.DataFrame
    difficulty_spearman: float
    folds: pd.DataFrame
    ceiling: float

    def value(self, model: str, metric: str) -> float:
        """Return one figure of the table."""
        row = self.table[(self.table["model"] == model) & (self.table["metric"] == metric)]
        return float(row["value"].iloc[0])

    def wide(self) -> pd.DataFrame:
        """Return models as rows and metrics as columns."""
        order, metrics = list(dict.fromkeys(self.table["model"])), list(dict.fromkeys(self.table["metric"]))
        return self.table.pivot(index="model", columns="metric", values="value").loc[order, metrics]

    def summary(self) -> Summary:
        """Return a printable table of all models."""
        head = {
            "puzzles": f"{len(self.predictions):,}",
            "folds": str(len(self.folds)),
            "Spearman of difficulty": f"{self.difficulty_spearman:.3f}",
            "noise ceiling (r)": f"{self.ceiling:.3f}",
        }
        return Summary("Order and error on real times, held out", head, self.wide())

    def to_json(self, path: str | Path | None = None) -> dict[str, Any]:
        """Return the figures without single puzzles, and write them when a path is given."""
        doc = {
            "puzzles": len(self.predictions),
            "folds": len(self.folds),
            "ceiling": rounded(self.ceiling),
            "difficulty_spearman": rounded(self.difficulty_spearman),
            "table": [{k: rounded(v) for k, v in row.items()} for row in self.table.to_dict("records")],
        }
        if path is not None:
            Path(path).write_text(json.dumps(doc, indent=1) + "\n", encoding="utf-8")
        return doc


def order(
    times: AggregateTimes,
    anchors: tuple[Anchor, ...],
    features: pd.DataFrame,
    config: RouteConfig | None = None,
    *,
    rated: RatingResult | None = None,
    folds: int = 10,
    seed: int = 0,
    bootstrap: int = 200,
    progress: Progress | None = None,
) -> OrderReport:
    """Evaluate prices, time model, score map and baselines on held-out puzzles.

    Parameters
    ----------
    times : AggregateTimes
        With grids.
    anchors : tuple of Anchor
        Rated puzzles for the score map.
    features : DataFrame
        Index puzzle_id; ``group_key`` keeps symmetric copies in one fold, other columns feed the baselines.
    config : RouteConfig, optional
        Settings of the price fit, fixed beforehand.
    rated : RatingResult, optional
        Levels of techniques for the difficulty prices, from rated puzzles without times.
    folds, seed, bootstrap : int
    progress : callable, optional
        Called as `progress(stage, done, total)`.
    """
    config = config or RouteConfig()
    puzzles = read_puzzles([str(text) for text in times.puzzles["puzzle"]])
    features = features.reindex(times.puzzles.index)
    parts, fitted = [], []
    divisions = by_puzzle(folds, seed).make(features, None)
    for i, fold in enumerate(divisions):
        train = times.subset(fold.train_puzzles)
        rows, estimates = _fold(times, train, puzzles, anchors, config, rated)
        rows = rows.loc[fold.test_puzzles].assign(fold=fold.name)
        parts.append(rows.join(_baselines(train, features, fold.test_puzzles)))
        fitted.append(estimates.rename(fold.name))
        if progress:
            progress("folds", i + 1, len(divisions))
    predictions = pd.concat(parts)
    difficulty = predictions.pop("difficulty")
    table = figures_of(predictions, bootstrap, seed)
    found = spearman(difficulty.to_numpy(), predictions["observed"].to_numpy())
    whole = predictions.assign(difficulty=difficulty)
    return OrderReport(table, whole, found, pd.DataFrame(fitted), noise_ceiling(times, seed))


def card_features(puzzles: list[Puzzle], index: pd.Index, effort: np.ndarray) -> pd.DataFrame:
    """What the time model reads of classics, by puzzle_id."""
    cells = np.array([p.givens.count(0) for p in puzzles])
    columns = {"effort_l1": effort, "empty_cells": cells, "blob_cells": 0.0, "extra_area_pc": 0.0}
    return pd.DataFrame(columns, index=index)


def _fold(
    times: AggregateTimes,
    train: AggregateTimes,
    puzzles: list[Puzzle],
    anchors: tuple[Anchor, ...],
    config: RouteConfig,
    rated: RatingResult | None,
) -> tuple[pd.DataFrame, pd.Series]:
    """Fit on the training puzzles, predict all; the caller keeps the held-out ones."""
    index = times.puzzles.index
    mine = np.asarray(index.isin(train.puzzles.index))
    fit = RouteFit(config).fit(train, puzzles=[p for p, keep in zip(puzzles, mine, strict=True) if keep])
    model = base_model().with_overrides(fit.to_overrides())
    known = card_features(puzzles, index, efforts(puzzles, model))
    time = TimeModelFit(TimeConfig(shipped={}, median_level=True)).fit(train, known)
    model = with_ratings(model, rated) if rated else model
    difficulty = pd.Series(fit_map(anchors, model)(raw_by_price(puzzles, model)), index=index)
    b, se = train.puzzles["b"], train.puzzles["se"].to_numpy()
    frame = pd.DataFrame({"difficulty": difficulty})
    mapped = fit_baseline(_BY_DIFFICULTY, frame.loc[b.index], b, 1.0 / (0.03 + se**2))
    rows = pd.DataFrame({"observed": times.puzzles["b"], "fold": "", "difficulty": difficulty})
    return rows.assign(**{MODEL: time.predict(known), DIFFICULTY: mapped.predict(frame)}), fit.params


def _baselines(train: AggregateTimes, features: pd.DataFrame, test: pd.Index) -> pd.DataFrame:
    b = train.puzzles["b"]
    weight = 1.0 / (0.03 + train.puzzles["se"].to_numpy() ** 2)
    columns = {NULL: pd.Series(float(np.average(b, weights=weight)), index=test)}
    for baseline in usable(features):
        if baseline.name == "card difficulty":
            continue
        fitted = fit_baseline(baseline, features.loc[b.index], b, weight)
        columns[baseline.name] = fitted.predict(features.loc[test])
    return pd.DataFrame(columns)


_BY_DIFFICULTY = next(b for b in usable(pd.DataFrame({"difficulty": [0.0]})) if b.name == "card difficulty")
