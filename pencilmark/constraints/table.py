"""Explicit tables: the digit tuples that a few cells may hold.

::

    (a, b, c) ∈ {(1, 2, 4), (1, 3, 5), …}
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ..board import Cell, Digit
from .base import Mechanic
from .regular import Automaton, Regular

Tuples = tuple[tuple[Digit, ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The digits of ``cells`` (at most four), in this order, are one of the ascending ``tuples``."""

    cells: tuple[Cell, ...]
    tuples: Tuples
    technique: str = "Clue Combinations"


def table(cells: Sequence[Cell], digits: int, test: Callable[..., bool], technique: str = "Clue Combinations") -> Table:
    """The table of all digit tuples 1 … ``digits`` for which ``test(v₁, v₂, …)`` is true."""
    span = range(1, digits + 1)
    return Table(tuple(cells), tuple(t for t in product(span, repeat=len(cells)) if test(*t)), technique)


def holds(record: Table, grid: Sequence[Digit]) -> bool:
    """Whether the digits are one of the tuples."""
    return tuple(grid[cell] for cell in record.cells) in record.tuples


def encode(record: Table, model: Any, variables: Sequence[Any], digits: int) -> None:
    """CP-SAT's own table constraint."""
    model.add_allowed_assignments([variables[cell] for cell in record.cells], record.tuples)


def _start(params: tuple[Any, ...]) -> Any:
    return params[0]


def _step(state: Tuples, digit: Digit, i: int, params: tuple[Any, ...]) -> Any:
    return tuple(t[1:] for t in state if t[0] == digit) or None


def _accept(state: Tuples, params: tuple[Any, ...]) -> bool:
    return True


TUPLES = Automaton("table", _start, _step, _accept)
"""The ends of the tuples that are still possible as a state."""


def words(record: Table, digits: int) -> tuple[Regular, ...]:
    """The table as an automaton, which is how the engine prunes it."""
    return (Regular(record.cells, TUPLES, (record.tuples,), record.technique),)


TABLE = Mechanic(Table, holds, encode, words)
