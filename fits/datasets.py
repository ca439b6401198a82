"""Reading the input tables: solves, puzzles, per-puzzle means; and pseudonyms for raw exports.

Start with `load_solves`, `load_puzzles` and `screen`; `cloud_sudoku` reads sets that publish only mean times.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import hmac
import io
from pathlib import Path

import numpy as np
import pandas as pd

from .aggregate import PLAYER_SIGMA, RESIDUAL_SIGMA, AggregateTimes
from .errors import DatasetError
from .schemas import PUZZLE_COLUMNS, SOLVE_COLUMNS, UNIT_SECONDS, Column, check_columns, log_minutes
from .screening import RejectReport, ScreenRules, check_unit, screen

__all__ = [
    "AggregateTimes",
    "DatasetError",
    "RejectReport",
    "ScreenRules",
    "anonymise",
    "cloud_sudoku",
    "fingerprint_of",
    "load_puzzles",
    "load_solves",
    "log_minutes",
    "read_table",
    "screen",
]

NULLS = ["", "NaN", "nan", "null", "None"]
DURATION_NAMES = {"duration_min": "min", "duration_minutes": "min", "duration_ms": "ms", "duration_seconds": "s"}
SHORT_ID = 12
AGGREGATE_COLUMNS = ("puzzle", "n_players", "mean_time_s")


def load_solves(path: str | Path, unit: str = "s") -> pd.DataFrame:
    """Read a table of solves (CSV or Parquet), one row per attempt.

    Parameters
    ----------
    path : str or Path
        File with the columns of `fits.schemas.SOLVE_COLUMNS`.
    unit : {"s", "min", "ms"}
        Unit of the time columns in the file; the result is always in seconds.

    Returns
    -------
    DataFrame
        Fixed dtypes, defaults filled in. Faulty values (null, negative) stay, for `screen` to count.

    Raises
    ------
    DatasetError
        For an unreadable file, a missing or unknown column, or text where numbers or dates belong.
    """
    if unit not in UNIT_SECONDS:
        raise DatasetError(f"unit {unit!r} is unknown; use one of {', '.join(UNIT_SECONDS)}")
    frame = read_table(path)
    for name, meant in DURATION_NAMES.items():
        if name in frame.columns and "duration_s" not in frame.columns:
            raise DatasetError(
                f"{path}: column duration_s is missing, {name} found; "
                f"rename it to duration_s and load with unit='{meant}'"
            )
    solves = check_columns(frame, SOLVE_COLUMNS, str(path))
    for name in ("duration_s", "active_s", "paused_s", "time_limit_s"):
        if name in solves.columns:
            solves[name] = solves[name] * UNIT_SECONDS[unit]
    return solves


def load_puzzles(path: str | Path) -> pd.DataFrame:
    """Read a table of puzzles (CSV or Parquet), one row per puzzle_id; raise `DatasetError` on any fault."""
    return check_columns(read_table(path), PUZZLE_COLUMNS, str(path))


def read_table(path: str | Path) -> pd.DataFrame:
    """Read a CSV or Parquet file as it is, or raise a `DatasetError` that says what is wrong with the file."""
    path = Path(path)
    if not path.is_file():
        raise DatasetError(f"{path}: no such file; give the path of a CSV or Parquet table")
    if path.stat().st_size == 0:
        raise DatasetError(f"{path}: the file is empty; it needs a header line and rows")
    if path.suffix.lower() in (".parquet", ".pq"):
        return _read_parquet(path)
    return _read_csv(path)


def fingerprint_of(path: str | Path) -> str:
    """Return the SHA-256 of a data file, for provenance."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def _read_parquet(path: Path) -> pd.DataFrame:
    try:
        return pd.read_parquet(path)
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path}: not a readable Parquet file; it may be truncated, write it again") from error


def _read_csv(path: Path) -> pd.DataFrame:
    raw = path.read_bytes()
    if b"\x00" in raw or raw[:4] in (b"PK\x03\x04", b"\x1f\x8b\x08\x00", b"PAR1"):
        raise DatasetError(f"{path}: binary content; export the table as plain CSV (or name it .parquet)")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n")
        raise DatasetError(f"{path}: not UTF-8 text; save the file as UTF-8", [max(line, 1)]) from error
    try:
        _check_shape(text, path)
    except csv.Error as error:
        raise DatasetError(f"{path}: cannot be read as CSV ({error}); check its quotes and line ends") from error
    names = next(csv.reader(io.StringIO(text.split("\n", 1)[0])))
    keys: dict[str, type] = {name: str for name in names if name in _TEXT_NAMES}
    try:
        return pd.read_csv(io.StringIO(text), dtype=keys, keep_default_na=False, na_values=NULLS, low_memory=False)
    except (ValueError, pd.errors.ParserError) as error:
        raise DatasetError(f"{path}: cannot be read as CSV ({str(error).splitlines()[0]}); check its quotes") from error


def _names(columns: tuple[Column, ...]) -> set[str]:
    return {column.name for column in columns if column.kind in ("key", "text")}


_TEXT_NAMES = _names(SOLVE_COLUMNS) | _names(PUZZLE_COLUMNS)


def _check_shape(text: str, path: Path) -> None:
    """Refuse files whose rows do not have as many fields as the header."""
    header_line = text.split("\n", 1)[0].rstrip("\r")
    header = next(csv.reader(io.StringIO(header_line)), [])
    if not any(name.strip() for name in header):
        raise DatasetError(f"{path}: the first line is blank; it must name the columns")
    twice = sorted({name for name in header if header.count(name) > 1})
    if twice:
        raise DatasetError(f"{path}: column {', '.join(twice)} occurs twice in the header; keep one")
    if len(header) == 1 and any(sep in header_line for sep in ";\t|"):
        raise DatasetError(f"{path}: the fields are not separated by commas; export with ',' as separator")
    if all(_is_number(name) for name in header):
        raise DatasetError(f"{path}: the first line holds numbers; add a header line with the column names")
    counts = _field_counts(text)
    if len(counts) < 2:
        raise DatasetError(f"{path}: only a header, no rows; nothing can be read")
    bad = np.flatnonzero(counts[1:] != len(header)) + 1
    if len(bad) == 1 and bad[0] == len(counts) - 1 and counts[-1] < len(header) and not text.endswith("\n"):
        raise DatasetError(f"{path}: the last row is cut off; the file is truncated, fetch it again", list(bad))
    if len(bad):
        raise DatasetError(
            f"{path}: {counts[bad[0]]} fields where the header has {len(header)}; the row is cut off or needs quotes",
            list(bad),
        )


def _field_counts(text: str) -> np.ndarray:
    """Number of fields per line, blank lines left out."""
    if '"' in text:
        return np.array([len(row) for row in csv.reader(io.StringIO(text)) if row], dtype=np.int64)
    raw = np.frombuffer(text.encode("utf-8"), dtype=np.uint8)
    ends = np.flatnonzero(raw == ord("\n"))
    commas = np.flatnonzero(raw == ord(","))
    bounds = np.r_[ends, len(raw)]
    upto = np.searchsorted(commas, bounds)
    fields = np.diff(np.r_[0, upto]) + 1
    begin = np.r_[0, ends + 1]
    blank = (bounds - begin == 0) | ((bounds - begin == 1) & (raw[np.minimum(begin, len(raw) - 1)] == ord("\r")))
    return np.asarray(fields[~blank])


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def cloud_sudoku(
    path: str | Path,
    *,
    player_sigma: float = PLAYER_SIGMA,
    residual_sigma: float = RESIDUAL_SIGMA,
    name: str = "cloud_sudoku",
) -> AggregateTimes:
    """Read per-puzzle mean times: columns puzzle (81 characters), n_players, mean_time_s, and optionally game_no.

    Parameters
    ----------
    path : str or Path
        CSV file.
    player_sigma, residual_sigma : float
        Log standard deviations between players and of one solve; b = log(mean minutes) − (their squares' sum)/2 turns
        means into medians.
    name : str
        Name for provenance.

    Returns
    -------
    AggregateTimes
        Indexed by `game_no` when present, else by row number; standard errors from n. Fits re-estimate the noise.

    Raises
    ------
    DatasetError
        With row numbers, for missing, negative, absurd or duplicate values: aggregates are few, each must be right.
    """
    frame = read_table(path)
    missing = [column for column in AGGREGATE_COLUMNS if column not in frame.columns]
    if missing:
        raise DatasetError(f"{path}: column {', '.join(missing)} is missing; needed are {', '.join(AGGREGATE_COLUMNS)}")
    for column in AGGREGATE_COLUMNS[1:]:
        number = pd.to_numeric(frame[column], errors="coerce")
        _refuse_rows(~(np.isfinite(number) & (number > 0)), f"{path}: {column} must be a positive number")
        frame[column] = number.astype("float64")
    grid = frame["puzzle"].astype("object").astype(str)
    _refuse_rows(~grid.str.fullmatch(r"[1-9.0]{81}"), f"{path}: puzzle must have 81 characters, digits and '.'")
    index = pd.Series(range(1, len(frame) + 1))
    if "game_no" in frame.columns:
        number = pd.to_numeric(frame["game_no"], errors="coerce")
        _refuse_rows(~(np.isfinite(number) & (number % 1 == 0)), f"{path}: game_no must be a whole number")
        index = number.astype("int64")
    _refuse_rows(index.duplicated(keep=False), f"{path}: game_no occurs twice; keep one row per puzzle")
    _refuse_rows(grid.duplicated(keep=False), f"{path}: the same puzzle occurs twice; keep one row per puzzle")
    check_unit(frame["mean_time_s"].to_numpy(), str(path), "mean_time_s")
    _refuse_rows(frame["mean_time_s"] > 24 * 3600, f"{path}: mean_time_s is above 24 h; check the unit of this row")
    frame.index = pd.Index(index, name="puzzle_id")
    log_mean = pd.Series(log_minutes(frame["mean_time_s"]), index=frame.index)
    times = AggregateTimes.from_means(
        log_mean, frame["n_players"], player_sigma=player_sigma, residual_sigma=residual_sigma, name=name
    )
    times.puzzles["puzzle"] = grid.to_numpy()
    return times


def _refuse_rows(bad: pd.Series, text: str) -> None:
    if bool(bad.any()):
        raise DatasetError(f"{text}; repair or remove the row", list(np.flatnonzero(bad.to_numpy()) + 1))


def anonymise(raw: pd.DataFrame, salt_file: str | Path, *, min_solves: int = 3) -> pd.DataFrame:
    """Return solves with pseudonyms, day-precise dates and no other personal field.

    Parameters
    ----------
    raw : DataFrame
        Solves with real player ids; columns outside `SOLVE_COLUMNS` (names, addresses, device ids) are dropped.
    salt_file : str or Path
        File with at least 16 secret bytes; keep it outside the repository.
    min_solves : int
        Players with fewer rows are dropped: a rare player is a recognisable one.

    Returns
    -------
    DataFrame
        player_id = first 12 base32 characters of HMAC-SHA256(salt, source + raw id).
    """
    salt = Path(salt_file).read_bytes() if Path(salt_file).is_file() else b""
    if len(salt) < 16:
        raise DatasetError(f"{salt_file}: the salt must be a file of at least 16 bytes; make one with a random source")
    known = [column.name for column in SOLVE_COLUMNS]
    solves = check_columns(raw[[name for name in raw.columns if name in known]], SOLVE_COLUMNS, "raw solves")
    source = solves["source"].astype("object").astype(str)
    keys = source + "\x1f" + solves["player_id"].astype("object").astype(str)
    names = {key: _pseudonym(salt, key) for key in keys.unique()}
    solves["player_id"] = keys.map(names).where(solves["player_id"].notna()).astype("category")
    solves["started_at"] = solves["started_at"].dt.floor("D")
    rows = solves.groupby("player_id", observed=True)["puzzle_id"].transform("size")
    return solves[rows >= min_solves].reset_index(drop=True)


def _pseudonym(salt: bytes, key: str) -> str:
    digest = hmac.new(salt, key.encode("utf-8"), hashlib.sha256).digest()
    return base64.b32encode(digest).decode("ascii")[:SHORT_ID].lower()
