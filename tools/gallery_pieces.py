"""The whole boards of the gallery: a step with its highlights, lines and dots, outside clues, two grids."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pencilmark.board import Digit, Mask
from pencilmark.draw import Highlights
from pencilmark.exchange import read
from pencilmark.loaders import load
from pencilmark.puzzle import Puzzle

ONE = "295417683683529741471386592548172936326945817719638254157294368864753129932861475"
OTHER = "368729514129458637475316892641875329582943761793261458917534286236187945854692173"
"""Two solutions: the bottom-right box of ONE is the top-left box of OTHER."""
VARIANT = Path(__file__).resolve().parents[1] / "golden" / "puzzles" / "variants" / "mix-lines-1.json"
STEP = "005400680680520040000000500040102000306045000700600250050090300864003100030000400"


@dataclass(frozen=True)
class Piece:
    """One whole board: what it is called, what to look at, and what to draw."""

    name: str
    title: str
    text: str
    puzzle: Puzzle
    digits: tuple[Digit, ...] | None = None
    candidates: tuple[Mask, ...] | None = None
    highlights: Highlights | None = None


def pieces() -> Iterator[Piece]:
    """All of them, in the order of the page."""
    yield _step()
    yield Piece(
        "board-lines",
        "Lines, cages and dots",
        "Givens are dark, solved digits blue, and marks lie below both.",
        _board(_lines()),
        digits=tuple(int(symbol) if cell % 3 else 0 for cell, symbol in enumerate(ONE)),
    )
    yield Piece(
        "board-outside",
        "Outside clues",
        "The margin grows only where clues stand; a small arrow shows which way a diagonal runs.",
        _board(_outside()),
    )
    yield Piece("board-two-grids", "Two grids", "Clues beside a gap stand in the gap.", _two_grids())
    yield Piece("board-variant", "A variant", "Thermometers, palindromes, parity and between lines.", load(VARIANT))


def document(rows: int, cols: int, digits: int, rules: list[dict[str, Any]], **keys: Any) -> dict[str, Any]:
    """A sudoku-puzzle document; the board is empty unless ``givens`` says otherwise."""
    frame = {"format": "sudoku-puzzle", "format_version": 1, "board": {"rows": rows, "cols": cols}, "digits": digits}
    return {**frame, "givens": [0] * (rows * cols), "rules": rules, **keys}


def _board(rules: list[dict[str, Any]]) -> Puzzle:
    """A 9×9 board that ONE solves, with a few givens."""
    digits = [int(symbol) for symbol in ONE]
    givens = [digit if cell % 7 == 3 else 0 for cell, digit in enumerate(digits)]
    return read(document(9, 9, 9, [_boxes("r1c1"), *rules], givens=givens, solution=digits))


def _boxes(origin: str) -> dict[str, Any]:
    return {"type": "box_grid", "origin": origin, "box": [3, 3]}


def _step() -> Piece:
    givens = [int(symbol) for symbol in STEP]
    puzzle = read(document(9, 9, 9, [_boxes("r1c1")], givens=givens, solution=[int(symbol) for symbol in ONE]))
    seen: list[set[Digit]] = [set() for _ in givens]
    for house in puzzle.groups:
        for cell in house.cells:
            seen[cell] |= {givens[other] for other in house.cells}
    candidates = tuple(sum(1 << d - 1 for d in range(1, 10) if d not in digits) for digits in seen)
    corners = [puzzle.index[row, col] for row in (0, 5) for col in (4, 8)]
    lines = [puzzle.index[row, col] for row in range(9) for col in (4, 8)]
    removed = [(c, 3) for c in lines if c not in corners and not givens[c] and candidates[c] >> 2 & 1]
    marks = Highlights(
        cells={**dict.fromkeys(lines, "cause"), **dict.fromkeys(corners, "pattern")},
        candidates={(cell, 3): "pattern" for cell in corners},
        eliminations=removed,
    )
    text = "An X-Wing: the cells and candidates that matter are coloured, eliminations struck out."
    return Piece("board-step", "A step", text, puzzle, candidates=candidates, highlights=marks)


def _cells(names: str) -> list[str]:
    """``"11 12"`` as cell names."""
    return [f"r{name[0]}c{name[1]}" for name in names.split()]


def _line(kind: str, names: str) -> dict[str, Any]:
    return {"type": "line", "kind": kind, "cells": _cells(names)}


def _edge(kind: str, names: str, **keys: Any) -> dict[str, Any]:
    return {"type": "edge", "kind": kind, "cells": _cells(names), **keys}


def _lines() -> list[dict[str, Any]]:
    return [
        _line("thermo", "62 72 82 81 91"),
        _line("whisper", "44 45 46 47 58"),
        _line("renban", "77 88 87 97"),
        {"type": "arrow", "bulb": ["r2c2"], "lines": [_cells("33 42 51")]},
        {"type": "cage", "sum": 12, "cells": _cells("18 19 29")},
        {"type": "cage", "sum": 15, "cells": _cells("28 38 39")},
        {"type": "cage", "sum": 10, "cells": _cells("95 96 86")},
        _edge("kropki", "84 94", color="white"),
        _edge("kropki", "42 43", color="black"),
        _edge("xv", "14 15", letter="V"),
        _edge("xv", "21 31", letter="X"),
        _edge("greater", "89 79"),
        {"type": "contains", "digits": [2, 3, 6], "cells": _cells("64 65 74 75")},
        {"type": "cell", "kind": "even", "cells": _cells("11 49 69")},
        {"type": "cell", "kind": "odd", "cells": _cells("13 92")},
    ]


def _outside() -> list[dict[str, Any]]:
    row, column = [[f"{a}{i}{b}" for i in range(1, 10)] for a, b in (("r1c", ""), ("r", "c1"))]
    return [
        {"type": "sandwich", "sum": 9, "side": "left", "cells": row},
        {"type": "skyscraper", "value": 5, "side": "top", "cells": column},
        {"type": "xsum", "sum": 33, "side": "bottom", "cells": [f"r{i}c9" for i in range(9, 0, -1)]},
        {"type": "sum", "kind": "little_killer", "sum": 26, "side": "top", "cells": _cells("14 25 36 47 58 69")},
        {"type": "sum", "kind": "little_killer", "sum": 24, "side": "right", "cells": _cells("59 68 77 86 95")},
        {"type": "sum", "kind": "frame", "sum": 14, "side": "left", "cells": _cells("91 92 93")},
        {"type": "rossini", "arrow": "out", "side": "right", "cells": _cells("79 78 77")},
    ]


def _two_grids() -> Puzzle:
    digits: list[int | None] = [None] * 225
    for solution, top in ((ONE, 0), (OTHER, 6)):
        for i, symbol in enumerate(solution):
            digits[15 * (top + i // 9) + top + i % 9] = int(symbol)
    rules = [
        _boxes("r1c1"),
        _boxes("r7c7"),
        {"type": "sandwich", "sum": 22, "side": "top", "cells": [f"r{i}c12" for i in range(7, 16)]},
        {"type": "skyscraper", "value": 3, "side": "left", "cells": [f"r10c{i}" for i in range(7, 16)]},
        {"type": "line", "kind": "thermo", "cells": ["r8c7", "r7c7", "r6c6"]},
    ]
    givens = [None if digit is None else digit if i % 7 == 0 else 0 for i, digit in enumerate(digits)]
    return read(document(15, 15, 9, rules, givens=givens, solution=digits))
