"""The houses of a sudoku: ``grid``, ``box_grid``, ``row``, ``column``, ``box``.

::

    box_grid at r1c1, box [2, 3]        rows ---   columns |   boxes #

        . . . | . . .
        . . . | . . .                   A house holds different digits. With exactly D cells it
        ------+------                   holds every digit once; with fewer it is a no-repeat group.
        . . . | . . .
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from ..board import Cell, Digit
from ..puzzle import Group
from .base import (
    Area,
    Board,
    CellList,
    CellName,
    Examples,
    Fault,
    PositiveInt,
    Primitive,
    Rule,
    distinct,
    group,
    origin_of,
)
from .canvas import Canvas


class HouseRule(Rule, frozen=True):
    """Base of the rules that state houses and nothing else."""

    SECTION: ClassVar[int] = 0

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield the houses."""
        yield from self.houses(board, ())


class Grid(HouseRule, frozen=True, tag="grid"):
    """The D×D square whose top-left cell is ``origin``: its rows and columns are houses."""

    origin: CellName

    def check(self, board: Board) -> None:
        """Raise Fault unless all D² cells of the square exist."""
        board.require(self.origin, ".origin")
        row, col = origin_of(self.origin)
        for r in range(row, row + board.digits):
            for c in range(col, col + board.digits):
                if (r, c) not in board.index:
                    size = board.digits
                    raise Fault(f"the {size}×{size} square at {self.origin} leaves the board", ".origin")

    def area(self, board: Board) -> Area | None:
        """The square, without boxes."""
        return Area(*origin_of(self.origin), board.digits, None)

    def houses(self, board: Board, rules: tuple[Rule, ...]) -> tuple[Group, ...]:
        """Rows from top to bottom, then columns from left to right."""
        rows = square(self.origin, board)
        cols = zip(*rows, strict=True)
        return (*(group("row", row, board) for row in rows), *(group("col", col, board) for col in cols))

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether every row and column of the square holds different digits."""
        rows = square(self.origin, board)
        return all(distinct(line, grid) for line in [*rows, *zip(*rows, strict=True)])

    def draw(self, canvas: Canvas, board: Board) -> None:
        """Outline the square."""
        canvas.border([cell for row in square(self.origin, board) for cell in row])

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=({"type": "grid", "origin": "r1c1"}, {"type": "grid", "origin": "r1c2"}),
            refused=({"type": "grid", "origin": "r1c3"}, {"type": "grid", "origin": "r1c1", "box": [2, 2]}),
            cols=5,
        )


class BoxGrid(HouseRule, frozen=True, tag="box_grid"):
    """A grid with its regular boxes: ``box`` is [rows, columns] of one box, rows·columns = D."""

    origin: CellName
    box: tuple[PositiveInt, PositiveInt]

    def check(self, board: Board) -> None:
        """Raise Fault unless the square exists and the boxes tile it."""
        Grid(origin=self.origin).check(board)
        height, width = self.box
        if height * width != board.digits:
            raise Fault(f"a {height}×{width} box does not hold the {board.digits} digits", ".box")

    def area(self, board: Board) -> Area | None:
        """The square and its box shape."""
        return Area(*origin_of(self.origin), board.digits, self.box)

    def houses(self, board: Board, rules: tuple[Rule, ...]) -> tuple[Group, ...]:
        """Rows from top to bottom, columns from left to right, then boxes in reading order."""
        lines = Grid(origin=self.origin).houses(board, rules)
        return (*lines, *(group("box", box, board) for box in self._boxes(board)))

    def _boxes(self, board: Board) -> Iterator[list[Cell]]:
        rows = square(self.origin, board)
        height, width = self.box
        for top in range(0, board.digits, height):
            for left in range(0, board.digits, width):
                yield [cell for row in rows[top : top + height] for cell in row[left : left + width]]

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether every row, column and box of the square holds different digits."""
        lines = Grid(origin=self.origin).holds(grid, board, rules)
        return lines and all(distinct(box, grid) for box in self._boxes(board))

    def draw(self, canvas: Canvas, board: Board) -> None:
        """Outline every box."""
        for box in self._boxes(board):
            canvas.border(box)

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                {"type": "box_grid", "box": [2, 2], "origin": "r1c1"},
                {"type": "box_grid", "box": [1, 4], "origin": "r1c1", "id": "main", "style": {"width": 2}},
            ),
            refused=(
                {"type": "box_grid", "box": [2, 3], "origin": "r1c1"},
                {"type": "box_grid", "box": [2, 2], "origin": "r2c1"},
            ),
        )


class House(HouseRule, frozen=True):
    """Base of the explicit houses: ``cells`` hold different digits."""

    cells: CellList

    GROUP: ClassVar[str] = ""

    def check(self, board: Board) -> None:
        """Raise Fault unless all cells exist and none is listed twice."""
        board.require_all(self.cells, ".cells")

    def houses(self, board: Board, rules: tuple[Rule, ...]) -> tuple[Group, ...]:
        """The house itself."""
        return (group(self.GROUP, board.ids(self.cells), board),)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the cells hold different digits."""
        return distinct(board.ids(self.cells), grid)

    def draw(self, canvas: Canvas, board: Board) -> None:
        """Outline the house."""
        canvas.border(board.ids(self.cells))

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        kind = cls.__struct_config__.tag
        return Examples(
            valid=(
                {"type": kind, "cells": ["r1c1", "r1c2", "r2c1", "r2c2"]},
                {"type": kind, "cells": ["r1c1"], "label": "short"},
            ),
            refused=({"type": kind, "cells": ["r1c1", "r5c1"]}, {"type": kind, "cells": ["r1c1", "r1c1"]}),
        )


class Row(House, frozen=True, tag="row"):
    """An explicit row: its cells hold different digits."""

    GROUP: ClassVar[str] = "row"


class Column(House, frozen=True, tag="column"):
    """An explicit column: its cells hold different digits."""

    GROUP: ClassVar[str] = "col"


class Box(House, frozen=True, tag="box"):
    """An explicit box, such as a jigsaw piece: its cells hold different digits."""

    NAME: ClassVar[str] = "Jigsaw"
    GROUP: ClassVar[str] = "box"

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about the irregular boxes."""
        return f"Every bold-outlined region holds the digits 1–{board.digits} once."


HOUSES: dict[str, type[House]] = {cls.GROUP: cls for cls in (Row, Column, Box)}
"""Group kind -> rule class of one explicit house."""


def square(origin: str, board: Board) -> list[list[Cell]]:
    """Cell ids of the D×D square at ``origin``, row by row."""
    top, left = origin_of(origin)
    span = range(board.digits)
    return [[board.index[top + r, left + c] for c in span] for r in span]
