"""Pair operators: the table of the format, and CP-SAT against the plain meaning."""

from __future__ import annotations

from typing import Any

import pytest

from pencilmark.board import full_mask
from pencilmark.constraints import mechanic_of
from pencilmark.constraints.relation import ANY_OF, OPERATORS, related
from pencilmark.cpsat_verify import count
from pencilmark.puzzle import Group, Puzzle, Relation

# operator, params, the pairs (v, w) of 1 … 4 that hold
TABLE: list[tuple[str, tuple[Any, ...], str]] = [
    ("different", (), "12 13 14 21 23 24 31 32 34 41 42 43"),
    ("equal", (), "11 22 33 44"),
    ("less", (), "12 13 14 23 24 34"),
    ("less_equal", (), "11 12 13 14 22 23 24 33 34 44"),
    ("difference", (2,), "13 24 31 42"),
    ("not_difference", (1,), "11 13 14 22 24 31 33 41 42 44"),
    ("not_consecutive", (), "11 13 14 22 24 31 33 41 42 44"),
    ("difference_at_least", (2,), "13 14 24 31 41 42"),
    ("difference_at_most", (1,), "11 12 21 22 23 32 33 34 43 44"),
    ("ratio", (2,), "12 21 24 42"),
    ("not_ratio", (2,), "11 13 14 22 23 31 32 33 34 41 43 44"),
    ("sum", (5,), "14 23 32 41"),
    ("not_sum", (5,), "11 12 13 21 22 24 31 33 34 42 43 44"),
    ("parity_differs", (), "12 14 21 23 32 34 41 43"),
    ("same_third", (), "11 12 13 21 22 23 31 32 33 44"),
    ("different_third", (), "14 24 34 41 42 43"),
    ("same_mod3", (), "11 14 22 33 41 44"),
    ("different_mod3", (), "12 13 21 23 24 31 32 34 42 43"),
    (ANY_OF, (("less", ()), ("sum", (5,))), "12 13 14 23 24 32 34 41"),
]


def pair_puzzle(*relations: Relation) -> Puzzle:
    return Puzzle(4, 1, 2, ((0, 0), (0, 1)), (0, 0), (full_mask(4),) * 2, (), relations)


def test_table_names_every_operator() -> None:
    assert {row[0] for row in TABLE} == {*OPERATORS, ANY_OF}
    assert all(operator.params == len(params) for name, params, _ in TABLE if (operator := OPERATORS.get(name)))


@pytest.mark.parametrize("op, params, pairs", TABLE, ids=lambda value: value if isinstance(value, str) else None)
def test_operator_holds_for_exactly_these_pairs(op: str, params: tuple[Any, ...], pairs: str) -> None:
    expected = {(int(pair[0]), int(pair[1])) for pair in pairs.split()}
    relation = Relation(op, 0, 1, params)
    mechanic = mechanic_of(relation)
    assert mechanic is not None
    span = range(1, 5)
    assert {(v, w) for v in span for w in span if mechanic.holds(relation, (v, w))} == expected
    assert set(count(pair_puzzle(relation), limit=17).solutions) == expected


@pytest.mark.parametrize("name", OPERATORS)
def test_symmetry_is_stated_truly(name: str) -> None:
    operator = OPERATORS[name]
    params = (2,) * operator.params
    span = range(1, 10)
    swapped = all(related(name, params, v, w) == related(name, params, w, v) for v in span for w in span)
    assert swapped == operator.symmetric


@pytest.mark.parametrize("total, expected", [(None, 12), (5, 4), (9, 0)])
def test_group_differs_and_sums(total: int | None, expected: int) -> None:
    puzzle = Puzzle(4, 1, 2, ((0, 0), (0, 1)), (0, 0), (full_mask(4),) * 2, (Group("cage", (0, 1), False, total),))
    solutions = count(puzzle, limit=17).solutions
    mechanic = mechanic_of(puzzle.groups[0])
    assert mechanic is not None
    assert len(solutions) == expected
    assert all(mechanic.holds(puzzle.groups[0], solution) for solution in solutions)
    assert not mechanic.holds(puzzle.groups[0], (2, 2))
