"""Slow and obvious twins of the techniques that take rules together in a house: everything is written out.

They continue :mod:`.rule_twins` and take the same positions; cells and digits are 0-based.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product
from math import prod

from pencilmark.techniques import together
from pencilmark.techniques.counting import MOST_LINES
from pencilmark.techniques.local import MOST_WAYS
from tests.naive import Candidate, Move

from .rule_twins import Filling, Row, RulePosition, gone_as

Cells = Sequence[int]


def _open(p: RulePosition, cells: Iterable[int]) -> list[int]:
    return [c for c in cells if c in p.cand]


def _fit(p: RulePosition, c: int, x: int, e: int, y: int) -> bool:
    """Whether all pair rules between two cells allow these digits."""
    return all(y in pair.fits[x] for pair in p.scene.pairs if (pair.here, pair.there) == (c, e))


def _joined(p: RulePosition, c: int, e: int) -> bool:
    return any((pair.here, pair.there) == (c, e) for pair in p.scene.pairs)


def line_scan(p: RulePosition) -> set[Move]:
    """Candidates of a cell and two partners that need both partners to hold the same digit, though they differ."""
    moves: set[Move] = set()
    for one, two in combinations(p.scene.pairs, 2):
        c, a, e = one.here, one.there, two.there
        if two.here != c or not {a, c, e} <= p.cand.keys() or e not in p.scene.peers[a]:
            continue
        peers = p.scene.peers[c]
        each = [
            (x, y, z)
            for x in p.cand[c] for y in one.fits[x] & p.cand[a] for z in two.fits[x] & p.cand[e]
            if not (a in peers and x == y) and not (e in peers and x == z)
        ]  # fmt: skip
        good = [way for way in each if way[1] != way[2]]
        gone = {(k, x) for i, k in enumerate((c, a, e)) for x in {w[i] for w in each} - {w[i] for w in good}}
        moves |= gone_as("Local Line Scan", gone)
    return moves


def _components(p: RulePosition, house: Cells) -> list[list[int]]:
    """The open cells of a house that pair rules join, as far as there are two of them."""
    left, found = _open(p, house), []
    while left:
        part = [left.pop(0)]
        while near := [e for e in left if any(_joined(p, c, e) for c in part)]:
            part += near
            left = [e for e in left if e not in near]
        found.append(part)
    return [part for part in found if len(part) > 1]


def _ways(p: RulePosition, part: Cells) -> int:
    if len(part) > 2:
        return prod(len(p.cand[c]) for c in part)
    c, e = part
    return sum(x != y and _fit(p, c, x, e, y) for x in p.cand[c] for y in p.cand[e])


def domino_pairs(p: RulePosition) -> set[Move]:
    """Candidates that no way to fill the marked cells of a house has, or leaves to its other cells."""
    moves: set[Move] = set()
    for house in p.scene.houses:
        parts = _components(p, house)
        if sum(map(len, parts)) > 3 and prod(_ways(p, part) for part in parts) > MOST_WAYS:
            parts = [part for part in parts if len(part) == 2]
        marked = [c for part in parts for c in part]
        if len(marked) < 3 or prod(_ways(p, part) for part in parts) > MOST_WAYS:
            continue
        rest = [c for c in _open(p, house) if c not in marked]
        digits = set(range(p.scene.puzzle.digits)) - {p.val[c] for c in house if c in p.val}
        good = []
        for way in _fillings_of(p, marked):
            beyond = digits - set(way.values())
            if all(any(x in p.cand[c] for c in rest) for x in beyond):
                good.append((way, beyond))
        if good:
            gone = {(c, x) for c in marked for x in p.cand[c] - {way[c] for way, _ in good}}
            later = set().union(*(beyond for _, beyond in good))
            moves |= gone_as("Domino Pairs", gone | {(c, x) for c in rest for x in p.cand[c] - later})
    return moves


def _fillings_of(p: RulePosition, cells: Cells) -> Iterator[Filling]:
    """Fillings of cells of one house that obey the pair rules between them."""
    grid: Filling = {}

    def fill(i: int) -> Iterator[Filling]:
        if i == len(cells):
            yield dict(grid)
            return
        c = cells[i]
        for x in sorted(p.cand[c]):
            if x not in grid.values() and all(_fit(p, e, y, c, x) for e, y in grid.items()):
                grid[c] = x
                yield from fill(i + 1)
                del grid[c]

    return fill(0)


def classes(d: int) -> list[frozenset[int]]:
    """Odd, even, low, high; three thirds where the digits allow it (0-based)."""
    found = [range(0, d, 2), range(1, d, 2), range(d // 2), range(d - d // 2, d)]
    found += [range(i * d // 3, (i + 1) * d // 3) for i in range(3 if d % 3 == 0 else 0)]
    return [frozenset(digits) for digits in found]


def class_counting(p: RulePosition) -> set[Move]:
    """Cells without which a house still counts all digits of a class lose the class."""
    moves: set[Move] = set()
    for house in p.scene.houses:
        empty = _open(p, house)
        placed = {p.val[c] for c in house if c in p.val}
        for digits in classes(p.scene.puzzle.digits):
            need = len(digits - placed)
            if need == 0 or sum(p.cand[c] <= digits for c in empty) >= need:
                continue
            edges = [(c, e) for c, e in combinations(empty, 2) if _one_of(p, c, e, digits)]
            for line in (None, *(row for row in p.scene.rows if _is_line(row))):
                own = _open(p, line.places) if line else []
                own = [c for c in own if c in house]
                if line and len(own) < 2:
                    continue
                least = min((sum(w[c] in digits for c in own) for w in p.fillings(line)), default=0) if line else 0
                if line and not least:
                    continue
                free = [c for c in empty if c not in own]
                if least + _units(p, free, edges, digits) < need:
                    continue
                out = [c for c in free if not p.cand[c] <= digits
                       and least + _units(p, [e for e in free if e != c], edges, digits) >= need]  # fmt: skip
                moves |= gone_as("Class Counting", {(c, x) for c in out for x in p.cand[c] & digits})
    return moves


def _is_line(row: Row) -> bool:
    return row.stated and row.twin is None and row.many != "Sum Bounds" and len(row.places) == len(row.cells)


def _one_of(p: RulePosition, c: int, e: int, digits: frozenset[int]) -> bool:
    """Whether a pair rule joins two cells so that one of them, which could do without, holds a digit of the class."""
    here, there = p.cand[c] - digits, p.cand[e] - digits
    if not here or not there or not _joined(p, c, e):
        return False
    return not any(x != y and _fit(p, c, x, e, y) for x in here for y in there)


def _units(p: RulePosition, cells: Cells, edges: Sequence[tuple[int, int]], digits: frozenset[int]) -> int:
    """Cells of the class, and the largest number of disjoint pairs."""
    sure = [c for c in cells if p.cand[c] <= digits]
    left = [edge for edge in edges if set(edge) <= set(cells)]

    def most(some: Sequence[tuple[int, int]]) -> int:
        if not some:
            return 0
        first, *rest = some
        return max(most(rest), 1 + most([edge for edge in rest if not set(edge) & set(first)]))

    return len(sure) + most(left)


def equal_colouring(p: RulePosition) -> set[Move]:
    """What classes of equal cells cannot hold."""
    scene = p.scene
    links: list[tuple[int, int, bool]] = [
        (q.here, q.there, False) for q in scene.pairs if q.equal and q.here in p.cand and q.there in p.cand
    ]
    masks = p.masks()
    for c in p.cand:
        for house in scene.houses:
            if c not in house:
                spots = [e for e in house if e not in scene.peers[c] and masks[e] & p.cand[c]]
                if len(spots) == 1 and spots[0] in p.cand:
                    links.append((c, spots[0], True))
    moves: set[Move] = set()
    left = set(p.cand)
    while left:
        group = {left.pop()}
        while near := {k for a, e, _ in links for k in (a, e) if {a, e} & group} - group:
            group |= near
        left -= group
        if len(group) < 2 or (len(group) == 2 and not any(copied and {a, e} <= group for a, e, copied in links)):
            continue
        seen = set().union(*(scene.peers[c] for c in group))
        shared = frozenset.intersection(*(p.cand[c] for c in group))
        false = {x for x in shared if seen & group or _starved(p, seen, x)}
        moves |= gone_as("Equal-Digit Colouring", {(c, x) for c in group for x in p.cand[c] - (shared - false)})
    return moves


def _starved(p: RulePosition, seen: set[int], x: int) -> bool:
    spots = [{c for c in house if x in p.cand.get(c, ())} for house in p.scene.houses]
    return any(some and some <= seen for some in spots)


def _short(p: RulePosition, row: Row) -> bool:
    plain = row.stated and row.twin is None and len(row.places) == len(row.cells)
    return plain and 2 <= len(p.empty(row)) <= together.WIDEST


def _few(p: RulePosition, row: Row) -> bool:
    return len(set().union(*(p.cand[c] for c in p.empty(row)))) <= together.MOST_DIGITS


def _closed(p: RulePosition, row: Row) -> bool:
    left = p.supports(row)
    return left is not None and all(left[c] == p.cand[c] for c in p.empty(row))


def _lost(p: RulePosition, cells: Cells, ways: Sequence[Filling]) -> set[Candidate]:
    return {(c, x) for c in cells for x in p.cand[c] - {way[c] for way in ways}}


def _sets(p: RulePosition, row: Row) -> list[tuple[frozenset[int], Filling]]:
    """Fillings of a row with the digits of its open cells."""
    return [(frozenset(way[c] for c in p.empty(row)), way) for way in p.fillings(row)]


def line_sets(p: RulePosition) -> set[Move]:
    """Candidates in no two fillings of two lines of a house that share no digit."""
    moves: set[Move] = set()
    rows = [row for row in p.scene.rows if _short(p, row)]
    for k, q in combinations(rows, 2):
        both = set(k.places) | set(q.places)
        if k.many == q.many == "Sum Bounds" or set(k.places) & set(q.places) or not _few(p, k):
            continue
        if not any(both <= set(house) for house in p.scene.houses) or not (_closed(p, k) and _closed(p, q)):
            continue
        here, there = _sets(p, k), _sets(p, q)
        good = {(s, t) for s, t in product({s for s, _ in here}, {t for t, _ in there}) if not s & t}
        if good:
            gone = _lost(p, p.empty(k), [way for s, way in here if s in {s for s, _ in good}])
            gone |= _lost(p, p.empty(q), [way for t, way in there if t in {t for _, t in good}])
            moves |= gone_as("Line Sets in a House", gone)
    return moves


def cage_positions(p: RulePosition) -> set[Move]:
    """Candidates of a sum in no filling with all digits that have no place elsewhere in the house."""
    moves: set[Move] = set()
    for row in p.scene.rows:
        if row.many != "Sum Bounds" or not _short(p, row) or not _few(p, row):
            continue
        for house in p.scene.houses:
            if not set(row.places) <= set(house):
                continue
            spots = {x: {c for c in house if x in p.cand.get(c, ())} for x in range(p.scene.puzzle.digits)}
            wanted = {x for x, some in spots.items() if some and some <= set(row.places)}
            if not wanted or not _closed(p, row) or all(wanted <= s for s, _ in _sets(p, row)):
                continue
            good = [way for s, way in _sets(p, row) if wanted <= s]
            if good:
                moves |= gone_as("Cage Positions", _lost(p, p.empty(row), good))
    return moves


def outside_clues(p: RulePosition) -> set[Move]:
    """Candidates of a line in no filling that two clues about the whole of it allow."""
    moves: set[Move] = set()
    whole = [set(house) for house in p.scene.houses]
    rows = [
        row for row in p.scene.rows
        if row.stated and row.twin is None and len(row.cells) == len(row.places) and set(row.places) in whole
        and len(p.empty(row)) > 1
    ]  # fmt: skip
    for k, q in combinations(rows, 2):
        if set(k.places) != set(q.places):
            continue
        few = min((k, q), key=lambda row: len(p.fillings(row)))
        other = q if few is k else k
        if len(p.fillings(few)) > together.FEW or not (_closed(p, k) and _closed(p, q)):
            continue
        good = [
            way for way in p.fillings(few)
            if len(set(way.values())) == len(way) and other.test({c: x + 1 for c, x in way.items()})
        ]  # fmt: skip
        if good:
            moves |= gone_as("Outside Clues Together", _lost(p, p.empty(k), good))
    return moves


def digit_counting(p: RulePosition) -> set[Move]:
    """Neighbouring lines against as many pieces that hold a digit only there, or hold all of its places there."""
    moves: set[Move] = set()
    puzzle = p.scene.puzzle
    pieces = [set(g.cells) for g in puzzle.groups if g.complete and g.kind not in ("row", "col")]
    for kind in ("row", "col"):
        lines = [g.cells for g in puzzle.groups if g.complete and g.kind == kind]
        for run in _runs(puzzle.cells, lines, kind):
            area = set().union(*run)
            for x in range(puzzle.digits):
                at = {c for c, xs in p.cand.items() if x in xs}
                count = sum(bool(at & set(line)) for line in run)
                if count < 2:
                    continue
                inside = [piece & at for piece in pieces if piece & at and piece & at <= area]
                if len(inside) == count and not any(a & z for a, z in combinations(inside, 2)):
                    kept = set().union(*inside)
                    moves |= gone_as("Digit Counting", {(c, x) for c in (at & area) - kept})
                over = [piece & at for piece in pieces if piece & at & area]
                held = set().union(*over)
                if len(over) == count and at & area <= held:
                    moves |= gone_as("Digit Counting", {(c, x) for c in held - area})
    return moves


def _runs(at: Sequence[tuple[int, int]], lines: Sequence[Cells], kind: str) -> Iterator[list[Cells]]:
    """Two to four lines, each next to the one before, that start in the same column (row)."""
    step = (1, 0) if kind == "row" else (0, 1)
    for first in lines:
        run = [first]
        while len(run) < MOST_LINES:
            r, c = at[run[-1][0]]
            following = [line for line in lines if at[line[0]] == (r + step[0], c + step[1])]
            if not following:
                break
            run.append(following[0])
            yield list(run)


TWINS: dict[str, Callable[[RulePosition], set[Move]]] = {
    "line_scan": line_scan,
    "domino_pairs": domino_pairs,
    "class_counting": class_counting,
    "equal_colouring": equal_colouring,
    "line_sets": line_sets,
    "cage_positions": cage_positions,
    "outside_clues": outside_clues,
    "digit_counting": digit_counting,
}
"""Engine technique -> its twin."""
