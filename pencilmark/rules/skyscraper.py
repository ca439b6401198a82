"""Skyscrapers: ``skyscraper``.

::

      3 | 2  1  5  4  6  3      2, 5 and 6 are visible from the clue, 1, 4 and 3 hide behind them
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from ..board import Digit
from ..constraints.regular import Automaton, Regular
from .base import Board, Examples, Primitive, Rule
from .digits import NonNegativeInt
from .outside import OutsideClue, remembers

_State = tuple[int, int, int]
"""Highest digit so far, number of visible ones, set of digits read."""


def _start(params: tuple[Any, ...]) -> _State:
    return (0, 0, 0)


def _step(state: _State, digit: Digit, i: int, params: tuple[Any, ...]) -> _State | None:
    value, digits, length, exact = params
    highest, visible, used = state
    if used >> digit & 1:
        return None
    if digit > highest:
        highest, visible = digit, visible + 1
    if visible > value or visible + min(digits - highest, length - i - 1) < value:
        return None
    return (highest, visible, used | 1 << digit if exact else 0)


def _accept(state: _State, params: tuple[Any, ...]) -> bool:
    return bool(state[1] == params[0])


SKYSCRAPER = Automaton("skyscraper", _start, _step, _accept)
"""Params: the number, the highest digit, the number of cells, whether they share a house."""


class Skyscraper(OutsideClue, frozen=True, tag="skyscraper"):
    """Exactly ``value`` digits are higher than all digits before them."""

    value: NonNegativeInt

    NAME: ClassVar[str] = "Skyscrapers"
    NOUN: ClassVar[str] = "skyscraper clue"

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one automaton over the cells."""
        cells = board.ids(self.cells)
        params = (self.value, board.digits, len(cells), remembers(cells, board, rules))
        yield Regular(cells, SKYSCRAPER, params, "Skyscraper Combinations")

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the number of visible digits is right."""
        digits = [grid[cell] for cell in board.ids(self.cells)]
        return sum(all(before < digit for before in digits[:i]) for i, digit in enumerate(digits)) == self.value

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about skyscrapers."""
        return "A number outside the grid is the number of digits visible from there, as high digits hide lower ones."

    def text(self) -> str:
        """The number."""
        return str(self.value)

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        row = {"type": "skyscraper", "side": "left", "cells": ["r3c1", "r3c2", "r3c3", "r3c4"]}
        column = {"type": "skyscraper", "side": "top", "cells": ["r1c4", "r2c4", "r3c4", "r4c4"]}
        return Examples(
            valid=({**row, "value": 2}, {**column, "value": 3}),
            refused=(
                {**row, "value": -1},
                {**row, "value": 2, "sum": 2},
                {**column, "value": 2, "side": "bottom"},
                {**column, "value": 2, "cells": []},
                row,
            ),
        )
