"""The procedure: in every position the first technique with a hint gives the step, until the grid is full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..jit import entry, inner
from . import basic
from .aligned import pairs, triples
from .bent import wing
from .chains import chains
from .consequences import DYNAMIC, NISHIO, PLUS, STATIC
from .grave import grave
from .grid import ELIMS, PLACE, RATE, Graph, Grid, Links, Net, apply, begin, new_grid, new_room, put
from .links import three_links, two_links
from .nets import last_resort, nets
from .unique import loops
from .warm import ensure

MAX_STEPS = 2000
Array = Any


@dataclass(frozen=True, slots=True)
class Step:
    """One step: rating in tenths, candidates it removes, cell and digit it places (None = none)."""

    rate: int
    elims: int
    place: tuple[int, int] | None


@inner
def _direct(g: Grid) -> bool:
    """Placements, up to 2.5."""
    return (
        basic.hidden_single(g)
        or basic.locked(g, True)
        or basic.hidden_set(g, 2, True)
        or basic.naked_single(g)
        or basic.hidden_set(g, 3, True)
    )


@inner
def _marks(g: Grid, links: Links) -> bool:
    """Patterns in the pencil marks, up to 6.4."""
    return (
        basic.locked(g, False)
        or basic.naked_set(g, 2)
        or basic.fish(g, 2)
        or basic.hidden_set(g, 2, False)
        or basic.naked_set(g, 3)
        or basic.fish(g, 3)
        or basic.hidden_set(g, 3, False)
        or two_links(g, links)
        or basic.xy_wing(g, False)
        or basic.xy_wing(g, True)
        or loops(g)
        or basic.naked_set(g, 4)
        or basic.fish(g, 4)
        or basic.hidden_set(g, 4, False)
        or three_links(g, links)
        or wing(g, 3)
        or grave(g)
        or wing(g, 4)
        or pairs(g)
    )


@inner
def _chained(g: Grid, graph: Graph, net: Net, truth: Array) -> bool:
    """Chains and nets, from 6.5 on."""
    return (
        chains(g, graph)
        or triples(g)
        or nets(g, net, NISHIO)
        or nets(g, net, STATIC)
        or nets(g, net, DYNAMIC)
        or nets(g, net, PLUS)
        or last_resort(g, truth)
    )


@entry
def solve(g: Grid, links: Links, graph: Graph, net: Net, givens: Array, truth: Array, steps: Array) -> int:
    """Fill ``steps`` [MAX_STEPS, 3] with rating, removals, placed candidate (−1 = none); returns how many.

    −1 where no technique goes on.
    """
    empty = 0
    for c in range(81):
        if givens[c] != 0:
            put(g, c, givens[c] - 1)
        else:
            empty += 1
    n = 0
    while empty > 0 and n < MAX_STEPS:
        begin(g)
        if not (_direct(g) or _marks(g, links) or _chained(g, graph, net, truth)):
            return -1
        steps[n, 0], steps[n, 1], steps[n, 2] = g.info[RATE], g.info[ELIMS], g.info[PLACE]
        n += 1
        apply(g)
        if g.info[PLACE] >= 0:
            empty -= 1
    return n


def compile_all() -> None:
    """Compile every kernel of the procedure (or load it from the cache)."""
    full = np.ones(81, np.int64)
    solve(new_grid(), *new_room(), full, full, np.zeros((MAX_STEPS, 3), np.int64))


def explain(givens: Sequence[int], solution: Sequence[int]) -> tuple[Step, ...]:
    """All steps of a classic 9 × 9 puzzle; the solution is asked only where every technique fails.

    Raises ValueError where the givens contradict each other. The first call may have to compile the procedure.
    """
    ensure()
    steps = np.zeros((MAX_STEPS, 3), np.int64)
    n = solve(new_grid(), *new_room(), np.array(givens, np.int64), np.array(solution, np.int64), steps)
    if n < 0:
        raise ValueError("the puzzle has no solution: its givens leave a cell or a digit without a place")
    return tuple(Step(rate, elims, None if k < 0 else (k // 9, k % 9 + 1)) for rate, elims, k in steps[:n].tolist())
