"""Counting: how often a digit occurs among some cells.

::

    among a b c d e the digit 3 occurs 0 or 3 times
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..board import Cell, Digit
from .base import Mechanic
from .regular import Automaton, Regular


@dataclass(frozen=True, slots=True)
class Count:
    """``digit`` occurs among ``cells`` one of ``times`` times."""

    cells: tuple[Cell, ...]
    digit: Digit
    times: tuple[int, ...]
    technique: str = "Counting"


def holds(record: Count, grid: Sequence[Digit]) -> bool:
    """Whether the number of occurrences is allowed."""
    return sum(grid[cell] == record.digit for cell in record.cells) in record.times


def encode(record: Count, model: Any, variables: Sequence[Any], digits: int) -> None:
    """One Boolean per cell, and their sum."""
    hits = []
    for cell in record.cells:
        hit = model.new_bool_var("")
        model.add(variables[cell] == record.digit).only_enforce_if(hit)
        model.add(variables[cell] != record.digit).only_enforce_if(~hit)
        hits.append(hit)
    possible = [n for n in record.times if n <= len(hits)]
    if not possible:
        model.add_bool_or([])
        return
    number = model.new_int_var(0, len(hits), "")
    model.add(sum(hits) == number)
    model.add_allowed_assignments([number], [(n,) for n in possible])


def _start(params: tuple[Any, ...]) -> int:
    return 0


def _step(state: int, digit: Digit, i: int, params: tuple[Any, ...]) -> int | None:
    seen = state + (digit == params[0])
    return seen if seen <= max(params[1], default=-1) else None


def _accept(state: int, params: tuple[Any, ...]) -> bool:
    return state in params[1]


OCCURRENCES = Automaton("count", _start, _step, _accept)
"""The occurrences so far as a state."""


def words(record: Count, digits: int) -> tuple[Regular, ...]:
    """The count as an automaton, which is how the engine prunes it."""
    return (Regular(record.cells, OCCURRENCES, (record.digit, record.times), record.technique),)


COUNT = Mechanic(Count, holds, encode, words)
