"""Pair operators and ``relation``: any operator between any two cells.

::

    r1c1 - - 11 - - r5c5      {"op": "sum", "params": [11], "pairs": [["r1c1", "r5c5"]]}
                              the first cell of a pair holds v, the second w
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from ..board import Cell, Digit
from ..constraints.relation import ANY_OF, OPERATORS, related
from ..puzzle import Relation
from .base import Board, Examples, Fault, Primitive, Rule, bare, reading_order, to_json
from .canvas import Canvas
from .shared import CellPair

RESERVED = "allowed"
"""Operator that no file may use in version 1."""

Op = Annotated[str, Meta(description="A pair operator.", extra_json_schema={"enum": sorted([*OPERATORS, ANY_OF])})]
Params = Annotated[
    tuple[Any, ...],
    Meta(description="The numbers of the operator, for any_of a list of [operator, params]."),
]
PairList = Annotated[tuple[CellPair, ...], Meta(min_length=1)]

_DEEPEST = 8

PHRASES: dict[str, str] = {
    "different": "hold different digits",
    "equal": "hold the same digit",
    "less": "rise from the first cell to the second",
    "less_equal": "never fall from the first cell to the second",
    "difference": "differ by exactly {}",
    "not_difference": "do not differ by exactly {}",
    "not_consecutive": "never hold consecutive digits",
    "difference_at_least": "differ by at least {}",
    "difference_at_most": "differ by at most {}",
    "ratio": "hold a digit and {} times that digit",
    "not_ratio": "never hold a digit and {} times that digit",
    "sum": "sum to {}",
    "not_sum": "never sum to {}",
    "parity_differs": "hold an odd and an even digit",
    "same_third": "hold digits of the same three (1–3, 4–6, 7–9 …)",
    "different_third": "hold digits of different threes (1–3, 4–6, 7–9 …)",
    "same_mod3": "leave the same remainder modulo 3",
    "different_mod3": "leave different remainders modulo 3",
}
"""Operator -> what two cells do that stand in it, with a gap for its number."""

_SIGNS: dict[str, str] = {
    "different": "≠", "equal": "=", "less": "<", "less_equal": "≤", "difference": "±{}", "not_difference": "≠±{}",
    "not_consecutive": "≠±1", "difference_at_least": "≥±{}", "difference_at_most": "≤±{}", "ratio": "1:{}",
    "not_ratio": "≠1:{}", "sum": "+{}", "not_sum": "≠+{}", "parity_differs": "odd/even", "same_third": "=⅓",
    "different_third": "≠⅓", "same_mod3": "=%3", "different_mod3": "≠%3",
}  # fmt: skip


def freeze(value: Any, depth: int = 0) -> Any:
    """``params`` as nested tuples; raises ValueError for anything but whole numbers, names and lists."""
    if isinstance(value, list | tuple):
        if depth == _DEEPEST:
            raise ValueError("params is nested too deeply; write a flat any_of")
        return tuple(freeze(item, depth + 1) for item in value)
    if isinstance(value, str) or (type(value) is int and value >= 0):
        return value
    raise ValueError("params holds whole numbers from 0 on, and lists [operator, params] for any_of")


def check_operator(op: str, params: tuple[Any, ...], path: str = ".params") -> None:
    """Raise Fault for an operator that does not exist or does not take these (frozen) params."""
    if op == RESERVED:
        raise Fault(f"the operator {op!r} is reserved for a later version of the format", ".op")
    if op == ANY_OF:
        for i, item in enumerate(params):
            if not (_is_list(item) and len(item) == 2 and isinstance(item[0], str) and _is_list(item[1])):
                raise Fault("an alternative of any_of is a list [operator, params]", f"{path}[{i}]")
            check_operator(item[0], item[1], f"{path}[{i}][1]")
        return
    if op not in OPERATORS:
        raise Fault(f"unknown operator {op!r:.40}; known: {', '.join(OPERATORS)}, {ANY_OF}", ".op")
    want = OPERATORS[op].params
    if len(params) != want or not all(isinstance(param, int) for param in params):
        raise Fault(f"the operator {op!r} takes {'one number' if want else 'no numbers'} as params", path)


def _is_list(value: Any) -> bool:
    return isinstance(value, tuple)


def is_directed(op: str) -> bool:
    """Whether the order of the two cells counts; any_of is treated as if it did."""
    return op == ANY_OF or not OPERATORS[op].symmetric


def phrase(op: str, params: tuple[Any, ...]) -> str:
    """What two cells do that stand in the relation: ``sum to 11``."""
    if op == ANY_OF:
        return " or ".join(dict.fromkeys(phrase(*item) for item in params)) or "cannot be filled"
    return PHRASES[op].format(*params)


def sign(op: str, params: tuple[Any, ...]) -> str:
    """The relation as a short sign for a drawing: ``+11``."""
    if op == ANY_OF:
        return " | ".join(sign(*item) for item in params)
    return _SIGNS[op].format(*params)


def sorted_pairs(pairs: Sequence[Sequence[str]], board: Board) -> list[list[str]]:
    """Pairs in reading order, each with its cells in reading order."""
    ordered = [reading_order(pair, board) for pair in pairs]
    return sorted(ordered, key=lambda pair: [board.names[name] for name in pair])


class RelationRule(Rule, frozen=True, tag="relation"):
    """An operator that holds for every one of the ``pairs``; the cells of a pair need not touch."""

    op: Op
    params: Params
    links: PairList = msgspec.field(name="pairs")

    NAME: ClassVar[str] = "Relation"
    NOUN: ClassVar[str] = "link"

    def __post_init__(self) -> None:
        """Make the parameters hashable."""
        msgspec.structs.force_setattr(self, "params", freeze(self.params))

    def check(self, board: Board) -> None:
        """Raise Fault for an unknown operator, wrong params or cells that do not exist."""
        check_operator(self.op, self.params)
        for i, pair in enumerate(self.links):
            board.require_all(pair, f".pairs[{i}]")

    def _cells(self, board: Board) -> list[tuple[Cell, Cell]]:
        return [(board.names[a], board.names[b]) for a, b in self.links]

    def reach(self, board: Board) -> frozenset[Cell]:
        """All linked cells."""
        return frozenset(cell for pair in self._cells(board) for cell in pair)

    def pairs(self, board: Board, rules: tuple[Rule, ...]) -> tuple[Relation, ...]:
        """One relation per pair, in the order of the file."""
        return tuple(Relation(self.op, a, b, self.params) for a, b in self._cells(board))

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield the pair relations."""
        yield from self.pairs(board, rules)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the digits of every pair stand in the relation."""
        return all(related(self.op, self.params, grid[a], grid[b]) for a, b in self._cells(board))

    def hashed(self, board: Board) -> dict[str, Any]:
        """Pairs of a symmetric operator in reading order."""
        doc = to_json(bare(self))
        if not is_directed(self.op):
            doc["pairs"] = sorted_pairs(self.links, board)
        return doc

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """What linked cells do."""
        stated = [phrase(rule.op, rule.params) for rule in rules if isinstance(rule, cls)]
        return f"Linked cells {' or, where so marked, '.join(dict.fromkeys(stated))}."

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A dashed link per pair."""
        directed = self.op != ANY_OF and is_directed(self.op)
        for a, b in self._cells(board):
            canvas.link(a, b, sign(self.op, self.params), directed)

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""

        def relation(op: str, params: list[Any], *pairs: list[str]) -> dict[str, Any]:
            return {"type": "relation", "op": op, "params": params, "pairs": list(pairs)}

        either = [["difference", [1]], ["ratio", [2]]]
        return Examples(
            valid=(
                relation("sum", [5], ["r1c1", "r3c3"], ["r4c4", "r1c4"]),
                relation("less", [], ["r4c1", "r1c1"]),
                relation("any_of", either, ["r2c2", "r1c4"]),
            ),
            refused=(
                relation("sum", [], ["r1c1", "r3c3"]),
                relation("bigger", [], ["r1c1", "r3c3"]),
                relation("allowed", [[[1, 2]]], ["r1c1", "r3c3"]),
                relation("any_of", [["sum", []]], ["r1c1", "r3c3"]),
                relation("equal", [], ["r1c1", "r1c1"]),
                relation("equal", []),
            ),
        )
