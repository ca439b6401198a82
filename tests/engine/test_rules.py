"""The engine on boards small enough for brute force: exact pruning, right counts, no unsound move, for every rule."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from pencilmark import cpsat_verify, exchange
from pencilmark.board import full_mask
from pencilmark.constraints.bijection import Bijection
from pencilmark.elements import MANY
from pencilmark.engine.search import count_solutions
from pencilmark.engine.session import open_session, switches_for
from pencilmark.errors import FormatError
from pencilmark.puzzle import Puzzle, Relation
from pencilmark.rules.base import Rule
from pencilmark.techniques import TECHNIQUES, rules
from pencilmark.techniques.base.moves import M_COMBOS

from ..constraints.random_rules import MAKERS, random_case
from ..extent import often
from ..rules.samples import VALID, sample
from .small_boards import SAFE, Grid, cells_of, random_board, solutions, unsound

COMBINATIONS = tuple(t.engine for t in TECHNIQUES if t.finder is rules.combinations and t.engine != "clique_house")
"""Techniques that read one rule; clique houses come from the pairs that differ beside it."""
STATUS = ("none", "unique", "multiple")


def board_of(size: int, digits: int, pairs: Any, rng: random.Random, constraint: Any) -> Puzzle:
    """One constraint, some cells that differ, a few givens and random candidates."""
    return Puzzle(
        digits, 1, size, tuple((0, cell) for cell in range(size)),
        tuple(rng.randint(1, digits) if rng.random() < 0.15 else 0 for _ in range(size)),
        tuple(rng.randint(1, full_mask(digits)) if rng.random() < 0.6 else full_mask(digits) for _ in range(size)),
        (), tuple(Relation("different", a, b) for a, b in pairs), (constraint,),
    )  # fmt: skip


def masks_of(puzzle: Puzzle) -> list[int] | None:
    """What each cell may hold at the start position; None where givens clash."""
    session = open_session(puzzle)
    if not session.load(puzzle.givens, puzzle.domains):
        return None
    state = session.state
    return [int(m) if v == 0 else 1 << int(v) - 1 for m, v in zip(state.cand, state.val, strict=True)]


def removed(puzzle: Puzzle) -> tuple[set[tuple[int, int]], set[float]]:
    """Candidates that combinations remove at the start position, and the numbers of fillings the moves tell."""
    session = open_session(puzzle)
    gone: set[tuple[int, int]] = set()
    told: set[float] = set()
    for engine in COMBINATIONS:
        for step in session.find(engine):
            assert len(set(step.elims)) == len(step.elims)
            gone |= set(step.elims)
            told.add(step.meta[M_COMBOS])
    return gone, told


@pytest.mark.parametrize("maker", MAKERS)
def test_pruning_leaves_exactly_what_has_a_filling(maker: str) -> None:
    rng = random.Random(f"prune {maker}")
    pruned = dead = 0
    for _ in range(150):
        case = random_case(maker, rng)
        puzzle = board_of(case.size, case.digits, case.pairs, rng, case.regular)
        masks = masks_of(puzzle)
        if masks is None:
            continue
        fillings = list(case.fillings(masks=masks))
        gone, told = removed(puzzle)
        cells = set(case.regular.cells)
        support = {(cell, digit) for word in fillings for cell, digit in zip(case.regular.cells, word, strict=True)}
        here = {
            (cell, digit)
            for cell in cells
            if puzzle.givens[cell] == 0
            for digit in range(1, case.digits + 1)
            if masks[cell] >> digit - 1 & 1
        }
        expected = here - support if fillings else set()
        assert gone == expected, (case, masks)
        assert all(number == pytest.approx(math.log(1 + len(fillings))) for number in told)
        pruned += bool(expected)
        dead += not fillings
    assert pruned > 20 and dead > 5


def test_long_sums_are_read_as_bounds() -> None:
    rng = random.Random("bounds")
    names = set()
    for _ in range(10):
        case = random_case("sum", rng)
        puzzle = board_of(case.size, case.digits, case.pairs, rng, case.regular)
        if masks_of(puzzle) is None:
            continue
        session = open_session(puzzle)
        several = sum(puzzle.givens[cell] == 0 for cell in case.regular.cells) > MANY
        names |= {(several, engine) for engine in COMBINATIONS if session.find(engine)}
    assert names <= {(False, "sum_combinations"), (True, "sum_bounds")}
    assert (False, "sum_combinations") in names


def relabelled(puzzle: Puzzle, record: Bijection) -> list[Grid]:
    """Fillings of a relabelling within the masks of the start position."""
    masks = masks_of(puzzle)
    assert masks is not None
    ranges = [[digit for digit in range(1, puzzle.digits + 1) if mask >> digit - 1 & 1] for mask in masks]
    found = []
    for grid in product(*ranges):
        pairs = {(grid[a], grid[b]) for a, b in zip(record.first, record.second, strict=True)}
        if len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs}):
            found.append(grid)
    return found


def test_relabelling_keeps_what_has_a_filling() -> None:
    rng = random.Random("relabelling")
    found = 0
    for _ in range(300):
        digits, length = rng.choice((3, 4)), rng.randint(2, 3)
        mixed = rng.sample(range(2 * length), 2 * length)
        record = Bijection(tuple(mixed[:length]), tuple(mixed[length:]))
        puzzle = board_of(2 * length, digits, (), rng, record)
        if masks_of(puzzle) is None:
            continue
        fillings = relabelled(puzzle, record)
        gone, _ = removed(puzzle)
        assert not [(cell, digit) for grid in fillings for cell, digit in gone if grid[cell] == digit]
        found += bool(gone)
    assert found > 30


def test_relabelling_knows_the_image_of_a_placed_digit() -> None:
    """Digits placed on both sides fix their images in both directions."""
    record = Bijection((0, 1, 2, 3), (4, 5, 6, 7))
    cells = tuple((0, cell) for cell in range(8))
    puzzle = Puzzle(3, 1, 8, cells, (1, 2, 0, 0, 3, 1, 0, 0), (7,) * 8, (), (), (record,))
    session = open_session(replace(puzzle, domains=(*puzzle.domains[:2], 1, 7, *puzzle.domains[4:7], 2)))
    steps = session.find("twin_digits")
    assert {elim for step in steps for elim in step.elims} == {(3, 1), (3, 2), (6, 1), (6, 2)}


def judge(puzzle: Puzzle, grids: list[Grid], cpsat: bool) -> None:
    """Search, CP-SAT and every technique against all solutions."""
    verdict = count_solutions(puzzle)
    assert verdict.status == STATUS[min(len(grids), 2)], puzzle
    assert set(verdict.solutions) <= set(grids)
    assert len(set(verdict.solutions)) == min(len(grids), 2)
    if cpsat:
        other = cpsat_verify.count(puzzle, limit=2)
        assert other.status == verdict.status, puzzle
        assert set(other.solutions) <= set(grids)
    if len(grids) == 1:
        _, bad = open_session(puzzle).sweep(grids[0], switches_for(puzzle).unique)
        assert bad is None, (bad, puzzle)
    session = open_session(puzzle)
    if grids and session.load(puzzle.givens, puzzle.domains):
        assert not unsound(session, grids), puzzle


def test_search_and_every_technique_on_random_boards() -> None:
    rng = random.Random("boards")
    numbers = [0, 0, 0]
    for i in range(300):
        puzzle = random_board(rng)
        grids = solutions(puzzle)
        judge(puzzle, grids, cpsat=i % 10 == 0)
        numbers[min(len(grids), 2)] += 1
    assert min(numbers) > 10


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_search_and_every_technique_on_many_random_boards() -> None:
    rng = random.Random("many boards")
    for i in range(often(2_000, 8_000)):
        puzzle = random_board(rng)
        judge(puzzle, solutions(puzzle), cpsat=i % 20 == 0)


def with_houses(doc: dict[str, Any]) -> dict[str, Any]:
    """The document with its rows and columns as houses, where it has none and is a square of D×D."""
    size = doc["digits"]
    if (doc["board"]["rows"], doc["board"]["cols"]) != (size, size):
        return doc
    grid = {**doc, "rules": [*doc["rules"], {"type": "grid", "origin": "r1c1"}]}
    try:
        exchange.read(grid)
    except FormatError:
        return doc
    return grid


def positions(doc: dict[str, Any], rng: random.Random, count: int) -> list[Puzzle]:
    """Puzzles with few empty cells: around solutions, and one around a random filling."""
    empty = exchange.read(doc)
    n = len(empty.cells)
    found: list[Puzzle] = []
    free = {4: 5, 5: 4, 6: 3}.get(empty.digits, 3)
    for _ in range(20 * count):
        if len(found) == count:
            break
        start = [0] * n
        for cell in rng.sample(range(n), rng.randint(0, 2)):
            start[cell] = rng.randint(1, empty.digits)
        solved = count_solutions(replace(empty, givens=tuple(start)), limit=1)
        if solved.solutions:
            found.append(_opened(empty, list(solved.solutions[0]), free, rng))
    found.append(_opened(empty, [rng.randint(1, empty.digits) for _ in range(n)], free, rng))
    return found


def _opened(empty: Puzzle, grid: list[int], free: int, rng: random.Random) -> Puzzle:
    ruled = sorted({c for record in (*empty.relations, *empty.constraints) for c in cells_of(record)})
    first = rng.sample(ruled, min(len(ruled), free - 1))
    rest = [cell for cell in range(len(grid)) if cell not in first]
    for cell in (*first, *rng.sample(rest, free - len(first))):
        grid[cell] = 0
    return replace(empty, givens=tuple(grid))


def obedient(puzzle: Puzzle) -> list[Grid]:
    """All fillings of the empty cells that obey the plain meaning of every rule."""
    board = exchange.puzzle_board(puzzle)
    open_cells = [cell for cell, given in enumerate(puzzle.givens) if given == 0]
    grid = list(puzzle.givens)
    found = []
    for digits in product(range(1, puzzle.digits + 1), repeat=len(open_cells)):
        for cell, digit in zip(open_cells, digits, strict=True):
            grid[cell] = digit
        if all(rule.holds(grid, board, puzzle.rules) for rule in puzzle.rules):
            found.append(tuple(grid))
    return found


@pytest.mark.parametrize("houses", [False, True], ids=["alone", "with houses"])
@pytest.mark.parametrize("cls, rule", VALID)
def test_engine_agrees_with_the_plain_meaning(cls: type[Rule], rule: dict[str, Any], houses: bool) -> None:
    doc = sample(cls, rule)
    if houses:
        grid = with_houses(doc)
        if grid is doc:
            pytest.skip("no square of D×D cells, or houses are there already")
        doc = grid
    rng = random.Random(f"{cls.__name__} {houses}")
    solved = 0
    for i, puzzle in enumerate(positions(doc, rng, 3)):
        grids = obedient(puzzle)
        judge(puzzle, grids, cpsat=i == 0)
        solved += bool(grids)
    if not solved:
        empty = exchange.read(doc)
        assert count_solutions(empty).status == cpsat_verify.count(empty).status == "none"
        assert houses or cls.examples().beside, "an example alone can be filled"


def test_safe_techniques_are_nearly_all() -> None:
    assert len(TECHNIQUES) - len(SAFE) == 2
