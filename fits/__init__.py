"""Fitting of the grader's parameters to recorded solves: load, screen, adjust, fit, evaluate.

Times are seconds on disk and natural logs of minutes inside. Start with `simulate` to see tables of the right shape.
"""

from __future__ import annotations

from .accept import accept, sign
from .adjust import adjust
from .adjust_result import AdjustResult
from .aggregate import AggregateTimes
from .base import FitResult
from .baselines import add_grid_metrics
from .datasets import anonymise, cloud_sudoku, load_puzzles, load_solves
from .errors import DatasetError, FitError
from .evaluate import EvalReport, evaluate, noise_ceiling
from .experiments import Tornado, WhatIf, outcomes, pair, sweep, tornado, what_if
from .features import attach
from .gates import Case, GateReport, gates
from .golden_diff import GoldenDiff, golden_diff
from .golden_puzzles import golden_families, golden_puzzles
from .map_fit import DifficultyMapFit, Grade, MapConfig, MapResult, map_scores
from .partial import linkedin_games, nyt_fills, nyt_totals, single_deductions
from .pigeonhole import pigeonhole
from .player_spread import Spread, joint_report, spread
from .price_config import PriceConfig
from .price_result import PriceResult
from .prices import PriceFit, player_halves
from .route_fit import RouteConfig
from .screening import RejectReport, ScreenRules, screen
from .simulate import simulate
from .splits import by_player, by_puzzle, last_year
from .step_fit import StepFit, replay
from .study import Study, read_study
from .study_example import example_study
from .time_model import TimeConfig, TimeFit, TimeModelFit
from .two_way import AdjustConfig

__all__ = [
    "AdjustConfig",
    "AdjustResult",
    "AggregateTimes",
    "Case",
    "DatasetError",
    "DifficultyMapFit",
    "EvalReport",
    "FitError",
    "FitResult",
    "GateReport",
    "GoldenDiff",
    "Grade",
    "MapConfig",
    "MapResult",
    "PriceConfig",
    "PriceFit",
    "PriceResult",
    "RejectReport",
    "RouteConfig",
    "ScreenRules",
    "Spread",
    "StepFit",
    "Study",
    "TimeConfig",
    "TimeFit",
    "TimeModelFit",
    "Tornado",
    "WhatIf",
    "accept",
    "add_grid_metrics",
    "adjust",
    "anonymise",
    "attach",
    "by_player",
    "by_puzzle",
    "cloud_sudoku",
    "evaluate",
    "example_study",
    "gates",
    "golden_diff",
    "golden_families",
    "golden_puzzles",
    "joint_report",
    "last_year",
    "linkedin_games",
    "load_puzzles",
    "load_solves",
    "map_scores",
    "noise_ceiling",
    "nyt_fills",
    "nyt_totals",
    "outcomes",
    "pair",
    "pigeonhole",
    "player_halves",
    "read_study",
    "replay",
    "screen",
    "sign",
    "simulate",
    "single_deductions",
    "spread",
    "sweep",
    "tornado",
    "what_if",
]
