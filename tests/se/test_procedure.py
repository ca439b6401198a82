"""Sudoku Explainer's procedure: values of own puzzles, soundness, copies, and what else is rated how."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pencilmark import rate
from pencilmark.card import Grading
from pencilmark.loaders import from_string
from pencilmark.se import ratings, value_of
from pencilmark.se_engine.grid import COMBO, FIRST, HIDX, HOF, HOUSE, NEAR, PEER, new_grid, new_room
from pencilmark.se_engine.procedure import MAX_STEPS, explain, solve
from tests.isomorphs import random_copy

VALUES = Path(__file__).parent / "values.csv"
CORPUS = Path(__file__).parents[2] / "golden" / "puzzles" / "classic.csv"


def _values() -> list[dict[str, str]]:
    with VALUES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _gradings() -> Iterator[Grading]:
    with CORPUS.open(encoding="utf-8", newline="") as file:
        texts = [row["puzzle"] for row in csv.DictReader(file) if len(row["puzzle"]) == 81]
    for text in [*(row["puzzle"] for row in _values()), *texts]:
        yield Grading(from_string(text))


def test_tables_describe_the_grid() -> None:
    for c in range(81):
        assert sorted(PEER[c]) == [d for d in range(81) if NEAR[c, d]]
        for t in range(3):
            assert HOF[c, t] // 9 == t and HOUSE[HOF[c, t], HIDX[c, t]] == c
    for n in range(10):
        assert all(int(m).bit_count() == n for m in COMBO[FIRST[n] : FIRST[n + 1]])


@pytest.mark.parametrize("row", _values(), ids=lambda row: row["er"])
def test_puzzle_of_each_value(row: dict[str, str]) -> None:
    grading = Grading(from_string(row["puzzle"]))
    steps = explain(grading.puzzle.givens, grading.solution)
    first = next(k for k, step in enumerate(steps) if step.place is not None)
    values = [step.rate for step in steps]
    found = (max(values), max(values[: first + 1]), values[0])
    assert found == tuple(round(10 * float(row[key])) for key in ("er", "ep", "ed"))


def test_steps_end_in_the_solution() -> None:
    for grading in _gradings():
        explain(grading.puzzle.givens, grading.solution)  # compiles the procedure where needed
        grid, steps = new_grid(), np.zeros((MAX_STEPS, 3), np.int64)
        truth = np.array(grading.solution, np.int64)
        solve(grid, *new_room(), np.array(grading.puzzle.givens, np.int64), truth, steps)
        assert grid.val.tolist() == truth.tolist()


def test_copies_get_equal_ratings() -> None:
    rng = np.random.default_rng(3)
    for row in _values()[3::6]:
        original = Grading(from_string(row["puzzle"]))
        expected = ratings(original.path, original.turned.puzzle, original.truth)
        for _ in range(3):
            copy = Grading(from_string("".join(map(str, random_copy(original.puzzle.givens, (3, 3), rng).grid))))
            assert ratings(copy.path, copy.turned.puzzle, copy.truth) == expected


def test_er_is_at_least_ep_and_ep_at_least_ed() -> None:
    for grading in _gradings():
        if 0 in grading.puzzle.givens:
            found = ratings(grading.path, grading.turned.puzzle, grading.truth)
            assert found["er"] >= found["ep"] >= found["ed"] >= 1.0
            assert found["scale"] == "classic"


def test_other_boards_keep_the_table_values() -> None:
    grading = Grading(from_string("123434122143...."))
    assert 0 in grading.puzzle.givens
    expected = [value_of(shape) for shape in grading.path.shapes]
    found = ratings(grading.path, grading.turned.puzzle, grading.truth)
    assert found["er"] == max(expected) and found["ed"] == expected[0]


def test_full_grid_has_no_steps() -> None:
    full = "".join(str((r * 3 + r // 3 + c) % 9 + 1) for r in range(9) for c in range(9))
    assert rate(full, fields=["se"])["se"] == {"er": 0.0, "ep": 0.0, "ed": 0.0, "scale": "classic"}


def test_contradicting_givens_are_refused() -> None:
    with pytest.raises(ValueError, match="no solution"):
        explain([1, 1] + [0] * 79, [1] * 81)
