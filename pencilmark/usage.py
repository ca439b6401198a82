"""Which variant rules a solve uses, and which of them the puzzle needs.

::

    . . │ 5 a        the 5 leaves only * for the 5 of the box: a sees it along the row, k by a knight's move;
    . * │ . .        so that hidden single is a use of Anti-Knight
    k . │ . .

An *element class* is a variant of the puzzle as ``describe`` names it (Killer, Kropki, Anti-Knight, X …) with all its
rules and its negatives. Grids, rows, columns and boxes, also irregular ones, are houses and belong to no class.

How a step is credited
----------------------
- The rules that its pattern names: the cage, line, clue or dot that is read; for sums and sets that follow from several
  rules (innies, law of leftovers) all of them; a region in which a digit is looked for.
- Sight: two cells that exclude each other only by a rule (a diagonal, a cage, a knight's move, a dot).
- Missing candidates that the pattern rests on: a candidate that a rule took, by sight of a placed digit, as the partner
  of a placed digit or as a clue in the cell. One that was removed by an earlier step was credited there.

Where a house explains a thing, no rule is credited for it; where several rules explain it, all are. Forcing chains and
trial are credited for what they start from only: what they meet on the way is not recorded. A class may therefore have
no use and be needed all the same, so "not needed" is never read off the uses alone: ask :func:`necessity`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from . import cpsat_verify, exchange
from .board import Cell, Digit
from .constraints.relation import related
from .engine.naming import Origins, origins
from .engine.search import count_solutions
from .engine.session import Route, Step, session_for, switches_for
from .exchange.canonical import canonical
from .grader_model import GraderModel, active
from .puzzle import Puzzle, Relation, Verdict, expect_puzzle
from .rules.base import HOUSE_KINDS, Allowed, Rules, bare, to_json
from .tables import shapes
from .techniques import INDEX, TECHNIQUES
from .variants import stated_families

Node = tuple[Cell, Digit]
Classes = frozenset[str]
NOTHING: Classes = frozenset()


# -- classes -----------------------------------------------------------------------------------


def element_classes(puzzle: Puzzle) -> dict[str, tuple[int, ...]]:
    """Element class -> numbers of its rules in the canonical file (``to_export``), in the order of that file.

    Raises
    ------
    NotSupportedError
        The puzzle carries groups that no rule states.
    """
    found: dict[str, list[int]] = {}
    for number, name in enumerate(_classes(puzzle)):
        if name:
            found.setdefault(name, []).append(number)
    return {name: tuple(numbers) for name, numbers in found.items()}


@lru_cache(maxsize=64)
def _classes(puzzle: Puzzle) -> tuple[str, ...]:
    """Class of each canonical rule; "" for houses.

    A rule keeps the name under which it was stated even where its canonical spelling is that of another kind.
    """
    board, stated = exchange.puzzle_board(puzzle), Rules(map(bare, puzzle.rules))
    families = stated_families(puzzle)
    names: dict[Any, str] = dict(zip(stated, families, strict=True))
    for family in dict.fromkeys(families):
        part = Rules(r for r, name in zip(stated, families, strict=True) if name in ("", family))
        for rule in canonical(board, part) if family else ():
            names.setdefault(rule, family)
    rules = exchange.canonical_rules(puzzle)
    return tuple("" if rule.houses(board, rules) else names.get(rule, rule.family) for rule in rules)


def necessity(puzzle: Puzzle, time_limit: float = 30.0) -> dict[str, bool | None]:
    """Whether the puzzle needs each element class: is it not unique without it?

    Parameters
    ----------
    puzzle : Puzzle
        A puzzle with one solution.
    time_limit : float
        Seconds for each class.

    Returns
    -------
    dict
        Element class -> True (not unique without it), False (still unique) or None (not settled in time).
    """
    found: dict[str, bool | None] = {}
    for name in element_classes(puzzle):
        status = _count(without(puzzle, name), time_limit).status
        found[name] = None if status == "unknown" else status != "unique"
    return found


def without(puzzle: Puzzle, element: str) -> Puzzle:
    """The puzzle without the rules of an element class, rebuilt from the rules that are left."""
    named = zip(puzzle.rules, stated_families(puzzle), strict=True)
    doc = exchange.write(puzzle)
    doc["rules"] = [to_json(bare(rule)) for rule, name in named if name != element]
    doc.pop("solution", None)  # still a solution, yet no longer the only one
    return exchange.read(doc)


def _count(puzzle: Puzzle, time_limit: float) -> Verdict:
    """How many solutions: compiled search first, CP-SAT where it gives up, both within the limit."""
    deadline = time.monotonic() + time_limit
    verdict = count_solutions(puzzle, deadline=deadline)
    if verdict.status != "unknown":
        return verdict
    left = deadline - time.monotonic()
    return cpsat_verify.count(puzzle, 2, left) if left > 0 else verdict


# -- what excludes what ------------------------------------------------------------------------


@dataclass(frozen=True)
class _Ties:
    """How the cells of a puzzle bear on each other, and through which classes.

    ``plain[c]`` are the cells that c sees in houses; ``ruled[c]`` those that it sees by rules, and by which;
    ``pairs[c]`` its pair relations as (other cell, relation, class); ``barred`` the digits that clues in cells forbid.
    """

    source: Origins
    names: tuple[str, ...]
    plain: tuple[frozenset[Cell], ...]
    ruled: tuple[dict[Cell, Classes], ...]
    pairs: tuple[tuple[tuple[Cell, Relation, str], ...], ...]
    barred: dict[Node, Classes]

    def classes_of(self, number: int) -> Classes:
        """Classes behind a witness number; none for a plain house."""
        return frozenset(self.names[rule] for rule in self.source.rules_of(number))

    def between(self, a: Node, b: Node) -> Classes | None:
        """Classes by which two candidates exclude each other: none where a house does it, None where nothing does."""
        (c, x), (e, y) = a, b
        if c == e or (x == y and e in self.plain[c]):
            return NOTHING
        found = self.ruled[c].get(e, NOTHING) if x == y else NOTHING
        found |= {name for other, relation, name in self.pairs[c] if other == e and not _agree(relation, c, x, y)}
        return found or None


def _agree(relation: Relation, c: Cell, x: Digit, y: Digit) -> bool:
    """Whether a relation allows x in its cell c beside y in the other one."""
    return related(relation.op, relation.params, *((x, y) if relation.a == c else (y, x)))


@lru_cache(maxsize=16)
def _ties(puzzle: Puzzle) -> _Ties:
    source, size = origins(puzzle), len(puzzle.cells)
    plain: list[set[Cell]] = [set() for _ in range(size)]
    ruled: list[dict[Cell, Classes]] = [{} for _ in range(size)]
    pairs: list[list[tuple[Cell, Relation, str]]] = [[] for _ in range(size)]
    built, names = source.structure, _classes(puzzle)
    for group, rule in zip(puzzle.groups, built.group_rules if built else (), strict=built is not None):
        for c in group.cells:
            if group.kind in HOUSE_KINDS:
                plain[c].update(group.cells)
                continue
            for e in group.cells:
                ruled[c][e] = ruled[c].get(e, NOTHING) | {names[rule]}
    for relation, rule in zip(puzzle.relations, built.relation_rules if built else (), strict=built is not None):
        for c, e in ((relation.a, relation.b), (relation.b, relation.a)):
            if relation.op == "different":
                ruled[c][e] = ruled[c].get(e, NOTHING) | {names[rule]}
            else:
                pairs[c].append((e, relation, names[rule]))
    seen = tuple(frozenset(cells - {c}) for c, cells in enumerate(plain))
    return _Ties(source, names, seen, tuple(ruled), tuple(map(tuple, pairs)), _barred(puzzle))


def _barred(puzzle: Puzzle) -> dict[Node, Classes]:
    """Candidates that clues in cells forbid, with the classes of those clues."""
    board, rules = exchange.puzzle_board(puzzle), Rules(map(bare, puzzle.rules))
    found: dict[Node, Classes] = {}
    for rule, name in zip(rules, stated_families(puzzle), strict=True):
        for primitive in rule.expand(board, rules) if name else ():
            if isinstance(primitive, Allowed):
                for digit in exchange.digits_of(puzzle.full & ~primitive.mask):
                    node = (primitive.cell, digit)
                    found[node] = found.get(node, NOTHING) | {name}
    return found


@dataclass(frozen=True, slots=True)
class Position:
    """The grid between two steps: the digits placed (0 = none) and the candidates that steps have removed."""

    puzzle: Puzzle
    digits: tuple[Digit, ...]
    gone: frozenset[Node] = frozenset()

    @classmethod
    def start(cls, puzzle: Puzzle) -> Position:
        """The position before the first step."""
        return cls(puzzle, puzzle.givens)

    def after(self, step: Step) -> Position:
        """The position that a step leads to."""
        digits = list(self.digits)
        if step.place is not None:
            digits[step.place[0]] = step.place[1]
        return Position(self.puzzle, tuple(digits), self.gone | set(step.elims))

    def candidates(self, cell: Cell) -> list[Digit]:
        """What an empty cell may still hold; nothing for a filled one."""
        if self.digits[cell]:
            return []
        allowed = exchange.digits_of(self.puzzle.domains[cell])
        return [d for d in allowed if (cell, d) not in self.gone and next(self._takers(cell, d), None) is None]

    def places(self, cells: Iterable[Cell], digit: Digit) -> set[Cell]:
        """The cells among ``cells`` that may still hold the digit."""
        return {cell for cell in cells if digit in self.candidates(cell)}

    def lacks(self, cell: Cell, digit: Digit) -> Classes:
        """The rules by which an empty cell lacks a candidate; none where a house or an earlier step explains it."""
        if self.digits[cell] or (cell, digit) in self.gone:
            return NOTHING
        takers = list(self._takers(cell, digit))
        if NOTHING in takers:
            return NOTHING
        return _ties(self.puzzle).barred.get((cell, digit), NOTHING).union(*takers)

    def _takers(self, cell: Cell, digit: Digit) -> Iterator[Classes]:
        """For each placed digit that excludes the candidate: the rules behind that, none for a house."""
        ties = _ties(self.puzzle)
        for other in dict.fromkeys((*ties.plain[cell], *ties.ruled[cell], *(e for e, _, _ in ties.pairs[cell]))):
            value = self.digits[other]
            rules = ties.between((cell, digit), (other, value)) if value and other != cell else None
            if rules is not None:
                yield rules


# -- steps -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Reading:
    """One step, taken apart: its candidates and groups in the order of its story, and the position before it."""

    step: Step
    nodes: tuple[Node, ...]
    groups: tuple[int, ...]
    ties: _Ties
    at: Position | None

    @property
    def named(self) -> Classes:
        """The rules of the groups that the story names."""
        return NOTHING.union(*map(self.ties.classes_of, self.groups))

    def sight(self, pairs: Iterable[tuple[Node, Node]]) -> Classes:
        """The rules by which pairs of candidates exclude each other."""
        return NOTHING.union(*(self.ties.between(a, b) or NOTHING for a, b in pairs))

    @property
    def targets(self) -> Classes:
        """The rules by which what is removed outside the pattern is seen from it."""
        inside = {cell for cell, _ in self.nodes}
        return self.sight((n, e) for e in self.step.elims for n in self.nodes if e[0] not in inside and n[1] == e[1])

    @property
    def held(self) -> Classes:
        """What closes the cells of the pattern: those that have no candidates besides its own."""
        found = NOTHING
        for cell in {cell for cell, _ in self.nodes} if self.at else ():
            own = {digit for c, digit in self.nodes if c == cell}
            if self.at and own.issuperset(self.at.candidates(cell)):
                found = found.union(*(self.at.lacks(cell, d) for d in self._others(own)))
        return found

    def _others(self, own: set[Digit]) -> list[Digit]:
        return [d for d in range(1, self.ties.source.puzzle.digits + 1) if d not in own]

    @property
    def confined(self) -> Classes:
        """What closes the houses of the story: those in which a digit has no places besides the pattern's."""
        houses = [self._house(g) for g in self.groups]
        digits = {digit for _, digit in self.nodes}
        return NOTHING.union(*(self._closure(cells, d) or NOTHING for cells in houses if cells for d in digits))

    def _house(self, number: int) -> tuple[Cell, ...]:
        """Cells of a group by its number among witnesses, if every digit occurs in it."""
        source = self.ties.source
        groups = source.puzzle.groups
        found = groups[source.order[number]] if number < len(groups) else None
        return found.cells if found and found.complete else ()

    def _closure(self, cells: Sequence[Cell], digit: Digit) -> Classes | None:
        """The rules that leave the digit no places among ``cells`` but the pattern's; None if there are others."""
        own = {cell for cell, d in self.nodes if d == digit}
        if self.at is None or own.isdisjoint(cells) or not self.at.places(cells, digit) <= own:
            return None
        return NOTHING.union(*(self.at.lacks(cell, digit) for cell in cells if cell not in own))

    def linked(self, a: Node, b: Node) -> Classes:
        """What makes one of two candidates of the same digit true: the house, best a plain one, of just these two."""
        puzzle = self.ties.source.puzzle
        best: tuple[int, Classes] | None = None
        for number, place in enumerate(self.ties.source.order):
            cells = puzzle.groups[place].cells
            if not puzzle.groups[place].complete or not {a[0], b[0]} <= set(cells):
                continue
            if self.at is None or self.at.places(cells, a[1]) != {a[0], b[0]}:
                continue
            lacking = (self.at.lacks(cell, a[1]) for cell in cells if cell not in (a[0], b[0]))
            rules = NOTHING.union(self.ties.classes_of(number), *lacking)
            if best is None or len(rules) < best[0]:
                best = len(rules), rules
        return best[1] if best else NOTHING


def _rule(r: _Reading) -> Classes:
    """A rule that is read: it, what it is seen with, and what closes a house or a cell beside it."""
    return r.named | r.targets | r.held | r.confined


def _place(r: _Reading) -> Classes:
    """A single: of the house that the story names first, or of the cell."""
    if r.step.witness and isinstance(r.step.witness[0], int):
        return r.named | r.confined
    return r.held


def _lines(r: _Reading) -> Classes:
    """Locked candidates and fish: what confines the digit to its lines, and what sees it there."""
    return r.named | r.confined | r.targets


def _cells(r: _Reading) -> Classes:
    """Sets of cells: what closes cells or houses, and sight inside the set and out of it."""
    inner = ((a, b) for i, a in enumerate(r.nodes) for b in r.nodes[:i] if a[1] == b[1])
    return r.named | r.held | r.confined | r.targets | r.sight(inner)


def _chain(r: _Reading) -> Classes:
    """Nodes joined by strong and weak links in turn; its ends exclude what is removed."""
    found = r.named | r.held
    for k in range(len(r.nodes) - 1):
        a, b = r.nodes[k], r.nodes[k + 1]
        if k % 2:
            found |= r.sight([(a, b)])
        elif a[0] != b[0] and a[1] == b[1]:
            found |= r.linked(a, b)
    ends = (r.nodes[0], r.nodes[-1])
    for target in r.step.elims:
        both = all(r.ties.between(end, target) is not None for end in ends)
        found |= r.sight((node, target) for node in (ends if both else r.nodes))
    return found


def _cases(r: _Reading) -> Classes:
    """Candidates that are followed: what makes one of them true."""
    return r.named | r.held | r.confined


_READERS: dict[str, Callable[[_Reading], Classes]] = {
    "rule": _rule,
    "place": _place,
    "lines": _lines,
    "cells": _cells,
    "sets": _cells,
    "chain": _chain,
    "cases": _cases,
}
"""What a step rests on, by the ``story`` of its technique."""


def step_elements(puzzle: Puzzle, step: Step, gk: Position | None = None) -> set[str]:
    """The element classes that one step uses.

    Parameters
    ----------
    puzzle : Puzzle
    step : Step
        A step of a band path or written route of this puzzle.
    gk : Position, optional
        The grid known before the step. Without it, what the step owes to missing candidates is not told.
    """
    if step.shape < 0 or not puzzle.rules:
        return set()
    ties = _ties(puzzle)
    nodes = tuple(v for v in step.witness if not isinstance(v, int))
    groups = tuple(-1 - v for v in step.witness if isinstance(v, int))
    story = TECHNIQUES[INDEX[shapes()[step.shape].engine]].story
    return set(_READERS[story](_Reading(step, nodes, groups, ties, gk)))


@dataclass(frozen=True)
class Usage:
    """The element classes that each step of a solve uses; ``solved`` tells whether the steps fill the grid."""

    steps: tuple[frozenset[str], ...]
    solved: bool

    @property
    def counts(self) -> Counter[str]:
        """Element class -> steps that use it."""
        return Counter(name for used in self.steps for name in sorted(used))

    @property
    def first_use(self) -> dict[str, int]:
        """Element class -> index of the first step that uses it."""
        found: dict[str, int] = {}
        for index, used in enumerate(self.steps):
            for name in sorted(used):
                found.setdefault(name, index)
        return found


def usage_of(puzzle: Puzzle, steps: Sequence[Step], solved: bool = True) -> Usage:
    """What the steps of a solve use, from the start position of the puzzle on."""
    used: list[frozenset[str]] = []
    at = Position.start(puzzle)
    for step in steps:
        used.append(frozenset(step_elements(puzzle, step, at)))
        at = at.after(step)
    return Usage(tuple(used), solved)


def rule_usage(
    puzzle: Puzzle, params: GraderModel | None = None, solution: Sequence[Digit] | None = None
) -> dict[str, Any]:
    """Solve band by band and tell which element classes justify each step.

    Parameters
    ----------
    puzzle : Puzzle
    params : GraderModel, optional
        The active model by default.
    solution : sequence of int, optional
        The one solution where it is known; without it the puzzle is searched first, and techniques that assume a
        unique solution stay switched off unless it has one.

    Returns
    -------
    dict
        ``{"steps": [set of classes per step], "counts": Counter(class -> steps), "first_use": {class: step index},
        "solved": bool}``. No use does not mean that a class is not needed (see :func:`necessity`).
    """
    expect_puzzle(puzzle)
    if solution is None:
        verdict = _count(puzzle, 30.0)
        solution = verdict.solutions[0] if verdict.status == "unique" else None
    route = _band_route(puzzle, params or active(), solution)
    usage = usage_of(puzzle, route.steps, route.solved)
    return {
        "steps": [set(used) for used in usage.steps],
        "counts": usage.counts,
        "first_use": usage.first_use,
        "solved": usage.solved,
    }


def _band_route(puzzle: Puzzle, model: GraderModel, solution: Sequence[Digit] | None) -> Route:
    session = session_for(puzzle)
    session.load(puzzle.givens, puzzle.domains, solution)
    return session.band_route(model.prices("route", puzzle.digits), switches_for(puzzle, solution is not None))
