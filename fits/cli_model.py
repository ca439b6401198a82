"""Commands that make and judge the shipped model: `python -m fits model`, `python -m fits order`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from pencilmark.grader_model import default
from pencilmark.tables import DATA

from . import run_log
from .baselines import add_grid_metrics
from .cli_shared import errors_in_one_line, progress_bar
from .datasets import cloud_sudoku, fingerprint_of
from .difficulty_map import read_anchors
from .errors import FitError
from .features import attach
from .order import MODEL, OrderReport, order
from .route_fit import RouteConfig
from .shipped import SETTINGS, build, levels, write

FOLDER = Path("../shared/data")
LEAST_SPEARMAN, LARGEST_MAE = 0.70, 0.215


@click.command("order")
@click.option("--data", "folder", type=click.Path(path_type=Path), default=FOLDER, help="Folder of the data sets.")
@click.option("--folds", type=click.IntRange(2, 20), default=10)
@click.option("--seed", type=click.IntRange(min=0), default=0, help="Seed of folds and bootstrap.")
@click.option("--bootstrap", type=click.IntRange(min=0), default=200, help="Resamples of puzzles for intervals.")
@click.option("--out", "root", type=click.Path(path_type=Path), default=run_log.RUNS, help="Folder of runs.")
@click.option("--gate", is_flag=True, help="Exit 3 unless order and error are as good as wanted.")
@click.option("--no-progress", is_flag=True, help="Show no progress bar.")
@errors_in_one_line
def order_command(
    folder: Path, folds: int, seed: int, bootstrap: int, root: Path, gate: bool, no_progress: bool
) -> None:
    """Order and error of the card on held-out real times, beside all baselines."""
    source = folder / json.loads(SETTINGS.read_text(encoding="utf-8"))["times"]
    times = cloud_sudoku(source)
    with progress_bar(no_progress) as progress:
        features = add_grid_metrics(attach(times.puzzles["puzzle"], progress=progress), seed=seed, progress=progress)
        anchors = read_anchors(folder)
        rated = levels(folder, default(), progress)
        report = order(
            times, anchors, features, RouteConfig(),
            rated=rated, folds=folds, seed=seed, bootstrap=bootstrap, progress=progress,
        )  # fmt: skip
    config = {"command": "order", "data": times.name, "data_sha256": fingerprint_of(source), "seed": seed}
    where = run_log.new_run("order", root)
    run_log.write_run(where, config, {"result.json": report.to_json()}, [report.summary()], _metrics(report))
    click.echo(f"{report.summary()}\n\n{where}")
    if gate and (lacking := lacks(report)):
        raise FitError(f"order or error is not as wanted: {', '.join(lacking)}")


@click.command("model")
@click.option("--data", "folder", type=click.Path(path_type=Path), default=FOLDER, help="Folder of the data sets.")
@click.option("--to", "target", type=click.Path(path_type=Path), default=DATA, help="Folder of the JSON files.")
@click.option("--no-progress", is_flag=True, help="Show no progress bar.")
@errors_in_one_line
def model_command(folder: Path, target: Path, no_progress: bool) -> None:
    """Fit prices, score map and time model, judge them on held-out puzzles, and write the three JSON files."""
    with progress_bar(no_progress) as progress:
        shipped = build(folder, progress=progress)
    changed = write(shipped, target)
    if shipped.report is not None:
        click.echo(str(shipped.report.summary()))
    click.echo(f"{shipped.route.summary()}\n\n{shipped.scale.table.to_string()}\n\n{shipped.time.summary()}\n")
    click.echo(f"written to {target}: {', '.join(changed)}" if changed else f"{target}: nothing changed")


def lacks(report: OrderReport) -> list[str]:
    """What keeps a report from the wanted order and error."""
    found = []
    if report.value(MODEL, "spearman") < LEAST_SPEARMAN:
        found.append(f"Spearman of time below {LEAST_SPEARMAN}")
    if report.difficulty_spearman < LEAST_SPEARMAN:
        found.append(f"Spearman of difficulty below {LEAST_SPEARMAN}")
    if report.value(MODEL, "mae") > LARGEST_MAE:
        found.append(f"mean absolute error above {LARGEST_MAE}")
    return found


def _metrics(report: OrderReport) -> dict[str, Any]:
    own = report.table[report.table["model"] == MODEL]
    figures = dict(zip(own["metric"].astype(str), own["value"].astype(float), strict=True))
    return figures | {"difficulty_spearman": report.difficulty_spearman}
