"""All that follows from assuming a candidate true or false, with the reasons of every consequence.

Links are followed one at a time; what a false candidate makes true comes before the next false candidate. In dynamic
mode candidates found false are gone for what follows, so a consequence can have several reasons: all candidates whose
loss left it the only one. Where nothing follows any more, locked candidates, pairs and X-wings of the marks that are
left may go on (level 1). Following stops at the first contradiction.
"""

from __future__ import annotations

import numpy as np

from ..jit import inlined, inner
from ..jit.bits import ctz, popcnt
from .grid import HIDX, HOF, HOUSE, NODES, POOL, Grid, Net

COUNT, USED, CLASH, CLASH_AT, _ = range(5)
"""Entries of ``size``: consequences; length of the pool; node that contradicts a consequence; its place in the pool."""
STATIC, NISHIO, DYNAMIC, PLUS = range(4)
MODE = 5
"""Entry of ``info``: what may be followed (links; links of one digit with removal; all links with removal; more)."""


@inlined
def _add(g: Grid, w: Net, slot: int, node: int, parent: int) -> None:
    """Make a node a consequence with one reason (−1 = none); more reasons may be appended at once."""
    used = w.size[slot, USED]
    w.at[slot, node] = used
    w.seq[slot, w.size[slot, COUNT]] = node
    w.size[slot, COUNT] += 1
    w.pool[slot, used] = 0 if parent < 0 else 1
    w.pool[slot, used + 1] = parent
    w.size[slot, USED] = used + (1 if parent < 0 else 2)


@inlined
def _reason(g: Grid, w: Net, slot: int, start: int, parent: int) -> None:
    """Append a reason to the entry of the pool that begins at ``start``, the last one."""
    w.pool[slot, w.size[slot, USED]] = parent
    w.pool[slot, start] += 1
    w.size[slot, USED] += 1


@inlined
def _clash(g: Grid, w: Net, slot: int, node: int, parent: int) -> int:
    """Note that a node contradicts a consequence; returns where its reasons stand."""
    used = w.size[slot, USED]
    w.size[slot, CLASH], w.size[slot, CLASH_AT] = node, used
    w.pool[slot, used], w.pool[slot, used + 1] = 1, parent
    w.size[slot, USED] = used + 2
    return used


@inlined
def _now_drop(g: Grid, w: Net, k: int) -> None:
    c, x = k // 9, k % 9
    w.now_cand[c] &= ~(np.int64(1) << x)
    for t in range(3):
        w.now_pos[HOF[c, t], x] &= ~(np.int64(1) << HIDX[c, t])


@inner
def _make_false(g: Grid, w: Net, slot: int, k: int, n: int) -> int:
    """Follow what a true candidate makes false; returns the queue's new length, −1 on contradiction."""
    first = w.weak[k] + (w.weak_cell[k] if g.info[MODE] == NISHIO else 0)
    for i in range(first, w.weak[k + 1]):
        off = w.weak_to[i]
        if (w.now_cand[off // 9] >> (off % 9)) & 1 == 0:
            continue
        if w.at[slot, 2 * off + 1] >= 0:
            _clash(g, w, slot, 2 * off, 2 * k + 1)
            return -1
        if w.at[slot, 2 * off] < 0:
            _add(g, w, slot, 2 * off, 2 * k + 1)
            w.queue[1, n] = off
            n += 1
    return n


@inner
def _only_other(g: Grid, w: Net, k: int, t: int) -> int:
    """The one candidate left beside k in its cell (t = 0) or box, row, column; −1 = none or several."""
    c, x = k // 9, k % 9
    if t == 0:
        m = w.now_cand[c] & ~(np.int64(1) << x)
        return c * 9 + ctz(m) if popcnt(m) == 1 else -1
    h = HOF[c, t - 1]
    m = w.now_pos[h, x] & ~(np.int64(1) << HIDX[c, t - 1])
    return HOUSE[h, ctz(m)] * 9 + x if popcnt(m) == 1 else -1


@inner
def _hidden_reasons(g: Grid, w: Net, slot: int, start: int, k: int, to: int, t: int) -> None:
    """Append the candidates that are gone already and left ``to`` the only one beside k."""
    c, x = k // 9, k % 9
    if t == 0:
        gone = g.cand[c] & ~w.now_cand[c]
        while gone != 0:
            _reason(g, w, slot, start, (c * 9 + ctz(gone)) * 2)
            gone &= gone - 1
        return
    h = HOF[c, t - 1]
    gone = g.pos[h, x] & ~w.now_pos[h, x]
    while gone != 0:
        _reason(g, w, slot, start, (HOUSE[h, ctz(gone)] * 9 + x) * 2)
        gone &= gone - 1


@inner
def _make_true(g: Grid, w: Net, slot: int, k: int, n: int) -> int:
    """Follow what a false candidate makes true; returns the queue's new length, −1 on contradiction."""
    for t in range(1 if g.info[MODE] == NISHIO else 0, 4):
        to = _only_other(g, w, k, t)
        if to < 0 or w.at[slot, 2 * to + 1] >= 0:
            continue
        if w.at[slot, 2 * to] >= 0:
            _hidden_reasons(g, w, slot, _clash(g, w, slot, 2 * to + 1, 2 * k), k, to, t)
            n = -1
            break
        start = w.size[slot, USED]
        _add(g, w, slot, 2 * to + 1, 2 * k)
        _hidden_reasons(g, w, slot, start, k, to, t)
        w.queue[0, n] = to
        n += 1
    if g.info[MODE] != STATIC:
        _now_drop(g, w, k)
    return n


@inner
def _start(g: Grid, w: Net, slot: int) -> None:
    """Clear a slot and the marks that change on the way."""
    for node in range(NODES):
        w.at[slot, node] = -1
        w.up_count[slot, node] = 0
    w.size[slot, COUNT], w.size[slot, USED], w.size[slot, CLASH] = 0, 0, -1
    for c in range(81):
        w.now_cand[c] = g.cand[c]
    for h in range(27):
        for x in range(9):
            w.now_pos[h, x] = g.pos[h, x]


@inner
def follow(g: Grid, w: Net, slot: int, node: int) -> None:
    """Fill a slot with the consequences of a node."""
    _start(g, w, slot)
    _add(g, w, slot, node, -1)
    head_on, n_on, head_off, n_off = 0, 0, 0, 0
    w.queue[node & 1 ^ 1, 0] = node >> 1
    if node & 1:
        n_on = 1
    else:
        n_off = 1
    while head_on < n_on or head_off < n_off:
        if w.size[slot, USED] > POOL - 64:
            return
        if head_on < n_on:
            n_off = _make_false(g, w, slot, w.queue[0, head_on], n_off)
            head_on += 1
        else:
            n_on = _make_true(g, w, slot, w.queue[1, head_off], n_on)
            head_off += 1
        if n_on < 0 or n_off < 0:
            return
        if head_on == n_on and head_off == n_off and g.info[MODE] == PLUS:
            n_off = _advanced(g, w, slot, n_off)


@inner
def _advanced(g: Grid, w: Net, slot: int, n: int) -> int:
    """Go on with the first of locked candidates, hidden pairs, naked pairs, X-wings that removes something."""
    before = n
    for kind in range(4):
        if kind == 0:
            n = _plus_locked(g, w, slot, n)
        elif kind == 1:
            n = _plus_hidden(g, w, slot, n)
        elif kind == 2:
            n = _plus_naked(g, w, slot, n)
        else:
            n = _plus_fish(g, w, slot, n)
        if n > before:
            return n
    return n


@inner
def _remove(g: Grid, w: Net, slot: int, k: int, begin: int, end: int, n: int) -> int:
    """Make candidate k false for the reasons in ``spare``; returns the queue's new length."""
    if (w.now_cand[k // 9] >> (k % 9)) & 1 == 0 or w.at[slot, 2 * k] >= 0 or begin == end:
        return n
    if w.size[slot, USED] > POOL - 64:
        return n
    start = w.size[slot, USED]
    _add(g, w, slot, 2 * k, g.spare[begin])
    for i in range(begin + 1, end):
        _reason(g, w, slot, start, g.spare[i])
    w.queue[1, n] = k
    return n + 1


@inner
def _gone_in(g: Grid, w: Net, h: int, x: int, mask: int, n: int) -> int:
    """Write the places of x in h that are gone (as far as in the mask) into ``spare`` from n on; returns the end."""
    gone = g.pos[h, x] & ~w.now_pos[h, x] & mask
    while gone != 0:
        g.spare[n] = (HOUSE[h, ctz(gone)] * 9 + x) * 2
        n += 1
        gone &= gone - 1
    return n


@inner
def _inside(g: Grid, h: int, other: int) -> int:
    """Mask of the places of h that lie in another house."""
    mask = np.int64(0)
    for p in range(9):
        if HOF[HOUSE[h, p], other // 9] == other:
            mask |= np.int64(1) << p
    return mask


@inner
def _plus_locked(g: Grid, w: Net, slot: int, n: int) -> int:
    """Pointing and claiming with the marks that are left."""
    for first, kind in ((0, 2), (0, 1), (18, 0), (9, 0)):
        for x in range(9):
            for h in range(first, first + 9):
                m = w.now_pos[h, x]
                if popcnt(m) < 2 or m == g.pos[h, x]:
                    continue
                line = HOF[HOUSE[h, ctz(m)], kind]
                inside = _inside(g, h, line)
                if m & ~inside != 0:
                    continue
                end = _gone_in(g, w, h, x, ~inside, 0)
                for p in range(9):
                    c = HOUSE[line, p]
                    if HOF[c, h // 9] != h:
                        n = _remove(g, w, slot, c * 9 + x, 0, end, n)
    return n


@inner
def _plus_hidden(g: Grid, w: Net, slot: int, n: int) -> int:
    """Hidden pairs with the marks that are left."""
    for first in (0, 18, 9):
        for h in range(first, first + 9):
            if g.left[h] <= 4:
                continue
            for x in range(9):
                if popcnt(w.now_pos[h, x]) != 2:
                    continue
                for y in range(x + 1, 9):
                    if w.now_pos[h, y] != w.now_pos[h, x]:
                        continue
                    end = _gone_in(g, w, h, y, ~np.int64(0), _gone_in(g, w, h, x, ~np.int64(0), 0))
                    m = w.now_pos[h, x]
                    while m != 0:
                        c = HOUSE[h, ctz(m)]
                        m &= m - 1
                        for z in range(9):
                            if z != x and z != y:
                                n = _remove(g, w, slot, c * 9 + z, 0, end, n)
    return n


@inner
def _plus_naked(g: Grid, w: Net, slot: int, n: int) -> int:
    """Naked pairs with the marks that are left."""
    for first in (0, 18, 9):
        for h in range(first, first + 9):
            if g.left[h] < 4:
                continue
            for p in range(9):
                a = HOUSE[h, p]
                if popcnt(w.now_cand[a]) != 2:
                    continue
                for q in range(p + 1, 9):
                    b = HOUSE[h, q]
                    if w.now_cand[b] != w.now_cand[a]:
                        continue
                    end = _gone_from(g, w, b, _gone_from(g, w, a, 0))
                    for r in range(9):
                        c = HOUSE[h, r]
                        m = w.now_cand[a] if c != a and c != b else np.int64(0)
                        while m != 0:
                            n = _remove(g, w, slot, c * 9 + ctz(m), 0, end, n)
                            m &= m - 1
    return n


@inner
def _gone_from(g: Grid, w: Net, c: int, n: int) -> int:
    """Write the candidates of a cell that are gone into ``spare`` from n on; returns the end."""
    gone = g.cand[c] & ~w.now_cand[c]
    while gone != 0:
        g.spare[n] = (c * 9 + ctz(gone)) * 2
        n += 1
        gone &= gone - 1
    return n


@inner
def _plus_fish(g: Grid, w: Net, slot: int, n: int) -> int:
    """X-wings with the marks that are left."""
    for first, cover in ((18, 9), (9, 18)):
        for i in range(first, first + 9):
            for j in range(i + 1, first + 9):
                for x in range(9):
                    m = w.now_pos[i, x]
                    if popcnt(m) != 2 or w.now_pos[j, x] != m:
                        continue
                    end = _gone_in(g, w, j, x, ~m, _gone_in(g, w, i, x, ~m, 0))
                    while m != 0:
                        q = ctz(m)
                        m &= m - 1
                        for p in range(9):
                            if p != i - first and p != j - first:
                                n = _remove(g, w, slot, HOUSE[cover + q, p] * 9 + x, 0, end, n)
    return n


@inner
def ancestors(g: Grid, w: Net, slot: int, node: int, tick: int) -> int:
    """Nodes that a consequence rests on, itself included; ``tick`` is a number not used for ``mark`` before."""
    if w.up_count[slot, node] == 0:
        g.spare[0] = node
        w.mark[node] = tick
        w.up_count[slot, node] = _climb(g, w, slot, 0, 1, tick)
    return w.up_count[slot, node]


@inner
def clash_ancestors(g: Grid, w: Net, slot: int, tick: int) -> int:
    """Nodes that the contradicting node of a slot rests on, itself included."""
    w.mark[w.size[slot, CLASH]] = tick
    n = 1
    start = w.size[slot, CLASH_AT]
    for i in range(w.pool[slot, start]):
        n = _visit(g, w, w.pool[slot, start + 1 + i], n, tick)
    return _climb(g, w, slot, 1, n, tick)


@inlined
def _visit(g: Grid, w: Net, node: int, n: int, tick: int) -> int:
    if w.mark[node] != tick:
        w.mark[node] = tick
        g.spare[n] = node
        n += 1
    return n


@inner
def _climb(g: Grid, w: Net, slot: int, head: int, n: int, tick: int) -> int:
    """Walk up from the nodes in ``spare``; returns how many nodes were met."""
    while head < n:
        start = w.at[slot, g.spare[head]]
        head += 1
        for i in range(w.pool[slot, start]):
            n = _visit(g, w, w.pool[slot, start + 1 + i], n, tick)
    return n
