"""Groups of cells with one common sum: ``equal_sum``.

::

    [4 5]   [9]   [1 2 6]        every segment has the same sum; digits may repeat
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from ..board import Cell, Digit
from ..constraints.linear import Linear, equal_sums
from .base import Board, CellList, Examples, Primitive, Rule, bare, to_json
from .canvas import Canvas

_ALL_PAIRS = 4
"""Up to this many segments are compared each with each."""


class EqualSum(Rule, frozen=True, tag="equal_sum"):
    """Lists of cells that all have the same sum."""

    segments: Annotated[tuple[CellList, ...], Meta(min_length=2)]

    NAME: ClassVar[str] = "Equal Sums"
    NOUN: ClassVar[str] = "equal sums"

    def check(self, board: Board) -> None:
        """Raise Fault unless all cells exist."""
        for i, segment in enumerate(self.segments):
            board.require_all(segment, f".segments[{i}]", distinct=False)

    def reach(self, board: Board) -> frozenset[Cell]:
        """The cells of all segments."""
        return frozenset(cell for segment in self.segments for cell in board.ids(segment))

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield equations between the segments."""
        yield from balance([board.ids(segment) for segment in self.segments])

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether all sums are the same."""
        return len({sum(grid[cell] for cell in board.ids(segment)) for segment in self.segments}) == 1

    def hashed(self, board: Board) -> dict[str, Any]:
        """Every segment in reading order, and the segments by their cells."""
        doc = to_json(bare(self))
        segments = sorted(sorted(board.ids(segment)) for segment in self.segments)
        doc["segments"] = [[board.name(cell) for cell in segment] for segment in segments]
        return doc

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about equal sums."""
        return "Groups of cells that are marked as equal have the same sum; digits in a group may repeat."

    def draw(self, canvas: Canvas, board: Board) -> None:
        """An outline around every segment, with a sign in its first cell."""
        for segment in self.segments:
            cells = board.ids(segment)
            canvas.outline(cells, "equal_sum")
            canvas.label(min(cells), "=")

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""

        def equal(*segments: str) -> dict[str, Any]:
            return {"type": "equal_sum", "segments": [segment.split() for segment in segments]}

        return Examples(
            valid=(
                equal("r1c1 r1c2", "r4c4 r3c4"),
                equal("r1c1 r1c2", "r1c4"),
                equal("r1c1 r2c1", "r2c1 r1c2", "r4c4 r4c3"),
            ),
            refused=(equal("r1c1 r1c2"), equal("r1c1", ""), equal("r1c1", "r5c1")),
        )


def balance(segments: Sequence[Sequence[Cell]]) -> Iterator[Linear]:
    """Equations that make the sums of some cell lists equal.

    A few segments are compared each with each, which lets every pair exclude digits; of many, each is compared with
    the first and with the one before it.
    """
    numbers = range(len(segments))
    for i, j in combinations(numbers, 2):
        if len(segments) <= _ALL_PAIRS or i == 0 or j == i + 1:
            linear = equal_sums(segments[i], segments[j])
            if linear.cells:
                yield linear
