"""The score map comes back from noiseless medians, rises everywhere, and says where it cannot be trusted."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import fits
from fits.difficulty_map import soft_fit, softplus
from fits.map_fit import STUART, pchip_curve
from pencilmark.grader_model import GraderModel

TRUTH = (1.8, -1.0, 1.2)
MEDIANS = np.array([-2.0, 0.3, 1.3, 2.0, 3.0])
FINISHED = TRUTH[1] + TRUTH[2] * float(np.log(np.expm1(0.2 / (TRUTH[0] * TRUTH[2]))))
"""Raw score that the true map sends to 0.2."""


def graded(per_grade: int = 60, spread: float = 0.3, seed: int = 1) -> tuple[pd.DataFrame, fits.MapConfig]:
    """Puzzles around the medians, whose grades' targets lie on the true map; medians exact."""
    rng = np.random.default_rng(seed)
    names = [grade.name for grade in STUART[1:]]
    parts = []
    for name, middle in zip(names, MEDIANS, strict=True):
        off = np.sort(spread * rng.standard_normal(per_grade))
        parts.append(pd.DataFrame({"raw": middle + off - np.median(off), "grade": name}))
    grades = tuple(fits.Grade(n, float(t)) for n, t in zip(names, softplus(MEDIANS, *TRUTH), strict=True))
    return pd.concat(parts, ignore_index=True), fits.MapConfig(grades=grades, finished_raw=FINISHED, bootstrap=30)


def test_map_is_recovered() -> None:
    scores, config = graded()
    result = fits.DifficultyMapFit(config).fit(scores)
    assert result.params.to_numpy() == pytest.approx(TRUTH, rel=0.02)
    assert result.grades["left_out"].to_numpy() == pytest.approx(result.grades["target"].to_numpy(), abs=0.05)


def test_recovery_would_notice_wrong_medians() -> None:
    """Grade means instead of medians, in grades with a tail, do not give the map back."""
    scores, config = graded()
    tail = scores.assign(raw=scores["raw"] + np.where(np.arange(len(scores)) % 4 == 3, 1.5, 0.0))
    means = tail.groupby("grade", sort=False)["raw"].mean().to_numpy()
    targets = np.array([grade.target for grade in config.grades])
    found = soft_fit(means, targets, np.ones(5), FINISHED)
    assert abs(found[1] / TRUTH[1] - 1) > 0.02


def test_map_rises_everywhere() -> None:
    scores, config = graded()
    result = fits.DifficultyMapFit(config).fit(scores)
    assert (np.diff(result(np.linspace(-8, 12, 10_000))) > 0).all()
    assert softplus(np.array([-1e6, 1e6]), *TRUTH) == pytest.approx([0.0, 1.8 * (1e6 + 1.0)])


def test_right_shape_needs_no_other_curve_and_a_wrong_one_gets_it() -> None:
    scores, config = graded(spread=0.0)
    assert fits.DifficultyMapFit(config).fit(scores).pchip == {}
    stairs = tuple(replace(g, target=t) for g, t in zip(config.grades, (3.0, 3.2, 8.0, 8.2, 8.4), strict=True))
    result = fits.DifficultyMapFit(replace(config, grades=stairs)).fit(scores)
    assert not result.diagnostics().set_index("check").loc["softplus − isotonic, largest in the central 90 %", "ok"]
    curve = pchip_curve(result.pchip, np.linspace(-8, 12, 10_000))
    assert (np.diff(curve) > 0).all() and curve[0] < 1.0
    worst = np.abs(pchip_curve(result.pchip, scores["raw"]) - result.points["wanted"]).max()
    assert worst < np.abs(result(scores["raw"]) - result.points["wanted"]).max()


def test_few_puzzles_have_wider_errors() -> None:
    few, many = (fits.DifficultyMapFit(graded(n)[1]).fit(graded(n)[0]).bse for n in (8, 200))
    assert (few > many).all()


def test_round_trip_and_model(tmp_path: Path) -> None:
    scores, config = graded()
    result = fits.DifficultyMapFit(config).fit(scores)
    doc = result.to_json(tmp_path / "map.json")
    again = fits.MapResult.from_json(tmp_path / "map.json")
    assert json.dumps(again.to_json()) == json.dumps(doc)
    model = result.model()
    assert model.score["map"]["A"] == pytest.approx(TRUTH[0], rel=0.02)
    assert result.predict(pd.DataFrame({"score_raw": MEDIANS})).to_numpy() == pytest.approx(result(MEDIANS))
    file = result.model_json()
    assert file["provenance"]["fit"] == "map" and file["search_weight"] == model.score["search_weight"]
    assert GraderModel(model.route, file, model.time).score["map"]["B"] == pytest.approx(TRUTH[1], rel=0.02)


def test_figures_have_content() -> None:
    scores, config = graded()
    result = fits.DifficultyMapFit(config).fit(scores)
    for kind in result.kinds():
        assert result.plot(kind).has_data()
    with pytest.raises(fits.DatasetError, match="grade_medians"):
        result.plot("nothing")


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda t: t.drop(columns="raw"), "score_raw"),
        (lambda t: t.assign(grade="Nice"), "Nice"),
        (lambda t: t[t["grade"] == "Tough"], "1 grades"),
        (lambda t: t.assign(published_scale=["a", *["b"] * (len(t) - 1)]), "several scales"),
    ],
)
def test_unusable_labels_are_named(change: object, text: str) -> None:
    scores, config = graded()
    with pytest.raises(fits.DatasetError, match=text):
        fits.DifficultyMapFit(config).fit(change(scores))  # type: ignore[operator]
