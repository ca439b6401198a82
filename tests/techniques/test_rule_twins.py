"""Every finder of rule techniques gives exactly the moves of its slow twin, and none touches the solution."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from pencilmark import exchange, load
from pencilmark.engine.session import Session, session_for
from pencilmark.tables import shapes
from pencilmark.techniques import TECHNIQUES
from tests.naive import Move
from tools.make_rule_exemplars import orders_for
from tools.positions import Snapshot, walk
from tools.rule_positions import moves_of
from tools.rule_sources import built

from . import house_twins, rule_twins
from .plain import ROOT
from .rule_twins import RulePosition, Scene, TooManyError
from .twins import found

FOLDER = ROOT / "golden" / "puzzles" / "variants"
RULES = tuple(t.engine for t in TECHNIQUES if t.needs)
FAST = (
    "arrow-6-2", "circles-6-2", "clone-6-2", "count-different-6-2", "entropic-6-1", "equal-sum-6-2", "extra-6-1",
    "frame-6-2", "greater-6-2", "jigsaw-6-2", "killer-4-1", "killer-4-2", "killer-6-2", "killer-9-1", "kropki-6-1",
    "lockout-6-2", "mathrax-6-2", "mix-thermo-killer-1", "palindrome-6-2", "pill-arrow-6-2", "relation-any-6-2",
    "renban-6-2", "sandwich-6-2", "skyscraper-6-2", "small-twin-1", "small-twodoku-twin-2", "sums-6-2", "thermo-6-2",
    "whisper-6-2", "windoku-9-1", "x-sum-6-2", "zipper-6-1", "antiknight-6-2", "frame-6-1", "killer-6-1",
    "made-ring-2", "made-variant-ring-4", "made-both-ends-1", "made-runs-1",
)  # fmt: skip
RARE = ("outside_clues",)
"""Techniques that random walks hardly ever meet; test_rule_exemplars compares them with their twins as well."""
SMALL = 81
"""Cells of a puzzle of the slow sample at most."""
POSITIONS = 6
"""Positions of each puzzle."""


@dataclass(frozen=True)
class Sampled:
    """One position of a puzzle: as the engine loads it, and as the twins see it."""

    name: str
    session: Session
    here: Snapshot
    twin: RulePosition


def _sample(names: tuple[str, ...], count: int) -> list[Sampled]:
    chosen: list[Sampled] = []
    made = dict(built(1))
    for name in names:
        puzzle = exchange.read(made[name]) if name in made else load(FOLDER / f"{name}.json")
        rng = random.Random(name)
        seen = [here for order in orders_for(name) for here in walk(puzzle, rng, order)]
        scene = Scene(puzzle)
        assert puzzle.solution
        assert all(v in (0, x) for here in seen for v, x in zip(here.val, puzzle.solution, strict=True)), name
        for here in rng.sample(seen, min(count, len(seen))):
            chosen.append(Sampled(name, session_for(puzzle), here, RulePosition(scene, here)))
    return chosen


@pytest.fixture(scope="module")
def sample() -> list[Sampled]:
    return _sample(FAST, POSITIONS)


@pytest.fixture(scope="module")
def large_sample() -> list[Sampled]:
    names = (file.stem for file in sorted(FOLDER.glob("*.json")))
    small = tuple(name for name in names if len(load(FOLDER / f"{name}.json").cells) <= SMALL)
    return _sample((*small, *(name for name, _ in built(1))), 2 * POSITIONS)


def expected(twin: RulePosition, engine: str) -> set[Move]:
    """What the twin of a technique says."""
    twins = rule_twins.TWINS | house_twins.TWINS
    if engine in twins:
        return twins[engine](twin)
    return rule_twins.combinations(twin, next(s.technique for s in shapes() if s.engine == engine))


def moves(case: Sampled, engine: str) -> set[Move]:
    """What the finder says."""
    case.here.load(case.session)
    return found(case.session, engine)


def all_gone(some: set[Move]) -> set[tuple[int, int]]:
    """All candidates that some moves remove."""
    return {candidate for _, _, gone in some for candidate in gone}


def _compare(engine: str, sample: list[Sampled]) -> tuple[int, int]:
    """(positions with moves, positions that no twin can list)."""
    hits = skipped = 0
    for case in sample:
        try:
            wanted = expected(case.twin, engine)
        except TooManyError:
            skipped += 1
            continue
        have = moves(case, engine)
        if engine == "pair_house":  # a cell with several places and pair rules may be told in parts
            assert all_gone(have) == all_gone(wanted), (case.name, case.here)
        else:
            assert have == wanted, (case.name, case.here)
        hits += bool(wanted)
    return hits, skipped


@pytest.mark.parametrize("engine", RULES)
def test_finder_gives_the_moves_of_its_twin(engine: str, sample: list[Sampled]) -> None:
    hits, skipped = _compare(engine, sample)
    assert hits or engine in RARE
    assert skipped <= 0.05 * len(sample)


@pytest.mark.slow
@pytest.mark.parametrize("engine", RULES)
def test_finder_gives_the_moves_of_its_twin_at_many_positions(engine: str, large_sample: list[Sampled]) -> None:
    hits, skipped = _compare(engine, large_sample)
    assert hits >= 5 or engine in RARE
    assert skipped <= 0.05 * len(large_sample)


@pytest.mark.parametrize("engine", RULES)
def test_no_move_touches_the_solution(engine: str, sample: list[Sampled]) -> None:
    for case in sample:
        solution = case.twin.scene.puzzle.solution
        assert solution
        for _, place, gone in moves(case, engine):
            assert place is None or solution[place[0]] == place[1] + 1, (case.name, case.here)
            assert all(solution[c] != x + 1 for c, x in gone), (case.name, case.here)


def _small(rule: dict[str, Any], givens: Mapping[str, int], candidates: Mapping[str, list[int]]) -> dict[str, Any]:
    """A document of one rule on a board of 4×4."""
    grid = [0] * 16
    for cell, digit in givens.items():
        grid[4 * int(cell[1]) + int(cell[3]) - 5] = digit
    head = {"format": "sudoku-puzzle", "format_version": 1, "board": {"rows": 4, "cols": 4}, "digits": 4}
    box = {"type": "box_grid", "box": [2, 2], "origin": "r1c1"}
    return head | {"givens": grid, "candidates": candidates, "rules": [box, rule]}


def test_a_pair_rule_may_stand_at_any_place_of_the_house() -> None:
    for pair, gone in ((["r1c2", "r3c3"], "1r3c3"), (["r1c3", "r3c2"], "1r3c2")):
        rule = {"type": "relation", "op": "not_sum", "params": [2], "pairs": [pair]}
        document = _small(rule, {}, {"r1c1": [2, 3, 4], "r1c4": [2, 3, 4]})
        assert moves_of(document, "Pair Rule with a House") == (gone,)


def test_a_pair_rule_counts_beside_another_one_at_an_earlier_place() -> None:
    stated = ((["r1c2", "r3c2"], 8), (["r1c3", "r3c2"], 2))
    rules = [{"type": "relation", "op": "not_sum", "params": [total], "pairs": [pair]} for pair, total in stated]
    document = _small(rules[0], {}, {"r1c1": [2, 3, 4], "r1c4": [2, 3, 4]})
    both = document | {"rules": [*document["rules"], rules[1]]}
    assert moves_of(both, "Pair Rule with a House") == ("1r3c2",)


def test_a_closed_line_may_start_anywhere() -> None:
    loop = ["r1c2", "r1c3", "r2c3", "r2c2"]
    for start in range(4):
        rule = {"type": "line", "kind": "whisper", "value": 2, "closed": True, "cells": loop[start:] + loop[:start]}
        document = _small(rule, {"r1c3": 1, "r2c3": 4, "r2c2": 2}, {})
        assert moves_of(document, "Last Cell") == ("=4r1c2",)


def test_relabellings_remove_only_what_no_relabelling_has(sample: list[Sampled]) -> None:
    tried = 0
    for case in sample:
        for row in case.twin.scene.rows:
            if row.twin is not None:
                left = case.twin.supports(row)
                exact = rule_twins.relabelled_exactly(case.twin.scene.puzzle.digits, row.twin, case.twin.masks())
                assert left
                assert all(exact[c] <= left[c] for c in row.places), (case.name, case.here)
                tried += 1
    assert tried


@pytest.mark.slow
def test_nested_chains_find_what_contradicts_itself_at_once(sample: list[Sampled]) -> None:
    tried = 0
    for case in sample:
        if len(case.twin.cand) > 20:
            continue
        order = sorted(case.twin.cand, key=lambda c: (len(case.twin.cand[c]), c))
        first = next(rule_twins.refuted_at_once(case.twin), None)
        step = next(iter(moves(case, "nested_chain")), None)
        if step is not None:
            ((c, x),) = step[2]
            assert case.twin.scene.puzzle.solution[c] != x + 1
        if first is not None:
            assert step is not None
            assert (order.index(c), x) <= (order.index(first[0]), first[1])
            tried += 1
    assert tried
