"""Clues on the border of two cells: ``edge`` of every kind.

::

    3 o 4     kropki: white dot consecutive, black dot 1:2       7 X 3     xv: X = 10, V = 5
    2 ● 4
    5 (3) 8   difference, sum, product, ratio: a number          9 > 4     greater, less
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal

from ..board import Digit
from ..puzzle import Relation
from .base import Board, Examples, Primitive, Rule, bare, to_json
from .canvas import Canvas
from .negative import addition
from .shared import OPERATIONS, CellPair, Number, Pair, canonical_clue, numbered_table, require_sides


class Edge(Rule, frozen=True):
    """Base of the edge clues: two cells that share a border."""

    cells: CellPair

    def check(self, board: Board) -> None:
        """Raise Fault unless the two cells share a border."""
        require_sides(self.cells, board)

    def pair(self, board: Board) -> Pair:
        """Ids of the two cells in the stated order."""
        return board.names[self.cells[0]], board.names[self.cells[1]]

    @property
    def noun(self) -> str:
        """What this clue is called in an explanation."""
        return self.NOUN

    def element(self, board: Board) -> str:
        """Name of the clue with both its cells: ``white dot between r1c1 and r1c2``."""
        first, second = sorted(self.pair(board))
        return f"{self.noun} between {board.name(first)} and {board.name(second)}"


class RelationEdge(Edge, frozen=True):
    """Base of the edge clues that are one pair relation."""

    def relation(self, board: Board) -> Relation:
        """The relation of the two cells."""
        raise NotImplementedError

    def pairs(self, board: Board, rules: tuple[Rule, ...]) -> tuple[Relation, ...]:
        """The one relation."""
        return (self.relation(board),)

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield the relation."""
        yield self.relation(board)


def _edge(kind: str, **keys: Any) -> dict[str, Any]:
    return {"type": "edge", "kind": kind, **keys, "cells": ["r2c3", "r2c2"]}


def _sentences(marks: Sequence[str], rules: Sequence[Rule]) -> str:
    """One sentence about the marks that occur, and what the negatives of the family add."""
    text = f"{'; '.join(marks)}." if marks else ""
    return " ".join(part for part in (text, addition(rules, marked=bool(marks))) if part)


class Kropki(RelationEdge, frozen=True, tag="edge", kw_only=True):
    """A white dot: consecutive digits. A black dot: one digit is twice the other."""

    kind: Literal["kropki"]
    color: Literal["white", "black"]

    NAME: ClassVar[str] = "Kropki"
    NOUN: ClassVar[str] = "dot"
    KINDS: ClassVar[tuple[str, ...]] = ("kropki",)
    MEANING: ClassVar[dict[str, tuple[str, int]]] = {"white": ("difference", 1), "black": ("ratio", 2)}
    TEXTS: ClassVar[dict[str, str]] = {
        "white": "a white dot joins consecutive digits",
        "black": "a black dot joins a digit and its double",
    }

    @property
    def noun(self) -> str:
        """The dot with its colour."""
        return f"{self.color} {self.NOUN}"

    def relation(self, board: Board) -> Relation:
        """Difference 1 or ratio 2."""
        op, number = self.MEANING[self.color]
        return Relation(op, *self.pair(board), (number,))

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the digits are consecutive, or the larger one is twice the smaller."""
        small, large = sorted(grid[cell] for cell in self.pair(board))
        return large == (small + 1 if self.color == "white" else 2 * small)

    @classmethod
    def title(cls, rules: Sequence[Rule]) -> str:
        """By the dots that occur: white ones only make a consecutive sudoku."""
        colors = {rule.color for rule in rules if isinstance(rule, cls)}
        if not colors:
            return "Non-Kropki"
        return "Consecutive" if colors == {"white"} else cls.NAME

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """The colours that occur, and what missing dots mean."""
        colors = {rule.color for rule in rules if isinstance(rule, cls)}
        marks = [text for color, text in cls.TEXTS.items() if color in colors]
        return _sentences([marks[0].capitalize(), *marks[1:]] if marks else [], rules)

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A dot."""
        canvas.dot(*self.pair(board), self.color)

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                _edge("kropki", color="white"),
                {**_edge("kropki", color="black"), "cells": ["r3c1", "r4c1"]},
            ),
            refused=(
                _edge("kropki"),
                _edge("kropki", color="grey"),
                _edge("kropki", color="white", value=1),
                {**_edge("kropki", color="white"), "cells": ["r1c1", "r2c2"]},
                {**_edge("kropki", color="white"), "cells": ["r1c1", "r1c1"]},
            ),
        )


class XV(RelationEdge, frozen=True, tag="edge", kw_only=True):
    """X: the digits sum to 10. V: they sum to 5."""

    kind: Literal["xv"]
    letter: Literal["X", "V"]

    NAME: ClassVar[str] = "XV"
    NOUN: ClassVar[str] = "letter"
    KINDS: ClassVar[tuple[str, ...]] = ("xv",)
    SUMS: ClassVar[dict[str, int]] = {"X": 10, "V": 5}

    @property
    def noun(self) -> str:
        """The letter."""
        return self.letter

    def relation(self, board: Board) -> Relation:
        """Sum 10 or 5."""
        return Relation("sum", *self.pair(board), (self.SUMS[self.letter],))

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the digits have the sum."""
        return sum(grid[cell] for cell in self.pair(board)) == self.SUMS[self.letter]

    @classmethod
    def title(cls, rules: Sequence[Rule]) -> str:
        """Whether there are letters at all."""
        return cls.NAME if any(isinstance(rule, cls) for rule in rules) else f"Non-{cls.NAME}"

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """The letters that occur, and what missing letters mean."""
        letters = {rule.letter for rule in rules if isinstance(rule, cls)}
        found = [(letter, total) for letter, total in cls.SUMS.items() if letter in letters]
        marks = [f"{'two' if i else 'Two'} cells joined by {letter} sum to {n}" for i, (letter, n) in enumerate(found)]
        return _sentences(marks, rules)

    def draw(self, canvas: Canvas, board: Board) -> None:
        """The letter."""
        canvas.sign(*self.pair(board), self.letter)

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects; only V can be filled on four digits."""
        return Examples(
            valid=(_edge("xv", letter="V"), {**_edge("xv", letter="X"), "cells": ["r4c4", "r4c5"]}),
            refused=(
                _edge("xv"),
                _edge("xv", letter="x"),
                _edge("xv", letter="V", color="white"),
                {**_edge("xv", letter="V"), "cells": ["r1c4", "r2c1"]},
            ),
            cols=5,
            digits=6,
        )


class NumberedEdge(Edge, frozen=True):
    """Base of the clues with a number, which are tables of digit pairs."""

    OPERATION: ClassVar[str] = ""
    KEY: ClassVar[str] = "value"
    TEXT: ClassVar[str] = ""
    SIGN: ClassVar[str] = "{}"
    NOUN: ClassVar[str] = "number"

    @property
    def number(self) -> int:
        """The number of the clue."""
        number: int = getattr(self, self.KEY)
        return number

    def phrase(self, board: Board) -> str:
        """The number as it is written, and its two cells: ``the number ×6 between r1c1 and r1c2``."""
        return f"the {self.noun} {self.SIGN.format(self.number)}{self.element(board).removeprefix(self.noun)}"

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one table."""
        yield numbered_table(self.OPERATION, self.number, self.pair(board), board, rules)

    def canonical_among(self, board: Board, rules: tuple[Rule, ...]) -> Rule:
        """The first numbered clue with the same meaning in this file."""
        operation, number = canonical_clue(self.OPERATION, self.number, self.pair(board), board, rules)
        return NUMBERED[operation].of(number, self)

    @classmethod
    def of(cls, number: int, like: Edge) -> NumberedEdge:
        """The clue of this kind with a number, on the cells of another edge clue."""
        keys: dict[str, Any] = {"kind": cls.KINDS[0], cls.KEY: number, "cells": like.cells}
        return cls(**keys)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the two digits give the number."""
        a, b = self.pair(board)
        return OPERATIONS[self.OPERATION](grid[a], grid[b], self.number)

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """What the numbers are, and what missing numbers mean."""
        return _sentences([cls.TEXT] if any(isinstance(rule, cls) for rule in rules) else [], rules)

    def draw(self, canvas: Canvas, board: Board) -> None:
        """The number."""
        canvas.sign(*self.pair(board), self.SIGN.format(self.number))

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        kind, key = cls.KINDS[0], cls.KEY
        foreign = "value" if key == "sum" else "sum"
        return Examples(
            valid=(_edge(kind, **{key: 3}), {**_edge(kind, **{key: 2}), "cells": ["r3c4", "r4c4"]}),
            refused=(
                _edge(kind),
                _edge(kind, **{foreign: 3}),
                _edge(kind, **{key: -1}),
                _edge(kind, **{key: "3"}),
                {**_edge(kind, **{key: 3}), "cells": ["r1c1", "r1c3"]},
            ),
        )


class Difference(NumberedEdge, frozen=True, tag="edge", kw_only=True):
    """The digits differ by ``value``."""

    kind: Literal["difference"]
    value: Number

    NAME: ClassVar[str] = "Difference"
    KINDS: ClassVar[tuple[str, ...]] = ("difference",)
    OPERATION: ClassVar[str] = "difference"
    TEXT: ClassVar[str] = "A number in a white dot is the difference of the two digits"

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A white dot with the number."""
        canvas.dot(*self.pair(board), "white", str(self.value))


class SumPair(NumberedEdge, frozen=True, tag="edge", kw_only=True):
    """The digits sum to ``sum``."""

    kind: Literal["sum"]
    sum: Number

    NAME: ClassVar[str] = "Sum Pairs"
    KINDS: ClassVar[tuple[str, ...]] = ("sum",)
    OPERATION: ClassVar[str] = "sum"
    KEY: ClassVar[str] = "sum"
    TEXT: ClassVar[str] = "A number on the border of two cells is the sum of their digits"


class Product(NumberedEdge, frozen=True, tag="edge", kw_only=True):
    """The product of the digits is ``value``."""

    kind: Literal["product"]
    value: Number

    NAME: ClassVar[str] = "Product"
    KINDS: ClassVar[tuple[str, ...]] = ("product",)
    OPERATION: ClassVar[str] = "product"
    TEXT: ClassVar[str] = "A number after × on the border of two cells is the product of their digits"
    SIGN: ClassVar[str] = "×{}"


class Ratio(NumberedEdge, frozen=True, tag="edge", kw_only=True):
    """The larger digit is ``value`` times the smaller."""

    kind: Literal["ratio"]
    value: Number

    NAME: ClassVar[str] = "Ratio"
    KINDS: ClassVar[tuple[str, ...]] = ("ratio",)
    OPERATION: ClassVar[str] = "ratio"
    TEXT: ClassVar[str] = "A number in a black dot says how many times the smaller digit goes into the larger one"

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A black dot with the number."""
        canvas.dot(*self.pair(board), "black", str(self.value))


NUMBERED: dict[str, type[NumberedEdge]] = {cls.OPERATION: cls for cls in (Difference, SumPair, Ratio, Product)}
"""Operation -> class of its edge clue."""


class Inequality(RelationEdge, frozen=True, tag="edge", kw_only=True):
    """The first cell holds the greater (``greater``) or the smaller (``less``) digit."""

    kind: Literal["greater", "less"]

    NAME: ClassVar[str] = "Greater-Than"
    NOUN: ClassVar[str] = "inequality sign"
    KINDS: ClassVar[tuple[str, ...]] = ("greater", "less")

    def _rising(self, board: Board) -> Pair:
        """The cells, the one with the smaller digit first."""
        first, second = self.pair(board)
        return (first, second) if self.kind == "less" else (second, first)

    def relation(self, board: Board) -> Relation:
        """``less`` from the smaller to the greater digit."""
        return Relation("less", *self._rising(board))

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the digits rise as the sign says."""
        first, second = (grid[cell] for cell in self.pair(board))
        return first > second if self.kind == "greater" else first < second

    def hashed(self, board: Board) -> dict[str, Any]:
        """The object as it stands: its cells have a direction."""
        return to_json(bare(self))

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """Where the sign points."""
        return "The sign between two cells points to the smaller digit."

    def draw(self, canvas: Canvas, board: Board) -> None:
        """The sign."""
        small, great = self._rising(board)
        canvas.greater(great, small)

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(_edge("greater"), _edge("less")),
            refused=(
                _edge("greater", value=1),
                _edge("equal"),
                {**_edge("less"), "cells": ["r1c1"]},
                {**_edge("less"), "cells": ["r1c1", "r3c1"]},
            ),
        )
