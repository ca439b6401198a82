"""A study with known truth and faulty rows, on real grids: something to try the whole way on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from pencilmark.grader_model import default

from .features import CACHE, attach
from .simulate import Truth, simulate
from .time_model import TimeFit

FAULTS = ("duration", "text", "player", "negative", "date", "puzzle", "status", "fast", "long", "twice")
"""Kinds of faulty rows that :func:`spoil` makes, in its order."""
SLOWER = 1.5
BAD_GRID = "1" * 81
"""A grid that nobody can solve; its rows are ungradable."""


def example_study(
    folder: str | Path, grids: pd.Series, *, rows: int = 6_000, players: int = 300, seed: int = 0,
    faults: float = 0.02, cache: Path | None = CACHE,
) -> tuple[Path, Truth]:  # fmt: skip
    """Write solves.csv and puzzles.csv of simulated players who meet the given grids; return the first, and the truth.

    Times follow the shipped time model, but for these people a unit lasts SLOWER times as long.

    Parameters
    ----------
    folder : str or Path
        Made when absent.
    grids : Series
        By puzzle_id: 81 characters.
    rows, players : int
        Sizes.
    seed : int
        Equal seeds (and engines) give equal files.
    faults : float
        Share of rows that are spoilt, see :func:`spoil`.
    cache : Path or None
        Feature store.
    """
    features = attach(grids, cache=cache)
    shipped = default().time
    law = {name: float(shipped[name]) for name in ("const", "k_effort", "k_empty", "t0", "minutes_per_unit")}
    law["minutes_per_unit"] *= SLOWER
    solves, _, truth = simulate(rows, players, 0, seed, features=features, **law)
    solves = spoil(solves, faults, seed)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    solves.to_csv(folder / "solves.csv", index=False)
    table = grids.rename("puzzle").rename_axis("puzzle_id").reset_index()
    table.loc[len(table)] = ["not-a-puzzle", BAD_GRID]
    table.to_csv(folder / "puzzles.csv", index=False)
    return folder / "solves.csv", truth


def truth_table(fit: TimeFit, truth: Truth) -> pd.DataFrame:
    """Estimates of what does not depend on the unit, beside the numbers that the players were made from."""
    names = [f"time.{name}" for name in ("k_effort", "k_empty", "puzzle_sigma", "player_sigma", "residual_sigma")]
    table = fit.summary().frame.loc[names, ["estimate", "lower", "upper"]]
    return table.assign(truth=[truth.scalars()[name.removeprefix("time.")] for name in names])


def spoil(solves: pd.DataFrame, share: float, seed: int = 0) -> pd.DataFrame:
    """Solves as text, as a careless export would hold them, with faulty rows of every kind of FAULTS in turn.

    A faulty row loses its time, holds words in place of it, has no player, a negative time, a date to come, a puzzle
    that is not listed or cannot be graded, a wrong solution, an impossibly short or long time, or occurs twice.
    """
    table = pd.DataFrame(
        {
            "player_id": solves["player_id"].astype("str"),
            "puzzle_id": solves["puzzle_id"].astype("str"),
            "duration_s": solves["duration_s"].map("{:.1f}".format),
            "status": solves["status"].astype("str"),
            "started_at": solves["started_at"].dt.strftime("%Y-%m-%dT%H:%M:%SZ"),
        }
    )
    rng = np.random.default_rng(np.random.SeedSequence([seed, 77]))
    picked = np.sort(rng.choice(len(table), size=int(len(table) * share), replace=False))
    cell = {
        "duration": ("duration_s", ""), "text": ("duration_s", "12 min"), "player": ("player_id", ""),
        "negative": ("duration_s", "-3.0"), "date": ("started_at", "2199-01-01"), "puzzle": ("puzzle_id", "lost"),
        "status": ("status", "wrong"), "fast": ("duration_s", "2.0"), "long": ("duration_s", "200000.0"),
    }  # fmt: skip
    for k, row in enumerate(picked):
        kind = FAULTS[k % len(FAULTS)]
        if kind == "twice":
            table.loc[len(table)] = table.loc[row]
            continue
        column, text = cell[kind]
        lost = kind == "puzzle" and (k // len(FAULTS)) % 2
        table.loc[row, column] = "not-a-puzzle" if lost else text
        if kind == "fast":
            table.loc[row, "status"] = "solved"
    return table
