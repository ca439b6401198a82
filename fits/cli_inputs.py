"""What commands that read solves share: options, settings from a file, tables, features."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
import pandas as pd

from pencilmark.errors import PencilmarkError
from pencilmark.export import solve

from . import run_log
from .aggregate import AggregateTimes
from .cli_shared import Command, progress_bar
from .datasets import cloud_sudoku, fingerprint_of, load_puzzles, load_solves, read_table
from .errors import DatasetError
from .features import attach
from .map_fit import MapConfig
from .price_config import PriceConfig
from .screening import RejectReport, ScreenRules, screen
from .time_model import TimeConfig
from .two_way import AdjustConfig

SECTIONS = ("screen", "adjust", "time", "prices", "map")
"""Of a settings file."""


@dataclass(frozen=True)
class Settings:
    """Configuration of all steps, from --config and options."""

    screen: ScreenRules
    adjust: AdjustConfig
    time: TimeConfig
    prices: PriceConfig
    map: MapConfig


@dataclass(frozen=True)
class Inputs:
    """What a command works on: screened solves, or mean times; and the features."""

    data: pd.DataFrame | AggregateTimes
    rejects: RejectReport | None
    features: pd.DataFrame
    name: str
    sha256: str


def data_options(command: Command) -> Command:
    """Options of commands that read solves."""
    options = [
        click.option("--data", "data_path", type=click.Path(path_type=Path), help="Solves, CSV or Parquet."),
        click.option("--puzzles", "puzzles_path", type=click.Path(path_type=Path), help="Puzzles, CSV or Parquet."),
        click.option("--unit", type=click.Choice(["s", "min", "ms"]), default="s", help="Unit of the times in --data."),
        click.option("--config", "config_path", type=click.Path(path_type=Path), help=f"JSON: {', '.join(SECTIONS)}."),
        click.option("--max-reject", type=float, help="Largest share of rejected rows, 0 … 1."),
        click.option("--no-progress", is_flag=True, help="Show no progress bar."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def run_options(command: Command) -> Command:
    """Options of commands that leave a run folder."""
    options = [
        click.option("--out", "root", type=click.Path(path_type=Path), default=run_log.RUNS, help="Folder of runs."),
        click.option("--name", default=None, help="Name of the run folder."),
        click.option("--seed", type=click.IntRange(min=0), default=0, help="Seed of everything random."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def table_options(command: Command) -> Command:
    """Options for mean times, and for features made elsewhere."""
    options = [
        click.option("--means", "means_path", type=click.Path(path_type=Path), help="Mean times instead of --data."),
        click.option(
            "--features",
            "features_path",
            type=click.Path(path_type=Path),
            help="Card features by puzzle_id; without them the puzzles are graded.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def read_inputs(options: dict[str, Any], settings: Settings) -> Inputs:
    """Solves or mean times, screened, with what is known of the puzzles."""
    means = options.get("means_path")
    if means is not None:
        times = cloud_sudoku(means, name=means.stem)
        features = _features(options.get("features_path"), times.puzzles[["puzzle"]])
        return Inputs(times, None, features, means.stem, fingerprint_of(means))
    data_path = needed(options["data_path"], "--data")
    puzzles = load_puzzles(needed(options["puzzles_path"], "--puzzles"))
    kept, rejects = screen(load_solves(data_path, unit=options["unit"]), puzzles, settings.screen)
    features = _features(options.get("features_path"), puzzles.set_index("puzzle_id"))
    return Inputs(kept, rejects, features, data_path.stem, fingerprint_of(data_path))


def _features(path: Path | None, own: pd.DataFrame) -> pd.DataFrame:
    """Return the feature file joined with what the puzzle table knows; the file wins."""
    if path is None:
        return own
    table = read_table(path)
    if "puzzle_id" not in table.columns:
        raise DatasetError(f"{path}: column puzzle_id is missing; features are joined by it")
    table = table.set_index(table.pop("puzzle_id").astype(str))
    whole = pd.api.types.is_integer_dtype(own.index)
    own = own.set_axis(pd.Index(own.index.astype(str)))
    joined = table.join(own[[name for name in own.columns if name not in table.columns]], how="inner")
    if joined.empty:
        raise DatasetError(f"{path}: no puzzle_id in common with the data")
    return joined.set_axis(joined.index.astype("int64")) if whole else joined


def graded(inputs: Inputs, no_progress: bool) -> Inputs:
    """Inputs with the card features of every puzzle; tables that bring grids but no features are graded here."""
    table = inputs.features
    if "effort_l1" in table.columns or "puzzle" not in table.columns:
        return inputs
    grids = table["puzzle"].astype("object")
    for name, grid in grids.items():
        try:
            solve(grid)
        except (PencilmarkError, TypeError) as error:
            raise DatasetError(f"puzzle {name} cannot be graded: {error}; repair it or leave it out") from error
    with progress_bar(no_progress) as progress:
        features = attach(grids, progress=progress)
    own = table[[name for name in table.columns if name not in features.columns]]
    return replace(inputs, features=features.join(own))


def needed(path: Path | None, option: str) -> Path:
    """The path of an option that must be given."""
    if path is None:
        raise DatasetError(f"{option} is missing; see --help")
    return path


def read_settings(path: Path | None, max_reject: float | None) -> Settings:
    """Settings from a file; options win."""
    doc: dict[str, Any] = {}
    if path is not None:
        try:
            doc = json.loads(path.read_text(encoding="utf-8"), parse_constant=_no_constant)
        except (OSError, ValueError, RecursionError) as error:
            raise DatasetError(f"{path}: cannot be read as JSON ({error}); see --help") from error
    sections = ", ".join(SECTIONS)
    if not isinstance(doc, dict):
        raise DatasetError(f"{path}: must hold one JSON object with the sections {sections}")
    unknown = set(doc) - set(SECTIONS)
    if unknown:
        raise DatasetError(f"{path}: unknown section {', '.join(sorted(unknown))}; use {sections}")
    rules = _from_doc(ScreenRules, doc.get("screen", {}))
    if max_reject is not None:
        rules = replace(rules, max_reject=max_reject)
    return Settings(
        rules,
        _from_doc(AdjustConfig, doc.get("adjust", {})),
        _from_doc(TimeConfig, doc.get("time", {})),
        _from_doc(PriceConfig, doc.get("prices", {})),
        _from_doc(MapConfig, doc.get("map", {})),
    )


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


Record = TypeVar("Record", ScreenRules, AdjustConfig, TimeConfig, PriceConfig, MapConfig)


def _from_doc(record: type[Record], doc: Any) -> Record:
    if not isinstance(doc, dict):
        raise DatasetError(f"config: a section is an object of settings, not {json.dumps(doc)[:40]}")
    known = {f.name for f in fields(record)}
    unknown = set(doc) - known
    if unknown:
        raise DatasetError(f"config: unknown setting {', '.join(sorted(unknown))}; known: {', '.join(sorted(known))}")
    try:
        return msgspec.convert(doc, record)
    except msgspec.ValidationError as error:
        raise DatasetError(f"config: {error}") from error


def run_config(command: str, options: dict[str, Any], inputs: Inputs, settings: Settings) -> dict[str, Any]:
    """What a run folder says about how it was made."""
    return {
        "command": command,
        "data": inputs.name,
        "data_sha256": inputs.sha256,
        "seed": options["seed"],
        "settings": asdict(settings),
    }
