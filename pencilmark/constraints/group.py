"""Groups: cells with different digits, and a total if it is a cage with a sum.

::

    a b c      a ≠ b, a ≠ c, b ≠ c      and a + b + c = total, if there is one
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..board import Digit
from ..puzzle import Group
from .base import Mechanic


def holds(group: Group, grid: Sequence[Digit]) -> bool:
    """Whether the digits differ and add up to the total."""
    digits = [grid[cell] for cell in group.cells]
    return len(set(digits)) == len(digits) and (group.total is None or sum(digits) == group.total)


def encode(group: Group, model: Any, variables: Sequence[Any], digits: int) -> None:
    """All-different, plus a linear equation for the total."""
    cells = [variables[cell] for cell in group.cells]
    model.add_all_different(cells)
    if group.total is not None:
        model.add(sum(cells) == group.total)


GROUP = Mechanic(Group, holds, encode)
