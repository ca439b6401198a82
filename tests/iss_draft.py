"""A sudoku-puzzle document in the making, and the cells it is made of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import Any

Rule = dict[str, Any]
Place = tuple[int, int]
"""Row and column, 0-based."""


class Inexpressible(ValueError):
    """The format has no rule for this."""


@dataclass
class Draft:
    """A document in the making. ``shift`` turns the digits of the source into 1 … D."""

    height: int = 9
    width: int = 9
    digits: int = 9
    shift: int = 0
    boxes: bool = True
    box_size: int = 0
    allowed: dict[Place, set[int]] = field(default_factory=dict)
    pieces: str = ""
    raw: bool = False
    rules: list[Rule] = field(default_factory=list)
    extra: list[int] = field(default_factory=list)

    @property
    def square(self) -> bool:
        return self.height == self.width == self.digits

    def box(self) -> tuple[int, int] | None:
        """Rows and columns of a default box, the squarest that tiles the board; None for single lines."""
        size = self.box_size or max(self.height, self.width)
        for small in range(isqrt(size), 1, -1):
            for box in ((small, size // small), (size // small, small)):
                if small * (size // small) == size and self.height % box[0] == 0 and self.width % box[1] == 0:
                    return box
        return None

    def box_cells(self) -> list[list[Place]]:
        """The cells of every default box, each in the same order."""
        box = self.box()
        if box is None:
            return []
        inside = [(r, c) for r in range(box[0]) for c in range(box[1])]
        corners = [(r, c) for r in range(0, self.height, box[0]) for c in range(0, self.width, box[1])]
        return [[(top + r, left + c) for r, c in inside] for top, left in corners]

    def constant(self, total: int) -> list[Place]:
        """Given cells below the board that add up to ``total``."""
        cells = []
        while total:
            row, col = divmod(len(self.extra), self.width)
            cells.append((self.height + 1 + 2 * row, col))
            self.extra.append(min(total, self.digits))
            total -= self.extra[-1]
        return cells

    def line(self, label: str, back: bool) -> list[Place]:
        """The cells of row ``R4`` or column ``C4``, seen from the far end if ``back``."""
        at = int(label[1:]) - 1
        cells = [(at, c) for c in range(self.width)] if label[0] == "R" else [(r, at) for r in range(self.height)]
        return cells[::-1] if back else cells


def name(cell: Place) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def names(cells: Sequence[Place]) -> list[str]:
    return [name(cell) for cell in cells]


def place(text: str) -> Place:
    """R1Ca and r1c10 are the same cell."""
    match = re.fullmatch(r"[Rr](\w)[Cc](\w)", text)
    if match:
        return int(match[1], 17) - 1, int(match[2], 17) - 1
    match = re.fullmatch(r"r(\d+)c(\d+)", text)
    if not match:
        raise Inexpressible(f"cells outside the board ({re.sub('[0-9]', '', text)})")
    return int(match[1]) - 1, int(match[2]) - 1


def places(texts: Sequence[str]) -> list[Place]:
    return [place(text) for text in texts]


def digit(symbol: str, draft: Draft) -> int:
    if draft.digits > 9 and symbol.isalpha():
        return ord(symbol) - ord("A") + 1
    return int(symbol) + draft.shift


def near(a: Place, b: Place) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def connected(cells: Sequence[Place]) -> bool:
    return all(map(near, cells, cells[1:]))


def edges(cells: Sequence[Place]) -> Iterator[tuple[Place, Place]]:
    """Orthogonal neighbours within a list, the earlier one first."""
    for i, a in enumerate(cells):
        yield from ((a, b) for b in cells[i + 1 :] if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1)
