"""One relabelling of the digits that maps a list of cells to another: twin grids.

::

    5 3 1 …          2 8 4 …        f(5) = 2, f(3) = 8, f(1) = 4, … the same f everywhere, one to one
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..board import Cell, Digit
from .base import Mechanic
from .regular import Regular


@dataclass(frozen=True, slots=True)
class Bijection:
    """Cell k of ``first`` and cell k of ``second`` hold x and f(x) for one unknown one-to-one f."""

    first: tuple[Cell, ...]
    second: tuple[Cell, ...]
    technique: str = "Twin Digits"


def holds(record: Bijection, grid: Sequence[Digit]) -> bool:
    """Whether equal digits go to equal ones and different digits to different ones."""
    pairs = {(grid[a], grid[b]) for a, b in zip(record.first, record.second, strict=True)}
    return len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)


def encode(record: Bijection, model: Any, variables: Sequence[Any], digits: int) -> None:
    """Variables for the images of the digits, all different, and an element constraint per pair of cells."""
    images = [model.new_int_var(1, digits, "") for _ in range(digits)]
    model.add_all_different(images)
    for a, b in zip(record.first, record.second, strict=True):
        model.add_element(variables[a] - 1, images, variables[b])


def words(record: Bijection, digits: int) -> tuple[Regular, ...]:
    """None: the image of a digit is not read in any order; the engine has a kernel of its own for it."""
    return ()


BIJECTION = Mechanic(Bijection, holds, encode, words)
