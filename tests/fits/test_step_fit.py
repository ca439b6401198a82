"""Single steps: a simulated player with known habits is found out; the recorded one agrees with the prices."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from fits import FitError, nyt_fills, replay
from fits.step_fit import StepData, choice, compare_prices, timing
from pencilmark import default, load, solve
from pencilmark.engine.session import open_session
from tests.shared_data import shared

GRIDS = (
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
    "200080300060070084030500209000105408000000000402706000301007040720040060004010003",
    "000000907000420180000705026100904000050000040000507009920108000034059000507000000",
    "030050040008010500460000012070502080000603000040109030250000098001020600080060020",
)
SAME_DIGIT, SLOPE, PHI = 1.5, 0.8, 0.6


def player(rng: np.random.Generator, repeats: int) -> pd.DataFrame:
    """A player who takes singles with rate 1 / price, prefers the digit just placed, and is as slow as the sum says."""
    rows = []
    for k in range(repeats):
        text = GRIDS[k % len(GRIDS)]
        puzzle, solution = load(text), solve(text)
        session, grid, last = open_session(puzzle), list(puzzle.givens), 0
        for step in range(200):
            session.load(grid, puzzle.domains)
            price: dict[int, float] = {}
            for engine in ("full_house", "hidden_single", "naked_single"):
                for move in session.find(engine, default().prices("route", 9)):
                    assert move.place
                    price[move.place[0]] = min(price.get(move.place[0], math.inf), move.price)
            if not price:
                break
            cells = np.array(sorted(price))
            utility = np.array([-math.log(price[c]) + SAME_DIGIT * (solution[c] == last) for c in cells])
            chance = np.exp(utility) / np.exp(utility).sum()
            cell = int(rng.choice(cells, p=chance))
            slowness = -math.log(sum(1 / p for p in price.values()))
            seconds = math.exp(0.5 + SLOPE * slowness + PHI * math.log(grid.count(0)) + rng.normal(0, 0.3))
            rows.append((f"s{k}", step, cell, seconds, solution[cell], text))
            grid[cell], last = solution[cell], solution[cell]
    return pd.DataFrame(rows, columns=["solve", "step", "cell", "seconds", "digit", "puzzle"])


@pytest.fixture(scope="module")
def data() -> StepData:
    return replay(player(np.random.default_rng(3), 30))


def test_habits_of_a_simulated_player_come_back(data: StepData) -> None:
    found = choice(data, priced=True).table
    assert found.loc["ln_price", "lower"] < -1.0 < found.loc["ln_price", "upper"]
    assert found.loc["same_digit", "lower"] < SAME_DIGIT < found.loc["same_digit", "upper"]
    for name in ("same_box", "distance"):
        assert abs(found.loc[name, "estimate"]) < 3.5 * found.loc[name, "se"], "no such habit"


def test_times_of_a_simulated_player_come_back(data: StepData) -> None:
    found = timing(data).table
    assert abs(found.loc["slowness", "estimate"] - SLOPE) < 3.5 * found.loc["slowness", "se"]
    assert abs(found.loc["ln_empty", "estimate"] - PHI) < 3.5 * found.loc["ln_empty", "se"]
    assert "solves" in str(timing(data).summary())


def test_prices_that_made_the_choices_are_supported(data: StepData) -> None:
    table = compare_prices(data)
    assert table.loc["line", "supported"] or abs(table.loc["line", "choice"] - table.loc["line", "model"]) < 0.5


def test_every_option_is_an_open_single(data: StepData) -> None:
    assert (data.options.groupby("step_id")["taken"].sum() == 1).all()
    assert (data.steps["options"] == data.options.groupby("step_id").size()).all()
    assert (data.options[["full", "line", "cell"]].sum(axis=1) <= 1).all()


def test_fills_that_fit_no_single_are_refused() -> None:
    fills = pd.DataFrame(
        {"solve": ["a"], "step": [1], "cell": [0], "seconds": [1.0], "digit": [5], "puzzle": [GRIDS[0]]}
    )
    with pytest.raises(FitError, match="no recorded step"):
        replay(fills)


def test_recorded_player_takes_singles_in_the_order_of_their_prices() -> None:
    source = shared("nyt_personal_vr")
    data = replay(nyt_fills(source / "percell_easy_2023.csv", source / "nyt_puzzles.csv"))
    assert len(data.steps) > 1000
    priced = choice(data, priced=True).table
    assert -1.1 < priced.loc["ln_price", "estimate"] < -0.7, "rate falls nearly as 1 / price"
    assert (priced.loc[["same_digit", "same_box", "same_line"], "lower"] > 0.5).all(), "people go on where they are"
    times = timing(data).table
    assert times.loc["slowness", "lower"] > 0.4 and times.loc["ln_empty", "lower"] > 0.3
