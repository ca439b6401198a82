"""The drawing of a SudokuPad puzzle: which rule each shape, line and arrow stands for.

::

    o──o──>   circle + arrow       every shape is used up by one explanation;
    |●|○|     dots on borders      what is left over in the end is refused, unless it is
    ╰1 2╯     digits on a corner   white paint without a text
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import floor
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ..board import cell_name
from . import rules_text
from .foreign import Draft, Place, add_diagonal, add_little_killer, integer, run_from, side_of

Coordinate = Annotated[float, Meta(ge=-1000, le=1000)]
Point = tuple[Coordinate, Coordinate]
Size = Annotated[float, Meta(ge=0, le=1000)]


class Shape(msgspec.Struct, frozen=True):
    """An overlay or underlay: a rectangle or ellipse with an optional text; centre in cells, (row, column)."""

    center: Point
    width: Size = 0
    height: Size = 0
    rounded: bool = False
    text: int | float | str | None = None
    fill: Any = msgspec.field(default="", name="backgroundColor")
    border: Any = msgspec.field(default="", name="borderColor")

    @property
    def label(self) -> str:
        """The text without blanks around it."""
        return "" if self.text is None else str(self.text).replace("\u00a0", " ").strip()

    @property
    def circle(self) -> bool:
        """Whether it is a large circle or pill."""
        return self.rounded and min(self.width, self.height) >= 0.5

    @property
    def white(self) -> bool:
        """Whether it is filled with opaque white."""
        return str(self.fill).lower() in ("#ffffff", "#fff", "white", "#ffffffff")


class Path(msgspec.Struct, frozen=True):
    """A line or an arrow."""

    points: tuple[Point, ...] = msgspec.field(default=(), name="wayPoints")
    color: Any = ""
    thickness: float = 0


@dataclass
class Drawing:
    """All that is drawn on a board, and which shapes are explained so far."""

    draft: Draft
    text: str
    shapes: list[Shape]
    lines: list[Path]
    arrows: list[Path]
    used: set[int] = field(default_factory=set)
    pointed: set[Place] = field(default_factory=set)
    """Cells beside a chevron."""

    def open_shapes(self) -> Iterator[tuple[int, Shape]]:
        """The shapes that nothing explains yet."""
        return ((i, shape) for i, shape in enumerate(self.shapes) if i not in self.used)

    def says(self, pattern: str) -> bool:
        """Whether the rules text holds a pattern; a puzzle without a text leaves everything to convention."""
        return not self.text or rules_text.mentions(self.text, pattern)

    def circle_at(self, place: Place) -> int | None:
        """Index of a large circle or pill that covers a cell."""
        return next((i for i, shape in enumerate(self.shapes) if shape.circle and place in covered(shape)), None)


def explain(drawing: Drawing) -> None:
    """Turn the drawing into rules; whatever has no explanation is refused."""
    for arrow in drawing.arrows:
        _arrow(drawing, arrow)
    lines = [line for line in _distinct_lines(drawing.lines) if not _is_mark(drawing, line.points)]
    alone = len({rules_text.colour_class(str(line.color)) for line in lines}) == 1
    for line in lines:
        _line(drawing, line, alone)
    for i, shape in list(drawing.open_shapes()):
        if any(explained(drawing, shape) for explained in _EXPLANATIONS):
            drawing.used.add(i)
    _counting_circles(drawing)
    for _, shape in drawing.open_shapes():
        if shape.label or not _blank(drawing, shape):
            what = f"text {shape.label!r}" if shape.label else "shape"
            drawing.draft.refuse(f"{what} at {_where(shape.center)}")


# ---- geometry ----


def cell_at(point: Point) -> Place:
    """The cell that holds a point."""
    return floor(point[0]), floor(point[1])


def covered(shape: Shape) -> list[Place]:
    """The cells that a circle or pill covers, in reading order."""
    rows, cols = max(round(shape.height + 0.25), 1), max(round(shape.width + 0.25), 1)
    top = floor(shape.center[0] - (rows - 1) / 2)
    left = floor(shape.center[1] - (cols - 1) / 2)
    return [(top + r, left + c) for r in range(rows) for c in range(cols)]


def path_cells(points: tuple[Point, ...]) -> list[Place] | None:
    """The cells a line runs through, or None when it does not run along rows, columns and diagonals."""
    if not 2 <= len(points) <= 1000 or any(not -3 < value < 60 for point in points for value in point):
        return None
    cells = [cell_at(points[0])]
    for point in points[1:]:
        row, col = cells[-1]
        down, right = cell_at(point)[0] - row, cell_at(point)[1] - col
        if down and right and abs(down) != abs(right):
            return None
        steps = max(abs(down), abs(right))
        cells += [(row + i * down // steps, col + i * right // steps) for i in range(1, steps + 1)]
    return cells


def _where(point: Point) -> str:
    row, col = (f"{value + 0.5:g}" for value in point)
    return f"row {row}, column {col}"


def _near(value: float, target: float) -> bool:
    return abs(value - target) < 0.13


def _border(drawing: Drawing, point: Point) -> tuple[Place, Place] | None:
    """The two cells whose common side holds the point in its middle."""
    row, col = point
    if _near(row, round(row)) and _near(col, floor(col) + 0.5):
        pair = (round(row) - 1, floor(col)), (round(row), floor(col))
    elif _near(col, round(col)) and _near(row, floor(row) + 0.5):
        pair = (floor(row), round(col) - 1), (floor(row), round(col))
    else:
        return None
    return pair if all(drawing.draft.on_board(place) for place in pair) else None


def _names(places: list[Place] | tuple[Place, ...]) -> list[str]:
    return [cell_name(*place) for place in places]


def _blank(drawing: Drawing, shape: Shape) -> bool:
    """White paint, an empty shape around the board, or the shading of a cell with chevrons."""
    colours = [rules_text.colour_class(str(colour)) for colour in (shape.fill, shape.border)]
    place = cell_at(shape.center)
    return not any(colours) or not drawing.draft.on_board(place) or place in drawing.pointed


# ---- arrows and lines ----


def _arrow(drawing: Drawing, arrow: Path) -> None:
    cells = path_cells(arrow.points)
    where = f"arrow at {_where(arrow.points[0])}" if arrow.points else "arrow without points"
    if cells is None:
        drawing.draft.refuse(where)
    elif not drawing.draft.on_board(cells[0]):
        _outside_arrow(drawing, arrow, where)
    else:
        bulb = drawing.circle_at(cells[0])
        circle = covered(drawing.shapes[bulb]) if bulb is not None else []
        shaft = [cell for cell in cells if cell not in circle]
        inside = all(drawing.draft.on_board(cell) for cell in cells)
        if bulb is None or not shaft or not inside or not drawing.says(r"\barrows?\b"):
            drawing.draft.refuse(where)
            return
        drawing.used.add(bulb)
        _add_shaft(drawing.draft, _names(circle), _names(shaft))


def _add_shaft(draft: Draft, bulb: list[str], shaft: list[str]) -> None:
    """One more shaft of a circle."""
    for rule in draft.rules:
        if rule["type"] == "arrow" and rule["bulb"] == bulb:
            rule["lines"].append(shaft)
            return
    draft.add("arrow", bulb=bulb, lines=[shaft])


def _outside_arrow(drawing: Drawing, arrow: Path, where: str) -> None:
    """A little killer: the number in the cell where the arrow starts, summed along the arrow's diagonal."""
    first, last = arrow.points[0], arrow.points[-1]
    step = tuple((b > a + 0.05) - (b < a - 0.05) for a, b in zip(first, last, strict=True))
    place = cell_at(first)
    for i, shape in drawing.open_shapes():
        total = integer(shape.label)
        if total is None or cell_at(shape.center) != place:
            continue
        killer = drawing.says(r"little killer|diagonal|\barrows?\b")
        if killer and 0 not in step and add_little_killer(drawing.draft, place, (step[0], step[1]), total):
            drawing.used.add(i)
            return
    drawing.draft.refuse(where)


def _distinct_lines(lines: list[Path]) -> list[Path]:
    """One line per course, the thickest coloured one; setters often draw an outline and a filling."""
    courses: dict[frozenset[Point], Path] = {}
    for line in lines:
        course = frozenset(line.points)
        known = courses.get(course)
        coloured = rules_text.colour_class(str(line.color)) != ""
        if known is None or (coloured and line.thickness > known.thickness):
            courses[course] = line
    return list(courses.values())


def _line(drawing: Drawing, line: Path, alone: bool) -> None:
    points = line.points
    cells = path_cells(points)
    keys = rules_text.line_rule(drawing.text, str(line.color), drawing.draft.size, alone=alone)
    if cells is None or keys is None or len(cells) < 2 or not all(map(drawing.draft.on_board, cells)):
        drawing.draft.refuse(f"line at {_where(points[0])}" if points else "line without points")
        return
    if keys["kind"] in ("thermo", "slow_thermo"):
        bulbs = [drawing.circle_at(cell) for cell in (cells[0], cells[-1])]
        if (bulbs[0] is None) == (bulbs[1] is None):
            drawing.draft.refuse(f"thermometer without one bulb at {_where(points[0])}")
            return
        cells = cells if bulbs[0] is not None else cells[::-1]
    if keys["kind"] not in _PLAIN_LINES:
        drawing.used |= {i for cell in (cells[0], cells[-1]) if (i := drawing.circle_at(cell)) is not None}
    drawing.draft.add("line", **keys, cells=_names(cells))


_PLAIN_LINES = frozenset(("whisper", "renban", "region_sum", "palindrome", "entropic", "modular", "parity"))
"""Kinds whose ends carry no circle of their own."""


def _is_mark(drawing: Drawing, points: tuple[Point, ...]) -> bool:
    """Whether a line explains itself, as chevrons and main diagonals do."""
    return _chevron(drawing, points) or _main_diagonal(drawing, points)


def _main_diagonal(drawing: Drawing, points: tuple[Point, ...]) -> bool:
    size = drawing.draft.size
    if len(points) != 2 or not drawing.says(r"diagonals?\b"):
        return False
    (top, start), (bottom, end) = sorted(points)
    if not (top <= 0.1 and bottom >= size - 0.1 and {round(start), round(end)} == {0, size}):
        return False
    add_diagonal(drawing.draft, rising=start > end)
    return True


def _chevron(drawing: Drawing, points: tuple[Point, ...]) -> bool:
    """A small angle beside a border; its tip points to the smaller digit."""
    if len(points) != 3 or any(abs(a - b) > 0.45 for p in points for a, b in zip(p, points[1], strict=True)):
        return False
    middle = ((points[0][0] + points[2][0]) / 2, (points[0][1] + points[2][1]) / 2)
    down, right = points[1][0] - middle[0], points[1][1] - middle[1]
    if abs(down) > abs(right):
        row, col = round(middle[0]), floor(middle[1])
        pair = [(row - 1, col), (row, col)]
    else:
        row, col = floor(middle[0]), round(middle[1])
        pair = [(row, col - 1), (row, col)]
    if not all(drawing.draft.on_board(place) for place in pair):
        return False
    drawing.pointed |= set(pair)
    smaller_last = (down if abs(down) > abs(right) else right) > 0
    drawing.draft.add("edge", kind="greater", cells=_names(pair if smaller_last else pair[::-1]))
    return True


# ---- shapes: each function says whether it explained one ----


def _dot(drawing: Drawing, shape: Shape) -> bool:
    """White and black dots on a border, with or without a number."""
    pair = _border(drawing, shape.center)
    black = rules_text.colour_class(str(shape.fill)) == "black"
    outlined = shape.white and rules_text.colour_class(str(shape.border)) != ""
    if pair is None or not shape.rounded or max(shape.width, shape.height) > 0.5 or not (black or outlined):
        return False
    if not shape.label:
        known = drawing.says(r"kropki|\bdots?\b|circles?\b.*(?:consecutive|ratio|double)")
        if known:
            drawing.draft.add("edge", kind="kropki", color="black" if black else "white", cells=_names(pair))
        return known
    kind, value = ("ratio" if black else "difference"), integer(shape.label)
    if value is None or not rules_text.mentions(drawing.text, rf"\b{kind}"):
        return False
    drawing.draft.add("edge", kind=kind, value=value, cells=_names(pair))
    return True


def _letter(drawing: Drawing, shape: Shape) -> bool:
    """X and V on a border."""
    pair = _border(drawing, shape.center)
    if pair is None or shape.label not in ("X", "V") or not drawing.says(r"\b[XV]['’]?s?\b|\bXV\b|roman"):
        return False
    drawing.draft.add("edge", kind="xv", letter=shape.label, cells=_names(pair))
    return True


_SIGNS = {"<": (False, True), ">": (True, True), "^": (False, False), "∧": (False, False), "v": (True, False),
          "∨": (True, False)}  # fmt: skip
"""Inequality sign -> whether the first cell is greater, and whether the cells stand side by side."""


def _sign(drawing: Drawing, shape: Shape) -> bool:
    """Inequality signs on a border."""
    pair = _border(drawing, shape.center)
    if pair is None or shape.label not in _SIGNS:
        return False
    greater, beside = _SIGNS[shape.label]
    if beside != (pair[0][0] == pair[1][0]):
        return False
    drawing.draft.add("edge", kind="greater", cells=_names(pair if greater else pair[::-1]))
    return True


def _quadruple(drawing: Drawing, shape: Shape) -> bool:
    """Digits in a circle on a corner."""
    row, col = round(shape.center[0]), round(shape.center[1])
    places = [(row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)]
    digits = re.findall(r"\d", shape.label) if drawing.draft.size < 10 else re.findall(r"\d+", shape.label)
    on_corner = _near(shape.center[0], row) and _near(shape.center[1], col)
    if not on_corner or not shape.rounded or not digits or re.search(r"[^\d\s,]", shape.label):
        return False
    if not all(map(drawing.draft.on_board, places)) or not drawing.says(r"quad|circle"):
        return False
    drawing.draft.add("contains", digits=[int(digit) for digit in digits], cells=_names(places))
    return True


def _parity(drawing: Drawing, shape: Shape) -> bool:
    """Grey circles are odd and grey squares even, unless the text says otherwise."""
    place = cell_at(shape.center)
    grey = rules_text.colour_class(str(shape.fill)) == "grey"
    kind = "odd" if shape.rounded else "even"
    size_fits = min(shape.width, shape.height) >= 0.5 and max(shape.width, shape.height) <= 0.95
    if not grey or shape.label or not size_fits or not drawing.draft.on_board(place):
        return False
    if rules_text.parity_of(drawing.text, "circle" if shape.rounded else "square") != kind or place in drawing.pointed:
        return False
    drawing.draft.add("cell", kind=kind, cells=_names([place]))
    return True


_OUTSIDE: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("sandwich", "sum", {}, r"sandwich"),
    ("xsum", "sum", {}, r"\bx-?sums?\b"),
    ("skyscraper", "value", {}, r"skyscraper"),
    ("first_seen", "value", {"digits": [1, 2, 3]}, r"\b123\b|first of (?:the digits )?1, ?2,? (?:and|or) 3"),
)
"""Rules of numbers around the board: type, key of the number, further keys, words in the text."""


def _outside_number(drawing: Drawing, shape: Shape) -> bool:
    """A number at the end of a row or column, when the text names exactly one rule for such numbers."""
    place, value = cell_at(shape.center), integer(shape.label)
    named = [row for row in _OUTSIDE if rules_text.mentions(drawing.text, row[3])]
    if value is None or side_of(drawing.draft, place) is None or len(named) != 1:
        return False
    run = run_from(drawing.draft, place)
    if run is None:
        return False
    rule, key, further, _ = named[0]
    drawing.draft.add(rule, **{key: value}, **further, side=run[0], cells=run[1])
    return True


_EXPLANATIONS = (_dot, _letter, _sign, _quadruple, _parity, _outside_number)


def _counting_circles(drawing: Drawing) -> None:
    """All circles that are left, when the text speaks of counting circles."""
    if not rules_text.mentions(drawing.text, r"counting circles|(?:digit|number) in a circle.*how many circles"):
        return
    circles = [(i, shape) for i, shape in drawing.open_shapes() if shape.circle and not shape.label]
    cells = [cell for _, shape in circles for cell in covered(shape)]
    if circles and len(cells) == len(circles):
        drawing.used |= {i for i, _ in circles}
        drawing.draft.add("count", kind="circles", cells=_names(cells))
