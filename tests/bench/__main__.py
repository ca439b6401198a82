"""Print speed figures and ratios, all taken in one run on one machine: ``python -m tests.bench [--cold]``.

Puzzles come from ``../shared/data`` where it exists, else from the golden corpus. Nothing here asserts a time.
"""

from __future__ import annotations

import argparse
import csv
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from pencilmark import cpsat_verify, rate_many
from pencilmark.card import Grading
from pencilmark.card_score import score_parts
from pencilmark.engine import ensure
from pencilmark.engine.canonical import turn
from pencilmark.engine.search import count_solutions
from pencilmark.engine.session import open_session, switches_for
from pencilmark.export import rate
from pencilmark.grader_model import active
from pencilmark.loaders import from_string
from pencilmark.puzzle import Puzzle

from .variants import variants

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
GOLDEN = Path(__file__).resolve().parents[2] / "golden"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--cold", action="store_true", help="also compile the engine from nothing")
    parser.add_argument("--count", type=int, default=200, help="puzzles per set")
    args = parser.parse_args()
    ensure()
    sets = _sets(args.count)
    for name, puzzles in sets.items():
        _routes(name, puzzles)
    _uniqueness(sets)
    variants()
    _jobs(sets)
    _starts(args.cold)


def _sets(count: int) -> dict[str, list[Puzzle]]:
    if not DATA.is_dir():
        lines = [p.read_text().split()[0] for p in sorted(GOLDEN.glob("puzzles/*.txt"))]
        return {"golden classics": [from_string(line) for line in lines[:count]]}
    with (DATA / "sudoku_exchange_se/buckets_500_with_solutions.csv").open() as file:
        easy = [r["puzzle"] for r in csv.DictReader(file) if r["bucket"] == "easy"]
    with (DATA / "sudoku_exchange_se/diabolical_se_stratified.csv").open() as file:
        rows = [(float(r["se"]), r["puzzle"]) for r in csv.DictReader(file)]
    seventeen = (DATA / "hard_classics/sudoku17_sample2000.txt").read_text().split()

    def between(low: float, high: float) -> list[str]:
        return [p for se, p in rows if low <= se <= high][:: max(1, sum(low <= se <= high for se, _ in rows) // count)]

    chosen = {
        "singles only (SE < 1.5)": easy,
        "SE 6.9-7.5": between(6.9, 7.5),
        "SE 7.1": between(7.1, 7.1),
        "SE > 7.5": between(7.6, 99),
        "17 clues": seventeen,
    }
    return {name: [from_string(p) for p in puzzles[:count]] for name, puzzles in chosen.items()}


def _times(work: Callable[[Puzzle], object], puzzles: Sequence[Puzzle]) -> list[float]:
    for puzzle in puzzles[:3]:
        work(puzzle)
    times = []
    for puzzle in puzzles:
        start = time.perf_counter()
        work(puzzle)
        times.append((time.perf_counter() - start) * 1e3)
    return times


def _routes(name: str, puzzles: list[Puzzle]) -> None:
    """Band path alone, written route alone, canonical form, default card: milliseconds, median / mean / 95 %."""
    prices = active().prices("route", 9)
    turned = {id(p): turn(p, count_solutions(p).solutions[0]) for p in puzzles}

    def band(puzzle: Puzzle) -> None:
        open_session(puzzle).walk_band(prices, switches_for(puzzle))

    parts: dict[str, Callable[[Puzzle], object]] = {
        "band path, compiled": band,
        "band path, as records": lambda p: open_session(p).band_route(prices, switches_for(p)),
        "score (written route)": lambda p: score_parts(open_session(turned[id(p)].puzzle), turned[id(p)].puzzle),
        "canonical form": lambda p: turn(p, count_solutions(p).solutions[0]),
        "uniqueness": count_solutions,
        "default card": rate,
        "card with time, no notes": lambda p: rate(p, fields=["difficulty", "time", "band", "contains"]),
        'fields=["difficulty"]': lambda p: rate(p, fields=["difficulty"]),
        'fields=["band"]': lambda p: rate(p, fields=["band"]),
    }
    print(
        f"\n{name}: {len(puzzles)} puzzles, {statistics.median(Grading(p).empty for p in puzzles):.0f} empty cells (ms)"
    )
    for part, work in parts.items():
        times = sorted(_times(work, puzzles))
        tail = times[int(len(times) * 0.95)]
        print(
            f"  {part:28} median {statistics.median(times):8.3f}  mean {statistics.mean(times):8.3f}  95 % {tail:9.3f}"
        )


def _uniqueness(sets: dict[str, list[Puzzle]]) -> None:
    puzzles = list(sets.values())[-1]
    ours = statistics.mean(_times(count_solutions, puzzles))
    theirs = statistics.mean(_times(cpsat_verify.count, puzzles[:40]))
    print(f"\nuniqueness, mean: search {ours:.4f} ms, CP-SAT {theirs:.2f} ms, ratio {theirs / ours:.0f}")


def _jobs(sets: dict[str, list[Puzzle]]) -> None:
    puzzles = [p for chosen in list(sets.values())[:3] for p in chosen] * 3
    took = {}
    for jobs in (1, 2):
        start = time.perf_counter()
        rate_many(puzzles, jobs=jobs)
        took[jobs] = time.perf_counter() - start
    ratio = took[1] / took[2]
    text = f"{len(puzzles)} puzzles: 1 job {took[1]:.2f} s, 2 jobs {took[2]:.2f} s, ratio {ratio:.2f}"
    print(f"\nrate_many, {text}")


def _run(*code: str, env: dict[str, str] | None = None) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *code], check=True, capture_output=True, env={**os.environ, **(env or {})})
    return time.perf_counter() - start


def _starts(cold: bool) -> None:
    puzzle = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "one.txt"
        file.write_text(puzzle + "\n")
        bare = min(_run("-c", "pass") for _ in range(3))
        print(f"\nimport pencilmark: {(min(_run('-c', 'import pencilmark') for _ in range(3)) - bare) * 1e3:.0f} ms")
        warm = min(_run("-m", "pencilmark", "rate", str(file)) for _ in range(3))
        print(f"pencilmark rate, one puzzle, warm cache: {warm:.2f} s")
        if cold:
            fresh = {"PENCILMARK_CACHE_DIR": str(Path(folder) / "cache")}
            print(
                f"first run ever (compiles the engine): {_run('-m', 'pencilmark', 'rate', str(file), env=fresh):.0f} s"
            )


if __name__ == "__main__":
    main()
