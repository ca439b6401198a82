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


def _step(state: int, digit: Digit, i: int, params: tuple[Any, ...]) -> int | None:
    """The running total; None where the cells left cannot bring it to the sum any more."""
    weights, rest = params
    total = int(state + weights[i] * digit)
    low, high = rest[i]
    return total if low <= total <= high else None


def _accept(state: int, params: tuple[Any, ...]) -> bool:
    return True


SUM = Automaton("sum", _start, _step, _accept)
"""The running total as a state; params are the weights and, per position, what it may be after it."""


def words(linear: Linear, digits: int) -> tuple[Regular, ...]:
    """The sum as an automaton, which is how the engine prunes it."""
    bounds = [(linear.total, linear.total)]
    for weight in reversed(linear.weights[1:]):
        low, high = bounds[0]
        ends = (weight, weight * digits)
        bounds.insert(0, (low - max(ends), high - min(ends)))
    return (Regular(linear.cells, SUM, (linear.weights, tuple(bounds)), linear.technique),)


LINEAR = Mechanic(Linear, holds, encode, words)
