"""Prices of the route from puzzle times: what a step costs is what explains how long people take.

    b_q ≈ c + k·(L1_q − ln E_q) + m·ln E_q,      L1_q = ln Σ_s v_s

b is the adjusted log time of stage 1 (or of mean times). Fitted are the prices of singles (logs), how they grow with
load, φ, and one shift per group of steps beyond singles; k, m and c are nuisance here and fitted anew by the time
model. A full house costs 1, β = β_a = 1: otherwise price scale, β and k could be exchanged.

Loss: pseudo-Huber of (b − b̂) / √(τ² + se²) plus a ridge towards the structural prior. Routes depend on prices, so the
fit alternates: walk all puzzles at the present prices, minimise with walks held fixed, repeat.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from scipy.optimize import least_squares

from pencilmark.grader_model import GraderModel, default
from pencilmark.puzzle import Puzzle
from pencilmark.scoring import TAKE_NOTES

from .adjust_result import AdjustResult
from .aggregate import AggregateTimes
from .base import Estimates
from .errors import FitError
from .price_prior import SINGLES, price_prior
from .route_data import GROUPS, LOCKED, Walks, read_puzzles, walk
from .two_way import Progress

E_REF = 51.0
CUT = 1.5
"""Standardised residuals beyond this count linearly."""
SINGLE_NAMES = ("box", "line", "naked", "load_line", "load_naked")
NAMES = (*SINGLE_NAMES, *GROUPS, "phi")
NUISANCE = ("slope", "per_cell", "level")
FEWEST = 50


@dataclass(frozen=True)
class RouteConfig:
    """Settings of the price fit.

    Attributes
    ----------
    rounds : int
        Times the puzzles are walked anew.
    walks : int
        Walks per puzzle during the fit.
    tau : float
        Standard deviation of puzzle times around a perfect fit, log units.
    sd_price, sd_load, sd_group, sd_phi : float
        Standard deviations of the prior: log prices of singles, exponents of load, log shifts of groups, φ. The last
        is tight: φ, k and m are nearly exchangeable, and a loose φ moves the scale of raw scores for nothing.
    load_line, load_naked, phi : float
        Centres of the prior.
    least_box : float
        Lowest price of a hidden single in a box: it is not easier than a full house. Lines and cells cost at least
        that too, loads never make a move cheaper.
    """

    rounds: int = 3
    walks: int = 16
    tau: float = 0.17
    sd_price: float = 1.0
    sd_load: float = 0.5
    sd_group: float = 1.0
    sd_phi: float = 0.1
    load_line: float = 0.5
    load_naked: float = 1.0
    phi: float = 1.1
    least_box: float = 1.2

    def centre(self) -> np.ndarray:
        """Prior means in the order of NAMES."""
        singles = [math.log(SINGLES[f"Hidden Single ({kind})"]) for kind in ("box", "line")]
        return np.array(
            [*singles, math.log(SINGLES["Naked Single"]), self.load_line, self.load_naked, 0.0, 0.0, 0.0, self.phi]
        )

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest values in the order of NAMES then NUISANCE."""
        low = [math.log(self.least_box)] * 3 + [0.0, 0.0] + [-2.0] * 3 + [0.0] + [0.0, -np.inf, -np.inf]
        high = [5.0] * 3 + [3.0, 3.0] + [2.0] * 3 + [3.0] + [3.0, np.inf, np.inf]
        return np.array(low), np.array(high)

    def spread(self) -> np.ndarray:
        """Prior standard deviations in the order of NAMES."""
        return np.array([self.sd_price] * 3 + [self.sd_load] * 2 + [self.sd_group] * 3 + [self.sd_phi])

    def ridge(self) -> Ridge:
        """The prior."""
        return Ridge(self.centre(), self.spread())


@dataclass(frozen=True)
class Ridge:
    """Prior of the parameters, in the order of NAMES, then weights of further columns: means, standard deviations."""

    centre: np.ndarray
    spread: np.ndarray


@dataclass(frozen=True)
class RouteFitResult(Estimates):
    """Fitted prices.

    Attributes
    ----------
    theta : ndarray of float
        Values in the order of NAMES.
    rounds : DataFrame
        Loss, largest change of a parameter, per round.
    use : DataFrame
        Index NAMES: puzzles that use it, its mean share of the effort.
    """

    theta: np.ndarray = field(default_factory=lambda: np.zeros(0), repr=False)
    rounds: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    use: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)

    def to_overrides(self) -> dict[str, float]:
        """Values for ``GraderModel.with_overrides``: prices of all techniques, loads, φ."""
        return overrides(self.theta)


def overrides(theta: np.ndarray) -> dict[str, Any]:
    """Grader model values of a parameter vector: singles from it, all else the prior times its group's shift."""
    t = dict(zip(NAMES, theta.tolist(), strict=True))
    prior = price_prior()
    single = {
        "Full House": 1.0,
        "Hidden Single (box)": math.exp(t["box"]),
        "Hidden Single (line)": math.exp(t["line"]),
        "Hidden Single (region)": math.exp(t["line"]),
        "Naked Single": math.exp(t["naked"]),
    }
    values: dict[str, Any] = {}
    for name, price in prior.price.items():
        shift = t["notes"] if name == TAKE_NOTES else t["locked"] if name in LOCKED else t["beyond"]
        values[f"route.price.{name}"] = _six(single.get(name, price * math.exp(shift)))
    values["route.meta_const"] = _six(prior.const + t["beyond"])
    loads = {"route.load_line": t["load_line"], "route.load_naked": t["load_naked"], "route.phi": t["phi"]}
    return values | {name: _six(value) for name, value in loads.items()}


def base_model() -> GraderModel:
    """The shipped model with everything that the fit does not touch at its principle: β, β_a, loads of boxes, γ."""
    fixed = {"beta": 1.0, "beta_a": 1.0, "load_box": 0.0, "gamma": 0.0, "e_ref": E_REF, "avail_window": 1.25}
    prior = price_prior()
    values: dict[str, Any] = {f"route.{name}": value for name, value in fixed.items()}
    values |= {f"route.kinds.{kind}": 0.0 for kind in ("row", "col", "box")}
    return default().with_overrides(values | {"route.meta_theta": list(prior.theta)})


class RouteFit:
    """Fits prices to puzzle times; see the module for the model."""

    def __init__(self, config: RouteConfig | None = None) -> None:
        self.config = config or RouteConfig()

    def fit(
        self,
        adjusted: AdjustResult | AggregateTimes,
        grids: pd.Series | None = None,
        *,
        puzzles: Sequence[Puzzle] | None = None,
        progress: Progress | None = None,
    ) -> RouteFitResult:
        """Fit to the puzzles of ``adjusted``.

        Parameters
        ----------
        adjusted : AdjustResult or AggregateTimes
            ``puzzles`` with b and se.
        grids : Series, optional
            81 characters by puzzle_id; by default the column ``puzzle`` of mean times.
        puzzles : sequence of Puzzle, optional
            The same in canonical form and in the order of ``adjusted.puzzles``, where they have been read already.

        Raises
        ------
        FitError
            With fewer than 50 puzzles.
        """
        table = adjusted.puzzles
        if len(table) < FEWEST:
            raise FitError(f"prices need {FEWEST} puzzles or more, got {len(table)}")
        if puzzles is None:
            grids = table["puzzle"] if grids is None else grids.reindex(table.index)
            puzzles = read_puzzles([str(text) for text in grids])
        weight = 1.0 / np.sqrt(self.config.tau**2 + table["se"].to_numpy() ** 2)
        return self._rounds(puzzles, table["b"].to_numpy(), weight, progress)

    def _rounds(
        self, puzzles: Sequence[Puzzle], b: np.ndarray, weight: np.ndarray, progress: Progress | None
    ) -> RouteFitResult:
        config, theta = self.config, self.config.centre()
        path, nuisance = [], None
        for step in range(config.rounds):
            model = base_model().with_overrides(overrides(theta))
            loss = Loss(walk(puzzles, model, config.walks, progress), b, weight, theta, config.ridge())
            start = np.r_[theta, nuisance] if nuisance is not None else loss.start(theta)
            low, high = config.bounds()
            start = np.clip(start, low + 1e-6, high - 1e-6)
            found = least_squares(
                loss.residual, start, loss.jacobian, bounds=(low, high), xtol=1e-6, ftol=1e-7, max_nfev=60
            )
            change = float(np.abs(found.x[: len(NAMES)] - theta).max())
            path.append({"round": step + 1, "loss": float(found.cost), "largest_change": change})
            theta, nuisance = found.x[: len(NAMES)], found.x[len(NAMES) :]
        return _result(found, loss, theta, pd.DataFrame(path).set_index("round"), config)


class Loss:
    """Residuals and their derivatives at fixed walks; parameters are NAMES, NUISANCE, weights of further columns.

    Parameters
    ----------
    walks : Walks
    b, weight : ndarray of float, shape (puzzles,)
        Log times; 1 / standard deviation, 0 for puzzles that are held out.
    routed_at : ndarray of float
        Values in the order of NAMES that the puzzles were walked at.
    ridge : Ridge
        Prior of NAMES and further columns.
    extra : ndarray of float, shape (puzzles, columns), optional
        What the score adds to log effort per cell beside prices, such as search effort.
    """

    def __init__(
        self,
        walks: Walks,
        b: np.ndarray,
        weight: np.ndarray,
        routed_at: np.ndarray,
        ridge: Ridge,
        extra: np.ndarray | None = None,
    ) -> None:
        self.b, self.weight, self.ridge = b, weight, ridge
        self.extra = np.zeros((len(b), 0)) if extra is None else extra
        self.routed_at, self.walks = routed_at, walks.walks
        self.log_cells = np.log(walks.cells / E_REF)
        design = _design()
        rows, place = np.unique(design, axis=0, return_inverse=True)
        used = np.zeros((design.shape[0], len(rows)), np.float32)
        used[np.arange(len(place)), place] = 1.0
        self.design, self.counts = rows, walks.counts @ used
        self.owner, self.log_empty = walks.puzzle, np.log(walks.empty / E_REF)
        self.first = np.flatnonzero(np.r_[True, np.diff(self.owner) != 0])
        self.who = self.owner[self.first]
        self.beyond = walks.beyond
        self._last: tuple[bytes, tuple[np.ndarray, np.ndarray]] = (b"", (np.zeros(0), np.zeros(0)))

    def weighed(self, weight: np.ndarray, ridge: Ridge | None = None) -> Loss:
        """The same walks with other weights of the puzzles, and another prior where one is given."""
        other = copy(self)
        other.weight, other.ridge = weight, ridge or self.ridge
        return other

    def start(self, theta: np.ndarray) -> np.ndarray:
        """Parameters with nuisance by least squares, weights of further columns at their prior."""
        effort, _ = self.effort(theta)
        weights = self.ridge.centre[len(NAMES) :]
        x = np.column_stack([effort - self.log_cells + self.extra @ weights, self.log_cells, np.ones(len(self.b))])
        coef = np.linalg.lstsq(x * self.weight[:, None], self.b * self.weight, rcond=None)[0]
        return np.concatenate([theta, coef, weights])

    def effort(self, theta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """L1 of each puzzle and its derivatives, shape (puzzles, NAMES)."""
        key = theta.tobytes()
        if key != self._last[0]:  # residuals and derivatives ask for the same place
            self._last = key, self._effort(theta)
        return self._last[1]

    def _effort(self, theta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        n, phi = len(self.b), theta[-1]
        rate = np.exp(-(self.design @ theta[: len(SINGLE_NAMES)]))
        total = (self.counts @ rate.astype(np.float32)).astype(np.float64)
        value = np.exp(phi * self.log_empty) / total / self.walks
        part = np.zeros((n, len(self.design)))
        part[self.who] = np.add.reduceat((value / total).astype(np.float32)[:, None] * self.counts, self.first, axis=0)
        sums = np.zeros(n)
        sums[self.who] = np.add.reduceat(value, self.first)
        slope = np.zeros((n, len(NAMES)))
        slope[:, : len(SINGLE_NAMES)] = (part * rate) @ self.design
        slope[self.who, -1] = np.add.reduceat(value * self.log_empty, self.first)
        for k in range(len(GROUPS)):
            at = len(SINGLE_NAMES) + k
            rows = self.beyond[self.beyond[:, 3] == k]
            owner, log_empty = rows[:, 0].astype(np.int64), np.log(rows[:, 1] / E_REF)
            cost = rows[:, 2] * np.exp(phi * log_empty + theta[at] - self.routed_at[at])
            sums += np.bincount(owner, cost, n)
            slope[:, at] = np.bincount(owner, cost, n)
            slope[:, -1] += np.bincount(owner, cost * log_empty, n)
        return np.log(sums), slope / sums[:, None]

    def residual(self, x: np.ndarray) -> np.ndarray:
        """Standardised residuals (pseudo-Huber) and prior terms."""
        z = self.standardised(x)
        prior = (_priced(x) - self.ridge.centre) / self.ridge.spread
        return np.concatenate([np.sign(z) * CUT * np.sqrt(2 * (np.sqrt(1 + (z / CUT) ** 2) - 1)), prior])

    def jacobian(self, x: np.ndarray) -> np.ndarray:
        """Derivatives of :meth:`residual`."""
        z = self.standardised(x)
        inner = np.sqrt(1 + (z / CUT) ** 2)
        shrink = np.abs(z) / (inner * np.sqrt(2 * np.maximum(inner - 1, 1e-14)) * CUT)
        top = -self.slopes(x) * (self.weight * np.where(np.abs(z) < 1e-6, 1.0, shrink))[:, None]
        names, nuisance = len(NAMES), len(NUISANCE)
        bottom = np.diag(1 / self.ridge.spread)
        empty = np.zeros((len(bottom), nuisance))
        return np.vstack([top, np.column_stack([bottom[:, :names], empty, bottom[:, names:]])])

    def slopes(self, x: np.ndarray) -> np.ndarray:
        """Derivatives of the predicted log times, shape (puzzles, parameters)."""
        effort, slope = self.effort(x[: len(NAMES)])
        k, weights = x[len(NAMES)], x[len(NAMES) + len(NUISANCE) :]
        score = effort - self.log_cells + self.extra @ weights
        return np.column_stack([k * slope, score, self.log_cells, np.ones(len(score)), k * self.extra])

    def standardised(self, x: np.ndarray) -> np.ndarray:
        """(observed − predicted) · weight."""
        k, per_cell, level = x[len(NAMES) : len(NAMES) + len(NUISANCE)]
        score = self.effort(x[: len(NAMES)])[0] - self.log_cells + self.extra @ x[len(NAMES) + len(NUISANCE) :]
        return np.asarray((self.b - level - k * score - per_cell * self.log_cells) * self.weight)


def pseudo_huber(z: np.ndarray) -> np.ndarray:
    """Loss of standardised residuals: z²/2 near 0, linear beyond CUT."""
    return np.asarray(CUT**2 * (np.sqrt(1 + (z / CUT) ** 2) - 1))


def _priced(x: np.ndarray) -> np.ndarray:
    """The parameters that have a prior: all but the nuisance."""
    return np.concatenate([x[: len(NAMES)], x[len(NAMES) + len(NUISANCE) :]])


def _design() -> np.ndarray:
    """Log price of a single of kind and load as linear in SINGLE_NAMES; rows as the columns of ``Walks.counts``."""
    rows = []
    for kind in ("full", "box", "line", "region", "cell"):
        for load in range(9):
            line, naked = float(kind in ("line", "region")), float(kind == "cell")
            grown = math.log1p(load)
            rows.append([float(kind == "box"), line, naked, line * grown, naked * grown])
    return np.array(rows)


def _result(found: Any, loss: Loss, theta: np.ndarray, rounds: pd.DataFrame, config: RouteConfig) -> RouteFitResult:
    index = pd.Index([*NAMES, *NUISANCE])
    cov = pd.DataFrame(np.linalg.inv(found.jac.T @ found.jac), index=index, columns=index)
    ratio = np.sqrt(np.diag(cov))[: len(NAMES)] / config.spread()
    nothing = pd.Series(np.nan, index=index)
    known = pd.Series([*(ratio < 0.8), True, True, True], index=index)
    checks = pd.DataFrame(
        {
            "check": ["optimiser converged", "largest change in the last round"],
            "value": [float(found.status), float(rounds["largest_change"].iloc[-1])],
            "limit": [1.0, 0.1],
            "ok": [found.status > 0, float(rounds["largest_change"].iloc[-1]) < 0.1],
        }
    )
    return RouteFitResult(
        name="route", nobs=len(loss.b), converged=bool(found.status > 0), params=pd.Series(found.x, index=index),
        cov=cov, shipped=nothing, identified=known,
        post_prior_sd=pd.Series([*ratio, np.nan, np.nan, np.nan], index=index),
        head={"puzzles": f"{len(loss.b):,}", "walks": str(config.walks), "rounds": str(config.rounds)},
        checks=checks, theta=theta, rounds=rounds, use=_use(loss, theta),
    )  # fmt: skip


def _use(loss: Loss, theta: np.ndarray) -> pd.DataFrame:
    share = np.abs(loss.effort(theta)[1])
    return pd.DataFrame({"puzzles": (share > 1e-9).sum(axis=0), "share": share.mean(axis=0)}, index=pd.Index(NAMES))


def _six(value: float) -> float:
    return float(f"{value:.6g}")
