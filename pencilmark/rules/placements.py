"""Placement variants: names for sets of regions that lie in one grid area in a fixed way.

::

    X            Windoku      Centre-dot    each is one row of PLACEMENTS: name, aliases, the regions
    * . . . *    . . . . .    . . . . .     it puts into an n×n area with bh×bw boxes, and a sentence.
    . * . * .    . # # . .    . * . . *     Cells are local: 0-based (row, column) from the area's
    . . * . .    . # # . .    . . . . .     top-left corner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..board import STANDARD_BOXES, cell_name
from .base import Area
from .region import Kind, Region

Local = tuple[int, int]
Piece = tuple[Local, ...]


@dataclass(frozen=True, slots=True)
class Placement:
    """One placement variant.

    Attributes
    ----------
    name : str
    aliases : tuple of str
    kind : str
        Region kind of its pieces.
    pieces : callable (Area) -> list of Piece
        The pieces in local cells; an empty list where the variant is undefined.
    wording : callable (Area) -> str
        The sentence for solvers, without the place.
    """

    name: str
    aliases: tuple[str, ...]
    kind: Kind
    pieces: Callable[[Area], list[Piece]]
    wording: Callable[[Area], str]

    def regions(self, area: Area) -> list[Region]:
        """The rules the variant puts into an area; empty where it is undefined."""
        return [
            Region(kind=self.kind, cells=tuple(cell_name(area.row + row, area.col + col) for row, col in piece))
            for piece in self.pieces(area)
        ]


def _x(area: Area) -> list[Piece]:
    last = area.size - 1
    span = range(area.size)
    return [tuple((i, i) for i in span), tuple((i, last - i) for i in span)]


def _windows(area: Area) -> list[Piece]:
    if area.box is None:
        return []
    height, width = area.box
    rows = _window_starts(area.size, height)
    cols = _window_starts(area.size, width)
    return [_block(row, col, height, width) for row in rows for col in cols]


def _window_starts(size: int, side: int) -> list[int]:
    starts = [1 + i * (side + 1) for i in range(size // side - 1)]
    return [start for start in starts if start + side <= size - 1]


def _block(row: int, col: int, height: int, width: int) -> Piece:
    return tuple((row + r, col + c) for r in range(height) for c in range(width))


def _argyle(area: Area) -> list[Piece]:
    if area.size != 9:
        return []
    starts = (
        (0, 1, 1, 8), (1, 0, 1, 8), (0, 7, -1, 8), (1, 8, -1, 8),
        (0, 4, -1, 5), (0, 4, 1, 5), (4, 0, 1, 5), (4, 8, -1, 5),
    )  # fmt: skip
    return [tuple((row + i, col + i * step) for i in range(length)) for row, col, step, length in starts]


def _nine(*cells: Local) -> Callable[[Area], list[Piece]]:
    return lambda area: [cells] if area.size == 9 else []


def _centres(area: Area) -> list[Piece]:
    if area.box is None or area.box[0] % 2 == 0 or area.box[1] % 2 == 0:
        return []
    height, width = area.box
    rows = range(height // 2, area.size, height)
    cols = range(width // 2, area.size, width)
    return [tuple((row, col) for row in rows for col in cols)]


def _disjoint(area: Area) -> list[Piece]:
    if area.box is None:
        return []
    height, width = area.box
    corners = [(row, col) for row in range(0, area.size, height) for col in range(0, area.size, width)]
    return [tuple((row + a, col + b) for row, col in corners) for a in range(height) for b in range(width)]


def _boxes(area: Area) -> str:
    return "{}×{}".format(*area.box) if area.box else ""


PLACEMENTS: tuple[Placement, ...] = (
    Placement(
        "X", ("Diagonal", "Diagonal Sudoku", "Sudoku X"), "diagonal", _x,
        lambda area: "Digits don't repeat on the two main diagonals.",
    ),
    Placement(
        "Windoku", ("Hyper", "NRC"), "window", _windows,
        lambda area: f"Digits don't repeat in a shaded {_boxes(area)} window.",
    ),
    Placement(
        "Argyle", (), "diagonal", _argyle,
        lambda area: "Digits don't repeat on any of the eight marked diagonals.",
    ),
    Placement(
        "Asterisk", (), "extra", _nine((1, 4), (2, 2), (2, 6), (4, 1), (4, 4), (4, 7), (6, 2), (6, 6), (7, 4)),
        lambda area: "Digits don't repeat in the nine cells of the asterisk.",
    ),
    Placement(
        "Centre-dot", ("Center dot", "Centre dot", "Center-dot"), "extra", _centres,
        lambda area: "Digits don't repeat among the centre cells of the boxes.",
    ),
    Placement(
        "Girandola", (), "extra", _nine((0, 0), (0, 8), (1, 4), (4, 1), (4, 4), (4, 7), (7, 4), (8, 0), (8, 8)),
        lambda area: "Digits don't repeat in the nine cells of the girandola.",
    ),
    Placement(
        "Disjoint Groups", ("Colour", "Color"), "disjoint", _disjoint,
        lambda area: f"Cells in the same position of the {_boxes(area)} boxes hold different digits.",
    ),
)  # fmt: skip
"""All placement variants in the order in which they are recognised and listed."""


def placement(name: str) -> Placement:
    """The variant of this name or alias, upper and lower case alike; KeyError for an unknown one."""
    for row in PLACEMENTS:
        if name.casefold() in (known.casefold() for known in (row.name, *row.aliases)):
            return row
    raise KeyError(f"no placement variant is called {name!r}; known: {', '.join(row.name for row in PLACEMENTS)}")


def standard_area(size: int, box: tuple[int, int] | None = None) -> Area:
    """The area of a whole size×size board, with its standard boxes unless a box shape is given."""
    return Area(0, 0, size, box or STANDARD_BOXES.get(size))
