"""Grades drawn around a known map give it back, and puzzles near a limit are those nearest to it."""

from __future__ import annotations

import matplotlib
import numpy as np
import pandas as pd
import pytest

from fits import DifficultyMapFit, MapConfig, MapResult, grade_labels
from fits.difficulty_map import softplus

matplotlib.use("agg")
TRUTH = (1.2, -4.0, 0.8)


@pytest.fixture(scope="module")
def labels() -> pd.DataFrame:
    raw = np.random.default_rng(8).uniform(-4.5, 5.5, 400)
    return grade_labels.simulated_labels(pd.DataFrame({"score_raw": raw}), TRUTH, seed=8)


@pytest.fixture(scope="module")
def fit(labels: pd.DataFrame) -> MapResult:
    config = MapConfig(grades=grade_labels.observed_grades(labels), bootstrap=20)
    return DifficultyMapFit(config).fit(labels)


def test_grades_follow_the_scale(labels: pd.DataFrame) -> None:
    bounds = dict(zip(grade_labels.NAMES, zip((-9, 3, 4, 5, 7, 9), (3, 4, 5, 7, 9, 99), strict=True), strict=True))
    for name, part in labels.groupby("published_grade"):
        low, high = bounds[str(name)]
        assert part["published_score"].between(low, high, inclusive="left").all()
    pd.testing.assert_frame_equal(labels, grade_labels.simulated_labels(labels, TRUTH, seed=8))


def test_observed_medians_give_the_map_back(fit: MapResult) -> None:
    raw = np.linspace(-3, 4.5, 50)
    assert np.abs(fit(raw) - softplus(raw, *TRUTH)).max() < 0.2


def test_assumed_medians_mislead_where_a_collection_is_easy_for_its_grades(labels: pd.DataFrame) -> None:
    low = dict(zip(grade_labels.NAMES, (0, 3, 4, 5, 7, 9), strict=True))
    wide = dict(zip(grade_labels.NAMES, (3, 1, 1, 2, 2, 3), strict=True))
    grade = labels["published_grade"]
    easy = labels[labels["published_score"] < grade.map(low) + 0.4 * grade.map(wide)]
    observed = DifficultyMapFit(MapConfig(grades=grade_labels.observed_grades(easy), bootstrap=0)).fit(easy)
    assumed = DifficultyMapFit(MapConfig(bootstrap=0)).fit(easy)
    raw = np.linspace(-3, 4.5, 50)
    wrong = [np.abs(found(raw) - softplus(raw, *TRUTH)).mean() for found in (observed, assumed)]
    assert wrong[0] < 0.5 * wrong[1]


def test_a_rare_grade_keeps_its_assumed_target(labels: pd.DataFrame) -> None:
    few = pd.concat([labels[labels["published_grade"] != "Kids"], labels[labels["published_grade"] == "Kids"].head(2)])
    kids, *others = grade_labels.observed_grades(few)
    assert (kids.target, kids.weight) == (2.5, 0.25)
    assert all(grade.weight == 1 for grade in others)


def test_near_limits_are_the_nearest(fit: MapResult) -> None:
    near = grade_labels.near_limits(fit, 12)
    fitted = fit(fit.points["raw"].to_numpy())
    apart = np.abs(fitted[:, None] - np.array(grade_labels.LIMITS)).min(axis=1)
    assert near["distance"].abs().tolist() == pytest.approx(np.sort(apart)[:12].tolist())
    for _, row in near.iterrows():
        below = grade_labels.NAMES.index(row["fitted_grade"]) <= grade_labels.LIMITS.index(row["limit"])
        assert below == (row["distance"] < 0)


def test_agreement_counts_every_puzzle_and_mostly_agrees(fit: MapResult) -> None:
    table = grade_labels.agreement(fit)
    assert table.to_numpy().sum() == len(fit.points)
    assert np.trace(table.to_numpy()) > 0.7 * len(fit.points)


def test_figures_show_every_grade(fit: MapResult) -> None:
    boxes = [label.get_text().splitlines()[0] for label in grade_labels.grade_boxes(fit).get_xticklabels()]
    assert boxes == list(fit.grades.index)
    ax = grade_labels.residual_by_grade(fit)
    drawn = sum(len(line.get_xdata()) for line in ax.lines[:-1])
    assert drawn == len(fit.points)
