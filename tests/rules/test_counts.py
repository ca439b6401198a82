"""Sets, counts and copies: what they mean on all fillings of a few cells, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.cpsat_verify import count
from pencilmark.errors import FormatError, NotSupportedError
from pencilmark.rules.base import board_of
from pencilmark.variants import describe

from ..documents import document
from .kinds import ROW, fillings, means, strip, written

HOLDS: list[tuple[dict[str, Any], Any]] = [
    ({"type": "distinct_count", "value": 2, "cells": ROW}, lambda w: len(set(w)) == 2),
    ({"type": "distinct_count", "value": 0, "cells": ROW}, lambda w: False),
    ({"type": "distinct_count", "value": 1, "cells": ["r1c1", "r1c3"]}, lambda w: w[0] == w[2]),
    ({"type": "distinct_count", "value": 2, "side": "left", "cells": ROW[:3]}, lambda w: len(set(w[:3])) == 2),
    ({"type": "contains", "digits": [1, 3, 1], "cells": ROW}, lambda w: w.count(1) >= 2 and 3 in w),
    ({"type": "contains", "digits": [4], "cells": ["r1c4", "r1c1"]}, lambda w: 4 in (w[0], w[3])),
    ({"type": "contains", "digits": [1, 2, 3], "cells": ROW[:2]}, lambda w: False),
    ({"type": "appears", "source": "r1c3", "cells": ["r1c1", "r1c2"]}, lambda w: w[2] in w[:2]),
    ({"type": "clone", "regions": [ROW[:2], ROW[2:]]}, lambda w: w[:2] == w[2:]),
    ({"type": "clone", "regions": [["r1c1"], ["r1c2"], ["r1c4"]]}, lambda w: w[0] == w[1] == w[3]),
    ({"type": "clone", "regions": [["r1c1", "r1c2"], ["r1c1", "r1c3"]]}, lambda w: w[1] == w[2]),
    ({"type": "isomorphic", "regions": [ROW[:2], ROW[2:]]}, lambda w: (w[0] == w[1]) == (w[2] == w[3])),
    ({"type": "isomorphic", "regions": [ROW[:3], ROW[1:]]}, lambda w: twins(w[:3], w[1:])),
    ({"type": "count", "kind": "circles", "cells": ROW}, lambda w: all(w.count(d) == d for d in w)),
    ({"type": "count", "each": 1, "cells": ROW}, lambda w: len(set(w)) == 4),
    ({"type": "count", "each": 2, "cells": ROW}, lambda w: False),
    ({"type": "count", "counts": [[2, 1], [4, 0]], "cells": ROW}, lambda w: w.count(2) == 1 and w.count(4) == 0),
    ({"type": "count", "counts": [[2, 1], [2, 2]], "cells": ROW}, lambda w: False),
    ({"type": "vudoku", "cells": ["r1c2", "r1c1", "r1c4"]}, lambda w: w[1] in (w[0] + w[3], abs(w[0] - w[3]))),
]


def twins(first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    pairs = set(zip(first, second, strict=True))
    return all((a == c) == (b == d) for a, b in pairs for c, d in pairs)


@pytest.mark.parametrize("rule, fits", HOLDS)
def test_meaning_on_all_fillings(rule: dict[str, Any], fits: Any) -> None:
    puzzle = strip(rule)
    assert all(means(puzzle, word) == fits(word) for word in fillings())


@pytest.mark.parametrize("rule, fits", HOLDS)
def test_cp_sat_counts_the_same(rule: dict[str, Any], fits: Any) -> None:
    doc = document(1, 4, 4, [rule], givens=[2, 0, 0, 0])
    expected = {(2, *word) for word in fillings(3) if fits((2, *word))}
    assert set(count(exchange.read(doc), limit=65).solutions) == expected


def test_circles_fill_all_circles() -> None:
    cells = [f"r1c{col}" for col in range(1, 7)]
    puzzle = strip({"type": "count", "kind": "circles", "cells": cells}, length=6, digits=9)
    assert means(puzzle, (3, 1, 3, 2, 2, 3))
    assert means(puzzle, (6, 6, 6, 6, 6, 6))
    assert not means(puzzle, (3, 3, 3, 2, 2, 2))
    assert not means(puzzle, (7, 7, 7, 7, 7, 7))
    assert not means(puzzle, (1, 1, 2, 2, 2, 2))


def test_double_on_nine_digits() -> None:
    cells = [f"r1c{col}" for col in range(1, 19)]
    puzzle = strip({"type": "count", "each": 2, "cells": cells}, length=18, digits=9)
    word = [*range(1, 10), *range(9, 0, -1)]
    assert means(puzzle, word)
    assert not means(puzzle, [2, *word[1:]])


@pytest.mark.parametrize(
    "digits, grid, fits",
    [
        (6, (1, 3, 5, 5), True),
        (6, (1, 2, 5, 6), False),
        (9, (1, 6, 7, 7), True),
        (9, (3, 4, 6, 1), False),
        (3, (1, 2, 3, 3), True),
        (3, (1, 2, 2, 1), False),
    ],
)
def test_global_entropy_on_one_block(digits: int, grid: tuple[int, ...], fits: bool) -> None:
    puzzle = exchange.read(document(2, 2, digits, [{"type": "global_entropy"}]))
    assert means(puzzle, grid) == fits


def test_global_entropy_skips_gaps_and_sees_every_block() -> None:
    givens = [0, 0, 0, 0, 0, None]
    puzzle = exchange.read(document(2, 3, 3, [{"type": "global_entropy"}], givens=givens))
    assert [word.cells for word in puzzle.constraints] == [(0, 1, 3, 4)]
    assert means(puzzle, (1, 2, 1, 3, 3))
    whole = exchange.read(document(3, 3, 3, [{"type": "global_entropy"}]))
    assert len(whole.constraints) == 4
    assert means(whole, (1, 2, 3, 2, 3, 1, 3, 1, 2))
    assert not means(whole, (1, 2, 3, 2, 3, 1, 3, 3, 2))


def test_global_entropy_needs_thirds() -> None:
    doc = document(4, 4, 4, [{"type": "global_entropy"}])
    assert exchange.validate(doc)
    with pytest.raises(NotSupportedError, match=r"^rule 0 \(global_entropy\): .* 4 digits"):
        exchange.read(doc)


def clues(kind: str, /, **keys: Any) -> dict[str, Any]:
    return {"type": kind, "cells": ROW, **keys}


@pytest.mark.parametrize(
    "rule, text",
    [
        (clues("distinct_count", value=True), "rule 0 (distinct_count)"),
        (clues("distinct_count", value=2, side="top"), "does not lead away from a clue above r1c1"),
        (clues("contains", digits=[]), "rule 0 (contains)"),
        (clues("contains", digits=[0]), "$.rules[0].digits[0]"),
        (clues("contains", digits=[1], cells=["r1c1", "r1c2", "r1c1"]), "r1c1 is listed twice"),
        (clues("appears", source="r1c2"), "r1c2 is the source"),
        (clues("appears", source="r9c9"), "$.rules[0].source"),
        ({"type": "clone", "regions": [ROW]}, "rule 0 (clone)"),
        ({"type": "clone", "regions": [ROW[:2], ROW[:2], ROW[:3]]}, "$.rules[0].regions[2]"),
        ({"type": "isomorphic", "regions": [ROW[:2], ROW[2:], ROW[:2]]}, "rule 0 (isomorphic)"),
        ({"type": "isomorphic", "regions": [ROW[:2], ROW[:3]]}, "this list has 3 cells and the first one 2"),
        (clues("count"), 'give exactly one of "kind", "each" and "counts"'),
        (clues("count", kind="circles", counts=[[1, 1]]), 'give exactly one of "kind", "each" and "counts"'),
        (clues("count", each=None), "rule 0 (count)"),
        (clues("count", counts=[[9, 1]]), "9 is not a digit of this puzzle; use 1 to 4"),
        (clues("count", counts={"2": 1}), "rule 0 (count)"),
        (clues("count", each=1, cells=["r1c1", "r1c1"]), "r1c1 is listed twice"),
        (clues("vudoku"), "rule 0 (vudoku)"),
        (clues("vudoku", cells=["r1c1", "r1c2", "r1c1"]), "r1c1 is listed twice"),
        (clues("global_entropy"), "rule 0 (global_entropy)"),
    ],
)
def test_refusals(rule: dict[str, Any], text: str) -> None:
    with pytest.raises(FormatError) as caught:
        exchange.read(document(4, 4, 4, [rule]))
    assert text in str(caught.value)


@pytest.mark.parametrize(
    "cells, stated, side",
    [
        (["r1c2", "r2c3"], None, "top"),
        (["r2c1", "r3c2"], None, "left"),
        (["r1c1", "r1c2"], "left", "left"),
        (["r1c1", "r2c2"], "left", "top"),
        (["r1c1"], "left", None),
        (["r2c2", "r3c3"], None, None),
        (["r1c1", "r1c3"], None, None),
    ],
)
def test_distinct_count_is_written_with_the_side_of_its_run(
    cells: list[str], stated: str | None, side: str | None
) -> None:
    rule = {"type": "distinct_count", "value": 1, "cells": cells}
    puzzle = exchange.read(document(4, 4, 4, [{**rule, "side": stated} if stated else rule]))
    assert written(puzzle) == ({**rule, "side": side} if side else rule)
    assert exchange.fingerprint(exchange.read(exchange.write(puzzle))) == exchange.fingerprint(puzzle)


@pytest.mark.parametrize(
    "one, other, same",
    [
        (
            {"type": "contains", "digits": [1, 2], "cells": ["r1c1", "r2c2"]},
            {"type": "contains", "digits": [1, 2], "cells": ["r2c2", "r1c1"], "id": 4},
            True,
        ),
        (
            {"type": "contains", "digits": [1, 2], "cells": ["r1c1", "r2c2"]},
            {"type": "contains", "digits": [2, 1], "cells": ["r1c1", "r2c2"]},
            False,
        ),
        (
            {"type": "appears", "source": "r1c1", "cells": ["r1c2", "r2c2"]},
            {"type": "appears", "source": "r1c1", "cells": ["r2c2", "r1c2"]},
            True,
        ),
        (
            {"type": "count", "counts": [[1, 1], [2, 0]], "cells": ["r1c1", "r2c2"]},
            {"type": "count", "counts": [[2, 0], [1, 1]], "cells": ["r2c2", "r1c1"]},
            True,
        ),
        (
            {"type": "distinct_count", "value": 1, "cells": ["r2c2", "r3c2"]},
            {"type": "distinct_count", "value": 1, "cells": ["r3c2", "r2c2"]},
            True,
        ),
        (
            {"type": "vudoku", "cells": ["r2c2", "r1c1", "r1c3"]},
            {"type": "vudoku", "cells": ["r2c2", "r1c3", "r1c1"]},
            False,
        ),
        (
            {"type": "clone", "regions": [["r1c1"], ["r2c2"]]},
            {"type": "clone", "regions": [["r2c2"], ["r1c1"]]},
            False,
        ),
    ],
)
def test_what_the_fingerprint_orders(one: dict[str, Any], other: dict[str, Any], same: bool) -> None:
    first, second = (exchange.fingerprint(exchange.read(document(4, 4, 4, [rule]))) for rule in (one, other))
    assert (first == second) == same


def test_clone_relations_skip_a_cell_that_corresponds_to_itself() -> None:
    puzzle = strip({"type": "clone", "regions": [["r1c1", "r1c2"], ["r1c1", "r1c3"], ["r1c4", "r1c2"]]})
    assert [(r.op, r.a, r.b) for r in puzzle.relations] == [("equal", 1, 2), ("equal", 0, 3)]


@pytest.mark.parametrize(
    "rules, name, text",
    [
        ([clues("count", each=2)], "Double", "exactly twice"),
        ([clues("count", each=1)], "Double", "exactly once"),
        ([clues("count", each=3)], "Double", "exactly 3 times"),
        ([clues("count", each=3), clues("count", each=2)], "Double", "exactly as often as stated"),
        ([clues("count", kind="circles")], "Counting Circles", "as many circles as its value"),
        ([clues("count", counts=[[1, 1]])], "Count", "listed digits"),
        ([clues("distinct_count", value=2, side="left")], "Count Different", "in its direction"),
        ([clues("distinct_count", value=2, cells=["r2c2", "r3c3"])], "Distinct Count", "in a marked group"),
    ],
)
def test_names_and_sentences(rules: list[dict[str, Any]], name: str, text: str) -> None:
    said = describe(exchange.read(document(4, 4, 4, rules)))["rules"]
    assert text in said[name]


def test_entropy_names_its_ranges() -> None:
    for digits, ranges in ((9, "low (1–3), a middle (4–6) and a high digit (7–9)"), (3, "low (1), a middle (2)")):
        said = describe(exchange.read(document(3, 3, digits, [{"type": "global_entropy"}])))["rules"]
        assert ranges in said["Entropy"]


def test_elements_are_named_by_the_cell_where_they_start() -> None:
    board = board_of(4, 4, 4)
    rules = (
        ({"type": "vudoku", "cells": ["r2c2", "r1c1", "r1c3"]}, "V at r2c2"),
        ({"type": "appears", "source": "r3c3", "cells": ["r2c2"]}, "cupid arrow at r3c3"),
        ({"type": "contains", "digits": [1], "cells": ["r2c2", "r2c1"]}, "quadruple at r2c1"),
        (clues("distinct_count", value=2, side="left"), "count of different digits left of r1c1"),
        ({"type": "distinct_count", "value": 2, "cells": ["r2c2", "r4c4"]}, "count of different digits at r2c2"),
    )
    for rule, name in rules:
        assert exchange.read(document(4, 4, 4, [rule])).rules[0].element(board) == name
