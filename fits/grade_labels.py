"""Published grades beside raw scores: labels to try the score map on, puzzles near the limits of grades, figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from .difficulty_map import softplus
from .map_fit import STUART, Grade, MapResult
from .time_figures import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LIMITS = (3.0, 4.0, 5.0, 7.0, 9.0)
"""Between the grades of ``fits.map_fit.STUART`` (sudokuwiki.org/Grading_Puzzles, since October 2025)."""
SCALE = "stuart-2025"
NAMES = tuple(grade.name for grade in STUART)


def simulated_labels(
    features: pd.DataFrame, truth: tuple[float, float, float], *, sd: float = 0.35, seed: int = 0
) -> pd.DataFrame:
    """Feature rows with published scores and grades drawn around a known map.

    Parameters
    ----------
    features : DataFrame
        By puzzle_id, column score_raw.
    truth : tuple of float
        A, B, C of the map.
    sd : float
        How far a publisher's score lies from the map.
    seed : int

    Returns
    -------
    DataFrame
        Columns puzzle (where known), score_raw, published_score, published_grade, published_scale.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    score = softplus(features["score_raw"].to_numpy(float), *truth) + sd * rng.standard_normal(len(features))
    columns = [name for name in ("puzzle", "score_raw") if name in features.columns]
    return features[columns].assign(
        published_score=score, published_grade=np.array(NAMES)[np.digitize(score, LIMITS)], published_scale=SCALE
    )


def observed_grades(labels: pd.DataFrame, least: int = 3) -> tuple[Grade, ...]:
    """Grades whose targets are the medians of the published scores, in place of assumed ones.

    Parameters
    ----------
    labels : DataFrame
        Columns published_grade and published_score.
    least : int
        Grades with fewer scores keep the assumed target at a quarter of the weight.
    """
    scores = labels.dropna(subset=["published_score"]).groupby("published_grade")["published_score"]
    count, median = scores.size(), scores.median()
    return tuple(
        Grade(g.name, float(median[g.name])) if count.get(g.name, 0) >= least else Grade(g.name, g.target, 0.25)
        for g in STUART
    )


def near_limits(result: MapResult, n: int = 10) -> pd.DataFrame:
    """The puzzles whose fitted difficulty is nearest to a limit between two grades.

    Returns
    -------
    DataFrame
        Index puzzle_id; raw, fitted, wanted, grade (published), limit, distance (fitted minus limit), fitted_grade.
    """
    points = result.points
    fitted = result(points["raw"].to_numpy(float))
    limits = np.array(LIMITS)
    nearest = limits[np.abs(fitted[:, None] - limits).argmin(axis=1)]
    table = points.assign(
        fitted=fitted,
        limit=nearest,
        distance=fitted - nearest,
        fitted_grade=np.array(NAMES)[np.digitize(fitted, limits)],
    )
    order = table["distance"].abs().sort_values(kind="stable").index
    return table.loc[order[:n], ["raw", "fitted", "wanted", "grade", "limit", "distance", "fitted_grade"]]


def agreement(result: MapResult) -> pd.DataFrame:
    """Puzzles by published grade (rows) and by the grade of the fitted difficulty (columns)."""
    fitted = np.array(NAMES)[np.digitize(result(result.points["raw"].to_numpy(float)), LIMITS)]
    grade = result.points["grade"].to_numpy(object)
    table = pd.crosstab(pd.Series(grade, name="published"), pd.Series(fitted, name="fitted"))
    seen = [name for name in NAMES if name in table.index or name in table.columns]
    return table.reindex(index=seen, columns=seen, fill_value=0)


def grade_boxes(result: MapResult, ax: Axes | None = None) -> Axes:
    """Raw scores by published grade; whiskers hold nine tenths."""
    ax = ax or _axes()
    points = result.points
    groups = {name: points.loc[points["grade"] == name, "raw"] for name in NAMES if (points["grade"] == name).any()}
    labels = [f"{name}\nn = {len(raw)}" for name, raw in groups.items()]
    ax.boxplot(
        list(groups.values()), tick_labels=labels, whis=(5, 95), widths=0.6, flierprops={"ms": 3},
        medianprops={"color": COLOURS[4]},
    )  # fmt: skip
    ax.set_ylabel("raw score")
    ax.set_title("Raw scores of the published grades")
    return ax


def residual_by_grade(result: MapResult, ax: Axes | None = None) -> Axes:
    """Wanted minus fitted difficulty, by published grade; medians as bars."""
    ax = ax or _axes()
    points = result.points
    residual = points["wanted"] - result(points["raw"].to_numpy(float))
    seen = [name for name in NAMES if (points["grade"] == name).any()]
    for k, name in enumerate(seen):
        part = residual[points["grade"] == name].sort_values()
        ax.plot(k + np.linspace(-0.25, 0.25, len(part)), part, ".", color=COLOURS[0], ms=4)
        ax.hlines(part.median(), k - 0.3, k + 0.3, color=COLOURS[4])
    ax.axhline(0, color="0.6", lw=0.8)
    ax.set_xticks(range(len(seen)), seen)
    ax.set_ylabel("published − fitted difficulty")
    ax.set_title("What the map leaves over")
    return ax


def _axes() -> Axes:
    from matplotlib.figure import Figure

    return Figure(figsize=(6.2, 3.8), layout="constrained").add_subplot()
