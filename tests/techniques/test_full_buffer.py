"""A full buffer drops moves: it never counts rows that no finder wrote."""

from __future__ import annotations

from .plain import run_apart


def test_moves_that_do_not_fit_are_dropped_and_nothing_else_is_counted() -> None:
    by_pool, by_witnesses, fits = run_apart("tests.techniques.full_buffer", plain=True)
    for kept, counted, whole, full in (by_pool, by_witnesses):
        assert full and kept == counted == whole > 50
    assert fits == [50, 50, 50, False]
