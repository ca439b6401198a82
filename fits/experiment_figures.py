"""Figures of experiments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .errors import DatasetError
from .time_figures import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LABELS = {"difficulty": "change of difficulty", "minutes": "ratio of minutes"}
NEUTRAL = {"difficulty": 0.0, "minutes": 1.0}


def tornado(result: Any, what: str = "difficulty", ax: Axes | None = None, most: int = 20) -> Axes:
    """Bars of the median change, one row per parameter, the largest on top; thin lines hold 95 % of the puzzles."""
    _known(what)
    table = result.table
    reach = (table[what] - NEUTRAL[what]).abs().groupby(table["name"]).max().sort_values()
    names = list(reach.index[-most:])
    if ax is None:
        ax = _axes(7.0, 0.9 + 0.32 * max(len(names), 3))
    for k, (change, part) in enumerate(table.groupby("change", sort=False)):
        rows = part.set_index("name").reindex(names)
        at = np.arange(len(names)) + (0.18 if k == 0 else -0.18)
        ax.barh(
            at, rows[what] - NEUTRAL[what], left=NEUTRAL[what], height=0.34, color=COLOURS[k * 4], label=str(change)
        )
        ax.hlines(at, rows[f"{what}_lo"], rows[f"{what}_hi"], color="0.35", lw=0.9)
    ax.set_yticks(np.arange(len(names)), names)
    ax.axvline(NEUTRAL[what], color="0.6", lw=0.8)
    ax.set_xlabel(LABELS[what])
    ax.set_title(f"One parameter at a time, {result.n:,} puzzles")
    ax.legend(loc="best")
    return ax


def sweep(table: pd.DataFrame, what: str = "difficulty", ax: Axes | None = None) -> Axes:
    """Line of the median change with the range of 95 % of the puzzles."""
    _known(what)
    ax = ax or _axes(5.5, 3.6)
    x = table.index.to_numpy(float)
    ax.fill_between(x, table[f"{what}_lo"], table[f"{what}_hi"], color=COLOURS[1], alpha=0.35, label="95 % of puzzles")
    ax.plot(x, table[what], "o-", color=COLOURS[0], label="median")
    ax.axhline(NEUTRAL[what], color="0.6", lw=0.8)
    ax.set_xlabel(str(table.index.name))
    ax.set_ylabel(LABELS[what])
    ax.legend(loc="best")
    return ax


def pair(table: pd.DataFrame, what: str = "mae", ax: Axes | None = None) -> Axes:
    """Contours of one column over the grid of two parameters; the lowest point of ``mae`` is marked."""
    grid = table[what].unstack(0)
    ax = ax or _axes(5.5, 4.2)
    drawn = ax.contourf(grid.columns.to_numpy(float), grid.index.to_numpy(float), grid.to_numpy(), levels=14)
    ax.figure.colorbar(drawn, ax=ax, label=what)
    if what == "mae":
        best: Any = table[what].idxmin()
        ax.plot(*best, "o", mfc="none", mec="w", ms=9)
    ax.set_xlabel(str(table.index.names[0]))
    ax.set_ylabel(str(table.index.names[1]))
    return ax


def _known(what: str) -> None:
    if what not in LABELS:
        raise DatasetError(f"figure of {what!r} is unknown; use {' or '.join(LABELS)}")


def _axes(width: float, height: float) -> Axes:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained").add_subplot()
