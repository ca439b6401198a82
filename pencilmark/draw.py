"""The board as SVG text: houses, givens, candidates, highlights, and every rule's own drawing.

::

    +-----------+     bold: borders of boxes and of the board    thin: cell borders
    | 5 | 123 | |     large: givens (dark) and solved digits (blue)
    +-----------+     small: candidates, coloured by role, struck out when eliminated
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from .board import Cell, Digit, Mask
from .exchange import puzzle_board
from .puzzle import Puzzle
from .rules.base import Board

UNIT = 48
"""Side of a cell in SVG units."""
MARGIN = 6

CELL_COLOURS = {
    "pattern": "#ffe9a8", "focus": "#cfe3ff", "cause": "#e3e3e3", "window": "#ececec", "region": "#e6eef7",
}  # fmt: skip
CANDIDATE_COLOURS = {
    "pattern": "#2f9e44", "on": "#2f9e44", "off": "#1c7ed6", "fin": "#9c36b5", "place": "#2f9e44",
    "eliminate": "#e03131",
}  # fmt: skip
LINE_COLOURS = {"diagonal": "#9a9a9a"}

_LAYERS = {
    "thin": 'fill="none" stroke="#8a8a8a" stroke-width="1"',
    "bold": 'stroke="#111" stroke-width="3" stroke-linecap="square"',
    "marks": 'fill="#555" font-family="Helvetica,Arial,sans-serif" text-anchor="middle"',
    "given": 'fill="#111" font-size="30" font-family="Helvetica,Arial,sans-serif" text-anchor="middle"',
    "solved": 'fill="#1864ab" font-size="30" font-family="Helvetica,Arial,sans-serif" text-anchor="middle"',
}
"""Layer -> shared attributes, bottom layer first (fills and rule drawings lie below all of them)."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """What to point at on a board.

    Attributes
    ----------
    cells : mapping Cell -> role
        Cells to fill; roles are the keys of CELL_COLOURS.
    candidates : mapping (Cell, Digit) -> role
        Candidates to ring; roles are the keys of CANDIDATE_COLOURS.
    eliminations : collection of (Cell, Digit)
        Candidates to strike out.
    """

    cells: Mapping[Cell, str] = field(default_factory=dict)
    candidates: Mapping[tuple[Cell, Digit], str] = field(default_factory=dict)
    eliminations: Collection[tuple[Cell, Digit]] = ()


def board_svg(
    puzzle: Puzzle,
    digits: Sequence[Digit] | None = None,
    candidates: Sequence[Mask] | None = None,
    highlights: Highlights | None = None,
) -> str:
    """SVG drawing of a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
    digits : sequence of int, optional
        One digit per cell, 0 = empty, such as a solution; those that are no givens are drawn in blue.
    candidates : sequence of int, optional
        One digit mask per cell; drawn as small digits in the cells without a digit. By default the
        candidates of the puzzle itself are drawn, if it states any.
    highlights : Highlights, optional

    Returns
    -------
    str
        A complete ``<svg>`` element; the same text for the same input.
    """
    board = puzzle_board(puzzle)
    sheet = _Sheet(board)
    marks = highlights or Highlights()
    for rule in puzzle.rules:
        rule.draw(sheet, board)
    for cell, role in sorted(marks.cells.items()):
        sheet.shade([cell], role)
    values = [given or (digits[cell] if digits else 0) for cell, given in enumerate(puzzle.givens)]
    small = candidates or [0 if mask == puzzle.full else mask for mask in puzzle.domains]
    for cell, value in enumerate(values):
        if value:
            sheet.digit(cell, value, "given" if puzzle.givens[cell] else "solved")
        else:
            sheet.marks(cell, small[cell], marks)
    return sheet.svg()


class _Sheet:
    """Collects shapes in layers; later layers lie on top. Implements ``rules.base.Canvas``."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.fills: list[str] = []
        self.lines: list[str] = []
        self.borders: set[tuple[int, int, int, int]] = set()
        self.layers: dict[str, list[str]] = {name: [] for name in _LAYERS}
        self.border(range(len(board.cells)))

    def border(self, cells: Sequence[Cell]) -> None:
        """Bold outline around a set of cells."""
        inside = {self.board.cells[cell] for cell in cells}
        for row, col in inside:
            sides = (
                ((row - 1, col), (row, col, row, col + 1)),
                ((row + 1, col), (row + 1, col, row + 1, col + 1)),
                ((row, col - 1), (row, col, row + 1, col)),
                ((row, col + 1), (row, col + 1, row + 1, col + 1)),
            )
            self.borders.update(edge for neighbour, edge in sides if neighbour not in inside)

    def shade(self, cells: Sequence[Cell], role: str) -> None:
        """Fill cells in the colour of a role."""
        for cell in cells:
            row, col = self.board.cells[cell]
            box = f'x="{_at(col)}" y="{_at(row)}" width="{UNIT}" height="{UNIT}"'
            self.fills.append(f'<rect {box} fill="{CELL_COLOURS[role]}"/>')

    def path(self, cells: Sequence[Cell], role: str) -> None:
        """Line through the cell centres, lengthened to the corners of its end cells where it is diagonal."""
        points = [(col + 0.5, row + 0.5) for row, col in (self.board.cells[cell] for cell in cells)]
        if len(points) > 1:
            points = [_beyond(points[1], points[0]), *points, _beyond(points[-2], points[-1])]
        drawn = " ".join(f"{_at(x)},{_at(y)}" for x, y in points)
        self.lines.append(f'<polyline points="{drawn}" fill="none" stroke="{LINE_COLOURS[role]}" stroke-width="2"/>')

    def digit(self, cell: Cell, digit: Digit, layer: str) -> None:
        """A large digit."""
        row, col = self.board.cells[cell]
        self.layers[layer].append(f'<text x="{_at(col + 0.5)}" y="{_at(row + 0.5)}" dy="0.36em">{digit}</text>')

    def marks(self, cell: Cell, mask: Mask, highlights: Highlights) -> None:
        """Small digits in a √D × √D raster, ringed and struck out as the highlights say."""
        columns = next(n for n in range(1, self.board.digits + 1) if n * n >= self.board.digits)
        row, col = self.board.cells[cell]
        step = 0.92 / columns
        size = UNIT * step * (0.85 if self.board.digits < 10 else 0.66)
        for digit in range(1, self.board.digits + 1):
            struck = (cell, digit) in highlights.eliminations
            role = "eliminate" if struck else highlights.candidates.get((cell, digit), "")
            if not (mask >> (digit - 1) & 1 or role):
                continue
            x = _at(col + 0.04 + step * ((digit - 1) % columns + 0.5))
            y = _at(row + 0.04 + step * ((digit - 1) // columns + 0.5))
            colour = CANDIDATE_COLOURS.get(role, "")
            if colour:
                self.layers["marks"].append(f'<circle cx="{x}" cy="{y}" r="{size * 0.58:.1f}" fill="{colour}"/>')
            fill = ' fill="#fff"' if colour else ""
            self.layers["marks"].append(
                f'<text x="{x}" y="{y}" dy="0.36em" font-size="{size:.1f}"{fill}>{digit}</text>'
            )
            if struck:
                reach = round(UNIT * step * 0.45, 1)
                ends = f'x1="{x - reach:.1f}" y1="{y + reach:.1f}" x2="{x + reach:.1f}" y2="{y - reach:.1f}"'
                self.layers["marks"].append(f'<line {ends} stroke="#111" stroke-width="1.5"/>')

    def svg(self) -> str:
        """The finished drawing."""
        for row, col in self.board.cells:
            self.layers["thin"].append(f'<rect x="{_at(col)}" y="{_at(row)}" width="{UNIT}" height="{UNIT}"/>')
        for top, left, bottom, right in sorted(self.borders):
            ends = f'x1="{_at(left)}" y1="{_at(top)}" x2="{_at(right)}" y2="{_at(bottom)}"'
            self.layers["bold"].append(f"<line {ends}/>")
        width, height = (UNIT * n + 2 * MARGIN for n in (self.board.cols, self.board.rows))
        size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" style="max-width:100%;height:auto"'
        shapes = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', *self.fills, *self.lines]
        for name, attributes in _LAYERS.items():
            shapes += [f"<g {attributes}>", *self.layers[name], "</g>"]
        return "\n".join([*shapes, "</svg>"])


def _at(place: float) -> float | int:
    """SVG coordinate of a place given in cells."""
    value = round(MARGIN + UNIT * place, 1)
    return int(value) if value == int(value) else value


def _beyond(before: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    """Half a step further than ``end``, coming from ``before``."""
    return end[0] + (end[0] - before[0]) / 2, end[1] + (end[1] - before[1]) / 2
