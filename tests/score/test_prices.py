"""The compiled price equals its plain twin, and prices behave as prices."""

from __future__ import annotations

import numpy as np
import pytest

from pencilmark import default, rate
from pencilmark.card import Grading
from pencilmark.card_score import mapped
from pencilmark.grader_model import use
from pencilmark.loaders import from_string
from pencilmark.scoring import Feature, Scorer, Seen, meta_vector, predict_time, size_factor, soft_bottleneck, work_time
from pencilmark.tables import shapes

PUZZLES = (
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".......3.5.652.3....4.254.2.6.......",
)


@pytest.mark.parametrize("text", PUZZLES)
def test_scorer_prices_every_step_as_the_kernel_does(text: str) -> None:
    grading = Grading(from_string(text))
    scorer = Scorer(default().price)
    assert grading.score is not None
    for step in grading.route.steps:
        if step.shape < 0:
            continue
        feature = Feature(shapes()[step.shape].technique, step.cover, step.meta[:18])
        assert scorer.difficulty(feature, grading.puzzle.digits) == pytest.approx(step.price, rel=1e-9)


def test_step_value_rises_with_its_price() -> None:
    grading = Grading(from_string(PUZZLES[1]))
    assert grading.score is not None
    with use(default().with_overrides({"route.price.Take Notes": "x3"})):
        dearer = Grading(from_string(PUZZLES[1])).score
    assert dearer is not None and dearer.effort_l1 > grading.score.effort_l1


def test_map_is_strictly_increasing_and_never_negative() -> None:
    scores = np.linspace(-20, 20, 4001)
    values = np.array([mapped(float(s), default()) for s in scores])
    assert (np.diff(values) > 0).all() and (values >= 0).all()


def test_size_factor_is_one_for_nine_digits() -> None:
    assert size_factor(9, 0.7) == 1.0
    assert size_factor(4, 1.0) < 1.0 < size_factor(16, 1.0)


def test_meta_vector_pads_and_cuts() -> None:
    assert meta_vector([1.0, 2.0]).shape == (18,)
    assert meta_vector(range(19), desc=False).tolist() == list(range(10))


def test_work_time_never_exceeds_predicted_time() -> None:
    steps = Seen(np.array([50.0, 40.0]), np.array([1.2, 7.0]), np.array([3.0, 1.0]), np.array([1, 0]), np.array([0, 2]))
    params = default().route
    assert 0 < work_time(steps, params) < predict_time(steps, params)


def test_soft_bottleneck_hard_steps_count_as_density() -> None:
    one, five = [1.2] * 49 + [5.0], [1.2] * 45 + [5.0] * 5
    assert soft_bottleneck(five) > soft_bottleneck(one) >= 5.0
    assert soft_bottleneck(one * 5) == pytest.approx(soft_bottleneck(one))
    assert soft_bottleneck([]) == 0.0


def test_harder_puzzles_are_dearer() -> None:
    easy, hard = (rate(p, fields=["difficulty", "time"]) for p in PUZZLES[:2])
    assert easy["difficulty"] < hard["difficulty"] and easy["time"] < hard["time"]
