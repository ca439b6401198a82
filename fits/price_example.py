"""Mean times of classics at known prices: something to try price fits on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from pencilmark.grader_model import GraderModel
from pencilmark.loaders import load, to_string
from pencilmark.metrics import unique_solution

from .aggregate import AggregateTimes
from .route_data import efforts, read_puzzles
from .route_fit import E_REF

STAGES = (0.12, 0.25, 0.35)
"""Shares of the empty cells that are filled in, for further puzzles from one grid."""
SLOPE, PER_CELL, LEVEL = 0.45, 1.1, 0.8


def staged(grids: Iterable[str]) -> tuple[str, ...]:
    """Each classic, and the same with some of its solution's digits filled in; sorted, each once.

    A few dozen grids give few easy puzzles; half-solved ones fill the range, and are solved by other routes.
    """
    found: set[str] = set()
    for grid in grids:
        puzzle = load(grid)
        text, solution = to_string(puzzle), unique_solution(puzzle)
        rng = np.random.default_rng(sum(c * given for c, given in enumerate(puzzle.givens)))
        empty = [c for c, given in enumerate(puzzle.givens) if given == 0]
        found.add(text)
        for share in STAGES:
            more = set(rng.choice(empty, int(share * len(empty)), replace=False).tolist())
            found.add("".join(str(solution[c]) if c in more else text[c] for c in range(81)))
    return tuple(sorted(found))


def priced_times(texts: Sequence[str], model: GraderModel, *, noise: float = 0.05, seed: int = 0) -> AggregateTimes:
    """Mean times of classics whose log follows the effort under a model's route prices.

    Parameters
    ----------
    texts : sequence of str
        81 characters each.
    model : GraderModel
        The truth.
    noise : float
        Standard deviation of the log times.
    seed : int
        Equal seeds give equal times.

    Returns
    -------
    AggregateTimes
        Index 0, 1 …; b = LEVEL + SLOPE · (L1 − ln E) + PER_CELL · ln E with E in full boards, plus noise.
    """
    boards = read_puzzles(texts)
    cells = np.log([board.givens.count(0) / E_REF for board in boards])
    rng = np.random.default_rng(seed)
    b = LEVEL + SLOPE * (efforts(boards, model) - cells) + PER_CELL * cells + noise * rng.standard_normal(len(boards))
    index = pd.Index(range(len(boards)), name="puzzle_id")
    return AggregateTimes(
        pd.DataFrame({"b": b, "se": 0.05, "n": 40.0, "raw": b + 0.156, "puzzle": texts}, index=index), 5.0
    )
