"""The puzzle curve of stage 2 and its robust random-effects fit, on plain arrays.

    b_q − log(minutes_per_unit) = log(exp(c + Σ_j k_j z_qj) + t0) + u_q + e_q ,   Var = τ² + se_q²

z are standardised inputs, so c and the k_j are weakly correlated; ln t0 always carries a normal prior, for it is
exchangeable with c and k_effort. Residuals are Huber-weighted; τ² follows Paule and Mandel, with the expectation taken
for Huber-clipped residuals so that the weights do not shrink it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import brentq, least_squares
from scipy.stats import norm

from .errors import FitError

HUBER = 2.5
RESTART_TOLERANCE = 1e-4
MAX_ROUNDS = 40
LOG_T0_BOUNDS = (float(np.log(1e-4)), float(np.log(0.5)))


@dataclass(frozen=True)
class CurveData:
    """Rows of stage 2.

    Attributes
    ----------
    y : ndarray of float64, shape (n,)
        b − log(minutes_per_unit).
    se : ndarray of float64, shape (n,)
    z : ndarray of float64, shape (n, k)
        Standardised free inputs.
    offset : ndarray of float64, shape (n,)
        Contribution of inputs held fixed.
    lower, upper : ndarray, shape (k + 2,)
        Bounds of (c, k_1 … k_k, ln t0).
    prior_mean, prior_sd : ndarray, shape (k + 2,)
        Normal priors; an infinite sd means none.
    """

    y: np.ndarray
    se: np.ndarray
    z: np.ndarray
    offset: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    prior_mean: np.ndarray
    prior_sd: np.ndarray


@dataclass(frozen=True)
class CurveFit:
    """Result on standardised inputs: theta = (c, k_1 … k_k, ln t0) and its covariance."""

    theta: np.ndarray
    cov: np.ndarray
    tau2: float
    fitted: np.ndarray
    weight: np.ndarray
    restart_spread: float


def curve(theta: np.ndarray, z: np.ndarray, offset: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the curve, shape (n,), and its derivative by theta, shape (n, k + 2)."""
    core = np.exp(np.clip(theta[0] + z @ theta[1:-1] + offset, -50.0, 50.0))
    total = core + np.exp(theta[-1])
    share = core / total
    jac = np.column_stack([share, z * share[:, None], 1.0 - share])
    return np.log(total), jac


def fit_curve(data: CurveData, start: np.ndarray, seed: int = 0) -> CurveFit:
    """Alternate the curve and τ² until both rest, then restart three times from jittered places.

    Raises
    ------
    FitError
        When a solve fails, or the restarts disagree by more than 1e-4.
    """
    theta, tau2 = start, 0.03
    for _ in range(MAX_ROUNDS):
        new = _solve(data, theta, tau2)
        residual = data.y - curve(new, data.z, data.offset)[0]
        last, tau2 = tau2, paule_mandel(residual, data.se, len(theta) - 1)
        moved = float(np.max(np.abs(new - theta)))
        theta = new
        if abs(tau2 - last) <= 1e-7 * max(tau2, 1e-4) and moved <= 1e-6:
            break
    rng = np.random.default_rng(seed)
    spread = 0.0
    for _ in range(3):
        jitter = np.clip(theta + 0.2 * rng.standard_normal(len(theta)), data.lower + 1e-6, data.upper - 1e-6)
        spread = max(spread, float(np.max(np.abs(_solve(data, jitter, tau2) - theta))))
    if spread > RESTART_TOLERANCE:
        raise FitError(f"stage 2: restarts disagree by {spread:.2g}; the inputs do not determine the curve")
    fitted = curve(theta, data.z, data.offset)[0]
    cov, weight = sandwich(data, theta, tau2)
    return CurveFit(theta, cov, tau2, fitted, weight, spread)


def at_median(data: CurveData, fit: CurveFit) -> CurveFit:
    """Return the fit with its level moved so that the weighted median residual is 0.

    Means over a dozen players have a heavy right tail, which pulls even a robust fit upwards.
    """
    theta = fit.theta.copy()
    weight = 1.0 / (fit.tau2 + data.se**2)
    for _ in range(20):
        residual = data.y - curve(theta, data.z, data.offset)[0]
        order = np.argsort(residual, kind="stable")
        half = np.searchsorted(np.cumsum(weight[order]), weight.sum() / 2)
        theta[0] += residual[order[half]]
    return replace(fit, theta=theta, fitted=curve(theta, data.z, data.offset)[0])


def _solve(data: CurveData, start: np.ndarray, tau2: float) -> np.ndarray:
    scale = 1.0 / np.sqrt(tau2 + data.se**2)
    has_prior = np.isfinite(data.prior_sd)
    pull = 1.0 / data.prior_sd[has_prior]
    rows = np.eye(len(start))[has_prior] * pull[:, None]

    def residuals(theta: np.ndarray) -> np.ndarray:
        model = curve(theta, data.z, data.offset)[0]
        return np.concatenate([(model - data.y) * scale, (theta - data.prior_mean)[has_prior] * pull])

    def jacobian(theta: np.ndarray) -> np.ndarray:
        return np.vstack([curve(theta, data.z, data.offset)[1] * scale[:, None], rows])

    inside = np.clip(start, data.lower + 1e-9, data.upper - 1e-9)
    found = least_squares(
        residuals,
        inside,
        jac=jacobian,
        bounds=(data.lower, data.upper),
        method="trf",
        loss="huber",
        f_scale=HUBER,
        xtol=1e-12,
        ftol=1e-13,
        gtol=1e-9,
        max_nfev=400,
    )
    if found.status <= 0:
        raise FitError(f"stage 2 did not converge ({found.message}); check the features")
    return np.asarray(found.x)


def paule_mandel(residual: np.ndarray, se: np.ndarray, n_params: int) -> float:
    """Return τ² ≥ 0 at which clipped standardised residuals have their expected sum of squares.

    Parameters
    ----------
    residual, se : ndarray of float64, shape (n,)
        Residuals of the curve and standard errors of the observations.
    n_params : int
        Parameters estimated from them.
    """
    k = HUBER
    expected = (2 * norm.cdf(k) - 1) - 2 * k * norm.pdf(k) + 2 * k**2 * norm.sf(k)
    goal = float(expected) * max(len(residual) - n_params, 1)

    def excess(tau2: float) -> float:
        z = residual / np.sqrt(tau2 + se**2)
        return float(np.sum(np.clip(z, -k, k) ** 2)) - goal

    high = float(np.var(residual)) * 10 + 1e-6
    if excess(0.0) <= 0:
        return 0.0
    return float(brentq(excess, 0.0, high, xtol=1e-12)) if excess(high) < 0 else high


def sandwich(data: CurveData, theta: np.ndarray, tau2: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the HC3-type covariance of theta, with priors counted as data, and the Huber weights of the puzzles."""
    model, jac = curve(theta, data.z, data.offset)
    scale = 1.0 / np.sqrt(tau2 + data.se**2)
    z = (data.y - model) * scale
    psi = np.clip(z, -HUBER, HUBER)
    weight = np.where(np.abs(z) <= HUBER, 1.0, HUBER / np.maximum(np.abs(z), 1e-12))
    design = jac * scale[:, None]
    inside = float(np.mean(np.abs(z) <= HUBER))
    prior = np.diag(np.where(np.isfinite(data.prior_sd), 1.0 / data.prior_sd**2, 0.0))
    bread = np.linalg.pinv(design.T @ design * inside + prior)
    leverage = np.clip(np.einsum("ij,jk,ik->i", design, bread, design), 0.0, 0.9)
    scores = design * (psi / (1.0 - leverage))[:, None]
    return np.asarray(bread @ (scores.T @ scores + prior) @ bread), weight


def profile(data: CurveData, fit: CurveFit, grid: np.ndarray) -> np.ndarray:
    """Return the loss (half deviance, prior left out) along ln t0, all other parameters refitted.

    Parameters
    ----------
    grid : ndarray of float64
        Values of ln t0.

    Returns
    -------
    ndarray of float64
        Rise above the smallest loss on the grid: what the data alone say about t0.
    """
    free = replace(data, prior_mean=data.prior_mean.copy(), prior_sd=data.prior_sd.copy())
    free.prior_sd[-1] = 1e-5
    scale = 1.0 / np.sqrt(fit.tau2 + data.se**2)
    loss = np.empty(len(grid))
    theta = fit.theta.copy()
    for i, value in enumerate(grid):
        free.prior_mean[-1] = value
        theta = _solve(free, np.append(theta[:-1], value), fit.tau2)
        z = np.abs(data.y - curve(theta, data.z, data.offset)[0]) * scale
        loss[i] = np.sum(np.where(z <= HUBER, 0.5 * z**2, HUBER * z - 0.5 * HUBER**2))
    return np.asarray(loss - loss.min())
