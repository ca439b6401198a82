"""f-puzzles: every key by hand, what is refused, damaged input, and real puzzles beside the checkout."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.cpsat_verify import count
from pencilmark.errors import FormatError, NotSupportedError, UnsupportedPuzzle
from pencilmark.exchange import puzzle_board
from pencilmark.loaders import fpuzzles, load, lz

from ..documents import CLASSIC, classic
from ..shared_data import shared
from .payloads import SOLVED, fpuzzle, fpuzzle_classic, packed

Doc = dict[str, Any]
BOX_GRID = {"type": "box_grid", "origin": "r1c1", "box": [3, 3]}
LINE = ["R1C1", "R1C2", "R2C3", "R3C3"]
CELLS = ["r1c1", "r1c2", "r2c3", "r3c3"]
PAIR = {"cells": ["R1C2", "R1C1"]}
EDGE = ["r1c1", "r1c2"]
FALLING = [f"r{i}c{i}" for i in range(1, 10)]
RISING = [f"r{i}c{10 - i}" for i in range(1, 10)]
ROW_2 = [f"r2c{i}" for i in range(1, 10)]


def rules_of(doc: Doc) -> list[Doc]:
    """The rules that come out, without the houses; they must also pass the reader."""
    document = fpuzzles.translate(doc).document()
    exchange.read(document)
    return [rule for rule in document["rules"] if rule["type"] not in ("box_grid", "grid", "box")]


def line(kind: str, **keys: Any) -> list[Doc]:
    """One line rule over CELLS."""
    return [{"type": "line", "kind": kind, **keys, "cells": CELLS}]


LINES = [{"lines": [LINE]}]
KEYS: dict[str, tuple[Doc, list[Doc]]] = {
    "diagonal-": ({"minus": True}, [{"type": "region", "kind": "diagonal", "cells": FALLING}]),
    "diagonal+": ({"plus": True}, [{"type": "region", "kind": "diagonal", "cells": RISING}]),
    "antiknight": ({"antiknight": True}, [{"type": "neighbours", "kind": "antiknight"}]),
    "antiking": ({"antiking": True}, [{"type": "neighbours", "kind": "antiking"}]),
    "antiking off": ({"antiking": False}, []),
    "nonconsecutive": ({"nonconsecutive": True}, [{"type": "neighbours", "kind": "nonconsecutive"}]),
    "thermometer": ({"thermometer": LINES}, line("thermo")),
    "slowthermometer": ({"slowthermometer": LINES}, line("slow_thermo")),
    "renban": ({"renban": LINES}, line("renban")),
    "palindrome": ({"palindrome": LINES}, line("palindrome")),
    "regionsumline": ({"regionsumline": LINES}, line("region_sum")),
    "entropicline": ({"entropicline": LINES}, line("entropic")),
    "modularline": ({"modularline": LINES}, line("modular")),
    "modularline stated": ({"modularline": [{"lines": [LINE], "value": "3"}]}, line("modular")),
    "zipperline": ({"zipperline": LINES}, line("zipper")),
    "betweenline": ({"betweenline": LINES}, line("between")),
    "doublearrow": ({"doublearrow": LINES}, line("double_arrow")),
    "whispers": ({"whispers": LINES}, line("whisper")),
    "whispers stated": ({"whispers": [{"lines": [LINE], "value": 4}]}, line("whisper", value=4)),
    "lockout": ({"lockout": LINES}, line("lockout")),
    "lockout stated": ({"lockout": [{"lines": [LINE], "value": "5"}]}, line("lockout", value=5)),
    "arrow": (
        {"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R1C3"], ["R1C1", "R2C2", "R3C3"]]}]},
        [{"type": "arrow", "bulb": ["r1c1"], "lines": [["r1c2", "r1c3"], ["r2c2", "r3c3"]]}],
    ),
    "arrow pill": (
        {"arrow": [{"cells": ["R2C3", "R2C2"], "lines": [["R2C3", "R2C4", "R2C5"]]}]},
        [{"type": "arrow", "bulb": ["r2c2", "r2c3"], "lines": [["r2c4", "r2c5"]]}],
    ),
    "killercage": (
        {"killercage": [{"cells": ["R1C1", "R1C2"], "value": "7"}, {"cells": ["R2C1", "R2C2"]}]},
        [{"type": "cage", "sum": 7, "cells": ["r1c1", "r1c2"]}, {"type": "cage", "cells": ["r2c1", "r2c2"]}],
    ),
    "littlekillersum": (
        {"littlekillersum": [{"cell": "R0C6", "cells": ["R1C7", "R2C8", "R3C9"], "direction": "DR", "value": "20"}]},
        [{"type": "sum", "kind": "little_killer", "sum": 20, "side": "top", "cells": ["r1c7", "r2c8", "r3c9"]}],
    ),
    "littlekillersum corner": (
        {"littlekillersum": [{"cell": "R10C10", "direction": "UL", "value": 45}]},
        [{"type": "sum", "kind": "little_killer", "sum": 45, "side": "bottom", "cells": FALLING[::-1]}],
    ),
    "littlekillersum side": (
        {"littlekillersum": [{"cell": "R7C0", "cells": ["R8C1", "R9C2"], "value": 7}]},
        [{"type": "sum", "kind": "little_killer", "sum": 7, "side": "left", "cells": ["r8c1", "r9c2"]}],
    ),
    "sandwichsum": (
        {"sandwichsum": [{"cell": "R2C0", "value": "8"}, {"cell": "R2C10", "value": 0}]},
        [
            {"type": "sandwich", "sum": 8, "side": "left", "cells": ROW_2},
            {"type": "sandwich", "sum": 0, "side": "right", "cells": ROW_2[::-1]},
        ],
    ),
    "xsum": (
        {"xsum": [{"cell": "R2C0", "value": "16"}]}, [{"type": "xsum", "sum": 16, "side": "left", "cells": ROW_2}],
    ),
    "skyscraper": (
        {"skyscraper": [{"cell": "R2C10", "value": "3"}]},
        [{"type": "skyscraper", "value": 3, "side": "right", "cells": ROW_2[::-1]}],
    ),
    "difference": (
        {"difference": [PAIR, {"cells": ["R5C5", "R6C5"], "value": 3}]},
        [
            {"type": "edge", "kind": "kropki", "color": "white", "cells": EDGE},
            {"type": "edge", "kind": "difference", "value": 3, "cells": ["r5c5", "r6c5"]},
        ],
    ),
    "ratio": (
        {"ratio": [{**PAIR, "value": "2"}, {"cells": ["R5C5", "R6C5"], "value": "3"}]},
        [
            {"type": "edge", "kind": "kropki", "color": "black", "cells": EDGE},
            {"type": "edge", "kind": "ratio", "value": 3, "cells": ["r5c5", "r6c5"]},
        ],
    ),
    "xv": (
        {"xv": [{**PAIR, "value": "x"}, {"cells": ["R5C5", "R6C5"], "value": "V"}]},
        [
            {"type": "edge", "kind": "xv", "letter": "X", "cells": EDGE},
            {"type": "edge", "kind": "xv", "letter": "V", "cells": ["r5c5", "r6c5"]},
        ],
    ),
    "odd": ({"odd": [{"cell": "R4C4"}]}, [{"type": "cell", "kind": "odd", "cells": ["r4c4"]}]),
    "even": ({"even": [{"cell": "R4C4"}]}, [{"type": "cell", "kind": "even", "cells": ["r4c4"]}]),
    "minimum": (
        {"minimum": [{"cell": "R1C1"}]},
        [
            {"type": "edge", "kind": "greater", "cells": ["r2c1", "r1c1"]},
            {"type": "edge", "kind": "greater", "cells": ["r1c2", "r1c1"]},
        ],
    ),
    "maximum beside another": (
        {"maximum": [{"cell": "R1C1"}, {"cell": "R2C1"}]},
        [
            {"type": "edge", "kind": "greater", "cells": ["r1c1", "r1c2"]},
            {"type": "edge", "kind": "greater", "cells": ["r2c1", "r3c1"]},
            {"type": "edge", "kind": "greater", "cells": ["r2c1", "r2c2"]},
        ],
    ),
    "quadruple": (
        {"quadruple": [{"cells": ["R3C3", "R3C4", "R4C3", "R4C4"], "values": [3, 4, 4]}]},
        [{"type": "contains", "digits": [3, 4, 4], "cells": ["r3c3", "r3c4", "r4c3", "r4c4"]}],
    ),
    "extraregion": (
        {"extraregion": [{"cells": ["R1C1", "R5C5", "R9C8"]}]},
        [{"type": "region", "kind": "extra", "cells": ["r1c1", "r5c5", "r9c8"]}],
    ),
    "clone": (
        {"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R4C4", "R4C5"]}]},
        [{"type": "clone", "regions": [["r1c1", "r1c2"], ["r4c4", "r4c5"]]}],
    ),
    "looks": (
        {"text": [{"cells": ["R1C1"], "value": "A"}], "rectangle": [{"cells": ["R1C1"]}], "disabledlogic": ["x"],
         "truecandidatesoptions": [], "highlightConflicts": True, "successMessage": "Well done"},
        [],
    ),
    "painted over": (
        {"renban": LINES, "line": [{"lines": [LINE], "fromConstraint": "Renban"}, {"lines": [LINE[::-1]]}]},
        line("renban"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", KEYS)
def test_every_key(name: str) -> None:
    keys, rules = KEYS[name]
    assert rules_of(fpuzzle(**keys)) == rules


def test_every_key_of_the_tables_is_tested() -> None:
    used = {spelled for keys, _ in KEYS.values() for spelled in keys} | {"disjointgroups"}
    assert {*fpuzzles.ELEMENTS, *fpuzzles.FLAGS} - {"diagonal-", "diagonal+"} <= used


def test_disjoint_groups() -> None:
    rules = rules_of(fpuzzle(disjointgroups=True))
    assert len(rules) == 9
    assert rules[0]["cells"] == [f"r{row}c{col}" for row in (1, 4, 7) for col in (1, 4, 7)]


def test_classic_is_the_classic() -> None:
    doc = fpuzzle_classic(title="T", author="A", ruleset="Normal sudoku rules apply.", solution=list(map(int, SOLVED)))
    puzzle = load(doc)
    assert puzzle == load(classic())
    assert puzzle.meta == {
        "title": "T", "author": "A", "source": "f-puzzles", "rules_text": "Normal sudoku rules apply.",
    }  # fmt: skip
    assert "".join(map(str, puzzle.solution or ())) == SOLVED


def test_all_ways_in() -> None:
    doc = fpuzzle_classic(antiknight=True)
    data = packed(doc)
    puzzle = load(doc)
    assert exchange.fingerprint(puzzle) == exchange.fingerprint(
        load(classic({"type": "neighbours", "kind": "antiknight"}))
    )
    for text in (
        json.dumps(doc),
        json.dumps({"puzzle": doc}),
        data,
        "fpuzzles" + data,
        "fpuz" + packed(doc, lz.URI_SAFE),
        f"  fpuzzles{data.replace('+', ' ')}\n",
        f"https://f-puzzles.com/?load={data}",
        f"https://www.f-puzzles.com/?load={data.replace('+', '%2B').replace('/', '%2F').replace('=', '%3D')}",
        f"f-puzzles.com/?load={packed(doc, lz.URI_SAFE)}",
        f"https://sudokupad.app/fpuzzles{data}",
        f"https://app.crackingthecryptic.com/sudoku/fpuzzles{data}",
        f"https://sudokupad.app/?puzzleid=fpuzzles{packed(doc, lz.URI_SAFE).replace('+', '%2B')}",
    ):
        assert load(text) == puzzle, text[:60]


def test_given_marks_of_a_player_and_candidates() -> None:
    doc = fpuzzle()
    doc["grid"][0][0] = {"value": 5, "centerPencilMarks": [1, 2], "c": "#FF0000", "highlight": 1}
    doc["grid"][0][1] = {"value": 6, "given": True}
    doc["grid"][0][2] = {"givenPencilMarks": [3, 1, 3]}
    doc["grid"][0][3] = {"parity": "Odd"}
    document = fpuzzles.translate(doc).document()
    assert document["givens"][:3] == [0, 6, 0]
    assert document["candidates"] == {"r1c3": [1, 3]}
    assert document["rules"][1:] == [{"type": "cell", "kind": "odd", "cells": ["r1c4"]}]


@pytest.mark.parametrize(
    ("size", "box"), [(4, [2, 2]), (6, [2, 3]), (8, [2, 4]), (9, [3, 3]), (10, [2, 5]), (12, [3, 4]), (16, [4, 4])]
)
def test_default_boxes(size: int, box: list[int]) -> None:
    document = fpuzzles.translate(fpuzzle(size)).document()
    assert document["rules"] == [{"type": "box_grid", "origin": "r1c1", "box": box}]
    assert load(fpuzzle(size)).digits == size


def test_regions() -> None:
    doc = fpuzzle(4)
    for row in range(4):
        for col in range(4):
            doc["grid"][row][col]["region"] = row
    assert [rule["type"] for rule in fpuzzles.translate(doc).document()["rules"]] == ["grid", *["box"] * 4]
    doc["grid"][0][0]["region"] = None
    doc["grid"][0][1]["region"] = -1
    assert fpuzzles.translate(doc).document()["rules"][1]["cells"] == ["r1c3", "r1c4"]
    for row in range(4):
        for col in range(4):
            doc["grid"][row][col]["region"] = str(row // 2 * 2 + col // 2 + 7)
    assert fpuzzles.translate(doc).document()["rules"] == [{"type": "box_grid", "origin": "r1c1", "box": [2, 2]}]


def test_board_without_standard_boxes_states_its_regions() -> None:
    with pytest.raises(FormatError, match="no standard boxes"):
        load(fpuzzle(5))
    doc = fpuzzle(5)
    for row in doc["grid"]:
        for cell in row:
            cell["region"] = None
    assert fpuzzles.translate(doc).document()["rules"] == [{"type": "grid", "origin": "r1c1"}]


WHITE = {"cells": ["R1C1", "R1C2"]}
BLACK = {"cells": ["R2C1", "R2C2"]}
LETTER = {"cells": ["R3C1", "R3C2"], "value": "X"}
EXCEPT = [["r1c1", "r1c2"], ["r2c1", "r2c2"], ["r3c1", "r3c2"]]


def negatives(**keys: Any) -> list[Doc]:
    """The rules about pairs without a mark."""
    return [rule for rule in rules_of(fpuzzle(**keys)) if rule["type"] in ("negative", "neighbours")]


def test_negatives_of_one_family_are_negatives() -> None:
    assert negatives(difference=[WHITE], ratio=[BLACK], negative=["ratio", "difference"]) == [
        {"type": "negative", "of": "kropki", "color": "black"},
        {"type": "negative", "of": "kropki", "color": "white"},
    ]
    assert negatives(xv=[LETTER], negative=["xv"]) == [
        {"type": "negative", "of": "xv", "letter": "X"},
        {"type": "negative", "of": "xv", "letter": "V"},
    ]
    assert negatives(ratio=[{**BLACK, "value": 3}], negative=["ratio"]) == [
        {"type": "negative", "of": "ratio", "value": 3}
    ]


def test_marks_of_other_families_exempt_a_pair_as_well() -> None:
    marks = {"difference": [WHITE], "ratio": [BLACK], "xv": [LETTER]}
    assert negatives(**marks, negative=["ratio", "xv"], nonconsecutive=True) == [
        {"type": "neighbours", "kind": "nonconsecutive", "except": EXCEPT},
        {"type": "neighbours", "op": "not_ratio", "params": [2], "where": "orthogonal", "except": EXCEPT},
        {"type": "neighbours", "op": "not_sum", "params": [10], "where": "orthogonal", "except": EXCEPT},
        {"type": "neighbours", "op": "not_sum", "params": [5], "where": "orthogonal", "except": EXCEPT},
    ]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("All dots are given.", [{"type": "negative", "of": "kropki"}]),
        ("All possible black dots are shown", [{"type": "negative", "of": "kropki", "color": "black"}]),
        ("All possible Xs and Vs are given.", [{"type": "negative", "of": "xv"}]),
        ("Normal rules. All X's are marked!", [{"type": "negative", "of": "xv", "letter": "X"}]),
        ("Not all dots are given.", []),
        ("Not necessarily all Xs and Vs are given.", []),
        ("There is no negative constraint on dots.", []),
        ("Dots separate consecutive digits.", []),
    ],
)
def test_negatives_of_the_rules_text(text: str, rules: list[Doc]) -> None:
    assert negatives(ruleset=text, difference=[WHITE], xv=[LETTER]) == rules


@pytest.mark.parametrize(
    ("text", "colour", "keys"),
    [
        ("Digits on a purple line form a renban.", "#C060C0", {"kind": "renban"}),
        (
            "German whispers (green): at least 5 apart.\nPurple lines are renban.",
            "#60C060",
            {"kind": "whisper", "value": 5},
        ),
        ("Dutch whispers.\nPalindromes.", "#FFA600", {"kind": "whisper", "value": 4}),
        ("The line is a palindrome.", "#2ECBFF", {"kind": "palindrome"}),
        ("Box borders divide blue lines into segments of equal sum.", "#2ECBFF", {"kind": "region_sum"}),
    ],
)
def test_free_lines_that_the_text_explains(text: str, colour: str, keys: Doc) -> None:
    doc = fpuzzle(ruleset=text, line=[{"lines": [LINE], "outlineC": colour}])
    assert rules_of(doc) == [{"type": "line", **keys, "cells": CELLS}]


def test_counting_circles_cages_with_repeats_and_signs() -> None:
    circles = [{"cells": [name], "width": 0.8} for name in ("R1C1", "R2C2", "R5C7")]
    assert rules_of(fpuzzle(ruleset="Counting circles: see elsewhere.", circle=circles)) == [
        {"type": "count", "kind": "circles", "cells": ["r1c1", "r2c2", "r5c7"]}
    ]
    cage = {"cells": ["R1C1", "R1C2"], "value": "10"}
    assert rules_of(fpuzzle(ruleset="Cages show their sum. Digits may repeat in a cage.", cage=[cage])) == [
        {"type": "sum", "kind": "group", "sum": 10, "cells": ["r1c1", "r1c2"]}
    ]
    signs = [
        {"cells": ["R1C2", "R1C1"], "value": "<"}, {"cells": ["R1C1", "R1C2"], "value": ">"},
        {"cells": ["R1C1", "R2C1"], "value": "^"}, {"cells": ["R1C1", "R2C1"], "value": "v"},
    ]  # fmt: skip
    assert [rule["cells"] for rule in rules_of(fpuzzle(text=signs))] == [
        ["r1c2", "r1c1"], ["r1c1", "r1c2"], ["r2c1", "r1c1"], ["r1c1", "r2c1"],
    ]  # fmt: skip


UNSUPPORTED: dict[str, tuple[Doc, str]] = {
    "unknown_key": ({"rowindexer": [{"cells": ["R1C1"]}]}, "rowindexer"),
    "unknown_keys": ({"nabner": [{}, {}]}, "nabner (2)"),
    "flag_zero": ({"antiknight": 0}, "antiknight"),
    "flag_word": ({"nonconsecutive": "sometimes"}, "nonconsecutive"),
    "fog": ({"fogofwar": ["R1C1"]}, "fogofwar"),
    "free_line": ({"line": [{"lines": [LINE], "outlineC": "#FF0000"}]}, "line at R1C1"),
    "free_line_of_unknown_kind": (
        {"line": [{"lines": [LINE], "outlineC": "#2ECBFF"}], "ruleset": "Palindromes. Blue lines hold primes."},
        "line at R1C1",
    ),
    "free_cage": ({"cage": [{"cells": ["R1C1"], "value": "12"}]}, "cage at R1C1"),
    "free_circle": ({"circle": [{"cells": ["R1C1"]}]}, "circle at R1C1"),
    "cage_text": ({"killercage": [{"cells": ["R1C1"], "value": "?"}]}, "killercage at R1C1 with the text '?'"),
    "arrow_alone": ({"arrow": [{"cells": ["R1C1"], "lines": []}]}, "arrow at R1C1 without a shaft"),
    "arrow_without_circle": ({"arrow": [{"cells": [], "lines": [LINE]}]}, "arrow at R1C1 without a circle"),
    "killer_without_sum": ({"littlekillersum": [{"cell": "R0C1", "direction": "DR"}]}, "without a readable sum"),
    "killer_outwards": ({"littlekillersum": [{"cell": "R0C1", "direction": "UR", "value": 5}]}, "meets no cell"),
    "sandwich_inside": ({"sandwichsum": [{"cell": "R1C1", "value": 5}]}, "outside the rows"),
    "sandwich_corner": ({"sandwichsum": [{"cell": "R0C0", "value": 5}]}, "outside the rows"),
    "sandwich_text": ({"sandwichsum": [{"cell": "R0C1", "value": "even"}]}, "without a number"),
    "letter": ({"xv": [{**PAIR, "value": "I"}]}, "xv at R1C2 with the text 'I'"),
    "difference_text": ({"difference": [{**PAIR, "value": "odd"}]}, "with the text 'odd'"),
    "quadruple_empty": ({"quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"]}]}, "without readable digits"),
    "clone_alone": ({"clone": [{"cells": ["R1C1"]}]}, "without a second copy"),
    "negative": ({"negative": ["quadruple"]}, "negative constraint 'quadruple'"),
    "modulus": ({"modularline": [{"lines": [LINE], "value": 4}]}, "modulus 4"),
    "entropic_6": ({"size": 6, "entropicline": [{"lines": [LINE]}]}, "on a 6×6 board"),
    "whispers_6": ({"size": 6, "whispers": [{"lines": [LINE]}]}, "without a readable value"),
    "cell_entry": ({"cell": {"mystery": 1}}, "entry 'mystery' of a cell"),
    "irregular_disjoint": ({"disjointgroups": True, "cell": {"region": 8}}, "disjoint groups on irregular regions"),
    "text_fog": ({"ruleset": "Fog of war covers the grid."}, "fog"),
    "text_knight": ({"ruleset": "Cells a knight's move apart differ."}, "anti-knight"),
    "text_digits": ({"ruleset": "Use the digits 0-8."}, "other digits"),
    "text_too_long": ({"ruleset": "sudoku " * 2000}, "a rules text of 14000 characters"),
    "sign_across": ({"text": [{"cells": ["R1C1", "R2C1"], "value": "<"}]}, "sign across"),
}


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_what_cannot_be_said_is_refused_by_name(name: str) -> None:
    keys, words = UNSUPPORTED[name]
    cell = keys.get("cell", {})
    doc = fpuzzle(**{"size": 9, **{key: value for key, value in keys.items() if key != "cell"}})
    doc["grid"][0][0] = cell
    with pytest.raises(UnsupportedPuzzle) as caught:
        load(doc)
    assert any(words in element for element in caught.value.elements)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_all_of_them_at_once() -> None:
    with pytest.raises(NotSupportedError) as caught:
        load(fpuzzle(ruleset="Fog.", boxindexer=[{}], circle=[{"cells": ["R1C1"]}, {"cells": ["R2C1"]}]))
    assert isinstance(caught.value, UnsupportedPuzzle)
    assert caught.value.elements == ("boxindexer", "circle at R1C1", "circle at R2C1", "fog (rules text: 'Fog')")


def grid(*rows: Any) -> Doc:
    """A document with these rows."""
    return {"size": 4, "grid": list(rows)}


BROKEN: dict[str, Any] = {
    "grid_is_text": {"size": 9, "grid": "53"},
    "grid_is_null": {"size": 9, "grid": None},
    "grid_of_numbers": {"size": 2, "grid": [1, 2]},
    "no_rows": {"size": 9, "grid": []},
    "too_few_rows": grid([{}] * 4),
    "ragged": grid([{}] * 4, [{}] * 4, [{}] * 4, [{}] * 3),
    "size_is_text": {"size": "9", "grid": [[{}]]},
    "size_is_true": {"size": True, "grid": [[{}]]},
    "size_zero": {"size": 0, "grid": []},
    "size_huge": {"size": 10**30, "grid": [[{}]]},
    "size_26": fpuzzle(26),
    "cell_is_number": grid([7, {}, {}, {}], *[[{}] * 4] * 3),
    "given_is_word": grid([{"value": "x", "given": True}, {}, {}, {}], *[[{}] * 4] * 3),
    "given_above": grid([{"value": 5, "given": True}, {}, {}, {}], *[[{}] * 4] * 3),
    "given_negative": grid([{"value": -1, "given": True}, {}, {}, {}], *[[{}] * 4] * 3),
    "given_is_number": grid([{"value": 1, "given": 1}, {}, {}, {}], *[[{}] * 4] * 3),
    "marks_above": grid([{"givenPencilMarks": [5]}, {}, {}, {}], *[[{}] * 4] * 3),
    "marks_are_text": grid([{"givenPencilMarks": "12"}, {}, {}, {}], *[[{}] * 4] * 3),
    "region_is_word": grid([{"region": "a"}, {}, {}, {}], *[[{}] * 4] * 3),
    "region_is_endless": grid([{"region": "9" * 5000}, {}, {}, {}], *[[{}] * 4] * 3),
    "region_is_list": grid([{"region": [1]}, {}, {}, {}], *[[{}] * 4] * 3),
    "elements_are_text": fpuzzle(thermometer="R1C1"),
    "elements_are_object": fpuzzle(thermometer={"lines": []}),
    "element_is_number": fpuzzle(thermometer=[1]),
    "lines_are_flat": fpuzzle(thermometer=[{"lines": ["R1C1"]}]),
    "cell_name": fpuzzle(odd=[{"cell": "A1"}]),
    "cell_outside": fpuzzle(odd=[{"cell": "R0C1"}]),
    "cell_far": fpuzzle(odd=[{"cell": "R1C10"}]),
    "cell_three_digits": fpuzzle(odd=[{"cell": "R100C1"}]),
    "jump_in_a_line": fpuzzle(thermometer=[{"lines": [["R1C1", "R1C5"]]}]),
    "line_of_one_cell": fpuzzle(renban=[{"lines": [["R1C1"]]}]),
    "dot_on_one_cell": fpuzzle(ratio=[{"cells": ["R1C1"]}]),
    "dot_between_far_cells": fpuzzle(ratio=[{"cells": ["R1C1", "R5C5"]}]),
    "dot_on_no_cell": fpuzzle(xv=[{"value": "X"}]),
    "clone_of_other_size": fpuzzle(clone=[{"cells": ["R1C1"], "cloneCells": ["R2C1", "R2C2"]}]),
    "quadruple_digit": fpuzzle(quadruple=[{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [99]}]),
    "empty_cage": fpuzzle(killercage=[{"cells": [], "value": 3}]),
    "cage_twice": fpuzzle(killercage=[{"cells": ["R1C1", "R1C1"], "value": 3}]),
    "negative_is_text": fpuzzle(negative="xv"),
    "too_many": fpuzzle(odd=[{"cell": "R1C1"}] * 5000),
    "not_json": "fpuzzles" + lz.compress("hello"),
    "json_list": "fpuzzles" + lz.compress("[1, 2, 3]"),
    "half_json": "fpuzzles" + lz.compress('{"size": 9, "grid": ['),
    "cut_off": "fpuzzles" + packed(fpuzzle())[:50],
    "not_compressed": "fpuzzles%%%%",
    "empty_link": "https://f-puzzles.com/?load=",
    "no_query": "https://f-puzzles.com/",
    "other_object": "fpuzzles" + packed({"a": 1}),
}


@pytest.mark.parametrize("name", BROKEN)
def test_malformed_input_is_a_one_line_format_error(name: str) -> None:
    with pytest.raises(FormatError) as caught:
        load(BROKEN[name])
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "link",
    ["https://f-puzzles.com/?id=y2abcdef", "f-puzzles.com/?id=abc", "https://tinyurl.com/abcdef", "bit.ly/3abc",
     "lmd:000ABC", "https://logic-masters.de/Raetselportal/Raetsel/zeigen.php?id=000ABC"],
)  # fmt: skip
def test_links_that_need_the_network_say_what_to_do(link: str) -> None:
    with pytest.raises(NotSupportedError, match=r"needs the network.*(open|load)") as caught:
        load(link)
    assert "\n" not in str(caught.value)


def test_unknown_links_are_named() -> None:
    with pytest.raises(FormatError, match=r"example\.org"):
        load("https://example.org/puzzle?id=1")


# ---- real puzzles beside the checkout ----

INDEXED = ("columnindexer",)
"""Why two of the real puzzles cannot be loaded: no rule of the format indexes columns."""


def _real() -> list[Doc]:
    text = shared("dclamage_fpuzzles/variants.jsonl").read_text(encoding="utf-8")
    return [json.loads(row) for row in text.splitlines()]


def test_real_puzzles_load_and_their_solutions_obey_every_rule() -> None:
    loaded = 0
    for row in _real():
        assert lz.compress(lz.decompress(row["fpuzzles"])) == row["fpuzzles"]
        try:
            puzzle = load(row["fpuzzles"])
        except UnsupportedPuzzle as error:
            assert any(name in element for element in error.elements for name in INDEXED), error
            continue
        loaded += 1
        solution = [int(symbol) for symbol in row["solution"]]
        if len(solution) != len(puzzle.cells):  # the 16×16 writes its numbers without gaps
            continue
        board = puzzle_board(puzzle)
        assert all(given in (0, digit) for given, digit in zip(puzzle.givens, solution, strict=True))
        assert all(rule.holds(solution, board, puzzle.rules) for rule in puzzle.rules), row["title_and_constraints"]
    assert loaded == 21


@pytest.mark.slow
def test_real_puzzles_have_exactly_the_stored_solution() -> None:
    for row in _real():
        try:
            puzzle = load(row["fpuzzles"])
        except UnsupportedPuzzle:
            continue
        verdict = count(puzzle)
        assert verdict.status == "unique", row["title_and_constraints"]
        assert "".join(map(str, verdict.solutions[0])) == row["solution"]


def test_classic_string_is_untouched() -> None:
    assert load(CLASSIC) == load(classic())
