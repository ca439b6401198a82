"""Every claim behind an explanation is true at its position, and a false claim would be noticed."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pencilmark import load
from pencilmark.explain import claims as c
from pencilmark.explain import explain, facts_of
from pencilmark.explain.facts import COMMON, TELLERS
from pencilmark.explain.position import Position
from pencilmark.explain.templates import texts
from pencilmark.explain.words import Names

from .checker import Truth, true
from .steps_of import Case, of_exemplars, of_solve

PER_TECHNIQUE = 6
CLASSICS = (
    "....4...6.....381.946..7..........5...1.....257....3....78156.......4...48.7...3.",
    ".9...8...87.96....6...32..5..9.....2.1.....76.....3....3.51.......28.537...3..124",
)


GOLDEN = Path(__file__).parents[2] / "golden" / "puzzles"
VARIANTS = (
    "antiknight-6-1", "arrow-6-1", "jigsaw-7-1", "killer-6-1", "kropki-6-1", "mix-sukaku-odd-1", "nonconsecutive-6-1",
    "sandwich-6-1", "small-twodoku-killer-1", "thermo-6-1", "whisper-6-1", "windoku-9-1",
)  # fmt: skip
HOLES = ("  ", " ,", " .", "()", ": .", " in so,", " in so ", " of so ", " in:", " of:")


def lies(cases: Iterable[Case]) -> tuple[list[str], Counter[str]]:
    """False claims, in words, and how many were checked by technique."""
    found: list[str] = []
    checked: Counter[str] = Counter()
    truth: Truth | None = None
    for case in cases:
        if truth is None or truth.here is not case.here:
            truth = Truth(case.here)
        checked[case.technique] += 0
        for claim in facts_of(case.here, case.step).claims:
            checked[case.technique] += 1
            if not true(claim, truth):
                found.append(f"{case.technique}: {claim}")
    return found, checked


def test_claims_at_exemplars_are_true_and_every_technique_makes_some() -> None:
    found, checked = lies(of_exemplars(PER_TECHNIQUE))
    assert found == []
    assert {technique for technique, count in checked.items() if not count} == set()


@pytest.mark.parametrize("text", CLASSICS)
def test_claims_along_a_solve_are_true(text: str) -> None:
    found, checked = lies(of_solve(load(text)))
    assert found == []
    assert sum(checked.values()) > 300


@pytest.mark.parametrize("name", VARIANTS)
def test_claims_along_a_solve_of_a_variant_are_true(name: str) -> None:
    cases = list(of_solve(load(GOLDEN / "variants" / f"{name}.json")))
    found, _ = lies(cases)
    assert found == []
    assert holes(cases) == []


@pytest.mark.slow
def test_claims_along_all_golden_solves_are_true() -> None:
    for file in sorted(GOLDEN.rglob("*.json")):
        cases = list(of_solve(load(file)))
        assert lies(cases)[0] == [], file.name
        assert holes(cases) == [], file.name
    for table in sorted(GOLDEN.glob("*.csv")):
        with table.open(encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows):
                assert lies(of_solve(load(row["puzzle"])))[0] == [], row["id"]


def holes(cases: Iterable[Case]) -> list[str]:
    """Texts with a word missing; every fact must be one that the teller promises."""
    found: list[str] = []
    for case in cases:
        said = explain(case.here, case.path_step, ("short", "teach"))
        template = texts()[case.technique]
        assert said.facts.words.keys() <= {*COMMON, *TELLERS[template.facts].gives}
        found += [text for text in said.texts.values() if not text.endswith(".") or any(h in text for h in HOLES)]
    return found


def test_texts_have_no_holes() -> None:
    assert holes(of_exemplars(PER_TECHNIQUE)) == []


HERE = Position.start(load(CLASSICS[0]))
FALSE: tuple[c.Claim, ...] = (
    c.Exactly((0,), (9,)),
    c.Places(0, 4, (0,)),
    c.Places(0, 5, (0,)),
    c.Inside(0, (0, 9)),
    c.Stands(4, 5),
    c.Lacks(0, 2),
    c.Has(0, 4),
    c.Sees(0, (1, 80)),
    c.OneOf(((0, 2), (0, 3))),
    c.Apart((0, 2), (80, 2)),
    c.Implies((((0, 2), True),), ((80, 2), False)),
    c.Implies((((0, 2), False),), ((0, 3), True)),
    c.Clash((((0, 2), False), ((1, 2), True))),
)


@pytest.mark.parametrize("claim", FALSE, ids=lambda claim: type(claim).__name__)
def test_a_false_claim_is_noticed(claim: c.Claim) -> None:
    assert not true(claim, Truth(HERE))


def test_a_false_claim_about_a_rule_is_noticed() -> None:
    seen: set[type] = set()
    for case in of_exemplars(1):
        for claim in facts_of(case.here, case.step).claims:
            if (broken := _broken(claim, case.here)) is not None:
                seen.add(type(claim))
                assert not true(broken, Truth(case.here)), (case.technique, broken)
    assert seen == {c.Element, c.Fillings, c.Orders, c.NoFilling, c.Needs}


def _broken(claim: c.Claim, here: Position) -> Any:
    """A claim about a rule turned into a false one."""
    match claim:
        case c.Element():
            return replace(claim, cells=claim.cells[1:])
        case c.Fillings():
            return replace(claim, sets=claim.sets[1:])
        case c.Orders():
            return replace(claim, orders=claim.orders[1:])
        case c.Needs():
            return replace(claim, cells=())
        case c.NoFilling():
            element = Names(here.puzzle).element(claim.element)
            kept = [d for d in here.digits(claim.cell) if d != claim.digit]
            if element is None or element.diagram is None or len(kept) != 1:
                return None
            return replace(claim, digit=kept[0])
    return None
