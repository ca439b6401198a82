"""The list of techniques: nothing on it can be spared, and what is offered instead does the work."""

from __future__ import annotations

import csv
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from pencilmark.band_path import BandPath, PathStep, band_path, covered
from pencilmark.card import Grading
from pencilmark.contents import Contents, contents
from pencilmark.engine.session import session_for
from pencilmark.loaders import from_string
from pencilmark.tables import codes, generalisations, shapes
from pencilmark.techniques import INDEX, TECHNIQUES
from tests.shared_data import rows

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "puzzles"
RESORTS = {shape.code for shape in shapes() if TECHNIQUES[INDEX[shape.engine]].last_resort}
BAND = {shape.code: shape.band for shape in shapes()}
HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


def own_classics() -> list[str]:
    with (GOLDEN / "classic.csv").open(encoding="utf-8", newline="") as file:
        return [row["puzzle"] for row in csv.DictReader(file)][::6]


def path_with(g: Grading, known: Iterable[str], banned: Iterable[str], prefix: Sequence[PathStep] = ()) -> BandPath:
    """A whole path with singles, known techniques and their special cases only, after the steps of a prefix."""
    learned, out = set(known), set(banned)
    mine = {c for c in codes() if c in BAND and (BAND[c] == 0 or covered(c, learned)) and c not in out}
    puzzle = g.turned.puzzle
    return band_path(
        session_for(puzzle), puzzle, g.model, ban_codes=set(codes()) - mine, prefix=prefix, solution=g.truth
    )


def counts(shorter: BandPath, path: BandPath, code: str) -> bool:
    """Whether a path without a technique is one that may take its place."""
    before, after = path.profile, shorter.profile
    heavier = {c for c in after if BAND[c] > BAND[code] or c in generalisations(code)}
    resorts = {c for c in after if BAND[c] == BAND[code] and c in RESORTS}
    heavier |= {c for c in resorts if code not in RESORTS or codes()[c].order > codes()[code].order}
    return shorter.band == path.band and all(after[c] <= before.get(c, 0) for c in heavier)


def check_list(g: Grading) -> Contents:
    """Fail unless the list of a puzzle is minimal and its alternatives solve; returns it."""
    found = g.contents
    assert found.path.solved and found.path.band == g.path.band and not found.truncated
    for code in found.path.profile:
        others = [c for c in found.path.profile if c != code]
        if BAND[code] > 0:
            shorter = path_with(g, others, [code, *found.removed])
            assert not counts(shorter, found.path, code), f"{code} can be spared"
        for other in found.alternatives.get(code, ()):
            mine = [*others, other], {code, *found.removed} - {other}
            joint = path_with(g, *mine)
            if not joint.solved:  # from the start it may meet a pattern early that spoils a later one
                first = next(n for n, shape in enumerate(found.path.shapes) if shape.code == code)
                joint = path_with(g, *mine, prefix=found.path.steps[:first])
            assert joint.solved and joint.band == found.path.band and other in joint.profile, f"{code}/{other}"
            assert BAND[other] == BAND[code] and not covered(code, [other]) and not covered(other, [code])
    return found


@pytest.mark.parametrize("text", own_classics())
def test_contents_nothing_can_be_spared(text: str) -> None:
    check_list(Grading(from_string(text)))


@pytest.mark.slow
def test_contents_nothing_can_be_spared_in_published_puzzles() -> None:
    table = rows("sudoku_exchange_se/diabolical_se_stratified.csv")
    shared = found = 0
    for row in [r for r in table if float(r["se"]) < 8.4][::13]:
        listed = check_list(Grading(from_string(row["puzzle"])))
        shared += bool(listed.alternatives)
        found += bool(listed.removed)
    assert shared > 100 and found > 100


def test_contents_of_singles_are_the_path() -> None:
    g = Grading(from_string("530070000600195000098000060800060003400803001700020006060000280000419005000080079"))
    assert g.contents == Contents(g.path)


def test_contents_without_base_or_alternatives() -> None:
    g = Grading(from_string(HARD))
    puzzle = g.turned.puzzle
    again = contents(session_for(puzzle), puzzle, alternatives=False, solution=g.truth)
    assert again.removed == g.contents.removed and again.path.profile == g.contents.path.profile
    assert not again.alternatives


def test_contents_deadline_keeps_the_first_solve() -> None:
    g = Grading(from_string(HARD))
    puzzle = g.turned.puzzle
    cut = contents(session_for(puzzle), puzzle, base=g.path, deadline=time.monotonic() - 1, solution=g.truth)
    assert cut.truncated and cut.path is g.path


def test_contents_of_an_unsolved_path_is_that_path() -> None:
    g = Grading(from_string(HARD))
    puzzle = g.turned.puzzle
    stuck = band_path(session_for(puzzle), puzzle, max_band=4)
    assert contents(session_for(puzzle), puzzle, base=stuck) == Contents(stuck)
