"""Facts of chains: every link with its reason, told as one walk along the chain.

if r1c1 is not 3, r1c7 is 3 (last place in row 1), so r4c7 is not 3 and must be 5, so …
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from .claims import Apart, Claim, Node, OneOf
from .facts import Facts, Scene, teller
from .patterns import NUMBERED, numbered, present
from .words import Words

WORDS = f"first last start end end_digit walk chain links digit meet {NUMBERED}"


@teller("chain", WORDS)
def chain(scene: Scene) -> Facts:
    """Candidates joined by strong and weak links in turn, beginning with a strong one.

    ``first`` and ``last`` are the statements at its ends ("r1c1 is 3"), ``start`` and ``end`` their cells, ``walk``
    leads from one to the other, ``links`` counts the links; ``meet`` tells where the second and third cell see
    each other (" in box 3"), nothing where only a rule about pairs says so.
    """
    names, nodes = scene.names, scene.nodes
    words = numbered(scene) | {
        "first": names.node(nodes[0]),
        "last": names.node(nodes[-1]),
        "start": names.cell(nodes[0][0]),
        "end": names.cell(nodes[-1][0]),
        "walk": Words(_walk(scene)),
        "chain": Words(_notation(scene)),
        "links": Words(str(len(nodes) - 1), len(nodes) - 1),
        "digit": names.digits({d for _, d in nodes}),
        "end_digit": Words(str(nodes[-1][1])),
        "meet": Words(_meet(scene)),
    }
    links = [_link(k, a, b) for k, (a, b) in enumerate(pairwise(nodes))]
    roles = {node: "off" if k % 2 else "on" for k, node in enumerate(nodes)}
    return scene.told(words, [*present(scene), *links, *_ends(scene)], roles)


def _meet(scene: Scene) -> str:
    cells = [cell for cell, _ in scene.nodes[1:3]]
    shared = scene.position.common(cells) if len(set(cells)) == 2 else ()
    return f" in {scene.names.group(shared[0])}" if shared else ""


@teller("loop", WORDS)
def loop(scene: Scene) -> Facts:
    """A chain whose ends exclude each other, so that it is closed by a weak link."""
    found = chain(scene)
    return replace(found, claims=(*found.claims, Apart(scene.nodes[-1], scene.nodes[0])))


def _link(k: int, a: Node, b: Node) -> Claim:
    return OneOf((a, b)) if k % 2 == 0 else Apart(a, b)


def _ends(scene: Scene) -> list[Claim]:
    """That whatever is removed is excluded by both ends, or by both sides of a weak link of a closed chain."""
    here, nodes = scene.position, scene.nodes
    ends = [(nodes[0], nodes[-1])]
    sides = ends + [(nodes[k], nodes[k + 1]) for k in range(1, len(nodes) - 1, 2)]
    claims: list[Claim] = []
    for target in scene.step.elims:
        pair = next((p for p in sides if all(end == target or here.apart(target, end) for end in p)), ends[0])
        claims += [Apart(target, end) for end in pair if end != target]
    return claims


def _notation(scene: Scene) -> str:
    text = ""
    for k, (cell, digit) in enumerate(scene.nodes):
        text += ("" if k == 0 else "-="[k % 2]) + f"({digit}){scene.names.cell(cell)}"
    return text


def _walk(scene: Scene) -> str:
    """The chain as a sentence, from "the first is false" to "the last is true"."""
    nodes = scene.nodes
    text = f"if {scene.names.node(nodes[0], False)}"
    for k, (a, b) in enumerate(pairwise(nodes)):
        if k % 2:
            text += _weak(scene, a, b)
        elif k == 0:
            text += f", {_last(scene, a, b, 'is')}"
        else:
            inside = nodes[k - 1][0] == a[0]
            text += f"{', so' if inside else ' and'} {_last(scene, a, b, 'must be')}"
    return text


def _last(scene: Scene, a: Node, b: Node, verb: str) -> str:
    """What is true because the candidate before is false."""
    if a[0] == b[0]:
        return f"{'it ' if verb == 'is' else ''}{verb} {b[1]}"
    houses = scene.position.common((a[0], b[0]))
    place = next((g for g in houses if len(scene.position.places(g, b[1])) == 2), None)
    where = "" if place is None else f" (last place in {scene.names.group(place)})"
    return f"{scene.names.cell(b[0])} {verb} {b[1]}{where}"


def _weak(scene: Scene, a: Node, b: Node) -> str:
    """What is false because the candidate before is true."""
    if a[0] == b[0]:
        return f" and not {b[1]}"
    number = None if a[1] == b[1] and scene.position.sees(a[0], [b[0]]) else scene.position.forbids(a, b)
    why = "" if number is None else f" ({scene.names.group(scene.names.relation(number))})"
    return f", so {scene.names.node(b, False)}{why}"
