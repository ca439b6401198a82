"""Stage 1: one adjusted log time per puzzle, with players, era and practice removed.

    log T_i = a_p + b_q + g(d_i) + λ log(1 + n_i) + ε_i                    (natural log of minutes)

Two-way fixed effects, robust against pauses (Huber weights) and honest about given-up solves (Tobit by EM), solved by
conjugate gradients without ever building a matrix. Player effects are fixed, not random: able players choose hard
puzzles, and shrinking either side would let that choice leak into the puzzles.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from .adjust_result import AdjustResult
from .errors import DatasetError
from .schemas import CENSORED, era_years, log_minutes
from .screening import RejectReport, ScreenRules, components, screen
from .two_way import AdjustConfig, Design, Progress, era_columns, gamma_covariance, solve


def adjust(
    solves: pd.DataFrame,
    puzzles: pd.DataFrame | None = None,
    config: AdjustConfig | None = None,
    *,
    rules: ScreenRules | None = None,
    progress: Progress | None = None,
) -> AdjustResult:
    """Fit stage 1 to solves.

    Parameters
    ----------
    solves : DataFrame
        The `kept` table of `fits.screen` (duration_s in seconds, status, started_at, n_prev), or, when `puzzles` is
        given, a raw table of solves, which is screened first.
    puzzles : DataFrame, optional
        Puzzle table for that screening; not used for a table that has been screened.
    rules : ScreenRules, optional
        Limits for that screening.
    config : AdjustConfig, optional
        Settings.
    progress : callable, optional
        Called as `progress(stage, done, total)`.

    Returns
    -------
    AdjustResult
        Puzzles, players, era, practice, σ and the diagnostics of the fit.

    Raises
    ------
    DatasetError
        When rows are unscreened (nulls, non-positive times, disconnected parts), with row numbers.
    FitError
        When the outer loop or a linear solve does not converge.
    """
    config = config or AdjustConfig()
    rejects: RejectReport | None = None
    if puzzles is not None and "n_prev" not in solves.columns:
        solves, rejects = screen(solves, puzzles, rules)
    _refuse_unscreened(solves)
    if not config.censored:
        solves = solves[(solves["status"].astype("object") == "solved").to_numpy()]
    era_ref = pd.Timestamp(config.era_ref, tz="UTC") if config.era_ref else solves["started_at"].max().floor("D")
    era = np.minimum(era_years(solves["started_at"], era_ref), 0.0)
    n_prev = solves["n_prev"].to_numpy(dtype=np.float64)
    base, player_ids, puzzle_ids = _codes(solves)
    base = replace(base, y=log_minutes(solves["duration_s"])[base.order])
    knots, note = _first_knots(config.knots, era), ""
    while True:
        columns = np.column_stack([era_columns(era, knots), np.log1p(n_prev)])
        design = replace(base, x=np.ascontiguousarray(columns[base.order]))
        fit = solve(design, config, progress)
        gamma_cov = gamma_covariance(design, fit, config)
        se = np.sqrt(np.diag(gamma_cov))
        worst = int(np.argmax(se[:-1])) if len(se) > 1 else 0
        if len(se) == 1 or se[worst] <= config.max_era_se:
            break
        if len(se) == 2:
            knots, note = (), "era is not identified by these solves: g = 0"
        else:
            knots = _merge(knots, worst)
            note = "era intervals were merged: their slopes were too uncertain"
    notes = (note,) if note else ()
    result = AdjustResult.build(
        design, fit, gamma_cov, (player_ids, puzzle_ids), (era, n_prev), knots, config, era_ref, notes
    )
    return replace(result, rows=result.rows.set_index(solves.index), rejects=rejects)


def design_of(solves: pd.DataFrame, result: AdjustResult) -> Design:
    """The sorted rows that `result` was made from, with its era intervals.

    Raises
    ------
    DatasetError
        When `solves` is not the table behind `result`.
    """
    if not solves.index.equals(result.rows.index):
        solves = solves.reindex(result.rows.index)
        if len(solves) == 0 or solves["player_id"].isna().any():
            raise DatasetError("these solves are not the ones that were adjusted; pass the same screened table")
    knots = (*result.era["start"], result.era["end"].iloc[-1]) if len(result.era) else ()
    era = np.minimum(era_years(solves["started_at"], pd.Timestamp(result.era_ref, tz="UTC")), 0.0)
    base, players, puzzles = _codes(solves)
    if not (players.equals(pd.Index(result.players.index)) and puzzles.equals(pd.Index(result.puzzles.index))):
        raise DatasetError("these solves have other players or puzzles than those that were adjusted")
    columns = np.column_stack([era_columns(era, knots), np.log1p(solves["n_prev"].to_numpy(dtype=np.float64))])
    y = log_minutes(solves["duration_s"])[base.order]
    return replace(base, y=y, x=np.ascontiguousarray(columns[base.order]))


def _refuse_unscreened(solves: pd.DataFrame) -> None:
    for name in ("player_id", "puzzle_id", "duration_s", "status", "started_at", "n_prev"):
        if name not in solves.columns:
            raise DatasetError(f"stage 1: column {name} is missing; pass the table that fits.screen returns")
    if solves.empty:
        raise DatasetError("stage 1: no rows left; nothing can be fitted")
    null = solves[["player_id", "puzzle_id", "duration_s", "status", "started_at", "n_prev"]].isna().any(axis=1)
    if null.any():
        raise DatasetError("stage 1: empty values; screen the table first", list(np.flatnonzero(null) + 1))
    bad = ~np.isfinite(log_minutes(solves["duration_s"]))
    if bad.any():
        raise DatasetError(
            "stage 1: duration_s must be positive; screen the table first", list(np.flatnonzero(bad) + 1)
        )
    bad = ~solves["status"].astype("object").isin(["solved", *CENSORED]).to_numpy()
    if bad.any():
        raise DatasetError("stage 1: status must be solved, abandoned or timeout", list(np.flatnonzero(bad) + 1))


def _codes(solves: pd.DataFrame) -> tuple[Design, pd.Index, pd.Index]:
    """Sort rows by player, then puzzle and date, so that neither row order nor names touch a result."""
    player, player_ids = pd.factorize(solves["player_id"].astype("object"), sort=True)
    puzzle, puzzle_ids = pd.factorize(solves["puzzle_id"].astype("object"), sort=True)
    label = components(player, puzzle)
    if label.max() > 0:
        away = np.flatnonzero(label != np.argmax(np.bincount(label))) + 1
        raise DatasetError("stage 1: players and puzzles fall apart into separate groups; screen the table", list(away))
    start_time = solves["started_at"].to_numpy("datetime64[ns]").astype(np.int64)
    order = np.lexsort((start_time, puzzle, player))
    sorted_player = player[order].astype(np.int32)
    start = np.searchsorted(sorted_player, np.arange(len(player_ids) + 1)).astype(np.int64)
    cens = solves["status"].astype("object").isin(CENSORED).to_numpy()[order]
    none = np.empty((len(order), 0))
    design = Design(
        order, start, sorted_player, puzzle[order].astype(np.int32), none, np.empty(0), cens, len(puzzle_ids)
    )
    return design, pd.Index(player_ids), pd.Index(puzzle_ids, name="puzzle_id")


def _first_knots(knots: tuple[float, ...], era: np.ndarray) -> tuple[float, ...]:
    """Keep the knots inside the data; one knot before its start opens the first interval."""
    inner = [knot for knot in knots if knot > era.min() + 1e-9]
    older = [knot for knot in knots if knot <= era.min() + 1e-9]
    used = tuple(([max(older)] if older else []) + inner)
    return used if len(used) > 1 else ()


def _merge(knots: tuple[float, ...], interval: int) -> tuple[float, ...]:
    """Join an interval with its older neighbour (the oldest one with its younger)."""
    drop = interval if interval > 0 else 1
    return knots[:drop] + knots[drop + 1 :]
