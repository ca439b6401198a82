"""Real variants and own ones: right solution, solved by the techniques of people, and no unsound move."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pencilmark import cpsat_verify, exchange, loaders, rate
from pencilmark.band_path import band_path
from pencilmark.engine.search import count_solutions
from pencilmark.engine.session import open_session, switches_for
from pencilmark.errors import UnsupportedPuzzle
from pencilmark.metrics import count
from pencilmark.puzzle import Puzzle, Verdict

from .. import iss
from ..shared_data import shared
from .sweeping import sweep

UNDECIDED = Path(__file__).with_name("undecided.csv")
"""Names of puzzles whose number of solutions neither the search nor CP-SAT tells within their limits."""
OWN = Path(__file__).parents[2] / "golden" / "puzzles" / "variants"
SEARCH_SECONDS = 15.0
PATH_SECONDS = 60.0
SWEEP_SECONDS = 30.0
WITHOUT_TRIAL = 0.85
"""Share of the puzzles with one solution that need no trial and error."""
HARDEST = ("Triple digits", "I Bet Someone Did This Already", "Hailstone - little killer", "Long sums 1")
Named = tuple[str, Puzzle]


def interop() -> Iterator[Named]:
    """Files of another implementation."""
    for path in sorted(shared("interop").glob("*.json")):
        yield path.stem, loaders.load(path.read_text(encoding="utf-8"))


def converted() -> Iterator[Named]:
    """Puzzles of the solver collection that the format can say."""
    for row in iss.rows():
        document = iss.convert(row)
        if document is not None:
            yield row["name"], exchange.read(document)


def fpuzzles() -> Iterator[Named]:
    """f-puzzles that can be loaded."""
    for line in shared("dclamage_fpuzzles/variants.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        try:
            yield row["title_and_constraints"], loaders.load(row["fpuzzles"])
        except UnsupportedPuzzle:
            continue


SOURCES: dict[str, Callable[[], Iterator[Named]]] = {"collection": converted, "f-puzzles": fpuzzles}


def undecided() -> set[str]:
    """Names in the list of open puzzles."""
    with UNDECIDED.open(encoding="utf-8", newline="") as file:
        return {row["name"] for row in csv.DictReader(file)}


def decide(puzzle: Puzzle) -> Verdict:
    """The number of solutions, search first."""
    verdict = count_solutions(puzzle, deadline=time.monotonic() + SEARCH_SECONDS)
    return verdict if verdict.status != "unknown" else count(puzzle, "cpsat")


@dataclass(frozen=True)
class Outcome:
    """What became of one puzzle: verdict, whether its path was finished and needed trial, complaints."""

    name: str
    status: str
    solved: bool
    trial: bool
    complaints: tuple[str, ...] = ()


def outcome(name: str, puzzle: Puzzle) -> Outcome:
    """Count, walk and sweep one puzzle."""
    verdict = decide(puzzle)
    truth = verdict.solutions[0] if verdict.status == "unique" else puzzle.solution
    complaints = []
    stored = puzzle.solution is not None
    if stored and (verdict.status == "none" or (verdict.status == "unique" and puzzle.solution != truth)):
        complaints.append(f"{name}: {verdict.status}, and not the stored solution")
    if truth is None or verdict.status == "none":
        return Outcome(name, verdict.status, False, False, tuple(complaints))
    unique = verdict.status == "unique"
    deadline = time.monotonic() + PATH_SECONDS
    path = band_path(open_session(puzzle), puzzle, unique=unique, solution=truth, deadline=deadline)
    if unique and not path.solved and not path.stopped:
        complaints.append(f"{name}: the band path is stuck")
    swept = sweep(puzzle, truth, unique, SWEEP_SECONDS)
    complaints += [f"{name}: {shape} contradicts the solution" for shape in swept.wrong]
    trial = any(shape.engine == "trial" for shape in path.shapes)
    return Outcome(name, verdict.status, path.solved, trial, tuple(complaints))


def test_files_of_another_implementation() -> None:
    complaints = []
    for name, puzzle in interop():
        verdict = count_solutions(puzzle)
        assert verdict.status == "unique", name
        (truth,) = verdict.solutions
        assert puzzle.solution in (None, truth), name
        assert band_path(open_session(puzzle), puzzle, solution=truth).solved, name
        moves, wrong = open_session(puzzle).sweep(truth, switches_for(puzzle).unique)
        complaints += [f"{name}: {wrong}"] if wrong else []
        assert wrong or moves > 1000, name
    assert not complaints


def check_own(paths: list[Path]) -> None:
    """One solution, a path without trial, no wrong move."""
    for path in paths:
        puzzle = loaders.load(path.read_text(encoding="utf-8"))
        verdict = count_solutions(puzzle)
        assert verdict.status == "unique", path.stem
        (truth,) = verdict.solutions
        found = band_path(open_session(puzzle), puzzle, solution=truth)
        assert found.solved and all(shape.engine != "trial" for shape in found.shapes), path.stem
        _, wrong = open_session(puzzle).sweep(truth, switches_for(puzzle).unique)
        assert wrong is None, (path.stem, wrong)


def test_own_variants() -> None:
    check_own(sorted(OWN.glob("*.json"))[::18])


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_all_own_variants() -> None:
    check_own(sorted(OWN.glob("*.json")))


@pytest.mark.slow
@pytest.mark.timeout(14400)
@pytest.mark.parametrize("source", SOURCES)
def test_real_variants(source: str) -> None:
    found = [outcome(name, puzzle) for name, puzzle in SOURCES[source]()]
    assert not [complaint for one in found for complaint in one.complaints]
    assert {one.name for one in found if one.status == "unknown"} <= undecided()
    unique = [one for one in found if one.status == "unique"]
    assert len(unique) >= 20
    free = [one for one in unique if one.solved and not one.trial]
    others = [f"{one.name} ({'trial' if one.trial else 'stopped'})" for one in unique if one not in free]
    share = len(free) / len(unique)
    assert share >= WITHOUT_TRIAL, f"{len(free)} of {len(unique)} = {share:.1%} without trial; the others: {others}"


def test_open_puzzles_are_ones_of_the_collection() -> None:
    assert undecided() <= {row["name"] for row in iss.rows()}


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", HARDEST)
def test_time_limit_is_kept(name: str) -> None:
    """Processor time, so that a busy machine does not fail it; what is loaded once is loaded before."""
    puzzle = next(puzzle for title, puzzle in converted() if title == name)
    open_session(puzzle)
    cpsat_verify.count(loaders.from_string("1" + "." * 15))
    start = time.process_time()
    card = rate(puzzle, max_seconds=2)
    assert card["stopped"] == "time limit"
    assert time.process_time() - start < 3.0
