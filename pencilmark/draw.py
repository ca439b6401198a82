"""The board as SVG text: houses, givens, candidates, highlights, and every rule's own drawing.

::

        12            outside clues: in a margin that only grows where clues stand
    +-----------+     bold: borders of boxes and of the board    thin: cell borders
    | 5 | 123 | |     large: givens (dark) and solved digits (blue)
    +-----------+     small: candidates, coloured by role, struck out when eliminated
    notes             rules about the whole board
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import atan2, degrees
from textwrap import wrap

from .board import Cell, Digit, Mask
from .draw_marks import (
    UNIT,
    Look,
    Point,
    borders,
    box,
    caption,
    centre,
    diamond,
    disc,
    head,
    leaving,
    line,
    middle,
    outline,
    px,
    runs,
    squares,
    text_width,
    xy,
)
from .exchange import puzzle_board
from .puzzle import Puzzle
from .rules.base import Board, build

MARGIN = 6
"""Empty space around everything, in SVG units."""

CELL_COLOURS = {
    "pattern": "#ffe9a8", "focus": "#cfe3ff", "cause": "#e3e3e3", "window": "#e4e4e4", "region": "#dfebf8",
    "area": "#f1ecdc",
}  # fmt: skip
"""Role -> fill of a cell."""
CANDIDATE_COLOURS = {
    "pattern": "#2f9e44", "on": "#2f9e44", "off": "#1c7ed6", "fin": "#9c36b5", "place": "#2f9e44",
    "eliminate": "#e03131",
}  # fmt: skip
"""Role -> colour of a ringed candidate."""
PATHS = {"diagonal": Look("#7f9fd1", 0.04)}
"""Role -> look of a thin line."""
LINES = {
    "thermo": Look("#cfcfcf", 0.32), "slow_thermo": Look("#c4d3e3", 0.32), "whisper": Look("#97df97", 0.22),
    "renban": Look("#e6aef4", 0.22), "region_sum": Look("#9ecbf7", 0.22), "palindrome": Look("#cacaca", 0.22),
    "entropic": Look("#f8c49a", 0.22), "modular": Look("#86d3cb", 0.22), "parity": Look("#f5a8a8", 0.22),
    "zipper": Look("#cfc0f5", 0.22), "between": Look("#c2c2c2", 0.1), "lockout": Look("#b4cbee", 0.1),
    "double_arrow": Look("#c9ab86", 0.1), "vudoku": Look("#b9d8b0", 0.16),
}  # fmt: skip
"""Role -> look of a broad line."""
BULB = 0.39
"""Radius of a bulb; it has the colour of its line."""
RIMS = {
    "arrow": Look("#8c8c8c", 0.06), "between": Look("#a6a6a6", 0.06, "#fff"),
    "double_arrow": Look("#b08c60", 0.06, "#fff"), "count": Look("#6f8fb5", 0.05),
}  # fmt: skip
"""Role -> look of the outline around one or several cells in a row."""
RIM = 0.39
"""Radius of a circle or a pill."""
ARROWS = {"arrow": Look("#8c8c8c", 0.06), "cupid": Look("#e08aa6", 0.06)}
"""Role -> look of an arrow."""
SHAPES = {
    "odd": Look("none", 0, "#d4d4d4"), "even": Look("none", 0, "#d4d4d4"), "lockout": Look("#8aa9d8", 0.06, "#fff"),
}  # fmt: skip
"""Role -> look of a shape behind a digit; one with a stroke lies above the lines."""
DOTS = {"white": Look("#111", 0.035, "#fff"), "black": Look("#111", 0.035, "#111")}
"""Role -> look of a dot on a border; its text is white on a black dot."""
CORNERS = {"white": Look("#111", 0.03, "#fff"), "checkered": Look("#111", 0.03, "#fff")}
"""Role -> look of the disc where four cells meet."""
OUTLINES = {"clone": 0, "twin": 1, "count": 2, "clue": 3, "sum": 3, "equal_sum": 4}
"""Role -> place in PALETTE of the first rule that outlines cells; each further rule takes the next colour."""
PALETTE = ("#7a9cc6", "#a68fd6", "#6fae8b", "#c39b5f", "#d17f7f", "#5fb0ba", "#c77fb3", "#98a24a")
"""Colours that tell apart what belongs together, for outlines and for cages in several parts."""
OTHER = Look("#a8a8a8", 0.08)
"""Look of a role without an entry."""

LABEL_SIZE, OUTSIDE_SIZE = 11, 20
"""Font sizes of small texts in cells and of outside clues."""

_TEXT = 'font-family="Helvetica,Arial,sans-serif" text-anchor="middle"'
_HALO = 'paint-order="stroke" stroke="#fff" stroke-width="3" stroke-linejoin="round"'
_ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
_LAYERS = {
    "fills": "",
    "shapes": "",
    "lines": _ROUND,
    "paths": "",
    "rims": "",
    "arrows": _ROUND,
    "thin": 'fill="none" stroke="#8a8a8a" stroke-width="1"',
    "outlines": 'fill="none" stroke-width="2.4"',
    "cages": 'fill="none" stroke="#333" stroke-width="1.2" stroke-dasharray="4 3"',
    "bold": 'stroke="#111" stroke-width="3" stroke-linecap="square"',
    "links": 'fill="none" stroke="#555" stroke-width="1.2" stroke-dasharray="2 3"',
    "signs": f'fill="none" stroke="#111" stroke-width="1.8" {_ROUND}',
    "clues": f'fill="#111" {_TEXT}',
    "marks": f'fill="#555" {_TEXT}',
    "given": f'fill="#111" font-size="30" {_TEXT}',
    "solved": f'fill="#1864ab" font-size="30" {_TEXT}',
    "labels": f'fill="#111" font-size="{LABEL_SIZE}" {_TEXT}',
    "outside": f'fill="#222" font-size="{OUTSIDE_SIZE}" {_TEXT}',
    "pointers": f'fill="none" stroke="#222" stroke-width="1.4" {_ROUND}',
    "notes": 'fill="#444" font-size="12" font-family="Helvetica,Arial,sans-serif"',
}
"""Layer -> shared attributes, bottom layer first."""

_SIDES: dict[str, Point] = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}
_PLACES: dict[str, Point] = {"top-left": (0, 0), "top-right": (1, 0), "bottom-left": (0, 1), "bottom-right": (1, 1)}
_SHIFTS = (0.0, 0.29, -0.29)
"""Where the first, second and third clue on one border stand along it."""


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
        candidates that the puzzle states beyond its rules are drawn, as in a Sukaku.
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
        sheet.begin_rule()
        rule.draw(sheet, board)
    for cell, role in sorted(marks.cells.items()):
        sheet.shade([cell], role)
    values = [given or (digits[cell] if digits else 0) for cell, given in enumerate(puzzle.givens)]
    small = candidates or _stated_candidates(puzzle, board)
    for cell, value in enumerate(values):
        if value:
            sheet.digit(cell, value, "given" if puzzle.givens[cell] else "solved")
        else:
            sheet.marks(cell, small[cell], marks)
    return sheet.svg()


def _stated_candidates(puzzle: Puzzle, board: Board) -> Sequence[Mask]:
    """Domains of the cells that the puzzle restricts more than its rules do; 0 for all other cells."""
    if all(mask == puzzle.full for mask in puzzle.domains):
        return [0] * len(puzzle.domains)
    by_rules = build(board, puzzle.rules).domains
    return [0 if mask == ruled else mask for mask, ruled in zip(puzzle.domains, by_rules, strict=True)]


class _Sheet:
    """Collects shapes in layers; later layers lie on top. Implements ``rules.canvas.Canvas``."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.layers: dict[str, list[str]] = {name: [] for name in _LAYERS}
        self.bold: set[tuple[Point, Point]] = set()
        self.remarks: list[str] = []
        self.corners: list[Point] = [(0, 0), (board.cols, board.rows)]
        self.taken: Counter[object] = Counter()
        self.labelled: dict[tuple[Cell, str], float] = {}
        self.insets: dict[Cell, float] = {}
        self.rims: dict[Cell, tuple[Point, Point]] = {}
        self.colours: dict[str, str] = {}
        self.border(range(len(board.cells)))

    def _points(self, cells: Sequence[Cell]) -> list[Point]:
        return [centre(self.board.cells[cell]) for cell in cells]

    def _places(self, cells: Sequence[Cell]) -> list[tuple[int, int]]:
        return [self.board.cells[cell] for cell in cells]

    def _nth(self, key: object) -> int:
        """How many marks have stood at this place before."""
        self.taken[key] += 1
        return self.taken[key] - 1

    def begin_rule(self) -> None:
        """Let the next rule have a colour of its own where it outlines cells."""
        self.colours.clear()

    def _own_colour(self, role: str) -> str:
        """The colour of the current rule in this role."""
        if role not in self.colours:
            place = OUTLINES.get(role, 0) + self._nth(("colour", role))
            self.colours[role] = PALETTE[place % len(PALETTE)]
        return self.colours[role]

    def _keep_off(self, cells: Sequence[Cell], inset: float) -> None:
        """Let the candidates of these cells keep away from the border."""
        self.insets.update({cell: max(inset, self.insets.get(cell, 0.0)) for cell in cells})

    def border(self, cells: Sequence[Cell]) -> None:
        """Bold outline around a set of cells."""
        self.bold |= borders(self._places(cells))

    def shade(self, cells: Sequence[Cell], role: str) -> None:
        """Fill cells in the colour of a role."""
        colour = CELL_COLOURS.get(role, CELL_COLOURS["region"])
        self.layers["fills"].append(f'<path d="{squares(self._places(cells))}" fill="{colour}"/>')

    def path(self, cells: Sequence[Cell], role: str) -> None:
        """Thin line through the cell centres, lengthened to the corners of its end cells where it is diagonal."""
        points = self._points(cells)
        if len(points) > 1:
            points = [_beyond(points[1], points[0]), *points, _beyond(points[-2], points[-1])]
        self.layers["paths"].append(line(points, PATHS.get(role, OTHER).attributes))

    def cage(self, cells: Sequence[Cell], label: str = "") -> None:
        """Dashed outline inside the border of a set of cells, with a small label in its first cell."""
        inset = 0.07 + 0.035 * min(self._nth(("cage", frozenset(cells))), 2)
        drawn = outline(self._places(cells), inset)
        stroke = f' stroke="{self._own_colour("cage")}"' if drawn.count("z") > 1 else ""
        self.layers["cages"].append(f'<path d="{drawn}"{stroke}/>')
        self._keep_off(cells, 0.1)
        if label:
            self.label(min(cells), label)

    def line(self, cells: Sequence[Cell], role: str, closed: bool = False) -> None:
        """Broad line through the cell centres; the role gives colour and width."""
        self.layers["lines"].append(line(self._points(cells), LINES.get(role, OTHER).attributes, closed))

    def bulb(self, cell: Cell, role: str) -> None:
        """Filled disc, such as the bulb of a thermometer."""
        colour = LINES.get(role, OTHER).stroke
        self.layers["lines"].append(disc(self._points([cell])[0], BULB, f'fill="{colour}"'))

    def circle(self, cells: Sequence[Cell], role: str) -> None:
        """Outline around one cell (a circle) or several in a row (a pill)."""
        points = sorted(self._points(cells))
        look = RIMS.get(role, OTHER).attributes
        self.rims.update(dict.fromkeys(cells, (points[0], points[-1])))
        width, height = (max(values) - min(values) + 2 * RIM for values in zip(*points, strict=True))
        self.layers["rims"].append(box(middle([points[0], points[-1]]), width, height, look, RIM))

    def arrow(self, cells: Sequence[Cell], role: str) -> None:
        """Line through the cell centres with a head at the last one; it starts at the rim of a circle on the first."""
        points = self._points(cells)
        points[0] = leaving(points[0], points[1], self.rims.get(cells[0], (points[0], points[0])), RIM)
        shapes = line(points) + head(points[-2], points[-1], 0.2)
        self.layers["arrows"].append(f"<g {ARROWS.get(role, OTHER).attributes}>{shapes}</g>")

    def mark(self, cell: Cell, shape: str, role: str) -> None:
        """Shape behind a digit: ``circle``, ``square``, ``diamond``."""
        look = SHAPES.get(role, OTHER)
        [point] = self._points([cell])
        if shape == "circle":
            drawn = disc(point, 0.36, look.attributes)
        elif shape == "square":
            drawn = box(point, 0.68, 0.68, look.attributes)
        else:
            drawn = diamond(point, 0.42, look.attributes)
        self.layers["shapes" if look.stroke == "none" else "rims"].append(drawn)

    def label(self, cell: Cell, text: str, place: str = "top-left") -> None:
        """Small text in a cell: ``top-left``, ``top-right``, ``bottom-left`` or ``bottom-right``."""
        right, bottom = _PLACES[place]
        width = text_width(text, LABEL_SIZE)
        offset = 0.06 + width / 2 + self.labelled.get((cell, place), 0.0)
        self.labelled[cell, place] = self.labelled.get((cell, place), 0.0) + width + 0.08
        row, col = self.board.cells[cell]
        x = col + 1 - offset if right else col + offset
        point = (x, row + (0.86 if bottom else 0.14))
        self.layers["labels"] += [box(point, width + 0.04, 0.2, 'fill="#fff"'), caption(point, text)]

    def _border_point(self, a: Cell, b: Cell) -> Point:
        """Middle of the border of two cells, moved along it when another clue stands there."""
        self._keep_off([a, b], 0.14)
        points = self._points([a, b])
        x, y = middle(points)
        shift = _SHIFTS[min(self._nth((min(a, b), max(a, b))), len(_SHIFTS) - 1)]
        return (x, y + shift) if points[0][1] == points[1][1] else (x + shift, y)

    def dot(self, a: Cell, b: Cell, role: str, text: str = "") -> None:
        """Disc on the border of two adjacent cells (role ``white`` or ``black``), with an optional text."""
        point = self._border_point(a, b)
        look = DOTS.get(role, DOTS["white"])
        size = 11 if len(text) < 3 else 8.5
        self.layers["clues"].append(disc(point, 0.17 if text else 0.13, look.attributes))
        if text:
            colour = "#fff" if look.fill == "#111" else "#111"
            self.layers["clues"].append(caption(point, text, f'font-size="{size}" fill="{colour}"'))

    def sign(self, a: Cell, b: Cell, text: str) -> None:
        """Letter or number on the border of two adjacent cells."""
        point = self._border_point(a, b)
        if len(text) > 1:  # between letters the halo leaves the border visible
            self.layers["clues"].append(box(point, text_width(text, 15), 0.28, 'fill="#fff"'))
        self.layers["clues"].append(caption(point, text, f'font-size="15" font-weight="bold" {_HALO}'))

    def greater(self, a: Cell, b: Cell) -> None:
        """Inequality sign on the border of two adjacent cells, open towards the greater cell ``a``."""
        point = self._border_point(a, b)
        before, after = self._points([a, b])
        dx, dy = after[0] - before[0], after[1] - before[1]
        tip, back = (point[0] + 0.08 * dx, point[1] + 0.08 * dy), (point[0] - 0.08 * dx, point[1] - 0.08 * dy)
        ends = [(back[0] + 0.11 * dy, back[1] + 0.11 * dx), tip, (back[0] - 0.11 * dy, back[1] - 0.11 * dx)]
        self.layers["signs"] += [line(ends, 'stroke="#fff" stroke-width="6"'), line(ends)]

    def corner(self, cells: Sequence[Cell], text: str, role: str = "white") -> None:
        """Circled text where the four cells of a 2×2 block meet; without a text, a small checkerboard."""
        self._keep_off(cells, 0.14)
        x, y = middle(self._points(cells))
        point = (x + 0.46 * self._nth((x, y)), y)
        look = CORNERS.get(role, CORNERS["white"])
        if not text:
            dark = [box((point[0] + d, point[1] + d), 0.15, 0.15, "") for d in (-0.075, 0.075)]
            self.layers["clues"] += [box(point, 0.3, 0.3, look.attributes), *dark]
            return
        rows = _rows(text.split())
        size = 12.5 if len(rows) < 2 and len(text) < 4 else 11
        radius = max(0.2, 0.075 + max(text_width(" ".join(row), size) / 2 for row in rows), 0.12 * len(rows) + 0.02)
        self.layers["clues"].append(disc(point, radius, look.attributes))
        for i, row in enumerate(rows):
            height = (i - (len(rows) - 1) / 2) * 0.21
            self.layers["clues"].append(caption((point[0], point[1] + height), " ".join(row), f'font-size="{size}"'))

    def link(self, a: Cell, b: Cell, text: str, directed: bool = False) -> None:
        """Thin dashed line between two cells anywhere on the board, with a text in its middle.

        A ``directed`` link turns its text so that it is read from ``a`` to ``b``.
        """
        start, end = self._points([a, b])
        self.layers["links"].append(line([start, end]))
        if text:
            point = middle([start, end])
            angle = round(degrees(atan2(end[1] - start[1], end[0] - start[0]))) if directed else 0
            turn = f' transform="rotate({angle} {px(point[0])} {px(point[1])})"' if angle else ""
            paper = box(point, text_width(text, LABEL_SIZE) + 0.06, 0.24, 'fill="#fff"')
            self.layers["clues"].append(f'<g font-size="{LABEL_SIZE}"{turn}>{paper}{caption(point, text)}</g>')

    def outline(self, cells: Sequence[Cell], role: str) -> None:
        """Coloured outline inside the border of a set of cells, in a colour of its own for every rule."""
        drawn = outline(self._places(cells), 0.1)
        self.layers["outlines"].append(f'<path d="{drawn}" stroke="{self._own_colour(role)}"/>')

    def note(self, text: str) -> None:
        """A rule about the whole board that has no place on it: a line of text below the drawing."""
        self.remarks.append(text)

    def outside(self, cells: Sequence[Cell], side: str, text: str) -> None:
        """Clue beside the first cell on that side of it, with a small arrow where the cells run diagonally."""
        first, second = self._points([cells[0], cells[min(1, len(cells) - 1)]])
        out = _SIDES[side]
        back = (first[0] - second[0], first[1] - second[1])
        half = text_width(text, OUTSIDE_SIZE) / 2, 0.18
        if 0 in back:
            far = 0.66 + 0.6 * self._nth((first[0] + out[0], first[1] + out[1])) + (half[0] if out[0] else half[1])
            point = (first[0] + out[0] * far, first[1] + out[1] * far)
        else:
            point, tip = self._diagonal(first, out, back)
            tail = (tip[0] + back[0] * 0.27, tip[1] + back[1] * 0.27)
            self.layers["pointers"].append(line([tail, tip]) + head(tail, tip, 0.13))
        self.layers["outside"].append(caption(point, text))
        self._reach(point, *half)

    def _diagonal(self, first: Point, out: Point, back: Point) -> tuple[Point, Point]:
        """Where the clue of a diagonal and the tip of its arrow stand: one step before the first cell, if free."""
        slot = (first[0] + back[0], first[1] + back[1])
        while not self._is_cell(slot) and self._nth(slot):
            slot = (slot[0] + back[0], slot[1] + back[1])
        if not self._is_cell(slot):
            tip = (slot[0] - back[0] * 0.47, slot[1] - back[1] * 0.47)
            return (slot[0] + back[0] * 0.06, slot[1] + back[1] * 0.06), tip
        # A cell of another grid is in the way: stand beside the first cell, to the side the diagonal comes from.
        tip = (first[0] + 0.53 * out[0], first[1] + 0.53 * out[1])
        return (tip[0] + back[0] * 0.26 + out[0] * 0.24, tip[1] + back[1] * 0.26 + out[1] * 0.24), tip

    def _is_cell(self, point: Point) -> bool:
        return (int(point[1] // 1), int(point[0] // 1)) in self.board.index

    def _reach(self, point: Point, half_width: float, half_height: float) -> None:
        """Let the drawing grow around something."""
        x, y = point
        self.corners += [(x - half_width, y - half_height), (x + half_width, y + half_height)]

    def digit(self, cell: Cell, digit: Digit, layer: str) -> None:
        """A large digit."""
        self.layers[layer].append(caption(self._points([cell])[0], str(digit)))

    def marks(self, cell: Cell, mask: Mask, highlights: Highlights) -> None:
        """Small digits in a √D × √D raster, ringed and struck out as the highlights say."""
        columns = next(n for n in range(1, self.board.digits + 1) if n * n >= self.board.digits)
        row, col = self.board.cells[cell]
        left = top = self.insets.get(cell, 0.04)
        right = bottom = 1 - left
        # Under a label the raster becomes a little flatter.
        if any((cell, place) in self.labelled for place in ("top-left", "top-right")):
            top = 0.21
        if any((cell, place) in self.labelled for place in ("bottom-left", "bottom-right")):
            bottom = 0.79
        wide, high = (right - left) / columns, (bottom - top) / -(-self.board.digits // columns)
        size = UNIT * min(wide, high, 0.36) * (0.85 if self.board.digits < 10 else 0.66)
        for digit in range(1, self.board.digits + 1):
            struck = (cell, digit) in highlights.eliminations
            role = "eliminate" if struck else highlights.candidates.get((cell, digit), "")
            if mask >> (digit - 1) & 1 or role:
                x = col + left + wide * ((digit - 1) % columns + 0.5)
                y = row + top + high * ((digit - 1) // columns + 0.5)
                self._candidate((x, y), str(digit), size, role)

    def _candidate(self, point: Point, digit: str, size: float, role: str) -> None:
        shapes = self.layers["marks"]
        colour = CANDIDATE_COLOURS.get(role, "")
        if colour:
            shapes.append(disc(point, size * 0.58 / UNIT, f'fill="{colour}"'))
        if role == "eliminate":
            (x, y), reach = point, 0.62 * size / UNIT
            shapes.append(line([(x - reach, y + reach), (x + reach, y - reach)], 'stroke="#111" stroke-width="1.5"'))
        shapes.append(caption(point, digit, f'font-size="{size:.1f}"' + (' fill="#fff"' if colour else "")))

    def svg(self) -> str:
        """The finished drawing."""
        self.layers["thin"].append(f'<path d="{squares(self.board.cells)}"/>')
        ends = "".join(f"M{xy(a)}L{xy(b)}" for a, b in runs(self.bold))
        self.layers["bold"].append(f'<path d="{ends}"/>')
        self._write_notes()
        xs, ys = zip(*self.corners, strict=True)
        left, top = UNIT * min(xs) - MARGIN, UNIT * min(ys) - MARGIN
        width, height = UNIT * max(xs) + MARGIN - left, UNIT * max(ys) + MARGIN - top
        frame = " ".join(px(value / UNIT) for value in (left, top, width, height))
        size = f'width="{px(width / UNIT)}" height="{px(height / UNIT)}"'
        paper = f'<rect x="{px(left / UNIT)}" y="{px(top / UNIT)}" {size} fill="#fff"/>'
        style = 'style="max-width:100%;height:auto"'
        shapes = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}" {size} {style}>', paper]
        for name, attributes in _LAYERS.items():
            if self.layers[name]:
                shapes += [f"<g {attributes}>" if attributes else "<g>", *self.layers[name], "</g>"]
        return "\n".join([*shapes, "</svg>"])

    def _write_notes(self) -> None:
        columns = int(max(self.board.cols, 6) * UNIT / (12 * 0.52))
        y = max(y for _, y in self.corners) + 0.35
        for row in [row for note in dict.fromkeys(self.remarks) for row in wrap(note, columns)]:
            self.layers["notes"].append(caption((0, y), row))
            self._reach((text_width(row, 12) / 2, y), text_width(row, 12) / 2, 0.15)
            y += 0.34


def _rows(words: Sequence[str]) -> list[Sequence[str]]:
    """Words of a small disc in rows: one or two side by side, up to four in two rows, more in rows of three."""
    length = 2 if len(words) < 5 else 3
    return [words[i : i + length] for i in range(0, len(words), length)] or [[]]


def _beyond(before: Point, end: Point) -> Point:
    """Half a step further than ``end``, coming from ``before``."""
    return end[0] + (end[0] - before[0]) / 2, end[1] + (end[1] - before[1]) / 2
