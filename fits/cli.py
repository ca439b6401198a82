"""Command line of fits: `python -m fits COMMAND`.

Exit codes: 0 done, 2 bad input or usage, 3 a check was not met (a fit that does not converge, `evaluate --gate`).
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import msgspec

from . import run_log
from .adjust import adjust
from .aggregate import AggregateTimes
from .baselines import add_grid_metrics, is_classic
from .cli_gates import accept_command, gates_command
from .cli_inputs import data_options, graded, needed, read_inputs, read_settings, run_config, run_options, table_options
from .cli_model import model_command, order_command
from .cli_prices import map_command, prices_command
from .cli_shared import errors_in_one_line, progress_bar
from .datasets import load_puzzles, load_solves
from .errors import DatasetError, FitError
from .evaluate import NULL, EvalReport, evaluate
from .metrics import HIGHER_IS_BETTER
from .pigeonhole import pigeonhole
from .report import model_card
from .screening import screen
from .sensitivity import abandon_sensitivity
from .simulate import simulate
from .splits import by_player, by_puzzle, last_year
from .time_model import TimeFit, TimeModelFit

# The gate is about simple predictors: not the constant, not the model it replaces, not the card's own scale.
NO_RIVALS = (NULL, "shipped", "card difficulty")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Fit the grader's parameters to recorded solves.

    \b
    Try it on simulated players:
      python -m fits simulate out/sim --rows 20000
      python -m fits check --data out/sim/solves.csv --puzzles out/sim/puzzles.csv
      python -m fits time --data out/sim/solves.csv --puzzles out/sim/puzzles.csv
    """


@main.command("simulate")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--rows", type=click.IntRange(min=10), default=20_000, help="Solves.")
@click.option("--players", type=click.IntRange(min=3), default=1_000, help="Players.")
@click.option("--n-puzzles", type=click.IntRange(min=3), default=300, help="Puzzles.")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="Seed of everything random.")
@click.option("--set", "truth", multiple=True, metavar="NAME=VALUE", help="Override a setting of fits.simulate.Truth.")
@errors_in_one_line
def simulate_command(folder: Path, rows: int, players: int, n_puzzles: int, seed: int, truth: tuple[str, ...]) -> None:
    """Write simulated solves, puzzles and their truth to FOLDER.

    \b
    Example: python -m fits simulate out/sim --rows 3000 --players 60 --n-puzzles 60 --seed 1
    """
    settings = dict(_setting(text) for text in truth)
    try:
        solves, puzzles, law = simulate(rows, players, n_puzzles, seed, **settings)
    except TypeError as error:
        raise DatasetError(f"--set: {error}; see fits.simulate.Truth for the names") from error
    folder.mkdir(parents=True, exist_ok=True)
    solves = solves.assign(duration_s=solves["duration_s"].round(1))
    solves.to_csv(folder / "solves.csv", index=False, date_format="%Y-%m-%dT%H:%M:%SZ")
    puzzles.to_csv(folder / "puzzles.csv", index=False, date_format="%Y-%m-%d", float_format="%.6g")
    doc = {"seed": seed, "simulated": True, **{key: round(value, 10) for key, value in law.scalars().items()}}
    (folder / "truth.json").write_text(json.dumps(doc, indent=1) + "\n", encoding="utf-8")
    click.echo(f"{len(solves)} simulated solves of {len(puzzles)} puzzles by {players} players in {folder}")


@main.command("check")
@data_options
@errors_in_one_line
def check_command(**options: Any) -> None:
    """Load and screen a data set; say what would be rejected, and why."""
    settings = read_settings(options["config_path"], options["max_reject"])
    solves = load_solves(needed(options["data_path"], "--data"), unit=options["unit"])
    puzzles = load_puzzles(needed(options["puzzles_path"], "--puzzles"))
    _, report = screen(solves, puzzles, settings.screen)
    click.echo(str(report.summary()))


@main.command("adjust")
@data_options
@run_options
@errors_in_one_line
def adjust_command(**options: Any) -> None:
    """Stage 1: adjusted log time of every puzzle, with players, era and practice removed."""
    settings = read_settings(options["config_path"], options["max_reject"])
    inputs = read_inputs(options, settings)
    if isinstance(inputs.data, AggregateTimes):
        raise DatasetError("adjust needs single solves; mean times have no players to remove")
    with progress_bar(options["no_progress"]) as progress:
        result = adjust(inputs.data, config=settings.adjust, progress=progress)
    folder = run_log.new_run(options["name"] or "adjust", options["root"])
    documents: dict[str, dict[str, Any]] = {"result.json": result.to_json()}
    if inputs.rejects is not None:
        documents["rejects.json"] = inputs.rejects.to_json()
    metrics = {name: getattr(result, name) for name in ("sigma", "spread_sigma", "practice", "minutes_per_unit")}
    run_log.write_run(folder, run_config("adjust", options, inputs, settings), documents, [result.summary()], metrics)
    result.puzzles.to_csv(folder / "puzzles.csv", float_format="%.6g")
    click.echo(f"{result.summary()}\n\n{folder}")


@main.command("time")
@data_options
@table_options
@run_options
@click.option("--bootstrap", type=click.IntRange(min=0), default=0, help="Draws of players and puzzles; 50 are usual.")
@errors_in_one_line
def time_command(bootstrap: int, **options: Any) -> None:
    """Fit the time model: adjusted times against card features; writes time_model.json and a report."""
    settings = read_settings(options["config_path"], options["max_reject"])
    inputs = graded(read_inputs(options, settings), options["no_progress"])
    config = replace(settings.time, data_name=inputs.name, data_sha256=inputs.sha256, seed=options["seed"])
    if bootstrap and isinstance(inputs.data, AggregateTimes):
        raise DatasetError("--bootstrap draws players, which mean times do not have; leave it out")
    with progress_bar(options["no_progress"]) as progress:
        if isinstance(inputs.data, AggregateTimes):
            fit = TimeModelFit(config).fit(inputs.data, inputs.features)
        else:
            adjusted = adjust(inputs.data, config=settings.adjust, progress=progress)
            fit = TimeModelFit(config).fit(replace(adjusted, rejects=inputs.rejects), inputs.features)
            fit.provenance["sensitivity"] = abandon_sensitivity(inputs.data, adjusted, settings.adjust)
            if bootstrap:
                drawn = pigeonhole(
                    inputs.data, adjusted, inputs.features, fit, bootstrap,
                    config=settings.adjust, seed=options["seed"], progress=progress,
                )  # fmt: skip
                fit = fit.with_draws(drawn)
    folder = run_log.new_run(options["name"] or "time", options["root"])
    documents = {"result.json": fit.to_json(), "time_model.json": fit.model_json()}
    if inputs.rejects is not None:
        documents["rejects.json"] = inputs.rejects.to_json()
    figures = run_log.save_figures(fit, folder)
    parts = [fit.summary(), *([inputs.rejects.summary()] if inputs.rejects else [])]
    run_log.write_run(
        folder, run_config("time", options, inputs, settings), documents, parts, _fit_metrics(fit), figures
    )
    (folder / "model_card.md").write_text(model_card(fit.model_json()), encoding="utf-8")
    click.echo(f"{fit.summary()}\n\n{fit.diagnostics().to_string(index=False)}\n\n{folder}")


@main.command("evaluate")
@data_options
@table_options
@run_options
@click.option("--split", "split_name", type=click.Choice(["by_puzzle", "by_player", "last_year"]), default="by_puzzle")
@click.option("--folds", type=click.IntRange(2, 20), default=5, help="Folds of by_puzzle and by_player.")
@click.option("--bootstrap", type=click.IntRange(min=0), default=200, help="Resamples of puzzles for intervals.")
@click.option("--baselines-only", is_flag=True, help="Fit no model: features hold only grids.")
@click.option("--gate", is_flag=True, help="Exit 3 unless the model beats every baseline in Spearman and MAE.")
@errors_in_one_line
def evaluate_command(
    split_name: str, folds: int, bootstrap: int, baselines_only: bool, gate: bool, **options: Any
) -> None:
    """Compare the time model with baselines on held-out puzzles, players or the last year."""
    settings = read_settings(options["config_path"], options["max_reject"])
    inputs = read_inputs(options, settings)
    if not baselines_only:
        inputs = graded(inputs, options["no_progress"])
    seed = options["seed"]
    splits = {"by_puzzle": by_puzzle(folds, seed), "by_player": by_player(folds, seed), "last_year": last_year()}
    model = None if baselines_only else TimeModelFit(replace(settings.time, seed=seed))
    with progress_bar(options["no_progress"]) as progress:
        features = inputs.features
        if "puzzle" in features.columns and is_classic(features["puzzle"]).all():
            features = add_grid_metrics(features, seed=seed, progress=progress)
        report = evaluate(
            model,
            inputs.data,
            features,
            splits[split_name],
            bootstrap=bootstrap,
            seed=seed,
            config=settings.adjust,
            progress=progress,
        )
    folder = run_log.new_run(options["name"] or "evaluate", options["root"])
    first = str(report.table["model"].iloc[0])
    own = report.table[report.table["model"] == first]
    metrics = dict(zip(own["metric"].astype(str), own["value"].astype(float), strict=True))
    config = run_config("evaluate", options, inputs, settings) | {"split": report.split}
    run_log.write_run(folder, config, {"result.json": report.to_json()}, [report.summary()], metrics)
    click.echo(f"{report.summary()}\n\n{folder}")
    if gate and (lost := beaten_by(report)):
        raise FitError(f"the model does not beat {', '.join(lost)}")


@main.command("runs")
@click.option("--out", "root", type=click.Path(path_type=Path), default=run_log.RUNS, help="Folder of runs.")
@errors_in_one_line
def runs_command(root: Path) -> None:
    """List the runs made so far."""
    table = run_log.runs_table(root)
    click.echo(table.to_string(float_format=lambda v: f"{v:.4g}") if len(table) else f"no runs in {root}")


@main.command("compare")
@click.argument("first")
@click.argument("second")
@click.option("--out", "root", type=click.Path(path_type=Path), default=run_log.RUNS, help="Folder of runs.")
@errors_in_one_line
def compare_command(first: str, second: str, root: Path) -> None:
    """Show the figures of two runs side by side."""
    click.echo(run_log.compare_runs(root, first, second).to_string(float_format=lambda v: f"{v:.5g}"))


def beaten_by(report: EvalReport) -> list[str]:
    """Return the baselines that the model does not beat in both Spearman and MAE."""
    rows = report.wide().astype("float64")
    if "model" not in rows.index:
        raise DatasetError("--gate needs a model: leave --baselines-only out")
    if "mae" not in rows.columns:
        raise DatasetError("--gate compares predicted puzzle times: use --split by_puzzle")
    lost = []
    for name in rows.index.drop(["model", *NO_RIVALS], errors="ignore"):
        for metric in ("spearman", "mae"):
            ours, theirs = rows[metric]["model"], rows[metric][name]
            if (ours <= theirs) if metric in HIGHER_IS_BETTER else (ours >= theirs):
                lost.append(f"{name} ({metric})")
    return lost


def _setting(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    try:
        return name.strip(), msgspec.json.decode(value, type=bool | int | float)
    except msgspec.DecodeError as error:
        raise DatasetError(f"--set {text!r} must be NAME=NUMBER, for instance k_effort=0.7") from error


def _fit_metrics(fit: TimeFit) -> dict[str, float]:
    names = ("k_effort", "k_empty", "t0", "minutes_per_unit", "puzzle_sigma", "spread_sigma")
    return {name: float(f"{fit.params[f'time.{name}']:.6g}") for name in names}


main.add_command(prices_command)
main.add_command(map_command)
main.add_command(model_command)
main.add_command(order_command)
main.add_command(gates_command)
main.add_command(accept_command)
