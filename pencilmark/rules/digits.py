"""Lists of digits inside rules: how they are checked and how they are said.

::

    "digits": [1, 2, 3]      ->      1, 2 and 3
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from .base import Board, Fault, PositiveInt

NonNegativeInt = Annotated[int, Meta(ge=0)]
DigitList = Annotated[tuple[PositiveInt, ...], Meta(min_length=1)]


def check_digit(digit: int, board: Board, path: str) -> None:
    """Raise Fault unless the board uses this digit."""
    if not 1 <= digit <= board.digits:
        raise Fault(f"{digit} is not a digit of this puzzle; use 1 to {board.digits}", path)


def check_digits(digits: Sequence[int], board: Board, path: str) -> None:
    """Raise Fault unless the board uses all these digits."""
    for i, digit in enumerate(digits):
        check_digit(digit, board, f"{path}[{i}]")


def listed(digits: Sequence[int | str], last: str = "and") -> str:
    """The digits as solvers read them: ``1, 2 and 3``."""
    words = list(map(str, digits))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def size_range(low: int, high: int) -> str:
    """A range of digits: ``4–6``, or ``2`` where it is a single one."""
    return f"{low}–{high}" if low < high else str(low)
