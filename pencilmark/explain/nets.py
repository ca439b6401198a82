"""Facts of patterns with many parts: rows of almost locked sets, chains with groups of cells, colours of digits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ..board import Cell, Digit
from ..engine.session import Step
from .claims import Apart, Claim, Exactly, Node, OneOf, Places, Sees
from .facts import Facts, Scene, teller
from .notation import chains_begin
from .patterns import present, set_at, short_cells
from .words import Words, clauses, listed, number

MOST = 8
"""Candidates of a colour that are named."""
Block = tuple[tuple[Cell, ...], tuple[Digit, ...]]
"""Cells and the digits named in them."""


def blocks(step: Step) -> list[Block]:
    """The parts of a witness in order; each begins after group numbers."""
    parts: list[list[Node]] = [[]]
    for word in step.witness:
        if not isinstance(word, int):
            parts[-1].append(word)
        elif parts[-1]:
            parts.append([])
    return [(tuple(dict.fromkeys(c for c, _ in part)), tuple(sorted({d for _, d in part}))) for part in parts if part]


@teller("linked", "start end start_digits end_digits sets others petals bridge link count")
def linked(scene: Scene) -> Facts:
    """Sets of cells one after the other: the first, the last, all of them and those after the first with their digits.

    ``petals`` are those after the first, each with the digit that the first one takes from it; ``bridge`` and ``link``
    are cells and digit of a part between two sets.
    """
    names, parts = scene.names, blocks(scene.step)
    stem = scene.held(parts[0][0])
    petals = [f"{d} from {set_at(scene, cells)}" for d, (cells, _) in zip(stem, parts[1:], strict=False)]
    words = {
        "start": short_cells(scene, parts[0][0]),
        "end": short_cells(scene, parts[-1][0]),
        "start_digits": names.digits(parts[0][1]),
        "end_digits": names.digits(parts[-1][1]),
        "sets": Words(listed([set_at(scene, cells) for cells, _ in parts]), len(parts)),
        "others": listed([set_at(scene, cells) for cells, _ in parts[1:]] or ["nothing else"]),
        "petals": listed(petals),
        "bridge": names.cells(parts[1][0] if len(parts) > 1 else ()),
        "link": names.digits(parts[1][1] if len(parts) > 1 else ()),
        "count": Words(number(len(parts)), len(parts)),
    }
    whole = [(cells, digits) for cells, digits in parts if digits == scene.held(cells)]
    claims: list[Claim] = [*present(scene), *(Exactly(cells, digits) for cells, digits in whole)]
    return scene.told(words, claims)


def nodes_of(scene: Scene) -> list[tuple[tuple[Cell, ...], Digit]]:
    """The nodes of a grouped chain: a group comes as the two groups that cross there, then its cells."""
    nodes: list[tuple[tuple[Cell, ...], Digit]] = []
    groups = scene.position.ties.groups
    crossing: list[int] = []
    fresh = True
    for word in scene.step.witness:
        if isinstance(word, int):
            crossing = [-1 - word] if len(crossing) != 1 else [*crossing, -1 - word]
            fresh = True
            continue
        cell, digit = word
        inside = len(crossing) == 2 and all(cell in groups[g] for g in crossing)
        if inside and not fresh and nodes[-1][1] == digit:
            nodes[-1] = ((*nodes[-1][0], cell), digit)
        else:
            nodes.append(((cell,), digit))
        crossing = crossing if inside else []
        fresh = False
    return nodes


@teller("grouped", "first last chain links digit")
def grouped(scene: Scene) -> Facts:
    """A chain whose nodes may be groups: "3 in r1c2 or r1c3"."""
    names, nodes = scene.names, nodes_of(scene)
    shown = [f"{digit} in {names.cells(cells, 'or')}" for cells, digit in nodes]
    text = "".join(("" if k == 0 else " - " if k % 2 == 0 else " = ") + node for k, node in enumerate(shown))
    words = {
        "first": Words(shown[0]),
        "last": Words(shown[-1]),
        "chain": Words(text),
        "links": Words(str(len(nodes) - 1), len(nodes) - 1),
        "digit": names.digits({digit for _, digit in nodes}),
    }
    roles = {(c, digit): "off" if k % 2 else "on" for k, (cells, digit) in enumerate(nodes) for c in cells}
    return scene.told(words, present(scene), roles)


@teller("clusters", "colour1 colour2 count wrong clash empty")
def clusters(scene: Scene) -> Facts:
    """Candidates of several digits in two colours.

    ``wrong`` is the colour whose candidates go. ``clash`` are two of it that exclude each other; ``empty`` is what it
    would leave nothing for: "r3c4 would have no candidate", "box 2 would have no place for 5".
    """
    cut = scene.step.extra[0]
    parts = (scene.nodes[:cut], scene.nodes[cut:])
    wrong = next((part for part in parts if set(part) <= set(scene.step.elims)), ())
    clash = next((pair for pair in combinations(wrong, 2) if scene.position.apart(*pair)), None)
    empty, starved = _emptied(scene, wrong)
    words = {
        "colour1": _candidates(scene, parts[0]),
        "colour2": _candidates(scene, parts[1]),
        "count": Words(number(len(scene.nodes)), len(scene.nodes)),
        "wrong": _candidates(scene, wrong),
        "clash": _candidates(scene, clash or ()),
        "empty": Words(empty),
    }
    claims = [*present(scene), *([Apart(*clash)] if clash else starved)]
    roles = {node: "on" if k < cut else "off" for k, node in enumerate(scene.nodes)}
    return scene.told(words, claims, roles)


def _candidates(scene: Scene, nodes: Sequence[Node]) -> Words:
    """Candidates one by one, those of a long row by number: ``3 in r1c2, 5 in r4c4 and 12 more``."""
    shown = [f"{digit} in {scene.names.cell(cell)}" for cell, digit in nodes]
    rest = len(shown) - MOST
    return listed([*shown[:MOST], f"{number(rest)} more"] if rest > 1 else shown)


def _emptied(scene: Scene, colour: Sequence[Node]) -> tuple[str, list[Claim]]:
    """A cell or a digit of a house for which a colour, if true, leaves nothing."""
    here = scene.position
    for cell, value in enumerate(here.values):
        found = _excluders(scene, [(cell, d) for d in here.digits(cell)], colour)
        if not value and found:
            return f"{scene.names.cell(cell)} would have no candidate left", [Apart(*pair) for pair in found]
    for house in range(here.ties.houses):
        for digit in range(1, here.puzzle.digits + 1):
            places = here.places(house, digit)
            found = _excluders(scene, [(c, digit) for c in places], colour)
            if found:
                claims: list[Claim] = [Places(house, digit, places)]
                why = f"{scene.names.group(house)} would have no place left for {digit}"
                return why, [*claims, *(Apart(*pair) for pair in found)]
    return "something would be left empty", []


def _excluders(scene: Scene, nodes: Sequence[Node], colour: Sequence[Node]) -> list[tuple[Node, Node]]:
    """For each of some candidates one of a colour that excludes it; nothing where one is not excluded."""
    pairs = [(node, next((n for n in colour if scene.position.apart(node, n)), None)) for node in nodes]
    kept = [(node, other) for node, other in pairs if other is not None]
    return kept if len(kept) == len(nodes) else []


@teller("multi_colours", "digit near1 far1 near2 far2 touch")
def multi_colours(scene: Scene) -> Facts:
    """Two clusters of places of one digit: a cell of ``near1`` sees one of ``near2``, ``far`` are their opposites.

    ``touch`` says where, in ``near1`` that goes for both colours: "r1c2 sees r1c7, and r1c2 sees r3c2".
    """
    cut, digit = scene.step.extra[0], scene.nodes[0][1]
    (near1, far1), (near2, far2) = (_colours(scene, part, digit) for part in (scene.nodes[:cut], scene.nodes[cut:]))
    claims: list[Claim] = [*present(scene)]
    if set(scene.targets) <= set(near1):
        sight = [*_sight(scene, near1, near2), *_sight(scene, near1, far2)]
    else:
        sight = _sight(scene, near1, near2)
        claims += [found for t in scene.targets for far in (far1, far2) for found in _sight(scene, (t,), far)]
    words = {
        name: scene.names.cells(cells)
        for name, cells in (("near1", near1), ("far1", far1), ("near2", near2), ("far2", far2))
    }
    words["digit"] = Words(str(digit))
    words["touch"] = clauses(f"{scene.names.cell(s.cell)} sees {scene.names.cells(s.others)}" for s in sight)
    roles = {(c, digit): "on" for c in (*far1, *far2)} | {(c, digit): "off" for c in (*near1, *near2)}
    return scene.told(words, [*claims, *sight], roles)


def _colours(scene: Scene, nodes: Sequence[Node], digit: Digit) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Cells of a cluster by colour, that of the first cell first."""
    here, cells = scene.position, [c for c, _ in nodes]
    colour, waiting = {cells[0]: 0}, [cells[0]]
    while waiting:
        at = waiting.pop()
        for other in cells:
            if other not in colour and any(len(here.places(g, digit)) == 2 for g in here.common((at, other))):
                colour[other] = 1 - colour[at]
                waiting.append(other)
    return tuple(c for c in cells if colour.get(c) == 0), tuple(c for c in cells if colour.get(c) != 0)


def _sight(scene: Scene, one: Sequence[Cell], two: Sequence[Cell]) -> list[Sees]:
    """That some cell of one row sees one of the other."""
    a, c = next(((a, c) for a in one for c in two if scene.position.sees(a, [c])), (one[0], two[0]))
    return [Sees(a, (c,))]


@teller("kraken", "digit base cover fins starts chains target")
def kraken(scene: Scene) -> Facts:
    """A fish, its fins, and chains from fins (and from the places on one cover line) to the candidate that goes."""
    names, step = scene.names, scene.step
    half, cut = len(scene.groups) // 2, chains_begin(scene.nodes)
    base, cover, digit = scene.groups[:half], scene.groups[half:], scene.nodes[0][1]
    covered = {c for g in cover for c in scene.position.ties.groups[g]}
    chains, whole = _split(scene.nodes[cut:], step.elims[0])
    told = [_chain_words(scene, chain) for chain in chains]
    words = {
        "digit": Words(str(digit)),
        "base": names.groups(base),
        "cover": names.groups(cover),
        "fins": names.cells(c for c, _ in scene.nodes[:cut] if c not in covered),
        "starts": names.cells([c for (c, _), *_ in chains] if whole else [c for c, _ in scene.nodes[:cut]]),
        "chains": Words("; ".join(told if whole else [*told, "and so on from the other places"])),
        "target": names.node(step.elims[0], False),
    }
    links = [Apart(a, c) for chain in chains for a, c in zip(chain[::2], chain[1::2], strict=True)]
    strong = [OneOf((a, c)) for chain in chains for a, c in zip(chain[1::2], chain[2::2], strict=False)]
    places: list[Claim] = [Places(g, digit, scene.position.places(g, digit)) for g in base]
    return scene.told(words, [*places, *links, *strong])


def _split(nodes: Sequence[Node], target: Node) -> tuple[list[list[Node]], bool]:
    """The chains of a Kraken fish, each of which ends in the target, and whether the story has room for all of them."""
    chains: list[list[Node]] = [[]]
    for node in nodes:
        chains[-1].append(node)
        if node == target and len(chains[-1]) % 2 == 0:
            chains.append([])
    return chains[:-1], not chains[-1]


def _chain_words(scene: Scene, chain: Sequence[Node]) -> str:
    """One chain: ``if r1c5 is 5, then r3c5 is 7 and r3c9 is 2, so r2c6 is not 5``."""
    start, *via = chain[::2]
    end = scene.names.node(chain[-1], False)
    through = f" then {listed(scene.names.node(node) for node in via)}, so" if via else ""
    return f"if {scene.names.node(start)},{through} {end}"
