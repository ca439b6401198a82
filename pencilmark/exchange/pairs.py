"""The pair stream: every condition on two cells is written as one rule per run of equal conditions (C11, C12).

::

    different on all knight's moves       ->  neighbours antiknight
    not_consecutive on all undotted pairs ->  negative of kropki, white
    difference_at_least 2 on most pairs   ->  neighbours with the missing pairs as exceptions
    sum 10 on two cells side by side      ->  edge X
    anything else                         ->  relation
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Literal

import msgspec
from msgspec import UNSET

from ..puzzle import Relation
from ..rules.base import Board, Rule, Rules
from ..rules.edge import XV, Difference, Edge, Inequality, Kropki, Ratio, SumPair
from ..rules.negative import Negative
from ..rules.neighbours import Neighbours
from ..rules.relation import RelationRule, is_directed
from ..rules.shared import STEPS, Pair, boxes, neighbourhood

Condition = tuple[str, tuple[Any, ...]]
"""Operator and its params."""

Pairs = set[frozenset[int]]
"""Unordered pairs of cells."""

_FEWEST = 12
"""So many pairs at least make a general neighbourhood."""

_NAMED: dict[Condition, tuple[Literal["antiknight", "antiking", "nonconsecutive"], ...]] = {
    ("different", ()): ("antiknight", "antiking"),
    ("not_consecutive", ()): ("nonconsecutive",),
}
_NEGATIVES: dict[Condition, Negative] = {
    ("not_consecutive", ()): Negative(of="kropki", color="white"),
    ("not_difference", (1,)): Negative(of="kropki", color="white"),
    ("not_ratio", (2,)): Negative(of="kropki", color="black"),
    ("not_sum", (10,)): Negative(of="xv", letter="X"),
    ("not_sum", (5,)): Negative(of="xv", letter="V"),
}


@dataclass(frozen=True, slots=True)
class Link:
    """One pair of the stream and the rule of the file that states it."""

    relation: Relation
    origin: Rule

    @property
    def condition(self) -> Condition:
        """Operator and params, by which runs are cut."""
        return self.relation.op, self.relation.params

    @property
    def pair(self) -> frozenset[int]:
        """The two cells, whatever their order."""
        return frozenset((self.relation.a, self.relation.b))


@dataclass(frozen=True)
class Scene:
    """What whole-board rules are compared with: the board, the houses of the file and its clues on borders."""

    board: Board
    houses: tuple[Rule, ...]
    clues: tuple[Rule, ...]

    @cached_property
    def rules(self) -> Rules:
        """Houses and clues as one list."""
        return Rules((*self.houses, *self.clues))

    @cached_property
    def grids(self) -> tuple[str, ...]:
        """Origins of the grids if there are several, in rule order."""
        origins = tuple(area.origin for rule in self.houses if (area := rule.area(self.board)) is not None)
        return origins if len(origins) > 1 else ()


def pair_rules(board: Board, houses: Sequence[Rule], clues: Sequence[Rule], stream: Iterable[Link]) -> list[Rule]:
    """The rules of the pair stream.

    Parameters
    ----------
    board : Board
    houses : sequence of Rule
        The canonical houses, regions and cages.
    clues : sequence of Rule
        The canonical numbered clues on borders, which exempt their pair from a negative.
    stream : iterable of Link
        All pairs in the order of the file.
    """
    runs = [list(run) for _, run in groupby(stream, key=lambda link: link.condition)]
    plain = Scene(board, tuple(houses), ())
    clear = [None if _may_be_whole(run[0].condition) else list(_clear_rules(plain, run)) for run in runs]
    edges = [rule for rules in clear if rules for rule in rules if isinstance(rule, Edge)]
    scene = Scene(board, tuple(houses), (*clues, *edges))
    found: list[Rule] = []
    for run, rules in zip(runs, clear, strict=True):
        found.extend(_run_rules(scene, run) if rules is None else rules)
    return list(_joined_negatives(found))


def _may_be_whole(condition: Condition) -> bool:
    return bool(next(iter(_negatives(condition)), None)) or condition in _NAMED


def _negatives(condition: Condition) -> Iterator[Negative]:
    """Yield the negative that forbids what the condition forbids, if there is one."""
    op, params = condition
    if condition in _NEGATIVES:
        yield _NEGATIVES[condition]
    elif op == "not_difference":
        yield Negative(of="difference", value=params[0])
    elif op == "not_ratio":
        yield Negative(of="ratio", value=params[0])
    elif op == "not_sum":
        yield Negative(of="sum", sum=params[0])


def _run_rules(scene: Scene, run: Sequence[Link]) -> Iterator[Rule]:
    """Whole-board rules wherever the next pairs are all of theirs, small rules for the pairs between."""
    candidates = [(rule, pairs) for rule in _candidates(scene, run[0].condition) if (pairs := _pairs(rule, scene))]
    start = i = 0
    while i < len(run):
        rule, length = _whole_rule(run, i, candidates)
        if rule is not None:
            yield from _small_rules(scene, run[start:i])
            yield rule
            start = i = i + length
        elif i == 0 and (general := _neighbourhood(scene.board, run)) is not None:
            yield general
            return
        else:
            i += 1
    yield from _small_rules(scene, run[start:])


def _whole_rule(run: Sequence[Link], i: int, candidates: Sequence[tuple[Rule, Pairs]]) -> tuple[Rule | None, int]:
    """The first candidate whose pairs come next in the run, and how many they are."""
    for rule, pairs in candidates:
        if run[i].pair in pairs and {link.pair for link in run[i : i + len(pairs)]} == pairs:
            return rule, len(pairs)
    return None, 0


def _pairs(rule: Rule, scene: Scene) -> Pairs:
    """The unordered pairs of a candidate."""
    relations = rule.pairs(scene.board, scene.rules) or ()
    return {frozenset((relation.a, relation.b)) for relation in relations}


def _candidates(scene: Scene, condition: Condition) -> Iterator[Rule]:
    """Yield the whole-board rules whose pairs stand in the condition, in the order in which they are tried."""
    named = _NAMED.get(condition, ())
    yield from (Neighbours(kind=kind) for kind in named)
    if condition == ("different", ()) and boxes(scene.board, scene.rules):
        yield from (Neighbours(kind=kind, within="box") for kind in named)
    yield from (Neighbours(kind=kind, zone=origin) for kind in named for origin in scene.grids)
    for negative in _negatives(condition):
        if not _is_plain_nonconsecutive(negative, scene):
            yield negative
        yield from (msgspec.structs.replace(negative, zone=origin) for origin in scene.grids)


def _is_plain_nonconsecutive(negative: Negative, scene: Scene) -> bool:
    """Whether the white negative says no more than that no two neighbours are consecutive."""
    if negative.color != "white" or any(isinstance(clue, Kropki) for clue in scene.clues):
        return False
    everywhere = {frozenset(pair) for pair in neighbourhood(scene.board, "orthogonal")}
    return _pairs(negative, scene) == everywhere


def _clear_rules(scene: Scene, run: Sequence[Link]) -> Iterator[Rule]:
    """Rules of a run that no whole-board rule can state."""
    general = _neighbourhood(scene.board, run)
    if general is not None:
        yield general
    else:
        yield from _small_rules(scene, run)


def _small_rules(scene: Scene, links: Sequence[Link]) -> Iterator[Rule]:
    """Yield clues on borders, and relations for what is left."""
    sides = {frozenset(pair) for pair in neighbourhood(scene.board, "orthogonal")}
    loose: list[Link] = []
    for link in links:
        edge = _edge(link, scene.board) if link.pair in sides else None
        if edge is None:
            loose.append(link)
            continue
        yield from _relation(loose, scene.board)
        yield edge
        loose = []
    yield from _relation(loose, scene.board)


def _neighbourhood(board: Board, links: Sequence[Link]) -> Neighbours | None:
    """The general neighbourhood of most of whose pairs these are, in its own order."""
    op, params = links[0].condition
    if len(links) < _FEWEST or op == "different" or is_directed(op):
        return None
    pairs = [link.pair for link in links]
    held = set(pairs)
    for where in STEPS:
        every = neighbourhood(board, where)
        if 2 * len(held) > len(every) and [p for pair in every if (p := frozenset(pair)) in held] == pairs:
            missing = tuple(_names(pair, board) for pair in every if frozenset(pair) not in held)
            return Neighbours(op=op, params=params, where=where, exempt=missing or UNSET)
    return None


def _edge(link: Link, board: Board) -> Rule | None:
    """The clue on a border that states the pair; in the file's own spelling if it came as one."""
    edge = _clue(link.condition, _names((link.relation.a, link.relation.b), board))
    return link.origin if edge is not None and type(edge) is type(link.origin) else edge


def _clue(condition: Condition, cells: tuple[str, str]) -> Rule | None:
    match condition:
        case "difference", (1,):
            return Kropki(kind="kropki", color="white", cells=cells)
        case "ratio", (2,):
            return Kropki(kind="kropki", color="black", cells=cells)
        case "sum", (10,):
            return XV(kind="xv", letter="X", cells=cells)
        case "sum", (5,):
            return XV(kind="xv", letter="V", cells=cells)
        case "difference", (value,):
            return Difference(kind="difference", value=value, cells=cells)
        case "ratio", (value,):
            return Ratio(kind="ratio", value=value, cells=cells)
        case "sum", (total,):
            return SumPair(kind="sum", sum=total, cells=cells)
        case "less", ():
            return Inequality(kind="less", cells=cells)
    return None


def _relation(links: Sequence[Link], board: Board) -> Iterator[RelationRule]:
    if links:
        op, params = links[0].condition
        pairs = tuple(_names((link.relation.a, link.relation.b), board) for link in links)
        yield RelationRule(op=op, params=params, links=pairs)


def _names(pair: Pair, board: Board) -> tuple[str, str]:
    return board.name(pair[0]), board.name(pair[1])


_HALVES: tuple[tuple[Negative, Negative], ...] = (
    (_NEGATIVES["not_consecutive", ()], _NEGATIVES["not_ratio", (2,)]),
    (_NEGATIVES["not_sum", (10,)], _NEGATIVES["not_sum", (5,)]),
)
"""Negatives of one family that follow one another and together need no selector."""


def _joined_negatives(rules: Sequence[Rule]) -> Iterator[Rule]:
    """White before black, X before V: two negatives of one family and area become one without a selector."""
    i = 0
    while i < len(rules):
        whole = _whole_negative(*rules[i : i + 2]) if i + 1 < len(rules) else None
        yield whole or rules[i]
        i += 2 if whole else 1


def _whole_negative(first: Rule, second: Rule) -> Negative | None:
    if not isinstance(first, Negative) or not isinstance(second, Negative):
        return None
    zone = first.zone
    for halves in _HALVES:
        if (first, second) == tuple(msgspec.structs.replace(half, zone=zone) for half in halves):
            return Negative(of=first.of, zone=zone)
    return None
