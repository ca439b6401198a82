"""What follows from an assumption, with the reason of every consequence: the paths behind forcing steps.

    3 in r1c1 ──> not 3 in r1c7 ──> 5 in r1c7 (its last candidate) ──> …

Consequences come in order of their number of steps, so the first path found is a shortest one, step by step. Rules of
many cells are not followed; a path that needs one is simply not found.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from .claims import Claim, Clash, Implies, Literal, Node
from .position import Position

MOST = 4000
"""Consequences that are followed at most."""


@dataclass
class Trail:
    """Consequences of one candidate being true.

    ``why`` maps each literal to the literals it follows from, in the order found; ``clash`` are literals that
    contradict each other, or nothing.
    """

    start: Node
    why: dict[Literal, tuple[Literal, ...]] = field(default_factory=dict)
    clash: tuple[Literal, ...] = ()

    def path(self, ends: tuple[Literal, ...]) -> list[Literal]:
        """Everything the ends rest on, in the order found, beginning with the assumption."""
        needed, waiting = set(ends), list(ends)
        while waiting:
            fresh = [p for p in self.why[waiting.pop()] if p not in needed]
            needed.update(fresh)
            waiting += fresh
        return [literal for literal in self.why if literal in needed]

    def claims(self, ends: tuple[Literal, ...]) -> list[Claim]:
        """The path to the ends as claims."""
        return [Implies(self.why[literal], literal) for literal in self.path(ends) if literal != (self.start, True)]

    def refutation(self) -> list[Claim]:
        """The path to the contradiction, and the contradiction."""
        return [*self.claims(self.clash), Clash(self.clash)] if self.clash else []


def follow(here: Position, start: Node, links_only: bool) -> Trail:
    """All consequences of a candidate; with ``links_only`` those by single links, from one candidate to the next."""
    trail = Trail(start)
    waiting: deque[tuple[Literal, tuple[Literal, ...]]] = deque([((start, True), ())])
    if not links_only:
        waiting.extend(((node, True), ()) for node in _singles(here))
    while waiting and len(trail.why) < MOST:
        literal, premises = waiting.popleft()
        if literal in trail.why:
            continue
        node, true = literal
        if (node, not true) in trail.why:
            trail.why[literal] = premises
            trail.clash = ((node, not true), literal)
            break
        trail.why[literal] = premises
        if true:
            waiting.extend(((other, False), (literal,)) for other in _excluded(here, node))
            continue
        for group in _alternatives(here, node):
            left = [other for other in group if (other, False) not in trail.why]
            if not left and not links_only:
                trail.clash = tuple((other, False) for other in group)
                return trail
            if len(left) == 1 and (len(group) == 2 or not links_only):
                rest = tuple((other, False) for other in group if other != left[0])
                waiting.append(((left[0], True), rest))
    return trail


def _singles(here: Position) -> Iterator[Node]:
    """Candidates that are the last ones of their cell, or of a house, already."""
    for cell, mask in enumerate(here.candidates):
        if mask and not mask & (mask - 1):
            yield cell, mask.bit_length()
    for group in range(here.ties.houses):
        for digit in range(1, here.puzzle.digits + 1):
            places = here.places(group, digit)
            if len(places) == 1:
                yield places[0], digit


def _excluded(here: Position, node: Node) -> Iterator[Node]:
    """Candidates that a true one excludes."""
    cell, digit = node
    for peer in sorted(here.ties.peers[cell]):
        if here.has((peer, digit)):
            yield peer, digit
    for other in here.digits(cell):
        if other != digit:
            yield cell, other
    for partner, _, table in here.ties.relations[cell]:
        for other in here.digits(partner):
            if not table[digit - 1] >> (other - 1) & 1:
                yield partner, other


def _alternatives(here: Position, node: Node) -> Iterator[tuple[Node, ...]]:
    """Sets of candidates, of which one is true, that a candidate belongs to: its cell, and its digit in each house."""
    cell, digit = node
    yield tuple((cell, d) for d in here.digits(cell))
    for group in here.ties.groups_of[cell]:
        if group < here.ties.houses:
            yield tuple((c, digit) for c in here.places(group, digit))
