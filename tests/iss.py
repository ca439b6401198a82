"""Puzzles of ../shared/data/iss_variant_puzzles as sudoku-puzzle documents.

The rows are strings of constraints, ``.Type~argument~R1C1~R1C2…``, or one of the compact grid, pencilmark, jigsaw
and killer notations. What the format has no rule for is refused with the reason. Digits that do not start at 1
are shifted; where a sum of several cells is compared with a sum of fewer, given cells below the board make good
for the shift.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import groupby, takewhile
from math import isqrt
from typing import Any

from .iss_draft import Draft, Inexpressible, Place, Rule, connected, digit, edges, name, names, near, place, places
from .iss_pairs import bits, relations
from .shared_data import shared


@cache
def rows() -> tuple[dict[str, Any], ...]:
    """All puzzles; skips the test where the data is absent."""
    text = shared("iss_variant_puzzles/puzzles.jsonl").read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines())


def convert(row: dict[str, Any]) -> dict[str, Any] | None:
    """The puzzle as a document, with its solution where the data has one; None if the format cannot say it."""
    try:
        return document(row)
    except Inexpressible:
        return None


def reason(row: dict[str, Any]) -> str:
    """Why the puzzle cannot be converted; empty if it can."""
    try:
        document(row)
    except Inexpressible as error:
        return str(error)
    return ""


def document(row: dict[str, Any]) -> dict[str, Any]:
    """The puzzle as a document; raises Inexpressible."""
    draft = _read(row["input"])
    full = set(range(1, draft.digits + 1))
    cells = [(r, c) for r in range(draft.height) for c in range(draft.width)]
    single = {cell: min(digits) for cell, digits in draft.allowed.items() if len(digits) == 1}
    several = {cell: sorted(digits) for cell, digits in draft.allowed.items() if len(digits) != 1 and digits != full}
    below: list[int | None] = []
    for at in range(0, len(draft.extra), draft.width):
        given = draft.extra[at : at + draft.width]
        below += [*[None] * draft.width, *given, *[None] * (draft.width - len(given))]
    doc = {
        "format": "sudoku-puzzle",
        "format_version": 1,
        "meta": {"title": row["name"]},
        "board": {"rows": draft.height + len(below) // draft.width, "cols": draft.width},
        "digits": draft.digits,
        "givens": [*(single.get(cell, 0) for cell in cells), *below],
        "rules": [*_houses(draft), *draft.rules],
    }
    if several:
        doc["candidates"] = {name(cell): digits for cell, digits in several.items()}
    if row["solution"]:
        doc["solution"] = [*(digit(symbol, draft) for symbol in row["solution"]), *below]
    return doc


def _read(text: str) -> Draft:
    compact = re.sub(r"\s", "", text)
    for pattern, reader in COMPACT:
        draft = reader(compact) if re.fullmatch(pattern, compact) else None
        if draft is not None:
            return draft
    draft = Draft()
    items = [item.split("~") for item in compact.split(".")[1:]]
    shapes = [item for item in items if item[0] in SHAPES]
    for kind, *arguments in [*shapes, *_flat([item for item in items if item[0] not in SHAPES])]:
        if kind not in KINDS:
            raise Inexpressible(f"no rule for {kind}")
        KINDS[kind](draft, arguments)
    return draft


def _flat(items: list[list[str]]) -> Iterator[list[str]]:
    """The constraints with composite ones resolved; raises Inexpressible where that is not possible."""
    waiting = iter(items)
    for item in waiting:
        inside = list(takewhile(lambda inner: inner[0] != "End", waiting)) if item[0] in ("Replicate", "Or") else []
        if item[0] == "Replicate":
            anchors = [divmod(at, 9) for at, bit in enumerate(bits(item[1])) if bit]
            yield from ([_moved(text, anchor) for text in inner] for anchor in anchors for inner in inside)
        elif item[0] == "Or":
            yield _either(inside)
        else:
            yield item


def _moved(text: str, anchor: Place) -> str:
    return re.sub(r"R(\d)C(\d)", lambda m: f"R{int(m[1]) + anchor[0]}C{int(m[2]) + anchor[1]}", text)


def _either(inside: list[list[str]]) -> list[str]:
    """One of several cells holds a digit: those cells contain it."""
    cells = [argument.split("_") for kind, *arguments in inside for argument in arguments if not kind]
    digits = {digit for _, *digits in cells for digit in digits}
    if len(cells) != len(inside) or len(digits) != 1:
        raise Inexpressible("one of several constraints")
    return ["ContainAtLeast", *digits, *(cell for cell, *_ in cells)]


def _houses(draft: Draft) -> Iterator[Rule]:
    if draft.raw:
        return
    if draft.square and draft.boxes and not draft.pieces and draft.box():
        yield {"type": "box_grid", "origin": "r1c1", "box": list(draft.box() or ())}
        return
    if draft.square:
        yield {"type": "grid", "origin": "r1c1"}
    else:
        for at in range(draft.height):
            yield {"type": "row", "cells": names(draft.line(f"R{at + 1}", False))}
        for at in range(draft.width):
            yield {"type": "column", "cells": names(draft.line(f"C{at + 1}", False))}
    if draft.boxes and not draft.pieces:
        yield from ({"type": "box", "cells": names(cells)} for cells in draft.box_cells())
    yield from _pieces(draft)


def _pieces(draft: Draft) -> Iterator[Rule]:
    pieces: dict[str, list[Place]] = {}
    for at, piece in enumerate(draft.pieces):
        pieces.setdefault(piece, []).append(divmod(at, draft.width))
    for cells in pieces.values():
        # a piece larger or smaller than allowed is what is left of the board
        if max(draft.height, draft.width) <= len(cells) <= draft.digits:
            yield {"type": "box", "cells": names(cells)}


# ---- compact notations -------------------------------------------------------------------------


def _plain(text: str) -> Draft | None:
    size = isqrt(len(text))
    if size * size != len(text):
        return None
    draft = Draft(size, size, size)
    draft.allowed = {divmod(at, size): {digit(s, draft)} for at, s in enumerate(text) if s not in ".0"}
    return draft


def _jigsaw(text: str) -> Draft | None:
    half = len(text) // 2
    draft = _plain(text[:half]) if len(text) % 2 == 0 else None
    if draft is not None:
        draft.pieces, draft.boxes = text[half:], False
    return draft


def _pencilmarks(text: str) -> Draft:
    marks = [text[at : at + 9] for at in range(0, 729, 9)]
    allowed = {divmod(at, 9): {int(s) for s in cell if s != "."} for at, cell in enumerate(marks)}
    return Draft(allowed=allowed)


STEPS = {"<": -1, ">": 1, "^": -9, "v": 9, "`": -10, "'": -8, ",": 8, ".": 10}


def _short_killer(text: str) -> Draft:
    cages: dict[int, list[Place]] = {}
    for at in range(81):
        root = at
        while text[root] in STEPS:
            root += STEPS[text[root]]
        cages.setdefault(root, []).append(divmod(at, 9))
    draft = Draft()
    for root, cells in cages.items():
        _cage(draft, [str(int(text[root], 36) if text[root].isupper() else int(text[root])), *names(cells)])
    return draft


def _long_killer(text: str) -> Draft:
    _, diagonal, _, *values = text.rstrip(":").split(":")
    cages: dict[int, tuple[int, list[Place]]] = {}
    for at, value in enumerate(map(int, values)):
        if value >= 256:
            cages.setdefault(value % 256, (value // 256, []))[1].append(divmod(at, 9))
    draft = Draft()
    for total, cells in cages.values():
        _cage(draft, [str(total), *names(cells)])
    for direction in ("1", "-1") if diagonal == "d" else ():
        _diagonal(draft, [direction])
    return draft


COMPACT: tuple[tuple[str, Callable[[str], Draft | None]], ...] = (
    (r"[0-9A-Z<>^v`',.]{81}", lambda text: _short_killer(text) if re.search(r"[<>^`']", text) else _plain(text)),
    (r"3x3:d?:k:(\d+:){81}", _long_killer),
    (r"[0-9.]{729}", _pencilmarks),
    (r"[A-Z.]{256}[A-Z]{256}", _jigsaw),
)

# ---- constraints -------------------------------------------------------------------------------


def _shape(draft: Draft, arguments: list[str]) -> None:
    size, values, *raw = [*arguments, ""] if len(arguments) == 1 else arguments
    draft.height, draft.width = map(int, size.split("x"))
    lowest, _, highest = ("1-" * ("-" not in values) + values).partition("-")
    draft.shift = 1 - int(lowest)
    draft.digits = int(highest) + draft.shift if highest else max(draft.height, draft.width)
    draft.raw = bool(raw)


def _given(draft: Draft, arguments: list[str]) -> None:
    for argument in arguments:
        cell, *values = argument.split("_")
        digits = {int(value) + draft.shift for value in values}
        draft.allowed[place(cell)] = draft.allowed.get(place(cell), digits) & digits


def _no_boxes(draft: Draft, arguments: list[str]) -> None:
    draft.boxes = False


def _layout(draft: Draft, arguments: list[str]) -> None:
    draft.pieces = arguments[-1]


def _region_size(draft: Draft, arguments: list[str]) -> None:
    draft.box_size = int(arguments[0])


def _line(kind: str, draft: Draft, arguments: list[str], **parameters: int) -> None:
    cells = places(arguments)
    if not connected(cells):
        raise Inexpressible(f"a {kind} line whose cells do not touch")
    draft.rules.append({"type": "line", "kind": kind, **parameters, "cells": names(cells)})


def _unshifted(kind: str, draft: Draft, arguments: list[str]) -> None:
    _same_digits(draft, kind)
    _line(kind, draft, arguments)


def _same_digits(draft: Draft, what: str) -> None:
    if draft.shift:
        raise Inexpressible(f"{what} with the digit 0")


def _numbered_line(kind: str, default: int, draft: Draft, arguments: list[str]) -> None:
    number = arguments[0].isdigit()
    value = int(arguments[0]) if number else default
    _line(kind, draft, arguments[number:], value=value)


def _modular(draft: Draft, arguments: list[str]) -> None:
    if arguments[0] != "3":
        raise Inexpressible(f"modular lines with modulus {arguments[0]}")
    _line("modular", draft, arguments[1:], value=3)


def _region_sum(draft: Draft, arguments: list[str]) -> None:
    if not draft.shift:
        _line("region_sum", draft, arguments)
        return
    box_of = {cell: at for at, cells in enumerate(draft.box_cells()) for cell in cells}
    _equal_sums(draft, [list(piece) for _, piece in groupby(places(arguments), box_of.__getitem__)])


def _equal_sums(draft: Draft, segments: list[list[Place]]) -> None:
    """Segments with the same sum of unshifted digits."""
    longest = max(map(len, segments))
    levelled = [names([*cells, *draft.constant(draft.shift * (longest - len(cells)))]) for cells in segments]
    draft.rules.append({"type": "equal_sum", "segments": levelled})


def _arrow(draft: Draft, arguments: list[str], bulb: int = 1) -> None:
    cells = places(arguments)
    head, shaft = sorted(cells[:bulb]), cells[bulb:]
    if draft.shift and bulb > 1:
        raise Inexpressible("arrows of several digits with the digit 0")
    if draft.shift:
        _equal_sums(draft, [head, shaft])
        return
    if not any(near(cell, shaft[0]) for cell in head) or not connected(shaft):
        raise Inexpressible("an arrow whose cells do not touch")
    draft.rules.append({"type": "arrow", "bulb": names(head), "lines": [names(shaft)]})


def _pill_arrow(draft: Draft, arguments: list[str]) -> None:
    _arrow(draft, arguments[1:], int(arguments[0]))


def _cage(draft: Draft, arguments: list[str]) -> None:
    total, cells = int(arguments[0]), places(arguments[1:])
    rule: Rule = {"type": "cage", "cells": names(cells)}
    draft.rules.append({**rule, "sum": total + draft.shift * len(cells)} if total else rule)


def _sum(draft: Draft, arguments: list[str]) -> None:
    total, _, *factors = arguments[0].split("_") if "_" in arguments[0] else (arguments[0], "")
    cells = places(arguments[1:])
    if set(factors) - {"1", "-1"}:
        raise Inexpressible("sums with factors")
    plus = [cell for cell, factor in zip(cells, factors or ["1"] * len(cells), strict=True) if factor == "1"]
    minus = [cell for cell in cells if cell not in plus]
    value = int(total) + draft.shift * (len(plus) - len(minus))
    if minus:
        segments = [names(plus), names([*minus, *draft.constant(value)])]
        draft.rules.append({"type": "equal_sum", "segments": segments})
        return
    draft.rules.append({"type": "sum", "kind": "group", "sum": value, "cells": names(plus)})


def _little_killer(draft: Draft, arguments: list[str]) -> None:
    row, col = place(arguments[1])
    last_row, last_col = draft.height - 1, draft.width - 1
    sides = (
        ("left", col == 0 and row < last_row, (1, 1)),
        ("right", col == last_col and 0 < row < last_row, (-1, -1)),
        ("top", row == 0 and col > 0, (1, -1)),
        ("bottom", row == last_row and 0 < col < last_col, (-1, 1)),
    )
    side, _, (down, right) = next(entry for entry in sides if entry[1])
    cells = []
    while 0 <= row <= last_row and 0 <= col <= last_col:
        cells.append((row, col))
        row, col = row + down, col + right
    total = int(arguments[0]) + draft.shift * len(cells)
    draft.rules.append({"type": "sum", "kind": "little_killer", "sum": total, "side": side, "cells": names(cells)})


def _outside(kind: str, key: str, draft: Draft, arguments: list[str]) -> None:
    _same_digits(draft, kind)
    label, *clues = arguments
    for back, clue in enumerate(clues):
        if clue:
            side = (("left", "right") if label[0] == "R" else ("top", "bottom"))[back]
            cells = names(draft.line(label, bool(back)))
            draft.rules.append({"type": kind, key: int(clue), "side": side, "cells": cells})


def _sandwich(draft: Draft, arguments: list[str]) -> None:
    _outside("sandwich", "sum", draft, arguments[::-1])


def _kropki(color: str, draft: Draft, arguments: list[str]) -> None:
    if color == "black":
        _same_digits(draft, "black dots")
    for pair in edges(places(arguments)):
        draft.rules.append({"type": "edge", "kind": "kropki", "color": color, "cells": names(pair)})


def _xv(letter: str, draft: Draft, arguments: list[str]) -> None:
    for pair in edges(places(arguments)):
        clue: Rule = {"kind": "xv", "letter": letter}
        if draft.shift:
            clue = {"kind": "sum", "sum": {"X": 10, "V": 5}[letter] + 2 * draft.shift}
        draft.rules.append({"type": "edge", **clue, "cells": names(pair)})


def _greater(draft: Draft, arguments: list[str]) -> None:
    for pair in edges(places(arguments)):
        draft.rules.append({"type": "edge", "kind": "greater", "cells": names(pair)})


def _strict_xv(draft: Draft, arguments: list[str]) -> None:
    if not draft.shift:
        draft.rules.append({"type": "negative", "of": "xv"})
        return
    for total in (5, 10):
        draft.rules.append({"type": "negative", "of": "sum", "sum": total + 2 * draft.shift})


def _strict_kropki(draft: Draft, arguments: list[str]) -> None:
    _same_digits(draft, "black dots")
    draft.rules.append({"type": "negative", "of": "kropki"})


def _quad(draft: Draft, arguments: list[str]) -> None:
    row, col = place(arguments[0])
    digits = [int(value) + draft.shift for value in arguments[1:]]
    cells = [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)]
    draft.rules.append({"type": "contains", "digits": digits, "cells": names(cells)})


def _contain_at_least(draft: Draft, arguments: list[str]) -> None:
    digits = [int(value) + draft.shift for value in arguments[0].split("_")]
    draft.rules.append({"type": "contains", "digits": digits, "cells": names(places(arguments[1:]))})


def _contain_exact(draft: Draft, arguments: list[str]) -> None:
    digits = [int(value) + draft.shift for value in arguments[0].split("_")]
    counts = [[digit, digits.count(digit)] for digit in sorted(set(digits))]
    draft.rules.append({"type": "count", "counts": counts, "cells": names(places(arguments[1:]))})


def _look_and_say(draft: Draft, arguments: list[str]) -> None:
    """1617: exactly one 6 and exactly one 7."""
    text = arguments[0]
    counts = [[int(text[at + 1]) + draft.shift, int(text[at])] for at in range(0, len(text), 2)]
    draft.rules.append({"type": "count", "counts": counts, "cells": names(places(arguments[1:]))})


def _same_values(draft: Draft, arguments: list[str]) -> None:
    sets, cells = int(arguments[0]), places(arguments[1:])
    if len(cells) != sets:
        raise Inexpressible("sets of cells with the same digits in any order")
    draft.rules.append({"type": "clone", "regions": [[name(cell)] for cell in cells]})


def _region(kind: str, draft: Draft, cells: Sequence[Place]) -> None:
    draft.rules.append({"type": "region", "kind": kind, "cells": names(cells)})


def _all_different(draft: Draft, arguments: list[str]) -> None:
    _region("extra", draft, places(arguments))


def _diagonal(draft: Draft, arguments: list[str]) -> None:
    last = draft.width - 1
    rising = arguments[0] == "1"
    _region("diagonal", draft, [(row, last - row if rising else row) for row in range(draft.height)])


def _windoku(draft: Draft, arguments: list[str]) -> None:
    height, width = draft.box() or (1, 1)
    for top in range(1, draft.height - height, height + 1):
        for left in range(1, draft.width - width, width + 1):
            cells = [(top + r, left + c) for r in range(height) for c in range(width)]
            _region("window", draft, cells)


def _disjoint(draft: Draft, arguments: list[str]) -> None:
    for cells in zip(*draft.box_cells(), strict=True):
        _region("disjoint", draft, cells)


def _circles(draft: Draft, arguments: list[str]) -> None:
    _same_digits(draft, "counting circles")
    draft.rules.append({"type": "count", "kind": "circles", "cells": names(places(arguments))})


def _whole(rule: Rule, draft: Draft, arguments: list[str]) -> None:
    draft.rules.append(dict(rule))


def _pairs(every: bool, swapped: bool, draft: Draft, arguments: list[str]) -> None:
    key, *items = arguments
    groups: list[list[Place]] = [[]]
    for item in items:
        if item and not item.startswith("_"):
            groups[-1].append(place(item))
        else:
            groups.append([])
    pairs = [
        [name(a), name(b)]
        for cells in groups
        for i, a in enumerate(cells)
        for b in (cells[i + 1 :] if every else cells[i + 1 : i + 2])
    ]
    found = relations(key.translate(str.maketrans("-_", "_-")) if swapped else key, draft.digits)
    if found is None:
        raise Inexpressible("a table of digit pairs no operator says")
    draft.rules += [{"type": "relation", "op": op, "params": params, "pairs": pairs} for op, params in found]


Constraint = Callable[[Draft, list[str]], None]

SHAPES: dict[str, Constraint] = {
    "Shape": _shape,
    "NoBoxes": _no_boxes,
    "Jigsaw": _layout,
    "RegionSize": _region_size,
}
"""Read before everything else, because the rest depends on them."""

KINDS: dict[str, Constraint] = {
    **SHAPES,
    "": _given,
    "AllDifferent": _all_different,
    "AntiConsecutive": partial(_whole, {"type": "neighbours", "kind": "nonconsecutive"}),
    "AntiKing": partial(_whole, {"type": "neighbours", "kind": "antiking"}),
    "AntiKnight": partial(_whole, {"type": "neighbours", "kind": "antiknight"}),
    "Arrow": _arrow,
    "Between": partial(_line, "between"),
    "Binary": partial(_pairs, False, True),
    "BinaryX": partial(_pairs, True, True),
    "BlackDot": partial(_kropki, "black"),
    "Cage": _cage,
    "ContainAtLeast": _contain_at_least,
    "ContainExact": _contain_exact,
    "CountingCircles": _circles,
    "Diagonal": _diagonal,
    "DisjointSets": _disjoint,
    "DoubleArrow": partial(_unshifted, "double_arrow"),
    "GlobalEntropy": partial(_whole, {"type": "global_entropy"}),
    "GreaterThan": _greater,
    "LittleKiller": _little_killer,
    "LookAndSay": _look_and_say,
    "Lockout": partial(_numbered_line, "lockout", 4),
    "Modular": _modular,
    "Pair": partial(_pairs, False, False),
    "PairX": partial(_pairs, True, False),
    "Palindrome": partial(_line, "palindrome"),
    "PillArrow": _pill_arrow,
    "Quad": _quad,
    "RegionSumLine": _region_sum,
    "Renban": partial(_line, "renban"),
    "SameValues": _same_values,
    "Sandwich": _sandwich,
    "Skyscraper": partial(_outside, "skyscraper", "value"),
    "StrictKropki": _strict_kropki,
    "StrictXV": _strict_xv,
    "Sum": _sum,
    "Thermo": partial(_line, "thermo"),
    "V": partial(_xv, "V"),
    "Whisper": partial(_numbered_line, "whisper", 5),
    "WhiteDot": partial(_kropki, "white"),
    "Windoku": _windoku,
    "X": partial(_xv, "X"),
    "XSum": partial(_outside, "xsum", "sum"),
    "Zipper": partial(_unshifted, "zipper"),
}
