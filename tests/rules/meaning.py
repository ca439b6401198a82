"""What a rule of a document means on a filling, asked of everything that states it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from pencilmark import exchange
from pencilmark.constraints import mechanic_of
from pencilmark.rules.base import Allowed, Rule, to_json

from ..documents import document

Json = dict[str, Any]


class Case:
    """The first rule of a small document, ready to judge fillings."""

    def __init__(self, rule: Json, rows: int, cols: int, digits: int, beside: Sequence[Json] = ()) -> None:
        self.puzzle = exchange.read(document(rows, cols, digits, [rule, *beside]))
        self.board = exchange.puzzle_board(self.puzzle)
        self.rule: Rule = self.puzzle.rules[0]
        self.canonical = self.rule.canonical(self.board)
        self._primitives = [
            list(record.expand(self.board, self.puzzle.rules)) for record in (self.rule, self.canonical)
        ]

    def holds(self, grid: Sequence[int]) -> bool:
        """The verdict of the rule, once it is that of its canonical form and of both expansions."""
        verdict = self.rule.holds(grid, self.board, self.puzzle.rules)
        assert self.canonical.holds(grid, self.board, self.puzzle.rules) == verdict, grid
        for primitives in self._primitives:
            assert all(obeys(primitive, grid) for primitive in primitives) == verdict, grid
        return verdict

    def fillings(self) -> Iterator[tuple[int, ...]]:
        """All fillings of the board, ascending."""
        return product(range(1, self.board.digits + 1), repeat=len(self.board.cells))

    def solutions(self) -> list[tuple[int, ...]]:
        """All fillings that obey the rule."""
        return [grid for grid in self.fillings() if self.holds(grid)]


def obeys(primitive: Any, grid: Sequence[int]) -> bool:
    """Whether a filling obeys one primitive."""
    if isinstance(primitive, Allowed):
        return bool(primitive.mask >> grid[primitive.cell] - 1 & 1)
    mechanic = mechanic_of(primitive)
    assert mechanic is not None
    return bool(mechanic.holds(primitive, grid))


def canonical_doc(rule: Json, rows: int, cols: int, digits: int, beside: Sequence[Json] = ()) -> Json:
    """The canonical object of the one rule beside the others."""
    puzzle = exchange.read(document(rows, cols, digits, [rule, *beside]))
    record = puzzle.rules[0].canonical(exchange.puzzle_board(puzzle))
    return to_json(record)
