"""The ``regions`` and ``rules`` of an older puzzle JSON, as rule objects of the format.

::

    {"kind": "diag", "cells": […]}         ->  {"type": "region", "kind": "diagonal", "cells": […]}
    {"type": "parity", "parity": "odd", …} ->  {"type": "cell", "kind": "odd", …}
    {"type": "edge", …}                    ->  unchanged: it is in the words of the format already
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..board import parse_cell
from ..errors import FormatError, NotSupportedError, UnsupportedPuzzle
from ..rules import REGISTRY, rule_class
from ..rules.base import Rule
from .board import OldBoard, RuleDoc
from .old_rules import LINE_SYNONYMS, OLD_RULES, OldRule, Scene

_CELL = re.compile(r"r[0-9]+c[0-9]+", re.IGNORECASE)

_OLD: dict[str, type[OldRule]] = {str(cls.__struct_config__.tag): cls for cls in OLD_RULES}

_REGIONS: dict[str, RuleDoc] = {
    "row": {"type": "row"},
    "col": {"type": "column"},
    "column": {"type": "column"},
    "box": {"type": "box"},
    "region": {"type": "region", "kind": "region"},
    "diag": {"type": "region", "kind": "diagonal"},
    "diagonal": {"type": "region", "kind": "diagonal"},
    "window": {"type": "region", "kind": "window"},
    "disjoint": {"type": "region", "kind": "disjoint"},
    "colour": {"type": "region", "kind": "colour"},
    "extra": {"type": "region", "kind": "extra"},
    "cage": {"type": "cage"},
}
"""Kind of a region -> what it is in the format."""
_BY_SHAPE = ("house", "partial")
"""Kinds of houses that do not say whether they are a row, a column or a box."""
_REGION_KEYS = ("kind", "cells", "sum")


def lower_cells(value: Any) -> Any:
    """The value with every cell name in it in lower case."""
    if isinstance(value, str):
        return value.lower() if _CELL.fullmatch(value) else value
    if isinstance(value, list | tuple):
        return [lower_cells(entry) for entry in value]
    if isinstance(value, Mapping):
        return {key: lower_cells(entry) for key, entry in value.items()}
    return value


def region_docs(regions: Sequence[Any], board: OldBoard) -> list[RuleDoc]:
    """Rule objects of ``regions``."""
    return [_region(lower_cells(region), board, f"$.regions[{i}]") for i, region in enumerate(regions)]


def rule_docs(rules: Sequence[Any], board: OldBoard, houses: Mapping[str, Any]) -> list[RuleDoc]:
    """Rule objects of ``rules``.

    Parameters
    ----------
    rules : sequence
        The entries of ``rules``.
    board : OldBoard
    houses : mapping
        Document of the empty board with its houses, regions and cages.

    Raises
    ------
    UnsupportedPuzzle
        Some rules have no counterpart; all of them are named.
    """
    stated = [lower_cells(rule) for rule in rules]
    for i, rule in enumerate(stated):
        if not isinstance(rule, Mapping) or not isinstance(rule.get("type"), str):
            raise FormatError(f"rule {i}: a rule is an object with a type", f"$.rules[{i}]")
    named = [_named(rule) for rule in stated]
    scene = Scene(board, houses, _first_index(named, board))
    docs: list[RuleDoc] = []
    unsupported: list[str] = []
    for i, rule in enumerate(named):
        try:
            docs += _translated(rule, i, scene)
        except NotSupportedError as error:
            unsupported.append(f"{_place(stated[i], i)}: {error}")
    if unsupported:
        raise UnsupportedPuzzle("; ".join(unsupported[:20]), tuple(unsupported))
    return docs


def _named(rule: Mapping[str, Any]) -> Mapping[str, Any]:
    """The rule, as a ``line`` where its type is a kind or a synonym of a line."""
    kind = rule["type"]
    lines = {name for cls in REGISTRY if cls.__struct_config__.tag == "line" for name in cls.KINDS}
    if kind not in _OLD and "kind" not in rule and (kind in lines or kind in LINE_SYNONYMS):
        return {**rule, "type": "line", "kind": kind}
    return rule


def _first_index(rules: Sequence[Mapping[str, Any]], board: OldBoard) -> int | None:
    """Whether the rules count rows from 0 or from 1: told by the first or the last index among them."""
    found = {rule["index"] for rule in rules if type(rule.get("index")) is int}
    if 0 in found:
        return 0
    return 1 if board.digits in found else None


def _translated(rule: Mapping[str, Any], i: int, scene: Scene) -> list[RuleDoc]:
    """The rule's objects; a rule in the words of the format stays as it is."""
    old, new = _OLD.get(rule["type"]), rule_class(rule)
    where, path = f"{_place(rule, i)}: ", f"$.rules[{i}]"
    if old is not None:
        try:
            return list(msgspec.convert(rule, old).docs(scene))
        except msgspec.ValidationError as error:
            if new is None or not _reads(rule, new):
                reason, _, place = str(error).partition(" - at `$")
                raise FormatError(where + reason, path + place.rstrip("`")) from None
        except FormatError as error:
            raise FormatError(where + str(error), path) from None
    if new is None:
        raise NotSupportedError("no counterpart in a sudoku-puzzle document")
    return [dict(rule)]


def _place(rule: Mapping[str, Any], i: int) -> str:
    """How a message names a rule."""
    return f"rule {i} ({' '.join(rule['type'].split()):.30})"


def _reads(rule: Mapping[str, Any], cls: type[Rule]) -> bool:
    """Whether a rule is already in the words of the format."""
    try:
        msgspec.convert(rule, cls)
    except msgspec.ValidationError:
        return False
    return True


def _region(region: Any, board: OldBoard, path: str) -> RuleDoc:
    """The rule object of one region."""
    if not isinstance(region, Mapping) or not isinstance(region.get("kind"), str):
        raise FormatError("a region is an object with kind and cells", path)
    kind, cells, total = region["kind"], region.get("cells"), region.get("sum")
    for key in region:
        if key not in _REGION_KEYS:
            raise FormatError(f"unknown key {key!r:.40} of a region; known: {', '.join(_REGION_KEYS)}", path)
    if not isinstance(cells, list) or not cells:
        raise FormatError("a region needs a list of cells", f"{path}.cells")
    doc = _by_shape(cells, board, path) if kind in _BY_SHAPE else _REGIONS.get(kind)
    if doc is None:
        known = ", ".join((*_REGIONS, *_BY_SHAPE))
        raise FormatError(f"unknown kind of region {kind!r:.40}; known: {known}", f"{path}.kind")
    if total is not None and kind != "cage":
        raise FormatError(f"a sum belongs to a cage, not to a {kind}", f"{path}.sum")
    return {**doc, **({} if total is None else {"sum": total}), "cells": list(cells)}


def _by_shape(cells: Sequence[Any], board: OldBoard, path: str) -> RuleDoc:
    """What a house of no stated kind is: a straight complete one a row or column, any other complete one a box."""
    if len(cells) != board.digits:
        return _REGIONS["extra"]
    places = [parse_cell(cell, f"{path}.cells[{i}]") for i, cell in enumerate(cells)]
    if len({row for row, _ in places}) == 1:
        return _REGIONS["row"]
    return _REGIONS["column" if len({col for _, col in places}) == 1 else "box"]
