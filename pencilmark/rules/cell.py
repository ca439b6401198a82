"""Clues in single cells: ``cell`` of the kinds odd, even, low, high, set and exclude.

::

    ( )  odd        v  low: 1 … split         123  set: one of these digits
    [ ]  even       ^  high: split+1 … D      ≠5   exclude: none of these digits
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType

from ..board import Digit
from .base import Allowed, Board, CellList, Examples, Fault, PositiveInt, Primitive, Rule
from .canvas import Canvas
from .corner import Corner, Exclusion, Mathrax
from .negative import addition

Kind = Literal["odd", "even", "low", "high", "set", "exclude"]
DigitList = Annotated[tuple[PositiveInt, ...], Meta(min_length=1)]


@dataclass(frozen=True, slots=True)
class _Look:
    """What one kind means: its family, its parameter, the test of a digit and what a solver is told and sees."""

    family: str
    key: str
    test: Callable[[CellClue, Digit], bool]
    text: str
    noun: str
    shape: str = ""
    label: str = ""


class CellClue(Rule, frozen=True, tag="cell", kw_only=True):
    """Every listed cell holds a digit of one class."""

    kind: Kind
    cells: CellList
    split: PositiveInt | UnsetType = UNSET
    values: DigitList | UnsetType = UNSET

    SECTION: ClassVar[int] = 1
    FAMILIES: ClassVar[tuple[str, ...]] = ("Odd-Even", "Low-High", "Digit Class")

    @property
    def family(self) -> str:
        """Family of the kind."""
        return _LOOKS[self.kind].family

    @property
    def limit(self) -> int:
        """The last low digit; 0 for kinds without a split."""
        return 0 if self.split is UNSET else self.split

    @property
    def listed(self) -> tuple[Digit, ...]:
        """The listed digits; empty for kinds without a list."""
        return () if self.values is UNSET else self.values

    def element(self, board: Board) -> str:
        """The mark and its first cell: ``odd mark at r1c1``."""
        return f"{_LOOKS[self.kind].noun} at {board.name(min(self.reach(board)))}"

    def check(self, board: Board) -> None:
        """Raise Fault for cells that do not exist and for missing, foreign or wrong parameters."""
        board.require_all(self.cells, ".cells", distinct=False)
        wanted = _LOOKS[self.kind].key
        for key in ("split", "values"):
            stated = getattr(self, key) is not UNSET
            if stated and key != wanted:
                raise Fault(f"a cell clue of kind {self.kind!r} takes no {key}; remove it", f".{key}")
            if not stated and key == wanted:
                raise Fault(f"a cell clue of kind {self.kind!r} needs the key {key!r}")
        for i, value in enumerate(self.listed):
            if value > board.digits:
                raise Fault(f"{value} is above {board.digits}, the largest digit", f".values[{i}]")

    def _digits(self, board: Board) -> list[Digit]:
        test = _LOOKS[self.kind].test
        return [digit for digit in range(1, board.digits + 1) if test(self, digit)]

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield a mask per cell."""
        mask = sum(1 << digit - 1 for digit in self._digits(board))
        yield from (Allowed(cell, mask) for cell in board.ids(self.cells))

    def canonical(self, board: Board) -> Rule:
        """The corner clue that says the same, where the cells are a 2×2 block in order and there is one."""
        corner = _as_corner(self)
        if corner is None:
            return self
        try:
            corner.check(board)
        except Fault:
            return self
        return corner

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether every listed cell holds a digit of the class."""
        return all(_LOOKS[self.kind].test(self, grid[cell]) for cell in board.ids(self.cells))

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """The marks that occur, and what unmarked cells hold where all marks are given."""
        if rules[0].family == Exclusion.NAME:
            return Exclusion.sentence(rules, board)
        clues = [rule for rule in rules if isinstance(rule, cls)]
        ordered = [clue for kind in _LOOKS for clue in clues if clue.kind == kind]
        marks = dict.fromkeys(_LOOKS[clue.kind].text.format(*clue._bounds(board)) for clue in ordered)
        text = "; ".join(marks)
        stated = f"{text[:1].upper()}{text[1:]}." if marks else ""
        return " ".join(part for part in (stated, addition(rules, marked=bool(marks))) if part)

    def _bounds(self, board: Board) -> tuple[int, int, int]:
        """Gaps of the texts: last low digit, first high digit, largest digit."""
        return self.limit, self.limit + 1, board.digits

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A mark behind the digit, or the class as small text."""
        look = _LOOKS[self.kind]
        values = ("" if board.digits < 10 else " ").join(map(str, self.listed))
        for cell in board.ids(self.cells):
            if look.shape:
                canvas.mark(cell, look.shape, self.kind)
            else:
                canvas.label(cell, look.label.format(*self._bounds(board), values=values), "bottom-left")

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""

        def clue(kind: str, **keys: Any) -> dict[str, Any]:
            return {"type": "cell", "kind": kind, **keys, "cells": ["r1c2", "r3c3"]}

        return Examples(
            valid=(
                clue("odd"),
                {**clue("even"), "cells": ["r1c1", "r1c2", "r2c1", "r2c2"]},
                clue("low", split=2),
                clue("high", split=1),
                clue("set", values=[4, 2]),
                clue("exclude", values=[3]),
                {**clue("exclude", values=[3]), "cells": ["r1c1", "r1c2", "r2c1", "r2c2"]},
            ),
            refused=(
                clue("prime"),
                clue("odd", split=2),
                clue("even", values=[2]),
                clue("low"),
                clue("high", split=0),
                clue("set"),
                clue("set", values=[]),
                clue("exclude", values=[5]),
                clue("set", values=[1], split=1),
                {**clue("odd"), "cells": ["r5c1"]},
            ),
        )


_LOOKS: dict[str, _Look] = {
    "odd": _Look(
        "Odd-Even", "", lambda clue, v: v % 2 == 1, "a grey circle marks an odd digit", "odd mark", shape="circle"
    ),
    "even": _Look(
        "Odd-Even", "", lambda clue, v: v % 2 == 0, "a grey square marks an even digit", "even mark", shape="square"
    ),
    "low": _Look(
        "Low-High", "split", lambda clue, v: v <= clue.limit, "a cell marked ≤{0} holds 1–{0}", "low mark", label="≤{0}"
    ),
    "high": _Look(
        "Low-High", "split", lambda clue, v: v > clue.limit, "a cell marked ≥{1} holds {1}–{2}", "high mark",
        label="≥{1}",
    ),
    "set": _Look(
        "Digit Class", "values", lambda clue, v: v in clue.listed, "a marked cell holds one of its small digits",
        "digit class", label="{values}",
    ),
    "exclude": _Look(
        "Exclusion", "values", lambda clue, v: v not in clue.listed, "", "exclusion", label="≠{values}"
    ),
}  # fmt: skip
"""Kind -> meaning, in the order in which a sentence lists the marks."""


def _as_corner(clue: CellClue) -> Corner | None:
    """The corner clue that says the same if the cells are a 2×2 block in order; None where there is none."""
    if len(clue.cells) != 4:
        return None
    a, b, c, d = clue.cells
    if clue.kind == "odd" or clue.kind == "even":
        return Mathrax(kind="mathrax", op=clue.kind, cells=(a, b, c, d))
    if clue.kind == "exclude" and len(clue.listed) == 1:
        return Exclusion(kind="exclude", value=clue.listed[0], cells=(a, b, c, d))
    return None
