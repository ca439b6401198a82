"""Clues where four cells meet: ``corner`` of the kinds ``battenburg``, ``mathrax`` and ``exclude``.

::

    a | b      battenburg: odd and even alternate like a checkerboard
    --o--      mathrax:    10+ holds for a, d and for b, c; E / O: all four are even / odd
    c | d      exclude:    none of the four is the circled digit
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, UnsetType

from ..board import Cell, Digit, Mask, full_mask
from ..constraints.regular import Automaton, Regular
from .base import Allowed, Board, CellName, Examples, Fault, PositiveInt, Primitive, Rule, bare, to_json
from .canvas import Canvas
from .shared import BLOCK_STEPS, OPERATIONS, Block, Number, Pair, canonical_clue, numbered_table

_BROKEN = 2


def is_checkerboard(a: Digit, b: Digit, c: Digit, d: Digit) -> bool:
    """Whether the digits of a 2×2 block are an odd/even checkerboard."""
    return a % 2 == d % 2 and b % 2 == c % 2 and a % 2 != b % 2


def _start(params: tuple[Any, ...]) -> int:
    return -1


def _step(state: int, digit: Digit, i: int, params: tuple[Any, ...]) -> int | None:
    if i == 0:
        return digit % 2
    fits = state != _BROKEN and digit % 2 == (state if i == 3 else 1 - state)
    if params[0]:
        return state if fits else None
    return state if fits else _BROKEN


def _accept(state: int, params: tuple[Any, ...]) -> bool:
    return state != _BROKEN if params[0] else state == _BROKEN


CHECKERBOARD = Automaton("checkerboard", _start, _step, _accept)
"""Reads a 2×2 block; the state is the parity of its first cell as long as the block may be a checkerboard."""


def checkerboard(block: Sequence[Cell], wanted: bool) -> Regular:
    """A 2×2 block that is (or, unless ``wanted``, is not) an odd/even checkerboard."""
    return Regular(tuple(block), CHECKERBOARD, (wanted,), "Clue Combinations")


class Corner(Rule, frozen=True):
    """Base of the corner clues: a 2×2 block in the order top-left, top-right, bottom-left, bottom-right."""

    cells: tuple[CellName, CellName, CellName, CellName]

    def check(self, board: Board) -> None:
        """Raise Fault unless the cells are a 2×2 block in order."""
        at = [board.cells[cell] for cell in board.require_all(self.cells, ".cells")]
        row, col = at[0]
        if at != [(row + down, col + right) for down, right in BLOCK_STEPS]:
            order = "top-left, top-right, bottom-left, bottom-right"
            raise Fault(f"the cells are no 2×2 block; list one in the order {order}", ".cells")

    def block(self, board: Board) -> Block:
        """Ids of the four cells."""
        a, b, c, d = board.ids(self.cells)
        return a, b, c, d

    def hashed(self, board: Board) -> dict[str, Any]:
        """The object as it stands; its cells have one order only."""
        return to_json(bare(self))


def _corner(kind: str, **keys: Any) -> dict[str, Any]:
    return {"type": "corner", "kind": kind, **keys, "cells": ["r1c2", "r1c3", "r2c2", "r2c3"]}


class Battenburg(Corner, frozen=True, tag="corner"):
    """The block is an odd/even checkerboard."""

    kind: Literal["battenburg"]

    NAME: ClassVar[str] = "Battenburg"
    NOUN: ClassVar[str] = "Battenburg mark"
    KINDS: ClassVar[tuple[str, ...]] = ("battenburg",)

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one automaton over the block."""
        yield checkerboard(self.block(board), wanted=True)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether every two of the block's cells that share a border hold an odd and an even digit."""
        a, b, c, d = (grid[cell] for cell in self.block(board))
        return all((v + w) % 2 for v, w in ((a, b), (a, c), (b, d), (c, d)))

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """The checkerboard, and whether all marks are given."""
        marks = [rule for rule in rules if isinstance(rule, cls)]
        text = "Odd and even digits alternate like a checkerboard in the 2×2 block around a mark."
        others = [rule for rule in rules if rule not in marks]
        added = [type(others[0]).sentence(others, board)] if others else []
        return " ".join([text, *added] if marks else added)

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A small checkered mark."""
        canvas.corner(self.block(board), "", "checkered")

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        other = {**_corner("battenburg"), "cells": ["r3c3", "r3c4", "r4c3", "r4c4"]}
        return Examples(
            valid=(_corner("battenburg"), other),
            refused=(
                _corner("battenburg", value=3),
                {**other, "cells": ["r3c3", "r4c3", "r3c4", "r4c4"]},
                {**other, "cells": ["r3c3", "r3c4", "r4c3"]},
                {**other, "cells": ["r4c4", "r4c5", "r5c4", "r5c5"]},
            ),
        )


_OPERATIONS = {"+": "sum", "-": "difference", "x": "product", "/": "ratio"}
_OPS = {operation: op for op, operation in _OPERATIONS.items()}
_TEXTS = {"-": "−", "x": "×", "/": "÷"}
_PARITIES = {"even": 0, "odd": 1}
_WORDS = {"+": "sum", "-": "difference", "x": "product", "/": "quotient"}


class Mathrax(Corner, frozen=True, tag="corner", kw_only=True):
    """An operation gives ``value`` on both diagonals of the block, or all four digits are even / odd."""

    kind: Literal["mathrax"]
    op: Literal["+", "-", "x", "/", "even", "odd"]
    value: Number | UnsetType = UNSET

    NAME: ClassVar[str] = "Mathrax"
    NOUN: ClassVar[str] = "Mathrax clue"
    KINDS: ClassVar[tuple[str, ...]] = ("mathrax",)

    @property
    def section(self) -> int:
        """Among the cell clues if it is about parity."""
        return 1 if self.value is UNSET else 2

    def check(self, board: Board) -> None:
        """Raise Fault unless the block is right and ``value`` stands exactly beside an operation."""
        super().check(board)
        if self.op in _PARITIES and self.value is not UNSET:
            raise Fault(f"op {self.op!r} takes no value; remove it", ".value")
        if self.op in _OPERATIONS and self.value is UNSET:
            raise Fault(f"op {self.op!r} needs a value, the number it gives")

    def _diagonals(self, board: Board) -> tuple[Pair, Pair]:
        a, b, c, d = self.block(board)
        return (a, d), (b, c)

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield a table per diagonal, or a mask per cell."""
        if self.value is UNSET:
            mask = _parity_mask(_PARITIES[self.op], board.digits)
            yield from (Allowed(cell, mask) for cell in self.block(board))
            return
        for pair in self._diagonals(board):
            yield numbered_table(_OPERATIONS[self.op], self.value, pair, board, rules)

    def canonical_among(self, board: Board, rules: tuple[Rule, ...]) -> Rule:
        """The first operation with the same meaning in this file, if it is the same on both diagonals."""
        if self.value is UNSET:
            return self
        stated = (_OPERATIONS[self.op], self.value)
        found = {canonical_clue(*stated, pair, board, rules) for pair in self._diagonals(board)}
        operation, value = found.pop() if len(found) == 1 else stated
        return msgspec.structs.replace(self, op=_OPS[operation], value=value)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the operation gives the value twice, or all digits have the parity."""
        if self.value is UNSET:
            return all(grid[cell] % 2 == _PARITIES[self.op] for cell in self.block(board))
        test = OPERATIONS[_OPERATIONS[self.op]]
        return all(test(grid[a], grid[b], self.value) for a, b in self._diagonals(board))

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """The operations and letters that occur."""
        ops = {rule.op for rule in rules if isinstance(rule, cls)}
        words = [word for op, word in _WORDS.items() if op in ops]
        letters = [f"{op[0].upper()}: all four are {op}" for op in _PARITIES if op in ops]
        stated = []
        if words:
            stated.append(f"A circled number is the {' or '.join(words)} of both diagonal pairs around it")
        if letters:
            stated.append(f"A circled letter is about the four cells around it ({', '.join(letters)})")
        return ". ".join(stated) + "."

    def draw(self, canvas: Canvas, board: Board) -> None:
        """The number and the sign of the operation, or the letter, in a circle."""
        text = self.op[0].upper() if self.value is UNSET else f"{self.value}{_TEXTS.get(self.op, self.op)}"
        canvas.corner(self.block(board), text)

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                _corner("mathrax", op="+", value=5),
                _corner("mathrax", op="-", value=1),
                _corner("mathrax", op="x", value=4),
                _corner("mathrax", op="/", value=1),
                _corner("mathrax", op="even"),
                _corner("mathrax", op="odd"),
            ),
            refused=(
                _corner("mathrax", op="+"),
                _corner("mathrax", op="even", value=2),
                _corner("mathrax", op="+", value=-1),
                _corner("mathrax", op="%", value=1),
            ),
        )


def _parity_mask(parity: int, digits: int) -> Mask:
    return sum(1 << digit - 1 for digit in range(1, digits + 1) if digit % 2 == parity)


class Exclusion(Corner, frozen=True, tag="corner", kw_only=True):
    """None of the four cells holds ``value``."""

    kind: Literal["exclude"]
    value: PositiveInt

    NAME: ClassVar[str] = "Exclusion"
    NOUN: ClassVar[str] = "exclusion"
    KINDS: ClassVar[tuple[str, ...]] = ("exclude",)
    SECTION: ClassVar[int] = 1

    def check(self, board: Board) -> None:
        """Raise Fault unless the block is right and ``value`` is a digit."""
        super().check(board)
        if self.value > board.digits:
            raise Fault(f"value is above {board.digits}, the largest digit", ".value")

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield a mask per cell."""
        mask = full_mask(board.digits) & ~(1 << self.value - 1)
        yield from (Allowed(cell, mask) for cell in self.block(board))

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the digit is none of the four."""
        return self.value not in [grid[cell] for cell in self.block(board)]

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """Circles at corners, struck-out digits in cells, or both."""
        corners = [rule for rule in rules if isinstance(rule, cls)]
        stated = ["A circled digit after ≠ is in none of the cells that the circle touches"] if corners else []
        if len(corners) < len(rules):
            stated.append("A small digit after ≠ is not the digit of its cell")
        return "; ".join(stated).replace("; A", "; a") + "."

    def draw(self, canvas: Canvas, board: Board) -> None:
        """The digit in a circle."""
        canvas.corner(self.block(board), f"≠{self.value}")

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(_corner("exclude", value=4), _corner("exclude", value=1)),
            refused=(
                _corner("exclude", value=5),
                _corner("exclude", value=0),
                _corner("exclude"),
                _corner("exclude", value=1, op="+"),
            ),
        )
