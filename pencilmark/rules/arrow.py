"""Arrows: ``arrow`` with its bulb (a circle or pill) and one or several shafts.

::

    (7)--2--1--4>       the digits of every shaft add up to the number in the bulb
     |
     3--4>              (1 5) is read as 15, digit after digit in the order of the list
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from ..board import Cell, Digit
from ..constraints.linear import Linear
from .base import Board, CellList, Examples, Fault, Primitive, Rule, bare, to_json
from .canvas import Canvas
from .digits import listed
from .line import touch


class Arrow(Rule, frozen=True, tag="arrow"):
    """Every shaft adds up to the number that the digits of the bulb make."""

    bulb: CellList
    lines: Annotated[tuple[CellList, ...], Meta(min_length=1)]

    NAME: ClassVar[str] = "Arrow"
    NOUN: ClassVar[str] = "arrow"

    def check(self, board: Board) -> None:
        """Raise Fault unless every shaft is a path that leaves the bulb."""
        bulb = board.require_all(self.bulb, ".bulb", distinct=False)
        for i, names in enumerate(self.lines):
            path = f".lines[{i}]"
            shaft = board.require_all(names, path, distinct=False)
            inside = next((j for j, cell in enumerate(shaft) if cell in bulb), None)
            if inside is not None:
                raise Fault(
                    f"{names[inside]} belongs to the bulb; a shaft lists the cells after it", f"{path}[{inside}]"
                )
            if not any(touch(cell, shaft[0], board) for cell in bulb):
                raise Fault(f"{names[0]} does not touch the bulb; a shaft starts next to it", f"{path}[0]")
            for j, (a, b) in enumerate(pairwise(shaft), 1):
                if not _in_line(a, b, board):
                    raise Fault(f"{names[j]} does not lie straight ahead of {names[j - 1]}", f"{path}[{j}]")

    def reach(self, board: Board) -> frozenset[Cell]:
        """Bulb and shafts."""
        return frozenset(board.ids([*self.bulb, *(name for shaft in self.lines for name in shaft)]))

    def element(self, board: Board) -> str:
        """The arrow by its bulb."""
        return f"{self.NOUN} at {self.bulb[0]}"

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one equation per shaft."""
        bulb = board.ids(self.bulb)
        number = [(cell, -(10 ** (len(bulb) - 1 - i))) for i, cell in enumerate(bulb)]
        for shaft in self.lines:
            yield weighted([*((cell, 1) for cell in board.ids(shaft)), *number], 0, "Arrow Combinations")

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether every shaft has the bulb's number as its sum."""
        number = 0
        for cell in board.ids(self.bulb):
            number = 10 * number + grid[cell]
        return all(sum(grid[cell] for cell in board.ids(shaft)) == number for shaft in self.lines)

    def hashed(self, board: Board) -> dict[str, Any]:
        """The object as it stands: bulb and shafts have a direction."""
        return to_json(bare(self))

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence, which mentions pills as far as there are any."""
        lengths = sorted({len(rule.bulb) for rule in rules if isinstance(rule, Arrow)} - {1})
        if not lengths:
            return "The digits along an arrow add up to the digit in its circle."
        pills = "two-digit number" if lengths == [2] else f"number of {listed(lengths, 'or')} digits"
        return f"The digits along an arrow add up to the number in its circle; a pill holds a {pills}."

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A circle or pill, and an arrow per shaft from the nearest bulb cell."""
        bulb = board.ids(self.bulb)
        canvas.circle(bulb, "arrow")
        for names in self.lines:
            shaft = board.ids(names)
            row, col = board.cells[shaft[0]]
            nearest = min(bulb, key=lambda cell: (board.cells[cell][0] - row) ** 2 + (board.cells[cell][1] - col) ** 2)
            canvas.arrow((nearest, *shaft), "arrow")

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""

        def arrow(bulb: str, *lines: str, **keys: Any) -> dict[str, Any]:
            return {"type": "arrow", "bulb": bulb.split(), "lines": [shaft.split() for shaft in lines], **keys}

        return Examples(
            valid=(
                arrow("r1c1", "r1c2 r2c3"),
                arrow("r2c2", "r2c3", "r1c1 r1c2"),
                arrow("r1c1 r1c2", "r2c2 r2c1 r3c1 r3c2 r4c3"),
            ),
            refused=(
                arrow("r1c1"),
                arrow("r1c1", ""),
                arrow("", "r1c1"),
                arrow("r1c1", "r1c3"),
                arrow("r1c1", "r1c2 r2c4"),
                arrow("r1c1", "r1c2 r1c2"),
                arrow("r1c1", "r1c2 r1c1"),
                arrow("r1c1", "r1c2", sum=3),
            ),
        )


def _in_line(a: Cell, b: Cell, board: Board) -> bool:
    """Whether a straight stroke leads from one cell to another; files of others leave out cells under a shaft."""
    (row, col), (r, c) = board.cells[a], board.cells[b]
    down, right = abs(row - r), abs(col - c)
    return a != b and (not down or not right or down == right)


def weighted(terms: Iterable[tuple[Cell, int]], total: int, technique: str) -> Linear:
    """The equation Σ weight·digit = total; the weights of a cell that occurs several times add up."""
    weights: dict[Cell, int] = {}
    for cell, weight in terms:
        weights[cell] = weights.get(cell, 0) + weight
    return Linear(tuple(weights), tuple(weights.values()), total, technique)
