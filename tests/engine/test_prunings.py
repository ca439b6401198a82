"""What is remembered of a pruned row is what pruning it again would give."""

from __future__ import annotations

from ..techniques.plain import run_apart


def test_remembered_prunings_are_right() -> None:
    complaints, outcomes = run_apart("tests.engine.prunings", plain=True)
    assert not complaints
    assert min(outcomes) > 50
