"""X-Chain, XY-Chain, AIC and nice loops: one breadth-first search over strong and weak links.

    strong link (=): if one is false the other is true    two places in a house, two digits in a cell
    weak link   (-): not both true                        same digit in cells that see each other, same cell,
                                                          digits that a pair rule keeps apart

    a = b - c = d    starting from "a is false", b is true, c false, d true: so a or d is true,
                     and what has a weak link to both is false
    d - a as well    a continuous loop: every weak link of it holds exactly one truth
    d is a itself    "a is false" makes a true: a is placed

Sound because every link is a plain consequence of the candidates; chains are found shortest first.
"""

from __future__ import annotations

import numpy as np

from ..jit import inner
from ..jit.bits import ctz, popcnt
from ..state import Board, State
from ..tables import shape_id
from .base.cells import common, sees
from .base.links import reach
from .base.moves import Moves, add_cell, add_elim, add_elims, close_move, open_move, set_meta, set_place
from .base.work import Work

X_CHAIN = shape_id("X-Chain")
XY_CHAIN = shape_id("XY-Chain")
AIC = shape_id("AIC")
LOOP = shape_id("Continuous Loop")
SELF = shape_id("Discontinuous Loop")
CYCLE = shape_id("X-Cycle")
SELF_CYCLE = shape_id("Discontinuous X-Cycle")
M_WING = shape_id("M-Wing")
S_WING = shape_id("S-Wing")
L_WING = shape_id("L-Wing")
H_WING = shape_id("H-Wing")
BY_CYCLE, BY_X, BY_XY, BY_AIC, BY_LOOP = 0, 1, 2, 3, 4
"""p0 of the finder: which links are used and which results are reported."""
PATH = 0
"""Where a chain is laid out in w.list."""


@inner
def chains(b: Board, s: State, w: Work, m: Moves, p0: int, p1: int) -> None:
    """Every chain of kind p0 with at least p1 links."""
    _strong_sets(b, s, w, p0)
    for c in range(b.n):
        left = s.cand[c]
        while left != 0:
            x = ctz(left)
            left &= left - 1
            if (w.strong[x, c >> 6] >> (c & 63)) & 1:
                tail = _search(b, s, w, c, x, p0)
                for q in range(tail):
                    t = w.queue[q]
                    if w.depth[t] >= p1 or p0 >= BY_AIC or (p0 == BY_CYCLE and t == c * 32 + x):
                        _report(b, s, w, m, c, x, t, p0, p1)
                _forget(w, tail)


@inner
def _strong_sets(b: Board, s: State, w: Work, mode: int) -> None:
    """w.strong: for each digit the cells whose candidate has a strong link of the kinds in use."""
    for x in range(b.d):
        for k in range(b.nw):
            w.strong[x, k] = 0
    if mode != BY_XY:
        for h in range(b.nh):
            for x in range(b.d):
                places = s.hpos[h, x]
                if popcnt(places) == 2:
                    while places != 0:
                        c = b.hcells[h, ctz(places)]
                        places &= places - 1
                        w.strong[x, c >> 6] |= np.int64(1) << (c & 63)
    if mode > BY_X:
        for c in range(b.n):
            if popcnt(s.cand[c]) == 2:
                left = s.cand[c]
                while left != 0:
                    w.strong[ctz(left), c >> 6] |= np.int64(1) << (c & 63)
                    left &= left - 1


@inner
def _strong(b: Board, s: State, w: Work, z: int, depth: int, tail: int, mode: int) -> int:
    """Follow the strong links of candidate z, which is false."""
    c, x = z >> 5, z & 31
    if mode > BY_X and popcnt(s.cand[c]) == 2:
        tail = reach(w, c * 32 + ctz(s.cand[c] & ~(np.int64(1) << x)), z, depth, tail)
    if mode != BY_XY:
        for k in range(b.cptr[c], b.cptr[c + 1]):
            h = b.chouse[k]
            places = s.hpos[h, x]
            if popcnt(places) == 2:
                other = places & ~(np.int64(1) << b.cpos[k])
                tail = reach(w, b.hcells[h, ctz(other)] * 32 + x, z, depth, tail)
    return tail


@inner
def _search(b: Board, s: State, w: Work, c0: int, x0: int, mode: int) -> int:
    """Everything that becomes true when candidate (c0, x0) is false; returns how many are in w.queue."""
    start = c0 * 32 + x0
    w.falses[0] = 0
    _mark_false(w, start, start)
    tail = _strong(b, s, w, start, 1, 0, mode)
    head = 0
    while head < tail:
        y = w.queue[head]
        head += 1
        c, x = y >> 5, y & 31
        deeper = w.depth[y] + 2
        for k in range(b.nw):
            word = b.pbits[c, k] & w.strong[x, k] & s.dbits[x, k]
            while word != 0:
                z = ((k << 6) + ctz(word)) * 32 + x
                word &= word - 1
                if w.off[z] < 0:
                    _mark_false(w, z, y)
                    tail = _strong(b, s, w, z, deeper, tail, mode)
        if mode >= BY_AIC:
            left = s.cand[c] & ~(np.int64(1) << x)
            while left != 0:
                z = c * 32 + ctz(left)
                left &= left - 1
                if w.off[z] < 0 and (w.strong[z & 31, c >> 6] >> (c & 63)) & 1:
                    _mark_false(w, z, y)
                    tail = _strong(b, s, w, z, deeper, tail, mode)
            tail = _by_rules(b, s, w, y, tail, mode)
    return tail


@inner
def _by_rules(b: Board, s: State, w: Work, y: int, tail: int, mode: int) -> int:
    """Weak links of pair rules: what cannot stand beside candidate y, which is true."""
    c, x = y >> 5, y & 31
    for k in range(b.rptr[c], b.rptr[c + 1]):
        e = b.rcell[k]
        left = s.cand[e] & ~b.tables[b.rtab[k], x]
        while left != 0:
            z = e * 32 + ctz(left)
            left &= left - 1
            if w.off[z] < 0 and (w.strong[z & 31, e >> 6] >> (e & 63)) & 1:
                _mark_false(w, z, y)
                tail = _strong(b, s, w, z, w.depth[y] + 2, tail, mode)
    return tail


@inner
def _forget(w: Work, tail: int) -> None:
    """Undo the marks of a search."""
    for q in range(tail):
        w.on[w.queue[q]] = -1
    for q in range(1, w.falses[0] + 1):
        w.off[w.falses[q]] = -1


@inner
def _mark_false(w: Work, z: int, parent: int) -> None:
    w.off[z] = parent
    w.falses[0] += 1
    w.falses[w.falses[0]] = z


@inner
def _report(b: Board, s: State, w: Work, m: Moves, c: int, x: int, t: int, mode: int, least: int) -> None:
    """The conclusion of the chain from (c, x) false to t true, if there is one."""
    e, y = t >> 5, t & 31
    if mode in (BY_LOOP, BY_CYCLE):
        if t == c * 32 + x:
            _place(b, s, w, m, c, x, t, mode)
        elif t > c * 32 + x and w.depth[t] >= 3 and ((e == c) or (x == y and sees(b, c, e))):
            _loop(b, s, w, m, t, mode)
        return
    if t <= c * 32 + x or w.depth[t] < least:
        return
    if x == y and c != e:
        if mode != BY_AIC or not sees(b, c, e):
            _ends(b, s, w, m, c, x, t, mode)
    elif mode == BY_AIC and c != e and sees(b, c, e):
        _crossed(b, s, w, m, c, x, t)


@inner
def _lay(w: Work, t: int) -> int:
    """Write the chain that ends in t into w.list[PATH:]; returns its number of candidates."""
    n = w.depth[t] + 1
    k = PATH + n - 1
    at = t
    while True:
        w.list[k] = at
        w.list[k - 1] = w.on[at]
        if k - 1 == PATH:
            break
        k -= 2
        at = w.off[w.list[k + 1]]
    return n


@inner
def _story(w: Work, m: Moves, i: int, t: int, closing: int) -> None:
    n = _lay(w, t)
    digits = np.int64(0)
    cells = 0
    for k in range(n):
        v = w.list[PATH + k]
        add_cell(m, i, v >> 5, v & 31)
        digits |= np.int64(1) << (v & 31)
        if k == 0 or w.list[PATH + k - 1] >> 5 != v >> 5:
            cells += 1
    set_meta(m, i, cells, popcnt(digits), (n + 1) // 2, n // 2, (n - 1) // 2 + closing, n - 1 + closing)


@inner
def _turn(w: Work, k: int) -> int:
    """How the chain laid out goes on after candidate k: 1 in its cell, 0 on its digit, 9 by a rule."""
    v, z = w.list[PATH + k], w.list[PATH + k + 1]
    if v >> 5 == z >> 5:
        return 1
    return 0 if v & 31 == z & 31 else 9


@inner
def _wing(w: Work, links: int) -> int:
    """Name of a chain of three strong links (c: in a cell of two candidates, d: on a digit), else AIC.

    M-Wing (x=y)-(y)=(y-x)=(x), S-Wing (x)=(x)-(x=y)-(y)=(y), L-Wing (x)=(x)-(x)=(x-y)=(y) or (x)=(x-y)=(y-z)=(z),
    H-Wing (x=y)-(y)=(y-z)=(z) or (x)=(x)-(x=y)-(y=z). Definitions: the forum of enjoysudoku.com.
    """
    if links != 5:
        return AIC
    alike = w.list[PATH] & 31 == w.list[PATH + 5] & 31
    first, last = _turn(w, 0), _turn(w, 4)
    near, far = _turn(w, 1), _turn(w, 3)
    if near + far > 2:
        return AIC
    if _turn(w, 2) == 1:
        if first + last == 0:
            return S_WING
        return H_WING if first + last == 1 and not alike else AIC
    if first + last == 0 and near + far >= 1 and not alike:
        return L_WING
    if first + last == 1 and near + far == 1:
        return M_WING if alike else H_WING
    return AIC


@inner
def _ends(b: Board, s: State, w: Work, m: Moves, c: int, x: int, t: int, mode: int) -> None:
    e = t >> 5
    seen = w.sets[0]
    if not common(b, s, c, e, x, seen):
        return
    _lay(w, t)
    shape = _wing(w, w.depth[t])
    if mode == BY_X:
        shape = X_CHAIN
    elif mode == BY_XY:
        shape = XY_CHAIN
    i = open_move(m, shape)
    add_elims(s, m, i, seen, x)
    _story(w, m, i, t, 0)
    close_move(m, i)


@inner
def _crossed(b: Board, s: State, w: Work, m: Moves, c: int, x: int, t: int) -> None:
    e, y = t >> 5, t & 31
    _lay(w, t)
    i = open_move(m, _wing(w, w.depth[t]))
    add_elim(s, m, i, c, y)
    add_elim(s, m, i, e, x)
    _story(w, m, i, t, 0)
    close_move(m, i)


@inner
def _one_digit(w: Work, n: int) -> bool:
    """Whether the n candidates of the chain laid out are of one digit."""
    for k in range(1, n):  # noqa: SIM110  kernels have no generators
        if w.list[PATH + k] & 31 != w.list[PATH] & 31:
            return False
    return True


@inner
def _place(b: Board, s: State, w: Work, m: Moves, c: int, x: int, t: int, mode: int) -> None:
    if mode == BY_LOOP and _one_digit(w, _lay(w, t)):
        return
    i = open_move(m, SELF if mode == BY_LOOP else SELF_CYCLE)
    set_place(m, i, c, x)
    _story(w, m, i, t, 0)
    close_move(m, i)


@inner
def _loop(b: Board, s: State, w: Work, m: Moves, t: int, mode: int) -> None:
    """The loop that ends in t; those of one digit and six or more candidates are X-Cycles."""
    n = _lay(w, t)
    if mode == BY_LOOP and n > 4 and _one_digit(w, n):
        return
    i = open_move(m, LOOP if mode == BY_LOOP else CYCLE)
    for k in range(1, n, 2):
        z = w.list[PATH + k + 1] if k + 1 < n else w.list[PATH]
        _weak(b, s, w, m, i, w.list[PATH + k], z)
    _story(w, m, i, t, 1)
    close_move(m, i)


@inner
def _weak(b: Board, s: State, w: Work, m: Moves, i: int, y: int, z: int) -> None:
    """One of y and z is true: what has a weak link to both goes."""
    c, e = y >> 5, z >> 5
    if c == e:
        left = s.cand[c] & ~(np.int64(1) << (y & 31)) & ~(np.int64(1) << (z & 31))
        while left != 0:
            add_elim(s, m, i, c, ctz(left))
            left &= left - 1
        return
    seen = w.sets[0]
    if y & 31 == z & 31 and common(b, s, c, e, y & 31, seen):
        add_elims(s, m, i, seen, y & 31)
