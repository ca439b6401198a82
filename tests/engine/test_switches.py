"""When techniques that assume a unique solution may run."""

from __future__ import annotations

from dataclasses import replace

from pencilmark.engine.session import switches_for
from pencilmark.loaders import from_string


def test_uniqueness_techniques_stay_off_where_candidates_are_given() -> None:
    puzzle = from_string("1000003004000002")
    narrowed = replace(puzzle, domains=(*puzzle.domains[:5], 0b0111, *puzzle.domains[6:]))
    assert switches_for(puzzle).unique
    assert not switches_for(narrowed).unique
    assert not switches_for(puzzle, unique=False).unique
