"""Our own positions of variants: a technique of rules finds exactly the listed moves, and nothing in near-misses."""

from __future__ import annotations

from collections import Counter

import pytest

from pencilmark.tables import shapes
from pencilmark.techniques import TECHNIQUES
from tools.positions import snapshot
from tools.rule_positions import RuleExemplar, moves_of, obeyed, opened, read, steps, toggled

from .plain import ROOT
from .rule_twins import RulePosition, Scene, TooManyError
from .test_rule_twins import all_gone, expected
from .twins import as_move

EXEMPLARS = tuple(read(ROOT / "tests" / "exemplars" / "rules"))
OF_RULES = tuple(
    s for t in TECHNIQUES for s in shapes() if s.engine == t.engine and (t.needs or t.engine == "nested_chain")
)
NESTED = "Nested Forcing Chain"
IDS = [f"{x.technique} in {x.document['meta']['title']}" for x in EXEMPLARS]


@pytest.mark.parametrize("exemplar", EXEMPLARS, ids=IDS)
def test_finder_gives_exactly_the_listed_moves(exemplar: RuleExemplar) -> None:
    assert moves_of(exemplar.document, exemplar.technique) == exemplar.moves


@pytest.mark.parametrize("exemplar", EXEMPLARS, ids=IDS)
def test_near_misses_have_no_move(exemplar: RuleExemplar) -> None:
    for edit in exemplar.but:
        assert moves_of(toggled(exemplar.document, edit), exemplar.technique) == ()


@pytest.mark.parametrize("exemplar", [x for x in EXEMPLARS if x.technique != NESTED])
def test_twin_gives_the_same(exemplar: RuleExemplar) -> None:
    engine = next(s.engine for s in shapes() if s.technique == exemplar.technique)
    for document in (exemplar.document, *(toggled(exemplar.document, edit) for edit in exemplar.but)):
        puzzle, session, sound = opened(document)
        assert sound
        twin = RulePosition(Scene(puzzle), snapshot(session))
        found = {as_move(step) for step in steps(session, exemplar.technique)}
        try:
            wanted = expected(twin, engine)
        except TooManyError:
            pytest.skip("the rule has more fillings than the twin lists")
        assert all_gone(found) == all_gone(wanted)
        assert {place for _, place, _ in found} == {place for _, place, _ in wanted}


@pytest.mark.parametrize("exemplar", EXEMPLARS, ids=IDS)
def test_moves_are_true_of_a_filling_that_obeys_all_rules(exemplar: RuleExemplar) -> None:
    puzzle, session, _ = opened(exemplar.document)
    assert puzzle.solution
    assert obeyed(exemplar.document)
    for step in steps(session, exemplar.technique):
        assert step.place is None or puzzle.solution[step.place[0]] == step.place[1]
        assert all(puzzle.solution[c] != d for c, d in step.elims)


def test_every_technique_of_rules_has_three_positions_and_two_near_misses() -> None:
    hits = Counter(x.technique for x in EXEMPLARS if x.moves)
    misses = Counter(x.technique for x in EXEMPLARS for _ in x.but)
    assert not [s.technique for s in OF_RULES if hits[s.technique] < 3 or misses[s.technique] < 2]
