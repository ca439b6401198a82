"""Levels of techniques follow the order of rated puzzles, and a search on nonsense finds nothing that lasts."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from fits.errors import FitError
from fits.rating_fit import RatingConfig, fit_ratings, start_levels, weights, with_ratings
from fits.route_data import read_puzzles
from fits.route_fit import base_model
from pencilmark.engine.session import open_session, switches_for
from pencilmark.grader_model import GraderModel
from pencilmark.tables import codes, shapes

GOLDEN = Path(__file__).parents[2] / "golden" / "puzzles" / "classic.csv"
CONFIG = RatingConfig(low=2.7, high=9.0, puzzles=30, sweeps=1, steps=(1.0, -1.0), least_use=0.1)
LEVEL = {s.technique: s.code for s in shapes()}


def hardest(levels: dict[str, float], count: int = 60) -> pd.DataFrame:
    """Golden classics rated by the hardest step of their route under the levels; those of singles left out."""
    with GOLDEN.open(encoding="utf-8", newline="") as file:
        texts = [row["puzzle"] for row in csv.DictReader(file) if len(row["puzzle"]) == 81]
    prices = priced_by(levels).prices("price", 9)
    found = []
    for text, puzzle in zip(texts, read_puzzles(texts), strict=True):
        route = open_session(puzzle).written_route(prices, switches_for(puzzle))
        names = {shapes()[s.shape].technique for s in route.steps if s.shape >= 0}
        found.append((text, max((levels[n] for n in names if n in levels), default=0.0)))
    rated = [(text, rating) for text, rating in found if CONFIG.low < rating < CONFIG.high]
    return pd.DataFrame(rated[:count], columns=["puzzle", "rating"])


def priced_by(levels: dict[str, float]) -> GraderModel:
    model = base_model().with_overrides({"route.race_walks": 4})
    return GraderModel(model.route, model.score | {"price_weights": weights(levels, model, CONFIG.steep)}, model.time)


def test_search_gains_and_what_it_gains_holds_for_puzzles_kept_back() -> None:
    true = start_levels()
    true = {name: level + (1.5 if LEVEL[name] in ("NPR", "XWG") else 0.0) for name, level in true.items()}
    found = fit_ratings(hardest(true), base_model(), CONFIG)
    assert found.after >= found.before
    assert found.kept_back > 0.5


def test_ratings_without_sense_are_not_followed() -> None:
    rated = hardest(start_levels())
    shuffled = rated.assign(rating=np.random.default_rng(3).permutation(rated["rating"]))
    assert abs(fit_ratings(shuffled, base_model(), CONFIG).kept_back) < 0.4


def test_prices_rise_with_levels_and_singles_keep_theirs() -> None:
    levels, model = start_levels(), base_model()
    price = weights(levels, model, 1.0)["price"]
    names = sorted(price, key=levels.__getitem__)
    assert [price[n] for n in names] == sorted(price[n] for n in names)
    assert min(levels[n] for n in names) > levels["Pointing"]
    assert not {"Full House", "Naked Single", "Pointing"} & set(price)
    assert {LEVEL[n] for n in names} <= set(codes())


def test_difficulty_prices_leave_times_alone() -> None:
    model = base_model()
    rated = fit_ratings(hardest(start_levels()), model, CONFIG)
    priced = with_ratings(model, rated)
    assert priced.route == model.route and priced.price != model.price


def test_too_few_rated_puzzles_are_refused() -> None:
    with pytest.raises(FitError, match="levels need 40 puzzles"):
        fit_ratings(pd.DataFrame({"puzzle": ["." * 81], "rating": [5.0]}), base_model(), CONFIG)
