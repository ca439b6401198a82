"""Publishing notes: what an editor would object to. Bands never change because of them.

============  =================================================================  =========  =====================
check         when                                                               limit      severity
============  =================================================================  =========  =====================
spike         Medium or harder, and the three hardest steps hold more than the   0.6        note
              limit of the whole effort
decorative    no step uses this class of variant rules, and without it the       –          reject
              solution is still unique
barely_used   a class of variant rules used in fewer steps than the limit        3          note; reject at 0 uses
redundant     the solve uses the class, but without it the solution is still     –          note
              unique
trivial       more than this share of the cells is given                         0.6        reject
tedious       Very Easy or Easy, but more minutes of routine work than the       60         note
              limit
uniqueness    needs a technique that assumes a unique solution                   –          note
trial         needs forcing chains or trial                                      –          note
unusual       a difficulty below the 10th or above the 90th percentile of        –          reject
              published puzzles in the same band (``data/typical.json``)
============  =================================================================  =========  =====================

A class that no step uses, yet without which the solution is not unique, is in use all the same: what a forcing chain
or a trial meets on its way is not recorded. So it is never a reason to reject.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from .band_path import BandPath
from .engine.canonical import is_classic
from .engine.session import Route, Step
from .errors import NotSupportedError
from .grader_model import GraderModel
from .puzzle import Puzzle
from .scoring import work_time
from .tables import BANDS, DATA, shapes
from .techniques import INDEX, TECHNIQUES
from .usage import element_classes, is_needed, usage_of

SEVERITIES = ("reject", "note", "off")
ENOUGH = 20
"""Puzzles of a band that its range of difficulty must rest on."""


@dataclass(frozen=True)
class Graded:
    """What the checks look at.

    Attributes
    ----------
    puzzle : Puzzle
    path : BandPath
        The solve that the card lists, in the puzzle as it is graded.
    steps : tuple of Step
        Its steps in the puzzle as it was given.
    route : Route
        The written route.
    model : GraderModel
    difficulty : float or None
        As the card shows it.
    alternatives : mapping
        Listed code -> codes that do its work too.
    deadline : float, optional
        ``time.monotonic()`` value after which the need for a rule stays open.
    """

    puzzle: Puzzle
    path: BandPath
    steps: tuple[Step, ...]
    route: Route
    model: GraderModel
    difficulty: float | None = None
    alternatives: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    deadline: float | None = None

    @cached_property
    def classes(self) -> dict[str, tuple[int, ...]]:
        """Classes of variant rules, with the numbers of their rules in the exported file."""
        try:
            return element_classes(self.puzzle)
        except NotSupportedError:
            return {}

    @cached_property
    def uses(self) -> Mapping[str, int]:
        """Class -> steps that use it."""
        return usage_of(self.puzzle, self.steps).counts if self.classes else {}

    @cached_property
    def needs(self) -> dict[str, bool | None]:
        """Class -> whether the solution is not unique without it; None where that stays open."""
        return {name: is_needed(self.puzzle, name, deadline=self.deadline) for name in self.classes}


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check has found: a sentence, the rules it is about, and a severity where it is not the check's own."""

    text: str
    rules: tuple[int, ...] = ()
    severity: str | None = None
    never_reject: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """One publishing check: ``find(graded, limit)`` gives what it has found.

    It says nothing of rules of which the check ``unless`` has spoken: that is the same fault, and said better.
    """

    code: str
    limit: float | None
    severity: str
    find: Callable[[Graded, float], Iterator[Finding]]
    unless: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """One publishing note; ``rules`` are the numbers of the rules concerned in the exported file."""

    code: str
    severity: str
    text: str
    rules: tuple[int, ...] = ()


def _spike(g: Graded, limit: float) -> Iterator[Finding]:
    values = sorted(g.route.values, reverse=True)
    share = sum(values[:3]) / sum(values) if values and (g.path.band or 0) >= 2 else 0.0
    if share > limit:
        yield Finding(f"The three hardest steps hold {share:.0%} of the effort.")


def _decorative(g: Graded, limit: float) -> Iterator[Finding]:
    for name, rules in g.classes.items():
        if not g.uses.get(name) and g.needs[name] is False:
            yield Finding(f"{name}: no step uses these rules, and without them the solution is still unique.", rules)


def _barely_used(g: Graded, limit: float) -> Iterator[Finding]:
    for name, rules in g.classes.items():
        count = g.uses.get(name, 0)
        if count == 0 < limit:
            said = "no step names these rules"
            if g.needs[name] is False:
                yield Finding(f"{name}: {said}.", rules, "reject")
            elif g.needs[name]:
                said += ", though the puzzle is not unique without them"
                yield Finding(f"{name}: {said}.", rules, never_reject=True)
        elif count < limit:
            yield Finding(f"{name}: only {count} {'step uses' if count == 1 else 'steps use'} these rules.", rules)


def _redundant(g: Graded, limit: float) -> Iterator[Finding]:
    for name, rules in g.classes.items():
        if g.uses.get(name) and g.needs[name] is False:
            yield Finding(f"{name}: the solve uses these rules, but without them the solution is still unique.", rules)


def _trivial(g: Graded, limit: float) -> Iterator[Finding]:
    share = sum(v > 0 for v in g.puzzle.givens) / len(g.puzzle.cells)
    if share > limit:
        yield Finding(f"{share:.0%} of the cells are given.")


def _tedious(g: Graded, limit: float) -> Iterator[Finding]:
    if g.path.band is None or g.path.band > 1:
        return
    minutes = work_time(g.route.seen(), g.model.route) / 60
    if minutes > limit:
        yield Finding(f"Easy, but {minutes:.0f} minutes of routine work.")


def _uniqueness(g: Graded, limit: float) -> Iterator[Finding]:
    assuming = _codes_that("needs_unique")
    used = {s.name for s in g.path.shapes if s.code in assuming and assuming.issuperset(g.alternatives.get(s.code, ()))}
    if used:
        yield Finding(f"Relies on the solution being unique ({', '.join(sorted(used))}).")


def _trial(g: Graded, limit: float) -> Iterator[Finding]:
    resorts = _codes_that("last_resort")
    used = {s.name for s in g.path.shapes if s.code in resorts}
    if used:
        yield Finding(f"Needs {', '.join(sorted(used))}: no human-friendly finish.")


@cache
def _codes_that(flag: str) -> frozenset[str]:
    """Chip codes of the techniques with a flag of the catalogue."""
    return frozenset(s.code for s in shapes() if getattr(TECHNIQUES[INDEX[s.engine]], flag))


def _unusual(g: Graded, limit: float) -> Iterator[Finding]:
    found = typical_range(g.puzzle, g.path.band, g.model)
    if found is None or g.difficulty is None or g.path.band is None:
        return
    low, high = found
    if low <= g.difficulty <= high:
        return
    side = "below" if g.difficulty < low else "above"
    band = BANDS[g.path.band]
    yield Finding(f"Difficulty {g.difficulty:.1f} is {side} what is usual for {band} ({_range(low, high)}).")


def _range(low: float, high: float) -> str:
    if low == -float("inf"):
        return f"up to {high:.1f}"
    return f"from {low:.1f}" if high == float("inf") else f"{low:.1f} to {high:.1f}"


CHECKS: tuple[Check, ...] = (
    Check("spike", 0.6, "note", _spike),
    Check("decorative", None, "reject", _decorative),
    Check("barely_used", 3.0, "note", _barely_used, unless="decorative"),
    Check("redundant", None, "note", _redundant),
    Check("trivial", 0.6, "reject", _trivial),
    Check("tedious", 60.0, "note", _tedious),
    Check("uniqueness", None, "note", _uniqueness),
    Check("trial", None, "note", _trial),
    Check("unusual", None, "reject", _unusual),
)
"""All checks, in the order of the notes."""


# -- usual difficulties ------------------------------------------------------------------------


@dataclass(frozen=True)
class Typical:
    """The 10th and 90th percentile of difficulty of published puzzles: kind and band -> (low, high, puzzles)."""

    model: str
    ranges: Mapping[tuple[str, int], tuple[float, float, int]]


@cache
def typical() -> Typical:
    """The shipped percentiles (``data/typical.json``, made by ``tools.make_typical``)."""
    doc = json.loads((DATA / "typical.json").read_text(encoding="utf-8"))
    ranges = {
        (kind, BANDS.index(band)): (float(row["p10"]), float(row["p90"]), int(row["n"]))
        for kind, bands in doc["ranges"].items()
        for band, row in bands.items()
    }
    return Typical(str(doc["provenance"]["model"]), ranges)


def kind_of(puzzle: Puzzle) -> str | None:
    """Which statistics a puzzle belongs to: "classic" 9×9, "variant", or none (classics of other sizes)."""
    if is_classic(puzzle) is not None:
        return "classic" if puzzle.digits == 9 else None
    return "variant"


def scale_digest(model: GraderModel) -> str:
    """Hash of all that the difficulty of a model depends on."""
    return model.digest("price", "score")


def typical_range(puzzle: Puzzle, band: int | None, model: GraderModel) -> tuple[float, float] | None:
    """Usual difficulties of a band, ±inf where it is open; None where there is nothing to compare with.

    Very Easy has no lower end, the last band no upper one. The percentiles are those of one scale of difficulty, so
    they say nothing under a model with another one.
    """
    kind = kind_of(puzzle)
    known = typical()
    found = known.ranges.get((kind, band)) if kind is not None and band is not None else None
    if found is None or found[2] < ENOUGH or known.model != scale_digest(model):
        return None
    low, high, _ = found
    return (-float("inf") if band == 0 else low), (float("inf") if band == len(BANDS) - 1 else high)


# -- options -----------------------------------------------------------------------------------

Limits = Mapping[str, tuple[float | None, str | None]]
"""Check -> (limit or None, severity or None for the check's own)."""


def quality_limits(q: Mapping[str, object] | None = None) -> dict[str, tuple[float | None, str | None]]:
    """Check -> (limit or None, severity), as adjusted by a quality object.

    Each entry of ``q`` is ``{"limit": n ≥ 0, "severity": "reject" | "note" | "warning" | "off"}`` (either key), a
    number (a limit), True (as it is) or False (off). Severity None is the check's own. Raises ValueError for unknown
    checks, keys and values.
    """
    limits: dict[str, tuple[float | None, str | None]] = {check.code: (check.limit, None) for check in CHECKS}
    for code, change in (q or {}).items():
        if code not in limits:
            raise ValueError(f"unknown check {code!r}; known: {', '.join(limits)}")
        limits[code] = _adjusted(code, limits[code], change)
    return limits


def _adjusted(code: str, old: tuple[float | None, str | None], change: object) -> tuple[float | None, str | None]:
    if isinstance(change, bool):
        return old if change else (old[0], "off")
    if isinstance(change, (int, float)):
        change = {"limit": change}
    if not isinstance(change, Mapping) or not set(change) <= {"limit", "severity"}:
        raise ValueError(f"check {code}: give a number, true, false or an object with limit and / or severity")
    limit = change.get("limit", old[0])
    if "limit" in change and (
        old[0] is None or isinstance(limit, bool) or not isinstance(limit, (int, float)) or not limit >= 0
    ):
        raise ValueError(f"check {code}: " + ("has no limit" if old[0] is None else "limit must be a number >= 0"))
    if "severity" not in change:
        return limit, old[1]
    severity = {"warning": "note"}.get(str(change["severity"]), str(change["severity"]))
    if severity not in SEVERITIES:
        raise ValueError(f"check {code}: severity must be one of {', '.join(SEVERITIES)} or warning")
    return limit, severity


def notes(graded: Graded, limits: Limits) -> list[Note]:
    """The publishing notes of a graded puzzle under adjusted limits (:func:`quality_limits`)."""
    found: list[Note] = []
    for check in CHECKS:
        limit, asked = limits[check.code]
        for finding in check.find(graded, limit or 0.0) if asked != "off" else ():
            if any(note.code == check.unless and note.rules == finding.rules for note in found):
                continue
            severity = "note" if finding.never_reject else asked or finding.severity or check.severity
            found.append(Note(check.code, severity, finding.text, finding.rules))
    return found
