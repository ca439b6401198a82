"""Twin grids: ``isomorphic``.

::

     5 3 1     2 8 4      one relabelling of the digits turns one grid into the other:
     3 1 5     8 4 2      5 → 2, 3 → 8, 1 → 4, …
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from ..board import Digit
from ..constraints.bijection import Bijection
from .base import Board, CellList, Examples, Primitive, Rule
from .clone import Matched


class Isomorphic(Matched, frozen=True, tag="isomorphic"):
    """An unknown one-to-one relabelling of the digits maps the first list of cells to the second."""

    regions: tuple[CellList, CellList]

    NAME: ClassVar[str] = "Twin"
    NOUN: ClassVar[str] = "pair of twins"
    ROLE: ClassVar[str] = "twin"
    SEPARATES: ClassVar[bool] = False

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one bijection."""
        first, second = self.regions
        yield Bijection(board.ids(first), board.ids(second))

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether two places hold equal digits in the first list exactly where they do in the second."""
        first, second = ([grid[cell] for cell in board.ids(region)] for region in self.regions)
        return [first.index(digit) for digit in first] == [second.index(digit) for digit in second]

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about twins."""
        return "One grid turns into the other when each digit is replaced by a digit of its own, always the same one."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                {"type": "isomorphic", "regions": [["r1c1", "r1c2"], ["r4c3", "r4c4"]]},
                {"type": "isomorphic", "regions": [["r1c1", "r1c2", "r2c1"], ["r3c3", "r3c4", "r4c3"]]},
                {"type": "isomorphic", "regions": [["r1c1", "r1c2"], ["r1c2", "r2c1"]]},
            ),
            refused=(
                {"type": "isomorphic", "regions": [["r1c1"], ["r1c2"], ["r1c3"]]},
                {"type": "isomorphic", "regions": [["r1c1", "r1c2"]]},
                {"type": "isomorphic", "regions": [["r1c1", "r1c2"], ["r4c4"]]},
                {"type": "isomorphic", "regions": [["r1c1"], ["r1c5"]]},
                {"type": "isomorphic", "regions": [[], []]},
            ),
        )
