"""One puzzle, one card: in any process, order, job count, orientation."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

from pencilmark import rate, rate_many
from pencilmark.engine.canonical import is_classic
from pencilmark.loaders import from_string
from tests.isomorphs import random_copy

FIELDS = ["difficulty", "time", "band", "contains", "notes", "se"]
SAMPLE = (
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".......3.5.652.3....4.254.2.6.......",
    "5..94..2.9.1..7..6.2...8.7...5.8....1.......479.6........2.5...8.....1...1...62..",
)


@pytest.mark.parametrize("text", SAMPLE)
def test_rate_isomorphic_copies_have_equal_cards(text: str) -> None:
    puzzle = from_string(text)
    boxes = is_classic(puzzle)
    assert boxes is not None
    expected = dict(rate(text, fields=FIELDS))
    rng = np.random.default_rng(3)
    for _ in range(6):
        copy = random_copy(puzzle.givens, boxes, rng)
        assert dict(rate("".join(map(str, copy.grid)), fields=FIELDS)) == expected


def test_rate_house_order_in_the_file_does_not_matter() -> None:
    text = SAMPLE[0]
    names = [[f"r{r}c{c}" for c in range(1, 10)] for r in range(1, 10)]
    houses = [{"type": "row", "cells": row} for row in names]
    houses += [{"type": "column", "cells": list(col)} for col in zip(*names, strict=True)]
    houses += [
        {"type": "box", "cells": [names[r + i][c + j] for i in range(3) for j in range(3)]}
        for r in (0, 3, 6)
        for c in (0, 3, 6)
    ]
    doc = {
        "format": "sudoku-puzzle", "format_version": 1, "board": {"rows": 9, "cols": 9}, "digits": 9,
        "givens": [int(x) for x in text], "rules": houses[::-1],
    }  # fmt: skip
    assert dict(rate(doc, steps=True)) == dict(rate(text, steps=True))


def test_rate_many_same_cards_in_any_order_and_job_count() -> None:
    one = rate_many(SAMPLE)
    assert rate_many(SAMPLE[::-1])[::-1] == one
    assert rate_many(SAMPLE, jobs=2) == one


def test_rate_another_process_gives_the_same_bytes() -> None:
    code = "import json, sys; from pencilmark import rate; print(json.dumps(rate(sys.argv[1], steps=True)))"
    text = SAMPLE[2]
    run = subprocess.run([sys.executable, "-c", code, text], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == json.dumps(rate(text, steps=True))


def test_rate_steps_place_the_solution_of_the_puzzle_as_given() -> None:
    from pencilmark import solve

    for text in SAMPLE:
        card = rate(text, steps=True)
        puzzle, solution = from_string(text), solve(text)
        truth = {puzzle.name(c): d for c, d in enumerate(solution)}
        placed = [s["placement"].split("=") for s in card["steps"] if "placement" in s]
        assert all(truth[name] == int(digit) for name, digit in placed)
        assert len(placed) == puzzle.givens.count(0)
        for step in card["steps"]:
            for elimination in step.get("eliminations", ()):
                name, digit = elimination.split("#")
                assert truth[name] != int(digit)
