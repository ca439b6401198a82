"""Numbered rooms: ``example:numbered_rooms``, a rule that is no part of the format.

::

      2 | 3  1  2  4  …      the digit next to the clue, 3, says in which cell the clue's digit stands: the third
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from pencilmark.board import Digit
from pencilmark.constraints.regular import Automaton, Regular
from pencilmark.rules.base import Board, Examples, Fault, PositiveInt, Primitive, Rule
from pencilmark.rules.outside import OutsideClue

FOUND = 0


def _start(params: tuple[Any, ...]) -> int:
    return FOUND


def _step(room: int, digit: Digit, i: int, params: tuple[Any, ...]) -> int | None:
    value, length = params
    if i == 0:
        room = digit
    if room > length:
        return None
    if i + 1 == room:
        return FOUND if digit == value else None
    return room


def _accept(room: int, params: tuple[Any, ...]) -> bool:
    return room == FOUND


NUMBERED_ROOMS = Automaton("numbered_rooms", _start, _step, _accept)
"""Params: the clue's digit, the number of cells. The state is the number of the room that is still ahead."""


class NumberedRooms(OutsideClue, frozen=True, tag="example:numbered_rooms"):
    """The first digit seen from the clue is the number of the cell that holds ``value``."""

    value: PositiveInt

    NAME: ClassVar[str] = "Numbered Rooms"
    NOUN: ClassVar[str] = "numbered room"

    def check(self, board: Board) -> None:
        """Raise Fault for cells that do not run away from the clue, and for a value that is no digit."""
        super().check(board)
        if self.value > board.digits:
            raise Fault(f"{self.value} is no digit of this puzzle; write 1 to {board.digits}", ".value")

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one automaton over the cells."""
        yield Regular(board.ids(self.cells), NUMBERED_ROOMS, (self.value, len(self.cells)), "Clue Combinations")

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the cell that the first digit names holds the value."""
        digits = [grid[cell] for cell in board.ids(self.cells)]
        return digits[0] <= len(digits) and digits[digits[0] - 1] == self.value

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about numbered rooms."""
        return "A number outside the grid stands in the cell whose place in that line is the digit next to the number."

    def text(self) -> str:
        """The value."""
        return str(self.value)

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        row = {"type": "example:numbered_rooms", "side": "left", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"]}
        column = {"type": "example:numbered_rooms", "side": "bottom", "cells": ["r4c2", "r3c2", "r2c2", "r1c2"]}
        return Examples(
            valid=({**row, "value": 2}, {**column, "value": 1}),
            refused=(row, {**row, "value": 0}, {**row, "value": 5}, {**row, "value": 2, "side": "right"}),
        )
