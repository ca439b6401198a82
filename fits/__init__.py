"""Fitting of the grader's parameters to recorded solves: load, screen, adjust, fit, evaluate.

Times are seconds on disk and natural logs of minutes inside. Start with `simulate` to see tables of the right shape.
"""

from __future__ import annotations

from .adjust import adjust
from .adjust_result import AdjustResult
from .aggregate import AggregateTimes
from .base import FitResult
from .baselines import add_grid_metrics
from .datasets import anonymise, cloud_sudoku, load_puzzles, load_solves
from .errors import DatasetError, FitError
from .evaluate import EvalReport, evaluate, noise_ceiling
from .experiments import Tornado, WhatIf, outcomes, pair, sweep, tornado, what_if
from .screening import RejectReport, ScreenRules, screen
from .simulate import simulate
from .splits import by_player, by_puzzle, last_year
from .time_model import TimeConfig, TimeFit, TimeModelFit
from .two_way import AdjustConfig

__all__ = [
    "AdjustConfig",
    "AdjustResult",
    "AggregateTimes",
    "DatasetError",
    "EvalReport",
    "FitError",
    "FitResult",
    "RejectReport",
    "ScreenRules",
    "TimeConfig",
    "TimeFit",
    "TimeModelFit",
    "Tornado",
    "WhatIf",
    "add_grid_metrics",
    "adjust",
    "anonymise",
    "by_player",
    "by_puzzle",
    "cloud_sudoku",
    "evaluate",
    "last_year",
    "load_puzzles",
    "load_solves",
    "noise_ceiling",
    "outcomes",
    "pair",
    "screen",
    "simulate",
    "sweep",
    "tornado",
    "what_if",
]
