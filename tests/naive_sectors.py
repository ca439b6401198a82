"""Slow and obvious twins of fireworks, SK-loops, locked sets of many sectors and Exocets: see ``tests.naive``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from tests.naive import Candidate, Move, Position

Cells = tuple[int, ...]


def _subsets(items: Iterable[int], sizes: Iterable[int]) -> Iterator[tuple[int, ...]]:
    pool = tuple(items)
    for size in sizes:
        yield from combinations(pool, size)


def _houses(p: Position, *kinds: str) -> list[Cells]:
    return [cells for kind, cells in p.houses if kind in kinds]


def _boxes(p: Position) -> list[Cells]:
    return [cells for kind, cells in p.houses if kind not in ("row", "col")]


def _others(p: Position, cells: Iterable[int], digits: Iterable[int]) -> set[Candidate]:
    return {(c, y) for c in cells for y in p.cand[c] if y not in digits}


Firework = tuple[int, frozenset[int], frozenset[int]]
"""(digit, cells outside the box on the row, on the column: at most one each)"""


def _fireworks(p: Position, row: Cells, col: Cells, box: Cells) -> list[Firework]:
    found = []
    for x in range(p.digits):
        on_row, on_col = p.places(row, x), p.places(col, x)
        far = frozenset(on_row) - {*box}, frozenset(on_col) - {*box}
        if on_row and on_col and max(map(len, far)) <= 1:
            found.append((x, *far))
    return found


def fireworks(p: Position) -> set[Move]:
    """Three digits with the same three cells; two and two with the same four at opposite corners."""
    moves: set[Move] = set()
    corners: list[tuple[int, list[Firework], Cells]] = []
    for row, col, box in product(_houses(p, "row"), _houses(p, "col"), _boxes(p)):
        x = next((c for c in row if c in col and c in box and c in p.cand), None)
        if x is not None:
            corners.append((x, _fireworks(p, row, col, box), (*row, *col)))
    pairs = []
    for x, here, _ in corners:
        for size in (2, 3):
            for chosen in combinations(here, size):
                wings = [frozenset().union(*(f[k] for f in chosen)) for k in (1, 2)]
                digits = {f[0] for f in chosen}
                if size == 3 and all(len(wing) == 1 for wing in wings):
                    gone = _others(p, {x}.union(*wings), digits)
                    moves.add(("Firework Triple", None, frozenset(gone)))
                if size == 2 and all(len(wing) <= 1 for wing in wings):
                    pairs.append((x, digits, *wings))
    for (x, mine, p1, q1), (y, other, q2, p2) in product(pairs, repeat=2):
        # y takes the wing of the row of x for its column and the other way round; x itself must have both wings
        if len(p1) == len(q1) == 1 and p2 <= p1 and q2 <= q1 and not mine & other:
            (u,), (v,) = p1, q1
            if _crossing(p, y, "row", v) and _crossing(p, y, "col", u):
                gone = _others(p, [x], mine) | _others(p, [y], other) | _others(p, [u, v], mine | other)
                moves.add(("Firework Quad", None, frozenset(gone)))
    return {move for move in moves if move[2]}


def _crossing(p: Position, a: int, kind: str, c: int) -> bool:
    return any(a in cells and c in cells and a != c for cells in _houses(p, kind))


def _corner_pairs(p: Position, lines: list[Cells], boxes: list[Cells]) -> list[list[int]] | None:
    """Two sets of open cells in each corner box: on the line before and the line after it, off the other line."""
    found = []
    for k, box in enumerate(boxes):
        before, after = lines[k - 1], lines[k]
        for line, cross in ((before, after), (after, before)):
            cells = [c for c in line if c in box and c not in cross]
            if len(cells) < 2 or any(c not in p.cand for c in cells):
                return None
            found.append(cells)
    return found


def sk_loop(p: Position) -> set[Move]:
    """Eight pairs of cells in a ring of lines and boxes with as many digits between them as cells."""
    moves: set[Move] = set()
    box_of = {c: cells for kind, cells in p.houses if kind == "box" for c in cells}
    for (r, q), (c, e) in product(combinations(_houses(p, "row"), 2), combinations(_houses(p, "col"), 2)):
        lines = [r, e, q, c]
        crossings = [{*lines[k]} & {*lines[k - 1]} for k in range(4)]
        boxes = [box_of.get(min(x)) for x in crossings if x]
        if len({*boxes}) < 4 or None in boxes:
            continue
        pairs = _corner_pairs(p, lines, [b for b in boxes if b])
        if pairs is None:
            continue
        ring = [*pairs[1:], pairs[0]]
        sectors: list[Cells] = [s for k in range(4) for s in (boxes[k] or (), lines[k])]
        digits = [frozenset().union(*(p.cand[x] for x in cells)) for cells in ring]
        cells = {x for pair in ring for x in pair}
        for first in _subsets(sorted(digits[0]), (1, 2, 3, 4)):
            links = [frozenset(first)]
            for here in digits:
                links.append(here - links[-1])
            if links[8] <= links[0] and sum(map(len, links[:8])) == len(cells):
                gone = {
                    (x, y) for k in range(8) for x in sectors[k] if x not in ring[k] and x not in ring[k - 1]
                    for y in p.cand.get(x, frozenset()) & links[k]
                }  # fmt: skip
                moves.add(("SK-Loop", None, frozenset(gone)))
    return {move for move in moves if move[2]}


def _taken(p: Position, cells: Cells) -> set[int]:
    return {p.val[c] - 1 for c in cells if p.val[c]}


def locked_sets(p: Position) -> set[Move]:
    """Rows with some digits, columns with the others, together as many as the open cells where they cross."""
    moves: set[Move] = set()
    if not p.plain or p.digits > 9:
        return moves
    rows, cols, every = _houses(p, "row"), _houses(p, "col"), set(range(p.digits))
    open_in = [{k for k, row in enumerate(rows) if row[c] in p.cand} for c in range(p.digits)]
    taken_row, taken_col = [_taken(p, row) for row in rows], [_taken(p, col) for col in cols]
    for digits in map(set, _subsets(every, range(3, p.digits - 2))):
        need = [len(digits - taken) for taken in taken_row]
        rest = [len(every - digits - taken) for taken in taken_col]
        for chosen in map(set, _subsets(every, range(3, p.digits // 2 + 1))):
            gain = [len(open_in[c] & chosen) - rest[c] for c in every]
            if sum(g for g in gain if g > 0) != sum(need[r] for r in chosen) or sum(g > 0 for g in gain) < 2:
                continue
            for least in (0, 1):
                columns = {c for c in every if gain[c] >= least and open_in[c] & chosen}
                gone = {(rows[r][c], y) for r in chosen for c in every - columns for y in digits}
                gone |= {(rows[r][c], y) for c in columns for r in every - chosen for y in every - digits}
                moves.add(("Multi-Sector Locked Set", None, frozenset(e for e in gone if p.has(*e))))
    return {move for move in moves if move[2]}


def _fits(places: set[tuple[int, int]], lines: int) -> bool:
    """Whether that many lines of either direction hold all places (row, column)."""
    every = [("row", r) for r in {r for r, _ in places}] + [("col", c) for c in {c for _, c in places}]
    return any(
        all(("row", r) in chosen or ("col", c) in chosen for r, c in places)
        for k in range(lines + 1) for chosen in combinations(every, k)
    )  # fmt: skip


def exocet(p: Position) -> set[Move]:
    """Two base cells, two targets in the band, and base digits on two lines at most of the cross lines outside it."""
    moves: set[Move] = set()
    if not p.plain or p.digits != 9 or len(p.val) != 81 or (0, 1, 2, 9, 10, 11, 18, 19, 20) not in _boxes(p):
        return moves
    for turned in (False, True):
        at = {(r, c): 9 * c + r if turned else 9 * r + c for r in range(9) for c in range(9)}
        for line, third in product(range(9), range(9)):
            band = [r for r in range(9) if r // 3 == line // 3 and r != line]
            base = [at[line, c] for c in range(9) if c // 3 == third // 3 and c != third]
            if any(x not in p.cand for x in base):
                continue
            digits = p.cand[base[0]] | p.cand[base[1]]
            beside = [c for c in range(9) if c // 3 != third // 3]
            for one, two in combinations(beside, 2) if 3 <= len(digits) <= 4 else ():
                for r, q in product(band, band) if one // 3 != two // 3 else ():
                    targets = [at[r, one], at[q, two]]
                    companions = [at[k, c] for c, away in ((one, r), (two, q)) for k in band if k != away]
                    moves |= _exocet(p, base, targets, companions, digits, at, line // 3, (third, one, two))
    return {move for move in moves if move[2]}


def _exocet(
    p: Position, base: list[int], targets: list[int], companions: list[int], digits: frozenset[int],
    at: dict[tuple[int, int], int], band: int, cross: tuple[int, int, int],
) -> set[Move]:  # fmt: skip
    holds = lambda c, x: p.has(c, x) or p.val[c] == x + 1  # noqa: E731
    if any(holds(c, x) for c in companions for x in digits):
        return set()
    if any(not p.cand.get(t, frozenset()) & digits for t in targets):
        return set()
    outside = {x: {(r, c) for (r, c), e in at.items() if r // 3 != band and c in cross and holds(e, x)} for x in digits}
    if not all(_fits(places, 2) for places in outside.values()):
        return set()
    false = {x for x in digits if _fits(outside[x], 1) or not any(p.has(t, x) for t in targets)}
    gone = {(t, x) for t in targets for x in range(9) if x not in digits} | {
        (c, x) for c in base + targets for x in false
    }
    return {("Junior Exocet", None, frozenset(e for e in gone if p.has(*e)))}


TWINS = {"fireworks": fireworks, "sk_loop": sk_loop, "locked_sets": locked_sets, "exocet": exocet}
"""Engine name -> its twin."""
