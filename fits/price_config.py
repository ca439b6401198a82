"""Settings of the price fit, and how its parameters are named in the grader model."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from pencilmark.grader_model import GraderModel
from pencilmark.scoring import TAKE_NOTES

from .errors import DatasetError
from .price_prior import price_prior
from .route_data import GROUPS, LOCKED
from .route_fit import NAMES, NUISANCE, Ridge, RouteConfig

EXTRAS = ("search_weight", "enum_weight")
"""Further columns of the difficulty score, in the order of ``Loss.extra``."""
SD_EXTRA = 1.0
"""Prior standard deviation of their weights: a unit of either counts like one of log effort."""
MODEL_NAMES = {
    "box": "price.Hidden Single (box)",
    "line": "price.Hidden Single (line)",
    "naked": "price.Naked Single",
    "load_line": "load_line",
    "load_naked": "load_naked",
    "behind": "price[behind]",
    "locked": "price[locked]",
    "notes": "price[notes]",
    "beyond": "price[beyond]",
    "phi": "phi",
}
"""Parameter -> name in the set of prices; [group] is a factor on the structural prices of its techniques."""
LOGS = ("box", "line", "naked", "behind", *GROUPS)
"""Fitted as logarithms."""


@dataclass(frozen=True)
class PriceConfig:
    """Settings of :class:`fits.PriceFit`.

    Attributes
    ----------
    target : str
        "time": prices of the route and of the time effort (``params.json``). "difficulty": price weights, search and
        enumeration weight of the score (``card_score.json``).
    centre : str
        What the ridge pulls to: "shipped" prices, or the "structural" prior of published ratings, for data that the
        shipped prices have already seen.
    route : RouteConfig
        Walks per puzzle, standard deviations of the prior, bounds.
    shrink : tuple of two floats, optional
        Factors on the prior standard deviations of singles, loads and φ, and of the groups beyond singles; None
        chooses them by cross-validation over ``shrink_grid``.
    shrink_grid : tuple of float
    folds, cv_walks : int
        Folds, and walks per puzzle while the penalty is chosen. Fold 1 also picks the round.
    rounds, patience : int
        Most rounds; rounds without gain before it stops.
    least_gain : float
        Smallest relative gain in held-out loss that counts.
    largest_move : float
        Most that a parameter moves per round.
    still : float
        Puzzles are not walked again while no parameter moved by more than this since, and no route can change.
    tau : float or None
        Standard deviation of puzzle times around the model, log units; None estimates it (Paule–Mandel).
    groups : tuple of tuples of str
        Parameters fitted as one: they move by the same amount.
    held : tuple of str
        Parameters held at their shipped values.
    least_puzzles : int
    largest_ratio : float
        With fewer puzzles, or a larger ratio of posterior to prior standard deviation, the shipped value is kept.
    strong : float
        Correlation of estimates from which two parameters are reported as partners.
    enforce_order : bool
        Lower special cases that are dearer than what they are cases of.
    bootstrap : int
        Draws over puzzles, at fixed routes.
    seed : int
    data_name, data_sha256, licence : str
        Copied into provenance.
    """

    target: Literal["time", "difficulty"] = "time"
    centre: Literal["shipped", "structural"] = "shipped"
    route: RouteConfig = field(default_factory=RouteConfig)
    shrink: tuple[float, float] | None = None
    shrink_grid: tuple[float, ...] = (0.25, 0.5, 1.0, 2.0)
    folds: int = 5
    cv_walks: int = 4
    rounds: int = 12
    patience: int = 2
    least_gain: float = 1e-3
    largest_move: float = 0.3
    still: float = 0.02
    tau: float | None = None
    groups: tuple[tuple[str, ...], ...] = ()
    held: tuple[str, ...] = ()
    least_puzzles: int = 30
    largest_ratio: float = 0.8
    strong: float = 0.8
    enforce_order: bool = False
    bootstrap: int = 100
    seed: int = 0
    data_name: str = ""
    data_sha256: str = ""
    licence: str = ""

    def check(self) -> None:
        """Refuse unknown targets, centres and parameter names (DatasetError)."""
        if self.target not in ("time", "difficulty"):
            raise DatasetError(f"prices: target {self.target!r} is unknown; use time or difficulty")
        if self.centre not in ("shipped", "structural"):
            raise DatasetError(f"prices: centre {self.centre!r} is unknown; use shipped or structural")
        if self.folds < 2:
            raise DatasetError(f"prices: {self.folds} folds hold nothing out; use 2 or more")
        named = [*self.held, *(name for group in self.groups for name in group)]
        if unknown := set(named) - set(self.parameters):
            known = ", ".join(self.parameters)
            raise DatasetError(f"prices: unknown parameter {', '.join(sorted(unknown))}; known: {known}")
        if len(named) != len(set(named)):
            raise DatasetError("prices: a parameter is named twice in groups and held; name it once")

    @property
    def extras(self) -> tuple[str, ...]:
        """Further columns of the target."""
        return EXTRAS if self.target == "difficulty" else ()

    @property
    def parameters(self) -> tuple[str, ...]:
        """Parameters with a prior: NAMES, then further columns."""
        return (*NAMES, *self.extras)

    def model_name(self, parameter: str) -> str:
        """Name of a parameter in results: that of the grader model, where it has one."""
        if parameter in EXTRAS:
            return f"score.{parameter}"
        return f"{'route' if self.target == 'time' else 'price'}.{MODEL_NAMES[parameter]}"

    def ridge(self, shipped: np.ndarray, shrink: tuple[float, float]) -> Ridge:
        """The prior: around the shipped or the structural values, as tight as ``shrink`` says."""
        centre = shipped.copy()
        if self.centre == "structural":
            centre[: len(NAMES)] = self.route.centre()
        factor = np.array([shrink[1] if name in GROUPS else shrink[0] for name in NAMES])
        spread = np.concatenate([self.route.spread() * factor, np.full(len(self.extras), SD_EXTRA * shrink[1])])
        return Ridge(centre, spread)

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest values: NAMES, NUISANCE, further columns."""
        low, high = self.route.bounds()
        more = len(self.extras)
        return np.concatenate([low, np.zeros(more)]), np.concatenate([high, np.full(more, 5.0)])

    def basis(self, free: np.ndarray) -> np.ndarray:
        """Directions of the fit, shape (all parameters, directions): free ones, groups as one, nuisance.

        Parameters
        ----------
        free : ndarray of bool, in the order of ``parameters``
        """
        place = [*range(len(NAMES)), *range(len(NAMES) + len(NUISANCE), len(NAMES) + len(NUISANCE) + len(self.extras))]
        at = dict(zip(self.parameters, place, strict=True))
        open_ = {name for name, keep in zip(self.parameters, free, strict=True) if keep} - set(self.held)
        sets = [[name for name in group if name in open_] for group in self.groups]
        sets += [[name] for name in self.parameters if name in open_ and not any(name in g for g in self.groups)]
        columns = [[at[name] for name in group] for group in sets if group]
        columns += [[len(NAMES) + k] for k in range(len(NUISANCE))]
        matrix = np.zeros((len(place) + len(NUISANCE), len(columns)))
        for j, rows in enumerate(columns):
            matrix[rows, j] = 1.0
        return matrix


def shipped_parameters(model: GraderModel, config: PriceConfig) -> np.ndarray:
    """Values of a grader model in the order of ``config.parameters``: logs of prices, loads, φ, weights."""
    prior, part = price_prior(), model.route if config.target == "time" else model.price
    price = part["price"]
    theta = {
        "box": math.log(price["Hidden Single (box)"]),
        "line": math.log(price["Hidden Single (line)"]),
        "naked": math.log(price["Naked Single"]),
        "load_line": part["load_line"],
        "load_naked": part["load_naked"],
        "behind": math.log(price["Direct Pointing"] / price["Hidden Single (box)"]),
        "locked": math.log(price[LOCKED[0]] / prior.price[LOCKED[0]]),
        "notes": math.log(price[TAKE_NOTES] / prior.price[TAKE_NOTES]),
        "beyond": part["meta_const"] - prior.const,
        "phi": part["phi"],
    }
    return np.array([float(theta[n]) for n in NAMES] + [float(model.score.get(n, 0.0)) for n in config.extras])


def natural(parameters: tuple[str, ...], values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Values as the grader model has them (prices and factors instead of logs), and their derivatives."""
    logs = np.array([name in LOGS for name in parameters])
    with np.errstate(over="ignore"):
        out = np.where(logs, np.exp(values), values)
    return out, np.where(logs, out, 1.0)
