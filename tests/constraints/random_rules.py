"""Random many-cell constraints over random cells, and their fillings by brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from pencilmark.constraints.counting import Count
from pencilmark.constraints.counting import words as count_words
from pencilmark.constraints.linear import Linear
from pencilmark.constraints.linear import words as sum_words
from pencilmark.constraints.regular import Automaton, Regular, holds
from pencilmark.constraints.table import Table
from pencilmark.constraints.table import words as table_words

Filling = tuple[int, ...]


def _start(params: tuple[Any, ...]) -> int:
    return 0


def _step(state: int, digit: int, i: int, params: tuple[Any, ...]) -> int | None:
    target: int = params[0][state][digit - 1]
    return None if target < 0 else target


def _accept(state: int, params: tuple[Any, ...]) -> bool:
    return state in params[1]


DRAWN = Automaton("drawn", _start, _step, _accept)
"""An automaton given by its table: params are state -> digit -> state (−1 = none), and the states accepted."""


@dataclass(frozen=True)
class Case:
    """A constraint on cells 0 … ``size`` − 1, some of which see each other."""

    regular: Regular
    size: int
    digits: int
    pairs: tuple[tuple[int, int], ...]

    @property
    def peers(self) -> list[set[int]]:
        """Cell -> cells it sees."""
        seen: list[set[int]] = [set() for _ in range(self.size)]
        for a, b in self.pairs:
            seen[a].add(b)
            seen[b].add(a)
        return seen

    def fillings(self, sight: bool = True, masks: Sequence[int] | None = None) -> Iterator[Filling]:
        """Digits of the constraint's cells, in its order, that obey it (and visibility) within the masks."""
        ranges = [
            [digit for digit in range(1, self.digits + 1) if masks is None or masks[cell] >> digit - 1 & 1]
            for cell in range(self.size)
        ]
        pairs = [pair for pair in self.pairs if set(pair) <= set(self.regular.cells)] if sight else []
        seen: set[Filling] = set()
        for grid in product(*ranges):
            if all(grid[a] != grid[b] for a, b in pairs) and holds(self.regular, grid):
                word = tuple(grid[cell] for cell in self.regular.cells)
                if word not in seen:
                    seen.add(word)
                    yield word


def _drawn(cells: tuple[int, ...], digits: int, rng: random.Random) -> Regular:
    states = rng.randint(1, 5)
    table = tuple(tuple(rng.choice((-1, *range(states))) for _ in range(digits)) for _ in range(states))
    accepted = tuple(rng.sample(range(states), rng.randint(1, states)))
    return Regular(cells, DRAWN, (table, accepted), "Clue Combinations")


def _sum(cells: tuple[int, ...], digits: int, rng: random.Random) -> Regular:
    weights = tuple(rng.choice((1, 1, 1, 2, 10, -1)) for _ in cells)
    total = sum(weight * rng.randint(1, digits) for weight in weights)
    return sum_words(Linear(cells, weights, total, "Sum Combinations"), digits)[0]


def _count(cells: tuple[int, ...], digits: int, rng: random.Random) -> Regular:
    times = tuple(sorted(rng.sample(range(len(cells) + 1), rng.randint(1, 2))))
    return count_words(Count(cells, rng.randint(1, digits), times), digits)[0]


def _table(cells: tuple[int, ...], digits: int, rng: random.Random) -> Regular:
    chosen = cells[:4]
    tuples = tuple(t for t in product(range(1, digits + 1), repeat=len(chosen)) if rng.random() < 0.3)
    return table_words(Table(chosen, tuples), digits)[0]


MAKERS = {"automaton": _drawn, "sum": _sum, "count": _count, "table": _table}
"""Ways to make a random constraint."""


def random_case(maker: str, rng: random.Random) -> Case:
    """A constraint on two to five cells of a few digits; a cell may occur twice, and any two may see each other."""
    size, digits = rng.randint(2, 5), rng.randint(2, 4)
    cells = list(range(size))
    rng.shuffle(cells)
    if rng.random() < 0.4:
        cells.insert(rng.randrange(size + 1), rng.randrange(size))
    density = rng.choice((0.0, 0.3, 0.7, 1.0))
    pairs = tuple(pair for pair in combinations(range(size), 2) if rng.random() < density)
    return Case(MAKERS[maker](tuple(cells), digits, rng), size, digits, pairs)
