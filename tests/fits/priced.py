"""Simulated times of golden classics at known prices, for tests of price fits."""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path

import numpy as np
import pandas as pd

from fits.aggregate import AggregateTimes
from fits.route_data import efforts, read_puzzles
from fits.route_fit import E_REF, base_model, overrides
from pencilmark.loaders import load, to_string
from pencilmark.metrics import unique_solution

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "puzzles"
TRUTH = np.array([0.6, 1.9, 2.6, 0.4, 1.2, -0.2, -0.3, 0.1, 1.2])
"""In the order of ``fits.route_fit.NAMES``."""


@lru_cache(maxsize=1)
def grids() -> tuple[str, ...]:
    """Classics of the golden corpus, each also with some of its solution's digits filled in."""
    found: set[str] = set()
    with (GOLDEN / "classic.csv").open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            found |= set(_stages(row["puzzle"]))
    return tuple(sorted(found))


def _stages(text: str) -> list[str]:
    puzzle = load(text)
    text, solution = to_string(puzzle), unique_solution(puzzle)
    rng = np.random.default_rng(sum(c * given for c, given in enumerate(puzzle.givens)))
    empty = [c for c, given in enumerate(puzzle.givens) if given == 0]
    out = [text]
    for share in (0.12, 0.25, 0.35):
        more = set(rng.choice(empty, int(share * len(empty)), replace=False).tolist())
        out.append("".join(str(solution[c]) if c in more else text[c] for c in range(81)))
    return out


def simulated_times(truth: np.ndarray = TRUTH, seed: int = 5, noise: float = 0.05) -> AggregateTimes:
    """Mean times of all ``grids`` with slope 0.45 and 1.1 per log cell."""
    texts = list(grids())
    puzzles = read_puzzles(texts)
    model = base_model().with_overrides(overrides(truth) | {"route.race_walks": 32})
    effort = efforts(puzzles, model)
    cells = np.log([p.givens.count(0) / E_REF for p in puzzles])
    rng = np.random.default_rng(seed)
    b = 0.8 + 0.45 * (effort - cells) + 1.1 * cells + noise * rng.standard_normal(len(puzzles))
    index = pd.Index(range(len(texts)), name="puzzle_id")
    table = pd.DataFrame({"b": b, "se": 0.05, "n": 40.0, "raw": b + 0.156, "puzzle": texts}, index=index)
    return AggregateTimes(table, 5.0)
