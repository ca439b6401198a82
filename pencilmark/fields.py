"""The field mask, and how step explanations are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

FIXED = ("format", "format_version", "grader")
"""Keys that are always present."""
ORDER = (
    *FIXED, "difficulty", "time", "time_mean", "band", "band_index", "contains", "stopped", "notes", "describe",
    "symmetry", "se", "steps",
)  # fmt: skip
"""Order of keys in a card; percentiles stand between ``time`` and ``time_mean``, ascending."""
DEFAULT = ("difficulty", "band", "contains", "notes")
ON_REQUEST = ("time", "time_mean", "band_index", "steps", "se", "describe", "symmetry")
LEVELS = ("notation", "short", "teach")
"""Explanation levels, in the order in which a step lists them."""
_PERCENTILE = re.compile(r"time_p(0[1-9]|[1-9][0-9])")


def card_fields(fields: Iterable[str] | None = None, steps: bool = False, se: bool = False) -> frozenset[str]:
    """The requested card keys besides the fixed ones; ``None`` = the default fields.

    ``steps`` and ``se`` add those fields. Raises ValueError for an unknown name and TypeError for a bare string.
    """
    if isinstance(fields, str):
        raise TypeError(f"fields must be a list of names, not the string {fields!r}")
    if fields is not None and not isinstance(fields, Iterable):
        raise TypeError(f"fields must be a list of names, not {type(fields).__name__}")
    named = list(DEFAULT if fields is None else fields)
    wanted = {name if isinstance(name, str) else repr(name) for name in named}
    known = {*FIXED, *DEFAULT, *ON_REQUEST}
    unknown = sorted(f for f in wanted if f not in known and not _PERCENTILE.fullmatch(f))
    if unknown:
        listed = ", ".join([*DEFAULT, *ON_REQUEST, "time_p01 … time_p99"])
        raise ValueError(f"unknown field {', '.join(unknown)}; known fields: {listed}")
    return frozenset(wanted - set(FIXED)) | ({"steps"} if steps else set()) | ({"se"} if se else set())


def percentiles(fields: Iterable[str]) -> list[int]:
    """The NN of all requested ``time_pNN``, ascending."""
    return sorted(int(match[1]) for match in map(_PERCENTILE.fullmatch, fields) if match)


def explain_levels(explain: bool | str | Sequence[str] | None) -> tuple[str, ...]:
    """``explain=`` option to levels: None / False = none, True = all, a name or a list of names = those."""
    if explain is None or explain is False:
        return ()
    if explain is True:
        return LEVELS
    if not isinstance(explain, Iterable):
        raise TypeError(f"explain must be true, false or a list of levels, not {type(explain).__name__}")
    asked = [explain] if isinstance(explain, str) else list(explain)
    unknown = [str(level) for level in asked if level not in LEVELS]
    if unknown:
        raise ValueError(f"unknown explanation level {', '.join(unknown)}; known: {', '.join(LEVELS)}")
    return tuple(level for level in LEVELS if level in asked)
