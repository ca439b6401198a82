"""Band-by-band human solve: what a person meets who goes from easy to hard.

Very Easy moves until none are left, then Easy, and so on, dropping back to the lowest band after every move. Within a
band the simplest technique comes first (study order, ``data/codes.csv``), then the cheapest move. Each step is named by
its most specific shape, and its band comes from that shape.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from .board import Band, Cell, Digit
from .engine.session import Route, Session, Step, idle, switches_for
from .grader_model import GraderModel, active
from .puzzle import Puzzle
from .tables import Shape, codes, generalisations, shapes


@dataclass(frozen=True, slots=True)
class PathStep:
    """One step of a band path: its shape row, what it places or removes, and the engine step behind it."""

    code: str
    name: str
    band: Band
    place: tuple[Cell, Digit] | None
    elims: tuple[tuple[Cell, Digit], ...]
    step: Step


@dataclass(frozen=True)
class BandPath:
    """A band path: ``band`` is None when it does not solve the puzzle."""

    route: Route

    @property
    def solved(self) -> bool:
        """Whether the path fills the grid."""
        return self.route.solved

    @property
    def stopped(self) -> bool:
        """Whether a deadline cut it."""
        return self.route.stopped

    @cached_property
    def shapes(self) -> list[Shape]:
        """The techniques.csv row of each step."""
        rows = shapes()
        return [rows[i] for i in self.route.shapes]

    @cached_property
    def band(self) -> Band | None:
        """Band of the hardest step, 0 for a full grid, None when unsolved."""
        return max((s.band for s in self.shapes), default=0) if self.solved else None

    @cached_property
    def steps(self) -> tuple[PathStep, ...]:
        """All steps as records."""
        return tuple(
            PathStep(shape.code, shape.name, shape.band, step.place, step.elims, step)
            for shape, step in zip(self.shapes, self.route.steps, strict=True)
        )

    @property
    def profile(self) -> dict[str, int]:
        """Steps by chip code, in study order."""
        counts = Counter(shape.code for shape in self.shapes)
        return {code: counts[code] for code in codes() if counts[code]}


def classify(step: Step) -> Shape:
    """The techniques.csv row of a step: code, name and band by its most specific shape."""
    return shapes()[step.shape]


def covered(code: str, known: Iterable[str]) -> bool:
    """Whether a learner who knows ``known`` can do ``code``: knows it, or a technique it is always a case of."""
    return not {code, *generalisations(code)}.isdisjoint(known)


def band_path(
    session: Session,
    puzzle: Puzzle,
    model: GraderModel | None = None,
    *,
    disabled: Iterable[str] = (),
    ban_codes: Iterable[str] = (),
    max_band: Band = 6,
    deadline: float | None = None,
    unique: bool = True,
    solution: Sequence[Digit] | None = None,
) -> BandPath:
    """Solve band by band.

    Parameters
    ----------
    session, puzzle : Session, Puzzle
        The session's position is set to the puzzle's start.
    model : GraderModel, optional
        Prices for the choice among moves of one technique; the active model by default.
    disabled : iterable of str
        Engine techniques (``engine`` column of techniques.csv) that are switched off.
    ban_codes : iterable of str
        Chip codes that must not be used.
    max_band : int
        Stop, unsolved, where only a harder move would continue.
    deadline : float, optional
        ``time.monotonic()`` value after which the path is cut (``stopped``).
    unique : bool
        Whether uniqueness has been proven, so that techniques that assume it may run.
    solution : sequence of int, optional
        The one solution where it is known: it spares trial its search and changes nothing else.
    """
    banned = set(ban_codes)
    off = frozenset(disabled) | {s.engine for s in shapes() if s.code in banned}
    prices = (model or active()).prices("route", puzzle.digits)
    session.load(puzzle.givens, puzzle.domains, solution)
    route = session.band_route(prices, switches_for(puzzle, unique, off), deadline, max_band)
    return BandPath(route)


def fold(profile: dict[str, int]) -> dict[str, int]:
    """Contents as shown to players: full houses count under the listed single.

    A full house is always both a naked and a hidden single and ends nearly every house of every solve, so it carries
    no information; it shows only where no other single is listed.
    """
    shown = dict(profile)
    heir = next((code for code in ("HSI", "NSI") if code in shown), None)
    if heir is not None and "FHS" in shown:
        shown[heir] += shown.pop("FHS")
    return shown


def allowed(profile: Iterable[str], banned: Iterable[str]) -> bool:
    """Content filter: no listed technique is banned or a generalisation of a banned one."""
    forbidden = {g for code in banned for g in (code, *generalisations(code))}
    return forbidden.isdisjoint(profile)


def lesson(profile: Iterable[str], target: str, known: Iterable[str] = ()) -> bool:
    """Whether this is a lesson puzzle: the target itself appears and all else is covered by ``known`` + target."""
    listed, learner = set(profile), {*known, target}
    return target in listed and all(covered(code, learner) for code in listed)


def variant_gate(puzzle: Puzzle) -> frozenset[str]:
    """Engine techniques that are switched off for this puzzle: those of rules it lacks, BUG where it is no classic."""
    plain = all(g.kind in ("row", "col", "box") for g in puzzle.groups)
    plain = plain and not puzzle.relations and not puzzle.constraints
    return idle(puzzle) | (frozenset() if plain else {"bug"})
