"""Canonical form, canonical text and fingerprint."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilmark import exchange
from pencilmark.errors import FormatError, NotSupportedError
from pencilmark.loaders import load
from pencilmark.variants import describe, preset_rules

from ..documents import BOX_GRID, INTEROP, classic, document, twodoku

DIAGONAL = [f"r{i}c{i}" for i in range(1, 10)]
ARROW = {"type": "arrow", "bulb": ["r2c3"]}
WHISPER = {"type": "line", "kind": "whisper", "cells": ["r1c3", "r1c4", "r2c4"]}
CAGE = {"type": "cage", "sum": 6, "cells": ["r1c4", "r1c3"]}
VECTORS: dict[str, tuple[list[dict[str, Any]], str]] = {
    "classic": ([], "c631845c480166221cf50d2e7e96a133e6f5a1ce9d6bb06e2601439df898a8e5"),
    "cage": ([CAGE], "87da023cb75ce6688a92c4cfc3c8ec980af0ec0116469a1857eeb88dbce207c1"),
    "cage_swapped": (
        [{**CAGE, "cells": ["r1c3", "r1c4"], "id": 3, "style": {"color": "red"}}],
        "87da023cb75ce6688a92c4cfc3c8ec980af0ec0116469a1857eeb88dbce207c1",
    ),
    "product": (
        [{"type": "edge", "kind": "product", "value": 2, "cells": ["r1c4", "r1c3"]}],
        "418d16ac6f32e09361663d55645c9caa0ba0fe81fcd15db99418be56d00da8ad",
    ),
    "sum_pair": (
        [{"type": "edge", "kind": "sum", "sum": 3, "cells": ["r1c3", "r1c4"]}],
        "418d16ac6f32e09361663d55645c9caa0ba0fe81fcd15db99418be56d00da8ad",
    ),
    "antiknight": (
        [{"type": "neighbours", "kind": "antiknight"}],
        "6f8e45b22c050754193da5ff1be088c80df7cc40d6d8062923f102fcea5bd42c",
    ),
    "different_on_knights": (
        [{"type": "neighbours", "op": "different", "params": [], "where": "knight"}],
        "6f8e45b22c050754193da5ff1be088c80df7cc40d6d8062923f102fcea5bd42c",
    ),
    "kropki": (
        [
            {"type": "edge", "kind": "kropki", "color": "white", "cells": ["r1c4", "r1c3"]},
            {"type": "negative", "of": "kropki"},
        ],
        "25d504563d4225ef25873fb54b8fc97441d8bd8d85217104b1b3504ecedf4d42",
    ),
    "whisper": ([WHISPER], "c85ccb908a098fda65efdbcd8b77c217d7dbbbddca0f58c065be688393f586c0"),
    "whisper_5": ([{**WHISPER, "value": 5}], "3cd713fe18c0d2937130f5f40e7ce2a6b9abb0df43788529c33ee0ae748329e1"),
    "group_sum": (
        [{"type": "sum", "kind": "group", "sum": 7, "cells": ["r1c3", "r2c3"]}],
        "7c2c48ad8fccb7a45f93ae73b50973bfe0c74d1a45253f0c2e0b39fca693ab56",
    ),
    "colour_region": (
        [{"type": "region", "kind": "colour", "cells": DIAGONAL}],
        "9d618750df4d0528c7326e9245b45df479221d26034063d7e68a8b06fd247bac",
    ),
    "low": (
        [{"type": "cell", "kind": "low", "split": 4, "cells": ["r1c3", "r1c4"]}],
        "edef29ec5a440130bf2c58b656bca4b8aac0e1a257036ed770455526b10ca1d7",
    ),
    "relation": (
        [{"type": "relation", "op": "less", "params": [], "pairs": [["r1c3", "r5c5"]]}],
        "8bb2084b1c4b98e927f812e83899e9dd5922d3aaee7102f8dd3cd54800c20ce6",
    ),
    "arrows": (
        [{**ARROW, "lines": [["r2c2", "r3c1"]]}, {**ARROW, "lines": [["r1c4", "r1c6"]]}],
        "e7fb7c405880af38b9de1a6b81318d1594f09c98d6cdf82b52217d69c10f091f",
    ),
}
"""Rules beside the classic and the fingerprint the format description publishes for them (section 10.2)."""


def rewritten(doc: dict[str, Any]) -> dict[str, Any]:
    return exchange.write(exchange.read(doc))


def of(doc: dict[str, Any]) -> str:
    return exchange.fingerprint(exchange.read(doc))


@pytest.mark.parametrize("name", VECTORS)
def test_fingerprint_equals_the_published_one(name: str) -> None:
    rules, expected = VECTORS[name]
    assert of(classic(*rules)) == f"sha256:{expected}"
    assert of(rewritten(classic(*rules))) == f"sha256:{expected}"


@pytest.mark.parametrize(
    "doc, expected",
    [
        (
            classic(candidates={"r1c3": [4, 1, 2], "r1c1": [1, 2, 3, 4, 5, 6, 7, 8, 9]}),
            "f3672a21c6f8296708095445ae6ad8b4f52d834a21037e1a781c358a14c624a5",
        ),
        (twodoku(), "6578f8d40365330c74f3731f2b33f1b41fe51043f476c6727c6000d667d0f3ac"),
        (
            twodoku({"type": "neighbours", "kind": "antiking", "area": "r7c7"}),
            "72d260cbb48fd4c2db17eab392074781c678d49909f6a62a1a2cf43e860312a8",
        ),
    ],
)
def test_fingerprint_of_other_boards_equals_the_published_one(doc: dict[str, Any], expected: str) -> None:
    assert of(doc) == f"sha256:{expected}"
    assert of(rewritten(doc)) == f"sha256:{expected}"


OUR_NAMES = {"Twin Twin Sudoku": "Twin Sudoku"}
"""Names that differ on purpose: a variant with the name of the layout is named once."""


def interop_rows() -> list[dict[str, str]]:
    if not (INTEROP / "fingerprints.csv").exists():
        return []
    with (INTEROP / "fingerprints.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.skipif(not interop_rows(), reason="interop files are not part of the repository")
@pytest.mark.parametrize("row", interop_rows(), ids=lambda row: row["file"])
def test_file_of_another_implementation(row: dict[str, str]) -> None:
    path = Path(INTEROP / row["file"])
    text = path.read_text(encoding="utf-8")
    puzzle = load(path)
    written = exchange.write(puzzle)
    assert exchange.fingerprint(puzzle) == row["fingerprint"]
    assert describe(puzzle)["type"] == OUR_NAMES.get(row["type"], row["type"])
    assert exchange.dumps(written) == text
    assert exchange.dumps(rewritten(written)) == exchange.dumps(written)


def test_pretty_text_has_the_stated_layout() -> None:
    doc = document(4, 4, 4, [{"type": "box_grid", "origin": "r1c1", "box": [2, 2]}], givens=[1, *[0] * 14, 2])
    doc = {**doc, "rules": [*doc["rules"], {"cells": ["r1c2", "r1c3"], "sum": 5, "type": "cage"}]}
    assert exchange.dumps(doc) == (
        '{"format": "sudoku-puzzle",\n "format_version": 1,\n "board": {"rows": 4, "cols": 4},\n "digits": 4,\n'
        ' "givens": [\n    1, 0, 0, 0,\n    0, 0, 0, 0,\n    0, 0, 0, 0,\n    0, 0, 0, 2],\n'
        ' "rules": [\n  {"type": "box_grid", "box": [2, 2], "origin": "r1c1"},\n'
        '  {"type": "cage", "sum": 5, "cells": ["r1c2", "r1c3"]}]}\n'
    )


def test_compact_text_is_one_line() -> None:
    text = exchange.dumps(
        {"rules": [], "meta": {"title": "Ärger"}, "format": "sudoku-puzzle", "zz": 1, "aa": 2}, pretty=False
    )
    assert text == '{"format":"sudoku-puzzle","meta":{"title":"Ärger"},"rules":[],"aa":2,"zz":1}'


def test_candidates_are_written_in_reading_order() -> None:
    doc = {"candidates": {"r10c1": [2, 1], "r2c1": [3, 1], "r2c10": []}, "rules": []}
    assert exchange.dumps(doc, pretty=False) == '{"candidates":{"r2c1":[1,3],"r2c10":[],"r10c1":[1,2]},"rules":[]}'


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, b"x"])
def test_what_json_cannot_say_is_refused(value: object) -> None:
    with pytest.raises(FormatError):
        exchange.dumps({"rules": [], "ext": value})


def test_meta_is_ordered_and_emptied() -> None:
    meta = {"zeta": 1, "type": "", "author": "A", "tags": [], "alpha": 0, "title": "T", "url": None, "license": {}}
    assert list(rewritten(classic(meta=meta))["meta"].items()) == [
        ("title", "T"),
        ("author", "A"),
        ("alpha", 0),
        ("zeta", 1),
    ]
    assert "meta" not in rewritten(classic(meta={"title": ""}))
    assert exchange.write(exchange.read(classic(meta=meta)), meta={"title": "U"})["meta"]["title"] == "U"


def test_solution_is_kept_or_given() -> None:
    puzzle = exchange.read(classic(solution=[1] * 81))
    assert exchange.write(puzzle)["solution"] == [1] * 81
    assert exchange.write(puzzle, solution=(2,) * 81)["solution"] == [2] * 81
    with pytest.raises(NotSupportedError):
        exchange.write(puzzle, solution=(2,) * 80)


def test_cosmetic_keys_come_back() -> None:
    rules = [
        {**BOX_GRID, "id": 1, "style": {"w": 2}},
        {"type": "region", "kind": "extra", "cells": DIAGONAL, "label": "d"},
    ]
    doc = {**classic(decorations=[1], style={}, ext={"a": None}), "rules": rules}
    assert rewritten(doc)["rules"] == rules
    assert list(rewritten(doc))[-3:] == ["decorations", "style", "ext"]
    assert of(doc) == of(classic({"type": "region", "kind": "extra", "cells": DIAGONAL}))


@pytest.mark.parametrize(
    "rules, expected",
    [
        ([{"type": "box_grid", "origin": "r1c1", "box": [1, 6]}], [{"type": "grid", "origin": "r1c1"}]),
        (
            [{"type": "grid", "origin": "r1c1"}, {"type": "box_grid", "origin": "r1c1", "box": [3, 2]}],
            [{"type": "box_grid", "origin": "r1c1", "box": [3, 2]}],
        ),
        (
            [{"type": "row", "cells": ["r1c2", "r1c1"]}, {"type": "box", "cells": ["r1c1", "r1c2"]}],
            [{"type": "row", "cells": ["r1c1", "r1c2"]}],
        ),
    ],
)
def test_houses_are_put_together(rules: list[dict[str, Any]], expected: list[dict[str, Any]]) -> None:
    assert rewritten(document(6, 6, 6, rules))["rules"] == expected


def test_grid_stands_where_its_first_house_stood() -> None:
    region = {"type": "region", "kind": "window", "cells": ["r1c1", "r2c2"]}
    row = {"type": "row", "cells": ["r2c1", "r2c2", "r2c3", "r2c4"]}
    short = {"type": "row", "cells": ["r1c1", "r1c2"]}
    doc = document(4, 4, 4, [short, row, region, {"type": "grid", "origin": "r1c1"}])
    assert rewritten(doc)["rules"] == [short, {"type": "grid", "origin": "r1c1"}, region]


def test_regions_that_complete_the_boxes_are_boxes() -> None:
    boxes = [rule["cells"] for rule in jigsaw_rules()[1:]]
    regions = [{"type": "region", "kind": "region", "cells": cells} for cells in boxes]
    grid = {"type": "grid", "origin": "r1c1"}
    mixed = document(4, 4, 4, [grid, *regions[:3], {"type": "box", "cells": boxes[3]}])
    assert rewritten(mixed)["rules"] == jigsaw_rules()
    assert of(mixed) == of(document(4, 4, 4, jigsaw_rules()))
    assert {group.kind for group in exchange.read(mixed).groups} == {"row", "col", "box"}
    partial = rewritten(document(4, 4, 4, [grid, *regions[:3]]))["rules"]
    assert [rule.get("kind") for rule in partial] == [None, "extra", "extra", "extra"]


def jigsaw_rules() -> list[dict[str, Any]]:
    pieces = [
        ["r1c1", "r1c2", "r1c3", "r2c1"],
        ["r1c4", "r2c3", "r2c4", "r3c4"],
        ["r2c2", "r3c1", "r3c2", "r4c1"],
        ["r3c3", "r4c2", "r4c3", "r4c4"],
    ]
    return [{"type": "grid", "origin": "r1c1"}, *({"type": "box", "cells": cells} for cells in pieces)]


def test_region_kinds_follow_the_geometry() -> None:
    groups = [{**rule, "kind": "colour"} for rule in preset_rules("Disjoint Groups", 9)]
    assert {rule.get("kind") for rule in rewritten(classic(*groups))["rules"][1:]} == {"disjoint"}
    moved = {"type": "region", "kind": "disjoint", "cells": DIAGONAL}
    assert rewritten(classic(moved))["rules"][1]["kind"] == "extra"


@pytest.mark.parametrize("cells", [["r5c5"], ["r1c1", "r3c9", "r2c2"]])
def test_domain_of_full_digits_is_not_written(cells: list[str]) -> None:
    stated = {name: list(range(9, 0, -1)) for name in cells}
    assert "candidates" not in rewritten(classic(candidates=stated))
    assert list(rewritten(classic(candidates={**stated, "r9c9": [2, 1]}))["candidates"].items()) == [("r9c9", [1, 2])]


cells_of_six = st.sampled_from([f"r{row}c{col}" for row in range(1, 7) for col in range(1, 7)])
cell_lists = st.lists(cells_of_six, min_size=1, max_size=8, unique=True)
rule_objects = st.one_of(
    st.builds(
        lambda kind, cells: {"type": kind, "cells": cells}, st.sampled_from(["row", "column", "box"]), cell_lists
    ),
    st.builds(
        lambda kind, cells: {"type": "region", "kind": kind, "cells": cells},
        st.sampled_from(["diagonal", "window", "disjoint", "colour", "extra", "region"]),
        cell_lists,
    ),
    st.just({"type": "grid", "origin": "r1c1"}),
    st.sampled_from(
        [{"type": "box_grid", "origin": "r1c1", "box": list(box)} for box in [(2, 3), (3, 2), (1, 6), (6, 1)]]
    ),
)
documents = st.builds(
    lambda givens, rules, candidates: document(6, 6, 6, rules, givens=givens, candidates=candidates),
    st.lists(st.integers(0, 6), min_size=36, max_size=36),
    # of two equal houses the first gives the type, so equal cell sets would make the order matter
    st.lists(rule_objects, max_size=6, unique_by=lambda rule: tuple(sorted(rule.get("cells", [str(rule)])))),
    st.dictionaries(cells_of_six, st.lists(st.integers(1, 6), max_size=7), max_size=5),
)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(documents, st.randoms(use_true_random=False))
def test_any_document_round_trips(doc: dict[str, Any], random: Any) -> None:
    once = rewritten(doc)
    text = exchange.dumps(once)
    assert rewritten(json.loads(text)) == once
    assert exchange.dumps(rewritten(once)) == text
    assert exchange.dumps(json.loads(exchange.dumps(doc, pretty=False))) == exchange.dumps(doc)
    shuffled = {**doc, "rules": random.sample(doc["rules"], len(doc["rules"])), "meta": {"title": "x"}}
    assert of(shuffled) == of(doc) == of(once)
    assert exchange.read(once).domains == exchange.read(doc).domains


def test_puzzle_without_rules_cannot_be_written() -> None:
    with pytest.raises(NotSupportedError):
        exchange.write(replace(exchange.read(classic()), rules=()))
