"""Rossini arrows: ``rossini``.

::

      > | 2  5  8  …      an arrow that points into the grid: the three nearest digits rise from it
      < | 9  4  3  …      an arrow that points out of the grid: they fall
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from ..board import Digit
from ..constraints.regular import Automaton, Regular
from ..puzzle import Relation
from .base import Board, CellName, Examples, Fault, Primitive, Rule
from .outside import OutsideClue, Side

_ARROWS: dict[tuple[str, Side], str] = {
    ("in", "top"): "↓", ("in", "bottom"): "↑", ("in", "left"): "→", ("in", "right"): "←",
    ("out", "top"): "↑", ("out", "bottom"): "↓", ("out", "left"): "←", ("out", "right"): "→",
}  # fmt: skip


def _start(params: tuple[Any, ...]) -> Digit:
    return 0


def _step(state: Digit, digit: Digit, i: int, params: tuple[Any, ...]) -> Digit | None:
    return digit if digit > state else None


def _accept(state: Digit, params: tuple[Any, ...]) -> bool:
    return True


RISING = Automaton("rossini", _start, _step, _accept)
"""The last digit, which every further digit exceeds."""


class Rossini(OutsideClue, frozen=True, tag="rossini"):
    """The three digits nearest to the arrow rise in its direction."""

    arrow: Literal["in", "out"]
    cells: Annotated[tuple[CellName, ...], Meta(min_length=3, max_length=3)]

    NAME: ClassVar[str] = "Rossini"
    NOUN: ClassVar[str] = "Rossini arrow"
    SEPARATES: ClassVar[bool] = False

    def check_buildable(self, board: Board, rules: tuple[Rule, ...]) -> None:
        """Raise Fault on any board but a gap-free D×D square."""
        if not board.full_square:
            size = board.digits
            raise Fault(f"Rossini arrows are only supported on a {size}×{size} board without gaps")

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield the two inequalities in the direction of the file, and the rising line as a whole."""
        cells = board.ids(self.cells)
        rising = cells if self.arrow == "in" else cells[::-1]
        for a, b in pairwise(rising):
            yield Relation("less", a, b)
        yield Regular(rising, RISING, (), "Line Ranges")

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the digits rise away from the clue (``in``) or towards it (``out``)."""
        first, second, third = (grid[cell] for cell in board.ids(self.cells))
        return first < second < third if self.arrow == "in" else first > second > third

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about the arrows, and one about the sides without arrow if their negative is among the rules."""
        arrows = "An arrow outside the grid points in the direction in which the three nearest digits increase."
        others = "Without an arrow, the three digits nearest to that side neither increase nor decrease in order."
        present = [any(isinstance(rule, cls) for rule in rules), any(not isinstance(rule, cls) for rule in rules)]
        return " ".join(text for text, said in zip((arrows, others), present, strict=True) if said)

    def phrase(self, board: Board) -> str:
        """The arrow by its place."""
        return f"the {self.element(board)}"

    def text(self) -> str:
        """An arrow."""
        return _ARROWS[self.arrow, self.side]

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        row = {"type": "rossini", "side": "left", "cells": ["r2c1", "r2c2", "r2c3"]}
        column = {"type": "rossini", "side": "bottom", "cells": ["r4c4", "r3c4", "r2c4"]}
        return Examples(
            valid=({**row, "arrow": "in"}, {**row, "arrow": "out"}, {**column, "arrow": "in"}),
            refused=(
                {**row, "arrow": "up"},
                {**row, "arrow": "in", "side": "right"},
                {"type": "rossini", "arrow": "in", "side": "left", "cells": ["r2c1", "r2c2"]},
                {"type": "rossini", "arrow": "in", "side": "left", "cells": ["r2c1", "r2c2", "r2c3", "r2c4"]},
                {"type": "rossini", "arrow": "in", "side": "left", "cells": ["r2c2", "r2c3", "r2c4"]},
                row,
            ),
        )
