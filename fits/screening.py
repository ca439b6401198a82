"""Screening of solves: every row gets at most one primary reason to leave, and nothing leaves silently."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from .errors import DatasetError
from .schemas import CENSORED, PUZZLE_COLUMNS, SOLVE_COLUMNS, STATUSES, check_columns, log_minutes
from .summary import Summary

REASONS = (
    "missing_key",
    "bad_status",
    "nonpositive_time",
    "bad_date",
    "duplicate",
    "unknown_puzzle",
    "ungradable",
    "stopped_card",
    "repeat_attempt",
    "wrong_solution",
    "assisted",
    "too_fast",
    "too_long",
    "cheat_player",
    "few_rows",
    "disconnected",
)
DEFAULT_EMPTY = 50.0
SHORTEST_MEDIAN_S, LONGEST_MEDIAN_S = 20.0, 3 * 3600.0


@dataclass(frozen=True)
class ScreenRules:
    """Limits of the screening (defaults of the project's fitting rules).

    Attributes
    ----------
    seconds_per_cell : float
        Faster than this many seconds per empty cell is "too_fast".
    longest_h : float
        Hours; longer is "too_long".
    cheat_share, cheat_sigma, cheat_residual_share : float
        A player leaves when more than `cheat_share` of the rows are too fast, or more than `cheat_residual_share` of
        the solved rows lie `cheat_sigma` robust standard deviations below what player and puzzle suggest.
    cheat_min_rows : int
        Fewest such rows: one odd solve of a newcomer proves nothing.
    min_player, min_puzzle : int
        Fewest solved rows per player and per puzzle, applied in turn until nothing changes.
    earliest, latest : str or None
        Dates outside are "bad_date"; `latest` None means now.
    warn_share, max_reject : float
        Warn above this share for one reason; refuse above `max_reject` in total.
    check_unit : bool
        Refuse tables whose median time cannot be seconds.
    """

    seconds_per_cell: float = 0.5
    longest_h: float = 24.0
    cheat_share: float = 0.2
    cheat_sigma: float = 4.0
    cheat_residual_share: float = 0.1
    cheat_min_rows: int = 3
    min_player: int = 3
    min_puzzle: int = 5
    earliest: str = "2005-01-01"
    latest: str | None = None
    warn_share: float = 0.05
    max_reject: float = 0.2
    check_unit: bool = True

    def __post_init__(self) -> None:
        """Refuse limits that no table can meet or miss."""
        if not 0.0 <= self.max_reject <= 1.0:
            raise DatasetError(f"max_reject is a share of the rows from 0 to 1, not {self.max_reject:g}")
        for name, date in (("earliest", self.earliest), ("latest", self.latest)):
            if date is not None and pd.isna(pd.to_datetime(date, errors="coerce")):
                raise DatasetError(f"{name} must be a date like 2024-05-31, not {date!r}")


@dataclass(frozen=True)
class RejectReport:
    """What the screening removed.

    Attributes
    ----------
    n_in, n_kept : int
        Rows before and after; `n_in = n_kept + table["rows"].sum()`.
    table : DataFrame
        One row per reason: rows, share, players, puzzles, first (up to five 1-based data rows).
    masks : ndarray of int32, shape (n_in,)
        Bit i set: reason number i applies to the row (all that apply, not only the first).
    warnings : tuple of str
        Sentences for the reader.
    """

    n_in: int
    n_kept: int
    table: pd.DataFrame
    masks: np.ndarray = field(repr=False)
    warnings: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """Rows per reason, only reasons that occurred."""
        rows = self.table["rows"]
        return {str(name): int(n) for name, n in rows.items() if n}

    def summary(self) -> Summary:
        """Return a printable table of the reasons."""
        shown = self.table[self.table["rows"] > 0]
        head = {"rows in": f"{self.n_in:,}", "rows kept": f"{self.n_kept:,}", "rejected": f"{self.share:.2%}"}
        return Summary("Screening", head, shown, self.warnings)

    @property
    def share(self) -> float:
        """Share of rows rejected, 0 … 1."""
        return 1.0 - self.n_kept / self.n_in if self.n_in else 0.0

    def to_json(self, path: str | Path | None = None) -> dict[str, object]:
        """Return the report as a plain document, and write it when a path is given (no player ids inside)."""
        doc: dict[str, object] = {
            "n_in": self.n_in,
            "n_kept": self.n_kept,
            "rejects": self.counts,
            "first_rows": {str(k): list(v) for k, v in self.table["first"].items() if len(v)},
            "warnings": list(self.warnings),
        }
        if path is not None:
            Path(path).write_text(json.dumps(doc, indent=1) + "\n", encoding="utf-8")
        return doc


def screen(
    solves: pd.DataFrame, puzzles: pd.DataFrame, rules: ScreenRules | None = None
) -> tuple[pd.DataFrame, RejectReport]:
    """Split solves into rows to fit and counted rejections.

    Parameters
    ----------
    solves, puzzles : DataFrame
        Tables with the columns of `fits.schemas`; counts, dates and times may still be faulty.
    rules : ScreenRules, optional
        Limits.

    Returns
    -------
    kept : DataFrame
        Rows that remain, original index, with `n_prev` (earlier attempts of the player, counted before any rejection)
        and `log_min` (natural log of minutes) added. Abandoned and timeout rows stay: they are censored, not wrong.
    report : RejectReport
        Every other row, with its first reason.

    Raises
    ------
    DatasetError
        When a column is missing, a time column is not in seconds, or more than `max_reject` of the rows leave.
    """
    rules = rules or ScreenRules()
    solves = check_columns(solves.drop(columns=["n_prev", "log_min"], errors="ignore"), SOLVE_COLUMNS, "solves")
    puzzles = check_columns(puzzles, PUZZLE_COLUMNS, "puzzles")
    if solves.empty:
        raise DatasetError("solves: the table has no rows; nothing can be fitted")
    _unique_puzzles(puzzles)
    work = solves.assign(duration_s=_duration(solves), n_prev=_earlier_attempts(solves))
    if rules.check_unit:
        check_unit(work["duration_s"].to_numpy(), "solves", "duration_s", work["source"].to_numpy())
    hits = _row_hits(work, puzzles, rules)
    primary = _first(hits)
    for late in (_cheat_players, _few_rows, _disconnected):
        hits.append(late(work, primary, hits, rules))
        primary = _first(hits)
    report = _report(work, hits, primary, rules)
    kept = work[primary < 0].copy()
    kept["log_min"] = log_minutes(kept["duration_s"])
    if report.share > rules.max_reject:
        worst = ", ".join(f"{k} {v}" for k, v in sorted(report.counts.items(), key=lambda kv: -kv[1])[:3])
        words = set(solves["status"].dropna().astype("object")) - set(STATUSES)
        named = f" (status {', '.join(map(repr, sorted(words)[:4]))}; known: {', '.join(STATUSES)})" if words else ""
        raise DatasetError(
            f"solves: {report.share:.0%} of {report.n_in} rows would be rejected ({worst}{named}); "
            f"repair the table or raise max_reject above {rules.max_reject:g}",
            list(np.flatnonzero(primary >= 0)[:5] + 1),
        )
    return kept, report


def check_unit(seconds: np.ndarray, what: str, column: str, source: np.ndarray | None = None) -> None:
    """Raise a `DatasetError` when the median of a time column cannot be seconds (per source when given)."""
    groups = np.zeros(len(seconds), dtype=object) if source is None else np.asarray(source, dtype=object)
    for name in pd.unique(groups):
        part = seconds[(groups == name) & np.isfinite(seconds) & (seconds > 0)]
        if len(part) < 5:
            continue
        median = float(np.median(part))
        where = what if source is None or len(pd.unique(groups)) == 1 else f"{what}, source {name}"
        if median < SHORTEST_MEDIAN_S:
            raise DatasetError(
                f"{where}: the median of {column} is {median:.3g}, too short for seconds; it looks like minutes: "
                "load it with unit='min' or multiply by 60 (with unit='s' where it was read as ms)"
            )
        if median > LONGEST_MEDIAN_S:
            raise DatasetError(
                f"{where}: the median of {column} is {median:.3g}, too long for seconds; it looks like milliseconds: "
                "load it with unit='ms' or divide by 1000 (with unit='s' where it was read as min)"
            )


def empty_cells_of(puzzles: pd.DataFrame) -> pd.Series:
    """Return the number of empty cells per puzzle row, from `empty_cells` or else from the puzzle string."""
    if "empty_cells" in puzzles.columns:
        return puzzles["empty_cells"].astype("float64")
    if "puzzle" in puzzles.columns:
        text = puzzles["puzzle"].astype("object").fillna("").astype(str)
        return text.map(lambda s: float(sum(c in ".0" for c in s)) if s and s[0] not in "{[" else DEFAULT_EMPTY)
    return pd.Series(DEFAULT_EMPTY, index=puzzles.index)


def _unique_puzzles(puzzles: pd.DataFrame) -> None:
    absent = puzzles["puzzle_id"].isna()
    if bool(absent.any()):
        raise DatasetError("puzzles: puzzle_id is missing; name or remove the puzzle", list(np.flatnonzero(absent) + 1))
    twice = puzzles["puzzle_id"].duplicated()
    if bool(twice.any()):
        raise DatasetError("puzzles: puzzle_id occurs twice; keep one row per puzzle", list(np.flatnonzero(twice) + 1))


def _duration(solves: pd.DataFrame) -> pd.Series:
    """Timer without pauses where a source reports it on more than 90 % of its rows."""
    duration = solves["duration_s"].astype("float64")
    if "active_s" not in solves.columns:
        return duration
    reported = solves["active_s"].notna().groupby(solves["source"], observed=True).transform("mean") > 0.9
    return duration.where(~(reported & solves["active_s"].notna()), solves["active_s"])


def _earlier_attempts(solves: pd.DataFrame) -> np.ndarray:
    player = pd.factorize(solves["player_id"])[0]
    start = solves["started_at"].to_numpy("datetime64[ns]").astype(np.int64)
    order = np.lexsort((start, player))
    sorted_player = player[order]
    first = np.r_[True, sorted_player[1:] != sorted_player[:-1]]
    begin = np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))
    count = np.empty(len(order), dtype=np.float64)
    count[order] = np.arange(len(order)) - begin
    if "history_n" in solves.columns:
        count += solves["history_n"].fillna(0).to_numpy()
    return count


def _positive(solves: pd.DataFrame, column: str) -> np.ndarray:
    if column not in solves.columns:
        return np.zeros(len(solves), dtype=bool)
    return np.asarray(solves[column].fillna(0) > 0, dtype=bool)


def _row_hits(solves: pd.DataFrame, puzzles: pd.DataFrame, rules: ScreenRules) -> list[np.ndarray]:
    """Return reasons 1 … 13, each a boolean array over rows."""
    seconds = solves["duration_s"].to_numpy()
    status = solves["status"].astype("object")
    start = solves["started_at"]
    latest = pd.Timestamp(rules.latest, tz="UTC") if rules.latest else pd.Timestamp.now(tz="UTC")
    keys = solves[["player_id", "puzzle_id", "status", "started_at"]].isna().any(axis=1).to_numpy()
    rank = pd.Index(puzzles["puzzle_id"].astype("object")).get_indexer(pd.Index(solves["puzzle_id"].astype("object")))
    ungradable, stopped = _card_faults(puzzles)
    empty = np.nan_to_num(empty_cells_of(puzzles).to_numpy(), nan=DEFAULT_EMPTY)
    known = rank >= 0
    at = np.where(known, rank, 0)
    with np.errstate(invalid="ignore"):
        return [
            keys | solves["duration_s"].isna().to_numpy(),
            np.asarray(~status.isin(STATUSES), dtype=bool),
            ~(np.isfinite(seconds) & (seconds > 0)),
            np.asarray((start < pd.Timestamp(rules.earliest, tz="UTC")) | (start > latest), dtype=bool),
            solves.duplicated(["player_id", "puzzle_id", "started_at"]).to_numpy(),
            ~known,
            known & ungradable[at],
            known & stopped[at],
            np.asarray(solves["attempt"].fillna(1) > 1, dtype=bool),
            np.asarray(status == "wrong", dtype=bool),
            _positive(solves, "hints_n") | _positive(solves, "assist"),
            np.asarray(status == "solved", dtype=bool) & (seconds < rules.seconds_per_cell * empty[at]),
            seconds > rules.longest_h * 3600.0,
        ]


def _card_faults(puzzles: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    n = len(puzzles)
    ungradable = np.zeros(n, dtype=bool)
    if "band" in puzzles.columns:
        ungradable |= np.asarray(puzzles["band"].astype("object") == "Unknown", dtype=bool)
    if "time" in puzzles.columns:
        ungradable |= puzzles["time"].isna().to_numpy()
    return ungradable, _positive(puzzles, "stopped")


def _first(hits: list[np.ndarray]) -> np.ndarray:
    """Return the number of the first reason that applies, -1 for none."""
    primary = np.full(len(hits[0]), -1, dtype=np.int32)
    for number in range(len(hits) - 1, -1, -1):
        primary[hits[number]] = number
    return primary


def _cheat_players(solves: pd.DataFrame, primary: np.ndarray, hits: list[np.ndarray], rules: ScreenRules) -> np.ndarray:
    player = pd.factorize(solves["player_id"])[0]
    known = player >= 0
    size = max(int(player.max(initial=-1)) + 1, 1)
    rows = np.bincount(player[known], minlength=size)
    fast = np.bincount(player[known], weights=hits[11][known], minlength=size)
    solved = (primary < 0) & (solves["status"].astype("object") == "solved").to_numpy()
    low: np.ndarray = np.zeros(size)
    n: np.ndarray = np.zeros(size)
    if solved.any():
        puzzle = pd.factorize(solves["puzzle_id"])[0]
        y = log_minutes(solves["duration_s"])
        residual = _median_residual(y[solved], player[solved], puzzle[solved])
        sigma = 1.4826 * np.median(np.abs(residual))
        far = residual < -rules.cheat_sigma * max(sigma, 1e-9)
        n = np.bincount(player[solved], minlength=size).astype(np.float64)
        low = np.bincount(player[solved], weights=far.astype(np.float64), minlength=size)
    least = rules.cheat_min_rows
    guilty = (fast > rules.cheat_share * rows) & (fast >= least)
    guilty |= (low > rules.cheat_residual_share * n) & (low >= least)
    return known & guilty[np.maximum(player, 0)]


def _median_residual(y: np.ndarray, player: np.ndarray, puzzle: np.ndarray) -> np.ndarray:
    """Remove puzzle and player medians in turn: rough, but deaf to a few wild rows."""
    residual = pd.Series(y)
    for _ in range(2):
        for code in (puzzle, player):
            residual = residual - residual.groupby(code).transform("median")
    return residual.to_numpy()


def _few_rows(solves: pd.DataFrame, primary: np.ndarray, hits: list[np.ndarray], rules: ScreenRules) -> np.ndarray:
    player = pd.factorize(solves["player_id"])[0]
    puzzle = pd.factorize(solves["puzzle_id"])[0]
    solved = (solves["status"].astype("object") == "solved").to_numpy()
    alive = primary < 0
    while True:
        few = np.zeros(len(alive), dtype=bool)
        for code, least in ((player, rules.min_player), (puzzle, rules.min_puzzle)):
            counted = alive & ~few & solved
            n = np.bincount(code[counted], minlength=int(code.max(initial=0)) + 1)
            few |= alive & (n[np.maximum(code, 0)] < least)
        if not few.any():
            break
        alive = alive & ~few
    return (primary < 0) & ~alive


def _disconnected(solves: pd.DataFrame, primary: np.ndarray, hits: list[np.ndarray], rules: ScreenRules) -> np.ndarray:
    alive = primary < 0
    out = np.zeros(len(alive), dtype=bool)
    if not alive.any():
        return out
    player = pd.factorize(solves["player_id"][alive])[0]
    puzzle = pd.factorize(solves["puzzle_id"][alive])[0]
    label = components(player, puzzle)
    largest = np.argmax(np.bincount(label))
    out[alive] = label != largest
    return out


def components(player: np.ndarray, puzzle: np.ndarray) -> np.ndarray:
    """Return the connected component of each row in the player-puzzle graph (int array, codes from 0)."""
    n_player = int(player.max()) + 1
    n = n_player + int(puzzle.max()) + 1
    graph = coo_array((np.ones(len(player), dtype=np.int8), (player, n_player + puzzle)), shape=(n, n))
    labels = connected_components(graph.tocsr(), directed=False)[1]
    return np.asarray(labels[player])


def _report(solves: pd.DataFrame, hits: list[np.ndarray], primary: np.ndarray, rules: ScreenRules) -> RejectReport:
    masks = np.zeros(len(primary), dtype=np.int32)
    for number, hit in enumerate(hits):
        masks[hit] |= 1 << number
    rows: list[Mapping[str, object]] = []
    for number, reason in enumerate(REASONS):
        at = np.flatnonzero(primary == number)
        part = solves.iloc[at]
        rows.append(
            {
                "reason": reason,
                "rows": len(at),
                "share": len(at) / len(primary),
                "players": part["player_id"].nunique(),
                "puzzles": part["puzzle_id"].nunique(),
                "first": tuple(int(i) + 1 for i in at[:5]),
            }
        )
    table = pd.DataFrame(rows).set_index("reason")
    kept = int((primary < 0).sum())
    if kept + int(table["rows"].sum()) != len(primary):
        raise AssertionError("screening lost rows: kept and rejected do not add up")
    loud = table[table["share"] > rules.warn_share]
    warnings = [f"{share:.1%} of the rows leave as {reason}" for reason, share in loud["share"].items()]
    alive = solves[primary < 0]
    if kept and not alive["status"].astype("object").isin(CENSORED).any():
        warnings.append("no abandoned rows: if the source logs only finishes, hard puzzles look too easy")
    return RejectReport(len(primary), kept, table, masks, tuple(warnings))
