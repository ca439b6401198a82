"""f-puzzles: links, payloads and JSON of the setting tool f-puzzles.com.

::

    {"size": 9, "grid": [[{"value": 5, "given": true}, …]],           one table row per key says which
     "thermometer": [{"lines": [["R1C1", "R1C2"]]}], "negative": …}   rules it becomes; other keys are refused
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from .. import exchange
from ..board import cell_name
from ..errors import FormatError
from ..puzzle import Puzzle
from . import lz, rules_text
from .foreign import (
    MAX_ELEMENTS,
    Draft,
    Pair,
    Place,
    RuleDoc,
    add_diagonal,
    add_disjoint_groups,
    add_houses,
    add_little_killer,
    add_negative,
    add_nonconsecutive,
    check_size,
    integer,
    neighbours,
    run_from,
)

SITE = "f-puzzles"
PREFIX = re.compile(r"fpuz(?:zles)?", re.IGNORECASE)
"""What a bare payload starts with."""

Number = int | str | None


class Element(msgspec.Struct, frozen=True):
    """One element of a typed list, whatever its key; looks (colours, widths) are not read."""

    cell: str = ""
    cells: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    clone_cells: tuple[str, ...] = msgspec.field(default=(), name="cloneCells")
    value: Number = None
    values: tuple[int | str, ...] = ()
    direction: str = ""
    colour: Any = msgspec.field(default="", name="outlineC")
    origin: Any = msgspec.field(default="", name="fromConstraint")


class Square(msgspec.Struct, frozen=True):
    """One cell of the grid; marks of a player and colours are not read."""

    value: Number = None
    given: bool = False
    region: int | str | UnsetType | None = UNSET
    candidates: tuple[int, ...] | None = msgspec.field(default=None, name="givenPencilMarks")
    parity: str = ""


_CELL_KEYS = frozenset((
    "value", "given", "region", "givenPencilMarks", "parity", "c", "cArray", "highlight", "centerPencilMarks",
    "cornerPencilMarks",
))  # fmt: skip
"""Entries of a cell that are read, or that hold colours and the marks of a player."""
_REGION = re.compile(r"-?[0-9]{1,9}")
_CELL = re.compile(r"R(\d{1,2})C(\d{1,2})", re.IGNORECASE)
_DIAGONALS = {"UR": (-1, 1), "UL": (-1, -1), "DR": (1, 1), "DL": (1, -1)}
_SIGNS = {"<": (0, 1, False), ">": (0, 1, True), "^": (1, 0, False), "∧": (1, 0, False), "v": (1, 0, True),
          "∨": (1, 0, True)}  # fmt: skip
"""Inequality sign between two cells -> the way from the first to the second, and whether the first is greater."""


def load(text: str) -> Puzzle:
    """Puzzle of a payload (``fpuzzles…``, ``fpuz…`` or the data alone) or of the data in a link.

    Raises
    ------
    FormatError
        The payload is damaged or holds no f-puzzles puzzle.
    UnsupportedPuzzle
        Elements have no exact counterpart.
    """
    return read(exchange.loads(lz.decompress(PREFIX.sub("", text, count=1))))


def read(doc: Mapping[str, Any]) -> Puzzle:
    """Puzzle of f-puzzles JSON; raises FormatError or UnsupportedPuzzle."""
    return translate(doc).puzzle()


def translate(doc: Mapping[str, Any]) -> Draft:
    """The rules of f-puzzles JSON and everything that has no exact counterpart."""
    draft = _board(doc)
    text = rules_text.clipped(draft, _text(doc, "ruleset"))
    draft.meta = {
        "title": _text(doc, "title"), "author": _text(doc, "author"), "source": SITE, "rules_text": text,
    }  # fmt: skip
    for key, value in doc.items():
        if key in COSMETIC or value is None or value is False or value in ("", [], {}):
            continue
        if key in FLAGS and value is True:
            FLAGS[key](draft)
        elif key in ELEMENTS:
            for element in _elements(key, value):
                ELEMENTS[key](draft, key, element)
        elif key not in _LATE or (key == "nonconsecutive" and value is not True):
            draft.refuse(_place_text(key, value))
    marks = {key: _elements(key, doc.get(key) or []) for key in _MARKS}
    _negatives(draft, doc, marks, text)
    _drawn(draft, doc, text)
    rules_text.check_text(draft, text, add=False)
    return draft


def _text(doc: Mapping[str, Any], key: str) -> str:
    value = doc.get(key)
    return value if isinstance(value, str) else ""


def _board(doc: Mapping[str, Any]) -> Draft:
    grid = doc.get("grid")
    if not isinstance(grid, list) or not all(isinstance(row, list) for row in grid):
        raise FormatError("f-puzzles: grid must be a list of rows", "$.grid")
    size = check_size(doc.get("size", len(grid)), "f-puzzles: size")
    if len(grid) != size or any(len(row) != size for row in grid):
        raise FormatError(f"f-puzzles: grid must have {size} rows of {size} cells, as size says", "$.grid")
    try:
        squares = [msgspec.convert(square or {}, Square) for row in grid for square in row]
    except msgspec.ValidationError as error:
        raise FormatError(f"f-puzzles: a cell of the grid is not readable: {error}", "$.grid") from None
    draft = Draft(SITE, size, [0] * size * size)
    add_houses(draft, _regions(size, squares))
    for i, square in enumerate(squares):
        _fill(draft, i, square)
    for key in sorted({key for row in grid for square in row for key in square or ()} - _CELL_KEYS):
        draft.refuse(f"entry {key[:40]!r} of a cell")
    draft.solution = _solution(doc.get("solution"), size)
    return draft


def _fill(draft: Draft, at: int, square: Square) -> None:
    """What one cell holds: a given, given candidates or a parity clue."""
    name = cell_name(*divmod(at, draft.size))
    if square.given and square.value not in (None, 0, ""):
        value = integer(square.value)
        if value is None or value > draft.size:
            raise FormatError(f"f-puzzles: the given in {name} is {str(square.value)[:20]!r}, not 1 … {draft.size}")
        draft.givens[at] = value
    if square.candidates:
        if not all(1 <= digit <= draft.size for digit in square.candidates):
            raise FormatError(f"f-puzzles: the pencil marks of {name} must be digits 1 … {draft.size}")
        draft.candidates[name] = sorted(set(square.candidates))
    if square.parity.lower() in ("odd", "even"):
        draft.add("cell", kind=square.parity.lower(), cells=[name])
    elif square.parity:
        draft.refuse(f"parity {square.parity!r} in {name}")


def _regions(size: int, squares: list[Square]) -> list[list[Place]] | None:
    """The stated boxes, None for the standard ones; a cell without a region number lies in its standard box."""
    if all(square.region is UNSET for square in squares):
        return None
    height, width = _default_box(size)
    regions: dict[int, list[Place]] = {}
    for i, square in enumerate(squares):
        row, col = divmod(i, size)
        label: object = row // height * height + col // width if square.region is UNSET else square.region
        number = int(label) if isinstance(label, str) and _REGION.fullmatch(label) else label
        if number is None or number == -1:
            continue
        if type(number) is not int:
            raise FormatError(f"f-puzzles: the region of {cell_name(row, col)} must be a number")
        regions.setdefault(number, []).append((row, col))
    return list(regions.values())


def _default_box(size: int) -> tuple[int, int]:
    """Rows and columns of the boxes that the site draws by itself: the squarest lying shape."""
    height = next(h for h in range(int(size**0.5), 0, -1) if size % h == 0)
    return height, size // height


def _solution(value: Any, size: int) -> list[int] | None:
    """A complete stored solution, else None; it is a remark of the file and never decides anything."""
    if isinstance(value, str):
        value = value.split(",") if "," in value else list(value)
    digits = [integer(entry) for entry in value] if isinstance(value, list) else []
    complete = [digit for digit in digits if digit is not None and 1 <= digit <= size]
    return complete if len(complete) == len(digits) == size * size else None


def _elements(key: str, value: Any) -> list[Element]:
    if isinstance(value, list) and len(value) > MAX_ELEMENTS:
        raise FormatError(f"f-puzzles: {key} has {len(value)} elements, too many for a puzzle", f"$.{key}")
    try:
        return msgspec.convert(value, list[Element])
    except msgspec.ValidationError as error:
        raise FormatError(f"f-puzzles: {key} is not readable: {error}", f"$.{key}") from None


def _place_text(key: str, value: Any) -> str:
    """An untranslated entry by its key and, where it is a list, its number of elements."""
    return f"{key} ({len(value)})" if isinstance(value, list) and len(value) > 1 else key


# ---- cells ----


def _place(name: str) -> Place:
    match = _CELL.fullmatch(name)
    if match is None:
        raise FormatError(f"f-puzzles: {name[:20]!r} is not a cell; cells are written like R1C9")
    return int(match[1]) - 1, int(match[2]) - 1


def _name(draft: Draft, name: str) -> str:
    place = _place(name)
    if not draft.on_board(place):
        raise FormatError(f"f-puzzles: {name[:20]} is not a cell of this {draft.size}×{draft.size} board")
    return cell_name(*place)


def _names(draft: Draft, names: tuple[str, ...]) -> list[str]:
    return [_name(draft, name) for name in names]


def _at(key: str, element: Element) -> str:
    """An element as messages name it: its key and the first cell."""
    first = element.cell or next(iter(element.cells), "") or next((line[0] for line in element.lines if line), "")
    return f"{key} at {first}" if first else key


def _pair(element: Element, key: str) -> Pair:
    if len(element.cells) != 2:
        raise FormatError(f"f-puzzles: {_at(key, element)} needs two cells, it has {len(element.cells)}")
    return frozenset(cell_name(*_place(name)) for name in element.cells)


# ---- one function per shape of element ----

Translate = Callable[[Draft, str, Element], None]


def _line(kind: str) -> Translate:
    """Lines without a parameter, one rule per list of cells."""

    def translate(draft: Draft, key: str, element: Element) -> None:
        if kind in ("entropic", "modular") and draft.size != 9:
            draft.refuse(f"{_at(key, element)} on a {draft.size}×{draft.size} board")
            return
        if kind == "modular" and integer(element.value) not in (None, 3):
            draft.refuse(f"{_at(key, element)} with modulus {element.value}")
            return
        for line in element.lines:
            cells = _names(draft, line)
            if kind == "renban" and len(cells) > 2 and cells[0] == cells[-1]:
                cells.pop()
            draft.add("line", kind=kind, cells=cells)

    return translate


def _valued_line(kind: str, default: int) -> Translate:
    """Lines with a number; its default is that of nine digits."""

    def translate(draft: Draft, key: str, element: Element) -> None:
        value = integer(element.value)
        if value is None and (element.value not in (None, "") or draft.size != 9):
            draft.refuse(f"{_at(key, element)} without a readable value")
            return
        stated = {} if value is None else {"value": value}
        for line in element.lines:
            draft.add("line", kind=kind, **stated, cells=_names(draft, line))

    return translate


def _arrow(draft: Draft, key: str, element: Element) -> None:
    bulb = [cell_name(*place) for place in sorted({_place(_name(draft, name)) for name in element.cells})]
    shafts = [[cell for cell in _names(draft, line) if cell not in bulb] for line in element.lines]
    shafts = [shaft for shaft in shafts if shaft]
    if bulb and shafts:
        draft.add("arrow", bulb=bulb, lines=shafts)
    else:
        draft.refuse(f"{_at(key, element)} without a {'shaft' if bulb else 'circle'}")


def _cage(draft: Draft, key: str, element: Element) -> None:
    total = integer(element.value)
    if total is None and element.value not in (None, ""):
        draft.refuse(f"{_at(key, element)} with the text {str(element.value)!r}")
        return
    draft.add("cage", **({} if total is None else {"sum": total}), cells=_names(draft, element.cells))


def _little_killer(draft: Draft, key: str, element: Element) -> None:
    total, step, place = integer(element.value), _DIAGONALS.get(element.direction.upper()), _place(element.cell)
    if step is None and element.cells:
        first = _place(element.cells[0])
        step = (first[0] - place[0], first[1] - place[1])
    if total is None:
        draft.refuse(f"{_at(key, element)} without a readable sum")
    elif step is None or not add_little_killer(draft, place, step, total):
        draft.refuse(f"{_at(key, element)}, whose arrow meets no cell")


def _outside(rule: str, field: str) -> Translate:
    """Clues at the end of a row or column."""

    def translate(draft: Draft, key: str, element: Element) -> None:
        total, run = integer(element.value), run_from(draft, _place(element.cell))
        if total is None or run is None:
            draft.refuse(f"{_at(key, element)} {'outside the rows and columns' if run is None else 'without a number'}")
            return
        draft.add(rule, **{field: total}, side=run[0], cells=run[1])

    return translate


def _difference(draft: Draft, key: str, element: Element) -> None:
    _dot(draft, key, element, 1, {"kind": "kropki", "color": "white"})


def _ratio(draft: Draft, key: str, element: Element) -> None:
    _dot(draft, key, element, 2, {"kind": "kropki", "color": "black"})


def _dot(draft: Draft, key: str, element: Element, default: int, dot: dict[str, str]) -> None:
    value = _mark_value(element, default)
    if value is None:
        draft.refuse(f"{_at(key, element)} with the text {str(element.value)!r}")
        return
    cells = sorted(_pair(element, key))
    draft.add("edge", **(dot if value == default else {"kind": key, "value": value}), cells=cells)


def _mark_value(element: Element, default: int) -> int | None:
    return default if element.value in (None, "") else integer(element.value)


def _xv(draft: Draft, key: str, element: Element) -> None:
    letter = str(element.value).upper()
    if letter not in ("X", "V"):
        draft.refuse(f"{_at(key, element)} with the text {str(element.value)!r}")
        return
    draft.add("edge", kind="xv", letter=letter, cells=sorted(_pair(element, key)))


def _parity(draft: Draft, key: str, element: Element) -> None:
    cells = [_name(draft, name) for name in (element.cell, *element.cells) if name]
    draft.add("cell", kind=key, cells=cells)


def _quadruple(draft: Draft, key: str, element: Element) -> None:
    digits = [integer(value) for value in element.values]
    if not digits or None in digits:
        draft.refuse(f"{_at(key, element)} without readable digits")
        return
    draft.add("contains", digits=digits, cells=_names(draft, element.cells))


def _extra_region(draft: Draft, key: str, element: Element) -> None:
    draft.add("region", kind="extra", cells=_names(draft, element.cells))


def _clone(draft: Draft, key: str, element: Element) -> None:
    if not element.clone_cells:
        draft.refuse(f"{_at(key, element)} without a second copy")
        return
    draft.add("clone", regions=[_names(draft, element.cells), _names(draft, element.clone_cells)])


def _rule_flag(kind: str) -> Callable[[Draft], None]:
    return lambda draft: draft.add("neighbours", kind=kind)


FLAGS: dict[str, Callable[[Draft], None]] = {
    "diagonal-": lambda draft: add_diagonal(draft, rising=False),
    "diagonal+": lambda draft: add_diagonal(draft, rising=True),
    "antiknight": _rule_flag("antiknight"),
    "antiking": _rule_flag("antiking"),
    "disjointgroups": add_disjoint_groups,
}
"""Keys that are true or absent."""

ELEMENTS: dict[str, Translate] = {
    "thermometer": _line("thermo"),
    "slowthermometer": _line("slow_thermo"),
    "renban": _line("renban"),
    "palindrome": _line("palindrome"),
    "regionsumline": _line("region_sum"),
    "entropicline": _line("entropic"),
    "modularline": _line("modular"),
    "zipperline": _line("zipper"),
    "betweenline": _line("between"),
    "doublearrow": _line("double_arrow"),
    "whispers": _valued_line("whisper", 5),
    "lockout": _valued_line("lockout", 4),
    "arrow": _arrow,
    "killercage": _cage,
    "littlekillersum": _little_killer,
    "sandwichsum": _outside("sandwich", "sum"),
    "xsum": _outside("xsum", "sum"),
    "skyscraper": _outside("skyscraper", "value"),
    "difference": _difference,
    "ratio": _ratio,
    "xv": _xv,
    "odd": _parity,
    "even": _parity,
    "quadruple": _quadruple,
    "extraregion": _extra_region,
    "clone": _clone,
}
"""Keys that hold a list of elements, each of which is a rule by itself."""

COSMETIC = frozenset((
    "size", "grid", "title", "author", "ruleset", "solution", "rectangle", "cellcolor", "disabledlogic",
    "truecandidatesoptions", "highlightConflicts", "successMessage", "metaData",
))  # fmt: skip
"""Keys that are read elsewhere or only concern looks and tools."""

_MARKS = {"difference": 1, "ratio": 2, "xv": 0}
_LATE = frozenset(("negative", "nonconsecutive", "minimum", "maximum", "line", "cage", "circle", "text"))
"""Keys whose meaning depends on other elements or on the rules text."""


# ---- what depends on other elements ----


def _negatives(draft: Draft, doc: Mapping[str, Any], marks: dict[str, list[Element]], text: str) -> None:
    """Nonconsecutive, negatives, minima and maxima; a pair with any mark is exempt from every negative."""
    pairs = {key: {_pair(element, key) for element in elements} for key, elements in marks.items()}
    exempt = set().union(*pairs.values())
    if doc.get("nonconsecutive"):
        add_nonconsecutive(draft, exempt)
    stated = doc.get("negative") or []
    if not isinstance(stated, list):
        raise FormatError("f-puzzles: negative must be a list of constraint names", "$.negative")
    for key in stated:
        if isinstance(key, str) and key in _MARKS:
            for rule, op, value, own in _negatives_of(key, marks, pairs):
                add_negative(draft, rule, op, [value], own, exempt)
        else:
            draft.refuse(f"negative constraint {str(key)[:40]!r}")
    _extremes(draft, _elements("minimum", doc.get("minimum") or []), lower=True)
    _extremes(draft, _elements("maximum", doc.get("maximum") or []), lower=False)
    if not stated and not doc.get("nonconsecutive"):
        for rule in rules_text.all_given(text):
            if pairs["xv"] if rule["of"] == "xv" else pairs["difference"] | pairs["ratio"]:
                draft.rules.append(rule)


def _negatives_of(
    key: str, marks: dict[str, list[Element]], pairs: dict[str, set[Pair]]
) -> list[tuple[RuleDoc, str, int, set[Pair]]]:
    """The negatives of one key: the rule, the same as an operator with its number, and the pairs the rule exempts."""
    if key == "xv":
        letters = (("X", 10), ("V", 5))
        return [({"type": "negative", "of": "xv", "letter": x}, "not_sum", n, pairs["xv"]) for x, n in letters]
    values = {_mark_value(element, _MARKS[key]) or 0 for element in marks[key]} or {_MARKS[key]}
    plain = all(_mark_value(element, _MARKS[k]) == _MARKS[k] for k in ("difference", "ratio") for element in marks[k])
    if plain:
        rule: RuleDoc = {"type": "negative", "of": "kropki", "color": "white" if key == "difference" else "black"}
        return [(rule, f"not_{key}", _MARKS[key], pairs["difference"] | pairs["ratio"])]
    return [({"type": "negative", "of": key, "value": n}, f"not_{key}", n, pairs[key]) for n in sorted(values)]


def _extremes(draft: Draft, elements: list[Element], lower: bool) -> None:
    """Minimum / maximum cells: below / above every neighbour that is no such cell itself."""
    places = [_place(name) for element in elements for name in (element.cell, *element.cells) if name]
    for place in places:
        here = _name(draft, f"R{place[0] + 1}C{place[1] + 1}")
        for near in neighbours(draft, place):
            if near not in places:
                there = cell_name(*near)
                draft.add("edge", kind="greater", cells=[there, here] if lower else [here, there])


def _drawn(draft: Draft, doc: Mapping[str, Any], text: str) -> None:
    """Lines, cages, circles and texts without a type of their own."""
    typed = [list(cells) for rule in draft.rules for cells in _cell_lists(rule)]
    lines = [element for element in _elements("line", doc.get("line") or []) if not element.origin]
    alone = len({rules_text.colour_class(str(element.colour)) for element in lines}) == 1
    for element in lines:
        keys = rules_text.line_rule(text, str(element.colour), draft.size, alone=alone)
        for line in element.lines:
            _free_line(draft, _at("line", element), _names(draft, line), typed, keys)
    for element in _elements("cage", doc.get("cage") or []):
        if not element.origin and not re.match(r"[A-Za-z]+: ", str(element.value or "")):
            _free_cage(draft, element, typed, text)
    circles = [element for element in _elements("circle", doc.get("circle") or []) if not element.origin]
    if circles and rules_text.mentions(text, r"counting circles|(?:digit|number) in a circle.*how many circles"):
        draft.add("count", kind="circles", cells=[cell for circle in circles for cell in _names(draft, circle.cells)])
    else:
        for circle in circles:
            draft.refuse(_at("circle", circle))
    for element in _elements("text", doc.get("text") or []):
        if not element.origin and str(element.value).strip() in _SIGNS and len(element.cells) == 2:
            _sign(draft, element)


def _cell_lists(rule: dict[str, Any]) -> list[list[str]]:
    """The lists of cells a rule names, circle and shaft of an arrow joined."""
    if rule["type"] == "arrow":
        return [*([*rule["bulb"], *line] for line in rule["lines"]), *rule["lines"]]
    return [rule["cells"]] if "cells" in rule else list(rule.get("regions", ()))


def _free_line(draft: Draft, what: str, cells: list[str], typed: list[list[str]], keys: dict[str, Any] | None) -> None:
    if cells in typed or cells[::-1] in typed:
        return  # it only paints over a typed element
    if keys is None or keys["kind"] in ("thermo", "slow_thermo"):
        draft.refuse(what)
        return
    draft.add("line", **keys, cells=cells)


def _free_cage(draft: Draft, element: Element, typed: list[list[str]], text: str) -> None:
    cells, total = _names(draft, element.cells), integer(element.value)
    if element.value in (None, "") and any(set(cells) == set(known) for known in typed):
        return  # an outline around a typed element
    repeats = rules_text.mentions(text, r"(?<!not )(?:may|can) repeat (?:with)?in (?:a |the )?cages?")
    if total is not None and repeats and rules_text.mentions(text, r"\bcages?\b.*\b(?:sum|total|add)"):
        draft.add("sum", kind="group", sum=total, cells=cells)
    else:
        draft.refuse(_at("cage", element))


def _sign(draft: Draft, element: Element) -> None:
    """An inequality sign between two cells."""
    first, second = sorted(_place(_name(draft, name)) for name in element.cells)
    down, right, greater = _SIGNS[str(element.value).strip()]
    if (second[0] - first[0], second[1] - first[1]) != (down, right):
        draft.refuse(f"{_at('text', element)} with a sign across its cells")
        return
    cells = [cell_name(*first), cell_name(*second)]
    draft.add("edge", kind="greater", cells=cells if greater else cells[::-1])
