"""Sudoku Explainer ratings: of classics as that program gives them, of other puzzles from our band path.

ER = the hardest step, EP = the hardest up to and including the first placement, ED = the first step. A classic of nine
digits is solved by Sudoku Explainer's own procedure (``se_engine``). Elsewhere values come from the ``se`` column of
techniques.csv, step by step on our route; a shape without one takes the value of a technique it is a special case of,
else 7.0.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from .band_path import BandPath
from .board import Digit
from .engine.canonical import is_classic
from .puzzle import Puzzle
from .se_engine.procedure import explain
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


def ratings(path: BandPath, puzzle: Puzzle, solution: Sequence[Digit]) -> dict[str, Any]:
    """``{"er", "ep", "ed", "scale": "classic"}`` of a puzzle, its solution and a band path that solves it.

    Sudoku Explainer takes the first hint in reading order, so a turned copy may get another rating from it; give the
    canonical form to get equal ones.
    """
    if is_classic(puzzle) == (3, 3):
        steps = explain(puzzle.givens, solution)
        return _summary([step.rate / 10 for step in steps], [step.place is not None for step in steps])
    placing = (path.route.rows[:, CELL] >= 0).tolist()
    return _summary([value_of(shape) for shape in path.shapes], placing)


def _summary(values: Sequence[float], placing: Sequence[bool]) -> dict[str, Any]:
    if not values:
        return {"er": 0.0, "ep": 0.0, "ed": 0.0, "scale": "classic"}
    first = placing.index(True) if True in placing else len(values) - 1
    return {"er": max(values), "ep": max(values[: first + 1]), "ed": values[0], "scale": "classic"}
