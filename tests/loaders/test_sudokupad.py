"""SudokuPad: every drawing that is read, what the rules text decides, what is refused, damaged input."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.errors import FormatError, NotSupportedError, UnsupportedPuzzle
from pencilmark.loaders import load, lz, sudokupad, zipper

from ..documents import CLASSIC, classic
from .payloads import SOLVED, circle, dot, label, line, packed, pad, zipped

Doc = dict[str, Any]


def rules_of(doc: Doc) -> list[Doc]:
    """The rules that come out, without the houses; they must also pass the reader."""
    document = sudokupad.translate(doc).document()
    exchange.read(document)
    return [rule for rule in document["rules"] if rule["type"] not in ("box_grid", "grid", "box")]


def edge(kind: str, *cells: str, **keys: Any) -> Doc:
    """One edge rule."""
    return {"type": "edge", "kind": kind, **keys, "cells": list(cells)}


def cells(*places: tuple[int, int]) -> list[str]:
    """Names of 1-based places."""
    return [f"r{row}c{col}" for row, col in places]


ROW_2 = cells(*((2, col) for col in range(1, 10)))
COURSE = ((1, 1), (1, 3), (3, 5))
COURSE_CELLS = cells((1, 1), (1, 2), (1, 3), (2, 4), (3, 5))
GREY: dict[str, Any] = {"backgroundColor": "#CFCFCF", "borderColor": "#CFCFCF"}


def arrow(*points: tuple[float, float]) -> Doc:
    """An arrow through 1-based places, its start moved to the rim of the circle."""
    way = [[row - 0.5, col - 0.5] for row, col in points]
    return {"color": "#a1a1a1", "headLength": 0.3, "thickness": 5, "wayPoints": way}


DRAWN: dict[str, tuple[Doc, list[Doc]]] = {
    "cages": (
        pad("Killer cages.", cages=[{"cells": [[0, 0], [0, 1]], "value": "7", "unique": True}, {"cells": [[4, 4]]}]),
        [{"type": "cage", "sum": 7, "cells": ["r1c1", "r1c2"]}, {"type": "cage", "cells": ["r5c5"]}],
    ),
    "cages with repeats": (
        pad("Digits in cages sum to the clue. Digits may repeat in cages.", cages=[{"cells": [[0, 0]], "value": 7}]),
        [{"type": "sum", "kind": "group", "sum": 7, "cells": ["r1c1"]}],
    ),
    "hidden rows": (
        pad(cages=[{"cells": [[0, i] for i in range(9)], "unique": True, "hidden": True, "type": "rowcol"}]), [],
    ),
    "kropki": (
        pad("White dots are consecutive, black dots 1:2.",
            overlays=[dot(1, 0.5), dot(4.5, 5, backgroundColor="#000000", text="")]),
        [edge("kropki", "r1c1", "r2c1", color="white"), edge("kropki", "r5c5", "r5c6", color="black")],
    ),
    "all dots given": (
        pad("Kropki: all dots are given.", overlays=[dot(1, 0.5)]),
        [edge("kropki", "r1c1", "r2c1", color="white"), {"type": "negative", "of": "kropki"}],
    ),
    "numbered dots": (
        pad("White circles show the difference, black circles the ratio.",
            overlays=[dot(1, 0.5, text="3"), dot(4.5, 5, backgroundColor="#000000", text=4)]),
        [edge("difference", "r1c1", "r2c1", value=3), edge("ratio", "r5c5", "r5c6", value=4)],
    ),
    "letters": (
        pad("X sums to 10, V sums to 5.", overlays=[label(1, 0.5, "X"), label(4.5, 5, "V")]),
        [edge("xv", "r1c1", "r2c1", letter="X"), edge("xv", "r5c5", "r5c6", letter="V")],
    ),
    "signs": (
        pad("The sign points to the smaller digit.",
            overlays=[label(0.5, 1, "<"), label(0.5, 2, ">"), label(1, 0.5, "^"), label(1, 1.5, "v")]),
        [edge("greater", "r1c2", "r1c1"), edge("greater", "r1c2", "r1c3"), edge("greater", "r2c1", "r1c1"),
         edge("greater", "r1c2", "r2c2")],
    ),
    "chevrons": (
        pad("A minimum.", lines=[
            {"color": "#000000", "thickness": 1, "wayPoints": [[1.06, 0.4], [1.11, 0.5], [1.06, 0.6]]},
            {"color": "#000000", "thickness": 1, "wayPoints": [[1.4, 1.06], [1.5, 0.94], [1.6, 1.06]]},
        ], underlays=[{"center": [1.5, 0.5], "width": 1, "height": 1, "backgroundColor": "#cccccc"}]),
        [edge("greater", "r1c1", "r2c1"), edge("greater", "r2c2", "r2c1")],
    ),
    "quadruple": (
        pad("Digits in a circle appear around it.", overlays=[circle(3, 3, 0.7, 0.7, text="1 4\n4")]),
        [{"type": "contains", "digits": [1, 4, 4], "cells": ["r3c3", "r3c4", "r4c3", "r4c4"]}],
    ),
    "parity": (
        pad("Circles are odd, squares are even.", underlays=[
            circle(0.5, 0.5, 0.7, 0.7, **GREY), circle(1.5, 0.5, 0.7, 0.7, **{**GREY, "rounded": False})]),
        [{"type": "cell", "kind": "odd", "cells": ["r1c1"]}, {"type": "cell", "kind": "even", "cells": ["r2c1"]}],
    ),
    "arrow": (
        pad("Digits along an arrow sum to the circle.", arrows=[arrow((1.3, 1.3), (3, 3)), arrow((1, 1.3), (1, 3))],
            overlays=[circle(0.5, 0.5)]),
        [{"type": "arrow", "bulb": ["r1c1"], "lines": [["r2c2", "r3c3"], ["r1c2", "r1c3"]]}],
    ),
    "arrow pill": (
        pad("Arrows.", arrows=[arrow((2, 3.3), (2, 5))], overlays=[circle(1.5, 2, width=1.75)]),
        [{"type": "arrow", "bulb": ["r2c2", "r2c3"], "lines": [["r2c4", "r2c5"]]}],
    ),
    "little killer": (
        pad("Little killer sums.", arrows=[arrow((0.3, 6.3), (0.48, 6.48))], overlays=[label(-0.5, 5.5, 20)]),
        [{"type": "sum", "kind": "little_killer", "sum": 20, "side": "top", "cells": cells((1, 7), (2, 8), (3, 9))}],
    ),
    "diagonals": (
        pad("Digits do not repeat on the diagonals.", lines=[
            {"color": "#34BBE6", "thickness": 2, "wayPoints": [[0, 0], [9, 9]]},
            {"color": "#34BBE6", "thickness": 2, "wayPoints": [[0, 9], [9, 0]]}]),
        [{"type": "region", "kind": "diagonal", "cells": cells(*((i, i) for i in range(1, 10)))},
         {"type": "region", "kind": "diagonal", "cells": cells(*((i, 10 - i) for i in range(1, 10)))}],
    ),
    "sandwich": (
        pad("Sandwich sums.", overlays=[label(1.5, -0.5, "8"), label(1.5, 9.5, "0")]),
        [{"type": "sandwich", "sum": 8, "side": "left", "cells": ROW_2},
         {"type": "sandwich", "sum": 0, "side": "right", "cells": ROW_2[::-1]}],
    ),
    "x-sums": (
        pad("X-sums outside the grid.", overlays=[label(1.5, -0.5, "16")], underlays=[circle(1.5, -0.5)]),
        [{"type": "xsum", "sum": 16, "side": "left", "cells": ROW_2}],
    ),
    "skyscrapers": (
        pad("Skyscraper clues.", overlays=[label(1.5, 9.5, "3")]),
        [{"type": "skyscraper", "value": 3, "side": "right", "cells": ROW_2[::-1]}],
    ),
    "123": (
        pad("The first of 1, 2 or 3 seen from the clue.", overlays=[label(1.5, -0.5, "3")]),
        [{"type": "first_seen", "value": 3, "digits": [1, 2, 3], "side": "left", "cells": ROW_2}],
    ),
    "counting circles": (
        pad("Counting circles.", underlays=[circle(0.5, 0.5), circle(1.5, 1.5)]),
        [{"type": "count", "kind": "circles", "cells": ["r1c1", "r2c2"]}],
    ),
    "whole board": (
        pad("Anti-knight: the same digit cannot be a knight's move apart."),
        [{"type": "neighbours", "kind": "antiknight"}],
    ),
    "anti-king by metadata": (
        {**pad(), "metadata": {"antiking": True}}, [{"type": "neighbours", "kind": "antiking"}],
    ),
    "entropy": (pad("Global entropy applies."), [{"type": "global_entropy"}]),
    "white paint": (pad(overlays=[label(0.5, 0.5, "", width=1, height=1)]), []),
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWN)
def test_every_drawing(name: str) -> None:
    doc, rules = DRAWN[name]
    assert rules_of(doc) == rules


LINES: dict[str, tuple[str, str, Doc]] = {
    "named_colour": (
        "Adjacent digits on a green line differ by at least 5.",
        "#67F067",
        {"kind": "whisper", "value": 5},
    ),
    "dutch": ("Dutch whispers: orange lines.", "#FF8800", {"kind": "whisper", "value": 4}),
    "number": ("Whisper lines are green: at least 3 apart.", "#61D060", {"kind": "whisper", "value": 3}),
    "renban": ("Purple lines hold a set of consecutive digits.", "#F067F0", {"kind": "renban"}),
    "region_sum": ("Region sum lines are blue. Renban lines are pink.", "#2ECBFF", {"kind": "region_sum"}),
    "palindrome": ("The grey line is a palindrome.", "#CFCFCF", {"kind": "palindrome"}),
    "only_kind": ("Zipper lines.", "#123456", {"kind": "zipper"}),
    "habit": ("Whispers apply. Renbans apply.", "#67F067", {"kind": "whisper", "value": 5}),
    "entropic": ("Entropic lines.", "#FFCCAA", {"kind": "entropic"}),
    "parity": ("Digits on a red line alternate between odd and even.", "#FF0000", {"kind": "parity"}),
}


@pytest.mark.parametrize("name", LINES)
def test_lines_mean_what_the_text_says(name: str) -> None:
    text, colour, keys = LINES[name]
    assert rules_of(pad(text, lines=[line(colour, *COURSE)])) == [{"type": "line", **keys, "cells": COURSE_CELLS}]


def test_thermometers_start_at_their_bulb() -> None:
    for bulb, course in (((0.5, 0.5), COURSE_CELLS), ((2.5, 4.5), COURSE_CELLS[::-1])):
        doc = pad("Thermometers.", lines=[line("#CFCFCF", *COURSE)], underlays=[circle(*bulb, 0.85, 0.85, **GREY)])
        assert rules_of(doc) == [{"type": "line", "kind": "thermo", "cells": course}]


def test_circles_at_the_ends_of_a_line_belong_to_it() -> None:
    ends = [circle(0.5, 0.5, 0.8, 0.8), circle(2.5, 4.5, 0.8, 0.8)]
    doc = pad("Between lines.", lines=[line("#CFCFCF", *COURSE)], overlays=ends)
    assert rules_of(doc) == [{"type": "line", "kind": "between", "cells": COURSE_CELLS}]


def test_outline_and_filling_are_one_line() -> None:
    doc = pad("Renban.", lines=[line("#F067F0", *COURSE, thickness=14), line("#FFFFFF", *COURSE, thickness=8)])
    assert len(rules_of(doc)) == 1


def with_givens(doc: Doc) -> Doc:
    """The document with the givens of the classic."""
    for i, symbol in enumerate(CLASSIC):
        if symbol != "0":
            doc["cells"][i // 9][i % 9] = {"value": symbol}
    return doc


def test_all_ways_in() -> None:
    doc = with_givens(pad("Don't let the same digit be a knight's move apart: \"anti-knight\" – normal sudoku."))
    puzzle = load(doc)
    wanted = load(classic({"type": "neighbours", "kind": "antiknight"}))
    assert exchange.fingerprint(puzzle) == exchange.fingerprint(wanted)
    assert puzzle.meta["title"] == "A title"
    data = packed(doc)
    short = lz.compress(zipped(doc))
    for text in (
        json.dumps(doc),
        "scl" + data,
        "ctc" + data,
        "scl" + short,
        "scl" + lz.compress(zipped(doc), lz.URI_SAFE),
        data,
        f"https://sudokupad.app/scl{short}",
        f"https://sudokupad.app/sudoku/scl{data.replace('/', '%2F')}",
        f"https://app.crackingthecryptic.com/sudoku/?puzzleid=scl{short.replace('+', '%2B')}",
        f"https://beta.sudokupad.app/puzzle/ctc{data}?setting-nogrid=1",
        f"sudokupad:scl{data}",
        f"sudokupad://puzzle/scl{data}",
    ):
        assert load(text) == puzzle, text[:60]


def test_texts_in_cages() -> None:
    texts = ["title: Loop the loop", "author: Somebody", "rules: Normal sudoku rules apply.", f"solution: {SOLVED}"]
    puzzle = load(with_givens(pad(cages=[{"value": text} for text in texts])))
    assert puzzle == load(classic())
    assert puzzle.meta["title"] == "Loop the loop"
    assert puzzle.meta["rules_text"] == "Normal sudoku rules apply."
    assert "".join(map(str, puzzle.solution or ())) == SOLVED


def test_regions_and_boards_without_them() -> None:
    boxes = [[[r + i // 3, c + i % 3] for i in range(9)] for r in (0, 3, 6) for c in (0, 3, 6)]
    grid = {"type": "box_grid", "origin": "r1c1", "box": [3, 3]}
    assert sudokupad.translate(pad(regions=boxes)).document()["rules"] == [grid]
    assert sudokupad.translate(pad()).document()["rules"] == [grid]
    rows = [[[r, c] for c in range(4)] for r in range(4)]
    kinds = [rule["type"] for rule in sudokupad.translate(pad(size=4, regions=rows)).document()["rules"]]
    assert kinds == ["grid", *["box"] * 4]
    latin = sudokupad.translate(pad("A latin square.", size=5)).document()
    assert latin["rules"] == [{"type": "grid", "origin": "r1c1"}]


def test_compact_json() -> None:
    doc = {"cellSize": 50, "cells": [[{}, {"value": 5}, {}, {}]], "lines": [{"color": "#FF00aa", "thickness": 1.5}],
           "underlays": [{"rounded": True, "backgroundColor": "#FFFFFF", "borderColor": "#000000", "text": "it's"}],
           "metadata": {"rules": "a\nb – c", "x": False}}  # fmt: skip
    assert "it\\'s" in zipped(doc) and "c:FF00aa" in zipped(doc)
    read = zipper.unzip(zipped(doc))
    assert read["cells"] == [[None, {"value": 5}, None, None]]
    assert {key: value for key, value in read.items() if key != "cells"} == {
        key: value for key, value in doc.items() if key != "cells"
    }
    assert zipper.unzip("{a:[,],b:{},c:.5,d:-1e2,e:'x'}") == {
        "arrows": [None, None], "b": {}, "color": 0.5, "duration": -100.0, "e": "x",
    }  # fmt: skip


UNSUPPORTED: dict[str, tuple[Doc, str]] = {
    "line_without_text": (pad(lines=[line("#FF0000", *COURSE)]), "line at row 1, column 1"),
    "line_of_open_colour": (
        pad("Green lines are whispers, pink lines are renban.", lines=[line("#2ECBFF", *COURSE)]), "line at"),
    "line_of_two_kinds": (pad("Green whispers. Green renbans.", lines=[line("#67F067", *COURSE)]), "line at"),
    "colours_nobody_names": (
        pad("Palindromes.", lines=[line("#FF0000", *COURSE), line("#2ECBFF", (5, 5), (5, 7))]), "line at"),
    "crooked_line": (pad("Palindromes.", lines=[line("#CFCFCF", (1, 1), (2, 4))]), "line at"),
    "line_off_the_board": (pad("Palindromes.", lines=[line("#CFCFCF", (1, 1), (1, 12))]), "line at"),
    "thermo_without_bulb": (pad("Thermometers.", lines=[line("#CFCFCF", *COURSE)]), "without one bulb"),
    "small_whisper": (pad("Whispers.", size=6, lines=[line("#67F067", *COURSE)]), "line at"),
    "arrow_without_circle": (pad("Arrows.", arrows=[arrow((1, 1), (1, 3))]), "arrow at row 1, column 1"),
    "arrow_without_text": (
        pad("Sudoku.", arrows=[arrow((1, 1), (1, 3))], overlays=[circle(0.5, 0.5)]), "arrow at row 1"),
    "killer_without_number": (pad("Little killer.", arrows=[arrow((0.3, 6.3), (0.5, 6.5))]), "arrow at row 0.3"),
    "dots_without_text": (pad("Normal sudoku.", overlays=[dot(1, 0.5)]), "shape at row 1.5, column 1"),
    "coloured_dot": (pad("Kropki.", overlays=[dot(1, 0.5, backgroundColor="#FF0000")]), "shape at"),
    "numbered_dot": (pad("Kropki.", overlays=[dot(1, 0.5, text="3")]), "text '3' at"),
    "letter": (pad("XV.", overlays=[label(1, 0.5, "I")]), "text 'I' at"),
    "sign_across": (pad("Signs.", overlays=[label(1, 0.5, "<")]), "text '<' at"),
    "shaded_cell": (pad("Shaded.", underlays=[circle(0.5, 0.5, 1, 1, rounded=False, **{**GREY})]), "shape at"),
    "swapped_parity": (
        pad("Squares are odd.", underlays=[circle(0.5, 0.5, 0.7, 0.7, **{**GREY, "rounded": False})]), "shape at"),
    "two_outside_rules": (pad("Sandwich and skyscraper.", overlays=[label(-0.5, 0.5, "3")]), "text '3' at row 0"),
    "outside_word": (pad("Sandwich.", overlays=[label(-0.5, 0.5, "even")]), "text 'even'"),
    "cage_without_text": (pad("Normal.", cages=[{"cells": [[0, 0]], "value": 5}]), "cage at r1c1"),
    "cage_word": (pad("Cages.", cages=[{"cells": [[0, 0]], "value": "A"}]), "cage at r1c1 with the text 'A'"),
    "cage_off_the_board": (pad("Cages.", cages=[{"cells": [[9, 0]]}]), "leaves the board"),
    "cell_entry": ({"cells": [[{"value": "A"}, *[{}] * 3], *[[{}] * 4] * 3]}, "value 'A' in r1c1"),
    "entry": (pad(foglight=[[0, 0]]), "entry 'foglight'"),
    "fog": (pad("Fog of war."), "fog"),
    "chaos": (pad("Chaos construction: find the regions."), "chaos construction"),
    "doublers": (pad("Place nine doublers."), "modifiers"),
    "yin_yang": (pad("Yin Yang shading."), "yin-yang"),
    "loop": (pad("Draw a loop."), "loop"),
    "indexing": (pad("Column 1 is indexed."), "indexing"),
    "partly_anti_knight": (pad("Anti-knight holds only in cages."), "anti-knight with conditions"),
    "exempt_pairs": (pad("Adjacent cells without a dot cannot be consecutive."), "nonconsecutive with conditions"),
    "negative_alone": (pad("All dots are given."), "negative constraint of kropki"),
}  # fmt: skip


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_what_stays_unexplained_is_refused_by_name(name: str) -> None:
    doc, words = UNSUPPORTED[name]
    with pytest.raises(UnsupportedPuzzle) as caught:
        load(doc)
    assert any(words in element for element in caught.value.elements), caught.value.elements
    assert "\n" not in str(caught.value)


def test_all_of_them_at_once() -> None:
    doc = pad("Fog.", lines=[line("#FF0000", *COURSE)], overlays=[label(0.5, 0.5, "S")], mystery=1)
    with pytest.raises(UnsupportedPuzzle) as caught:
        load(doc)
    assert len(caught.value.elements) == 4


BROKEN: dict[str, Any] = {
    "cells_null": {"cells": None},
    "cells_empty": {"cells": []},
    "cells_text": {"cells": "5"},
    "cells_flat": {"cells": [{}, {}]},
    "cell_number": {"cells": [[5]]},
    "too_large": pad(size=26),
    "cages_text": pad(cages="x"),
    "cage_number": pad(cages=[3]),
    "cage_cells": pad(cages=[{"cells": [1, 2]}]),
    "cage_cell_of_three": pad(cages=[{"cells": [[1, 2, 3]]}]),
    "regions_text": pad(regions="x"),
    "region_numbers": pad(regions=[[1, 2]]),
    "region_outside": pad(regions=[[[0, 9]]]),
    "region_twice": pad(regions=[[[0, 0], [0, 0]]]),
    "lines_object": pad(lines={"a": 1}),
    "point_text": pad(lines=[{"wayPoints": ["a"]}]),
    "point_of_one": pad(lines=[{"wayPoints": [[1]]}]),
    "point_far": pad(lines=[{"wayPoints": [[1e9, 0], [0, 0]]}]),
    "point_infinite": "scl" + lz.compress('{"cells": [[{}]], "lines": [{"wayPoints": [[1e999, 0], [0, 0]]}]}'),
    "shape_without_centre": pad(overlays=[{"text": "X"}]),
    "shape_negative": pad(overlays=[{"center": [1, 1], "width": -1}]),
    "rounded_text": pad(overlays=[{"center": [1, 1], "rounded": "yes"}]),
    "too_many": pad(overlays=[label(0.5, 0.5, "")] * 5000),
    "no_standard_boxes": pad(size=5),
    "not_json": "scl" + lz.compress("hello"),
    "list": "scl" + lz.compress("[1,2]"),
    "half": "scl" + lz.compress("{ce:[[,,,"),
    "open_text": "scl" + lz.compress("{ce:[['a]]}"),
    "key_missing": "scl" + lz.compress("{:5}"),
    "colon_missing": "scl" + lz.compress("{ce[]}"),
    "comma_missing": "scl" + lz.compress("{ce:[[] []]}"),
    "twice": "scl" + lz.compress("{ce:[],ce:[]}"),
    "word": "scl" + lz.compress("{ce:hello}"),
    "huge_number": "scl" + lz.compress("{ce:" + "9" * 5000 + "}"),
    "after_the_end": "scl" + lz.compress("{ce:[[,]]}}"),
    "deep": "scl" + lz.compress("{ce:" + "[" * 5000 + "]" * 5000 + "}"),
    "bad_escape": "scl" + lz.compress(r"{ce:'\q'}"),
    "cut_off": "scl" + packed(pad())[:40],
    "junk": "scl%%%",
    "empty_link": "https://sudokupad.app/",
    "empty_puzzleid": "https://sudokupad.app/?puzzleid=",
}


@pytest.mark.parametrize("name", BROKEN)
def test_malformed_input_is_a_one_line_format_error(name: str) -> None:
    with pytest.raises(FormatError) as caught:
        load(BROKEN[name])
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "link",
    ["https://sudokupad.app/abc123xyz", "https://sudokupad.app/somebody/a-puzzle", "sudokupad:abc123",
     "https://app.crackingthecryptic.com/sudoku/4tn9G2Td2B"],
)  # fmt: skip
def test_short_ids_need_the_network_and_say_what_to_do(link: str) -> None:
    with pytest.raises(NotSupportedError, match=r"needs the network; open the link, export") as caught:
        load(link)
    assert "\n" not in str(caught.value)


def test_boards_that_are_not_square() -> None:
    with pytest.raises(NotSupportedError, match="only square"):
        load({"cells": [[{}, {}]]})
