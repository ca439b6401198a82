"""The price parameters as kernels read them; what they mean is in ``scoring``.

Kept apart from ``scoring`` so that an edit there does not make compiled kernels stale.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Array = Any


class Prices(NamedTuple):
    """The parameters as kernels read them (all float64 arrays, except flags)."""

    base: Array  # [shapes] B
    kinds: Array  # [9] K
    theta: Array  # [18]
    priced: Array  # [shapes] int64, 1 = structural
    delta: Array  # [shapes] log factor of the step value
    scalar: Array  # [16], see SCALARS


N_SCALARS = 16
SCALARS = (
    "gamma", "alpha", "meta_const", "beta", "beta_a", "avail_window", "phi", "e_ref", "load_box", "load_line",
    "load_naked", "race_walks", "enum_growth",
)  # fmt: skip
"""Named parameters that are single numbers; their position is their place in ``Prices.scalar``."""
GAMMA, ALPHA, CONST, BETA, BETA_A, WINDOW, PHI, E_REF, LOAD_BOX, LOAD_LINE, LOAD_NAKED, WALKS, ENUM = range(13)
NOTES_PRICE, SIZE = 13, 14
"""Taking notes, and the board-size factor: filled in when prices are compiled."""
