"""Cages: different digits, a sum where one is stated."""

from __future__ import annotations

from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.errors import FormatError
from pencilmark.puzzle import Group
from pencilmark.variants import describe

from ..documents import classic, document
from .meaning import Case


def cage(cells: str, **keys: Any) -> dict[str, Any]:
    return {"type": "cage", "cells": cells.split(), **keys}


def test_digits_differ_with_and_without_a_sum() -> None:
    row = Case(cage("r1c1 r1c2 r1c3"), 1, 3, 4)
    assert row.solutions() == [g for g in row.fillings() if len(set(g)) == 3]
    six = Case(cage("r1c1 r1c2 r1c3", sum=6), 1, 3, 4)
    assert six.solutions() == [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)]
    assert Case(cage("r1c1 r1c2", sum=4), 1, 2, 4).solutions() == [(1, 3), (3, 1)]


def test_edge_cases() -> None:
    assert Case(cage("r1c2", sum=3), 1, 2, 3).solutions() == [(1, 3), (2, 3), (3, 3)]
    assert Case(cage("r1c1 r1c2", sum=0), 1, 2, 3).solutions() == []
    assert Case(cage("r1c1 r1c2", sum=99), 1, 2, 3).solutions() == []
    assert Case(cage("r1c1 r1c2 r1c3"), 1, 3, 2).solutions() == []


def test_cage_is_a_group_in_reading_order() -> None:
    puzzle = exchange.read(document(2, 2, 4, [cage("r2c2 r1c1", sum=5)]))
    assert puzzle.groups == (Group("cage", (0, 3), complete=False, total=5),)
    whole = exchange.read(document(2, 2, 4, [cage("r2c2 r1c1 r1c2 r2c1")]))
    assert whole.groups == (Group("cage", (0, 1, 2, 3), complete=True),)


@pytest.mark.parametrize(
    "rule, path",
    [
        (cage("r1c1 r1c2 r1c1"), ".cells[2]"),
        (cage("r1c1 r3c1"), ".cells[1]"),
        (cage("r1c1", sum=None), ".sum"),
        (cage("r1c1", sum=-1), ".sum"),
        (cage("r1c1", sum="3"), ".sum"),
        (cage("r1c1", sum=False), ".sum"),
        (cage(""), ".cells"),
        (cage("r1c1", value=3), ""),
    ],
)
def test_refusals(rule: dict[str, Any], path: str) -> None:
    with pytest.raises(FormatError, match=r"^rule 0 \(cage\): ") as caught:
        exchange.read(document(2, 2, 4, [rule]))
    assert caught.value.path == "$.rules[0]" + path


def test_fingerprint_ignores_the_order_of_cells_and_cosmetic_keys() -> None:
    expected = "sha256:87da023cb75ce6688a92c4cfc3c8ec980af0ec0116469a1857eeb88dbce207c1"
    for rule in (cage("r1c4 r1c3", sum=6), cage("r1c3 r1c4", sum=6, id=3, style={"dash": 2})):
        assert exchange.fingerprint(exchange.read(classic(rule))) == expected


@pytest.mark.parametrize(
    "rules, words",
    [
        ([cage("r1c1 r1c2", sum=5)], "and add up to its small number"),
        ([cage("r1c1 r1c2", sum=5), cage("r2c1 r2c2")], "where it shows a small number"),
        ([cage("r1c1 r1c2")], "Digits don't repeat in a cage."),
    ],
)
def test_sentence_mentions_sums_as_far_as_there_are_any(rules: list[dict[str, Any]], words: str) -> None:
    assert words in describe(exchange.read(document(2, 2, 4, rules)))["rules"]["Killer"]


def test_element_names_the_first_cell_in_reading_order() -> None:
    case = Case(cage("r2c2 r1c2", sum=5), 2, 2, 4)
    assert case.rule.element(case.board) == "cage at r1c2"
