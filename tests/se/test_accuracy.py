"""Our SE ratings against published ones of real puzzles, in canonical form and as they were printed."""

from __future__ import annotations

import pytest

from pencilmark.card import Grading
from pencilmark.loaders import from_string
from pencilmark.se_engine.procedure import explain
from tests.shared_data import rows, shared
from tools.se_report import Line, Rated, er_of, line, read_ratings

RATED = "sudoku_exchange_se/diabolical_se_stratified.csv"
BUCKETS = "sudoku_exchange_se/buckets_500_with_solutions.csv"


def _agreement(low: int, high: int, every: int) -> Line:
    pairs = [(text, se) for text, se in read_ratings(shared(RATED)) if low <= se <= high][::every]
    return line("", [Rated(text, se, er_of(text)) for text, se in pairs])


def test_middle_and_high_values_agree() -> None:
    middle, high = _agreement(50, 83, 60), _agreement(84, 99, 30)
    assert middle.exact > 0.95 and middle.within_1 > 0.97 and middle.within_3 > 0.98
    assert high.within_3 > 0.9


def test_low_values_fall_into_their_buckets() -> None:
    """Without the bucket "hard2": all of its puzzles are 2.5, and it says 3.8–4.9."""
    for row in rows(BUCKETS)[::5]:
        if row["bucket"] != "hard2":
            steps = explain([int(d) for d in row["puzzle"]], [int(d) for d in row["solution"]])
            er = max(step.rate for step in steps)
            assert 10 * float(row["se_min"]) - 0.5 <= er <= 10 * float(row["se_max"] or 20) + 0.5, row["puzzle"]


@pytest.mark.slow
def test_all_published_ratings() -> None:
    middle, high = _agreement(50, 83, 1), _agreement(84, 99, 1)
    assert middle.exact > 0.98 and middle.within_1 > 0.99 and middle.within_3 > 0.99
    assert high.exact > 0.88 and high.within_3 > 0.95


@pytest.mark.slow
def test_as_printed_almost_all_are_exact() -> None:
    pairs = read_ratings(shared(RATED))
    rated = []
    for text, se in pairs:
        grading = Grading(from_string(text))
        rated.append(Rated(text, se, max(s.rate for s in explain(grading.puzzle.givens, grading.solution))))
    assert line("", rated).exact > 0.995
