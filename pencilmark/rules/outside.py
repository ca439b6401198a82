"""Clues outside the grid: which cells they read, on which side they stand.

::

             13                  side top: the cells run downwards
          +---------
        7 | a  b  c              side left: the cells run to the right
          | d  e  f
          | g  h  i              "cells" are listed from the clue inwards: a, b, c for the 7
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from ..board import Cell
from .base import Board, CellList, CellName, Fault, Rule, bare, to_json
from .canvas import Canvas

Side = Literal["top", "bottom", "left", "right"]

_INWARD: dict[Side, tuple[int, int]] = {"top": (1, 0), "bottom": (-1, 0), "left": (0, 1), "right": (0, -1)}
_PLACE: dict[Side, str] = {"top": "above", "bottom": "below", "left": "left of", "right": "right of"}

_EXACT_DIGITS = 9
"""Up to this many digits an automaton may remember the set of digits it has read: 512 sets."""


def check_outside(names: Sequence[CellName], side: Side, board: Board, *, diagonal: bool = False) -> tuple[Cell, ...]:
    """Cell ids of an outside clue, listed from the clue inwards.

    Parameters
    ----------
    names : sequence of str
        Value of ``cells``, at least one name.
    side : str
        Where the clue is drawn.
    board : Board
    diagonal : bool
        Whether the cells may also run diagonally.

    Raises
    ------
    Fault
        A cell is missing, the clue would stand on a cell, or the cells do not run straight away from it.
    """
    cells = board.require_all(names, ".cells", distinct=False)
    at = [board.cells[cell] for cell in cells]
    if not _stands_free(at[0], side, board):
        text = f"there is a cell {_PLACE[side]} {names[0]}, so no clue fits there; start at a border or name its side"
        raise Fault(text, ".cells[0]")
    steps = [(row - r, col - c) for (r, c), (row, col) in pairwise(at)]
    for i, step in enumerate(steps, start=1):
        if not _leads_away(step, side) or not (diagonal or step == _INWARD[side]):
            text = f"{names[i]} does not lead away from a clue {_PLACE[side]} {names[0]}; list the cells clue first"
            raise Fault(text, f".cells[{i}]")
        if step != steps[0]:
            raise Fault(f"{names[i]} leaves the run of the cells before it; list one straight run", f".cells[{i}]")
    return cells


def border_side(cells: Sequence[Cell], board: Board) -> Side | None:
    """Side of the clue whose cells run from a border: top or bottom before left or right; None for other cells.

    A single cell takes the first side where no cell adjoins.
    """
    at = [board.cells[cell] for cell in cells]
    steps = {(row - r, col - c) for (r, c), (row, col) in pairwise(at)}
    if len(steps) > 1:
        return None
    for side in _INWARD:
        if _stands_free(at[0], side, board) and all(_leads_away(step, side) for step in steps):
            return side
    return None


def clue_place(side: Side, cells: Sequence[CellName]) -> str:
    """Where an outside clue stands, in words: ``above r1c3``."""
    return f"{_PLACE[side]} {cells[0]}"


def told_apart(families: Mapping[str, Sequence[Rule]], board: Board, *, sides: bool) -> dict[str, str]:
    """Addition to the sentence of each family whose numbers outside the grid could be taken for another's.

    Parameters
    ----------
    families : mapping
        Name of a family -> its rules; those that write no number, or an arrow with it, are left alone.
    board : Board
    sides : bool
        Whether a side of the board may stand for all numbers on it; with several grids it may not.

    Returns
    -------
    dict
        Name -> sentence with the places of its numbers; empty unless there are two such families.
    """
    stated = {name: [place for rule in rules if (place := _number(rule, board))] for name, rules in families.items()}
    stated = {name: places for name, places in stated.items() if places}
    if len(stated) < 2:
        return {}
    taken = Counter(side for places in stated.values() for side in {side for side, _ in places})
    short = sides and max(taken.values()) == 1
    return {name: f" These are the numbers {_places(places, short)}." for name, places in stated.items()}


def _number(rule: Rule, board: Board) -> tuple[Side, CellName] | None:
    """Side and first cell of a number that stands without an arrow outside the grid."""
    side: Side | UnsetType = getattr(rule, "side", UNSET)
    cells: CellList = getattr(rule, "cells", ())
    if side is UNSET or not isinstance(getattr(rule, "sum", getattr(rule, "value", None)), int):
        return None
    (row, col), (last_row, last_col) = (board.cells[board.ids(cells)[i]] for i in (0, -1))
    return (side, cells[0]) if row == last_row or col == last_col else None


def _places(places: Sequence[tuple[Side, CellName]], short: bool) -> str:
    found = [side for side in _PLACE if any(side == one for one, _ in places)]
    if short:
        return f"{_and([_PLACE[side] for side in found])} the grid"
    return ", ".join(f"{_PLACE[side]} {_and([name for one, name in places if one == side])}" for side in found)


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def remembers(cells: Sequence[Cell], board: Board, rules: tuple[Rule, ...]) -> bool:
    """Whether an automaton may read these cells with the set of used digits in its states.

    That is sound when one house holds all cells, and small enough up to nine digits; it makes one exact
    reading of "the digits differ" and the clue.
    """
    if board.digits > _EXACT_DIGITS:
        return False
    return any(house.issuperset(cells) for house in _houses(board, rules))


@lru_cache(maxsize=64)
def _houses(board: Board, rules: tuple[Rule, ...]) -> tuple[frozenset[Cell], ...]:
    return tuple(frozenset(house.cells) for rule in rules for house in rule.houses(board, rules))


def _stands_free(first: tuple[int, int], side: Side, board: Board) -> bool:
    down, right = _INWARD[side]
    return (first[0] - down, first[1] - right) not in board.index


def _leads_away(step: tuple[int, int], side: Side) -> bool:
    down, right = _INWARD[side]
    return max(map(abs, step)) == 1 and step[0] * down + step[1] * right == 1


class OutsideClue(Rule, frozen=True):
    """Base of the clues that stand beside a row or a column and read it from their side."""

    side: Side
    cells: CellList

    def check(self, board: Board) -> None:
        """Raise Fault unless the cells run straight away from the side."""
        check_outside(self.cells, self.side, board)

    def canonical(self, board: Board) -> OutsideClue:
        """The clue on the first side where it may stand; only a single cell leaves a choice."""
        return msgspec.structs.replace(self, side=border_side(board.ids(self.cells), board) or self.side)

    def hashed(self, board: Board) -> dict[str, Any]:
        """The object itself: the cells keep their order."""
        return to_json(bare(self))

    def element(self, board: Board) -> str:
        """Name of the clue and its place: ``sandwich clue above r1c3``."""
        return f"{self.NOUN} {clue_place(self.side, self.cells)}"

    def phrase(self, board: Board) -> str:
        """The clue with what it says and its place: ``the sandwich clue 14 above r1c3``."""
        return f"the {self.NOUN} {self.text()} {clue_place(self.side, self.cells)}"

    def text(self) -> str:
        """What is written outside the grid."""
        raise NotImplementedError

    def draw(self, canvas: Canvas, board: Board) -> None:
        """Write the clue beside its first cell."""
        canvas.outside(board.ids(self.cells), self.side, self.text())
