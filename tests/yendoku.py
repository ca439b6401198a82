"""Twin and samurai boards of ../shared/data/yendoku_samurai as sudoku-puzzle documents."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from .shared_data import shared

SAMURAI = {"nw": (0, 0), "ne": (0, 12), "center": (6, 6), "sw": (12, 0), "se": (12, 12)}
"""Top-left corner of each grid of a samurai, 0-based."""

TWINS = {
    "twin-nw": {"primary": (0, 0), "secondary": (6, 6)},
    "twin-ne": {"primary": (0, 6), "secondary": (6, 0)},
    "twin-sw": {"primary": (6, 0), "secondary": (0, 6)},
    "twin-se": {"primary": (6, 6), "secondary": (0, 0)},
}
"""The mode of a twin names the corner where its primary grid lies."""


@cache
def rows() -> tuple[dict[str, Any], ...]:
    """All boards; skips the test where the data is absent."""
    text = shared("yendoku_samurai/gattai.jsonl").read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines())


def name(row: dict[str, Any]) -> str:
    """A name for a board: mode, difficulty and date."""
    return f"{row['mode']} {row['difficulty']} {row['date']}"


def convert(row: dict[str, Any]) -> dict[str, Any]:
    """The board as a document, with its solution."""
    corners = TWINS.get(row["mode"], SAMURAI)
    size = 9 + max(top for top, _ in corners.values())
    givens: list[int | None] = [None] * size**2
    solution: list[int | None] = [None] * size**2
    for grid, corner in corners.items():
        _lay(givens, row["grids"][grid]["grid"], corner, size)
        _lay(solution, row["grids"][grid]["solution"], corner, size)
    return {
        "format": "sudoku-puzzle",
        "format_version": 1,
        "meta": {"title": name(row)},
        "board": {"rows": size, "cols": size},
        "digits": 9,
        "givens": givens,
        "solution": solution,
        "rules": [
            {"type": "box_grid", "origin": f"r{top + 1}c{left + 1}", "box": [3, 3]} for top, left in corners.values()
        ],
    }


def _lay(board: list[int | None], grid: str, corner: tuple[int, int], size: int) -> None:
    for at, symbol in enumerate(grid):
        place = (corner[0] + at // 9) * size + corner[1] + at % 9
        assert board[place] in (None, int(symbol)), "grids disagree where they overlap"
        board[place] = int(symbol)
