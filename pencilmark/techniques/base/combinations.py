"""Combinations of items whose masks together stay small: the search behind subsets and almost locked sets."""

from __future__ import annotations

from ...jit import inlined, inner
from ...jit.bits import popcnt
from ...state import Board, State
from .work import Work

DEPTH, PICK, UNION, MASKS = 999, 1000, 1100, 1200
"""Ranges of w.list: depth reached, chosen items, union of their masks so far, mask of each item."""


@inner
def digits_by_places(b: Board, s: State, w: Work, h: int, most: int) -> int:
    """Digits with two to ``most`` places in house h, to w.list, and their places as masks; returns how many."""
    n = 0
    for x in range(b.d):
        if 2 <= popcnt(s.hpos[h, x]) <= most:
            w.list[n] = x
            w.list[MASKS + n] = s.hpos[h, x]
            n += 1
    return n


@inlined
def start_combinations(w: Work) -> None:
    """Begin anew; the caller has put the items' masks into w.list[MASKS:]."""
    w.list[DEPTH] = 0
    w.list[PICK] = -1


@inner
def next_combination(w: Work, n: int, size: int, most: int) -> bool:
    """The next ``size`` of n items, in lexicographic order, whose masks have at most ``most`` bits together.

    Item numbers are left in w.list[PICK:], the union of all in w.list[UNION + size − 1].
    """
    depth = w.list[DEPTH]
    while depth >= 0:
        w.list[PICK + depth] += 1
        at = w.list[PICK + depth]
        if at > n - (size - depth):
            depth -= 1
            continue
        union = w.list[MASKS + at] | (w.list[UNION + depth - 1] if depth > 0 else 0)
        if popcnt(union) > most:
            continue
        w.list[UNION + depth] = union
        if depth == size - 1:
            w.list[DEPTH] = depth
            return True
        depth += 1
        w.list[PICK + depth] = at
    return False
