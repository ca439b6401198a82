"""A digit that appears again: ``appears``, known as cupid arrows.

::

     4->  .  .  4  .      the digit at the arrow appears again in its direction
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from ..board import Cell, Digit
from ..constraints.regular import Automaton, Regular
from .base import Board, CellList, CellName, Examples, Fault, Primitive, Rule
from .canvas import Canvas

_FOUND = -1


def _start(params: tuple[Any, ...]) -> Digit:
    return 0


def _step(state: Digit, digit: Digit, i: int, params: tuple[Any, ...]) -> Digit:
    if not i:
        return digit
    return _FOUND if digit == state else state


def _accept(state: Digit, params: tuple[Any, ...]) -> bool:
    return state == _FOUND


APPEARS = Automaton("appears", _start, _step, _accept)
"""The digit of the first cell, until it is found among the others."""


class Appears(Rule, frozen=True, tag="appears"):
    """The digit of ``source`` occurs among ``cells``."""

    source: CellName
    cells: CellList

    NAME: ClassVar[str] = "Cupid"
    NOUN: ClassVar[str] = "cupid arrow"

    def check(self, board: Board) -> None:
        """Raise Fault unless all cells exist and the source is not among the others."""
        board.require(self.source, ".source")
        board.require_all(self.cells, ".cells", distinct=False)
        if self.source in self.cells:
            text = f"{self.source} is the source; list only the cells where its digit shall appear again"
            raise Fault(text, f".cells[{self.cells.index(self.source)}]")

    def reach(self, board: Board) -> frozenset[Cell]:
        """The source and the other cells."""
        return frozenset(board.ids((self.source, *self.cells)))

    def element(self, board: Board) -> str:
        """Name of the arrow, with its source."""
        return f"{self.NOUN} at {self.source}"

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one automaton that reads the source first."""
        yield Regular(board.ids((self.source, *self.cells)), APPEARS, (), "Clue Combinations")

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the digit occurs again."""
        return grid[board.names[self.source]] in [grid[cell] for cell in board.ids(self.cells)]

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about cupid arrows."""
        return "The digit of a cell with an arrow appears again at least once in the direction of the arrow."

    def draw(self, canvas: Canvas, board: Board) -> None:
        """An arrow from the source through the cells."""
        canvas.arrow(board.ids((self.source, *self.cells)), "cupid")

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                {"type": "appears", "source": "r1c1", "cells": ["r2c2", "r3c3", "r4c4"]},
                {"type": "appears", "source": "r4c2", "cells": ["r3c3", "r2c4"]},
            ),
            refused=(
                {"type": "appears", "source": "r1c1", "cells": ["r1c1", "r2c2"]},
                {"type": "appears", "source": "r5c1", "cells": ["r2c2"]},
                {"type": "appears", "source": "r1c1", "cells": []},
                {"type": "appears", "cells": ["r2c2"]},
            ),
        )
