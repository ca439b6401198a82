"""Finders share their scratch memory: what others expect to be at rest must be left so."""

from __future__ import annotations

import numpy as np
import pytest

from pencilmark.engine.session import Session, session_for
from pencilmark.loaders import from_string
from pencilmark.techniques import TECHNIQUES

AT_REST = {"on": -1, "off": -1, "hits_on": 0, "hits_off": 0}
"""Arrays that finders expect to hold nothing, and what nothing is."""
HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


@pytest.mark.parametrize("engine", [t.engine for t in TECHNIQUES])
def test_scratch_is_at_rest_after_every_technique(engine: str) -> None:
    puzzle = from_string(HARD)
    session = Session(session_for(puzzle).board)
    session.load(puzzle.givens, puzzle.domains)
    session.find(engine)
    for name, nothing in AT_REST.items():
        assert np.all(getattr(session.work, name) == nothing), name
