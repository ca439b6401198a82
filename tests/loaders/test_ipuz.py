"""ipuz: what is written, what comes back with and without the embedded document, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilmark import exchange
from pencilmark.errors import FormatError, NotSupportedError, UnsupportedPuzzle
from pencilmark.loaders import ipuz, sudokuwiki, to_ipuz

from ..documents import BOX_GRID, CLASSIC, INTEROP, classic, document, twodoku
from ..shared_data import shared

GRID = {"type": "grid", "origin": "r1c1"}
ROWS = [[int(symbol) for symbol in CLASSIC[start : start + 9]] for start in range(0, 81, 9)]
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
FALLING = [f"r{i}c{i}" for i in range(1, 10)]
RISING = [f"r{i}c{10 - i}" for i in range(1, 10)]
BENT = [["r1c1", "r1c2", "r2c1", "r2c2"], ["r1c3", "r1c4", "r2c3", "r3c4"], ["r2c4", "r3c3", "r4c3", "r4c4"],
        ["r3c1", "r3c2", "r4c1", "r4c2"]]  # fmt: skip


def diagonals() -> list[dict[str, Any]]:
    return [{"type": "region", "kind": "diagonal", "cells": cells} for cells in (FALLING, RISING)]


def windows() -> list[dict[str, Any]]:
    return [
        {"type": "region", "kind": "window", "cells": [f"r{r + a}c{c + b}" for a in range(3) for b in range(3)]}
        for r in (2, 6)
        for c in (2, 6)
    ]


def cage(total: int | None, *cells: str) -> dict[str, Any]:
    return {"type": "cage", **({} if total is None else {"sum": total}), "cells": list(cells)}


def foreign(**keys: Any) -> dict[str, Any]:
    """An ipuz object of another program."""
    return {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "puzzle": ROWS, **keys}


def kinds(*suffixes: str) -> list[str]:
    return [f"http://ipuz.org/sudoku{suffix}#1" for suffix in ("", *suffixes)]


WRITTEN: dict[str, tuple[dict[str, Any], list[str]]] = {
    "classic": (classic(), []),
    "six": (document(6, 6, 6, [{"type": "box_grid", "origin": "r1c1", "box": [2, 3]}]), []),
    "latin": (document(5, 5, 5, [GRID]), ["/latinsquare"]),
    "jigsaw": (document(4, 4, 4, [GRID, *({"type": "box", "cells": piece} for piece in BENT)]), ["/jigsawsudoku"]),
    "upright boxes": (document(6, 6, 6, [{"type": "box_grid", "origin": "r1c1", "box": [3, 2]}]), ["/jigsawsudoku"]),
    "diagonal": (classic(*diagonals()), ["/diagonalsudoku"]),
    "windows": (classic(*windows()), ["/hypersudoku"]),
    "killer": (classic(cage(8, "r1c1", "r1c2"), cage(20, "r5c5", "r6c6", "r7c7")), ["/killersudoku"]),
    "all": (
        classic(*diagonals(), *windows(), cage(8, "r1c1", "r1c2")),
        ["/diagonalsudoku", "/hypersudoku", "/killersudoku"],
    ),
    "sixteen": (
        document(16, 16, 16, [{"type": "box_grid", "origin": "r1c1", "box": [4, 4]}], givens=[16] + [0] * 255),
        [],
    ),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_write_and_read_back(name: str) -> None:
    doc, expected = WRITTEN[name]
    puzzle = exchange.read(doc)
    written = to_ipuz(puzzle)
    assert written["version"] == "http://ipuz.org/v2"
    assert written["kind"] == kinds(*expected)
    assert json.loads(json.dumps(written)) == written
    embedded = exchange.read(written[ipuz.EMBEDDED])
    assert written["volatile"] == {ipuz.EMBEDDED: "*"}
    stripped = {key: value for key, value in written.items() if key not in (ipuz.EMBEDDED, "volatile")}
    prints = {exchange.fingerprint(other) for other in (puzzle, embedded, ipuz.read(written), ipuz.read(stripped))}
    assert len(prints) == 1


def test_every_key_word_for_word() -> None:
    meta = {"title": "T", "author": "A", "url": "https://example.org", "id": "x:1", "date": "2024-03-09"}
    rules = [*diagonals(), *windows(), cage(8, "r1c1", "r1c2")]
    puzzle = exchange.read(classic(*rules, meta=meta))
    written = to_ipuz(puzzle, [int(symbol) for symbol in SOLUTION])
    shown = {"highlight": True}
    assert {key: written[key] for key in written if key not in ("kind", ipuz.EMBEDDED)} == {
        "version": "http://ipuz.org/v2",
        "title": "T",
        "author": "A",
        "url": "https://example.org",
        "uniqueid": "x:1",
        "date": "03/09/2024",
        "boxes": True,
        "puzzle": ROWS,
        "solution": [[int(s) for s in SOLUTION[start : start + 9]] for start in range(0, 81, 9)],
        "zones": [
            {"cells": [[i, i] for i in range(1, 10)], "style": shown},
            {"cells": [[10 - i, i] for i in range(1, 10)], "style": shown},
            {"rect": [2, 2, 4, 4], "style": shown},
            {"rect": [6, 2, 8, 4], "style": shown},
            {"rect": [2, 6, 4, 8], "style": shown},
            {"rect": [6, 6, 8, 8], "style": shown},
        ],
        "cages": [{"cells": [[1, 1], [2, 1]], "value": 8}],
        "showoperators": False,
        "cageborder": "dashed",
        "volatile": {ipuz.EMBEDDED: "*"},
    }
    del written[ipuz.EMBEDDED]
    read = ipuz.read(written)
    assert dict(read.meta) == meta
    assert read.solution == tuple(int(symbol) for symbol in SOLUTION)


def test_dates_that_are_not_iso_are_left_out() -> None:
    for date in ("yesterday", "", 5, ["2024-03-09"]):
        assert "date" not in to_ipuz(exchange.read(classic(meta={"date": date})))


def test_files_of_other_programs() -> None:
    assert ipuz.read(foreign()) == exchange.read(classic())
    strings = [[str(value) if value else "0" for value in row] for row in ROWS]
    assert ipuz.read(foreign(puzzle=strings, boxes=True)) == exchange.read(classic())
    objects = [[{"cell": value, "style": {"shapebg": "circle"}} for value in row] for row in ROWS]
    assert ipuz.read(foreign(puzzle=objects)) == exchange.read(classic())
    dashes = [[value or "-" for value in row] for row in ROWS]
    assert ipuz.read(foreign(puzzle=dashes, empty="-")) == exchange.read(classic())
    letters = [["ABCDEFGHI"[value - 1] if value else 0 for value in row] for row in ROWS]
    assert ipuz.read(foreign(puzzle=letters, charset="ABCDEFGHI")) == exchange.read(classic())
    implied = ipuz.read(foreign(kind=kinds("/diagonalsudoku", "/hypersudoku")))
    assert exchange.fingerprint(implied) == exchange.fingerprint(exchange.read(classic(*diagonals(), *windows())))
    cages = ipuz.read(
        foreign(kind=kinds("/killersudoku"), cages=[{"rect": [1, 1, 2, 1], "value": "8"}, {"cells": [[9, 9]]}])
    )
    other = classic(cage(8, "r1c1", "r1c2"), cage(None, "r9c9"))
    assert exchange.fingerprint(cages) == exchange.fingerprint(exchange.read(other))
    extras = {"copyright": "c", "com.example:note": 1, "saved": [], "dimensions": {"width": 9, "height": 9}}
    assert ipuz.read(foreign(**extras)) == exchange.read(classic())


def test_a_stale_embedded_document_is_refused() -> None:
    written = to_ipuz(exchange.read(classic()))
    written["puzzle"] = [[0] * 9] * 9
    with pytest.raises(FormatError, match="out of date"):
        ipuz.read(written)
    written = to_ipuz(exchange.read(classic()))
    written[ipuz.EMBEDDED] = {**written[ipuz.EMBEDDED], "rules": [{"type": "blob"}]}
    with pytest.raises(FormatError, match="blob"):
        ipuz.read(written)


UNWRITABLE: dict[str, tuple[Callable[[], dict[str, Any]], str]] = {
    "two grids": (twodoku, "one gap-free square"),
    "oblong": (lambda: document(2, 4, 4, []), "one gap-free square"),
    "candidates": (lambda: classic(candidates={"r1c3": [1]}), "candidates"),
    "rule": (lambda: classic({"type": "line", "kind": "thermo", "cells": ["r1c1", "r1c2"]}), "line thermo"),
    "two rules": (
        lambda: classic({"type": "neighbours", "kind": "antiking"}, {"type": "global_entropy"}),
        "neighbours antiking, global_entropy",
    ),
    "one diagonal": (lambda: classic(diagonals()[0]), "extra regions"),
    "region": (lambda: classic({"type": "region", "kind": "extra", "cells": ["r1c1", "r2c2"]}), "extra regions"),
    "cage": (lambda: classic(cage(None, "r1c1", "r1c2")), "cage at r1c1 has no sum"),
    "no rows": (lambda: document(4, 4, 4, []), "do not make one grid"),
    "few boxes": (lambda: document(4, 4, 4, [GRID, {"type": "box", "cells": BENT[1]}]), "do not divide"),
    "both": (
        lambda: document(4, 4, 4, [{**BOX_GRID, "box": [2, 2]}, {"type": "box", "cells": BENT[1]}]),
        "do not divide",
    ),
}


@pytest.mark.parametrize("name", UNWRITABLE)
def test_unwritable_puzzles(name: str) -> None:
    make, words = UNWRITABLE[name]
    with pytest.raises(NotSupportedError) as caught:
        to_ipuz(exchange.read(make()))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


UNSUPPORTED: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "crossword": (foreign(kind=["http://ipuz.org/crossword#1", "http://ipuz.org/sudoku/calcsudoku#1"]),
                  ("http://ipuz.org/crossword#1", "http://ipuz.org/sudoku/calcsudoku#1")),
    "keys": (foreign(arrows=[], hints=3), ("arrows", "hints")),
    "zone": (foreign(zones=[{"cells": [[1, 1], [2, 2]]}]), ("zone at r1c1",)),
    "zone key": (foreign(zones=[{"cells": [[1, 1]], "value": 3}]), ("value",)),
    "cages": (foreign(cages=[{"cells": [[1, 1]], "value": 3}]), ("cages",)),
    "operator": (foreign(kind=kinds("/killersudoku"), cages=[{"cells": [[1, 1]], "operator": "x"}]), ("operator",)),
    "cell": (foreign(puzzle=[[{"cell": 0, "given": 3}] + [0] * 8] + [[0] * 9] * 8), ("given",)),
}  # fmt: skip


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_unsupported_elements_are_all_named(name: str) -> None:
    doc, elements = UNSUPPORTED[name]
    with pytest.raises(UnsupportedPuzzle) as caught:
        ipuz.read(doc)
    assert caught.value.elements == elements
    assert all(element in str(caught.value) for element in elements)
    assert "\n" not in str(caught.value)


MALFORMED: dict[str, tuple[dict[str, Any], str]] = {
    "nothing": ({}, "version"),
    "version": (foreign(version="http://ipuz.org/v3"), "version must be"),
    "version number": (foreign(version=2), "version must be"),
    "no kind": (foreign(kind=[]), "kind must be"),
    "kind text": (foreign(kind="http://ipuz.org/sudoku#1"), "kind must be"),
    "kind number": (foreign(kind=[3]), "kind must be"),
    "no puzzle": (foreign(puzzle=None), "list of rows"),
    "puzzle text": (foreign(puzzle=CLASSIC), "list of rows"),
    "empty": (foreign(puzzle=[]), "list of rows"),
    "flat": (foreign(puzzle=[1, 2, 3]), "list of rows"),
    "oblong": (foreign(puzzle=[[0] * 9] * 8), "row 1 of 8 has 9 cells"),
    "short row": (foreign(puzzle=[[0] * 9] * 8 + [[0] * 8]), "row 9 of 9"),
    "too high": (foreign(puzzle=[[10] + [0] * 8] + [[0] * 9] * 8), "10 is no digit 1 to 9"),
    "block": (foreign(puzzle=[["#"] + [0] * 8] + [[0] * 9] * 8), "'#' is no digit"),
    "null": (foreign(puzzle=[[None] + [0] * 8] + [[0] * 9] * 8), "None is no digit"),
    "true": (foreign(puzzle=[[True] + [0] * 8] + [[0] * 9] * 8), "True is no digit"),
    "false": (foreign(puzzle=[[False] + [0] * 8] + [[0] * 9] * 8), "False is no digit"),
    "list": (foreign(puzzle=[[[1]] + [0] * 8] + [[0] * 9] * 8), "[1] is no digit"),
    "charset": (foreign(charset="AAB"), "charset"),
    "charset type": (foreign(charset=5), "charset"),
    "dimensions": (foreign(dimensions={"width": 8, "height": 9}), "dimensions"),
    "solution": (foreign(solution=[[1]]), "solution has 1 rows"),
    "solution gap": (foreign(solution=ROWS), "no digit in r1c3"),
    "boxes": (foreign(boxes=False), "boxes must be true"),
    "no boxes": (foreign(puzzle=[[0] * 7] * 7), "no standard boxes"),
    "zones": (foreign(zones={}), "zones must be a list"),
    "zone": (foreign(zones=[5]), "either cells or rect"),
    "both": (foreign(zones=[{"cells": [[1, 1]], "rect": [1, 1, 1, 1]}]), "either cells or rect"),
    "rect": (foreign(zones=[{"rect": [3, 1, 1, 1]}]), "rect must be"),
    "rect type": (foreign(zones=[{"rect": "1,1,1,1"}]), "rect must be"),
    "pairs": (foreign(zones=[{"cells": [[1]]}]), "[column, row] pairs"),
    "no cells": (foreign(zones=[{"cells": []}]), "[column, row] pairs"),
    "outside": (foreign(zones=[{"cells": [[10, 1]]}]), "column 10, row 1 is outside"),
    "pieces": (foreign(kind=kinds("/jigsawsudoku"), zones=[{"cells": [[1, 1]]}]), "9 pieces of 9 cells"),
    "value": (foreign(kind=kinds("/killersudoku"), cages=[{"cells": [[1, 1]], "value": "8+"}]), "its sum, not '8+'"),
    "repeated": (foreign(kind=kinds("/killersudoku"), cages=[{"cells": [[1, 1], [1, 1]], "value": 8}]), "twice"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed(name: str) -> None:
    doc, words = MALFORMED[name]
    with pytest.raises(FormatError) as caught:
        ipuz.read(doc)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.path.startswith("$")


def test_boards_that_the_kinds_cannot_fit() -> None:
    with pytest.raises(NotSupportedError, match="also has the standard boxes"):
        ipuz.read(foreign(kind=kinds("/latinsquare"), boxes=True))
    with pytest.raises(NotSupportedError, match="hypersudoku is not defined"):
        ipuz.read({**foreign(kind=kinds("/hypersudoku")), "puzzle": [[0] * 7] * 7})
    with pytest.raises(NotSupportedError, match="too large"):
        ipuz.read({**foreign(), "puzzle": [[0] * 36] * 36})


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 12) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["cells", "rect", "value", "cell"]) | st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=12,
)
KEYS = ["kind", "puzzle", "solution", "boxes", "zones", "cages", "date", "charset", "empty", "dimensions", "title",
        "saved", ipuz.EMBEDDED, "other"]  # fmt: skip


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.sampled_from(KEYS), JUNK)
def test_junk_is_a_puzzle_or_a_named_one_line_error(key: str, junk: object) -> None:
    try:
        assert ipuz.read({**foreign(kind=kinds("/killersudoku")), key: junk}).digits == 9
    except (FormatError, NotSupportedError) as error:
        assert "\n" not in str(error)


def test_files_of_another_implementation_keep_their_fingerprint() -> None:
    shared("interop")
    found = set()
    for path in sorted(INTEROP.glob("*.json")):
        puzzle = exchange.read(exchange.loads(path.read_text(encoding="utf-8")))
        prints = [exchange.fingerprint(puzzle)]
        try:
            written = to_ipuz(puzzle)
            prints.append(
                exchange.fingerprint(ipuz.read({key: written[key] for key in written if key != ipuz.EMBEDDED}))
            )
            text = sudokuwiki.encode(puzzle)
        except NotSupportedError:
            continue
        again = sudokuwiki.decode(text)
        assert again is not None
        assert len({*prints, exchange.fingerprint(again)}) == 1
        found.add(text[:3])
    assert found >= {"S9B", "S6B", "J9B", "L9B", "W9B"}
