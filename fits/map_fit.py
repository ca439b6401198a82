"""Score map fit: from raw scores of graded puzzles to difficulties on a published scale.

    D(s) = A·C·ln(1 + exp((s − B) / C)),     A, C > 0

Least squares of D(median raw score of a grade) on the grade's target, weights √n, with a soft term that a nearly
finished grid gets 0.2. Medians commute with increasing maps, so half a dozen numbers are all the fit needs. An
isotonic regression, which knows only that the map rises, checks the shape; where the two differ by more than 0.3 a
monotone curve through it is offered beside the softplus.

Grades and targets: Andrew Stuart's scale since October 2025 (sudokuwiki.org/Grading_Puzzles), medians assumed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pandas as pd
from scipy.interpolate import PchipInterpolator
from scipy.optimize import isotonic_regression

from pencilmark.grader_model import GraderModel, default
from pencilmark.tables import DATA

from . import map_figures
from .base import Estimates, base_from_json, frame_from_json, frame_to_json, rounded, write_json
from .difficulty_map import KNEE, Anchor, left_out, raw_scores, soft_fit, softplus
from .errors import DatasetError
from .report import labels_provenance

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAMES = ("score.map.A", "score.map.B", "score.map.C")
TYPICAL = 60
"""Puzzles of a grade that count with weight 1."""
FEWEST_GRADES, FEWEST_PER_GRADE = 3, 3
CENTRAL = (0.05, 0.95)
KNOTS = 9


@dataclass(frozen=True)
class Grade:
    """A grade: name, median difficulty wanted, weight beside √n (1 unless the target is a guess)."""

    name: str
    target: float
    weight: float = 1.0


STUART = (
    Grade("Kids", 2.5, 0.25),
    Grade("Gentle", 3.5),
    Grade("Moderate", 4.5),
    Grade("Tough", 6.0),
    Grade("Diabolical", 8.0),
    Grade("Extreme", 10.0, 0.25),
)
"""Ranges < 3, 3–4, 4–5, 5–7, 7–9, ≥ 9; the targets are their assumed medians."""


@dataclass(frozen=True)
class MapConfig:
    """Settings of :class:`fits.DifficultyMapFit`.

    Attributes
    ----------
    grades : tuple of Grade
        In rising order of target.
    finished_raw : float or None
        Raw score of a nearly finished grid; None takes one empty cell under the shipped prices.
    largest_gap : float
        Difference of softplus and isotonic regression, in difficulty, from which a monotone curve is offered.
    bootstrap : int
        Draws over the puzzles of each grade, for standard errors.
    seed : int
    data_name, data_sha256, licence : str
        Copied into provenance.
    """

    grades: tuple[Grade, ...] = STUART
    finished_raw: float | None = None
    largest_gap: float = 0.3
    bootstrap: int = 200
    seed: int = 0
    data_name: str = ""
    data_sha256: str = ""
    licence: str = ""


@dataclass(frozen=True)
class MapResult(Estimates):
    """A fitted score map.

    Attributes
    ----------
    grades : DataFrame
        Index grade; n, median_raw, q25, q75, target, weight, fitted, left_out (fitted without this grade).
    curve : DataFrame
        raw, softplus, isotonic over the central 90 % of the raw scores.
    pchip : dict
        ``{"kind": "pchip", "x": [...], "y": [...]}`` when the shape check failed, else {}.
    points : DataFrame
        Index puzzle_id; raw, grade, wanted (published score, or its grade's target).
    """

    grades: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    curve: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    pchip: dict[str, Any] = field(default_factory=dict, repr=False)
    points: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    config: MapConfig = field(default_factory=MapConfig, repr=False)

    file = "card_score.json"

    def __call__(self, raw: Any) -> np.ndarray:
        """Difficulties of raw scores."""
        a, b, c = (float(self.params[name]) for name in NAMES)
        return softplus(raw, a, b, c)

    def predict(self, features: pd.DataFrame) -> pd.Series:
        """Difficulty of puzzles; reads ``score_raw`` (or ``raw``)."""
        name = "score_raw" if "score_raw" in features.columns else "raw"
        if name not in features.columns:
            raise DatasetError("predict: column score_raw is missing; grade the puzzles first (fits.features.attach)")
        return pd.Series(self(features[name].to_numpy(float)), index=features.index)

    def model(self) -> GraderModel:
        """The shipped model with this map."""
        return default().with_overrides(self.to_overrides())

    def model_json(self) -> dict[str, Any]:
        """The shipped ``card_score.json`` with this map and this fit's provenance."""
        doc: dict[str, Any] = json.loads((DATA / self.file).read_text(encoding="utf-8"))
        values = {name.removeprefix("score.map."): value for name, value in self.to_overrides().items()}
        return doc | {"map": {"kind": "softplus", **values}, "provenance": dict(self.provenance)}

    def plot(self, kind: str = "map", ax: Axes | None = None) -> Axes:
        """Draw one figure; ``fits.map_figures.KINDS`` lists them."""
        return map_figures.draw(self, kind, ax)

    def kinds(self) -> tuple[str, ...]:
        """Figures this result has data for."""
        return tuple(map_figures.KINDS)

    def to_json(self, path: str | Path | None = None) -> dict[str, Any]:
        """The whole result as a document of 6 significant digits, written when a path is given."""
        doc = self.base_json() | {name: frame_to_json(getattr(self, name)) for name in FRAMES}
        doc |= {"pchip": self.pchip, "settings": msgspec.json.decode(msgspec.json.encode(self.config))}
        return write_json(doc, path)

    @classmethod
    def from_json(cls, path: str | Path) -> MapResult:
        """Read a result written by `to_json`."""
        doc = json.loads(Path(path).read_text(encoding="utf-8"))
        return cls(
            **base_from_json(doc),
            grades=frame_from_json(doc["grades"]),
            curve=frame_from_json(doc["curve"]),
            points=frame_from_json(doc["points"]),
            pchip=doc["pchip"],
            config=msgspec.convert(doc["settings"], MapConfig),
        )


FRAMES = ("grades", "curve", "points")


class DifficultyMapFit:
    """Fits the score map; see the module.

    Parameters
    ----------
    config : MapConfig, optional
        Settings.
    """

    name = "map"

    def __init__(self, config: MapConfig | None = None) -> None:
        self.config = config or MapConfig()

    def fit(self, scores: pd.DataFrame) -> MapResult:
        """Fit the map to graded puzzles.

        Parameters
        ----------
        scores : DataFrame
            By puzzle_id: ``score_raw`` (or ``raw``), ``grade`` (or ``published_grade``), and if known
            ``published_score`` and ``published_scale``, which must be the same for all.

        Raises
        ------
        DatasetError
            For a missing column, an unknown grade, mixed scales, or fewer than 3 grades with 3 puzzles each.
        """
        config = self.config
        points = _points(scores, config)
        grades = _grades(points, config)
        finished = config.finished_raw
        if finished is None:
            finished = -float(default().route["phi"]) * math.log(float(default().route["e_ref"]))
        medians, targets = grades["median_raw"].to_numpy(float), grades["target"].to_numpy(float)
        weights = np.sqrt(grades["weight"].to_numpy(float))
        found = soft_fit(medians, targets, weights, finished)
        grades = grades.assign(fitted=softplus(medians, *found), left_out=left_out(medians, targets, weights, finished))
        draws = _draws(points, grades, weights, (finished, found), config)
        curve, gap = _shape(points, found)
        result = _result(points, grades, curve, gap, found, draws, config)
        result.provenance.update(labels_provenance(result, config, {"base_model_hash": default().digest()}))
        return result


def map_scores(anchors: tuple[Anchor, ...], model: GraderModel | None = None) -> tuple[pd.DataFrame, tuple[Grade, ...]]:
    """Raw scores of the groups of rated puzzles (``fits.difficulty_map.read_anchors``), and the groups as grades."""
    model = model or default()
    parts = []
    for anchor in anchors:
        index = pd.Index([f"{anchor.name} {i + 1}" for i in range(len(anchor.grids))], name="puzzle_id")
        parts.append(pd.DataFrame({"raw": raw_scores(anchor.grids, model), "grade": anchor.name}, index=index))
    return pd.concat(parts), tuple(Grade(a.name, a.target, a.weight) for a in anchors)


def pchip_curve(doc: Mapping[str, Any], raw: Any) -> np.ndarray:
    """Difficulties of an offered monotone curve: linear above its knots, exponential to 0 below."""
    x, y = np.array(doc["x"], float), np.array(doc["y"], float)
    inner = PchipInterpolator(x, y)
    s = np.asarray(raw, float)
    typical = float((y[-1] - y[0]) / (x[-1] - x[0]))
    first = max(float(inner(x[0], 1)), typical)  # a flat first piece must not stay flat for ever
    last = max(float(inner(x[-1], 1)), float((y[-1] - y[-2]) / (x[-1] - x[-2])))
    below = y[0] * np.exp(np.minimum(s - x[0], 0.0) * first / y[0])
    above = y[-1] + last * (s - x[-1])
    return np.where(s < x[0], below, np.where(s > x[-1], above, inner(np.clip(s, x[0], x[-1]))))


def _points(scores: pd.DataFrame, config: MapConfig) -> pd.DataFrame:
    raw = next((name for name in ("score_raw", "raw") if name in scores.columns), None)
    grade = next((name for name in ("grade", "published_grade") if name in scores.columns), None)
    if raw is None or grade is None:
        missing = "score_raw" if raw is None else "grade"
        raise DatasetError(f"map: column {missing} is missing; the map needs raw scores and grades of puzzles")
    if "published_scale" in scores.columns and scores["published_scale"].dropna().nunique() > 1:
        scales = ", ".join(sorted(map(str, scores["published_scale"].dropna().unique())))
        raise DatasetError(f"map: labels of several scales ({scales}); keep one published_scale")
    points = pd.DataFrame({"raw": scores[raw].astype(float), "grade": scores[grade].astype(object)}).dropna()
    points = points[np.isfinite(points["raw"])]
    targets = {g.name: g.target for g in config.grades}
    if unknown := sorted(set(map(str, points["grade"])) - set(targets)):
        raise DatasetError(f"map: unknown grade {', '.join(unknown[:5])}; known: {', '.join(targets)}")
    wanted = points["grade"].map(targets).astype(float)
    if "published_score" in scores.columns:
        wanted = scores["published_score"].reindex(points.index).astype(float).fillna(wanted)
    table: pd.DataFrame = points.assign(wanted=wanted)
    return table


def _grades(points: pd.DataFrame, config: MapConfig) -> pd.DataFrame:
    """One row per grade with at least 3 puzzles."""
    rows = []
    for grade in config.grades:
        raw = points.loc[points["grade"] == grade.name, "raw"]
        if len(raw) >= FEWEST_PER_GRADE:
            q25, q50, q75 = raw.quantile([0.25, 0.5, 0.75])
            weight = grade.weight * math.sqrt(len(raw) / TYPICAL)
            rows.append((grade.name, len(raw), q50, q25, q75, grade.target, weight))
    if len(rows) < FEWEST_GRADES:
        raise DatasetError(
            f"map: {len(rows)} grades with {FEWEST_PER_GRADE} puzzles or more; {FEWEST_GRADES} are needed"
        )
    table = pd.DataFrame(rows, columns=["grade", "n", "median_raw", "q25", "q75", "target", "weight"])
    return table.set_index("grade")


def _draws(
    points: pd.DataFrame,
    grades: pd.DataFrame,
    weights: np.ndarray,
    at: tuple[float, tuple[float, float, float]],
    config: MapConfig,
) -> np.ndarray:
    """A, B, C with the puzzles of each grade drawn anew, shape (draws, 3)."""
    finished, found = at
    targets = grades["target"].to_numpy(float)
    rng = np.random.default_rng(np.random.SeedSequence(config.seed))
    raw = [points.loc[points["grade"] == name, "raw"].to_numpy() for name in grades.index]
    draws = []
    for _ in range(config.bootstrap):
        medians = np.array([np.median(rng.choice(values, len(values))) for values in raw])
        draws.append(soft_fit(medians, targets, weights, finished, found))
    return np.array(draws).reshape(-1, 3)


def _shape(points: pd.DataFrame, found: tuple[float, float, float]) -> tuple[pd.DataFrame, float]:
    """Softplus and isotonic regression over the central 90 % of the raw scores, and their largest difference."""
    order = points.sort_values("raw", kind="stable")
    raw, wanted = order["raw"].to_numpy(), order["wanted"].to_numpy()
    low, high = np.quantile(raw, CENTRAL)
    steps = isotonic_regression(wanted).x
    inside = (raw >= low) & (raw <= high)
    curve = pd.DataFrame({"raw": raw[inside], "softplus": softplus(raw[inside], *found), "isotonic": steps[inside]})
    return curve, float((curve["softplus"] - curve["isotonic"]).abs().max())


def _offer(points: pd.DataFrame) -> dict[str, Any]:
    """Knots through local means of the isotonic regression, made strictly increasing."""
    order = points.sort_values("raw", kind="stable")
    parts = np.array_split(np.arange(len(order)), min(KNOTS, len(order) // 3))
    steps = isotonic_regression(order["wanted"].to_numpy()).x
    x = np.array([order["raw"].to_numpy()[part].mean() for part in parts])
    y = np.maximum.accumulate([steps[part].mean() for part in parts]) + 1e-3 * np.arange(len(parts))
    keep = np.concatenate([[True], np.diff(x) > 1e-6])
    return {"kind": "pchip", "x": [rounded(v) for v in x[keep]], "y": [rounded(v) for v in y[keep]]}


def _result(
    points: pd.DataFrame, grades: pd.DataFrame, curve: pd.DataFrame, gap: float, found: tuple[float, float, float],
    draws: np.ndarray, config: MapConfig,
) -> MapResult:  # fmt: skip
    names = list(NAMES)
    cov = np.cov(draws.T, ddof=1) if len(draws) > 1 else np.full((3, 3), math.nan)
    pinned = any(abs(found[2] / edge - 1) < 0.01 for edge in KNEE)
    shipped = pd.Series([float(default().score["map"][key]) for key in "ABC"], index=names)
    off = (grades["left_out"] - grades["target"]).abs()
    rising = float(np.diff(softplus(np.linspace(-8, 12, 10_000), *found)).min())
    checks = pd.DataFrame(
        [
            ("steps down on 10,000 points", float(rising <= 0), 0.0),
            ("grade medians, largest error", float((grades["fitted"] - grades["target"]).abs().max()), 0.5),
            ("left-out grade, largest error", float(off.max()), 1.0),
            ("softplus − isotonic, largest in the central 90 %", gap, config.largest_gap),
        ],
        columns=["check", "value", "limit"],
    )
    offer = _offer(points) if gap > config.largest_gap else {}
    return MapResult(
        name="map", nobs=len(points), converged=True, params=pd.Series(found, index=names),
        cov=pd.DataFrame(cov, index=names, columns=names), shipped=shipped,
        identified=pd.Series([True, True, not pinned], index=names), post_prior_sd=pd.Series(math.nan, index=names),
        positive=("score.map.A", "score.map.C"), head=_head(points, grades, off, config),
        checks=checks.assign(ok=checks["value"] <= checks["limit"]), warnings=tuple(_notes(grades, pinned, offer, gap)),
        grades=grades, curve=curve, pchip=offer, points=points, config=config,
    )  # fmt: skip


def _head(points: pd.DataFrame, grades: pd.DataFrame, off: pd.Series, config: MapConfig) -> dict[str, str]:
    return {
        "puzzles": f"{len(points):,}",
        "grades": f"{len(grades)} of {len(config.grades)}",
        "mean error, grade left out": f"{off.mean():.3g}",
        "data": config.data_name or "unnamed",
        "bootstrap": str(config.bootstrap),
        "seed": str(config.seed),
    }


def _notes(grades: pd.DataFrame, pinned: bool, offer: dict[str, Any], gap: float) -> list[str]:
    notes = ["targets are medians assumed for the grades; intervals tell of the puzzles drawn, not of the targets"]
    if pinned:
        notes.append(f"C is at its bound ({KNEE[0]:g} … {KNEE[1]:g}): these grades do not show how sharp the knee is")
    if not (np.diff(grades["median_raw"]) > 0).all():
        notes.append("median raw scores do not rise from grade to grade: the card orders these grades differently")
    if offer:
        notes.append(
            f"the softplus differs from an isotonic regression by {gap:.2f}: see `pchip`, which the card does not read"
        )
    return notes
