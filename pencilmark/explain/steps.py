"""Explanations of steps, at the position where each is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..band_path import PathStep
from ..engine.session import Step
from ..engine.stepwise import GUESS
from ..puzzle import Puzzle
from ..tables import shapes
from .facts import TELLERS, Facts, Scene
from .notation import conclusion, step_notation
from .position import Position, positions
from .templates import texts_of
from .words import Names, Words


@dataclass(frozen=True)
class Explained:
    """A step in its place: the position before it, the facts of its pattern, and its texts by level."""

    position: Position
    facts: Facts
    texts: dict[str, str]


def explain_steps(puzzle: Puzzle, steps: Iterable[PathStep], levels: Sequence[str]) -> Iterator[dict[str, str]]:
    """Texts by level of the steps of a solve, in order.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle that the steps solve from its start.
    steps : iterable of PathStep
        All steps from the start on, such as ``BandPath.steps``.
    levels : sequence of str
        ``notation``, ``short``, ``teach``; the texts come in the order asked for.
    """
    taken = list(steps)
    if set(levels) <= {"notation"}:
        yield from ({level: step_notation(puzzle, step) for level in levels} for step in taken)
        return
    names = Names(puzzle)
    for step, here in zip(taken, positions(puzzle, (s.step for s in taken)), strict=False):
        yield explain(here, step, levels, names).texts


def explain(position: Position, step: PathStep, levels: Sequence[str], names: Names | None = None) -> Explained:
    """One step at the position before it."""
    if step.step.shape == GUESS:
        return Explained(position, Facts({}, ()), _guess(position.puzzle, step, levels))
    found = facts_of(position, step.step, names)
    return Explained(position, found, {level: _WRITERS[level](position.puzzle, step, found) for level in levels})


def _guess(puzzle: Puzzle, step: PathStep, levels: Sequence[str]) -> dict[str, str]:
    """Texts of a guess, which has no pattern."""
    tried = conclusion(puzzle, step.step)
    texts = {
        "notation": step_notation(puzzle, step),
        "short": f"No technique leads on, so {tried} is a guess.",
        "teach": f"The techniques have run out. The cell with the fewest candidates is the best place for a guess: try "
        f"{tried}, and come back to this point if it fails.",
    }
    return {level: texts[level] for level in levels}


def facts_of(position: Position, step: Step, names: Names | None = None) -> Facts:
    """The facts of a step: the words of its templates, and what they claim about the position."""
    shape = shapes()[step.shape]
    found = TELLERS[texts_of(shape).facts].tell(Scene(position, step, names or Names(position.puzzle)))
    return replace(found, words={"name": Words(shape.technique), **found.words})


def _short(puzzle: Puzzle, step: PathStep, facts: Facts) -> str:
    return texts_of(shapes()[step.step.shape]).short.format_map(facts.words)


def _teach(puzzle: Puzzle, step: PathStep, facts: Facts) -> str:
    return texts_of(shapes()[step.step.shape]).teach.format_map(facts.words)


def _notation(puzzle: Puzzle, step: PathStep, facts: Facts) -> str:
    return step_notation(puzzle, step)


_WRITERS: dict[str, Callable[[Puzzle, PathStep, Facts], str]] = {
    "notation": _notation,
    "short": _short,
    "teach": _teach,
}
"""Explanation level -> its writer, in the order in which a card lists them."""
LEVELS = tuple(_WRITERS)
