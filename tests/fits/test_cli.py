"""Commands end with the right exit code, one line of error, and complete run folders."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner, Result

from fits.cli import main

from .priced import simulated_times

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "simulated_players"
DATA = ["--data", str(SAMPLE / "solves.csv"), "--puzzles", str(SAMPLE / "puzzles.csv")]


def call(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_help_lists_only_commands_that_exist() -> None:
    text = call("--help").output
    assert set(main.commands) == {
        *("simulate", "check", "adjust", "time", "evaluate", "runs", "compare", "model", "order", "gates", "accept"),
        *("prices", "map"),
    }
    assert all(name in text for name in main.commands)


def test_check_prints_the_accounting() -> None:
    result = call("check", *DATA)
    assert result.exit_code == 0 and "rows in: 3,000" in result.output


def test_time_run_is_complete_and_logged(tmp_path: Path) -> None:
    runs = str(tmp_path / "runs")
    result = call("time", *DATA, "--out", runs, "--name", "a", "--no-progress")
    assert result.exit_code == 0, result.output
    folder = next((tmp_path / "runs").glob("*-a"))
    names = {path.name for path in folder.iterdir()}
    assert names >= {
        "config.json",
        "result.json",
        "rejects.json",
        "time_model.json",
        "report.html",
        "packages.txt",
        "model_card.md",
        "forest.png",
        "t0_profile.png",
    }
    model = json.loads((folder / "time_model.json").read_text())
    assert model["format"] == "pencilmark-time-model"
    assert model["provenance"]["sensitivity"]["abandon"] in ("stable", "sensitive")
    assert call("time", *DATA, "--out", runs, "--name", "b", "--no-progress").exit_code == 0
    listed = call("runs", "--out", runs)
    assert "-a" in listed.output and "k_effort" in listed.output
    first, second = (path.name for path in sorted((tmp_path / "runs").glob("20*")))
    compared = call("compare", first, second, "--out", runs)
    assert compared.exit_code == 0 and "difference" in compared.output
    lines = [json.loads(line) for line in (tmp_path / "runs" / "runs.jsonl").read_text().splitlines()]
    assert lines[0]["model_hash"] == lines[1]["model_hash"] and lines[0]["data_sha256"] == lines[1]["data_sha256"]


def test_adjust_writes_puzzle_times_but_no_player(tmp_path: Path) -> None:
    result = call("adjust", *DATA, "--out", str(tmp_path), "--no-progress")
    assert result.exit_code == 0
    folder = next(tmp_path.glob("*-adjust"))
    table = pd.read_csv(folder / "puzzles.csv")
    assert list(table.columns) == ["puzzle_id", "b", "se", "n", "n_solved"] and len(table) == 60
    assert '"p001"' not in "".join(p.read_text() for p in folder.iterdir() if p.suffix in (".json", ".html"))


def test_evaluate_gate_passes_or_exits_three(tmp_path: Path) -> None:
    words = ["evaluate", *DATA, "--out", str(tmp_path), "--folds", "3", "--bootstrap", "10", "--gate"]
    assert call(*words).exit_code == 0
    puzzles = pd.read_csv(SAMPLE / "puzzles.csv")
    puzzles["empty_cells"], puzzles["effort_l1"] = puzzles["effort_l1"], puzzles["empty_cells"] / 10
    puzzles.to_csv(tmp_path / "odd.csv", index=False)
    odd = ["--data", str(SAMPLE / "solves.csv"), "--puzzles", str(SAMPLE / "puzzles.csv")]
    noise = pd.DataFrame(
        {"puzzle_id": puzzles["puzzle_id"], "effort_l1": range(60), "se_rating": puzzles["difficulty"]}
    )
    noise["empty_cells"] = [40 + 7 * i % 20 for i in range(60)]
    noise.to_csv(tmp_path / "f.csv", index=False)
    lost = call("evaluate", *odd, "--features", str(tmp_path / "f.csv"), "--out", str(tmp_path), "--gate")
    assert lost.exit_code == 3 and "SE rating" in lost.output


def test_mean_times_can_be_evaluated_from_the_command_line(tmp_path: Path) -> None:
    grid = "...69.........78.9.......65.3.48....91..3......8....9.....1.4..4.75....22......7."
    swaps = [str.maketrans(f"1{d}", f"{d}1") for d in range(2, 10)]
    swaps += [str.maketrans(f"2{d}", f"{d}2") for d in range(3, 10)]
    grids = [grid.translate(swap) for swap in swaps]
    frame = pd.DataFrame({"puzzle": grids, "n_players": range(10, 25), "mean_time_s": range(300, 600, 20)})
    frame.to_csv(tmp_path / "m.csv", index=False)
    words = ["evaluate", "--means", str(tmp_path / "m.csv"), "--baselines-only", "--folds", "3", "--bootstrap", "0"]
    result = call(*words, "--out", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert "dependency" in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["check", "--data", "none.csv", "--puzzles", "none.csv"], "no such file"),
        (["check", "--puzzles", str(SAMPLE / "puzzles.csv")], "--data is missing"),
        (["time", "--data", str(SAMPLE / "solves.csv")], "--puzzles is missing"),
        (["check", *DATA, "--unit", "min", "--max-reject", "0.01"], "milliseconds"),
        (["simulate", "x", "--set", "k_effort"], "NAME=NUMBER"),
        (["simulate", "x", "--set", "no_such=1"], "no_such"),
        (["compare", "a", "b", "--out", "nowhere"], "not in"),
        (["adjust", "--means", "x.csv"], "No such option"),
    ],
)
def test_bad_input_ends_with_two_and_one_line(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call(*words)
    assert result.exit_code == 2 and message in result.output


@pytest.mark.parametrize(
    ("doc", "message"),
    [("{", "JSON"), ('{"screening": {}}', "unknown section"), ('{"time": {"speed": 1}}', "unknown setting")],
)
def test_bad_configuration_is_refused(doc: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(doc)
    result = call("check", *DATA, "--config", str(path))
    assert result.exit_code == 2 and message in result.output


def test_configuration_reaches_every_step(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text('{"screen": {"min_player": 10}, "adjust": {"knots": [0]}, "time": {"t0_prior": 0.2}}')
    result = call("time", *DATA, "--config", str(path), "--out", str(tmp_path), "--no-progress", "--name", "c")
    assert result.exit_code == 0, result.output
    config = json.loads(next(tmp_path.glob("*-c/config.json")).read_text())
    assert config["settings"]["screen"]["min_player"] == 10 and config["settings"]["time"]["t0_prior"] == 0.2


def test_prices_run_is_complete(tmp_path: Path) -> None:
    times = simulated_times().puzzles.iloc[:80]
    means = pd.DataFrame({"puzzle": times["puzzle"], "n_players": 40, "mean_time_s": 60 * np.exp(times["raw"])})
    means.to_csv(tmp_path / "means.csv", index=False)
    settings = tmp_path / "settings.json"
    settings.write_text(json.dumps({"prices": {"shrink": [1.0, 1.0], "least_puzzles": 5}}), encoding="utf-8")
    words = ["--means", str(tmp_path / "means.csv"), "--config", str(settings), "--walks", "3", "--rounds", "1"]
    result = call("prices", *words, "--bootstrap", "10", "--out", str(tmp_path / "runs"))
    assert result.exit_code == 0, result.output
    folder = next((tmp_path / "runs").glob("*-prices"))
    names = {path.name for path in folder.iterdir()}
    assert names >= {"config.json", "result.json", "params.json", "report.html", "prices.png", "loss_path.png"}
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    assert config["settings"]["prices"]["route"]["walks"] == 3 and config["settings"]["prices"]["rounds"] == 1
    assert "held_out_loss" in call("runs", "--out", str(tmp_path / "runs")).output
    assert call("prices", *words, "--halves").exit_code == 2


def test_map_run_is_complete(tmp_path: Path) -> None:
    rows = [
        (f"{g}{i}", m + i / 10, g) for m, g in ((-2.0, "Gentle"), (0.5, "Tough"), (2.0, "Diabolical")) for i in range(5)
    ]
    labels = tmp_path / "labels.csv"
    pd.DataFrame(rows, columns=["puzzle_id", "score_raw", "published_grade"]).to_csv(labels, index=False)
    result = call("map", "--labels", str(labels), "--bootstrap", "10", "--out", str(tmp_path / "runs"))
    assert result.exit_code == 0, result.output
    folder = next((tmp_path / "runs").glob("*-map"))
    names = {path.name for path in folder.iterdir()}
    assert names >= {"config.json", "result.json", "card_score.json", "report.html", "map.png", "grade_medians.png"}
    assert call("map").exit_code == 2 and "either" in call("map").output
