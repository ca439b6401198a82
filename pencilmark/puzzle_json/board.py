"""The board of an older puzzle JSON: its cells, digits and implied houses.

::

    "numbers": 81 symbols   ->  9×9 with rows, columns and boxes
    "shape": [".xx", "xx."] ->  . x x    no houses implied
                                x x .
    "layout": "twodoku"     ->  two overlapping 9×9 grids, all their houses implied
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isqrt
from typing import Any

import msgspec

from ..board import MAX_DIGITS, STANDARD_BOXES, cell_name
from ..errors import FormatError, NotSupportedError
from ..rules.layouts import GRID, layout_origins, scattered_grid

RuleDoc = dict[str, Any]
Place = tuple[int, int]
"""A 0-based (row, column)."""


@dataclass(frozen=True, slots=True)
class OldBoard:
    """The board that the rules of an older puzzle JSON lie on.

    Attributes
    ----------
    rows, cols : int
        Size of the bounding rectangle.
    digits : int
    cells : frozenset of (row, col)
        The existing cells, 0-based.
    box : (int, int) or None
        Rows and columns of the boxes of a full square.
    """

    rows: int
    cols: int
    digits: int
    cells: frozenset[Place]
    box: tuple[int, int] | None = None


_SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_VALUES = {**dict.fromkeys(".0-_", 0), **{symbol: i for i, symbol in enumerate(_SYMBOLS, 1)}}
_GAP = "#"
_MAX_SIDE = 100


def listed(doc: Mapping[str, Any], key: str) -> list[Any]:
    """The list under a key; empty where it is absent."""
    value = doc.get(key)
    if value is not None and not isinstance(value, list):
        raise FormatError(f"{key} must be a list", f"$.{key}")
    return value or []


def board_of_doc(doc: Mapping[str, Any]) -> tuple[OldBoard, list[RuleDoc]]:
    """The board and the house rules it implies."""
    if doc.get("shape") is not None and doc.get("layout") is not None:
        raise FormatError("state either shape or layout, not both", "$.layout")
    if doc.get("shape") is not None:
        return _shaped(doc), []
    if doc.get("layout") is not None:
        return _laid_out(doc)
    return _square(doc)


def _shaped(doc: Mapping[str, Any]) -> OldBoard:
    lines = doc["shape"]
    if not isinstance(lines, list) or not lines or not all(isinstance(line, str) for line in lines):
        raise FormatError("shape must be a list of texts, one per row", "$.shape")
    cols = max(map(len, lines))
    if len(lines) > _MAX_SIDE or cols > _MAX_SIDE:
        raise FormatError(f"shape has more than {_MAX_SIDE} rows or columns", "$.shape")
    cells = frozenset((r, c) for r, line in enumerate(lines) for c, symbol in enumerate(line) if symbol not in ". ")
    if not cells:
        raise FormatError("shape has no cells", "$.shape")
    if doc.get("digits") is None:
        raise FormatError("a board with a shape must state its digits", "$.digits")
    if doc.get("box") is not None:
        raise FormatError("box is for full squares; list the boxes of a shape under regions", "$.box")
    return OldBoard(len(lines), cols, _digits(doc, 0), cells)


def _laid_out(doc: Mapping[str, Any]) -> tuple[OldBoard, list[RuleDoc]]:
    """The board of a named layout and the houses of all its grids."""
    name = doc["layout"]
    try:
        origins = sorted(layout_origins(name if isinstance(name, str) else "?"))
    except KeyError as error:
        raise FormatError(str(error.args[0]), "$.layout") from None
    digits, box = _digits(doc, GRID), _box(doc, GRID) or STANDARD_BOXES[GRID]
    if digits != GRID:
        raise FormatError(f"the grids of a layout have {GRID} digits, not {digits}", "$.digits")
    cells = frozenset((row + r, col + c) for row, col in origins for r in range(GRID) for c in range(GRID))
    rules: list[RuleDoc] = [{"type": "box_grid", "origin": cell_name(*origin), "box": list(box)} for origin in origins]
    rows = 1 + max(row for row, _ in cells)
    cols = 1 + max(col for _, col in cells)
    return OldBoard(rows, cols, digits, cells), rules + _scattered(scattered_grid(name))


def _scattered(lines: tuple[int, ...]) -> list[RuleDoc]:
    """Rows, columns and boxes of a grid whose cells lie apart."""
    blocks = [lines[start : start + 3] for start in range(0, len(lines), 3)]
    return [
        *({"type": "row", "cells": [cell_name(row, col) for col in lines]} for row in lines),
        *({"type": "column", "cells": [cell_name(row, col) for row in lines]} for col in lines),
        *(
            {"type": "box", "cells": [cell_name(row, col) for row in rows for col in cols]}
            for rows in blocks
            for cols in blocks
        ),
    ]


def _square(doc: Mapping[str, Any]) -> tuple[OldBoard, list[RuleDoc]]:
    """A full square; without regions, or with a box, it has the usual houses."""
    numbers = doc.get("numbers")
    count = len(_symbols(numbers, "numbers")) if numbers is not None else 0
    if numbers is None and doc.get("digits") is None:
        raise FormatError("the board is missing: give numbers, shape or layout", "$.numbers")
    digits = _digits(doc, isqrt(count))
    size = isqrt(count) if numbers is not None else digits
    if numbers is not None and size * size != count:
        raise FormatError(f"numbers has {count} entries, which make no square; give shape or layout", "$.numbers")
    box = _box(doc, digits)
    plain = box is not None or not listed(doc, "regions")
    gaps = {divmod(i, size) for i, symbol in enumerate(_symbols(numbers, "numbers")) if symbol in (_GAP, None)}
    if plain and (gaps or size != digits):
        what = "gaps (#)" if gaps else f"{size} rows for {digits} digits"
        raise FormatError(f"a board with {what} is no plain square; give its shape and regions", "$.numbers")
    cells = frozenset((row, col) for row in range(size) for col in range(size)) - gaps
    if not plain:
        return OldBoard(size, size, digits, cells), []
    box = box or STANDARD_BOXES.get(digits)
    if box is None:
        raise FormatError(f"a {digits}×{digits} board has no standard boxes; give box or regions", "$.box")
    return OldBoard(size, size, digits, cells, box), [{"type": "box_grid", "origin": "r1c1", "box": list(box)}]


def _digits(doc: Mapping[str, Any], default: int) -> int:
    value = doc.get("digits")
    if value is None:
        value = default
    if type(value) is not int or value < 1:
        raise FormatError(f"digits must be an integer from 1, it is {value!r:.40}", "$.digits")
    if value > MAX_DIGITS:
        raise NotSupportedError(f"{value!r:.40} digits are too many for this version; the limit is {MAX_DIGITS}")
    return value


def _box(doc: Mapping[str, Any], digits: int) -> tuple[int, int] | None:
    stated = doc.get("box")
    if stated is None:
        return None
    parts = stated.lower().split("x") if isinstance(stated, str) else stated
    try:
        height, width = msgspec.convert(parts, tuple[int, int], strict=False)
    except msgspec.ValidationError:
        raise FormatError(f'box must be a text such as "3x3" (rows x columns), not {stated!r:.40}', "$.box") from None
    if height < 1 or width < 1 or height * width != digits:
        raise FormatError(f"a {height}x{width} box does not hold the {digits} digits", "$.box")
    return height, width


def _symbols(value: Any, key: str) -> list[Any]:
    """One entry per cell: a symbol, a number or None."""
    if value is None:
        return []
    if isinstance(value, str):
        return [symbol for symbol in value if not symbol.isspace()]
    if not isinstance(value, list):
        raise FormatError(f"{key} must be a text or a list", f"$.{key}")
    return value


def entries(value: Any, board: OldBoard, key: str) -> list[int | None]:
    """Digits of the bounding rectangle, None where there is no cell."""
    stated = _symbols(value, key)
    places = [divmod(i, board.cols) for i in range(board.rows * board.cols)]
    if value is None:
        return [0 if place in board.cells else None for place in places]
    if len(stated) == len(board.cells) < len(places):
        left = iter(stated)
        stated = [next(left) if place in board.cells else None for place in places]
    if len(stated) != len(places):
        raise FormatError(
            f"{key} has {len(stated)} entries; the {board.rows}×{board.cols} board has {len(places)} positions "
            f"and {len(board.cells)} cells", f"$.{key}"
        )  # fmt: skip
    both = enumerate(zip(stated, places, strict=True))
    return [_entry(symbol, place, board, f"$.{key}[{i}]") for i, (symbol, place) in both]


def _entry(symbol: Any, place: tuple[int, int], board: OldBoard, path: str) -> int | None:
    value = _VALUES.get(symbol.upper()) if isinstance(symbol, str) else symbol
    if place not in board.cells:
        if symbol in (_GAP, None) or value == 0:
            return None
        raise FormatError(f"{symbol!r:.20} at {cell_name(*place)}, where the board has no cell; write # there", path)
    if symbol == _GAP:
        return 0
    if type(value) is not int or not 0 <= value <= board.digits:
        raise FormatError(f"{symbol!r:.20} in {cell_name(*place)} is no digit 1 to {board.digits} and no blank", path)
    return value


def candidates(value: Any, board: OldBoard) -> dict[str, list[int]]:
    """Cell name -> digits."""
    if not isinstance(value, Mapping):
        raise FormatError("candidates must be an object: cell name -> digits", "$.candidates")
    written: dict[str, list[int]] = {}
    for name, stated in value.items():
        cell, path = str(name).lower(), "$.candidates"
        if cell in written:
            raise FormatError(f"the candidates of {cell!r:.20} are stated twice", path)
        symbols = _symbols(stated, "candidates")
        digits = [_VALUES.get(symbol.upper(), 0) if isinstance(symbol, str) else symbol for symbol in symbols]
        if not all(type(digit) is int and 1 <= digit <= board.digits for digit in digits):
            raise FormatError(f"the candidates of {cell!r:.20} must be digits 1 to {board.digits}", path)
        written[cell] = digits
    return written
