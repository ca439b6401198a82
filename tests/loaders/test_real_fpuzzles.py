"""Real f-puzzles beside the checkout: each loads, and the solution found is the one that was published."""

from __future__ import annotations

import json
from functools import cache

from pencilmark import exchange
from pencilmark.engine.search import count_solutions
from pencilmark.errors import UnsupportedPuzzle
from pencilmark.loaders import load

from ..shared_data import shared

REFUSED = {'"159 Arrows" by Lisztes (Arrows, 159)', '"Dab" by Zetamath (Renban, 159)'}
"""Titles of those whose rules the format does not have."""


@cache
def rows() -> tuple[dict[str, str], ...]:
    """The puzzles with their titles and solutions; skips the test where they are absent."""
    text = shared("dclamage_fpuzzles/variants.jsonl").read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines())


def test_all_load_but_those_of_unknown_rules() -> None:
    refused = set()
    for row in rows():
        try:
            puzzle = load(row["fpuzzles"])
        except UnsupportedPuzzle as error:
            refused.add(row["title_and_constraints"])
            assert "columnindexer" in str(error) or "rowindexer" in str(error)
        else:
            assert exchange.fingerprint(exchange.read(exchange.write(puzzle))) == exchange.fingerprint(puzzle)
    assert refused == REFUSED


def test_published_solutions_obey_every_rule_and_are_the_only_ones() -> None:
    for row in rows():
        title = row["title_and_constraints"]
        if title in REFUSED:
            continue
        puzzle = load(row["fpuzzles"])
        verdict = count_solutions(puzzle)
        assert verdict.status == "unique", title
        (solution,) = verdict.solutions
        board = exchange.puzzle_board(puzzle)
        assert all(rule.holds(solution, board, puzzle.rules) for rule in puzzle.rules), title
        assert "".join(map(str, solution)) == row["solution"], title
