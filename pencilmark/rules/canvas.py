"""What the ``draw`` hooks of rules may draw on. Cells are ids; roles are names of the style sheet in ``draw.py``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..board import Cell


class Canvas(Protocol):
    """The marks of variant sudokus, named by what solvers call them."""

    def border(self, cells: Sequence[Cell]) -> None:
        """Bold outline around a set of cells."""

    def shade(self, cells: Sequence[Cell], role: str) -> None:
        """Fill cells in the colour of a role."""

    def path(self, cells: Sequence[Cell], role: str) -> None:
        """Thin line through the cell centres, lengthened to the corners of its end cells where it is diagonal."""

    def cage(self, cells: Sequence[Cell], label: str = "") -> None:
        """Dashed outline inside the border of a set of cells, with a small label in its first cell."""

    def line(self, cells: Sequence[Cell], role: str, closed: bool = False) -> None:
        """Broad line through the cell centres; the role gives colour and width."""

    def bulb(self, cell: Cell, role: str) -> None:
        """Filled disc, such as the bulb of a thermometer."""

    def circle(self, cells: Sequence[Cell], role: str) -> None:
        """Outline around one cell (a circle) or several in a row (a pill)."""

    def arrow(self, cells: Sequence[Cell], role: str) -> None:
        """Line through the cell centres with a head at the last one; it starts at the rim of a circle on the first."""

    def mark(self, cell: Cell, shape: str, role: str) -> None:
        """Shape behind a digit: ``circle``, ``square``, ``diamond``."""

    def label(self, cell: Cell, text: str, place: str = "top-left") -> None:
        """Small text in a cell: ``top-left``, ``top-right``, ``bottom-left`` or ``bottom-right``."""

    def dot(self, a: Cell, b: Cell, role: str, text: str = "") -> None:
        """Disc on the border of two adjacent cells (role ``white`` or ``black``), with an optional text."""

    def sign(self, a: Cell, b: Cell, text: str) -> None:
        """Letter or number on the border of two adjacent cells."""

    def greater(self, a: Cell, b: Cell) -> None:
        """Inequality sign on the border of two adjacent cells, open towards the greater cell ``a``."""

    def corner(self, cells: Sequence[Cell], text: str, role: str = "white") -> None:
        """Circled text where the four cells of a 2×2 block meet; without a text, a small checkerboard."""

    def link(self, a: Cell, b: Cell, text: str, directed: bool = False) -> None:
        """Thin dashed line between two cells anywhere on the board, with a text in its middle.

        A ``directed`` link turns its text so that it is read from ``a`` to ``b``.
        """

    def outside(self, cells: Sequence[Cell], side: str, text: str) -> None:
        """Clue beside the first cell on that side of it, with a small arrow where the cells run diagonally."""

    def outline(self, cells: Sequence[Cell], role: str) -> None:
        """Coloured outline inside the border of a set of cells, in a colour of its own for every rule."""

    def note(self, text: str) -> None:
        """A rule about the whole board that has no place on it: a line of text below the drawing."""
