"""Arrows: bulbs of one and several digits, several shafts, what a shaft may be."""

from __future__ import annotations

from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.constraints.linear import Linear
from pencilmark.errors import FormatError
from pencilmark.variants import describe

from ..documents import document
from .meaning import Case, canonical_doc


def arrow(bulb: str, *lines: str, **keys: Any) -> dict[str, Any]:
    return {"type": "arrow", "bulb": bulb.split(), "lines": [shaft.split() for shaft in lines], **keys}


def test_one_circle() -> None:
    case = Case(arrow("r1c1", "r1c2 r1c3"), 1, 3, 4)
    assert case.solutions() == [(2, 1, 1), (3, 1, 2), (3, 2, 1), (4, 1, 3), (4, 2, 2), (4, 3, 1)]


def test_shaft_of_one_cell_repeats_the_circle() -> None:
    assert Case(arrow("r1c2", "r1c1"), 1, 2, 3).solutions() == [(1, 1), (2, 2), (3, 3)]


def test_every_shaft_has_the_sum() -> None:
    case = Case(arrow("r1c2", "r1c1", "r1c3 r1c4"), 1, 4, 4)
    assert case.solutions() == [g for g in case.fillings() if g[0] == g[1] == g[2] + g[3]]
    assert case.holds((3, 3, 1, 2))
    assert not case.holds((2, 3, 1, 2))


def test_pill_is_read_in_the_order_of_its_list() -> None:
    across = Case(arrow("r1c1 r1c2", "r2c2 r2c1 r3c1 r3c2"), 3, 2, 9)
    assert across.holds((1, 5, 6, 1, 3, 5))
    assert not across.holds((5, 1, 6, 1, 3, 5))
    turned = Case(arrow("r1c2 r1c1", "r2c2 r2c1 r3c1 r3c2"), 3, 2, 9)
    assert turned.holds((5, 1, 6, 1, 3, 5))
    assert not turned.holds((1, 5, 6, 1, 3, 5))


def test_pill_is_decimal_whatever_the_digits() -> None:
    case = Case(arrow("r1c1 r1c2", "r2c2 r2c1"), 2, 2, 12)
    assert case.holds((1, 12, 10, 12))
    assert not case.holds((1, 12, 12, 12))


def test_pill_of_three_digits() -> None:
    case = Case(arrow("r1c1 r1c2 r1c3", "r1c4 r1c5 r1c6 r1c7 r1c8"), 1, 8, 25)
    assert case.holds((1, 1, 2, 25, 25, 25, 25, 12))
    assert not case.holds((2, 1, 1, 25, 25, 25, 25, 12))


def test_shaft_that_crosses_itself_counts_a_cell_twice() -> None:
    case = Case(arrow("r1c1", "r1c2 r2c2 r2c1 r1c2"), 2, 2, 9)
    assert case.holds((7, 2, 2, 1))
    assert not case.holds((5, 2, 2, 1))


def test_expansion_is_one_equation_per_shaft() -> None:
    puzzle = exchange.read(document(2, 2, 9, [arrow("r1c1 r1c2", "r2c1", "r2c2")]))
    assert puzzle.constraints == (
        Linear((2, 0, 1), (1, -10, -1), 0, "Arrow Combinations"),
        Linear((3, 0, 1), (1, -10, -1), 0, "Arrow Combinations"),
    )


@pytest.mark.parametrize(
    "rule, path",
    [
        (arrow("r1c1"), ".lines"),
        (arrow("", "r1c1"), ".bulb"),
        (arrow("r1c1", "r1c2", ""), ".lines[1]"),
        (arrow("r1c1", "r1c3"), ".lines[0][0]"),
        (arrow("r1c1", "r1c2", "r2c1 r4c2"), ".lines[1][1]"),
        (arrow("r1c1", "r1c2 r1c2"), ".lines[0][1]"),
        (arrow("r1c1", "r1c2 r1c1"), ".lines[0][1]"),
        (arrow("r1c1 r1c2", "r2c2 r5c5"), ".lines[0][1]"),
        (arrow("r5c1", "r1c2"), ".bulb[0]"),
        ({"type": "arrow", "bulb": "r1c1", "lines": [["r1c2"]]}, ".bulb"),
        ({"type": "arrow", "bulb": ["r1c1"]}, ""),
        (arrow("r1c1", "r1c2", cells=["r1c1"]), ""),
    ],
)
def test_refusals(rule: dict[str, Any], path: str) -> None:
    with pytest.raises(FormatError, match=r"^rule 0 \(arrow\): ") as caught:
        exchange.read(document(4, 4, 4, [rule]))
    assert caught.value.path == "$.rules[0]" + path


def test_any_bulb_cell_may_be_the_start() -> None:
    rule = arrow("r1c1 r1c2 r1c3", "r2c4 r3c4", "r2c1")
    assert canonical_doc(rule, 4, 4, 9) == rule


def test_sentence_mentions_pills_as_far_as_there_are_any() -> None:
    def sentence(*rules: dict[str, Any]) -> str:
        return str(describe(exchange.read(document(4, 4, 9, list(rules))))["rules"]["Arrow"])

    circle, pill, long = arrow("r1c1", "r2c2"), arrow("r1c1 r1c2", "r2c2"), arrow("r1c1 r1c2 r1c3", "r2c2")
    assert "pill" not in sentence(circle)
    assert sentence(circle, pill).endswith("a pill holds a two-digit number.")
    assert sentence(pill, long).endswith("a pill holds a number of 2 or 3 digits.")


def test_element_names_the_bulb() -> None:
    case = Case(arrow("r2c2", "r1c1"), 2, 2, 4)
    assert case.rule.element(case.board) == "arrow at r2c2"
