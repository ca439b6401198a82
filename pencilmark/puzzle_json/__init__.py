"""The older puzzle JSON: the form that generators and older loaders return, read into a sudoku-puzzle document.

::

    {"numbers": "53..7…",  "box": "3x3",              the board: a plain square, a shape of any outline,
     "layout": "samurai",  "shape": ["xx.", …],       or a named layout of several grids
     "regions": [{"kind": "cage", …}, …],             houses, regions and cages
     "rules": [{"type": "kropki", …}, …]}             everything else, in its own words

===============  =====================================================
file             what it does
===============  =====================================================
board.py         cells, digits, implied houses, givens
translate.py     regions and rules -> rule objects of the format
old_rules.py     one record per rule with words of its own
===============  =====================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import exchange
from ..errors import FormatError
from ..puzzle import Puzzle
from .board import board_of_doc, candidates, entries, listed
from .translate import region_docs, rule_docs

__all__ = ["KEYS", "read", "to_document"]

KEYS = ("numbers", "digits", "box", "shape", "layout", "regions", "rules", "candidates", "solution", "meta", "hash")
"""Keys that are read; ``hash`` is a checksum that says nothing new."""


def read(doc: Mapping[str, Any]) -> Puzzle:
    """Puzzle of an older puzzle JSON object.

    Raises
    ------
    FormatError
        The object is no valid puzzle; ``path`` names the place.
    NotSupportedError
        It holds rules that a sudoku-puzzle document cannot say; all of them are named.
    """
    return exchange.read(to_document(doc))


def to_document(doc: Mapping[str, Any]) -> dict[str, Any]:
    """The sudoku-puzzle document of an older puzzle JSON object, checked as far as the translation needs it."""
    for key in doc:
        if key not in KEYS:
            raise FormatError(f"unknown key {key!r:.60} in the older puzzle JSON; known: {', '.join(KEYS)}", "$")
    board, implied = board_of_doc(doc)
    houses = [*implied, *region_docs(listed(doc, "regions"), board)]
    written: dict[str, Any] = {
        "format": "sudoku-puzzle",
        "format_version": 1,
        "board": {"rows": board.rows, "cols": board.cols},
        "digits": board.digits,
        "givens": entries(None, board, "numbers"),
        "rules": houses,
    }
    written["rules"] = houses + rule_docs(listed(doc, "rules"), board, written)
    written["givens"] = entries(doc.get("numbers"), board, "numbers")
    if doc.get("meta"):
        written["meta"] = doc["meta"]
    if doc.get("solution"):
        written["solution"] = entries(doc["solution"], board, "solution")
    if doc.get("candidates"):
        written["candidates"] = candidates(doc["candidates"], board)
    return written
