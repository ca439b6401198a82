"""A classic puzzle turned the way all its isomorphic copies are turned, and the way back.

A human does not care which way the page is turned, so neither may a card: digits relabelled, rows permuted inside
bands, bands and stacks permuted, the grid transposed must give the same numbers, exactly. Instead of making every
tie-break invariant, a classic is graded in a canonical form and its steps are mapped back.

The form comes from colour refinement (the one-dimensional Weisfeiler–Leman method, as in graph canonisation): lines
and digits get colours from what they hold, the solution included, until all differ. Where a symmetry keeps some
alike, each of the alike is singled out in turn, and the smallest grid that results is taken (individualisation;
McKay & Piperno, "Practical graph isomorphism II", 2014).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ..exchange import read
from ..jit import entry, inner
from ..puzzle import Group, Puzzle

MAX_LEAVES = 4000
"""Labellings compared at most; only grids with a huge symmetry group have more."""
Array = Any


@inner
def _mix(x: int) -> int:
    """Scramble a colour in wrapping 64-bit arithmetic (constants of splitmix64, Steele et al. 2014)."""
    x = (x ^ ((x >> 30) & 0x3FFFFFFFF)) * np.int64(-4658895280553007687)
    x = (x ^ ((x >> 27) & 0x1FFFFFFFFF)) * np.int64(-7723592293110705685)
    return x ^ ((x >> 31) & 0x1FFFFFFFF)


@entry
def refine(
    line: Array, digit: Array, fresh: Array, given: Array, solution: Array, d: int, bh: int, bw: int, rounds: int
) -> None:
    """Refine colours in place: ``line`` [2d] (rows, then columns) and ``digit`` [d]; ``fresh`` is room [3d]."""
    for _ in range(rounds):
        for k in range(3 * d):
            fresh[k] = 0
        for r in range(d):
            for c in range(d):
                k = r * d + c
                x = solution[k] - 1
                seen = 3 + 4 * given[k]
                fresh[r] += _mix(line[d + c] + _mix(digit[x] + seen))
                fresh[d + c] += _mix(line[r] + _mix(digit[x] + seen))
                fresh[2 * d + x] += _mix(_mix(line[r]) + _mix(line[d + c]) + seen)
        for k in range(2 * d):
            size = bh if k < d else bw
            first = (k % d) // size * size + (0 if k < d else d)
            for j in range(first, first + size):
                fresh[k] += _mix(line[j] + 11)
        for k in range(2 * d):
            line[k] = _mix(line[k] + fresh[k])
        for x in range(d):
            digit[x] = _mix(digit[x] + fresh[2 * d + x])


@dataclass(frozen=True)
class Turned:
    """A puzzle in canonical form and how to get back.

    ``cell[k]`` is the original cell at canonical cell k, ``digit[x]`` the original digit of canonical digit x + 1,
    ``group[g]`` the original group number (as the engine counts) of canonical group g.
    """

    puzzle: Puzzle
    cell: tuple[int, ...]
    digit: tuple[int, ...]
    group: tuple[int, ...]


@lru_cache(maxsize=64)
def blank(digits: int, bh: int, bw: int) -> Puzzle:
    """The empty classic of that size and box shape."""
    rules = [{"type": "box_grid", "box": [bh, bw], "origin": "r1c1"}]
    board = {"rows": digits, "cols": digits}
    head = {"format": "sudoku-puzzle", "format_version": 1}
    return read(head | {"board": board, "digits": digits, "givens": [0] * digits**2, "rules": rules})


@lru_cache(maxsize=256)
def classic_boxes(digits: int, cells: int, groups: tuple[Group, ...]) -> tuple[int, int] | None:
    """Box shape when the groups are exactly rows, columns and regular boxes of one full square; else None."""
    if cells != digits**2 or any(g.total is not None or not g.complete for g in groups):
        return None
    houses = {frozenset(g.cells) for g in groups}
    for bh in range(1, digits + 1):
        if digits % bh == 0:
            bw = digits // bh
            corner = frozenset(r * digits + c for r in range(bh) for c in range(bw))
            if corner in houses and 1 < bh < digits:
                wanted = {frozenset(g.cells) for g in blank(digits, bh, bw).groups}
                return (bh, bw) if wanted == houses else None
    return None


def is_classic(puzzle: Puzzle) -> tuple[int, int] | None:
    """Box shape of a plain classic (givens only), None for everything else."""
    if puzzle.relations or puzzle.constraints or any(m != puzzle.full for m in puzzle.domains):
        return None
    return classic_boxes(puzzle.digits, len(puzzle.cells), puzzle.groups)


def turn(puzzle: Puzzle, solution: Sequence[int]) -> Turned:
    """Canonical form of a puzzle with that unique solution; a puzzle that is no classic stays as it is."""
    boxes = is_classic(puzzle)
    if boxes is None or 0 not in puzzle.givens:
        n, d = len(puzzle.cells), puzzle.digits
        return Turned(puzzle, tuple(range(n)), tuple(range(1, d + 1)), tuple(range(len(puzzle.groups))))
    d = puzzle.digits
    bh, bw = boxes
    given = np.array(puzzle.givens, np.int64)
    solved = np.array(solution, np.int64)
    line = np.array([7 + bh] * d + [7 + bw] * d, np.int64)
    best = _Search(given, solved, d, bh, bw).run(line, np.zeros(d, np.int64))
    return _build(puzzle, best, boxes)


class _Search:
    """Individualisation and refinement: the labelling whose relabelled givens come first."""

    def __init__(self, given: Array, solution: Array, d: int, bh: int, bw: int) -> None:
        self.given, self.solution = given, solution
        self.mask = (given > 0).astype(np.int64)
        self.d, self.bh, self.bw = d, bh, bw
        self.fresh = np.zeros(3 * d, np.int64)
        self.leaves = 0
        self.best: tuple[bytes, Array, Array] | None = None

    def run(self, line: Array, digit: Array) -> tuple[Array, Array]:
        self._branch(line, digit)
        assert self.best is not None  # the first branch always reaches a leaf
        return self.best[1], self.best[2]

    def _branch(self, line: Array, digit: Array) -> None:
        d = self.d
        refine(line, digit, self.fresh, self.mask, self.solution, d, self.bh, self.bw, 3)
        classes = len(np.unique(line)) + len(np.unique(digit))
        while classes < 3 * d:
            refine(line, digit, self.fresh, self.mask, self.solution, d, self.bh, self.bw, 2)
            finer = len(np.unique(line)) + len(np.unique(digit))
            if finer == classes:
                break
            classes = finer
        if classes == 3 * d:
            self._leaf(line, digit)
            return
        which, members = self._smallest(line, digit)
        for k in members:
            if self.leaves >= MAX_LEAVES:
                return
            lines, digits = line.copy(), digit.copy()
            (lines if which == 0 else digits)[k] += 1_000_003
            self._branch(lines, digits)

    def _smallest(self, line: Array, digit: Array) -> tuple[int, Array]:
        """The smallest class of more than one member; the lowest colour among equals."""
        found: list[tuple[int, int, int]] = []
        for which, colours in enumerate((line, digit)):
            values, counts = np.unique(colours, return_counts=True)
            found += [(int(n), which, int(v)) for v, n in zip(values, counts, strict=True) if n > 1]
        _, which, colour = min(found)
        return which, np.flatnonzero((line, digit)[which] == colour)

    def _leaf(self, line: Array, digit: Array) -> None:
        self.leaves += 1
        cells, labels = self._order(line, digit)
        grid = labels[self.given[cells]]
        key = grid.astype(np.uint8).tobytes()
        if self.best is None or key < self.best[0]:
            order = np.argsort(digit)
            self.best = key, cells, order + 1

    def _order(self, line: Array, digit: Array) -> tuple[Array, Array]:
        """Original cell of each canonical cell, canonical label of each digit (0 stays 0)."""
        d = self.d
        rows, cols = line[:d], line[d:]
        by_row, by_col = _chute_order(rows, self.bh), _chute_order(cols, self.bw)
        labels = np.zeros(d + 1, np.int64)
        labels[np.argsort(digit) + 1] = np.arange(1, d + 1)
        if self.bh > self.bw or (self.bh == self.bw and cols.min() < rows.min()):
            return (by_row[None, :] * d + by_col[:, None]).ravel(), labels
        return (by_row[:, None] * d + by_col[None, :]).ravel(), labels


def _chute_order(colours: Array, size: int) -> Array:
    """Lines sorted chute by chute: chutes by their lowest colour, lines inside by colour."""
    inside = np.argsort(colours.reshape(-1, size), axis=1)
    chutes = np.argsort(colours.reshape(-1, size).min(axis=1))
    return (inside[chutes] + chutes[:, None] * size).ravel()


def _build(puzzle: Puzzle, best: tuple[Array, Array], boxes: tuple[int, int]) -> Turned:
    cells, digits = best
    d = puzzle.digits
    model = blank(d, min(boxes), max(boxes))
    labels = np.zeros(d + 1, np.int64)
    labels[digits] = np.arange(1, d + 1)
    givens = labels[np.array(puzzle.givens, np.int64)[cells]]
    canonical = Puzzle(
        d, d, d, model.cells, tuple(givens.tolist()), model.domains, model.groups, meta={}, rules=model.rules
    )
    numbers = {frozenset(g.cells): k for k, g in enumerate(puzzle.groups)}
    original = cells.tolist()
    group = tuple(numbers[frozenset(original[c] for c in g.cells)] for g in model.groups)
    return Turned(canonical, tuple(original), tuple(digits.tolist()), group)
