"""The 45 rule: what cages leave over in houses (innies), and what sticks out of them (outies)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..board import Cell
from ..constraints.linear import Linear
from ..constraints.linear import words as sum_words
from .scene import Area, Derived, Scene, Sum

MOST_CELLS = 4
"""Cells of a derived sum or set at most: nobody works with longer ones."""
MOST_MIXED = 5
"""Cells of a difference of innies and outies."""
MOST_SUMS = 40
"""Derived sums kept, the shortest first."""
MOST_LINES = 4
"""Rows, columns or boxes taken together at most."""


def innies(scene: Scene) -> list[Derived]:
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


def _equations(scene: Scene, area: Area) -> Iterator[tuple[dict[Cell, int], int, tuple[int, ...]]]:
    """Weights, total and parts of what the sums say about an area: innies, outies, or both."""
    taken: set[Cell] = set()
    inside: list[Sum] = []
    crossing: list[Sum] = []
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


def _parts(area: Area, sums: Sequence[Sum]) -> tuple[int, ...]:
    return (*area.houses, *(s.number for s in sums))
