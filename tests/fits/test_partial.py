"""Partial data sets: what they hold comes back, what they cannot tell is nan, bad rows are counted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from fits import DatasetError, joint_report, linkedin_games, nyt_fills, nyt_totals, single_deductions, spread
from fits.player_spread import plays_before
from tests.shared_data import shared

PROVENANCE = {
    "linkedin Sudoku": {"residual_sd": 0.315, "person_effects_sd": 0.264, "puzzle_sd": 0.430},
    "nyt, both players": {"residual_sd": 0.15, "puzzle_sd": 0.15},
    "nyt P1": {"residual_sd": 0.21},
    "nyt P2": {"residual_sd": 0.21},
}
"""What the sets' own notes say of natural logs of seconds."""


def crossed(rng: np.random.Generator, people: int, puzzles: int, share: float) -> pd.DataFrame:
    """Simulated plays: person sd 0.3, puzzle sd 0.5, practice −0.1, residual 0.2."""
    who, what = np.meshgrid(np.arange(people), np.arange(puzzles), indexing="ij")
    keep = rng.random(who.size) < share
    who, what = who.ravel()[keep], what.ravel()[keep]
    before = pd.Series(who).groupby(who).cumcount().to_numpy()
    y = rng.normal(0, 0.3, people)[who] + rng.normal(0, 0.5, puzzles)[what] - 0.1 * np.log1p(before)
    return pd.DataFrame({"who": who, "what": what, "before": before, "y": y + rng.normal(0, 0.2, len(who))})


def test_variances_come_back_without_bias() -> None:
    rng = np.random.default_rng(1)
    found = []
    for _ in range(30):
        t = crossed(rng, 25, 40, 0.5)
        found.append(spread(t["y"].to_numpy(), t["who"].to_numpy(), t["what"].to_numpy(), t["before"].to_numpy()))
    means = {
        name: np.mean([getattr(s, name) ** 2 for s in found]) for name in ("person_sd", "puzzle_sd", "residual_sd")
    }
    assert means["residual_sd"] == pytest.approx(0.04, rel=0.03)
    assert means["person_sd"] == pytest.approx(0.09, rel=0.15)
    assert means["puzzle_sd"] == pytest.approx(0.25, rel=0.15)
    z = [(s.practice + 0.1) / s.practice_se for s in found]
    assert abs(np.mean(z)) < 0.6 and 0.6 < np.std(z) < 1.4
    shown = np.mean([s.person_effects_sd**2 for s in found])
    assert shown > means["person_sd"], "estimated effects carry their own error"


def test_one_person_has_no_spread_between_people() -> None:
    found = spread(np.array([1.0, 2.0, 4.0]), np.array(["a"] * 3))
    assert np.isnan(found.person_sd) and np.isnan(found.puzzle_sd) and np.isnan(found.practice)
    assert found.residual_sd == pytest.approx(np.std([1.0, 2.0, 4.0], ddof=1))


def test_too_few_plays_are_refused() -> None:
    with pytest.raises(DatasetError, match="more plays per person"):
        spread(np.array([1.0, 2.0]), np.array(["a", "b"]))


def test_earlier_plays_are_counted_by_time() -> None:
    when = pd.to_datetime(pd.Series(["2026-01-03", "2026-01-01", "2026-01-02"]))
    assert plays_before(pd.Series(["a", "a", "b"]), when).tolist() == [1, 0, 0]


def test_bad_rows_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "scores.csv"
    file.write_text(
        "game,puzzle_no,puzzle_date,player,seconds,message_datetime\n"
        "Zip,1,2026-01-01,P1,30,2026-01-01 10:00\nZip,1,2026-01-01,P2,-3,2026-01-01 10:00\n"
        "Zip,2,2026-01-02,P1,x,2026-01-02 10:00\nZip,2,2026-01-02,P2,20,never\n"
    )
    solves = linkedin_games(file, "Zip")
    assert len(solves) == 1 and solves.attrs == {"rows_in": 4, "rejects": {"nonpositive_time": 2, "bad_date": 1}}
    with pytest.raises(DatasetError, match="no game 'Sudoku'; it has Zip"):
        linkedin_games(file)


def test_missing_column_is_named(tmp_path: Path) -> None:
    file = tmp_path / "trials.csv"
    file.write_text("subject_id,trial\n1,2\n")
    with pytest.raises(DatasetError, match="phase, duration_s"):
        single_deductions(file)


def test_corrected_cells_are_left_out_twice(tmp_path: Path) -> None:
    fills, grids = tmp_path / "fills.csv", tmp_path / "grids.csv"
    fills.write_text(
        "date,step,cell,seconds,revisit,puzzle_id\n"
        "d,1,0,2.5,0,7\nd,2,1,3.5,0,7\nd,3,0,1.5,1,7\nd,4,2,4.0,0,8\nd,5,3,0,0,7\n"
    )
    grids.write_text("puzzle_id,puzzle,solution\n7,0000,1234\n")
    rows = nyt_fills(fills, grids)
    assert rows[["cell", "digit", "seconds"]].values.tolist() == [[1, 2, 3.5]]
    assert rows.attrs["rejects"] == {"no_grid": 1, "correction": 1, "corrected_later": 1, "nonpositive_time": 1}


def test_player_part_agrees_with_the_published_figures() -> None:
    table = joint_report(shared("linkedin_games_6p").parent).frame
    for name, figures in PROVENANCE.items():
        for column, value in figures.items():
            assert table.loc[name, column] == pytest.approx(value, rel=0.10), (name, column)
    assert abs(table.loc["nyt, both players", "person_sd"]) < 0.03, "two per cent apart"
    assert (table.filter(like="deductions", axis=0)["practice"].dropna() < -0.1).all()


def test_totals_find_their_grids() -> None:
    solves, grids = nyt_totals(shared("nyt_personal_vr/totals.csv"), shared("nyt_personal_vr/nyt_puzzles.csv"))
    joined = solves.merge(grids, on="puzzle_id")
    assert len(joined) > 80 and grids["puzzle_id"].is_unique
    assert (joined["puzzle"].str.len() == 81).all()


def test_report_names_what_is_missing(tmp_path: Path) -> None:
    found = joint_report(tmp_path)
    assert found.frame.empty and len(found.warnings) == 3
