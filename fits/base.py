"""What every fit returns: estimates with their uncertainty, a summary, checks, figures, and plain JSON.

A result holds estimates, not a live model: `pencilmark.grader_model.default().with_overrides(result.to_overrides())`
makes one.
"""

from __future__ import annotations

import json
import math
import os
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pandas as pd
from scipy.stats import norm

from .summary import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class FitResult(Protocol):
    """The interface shared by the time, price and map fits."""

    name: str
    nobs: int
    converged: bool
    provenance: dict[str, Any]
    params: pd.Series

    @property
    def bse(self) -> pd.Series:
        """Standard errors, same index as `params`."""

    def cov_params(self) -> pd.DataFrame:
        """Covariance of the fitted parameters."""

    def conf_int(self, alpha: float = 0.05) -> pd.DataFrame:
        """Intervals, columns "lower" and "upper"."""

    def summary(self, alpha: float = 0.05) -> Summary:
        """Printable table."""

    def diagnostics(self) -> pd.DataFrame:
        """Checks with value, limit and ok."""

    def plot(self, kind: str = "forest", ax: Axes | None = None) -> Axes:
        """One figure."""

    def predict(self, features: pd.DataFrame) -> pd.Series:
        """Predicted log minutes or difficulty."""

    def to_overrides(self) -> dict[str, float]:
        """Values for `with_overrides`."""

    def to_json(self, path: str | Path | None = None) -> dict[str, Any]:
        """Plain document, 6 significant digits."""


@dataclass(frozen=True)
class Estimates:
    """Parameters of one fit with their uncertainty; the part all results share.

    Attributes
    ----------
    name : str
        Name of the fit.
    nobs : int
        Puzzles used.
    converged : bool
    params : Series
        Index = grader model names such as "time.k_effort".
    cov : DataFrame
        Covariance of the estimated ones; parameters not in it have no standard error here.
    shipped : Series
        Values of the model in use before, nan where there was none.
    identified : Series
        False where the value comes from the prior or was held.
    post_prior_sd : Series
        Posterior over prior standard deviation, nan without a prior.
    positive : tuple of str
        Names whose intervals are made on the log scale.
    head : dict
        Facts for the summary.
    checks : DataFrame
        Columns check, value, limit, ok.
    warnings : tuple of str
    provenance : dict
    """

    name: str
    nobs: int
    converged: bool
    params: pd.Series
    cov: pd.DataFrame = field(repr=False)
    shipped: pd.Series = field(repr=False)
    identified: pd.Series = field(repr=False)
    post_prior_sd: pd.Series = field(repr=False)
    positive: tuple[str, ...] = ()
    head: dict[str, str] = field(default_factory=dict, repr=False)
    checks: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    warnings: tuple[str, ...] = ()
    provenance: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def bse(self) -> pd.Series:
        """Standard errors, nan for parameters without one."""
        return pd.Series(np.sqrt(np.diag(self.cov)), index=self.cov.index).reindex(self.params.index)

    def cov_params(self) -> pd.DataFrame:
        """Return the covariance of the estimated parameters."""
        return self.cov.copy()

    def conf_int(self, alpha: float = 0.05) -> pd.DataFrame:
        """Return two-sided intervals of level 1 − alpha; those of positive parameters are made on the log scale."""
        z = float(norm.ppf(1 - alpha / 2))
        se = self.bse
        table = pd.DataFrame({"lower": self.params - z * se, "upper": self.params + z * se})
        for name in self.positive:
            factor = math.exp(z * float(se[name]) / float(self.params[name]))
            table.loc[name] = [float(self.params[name]) / factor, float(self.params[name]) * factor]
        return table

    def summary(self, alpha: float = 0.05) -> Summary:
        """Return the coefficient table: no p-values, since no hypothesis is tested."""
        ends = self.conf_int(alpha)
        table = pd.DataFrame(
            {
                "estimate": self.params,
                "se": self.bse,
                "lower": ends["lower"],
                "upper": ends["upper"],
                "shipped": self.shipped,
                "change_in_se": (self.params - self.shipped) / self.bse,
                "post/prior sd": self.post_prior_sd,
                "identified": self.identified,
            }
        )
        return Summary(f"Fit: {self.name}", self.head, table, self.warnings)

    def diagnostics(self) -> pd.DataFrame:
        """Return the checks made on the fit (check, value, limit, ok)."""
        return self.checks.copy()

    def to_overrides(self) -> dict[str, float]:
        """Return {grader model name: value} for `GraderModel.with_overrides`."""
        return {str(name): rounded(value) for name, value in self.params.items() if math.isfinite(value)}

    def estimates(self) -> dict[str, dict[str, Any]]:
        """Return the provenance block of estimates: value, se, lo, hi, identified, post_prior_sd per name."""
        ends, se = self.conf_int(), self.bse
        return {
            str(name): {
                "value": rounded(self.params[name]),
                "se": rounded(se[name]),
                "lo": rounded(ends.loc[name, "lower"]),
                "hi": rounded(ends.loc[name, "upper"]),
                "identified": bool(self.identified[name]),
                "post_prior_sd": rounded(self.post_prior_sd[name]),
            }
            for name in self.params.index
        }

    def base_json(self) -> dict[str, Any]:
        """Return the shared part of the result document."""
        return {
            "format": "pencilmark-fit-result",
            "format_version": 1,
            "name": self.name,
            "nobs": self.nobs,
            "converged": self.converged,
            "params": numbers(self.params),
            "cov": {str(name): numbers(row) for name, row in self.cov.iterrows()},
            "shipped": numbers(self.shipped),
            "identified": {str(name): bool(value) for name, value in self.identified.items()},
            "post_prior_sd": numbers(self.post_prior_sd),
            "positive": list(self.positive),
            "head": self.head,
            "checks": frame_to_json(self.checks),
            "warnings": list(self.warnings),
            "provenance": deepcopy(self.provenance),
        }


def base_from_json(doc: dict[str, Any]) -> dict[str, Any]:
    """Return the constructor arguments of `Estimates` for a document of `base_json`."""
    params = series(doc["params"])
    cov = pd.DataFrame({name: series(row) for name, row in doc["cov"].items()}).T
    return {
        "name": doc["name"],
        "nobs": doc["nobs"],
        "converged": doc["converged"],
        "params": params,
        "cov": cov.reindex(columns=cov.index),
        "shipped": series(doc["shipped"]),
        "identified": pd.Series(doc["identified"], dtype=bool),
        "post_prior_sd": series(doc["post_prior_sd"]),
        "positive": tuple(doc["positive"]),
        "head": doc["head"],
        "checks": frame_from_json(doc["checks"]),
        "warnings": tuple(doc["warnings"]),
        "provenance": doc["provenance"],
    }


def rounded(value: Any) -> Any:
    """Return a number with 6 significant digits, None for a missing or infinite one; other values as they are."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return float(f"{value:.6g}") if math.isfinite(value) else None
    return value


def numbers(values: pd.Series) -> dict[str, Any]:
    """Return a series as {name: rounded number or None}."""
    return {str(name): rounded(value) for name, value in values.items()}


def series(doc: dict[str, Any]) -> pd.Series:
    """Return the series written by `numbers`."""
    return pd.Series(doc, dtype="float64")


def frame_to_json(frame: pd.DataFrame) -> dict[str, Any]:
    """Return a table as columns of rounded values."""
    return {
        "index": [rounded(value) for value in frame.index],
        "index_name": frame.index.name,
        "columns": {str(name): [rounded(value) for value in frame[name]] for name in frame.columns},
    }


def frame_from_json(doc: dict[str, Any]) -> pd.DataFrame:
    """Return the table written by `frame_to_json`."""
    index = pd.Index(doc["index"], name=doc["index_name"])
    return pd.DataFrame({name: pd.Series(values, index=index) for name, values in doc["columns"].items()}, index=index)


def write_json(doc: dict[str, Any], path: str | Path | None) -> dict[str, Any]:
    """Write a document (when a path is given; it appears whole or not at all) and return it."""
    if path is not None:
        draft = Path(path).with_name(f".{Path(path).name}.{os.getpid()}")
        draft.write_text(json.dumps(doc, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        draft.replace(path)
    return doc
