"""Compute ``pencilmark/data/typical.json``: ``python -m tools.make_typical [--check]``.

Per band, the 10th and 90th percentile of the difficulty of published puzzles, classics of 9×9 and variants apart: what
the publishing note ``unusual`` compares with. The puzzles are read from ``../shared/data``; only the percentiles, the
counts and where they come from are kept. To be run again whenever the scale of difficulty changes (``--check`` tells).

Every source is sampled evenly, in its own order, so that the figures do not depend on chance. Puzzles that are not
unique or take longer than the time limit are left out and counted.
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from pencilmark import default, rate
from pencilmark.errors import PencilmarkError
from pencilmark.exchange import read
from pencilmark.loaders import load
from pencilmark.publish_flags import kind_of, scale_digest, typical
from pencilmark.tables import BANDS, DATA

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
LIMIT = 5.0
"""Seconds for one puzzle; none of the classics comes near it."""


@dataclass(frozen=True)
class Source:
    """A collection of published puzzles: what it is, how many of it are rated at most, and how it is read."""

    name: str
    most: int
    puzzles: Callable[[], Iterator[object]]


def _column(file: str, column: str) -> Callable[[], Iterator[object]]:
    def puzzles() -> Iterator[object]:
        with (SHARED / file).open(encoding="utf-8", newline="") as rows:
            yield from (row[column] for row in csv.DictReader(rows))

    return puzzles


def _variants() -> Iterator[object]:
    from tests.iss import convert, rows

    for row in rows():
        doc = convert(row)
        if doc is not None:
            yield read(doc)


SOURCES = (
    Source("nyt_personal_vr", 400, _column("nyt_personal_vr/nyt_puzzles.csv", "puzzle")),
    Source("cloud_sudoku", 400, _column("cloud_sudoku/sudoku_records_20250407.csv", "puzzle")),
    Source("sudoku_exchange_se buckets", 400, _column("sudoku_exchange_se/buckets_500_with_solutions.csv", "puzzle")),
    Source("sudoku_exchange_se", 600, _column("sudoku_exchange_se/diabolical_se_stratified.csv", "puzzle")),
    Source("iss_variant_puzzles", 100, _variants),
)


def main() -> None:
    """Rate the sources and write the file, or tell whether it is that of today's model."""
    parser = argparse.ArgumentParser(prog="python -m tools.make_typical", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only tell whether the file fits the shipped model")
    args = parser.parse_args()
    console = Console(stderr=True)
    if args.check:
        fits = typical().model == scale_digest(default())
        console.print("typical.json fits the model" if fits else "typical.json is of another model: run it again")
        raise SystemExit(0 if fits else 1)
    if not SHARED.is_dir():
        raise SystemExit(f"make_typical: {SHARED} is not there; it holds the puzzles")
    found, sources = measure(console)
    doc = document(found, sources)
    (DATA / "typical.json").write_text(json.dumps(doc, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def measure(console: Console) -> tuple[dict[tuple[str, str], list[float]], list[dict[str, Any]]]:
    """Difficulties by (kind, band), and per source how many puzzles were rated and left out."""
    found: dict[tuple[str, str], list[float]] = {}
    sources = []
    for source in SOURCES:
        rated = left_out = 0
        for kind, band, difficulty in filter(None, map(_rated, sample(source))):
            rated += difficulty is not None
            left_out += difficulty is None
            if difficulty is not None:
                found.setdefault((kind, band), []).append(difficulty)
        console.print(f"{source.name}: {rated} rated, {left_out} left out")
        sources.append({"name": source.name, "rated": rated, "left_out": left_out})
    return found, sources


def sample(source: Source) -> list[object]:
    """Evenly spread over a source, at most ``most``."""
    puzzles = list(source.puzzles())
    step = -(-len(puzzles) // source.most)
    return puzzles[::step]


def _rated(puzzle: object) -> tuple[str, str, float | None] | None:
    """Kind, band and difficulty (None = not rated); None for a puzzle that belongs to neither kind."""
    try:
        built = load(puzzle)
        kind = kind_of(built)
        if kind is None:
            return None
        card = rate(built, fields=["difficulty", "band"], max_seconds=LIMIT if kind == "variant" else None)
    except PencilmarkError:
        return "", "", None
    return kind, card["band"], card["difficulty"]


def document(found: dict[tuple[str, str], list[float]], sources: list[dict[str, Any]]) -> dict[str, Any]:
    """The file's content; bands with fewer than two puzzles have no percentiles and are left out."""
    ranges: dict[str, dict[str, Any]] = {"classic": {}, "variant": {}}
    for kind, bands in ranges.items():
        for band in BANDS:
            values = found.get((kind, band), [])
            if len(values) > 1:
                tenths = statistics.quantiles(values, n=10, method="inclusive")
                bands[band] = {"p10": round(tenths[0], 2), "p90": round(tenths[-1], 2), "n": len(values)}
    return {
        "provenance": {
            "what": "10th and 90th percentile of difficulty per band",
            "made_by": "python -m tools.make_typical",
            "model": scale_digest(default()),
            "sources": sources,
        },
        "ranges": ranges,
    }


if __name__ == "__main__":
    main()
