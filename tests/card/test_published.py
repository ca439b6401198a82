"""Cards of puzzles whose ratings others have published."""

from __future__ import annotations

import pytest

from pencilmark import rate
from pencilmark.card import Grading
from pencilmark.loaders import from_string
from pencilmark.tables import shapes
from tests.extent import some
from tests.shared_data import rows

TABLE = "sudoku_exchange_se/diabolical_se_stratified.csv"
TRIED = {s.technique for s in shapes() if s.engine == "trial"}


def between(low: float, high: float) -> list[tuple[float, str]]:
    return [(float(r["se"]), r["puzzle"]) for r in rows(TABLE) if low <= float(r["se"]) <= high]


@pytest.mark.slow
def test_below_eight_nothing_is_solved_by_trial() -> None:
    for rating, text in some(between(0.0, 7.99), 300):
        path = Grading(from_string(text)).path
        assert path.solved, (rating, text)
        assert not TRIED & {step.name for step in path.steps}, (rating, text)


@pytest.mark.slow
def test_difficulty_follows_published_ratings_inside_a_narrow_range() -> None:
    stats = pytest.importorskip("scipy.stats")
    chosen = some(between(4.5, 7.2), 500)
    found = [rate(text, fields=["difficulty"])["difficulty"] for _, text in chosen]
    order = stats.spearmanr([rating for rating, _ in chosen], found)[0]
    assert order >= 0.5  # other measures: 0.32 to 0.62
