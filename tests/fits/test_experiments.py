"""Experiments say what cards would say, count route changes, refuse what cannot be done, and go on after a stop."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import fits.features
from fits import FitError, outcomes, pair, sweep, tornado, what_if
from fits import experiment_figures as figures
from pencilmark import ModelError, default, rate, use

GRIDS = pd.Series(
    {
        "easy": "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
        "hard": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        "mini": "1..4.4..2....3.1",
    },
    name="puzzle",
)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "features.sqlite"


@pytest.mark.parametrize("change", [{}, {"time.k_effort": "x1.3", "score.map.A": 2.0}, {"route.phi": 1.4}])
def test_outcomes_are_those_of_cards(cache: Path, change: dict[str, object]) -> None:
    model = default().with_overrides(change)
    found = outcomes(GRIDS, model, cache=cache)
    with use(model):
        cards = [rate(text, fields=["difficulty", "time", "band_index"]) for text in GRIDS]
    assert [round(x, 1) for x in found["difficulty"]] == [card["difficulty"] for card in cards]
    assert [round(float(np.exp(x)), 1) for x in found["log_minutes"]] == [card["time"] for card in cards]
    assert found["band_index"].tolist() == [card["band_index"] for card in cards]


def test_tornado_is_two_experiments_per_parameter(cache: Path) -> None:
    found = tornado(["time.*", "score.map.*"], GRIDS, factor=1.25, cache=cache)
    rows = found.table.set_index(["name", "change"])
    scale = rows.loc[("time.minutes_per_unit", "x1.25")]
    assert scale["minutes"] == pytest.approx(1.25)
    assert rows.loc[("time.minutes_per_unit", "x0.8"), "minutes"] == pytest.approx(0.8)
    assert scale["difficulty"] == 0.0
    assert rows.loc[("score.map.A", "x1.25"), "difficulty"] > 0
    assert (found.table[["band_flips", "route_changes"]] == 0).all(axis=None)
    assert found.skipped["score.map.kind"] == "not a number"
    assert "score.map.A" in str(found.summary())
    assert len(found.plot().containers) == 2


def test_route_changes_are_counted(cache: Path) -> None:
    same = what_if({"time.k_effort": "x2"}, GRIDS, cache=cache)
    assert not same.table["route_changed"].any()
    dear = what_if({"route.price.Hidden Single (box)": "x40", "route.price.Full House": "x40"}, GRIDS, cache=cache)
    assert dear.table["route_changed"].any()
    assert "routes that change" in str(dear.summary())
    assert dear.movers(1).index[0] == dear.table["d_difficulty"].abs().idxmax()


def test_sweep_at_the_present_value_changes_nothing(cache: Path) -> None:
    table = sweep("score.map.A", [0.9, 1.0, 1.1], GRIDS, relative=True, cache=cache)
    assert table["difficulty"].iloc[1] == pytest.approx(0.0, abs=1e-12)
    assert table["difficulty"].is_monotonic_increasing
    assert figures.sweep(table).get_xlabel() == "value"


def test_pair_finds_the_values_that_made_the_times(cache: Path) -> None:
    truth = default().with_overrides({"time.k_effort": 0.5, "time.t0": 0.2})
    observed = outcomes(GRIDS, truth, cache=cache)["log_minutes"]
    table = pair(
        ("time.k_effort", [0.4, 0.5, 0.6]), ("time.t0", [0.1, 0.2, 0.3]), GRIDS, observed=observed, cache=cache
    )
    assert table["mae"].idxmin() == (0.5, 0.2)
    assert table["mae"].min() == pytest.approx(0.0, abs=1e-9)
    assert figures.pair(table).get_ylabel() == "time.t0"


def test_experiment_that_was_stopped_goes_on_where_it_stopped(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = fits.features.features_of, []

    def counted(*args: object) -> dict[str, object]:
        calls.append(1)
        if len(calls) == 6:
            raise KeyboardInterrupt
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(fits.features, "features_of", counted)
    monkeypatch.setattr(fits.features, "CHUNK", 1)
    with pytest.raises(KeyboardInterrupt):
        tornado("route.phi", GRIDS, cache=cache)
    assert len(calls) == 6
    tornado("route.phi", GRIDS, cache=cache)
    assert len(calls) == 6 + 9 - 5, "three models of three puzzles, five known"


@pytest.mark.parametrize("names", ["tim.*", ["time.*", "nothing"]])
def test_unknown_names_are_refused(names: object, cache: Path) -> None:
    with pytest.raises(FitError, match="no parameter matches"):
        tornado(names, GRIDS, cache=cache)  # type: ignore[arg-type]


def test_bad_changes_are_refused(cache: Path) -> None:
    with pytest.raises(FitError, match="above 1"):
        tornado("time.*", GRIDS, factor=1.0, cache=cache)
    with pytest.raises(ModelError, match="did you mean"):
        sweep("time.k_efort", [1.0], GRIDS, cache=cache)
