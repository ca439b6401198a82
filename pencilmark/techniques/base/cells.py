"""Small questions about cells and sets of cells that several families ask."""

from __future__ import annotations

from typing import Any

from ...jit import inner
from ...jit.bits import ctz
from ...state import Board, State

Array = Any


@inner
def sees(b: Board, a: int, c: int) -> bool:
    """Whether cells a and c must hold different digits."""
    return (b.pbits[a, c >> 6] >> (c & 63)) & 1 == 1


@inner
def inside(b: Board, g: int, c: int) -> bool:
    """Whether cell c belongs to group g."""
    return (b.gbits[g, c >> 6] >> (c & 63)) & 1 == 1


@inner
def common(b: Board, s: State, a: int, c: int, x: int, seen: Array) -> bool:
    """Write to ``seen`` the cells with candidate x that see both a and c; whether there are any."""
    some = False
    for k in range(b.nw):
        seen[k] = b.pbits[a, k] & b.pbits[c, k] & s.dbits[x, k]
        some = some or seen[k] != 0
    return some


@inner
def start_seen(b: Board, s: State, x: int, seen: Array) -> None:
    """Write to ``seen`` all cells with candidate x."""
    for k in range(b.nw):
        seen[k] = s.dbits[x, k]


@inner
def only_seen(b: Board, c: int, seen: Array) -> bool:
    """Keep in ``seen`` the cells that see c; whether any are left."""
    some = False
    for k in range(b.nw):
        seen[k] &= b.pbits[c, k]
        some = some or seen[k] != 0
    return some


@inner
def locked_out(b: Board, s: State, h: int, x: int, seen: Array) -> bool:
    """Cells with x outside house h that see all its places; whether there are any."""
    for k in range(b.nw):
        seen[k] = s.dbits[x, k] & ~b.gbits[h, k]
    places = s.hpos[h, x]
    while places != 0:
        c = b.hcells[h, ctz(places)]
        places &= places - 1
        if not only_seen(b, c, seen):
            return False
    return True
