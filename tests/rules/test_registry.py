"""What every rule kind must do, tested over the registry: a new kind is tested the day it is listed."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from pencilmark import exchange, rate, solve
from pencilmark.constraints import mechanic_of
from pencilmark.cpsat_verify import count
from pencilmark.draw import board_svg
from pencilmark.engine.naming import names_of, origins
from pencilmark.engine.search import count_solutions
from pencilmark.errors import FormatError
from pencilmark.rules import REGISTRY, rule_class
from pencilmark.rules.base import Allowed, Rule, to_json
from pencilmark.state import compile_board, elements_in
from pencilmark.tables import shapes
from pencilmark.techniques import INDEX
from pencilmark.variants import describe

from ..documents import document
from .samples import REFUSED, VALID, sample

SCHEMA = jsonschema.Draft202012Validator(exchange.json_schema())


@pytest.mark.parametrize("cls", REGISTRY, ids=lambda cls: cls.__name__)
def test_kind_has_enough_examples(cls: type[Rule]) -> None:
    assert len(cls.examples().valid) >= 2
    assert len(cls.examples().refused) >= 1


@pytest.mark.parametrize("cls, rule", VALID)
def test_valid_example_is_read_and_written_back(cls: type[Rule], rule: dict[str, Any]) -> None:
    doc = sample(cls, rule)
    assert rule_class(rule) is cls
    assert SCHEMA.is_valid(doc)
    puzzle = exchange.read(doc)
    assert to_json(puzzle.rules[0]) == rule
    written = exchange.write(puzzle)
    assert exchange.write(exchange.read(written)) == written
    assert exchange.fingerprint(exchange.read(written)) == exchange.fingerprint(puzzle)


@pytest.mark.parametrize("cls, rule", REFUSED)
def test_refused_example_names_rule_and_place(cls: type[Rule], rule: dict[str, Any]) -> None:
    with pytest.raises(FormatError, match=rf"^rule 0 \({rule['type']}\): ") as caught:
        exchange.read(sample(cls, rule))
    assert caught.value.path.startswith("$.rules[0]")


@pytest.mark.parametrize("cls, rule", VALID)
def test_unknown_key_is_refused(cls: type[Rule], rule: dict[str, Any]) -> None:
    doc = sample(cls, {**rule, "unknown": 1})
    assert not SCHEMA.is_valid(doc)
    with pytest.raises(FormatError, match="unknown"):
        exchange.read(doc)


@pytest.mark.parametrize("cls, rule", VALID)
def test_expansion_means_what_the_rule_means(cls: type[Rule], rule: dict[str, Any]) -> None:
    puzzle = exchange.read(sample(cls, rule))
    board = exchange.puzzle_board(puzzle)
    record = puzzle.rules[0]
    rng = random.Random(7)
    seen = set()
    for _ in range(400):
        grid = random_grid(rng, len(puzzle.cells), puzzle.digits)
        seen.add(record.holds(grid, board, puzzle.rules))
        assert record.holds(grid, board, puzzle.rules) == all(
            primitive_holds(p, grid) for p in record.expand(board, puzzle.rules)
        )
    assert seen == {True, False} or len(record.reach(board)) == 1


def random_grid(rng: random.Random, cells: int, digits: int) -> list[int]:
    """A filling; half of them start from a cyclic Latin square, so that houses often hold."""
    if rng.random() < 0.5:
        return [rng.randint(1, digits) for _ in range(cells)]
    order = rng.sample(range(1, digits + 1), digits)
    grid = [order[(i % 4 + i // 4 * rng.choice((1, 3))) % digits] for i in range(cells)]
    return rng.choice((grid, four_by_four(order) + grid[16:], five_wide(order)[:cells]))


def four_by_four(order: list[int]) -> list[int]:
    """A filled 4×4 sudoku."""
    return [order[i] for row in ((0, 1, 2, 3), (2, 3, 0, 1), (1, 0, 3, 2), (3, 2, 1, 0)) for i in row]


def five_wide(order: list[int]) -> list[int]:
    """Cyclic rows of five cells."""
    return [order[(row + col) % len(order)] for row in range(4) for col in range(5)]


def primitive_holds(primitive: Any, grid: list[int]) -> bool:
    if isinstance(primitive, Allowed):
        return bool(primitive.mask >> grid[primitive.cell] - 1 & 1)
    mechanic = mechanic_of(primitive)
    assert mechanic is not None
    return mechanic.holds(primitive, grid)


@pytest.mark.parametrize("cls, rule", VALID)
def test_cp_sat_counts_what_holds(cls: type[Rule], rule: dict[str, Any]) -> None:
    example = cls.examples()
    free = 3
    rng = random.Random(11)
    order = rng.sample(range(1, example.digits + 1), example.digits)
    base = four_by_four(order) if example.cols == 4 else five_wide(order)
    cells = sorted(rng.sample(range(len(base)), free))
    givens = [0 if i in cells else v for i, v in enumerate(base)]
    doc = document(example.rows, example.cols, example.digits, [rule, *example.beside], givens=givens)
    puzzle = exchange.read(doc)
    board = exchange.puzzle_board(puzzle)
    expected = 0
    for code in range(example.digits**free):
        for i, cell in enumerate(cells):
            base[cell] = code // example.digits**i % example.digits + 1
        expected += all(record.holds(base, board, puzzle.rules) for record in puzzle.rules)
    verdict = count(puzzle, limit=example.digits**free + 1)
    assert len(verdict.solutions) == expected
    assert verdict.status == ("none", "unique", "multiple")[min(expected, 2)]
    assert all(record.holds(v, board, puzzle.rules) for v in verdict.solutions for record in puzzle.rules)


@pytest.mark.parametrize("cls, rule", VALID)
def test_puzzle_can_be_described_and_drawn(cls: type[Rule], rule: dict[str, Any]) -> None:
    puzzle = exchange.read(sample(cls, rule))
    for sentence in describe(puzzle)["rules"].values():
        assert sentence.endswith(".")
    assert board_svg(puzzle).startswith("<svg")


@pytest.mark.parametrize("cls, rule", VALID)
def test_engine_reads_all_of_the_rule_and_names_its_parts(cls: type[Rule], rule: dict[str, Any]) -> None:
    """Each many-cell constraint belongs to a technique, and each part of a step can be called by a name."""
    puzzle = exchange.read(sample(cls, rule))
    elements = elements_in(puzzle)
    assert compile_board(puzzle).sealed
    known = {shape.technique: shape.engine for shape in shapes()}
    assert all(known[element.technique] in INDEX for element in elements)
    source = origins(puzzle)
    board = exchange.puzzle_board(puzzle)
    first = len(puzzle.groups)
    last = first + len(elements) + len(puzzle.relations)
    for number in range(first, last):
        (name,) = names_of([number], puzzle)
        assert name and name == name.strip()
        if number >= first + len(elements) or elements[number - first].stated:
            rules = source.rules_of(number)
            assert rules
            assert name == source.rules[rules[0]].element(board)


@pytest.mark.parametrize("cls, rule", VALID)
def test_small_puzzle_gets_a_card(cls: type[Rule], rule: dict[str, Any]) -> None:
    """A board with few empty cells is graded to the end, whatever the rule."""
    empty = exchange.read(sample(cls, rule))
    found = count_solutions(empty, limit=1).solutions
    if not found:
        pytest.skip("the example leaves no filling of its board")
    (solution,) = found
    rng = random.Random(5)
    givens = list(solution)
    for cell in rng.sample(range(len(givens)), len(givens)):
        trial = replace(empty, givens=(*givens[:cell], 0, *givens[cell + 1 :]))
        if count_solutions(trial).status == "unique":
            givens[cell] = 0
    puzzle = replace(empty, givens=tuple(givens))
    card = rate(puzzle, steps=True)
    assert "stopped" not in card
    assert card["band"] != "Unknown" or 0 not in givens
    assert solve(puzzle) == solution
