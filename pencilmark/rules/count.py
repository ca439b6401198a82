"""How often digits occur among some cells: ``count``.

::

    (3) (1) (3)      "kind": "circles"   three circles hold a 3, one holds a 1
        (3)          "each": 2           every digit occurs exactly twice in the group
                     "counts": [[7, 0]]  no 7 in the group, all other digits are free
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal

from msgspec import UNSET, UnsetType

from ..board import Digit, Mask
from ..constraints.counting import Count
from ..constraints.regular import Automaton, Regular
from .base import Board, CellList, Examples, Fault, PositiveInt, Primitive, Rule
from .canvas import Canvas
from .digits import NonNegativeInt, check_digit


def _start(params: tuple[Any, ...]) -> tuple[Mask, int]:
    return (0, 0)


def _step(state: tuple[Mask, int], digit: Digit, i: int, params: tuple[Any, ...]) -> tuple[Mask, int] | None:
    seen, needed = state
    if not seen >> digit & 1:
        seen, needed = seen | 1 << digit, needed + digit
    return (seen, needed) if needed <= params[0] else None


def _accept(state: tuple[Mask, int], params: tuple[Any, ...]) -> bool:
    return bool(state[1] == params[0])


CIRCLES = Automaton("circles", _start, _step, _accept)
"""The set of digits met and their sum, which is the number of circles they need. Params: the number of circles."""


class CountRule(Rule, frozen=True, tag="count"):
    """Digits occur a stated number of times: as often as their value, each equally often, or as listed."""

    cells: CellList
    kind: Literal["circles"] | UnsetType = UNSET
    each: NonNegativeInt | UnsetType = UNSET
    counts: tuple[tuple[PositiveInt, NonNegativeInt], ...] | UnsetType = UNSET

    # "Distinct Count" is no family of this class; it stands here because it is named after these
    FAMILIES: ClassVar[tuple[str, ...]] = ("Double", "Counting Circles", "Count", "Distinct Count")
    NOUN: ClassVar[str] = "counted group"

    @property
    def family(self) -> str:
        """By the key that says how to count."""
        return self.FAMILIES[(self.each, self.kind, self.counts).index(self._way())]

    def _way(self) -> Any:
        """The value of the one key that is given."""
        return next(value for value in (self.each, self.kind, self.counts) if value is not UNSET)

    def check(self, board: Board) -> None:
        """Raise Fault unless the cells are different ones and exactly one way of counting is given."""
        board.require_all(self.cells, ".cells")
        if sum(value is not UNSET for value in (self.each, self.kind, self.counts)) != 1:
            raise Fault('give exactly one of "kind", "each" and "counts"')
        for i, (digit, _) in enumerate(self.counts or ()):
            check_digit(digit, board, f".counts[{i}][0]")

    def hashed(self, board: Board) -> dict[str, Any]:
        """The object with its cells in reading order and its counts ascending."""
        doc = super().hashed(board)
        return {**doc, "counts": sorted(doc["counts"])} if "counts" in doc else doc

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one count per digit; for circles also that the counts fill all circles."""
        cells = board.ids(self.cells)
        for digit, times in self._times(board):
            yield Count(cells, digit, times)
        if self.kind is not UNSET:
            yield Regular(cells, CIRCLES, (len(cells),), "Counting")

    def _times(self, board: Board) -> Iterator[tuple[Digit, tuple[int, ...]]]:
        """Digits and how often each may occur."""
        digits = range(1, board.digits + 1)
        if self.counts is not UNSET:
            yield from ((digit, (times,)) for digit, times in self.counts)
        elif self.each is not UNSET:
            yield from ((digit, (self.each,)) for digit in digits)
        else:
            yield from ((digit, (0, digit)) for digit in digits)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether every digit occurs as often as the rule says."""
        found = Counter(grid[cell] for cell in board.ids(self.cells))
        if self.counts is not UNSET:
            return all(found[digit] == times for digit, times in self.counts)
        if self.each is not UNSET:
            return all(found[digit] == self.each for digit in range(1, board.digits + 1))
        return all(digit == times for digit, times in found.items())

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about counts of one family."""
        if rules[0].family == "Counting Circles":
            return "A digit in a circle appears in exactly as many circles as its value."
        if rules[0].family == "Count":
            return "A marked group of cells holds each of its listed digits exactly as often as stated."
        numbers = {rule.each for rule in rules if isinstance(rule, cls)}
        times = f"exactly {numbers.pop()} times" if len(numbers) == 1 else "exactly as often as stated"
        times = {"exactly 1 times": "exactly once", "exactly 2 times": "exactly twice"}.get(times, times)
        return f"Every digit appears {times} in a marked group of cells."

    def draw(self, canvas: Canvas, board: Board) -> None:
        """Circles, or an outlined group with its counts."""
        cells = board.ids(self.cells)
        if self.kind is not UNSET:
            for cell in cells:
                canvas.circle((cell,), "count")
            return
        canvas.outline(cells, "count")
        text = f"{self.each}×" if self.counts is UNSET else " ".join(f"{n}×{digit}" for digit, n in self.counts)
        canvas.label(min(cells), text)

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""

        def count(*cells: str, **how: Any) -> dict[str, Any]:
            return {"type": "count", "cells": list(cells), **how}

        row = [f"r1c{c}" for c in range(1, 5)]
        return Examples(
            valid=(
                count("r1c1", "r2c2", "r2c3", kind="circles"),
                count(*row, each=1),
                count(*row, counts=[[2, 1], [4, 0]]),
                count("r3c3", "r1c1", "r1c4", counts=[[3, 2]]),
            ),
            refused=(
                count(*row),
                count(*row, each=1, kind="circles"),
                count(*row, each=1, counts=[[1, 1]]),
                count(*row, each=-1),
                count(*row, kind="squares"),
                count(*row, counts={"1": 1}),
                count(*row, counts=[[1, 1, 1]]),
                count(*row, counts=[[5, 1]]),
                count("r1c1", "r1c1", each=1),
                count(kind="circles"),
            ),
        )
