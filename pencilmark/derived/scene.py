"""What derivations look at: the houses of a puzzle alone and together, and its sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from ..board import Cell
from ..constraints.linear import Linear
from ..constraints.regular import Regular
from ..puzzle import Group, Puzzle

Cells = frozenset[Cell]


@dataclass(frozen=True, slots=True)
class Derived:
    """A constraint that follows from others.

    ``parts`` are the groups and constraints it follows from: numbers in (groups, constraints) of the puzzle.
    ``searched`` is False for those that searches had better not look at: much work, little pruning.
    """

    regular: Regular
    parts: tuple[int, ...]
    searched: bool = True


@dataclass(frozen=True, slots=True)
class Area:
    """Some disjoint houses taken together: how many, their cells, their numbers."""

    count: int
    cells: Cells
    houses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """Different cells and the sum of their digits; ``number`` of the group or constraint that says so."""

    cells: Cells
    total: int
    number: int


class Scene:
    """What the derivations look at."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.groups = puzzle.groups
        self.house = puzzle.digits * (puzzle.digits + 1) // 2

    @cached_property
    def sums(self) -> list[Sum]:
        """Cage sums and plain sums over different cells."""
        found = [Sum(frozenset(g.cells), g.total, i) for i, g in enumerate(self.groups) if g.total is not None]
        for k, record in enumerate(self.puzzle.constraints):
            if isinstance(record, Linear) and all(w == 1 for w in record.weights):
                found.append(Sum(frozenset(record.cells), record.total, len(self.groups) + k))
        return found

    @property
    def summed(self) -> bool:
        """Whether there is any sum, weighted ones included."""
        return bool(self.sums) or any(isinstance(record, Linear) for record in self.puzzle.constraints)

    @property
    def houses(self) -> bool:
        """Whether any group must hold every digit."""
        return any(g.complete for g in self.groups)

    def of_kind(self, kind: str) -> list[int]:
        """Numbers of the complete groups of a kind."""
        return [i for i, g in enumerate(self.groups) if g.kind == kind and g.complete]

    def chutes(self, kind: str) -> list[list[int]]:
        """Rows (columns) grid by grid, in order: those with the same columns (rows)."""
        across = 1 if kind == "row" else 0
        found: dict[Any, list[int]] = {}
        for i in self.of_kind(kind):
            at = [self.puzzle.cells[c] for c in self.groups[i].cells]
            if len({rc[1 - across] for rc in at}) == 1:
                found.setdefault(tuple(sorted(rc[across] for rc in at)), []).append(i)
        return [sorted(lines, key=lambda i: self.puzzle.cells[self.groups[i].cells[0]]) for lines in found.values()]

    def runs(self, most: int) -> Iterator[Area]:
        """Up to ``most`` neighbouring rows or columns, always fewer than a whole grid."""
        for kind in ("row", "col"):
            for lines in self.chutes(kind):
                for count in range(1, min(most, len(lines) - 1) + 1):
                    for start in range(len(lines) - count + 1):
                        yield self.joined(lines[start : start + count])

    def joined(self, houses: Sequence[int]) -> Area:
        """Houses taken together."""
        return Area(len(houses), frozenset(c for i in houses for c in self.groups[i].cells), tuple(houses))

    def boxes(self) -> Iterator[Area]:
        """Single boxes and extra houses, and pairs of boxes that touch."""
        boxes = self.of_kind("box")
        for i in (*boxes, *self.extra()):
            yield self.joined([i])
        for a, c in combinations(boxes, 2):
            if self._touch(self.groups[a], self.groups[c]):
                yield self.joined([a, c])

    def _touch(self, a: Group, c: Group) -> bool:
        near = {(row + dr, col + dc) for row, col in (self.puzzle.cells[k] for k in a.cells)
                for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}  # fmt: skip
        return set(a.cells).isdisjoint(c.cells) and any(self.puzzle.cells[k] in near for k in c.cells)

    def extra(self) -> list[int]:
        """Complete groups that are no rows, columns or boxes."""
        return [i for i, g in enumerate(self.groups) if g.complete and g.kind not in ("row", "col", "box")]

    def irregular(self) -> bool:
        """Whether some box is no rectangle, or grids share boxes in another way than a plain one does."""
        for i in self.of_kind("box"):
            at = [self.puzzle.cells[c] for c in self.groups[i].cells]
            rows, cols = {r for r, _ in at}, {c for _, c in at}
            if len(rows) * len(cols) != len(at):
                return True
        return False
