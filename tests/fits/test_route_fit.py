"""Prices come back from simulated times, and the fit's effort is the engine's."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from fits.aggregate import AggregateTimes
from fits.errors import FitError
from fits.route_data import efforts, read_puzzles, walk
from fits.route_fit import E_REF, NAMES, Loss, RouteConfig, RouteFit, base_model, overrides
from pencilmark.loaders import load, to_string
from pencilmark.metrics import unique_solution

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "puzzles"
TRUTH = np.array([0.6, 1.9, 2.6, 0.4, 1.2, -0.2, -0.3, 0.1, 1.2])
CONFIG = RouteConfig(walks=8, rounds=2)


def grids() -> list[str]:
    """Classics of the golden corpus, each also with some of its solution's digits filled in."""
    found: set[str] = set()
    with (GOLDEN / "classic.csv").open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            found |= set(_stages(row["puzzle"]))
    return sorted(found)


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


@pytest.fixture(scope="module")
def simulated() -> AggregateTimes:
    texts = grids()
    puzzles = read_puzzles(texts)
    model = base_model().with_overrides(overrides(TRUTH) | {"route.race_walks": 32})
    effort = efforts(puzzles, model)
    cells = np.log([p.givens.count(0) / E_REF for p in puzzles])
    rng = np.random.default_rng(5)
    b = 0.8 + 0.45 * (effort - cells) + 1.1 * cells + 0.05 * rng.standard_normal(len(puzzles))
    index = pd.Index(range(len(texts)), name="puzzle_id")
    table = pd.DataFrame({"b": b, "se": 0.05, "n": 40.0, "raw": b + 0.156, "puzzle": texts}, index=index)
    return AggregateTimes(table, 5.0)


def test_simulated_prices_are_recovered(simulated: AggregateTimes) -> None:
    fit = RouteFit(CONFIG).fit(simulated)
    error = pd.Series(fit.theta - TRUTH, index=list(NAMES))
    assert fit.params["slope"] == pytest.approx(0.45, abs=0.12)
    # A price and its growth are exchangeable; what is seen is the price at the usual load.
    assert abs(error["line"] + error["load_line"] * np.log(5)) < 0.4
    assert abs(error["naked"] + error["load_naked"] * np.log(2)) < 0.5
    puzzles = read_puzzles(list(simulated.puzzles["puzzle"]))
    truth, found = (efforts(puzzles, base_model().with_overrides(overrides(theta))) for theta in (TRUTH, fit.theta))
    start = efforts(puzzles, base_model().with_overrides(overrides(CONFIG.centre())))
    assert np.corrcoef(truth, found)[0, 1] > max(0.985, np.corrcoef(truth, start)[0, 1])


def test_fit_repeats_itself(simulated: AggregateTimes) -> None:
    part = simulated.subset(simulated.puzzles.index[:60])
    config = RouteConfig(walks=4, rounds=1)
    first, second = (RouteFit(config).fit(part) for _ in range(2))
    assert first.to_overrides() == second.to_overrides()


def test_effort_of_the_fit_is_that_of_the_engine(simulated: AggregateTimes) -> None:
    puzzles = read_puzzles(list(simulated.puzzles["puzzle"])[:40])
    model = base_model().with_overrides(overrides(TRUTH) | {"route.race_walks": 8})
    loss = Loss(walk(puzzles, model, 8), np.zeros(40), np.ones(40), TRUTH, CONFIG)
    assert loss.effort(TRUTH)[0] == pytest.approx(efforts(puzzles, model), abs=2e-5)


def test_derivatives(simulated: AggregateTimes) -> None:
    puzzles = read_puzzles(list(simulated.puzzles["puzzle"])[:30])
    b = simulated.puzzles["b"].to_numpy()[:30]
    loss = Loss(walk(puzzles, base_model().with_overrides(overrides(TRUTH)), 4), b, np.full(30, 5.0), TRUTH, CONFIG)
    x = loss.start(TRUTH)
    exact = loss.jacobian(x)
    for k in range(len(x)):
        step = np.zeros(len(x))
        step[k] = 1e-3
        rough = (loss.residual(x + step) - loss.residual(x - step)) / 2e-3
        assert rough == pytest.approx(exact[:, k], rel=2e-2, abs=2e-3), k


def test_too_few_puzzles(simulated: AggregateTimes) -> None:
    with pytest.raises(FitError, match="50 puzzles"):
        RouteFit().fit(simulated.subset(simulated.puzzles.index[:10]))


def test_special_cases_are_never_dearer_than_full_steps() -> None:
    values = overrides(TRUTH)
    assert values["route.price.Full House"] == 1.0 < values["route.price.Hidden Single (box)"]
    assert values["route.price.Hidden Single (box)"] < values["route.price.Hidden Single (line)"]
