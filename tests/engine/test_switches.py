"""When techniques that assume a unique solution may run, and whether the move buffer is large enough."""

from __future__ import annotations

from dataclasses import replace

from pencilmark.engine.session import open_session, switches_for
from pencilmark.loaders import from_string
from pencilmark.techniques import TECHNIQUES


def test_uniqueness_techniques_stay_off_where_candidates_are_given() -> None:
    puzzle = from_string("1000003004000002")
    narrowed = replace(puzzle, domains=(*puzzle.domains[:5], 0b0111, *puzzle.domains[6:]))
    assert switches_for(puzzle).unique
    assert not switches_for(narrowed).unique
    assert not switches_for(puzzle, unique=False).unique


def test_no_search_overflows_the_buffer_where_candidates_abound() -> None:
    grid = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
    session = open_session(from_string(grid[:40] + "." * 41))
    for technique in TECHNIQUES:
        session.find(technique.engine)
        assert not session.overflowed, technique.engine
