"""Broken files are refused with the place and the remedy; broken rows are counted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from fits.datasets import anonymise, cloud_sudoku, load_puzzles, load_solves, log_minutes, screen
from fits.errors import DatasetError
from fits.schemas import SECONDS_PER_MINUTE, seconds_of
from fits.screening import REASONS, ScreenRules
from fits.simulate import simulate

REAL = Path(__file__).resolve().parents[2].parent / "shared" / "data"
HEADER = "player_id,puzzle_id,duration_s,status,started_at\n"
GOOD = [f"p{i % 8},q{i % 6},{300 + i},solved,2024-01-{1 + i % 28:02d}\n" for i in range(48)]


def good_csv() -> str:
    return HEADER + "".join(GOOD)


def swap(row: int, text: str) -> str:
    lines = GOOD.copy()
    lines[row] = text
    return HEADER + "".join(lines)


BROKEN: dict[str, tuple[str | bytes, str]] = {
    "empty file": ("", "empty"),
    "header only": (HEADER, "no rows"),
    "blank header": ("\n" + "".join(GOOD), "first line is blank"),
    "no header": ("1,2,300,0,20240101\n1,3,310,0,20240102\n", "header line"),
    "truncated last row": (good_csv() + "p1,q2,3", "truncated"),
    "short row": (swap(3, "p1,q2,300\n"), "row 4"),
    "long row": (swap(4, "p1,q2,300,solved,2024-01-01,extra\n"), "row 5"),
    "missing column": (good_csv().replace("puzzle_id", "puzzle", 1), "puzzle_id is missing"),
    "duplicate header": (good_csv().replace("status", "puzzle_id", 1), "occurs twice"),
    "unknown column": (good_csv().replace("started_at", "when", 1), "started_at"),
    "extra column": (
        HEADER.replace("\n", ",colour\n") + "".join(line.replace("\n", ",red\n") for line in GOOD),
        "colour",
    ),
    "semicolons": (good_csv().replace(",", ";"), "commas"),
    "tabs": (good_csv().replace(",", "\t"), "commas"),
    "binary": (b"\x00\x01\x02" * 100, "binary"),
    "zip": (b"PK\x03\x04" + b"x" * 50, "binary"),
    "gzip": (b"\x1f\x8b\x08\x00" + b"x" * 50, "binary"),
    "latin-1": (swap(5, "p1,q2,300,solved,2024-01-01\n").replace("p1", "pé", 1).encode("latin-1"), "UTF-8"),
    "text in time": (swap(6, "p1,q2,five,solved,2024-01-01\n"), "row 7"),
    "clock time": (swap(7, "p1,q2,05:30,solved,2024-01-01\n"), "row 8"),
    "decimal comma": (swap(8, 'p1,q2,"300,5",solved,2024-01-01\n'), "row 9"),
    "broken date": (swap(9, "p1,q2,300,solved,soon\n"), "row 10"),
    "day first date": (swap(10, "p1,q2,300,solved,31/12/2024\n"), "row 11"),
    "minutes column": (good_csv().replace("duration_s", "duration_min", 1), "unit='min'"),
    "milliseconds column": (good_csv().replace("duration_s", "duration_ms", 1), "unit='ms'"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_file_is_refused_with_place_and_remedy(name: str, tmp_path: Path) -> None:
    content, message = BROKEN[name]
    path = tmp_path / "solves.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(DatasetError, match=message) as caught:
        load_solves(path)
    assert "\n" not in str(caught.value)


def test_missing_file_and_truncated_parquet_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="no such file"):
        load_solves(tmp_path / "none.csv")
    solves, _, _ = simulate(300, 20, 10, 0)
    path = tmp_path / "solves.parquet"
    solves.to_parquet(path)
    assert len(load_solves(path)) == len(solves)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(DatasetError, match="truncated"):
        load_solves(path)


def test_csv_and_parquet_round_trip(tmp_path: Path) -> None:
    solves, puzzles, _ = simulate(500, 30, 12, 1)
    solves.to_csv(tmp_path / "s.csv", index=False)
    puzzles.to_csv(tmp_path / "p.csv", index=False)
    back = load_solves(tmp_path / "s.csv")
    np.testing.assert_allclose(back["duration_s"], solves["duration_s"])
    assert (back["player_id"].astype(str) == solves["player_id"].astype(str)).all()
    assert len(load_puzzles(tmp_path / "p.csv")) == 12
    kept, _ = screen(back, load_puzzles(tmp_path / "p.csv"))
    assert len(kept) == len(screen(solves, puzzles)[0])


def test_leading_zeros_of_ids_survive(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text(good_csv().replace("p1,", "007,"))
    assert "007" in set(load_solves(path)["player_id"])


@pytest.mark.parametrize(("factor", "advice"), [(1 / 60, "unit='min'"), (1000.0, "unit='ms'")])
def test_wrong_unit_is_recognised_and_the_unit_option_repairs_it(factor: float, advice: str, tmp_path: Path) -> None:
    solves, puzzles, _ = simulate(2_000, 100, 40, 4)
    path = tmp_path / "s.csv"
    solves.assign(duration_s=solves["duration_s"] * factor).to_csv(path, index=False)
    with pytest.raises(DatasetError, match=advice):
        screen(load_solves(path), puzzles)
    unit = "min" if factor < 1 else "ms"
    kept, _ = screen(load_solves(path, unit=unit), puzzles)
    reference, _ = screen(solves, puzzles)
    np.testing.assert_allclose(kept["log_min"], reference["log_min"], atol=1e-9)
    with pytest.raises(DatasetError, match="unit"):
        load_solves(path, unit="hours")


def base() -> tuple[pd.DataFrame, pd.DataFrame]:
    solves, puzzles, _ = simulate(4_000, 150, 60, 9, pause_share=0.0, cheat_share=0.0)
    solves = solves.astype({"player_id": "object", "puzzle_id": "object", "status": "object"})
    return solves.assign(hints_n=0.0), puzzles.assign(stopped=False, time=1.0)


def at(solves: pd.DataFrame, column: str, value: object) -> pd.DataFrame:
    out = solves.copy()
    rows = out.index[out["status"] == "solved"][:5]
    out.loc[rows, column] = value
    return out


FAULTS: dict[str, Callable[[pd.DataFrame, pd.DataFrame], tuple[pd.DataFrame, pd.DataFrame]]] = {
    "missing_key": lambda s, p: (at(s, "player_id", None), p),
    "bad_status": lambda s, p: (at(s, "status", "gone fishing"), p),
    "nonpositive_time": lambda s, p: (at(s, "duration_s", -3.0), p),
    "bad_date": lambda s, p: (at(s, "started_at", pd.Timestamp("1999-01-01", tz="UTC")), p),
    "duplicate": lambda s, p: (pd.concat([s, s[s["status"] == "solved"].iloc[:5]], ignore_index=True), p),
    "unknown_puzzle": lambda s, p: (at(s, "puzzle_id", "nowhere"), p),
    "ungradable": lambda s, p: (s, p.assign(time=p["time"].where(p.index != 5))),
    "stopped_card": lambda s, p: (s, p.assign(stopped=p.index == 5)),
    "repeat_attempt": lambda s, p: (at(s, "attempt", 2), p),
    "wrong_solution": lambda s, p: (at(s, "status", "wrong"), p),
    "assisted": lambda s, p: (at(s, "hints_n", 1), p),
    "too_fast": lambda s, p: (at(s, "duration_s", 2.0), p),
    "too_long": lambda s, p: (at(s, "duration_s", 1e6), p),
}


@pytest.mark.parametrize("reason", FAULTS)
def test_every_row_fault_is_counted_under_its_reason(reason: str) -> None:
    solves, puzzles = FAULTS[reason](*base())
    rules = ScreenRules(cheat_share=1.0, cheat_residual_share=1.0)
    kept, report = screen(solves, puzzles, rules)
    assert report.counts[reason] >= 5
    assert len(kept) + sum(report.counts.values()) == len(solves)
    assert len(report.table.loc[reason, "first"]) == 5


def test_cheats_few_rows_and_loners_are_counted() -> None:
    solves, puzzles = base()
    worst = solves["player_id"].value_counts().index[10]
    of_player = solves["player_id"] == worst
    solves.loc[of_player & (solves["status"] == "solved"), "duration_s"] = 10.0
    stranger = solves.iloc[:1].assign(player_id="stranger")
    kept, report = screen(pd.concat([solves, stranger], ignore_index=True), puzzles)
    assert report.counts["cheat_player"] >= 1
    assert report.counts["few_rows"] >= 1
    assert worst not in set(kept["player_id"])
    assert list(report.table.index) == list(REASONS)
    assert len(REASONS) == 16


def test_several_faults_in_a_row_are_all_in_its_mask() -> None:
    solves, puzzles = base()
    solves.loc[0, ["duration_s", "status"]] = [-1.0, "odd"]
    _, report = screen(solves, puzzles)
    names = {REASONS[i] for i in range(16) if report.masks[0] >> i & 1}
    assert names >= {"bad_status", "nonpositive_time"}
    assert report.counts["bad_status"] == 1 and "nonpositive_time" not in report.counts


def test_too_many_rejects_stop_the_fit_unless_allowed() -> None:
    solves, puzzles = base()
    rng = np.random.default_rng(0)
    solves["attempt"] = np.where(rng.random(len(solves)) < 0.4, 2, 1)
    with pytest.raises(DatasetError, match="max_reject"):
        screen(solves, puzzles)
    _, report = screen(solves, puzzles, ScreenRules(max_reject=0.9))
    assert any("repeat_attempt" in text for text in report.warnings)
    assert "repeat_attempt" in str(report.summary())
    assert "<table" in report.summary()._repr_html_()


def test_practice_is_counted_before_rows_are_rejected() -> None:
    solves, puzzles = base()
    player = solves["player_id"].value_counts().index[0]
    rows = solves.index[solves["player_id"] == player]
    first = solves.loc[rows].sort_values("started_at").index
    solves.loc[first[0], "attempt"] = 2
    kept, _ = screen(solves, puzzles)
    assert first[0] not in kept.index
    assert kept.loc[first[1], "n_prev"] == 1
    with_history, _ = screen(solves.assign(history_n=10.0), puzzles)
    assert with_history.loc[first[1], "n_prev"] == 11


def test_log_minutes_is_the_only_conversion() -> None:
    np.testing.assert_allclose(log_minutes([60.0, 120.0]), [0.0, np.log(2)], atol=1e-15)
    assert np.isnan(log_minutes([0.0, -1.0, np.nan, np.inf])).all()
    np.testing.assert_allclose(seconds_of(log_minutes([1.0, 333.0])), [1.0, 333.0])
    assert SECONDS_PER_MINUTE == 60
    folder = Path(__file__).resolve().parents[2] / "fits"
    for path in folder.glob("*.py"):
        text = path.read_text(encoding="utf-8").replace("seconds_per_fill * float(table", "")
        assert "/ 60)" not in text and "/60" not in text, path.name


def test_pseudonyms_hide_ids_and_extra_columns(tmp_path: Path) -> None:
    salt = tmp_path / "salt"
    salt.write_bytes(bytes(range(32)))
    raw = pd.DataFrame(
        {
            "player_id": ["ann@example.org"] * 3 + ["bob"],
            "puzzle_id": ["q1", "q2", "q3", "q1"],
            "duration_s": 300.0,
            "status": "solved",
            "started_at": pd.Timestamp("2024-03-01 13:37:11", tz="UTC"),
            "email": "ann@example.org",
        }
    )
    out = anonymise(raw, salt)
    assert len(out) == 3 and "email" not in out.columns
    name = str(out["player_id"].iloc[0])
    assert len(name) == 12 and "ann" not in name and out["player_id"].nunique() == 1
    assert (out["started_at"].dt.hour == 0).all()
    assert anonymise(raw, salt)["player_id"].iloc[0] == name
    with pytest.raises(DatasetError, match="salt"):
        anonymise(raw, tmp_path / "none")


GRID = "...69.........78.9.......65.3.48....91..3......8....9.....1.4..4.75....22......7."


def means(n: int = 12) -> pd.DataFrame:
    grids = [GRID[i:] + GRID[:i] for i in range(n)]
    return pd.DataFrame({"game_no": range(n), "puzzle": grids, "n_players": 14, "mean_time_s": 300.0 + np.arange(n)})


AGGREGATE_FAULTS: dict[str, tuple[Callable[[pd.DataFrame], pd.DataFrame], str]] = {
    "nan": (lambda f: f.assign(mean_time_s=f["mean_time_s"].where(f.index != 2)), "row 3"),
    "negative": (lambda f: f.assign(mean_time_s=f["mean_time_s"].where(f.index != 3, -5.0)), "row 4"),
    "text": (lambda f: f.assign(n_players=["x", *f["n_players"][1:]]), "row 1"),
    "short grid": (lambda f: f.assign(puzzle=[GRID[:80], *f["puzzle"][1:]]), "81"),
    "twice": (lambda f: f.assign(game_no=1), "game_no occurs twice"),
    "same grid": (lambda f: f.assign(puzzle=GRID), "same puzzle"),
    "minutes": (lambda f: f.assign(mean_time_s=f["mean_time_s"] / 60.0), "minutes"),
    "milliseconds": (lambda f: f.assign(mean_time_s=f["mean_time_s"] * 1000.0), "milliseconds"),
    "one absurd": (lambda f: f.assign(mean_time_s=f["mean_time_s"].where(f.index != 5, 1e6)), "row 6"),
    "no column": (lambda f: f.drop(columns="n_players"), "n_players is missing"),
}


@pytest.mark.parametrize("name", AGGREGATE_FAULTS)
def test_broken_mean_times_are_refused(name: str, tmp_path: Path) -> None:
    change, message = AGGREGATE_FAULTS[name]
    path = tmp_path / "means.csv"
    change(means()).to_csv(path, index=False)
    with pytest.raises(DatasetError, match=message):
        cloud_sudoku(path)


def test_mean_times_become_medians_with_errors_from_n(tmp_path: Path) -> None:
    path = tmp_path / "means.csv"
    means().to_csv(path, index=False)
    times = cloud_sudoku(path)
    assert times.aggregate == "mean"
    np.testing.assert_allclose(times.puzzles["b"], times.puzzles["raw"] - times.spread_sigma**2 / 2)
    np.testing.assert_allclose(times.puzzles["se"], np.sqrt(0.64 / 14))
    assert "mean" in str(times.summary()) and times.to_json()["noise_source"] == "assumed"


def test_public_mean_times_load() -> None:
    path = REAL / "cloud_sudoku" / "sudoku_records_20250407.csv"
    if not path.is_file():
        pytest.skip("shared data are not at hand")
    times = cloud_sudoku(path)
    assert len(times.puzzles) == 919
    assert 4.0 < times.minutes_per_unit < 7.0


def test_six_people_puzzle_numbers_run_through_stage_one() -> None:
    path = REAL / "linkedin_games_6p" / "scores.csv"
    if not path.is_file():
        pytest.skip("shared data are not at hand")
    from fits.adjust import adjust

    raw = pd.read_csv(path)
    raw = raw[raw["game"] == "Queens"]
    solves = pd.DataFrame(
        {
            "player_id": raw["player"],
            "puzzle_id": raw["puzzle_no"].astype(str),
            "duration_s": raw["seconds"].astype("float64"),
            "status": "solved",
            "started_at": pd.to_datetime(raw["puzzle_date"], utc=True),
        }
    )
    puzzles = pd.DataFrame({"puzzle_id": solves["puzzle_id"].unique(), "empty_cells": 1.0})
    result = adjust(solves, puzzles, rules=ScreenRules(min_puzzle=2, max_reject=0.5))
    assert 0.25 < result.sigma < 0.65
