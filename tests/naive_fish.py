"""Slow and obvious twins of the finders of Franken, mutant and Siamese fish: see ``tests.naive``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from tests.naive import FISH, Move, Position

Cells = frozenset[int]
Line = tuple[str, Cells]
"""Kind of a house ("box" for all that are no lines) and its places for the digit."""


def _houses(p: Position, x: int) -> list[Line]:
    """Houses that still need the digit, those with the same places once."""
    found: dict[Cells, str] = {}
    for kind, cells in p.houses:
        places = frozenset(p.places(cells, x))
        if places:
            found.setdefault(places, kind if kind in ("row", "col") else "box")
    return [(kind, places) for places, kind in found.items()]


def _kind(base: Iterable[Line], cover: Iterable[Line]) -> str:
    b, c = {kind for kind, _ in base}, {kind for kind, _ in cover}
    for along, across in (("row", "col"), ("col", "row")):
        if b <= {along, "box"} and c <= {across, "box"}:
            return "Franken " if "box" in b | c else ""
    return "Mutant "


def _weighed(p: Position, x: int, base: Iterable[Line], cover: Iterable[Line]) -> tuple[set[int], set[int]]:
    """Fins (in more base than cover houses, or in two bases) and targets (the reverse, seeing all fins)."""
    b: Counter[int] = Counter(c for _, cells in base for c in cells)
    k: Counter[int] = Counter(c for _, cells in cover for c in cells)
    fins = {c for c in b if b[c] > k[c] or b[c] > 1}
    seen = {c for c, _ in p.seen_by_all(fins, x)}
    return fins, {c for c in k if k[c] > b[c] and b[c] < 2} & seen


def _inside(bases: Iterable[Line], covers: Iterable[Line], left: Cells) -> list[Line]:
    union = frozenset().union(*(cells for _, cells in covers))
    return [base for base in bases if base[1] & left <= union]


def _cores(houses: list[Line], left: Cells, t: int, size: int) -> Iterator[tuple[tuple[Line, ...], tuple[Line, ...]]]:
    """Base houses and one cover too few for what t, if true, leaves of them; no part of them is such a thing."""
    away = [h for h in houses if t not in h[1]]
    for covers in combinations(away, size - 1):
        rest = [h for h in away if h not in covers]
        inside = _inside(rest, covers, left)
        if len(inside) < size:
            continue
        for base in combinations(inside, size):
            if any(one[1] & two[1] & left for one, two in combinations(base, 2)):
                continue
            smaller = (part for k in range(1, size - 1) for part in combinations(covers, k))
            if all(len(_inside(base, part, left)) <= len(part) for part in smaller):
                yield base, covers


def complex_fish(p: Position, size: int, wanted: str) -> set[Move]:
    """Fish of one kind, and two finned ones of a base with all covers but one in common."""
    moves: set[Move] = set()
    for x in range(p.digits):
        houses = _houses(p, x)
        places = frozenset().union(*(cells for _, cells in houses))
        for t in places:
            left = places - p.peers[t] - {t}
            if any(not cells & left for _, cells in houses if t not in cells):
                continue
            for base, covers in _cores(houses, left, t, size):
                others = [h for h in houses if h not in base and h not in covers]
                for last in (h for h in others if t in h[1]):
                    moves |= _single(p, x, base, (*covers, last), wanted)
                    moves |= _siamese(p, x, base, covers, last, others, wanted)
    return moves


def _single(p: Position, x: int, base: tuple[Line, ...], cover: tuple[Line, ...], wanted: str) -> set[Move]:
    fins, gone = _weighed(p, x, base, cover)
    if not gone or not wanted or _kind(base, cover) != wanted:
        return set()
    name = f"{'Finned ' if fins else ''}{wanted}{FISH[len(base)]}"
    return {(name, None, frozenset((c, x) for c in gone))}


def _siamese(
    p: Position, x: int, base: tuple[Line, ...], covers: tuple[Line, ...], last: Line, others: list[Line], wanted: str
) -> set[Move]:
    moves: set[Move] = set()
    fins, gone = _weighed(p, x, base, (*covers, last))
    for other in others:
        more, also = _weighed(p, x, base, (*covers, other))
        if fins and more and gone - also and also - gone and _kind(base, (*covers, last, other)) == wanted:
            moves.add((f"Siamese {wanted}{FISH[len(base)]}", None, frozenset((c, x) for c in gone | also)))
    return moves


_ENGINES = {"Franken ": "franken", "Mutant ": "mutant", "": "siamese"}
TWINS = {
    f"{engine}_{name.lower().replace('-', '_')}": lambda p, size=size, kind=kind: complex_fish(p, size, kind)
    for kind, engine in _ENGINES.items()
    for size, name in FISH.items()
}
"""Engine name -> its twin."""
STRIDE = {"swordfish": 3, "jellyfish": 12}
"""Size of fish -> every how manieth position a test can afford."""
