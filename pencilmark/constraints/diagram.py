"""Decision diagrams: an automaton unrolled over its cells, so that one kernel prunes any many-cell constraint exactly.

::

    cell 0      cell 1      cell 2
       ┌─12──> s1 ──3───┐
    s0 ┤                ├> s4 ──456──> s6     every path is an allowed filling; an edge carries a mask of digits
       └─3───> s2 ──12──┘

States that allow the same endings are merged, dead ends are cut off. Cells that see each other may not hold the same
digit: what digits the open "viewers" of a position must avoid is part of its state (the frontier of a cell order), so
a cage of four cells and a sum that bends through two boxes are both exact. Where that needs too many states, visibility
is left out, which is weaker and still sound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from .regular import Automaton, Params

MAX_STATES = 6_000
"""States of a diagram with visibility, before merging."""
MAX_PLAIN = 30_000
"""States of one without."""
Array = Any


@dataclass(frozen=True, slots=True, eq=False)
class Diagram:
    """One unrolled automaton.

    Attributes
    ----------
    states : int
        Number of states; 0 is the start, the layers follow each other.
    layers : int64 array [cells + 1]
        Edges of cell i are ``edges[layers[i]:layers[i + 1]]``.
    edges : int64 array [edges, 3]
        From, to, mask of digits.
    whole : bool
        Whether visibility between the cells is part of it.
    """

    states: int
    layers: Array
    edges: Array
    whole: bool


@dataclass(frozen=True, slots=True)
class Pattern:
    """Which cells of a constraint see each other, and which are the same cell.

    ``differs[i]`` are the earlier positions that must hold another digit than position i; ``same[i]`` is the earlier
    position with the same cell, or −1.
    """

    differs: tuple[tuple[int, ...], ...]
    same: tuple[int, ...]


def pattern_of(cells: Sequence[int], peers: Sequence[set[int]]) -> Pattern:
    """The pattern of some cells, ``peers[c]`` being the cells that c sees."""
    first = {cell: i for i, cell in reversed(list(enumerate(cells)))}
    same = tuple(first[cell] if first[cell] < i else -1 for i, cell in enumerate(cells))
    differs = tuple(
        () if same[i] >= 0 else tuple(j for j in range(i) if same[j] < 0 and cells[j] in peers[cell])
        for i, cell in enumerate(cells)
    )
    return Pattern(differs, same)


@lru_cache(maxsize=8192)
def diagram(automaton: Automaton, params: Params, digits: int, pattern: Pattern) -> Diagram | None:
    """The diagram of a constraint; None when even without visibility it has too many states."""
    built = None if automaton.sighted else _unroll(automaton, params, digits, pattern, MAX_STATES)
    whole = built is not None
    if built is None:
        blind = Pattern(((),) * len(pattern.same), pattern.same)
        built = _unroll(automaton, params, digits, blind, MAX_PLAIN)
    return None if built is None else _merge(built, whole)


@dataclass(frozen=True, slots=True)
class _Frontier:
    """How visibility is remembered between two positions.

    ``blocking`` are the masks that the digit of this position must avoid; ``follow`` says which mask of the next
    boundary each one joins (−1 = none); ``own`` which one the new digit joins; ``kept`` the positions whose digit is
    kept because the same cell comes again.
    """

    blocking: tuple[int, ...]
    follow: tuple[int, ...]
    own: int
    masks: int
    kept: tuple[int, ...]
    keeps: tuple[int, ...]


def _frontiers(pattern: Pattern) -> list[_Frontier]:
    n = len(pattern.same)
    later = [frozenset(k for k in range(j + 1, n) if j in pattern.differs[k]) for j in range(n)]
    again = [max((k for k in range(n) if pattern.same[k] == j), default=-1) for j in range(n)]

    def boundary(i: int) -> list[frozenset[int]]:
        views = {frozenset(k for k in later[j] if k >= i) for j in range(i)}
        return sorted((view for view in views if view), key=sorted)

    found = []
    for i in range(n):
        now, then = boundary(i), boundary(i + 1)
        number = {view: q for q, view in enumerate(then)}
        follow = tuple(number.get(view - {i}, -1) for view in now)
        found.append(
            _Frontier(
                tuple(q for q, view in enumerate(now) if i in view), follow, number.get(later[i], -1), len(then),
                tuple(j for j in range(i) if again[j] >= i), tuple(j for j in range(i + 1) if again[j] > i),
            )
        )  # fmt: skip
    return found


def _unroll(
    automaton: Automaton, params: Params, digits: int, pattern: Pattern, limit: int
) -> list[list[dict[int, int]]] | None:
    """Per layer and state: next state -> mask of digits; None when there are more than ``limit`` states."""
    total = 1
    layer: dict[Any, int] = {(automaton.start(params), (), ()): 0}
    layers: list[list[dict[int, int]]] = []
    frontiers = _frontiers(pattern)
    for i, frontier in enumerate(frontiers):
        following: dict[Any, int] = {}
        rows = []
        for state in layer:
            rows.append(_leave(automaton, params, digits, pattern.same[i], i, frontier, state, following))
            if total + len(following) > limit:
                return None
        total += len(following)
        layers.append(rows)
        layer = following
    layers.append([{0: 1} if automaton.accept(state[0], params) else {} for state in layer])
    return layers


def _leave(
    automaton: Automaton,
    params: Params,
    digits: int,
    same: int,
    i: int,
    frontier: _Frontier,
    state: tuple[Any, tuple[int, ...], tuple[int, ...]],
    following: dict[Any, int],
) -> dict[int, int]:
    """Edges that leave one state."""
    inner, masks, kept = state
    held = dict(zip(frontier.kept, kept, strict=True))
    avoided = 0
    for q in frontier.blocking:
        avoided |= masks[q]
    moved = [0] * frontier.masks
    for q, mask in zip(frontier.follow, masks, strict=True):
        if q >= 0:
            moved[q] |= mask
    own = frontier.own
    before, joined, after = tuple(moved[: max(own, 0)]), moved[own] if own >= 0 else 0, tuple(moved[own + 1 :])
    edges: dict[int, int] = {}
    for digit in (held[same],) if same >= 0 else range(1, digits + 1):
        bit = 1 << digit - 1
        if avoided & bit:
            continue
        target = automaton.step(inner, digit, i, params)
        if target is None:
            continue
        seen = (*before, joined | bit, *after) if own >= 0 else after
        digits_kept = tuple(digit if j == i else held[j] for j in frontier.keeps) if frontier.keeps else ()
        number = following.setdefault((target, seen, digits_kept), len(following))
        edges[number] = edges.get(number, 0) | bit
    return edges


def _merge(layers: list[list[dict[int, int]]], whole: bool) -> Diagram:
    """Cut dead ends off and merge states with the same endings, from the last layer to the first."""
    heir = [0 if row else -1 for row in layers[-1]]
    kept: list[list[tuple[tuple[int, int], ...]]] = []
    for rows in reversed(layers[:-1]):
        numbers: dict[tuple[tuple[int, int], ...], int] = {}
        new = []
        for row in rows:
            joined: dict[int, int] = {}
            for target, mask in row.items():
                if heir[target] >= 0:
                    joined[heir[target]] = joined.get(heir[target], 0) | mask
            key = tuple(sorted(joined.items()))
            new.append(numbers.setdefault(key, len(numbers)) if key else -1)
        heir = new
        kept.append(list(numbers))
    kept.reverse()
    first = [0]
    for states in kept:
        first.append(first[-1] + max(len(states), 1))
    edges, ends = [], [0]
    for i, states in enumerate(kept):
        edges += [(first[i] + k, first[i + 1] + to, mask) for k, row in enumerate(states) for to, mask in row]
        ends.append(len(edges))
    return Diagram(
        first[-1] + 1,
        np.array(ends, np.int64),
        np.array(edges or np.zeros((0, 3)), np.int64).reshape(-1, 3),
        whole,
    )
