"""``neighbours``: a condition on every pair of cells that stand to each other in one way.

::

    . * . * .     antiknight: the cells x and * differ       + +        nonconsecutive: the digits of
    * . . . *     antiking: the cells x and + differ          x o       x and o, x and its other side
    . . x . .                                                + +        neighbours are not consecutive
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from ..board import Cell, Digit
from ..constraints.relation import related
from ..puzzle import Relation
from .base import Board, Examples, Fault, Primitive, Rule, bare, reading_order, to_json
from .canvas import Canvas
from .relation import Op, Params, check_operator, freeze, is_directed, phrase, sorted_pairs
from .shared import (
    CellPair,
    Pair,
    Scope,
    Where,
    area_cells,
    boxes,
    check_area,
    check_origin,
    inside,
    neighbourhood,
    regions,
)


class _Named(NamedTuple):
    """A named neighbourhood rule in its general spelling, with its family."""

    op: str
    where: Where
    family: str


KINDS: dict[str, _Named] = {
    "antiknight": _Named("different", "knight", "Anti-Knight"),
    "antiking": _Named("different", "diagonal", "Anti-King"),
    "nonconsecutive": _Named("not_consecutive", "orthogonal", "Non-Consecutive"),
}
"""Named kinds; none of their operators takes a number."""

_GENERAL = "Neighbours"
_SUBJECTS: dict[Where, str] = {
    "orthogonal": "Orthogonally adjacent cells",
    "diagonal": "Diagonally adjacent cells",
    "king": "Cells a king's move apart",
    "knight": "Cells a knight's move apart",
}
_WITHIN = {"box": "within the same box", "region": "within the same region"}
_SETS = {"box": boxes, "region": regions}


def scope_words(area: Scope | UnsetType) -> str:
    """Words that an area of cells adds to a sentence; grids are named by whoever knows all of them."""
    return "" if area is UNSET or isinstance(area, str) else "inside the shaded area"


class Neighbours(Rule, frozen=True, tag="neighbours"):
    """Every pair of a neighbourhood stands in one relation: a named ``kind``, or ``op``, ``params`` and ``where``."""

    kind: Literal["antiknight", "antiking", "nonconsecutive"] | UnsetType = UNSET
    op: Op | UnsetType = UNSET
    params: Params | UnsetType = UNSET
    where: Where | UnsetType = UNSET
    within: Literal["box", "region"] | UnsetType = UNSET
    zone: Scope | UnsetType = msgspec.field(name="area", default=UNSET)
    exempt: tuple[CellPair, ...] | UnsetType = msgspec.field(name="except", default=UNSET)

    FAMILIES: ClassVar[tuple[str, ...]] = (*(kind.family for kind in KINDS.values()), _GENERAL)

    def __post_init__(self) -> None:
        """Make the parameters hashable."""
        if self.params is not UNSET:
            msgspec.structs.force_setattr(self, "params", freeze(self.params))

    @property
    def family(self) -> str:
        """Family of the named kind, or the general one."""
        return _GENERAL if self.kind is UNSET else KINDS[self.kind].family

    @property
    def _meaning(self) -> tuple[str, tuple[Any, ...], Where]:
        """Operator, params and neighbourhood, whatever the spelling."""
        if self.kind is not UNSET:
            return KINDS[self.kind].op, (), KINDS[self.kind].where
        assert self.op is not UNSET and self.params is not UNSET and self.where is not UNSET
        return self.op, self.params, self.where

    def check(self, board: Board) -> None:
        """Raise Fault for a wrong mix of keys, a wrong operator or cells that do not exist."""
        stated = [key for key in ("op", "params", "where") if getattr(self, key) is not UNSET]
        if self.kind is not UNSET and stated:
            raise Fault(f"give either a kind or an operator, not both; remove {stated[0]!r}", f".{stated[0]}")
        if self.kind is UNSET and len(stated) < 3:
            raise Fault("give a kind, or all of op, params and where")
        op, params, _ = self._meaning
        check_operator(op, params)
        if op in ("less", "less_equal"):
            raise Fault(f"the operator {op!r} has a direction, neighbours have none; use a relation rule", ".op")
        if self.zone is not UNSET:
            check_area(self.zone, board)
        for i, pair in enumerate(() if self.exempt is UNSET else self.exempt):
            board.require_all(pair, f".except[{i}]")

    def check_among(self, board: Board, rules: tuple[Rule, ...]) -> None:
        """Raise Fault for an area that names no grid."""
        if self.zone is not UNSET:
            check_origin(self.zone, board, rules)

    NOUN: ClassVar[str] = "rule"

    def element(self, board: Board) -> str:
        """Name in an explanation; the rule lies everywhere."""
        return f"{self.family} {self.NOUN}"

    def reach(self, board: Board) -> frozenset[Cell]:
        """The cells of the area, if one is stated."""
        return frozenset() if self.zone is UNSET else area_cells(self.zone, board)

    def _pairs(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Pair]:
        exempt = set() if self.exempt is UNSET else {frozenset(board.ids(pair)) for pair in self.exempt}
        sets = None if self.within is UNSET else _SETS[self.within](board, rules)
        area = self.reach(board)
        for pair in neighbourhood(board, self._meaning[2]):
            if self.zone is not UNSET and not area.issuperset(pair):
                continue
            if (sets is None or inside(pair, sets)) and frozenset(pair) not in exempt:
                yield pair

    def pairs(self, board: Board, rules: tuple[Rule, ...]) -> tuple[Relation, ...]:
        """One relation per pair, in board order."""
        op, params, _ = self._meaning
        return tuple(Relation(op, a, b, params) for a, b in self._pairs(board, rules))

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield the pair relations."""
        yield from self.pairs(board, rules)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the digits of every pair stand in the relation."""
        op, params, _ = self._meaning
        return all(related(op, params, grid[a], grid[b]) for a, b in self._pairs(board, rules))

    def hashed(self, board: Board) -> dict[str, Any]:
        """The cells of the area instead of its name, exempt pairs in reading order."""
        doc = to_json(bare(self))
        if doc.pop("area", None) is not None:
            doc["cells"] = reading_order([board.name(cell) for cell in self.reach(board)], board)
        if self.exempt is not UNSET:
            doc["except"] = sorted_pairs(self.exempt, board)
        return doc

    def _sentence(self) -> str:
        op, params, where = self._meaning
        words = [f"{_SUBJECTS[where]} {phrase(op, params)}", scope_words(self.zone)]
        words.insert(1, "" if self.within is UNSET else _WITHIN[self.within])
        text = " ".join(word for word in words if word)
        if is_directed(op):
            text += ", read in reading order"
        return text + (", except where marked." if self.exempt else ".")

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """Operator, neighbourhood and scope of every different rule."""
        return " ".join(dict.fromkeys(rule._sentence() for rule in rules if isinstance(rule, cls)))

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A note; the area shaded and exempt pairs linked."""
        if self.zone is not UNSET and not isinstance(self.zone, str):
            canvas.shade(sorted(self.reach(board)), "area")
        for a, b in () if self.exempt is UNSET else self.exempt:
            canvas.link(board.names[a], board.names[b], "")
        canvas.note(self._sentence())

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        tag = {"type": "neighbours"}
        general = {**tag, "op": "difference_at_least", "params": [2], "where": "orthogonal"}
        return Examples(
            valid=(
                {**tag, "kind": "antiknight", "area": ["r1c1", "r2c3", "r3c2"]},
                {**tag, "kind": "antiking", "area": ["r1c1", "r1c2", "r2c1", "r2c2", "r4c4"]},
                {**tag, "kind": "nonconsecutive", "area": ["r1c1", "r1c2", "r1c3"], "except": [["r1c2", "r1c1"]]},
                {**general, "area": ["r3c1", "r4c1", "r4c2"]},
                {**general, "op": "any_of", "params": [["sum", [5]], ["equal", []]], "where": "king",
                 "area": ["r3c1", "r4c2"]},
            ),
            refused=(
                dict(tag),
                {**general, "kind": "antiknight"},
                {**tag, "kind": "antiqueen"},
                {**tag, "kind": "antiking", "area": "r1c1"},
                {**tag, "kind": "antiking", "except": [["r1c1", "r9c9"]]},
                {**general, "op": "less", "params": []},
                {**general, "params": []},
                {**tag, "op": "different", "where": "knight"},
            ),
        )  # fmt: skip
