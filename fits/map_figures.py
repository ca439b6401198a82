"""Figures of the score map, one function per kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .difficulty_map import softplus
from .time_figures import COLOURS, draw_one

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw(result: Any, kind: str, ax: Axes | None = None) -> Axes:
    """Draw the named figure of a `MapResult` on `ax` (a new one by default)."""
    return draw_one(KINDS, result, kind, ax, (6.4, 4.2))


def score_map(result: Any, ax: Axes) -> None:
    """The map; middle halves of the grades as bars at their targets, medians as dots, the knee as a line."""
    grid = _grid(result)
    ax.plot(grid, result(grid), color=COLOURS[0], label="fitted map")
    shipped = result.shipped
    before = softplus(grid, *(shipped[f"score.map.{name}"] for name in "ABC"))
    ax.plot(grid, before, "--", color="0.6", lw=1, label="shipped map")
    table = result.grades
    ax.hlines(table["target"], table["q25"], table["q75"], color=COLOURS[4], lw=6, alpha=0.35)
    ax.plot(table["median_raw"], table["target"], "o", color=COLOURS[4], label="grade: median, middle half")
    for name, row in table.iterrows():
        ax.annotate(str(name), (row["q75"], row["target"]), xytext=(5, -3), textcoords="offset points", fontsize=7)
    knee = float(result.params["score.map.B"])
    if grid[0] <= knee <= grid[-1]:
        ax.axvline(knee, color="0.7", ls=":", lw=1)
        ax.annotate("knee", (knee, 0), xytext=(3, 3), textcoords="offset points", fontsize=7, color="0.4")
    ax.set_ylim(bottom=0)
    ax.margins(x=0.1)
    ax.set_xlabel("raw score")
    ax.set_ylabel("difficulty")
    ax.set_title("Score map")
    ax.legend(fontsize=7, loc="upper left")


def grade_medians(result: Any, ax: Axes) -> None:
    """Target, fitted, and fitted when left out, of each grade."""
    table = result.grades
    at = np.arange(len(table))
    ax.plot(at, table["target"], "_", color="0.2", ms=22, mew=2, label="target")
    ax.plot(at, table["fitted"], "o", color=COLOURS[0], label="fitted")
    ax.plot(at, table["left_out"], "o", mfc="none", color=COLOURS[4], ms=9, label="fitted without this grade")
    ax.set_xticks(at, [f"{name}\nn = {n:.0f}" for name, n in table["n"].items()], fontsize=8)
    ax.margins(x=0.15)
    ax.set_ylabel("difficulty")
    ax.set_title("Grade medians")
    ax.legend(fontsize=7, markerscale=0.7, loc="lower right")


def map_vs_isotonic(result: Any, ax: Axes) -> None:
    """The map beside an isotonic regression of the wanted scores, central 90 % of the puzzles."""
    curve, points = result.curve, result.points
    ax.plot(points["raw"], points["wanted"], ".", color="0.75", ms=4, label="puzzles")
    ax.plot(curve["raw"], curve["isotonic"], drawstyle="steps-mid", color=COLOURS[4], label="isotonic regression")
    ax.plot(curve["raw"], curve["softplus"], color=COLOURS[0], label="softplus")
    if result.pchip:
        ax.plot(result.pchip["x"], result.pchip["y"], "o:", color=COLOURS[2], ms=4, label="monotone curve offered")
    ax.set_xlabel("raw score")
    ax.set_ylabel("difficulty")
    ax.set_title("Is the softplus the right shape?")
    ax.legend(fontsize=7)


def _grid(result: Any) -> np.ndarray:
    raw = result.points["raw"]
    low, high = float(raw.min()), float(raw.max())
    reach = 0.15 * (high - low)
    return np.linspace(low - reach, high + reach, 300)


KINDS: dict[str, Callable[[Any, Axes], None]] = {
    "map": score_map,
    "grade_medians": grade_medians,
    "map_vs_isotonic": map_vs_isotonic,
}
