"""Human-oriented exchange formats: the puzzle document and its grade ("sudoku-grade", format_version 1).

A card always has ``format``, ``format_version`` and ``grader``; what else it has is chosen by the field mask
(``pencilmark.fields``). The seeds' small public functions live in files of their own and are re-exported here.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from . import __version__, time_model
from .band_path import GUESSED, PathStep, fold
from .board import Digit
from .card import Grading
from .contents import Contents
from .explain import explain_steps
from .fields import FIXED, ORDER, card_fields, explain_levels, percentiles
from .geometry import region_geometry
from .loaders import load
from .metrics import band_of, unique_solution
from .publish_flags import Limits, notes, quality_limits
from .puzzle import Puzzle
from .se import ratings
from .show import Card
from .symmetry import symmetry_of
from .tables import BANDS, codes, shapes
from .time_model import time_units
from .variants import describe as describe_variant
from .variants import rules_text

__all__ = [
    "Card", "band_of", "card_fields", "chip_of", "code_names", "explain_levels", "grade", "rate", "region_geometry",
    "solve", "symmetry_of", "tech_band", "time_units", "to_export",
]  # fmt: skip

MODES = ("human", "computer")


def code_names() -> dict[str, str]:
    """Chip code -> technique name (data/codes.csv)."""
    return {code: row.name for code, row in codes().items()}


def chip_of(technique: str, specific: str | None = None) -> tuple[str, int]:
    """(chip code, band index) of an engine technique, by its most specific shape where that is known."""
    rows = [s for s in shapes() if (specific and s.technique == specific) or (not specific and s.engine == technique)]
    if not rows:
        raise ValueError(f"no technique is called {specific or technique!r}")
    lowest = min(rows, key=lambda s: s.band)
    return lowest.code, lowest.band


def tech_band(technique: str) -> int:
    """Band index of an engine technique: that of its lowest shape."""
    return chip_of(technique)[1]


def solve(puzzle: object) -> tuple[Digit, ...]:
    """The one solution, a digit per cell; raises NoSolution, NotUnique or Undecided."""
    return unique_solution(load(puzzle))


def rate(
    puzzle: object,
    steps: bool = False,
    max_seconds: float | None = None,
    mode: str = "human",
    se: bool = False,
    fields: Iterable[str] | None = None,
    allow_guessing: bool = False,
    explain: bool | str | Sequence[str] | None = None,
    quality: Mapping[str, Any] | None = None,
) -> Card:
    """The card of a puzzle.

    Parameters
    ----------
    puzzle : anything ``load`` accepts
        A string, a puzzle document, a path to a JSON file, a Puzzle.
    steps, se : bool
        Add the step list (all explanation levels unless ``explain`` says otherwise) or the SE-like ratings.
    max_seconds : float, optional
        Time limit; makes the card depend on the machine. A card that was cut carries ``stopped``.
    mode : str
        ``"human"``, or ``"computer"``: forcing chains and trial are techniques like others, which compete by price.
    fields : iterable of str, optional
        Exactly these fields; only what they need is computed.
    allow_guessing : bool
        Guess where logic runs out, instead of refuting a candidate by full search; the band is then "Unknown".
    explain : bool, str or list of str, optional
        Explanation levels of the steps.
    quality : mapping, optional
        Adjusted publishing checks (``publish_flags.quality_limits``).

    Raises
    ------
    FormatError, NotSupportedError
        The puzzle cannot be read or built.
    NoSolution, NotUnique, Undecided
        It does not have exactly one solution, or that stayed open.
    ValueError, TypeError
        A bad option; checked before any solving.
    """
    wanted, levels, limits = check_options(steps, max_seconds, mode, se, fields, allow_guessing, explain, quality)
    built = load(puzzle)
    grading = Grading(built, None, max_seconds, computer=mode == "computer", allow_guessing=allow_guessing)
    return grade(grading, wanted, levels, limits)


def check_options(
    steps: bool = False,
    max_seconds: float | None = None,
    mode: str = "human",
    se: bool = False,
    fields: Iterable[str] | None = None,
    allow_guessing: bool = False,
    explain: bool | str | Sequence[str] | None = None,
    quality: Mapping[str, Any] | None = None,
) -> tuple[frozenset[str], tuple[str, ...], Limits]:
    """Options of :func:`rate` as (fields, explanation levels, limits of the checks); raises ValueError or TypeError."""
    if max_seconds is not None:
        if isinstance(max_seconds, bool) or not isinstance(max_seconds, int | float):
            raise TypeError(f"max_seconds must be a number, not {type(max_seconds).__name__}")
        if not max_seconds > 0:
            raise ValueError(f"max_seconds must be above 0, got {max_seconds}")
    if mode not in MODES:
        raise ValueError(f"mode must be one of {', '.join(MODES)}, not {mode!r}")
    if not isinstance(allow_guessing, bool):
        raise TypeError(f"allow_guessing must be true or false, not {allow_guessing!r}")
    if quality is not None and not isinstance(quality, Mapping):
        raise TypeError(f"quality must be a mapping of checks, not {type(quality).__name__}")
    wanted = card_fields(fields, steps, se)
    return wanted, explain_levels(True if steps and explain is None else explain), quality_limits(quality)


def grade(
    g: Grading,
    wanted: frozenset[str],
    levels: Sequence[str] = (),
    limits: Limits | None = None,
) -> Card:
    """The card of a grading with exactly the wanted fields (see :func:`rate`)."""
    card: dict[str, Any] = {
        "format": "sudoku-grade",
        "format_version": 1,
        "grader": {"name": "pencilmark", "version": __version__},
    }
    if g.undecided:
        return _open_card(card, g, wanted)
    if wanted & {"band", "band_index", "contains", "notes", "se", "steps"}:
        card["band"] = "Unknown" if g.path.band is None else BANDS[g.path.band]
        card["band_index"] = g.path.band
    timed = percentiles(wanted)
    if wanted & {"difficulty", "time", "time_mean", "notes"} or timed:
        _score_fields(card, g, timed)
    # Last, since a time limit may end the search for a shorter list, and everything above stands without it.
    _list_fields(card, g, wanted, levels)
    if "notes" in wanted:
        card["notes"] = _notes(g, card["difficulty"], limits or quality_limits())
    if "describe" in wanted:
        card["describe"] = describe_variant(g.puzzle)
    if "symmetry" in wanted:
        card["symmetry"] = symmetry_of(g.puzzle)
    if g.stopped or g.truncated:
        card["stopped"] = "time limit"
    if g.stopped:
        _unknown(card)
    kept = {*FIXED, *wanted, "stopped"}
    return Card({key: card[key] for key in _order(timed) if key in card and key in kept}, g.puzzle)


def _open_card(card: dict[str, Any], g: Grading, wanted: frozenset[str]) -> Card:
    """The card of a puzzle whose uniqueness stayed open until the time limit: it says no more than that."""
    timed = percentiles(wanted)
    names = ("difficulty", "time", "time_mean", *(f"time_p{n:02d}" for n in timed), "band_index", "se")
    card |= dict.fromkeys(names) | {"band": "Unknown", "contains": [], "notes": [], "steps": []}
    card |= {"describe": describe_variant(g.puzzle)} if "describe" in wanted else {}
    card |= {"symmetry": symmetry_of(g.puzzle)} if "symmetry" in wanted else {}
    card["stopped"] = "time limit"
    kept = {*FIXED, *wanted, "stopped"}
    return Card({key: card[key] for key in _order(timed) if key in card and key in kept}, g.puzzle)


def _order(timed: Sequence[int]) -> list[str]:
    keys = list(ORDER)
    at = keys.index("time_mean")
    return keys[:at] + [f"time_p{n:02d}" for n in timed] + keys[at:]


def _list_fields(card: dict[str, Any], g: Grading, wanted: frozenset[str], levels: Sequence[str]) -> None:
    if "contains" in wanted:
        card["contains"] = _contains(g.contents)
    if "se" in wanted:
        card["se"] = ratings(g.path, g.turned.puzzle, g.truth) if g.path.band is not None else None
    if "steps" in wanted:
        texts = explain_steps(g.puzzle, g.steps, levels)
        card["steps"] = [_step(g.puzzle, n, *step) for n, step in enumerate(zip(g.steps, texts, strict=True), 1)]


def _notes(g: Grading, difficulty: float | None, limits: Limits) -> list[dict[str, Any]]:
    if g.stopped or g.empty == 0:
        return []
    rows = []
    for note in notes(g.graded(difficulty), limits):
        row: dict[str, Any] = {"code": note.code, "severity": note.severity, "text": note.text}
        rows.append(row | {"rules": list(note.rules)} if note.rules else row)
    return rows


def _contains(found: Contents) -> list[dict[str, Any]]:
    """One entry per technique up to the first guess, full houses folded, by (band, study order)."""
    path = list(takewhile(lambda shape: shape is not GUESSED, found.path.shapes))
    profile = Counter(shape.code for shape in path)
    entries = []
    for code, uses in fold(dict(profile)).items():
        names = Counter(shape.name for shape in path if shape.code == code)
        band = min(shape.band for shape in path if shape.code == code)
        others = found.alternatives.get(code, ())
        entry: dict[str, Any] = {
            "code": code, "chip": "/".join((code, *others)), "name": names.most_common(1)[0][0], "band": band,
        }  # fmt: skip
        entry |= {"alternatives": list(others)} if others else {}
        entry |= {"uses": uses} if band > 0 else {}
        entries.append(entry)
    return sorted(entries, key=lambda e: (e["band"], codes()[e["code"]].order, e["code"]))


def _step(puzzle: Puzzle, n: int, step: PathStep, texts: dict[str, str]) -> dict[str, Any]:
    row: dict[str, Any] = {"n": n, "code": step.code, "name": step.name, "band": step.band}
    if step.place is not None:
        row["placement"] = f"{puzzle.name(step.place[0])}={step.place[1]}"
    if step.elims:
        row["eliminations"] = [f"{puzzle.name(c)}#{d}" for c, d in step.elims]
    if texts:
        row["explanation"] = texts
    return row


def _score_fields(card: dict[str, Any], g: Grading, timed: Sequence[int]) -> None:
    if g.empty == 0:
        difficulty, median = 0.0, 0.0
    elif g.score is None:
        difficulty, median = math.nan, math.nan
    else:
        difficulty = g.score.difficulty(g.model)
        units = time_model.time_units(g.score.effort_l1, g.empty, region_geometry(g.puzzle))
        median = math.nan if units is None else time_model.minutes(units)
    card["difficulty"] = _rounded(difficulty)
    card["time"] = _rounded(median)
    for n in timed:
        card[f"time_p{n:02d}"] = _rounded(time_model.percentile(median, n))
    card["time_mean"] = _rounded(time_model.mean(median))


def _rounded(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 1) + 0.0


def _unknown(card: dict[str, Any]) -> None:
    """What a card cut by the time limit still says: what was found up to then."""
    if "band" in card:
        card["band"], card["band_index"] = "Unknown", None
    for key in card:
        if key in ("difficulty", "se") or key == "time" or key.startswith("time_"):
            card[key] = None


def to_export(
    puzzle: object,
    meta: Mapping[str, Any] | None = None,
    with_solution: bool = True,
    describe: bool = True,
    **metadata: Any,
) -> dict[str, Any]:
    """The canonical "sudoku-puzzle" document of a puzzle.

    Parameters
    ----------
    puzzle : anything ``load`` accepts
    meta : mapping, optional
        Metadata that overrides the puzzle's own; further keywords (``title=``, ``source=`` …) override that.
    with_solution : bool
        Store the solution if there is exactly one.
    describe : bool
        Fill an empty ``type`` and ``rules_text`` from the rules.
    """
    from .errors import NoSolution, NotUnique, Undecided
    from .exchange import write

    built = replace(load(puzzle), solution=None)
    merged = dict(built.meta) | dict(meta or {}) | metadata
    if describe:
        named = describe_variant(built)
        merged["type"] = merged.get("type") or named["type"]
        merged["rules_text"] = merged.get("rules_text") or rules_text(named)
    solution = None
    if with_solution:
        try:
            solution = unique_solution(built)
        except (NoSolution, NotUnique, Undecided):
            solution = None
    return write(built, meta=merged, solution=solution)
