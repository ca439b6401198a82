"""The sudoku-puzzle interchange format: strict reader, canonical writer, fingerprint, schema.

===============  =====================================================
file             what it does
===============  =====================================================
reader.py        text -> document -> checked Puzzle
canonical.py     one spelling for every rules list; its parts:
houses.py        grids and houses
cells.py         cell clues
pairs.py         conditions on two cells, whole boards of them
segments.py      sums and equal sums
writer.py        Puzzle -> document -> text
fingerprint.py   one hash for every spelling of a puzzle
schema.py        JSON Schema from the records
===============  =====================================================
"""

from __future__ import annotations

from .canonical import canonical_rules, grid_areas, puzzle_board
from .fingerprint import fingerprint
from .reader import MAX_JSON, loads, read, validate
from .schema import json_schema
from .writer import digits_of, dumps, has_candidates, write

__all__ = [
    "MAX_JSON",
    "canonical_rules",
    "digits_of",
    "dumps",
    "fingerprint",
    "grid_areas",
    "has_candidates",
    "json_schema",
    "loads",
    "puzzle_board",
    "read",
    "validate",
    "write",
]
