"""Linear sums: cages and arrows, little killers and the two sides of a zipper.

::

    +a +b +c          w₁·a + w₂·b + w₃·c = total, digits may repeat unless a group forbids it
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..board import Cell, Digit
from .base import Mechanic
from .regular import Automaton, Regular


@dataclass(frozen=True, slots=True)
class Linear:
    """Σ weight·digit = total.

    ``weights`` has one integer per cell; ``technique`` is the row of techniques.csv by which people read it.
    """

    cells: tuple[Cell, ...]
    weights: tuple[int, ...]
    total: int
    technique: str = "Sum Combinations"


def sum_of(cells: Sequence[Cell], total: int, technique: str = "Sum Combinations") -> Linear:
    """The plain sum of some cells."""
    return Linear(tuple(cells), (1,) * len(cells), total, technique)


def equal_sums(first: Sequence[Cell], second: Sequence[Cell], technique: str = "Equal Sums") -> Linear:
    """Two lists of cells with the same sum; a cell in both drops out."""
    weights: dict[Cell, int] = {}
    for sign, cells in ((1, first), (-1, second)):
        for cell in cells:
            weights[cell] = weights.get(cell, 0) + sign
    kept = {cell: weight for cell, weight in weights.items() if weight}
    return Linear(tuple(kept), tuple(kept.values()), 0, technique)


def holds(linear: Linear, grid: Sequence[Digit]) -> bool:
    """Whether the weighted digits add up to the total."""
    return sum(w * grid[cell] for w, cell in zip(linear.weights, linear.cells, strict=True)) == linear.total


def encode(linear: Linear, model: Any, variables: Sequence[Any], digits: int) -> None:
    """A linear equation."""
    model.add(sum(w * variables[cell] for w, cell in zip(linear.weights, linear.cells, strict=True)) == linear.total)


def _start(params: tuple[Any, ...]) -> int:
    return 0


def _step(state: int, digit: Digit, i: int, params: tuple[Any, ...]) -> int:
    return int(state + params[0][i] * digit)


def _accept(state: int, params: tuple[Any, ...]) -> bool:
    return bool(state == params[1])


SUM = Automaton("sum", _start, _step, _accept)
"""The running total as a state."""


def words(linear: Linear) -> tuple[Regular, ...]:
    """The sum as an automaton, which is how the engine prunes it."""
    return (Regular(linear.cells, SUM, (linear.weights, linear.total), linear.technique),)


LINEAR = Mechanic(Linear, holds, encode, words)
