"""Publishing notes: what an editor would object to. Bands never change because of them.

==========  ===================================================================  =========  ========
check       when                                                                 limit      severity
==========  ===================================================================  =========  ========
spike       Medium or harder, and the three hardest steps hold more than the     0.6        note
            limit of the whole effort
trivial     more than this share of the cells is given                           0.6        reject
tedious     Very Easy or Easy, but more minutes of routine work than the limit   60         note
uniqueness  needs a technique that assumes a unique solution                     –          note
trial       needs forcing chains or trial                                        –          note
==========  ===================================================================  =========  ========
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .band_path import BandPath
from .engine.session import Route
from .puzzle import Puzzle
from .scoring import work_time
from .techniques import INDEX, TECHNIQUES

SEVERITIES = ("reject", "note", "off")


@dataclass(frozen=True, slots=True)
class Graded:
    """What the checks look at: the puzzle, its band path and written route, the time prices of the model."""

    puzzle: Puzzle
    path: BandPath
    route: Route
    params: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Check:
    """One publishing check: ``find(graded, limit)`` gives the sentence, or None."""

    code: str
    limit: float | None
    severity: str
    find: Callable[[Graded, float], str | None]


@dataclass(frozen=True, slots=True)
class Note:
    """One publishing note."""

    code: str
    severity: str
    text: str


def _spike(g: Graded, limit: float) -> str | None:
    if (g.path.band or 0) < 2:
        return None
    values = sorted(g.route.values, reverse=True)
    share = sum(values[:3]) / sum(values) if values else 0.0
    return f"The three hardest steps hold {share:.0%} of the effort." if share > limit else None


def _trivial(g: Graded, limit: float) -> str | None:
    share = sum(v > 0 for v in g.puzzle.givens) / len(g.puzzle.cells)
    return f"{share:.0%} of the cells are given." if share > limit else None


def _tedious(g: Graded, limit: float) -> str | None:
    if g.path.band is None or g.path.band > 1:
        return None
    minutes = work_time(g.route.seen(), g.params) / 60
    return f"Easy, but {minutes:.0f} minutes of routine work." if minutes > limit else None


def _uniqueness(g: Graded, limit: float) -> str | None:
    used = sorted({s.name for s in g.path.shapes if TECHNIQUES[INDEX[s.engine]].needs_unique})
    return f"Relies on the solution being unique ({', '.join(used)})." if used else None


def _trial(g: Graded, limit: float) -> str | None:
    used = sorted({s.name for s in g.path.shapes if TECHNIQUES[INDEX[s.engine]].last_resort})
    return f"Needs {', '.join(used)}: no human-friendly finish." if used else None


CHECKS: tuple[Check, ...] = (
    Check("spike", 0.6, "note", _spike),
    Check("trivial", 0.6, "reject", _trivial),
    Check("tedious", 60.0, "note", _tedious),
    Check("uniqueness", None, "note", _uniqueness),
    Check("trial", None, "note", _trial),
)
"""All checks, in the order of the notes."""


def quality_limits(q: Mapping[str, object] | None = None) -> dict[str, tuple[float | None, str]]:
    """Check -> (limit or None, severity), as adjusted by a quality object.

    Each entry of ``q`` is ``{"limit": n ≥ 0, "severity": "reject" | "note" | "warning" | "off"}`` (either key), a
    number (a limit), True (as it is) or False (off). Raises ValueError for unknown checks, keys and values.
    """
    limits = {check.code: (check.limit, check.severity) for check in CHECKS}
    for code, change in (q or {}).items():
        if code not in limits:
            raise ValueError(f"unknown check {code!r}; known: {', '.join(limits)}")
        limits[code] = _adjusted(code, limits[code], change)
    return limits


def _adjusted(code: str, old: tuple[float | None, str], change: object) -> tuple[float | None, str]:
    if isinstance(change, bool):
        return old if change else (old[0], "off")
    if isinstance(change, (int, float)):
        change = {"limit": change}
    if not isinstance(change, Mapping) or not set(change) <= {"limit", "severity"}:
        raise ValueError(f"check {code}: give a number, true, false or an object with limit and / or severity")
    limit, severity = change.get("limit", old[0]), change.get("severity", old[1])
    if "limit" in change and (
        old[0] is None or isinstance(limit, bool) or not isinstance(limit, (int, float)) or not limit >= 0
    ):
        raise ValueError(f"check {code}: " + ("has no limit" if old[0] is None else "limit must be a number >= 0"))
    severity = {"warning": "note"}.get(str(severity), str(severity))
    if severity not in SEVERITIES:
        raise ValueError(f"check {code}: severity must be one of {', '.join(SEVERITIES)} or warning")
    return limit, severity


def notes(graded: Graded, limits: Mapping[str, tuple[float | None, str]]) -> list[Note]:
    """The publishing notes of a graded puzzle under adjusted limits (:func:`quality_limits`)."""
    found = []
    for check in CHECKS:
        limit, severity = limits[check.code]
        text = check.find(graded, limit or 0.0) if severity != "off" else None
        if text is not None:
            found.append(Note(check.code, severity, text))
    return found
