"""Every finder gives exactly the moves of its slow twin, at positions of our own puzzles."""

from __future__ import annotations

import pytest

from pencilmark.techniques import TECHNIQUES
from tests import (
    naive,
    naive_cases,
    naive_chains,
    naive_fish,
    naive_kraken,
    naive_one_digit,
    naive_sectors,
    naive_sets,
    naive_uniqueness,
)  # fmt: skip
from tests.extent import often

from .twins import Sample, found, sample_of

FAMILIES = (naive_uniqueness, naive_cases, naive_sets, naive_fish, naive_kraken, naive_one_digit, naive_sectors)
TWINS = (
    naive.TWINS | naive_chains.TWINS | {engine: twin for family in FAMILIES for engine, twin in family.TWINS.items()}
)
STRIDE = {f"{kind}_{fish}": n for kind in ("franken", "mutant", "siamese") for fish, n in naive_fish.STRIDE.items()}
STRIDE |= {"kraken_fish": 8, "locked_sets": 8}
"""Engine name -> every how manieth position is compared, where that is not every one."""
CHAINS = {"aic", "x_cycle", "grouped_x_chain", "grouped_aic", "grouped_loop"} | naive_sets.PARTS.keys()
"""Compared in test_twins_chains."""
LOOSE = {"nice_loop", "forcing_chain"} | CHAINS
"""Compared in another way: of several chains with the same ends the finder reports one."""


@pytest.fixture(scope="module")
def sample() -> Sample:
    return sample_of(1)


@pytest.fixture(scope="module")
def large_sample() -> Sample:
    return sample_of(often(2, 10))


def _compare(engine: str, sample: Sample) -> None:
    for session, here, twin in sample[:: STRIDE.get(engine, 1)]:
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
        moves = found(session, "nice_loop") | found(session, "x_cycle")
        placed = {m[1] for m in naive_chains.self_proving(twin)}
        assert {m[1] for m in moves if m[1]} == placed
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
