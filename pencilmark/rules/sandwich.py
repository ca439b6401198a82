"""Sandwich clues: ``sandwich``.

::

     13 | 4  1  5  8  9  2  …      1 and 9 are the crusts, 5 + 8 = 13 stands between them
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
"""Crusts seen (1: the 1, 2: the highest digit), sum since the first crust, set of digits since then."""


def _start(params: tuple[Any, ...]) -> _State:
    return (0, 0, 0)


def _step(state: _State, digit: Digit, i: int, params: tuple[Any, ...]) -> _State | None:
    total, digits, exact = params
    crusts, between, used = state
    crust = (digit == 1) + 2 * (digit == digits)
    if crust & crusts:
        return None
    if crust:
        crusts |= crust
        if crusts == 3:
            return (3, 0, 0) if between == total else None
        return (crusts, 0, 0)
    if crusts in (0, 3):
        return state
    between += digit
    if between > total or used >> digit & 1:
        return None
    return (crusts, between, used | 1 << digit if exact else 0)


def _accept(state: _State, params: tuple[Any, ...]) -> bool:
    return state[0] == 3


SANDWICH = Automaton("sandwich", _start, _step, _accept)
"""Params: the sum, the highest digit, whether the cells share a house (then the digits between are remembered)."""


class Sandwich(OutsideClue, frozen=True, tag="sandwich"):
    """The digits between the 1 and the highest digit add up to ``sum``."""

    sum: NonNegativeInt

    NAME: ClassVar[str] = "Sandwich"
    NOUN: ClassVar[str] = "sandwich clue"

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one automaton over the cells."""
        cells = board.ids(self.cells)
        params = (self.sum, board.digits, remembers(cells, board, rules))
        yield Regular(cells, SANDWICH, params, "Sandwich Combinations")

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether there is one 1, one highest digit, and the right sum between them."""
        digits = [grid[cell] for cell in board.ids(self.cells)]
        if digits.count(1) != 1 or digits.count(board.digits) != 1:
            return False
        first, last = sorted((digits.index(1), digits.index(board.digits)))
        return sum(digits[first + 1 : last]) == self.sum

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about sandwiches."""
        crusts = f"the 1 and the {board.digits}"
        return f"A number outside the grid is the sum of the digits between {crusts} in that row or column."

    def text(self) -> str:
        """The sum."""
        return str(self.sum)

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        row = {"type": "sandwich", "side": "left", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"]}
        column = {"type": "sandwich", "side": "bottom", "cells": ["r4c2", "r3c2", "r2c2", "r1c2"]}
        return Examples(
            valid=({**row, "sum": 0}, {**column, "sum": 3}, {**column, "sum": 5, "label": "both"}),
            refused=(
                {**row, "sum": -1},
                {**row, "sum": "3"},
                {**row, "sum": 3, "side": "right"},
                {**row, "sum": 3, "side": "middle"},
                {"type": "sandwich", "sum": 3, "side": "left", "cells": ["r1c1", "r1c3"]},
                {"type": "sandwich", "sum": 3, "side": "top", "cells": ["r1c1", "r2c2"]},
                {"type": "sandwich", "sum": 3, "side": "top", "cells": ["r2c1", "r3c1"]},
                row,
            ),
        )
