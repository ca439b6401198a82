"""Sums and sets that follow from the rules taken together, found once per puzzle: the 45 rule and the law of leftovers.

::

    house = 45      cages inside it 12 + 15 + 9        the two cells left over (innies) hold 9
    two rows        two jigsaw pieces                  cells on one side only hold the same digits on both sides
    three rows      two windows inside them            the nine cells left over hold every digit once

Each of them is one more many-cell constraint for the engine, under the technique by which people find it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from .board import Cell, Digit
from .constraints.linear import Linear
from .constraints.linear import words as sum_words
from .constraints.regular import Automaton, Params, Regular
from .puzzle import Group, Puzzle

MOST_CELLS = 4
"""Cells of a derived sum or set at most: nobody works with longer ones."""
MOST_MIXED = 5
"""Cells of a difference of innies and outies."""
MOST_SUMS = 40
"""Derived sums kept, the shortest first."""
MOST_LINES = 4
"""Rows, columns or boxes taken together at most."""
LARGEST_HIDDEN = 10
"""Digits up to which a hidden house is read exactly (its states are the sets of digits)."""

Cells = frozenset[Cell]


@dataclass(frozen=True, slots=True)
class Derived:
    """A constraint that follows from others.

    ``parts`` are the groups and constraints it follows from: numbers in (groups, constraints) of the puzzle.
    """

    regular: Regular
    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Area:
    """Some disjoint houses taken together: how many, their cells, their numbers."""

    count: int
    cells: Cells
    houses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Sum:
    cells: Cells
    total: int
    number: int


class _Scene:
    """What the derivations look at."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.groups = puzzle.groups
        self.house = puzzle.digits * (puzzle.digits + 1) // 2

    @cached_property
    def sums(self) -> list[_Sum]:
        """Cage sums and plain sums over different cells."""
        found = [_Sum(frozenset(g.cells), g.total, i) for i, g in enumerate(self.groups) if g.total is not None]
        for k, record in enumerate(self.puzzle.constraints):
            if isinstance(record, Linear) and all(w == 1 for w in record.weights):
                found.append(_Sum(frozenset(record.cells), record.total, len(self.groups) + k))
        return found

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

    def runs(self, most: int) -> Iterator[_Area]:
        """Up to ``most`` neighbouring rows or columns, always fewer than a whole grid."""
        for kind in ("row", "col"):
            for lines in self.chutes(kind):
                for count in range(1, min(most, len(lines) - 1) + 1):
                    for start in range(len(lines) - count + 1):
                        yield self.joined(lines[start : start + count])

    def joined(self, houses: Sequence[int]) -> _Area:
        """Houses taken together."""
        return _Area(len(houses), frozenset(c for i in houses for c in self.groups[i].cells), tuple(houses))

    def boxes(self) -> Iterator[_Area]:
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


def derive(puzzle: Puzzle) -> list[Derived]:
    """All derived constraints of a puzzle, in a fixed order."""
    scene = _Scene(puzzle)
    found = _innies(scene) if scene.sums else []
    if scene.irregular() or scene.extra():
        found += _leftovers(scene)
    if scene.extra() and puzzle.digits <= LARGEST_HIDDEN:
        found += _hidden_houses(scene)
    return found


def _innies(scene: _Scene) -> list[Derived]:
    """Sums of the cells that cages leave over in houses, or that stick out of them."""
    known = {(frozenset((c, 1) for c in s.cells), s.total) for s in scene.sums}
    found: list[tuple[int, int, Linear, tuple[int, ...]]] = []
    for area in (*scene.runs(MOST_LINES), *scene.boxes()):
        for weights, total, parts in _equations(scene, area):
            key = (frozenset(weights.items()), total)
            if key in known:
                continue
            known.add(key)
            technique = "Innies over Several Houses"
            if area.count == 1:
                technique = "Innies and Outies" if len(weights) == 1 else "Virtual Cage"
            cells = tuple(sorted(weights))
            linear = Linear(cells, tuple(weights[c] for c in cells), total, technique)
            found.append((len(cells), area.count, linear, parts))
    found.sort(key=lambda item: item[:2])
    digits = scene.puzzle.digits
    return [Derived(sum_words(linear, digits)[0], parts) for _, _, linear, parts in found[:MOST_SUMS]]


def _equations(scene: _Scene, area: _Area) -> Iterator[tuple[dict[Cell, int], int, tuple[int, ...]]]:
    """Weights, total and parts of what the sums say about an area: innies, outies, or both."""
    taken: set[Cell] = set()
    inside: list[_Sum] = []
    crossing: list[_Sum] = []
    for s in sorted(scene.sums, key=lambda s: (not s.cells <= area.cells, -len(s.cells & area.cells), s.number)):
        if s.cells & area.cells and taken.isdisjoint(s.cells):
            (inside if s.cells <= area.cells else crossing).append(s)
            taken |= s.cells
    if not inside and not crossing:
        return
    whole = area.count * scene.house
    used = [*inside]
    rest = area.cells - {c for s in inside for c in s.cells}
    if 1 <= len(rest) <= MOST_CELLS and inside:
        yield dict.fromkeys(rest, 1), whole - sum(s.total for s in inside), _parts(area, inside)
    if area.cells <= taken and crossing:
        out = {c for s in crossing for c in s.cells} - area.cells
        if 1 <= len(out) <= MOST_CELLS:
            yield (
                dict.fromkeys(out, 1),
                sum(s.total for s in (*inside, *crossing)) - whole,
                _parts(area, [*inside, *crossing]),
            )
    used += [s for s in crossing if len(s.cells & area.cells) > len(s.cells - area.cells)]
    covered = {c for s in used for c in s.cells}
    innies, outies = area.cells - covered, covered - area.cells
    if innies and outies and len(innies) + len(outies) <= MOST_MIXED:
        weights = dict.fromkeys(innies, 1) | dict.fromkeys(outies, -1)
        yield weights, whole - sum(s.total for s in used), _parts(area, used)


def _parts(area: _Area, sums: Sequence[_Sum]) -> tuple[int, ...]:
    return (*area.houses, *(s.number for s in sums))


def _leftovers(scene: _Scene) -> list[Derived]:
    """Lines against as many boxes or regions: the cells on one side only hold the same digits on both sides."""
    found: list[Derived] = []
    known: set[tuple[Cells, Cells]] = set()
    pieces = [*scene.of_kind("box"), *scene.extra()]
    for area in scene.runs(scene.puzzle.digits // 2):
        chosen: list[int] = []
        covered: set[Cell] = set()
        for i in sorted(pieces, key=lambda i: (-len(area.cells.intersection(scene.groups[i].cells)), i)):
            if len(chosen) < area.count and covered.isdisjoint(scene.groups[i].cells):
                chosen.append(i)
                covered |= set(scene.groups[i].cells)
        left, right = frozenset(area.cells - covered), frozenset(covered - area.cells)
        if len(chosen) == area.count and 1 <= len(left) <= MOST_CELLS and (left, right) not in known:
            known.add((left, right))
            regular = Regular((*sorted(left), *sorted(right)), SAME, (len(left),), "Law of Leftovers")
            found.append(Derived(regular, (*area.houses, *chosen)))
    return found


def _hidden_houses(scene: _Scene) -> list[Derived]:
    """k lines hold every digit k times; k − 1 houses inside them leave cells that hold every digit once."""
    digits = scene.puzzle.digits
    known = {frozenset(g.cells) for g in scene.groups}
    found: list[Derived] = []
    houses: list[tuple[Cells, tuple[int, ...]]] = [(frozenset(scene.groups[i].cells), (i,)) for i in scene.extra()]
    for _ in range(2):
        fresh: list[tuple[Cells, tuple[int, ...]]] = []
        for kind in ("row", "col"):
            for lines in scene.chutes(kind):
                for count in range(2, 5 if digits <= 9 else 3):
                    for chosen in combinations(lines, count):
                        fresh += _left_house(scene.joined(chosen), houses, known, digits)
        for cells, parts in fresh:
            found.append(Derived(Regular(tuple(sorted(cells)), PERMUTATION, (), "Hidden House"), parts))
        houses += fresh
    return found


def _left_house(
    area: _Area, houses: Sequence[tuple[Cells, tuple[int, ...]]], known: set[Cells], digits: int
) -> list[tuple[Cells, tuple[int, ...]]]:
    covered: set[Cell] = set()
    parts = list(area.houses)
    count = 0
    for cells, own in houses:
        if cells <= area.cells and covered.isdisjoint(cells):
            covered |= cells
            parts += own
            count += 1
    left = frozenset(area.cells - covered)
    if count != area.count - 1 or len(left) != digits or left in known:
        return []
    known.add(left)
    return [(left, tuple(dict.fromkeys(parts)))]


def _empty(params: Params) -> tuple[Digit, ...]:
    return ()


def _match(state: tuple[Digit, ...], digit: Digit, i: int, params: Params) -> tuple[Digit, ...] | None:
    """Collect the digits of the first side, then take each of the second side out again."""
    if i < params[0]:
        return tuple(sorted((*state, digit)))
    if digit not in state:
        return None
    at = state.index(digit)
    return state[:at] + state[at + 1 :]


def _used_up(state: Any, params: Params) -> bool:
    return not state


SAME = Automaton("same digits", _empty, _match, _used_up)
"""Two lists of cells hold the same digits, as often; params: how many cells the first has."""


def _none(params: Params) -> int:
    return 0


def _once(state: int, digit: Digit, i: int, params: Params) -> int | None:
    bit = 1 << digit - 1
    return None if state & bit else state | bit


def _always(state: int, params: Params) -> bool:
    return True


PERMUTATION = Automaton("permutation", _none, _once, _always, sighted=True)
"""All digits differ; the state is the set of digits used."""
