"""Print time and peak memory of a large fit, from CSV to time model: ``python -m tests.bench.fitting``.

The set is simulated by another process and written as CSV, so that the peak is that of the fit alone. Nothing here
asserts a time.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import fits

Result = TypeVar("Result")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.fitting", description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=50_000)
    parser.add_argument("--puzzles", type=int, default=10_000)
    parser.add_argument("--bootstrap", type=int, default=0, help="also draw players and puzzles so many times")
    args = parser.parse_args()
    fits.adjust(*fits.simulate(2_000, 60, 50, 1)[:2])  # compile or load the kernels
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sizes = ["--rows", args.rows, "--players", args.players, "--n-puzzles", args.puzzles, "--seed", 5]
        words = [sys.executable, "-m", "fits", "simulate", folder, *sizes]
        subprocess.run([str(word) for word in words], check=True)
        begin = time.perf_counter()
        solves, puzzles = _timed(
            "read CSV", lambda: (fits.load_solves(folder / "solves.csv"), fits.load_puzzles(folder / "puzzles.csv"))
        )
        kept, _ = _timed("screen", lambda: fits.screen(solves, puzzles))
        adjusted = _timed("adjust", lambda: fits.adjust(kept))
        features = puzzles.set_index("puzzle_id")
        fit = _timed("fit time model", lambda: fits.TimeModelFit(fits.TimeConfig(shipped={})).fit(adjusted, features))
        print(f"{'in all':<16}{time.perf_counter() - begin:8.1f} s  peak {_peak():6.0f} MB")
        if args.bootstrap:
            draws = args.bootstrap
            _timed(f"{draws} draws", lambda: fits.pigeonhole(kept, adjusted, features, fit, draws))
    print(f"\n{fit.summary()}")


def _timed(name: str, work: Callable[[], Result]) -> Result:
    begin = time.perf_counter()
    result = work()
    print(f"{name:<16}{time.perf_counter() - begin:8.1f} s  peak {_peak():6.0f} MB", flush=True)
    return result


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
