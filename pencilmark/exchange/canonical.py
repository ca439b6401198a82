"""The canonical form of a rules list: two spellings of one puzzle become the same rules.

::

    houses, regions, cages   |  cell clues  |  pair rules, one run after another  |  everything else
    as grids first come         cells.py       pairs.py                              in file order

Every rule first gives its own canonical spelling; what depends on several rules is done here and in
houses.py, cells.py, pairs.py and segments.py. The engine expands the canonical rules, so spelling
never moves a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from ..errors import NotSupportedError
from ..puzzle import Puzzle, expect_puzzle
from ..rules.arrow import Arrow
from ..rules.base import Area, Board, Rule, Rules, bare, board_of
from ..rules.corner import Battenburg
from ..rules.edge import NumberedEdge, Product
from ..rules.negative import Negative
from .cells import cell_rules
from .houses import Position, house_rules, stated_houses
from .pairs import Link, pair_rules
from .segments import equal_sum, plain_sum

_PASSES = 6
"""A rule that another one has turned into may have a canonical spelling of its own; this many turns at most."""


def puzzle_board(puzzle: Puzzle) -> Board:
    """The board a puzzle is played on; TypeError for anything else than a Puzzle."""
    expect_puzzle(puzzle)
    gaps: frozenset[int] = frozenset()
    if len(puzzle.cells) != puzzle.rows * puzzle.cols:
        exist = {row * puzzle.cols + col for row, col in puzzle.cells}
        gaps = frozenset(range(puzzle.rows * puzzle.cols)) - exist
    return board_of(puzzle.rows, puzzle.cols, puzzle.digits, gaps)


def canonical_rules(puzzle: Puzzle) -> tuple[Rule, ...]:
    """Canonical rules of a puzzle, without cosmetic keys.

    Raises
    ------
    NotSupportedError
        The puzzle was put together by hand and carries groups or relations that no rule states.
    """
    rules = Rules(map(bare, puzzle.rules))
    if not rules and (puzzle.groups or puzzle.relations or puzzle.constraints):
        raise NotSupportedError("this puzzle carries no rules to write; build it with pencilmark.loaders.load")
    return canonical(puzzle_board(puzzle), rules)


def dressed_rules(puzzle: Puzzle) -> list[Rule]:
    """Canonical rules, with ``id``, ``label`` and ``style`` wherever a rule is written back unchanged."""
    given: dict[Rule, list[Rule]] = {}
    for rule in puzzle.rules:
        given.setdefault(bare(rule), []).append(rule)
    return [given[rule].pop(0) if given.get(rule) else rule for rule in canonical_rules(puzzle)]


@lru_cache(maxsize=256)
def canonical(board: Board, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """Canonical form of bare rules; equal calls share one object."""
    for _ in range(_PASSES):
        known, rules = rules, _one_pass(board, rules)
        if rules == known:
            break
    return rules


def _one_pass(board: Board, rules: tuple[Rule, ...]) -> Rules:
    first: list[tuple[Position, Rule]] = list(house_rules(board, stated_houses(board, rules)))
    clues: list[Rule] = []
    stream: list[Link] = []
    others: list[Rule] = []
    for i, rule in enumerate(rules):
        if rule.houses(board, rules):
            continue
        pairs = rule.pairs(board, rules)
        if rule.section == 0:
            first.append(((i, 0), rule.canonical(board)))
        elif rule.section == 1:
            clues.append(rule)
        elif pairs is not None:
            stream.extend(Link(relation, rule) for relation in pairs)
        else:
            others.append(rule)
    first.sort(key=lambda item: item[0])
    base = [rule for _, rule in first]
    rest = list(_once(_merged_arrows([*_spelled(others, board, rules)])))
    paired = pair_rules(board, base, [rule for rule in rest if isinstance(rule, NumberedEdge)], stream)
    # a relation on two cells side by side may have become a numbered clue, which is no pair rule when it is read again
    paired.sort(key=lambda rule: isinstance(rule, NumberedEdge))
    return Rules((*base, *cell_rules(board, tuple(clues)), *paired, *rest))


def _spelled(others: Sequence[Rule], board: Board, rules: tuple[Rule, ...]) -> Iterator[Rule]:
    """Yield the canonical spelling of every rule of the constraint stream."""
    # a negative of products exempts pairs with a product only, so beside it products have to stay products
    keeps_products = any(isinstance(rule, Negative) and rule.of == "product" for rule in others)
    for rule in others:
        if keeps_products and isinstance(rule, Product):
            yield rule
        else:
            own = rule.canonical(board).canonical_among(board, rules)
            yield equal_sum(plain_sum(own, board), board, rules)


def _merged_arrows(rules: Sequence[Rule]) -> Iterator[Rule]:
    """Yield the rules with one arrow for all that share a bulb and have nothing between them that separates (C5)."""
    merged: list[Rule] = []
    place = -1
    for rule in rules:
        if isinstance(rule, Arrow):
            last = merged[place] if place >= 0 else None
            if isinstance(last, Arrow) and last.bulb == rule.bulb:
                merged[place] = msgspec.structs.replace(last, lines=(*last.lines, *rule.lines))
                continue
            place = len(merged)
        elif rule.separates:
            place = -1
        merged.append(rule)
    yield from merged


def _once(rules: Iterator[Rule]) -> Iterator[Rule]:
    """Yield the rules without repeated negatives, and without repeated marks beside a Battenburg negative (C12)."""
    kept = list(rules)
    marked = any(isinstance(rule, Negative) and rule.of == "battenburg" for rule in kept)
    seen: set[Rule] = set()
    for rule in kept:
        if rule not in seen:
            yield rule
        if isinstance(rule, Negative) or (marked and isinstance(rule, Battenburg)):
            seen.add(rule)


def grid_areas(puzzle: Puzzle) -> list[Area]:
    """The grid areas of a puzzle in reading order of their origins, whatever spelling the file uses."""
    board = puzzle_board(puzzle)
    areas = [area for rule in canonical_rules(puzzle) if (area := rule.area(board)) is not None]
    return sorted(areas, key=lambda area: (area.row, area.col))
