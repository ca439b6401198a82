"""Drawing players and puzzles anew: agrees with the sandwich where that is right, reacts where it should."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import fits
from fits.adjust import design_of
from fits.cli import main
from fits.pigeonhole import weighted_median

DRAWS = 60
SAMPLE = Path(__file__).resolve().parents[2] / "data" / "simulated_players"
Set = tuple[pd.DataFrame, fits.AdjustResult, pd.DataFrame, fits.TimeFit]


def whole(rows: int, players: int, puzzles: int, seed: int = 3) -> Set:
    solves, table, _ = fits.simulate(rows, players, puzzles, seed)
    kept, _ = fits.screen(solves, table)
    adjusted, features = fits.adjust(kept), table.set_index("puzzle_id")
    return kept, adjusted, features, fits.TimeModelFit(fits.TimeConfig(shipped={})).fit(adjusted, features)


@pytest.fixture(scope="module")
def small() -> Set:
    return whole(8_000, 400, 150)


@pytest.fixture(scope="module")
def drawn(small: Set) -> pd.DataFrame:
    return fits.pigeonhole(*small, DRAWS, seed=1)


def test_errors_agree_with_the_sandwich(small: Set, drawn: pd.DataFrame) -> None:
    """60 draws know a standard deviation to 9 %; the pigeonhole is a little wide by design."""
    _, adjusted, _, fit = small
    ratio = drawn.std(ddof=1)[fit.cov.index] / fit.bse[fit.cov.index]
    assert ratio.between(0.7, 1.6).all(), ratio
    assert 0.7 < drawn["practice"].std(ddof=1) / adjusted.practice_se < 1.8


def test_draws_lie_around_the_estimate(small: Set, drawn: pd.DataFrame) -> None:
    fit = small[3]
    names = [*fit.cov.index, "time.minutes_per_unit"]
    far = (drawn[names].mean() - fit.params[names]).abs() / drawn[names].std(ddof=1)
    assert (far < 0.6).all(), far


def test_more_puzzles_mean_narrower_draws(drawn: pd.DataFrame) -> None:
    wide = fits.pigeonhole(*whole(16_000, 800, 600), 30, seed=1)
    assert wide["time.k_effort"].std() < 0.75 * drawn["time.k_effort"].std()


def test_draws_repeat_themselves_and_take_their_seed(small: Set) -> None:
    one, two, other = (fits.pigeonhole(*small, 2, seed=seed) for seed in (4, 4, 5))
    pd.testing.assert_frame_equal(one, two)
    assert not np.allclose(one["time.k_effort"], other["time.k_effort"])


def test_design_is_the_one_that_was_fitted(small: Set) -> None:
    """The rows' fit, from the rebuilt design and the reported estimates, is the reported one up to each player."""
    kept, adjusted, _, _ = small
    design = design_of(kept, adjusted)
    gamma = np.append(adjusted.era["slope"] if len(adjusted.era) else [], adjusted.practice)
    rest = adjusted.rows["fitted"].to_numpy()[design.order] - design.x @ gamma
    rest -= adjusted.puzzles["b"].to_numpy()[design.puzzle]
    spread = pd.Series(rest).groupby(design.player).agg(np.ptp)
    assert spread.max() < 1e-5


def test_other_solves_are_refused(small: Set) -> None:
    kept, adjusted, features, fit = small
    with pytest.raises(fits.DatasetError, match="not the ones"):
        fits.pigeonhole(kept.iloc[:100], adjusted, features, fit, 2)
    with pytest.raises(fits.DatasetError, match="2 or more"):
        fits.pigeonhole(kept, adjusted, features, fit, 1)


def test_fit_with_draws_survives_the_file(small: Set, drawn: pd.DataFrame, tmp_path: Path) -> None:
    fit = small[3].with_draws(drawn)
    fit.to_json(tmp_path / "fit.json")
    again = fits.TimeFit.from_json(tmp_path / "fit.json")
    assert again.draws["time.t0"].to_numpy() == pytest.approx(drawn["time.t0"].to_numpy(), rel=1e-5)
    assert again.provenance["sensitivity"]["bootstrap_draws"] == DRAWS
    assert fit.plot("forest").has_data()
    assert "bootstrap / sandwich se, largest" in set(fit.diagnostics()["check"])


def test_weighted_median() -> None:
    assert weighted_median(np.array([3.0, 1.0, 2.0]), np.array([1.0, 1.0, 5.0])) == 2.0
    assert weighted_median(np.array([3.0, 1.0, 2.0]), np.array([9.0, 1.0, 1.0])) == 3.0


def test_command(tmp_path: Path) -> None:
    words = ["time", "--data", str(SAMPLE / "solves.csv"), "--puzzles", str(SAMPLE / "puzzles.csv"), "--bootstrap", "5"]
    result = CliRunner().invoke(main, [*words, "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "bootstrap / sandwich" in result.output
