"""Slow and obvious twins of the finders of rule techniques: all fillings of a rule, written out one by one.

    cage 9 in three cells        3 1 5   3 5 1   5 1 3   5 3 1   …      the candidates, minus what no filling has

Nothing is shared with the engine but the list of its rows: which derived constraints there are, which of them searches
prune, and which diagrams leave visibility out because they would be too large (``constraints/diagram.py``). What a row
means comes from the rule records or, for a derived one, from the houses and sums it follows from. Cells and digits are
0-based, moves are written as in :mod:`tests.naive`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations

import numpy as np

from pencilmark.constraints import mechanic_of
from pencilmark.constraints.bijection import Bijection
from pencilmark.constraints.linear import Linear
from pencilmark.constraints.relation import related
from pencilmark.derived import Derived, derive
from pencilmark.elements import MANY
from pencilmark.puzzle import Group, Puzzle
from pencilmark.state import compile_board, elements_in
from pencilmark.techniques import two_rules as pairs_of_rules
from pencilmark.techniques.rules import FEW, SHORT, WIDEST
from tests.naive import Candidate, Move
from tools.positions import Snapshot

MOST_TRIED = 60_000
"""Digits tried at most while the fillings of one row are listed."""
Masks = Mapping[int, frozenset[int]]
Filling = dict[int, int]
Test = Callable[[Mapping[int, int]], bool]


class TooManyError(Exception):
    """A row has more fillings than anyone wants to list."""


@dataclass(frozen=True, eq=False)
class Row:
    """One many-cell rule: the technique it is read by (``many``: with many open cells), its cells, its meaning.

    ``test`` tells whether a filling (cell -> digit, 1-based) is right; ``part`` whether a beginning of one may be.
    ``sees``: cells that see each other differ in a filling. ``searched``: the engine prunes it in searches.
    """

    technique: str
    many: str
    cells: tuple[int, ...]
    stated: bool
    searched: bool
    sees: bool
    test: Test
    part: Test
    twin: Bijection | None = None

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Its cells, each once."""
        return tuple(dict.fromkeys(self.cells))


def _any(grid: Mapping[int, int]) -> bool:
    return True


def _meaning(record: object) -> Test:
    mechanic = mechanic_of(record)
    assert mechanic is not None
    return lambda grid: mechanic.holds(record, grid)  # type: ignore[arg-type]


def _within(weights: Mapping[int, int], total: int, digits: int) -> Test:
    """Whether the cells that are still empty can bring a beginning to the total."""

    def part(grid: Mapping[int, int]) -> bool:
        known = sum(w * grid[c] for c, w in weights.items() if c in grid)
        ends = [sorted((w, w * digits)) for c, w in weights.items() if c not in grid]
        return known + sum(low for low, _ in ends) <= total <= known + sum(high for _, high in ends)

    return part


def stated_rows(puzzle: Puzzle) -> list[Row]:
    """The rules of the puzzle itself, in the engine's order."""
    found: list[Row] = []
    records = [(g, "Cage Combinations", g.cells) for g in puzzle.groups if g.total is not None]
    for record in puzzle.constraints:
        if isinstance(record, Bijection):
            cells = tuple(c for pair in zip(record.first, record.second, strict=True) for c in pair)
            records.append((record, record.technique, cells))
        else:
            records.append((record, record.technique, record.cells))
    elements = [e for e in elements_in(puzzle) if e.stated]
    assert [e.cells for e in elements] == [cells for _, _, cells in records]
    for (record, technique, cells), element in zip(records, elements, strict=True):
        twin = record if isinstance(record, Bijection) else None
        plain = isinstance(record, Linear | Group)
        sees = element.diagram is not None and element.diagram.whole
        many = "Sum Bounds" if plain else technique
        weights = record.weights if isinstance(record, Linear) else (1,) * len(cells)
        part = _within(dict(zip(cells, weights, strict=True)), record.total, puzzle.digits) if plain else _any
        found.append(Row(technique, many, cells, True, True, sees, _meaning(record), part, twin))
    return found


def combination(puzzle: Puzzle, parts: Sequence[int]) -> tuple[list[np.ndarray], list[int], list[bool]]:
    """Per part of a derived constraint: its cells as a vector, its total, whether it is a house."""
    vectors, totals, whole = [], [], []
    for number in parts:
        inside = number < len(puzzle.groups)
        record = puzzle.groups[number] if inside else puzzle.constraints[number - len(puzzle.groups)]
        vector = np.zeros(len(puzzle.cells))
        vector[list(record.cells)] = record.weights if isinstance(record, Linear) else 1
        house = inside and record.complete
        total = puzzle.digits * (puzzle.digits + 1) // 2 if house else record.total
        vectors.append(vector)
        totals.append(total)
        whole.append(house)
    return vectors, totals, whole


def proven(puzzle: Puzzle, derived: Derived, wanted: np.ndarray) -> tuple[int, int]:
    """(total, how often each digit) of a weighted set of cells, worked out from the parts it follows from.

    The weights must be a combination of the parts: houses hold every digit once, sums their total.
    """
    vectors, totals, whole = combination(puzzle, derived.parts)
    factors = np.linalg.lstsq(np.array(vectors).T, wanted, rcond=None)[0]
    assert np.allclose(np.array(vectors).T @ factors, wanted), derived
    return round(float(factors @ totals)), round(float(factors @ np.array(whole)))


def derived_rows(puzzle: Puzzle) -> list[Row]:
    """The rows that follow from the rules, with what their parts say about their cells."""
    known = {(d.regular.technique, d.regular.cells): d for d in derive(puzzle)}
    rows = []
    for k, element in enumerate(elements_in(puzzle)):
        if element.stated:
            continue
        derived = known[element.technique, element.cells]
        test, part = derived_meaning(puzzle, derived)
        assert element.diagram is not None
        searched = k < compile_board(puzzle).nq
        rows.append(
            Row(element.technique, element.technique, element.cells, False, searched, element.diagram.whole, test, part)
        )
    return rows


def derived_meaning(puzzle: Puzzle, derived: Derived) -> tuple[Test, Test]:
    """Which fillings, and which beginnings of one, a derived constraint allows; it must follow from its parts."""
    regular = derived.regular
    wanted = np.zeros(len(puzzle.cells))
    if regular.technique == "Clique House":
        assert all(sees_by_rules(puzzle, a, z) for a in regular.cells for z in regular.cells if a < z)
        return _any, lambda grid: len(set(grid.values())) == len(grid)
    if regular.technique == "Hidden House":
        wanted[list(regular.cells)] = 1
        assert proven(puzzle, derived, wanted)[1] == 1
        return _any, lambda grid: len(set(grid.values())) == len(grid)
    if regular.technique == "Law of Leftovers":
        left, right = regular.cells[: regular.params[0]], regular.cells[regular.params[0] :]
        wanted[list(left)], wanted[list(right)] = 1, -1
        assert proven(puzzle, derived, wanted)[1] == 0

        def within(grid: Mapping[int, int]) -> bool:
            here = Counter(grid[c] for c in left if c in grid)
            return all(c in grid for c in left) <= (Counter(grid[c] for c in right if c in grid) <= here)

        return (lambda grid: sorted(grid[c] for c in left) == sorted(grid[c] for c in right)), within
    weights = dict(zip(regular.cells, regular.params[0], strict=True))
    wanted[list(weights)] = list(weights.values())
    total, _ = proven(puzzle, derived, wanted)
    return (lambda grid: sum(w * grid[c] for c, w in weights.items()) == total), _within(weights, total, puzzle.digits)


def sees_by_rules(puzzle: Puzzle, a: int, z: int) -> bool:
    """Whether a group or a relation says that two cells differ."""
    related_ = any(r.op == "different" and {r.a, r.b} == {a, z} for r in puzzle.relations)
    return related_ or any({a, z} <= set(g.cells) for g in puzzle.groups)


@dataclass(frozen=True, eq=False)
class Pair:
    """A pair rule as seen from one of its cells: the other, and which digits go with which (0-based)."""

    here: int
    there: int
    fits: tuple[frozenset[int], ...]

    @cached_property
    def equal(self) -> bool:
        """Whether it says that both cells hold the same digit."""
        return all(digits == {x} for x, digits in enumerate(self.fits))


@dataclass
class Scene:
    """A puzzle's rules as the twins see them."""

    puzzle: Puzzle
    rows: list[Row] = field(init=False)
    pairs: list[Pair] = field(init=False)
    peers: list[set[int]] = field(init=False)

    def __post_init__(self) -> None:
        puzzle = self.puzzle
        self.rows = stated_rows(puzzle) + derived_rows(puzzle)
        self.houses = [g.cells for g in puzzle.groups if g.complete]
        self.peers = [set() for _ in puzzle.cells]
        for g in puzzle.groups:
            for c in g.cells:
                self.peers[c] |= set(g.cells) - {c}
        self.pairs = []
        span = range(puzzle.digits)
        for r in puzzle.relations:
            if r.op == "different":
                self.peers[r.a].add(r.b)
                self.peers[r.b].add(r.a)
                continue
            goes = [[related(r.op, r.params, v + 1, w + 1) for w in span] for v in span]
            self.pairs.append(Pair(r.a, r.b, tuple(frozenset(w for w in span if goes[v][w]) for v in span)))
            self.pairs.append(Pair(r.b, r.a, tuple(frozenset(v for v in span if goes[v][w]) for w in span)))


class RulePosition:
    """Candidates of the empty cells and digits of the others (0-based) on a scene."""

    def __init__(self, scene: Scene, here: Snapshot) -> None:
        self.scene = scene
        span = range(scene.puzzle.digits)
        self.cand = {
            c: frozenset(x for x in span if mask >> x & 1) for c, mask in enumerate(here.cand) if not here.val[c]
        }
        self.val = {c: v - 1 for c, v in enumerate(here.val) if v}
        self._listed: dict[int, list[Filling]] = {}

    def masks(self) -> dict[int, frozenset[int]]:
        """Candidates of every cell; of a placed one its digit."""
        return {**self.cand, **{c: frozenset([x]) for c, x in self.val.items()}}

    def empty(self, row: Row) -> list[int]:
        """The empty cells of a row."""
        return [c for c in row.places if c in self.cand]

    def fillings(self, row: Row) -> list[Filling]:
        """All fillings of a row from the candidates."""
        if id(row) not in self._listed:
            self._listed[id(row)] = list(fillings(self.scene, row, self.masks()))
        return self._listed[id(row)]

    def supports(self, row: Row) -> dict[int, frozenset[int]] | None:
        """Per cell of a row the digits that some filling has there; None when there is no filling."""
        if row.twin is not None:
            return relabelled(self.scene.puzzle.digits, row.twin, self.masks())
        return supported(row, self.fillings(row))


def fillings(scene: Scene, row: Row, masks: Masks) -> Iterator[Filling]:
    """Every way to fill a row's cells from the masks; digits 0-based."""
    tried = 0
    grid: dict[int, int] = {}

    def fill(i: int) -> Iterator[Filling]:
        nonlocal tried
        if i == len(row.places):
            if row.test(grid):
                yield {c: v - 1 for c, v in grid.items()}
            return
        c = row.places[i]
        for x in sorted(masks[c]):
            if row.sees and any(grid[e] == x + 1 for e in row.places[:i] if e in scene.peers[c]):
                continue
            tried += 1
            if tried > MOST_TRIED:
                raise TooManyError
            grid[c] = x + 1
            if row.part(grid):
                yield from fill(i + 1)
            del grid[c]

    return fill(0)


def supported(row: Row, ways: Sequence[Filling]) -> dict[int, frozenset[int]] | None:
    """Per cell the digits that some of the fillings has there."""
    return {c: frozenset(way[c] for way in ways) for c in row.places} if ways else None


def relabelled(digits: int, twin: Bijection, masks: Masks) -> dict[int, frozenset[int]] | None:
    """Digits left for each cell of twin areas: first images by known pairs, then "each image belongs to one digit"."""
    couples = list(zip(twin.first, twin.second, strict=True))
    images = {x: set(range(digits)) for x in range(digits)}
    for a, z in couples:
        for x, image in images.items():
            if masks[a] == {x}:
                image &= masks[z]
            elif x not in masks[a] and len(masks[z]) == 1:
                image -= masks[z]
    before = None
    while images != before:
        before = {x: set(image) for x, image in images.items()}
        for x, image in images.items():
            only = image - set().union(*(images[y] for y in images if y != x))
            if only:
                image &= only
            if len(image) == 1:
                for y in images:
                    images[y] -= image if y != x else set()
        if not all(images.values()) or set().union(*images.values()) != set(range(digits)):
            return None
    left: dict[int, frozenset[int]] = {}
    for a, z in couples:
        goes = [(x, y) for x in masks[a] for y in images[x] & masks[z]]
        left[a] = left.get(a, masks[a]) & {x for x, _ in goes}
        left[z] = left.get(z, masks[z]) & {y for _, y in goes}
    return left if all(left.values()) else None


def relabelled_exactly(digits: int, twin: Bijection, masks: Masks) -> dict[int, frozenset[int]]:
    """The same by trying every relabelling: what must stay, whatever is found."""
    couples = list(zip(twin.first, twin.second, strict=True))
    left: dict[int, set[int]] = {c: set() for c in (*twin.first, *twin.second)}
    for image in permutations(range(digits)):
        here = {c: set(masks[c]) for c in left}
        for a, z in couples:
            here[a] &= {x for x in range(digits) if image[x] in masks[z]}
            here[z] &= {image[x] for x in masks[a]}
        if all(here.values()):
            for c, xs in here.items():
                left[c] |= xs
    return {c: frozenset(xs) for c, xs in left.items()}


def gone_as(shape: str, gone: set[Candidate]) -> set[Move]:
    """The move that removes some candidates, unless there are none."""
    return {(shape, None, frozenset(gone))} if gone else set()


def _placed(shape: str, c: int, x: int) -> Move:
    return shape, (c, x), frozenset()


def combinations(p: RulePosition, technique: str) -> set[Move]:
    """Candidates that no filling of the rule uses."""
    moves: set[Move] = set()
    for row in p.scene.rows:
        empty = p.empty(row)
        if not empty or (row.many if len(empty) > MANY else row.technique) != technique:
            continue
        left = p.supports(row)
        if left is None:
            continue
        gone = {(c, x) for c in empty for x in p.cand[c] - left[c]}
        if gone and len(empty) == 1 and not row.stated:
            moves |= {_placed(technique, c, x) for c in empty for x in left[c] if len(left[c]) == 1}
        else:
            moves |= gone_as(technique, gone)
    return moves


def last_cell(p: RulePosition) -> set[Move]:
    """One cell of a stated rule is empty, and one digit goes there."""
    moves: set[Move] = set()
    for row in p.scene.rows:
        empty = p.empty(row)
        left = p.supports(row) if row.stated and len(empty) == 1 else None
        if left and len(left[empty[0]]) == 1:
            moves.add(_placed("Last Cell", empty[0], *left[empty[0]]))
    return moves


def line_single(p: RulePosition) -> set[Move]:
    """One digit goes with the placed digits around a cell, or with the fillings of a short rule that has begun."""
    moves: set[Move] = set()
    span = frozenset(range(p.scene.puzzle.digits))
    for c in p.cand:
        alone = span - {p.val[e] for e in p.scene.peers[c] if e in p.val}
        known = [pair for pair in p.scene.pairs if pair.there == c and pair.here in p.val]
        left = alone.intersection(*(pair.fits[p.val[pair.here]] for pair in known))
        if known and len(left) == 1 and len(alone) > 1 and left <= p.cand[c]:
            moves.add(_placed("Line Single", c, *left))
    for row in p.scene.rows:
        empty = p.empty(row)
        if not row.stated or not 2 <= len(empty) <= SHORT or len(empty) == len(row.places):
            continue
        if row.twin is None and len(p.fillings(row)) > FEW:
            continue
        left_in = p.supports(row) or {}
        moves |= {
            _placed("Line Single", c, *left_in[c])
            for c in empty if left_in and len(left_in[c]) == 1 and len(p.cand[c]) >= 2
        }  # fmt: skip
    return moves


def pair_rule(p: RulePosition) -> set[Move]:
    """Candidates without a partner across a pair rule."""
    moves: set[Move] = set()
    for pair in p.scene.pairs:
        if pair.here in p.cand and pair.there in p.cand and not pair.equal:
            fits = frozenset().union(*(pair.fits[x] for x in p.cand[pair.here]))
            moves |= gone_as("Pair Rule", {(pair.there, y) for y in p.cand[pair.there] - fits})
    return moves


def equal_cells(p: RulePosition) -> set[Move]:
    """Two equal cells share their candidates, and a digit in both may not empty a house of it."""
    moves: set[Move] = set()
    for pair in p.scene.pairs:
        c, e = pair.here, pair.there
        if not pair.equal or c not in p.cand or e not in p.cand:
            continue
        wrong = p.cand[c] ^ p.cand[e]
        wrong |= {x for x in p.cand[c] & p.cand[e] if e in p.scene.peers[c] or _empties(p, c, e, x)}
        moves |= gone_as("Equal Cells", {(k, x) for k in (c, e) for x in wrong & p.cand[k]})
    return moves


def _empties(p: RulePosition, c: int, e: int, x: int) -> bool:
    seen = (p.scene.peers[c] | p.scene.peers[e]) - {c, e}
    places = [{q for q in house if x in p.cand.get(q, ())} for house in p.scene.houses]
    return any(spots and spots <= seen for spots in places)


def must_contain(p: RulePosition) -> set[Move]:
    """Digits in every filling of a rule: placed at their only place, or gone from what sees all places."""
    moves: set[Move] = set()
    for row in p.scene.rows:
        empty = p.empty(row)
        if not row.searched or row.twin is not None or not 2 <= len(empty) <= WIDEST:
            continue
        always = [frozenset(way.values()) for way in p.fillings(row)]
        for x in frozenset.intersection(*always) if always else ():
            places = [c for c in empty if x in p.cand[c]]
            if any(p.val.get(c) == x for c in row.places):
                continue
            if len(places) == 1:
                moves.add(_placed("Must-Contain Digits", places[0], x))
                continue
            seen = set.intersection(*(p.scene.peers[c] for c in places))
            moves |= gone_as("Must-Contain Digits", {(c, x) for c in seen if x in p.cand.get(c, ())})
    return moves


def two_rules(p: RulePosition) -> set[Move]:
    """Candidates of a short rule after which a rule beside it, or a house, cannot be filled."""
    rows = [row for row in p.scene.rows if row.searched and row.twin is None]
    gone: set[Candidate] = set()
    for row in rows:
        empty = p.empty(row)
        if not row.stated or not 2 <= len(empty) <= pairs_of_rules.WIDEST:
            continue
        beside = [other for other in rows if other is not row and set(empty) & set(other.places)]
        for c in empty:
            for x in p.cand[c]:
                left = supported(row, [way for way in p.fillings(row) if way[c] == x])
                if left is None:
                    continue
                masks = p.masks() | left
                changed = {e for e in empty if left[e] != p.cand[e]}
                if any(_stuck(p, other, masks) for other in beside) or _no_house(p, masks, changed):
                    gone.add((c, x))
    return {("Two Rules", None, frozenset([candidate])) for candidate in gone}


def _stuck(p: RulePosition, row: Row, masks: Masks) -> bool:
    return not any(all(x in masks[c] for c, x in way.items()) for way in p.fillings(row))


def _no_house(p: RulePosition, masks: Masks, changed: set[int]) -> bool:
    for house in p.scene.houses:
        if changed.isdisjoint(house):
            continue
        if len(frozenset().union(*(masks[c] for c in house))) < p.scene.puzzle.digits:
            return True
        single = [next(iter(masks[c])) for c in house if len(masks[c]) == 1]
        if len(set(single)) < len(single):
            return True
    return False


def pair_house(p: RulePosition) -> set[Move]:
    """Candidates that every place of a digit in a house forbids, by sight or, one of them at least, by a pair rule."""
    moves: set[Move] = set()
    for house in p.scene.houses:
        for x in range(p.scene.puzzle.digits):
            places = [c for c in house if x in p.cand.get(c, ())]
            if not 2 <= len(places) <= pairs_of_rules.MOST_PLACES:
                continue
            for e in p.cand.keys() - set(house):
                ruled = [frozenset().union(*(p.cand[e] - pair.fits[x] for pair in _between(p, c, e))) for c in places]
                seen = [frozenset([x] if e in p.scene.peers[c] else []) for c in places]
                gone = p.cand[e].intersection(*(a | z for a, z in zip(ruled, seen, strict=True)))
                moves |= gone_as("Pair Rule with a House", {(e, y) for y in gone & frozenset().union(*ruled)})
    return moves


def _between(p: RulePosition, c: int, e: int) -> list[Pair]:
    return [pair for pair in p.scene.pairs if pair.here == c and pair.there == e]


def closed(p: RulePosition, c: int, x: int) -> dict[int, frozenset[int]] | None:
    """What x in c leaves by singles, pair rules and searched rows; None when it leaves some cell or house nothing."""
    scene, masks, before = p.scene, p.masks() | {c: frozenset([x])}, None
    while masks != before:
        before = dict(masks)
        for e in masks:
            masks[e] -= frozenset().union(*(masks[q] for q in scene.peers[e] if len(masks[q]) == 1))
        for pair in scene.pairs:
            masks[pair.there] &= frozenset().union(*(pair.fits[y] for y in masks[pair.here]))
        for house in scene.houses:
            for y in range(scene.puzzle.digits):
                spots = [e for e in house if y in masks[e]]
                if len(spots) < 2:
                    masks |= {e: frozenset([y]) for e in spots}
                    if not spots:
                        return None
        for row in scene.rows if all(masks.values()) else ():
            if row.searched:
                twin = row.twin
                ways = [] if twin else [w for w in p.fillings(row) if all(y in masks[e] for e, y in w.items())]
                left = relabelled(scene.puzzle.digits, twin, masks) if twin else supported(row, ways)
                if left is None:
                    return None
                masks |= {e: masks[e] & left[e] for e in left}
        if not all(masks.values()):
            return None
    return masks


def refuted_at_once(p: RulePosition) -> Iterator[Candidate]:
    """Candidates that contradict themselves without any split, in the order in which nested chains look at them."""
    for c in sorted(p.cand, key=lambda c: (len(p.cand[c]), c)):
        for x in sorted(p.cand[c]):
            if len(p.cand[c]) > 1 and closed(p, c, x) is None:
                yield c, x


TWINS: dict[str, Callable[[RulePosition], set[Move]]] = {
    "line_single": line_single,
    "last_cell": last_cell,
    "pair_rule": pair_rule,
    "equal_cells": equal_cells,
    "must_contain": must_contain,
    "two_rules": two_rules,
    "pair_house": pair_house,
}
"""Engine technique -> its twin, for those that are not :func:`combinations`."""
