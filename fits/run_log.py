"""Run folders and the log of runs: what was fitted, from which data, with which result."""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pandas as pd

from .errors import DatasetError
from .report import html_page
from .summary import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RUNS = Path("fits") / "runs"
LOG = "runs.jsonl"
MODEL_FILES = ("time_model.json", "params.json", "card_score.json")
"""What a run may fit, the first one found names the model."""


class Drawable(Protocol):
    """A result with figures."""

    def kinds(self) -> tuple[str, ...]:
        """Figures it has data for."""

    def plot(self, kind: str, ax: Axes | None = None) -> Axes:
        """Draw one."""


def new_run(name: str, root: Path) -> Path:
    """Make and return the folder <date>-<name>, with a number appended when it exists."""
    if Path(name).name != name:
        raise DatasetError(f"run name {name!r} must be one folder name; the place is chosen with --out")
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    for number in range(1, 1000):
        folder = root / (f"{day}-{name}" if number == 1 else f"{day}-{name}-{number}")
        if not folder.exists():
            folder.mkdir(parents=True)
            return folder
    raise DatasetError(f"{root}: a thousand runs named {name} today; choose another --name")


def write_run(
    folder: Path,
    config: Mapping[str, Any],
    documents: Mapping[str, Mapping[str, Any]],
    parts: list[Summary],
    metrics: Mapping[str, Any],
    figures: list[str] | None = None,
) -> None:
    """Fill a run folder (config, documents, report, packages) and append its line to the log.

    Parameters
    ----------
    folder : Path
        Folder of `new_run`.
    config : Mapping
        Settings of the run; `data`, `data_sha256`, `seed` and `parent` go into the log line.
    documents : Mapping
        {file name: document}.
    parts : list of Summary
        Shown in report.html.
    metrics : Mapping
        Main figures, for `compare`.
    figures : list of str, optional
        File names of figures already in the folder.
    """
    for name, doc in {"config.json": config, **documents}.items():
        text = json.dumps(doc, indent=1, ensure_ascii=False, default=str)
        (folder / name).write_text(text + "\n", encoding="utf-8")
    (folder / "report.html").write_text(html_page(folder.name, parts, figures or []), encoding="utf-8")
    lines = sorted({f"{dist.name}=={dist.version}" for dist in metadata.distributions() if dist.name})
    (folder / "packages.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    line = {
        "id": folder.name,
        "kind": config.get("command"),
        "data": config.get("data"),
        "data_sha256": config.get("data_sha256"),
        "model_hash": document_hash(next((documents[name] for name in MODEL_FILES if name in documents), {})),
        "seed": config.get("seed"),
        "metrics": dict(metrics),
        "parent": config.get("parent"),
    }
    with (folder.parent / LOG).open("a", encoding="utf-8") as log:
        log.write(json.dumps(line, ensure_ascii=False) + "\n")


def document_hash(doc: Mapping[str, Any]) -> str:
    """Return SHA-256 of a document without its provenance; "" for an empty one."""
    bare = {key: value for key, value in doc.items() if key != "provenance"}
    if not bare:
        return ""
    return hashlib.sha256(json.dumps(bare, sort_keys=True).encode("utf-8")).hexdigest()


def save_figures(fit: Drawable, folder: Path) -> list[str]:
    """Draw every figure the fit has data for, with the run id in a corner; return the file names."""
    from matplotlib.figure import Figure

    names = []
    for kind in fit.kinds():
        figure = Figure(figsize=(6, 4), layout="constrained")
        fit.plot(kind, figure.add_subplot())
        figure.text(0.995, 0.005, folder.name, ha="right", va="bottom", fontsize=6, color="0.5")
        figure.savefig(str(folder / f"{kind}.png"), dpi=110)
        names.append(f"{kind}.png")
    return names


def read_runs(root: Path) -> list[dict[str, Any]]:
    """Return the lines of the log, oldest first; an empty list when there is none."""
    path = root / LOG
    if not path.is_file():
        return []
    runs = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            runs.append(json.loads(line))
        except json.JSONDecodeError as error:
            raise DatasetError(f"{path}: not a line of JSON; remove it", [number]) from error
    return runs


def runs_table(root: Path) -> pd.DataFrame:
    """Return one row per run: id, kind, data, seed and the metrics."""
    rows = [
        {"id": run["id"], "kind": run["kind"], "data": run["data"], "seed": run["seed"], **run["metrics"]}
        for run in read_runs(root)
    ]
    return pd.DataFrame(rows).set_index("id") if rows else pd.DataFrame()


def compare_runs(root: Path, first: str, second: str) -> pd.DataFrame:
    """Return the metrics of two runs side by side with their difference (second minus first)."""
    by_id = {run["id"]: run for run in read_runs(root)}
    for name in (first, second):
        if name not in by_id:
            known = ", ".join(list(by_id)[-5:]) or "none"
            raise DatasetError(f"run {name!r} is not in {root / LOG}; the latest are: {known}")
    table = pd.DataFrame({name: pd.Series(by_id[name]["metrics"], dtype="float64") for name in (first, second)})
    return table.assign(difference=table[second] - table[first]) if first != second else table
