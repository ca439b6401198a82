"""Figures of a study on its way to a time model: rows lost, times seen, players removed, calibration by band.

Every function draws on the axes given, or on new ones, and returns them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from pencilmark.player import COLOURS as BAND_COLOURS
from pencilmark.tables import BANDS

from .adjust_result import AdjustResult
from .metrics import km_coverage, pit, player_weights
from .schemas import era_years, log_minutes
from .screening import RejectReport
from .time_figures import COLOURS, log_minutes_axis

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .time_model import TimeFit

LEVELS = tuple(np.round(np.linspace(0.05, 0.95, 19), 2).tolist())
FEW_SOLVES = 50
"""Fewer solves of a band make no curve."""


def rejects(report: RejectReport, ax: Axes | None = None) -> Axes:
    """Rows that leave, one bar per reason, in the order in which the reasons are tried."""
    counts = pd.Series(report.counts, dtype="int64")[::-1]
    ax = ax or _axes(6.5, 1.0 + 0.28 * max(len(counts), 2))
    bars = ax.barh(list(counts.index), counts, color=COLOURS[4])
    ax.bar_label(bars, padding=3, fontsize=8)
    ax.margins(x=0.12)
    ax.set_xlabel("rows")
    ax.set_title(f"{report.n_in - report.n_kept:,} of {report.n_in:,} rows leave ({report.share:.1%})")
    return ax


def times_by_year(solves: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Minutes of finished solves by year: boxes hold half of them, whiskers nine tenths."""
    ax = ax or _axes(6.5, 3.4)
    done = solves[(solves["status"].astype("object") == "solved").to_numpy()]
    minutes = pd.Series(np.exp(log_minutes(done["duration_s"])), index=done.index)
    groups = {str(year): part.dropna() for year, part in minutes.groupby(done["started_at"].dt.year)}
    ax.boxplot(
        list(groups.values()), tick_labels=list(groups), whis=(5, 95), showfliers=False, widths=0.6,
        medianprops={"color": COLOURS[4]},
    )  # fmt: skip
    log_minutes_axis(ax, "y")
    ax.set_xlabel("year")
    ax.set_ylabel("minutes of finished solves")
    ax.set_title("Times as they are in the table")
    return ax


def solves_per_player(solves: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """How many players have at least so many rows; both axes logarithmic."""
    ax = ax or _axes(6.0, 3.4)
    counts = np.sort(solves.groupby("player_id", observed=True).size().to_numpy())[::-1]
    ax.step(counts, np.arange(1, len(counts) + 1), where="post", color=COLOURS[0])
    log_minutes_axis(ax, "xy")
    ax.set_xlabel("rows")
    ax.set_ylabel("players with at least as many")
    ax.set_title(f"{len(counts):,} players; half of the rows come from {_half(counts):,} of them")
    return ax


def raw_and_adjusted(
    kept: pd.DataFrame, adjusted: AdjustResult, features: pd.DataFrame, ax: Axes | None = None
) -> Axes:
    """Median of finished times and adjusted time of every puzzle, against its effort.

    Where good players choose hard puzzles and weak ones give them up, raw medians rise too little with effort: the two
    lines, least squares through each set of points, part.
    """
    ax = ax or _axes(6.5, 4.2)
    raw = raw_medians(kept)
    effort = features["effort_l1"].set_axis(features.index.astype("object"))
    for name, values, colour in (
        ("raw median", raw, COLOURS[4]),
        ("adjusted", adjusted.puzzles["b"].set_axis(adjusted.puzzles.index.astype("object")), COLOURS[0]),
    ):
        x = effort.reindex(values.index).to_numpy()
        slope, level = np.polyfit(x, values.to_numpy(), 1)
        ax.scatter(x, np.exp(values), s=14, color=colour, alpha=0.8, label=f"{name}: slope {slope:.2f}")
        ends = np.array([x.min(), x.max()])
        ax.plot(ends, np.exp(level + slope * ends), color=colour, lw=1)
    log_minutes_axis(ax, "y")
    ax.set_xlabel("log effort of the card (effort_l1)")
    ax.set_ylabel("minutes")
    ax.set_title("Raw medians and adjusted times")
    ax.legend()
    return ax


def raw_medians(kept: pd.DataFrame) -> pd.Series:
    """Median log minutes of the finished solves of each puzzle: what a naive look at the table gives."""
    done = kept[(kept["status"].astype("object") == "solved").to_numpy()]
    return done.groupby(done["puzzle_id"].astype("object"))["log_min"].median()


def coverage_by_band(fit: TimeFit, kept: pd.DataFrame, adjusted: AdjustResult, features: pd.DataFrame) -> pd.DataFrame:
    """Share of solves faster than the predicted percentiles, given-up ones kept (Kaplan–Meier), players alike.

    Returns
    -------
    DataFrame
        Rows: bands with at least FEW_SOLVES solves, and "all"; columns: nominal share; and n. In sample: the fit has
        seen these solves, so `fits.evaluate` is the judge.
    """
    key = pd.Index(kept["puzzle_id"].astype("object"))
    era = np.minimum(era_years(kept["started_at"], pd.Timestamp(adjusted.era_ref, tz="UTC")), 0.0)
    # Era and practice are taken off: the prediction is for players of today.
    y = kept["log_min"].to_numpy() - adjusted.era_effect(era) - adjusted.practice_effect(kept["n_prev"].to_numpy())
    u = pit(y, _by_key(fit.predict(features), key), np.full(len(y), fit.predict_sd()))
    censored = (kept["status"].astype("object") != "solved").to_numpy()
    player = kept["player_id"].astype("object").to_numpy().astype(str)
    band = _by_key(features["band"].astype("object"), key)
    rows = {}
    for name in (*BANDS, "all"):
        part = np.ones(len(u), bool) if name == "all" else band == name
        if part.sum() < FEW_SOLVES:
            continue
        rows[name] = [*km_coverage(u[part], censored[part], player_weights(player[part]), LEVELS), int(part.sum())]
    return pd.DataFrame.from_dict(rows, orient="index", columns=[*LEVELS, "n"]).rename_axis("band")


def pit_by_band(coverage: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Observed against nominal shares of :func:`coverage_by_band`; on the diagonal when calibrated."""
    ax = ax or _axes(4.6, 4.2)
    colours = dict(zip(BANDS, BAND_COLOURS, strict=True))
    levels = [name for name in coverage.columns if name != "n"]
    ax.plot([0, 1], [0, 1], color="0.6", lw=0.8)
    for name, row in coverage.iterrows():
        whole = name == "all"
        colour = "k" if whole else colours[str(name)]
        ax.plot(levels, row[levels], label=f"{name} ({int(row['n']):,})", color=colour, lw=2.0 if whole else 1.2)
    ax.set_xlabel("nominal share")
    ax.set_ylabel("share of solves below that percentile")
    ax.set_title("Calibration by band")
    ax.legend(fontsize=7)
    return ax


def _by_key(values: pd.Series, key: pd.Index) -> np.ndarray:
    return values.set_axis(values.index.astype("object")).reindex(key).to_numpy()


def _half(counts: np.ndarray) -> int:
    return int(np.searchsorted(np.cumsum(counts), counts.sum() / 2)) + 1


def _axes(width: float, height: float) -> Axes:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained").add_subplot()
