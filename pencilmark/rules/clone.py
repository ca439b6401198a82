"""Clones: ``clone``.

::

     a b .  . a b      shapes that hold the same digits in the same places
     c . .  . c .
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from ..board import Cell, Digit
from ..puzzle import Relation
from .base import Board, CellList, Examples, Fault, Primitive, Rule, bare, to_json
from .canvas import Canvas


def check_regions(regions: Sequence[CellList], board: Board) -> None:
    """Raise Fault unless all cells exist and all lists are equally long."""
    for i, region in enumerate(regions):
        board.require_all(region, f".regions[{i}]", distinct=False)
        if len(region) != len(regions[0]):
            text = f"this list has {len(region)} cells and the first one {len(regions[0])}; give all the same length"
            raise Fault(text, f".regions[{i}]")


class Matched(Rule, frozen=True):
    """Base of the rules about several equally long lists of cells whose places correspond."""

    regions: tuple[CellList, ...]

    ROLE: ClassVar[str] = ""
    """Role of the outlines in the style sheet."""

    def check(self, board: Board) -> None:
        """Raise Fault unless all cells exist and all regions are equally large."""
        check_regions(self.regions, board)

    def reach(self, board: Board) -> frozenset[Cell]:
        """The cells of all regions."""
        return frozenset(cell for region in self.regions for cell in board.ids(region))

    def hashed(self, board: Board) -> dict[str, Any]:
        """The object itself: regions and cells keep their order."""
        return to_json(bare(self))

    def draw(self, canvas: Canvas, board: Board) -> None:
        """Outline every region."""
        for region in self.regions:
            canvas.outline(board.ids(region), self.ROLE)


class Clone(Matched, frozen=True, tag="clone"):
    """Cells at the same place of every list hold the same digit."""

    regions: Annotated[tuple[CellList, ...], Meta(min_length=2)]

    NAME: ClassVar[str] = "Clone"
    NOUN: ClassVar[str] = "clone"
    ROLE: ClassVar[str] = "clone"

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield equalities between the first region and each other one, cell by cell."""
        first, *others = (board.ids(region) for region in self.regions)
        for other in others:
            for a, b in zip(first, other, strict=True):
                if a != b:
                    yield Relation("equal", a, b)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether all regions read the same."""
        return len({tuple(grid[cell] for cell in board.ids(region)) for region in self.regions}) == 1

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about clones."""
        return "Marked shapes that match hold the same digits in the same places."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                {"type": "clone", "regions": [["r1c1", "r1c2"], ["r3c3", "r3c4"]]},
                {"type": "clone", "regions": [["r1c1"], ["r2c3"], ["r4c4"]]},
                {"type": "clone", "regions": [["r1c1", "r1c2"], ["r1c2", "r2c3"]]},
                {"type": "clone", "regions": [["r1c1", "r2c2"], ["r1c1", "r4c3"]]},
            ),
            refused=(
                {"type": "clone", "regions": [["r1c1", "r1c2"]]},
                {"type": "clone", "regions": [["r1c1", "r1c2"], ["r2c1"]]},
                {"type": "clone", "regions": [[], []]},
                {"type": "clone", "regions": [["r1c1"], ["r5c1"]]},
                {"type": "clone", "cells": ["r1c1", "r1c2"]},
            ),
        )
