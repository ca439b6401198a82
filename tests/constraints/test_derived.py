"""Derived sums and sets hold in every solution: random grids, cages, jigsaws and windows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Any

import pytest

from pencilmark import exchange, variants
from pencilmark.board import STANDARD_BOXES
from pencilmark.constraints import mechanic_of
from pencilmark.constraints.regular import holds
from pencilmark.derived import derive
from pencilmark.derived.algebra import MOST_FOUND
from pencilmark.derived.sets import LARGEST_HIDDEN
from pencilmark.derived.sums import MOST_CELLS, MOST_MIXED, MOST_SUMS
from pencilmark.puzzle import Puzzle

from ..documents import document

Grid = tuple[int, ...]
Json = dict[str, Any]
SOLVED_WINDOKU = "567891243182534697439627185874162539251973864396458712715389426928746351643215978"


def name(cell: int, size: int) -> str:
    """Name of a cell of a square board."""
    return f"r{cell // size + 1}c{cell % size + 1}"


def box_grid(digits: int) -> Json:
    """The standard houses."""
    return {"type": "box_grid", "origin": "r1c1", "box": list(STANDARD_BOXES[digits])}


def full_grid(digits: int, rng: random.Random) -> Grid:
    """A filled sudoku with standard boxes."""
    height, width = STANDARD_BOXES[digits]

    def order(block: int) -> list[int]:
        blocks = rng.sample(range(0, digits, block), digits // block)
        return [line for start in blocks for line in rng.sample(range(start, start + block), block)]

    symbols = rng.sample(range(1, digits + 1), digits)
    rows, cols = order(height), order(width)
    return tuple(symbols[(width * (r % height) + r // height + c) % digits] for r in rows for c in cols)


def near(cell: int, size: int) -> list[int]:
    """Cells that share an edge with a cell."""
    row, col = divmod(cell, size)
    around = ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1))
    return [size * r + c for r, c in around if 0 <= r < size and 0 <= c < size]


def cages(grid: Grid, size: int, rng: random.Random, share: float) -> list[Json]:
    """Disjoint connected cages with the sums of the grid, over about that share of the board."""
    free = set(range(size * size))
    found: list[Json] = []
    while len(free) > (1 - share) * size * size:
        cage = [rng.choice(sorted(free))]
        wanted = rng.randint(1, 5)
        while len(cage) < wanted:
            joined = sorted({c for cell in cage for c in near(cell, size)} & free - set(cage))
            joined = [c for c in joined if grid[c] not in {grid[cell] for cell in cage}]
            if not joined:
                break
            cage.append(rng.choice(joined))
        free -= set(cage)
        found.append({"type": "cage", "sum": sum(grid[c] for c in cage), "cells": [name(c, size) for c in cage]})
    return found


def connected(cells: set[int], size: int) -> bool:
    """Whether one can walk from every cell to every other one."""
    reached, fresh = set(), {min(cells)}
    while fresh:
        reached |= fresh
        fresh = {c for cell in fresh for c in near(cell, size)} & cells - reached
    return reached == cells


def jigsaw(grid: Grid, size: int, rng: random.Random, swaps: int) -> list[Json]:
    """Connected pieces that hold every digit once: boxes that have exchanged cells with the same digit."""
    height, width = STANDARD_BOXES[size]
    piece = [r // height * (size // width) + c // width for r, c in product(range(size), repeat=2)]
    for _ in range(swaps):
        a = rng.randrange(size * size)
        b = rng.choice([c for c in range(size * size) if grid[c] == grid[a]])
        if piece[a] != piece[b]:
            piece[a], piece[b] = piece[b], piece[a]
            parts = [{c for c in range(size * size) if piece[c] == piece[cell]} for cell in (a, b)]
            if not all(connected(part, size) for part in parts):
                piece[a], piece[b] = piece[b], piece[a]
    boxes = [[name(c, size) for c in range(size * size) if piece[c] == k] for k in range(size)]
    return [{"type": "grid", "origin": "r1c1"}, *({"type": "box", "cells": cells} for cells in boxes)]


def read(size: int, rules: Sequence[Json]) -> Puzzle:
    """An empty square board with rules."""
    return exchange.read(document(size, size, size, list(rules)))


def obeys(puzzle: Puzzle, grid: Grid) -> bool:
    """Whether a filling obeys all that the puzzle states."""
    for record in (*puzzle.groups, *puzzle.relations, *puzzle.constraints):
        mechanic = mechanic_of(record)
        assert mechanic is not None
        if not mechanic.holds(record, grid):
            return False
    return True


def check(puzzle: Puzzle, grids: Sequence[Grid], seen: Counter[str]) -> None:
    """Everything derived holds in the grids, and is as small and as many as promised."""
    found = derive(puzzle)
    sums = 0
    for derived in found:
        regular = derived.regular
        seen[regular.technique] += 1
        assert len(set(regular.cells)) == len(regular.cells)
        assert len(regular.cells) <= max(2 * MOST_CELLS, MOST_MIXED, puzzle.digits)
        assert all(0 <= part < len(puzzle.groups) + len(puzzle.constraints) for part in derived.parts)
        sums += regular.automaton.name == "sum"
        for grid in grids:
            assert holds(regular, grid), (regular, derived.parts, grid)
    assert sums <= MOST_SUMS + MOST_FOUND
    assert derive(puzzle) == found


def test_jigsaws_of_these_tests_are_jigsaws() -> None:
    rng = random.Random(3)
    grid = full_grid(9, rng)
    puzzle = read(9, jigsaw(grid, 9, rng, 3000))
    assert obeys(puzzle, grid)
    rectangles = sum(
        len({puzzle.cells[c][0] for c in g.cells}) * len({puzzle.cells[c][1] for c in g.cells}) == 9
        for g in puzzle.groups
        if g.kind == "box"
    )
    assert rectangles < 5


@pytest.mark.parametrize("size, times", [(4, 60), (6, 60), (9, 60)])
def test_innies_and_outies(size: int, times: int) -> None:
    rng = random.Random(f"innies {size}")
    seen: Counter[str] = Counter()
    for _ in range(times):
        grid = full_grid(size, rng)
        puzzle = read(size, [box_grid(size), *cages(grid, size, rng, rng.choice((0.5, 0.8, 1.0)))])
        assert obeys(puzzle, grid)
        check(puzzle, [grid], seen)
    assert {"Innies and Outies", "Virtual Cage", "Innies over Several Houses"} <= set(seen)


def all_grids() -> Iterator[Grid]:
    """The 288 filled 4×4 sudokus."""
    box = [[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]]
    for rows in product(list(permutations(range(1, 5))), repeat=2):
        if all(len({rows[0][c], rows[0][c + 1], rows[1][c], rows[1][c + 1]}) == 4 for c in (0, 2)):
            for below in product(list(permutations(range(1, 5))), repeat=2):
                grid = (*rows[0], *rows[1], *below[0], *below[1])
                columns = all(len({grid[c + 4 * r] for r in range(4)}) == 4 for c in range(4))
                if columns and all(len({grid[c] for c in cells}) == 4 for cells in box):
                    yield grid


def test_every_solution_of_small_killers_obeys_what_is_derived() -> None:
    grids = list(all_grids())
    assert len(grids) == 288
    rng = random.Random("all of them")
    seen: Counter[str] = Counter()
    several = 0
    for _ in range(80):
        puzzle = read(4, [box_grid(4), *cages(rng.choice(grids), 4, rng, rng.choice((0.4, 0.7, 1.0)))])
        solutions = [grid for grid in grids if obeys(puzzle, grid)]
        several += len(solutions) > 1
        check(puzzle, solutions, seen)
    assert several > 40 and len(seen) >= 3


@pytest.mark.parametrize("size, times", [(4, 30), (6, 40), (9, 25)])
def test_leftovers_of_jigsaws(size: int, times: int) -> None:
    rng = random.Random(f"jigsaw {size}")
    seen: Counter[str] = Counter()
    for _ in range(times):
        grid = full_grid(size, rng)
        rules = jigsaw(grid, size, rng, rng.choice((100, 1000, 3000)))
        killer = cages(grid, size, rng, 0.6) if rng.random() < 0.4 else []
        puzzle = read(size, [*rules, *killer])
        assert obeys(puzzle, grid)
        check(puzzle, [grid], seen)
    assert seen["Law of Leftovers"] > times // 2


def test_hidden_houses_of_a_windoku() -> None:
    """The windows leave four hidden windows and a hidden centre."""
    puzzle = read(9, [box_grid(9), *variants.preset_rules("Windoku", 9)])
    grid = tuple(int(symbol) for symbol in SOLVED_WINDOKU)
    assert obeys(puzzle, grid)
    turned = tuple(grid[9 * c + 8 - r] for r in range(9) for c in range(9))
    check(puzzle, [grid, turned, tuple(10 - digit for digit in grid)], Counter())
    hidden = {frozenset(d.regular.cells) for d in derive(puzzle) if d.regular.technique == "Hidden House"}
    lines = [0, 4, 8]
    expected = [[9 * r + c for r in rows for c in cols] for rows, cols in (
        ((1, 2, 3), lines), ((5, 6, 7), lines), (lines, (1, 2, 3)), (lines, (5, 6, 7)), (lines, lines),
    )]  # fmt: skip
    assert hidden == {frozenset(cells) for cells in expected}


def test_nothing_is_derived_from_a_classic_or_for_too_many_digits() -> None:
    assert derive(read(9, [box_grid(9)])) == []
    rows: list[Json] = [{"type": "grid", "origin": "r1c1"}, {"type": "region", "kind": "extra", "cells": [
        f"r{r}c{c}" for r in range(2, 5) for c in range(2, 6)
    ]}]  # fmt: skip
    assert LARGEST_HIDDEN < 12
    assert not [d for d in derive(read(12, rows)) if d.regular.technique == "Hidden House"]
