"""Does the whole fit find again what the simulator put in, with honest intervals, and would we notice if not?

Fast: 40 sets of 20,000 solves, truth redrawn per set; coverage is pooled over three quantities. Slow: 200 sets.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import kstest

from .recovery import QUANTITIES, SetResult, covered, relative_error, run_set

FAST, WITH_BAD = 40, 10
POOLED = ("k_effort", "k_empty", "log_t0")


@pytest.fixture(scope="session")
def sets() -> list[SetResult]:
    return [run_set(seed, bad=seed < WITH_BAD) for seed in range(FAST)]


def pooled(sets: list[SetResult], **change: float) -> float:
    return float(np.mean([covered(sets, name, **change) for name in POOLED]))


def test_intervals_cover_the_truth(sets: list[SetResult]) -> None:
    assert 0.90 <= pooled(sets) <= 0.99
    for name in QUANTITIES:
        assert covered(sets, name) >= 0.85, name


def test_coverage_yardstick_reacts_to_wrong_intervals(sets: list[SetResult]) -> None:
    assert pooled(sets, stretch=0.7) < 0.90
    assert pooled(sets, stretch=1.6) > 0.985
    assert pooled(sets, shift=1.0) < 0.90
    rows = np.array([s.found["k_effort"] for s in sets])
    assert np.mean(np.abs(0.65 - rows[:, 2]) <= 1.96 * rows[:, 1]) < 0.5


def test_estimates_are_unbiased(sets: list[SetResult]) -> None:
    assert abs(relative_error(sets, "k_effort")) <= 0.03
    assert abs(relative_error(sets, "k_effort_known_t0")) <= 0.015
    assert abs(relative_error(sets, "k_empty")) <= 0.06
    assert abs(relative_error(sets, "practice")) <= 0.06
    errors = [value - truth for value, _, truth in (s.found["log_t0"] for s in sets)]
    assert abs(float(np.mean(errors))) <= 0.13
    for name in QUANTITIES:
        assert all(abs(v - t) <= 4 * se for v, se, t in (s.found[name] for s in sets)), name


@pytest.mark.parametrize(
    ("name", "mean_limit", "set_limit"),
    [
        ("residual_sigma", 0.015, 0.07),
        ("spread_sigma", 0.04, 0.13),
        ("puzzle_sigma", 0.03, 0.16),
        ("minutes_per_unit", 0.025, 0.13),
    ],
)
def test_spreads_and_unit_come_back(sets: list[SetResult], name: str, mean_limit: float, set_limit: float) -> None:
    ratio = np.array([s.ratio[name] for s in sets])
    assert abs(ratio.mean() - 1) <= mean_limit
    assert np.abs(ratio - 1).max() <= set_limit


def test_bad_estimators_fail_where_ours_does_not(sets: list[SetResult]) -> None:
    some = sets[:WITH_BAD]
    assert abs(np.mean([s.slopes["ours"] for s in sets]) - 1) <= 0.01
    assert np.mean([s.slopes["solved_only"] for s in some]) < 0.985
    assert np.mean([s.slopes["blup"] for s in some]) < 0.97
    assert np.mean([s.ols_covers for s in some]) < 0.5


def test_intervals_are_informative(sets: list[SetResult]) -> None:
    width = 1.0 / np.mean([s.width for s in sets[:WITH_BAD]])
    assert 0.8 <= width <= 1.3
    rows = np.array([s.found["k_effort"] for s in sets])
    assert np.corrcoef(rows[:, 0], rows[:, 2])[0, 1] >= 0.95


def test_standardised_errors_look_normal(sets: list[SetResult]) -> None:
    rows = np.array([s.found["k_effort_known_t0"] for s in sets])
    z = (rows[:, 0] - rows[:, 2]) / rows[:, 1]
    assert kstest(z, "norm").pvalue > 0.001


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_coverage_over_two_hundred_sets() -> None:
    sets = [run_set(seed, bad=False) for seed in range(1000, 1200)]
    for name in ("k_effort", "k_effort_known_t0", "k_empty"):
        assert 0.90 <= covered(sets, name) <= 0.985, name
    assert 0.87 <= covered(sets, "log_t0") <= 0.99
    assert covered(sets, "practice") >= 0.90
    assert abs(relative_error(sets, "k_effort")) <= 0.02
    assert abs(relative_error(sets, "k_effort_known_t0")) <= 0.01
    assert abs(relative_error(sets, "k_empty")) <= 0.04
    near = [abs(v - t) <= max(2 * se, 0.05 * t) for v, se, t in (s.found["k_effort"] for s in sets)]
    assert np.mean(near) >= 0.88


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_one_large_set_is_fast_and_right() -> None:
    import time

    from fits.adjust import adjust
    from fits.screening import screen
    from fits.simulate import simulate
    from fits.time_model import TimeConfig, TimeModelFit

    solves, puzzles, truth = simulate(1_000_000, 50_000, 10_000, 5)
    begin = time.perf_counter()
    kept, _ = screen(solves, puzzles)
    adjusted = adjust(kept)
    fit = TimeModelFit(TimeConfig()).fit(adjusted, puzzles.set_index("puzzle_id"))
    assert time.perf_counter() - begin < 60
    true_b = truth.puzzles.loc[adjusted.puzzles.index.astype(str), "b"]
    assert abs(np.polyfit(true_b, adjusted.puzzles["b"], 1)[0] - 1) <= 0.015
    assert math.isclose(adjusted.sigma, truth.residual_sigma, rel_tol=0.01)
    error = abs(float(fit.params["time.k_effort"]) - truth.k_effort)
    assert error <= max(2 * float(fit.bse["time.k_effort"]), 0.05 * truth.k_effort)
