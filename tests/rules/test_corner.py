"""Corner clues: all fillings of a block, canonical operations, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.cpsat_verify import count
from pencilmark.errors import FormatError
from pencilmark.rules.base import Rule
from pencilmark.variants import describe

from ..documents import classic, document
from .kinds import fillings, means

Json = dict[str, Any]
BLOCK = ["r1c1", "r1c2", "r2c1", "r2c2"]


def corner(kind: str, **keys: Any) -> Json:
    return {"type": "corner", "kind": kind, **keys, "cells": BLOCK}


CHECKERBOARDS = {(1, 0, 0, 1), (0, 1, 1, 0)}

MEANINGS: list[tuple[Json, Callable[[int, int, int, int], bool]]] = [
    (corner("battenburg"), lambda a, b, c, d: tuple(v % 2 for v in (a, b, c, d)) in CHECKERBOARDS),
    (corner("mathrax", op="+", value=5), lambda a, b, c, d: a + d == 5 == b + c),
    (corner("mathrax", op="-", value=1), lambda a, b, c, d: abs(a - d) == 1 == abs(b - c)),
    (corner("mathrax", op="-", value=0), lambda a, b, c, d: a == d and b == c),
    (corner("mathrax", op="x", value=4), lambda a, b, c, d: a * d == 4 == b * c),
    (corner("mathrax", op="/", value=2), lambda a, b, c, d: (max(a, d), max(b, c)) == (2 * min(a, d), 2 * min(b, c))),
    (corner("mathrax", op="even"), lambda a, b, c, d: {a, b, c, d} <= {2, 4}),
    (corner("mathrax", op="odd"), lambda a, b, c, d: {a, b, c, d} <= {1, 3}),
    (corner("exclude", value=3), lambda a, b, c, d: 3 not in (a, b, c, d)),
]


@pytest.mark.parametrize(
    "rule, expected", MEANINGS, ids=lambda v: v.get("op", v["kind"]) if isinstance(v, dict) else ""
)
def test_meaning_on_all_fillings(rule: Json, expected: Callable[[int, int, int, int], bool]) -> None:
    puzzle = exchange.read(document(2, 2, 4, [rule]))
    right = [grid for grid in fillings() if expected(*grid)]
    assert [grid for grid in fillings() if means(puzzle, grid)] == right
    assert sorted(count(puzzle, limit=300).solutions) == right


def test_diagonals_leave_out_equal_digits_only_in_a_house() -> None:
    cells = ["r3c3", "r3c4", "r4c3", "r4c4"]
    puzzle = exchange.read(classic({**corner("mathrax", op="x", value=16), "cells": cells}))
    rule: Rule = puzzle.rules[1]
    tables = list(rule.expand(exchange.puzzle_board(puzzle), puzzle.rules))
    assert [table.cells for table in tables] == [(20, 30), (21, 29)]
    assert all(table.tuples == ((2, 8), (4, 4), (8, 2)) for table in tables)
    in_box = exchange.read(classic(corner("mathrax", op="x", value=16)))
    rule = in_box.rules[1]
    tables = list(rule.expand(exchange.puzzle_board(in_box), in_box.rules))
    assert all(table.tuples == ((2, 8), (8, 2)) for table in tables)


@pytest.mark.parametrize(
    "stated, written",
    [
        ({"op": "x", "value": 9}, {"op": "-", "value": 8}),
        ({"op": "x", "value": 2}, {"op": "+", "value": 3}),
        ({"op": "/", "value": 9}, {"op": "-", "value": 8}),
        ({"op": "+", "value": 10}, {"op": "+", "value": 10}),
        ({"op": "x", "value": 97}, {"op": "x", "value": 97}),
        ({"op": "odd"}, {"op": "odd"}),
    ],
)
def test_operation_is_written_as_the_first_one_with_its_pairs(stated: Json, written: Json) -> None:
    doc = exchange.write(exchange.read(classic(corner("mathrax", **stated))))
    assert doc["rules"][1] == corner("mathrax", **written)


def test_diagonals_that_read_differently_keep_their_operation() -> None:
    piece = {"type": "region", "kind": "extra", "cells": ["r1c1", "r2c2"]}
    rule = corner("mathrax", op="x", value=4)
    puzzle = exchange.read(document(2, 2, 4, [rule, piece]))
    record: Rule = puzzle.rules[0]
    assert record.canonical_among(exchange.puzzle_board(puzzle), puzzle.rules) == record


@pytest.mark.parametrize(
    "rule, path, text",
    [
        ({**corner("battenburg"), "cells": ["r1c1", "r2c1", "r1c2", "r2c2"]}, ".cells", "top-left, top-right"),
        ({**corner("battenburg"), "cells": ["r1c1", "r1c2", "r2c2", "r2c1"]}, ".cells", "2×2"),
        ({**corner("battenburg"), "cells": ["r1c1", "r1c2", "r3c1", "r3c2"]}, ".cells", "2×2"),
        ({**corner("battenburg"), "cells": ["r9c9", "r9c10", "r10c9", "r10c10"]}, ".cells[1]", "not a cell"),
        (corner("battenburg", op="+"), "", "op"),
        (corner("mathrax", op="+"), "", "needs a value"),
        (corner("mathrax", op="odd", value=1), ".value", "takes no value"),
        (corner("mathrax", value=1), "", "op"),
        (corner("exclude", value=10), ".value", "largest digit"),
        (corner("exclude", value=1, op="+"), "", "op"),
    ],
)
def test_refusals_name_the_place(rule: Json, path: str, text: str) -> None:
    with pytest.raises(FormatError, match=r"^rule 1 \(corner\): ") as caught:
        exchange.read(classic(rule))
    assert text in str(caught.value)
    assert caught.value.path == f"$.rules[1]{path}"


def test_sentence_lists_what_occurs() -> None:
    rules = [corner("mathrax", op="+", value=9), corner("mathrax", op="odd")]
    sentence = describe(exchange.read(classic(*rules)))["rules"]["Mathrax"]
    assert "sum" in sentence and "all four are odd" in sentence
    assert "product" not in sentence and "even" not in sentence


def test_both_spellings_of_an_exclusion_are_one_family() -> None:
    struck = {"type": "cell", "kind": "exclude", "values": [5], "cells": ["r7c7"]}
    described = describe(exchange.read(classic(corner("exclude", value=5), struck)))
    assert described["type"] == "Exclusion Sudoku"
    assert "circled" in described["rules"]["Exclusion"] and "small digit" in described["rules"]["Exclusion"]
