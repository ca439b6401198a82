"""Extra regions: ``region`` of every kind.

::

    * . . . . . . . *      kind diagonal (drawn as a line), window (shaded), disjoint, colour,
    . * . . . . . * .      extra and region. The kind is a drawing hint: the cells always hold
    . . * . . . * . .      different digits, and every digit once if there are D of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Literal

import msgspec

from ..board import STANDARD_BOXES, Digit
from ..puzzle import Group
from .base import Board, CellList, Examples, Primitive, Rule, bare, distinct, group
from .canvas import Canvas

Kind = Literal["diagonal", "window", "disjoint", "colour", "extra", "region"]


class _Look(msgspec.Struct, frozen=True):
    """What a region kind means beyond its cells."""

    group: str
    family: str
    noun: str
    sentence: str


_SAME = "Digits don't repeat "
_LOOKS: dict[str, _Look] = {
    "diagonal": _Look("diag", "Diagonals", "diagonal", _SAME + "along a marked diagonal."),
    "window": _Look("window", "Windows", "window", _SAME + "in a shaded window."),
    "disjoint": _Look("region", "Disjoint Groups", "disjoint group", _SAME + "in a group of linked positions."),
    "colour": _Look("region", "Colour Groups", "colour group", _SAME + "among cells of the same colour."),
    "extra": _Look("region", "Extra Regions", "extra region", _SAME + "in a marked extra region."),
    "region": _Look("region", "Extra Regions", "extra region", _SAME + "in a marked extra region."),
}


class Region(Rule, frozen=True, tag="region"):
    """Cells outside the houses that hold different digits."""

    kind: Kind
    cells: CellList

    FAMILIES: ClassVar[tuple[str, ...]] = tuple(dict.fromkeys(look.family for look in _LOOKS.values()))
    SECTION: ClassVar[int] = 0

    @property
    def family(self) -> str:
        """Generic name by kind, for regions that no placement variant explains."""
        return _LOOKS[self.kind].family

    def element(self, board: Board) -> str:
        """What its kind is called, with its first cell: ``diagonal at r1c1``."""
        return f"{_LOOKS[self.kind].noun} at {board.name(min(self.reach(board)))}"

    def check(self, board: Board) -> None:
        """Raise Fault unless all cells exist and none is listed twice."""
        board.require_all(self.cells, ".cells")

    def houses(self, board: Board, rules: tuple[Rule, ...]) -> tuple[Group, ...]:
        """A box, when the file states its jigsaw pieces as regions; otherwise nothing."""
        if self.kind in ("diagonal", "window") or self not in _pieces(board, rules):
            return ()
        return (group("box", board.ids(self.cells), board),)

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield one group."""
        yield group(_LOOKS[self.kind].group, board.ids(self.cells), board)

    def canonical(self, board: Board) -> Region:
        """Diagonals and windows stay; every other kind is ``disjoint`` or ``extra`` by its geometry."""
        if self.kind in ("diagonal", "window"):
            return self
        kind: Kind = "disjoint" if self._is_disjoint_group(board) else "extra"
        return msgspec.structs.replace(self, kind=kind)

    def _is_disjoint_group(self, board: Board) -> bool:
        box = STANDARD_BOXES.get(board.digits)
        if box is None or not board.full_square or len(self.cells) != board.digits:
            return False
        height, width = box
        at = [board.cells[cell] for cell in board.ids(self.cells)]
        places = {(row % height, col % width) for row, col in at}
        boxes = {(row // height, col // width) for row, col in at}
        return len(places) == 1 and len(boxes) == board.digits

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the cells hold different digits."""
        return distinct(board.ids(self.cells), grid)

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about regions of one family."""
        return next(look.sentence for look in _LOOKS.values() if look.family == rules[0].family)

    def draw(self, canvas: Canvas, board: Board) -> None:
        """Diagonals as lines, everything else as shaded cells."""
        cells = board.ids(self.cells)
        if self.kind == "diagonal":
            canvas.path(cells, "diagonal")
        else:
            canvas.shade(cells, "window" if self.kind == "window" else "region")

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""

        def region(kind: str, *cells: str) -> dict[str, Any]:
            return {"type": "region", "kind": kind, "cells": list(cells)}

        return Examples(
            valid=(
                region("diagonal", "r1c1", "r2c2", "r3c3", "r4c4"),
                region("disjoint", "r1c1", "r1c3", "r3c1", "r3c3"),
                {**region("extra", "r2c3", "r1c2"), "id": 7, "label": "short"},
                *(region(kind, "r2c2", "r2c3", "r3c2", "r3c3") for kind in ("window", "colour", "region")),
            ),
            refused=(
                region("circle", "r1c1", "r2c2"),
                region("extra"),
                region("extra", "r1c1", "r1c1"),
                {**region("extra", "r1c1", "r1c2"), "sum": 4},
            ),
        )


@lru_cache(maxsize=256)
def _pieces(board: Board, rules: tuple[Rule, ...]) -> frozenset[Rule]:
    """The regions that complete the boxes of the file to a division of the whole board."""
    regions = [rule for rule in rules if isinstance(rule, Region) and _may_be_piece(rule, board)]
    stated = [house for rule in rules if not isinstance(rule, Region) for house in rule.houses(board, ())]
    first = {house.cells: house for house in reversed(stated)}
    boxes = [house.cells for house in first.values() if house.kind == "box"]
    covered = Counter(cell for cells in [*boxes, *(board.ids(r.cells) for r in regions)] for cell in cells)
    whole = len(covered) == len(board.cells) and set(covered.values()) == {1}
    return frozenset(bare(rule) for rule in regions) if whole else frozenset()


def _may_be_piece(rule: Region, board: Board) -> bool:
    at = [board.cells[cell] for cell in board.ids(rule.cells)]
    straight = len({row for row, _ in at}) == 1 or len({col for _, col in at}) == 1
    return rule.kind not in ("diagonal", "window") and len(at) == board.digits and not straight
