"""Facts of patterns in two parts: colours, almost locked sets, Sue de Coq.

A witness in two parts tells with its first extra number where the second part begins.
"""

from __future__ import annotations

from itertools import combinations

from ..board import Cell, Digit
from .claims import Claim, Exactly, Has, Inside, Node, OneOf, Sees
from .facts import Facts, Scene, teller
from .patterns import set_at
from .words import Words, clauses


def parts(scene: Scene) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Cells of the two parts."""
    cut = scene.step.extra[0]
    first, second = scene.nodes[:cut], scene.nodes[cut:]
    return tuple(dict.fromkeys(c for c, _ in first)), tuple(dict.fromkeys(c for c, _ in second))


def two_colours(scene: Scene) -> dict[Node, str]:
    """Roles that tell the two parts of the witness apart."""
    cut = scene.step.extra[0]
    return {node: "on" if k < cut else "off" for k, node in enumerate(scene.nodes)}


@teller("sets", "cells1 cells2 digits1 digits2 set1 set2")
def sets(scene: Scene) -> Facts:
    """Two sets of cells with all their candidates."""
    one, two = parts(scene)
    return scene.told(_set_words(scene, one, two), _set_claims(scene, one, two), two_colours(scene))


def _set_words(scene: Scene, one: tuple[Cell, ...], two: tuple[Cell, ...]) -> dict[str, Words]:
    names = scene.names
    return {
        "cells1": names.cells(one), "cells2": names.cells(two),
        "digits1": names.digits(scene.held(one)), "digits2": names.digits(scene.held(two)),
        "set1": set_at(scene, one), "set2": set_at(scene, two),
    }  # fmt: skip


def _set_claims(scene: Scene, one: tuple[Cell, ...], two: tuple[Cell, ...]) -> list[Claim]:
    return [Exactly(part, scene.held(part)) for part in (one, two) if part]


@teller("colours", "digit cells1 cells2 clash true both")
def colours(scene: Scene) -> Facts:
    """Places of one digit in two colours, of which one is true; ``clash`` are two of a colour that see each other.

    ``true`` is the colour that is left when the other one clashes.
    """
    one, two = parts(scene)
    names, here, digit = scene.names, scene.position, scene.nodes[0][1]
    wrong = next((part for part in (one, two) if set(part) == set(scene.targets)), ())
    clash = next((pair for pair in combinations(wrong, 2) if here.sees(pair[0], pair[1:])), ())
    other = two if wrong == one else one
    words = {
        "digit": str(digit), "cells1": names.cells(one), "cells2": names.cells(two),
        "clash": names.cells(clash), "true": names.cells(other if wrong else ()),
    }  # fmt: skip
    claims: list[Claim] = [Has(c, digit) for c in (*one, *two)]
    claims += [Sees(clash[0], clash[1:])] if clash else []
    claims += _coloured_links(scene, one, two, digit)
    pairs = [] if wrong else [_seen_pair(scene, target, one, two) for target in scene.targets]
    both = [f"{names.cell(t)} sees {names.cells(pair)}" for t, pair in zip(scene.targets, pairs, strict=False)]
    seen = clauses(both) if len(both) < 3 else f"{names.cells(scene.targets)} each see a cell of either colour"
    claims += [Sees(t, pair) for t, pair in zip(scene.targets, pairs, strict=False)]
    return scene.told(words | {"both": seen}, claims, two_colours(scene))


def _coloured_links(scene: Scene, one: tuple[Cell, ...], two: tuple[Cell, ...], digit: Digit) -> list[Claim]:
    """Two-place links that join all the cells into one cluster."""
    here, reached, claims = scene.position, {one[0]}, list[Claim]()
    pairs = [(a, b) for a in one for b in two if any(len(here.places(g, digit)) == 2 for g in here.common((a, b)))]
    while fresh := [(a, b) for a, b in pairs if (a in reached) != (b in reached)]:
        reached |= set(fresh[0])
        claims.append(OneOf(((fresh[0][0], digit), (fresh[0][1], digit))))
    return claims


def _seen_pair(scene: Scene, target: Cell, one: tuple[Cell, ...], two: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """A cell of either colour that the target sees."""
    return tuple(next(c for c in part if scene.position.sees(target, [c])) for part in (one, two))


@teller("als", "cells1 cells2 digits1 digits2 set1 set2 x x_cells z")
def als(scene: Scene) -> Facts:
    """Two almost locked sets, the digits x that cannot be in both, and the common digits z that are removed."""
    one, two = parts(scene)
    here, names = scene.position, scene.names
    shared = [d for d in scene.held(one) if d in scene.held(two)]
    x = [d for d in shared if _restricted(scene, one, two, d)]
    # A digit that is removed by being in either set is no reason here, even where both sets compete for it.
    kept = [d for d in x if d not in scene.gone][:1] or x
    gone = [d for d in scene.gone if d in shared and d not in x]
    words = _set_words(scene, one, two) | {
        "x": names.digits(kept),
        "x_cells": names.cells(c for c in (*one, *two) if any(here.has((c, d)) for d in kept)),
        "z": names.digits(scene.gone),
    }
    claims = _set_claims(scene, one, two)
    for d in kept:
        claims += [Sees(c, tuple(e for e in two if here.has((e, d)))) for c in one if here.has((c, d))]
    claims += [Sees(t, _holders(scene, t, d, one, two)) for t, d in scene.step.elims if d in gone]
    return scene.told(words, claims, two_colours(scene))


def _holders(
    scene: Scene, target: Cell, digit: Digit, one: tuple[Cell, ...], two: tuple[Cell, ...]
) -> tuple[Cell, ...]:
    """The places of a digit that a target sees: those in both sets, or those in one where that one is locked."""
    here = scene.position
    places = [tuple(c for c in part if here.has((c, digit))) for part in ((*one, *two), one, two)]
    return next((found for found in places if found and here.sees(target, found)), places[0])


def _restricted(scene: Scene, one: tuple[Cell, ...], two: tuple[Cell, ...], digit: Digit) -> bool:
    here = scene.position
    held = [c for c in two if here.has((c, digit))]
    return all(here.sees(c, held) for c in one if here.has((c, digit)))


@teller("sue_de_coq", "box line crossing line_cells box_cells crossing_digits line_digits box_digits count")
def sue_de_coq(scene: Scene) -> Facts:
    """The cells where a box and a line cross, the cells on the line and those in the box that share their digits."""
    box, line = scene.groups
    names, ties = scene.names, scene.position.ties
    first, second = parts(scene)
    crossing = tuple(c for c in first if c in ties.groups[box])
    outside = tuple(c for c in first if c not in crossing)
    words = {
        "box": names.group(box), "line": names.group(line), "crossing": names.cells(crossing),
        "line_cells": names.cells(outside), "box_cells": names.cells(second),
        "crossing_digits": names.digits(scene.held(crossing)),
        "line_digits": names.digits(scene.held(outside)), "box_digits": names.digits(scene.held(second)),
        "count": str(len(first) + len(second)),
    }  # fmt: skip
    claims: list[Claim] = [Exactly(part, scene.held(part)) for part in (crossing, outside, second)]
    claims += [Inside(box, (*crossing, *second)), Inside(line, first)]
    return scene.told(words, claims, two_colours(scene))
