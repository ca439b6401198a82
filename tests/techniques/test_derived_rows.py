"""Derived constraints against a plain restatement: the 45 rule, leftovers and hidden houses, by trying all areas."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from pencilmark import load
from pencilmark.constraints.linear import Linear
from pencilmark.derived import derive
from pencilmark.derived.sets import LARGEST_HIDDEN
from pencilmark.derived.sums import MOST_CELLS, MOST_LINES, MOST_MIXED, MOST_SUMS
from pencilmark.puzzle import Puzzle

from .plain import ROOT
from .rule_twins import derived_meaning

INNIES = ("Innies and Outies", "Virtual Cage", "Innies over Several Houses")
Cells = frozenset[int]
Sum = tuple[frozenset[tuple[int, int]], int]
"""Weighted cells, total."""


def _one_grid(puzzle: Puzzle) -> bool:
    return sum(g.kind == "row" for g in puzzle.groups) == puzzle.digits and puzzle.digits <= LARGEST_HIDDEN


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    every = [load(file) for file in sorted((ROOT / "golden" / "puzzles" / "variants").glob("*.json"))]
    return [puzzle for puzzle in every if _one_grid(puzzle)]


def _of(puzzle: Puzzle, *kinds: str) -> list[Cells]:
    return [frozenset(g.cells) for g in puzzle.groups if g.complete and g.kind in kinds]


def _extra(puzzle: Puzzle) -> list[Cells]:
    return [frozenset(g.cells) for g in puzzle.groups if g.complete and g.kind not in ("row", "col", "box")]


def _runs(puzzle: Puzzle, most: int) -> Iterator[tuple[int, Cells]]:
    """Neighbouring rows or columns, fewer than all."""
    for kind in ("row", "col"):
        lines = sorted(_of(puzzle, kind), key=min)
        for count in range(1, min(most, puzzle.digits - 1) + 1):
            for start in range(len(lines) - count + 1):
                yield count, frozenset().union(*lines[start : start + count])


def _areas(puzzle: Puzzle) -> Iterator[tuple[int, Cells]]:
    yield from _runs(puzzle, MOST_LINES)
    yield from ((1, house) for house in (*_of(puzzle, "box"), *_extra(puzzle)))
    for a, z in combinations(_of(puzzle, "box"), 2):
        steps = (abs(r - p) + abs(c - q) for r, c in map(puzzle.cells.__getitem__, a)
                 for p, q in map(puzzle.cells.__getitem__, z))  # fmt: skip
        if not a & z and 1 in steps:
            yield 2, a | z


def _sums(puzzle: Puzzle) -> list[tuple[Cells, int]]:
    found = [(frozenset(g.cells), g.total) for g in puzzle.groups if g.total is not None]
    plain = [r for r in puzzle.constraints if isinstance(r, Linear) and set(r.weights) == {1}]
    return found + [(frozenset(r.cells), r.total) for r in plain]


def _fixed(puzzle: Puzzle) -> set[Sum]:
    """What houses and disjoint sums say about a few cells, and no sum of the puzzle says already."""
    sums = _sums(puzzle)
    found: set[Sum] = set()
    for count, area in _areas(puzzle) if sums else ():
        whole = count * puzzle.digits * (puzzle.digits + 1) // 2
        inside = [(cells, total) for cells, total in sums if cells <= area]
        crossing = [(cells, total) for cells, total in sums if cells & area and not cells <= area]
        every = inside + crossing
        nearly = inside + [(cells, total) for cells, total in crossing if len(cells & area) > len(cells - area)]
        for used, most in ((inside, MOST_CELLS), (every, MOST_CELLS), (nearly, MOST_MIXED)):
            covered = frozenset().union(*(cells for cells, _ in used))
            total = whole - sum(total for _, total in used)
            innies, outies = area - covered, covered - area
            fits = len(innies | outies) <= most
            if fits and used is inside and used and innies:
                found.add((frozenset((c, 1) for c in innies), total))
            if fits and used is every and outies and not innies:
                found.add((frozenset((c, 1) for c in outies), -total))
            if fits and used is nearly and innies and outies:
                found.add((frozenset({*((c, 1) for c in innies), *((c, -1) for c in outies)}), total))
    return found - {(frozenset((c, 1) for c in cells), total) for cells, total in sums}


def _derived_sums(puzzle: Puzzle) -> set[Sum]:
    rows = [d.regular for d in derive(puzzle) if d.regular.technique in INNIES]
    return {(frozenset(zip(r.cells, r.params[0], strict=True)), r.params[1][-1][0]) for r in rows}


def test_all_sums_of_few_cells_are_derived(puzzles: list[Puzzle]) -> None:
    tried = 0
    for puzzle in puzzles:
        sums = _sums(puzzle)
        if sum(len(cells) for cells, _ in sums) > len(frozenset().union(*(cells for cells, _ in sums))):
            continue  # of sums that overlap only some are taken together
        wanted, have = _fixed(puzzle), _derived_sums(puzzle)
        assert have <= wanted, puzzle.meta
        assert len(have) == min(len(wanted), MOST_SUMS), puzzle.meta
        tried += bool(wanted)
    assert tried > 5


def test_a_derived_constraint_follows_from_the_parts_it_names(puzzles: list[Puzzle]) -> None:
    every = [(puzzle, derived) for puzzle in puzzles for derived in derive(puzzle)]
    assert len(every) > 100
    for puzzle, derived in every:
        derived_meaning(puzzle, derived)


def test_the_smallest_leftovers_of_jigsaws_are_derived(puzzles: list[Puzzle]) -> None:
    tried = 0
    for puzzle in puzzles:
        have = {(frozenset(d.regular.cells[: d.regular.params[0]]), frozenset(d.regular.cells[d.regular.params[0] :]))
                for d in derive(puzzle) if d.regular.technique == "Law of Leftovers"}  # fmt: skip
        pieces = [*_of(puzzle, "box"), *_extra(puzzle)]
        for count, area in _runs(puzzle, puzzle.digits // 2) if have else ():
            choices = [frozenset().union(*chosen) for chosen in combinations(pieces, count)]
            choices = [covered for covered in choices if len(covered) == count * puzzle.digits]
            least = min((len(area - covered) for covered in choices), default=0)
            if 1 <= least <= MOST_CELLS:
                assert any(
                    len(area - covered) == least and (area - covered, covered - area) in have for covered in choices
                ), puzzle.meta
                tried += 1
    assert tried > 20


def _hidden(puzzle: Puzzle) -> set[Cells]:
    """Cells that lines leave when all but one of as many houses inside them are taken out, and again with those."""
    known = {frozenset(g.cells) for g in puzzle.groups}
    houses = _extra(puzzle)
    for _ in range(2 if houses else 0):
        fresh: set[Cells] = set()
        for kind in ("row", "col"):
            for count in range(2, 5 if puzzle.digits <= 9 else 3):
                for lines in combinations(_of(puzzle, kind), count):
                    area = frozenset().union(*lines)
                    for chosen in combinations([house for house in houses if house <= area], count - 1):
                        left = area.difference(*chosen)
                        if len(left) == puzzle.digits and left not in known:
                            fresh.add(left)
        known |= fresh
        houses = [*houses, *fresh]
    return known - {frozenset(g.cells) for g in puzzle.groups}


def test_all_hidden_houses_are_derived(puzzles: list[Puzzle]) -> None:
    tried = 0
    for puzzle in puzzles:
        have = {frozenset(d.regular.cells) for d in derive(puzzle) if d.regular.technique == "Hidden House"}
        assert have == _hidden(puzzle), puzzle.meta
        tried += bool(have)
    assert tried
