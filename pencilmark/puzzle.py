"""The frozen engine Puzzle: what all loaders produce and all solvers read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from .board import Cell, Mask, cell_name, full_mask


@dataclass(frozen=True, slots=True)
class Group:
    """Cells that hold different digits.

    ``kind`` is one of row, col, box, diag, window, region, cage. ``complete`` means exactly as
    many cells as digits, so every digit occurs once. ``total`` is a cage sum, or None.
    """

    kind: str
    cells: tuple[Cell, ...]
    complete: bool
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """A condition on the digits of the ordered pair (a, b): ``op`` with its ``params``."""

    op: str
    a: Cell
    b: Cell
    params: tuple[int, ...] = ()


@dataclass(frozen=True)
class Puzzle:
    """One puzzle, ready for the engine.

    Attributes
    ----------
    digits : int
        D; the puzzle uses the digits 1 … D.
    rows, cols : int
        Size of the bounding rectangle.
    cells : tuple of (row, col)
        The existing cells, 0-based, in reading order; the index is the cell id.
    givens : tuple of int
        One entry per cell, 0 = empty.
    domains : tuple of int
        One digit mask per cell (bit d−1 = digit d).
    groups : tuple of Group
        Houses first, grid by grid (rows, columns, boxes), then regions and cages.
    relations : tuple of Relation
    constraints : tuple
        Many-cell constraints (records of ``pencilmark.constraints``).
    rules : tuple
        The rule records (``pencilmark.rules``) this puzzle was expanded from, for writing back.
    meta : mapping
        Free-form information that never changes solving.
    solution : tuple of int or None
        A stored solution, one digit per cell; not checked and never used for solving.
    extras : mapping
        Cosmetic top-level keys of a puzzle file (decorations, style, ext), kept for writing back.
    """

    digits: int
    rows: int
    cols: int
    cells: tuple[tuple[int, int], ...]
    givens: tuple[int, ...]
    domains: tuple[Mask, ...]
    groups: tuple[Group, ...]
    relations: tuple[Relation, ...] = ()
    constraints: tuple[Any, ...] = ()
    rules: tuple[Any, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=dict, compare=False, hash=False)
    solution: tuple[int, ...] | None = field(default=None, compare=False, hash=False)
    extras: Mapping[str, Any] = field(default_factory=dict, compare=False, hash=False)

    @cached_property
    def index(self) -> dict[tuple[int, int], Cell]:
        """(row, col) -> cell id."""
        return {rc: i for i, rc in enumerate(self.cells)}

    @cached_property
    def full(self) -> Mask:
        """Mask of all digits."""
        return full_mask(self.digits)

    def name(self, cell: Cell) -> str:
        """Name of a cell: r1c1."""
        return cell_name(*self.cells[cell])

    def _repr_svg_(self) -> str:
        from .draw import board_svg  # drawing is only loaded when a notebook asks for it

        return board_svg(self)


Status = Literal["unique", "none", "multiple", "unknown"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many solutions a puzzle has.

    Attributes
    ----------
    status : str
        ``unique``, ``none``, ``multiple`` (two or more were found) or ``unknown`` (time ran out, or a
        part of the puzzle has no encoding).
    solutions : tuple of tuple of int
        The solutions found, one digit per cell; at most the limit.
    """

    status: Status
    solutions: tuple[tuple[int, ...], ...] = ()


def expect_puzzle(value: object) -> None:
    """Raise TypeError for a string, document or path that ``load`` has not read yet."""
    if not isinstance(value, Puzzle):
        raise TypeError(f"expected a Puzzle, got {type(value).__name__}; read it with pencilmark.load first")
