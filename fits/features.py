"""Card features of puzzles, one row each, with a cache on disk.

A row depends on the puzzle and on the sets ``route`` and ``price`` of the model (and the search weight), not on the
time model and the map, so refitting those costs no grading. Key of the cache: (fingerprint, model hash, version); the
hash covers the engine's sources too.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from pencilmark.card import Grading
from pencilmark.engine.session import Route
from pencilmark.exchange import fingerprint
from pencilmark.geometry import region_geometry
from pencilmark.grader_model import GraderModel, default
from pencilmark.jit.cache import engine_stamp
from pencilmark.loaders import load
from pencilmark.puzzle import Puzzle
from pencilmark.scoring import META_NAMES
from pencilmark.se import ratings, value_of
from pencilmark.se_engine.warm import procedure_stamp
from pencilmark.store import RowStore
from pencilmark.tables import BANDS, shapes

from .two_way import Progress

FEATURE_VERSION = 2
CHUNK = 256
"""Rows graded between two writes to the cache."""
CACHE = Path(".cache") / "features.sqlite"


def model_hash(model: GraderModel) -> str:
    """SHA-256 (hex) of what decides route and prices: those sets, the search weight, the engine's sources."""
    weight = repr(float(model.score.get("search_weight", 0.0)))
    parts = [model.digest("route", "price"), weight, engine_stamp(), procedure_stamp()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def attach(
    puzzles: pd.Series,
    model: GraderModel | None = None,
    *,
    cache: Path | None = CACHE,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Features of puzzles under a model.

    Parameters
    ----------
    puzzles : Series
        By puzzle_id: 81 characters, or what else ``pencilmark.loaders.load`` takes.
    model : GraderModel, optional
        The shipped one by default.
    cache : Path or None
        SQLite file of the cache (``pencilmark.store``); None keeps nothing.
    progress : callable, optional
        Called as `progress(stage, done, total)`.

    Returns
    -------
    DataFrame
        Same index; the puzzle, columns of :func:`features_of` and difficulty; attrs engine_hash, base_model_hash and
        features_model_hash.
    """
    model = model or default()
    key = model_hash(model)
    boards = [load(text) for text in puzzles]
    names = [fingerprint(board) for board in boards]
    with ExitStack() as stack:
        store = None if cache is None else stack.enter_context(RowStore(cache))
        scope = f"features {FEATURE_VERSION} {key}"
        known = _grade(dict(zip(names, boards, strict=True)), model, store, scope, progress)
    rows = [{"fingerprint": name, **known[name]} for name in names]
    table = pd.DataFrame(rows, index=puzzles.index).assign(puzzle=puzzles)
    counted = sorted(c for c in table.columns if c.startswith(("n_", "share_")) and c != "n_steps")
    others = [c for c in table.columns if c not in counted]
    table = table[others + counted].fillna(dict.fromkeys(counted, 0.0)).copy()  # in one piece
    table["difficulty"] = _difficulty(table["score_raw"].to_numpy(float), model)
    table.attrs = {"engine_hash": engine_stamp(), "base_model_hash": model.digest(), "features_model_hash": key}
    return table


def _grade(
    boards: Mapping[str, Puzzle], model: GraderModel, store: RowStore | None, scope: str, progress: Progress | None
) -> dict[str, dict[str, Any]]:
    """Features by fingerprint: those in the store as they are, the others computed and kept chunk by chunk."""
    known = {} if store is None else store.read(scope, sorted(boards))
    fresh: dict[str, dict[str, Any]] = {}
    for name, board in boards.items():
        if name in known:
            continue
        known[name] = fresh[name] = features_of(board, model)
        if store is not None and len(fresh) == CHUNK:
            store.write(scope, fresh)
            fresh = {}
        if progress and (len(known) % 50 == 0 or len(known) == len(boards)):
            progress("features", len(known), len(boards))
    if store is not None and fresh:
        store.write(scope, fresh)
    return known


def features_of(puzzle: Puzzle, model: GraderModel) -> dict[str, Any]:
    """Features of one puzzle.

    status, band, band_index, givens, empty_cells, group_key (same for isomorphic classics), score_raw, effort_l1,
    search_effort, n_steps, n_<technique> and share_<technique> (share of Σ v) of the written route, effort-weighted
    means of the meta columns, se_rating, se_sum and hardest (price) of our routes, route_hash, min_margin, geometry.
    """
    g = Grading(puzzle, model)
    score, path = g.score, g.path
    row: dict[str, Any] = {
        "status": "solved" if score is not None else "no route",
        "band": "Unknown" if path.band is None else BANDS[path.band],
        "band_index": -1 if path.band is None else int(path.band),
        "givens": len(puzzle.givens) - g.empty,
        "empty_cells": g.empty,
        "group_key": hashlib.sha256(bytes(g.turned.puzzle.givens)).hexdigest()[:16],
        "score_raw": math.nan if score is None else score.raw,
        "effort_l1": math.nan if score is None else score.effort_l1,
        "search_effort": math.nan if score is None else score.search_effort,
        "se_rating": float(ratings(path, g.turned.puzzle, g.truth)["er"]),
        "se_sum": float(sum(value_of(shape) for shape in path.shapes)),
        **region_geometry(puzzle),
    }
    return row | _route(g.route)


def _route(route: Route) -> dict[str, Any]:
    total = math.fsum(route.values) or 1.0
    row: dict[str, Any] = {"n_steps": len(route.values)}
    text, hardest, margin = [], 0.0, 9.0
    means = np.zeros(len(META_NAMES))
    for step in route.steps:
        name = "Take Notes" if step.shape < 0 else shapes()[step.shape].technique
        row[f"n_{name}"] = row.get(f"n_{name}", 0) + 1
        row[f"share_{name}"] = row.get(f"share_{name}", 0.0) + step.value / total
        means += np.asarray(step.meta[: len(META_NAMES)]) * step.value / total
        hardest, margin = max(hardest, step.price), min(margin, step.margin)
        text.append(f"{step.shape}:{step.place}:{step.elims}")
    row |= {f"mean_{column}": float(value) for column, value in zip(META_NAMES, means, strict=True)}
    digest = hashlib.sha256(";".join(text).encode()).hexdigest()[:16]
    return row | {"hardest": hardest, "min_margin": margin, "route_hash": digest}


def _difficulty(raw: np.ndarray, model: GraderModel) -> np.ndarray:
    m = model.score["map"]
    with np.errstate(invalid="ignore"):  # nan without a route
        return np.asarray(m["A"] * m["C"] * np.logaddexp(0.0, (raw - m["B"]) / m["C"]))
