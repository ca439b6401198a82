"""Twins of the chain and forcing finders: reachability by sets instead of queues and marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from .naive import Candidate, Move, Position


class Followed(NamedTuple):
    """What follows from one candidate: true ones and false ones with the number of links they are away."""

    true: dict[Candidate, int]
    false: dict[Candidate, int]

    @property
    def contradicts(self) -> bool:
        """Whether some candidate came out both true and false."""
        return bool(self.true.keys() & self.false.keys())


def strong(p: Position, c: int, x: int, digit: bool = True, cell: bool = True) -> set[Candidate]:
    """Candidates that are true if (c, x) is false: by two places of the digit, by two digits of the cell."""
    found = set()
    for _, cells in p.houses if digit else ():
        places = p.places(cells, x)
        if c in places and len(places) == 2:
            found |= {(e, x) for e in places if e != c}
    if cell and len(p.cand[c]) == 2:
        found |= {(c, y) for y in p.cand[c] if y != x}
    return found


def weak(p: Position, c: int, x: int, cell: bool = True) -> set[Candidate]:
    """Candidates that are false if (c, x) is true."""
    return {(e, x) for e in p.peers[c] if p.has(e, x)} | ({(c, y) for y in p.cand[c] if y != x} if cell else set())


def follow_false(p: Position, start: Candidate, digit: bool, cell: bool) -> dict[Candidate, int]:
    """Candidates that are true if ``start`` is false -> links away, along strong and weak links in turn."""
    true: dict[Candidate, int] = {}
    false, ring, away = {start}, {start}, 0
    while ring:
        away += 1
        fresh = {t for z in ring for t in strong(p, *z, digit, cell)} - true.keys()
        true |= dict.fromkeys(fresh, away)
        away += 1
        ring = {z for t in fresh for z in weak(p, *t, cell and digit)} - false
        ring = {z for z in ring if strong(p, *z, digit, cell)}
        false |= ring
    return true


def _chains(p: Position, shape: str, least: int, digit: bool, cell: bool) -> set[Move]:
    moves: set[Move] = set()
    for c, cand in p.cand.items():
        for x in cand:
            for (e, y), away in follow_false(p, (c, x), digit, cell).items():
                if away < least or e == c:
                    continue
                sees = e in p.peers[c]
                gone: set[Candidate] = set()
                if x == y and (not sees or shape != "AIC"):
                    gone = p.seen_by_all((c, e), x)
                elif x != y and sees and shape == "AIC":
                    gone = {z for z in ((c, y), (e, x)) if p.has(*z)}
                if gone:
                    moves.add((shape, None, frozenset(gone)))
    return moves


def short_chains(p: Position, cells: bool) -> set[Move]:
    """Chains of three links or more, with or without links inside cells."""
    return _chains(p, "AIC" if cells else "X-Chain", 3, True, cells)


def x_chain(p: Position) -> set[Move]:
    """One digit, five links or more."""
    return _chains(p, "X-Chain", 5, True, False)


def xy_chain(p: Position) -> set[Move]:
    """Cells of two digits, five links or more."""
    return _chains(p, "XY-Chain", 5, False, True)


def aic(p: Position) -> set[Move]:
    """All links, three or more."""
    return _chains(p, "AIC", 3, True, True)


def self_proving(p: Position) -> set[Move]:
    """Candidates that are true if they are false."""
    starts = [(c, x) for c, cand in p.cand.items() for x in cand]
    return {("Discontinuous Loop", z, frozenset()) for z in starts if z in follow_false(p, z, True, True)}


def follow_true(p: Position, start: Candidate) -> Followed:
    """All that follows by links from ``start`` being true."""
    found = Followed({start: 0}, {})
    ring, away = {start}, 0
    while ring:
        away += 1
        gone = {z for t in ring for z in weak(p, *t)} - found.false.keys()
        found.false.update(dict.fromkeys(gone, away))
        away += 1
        ring = {t for z in gone for t in strong(p, *z)} - found.true.keys()
        found.true.update(dict.fromkeys(ring, away))
    return found


def cases(p: Position) -> list[tuple[str, list[Candidate]]]:
    """Alternatives one of which holds: the digits of a cell, the places of a digit in a house."""
    cells = [("Cell", [(c, x) for x in sorted(cand)]) for c, cand in p.cand.items()]
    houses = [("House", [(c, x) for c in p.places(g, x)]) for _, g in p.houses for x in range(p.digits)]
    return [(kind, options) for kind, options in cells + houses if len(options) >= 2]


def digit_forcing(p: Position) -> set[Move]:
    """Candidates that contradict themselves along links."""
    starts = [(c, x) for c, cand in p.cand.items() for x in cand]
    return {("Digit Forcing Chain", None, frozenset({z})) for z in starts if follow_true(p, z).contradicts}


def agreements(p: Position) -> list[tuple[str, set[Candidate], set[Candidate]]]:
    """For every set of up to six cases without contradiction: what is true in all, what is false in all."""
    known: dict[Candidate, Followed] = {}
    found = []
    for kind, options in cases(p):
        if len(options) > 6:
            continue
        for z in options:
            known.setdefault(z, follow_true(p, z))
        if not any(known[z].contradicts for z in options):
            true = set.intersection(*(set(known[z].true) for z in options))
            false = set.intersection(*(set(known[z].false) for z in options))
            found.append((f"{kind} Forcing Chain", true, false))
    return found


def settle(p: Position, start: Candidate) -> dict[int, frozenset[int]] | None:
    """Digits left in each cell after ``start`` and all singles; None on a contradiction."""
    left = {c: set(cand) for c, cand in p.cand.items()}
    left[start[0]] = {start[1]}
    changed = True
    while changed:
        changed = False
        for c, cand in left.items():
            if len(cand) == 1:
                for e in p.peers[c] & left.keys():
                    if min(cand) in left[e]:
                        left[e] -= cand
                        changed = True
        for _, cells in p.houses:
            for x in range(p.digits):
                places = [c for c in cells if x in left.get(c, ())]
                if not places and x + 1 not in {p.val[c] for c in cells}:
                    return None
                if len(places) == 1 and len(left[places[0]]) > 1:
                    left[places[0]] = {x}
                    changed = True
        if not all(left.values()):
            return None
    return {c: frozenset(cand) for c, cand in left.items()}


def forcing_net(p: Position) -> set[Move]:
    """Candidates that singles refute, and what all cases that singles do not refute leave out.

    Cases that include a naked single are passed over: there is nothing to assume.
    """
    known: dict[Candidate, dict[int, frozenset[int]] | None] = {}
    moves: set[Move] = set()
    for kind, options in cases(p):
        if any(len(p.cand[c]) == 1 for c, _ in options):
            continue
        for z in options:
            if z not in known:
                known[z] = settle(p, z)
        moves |= {("Contradiction Net", None, frozenset({z})) for z in options if known[z] is None}
        alive = [after for z in options if (after := known[z]) is not None]
        gone = {(c, x) for c, cand in p.cand.items() for x in cand if all(x not in after[c] for after in alive)}
        if alive and gone:
            moves.add((f"{kind} Forcing Net", None, frozenset(gone)))
    return moves


def union(moves: Iterable[Move]) -> set[Candidate]:
    """All eliminations of the moves."""
    return {e for _, _, gone in moves for e in gone}


TWINS: dict[str, Callable[[Position], set[Move]]] = {
    "x_chain": x_chain, "xy_chain": xy_chain, "forcing_net": forcing_net,
}  # fmt: skip
"""Engine name -> twin that finds exactly the same moves."""
