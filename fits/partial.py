"""Data sets that hold only a part of what a full export has, read into the project's tables.

==========================  =======================  ==========================================  =======================
set                         rows                     tells                                       cannot tell
==========================  =======================  ==========================================  =======================
`linkedin_games`            player × puzzle, no      spread between and within players, practice  anything about grids
                            grids
`nyt_totals`                two players, grids       the same, and order of easy puzzles          prices, hard puzzles
`nyt_fills`                 single cells of one      which single is found when, how fast         players
                            player
`single_deductions`         one hidden single each,  spread between and within people, practice   grids, prices of
                            no grids                                                             other techniques
`fits.cloud_sudoku`         mean over players,       order of puzzles, prices                     players, practice, era
                            grids
==========================  =======================  ==========================================  =======================

Seconds stay seconds here; `fits.schemas.log_minutes` converts. Rows that cannot be used are counted in
``frame.attrs["rejects"]``, never dropped silently.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from .datasets import read_table
from .errors import DatasetError

FASTEST, SLOWEST = 0.5, 180.0
"""Seconds between which a single deduction counts, as its publishers advise."""
_SURFACE = ("house_type", "house_index", "cell_index", "digit_set")
"""What may differ from the tutorial."""


def linkedin_games(path: str | Path, game: str = "Sudoku") -> pd.DataFrame:
    """Times of a few players on the same daily puzzles, without the puzzles.

    Mapping: player → player_id, puzzle_no → puzzle_id, seconds → duration_s, message_datetime → started_at (when it was
    reported); every row is a finished play.

    Raises
    ------
    DatasetError
        For a missing column, or a game that the file does not have.
    """
    table = _columns(path, ("game", "puzzle_no", "player", "seconds", "message_datetime"))
    part = table[table["game"] == game]
    if part.empty:
        known = ", ".join(sorted(table["game"].astype(str).unique()))
        raise DatasetError(f"{path}: no game {game!r}; it has {known}")
    return _solves(part, "puzzle_no", "message_datetime", game)


def nyt_totals(totals: str | Path, puzzles: str | Path) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Whole-puzzle times of two players, and the grids where they are known.

    Mapping: date → puzzle_id (one easy puzzle a day) and started_at, player → player_id, seconds → duration_s. The
    second table has the grids by the same puzzle_id.
    """
    table = _columns(totals, ("date", "player", "seconds"))
    grids = _columns(puzzles, ("date", "level", "puzzle", "solution"))
    easy = grids[grids["level"] == "easy"].drop_duplicates("date")
    known = pd.DataFrame(
        {
            "puzzle_id": easy["date"].astype(str),
            "puzzle": easy["puzzle"].astype(str),
            "solution": easy["solution"].astype(str),
        }
    )
    return _solves(table, "date", "date", "nyt"), known.reset_index(drop=True)


def nyt_fills(fills: str | Path, puzzles: str | Path) -> pd.DataFrame:
    """Cell-by-cell fills of one player, with the grid: solve, step, cell, seconds, digit, puzzle.

    ``digit`` is what the solution has there. Left out and counted: solves without a grid, corrections (the cell was
    filled before), cells that are corrected later (their first digit was wrong), seconds ≤ 0.
    """
    table = _columns(fills, ("date", "step", "cell", "seconds", "revisit", "puzzle_id"))
    grids = _columns(puzzles, ("puzzle_id", "puzzle", "solution")).drop_duplicates("puzzle_id")
    grids = grids.assign(puzzle_id=pd.to_numeric(grids["puzzle_id"], errors="coerce"))
    table = table.assign(puzzle_id=pd.to_numeric(table["puzzle_id"], errors="coerce"))
    joined = table.merge(grids.dropna(subset="puzzle_id"), on="puzzle_id", how="left")
    corrected = joined.groupby(["date", "cell"])["revisit"].transform("max") > 0
    known = joined["puzzle"].notna()
    digit = [int(s[c]) if k else 0 for s, c, k in zip(joined["solution"], joined["cell"], known, strict=True)]
    rows = pd.DataFrame(
        {
            "solve": joined["date"].astype(str),
            "step": joined["step"].astype(int),
            "cell": joined["cell"].astype(int),
            "seconds": _seconds(joined["seconds"]),
            "digit": digit,
            "puzzle": joined["puzzle"],
        }
    )
    faults = {
        "no_grid": ~known,
        "correction": joined["revisit"] > 0,
        "corrected_later": corrected & (joined["revisit"] == 0),
        "nonpositive_time": ~(rows["seconds"] > 0),
    }
    return _kept(rows, faults)


def single_deductions(path: str | Path) -> pd.DataFrame:
    """Hidden singles found one at a time by many people: person, phase, trial, seconds, correct, moved.

    ``moved`` counts the surface features that differ from the tutorial's (house, position, digits).
    """
    table = _columns(path, ("subject_id", "phase", "trial", "duration_s", "correct", "timed_out", *_SURFACE))
    moved = sum(_truth(table[name]).astype(int) for name in _SURFACE)
    rows = pd.DataFrame(
        {
            "person": table["subject_id"].astype(str),
            "phase": table["phase"].astype(int),
            "trial": table["trial"].astype(int),
            "seconds": pd.to_numeric(table["duration_s"], errors="coerce"),
            "correct": _truth(table["correct"]),
            "moved": moved,
        }
    )
    faults = {
        "timed_out": _truth(table["timed_out"]),
        "no_time": rows["seconds"].isna(),
        "out_of_range": ~rows["seconds"].between(FASTEST, SLOWEST),
    }
    return _kept(rows, faults)


def _solves(table: pd.DataFrame, puzzle: str, when: str, source: str) -> pd.DataFrame:
    """Finished plays as the table of solves, from columns player, seconds and two of those names."""
    solves = pd.DataFrame(
        {
            "player_id": table["player"].astype(str),
            "puzzle_id": table[puzzle].astype(str),
            "duration_s": _seconds(table["seconds"]),
            "status": "solved",
            "started_at": pd.to_datetime(table[when], utc=True, errors="coerce"),
            "source": source,
        }
    )
    return _kept(solves, {"nonpositive_time": ~(solves["duration_s"] > 0), "bad_date": solves["started_at"].isna()})


def _columns(path: str | Path, needed: tuple[str, ...]) -> pd.DataFrame:
    table = read_table(path)
    missing = [name for name in needed if name not in table]
    if missing:
        raise DatasetError(f"{path}: column {', '.join(missing)} is missing; it has {', '.join(map(str, table))}")
    return table[list(needed)]


def _seconds(values: pd.Series) -> pd.Series:
    return pd.to_numeric(values, errors="coerce").astype("float64")


def _truth(values: pd.Series) -> pd.Series:
    return values.astype(str).str.lower().isin(("true", "1", "1.0"))


def _kept(rows: pd.DataFrame, faults: dict[str, pd.Series]) -> pd.DataFrame:
    """Rows without a fault; how many had which first fault is kept in attrs."""
    first = pd.Series("", index=rows.index)
    for name, hit in faults.items():
        first[(first == "") & np.asarray(hit, dtype=bool)] = name
    kept = rows[first == ""].reset_index(drop=True)
    counts = first[first != ""].value_counts()
    kept.attrs = {"rows_in": len(rows), "rejects": {str(name): int(n) for name, n in counts.items()}}
    return kept
