"""Sets of cells that hold the same digits, or every digit once, because the houses say so."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from ..board import Cell, Digit
from ..constraints.regular import Automaton, Params, Regular
from .scene import Area, Cells, Derived, Scene
from .sums import MOST_CELLS

LARGEST_HIDDEN = 10
"""Digits up to which a hidden house is read exactly (its states are the sets of digits)."""
MOST_BRANCHES = 60_000
"""Sets of cells looked at in search of clique houses."""


def leftovers(scene: Scene) -> list[Derived]:
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


def hidden_houses(scene: Scene) -> list[Derived]:
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


def clique_houses(scene: Scene, hidden: Sequence[Derived]) -> list[Derived]:
    """D cells that all see each other, some by a rule such as anti-knight: they hold every digit once."""
    if all(relation.op != "different" for relation in scene.puzzle.relations):
        return []
    sees = _sight(scene)
    known = {frozenset(g.cells) for g in scene.groups} | {frozenset(d.regular.cells) for d in hidden}
    found = []
    for cells in _cliques(sees, scene.puzzle.digits):
        if frozenset(cells) not in known:
            found.append(Derived(Regular(cells, PERMUTATION, (), "Clique House"), _sharing(scene, cells), False))
    return found


def _sight(scene: Scene) -> list[int]:
    """Per cell the cells it sees, as bits."""
    sees = [0] * len(scene.puzzle.cells)
    for group in scene.groups:
        bits = sum(1 << c for c in group.cells)
        for c in group.cells:
            sees[c] |= bits & ~(1 << c)
    for relation in scene.puzzle.relations:
        if relation.op == "different":
            sees[relation.a] |= 1 << relation.b
            sees[relation.b] |= 1 << relation.a
    return sees


def _cliques(sees: Sequence[int], size: int) -> list[tuple[Cell, ...]]:
    """All sets of ``size`` cells that see each other; none when there are too many branches to look at."""
    found: list[tuple[Cell, ...]] = []
    waiting: list[tuple[tuple[Cell, ...], int]] = [((), (1 << len(sees)) - 1)]
    branches = 0
    while waiting:
        chosen, open_ = waiting.pop()
        if len(chosen) == size:
            found.append(chosen)
            continue
        while open_ and len(chosen) + open_.bit_count() >= size:
            c = (open_ & -open_).bit_length() - 1
            open_ &= open_ - 1
            branches += 1
            waiting.append(((*chosen, c), open_ & sees[c]))
            if branches > MOST_BRANCHES:
                return []
    return sorted(found)


def _sharing(scene: Scene, cells: Sequence[Cell]) -> tuple[int, ...]:
    """The groups that join at least two of some cells."""
    return tuple(i for i, g in enumerate(scene.groups) if len(set(cells).intersection(g.cells)) > 1)


def _left_house(
    area: Area, houses: Sequence[tuple[Cells, tuple[int, ...]]], known: set[Cells], digits: int
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
