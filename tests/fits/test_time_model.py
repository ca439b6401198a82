"""Stage 2: what comes in, what comes out, and that it survives the file."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from fits import time_figures
from fits.adjust import adjust
from fits.adjust_result import AdjustResult
from fits.aggregate import AggregateTimes, noise_per_player
from fits.errors import DatasetError
from fits.report import REQUIRED, model_card, write_time_model
from fits.simulate import simulate
from fits.time_curve import CurveData, curve, paule_mandel
from fits.time_model import NAMES, TimeConfig, TimeFit, TimeModelFit


@pytest.fixture(scope="module")
def features() -> pd.DataFrame:
    return simulate(20_000, 1_000, 300, 3)[1].set_index("puzzle_id")


@pytest.fixture(scope="module")
def adjusted() -> AdjustResult:
    solves, puzzles, _ = simulate(20_000, 1_000, 300, 3)
    return adjust(solves, puzzles)


@pytest.fixture(scope="module")
def fit(adjusted: AdjustResult, features: pd.DataFrame) -> TimeFit:
    return TimeModelFit(TimeConfig(data_name="simulated", licence="own", shipped={})).fit(adjusted, features)


def test_curve_derivative_equals_finite_differences() -> None:
    rng = np.random.default_rng(0)
    z, theta, offset = rng.normal(size=(20, 2)), np.array([0.1, 0.4, 0.2, math.log(0.15)]), np.zeros(20)
    _, jac = curve(theta, z, offset)
    for j in range(4):
        step = np.zeros(4)
        step[j] = 1e-6
        numeric = (curve(theta + step, z, offset)[0] - curve(theta - step, z, offset)[0]) / 2e-6
        np.testing.assert_allclose(jac[:, j], numeric, atol=1e-8)


def test_paule_mandel_agrees_with_statsmodels_on_clean_data() -> None:
    meta = pytest.importorskip("statsmodels.stats.meta_analysis")
    rng = np.random.default_rng(1)
    se = rng.uniform(0.05, 0.3, 4000)
    x = rng.normal(0, np.sqrt(0.04 + se**2))
    ours = paule_mandel(x - np.average(x, weights=1 / (0.04 + se**2)), se, 1)
    theirs = meta.combine_effects(x, se**2, method_re="iterated").tau2
    assert ours == pytest.approx(theirs, rel=0.05)
    assert paule_mandel(np.full(50, 1e-4), np.ones(50), 1) == 0.0


def test_result_has_the_common_interface(fit: TimeFit) -> None:
    assert list(fit.params.index[:6]) == list(NAMES)
    ends = fit.conf_int()
    fitted = list(fit.cov.index)
    assert (ends.loc[fitted, "lower"] < fit.params[fitted]).all()
    assert (ends.loc[fitted, "upper"] > fit.params[fitted]).all()
    assert ends.loc["time.t0", "lower"] > 0
    assert fit.bse.isna()["time.geometry.blob_cells"] and not fit.identified["time.geometry.blob_cells"]
    assert set(fit.diagnostics().columns) == {"check", "value", "limit", "ok"}
    assert len(fit.to_look_at(5)) == 5
    text, page = str(fit.summary()), fit.summary()._repr_html_()
    assert "k_effort" in text and "k_effort" in page and "held at the shipped value" in text


def test_prediction_equals_fitted_values_and_formula(fit: TimeFit, features: pd.DataFrame) -> None:
    predicted = fit.predict(features.loc[fit.points.index])
    np.testing.assert_allclose(predicted, fit.points["predicted"], atol=1e-9)
    p, row = fit.params, features.iloc[0]
    units = math.exp(
        p["time.const"] + p["time.k_effort"] * row["effort_l1"] + p["time.k_empty"] * math.log(row["empty_cells"])
    )
    expected = math.log((units + p["time.t0"]) * p["time.minutes_per_unit"])
    assert fit.predict(features.iloc[:1]).iloc[0] == pytest.approx(expected, abs=1e-12)


def test_result_survives_its_file(fit: TimeFit, tmp_path: Path, features: pd.DataFrame) -> None:
    doc = fit.to_json(tmp_path / "r.json")
    back = TimeFit.from_json(tmp_path / "r.json")
    assert back.to_json() == doc
    assert back.to_overrides() == fit.to_overrides()
    np.testing.assert_allclose(back.predict(features), fit.predict(features), atol=1e-4)
    assert str(back.summary()).splitlines()[0] == str(fit.summary()).splitlines()[0]


def test_equal_input_gives_equal_document(fit: TimeFit, adjusted: AdjustResult, features: pd.DataFrame) -> None:
    again = TimeModelFit(fit.config).fit(adjusted, features.sample(frac=1.0, random_state=2))

    def bare(result: TimeFit) -> str:
        doc = result.to_json()
        for key in ("created_utc", "git_dirty", "git_commit"):
            doc["provenance"].pop(key, None)
        return json.dumps(doc)

    assert bare(again) == bare(fit)


def test_model_file_has_exactly_the_agreed_keys(fit: TimeFit, tmp_path: Path) -> None:
    doc = write_time_model(fit, tmp_path / "time_model.json")
    assert list(doc) == [
        "format",
        "format_version",
        "const",
        "k_effort",
        "k_empty",
        "geometry",
        "t0",
        "minutes_per_unit",
        "spread_sigma",
        "puzzle_sigma",
        "player_sigma",
        "residual_sigma",
        "provenance",
    ]
    assert set(doc["provenance"]) == set(REQUIRED)
    assert json.loads((tmp_path / "time_model.json").read_text()) == doc
    data = doc["provenance"]["data"]
    assert data["rows_in"] == 20_000 and data["rows_used"] < 20_000
    assert sum(doc["provenance"]["rejects"].values()) == data["rows_in"] - data["rows_used"]
    card = model_card(doc)
    assert "k_effort" in card and "Known limits" in card
    hash_like = [key for key in fit.to_overrides() if not key.startswith("time.")]
    assert not hash_like


def test_hashes_of_the_feature_table_reach_provenance(adjusted: AdjustResult, features: pd.DataFrame) -> None:
    marked = features.copy()
    marked.attrs = {"engine_hash": "abc", "features_model_hash": "def"}
    block = TimeModelFit().fit(adjusted, marked).provenance
    assert (block["engine_hash"], block["features_model_hash"], block["base_model_hash"]) == ("abc", "def", "")


def test_every_figure_can_be_drawn(fit: TimeFit, tmp_path: Path) -> None:
    assert set(time_figures.kinds(fit)) == set(time_figures.KINDS)
    for kind in time_figures.kinds(fit):
        ax = fit.plot(kind)
        assert ax.get_title()
        ax.get_figure().savefig(tmp_path / f"{kind}.png")  # type: ignore[union-attr]
    with pytest.raises(DatasetError, match="unknown"):
        fit.plot("pie")


def test_geometry_is_fitted_when_enough_puzzles_have_it() -> None:
    rng = np.random.default_rng(4)
    n = 900
    blob = np.where(rng.random(n) < 0.4, rng.integers(1, 20, n), 0).astype(float)
    table = pd.DataFrame({"effort_l1": rng.normal(5, 0.7, n), "empty_cells": rng.integers(40, 60, n).astype(float)})
    table["blob_cells"] = blob
    core = np.exp(-5.1 + 0.5 * table["effort_l1"] + 0.65 * np.log(table["empty_cells"]) + 0.05 * blob)
    b = np.log(8) + np.log(core + 0.12) + rng.normal(0, 0.2, n)
    times = AggregateTimes(pd.DataFrame({"b": b, "se": 0.05, "n": 200.0}), 8.0)
    fit = TimeModelFit(TimeConfig(t0_prior=0.12, shipped={})).fit(times, table)
    assert fit.identified["time.geometry.blob_cells"]
    assert fit.params["time.geometry.blob_cells"] == pytest.approx(0.05, abs=0.006)
    assert fit.params["time.geometry.extra_area_pc"] == 0.0
    assert fit.params["time.puzzle_sigma"] == pytest.approx(0.2, abs=0.02)


def test_mean_times_give_back_curve_noise_and_sigma() -> None:
    rng = np.random.default_rng(6)
    n_puzzle = 1500
    table = pd.DataFrame(
        {"effort_l1": rng.normal(5, 0.7, n_puzzle), "empty_cells": rng.integers(40, 60, n_puzzle).astype(float)}
    )
    b = np.log(np.exp(-5.0 + 0.55 * table["effort_l1"] + 0.6 * np.log(table["empty_cells"])) + 0.12) + np.log(6)
    b += rng.normal(0, 0.15, n_puzzle)
    n = rng.integers(4, 60, n_puzzle)
    sigma = math.hypot(0.39, 0.40)
    mean = np.array([math.log(np.exp(bq + sigma * rng.normal(size=k)).mean()) for bq, k in zip(b, n, strict=True)])
    times = AggregateTimes.from_means(pd.Series(mean), pd.Series(n))
    fit = TimeModelFit(TimeConfig(t0_prior=0.12, shipped={})).fit(times, table)
    assert fit.aggregate == "mean"
    assert fit.params["time.k_effort"] == pytest.approx(0.55, abs=0.04)
    assert fit.params["time.puzzle_sigma"] == pytest.approx(0.15, abs=0.03)
    assert abs(float((fit.points["predicted"] - b).mean())) < 0.04
    noise = fit.provenance["data"]["noise_per_player"]
    assert noise == pytest.approx(math.exp(sigma**2) - 1, rel=0.35)
    assert "era" not in time_figures.kinds(fit)


def test_noise_is_left_alone_when_all_puzzles_have_equal_n() -> None:
    between, noise, error = noise_per_player(np.array([0.1, -0.1, 0.2, -0.2]), np.full(4, 14.0))
    assert (noise, math.isinf(error)) == (0.0, True) and between > 0


def faulty(features: pd.DataFrame, kind: str) -> pd.DataFrame:
    out = features.copy()
    if kind == "nan":
        out.iloc[4, out.columns.get_loc("effort_l1")] = np.nan
    elif kind == "no column":
        out = out.drop(columns="effort_l1")
    elif kind == "other ids":
        out.index = [f"z{i}" for i in range(len(out))]
    elif kind == "twice":
        out = pd.concat([out, out.iloc[:1]])
    elif kind == "constant":
        out["empty_cells"] = 50.0
    elif kind == "full grid":
        out["empty_cells"] = out["empty_cells"].where(np.arange(len(out)) != 3, 0.0)
    return out


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("nan", "missing value"),
        ("no column", "effort_l1 is missing"),
        ("other ids", "0 of 299"),
        ("twice", "twice"),
        ("constant", "same for every puzzle"),
        ("full grid", "no empty cell"),
    ],
)
def test_faulty_features_are_refused(kind: str, message: str, adjusted: AdjustResult, features: pd.DataFrame) -> None:
    with pytest.raises(DatasetError, match=message):
        TimeModelFit().fit(adjusted, faulty(features, kind))


def test_unit_change_moves_only_the_unit(adjusted: AdjustResult, features: pd.DataFrame, fit: TimeFit) -> None:
    from dataclasses import replace

    slow = replace(
        adjusted,
        puzzles=adjusted.puzzles.assign(b=adjusted.puzzles["b"] + math.log(60)),
        minutes_per_unit=adjusted.minutes_per_unit * 60,
    )
    config = replace(fit.config, t0_prior=1.26 * float(features["empty_cells"].mean()) / 60 / adjusted.minutes_per_unit)
    one, two = TimeModelFit(config).fit(adjusted, features), TimeModelFit(config).fit(slow, features)
    same = [name for name in one.params.index if name != "time.minutes_per_unit"]
    np.testing.assert_allclose(two.params[same], one.params[same], rtol=1e-6)
    assert two.params["time.minutes_per_unit"] == pytest.approx(60 * one.params["time.minutes_per_unit"])


def test_curve_data_is_frozen() -> None:
    with pytest.raises(AttributeError):
        CurveData(*[np.zeros(1)] * 8).y = np.ones(1)  # type: ignore[misc]


def test_residuals_that_depend_on_a_technique_a_year_or_a_source_are_noticed(
    adjusted: AdjustResult, features: pd.DataFrame, fit: TimeFit
) -> None:
    z = fit.points["z"].reindex(features.index).fillna(0.0)
    rng = np.random.default_rng(1)
    plain = features.assign(
        share_X=rng.uniform(size=len(z)), source=np.where(rng.uniform(size=len(z)) < 0.5, "a", "b"),
        published_at=pd.to_datetime(np.where(rng.uniform(size=len(z)) < 0.5, "2020-03-01", "2021-03-01"), utc=True),
    )  # fmt: skip
    told = plain.assign(
        share_X=np.clip(z + 3, 0, None), source=np.where(z > 0, "a", "b"),
        published_at=pd.to_datetime(np.where(z > 0, "2020-03-01", "2021-03-01"), utc=True),
    )  # fmt: skip
    names = (
        "|correlation| of residual and a technique's share, largest of 1",
        "year means of residuals, largest |mean| in se",
        "source means of residuals, largest |mean| in se",
    )
    for table, fine in ((plain, True), (told, False)):
        result = TimeModelFit(fit.config).fit(adjusted, table)
        checks = result.diagnostics().set_index("check")["ok"]
        assert [bool(checks[name]) for name in names] == [fine] * 3
        assert "share_X" not in result.points.columns


def test_a_slope_at_the_end_of_its_range_is_not_called_identified() -> None:
    """Times steeper in the number of empty cells than any curve may be: the value only says where the range ends."""
    rng = np.random.default_rng(8)
    table = pd.DataFrame({"effort_l1": rng.normal(5, 0.7, 400), "empty_cells": rng.integers(40, 60, 400).astype(float)})
    b = -25.0 + 0.5 * table["effort_l1"] + 6.5 * np.log(table["empty_cells"]) + rng.normal(0, 0.1, 400)
    times = AggregateTimes.from_means(b, pd.Series(np.full(400, 30)))
    fit = TimeModelFit(TimeConfig(shipped={})).fit(times, table)
    assert fit.params["time.k_empty"] == pytest.approx(4.0)
    assert not fit.identified["time.k_empty"] and fit.identified["time.k_effort"]
    assert any("k_empty stands at the end of its range, 4" in note for note in fit.warnings)
