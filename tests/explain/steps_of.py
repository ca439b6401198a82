"""Steps with their positions for the tests of explanations: exemplars of all techniques, and solves of own puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pencilmark.band_path import PathStep, band_path, classify
from pencilmark.engine.session import Step, session_for
from pencilmark.explain.position import Position, positions
from pencilmark.puzzle import Puzzle
from pencilmark.tables import shapes
from tools.show_explanations import moves


@dataclass(frozen=True)
class Case:
    """One step and the position before it."""

    here: Position
    step: Step

    @property
    def technique(self) -> str:
        """Row of techniques.csv."""
        return classify(self.step).technique

    @property
    def path_step(self) -> PathStep:
        """The step as a band path would list it."""
        shape = classify(self.step)
        return PathStep(shape.code, shape.name, shape.band, self.step.place, self.step.elims, self.step)


def of_exemplars(most: int) -> Iterator[Case]:
    """Moves of the exemplars, near-misses left out: up to ``most`` of each technique."""
    taken: Counter[str] = Counter()
    for here, step in moves(frozenset(shape.technique for shape in shapes())):
        case = Case(here, step)
        taken[case.technique] += 1
        if taken[case.technique] <= most:
            yield case


def of_solve(puzzle: Puzzle) -> Iterator[Case]:
    """Every step of a puzzle's band path."""
    taken = [step.step for step in band_path(session_for(puzzle), puzzle).steps]
    yield from (Case(here, step) for here, step in zip(positions(puzzle, taken), taken, strict=False))
