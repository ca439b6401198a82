"""Type-free region geometry that the time model reads."""

from __future__ import annotations

from .puzzle import Group, Puzzle


def region_geometry(puzzle: Puzzle) -> dict[str, float]:
    """Shares that make a board slower to scan; all 0 on a standard grid.

    ``blob_cells``: share of cells in complete two-dimensional groups that are no rectangles (jigsaw pieces; straight
    lines and diagonals are lines). ``extra_area_pc``: complete two-dimensional groups per cell beyond one.
    """
    areas = [g for g in puzzle.groups if g.complete and g.kind not in ("row", "col", "diag")]
    blobs = {c for g in areas if not _is_rectangle(g, puzzle) for c in g.cells}
    covered = sum(len(g.cells) for g in areas)
    n = len(puzzle.cells)
    return {"blob_cells": len(blobs) / n, "extra_area_pc": max(0.0, covered / n - 1.0)}


def _is_rectangle(group: Group, puzzle: Puzzle) -> bool:
    rows, cols = zip(*(puzzle.cells[c] for c in group.cells), strict=True)
    return bool((max(rows) - min(rows) + 1) * (max(cols) - min(cols) + 1) == len(group.cells))
