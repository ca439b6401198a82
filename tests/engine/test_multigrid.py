"""Boards of several overlapping grids: the engine solves them, and no technique forgets the other grid."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.band_path import band_path
from pencilmark.engine.search import count_solutions
from pencilmark.engine.session import open_session, switches_for
from pencilmark.metrics import count
from pencilmark.puzzle import Puzzle
from pencilmark.state import compile_board

from .. import yendoku
from ..documents import document
from ..extent import often, some
from .small_boards import unsound

Grid = tuple[int, ...]

LAYOUTS: dict[str, tuple[int, tuple[int, int], list[tuple[int, int]]]] = {
    "mini twins": (4, (2, 2), [(0, 0), (2, 2)]),
    "mini twins, two boxes shared": (4, (2, 2), [(0, 0), (2, 0)]),
    "mini chain": (4, (2, 2), [(0, 0), (2, 2), (4, 4)]),
    "mini star": (4, (2, 2), [(0, 0), (0, 4), (2, 2), (4, 0), (4, 4)]),
    "mini twins apart": (4, (2, 2), [(0, 0), (0, 5)]),
    "six, a box shared": (6, (2, 3), [(0, 0), (4, 3)]),
    "six, two rows shared": (6, (2, 3), [(0, 0), (4, 0)]),
    "six, four rows shared": (6, (2, 3), [(0, 0), (2, 0)]),
    "six, a column of boxes shared": (6, (2, 3), [(0, 0), (0, 3)]),
    "twins": (9, (3, 3), [(0, 0), (6, 6)]),
    "twins, four boxes shared": (9, (3, 3), [(0, 0), (3, 3)]),
    "twins, six boxes shared": (9, (3, 3), [(0, 0), (0, 3)]),
}
"""Name -> digits, box, corners of the grids."""
PATH_SECONDS = 60.0
"""After which the path of a real board is given up."""


def board(layout: str) -> dict[str, Any]:
    """An empty board of overlapping grids."""
    digits, box, corners = LAYOUTS[layout]
    rows, cols = (max(corner[axis] for corner in corners) + digits for axis in (0, 1))
    inside = {(r + i, c + k) for r, c in corners for i, k in product(range(digits), repeat=2)}
    givens = [0 if place in inside else None for place in product(range(rows), range(cols))]
    rules = [{"type": "box_grid", "origin": f"r{r + 1}c{c + 1}", "box": list(box)} for r, c in corners]
    return document(rows, cols, digits, rules, givens=givens)


def filled(empty: Puzzle, rng: random.Random) -> Grid:
    """A random solution: digits set at random as long as there is one."""
    givens = [0] * len(empty.cells)
    solution: Grid = ()
    while not solution:
        givens[: empty.digits] = rng.sample(range(1, empty.digits + 1), empty.digits)
        found = count_solutions(replace(empty, givens=tuple(givens)), limit=1).solutions
        solution = found[0] if found else ()
    for cell in rng.sample(range(empty.digits, len(givens)), 2 * empty.digits):
        trial = [*givens[:cell], rng.randint(1, empty.digits), *givens[cell + 1 :]]
        found = count_solutions(replace(empty, givens=tuple(trial)), limit=1, max_nodes=2_000).solutions
        if found:
            givens, solution = trial, found[0]
    return solution


def dug(empty: Puzzle, solution: Grid, rng: random.Random) -> Puzzle:
    """A puzzle with that one solution and few givens."""
    givens = list(solution)
    for cell in rng.sample(range(len(givens)), len(givens)):
        trial = [*givens[:cell], 0, *givens[cell + 1 :]]
        if count_solutions(replace(empty, givens=tuple(trial)), max_nodes=2_000).status == "unique":
            givens = trial
    return replace(empty, givens=tuple(givens))


def own(layout: str, times: int, seed: int) -> Iterator[tuple[Puzzle, Grid]]:
    """Puzzles of a layout with their solutions."""
    rng = random.Random(f"{seed} {layout}")
    empty = exchange.read(board(layout))
    for _ in range(times):
        solution = filled(empty, rng)
        yield dug(empty, solution, rng), solution


def check(puzzle: Puzzle, solution: Grid) -> int:
    """One solution, a path to it, and no wrong move on the way; returns the number of moves."""
    verdict = count_solutions(puzzle)
    assert verdict.status == "unique" and verdict.solutions == (solution,)
    assert band_path(open_session(puzzle), puzzle, solution=solution).solved
    moves, wrong = open_session(puzzle).sweep(solution)
    assert wrong is None, f"{wrong} contradicts the solution of {exchange.dumps(exchange.write(puzzle), pretty=False)}"
    return moves


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_technique_forgets_the_other_grid(layout: str) -> None:
    times = {4: 12, 6: 5, 9: 1}[LAYOUTS[layout][0]]
    assert sum(check(puzzle, solution) for puzzle, solution in own(layout, times, 1)) > 100


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_technique_forgets_the_other_grid_in_many_puzzles(layout: str) -> None:
    times = {4: often(12, 150), 6: often(4, 60), 9: often(1, 12)}[LAYOUTS[layout][0]]
    for puzzle, solution in own(layout, times, 2):
        check(puzzle, solution)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_rectangles_can_be_swapped_in_every_house(layout: str) -> None:
    """A deadly rectangle keeps all houses intact when its two digits change places."""
    puzzle = exchange.read(board(layout))
    for a, b, c, d in compile_board(puzzle).rects.tolist():
        for group in puzzle.groups:
            cells = set(group.cells)
            assert (a in cells) + (d in cells) == (b in cells) + (c in cells), (group, (a, b, c, d))


def test_puzzles_with_several_solutions_keep_them_all() -> None:
    """Two corners of a deadly rectangle are left open in one grid; the other grid is what decides."""
    rng = random.Random("open")
    empty = exchange.read(board("mini twins"))
    several = 0
    for _ in range(25):
        puzzle = dug(empty, filled(empty, rng), rng)
        given = [cell for cell, digit in enumerate(puzzle.givens) if digit]
        puzzle = replace(puzzle, givens=tuple(0 if c == rng.choice(given) else d for c, d in enumerate(puzzle.givens)))
        verdict = count_solutions(puzzle)
        several += verdict.status == "multiple"
        assert not unsound(open_session(puzzle), verdict.solutions)
    assert several > 10


def test_real_boards_have_the_stored_solution() -> None:
    settled = 0
    boards = yendoku.rows()[::9]
    for row in boards:
        puzzle = exchange.read(yendoku.convert(row))
        verdict = count_solutions(puzzle, max_nodes=10_000)
        assert verdict.status in ("unique", "unknown"), yendoku.name(row)
        assert verdict.status == "unknown" or verdict.solutions == (puzzle.solution,), yendoku.name(row)
        settled += verdict.status == "unique"
    assert settled >= 0.9 * len(boards)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_all_real_boards_have_the_stored_solution_and_a_path_to_it() -> None:
    open_boards, stuck = [], []
    for row in some(yendoku.rows(), 40):
        puzzle = exchange.read(yendoku.convert(row))
        assert puzzle.solution is not None
        verdict = count(puzzle)
        assert verdict.status in ("unique", "unknown"), yendoku.name(row)
        assert all(solution == puzzle.solution for solution in verdict.solutions), yendoku.name(row)
        open_boards += [yendoku.name(row)] if verdict.status == "unknown" else []
        deadline = time.monotonic() + PATH_SECONDS
        path = band_path(open_session(puzzle), puzzle, solution=puzzle.solution, deadline=deadline)
        assert path.solved or path.stopped, yendoku.name(row)
        stuck += [] if path.solved else [yendoku.name(row)]
    assert not open_boards
    assert len(stuck) <= 5, stuck


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_no_technique_is_wrong_on_real_boards() -> None:
    wrong = []
    for row in some(yendoku.rows(), often(4, 40), 40):
        puzzle = exchange.read(yendoku.convert(row))
        assert puzzle.solution is not None
        _, shape = open_session(puzzle).sweep(puzzle.solution, switches_for(puzzle).unique)
        wrong += [f"{yendoku.name(row)}: {shape}"] if shape else []
    assert not wrong
