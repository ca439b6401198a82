"""Score map: from raw scores to difficulties, by the medians of puzzles of known level.

    D(s) = A·C·ln(1 + exp((s − B) / C))

A, B, C by least squares of D(median raw score of a group) on the group's target, with soft terms that a nearly
finished grid gets 0.2. Targets are read from ``config/difficulty_targets.csv``; they are assumed, marked so in
provenance: no puzzles with labels on the target scale are at hand.
"""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.optimize import least_squares

from pencilmark.grader_model import GraderModel

from .errors import FitError
from .route_data import efforts, read_puzzles

TARGETS = Path(__file__).parent / "config" / "difficulty_targets.csv"
PER_GROUP = 60
FINISHED, FINISHED_SD = 0.2, 0.1
"""Difficulty of a nearly finished grid and how loosely it is held."""
KNEE = (0.4, 3.0)
"""Bounds of C, which five medians hardly see: a sharp knee would give all easy puzzles the same difficulty."""


@dataclass(frozen=True)
class Anchor:
    """A group of puzzles with a target difficulty."""

    name: str
    target: float
    weight: float
    grids: tuple[str, ...]


@dataclass(frozen=True)
class DifficultyMap:
    """A fitted map. ``table``: index group; n, median raw score, target, fitted, and fitted when left out."""

    a: float
    b: float
    c: float
    table: pd.DataFrame

    def __call__(self, raw: np.ndarray) -> np.ndarray:
        """Difficulties of raw scores."""
        return softplus(raw, self.a, self.b, self.c)

    def to_overrides(self) -> dict[str, float]:
        """Values for ``GraderModel.with_overrides``."""
        values = {"A": self.a, "B": self.b, "C": self.c}
        return {f"score.map.{name}": float(f"{value:.6g}") for name, value in values.items()}


def read_anchors(folder: Path, path: Path = TARGETS) -> tuple[Anchor, ...]:
    """The groups of the targets file with the first PER_GROUP puzzles of each from the data folder."""
    anchors = []
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            source = folder / row["file"]
            if not source.exists():
                raise FitError(f"{source}: not found; the score map needs the rated puzzles of {path.name}")
            rated = pd.read_csv(source, dtype={"puzzle": str})
            inside = rated[rated[row["column"]].between(float(row["low"]) - 1e-9, float(row["high"]) + 1e-9)]
            # Spread over the file, which may be sorted by rating.
            pick = np.unique(np.linspace(0, len(inside) - 1, PER_GROUP).astype(int))
            grids = tuple(inside["puzzle"].iloc[pick].str.replace("0", "."))
            anchors.append(Anchor(row["group"], float(row["target"]), float(row["weight"]), grids))
    return tuple(anchors)


def fit_map(anchors: tuple[Anchor, ...], model: GraderModel) -> DifficultyMap:
    """Fit A, B, C under the model's prices."""
    finished = -float(model.route["phi"]) * math.log(float(model.route["e_ref"]))
    medians = np.array([_median(anchor, model) for anchor in anchors])
    targets = np.array([a.target for a in anchors])
    weights = np.array([math.sqrt(a.weight) for a in anchors])
    a, b, c = soft_fit(medians, targets, weights, finished)
    table = pd.DataFrame(
        {
            "n": [len(x.grids) for x in anchors],
            "median_raw": medians,
            "target": targets,
            "fitted": softplus(medians, a, b, c),
            "left_out": left_out(medians, targets, weights, finished),
        },
        index=pd.Index([x.name for x in anchors], name="group"),
    )
    return DifficultyMap(a, b, c, table)


def softplus(raw: Any, a: float, b: float, c: float) -> np.ndarray:
    """A·C·ln(1 + exp((raw − B) / C)) without overflow."""
    return np.asarray(a * c * np.logaddexp(0.0, (np.asarray(raw) - b) / c))


def raw_scores(grids: tuple[str, ...], model: GraderModel) -> np.ndarray:
    """ln(Σ v / E_0) of classics; nan where the route does not solve one."""
    cells = np.array([sum(ch in ".0" for ch in grid) for grid in grids], float)
    return np.asarray(efforts(read_puzzles(grids), model) - np.log(cells))


def _median(anchor: Anchor, model: GraderModel) -> float:
    return float(np.nanmedian(raw_scores(anchor.grids, model)))


def left_out(medians: np.ndarray, targets: np.ndarray, weights: np.ndarray, finished: float) -> np.ndarray:
    """Difficulty of each group's median under the map fitted without that group."""
    out = np.empty(len(medians))
    for k in range(len(medians)):
        keep = np.arange(len(medians)) != k
        out[k] = softplus(medians[k], *soft_fit(medians[keep], targets[keep], weights[keep], finished))
    return out


def soft_fit(
    medians: np.ndarray,
    targets: np.ndarray,
    weights: np.ndarray,
    finished: float,
    near: tuple[float, float, float] | None = None,
) -> tuple[float, float, float]:
    """A, B, C by least squares on group medians; ``finished`` is the raw score of a nearly finished grid.

    ``weights`` multiply the residuals. The search begins at ``near``, or at three places when nothing is known.
    """

    def residual(x: np.ndarray) -> np.ndarray:
        a, b, c = math.exp(x[0]), x[1], math.exp(x[2])
        last = (softplus(finished, a, b, c) - FINISHED) / FINISHED_SD * 0.4
        return np.concatenate([(softplus(medians, a, b, c) - targets) * weights, [last]])

    bounds = ([-3.0, -20.0, math.log(KNEE[0])], [3.0, 20.0, math.log(KNEE[1])])
    starts = [np.array([0.5, medians[0] - shift, 0.2]) for shift in (1.0, 2.0, 3.0)]
    if near is not None:
        starts = [
            np.clip(
                [math.log(near[0]), near[1], math.log(near[2])], np.add(bounds[0], 1e-9), np.subtract(bounds[1], 1e-9)
            )
        ]
    best = min((least_squares(residual, x0, bounds=bounds) for x0 in starts), key=lambda o: float(o.cost))
    return math.exp(best.x[0]), float(best.x[1]), math.exp(best.x[2])
