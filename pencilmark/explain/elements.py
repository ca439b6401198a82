"""Facts of steps that read a rule: its name, its cells, what fillings it has left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..board import Cell, Digit
from ..constraints.diagram import Diagram
from ..elements import Element as Row
from .claims import Apart, Claim, Element, Fillings, Has, Lacks, Needs, NoFilling, NoRoom, Orders, Places, Sees, Stands
from .facts import Facts, Scene, teller
from .position import Position, digits_of
from .words import Words, clauses, listed, number

SETS = 4
"""Sets of digits that are listed."""
MOST = 2000
"""Fillings that are written out at most."""


MANY_WAYS = Words("leaves many fillings to try", 2)


@dataclass(frozen=True)
class Filled:
    """Fillings of a rule element at a position: digits of its open cells, in order, and the sets that these make."""

    orders: tuple[tuple[Digit, ...], ...]
    sets: tuple[tuple[Digit, ...], ...]


def fillings(here: Position, row: Row) -> Filled | None:
    """All fillings with the candidates left; None where there are too many to write out, or no diagram."""
    if row.diagram is None:
        return None
    masks = [1 << here.values[c] - 1 if here.values[c] else here.candidates[c] for c in row.cells]
    words = _words(row.diagram, masks)
    if words is None:
        return None
    kept = [w for w in words if _fits(here, row, w)]
    opened = [i for i, c in enumerate(row.cells) if not here.values[c] and c not in row.cells[:i]]
    orders = {tuple(w[i] for i in opened) for w in kept}
    return Filled(tuple(sorted(orders)), tuple(sorted({tuple(sorted(order)) for order in orders})))


def _words(diagram: Diagram, masks: list[int]) -> list[tuple[Digit, ...]] | None:
    """Every path through the diagram that the masks allow."""
    found: dict[int, list[tuple[Digit, ...]]] = {0: [()]}
    edges, layers = diagram.edges.tolist(), diagram.layers.tolist()
    for i, mask in enumerate(masks):
        following: dict[int, list[tuple[Digit, ...]]] = {}
        for start, end, allowed in edges[layers[i] : layers[i + 1]]:
            for word in found.get(start, ()):
                following.setdefault(end, []).extend((*word, d) for d in digits_of(allowed & mask))
        if sum(map(len, following.values())) > MOST:
            return None
        found = following
    return [word for words in found.values() for word in words]


def _fits(here: Position, row: Row, word: tuple[Digit, ...]) -> bool:
    """Whether a cell that is read twice has one digit, and cells that see each other have different ones."""
    held = dict(zip(row.cells, word, strict=True))
    if any(held[c] != d for c, d in zip(row.cells, word, strict=True)):
        return False
    return all(held[c] != held[e] for c in held for e in here.ties.peers[c] & held.keys())


@teller("rule", "rule open known sum fillings orders sources cell digit")
def rule(scene: Scene) -> Facts:
    """A rule element, its open cells, its placed digits, and two clauses about what fits.

    ``fillings`` lists sets of digits ("can fill its two open cells only with 1 and 5, or 2 and 6"), ``orders`` digits
    in the order of the cells ("can only read 1-5-9 or 2-6-7 in …"); both give a number where there are too many. For
    derived elements ``rule`` names the houses and ``sources`` the sums they are compared with; ``sum`` is the total of
    a derived sum, as a clause about its cells.
    """
    names, here = scene.names, scene.position
    row = names.element(scene.groups[0])
    words = {
        "rule": names.groups(scene.groups[:1]),
        "open": names.cells(_open(here, row) if row else scene.cells),
        "known": _known(scene, row),
        "fillings": _fillings(scene, row),
        "orders": _orders(scene, row),
        "sources": names.sums(row) if row else Words(""),
        "sum": _sum(scene, row),
    } | _place(scene)
    return scene.told(words, _row_claims(scene, row))


def _place(scene: Scene) -> dict[str, Words]:
    """Cell and digit of a placement, else of the first candidate of the pattern."""
    cell, digit = scene.step.place or (scene.nodes[0] if scene.nodes else scene.step.elims[0])
    return {"cell": scene.names.cell(cell), "digit": Words(str(digit))}


def _open(here: Position, row: Row) -> tuple[Cell, ...]:
    return tuple(c for c in dict.fromkeys(row.cells) if not here.values[c])


def _known(scene: Scene, row: Row | None) -> Words:
    """The digits that stand in the rule already: ``r1c3 is 5 and r1c4 is 2``."""
    if row is None:
        return Words("")
    placed = [c for c in dict.fromkeys(row.cells) if scene.position.values[c]]
    return listed(str(scene.names.node((c, scene.position.values[c]))) for c in placed)


def _fillings(scene: Scene, row: Row | None) -> Words:
    """Which sets of digits the open cells may hold, as a clause."""
    filled = fillings(scene.position, row) if row else None
    if row is None or filled is None or not filled.sets:
        return MANY_WAYS
    if len(filled.sets) > SETS:
        return Words(f"has {len(filled.orders)} fillings left", len(filled.orders))
    cells = len(_open(scene.position, row))
    left = "last cell" if cells == 1 else f"{number(cells)} open cells"
    shown = [listed(map(str, digits)) for digits in filled.sets]
    return Words(f"can fill its {left} only with {', or '.join(shown)}", len(shown))


def _orders(scene: Scene, row: Row | None) -> Words:
    """How the open cells may read in order, as a clause."""
    filled = fillings(scene.position, row) if row else None
    if row is None or filled is None or not filled.orders:
        return MANY_WAYS
    if len(filled.orders) > SETS:
        return Words(f"has {len(filled.orders)} fillings left", len(filled.orders))
    shown = ["-".join(map(str, digits)) for digits in filled.orders]
    cells = listed(map(scene.position.puzzle.name, _open(scene.position, row)))
    return Words(f"can only read {listed(shown, 'or')} in {cells}", len(shown))


def _sum(scene: Scene, row: Row | None) -> Words:
    """The total of a derived sum: ``r3c4 and r3c5 add up to 12``, ``r3c4 minus r4c4 is 3``."""
    total = scene.names.total(row) if row else None
    if row is None or total is None:
        return Words("")
    weights, amount = total
    plus = [c for c, w in zip(row.cells, weights, strict=True) if w > 0]
    minus = [c for c, w in zip(row.cells, weights, strict=True) if w < 0]
    names = scene.names
    if max(map(abs, weights)) > 1:
        return Words(f"{_weighted(scene, row.cells, weights)} = {amount}")
    if len(row.cells) == 1:
        return Words(f"{amount} is left for {names.cells(plus)}")
    if not minus:
        return Words(f"{names.cells(plus)} add up to {amount}")
    if amount < 0:
        plus, minus, amount = minus, plus, -amount
    more = f"{amount} more than" if amount else "as much as"
    return Words(f"{names.cells(plus)} {Words('', len(plus)):is|make} {more} {names.cells(minus)}")


def _weighted(scene: Scene, cells: Sequence[Cell], weights: Sequence[int]) -> str:
    """A weighted sum as a formula: ``2·r1c3 + r1c4 − r5c2``."""
    shown = ""
    for cell, weight in zip(cells, weights, strict=True):
        sign = " − " if weight < 0 else " + "
        times = "" if abs(weight) == 1 else f"{abs(weight)}·"
        shown += f"{sign}{times}{scene.names.cell(cell)}"
    return shown.removeprefix(" + ")


def _row_claims(scene: Scene, row: Row | None) -> list[Claim]:
    if row is None:
        return [Has(*node) for node in scene.nodes if not scene.position.values[node[0]]]
    number_, here = scene.groups[0], scene.position
    claims: list[Claim] = [Element(number_, tuple(dict.fromkeys(row.cells)))]
    claims += [Stands(c, here.values[c]) for c in dict.fromkeys(row.cells) if here.values[c]]
    claims += [NoFilling(number_, *node) for node in scene.step.elims]
    if scene.step.place is not None:
        cell, digit = scene.step.place
        claims += [NoFilling(number_, cell, d) for d in here.digits(cell) if d != digit]
    filled = fillings(here, row)
    if filled and len(filled.sets) <= SETS:
        claims.append(Fillings(number_, filled.sets))
    if filled and len(filled.orders) <= SETS:
        claims.append(Orders(number_, _open(here, row), filled.orders))
    return claims


@teller("needed", "rule digit open fillings")
def needed(scene: Scene) -> Facts:
    """A digit that every filling of a rule uses, and the cells of the rule that can hold it."""
    names, here = scene.names, scene.position
    row, digit = names.element(scene.groups[0]), scene.nodes[0][1]
    words = {
        "rule": names.groups(scene.groups[:1]), "digit": Words(str(digit)),
        "open": names.cells(_open(here, row) if row else ()), "fillings": _fillings(scene, row),
    }  # fmt: skip
    claims: list[Claim] = [Needs(scene.groups[0], digit, scene.cells)]
    return scene.told(words, [*claims, *(Sees(t, scene.cells) for t in scene.targets)])


@teller("beside", "rule cell digit known partners")
def beside(scene: Scene) -> Facts:
    """One cell that the placed partners of its pair rules, or one line with its placed digits, decide."""
    names, here = scene.names, scene.position
    row = names.element(scene.groups[0])
    if row is not None:
        words = {"rule": names.groups(scene.groups), "known": _known(scene, row), "partners": Words("")} | _place(scene)
        return scene.told(words, _row_claims(scene, row))
    cell = scene.nodes[0][0]
    numbers = {names.relation(n): other for other, n, _ in here.ties.relations[cell] if here.values[other]}
    partners = sorted({numbers[g] for g in scene.groups})
    known = listed(str(names.node((c, here.values[c]))) for c in partners)
    words = {"rule": names.groups(scene.groups), "known": known, "partners": names.cells(partners)} | _place(scene)
    return scene.told(words, [Stands(c, here.values[c]) for c in partners])


@teller("pair", "rule cell candidates partner")
def pair(scene: Scene) -> Facts:
    """A cell with its candidates, and the partner of a pair rule that loses what fits none of them."""
    names, here = scene.names, scene.position
    cell, (partner,) = scene.nodes[0][0], scene.targets
    words = {
        "rule": names.groups(scene.groups), "cell": names.cell(cell),
        "candidates": names.digits(here.digits(cell), "or"), "partner": names.cell(partner),
    }  # fmt: skip
    claims: list[Claim] = [Apart(target, (cell, d)) for target in scene.step.elims for d in here.digits(cell)]
    return scene.told(words, claims)


@teller("equal", "rule cell1 cell2 digits1 digits2 why")
def equal(scene: Scene) -> Facts:
    """Two cells that hold the same digit, and why each digit that goes fits only one of them or neither."""
    names, here = scene.names, scene.position
    one, two = scene.cells
    apart = [d for d in scene.gone if not (here.has((one, d)) and here.has((two, d)))]
    blocked = [d for d in scene.gone if d not in apart]
    parts = [f"{names.digits(apart)} {Words('', len(apart)):is|are} possible in only one of them"] if apart else []
    starved = {d: _starved(scene, one, two, d) for d in blocked}
    parts += [f"with {d} in both, {why}" for d, (why, _) in starved.items()]
    claims: list[Claim] = [Lacks(c, d) for c in (one, two) for d in apart if not here.has((c, d))]
    words = {
        "rule": names.groups(scene.groups), "cell1": names.cell(one), "cell2": names.cell(two),
        "digits1": names.digits(here.digits(one)), "digits2": names.digits(here.digits(two)), "why": clauses(parts),
    }  # fmt: skip
    return scene.told(words, [*claims, *(claim for _, found in starved.values() for claim in found)])


def _starved(scene: Scene, one: Cell, two: Cell, digit: Digit) -> tuple[str, list[Claim]]:
    """What goes wrong when both cells hold the digit."""
    here = scene.position
    if here.sees(one, [two]):
        return "they would see each other", [Sees(one, (two,))]
    for house in range(here.ties.houses):
        places = here.places(house, digit)
        if places and not {one, two} & set(places) and (here.ties.peers[one] | here.ties.peers[two]).issuperset(places):
            seen = [Sees(c, (one if here.sees(c, [one]) else two,)) for c in places]
            return f"{scene.names.group(house)} would have no {digit}", [Places(house, digit, places), *seen]
    return "the digit would be missing elsewhere", []


@teller("two_rules", "rule against cell digit")
def two_rules(scene: Scene) -> Facts:
    """A candidate of one rule that leaves another rule, or a house, without a filling."""
    words = {"rule": scene.names.group(scene.groups[0]), "against": scene.names.group(scene.groups[1])}
    first, against = scene.groups
    return scene.told(words | _place(scene), [Has(*scene.nodes[0]), NoRoom(first, against, *scene.nodes[0])])


@teller("pair_house", "rule house digit target")
def pair_house(scene: Scene) -> Facts:
    """All places of a digit in a house, each of which excludes the same candidate by sight or by a pair rule."""
    house, relation = scene.groups
    digit, (target,) = scene.nodes[0][1], scene.targets
    words = {
        "rule": scene.names.group(relation), "house": scene.names.group(house),
        "digit": Words(str(digit)), "target": scene.names.cell(target),
    }  # fmt: skip
    claims: list[Claim] = [Places(house, digit, tuple(sorted(scene.cells)))]
    return scene.told(words, [*claims, *(Apart(node, (c, digit)) for node in scene.step.elims for c in scene.cells)])


@teller("twins", "rule open known")
def twins(scene: Scene) -> Facts:
    """Corresponding cells of two areas, in which every digit has one fixed partner."""
    row = scene.names.element(scene.groups[0])
    words = {
        "rule": scene.names.groups(scene.groups),
        "open": scene.names.cells(_open(scene.position, row) if row else ()),
        "known": _known(scene, row),
    }
    return scene.told(words, [NoFilling(scene.groups[0], *node) for node in scene.step.elims])
