"""What all lines share: a path of cells, the closed line, and lines that compare neighbours.

::

    a---b   c      Consecutive cells touch, also diagonally, so a cell cannot follow itself.
         \\ /       A line may cross itself. Closed: the last cell is also next to the first,
          d        and the first is not listed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..board import Cell, Digit
from ..constraints.regular import Automaton, Regular
from ..constraints.relation import related
from ..puzzle import Relation
from .base import Allowed, Board, CellName, Fault, Primitive, Rule, bare, to_json
from .canvas import Canvas

LineCells = Annotated[tuple[CellName, ...], Meta(min_length=2)]
Closed = bool | UnsetType

LineT = TypeVar("LineT", bound="Line")


class Line(Rule, frozen=True, kw_only=True, tag="line"):
    """Base of all lines: ordered cells that touch one after the other."""

    cells: LineCells
    closed: Closed = UNSET

    CLOSABLE: ClassVar[bool] = False
    """Whether the kind may state that its ends touch."""
    LOOPS: ClassVar[bool] = False
    """Whether closing changes the meaning: the pair of the last and the first cell obeys the rule, too."""
    NOUN: ClassVar[str] = "line"
    ROLE: ClassVar[str] = ""
    """Role of the drawn line in the style sheet."""

    def check(self, board: Board) -> None:
        """Raise Fault unless the cells are a path and the line may be closed where it says so."""
        require_path(board.require_all(self.cells, ".cells", distinct=False), board, ".cells")
        self.check_closed(board)

    def check_closed(self, board: Board) -> None:
        """Raise Fault unless the kind can be closed and the ends of a closed line touch."""
        if self.closed is not True:
            return
        kind = self.KINDS[0]
        if not self.CLOSABLE:
            raise Fault(f"a {kind} line cannot be closed; leave the key out", ".closed")
        first, last = self.cells[0], self.cells[-1]
        if not (self.LOOPS and first == last) and not touch(board.names[last], board.names[first], board):
            raise Fault(
                f"the line is closed, but its ends {first} and {last} do not touch; leave closed out", ".closed"
            )

    def read(self, board: Board) -> tuple[Cell, ...]:
        """The cells in order; a closed line of a kind that loops ends with its first cell."""
        cells = board.ids(self.cells)
        return (*cells, cells[0]) if self.LOOPS and self.closed is True and cells[0] != cells[-1] else cells

    def digits(self, grid: Sequence[Digit], board: Board) -> list[Digit]:
        """The digits in order, again with the first one at the end of a closed line."""
        return [grid[cell] for cell in self.read(board)]

    def canonical(self, board: Board) -> Line:
        """``closed`` is said only where it matters, and then the first cell is listed once."""
        cells = self.cells
        loop = self.LOOPS and (self.closed is True or cells[0] == cells[-1])
        if loop and cells[0] == cells[-1]:
            cells = cells[:-1]
        return msgspec.structs.replace(self, cells=cells, closed=True if loop else UNSET)

    def hashed(self, board: Board) -> dict[str, Any]:
        """The object as it stands: a line has a direction."""
        return to_json(bare(self))

    def draw(self, canvas: Canvas, board: Board) -> None:
        """One broad line."""
        canvas.line(board.ids(self.cells), self.ROLE, closed=self.closed is True)


class CircledLine(Line, frozen=True):
    """Base of the lines whose two end cells are circled."""

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A line with circles at its ends."""
        super().draw(canvas, board)
        cells = board.ids(self.cells)
        canvas.circle(cells[:1], self.ROLE)
        canvas.circle(cells[-1:], self.ROLE)


class PairLine(Line, frozen=True, tag="line"):
    """Base of the lines whose consecutive cells stand in one relation."""

    OP: ClassVar[str] = ""
    TECHNIQUE: ClassVar[str] = "Line Ranges"

    def params(self, board: Board) -> tuple[int, ...]:
        """Parameters of the relation."""
        return ()

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield a relation per pair of consecutive cells and the line as a whole."""
        cells, params = self.read(board), self.params(board)
        yield from relations(self.OP, pairwise(cells), board, params)
        if len(cells) > 2:
            yield Regular(cells, CHAIN, (self.OP, params), self.TECHNIQUE)


def _chain_start(params: tuple[Any, ...]) -> Digit:
    return 0


def _chain_step(state: Digit, digit: Digit, i: int, params: tuple[Any, ...]) -> Digit | None:
    op, inner = params
    return digit if not state or related(op, inner, state, digit) else None


def _chain_accept(state: Digit, params: tuple[Any, ...]) -> bool:
    return True


CHAIN = Automaton("chain", _chain_start, _chain_step, _chain_accept)
"""Neighbours in one relation; the state is the last digit."""


def relations(
    op: str, pairs: Iterable[tuple[Cell, Cell]], board: Board, params: tuple[int, ...] = ()
) -> Iterator[Relation | Allowed]:
    """One relation per pair; where a line meets itself, the digits that are in the relation to themselves."""
    for a, b in pairs:
        if a != b:
            yield Relation(op, a, b, params)
        else:
            yield Allowed(a, sum(1 << v - 1 for v in range(1, board.digits + 1) if related(op, params, v, v)))


def touch(a: Cell, b: Cell, board: Board) -> bool:
    """Whether two cells are a king's move apart."""
    (row, col), (other_row, other_col) = board.cells[a], board.cells[b]
    return max(abs(row - other_row), abs(col - other_col)) == 1


def require_path(cells: Sequence[Cell], board: Board, path: str) -> None:
    """Raise Fault unless every cell touches the one before it."""
    for i, (a, b) in enumerate(pairwise(cells), 1):
        if not touch(a, b, board):
            raise Fault(f"{board.name(b)} does not touch {board.name(a)}, the cell before it", f"{path}[{i}]")


def require_value(line: Line, key: str, board: Board) -> None:
    """Raise Fault where a parameter has no default: on boards of other than nine digits."""
    if board.digits != 9 and getattr(line, key) is UNSET:
        kind = line.KINDS[0]
        raise Fault(f"a {kind} line on a board with {board.digits} digits needs the key {key!r}")


def line_doc(kind: str, cells: str, **keys: Any) -> dict[str, Any]:
    """JSON object of a line whose cells are named in one text, for examples."""
    return {"type": "line", "kind": kind, **keys, "cells": cells.split()}
