"""The golden puzzles as a table, and a few grids whose cards must keep a known form."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from .errors import DatasetError

_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
_OPEN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FINISHED = {1: (40,), 2: (0, 80)}
"""Number of empty cells -> which."""


def golden_puzzles(folder: Path) -> pd.Series:
    """Every puzzle of a golden folder as text, by id; raises DatasetError when there is none."""
    found: dict[str, str] = {}
    for file in sorted((folder / "puzzles").rglob("*.csv")):
        table = pd.read_csv(file, dtype=str, keep_default_na=False)
        found |= dict(zip(table["id"], table["puzzle"], strict=True))
    for file in sorted((folder / "puzzles").rglob("*.json")):
        found[file.stem] = file.read_text(encoding="utf-8")
    if not found:
        raise DatasetError(f"{folder}: no golden puzzles; give the folder that holds puzzles/")
    return pd.Series(found, name="puzzle").rename_axis("puzzle_id")


def golden_families(folder: Path) -> pd.Series:
    """Family of every golden puzzle, by id: the name of its file, "variants" for a document of its own."""
    found: dict[str, str] = {}
    for file in sorted((folder / "puzzles").rglob("*.csv")):
        found |= dict.fromkeys(pd.read_csv(file, dtype=str, keep_default_na=False)["id"], file.stem)
    found |= dict.fromkeys((file.stem for file in sorted((folder / "puzzles").rglob("*.json"))), "variants")
    return pd.Series(found, name="family").rename_axis("puzzle_id")


def special_puzzles() -> pd.Series:
    """Nearly finished grids ("finished 1" …), and one puzzle with its mirror image and its turns ("copy 0" …)."""
    found = {
        f"finished {n}": "".join("." if i in cells else digit for i, digit in enumerate(_SOLVED))
        for n, cells in FINISHED.items()
    }
    rows = [_OPEN[9 * r : 9 * r + 9] for r in range(9)]
    copies = [
        _OPEN,
        "".join("".join(row[c] for row in rows) for c in range(9)),
        _OPEN[::-1],
        _OPEN.translate(str.maketrans("123456789", "912345678")),
    ]
    found |= {f"copy {k}": text for k, text in enumerate(copies)}
    return pd.Series(found, name="puzzle").rename_axis("puzzle_id")
