"""Figures of the price fit, one function per kind."""

from __future__ import annotations

import csv
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .price_prior import RATINGS
from .time_figures import COLOURS, draw_one

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw(result: Any, kind: str, ax: Axes | None = None) -> Axes:
    """Draw the named figure of a `PriceResult` on `ax` (a new one by default)."""
    return draw_one(KINDS, result, kind, ax, (6.4, 4.2))


def prices(result: Any, ax: Axes) -> None:
    """Prices and factors with their intervals; shipped values as rings, values that were kept as grey dots."""
    names = [name for name in result.params.index if ".price" in name]
    ends = result.conf_int().loc[names]
    at = np.arange(len(names))[::-1]
    value, seen = result.params[names].to_numpy(float), result.identified[names].to_numpy(bool)
    low, high = (value - ends["lower"].to_numpy(float)), (ends["upper"].to_numpy(float) - value)
    ax.errorbar(
        value[seen], at[seen], xerr=[low[seen], high[seen]], fmt="o", color=COLOURS[0], capsize=3, label="estimate"
    )
    if (~seen).any():
        ax.plot(value[~seen], at[~seen], "o", color="0.65", label="kept as shipped")
    ax.plot(result.shipped[names], at, "o", mfc="none", mec=COLOURS[4], ms=10, label="shipped")
    ax.set_xscale("log")
    _plain_log(ax.xaxis)
    ax.set_yticks(at, [_short(name) for name in names])
    ax.set_ylim(-0.6, len(names) - 0.4)
    ax.set_xlabel("price (full house = 1), or factor on the structural prices")
    ax.set_title("Prices and 95 % intervals")
    ax.legend(fontsize=7)


def shrinkage(result: Any, ax: Axes) -> None:
    """Estimate against shipped value in prior standard deviations' scale; size tells the share of the effort."""
    table = result.identifiability
    size = 20 + 300 * table["share"].clip(upper=1.0)
    seen = table["identified"].to_numpy(bool)
    for part, colour, label in ((seen, COLOURS[0], "estimate written"), (~seen, "0.7", "shipped value kept")):
        rows = table[part]
        if len(rows):
            ax.errorbar(
                rows["shipped"], rows["estimate"], yerr=1.96 * rows["posterior_sd"], fmt="none", color=colour, lw=0.9
            )
            ax.scatter(rows["shipped"], rows["estimate"], s=size[part], color=colour, alpha=0.8, label=label)
    low = float(min(table["shipped"].min(), table["estimate"].min())) - 0.3
    high = float(max(table["shipped"].max(), table["estimate"].max())) + 0.3
    ax.plot([low, high], [low, high], color="0.5", lw=0.8)
    for k, (name, row) in enumerate(table[table["puzzles"] > 0].sort_values("shipped").iterrows()):
        above = k % 2 == 1  # neighbours on different sides
        ax.annotate(
            _short(name), (row["shipped"], row["estimate"]), xytext=(-6, 9) if above else (6, -12),
            textcoords="offset points", fontsize=6, ha="right" if above else "left",
        )  # fmt: skip
    ax.set_xlim(low - 0.3, high + 0.6)
    ax.set_xlabel("shipped (log price, load, φ)")
    ax.set_ylabel("estimate, 95 % interval")
    ax.set_title("How far the data move each parameter")
    handles, labels = ax.get_legend_handles_labels()
    ax.legend(handles, labels, fontsize=7, loc="upper left")


def route_churn(result: Any, ax: Axes) -> None:
    """Share of written routes that changed, and of puzzles walked again, per round."""
    rounds = result.rounds.iloc[1:]
    ax.bar(rounds.index, 100 * rounds["churn"], color=COLOURS[0], label="written routes that changed")
    ax.plot(rounds.index, 100 * rounds["walked"], "o:", color=COLOURS[3], label="puzzles walked again")
    ax.set_xticks(list(rounds.index))
    ax.set_ylim(-2, 105)
    ax.set_xlabel("round")
    ax.set_ylabel("% of the puzzles")
    ax.set_title("Routes after each change of prices")
    ax.legend(fontsize=7)


def correlation(result: Any, ax: Axes) -> None:
    """Correlations of the estimates."""
    table = result.correlations.loc[result.identified.to_numpy(bool), result.identified.to_numpy(bool)]
    names = [_short(name) for name in table.index]
    image = ax.imshow(table, vmin=-1, vmax=1, cmap="RdBu_r")
    ax.figure.colorbar(image, ax=ax, label="correlation")
    ax.set_xticks(range(len(names)), names, rotation=40, ha="right", fontsize=7)
    ax.set_yticks(range(len(names)), names, fontsize=7)
    for i in range(len(names)):
        for j in range(len(names)):
            value = float(table.iloc[i, j])
            if i != j:
                ax.text(
                    j, i, f"{value:.1f}", ha="center", va="center", fontsize=6, color="w" if abs(value) > 0.6 else "k"
                )
    ax.set_title("Which estimates go together")


def loss_path(result: Any, ax: Axes) -> None:
    """Mean loss of training and held-out puzzles per round; the kept round marked."""
    rounds = result.rounds
    for column, colour, label in (("held_out", COLOURS[4], "held out"), ("train", COLOURS[0], "training")):
        ax.plot(rounds.index, rounds[column], "o-", color=colour, label=label)
    kept = rounds["held_out"].idxmin()
    ax.plot(kept, rounds.loc[kept, "held_out"], "o", mfc="none", mec="0.2", ms=13, label="kept")
    ax.set_xticks(list(rounds.index))
    ax.set_xlabel("round")
    ax.set_ylabel("mean loss, on new routes")
    ax.set_title("Loss by round")
    ax.legend(fontsize=7)


def penalty(result: Any, ax: Axes) -> None:
    """Held-out loss above the best, by penalty; the chosen one marked."""
    table = result.penalty
    for k, (factor, part) in enumerate(table.groupby("groups")):
        place = np.log2(part["prices"]) + 0.06 * (k - 1.5)
        ax.errorbar(place, part["excess"], yerr=part["se"], fmt="o-", ms=4, capsize=2, lw=1,
                    color=COLOURS[k % len(COLOURS)], label=f"groups × {factor:g}")  # fmt: skip
        chosen = part["chosen"].to_numpy(bool)
        ax.plot(place[chosen], part["excess"][chosen], "o", mfc="none", mec="0.2", ms=13)
    grid = sorted(set(table["prices"]))
    ax.axhline(0, color="0.6", lw=0.8)
    ax.set_xticks(np.log2(grid), [f"{value:g}" for value in grid])
    ax.set_xlabel("factor on the prior sd of singles, loads and φ")
    ax.set_ylabel("held-out loss above the best")
    ax.set_title("Choice of the penalty (ring: chosen)")
    ax.legend(fontsize=7)


def price_vs_se(result: Any, ax: Axes) -> None:
    """Price of every technique against its Sudoku Explainer value."""
    with RATINGS.open(encoding="utf-8", newline="") as file:
        rated = {row["technique"]: float(row["se"]) for row in csv.DictReader(file) if row["se"]}
    ours = {name: value for name, value in result.prices().items() if name in rated}
    names = sorted(ours, key=lambda name: (rated[name], ours[name]))
    ax.scatter([rated[n] for n in names], [ours[n] for n in names], s=18, color=COLOURS[0])
    ax.set_yscale("log")
    _plain_log(ax.yaxis)
    placed: list[tuple[float, float]] = []
    for name in names:
        here = rated[name] / 1.5, float(np.log(ours[name])) / 0.3
        if all(abs(here[0] - x) > 1 or abs(here[1] - y) > 1 for x, y in placed):
            placed.append(here)
            ax.annotate(name, (rated[name], ours[name]), xytext=(4, -7), textcoords="offset points", fontsize=6)
    ax.margins(x=0.12)
    ax.set_xlabel("Sudoku Explainer value")
    ax.set_ylabel("price (full house = 1)")
    ax.set_title("Prices against Sudoku Explainer")


def _plain_log(axis: Any) -> None:
    """Plain numbers 1, 2, 5, 10 … on a logarithmic axis."""
    from matplotlib.ticker import LogLocator, NullLocator

    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter("{x:g}")
    axis.set_minor_locator(NullLocator())


def _short(name: Any) -> str:
    """A parameter's name without the set it is in."""
    text = str(name).split(".", 1)[1].removeprefix("price.")
    return text.removeprefix("price[").removesuffix("]") if text.startswith("price[") else text


KINDS: dict[str, Callable[[Any, Axes], None]] = {
    "prices": prices,
    "shrinkage": shrinkage,
    "route_churn": route_churn,
    "correlation": correlation,
    "loss_path": loss_path,
    "penalty": penalty,
    "price_vs_se": price_vs_se,
}
