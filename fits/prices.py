"""Prices from puzzle times, with everything that says how far to trust them.

    time         b_q ≈ c + k·(L1_q − ln E_q) + m·ln E_q                          -> params.json
    difficulty   b_q ≈ c + κ·(raw_q + ω·search_q + ε·listed_q) + m·ln E_q        -> card_score.json

The model of ``route_fit`` and its loss at fixed walks are the engine; ``price_search`` is the loop around it. A price
is written only where the data can see it: with fewer than 30 puzzles that use it, or a posterior hardly narrower than
the prior, the shipped value stays, and the others are fitted once more with it held.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from pencilmark.card_score import refute_lr_cell
from pencilmark.engine.session import open_session, switches_for
from pencilmark.errors import PencilmarkError
from pencilmark.grader_model import default
from pencilmark.puzzle import Puzzle
from pencilmark.scoring import COMBINATIONS

from .adjust_result import AdjustResult
from .aggregate import AggregateTimes
from .errors import DatasetError, FitError
from .price_config import PriceConfig, natural, shipped_parameters
from .price_result import PriceResult, price_checks, price_notes, price_sensitivity
from .price_search import Sample, minimise, penalty_path, search, tau_of
from .report import provenance
from .route_data import read_puzzles
from .route_fit import CUT, FEWEST, NAMES, NUISANCE, Loss, base_model
from .two_way import Progress

FINISH = 60
"""Most evaluations of the last minimisation."""
Adjusted = AdjustResult | AggregateTimes


class PriceFit:
    """Fits prices to puzzle times; see the module for the model.

    Parameters
    ----------
    config : PriceConfig, optional
        Settings.
    """

    name = "prices"

    def __init__(self, config: PriceConfig | None = None) -> None:
        self.config = config or PriceConfig()

    def fit(
        self,
        adjusted: Adjusted,
        puzzles: pd.DataFrame | pd.Series | None = None,
        *,
        halves: tuple[Adjusted, Adjusted] | None = None,
        progress: Progress | None = None,
    ) -> PriceResult:
        """Fit prices to adjusted puzzle times.

        Parameters
        ----------
        adjusted : AdjustResult or AggregateTimes
            Log minutes per puzzle with standard errors.
        puzzles : DataFrame or Series, optional
            By puzzle_id: 81 characters, or a table of features with the column ``puzzle``. Without it the grids that
            come with mean times.
        halves : tuple of two, optional
            Stage 1 of two halves of the players (``fits.player_halves``): the whole loop runs on each, and their
            difference counts as an error, too.
        progress : callable, optional
            Called as `progress(stage, done, total)`.

        Returns
        -------
        PriceResult

        Raises
        ------
        DatasetError
            For unknown settings, and grids that are missing or no classics.
        FitError
            With fewer than 50 puzzles, or one that its written route does not solve.
        """
        config = self.config
        config.check()
        sample, keys, missing = _sample(adjusted, puzzles, config)
        shipped = shipped_parameters(default(), config)
        penalty, shrink = pd.DataFrame(), config.shrink
        if shrink is None:
            penalty = penalty_path(sample, shipped, config, progress)
            row = penalty[penalty["chosen"]].iloc[0]
            shrink = (float(row["prices"]), float(row["groups"]))
        result = _fitted(sample, shipped, shrink, config, progress)
        if halves is not None:
            result = _with_halves(result, halves, puzzles, shipped, shrink, config)
        head = result.head | {"puzzles without a grid": str(missing), "data": config.data_name or "unnamed"}
        result = replace(result, penalty=penalty, head=head, puzzles=pd.Series(keys.astype("object")))
        result = replace(result, checks=price_checks(result), warnings=(*adjusted.warnings, *price_notes(result)))
        result.provenance.update(provenance(result, adjusted, config, {"base_model_hash": default().digest()}))
        result.provenance["converged"] = result.converged
        result.provenance["sensitivity"] = price_sensitivity(result)
        return result


def _sample(
    adjusted: Adjusted, puzzles: pd.DataFrame | pd.Series | None, config: PriceConfig
) -> tuple[Sample, pd.Index, int]:
    table = adjusted.puzzles
    if puzzles is None:
        puzzles = table
    if isinstance(puzzles, pd.DataFrame):
        if "puzzle" not in puzzles.columns:
            raise DatasetError("prices: column puzzle is missing; prices are fitted to grids of 81 characters")
        puzzles = puzzles["puzzle"]
    keys = pd.Index(table.index.astype("object"))
    texts = puzzles.set_axis(pd.Index(puzzles.index.astype("object"))).reindex(keys)
    known = texts.notna().to_numpy()
    if known.sum() < FEWEST:
        raise FitError(f"prices need {FEWEST} puzzles or more with a grid, got {int(known.sum())}")
    texts, table = texts[known], table[known]
    boards = _boards(texts)
    sample = Sample(
        boards, table["b"].to_numpy(float), table["se"].to_numpy(float), _extra(boards, config), _folds(boards, config)
    )
    return sample, keys[known], int((~known).sum())


def _boards(texts: pd.Series) -> list[Puzzle]:
    boards = []
    for key, text in texts.items():
        try:
            board = read_puzzles([str(text)])[0]
        except (PencilmarkError, TypeError) as error:
            raise DatasetError(f"prices: puzzle {key} cannot be read ({error}); repair it or leave it out") from error
        if 0 not in board.givens or len(board.givens) != 81 or len(str(text)) != 81:
            raise DatasetError(f"prices: puzzle {key} is no open classic of 81 cells; leave it out")
        boards.append(board)
    return boards


def _extra(boards: Sequence[Puzzle], config: PriceConfig) -> np.ndarray:
    """Search effort, and listed fillings of the written route at the shipped prices; nothing for times."""
    rows = np.zeros((len(boards), len(config.extras)))
    if not config.extras:
        return rows
    model = base_model()
    for i, board in enumerate(boards):
        rows[i, 0] = refute_lr_cell(open_session(board), board.givens.count(0)) or 0.0
        route = open_session(board).written_route(model.prices("price", board.digits), switches_for(board))
        rows[i, 1] = float(route.meta[:, COMBINATIONS].mean()) if len(route.steps) else 0.0
    return rows


def _folds(boards: Sequence[Puzzle], config: PriceConfig) -> np.ndarray:
    """Fold of each puzzle; isomorphic copies, which have one canonical form, stay together."""
    code, names = pd.factorize(pd.Series([bytes(board.givens) for board in boards]), sort=True)
    fold = np.random.default_rng(config.seed).permutation(len(names)) % config.folds
    return np.asarray(fold[code])


def _fitted(
    sample: Sample, shipped: np.ndarray, shrink: tuple[float, float], config: PriceConfig, progress: Progress | None
) -> PriceResult:
    """The loop, then all puzzles on the routes of the best round, then once more without what they cannot see."""
    ridge, bounds = config.ridge(shipped, shrink), config.bounds()
    found = search(sample, shipped, ridge, config, sample.walked(shipped, config.route.walks, progress), progress)
    loss = found.best.loss.weighed(sample.weight(found.tau))
    free = np.ones(len(shipped), bool)
    x, status = minimise(loss, found.best.x, config.basis(free), bounds, FINISH)
    tau = config.tau or tau_of(sample, loss, x, config.basis(free).shape[1], np.ones(len(sample.b), bool))
    loss = loss.weighed(sample.weight(tau))
    table = identifiability(loss.weighed(loss.weight, config.ridge(shipped, (1.0, 1.0))), x, shipped, config)
    free = table["identified"].to_numpy()
    x = _put(x, shipped, ~free)
    x, status = minimise(loss, x, config.basis(free), bounds, FINISH)
    cov = covariance(loss, x, config.basis(free))
    boot = bootstrap(loss, x, config.basis(free), config)
    values = _priced(x)
    table["kept"] = np.where(free, "estimate", "shipped")
    table["at_bound"] = _at_bound(x, bounds, free)
    return _result(sample, loss, x, values, shipped, cov, boot, table, found.rounds, (status, tau, shrink), config)


def identifiability(loss: Loss, x: np.ndarray, shipped: np.ndarray, config: PriceConfig) -> pd.DataFrame:
    """What the data can see, one row per parameter, whatever penalty was chosen.

    Parameters
    ----------
    loss : Loss
        With the prior as configured.

    Returns
    -------
    DataFrame
        puzzles (that use it), share (of the effort), estimate, shipped, prior_sd, posterior_sd (all on the scale of the
        fit: logs for prices), ratio, partner and correlation (strongest), identified.
    """
    free = np.ones(len(shipped), bool)
    cov = covariance(loss, x, config.basis(free))
    sd = np.sqrt(np.diag(cov))
    with np.errstate(invalid="ignore", divide="ignore"):
        corr = np.nan_to_num(cov / np.outer(sd, sd))
    np.fill_diagonal(corr, 0.0)
    names = np.array(config.parameters)
    grouped = {name: group for group in config.groups for name in group}
    for i, name in enumerate(names):  # members of a group are one parameter, not partners
        corr[i, [j for j, other in enumerate(names) if other in grouped.get(name, ())]] = 0.0
    partner = np.abs(corr).argmax(axis=1)
    slopes = np.abs(np.column_stack([loss.effort(x[: len(NAMES)])[1], loss.extra]))
    ratio = sd / loss.ridge.spread
    table = pd.DataFrame(
        {
            "puzzles": (slopes > 1e-9).sum(axis=0), "share": slopes.mean(axis=0), "estimate": _priced(x),
            "shipped": shipped, "prior_sd": loss.ridge.spread, "posterior_sd": sd, "ratio": ratio,
            "partner": names[partner], "correlation": corr[np.arange(len(names)), partner],
        },
        index=pd.Index([config.model_name(name) for name in names], name="parameter"),
    )  # fmt: skip
    seen = (table["puzzles"] >= config.least_puzzles) & (ratio <= config.largest_ratio)
    return table.assign(identified=seen & ~np.isin(names, config.held))


def covariance(loss: Loss, x: np.ndarray, basis: np.ndarray) -> np.ndarray:
    """Laplace covariance of the parameters with a prior, on the scale of the fit; 0 for those held."""
    jac = _information(loss, x) @ basis
    whole = basis @ np.linalg.inv(jac.T @ jac) @ basis.T
    keep = _prior_rows(len(x))
    return np.asarray(whole[np.ix_(keep, keep)])


def _information(loss: Loss, x: np.ndarray) -> np.ndarray:
    """Rows whose cross product is the expected curvature of the loss: puzzles, then prior."""
    z = loss.standardised(x)
    bend = (1 + (z / CUT) ** 2) ** -0.75  # second derivative of the pseudo-Huber loss, its root
    jac = loss.jacobian(x)
    return np.vstack([loss.slopes(x) * (loss.weight * bend)[:, None], jac[len(z) :]])


def bootstrap(loss: Loss, x: np.ndarray, basis: np.ndarray, config: PriceConfig) -> pd.DataFrame:
    """Estimates under random weights of puzzles (Bayesian bootstrap) at fixed routes, one row per draw.

    The model is linear around ``x`` in each draw; robust weights are made anew three times.
    """
    rng = np.random.default_rng(np.random.SeedSequence(config.seed).spawn(1)[0])
    design = loss.slopes(x) @ basis * loss.weight[:, None]
    z, ridge = loss.standardised(x), loss.ridge
    prior = np.zeros((len(x), len(x)))
    keep = _prior_rows(len(x))
    prior[keep, keep] = 1.0 / ridge.spread**2
    offset = np.zeros(len(x))
    offset[keep] = _priced(x) - ridge.centre
    low, high = config.bounds()
    rows = []
    for _ in range(config.bootstrap):
        weight = rng.exponential(size=len(z))
        u = np.zeros(basis.shape[1])
        for _ in range(3):
            robust = weight / np.sqrt(1 + ((z - design @ u) / CUT) ** 2)
            left = design.T @ (design * robust[:, None]) + basis.T @ prior @ basis
            u = np.linalg.solve(left, design.T @ (robust * z) - basis.T @ prior @ offset)
        rows.append(_priced(np.clip(x + basis @ u, low, high)))
    names = [config.model_name(name) for name in config.parameters]
    return pd.DataFrame(np.array(rows).reshape(-1, len(names)), columns=names)


def _with_halves(
    result: PriceResult,
    halves: tuple[Adjusted, Adjusted],
    puzzles: pd.DataFrame | pd.Series | None,
    shipped: np.ndarray,
    shrink: tuple[float, float],
    config: PriceConfig,
) -> PriceResult:
    """The result with the difference of two independent refits, routes and all, as one more error."""
    free = result.identifiability["identified"].to_numpy()
    held = tuple(name for name, keep in zip(config.parameters, free, strict=True) if not keep)
    groups = tuple(g for g in (tuple(n for n in group if n not in held) for group in config.groups) if g)
    alone = replace(config, held=held, groups=groups, bootstrap=0)
    values = []
    for half in halves:
        sample, _, _ = _sample(half, puzzles, alone)
        values.append(_fitted(sample, shipped, shrink, alone, None).values)
    difference = np.where(free, values[0] - values[1], np.nan)
    table = result.identifiability.assign(half_difference=difference)
    wider = np.maximum(table["se"].to_numpy(), np.nan_to_num(np.abs(difference) / 2))
    with np.errstate(invalid="ignore", divide="ignore"):
        factor = np.nan_to_num(wider / table["se"].to_numpy(), nan=1.0)
    cov = result.cov * np.outer(factor[free], factor[free])
    return replace(result, cov=cov, identifiability=table.assign(se=wider))


def _result(
    sample: Sample, loss: Loss, x: np.ndarray, values: np.ndarray, shipped: np.ndarray, cov: np.ndarray,
    boot: pd.DataFrame, table: pd.DataFrame, rounds: pd.DataFrame, facts: tuple[int, float, tuple[float, float]],
    config: PriceConfig,
) -> PriceResult:  # fmt: skip
    status, tau, shrink = facts
    names, free = list(table.index), table["identified"].to_numpy()
    laplace = np.sqrt(np.diag(cov))
    drawn = np.where(free, boot.std(ddof=1).to_numpy(), 0.0) if len(boot) > 1 else np.zeros(len(names))
    se = np.maximum(laplace, drawn)
    table = table.assign(laplace_sd=laplace, bootstrap_sd=drawn, se=se)
    value, slope = natural(config.parameters, values)
    stretch = np.divide(se, laplace, out=np.ones_like(se), where=laplace > 0) * slope
    wide = pd.DataFrame(cov * np.outer(stretch, stretch), index=names, columns=names)
    kept = [name for name, keep in zip(names, free, strict=True) if keep]
    best = rounds["held_out"].idxmin()
    residual = loss.weighed(np.ones(len(sample.b))).standardised(x)
    keep = _prior_rows(len(x))
    head = {
        "target": config.target, "puzzles": f"{len(sample.b):,}", "walks": str(config.route.walks),
        "tau": f"{tau:.4g}", "penalty (singles, groups)": f"{shrink[0]:g}, {shrink[1]:g}",
        "rounds": f"{len(rounds) - 1}, kept {best}", "correlation": f"{_correlation(sample.b, residual):.3f}",
        "seed": str(config.seed),
    }  # fmt: skip
    return PriceResult(
        name="prices" if config.target == "time" else "price weights", nobs=len(sample.b), converged=status > 0,
        params=pd.Series(value, index=names), cov=wide.loc[kept, kept],
        shipped=pd.Series(natural(config.parameters, shipped)[0], index=names), identified=table["identified"],
        post_prior_sd=table["ratio"], positive=tuple(name for name in kept if ".price" in name), head=head,
        values=values, identifiability=table, rounds=rounds, config=config,
        nuisance=pd.Series(np.delete(x, keep), index=list(NUISANCE)),
        correlations=pd.DataFrame(_correlations(cov), index=names, columns=names),
    )  # fmt: skip


def _correlations(cov: np.ndarray) -> np.ndarray:
    sd = np.sqrt(np.diag(cov))
    product = np.outer(sd, sd)
    return np.asarray(np.divide(cov, product, out=np.zeros_like(cov), where=product > 0))


def _correlation(b: np.ndarray, residual: np.ndarray) -> float:
    return float(np.corrcoef(b, b - residual)[0, 1])


def _prior_rows(n: int) -> np.ndarray:
    return np.asarray(np.r_[0 : len(NAMES), len(NAMES) + len(NUISANCE) : n])


def _priced(x: np.ndarray) -> np.ndarray:
    return np.asarray(x[_prior_rows(len(x))])


def _put(x: np.ndarray, values: np.ndarray, where: np.ndarray) -> np.ndarray:
    x = x.copy()
    at = _prior_rows(len(x))[where]
    x[at] = values[where]
    return x


def _at_bound(x: np.ndarray, bounds: tuple[np.ndarray, np.ndarray], free: np.ndarray) -> np.ndarray:
    near = np.minimum(x - bounds[0], bounds[1] - x) < 1e-3
    return np.asarray(_priced(near) & free)


def player_halves(solves: pd.DataFrame, seed: int = 0) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Rows of two random halves of the players, for the stability check of prices."""
    player, names = pd.factorize(solves["player_id"].astype("object"), sort=True)
    first = (np.random.default_rng(seed).permutation(len(names)) < math.ceil(len(names) / 2))[player]
    return solves[first], solves[~first]
