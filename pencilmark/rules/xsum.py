"""X-sums: ``xsum``.

::

     14 | 3  2  9  5  1  …      the first digit is 3, and the first three are 3 + 2 + 9 = 14
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
"""Digits still to add, what they must add up to, set of digits added so far."""


def _start(params: tuple[Any, ...]) -> _State:
    return (-1, params[0], 0)


def _step(state: _State, digit: Digit, i: int, params: tuple[Any, ...]) -> _State | None:
    _, digits, length, exact = params
    left, rest, used = state
    if left == 0:
        return state
    left = (left if i else digit) - 1
    rest -= digit
    if used >> digit & 1 or left > length - i - 1 or not left <= rest <= left * digits:
        return None
    return (left, rest, used | 1 << digit if exact and left else 0)


def _accept(state: _State, params: tuple[Any, ...]) -> bool:
    return state[0] == 0


XSUM = Automaton("xsum", _start, _step, _accept)
"""Params: the sum, the highest digit, the number of cells, whether they share a house."""


class XSum(OutsideClue, frozen=True, tag="xsum"):
    """The first X digits add up to ``sum``, where X is the first of them."""

    sum: NonNegativeInt

    NAME: ClassVar[str] = "X-Sums"
    NOUN: ClassVar[str] = "X-sum"

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one automaton over the cells that may be added."""
        cells = board.ids(self.cells)[: board.digits]
        params = (self.sum, board.digits, len(cells), remembers(cells, board, rules))
        yield Regular(cells, XSUM, params, "X-Sum Combinations")

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether there are X cells and their sum is right."""
        digits = [grid[cell] for cell in board.ids(self.cells)]
        return digits[0] <= len(digits) and sum(digits[: digits[0]]) == self.sum

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about X-sums."""
        return "A number outside the grid is the sum of the first X digits from there, where X is the first digit."

    def text(self) -> str:
        """The sum."""
        return str(self.sum)

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        row = {"type": "xsum", "side": "right", "cells": ["r2c4", "r2c3", "r2c2", "r2c1"]}
        column = {"type": "xsum", "side": "top", "cells": ["r1c3", "r2c3", "r3c3", "r4c3"]}
        return Examples(
            valid=({**row, "sum": 6}, {**column, "sum": 3}, {**column, "sum": 10, "id": "x"}),
            refused=(
                {**row, "sum": -6},
                {**row, "sum": 6, "value": 2},
                {"type": "xsum", "sum": 6, "side": "left", "cells": ["r2c4", "r2c3"]},
                {"type": "xsum", "sum": 6, "side": "top", "cells": ["r1c3", "r2c3", "r2c3"]},
                row,
            ),
        )
