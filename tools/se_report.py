"""Our SE ratings beside published ones: ``python -m tools.se_report FILE.csv [--every N]``.

The file has a column ``puzzle`` (81 characters) and one named ``se`` or ``se_rating``; rows without a rating are left
out. Puzzles are rated in canonical form, as cards are, so that copies get equal ratings.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console

from pencilmark.card import Grading
from pencilmark.loaders import from_string
from pencilmark.se_engine.procedure import explain

SHOWN = 6


@dataclass(frozen=True, slots=True)
class Rated:
    """A puzzle's published and our own ER, in tenths."""

    puzzle: str
    published: int
    ours: int


@dataclass(frozen=True, slots=True)
class Line:
    """How puzzles of one published ER come out: how many, shares within 0, 0.1 and 0.3, our values and their counts."""

    name: str
    count: int
    exact: float
    within_1: float
    within_3: float
    ours: tuple[tuple[int, int], ...]


def er_of(text: str) -> int:
    """ER of a classic in tenths."""
    grading = Grading(from_string(text))
    return max((step.rate for step in explain(grading.turned.puzzle.givens, grading.truth)), default=0)


def read_ratings(path: Path) -> list[tuple[str, int]]:
    """Puzzles and their published ER in tenths."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    column = "se_rating" if rows and "se_rating" in rows[0] else "se"
    return [(row["puzzle"], round(10 * float(row[column]))) for row in rows if row[column]]


def line(name: str, rated: Sequence[Rated]) -> Line:
    """Agreement of some puzzles."""
    gaps = [abs(r.ours - r.published) for r in rated]
    exact, within_1, within_3 = (sum(gap <= most for gap in gaps) / len(rated) for most in (0, 1, 3))
    ours = tuple(Counter(r.ours for r in rated).most_common(SHOWN))
    return Line(name, len(rated), exact, within_1, within_3, ours)


def confusion(rated: Iterable[Rated]) -> list[Line]:
    """One line per published value."""
    groups: dict[int, list[Rated]] = {}
    for r in rated:
        groups.setdefault(r.published, []).append(r)
    return [line(f"{value / 10:.1f}", groups[value]) for value in sorted(groups)]


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--every", default=1, show_default=True, help="Rate every n-th puzzle only.")
def main(file: Path, every: int) -> None:
    """Print a Markdown table of our ER by published ER."""
    rated = [Rated(text, se, er_of(text)) for text, se in read_ratings(file)[::every]]
    parts = {"below 5": (0, 49), "5.0–8.3": (50, 83), "above 8.3": (84, 200)}
    totals = {name: [r for r in rated if low <= r.published <= high] for name, (low, high) in parts.items()}
    lines = confusion(rated) + [line(name, group) for name, group in totals.items() if group]
    console = Console(soft_wrap=True)
    console.print("| published | puzzles | exact | within 0.1 | within 0.3 | ours |\n|---|---|---|---|---|---|")
    for row in lines:
        ours = ", ".join(f"{value / 10:.1f}: {count}" for value, count in row.ours)
        shares = " | ".join(f"{share:.1%}" for share in (row.exact, row.within_1, row.within_3))
        console.print(f"| {row.name} | {row.count} | {shares} | {ours} |", markup=False, highlight=False)


if __name__ == "__main__":
    main()
