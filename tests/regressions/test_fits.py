"""Tables and settings of fits that once ended in a traceback, or were taken as they are."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from fits.cli import main
from fits.datasets import cloud_sudoku, load_puzzles, load_solves, read_table
from fits.errors import DatasetError
from fits.evaluate import noise_ceiling
from fits.screening import screen
from fits.simulate import simulate

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.fixture(scope="module")
def tables() -> tuple[pd.DataFrame, pd.DataFrame]:
    solves, puzzles, _ = simulate(400, 20, 20, seed=1)
    return solves, puzzles


@pytest.fixture
def files(tables: tuple[pd.DataFrame, pd.DataFrame], tmp_path: Path) -> list[str]:
    for name, table in zip(("solves", "puzzles"), tables, strict=True):
        table.to_csv(tmp_path / f"{name}.csv", index=False)
    return ["--data", str(tmp_path / "solves.csv"), "--puzzles", str(tmp_path / "puzzles.csv")]


@pytest.mark.parametrize("date", ["2999-01-01", "1492-01-01"])
def test_date_that_nanoseconds_cannot_hold(
    date: str, tables: tuple[pd.DataFrame, pd.DataFrame], tmp_path: Path
) -> None:
    # OutOfBoundsDatetime; it is a bad date like others.
    solves = tables[0].copy()
    solves["started_at"] = solves["started_at"].astype(str)
    solves.loc[solves.index[:3], "started_at"] = date
    solves.to_csv(tmp_path / "solves.csv", index=False)
    _, report = screen(load_solves(tmp_path / "solves.csv"), tables[1])
    assert report.counts["bad_date"] == 3


@pytest.mark.parametrize("text", ["a,b\r1,2\r3,4\r", "x" * 200_000 + ',"b"\n1,2\n'])
def test_line_ends_and_lines_the_csv_reader_refuses(text: str, tmp_path: Path) -> None:
    # _csv.Error
    (tmp_path / "t.csv").write_bytes(text.encode())
    with pytest.raises(DatasetError, match="cannot be read as CSV"):
        read_table(tmp_path / "t.csv")


def test_puzzles_without_their_id(tables: tuple[pd.DataFrame, pd.DataFrame], tmp_path: Path) -> None:
    # InvalidIndexError
    tables[1].assign(puzzle_id=np.nan).to_csv(tmp_path / "puzzles.csv", index=False)
    with pytest.raises(DatasetError, match="puzzle_id is missing"):
        screen(tables[0], load_puzzles(tmp_path / "puzzles.csv"))


@pytest.mark.parametrize("number", [["a", "b"], [1, None], [1, 2.5]])
def test_game_number_that_is_none(number: list[object], tmp_path: Path) -> None:
    # ValueError: invalid literal for int(); IntCastingNaNError
    means = {"puzzle": [GRID, GRID[::-1]], "n_players": [10, 20], "mean_time_s": [300, 400], "game_no": number}
    pd.DataFrame(means).to_csv(tmp_path / "means.csv", index=False)
    with pytest.raises(DatasetError, match="game_no must be a whole number"):
        cloud_sudoku(tmp_path / "means.csv")


def golden_grids() -> list[str]:
    table = pd.read_csv(Path(__file__).parents[2] / "golden" / "puzzles" / "classic.csv", dtype=str)
    return [str(grid) for grid in table["puzzle"][:24]]


def test_mean_times_of_bare_grids_are_graded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # "column effort_l1 is missing; grade the puzzles first": no command could do that.
    monkeypatch.chdir(tmp_path)
    grids = golden_grids()
    means = pd.DataFrame({"puzzle": grids, "n_players": 20, "mean_time_s": np.linspace(200, 1500, len(grids))})
    means.to_csv("means.csv", index=False)
    done = CliRunner().invoke(main, ["time", "--means", "means.csv", "--out", "runs"])
    assert done.exit_code == 0, done.output
    means.assign(puzzle=["." * 81, *grids[1:]]).to_csv("means.csv", index=False)
    done = CliRunner().invoke(main, ["time", "--means", "means.csv", "--out", "runs"])
    assert done.exit_code == 2
    assert "puzzle 1 cannot be graded" in done.output


def test_noise_ceiling_of_one_player(tables: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    # ValueError: zero-size array; half of one player is nobody.
    kept, _ = screen(*tables)
    assert np.isnan(noise_ceiling(kept.assign(player_id="p")))


@pytest.mark.parametrize(
    "config",
    [
        [], None, 5, {"screen": 5}, {"screen": {"min_player": "a"}}, {"screen": {"min_player": [1]}},
        {"screen": {"seconds_per_cell": None}}, {"screen": {"longest_h": float("nan")}},
        {"screen": {"earliest": "soon"}}, {"screen": {"max_reject": -1}},
    ],
)  # fmt: skip
def test_settings_of_a_wrong_kind(config: object, files: list[str], tmp_path: Path) -> None:
    # AttributeError, TypeError, UFuncTypeError … from the depth of the screening
    (tmp_path / "config.json").write_text(json.dumps(config))
    done = CliRunner().invoke(main, ["check", *files, "--config", str(tmp_path / "config.json")])
    assert done.exit_code == 2
    assert done.output.startswith("error: ")
    assert done.output.count("\n") == 1


@pytest.mark.parametrize("share", ["-1", "2", "nan"])
def test_share_of_rejects_outside_0_to_1(share: str, files: list[str]) -> None:
    # nan allowed everything; −1 refused a table without a fault.
    assert CliRunner().invoke(main, ["check", *files, "--max-reject", share]).exit_code == 2


def test_output_folder_that_is_a_file(files: list[str]) -> None:
    # NotADirectoryError, FileExistsError
    for arguments in (["adjust", *files, "--out", files[1]], ["simulate", files[1], "--rows", "20"]):
        done = CliRunner().invoke(main, arguments)
        assert (done.exit_code, done.output[:7]) == (2, "error: ")


def test_run_name_that_leaves_the_folder(files: list[str], tmp_path: Path) -> None:
    # The run was written outside of --out.
    done = CliRunner().invoke(main, ["adjust", *files, "--out", str(tmp_path / "runs"), "--name", "../../x"])
    assert done.exit_code == 2
    assert "one folder name" in done.output


@pytest.mark.parametrize("arguments", [["--seed", "-1"], ["--set", "k_effort=NaN"], ["--set", 'k_effort="x"']])
def test_simulation_of_nonsense(arguments: list[str], tmp_path: Path) -> None:
    # ValueError: expected non-negative integer; tables full of nan
    assert CliRunner().invoke(main, ["simulate", str(tmp_path / "sim"), "--rows", "20", *arguments]).exit_code == 2
