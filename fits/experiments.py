"""Experiments on parameters: what moves when one is changed, and by how much.

    tornado   every named parameter up and down by a factor, one at a time
    sweep     one parameter over a list of values
    pair      two parameters over a grid: do they do the same thing?
    what_if   any change at all, puzzle by puzzle, with the routes that change

Changes of the time model and the map need no grading; changes of routes and prices grade every puzzle anew. What has
been graded is kept in the feature store chunk by chunk, so an experiment that is stopped goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from pencilmark.grader_model import GraderModel, default

from .errors import FitError
from .features import CACHE, attach
from .metrics import spearman
from .summary import Summary
from .two_way import Progress

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MIDDLE = (0.025, 0.975)
"""Quantiles between which 95 % of the puzzles lie."""
_GEOMETRY = ("blob_cells", "extra_area_pc")


def outcomes(
    puzzles: pd.Series,
    model: GraderModel | None = None,
    *,
    cache: Path | None = CACHE,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """What cards of the puzzles would show under a model, unrounded.

    Parameters
    ----------
    puzzles : Series
        By puzzle_id, as for :func:`fits.features.attach`.
    model : GraderModel, optional
        The shipped one by default.
    cache, progress
        As for :func:`fits.features.attach`.

    Returns
    -------
    DataFrame
        Same index: difficulty, log_minutes (median player), band_index (−1 = unknown), route_hash.
    """
    model = model or default()
    features = attach(puzzles, model, cache=cache, progress=progress)
    return pd.DataFrame(
        {
            "difficulty": features["difficulty"],
            "log_minutes": log_minutes_of(features, model),
            "band_index": features["band_index"].astype(int),
            "route_hash": features["route_hash"],
        }
    )


def log_minutes_of(features: pd.DataFrame, model: GraderModel) -> pd.Series:
    """ln minutes of the median player, from a feature table; nan without a route."""
    t = model.time
    with np.errstate(divide="ignore"):
        raised = t["const"] + t["k_effort"] * features["effort_l1"] + t["k_empty"] * np.log(features["empty_cells"])
    for name in _GEOMETRY:
        raised = raised + t.get("geometry", {}).get(name, 0.0) * features[name]
    units = np.exp(raised) + t["t0"]
    return pd.Series(np.log(units) + np.log(t["minutes_per_unit"]), index=features.index)


@dataclass(frozen=True)
class Tornado:
    """One-at-a-time changes.

    Attributes
    ----------
    table : DataFrame
        One row per parameter and change: name, change, value, difficulty / minutes (median change of the difficulty,
        median ratio of the minutes), their ``_lo`` and ``_hi`` (95 % of the puzzles), band_flips, route_changes.
    skipped : dict
        Parameters that matched but could not be changed, with the reason.
    n : int
        Puzzles.
    """

    table: pd.DataFrame
    skipped: dict[str, str] = field(default_factory=dict)
    n: int = 0

    def summary(self) -> Summary:
        """The table, largest effect first."""
        reach = self.table.groupby("name")["difficulty"].transform(lambda d: d.abs().max())
        order = self.table.assign(_reach=reach).sort_values(["_reach", "name", "change"], ascending=[False, True, True])
        notes = tuple(f"{name}: {why}" for name, why in self.skipped.items())
        head = {"puzzles": f"{self.n:,}", "parameters": str(self.table["name"].nunique())}
        return Summary("Tornado", head, order.drop(columns="_reach").set_index(["name", "change"]), notes)

    def plot(self, what: str = "difficulty", ax: Axes | None = None, most: int = 20) -> Axes:
        """Bars of the median change with lines over 95 % of the puzzles; ``what`` is "difficulty" or "minutes"."""
        from .experiment_figures import tornado

        return tornado(self, what, ax, most)


def tornado(
    names: str | Sequence[str],
    puzzles: pd.Series,
    factor: float = 1.2,
    model: GraderModel | None = None,
    *,
    cache: Path | None = CACHE,
    progress: Progress | None = None,
) -> Tornado:
    """Change parameters one at a time, up and down by a factor.

    Parameters
    ----------
    names : str or list of str
        Parameter names; ``*`` stands for anything (``"time.*"``, ``"route.price.Hidden*"``).
    puzzles : Series
        By puzzle_id.
    factor : float
        Above 1: every value is multiplied and divided by it. A value of 0 is left out, with a note.
    model, cache, progress
        As for :func:`outcomes`.

    Raises
    ------
    FitError
        When nothing matches or the factor is not above 1.
    """
    model = model or default()
    if not factor > 1.0:
        raise FitError(f"factor must be above 1, not {factor}")
    chosen, skipped = _matching(names, model)
    before = outcomes(puzzles, model, cache=cache)
    rows = []
    changes = [(name, change) for name in chosen for change in (f"x{factor:g}", f"x{1 / factor:.6g}")]
    for i, (name, change) in enumerate(changes):
        try:
            changed = model.with_overrides({name: change})
        except ValueError as error:
            skipped[name] = str(error)
            continue
        after = outcomes(puzzles, changed, cache=cache)
        rows.append({"name": name, "change": change, "value": changed.get(name), **_difference(before, after)})
        if progress:
            progress("tornado", i + 1, len(changes))
    return Tornado(pd.DataFrame(rows), skipped, len(puzzles))


def sweep(
    name: str,
    values: Sequence[float] | np.ndarray,
    puzzles: pd.Series,
    model: GraderModel | None = None,
    *,
    relative: bool = False,
    observed: pd.Series | None = None,
    cache: Path | None = CACHE,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """One parameter over a list of values.

    Parameters
    ----------
    name : str
    values : sequence of float
        New values, or factors of the present one when ``relative``.
    observed : Series, optional
        Adjusted log minutes by puzzle_id; adds ``mae`` and ``spearman`` of the predicted times.

    Returns
    -------
    DataFrame
        Index value; difficulty, minutes and their 95 % ranges against the model, band_flips, route_changes.
    """
    model = model or default()
    before = outcomes(puzzles, model, cache=cache)
    rows = []
    for i, value in enumerate(np.asarray(values, dtype=float).tolist()):
        changed = model.with_overrides({name: f"x{value!r}" if relative else value})
        after = outcomes(puzzles, changed, cache=cache)
        rows.append({"value": changed.get(name), **_difference(before, after), **_error(after, observed)})
        if progress:
            progress("sweep", i + 1, len(values))
    return pd.DataFrame(rows).set_index("value")


def pair(
    first: tuple[str, Sequence[float]],
    second: tuple[str, Sequence[float]],
    puzzles: pd.Series,
    model: GraderModel | None = None,
    *,
    observed: pd.Series | None = None,
    cache: Path | None = CACHE,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Two parameters over a grid of values: a ridge in ``mae`` shows that they can stand in for each other.

    Returns
    -------
    DataFrame
        Index (first, second); columns as in :func:`sweep`.
    """
    model = model or default()
    before = outcomes(puzzles, model, cache=cache)
    (name_a, values_a), (name_b, values_b) = first, second
    rows = []
    for a in values_a:
        for b in values_b:
            after = outcomes(puzzles, model.with_overrides({name_a: a, name_b: b}), cache=cache)
            rows.append({name_a: a, name_b: b, **_difference(before, after), **_error(after, observed)})
        if progress:
            progress("pair", len(rows), len(values_a) * len(values_b))
    return pd.DataFrame(rows).set_index([name_a, name_b])


@dataclass(frozen=True)
class WhatIf:
    """One change, puzzle by puzzle.

    Attributes
    ----------
    table : DataFrame
        Index puzzle_id: difficulty, minutes, band_index before and after (``_old``, ``_new``), d_difficulty,
        minutes_ratio, band_flip, route_changed.
    overrides : dict
    """

    table: pd.DataFrame
    overrides: dict[str, Any]

    def summary(self) -> Summary:
        """Counts and quantiles of the changes."""
        t = self.table
        head = {
            "puzzles": f"{len(t):,}",
            "routes that change": f"{int(t['route_changed'].sum()):,} ({t['route_changed'].mean():.1%})",
            "bands that change": f"{int(t['band_flip'].sum()):,}",
            "change": ", ".join(f"{name} = {value}" for name, value in self.overrides.items()),
        }
        frame = t[["d_difficulty", "minutes_ratio"]].quantile([0.025, 0.25, 0.5, 0.75, 0.975])
        return Summary("What if", head, frame.rename_axis("quantile"))

    def movers(self, n: int = 10) -> pd.DataFrame:
        """The puzzles whose difficulty changes most."""
        order = self.table["d_difficulty"].abs().sort_values(ascending=False, kind="stable").index
        return self.table.loc[order[:n]]


def what_if(
    overrides: Mapping[str, Any],
    puzzles: pd.Series,
    model: GraderModel | None = None,
    *,
    cache: Path | None = CACHE,
    progress: Progress | None = None,
) -> WhatIf:
    """Cards of all puzzles before and after a change (as for ``with_overrides``)."""
    model = model or default()
    old = outcomes(puzzles, model, cache=cache, progress=progress)
    new = outcomes(puzzles, model.with_overrides(overrides), cache=cache, progress=progress)
    return WhatIf(changes(old, new), dict(overrides))


def changes(old: pd.DataFrame, new: pd.DataFrame) -> pd.DataFrame:
    """Two tables of :func:`outcomes` side by side: the columns of :class:`WhatIf`."""
    return pd.DataFrame(
        {
            "difficulty_old": old["difficulty"],
            "difficulty_new": new["difficulty"],
            "d_difficulty": new["difficulty"] - old["difficulty"],
            "minutes_old": np.exp(old["log_minutes"]),
            "minutes_new": np.exp(new["log_minutes"]),
            "minutes_ratio": np.exp(new["log_minutes"] - old["log_minutes"]),
            "band_index_old": old["band_index"],
            "band_index_new": new["band_index"],
            "band_flip": new["band_index"] != old["band_index"],
            "route_changed": new["route_hash"] != old["route_hash"],
        }
    )


def _matching(names: str | Sequence[str], model: GraderModel) -> tuple[list[str], dict[str, str]]:
    """Parameters that the patterns name, and those of them that a factor cannot change."""
    patterns = [names] if isinstance(names, str) else list(names)
    known = model.names()
    chosen, skipped = [], {}
    for pattern in patterns:
        found = [name for name in known if fnmatchcase(name, pattern)]
        if not found:
            raise FitError(f"no parameter matches {pattern!r}; default().names() lists them")
        for name in found:
            value = known[name]
            if isinstance(value, bool) or not isinstance(value, int | float):
                skipped[name] = "not a number"
            elif value == 0:
                skipped[name] = "0 stays 0 under any factor; use sweep"
            elif name not in chosen:
                chosen.append(name)
    return chosen, skipped


def _difference(before: pd.DataFrame, after: pd.DataFrame) -> dict[str, float]:
    change = (after["difficulty"] - before["difficulty"]).to_numpy()
    ratio = np.exp((after["log_minutes"] - before["log_minutes"]).to_numpy())
    row: dict[str, float] = {}
    for name, values in (("difficulty", change), ("minutes", ratio)):
        good = values[np.isfinite(values)]
        lo, hi = np.quantile(good, MIDDLE) if len(good) else (np.nan, np.nan)
        row |= {name: float(np.median(good)) if len(good) else np.nan, f"{name}_lo": float(lo), f"{name}_hi": float(hi)}
    row["band_flips"] = int((after["band_index"] != before["band_index"]).sum())
    row["route_changes"] = int((after["route_hash"] != before["route_hash"]).sum())
    return row


def _error(after: pd.DataFrame, observed: pd.Series | None) -> dict[str, float]:
    """How well the times fit observed ones; nothing without them."""
    if observed is None:
        return {}
    both = pd.concat([observed.rename("b"), after["log_minutes"]], axis=1, join="inner").dropna()
    return {
        "mae": float((both["log_minutes"] - both["b"]).abs().mean()),
        "spearman": spearman(both["b"].to_numpy(), both["log_minutes"].to_numpy()),
    }
