"""A golden diff says what cards say, finds the mover, and keeps still when nothing changes."""

from __future__ import annotations

import json
from pathlib import Path

import matplotlib
import pandas as pd
import pytest

import fits
from fits.accept import draft, read_case
from fits.golden_puzzles import golden_families, golden_puzzles
from pencilmark import ModelError, default, rate, use
from pencilmark.tables import BANDS

matplotlib.use("agg")
GOLDEN = Path(__file__).parents[2] / "golden"
IDS = ["classic-30", "classic-27", "classic-05", "mini-8-12", "closed-whisper-6-1", "solved-01"]
CHANGE = {
    "route.price.X-Wing": "x0.5",
    "price.price.X-Wing": "x0.5",
    "route.price.Naked Pair": "x1.5",
    "time.k_effort": "x1.03",
}


@pytest.fixture(scope="module")
def puzzles() -> pd.Series:
    return golden_puzzles(GOLDEN).loc[IDS]


@pytest.fixture(scope="module")
def diff(puzzles: pd.Series) -> fits.GoldenDiff:
    return fits.golden_diff(default().with_overrides(CHANGE), puzzles, golden_families(GOLDEN), cache=None)


def test_rows_are_those_of_two_cards(diff: fits.GoldenDiff) -> None:
    for name in ("classic-30", "mini-8-12"):
        cards = [rate(diff.puzzles[name], fields=["difficulty", "time"])]
        with use(diff.new):
            cards.append(rate(diff.puzzles[name], fields=["difficulty", "time"]))
        row = diff.table.loc[name]
        for side, card in zip(("old", "new"), cards, strict=True):
            assert round(row[f"difficulty_{side}"], 1) == card["difficulty"]
            assert round(row[f"minutes_{side}"], 1) == card["time"]


def test_nothing_moves_under_the_same_model(puzzles: pd.Series) -> None:
    still = fits.golden_diff(default(), puzzles, cache=None)
    assert not still.table[["band_flip", "route_changed"]].any().any()
    assert still.table["d_difficulty"].dropna().abs().max() == 0
    assert still.summary().warnings == ()
    used = still.techniques("classic-30")
    assert (used["steps before"] == used["steps after"]).all()


def test_families_and_bands_add_up(diff: fits.GoldenDiff) -> None:
    families = diff.by_family()
    assert families["puzzles"].sum() == len(IDS)
    assert families.loc["classic", "puzzles"] == 3 and families.loc["variants", "puzzles"] == 1
    bands = diff.bands()
    assert bands.to_numpy().sum() == len(IDS) and set(bands.index) <= {"Unknown", *BANDS}
    off = bands.to_numpy().sum() - sum(bands.loc[name, name] for name in bands.index)
    assert off == diff.table["band_flip"].sum()


def test_movers_come_first_with_board_and_techniques(diff: fits.GoldenDiff) -> None:
    first = diff.movers(2)
    assert first["d_difficulty"].abs().is_monotonic_decreasing
    assert first["d_difficulty"].abs().iloc[0] == diff.table["d_difficulty"].abs().max()
    html = diff.show(2)._repr_html_()
    assert html.count("<svg") == 2 and first.index[0] in html
    shares = diff.techniques(first.index[0])[["share before", "share after"]].sum()
    assert shares.tolist() == pytest.approx([1.0, 1.0])
    with pytest.raises(fits.DatasetError, match="not among"):
        diff.techniques("nobody")


def test_limits_of_the_gate_are_named(diff: fits.GoldenDiff, puzzles: pd.Series) -> None:
    slow = fits.golden_diff(default().with_overrides({"time.minutes_per_unit": "x1.5"}), puzzles, cache=None)
    assert any("minutes change" in text for text in slow.summary().warnings)
    steep = fits.golden_diff(default().with_overrides({"score.map.A": "x2"}), puzzles, cache=None)
    assert any("more than 1" in text for text in steep.summary().warnings)


def test_figures(diff: fits.GoldenDiff) -> None:
    moved = diff.table["d_difficulty"].notna().sum()
    assert sum(bar.get_height() for bar in diff.plot("change").patches) == moved
    texts = [int(text.get_text()) for text in diff.plot("bands").texts]
    assert sum(texts) == len(IDS)
    assert len(diff.plot("scatter").texts) == 1
    upper, lower = diff.routes("classic-30").axes
    assert len(upper.patches) == diff.techniques("classic-30")["steps before"].sum()
    assert len(lower.patches) == diff.techniques("classic-30")["steps after"].sum()
    with pytest.raises(fits.DatasetError, match="use one of change"):
        diff.plot("pie")


def test_a_draft_is_the_shipped_model_but_for_its_changes(tmp_path: Path) -> None:
    model = draft(CHANGE, tmp_path, "tried by hand")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["card_score.json", "params.json", "time_model.json"]
    read = read_case(tmp_path, None, GOLDEN).candidate
    assert read.names() == model.names()
    differ = {name for name, value in default().names().items() if read.get(name) != value}
    assert differ == set(CHANGE)
    assert json.loads((tmp_path / "params.json").read_text())["provenance"]["notes"][-1] == "tried by hand"


def test_a_draft_of_nonsense_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        draft({"time.k_efort": 1.0}, tmp_path, "typing error")
    assert not list(tmp_path.iterdir())


def test_a_signature_is_what_the_gate_reads(tmp_path: Path) -> None:
    draft({"time.k_effort": "x1.01"}, tmp_path, "tried by hand")
    assert not fits.gates(read_case(tmp_path, None, None)).verdicts["G8"].ok
    fits.sign(tmp_path, "Ada", ["classic-30 is meant"])
    verdict = fits.gates(read_case(tmp_path, None, None)).verdicts["G8"]
    assert verdict.ok and "Ada, 1" in verdict.text
    draft({"time.k_effort": "x1.02"}, tmp_path, "changed after the signature")
    late = fits.gates(read_case(tmp_path, None, None)).verdicts["G8"]
    assert not late.ok and "Ada has signed another model" in late.text
    with pytest.raises(fits.DatasetError, match="name of a person"):
        fits.sign(tmp_path, "  ")
    with pytest.raises(fits.DatasetError, match="no such folder"):
        fits.sign(tmp_path / "nowhere", "Ada")
