"""Boards for the project's own variants: one grid, a jigsaw, several grids; and random full grids of them.

::

    one grid      jigsaw        several grids (gaps between them)
    . . | . .     a a a b       # # # # . .
    . . | . .     a c b b       # # # # . .
    ---- ----     c c c b       # # # # # #
    . . | . .     d d d d       . . # # # #
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from pencilmark import cpsat_verify, exchange
from pencilmark.board import STANDARD_BOXES, cell_name
from pencilmark.puzzle import Puzzle

Place = tuple[int, int]
RuleDoc = dict[str, Any]

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
KING = (*ORTHOGONAL, (1, 1), (1, -1), (-1, 1), (-1, -1))


class Hopeless(RuntimeError):
    """A recipe asks for something its board cannot give."""


@dataclass(frozen=True)
class Frame:
    """A board with its houses and the rules that its full grid has to obey.

    Attributes
    ----------
    digits : int
    origins : tuple of (row, col)
        Top-left corners of the grids; a single one at (0, 0) but for multi-grid boards.
    houses : tuple
        Documents of the house rules.
    imposed : tuple
        Documents of further rules that belong to the board as a whole.
    """

    digits: int
    origins: tuple[Place, ...]
    houses: tuple[RuleDoc, ...]
    imposed: tuple[RuleDoc, ...] = ()

    @cached_property
    def cells(self) -> tuple[Place, ...]:
        """The existing cells in reading order."""
        span = range(self.digits)
        return tuple(sorted({(top + r, left + c) for top, left in self.origins for r in span for c in span}))

    @cached_property
    def size(self) -> Place:
        """Rows and columns of the bounding rectangle."""
        return max(r for r, _ in self.cells) + 1, max(c for _, c in self.cells) + 1

    @cached_property
    def existing(self) -> frozenset[Place]:
        """The existing cells, for look-ups."""
        return frozenset(self.cells)

    def area(self, origin: Place) -> list[Place]:
        """The cells of one grid, row by row."""
        return [(origin[0] + r, origin[1] + c) for r in range(self.digits) for c in range(self.digits)]

    def document(self, rules: Sequence[RuleDoc] = (), candidates: dict[str, list[int]] | None = None) -> RuleDoc:
        """The puzzle document with further rules and no givens."""
        rows, cols = self.size
        doc: RuleDoc = {
            "format": "sudoku-puzzle",
            "format_version": 1,
            "board": {"rows": rows, "cols": cols},
            "digits": self.digits,
            "givens": [0 if (r, c) in self.existing else None for r in range(rows) for c in range(cols)],
            "rules": [*self.houses, *self.imposed, *rules],
        }
        return {**doc, "candidates": candidates} if candidates else doc


@dataclass
class Filled:
    """A frame with one digit in every cell; ``used`` collects the cells that clues already lie on."""

    frame: Frame
    digit: dict[Place, int]
    rng: random.Random
    used: set[Place] = field(default_factory=set)

    def free(self) -> list[Place]:
        """The cells without a clue, in random order."""
        cells = [cell for cell in self.frame.cells if cell not in self.used]
        return self.rng.sample(cells, len(cells))

    def near(self, cell: Place, steps: Iterable[Place] = KING) -> list[Place]:
        """Existing neighbours of a cell."""
        found = [(cell[0] + down, cell[1] + right) for down, right in steps]
        return [place for place in found if place in self.frame.existing]

    def digits(self, cells: Iterable[Place]) -> list[int]:
        """What the cells hold."""
        return [self.digit[cell] for cell in cells]


def names(cells: Iterable[Place]) -> list[str]:
    """Names of cells: r1c1 …"""
    return [cell_name(*cell) for cell in cells]


def one_grid(digits: int, *imposed: RuleDoc, box: tuple[int, int] | None = None) -> Frame:
    """A grid with its standard boxes, or those given."""
    box = box or STANDARD_BOXES[digits]
    return Frame(digits, ((0, 0),), ({"type": "box_grid", "origin": "r1c1", "box": list(box)},), imposed)


def latin(digits: int, *imposed: RuleDoc) -> Frame:
    """A grid without boxes."""
    return Frame(digits, ((0, 0),), ({"type": "grid", "origin": "r1c1"},), imposed)


def grids(digits: int, origins: Sequence[Place], *imposed: RuleDoc) -> Frame:
    """Several grids with standard boxes on one board."""
    box = list(STANDARD_BOXES[digits])
    houses = tuple({"type": "box_grid", "origin": cell_name(*origin), "box": box} for origin in origins)
    return Frame(digits, tuple(origins), houses, imposed)


def jigsaw(digits: int, rng: random.Random, *imposed: RuleDoc) -> Frame:
    """A grid with random connected pieces: boxes (or rows) whose border cells are traded many times."""
    box = STANDARD_BOXES.get(digits, (1, digits))
    across = digits // box[1]
    piece = {(r, c): r // box[0] * across + c // box[1] for r in range(digits) for c in range(digits)}
    for _ in range(40 * digits * digits):
        _trade(piece, rng)
    pieces = [[cell for cell in sorted(piece) if piece[cell] == number] for number in range(digits)]
    boxes = tuple({"type": "box", "cells": names(cells)} for cells in pieces)
    return Frame(digits, ((0, 0),), ({"type": "grid", "origin": "r1c1"}, *boxes), imposed)


def _trade(piece: dict[Place, int], rng: random.Random) -> None:
    """Swap a cell with one of a touching piece if both pieces stay connected."""
    cell = rng.choice(sorted(piece))
    others = sorted({piece[n] for n in _beside(cell, piece)} - {piece[cell]})
    if not others:
        return
    other, own = rng.choice(others), piece[cell]
    border = [at for at in sorted(piece) if piece[at] == other and any(piece[n] == own for n in _beside(at, piece))]
    back = rng.choice(border)
    piece[cell], piece[back] = other, own
    if not (_connected(piece, own) and _connected(piece, other)):
        piece[cell], piece[back] = own, other


def _beside(cell: Place, piece: dict[Place, int]) -> list[Place]:
    found = [(cell[0] + down, cell[1] + right) for down, right in ORTHOGONAL]
    return [place for place in found if place in piece]


def _connected(piece: dict[Place, int], number: int) -> bool:
    cells = {cell for cell in piece if piece[cell] == number}
    reached = {min(cells)}
    front = list(reached)
    while front:
        new = [n for n in _beside(front.pop(), piece) if n in cells and n not in reached]
        reached.update(new)
        front += new
    return reached == cells


def with_givens(puzzle: Puzzle, givens: dict[int, int]) -> Puzzle:
    """The puzzle with these givens: cell id -> digit."""
    return replace(puzzle, givens=tuple(givens.get(cell, 0) for cell in range(len(puzzle.cells))))


def fill(frame: Frame, rng: random.Random) -> Filled:
    """A random full grid: a random first house and a few random cells, then whatever solves the rest.

    Raises
    ------
    Hopeless
        No full grid was found.
    """
    puzzle = exchange.read(frame.document())
    row = [puzzle.index[frame.origins[0][0], frame.origins[0][1] + c] for c in range(frame.digits)]
    for attempt in range(60):
        start = dict(zip(row, rng.sample(range(1, frame.digits + 1), frame.digits), strict=True))
        rest = [cell for cell in range(len(puzzle.cells)) if cell not in start]
        hints = rng.sample(rest, max(2, frame.digits // 2) if attempt < 40 else 1)
        start |= {cell: rng.randint(1, frame.digits) for cell in hints}
        if attempt >= 40:
            start = {cell: start[cell] for cell in hints}
        solutions = cpsat_verify.count(with_givens(puzzle, start), time_limit=10.0).solutions
        if solutions:
            return Filled(frame, dict(zip(puzzle.cells, rng.choice(solutions), strict=True)), rng)
    raise Hopeless("no full grid found")
