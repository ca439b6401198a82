"""Figures of merit for predicted puzzle times and for predicted distributions of solves.

All times are natural logs of minutes; predictive distributions are normal in log time.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.stats import norm, rankdata

LEVELS = (0.2, 0.5, 0.8, 0.95)
WITHIN = math.log(1.25)
HIGHER_IS_BETTER = {"pearson", "spearman", "r2", "within_25pc", "pearson_raw", "spearman_raw", "log_score"}


def pearson(x: np.ndarray, y: np.ndarray) -> float:
    """Return the linear correlation; nan when one side is constant."""
    if len(x) < 3 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return math.nan
    return float(np.corrcoef(x, y)[0, 1])


def spearman(x: np.ndarray, y: np.ndarray) -> float:
    """Return the rank correlation, ties averaged."""
    return pearson(rankdata(x), rankdata(y))


def puzzle_metrics(observed: np.ndarray, predicted: np.ndarray) -> dict[str, float]:
    """Return Pearson, Spearman, MAE (log), R² and the share within ×1.25 of predicted puzzle times."""
    error = predicted - observed
    total = float(np.sum((observed - observed.mean()) ** 2))
    return {
        "pearson": pearson(predicted, observed),
        "spearman": spearman(predicted, observed),
        "mae": float(np.mean(np.abs(error))),
        "r2": 1.0 - float(np.sum(error**2)) / total if total > 0 else math.nan,
        "within_25pc": float(np.mean(np.abs(error) <= WITHIN)),
    }


def log_scores(y: np.ndarray, centre: np.ndarray, sd: np.ndarray, censored: np.ndarray) -> np.ndarray:
    """Return the log density of each solved row (in log minutes) and log survival of each censored one."""
    z = (y - centre) / sd
    return np.asarray(np.where(censored, norm.logsf(z), norm.logpdf(z) - np.log(sd)))


def crps_lognormal(y: np.ndarray, centre: np.ndarray, sd: np.ndarray) -> np.ndarray:
    """Return the continuous ranked probability score of solved rows, in minutes (closed form of the log-normal)."""
    z = (y - centre) / sd
    mean = np.exp(centre + sd**2 / 2)
    tail = norm.cdf(z - sd) + norm.cdf(sd / math.sqrt(2)) - 1
    return np.asarray(np.exp(y) * (2 * norm.cdf(z) - 1) - 2 * mean * tail)


def pit(y: np.ndarray, centre: np.ndarray, sd: np.ndarray) -> np.ndarray:
    """Return Φ((log T − log t50) / sd), uniform when calibrated; a lower bound for censored rows."""
    return np.asarray(norm.cdf((y - centre) / sd))


def km_coverage(
    u: np.ndarray, censored: np.ndarray, weight: np.ndarray, levels: tuple[float, ...] = LEVELS
) -> np.ndarray:
    """Return the share of solves at or below each level, by the weighted Kaplan–Meier curve.

    Parameters
    ----------
    u : ndarray of float, shape (n,)
        PIT values.
    censored : ndarray of bool, shape (n,)
        True where the solve was given up at u: it would have gone on.
    weight : ndarray of float, shape (n,)
        Row weights, for instance one over the player's number of rows.
    levels : tuple of float
        Nominal shares.

    Returns
    -------
    ndarray of float, shape (len(levels),)
    """
    order = np.lexsort((censored, u))
    u, event, w = u[order], ~censored[order], weight[order]
    at_risk = np.cumsum(w[::-1])[::-1]
    factor = np.where(event, 1.0 - w / at_risk, 1.0)
    survival = np.cumprod(np.clip(factor, 0.0, 1.0))
    place = np.searchsorted(u, np.asarray(levels), side="right") - 1
    return np.where(place >= 0, 1.0 - survival[np.maximum(place, 0)], 0.0)


def player_weights(player: np.ndarray) -> np.ndarray:
    """Return one over the number of rows of each row's player."""
    _, code, count = np.unique(player, return_inverse=True, return_counts=True)
    return np.asarray(1.0 / count[code])
