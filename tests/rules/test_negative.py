"""Negatives: which places they forbid, what exempts one, selectors, grids and areas."""

from __future__ import annotations

from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.board import full_mask
from pencilmark.constraints.regular import Regular
from pencilmark.constraints.table import Table
from pencilmark.errors import FormatError, NotSupportedError
from pencilmark.puzzle import Relation
from pencilmark.rules.base import Allowed, Rule
from pencilmark.variants import describe

from ..documents import classic, document, twodoku
from .kinds import fillings, means

Json = dict[str, Any]


def negative(of: str, **keys: Any) -> Json:
    return {"type": "negative", "of": of, **keys}


def edge(kind: str, first: str = "r1c1", second: str = "r1c2", **keys: Any) -> Json:
    return {"type": "edge", "kind": kind, **keys, "cells": [first, second]}


def expansion(doc: Json, i: int) -> list[Any]:
    """Expansion of rule i as the file states it."""
    puzzle = exchange.read(doc)
    rule: Rule = puzzle.rules[i]
    return list(rule.expand(exchange.puzzle_board(puzzle), puzzle.rules))


WHITE = edge("kropki", color="white")


def test_a_dot_of_either_colour_exempts_its_pair() -> None:
    relations = expansion(classic(negative("kropki", color="black"), WHITE), 1)
    assert len(relations) == 143
    assert relations[0] == Relation("not_ratio", 0, 9, (2,))


def test_white_comes_before_black_in_board_order() -> None:
    relations = expansion(classic(negative("kropki"), WHITE), 1)
    assert [item.op for item in relations] == ["not_consecutive"] * 143 + ["not_ratio"] * 143
    assert [(item.a, item.b) for item in relations[:3]] == [(0, 9), (1, 2), (1, 10)]
    assert [(item.a, item.b) for item in relations[:143]] == [(item.a, item.b) for item in relations[143:]]


@pytest.mark.parametrize(
    "rule, op, params",
    [
        (negative("kropki", color="white"), "not_consecutive", ()),
        (negative("xv", letter="X"), "not_sum", (10,)),
        (negative("xv", letter="V"), "not_sum", (5,)),
        (negative("difference", value=3), "not_difference", (3,)),
        (negative("sum", sum=9), "not_sum", (9,)),
        (negative("ratio", value=3), "not_ratio", (3,)),
    ],
)
def test_pair_negatives_are_one_relation_per_pair(rule: Json, op: str, params: tuple[int, ...]) -> None:
    assert expansion(classic(rule), 1) == [
        Relation(op, a, b, params) for a in range(81) for b in (a + 1, a + 9) if b < 81 and (b - a == 9 or a % 9 < 8)
    ]


@pytest.mark.parametrize(
    "clue, exempts",
    [
        (edge("sum", sum=3), {"sum"}),
        (edge("difference", value=1), {"difference"}),
        (edge("ratio", value=4), {"ratio"}),
        (edge("product", value=4), {"product"}),
        (edge("xv", letter="V"), {"xv"}),
        (edge("kropki", color="black"), {"kropki"}),
        (edge("less"), set()),
    ],
)
def test_only_clues_of_the_family_exempt(clue: Json, exempts: set[str]) -> None:
    numbers = {"sum": {"sum": 3}, "difference": {"value": 2}, "ratio": {"value": 2}, "product": {"value": 2}}
    for of in ("kropki", "xv", "sum", "difference", "ratio", "product"):
        made = expansion(document(2, 2, 4, [negative(of, **numbers.get(of, {})), clue]), 0)
        per_pair = 2 if of in ("kropki", "xv") else 1
        assert len(made) == per_pair * (3 if of in exempts else 4), of


def test_product_negative_is_a_table() -> None:
    [table] = expansion(document(1, 2, 4, [negative("product", value=4)]), 0)
    assert isinstance(table, Table)
    assert set(table.tuples) == {(v, w) for v in range(1, 5) for w in range(1, 5) if v * w != 4}


def test_pairs_of_a_negative_without_relations_are_no_pair_rule() -> None:
    for rule in (negative("product", value=4), negative("battenburg"), negative("cell", kind="odd")):
        puzzle = exchange.read(document(2, 2, 4, [rule]))
        assert puzzle.rules[0].pairs(exchange.puzzle_board(puzzle), puzzle.rules) is None


def test_pairs_across_grids_are_free() -> None:
    near = [{"type": "grid", "origin": origin} for origin in ("r1c1", "r1c5")]
    assert len(expansion(document(4, 8, 4, [negative("xv", letter="V"), *near]), 0)) == 2 * 24
    assert len(expansion(document(4, 8, 4, [negative("xv", letter="V")]), 0)) == 2 * 24 + 4
    assert len(expansion(twodoku(negative("xv", letter="V")), 2)) == 144 + 144 - 12


def test_area_limits_places() -> None:
    assert len(expansion(twodoku(negative("xv", letter="V", area="r7c7")), 2)) == 144
    area = ["r1c1", "r1c2", "r2c2", "r9c9"]
    assert len(expansion(classic(negative("xv", letter="V", area=area)), 1)) == 2
    puzzle = exchange.read(classic(negative("xv", area=["r9c9", "r1c1"])))
    assert puzzle.rules[1].hashed(exchange.puzzle_board(puzzle))["cells"] == ["r1c1", "r9c9"]


def test_kropki_meaning_on_all_fillings() -> None:
    puzzle = exchange.read(document(2, 2, 4, [negative("kropki"), edge("kropki", color="white")]))
    allowed = {frozenset((1, 3)), frozenset((1, 4)), *(frozenset((v,)) for v in range(1, 5))}
    for grid in fillings():
        a, b, c, d = grid
        assert means(puzzle, grid) == all(frozenset(pair) in allowed for pair in ((a, c), (b, d), (c, d)))


def test_rossini_ends_by_side_and_index() -> None:
    arrow = {"type": "rossini", "arrow": "in", "side": "top", "cells": ["r1c2", "r2c2", "r3c2"]}
    tables = expansion(document(4, 4, 4, [negative("rossini"), arrow]), 0)
    assert [table.cells for table in tables] == [
        (0, 4, 8), (2, 6, 10), (3, 7, 11),
        (12, 8, 4), (13, 9, 5), (14, 10, 6), (15, 11, 7),
        (0, 1, 2), (4, 5, 6), (8, 9, 10), (12, 13, 14),
        (3, 2, 1), (7, 6, 5), (11, 10, 9), (15, 14, 13),
    ]  # fmt: skip
    assert {table.technique for table in tables} == {"Line Ranges"}
    assert (1, 3, 2) in tables[0].tuples and (1, 1, 2) in tables[0].tuples
    assert (1, 2, 3) not in tables[0].tuples and (4, 2, 1) not in tables[0].tuples


def test_an_arrow_exempts_its_end_only() -> None:
    arrow = {"type": "rossini", "arrow": "in", "side": "left", "cells": ["r1c1", "r1c2", "r1c3"]}
    doc = document(3, 3, 3, [negative("rossini", area=["r1c1", "r1c2", "r1c3"]), arrow])
    [table] = expansion(doc, 0)
    assert table.cells == (2, 1, 0)


def test_rossini_negative_needs_a_full_square() -> None:
    doc = document(3, 4, 3, [negative("rossini")])
    assert exchange.validate(doc)
    with pytest.raises(NotSupportedError, match=r"^rule 0 \(negative\): .*D×D square"):
        exchange.read(doc)


def test_battenburg_blocks_inside_one_grid() -> None:
    near = [{"type": "grid", "origin": origin} for origin in ("r1c1", "r1c5")]
    mark = {"type": "corner", "kind": "battenburg", "cells": ["r1c1", "r1c2", "r2c1", "r2c2"]}
    made = expansion(document(4, 8, 4, [negative("battenburg"), *near, mark]), 0)
    assert all(isinstance(item, Regular) for item in made)
    assert len(made) == 2 * 9 - 1
    assert [item.cells for item in made[:2]] == [(1, 2, 9, 10), (2, 3, 10, 11)]


def test_battenburg_meaning_on_all_fillings() -> None:
    puzzle = exchange.read(document(2, 2, 4, [negative("battenburg")]))
    for grid in fillings():
        parities = tuple(v % 2 for v in grid)
        assert means(puzzle, grid) == (parities not in {(0, 1, 1, 0), (1, 0, 0, 1)})


@pytest.mark.parametrize(
    "keys, mask",
    [
        ({"kind": "odd"}, 0b101010),
        ({"kind": "even"}, 0b010101),
        ({"kind": "low", "split": 2}, 0b111100),
        ({"kind": "high", "split": 2}, 0b000011),
    ],
)
def test_unmarked_cells_lack_the_property(keys: Json, mask: int) -> None:
    clue = {"type": "cell", **keys, "cells": ["r1c2", "r2c1"]}
    assert expansion(document(2, 2, 6, [negative("cell", **keys), clue]), 0) == [Allowed(0, mask), Allowed(3, mask)]
    domains = exchange.read(document(2, 2, 6, [negative("cell", **keys), clue])).domains
    assert domains == (mask, full_mask(6) & ~mask, full_mask(6) & ~mask, mask)


def test_marks_of_another_kind_or_split_do_not_exempt() -> None:
    others = [
        {"type": "cell", "kind": "low", "split": 3, "cells": ["r1c1"]},
        {"type": "cell", "kind": "high", "split": 2, "cells": ["r1c1"]},
    ]
    made = expansion(document(1, 2, 6, [negative("cell", kind="low", split=2), *others]), 0)
    assert [item.cell for item in made] == [0, 1]


@pytest.mark.parametrize(
    "rule, path, text",
    [
        (negative("thermo"), ".of", "thermo"),
        ({"type": "negative"}, "", "of"),
        (negative("kropki", letter="X"), ".letter", "takes no letter"),
        (negative("kropki", color="red"), ".color", "red"),
        (negative("xv", color="white"), ".color", "takes no color"),
        (negative("difference"), "", "needs the key 'value'"),
        (negative("difference", sum=3), ".sum", "takes no sum"),
        (negative("difference", value=-1), ".value", ">= 0"),
        (negative("sum", value=3), ".value", "takes no value"),
        (negative("sum"), "", "needs the key 'sum'"),
        (negative("rossini", value=3), ".value", "takes no value"),
        (negative("battenburg", kind="odd"), ".kind", "takes no kind"),
        (negative("cell"), "", "needs a kind"),
        (negative("cell", kind="set"), ".kind", "set"),
        (negative("cell", kind="odd", split=3), ".split", "takes no split"),
        (negative("cell", kind="low"), "", "needs the key 'split'"),
        (negative("xv", area="r4c4"), ".area", "no grid of this file starts at 'r4c4'"),
        (negative("xv", area=["r1c1", "r10c1"]), ".area[1]", "not a cell"),
    ],
)
def test_refusals_name_the_place(rule: Json, path: str, text: str) -> None:
    with pytest.raises(FormatError, match=r"^rule 1 \(negative\): ") as caught:
        exchange.read(classic(rule))
    assert text in str(caught.value)
    assert caught.value.path == f"$.rules[1]{path}"


def test_negatives_join_their_family() -> None:
    mark = {"type": "cell", "kind": "odd", "cells": ["r1c3"]}
    described = describe(exchange.read(classic(mark, negative("cell", kind="odd"), WHITE, negative("kropki"))))
    assert list(described["rules"])[1:] == ["Consecutive", "Odd-Even"]
    assert described["type"] == "Variant Sudoku"


def test_sentence_of_an_area() -> None:
    described = describe(exchange.read(classic(negative("xv", letter="V", area=["r1c1", "r1c2"]))))
    assert described["rules"]["Non-XV"] == "Orthogonal neighbours never sum to 5 inside the shaded area."
