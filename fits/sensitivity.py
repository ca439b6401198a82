"""Does giving up matter? Compares the censored fit with one on finished solves only."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from .adjust import adjust
from .adjust_result import AdjustResult
from .screening import components
from .two_way import AdjustConfig

LARGEST_DIFFERENCE = 0.06


def abandon_sensitivity(solves: pd.DataFrame, result: AdjustResult, config: AdjustConfig) -> dict[str, Any]:
    """Return the share of given-up rows, the slope of b (finished only) on b (censored), and the verdict.

    Parameters
    ----------
    solves : DataFrame
        The screened table behind `result`.
    result : AdjustResult
        Stage 1 with censored rows.
    config : AdjustConfig
        Its settings.

    Returns
    -------
    dict
        {"censored_share", "slope_finished_only", "abandon": "none" | "stable" | "sensitive"}; sensitive when the
        slopes differ by more than 6 %: then giving up shapes the difficulty scale, and the Tobit assumption matters.
    """
    share = float(result.rows["censored"].mean())
    if share == 0.0:
        return {"censored_share": 0.0, "slope_finished_only": None, "abandon": "none"}
    finished = solves[(solves["status"].astype("object") == "solved").to_numpy()]
    codes = [pd.factorize(finished[name].astype("object"), sort=True)[0] for name in ("player_id", "puzzle_id")]
    label = components(*codes)
    finished = finished[label == np.argmax(np.bincount(label))]
    only = adjust(finished, config=replace(config, knots=(0.0,))).puzzles["b"]
    both = pd.concat([result.puzzles["b"], only], axis=1, join="inner").to_numpy()
    slope = float(np.polyfit(both[:, 0], both[:, 1], 1)[0])
    verdict = "sensitive" if abs(slope - 1) > LARGEST_DIFFERENCE else "stable"
    return {
        "censored_share": float(f"{share:.6g}"),
        "slope_finished_only": float(f"{slope:.6g}"),
        "abandon": verdict,
    }
