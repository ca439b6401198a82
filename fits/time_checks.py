"""Checks of a fitted time model, one row each: value, limit, ok."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.stats import norm

from .time_curve import CurveFit

INPUTS = ("effort_l1", "empty_cells", "blob_cells", "extra_area_pc")
FEWEST_USES, FEWEST_IN_GROUP = 30, 10
"""Puzzles that use a technique, and puzzles of a band, year or source, before it is looked at."""


def time_checks(points: pd.DataFrame, fit: CurveFit, levels: pd.DataFrame, t0_ratio: float) -> pd.DataFrame:
    """Calibration, robustness, and whether residuals still depend on an input, a technique, band, year or source."""
    z = points["z"].to_numpy()
    centre = levels["sigma"].mean()
    uneven = float((levels["sigma"] - centre).abs().max() / centre) if centre > 0 else 0.0
    pit = norm.cdf(z)
    rows: list[tuple[str, float, float]] = [
        ("restarts differ by", fit.restart_spread, 1e-4),
        ("t0: posterior / prior sd", t0_ratio, 0.8),
        ("spread by tertile, largest deviation", uneven, 0.10),
        ("puzzles down-weighted, share", float((points["weight"] < 1).mean()), 0.05),
        ("PIT: |share inside 25–75 %  − 0.5|", abs(float(np.mean(np.abs(pit - 0.5) <= 0.25)) - 0.5), 0.05),
    ]
    for name in INPUTS:
        if name in points.columns and points[name].std() > 0:
            rows.append((f"|correlation| of residual and {name}", abs(float(np.corrcoef(points[name], z)[0, 1])), 0.1))
    shares = [name for name in points.columns if name.startswith("share_") and (points[name] > 0).sum() >= FEWEST_USES]
    shares = [name for name in shares if points[name].std() > 0]
    if shares:
        worst = max(abs(float(np.corrcoef(points[name], z)[0, 1])) for name in shares)
        rows.append((f"|correlation| of residual and a technique's share, largest of {len(shares)}", worst, 0.15))
    for name in ("band", "year", "source"):
        if name in points.columns:
            groups = points.groupby(name, observed=True)["z"].agg(["mean", "size"])
            groups = groups[groups["size"] >= FEWEST_IN_GROUP]
            if len(groups) > (name != "band"):  # one year or source alone tells nothing beside the level
                worst = float((groups["mean"].abs() * np.sqrt(groups["size"])).max())
                rows.append((f"{name} means of residuals, largest |mean| in se", worst, 3.5))
    table = pd.DataFrame(rows, columns=["check", "value", "limit"])
    return table.assign(ok=table["value"] <= table["limit"])
