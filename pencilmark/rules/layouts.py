"""Layouts of several 9×9 grids that have a name.

::

    0-----+           Twodoku: grids at (0, 0) and (6, 6), one shared box.
    |     |           A layout is the set of its origins, 0-based (row, column),
    |   6-+---+       shifted to the board's corner.
    +---+-+   |
        |     |
        +-----+
"""

from __future__ import annotations

from collections.abc import Iterable

Origins = frozenset[tuple[int, int]]

GRID = 9
"""Rows and columns of every grid of a named layout."""


def _origins(*rows: tuple[int, Iterable[int]]) -> Origins:
    """Origins from (row, columns) pairs."""
    return frozenset((row, col) for row, cols in rows for col in cols)


LAYOUTS: dict[str, Origins] = {
    "Twodoku": _origins((0, [0]), (6, [6])),
    "Doubledoku": _origins((0, [0]), (3, [3])),
    "Sensei": _origins((0, [0]), (6, [3])),
    "Twin": _origins((0, [0, 10])),
    "Tridoku": _origins((0, [3]), (3, [6]), (6, [0])),
    "Gattai-3": _origins((0, [0, 12]), (6, [6])),
    "Butterfly": _origins((0, [0, 3]), (3, [0, 3])),
    "Sohei": _origins((0, [6]), (6, [0, 12]), (12, [6])),
    "Flower": _origins((0, [3]), (3, [0, 3, 6]), (6, [3])),
    "Samurai": _origins((0, [0, 12]), (6, [6]), (12, [0, 12])),
    "Windmill": _origins((0, [3]), (3, [12]), (6, [6]), (9, [0]), (12, [9])),
    "Super Samurai": _origins((0, [0, 12, 24]), (6, [6, 18]), (12, [0, 12, 24])),
    "Clueless": _origins((0, [0, 9, 18]), (9, [0, 9, 18]), (18, [0, 9, 18])),
    "Shogun": _origins((0, [0, 12, 24, 36]), (6, [6, 18, 30]), (12, [0, 12, 24, 36])),
    "Sumo": _origins((0, [0, 12, 24]), (6, [6, 18]), (12, [0, 12, 24]), (18, [6, 18]), (24, [0, 12, 24])),
}
"""Layout name -> origins of its 9×9 grids."""

_ALIASES = {
    "wing3": "Gattai-3", "kazaguruma": "Windmill", "flower4": "Flower", "tripledoku": "Tridoku", "gattai5": "Samurai",
    "clueless1": "Clueless", "clueless2": "Clueless",
}  # fmt: skip
"""Further names that inputs use."""

_TENTH: dict[str, tuple[int, ...]] = {
    "clueless": tuple(range(1, 27, 3)),
    "clueless1": tuple(range(1, 27, 3)),
    "clueless2": tuple(range(3, 27, 9)) + tuple(range(4, 27, 9)) + tuple(range(5, 27, 9)),
}
"""Layout as inputs call it -> rows (and columns) of the cells of its tenth grid."""


def layout_origins(name: str) -> Origins:
    """Origins of the layout of this name or alias, however its words are joined; KeyError for an unknown one."""
    known = {_plain(full): full for full in LAYOUTS} | _ALIASES
    full = known.get(_plain(name))
    if full is None:
        raise KeyError(f"no layout is called {name!r}; known: {', '.join(LAYOUTS)}")
    return LAYOUTS[full]


def scattered_grid(name: str) -> tuple[int, ...]:
    """Rows of the grid that a layout makes of cells of all its grids (its columns are the same); mostly empty.

    Clueless 1 takes the centre cells of all boxes, Clueless 2 the centre boxes of all grids.
    """
    return tuple(sorted(_TENTH.get(_plain(name), ())))


def _plain(name: str) -> str:
    return "".join(symbol for symbol in name.casefold() if symbol.isalnum())
