"""Simulated times of golden classics at known prices, for tests of price fits."""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path

import numpy as np

from fits.aggregate import AggregateTimes
from fits.price_example import priced_times, staged
from fits.route_fit import base_model, overrides

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "puzzles"
TRUTH = np.array([0.6, 1.9, 2.6, 0.4, 1.2, 1.0, -0.2, -0.3, 0.1, 1.2])
"""In the order of ``fits.route_fit.NAMES``."""


@lru_cache(maxsize=1)
def grids() -> tuple[str, ...]:
    """Classics of the golden corpus, each also with some of its solution's digits filled in."""
    with (GOLDEN / "classic.csv").open(encoding="utf-8", newline="") as rows:
        return staged(row["puzzle"] for row in csv.DictReader(rows))


def simulated_times(truth: np.ndarray = TRUTH, seed: int = 5, noise: float = 0.05) -> AggregateTimes:
    """Mean times of all ``grids``."""
    model = base_model().with_overrides(overrides(truth) | {"route.race_walks": 32})
    return priced_times(grids(), model, noise=noise, seed=seed)
