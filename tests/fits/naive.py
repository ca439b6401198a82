"""Slow, obvious twins of the compiled passes: dense matrices, no loops over rows."""

from __future__ import annotations

import itertools

import numpy as np


def dense_design(puzzle: np.ndarray, x: np.ndarray, n_puzzles: int) -> np.ndarray:
    """Indicator columns of puzzles, then the extra columns."""
    return np.hstack([np.eye(n_puzzles)[puzzle], x])


def centring(weight: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Matrix that subtracts each player's weighted mean."""
    n = len(weight)
    matrix = np.eye(n)
    for first, last in itertools.pairwise(start):
        mass = weight[first:last].sum()
        if mass > 0:
            matrix[first:last, first:last] -= np.outer(np.ones(last - first), weight[first:last]) / mass
    return matrix


def matvec(v: np.ndarray, weight: np.ndarray, start: np.ndarray, puzzle: np.ndarray, x: np.ndarray) -> np.ndarray:
    z = dense_design(puzzle, x, len(v) - x.shape[1])
    return z.T @ (weight * (centring(weight, start) @ (z @ v)))


def rhs(y: np.ndarray, weight: np.ndarray, start: np.ndarray, puzzle: np.ndarray, x: np.ndarray, n: int) -> np.ndarray:
    z = dense_design(puzzle, x, n - x.shape[1])
    return z.T @ (weight * (centring(weight, start) @ y))


def diagonal(weight: np.ndarray, start: np.ndarray, puzzle: np.ndarray, x: np.ndarray, n: int) -> np.ndarray:
    z = dense_design(puzzle, x, n - x.shape[1])
    full = z.T @ (weight[:, None] * (centring(weight, start) @ z))
    # A puzzle met twice by one player has cross terms which the preconditioner leaves out.
    out = np.diag(full).copy()
    for p in range(n - x.shape[1]):
        rows = np.flatnonzero(puzzle == p)
        player = np.searchsorted(start, rows, side="right") - 1
        mass = np.array([weight[start[i] : start[i + 1]].sum() for i in player])
        safe = mass > 0
        out[p] = np.sum(weight[rows][safe] * (1 - weight[rows][safe] / mass[safe]))
    return out


def players(
    y: np.ndarray, v: np.ndarray, weight: np.ndarray, start: np.ndarray, puzzle: np.ndarray, x: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    part = dense_design(puzzle, x, len(v) - x.shape[1]) @ v
    effect = np.array(
        [
            np.average(y[a:b] - part[a:b], weights=weight[a:b]) if weight[a:b].sum() > 0 else 0.0
            for a, b in itertools.pairwise(start)
        ]
    )
    return effect, part + np.repeat(effect, np.diff(start))


def random_effects(y: np.ndarray, player: np.ndarray, puzzle: np.ndarray, rounds: int = 40) -> np.ndarray:
    """Shrunken (BLUP-like) puzzle effects by backfitting: the estimator that must not be used."""
    a, b = np.zeros(player.max() + 1), np.zeros(puzzle.max() + 1)
    n_a, n_b = np.bincount(player), np.bincount(puzzle)
    mean, var_a, var_b, var_e = y.mean(), 0.2, 0.2, 0.15
    for _ in range(rounds):
        a = np.bincount(player, y - mean - b[puzzle]) / (n_a + var_e / var_a)
        b = np.bincount(puzzle, y - mean - a[player]) / (n_b + var_e / var_b)
    return b
