"""Small sudoku-puzzle documents that several tests build on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

CLASSIC = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
BOX_GRID = {"type": "box_grid", "origin": "r1c1", "box": [3, 3]}
INTEROP = Path(__file__).resolve().parents[2] / "shared" / "data" / "interop"
"""Files of another implementation; not part of the repository, tests skip without them."""


def classic(*rules: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """The classic with extra rules and top-level keys."""
    return document(9, 9, 9, [BOX_GRID, *rules], givens=[int(symbol) for symbol in CLASSIC], **keys)


def document(rows: int, cols: int, digits: int, rules: list[dict[str, Any]], **keys: Any) -> dict[str, Any]:
    """An empty board with rules and top-level keys."""
    return {
        "format": "sudoku-puzzle",
        "format_version": 1,
        "board": {"rows": rows, "cols": cols},
        "digits": digits,
        "givens": [0] * (rows * cols),
        "rules": rules,
        **keys,
    }


def twodoku(*rules: dict[str, Any]) -> dict[str, Any]:
    """An empty twodoku with extra rules."""
    grids = [{**BOX_GRID, "origin": origin} for origin in ("r1c1", "r7c7")]
    cells = [0 if (row < 9 and col < 9) or (row > 5 and col > 5) else None for row in range(15) for col in range(15)]
    return document(15, 15, 9, [*grids, *rules], givens=cells)
