"""Facts of steps by cases: assumptions that contradict themselves, or that all lead to the same result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..board import Cell
from .claims import Claim, Has, Literal, Node, OneOf, Places
from .facts import MANY, Facts, Scene, result_words, teller
from .follow import Trail, follow
from .words import Words, listed, number

SHOWN = 10
"""Placements of a path that are named."""
TRIED = 40
"""Removals of a step of which the plainest is shown."""
FAR = 10_000
"""Counts as the length of a path that was not found."""


@teller("refuted", "start path end cell digit")
def refuted(scene: Scene) -> Facts:
    """One candidate that leads to a contradiction along single links."""
    return _refuted(scene, True)


@teller("refuted_net", "start path end cell digit")
def refuted_net(scene: Scene) -> Facts:
    """One candidate that leads to a contradiction once all singles on the way are filled in."""
    return _refuted(scene, False)


def _refuted(scene: Scene, links_only: bool) -> Facts:
    node = scene.nodes[0]
    trail = follow(scene.position, node, links_only)
    words = _candidate(scene, node) | {
        "path": Words(f": {told}" if (told := _told(scene, trail, trail.clash)) else ""),
        "end": Words(_dead_end(scene, trail)),
    }
    return scene.told(words, [Has(*node), *trail.refutation()])


@teller("cases", "start cell digit count")
def cases(scene: Scene) -> Facts:
    """The candidates that are looked at, without what follows from them."""
    words = _candidate(scene, scene.nodes[0]) | {"count": Words(number(len(scene.nodes)))}
    return scene.told(words, [Has(*node) for node in scene.nodes])


def _candidate(scene: Scene, node: Node) -> dict[str, Words]:
    return {
        "start": scene.names.node(node),
        "cell": scene.names.cell(node[0]),
        "digit": Words(str(node[1])),
    }


@teller("nishio", "path house cell digit")
def nishio(scene: Scene) -> Facts:
    """One digit put into a cell and wherever it then has one place left, until a house has none."""
    here, names, (cell, digit) = scene.position, scene.names, scene.nodes[0]
    left = {c for c in range(len(here.values)) if here.has((c, digit))}
    placed, waiting = list[Cell](), [cell]
    empty: int | None = None
    while waiting and empty is None:
        at = waiting.pop(0)
        placed.append(at)
        left -= here.ties.peers[at]
        for house in range(here.ties.houses):
            places = [c for c in here.places(house, digit) if c in left]
            if not places and here.places(house, digit):
                empty = house
            elif len(places) == 1 and places[0] not in (*placed, *waiting):
                waiting.append(places[0])
    words = {
        "cell": names.cell(cell),
        "digit": Words(str(digit)),
        "path": Words(
            f", then wherever it has one place left: {listed(map(names.cell, placed[1:]))}" if placed[1:] else ""
        ),
        "house": Words("a house") if empty is None else names.group(empty),
    }
    claims: list[Claim] = [Has(cell, digit)]
    claims += [] if empty is None else [Places(empty, digit, here.places(empty, digit))]
    return scene.told(words, claims)


@teller("agreed", "subject options branches agreed count")
def agreed(scene: Scene) -> Facts:
    """All candidates of a cell, or all places of a digit in a house, lead to the same result along single links."""
    return _agreed(scene, True)


@teller("agreed_net", "subject options branches agreed count")
def agreed_net(scene: Scene) -> Facts:
    """The same with all singles on the way filled in; cases that contradict themselves drop out."""
    return _agreed(scene, False)


def _agreed(scene: Scene, links_only: bool) -> Facts:
    names = scene.names
    trails = [follow(scene.position, node, links_only) for node in scene.nodes]
    result = _plainest(scene, trails)
    words = {
        "subject": _subject(scene),
        "result": result_words(names, scene.step, result[0]),
        "options": listed((names.node(node) for node in scene.nodes), "or"),
        "branches": Words("; ".join(_branch(scene, trail, result) for trail in trails) + _others(scene)),
        "agreed": names.node(*result),
        "count": Words(number(len(trails))),
    }
    claims: list[Claim] = [OneOf(scene.nodes)]
    for trail in trails:
        claims += trail.refutation() if result not in trail.why else trail.claims((result,))
    found = scene.told(words, claims)
    return replace(found, shown=result[0]) if len(scene.step.elims) > MANY else found


def _plainest(scene: Scene, trails: Sequence[Trail]) -> Literal:
    """The result that is shown: of several removals the first that the fewest placements lead to."""
    if scene.step.place is not None:
        return scene.step.place, True

    def length(node: Node) -> int:
        literal = (node, False)
        return sum(len(trail.path((literal,))) if literal in trail.why else FAR * (not trail.clash) for trail in trails)

    return min(scene.step.elims[:TRIED], key=length), False


def _others(scene: Scene) -> str:
    return " (and likewise for the other removals)" if len(scene.step.elims) > 1 else ""


def _subject(scene: Scene) -> Words:
    """The cell, or the digit of the house, whose cases are looked at."""
    if scene.groups:
        return Words(f"the {scene.nodes[0][1]} of {scene.names.group(scene.groups[0])}")
    return scene.names.cell(scene.nodes[0][0])


def _branch(scene: Scene, trail: Trail, result: Literal) -> str:
    """One case and how it ends."""
    start = f"if {scene.names.node(trail.start)}"
    if result in trail.why:
        via = _told(scene, trail, (result,))
        end = f"{scene.names.node(*result)}"
        if trail.start == result[0]:
            return f"{start}, that is it already"
        return f"{start}, {via}, so {end}" if via else f"{start}, {end}"
    if trail.clash:
        via = _told(scene, trail, trail.clash)
        return f"{start}, {via}, and {_dead_end(scene, trail)}" if via else f"{start}, {_dead_end(scene, trail)}"
    return f"{start}, the singles that follow lead there as well"


def _told(scene: Scene, trail: Trail, ends: tuple[Literal, ...]) -> str:
    """The placements on the way to some ends: ``then r1c7 is 5, r4c7 is 2``."""
    if not ends:
        return ""
    shut = {node for node, true in ends if true}
    placed = [n for n, true in trail.path(ends) if true and n != trail.start and n not in shut]
    shown = [str(scene.names.node(node)) for node in placed[:SHOWN]]
    rest = len(placed) - len(shown)
    more = f" and {number(rest)} more {Words('', rest):digit follows|digits follow}" if rest else ""
    return f"then {', '.join(shown)}{more}" if placed else ""


def _dead_end(scene: Scene, trail: Trail) -> str:
    """How a case contradicts itself."""
    names, clash = scene.names, trail.clash
    if not clash:
        return "what follows cannot be completed"
    nodes = list(dict.fromkeys(node for node, _ in clash))
    if len(clash) == 1:
        return f"{names.cell(nodes[0][0])} has to be {nodes[0][1]}, but {_cannot(scene, trail, nodes[0])}"
    if len(nodes) == 1:
        return f"{_must(scene, trail, nodes[0])}, but {_cannot(scene, trail, nodes[0])}"
    cells = {cell for cell, _ in nodes}
    if len(cells) == 1:
        return f"{names.cell(nodes[0][0])} has no candidate left"
    return f"{_house_of(scene, nodes[0], cells)} has no place left for {nodes[0][1]}"


def _must(scene: Scene, trail: Trail, node: Node) -> str:
    """Why a candidate would be true."""
    names, premises = scene.names, trail.why[node, True]
    if not premises and node == trail.start:
        return f"{names.cell(node[0])} was to be {node[1]}"
    if not premises:
        return _single(scene, node)
    cells = {node[0], *(cell for (cell, _), _ in premises)}
    if len(cells) == 1:
        return f"{names.cell(node[0])} must be {node[1]} as its last candidate"
    return f"{names.cell(node[0])} must be the {node[1]} of {_house_of(scene, node, cells)}"


def _single(scene: Scene, node: Node) -> str:
    """Why a candidate is true whatever is assumed."""
    here, names = scene.position, scene.names
    if here.digits(node[0]) == (node[1],):
        return f"{names.cell(node[0])} can only be {node[1]}"
    houses = [g for g in here.ties.groups_of[node[0]] if g < here.ties.houses and len(here.places(g, node[1])) == 1]
    if houses:
        return f"{names.cell(node[0])} is the only place for {node[1]} in {names.group(houses[0])}"
    return f"{names.cell(node[0])} must be {node[1]}"


def _cannot(scene: Scene, trail: Trail, node: Node) -> str:
    """Why the same candidate would be false."""
    names = scene.names
    ((cell, digit), _), *_ = trail.why[node, False]
    if cell == node[0]:
        return f"it already is {digit}"
    if digit == node[1] and scene.position.sees(cell, [node[0]]):
        return f"it sees the {digit} in {names.cell(cell)}"
    relation = scene.position.forbids((cell, digit), node)
    rule = "a rule" if relation is None else names.group(names.relation(relation))
    return f"{rule} forbids that beside the {digit} in {names.cell(cell)}"


def _house_of(scene: Scene, node: Node, cells: set[Cell]) -> Words:
    """The house whose places of a digit are these cells."""
    here = scene.position
    houses = [g for g in here.ties.groups_of[node[0]] if set(here.places(g, node[1])) == cells and g < here.ties.houses]
    return scene.names.groups(houses[:1])
