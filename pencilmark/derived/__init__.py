"""Sums and sets that follow from the rules taken together, found once per puzzle: the 45 rule and the law of leftovers.

::

    house = 45      cages inside it 12 + 15 + 9        the two cells left over (innies) hold 9
    two rows        two jigsaw pieces                  cells on one side only hold the same digits on both sides
    three rows      two windows inside them            the nine cells left over hold every digit once

Each of them is one more many-cell constraint for the engine, under the technique by which people find it.
"""

from __future__ import annotations

from ..puzzle import Puzzle
from .algebra import combined
from .scene import Derived, Scene
from .sets import LARGEST_HIDDEN, clique_houses, hidden_houses, leftovers
from .sums import innies

__all__ = ["Derived", "derive"]


def derive(puzzle: Puzzle) -> list[Derived]:
    """All derived constraints of a puzzle, in a fixed order."""
    scene = Scene(puzzle)
    found: list[Derived] = []
    if scene.sums:
        found += innies(scene)
    if scene.summed and scene.houses:
        found += combined(scene, found)
    if scene.irregular() or scene.extra():
        found += leftovers(scene)
    if puzzle.digits <= LARGEST_HIDDEN:
        hidden = hidden_houses(scene) if scene.extra() else []
        found += hidden + clique_houses(scene, hidden)
    return found
