"""The field mask, and how step explanations are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a card: ``asked`` says when it is there, ``kind`` what it holds, ``meaning`` what that is."""

    name: str
    asked: str
    kind: str
    meaning: str


ALWAYS, BY_DEFAULT, BY_NAME, WHEN_CUT = "always", "default", "on request", "when it applies"
PERCENTILE = "time_pNN"
"""Stands for ``time_p01`` … ``time_p99``."""
MINUTES = "minutes, 1 decimal; null if unknown"
FIELDS = (
    Field("format", ALWAYS, '"sudoku-grade"', "What kind of document this is."),
    Field("format_version", ALWAYS, "1", "Further keys do not raise it."),
    Field("grader", ALWAYS, "object", "Name and version of the program; cards of different graders do not compare."),
    Field("difficulty", BY_DEFAULT, "number from 0, 1 decimal; null if unknown", "How hard a cell feels; no ceiling."),
    Field("time", BY_NAME, MINUTES, "Time of today's median player."),
    Field(PERCENTILE, BY_NAME, MINUTES, "The NN-th percentile of today's players, NN = 01 … 99: time_p80, say."),
    Field("time_mean", BY_NAME, MINUTES, "Mean over today's players."),
    Field("band", BY_DEFAULT, "name of a band, or Unknown", "Band of the hardest step of a solve from easy to hard."),
    Field("band_index", BY_NAME, "0 … 6; null for Unknown", "The band as a number."),
    Field("contains", BY_DEFAULT, "list", "The techniques that a solver meets, from easy to hard."),
    Field("stopped", WHEN_CUT, '"time limit"', "max_seconds ended the work; the rest is what was known by then."),
    Field("notes", BY_DEFAULT, "list", "What an editor would object to."),
    Field("describe", BY_NAME, "object", "Name of the variant and a sentence per rule."),
    Field("symmetry", BY_NAME, "list", "Symmetries of the givens."),
    Field("se", BY_NAME, "object; null if unknown", "Ratings on the scale of Sudoku Explainer: er, ep and ed."),
    Field("steps", BY_NAME, "list", "The solve step by step, with explanations."),
)
"""All keys in the order of a card."""
CONTAINED = (
    Field("code", ALWAYS, "string", "Chip code of the technique."),
    Field("chip", ALWAYS, "string", "The code, with those of the alternatives after slashes: XWG/KTE."),
    Field("name", ALWAYS, "string", "The most frequent name among its steps."),
    Field("band", ALWAYS, "0 … 6", "Band of its easiest step."),
    Field("alternatives", WHEN_CUT, "list of codes", "Techniques that would do in its place."),
    Field("uses", WHEN_CUT, "whole number", "Steps that use it; left out in band 0."),
)
"""Keys of an entry of ``contains``."""
NOTED = (
    Field("code", ALWAYS, "string", "The check."),
    Field("severity", ALWAYS, "note or reject", "Whether an editor would only mention it."),
    Field("text", ALWAYS, "string", "What was found, in a sentence."),
    Field("rules", WHEN_CUT, "list of numbers", "Numbers of the rules concerned in the exported document, from 0."),
)
"""Keys of an entry of ``notes``."""
STEPPED = (
    Field("n", ALWAYS, "whole number from 1", "Number of the step."),
    Field("code", ALWAYS, "string", "Chip code of the technique."),
    Field("name", ALWAYS, "string", "Its name."),
    Field("band", ALWAYS, "0 … 6", "Its band."),
    Field("placement", WHEN_CUT, "r4c3=8", "The digit that is placed."),
    Field("eliminations", WHEN_CUT, "list of r4c3#8", "The candidates that are removed."),
    Field("explanation", WHEN_CUT, "object", "A text per level that was asked for: notation, short, teach."),
)
"""Keys of an entry of ``steps``."""


def _asked(when: str) -> tuple[str, ...]:
    return tuple(f.name for f in FIELDS if f.asked == when and f.name != PERCENTILE)


FIXED = _asked(ALWAYS)
"""Keys that are always present."""
ORDER = tuple(f.name for f in FIELDS if f.name != PERCENTILE)
"""Order of keys in a card; percentiles stand between ``time`` and ``time_mean``, ascending."""
DEFAULT = _asked(BY_DEFAULT)
ON_REQUEST = _asked(BY_NAME)
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
