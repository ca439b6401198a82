"""Rules of the older puzzle JSON whose words differ from the format's: one record each, which says itself anew.

::

    {"type": "kropki_chain", "cells": [a, b, c],      {"type": "edge", "kind": "kropki", "color": "white", …}
     "colors": ["white", "black"]}               ->   {"type": "edge", "kind": "kropki", "color": "black", …}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from .. import exchange
from ..board import cell_name, parse_cell
from ..errors import FormatError, NotSupportedError
from ..rules.base import CellList, CellName, PositiveInt
from .board import OldBoard, RuleDoc

Pair = tuple[CellName, CellName]
Number = Annotated[int, Meta(ge=0)]
Side = Literal["top", "bottom", "left", "right"]

_INWARD = {"top": (1, 0), "bottom": (-1, 0), "left": (0, 1), "right": (0, -1)}


@dataclass(frozen=True)
class Scene:
    """What a rule may look at while it says itself anew.

    Attributes
    ----------
    board : OldBoard
    houses : mapping
        Document of the empty board with its houses, regions and cages.
    first : int or None
        Number of the first row and column in rules that count them; None where the rules leave it open.
    """

    board: OldBoard
    houses: Mapping[str, Any]
    first: int | None = None

    @cached_property
    def groups(self) -> tuple[frozenset[str], ...]:
        """The houses and regions."""
        puzzle = exchange.read(self.houses)
        return tuple(frozenset(map(puzzle.name, g.cells)) for g in puzzle.groups if g.kind != "cage")

    def side(self, cells: Sequence[str]) -> str:
        """The side a clue stands at that is read along ``cells``; raises NotSupportedError for an inner start."""
        places = [parse_cell(cell) for cell in cells]
        row, col = places[0]
        down, right = (places[1][0] - row, places[1][1] - col) if len(places) > 1 else (0, 0)
        for side, (dr, dc) in _INWARD.items():
            leads = len(places) == 1 or (down * dr > 0 if dr else right * dc > 0)
            if leads and (row - dr, col - dc) not in self.board.cells:
                return side
        raise NotSupportedError(f"the clue along {cells[0]} … does not start at the border of the board")

    def line(self, side: str, index: int) -> list[str]:
        """The cells of a numbered row or column of a full square, seen from a side."""
        size = self.board.digits
        if self.first is None:
            raise NotSupportedError(f"index {index}: rows may be counted from 0 or from 1; list the cells instead")
        if len(self.board.cells) != size * size or not self.board.rows == self.board.cols == size:
            raise NotSupportedError("a row or column by its number needs a full square; list the cells instead")
        at = index - self.first
        if not 0 <= at < size:
            raise FormatError(f"index {index} is no row or column of this board")
        places = [(i, at) if side in ("top", "bottom") else (at, i) for i in range(size)]
        return [cell_name(*place) for place in (places if side in ("top", "left") else reversed(places))]


LINE_SYNONYMS: dict[str, tuple[str, int | UnsetType]] = {
    "increasing": ("thermo", UNSET),
    "german_whisper": ("whisper", UNSET),
    "dutch_whisper": ("whisper", 4),
}
"""Other name of a line -> its kind and parameter."""


class OldRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    """Base of the rules that the older JSON says in words of its own."""

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        """Yield the rule objects that mean the same."""
        raise NotImplementedError


class _Kropki(OldRule, frozen=True, tag="kropki"):
    color: Literal["white", "black"]
    cells: Pair

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        yield _dot(self.color, self.cells)


class _KropkiChain(OldRule, frozen=True, tag="kropki_chain"):
    cells: Annotated[tuple[CellName, ...], Meta(min_length=2)]
    colors: tuple[Literal["white", "black"] | None, ...] = ()

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        if len(self.colors) >= len(self.cells):
            raise FormatError(f"{len(self.colors)} colors for {len(self.cells) - 1} dots")
        for i, pair in enumerate(pairwise(self.cells)):
            yield _dot((self.colors[i] if i < len(self.colors) else None) or "white", pair)


class _XV(OldRule, frozen=True, tag="xv"):
    letter: Literal["X", "V"]
    cells: Pair

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        yield {"type": "edge", "kind": "xv", "letter": self.letter, "cells": list(self.cells)}


class _Less(OldRule, frozen=True, tag="less"):
    cells: Pair

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        (r, c), (row, col) = map(parse_cell, self.cells)
        if abs(r - row) + abs(c - col) == 1:
            yield {"type": "edge", "kind": "less", "cells": list(self.cells)}
        else:
            yield {"type": "relation", "op": "less", "params": [], "pairs": [list(self.cells)]}


class _Line(OldRule, frozen=True, tag="line"):
    kind: str
    cells: CellList
    k: int | UnsetType = UNSET
    value: int | UnsetType = UNSET
    groups: list[list[int]] | UnsetType = UNSET
    closed: bool | UnsetType = UNSET

    DEFAULTS: ClassVar[dict[str, int]] = {"whisper": 5, "lockout": 4, "modular": 3}
    """Kind -> parameter that a line has when it states none, whatever the size of the board."""

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        kind, implied = LINE_SYNONYMS.get(self.kind, (self.kind, UNSET))
        stated = [value for value in (self.k, self.value, implied) if value is not UNSET]
        if len(set(stated)) > 1:
            raise FormatError(f"a {self.kind} line with the values {' and '.join(map(str, stated))}")
        digits = scene.board.digits
        if not stated and digits != 9 and kind in self.DEFAULTS:
            stated = [self.DEFAULTS[kind]]
        doc: RuleDoc = {"type": "line", "kind": kind, **({"value": stated[0]} if stated else {})}
        if self.groups is not UNSET:
            doc["groups"] = self.groups
        elif kind == "entropic" and digits != 9:
            doc["groups"] = _entropic_groups(digits)
        if self.closed is not UNSET:
            doc["closed"] = self.closed
        yield doc | {"cells": list(self.cells)}


class _Set(OldRule, frozen=True, tag="set"):
    kind: Literal["consecutive"]
    cells: CellList

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        yield _path("renban", self.cells, scene)


class _Between(OldRule, frozen=True, tag="between"):
    cells: CellList

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        yield _path("between", self.cells, scene)


class _Arrow(OldRule, frozen=True, tag="arrow"):
    circle: CellName | CellList
    line: CellList | UnsetType = UNSET
    lines: tuple[CellList, ...] | UnsetType = UNSET

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        if (self.line is UNSET) == (self.lines is UNSET):
            raise FormatError("an arrow has either a line or lines")
        bulb = [self.circle] if isinstance(self.circle, str) else list(self.circle)
        shafts = [self.line] if self.line is not UNSET else list(self.lines or ())
        yield {"type": "arrow", "bulb": bulb, "lines": [list(shaft or ()) for shaft in shafts]}


class _Sum(OldRule, frozen=True, tag="sum"):
    cells: CellList
    total: Number
    distinct: bool = False

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        housed = self.distinct and any(house.issuperset(self.cells) for house in scene.groups)
        if self.distinct and not housed:
            yield {"type": "cage", "sum": self.total, "cells": list(self.cells)}
        else:
            yield {"type": "sum", "kind": "group", "sum": self.total, "cells": list(self.cells)}


class _LittleKiller(OldRule, frozen=True, tag="little_killer"):
    cells: CellList
    total: Number
    side: Side | UnsetType = UNSET

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        clue = {"type": "sum", "kind": "little_killer", "sum": self.total}
        yield clue | _outside(self.cells, self.side, scene)


class _Straight(OldRule, frozen=True):
    """Base of the clues with a total that stand beside a row or column."""

    cells: CellList
    total: Number
    side: Side | UnsetType = UNSET

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        clue = {"type": self.__struct_config__.tag, "sum": self.total}
        yield clue | _outside(self.cells, self.side, scene)


class _Sandwich(_Straight, frozen=True, tag="sandwich"):
    pass


class _XSum(_Straight, frozen=True, tag="xsum"):
    pass


class _Skyscraper(OldRule, frozen=True, tag="skyscraper"):
    cells: CellList
    count: Number
    side: Side | UnsetType = UNSET

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        yield {"type": "skyscraper", "value": self.count} | _outside(self.cells, self.side, scene)


class _FirstSeen(OldRule, frozen=True, tag="first_seen"):
    cells: CellList
    value: PositiveInt
    digits: tuple[PositiveInt, ...]
    side: Side | UnsetType = UNSET

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        clue = {"type": "first_seen", "value": self.value, "digits": list(self.digits)}
        yield clue | _outside(self.cells, self.side, scene)


class _Frame(OldRule, frozen=True, tag="frame"):
    side: Side
    index: int
    sum: Number

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        box = scene.board.box
        if box is None:
            raise NotSupportedError("a frame clue without regular boxes does not say how many cells it sums up")
        depth = box[0] if self.side in ("top", "bottom") else box[1]
        cells = scene.line(self.side, self.index)[:depth]
        yield {"type": "sum", "kind": "frame", "sum": self.sum, "side": self.side, "cells": cells}


class _Rossini(OldRule, frozen=True, tag="rossini"):
    arrow: Literal["in", "out"]
    side: Side | UnsetType = UNSET
    index: int | UnsetType = UNSET
    cells: CellList | UnsetType = UNSET

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        clue = {"type": "rossini", "arrow": self.arrow}
        if self.cells is not UNSET and self.index is UNSET:
            yield clue | _outside(self.cells, self.side, scene)
        elif self.cells is UNSET and self.index is not UNSET and self.side is not UNSET:
            yield clue | {"side": self.side, "cells": scene.line(self.side, self.index)[:3]}
        else:
            raise FormatError("a rossini clue has either cells, or a side and an index")


class _Everywhere(OldRule, frozen=True):
    """Base of the named rules about all neighbours."""

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        yield {"type": "neighbours", "kind": self.__struct_config__.tag}


class _AntiKnight(_Everywhere, frozen=True, tag="antiknight"):
    pass


class _AntiKing(_Everywhere, frozen=True, tag="antiking"):
    pass


class _NonConsecutive(_Everywhere, frozen=True, tag="nonconsecutive"):
    pass


class _Parity(OldRule, frozen=True, tag="parity"):
    parity: Literal["odd", "even"]
    cells: CellList

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        yield {"type": "cell", "kind": self.parity, "cells": list(self.cells)}


class _Pairs(OldRule, frozen=True, tag="pairs"):
    rel: str
    params: tuple[Any, ...] = ()
    cells: Pair | UnsetType = UNSET
    pairs: tuple[Pair, ...] | UnsetType = UNSET

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        if (self.cells is UNSET) == (self.pairs is UNSET):
            raise FormatError("a pairs rule has either two cells or a list of pairs")
        pairs = [self.cells] if self.cells is not UNSET else list(self.pairs or ())
        op, params = operator(self.rel, self.params)
        yield {"type": "relation", "op": op, "params": params, "pairs": [list(pair or ()) for pair in pairs]}


class _DigitSet(OldRule, frozen=True):
    """Base of the rules that list digits, under one of two names."""

    cells: CellList
    digits: tuple[PositiveInt, ...] | UnsetType = UNSET
    values: tuple[PositiveInt, ...] | UnsetType = UNSET

    def listed(self) -> list[int]:
        """The digits; raises FormatError where both or neither of the names are used."""
        if (self.digits is UNSET) == (self.values is UNSET):
            raise FormatError("list the digits once, under digits or values")
        return list((self.values if self.digits is UNSET else self.digits) or ())


class _DigitClass(_DigitSet, frozen=True, tag="digit_class"):
    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        yield {"type": "cell", "kind": "set", "values": self.listed(), "cells": list(self.cells)}


class _Exclude(_DigitSet, frozen=True, tag="exclude"):
    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        yield {"type": "cell", "kind": "exclude", "values": self.listed(), "cells": list(self.cells)}


class _Quadruple(_DigitSet, frozen=True, tag="quadruple"):
    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        yield {"type": "contains", "digits": self.listed(), "cells": list(self.cells)}


class _LowHigh(OldRule, frozen=True, tag="lowhigh"):
    split: PositiveInt
    low: CellList | UnsetType = UNSET
    high: CellList | UnsetType = UNSET

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        if self.low is UNSET and self.high is UNSET:
            raise FormatError("a lowhigh rule lists its cells under low, high or both")
        for kind, cells in (("low", self.low), ("high", self.high)):
            if cells is not UNSET:
                yield {"type": "cell", "kind": kind, "split": self.split, "cells": list(cells)}


class _DistinctCount(OldRule, frozen=True, tag="distinct_count"):
    cells: CellList
    count: Number
    side: Side | UnsetType = UNSET

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        side = {} if self.side is UNSET else {"side": self.side}
        yield {"type": "distinct_count", "value": self.count, **side, "cells": list(self.cells)}


class _Contains(OldRule, frozen=True, tag="contains"):
    cells: Annotated[tuple[CellName, ...], Meta(min_length=2)]

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        yield {"type": "appears", "source": self.cells[0], "cells": list(self.cells[1:])}


class _Circles(OldRule, frozen=True, tag="counting_circles"):
    cells: CellList

    def docs(self, scene: Scene) -> Iterator[RuleDoc]:
        yield {"type": "count", "kind": "circles", "cells": list(self.cells)}


OLD_RULES: tuple[type[OldRule], ...] = (
    _Kropki, _KropkiChain, _XV, _Less, _Line, _Set, _Between, _Arrow, _Sum, _LittleKiller, _Sandwich, _XSum,
    _Skyscraper, _FirstSeen, _Frame, _Rossini, _AntiKnight, _AntiKing, _NonConsecutive, _Parity, _Pairs, _DigitClass,
    _Exclude, _Quadruple, _LowHigh, _DistinctCount, _Contains, _Circles,
)  # fmt: skip
"""All rules with words of their own."""

_OPERATORS: dict[str, str] = {
    "neq": "different", "eq": "equal", "lt": "less", "le": "less_equal", "diff": "difference",
    "notdiff": "not_difference", "nonconsec": "not_consecutive", "diffge": "difference_at_least",
    "diffle": "difference_at_most", "ratio": "ratio", "notratio": "not_ratio", "sum": "sum", "notsum": "not_sum",
    "parity": "parity_differs", "samegroup3": "same_third", "diffgroup3": "different_third", "samemod3": "same_mod3",
    "diffmod3": "different_mod3",
}  # fmt: skip
"""Operator of the older JSON -> operator of the format."""


def operator(rel: str, params: Sequence[Any]) -> tuple[str, list[Any]]:
    """Operator and parameters in the words of the format."""
    if rel == "anyof":
        if not all(isinstance(entry, Sequence) and len(entry) == 2 for entry in params):
            raise FormatError("anyof lists [rel, params] pairs")
        return "any_of", [list(operator(str(part), list(inner))) for part, inner in params]
    if rel == "notdiff" and list(params) == [1]:
        return "not_consecutive", []
    if rel not in _OPERATORS and rel not in _OPERATORS.values():
        raise NotSupportedError(f"the relation {rel!r:.40} has no counterpart in a sudoku-puzzle document")
    return _OPERATORS.get(rel, rel), list(params)


def _dot(color: str, pair: Sequence[str]) -> RuleDoc:
    return {"type": "edge", "kind": "kropki", "color": color, "cells": list(pair)}


def _path(kind: str, cells: Sequence[str], scene: Scene) -> RuleDoc:
    """A line through cells that were stated without one; raises NotSupportedError where they do not touch in order."""
    for a, b in pairwise(map(parse_cell, cells)):
        if max(abs(a[0] - b[0]), abs(a[1] - b[1])) != 1:
            raise NotSupportedError(f"the cells of a {kind} clue must touch in their order; {cell_name(*b)} is apart")
    return {"type": "line", "kind": kind, "cells": list(cells)}


def _outside(cells: Sequence[str], side: str | UnsetType, scene: Scene) -> RuleDoc:
    """Side and cells of a clue outside the grid."""
    return {"side": scene.side(cells) if side is UNSET else side, "cells": list(cells)}


def _entropic_groups(digits: int) -> list[list[int]]:
    """Thirds of the digits, or groups of three from the bottom where they do not divide."""
    width = digits // 3 if digits % 3 == 0 else 3
    return [list(range(low, min(low + width, digits + 1))) for low in range(1, digits + 1, width)]
