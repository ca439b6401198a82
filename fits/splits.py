"""Held-out splits: by puzzle (symmetric copies together), by player, and the last year."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from .errors import DatasetError
from .schemas import era_years

LAST_YEAR_MIN_SHARE = 0.02


@dataclass(frozen=True)
class Fold:
    """One training / test division.

    Attributes
    ----------
    name : str
    train_puzzles, test_puzzles : Index
        Puzzle ids; the same for splits that do not hold puzzles out.
    train_rows, test_rows : ndarray of bool or None
        Rows of the solves table; None when the data are mean times.
    """

    name: str
    train_puzzles: pd.Index
    test_puzzles: pd.Index
    train_rows: np.ndarray | None
    test_rows: np.ndarray | None


@dataclass(frozen=True)
class Split:
    """A named way to hold data out.

    Attributes
    ----------
    name : str
    unseen_puzzles : bool
        Whether test puzzles are absent from training.
    make : callable
        (features, solves or None) -> list of folds.
    """

    name: str
    unseen_puzzles: bool
    make: Callable[[pd.DataFrame, pd.DataFrame | None], list[Fold]]


def by_puzzle(n_folds: int = 5, seed: int = 0) -> Split:
    """Hold out puzzles; rows of `group_key` (symmetric copies) stay together, bands are spread evenly."""

    def make(features: pd.DataFrame, solves: pd.DataFrame | None) -> list[Fold]:
        fold_of = puzzle_folds(features, n_folds, seed)
        folds = []
        for k in range(n_folds):
            test, train = features.index[fold_of == k], features.index[fold_of != k]
            rows = None if solves is None else _among(solves["puzzle_id"], test)
            keep = None if solves is None else _among(solves["puzzle_id"], train)
            folds.append(Fold(f"puzzles {k + 1}/{n_folds}", train, test, keep, rows))
        return folds

    return Split(f"by_puzzle({n_folds}, seed={seed})", True, make)


def by_player(n_folds: int = 5, seed: int = 0) -> Split:
    """Hold out players: everyone in the test rows is new to the model."""

    def make(features: pd.DataFrame, solves: pd.DataFrame | None) -> list[Fold]:
        solves = _need_solves(solves, "by_player")
        player, names = pd.factorize(solves["player_id"].astype("object"), sort=True)
        fold_of = np.random.default_rng(seed).permutation(len(names)) % n_folds
        folds = []
        for k in range(n_folds):
            test = fold_of[player] == k
            folds.append(Fold(f"players {k + 1}/{n_folds}", features.index, features.index, ~test, test))
        return folds

    return Split(f"by_player({n_folds}, seed={seed})", False, make)


def last_year() -> Split:
    """Train on everything before the last year of the data, test on that year."""

    def make(features: pd.DataFrame, solves: pd.DataFrame | None) -> list[Fold]:
        solves = _need_solves(solves, "last_year")
        era = era_years(solves["started_at"], solves["started_at"].max())
        test = era >= -1.0
        if not LAST_YEAR_MIN_SHARE < test.mean() < 1 - LAST_YEAR_MIN_SHARE:
            raise DatasetError("last_year: too few solves before or in the last year; use by_puzzle")
        return [Fold("last year", features.index, features.index, ~test, test)]

    return Split("last_year()", False, make)


def puzzle_folds(features: pd.DataFrame, n_folds: int, seed: int) -> np.ndarray:
    """Return the fold number of each row of `features`; groups stay whole, bands are dealt out in turn."""
    if n_folds < 2 or n_folds > len(features):
        raise DatasetError(f"by_puzzle: {n_folds} folds of {len(features)} puzzles make no sense; use 2 … 10")
    if "group_key" in features.columns:
        group = pd.factorize(features["group_key"].astype("object"), sort=True)[0]
        group = np.where(group < 0, len(features) + np.arange(len(features)), group)
    else:
        group = np.arange(len(features))
    unique, first, member = np.unique(group, return_index=True, return_inverse=True)
    order = np.random.default_rng(seed).permutation(len(unique))
    if "band" in features.columns:
        band = pd.factorize(features["band"].astype("object"), sort=True)[0][first]
        order = order[np.argsort(band[order], kind="stable")]
    fold = np.empty(len(unique), dtype=np.int64)
    fold[order] = np.arange(len(unique)) % n_folds
    return np.asarray(fold[member])


def _among(values: pd.Series, wanted: pd.Index) -> np.ndarray:
    return np.asarray(values.astype("object").isin(list(wanted)), dtype=bool)


def _need_solves(solves: pd.DataFrame | None, name: str) -> pd.DataFrame:
    if solves is None:
        raise DatasetError(f"{name} needs single solves; mean times can only be split by puzzle")
    return solves
