"""PriceFit finds simulated prices again, keeps what the data cannot see, and its reports react."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import fits
from fits.price_result import out_of_order
from fits.price_search import minimise
from fits.prices import _sample, covariance
from fits.route_data import merged, read_puzzles, walk
from fits.route_fit import NAMES, Loss, RouteConfig, base_model, overrides
from pencilmark.grader_model import GraderModel, default

from .priced import simulated_times

CONFIG = fits.PriceConfig(route=RouteConfig(walks=6), shrink=(1.0, 1.0), rounds=6, bootstrap=40)
TRUTH = np.array([0.4, 1.0, 2.9, 0.3, 1.0, 1.0, -0.3, -0.8, 0.2, 1.1])
"""Lines cheaper and naked singles dearer than shipped, in the order of NAMES."""
RARE = ("locked", "notes", "beyond")


@pytest.fixture(scope="module")
def simulated() -> fits.AggregateTimes:
    return simulated_times(TRUTH)


@pytest.fixture(scope="module")
def fitted(simulated: fits.AggregateTimes) -> fits.PriceResult:
    return fits.PriceFit(CONFIG).fit(simulated)


def usual(theta: np.ndarray) -> dict[str, float]:
    """Log prices at the usual load: a price and its growth with load are exchangeable, this is what is seen."""
    t = dict(zip(NAMES, theta, strict=True))
    return {
        "box": t["box"],
        "line": t["line"] + t["load_line"] * np.log(5),
        "naked": t["naked"] + t["load_naked"] * np.log(2),
    }


def error(theta: np.ndarray) -> float:
    """Root mean square of the log prices of singles, scale taken out: it is exchangeable with the slope."""
    found, truth = usual(theta), usual(TRUTH)
    return float(np.std([found[name] - truth[name] for name in truth]))


def shipped_theta(result: fits.PriceResult) -> np.ndarray:
    return result.identifiability["shipped"].to_numpy(float)


def test_prices_are_recovered(fitted: fits.PriceResult) -> None:
    start, found = error(shipped_theta(fitted)), error(fitted.theta)
    assert found < 0.15 and start > 0.4
    assert fitted.rounds["held_out"].min() < 0.65 * fitted.rounds["held_out"].iloc[0]
    assert fitted.rounds["churn"].iloc[-1] <= 0.03
    assert fitted.converged


def test_shuffled_times_move_no_price(simulated: fits.AggregateTimes) -> None:
    """The recovery above comes from the times: without their order nothing is gained on held-out puzzles."""
    table = simulated.puzzles
    rng = np.random.default_rng(2)
    mixed = replace(simulated, puzzles=table.assign(b=rng.permutation(table["b"].to_numpy())))
    result = fits.PriceFit(replace(CONFIG, rounds=2)).fit(mixed)
    assert result.rounds["held_out"].min() > 0.9 * result.rounds["held_out"].iloc[0]
    assert error(result.theta) > 0.3


def test_intervals_hold_the_truth(fitted: fits.PriceResult) -> None:
    """Within 3.5 posterior standard deviations for what was estimated, priors counted."""
    table = fitted.identifiability
    z = pd.Series((fitted.theta - TRUTH) / table["se"].to_numpy(), index=list(NAMES))
    assert (z[table["identified"].to_numpy()].abs() < 3.5).all(), z


def test_what_few_puzzles_use_stays_as_shipped(simulated: fits.AggregateTimes) -> None:
    result = fits.PriceFit(replace(CONFIG, least_puzzles=10_000, rounds=1)).fit(simulated)
    assert not result.identified.any() and (result.identifiability["kept"] == "shipped").all()
    assert all(value == pytest.approx(default().get(name), rel=1e-5) for name, value in result.to_overrides().items())
    assert result.cov_params().empty and np.isnan(result.bse).all()
    assert any("puzzles use it" in text for text in result.warnings)


def test_held_and_grouped_parameters(simulated: fits.AggregateTimes) -> None:
    config = replace(CONFIG, rounds=1, held=("phi",), groups=(("line", "naked"),))
    result = fits.PriceFit(config).fit(simulated)
    before = shipped_theta(result)
    moved = pd.Series(result.theta - before, index=list(NAMES))
    assert moved["phi"] == 0.0 and moved["line"] == pytest.approx(moved["naked"]) != 0.0


def test_penalty_is_chosen_and_strong_on_noise(simulated: fits.AggregateTimes) -> None:
    config = replace(CONFIG, shrink=None, shrink_grid=(0.1, 1.0), rounds=1, bootstrap=0)
    good = fits.PriceFit(config).fit(simulated)
    table = simulated.puzzles
    b = table["b"].mean() + 0.3 * np.random.default_rng(3).standard_normal(len(table))
    noise = fits.PriceFit(config).fit(replace(simulated, puzzles=table.assign(b=b)))
    chosen = [r.penalty[r.penalty["chosen"]].iloc[0] for r in (good, noise)]
    assert chosen[0]["prices"] == 1.0 and chosen[1]["prices"] == 0.1
    assert good.plot("penalty").has_data() and "penalty" in good.kinds()


def test_laplace_covariance_is_the_curvature(simulated: fits.AggregateTimes) -> None:
    """Against second differences of the loss, at its minimum."""
    sample, _, _ = _sample(simulated, None, CONFIG)
    loss = Loss(sample.walked(TRUTH, 4), sample.b, sample.weight(0.05), TRUTH, CONFIG.ridge(TRUTH, (1.0, 1.0)))
    basis = CONFIG.basis(np.array([name in ("line", "naked") for name in NAMES]))
    x, _ = minimise(loss, loss.start(TRUTH), basis, CONFIG.bounds(), 60)
    cov = covariance(loss, x, basis)
    h = 2e-3
    curved = np.zeros((basis.shape[1],) * 2)
    slope = [(loss.jacobian(x + s * h * d).T @ loss.residual(x + s * h * d)) for d in basis.T for s in (1, -1)]
    for j in range(basis.shape[1]):
        curved[:, j] = basis.T @ (slope[2 * j] - slope[2 * j + 1]) / (2 * h)
    exact = np.sqrt(np.diag(np.linalg.inv((curved + curved.T) / 2)))[:2]
    assert np.sqrt(np.diag(cov))[1:3] == pytest.approx(exact, rel=0.15)


def test_unchanged_puzzles_need_no_new_walk() -> None:
    """Merged walks give the effort of walking everything anew, where prices beyond singles alone have moved."""
    puzzles = read_puzzles(list(simulated_times(TRUTH).puzzles["puzzle"])[:24])
    moved = TRUTH.copy()
    moved[6:9] += 0.01
    old, new = (walk(puzzles, base_model().with_overrides(overrides(t)), 3) for t in (TRUTH, moved))
    rows = np.arange(0, 24, 2)
    part = walk([puzzles[i] for i in rows], base_model().with_overrides(overrides(moved)), 3)
    both = merged(old, part, rows, moved[6:9] - TRUTH[6:9])
    ridge = RouteConfig().ridge()
    loss = [Loss(w, np.zeros(24), np.ones(24), moved, ridge).effort(moved)[0] for w in (both, new)]
    assert loss[0] == pytest.approx(loss[1], abs=1e-3)
    assert both.routes[::2] == new.routes[::2] and both.routes[1::2] == old.routes[1::2]


def test_difficulty_writes_weights_of_the_score(simulated: fits.AggregateTimes) -> None:
    result = fits.PriceFit(replace(CONFIG, target="difficulty", rounds=1)).fit(simulated)
    assert result.file == "card_score.json"
    assert not result.identified["score.enum_weight"]  # classics list no fillings
    assert result.params["score.enum_weight"] == default().score["enum_weight"]
    assert "price.price.Naked Single" in result.positive and "price.load_line" not in result.positive
    model, file = result.model(), result.model_json()
    assert model.route == default().route and model.price != default().price
    again = GraderModel(default().route, file, default().time)
    assert again.price == model.price and not again.one_route


def test_time_writes_params(fitted: fits.PriceResult) -> None:
    file, shipped = fitted.model_json(), json.loads((Path(fits.price_result.DATA) / "params.json").read_text())
    assert list(file) == list(shipped) and set(file["price"]) == set(shipped["price"])
    assert GraderModel(file, default().score, default().time).route == fitted.model().route
    assert file["provenance"]["estimates"]["route.phi"]["value"] == pytest.approx(fitted.params["route.phi"], rel=1e-5)


def test_round_trip(fitted: fits.PriceResult, tmp_path: Path) -> None:
    doc = fitted.to_json(tmp_path / "prices.json")
    again = fits.PriceResult.from_json(tmp_path / "prices.json")
    assert json.loads(json.dumps(again.to_json())) == json.loads(json.dumps(doc))
    assert again.config == fitted.config
    assert list(again.conf_int()["lower"].dropna()) == pytest.approx(
        list(fitted.conf_int()["lower"].dropna()), rel=1e-4
    )


def test_predicts_times_of_new_grids(fitted: fits.PriceResult, simulated: fits.AggregateTimes) -> None:
    rows = simulated.puzzles.iloc[:40]
    assert np.abs(fitted.predict(rows[["puzzle"]]) - rows["b"]).median() < 0.08
    with pytest.raises(fits.DatasetError, match="puzzle is missing"):
        fitted.predict(pd.DataFrame({"x": [1.0]}))


def test_order_of_special_cases_can_be_enforced(fitted: fits.PriceResult) -> None:
    assert out_of_order(fitted.prices())
    assert not out_of_order(replace(fitted, config=replace(fitted.config, enforce_order=True)).prices())


def test_figures_have_content(fitted: fits.PriceResult) -> None:
    assert "penalty" not in fitted.kinds()
    for kind in fitted.kinds():
        assert fitted.plot(kind).has_data(), kind
    with pytest.raises(fits.DatasetError, match="loss_path"):
        fitted.plot("nothing")


def test_fit_repeats_itself(simulated: fits.AggregateTimes) -> None:
    config = replace(CONFIG, rounds=1, route=RouteConfig(walks=3))
    first, second = (fits.PriceFit(config).fit(simulated).to_json() for _ in range(2))
    for doc in (first, second):
        doc["provenance"].pop("created_utc")
    assert json.dumps(first) == json.dumps(second)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"target": "fun"}, "fun"),
        ({"held": ("boxes",)}, "boxes"),
        ({"held": ("box",), "groups": (("box", "line"),)}, "named twice"),
        ({"folds": 1}, "2 or more"),
    ],
)
def test_settings_are_checked(simulated: fits.AggregateTimes, change: dict[str, object], text: str) -> None:
    with pytest.raises(fits.DatasetError, match=text):
        fits.PriceFit(replace(CONFIG, **change)).fit(simulated)  # type: ignore[arg-type]


def test_grids_are_checked(simulated: fits.AggregateTimes) -> None:
    texts = simulated.puzzles["puzzle"]
    with pytest.raises(fits.DatasetError, match="puzzle 3 cannot be read"):
        fits.PriceFit(CONFIG).fit(simulated, texts.where(texts.index != 3, "12"))
    with pytest.raises(fits.FitError, match="50 puzzles"):
        fits.PriceFit(CONFIG).fit(simulated, texts.iloc[:20])


def test_player_halves_share_no_player() -> None:
    solves = pd.DataFrame({"player_id": np.repeat([f"p{i}" for i in range(9)], 3)})
    first, second = fits.player_halves(solves, seed=1)
    assert len(first) + len(second) == len(solves)
    assert not set(first["player_id"]) & set(second["player_id"]) and len(first) == 15


def test_halves_widen_the_error(simulated: fits.AggregateTimes) -> None:
    """Two halves that disagree about the prices of naked singles."""
    other = TRUTH.copy()
    other[2] += 1.2
    config = replace(CONFIG, rounds=3, bootstrap=0)
    alone, agreed, result = (
        fits.PriceFit(config).fit(simulated, halves=halves)
        for halves in (
            None,
            (simulated_times(TRUTH, 21), simulated_times(TRUTH, 22)),
            (simulated_times(TRUTH, 21), simulated_times(other, 22)),
        )
    )
    name = "route.price.Naked Single"
    assert result.identifiability.loc[name, "half_difference"] < -0.3
    assert result.bse[name] > alone.bse[name]
    apart = [r.provenance["sensitivity"]["halves_apart_se"] for r in (alone, agreed, result)]
    assert apart[0] is None and apart[1] < apart[2]


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", [13, 14, 17])  # the first whose truth is far (0.4) from the shipped prices
def test_recovery_with_the_penalty_chosen(seed: int) -> None:
    """Truth redrawn around the structural prior; common prices near, rare ones not worse than the shipped."""
    rng = np.random.default_rng(seed)
    config = replace(CONFIG, shrink=None, route=RouteConfig(walks=16), rounds=12, patience=12)  # until routes settle
    centre = RouteConfig().centre()
    spread = np.array([0.3, 0.3, 0.3, 0.1, 0.1, 0.3, 0.3, 0.3, 0.3, 0.03])
    truth = np.maximum(centre + spread * rng.standard_normal(len(NAMES)), RouteConfig().bounds()[0][: len(NAMES)])
    result = fits.PriceFit(config).fit(simulated_times(truth, seed))
    found, wanted, start = usual(result.theta), usual(truth), usual(shipped_theta(result))
    rmse = float(np.std([found[name] - wanted[name] for name in wanted]))
    away = float(np.std([start[name] - wanted[name] for name in wanted]))
    assert away > 0.4 and rmse <= 0.2 and rmse < 0.7 * away
    rare = [NAMES.index(name) for name in RARE]
    before = np.sqrt(np.mean((shipped_theta(result)[rare] - truth[rare]) ** 2))
    assert np.sqrt(np.mean((result.theta[rare] - truth[rare]) ** 2)) <= 1.1 * before
    assert result.rounds["churn"].iloc[-1] <= 0.03
    assert result.rounds["held_out"].min() <= result.rounds["held_out"].iloc[0]
