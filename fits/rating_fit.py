"""Difficulty prices beyond singles: what published ratings of whole puzzles say about single techniques.

    price(t) = P · exp(steep · (level(t) − L)),    P, L: price and level of pointing; levels as Sudoku Explainer's

Solving times hardly reach there: nine of ten puzzles that people were timed on need singles only. Published ratings
begin where those end, so the difficulty of a step beyond singles is taken from them, its time from people.

Levels start at published ratings of single techniques (``config/technique_ratings.csv``, ``config/rated_levels.csv``;
HoDoKu's points where Sudoku Explainer has no value). A puzzle's rating is that of its hardest step, and people have
techniques that the rating program lacks, so levels of techniques that occur often are moved, one chip code at a time,
where that brings raw scores of rated puzzles nearer to the order of their ratings. Half of the puzzles are kept back
to tell whether that holds.
"""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from pencilmark.card_score import log_effort
from pencilmark.engine.session import open_session, switches_for
from pencilmark.grader_model import GraderModel
from pencilmark.puzzle import Puzzle
from pencilmark.tables import shapes

from .base import rounded
from .errors import FitError
from .metrics import spearman
from .price_prior import SINGLES, price_prior
from .route_data import read_puzzles
from .two_way import Progress

LEVELS = Path(__file__).parent / "config" / "rated_levels.csv"
BASE = "Pointing"
"""The technique whose price stays as people's times have it."""


@dataclass(frozen=True)
class RatingConfig:
    """Settings of the search.

    Attributes
    ----------
    low, high : float
        Range of ratings that are looked at: above singles and subsets, below chains priced by their length.
    puzzles : int
        How many are searched with; as many more are kept back.
    steep : float
        Growth of a price per level. Scores rank puzzles much the same from 1 on; lower values let many easy steps
        weigh as much as a hard one.
    steps : tuple of float
        Changes of a level that are tried, in this order.
    sweeps : int
    least_gain : float
        Rank correlation that a change must gain.
    least_use : float
        Share of puzzles that must use a chip code for its level to be moved.
    walks : int
        Random orders of the singles; their values hardly matter here.
    """

    low: float = 4.5
    high: float = 7.2
    puzzles: int = 200
    steep: float = 1.0
    steps: tuple[float, ...] = (1.0, -1.0, 0.4, -0.4)
    sweeps: int = 2
    least_gain: float = 0.002
    least_use: float = 0.03
    walks: int = 4


@dataclass(frozen=True)
class RatingResult:
    """Levels of all techniques beyond singles.

    Attributes
    ----------
    levels : dict of str to float
        By technique, on Sudoku Explainer's scale.
    moved : dict of str to float
        Chip codes whose levels were moved, and how far.
    before, after : float
        Rank correlation of raw score and rating over the puzzles searched with.
    kept_back : float
        The same over the puzzles kept back.
    steep : float
    """

    levels: Mapping[str, float]
    moved: Mapping[str, float]
    before: float
    after: float
    kept_back: float
    steep: float

    def weights(self, model: GraderModel) -> dict[str, Any]:
        """``price_weights`` of ``card_score.json`` beside the route prices of a model."""
        return weights(self.levels, model, self.steep)

    def provenance(self) -> dict[str, Any]:
        """What the search did."""
        return {
            "spearman_before": rounded(self.before),
            "spearman_after": rounded(self.after),
            "spearman_kept_back": rounded(self.kept_back),
            "moved": {code: rounded(change) for code, change in self.moved.items()},
            "steep": self.steep,
        }


def start_levels(path: Path = LEVELS) -> dict[str, float]:
    """Level of every technique beyond singles before any puzzle is seen.

    Raises
    ------
    FitError
        When the table names an unknown technique.
    """
    found = dict(price_prior().levels)
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["technique"] not in found:
                raise FitError(f"{path.name}: unknown technique {row['technique']}; use the names of techniques.csv")
            found[row["technique"]] = float(row["level"])
    return found


def weights(levels: Mapping[str, float], model: GraderModel, steep: float) -> dict[str, Any]:
    """Prices of the techniques above pointing; what is below keeps the price that times gave it."""
    floor, least = levels[BASE], float(model.get(f"route.price.{BASE}"))
    price = {
        name: float(f"{least * math.exp(steep * (level - floor)):.6g}")
        for name, level in levels.items()
        if level > floor and name not in SINGLES
    }
    shift = math.log(price["X-Chain"] / float(model.get("route.price.X-Chain")))
    return {"price": price, "meta_const": float(f"{float(model.get('route.meta_const')) + shift:.6g}")}


def with_ratings(model: GraderModel, rated: RatingResult) -> GraderModel:
    """The model with difficulty prices that follow from its route prices."""
    return GraderModel(model.route, model.score | {"price_weights": rated.weights(model)}, model.time)


def raw_by_price(puzzles: Sequence[Puzzle], model: GraderModel) -> np.ndarray:
    """ln(Σ v / E_0) under the difficulty prices, float64 [puzzles]; nan where the route does not solve one."""
    out = np.full(len(puzzles), np.nan)
    for i, puzzle in enumerate(puzzles):
        route = open_session(puzzle).written_route(model.prices("price", puzzle.digits), switches_for(puzzle))
        if route.solved and route.values:
            out[i] = log_effort(route) - math.log(puzzle.givens.count(0))
    return out


def fit_ratings(
    rated: pd.DataFrame,
    model: GraderModel,
    config: RatingConfig | None = None,
    progress: Progress | None = None,
) -> RatingResult:
    """Search levels on rated puzzles.

    Parameters
    ----------
    rated : DataFrame
        Columns puzzle (81 characters) and rating.
    model : GraderModel
        With fitted route prices.
    config : RatingConfig, optional
    progress : callable, optional
        Called as `progress(stage, done, total)`.

    Raises
    ------
    FitError
        With fewer than 40 puzzles in the range.
    """
    config = config or RatingConfig()
    inside = rated[rated["rating"].between(config.low, config.high)]
    if len(inside) < 40:
        raise FitError(f"levels need 40 puzzles rated {config.low} to {config.high}, got {len(inside)}")
    pick = np.unique(np.linspace(0, len(inside) - 1, 2 * config.puzzles).astype(int))
    search, kept = (_Scorer(inside.iloc[pick[k::2]], model, config) for k in (0, 1))
    levels = start_levels()
    before = best = search(levels)
    moved: dict[str, float] = {}
    codes = search.codes(levels)
    for sweep in range(config.sweeps):
        for k, code in enumerate(codes):
            for step in config.steps:
                tried = _changed(levels, code, step)
                if (value := search(tried)) > best + config.least_gain:
                    best, levels = value, tried
                    moved[code] = moved.get(code, 0.0) + step
                    break
            if progress:
                progress("ratings", sweep * len(codes) + k + 1, config.sweeps * len(codes))
    return RatingResult(levels, {c: m for c, m in moved.items() if m}, before, best, kept(levels), config.steep)


class _Scorer:
    """Rank correlation of raw scores and ratings over some puzzles, as a function of levels."""

    def __init__(self, table: pd.DataFrame, model: GraderModel, config: RatingConfig) -> None:
        self.puzzles = read_puzzles([str(text) for text in table["puzzle"]])
        self.ratings = table["rating"].to_numpy(float)
        self.model = model.with_overrides({"route.race_walks": config.walks})
        self.config = config

    def __call__(self, levels: Mapping[str, float]) -> float:
        raw = raw_by_price(self.puzzles, self._priced(levels))
        return spearman(np.nan_to_num(raw, nan=np.inf), self.ratings)

    def _priced(self, levels: Mapping[str, float]) -> GraderModel:
        score = self.model.score | {"price_weights": weights(levels, self.model, self.config.steep)}
        return GraderModel(self.model.route, score, self.model.time)

    def codes(self, levels: Mapping[str, float]) -> list[str]:
        """Chip codes of steps beyond singles that enough of the puzzles use, most used first."""
        prices = self._priced(levels).prices("price", 9)
        used: Counter[str] = Counter()
        for puzzle in self.puzzles:
            route = open_session(puzzle).written_route(prices, switches_for(puzzle))
            used.update({shapes()[s.shape].code for s in route.steps if s.shape >= 0})
        fixed = {s.code for s in shapes() if s.technique in SINGLES or s.technique == BASE}
        least = self.config.least_use * len(self.puzzles)
        return [code for code, count in used.most_common() if count >= least and code not in fixed]


def _changed(levels: Mapping[str, float], code: str, step: float) -> dict[str, float]:
    names = {s.technique for s in shapes() if s.code == code}
    return {name: level + step if name in names else level for name, level in levels.items()}
