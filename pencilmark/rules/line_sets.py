"""Lines whose digits are compared as a set: renban, between and lockout lines.

::

    renban      5---3---4---6          consecutive digits in any order, none twice
    between    (2)--5---3--(7)         inner digits strictly between the ends
    lockout    <3>--2---9--<7>         ends differ by at least 4, inner digits outside their range
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, UnsetType

from ..board import Digit
from ..constraints.regular import Automaton, Regular
from .base import Board, Examples, Primitive, Rule
from .canvas import Canvas
from .digits import NonNegativeInt, listed
from .line import CircledLine, Line, line_doc, relations, require_value

_REMEMBERED = 10
"""Up to this many cells the automaton of a renban line remembers the digits it has met; beyond, only their range."""


class Renban(Line, frozen=True, tag="line"):
    """The digits are a set of consecutive digits in any order, none twice."""

    kind: Literal["renban"]

    NAME: ClassVar[str] = "Renban"
    KINDS: ClassVar[tuple[str, ...]] = ("renban",)
    CLOSABLE: ClassVar[bool] = True
    NOUN: ClassVar[str] = "renban line"
    ROLE: ClassVar[str] = "renban"

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield the line as a whole; of a long line, its range and the differences of all pairs."""
        cells = board.ids(self.cells)
        short = len(cells) <= _REMEMBERED
        yield Regular(cells, RUN if short else SPAN, (len(cells),), "Renban Runs")
        if not short:
            yield from relations("different", combinations(cells, 2), board)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the sorted digits count upwards one by one."""
        digits = sorted(self.digits(grid, board))
        return digits == list(range(digits[0], digits[0] + len(digits)))

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about renban lines."""
        return "The digits on a renban line don't repeat and are consecutive, in any order."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                line_doc("renban", "r1c1 r1c2 r2c3"),
                line_doc("renban", "r1c1 r2c2"),
                line_doc("renban", "r1c1 r1c2 r2c2 r2c1", closed=True),
            ),
            refused=(
                line_doc("renban", "r1c1 r1c2 r2c3", closed=True),
                line_doc("renban", "r1c1 r1c2", value=1),
                line_doc("renban", "r1c1 r1c3"),
            ),
        )


class Between(CircledLine, frozen=True, tag="line"):
    """Inner digits lie strictly between the digits of the ends."""

    kind: Literal["between"]

    NAME: ClassVar[str] = "Between Lines"
    KINDS: ClassVar[tuple[str, ...]] = ("between",)
    NOUN: ClassVar[str] = "between line"
    ROLE: ClassVar[str] = "between"

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield the line as a whole, the ends first; two cells say nothing."""
        if len(self.cells) > 2:
            first, *inner, last = board.ids(self.cells)
            yield Regular((first, last, *inner), ENDS, (True, 2), "Line Ranges")

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether every inner digit is strictly between the ends."""
        first, *inner, last = self.digits(grid, board)
        return all(min(first, last) < digit < max(first, last) for digit in inner)

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about between lines."""
        return "Digits on a line between two circles lie strictly between the two circled digits."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(line_doc("between", "r1c1 r1c2 r2c3"), line_doc("between", "r3c3 r2c2 r2c3 r1c4")),
            refused=(
                line_doc("between", "r1c1 r3c1 r4c1"),
                line_doc("between", "r1c1 r1c2 r2c1", closed=True),
                line_doc("between", "r1c1 r1c2 r2c3", value=4),
            ),
        )


class Lockout(Line, frozen=True, tag="line"):
    """The ends differ by at least ``value``, and inner digits lie outside their range."""

    kind: Literal["lockout"]
    value: NonNegativeInt | UnsetType = UNSET

    NAME: ClassVar[str] = "Lockout"
    KINDS: ClassVar[tuple[str, ...]] = ("lockout",)
    NOUN: ClassVar[str] = "lockout line"
    ROLE: ClassVar[str] = "lockout"

    @property
    def least(self) -> int:
        """The least difference of the ends."""
        return 4 if self.value is UNSET else self.value

    def check(self, board: Board) -> None:
        """Raise Fault unless the line is a path and states the difference where it has to."""
        super().check(board)
        require_value(self, "value", board)

    def canonical(self, board: Board) -> Line:
        """The default difference is left out where it is a default."""
        value = UNSET if board.digits == 9 and self.least == 4 else self.least
        return msgspec.structs.replace(super().canonical(board), value=value)

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield the relation of the ends and the line as a whole, the ends first."""
        first, *inner, last = board.ids(self.cells)
        yield from relations("difference_at_least", [(first, last)], board, (self.least,))
        if inner:
            yield Regular((first, last, *inner), ENDS, (False, self.least), "Line Ranges")

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the ends are far apart and no inner digit lies between or on them."""
        first, *inner, last = self.digits(grid, board)
        locked = range(min(first, last), max(first, last) + 1)
        return abs(first - last) >= self.least and not any(digit in locked for digit in inner)

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence with the least difference."""
        values = sorted({rule.least for rule in rules if isinstance(rule, Lockout)})
        return (
            f"The digits in the diamonds of a lockout line differ by at least {listed(values, 'or')}; "
            "all other digits on the line are lower than both of them or higher than both."
        )

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A line with diamonds at its ends."""
        super().draw(canvas, board)
        cells = board.ids(self.cells)
        canvas.mark(cells[0], "diamond", self.ROLE)
        canvas.mark(cells[-1], "diamond", self.ROLE)

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                line_doc("lockout", "r1c1 r1c2 r2c3", value=2),
                line_doc("lockout", "r1c1 r1c2", value=2),
                line_doc("lockout", "r1c1 r1c2 r2c3 r3c3", value=0),
            ),
            refused=(
                line_doc("lockout", "r1c1 r1c2 r2c3"),
                line_doc("lockout", "r1c1 r1c2 r2c2", value=2, closed=True),
                line_doc("lockout", "r1c1 r1c3", value=2),
            ),
        )


def _run_start(params: tuple[Any, ...]) -> int:
    return 0


def _run_step(state: int, digit: Digit, i: int, params: tuple[Any, ...]) -> int | None:
    seen = state | 1 << digit
    lowest = seen & -seen
    return seen if seen != state and seen < lowest << params[0] else None


def _run_accept(state: int, params: tuple[Any, ...]) -> bool:
    return True


RUN = Automaton("run", _run_start, _run_step, _run_accept)
"""Different digits in a window as wide as the line is long; the state is the set of digits met."""


def _span_start(params: tuple[Any, ...]) -> tuple[Digit, ...]:
    return ()


def _span_step(state: tuple[Digit, ...], digit: Digit, i: int, params: tuple[Any, ...]) -> tuple[Digit, ...] | None:
    low, high = min((*state, digit)), max((*state, digit))
    return (low, high) if high - low < params[0] else None


def _span_accept(state: tuple[Digit, ...], params: tuple[Any, ...]) -> bool:
    return True


SPAN = Automaton("span", _span_start, _span_step, _span_accept)
"""Digits in a window as wide as the line is long; the state is the least and the greatest digit met."""


def _ends_start(params: tuple[Any, ...]) -> tuple[Digit, ...]:
    return ()


def _ends_step(state: tuple[Digit, ...], digit: Digit, i: int, params: tuple[Any, ...]) -> tuple[Digit, ...] | None:
    inside, least = params
    if i == 0:
        return (digit,)
    if i == 1:
        low, high = sorted((*state, digit))
        return (low, high) if high - low >= least else None
    low, high = state
    return state if (low < digit < high if inside else digit < low or digit > high) else None


def _ends_accept(state: tuple[Digit, ...], params: tuple[Any, ...]) -> bool:
    return True


ENDS = Automaton("ends", _ends_start, _ends_step, _ends_accept)
"""The two ends, then the inner cells inside or outside their range; the state is the range."""
