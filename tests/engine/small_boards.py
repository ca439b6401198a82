"""Small boards with any rules: all solutions by brute force, and whether moves keep them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from pencilmark.board import full_mask
from pencilmark.constraints import mechanic_of
from pencilmark.constraints.bijection import Bijection
from pencilmark.constraints.relation import OPERATORS
from pencilmark.engine.session import Session, Step
from pencilmark.puzzle import Group, Puzzle, Relation
from pencilmark.tables import shapes
from pencilmark.techniques import TECHNIQUES

from ..constraints.random_rules import MAKERS

Grid = tuple[int, ...]
SAFE = tuple(t.engine for t in TECHNIQUES if not t.needs_unique)
"""Techniques that are sound whatever the number of solutions."""
SPAN = range(1, 5)


def solutions(puzzle: Puzzle) -> list[Grid]:
    """All fillings that obey everything stated; groups and pairs are looked at as soon as their cells are filled."""
    n = len(puzzle.cells)
    checks: list[list[Any]] = [[] for _ in range(n)]
    for record in (*puzzle.groups, *puzzle.relations, *puzzle.constraints):
        checks[max(cells_of(record))].append(record)
    grid = [0] * n

    def fill(cell: int) -> Iterator[Grid]:
        if cell == n:
            yield tuple(grid)
            return
        for digit in range(1, puzzle.digits + 1):
            if puzzle.domains[cell] >> digit - 1 & 1 and puzzle.givens[cell] in (0, digit):
                grid[cell] = digit
                if all(obeys(record, grid) for record in checks[cell]):
                    yield from fill(cell + 1)

    return list(fill(0))


def cells_of(record: Any) -> tuple[int, ...]:
    """Cells of a group, relation or constraint."""
    if isinstance(record, Relation):
        return record.a, record.b
    return (*record.first, *record.second) if isinstance(record, Bijection) else tuple(record.cells)


def obeys(record: Any, grid: Sequence[int]) -> bool:
    """Whether a filling obeys one record."""
    mechanic = mechanic_of(record)
    assert mechanic is not None
    return mechanic.holds(record, grid)


def wrong(step: Step, grids: Sequence[Grid]) -> bool:
    """Whether a move contradicts some solution."""
    for grid in grids:
        if step.place is not None and grid[step.place[0]] != step.place[1]:
            return True
        if any(grid[cell] == digit for cell, digit in step.elims):
            return True
    return False


def unsound(session: Session, grids: Sequence[Grid], engines: Sequence[str] = SAFE) -> list[str]:
    """Shapes of the moves at the session's position that contradict one of the solutions."""
    table = shapes()
    return [
        table[step.shape].technique
        for engine in engines
        for step in session.find(engine, unique=len(grids) == 1)
        if wrong(step, grids)
    ]


def random_board(rng: random.Random) -> Puzzle:
    """Up to eight cells of three or four digits in a square, with houses, shorter groups, pairs and constraints."""
    digits = rng.choice((3, 4))
    size = rng.randint(digits, 8)
    cells = list(range(size))
    groups = [Group("region", tuple(sorted(rng.sample(cells, digits))), True) for _ in range(rng.randint(0, 2))]
    groups += [Group("region", tuple(sorted(rng.sample(cells, 2))), False) for _ in range(rng.randint(0, 1))]
    if rng.random() < 0.5:
        cage = tuple(sorted(rng.sample(cells, 2)))
        groups.append(Group("cage", cage, False, rng.randint(3, 2 * digits - 1)))
    chosen = rng.sample(list(combinations(cells, 2)), rng.randint(0, 3))
    return Puzzle(
        digits, 3, 3, tuple(divmod(cell, 3) for cell in cells),
        tuple(rng.randint(1, digits) if rng.random() < 0.1 else 0 for _ in cells),
        tuple(rng.randint(1, full_mask(digits)) | 1 << rng.randrange(digits) if rng.random() < 0.2
              else full_mask(digits) for _ in cells),
        tuple(dict.fromkeys(groups)),
        tuple(_relation(a, b, rng) for a, b in chosen),
        tuple(_constraints(cells, digits, rng)),
    )  # fmt: skip


def _relation(a: int, b: int, rng: random.Random) -> Relation:
    operator = rng.choice(list(OPERATORS.values()))
    return Relation(operator.name, a, b, tuple(rng.choice(SPAN) for _ in range(operator.params)))


def _constraints(cells: list[int], digits: int, rng: random.Random) -> Iterator[Any]:
    for _ in range(rng.randint(1, 3)):
        chosen = rng.sample(cells, rng.randint(2, min(5, len(cells))))
        if rng.random() < 0.2:
            chosen.insert(rng.randrange(len(chosen)), rng.choice(chosen))
        yield MAKERS[rng.choice(list(MAKERS))](tuple(chosen), digits, rng)
    if rng.random() < 0.15:
        half = len(cells) // 2
        mixed = rng.sample(cells, 2 * half)
        yield Bijection(tuple(mixed[:half]), tuple(mixed[half:]))
