"""The score map comes back from noiseless medians and rises everywhere."""

from __future__ import annotations

import numpy as np
import pytest

from fits.difficulty_map import _fit, softplus

TRUTH = (1.8, -1.0, 1.2)
MEDIANS = np.array([-2.0, 0.3, 1.3, 2.0, 3.0])


def test_map_is_recovered() -> None:
    a, b, c = TRUTH
    finished = b + c * float(np.log(np.expm1(0.2 / (a * c))))
    targets = softplus(MEDIANS, *TRUTH)
    found = _fit(MEDIANS, targets, np.ones(5), finished)
    assert softplus(MEDIANS, *found) == pytest.approx(targets, rel=0.02)


def test_map_rises_everywhere() -> None:
    grid = np.linspace(-8, 12, 10_000)
    assert (np.diff(softplus(grid, *TRUTH)) > 0).all()
    assert softplus(np.array([-1e6, 1e6]), *TRUTH) == pytest.approx([0.0, 1.8 * (1e6 + 1.0)])
