"""Make the project's own puzzles for the golden corpus: ``python -m tools.make_classics [--seed N] [KIND …]``.

A random full grid is dug out cell by cell while its solution stays unique; many are made, all are rated, and a
few of each band are kept. Same seed, same engine: same puzzles.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from pencilmark import exchange, loaders, variants
from pencilmark.batch import rate_many
from pencilmark.board import STANDARD_BOXES
from pencilmark.engine.search import count_solutions
from pencilmark.puzzle import Puzzle
from pencilmark.tables import BANDS

from .golden_corpus import ROOT, Entry, load_corpus, write_csv, write_entries

MAX_NODES = 5_000
"""A removal that the search cannot settle within this many nodes is not made."""


@dataclass(frozen=True)
class Kind:
    """One set of puzzles.

    ``made`` puzzles are generated and ``per_band`` of each band kept. ``least`` … ``most`` is the share of cells
    at which digging may stop; 0 digs until no cell can be removed.
    """

    name: str
    digits: int
    made: int
    per_band: int
    least: float = 0.0
    most: float = 0.45
    preset: str = ""


KINDS = (
    Kind("mini-4", 4, 40, 5),
    Kind("mini-6", 6, 150, 6),
    Kind("mini-8", 8, 150, 5),
    Kind("classic", 9, 1500, 9),
    Kind("ten", 10, 150, 4),
    Kind("twelve", 12, 100, 4),
    Kind("fifteen", 15, 20, 2, least=0.36, most=0.5),
    Kind("sixteen", 16, 30, 3, least=0.36, most=0.5),
    Kind("twenty", 20, 4, 1, least=0.42, most=0.5),
    Kind("giant", 25, 3, 1, least=0.46, most=0.5),
    Kind("x", 9, 200, 3, preset="Sudoku X"),
    Kind("windoku", 9, 200, 3, preset="Windoku"),
)


def empty_puzzle(kind: Kind) -> Puzzle:
    """The rules of a kind without any given."""
    classic = loaders.from_string("." * kind.digits**2)
    if not kind.preset:
        return classic
    document = exchange.write(classic)
    document["rules"] += variants.preset_rules(kind.preset, kind.digits)
    return exchange.read(document)


def full_grid(empty: Puzzle, rng: random.Random) -> tuple[int, ...]:
    """A random solution of a puzzle without givens, one digit per cell."""
    digits = empty.digits
    while True:
        givens = [0] * len(empty.cells)
        givens[:digits] = rng.sample(range(1, digits + 1), digits)
        solution = _first(empty, givens)
        for cell in rng.sample(range(digits, len(givens)), digits):
            if solution is None:
                break
            trial = [*givens[:cell], rng.randint(1, digits), *givens[cell + 1 :]]
            found = _first(empty, trial)
            if found is not None:
                givens, solution = trial, found
        if solution is not None:
            return solution if len(empty.groups) > 3 * digits else _shuffled(solution, digits, rng)


def _first(empty: Puzzle, givens: Sequence[int]) -> tuple[int, ...] | None:
    verdict = count_solutions(replace(empty, givens=tuple(givens)), limit=1, max_nodes=MAX_NODES)
    return tuple(verdict.solutions[0]) if verdict.solutions else None


def _shuffled(grid: tuple[int, ...], digits: int, rng: random.Random) -> tuple[int, ...]:
    """Another grid of the same classic: bands, stacks and their lines in a random order, perhaps transposed."""
    box_rows, box_cols = STANDARD_BOXES[digits]

    def order(block: int) -> list[int]:
        blocks = rng.sample(range(0, digits, block), digits // block)
        return [line for start in blocks for line in rng.sample(range(start, start + block), block)]

    rows, cols = order(box_rows), order(box_cols)
    turn = box_rows == box_cols and rng.random() < 0.5
    places = ((c, r) if turn else (r, c) for r in rows for c in cols)
    return tuple(grid[r * digits + c] for r, c in places)


def dig(empty: Puzzle, solution: tuple[int, ...], keep: int, symmetric: bool, rng: random.Random) -> Puzzle:
    """Remove givens in random order while the solution stays unique, down to ``keep`` of them.

    ``symmetric`` removes a cell together with its half-turn image.
    """
    givens = list(solution)
    cells = list(range(len(givens)))
    rng.shuffle(cells)
    for cell in cells:
        pair = {cell, len(givens) - 1 - cell} if symmetric else {cell}
        if not givens[cell] or len(givens) - givens.count(0) - len(pair) < keep:
            continue
        trial = [0 if at in pair else digit for at, digit in enumerate(givens)]
        verdict = count_solutions(replace(empty, givens=tuple(trial)), limit=2, max_nodes=MAX_NODES)
        if verdict.status == "unique":
            givens = trial
    return replace(empty, givens=tuple(givens))


def make(kind: Kind, seed: int) -> Iterator[Puzzle]:
    """All ``kind.made`` puzzles; every third is dug out as far as possible (or to ``least``), half are symmetric."""
    rng = random.Random(f"{seed} {kind.name}")
    empty = empty_puzzle(kind)
    for number in range(kind.made):
        share = kind.least if number % 3 == 0 else rng.uniform(kind.least, kind.most)
        yield dig(empty, full_grid(empty, rng), round(share * len(empty.cells)), number % 2 == 0, rng)


def text_of(puzzle: Puzzle, kind: Kind) -> str:
    """One-line form: a plain string, or the JSON document of a variant."""
    if kind.preset:
        return exchange.dumps(exchange.write(puzzle), pretty=False).strip()
    return loaders.to_string(puzzle)


def choose(kind: Kind, seed: int) -> list[tuple[str, str]]:
    """(puzzle, why it is kept) of the chosen puzzles, easiest first."""
    console = Console(stderr=True)
    made = [
        text_of(puzzle, kind)
        for puzzle in track(make(kind, seed), kind.name, total=kind.made, console=console, transient=True)
    ]
    rows = rate_many(made, fields=["difficulty", "band", "band_index"])
    bad = [row["error"] for row in rows if "error" in row]
    if bad:
        raise click.ClickException(f"{kind.name}: a puzzle made here cannot be rated: {bad[0]}")
    rated = sorted(zip(made, rows, strict=True), key=lambda pair: (pair[1]["band_index"], pair[1]["difficulty"]))
    chosen = []
    for band in range(len(BANDS)):
        inside = [pair for pair in rated if pair[1]["band_index"] == band]
        count = min(kind.per_band, len(inside))
        picks = [inside[round(n * (len(inside) - 1) / max(1, count - 1))] for n in range(count)]
        chosen += [
            (text, f"{kind.preset or 'classic'} {kind.digits}×{kind.digits}, {row['band']}") for text, row in picks
        ]
    counts = " ".join(f"{sum(row['band_index'] == band for row in rows)}" for band in range(len(BANDS)))
    console.print(f"{kind.name}: {len(chosen)} of {len(made)} kept; made per band: {counts}")
    return chosen


@click.command()
@click.argument("names", nargs=-1, metavar="[KIND]…")
@click.option("--seed", default=1, show_default=True, help="Seed of all random choices.")
@click.option("--root", type=click.Path(path_type=Path), default=ROOT, help="Corpus folder to write into.")
def main(names: tuple[str, ...], seed: int, root: Path) -> None:
    """Write golden/puzzles/KIND.csv and the manifest rows of each KIND (default: all)."""
    unknown = set(names) - {kind.name for kind in KINDS}
    if unknown:
        raise click.UsageError(f"no kind {min(unknown)!r}; kinds: {', '.join(kind.name for kind in KINDS)}")
    for kind in KINDS:
        if names and kind.name not in names:
            continue
        chosen = choose(kind, seed)
        ids = [f"{kind.name}-{number:02d}" for number in range(1, len(chosen) + 1)]
        present = load_corpus(root).entries if (root / "MANIFEST.csv").exists() else ()
        home = f"{kind.name}.csv"
        write_csv(root / "puzzles" / home, ["id", "puzzle"], zip(ids, (text for text, _ in chosen), strict=True))
        source = f"our own (tools.make_classics --seed {seed} {kind.name})"
        made = [Entry(name, home, why, source) for name, (_, why) in zip(ids, chosen, strict=True)]
        write_entries(root, [*(entry for entry in present if entry.file != home), *made])


if __name__ == "__main__":
    sys.exit(main())
