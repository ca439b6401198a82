"""Sums along diagonals, in frames, groups and corners; equal sums."""

from __future__ import annotations

from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.constraints.linear import Linear
from pencilmark.errors import FormatError
from pencilmark.rules.base import to_json
from pencilmark.variants import describe

from ..documents import document
from .meaning import Case


def total(kind: str, number: int, cells: str, **keys: Any) -> dict[str, Any]:
    return {"type": "sum", "kind": kind, "sum": number, "cells": cells.split(), **keys}


def equal(*segments: str) -> dict[str, Any]:
    return {"type": "equal_sum", "segments": [segment.split() for segment in segments]}


SAMPLES = [
    total("little_killer", 6, "r1c1 r2c2", side="top"),
    total("frame", 6, "r1c1 r1c2", side="left"),
    total("frame", 6, "r2c2 r1c2", side="bottom"),
    total("group", 6, "r2c2 r1c1"),
    total("group", 6, "r2c1"),
    total("corner", 6, "r1c1 r1c2 r2c1 r2c2"),
]


@pytest.mark.parametrize("rule", SAMPLES, ids=lambda rule: f"{rule['kind']}-{len(rule['cells'])}")
def test_digits_add_up_and_may_repeat(rule: dict[str, Any]) -> None:
    case = Case(rule, 2, 2, 4)
    at = {"r1c1": 0, "r1c2": 1, "r2c1": 2, "r2c2": 3}
    assert case.solutions() == [g for g in case.fillings() if sum(g[at[name]] for name in rule["cells"]) == 6]


def test_cell_that_a_group_lists_twice_counts_twice() -> None:
    assert Case(total("group", 5, "r1c1 r1c1 r1c2"), 1, 2, 4).solutions() == [(1, 3), (2, 1)]


def test_equation_of_a_sum() -> None:
    puzzle = exchange.read(document(2, 2, 4, [total("group", 5, "r2c1 r2c1 r1c1")]))
    assert puzzle.constraints == (Linear((2, 0), (2, 1), 5, "Sum Combinations"),)


@pytest.mark.parametrize(
    "rule, path",
    [
        (total("little_killer", 6, "r1c1 r2c2"), ""),
        (total("little_killer", 6, "r2c2 r3c3", side="top"), ".cells[0]"),
        (total("little_killer", 6, "r1c1 r3c3", side="top"), ".cells[1]"),
        (total("little_killer", 6, "r1c1 r2c2 r3c2", side="top"), ".cells[2]"),
        (total("little_killer", 6, "r1c1 r2c2", side="up"), ".side"),
        (total("frame", 6, "r1c1 r2c2", side="top"), ".cells[1]"),
        (total("frame", 6, "r1c1 r1c2"), ""),
        (total("group", 6, "r1c1 r1c2", side="left"), ""),
        (total("group", 6, "r1c1 r9c2"), ".cells[1]"),
        (total("group", -6, "r1c1"), ".sum"),
        (total("group", 6, ""), ".cells"),
        (total("corner", 6, "r1c1 r1c2 r2c2 r2c1"), ".cells"),
        (total("corner", 6, "r1c1 r1c2 r1c3 r1c4"), ".cells"),
        (total("corner", 6, "r1c1 r1c2 r2c1 r2c2", side="top"), ""),
        (total("cage", 6, "r1c1"), ".kind"),
    ],
)
def test_refusals(rule: dict[str, Any], path: str) -> None:
    with pytest.raises(FormatError, match=r"^rule 0 \(sum\): ") as caught:
        exchange.read(document(4, 4, 4, [rule]))
    assert caught.value.path == "$.rules[0]" + path


def test_order_of_cells_in_the_fingerprint() -> None:
    def hashed(rule: dict[str, Any]) -> list[str]:
        case = Case(rule, 4, 4, 4)
        return list(case.rule.hashed(case.board)["cells"])

    assert hashed(total("group", 6, "r2c2 r1c1 r1c4")) == ["r1c1", "r1c4", "r2c2"]
    assert hashed(total("frame", 6, "r4c1 r3c1", side="bottom")) == ["r4c1", "r3c1"]
    assert hashed(total("little_killer", 6, "r4c1 r3c2", side="bottom")) == ["r4c1", "r3c2"]


def test_little_killer_has_one_side() -> None:
    case = Case(total("little_killer", 6, "r1c1 r2c2", side="left"), 4, 4, 4)
    assert to_json(case.canonical)["side"] == "top"


def test_sentences() -> None:
    rules = [
        total("frame", 6, "r1c1 r1c2", side="left"),
        total("frame", 6, "r2c1 r2c2 r2c3", side="left"),
        total("group", 5, "r2c2 r4c4"),
        total("corner", 9, "r3c3 r3c4 r4c3 r4c4"),
        equal("r1c1 r1c2", "r4c4 r2c1"),
    ]
    told = describe(exchange.read(document(4, 4, 4, rules)))["rules"]
    assert "the first 2 or 3 digits" in told["Sum Frame"]
    assert "may repeat" in told["Sum"]
    assert "same sum" in told["Equal Sums"]


def test_equal_sums() -> None:
    case = Case(equal("r1c1 r1c2", "r1c3"), 1, 3, 4)
    assert case.solutions() == [(1, 1, 2), (1, 2, 3), (1, 3, 4), (2, 1, 3), (2, 2, 4), (3, 1, 4)]
    three = Case(equal("r1c1 r1c2", "r1c3", "r1c4"), 1, 4, 3)
    assert three.solutions() == [(1, 1, 2, 2), (1, 2, 3, 3), (2, 1, 3, 3)]


def test_equal_sums_of_shared_and_repeated_cells() -> None:
    assert Case(equal("r1c1 r1c2", "r1c2 r1c3"), 1, 3, 3).solutions() == [
        (a, b, a) for a in (1, 2, 3) for b in (1, 2, 3)
    ]
    assert Case(equal("r1c1 r1c1", "r1c2"), 1, 2, 4).solutions() == [(1, 2), (2, 4)]
    assert len(Case(equal("r1c1 r1c2", "r1c2 r1c1"), 1, 2, 3).solutions()) == 9


def test_many_segments_are_all_equal() -> None:
    case = Case(equal("r1c1", "r1c2", "r1c3", "r1c4", "r1c5 r1c6"), 1, 6, 3)
    assert case.solutions() == [(2, 2, 2, 2, 1, 1), (3, 3, 3, 3, 1, 2), (3, 3, 3, 3, 2, 1)]


@pytest.mark.parametrize(
    "rule, path",
    [
        (equal("r1c1 r1c2"), ".segments"),
        (equal("r1c1", ""), ".segments[1]"),
        (equal("r1c1", "r1c2 r5c1"), ".segments[1][1]"),
        ({**equal("r1c1", "r1c2"), "sum": 3}, ""),
    ],
)
def test_refused_equal_sums(rule: dict[str, Any], path: str) -> None:
    with pytest.raises(FormatError, match=r"^rule 0 \(equal_sum\): ") as caught:
        exchange.read(document(4, 4, 4, [rule]))
    assert caught.value.path == "$.rules[0]" + path


def test_segments_are_hashed_in_reading_order() -> None:
    case = Case(equal("r10c1 r2c1", "r1c3 r1c2", "r1c2"), 10, 4, 4)
    assert case.rule.hashed(case.board)["segments"] == [["r1c2"], ["r1c2", "r1c3"], ["r2c1", "r10c1"]]
