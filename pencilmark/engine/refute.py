"""Technique-free search effort: how hard candidates are to refute when singles run out.

At a stuck point every candidate is tried with singles, relations and nothing else, in rounds; R candidates share the
shortest refutation of C tried: the point costs ln(C / R), those R are removed, and filling goes on. Where no candidate
is refuted that way, one that full search refutes is removed with R = 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import inner
from ..jit.bits import ctz
from ..state import BROKEN, EMPTY, Board, State, copy_state, drop, place
from ..techniques.base.work import Work
from ..techniques.forcing import first_refuted

Array = Any
NODES = 200_000
"""Search nodes for one candidate where singles refute none."""


@inner
def _round(b: Board, s: State, w: Work) -> int:
    """Find all singles of the position, then place them; returns how many, −1 on contradiction."""
    n = 0
    for c in range(b.n):
        if s.val[c] == 0:
            if s.cand[c] == 0:
                return -1
            if s.cand[c] & (s.cand[c] - 1) == 0:
                w.queue[n] = c * 32 + ctz(s.cand[c])
                n += 1
    for h in range(b.nh):
        left = b.full & ~s.gdone[h]
        while left != 0:
            x = ctz(left)
            left &= left - 1
            places = s.hpos[h, x]
            if places == 0:
                return -1
            if places & (places - 1) == 0:
                w.queue[n] = b.hcells[h, ctz(places)] * 32 + x
                n += 1
    done = 0
    for q in range(n):
        c, x = w.queue[q] >> 5, w.queue[q] & 31
        if s.val[c] == 0:
            if (s.cand[c] >> x) & 1 == 0:
                return -1
            place(b, s, c, x)
            done += 1
        elif s.val[c] != x + 1:
            return -1
    return -1 if s.info[BROKEN] == 1 else done


@inner
def _rounds(b: Board, s: State, w: Work) -> int:
    """Rounds until a contradiction; 0 when there is none."""
    n = 1
    while True:
        done = _round(b, s, w)
        if done < 0:
            return n
        if done == 0:
            return 0
        n += 1


@inner
def refute(b: Board, s: State, w: Work, o: Any) -> int:
    """Sum of ln(C / R) over the stuck points, left in o.val[0, 0]; 1 when the puzzle gets solved, else 0."""
    total = 0.0
    while True:
        while _round(b, s, w) > 0:
            pass
        if s.info[BROKEN] == 1:
            return 0
        if s.info[EMPTY] == 0:
            o.val[0, 0] = total
            return 1
        tried, shortest, best = 0, 1 << 30, 0
        for c in range(b.n):
            left = s.cand[c]
            while left != 0:
                x = ctz(left)
                left &= left - 1
                tried += 1
                copy_state(s, o.trial)
                place(b, o.trial, c, x)
                n = _rounds(b, o.trial, w)
                if n > 0 and n < shortest:
                    shortest, best = n, 0
                if n > 0 and n == shortest:
                    w.list[best] = c * 32 + x
                    best += 1
        if best == 0:
            v = first_refuted(b, s, w, NODES, b.n * b.d)
            if v < 0:
                return 0
            drop(b, s, v >> 5, v & 31)
            best = 1
        else:
            for q in range(best):
                drop(b, s, w.list[q] >> 5, w.list[q] & 31)
        total += np.log(tried / best)
