"""Stage 1 against independent solvers, and what must not change its answer."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import coo_array, hstack
from scipy.sparse.linalg import lsmr

from fits.adjust import adjust
from fits.adjust_result import AdjustResult
from fits.errors import DatasetError
from fits.screening import ScreenRules, screen
from fits.simulate import simulate
from fits.two_way import AdjustConfig, mills

Tables = tuple[pd.DataFrame, pd.DataFrame]


@pytest.fixture(scope="module")
def tables() -> Tables:
    solves, puzzles, _ = simulate(6_000, 300, 80, 11)
    return solves, puzzles


@pytest.fixture(scope="module")
def result(tables: Tables) -> AdjustResult:
    return adjust(*tables)


def centred(b: pd.Series) -> pd.Series:
    return b - b.mean()


def test_plain_fit_equals_lsmr_on_the_sparse_design(tables: Tables) -> None:
    kept, _ = screen(*tables)
    solved = kept[kept["status"] == "solved"]
    plain = AdjustConfig(huber=None, censored=False, knots=(-10.0, -5.0, 0.0), max_era_se=9.0)
    ours = adjust(solved, config=plain)
    n = len(solved)
    player, players = pd.factorize(solved["player_id"].astype("object"), sort=True)
    puzzle, ids = pd.factorize(solved["puzzle_id"].astype("object"), sort=True)
    ref = solved["started_at"].max().floor("D")
    era = np.minimum((solved["started_at"] - ref) / pd.Timedelta(days=365.25), 0).to_numpy()
    x = np.column_stack([np.minimum(era, -5) + 5, np.clip(era, -5, 0), np.log1p(solved["n_prev"])])
    rows = np.arange(n)
    design = hstack(
        [
            coo_array((np.ones(n), (rows, player)), shape=(n, len(players))),
            coo_array((np.ones(n), (rows, puzzle)), shape=(n, len(ids))),
            coo_array(x),
        ]
    )
    solution = lsmr(design.tocsr(), solved["log_min"].to_numpy(), atol=1e-13, btol=1e-13, maxiter=5000)[0]
    b = pd.Series(solution[len(players) : len(players) + len(ids)], index=ids)
    np.testing.assert_allclose(centred(ours.puzzles["b"]), centred(b)[ours.puzzles.index], atol=1e-5)
    np.testing.assert_allclose(ours.practice, solution[-1], atol=1e-5)
    np.testing.assert_allclose(ours.era["slope"], solution[-3:-1], atol=1e-5)


def test_plain_fit_agrees_with_crossed_mixed_model() -> None:
    mixedlm = pytest.importorskip("statsmodels.regression.mixed_linear_model")
    clean = {"pause_share": 0.0, "cheat_share": 0.0, "patience_min": 1e6, "choice": 0.0, "practice": 0.0}
    solves, puzzles, _ = simulate(900, 40, 30, 3, era_slope=0.0, era_wave=0.0, **clean)
    kept, _ = screen(solves, puzzles)
    ours = adjust(kept, config=AdjustConfig(huber=None, knots=(0.0,)))
    frame = kept.assign(one=1, player=kept["player_id"].astype(str), puzzle=kept["puzzle_id"].astype(str))
    terms = {"player": "0 + C(player)", "puzzle": "0 + C(puzzle)"}
    model = mixedlm.MixedLM.from_formula("log_min ~ 1", groups="one", vc_formula=terms, re_formula="0", data=frame)
    fit = model.fit(reml=True, maxiter=200)
    assert np.sqrt(fit.scale) == pytest.approx(ours.sigma, rel=0.12)
    blup = {k.split("[")[-1].strip("]"): v for k, v in fit.random_effects[1].items() if "puzzle" in k}
    shrunk = pd.Series(blup).reindex(ours.puzzles.index.astype(str))
    assert np.corrcoef(shrunk, ours.puzzles["b"])[0, 1] > 0.98


def test_row_order_and_names_change_nothing(tables: Tables, result: AdjustResult) -> None:
    solves, puzzles = tables
    mixed = solves.sample(frac=1.0, random_state=1)
    again = adjust(mixed, puzzles)
    np.testing.assert_allclose(again.puzzles["b"], result.puzzles["b"], atol=1e-9)
    renamed = solves.assign(player_id="x" + solves["player_id"].astype(str).str[::-1])
    other = adjust(renamed, puzzles)
    np.testing.assert_allclose(other.puzzles["b"], result.puzzles["b"], atol=1e-9)
    assert other.practice == pytest.approx(result.practice, abs=1e-9)


def test_equal_input_gives_equal_bits(tables: Tables, result: AdjustResult) -> None:
    again = adjust(*tables)
    assert again.to_json() == result.to_json()
    assert (again.puzzles["b"].to_numpy() == result.puzzles["b"].to_numpy()).all()


def test_times_sixty_fold_change_only_the_unit(tables: Tables, result: AdjustResult) -> None:
    solves, puzzles = tables
    slow = solves.assign(duration_s=solves["duration_s"] * 60)
    rules = ScreenRules(check_unit=False, longest_h=24 * 60, seconds_per_cell=30)
    other = adjust(slow, puzzles, rules=rules)
    assert other.minutes_per_unit == pytest.approx(60 * result.minutes_per_unit, rel=1e-6)
    assert other.spread_sigma == pytest.approx(result.spread_sigma, rel=1e-6)
    assert other.practice == pytest.approx(result.practice, abs=1e-6)
    np.testing.assert_allclose(other.puzzles["b"] - result.puzzles["b"], np.log(60), atol=1e-6)


def test_a_disconnected_player_is_screened_and_changes_nothing(tables: Tables, result: AdjustResult) -> None:
    solves, puzzles = tables
    lone_ids = [f"lone{i}" for i in range(6)]
    lone = pd.DataFrame(
        {
            "player_id": np.repeat([f"hermit{i}" for i in range(6)], 6),
            "puzzle_id": lone_ids * 6,
            "duration_s": 480.0 + np.arange(36),
            "status": "solved",
            "started_at": pd.Timestamp("2024-06-01", tz="UTC"),
        }
    )
    more = pd.concat([solves.astype({"player_id": "object", "puzzle_id": "object"}), lone], ignore_index=True)
    more = more.assign(attempt=1, source="main")
    added = puzzles.astype({"puzzle_id": "object", "group_key": "object", "band": "object"})
    added = pd.concat([added, pd.DataFrame({"puzzle_id": lone_ids, "empty_cells": 50.0})], ignore_index=True)
    other = adjust(more, added)
    assert other.rejects is not None
    assert other.rejects.counts["disconnected"] == 36
    np.testing.assert_allclose(other.puzzles["b"], result.puzzles["b"], atol=1e-9)


def test_pauses_hardly_move_the_robust_fit(tables: Tables, result: AdjustResult) -> None:
    solves, puzzles = tables
    rng = np.random.default_rng(5)
    wild = (rng.random(len(solves)) < 0.02) & (solves["status"] == "solved")
    other = adjust(solves.assign(duration_s=solves["duration_s"].where(~wild, solves["duration_s"] * 8)), puzzles)
    assert (other.puzzles["b"] - result.puzzles["b"]).abs().mean() < 0.03
    pauses = other.suspected_pauses(solves)
    assert pauses["rows"].sum() == len(other.rows)
    assert 0.005 < (pauses["share"] * pauses["rows"]).sum() / pauses["rows"].sum() < 0.08


def test_unscreened_rows_are_refused_with_their_numbers(tables: Tables) -> None:
    kept, _ = screen(*tables)
    broken = kept.reset_index(drop=True)
    broken.loc[[3, 7], "duration_s"] = [np.nan, np.nan]
    with pytest.raises(DatasetError, match="rows 4, 8"):
        adjust(broken)
    broken.loc[[3, 7], "duration_s"] = [-4.0, 0.0]
    with pytest.raises(DatasetError, match="must be positive"):
        adjust(broken)
    with pytest.raises(DatasetError, match="n_prev"):
        adjust(kept.drop(columns="n_prev"))


def test_an_era_that_cannot_be_seen_is_set_to_zero() -> None:
    solves, puzzles, _ = simulate(3_000, 250, 60, 2)
    strict = adjust(solves, puzzles, AdjustConfig(max_era_se=1e-6))
    assert len(strict.era) == 0
    assert any("era is not identified" in text for text in strict.warnings)
    assert (strict.era_effect(np.array([-3.0, 0.0])) == 0).all()


def test_anchor_list_fixes_the_unit(tables: Tables, result: AdjustResult) -> None:
    ids = tuple(result.puzzles.index[:10].astype(str))
    anchored = adjust(*tables, AdjustConfig(anchor=ids))
    assert anchored.minutes_per_unit == pytest.approx(float(np.exp(result.puzzles["b"].iloc[:10].median())), rel=1e-9)
    with pytest.raises(DatasetError, match="anchor"):
        adjust(*tables, AdjustConfig(anchor=("nowhere",)))


def test_mills_ratio_at_known_points() -> None:
    np.testing.assert_allclose(mills(np.array([0.0])), [np.sqrt(2 / np.pi)], rtol=1e-12)
    far = mills(np.array([30.0]))
    assert 30.0 < float(far[0]) < 30.1


def test_summary_and_json_show_practice_beside_era(result: AdjustResult) -> None:
    text = str(result.summary())
    assert "practice" in text and "era" in text and "spread_sigma" in text
    doc = result.to_json()
    assert set(doc) >= {"practice", "sigma", "minutes_per_unit", "puzzles"}
    assert "player_id" not in str(doc)
