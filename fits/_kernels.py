"""Compiled passes over rows sorted by player; plain-numpy twins stand in tests/fits/naive.py.

Layout: rows of player p are `start[p] … start[p + 1] - 1`; `puzzle[i]` is the puzzle code of row i, `x[i]` its era and
practice columns. The unknowns are v = (b of every puzzle, γ of every column); the player effect is eliminated inside
each player, so no kernel ever sees a matrix of rows × players.
"""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True)
def matvec(
    v: np.ndarray, weight: np.ndarray, start: np.ndarray, puzzle: np.ndarray, x: np.ndarray, out: np.ndarray
) -> None:
    """Write (normal matrix with players eliminated) @ v into `out`, shape (n_puzzles + n_columns,)."""
    n_col = x.shape[1]
    n_puz = out.shape[0] - n_col
    out[:] = 0.0
    for p in range(start.shape[0] - 1):
        total, mass = 0.0, 0.0
        for i in range(start[p], start[p + 1]):
            fit = v[puzzle[i]]
            for j in range(n_col):
                fit += x[i, j] * v[n_puz + j]
            total += weight[i] * fit
            mass += weight[i]
        mean = total / mass if mass > 0.0 else 0.0
        for i in range(start[p], start[p + 1]):
            fit = -mean + v[puzzle[i]]
            for j in range(n_col):
                fit += x[i, j] * v[n_puz + j]
            fit *= weight[i]
            out[puzzle[i]] += fit
            for j in range(n_col):
                out[n_puz + j] += x[i, j] * fit


@njit(cache=True)
def rhs(
    y: np.ndarray, weight: np.ndarray, start: np.ndarray, puzzle: np.ndarray, x: np.ndarray, out: np.ndarray
) -> None:
    """Write Zᵀ W (y − weighted player mean of y) into `out`, the right-hand side of the normal equations."""
    n_col = x.shape[1]
    n_puz = out.shape[0] - n_col
    out[:] = 0.0
    for p in range(start.shape[0] - 1):
        total, mass = 0.0, 0.0
        for i in range(start[p], start[p + 1]):
            total += weight[i] * y[i]
            mass += weight[i]
        mean = total / mass if mass > 0.0 else 0.0
        for i in range(start[p], start[p + 1]):
            value = weight[i] * (y[i] - mean)
            out[puzzle[i]] += value
            for j in range(n_col):
                out[n_puz + j] += x[i, j] * value


@njit(cache=True)
def players(
    y: np.ndarray,
    v: np.ndarray,
    weight: np.ndarray,
    start: np.ndarray,
    puzzle: np.ndarray,
    x: np.ndarray,
    effect: np.ndarray,
    fitted: np.ndarray,
) -> None:
    """Write each player's weighted mean of y − Zv into `effect`, and the full fit of every row into `fitted`."""
    n_col = x.shape[1]
    n_puz = v.shape[0] - n_col
    for p in range(start.shape[0] - 1):
        total, mass = 0.0, 0.0
        for i in range(start[p], start[p + 1]):
            fit = v[puzzle[i]]
            for j in range(n_col):
                fit += x[i, j] * v[n_puz + j]
            fitted[i] = fit
            total += weight[i] * (y[i] - fit)
            mass += weight[i]
        effect[p] = total / mass if mass > 0.0 else 0.0
        for i in range(start[p], start[p + 1]):
            fitted[i] += effect[p]


@njit(cache=True)
def diagonal(weight: np.ndarray, start: np.ndarray, puzzle: np.ndarray, x: np.ndarray, out: np.ndarray) -> None:
    """Write the Jacobi preconditioner: Σ w (1 − w / Σ_player w) per puzzle, within-player Σ w x² per column."""
    n_col = x.shape[1]
    n_puz = out.shape[0] - n_col
    out[:] = 0.0
    for p in range(start.shape[0] - 1):
        mass = 0.0
        for i in range(start[p], start[p + 1]):
            mass += weight[i]
        if mass <= 0.0:
            continue
        for i in range(start[p], start[p + 1]):
            out[puzzle[i]] += weight[i] * (1.0 - weight[i] / mass)
        for j in range(n_col):
            mean, square = 0.0, 0.0
            for i in range(start[p], start[p + 1]):
                mean += weight[i] * x[i, j]
                square += weight[i] * x[i, j] * x[i, j]
            out[n_puz + j] += max(square - mean * mean / mass, 0.0)
