"""Names of what a step points at: houses, rule elements, relations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ..elements import Element
from ..errors import NotSupportedError
from ..exchange import canonical_rules, puzzle_board
from ..puzzle import Group, Puzzle
from ..rules.base import HOUSE_KINDS, Board, Rule, Structure, build
from ..state import elements_in

_LETTERS = {"row": "r", "col": "c", "box": "b"}


@dataclass(frozen=True)
class Origins:
    """Where the parts of a puzzle come from, in the engine's numbering.

    Witness numbers count houses, then shorter groups, then many-cell constraints, then relations. ``rules`` are the
    canonical rules, ``structure`` says which of them each primitive comes from; both are empty for a puzzle that was
    put together by hand.
    """

    puzzle: Puzzle
    rules: tuple[Rule, ...]
    structure: Structure | None

    @cached_property
    def order(self) -> list[int]:
        """Position in puzzle.groups of each group as the engine counts them: houses first."""
        groups = self.puzzle.groups
        return [i for i, g in enumerate(groups) if g.complete] + [i for i, g in enumerate(groups) if not g.complete]

    def rules_of(self, number: int) -> tuple[int, ...]:
        """Numbers of the canonical rules behind a witness number; none for plain houses."""
        if self.structure is None:
            return ()
        groups = len(self.puzzle.groups)
        if number < groups:
            return self._rule_of_part(self.order[number])
        elements = elements_in(self.puzzle)
        if number < groups + len(elements):
            found = [rule for part in elements[number - groups].parts for rule in self._rule_of_part(part)]
            return tuple(dict.fromkeys(found))
        return (self.structure.relation_rules[number - groups - len(elements)],)

    def _rule_of_part(self, part: int) -> tuple[int, ...]:
        """Rule of a number in (groups, constraints); none for a plain house."""
        assert self.structure is not None
        groups = self.puzzle.groups
        if part >= len(groups):
            return (self.structure.constraint_rules[part - len(groups)],)
        return () if groups[part].kind in HOUSE_KINDS else (self.structure.group_rules[part],)


@lru_cache(maxsize=64)
def origins(puzzle: Puzzle) -> Origins:
    """Where the parts of a puzzle come from."""
    try:
        rules = canonical_rules(puzzle)
    except NotSupportedError:
        return Origins(puzzle, (), None)
    built = build(puzzle_board(puzzle), rules)
    same = (built.groups, built.relations, built.constraints) == (puzzle.groups, puzzle.relations, puzzle.constraints)
    return Origins(puzzle, rules, built) if same else Origins(puzzle, (), None)


def names_of(numbers: Iterable[int], puzzle: Puzzle) -> list[str]:
    """Names of houses and rule elements as people say them: r3, c5, b7, cage at r1c3."""
    source = origins(puzzle)
    board = puzzle_board(puzzle)
    return [_name(number, source, board) for number in numbers]


def _name(number: int, source: Origins, board: Board) -> str:
    puzzle, groups = source.puzzle, source.puzzle.groups
    if number < len(groups):
        group = groups[source.order[number]]
        if group.kind in _LETTERS or source.structure is None:
            return _house_names(groups)[source.order[number]]
    elements = elements_in(puzzle)
    if len(groups) <= number < len(groups) + len(elements):
        element = elements[number - len(groups)]
        houses = "" if element.stated else _derived(element, groups)
        if houses:
            return houses
    found = source.rules_of(number)
    return source.rules[found[0]].element(board) if found else "rule"


def _derived(element: Element, groups: Sequence[Group]) -> str:
    """The houses a derived constraint is about: ``r1+r2``."""
    names = _house_names(tuple(groups))
    houses = [names[part] for part in element.parts if part < len(groups) and groups[part].total is None]
    return "+".join(houses)


@lru_cache(maxsize=64)
def _house_names(groups: tuple[Group, ...]) -> tuple[str, ...]:
    """r3, c5, b7 for houses, kind and number for other groups, in the order of the puzzle."""
    counts: dict[str, int] = {}
    names: dict[int, str] = {}
    for i in sorted(range(len(groups)), key=lambda i: (not groups[i].complete, i)):
        kind = groups[i].kind
        counts[kind] = counts.get(kind, 0) + 1
        names[i] = f"{_LETTERS.get(kind, kind + ' ')}{counts[kind]}"
    return tuple(names[i] for i in range(len(groups)))
