"""Global entropy: ``global_entropy``.

::

     1 5      every 2×2 block of the board holds a low, a middle and a high digit:
     8 2      1–3, 4–6 and 7–9 on nine digits
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from ..board import Digit, Mask
from ..constraints.regular import Automaton, Regular
from .base import Board, Examples, Fault, Primitive, Rule, bare, to_json
from .canvas import Canvas
from .digits import size_range
from .shared import BLOCK_STEPS, blocks


def _start(params: tuple[Any, ...]) -> Mask:
    return 0


def _step(state: Mask, digit: Digit, i: int, params: tuple[Any, ...]) -> Mask | None:
    seen = state | 1 << (digit - 1) // params[0]
    return seen if 3 - seen.bit_count() <= 3 - i else None


def _accept(state: Mask, params: tuple[Any, ...]) -> bool:
    return state.bit_count() == 3


THIRDS = Automaton("global_entropy", _start, _step, _accept)
"""The thirds met in a block of four cells. Params: how many digits a third has."""


class GlobalEntropy(Rule, frozen=True, tag="global_entropy"):
    """Every 2×2 block of existing cells holds a digit of each third of 1 … D."""

    NAME: ClassVar[str] = "Entropy"
    NOUN: ClassVar[str] = "2×2 block"
    SEPARATES: ClassVar[bool] = False

    def check(self, board: Board) -> None:
        """Nothing to check: the rule has no keys."""

    def check_buildable(self, board: Board, rules: tuple[Rule, ...]) -> None:
        """Raise Fault unless the digits split into thirds."""
        if board.digits % 3:
            raise Fault(f"global entropy needs three equal parts, and {board.digits} digits cannot be split so")

    def hashed(self, board: Board) -> dict[str, Any]:
        """The object itself."""
        return to_json(bare(self))

    def element(self, board: Board) -> str:
        """What one block is called; the rule itself has no place."""
        return self.NOUN

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one automaton per block, in reading order of the top-left cells."""
        for block in blocks(board):
            yield Regular(block, THIRDS, (board.digits // 3,), "Line Classes")

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether every block holds a low, a middle and a high digit."""
        low, middle = board.digits // 3, board.digits * 2 // 3
        for row, col in board.cells:
            around = [board.index.get((row + r, col + c)) for r, c in BLOCK_STEPS]
            digits = [grid[cell] for cell in around if cell is not None]
            if len(digits) == 4 and {(digit > low) + (digit > middle) for digit in digits} != {0, 1, 2}:
                return False
        return True

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about the three ranges."""
        third = board.digits // 3
        low, middle, high = (size_range(third * k + 1, third * (k + 1)) for k in range(3))
        return f"Every 2×2 block holds a low ({low}), a middle ({middle}) and a high digit ({high})."

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A note below the drawing."""
        canvas.note("Every 2×2 block holds a low, a middle and a high digit.")

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=({"type": "global_entropy"}, {"type": "global_entropy", "label": "entropy"}),
            refused=(
                {"type": "global_entropy", "cells": ["r1c1"]},
                {"type": "global_entropy", "kind": "low"},
            ),
            cols=5,
            digits=6,
        )
