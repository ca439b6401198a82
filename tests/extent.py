"""How much a long sweep looks at: a fixed sample, so that `make slow` ends in time, or everything (`make whole`)."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import TypeVar

WHOLE = os.environ.get("PENCILMARK_WHOLE") == "1"
"""Whether sweeps leave nothing out; that takes hours."""
T = TypeVar("T")


def some(items: Sequence[T], count: int, seed: int = 0) -> list[T]:
    """``count`` of the items in their order, the same ones each time; all of them in a whole sweep."""
    if WHOLE or len(items) <= count:
        return list(items)
    return [items[k] for k in sorted(random.Random(seed).sample(range(len(items)), count))]


def often(sample: int, whole: int) -> int:
    """How many made-up cases: ``sample``, or ``whole`` of them in a whole sweep."""
    return whole if WHOLE else sample
