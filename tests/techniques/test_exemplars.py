"""Our own positions: a technique finds exactly the moves listed there, and nothing in the near-misses."""

from __future__ import annotations

import pytest

from pencilmark.tables import codes, shapes
from tools.rule_positions import read

from .exemplars import FOLDER
from .plain import run_apart

OF_RULES = tuple(read(FOLDER / "rules"))
"""Positions of variants, which have a file form of their own."""

Row = tuple[str, str, int, str]
"""(family, technique, number of moves listed, fault)"""


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return [tuple(row) for row in run_apart("tests.techniques.exemplars", plain=False)]


def test_finders_give_exactly_the_listed_moves(rows: list[Row]) -> None:
    assert not [row for row in rows if row[3]]


def test_every_technique_has_positions(rows: list[Row]) -> None:
    listed = [technique for _, technique, moves, _ in rows if moves] + [x.technique for x in OF_RULES if x.moves]
    assert not [s.technique for s in shapes() if not listed.count(s.technique)]


def test_every_code_has_two_positions_and_a_near_miss(rows: list[Row]) -> None:
    code = {s.technique: s.code for s in shapes()}
    hits = [code[technique] for _, technique, moves, _ in rows if moves]
    hits += [code[x.technique] for x in OF_RULES if x.moves]
    misses = [code[technique] for _, technique, moves, _ in rows if not moves]
    misses += [code[x.technique] for x in OF_RULES if x.but]
    assert not [c for c in codes() if hits.count(c) < 2 or not misses.count(c)]
