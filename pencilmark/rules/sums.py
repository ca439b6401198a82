"""Sums of cells whose digits may repeat: ``sum`` of kind little_killer, frame, group and corner.

::

      20\\          little killer: along a diagonal from the border
    12> a b c      frame: the first cells of a row or column
        d e f      group: any cells
        g h i      corner: a 2×2 block, with the number where its four cells meet
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal

from ..board import Cell, Digit
from ..constraints.linear import Linear
from .arrow import weighted
from .base import Board, CellList, Examples, Fault, Primitive, Rule
from .canvas import Canvas
from .digits import NonNegativeInt, listed
from .outside import OutsideClue, check_outside
from .shared import blocks


class OutsideSum(OutsideClue, frozen=True, tag="sum"):
    """Base of the sums that are written outside the grid."""

    sum: NonNegativeInt

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one equation."""
        yield _equation(board.ids(self.cells), self.sum)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the digits add up to the sum."""
        return sum(grid[cell] for cell in board.ids(self.cells)) == self.sum

    def text(self) -> str:
        """The sum."""
        return str(self.sum)


class InsideSum(Rule, frozen=True, tag="sum"):
    """Base of the sums that are written on their cells."""

    cells: CellList
    sum: NonNegativeInt

    def phrase(self, board: Board) -> str:
        """The sum and its place: ``the corner sum of 14 at r1c3``."""
        return f"the {self.NOUN} of {self.sum} at {board.name(min(self.reach(board)))}"

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one equation."""
        yield _equation(board.ids(self.cells), self.sum)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the digits add up to the sum."""
        return sum(grid[cell] for cell in board.ids(self.cells)) == self.sum

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about groups and 2×2 blocks, which are one family."""
        return "A number in a marked group or 2×2 block is the sum of its digits, which may repeat."


class LittleKiller(OutsideSum, frozen=True, tag="sum"):
    """A sum along a diagonal that starts at the border."""

    kind: Literal["little_killer"]

    NAME: ClassVar[str] = "Little Killer"
    KINDS: ClassVar[tuple[str, ...]] = ("little_killer",)
    NOUN: ClassVar[str] = "little killer"

    def check(self, board: Board) -> None:
        """Raise Fault unless the cells run straight or diagonally away from the side."""
        check_outside(self.cells, self.side, board, diagonal=True)

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about little killers."""
        return "A number outside the grid is the sum of the digits in the direction of its arrow, which may repeat."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                _sum("little_killer", 7, "r1c2 r2c3 r3c4", side="top"),
                _sum("little_killer", 5, "r4c4 r3c3", side="bottom"),
                _sum("little_killer", 10, "r2c1 r2c2 r2c3 r2c4", side="left"),
            ),
            refused=(
                _sum("little_killer", 7, "r1c2 r2c3 r3c4"),
                _sum("little_killer", 7, "r2c3 r3c4", side="top"),
                _sum("little_killer", 7, "r1c2 r2c3 r4c4", side="top"),
                _sum("little_killer", -1, "r1c2 r2c3", side="top"),
                _sum("little_killer", 7, "r1c2 r2c3", side="north"),
            ),
        )


class Frame(OutsideSum, frozen=True, tag="sum"):
    """A sum of the first cells of a row or column."""

    kind: Literal["frame"]

    NAME: ClassVar[str] = "Sum Frame"
    KINDS: ClassVar[tuple[str, ...]] = ("frame",)
    NOUN: ClassVar[str] = "frame sum"

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence with the number of cells."""
        lengths = sorted({len(rule.cells) for rule in rules if isinstance(rule, Frame)})
        first = "first digit" if lengths == [1] else f"first {listed(lengths, 'or')} digits"
        return f"A number outside the grid is the sum of the {first} in its row or column, seen from there."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                _sum("frame", 5, "r2c1 r2c2", side="left"),
                _sum("frame", 8, "r4c3 r3c3 r2c3", side="bottom"),
            ),
            refused=(
                _sum("frame", 5, "r2c1 r2c2"),
                _sum("frame", 5, "r1c1 r2c2", side="top"),
                _sum("frame", 5, "r2c2 r2c3", side="left"),
                _sum("frame", 5, "r2c2 r2c1", side="left"),
            ),
        )


class GroupSum(InsideSum, frozen=True, tag="sum"):
    """A sum of any cells."""

    kind: Literal["group"]

    NAME: ClassVar[str] = "Sum"
    KINDS: ClassVar[tuple[str, ...]] = ("group",)
    NOUN: ClassVar[str] = "sum group"

    def check(self, board: Board) -> None:
        """Raise Fault unless all cells exist; a cell that is listed twice counts twice."""
        board.require_all(self.cells, ".cells", distinct=False)

    def draw(self, canvas: Canvas, board: Board) -> None:
        """An outline with the sum in the first cell."""
        cells = board.ids(self.cells)
        canvas.outline(cells, "sum")
        canvas.label(min(cells), str(self.sum))

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                _sum("group", 8, "r2c2 r3c3 r4c1"),
                _sum("group", 3, "r4c4"),
                _sum("group", 8, "r1c1 r1c1 r2c2"),
            ),
            refused=(
                _sum("group", 8, "r2c2 r3c3", side="left"),
                _sum("group", 8, ""),
                _sum("group", 8, "r2c2 r5c3"),
                {"type": "sum", "kind": "group", "cells": ["r2c2"]},
            ),
        )


class CornerSum(InsideSum, frozen=True, tag="sum"):
    """A sum of a 2×2 block."""

    kind: Literal["corner"]

    NAME: ClassVar[str] = "Sum"
    KINDS: ClassVar[tuple[str, ...]] = ("corner",)
    NOUN: ClassVar[str] = "corner sum"

    def check(self, board: Board) -> None:
        """Raise Fault unless the cells are a 2×2 block in reading order."""
        if board.require_all(self.cells, ".cells") not in blocks(board):
            raise Fault("not a 2×2 block; list its top-left, top-right, bottom-left and bottom-right cell", ".cells")

    def draw(self, canvas: Canvas, board: Board) -> None:
        """The sum where the four cells meet."""
        canvas.corner(board.ids(self.cells), str(self.sum))

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                _sum("corner", 10, "r1c1 r1c2 r2c1 r2c2"),
                _sum("corner", 11, "r2c3 r2c4 r3c3 r3c4"),
            ),
            refused=(
                _sum("corner", 10, "r1c1 r1c2 r2c2 r2c1"),
                _sum("corner", 10, "r1c1 r1c2 r2c1"),
                _sum("corner", 10, "r1c1 r1c2 r3c1 r3c2"),
                _sum("corner", 10, "r1c1 r1c2 r2c1 r2c2", side="top"),
            ),
        )


def _equation(cells: Sequence[Cell], total: int) -> Linear:
    return weighted([(cell, 1) for cell in cells], total, "Sum Combinations")


def _sum(kind: str, total: int, cells: str, **keys: Any) -> dict[str, Any]:
    return {"type": "sum", "kind": kind, "sum": total, **keys, "cells": cells.split()}
