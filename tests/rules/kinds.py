"""Small files with one rule, and whether fillings obey it in both of its readings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from pencilmark import exchange
from pencilmark.constraints import mechanic_of
from pencilmark.puzzle import Puzzle
from pencilmark.rules.base import Allowed, Rule

from ..documents import document

ROW = ["r1c1", "r1c2", "r1c3", "r1c4"]
"""The cells of a board of one row and four columns, from the left."""


def strip(rule: dict[str, Any], length: int = 4, digits: int = 4, house: bool = False) -> Puzzle:
    """A board of one row that carries the rule; the row is a house if asked for."""
    cells = [f"r1c{col}" for col in range(1, length + 1)]
    return exchange.read(document(1, length, digits, [rule, *([{"type": "row", "cells": cells}] if house else [])]))


def means(puzzle: Puzzle, grid: Sequence[int]) -> bool:
    """Whether a filling obeys the first rule; the plain meaning and the primitives must agree."""
    rule: Rule = puzzle.rules[0]
    board = exchange.puzzle_board(puzzle)
    plain = rule.holds(grid, board, puzzle.rules)
    assert plain == all(_obeys(part, grid) for part in rule.expand(board, puzzle.rules))
    return plain


def _obeys(part: Any, grid: Sequence[int]) -> bool:
    if isinstance(part, Allowed):
        return bool(part.mask >> grid[part.cell] - 1 & 1)
    mechanic = mechanic_of(part)
    assert mechanic is not None
    return mechanic.holds(part, grid)


def fillings(length: int = 4, digits: int = 4) -> Iterator[tuple[int, ...]]:
    """All fillings of some cells."""
    return product(range(1, digits + 1), repeat=length)


def written(puzzle: Puzzle) -> dict[str, Any]:
    """The first rule as the writer puts it, where the file holds no house."""
    rule: dict[str, Any] = exchange.write(puzzle)["rules"][0]
    return rule
