"""Killer cages: ``cage`` with or without a sum.

::

    +13- - -+      The digits in a cage differ, always; with a number they add up to it.
    | 2   4 |      The cells need not touch.
    + - +   |
        | 7 |
        + - +
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from msgspec import UNSET, UnsetType

from ..board import Digit
from .base import Board, CellList, Examples, Primitive, Rule, distinct, group
from .canvas import Canvas
from .digits import NonNegativeInt


class Cage(Rule, frozen=True, tag="cage"):
    """Cells that hold different digits, which add up to ``sum`` if there is one."""

    cells: CellList
    sum: NonNegativeInt | UnsetType = UNSET

    NAME: ClassVar[str] = "Killer"
    SECTION: ClassVar[int] = 0
    NOUN: ClassVar[str] = "cage"

    def phrase(self, board: Board) -> str:
        """The cage with its sum: ``the cage of 15 at r1c3``."""
        of = "" if self.sum is UNSET else f" of {self.sum}"
        return f"the {self.NOUN}{of} at {board.name(min(self.reach(board)))}"

    def check(self, board: Board) -> None:
        """Raise Fault unless all cells exist and none is listed twice."""
        board.require_all(self.cells, ".cells")

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one group with its total."""
        yield group("cage", board.ids(self.cells), board, None if self.sum is UNSET else self.sum)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the digits differ and add up to the sum."""
        cells = board.ids(self.cells)
        return distinct(cells, grid) and self.sum in (UNSET, sum(grid[cell] for cell in cells))

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence, which mentions sums as far as there are any."""
        sums = [rule.sum is not UNSET for rule in rules if isinstance(rule, Cage)]
        if all(sums):
            return "Digits don't repeat in a cage and add up to its small number."
        if any(sums):
            return "Digits don't repeat in a cage; where it shows a small number, they add up to it."
        return "Digits don't repeat in a cage."

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A dashed outline with the sum."""
        canvas.cage(board.ids(self.cells), "" if self.sum is UNSET else str(self.sum))

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""

        def cage(cells: str, **keys: Any) -> dict[str, Any]:
            return {"type": "cage", **keys, "cells": cells.split()}

        return Examples(
            valid=(cage("r2c2 r1c1 r1c2", sum=6), cage("r1c1 r1c2"), cage("r1c1 r4c4 r2c3 r3c1"), cage("r3c3", sum=4)),
            refused=(
                cage("r1c1 r1c1", sum=2),
                cage("r1c1 r1c2", sum=None),
                cage("r1c1 r1c2", sum=-1),
                cage("r1c1 r1c2", sum=True),
                cage("r1c1 r5c1"),
                cage(""),
            ),
        )
