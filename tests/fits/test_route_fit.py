"""Prices come back from simulated times, and the fit's effort is the engine's."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from fits.aggregate import AggregateTimes
from fits.errors import FitError
from fits.route_data import efforts, read_puzzles, walk
from fits.route_fit import NAMES, Loss, RouteConfig, RouteFit, base_model, overrides

from .priced import TRUTH, simulated_times

CONFIG = RouteConfig(walks=8, rounds=2)


@pytest.fixture(scope="module")
def simulated() -> AggregateTimes:
    return simulated_times()


def test_simulated_prices_are_recovered(simulated: AggregateTimes) -> None:
    fit = RouteFit(CONFIG).fit(simulated)
    error = pd.Series(fit.theta - TRUTH, index=list(NAMES))
    assert fit.params["slope"] == pytest.approx(0.45, abs=0.12)
    # Prices of lines, how they grow, and singles behind pointing digits stand in for each other: errors say so.
    assert (error.abs() < 3 * fit.bse[list(NAMES)]).all()
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
    loss = Loss(walk(puzzles, model, 8), np.zeros(40), np.ones(40), TRUTH, CONFIG.ridge())
    assert loss.effort(TRUTH)[0] == pytest.approx(efforts(puzzles, model), abs=2e-5)


def test_derivatives(simulated: AggregateTimes) -> None:
    puzzles = read_puzzles(list(simulated.puzzles["puzzle"])[:30])
    b = simulated.puzzles["b"].to_numpy()[:30]
    loss = Loss(
        walk(puzzles, base_model().with_overrides(overrides(TRUTH)), 4), b, np.full(30, 5.0), TRUTH, CONFIG.ridge()
    )
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
