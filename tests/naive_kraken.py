"""Slow and obvious twin of the finder of Kraken fish: see ``tests.naive``."""

from __future__ import annotations

from itertools import combinations

from tests.naive import Candidate, Move, Position
from tests.naive_chains import strong, weak

STRONG_LINKS = 3


def refuted(p: Position, t: Candidate) -> tuple[set[Candidate], set[Candidate]]:
    """What t, if true, makes false at once, and by chains of at most three strong links."""
    true, direct = {t}, weak(p, *t)
    false = direct
    for _ in range(STRONG_LINKS):
        true = true.union(*(strong(p, *z) for z in false))
        false = false.union(*(weak(p, *u) for u in true))
    return direct, false


def _whole(lines: tuple[frozenset[int], ...]) -> bool:
    parts = (part for k in range(1, len(lines)) for part in combinations(lines, k))
    return all(len(frozenset().union(*part)) >= len(part) for part in parts)


def _shape(
    p: Position, x: int, t: Candidate, base: list[list[int]], lines: list[tuple[int, ...]], used: set[int]
) -> str:
    """Type 1 if the target is of the digit and its own cross line holds base places too, else type 2."""
    own = next(k for k, cells in enumerate(lines) if t[0] in cells)
    held = own not in used and any(c in lines[own] for places in base for c in places)
    return "Kraken Fish 1" if t[1] == x and held else "Kraken Fish 2"


def kraken_fish(p: Position) -> set[Move]:
    """Candidates that leave k lines fewer than k cross lines for a digit."""
    moves: set[Move] = set()
    for t in {(c, y) for c in p.cand for y in p.cand[c]}:
        direct, false = refuted(p, t)
        for x in range(p.digits):
            for along, across in (("row", "col"), ("col", "row")):
                lines = [cells for kind, cells in p.houses if kind == across]
                if all(y != x for _, y in false - direct):
                    continue
                bases = [places for kind, cells in p.houses if kind == along and len(places := p.places(cells, x)) > 1]
                left = {
                    tuple(places): frozenset(
                        k for k, cells in enumerate(lines) for c in places if c in cells and (c, x) not in false
                    )
                    for places in bases if t not in {(c, x) for c in places}
                }  # fmt: skip
                usable = [places for places, kept in left.items() if 0 < len(kept) < 4]
                for chosen in (chosen for k in (2, 3, 4) for chosen in combinations(usable, k)):
                    kept = tuple(left[places] for places in chosen)
                    used = set().union(*kept)
                    if len(used) == len(chosen) - 1 and _whole(kept):
                        far = {(c, x) for places in chosen for c in places if not any(c in lines[k] for k in used)}
                        shape = _shape(p, x, t, [list(places) for places in chosen], lines, used)
                        if shape == "Kraken Fish 1":
                            own = next(cells for cells in lines if t[0] in cells)
                            far = {e for e in far if e[0] not in own}
                        if far - direct:
                            moves.add((shape, None, frozenset([t])))
    return moves


TWINS = {"kraken_fish": kraken_fish}
"""Engine name -> its twin."""
