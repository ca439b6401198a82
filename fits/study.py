"""Somebody's own times, from one CSV to graded puzzles: what notebook 02 starts from.

Tables that nobody prepared are read as far as they can be: columns that are not known here are left out, cells that
cannot be read become missing ones, puzzles that cannot be graded take their rows with them. All of it is counted, and
`fits.screen` then counts the rows that leave.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pandas as pd

from pencilmark.errors import PencilmarkError
from pencilmark.export import solve

from .baselines import add_grid_metrics, is_classic
from .datasets import read_table
from .errors import DatasetError
from .features import CACHE, attach
from .schemas import PUZZLE_COLUMNS, SOLVE_COLUMNS, UNIT_SECONDS, Column, check_columns
from .screening import REASONS, RejectReport
from .summary import Summary
from .two_way import Progress

PUZZLES = "puzzles.csv"
"""Looked for beside the solves when these bring no grids."""
MANY = 0.02
"""Share of unread cells in a column from which a warning says so."""
TRUTH_WORDS = {"true", "false", "yes", "no", "nan", ""}


@dataclass(frozen=True)
class Study:
    """Solves and puzzles of one study.

    Attributes
    ----------
    solves, puzzles : DataFrame
        Columns of `fits.schemas`, times in seconds.
    unread : DataFrame
        Cells that could not be read and count as missing: row (1-based, the header not counted), column, text.
    features : DataFrame
        Index puzzle_id: card features of the puzzles that can be graded; empty before :meth:`graded`.
    faults : Series
        Index puzzle_id: why a puzzle cannot be graded.
    warnings : tuple of str
        What was assumed or left out.
    """

    solves: pd.DataFrame
    puzzles: pd.DataFrame
    unread: pd.DataFrame
    features: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    faults: pd.Series = field(default_factory=lambda: pd.Series(dtype="str"))
    warnings: tuple[str, ...] = ()

    def summary(self) -> Summary:
        """Sizes, dates, and what was assumed."""
        dates = self.solves["started_at"].dropna()
        head = {
            "rows": f"{len(self.solves):,}",
            "players": f"{self.solves['player_id'].nunique():,}",
            "puzzles": f"{len(self.puzzles):,}",
            "first day": str(dates.min().date()) if len(dates) else "none",
            "last day": str(dates.max().date()) if len(dates) else "none",
            "cells that cannot be read": f"{len(self.unread):,}",
        }
        counts = self.solves["status"].astype("str").value_counts().rename_axis("status")
        return Summary("Study", head, counts.to_frame("rows"), self.warnings)

    def graded(self, *, cache: Path | None = CACHE, progress: Progress | None = None) -> Study:
        """The study with the card features of its puzzles, and with simple grid metrics when all are classics.

        Puzzles that bring `effort_l1` are taken as graded. One that cannot be graded gets the band "Unknown", so that
        `fits.screen` counts its rows as ungradable; `faults` says why.

        Raises
        ------
        DatasetError
            When there is neither a grid nor a feature, or no puzzle can be graded.
        """
        if "effort_l1" in self.puzzles.columns:
            return replace(self, features=self.puzzles.set_index("puzzle_id"))
        if "puzzle" not in self.puzzles.columns:
            raise DatasetError("puzzles: column puzzle is missing; give 81 characters, or effort_l1 and empty_cells")
        grids = self.puzzles.set_index("puzzle_id")["puzzle"].astype("object")
        faults = _faults(grids)
        good = grids[~grids.index.isin(faults.index)]
        if good.empty:
            raise DatasetError(f"puzzles: none can be graded; the first says: {faults.iloc[0]}")
        features = attach(good, cache=cache, progress=progress)
        known = features.attrs
        if is_classic(good).all():
            features = add_grid_metrics(features, progress=progress)
        features.attrs = known
        row = self.puzzles["puzzle_id"].astype("object")
        taken = {name: row.map(features[name]) for name in ("band", "empty_cells", "group_key")}
        puzzles = self.puzzles.assign(**taken)
        puzzles["band"] = puzzles["band"].fillna("Unknown")
        return replace(
            self, puzzles=check_columns(puzzles, PUZZLE_COLUMNS, "puzzles"), features=features, faults=faults
        )

    def rejected(self, report: RejectReport) -> pd.DataFrame:
        """The rows that `fits.screen` took out of these solves, as they were read, with their first reason."""
        if report.n_in != len(self.solves):
            raise DatasetError(f"the report is about {report.n_in} rows, this study has {len(self.solves)}")
        first = [(mask & -mask).bit_length() - 1 for mask in report.masks.tolist()]
        why = [REASONS[number] if number >= 0 else "" for number in first]
        table = self.solves.assign(reason=why, row=range(1, len(self.solves) + 1))
        return table[table["reason"] != ""].set_index(["reason", "row"]).sort_index()


def read_study(
    path: str | Path,
    puzzles: str | Path | None = None,
    *,
    unit: str = "s",
    columns: Mapping[str, str] | None = None,
) -> Study:
    """Read solves, and the puzzles they are about.

    Parameters
    ----------
    path : str or Path
        CSV or Parquet, one row per attempt: player_id, puzzle_id, duration_s, started_at, and status where known.
    puzzles : str or Path, optional
        Table of puzzles. By default the grids come from a column `puzzle` of the solves, or else from `puzzles.csv` in
        the same folder.
    unit : {"s", "min", "ms"}
        Unit of the times in the file.
    columns : mapping, optional
        {name in the file: name of `fits.schemas`}.

    Raises
    ------
    DatasetError
        For a file that is no table, a missing column, a column of which most cells cannot be read, or no puzzles.
    """
    path = Path(path)
    if unit not in UNIT_SECONDS:
        raise DatasetError(f"unit {unit!r} is unknown; use one of {', '.join(UNIT_SECONDS)}")
    frame = read_table(path)
    if absent := [name for name in columns or {} if name not in frame.columns]:
        have = ", ".join(map(str, frame.columns))
        raise DatasetError(f"{path}: columns renames {', '.join(absent)}, which is not there (found: {have})")
    frame = frame.rename(columns=dict(columns or {}))
    notes: list[str] = []
    frame, clashes = _one_grid_each(frame, notes)
    found = _puzzles(path, puzzles, frame, notes)
    if "puzzle_id" not in frame.columns and "puzzle" in frame.columns:
        frame["puzzle_id"] = frame["puzzle"]
    if "status" not in frame.columns:
        frame["status"] = "solved"
        notes.append("no column status: every row counts as solved, so puzzles that people give up look too easy")
    frame = _known(frame, SOLVE_COLUMNS, {"puzzle"}, path.name, notes)
    frame, unread = _readable(frame, notes)
    unread = pd.concat([clashes, unread], ignore_index=True)
    solves = check_columns(frame, SOLVE_COLUMNS, str(path))
    for name in ("duration_s", "active_s", "paused_s", "time_limit_s"):
        if name in solves.columns:
            solves[name] = solves[name] * UNIT_SECONDS[unit]
    return Study(solves, found, unread, warnings=tuple(notes))


def _puzzles(path: Path, given: str | Path | None, solves: pd.DataFrame, notes: list[str]) -> pd.DataFrame:
    if given is None and "puzzle" in solves.columns:
        key = "puzzle_id" if "puzzle_id" in solves.columns else "puzzle"
        table = solves[list(dict.fromkeys([key, "puzzle"]))].dropna().drop_duplicates(key)
        frame = pd.DataFrame({"puzzle_id": table[key].to_numpy(), "puzzle": table["puzzle"].to_numpy()})
        return check_columns(frame, PUZZLE_COLUMNS, str(path))
    file = path.with_name(PUZZLES) if given is None else Path(given)
    if not file.is_file():
        raise DatasetError(f"{path}: no column puzzle, and {file} does not exist; give the grids in one of them")
    return check_columns(_known(read_table(file), PUZZLE_COLUMNS, set(), file.name, notes), PUZZLE_COLUMNS, str(file))


def _known(
    frame: pd.DataFrame, columns: tuple[Column, ...], used: set[str], file: str, notes: list[str]
) -> pd.DataFrame:
    names = {column.name for column in columns}
    extra = [str(name) for name in frame.columns if name not in names]
    if left := [name for name in extra if name not in used]:
        notes.append(f"{file}: columns left out: {', '.join(left)}")
    return frame.drop(columns=extra)


def _one_grid_each(frame: pd.DataFrame, notes: list[str]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Blank the key of rows whose grid is not the one that most rows of the puzzle have (of equals the first)."""
    if not {"puzzle_id", "puzzle"} <= set(frame.columns):
        return frame, _unread([], "puzzle", [])
    grids = frame["puzzle"].astype("string").str.strip()
    told = pd.DataFrame({"id": frame["puzzle_id"], "grid": grids, "at": range(len(frame))})
    counts = told.groupby(["id", "grid"], observed=True)["at"].agg(["size", "min"]).reset_index()
    counts = counts.sort_values(["size", "min"], ascending=[False, True])
    chosen = counts.drop_duplicates("id").set_index("id")["grid"]
    other = (grids != frame["puzzle_id"].map(chosen)).to_numpy(bool, na_value=False)
    if not other.any():
        return frame, _unread([], "puzzle", [])
    at = [i + 1 for i, fault in enumerate(other) if fault]
    names = ", ".join(map(str, pd.unique(frame["puzzle_id"][other])[:4]))
    notes.append(
        f"two grids under one puzzle_id ({names}): rows {at[:5]} of {len(at)} have the rarer one and are left out"
    )
    return frame.assign(puzzle_id=frame["puzzle_id"].mask(other)), _unread(at, "puzzle", grids[other].tolist())


def _unread(rows: list[int], column: str, text: list[str]) -> pd.DataFrame:
    return pd.DataFrame(
        {"row": pd.Series(rows, dtype="int64"), "column": column, "text": pd.Series(text, dtype="object")}
    )


def _readable(frame: pd.DataFrame, notes: list[str]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Blank the cells that hold no number or date where one belongs, unless that is most of the column."""
    frame, lost = frame.copy(), []
    for column in SOLVE_COLUMNS:
        if column.name not in frame.columns or column.kind in ("key", "text"):
            continue
        values = frame[column.name]
        if pd.api.types.is_numeric_dtype(values) or pd.api.types.is_datetime64_any_dtype(values):
            continue
        text = values.astype("str").str.strip()
        if column.kind == "time":
            parsed = pd.to_datetime(text, errors="coerce", utc=True, format="ISO8601").isna()
        else:
            parsed = pd.to_numeric(text, errors="coerce").isna()
        bad = parsed & values.notna() & ~text.str.lower().isin(TRUTH_WORDS)
        if bad.any() and bad.mean() <= 0.5:
            rows = [i + 1 for i, fault in enumerate(bad) if fault]
            lost.append(_unread(rows, column.name, text[bad].tolist()))
            if bad.mean() > MANY:
                notes.append(f"{bad.mean():.0%} of {column.name} cannot be read, the first is {text[bad].iloc[0]!r}")
            frame[column.name] = values.mask(bad)
    return frame, pd.concat([_unread([], "", []), *lost], ignore_index=True)


def _faults(grids: pd.Series) -> pd.Series:
    why: dict[object, str] = {}
    for name, grid in grids.items():
        try:
            solve(grid)
        except (PencilmarkError, TypeError) as error:
            why[name] = str(error)
    return pd.Series(why, dtype="object", name="fault").rename_axis("puzzle_id")
