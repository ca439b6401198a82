"""The canonical form of a rules list: two spellings of one puzzle become the same rules.

Houses are expanded and put together again (grids, then what is left over); every other rule gives
its own canonical spelling. The engine expands the canonical rules, so spelling never moves a card.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from ..board import Cell
from ..errors import NotSupportedError
from ..puzzle import Group, Puzzle
from ..rules.base import Area, Board, Rule, bare, board_of, box_shapes
from ..rules.houses import HOUSES, BoxGrid, Grid, square

Cells = tuple[Cell, ...]
Position = tuple[int, int]
"""Index of the rule, index of the house in it."""


def puzzle_board(puzzle: Puzzle) -> Board:
    """The board a puzzle is played on."""
    gaps: frozenset[int] = frozenset()
    if len(puzzle.cells) != puzzle.rows * puzzle.cols:
        exist = {row * puzzle.cols + col for row, col in puzzle.cells}
        gaps = frozenset(range(puzzle.rows * puzzle.cols)) - exist
    return board_of(puzzle.rows, puzzle.cols, puzzle.digits, gaps)


def canonical_rules(puzzle: Puzzle) -> tuple[Rule, ...]:
    """Canonical rules of a puzzle, without cosmetic keys.

    Raises
    ------
    NotSupportedError
        The puzzle was put together by hand and carries groups or relations that no rule states.
    """
    rules = tuple(map(bare, puzzle.rules))
    if not rules and (puzzle.groups or puzzle.relations or puzzle.constraints):
        raise NotSupportedError("this puzzle carries no rules to write; build it with pencilmark.loaders.load")
    return canonical(puzzle_board(puzzle), rules)


def dressed_rules(puzzle: Puzzle) -> list[Rule]:
    """Canonical rules, with ``id``, ``label`` and ``style`` wherever a rule is written back unchanged."""
    given: dict[Rule, list[Rule]] = {}
    for rule in puzzle.rules:
        given.setdefault(bare(rule), []).append(rule)
    return [given[rule].pop(0) if given.get(rule) else rule for rule in canonical_rules(puzzle)]


@lru_cache(maxsize=256)
def canonical(board: Board, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """Canonical form of bare rules; equal calls share one object."""
    houses: dict[Cells, tuple[Position, Group]] = {}
    placed: list[tuple[Position, Rule]] = []
    for i, rule in enumerate(rules):
        stated = rule.houses(board, rules)
        for j, house in enumerate(stated):
            houses.setdefault(house.cells, ((i, j), house))
        if not stated:
            placed.append(((i, 0), rule.canonical(board)))
    grids = _grids(board, houses)
    owners = Counter(cells for _, members in grids for cells in members)
    for grid, members in grids:
        own = [cells for cells in members if owners[cells] == 1] or members
        placed.append((min(houses[cells][0] for cells in own), grid))
    for cells, (position, house) in houses.items():
        if cells not in owners:
            names = tuple(board.name(cell) for cell in cells)
            placed.append((position, HOUSES[house.kind](cells=names)))
    placed.sort(key=lambda item: (item[1].SECTION, item[0]))
    return tuple(rule for _, rule in placed)


def _grids(board: Board, houses: dict[Cells, tuple[Position, Group]]) -> list[tuple[Rule, list[Cells]]]:
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


def _with_boxes(
    origin: str, lines: list[Cells], board: Board, houses: dict[Cells, tuple[Position, Group]]
) -> tuple[Rule, list[Cells]]:
    """The box grid at ``origin`` if all boxes of one regular shape are houses, else the plain grid."""
    for shape in box_shapes(board.digits):
        grid = BoxGrid(origin=origin, box=shape)
        boxes = [house.cells for house in grid.houses(board, ()) if house.kind == "box"]
        if all(cells in houses for cells in boxes):
            return grid, [*lines, *boxes]
    return Grid(origin=origin), lines


def grid_areas(puzzle: Puzzle) -> list[Area]:
    """The grid areas of a puzzle in reading order of their origins, whatever spelling the file uses."""
    board = puzzle_board(puzzle)
    areas = [area for rule in canonical_rules(puzzle) if (area := rule.area(board)) is not None]
    return sorted(areas, key=lambda area: (area.row, area.col))
