"""Houses of a canonical file: every spelling becomes grids, and single houses for what is left (C1, C2).

::

    27 row / column / box rules   ->   one box_grid
    grid + nine regions           ->   one grid and nine boxes
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..board import Cell
from ..puzzle import Group
from ..rules.base import Board, Rule, box_shapes
from ..rules.houses import HOUSES, BoxGrid, Grid, square

Cells = tuple[Cell, ...]
Position = tuple[int, int]
"""Index of the rule, index of the house in it."""

Stated = dict[Cells, tuple[Position, Group]]
"""Cells of every house -> where it stands first, and the house."""


def stated_houses(board: Board, rules: tuple[Rule, ...]) -> Stated:
    """All houses of a file; a house that is listed again changes nothing."""
    houses: Stated = {}
    for i, rule in enumerate(rules):
        for j, house in enumerate(rule.houses(board, rules)):
            houses.setdefault(house.cells, ((i, j), house))
    return houses


def house_rules(board: Board, houses: Stated) -> Iterator[tuple[Position, Rule]]:
    """Yield the grids the houses make, then the houses no grid holds, each with its place in the file."""
    grids = _grids(board, houses)
    owners = Counter(cells for _, members in grids for cells in members)
    for grid, members in grids:
        own = [cells for cells in members if owners[cells] == 1] or members
        yield min(houses[cells][0] for cells in own), grid
    for cells, (position, house) in houses.items():
        if cells not in owners:
            yield position, HOUSES[house.kind](cells=tuple(board.name(cell) for cell in cells))


def _grids(board: Board, houses: Stated) -> list[tuple[Rule, list[Cells]]]:
    """Every grid the houses make, in reading order of the origins, with its houses."""
    found: list[tuple[Rule, list[Cells]]] = []
    for origin in sorted({cells[0] for cells in houses if len(cells) == board.digits}):
        name = board.name(origin)
        members = _lines(name, board)
        if members and all(cells in houses for cells in members):
            found.append(_with_boxes(name, members, board, houses))
    return found


def _lines(origin: str, board: Board) -> list[Cells]:
    """Rows and columns of the D×D square at ``origin``; empty when it leaves the board."""
    try:
        rows = [tuple(row) for row in square(origin, board)]
    except KeyError:
        return []
    return [*rows, *zip(*rows, strict=True)]


def _with_boxes(origin: str, lines: list[Cells], board: Board, houses: Stated) -> tuple[Rule, list[Cells]]:
    """The box grid at ``origin`` if all boxes of one regular shape are houses, else the plain grid."""
    for shape in box_shapes(board.digits):
        grid = BoxGrid(origin=origin, box=shape)
        boxes = [house.cells for house in grid.houses(board, ()) if house.kind == "box"]
        if all(cells in houses for cells in boxes):
            return grid, [*lines, *boxes]
    return Grid(origin=origin), lines
