"""What is remembered of a pruned row is what pruning it again would give."""

from __future__ import annotations

from ..techniques.plain import run_plain


def test_remembered_prunings_are_right() -> None:
    complaints, outcomes = run_plain("tests.engine.prunings")
    assert not complaints
    assert min(outcomes) > 50
