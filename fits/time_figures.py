"""Figures of the time model, one function per kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import norm

from pencilmark.player import COLOURS as BAND_COLOURS
from pencilmark.tables import BANDS

from .errors import DatasetError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#4477aa", "#66ccee", "#228833", "#ccbb44", "#ee6677", "#aa3377", "#777777")


def draw(result: Any, kind: str, ax: Axes | None = None) -> Axes:
    """Draw the named figure of a `TimeFit` on `ax` (a new one by default)."""
    return draw_one(KINDS, result, kind, ax, (6, 4))


def draw_one(
    kinds: Mapping[str, Callable[[Any, Axes], None]], result: Any, kind: str, ax: Axes | None, size: tuple[float, float]
) -> Axes:
    """Draw one of the named figures on `ax` (by default a new one of that size in inches); DatasetError for others."""
    if kind not in kinds:
        raise DatasetError(f"figure {kind!r} is unknown; use one of {', '.join(kinds)}")
    if ax is None:
        from matplotlib.figure import Figure

        ax = Figure(figsize=size, layout="constrained").add_subplot()
    kinds[kind](result, ax)
    return ax


def kinds(result: Any) -> tuple[str, ...]:
    """Return the kinds this result has data for."""
    without = {"era", "practice"} if not len(result.era) else set()
    if result.aggregate != "none":
        without |= {"era", "practice"}
    return tuple(kind for kind in KINDS if kind not in without)


def forest(result: Any, ax: Axes) -> None:
    """Estimates with intervals; the shipped value as a ring."""
    names = [name for name in result.cov.index if name != "time.const"]
    ends = result.conf_int().loc[names]
    at = np.arange(len(names))[::-1]
    value = result.params[names]
    ax.errorbar(value, at, xerr=[value - ends["lower"], ends["upper"] - value], fmt="o", color=COLOURS[0], capsize=3)
    ax.plot(result.shipped[names], at, "o", mfc="none", color=COLOURS[4], ms=10, label="shipped")
    if len(result.draws):
        low, high = result.draws[names].quantile([0.025, 0.975]).to_numpy()
        ax.hlines(at - 0.13, low, high, color=COLOURS[2], lw=1.5, label="players and puzzles drawn anew")
    ax.set_yticks(at, [name.removeprefix("time.") for name in names])
    ax.axvline(0, color="0.8", lw=0.8)
    ax.set_ylim(-0.5, len(names) - 0.5)
    ax.set_title("Estimates and 95 % intervals")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.08), ncols=2, fontsize=8)


def residuals(result: Any, ax: Axes) -> None:
    """Standardised residual against prediction."""
    ax.scatter(np.exp(result.points["predicted"]), result.points["z"], s=8, alpha=0.5, color=COLOURS[0])
    ax.axhline(0, color="0.5", lw=0.8)
    log_minutes_axis(ax, "x")
    ax.set_xlabel("predicted minutes")
    ax.set_ylabel("standardised residual")
    ax.set_title("Residuals of puzzles")


def log_minutes_axis(ax: Axes, axes: str) -> None:
    """Make axes ("x", "y" or "xy") logarithmic, with plain minutes 1, 2, 5, 10 … beside them."""
    from matplotlib.ticker import LogLocator

    for name in axes:
        axis = ax.xaxis if name == "x" else ax.yaxis
        ax.set(**{f"{name}scale": "log"})
        axis.set_major_formatter("{x:g}")
        axis.set_minor_locator(LogLocator(subs=(2, 5)))
        axis.set_minor_formatter("{x:g}")


def fit(result: Any, ax: Axes) -> None:
    """Adjusted puzzle times against prediction, coloured by band when known."""
    points = result.points
    bands = np.asarray(points["band"] if "band" in points.columns else np.full(len(points), "puzzles"), dtype=object)
    colours = dict(zip(BANDS, BAND_COLOURS, strict=True))
    for band in sorted(dict.fromkeys(bands), key=lambda name: BANDS.index(name) if name in BANDS else len(BANDS)):
        part = points[bands == band]
        colour = colours.get(band, COLOURS[0])
        ax.scatter(np.exp(part["predicted"]), np.exp(part["b"]), s=8, alpha=0.8, color=colour, label=str(band))
    low, high = float(np.exp(points["predicted"].min())), float(np.exp(points["predicted"].max()))
    ax.plot([low, high], [low, high], color="0.4", lw=0.8)
    log_minutes_axis(ax, "xy")
    ax.set_xlabel("predicted minutes")
    ax.set_ylabel("adjusted minutes")
    ax.set_title("Puzzles against the fitted curve")
    ax.legend(fontsize=7)


def t0_profile(result: Any, ax: Axes) -> None:
    """What the data alone say about the floor, beside its estimate and interval."""
    ax.plot(result.t0_profile["t0"], result.t0_profile["loss"], color=COLOURS[0])
    ends = result.conf_int().loc["time.t0"]
    ax.axvspan(float(ends["lower"]), float(ends["upper"]), color=COLOURS[1], alpha=0.3, label="95 % with prior")
    ax.axvline(float(result.params["time.t0"]), color=COLOURS[4])
    ax.axhline(1.92, color="0.6", ls=":", lw=0.8)
    ax.set_xlabel("t0 (units)")
    ax.set_ylabel("rise of the loss, prior left out")
    ax.set_title("Profile of the floor t0")
    ax.legend()


def era(result: Any, ax: Axes) -> None:
    """Era curve g(d), zero at the reference date."""
    knots = np.append(result.era["start"], result.era["end"].iloc[-1])
    steps = result.era["slope"].to_numpy() * np.diff(knots)
    values = np.append(-np.cumsum(steps[::-1])[::-1], 0.0)
    # Errors of the intervals add up going back; their correlation is not kept, so the band is a rough one.
    error = np.append(np.sqrt(np.cumsum((result.era["se"].to_numpy() * np.diff(knots))[::-1] ** 2))[::-1], 0.0)
    ax.fill_between(knots, values - 1.96 * error, values + 1.96 * error, color=COLOURS[1], alpha=0.3)
    ax.plot(knots, values, "o-", color=COLOURS[0])
    ax.axhline(0, color="0.7", lw=0.8)
    ax.set_xlabel("years before the reference date")
    ax.set_ylabel("log time")
    ax.set_title("Era")


def practice(result: Any, ax: Axes) -> None:
    """Time of a player relative to the first solve."""
    n = np.arange(0, 301)
    value, error = result.practice
    for sign, style in ((0.0, "-"), (-1.96, ":"), (1.96, ":")):
        ax.plot(n, np.exp((value + sign * error) * np.log1p(n)), style, color=COLOURS[0])
    ax.set_xlabel("earlier solves")
    ax.set_ylabel("time relative to the first solve")
    ax.set_title("Practice")


def pit(result: Any, ax: Axes) -> None:
    """Histogram of Φ(standardised residual) of puzzles; flat when calibrated."""
    ax.hist(norm.cdf(result.points["z"]), bins=20, range=(0, 1), color=COLOURS[0], edgecolor="white")
    ax.axhline(len(result.points) / 20, color=COLOURS[4])
    ax.set_xlabel("PIT of puzzles")
    ax.set_title("Calibration of puzzle times")


def spread_by_level(result: Any, ax: Axes) -> None:
    """Residual spread of easy, middle and hard puzzles."""
    ax.bar(list(result.spread_by_level.index), result.spread_by_level["sigma"], color=COLOURS[0])
    ax.axhline(float(result.spread_by_level["sigma"].mean()), color=COLOURS[4])
    ax.set_ylabel("residual sigma (log)")
    ax.set_title("One spread for all?")


KINDS: dict[str, Callable[[Any, Axes], None]] = {
    "forest": forest,
    "residuals": residuals,
    "fit": fit,
    "t0_profile": t0_profile,
    "era": era,
    "practice": practice,
    "pit": pit,
    "spread_by_level": spread_by_level,
}
