"""Structural prior of the prices: what published ratings say a move costs, before any time is seen.

Two public scales rate techniques one by one: Sudoku Explainer's values and HoDoKu's points per step
(``config/technique_ratings.csv``). The second is linear in effort, the first in its logarithm, so

    ln rating = ½ (ln HoDoKu + a + b·SE),     a, b by least squares over the techniques that both rate,

and price = rating / POINTS_PER_PRICE. A technique that one of them lacks takes the other alone; one that both lack, the
largest rating of the techniques it is a special case of. Direct singles and taking notes are set by hand
(``SINGLES``): both scales rate them for a player who keeps all notes.

Nobody publishes ratings of variant techniques, and few people know aligned sets. ``config/rule_ratings.csv`` places
them on the Explainer's scale beside classic ones of like effort and of the same band; these values are assumptions,
marked "assumed" in ``rated_by``.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from pencilmark.scoring import DESC_NAMES, META_NAMES, TAKE_NOTES
from pencilmark.tables import Shape, generalisations, shapes

from .errors import FitError

RATINGS = Path(__file__).parent / "config" / "technique_ratings.csv"
RULE_RATINGS = Path(__file__).parent / "config" / "rule_ratings.csv"
ENUM_GROWTH = 0.15
"""Assumed: twice as many fillings of a rule to go through make a step dearer by a tenth."""
POINTS_PER_PRICE = 2.5
"""HoDoKu points per unit of price: a pointing pair (50 points) costs twenty full houses."""
SINGLES = {
    "Full House": 1.0,
    "Hidden Single (box)": 1.5,
    "Hidden Single (line)": 2.5,
    "Hidden Single (region)": 2.5,
    "Naked Single": 5.0,
    "Direct Pointing": 5.0,
    "Line Single": 4.0,
    "Last Cell": 4.0,
    TAKE_NOTES: 20.0,
}
CHAINS = ("X-Chain", "XY-Chain", "AIC", "Continuous Loop", "Discontinuous Loop")
"""Priced by structure: each link makes a chain dearer."""
TYPICAL_LINKS = 6.0
SE_PER_DOUBLING = 0.25
"""Sudoku Explainer adds 0.1 at 4, 6, 8, 12, 16, 24 … links: a quarter of a point when the length doubles."""
BIGGEST_CASE = 1.5
"""A trial costs this many times the dearest net: brute force has no rating as a technique."""


@dataclass(frozen=True)
class Prior:
    """Prices of all techniques and the structural model of chains.

    Attributes
    ----------
    price : dict
        Technique shape (and taking notes) -> price; full house = 1.
    theta : tuple of float, length 18
        Weights of META_NAMES + DESC_NAMES.
    const : float
    slope : float
        b: how much ln rating grows per point of Sudoku Explainer's scale.
    rated_by : dict
        Technique shape -> "both", "se", "hodoku", "family", "assumed" or "singles".
    levels : dict
        Technique shape beyond singles -> place on Sudoku Explainer's scale.
    """

    price: Mapping[str, float]
    theta: tuple[float, ...]
    const: float
    slope: float
    rated_by: Mapping[str, str]
    levels: Mapping[str, float]

    def params(self) -> dict[str, Any]:
        """The keys of ``params.json`` that the prior decides."""
        return {
            "price": dict(self.price),
            "meta_theta": list(self.theta),
            "meta_const": self.const,
            "meta_priced": [name for name in CHAINS if name in self.price],
            "enum_growth": ENUM_GROWTH,
        }


@cache
def price_prior(path: Path = RATINGS) -> Prior:
    """Prices that published ratings imply.

    Raises
    ------
    FitError
        When the table rates an unknown technique or lacks one without a rated generalisation.
    """
    assumed = _read(RULE_RATINGS)
    ratings = _read(path) | assumed
    unknown = set(ratings) - {s.technique for s in shapes()}
    if unknown:
        raise FitError(f"{path.name}: unknown technique {', '.join(sorted(unknown))}; use the names of techniques.csv")
    a, b = _se_to_log_points(ratings)
    points, how = {}, {}
    for shape in shapes():
        if shape.technique not in SINGLES:
            points[shape.technique], how[shape.technique] = _points(shape, ratings, a, b)
    how |= dict.fromkeys(assumed, "assumed")
    dearest = max(v for s in shapes() if (v := points.get(s.technique)) and s.engine != "trial")
    price = {s.technique: _price(s, points, dearest) for s in shapes()} | {TAKE_NOTES: SINGLES[TAKE_NOTES]}
    names = META_NAMES + DESC_NAMES
    theta = [0.0] * len(names)
    # Linear in links near the typical length: doubling costs SE_PER_DOUBLING points of the Explainer's scale.
    theta[names.index("chain_length")] = round(b * SE_PER_DOUBLING / (TYPICAL_LINKS * math.log(2)), 4)
    const = round(math.log(price["X-Chain"]) - theta[names.index("chain_length")] * TYPICAL_LINKS, 4)
    levels = {name: _level(name, value, ratings, a, b) for name, value in points.items()}
    return Prior(price, tuple(theta), const, b, {**how, **dict.fromkeys(SINGLES, "singles")}, levels)


def _level(
    name: str, points: float, ratings: Mapping[str, tuple[float | None, float | None]], a: float, b: float
) -> float:
    """A technique on Sudoku Explainer's scale: its value there, else the one that its points stand for."""
    se = ratings.get(name, (None, None))[0]
    return se if se is not None else (math.log(points) - a) / b


def _read(path: Path) -> dict[str, tuple[float | None, float | None]]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {row["technique"]: (_number(row["se"]), _number(row.get("hodoku"))) for row in rows}


def _number(text: str | None) -> float | None:
    return float(text) if text else None


def _se_to_log_points(ratings: Mapping[str, tuple[float | None, float | None]]) -> tuple[float, float]:
    both = [(s, h) for name, (s, h) in ratings.items() if s is not None and h is not None and name not in SINGLES]
    x, y = np.array([s for s, _ in both]), np.log([h for _, h in both])
    b, a = np.polyfit(x, y, 1)
    return float(a), float(b)


def _points(
    shape: Shape, ratings: Mapping[str, tuple[float | None, float | None]], a: float, b: float
) -> tuple[float, str]:
    se, hodoku = ratings.get(shape.technique, (None, None))
    logs = ([a + b * se] if se is not None else []) + ([math.log(hodoku)] if hodoku is not None else [])
    if logs:
        return math.exp(sum(logs) / len(logs)), "both" if len(logs) == 2 else "se" if se is not None else "hodoku"
    family = [s for s in shapes() if s.code in generalisations(shape.code) and s.technique in ratings]
    if not family:
        raise FitError(f"no rating of {shape.technique!r} or of what it is a case of; add it to {RATINGS.name}")
    return max(_points(s, ratings, a, b)[0] for s in family), "family"


def _price(shape: Shape, points: Mapping[str, float], dearest: float) -> float:
    if shape.technique in SINGLES:
        return SINGLES[shape.technique]
    value = BIGGEST_CASE * dearest if shape.engine == "trial" else points[shape.technique]
    return float(f"{value / POINTS_PER_PRICE:.3g}")
