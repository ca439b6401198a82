"""Writer: Puzzle -> canonical document, document -> canonical text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..board import Mask, parse_cell
from ..errors import FormatError, NotSupportedError
from ..puzzle import Puzzle
from ..rules.base import build, to_json
from .canonical import canonical_rules, dressed_rules, puzzle_board
from .reader import FORMAT, VERSION

TOP_ORDER = (
    "format", "format_version", "$schema", "meta", "board", "digits", "givens", "solution", "candidates", "rules",
    "decorations", "style", "ext",
)  # fmt: skip
META_ORDER = ("title", "author", "source", "id", "url", "date", "rules_text", "type", "license", "tags")
RULE_ORDER = (
    "type", "kind", "of", "op", "params", "color", "letter", "value", "sum", "split", "values", "digits", "groups",
    "each", "counts", "arrow", "size", "repeat", "box", "where", "within", "area", "closed", "side", "origin",
    "source", "bulb", "lines", "cells", "regions", "segments", "pairs", "except", "allowed", "id", "label", "style",
)  # fmt: skip


def write(
    puzzle: Puzzle, meta: Mapping[str, Any] | None = None, solution: Sequence[int] | None = None
) -> dict[str, Any]:
    """The canonical document of a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
    meta : mapping, optional
        Overrides entries of the puzzle's own meta. Entries that are None, ``""``, ``[]`` or ``{}`` are left out.
    solution : sequence of int, optional
        One digit per cell in cell order; by default the puzzle's stored solution, if it has one.

    Raises
    ------
    NotSupportedError
        The puzzle cannot be said in format_version 1.
    """
    doc: dict[str, Any] = {"format": FORMAT, "format_version": VERSION}
    merged = _ordered({**puzzle.meta, **(meta or {})}, META_ORDER)
    kept = {key: value for key, value in merged.items() if value is not None and value not in ("", [], {})}
    if kept:
        doc["meta"] = kept
    doc["board"] = {"rows": puzzle.rows, "cols": puzzle.cols}
    doc["digits"] = puzzle.digits
    doc["givens"] = flat_list(puzzle, puzzle.givens)
    solution = puzzle.solution if solution is None else solution
    if solution is not None:
        doc["solution"] = flat_list(puzzle, solution)
    candidates = written_candidates(puzzle)
    if candidates:
        doc["candidates"] = candidates
    doc["rules"] = [_ordered(to_json(rule), RULE_ORDER) for rule in dressed_rules(puzzle)]
    doc.update({key: puzzle.extras[key] for key in TOP_ORDER if key in puzzle.extras})
    return doc


def flat_list(puzzle: Puzzle, values: Sequence[int]) -> list[int | None]:
    """One entry per position of the bounding rectangle, None where there is no cell."""
    if len(values) != len(puzzle.cells):
        raise NotSupportedError(f"{len(values)} digits for {len(puzzle.cells)} cells; give one digit per cell")
    entries: list[int | None] = [None] * (puzzle.rows * puzzle.cols)
    for (row, col), value in zip(puzzle.cells, values, strict=True):
        entries[row * puzzle.cols + col] = int(value)
    return entries


def written_candidates(puzzle: Puzzle) -> dict[str, list[int]]:
    """Cell -> ascending digits, where the domain differs from what the cell clues alone allow."""
    clues = build(puzzle_board(puzzle), canonical_rules(puzzle)).domains
    if clues == puzzle.domains:
        return {}
    both = zip(puzzle.domains, clues, strict=True)
    return {puzzle.name(cell): digits_of(mask) for cell, (mask, clue) in enumerate(both) if mask != clue}


def has_candidates(puzzle: Puzzle) -> bool:
    """Whether a cell's domain differs from what the cell clues alone allow."""
    return build(puzzle_board(puzzle), canonical_rules(puzzle)).domains != puzzle.domains


def digits_of(mask: Mask) -> list[int]:
    """Digits of a mask, ascending."""
    return [bit + 1 for bit in range(mask.bit_length()) if mask >> bit & 1]


def dumps(doc: Mapping[str, Any], pretty: bool = True) -> str:
    """Canonical text of a document.

    Parameters
    ----------
    doc : mapping
        A sudoku-puzzle document.
    pretty : bool
        One board row and one rule per line; False gives one line without blanks.

    Raises
    ------
    FormatError
        The document holds something JSON cannot say.
    """
    ordered = _ordered(doc, TOP_ORDER)
    if isinstance(ordered.get("rules"), list):
        ordered["rules"] = [_ordered(rule, RULE_ORDER) for rule in ordered["rules"]]
    if isinstance(ordered.get("candidates"), Mapping):
        stated = sorted(ordered["candidates"].items(), key=lambda item: parse_cell(item[0], "$.candidates"))
        ordered["candidates"] = {name: sorted(digits) for name, digits in stated}
    try:
        compact = (",", ":")
        text = (
            _pretty(ordered) if pretty else json.dumps(ordered, separators=compact, ensure_ascii=False, allow_nan=False)
        )
        text.encode()  # half of a surrogate pair is no character
        return text
    except (TypeError, ValueError, RecursionError) as error:
        raise FormatError(f"the document cannot be written as JSON: {error}") from None


def _pretty(doc: dict[str, Any]) -> str:
    entries = [f"{_line(key)}: {_entry(key, value, doc)}" for key, value in doc.items()]
    return "{" + ",\n ".join(entries) + "}\n"


def _entry(key: str, value: Any, doc: dict[str, Any]) -> str:
    if key in ("givens", "solution") and value:
        cols = doc["board"]["cols"]
        rows = [value[start : start + cols] for start in range(0, len(value), cols)]
        return "[\n    " + ",\n    ".join(_line(row)[1:-1] for row in rows) + "]"
    if key == "rules" and value:
        return "[\n  " + ",\n  ".join(map(_line, value)) + "]"
    return _line(value)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _ordered(doc: Mapping[str, Any], order: Iterable[str]) -> dict[str, Any]:
    """The entries in the given order of keys, the others after them alphabetically."""
    known = {key: doc[key] for key in order if key in doc}
    return known | {key: doc[key] for key in sorted(doc.keys() - known.keys())}
