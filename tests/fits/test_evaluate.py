"""Metrics at known points, honest splits, and baselines that are what the papers say."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.integrate import quad
from scipy.stats import lognorm

from fits import _sisus
from fits.baselines import BASELINES, add_grid_metrics, fit_baseline, grid_metrics, usable
from fits.datasets import cloud_sudoku
from fits.errors import DatasetError
from fits.evaluate import evaluate, noise_ceiling
from fits.metrics import (
    crps_lognormal,
    km_coverage,
    log_scores,
    pearson,
    player_weights,
    puzzle_metrics,
    spearman,
)
from fits.screening import screen
from fits.simulate import simulate
from fits.splits import by_player, by_puzzle, last_year, puzzle_folds
from fits.time_model import TimeModelFit

REAL = Path(__file__).resolve().parents[2].parent / "shared" / "data"
EASY = "9.1.7.423.4.283.....7..1...7.29....645.....123....49.7...6..7.....845.9.125.3.6.4"
HARD = "1.......2.3.4...5...6.....7.8...........1...........6.7.....4...5...8.3.2.......1"

Tables = tuple[pd.DataFrame, pd.DataFrame]


@pytest.fixture(scope="module")
def tables() -> Tables:
    solves, puzzles, _ = simulate(8_000, 400, 120, 21, copies=0.2)
    kept, _ = screen(solves, puzzles)
    return kept, puzzles.set_index("puzzle_id")


def test_puzzle_metrics_at_known_points() -> None:
    truth = np.array([0.0, 1.0, 2.0, 3.0])
    perfect = puzzle_metrics(truth, truth)
    assert perfect == pytest.approx({"pearson": 1, "spearman": 1, "mae": 0, "r2": 1, "within_25pc": 1})
    shifted = puzzle_metrics(truth, truth + 0.3)
    assert shifted["pearson"] == pytest.approx(1) and shifted["mae"] == pytest.approx(0.3)
    assert shifted["within_25pc"] == 0.0 and shifted["r2"] == pytest.approx(1 - 4 * 0.09 / 5)
    assert math.isnan(pearson(np.ones(4), truth)) and spearman(np.exp(truth), truth) == pytest.approx(1)


def test_crps_equals_its_integral() -> None:
    centre, sd, y = 1.0, 0.6, 1.7
    law = lognorm(s=sd, scale=math.exp(centre))
    below = quad(lambda t: law.cdf(t) ** 2, 0, math.exp(y))[0]
    above = quad(lambda t: law.sf(t) ** 2, math.exp(y), np.inf)[0]
    ours = crps_lognormal(np.array([y]), np.array([centre]), np.array([sd]))[0]
    assert ours == pytest.approx(below + above, rel=1e-6)


def test_log_score_uses_survival_for_given_up_rows() -> None:
    y, centre, sd = np.array([0.0, 0.0]), np.zeros(2), np.ones(2)
    scores = log_scores(y, centre, sd, np.array([False, True]))
    np.testing.assert_allclose(scores, [-0.5 * math.log(2 * math.pi), math.log(0.5)])


def test_kaplan_meier_repairs_censoring_that_plain_shares_do_not() -> None:
    rng = np.random.default_rng(0)
    u, c = rng.random(40_000), rng.uniform(0.1, 2.0, 40_000)
    seen, censored = np.minimum(u, c), c < u
    levels = (0.2, 0.5, 0.8, 0.95)
    good = km_coverage(seen, censored, np.ones(len(u)), levels)
    np.testing.assert_allclose(good, levels, atol=0.015)
    naive = np.array([(seen[~censored] <= level).mean() for level in levels])
    assert np.abs(naive - levels).max() > 0.04
    np.testing.assert_allclose(km_coverage(u, np.zeros(len(u), bool), np.ones(len(u)), levels), levels, atol=0.01)


def test_player_weights_sum_to_one_per_player() -> None:
    np.testing.assert_allclose(player_weights(np.array(["a", "b", "a", "a"])), [1 / 3, 1, 1 / 3, 1 / 3])


def test_player_weighting_matters_when_quick_players_play_most() -> None:
    solves, puzzles, truth = simulate(60_000, 1_500, 200, 4, stay=1.2)
    kept, _ = screen(solves, puzzles)
    report = evaluate(TimeModelFit(), kept, puzzles.set_index("puzzle_id"), by_player(2), "none", bootstrap=0)
    weighted = report.coverage.loc["model", "p50"]
    level = kept["puzzle_id"].astype(str).map(truth.puzzles["b"]).to_numpy() + truth.reference
    solved = (kept["status"] == "solved").to_numpy()
    row_share = float(np.mean((kept["log_min"].to_numpy() <= level)[solved]))
    assert abs(weighted - 0.5) <= 0.06
    assert abs(row_share - 0.5) > abs(weighted - 0.5)


def test_symmetric_copies_never_straddle_a_fold(tables: Tables) -> None:
    _, features = tables
    fold = puzzle_folds(features, 5, seed=1)
    spread = pd.Series(fold, index=features.index).groupby(features["group_key"].to_numpy()).nunique()
    assert (spread == 1).all() and (features["group_key"].value_counts() > 1).any()
    sizes = np.bincount(fold)
    assert len(sizes) == 5 and sizes.min() > 0.5 * sizes.max()
    assert (puzzle_folds(features, 5, seed=1) == fold).all()


@pytest.mark.parametrize("split", [by_puzzle(4, seed=1), by_player(4), last_year()], ids=lambda s: s.name)
def test_train_and_test_rows_never_meet(split: object, tables: Tables) -> None:
    kept, features = tables
    folds = split.make(features, kept)  # type: ignore[attr-defined]
    for fold in folds:
        assert not (fold.train_rows & fold.test_rows).any()
        if split.unseen_puzzles:  # type: ignore[attr-defined]
            train = set(kept["puzzle_id"].astype(str)[fold.train_rows])
            assert not train & set(fold.test_puzzles)
    tested = np.sum([fold.test_rows for fold in folds], axis=0)
    assert tested.max() == 1


def test_model_beats_baselines_and_shuffled_times_give_nothing(tables: Tables) -> None:
    kept, features = tables
    report = evaluate(TimeModelFit(), kept, features, by_puzzle(4, seed=1), bootstrap=50)
    assert report.value("model", "spearman") > report.value("ln empty", "spearman") + 0.2
    assert report.value("model", "log_score") > report.value("null (mean)", "log_score")
    row = report.table[(report.table["model"] == "ln empty") & (report.table["metric"] == "mae")].iloc[0]
    assert row["diff"] < 0 and row["diff_hi"] < 0 and row["lo"] <= row["value"] <= row["hi"]
    assert report.value("model", "pearson") < report.ceiling <= 1
    assert abs(report.coverage.loc["model", "p50"] - 0.5) < 0.06
    rng = np.random.default_rng(3)
    shuffled = features.assign(
        effort_l1=rng.permutation(features["effort_l1"]), empty_cells=rng.permutation(features["empty_cells"])
    )
    null = evaluate(TimeModelFit(), kept, shuffled, by_puzzle(4, seed=1), "none", bootstrap=0)
    assert abs(null.value("model", "spearman")) < 0.3


def test_report_reads_well_and_is_deterministic(tables: Tables) -> None:
    kept, features = tables
    split = by_puzzle(3, seed=2)
    one = evaluate(TimeModelFit(), kept, features, split, ("ln empty",), bootstrap=20, seed=4)
    two = evaluate(TimeModelFit(), kept, features, split, ("ln empty",), bootstrap=20, seed=4)
    assert one.to_json() == two.to_json()
    assert "noise ceiling" in str(one.summary()) and "ln empty" in one.summary()._repr_html_()
    assert set(one.heldout("model", baseline="ln empty")["mae"]) == {"new", "shipped", "baseline", "diff_lo", "diff_hi"}
    with pytest.raises(DatasetError, match="models"):
        one.value("oracle", "mae")


def test_splits_and_baselines_refuse_what_they_cannot_do(tables: Tables) -> None:
    _, features = tables
    with pytest.raises(DatasetError, match="single solves"):
        by_player().make(features, None)
    with pytest.raises(DatasetError, match="folds"):
        puzzle_folds(features, 1, 0)
    with pytest.raises(DatasetError, match="unknown"):
        usable(features, ("astrology",))
    assert usable(features, "none") == ()
    assert [b.name for b in usable(features)] == ["ln empty", "card difficulty"]


def test_baseline_map_is_monotone_and_finds_its_direction() -> None:
    rng = np.random.default_rng(2)
    features = pd.DataFrame({"givens": rng.integers(22, 34, 300).astype(float)})
    b = pd.Series(4 - 0.08 * features["givens"] + rng.normal(0, 0.1, 300))
    fitted = fit_baseline(BASELINES[0], features, b, np.ones(300))
    line = fitted.predict(pd.DataFrame({"givens": np.arange(20.0, 40.0)})).to_numpy()
    assert fitted.sign == -1.0 and (np.diff(line) <= 1e-12).all() and line[0] > line[-1]


def naive_singles(grid: str) -> set[tuple[int, int]]:
    """Naked and hidden singles of a grid, by definition."""
    digits = [int(c) if c in "123456789" else 0 for c in grid]
    peers = {c: {p for unit in _sisus.UNITS if c in unit for p in unit} - {c} for c in range(81)}
    options = {
        c: {d for d in range(1, 10) if all(digits[p] != d for p in peers[c])} for c in range(81) if not digits[c]
    }
    found = {(c, next(iter(o))) for c, o in options.items() if len(o) == 1}
    for unit in _sisus.UNITS:
        for d in range(1, 10):
            places = [c for c in unit if c in options and d in options[c]]
            if len(places) == 1:
                found.add((int(places[0]), d))
    return found


@pytest.mark.parametrize("grid", [EASY, HARD])
def test_compiled_singles_equal_their_definition(grid: str) -> None:
    cand, filled = np.full(81, 511, dtype=np.int64), np.zeros(27, dtype=np.int64)
    value, found = np.zeros(81, dtype=np.int64), np.empty(81, dtype=np.int64)
    for cell, c in enumerate(grid):
        if c != ".":
            _sisus.place(cand, filled, cell, 1 << (int(c) - 1), _sisus.UNITS)
            value[cell] = 1 << (int(c) - 1)
    count = _sisus.singles(cand, filled, value, _sisus.UNITS, found)
    ours = {(c, d) for c in range(81) for d in range(1, 10) if found[c] >> (d - 1) & 1}
    assert ours == naive_singles(grid) and count == len(ours)


def test_grid_metrics_tell_easy_from_hard_and_repeat() -> None:
    table = add_grid_metrics(pd.DataFrame({"puzzle": [EASY, HARD]}))
    assert table.loc[0, "refutation"] == 0.0 and table.loc[1, "refutation"] > 10
    assert table.loc[0, "dependency"] > table.loc[1, "dependency"] >= 1.0
    assert table.loc[0, "givens"] + table.loc[0, "empty_cells"] == 81
    swapped = add_grid_metrics(pd.DataFrame({"puzzle": [HARD, EASY]}))
    assert swapped.loc[0].to_dict() == table.loc[1].to_dict()


@pytest.mark.parametrize("grid", ["1" * 80, "x" * 81, "11" + "." * 79, "12345678.........9" + "." * 63])
def test_grid_metrics_refuse_what_is_no_puzzle(grid: str) -> None:
    with pytest.raises(DatasetError, match="row 1"):
        grid_metrics(grid)


def test_figures_on_public_mean_times_are_those_published_for_this_project() -> None:
    path = REAL / "cloud_sudoku" / "sudoku_records_20250407.csv"
    if not path.is_file():
        pytest.skip("shared data are not at hand")
    times = cloud_sudoku(path)
    features = add_grid_metrics(times.puzzles[["puzzle"]])
    report = evaluate(None, times, features, by_puzzle(10, seed=1), bootstrap=0)
    assert noise_ceiling(times) == pytest.approx(0.86, abs=0.02)
    assert report.value("null (mean)", "mae") == pytest.approx(0.325, abs=0.003)
    assert report.value("dependency", "spearman") == pytest.approx(0.59, abs=0.03)
    assert report.value("RD + ln empty", "mae") == pytest.approx(0.246, abs=0.004)
