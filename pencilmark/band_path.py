"""Band-by-band human solve: what a person meets who goes from easy to hard.

Very Easy moves until none are left, then Easy, and so on, dropping back to the lowest band after every move. Within a
band the simplest technique comes first (study order, ``data/codes.csv``), then the cheapest move. Each step is named by
its most specific shape, and its band comes from that shape.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from .board import Band, Cell, Digit
from .engine.session import Route, Session, Step, Switches, idle, plan_for, switches_for
from .engine.stepwise import GUESS, guess, route_of, walk
from .grader_model import GraderModel, active
from .prices import Prices
from .puzzle import Puzzle
from .tables import Shape, codes, generalisations, shapes

SEARCH = "TRL"
"""Chip code of trial by full search, which guessing replaces."""
GUESSED = Shape(GUESS, "Guess", "Guess", "GSS", 6, None, "")
"""A guess as a technique: it is made only where all others have run out, and belongs to no band below the last."""


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
    """A band path: ``band`` is None when it does not solve the puzzle by logic."""

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
    def guesses(self) -> bool:
        """Whether any of its steps is a guess."""
        return GUESS in self.route.shapes

    @cached_property
    def shapes(self) -> list[Shape]:
        """The techniques.csv row of each step."""
        rows = shapes()
        return [GUESSED if i == GUESS else rows[i] for i in self.route.shapes]

    @cached_property
    def band(self) -> Band | None:
        """Band of the hardest step, 0 for a full grid, None when unsolved or solved by guessing."""
        return max((s.band for s in self.shapes), default=0) if self.solved and not self.guesses else None

    @cached_property
    def steps(self) -> tuple[PathStep, ...]:
        """All steps as records."""
        return tuple(
            PathStep(shape.code, shape.name, shape.band, step.place, step.elims, step)
            for shape, step in zip(self.shapes, self.route.steps, strict=True)
        )

    @property
    def profile(self) -> dict[str, int]:
        """Steps by chip code, in study order; guesses are no technique and are left out."""
        counts = Counter(shape.code for shape in self.shapes)
        return {code: counts[code] for code in codes() if counts[code]}


def classify(step: Step) -> Shape:
    """The techniques.csv row of a step: code, name and band by its most specific shape."""
    return GUESSED if step.shape == GUESS else shapes()[step.shape]


def covered(code: str, known: Iterable[str]) -> bool:
    """Whether a learner who knows ``known`` can do ``code``: knows it, or a technique it is always a case of."""
    return not {code, *generalisations(code)}.isdisjoint(known)


def band_path(
    session: Session,
    puzzle: Puzzle,
    model: GraderModel | None = None,
    *,
    max_steps: int | None = None,
    disabled: Iterable[str] = (),
    target: Cell | None = None,
    rng: random.Random | None = None,
    ban_codes: Iterable[str] = (),
    guard: Callable[[PathStep], bool] | None = None,
    prefix: Sequence[PathStep] = (),
    max_band: Band = 6,
    deadline: float | None = None,
    unique: bool = True,
    solution: Sequence[Digit] | None = None,
    computer: bool = False,
    allow_guessing: bool = False,
) -> BandPath:
    """Solve band by band.

    Parameters
    ----------
    session, puzzle : Session, Puzzle
        The session's position is set to the puzzle's start.
    model : GraderModel, optional
        Prices for the choice among moves of one technique; the active model by default.
    max_steps : int, optional
        Longest path; it ends there, unsolved, when there is more to do.
    disabled : iterable of str
        Engine techniques (``engine`` column of techniques.csv) that are switched off.
    target : int, optional
        A cell: the path ends once it is placed, and within the lowest band that has moves one that places it comes
        first. What does it take to place this cell?
    rng : random.Random, optional
        Picks among the moves of the simplest technique instead of taking the cheapest: another person's path.
    ban_codes : iterable of str
        Chip codes that must not be used.
    guard : callable, optional
        Asked about every step; the path ends, unsolved, with the first one it is false for.
    prefix : sequence of PathStep
        Steps that are taken first, from the puzzle's start on; they are part of the path.
    max_band : int
        Stop, unsolved, where only a harder move would continue.
    deadline : float, optional
        ``time.monotonic()`` value after which the path is cut (``stopped``). A walk with ``target`` or ``rng`` does
        not look at it.
    unique : bool
        Whether uniqueness has been proven, so that techniques that assume it may run.
    solution : sequence of int, optional
        The one solution where it is known: it spares trial its search and changes nothing else.
    computer : bool
        Forcing chains and trial are ordinary techniques; no difference here, where they belong to the last band.
    allow_guessing : bool
        Guess where logic runs out, instead of refuting a candidate by full search. Needs ``solution``.

    Raises
    ------
    ValueError
        ``allow_guessing`` without ``solution``.
    """
    if allow_guessing and solution is None:
        raise ValueError("allow_guessing needs the solution, since guesses must be right")
    banned = {*ban_codes, *((SEARCH,) if allow_guessing else ())}
    off = frozenset(disabled) | {s.engine for s in shapes() if s.code in banned}
    prices = (model or active()).prices("route", puzzle.digits)
    switches = switches_for(puzzle, unique, off, computer)
    session.load(puzzle.givens, puzzle.domains, solution)
    taken = [step.step for step in prefix]
    if taken or target is not None or rng is not None:
        session.replay(route_of(taken), len(taken))
    if target is not None or rng is not None:
        route = walk(session, prices, plan_for(prices, switches), max_band, target, rng, taken)
    elif taken:
        route = session.go_on(prices, plan_for(prices, switches), deadline, max_band)
    else:
        route = session.band_route(prices, switches, deadline, max_band)
    while allow_guessing and not (route.solved or route.stopped) and max_band == 6 and solution is not None:
        route = _guess(session, puzzle, route, prices, switches, solution, deadline)
    return _cut(BandPath(route), max_steps, guard)


def _guess(
    session: Session,
    puzzle: Puzzle,
    route: Route,
    prices: Prices,
    switches: Switches,
    solution: Sequence[Digit],
    deadline: float | None,
) -> Route:
    """The stuck route, a guess, and what follows from it."""
    steps = (*route.steps, guess(session, solution))
    session.load(puzzle.givens, puzzle.domains, solution)
    session.replay(route_of(steps), len(steps))
    return session.go_on(prices, plan_for(prices, switches), deadline)


def _cut(path: BandPath, max_steps: int | None, guard: Callable[[PathStep], bool] | None) -> BandPath:
    """The path up to its last allowed step."""
    length = len(path.route.rows)
    last = length if max_steps is None else min(max_steps, length)
    if guard is not None:
        last = next((n for n, step in enumerate(path.steps[:last], 1) if not guard(step)), last)
    return path if last == length else BandPath(path.route.first(last))


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
    """Engine techniques that are switched off for this puzzle: those of rules it lacks.

    Pair relations and stated many-cell rules switch on what reads them; houses of any form alone, such as jigsaw
    pieces or overlapping grids, only what follows from the houses (``needs`` in ``techniques.TECHNIQUES``).
    """
    return idle(puzzle)
