"""What the price fit returns: estimates under the grader model's names, reports of what the data can see, files."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pandas as pd

from pencilmark.grader_model import GraderModel, default
from pencilmark.tables import DATA, generalisations, shapes

from . import price_figures
from .base import Estimates, base_from_json, frame_from_json, frame_to_json, numbers, rounded, series, write_json
from .errors import DatasetError
from .price_config import PriceConfig
from .route_data import efforts, read_puzzles
from .route_fit import E_REF, NAMES, base_model, overrides

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SETTLED_CHURN = 0.03
HALVES_APART = 3.0
"""Most that two halves of the players may differ, in standard errors of the difference."""


@dataclass(frozen=True)
class PriceResult(Estimates):
    """Fitted prices.

    Attributes
    ----------
    values : ndarray of float
        Parameters on the scale of the fit (logs of prices, loads, φ, weights), in the order of ``identifiability``.
    identifiability : DataFrame
        One row per parameter; see :func:`fits.prices.identifiability`. Also kept ("estimate" or "shipped"), at_bound,
        laplace_sd, bootstrap_sd, se (the larger) and, with player halves, half_difference.
    rounds : DataFrame
        Index round; held_out and train (mean loss), step (largest move), churn (share of routes that changed), walked
        (share of puzzles walked again).
    penalty : DataFrame
        Held-out loss by penalty; empty when it was given.
    nuisance : Series
        slope, per_cell, level.
    correlations : DataFrame
        Of the estimates.
    puzzles : Series
        Keys of the puzzles used.
    """

    values: np.ndarray = field(default_factory=lambda: np.zeros(0), repr=False)
    identifiability: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    rounds: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    penalty: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    nuisance: pd.Series = field(default_factory=pd.Series, repr=False)
    correlations: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    puzzles: pd.Series = field(default_factory=pd.Series, repr=False)
    config: PriceConfig = field(default_factory=PriceConfig, repr=False)

    @property
    def file(self) -> str:
        """The file of the model that the fit is for."""
        return "params.json" if self.config.target == "time" else "card_score.json"

    @property
    def theta(self) -> np.ndarray:
        """Values in the order of ``route_fit.NAMES``."""
        return np.asarray(self.values[: len(NAMES)])

    def prices(self) -> dict[str, float]:
        """Technique -> price."""
        mark = f"{self._part}.price."
        return {n.removeprefix(mark): v for n, v in self.to_overrides().items() if n.startswith(mark)}

    def to_overrides(self) -> dict[str, float]:
        """Values for ``GraderModel.with_overrides``: prices of all techniques, loads, φ, and weights of the score."""
        values = overrides(self.theta)
        if self.config.enforce_order:
            values |= _in_order(values)
        named = {f"{self._part}.{name.removeprefix('route.')}": value for name, value in values.items()}
        weights = zip(self.config.extras, self.values[len(NAMES) :], strict=True)
        return named | {f"score.{name}": rounded(value) for name, value in weights}

    def model(self) -> GraderModel:
        """The shipped model with these prices."""
        return default().with_overrides(self.to_overrides())

    def predict(self, features: pd.DataFrame) -> pd.Series:
        """Predicted log minutes of classics.

        Parameters
        ----------
        features : DataFrame
            Column ``puzzle``: graded at the fitted prices; without it, ``effort_l1`` and ``empty_cells`` made at them.

        Raises
        ------
        DatasetError
            When both are missing, or the fit is for difficulty and there are no grids.
        """
        if "puzzle" in features.columns:
            boards = read_puzzles([str(text) for text in features["puzzle"]])
            effort = efforts(boards, base_model().with_overrides(overrides(self.theta)))
            cells = np.array([board.givens.count(0) for board in boards], float)
        elif {"effort_l1", "empty_cells"} <= set(features.columns) and not self.config.extras:
            effort, cells = features["effort_l1"].to_numpy(float), features["empty_cells"].to_numpy(float)
        else:
            raise DatasetError("predict: column puzzle is missing; prices need the grids")
        more = np.zeros(len(features))
        for name, weight in zip(self.config.extras, self.values[len(NAMES) :], strict=True):
            column = {"search_weight": "search_effort", "enum_weight": "listed"}[name]
            more += weight * (features[column].to_numpy(float) if column in features.columns else 0.0)
        k, per_cell, level = self.nuisance
        log_cells = np.log(cells / E_REF)
        return pd.Series(level + k * (effort - log_cells + more) + per_cell * log_cells, index=features.index)

    def model_json(self) -> dict[str, Any]:
        """The shipped file (``file``) with the fitted keys changed and this fit's provenance."""
        doc: dict[str, Any] = json.loads((DATA / self.file).read_text(encoding="utf-8"))
        values: dict[str, Any] = {"price": {}}
        for name, value in self.to_overrides().items():
            part, key, *rest = name.split(".", 2)
            if part == "score":
                doc[key] = value
            elif rest:
                values[key][rest[0]] = value
            else:
                values[key] = value
        if self.config.target == "time":
            values["price"] = doc["price"] | values["price"]
            doc |= values
        else:
            doc["price_weights"] = values
        return doc | {"provenance": deepcopy(self.provenance)}

    def plot(self, kind: str = "prices", ax: Axes | None = None) -> Axes:
        """Draw one figure; ``fits.price_figures.KINDS`` lists them."""
        return price_figures.draw(self, kind, ax)

    def kinds(self) -> tuple[str, ...]:
        """Figures this result has data for."""
        return tuple(kind for kind in price_figures.KINDS if kind != "penalty" or len(self.penalty))

    def to_json(self, path: str | Path | None = None) -> dict[str, Any]:
        """The whole result as a document of 6 significant digits, written when a path is given."""
        frames = {name: frame_to_json(getattr(self, name)) for name in FRAMES}
        doc = self.base_json() | frames | {
            "values": [rounded(v) for v in self.values.tolist()],
            "nuisance": numbers(self.nuisance),
            "puzzles": [rounded(key) for key in self.puzzles],
            "settings": msgspec.json.decode(msgspec.json.encode(self.config)),
        }  # fmt: skip
        return write_json(doc, path)

    @classmethod
    def from_json(cls, path: str | Path) -> PriceResult:
        """Read a result written by `to_json`."""
        doc = json.loads(Path(path).read_text(encoding="utf-8"))
        return cls(
            **base_from_json(doc),
            identifiability=frame_from_json(doc["identifiability"]),
            rounds=frame_from_json(doc["rounds"]),
            penalty=frame_from_json(doc["penalty"]),
            correlations=frame_from_json(doc["correlations"]),
            values=np.array(doc["values"], float),
            nuisance=series(doc["nuisance"]),
            puzzles=pd.Series(doc["puzzles"], dtype=object),
            config=msgspec.convert(doc["settings"], PriceConfig),
        )

    @property
    def _part(self) -> str:
        return "route" if self.config.target == "time" else "price"


FRAMES = ("identifiability", "rounds", "penalty", "correlations")


def out_of_order(prices: dict[str, float]) -> list[tuple[str, str]]:
    """Pairs (special case, what it is a case of) where the special case is dearer."""
    pairs = []
    for special in shapes():
        wider = [g for g in shapes() if g.code in generalisations(special.code) and g.code != special.code]
        pairs += [
            (special.technique, g.technique) for g in wider if prices[special.technique] > prices[g.technique] + 1e-9
        ]
    return list(dict.fromkeys(pairs))


def _in_order(values: dict[str, Any]) -> dict[str, float]:
    """Prices of special cases lowered to those of what they are cases of."""
    mark = "route.price."
    prices = {name.removeprefix(mark): v for name, v in values.items() if name.startswith(mark)}
    while pairs := out_of_order(prices):
        for special, general in pairs:
            prices[special] = min(prices[special], prices[general])
    return {mark + name: value for name, value in prices.items()}


def halves_apart(table: pd.DataFrame) -> float | None:
    """Largest difference of two player halves over its expected error, twice that of the whole; None without halves.

    The error is the larger of Laplace and bootstrap: the one that halves have widened would hide what it is to judge.
    """
    if "half_difference" not in table.columns:
        return None
    se = np.maximum(table["laplace_sd"], table["bootstrap_sd"])
    return float((table["half_difference"].abs() / (2 * se)).replace(np.inf, np.nan).max())


def price_sensitivity(result: PriceResult) -> dict[str, Any]:
    """What provenance keeps of the stability of prices; gate G7 reads it."""
    table = result.identifiability
    columns = ["puzzles", "share", "ratio", "partner", "correlation", "kept"]
    return {
        "identifiability": {str(name): {k: rounded(row[k]) for k in columns} for name, row in table.iterrows()},
        "halves_apart_se": rounded(halves_apart(table)),
        "churn_last": rounded(float(result.rounds["churn"].iloc[-1])),
    }


def price_checks(result: PriceResult) -> pd.DataFrame:
    """Checks of the fit: converged, routes settled, held-out loss, order of special cases, stability."""
    rounds, table = result.rounds, result.identifiability
    shipped = default().route if result.config.target == "time" else default().price
    before, after = len(out_of_order(shipped["price"])), len(out_of_order(result.prices()))
    moved = (result.params / result.shipped)[[n for n in result.params.index if ".price" in n]]
    rows: list[tuple[str, float, float]] = [
        ("optimiser stopped early", 0.0 if result.converged else 1.0, 0.0),
        ("held-out loss, kept round minus start", float(rounds["held_out"].min() - rounds["held_out"].iloc[0]), 0.0),
        ("routes that changed in the last round, share", float(rounds["churn"].iloc[-1]), SETTLED_CHURN),
        ("special cases dearer than what they are cases of", float(after), float(before)),
        ("largest factor of a price", float(np.exp(np.abs(np.log(moved.astype(float))).max())), 3.0),
        ("parameters at a bound", float(table["at_bound"].sum()), 0.0),
    ]
    apart = halves_apart(table)
    if apart is not None:
        rows.append(("player halves apart, in se of the difference", apart, HALVES_APART))
    checks = pd.DataFrame(rows, columns=["check", "value", "limit"])
    return checks.assign(ok=checks["value"] <= checks["limit"])


def price_notes(result: PriceResult) -> list[str]:
    """What changes the reading of the table."""
    table, config = result.identifiability, result.config
    notes = []
    for name, row in table[~table["identified"]].iterrows():
        few = row["puzzles"] < config.least_puzzles
        why = f"{row['puzzles']:.0f} puzzles use it" if few else f"posterior / prior sd {row['ratio']:.2f}"
        short = str(name).split(".", 1)[-1]
        held = any(config.model_name(h) == name for h in config.held)
        notes.append(f"{short} stays as shipped: {'held by the settings' if held else why}")
    strong = table[table["identified"] & (table["correlation"].abs() > config.strong)]
    pairs = {
        tuple(sorted((config.parameters[table.index.get_loc(n)], str(row["partner"])))) for n, row in strong.iterrows()
    }
    notes += [
        f"{a} and {b} are seen only together: read them as a pair, or fit them as one group" for a, b in sorted(pairs)
    ]
    if set(table[table["at_bound"]].index):
        notes.append(
            "at a bound, so without a two-sided interval: " + ", ".join(map(str, table[table["at_bound"]].index))
        )
    if len(result.penalty) and result.penalty["chosen"].any():
        chosen = result.penalty[result.penalty["chosen"]].iloc[0]
        if min(chosen["prices"], chosen["groups"]) == min(config.shrink_grid):
            notes.append("the strongest penalty of the grid was chosen: these data hardly move a price")
    if config.target == "difficulty":
        notes.append("difficulty prices that differ from the route's cost a card a second route")
    return notes
