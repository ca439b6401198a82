"""Ten isomorphic copies each of a hundred real classics of all levels: equal cards, exactly."""

from __future__ import annotations

import numpy as np
import pytest

from pencilmark.card import Grading
from pencilmark.export import grade
from pencilmark.loaders import from_string
from tests.extent import often
from tests.isomorphs import random_copy
from tests.shared_data import rows

FIELDS = frozenset({"difficulty", "time", "band", "contains", "notes", "se"})


def _hundred() -> list[str]:
    buckets = [r["puzzle"] for r in rows("sudoku_exchange_se/buckets_500_with_solutions.csv")][::19]
    hard = [r["puzzle"] for r in rows("sudoku_exchange_se/diabolical_se_stratified.csv")][::300]
    return (buckets + hard)[:104]


@pytest.mark.slow
def test_cards_of_copies_are_equal_and_exact() -> None:
    rng = np.random.default_rng(20)
    puzzles = _hundred()
    assert len(puzzles) >= 100
    for text in puzzles:
        original = Grading(from_string(text))
        expected = dict(grade(original, FIELDS))
        assert original.score is not None
        for _ in range(often(2, 10)):
            copy = random_copy(original.puzzle.givens, (3, 3), rng)
            grading = Grading(from_string("".join(map(str, copy.grid))))
            assert dict(grade(grading, FIELDS)) == expected
            assert grading.score == original.score  # not only to one decimal
