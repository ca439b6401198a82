"""Sums and equal sums by their geometry: one rule for every way to say the same (C8, C9).

::

    sum of a straight run from the border  ->  frame         equal sums [a, e] [b, d] [c]  ->  zipper a b c d e
    sum of a 2×2 block in order            ->  corner        equal sums [a, d] [b, c, …]   ->  double arrow
    any other sum                          ->  group         pieces cut at box borders     ->  region sum
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..board import Cell
from ..rules.base import Board, Rule
from ..rules.equal_sum import EqualSum
from ..rules.line import touch
from ..rules.line_sums import DoubleArrow, RegionSum, Zipper, pieces
from ..rules.outside import Side, border_side
from ..rules.shared import blocks
from ..rules.sums import CornerSum, Frame, GroupSum

Segments = Sequence[tuple[Cell, ...]]


def plain_sum(rule: Rule, board: Board) -> Rule:
    """A frame, corner or group sum in the kind that its cells ask for; any other rule as it is."""
    if not isinstance(rule, Frame | CornerSum | GroupSum):
        return rule
    cells = board.ids(rule.cells)
    side = _frame_side(cells, board)
    if side is not None:
        return Frame(kind="frame", sum=rule.sum, side=side, cells=rule.cells)
    if cells in blocks(board):
        return CornerSum(kind="corner", sum=rule.sum, cells=rule.cells)
    return GroupSum(kind="group", sum=rule.sum, cells=rule.cells)


def _frame_side(cells: tuple[Cell, ...], board: Board) -> Side | None:
    """Side from which the cells run straight inwards; at least two of them, and fewer than the digits."""
    if not 2 <= len(cells) < board.digits:
        return None
    (row, col), (next_row, next_col) = board.cells[cells[0]], board.cells[cells[1]]
    return border_side(cells, board) if row == next_row or col == next_col else None


def equal_sum(rule: Rule, board: Board, rules: tuple[Rule, ...]) -> Rule:
    """A double arrow or an equal sum as the line that its segments draw; any other rule as it is."""
    if isinstance(rule, DoubleArrow):
        first, *inner, last = board.ids(rule.cells)
        segments: Segments = ((first, last), tuple(inner))
    elif isinstance(rule, EqualSum):
        segments = tuple(board.ids(segment) for segment in rule.segments)
    else:
        return rule
    return _as_line(segments, board, rules) or EqualSum(segments=tuple(_names(s, board) for s in segments))


def _as_line(segments: Segments, board: Board, rules: tuple[Rule, ...]) -> Rule | None:
    nested = _nested(segments)
    if nested and _is_path(nested, board, distinct=True):
        return Zipper(kind="zipper", cells=_names(nested, board))
    first, second = segments[0], segments[1]
    if len(segments) == 2 and len(first) == 2:
        through = (first[0], *second, first[1])
        if _is_path(through, board):
            return DoubleArrow(kind="double_arrow", cells=_names(through, board))
    joined = tuple(cell for segment in segments for cell in segment)
    if _is_path(joined, board, distinct=True) and pieces(joined, board, rules) == list(segments):
        return RegionSum(kind="region_sum", cells=_names(joined, board))
    return None


def _nested(segments: Segments) -> tuple[Cell, ...]:
    """The pairs around the middle, outermost first; empty unless all segments but a single last cell are pairs."""
    middle = segments[-1] if len(segments[-1]) == 1 else ()
    pairs = segments[:-1] if middle else segments
    if any(len(pair) != 2 for pair in pairs):
        return ()
    return (*(a for a, _ in pairs), *middle, *(b for _, b in reversed(pairs)))


def _is_path(cells: tuple[Cell, ...], board: Board, distinct: bool = False) -> bool:
    """Whether every cell touches the one before it, and (if ``distinct``) none comes twice."""
    return all(touch(a, b, board) for a, b in pairwise(cells)) and not (distinct and len(set(cells)) < len(cells))


def _names(cells: Sequence[Cell], board: Board) -> tuple[str, ...]:
    return tuple(board.name(cell) for cell in cells)
