"""Twins of the steps in the head and of bounded case work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from .naive import Candidate, Move, Position, keep

Grid = dict[int, frozenset[int]]
"""Digits left in each cell, a placed digit included."""


def _lost(p: Position, gone: Iterable[Candidate]) -> Iterator[tuple[int, Candidate]]:
    """(house, placement) of the hidden singles that appear when candidates go."""
    lost = set(gone)
    for number, (_, cells) in enumerate(p.houses):
        for x in {x for _, x in lost}:
            places = p.places(cells, x)
            left = [c for c in places if (c, x) not in lost]
            if len(left) == 1 < len(places):
                yield number, (left[0], x)


def direct_locked(p: Position, lines: bool, name: str) -> set[Move]:
    """Singles that a digit locked in a line, or in any other house, leaves in another house."""
    moves: set[Move] = set()
    for number, (kind, cells) in enumerate(p.houses):
        if (kind in ("row", "col")) != lines:
            continue
        for x in range(p.digits):
            places = p.places(cells, x)
            gone = {e for e in p.seen_by_all(places, x) if e[0] not in cells} if len(places) > 1 else set()
            moves |= {(name, place, frozenset()) for other, place in _lost(p, gone) if other != number}
    return moves


def direct_hidden(p: Position, size: int, name: str) -> set[Move]:
    """Hidden singles that a hidden subset leaves."""
    moves: set[Move] = set()
    for _, cells in p.houses:
        digits = [x for x in range(p.digits) if 2 <= len(p.places(cells, x)) <= size]
        for chosen in combinations(digits, size):
            places = {c for x in chosen for c in p.places(cells, x)}
            if len(places) == size:
                gone = {(c, x) for c in places for x in p.cand[c] if x not in chosen}
                moves |= {(name, place, frozenset()) for _, place in _lost(p, gone)}
    return moves


def in_head(p: Position, size: int, name: str) -> set[Move]:
    """Singles that a naked subset leaves."""
    moves: set[Move] = set()
    for _, cells in p.groups:
        usable = [c for c in cells if 2 <= len(p.cand.get(c, ())) <= size]
        for chosen in combinations(usable, size):
            digits = frozenset().union(*(p.cand[c] for c in chosen))
            if len(digits) != size:
                continue
            rest = [c for c in cells if c in p.cand and c not in chosen]
            moves |= {(name, place, frozenset()) for _, place in _lost(p, {(c, x) for c in rest for x in digits})}
            for c in rest:
                if len(p.cand[c] - digits) == 1 < len(p.cand[c]):
                    moves.add((name, (c, min(p.cand[c] - digits)), frozenset()))
    return moves


def snyder(p: Position) -> set[Move]:
    """What two digits with the same two places in a box leave a third one."""
    moves: set[Move] = set()
    for kind, cells in p.houses:
        where = {x: p.places(cells, x) for x in range(p.digits) if p.places(cells, x)}
        for x, y in combinations(where, 2) if kind == "box" else ():
            for z in where.keys() - {x, y} if where[x] == where[y] and len(where[x]) == 2 else ():
                left = [c for c in where[z] if c not in where[x]]
                if len(left) == 1 and len(where[z]) > 1:
                    moves.add(("Snyder Single", (left[0], z), frozenset()))
                elif 1 < len(left) < len(where[z]):
                    moves |= keep("Snyder Line", {e for e in p.seen_by_all(left, z) if e[0] not in cells})
    return moves


def follow(p: Position, start: Candidate, most: int, naked: bool = True) -> Grid | None:
    """What up to ``most`` placements by singles, in at most eight rounds, leave; None on contradiction."""
    grid: Grid = {c: p.cand.get(c) or frozenset([digit - 1]) for c, digit in enumerate(p.val)}
    grid[start[0]] = frozenset([start[1]])
    done = {c for c, digit in enumerate(p.val) if digit}
    fresh, total = {start}, 0
    for _ in range(8):
        total += len(fresh)
        done |= {c for c, _ in fresh}
        for c, x in fresh:
            grid[c] &= {x}
            for e in p.peers[c]:
                grid[e] -= {x}
        if not all(grid.values()):
            return None
        singles = _singles(p, grid, done, naked)
        if singles is None or len({c for c, _ in singles}) < len(singles):
            return None
        if not singles or total + len(singles) > most:
            # What was found in the last round is known, even if it is not followed.
            return grid | {c: frozenset([x]) for c, x in singles} if singles else grid
        fresh = singles
        grid |= {c: frozenset([x]) for c, x in singles}
    return grid


def _singles(p: Position, grid: Grid, done: set[int], naked: bool) -> set[Candidate] | None:
    """All singles of a grid outside the cells that are done; None when a digit has no place in a house."""
    found = {(c, min(digits)) for c, digits in grid.items() if naked and len(digits) == 1 and c not in done}
    for _, cells in p.houses:
        for x in range(p.digits):
            places = [c for c in cells if x in grid[c]]
            if not places:
                return None
            if len(places) == 1 and places[0] not in done:
                found.add((places[0], x))
    return found


def short_trial(p: Position) -> set[Move]:
    """Candidates that contradict themselves within twelve placements."""
    return {
        ("Short Trial", None, frozenset([(c, x)]))
        for c, cand in p.cand.items()
        for x in cand
        if len(cand) > 1 and follow(p, (c, x), 12) is None
    }


def chain_in_head(p: Position) -> set[Move]:
    """One of two places of a digit, the other of which contradicts itself within four hidden singles."""
    moves: set[Move] = set()
    for x in range(p.digits):
        for _, one, two in p.links(x):
            for c, e in ((one, two), (two, one)):
                if follow(p, (c, x), 4, False) is None:
                    moves.add(("Chain in the Head", (e, x), frozenset()))
    return moves


def cases(p: Position, name: str, fewest: int, most: int, placements: int) -> set[Move]:
    """What all candidates of a cell or all places of a digit agree on."""
    splits = [[(c, x) for x in cand] for c, cand in p.cand.items()]
    splits += [[(c, x) for c in p.places(cells, x)] for _, cells in p.houses for x in range(p.digits)]
    moves: set[Move] = set()
    for split in splits:
        grids = [follow(p, start, placements) for start in split] if fewest <= len(split) <= most else [None]
        if None not in grids:
            kept = {c: frozenset().union(*(g[c] for g in grids if g)) for c in p.cand}
            moves |= keep(name, {(c, x) for c, cand in p.cand.items() for x in cand - kept[c]})
    return moves


TWINS: dict[str, Callable[[Position], set[Move]]] = {
    "direct_pointing": lambda p: direct_locked(p, False, "Direct Pointing"),
    "direct_claiming": lambda p: direct_locked(p, True, "Direct Claiming"),
    "snyder": snyder,
    "direct_hidden_pair": lambda p: direct_hidden(p, 2, "Direct Hidden Pair"),
    "direct_hidden_triple": lambda p: direct_hidden(p, 3, "Direct Hidden Triple"),
    "pair_in_head": lambda p: in_head(p, 2, "Pair in the Head"),
    "triple_in_head": lambda p: in_head(p, 3, "Triple in the Head"),
    "chain_in_head": chain_in_head, "short_trial": short_trial,
    "case_analysis": lambda p: cases(p, "Case Analysis", 2, 3, 4),
    "either_way": lambda p: cases(p, "Either Way", 2, 2, 12),
    "what_if": lambda p: cases(p, "What If", 3, 5, 12),
}  # fmt: skip
"""Engine technique -> twin."""
