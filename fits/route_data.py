"""What the price fit sees of a puzzle: the open singles at each step of many walks, and the steps beyond singles.

A walk's step costs (E / E_ref)^φ / Σ_m 1/d_m over the open singles m; a step beyond singles costs
(E / E_ref)^φ · d / avail. Both are kept per puzzle as counts and prices, so that the loss of other prices needs no new
routes as long as the order of the walks is held fixed.
"""

from __future__ import annotations

import hashlib
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

KINDS = ("full", "box", "line", "region", "cell")
"""Kinds of singles in the log of walks, in its order."""
LOCKED = ("Pointing", "Claiming", "Locked Candidates")
GROUPS = ("locked", "notes", "beyond")
"""Steps beyond singles whose prices move together: locked candidates, taking notes, all else."""
SINGLE_ENGINES = ("full_house", "hidden_single", "naked_single")


@dataclass(frozen=True)
class Walks:
    """Steps of walks over a set of classics.

    Attributes
    ----------
    counts : ndarray of float32, shape (steps, 45)
        Open singles by kind and load (column = kind · 9 + load).
    empty, puzzle : ndarray, shape (steps,)
        Empty cells before the step; row of the puzzle. Sorted by puzzle.
    walks : int
        Walks per puzzle.
    beyond : ndarray of float, shape (n, 4)
        Steps beyond singles: puzzle, empty cells, price / availability, group (index in GROUPS).
    cells : ndarray of float, shape (puzzles,)
        Empty cells at the start.
    routes : tuple of str
        Hash of each puzzle's written route.
    margin : ndarray of float, shape (puzzles,)
        Smallest gap in log price to the next cheapest move over the steps beyond singles, ties left out (moves of one
        price move together); infinite where singles suffice.
    """

    counts: np.ndarray
    empty: np.ndarray
    puzzle: np.ndarray
    walks: int
    beyond: np.ndarray
    cells: np.ndarray
    routes: tuple[str, ...]
    margin: np.ndarray


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
    counts, empties, owners, beyond, routes, margin = [], [], [], [], [], []
    for i, puzzle in enumerate(puzzles):
        session = open_session(puzzle)
        session.walk_log(walks * 81)
        route = session.written_route(changed.prices("route", puzzle.digits), switches_for(puzzle))
        if not route.solved:
            raise FitError(f"puzzle {i + 1} of {len(puzzles)} is not solved by its written route")
        log = session.walked
        counts.append(log[:, 1:].astype(np.float32))
        empties.append(log[:, 0].astype(np.float64))
        owners.append(np.full(len(log), i))
        beyond += [(i, *step) for step in steps_beyond(route)]
        session.walk_log(0)
        routes.append(route_hash(route))
        margin.append(_margin(route))
        if progress and (i % 100 == 99 or i + 1 == len(puzzles)):
            progress("walks", i + 1, len(puzzles))
    return Walks(
        np.concatenate(counts), np.concatenate(empties), np.concatenate(owners), walks,
        np.array(beyond, float).reshape(-1, 4), np.array([p.givens.count(0) for p in puzzles], float),
        tuple(routes), np.array(margin, float),
    )  # fmt: skip


def merged(old: Walks, new: Walks, rows: np.ndarray, shift: np.ndarray) -> Walks:
    """``old`` with the puzzles ``rows`` replaced by ``new``.

    Parameters
    ----------
    rows : ndarray of int
        Position in ``old`` of each puzzle of ``new``.
    shift : ndarray of float, shape (GROUPS,)
        How far log prices of steps beyond singles moved since ``old`` was walked: its prices follow.
    """
    kept = np.ones(len(old.cells), bool)
    kept[rows] = False
    beyond = old.beyond[kept[old.beyond[:, 0].astype(np.int64)]].copy()
    beyond[:, 2] *= np.exp(shift[beyond[:, 3].astype(np.int64)])
    fresh = new.beyond.copy()
    fresh[:, 0] = rows[fresh[:, 0].astype(np.int64)]
    still = kept[old.puzzle]
    owner = np.concatenate([old.puzzle[still], rows[new.puzzle]])
    order = np.argsort(owner, kind="stable")
    routes, margin = np.array(old.routes, object), old.margin.copy()
    routes[rows], margin[rows] = np.array(new.routes, object), new.margin
    return Walks(
        np.concatenate([old.counts[still], new.counts])[order], np.concatenate([old.empty[still], new.empty])[order],
        owner[order], old.walks, np.concatenate([beyond, fresh]), old.cells, tuple(routes), margin,
    )  # fmt: skip


def route_hash(route: Route) -> str:
    """Same for two routes when they take the same steps in the same order."""
    text = ";".join(f"{step.shape}:{step.place}:{step.elims}" for step in route.steps)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _margin(route: Route) -> float:
    gaps = [s.margin for s in route.steps if s.shape >= 0 and shapes()[s.shape].engine not in SINGLE_ENGINES]
    return min((gap for gap in gaps if gap > 0), default=math.inf)


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
