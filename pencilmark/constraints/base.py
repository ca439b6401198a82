"""What a constraint kind must supply besides its record: a plain meaning and a CP-SAT encoding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..board import Digit


@dataclass(frozen=True, slots=True)
class Mechanic:
    """One kind of constraint.

    Attributes
    ----------
    record : type
        Class of the records, such as ``puzzle.Group``.
    holds : callable (record, grid) -> bool
        Whether a filling (one digit per cell id) obeys the record; plain Python, used as oracle.
    encode : callable (record, model, variables, digits) -> None
        Adds the record to a CP-SAT model; ``variables`` holds one integer variable per cell id, each
        within 1 … ``digits``. The model is handed in, so that nothing here imports OR-Tools.
    words : callable (record, digits) -> tuple of Regular
        What the engine's one kernel for many-cell constraints prunes; empty where another kernel does it.
    """

    record: type
    holds: Callable[[Any, Sequence[Digit]], bool]
    encode: Callable[[Any, Any, Sequence[Any], int], None]
    words: Callable[[Any, int], tuple[Any, ...]] = lambda record, digits: ()
