"""Parts of a rules list that several loaders build: houses, placements, cells that hang together.

::

    a a b b      pieces of a D×D square -> box_grid where they are regular boxes,
    a a b b                                grid and one box rule per piece otherwise
    c c d d
    c c d d
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from ..board import cell_name
from ..rules.base import box_shapes, to_json
from ..rules.placements import placement, standard_area
from .foreign import Place, RuleDoc, blocks


def names(places: Iterable[Place]) -> list[str]:
    """Cell names of 0-based positions."""
    return [cell_name(*place) for place in places]


def box_grid(box: tuple[int, int]) -> RuleDoc:
    """The grid with regular boxes in the board's corner."""
    return {"type": "box_grid", "origin": "r1c1", "box": list(box)}


def latin() -> RuleDoc:
    """The grid without boxes in the board's corner."""
    return {"type": "grid", "origin": "r1c1"}


def house_rules(pieces: Iterable[Sequence[Place]], size: int) -> list[RuleDoc]:
    """Rows, columns and pieces of a size×size square: a box grid if the pieces are regular boxes."""
    ordered = sorted(map(sorted, pieces))
    for height, width in box_shapes(size):
        if ordered == list(blocks(size, (height, width))):
            return [box_grid((height, width))]
    return [latin(), *({"type": "box", "cells": names(piece)} for piece in ordered)]


def jigsaw_pieces(boxes: Sequence[Sequence[Place]], size: int) -> list[list[Place]] | None:
    """The pieces of a size×size jigsaw from its box rules; None where they do not divide the square.

    A piece that is a whole row or column is no box rule in a canonical document, so straight pieces are put back.
    """
    pieces = [list(box) for box in boxes]
    left = {(row, col) for row in range(size) for col in range(size)}.difference(*pieces)
    for i in range(size):
        for line in ([(i, k) for k in range(size)], [(k, i) for k in range(size)]):
            if left.issuperset(line):
                pieces.append(line)
                left.difference_update(line)
    if not boxes or left or [len(piece) for piece in pieces] != [size] * size:
        return None
    return sorted(map(sorted, pieces))


def gathered(labels: Mapping[Place, Hashable]) -> list[list[Place]]:
    """Cells with the same label, whether they touch or not."""
    pieces: dict[Hashable, list[Place]] = {}
    for place, label in labels.items():
        pieces.setdefault(label, []).append(place)
    return list(pieces.values())


def connected(places: Iterable[Place], joined: Callable[[Place, Place], bool]) -> list[list[Place]]:
    """Sets of cells that hang together over sides for which ``joined`` holds; each in reading order."""
    left = set(places)
    found: list[list[Place]] = []
    for start in sorted(left):
        if start not in left:
            continue
        left.discard(start)
        piece, open_ = [start], [start]
        while open_:
            here = open_.pop()
            for there in sides(here):
                if there in left and joined(here, there):
                    left.discard(there)
                    piece.append(there)
                    open_.append(there)
        found.append(sorted(piece))
    return found


def sides(place: Place) -> list[Place]:
    """The four orthogonal neighbours of a position, on the board or not."""
    row, col = place
    return [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]


def placed(name: str, size: int) -> list[RuleDoc]:
    """Region rules of a placement variant on the whole board."""
    return [to_json(region) for region in placement(name).regions(standard_area(size))]
