"""Cards of variants: killers and samurai of ``../shared/data`` where it exists, and the project's own variants."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from pencilmark import exchange
from pencilmark.card import Grading
from pencilmark.errors import PencilmarkError
from pencilmark.export import rate
from pencilmark.loaders import load
from pencilmark.puzzle import Puzzle

from .. import iss, yendoku

OWN = Path(__file__).resolve().parents[2] / "golden" / "puzzles" / "variants"
CAGES = 15
"""Cage sums that make a board of 81 cells a killer."""


def variants() -> None:
    """Measure and print: seconds for a full card, and how that compares with proving that it has one solution."""
    sets = {"own variants": [load(file) for file in sorted(OWN.glob("*.json"))[::3]]}
    try:
        boards = [exchange.read(doc) for row in iss.rows() if (doc := iss.convert(row)) is not None]
        sets["killers of 81 cells"] = [p for p in boards if _killer(p)]
        sets["other published variants"] = [p for p in boards if not _killer(p)][::3]
        sets["samurai"] = [exchange.read(yendoku.convert(r)) for r in yendoku.rows() if r["mode"] == "samurai"][::3]
    except pytest.skip.Exception:
        print("\npublished variants: ../shared/data is absent")
    for name, puzzles in sets.items():
        _cards(name, puzzles)


def _killer(puzzle: Puzzle) -> bool:
    return len(puzzle.cells) == 81 and sum(g.total is not None for g in puzzle.groups) >= CAGES


def _cards(name: str, puzzles: Sequence[Puzzle]) -> None:
    whole, proof, undecided, longest = [], [], 0, (0.0, "")
    for puzzle in puzzles:
        start = time.perf_counter()
        try:
            Grading(puzzle)
            middle = time.perf_counter()
            rate(puzzle)
        except PencilmarkError:
            undecided += 1
            longest = max(longest, (time.perf_counter() - start, "without a proof"))
            continue
        proof.append(middle - start)
        whole.append(time.perf_counter() - middle)
        longest = max(longest, (whole[-1], f"{len(puzzle.rules)} rules"))
    ratio = statistics.median(w / p for w, p in zip(whole, proof, strict=True))
    print(
        f"\n{name}: {len(whole)} cards, {undecided} without one solution or without a proof of it; "
        f"card median {statistics.median(whole):.3f} s, longest {longest[0]:.1f} s ({longest[1]}); "
        f"uniqueness median {statistics.median(proof):.3f} s, card / uniqueness {ratio:.1f}"
    )
