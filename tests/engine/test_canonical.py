"""Isomorphic copies of a classic have one canonical form, and the way back is right."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pencilmark.engine.canonical import is_classic, turn
from pencilmark.engine.search import count_solutions
from pencilmark.loaders import from_string, load
from pencilmark.puzzle import Puzzle
from tests.isomorphs import random_copy

CLASSICS = {
    "9x9": "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "9x9 hard": "5..94..2.9.1..7..6.2...8.7...5.8....1.......479.6........2.5...8.....1...1...62..",
    "6x6": "000000030506520300004025402060000000",
    "4x4 one line": "1234000000000000",
    "4x4": "1000003004000002",
}


def _unique(text: str) -> tuple[Puzzle, tuple[int, ...]]:
    puzzle = from_string(text)
    verdict = count_solutions(puzzle)
    return puzzle, verdict.solutions[0]


@pytest.mark.parametrize("name", CLASSICS)
def test_turn_copies_have_the_same_canonical_puzzle(name: str) -> None:
    puzzle, solution = _unique(CLASSICS[name])
    expected = turn(puzzle, solution).puzzle.givens
    boxes = is_classic(puzzle)
    assert boxes is not None
    rng = np.random.default_rng(7)
    for _ in range(12):
        copy = random_copy(puzzle.givens, boxes, rng)
        solved = tuple(copy.digit[solution[c]] for c in copy.cell)
        assert turn(replace(puzzle, givens=copy.grid), solved).puzzle.givens == expected


@pytest.mark.parametrize("name", CLASSICS)
def test_turn_mapping_leads_back_to_the_original(name: str) -> None:
    puzzle, solution = _unique(CLASSICS[name])
    turned = turn(puzzle, solution)
    digit = (0, *turned.digit)
    assert [puzzle.givens[c] for c in turned.cell] == [digit[g] for g in turned.puzzle.givens]
    for g, group in enumerate(turned.puzzle.groups):
        assert {turned.cell[c] for c in group.cells} == set(puzzle.groups[turned.group[g]].cells)


def test_turn_oblong_boxes_lie_the_same_way() -> None:
    wide = load(_document(6, [2, 3], CLASSICS["6x6"]))
    tall_grid = "".join(CLASSICS["6x6"][r * 6 + c] for c in range(6) for r in range(6))
    tall = load(_document(6, [3, 2], tall_grid))
    solutions = [count_solutions(p).solutions[0] for p in (wide, tall)]
    assert turn(wide, solutions[0]).puzzle == turn(tall, solutions[1]).puzzle


def test_turn_different_puzzles_stay_different() -> None:
    puzzle, solution = _unique(CLASSICS["9x9"])
    empty = puzzle.givens.index(0)
    more = replace(puzzle, givens=(*puzzle.givens[:empty], solution[empty], *puzzle.givens[empty + 1 :]))
    assert turn(puzzle, solution).puzzle.givens != turn(more, solution).puzzle.givens


def test_is_classic_extra_region_is_none() -> None:
    doc = _document(4, [2, 2], CLASSICS["4x4"])
    doc["rules"].append({"type": "region", "kind": "extra", "cells": ["r1c1", "r2c3"]})
    assert is_classic(load(doc)) is None
    assert is_classic(from_string(CLASSICS["4x4"])) == (2, 2)


def _document(d: int, box: list[int], grid: str) -> dict:  # type: ignore[type-arg]
    return {
        "format": "sudoku-puzzle", "format_version": 1, "board": {"rows": d, "cols": d}, "digits": d,
        "givens": [int(x) for x in grid], "rules": [{"type": "box_grid", "box": box, "origin": "r1c1"}],
    }  # fmt: skip
