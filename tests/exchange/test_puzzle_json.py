"""The older puzzle JSON: boards, regions, rules in their own words, and the shapes that fold into one rule."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilmark import exchange, puzzle_json
from pencilmark.errors import FormatError, NotSupportedError, UnsupportedPuzzle
from pencilmark.rules.layouts import LAYOUTS, layout_origins, scattered_grid

from ..documents import CLASSIC, classic, twodoku

ROWS = [[f"r{r}c{c}" for c in range(1, 10)] for r in range(1, 10)]
COLS = [list(col) for col in zip(*ROWS, strict=True)]
BOXES = [[f"r{top + r}c{left + c}" for r in range(3) for c in range(3)] for top in (1, 4, 7) for left in (1, 4, 7)]


def old(*rules: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """A classic in the older JSON."""
    return {"numbers": CLASSIC.replace("0", "."), "rules": list(rules), **keys}


def said(*rules: dict[str, Any], **keys: Any) -> list[dict[str, Any]]:
    """The rule objects after the box grid."""
    stated = puzzle_json.to_document(old(*rules, **keys))["rules"]
    assert stated[0]["type"] == "box_grid"
    return stated[1:]


def same(doc: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether an older JSON and a document are one puzzle."""
    return exchange.fingerprint(puzzle_json.read(doc)) == exchange.fingerprint(exchange.read(other))


def test_plain_boards() -> None:
    assert puzzle_json.to_document({"numbers": CLASSIC}) == classic()
    assert puzzle_json.read({"numbers": CLASSIC, "digits": 9, "box": "3x3"}) == exchange.read(classic())
    assert puzzle_json.read({"numbers": [int(s) for s in CLASSIC]}) == exchange.read(classic())
    six = puzzle_json.to_document({"digits": 6, "box": "3X2"})
    assert six["rules"] == [{"type": "box_grid", "origin": "r1c1", "box": [3, 2]}]
    assert six["givens"] == [0] * 36
    hexa = puzzle_json.to_document({"numbers": "gG" + "." * 254})
    assert hexa["digits"] == 16
    assert hexa["givens"][:2] == [16, 16]


def test_meta_solution_candidates() -> None:
    doc = puzzle_json.to_document(
        {"numbers": "1..." * 4, "solution": "1234" * 4, "candidates": {"R1C2": "24", "r2c2": [1]},
         "meta": {"title": "T"}, "hash": "abc"}
    )  # fmt: skip
    assert doc["solution"] == [1, 2, 3, 4] * 4
    assert doc["candidates"] == {"r1c2": [2, 4], "r2c2": [1]}
    assert doc["meta"] == {"title": "T"}
    assert exchange.validate(doc)


def test_shapes_imply_nothing() -> None:
    whole = puzzle_json.to_document({"shape": [" xx", "oo."], "digits": 4, "numbers": "#12 3.#"})
    assert whole["board"] == {"rows": 2, "cols": 3}
    assert whole["givens"] == [None, 1, 2, 3, 0, None]
    assert whole["rules"] == []
    assert puzzle_json.to_document({"shape": [" xx", "oo."], "digits": 4, "numbers": "123."}) == whole
    assert exchange.validate(whole)


def test_regions_replace_the_standard_houses() -> None:
    rows = [{"kind": "row", "cells": row} for row in ROWS]
    doc = puzzle_json.to_document({"numbers": CLASSIC, "regions": rows})
    assert [rule["type"] for rule in doc["rules"]] == ["row"] * 9
    boxed = puzzle_json.to_document({"numbers": CLASSIC, "box": "3x3", "regions": rows[:1]})
    assert [rule["type"] for rule in boxed["rules"]] == ["box_grid", "row"]
    gaps = puzzle_json.to_document(
        {"numbers": "#12.", "digits": 2, "regions": [{"kind": "row", "cells": ["r2c1", "r2c2"]}]}
    )
    assert gaps["givens"] == [None, 1, 2, 0]


def test_kinds_of_regions() -> None:
    cells = ["R2C2", "r3c3"]
    kinds = {
        "row": {"type": "row"}, "col": {"type": "column"}, "box": {"type": "box"}, "cage": {"type": "cage"},
        "region": {"type": "region", "kind": "region"}, "diag": {"type": "region", "kind": "diagonal"},
        "window": {"type": "region", "kind": "window"}, "extra": {"type": "region", "kind": "extra"},
        "partial": {"type": "region", "kind": "extra"},
    }  # fmt: skip
    regions = [{"kind": kind, "cells": cells} for kind in kinds]
    assert said(regions=regions, box="3x3") == [{**rule, "cells": ["r2c2", "r3c3"]} for rule in kinds.values()]
    cage = {"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 8}
    assert said(regions=[cage], box="3x3") == [{"type": "cage", "sum": 8, "cells": ["r1c1", "r1c2"]}]


@pytest.mark.parametrize("name", ["twodoku", "TwoDoku", "Two-doku"])
def test_layouts_are_numbered_in_reading_order(name: str) -> None:
    doc = puzzle_json.to_document({"layout": name})
    assert doc == twodoku()
    digits = [i % 9 + 1 for i in range(153)]
    given = puzzle_json.to_document({"layout": name, "numbers": "".join(map(str, digits))})["givens"]
    assert [value for value in given if value is not None] == digits
    assert given[: 15 + 9] == [*digits[:9], *[None] * 6, *digits[9:18]]
    rectangle = "".join("#" if value is None else str(value) for value in given)
    assert puzzle_json.to_document({"layout": name, "numbers": rectangle})["givens"] == given


def test_every_layout_reads() -> None:
    for name in LAYOUTS:
        doc = puzzle_json.to_document({"layout": name})
        assert exchange.validate(doc)
        assert len([rule for rule in doc["rules"] if rule["type"] == "box_grid"]) == len(LAYOUTS[name])
    aliases = {"wing-3": "Gattai-3", "kazaguruma": "Windmill", "flower-4": "Flower", "tripledoku": "Tridoku",
               "gattai-5": "Samurai", "supersamurai": "Super Samurai", "clueless-2": "Clueless"}  # fmt: skip
    assert all(layout_origins(alias) == LAYOUTS[name] for alias, name in aliases.items())


@pytest.mark.parametrize(("name", "first"), [("clueless", "r2c5"), ("clueless-1", "r2c5"), ("clueless-2", "r4c5")])
def test_clueless_layouts_have_a_tenth_grid(name: str, first: str) -> None:
    rules = puzzle_json.to_document({"layout": name})["rules"][9:]
    assert [rule["type"] for rule in rules] == ["row"] * 9 + ["column"] * 9 + ["box"] * 9
    assert rules[0]["cells"][1] == first
    covered = [cell for rule in rules[18:] for cell in rule["cells"]]
    assert len(set(covered)) == 81
    assert len(scattered_grid(name)) == 9
    assert scattered_grid("samurai") == ()


WORDS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"type": "kropki", "color": "white", "cells": ["R1C3", "r1c4"]},
     {"type": "edge", "kind": "kropki", "color": "white", "cells": ["r1c3", "r1c4"]}),
    ({"type": "xv", "letter": "X", "cells": ["r1c3", "r1c4"]},
     {"type": "edge", "kind": "xv", "letter": "X", "cells": ["r1c3", "r1c4"]}),
    ({"type": "less", "cells": ["r1c3", "r1c4"]}, {"type": "edge", "kind": "less", "cells": ["r1c3", "r1c4"]}),
    ({"type": "less", "cells": ["r1c3", "r5c5"]},
     {"type": "relation", "op": "less", "params": [], "pairs": [["r1c3", "r5c5"]]}),
    ({"type": "line", "kind": "whisper", "k": 4, "cells": ["r1c3", "r1c4"]},
     {"type": "line", "kind": "whisper", "value": 4, "cells": ["r1c3", "r1c4"]}),
    ({"type": "line", "kind": "renban", "cells": ["r1c3", "r1c4"]},
     {"type": "line", "kind": "renban", "cells": ["r1c3", "r1c4"]}),
    ({"type": "thermo", "cells": ["r1c3", "r1c4"]}, {"type": "line", "kind": "thermo", "cells": ["r1c3", "r1c4"]}),
    ({"type": "arrow", "circle": "r1c3", "line": ["r1c4", "r2c4"]},
     {"type": "arrow", "bulb": ["r1c3"], "lines": [["r1c4", "r2c4"]]}),
    ({"type": "arrow", "circle": ["r1c3", "r1c4"], "lines": [["r2c4"], ["r2c3"]]},
     {"type": "arrow", "bulb": ["r1c3", "r1c4"], "lines": [["r2c4"], ["r2c3"]]}),
    ({"type": "sum", "total": 9, "cells": ["r1c3", "r5c5"]},
     {"type": "sum", "kind": "group", "sum": 9, "cells": ["r1c3", "r5c5"]}),
    ({"type": "little_killer", "total": 9, "cells": ["r1c8", "r2c9"]},
     {"type": "sum", "kind": "little_killer", "sum": 9, "side": "top", "cells": ["r1c8", "r2c9"]}),
    ({"type": "little_killer", "total": 9, "cells": ["r8c1", "r9c2"]},
     {"type": "sum", "kind": "little_killer", "sum": 9, "side": "left", "cells": ["r8c1", "r9c2"]}),
    ({"type": "sandwich", "total": 9, "cells": ROWS[0]},
     {"type": "sandwich", "sum": 9, "side": "left", "cells": ROWS[0]}),
    ({"type": "xsum", "total": 9, "cells": COLS[2][::-1]},
     {"type": "xsum", "sum": 9, "side": "bottom", "cells": COLS[2][::-1]}),
    ({"type": "skyscraper", "count": 3, "cells": ROWS[4][::-1]},
     {"type": "skyscraper", "value": 3, "side": "right", "cells": ROWS[4][::-1]}),
    ({"type": "skyscraper", "value": 3, "side": "left", "cells": ROWS[4]},
     {"type": "skyscraper", "value": 3, "side": "left", "cells": ROWS[4]}),
    ({"type": "first_seen", "value": 2, "digits": [1, 2, 3], "cells": COLS[0]},
     {"type": "first_seen", "value": 2, "digits": [1, 2, 3], "side": "top", "cells": COLS[0]}),
    ({"type": "antiknight"}, {"type": "neighbours", "kind": "antiknight"}),
    ({"type": "antiking"}, {"type": "neighbours", "kind": "antiking"}),
    ({"type": "nonconsecutive"}, {"type": "neighbours", "kind": "nonconsecutive"}),
    ({"type": "parity", "parity": "odd", "cells": ["r1c3"]}, {"type": "cell", "kind": "odd", "cells": ["r1c3"]}),
    ({"type": "pairs", "rel": "diffge", "params": [3], "cells": ["r1c3", "r5c5"]},
     {"type": "relation", "op": "difference_at_least", "params": [3], "pairs": [["r1c3", "r5c5"]]}),
    ({"type": "pairs", "rel": "neq", "pairs": [["r1c3", "r5c5"], ["r1c3", "r6c6"]]},
     {"type": "relation", "op": "different", "params": [], "pairs": [["r1c3", "r5c5"], ["r1c3", "r6c6"]]}),
    ({"type": "pairs", "rel": "anyof", "params": [["sum", [10]], ["diff", [1]]], "cells": ["r1c3", "r5c5"]},
     {"type": "relation", "op": "any_of", "params": [["sum", [10]], ["difference", [1]]], "pairs": [["r1c3", "r5c5"]]}),
    ({"type": "digit_class", "digits": [1, 2], "cells": ["r1c3"]},
     {"type": "cell", "kind": "set", "values": [1, 2], "cells": ["r1c3"]}),
    ({"type": "exclude", "values": [1], "cells": ["r1c3"]},
     {"type": "cell", "kind": "exclude", "values": [1], "cells": ["r1c3"]}),
    ({"type": "lowhigh", "split": 5, "high": ["r1c3"]},
     {"type": "cell", "kind": "high", "split": 5, "cells": ["r1c3"]}),
    ({"type": "quadruple", "digits": [1, 2], "cells": ["r2c2", "r2c3", "r3c2", "r3c3"]},
     {"type": "contains", "digits": [1, 2], "cells": ["r2c2", "r2c3", "r3c2", "r3c3"]}),
    ({"type": "contains", "cells": ["r1c3", "r2c4", "r3c5"]},
     {"type": "appears", "source": "r1c3", "cells": ["r2c4", "r3c5"]}),
    ({"type": "counting_circles", "cells": ["r1c3", "r2c4"]},
     {"type": "count", "kind": "circles", "cells": ["r1c3", "r2c4"]}),
    ({"type": "distinct_count", "count": 2, "cells": ["r1c3", "r2c4"]},
     {"type": "distinct_count", "value": 2, "cells": ["r1c3", "r2c4"]}),
    ({"type": "rossini", "arrow": "in", "cells": ROWS[0][:3]},
     {"type": "rossini", "arrow": "in", "side": "left", "cells": ROWS[0][:3]}),
    ({"type": "global_entropy"}, {"type": "global_entropy"}),
    ({"type": "vudoku", "cells": ["r2c2", "r3c1", "r3c3"]}, {"type": "vudoku", "cells": ["r2c2", "r3c1", "r3c3"]}),
    ({"type": "isomorphic", "regions": [["r1c1", "R1C2"], ["r5c5", "r5c6"]]},
     {"type": "isomorphic", "regions": [["r1c1", "r1c2"], ["r5c5", "r5c6"]]}),
    ({"type": "edge", "kind": "sum", "sum": 9, "cells": ["r1c3", "r1c4"]},
     {"type": "edge", "kind": "sum", "sum": 9, "cells": ["r1c3", "r1c4"]}),
    ({"type": "negative", "of": "kropki"}, {"type": "negative", "of": "kropki"}),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "expected"), WORDS, ids=[f"{i}-{rule['type']}" for i, (rule, _) in enumerate(WORDS)])
def test_rules_in_their_own_words(rule: dict[str, Any], expected: dict[str, Any]) -> None:
    found = said(rule)
    assert len(found) == 1
    # the order of keys has no meaning
    assert found[0] == expected
    assert puzzle_json.read(old(rule))


def test_parameters_on_other_sizes() -> None:
    def line(kind: str, digits: int, **keys: Any) -> dict[str, Any]:
        doc = puzzle_json.to_document(
            {"digits": digits, "rules": [{"type": "line", "kind": kind, "cells": ["r1c1", "r1c2"], **keys}]}
        )
        return {key: value for key, value in doc["rules"][1].items() if key not in ("type", "kind", "cells")}

    assert line("whisper", 6) == {"value": 5}
    assert line("whisper", 6, k=3) == {"value": 3}
    assert line("lockout", 8) == {"value": 4}
    assert line("entropic", 6) == {"groups": [[1, 2], [3, 4], [5, 6]]}
    assert line("entropic", 8) == {"groups": [[1, 2, 3], [4, 5, 6], [7, 8]]}
    assert line("whisper", 9) == line("entropic", 9) == {}
    assert line("whisper", 9, closed=True) == {"closed": True}


def test_frame_index_is_counted_from_either_end() -> None:
    zero = [{"type": "frame", "side": "top", "index": i, "sum": 10 + i} for i in (0, 8)]
    one = [{"type": "frame", "side": "top", "index": i, "sum": 9 + i} for i in (1, 9)]
    assert said(*zero) == said(*one)
    assert said(*zero)[1] == {
        "type": "sum", "kind": "frame", "sum": 18, "side": "top", "cells": ["r1c9", "r2c9", "r3c9"],
    }  # fmt: skip
    right = {"type": "frame", "side": "right", "index": 9, "sum": 9}
    assert said(right)[0]["cells"] == ["r9c9", "r9c8", "r9c7"]
    with pytest.raises(NotSupportedError, match="counted from 0 or from 1"):
        said({"type": "frame", "side": "right", "index": 4, "sum": 9})
    rossini = {"type": "rossini", "arrow": "out", "side": "bottom", "index": 9}
    assert said(rossini)[0]["cells"] == ["r9c9", "r8c9", "r7c9"]


# The normalisations of shapes that only loaders produce, by their number in the engine mapping.


def test_1_bare_consecutive_set_is_a_renban_line() -> None:
    rule = {"type": "set", "kind": "consecutive", "cells": ["r1c1", "r1c2", "r2c3"]}
    assert same(old(rule), classic({"type": "line", "kind": "renban", "cells": ["r1c1", "r1c2", "r2c3"]}))
    with pytest.raises(NotSupportedError, match="r5c5 is apart"):
        puzzle_json.read(old({**rule, "cells": ["r1c1", "r5c5"]}))


def test_2_bare_between_is_a_between_line() -> None:
    cells = ["r1c1", "r1c2", "r2c3"]
    assert same(old({"type": "between", "cells": cells}), classic({"type": "line", "kind": "between", "cells": cells}))
    with pytest.raises(NotSupportedError, match="r2c4 is apart"):
        puzzle_json.read(old({"type": "between", "cells": ["r1c1", "r1c2", "r2c4"]}))


def test_3_bare_equal_sums_are_the_line_they_look_like() -> None:
    zipper = {"type": "equal_sum", "segments": [["r1c1", "r1c3"], ["r1c2"]]}
    assert same(old(zipper), classic({"type": "line", "kind": "zipper", "cells": ["r1c1", "r1c2", "r1c3"]}))
    pieces = {"type": "equal_sum", "segments": [["r1c1", "r1c2", "r1c3"], ["r1c4", "r1c5"]]}
    assert same(old(pieces), classic({"type": "line", "kind": "region_sum", "cells": ROWS[0][:5]}))


def test_4_synonyms_of_lines() -> None:
    cells = ["r1c3", "r1c4", "r2c4"]
    assert said({"type": "increasing", "cells": cells}) == [{"type": "line", "kind": "thermo", "cells": cells}]
    assert said({"type": "dutch_whisper", "cells": cells}) == said(
        {"type": "line", "kind": "dutch_whisper", "cells": cells}
    )
    assert said({"type": "dutch_whisper", "cells": cells})[0]["value"] == 4
    chain = said({"type": "kropki_chain", "cells": cells, "colors": [None, "black"]})
    assert [(dot["color"], dot["cells"]) for dot in chain] == [("white", cells[:2]), ("black", cells[1:])]
    plain = said({"type": "kropki_chain", "cells": cells})
    assert [dot["color"] for dot in plain] == ["white", "white"]


def test_5_regions_that_tile_the_board_are_boxes() -> None:
    lines = [*({"kind": "row", "cells": row} for row in ROWS), *({"kind": "col", "cells": col} for col in COLS)]
    tiles = [{"kind": "region", "cells": box} for box in BOXES]
    assert same({"numbers": CLASSIC, "regions": lines + tiles}, classic())


def test_6_houses_without_a_kind() -> None:
    houses = [{"kind": "house", "cells": cells} for cells in ROWS + COLS + BOXES]
    assert same({"numbers": CLASSIC, "regions": houses}, classic())
    short = {"kind": "partial", "cells": ["r1c1", "r2c2"]}
    extra = {"type": "region", "kind": "extra", "cells": ["r1c1", "r2c2"]}
    assert same({"numbers": CLASSIC, "regions": [*houses, short]}, classic(extra))
    group = [f"r{r}c{c}" for r in (1, 4, 7) for c in (1, 4, 7)]
    assert same(
        {"numbers": CLASSIC, "box": "3x3", "regions": [{"kind": "extra", "cells": group}]},
        classic({"type": "region", "kind": "disjoint", "cells": group}),
    )


def test_7_difference_of_one_is_not_consecutive() -> None:
    rule = {"type": "pairs", "rel": "notdiff", "params": [1], "cells": ["r1c1", "r1c2"]}
    assert said(rule)[0]["op"] == "not_consecutive"


def test_9_distinct_sums_are_cages() -> None:
    rule = {"type": "sum", "total": 15, "distinct": True, "cells": ["r1c1", "r2c2", "r4c4"]}
    assert same(old(rule), classic({"type": "cage", "sum": 15, "cells": ["r1c1", "r2c2", "r4c4"]}))
    housed = {**rule, "cells": ["r1c1", "r2c2", "r3c1"]}
    assert said(housed)[0] == {"type": "sum", "kind": "group", "sum": 15, "cells": ["r1c1", "r2c2", "r3c1"]}
    assert said({**rule, "distinct": False})[0]["type"] == "sum"


def test_10_duplicate_houses_collapse() -> None:
    again = [{"kind": "row", "cells": ROWS[0]}, {"kind": "box", "cells": BOXES[4]}]
    assert same(old(box="3x3", regions=again), classic())


def test_unsupported_rules_are_all_named() -> None:
    rules = [{"type": "table", "cells": ["r1c1"], "allowed": [[1]]}, {"type": "antiknight"}, {"type": "numbered_room"},
             {"type": "pairs", "rel": "allowed", "params": [[1, 2]], "cells": ["r1c1", "r1c2"]}]  # fmt: skip
    with pytest.raises(UnsupportedPuzzle) as caught:
        puzzle_json.read(old(*rules))
    assert [text.split(":")[0] for text in caught.value.elements] == [
        "rule 0 (table)", "rule 2 (numbered_room)", "rule 3 (pairs)",
    ]  # fmt: skip
    assert "\n" not in str(caught.value)


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "empty": ({}, "board is missing"),
    "unknown_key": ({"numbers": CLASSIC, "cages": []}, "unknown key 'cages'"),
    "length": ({"numbers": CLASSIC + "0"}, "82 entries"),
    "no_boxes": ({"numbers": "." * 25}, "no standard boxes"),
    "symbol": ({"numbers": "?" + CLASSIC[1:]}, "'?' in r1c1"),
    "too_high": ({"numbers": "5..." * 4}, "in r1c1 is no digit 1 to 4"),
    "boolean": ({"numbers": [True] + [0] * 15}, "True in r1c1"),
    "number": ({"numbers": 5}, "numbers must be a text"),
    "gap_in_square": ({"numbers": "#" + CLASSIC[1:]}, "gaps"),
    "other_digits": ({"numbers": CLASSIC, "digits": 8}, "9 rows for 8 digits"),
    "zero_digits": ({"digits": 0}, "integer from 1"),
    "true_digits": ({"digits": True}, "integer from 1"),
    "box_text": ({"digits": 9, "box": "three"}, "box must be"),
    "box_size": ({"digits": 9, "box": "2x3"}, "does not hold"),
    "box_type": ({"digits": 9, "box": 3}, "box must be"),
    "shape_type": ({"shape": "xx", "digits": 2}, "shape must be"),
    "shape_empty": ({"shape": ["..", "  "], "digits": 2}, "no cells"),
    "shape_digits": ({"shape": ["xx"]}, "must state its digits"),
    "shape_box": ({"shape": ["xx"], "digits": 2, "box": "1x2"}, "full squares"),
    "shape_layout": ({"shape": ["xx"], "digits": 2, "layout": "samurai"}, "either shape or layout"),
    "shape_numbers": ({"shape": ["x.x"], "digits": 2, "numbers": "1"}, "1 entries"),
    "digit_in_gap": ({"shape": ["x.x"], "digits": 2, "numbers": "121"}, "no cell"),
    "layout": ({"layout": "octopus"}, "no layout is called 'octopus'"),
    "layout_type": ({"layout": 5}, "no layout"),
    "layout_digits": ({"layout": "samurai", "digits": 6}, "not 6"),
    "regions_type": ({"digits": 9, "regions": {}}, "regions must be a list"),
    "region_type": ({"digits": 9, "regions": [5]}, "a region is an object"),
    "region_kind": ({"digits": 9, "regions": [{"kind": "blob", "cells": ["r1c1"]}]}, "unknown kind of region 'blob'"),
    "region_cells": ({"digits": 9, "regions": [{"kind": "row", "cells": []}]}, "list of cells"),
    "region_key": ({"digits": 9, "regions": [{"kind": "row", "cells": ["r1c1"], "x": 1}]}, "unknown key 'x'"),
    "region_sum": ({"digits": 9, "regions": [{"kind": "row", "cells": ["r1c1"], "sum": 1}]}, "belongs to a cage"),
    "house_cell": ({"digits": 2, "regions": [{"kind": "house", "cells": ["r1c1", 7]}]}, "not a cell name"),
    "rules_type": ({"digits": 9, "rules": "x"}, "rules must be a list"),
    "rule_type": ({"digits": 9, "rules": [{"kind": "x"}]}, "rule 0"),
    "rule_key": ({"digits": 9, "rules": [{"type": "antiknight", "x": 1}]}, "rule 0 (antiknight)"),
    "rule_missing": ({"digits": 9, "rules": [{"type": "kropki", "cells": ["r1c1", "r1c2"]}]}, "color"),
    "rule_cell": ({"digits": 9, "rules": [{"type": "xv", "letter": "X", "cells": ["r1c1", "a2"]}]}, "rule 0 (xv)"),
    "rule_number": ({"digits": 9, "rules": [{"type": "sum", "total": -1, "cells": ["r1c1"]}]}, "rule 0 (sum)"),
    "arrow": ({"digits": 9, "rules": [{"type": "arrow", "circle": "r1c1"}]}, "either a line or lines"),
    "digits_twice": ({"digits": 9, "rules": [{"type": "exclude", "cells": ["r1c1"]}]}, "under digits or values"),
    "lowhigh": ({"digits": 9, "rules": [{"type": "lowhigh", "split": 4}]}, "low, high or both"),
    "two_values": ({"digits": 9, "rules": [{"type": "dutch_whisper", "k": 5, "cells": ["r1c1", "r1c2"]}]}, "5 and 4"),
    "colors": ({"digits": 9, "rules": [{"type": "kropki_chain", "cells": ["r1c1", "r1c2"], "colors": ["white"] * 2}]},
               "2 colors for 1 dots"),
    "pairs": ({"digits": 9, "rules": [{"type": "pairs", "rel": "lt"}]}, "two cells or a list"),
    "anyof": ({"digits": 9, "rules": [{"type": "pairs", "rel": "anyof", "params": [1], "cells": ["r1c1", "r1c2"]}]},
              "anyof lists"),
    "index": ({"digits": 9, "rules": [{"type": "frame", "side": "top", "index": 0, "sum": 1},
                                      {"type": "frame", "side": "top", "index": 12, "sum": 1}]}, "index 12"),
    "candidates_type": ({"digits": 9, "candidates": [1]}, "candidates must be"),
    "candidate": ({"digits": 4, "candidates": {"r1c1": "15"}}, "digits 1 to 4"),
    "solution": ({"digits": 4, "solution": "12"}, "solution has 2 entries"),
}  # fmt: skip


@pytest.mark.parametrize("name", list(BAD))
def test_malformed(name: str) -> None:
    doc, words = BAD[name]
    with pytest.raises(FormatError) as caught:
        puzzle_json.read(doc)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.path.startswith("$")


def test_inner_clues_and_large_boards_are_not_supported() -> None:
    with pytest.raises(NotSupportedError, match="border"):
        puzzle_json.read(old({"type": "sandwich", "total": 4, "cells": ["r2c2", "r2c3"]}))
    with pytest.raises(NotSupportedError, match="limit is 25"):
        puzzle_json.read({"digits": 36})
    with pytest.raises(NotSupportedError, match="regular boxes"):
        puzzle_json.read({"digits": 4, "regions": [{"kind": "row", "cells": ["r1c1"]}],
                          "rules": [{"type": "frame", "side": "top", "index": 0, "sum": 3}]})  # fmt: skip


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 12) | st.floats(allow_nan=False) | st.sampled_from(["r1c1", "x", "9"])
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["kind", "cells", "type"]) | st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)  # fmt: skip


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.data(), JUNK)
def test_junk_is_a_puzzle_or_a_named_one_line_error(data: st.DataObject, junk: object) -> None:
    doc = old(data.draw(st.sampled_from([rule for rule, _ in WORDS])))
    place = doc if data.draw(st.booleans()) else doc["rules"][0]
    key = data.draw(st.sampled_from([*puzzle_json.KEYS] if place is doc else [*place, "extra"]))
    spoilt = {**doc, key: junk} if place is doc else {**doc, "rules": [{**place, key: junk}]}
    try:
        assert puzzle_json.read(spoilt).digits
    except (FormatError, NotSupportedError) as error:
        assert "\n" not in str(error)
