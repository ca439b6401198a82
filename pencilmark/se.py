"""Sudoku Explainer-style ratings from our band path; meaningful for classics only.

ER = the hardest step, EP = the hardest up to and including the first placement, ED = the first step. Values come from
the ``se`` column of techniques.csv; a shape without one takes the value of a technique it is a special case of, else
7.0. Approximate by construction: our route is not Sudoku Explainer's route.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from .band_path import BandPath
from .tables import Shape, codes, shapes
from .techniques.base.moves import CELL

FALLBACK = 7.0


@cache
def value_of(shape: Shape) -> float:
    """Sudoku Explainer's value of a technique shape."""
    if shape.se is not None:
        return shape.se
    waiting, seen = [shape.code], set[str]()
    while waiting:
        code = waiting.pop(0)
        seen.add(code)
        values = [s.se for s in shapes() if s.code == code and s.se is not None]
        if values:
            return min(values)
        waiting += [c for c in (codes()[code].subset_of if code in codes() else ()) if c not in seen]
    return FALLBACK


def ratings(path: BandPath) -> dict[str, Any]:
    """``{"er", "ep", "ed", "scale": "classic"}`` of a band path that solves its puzzle."""
    values = [value_of(shape) for shape in path.shapes]
    if not values:
        return {"er": 0.0, "ep": 0.0, "ed": 0.0, "scale": "classic"}
    placing = path.route.rows[:, CELL] >= 0
    first = int(placing.argmax()) if placing.any() else len(values) - 1
    return {"er": max(values), "ep": max(values[: first + 1]), "ed": values[0], "scale": "classic"}
