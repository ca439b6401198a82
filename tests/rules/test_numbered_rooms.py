"""A new rule kind is one file and one row: numbered rooms, unknown to the package, do all that sandwiches do."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema
import pytest

import pencilmark
from pencilmark import exchange, rules
from pencilmark.cpsat_verify import count
from pencilmark.engine.search import count_solutions
from pencilmark.errors import FormatError
from pencilmark.rules.sandwich import Sandwich
from pencilmark.usage import necessity, rule_usage

from ..documents import document
from . import test_registry
from .kinds import fillings, means, strip
from .numbered_rooms import NumberedRooms
from .samples import REFUSED, VALID

SOLUTION = (6, 2, 1, 3, 5, 4, 4, 5, 3, 1, 2, 6, 1, 3, 5, 4, 6, 2, 2, 6, 4, 5, 3, 1, 5, 4, 6, 2, 1, 3, 3, 1, 2, 6, 4, 5)
SIZE = 6


@pytest.fixture(autouse=True)
def row(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one row: numbered rooms behind sandwiches, wherever the registry has been imported to."""
    known = rules.REGISTRY
    place = known.index(Sandwich) + 1
    longer = (*known[:place], NumberedRooms, *known[place:])
    for module in list(sys.modules.values()):
        if getattr(module, "REGISTRY", None) is known:
            monkeypatch.setattr(module, "REGISTRY", longer)
    schema = jsonschema.Draft202012Validator(exchange.json_schema())
    monkeypatch.setattr(test_registry, "SCHEMA", schema)


def rooms() -> Iterator[dict[str, Any]]:
    """All 24 clues of the solution."""
    span = range(SIZE)
    for line in span:
        for side, run in (
            ("left", [(line, i) for i in span]),
            ("right", [(line, SIZE - 1 - i) for i in span]),
            ("top", [(i, line) for i in span]),
            ("bottom", [(SIZE - 1 - i, line) for i in span]),
        ):
            digits = [SOLUTION[row * SIZE + col] for row, col in run]
            cells = [f"r{row + 1}c{col + 1}" for row, col in run]
            yield {
                "type": "example:numbered_rooms", "side": side, "value": digits[digits[0] - 1], "cells": cells,
            }  # fmt: skip


def puzzle() -> dict[str, Any]:
    """A 6×6 sudoku without givens that its numbered rooms determine."""
    return document(SIZE, SIZE, SIZE, [{"type": "box_grid", "origin": "r1c1", "box": [2, 3]}, *rooms()])


def over_examples() -> list[Any]:
    """Every test of the registry that takes a kind and one of its examples, with the examples of this kind."""
    found: list[Any] = []
    for name, function in inspect.getmembers(test_registry, inspect.isfunction):
        if not name.startswith("test_") or list(inspect.signature(function).parameters) != ["cls", "rule"]:
            continue
        cases = [mark.args[1] for mark in getattr(function, "pytestmark", []) if mark.name == "parametrize"]
        examples = NumberedRooms.examples()
        for chosen, samples in ((VALID, examples.valid), (REFUSED, examples.refused)):
            if cases == [chosen]:
                found += [pytest.param(function, rule, id=f"{name}-{i}") for i, rule in enumerate(samples)]
    return found


@pytest.mark.parametrize("test, rule", over_examples())
def test_all_that_the_registry_asks_of_a_kind(test: Callable[..., None], rule: dict[str, Any]) -> None:
    test(NumberedRooms, rule)


def test_there_are_such_tests() -> None:
    assert len(over_examples()) > 10


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_meaning(value: int) -> None:
    clue = {"type": "example:numbered_rooms", "side": "left", "value": value, "cells": ["r1c1", "r1c2", "r1c3"]}
    puzzle = strip(clue)
    for grid in fillings():
        assert means(puzzle, grid) == (grid[0] < 4 and grid[grid[0] - 1] == value)


def test_search_cp_sat_and_the_stored_grid_agree() -> None:
    read = exchange.read(puzzle())
    for verdict in (count_solutions(read), count(read)):
        assert verdict.status == "unique"
        assert verdict.solutions == (SOLUTION,)
    board = exchange.puzzle_board(read)
    assert all(rule.holds(SOLUTION, board, read.rules) for rule in read.rules)


def test_document_survives_reading_and_writing() -> None:
    read = exchange.read(puzzle())
    text = exchange.dumps(exchange.write(read))
    again = pencilmark.load(text)
    assert exchange.dumps(exchange.write(again)) == text
    assert pencilmark.fingerprint(again) == pencilmark.fingerprint(read)
    other = puzzle()
    other["rules"][1]["value"] = 7 - other["rules"][1]["value"]
    assert pencilmark.fingerprint(pencilmark.load(other)) != pencilmark.fingerprint(read)


def test_description_and_drawing() -> None:
    described = pencilmark.describe(pencilmark.load(puzzle()))
    assert described["type"] == "Mini Numbered Rooms Sudoku"
    assert described["rules"]["Numbered Rooms"].endswith(".")
    drawing = pencilmark.board_svg(pencilmark.load(document(4, 4, 4, [NumberedRooms.examples().valid[0]])))
    assert ">2</text>" in drawing


def test_card_names_the_clue_of_a_step() -> None:
    card = pencilmark.rate(puzzle(), steps=True, fields=["difficulty", "time", "band", "contains", "notes", "describe"])
    assert card["difficulty"] > 0
    assert card["time"] > 0
    assert "Combinations of a Clue" in [entry["name"] for entry in card["contains"]]
    told = [step["explanation"]["notation"] for step in card["steps"]]
    assert any(text.startswith("Combinations of a Clue: numbered room ") for text in told)


def test_usage_and_necessity() -> None:
    read = exchange.read(puzzle())
    assert rule_usage(read)["counts"]["Numbered Rooms"] > 0
    assert necessity(read) == {"Numbered Rooms": True}


def test_without_the_row_the_type_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with pytest.raises(FormatError, match="vendor rules cannot be read"):
        exchange.read(puzzle())
