"""The simulator keeps its promises, and the committed sample is what its command makes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from fits.cli import main
from fits.schemas import PUZZLE_COLUMNS, SOLVE_COLUMNS, check_columns, log_minutes
from fits.simulate import simulate

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "simulated_players"


def test_equal_seed_gives_equal_tables_and_other_seed_others() -> None:
    one, two, three = (simulate(2_000, 100, 50, seed)[0] for seed in (1, 1, 2))
    pd.testing.assert_frame_equal(one, two)
    assert not one["duration_s"].equals(three["duration_s"])


def test_tables_pass_the_schemas_and_truth_stays_apart() -> None:
    solves, puzzles, truth = simulate(2_000, 100, 50, 1)
    check_columns(solves, SOLVE_COLUMNS, "solves")
    check_columns(puzzles, PUZZLE_COLUMNS, "puzzles")
    assert len(solves) == 2_000
    assert not {"a", "b", "u"} & (set(solves.columns) | set(puzzles.columns))
    assert {"k_effort", "rho", "stay"} <= set(truth.scalars())


def test_log_times_follow_the_stated_law() -> None:
    clean = {"pause_share": 0.0, "cheat_share": 0.0, "patience_min": 1e9}
    solves, _, truth = simulate(20_000, 400, 100, 5, **clean)
    player = solves["player_id"].cat.codes.to_numpy()
    b = truth.puzzles["b"].reindex(solves["puzzle_id"].astype(str)).to_numpy()
    left = log_minutes(solves["duration_s"]) - b - truth.players["a"].to_numpy()[player]
    n = solves.groupby("player_id", observed=True).cumcount()
    left -= truth.practice * np.log1p(n.to_numpy())
    era = (solves["started_at"] - pd.Timestamp("2025-01-01", tz="UTC")) / pd.Timedelta(days=365.25)
    left -= truth.era_slope * era.to_numpy() + truth.era_wave * np.sin(2 * np.pi * era.to_numpy() / 6)
    assert abs(left.mean()) < 0.01
    assert left.std() == pytest.approx(truth.residual_sigma, rel=0.02)


def test_able_players_choose_hard_puzzles_and_many_give_up() -> None:
    solves, _, truth = simulate(20_000, 500, 200, 8, choice=1.0)
    player = solves["player_id"].cat.codes.to_numpy()
    b = truth.puzzles["b"].reindex(solves["puzzle_id"].astype(str)).to_numpy()
    assert np.corrcoef(truth.players["skill"].to_numpy()[player], b)[0, 1] > 0.3
    assert 0.03 < (solves["status"] == "abandoned").mean() < 0.2


@pytest.mark.parametrize(
    ("option", "check"),
    [
        ({"log_only_finished": True}, lambda s, p: (s["status"] == "solved").all()),
        ({"repeats": True}, lambda s, p: s["attempt"].max() > 1),
        ({"resumed_share": 0.3}, lambda s, p: (s["duration_s"] >= s["active_s"]).all() and s["resumed"].mean() > 0.2),
        ({"second_source": 0.4}, lambda s, p: 0.1 < (s["source"] == "second").mean() < 0.8),
        ({"copies": 0.3}, lambda s, p: p["group_key"].nunique() < len(p)),
        ({"tail_df": 3.0}, lambda s, p: s["duration_s"].max() > 0),
        ({"slope_sd": 0.2, "rho": 0.5}, lambda s, p: len(s) > 0),
    ],
)
def test_options_do_what_they_say(option: dict, check: object) -> None:
    solves, puzzles, _ = simulate(3_000, 150, 60, 2, **option)
    assert check(solves, puzzles)  # type: ignore[operator]


def test_active_time_replaces_wall_clock_where_reported() -> None:
    from fits.screening import screen

    solves, puzzles, _ = simulate(3_000, 150, 60, 2, resumed_share=0.3)
    kept, _ = screen(solves, puzzles)
    np.testing.assert_allclose(kept["duration_s"], solves.loc[kept.index, "active_s"])


def test_committed_sample_is_what_its_command_makes(tmp_path: Path) -> None:
    words = ["simulate", str(tmp_path), "--rows", "3000", "--players", "150", "--n-puzzles", "60", "--seed", "1"]
    assert CliRunner().invoke(main, words).exit_code == 0
    for name in ("puzzles.csv", "truth.json"):
        assert (tmp_path / name).read_text() == (SAMPLE / name).read_text(), name
    made, kept = pd.read_csv(tmp_path / "solves.csv"), pd.read_csv(SAMPLE / "solves.csv")
    pd.testing.assert_frame_equal(made, kept, rtol=1e-6)
    assert "imulated" in (SAMPLE / "README.md").read_text()
