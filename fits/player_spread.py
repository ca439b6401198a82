"""The player part of partial data sets: how much people differ, how much one person varies, how practice helps.

    ln t = person + puzzle + λ·ln(1 + n) + ε            (puzzle only where several people met the same one)

Least squares with both effects fixed; the variances are the classical unbiased ones (Henderson's third method for two
crossed factors: the spread of estimated effects less what their own error adds).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.sparse import coo_array, hstack
from scipy.sparse.linalg import lsqr

from .errors import DatasetError
from .partial import linkedin_games, nyt_totals, single_deductions
from .summary import Summary


@dataclass(frozen=True)
class Spread:
    """Standard deviations of natural logs of time.

    Attributes
    ----------
    person_sd, puzzle_sd, residual_sd : float
        Between people, between puzzles (nan without a puzzle effect), within.
    person_effects_sd : float
        Standard deviation of the estimated effects of these very people, their errors included; nan for one person.
    practice, practice_se : float
        λ per unit of ln(1 + earlier plays); nan when it was not fitted.
    persons, puzzles, rows : int
    """

    person_sd: float
    puzzle_sd: float
    residual_sd: float
    person_effects_sd: float
    practice: float
    practice_se: float
    persons: int
    puzzles: int
    rows: int


def spread(
    log_time: np.ndarray, person: np.ndarray, puzzle: np.ndarray | None = None, practice: np.ndarray | None = None
) -> Spread:
    """Variance components of log times.

    Parameters
    ----------
    log_time : ndarray of float, shape (rows,)
    person : ndarray, shape (rows,)
        Who.
    puzzle : ndarray, optional
        Which puzzle; None = no puzzle effect.
    practice : ndarray of int, optional
        Earlier plays of the person.

    Raises
    ------
    DatasetError
        When there are fewer rows than effects.
    """
    who, persons = pd.factorize(pd.Series(person), sort=True)
    what, puzzles = (np.zeros(len(who), int), [0]) if puzzle is None else pd.factorize(pd.Series(puzzle), sort=True)
    n, p, q = len(who), len(persons), len(puzzles)
    extra = 0 if practice is None else 1
    freedom = n - p - (q - 1) - extra
    if freedom < 1:
        raise DatasetError(f"{n} rows cannot tell {p} people and {q} puzzles apart; more plays per person are needed")
    x = np.zeros(n) if practice is None else np.log1p(practice)
    columns = [_effects(who, p), _effects(what, q)] if q > 1 else [_effects(who, p)]
    y, z = _residual(log_time, columns), _residual(x, columns)
    slope = float(z @ y / (z @ z)) if extra else math.nan
    resid = y - slope * z if extra else y
    variance = float(resid @ resid) / freedom
    error = math.sqrt(variance / float(z @ z)) if extra else math.nan
    fitted = log_time - (slope * x if extra else 0.0)
    between_people = _between(fitted, who, what if q > 1 else None, p, variance)
    between_puzzles = _between(fitted, what, who, q, variance) if q > 1 else math.nan
    effects = _solved(fitted, columns)[:p]
    shown = float(np.std(effects, ddof=1)) if p > 1 else math.nan
    return Spread(between_people, between_puzzles, math.sqrt(variance), shown, slope, error, p, q if q > 1 else 0, n)


def _effects(codes: np.ndarray, size: int) -> coo_array:
    return coo_array((np.ones(len(codes)), (np.arange(len(codes)), codes)), shape=(len(codes), size))


def _residual(y: np.ndarray, columns: list[coo_array]) -> np.ndarray:
    """y without what the effects explain."""
    return np.asarray(y - hstack(columns) @ _solved(y, columns))


def _solved(y: np.ndarray, columns: list[coo_array]) -> np.ndarray:
    """Estimated effects, those of the first factor first; of all solutions the shortest, as scipy's lsqr gives it."""
    return np.asarray(lsqr(hstack(columns).tocsr(), y, atol=1e-12, btol=1e-12, iter_lim=10_000)[0])


def _between(y: np.ndarray, of: np.ndarray, other: np.ndarray | None, size: int, variance: float) -> float:
    """Standard deviation of one factor's effects: their sum of squares given the other, less its expectation."""
    n = len(y)
    if size == 1:
        return math.nan
    if other is None:
        full, reduced = variance * (n - size), float(((y - y.mean()) ** 2).sum())
        counts = np.bincount(of, minlength=size)
        trace = n - (counts**2).sum() / n
    else:
        width = int(other.max()) + 1
        rest = _residual(y, [_effects(other, width)])
        reduced = float(rest @ rest)
        both = _residual(y, [_effects(of, size), _effects(other, width)])
        full = float(both @ both)
        table = np.zeros((size, width))
        np.add.at(table, (of, other), 1.0)
        trace = n - float((table**2 / np.maximum(table.sum(0), 1.0)).sum())
    lost = size - 1
    return math.sqrt(max((reduced - full - lost * variance) / trace, 0.0))


def plays_before(person: pd.Series, when: pd.Series) -> np.ndarray:
    """How many earlier plays the person of each row has, by time."""
    order = when.sort_values(kind="stable").index
    count = person.loc[order].groupby(person.loc[order]).cumcount()
    return count.reindex(person.index).to_numpy()


def joint_report(folder: Path) -> Summary:
    """Player part of every partial set in a data folder, side by side.

    Parameters
    ----------
    folder : Path
        Holds linkedin_games_6p, nyt_personal_vr and hidden_singles_271; a missing one is named in the warnings.
    """
    rows: dict[str, Spread] = {}
    missing: list[str] = []
    for make in (_linkedin, _nyt, _deductions):
        try:
            rows |= make(folder)
        except DatasetError as error:
            missing.append(str(error))
    frame = pd.DataFrame({name: vars(found) for name, found in rows.items()}).T
    head = {"sets": str(len(rows)), "scale": "natural log of time"}
    return Summary("Players in partial data sets", head, frame, tuple(missing))


def _linkedin(folder: Path) -> dict[str, Spread]:
    found = {}
    for game in ("Sudoku", "Queens", "Tango", "Zip"):
        solves = linkedin_games(folder / "linkedin_games_6p" / "scores.csv", game)
        y, player = np.log(solves["duration_s"].to_numpy()), solves["player_id"].to_numpy()
        found[f"linkedin {game}"] = spread(y, player, solves["puzzle_id"].to_numpy())
    return found


def _nyt(folder: Path) -> dict[str, Spread]:
    source = folder / "nyt_personal_vr"
    solves, _ = nyt_totals(source / "totals.csv", source / "nyt_puzzles.csv")
    both = solves[solves.groupby("puzzle_id")["player_id"].transform("nunique") == 2]
    y = np.log(both["duration_s"].to_numpy())
    found = {"nyt, both players": spread(y, both["player_id"].to_numpy(), both["puzzle_id"].to_numpy())}
    for name, part in solves.groupby("player_id"):
        before = plays_before(part["player_id"], part["started_at"])
        found[f"nyt {name}"] = spread(np.log(part["duration_s"].to_numpy()), part["player_id"].to_numpy(), None, before)
    return found


def _deductions(folder: Path) -> dict[str, Spread]:
    rows = single_deductions(folder / "hidden_singles_271" / "trials.csv")
    found = {}
    for phase, part in rows[rows["correct"]].groupby("phase"):
        y, person = np.log(part["seconds"].to_numpy()), part["person"].to_numpy()
        found[f"deductions, phase {phase}"] = spread(y, person)
        found[f"deductions, phase {phase}, practice"] = spread(y, person, None, part["trial"].to_numpy() - 1)
    return found
