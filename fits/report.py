"""Provenance blocks, the model card in Markdown, and the files of a run."""

from __future__ import annotations

import datetime
import html
import platform
import subprocess
from collections.abc import Mapping
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from .adjust_result import AdjustResult
from .base import Estimates, rounded, write_json
from .summary import Summary

if TYPE_CHECKING:
    from .aggregate import AggregateTimes
    from .time_model import TimeFit

FITS_VERSION = "1"
PACKAGES = ("numpy", "scipy", "pandas", "numba")
REQUIRED = (
    "created_utc",
    "fit",
    "fits_version",
    "git_commit",
    "git_dirty",
    "engine_hash",
    "base_model_hash",
    "features_model_hash",
    "data",
    "rejects",
    "config",
    "seed",
    "estimates",
    "heldout",
    "gates",
    "sensitivity",
    "packages",
    "replaces",
    "notes",
)


class FitConfig(Protocol):
    """What provenance reads of a fit's settings, which are a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def data_name(self) -> str:
        """Name of the data set."""

    @property
    def data_sha256(self) -> str:
        """Its fingerprint."""

    @property
    def licence(self) -> str:
        """Its licence."""

    @property
    def seed(self) -> int:
        """Seed of everything random."""


def provenance(
    result: Estimates,
    adjusted: AdjustResult | AggregateTimes,
    config: FitConfig,
    hashes: Mapping[Any, Any],
) -> dict[str, Any]:
    """Return the provenance block of a fitted file; held-out figures and gates are added by later steps.

    Parameters
    ----------
    hashes : Mapping
        `attrs` of the feature table: engine_hash, base_model_hash and features_model_hash, where known.
    """
    rejects = adjusted.rejects.counts if isinstance(adjusted, AdjustResult) and adjusted.rejects else {}
    return _block(result, config, hashes, _data_block(adjusted, config), rejects)


def labels_provenance(result: Estimates, config: FitConfig, hashes: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the provenance block of a fit to labelled puzzles, which has neither players nor dates."""
    none = dict.fromkeys(("rows_in", "rows_used", "players", "date_min", "date_max", "era_ref"))
    data = {"name": config.data_name, "sha256": config.data_sha256, "licence": config.licence, **none}
    return _block(result, config, hashes, data | {"puzzles": result.nobs, "aggregate": "labels"}, {})


def _block(
    result: Estimates, config: FitConfig, hashes: Mapping[Any, Any], data: dict[str, Any], rejects: Mapping[str, int]
) -> dict[str, Any]:
    commit, dirty = git_state()
    settings = {key: value for key, value in asdict(config).items() if key != "shipped"}
    return {
        "created_utc": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "fit": result.name,
        "fits_version": FITS_VERSION,
        "git_commit": commit,
        "git_dirty": dirty,
        **{name: str(hashes.get(name, "")) for name in ("engine_hash", "base_model_hash", "features_model_hash")},
        "data": data,
        "rejects": dict(rejects),
        "config": {key: rounded(value) for key, value in settings.items()},
        "seed": config.seed,
        "estimates": result.estimates(),
        "heldout": {},
        "gates": {},
        "sensitivity": {},
        "packages": {"python": platform.python_version(), **{name: metadata.version(name) for name in PACKAGES}},
        "replaces": "",
        "notes": list(result.warnings),
    }


def _data_block(adjusted: AdjustResult | AggregateTimes, config: FitConfig) -> dict[str, Any]:
    block: dict[str, Any] = {"name": config.data_name, "sha256": config.data_sha256, "licence": config.licence}
    if isinstance(adjusted, AdjustResult):
        rows_in = adjusted.rejects.n_in if adjusted.rejects else len(adjusted.rows)
        return block | {
            "rows_in": rows_in,
            "rows_used": len(adjusted.rows),
            "players": len(adjusted.players),
            "puzzles": len(adjusted.puzzles),
            "date_min": adjusted.date_min,
            "date_max": adjusted.era_ref,
            "era_ref": adjusted.era_ref if len(adjusted.era) else "not identified",
            "aggregate": adjusted.aggregate,
        }
    n = int(adjusted.puzzles["n"].sum())
    return block | {
        "rows_in": n,
        "rows_used": n,
        "players": None,
        "puzzles": len(adjusted.puzzles),
        "date_min": None,
        "date_max": None,
        "era_ref": None,
        "aggregate": adjusted.aggregate,
        "noise_per_player": rounded(adjusted.noise),
    }


def git_state() -> tuple[str, bool]:
    """Return the commit of the checkout and whether it has uncommitted changes; ("unknown", True) without git."""
    here = Path(__file__).resolve().parent
    try:
        commit = _git(here, "rev-parse", "HEAD")
        return commit, bool(_git(here, "status", "--porcelain", "--untracked-files=no"))
    except (OSError, subprocess.CalledProcessError):
        return "unknown", True


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def write_time_model(result: TimeFit, path: str | Path) -> dict[str, Any]:
    """Write `time_model.json` and return its document."""
    return write_json(result.model_json(), path)


def model_card(doc: Mapping[str, Any]) -> str:
    """Return a fitted file's provenance as Markdown: intended use, data, method, numbers, known limits."""
    block = doc["provenance"]
    data = block["data"]
    lines = [
        f"# {doc['format']}",
        "",
        "**Use.** Predicts minutes of today's median player from the card; percentiles are over players.",
        f"**Data.** {data['name'] or 'unnamed'}: {data['rows_used']} solves of {data['puzzles']} puzzles"
        f" ({data['licence'] or 'licence not stated'}); aggregate: {data['aggregate']}.",
        f"**Made** {block['created_utc']} at commit {block['git_commit'][:12]}, seed {block['seed']}.",
        "",
        "| parameter | value | se | 95 % interval | identified |",
        "|---|---|---|---|---|",
    ]
    for name, row in block["estimates"].items():
        interval = "" if row["lo"] is None else f"{row['lo']:.4g} … {row['hi']:.4g}"
        se = "" if row["se"] is None else f"{row['se']:.3g}"
        lines.append(f"| {name} | {row['value']} | {se} | {interval} | {'yes' if row['identified'] else 'no'} |")
    if block["heldout"]:
        lines += ["", "| held out | " + " | ".join(next(iter(block["heldout"].values()))) + " |", "|---" * 6 + "|"]
        lines += [
            f"| {key} | " + " | ".join(str(v) for v in row.values()) + " |" for key, row in block["heldout"].items()
        ]
    if block["notes"]:
        lines += ["", "**Known limits**", "", *[f"- {note}" for note in block["notes"]]]
    return "\n".join(lines) + "\n"


def html_page(title: str, parts: list[Summary], figures: list[str]) -> str:
    """Return one self-contained page: summaries first, then the figures (file names relative to the page)."""
    body = "".join(part._repr_html_() for part in parts)
    images = "".join(f'<img src="{html.escape(name)}" alt="{html.escape(name)}">' for name in figures)
    style = "body{font-family:sans-serif;margin:2em}td,th{padding:2px 8px;text-align:right}img{max-width:48%}"
    return (
        f"<!doctype html><meta charset='utf-8'><title>{html.escape(title)}</title><style>{style}</style>"
        f"<h1>{html.escape(title)}</h1>{body}{images}\n"
    )
