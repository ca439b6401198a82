"""The two-way solver of stage 1: settings, sorted rows, and the robust censored fit itself.

Everything here works on arrays; tables come and go in `fits.adjust` and `fits.adjust_result`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from scipy.special import log_ndtr

from . import _kernels
from .errors import FitError

Progress = Callable[[str, int, int], None]
MAD = 1.4826
LOG_ROOT_2PI = 0.5 * np.log(2 * np.pi)


@dataclass(frozen=True)
class AdjustConfig:
    """Settings of stage 1.

    Attributes
    ----------
    huber : float or None
        Tuning constant in units of σ; None turns robust weights off.
    censored : bool
        Treat abandoned and timeout rows as right-censored; False drops them (a biased check, not an option for use).
    knots : tuple of float
        Era knots in years before the reference date, ending with 0.
    max_era_se : float
        Largest acceptable standard error of a yearly slope; worse intervals are merged with a neighbour.
    active_years : float
        Players seen this recently form the reference "today's median player".
    anchor : tuple of str or None
        Puzzle ids whose median defines one time unit; None uses all puzzles and says so.
    era_ref : str or None
        Reference date; None means the day of the last solve.
    tol, cg_tol : float
        Relative change of σ that ends the outer loop; relative residual of the inner solves.
    max_rounds, max_cg : int
        Limits of both loops.
    """

    huber: float | None = 1.345
    censored: bool = True
    knots: tuple[float, ...] = (-10.0, -8.0, -6.0, -4.0, -2.0, -1.0, 0.0)
    max_era_se: float = 0.03
    active_years: float = 1.0
    anchor: tuple[str, ...] | None = None
    era_ref: str | None = None
    tol: float = 3e-5
    cg_tol: float = 1e-8
    max_rounds: int = 60
    max_cg: int = 400


@dataclass(frozen=True)
class Design:
    """Rows sorted by player, as the kernels want them.

    Attributes
    ----------
    order : ndarray of int64
        Position in the input of each sorted row.
    start, player, puzzle : ndarray
        First row of each player; player and puzzle code per row (int32).
    x : ndarray of float64, shape (n_rows, n_columns)
        Era intervals, then log(1 + n).
    y : ndarray of float64
        Log minutes (time of giving up for censored rows).
    censored : ndarray of bool
    """

    order: np.ndarray
    start: np.ndarray
    player: np.ndarray
    puzzle: np.ndarray
    x: np.ndarray
    y: np.ndarray
    censored: np.ndarray
    n_puzzles: int

    @property
    def dof(self) -> int:
        """Rows minus free parameters."""
        return len(self.y) - (len(self.start) - 1) - self.n_puzzles - int(self.x.shape[1])


@dataclass(frozen=True)
class Solution:
    """State of the robust, censored fit."""

    v: np.ndarray
    effect: np.ndarray
    fitted: np.ndarray
    target: np.ndarray
    weight: np.ndarray
    sigma: float
    rounds: int
    passes: int
    converged: bool

    @property
    def residual(self) -> np.ndarray:
        """Target minus fit; for censored rows the expected excess."""
        return np.asarray(self.target - self.fitted)


def solve(design: Design, config: AdjustConfig, progress: Progress | None = None) -> Solution:
    """Run the outer loop: robust weights, expected censored times, σ; each round one warm-started linear solve."""
    n, cens = len(design.y), design.censored
    target, weight = design.y.copy(), np.ones(n)
    v = np.zeros(design.n_puzzles + design.x.shape[1])
    effect, fitted = np.zeros(len(design.start) - 1), np.zeros(n)
    scale = np.sqrt(n / max(design.dof, 1))
    sigma, passes, converged, rounds = np.inf, 0, False, 0
    for rounds in range(1, config.max_rounds + 1):
        v, used = conjugate_gradients(design, target, weight, v, config, 1e-3 if rounds == 1 else config.cg_tol)
        passes += used
        _kernels.players(target, v, weight, design.start, design.puzzle, design.x, effect, fitted)
        residual = design.y - fitted
        last, sigma = sigma, float(MAD * np.median(np.abs(residual[~cens])) * scale)
        converged = bool(abs(sigma - last) <= config.tol * sigma) and rounds > 2
        if progress:
            progress("adjust", rounds, config.max_rounds)
        if converged or sigma <= 1e-9:
            converged = True
            break
        if cens.any():
            target[cens] = fitted[cens] + sigma * mills((design.y[cens] - fitted[cens]) / sigma)
        if config.huber is not None:
            size = np.maximum(np.abs(residual[~cens]), 1e-12)
            weight[~cens] = np.minimum(1.0, config.huber * sigma / size)
    if not converged:
        raise FitError(f"stage 1 did not settle in {config.max_rounds} rounds; screen the data or raise max_rounds")
    return Solution(v, effect, fitted, target, weight, sigma, rounds, passes, converged)


def mills(z: np.ndarray) -> np.ndarray:
    """Return φ(z) / (1 − Φ(z)), the expected standard excess of a value censored at z."""
    return np.asarray(np.exp(-0.5 * z * z - LOG_ROOT_2PI - log_ndtr(-z)))


def conjugate_gradients(
    design: Design, y: np.ndarray, weight: np.ndarray, v: np.ndarray, config: AdjustConfig, tol: float
) -> tuple[np.ndarray, int]:
    """Solve the player-free normal equations from the start `v`; return the solution and the passes used.

    The level of b is free (only a_p + b_q is observed); the start's level is kept, so warm starts do not drift.
    """
    arrays = (weight, design.start, design.puzzle, design.x)
    right, image, scale = np.empty_like(v), np.empty_like(v), np.empty_like(v)
    _kernels.rhs(y, *arrays, right)
    _kernels.diagonal(*arrays, scale)
    scale = 1.0 / np.where(scale > 1e-12, scale, 1.0)
    _kernels.matvec(v, *arrays, image)
    r = right - image
    z = scale * r
    d, rz = z.copy(), float(r @ z)
    limit = tol**2 * max(float(right @ (scale * right)), 1e-300)
    v = v.copy()
    for step in range(1, config.max_cg + 1):
        if rz <= limit:
            return v, step
        _kernels.matvec(d, *arrays, image)
        alpha = rz / float(d @ image)
        v += alpha * d
        r -= alpha * image
        z = scale * r
        rz, old = float(r @ z), rz
        d = z + (rz / old) * d
    if rz > limit * 1e4:
        raise FitError(f"stage 1: the linear solve stalled after {config.max_cg} passes; is the table one component?")
    return v, config.max_cg


def curvature(design: Design, fit: Solution, huber: float | None) -> np.ndarray:
    """Return h_i, the derivative of each row's score: the information the row really carries."""
    h = np.ones(len(design.y))
    if huber is not None:
        h = (np.abs(fit.residual) < huber * fit.sigma).astype(np.float64)
    cens = design.censored
    z = (design.y[cens] - fit.fitted[cens]) / fit.sigma
    m = mills(z)
    h[cens] = m * (m - z)
    return h


def puzzle_errors(design: Design, fit: Solution, huber: float | None) -> np.ndarray:
    """Return the standard error of every b_q (natural log units)."""
    h = curvature(design, fit, huber)
    score = fit.weight * fit.residual
    spread = float(score @ score) / max(float(h.sum()), 1e-12) * len(h) / max(design.dof, 1)
    mass = np.bincount(design.puzzle, weights=h, minlength=design.n_puzzles)
    return np.sqrt(spread / np.maximum(mass, 0.5))


def gamma_covariance(design: Design, fit: Solution, config: AdjustConfig) -> np.ndarray:
    """Player-clustered sandwich for era slopes and λ: columns made free of players and puzzles with weights h."""
    h = np.maximum(curvature(design, fit, config.huber), 1e-8)
    n_col = design.x.shape[1]
    free = np.empty_like(design.x)
    bare = replace(design, x=np.empty((len(design.y), 0)))
    effect, fitted = np.empty(len(design.start) - 1), np.empty(len(design.y))
    for j in range(n_col):
        column = np.ascontiguousarray(design.x[:, j])
        v, _ = conjugate_gradients(bare, column, h, np.zeros(design.n_puzzles), config, 1e-6)
        _kernels.players(column, v, h, bare.start, bare.puzzle, bare.x, effect, fitted)
        free[:, j] = column - fitted
    score = fit.weight * fit.residual
    n_player = len(design.start) - 1
    per_player = np.column_stack(
        [np.bincount(design.player, weights=free[:, j] * score, minlength=n_player) for j in range(n_col)]
    )
    bread = np.linalg.pinv(free.T @ (free * h[:, None]))
    small = len(design.y) / max(design.dof, 1) * n_player / max(n_player - 1, 1)
    return np.asarray(bread @ (per_player.T @ per_player) @ bread * small)


def era_columns(era: np.ndarray, knots: tuple[float, ...]) -> np.ndarray:
    """Years spent in each interval, counted back from 0 (zero or negative), so that g(0) = 0."""
    columns = [np.clip(era, low, high) - high for low, high in pairwise(knots)]
    if columns:
        columns[0] = np.minimum(era, knots[1]) - knots[1]
    return np.column_stack(columns) if columns else np.empty((len(era), 0))
