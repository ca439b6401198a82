"""Decision diagrams against brute force: the paths are the fillings, nothing else, and no state is there twice."""

from __future__ import annotations

import random
from itertools import product

import pytest

from pencilmark import exchange
from pencilmark.constraints import diagram as diagrams
from pencilmark.constraints import mechanic_of
from pencilmark.constraints.diagram import Diagram, diagram, pattern_of
from pencilmark.constraints.linear import sum_of, words
from pencilmark.constraints.regular import Regular
from pencilmark.derived.sets import PERMUTATION

from ..rules.samples import VALID, sample
from .random_rules import MAKERS, Case, Filling, random_case


def built(case: Case) -> Diagram:
    """The diagram of a case."""
    regular = case.regular
    found = diagram(regular.automaton, regular.params, case.digits, pattern_of(regular.cells, case.peers))
    assert found is not None
    return found


def paths(found: Diagram, digits: int) -> list[Filling]:
    """Every path from the start to the end, as digits; a path that came twice would be listed twice."""
    ends: list[tuple[int, Filling]] = [(0, ())]
    for first, last in zip(found.layers[:-1], found.layers[1:], strict=True):
        edges = found.edges[first:last].tolist()
        ends = [
            (to, (*word, digit))
            for state, word in ends
            for origin, to, mask in edges
            if origin == state
            for digit in range(1, digits + 1)
            if mask >> digit - 1 & 1
        ]
    return [word for state, word in ends if state == found.states - 1]


@pytest.mark.parametrize("maker", MAKERS)
def test_paths_are_the_fillings(maker: str) -> None:
    rng = random.Random(f"paths {maker}")
    alive = 0
    for _ in range(150):
        case = random_case(maker, rng)
        found = built(case)
        assert found.whole
        expected = sorted(case.fillings())
        assert sorted(paths(found, case.digits)) == expected, case
        alive += bool(expected)
    assert alive > 50


@pytest.mark.parametrize("maker", MAKERS)
def test_states_are_as_few_as_can_be(maker: str) -> None:
    """In each layer there is one state for each set of endings."""
    rng = random.Random(f"states {maker}")
    for _ in range(40):
        case = random_case(maker, rng)
        found = built(case)
        fillings = list(case.fillings())
        if not fillings:
            continue
        states = 0
        for i in range(len(case.regular.cells) + 1):
            heads = {word[:i] for word in fillings}
            states += len({frozenset(word[i:] for word in fillings if word[:i] == head) for head in heads})
        assert found.states == states, case


@pytest.mark.parametrize("maker", MAKERS)
def test_without_room_for_visibility_it_is_left_out(maker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagrams, "MAX_STATES", 0)
    rng = random.Random(f"plain {maker}")
    for _ in range(60):
        case = random_case(maker, rng)
        regular = case.regular
        pattern = pattern_of(regular.cells, case.peers)
        found = diagram.__wrapped__(regular.automaton, regular.params, case.digits, pattern)
        assert found is not None and not found.whole
        assert sorted(paths(found, case.digits)) == sorted(case.fillings(sight=False)), case


def test_without_any_room_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagrams, "MAX_STATES", 0)
    monkeypatch.setattr(diagrams, "MAX_PLAIN", 0)
    case = random_case("sum", random.Random(1))
    pattern = pattern_of(case.regular.cells, case.peers)
    assert diagram.__wrapped__(case.regular.automaton, case.regular.params, case.digits, pattern) is None


def test_an_automaton_that_sees_for_itself_is_not_shown_who_sees_whom() -> None:
    case = Case(Regular((0, 1, 2), PERMUTATION, (), "Hidden House"), 3, 4, ((0, 1), (1, 2)))
    found = built(case)
    assert not found.whole
    assert sorted(paths(found, 4)) == [t for t in product(range(1, 5), repeat=3) if len(set(t)) == 3]


def test_a_constraint_without_a_filling() -> None:
    (regular,) = words(sum_of((0, 1), 8), 4)
    assert paths(built(Case(regular, 2, 4, ())), 4) == [(4, 4)]
    assert paths(built(Case(regular, 2, 4, ((0, 1),))), 4) == []


def test_pattern_of_a_cell_that_comes_back() -> None:
    pattern = pattern_of((5, 7, 5, 8), [set()] * 5 + [{7, 8}, set(), {5}, {5}])
    assert pattern.same == (-1, -1, 0, -1)
    assert pattern.differs == ((), (0,), (), (0,))


@pytest.mark.parametrize("cls, rule", VALID)
def test_rules_of_the_registry(cls: type, rule: dict) -> None:  # type: ignore[type-arg]
    """Diagrams of the examples of every rule kind, with the visibility of their board."""
    puzzle = exchange.read(sample(cls, rule))
    peers: list[set[int]] = [set() for _ in puzzle.cells]
    for group in puzzle.groups:
        for cell in group.cells:
            peers[cell] |= set(group.cells) - {cell}
    for record in puzzle.constraints:
        mechanic = mechanic_of(record)
        assert mechanic is not None
        for regular in mechanic.words(record, puzzle.digits):
            cells = tuple(dict.fromkeys(regular.cells))
            if puzzle.digits ** len(cells) > 5000:
                continue
            number = {cell: i for i, cell in enumerate(cells)}
            local = Regular(
                tuple(number[c] for c in regular.cells), regular.automaton, regular.params, regular.technique
            )
            pairs = tuple((i, k) for k, c in enumerate(cells) for i, e in enumerate(cells[:k]) if e in peers[c])
            case = Case(local, len(cells), puzzle.digits, pairs)
            found = built(case)
            assert sorted(paths(found, puzzle.digits)) == sorted(case.fillings(found.whole)), regular
