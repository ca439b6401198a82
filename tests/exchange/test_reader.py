"""The strict reader: named one-line errors with the place, and agreement with the JSON Schema."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from pencilmark import exchange
from pencilmark.errors import FormatError, NotSupportedError
from pencilmark.exchange.reader import MAX_LIST, MAX_RULES
from pencilmark.loaders import load
from pencilmark.rules import REGISTRY

from ..documents import BOX_GRID, classic, document, twodoku
from .bad_documents import BAD_TEXTS, NOT_OBJECTS, READER_ONLY, SCHEMA_TOO
from .bad_variants import BAD_VARIANTS, NOT_BUILDABLE

SCHEMA = jsonschema.Draft202012Validator(exchange.json_schema())
BAD = SCHEMA_TOO | READER_ONLY

GOOD: dict[str, dict[str, Any]] = {
    "classic": classic(),
    "twodoku": twodoku(),
    "no_rules": document(2, 3, 4, []),
    "one_cell": document(1, 1, 1, [{"type": "grid", "origin": "r1c1"}]),
    "nulls": classic(solution=None, candidates=None),
    "every_key": classic(
        **{"$schema": 1},
        meta={"title": "t"},
        solution=[1] * 81,
        candidates={"r1c1": []},
        decorations=3,
        style=[],
        ext={},
    ),
    "wide_box": document(4, 4, 4, [{"type": "box_grid", "origin": "r1c1", "box": [1, 4]}]),
    "cosmetics": classic({"type": "box", "cells": ["r1c1"], "id": 1, "label": None, "style": {"a": [1]}}),
}


def check_error(error: FormatError, path: str | None = None) -> None:
    text = str(error)
    assert "\n" not in text
    assert len(text) < 500
    assert path is None or error.path == path


@pytest.mark.parametrize("name", BAD)
def test_malformed_document_names_its_place(name: str) -> None:
    doc, path = BAD[name]
    with pytest.raises(FormatError) as caught:
        exchange.read(doc)
    check_error(caught.value, path)
    with pytest.raises(FormatError):
        exchange.validate(doc)


@pytest.mark.parametrize("name", SCHEMA_TOO)
def test_schema_refuses_what_needs_no_board(name: str) -> None:
    assert not SCHEMA.is_valid(SCHEMA_TOO[name][0])


@pytest.mark.parametrize("name", READER_ONLY)
def test_schema_leaves_the_board_to_the_reader(name: str) -> None:
    assert SCHEMA.is_valid(READER_ONLY[name][0])


@pytest.mark.parametrize("name", GOOD)
def test_reader_and_schema_accept_valid_documents(name: str) -> None:
    assert exchange.validate(GOOD[name]) is True
    assert SCHEMA.is_valid(GOOD[name])
    exchange.read(json.loads(json.dumps(GOOD[name])))


@pytest.mark.parametrize("name", NOT_OBJECTS)
def test_other_values_are_no_document(name: str) -> None:
    with pytest.raises(FormatError) as caught:
        exchange.read(NOT_OBJECTS[name])
    check_error(caught.value, "$")


@pytest.mark.parametrize("name", BAD_TEXTS)
def test_malformed_text_is_refused(name: str) -> None:
    with pytest.raises(FormatError) as caught:
        load(BAD_TEXTS[name])
    check_error(caught.value)


def test_duplicate_key_is_named() -> None:
    with pytest.raises(FormatError, match="'format' occurs twice"):
        exchange.loads(BAD_TEXTS["duplicate_key"])


def test_message_in_a_rule_starts_with_index_and_type() -> None:
    doc = classic({"type": "row", "cells": ["r1c1"]}, {"type": "box", "cells": ["r1c1", "r0c1"]})
    with pytest.raises(FormatError, match=r"^rule 2 \(box\): .* \(at \$\.rules\[2\]\.cells\[1\]\)$"):
        exchange.read(doc)


@pytest.mark.parametrize("name", BAD_VARIANTS)
def test_malformed_rule_names_its_place(name: str) -> None:
    rule, path, words = BAD_VARIANTS[name]
    for reader in (exchange.read, exchange.validate):
        with pytest.raises(FormatError) as caught:
            reader(classic(rule))
        check_error(caught.value, f"$.rules[1]{path}")
        assert str(caught.value).startswith(f"rule 1 ({rule['type']}): ")
        assert words in str(caught.value)


@pytest.mark.parametrize("name", NOT_BUILDABLE)
def test_valid_rule_that_cannot_be_built(name: str) -> None:
    rule, words = NOT_BUILDABLE[name]
    assert exchange.validate(classic(rule))
    assert SCHEMA.is_valid(classic(rule))
    with pytest.raises(NotSupportedError, match=rf"^rule 1 \({rule['type']}\): .*{words}.* \(at \$\.rules\[1\]"):
        exchange.read(classic(rule))


@pytest.mark.parametrize(
    "doc, words",
    [
        (document(6, 6, 5, [{"type": "global_entropy"}]), "three"),
        (
            document(9, 10, 9, [{"type": "rossini", "arrow": "in", "side": "left", "cells": ["r1c1", "r1c2", "r1c3"]}]),
            "9",
        ),
        (document(9, 10, 9, [{"type": "negative", "of": "rossini"}]), "square"),
    ],
)
def test_valid_rule_on_a_board_it_cannot_be_built_on(doc: dict[str, Any], words: str) -> None:
    assert exchange.validate(doc)
    with pytest.raises(NotSupportedError, match=words):
        exchange.read(doc)


def test_unknown_kind_names_the_known_ones() -> None:
    kinds: dict[str, list[str]] = {}
    for cls in REGISTRY:
        kinds.setdefault(str(cls.__struct_config__.tag), []).extend(cls.KINDS)
    for kind, known in kinds.items():
        if known:
            with pytest.raises(FormatError, match=f"unknown kind 'x'; known: {', '.join(known)} ") as caught:
                exchange.read(classic({"type": kind, "kind": "x", "cells": ["r1c1"]}))
            check_error(caught.value, "$.rules[1].kind")


@pytest.mark.parametrize(
    "rules",
    [
        [{"type": "cage", "cells": ["r1c1"] * 1_000_000}],
        [{"type": "sum", "kind": "group", "sum": 3, "cells": ["r1c1"] * (MAX_LIST + 1)}],
        [{"type": "arrow", "bulb": ["r1c1"], "lines": [["r1c2"] * 1_000_000]}],
        [{"type": "relation", "op": "any_of", "params": [["sum", [3]]] * 500_000, "pairs": [["r1c1", "r1c2"]]}],
        [{"type": "cage", "cells": ["r1c1"]}] * (MAX_RULES + 1),
        [{"type": "neighbours", "op": "any_of", "where": "king", "params": "deep"}],
    ],
)
def test_oversized_rules_are_refused_at_once(rules: list[dict[str, Any]]) -> None:
    if rules[0].get("params") == "deep":
        deep: list[Any] = []
        for _ in range(20_000):
            deep = [["any_of", deep]]
        rules = [{**rules[0], "params": deep}]
    with pytest.raises((FormatError, NotSupportedError)) as caught:
        exchange.read(classic(*rules))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


def test_deep_style_is_no_harm_or_refused() -> None:
    deep: dict[str, Any] = {}
    for _ in range(20_000):
        deep = {"a": deep}
    for doc in (classic({"type": "box", "cells": ["r1c1"], "style": deep}), classic(ext=deep), classic(meta=deep)):
        try:
            exchange.read(doc)
        except FormatError as error:
            check_error(error)


@pytest.mark.parametrize("digits, rows", [(26, 2), (9, 32)])
def test_larger_than_the_engine_is_valid_but_not_supported(digits: int, rows: int) -> None:
    doc = document(rows, rows, digits, [])
    assert exchange.validate(doc)
    with pytest.raises(NotSupportedError):
        exchange.read(doc)


def test_errors_come_in_the_stated_order() -> None:
    doc = {"rules": [3], "extra": 1, "format_version": 7}
    for path in ("$.format", "$.format_version", "$", "$"):
        with pytest.raises(FormatError) as caught:
            exchange.read(doc)
        check_error(caught.value, path)
        doc = {**doc, "format": "sudoku-puzzle"} if path == "$.format" else {**doc, "format_version": 1}
        if path == "$":
            doc.pop("extra", None)


def test_read_builds_the_whole_puzzle() -> None:
    solution = [1] * 81
    puzzle = exchange.read(
        classic(meta={"title": "t"}, candidates={"r1c3": [4, 1, 2, 1]}, solution=solution, ext={"a": 1})
    )
    assert [group.kind for group in puzzle.groups] == ["row"] * 9 + ["col"] * 9 + ["box"] * 9
    assert all(group.complete for group in puzzle.groups)
    assert puzzle.domains[2] == 0b1011
    assert puzzle.domains[0] == puzzle.full
    assert puzzle.meta == {"title": "t"}
    assert puzzle.solution == (1,) * 81
    assert hash(puzzle) == hash(exchange.read(classic(candidates={"r1c3": [1, 2, 4]})))


def test_gaps_leave_no_cells() -> None:
    puzzle = exchange.read(twodoku())
    assert len(puzzle.cells) == 153
    assert len(puzzle.groups) == 2 * 27 - 1
    assert all(len(group.cells) == 9 for group in puzzle.groups)


def test_equal_structure_is_shared() -> None:
    one, two = exchange.read(classic()), exchange.read(classic(meta={"title": "other"}))
    assert one.groups is two.groups
    assert one.cells is two.cells


def test_house_spelling_gives_the_same_groups() -> None:
    plain = exchange.read(classic())
    houses = [
        {
            "type": {"row": "row", "col": "column", "box": "box"}[group.kind],
            "cells": [plain.name(c) for c in group.cells],
        }
        for group in plain.groups
    ]
    doc = {**classic(), "rules": houses[::-1]}
    assert exchange.read(doc).groups == plain.groups
    assert exchange.fingerprint(exchange.read(doc)) == exchange.fingerprint(plain)
    assert exchange.write(exchange.read(doc)) == exchange.write(plain)


def test_unhashable_style_does_no_harm() -> None:
    doc = {**classic(), "rules": [{**BOX_GRID, "style": {"colour": [1, 2]}}]}
    puzzle = exchange.read(doc)
    assert puzzle.rules[0].style == {"colour": [1, 2]}
    assert isinstance(hash(puzzle), int)
