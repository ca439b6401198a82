"""Row and column clues outside the grid: what they mean, digit by digit."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.cpsat_verify import count
from pencilmark.errors import FormatError, NotSupportedError
from pencilmark.variants import describe

from ..documents import document
from .kinds import ROW, fillings, means, strip


def clue(kind: str, length: int = 4, **keys: Any) -> dict[str, Any]:
    return {"type": kind, "side": "left", "cells": [f"r1c{col}" for col in range(1, length + 1)], **keys}


def sandwich(word: tuple[int, ...], top: int) -> int | None:
    """Sum of the filling between exactly one 1 and exactly one top digit; None where there is no sandwich."""
    if word.count(1) != 1 or word.count(top) != 1:
        return None
    total, inside = 0, False
    for digit in word:
        if digit in (1, top):
            inside = not inside
        elif inside:
            total += digit
    return total


def visible(word: tuple[int, ...]) -> int:
    highest, seen = 0, 0
    for digit in word:
        if digit > highest:
            highest, seen = digit, seen + 1
    return seen


def xsum(word: tuple[int, ...]) -> int | None:
    return sum(word[: word[0]]) if word[0] <= len(word) else None


@pytest.mark.parametrize("total", range(12))
def test_sandwich_on_all_fillings(total: int) -> None:
    puzzle = strip(clue("sandwich", 5, sum=total), length=5)
    assert all(means(puzzle, word) == (sandwich(word, 4) == total) for word in fillings(5))


@pytest.mark.parametrize("total", range(10))
def test_sandwich_in_a_house_on_all_permutations(total: int) -> None:
    puzzle = strip(clue("sandwich", 5, sum=total), length=5, digits=5, house=True)
    assert all(means(puzzle, word) == (sandwich(word, 5) == total) for word in permutations(range(1, 6)))


@pytest.mark.parametrize(
    "word, total",
    [
        ((4, 1, 5, 8, 9, 2, 3, 6, 7), 13),
        ((9, 1, 2, 3, 4, 5, 6, 7, 8), 0),
        ((1, 2, 3, 4, 5, 6, 7, 8, 9), 35),
        ((2, 9, 3, 4, 5, 1, 6, 7, 8), 12),
    ],
)
def test_sandwich_on_nine_digits(word: tuple[int, ...], total: int) -> None:
    for other in (0, 2, 12, 13, 34, 35):
        puzzle = strip(clue("sandwich", 9, sum=other), length=9, digits=9, house=True)
        assert means(puzzle, word) == (other == total)


def test_sandwich_on_one_digit() -> None:
    assert means(strip(clue("sandwich", 1, sum=0), length=1, digits=1), (1,))
    assert not means(strip(clue("sandwich", 1, sum=1), length=1, digits=1), (1,))


@pytest.mark.parametrize("total", range(0, 18))
def test_xsum_on_all_fillings(total: int) -> None:
    puzzle = strip(clue("xsum", sum=total))
    assert all(means(puzzle, word) == (xsum(word) == total) for word in fillings())


def test_xsum_with_fewer_cells_than_digits() -> None:
    puzzle = strip(clue("xsum", 3, sum=7), length=3)
    assert {word for word in fillings(3) if means(puzzle, word)} == {(3, 1, 3), (3, 2, 2), (3, 3, 1)}


def test_xsum_with_more_cells_than_digits() -> None:
    puzzle = strip(clue("xsum", 5, sum=6), length=5, digits=3)
    assert all(means(puzzle, word) == (xsum(word) == 6) for word in fillings(5, 3))


@pytest.mark.parametrize("total", range(0, 17))
def test_xsum_in_a_house_on_all_permutations(total: int) -> None:
    puzzle = strip(clue("xsum", 5, sum=total), length=5, digits=5, house=True)
    assert all(means(puzzle, word) == (xsum(word) == total) for word in permutations(range(1, 6)))


@pytest.mark.parametrize("value", range(6))
def test_skyscraper_on_all_fillings(value: int) -> None:
    puzzle = strip(clue("skyscraper", value=value))
    assert all(means(puzzle, word) == (visible(word) == value) for word in fillings())


@pytest.mark.parametrize("value", range(7))
def test_skyscraper_in_a_house_on_all_permutations(value: int) -> None:
    puzzle = strip(clue("skyscraper", 5, value=value), length=5, digits=5, house=True)
    assert all(means(puzzle, word) == (visible(word) == value) for word in permutations(range(1, 6)))


def test_skyscraper_example() -> None:
    assert means(strip(clue("skyscraper", 6, value=3), length=6, digits=6), (2, 1, 5, 4, 6, 3))


@pytest.mark.parametrize("value, digits", [(3, [1, 2, 3]), (1, [4, 1]), (2, [2]), (3, [1, 2]), (0, [1]), (1, [])])
def test_first_seen_on_all_fillings(value: int, digits: list[int]) -> None:
    puzzle = strip(clue("first_seen", value=value, digits=digits))
    for word in fillings():
        met = [digit for digit in word if digit in digits]
        assert means(puzzle, word) == (bool(met) and met[0] == value)


@pytest.mark.parametrize("arrow", ["in", "out"])
def test_rossini_on_all_fillings(arrow: str) -> None:
    cells = ["r4c2", "r3c2", "r2c2"]
    puzzle = exchange.read(document(4, 4, 4, [{"type": "rossini", "arrow": arrow, "side": "bottom", "cells": cells}]))
    for word in fillings(3):
        grid = [1] * 16
        grid[13], grid[9], grid[5] = word
        ordered = word if arrow == "in" else word[::-1]
        assert means(puzzle, grid) == (ordered[0] < ordered[1] < ordered[2])


def test_rossini_relations_follow_the_arrow() -> None:
    cells = ["r3c1", "r3c2", "r3c3"]
    puzzle = exchange.read(document(9, 9, 9, [{"type": "rossini", "arrow": "out", "side": "left", "cells": cells}]))
    assert [(r.op, r.a, r.b) for r in puzzle.relations] == [("less", 20, 19), ("less", 19, 18)]


def test_rossini_needs_a_square_board() -> None:
    rule = {"type": "rossini", "arrow": "in", "side": "left", "cells": ROW[:3]}
    assert exchange.validate(document(4, 5, 4, [rule]))
    with pytest.raises(NotSupportedError, match=r"^rule 0 \(rossini\): .*4×4 board"):
        exchange.read(document(4, 5, 4, [rule]))


@pytest.mark.parametrize(
    "rule, text",
    [
        (clue("sandwich", sum=True), "rule 0 (sandwich)"),
        (clue("sandwich", sum=1.5), "rule 0 (sandwich)"),
        (clue("xsum", sum=None), "rule 0 (xsum)"),
        (clue("skyscraper", value="2"), "rule 0 (skyscraper)"),
        (
            clue("first_seen", value=2, digits=[5]),
            "5 is not a digit of this puzzle; use 1 to 4",
        ),
        (clue("first_seen", value=2, digits=[1, True]), "rule 0 (first_seen)"),
        (clue("rossini", 2, arrow="in"), "rule 0 (rossini)"),
        (clue("sandwich", sum=3, side="top", cells=["r1c1", "r1c2"]), "does not lead away from a clue above r1c1"),
    ],
)
def test_refusals(rule: dict[str, Any], text: str) -> None:
    with pytest.raises(FormatError) as caught:
        exchange.read(document(4, 4, 4, [rule]))
    assert text in str(caught.value)


@pytest.mark.parametrize(
    "rule, fits",
    [
        (clue("sandwich", sum=5), lambda w: sandwich(w, 4) == 5),
        (clue("xsum", sum=6), lambda w: xsum(w) == 6),
        (clue("skyscraper", value=3), lambda w: visible(w) == 3),
        (clue("first_seen", value=3, digits=[1, 2, 3]), lambda w: next(d for d in w if d < 4) == 3),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else "",
)
def test_cp_sat_finds_the_rows_that_fit(rule: dict[str, Any], fits: Any) -> None:
    expected = {word for word in permutations(range(1, 5)) if fits(word)}
    verdict = count(strip(rule, house=True), limit=25)
    assert set(verdict.solutions) == expected
    assert len(verdict.solutions) == len(expected)


def test_sentences_fill_in_the_numbers() -> None:
    row, column = clue("first_seen", value=3, digits=[3, 1, 2]), ["r1c1", "r2c1", "r3c1", "r4c1"]
    other = {"type": "first_seen", "side": "top", "cells": column, "value": 1, "digits": [1, 2, 3]}
    said = describe(exchange.read(document(4, 4, 4, [clue("sandwich", sum=2), row, other])))
    assert "the 1 and the 4" in said["rules"]["Sandwich"]
    assert "of the digits 1, 2 and 3" in said["rules"]["123"]
    mixed = describe(exchange.read(document(4, 4, 4, [row, {**other, "digits": [1]}])))
    assert "of its own list of digits" in mixed["rules"]["123"]
