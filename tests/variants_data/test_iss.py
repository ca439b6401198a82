"""Real variants of ../shared/data/iss_variant_puzzles: they read, and the stored solutions obey every rule."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pencilmark import cpsat_verify, dumps, exchange, fingerprint
from tests import iss

SKIPPED = Path(__file__).parents[1] / "iss_skipped.csv"


def skipped() -> list[tuple[str, str]]:
    """(name, reason) of every puzzle that the format cannot say."""
    with SKIPPED.open(encoding="utf-8", newline="") as file:
        return [(row["name"], row["reason"]) for row in csv.DictReader(file)]


def converted() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """(row, document) of every puzzle that can be converted."""
    return [(row, doc) for row in iss.rows() if (doc := iss.convert(row)) is not None]


def test_what_cannot_be_converted_is_known() -> None:
    found = [(row["name"], why) for row in iss.rows() if (why := iss.reason(row))]
    assert found == skipped()
    assert len(iss.rows()) - len(found) >= 130


def test_solutions_obey_every_rule() -> None:
    wrong = []
    for row, doc in converted():
        if "solution" in doc:
            puzzle = exchange.read(doc)
            board = exchange.puzzle_board(puzzle)
            wrong += [
                f"{row['name']}: rule {i} {json.dumps(doc['rules'][i])}"
                for i, rule in enumerate(puzzle.rules)
                if not rule.holds(puzzle.solution, board, puzzle.rules)
            ]
            wrong += [
                f"{row['name']}: cell {i} is {digit}"
                for i, digit in enumerate(puzzle.solution or ())
                if digit not in exchange.digits_of(puzzle.domains[i]) or puzzle.givens[i] not in (0, digit)
            ]
    assert not wrong


def test_written_files_keep_the_fingerprint() -> None:
    for row, doc in converted():
        puzzle = exchange.read(doc)
        again = exchange.read(exchange.loads(dumps(exchange.write(puzzle))))
        assert fingerprint(again) == fingerprint(puzzle), row["name"]


def test_many_kinds_of_rules_are_met() -> None:
    kinds = Counter((rule["type"], rule.get("kind", rule.get("of"))) for _, doc in converted() for rule in doc["rules"])
    assert len(kinds) >= 40


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_stored_solutions_are_the_only_ones_where_that_is_quickly_told() -> None:
    settled = 0
    for row, doc in converted():
        if "solution" in doc:
            puzzle = exchange.read(doc)
            verdict = cpsat_verify.count(puzzle, time_limit=5.0)
            assert verdict.status in ("unique", "unknown"), row["name"]
            assert verdict.status == "unknown" or verdict.solutions == (puzzle.solution,), row["name"]
            settled += verdict.status == "unique"
    assert settled >= 40


def test_killers_that_cover_the_board_add_up() -> None:
    found = 0
    for row, doc in converted():
        cages = [rule for rule in doc["rules"] if rule["type"] == "cage"]
        if sum(len(cage["cells"]) for cage in cages) == 81 and all("sum" in cage for cage in cages):
            assert sum(cage["sum"] for cage in cages) == 405, row["name"]
            found += 1
    assert found >= 20
