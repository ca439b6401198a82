"""What must be solved by logic, on real puzzles."""

from __future__ import annotations

import pytest

from pencilmark import cpsat_verify
from pencilmark.card import Grading
from pencilmark.engine.search import count_solutions
from pencilmark.loaders import from_string
from tests.shared_data import rows, shared

LAST_RESORTS = {"FCH", "FNT", "TRL"}


def test_puzzles_below_se_5_need_neither_forcing_nor_trial() -> None:
    puzzles = [r for r in rows("sudoku_exchange_se/buckets_500_with_solutions.csv") if r["bucket"] != "diabolical"]
    assert len(puzzles) > 1000
    unsolved = []
    for row in puzzles:
        path = Grading(from_string(row["puzzle"])).path
        if not path.solved or LAST_RESORTS & set(path.profile):
            unsolved.append((row["puzzle"], path.profile))
    assert unsolved == []


def test_search_finds_the_stored_solutions() -> None:
    for row in rows("sudoku_exchange_se/buckets_500_with_solutions.csv")[::5]:
        verdict = count_solutions(from_string(row["puzzle"]))
        assert verdict.status == "unique"
        assert "".join(map(str, verdict.solutions[0])) == row["solution"]


def _sample(step: int) -> list[str]:
    seventeen = shared("hard_classics/sudoku17_sample2000.txt").read_text().split()[::step]
    taxonomy = shared("hard_classics/q2-taxonomy_sample2000.txt").read_text().split()[::step]
    emptied = [text[:k] + "0" + text[k + 1 :] for text in taxonomy for k in [_first_given(text)]]
    return seventeen + taxonomy + emptied


def _first_given(text: str) -> int:
    return next(k for k, symbol in enumerate(text) if symbol not in "0.")


@pytest.mark.parametrize("step", [200, pytest.param(4, marks=pytest.mark.slow)])
def test_search_and_cpsat_agree(step: int) -> None:
    for text in _sample(step):
        puzzle = from_string(text)
        ours, theirs = count_solutions(puzzle), cpsat_verify.count(puzzle)
        assert ours.status == theirs.status
        if ours.status == "unique":
            assert ours.solutions == theirs.solutions
