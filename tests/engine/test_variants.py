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
from ..extent import often, some
from ..shared_data import shared
from .sweeping import sweep

UNDECIDED = Path(__file__).with_name("undecided.csv")
"""Names of puzzles whose number of solutions neither the search nor CP-SAT tells within their limits."""
OWN = Path(__file__).parents[2] / "golden" / "puzzles" / "variants"
SEARCH_SECONDS = 15.0
PATH_SECONDS = 60.0
SWEEP_SECONDS = often(5, 30)
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
    """What became of one puzzle: verdict, whether its path was finished and needed trial, what is wrong with it."""

    name: str
    status: str
    solved: bool = False
    trial: bool = False
    complaint: str = ""


def outcome(name: str, puzzle: Puzzle) -> Outcome:
    """Count the solutions of one puzzle and walk its path."""
    verdict = decide(puzzle)
    if verdict.status != "unique":
        wrong = verdict.status == "none" and puzzle.solution is not None
        return Outcome(name, verdict.status, complaint=f"{name}: no solution, but one is stored" if wrong else "")
    (truth,) = verdict.solutions
    if puzzle.solution not in (None, truth):
        return Outcome(name, "unique", complaint=f"{name}: not the stored solution")
    deadline = time.monotonic() + PATH_SECONDS
    path = band_path(open_session(puzzle), puzzle, solution=truth, deadline=deadline)
    stuck = not path.solved and not path.stopped
    trial = any(shape.engine == "trial" for shape in path.shapes)
    return Outcome(name, "unique", path.solved, trial, f"{name}: the band path is stuck" if stuck else "")


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
    check_own(some(sorted(OWN.glob("*.json")), 80))


@pytest.mark.slow
@pytest.mark.timeout(14400)
@pytest.mark.parametrize("source", SOURCES)
def test_real_variants(source: str) -> None:
    found = [outcome(name, puzzle) for name, puzzle in SOURCES[source]()]
    assert not [one.complaint for one in found if one.complaint]
    assert {one.name for one in found if one.status == "unknown"} <= undecided()
    unique = [one for one in found if one.status == "unique"]
    assert len(unique) >= 20
    free = [one for one in unique if one.solved and not one.trial]
    others = [f"{one.name} ({'trial' if one.trial else 'stopped'})" for one in unique if one not in free]
    share = len(free) / len(unique)
    assert share >= WITHOUT_TRIAL, f"{len(free)} of {len(unique)} = {share:.1%} without trial; the others: {others}"


@pytest.mark.slow
@pytest.mark.timeout(14400)
@pytest.mark.parametrize("source", SOURCES)
def test_no_technique_is_wrong_on_real_variants(source: str) -> None:
    moves, wrong = 0, []
    for name, puzzle in some(list(SOURCES[source]()), often(24, 1000)):
        verdict = decide(puzzle)
        unique = verdict.status == "unique"
        truth = verdict.solutions[0] if unique else puzzle.solution
        if truth is None:
            continue
        swept = sweep(puzzle, truth, unique, SWEEP_SECONDS)
        moves += swept.moves
        wrong += [f"{name}: {shape} contradicts the solution" for shape in swept.wrong]
    assert not wrong
    assert moves > 5_000


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
