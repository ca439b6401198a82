"""Slow and obvious twins of the further patterns of one digit, and of chute remote pairs: see ``tests.naive``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from tests.naive import House, Move, Position

LONGEST = 7
Colours = tuple[frozenset[int], frozenset[int]]


def _clusters(p: Position, x: int) -> list[Colours]:
    """Two-colourings of what two-place links join."""
    found: list[Colours] = []
    pairs = [(a, c) for _, a, c in p.links(x)]
    while pairs:
        colour = {pairs[0][0]: 0}
        while new := [(a, c) for one in pairs for a, c in (one, one[::-1]) if a in colour and c not in colour]:
            colour |= {c: 1 - colour[a] for a, c in new}
        pairs = [one for one in pairs if one[0] not in colour]
        found.append((
            frozenset(c for c, k in colour.items() if k == 0), frozenset(c for c, k in colour.items() if k == 1)
        ))  # fmt: skip
    return found


def multi_colouring(p: Position) -> set[Move]:
    """Clusters of which one colour sees a colour of the other, or both of its colours."""
    moves: set[Move] = set()
    for x in range(p.digits):
        for one, two in permutations(_clusters(p, x), 2):
            sees = {
                (i, j) for i in (0, 1) for j in (0, 1)
                if any(c in p.peers[a] for a in one[i] for c in two[j])
            }  # fmt: skip
            coloured = one[0] | one[1] | two[0] | two[1]
            for i, j in sees:
                near = {e for a in one[1 - i] for e in p.peers[a]} & {e for c in two[1 - j] for e in p.peers[c]}
                moves.add(("Multi-Colouring 1", None, frozenset((e, x) for e in near - coloured if p.has(e, x))))
                if (i, 1 - j) in sees:
                    moves.add(("Multi-Colouring 2", None, frozenset((a, x) for a in one[i])))
    return {move for move in moves if move[2]}


def _odd_loops(links: list[tuple[House, int, int]]) -> Iterator[tuple[list[int], list[House]]]:
    """Simple loops of an odd number of links: cells and houses."""
    ways: dict[int, list[tuple[int, House]]] = {}
    for h, a, c in links:
        ways.setdefault(a, []).append((c, h))
        ways.setdefault(c, []).append((a, h))
    paths: list[tuple[list[int], list[House]]] = [([c], []) for c in ways]
    while paths:
        cells, houses = paths.pop()
        for to, h in ways[cells[-1]]:
            if to == cells[0] and len(cells) >= 3 and len(cells) % 2 == 1:
                yield cells, [*houses, h]
            elif to not in cells and len(cells) < LONGEST:
                paths.append(([*cells, to], [*houses, h]))


def broken_wing(p: Position) -> set[Move]:
    """Odd loops with guardians: what sees them all goes, a lone one is true."""
    moves: set[Move] = set()
    for x in range(p.digits):
        for t in (c for c in p.cand if p.has(c, x)):
            for gone in (p.peers[t] | {t}, {t}):
                left = [(h, [c for c in p.places(h[1], x) if c not in gone]) for h in p.houses]
                for cells, houses in _odd_loops([(h, two[0], two[1]) for h, two in left if len(two) == 2]):
                    guards = {c for h in houses for c in p.places(h[1], x)} - {*cells}
                    if gone == {t} and guards == {t}:
                        moves.add(("Broken Wing", (t, x), frozenset()))
                    elif gone != {t} and guards:
                        moves.add(("Broken Wing", None, frozenset(p.seen_by_all(guards, x))))
    return moves


def _far(link: tuple[House, int, int], near: int) -> int:
    return link[1] + link[2] - near


def dual_kite(p: Position) -> set[Move]:
    """Two kites whose near ends are the same two places of a box, lines exchanged."""
    moves: set[Move] = set()
    for x in range(p.digits):
        rows = [link for link in p.links(x) if link[0][0] == "row"]
        cols = [link for link in p.links(x) if link[0][0] == "col"]
        for one, two in ((one, two) for one in rows for two in rows if one is not two):
            for a, b in ((a, b) for a in cols for b in cols if a is not b):
                for near, close in ((n, c) for n in one[1:] for c in two[1:] if c in p.peers[n]):
                    if close not in a[1:] or near not in b[1:] or near in two[0][1] or close in one[0][1]:
                        continue
                    ends = [(_far(one, near), _far(a, close)), (_far(two, close), _far(b, near))]
                    if any(len({near, close, *pair}) < 4 for pair in ends):
                        continue
                    first, second = (p.seen_by_all(pair, x) for pair in ends)
                    if first - second and second - first:
                        moves.add(("Dual 2-String Kite", None, frozenset(first | second)))
    return moves


def _rectangles(p: Position, x: int, box: tuple[int, ...]) -> Iterator[tuple[set[int], set[tuple[int, int]]]]:
    """Empty rectangles of a box: the part that the target must see, and the targets."""
    places = p.places(box, x)
    for _, a, c in p.links(x):
        for near, far in ((a, c), (c, a)):
            rest = {e for e in places if e not in p.peers[near]}
            if not {near, far} & {*box} and rest and len(rest) < len(places):
                gone = p.seen_by_all([far, *rest], x) - {(near, x)}
                if gone:
                    yield rest, gone


def dual_rectangle(p: Position) -> set[Move]:
    """Two empty rectangles of a box with targets at different parts of it."""
    moves: set[Move] = set()
    for x in range(p.digits):
        for box in (cells for kind, cells in p.houses if kind not in ("row", "col")):
            for (rest, gone), (other, also) in combinations(_rectangles(p, x, box), 2):
                if not rest & other and gone - also and also - gone:
                    moves.add(("Dual Empty Rectangle", None, frozenset(gone | also)))
    return moves


def chute_remote_pairs(p: Position) -> set[Move]:
    """Equal cells of two digits, and a house with one of these only in their rows, or only in their columns."""
    moves: set[Move] = set()
    lines = {(kind, c): cells for kind, cells in p.houses if kind in ("row", "col") for c in cells}
    for a, c in combinations([c for c in p.cand if len(p.cand[c]) == 2], 2):
        if p.cand[a] != p.cand[c] or c in p.peers[a]:
            continue
        for x, y in permutations(p.cand[a]):
            for box in (cells for kind, cells in p.houses if kind not in ("row", "col")):
                places = set(p.places(box, x))
                for kind in ("row", "col"):
                    by_a, by_c = places & {*lines[kind, a]} - {a}, places & {*lines[kind, c]} - {c}
                    if by_a and by_c and places == by_a | by_c and p.seen_by_all([a, c], y):
                        moves.add(("Chute Remote Pairs", None, frozenset(p.seen_by_all([a, c], y))))
    return moves


TWINS = {
    "multi_colouring": multi_colouring, "broken_wing": broken_wing, "dual_kite": dual_kite,
    "dual_rectangle": dual_rectangle, "chute_remote_pairs": chute_remote_pairs,
}  # fmt: skip
"""Engine name -> its twin."""
