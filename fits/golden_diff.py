"""A candidate model beside the shipped one, puzzle by puzzle: what a reviewer looks at before signing.

diff = golden_diff(candidate, golden_puzzles(folder))
diff.summary(), diff.by_family(), diff.bands(), diff.movers(), diff.show(), diff.plot("change")
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from pencilmark.card import Grading
from pencilmark.grader_model import GraderModel, default
from pencilmark.loaders import load
from pencilmark.scoring import TAKE_NOTES
from pencilmark.tables import BANDS, shapes

from .errors import DatasetError
from .experiments import changes, outcomes
from .features import CACHE
from .gates import MOVED_95, TIME_RATIO
from .notebook import Html, scaled
from .summary import Summary
from .two_way import Progress

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

UNKNOWN = "Unknown"


@dataclass(frozen=True)
class GoldenDiff:
    """Cards of the golden puzzles before and after.

    Attributes
    ----------
    table : DataFrame
        Index puzzle_id; columns of :class:`fits.WhatIf`, and family.
    puzzles : Series
        By puzzle_id, what was graded.
    old, new : GraderModel
        Shipped and candidate.
    """

    table: pd.DataFrame
    puzzles: pd.Series = field(repr=False)
    old: GraderModel = field(repr=False)
    new: GraderModel = field(repr=False)

    def summary(self) -> Summary:
        """Counts, quantiles, and what gate G6 will not like."""
        t = self.table
        changed = sum(self.old.names().get(name) != value for name, value in self.new.names().items())
        head = {
            "puzzles": f"{len(t):,}",
            "parameters that differ": f"{changed:,}",
            "routes that change": f"{int(t['route_changed'].sum()):,}",
            "bands that change": f"{int(t['band_flip'].sum()):,}",
        }
        frame = t[["d_difficulty", "minutes_ratio"]].quantile([0.025, 0.25, 0.5, 0.75, 0.975]).rename_axis("quantile")
        far = t["d_difficulty"].abs() > 1.0
        notes = [f"{int(far.sum())} difficulties move by more than 1: look at each"] if far.any() else []
        wide = t["d_difficulty"].abs().quantile(0.95)
        notes += [f"5 % of the difficulties move by more than {wide:.2f} (limit {MOVED_95})"] if wide > MOVED_95 else []
        low, high = t["minutes_ratio"].quantile(0.025), t["minutes_ratio"].quantile(0.975)
        if low < TIME_RATIO[0] or high > TIME_RATIO[1]:
            notes.append(f"minutes change by ×{low:.2f} … ×{high:.2f} (limits {TIME_RATIO[0]} … {TIME_RATIO[1]})")
        return Summary("Golden diff", head, frame, tuple(notes))

    def by_family(self) -> pd.DataFrame:
        """Per family: puzzles, changed routes and bands, changes of difficulty, median ratio of minutes."""
        groups = self.table.assign(size=self.table["d_difficulty"].abs()).groupby("family")
        return groups.agg(
            puzzles=("size", "size"),
            routes=("route_changed", "sum"),
            bands=("band_flip", "sum"),
            d_median=("d_difficulty", "median"),
            d_largest=("size", "max"),
            minutes_ratio=("minutes_ratio", "median"),
        )

    def bands(self) -> pd.DataFrame:
        """Puzzles by band before (rows) and after (columns); the diagonal holds those that stay."""
        names = [UNKNOWN, *BANDS]
        old, new = (self.table[f"band_index_{side}"].to_numpy() + 1 for side in ("old", "new"))
        counts = np.zeros((len(names), len(names)), dtype=int)
        np.add.at(counts, (old, new), 1)
        seen = [k for k in range(len(names)) if counts[k].any() or counts[:, k].any()]
        labels = [names[k] for k in seen]
        return pd.DataFrame(counts[np.ix_(seen, seen)], pd.Index(labels, name="before"), pd.Index(labels, name="after"))

    def movers(self, n: int = 10) -> pd.DataFrame:
        """The puzzles whose difficulty changes most."""
        order = self.table["d_difficulty"].abs().sort_values(ascending=False, kind="stable").index
        return self.table.loc[order[:n]]

    def techniques(self, name: str) -> pd.DataFrame:
        """How often each technique stands on the written route, and its share of the effort, before and after."""
        if name not in self.puzzles.index:
            raise DatasetError(f"{name!r} is not among these puzzles")
        sides = {}
        for side, model in (("before", self.old), ("after", self.new)):
            steps = Grading(load(self.puzzles[name]), model).route.steps
            total = sum(step.value for step in steps)
            rows = [(TAKE_NOTES if s.shape < 0 else shapes()[s.shape].name, s.value / total) for s in steps]
            frame = pd.DataFrame(rows, columns=["technique", "share"]).groupby("technique")["share"]
            sides[side] = pd.DataFrame({f"steps {side}": frame.size(), f"share {side}": frame.sum()})
        table = sides["before"].join(sides["after"], how="outer").fillna(0.0)
        table = table.astype({"steps before": int, "steps after": int})
        return table[["steps before", "steps after", "share before", "share after"]].sort_values(
            "share before", ascending=False
        )

    def show(self, n: int = 5) -> Html:
        """The biggest movers with their boards, numbers, and the techniques of which the number changes."""
        rows = []
        for name, row in self.movers(n).iterrows():
            used = self.techniques(str(name))
            other = used[used["steps before"] != used["steps after"]]
            steps = [f"{t}: {r['steps before']:.0f} → {r['steps after']:.0f}" for t, r in other.iterrows()]
            bands = [UNKNOWN if (k := int(row[f"band_index_{s}"])) < 0 else BANDS[k] for s in ("old", "new")]
            facts = [
                f"difficulty {row['difficulty_old']:.1f} → {row['difficulty_new']:.1f}",
                f"minutes {row['minutes_old']:.1f} → {row['minutes_new']:.1f}",
                f"band {bands[0]}" + (f" → {bands[1]}" if bands[0] != bands[1] else ""),
            ]
            lines = "<br>".join(escape(text) for text in [*facts, "", *(steps or ["same techniques, as often"])])
            board = scaled(self.puzzles[str(name)], 170)
            cell = "vertical-align:top;text-align:left;padding:6px 14px"
            rows.append(
                f'<tr><td style="{cell}"><b>{escape(str(name))}</b>{board}</td><td style="{cell}">{lines}</td></tr>'
            )
        return Html(f"<table>{''.join(rows)}</table>")

    def plot(self, kind: str = "change", ax: Axes | None = None) -> Axes:
        """Draw "change" (histogram), "scatter" (before and after) or "bands" (how many move where)."""
        from .golden_figures import KINDS

        if kind not in KINDS:
            raise DatasetError(f"figure {kind!r} is unknown; use one of {', '.join(KINDS)}")
        return KINDS[kind](self, ax)

    def routes(self, name: str) -> Figure:
        """Step values of a puzzle's written route before and after, one above the other."""
        from .golden_figures import routes

        return routes(self, name)


def golden_diff(
    candidate: GraderModel,
    puzzles: pd.Series,
    families: pd.Series | None = None,
    *,
    base: GraderModel | None = None,
    cache: Path | None = CACHE,
    progress: Progress | None = None,
) -> GoldenDiff:
    """Grade puzzles under the shipped model and a candidate.

    Parameters
    ----------
    candidate : GraderModel
    puzzles : Series
        By puzzle_id, see :func:`fits.golden_puzzles.golden_puzzles`.
    families : Series, optional
        By puzzle_id, see :func:`fits.golden_puzzles.golden_families`; without it all are one.
    base : GraderModel, optional
        The shipped one by default.
    cache, progress
        As for :func:`fits.outcomes`.
    """
    base = base or default()
    old, new = (outcomes(puzzles, model, cache=cache, progress=progress) for model in (base, candidate))
    table = changes(old, new)
    table["family"] = "all" if families is None else families.reindex(table.index).fillna("other")
    return GoldenDiff(table, puzzles, base, candidate)
