"""A study reads what nobody prepared, counts what it cannot use, and finds the people again whom it was made from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import matplotlib
import numpy as np
import pandas as pd
import pytest

import fits
from fits import notebook, study_figures
from fits.simulate import Truth
from fits.study_example import BAD_GRID, FAULTS, spoil, truth_table

GOLDEN = Path(__file__).parents[2] / "golden"
EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."

matplotlib.use("agg")


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> tuple[fits.Study, pd.DataFrame, fits.RejectReport, object]:
    folder = tmp_path_factory.mktemp("study")
    grids = pd.read_csv(GOLDEN / "puzzles" / "classic.csv", index_col="id")["puzzle"].iloc[::2]
    path, truth = fits.example_study(folder, grids, rows=3_000, players=150, seed=4, cache=folder / "f.sqlite")
    study = fits.read_study(path).graded(cache=folder / "f.sqlite")
    kept, report = fits.screen(study.solves, study.puzzles)
    return study, kept, report, truth


def test_every_spoilt_row_is_counted(example: tuple[fits.Study, pd.DataFrame, fits.RejectReport, object]) -> None:
    study, _, report, _ = example
    picked = int((len(study.solves) - report.counts["duplicate"]) * 0.02)
    made = {kind: len(range(k, picked, len(FAULTS))) for k, kind in enumerate(FAULTS)}
    assert len(study.unread) == made["text"] and set(study.unread["text"]) == {"12 min"}
    counts = report.counts
    assert counts["missing_key"] == made["duration"] + made["text"] + made["player"]
    assert counts["unknown_puzzle"] + counts["ungradable"] == made["puzzle"]
    kinds = {"nonpositive_time": "negative", "bad_date": "date", "duplicate": "twice", "wrong_solution": "status"}
    for reason, kind in {**kinds, "too_long": "long"}.items():
        assert counts[reason] == made[kind] > 0, reason
    assert counts["too_fast"] >= made["fast"]  # simulated cheats too


def test_rejected_rows_are_those_of_the_report(
    example: tuple[fits.Study, pd.DataFrame, fits.RejectReport, object],
) -> None:
    study, kept, report, _ = example
    lost = study.rejected(report)
    assert lost.groupby(level="reason").size().to_dict() == report.counts
    assert not set(lost.index.get_level_values("row") - 1) & set(kept.index)
    assert len(lost) + len(kept) == len(study.solves)
    with pytest.raises(fits.DatasetError, match="rows"):
        replace(study, solves=study.solves.iloc[:5]).rejected(report)


def test_a_puzzle_that_cannot_be_graded_is_named(
    example: tuple[fits.Study, pd.DataFrame, fits.RejectReport, object],
) -> None:
    study, *_ = example
    assert list(study.faults.index) == ["not-a-puzzle"] and "no solution" in study.faults.iloc[0]
    assert "not-a-puzzle" not in study.features.index


def test_the_truth_comes_back_from_a_spoilt_table(
    example: tuple[fits.Study, pd.DataFrame, fits.RejectReport, Truth],
) -> None:
    study, kept, _, truth = example
    adjusted = fits.adjust(kept)
    fit = fits.TimeModelFit().fit(adjusted, study.features)
    table = truth_table(fit, truth)
    row = table.loc["time.k_effort"]
    assert row["lower"] < row["truth"] < row["upper"]
    assert table.loc["time.residual_sigma", "estimate"] == pytest.approx(truth.residual_sigma, rel=0.1)
    coverage = study_figures.coverage_by_band(fit, kept, adjusted, study.features)
    levels = [name for name in coverage.columns if name != "n"]
    assert np.abs(coverage.loc["all", levels].to_numpy(float) - np.array(levels, float)).max() < 0.05
    # The naive way, medians of finished times, sees less of the effort than there is.
    effort = study.features["effort_l1"]
    raw = study_figures.raw_medians(kept)
    naive = np.polyfit(effort.reindex(raw.index), raw, 1)[0]
    b = adjusted.puzzles["b"]
    assert naive < 0.85 * np.polyfit(effort.reindex(b.index.astype("object")), b, 1)[0]


def test_figures_of_a_study_draw_what_they_say(
    example: tuple[fits.Study, pd.DataFrame, fits.RejectReport, object], tmp_path: Path
) -> None:
    study, kept, report, _ = example
    bars = study_figures.rejects(report)
    assert sorted(bar.get_width() for bar in bars.patches) == sorted(report.counts.values())
    assert "half of the rows" in study_figures.solves_per_player(study.solves).get_title()
    years = [label.get_text() for label in study_figures.times_by_year(kept).get_xticklabels()]
    assert years == sorted(set(kept["started_at"].dt.year.astype(str)))
    figure = notebook.keep(bars, "rejects", tmp_path)
    assert (tmp_path / "rejects.png").stat().st_size > 5_000
    assert not figure.texts  # the stamp is in the file only


def write(folder: Path, text: str, puzzles: str | None = None) -> Path:
    (folder / "mine.csv").write_text(text, encoding="utf-8")
    if puzzles is not None:
        (folder / "puzzles.csv").write_text(puzzles, encoding="utf-8")
    return folder / "mine.csv"


def test_one_file_with_other_names_is_enough(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "user,grid,minutes,when,browser\n" + f"a,{EASY},5.5,2024-01-01,x\nb,{HARD},oops,2024-01-02,y\nb,{EASY},7,,z\n",
    )
    names = {"user": "player_id", "grid": "puzzle", "minutes": "duration_s", "when": "started_at"}
    study = fits.read_study(path, unit="min", columns=names)
    assert study.solves["duration_s"].tolist()[0] == 330.0
    assert study.solves["status"].tolist() == ["solved"] * 3
    assert study.unread.to_dict("records") == [{"row": 2, "column": "duration_s", "text": "oops"}]
    assert set(study.puzzles["puzzle"]) == {EASY, HARD}
    assert any("browser" in note for note in study.warnings) and any("status" in note for note in study.warnings)
    assert "1" in study.summary().head["cells that cannot be read"]


@pytest.mark.parametrize(
    ("text", "puzzles", "says"),
    [
        ("player_id,puzzle_id,duration_s,started_at\na,q,300,2024-01-01\n", None, "give the grids"),
        ("player_id,puzzle_id,duration_s,started_at\na,q,300,2024-01-01\n", "id,puzzle\nq,1\n", "puzzle_id is missing"),
        ("player_id,puzzle,started_at\na,1,2024-01-01\n", None, "duration_s is missing"),
        ("player_id,puzzle,duration_s,started_at\na,1,5:30,2024-01-01\n", None, "must hold numbers"),
        ("player_id;puzzle;duration_s\na;1;3\n", None, "not separated by commas"),
    ],
)
def test_what_cannot_be_a_study_is_refused_in_one_line(
    tmp_path: Path, text: str, puzzles: str | None, says: str
) -> None:
    with pytest.raises(fits.DatasetError, match=says) as error:
        fits.read_study(write(tmp_path, text, puzzles))
    assert "\n" not in str(error.value)


def test_puzzles_without_any_grid_that_can_be_solved_are_refused(tmp_path: Path) -> None:
    text = f"player_id,puzzle,duration_s,started_at\na,{BAD_GRID},300,2024-01-01\n"
    with pytest.raises(fits.DatasetError, match="none can be graded"):
        fits.read_study(write(tmp_path, text)).graded(cache=None)


def test_a_study_that_brings_features_is_not_graded(tmp_path: Path) -> None:
    solves, puzzles, _ = fits.simulate(50, 5, 10, seed=1)
    solves.to_csv(tmp_path / "mine.csv", index=False)
    puzzles.to_csv(tmp_path / "puzzles.csv", index=False)
    study = fits.read_study(tmp_path / "mine.csv").graded()
    assert study.features["effort_l1"].tolist() == pytest.approx(puzzles["effort_l1"].tolist())


def test_spoiling_repeats_and_spares_the_rest() -> None:
    solves, _, _ = fits.simulate(500, 100, 60, seed=3)
    table = spoil(solves, 0.04, seed=9)
    pd.testing.assert_frame_equal(table, spoil(solves, 0.04, seed=9))
    assert len(table) == len(solves) + 20 // len(FAULTS)
    same = spoil(solves, 0.0)
    changed = (table.iloc[: len(solves)] != same).any(axis=1).sum()
    assert 20 - 20 // len(FAULTS) - 2 <= changed <= 20  # one kind adds a row; a wrong or solved row may stay as it is


def test_simulated_players_meet_the_puzzles_they_are_given(tmp_path: Path) -> None:
    features = fits.attach(pd.Series({"easy": EASY, "hard": HARD}), cache=None)
    solves, puzzles, truth = fits.simulate(60, 40, seed=2, features=features, t0=0.1)
    assert set(solves["puzzle_id"].astype(str)) == {"easy", "hard"}
    assert puzzles["effort_l1"].tolist() == features["effort_l1"].tolist()
    assert truth.puzzles.loc["hard", "b"] > truth.puzzles.loc["easy", "b"]
    assert set(features["band"]) <= {"Very Easy", "Easy", "Medium", "Hard", "Very Hard", "Expert", "Extreme"}


def table(**columns: object) -> pd.DataFrame:
    """Six rows of two puzzles, each with its grid, with some columns replaced."""
    rows = {
        "player_id": ["a", "b", "c"] * 2,
        "puzzle_id": ["one"] * 3 + ["two"] * 3,
        "puzzle": [EASY] * 3 + [HARD] * 3,
        "duration_s": [300.0, 400.0, 500.0, 600.0, 700.0, 800.0],
        "started_at": "2024-05-31",
        "status": "solved",
    }
    return pd.DataFrame({**rows, **columns})


@pytest.mark.parametrize("wrong", [HARD, EASY[:-1]], ids=["another puzzle", "80 characters"])
def test_a_rarer_grid_under_a_puzzle_id_takes_its_own_row_out(wrong: str, tmp_path: Path) -> None:
    table(puzzle=[wrong, EASY, EASY, HARD, HARD, HARD]).to_csv(tmp_path / "t.csv", index=False)
    study = fits.read_study(tmp_path / "t.csv")
    assert study.puzzles.set_index("puzzle_id")["puzzle"].astype("str").to_dict() == {"one": EASY, "two": HARD}
    assert study.solves["puzzle_id"].isna().tolist() == [True] + [False] * 5
    assert study.unread[["row", "column", "text"]].to_numpy().tolist() == [[1, "puzzle", wrong]]
    assert any("two grids under one puzzle_id (one)" in note for note in study.warnings)


def test_a_player_written_in_two_ways_is_one_player(tmp_path: Path) -> None:
    names = ["J\u00f6rg B", "Jo\u0308rg B", "J\u00f6rg  B", " J\u00f6rg B", "other", "other"]
    table(player_id=names).to_csv(tmp_path / "t.csv", index=False)
    assert set(fits.read_study(tmp_path / "t.csv").solves["player_id"]) == {"J\u00f6rg B", "other"}


def test_many_cells_that_cannot_be_read_are_a_warning(tmp_path: Path) -> None:
    table(duration_s=["300", "4,5", "500", "600", "700", "6,5"]).to_csv(tmp_path / "t.csv", index=False)
    assert any(
        "33% of duration_s cannot be read, the first is '4,5'" in w
        for w in fits.read_study(tmp_path / "t.csv").warnings
    )


def test_a_column_to_rename_that_is_not_there_is_named(tmp_path: Path) -> None:
    table().to_csv(tmp_path / "t.csv", index=False)
    with pytest.raises(fits.DatasetError, match="columns renames user, which is not there"):
        fits.read_study(tmp_path / "t.csv", columns={"user": "player_id"})


def test_unknown_status_words_are_named(tmp_path: Path) -> None:
    table(status="gel\u00f6st").to_csv(tmp_path / "t.csv", index=False)
    study = fits.read_study(tmp_path / "t.csv")
    with pytest.raises(fits.DatasetError, match="status 'gel\u00f6st'; known: solved"):
        fits.screen(study.solves, study.puzzles)
