"""The three JSON files of the shipped model, made from data and settings by one call.

    prices (route_fit)  ->  params.json        map (difficulty_map)  ->  card_score.json
    time model          ->  time_model.json    held-out figures (order) -> provenance of all three

Every figure in provenance is computed here. Running it again on the same data and sources writes the same bytes: the
stamp (date, commit) of a file is kept as long as nothing else in it changes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from pencilmark.engine.session import open_session, switches_for
from pencilmark.grader_model import GraderModel
from pencilmark.jit.cache import engine_stamp
from pencilmark.puzzle import Puzzle
from pencilmark.scoring import KIND_NAMES

from .aggregate import AggregateTimes
from .base import Estimates, rounded
from .baselines import add_grid_metrics
from .datasets import cloud_sudoku, fingerprint_of
from .difficulty_map import DifficultyMap, fit_map, read_anchors
from .features import attach
from .order import DIFFICULTY, MODEL, OrderReport, card_features, order
from .rating_fit import RatingConfig, RatingResult, fit_ratings, with_ratings
from .report import provenance
from .route_data import efforts, read_puzzles
from .route_fit import RouteConfig, RouteFit, RouteFitResult, base_model
from .time_model import TimeConfig, TimeFit, TimeModelFit
from .two_way import Progress

SETTINGS = Path(__file__).parent / "config" / "shipped.json"
FILES = ("params.json", "card_score.json", "time_model.json")
STAMP = ("created_utc", "git_commit", "git_dirty", "engine_hash", "features_model_hash", "base_model_hash", "packages")
"""Provenance keys that say when and from which sources; no figures."""
KINDS = {"cage": 0.1, "relation": 0.1}
"""Cost per unexplained item of groups that classics lack: assumed. Rows, columns, boxes add nothing beyond load."""
RACE = {"beta": 1.0, "t_write": 1.26, "t_note": 0.3, "t_erase": 0.3}
"""Seconds to write a digit (10 % quantile of single fills of an expert, nyt_personal_vr), a note, to rub one out."""
BEST_BASELINE = "RD + ln empty"
UNANSWERED = {
    "G1 recovery": "see tests/fits/test_route_fit.py",
    "G2 better": "n/a: no model was shipped before",
    "G3 calibrated": "n/a: per-puzzle means say nothing about single solves",
    "by_player": "n/a: the data have no players",
    "last_year": "n/a: the data have no dates",
    "G5 families": "n/a: classics only",
    "G7 stable": "n/a: no player halves in means",
}


@dataclass(frozen=True)
class Shipped:
    """The fitted model: three documents, and what they come from."""

    params: dict[str, Any]
    card_score: dict[str, Any]
    time_model: dict[str, Any]
    route: RouteFitResult
    scale: DifficultyMap
    time: TimeFit
    rated: RatingResult
    report: OrderReport | None

    def documents(self) -> dict[str, dict[str, Any]]:
        """File name -> document."""
        return dict(zip(FILES, (self.params, self.card_score, self.time_model), strict=True))


def build(folder: Path, *, evaluate: bool = True, progress: Progress | None = None) -> Shipped:
    """Fit everything on the data sets in ``folder``.

    Parameters
    ----------
    folder : Path
        Holds the files named in ``config/shipped.json`` and ``config/difficulty_targets.csv``.
    evaluate : bool
        Also compute the held-out figures (ten fits more).
    progress : callable, optional
        Called as `progress(stage, done, total)`.
    """
    settings = json.loads(SETTINGS.read_text(encoding="utf-8"))
    source = folder / settings["times"]
    times, anchors = cloud_sudoku(source), read_anchors(folder)
    config = RouteConfig()
    route = RouteFit(config).fit(times, progress=progress)
    model = base_model().with_overrides(route.to_overrides() | {"route.race_walks": settings["walks"]})
    rated = levels(folder, model, progress)
    model = with_ratings(model, rated)
    scale = fit_map(anchors, model)
    puzzles = read_puzzles([str(text) for text in times.puzzles["puzzle"]])
    known = card_features(puzzles, times.puzzles.index, efforts(puzzles, model))
    known.attrs = {"engine_hash": engine_stamp(), "features_model_hash": model.digest("route", "price")}
    settings |= {"sha256": fingerprint_of(source), "name": times.name}
    time_config = TimeConfig(
        shipped={}, median_level=True, data_name=times.name, data_sha256=settings["sha256"], licence=settings["licence"]
    )
    time = TimeModelFit(time_config).fit(times, known)
    report = None
    if evaluate:
        features = add_grid_metrics(attach(times.puzzles["puzzle"], model, cache=None), seed=settings["seed"])
        report = order(
            times, anchors, features, config,
            rated=rated, folds=settings["folds"], seed=settings["seed"], progress=progress,
        )  # fmt: skip
    shared = provenance(time, times, time_config, known.attrs)
    return Shipped(
        _params(model, route, shared, settings, report, seconds_per_look(puzzles, times, model)),
        _card_score(scale, rated, model, shared, report),
        _time_model(time, shared, settings, report),
        route, scale, time, rated, report,
    )  # fmt: skip


def levels(folder: Path, model: GraderModel, progress: Progress | None = None) -> RatingResult:
    """Levels of techniques beyond singles from the rated puzzles that the settings name."""
    settings = json.loads(SETTINGS.read_text(encoding="utf-8"))["ratings"]
    table = pd.read_csv(folder / settings["file"], dtype={"puzzle": str})
    rated = table.rename(columns={settings["column"]: "rating"})[["puzzle", "rating"]]
    return fit_ratings(rated, model, RatingConfig(), progress)


def write(shipped: Shipped, folder: Path) -> list[str]:
    """Write the documents that changed into ``folder``; returns their names."""
    changed = []
    for name, doc in shipped.documents().items():
        file = folder / name
        old = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        if unstamped(old) == unstamped(doc):
            continue
        file.write_text(json.dumps(doc, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        changed.append(name)
    return changed


def unstamped(doc: Mapping[str, Any]) -> dict[str, Any]:
    """A document without its stamp."""
    block = {key: value for key, value in doc.get("provenance", {}).items() if key not in STAMP}
    return json.loads(json.dumps({**doc, "provenance": block}))  # type: ignore[no-any-return]


def seconds_per_look(puzzles: list[Puzzle], times: AggregateTimes, model: GraderModel) -> float:
    """c of the race model: Σ c·E·d/avail + t_write·E equals the mean time, in the median over puzzles."""
    found = []
    for puzzle, log_mean in zip(puzzles, times.puzzles["raw"], strict=True):
        route = open_session(puzzle).written_route(model.prices("route", puzzle.digits), switches_for(puzzle))
        seen = route.seen()
        seconds = 60 * math.exp(log_mean) - RACE["t_write"] * float(seen.places.sum())
        found.append(seconds / float((seen.empty * seen.price / seen.avail).sum()))
    return float(f"{np.median(found):.4g}")


def _params(
    model: GraderModel,
    route: RouteFitResult,
    shared: dict[str, Any],
    settings: dict[str, Any],
    report: OrderReport | None,
    look: float,
) -> dict[str, Any]:
    values = {key: value for key, value in model.route.items() if key not in ("kinds", "race", "search_weight")}
    values["kinds"] = {kind: KINDS.get(kind, 0.0) for kind in KIND_NAMES}
    values["race"] = {"c": look, **RACE}
    values["race_walks"] = settings["walks"]
    notes = [
        "singles, loads and phi fitted; steps beyond singles: prior from published ratings times one fitted shift per"
        " group (locked candidates, taking notes, all else), since nine puzzles in ten need singles only",
        "kinds and race.t_note, race.t_erase are assumed",
    ]
    block = _block(shared, route, report, asdict(RouteConfig()), notes)
    return {"format": "pencilmark-params", "format_version": 1, **values, "provenance": block}


def _card_score(
    scale: DifficultyMap, rated: RatingResult, model: GraderModel, shared: dict[str, Any], report: OrderReport | None
) -> dict[str, Any]:
    values = {name: rounded(value) for name, value in (("A", scale.a), ("B", scale.b), ("C", scale.c))}
    notes = [
        "price_weights: levels of techniques beyond singles from published ratings of puzzles, by rank (rating_fit)",
        "targets are assumed, anchored on the rule, not on labelled puzzles: no points of Stuart's table at hand",
        "anchors: " + "; ".join(
            f"{name}: median raw {rounded(row['median_raw'])}, target {row['target']}, fitted {row['fitted']:.2f},"
            f" left out {row['left_out']:.2f}"
            for name, row in scale.table.iterrows()
        ),
    ]  # fmt: skip
    block = _block(shared, None, report, {}, notes) | {
        "fit": "map",
        "estimates": {f"score.map.{k}": _held(v) for k, v in values.items()},
        "ratings": rated.provenance(),
    }
    return {
        "format": "pencilmark-card-score",
        "format_version": 1,
        "map": {"kind": "softplus", **values},
        "search_weight": 0.0,
        "enum_weight": 0.0,
        "price_weights": rated.weights(model),
        "provenance": block,
    }


def _time_model(
    time: TimeFit, shared: dict[str, Any], settings: dict[str, Any], report: OrderReport | None
) -> dict[str, Any]:
    doc = time.model_json()
    notes = [*time.warnings, *[f"spread_sigma: {text}" for text in settings["spread_sources"]]]
    doc["provenance"] = _block(shared, time, report, shared["config"], notes)
    return doc


def _held(value: Any) -> dict[str, Any]:
    return {"value": value, "se": None, "lo": None, "hi": None, "identified": True, "post_prior_sd": None}


def _block(
    shared: dict[str, Any],
    result: Estimates | None,
    report: OrderReport | None,
    config: dict[str, Any],
    notes: list[str],
) -> dict[str, Any]:
    block = dict(shared)
    block["config"] = {key: rounded(value) for key, value in config.items()}
    block["notes"] = notes
    if result is not None:
        block |= {"fit": result.name, "estimates": result.estimates()}
    if report is not None:
        block |= {"heldout": heldout(report), "gates": gates(report)}
    return block


def heldout(report: OrderReport) -> dict[str, dict[str, Any]]:
    """The provenance block of held-out figures: card, and the best simple predictor, on the same folds."""
    rows = report.wide().astype("float64")
    out = {
        metric: {
            "new": rounded(rows.loc[MODEL, metric]),
            "shipped": None,
            "baseline": rounded(rows.loc[BEST_BASELINE, metric]),
            "diff_lo": _difference(report, str(metric), "diff_lo"),
            "diff_hi": _difference(report, str(metric), "diff_hi"),
        }
        for metric in rows.columns
    }
    out["spearman_difficulty"] = {
        "new": rounded(report.difficulty_spearman), "shipped": None,
        "baseline": rounded(rows.loc[BEST_BASELINE, "spearman"]), "diff_lo": None, "diff_hi": None,
    }  # fmt: skip
    return out


def _difference(report: OrderReport, metric: str, column: str) -> Any:
    row = report.table[(report.table["model"] == BEST_BASELINE) & (report.table["metric"] == metric)]
    return rounded(row[column].iloc[0])


def gates(report: OrderReport) -> dict[str, str]:
    """Gates of the model: pass, fail, or why the data cannot answer."""
    rows = report.wide().astype("float64").drop(index=DIFFICULTY)
    rivals = rows.drop(index=MODEL)
    beats = (rows.loc[MODEL, "spearman"] > rivals["spearman"].max()) and (rows.loc[MODEL, "mae"] < rivals["mae"].min())
    ordered = report.difficulty_spearman >= 0.7
    return {
        **UNANSWERED,
        "G0 complete": "pass",
        "G4 beats baselines": "pass" if beats else "fail",
        "G5 order": "pass" if ordered else "fail",
        "G8 reviewed": json.loads(SETTINGS.read_text(encoding="utf-8"))["reviewed_by"],
    }
