"""ipuz, a JSON format for many puzzle types: one sudoku grid with its zones and cages.

::

    {"version": "http://ipuz.org/v2",           kind names the variants, puzzle holds the rows,
     "kind": ["http://ipuz.org/sudoku#1", …],   zones the diagonals, windows and jigsaw pieces as
     "boxes": true,                             [column, row] pairs or [left, top, right, bottom],
     "puzzle": [[5, 3, 0, …], …]}               cages the killer cages.

The complete sudoku-puzzle document is embedded under a key of our own, so nothing is lost on the way back.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .. import exchange
from ..board import STANDARD_BOXES, cell_name, parse_cell
from ..errors import FormatError, NotSupportedError, UnsupportedPuzzle
from ..puzzle import Puzzle
from .foreign import Draft, Place, RuleDoc, blocks
from .parts import box_grid, house_rules, jigsaw_pieces, latin, names, placed

VERSION = "http://ipuz.org/v2"
EMBEDDED = "io.github.pencilmark:puzzle"
"""Key of the embedded sudoku-puzzle document."""

_SUDOKU = "http://ipuz.org/sudoku"
_KINDS = ("", "/latinsquare", "/jigsawsudoku", "/diagonalsudoku", "/hypersudoku", "/killersudoku")
_LATIN, _JIGSAW, _DIAGONAL, _HYPER, _KILLER = _KINDS[1:]
_PLACEMENTS = {_DIAGONAL: "X", _HYPER: "Windoku"}
"""Kind -> placement variant of its zones."""

_KIND = re.compile(r"https?://ipuz\.org/sudoku((?:/[a-z]+)?)(?:#[0-9]+)?/?")
_SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_META = {"title": "title", "author": "author", "url": "url", "uniqueid": "id"}
"""ipuz key -> key of meta."""
_KNOWN = frozenset((
    "version", "kind", "puzzle", "solution", "boxes", "zones", "cages", "date", "charset", "empty", "dimensions",
    *_META,
))  # fmt: skip
_COSMETIC = frozenset((
    "copyright", "publisher", "publication", "intro", "explanation", "annotation", "difficulty", "notes", "editor",
    "origin", "displaycharset", "styles", "checksum", "volatile", "saved", "showoperators", "cageborder", "block",
))  # fmt: skip
"""Keys that say nothing about the solution."""


def write(puzzle: Puzzle, solution: Sequence[int] | None = None) -> dict[str, Any]:
    """The ipuz object of a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
        Classic, Latin, both diagonals, windows, jigsaw and killer with sums, in any combination.
    solution : sequence of int, optional
        One digit per cell; by default the puzzle's stored solution, if it has one.

    Raises
    ------
    NotSupportedError
        ipuz cannot say the puzzle.
    """
    doc = exchange.write(puzzle, solution=solution)
    size = doc["digits"]
    if None in doc["givens"] or not doc["board"]["rows"] == doc["board"]["cols"] == size:
        raise _refusal("the board is not one gap-free square")
    if "candidates" in doc:
        raise _refusal("it has candidates")
    kinds, boxes, zones, cages = _said(doc["rules"], size)
    ipuz: dict[str, Any] = {"version": VERSION, "kind": [f"{_SUDOKU}{kind}#1" for kind in _KINDS if kind in kinds]}
    meta = doc.get("meta", {})
    ipuz |= {key: str(meta[own]) for key, own in _META.items() if meta.get(own)}
    ipuz |= _date(meta.get("date"))
    ipuz |= {"boxes": boxes, "puzzle": _rows(doc["givens"], size)}
    if doc.get("solution"):
        ipuz["solution"] = _rows(doc["solution"], size)
    if zones:
        ipuz["zones"] = zones
    if cages:
        ipuz |= {"cages": cages, "showoperators": False, "cageborder": "dashed"}
    return ipuz | {"volatile": {EMBEDDED: "*"}, EMBEDDED: doc}


def read(doc: Mapping[str, Any]) -> Puzzle:
    """Puzzle of an ipuz object; an embedded sudoku-puzzle document is read instead of the rest.

    Raises
    ------
    FormatError
        The object is no valid ipuz sudoku, or contradicts its embedded document.
    NotSupportedError
        It is another kind of puzzle or holds something that cannot be translated.
    """
    kinds = _kinds(doc)
    symbols = _symbols(doc)
    givens, size = _grid(doc, "puzzle", symbols)
    if EMBEDDED in doc:
        puzzle = exchange.read(doc[EMBEDDED])
        if puzzle.givens != tuple(givens):
            raise FormatError(
                f"the digits of puzzle and of {EMBEDDED} differ; remove the one that is out of date", "$.puzzle"
            )
        return puzzle
    _check_keys(doc)
    if doc.get("dimensions", {"width": size, "height": size}) != {"width": size, "height": size}:
        raise FormatError(f"ipuz: dimensions differ from the {size} rows of puzzle", "$.dimensions")
    if size > len(_SYMBOLS):
        raise NotSupportedError(f"ipuz: a {size}×{size} grid is too large; the largest has {len(_SYMBOLS)} rows")
    draft = Draft("ipuz", size, givens, _meta(doc), solution=_solution(doc, symbols, size))
    draft.rules += [*_houses(doc, kinds, size), *_cages(doc, kinds, size)]
    return draft.puzzle()


def _refusal(reason: str) -> NotSupportedError:
    return NotSupportedError(f"no ipuz: {reason}; write the puzzle as JSON instead")


def _said(rules: Sequence[Mapping[str, Any]], size: int) -> tuple[set[str], bool, list[RuleDoc], list[RuleDoc]]:
    """Kinds, whether the boxes are standard, zones and cages of canonical rules; refuses all other rules."""
    by_type: dict[str, list[Mapping[str, Any]]] = {"grid": [], "box_grid": [], "box": [], "region": [], "cage": []}
    others = [rule for rule in rules if rule["type"] not in by_type]
    if others:
        kinds = dict.fromkeys(" ".join(str(rule[key]) for key in ("type", "kind") if key in rule) for rule in others)
        raise _refusal(f"it cannot say the rules {', '.join(kinds)}")
    for rule in rules:
        by_type[rule["type"]].append(rule)
    boxes, zones, kinds_ = _said_houses(by_type, size)
    left = {(rule["kind"], frozenset(rule["cells"])) for rule in by_type["region"]}
    for kind, variant in _PLACEMENTS.items():
        regions = placed(variant, size)
        stated = {(rule["kind"], frozenset(rule["cells"])) for rule in regions}
        if stated and stated <= left:
            left -= stated
            kinds_.add(kind)
            zones += [_zone(rule["cells"], kind) for rule in regions]
    if left:
        raise _refusal("its extra regions are neither both diagonals nor the windows")
    for rule in by_type["cage"]:
        if "sum" not in rule:
            raise _refusal(f"the cage at {rule['cells'][0]} has no sum")
        kinds_.add(_KILLER)
    cages = [{"cells": _pairs(rule["cells"]), "value": rule["sum"]} for rule in by_type["cage"]]
    return kinds_, boxes, zones, cages


def _said_houses(by_type: Mapping[str, Sequence[Mapping[str, Any]]], size: int) -> tuple[bool, list[RuleDoc], set[str]]:
    """Whether the boxes are standard, the zones of jigsaw pieces, and the kinds."""
    grids, boxes = [*by_type["box_grid"], *by_type["grid"]], by_type["box"]
    if len(grids) != 1 or grids[0]["origin"] != "r1c1":
        raise _refusal("the rows and columns do not make one grid")
    shape = grids[0].get("box")
    if not boxes and shape is None:
        return False, [], {"", _LATIN}
    if not boxes and shape == list(STANDARD_BOXES.get(size, ())):
        return True, [], {""}
    pieces: Iterable[Sequence[Place]] | None = None
    if shape is None:
        pieces = jigsaw_pieces([[parse_cell(cell) for cell in rule["cells"]] for rule in boxes], size)
    elif not boxes:
        pieces = blocks(size, (shape[0], shape[1]))
    if pieces is None:
        raise _refusal("the boxes do not divide the grid")
    return False, [{"cells": _pairs(names(piece))} for piece in pieces], {"", _JIGSAW}


def _zone(cells: Sequence[str], kind: str) -> RuleDoc:
    """A highlighted zone: a window as a rectangle, a diagonal as its cells."""
    if kind != _HYPER:
        return {"cells": _pairs(cells), "style": {"highlight": True}}
    places = [parse_cell(cell) for cell in cells]
    (top, left), (bottom, right) = min(places), max(places)
    return {"rect": [left + 1, top + 1, right + 1, bottom + 1], "style": {"highlight": True}}


def _pairs(cells: Iterable[str]) -> list[list[int]]:
    """[column, row] of each cell, 1-based."""
    return [[col + 1, row + 1] for row, col in map(parse_cell, cells)]


def _rows(values: Sequence[int], size: int) -> list[list[int]]:
    return [list(values[start : start + size]) for start in range(0, size * size, size)]


def _date(stated: Any) -> dict[str, str]:
    """MM/DD/YYYY of an ISO date; nothing for any other text."""
    try:
        day = datetime.date.fromisoformat(stated)
    except (TypeError, ValueError):
        return {}
    return {"date": f"{day:%m/%d/%Y}"}


def _short(text: object) -> str:
    """A name from the file on one line."""
    return " ".join(str(text).split())[:80]


def _kinds(doc: Mapping[str, Any]) -> set[str]:
    """The kinds of an ipuz object; raises for a version or a kind that is no known sudoku."""
    version = doc.get("version")
    if version not in (VERSION, "http://ipuz.org/v1", "https://ipuz.org/v2", "https://ipuz.org/v1"):
        raise FormatError(f"ipuz: version must be {VERSION}, it is {version!r:.60}", "$.version")
    stated = doc.get("kind")
    if not isinstance(stated, list) or not stated or not all(isinstance(kind, str) for kind in stated):
        raise FormatError("ipuz: kind must be a list of links such as http://ipuz.org/sudoku#1", "$.kind")
    found = {kind: match[1] if (match := _KIND.fullmatch(kind)) else None for kind in stated}
    unknown = tuple(_short(kind) for kind, suffix in found.items() if suffix not in _KINDS)
    if unknown:
        raise UnsupportedPuzzle(f"ipuz: cannot translate the kinds {', '.join(unknown)}", unknown)
    return {suffix for suffix in found.values() if suffix is not None}


def _check_keys(doc: Mapping[str, Any]) -> None:
    """Raise unless every key is known, or an extension with a namespace, which readers may ignore."""
    unknown = tuple(_short(key) for key in map(str, doc) if key not in _KNOWN | _COSMETIC and ":" not in key)
    if unknown:
        raise UnsupportedPuzzle(f"ipuz: cannot translate the keys {', '.join(unknown)}", unknown)


def _symbols(doc: Mapping[str, Any]) -> dict[str, int]:
    """Symbol -> digit, from ``charset`` or the usual one."""
    charset = doc.get("charset", _SYMBOLS)
    if not isinstance(charset, str) or not charset or len(set(charset)) != len(charset):
        raise FormatError("ipuz: charset must be a text of different symbols", "$.charset")
    return {symbol: i for i, symbol in enumerate(charset, 1)}


def _grid(doc: Mapping[str, Any], key: str, symbols: Mapping[str, int]) -> tuple[list[int], int]:
    """Digits of the rows under ``key``, 0 = empty, and how many rows there are."""
    rows = doc.get(key)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        raise FormatError(f"ipuz: {key} must be a list of rows", f"$.{key}")
    size = len(rows)
    values = []
    for r, row in enumerate(rows):
        if len(row) != size:
            raise FormatError(
                f"ipuz: row {r + 1} of {size} has {len(row)} cells; only squares can be read", f"$.{key}[{r}]"
            )
        for c, cell in enumerate(row):
            values.append(_value(cell, doc, symbols, size, f"$.{key}[{r}][{c}]"))
    return values, size


def _solution(doc: Mapping[str, Any], symbols: Mapping[str, int], size: int) -> list[int] | None:
    if doc.get("solution") is None:
        return None
    solution, other = _grid(doc, "solution", symbols)
    if other != size:
        raise FormatError(f"ipuz: solution has {other} rows, puzzle has {size}", "$.solution")
    if 0 in solution:
        place = divmod(solution.index(0), size)
        raise FormatError(f"ipuz: solution has no digit in {cell_name(*place)}", "$.solution")
    return solution


def _value(cell: Any, doc: Mapping[str, Any], symbols: Mapping[str, int], size: int, path: str) -> int:
    if isinstance(cell, Mapping):
        stated = sorted(_short(key) for key in cell if key not in ("cell", "value", "style"))
        if stated:
            raise UnsupportedPuzzle(f"ipuz: cannot translate {', '.join(stated)} of a cell (at {path})", tuple(stated))
        cell = cell.get("value", cell.get("cell", 0))
    if cell in (doc.get("empty", 0), 0, "0", "") and not isinstance(cell, bool):
        return 0
    value = symbols.get(cell, 0) if isinstance(cell, str) else cell
    if isinstance(cell, str) and not value and cell.isascii() and cell.isdigit():
        value = int(cell[:4])
    if type(value) is not int or not 1 <= value <= size:
        raise FormatError(f"ipuz: {cell!r:.40} is no digit 1 to {size}; a cell without one is 0", path)
    return value


def _houses(doc: Mapping[str, Any], kinds: set[str], size: int) -> list[RuleDoc]:
    """Houses, diagonals and windows, from the kinds and the zones."""
    zones = _groups(doc, "zones", size, ())
    left = {frozenset(cells) for cells, _ in zones}
    extra: list[RuleDoc] = []
    for kind, variant in _PLACEMENTS.items():
        if kind in kinds:
            regions = placed(variant, size)
            if not regions:
                raise NotSupportedError(f"ipuz: {kind[1:]} is not defined for a {size}×{size} grid")
            extra += regions
            left -= {frozenset(map(parse_cell, rule["cells"])) for rule in regions}
    pieces = [cells for cells, _ in zones if frozenset(cells) in left]
    if kinds & {_JIGSAW, _LATIN} and doc.get("boxes") is True:
        raise NotSupportedError("ipuz: a jigsaw or Latin square that also has the standard boxes cannot be translated")
    if _JIGSAW in kinds:
        _check_pieces(pieces, size)
        return [*house_rules(pieces, size), *extra]
    if pieces:
        found = tuple(f"zone at {cell_name(*piece[0])}" for piece in pieces)
        raise UnsupportedPuzzle(f"ipuz: no kind says what these mean: {', '.join(found)}", found)
    if _LATIN in kinds:
        return [latin(), *extra]
    if doc.get("boxes", True) is not True:
        raise FormatError("ipuz: boxes must be true, or kind must list latinsquare or jigsawsudoku", "$.boxes")
    if size not in STANDARD_BOXES:
        raise FormatError(f"ipuz: a {size}×{size} grid has no standard boxes; give them as zones", "$.boxes")
    return [box_grid(STANDARD_BOXES[size]), *extra]


def _check_pieces(pieces: Sequence[Sequence[Place]], size: int) -> None:
    covered = [place for piece in pieces for place in piece]
    if len(set(covered)) != size * size or len(covered) != size * size or any(len(p) != size for p in pieces):
        raise FormatError(f"ipuz: the zones do not divide the grid into {size} pieces of {size} cells", "$.zones")


def _cages(doc: Mapping[str, Any], kinds: set[str], size: int) -> list[RuleDoc]:
    groups = _groups(doc, "cages", size, ("value",))
    if groups and _KILLER not in kinds:
        raise UnsupportedPuzzle("ipuz: no kind says what the cages mean", ("cages",))
    cages = []
    for i, (cells, group) in enumerate(groups):
        total = group.get("value")
        if isinstance(total, str) and total.isascii() and total.isdigit():
            total = int(total[:9])
        if total is not None and (type(total) is not int or total < 0):
            raise FormatError(f"ipuz: the value of a cage is its sum, not {total!r:.40}", f"$.cages[{i}].value")
        cages.append({"type": "cage", **({} if total is None else {"sum": total}), "cells": names(cells)})
    return cages


def _groups(
    doc: Mapping[str, Any], key: str, size: int, keys: tuple[str, ...]
) -> list[tuple[list[Place], Mapping[str, Any]]]:
    """Cells of each entry of ``zones`` or ``cages``, beside the entry, which may carry further ``keys``."""
    entries = doc.get(key, [])
    if not isinstance(entries, list):
        raise FormatError(f"ipuz: {key} must be a list", f"$.{key}")
    groups = []
    for i, entry in enumerate(entries):
        path = f"$.{key}[{i}]"
        if not isinstance(entry, Mapping) or ("rect" in entry) == ("cells" in entry):
            raise FormatError("ipuz: an entry needs either cells or rect", path)
        unknown = tuple(_short(name) for name in entry if name not in ("rect", "cells", "style", *keys))
        if unknown:
            raise UnsupportedPuzzle(f"ipuz: cannot translate {', '.join(unknown)} (at {path})", unknown)
        places = _rect(entry["rect"], path) if "rect" in entry else _places(entry["cells"], path)
        for row, col in places:
            if not (0 <= row < size and 0 <= col < size):
                raise FormatError(f"ipuz: column {col + 1}, row {row + 1} is outside the {size}×{size} grid", path)
        groups.append((places, entry))
    return groups


def _integers(value: Any, count: int) -> bool:
    return isinstance(value, list) and len(value) == count and all(type(n) is int and 0 < n < 1000 for n in value)


def _rect(value: Any, path: str) -> list[Place]:
    if not _integers(value, 4) or value[0] > value[2] or value[1] > value[3]:
        raise FormatError("ipuz: rect must be [left, top, right, bottom], counted from 1", f"{path}.rect")
    left, top, right, bottom = value
    return [(row, col) for row in range(top - 1, bottom) for col in range(left - 1, right)]


def _places(value: Any, path: str) -> list[Place]:
    if not isinstance(value, list) or not value or not all(_integers(pair, 2) for pair in value):
        raise FormatError("ipuz: cells must be a list of [column, row] pairs, counted from 1", f"{path}.cells")
    return [(row - 1, col - 1) for col, row in value]


def _meta(doc: Mapping[str, Any]) -> dict[str, Any]:
    meta = {own: doc[key] for key, own in _META.items() if isinstance(doc.get(key), str)}
    day = re.fullmatch(r"(\d\d)/(\d\d)/(\d{4})", str(doc.get("date", "")))
    return meta | ({"date": f"{day[3]}-{day[1]}-{day[2]}"} if day else {})
