"""Median time, percentiles and mean of today's players, from effort and size (``data/time_model.json``).

units   = exp(const + k_effort·L1 + k_empty·ln E + Σ geometry_j·x_j) + t0      (1 unit = a median classic)
minutes = units · minutes_per_unit,   players log-normal with standard deviation spread_sigma
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist

from .grader_model import active


def time_units(effort_l1: float | None, empty_cells: int, geometry: Mapping[str, float] | None = None) -> float | None:
    """Expected solving time in units of a median classic; None without an effort, 0 for a full grid."""
    if empty_cells == 0:
        return 0.0
    if effort_l1 is None:
        return None
    t = active().time
    raised = t["const"] + t["k_effort"] * effort_l1 + t["k_empty"] * math.log(empty_cells)
    for name, weight in t.get("geometry", {}).items():
        raised += weight * (geometry or {}).get(name, 0.0)
    return float(math.exp(raised) + t["t0"])


def minutes(units: float) -> float:
    """Minutes of today's median player, not rounded."""
    return units * float(active().time["minutes_per_unit"])


def percentile(median: float, percent: int) -> float:
    """Minutes that ``percent`` % of the players stay below; ``percent`` 1 … 99."""
    return median * math.exp(active().time["spread_sigma"] * NormalDist().inv_cdf(percent / 100))


def mean(median: float) -> float:
    """Mean minutes over players of a log-normal with that median: median · exp(σ²/2)."""
    return median * math.exp(active().time["spread_sigma"] ** 2 / 2)
