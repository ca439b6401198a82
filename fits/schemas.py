"""The columns of the two input tables, and the one place where seconds become log minutes.

Times are **seconds** on disk and **natural logs of minutes** inside every fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
import pandera.pandas as pa

from .errors import DatasetError

STATUSES = ("solved", "abandoned", "wrong", "timeout")
CENSORED = ("abandoned", "timeout")
DAYS_PER_YEAR = 365.25
SECONDS_PER_MINUTE = 60.0
OLDEST, LATEST = pd.Timestamp("1678-01-01", tz="UTC"), pd.Timestamp("2262-01-01", tz="UTC")
"""Dates that a time in nanoseconds can hold."""
UNIT_SECONDS = {"s": 1.0, "min": SECONDS_PER_MINUTE, "ms": 1e-3}


@dataclass(frozen=True)
class Column:
    """One column of an input table.

    Attributes
    ----------
    name : str
        Column name on disk.
    kind : str
        "key" (text or integer), "text", "float", "int", "bool" or "time".
    required : bool
        Whether a file without it is refused.
    default : object
        Value written when an optional column is absent; None leaves the column out.
    """

    name: str
    kind: str
    required: bool = False
    default: object = None


SOLVE_COLUMNS = (
    Column("player_id", "key", required=True),
    Column("puzzle_id", "key", required=True),
    Column("duration_s", "float", required=True),
    Column("status", "text", required=True),
    Column("started_at", "time", required=True),
    Column("source", "text", default="main"),
    Column("active_s", "float"),
    Column("pauses_n", "int"),
    Column("paused_s", "float"),
    Column("resumed", "bool"),
    Column("attempt", "int", default=1),
    Column("hints_n", "int"),
    Column("errors_n", "int"),
    Column("assist", "bool"),
    Column("time_limit_s", "float"),
    Column("device", "text"),
    Column("history_n", "int"),
)

PUZZLE_COLUMNS = (
    Column("puzzle_id", "key", required=True),
    Column("fingerprint", "text"),
    Column("puzzle", "text"),
    Column("solution", "text"),
    Column("source", "text"),
    Column("published_at", "time"),
    Column("published_grade", "text"),
    Column("published_score", "float"),
    Column("published_scale", "text"),
    Column("se_rating", "float"),
    Column("group_key", "text"),
    Column("band", "text"),
    Column("difficulty", "float"),
    Column("time", "float"),
    Column("stopped", "bool"),
    Column("empty_cells", "float"),
    Column("effort_l1", "float"),
    Column("blob_cells", "float"),
    Column("extra_area_pc", "float"),
)


def log_minutes(seconds: object) -> np.ndarray:
    """Return ln(minutes) of times in seconds: the only conversion in fits.

    Parameters
    ----------
    seconds : array_like of float
        Positive seconds.

    Returns
    -------
    ndarray of float64
        Natural log of minutes; nan where the input is not a positive finite number.
    """
    values = np.asarray(seconds, dtype=np.float64)
    good = np.isfinite(values) & (values > 0)
    return np.asarray(np.log(np.where(good, values, np.nan)) - np.log(SECONDS_PER_MINUTE))


def seconds_of(log_min: object) -> np.ndarray:
    """Return seconds for natural logs of minutes, the inverse of `log_minutes`."""
    return np.asarray(np.exp(np.asarray(log_min, dtype=np.float64) + np.log(SECONDS_PER_MINUTE)))


def era_years(started_at: pd.Series, reference: pd.Timestamp) -> np.ndarray:
    """Return years before the reference date (float64, 0 or negative; nan for a missing date)."""
    days = (started_at - reference) / pd.Timedelta(days=1)
    return np.asarray(days, dtype=np.float64) / DAYS_PER_YEAR


@cache
def _schema(columns: tuple[Column, ...]) -> pa.DataFrameSchema:
    types: dict[str, object] = {"float": "float64", "int": "float64", "bool": "float64", "time": "datetime64[ns, UTC]"}
    fields = {
        column.name: pa.Column(types.get(column.kind), nullable=True, required=column.required) for column in columns
    }
    return pa.DataFrameSchema(fields, strict=True, ordered=False)


def check_columns(frame: pd.DataFrame, columns: tuple[Column, ...], what: str) -> pd.DataFrame:
    """Return the frame with fixed dtypes and defaults, or raise a `DatasetError` that names columns and rows.

    Counts and flags are kept as float64 so that a missing value stays visible; the screening looks at them.
    """
    missing = [column.name for column in columns if column.required and column.name not in frame.columns]
    if missing:
        have = ", ".join(map(str, frame.columns[:8]))
        raise DatasetError(f"{what}: column {', '.join(missing)} is missing (found: {have}); add or rename it")
    known = [column.name for column in columns]
    unknown = [str(name) for name in frame.columns if name not in known]
    if unknown:
        raise DatasetError(f"{what}: unknown column {', '.join(unknown)}; drop it or use a name of fits.schemas")
    cast = {}
    for column in columns:
        if column.name in frame.columns:
            cast[column.name] = _cast(frame[column.name], column, what)
        elif column.default is not None:
            cast[column.name] = _cast(pd.Series(column.default, index=frame.index), column, what)
    return _validated(pd.DataFrame(cast, index=frame.index), columns, what)


def _validated(frame: pd.DataFrame, columns: tuple[Column, ...], what: str) -> pd.DataFrame:
    try:
        checked: pd.DataFrame = _schema(columns).validate(frame, lazy=True)
    except pa.errors.SchemaErrors as error:
        first = error.failure_cases.iloc[0]
        raise DatasetError(f"{what}: column {first['column']} fails the check {first['check']}") from error
    return checked


def _cast(values: pd.Series, column: Column, what: str) -> pd.Series:
    if column.kind == "key":
        return _as_key(values)
    if column.kind == "text":
        return values if isinstance(values.dtype, pd.CategoricalDtype) else values.astype("category")
    if column.kind == "time":
        return _as_time(values, column.name, what)
    if values.dtype == bool:
        return values.astype("float64")
    if pd.api.types.is_numeric_dtype(values):
        return values.astype("float64")
    text = values.astype("str").str.strip()
    if column.kind == "bool":
        text = text.str.lower().replace({"true": "1", "false": "0", "yes": "1", "no": "0"})
    number = pd.to_numeric(text, errors="coerce")
    bad = number.isna() & values.notna() & ~text.str.lower().isin(["nan", ""])
    _refuse(bad, values, f"{what}: column {column.name} must hold numbers", "write plain decimal numbers")
    return number.astype("float64")


def _as_key(values: pd.Series) -> pd.Series:
    if isinstance(values.dtype, pd.CategoricalDtype):
        return values
    if pd.api.types.is_float_dtype(values):
        whole = values.dropna()
        if len(whole) and bool((whole == whole.round()).all()):
            values = values.astype("Int64")
    text = values.astype("string").str.normalize("NFC").str.replace(r"\s+", " ", regex=True).str.strip()
    return text.where(text != "").astype("object").astype("category")


def _as_time(values: pd.Series, name: str, what: str) -> pd.Series:
    if pd.api.types.is_datetime64_any_dtype(values):
        times = values
    else:
        if pd.api.types.is_numeric_dtype(values) and values.notna().any():
            raise DatasetError(f"{what}: column {name} holds plain numbers; write dates like 2024-05-31")
        times = pd.to_datetime(values, errors="coerce", utc=True, format="ISO8601")
        bad = times.isna() & values.notna()
        _refuse(bad, values, f"{what}: column {name} must hold dates", "write them like 2024-05-31")
    zoned: pd.Series = times.dt.tz_localize("UTC") if times.dt.tz is None else times.dt.tz_convert("UTC")
    # A date beyond stays a bad date of the screening, not an overflow here.
    return zoned.mask(zoned < OLDEST, OLDEST).mask(zoned > LATEST, LATEST).astype("datetime64[ns, UTC]")


def _refuse(bad: pd.Series, values: pd.Series, text: str, advice: str) -> None:
    if bool(bad.any()):
        rows = np.flatnonzero(bad.to_numpy()) + 1
        raise DatasetError(f"{text}, found {str(values.iloc[rows[0] - 1])[:30]!r}; {advice}", list(rows))
