"""Whether what an explanation claims is true at a position, worked out from the puzzle alone.

Nothing is shared with the renderer or the engine but the numbering of groups and rule elements: houses first, then
shorter groups, then many-cell constraints, then relations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from pencilmark.constraints.relation import related
from pencilmark.explain import claims as c
from pencilmark.explain.position import Position
from pencilmark.puzzle import Puzzle
from tests.techniques.rule_twins import Row, RulePosition, Scene, TooManyError
from tools.positions import Snapshot


class Truth:
    """A position as the checker sees it."""

    def __init__(self, here: Position) -> None:
        self.here = here
        self.puzzle: Puzzle = here.puzzle
        span = range(1, self.puzzle.digits + 1)
        self.left = [{d for d in span if mask >> d - 1 & 1} for mask in here.candidates]
        groups = self.puzzle.groups
        self.groups = [g.cells for g in groups if g.complete] + [g.cells for g in groups if not g.complete]
        self.houses = [set(g.cells) for g in groups if g.complete]

    def sees(self, a: int, b: int) -> bool:
        """Whether two cells must differ by a group or a rule that says so."""
        together = any(a in g.cells and b in g.cells for g in self.puzzle.groups)
        return a != b and (together or any(r.op == "different" and {r.a, r.b} == {a, b} for r in self.puzzle.relations))

    def apart(self, one: c.Node, two: c.Node) -> bool:
        """Whether two candidates exclude each other directly."""
        (a, x), (b, y) = one, two
        if a == b:
            return x != y
        if x == y and self.sees(a, b):
            return True
        pairs = [(r, x, y) for r in self.puzzle.relations if (r.a, r.b) == (a, b)]
        pairs += [(r, y, x) for r in self.puzzle.relations if (r.b, r.a) == (a, b)]
        return any(not related(r.op, r.params, v, w) for r, v, w in pairs)

    def choices(self) -> Iterator[set[c.Node]]:
        """Sets of candidates of which exactly one is true."""
        for cell, digits in enumerate(self.left):
            if digits:
                yield {(cell, d) for d in digits}
        for house in self.houses:
            for digit in range(1, self.puzzle.digits + 1):
                if all(self.here.values[cell] != digit for cell in house):
                    yield {(cell, digit) for cell in house if digit in self.left[cell]}

    @cached_property
    def exactly_one(self) -> list[set[c.Node]]:
        """All of them."""
        return list(self.choices())

    @cached_property
    def rules(self) -> RulePosition:
        """The rules' own view of the position."""
        masks = [m or 1 << v - 1 for m, v in zip(self.here.candidates, self.here.values, strict=True)]
        return RulePosition(Scene(self.puzzle), Snapshot(self.here.values, tuple(masks)))

    def row(self, element: int) -> Row:
        """The rule element of a witness number, read with sight."""
        return replace(self.rules.scene.rows[element - len(self.groups)], sees=True)

    def ways(self, element: int) -> list[dict[int, int]]:
        """Fillings of the open and the filled cells of an element (digits from 1)."""
        return [{cell: x + 1 for cell, x in way.items()} for way in self.rules.fillings(self.row(element))]


def true(claim: c.Claim, truth: Truth) -> bool:
    """Whether one claim holds; a rule with too many fillings to write out is believed."""
    try:
        return _CHECKS[type(claim)](claim, truth)
    except TooManyError:
        return True


def _exactly(claim: c.Exactly, t: Truth) -> bool:
    return set().union(*(t.left[cell] for cell in claim.cells)) == set(claim.digits)


def _places(claim: c.Places, t: Truth) -> bool:
    cells = t.groups[claim.group]
    standing = any(t.here.values[cell] == claim.digit for cell in cells)
    return not standing and {cell for cell in cells if claim.digit in t.left[cell]} == set(claim.cells)


def _inside(claim: c.Inside, t: Truth) -> bool:
    return set(claim.cells) <= set(t.groups[claim.group])


def _stands(claim: c.Stands, t: Truth) -> bool:
    return t.here.values[claim.cell] == claim.digit


def _lacks(claim: c.Lacks, t: Truth) -> bool:
    return t.here.values[claim.cell] == 0 and claim.digit not in t.left[claim.cell]


def _has(claim: c.Has, t: Truth) -> bool:
    return claim.digit in t.left[claim.cell]


def _sees(claim: c.Sees, t: Truth) -> bool:
    return all(t.sees(claim.cell, other) for other in claim.others)


def _one_of(claim: c.OneOf, t: Truth) -> bool:
    return any(choice <= set(claim.nodes) for choice in t.exactly_one)


def _apart(claim: c.Apart, t: Truth) -> bool:
    return t.apart(claim.first, claim.second)


def _implies(claim: c.Implies, t: Truth) -> bool:
    node, holds = claim.conclusion
    on = [n for n, value in claim.premises if value]
    off = {n for n, value in claim.premises if not value}
    if not holds:
        return any(t.apart(n, node) for n in on)
    return any(node in choice and choice - {node} <= off for choice in t.exactly_one)


def _clash(claim: c.Clash, t: Truth) -> bool:
    on = {n for n, value in claim.premises if value}
    off = {n for n, value in claim.premises if not value}
    return bool(on & off) or any(choice <= off for choice in t.exactly_one)


def _element(claim: c.Element, t: Truth) -> bool:
    return set(t.rules.scene.rows[claim.element - len(t.groups)].cells) == set(claim.cells)


def _no_filling(claim: c.NoFilling, t: Truth) -> bool:
    if t.row(claim.element).twin is not None:
        left = t.rules.supports(t.row(claim.element))
        return left is not None and claim.digit - 1 not in left[claim.cell]
    return all(way[claim.cell] != claim.digit for way in t.ways(claim.element))


def _fillings(claim: c.Fillings, t: Truth) -> bool:
    opened = t.rules.empty(t.row(claim.element))
    return {tuple(sorted(way[cell] for cell in opened)) for way in t.ways(claim.element)} == set(claim.sets)


def _orders(claim: c.Orders, t: Truth) -> bool:
    return {tuple(way[cell] for cell in claim.cells) for way in t.ways(claim.element)} == set(claim.orders)


def _needs(claim: c.Needs, t: Truth) -> bool:
    return all(any(way[cell] == claim.digit for cell in claim.cells) for way in t.ways(claim.element))


def _no_room(claim: c.NoRoom, t: Truth) -> bool:
    """Follow the candidate through the first element, then look for a filling of the second, or of the house."""
    ways = [way for way in t.ways(claim.element) if way[claim.cell] == claim.digit]
    left = {cell: {way[cell] for way in ways} for cell in (ways[0] if ways else ())}
    if not ways:
        return True
    masks = {cell: frozenset(d - 1 for d in left.get(cell, t.left[cell]) if d) for cell in range(len(t.left))}
    masks = {cell: mask or frozenset([t.here.values[cell] - 1]) for cell, mask in masks.items()}
    if claim.against >= len(t.groups):
        return not _fillable(t, claim.against, masks)
    house = t.groups[claim.against]
    held = [masks[cell] for cell in house]
    twice = [m for m in held if len(m) == 1]
    return set().union(*held) != set(range(t.puzzle.digits)) or len(set(twice)) < len(twice)


def _fillable(t: Truth, element: int, masks: dict[int, frozenset[int]]) -> bool:
    scene = t.rules.scene
    position = RulePosition(scene, Snapshot(t.here.values, t.here.candidates))
    position.cand = {cell: masks[cell] for cell in position.cand}
    return bool(position.fillings(t.row(element)))


_CHECKS: dict[type, Callable[[Any, Truth], bool]] = {
    c.Exactly: _exactly,
    c.Places: _places,
    c.Inside: _inside,
    c.Stands: _stands,
    c.Lacks: _lacks,
    c.Has: _has,
    c.Sees: _sees,
    c.OneOf: _one_of,
    c.Apart: _apart,
    c.Implies: _implies,
    c.Clash: _clash,
    c.Element: _element,
    c.NoFilling: _no_filling,
    c.Fillings: _fillings,
    c.Orders: _orders,
    c.Needs: _needs,
    c.NoRoom: _no_room,
}
