"""First of some digits: ``first_seen``, known as "123" puzzles.

::

      3 | 5  8  3  9  1  2      of the digits 1, 2 and 3, the 3 is met first
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from ..board import Digit
from ..constraints.regular import Automaton, Regular
from .base import Board, Examples, PositiveInt, Primitive, Rule
from .digits import NonNegativeInt, check_digits, listed
from .outside import OutsideClue


def _start(params: tuple[Any, ...]) -> bool:
    return False


def _step(state: bool, digit: Digit, i: int, params: tuple[Any, ...]) -> bool | None:
    if state or digit not in params[1]:
        return state
    return True if digit == params[0] else None


def _accept(state: bool, params: tuple[Any, ...]) -> bool:
    return state


FIRST_SEEN = Automaton("first_seen", _start, _step, _accept)
"""Whether one of the digits was met. Params: the digit to meet first, all digits to look for."""


class FirstSeen(OutsideClue, frozen=True, tag="first_seen"):
    """The first digit that belongs to ``digits`` is ``value``."""

    value: NonNegativeInt
    digits: tuple[PositiveInt, ...]

    NAME: ClassVar[str] = "123"
    NOUN: ClassVar[str] = "first-digit clue"

    def check(self, board: Board) -> None:
        """Raise Fault unless the cells run away from the side and the digits exist."""
        check_digits(self.digits, board, ".digits")
        super().check(board)

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one automaton over the cells."""
        yield Regular(board.ids(self.cells), FIRST_SEEN, (self.value, self.digits), "Clue Combinations")

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether one of the digits occurs and the first one is the right one."""
        met = [grid[cell] for cell in board.ids(self.cells) if grid[cell] in self.digits]
        return met[:1] == [self.value]

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about the digits that are looked for."""
        sets = {tuple(sorted(set(rule.digits))) for rule in rules if isinstance(rule, FirstSeen)}
        digits = sets.pop() if len(sets) == 1 else ()
        which = f"of the digits {listed(digits)}" if digits else "of its own list of digits"
        return f"A digit outside the grid is the first one {which} that is met from there."

    def text(self) -> str:
        """The digit."""
        return str(self.value)

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        row = {"type": "first_seen", "side": "left", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"]}
        column = {"type": "first_seen", "side": "top", "cells": ["r1c3", "r2c3"]}
        return Examples(
            valid=(
                {**row, "value": 3, "digits": [1, 2, 3]},
                {**row, "value": 1, "digits": [4, 1]},
                {**column, "value": 2, "digits": [1, 2]},
            ),
            refused=(
                {**row, "value": 3, "digits": [1, 2, 5]},
                {**row, "value": 3, "digits": [0, 3]},
                {**row, "value": -3, "digits": [3]},
                {**row, "value": 3, "digits": 3},
                {**row, "value": 3, "digits": [3], "side": "top"},
                {**row, "value": 3},
            ),
        )
