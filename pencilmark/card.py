"""All that is computed about one puzzle, each part at most once and only when a field needs it.

A classic is graded in canonical form (``engine.canonical``), so isomorphic copies get the same card; what is shown is
mapped back to the puzzle as it was given.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cached_property

from .band_path import SEARCH, BandPath, PathStep, band_path
from .board import Digit
from .card_score import ScoreParts, score_parts
from .contents import Contents, contents
from .engine.canonical import Turned, turn
from .engine.session import Route, Session, Step, session_for
from .errors import Undecided
from .grader_model import GraderModel, active
from .metrics import unique_solution
from .publish_flags import Graded
from .puzzle import Puzzle


class Grading:
    """Lazy results for one puzzle; raises NoSolution, NotUnique or Undecided on creation.

    ``deadline`` is a ``time.monotonic()`` value after which both routes are cut. ``undecided`` tells that it came
    before the puzzle was known to have one solution; then there is nothing to look at. ``computer`` counts forcing
    chains and trial as ordinary techniques; ``allow_guessing`` guesses where full search would refute a candidate.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        model: GraderModel | None = None,
        max_seconds: float | None = None,
        computer: bool = False,
        allow_guessing: bool = False,
    ) -> None:
        self.computer = computer
        self.allow_guessing = allow_guessing
        self.deadline = None if max_seconds is None else time.monotonic() + max_seconds
        self.puzzle = puzzle
        self.model = model or active()
        self.empty = puzzle.givens.count(0)
        self.solution: tuple[Digit, ...] = ()
        self.undecided = False
        try:
            self.solution = unique_solution(puzzle, self.deadline)
        except Undecided:
            if self.deadline is None:
                raise
            self.undecided = True

    @cached_property
    def turned(self) -> Turned:
        """The puzzle as it is graded, and the way back."""
        return turn(self.puzzle, self.solution)

    @property
    def _session(self) -> Session:
        return session_for(self.turned.puzzle)

    @cached_property
    def truth(self) -> tuple[Digit, ...]:
        """The solution of the canonical form."""
        t = self.turned
        label = {digit: x + 1 for x, digit in enumerate(t.digit)}
        return tuple(label[self.solution[c]] for c in t.cell)

    @cached_property
    def path(self) -> BandPath:
        """The band path of the canonical form."""
        return band_path(
            self._session,
            self.turned.puzzle,
            self.model,
            deadline=self.deadline,
            solution=self.truth,
            computer=self.computer,
            allow_guessing=self.allow_guessing,
        )

    @cached_property
    def contents(self) -> Contents:
        """The minimal list of techniques, of the canonical form."""
        return contents(
            self._session,
            self.turned.puzzle,
            self.model,
            deadline=self.deadline,
            base=self.path,
            solution=self.truth,
        )

    @cached_property
    def steps(self) -> tuple[PathStep, ...]:
        """The steps of the listed solve, mapped back to the puzzle as it was given."""
        return tuple(self._path_step(step) for step in self.contents.path.steps)

    @cached_property
    def _scored(self) -> tuple[ScoreParts | None, Route]:
        return score_parts(
            self._session,
            self.turned.puzzle,
            self.model,
            self.deadline,
            solution=self.truth,
            ban_codes=(SEARCH,) if self.allow_guessing else (),
            computer=self.computer,
        )

    @property
    def score(self) -> ScoreParts | None:
        """Score and effort; None for a full grid, and where a deadline cut the route."""
        return self._scored[0]

    @property
    def route(self) -> Route:
        """The written route of the canonical form that the difficulty comes from."""
        return self._scored[1]

    @property
    def stopped(self) -> bool:
        """Whether the deadline cut the band path or the written route, as far as they were asked for."""
        done = self.__dict__
        return ("path" in done and self.path.stopped) or ("_scored" in done and self._scored[1].stopped)

    @property
    def truncated(self) -> bool:
        """Whether the deadline ended the search for a shorter list of techniques, where it was asked for."""
        return "contents" in self.__dict__ and self.contents.truncated

    def graded(self, difficulty: float | None) -> Graded:
        """What the publishing checks look at; ``difficulty`` as the card shows it."""
        steps = tuple(step.step for step in self.steps)
        listed = self.contents
        return Graded(
            self.puzzle, listed.path, steps, self.route, self.model, difficulty, listed.alternatives, self.deadline
        )

    def _path_step(self, step: PathStep) -> PathStep:
        back = self._back(step.step)
        return replace(step, place=back.place, elims=back.elims, step=back)

    def _back(self, step: Step) -> Step:
        t = self.turned
        if t.puzzle is self.puzzle:
            return step
        place = None if step.place is None else (t.cell[step.place[0]], t.digit[step.place[1] - 1])
        elims = tuple(sorted((t.cell[c], t.digit[d - 1]) for c, d in step.elims))
        witness = tuple(
            -1 - t.group[-1 - v] if isinstance(v, int) else (t.cell[v[0]], t.digit[v[1] - 1]) for v in step.witness
        )
        return replace(step, place=place, elims=elims, witness=witness)
