"""Cell clues: one spelling for odd and even, low and high, and excluded digits (C7).

::

    odd on a 2×2 block in order        ->  corner mathrax, odd
    exclude 5 on a 2×2 block in order  ->  corner exclude 5
    low 4 without a negative           ->  set 1 2 3 4
    low / high 5 and their negative    ->  every high cell, and the negative of high
    negative of odd                    ->  even on all unmarked cells
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import UNSET

from ..board import Cell
from ..rules.base import Board, Rule
from ..rules.cell import CellClue
from ..rules.negative import Negative

_OTHER: dict[str, Literal["odd", "even"]] = {"odd": "even", "even": "odd"}


def cell_rules(board: Board, clues: tuple[Rule, ...]) -> Iterator[Rule]:
    """Yield the canonical spelling of the cell clues of a file, in file order."""
    complete = {rule.split for rule in clues if isinstance(rule, Negative) and rule.split is not UNSET}
    done: set[int] = set()
    for rule in clues:
        if not isinstance(rule, CellClue | Negative):
            yield rule
        elif rule.split is UNSET:
            yield from _marks(rule, board, clues)
        elif rule.split in complete:
            if rule.split not in done:
                yield from _halves(rule.split, board, clues)
            done.add(rule.split)
        elif isinstance(rule, CellClue):
            yield _as_set(rule, board)


def _marks(rule: CellClue | Negative, board: Board, clues: tuple[Rule, ...]) -> Iterator[Rule]:
    """Odd, even, set and exclude: one rule per excluded digit, the other parity for a negative."""
    if isinstance(rule, Negative):
        cells = tuple(board.name(cell) for (cell,) in rule.uncovered(board, clues))
        if cells:
            yield CellClue(kind=_OTHER[str(rule.kind)], cells=cells).canonical(board)
    elif rule.kind == "exclude":
        for value in dict.fromkeys(rule.listed):
            yield msgspec.structs.replace(rule, values=(value,)).canonical(board)
    else:
        yield rule.canonical(board)


def _digits(clue: CellClue, board: Board) -> tuple[int, ...]:
    """The digits of a low or high clue, ascending."""
    low = min(clue.limit, board.digits)
    return tuple(range(1, low + 1)) if clue.kind == "low" else tuple(range(low + 1, board.digits + 1))


def _as_set(clue: CellClue, board: Board) -> CellClue:
    """The set of the digits of a low or high clue; the clue itself where it leaves no digit."""
    digits = _digits(clue, board)
    return CellClue(kind="set", values=digits, cells=clue.cells) if digits else clue


def _halves(split: int, board: Board, clues: tuple[Rule, ...]) -> Iterator[Rule]:
    """All clues and negatives of one split: the cells that are high, and the negative of high.

    Low cells that no negative reaches, or that are high as well, are kept as sets.
    """
    low: set[Cell] = set()
    high: set[Cell] = set()
    scopes: dict[Negative, frozenset[Cell]] = {}
    for rule in clues:
        if isinstance(rule, CellClue) and rule.split == split:
            (low if rule.kind == "low" else high).update(board.ids(rule.cells))
        elif isinstance(rule, Negative) and rule.split == split:
            unmarked = {cell for (cell,) in rule.uncovered(board, clues)}
            (high if rule.kind == "low" else low).update(unmarked)
            scope = rule.reach(board) or frozenset(range(len(board.cells)))
            scopes.setdefault(Negative(of="cell", kind="high", split=split, zone=rule.zone), scope)
    if high:
        yield CellClue(kind="high", split=split, cells=_names(high, board))
    yield from scopes
    loose = low - (frozenset().union(*scopes.values()) - high)
    if loose:
        yield _as_set(CellClue(kind="low", split=split, cells=_names(loose, board)), board)


def _names(cells: set[Cell], board: Board) -> tuple[str, ...]:
    return tuple(board.name(cell) for cell in sorted(cells))
