"""What is in a puzzle: the techniques that a solver who goes from easy to hard cannot do without.

1. *Band path*: easy to hard, simplest technique first (``band_path``).
2. *Shrink*: each listed technique is tried for removal, later in the study order first, so that the simpler of two
   interchangeable ones stays. A solve without it counts when it stays in the band, uses nothing new but special cases
   of what is listed, and moves no work to a harder technique or to a generalisation of the removed one. This is
   repeated until nothing more can go, so the list is minimal.
3. *Alternatives*: for each listed X, each Y of the same band that is there to be found where X is used and is on no
   chain of special cases with X: if the listed techniques without X solve the puzzle with the help of Y, then X/Y is a
   joint chip, solvable if you know either. (From the first use of X on: who goes from the start may find Y earlier
   and spoil a later pattern with it, in about one puzzle of five hundred.)

"Harder" means of a higher band; inside a band, last resorts (case work, forcing chains, trial), which are a ladder of
ever longer searches, are harder than all else, and later in the study order means harder among them. A solve without X
is the listed one up to the first use of X, so it is walked from there on, and only as long as it can still count. Only
listed techniques and their special cases are looked for on it: one that is not listed cannot make it count.

On boards with many-cell rules one last-resort step costs as much as a whole classic. There the solves of one list may
walk ``RESORTS`` of them in all: a solve that would need more is not tried, and what it was to remove stays listed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from .band_path import BandPath, band_path, covered
from .board import Digit
from .engine.driver import Plan
from .engine.session import Route, Session, plan_for, switches_for
from .grader_model import GraderModel, active
from .puzzle import Puzzle
from .tables import codes, generalisations, shapes
from .techniques import TECHNIQUES

Array = Any
RESORTS = 12
"""Last-resort steps that the solves for one list may walk on a board with many-cell rules."""


@dataclass(frozen=True)
class Contents:
    """The list of one puzzle.

    Attributes
    ----------
    path : BandPath
        The solve that is left: its profile is the list.
    removed : tuple of str
        Codes that were met at first and can be done without.
    alternatives : mapping
        Listed code -> codes of which each alone does its work too, in study order; codes without any are left out.
    truncated : bool
        Whether a deadline ended the search for a shorter list or for alternatives.
    """

    path: BandPath
    removed: tuple[str, ...] = ()
    alternatives: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    truncated: bool = False


def contents(
    session: Session,
    puzzle: Puzzle,
    model: GraderModel | None = None,
    *,
    alternatives: bool = True,
    deadline: float | None = None,
    base: BandPath | None = None,
    unique: bool = True,
    solution: Sequence[Digit] | None = None,
) -> Contents:
    """The minimal list of techniques, always the same for the same puzzle.

    Parameters
    ----------
    session, puzzle : Session, Puzzle
        The session's position is set to the puzzle's start.
    model : GraderModel, optional
        The active model by default.
    alternatives : bool
        Whether to look for joint chips.
    deadline : float, optional
        ``time.monotonic()`` value after which the base path is kept as far as it has been shortened (``truncated``).
    base : BandPath, optional
        The band path of this puzzle where it is known; it is not walked again.
    unique : bool
        Whether uniqueness has been proven.
    solution : sequence of int, optional
        The one solution where it is known: it spares trial its search and changes nothing else.
    """
    if base is None:
        base = band_path(session, puzzle, model, deadline=deadline, unique=unique, solution=solution)
    if not base.band:
        return Contents(base, truncated=base.stopped)
    walker = _Walker(session, puzzle, model or active(), unique, solution, deadline)
    try:
        path, removed = walker.shrink(base)
    except _TooLate as late:
        return Contents(late.path, late.removed, truncated=True)
    found: dict[str, tuple[str, ...]] = {}
    try:
        for code in listed(path) if alternatives else ():
            others = walker.alternatives(path, code, removed)
            found |= {code: others} if others else {}
    except _TooLate:
        return Contents(path, removed, found, truncated=True)
    return Contents(path, removed, found)


def listed(path: BandPath) -> list[str]:
    """Codes of a path above the singles, in study order."""
    return [code for code in path.profile if band_of_code()[code] > 0]


@cache
def band_of_code() -> dict[str, int]:
    """Chip code -> its lowest band."""
    found: dict[str, int] = {}
    for shape in shapes():
        found[shape.code] = min(shape.band, found.get(shape.code, shape.band))
    return found


def rank(code: str) -> tuple[int, float]:
    """How hard a technique is: its band, and its place in the study order where it is a last resort."""
    return band_of_code()[code], codes()[code].order if code in last_resorts() else 0.0


@cache
def last_resorts() -> frozenset[str]:
    """Codes of the last resorts."""
    engines = {t.engine for t in TECHNIQUES if t.last_resort}
    return frozenset(s.code for s in shapes() if s.engine in engines)


@dataclass(frozen=True)
class _Table:
    """The catalogue by number.

    ``code`` of each technique, ``number`` of each code, of each shape its code's number (``of_shape``) and whether it
    is a last resort.
    """

    code: tuple[str, ...]
    number: dict[str, int]
    of_shape: Array
    resort: Array


@cache
def _table() -> _Table:
    number = {code: n for n, code in enumerate(codes())}
    of_engine = {shape.engine: shape.code for shape in shapes()}
    return _Table(
        tuple(of_engine[t.engine] for t in TECHNIQUES),
        number,
        np.array([number[s.code] for s in shapes()], np.int64),
        np.array([s.code in last_resorts() for s in shapes()]),
    )


class _TooLate(Exception):
    """The deadline has passed; carries how far the list had been shortened."""

    path: BandPath
    removed: tuple[str, ...]


@dataclass
class _Walker:
    """Solves of one puzzle with fewer techniques."""

    session: Session
    puzzle: Puzzle
    model: GraderModel
    unique: bool
    solution: Sequence[Digit] | None
    deadline: float | None

    def __post_init__(self) -> None:
        self.prices = self.model.prices("route", self.puzzle.digits)
        self.plan = plan_for(self.prices, switches_for(self.puzzle, self.unique))
        self.resorts = RESORTS if self.session.board.nq > 0 else sys.maxsize

    def shrink(self, path: BandPath) -> tuple[BandPath, tuple[str, ...]]:
        """The path after all removals that count, and what was removed."""
        removed: list[str] = []
        tried: dict[str, int] = {}
        try:
            while code := next(self._open(path, tried, len(removed)), None):
                tried[code] = len(removed)
                shorter = self._without(path, code, removed)
                if shorter is not None:
                    path = shorter
                    removed.append(code)
        except _TooLate as late:
            late.path, late.removed = path, tuple(removed)
            raise
        return path, tuple(removed)

    def _open(self, path: BandPath, tried: Mapping[str, int], removals: int) -> Iterator[str]:
        """Codes not tried since the last removal, those never tried first, later in the study order first."""
        waiting = [code for code in reversed(listed(path)) if tried.get(code) != removals]
        yield from (code for code in waiting if code not in tried)
        yield from waiting

    def _without(self, path: BandPath, code: str, removed: Sequence[str]) -> BandPath | None:
        """The path without a technique, None when that does not count."""
        known = [c for c in path.profile if c != code]
        walked = self._walk(path, code, known, {code, *removed})
        return walked if walked is not None and walked.band == path.band else None

    def alternatives(self, path: BandPath, code: str, removed: Sequence[str]) -> tuple[str, ...]:
        """Techniques of which each alone does the work of a listed one, without those that were ``removed``."""
        if self._start(path, code)[1] > self.resorts:
            return ()
        known = [c for c in path.profile if c != code]
        found: list[str] = []
        for other in self._found_there(path, code, self._candidates(path, code)):
            walked = self._walk(path, code, [*known, other], {code, *removed} - {other})
            if walked is not None and walked.band == path.band and other in walked.profile:
                found.append(other)
        return tuple(other for other in found if not any(covered(c, [other]) for c in found if c != other))

    def _candidates(self, path: BandPath, code: str) -> list[str]:
        """Techniques that may stand in for a listed one: no harder, not on its chain, and not known already."""
        band, (top, order) = band_of_code()[code], rank(code)
        return [
            other
            for other in codes()
            if band_of_code().get(other) == band
            and rank(other) <= (top, order)
            and not covered(other, path.profile)
            and not covered(code, [other])
        ]

    def _found_there(self, path: BandPath, code: str, others: Sequence[str]) -> list[str]:
        """Those of ``others`` that have a move somewhere the path uses ``code``."""
        waiting, there = list(others), set[str]()
        for start in (q for q, shape in enumerate(path.shapes) if shape.code == code):
            if not waiting:
                break
            self._stand_at(path.route, start)
            there |= {other for other in waiting if self._has(other)}
            waiting = [other for other in waiting if other not in there]
        return [other for other in others if other in there]

    def _has(self, code: str) -> bool:
        """Whether a technique has a move at the position the session stands at."""
        self._check_time()
        mine = (k for k, c in enumerate(_table().code) if c == code and self.plan.on[k])
        return any(self.session.finds(self.prices, self.plan, k) for k in mine)

    def _stand_at(self, route: Route, steps: int) -> None:
        self.session.load(self.puzzle.givens, self.puzzle.domains, self.solution)
        self.session.replay(route, steps)

    def _walk(self, path: BandPath, code: str, known: Sequence[str], banned: set[str]) -> BandPath | None:
        """The path with known techniques only, from the first use of ``code`` on; None when it cannot count."""
        self._check_time()
        start, ahead = self._start(path, code)
        if ahead > self.resorts:
            return None
        self._stand_at(path.route, start)
        no_harder, left = _no_harder(path, code), self.resorts

        def going(walked: Array) -> bool:
            return no_harder(walked) and bool(_table().resort[walked[start:]].sum() <= left)

        route = self.session.go_on(self.prices, self._plan(known, banned), self.deadline, going=going)
        if route.stopped:
            raise _TooLate
        rows = np.array(route.shapes, np.int64)
        self.resorts -= int(_table().resort[rows[start:]].sum())
        return BandPath(route) if route.solved and no_harder(rows) else None

    def _start(self, path: BandPath, code: str) -> tuple[int, int]:
        """The step that first uses ``code``, and how many last-resort steps there are from it on."""
        rows = np.array(path.route.shapes, np.int64)
        start = int((_table().of_shape[rows] == _table().number[code]).argmax())
        return start, int(_table().resort[rows[start:]].sum())

    def _plan(self, known: Sequence[str], banned: set[str]) -> Plan:
        """Singles, what is known, and its special cases, without what is banned."""
        bands = band_of_code()
        mine = [(bands[c] == 0 or covered(c, known)) and c not in banned for c in _table().code]
        return self.plan._replace(on=self.plan.on * np.array(mine, np.int64))

    def _check_time(self) -> None:
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise _TooLate


def _no_harder(path: BandPath, code: str) -> Callable[[Array], bool]:
    """Tells of the shapes of a path whether harder techniques, and generalisations of ``code``, have no more to do."""
    table, profile = _table(), path.profile
    heavier = [c for c in codes() if c in band_of_code() and (rank(c) > rank(code) or c in generalisations(code))]
    limit = np.full(len(table.number), np.iinfo(np.int64).max)
    limit[[table.number[c] for c in heavier]] = [profile.get(c, 0) for c in heavier]

    def going(rows: Array) -> bool:
        return bool((np.bincount(table.of_shape[rows], minlength=len(limit)) <= limit).all())

    return going
