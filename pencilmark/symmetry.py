"""Symmetries of the givens pattern."""

from __future__ import annotations

from collections.abc import Callable

from .puzzle import Puzzle


def symmetry_of(puzzle: Puzzle) -> list[dict[str, str]]:
    """Symmetries of the board's shape and the set of given cells: ``[{"kind", "axis"?, "of": "givens"}]``."""
    top, left = puzzle.rows - 1, puzzle.cols - 1
    square = puzzle.rows == puzzle.cols
    maps: tuple[tuple[dict[str, str], Callable[[int, int], tuple[int, int]], bool], ...] = (
        ({"kind": "rot180"}, lambda r, c: (top - r, left - c), True),
        ({"kind": "mirror", "axis": "vertical"}, lambda r, c: (r, left - c), True),
        ({"kind": "mirror", "axis": "horizontal"}, lambda r, c: (top - r, c), True),
        ({"kind": "rot90"}, lambda r, c: (c, top - r), square),
        ({"kind": "mirror", "axis": "diagonal"}, lambda r, c: (c, r), square),
        ({"kind": "mirror", "axis": "antidiagonal"}, lambda r, c: (left - c, top - r), square),
    )
    given = {rc: g > 0 for rc, g in zip(puzzle.cells, puzzle.givens, strict=True)}
    return [
        name | {"of": "givens"}
        for name, image, fits in maps
        if fits and all(given.get(image(r, c)) == g for (r, c), g in given.items())
    ]
