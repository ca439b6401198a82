"""Chains: of several with the same ends a finder shows one, which must prove what it says, and none may be missed."""

from __future__ import annotations

import pytest

from pencilmark.engine.session import Session, Step
from pencilmark.tables import shapes
from tests import naive_chains, naive_groups, naive_sets
from tests.naive import Candidate, Position
from tests.naive_groups import Node

from .twins import Sample, as_move, found, sample_of


@pytest.fixture(scope="module")
def sample() -> Sample:
    return sample_of(1)


def parts_of(step: Step) -> list[frozenset[int]]:
    """The sets of cells of a pattern in order, each told after its group."""
    parts: list[set[int]] = [set()]
    for word in step.witness:
        if isinstance(word, int):
            parts.append(set())
        else:
            parts[-1].add(word[0])
    return [frozenset(part) for part in parts if part]


def nodes_of(position: Position, step: Step) -> list[Node]:
    """The nodes of a grouped chain: a group is told as its two groups, then its cells."""
    houses = [g for _, g in position.houses] + [g for _, g in position.groups if len(g) != position.digits]
    nodes: list[Node] = []
    words = list(step.witness)
    while words:
        if not isinstance(words[0], int):
            cell, digit = words.pop(0)
            nodes.append((frozenset({cell}), digit - 1))
            continue
        crossing = set(houses[-1 - words[0]]) & set(houses[-1 - words[1]])
        digit = words[2][1] - 1
        cells = frozenset(position.places(crossing, digit))
        nodes.append((cells, digit))
        assert {w[0] for w in words[2 : 2 + len(cells)]} == cells
        words = words[2 + len(cells) :]
    return nodes


@pytest.mark.parametrize("engine", naive_sets.PARTS)
def test_sets_prove_what_they_remove_and_none_is_missed(engine: str, sample: Sample) -> None:
    explains, needed = naive_sets.PARTS[engine]
    for session, here, twin in sample[::2]:
        here.load(session)
        gone: set[Candidate] = set()
        for step in session.find(engine):
            assert explains(twin, parts_of(step), as_move(step)[2]), (here, step)
            gone |= as_move(step)[2]
        assert needed(twin) <= gone, here


def test_short_chains_have_their_names_and_all_chains_the_conclusions_of_the_twin(sample: Sample) -> None:
    for session, here, twin in sample:
        here.load(session)
        steps = session.find("aic")
        assert {as_move(step)[2] for step in steps} == {gone for _, _, gone in naive_chains.aic(twin)}
        for step in steps:
            chain = [(w[0], w[1] - 1) for w in step.witness if not isinstance(w, int)]
            assert shapes()[step.shape].technique == naive_groups.wing_name(twin, chain), step


def _conclusions(session: Session, engine: str) -> set[frozenset[Candidate]]:
    return {gone for _, _, gone in found(session, engine)}


@pytest.mark.parametrize(("engine", "plain", "cells"), [("grouped_x_chain", "", False), ("grouped_aic", "aic", True)])
def test_grouped_chains_are_those_of_the_twin(engine: str, plain: str, cells: bool, sample: Sample) -> None:
    for session, here, twin in sample[::3]:
        here.load(session)
        every = naive_groups.chain_conclusions(twin, cells)
        moves = _conclusions(session, engine)
        assert moves <= every, here
        ungrouped = {gone for _, _, gone in naive_chains.short_chains(twin, cells)} if not plain else set()
        assert every <= moves | ungrouped | (_conclusions(session, plain) if plain else set()), here


def test_loops_place_what_proves_itself_and_remove_what_they_prove(sample: Sample) -> None:
    for session, here, twin in sample[::3]:
        here.load(session)
        single = {m[1] for engine in ("nice_loop", "x_cycle", "grouped_loop") for m in found(session, engine) if m[1]}
        proving = naive_groups.self_proving(twin)
        assert single == {(min(cells), x) for cells, x in proving if len(cells) == 1}
        for step in session.find("grouped_loop"):
            if step.place is None:
                nodes = nodes_of(twin, step)
                if nodes[0] == nodes[-1]:
                    assert nodes[0] in proving
                else:
                    assert naive_groups.ring_explains(twin, nodes, as_move(step)[2]), step


def test_cycles_of_one_digit(sample: Sample) -> None:
    for session, here, twin in sample:
        here.load(session)
        steps = session.find("x_cycle")
        assert {m.place[0] for m in steps if m.place} == {c for c, _ in naive_groups.digit_self_proving(twin)}
        for step in steps:
            nodes = nodes_of(twin, step)
            assert len({x for _, x in nodes}) == 1
            assert step.place or naive_groups.ring_explains(twin, nodes, as_move(step)[2]), step
