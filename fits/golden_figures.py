"""Figures of a golden diff."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from pencilmark.player import COLOURS as BAND_COLOURS
from pencilmark.tables import BANDS

from .card_charts import step_effort
from .time_figures import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .golden_diff import GoldenDiff


def change(diff: GoldenDiff, ax: Axes | None = None) -> Axes:
    """Histogram of the changes of difficulty; bars are logarithmic, since most puzzles hardly move."""
    ax = ax or _axes(6.0, 3.6)
    moves = diff.table["d_difficulty"].dropna().to_numpy()
    reach = max(float(np.abs(moves).max(initial=0.0)), 0.1)
    ax.hist(moves, bins=np.linspace(-reach, reach, 42).tolist(), color=COLOURS[0], edgecolor="white")
    ax.axvline(0, color="0.5", lw=0.8)
    ax.set_yscale("log")
    ax.set_xlabel("change of difficulty")
    ax.set_ylabel("puzzles")
    ax.set_title(f"{len(moves):,} puzzles, {int((np.abs(moves) < 0.05).sum()):,} of them move by less than 0.05")
    return ax


def scatter(diff: GoldenDiff, ax: Axes | None = None) -> Axes:
    """Difficulty before and after, coloured by the band before; the largest mover is named."""
    ax = ax or _axes(5.2, 4.6)
    t = diff.table.dropna(subset=["difficulty_old", "difficulty_new"])
    for k, name in enumerate(BANDS):
        part = t[t["band_index_old"] == k]
        if len(part):
            ax.scatter(part["difficulty_old"], part["difficulty_new"], s=14, color=BAND_COLOURS[k], label=name)
    top = float(t[["difficulty_old", "difficulty_new"]].to_numpy().max())
    ax.plot([0, top], [0, top], color="0.5", lw=0.8)
    far = diff.movers(1)
    for mover, row in far.iterrows():
        at = (row["difficulty_old"], row["difficulty_new"])
        ax.annotate(str(mover), at, xytext=(6, 0), textcoords="offset points")
    ax.set_xlabel("difficulty, shipped")
    ax.set_ylabel("difficulty, candidate")
    ax.set_title("Before and after")
    ax.legend(fontsize=7)
    return ax


def bands(diff: GoldenDiff, ax: Axes | None = None) -> Axes:
    """Band transition matrix: rows before, columns after."""
    counts = diff.bands()
    ax = ax or _axes(5.4, 4.6)
    ax.imshow(np.log1p(counts.to_numpy()), cmap="Blues")
    for (i, j), value in np.ndenumerate(counts.to_numpy()):
        if value:
            dark = i == j and value > 0.3 * counts.to_numpy().max()
            colour = "w" if dark else "k" if i == j else COLOURS[4]
            ax.text(j, i, str(value), ha="center", va="center", color=colour, weight="normal" if i == j else "bold")
    ax.set_xticks(range(len(counts)), list(counts.columns), rotation=35, ha="right")
    ax.set_yticks(range(len(counts)), list(counts.index))
    ax.set_xlabel("band, candidate")
    ax.set_ylabel("band, shipped")
    ax.set_title("Bands")
    return ax


def routes(diff: GoldenDiff, name: str) -> Figure:
    """Step values of one puzzle under both models, on the same scale."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 5.2), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharey=True, sharex=True)
    for ax, model, side in ((upper, diff.old, "shipped"), (lower, diff.new, "candidate")):
        step_effort(diff.puzzles[name], ax, model)
        ax.set_title(f"{name}, {side}", fontsize=9)
    upper.set_xlabel("")
    return figure


KINDS: dict[str, Callable[[GoldenDiff, Axes | None], Axes]] = {"change": change, "scatter": scatter, "bands": bands}


def _axes(width: float, height: float) -> Axes:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained").add_subplot()
