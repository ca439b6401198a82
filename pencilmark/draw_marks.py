"""Shapes as SVG text: outlines of cell sets, lines through cells, arrow heads, texts. Places are (x, y) in cells.

::

    (0,0)--+--(2,0)      +.......+        outline of three cells, moved inwards: the corners stay square,
      |    |    |        : +---+ :        and where cells meet only at a corner, each keeps its own loop
      +----+----+        : :   :.:
      |    |             +.+
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from html import escape

UNIT = 48
"""Side of a cell in SVG units."""

Point = tuple[float, float]
Place = tuple[int, int]
"""(row, col) of a cell."""

CHARACTER = 0.58
"""Width of a character, as part of the font size."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a line or a shape is drawn; ``width`` is in cells, ``dash`` in SVG units."""

    stroke: str
    width: float
    fill: str = "none"
    dash: str = ""

    @property
    def attributes(self) -> str:
        """The SVG attributes."""
        if self.stroke == "none":
            return f'fill="{self.fill}"'
        dash = f' stroke-dasharray="{self.dash}"' if self.dash else ""
        return f'fill="{self.fill}" stroke="{self.stroke}" stroke-width="{px(self.width)}"{dash}'


def px(place: float) -> str:
    """A length in cells as SVG units, with at most one decimal."""
    value = round(UNIT * place, 1)
    return f"{value:.0f}" if value == int(value) else f"{value:.1f}"


def xy(point: Point) -> str:
    """A place as an SVG coordinate pair."""
    return f"{px(point[0])},{px(point[1])}"


def centre(place: Place) -> Point:
    """Centre of a cell."""
    return place[1] + 0.5, place[0] + 0.5


def middle(points: Collection[Point]) -> Point:
    """Mean of some places."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def towards(start: Point, end: Point, length: float) -> Point:
    """The place ``length`` away from ``start`` in the direction of ``end``."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    full = (dx * dx + dy * dy) ** 0.5 or 1.0
    return start[0] + dx / full * length, start[1] + dy / full * length


def leaving(start: Point, end: Point, rim: tuple[Point, Point], radius: float) -> Point:
    """Where the way from ``start`` to ``end`` leaves the pill of this radius around the line between two places."""
    (x0, y0), (x1, y1) = rim
    length = radius
    while True:
        x, y = towards(start, end, length)
        near = min(max(x, x0), x1), min(max(y, y0), y1)
        if (x - near[0]) ** 2 + (y - near[1]) ** 2 > 0.99 * radius * radius:
            return x, y
        length += 0.02


def line(points: Sequence[Point], attributes: str = "", closed: bool = False) -> str:
    """A line through some places."""
    tag = "polygon" if closed else "polyline"
    return f'<{tag} points="{" ".join(map(xy, points))}"{_gap(attributes)}/>'


def disc(point: Point, radius: float, attributes: str = "") -> str:
    """A circle around a place."""
    return f'<circle cx="{px(point[0])}" cy="{px(point[1])}" r="{px(radius)}"{_gap(attributes)}/>'


def box(point: Point, width: float, height: float, attributes: str, corner: float = 0.0) -> str:
    """A rectangle around its centre, with rounded corners where ``corner`` is more than 0."""
    left, top = point[0] - width / 2, point[1] - height / 2
    rounded = f' rx="{px(corner)}"' if corner else ""
    return f'<rect x="{px(left)}" y="{px(top)}" width="{px(width)}" height="{px(height)}"{rounded}{_gap(attributes)}/>'


def diamond(point: Point, radius: float, attributes: str) -> str:
    """A square on its tip around a place."""
    x, y = point
    return line([(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)], attributes, closed=True)


def caption(point: Point, body: str, attributes: str = "") -> str:
    """A text whose capitals are centred on the height of a place."""
    return f'<text x="{px(point[0])}" y="{px(point[1])}" dy=".36em"{_gap(attributes)}>{escape(body)}</text>'


def text_width(body: str, size: float) -> float:
    """Width of a text in cells, roughly; ``size`` is in SVG units."""
    return CHARACTER * size * len(body) / UNIT


def head(before: Point, tip: Point, size: float) -> str:
    """The open head of an arrow that comes from ``before`` and ends at ``tip``."""
    x, y = towards(tip, before, size)
    across = (tip[1] - y) * 0.8, (x - tip[0]) * 0.8
    return line([(x + across[0], y + across[1]), tip, (x - across[0], y - across[1])])


def squares(places: Iterable[Place]) -> str:
    """Path data of the cells themselves."""
    return "".join(f"M{px(col)} {px(row)}h{UNIT}v{UNIT}h-{UNIT}z" for row, col in places)


def outline(places: Collection[Place], inset: float) -> str:
    """Path data of the outline of a cell set, moved inwards by ``inset``."""
    return "".join(f"M{' '.join(map(xy, loop))}z" for loop in _loops(places, inset))


def borders(places: Collection[Place]) -> set[tuple[Point, Point]]:
    """Unit edges between the set and the rest; each runs right or down."""
    return {(min(edge), max(edge)) for edge in _edges(set(places))}


def runs(edges: Collection[tuple[Point, Point]]) -> list[tuple[Point, Point]]:
    """The same edges, with those that continue each other joined."""
    joined: list[tuple[Point, Point]] = []
    # Sorted by direction and line, an edge follows the one it continues.
    for a, b in sorted(edges, key=lambda edge: (edge[0][0] == edge[1][0], _across(edge), edge)):
        if joined and joined[-1][1] == a and _direction(joined[-1]) == _direction((a, b)):
            joined[-1] = (joined[-1][0], b)
        else:
            joined.append((a, b))
    return joined


def _gap(attributes: str) -> str:
    return f" {attributes}" if attributes else ""


def _across(edge: tuple[Point, Point]) -> float:
    return edge[0][0] if edge[0][0] == edge[1][0] else edge[0][1]


def _direction(edge: tuple[Point, Point]) -> Point:
    (x0, y0), (x1, y1) = edge
    length = abs(x1 - x0) + abs(y1 - y0)
    return (x1 - x0) / length, (y1 - y0) / length


def _edges(inside: set[Place]) -> set[tuple[Point, Point]]:
    """Unit edges around the set, directed so that the set lies on the right-hand side."""
    edges: set[tuple[Point, Point]] = set()
    for row, col in inside:
        sides = {
            (row - 1, col): ((col, row), (col + 1, row)),
            (row, col + 1): ((col + 1, row), (col + 1, row + 1)),
            (row + 1, col): ((col + 1, row + 1), (col, row + 1)),
            (row, col - 1): ((col, row + 1), (col, row)),
        }
        edges.update(edge for neighbour, edge in sides.items() if neighbour not in inside)
    return edges


def _loops(places: Collection[Place], inset: float) -> list[list[Point]]:
    left = _edges(set(places))
    loops: list[list[Point]] = []
    while left:
        edge = min(left)
        loop: list[tuple[Point, Point]] = []
        while edge in left:
            left.remove(edge)
            loop.append(edge)
            dx, dy = _direction(edge)
            x, y = edge[1]
            turns = ((x - dy, y + dx), (x + dx, y + dy), (x + dy, y - dx))  # right first: stay at the same cell
            edge = next(((edge[1], end) for end in turns if (edge[1], end) in left), edge)
        loops.append(_inset(loop, inset))
    return loops


def _inset(loop: Sequence[tuple[Point, Point]], inset: float) -> list[Point]:
    """Corners of a closed chain of directed edges, moved to its right-hand side."""
    corners: list[Point] = []
    for before, after in zip([loop[-1], *loop], loop, strict=False):
        (ax, ay), (bx, by) = _direction(before), _direction(after)
        if (ax, ay) != (bx, by):
            x, y = after[0]
            corners.append((x - inset * (ay + by), y + inset * (ax + bx)))
    return corners
