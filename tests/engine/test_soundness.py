"""No technique ever removes a digit of the solution: every technique, asked at every position of every solve."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator

import pytest

from pencilmark import loaders
from pencilmark.engine.session import open_session
from pencilmark.puzzle import Puzzle
from tests.extent import often, some
from tests.techniques.plain import ROOT
from tools.positions import puzzles

DATA = ROOT.parent / "shared/data"
OWN = {
    "classic": 10, "mini-4": 6, "mini-6": 6, "mini-8": 2, "ten": 1, "twelve": 1, "sixteen": 0, "x": 2, "windoku": 2,
}  # fmt: skip
"""Kind -> puzzles of the fast test."""
SHARE = {"sixteen": 0.4}
"""Kinds that are not dug out completely: their searches would take longer than the sweep."""
Solved = tuple[Puzzle, tuple[int, ...]]


def _own(times: int, seed: int) -> Iterator[Solved]:
    for kind, count in OWN.items():
        yield from puzzles(kind, count * times, seed, SHARE.get(kind, 0.0))


def _check(cases: Iterable[Solved]) -> int:
    """Sweep each puzzle; returns the number of moves that were checked."""
    checked = 0
    for puzzle, solution in cases:
        moves, wrong = open_session(puzzle).sweep(solution)
        assert wrong is None, f"{wrong} removes a solution digit in {loaders.to_string(puzzle)}"
        checked += moves
    return checked


def _column(path: str, column: str) -> list[str]:
    with (DATA / path).open(encoding="utf-8", newline="") as stream:
        return [row[column] for row in csv.DictReader(stream)]


def _lines(path: str) -> list[str]:
    rows = (DATA / path).read_text(encoding="utf-8").split("\n")
    return [row[:81] for row in rows if len(row) >= 81 and not row.startswith("#")]


SOURCES = {
    "exchange, rated": lambda: _column("sudoku_exchange_se/diabolical_se_stratified.csv", "puzzle"),
    "exchange, buckets": lambda: _column("sudoku_exchange_se/buckets_500_with_solutions.csv", "puzzle"),
    "hardest": lambda: _lines("hard_classics/HardestDatabase110626.csv"),
    "q2": lambda: _lines("hard_classics/q2-taxonomy_sample2000.txt"),
    "17 clues": lambda: _lines("hard_classics/sudoku17_sample2000.txt"),
    "newspaper": lambda: _column("nyt_personal_vr/nyt_puzzles.csv", "puzzle"),
}
"""Name -> puzzles as text; the data is not part of the project."""


def _solved(texts: Iterable[str]) -> Iterator[Solved]:
    for text in texts:
        puzzle = loaders.from_string(text)
        count, grids = open_session(puzzle).solutions(2, 1_000_000)
        if count == 1:
            yield puzzle, tuple(grids[0].tolist())


def test_no_technique_removes_a_solution_digit() -> None:
    assert _check(_own(1, 11)) > 20_000


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_no_technique_removes_a_solution_digit_of_many_own_puzzles() -> None:
    assert _check(_own(often(3, 60), 12)) > 60_000


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("source", SOURCES)
def test_no_technique_removes_a_solution_digit_of_published_puzzles(source: str) -> None:
    if not DATA.exists():
        pytest.skip("the published puzzles are not in ../shared/data")
    chosen = some(SOURCES[source](), often(25, 1100), 13)
    assert _check(_solved(chosen)) > 10_000
