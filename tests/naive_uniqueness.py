"""Twins of the uniqueness finders and of what looks at one digit or at the givens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from .naive import Candidate, Move, Position, keep

Pattern = dict[int, frozenset[int]]
"""Cells of a deadly pattern and their base digits."""


def unique_rectangle(p: Position) -> set[Move]:
    """Four empty cells in two rows, columns and boxes that must not come down to two digits."""
    moves: set[Move] = set()
    for quad in p.rects:
        if any(len(p.cand.get(c, ())) < 2 for c in quad):
            continue
        for pair in {p.cand[c] for c in quad if len(p.cand[c]) == 2}:
            if all(p.cand[c] & pair for c in quad):
                moves |= _rectangle(p, quad, pair)
    return moves


def _rectangle(p: Position, quad: tuple[int, ...], pair: frozenset[int]) -> set[Move]:
    moves: set[Move] = set()
    more = {c: p.cand[c] - pair for c in quad if p.cand[c] - pair}
    if len(more) == 1:
        moves |= keep("Unique Rectangle 1", {(c, x) for c in more for x in pair & p.cand[c]})
    both = tuple(more)
    aligned = len(both) == 2 and set(both) not in ({quad[0], quad[3]}, {quad[1], quad[2]})
    if len(more) in (2, 3) and len(set(more.values())) == 1 and len(extra := min(more.values())) == 1:
        moves |= keep(f"Unique Rectangle {2 if aligned else 5}", p.seen_by_all(more, min(extra)))
    if len(more) == 2 and not aligned:
        moves |= _rectangle_wing(p, quad, pair, both)
    for _, cells in p.houses if len(more) == 2 else ():
        if set(both) <= set(cells):
            for x in pair:
                if set(p.places(cells, x)) == set(both):
                    (y,) = pair - {x}
                    moves |= keep("Unique Rectangle 4", {(c, y) for c in both if p.has(c, y)})
            moves |= _rectangle_subset(p, cells, more)
    for q, corner in enumerate(quad):
        opposite = quad[3 - q]
        lines = [cells for kind, cells in p.houses if kind in ("row", "col") and opposite in cells]
        for x in pair if p.cand[corner] == pair else ():
            (y,) = pair - {x}
            if all(len(p.places(cells, x)) == 2 and set(p.places(cells, x)) <= set(quad) for cells in lines):
                moves |= keep("Hidden Rectangle", {(opposite, y)} if p.has(opposite, y) else ())
    return moves


def _rectangle_subset(p: Position, cells: tuple[int, ...], more: dict[int, frozenset[int]]) -> set[Move]:
    moves: set[Move] = set()
    others = [c for c in cells if c in p.cand and c not in more]
    for size in (1, 2, 3):
        for chosen in combinations(others, size):
            digits = frozenset().union(*more.values(), *(p.cand[c] for c in chosen))
            if len(digits) == size + 1:
                gone: set[Candidate] = set()
                for z in digits:
                    holders = [c for c in more if z in more[c]] + [c for c in chosen if p.has(c, z)]
                    gone |= p.seen_by_all(holders, z)
                moves |= keep("Unique Rectangle 3", gone)
    return moves


def _rectangle_wing(p: Position, quad: tuple[int, ...], pair: frozenset[int], both: tuple[int, ...]) -> set[Move]:
    moves: set[Move] = set()
    for kind in ("row", "col"):
        lines = [cells for name, cells in p.houses if name == kind and len(set(cells) & set(quad)) == 2]
        for x in pair:
            if all(p.has(c, x) for c in quad) and all(set(p.places(cells, x)) <= set(quad) for cells in lines):
                moves |= keep("Unique Rectangle 6", {(c, x) for c in both})
    return moves


def avoidable_rectangle(p: Position) -> set[Move]:
    """Corners that were found or are empty, one move away from what could be exchanged."""
    moves: set[Move] = set()
    for quad in p.rects:
        if p.given & set(quad):
            continue
        empty = [c for c in quad if c in p.cand]
        for fill in _deadly_fills(p, quad) if len(empty) in (1, 2) else ():
            extras = {c: p.cand[c] - {fill[c]} for c in empty}
            if len(empty) == 1:
                moves |= keep("Avoidable Rectangle 1", {(c, fill[c]) for c in empty if p.has(c, fill[c])})
            elif all(len(p.cand[c]) == 2 and p.has(c, fill[c]) for c in empty) and len(set(extras.values())) == 1:
                moves |= keep("Avoidable Rectangle 2", p.seen_by_all(empty, min(extras[empty[0]])))
    return moves


def _deadly_fills(p: Position, quad: tuple[int, ...]) -> Iterator[dict[int, int]]:
    """Fillings x y / y x of a rectangle that agree with the digits placed."""
    for x in range(p.digits):
        for y in range(p.digits):
            fill = dict(zip(quad, (x, y, y, x), strict=True))
            if x != y and all(p.val[c] in (0, fill[c] + 1) for c in quad):
                yield fill


def escapes(p: Position, base: Pattern, names: tuple[str, str, str, str]) -> set[Move]:
    """What the types 1 to 4 conclude from a deadly pattern that must not come true."""
    extras = {c: p.cand[c] - base[c] for c in base if p.cand[c] - base[c]}
    union = frozenset().union(*extras.values())
    moves: set[Move] = set()
    if len(extras) == 1:
        return keep(names[0], {(c, x) for c in extras for x in base[c] if p.has(c, x)})
    if len(union) == 1:
        moves |= keep(names[1], p.seen_by_all(extras, min(union)))
    for _, cells in p.houses:
        if not set(extras) <= set(cells):
            continue
        if len(union) > 1:
            moves |= _pseudo_cell(p, cells, extras, names[2])
        for x in range(p.digits) if len(extras) == 2 else ():
            if set(p.places(cells, x)) == set(extras) and all(x in base[c] for c in extras):
                moves |= keep(names[3], {(c, y) for c in extras for y in base[c] - {x} if p.has(c, y)})
    return moves


def _pseudo_cell(p: Position, cells: tuple[int, ...], extras: Pattern, name: str) -> set[Move]:
    moves: set[Move] = set()
    others = [c for c in cells if c in p.cand and c not in extras]
    for size in (1, 2, 3):
        for chosen in combinations(others, size):
            digits = frozenset().union(*extras.values(), *(p.cand[c] for c in chosen))
            if len(digits) == size + 1:
                gone: set[Candidate] = set()
                for z in digits:
                    holders = [c for c in extras if z in extras[c]] + [c for c in chosen if p.has(c, z)]
                    gone |= p.seen_by_all(holders, z)
                moves |= keep(name, gone)
    return moves


def _types(name: str) -> tuple[str, str, str, str]:
    return f"{name} 1", f"{name} 2", f"{name} 3", f"{name} 4"


def extended_rectangle(p: Position) -> set[Move]:
    """Three or four columns of two lines in a band down to as many digits, but for one or two columns."""
    moves: set[Move] = set()
    lines = [h for h in p.houses if h[0] in ("row", "col")] if p.plain else []
    of = {c: {cells for _, cells in p.houses if c in cells} for c in p.cand}
    for (kind, one), (other, two) in combinations(lines, 2):
        columns = [
            (c, e)
            for c in one
            for e in two
            if kind == other and c in p.cand and e in p.cand and of[c] - {one} == of[e] - {two}
        ]
        columns = [pair for pair in columns if all(len(p.cand[c]) > 1 for c in pair)]
        for size in (3, 4) if p.digits <= 12 else (3,):
            for digits in map(frozenset, combinations(range(p.digits), size)):
                moves |= _columns(p, columns, digits)
    return moves


def _columns(p: Position, columns: list[tuple[int, int]], digits: frozenset[int]) -> set[Move]:
    clean = [pair for pair in columns if all(p.cand[c] <= digits for c in pair)]
    more = [pair for pair in columns if pair not in clean and all(p.cand[c] & digits for c in pair)]
    missing = len(digits) - len(clean)
    moves: set[Move] = set()
    for chosen in combinations(more, missing) if missing in (1, 2) else ():
        cells = [c for pair in (*clean, *chosen) for c in pair]
        moves |= escapes(p, dict.fromkeys(cells, digits), _types("Extended Rectangle"))
    return moves


def unique_loop(p: Position) -> set[Move]:
    """Six to fourteen cells with two digits in common, two cells or none in every house."""
    moves: set[Move] = set()
    for pair in map(frozenset, combinations(range(p.digits), 2)) if p.plain else ():
        cells = sorted(c for c in p.cand if pair <= p.cand[c])
        for start in cells:
            for found in _rings(p, pair, [c for c in cells if c >= start], frozenset([start])):
                if len(found) >= 6 and _two_colours(p, found):
                    moves |= escapes(p, dict.fromkeys(found, pair), _types("Unique Loop"))
    return moves


def _rings(p: Position, pair: frozenset[int], cells: list[int], inside: frozenset[int]) -> Iterator[frozenset[int]]:
    """Sets of cells that hold two cells or none of every house, grown where a cell is alone in a house."""
    extras = [p.cand[c] - pair for c in inside if p.cand[c] - pair]
    counts = [(len(inside.intersection(house)), house) for _, house in p.houses]
    if len(inside) > 14 or any(n > 2 for n, _ in counts) or (len(extras) > 2 and len(set().union(*extras)) > 1):
        return
    alone = [house for n, house in counts if n == 1]
    if not alone:
        yield inside
        return
    for c in cells:
        if c in alone[0] and c not in inside:
            yield from _rings(p, pair, cells, inside | {c})


def _two_colours(p: Position, cells: frozenset[int]) -> bool:
    """Whether cells that share a house can be coloured in turn."""
    colour = {min(cells): 0}
    queue = [min(cells)]
    for c in queue:
        for e in cells & p.peers[c]:
            if e not in colour:
                colour[e] = 1 - colour[c]
                queue.append(e)
            elif colour[e] == colour[c]:
                return False
    return len(colour) == len(cells)


def bug(p: Position) -> set[Move]:
    """All cells down to two digits and all digits to two places of a house, but for up to nine candidates."""
    many = sum(map(len, p.cand.values())) - 2 * len(p.cand)
    if not p.plain or not 1 <= many <= 9:
        return set()
    base = {c: cand if len(cand) == 2 else _scarce(p, c) for c, cand in p.cand.items()}
    counts = [sum(x in base.get(c, ()) for c in cells) for _, cells in p.houses for x in range(p.digits)]
    if any(len(digits) != 2 for digits in base.values()) or not set(counts) <= {0, 2}:
        return set()
    extras = [(c, x) for c in base for x in p.cand[c] - base[c]]
    if len(extras) == 1:
        return {("BUG+1", extras[0], frozenset())}
    moves = {m for m in escapes(p, base, ("", "BUG 2", "BUG 3", "BUG 4")) if m[0]}
    if len({x for _, x in extras}) > 1:
        hit = [{(c, y) for y in p.cand[c] - {x}} | p.seen_by_all([c], x) for c, x in extras]
        moves |= keep("BUG+n", frozenset.intersection(*map(frozenset, hit)))
    return moves


def _scarce(p: Position, c: int) -> frozenset[int]:
    houses = [cells for _, cells in p.houses if c in cells]
    return frozenset(x for x in p.cand[c] if any(len(p.places(cells, x)) <= 2 for cells in houses))


def bug_lite(p: Position) -> set[Move]:
    """Six to twelve cells with two digits each (one or two have a third), every digit twice or never in each house."""
    moves: set[Move] = set()
    for c in p.cand if p.plain else ():
        for x in p.cand[c] if len(p.cand[c]) == 3 else ():
            for base in _local(p, {c: p.cand[c] - {x}}):
                if len(base) >= 6 and len(set(base.values())) > 1:
                    moves |= escapes(p, base, ("BUG-Lite",) * 4)
    return moves


def _local(p: Position, base: Pattern) -> Iterator[Pattern]:
    """Patterns that contain this one, grown where a digit has one place in a house."""
    if len(base) > 12 or sum(len(p.cand[c]) == 3 for c in base) > 2:
        return
    wanting = None
    for _, cells in p.houses:
        for x in range(p.digits):
            n = sum(x in base.get(c, ()) for c in cells)
            if n > 2:
                return
            if n == 1 and wanting is None:
                wanting = cells, x
    if wanting is None:
        yield base
        return
    for c in wanting[0]:
        cand = p.cand.get(c, frozenset())
        if c in base or wanting[1] not in cand:
            continue
        forms = [cand] if len(cand) == 2 else [cand - {x} for x in cand - {wanting[1]}] if len(cand) == 3 else []
        for form in forms:
            yield from _local(p, base | {c: form})


def gurth(p: Position) -> set[Move]:
    """What symmetric givens leave of the cells that the symmetry leaves in place."""
    d = p.digits
    if not p.plain or len(p.val) != d * d:
        return set()
    maps: tuple[Callable[[int, int], tuple[int, int]], ...] = (
        lambda r, c: (d - 1 - r, d - 1 - c),
        lambda r, c: (c, d - 1 - r),
        lambda r, c: (c, r),
        lambda r, c: (d - 1 - c, d - 1 - r),
    )
    moves: set[Move] = set()
    for turn in maps:
        image = {c: turn(c // d, c % d)[0] * d + turn(c // d, c % d)[1] for c in range(d * d)}
        houses = {frozenset(cells) for _, cells in p.houses}
        becomes = {p.val[c]: p.val[image[c]] for c in p.given}
        regular = {frozenset(image[c] for c in cells) for cells in houses} == houses
        if not regular or {image[c] for c in p.given} != p.given or len(becomes) < d - 1:
            continue
        if len(set(becomes.values())) < len(becomes) or any(becomes[p.val[c]] != p.val[image[c]] for c in p.given):
            continue
        (lost,) = set(range(1, d + 1)) - becomes.keys() or {0}
        (new,) = set(range(1, d + 1)) - set(becomes.values()) or {0}
        becomes[lost] = new
        fixed = {x for x in range(d) if becomes[x + 1] == x + 1}
        moves |= keep("Gurth's Symmetry", {(c, x) for c in p.cand if image[c] == c for x in p.cand[c] - fixed})
    return moves


def nishio(p: Position) -> set[Move]:
    """Candidates after which the digit's only places left leave a house without one."""
    return {("Nishio", None, frozenset([(c, x)])) for c, cand in p.cand.items() for x in cand if _dead_end(p, c, x)}


def _dead_end(p: Position, c: int, x: int) -> bool:
    houses = [cells for _, cells in p.houses if p.places(cells, x)]
    left = {e for e in p.cand if p.has(e, x)} - p.peers[c]
    while True:
        only = [left.intersection(cells) for cells in houses]
        if not all(only):
            return True
        after = left - {e for places in only if len(places) == 1 for e in p.peers[min(places)]}
        if after == left:
            return False
        left = after


def templates(p: Position) -> set[Move]:
    """What all complete placements of a digit miss or share."""
    moves: set[Move] = set()
    for x in range(p.digits):
        houses = [tuple(p.places(cells, x)) for _, cells in p.houses if p.places(cells, x)]
        cells = {c for c in p.cand if p.has(c, x)}
        found = {c for template in _placements(p, houses, frozenset()) for c in template}
        moves |= keep("Template Delete", {(c, x) for c in cells - found})
        for places in houses:
            if len(places) > 1 and len(found.intersection(places)) == 1:
                moves.add(("Template Set", (min(found.intersection(places)), x), frozenset()))
    return moves


def _placements(p: Position, houses: list[tuple[int, ...]], placed: frozenset[int]) -> Iterator[frozenset[int]]:
    open_houses = [places for places in houses if placed.isdisjoint(places)]
    if not open_houses:
        yield placed
        return
    for c in min(open_houses, key=len):
        if not p.peers[c] & placed:
            yield from _placements(p, houses, placed | {c})


TWINS: dict[str, Callable[[Position], set[Move]]] = {
    "unique_rectangle": unique_rectangle, "avoidable_rectangle": avoidable_rectangle,
    "extended_rectangle": extended_rectangle, "unique_loop": unique_loop, "bug": bug, "bug_lite": bug_lite,
    "gurth": gurth, "nishio": nishio, "templates": templates,
}  # fmt: skip
"""Engine technique -> twin."""
