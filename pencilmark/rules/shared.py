"""What several rule kinds look up: boxes and grids of a file, neighbours on a board, numbered pair clues.

::

    knight  (1,2) (2,1) (1,-2) (2,-1)      a pair of neighbours is listed once, by its first
    . . * . .    from the cell x only      cell in reading order, then in the order of the
    x . . . .    the two marked cells      steps; so every rule lists its pairs in one order
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import Annotated, Literal

from msgspec import Meta

from ..board import Cell, Digit
from ..constraints.table import Table, table
from .base import Area, Board, CellList, CellName, Fault, Rule
from .houses import square
from .region import Region

CellPair = tuple[CellName, CellName]
Number = Annotated[int, Meta(ge=0)]
Scope = CellName | CellList
"""Value of ``area``: the origin of a grid of the file, or a list of cells."""

Pair = tuple[Cell, Cell]
Block = tuple[Cell, Cell, Cell, Cell]
DigitPairs = frozenset[tuple[Digit, Digit]]

Where = Literal["orthogonal", "diagonal", "king", "knight"]

STEPS: dict[Where, tuple[tuple[int, int], ...]] = {
    "orthogonal": ((0, 1), (1, 0)),
    "diagonal": ((1, 1), (1, -1)),
    "king": ((0, 1), (1, 0), (1, 1), (1, -1)),
    "knight": ((1, 2), (2, 1), (1, -2), (2, -1)),
}
"""Neighbourhood -> its forward steps (row, column)."""

BLOCK_STEPS = ((0, 0), (0, 1), (1, 0), (1, 1))
"""The cells of a 2×2 block, seen from its top-left one."""


@lru_cache(maxsize=256)
def neighbourhood(board: Board, where: Where) -> tuple[Pair, ...]:
    """All pairs of a neighbourhood, each once, by first cell in reading order and then by step."""
    pairs = []
    for cell, (row, col) in enumerate(board.cells):
        others = (board.index.get((row + down, col + right)) for down, right in STEPS[where])
        pairs += [(cell, other) for other in others if other is not None]
    return tuple(pairs)


@lru_cache(maxsize=256)
def blocks(board: Board) -> tuple[Block, ...]:
    """All 2×2 blocks of existing cells in reading order; cells top-left, top-right, bottom-left, bottom-right."""
    found: list[Block] = []
    for row, col in board.cells:
        a, b, c, d = (board.index.get((row + down, col + right)) for down, right in BLOCK_STEPS)
        if a is not None and b is not None and c is not None and d is not None:
            found.append((a, b, c, d))
    return tuple(found)


def require_sides(names: CellPair, board: Board, path: str = ".cells") -> Pair:
    """Cell ids of two cells that share a border; raises Fault for any others."""
    a, b = board.require_all(names, path)
    (row, col), (r, c) = board.cells[a], board.cells[b]
    if abs(row - r) + abs(col - c) != 1:
        raise Fault(f"{names[0]} and {names[1]} share no border; name two cells side by side", path)
    return a, b


@lru_cache(maxsize=256)
def boxes(board: Board, rules: tuple[Rule, ...]) -> tuple[frozenset[Cell], ...]:
    """The boxes of a file, jigsaw pieces among them, each once.

    A box with the cells of an earlier house, or of a row or column of a grid, is that house and no box.
    """
    kinds: dict[frozenset[Cell], str] = {}
    lines: set[frozenset[Cell]] = set()
    for rule in rules:
        for house in rule.houses(board, rules):
            kinds.setdefault(frozenset(house.cells), house.kind)
            if house.kind != "box" and rule.area(board) is not None:
                lines.add(frozenset(house.cells))
    return tuple(cells for cells, kind in kinds.items() if kind == "box" and cells not in lines)


@lru_cache(maxsize=256)
def regions(board: Board, rules: tuple[Rule, ...]) -> tuple[frozenset[Cell], ...]:
    """The cells of every ``region`` rule of a file."""
    return tuple(frozenset(board.ids(rule.cells)) for rule in rules if isinstance(rule, Region))


@lru_cache(maxsize=256)
def areas(board: Board, rules: tuple[Rule, ...]) -> tuple[Area, ...]:
    """The grid areas that the rules of a file span, each once."""
    return tuple(dict.fromkeys(area for rule in rules if (area := rule.area(board)) is not None))


def inside(cells: Sequence[Cell], sets: Sequence[frozenset[Cell]]) -> bool:
    """Whether all cells lie in one of the sets."""
    return any(part.issuperset(cells) for part in sets)


@lru_cache(maxsize=256)
def _grids(board: Board, rules: tuple[Rule, ...]) -> tuple[frozenset[Cell], ...]:
    """The cells of every grid area; the whole board where no grid is stated."""
    return tuple(area.cells(board) for area in areas(board, rules)) or (frozenset(range(len(board.cells))),)


@lru_cache(maxsize=256)
def grid_pairs(board: Board, rules: tuple[Rule, ...]) -> tuple[Pair, ...]:
    """The orthogonal pairs that lie inside one grid area, in board order; all where no grid is stated."""
    grids = _grids(board, rules)
    return tuple(pair for pair in neighbourhood(board, "orthogonal") if inside(pair, grids))


@lru_cache(maxsize=256)
def grid_blocks(board: Board, rules: tuple[Rule, ...]) -> tuple[Block, ...]:
    """The 2×2 blocks that lie inside one grid area, in reading order; all where no grid is stated."""
    grids = _grids(board, rules)
    return tuple(block for block in blocks(board) if inside(block, grids))


def area_cells(area: Scope, board: Board) -> frozenset[Cell]:
    """The cells of a checked ``area``."""
    if isinstance(area, str):
        return frozenset(cell for row in square(area, board) for cell in row)
    return frozenset(board.ids(area))


def check_area(area: Scope, board: Board) -> None:
    """Raise Fault for an ``area`` with a cell that does not exist; origins are left to ``check_origin``."""
    if not isinstance(area, str):
        board.require_all(area, ".area", distinct=False)


def check_origin(area: Scope, board: Board, rules: tuple[Rule, ...]) -> None:
    """Raise Fault for an ``area`` that names no grid of the file."""
    if isinstance(area, str) and area not in {known.origin for known in areas(board, rules)}:
        raise Fault(f"no grid of this file starts at {area!r:.40}; write such an origin or a list of cells", ".area")


@lru_cache(maxsize=256)
def _all_different(board: Board, rules: tuple[Rule, ...]) -> tuple[frozenset[Cell], ...]:
    """The houses and regions of a file; cages do not count."""
    houses = [frozenset(house.cells) for rule in rules for house in rule.houses(board, rules)]
    return tuple(dict.fromkeys([*houses, *regions(board, rules)]))


def share_house(a: Cell, b: Cell, board: Board, rules: tuple[Rule, ...]) -> bool:
    """Whether two cells share a house or a region."""
    return inside((a, b), _all_different(board, rules))


OPERATIONS: dict[str, Callable[[Digit, Digit, int], bool]] = {
    "difference": lambda v, w, n: abs(v - w) == n,
    "sum": lambda v, w, n: v + w == n,
    "ratio": lambda v, w, n: v == n * w or w == n * v,
    "product": lambda v, w, n: v * w == n,
}
"""Numbered pair clues: name -> test (v, w, number), in the order in which ``numbered_clue`` looks."""


@lru_cache(maxsize=4096)
def numbered_pairs(operation: str, number: int, digits: int, repeats: bool) -> DigitPairs:
    """The ordered digit pairs that satisfy a numbered clue; equal digits only if ``repeats``."""
    test = OPERATIONS[operation]
    span = product(range(1, digits + 1), repeat=2)
    return frozenset((v, w) for v, w in span if (repeats or v != w) and test(v, w, number))


def numbered_table(operation: str, number: int, cells: Pair, board: Board, rules: tuple[Rule, ...]) -> Table:
    """The table of a numbered clue on two cells; equal digits are left out where the cells share a house or region."""
    allowed = numbered_pairs(operation, number, board.digits, not share_house(*cells, board, rules))
    return table(cells, board.digits, lambda v, w: (v, w) in allowed)


@lru_cache(maxsize=64)
def _clues(digits: int, repeats: bool) -> dict[DigitPairs, tuple[str, int]]:
    """Digit pairs -> the first numbered clue that they satisfy, differences before sums, ratios and products.

    On cells that may repeat a digit, a clue stands for all its pairs; on others also for those of different digits.
    """
    found: dict[DigitPairs, tuple[str, int]] = {}
    for operation in OPERATIONS:
        last = digits**2 if operation == "product" else 2 * digits
        for number in range(1, last + 1):
            for equal in (True,) if repeats else (True, False):
                found.setdefault(numbered_pairs(operation, number, digits, equal), (operation, number))
    found.pop(frozenset(), None)
    return found


def numbered_clue(pairs: DigitPairs, digits: int, repeats: bool) -> tuple[str, int] | None:
    """The canonical numbered clue (operation, number) of a set of ordered digit pairs; None when no clue has it."""
    return _clues(digits, repeats).get(pairs)


def canonical_clue(operation: str, number: int, cells: Pair, board: Board, rules: tuple[Rule, ...]) -> tuple[str, int]:
    """The canonical spelling of a numbered clue on two cells; the clue itself where nothing satisfies it."""
    repeats = not share_house(*cells, board, rules)
    pairs = numbered_pairs(operation, number, board.digits, repeats)
    return numbered_clue(pairs, board.digits, repeats) or (operation, number)
