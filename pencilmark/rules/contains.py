"""Digits among cells: ``contains``, known as quadruples.

::

     . | .
     -(1 1 3)-      the digits 1, 1 and 3 are among the four cells around the circle
     . | .
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from ..board import Digit
from ..constraints.regular import Automaton, Regular
from .base import Board, CellList, Examples, Primitive, Rule
from .canvas import Canvas
from .digits import DigitList, check_digits
from .shared import blocks

_Digits = tuple[Digit, ...]


def _start(params: tuple[Any, ...]) -> _Digits:
    digits: _Digits = params[0]
    return digits


def _step(state: _Digits, digit: Digit, i: int, params: tuple[Any, ...]) -> _Digits | None:
    if digit in state:
        at = state.index(digit)
        state = state[:at] + state[at + 1 :]
    return state if len(state) <= params[1] - i - 1 else None


def _accept(state: _Digits, params: tuple[Any, ...]) -> bool:
    return not state


CONTAINS = Automaton("contains", _start, _step, _accept)
"""The listed digits not yet met. Params: the list, ascending; the number of cells."""


class Contains(Rule, frozen=True, tag="contains"):
    """Every digit occurs among the cells at least as often as it is listed."""

    digits: DigitList
    cells: CellList

    NAME: ClassVar[str] = "Quadruple"
    NOUN: ClassVar[str] = "quadruple"
    SEPARATES: ClassVar[bool] = False

    def check(self, board: Board) -> None:
        """Raise Fault unless digits and cells exist and no cell is listed twice."""
        check_digits(self.digits, board, ".digits")
        board.require_all(self.cells, ".cells")

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one automaton over the cells."""
        cells = board.ids(self.cells)
        yield Regular(cells, CONTAINS, (tuple(sorted(self.digits)), len(cells)), "Clue Combinations")

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether all listed digits occur often enough."""
        return Counter(self.digits) <= Counter(grid[cell] for cell in board.ids(self.cells))

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about quadruples."""
        return "The digits in a circle appear in the cells around it, at least as often as they are written there."

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A circled text in the middle of a 2×2 block, or a label in any other group of cells."""
        cells = tuple(sorted(board.ids(self.cells)))
        text = " ".join(map(str, self.digits))
        if cells in blocks(board):
            canvas.corner(cells, text)
        else:
            canvas.outline(cells, "clue")
            canvas.label(cells[0], text)

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        block = ["r1c1", "r1c2", "r2c1", "r2c2"]
        return Examples(
            valid=(
                {"type": "contains", "digits": [1, 1, 3], "cells": block},
                {"type": "contains", "digits": [2, 4], "cells": block},
                {"type": "contains", "digits": [4], "cells": ["r3c3", "r1c4"]},
            ),
            refused=(
                {"type": "contains", "digits": [], "cells": block},
                {"type": "contains", "digits": [5], "cells": block},
                {"type": "contains", "digits": [1], "cells": ["r1c1", "r1c1"]},
                {"type": "contains", "digits": [1], "cells": []},
                {"type": "contains", "cells": block},
            ),
        )
