"""Lines that compare sums: region sum lines, zippers and double arrows.

::

    region sum     3---6 | 9 | 2---7      equal sums in every box that the line crosses
    zipper         1---2---7---5---6      cells equally far from the centre: 1 + 6 = 2 + 5 = 7
    double arrow  (4)--1---3---5--(5)     the ends together = the sum between them
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from ..board import Cell, Digit
from .base import Board, Examples, Fault, Primitive, Rule
from .equal_sum import balance
from .line import CircledLine, Line, line_doc
from .shared import boxes


class RegionSum(Line, frozen=True, tag="line"):
    """The pieces of the line in the boxes it crosses have equal sums."""

    kind: Literal["region_sum"]

    NAME: ClassVar[str] = "Region Sum"
    KINDS: ClassVar[tuple[str, ...]] = ("region_sum",)
    NOUN: ClassVar[str] = "region sum line"
    ROLE: ClassVar[str] = "region_sum"

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield equations between the pieces."""
        yield from balance(pieces(board.ids(self.cells), board, rules))

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the sums between two box borders are all the same."""
        places = [[cell in box for box in boxes(board, rules)] for cell in board.ids(self.cells)]
        sums = [0]
        for i, digit in enumerate(self.digits(grid, board)):
            if i and places[i] != places[i - 1]:
                sums.append(0)
            sums[-1] += digit
        return len(set(sums)) == 1

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about region sum lines."""
        return "Box borders cut a region sum line into pieces with equal sums."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                line_doc("region_sum", "r1c1 r1c2 r1c3 r2c4"),
                line_doc("region_sum", "r2c1 r2c2 r3c3"),
                line_doc("region_sum", "r1c2 r2c2 r2c3 r3c2 r3c1"),
            ),
            refused=(
                line_doc("region_sum", "r1c1 r1c3"),
                line_doc("region_sum", "r1c1 r1c2 r2c2", closed=True),
                line_doc("region_sum", "r1c1 r1c2 r2c2", value=5),
            ),
            beside=({"type": "box_grid", "box": [2, 2], "origin": "r1c1"},),
        )


class Zipper(Line, frozen=True, tag="line"):
    """Cells equally far from the centre have equal sums; the centre cell, if any, holds that sum."""

    kind: Literal["zipper"]

    NAME: ClassVar[str] = "Zipper"
    KINDS: ClassVar[tuple[str, ...]] = ("zipper",)
    NOUN: ClassVar[str] = "zipper line"
    ROLE: ClassVar[str] = "zipper"

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield equations between the mirrored pairs and the centre."""
        cells = board.ids(self.cells)
        half = len(cells) // 2
        pairs = [(cells[i], cells[-1 - i]) for i in range(half)]
        yield from balance([*pairs, cells[half : half + 1]] if len(cells) % 2 else pairs)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether all mirrored sums are the same, counting the centre digit once."""
        digits = self.digits(grid, board)
        mirrored = [a + b for a, b in zip(digits, reversed(digits), strict=True)]
        if len(digits) % 2:
            mirrored[len(digits) // 2] //= 2
        return len(set(mirrored)) == 1

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence, which mentions the centre digit as far as there is one."""
        odd = any(len(rule.cells) % 2 for rule in rules if isinstance(rule, Zipper))
        centre = ", equal to the digit in the centre cell if there is one" if odd else ""
        return f"Each two cells equally far from the centre of a zipper line have the same sum{centre}."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(line_doc("zipper", "r1c1 r1c2 r2c3"), line_doc("zipper", "r1c1 r2c2 r2c3 r3c3")),
            refused=(
                line_doc("zipper", "r1c1 r1c3 r1c4"),
                line_doc("zipper", "r1c1"),
                line_doc("zipper", "r1c1 r1c2 r2c2", closed=True),
            ),
        )


class DoubleArrow(CircledLine, frozen=True, tag="line"):
    """The digits of the two ends add up to the sum of the cells between them."""

    kind: Literal["double_arrow"]

    NAME: ClassVar[str] = "Double Arrow"
    KINDS: ClassVar[tuple[str, ...]] = ("double_arrow",)
    NOUN: ClassVar[str] = "double arrow"
    ROLE: ClassVar[str] = "double_arrow"

    def check(self, board: Board) -> None:
        """Raise Fault unless the line is a path of three cells or more."""
        super().check(board)
        if len(self.cells) < 3:
            raise Fault("a double arrow needs a cell between its two ends", ".cells")

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one equation."""
        first, *inner, last = board.ids(self.cells)
        yield from balance([(first, last), inner])

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the ends are half of the whole sum."""
        digits = self.digits(grid, board)
        return 2 * (digits[0] + digits[-1]) == sum(digits)

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about double arrows."""
        return "The two circled digits of a double arrow add up to the sum of the digits between them."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(line_doc("double_arrow", "r1c1 r1c2 r2c3"), line_doc("double_arrow", "r1c1 r2c2 r2c3 r3c3 r3c4")),
            refused=(
                line_doc("double_arrow", "r1c1 r1c2"),
                line_doc("double_arrow", "r1c1 r1c2 r2c2", closed=True),
                line_doc("double_arrow", "r1c1 r1c3 r1c4"),
            ),
        )


def pieces(cells: Sequence[Cell], board: Board, rules: tuple[Rule, ...]) -> list[tuple[Cell, ...]]:
    """A line cut where two consecutive cells lie in different boxes; cells in no box are one common outside."""
    homes = [frozenset(box for box in boxes(board, rules) if cell in box) for cell in cells]
    cuts = [0, *(i for i in range(1, len(cells)) if homes[i] != homes[i - 1]), len(cells)]
    return [tuple(cells[cuts[i] : cuts[i + 1]]) for i in range(len(cuts) - 1)]
