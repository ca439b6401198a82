"""Facts of patterns with many parts: rows of almost locked sets, chains with groups of cells, colours of digits."""

from __future__ import annotations

from ..board import Cell, Digit
from ..engine.session import Step
from .claims import Claim, Exactly, Node
from .facts import Facts, Scene, teller
from .patterns import digits_at, present
from .words import Words, listed

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


@teller("linked", "start end start_digits end_digits sets others count")
def linked(scene: Scene) -> Facts:
    """Sets of cells one after the other: the first, the last, all of them and those between with their digits."""
    names, parts = scene.names, blocks(scene.step)
    words = {
        "start": names.cells(parts[0][0]),
        "end": names.cells(parts[-1][0]),
        "start_digits": names.digits(parts[0][1]),
        "end_digits": names.digits(parts[-1][1]),
        "sets": Words(listed([digits_at(scene, cells) for cells, _ in parts]), len(parts)),
        "others": Words(listed([digits_at(scene, cells) for cells, _ in parts[1:]] or ["nothing else"])),
        "count": Words(str(len(parts)), len(parts)),
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
    """A chain whose nodes may be groups: "3 in r1c2 and r1c3"."""
    names, nodes = scene.names, nodes_of(scene)
    shown = [f"{digit} in {names.cells(cells)}" for cells, digit in nodes]
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


@teller("clusters", "colour1 colour2 count")
def clusters(scene: Scene) -> Facts:
    """Candidates of several digits in two colours."""
    cut = scene.step.extra[0]
    parts = (scene.nodes[:cut], scene.nodes[cut:])
    words = {f"colour{k + 1}": Words(listed([f"{d} in {scene.names.cell(c)}" for c, d in part]))
             for k, part in enumerate(parts)}  # fmt: skip
    words["count"] = Words(str(len(scene.nodes)), len(scene.nodes))
    roles = {node: "on" if k < cut else "off" for k, node in enumerate(scene.nodes)}
    return scene.told(words, present(scene), roles)
