"""Per-move difficulty (price), race-model times and their parameters.

Price of a move, on a scale where a full house in a square nine-cell house is 1:

    direct singles     d = B[tech]·(1 + load)^λ·shape^γ·size(D) + Σ_kinds K[kind]·shape·uncovered
    direct pointing    d = B[Direct Pointing]·d[single] / B[Hidden Single (box)]           the single that it leaves
    structural moves   d = max(B[tech], exp(meta_const + θ·meta))·size(D)      where ``meta_priced``
    all other moves    d = B[tech]·size(D)
    taking notes       d = B[Take Notes]·size(D)

with size(D) = ((D−1)/8)^α. load = the other empty cells of the house (hidden singles) or the digits that the fullest
group leaves open (naked ones); λ = load_box, load_line (lines and regions), load_naked. The set-cover form of the
singles says what must be combined to see them: every extra group costs K per item still unexplained when it is
brought in. θ weighs the columns of META_NAMES + DESC_NAMES.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .errors import ModelError
from .prices import ALPHA, N_SCALARS, NOTES_PRICE, SCALARS, SIZE, Prices
from .tables import shapes

META_NAMES = (
    "log_cells", "log_digits", "log_houses", "strong_links", "weak_links", "chain_length", "log_shape", "log_load",
    "log_cases", "log_combinations",
)  # fmt: skip
"""The ten pricing columns of the meta vector."""
DESC_NAMES = (
    "span", "boxes_touched", "lines_touched", "aligned", "direct", "log_eliminations", "grouped_nodes", "rule_elements",
)  # fmt: skip
"""The eight structural descriptors that follow them."""
KIND_NAMES = ("row", "col", "box", "diag", "window", "region", "cage", "relation", "rule")
"""Kinds of extra groups in the set-cover form; "rule" = what only a note or a rule explains."""
TAKE_NOTES = "Take Notes"
POINTING = "Direct Pointing"
"""A hidden single behind a locked digit; its feature "cover" is the row of techniques.csv of that single."""
FEATURE_NAMES = ("shape", "cover", "load", *KIND_NAMES)
"""Columns of the set-cover features of a move."""

Array = Any


DEFAULTS: dict[str, Any] = {
    "gamma": 0.0, "alpha": 1.0, "meta_const": 0.0, "beta": 1.0, "beta_a": 1.0, "avail_window": 1.25, "phi": 1.0,
    "e_ref": 51.0, "load_box": 0.0, "load_line": 0.0, "load_naked": 0.0, "race_walks": 32, "search_weight": 0.0,
    "enum_weight": 0.0, "enum_growth": 0.15, "meta_theta": [0.0] * 18, "meta_priced": [], "delta": {},
    "kinds": {}, "price": {}, "race": {"c": 0.1, "beta": 1.0, "t_write": 1.2, "t_note": 0.3, "t_erase": 0.3},
}  # fmt: skip
"""What :func:`complete_params` fills in for parameters fitted before a technique or kind existed."""


def copy_params(p: Mapping[str, Any]) -> dict[str, Any]:
    """Copy of the parameters with their dict and list values copied one level deep."""
    return {key: copy.copy(value) if isinstance(value, (dict, list)) else value for key, value in p.items()}


def complete_params(p: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters with everything missing filled in: scalars by DEFAULTS, a technique's price by its SE value or 5."""
    full = copy_params(DEFAULTS) | copy_params(p)
    full["price"] = {s.technique: s.se or 5.0 for s in shapes()} | {TAKE_NOTES: 3.0} | dict(p.get("price", {}))
    full["kinds"] = dict.fromkeys(KIND_NAMES, 0.1) | dict(p.get("kinds", {}))
    full["race"] = DEFAULTS["race"] | dict(p.get("race", {}))
    return full


def compile_prices(p: Mapping[str, Any], digits: int) -> Prices:
    """Parameters as arrays for a board of ``digits`` digits; raises ModelError for a bad or missing value."""
    full = complete_params(p)
    known = {s.technique for s in shapes()} | {TAKE_NOTES}
    for name in (*full["price"], *full["delta"], *full["meta_priced"]):
        if name not in known:
            raise ModelError(f"parameters name an unknown technique {name!r}")
    theta = np.array(full["meta_theta"], float)
    if theta.shape != (len(META_NAMES) + len(DESC_NAMES),):
        raise ModelError(f"meta_theta needs {len(META_NAMES) + len(DESC_NAMES)} numbers, got {theta.size}")
    scalar = np.zeros(N_SCALARS)
    for i, name in enumerate(SCALARS):
        scalar[i] = float(full[name])
    scalar[NOTES_PRICE] = full["price"][TAKE_NOTES]
    scalar[SIZE] = size_factor(digits, scalar[ALPHA])
    arrays = Prices(
        np.array([float(full["price"][s.technique]) for s in shapes()]),
        np.array([float(full["kinds"][k]) for k in KIND_NAMES]),
        theta,
        np.array([int(s.technique in full["meta_priced"]) for s in shapes()], np.int64),
        np.array([float(full["delta"].get(s.technique, 0.0)) for s in shapes()]),
        scalar,
    )
    if not all(np.isfinite(a).all() for a in arrays) or (arrays.base <= 0).any():
        raise ModelError("parameters must be finite numbers and prices above 0")
    return arrays


def size_factor(digits: int, alpha: float) -> float:
    """size(D) = ((D − 1) / 8)^α: how many alternatives a basic check tells apart; 1 for nine digits."""
    return float(((digits - 1) / 8) ** alpha)


def meta_vector(meta: Sequence[float], desc: bool = True) -> Array:
    """The columns META_NAMES (and DESC_NAMES) of a move's meta tuple, float64; ``desc=False``: the pricing ones."""
    width = len(META_NAMES) + (len(DESC_NAMES) if desc else 0)
    out = np.zeros(width)
    values = np.asarray(meta, float)[:width]
    out[: len(values)] = values
    return out


def meta_priced(technique: str, params: Mapping[str, Any]) -> bool:
    """Whether the structural model prices that technique under these parameters."""
    return technique in params.get("meta_priced", ())


@dataclass(frozen=True)
class Feature:
    """What a price depends on: technique shape, set-cover features (FEATURE_NAMES) and the meta vector."""

    technique: str
    cover: tuple[float, ...]
    meta: tuple[float, ...] = (0.0,) * 18


class Scorer:
    """Prices a move from its features under given parameters."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        self.params = complete_params(params)

    def size(self, digits: int) -> float:
        """Board-size factor ((D − 1) / 8)^α, 1 for nine digits."""
        return size_factor(digits, float(self.params["alpha"]))

    def difficulty(self, feature: Feature, digits: int) -> float:
        """Price of one move on a board of ``digits`` digits; the plain twin of the compiled price."""
        p = self.params
        base = float(p["price"][feature.technique])
        if meta_priced(feature.technique, p):
            raised = float(p["meta_const"]) + float(np.dot(p["meta_theta"], feature.meta))
            return max(base, float(np.exp(raised))) * self.size(digits)
        shape, cover, load, *kinds = feature.cover
        if feature.technique == POINTING:
            single = shapes()[int(cover)].technique
            dearer = float(p["price"][single]) / float(p["price"]["Hidden Single (box)"])
            return base * dearer * self._growth(single, load) * self.size(digits)
        d = (
            base
            * float(np.exp(float(p["enum_growth"]) * feature.meta[COMBINATIONS]))
            * self._growth(feature.technique, load)
            * (shape ** float(p["gamma"]) if shape > 0 else 1.0)
            * self.size(digits)
        )
        return d + float(np.dot([p["kinds"][k] for k in KIND_NAMES], kinds))

    def _growth(self, technique: str, load: float) -> float:
        rate = _LOADS.get(technique)
        return (1.0 + load) ** float(self.params[rate]) if rate else 1.0


COMBINATIONS = META_NAMES.index("log_combinations")
_LOADS = {
    "Hidden Single (box)": "load_box",
    "Hidden Single (line)": "load_line",
    "Hidden Single (region)": "load_line",
    "Naked Single": "load_naked",
}
"""Which parameter says how a single's price grows with its load."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the race model needs to know of the steps of a written route, one entry per step in every array.

    ``empty`` cells before the step, its ``price``, the soft count ``avail`` of moves, whether it ``places`` a digit,
    how many candidates it ``erases``; ``notes`` are the candidates written when notes are taken.
    """

    empty: Array
    price: Array
    avail: Array
    places: Array
    erases: Array
    notes: float = 0.0


def predict_time(steps: Seen, params: Mapping[str, Any]) -> float:
    """Seconds of the race model: every move m is noticed at rate d_m^(−β) / (c·E).

    Σ_s c·E_s / Σ_m d_m^(−β), plus t_write per placement, t_note per candidate noted, t_erase per elimination. The
    soft count of a step stands for the sum over moves: Σ_m d_m^(−β) = avail·d_s^(−β).
    """
    race = DEFAULTS["race"] | dict(params.get("race", {}))
    looking = race["c"] * steps.empty * steps.price ** race["beta"] / steps.avail
    writing = race["t_write"] * steps.places.sum() + race["t_note"] * steps.notes + race["t_erase"] * steps.erases.sum()
    return float(looking.sum() + writing)


def work_time(steps: Seen, params: Mapping[str, Any]) -> float:
    """Tediousness as a time: :func:`predict_time` with every price capped at the hidden single's base price.

    Only the volume of work remains: scan area, how much is there to be found, writing and erasing.
    """
    cap = float(params["price"]["Hidden Single (box)"])
    return predict_time(replace(steps, price=np.minimum(steps.price, cap)), params)


def grade(steps: Seen, params: Mapping[str, Any]) -> dict[str, float]:
    """``{"work_time": seconds of routine work}``: what the publishing check "tedious" reads."""
    return {"work_time": work_time(steps, params)}


def soft_bottleneck(prices: Sequence[float], tau: float = 0.5, ref_steps: float = 50.0) -> float:
    """d_max + τ·ln(Σ exp((d_i − d_max)/τ)·ref_steps / n), not below d_max: hard steps counted as a density.

    A research baseline of the seeds' grade formula; 0 for a route without steps.
    """
    if not prices:
        return 0.0
    d = np.asarray(prices, float)
    top = float(d.max())
    return max(top, top + tau * float(np.log(np.exp((d - top) / tau).sum() * ref_steps / len(d))))
