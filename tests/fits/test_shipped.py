"""The shipped JSON files: complete provenance, the figures they claim, and the command that makes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fits.aggregate import AggregateTimes
from fits.baselines import add_grid_metrics
from fits.cli_model import lacks
from fits.datasets import cloud_sudoku
from fits.difficulty_map import read_anchors
from fits.features import attach
from fits.metrics import spearman
from fits.order import order
from fits.report import REQUIRED
from fits.shipped import FILES, build, unstamped, write
from pencilmark.card import Grading
from pencilmark.loaders import load
from pencilmark.tables import DATA
from pencilmark.time_model import minutes, time_units

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
MEANS = SHARED / "cloud_sudoku" / "sudoku_records_20250407.csv"
needs_data = pytest.mark.skipif(not MEANS.exists(), reason="real mean times (cloud_sudoku) are not at hand")


def documents() -> dict[str, dict[str, Any]]:
    return {name: json.loads((DATA / name).read_text(encoding="utf-8")) for name in FILES}


@pytest.mark.parametrize("name", FILES)
def test_provenance_is_complete(name: str) -> None:
    block = documents()[name]["provenance"]
    assert not [key for key in REQUIRED if key not in block]
    assert block["data"]["puzzles"] == 919 and block["data"]["sha256"]
    assert block["heldout"]["spearman"]["new"] >= 0.70
    assert block["heldout"]["spearman_difficulty"]["new"] >= 0.70
    assert block["heldout"]["mae"]["new"] <= 0.215
    assert all(value != "fail" for value in block["gates"].values())


def test_map_says_that_its_targets_are_assumed() -> None:
    assert any("assumed" in note for note in documents()["card_score.json"]["provenance"]["notes"])


@pytest.fixture(scope="module")
def times() -> AggregateTimes:
    return cloud_sudoku(MEANS)


@needs_data
def test_cards_order_real_puzzles_and_tell_their_times(times: AggregateTimes) -> None:
    """In sample: the shipped model has seen these times; held-out figures stand in its provenance."""
    rows = []
    for text in times.puzzles["puzzle"]:
        g = Grading(load(text))
        assert g.score is not None
        units = time_units(g.score.effort_l1, g.empty)
        assert units is not None
        rows.append((g.score.difficulty(), np.log(minutes(units))))
    difficulty, predicted = np.array(rows).T
    b = times.puzzles["b"].to_numpy()
    assert spearman(difficulty, b) >= 0.70
    assert spearman(predicted, b) >= 0.70
    assert np.abs(predicted - b).mean() <= 0.215


@needs_data
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_command_writes_what_is_shipped(tmp_path: Path) -> None:
    shipped = build(SHARED, evaluate=False)
    write(shipped, tmp_path)
    assert write(shipped, tmp_path) == []
    judged = ("heldout", "gates")
    for name, ours in documents().items():
        made, ours = unstamped(json.loads((tmp_path / name).read_text(encoding="utf-8"))), unstamped(ours)
        for key in judged:
            made["provenance"].pop(key), ours["provenance"].pop(key)
        assert made == ours, name


@needs_data
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_order_on_held_out_puzzles(times: AggregateTimes) -> None:
    features = add_grid_metrics(attach(times.puzzles["puzzle"], cache=None))
    assert lacks(order(times, read_anchors(SHARED), features, bootstrap=20)) == []
