"""Fingerprint of a puzzle: equal for every spelling of the same puzzle."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import Any

from ..puzzle import Puzzle
from ..rules.base import Board, Rule
from ..rules.houses import HOUSES
from .canonical import canonical_rules, puzzle_board
from .reader import FORMAT, VERSION
from .writer import flat_list, written_candidates


def fingerprint(puzzle: Puzzle) -> str:
    """``sha256:`` and 64 hex digits over everything that decides the solution.

    Meta data, the solution, cosmetic keys, the order of the rules and the spelling of the houses
    do not matter.
    """
    board = puzzle_board(puzzle)
    candidates = written_candidates(puzzle)
    parts = {
        "board": _jcs({"rows": puzzle.rows, "cols": puzzle.cols}),
        "candidates": _jcs(candidates) if candidates else "",
        "digits": str(puzzle.digits),
        "format": _jcs(FORMAT),
        "format_version": str(VERSION),
        "givens": _jcs(flat_list(puzzle, puzzle.givens)),
        "rules": _rules_text(board, canonical_rules(puzzle)),
    }
    text = ",".join(f'"{key}":{value}' for key, value in parts.items() if value)
    return "sha256:" + hashlib.sha256(f"{{{text}}}".encode()).hexdigest()


@lru_cache(maxsize=256)
def _rules_text(board: Board, rules: tuple[Rule, ...]) -> str:
    """Sorted JSON list of the houses and of all other rules."""
    houses: dict[tuple[int, ...], str] = {}
    others: list[str] = []
    for rule in rules:
        stated = rule.houses(board, rules)
        for house in stated:
            kind = HOUSES[house.kind].__struct_config__.tag
            cells = [board.name(cell) for cell in house.cells]
            houses.setdefault(house.cells, _jcs({"type": kind, "cells": cells}))
        if not stated:
            others.append(_jcs(rule.hashed(board)))
    return f"[{','.join(sorted([*houses.values(), *others]))}]"


def _jcs(value: Any) -> str:
    """JSON in canonical form (RFC 8785) for integers, strings, lists and objects."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
