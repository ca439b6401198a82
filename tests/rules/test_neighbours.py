"""Neighbour rules and relations: operators, pair lists and their order, scopes, refusals, fingerprints."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.errors import FormatError
from pencilmark.puzzle import Relation
from pencilmark.rules.base import Rule, to_json
from pencilmark.variants import describe

from ..documents import BOX_GRID, classic, document, twodoku
from .kinds import means

Json = dict[str, Any]


def relation(op: str, params: list[Any], *pairs: list[str]) -> Json:
    return {"type": "relation", "op": op, "params": params, "pairs": list(pairs)}


def neighbours(kind: str = "", **keys: Any) -> Json:
    return {"type": "neighbours", **({"kind": kind} if kind else {}), **keys}


def record(doc: Json, i: int) -> tuple[Rule, list[Relation]]:
    """Rule i of a document and its expansion."""
    puzzle = exchange.read(doc)
    rule: Rule = puzzle.rules[i]
    board = exchange.puzzle_board(puzzle)
    relations = list(rule.expand(board, puzzle.rules))
    assert rule.pairs(board, puzzle.rules) == tuple(relations)
    return rule, relations


def cells(relations: list[Relation]) -> list[tuple[int, int]]:
    return [(item.a, item.b) for item in relations]


OPERATORS: list[tuple[str, list[Any], Callable[[int, int], bool]]] = [
    ("different", [], lambda v, w: v != w),
    ("equal", [], lambda v, w: v == w),
    ("less", [], lambda v, w: v < w),
    ("less_equal", [], lambda v, w: v <= w),
    ("difference", [3], lambda v, w: w in (v - 3, v + 3)),
    ("not_difference", [3], lambda v, w: w not in (v - 3, v + 3)),
    ("not_consecutive", [], lambda v, w: w not in (v - 1, v + 1)),
    ("difference_at_least", [5], lambda v, w: w >= v + 5 or v >= w + 5),
    ("difference_at_most", [2], lambda v, w: v - 2 <= w <= v + 2),
    ("ratio", [2], lambda v, w: w / v in (2, 0.5)),
    ("not_ratio", [2], lambda v, w: w / v not in (2, 0.5)),
    ("sum", [10], lambda v, w: w == 10 - v),
    ("not_sum", [10], lambda v, w: w != 10 - v),
    ("parity_differs", [], lambda v, w: (v + w) % 2 == 1),
    ("same_third", [], lambda v, w: "aaabbbcccddd"[v - 1] == "aaabbbcccddd"[w - 1]),
    ("different_third", [], lambda v, w: "aaabbbcccddd"[v - 1] != "aaabbbcccddd"[w - 1]),
    ("same_mod3", [], lambda v, w: (v - w) % 3 == 0),
    ("different_mod3", [], lambda v, w: (v - w) % 3 != 0),
    ("any_of", [["sum", [10]], ["less", []]], lambda v, w: w == 10 - v or v < w),
    ("any_of", [["any_of", [["equal", []]]], ["difference", [1]]], lambda v, w: abs(v - w) < 2),
    ("any_of", [], lambda v, w: False),
]


@pytest.mark.parametrize("op, params, expected", OPERATORS)
def test_operators_on_all_pairs(op: str, params: list[Any], expected: Callable[[int, int], bool]) -> None:
    rule = relation(op, params, ["r1c1", "r1c2"])
    puzzle = exchange.read(document(1, 2, 12, [rule]))
    assert to_json(puzzle.rules[0]) == rule
    for grid in product(range(1, 13), repeat=2):
        assert means(puzzle, grid) == expected(*grid), grid
    sentence = describe(puzzle)["rules"]["Relation"]
    assert sentence.endswith(".") and "{" not in sentence


def test_relation_keeps_the_order_of_its_pairs() -> None:
    _, relations = record(classic(relation("less", [], ["r9c9", "r1c9"], ["r1c1", "r5c5"])), 1)
    assert relations == [Relation("less", 80, 8), Relation("less", 0, 40)]


BAD_RELATIONS = [
    (relation("allowed", [[[1, 2]]], ["r1c1", "r2c2"]), ".op", "reserved"),
    (relation("any_of", [["allowed", []]], ["r1c1", "r2c2"]), ".op", "reserved"),
    (relation("bigger", [], ["r1c1", "r2c2"]), ".op", "unknown operator 'bigger'; known: different"),
    (relation("sum", [], ["r1c1", "r2c2"]), ".params", "one number"),
    (relation("sum", [1, 2], ["r1c1", "r2c2"]), ".params", "one number"),
    (relation("equal", [1], ["r1c1", "r2c2"]), ".params", "no numbers"),
    (relation("sum", ["10"], ["r1c1", "r2c2"]), ".params", "one number"),
    (relation("sum", [True], ["r1c1", "r2c2"]), "", "whole numbers"),
    (relation("sum", [-1], ["r1c1", "r2c2"]), "", "whole numbers"),
    (relation("sum", [{}], ["r1c1", "r2c2"]), "", "whole numbers"),
    (relation("any_of", ["sum"], ["r1c1", "r2c2"]), ".params[0]", "[operator, params]"),
    (relation("any_of", [["sum", [1], 2]], ["r1c1", "r2c2"]), ".params[0]", "[operator, params]"),
    (relation("any_of", [["equal", []], ["sum", []]], ["r1c1", "r2c2"]), ".params[1][1]", "one number"),
    (relation("equal", [], ["r1c1", "r2c2"], ["r1c1", "r1c1"]), ".pairs[1][1]", "listed twice"),
    (relation("equal", [], ["r1c1", "r2c2"], ["r1c1"]), ".pairs[1]", "length 2"),
    (relation("equal", [], ["r1c1", "r0c2"]), ".pairs[0][1]", "cell"),
    (relation("equal", [], ["r1c1", "r10c2"]), ".pairs[0][1]", "not a cell"),
    (relation("equal", []), ".pairs", "length"),
]


@pytest.mark.parametrize("rule, path, text", BAD_RELATIONS)
def test_relation_refusals_name_the_place(rule: Json, path: str, text: str) -> None:
    with pytest.raises(FormatError, match=r"^rule 1 \(relation\): ") as caught:
        exchange.read(classic(rule))
    assert text in str(caught.value)
    assert caught.value.path == f"$.rules[1]{path}"


def test_deeply_nested_params_are_refused() -> None:
    params: list[Any] = []
    for _ in range(500):
        params = [["any_of", params]]
    with pytest.raises(FormatError, match="nested too deeply"):
        exchange.read(classic(relation("any_of", params, ["r1c1", "r2c2"])))


def test_symmetric_pairs_have_one_fingerprint() -> None:
    def print_of(op: str, *pairs: list[str]) -> str:
        rule, _ = record(classic(relation(op, [], *pairs)), 1)
        puzzle = exchange.read(classic())
        return str(rule.hashed(exchange.puzzle_board(puzzle))["pairs"])

    far = (["r9c9", "r1c9"], ["r1c1", "r5c5"])
    near = (["r1c1", "r5c5"], ["r1c9", "r9c9"])
    assert print_of("equal", *far) == print_of("equal", *near) == str([*near])
    assert print_of("less", *far) == str([*far])


def test_king_pairs_by_cell_and_step() -> None:
    _, relations = record(classic(neighbours("antiking")), 1)
    assert cells(relations)[:5] == [(0, 10), (1, 11), (1, 9), (2, 12), (2, 10)]
    assert len(relations) == 128
    assert {(item.op, item.params) for item in relations} == {("different", ())}


def test_knight_pairs_by_cell_and_step() -> None:
    _, relations = record(classic(neighbours("antiknight")), 1)
    assert len(relations) == 4 * 7 * 8
    assert [pair for pair in cells(relations) if pair[0] == 2] == [(2, 13), (2, 21), (2, 9), (2, 19)]


def test_orthogonal_pairs_by_cell_and_step() -> None:
    _, relations = record(classic(neighbours("nonconsecutive")), 1)
    assert cells(relations)[:4] == [(0, 1), (0, 9), (1, 2), (1, 10)]
    assert len(relations) == 144
    assert {item.op for item in relations} == {"not_consecutive"}


def test_king_neighbourhood_has_both_kinds_of_steps() -> None:
    _, relations = record(classic(neighbours(op="sum", params=[9], where="king")), 1)
    assert [pair for pair in cells(relations) if pair[0] == 1] == [(1, 2), (1, 10), (1, 11), (1, 9)]
    assert len(relations) == 144 + 128


def test_gaps_have_no_neighbours() -> None:
    _, relations = record(twodoku(neighbours("nonconsecutive")), 2)
    assert len(relations) == 144 + 144 - 12


def test_equal_neighbours_are_not_consecutive() -> None:
    puzzle = exchange.read(document(1, 3, 4, [neighbours("nonconsecutive")]))
    assert means(puzzle, (2, 2, 4)) and not means(puzzle, (2, 2, 3))


def test_within_box_and_region() -> None:
    _, boxed = record(classic(neighbours("antiking", within="box")), 1)
    assert len(boxed) == 9 * 8
    region = {"type": "region", "kind": "extra", "cells": ["r1c1", "r2c2", "r3c3", "r4c5"]}
    _, inside = record(classic(neighbours("antiking", within="region"), region), 1)
    assert cells(inside) == [(0, 10), (10, 20)]
    _, nowhere = record(document(9, 9, 9, [neighbours("antiking", within="box")]), 0)
    assert nowhere == []


def test_jigsaw_pieces_are_boxes() -> None:
    pieces = [["r1c1", "r1c2", "r2c1"], ["r1c3", "r2c2", "r2c3"]]
    rules = [neighbours("antiking", within="box"), *({"type": "box", "cells": piece} for piece in pieces)]
    _, relations = record(document(2, 3, 3, rules), 0)
    assert cells(relations) == [(1, 3), (2, 4)]


def test_area_is_a_grid_or_a_list() -> None:
    _, named = record(twodoku(neighbours("antiknight", area="r7c7")), 2)
    listed_cells = [f"r{row}c{col}" for row in range(7, 16) for col in range(7, 16)]
    _, listed = record(twodoku(neighbours("antiknight", area=listed_cells)), 2)
    assert named == listed and len(named) == 4 * 7 * 8


def test_exempt_pairs_in_either_order() -> None:
    exempt = [["r1c2", "r1c1"], ["r1c2", "r1c3"]]
    rule, relations = record(classic(neighbours("nonconsecutive", **{"except": exempt})), 1)
    assert len(relations) == 142 and (0, 1) not in cells(relations) and (1, 2) not in cells(relations)
    puzzle = exchange.read(classic())
    assert rule.hashed(exchange.puzzle_board(puzzle))["except"] == [["r1c1", "r1c2"], ["r1c2", "r1c3"]]
    assert describe(exchange.read(classic(to_json(rule))))["rules"]["Non-Consecutive"].endswith("except where marked.")


def test_area_is_hashed_as_cells() -> None:
    rule, _ = record(twodoku(neighbours("antiking", area="r7c7")), 2)
    doc = rule.hashed(exchange.puzzle_board(exchange.read(twodoku())))
    assert "area" not in doc
    assert (len(doc["cells"]), doc["cells"][0], doc["cells"][-1]) == (81, "r7c7", "r15c15")


BAD_NEIGHBOURS = [
    (neighbours(), "", "give a kind"),
    (neighbours(op="sum", params=[3]), "", "op, params and where"),
    (neighbours("antiknight", where="knight"), ".where", "not both"),
    (neighbours("antiknight", op="sum", params=[3], where="knight"), ".op", "not both"),
    (neighbours("antiqueen"), ".kind", "antiqueen"),
    (neighbours(op="less", params=[], where="king"), ".op", "direction"),
    (neighbours(op="less_equal", params=[], where="king"), ".op", "direction"),
    (neighbours(op="allowed", params=[], where="king"), ".op", "reserved"),
    (neighbours(op="sum", params=[3], where="bishop"), ".where", "bishop"),
    (neighbours(op="sum", params=[], where="king"), ".params", "one number"),
    (neighbours("antiknight", within="row"), ".within", "row"),
    (neighbours("antiknight", area="r2c1"), ".area", "no grid of this file starts at 'r2c1'"),
    (neighbours("antiknight", area=["r1c1", "r1c10"]), ".area[1]", "not a cell"),
    (neighbours("antiknight", area=[]), ".area", "length"),
    (neighbours("antiknight", **{"except": [["r1c1", "r1c1"]]}), ".except[0][1]", "listed twice"),
    (neighbours("antiknight", **{"except": ["r1c1", "r1c2"]}), ".except[0]", "list"),
]


@pytest.mark.parametrize("rule, path, text", BAD_NEIGHBOURS)
def test_neighbour_refusals_name_the_place(rule: Json, path: str, text: str) -> None:
    with pytest.raises(FormatError, match=r"^rule 1 \(neighbours\): ") as caught:
        exchange.read(classic(rule))
    assert text in str(caught.value)
    assert caught.value.path == f"$.rules[1]{path}"


def test_sentences_state_the_scope() -> None:
    rules = [
        neighbours("antiknight"),
        neighbours("antiking", within="box"),
        neighbours(op="difference_at_least", params=[2], where="orthogonal", within="region", area=["r1c1", "r1c2"]),
    ]
    found = describe(exchange.read(document(9, 9, 9, [BOX_GRID, *rules])))["rules"]
    assert "knight" in found["Anti-Knight"] and "within" not in found["Anti-Knight"]
    assert found["Anti-King"].endswith("within the same box.")
    assert "at least 2 within the same region inside the shaded area" in found["Neighbours"]
