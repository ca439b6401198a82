"""Cells, names and standard box shapes: the vocabulary that every other module shares."""

from __future__ import annotations

import re

from .errors import FormatError

Cell = int
"""Index of a cell: position in board reading order, counting existing cells only."""
Digit = int
"""A digit, 1 … D."""
Mask = int
"""Set of digits as bits: digit d is bit d−1."""
Band = int
"""Difficulty band, 0 (Very Easy) … 6 (Extreme)."""

STANDARD_BOXES: dict[int, tuple[int, int]] = {
    4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4),
    14: (2, 7), 15: (3, 5), 16: (4, 4), 20: (4, 5), 25: (5, 5),
}  # fmt: skip
"""Digits -> (box rows, box columns) of the sizes that have a standard box shape."""

MAX_DIGITS = 25
MAX_CELLS = 1000

_NAME = re.compile(r"r([1-9][0-9]{0,3})c([1-9][0-9]{0,3})")


def cell_name(row: int, col: int) -> str:
    """Name of the cell at 0-based (row, col): ``cell_name(0, 8) == "r1c9"``."""
    return f"r{row + 1}c{col + 1}"


def parse_cell(name: object, path: str = "") -> tuple[int, int]:
    """0-based (row, col) of a cell name; raises FormatError for any other spelling."""
    match = _NAME.fullmatch(name) if isinstance(name, str) else None
    if match is None:
        shown = repr(name)
        raise FormatError(f"not a cell name: {shown[:40]} (write it like r1c9)", path)
    return int(match[1]) - 1, int(match[2]) - 1


def full_mask(digits: int) -> Mask:
    """Mask of all digits 1 … digits."""
    return (1 << digits) - 1
