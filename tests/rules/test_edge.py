"""Edge clues: meaning on every digit pair, tables in and out of houses, canonical numbers, names, refusals."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.constraints.table import Table
from pencilmark.errors import FormatError
from pencilmark.puzzle import Puzzle, Relation
from pencilmark.rules.base import Rule
from pencilmark.variants import describe

from ..documents import classic, document
from .kinds import means

Json = dict[str, Any]


def edge(kind: str, first: str = "r1c1", second: str = "r1c2", **keys: Any) -> Json:
    return {"type": "edge", "kind": kind, **keys, "cells": [first, second]}


MEANINGS: list[tuple[Json, Callable[[int, int], bool]]] = [
    (edge("kropki", color="white"), lambda a, b: a + 1 == b or b + 1 == a),
    (edge("kropki", color="black"), lambda a, b: (a, b) in BLACK or (b, a) in BLACK),
    (edge("xv", letter="X"), lambda a, b: b == 10 - a),
    (edge("xv", letter="V"), lambda a, b: b == 5 - a),
    (edge("difference", value=3), lambda a, b: a + 3 == b or b + 3 == a),
    (edge("difference", value=0), lambda a, b: a == b),
    (edge("sum", sum=12), lambda a, b: b == 12 - a),
    (edge("product", value=24), lambda a, b: {a, b} in ({3, 8}, {4, 6})),
    (edge("product", value=16), lambda a, b: {a, b} == {2, 8} or a == b == 4),
    (edge("ratio", value=3), lambda a, b: {a, b} in ({1, 3}, {2, 6}, {3, 9})),
    (edge("ratio", value=1), lambda a, b: a == b),
    (edge("ratio", value=0), lambda a, b: False),
    (edge("product", value=23), lambda a, b: False),
    (edge("greater"), lambda a, b: a > b),
    (edge("less"), lambda a, b: a < b),
]
BLACK = {(1, 2), (2, 4), (3, 6), (4, 8)}


@pytest.mark.parametrize("rule, expected", MEANINGS, ids=lambda value: value["kind"] if isinstance(value, dict) else "")
def test_meaning_on_all_pairs(rule: Json, expected: Callable[[int, int], bool]) -> None:
    puzzle = exchange.read(document(1, 2, 9, [rule]))
    for a, b in product(range(1, 10), repeat=2):
        assert means(puzzle, (a, b)) == expected(a, b), (a, b)


def test_letters_keep_their_sums_on_other_sizes() -> None:
    puzzle = exchange.read(document(1, 2, 16, [edge("xv", letter="X")]))
    assert means(puzzle, (1, 9)) and not means(puzzle, (1, 16))


def expansion(*rules: Json) -> list[Any]:
    """Expansion of the first rule on a classic."""
    puzzle = exchange.read(classic(*rules))
    board = exchange.puzzle_board(puzzle)
    return list(first_of(puzzle, 1).expand(board, puzzle.rules))


def first_of(puzzle: Puzzle, i: int = 0) -> Rule:
    rule: Rule = puzzle.rules[i]
    return rule


@pytest.mark.parametrize(
    "rule, op, cells, params",
    [
        (edge("kropki", color="white"), "difference", (0, 1), (1,)),
        (edge("kropki", "r2c1", "r1c1", color="black"), "ratio", (9, 0), (2,)),
        (edge("xv", letter="X"), "sum", (0, 1), (10,)),
        (edge("xv", letter="V"), "sum", (0, 1), (5,)),
        (edge("greater"), "less", (1, 0), ()),
        (edge("less"), "less", (0, 1), ()),
    ],
)
def test_signs_are_relations(rule: Json, op: str, cells: tuple[int, int], params: tuple[int, ...]) -> None:
    assert expansion(rule) == [Relation(op, *cells, params)]


def test_numbers_are_tables_without_equal_digits_in_a_house() -> None:
    rule = edge("product", "r3c3", "r3c4", value=16)
    [in_row] = expansion(rule)
    assert in_row == Table((20, 21), ((2, 8), (8, 2)))
    puzzle = exchange.read(document(9, 9, 9, [rule]))
    [free] = first_of(puzzle).expand(exchange.puzzle_board(puzzle), puzzle.rules)
    assert free.tuples == ((2, 8), (4, 4), (8, 2))


@pytest.mark.parametrize(
    "beside, equal", [({"type": "region", "kind": "extra"}, False), ({"type": "cage"}, True)], ids=["region", "cage"]
)
def test_regions_count_as_houses_and_cages_do_not(beside: Json, equal: bool) -> None:
    rules = [edge("product", value=4), {**beside, "cells": ["r1c1", "r1c2"]}]
    puzzle = exchange.read(document(1, 2, 4, rules))
    [table] = first_of(puzzle).expand(exchange.puzzle_board(puzzle), puzzle.rules)
    assert ((2, 2) in table.tuples) == equal


@pytest.mark.parametrize(
    "rule, written",
    [
        (edge("product", value=2), edge("sum", sum=3)),
        (edge("product", value=9), edge("difference", value=8)),
        (edge("ratio", value=9), edge("difference", value=8)),
        (edge("product", value=24), edge("product", value=24)),
        (edge("sum", sum=17), edge("sum", sum=17)),
        (edge("ratio", value=2), edge("ratio", value=2)),
        (edge("difference", value=9), edge("difference", value=9)),
        (edge("kropki", color="white"), edge("kropki", color="white")),
    ],
)
def test_number_is_written_as_the_first_clue_with_its_pairs(rule: Json, written: Json) -> None:
    doc = exchange.write(exchange.read(classic(rule)))
    assert doc["rules"][1] == written


def test_equal_digits_have_the_ratio_one() -> None:
    doc = exchange.write(exchange.read(document(1, 2, 9, [edge("difference", value=0)])))
    assert doc["rules"] == [edge("ratio", value=1)]
    doc = exchange.write(exchange.read(document(1, 2, 9, [edge("product", value=9)])))
    assert doc["rules"] == [edge("product", value=9)]


def test_only_the_direction_of_inequalities_enters_the_fingerprint() -> None:
    def print_of(rule: Json) -> str:
        return exchange.fingerprint(exchange.read(classic(rule)))

    for rule in (edge("kropki", color="black"), edge("xv", letter="V"), edge("sum", sum=8)):
        assert print_of(rule) == print_of({**rule, "cells": ["r1c2", "r1c1"]})
    assert print_of(edge("greater")) != print_of(edge("greater", "r1c2", "r1c1"))


@pytest.mark.parametrize(
    "rule, path, text",
    [
        (edge("kropki", "r1c1", "r2c2", color="white"), ".cells", "share no border"),
        (edge("xv", "r1c1", "r1c1", letter="V"), ".cells[1]", "listed twice"),
        (edge("xv", "r1c9", "r1c10", letter="V"), ".cells[1]", "not a cell"),
        (edge("sum", sum=3, value=3), "", "value"),
        (edge("less", value=3), "", "value"),
        (edge("difference"), "", "value"),
        (edge("difference", value=True), ".value", "integer"),
        (edge("difference", value=1.5), ".value", "integer"),
        (edge("kropki", color="grey"), ".color", "grey"),
        ({**edge("less"), "cells": ["r1c1", "r1c2", "r1c3"]}, ".cells", "length 2"),
    ],
)
def test_refusals_name_the_place(rule: Json, path: str, text: str) -> None:
    with pytest.raises(FormatError, match=r"^rule 1 \(edge\): ") as caught:
        exchange.read(classic(rule))
    assert text in str(caught.value)
    assert caught.value.path == f"$.rules[1]{path}"


WHITE = edge("kropki", color="white")
BLACK_DOT = edge("kropki", "r5c5", "r5c6", color="black")
NO_DOT = {"type": "negative", "of": "kropki"}
NO_LETTER = {"type": "negative", "of": "xv"}


@pytest.mark.parametrize(
    "rules, title, words",
    [
        ([WHITE], "Consecutive", ["consecutive"]),
        ([WHITE, NO_DOT], "Consecutive", ["without a dot", "double"]),
        ([WHITE, BLACK_DOT], "Kropki", ["white", "black"]),
        ([BLACK_DOT], "Kropki", ["double"]),
        ([NO_DOT], "Non-Kropki", ["never", "consecutive", "double"]),
        ([edge("xv", letter="V"), NO_LETTER], "XV", ["V sum to 5", "without a letter", "10"]),
        ([NO_LETTER], "Non-XV", ["never", "10", "5"]),
        ([edge("sum", sum=8)], "Sum Pairs", ["sum"]),
        ([edge("less")], "Greater-Than", ["smaller"]),
    ],
)
def test_names_and_sentences(rules: list[Json], title: str, words: list[str]) -> None:
    described = describe(exchange.read(classic(*rules)))
    assert described["type"] == f"{title} Sudoku"
    sentence = described["rules"][title]
    assert all(word in sentence for word in words), sentence


def test_element_names_both_cells() -> None:
    puzzle = exchange.read(classic(edge("kropki", "r2c1", "r1c1", color="black"), edge("xv", letter="X")))
    board = exchange.puzzle_board(puzzle)
    elements = [rule.element(board) for rule in puzzle.rules[1:]]
    assert elements == ["black dot between r1c1 and r2c1", "X between r1c1 and r1c2"]
