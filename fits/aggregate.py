"""Per-puzzle mean times, for sets that publish no single solves."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd

from .summary import Summary

# The individual-level sets show 0.26–0.53 between players and 0.30–0.50 within; the middle of both ranges.
PLAYER_SIGMA, RESIDUAL_SIGMA = 0.39, 0.40
# Variance of log mean times around a good prediction, as a function of 1/n, on the public mean-time set.
NOISE_PER_PLAYER = 0.64


@dataclass(frozen=True)
class AggregateTimes:
    """Adjusted log times from per-puzzle means: a stand-in for stage 1.

    Attributes
    ----------
    puzzles : DataFrame
        Index puzzle_id; columns b (natural log of median minutes), se, n (players), raw (log of the mean, minutes)
        and, when the file has grids, puzzle.
    minutes_per_unit : float
        Minutes of the median puzzle of the set.
    player_sigma, residual_sigma : float
        Log standard deviations between players and of one solve; assumed, since means cannot show them. Together
        (`spread_sigma`) they make the correction mean → median.
    noise : float
        Variance of a log mean is `noise / n`.
    noise_source : str
        "assumed" or "estimated".
    aggregate : str
        Always "mean": b = log(mean) − spread_sigma²/2.
    name : str
        Name of the data set, for provenance.
    """

    puzzles: pd.DataFrame
    minutes_per_unit: float
    player_sigma: float = PLAYER_SIGMA
    residual_sigma: float = RESIDUAL_SIGMA
    noise: float = NOISE_PER_PLAYER
    noise_source: str = "assumed"
    aggregate: str = "mean"
    name: str = "aggregate"
    warnings: tuple[str, ...] = ()

    @property
    def spread_sigma(self) -> float:
        """Log standard deviation of one random player's time."""
        return math.hypot(self.player_sigma, self.residual_sigma)

    @classmethod
    def from_means(
        cls,
        log_mean: pd.Series,
        n_players: pd.Series,
        *,
        player_sigma: float = PLAYER_SIGMA,
        residual_sigma: float = RESIDUAL_SIGMA,
        name: str = "aggregate",
    ) -> AggregateTimes:
        """Build from log mean minutes and player counts, both indexed by puzzle_id."""
        b = log_mean - (player_sigma**2 + residual_sigma**2) / 2
        n = n_players.astype("float64")
        table = pd.DataFrame({"b": b, "se": np.sqrt(NOISE_PER_PLAYER / n), "n": n, "raw": log_mean})
        unit = math.exp(float(b.median()))
        return cls(table, unit, player_sigma=player_sigma, residual_sigma=residual_sigma, name=name)

    def with_noise(self, noise: float, source: str = "estimated") -> AggregateTimes:
        """Return a copy whose standard errors are √(noise / n)."""
        table = self.puzzles.assign(se=np.sqrt(noise / self.puzzles["n"]))
        return replace(self, puzzles=table, noise=float(noise), noise_source=source)

    def subset(self, puzzle_ids: pd.Index) -> AggregateTimes:
        """Return the same set with these puzzles only; the unit does not move."""
        return replace(self, puzzles=self.puzzles.loc[self.puzzles.index.isin(puzzle_ids)])

    def summary(self) -> Summary:
        """Return a printable overview."""
        head = {
            "puzzles": f"{len(self.puzzles):,}",
            "players per puzzle": f"{self.puzzles['n'].min():.0f} … {self.puzzles['n'].max():.0f}",
            "minutes per unit": f"{self.minutes_per_unit:.3g}",
            "spread_sigma": f"{self.spread_sigma:.3g}",
            "noise per player": f"{self.noise:.3g} ({self.noise_source})",
            "aggregate": self.aggregate,
        }
        return Summary(f"Mean times: {self.name}", head, self.puzzles[["b", "se", "n"]].describe(), self.warnings)

    def to_json(self, path: str | Path | None = None) -> dict[str, object]:
        """Return the set's description without its rows, and write it when a path is given."""
        doc: dict[str, object] = {
            "name": self.name,
            "aggregate": self.aggregate,
            "puzzles": len(self.puzzles),
            "minutes_per_unit": float(f"{self.minutes_per_unit:.6g}"),
            "spread_sigma": float(f"{self.spread_sigma:.6g}"),
            "noise": float(f"{self.noise:.6g}"),
            "noise_source": self.noise_source,
        }
        if path is not None:
            Path(path).write_text(json.dumps(doc, indent=1) + "\n", encoding="utf-8")
        return doc


def noise_per_player(residual: np.ndarray, n: np.ndarray) -> tuple[float, float, float]:
    """Fit residual variance = between + noise / n.

    Weighted least squares of squared residuals on 1/n, twice reweighted by the fitted variance; residuals are cut at
    3.5 robust standard deviations, since a mean over a dozen players has a heavy right tail.

    Parameters
    ----------
    residual : ndarray of float, shape (n_puzzles,)
        Observed minus predicted log time.
    n : ndarray of float, shape (n_puzzles,)
        Players per puzzle.

    Returns
    -------
    between, noise, se : float
        Variance between puzzles, noise per player, and the standard error of the latter (log units squared; infinite
        when all puzzles have the same number of players).
    """
    scale = 1.4826 * float(np.median(np.abs(residual)))
    if np.ptp(1.0 / n) < 1e-3 * float(np.mean(1.0 / n)):
        return float(np.var(residual)), 0.0, math.inf
    square = np.clip(residual, -3.5 * scale, 3.5 * scale) ** 2
    design = np.column_stack([np.ones(len(n)), 1.0 / n])
    variance = np.full(len(n), square.mean())
    for _ in range(3):
        weight = 1.0 / (2.0 * variance**2)
        gram = design.T @ (design * weight[:, None])
        coef = np.linalg.solve(gram, design.T @ (weight * square))
        variance = np.maximum(design @ coef, 0.1 * square.mean())
    return max(float(coef[0]), 0.0), max(float(coef[1]), 0.0), float(np.sqrt(np.linalg.inv(gram)[1, 1]))
