"""Single steps: which of the open singles people take next, and how long it takes them to find it.

    choice      P(take m) ∝ exp(θ · x_m)                                      over all open cells m
    time        ln seconds = a + ρ·(−ln Σ_m rate_m) + φ·ln E + κ·(distance)   + ε

x: kind of single (box is the base), ln price at the shipped model, same digit / box / line as the last placement,
distance. A choice needs no clock, so it tells prices apart from scanning; the times tell whether the race model's sum
of rates is what makes a step quick (ρ = 1), and how time grows with the empty cells (φ). McFadden's conditional logit
and least squares with errors clustered by solve, both by statsmodels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from pencilmark.engine.session import Session, open_session
from pencilmark.grader_model import GraderModel, default
from pencilmark.loaders import load
from pencilmark.puzzle import Puzzle
from pencilmark.tables import shapes

from .errors import FitError
from .summary import Summary

ENGINES = ("full_house", "hidden_single", "naked_single")
KINDS = {
    "Full House": "full",
    "Hidden Single (box)": "box",
    "Hidden Single (line)": "line",
    "Hidden Single (region)": "line",
    "Naked Single": "cell",
}
CHOICE = ("full", "line", "cell", "same_digit", "same_box", "same_line", "distance")
TIMING = ("slowness", "ln_empty", "distance")


@dataclass(frozen=True)
class StepFit:
    """Estimates of one kind of model on single steps.

    Attributes
    ----------
    name : str
    table : DataFrame
        Index parameter; estimate, se, lower, upper (95 %).
    nobs, solves : int
    fit : float
        Mean log likelihood per choice against equal chances (choice), or R² (time).
    notes : tuple of str
    """

    name: str
    table: pd.DataFrame
    nobs: int
    solves: int
    fit: float
    notes: tuple[str, ...] = ()

    def summary(self) -> Summary:
        """A printable table."""
        head = {"steps": f"{self.nobs:,}", "solves": f"{self.solves}", "fit": f"{self.fit:.3f}"}
        return Summary(self.name, head, self.table, self.notes)


@dataclass(frozen=True)
class StepData:
    """Open singles at every step of recorded solves.

    Attributes
    ----------
    options : DataFrame
        One row per open cell and step: step_id, solve, taken, at (cell), kind, price and the columns of CHOICE.
    steps : DataFrame
        Index step_id: solve, seconds, empty, slowness (−ln Σ 1/price), distance (of the cell taken), options.
    rejects : dict
        Steps that no single explains, by reason.
    """

    options: pd.DataFrame = field(repr=False)
    steps: pd.DataFrame = field(repr=False)
    rejects: dict[str, int]


def replay(fills: pd.DataFrame, model: GraderModel | None = None) -> StepData:
    """Replay recorded solves and list what could have been filled at each step.

    Parameters
    ----------
    fills : DataFrame
        Columns of :func:`fits.partial.nyt_fills`: solve, step, cell, seconds, digit, puzzle.
    model : GraderModel, optional
        Whose prices order the ways to see a cell.

    Raises
    ------
    FitError
        When no step can be used.
    """
    model = model or default()
    options: list[dict[str, Any]] = []
    steps: list[dict[str, Any]] = []
    rejects = {"first_step": 0, "no_single_there": 0, "only_one": 0}
    for solve, part in fills.sort_values(["solve", "step"]).groupby("solve"):
        puzzle = load(str(part["puzzle"].iloc[0]))
        session, grid, last = open_session(puzzle), list(puzzle.givens), -1
        for cell, digit, seconds in part[["cell", "digit", "seconds"]].itertuples(index=False):
            found = _open(session, puzzle, grid, model)
            reason = "first_step" if last < 0 else "no_single_there" if cell not in found else ""
            reason = reason or ("only_one" if len(found) < 2 else "")
            if reason:
                rejects[reason] += 1
            else:
                rows = [_option(puzzle, c, *way, last, grid[last]) for c, way in found.items()]
                options += [{"step_id": len(steps), "solve": solve, "taken": int(r["at"] == cell), **r} for r in rows]
                chosen = next(r for r in rows if r["at"] == cell)
                steps.append(
                    {
                        "solve": solve,
                        "seconds": seconds,
                        "empty": grid.count(0),
                        "slowness": -math.log(math.fsum(1.0 / r["price"] for r in rows)),
                        "distance": chosen["distance"],
                        "options": len(rows),
                    }
                )
            grid[cell], last = digit, cell
    if not steps:
        raise FitError("no recorded step can be explained by a single; are the grids those that were solved?")
    table = pd.DataFrame(steps).rename_axis("step_id")
    return StepData(pd.DataFrame(options), table.assign(ln_empty=np.log(table["empty"])), rejects)


def _open(session: Session, puzzle: Puzzle, grid: list[int], model: GraderModel) -> dict[int, tuple[int, str, float]]:
    """Cells with a single, each with its digit and the kind and price of its easiest way."""
    session.load(grid, puzzle.domains)
    prices = model.prices("route", puzzle.digits)
    found: dict[int, tuple[int, str, float]] = {}
    for engine in ENGINES:
        for step in session.find(engine, prices):
            assert step.place is not None
            cell, digit = step.place
            if cell not in found or step.price < found[cell][2]:
                found[cell] = (digit, KINDS[shapes()[step.shape].technique], step.price)
    return found


def _option(
    puzzle: Puzzle, cell: int, digit: int, kind: str, price: float, last: int, last_digit: int
) -> dict[str, Any]:
    (row, col), (row0, col0) = puzzle.cells[cell], puzzle.cells[last]
    boxes = [set(g.cells) for g in puzzle.groups if g.kind == "box"]
    same_box = any(cell in box and last in box for box in boxes)
    return {
        "at": cell,
        "price": price,
        "full": float(kind == "full"),
        "line": float(kind == "line"),
        "cell": float(kind == "cell"),
        "same_digit": float(digit == last_digit),
        "same_box": float(same_box),
        "same_line": float((row == row0 or col == col0) and not same_box),
        "distance": math.hypot(row - row0, col - col0) / puzzle.rows,
        "kind": kind,
    }


def choice(data: StepData, columns: tuple[str, ...] = CHOICE, priced: bool = False) -> StepFit:
    """Conditional logit of the cell taken next.

    Parameters
    ----------
    data : StepData
    columns : tuple of str
        Which columns of the options count.
    priced : bool
        ln price at the shipped model in place of the kinds of singles; −1 would be the race model's rate.
    """
    from statsmodels.discrete.conditional_models import ConditionalLogit

    options = data.options
    names = [*(["ln_price"] if priced else []), *(c for c in columns if not (priced and c in ("full", "line", "cell")))]
    x = options.assign(ln_price=np.log(options["price"]))[names].astype(float)
    found = ConditionalLogit(options["taken"].to_numpy(), x, groups=options["step_id"].to_numpy()).fit(disp=False)
    equal = -float(np.log(data.steps["options"]).mean())
    gain = float(found.llf) / len(data.steps) - equal
    notes = (f"log likelihood per choice {found.llf / len(data.steps):.3f}, of equal chances {equal:.3f}",)
    title = "Which single is taken next" + (" (prices)" if priced else "")
    return StepFit(title, _table(found), len(data.steps), data.steps["solve"].nunique(), gain, notes)


def timing(data: StepData, columns: tuple[str, ...] = TIMING) -> StepFit:
    """Least squares of the log seconds of a step, errors clustered by solve."""
    import statsmodels.api as sm

    steps = data.steps
    x = sm.add_constant(steps[list(columns)].astype(float))
    groups = pd.factorize(steps["solve"])[0]
    found = sm.OLS(np.log(steps["seconds"]), x).fit(cov_type="cluster", cov_kwds={"groups": groups})
    spread = float(np.sqrt(found.scale))
    notes = (f"residual standard deviation of ln seconds {spread:.2f}",)
    title = "How long a single takes"
    return StepFit(title, _table(found), len(steps), steps["solve"].nunique(), float(found.rsquared), notes)


def _table(found: Any) -> pd.DataFrame:
    ends = np.asarray(found.conf_int())
    return pd.DataFrame(
        {
            "estimate": np.asarray(found.params),
            "se": np.asarray(found.bse),
            "lower": ends[:, 0],
            "upper": ends[:, 1],
        },
        index=pd.Index(found.model.exog_names, name="parameter"),
    )


def compare_prices(data: StepData) -> pd.DataFrame:
    """Kinds of singles: what choices say of their rates beside what the model's prices say.

    Returns
    -------
    DataFrame
        Index kind (against box): choice, se (log rate from the choice model), model (minus the difference of the mean
        ln price among the options), supported (whether the interval of the choice holds the model's value).
    """
    found = choice(data).table
    options = data.options
    logs = np.log(options["price"]).groupby(options["kind"]).mean()
    rows = {}
    for kind in ("full", "line", "cell"):
        ours = float(logs["box"] - logs[kind]) if {"box", kind} <= set(logs.index) else math.nan
        line = found.loc[kind]
        inside = bool(line["lower"] <= ours <= line["upper"])
        rows[kind] = {"choice": line["estimate"], "se": line["se"], "model": ours, "supported": inside}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("kind")
