"""Number of different digits: ``distinct_count``, an outside clue with ``side``, else a clue on any cells.

::

      3
        ↘ 7  .  .  .
          .  2  .  .        read from the clue: 7, 2, 7 and 4, which are three different digits
          .  .  7  .
          .  .  .  4
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from ..board import Digit, Mask
from ..constraints.regular import Automaton, Regular
from .base import Board, CellList, Examples, Primitive, Rule, bare, to_json
from .canvas import Canvas
from .digits import NonNegativeInt
from .outside import Side, border_side, check_outside, clue_place


def _start(params: tuple[Any, ...]) -> Mask:
    return 0


def _step(state: Mask, digit: Digit, i: int, params: tuple[Any, ...]) -> Mask | None:
    value, length = params
    seen = state | 1 << digit
    return seen if seen.bit_count() <= value <= seen.bit_count() + length - i - 1 else None


def _accept(state: Mask, params: tuple[Any, ...]) -> bool:
    return bool(state.bit_count() == params[0])


DISTINCT = Automaton("distinct_count", _start, _step, _accept)
"""The set of digits seen. Params: how many it shall hold, the number of cells."""


class DistinctCount(Rule, frozen=True, tag="distinct_count"):
    """Exactly ``value`` different digits occur in the cells."""

    value: NonNegativeInt
    cells: CellList
    side: Side | UnsetType = UNSET

    FAMILIES: ClassVar[tuple[str, ...]] = ("Count Different", "Distinct Count")
    NOUN: ClassVar[str] = "count of different digits"

    @property
    def family(self) -> str:
        """By whether the clue stands outside the grid."""
        return self.FAMILIES[self.side is UNSET]

    def check(self, board: Board) -> None:
        """Raise Fault unless the cells exist and, with ``side``, run straight or diagonally away from it."""
        if self.side is UNSET:
            board.require_all(self.cells, ".cells", distinct=False)
        else:
            check_outside(self.cells, self.side, board, diagonal=True)

    def canonical(self, board: Board) -> DistinctCount:
        """At least two cells that run straight or diagonally from a border have a side, others have none."""
        side = border_side(board.ids(self.cells), board) if len(self.cells) > 1 else None
        return msgspec.structs.replace(self, side=side or UNSET)

    def hashed(self, board: Board) -> dict[str, Any]:
        """The object, with the cells in reading order unless a side orders them."""
        return super().hashed(board) if self.side is UNSET else to_json(bare(self))

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one automaton over the cells."""
        cells = board.ids(self.cells)
        yield Regular(cells, DISTINCT, (self.value, len(cells)), "Clue Combinations")

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the number of different digits is right."""
        return len({grid[cell] for cell in board.ids(self.cells)}) == self.value

    def element(self, board: Board) -> str:
        """Name of the clue and its place."""
        place = f"at {self.cells[0]}" if self.side is UNSET else clue_place(self.side, self.cells)
        return f"{self.NOUN} {place}"

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about clues of one family."""
        if rules[0].family == cls.FAMILIES[0]:
            return "A number outside the grid is the number of different digits in its direction."
        return "A number in a marked group of cells is the number of different digits in it."

    def draw(self, canvas: Canvas, board: Board) -> None:
        """Write the number outside the grid, or in an outlined group of cells."""
        cells = board.ids(self.cells)
        if self.side is UNSET:
            canvas.outline(cells, "count")
            canvas.label(cells[0], str(self.value))
        else:
            canvas.outside(cells, self.side, str(self.value))

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""

        def clue(value: Any, *cells: str, **more: Any) -> dict[str, Any]:
            return {"type": "distinct_count", "value": value, "cells": list(cells), **more}

        return Examples(
            valid=(
                clue(2, "r1c2", "r2c3", "r3c4", side="top"),
                clue(3, "r4c1", "r3c1", "r2c1", "r1c1", side="bottom"),
                clue(2, "r2c2", "r4c4", "r2c3"),
                clue(3, "r1c1", "r1c2", "r1c3", "r1c4"),
            ),
            refused=(
                clue(-1, "r2c2", "r4c4"),
                clue(2, "r2c2", "r3c3", side="top"),
                clue(2, "r1c2", "r2c3", "r2c4", side="top"),
                clue(2, "r1c2", "r1c3", side="top"),
                clue(2, "r2c2", "r4c4", side=None),
                clue(2),
            ),
        )
