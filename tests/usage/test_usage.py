"""Which rules a solve uses and which a puzzle needs: hand-made positions, then all kinds of variants."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.cpsat_verify import count
from pencilmark.engine.session import Step, open_session, switches_for
from pencilmark.errors import NotSupportedError
from pencilmark.grader_model import active
from pencilmark.loaders import load
from pencilmark.puzzle import Puzzle, Verdict
from pencilmark.tables import shape_id, shapes
from pencilmark.techniques import INDEX, TECHNIQUES
from pencilmark.usage import (
    Node,
    Position,
    element_classes,
    necessity,
    rule_usage,
    step_elements,
    usage_of,
    without,
)

from ..documents import classic, document

VARIANTS = Path(__file__).resolve().parents[2] / "golden" / "puzzles" / "variants"
KNIGHT = {"type": "neighbours", "kind": "antiknight"}
BOX_GRID = {"type": "box_grid", "origin": "r1c1", "box": [3, 3]}
DIAGONALS = [
    {"type": "region", "kind": "diagonal", "cells": [f"r{i}c{i}" for i in range(1, 10)]},
    {"type": "region", "kind": "diagonal", "cells": [f"r{i}c{10 - i}" for i in range(1, 10)]},
]
BOX = 18
"""Number of the first box among the houses of a plain 9×9 grid."""


def variant(name: str) -> Puzzle:
    return load(VARIANTS / f"{name}.json")


def empty(*rules: dict[str, Any]) -> Puzzle:
    """An empty 9×9 grid with rules."""
    return exchange.read(document(9, 9, 9, [BOX_GRID, *rules]))


def at(puzzle: Puzzle, placed: dict[str, int], gone: Iterable[Node] = ()) -> Position:
    """A position with digits in named cells, and some candidates removed."""
    digits = [0] * len(puzzle.cells)
    for name, digit in placed.items():
        digits[cell(puzzle, name)] = digit
    return Position(puzzle, tuple(digits), frozenset(gone))


def cell(puzzle: Puzzle, name: str) -> int:
    return exchange.puzzle_board(puzzle).names[name]


def row_without(puzzle: Puzzle, row: int, digit: int, *but: int) -> set[Node]:
    """The candidates of a digit in a row, except in some columns."""
    return {(cell(puzzle, f"r{row}c{col}"), digit) for col in range(1, 10) if col not in but}


# -- hand-made positions -----------------------------------------------------------------------

BOX_BUT_TWO = {"r1c1": 1, "r1c2": 2, "r1c3": 3, "r2c1": 4, "r2c3": 6, "r3c1": 7, "r3c2": 8}
"""The first box but for r2c2 and r3c3; a knight's move leads from r3c3 to r4c5."""


@pytest.mark.parametrize(
    ("placed", "gone", "expected"),
    [
        ({"r4c5": 5}, False, {"Anti-Knight"}),
        ({"r4c5": 5, "r3c9": 5}, False, set()),  # the row says it, too
        ({"r4c5": 5}, True, set()),  # an earlier step said it
    ],
)
def test_hidden_single_by_a_knights_move(placed: dict[str, int], gone: bool, expected: set[str]) -> None:
    puzzle = empty(KNIGHT)
    target = cell(puzzle, "r2c2")
    step = Step(shape_id("Hidden Single (box)"), (target, 5), (), (-1 - BOX, (target, 5)))
    known = at(puzzle, BOX_BUT_TWO | placed, [(cell(puzzle, "r3c3"), 5)] if gone else ())
    assert step_elements(puzzle, step, known) == expected
    assert step_elements(puzzle, step) == set()


@pytest.mark.parametrize(("column", "expected"), [({}, {"X"}), ({"r9c1": 8}, set())])
def test_naked_single_by_a_diagonal(column: dict[str, int], expected: set[str]) -> None:
    puzzle = empty(*DIAGONALS)
    row = {f"r1c{col}": col - 1 for col in range(2, 9)}
    step = Step(shape_id("Naked Single"), (0, 9), (), ((0, 9), -1))
    assert step_elements(puzzle, step, at(puzzle, {**row, "r5c5": 8, **column})) == expected


def test_locked_candidates_seen_along_a_diagonal() -> None:
    puzzle = empty(*DIAGONALS)
    a, b, target = (cell(puzzle, name) for name in ("r1c1", "r2c2", "r5c5"))
    step = Step(shape_id("Pointing"), None, ((target, 1),), (-1 - BOX, (a, 1), (b, 1)))
    assert step_elements(puzzle, step) == {"X"}
    aside = Step(
        shape_id("Pointing"), None, ((cell(puzzle, "r1c9"), 1),), (-1 - BOX, (a, 1), (cell(puzzle, "r1c2"), 1))
    )
    assert step_elements(puzzle, aside) == set()


def test_chain_with_a_weak_link_by_a_knights_move() -> None:
    puzzle = empty(KNIGHT)
    names = ("r3c1", "r3c4", "r5c5", "r5c1")
    nodes = tuple((cell(puzzle, name), 1) for name in names)
    step = Step(shape_id("X-Chain"), None, ((cell(puzzle, "r8c1"), 1),), nodes)
    known = at(puzzle, {}, row_without(puzzle, 3, 1, 1, 4) | row_without(puzzle, 5, 1, 1, 5))
    assert step_elements(puzzle, step, known) == {"Anti-Knight"}


def test_strong_link_in_a_diagonal_only() -> None:
    puzzle = empty(*DIAGONALS)
    names = ("r1c1", "r9c9", "r9c4", "r1c4")
    nodes = tuple((cell(puzzle, name), 1) for name in names)
    step = Step(shape_id("X-Chain"), None, ((cell(puzzle, "r1c7"), 1),), nodes)
    diagonal = {(cell(puzzle, f"r{i}c{i}"), 1) for i in range(2, 9)}
    column = {(cell(puzzle, f"r{i}c4"), 1) for i in range(2, 9)}
    assert step_elements(puzzle, step, at(puzzle, {}, diagonal | column)) == {"X"}


def test_pair_held_by_clues_in_cells() -> None:
    even = {"type": "cell", "kind": "even", "cells": ["r1c1"]}
    low = {"type": "cell", "kind": "low", "split": 4, "cells": ["r1c2"]}
    puzzle = empty(even, low)
    a, b = 0, 1
    gone = [(a, 6), (a, 8), (b, 1), (b, 3)]
    witness = (-1, (a, 2), (a, 4), (b, 2), (b, 4))
    step = Step(shape_id("Naked Pair"), None, ((8, 2),), witness)
    assert step_elements(puzzle, step, at(puzzle, {}, gone)) == {"Odd-Even", "Low-High"}


def test_pair_in_a_cage() -> None:
    puzzle = empty({"type": "cage", "sum": 15, "cells": ["r3c3", "r3c4", "r4c4"]})
    a, b, target = (cell(puzzle, name) for name in ("r3c3", "r3c4", "r4c4"))
    cage = next(i for i, g in enumerate(puzzle.groups) if g.kind == "cage")
    step = Step(shape_id("Naked Pair"), None, ((target, 4),), (-1 - cage, (a, 4), (a, 6), (b, 4), (b, 6)))
    assert step_elements(puzzle, step) == {"Killer"}


def test_notes_and_puzzles_without_rules_use_nothing() -> None:
    assert step_elements(empty(KNIGHT), Step(-1, None, (), ())) == set()
    bare = Puzzle(1, 1, 1, ((0, 0),), (0,), (1,), ())
    assert step_elements(bare, Step(shape_id("Naked Single"), (0, 1), (), ((0, 1),))) == set()
    assert rule_usage(bare)["solved"]


# -- classes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "classes"),
    [
        ("killer-4-1", ["Killer"]),
        ("antiknight-box-6-1", ["Anti-King", "Anti-Knight"]),
        ("colour-6-1", ["Colour Groups"]),
        ("product-6-1", ["Product"]),
        ("jigsaw-6-2", []),
        ("samurai-mixed-1", ["Killer", "Thermo"]),
    ],
)
def test_classes_are_named_as_the_puzzle_states_them(name: str, classes: list[str]) -> None:
    puzzle = variant(name)
    found = element_classes(puzzle)
    assert sorted(found) == classes
    rules = exchange.write(puzzle)["rules"]
    houses = [i for i, rule in enumerate(rules) if rule["type"] in ("grid", "box_grid", "row", "column", "box")]
    assert sorted([*houses, *(n for numbers in found.values() for n in numbers)]) == list(range(len(rules)))


def test_negatives_belong_to_their_family() -> None:
    dot = {"type": "edge", "kind": "kropki", "color": "white", "cells": ["r1c1", "r1c2"]}
    puzzle = exchange.read(classic(dot, {"type": "negative", "of": "kropki"}, *DIAGONALS))
    found = element_classes(puzzle)
    assert set(found) == {"Kropki", "X"}
    assert [rule["type"] for rule in exchange.write(without(puzzle, "Kropki"))["rules"]] == [
        "box_grid", "region", "region",
    ]  # fmt: skip


def test_candidates_outlive_a_class() -> None:
    odd = {"type": "cell", "kind": "odd", "cells": ["r1c3"]}
    puzzle = exchange.read(classic(odd, candidates={"r1c4": [2, 6]}))
    rest = without(puzzle, "Odd-Even")
    assert rest.domains[cell(puzzle, "r1c3")] == puzzle.full
    assert exchange.digits_of(rest.domains[cell(puzzle, "r1c4")]) == [2, 6]


def test_puzzle_that_carries_no_rules_has_no_classes() -> None:
    built = empty()
    bare = Puzzle(built.digits, 9, 9, built.cells, built.givens, built.domains, built.groups)
    with pytest.raises(NotSupportedError):
        element_classes(bare)


# -- properties over the project's variants ----------------------------------------------------

SAMPLE = [path.stem for path in sorted(VARIANTS.glob("*.json"))[::18]]
NAMED = (
    "antiking-6-1", "antiknight-6-1", "arrow-6-1", "circles-6-1", "clone-6-1", "greater-9-1", "killer-4-1",
    "kropki-6-1", "mathrax-parity-6-1", "mix-king-renban-1", "neighbours-mod-9-1", "parity-6-1", "sandwich-6-1",
    "thermo-4-2", "whisper-9-1", "x-6-1",
)  # fmt: skip


def test_named_variants_exist() -> None:
    assert not [name for name in NAMED if not (VARIANTS / f"{name}.json").exists()]


@pytest.mark.parametrize("name", sorted({*SAMPLE, *NAMED}))
def test_usage_adds_up(name: str) -> None:
    puzzle = variant(name)
    usage = rule_usage(puzzle)
    steps, counts, first = usage["steps"], usage["counts"], usage["first_use"]
    assert list(usage) == ["steps", "counts", "first_use", "solved"]
    assert usage["solved"]
    assert set(counts) == set(first) <= set(element_classes(puzzle))
    for element, uses in counts.items():
        assert uses == sum(element in used for used in steps)
        assert element in steps[first[element]]
        assert not any(element in used for used in steps[: first[element]])
    assert rule_usage(puzzle, active(), puzzle.solution) == usage


@pytest.mark.parametrize("name", sorted({*SAMPLE, *NAMED}))
def test_what_is_needed_is_used(name: str) -> None:
    """A solve without forcing, trial and uniqueness is a proof: rules that it does not use are not needed."""
    puzzle = variant(name)
    session = open_session(puzzle)
    route = session.band_route(active().prices("route", puzzle.digits), switches_for(puzzle, unique=False))
    used = usage_of(puzzle, route.steps).counts
    techniques = [TECHNIQUES[INDEX[shapes()[shape].engine]] for shape in route.shapes]
    whole = route.solved and not any(technique.last_resort for technique in techniques)
    needed = necessity(puzzle, 10.0)
    assert list(needed) == list(element_classes(puzzle))
    for element, need in needed.items():
        assert need is not None
        assert not (need and whole) or used[element] > 0
        verdict = count(without(puzzle, element), 2, 10.0)
        assert verdict.status in ("multiple" if need else "unique", "unknown")


@pytest.mark.parametrize(("seconds", "needed"), [(10.0, True), (0.0, None)])
def test_cp_sat_decides_what_the_search_leaves_open(
    monkeypatch: pytest.MonkeyPatch, seconds: float, needed: bool | None
) -> None:
    monkeypatch.setattr("pencilmark.usage.count_solutions", lambda puzzle, **_: Verdict("unknown"))
    assert necessity(variant("antiknight-6-1"), seconds) == {"Anti-Knight": needed}
