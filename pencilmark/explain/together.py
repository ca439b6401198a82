"""Facts of steps that look at several cells and rules as one."""

from __future__ import annotations

from collections.abc import Sequence

from ..board import Cell, Digit
from .claims import Claim, Has, Inside, Lacks, Places, Sees
from .facts import Facts, Scene, teller
from .words import Words, clauses


def _halves(scene: Scene) -> dict[str, Words]:
    """The house of a pattern, if it begins with one, and its rules."""
    houses = [g for g in scene.groups[:1] if g < scene.position.ties.houses]
    return {"house": scene.names.groups(houses), "rules": scene.names.groups(scene.groups[len(houses) :])}


def _source(scene: Scene) -> Words:
    """What tells about the cells: the rules of the pattern, else their candidates."""
    rules = _halves(scene)["rules"]
    return rules if rules else Words("the candidates", 2)


def _named(scene: Scene) -> list[Claim]:
    return [Has(*node) for node in scene.nodes if not scene.position.values[node[0]]]


@teller("together", "target house rules source")
def together(scene: Scene) -> Facts:
    """Cells and rules that are looked at as one; the claim is that the pattern's candidates are there."""
    words = {"target": scene.names.cells(scene.targets), "source": _source(scene)} | _halves(scene)
    return scene.told(words, _named(scene))


@teller("cage_positions", "target house rules locked")
def cage_positions(scene: Scene) -> Facts:
    """A sum in a house, and the ``locked`` digits that have no place in the house beside its cells."""
    here, house = scene.position, scene.groups[0]
    inside = set(scene.cells)
    places = {d: here.places(house, d) for d in range(1, here.puzzle.digits + 1)}
    locked = [d for d, found in places.items() if found and inside.issuperset(found)]
    words = {"target": scene.names.cells(scene.targets), "locked": scene.names.digits(locked)} | _halves(scene)
    claims: list[Claim] = [Places(house, d, places[d]) for d in locked]
    return scene.told(words, [*_named(scene), *claims, Inside(house, scene.cells)])


@teller("equal_cells", "why")
def equal_cells(scene: Scene) -> Facts:
    """Cells that hold one digit, and why each digit that goes cannot be it."""
    here, names = scene.position, scene.names
    claims = _named(scene)
    lacking = {d: tuple(c for c in scene.cells if not here.has((c, d))) for d in scene.gone}
    parts = [
        f"{names.cells(cells)} cannot be {names.digits([d for d in scene.gone if lacking[d] == cells], 'or')}"
        for cells in dict.fromkeys(lacking.values())
        if cells
    ]
    for digit, cells in lacking.items():
        claims += [Lacks(c, digit) for c in cells]
        if not cells:
            why, found = _starved(scene, scene.cells, digit)
            parts.append(f"with {digit} in all of them {why}")
            claims += found
    return scene.told({"why": clauses(parts)}, claims)


def _starved(scene: Scene, cells: Sequence[Cell], digit: Digit) -> tuple[str, list[Claim]]:
    """What goes wrong when all the cells hold the digit."""
    here, names = scene.position, scene.names
    for k, cell in enumerate(cells):
        seen = tuple(c for c in cells[k + 1 :] if here.sees(cell, [c]))
        if seen:
            return f"{names.cell(cell)} and {names.cell(seen[0])} would see each other", [Sees(cell, seen[:1])]
    for house in range(here.ties.houses):
        places = here.places(house, digit)
        sources = [next((e for e in cells if here.sees(c, [e])), None) for c in places]
        if places and not set(cells) & set(places) and None not in sources:
            sight = [Sees(c, (e,)) for c, e in zip(places, sources, strict=True) if e is not None]
            return f"{names.group(house)} would have no {digit}", [Places(house, digit, places), *sight]
    return f"the {digit} would be missing somewhere", []
