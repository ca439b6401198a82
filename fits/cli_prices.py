"""Commands that fit prices and the score map: `python -m fits prices`, `python -m fits map`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pandas as pd

from pencilmark.tables import DATA

from . import run_log
from .adjust import adjust
from .aggregate import AggregateTimes
from .cli_inputs import (
    Inputs,
    Settings,
    data_options,
    needed,
    read_inputs,
    read_settings,
    run_config,
    run_options,
    table_options,
)
from .cli_shared import errors_in_one_line, progress_bar
from .datasets import fingerprint_of, load_puzzles, read_table
from .difficulty_map import read_anchors
from .errors import DatasetError
from .features import attach
from .map_fit import DifficultyMapFit, MapResult, map_scores
from .price_result import PriceResult
from .prices import PriceFit, player_halves
from .two_way import Progress


@click.command("prices")
@data_options
@table_options
@run_options
@click.option("--target", type=click.Choice(["time", "difficulty"]), default=None, help="Which prices; default time.")
@click.option("--rounds", type=click.IntRange(1, 40), default=None, help="Most rounds of walking and fitting.")
@click.option("--walks", type=click.IntRange(1, 64), default=None, help="Walks per puzzle.")
@click.option("--bootstrap", type=click.IntRange(min=0), default=None, help="Draws over puzzles at fixed routes.")
@click.option("--halves", is_flag=True, help="Also fit two halves of the players, routes and all.")
@errors_in_one_line
def prices_command(
    target: Any, rounds: int | None, walks: int | None, bootstrap: int | None, halves: bool, **options: Any
) -> None:
    """Fit prices of steps to puzzle times; writes params.json (or card_score.json) and a report.

    \b
    Example: python -m fits prices --means means.csv --rounds 4
    """
    settings = read_settings(options["config_path"], options["max_reject"])
    inputs = read_inputs(options, settings)
    config = settings.prices
    config = replace(config, data_name=inputs.name, data_sha256=inputs.sha256, seed=options["seed"])
    given = {"target": target, "rounds": rounds, "bootstrap": bootstrap}
    config = replace(config, **{name: value for name, value in given.items() if value is not None})
    if walks is not None:
        config = replace(config, route=replace(config.route, walks=walks), cv_walks=min(config.cv_walks, walks))
    with progress_bar(options["no_progress"]) as progress:
        fit = _prices(inputs, settings, PriceFit(config), halves, progress)
    settings = replace(settings, prices=config)
    metrics = {str(name).split(".", 1)[-1]: float(f"{value:.6g}") for name, value in fit.params.items()}
    metrics["held_out_loss"] = float(f"{fit.rounds['held_out'].min():.6g}")
    documents = {"rejects.json": inputs.rejects.to_json()} if inputs.rejects is not None else {}
    _leave(fit, run_config("prices", options, inputs, settings), documents, metrics, options)


@click.command("map")
@click.option("--labels", type=click.Path(path_type=Path), help="Puzzles with published_grade, CSV or Parquet.")
@click.option("--anchors", type=click.Path(path_type=Path), help="Folder of the rated sets of difficulty_targets.csv.")
@click.option("--config", "config_path", type=click.Path(path_type=Path), help="JSON with the section map.")
@click.option("--bootstrap", type=click.IntRange(min=0), default=None, help="Draws over the puzzles of each grade.")
@click.option("--no-progress", is_flag=True, help="Show no progress bar.")
@run_options
@errors_in_one_line
def map_command(
    labels: Path | None, anchors: Path | None, config_path: Path | None, bootstrap: int | None, **options: Any
) -> None:
    """Fit the score map to puzzles of known grade; writes card_score.json and a report.

    Give --labels (a puzzle table with published_grade; raw scores are computed unless it has score_raw), or --anchors.
    """
    if (labels is None) == (anchors is None):
        raise DatasetError("give either --labels or --anchors; see --help")
    settings = read_settings(config_path, None)
    config = replace(settings.map, seed=options["seed"])
    if bootstrap is not None:
        config = replace(config, bootstrap=bootstrap)
    with progress_bar(options["no_progress"]) as progress:
        if anchors is not None:
            scores, grades = map_scores(read_anchors(anchors))
            config = replace(config, grades=grades, data_name=anchors.name)
        else:
            path = needed(labels, "--labels")
            scores = _labelled(path, progress)
            config = replace(config, data_name=path.stem, data_sha256=fingerprint_of(path))
    fit = DifficultyMapFit(config).fit(scores)
    inputs = Inputs(pd.DataFrame(), None, scores, config.data_name, config.data_sha256)
    metrics = {str(name).removeprefix("score."): float(f"{value:.6g}") for name, value in fit.params.items()}
    _leave(fit, run_config("map", options, inputs, replace(settings, map=config)), {}, metrics, options)


def _prices(inputs: Inputs, settings: Settings, fit: PriceFit, halves: bool, progress: Progress | None) -> PriceResult:
    if isinstance(inputs.data, AggregateTimes):
        if halves:
            raise DatasetError("--halves needs single solves; mean times have no players")
        return fit.fit(inputs.data, inputs.features, progress=progress)
    adjusted = replace(adjust(inputs.data, config=settings.adjust, progress=progress), rejects=inputs.rejects)
    two = None
    if halves:
        first, second = (adjust(part, config=settings.adjust) for part in player_halves(inputs.data, fit.config.seed))
        two = (first, second)
    return fit.fit(adjusted, inputs.features, halves=two, progress=progress)


def _labelled(path: Path, progress: Progress | None) -> pd.DataFrame:
    table = read_table(path)
    if "score_raw" in table.columns:
        return table
    puzzles = load_puzzles(path).set_index("puzzle_id")
    if "puzzle" not in puzzles.columns:
        raise DatasetError(f"{path}: needs the column puzzle or score_raw")
    raw = attach(puzzles["puzzle"].astype("object"), progress=progress)["score_raw"]
    return puzzles.assign(score_raw=raw)


def _leave(
    fit: PriceResult | MapResult, config: dict[str, Any], documents: dict[str, Any], metrics: dict[str, Any],
    options: dict[str, Any],
) -> None:  # fmt: skip
    """Fill a run folder and say what was found."""
    folder = run_log.new_run(options["name"] or config["command"], options["root"])
    documents = {"result.json": fit.to_json(), fit.file: fit.model_json(), **documents}
    figures = run_log.save_figures(fit, folder)
    run_log.write_run(folder, config, documents, [fit.summary()], metrics, figures)
    click.echo(f"{fit.summary()}\n\n{fit.diagnostics().to_string(index=False)}\n\n{folder}")
    click.echo(f"judge it: python -m fits gates {folder}; what ships now lies in {DATA}")
