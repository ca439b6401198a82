"""Slow and obvious twins of the finders: sets and dicts, no numba, nothing shared with the engine.

Every function takes a :class:`Position` and returns a set of moves ``(shape, placement or None, eliminations)``; cells
and digits are 0-based here, as in kernels. Chains and forcing live in ``tests.naive_chains``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

Candidate = tuple[int, int]
"""(cell, digit)"""
Move = tuple[str, Candidate | None, frozenset[Candidate]]
House = tuple[str, tuple[int, ...]]
"""(kind, cells)"""
SIZES = {2: "Pair", 3: "Triple", 4: "Quad"}
FISH = {2: "X-Wing", 3: "Swordfish", 4: "Jellyfish"}


@dataclass
class Position:
    """Candidates of the empty cells (``cand``), digits of the others (``val``, 0 = empty), all-different groups."""

    digits: int
    cand: dict[int, frozenset[int]]
    val: list[int]
    groups: list[House]
    rects: list[tuple[int, int, int, int]] = field(default_factory=list)
    plain: bool = True
    given: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        self.houses = [g for g in self.groups if len(g[1]) == self.digits]
        self.peers: dict[int, set[int]] = {c: set() for c in range(len(self.val))}
        for _, cells in self.groups:
            for c in cells:
                self.peers[c] |= set(cells) - {c}

    def has(self, c: int, x: int) -> bool:
        """Whether candidate x is left in cell c."""
        return x in self.cand.get(c, ())

    def places(self, cells: Iterable[int], x: int) -> list[int]:
        """Those of the cells that have the candidate."""
        return [c for c in cells if self.has(c, x)]

    def seen_by_all(self, cells: Iterable[int], x: int) -> set[Candidate]:
        """Candidates x that every one of the cells sees."""
        left = set(self.cand)
        for c in cells:
            left &= self.peers[c]
        return {(c, x) for c in left if self.has(c, x)}

    def links(self, x: int) -> list[tuple[House, int, int]]:
        """Houses with two places for x."""
        found = [(h, self.places(h[1], x)) for h in self.houses]
        return [(h, two[0], two[1]) for h, two in found if len(two) == 2]


def keep(shape: str, elims: Iterable[Candidate]) -> set[Move]:
    """The move with these eliminations, if there are any."""
    gone = frozenset(elims)
    return {(shape, None, gone)} if gone else set()


def full_house(p: Position) -> set[Move]:
    """Houses with one empty cell."""
    moves: set[Move] = set()
    for _, cells in p.houses:
        empty = [c for c in cells if c in p.cand]
        if len(empty) == 1:
            moves |= {("Full House", (empty[0], x), frozenset()) for x in p.cand[empty[0]]}
    return moves


def hidden_single(p: Position) -> set[Move]:
    """Digits with one place in a house."""
    names = {"box": "Hidden Single (box)", "row": "Hidden Single (line)", "col": "Hidden Single (line)"}
    return {
        (names.get(kind, "Hidden Single (region)"), (only[0], x), frozenset())
        for kind, cells in p.houses
        for x in range(p.digits)
        if len(only := p.places(cells, x)) == 1
    }


def naked_single(p: Position) -> set[Move]:
    """Cells with one candidate."""
    return {("Naked Single", (c, min(cand)), frozenset()) for c, cand in p.cand.items() if len(cand) == 1}


def locked_candidates(p: Position) -> set[Move]:
    """Digits all of whose places in a house see a cell outside it."""
    moves: set[Move] = set()
    names = {"box": "Pointing", "row": "Claiming", "col": "Claiming"}
    for kind, cells in p.houses:
        for x in range(p.digits):
            places = p.places(cells, x)
            if len(places) >= 2:
                outside = {e for e in p.seen_by_all(places, x) if e[0] not in cells}
                moves |= keep(names.get(kind, "Locked Candidates"), outside)
    return moves


def _naked_sets(p: Position, cells: Iterable[int], size: int) -> Iterator[tuple[tuple[int, ...], frozenset[int]]]:
    usable = [c for c in cells if 2 <= len(p.cand.get(c, ())) <= size]
    for chosen in combinations(usable, size):
        digits = frozenset().union(*(p.cand[c] for c in chosen))
        if len(digits) == size:
            yield chosen, digits


def naked_subset(p: Position, size: int) -> set[Move]:
    """n cells of a group with n digits."""
    moves: set[Move] = set()
    for _, cells in p.groups:
        for chosen, digits in _naked_sets(p, cells, size):
            rest = [c for c in cells if c not in chosen]
            moves |= keep(f"Naked {SIZES[size]}", {(c, x) for c in rest for x in digits if p.has(c, x)})
    return moves


def locked_subset(p: Position, size: int) -> set[Move]:
    """The same in two groups at once, with eliminations that only the one and only the other gives."""
    moves: set[Move] = set()
    for (_, one), (_, two) in combinations(p.groups, 2):
        for chosen, digits in _naked_sets(p, [c for c in one if c in two], size):
            gone = {(c, x) for c in {*one, *two} - {*chosen} for x in digits if p.has(c, x)}
            where = {c for c, _ in gone}
            if where & (set(one) - set(two)) and where & (set(two) - set(one)):
                moves |= keep(f"Locked {SIZES[size]}", gone)
    return moves


def hidden_subset(p: Position, size: int) -> set[Move]:
    """n digits with n places in a house."""
    moves: set[Move] = set()
    for _, cells in p.houses:
        where = {x: set(p.places(cells, x)) for x in range(p.digits)}
        usable = [x for x in where if 2 <= len(where[x]) <= size]
        for chosen in combinations(usable, size):
            places = set().union(*(where[x] for x in chosen))
            if len(places) == size:
                moves |= keep(f"Hidden {SIZES[size]}", {(c, y) for c in places for y in p.cand[c] if y not in chosen})
    return moves


def _fish_bases(p: Position, size: int) -> Iterator[tuple[int, list[list[int]], list[tuple[int, ...]]]]:
    """(digit, places of each base line, cover lines that have any of them)."""
    for base, cover in (("row", "col"), ("col", "row")):
        lines = [cells for kind, cells in p.houses if kind == base]
        across = [cells for kind, cells in p.houses if kind == cover]
        for x in range(p.digits):
            usable = [places for cells in lines if len(places := p.places(cells, x)) >= 2]
            for chosen in combinations(usable, size):
                places = {c for line in chosen for c in line}
                yield x, list(chosen), [cells for cells in across if places & set(cells)]


def fish(p: Position, size: int) -> set[Move]:
    """n lines whose places for a digit lie on n cross lines."""
    moves: set[Move] = set()
    for x, base, covers in _fish_bases(p, size):
        if len(covers) == size:
            body = {c for line in base for c in line}
            moves |= keep(FISH[size], {(c, x) for cover in covers for c in p.places(cover, x) if c not in body})
    return moves


def finned_fish(p: Position, size: int) -> set[Move]:
    """n lines and n cross lines with extra places: what every extra place sees, too."""
    moves: set[Move] = set()
    for x, base, covers in _fish_bases(p, size):
        places = {c for line in base for c in line}
        for chosen in combinations(covers, size) if size < len(covers) <= size + 2 else ():
            covered = {c for cover in chosen for c in cover}
            fins = places - covered
            body = [len(covered & set(line)) for line in base]
            targets = {(c, x) for c in covered if p.has(c, x) and c not in places}
            if min(body) >= 1:
                name = f"{'Sashimi' if min(body) == 1 else 'Finned'} {FISH[size]}"
                moves |= keep(name, targets & p.seen_by_all(fins, x))
    return moves


def turbot(p: Position, shape: str) -> set[Move]:
    """Two links of a digit with near ends that see each other."""
    moves: set[Move] = set()
    for x in range(p.digits):
        for one, two in combinations(p.links(x), 2):
            kinds = {one[0][0], two[0][0]}
            name = "Turbot Fish"
            if kinds in ({"row"}, {"col"}):
                name = "Skyscraper"
            elif kinds == {"row", "col"}:
                name = "2-String Kite"
            if name != shape or {*one[1:]} & {*two[1:]}:
                continue
            for near, far in (one[1:], one[:0:-1]):
                for close, away in (two[1:], two[:0:-1]):
                    if close in p.peers[near]:
                        moves |= keep(name, p.seen_by_all((far, away), x))
    return moves


def empty_rectangle(p: Position) -> set[Move]:
    """A link outside a box; the box places its near end does not see, and what these and the far end see."""
    moves: set[Move] = set()
    for x in range(p.digits):
        for kind, box in p.houses:
            places = p.places(box, x)
            if kind in ("row", "col") or len(places) < 2:
                continue
            for _, one, two in p.links(x):
                for near, far in ((one, two), (two, one)):
                    rest = [c for c in places if c not in p.peers[near]]
                    if near not in box and far not in box and 0 < len(rest) < len(places):
                        moves |= keep("Empty Rectangle", p.seen_by_all([far, *rest], x) - {(near, x)})
    return moves


def simple_colouring(p: Position) -> set[Move]:
    """Clusters of links of a digit in two colours."""
    moves: set[Move] = set()
    for x in range(p.digits):
        colour: dict[int, int] = {}
        pairs = [link[1:] for link in p.links(x)]
        for start in [c for pair in pairs for c in pair]:
            if start in colour:
                continue
            cluster = {start: 0}
            while grown := {
                b: 1 - cluster[a] for q in pairs for a, b in (q, q[::-1]) if a in cluster and b not in cluster
            }:
                cluster |= grown
            colour |= cluster
            if len(cluster) < 3:
                continue
            sides = [[c for c in cluster if cluster[c] == k] for k in (0, 1)]
            for side in sides:
                if any(a in p.peers[c] for a, c in combinations(side, 2)):
                    moves |= keep("Simple Colouring Wrap", {(c, x) for c in side})
            trapped = [c for c in p.cand if p.has(c, x) and c not in cluster and all(p.peers[c] & {*s} for s in sides)]
            moves |= keep("Simple Colouring Trap", {(c, x) for c in trapped})
    return moves


def y_wing(p: Position, size: int) -> set[Move]:
    """Pivot of ``size`` digits and two wings of two, three digits in all."""
    moves: set[Move] = set()
    for pivot, cand in p.cand.items():
        wings = [c for c in p.peers[pivot] if len(p.cand.get(c, ())) == 2]
        for a, b in combinations(wings, 2) if len(cand) == size else ():
            shared = p.cand[a] & p.cand[b]
            if len(shared) != 1 or len(cand | p.cand[a] | p.cand[b]) != 3 or (size == 2 and shared & cand):
                continue
            z = min(shared)
            if size == 2:
                moves |= keep("Y-Wing", p.seen_by_all((a, b), z))
            else:
                moves |= keep("XYZ-Wing", p.seen_by_all((a, b, pivot), z))
    return moves


def w_wing(p: Position) -> set[Move]:
    """Two equal cells of two digits joined by a link."""
    moves: set[Move] = set()
    pairs = [c for c, cand in p.cand.items() if len(cand) == 2]
    for a, b in combinations(pairs, 2):
        if p.cand[a] != p.cand[b] or a in p.peers[b]:
            continue
        for x, y in (tuple(p.cand[a]), tuple(p.cand[a])[::-1]):
            for _, u, v in p.links(x):
                if (u in p.peers[a] and v in p.peers[b]) or (v in p.peers[a] and u in p.peers[b]):
                    moves |= keep("W-Wing", p.seen_by_all((a, b), y))
    return moves


def remote_pairs(p: Position) -> set[Move]:
    """Equal cells of two digits an odd number, three or more, of links apart."""
    moves: set[Move] = set()
    for a, cand in p.cand.items():
        if len(cand) != 2:
            continue
        ring, seen, away = {a}, {a}, 0
        while ring:
            ring = {c for e in ring for c in p.peers[e] if p.cand.get(c) == cand} - seen
            seen |= ring
            away += 1
            for b in ring if away >= 3 and away % 2 == 1 else ():
                gone = {e for x in cand for e in p.seen_by_all((a, b), x)}
                moves |= keep("Remote Pairs", gone)
    return moves


def almost_locked_sets(p: Position, largest: int = 6) -> list[tuple[frozenset[int], frozenset[int]]]:
    """(cells, digits): up to ``largest`` cells of a group with one digit more than cells."""
    found: dict[frozenset[int], frozenset[int]] = {}
    for _, cells in p.groups:
        empty = [c for c in cells if len(p.cand.get(c, ())) >= 2]
        for size in range(1, largest + 1):
            for chosen in combinations(empty, size):
                digits = frozenset().union(*(p.cand[c] for c in chosen))
                if len(digits) == size + 1:
                    found[frozenset(chosen)] = digits
    return list(found.items())


def als_xz(p: Position) -> set[Move]:
    """Two almost locked sets with one or two digits that cannot be in both."""
    moves: set[Move] = set()
    sets = [(cells, digits, {x: p.places(cells, x) for x in digits}) for cells, digits in almost_locked_sets(p)]
    for (a, da, pa), (b, db, pb) in combinations(sets, 2):
        if len(da & db) < 2:
            continue
        apart = {x for x in da & db if all(set(pb[x]) <= p.peers[c] for c in pa[x])}
        for x in apart:
            for z in da & db - {x}:
                moves |= keep("ALS-XZ", p.seen_by_all(pa[z] + pb[z], z))
        if len(apart) == 2 and not a & b:
            gone = {e for x in apart for e in p.seen_by_all(pa[x] + pb[x], x)}
            gone |= {e for x in da - apart for e in p.seen_by_all(pa[x], x)}
            gone |= {e for x in db - apart for e in p.seen_by_all(pb[x], x)}
            moves |= keep("Doubly linked ALS-XZ", gone)
    return moves


def _subsets(cells: list[int], sizes: Iterable[int]) -> Iterator[tuple[int, ...]]:
    for size in sizes:
        yield from combinations(cells, size)


def sue_de_coq(p: Position) -> set[Move]:
    """Crossing cells of a line and a box, and cells on both sides, together with as many digits as cells."""
    moves: set[Move] = set()
    lines = [cells for kind, cells in p.houses if kind in ("row", "col")]
    boxes = [cells for kind, cells in p.houses if kind not in ("row", "col")]
    union: Callable[[Iterable[int]], frozenset[int]] = lambda cells: frozenset().union(*(p.cand[c] for c in cells))  # noqa: E731
    for line, box in ((line, box) for line in lines for box in boxes):
        both = [c for c in line if c in box and c in p.cand]
        on_line = [c for c in line if c not in box and c in p.cand]
        on_box = [c for c in box if c not in line and c in p.cand]
        for cross in _subsets(both, range(2, len(both) + 1)):
            middle = union(cross)
            if len(middle) < len(cross) + 2:
                continue
            for a in _subsets(on_line, range(1, 5)):
                mine = union(a)
                for b in _subsets(on_box, range(1, 5)) if mine & middle and len(mine - middle) < len(a) else ():
                    other = union(b)
                    if mine & other or not other & middle or len(middle | mine | other) != len(cross + a + b):
                        continue
                    gone = {(c, x) for c in line for x in (middle - other) | mine if p.has(c, x)}
                    gone |= {(c, x) for c in box for x in (middle - mine) | other if p.has(c, x)}
                    moves |= keep("Sue de Coq", {e for e in gone if e[0] not in cross + a + b})
    return moves


def _sized(finder: Callable[[Position, int], set[Move]], size: int) -> Callable[[Position], set[Move]]:
    return lambda p: finder(p, size)


TWINS: dict[str, Callable[[Position], set[Move]]] = {
    "full_house": full_house, "hidden_single": hidden_single, "naked_single": naked_single,
    "locked_candidates": locked_candidates, "locked_pair": _sized(locked_subset, 2),
    "locked_triple": _sized(locked_subset, 3), "naked_pair": _sized(naked_subset, 2),
    "naked_triple": _sized(naked_subset, 3), "naked_quad": _sized(naked_subset, 4),
    "hidden_pair": _sized(hidden_subset, 2), "hidden_triple": _sized(hidden_subset, 3),
    "hidden_quad": _sized(hidden_subset, 4), "x_wing": _sized(fish, 2), "swordfish": _sized(fish, 3),
    "jellyfish": _sized(fish, 4), "finned_x_wing": _sized(finned_fish, 2), "finned_swordfish": _sized(finned_fish, 3),
    "finned_jellyfish": _sized(finned_fish, 4), "skyscraper": lambda p: turbot(p, "Skyscraper"),
    "kite": lambda p: turbot(p, "2-String Kite"), "turbot": lambda p: turbot(p, "Turbot Fish"),
    "empty_rectangle": empty_rectangle, "simple_colouring": simple_colouring, "y_wing": _sized(y_wing, 2),
    "xyz_wing": _sized(y_wing, 3), "w_wing": w_wing, "remote_pairs": remote_pairs,
    "als_xz": als_xz, "sue_de_coq": sue_de_coq,
}  # fmt: skip
"""Engine name -> twin that finds exactly the same moves."""
