"""What the price fit sees of a puzzle: the open singles at each step of many walks, and the steps beyond singles.

A walk's step costs (E / E_ref)^φ / Σ_m 1/d_m over the open singles m; a step beyond singles costs
(E / E_ref)^φ · d / avail. Both are kept per puzzle as counts and prices, so that the loss of other prices needs no new
routes as long as the order of the walks is held fixed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pencilmark.engine.canonical import turn
from pencilmark.engine.session import Route, Session, open_session, switches_for
from pencilmark.grader_model import GraderModel
from pencilmark.loaders import load
from pencilmark.metrics import unique_solution
from pencilmark.puzzle import Puzzle
from pencilmark.scoring import TAKE_NOTES
from pencilmark.tables import shapes

from .errors import FitError
from .two_way import Progress

KINDS = ("full", "box", "line", "region", "cell", "behind_box", "behind_line")
"""Kinds of singles in the log of walks, in its order."""
LOCKED = ("Pointing", "Claiming", "Locked Candidates")
GROUPS = ("locked", "notes", "beyond")
"""Steps beyond singles whose prices move together: locked candidates, taking notes, all else."""
LOOKS = 200
"""Looks at the grid that one walk may take: a placement each, and some steps beyond singles."""
SINGLE_ENGINES = ("full_house", "hidden_single", "naked_single", "direct_pointing")


@dataclass(frozen=True)
class Walks:
    """Steps of walks over a set of classics.

    Attributes
    ----------
    counts : ndarray of float32, shape (steps, 63)
        Open singles by kind and load (column = kind · 9 + load).
    empty, puzzle : ndarray, shape (steps,)
        Empty cells before the step; row of the puzzle. Sorted by puzzle.
    walks : int
        Walks per puzzle.
    beyond : ndarray of float, shape (n, 4)
        Steps beyond singles: puzzle, empty cells, price / availability, group (index in GROUPS).
    cells : ndarray of float, shape (puzzles,)
        Empty cells at the start.
    """

    counts: np.ndarray
    empty: np.ndarray
    puzzle: np.ndarray
    walks: int
    beyond: np.ndarray
    cells: np.ndarray


def read_puzzles(texts: Sequence[str]) -> list[Puzzle]:
    """Grids of 81 characters as the puzzles that cards grade: in canonical form."""
    return [_canonical(text) for text in texts]


@lru_cache(maxsize=20_000)
def _canonical(text: str) -> Puzzle:
    puzzle = load(text)
    return turn(puzzle, unique_solution(puzzle)).puzzle


def walk(puzzles: Sequence[Puzzle], model: GraderModel, walks: int, progress: Progress | None = None) -> Walks:
    """Walk every classic ``walks`` times at the model's route prices.

    Raises
    ------
    FitError
        When a puzzle's written route does not solve it.
    """
    changed = model.with_overrides({"route.race_walks": walks})
    counts, empties, owners, beyond = [], [], [], []
    for i, puzzle in enumerate(puzzles):
        session = open_session(puzzle)
        session.walk_log(walks * LOOKS)
        route = session.written_route(changed.prices("route", puzzle.digits), switches_for(puzzle))
        if not route.solved:
            raise FitError(f"puzzle {i + 1} of {len(puzzles)} is not solved by its written route")
        log = session.walked
        counts.append(log[:, 1:].astype(np.float32))
        empties.append(log[:, 0].astype(np.float64))
        owners.append(np.full(len(log), i))
        beyond += [(i, *step) for step in steps_beyond(route)]
        session.walk_log(0)
        if progress and (i % 100 == 99 or i + 1 == len(puzzles)):
            progress("walks", i + 1, len(puzzles))
    return Walks(
        np.concatenate(counts), np.concatenate(empties), np.concatenate(owners), walks,
        np.array(beyond, float).reshape(-1, 4), np.array([p.givens.count(0) for p in puzzles], float),
    )  # fmt: skip


def steps_beyond(route: Route) -> list[tuple[float, float, int]]:
    """Empty cells, price over availability and group of each step of a route that is no direct single."""
    found = []
    for step in route.steps:
        name = TAKE_NOTES if step.shape < 0 else shapes()[step.shape].technique
        if step.shape >= 0 and shapes()[step.shape].engine in SINGLE_ENGINES:
            continue
        group = "notes" if step.shape < 0 else "locked" if name in LOCKED else "beyond"
        found.append((float(step.empty), step.price / step.avail, GROUPS.index(group)))
    return found


def efforts(puzzles: Sequence[Puzzle], model: GraderModel) -> np.ndarray:
    """Effort L1 of each puzzle on its written route, float64 [puzzles]; nan where the route does not solve it."""
    out = np.full(len(puzzles), np.nan)
    for i, puzzle in enumerate(puzzles):
        session: Session = open_session(puzzle)
        route = session.written_route(model.prices("route", puzzle.digits), switches_for(puzzle))
        if route.solved and route.values:
            out[i] = math.log(math.fsum(route.values))
    return out
