"""Stage 2: the time model, from adjusted puzzle times to minutes predicted by the card.

    log t = log(minutes_per_unit) + log(exp(const + k_effort·L1 + k_empty·ln E + Σ_j geometry_j x_j) + t0)

const is a level; k_effort says how much longer a puzzle takes per unit of log effort; k_empty per log empty cell; the
geometry terms add for unusual boards; t0 is the floor, in units: the time to write known digits. Puzzle effects of
stage 1 enter unshrunken with their standard errors; predicted and observed differ by u ~ N(0, puzzle_sigma²).
"""

from __future__ import annotations

import json
import math
from copy import deepcopy
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from . import time_figures
from .adjust_result import AdjustResult
from .aggregate import AggregateTimes, noise_per_player
from .base import Estimates, base_from_json, frame_from_json, frame_to_json, write_json
from .errors import DatasetError
from .report import provenance
from .time_checks import time_checks
from .time_curve import LOG_T0_BOUNDS, CurveData, CurveFit, at_median, fit_curve, profile

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GEOMETRY = ("blob_cells", "extra_area_pc")
FEATURES = ("effort_l1", "empty_cells", *GEOMETRY)
NAMES = (
    "time.const",
    "time.k_effort",
    "time.k_empty",
    "time.geometry.blob_cells",
    "time.geometry.extra_area_pc",
    "time.t0",
)
SIGMAS = ("minutes_per_unit", "spread_sigma", "puzzle_sigma", "player_sigma", "residual_sigma")
FEWEST_PUZZLES = 20
FIRST_GUESS = {"k_effort": 0.5, "k_empty": 0.5, "t0": 0.12}


@dataclass(frozen=True)
class TimeConfig:
    """Settings of stage 2.

    Attributes
    ----------
    seconds_per_fill : float
        Seconds to write a known digit (10 % quantile of single fills by an expert); sets the centre of the prior of t0.
    t0_prior : float or None
        Centre of that prior in units, instead of the formula.
    t0_prior_sd : float
        Its standard deviation, in ln t0.
    geometry_prior_sd : float
        Standard deviation of the priors of the geometry terms around the shipped values.
    geometry_min_puzzles : int
        Fewer puzzles with a non-zero value: the term is held at the shipped value.
    minutes_per_unit : float or None
        Fix the unit instead of taking it from the anchor puzzles.
    median_level : bool
        Mean times only: put the level at the median residual, since slow single plays pull means upwards.
    shipped : dict or None
        Model to compare with and start from; None reads the one in pencilmark/data, if there is one.
    data_name, data_sha256, licence : str
        Copied into provenance.
    seed : int
        For the jittered restarts.
    """

    seconds_per_fill: float = 1.26
    t0_prior: float | None = None
    t0_prior_sd: float = 0.35
    geometry_prior_sd: float = 0.5
    geometry_min_puzzles: int = 100
    minutes_per_unit: float | None = None
    median_level: bool = False
    shipped: dict[str, Any] | None = None
    data_name: str = ""
    data_sha256: str = ""
    licence: str = ""
    seed: int = 0


@dataclass(frozen=True)
class TimeFit(Estimates):
    """A fitted time model.

    Attributes
    ----------
    points : DataFrame
        Index puzzle_id; b, se, n, predicted, residual, z, weight, and the inputs; log minutes.
    t0_profile : DataFrame
        t0 (units) and rise of the loss when all else is refitted.
    era : DataFrame
        Era intervals of stage 1, empty for mean times.
    practice : tuple of float
        λ and its standard error, nan for mean times.
    spread_by_level : DataFrame
        Residual standard deviation by tertile of b.
    aggregate : str
        "none", or "mean" when made from mean times.
    draws : DataFrame
        Estimates under random weights of players and puzzles (`fits.pigeonhole`), one row per draw; empty without.
    """

    points: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    t0_profile: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    era: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    practice: tuple[float, float] = (math.nan, math.nan)
    spread_by_level: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    aggregate: str = "none"
    draws: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    config: TimeConfig = field(default_factory=TimeConfig, repr=False)

    def predict(self, features: pd.DataFrame) -> pd.Series:
        """Return predicted log minutes of today's median player, one per row of `features`."""
        x = _inputs(features)
        p = self.params
        core = float(p["time.const"]) + x @ p[list(NAMES[1:-1])].to_numpy()
        units = np.exp(core) + float(p["time.t0"])
        return pd.Series(np.log(units) + math.log(float(p["time.minutes_per_unit"])), index=features.index)

    def predict_sd(self) -> float:
        """Return the log standard deviation of one random player on an unseen puzzle."""
        return math.hypot(float(self.params["time.spread_sigma"]), float(self.params["time.puzzle_sigma"]))

    def with_draws(self, draws: pd.DataFrame) -> TimeFit:
        """Return the fit with bootstrap draws: they show in `forest`, among the checks and in provenance."""
        se = draws.std(ddof=1)
        named = [name for name in self.cov.index if name in se.index]
        wider = float((se[named] / self.bse[named]).max())
        row = {"check": "bootstrap / sandwich se, largest", "value": wider, "limit": 1.5, "ok": wider <= 1.5}
        checks = pd.concat([self.checks, pd.DataFrame([row])], ignore_index=True)
        doc = deepcopy(self.provenance)
        doc["sensitivity"] = doc.get("sensitivity", {}) | {
            "bootstrap_draws": len(draws),
            "bootstrap_se": {str(name): float(f"{value:.6g}") for name, value in se.items()},
        }
        return replace(self, draws=draws, checks=checks, provenance=doc, head=self.head | {"draws": str(len(draws))})

    def to_look_at(self, n: int = 20) -> pd.DataFrame:
        """Return the puzzles furthest from their prediction: a wrong card, or wrong data?"""
        order = self.points["z"].abs().sort_values(ascending=False, kind="stable").index
        return self.points.loc[order[:n]]

    def model_json(self) -> dict[str, Any]:
        """Return the document `time_model.json`, as the card reads it."""
        value = self.to_overrides()
        flat = {name: value.get(f"time.{name}") for name in ("const", "k_effort", "k_empty")}
        return {
            "format": "pencilmark-time-model",
            "format_version": 1,
            **flat,
            "geometry": {name: value[f"time.geometry.{name}"] for name in GEOMETRY},
            "t0": value["time.t0"],
            **{name: value[f"time.{name}"] for name in SIGMAS},
            "provenance": deepcopy(self.provenance),
        }

    def plot(self, kind: str = "forest", ax: Axes | None = None) -> Axes:
        """Draw one figure; `fits.time_figures.KINDS` lists them."""
        return time_figures.draw(self, kind, ax)

    def kinds(self) -> tuple[str, ...]:
        """Figures this result has data for."""
        return time_figures.kinds(self)

    def to_json(self, path: str | Path | None = None) -> dict[str, Any]:
        """Return the whole result as a document of 6 significant digits, and write it if a path is given."""
        doc = self.base_json() | {
            "points": frame_to_json(self.points),
            "t0_profile": frame_to_json(self.t0_profile),
            "era": frame_to_json(self.era),
            "practice": [None if math.isnan(v) else float(f"{v:.6g}") for v in self.practice],
            "spread_by_level": frame_to_json(self.spread_by_level),
            "aggregate": self.aggregate,
            "draws": frame_to_json(self.draws),
        }
        return write_json(doc, path)

    @classmethod
    def from_json(cls, path: str | Path) -> TimeFit:
        """Read a result written by `to_json`."""
        doc = json.loads(Path(path).read_text(encoding="utf-8"))
        value, error = (math.nan if v is None else float(v) for v in doc["practice"])
        return cls(
            **base_from_json(doc),
            points=frame_from_json(doc["points"]),
            t0_profile=frame_from_json(doc["t0_profile"]),
            era=frame_from_json(doc["era"]),
            practice=(value, error),
            spread_by_level=frame_from_json(doc["spread_by_level"]),
            aggregate=doc["aggregate"],
            draws=frame_from_json(doc["draws"]),
        )


class TimeModelFit:
    """Fits the time model to the result of stage 1, or to per-puzzle mean times.

    Parameters
    ----------
    config : TimeConfig, optional
        Settings.
    """

    name = "time"

    def __init__(self, config: TimeConfig | None = None) -> None:
        self.config = config or TimeConfig()

    def fit(self, adjusted: AdjustResult | AggregateTimes, features: pd.DataFrame) -> TimeFit:
        """Fit the curve to adjusted puzzle times.

        Parameters
        ----------
        adjusted : AdjustResult or AggregateTimes
            Log minutes per puzzle with standard errors.
        features : DataFrame
            Indexed by puzzle_id: effort_l1, empty_cells, and if known blob_cells, extra_area_pc, band, difficulty.

        Returns
        -------
        TimeFit

        Raises
        ------
        DatasetError
            When a feature is missing, or fewer than 20 puzzles have one.
        FitError
            When the fit does not converge or its restarts disagree.
        """
        config = self.config
        table, missing = _join(adjusted.puzzles, features)
        unit = config.minutes_per_unit or adjusted.minutes_per_unit
        shipped = config.shipped if config.shipped is not None else shipped_model()
        x = _inputs(table)
        held = _held(x, config)
        data, centre, scale = _curve_data(table, x, held, unit, shipped, config)
        start = _start(data, shipped, scale, held)
        fit = fit_curve(data, start, config.seed)
        if isinstance(adjusted, AggregateTimes):
            adjusted, table = _estimate_noise(adjusted, table, data.y - fit.fitted)
            data, centre, scale = _curve_data(table, x, held, unit, shipped, config)
            fit = fit_curve(data, fit.theta, config.seed)
            if config.median_level:
                fit = at_median(data, fit)
        result = _result(adjusted, table, missing, data, fit, (centre, scale, held, unit), shipped, config)
        result.provenance.update(provenance(result, adjusted, config, features.attrs))
        return result


@dataclass(frozen=True)
class Prepared:
    """Arrays of stage 2 for puzzles with features, and the way back to natural parameters."""

    data: CurveData
    keys: pd.Index
    centre: np.ndarray
    scale: np.ndarray
    held: np.ndarray
    shipped: dict[str, Any]

    def start(self, params: pd.Series) -> np.ndarray:
        """Standardised parameters of a fitted model."""
        free = [NAMES[0], *np.array(NAMES[1:5])[~self.held]]
        theta = np.append(params[free].to_numpy(float), math.log(float(params["time.t0"])))
        return np.linalg.solve(_back(self.centre, self.scale), theta)

    def values(self, theta: np.ndarray) -> pd.Series:
        """Natural parameters of standardised ones."""
        return _values(_back(self.centre, self.scale) @ theta, self.held, self.shipped)


def prepare(puzzles: pd.DataFrame, features: pd.DataFrame, unit: float, config: TimeConfig) -> Prepared:
    """Arrays of stage 2 for adjusted puzzle times (columns b, se) and features."""
    shipped = config.shipped if config.shipped is not None else shipped_model()
    table, _ = _join(puzzles, features)
    x = _inputs(table)
    held = _held(x, config)
    data, centre, scale = _curve_data(table, x, held, unit, shipped, config)
    return Prepared(data, table.index, centre, scale, held, shipped)


def shipped_model() -> dict[str, Any]:
    """Return the time model in pencilmark/data as a document, {} when there is none."""
    path = resources.files("pencilmark") / "data" / "time_model.json"
    if not path.is_file():
        return {}
    doc: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return doc


def _inputs(features: pd.DataFrame) -> np.ndarray:
    """Return L1, ln E and geometry, shape (n, 4); geometry that is absent counts as 0."""
    for name in FEATURES[:2]:
        if name not in features.columns:
            raise DatasetError(f"features: column {name} is missing; grade the puzzles first")
    columns = [features["effort_l1"].to_numpy(dtype=np.float64), features["empty_cells"].to_numpy(dtype=np.float64)]
    columns += [
        features[name].to_numpy(dtype=np.float64) if name in features.columns else np.zeros(len(features))
        for name in GEOMETRY
    ]
    x = np.column_stack(columns)
    bad = ~np.isfinite(x).all(axis=1) | (x[:, 1] <= 0)
    if bad.any():
        shown = ", ".join(str(key) for key in features.index[bad][:5])
        raise DatasetError(
            f"features: missing value or no empty cell for puzzle {shown}; leave ungraded puzzles out",
            list(np.flatnonzero(bad) + 1),
        )
    x[:, 1] = np.log(x[:, 1])
    return x


def _join(puzzles: pd.DataFrame, features: pd.DataFrame) -> tuple[pd.DataFrame, int]:
    if features.index.has_duplicates:
        raise DatasetError("features: a puzzle_id occurs twice in the index; keep one row per puzzle")
    keys = pd.Index(puzzles.index.astype("object"))
    own = features.set_axis(pd.Index(features.index.astype("object")))
    shared = keys[keys.isin(own.index)]
    if len(shared) < FEWEST_PUZZLES:
        raise DatasetError(
            f"features: only {len(shared)} of {len(keys)} puzzles have features, {FEWEST_PUZZLES} are needed; "
            "index the table by puzzle_id"
        )
    left = puzzles.set_axis(keys)
    extra = [name for name in own.columns if name not in left.columns]
    return left.loc[shared].join(own.loc[shared, extra]), len(keys) - len(shared)


def _held(x: np.ndarray, config: TimeConfig) -> np.ndarray:
    """Return which of the four inputs are held: geometry with too few non-zero puzzles."""
    return np.array([False, False, *((x[:, 2:] != 0).sum(axis=0) < config.geometry_min_puzzles)])


def _curve_data(
    table: pd.DataFrame, x: np.ndarray, held: np.ndarray, unit: float, shipped: dict[str, Any], config: TimeConfig
) -> tuple[CurveData, np.ndarray, np.ndarray]:
    free = x[:, ~held]
    centre, scale = free.mean(axis=0), free.std(axis=0)
    if (scale < 1e-9).any():
        name = np.array(FEATURES)[~held][scale < 1e-9][0]
        raise DatasetError(f"features: {name} is the same for every puzzle, so its effect cannot be seen")
    geometry = np.array([float(shipped.get("geometry", {}).get(name, 0.0)) for name in GEOMETRY])
    offset = x[:, 2:][:, held[2:]] @ geometry[held[2:]]
    low = np.array([0.0, -1.0, -2.0, -2.0])[~held] * scale
    high = np.array([3.0, 4.0, 2.0, 2.0])[~held] * scale
    prior_t0 = config.t0_prior or config.seconds_per_fill * float(table["empty_cells"].mean()) / 60.0 / unit
    mean = np.concatenate([[0.0], np.array([0.0, 0.0, *geometry])[~held] * scale, [math.log(prior_t0)]])
    sd = np.array([math.inf, math.inf, config.geometry_prior_sd, config.geometry_prior_sd])[~held] * scale
    data = CurveData(
        y=table["b"].to_numpy() - math.log(unit),
        se=table["se"].to_numpy(),
        z=(free - centre) / scale,
        offset=offset,
        lower=np.concatenate([[-20.0], low, [LOG_T0_BOUNDS[0]]]),
        upper=np.concatenate([[20.0], high, [LOG_T0_BOUNDS[1]]]),
        prior_mean=np.clip(mean, -20, 20),
        prior_sd=np.concatenate([[math.inf], sd, [config.t0_prior_sd]]),
    )
    return data, centre, scale


def _start(data: CurveData, shipped: dict[str, Any], scale: np.ndarray, held: np.ndarray) -> np.ndarray:
    guess = FIRST_GUESS | {key: float(shipped[key]) for key in FIRST_GUESS if key in shipped}
    t0 = min(guess["t0"], 0.5 * float(np.exp(np.quantile(data.y, 0.1))))
    level = math.log(max(float(np.exp(np.median(data.y))) - t0, 0.05))
    slopes = np.array([guess["k_effort"], guess["k_empty"], 0.0, 0.0])[~held] * scale
    return np.concatenate([[level], slopes, [math.log(t0)]])


def _estimate_noise(
    adjusted: AggregateTimes, table: pd.DataFrame, residual: np.ndarray
) -> tuple[AggregateTimes, pd.DataFrame]:
    """Replace the assumed noise of means by the one seen in the residuals, when these can tell it."""
    _, noise, error = noise_per_player(residual, table["n"].to_numpy())
    if noise <= 2 * error:
        return adjusted, table
    adjusted = adjusted.with_noise(noise)
    return adjusted, table.assign(se=np.sqrt(noise / table["n"]))


def _result(
    adjusted: AdjustResult | AggregateTimes,
    table: pd.DataFrame,
    missing: int,
    data: CurveData,
    fit: CurveFit,
    frame: tuple[np.ndarray, np.ndarray, np.ndarray, float],
    shipped: dict[str, Any],
    config: TimeConfig,
) -> TimeFit:
    centre, scale, held, unit = frame
    params, cov, identified, ratio = _natural(data, fit, centre, scale, held, shipped, config)
    stuck = _at_bounds(data, fit, held)
    identified[stuck] = False
    tail = pd.Series(
        [unit, adjusted.spread_sigma, math.sqrt(fit.tau2), adjusted.player_sigma, adjusted.residual_sigma]
        if isinstance(adjusted, AggregateTimes)
        else [unit, adjusted.spread_sigma, math.sqrt(fit.tau2), adjusted.player_sigma, adjusted.sigma],
        index=[f"time.{name}" for name in SIGMAS],
    )
    params = pd.concat([params, tail])
    points = _points(table, data, fit, unit)
    levels = adjusted.spread_by_level if isinstance(adjusted, AdjustResult) else _levels(points)
    checks = time_checks(points, fit, levels, float(ratio["time.t0"]))
    points = points[[name for name in points.columns if not name.startswith("share_")]]  # looked at, not kept
    notes = [*adjusted.warnings, *_notes(adjusted, missing, held, float(ratio["time.t0"]), params[stuck])]
    grid = np.linspace(max(fit.theta[-1] - 1.2, LOG_T0_BOUNDS[0] + 0.01), min(fit.theta[-1] + 1.2, -0.70), 21)
    t0_profile = pd.DataFrame({"t0": np.exp(grid), "loss": profile(data, fit, grid)})
    return TimeFit(
        name="time",
        nobs=len(table),
        converged=True,
        params=params,
        cov=cov,
        shipped=_shipped_series(shipped, params),
        identified=identified.reindex(params.index).fillna(True).astype(bool),
        post_prior_sd=ratio.reindex(params.index),
        positive=("time.t0",),
        head=_head(table, points, math.sqrt(fit.tau2), adjusted.spread_sigma, config)
        | {"puzzles without features": str(missing)},
        checks=checks,
        warnings=tuple(notes),
        points=points,
        t0_profile=t0_profile,
        era=adjusted.era if isinstance(adjusted, AdjustResult) else pd.DataFrame(),
        practice=(adjusted.practice, adjusted.practice_se) if isinstance(adjusted, AdjustResult) else (math.nan,) * 2,
        spread_by_level=levels,
        aggregate=adjusted.aggregate,
        config=config,
    )


def _head(
    table: pd.DataFrame, points: pd.DataFrame, tau: float, spread_sigma: float, config: TimeConfig
) -> dict[str, str]:
    return {
        "puzzles": f"{len(table):,}",
        "tau (puzzle_sigma)": f"{tau:.4g}",
        "spread_sigma": f"{spread_sigma:.4g}",
        "mean se of b": f"{table['se'].mean():.4g}",
        "correlation": f"{np.corrcoef(points['b'], points['predicted'])[0, 1]:.3f}",
        "data": config.data_name or "unnamed",
        "seed": str(config.seed),
    }


def _natural(
    data: CurveData,
    fit: CurveFit,
    centre: np.ndarray,
    scale: np.ndarray,
    held: np.ndarray,
    shipped: dict[str, Any],
    config: TimeConfig,
) -> tuple[pd.Series, pd.DataFrame, pd.Series, pd.Series]:
    """Move the fit back from standardised inputs to natural ones."""
    back = _back(centre, scale)
    values = _values(back @ fit.theta, held, shipped)
    back[-1, -1] = values["time.t0"]
    cov = back @ fit.cov @ back.T
    free = [NAMES[0], *np.array(NAMES[1:5])[~held], NAMES[5]]
    identified = pd.Series(True, index=list(NAMES))
    identified[list(np.array(NAMES[1:5])[held])] = False
    ratio = pd.Series(math.nan, index=list(NAMES))
    ratio["time.t0"] = math.sqrt(fit.cov[-1, -1]) / config.t0_prior_sd
    for i, name in enumerate(free[1:-1], start=1):
        if math.isfinite(data.prior_sd[i]):
            ratio[name] = math.sqrt(fit.cov[i, i]) / data.prior_sd[i]
    identified["time.t0"] = bool(ratio["time.t0"] <= 0.8)
    return values, pd.DataFrame(cov, index=free, columns=free), identified, ratio


def _at_bounds(data: CurveData, fit: CurveFit, held: np.ndarray) -> list[str]:
    """Slopes that stand at an end of what is allowed: the data asked for more, so they do not tell the value."""
    slopes = slice(1, -1)
    stuck = np.isclose(fit.theta[slopes], data.lower[slopes], atol=1e-6) | np.isclose(
        fit.theta[slopes], data.upper[slopes], atol=1e-6
    )
    return [str(name) for name in np.array(NAMES[1:5])[~held][stuck]]


def _back(centre: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Matrix that takes parameters of standardised inputs to those of natural ones."""
    k = len(scale)
    back = np.eye(k + 2)
    back[range(1, k + 1), range(1, k + 1)] = 1.0 / scale
    back[0, 1 : k + 1] = -centre / scale
    return back


def _values(theta: np.ndarray, held: np.ndarray, shipped: dict[str, Any]) -> pd.Series:
    """Natural parameters by name; t0 instead of its logarithm."""
    values = pd.Series(0.0, index=list(NAMES))
    for name in GEOMETRY:
        values[f"time.geometry.{name}"] = float(shipped.get("geometry", {}).get(name, 0.0))
    free = [NAMES[0], *np.array(NAMES[1:5])[~held], NAMES[5]]
    for name, value in zip(free, [*theta[:-1], math.exp(theta[-1])], strict=True):
        values[name] = float(value)
    return values


def _shipped_series(shipped: dict[str, Any], params: pd.Series) -> pd.Series:
    flat = {f"time.{key}": value for key, value in shipped.items() if isinstance(value, (int, float))}
    flat |= {f"time.geometry.{key}": value for key, value in shipped.get("geometry", {}).items()}
    return pd.Series({name: float(flat.get(name, math.nan)) for name in params.index})


def _points(table: pd.DataFrame, data: CurveData, fit: CurveFit, unit: float) -> pd.DataFrame:
    residual = data.y - fit.fitted
    wanted = {"b", "se", "n", *FEATURES, "band", "difficulty", "source", "published_at"}
    points = table[[name for name in table.columns if name in wanted or name.startswith("share_")]].copy()
    if "published_at" in points.columns:
        points["year"] = pd.to_datetime(points.pop("published_at"), utc=True).dt.year.astype("float64")
    if "source" in points.columns:
        points["source"] = points["source"].astype("object")
    if "band" in points.columns:
        points["band"] = points["band"].astype("object")
    z = residual / np.sqrt(fit.tau2 + data.se**2)
    return points.assign(predicted=fit.fitted + math.log(unit), residual=residual, z=z, weight=fit.weight)


def _levels(points: pd.DataFrame) -> pd.DataFrame:
    """Residual spread by tertile of the prediction, for sets without single solves."""
    level = np.digitize(points["predicted"], np.quantile(points["predicted"], [1 / 3, 2 / 3]))
    size = points["residual"].abs().to_numpy()
    sigma = [1.4826 * float(np.median(size[level == k])) for k in range(3)]
    return pd.DataFrame({"sigma": sigma}, index=pd.Index(["easy", "middle", "hard"], name="tertile"))


def _notes(
    adjusted: AdjustResult | AggregateTimes, missing: int, held: np.ndarray, t0_ratio: float, stuck: pd.Series
) -> list[str]:
    notes = [f"{name} stands at the end of its range, {value:g}" for name, value in stuck.items()]
    if t0_ratio > 0.8:
        notes.append("t0 comes from its prior: these data hardly see the floor; read k_effort and t0 as a pair")
    for name, fixed in zip(GEOMETRY, held[2:], strict=True):
        if fixed:
            notes.append(f"geometry.{name} is held at the shipped value: too few puzzles have it")
    if missing:
        notes.append(f"{missing} puzzles have no features and were left out")
    if isinstance(adjusted, AggregateTimes):
        notes.append(
            "made from mean times: log(mean) − spread_sigma²/2 stands for the median; "
            f"noise {adjusted.noise:.2g}/n is {adjusted.noise_source}, player and residual sigma are assumed"
        )
    return notes
