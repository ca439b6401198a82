r"""Vudoku: ``vudoku``.

::

     2   5      the point of a V is the sum or the difference of its two arms:
      \ /       2 + 5 = 7 (or 5 − 2 = 3)
       7
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from ..board import Digit
from ..constraints.table import table
from .base import Board, CellName, Examples, Primitive, Rule, bare, to_json
from .canvas import Canvas


def _is_point(point: Digit, a: Digit, b: Digit) -> bool:
    return point in (a + b, a - b, b - a)


class Vudoku(Rule, frozen=True, tag="vudoku"):
    """The first cell holds the sum or the difference of the other two."""

    cells: Annotated[tuple[CellName, ...], Meta(min_length=3, max_length=3)]

    NAME: ClassVar[str] = "Vudoku"
    NOUN: ClassVar[str] = "V"
    SEPARATES: ClassVar[bool] = False

    def check(self, board: Board) -> None:
        """Raise Fault unless these are three different cells."""
        board.require_all(self.cells, ".cells")

    def hashed(self, board: Board) -> dict[str, Any]:
        """The object itself: the point stays first."""
        return to_json(bare(self))

    def element(self, board: Board) -> str:
        """Name of the V, with its point."""
        return f"{self.NOUN} at {self.cells[0]}"

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield the table of point and arms."""
        yield table(board.ids(self.cells), board.digits, _is_point)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the point is the sum or the absolute difference of the arms."""
        point, a, b = (grid[cell] for cell in board.ids(self.cells))
        return point == a + b or point == abs(a - b)

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about the V shapes."""
        return "The digit at the point of a V is the sum or the difference of the digits at the ends of its two arms."

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A V through its three cells."""
        point, a, b = board.ids(self.cells)
        canvas.line((a, point, b), "vudoku")

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                {"type": "vudoku", "cells": ["r2c2", "r1c1", "r1c3"]},
                {"type": "vudoku", "cells": ["r2c3", "r3c2", "r3c4"]},
            ),
            refused=(
                {"type": "vudoku", "cells": ["r2c2", "r1c1"]},
                {"type": "vudoku", "cells": ["r2c2", "r1c1", "r1c1"]},
                {"type": "vudoku", "cells": ["r2c2", "r1c1", "r1c3", "r3c3"]},
                {"type": "vudoku", "cells": ["r2c2", "r1c1", "r1c9"]},
            ),
        )
