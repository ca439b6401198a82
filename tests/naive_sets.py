"""Twins of bent sets, 3D Medusa, chains of almost locked sets, Death Blossom and aligned exclusion.

Where a finder shows one of several patterns, its twin is in two parts: ``explains`` says whether a pattern proves what
it removes, ``needed`` which candidates all moves together must remove at least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise, product

from .naive import Candidate, Move, Position, almost_locked_sets

Set = tuple[frozenset[int], frozenset[int]]
"""(cells, digits)"""
WINGS = {4: "WXYZ-Wing", 5: "VWXYZ-Wing", 6: "UVWXYZ-Wing"}


def _keep(shape: str, elims: Iterable[Candidate]) -> set[Move]:
    gone = frozenset(elims)
    return {(shape, None, gone)} if gone else set()


def digits_of(p: Position, cells: Iterable[int]) -> frozenset[int]:
    """Candidates of the cells together."""
    return frozenset().union(*(p.cand[c] for c in cells))


def _loose(p: Position, cells: Iterable[int]) -> set[int]:
    """Digits two of whose places do not see each other."""
    return {x for a, c in combinations(cells, 2) if c not in p.peers[a] for x in p.cand[a] & p.cand[c]}


def _bent(p: Position, chosen: tuple[int, ...], rest: list[int], size: int) -> Iterator[tuple[int, ...]]:
    if len(chosen) == size:
        yield chosen
        return
    for k, c in enumerate(rest):
        grown = (*chosen, c)
        if len(digits_of(p, grown)) <= size and len(_loose(p, grown)) <= 1:
            yield from _bent(p, grown, rest[k + 1 :], size)


def wxyz_wing(p: Position) -> set[Move]:
    """n cells, n digits, one of them at most not confined to cells that see one another; nothing smaller inside."""
    moves: set[Move] = set()
    usable = [c for c, cand in p.cand.items() if 2 <= len(cand) <= 4]
    for size, name in WINGS.items():
        for cells in _bent(p, (), usable, size):
            parts = [part for k in range(1, size) for part in combinations(cells, k)]
            digits = digits_of(p, cells)
            if len(digits) != size or any(len(digits_of(p, part)) <= len(part) for part in parts):
                continue
            loose = _loose(p, cells)
            if not loose and any(set(cells) <= set(group) for _, group in p.groups):
                continue
            claimed = loose or digits
            gone = {e for z in claimed for e in p.seen_by_all([c for c in cells if p.has(c, z)], z)}
            moves |= _keep(name if loose else "Doubly linked WXYZ-Wing", gone)
    return moves


def _pairs(p: Position) -> list[tuple[Candidate, Candidate]]:
    """Candidates of which exactly one is true."""
    cells = [((c, min(cand)), (c, max(cand))) for c, cand in p.cand.items() if len(cand) == 2]
    return cells + [((a, x), (c, x)) for x in range(p.digits) for _, a, c in p.links(x)]


def _clusters(p: Position) -> Iterator[list[set[Candidate]]]:
    """The two colours of every cluster."""
    links: dict[Candidate, set[Candidate]] = {}
    for one, two in _pairs(p):
        links.setdefault(one, set()).add(two)
        links.setdefault(two, set()).add(one)
    while links:
        ring, colours = {min(links)}, [set[Candidate](), set[Candidate]()]
        k = 0
        while ring:
            colours[k] |= ring
            ring = {t for v in ring for t in links[v]} - colours[0] - colours[1]
            k = 1 - k
        for v in colours[0] | colours[1]:
            del links[v]
        yield colours


def _excluded(p: Position, colour: set[Candidate]) -> set[Candidate]:
    """Everything that is false when a colour is true, by one step."""
    gone = {(e, x) for c, x in colour for e in p.peers[c] if p.has(e, x)}
    return gone | {(c, y) for c, x in colour for y in p.cand[c] - {x}}


def medusa(p: Position) -> set[Move]:
    """Colours of all digits together."""
    moves: set[Move] = set()
    units = [{(c, x) for x in cand} for c, cand in p.cand.items()]
    units += [{(c, x) for c in p.places(cells, x)} for _, cells in p.houses for x in range(p.digits)]
    for colours in _clusters(p):
        if len({x for _, x in colours[0] | colours[1]}) < 2:
            continue
        out = [_excluded(p, colour) for colour in colours]
        found: set[Move] = set()
        for colour, gone in zip(colours, out, strict=True):
            if colour & gone:
                found |= _keep("3D Medusa Wrap", colour)
            elif any(unit and unit <= gone for unit in units):
                found |= _keep("3D Medusa Emptying", colour)
        moves |= found or _keep("3D Medusa Trap", out[0] & out[1])
    return moves


def _apart(p: Position, a: Set, c: Set, x: int) -> bool:
    """Whether every x of the one set sees every x of the other."""
    return all(set(p.places(c[0], x)) <= p.peers[e] for e in p.places(a[0], x))


def _common(p: Position, a: Set, c: Set, x: int) -> set[Candidate]:
    return p.seen_by_all(p.places(a[0] | c[0], x), x)


def chain_ends(p: Position, fewest: int, most: int, largest: int) -> set[Candidate]:
    """What chains of so many sets must remove: for two ends and a digit that no shorter chain joins."""
    sets = almost_locked_sets(p, largest)
    number = range(len(sets))
    near = [
        [(j, x) for j in number if j != i for x in sets[i][1] & sets[j][1] if _apart(p, sets[i], sets[j], x)]
        for i in number
    ]  # fmt: skip
    gone: set[Candidate] = set()
    for a in number:
        for z in sets[a][1]:
            if not p.seen_by_all(p.places(sets[a][0], z), z):
                continue
            ring, seen, ended = {(a, z)}, {(a, z)}, set[int]()
            for away in range(1, most):
                ring = {(j, x) for i, lost in ring for j, x in near[i] if x != lost and j != a} - seen
                seen |= ring
                fresh = {j for j, x in ring if x != z and z in sets[j][1]} - ended
                ended |= fresh
                for j in fresh if away + 1 >= fewest else ():
                    gone |= _common(p, sets[a], sets[j], z)
    return gone


def _is_set(p: Position, cells: frozenset[int]) -> bool:
    return len(digits_of(p, cells)) == len(cells) + 1 and any(cells <= set(group) for _, group in p.groups)


def chain_explains(p: Position, parts: list[frozenset[int]], gone: frozenset[Candidate]) -> bool:
    """Whether the sets, in this order, are linked by digits that change from link to link and prove ``gone``."""
    sets = [(cells, digits_of(p, cells)) for cells in parts]
    links = [[x for x in a[1] & c[1] if _apart(p, a, c, x)] for a, c in pairwise(sets)]
    first, last = sets[0], sets[-1]
    return all(_is_set(p, cells) for cells in parts) and any(
        gone == {e for z in (first[1] & last[1]) - {way[0], way[-1]} for e in _common(p, first, last, z)}
        for way in product(*links)
        if all(x != y for x, y in pairwise(way))
    )


def als_w_wing(p: Position) -> set[Move]:
    """Two sets, one of several cells, each of which sees with all its x one end of a link on x."""
    moves: set[Move] = set()
    sets = almost_locked_sets(p)
    for x in range(p.digits):
        for _, u, v in p.links(x):
            tied = [
                [a for a in sets if x in a[1] and set(p.places(a[0], x)) <= p.peers[e] and o not in a[0]]
                for e, o in ((u, v), (v, u))
            ]  # fmt: skip
            for a, c in product(*tied):
                if a != c and len(a[0]) + len(c[0]) > 2:
                    gone = {e for z in (a[1] & c[1]) - {x} for e in _common(p, a, c, z)}
                    moves |= _keep("ALS-W-Wing", gone)
    return moves


def blossom_needed(p: Position) -> set[Candidate]:
    """Candidates that petals of every digit of some stem reach."""
    sets = almost_locked_sets(p, 5)
    gone: set[Candidate] = set()
    for stem, cand in p.cand.items():
        if not 3 <= len(cand) <= 5:
            continue
        petals = {x: [a for a in sets if x in a[1] and set(p.places(a[0], x)) <= p.peers[stem]] for x in cand}
        for z in set(range(p.digits)) - cand:
            reached = [
                {e for a in petals[x] if z in a[1] for e in p.seen_by_all(p.places(a[0], z), z)} for x in cand
            ]  # fmt: skip
            gone |= set.intersection(*reached)
    return gone


def blossom_explains(p: Position, parts: list[frozenset[int]], gone: frozenset[Candidate]) -> bool:
    """Whether the first part is a stem and the others are petals of its digits that prove ``gone``."""
    (stem,), petals = parts[0], parts[1:]
    tied = all(set(p.places(a, x)) <= p.peers[stem] for a, x in zip(petals, sorted(p.cand[stem]), strict=True))
    holds = all(x in digits_of(p, a) for a, x in zip(petals, sorted(p.cand[stem]), strict=True))
    (z,) = {x for _, x in gone}
    reached = [p.seen_by_all(p.places(a, z), z) for a in petals if p.places(a, z)]
    proved = len(reached) == len(petals) and gone == set.intersection(*reached)
    return tied and holds and proved and z not in p.cand[stem] and all(_is_set(p, a) for a in petals)


def aligned_pair(p: Position) -> set[Move]:
    """Pairs of cells, all combinations tried."""
    moves: set[Move] = set()
    sets = almost_locked_sets(p, 4)
    shows = {
        c: [
            (k, x)
            for k, (cells, digits) in enumerate(sets)
            for x in digits & cand
            if {*p.places(cells, x)} <= p.peers[c]
        ]
        for c, cand in p.cand.items()
    }
    for a, c in combinations([c for c, cand in p.cand.items() if len(cand) > 1], 2):
        beside: dict[int, set[int]] = {}
        for k, y in shows[c]:
            beside.setdefault(k, set()).add(y)
        refuted = {(x, y) for k, x in shows[a] for y in beside.get(k, ()) if x != y}
        alive = {
            (x, y) for x in p.cand[a] for y in p.cand[c] if (x, y) not in refuted and not (x == y and c in p.peers[a])
        }
        gone = {(a, x) for x in p.cand[a] - {x for x, _ in alive}} | {(c, y) for y in p.cand[c] - {y for _, y in alive}}
        moves |= _keep("Aligned Pair Exclusion", gone)
    return moves


def _possible(p: Position, cells: tuple[int, ...], digits: tuple[int, ...]) -> bool:
    """Whether digits in three cells leave something to each other and to all cells of two or three candidates."""
    for (a, x), (c, y) in combinations(zip(cells, digits, strict=True), 2):
        if x == y and c in p.peers[a]:
            return False
        if any(p.cand.get(e) == {x, y} and x != y for e in p.peers[a] & p.peers[c]):
            return False
    around = p.peers[cells[0]] & p.peers[cells[1]] & p.peers[cells[2]]
    return not any(1 < len(p.cand.get(e, ())) < 4 and p.cand[e] <= set(digits) for e in around)


def aligned_triple(p: Position) -> set[Move]:
    """Triples of cells that two cells of two or three candidates see, all combinations tried."""
    moves: set[Move] = set()
    small = {c for c, cand in p.cand.items() if 2 <= len(cand) <= 3}
    for cells in combinations([c for c, cand in p.cand.items() if 2 <= len(cand) <= 5], 3):
        if len(small & p.peers[cells[0]] & p.peers[cells[1]] & p.peers[cells[2]]) < 2:
            continue
        alive = [w for w in product(*(p.cand[c] for c in cells)) if _possible(p, cells, w)]
        gone = {(c, x) for k, c in enumerate(cells) for x in p.cand[c] - {w[k] for w in alive}}
        moves |= _keep("Aligned Triple Exclusion", gone)
    return moves


TWINS: dict[str, Callable[[Position], set[Move]]] = {
    "wxyz_wing": wxyz_wing, "medusa": medusa, "als_w_wing": als_w_wing, "aligned_pair": aligned_pair,
    "aligned_triple": aligned_triple,
}  # fmt: skip
"""Engine name -> twin that finds exactly the same moves."""

Explains = Callable[[Position, list[frozenset[int]], frozenset[Candidate]], bool]
PARTS: dict[str, tuple[Explains, Callable[[Position], set[Candidate]]]] = {
    "als_xy_wing": (chain_explains, lambda p: chain_ends(p, 3, 3, 6)),
    "als_chain": (chain_explains, lambda p: chain_ends(p, 4, 5, 5)),
    "death_blossom": (blossom_explains, blossom_needed),
}
"""Engine name -> whether a pattern (sets of cells, in order) proves its conclusion, and what must be removed."""
