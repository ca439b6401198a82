"""Every finder gives exactly the moves of its slow twin, at positions of our own puzzles."""

from __future__ import annotations

import random

import pytest

from pencilmark.engine.session import Session, session_for
from pencilmark.techniques import TECHNIQUES
from tests import naive, naive_cases, naive_chains, naive_uniqueness
from tests.extent import often
from tests.naive import Position
from tools.positions import Snapshot, board, puzzles, walk

from .twins import found, position

TWINS = naive.TWINS | naive_chains.TWINS | naive_uniqueness.TWINS | naive_cases.TWINS
LOOSE = {"nice_loop", "forcing_chain"}
"""Compared below in another way: of several chains with the same ends the finder reports one."""
Sample = list[tuple[Session, Snapshot, Position]]
FAST = (("classic", 4, 20), ("x", 1, 4), ("windoku", 1, 4), ("mini-6", 2, 4))
"""(kind, puzzles, positions) of the fast sample."""


def _sample(times: int) -> Sample:
    chosen: Sample = []
    rng = random.Random(7)
    for kind, count, wanted in FAST:
        empty = board(kind)
        session = session_for(empty)
        seen = [here for puzzle, _ in puzzles(kind, count * times, 7) for here in walk(puzzle, rng)]
        for here in rng.sample(seen, min(wanted * times, len(seen))):
            here.load(session)
            chosen.append((session, here, position(empty, session.board, here)))
    return chosen


@pytest.fixture(scope="module")
def sample() -> Sample:
    return _sample(1)


@pytest.fixture(scope="module")
def large_sample() -> Sample:
    return _sample(often(3, 10))


def _compare(engine: str, sample: Sample) -> None:
    for session, here, twin in sample:
        here.load(session)
        assert found(session, engine) == TWINS[engine](twin), here


def test_every_technique_has_a_twin() -> None:
    compared = TWINS.keys() | LOOSE
    assert {t.engine for t in TECHNIQUES if not t.needs and not t.last_resort} <= compared
    assert {t.engine for t in TECHNIQUES} - compared == {"nested_chain", "trial"} | {
        t.engine for t in TECHNIQUES if t.needs
    }


@pytest.mark.parametrize("engine", TWINS)
def test_finder_gives_the_moves_of_its_twin(engine: str, sample: Sample) -> None:
    _compare(engine, sample)


@pytest.mark.slow
@pytest.mark.parametrize("engine", TWINS)
def test_finder_gives_the_moves_of_its_twin_at_many_positions(engine: str, large_sample: Sample) -> None:
    _compare(engine, large_sample)


def test_nice_loops_place_what_proves_itself_and_remove_what_refutes_itself(sample: Sample) -> None:
    for session, here, twin in sample:
        here.load(session)
        moves = found(session, "nice_loop")
        assert {m for m in moves if m[1]} == naive_chains.self_proving(twin)
        refuted = naive_chains.union(naive_chains.digit_forcing(twin))
        assert naive_chains.union(moves) <= refuted


def test_forcing_chains_are_what_all_cases_agree_on(sample: Sample) -> None:
    for session, here, twin in sample[::4]:
        here.load(session)
        moves = found(session, "forcing_chain")
        digit = {m for m in moves if m[0] == "Digit Forcing Chain"}
        assert digit == naive_chains.digit_forcing(twin)
        agreed = naive_chains.agreements(twin)
        for shape, place, gone in moves - digit:
            assert any(
                shape == name and (place in true if place else not true and gone == false)
                for name, true, false in agreed
            )
        silent = {name for name, true, false in agreed if true or false}
        assert silent == {shape for shape, _, _ in moves - digit}
