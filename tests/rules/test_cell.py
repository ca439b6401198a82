"""Cell clues: digits of every class, parameters, corner spellings, sentences."""

from __future__ import annotations

from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.draw import board_svg
from pencilmark.errors import FormatError
from pencilmark.rules.base import Rule, to_json
from pencilmark.variants import describe

from ..documents import classic, document
from .kinds import means

Json = dict[str, Any]


def clue(kind: str, *cells: str, **keys: Any) -> Json:
    return {"type": "cell", "kind": kind, **keys, "cells": list(cells or ("r1c1", "r1c2"))}


CLASSES: list[tuple[Json, set[int]]] = [
    (clue("odd"), {1, 3, 5}),
    (clue("even"), {2, 4, 6}),
    (clue("low", split=2), {1, 2}),
    (clue("high", split=2), {3, 4, 5, 6}),
    (clue("low", split=6), {1, 2, 3, 4, 5, 6}),
    (clue("high", split=6), set()),
    (clue("set", values=[6, 2]), {2, 6}),
    (clue("exclude", values=[1, 4]), {2, 3, 5, 6}),
]


@pytest.mark.parametrize("rule, digits", CLASSES)
def test_every_listed_cell_is_of_the_class(rule: Json, digits: set[int]) -> None:
    puzzle = exchange.read(document(1, 3, 6, [rule]))
    for v in range(1, 7):
        for w in range(1, 7):
            assert means(puzzle, (v, w, 1)) == ({v, w} <= digits)
    mask = sum(1 << digit - 1 for digit in digits)
    assert puzzle.domains == (mask, mask, 63)


BLOCK = ("r1c1", "r1c2", "r2c1", "r2c2")


def canonical(rule: Json) -> Json:
    puzzle = exchange.read(classic(rule))
    record: Rule = puzzle.rules[1]
    return to_json(record.canonical(exchange.puzzle_board(puzzle)))


def test_blocks_in_order_become_corners() -> None:
    corner = {"type": "corner", "cells": list(BLOCK)}
    assert canonical(clue("odd", *BLOCK)) == {**corner, "kind": "mathrax", "op": "odd"}
    assert canonical(clue("even", *BLOCK)) == {**corner, "kind": "mathrax", "op": "even"}
    assert canonical(clue("exclude", *BLOCK, values=[7])) == {**corner, "kind": "exclude", "value": 7}


@pytest.mark.parametrize(
    "rule",
    [
        clue("odd", "r1c1", "r2c1", "r1c2", "r2c2"),
        clue("odd", "r1c1", "r1c2", "r2c1"),
        clue("odd", "r1c1", "r1c1", "r2c1", "r2c1"),
        clue("set", *BLOCK, values=[1, 3]),
        clue("low", *BLOCK, split=3),
        clue("exclude", values=[7]),
    ],
)
def test_other_clues_stay(rule: Json) -> None:
    assert canonical(rule) == rule


@pytest.mark.parametrize(
    "rule, path, text",
    [
        (clue("prime"), ".kind", "prime"),
        (clue("odd", split=3), ".split", "takes no split"),
        (clue("low", split=3, values=[1]), ".values", "takes no values"),
        (clue("low"), "", "needs the key 'split'"),
        (clue("low", split=0), ".split", ">= 1"),
        (clue("set"), "", "needs the key 'values'"),
        (clue("set", values=[]), ".values", "length"),
        (clue("exclude", values=[1, 10]), ".values[1]", "largest digit"),
        (clue("set", values=[0]), ".values[0]", ">= 1"),
        (clue("odd", "r1c1", "r1c10"), ".cells[1]", "not a cell"),
        ({"type": "cell", "kind": "odd"}, "", "cells"),
    ],
)
def test_refusals_name_the_place(rule: Json, path: str, text: str) -> None:
    with pytest.raises(FormatError, match=r"^rule 1 \(cell\): ") as caught:
        exchange.read(classic(rule))
    assert text in str(caught.value)
    assert caught.value.path == f"$.rules[1]{path}"


def test_cells_are_a_set_for_the_fingerprint() -> None:
    prints = [exchange.fingerprint(exchange.read(classic(clue("odd", *cells)))) for cells in (BLOCK[:2], BLOCK[1::-1])]
    assert prints[0] == prints[1]


@pytest.mark.parametrize(
    "rules, family, words",
    [
        ([clue("odd")], "Odd-Even", ["circle", "odd"]),
        ([clue("even"), clue("odd", "r5c5")], "Odd-Even", ["circle marks an odd", "square marks an even"]),
        ([clue("odd"), {"type": "negative", "of": "cell", "kind": "odd"}], "Odd-Even", ["without a circle hold even"]),
        ([clue("set", values=[1, 2])], "Digit Class", ["small digits"]),
        ([clue("exclude", values=[1, 2])], "Exclusion", ["≠"]),
    ],
)
def test_families_and_sentences(rules: list[Json], family: str, words: list[str]) -> None:
    puzzle = exchange.read(classic(*rules))
    sentence = describe(puzzle)["rules"][family]
    assert all(word in sentence for word in words), sentence
    assert board_svg(puzzle).startswith("<svg")


def test_low_and_high_fill_in_the_split() -> None:
    rules = [clue("low", split=4), clue("high", "r5c5", split=4)]
    rules.append({"type": "negative", "of": "cell", "kind": "low", "split": 4})
    sentence = describe(exchange.read(classic(*rules)))["rules"]["Low-High"]
    assert "1–4" in sentence and "5–9" in sentence and "above 4" in sentence
    puzzle = exchange.read(classic(*rules))
    elements = [rule.element(exchange.puzzle_board(puzzle)) for rule in puzzle.rules[1:3]]
    assert elements == ["low mark at r1c1", "high mark at r5c5"]
