"""Boards made for techniques that hardly any puzzle needs, as sources of exemplars.

A full grid is filled in at random and rules of one kind are read off it. Nothing tells that the result has one
solution; it has the grid as one, which is all that an exemplar of a rule technique asks for.

::

    ring        sums over the cells of a Phistomefel ring and over its corners, but for two or three cells
    both ends   skyscraper, sandwich and x-sum clues at both ends of every row
    runs        renbans wherever neighbours in a line hold a run of digits
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from pencilmark import exchange
from pencilmark.board import STANDARD_BOXES, cell_name

from .make_classics import KINDS, empty_puzzle, full_grid
from .rule_positions import Document

Grid = tuple[int, ...]
Json = dict[str, Any]
OF_EACH = 12
"""Boards of each kind."""
MADE = "made"
"""How their names begin."""


def built(seed: int) -> Iterator[tuple[str, Document]]:
    """(name, document) of all boards."""
    for make, digits in ((_ring, 9), (_variant_ring, 9), (_both_ends, 6), (_runs, 9)):
        kind = next(k for k in KINDS if k.digits == digits and not k.preset)
        for i in range(OF_EACH):
            rng = random.Random(f"{seed} {make.__name__} {i}")
            grid = full_grid(empty_puzzle(kind), rng)
            name = f"{MADE}{make.__name__.replace('_', '-')}-{i + 1}"
            yield name, _document(name, digits, grid, make(grid, rng), rng)


def _document(name: str, digits: int, grid: Grid, rules: Sequence[Json], rng: random.Random) -> Document:
    shown = set(rng.sample(range(digits * digits), rng.randint(0, digits * digits // 6)))
    box = {"type": "box_grid", "box": list(STANDARD_BOXES[digits]), "origin": "r1c1"}
    title = name.replace("-", " ").capitalize()
    return exchange.loads(
        exchange.dumps(
            {
                "format": "sudoku-puzzle", "format_version": 1, "meta": {"title": title},
                "board": {"rows": digits, "cols": digits}, "digits": digits,
                "givens": [x if c in shown else 0 for c, x in enumerate(grid)], "solution": list(grid),
                "rules": [box, *rules],
            }
        )
    )  # fmt: skip


def _ring(grid: Grid, rng: random.Random) -> list[Json]:
    return _sums_of_ring(grid, rng, (2, 6), (2, 6))


def _variant_ring(grid: Grid, rng: random.Random) -> list[Json]:
    lines = [tuple(3 * band + rng.randrange(3) for band in sorted(rng.sample(range(3), 2))) for _ in "rc"]
    return _sums_of_ring(grid, rng, lines[0], lines[1])


def _sums_of_ring(grid: Grid, rng: random.Random, rows: Sequence[int], cols: Sequence[int]) -> list[Json]:
    """Sums over a ring and its corners; a few cells of both are left out."""
    bands, stacks = {r // 3 for r in rows}, {c // 3 for c in cols}
    ring = [9 * r + c for r in rows for c in range(9) if c in cols or c // 3 not in stacks]
    ring += [9 * r + c for r in range(9) if r // 3 not in bands for c in cols]
    corners = [
        9 * r + c for r in range(9) for c in range(9)
        if r // 3 in bands and c // 3 in stacks and r not in rows and c not in cols
    ]  # fmt: skip
    found: list[Json] = []
    for cells, loose in ((ring, rng.randint(1, 2)), (corners, rng.randint(0, 1))):
        left = rng.sample(cells, len(cells) - loose)
        while left:
            size = min(len(left), rng.choice((2, 3, 4)))
            taken, left = sorted(left[:size]), left[size:]
            total = sum(grid[c] for c in taken)
            found.append({"type": "sum", "kind": "group", "sum": total, "cells": [_name(c, 9) for c in taken]})
    return found


def _name(cell: int, size: int) -> str:
    return cell_name(cell // size, cell % size)


def _both_ends(grid: Grid, rng: random.Random) -> list[Json]:
    """A clue at either end of every row."""
    found: list[Json] = []
    for r in range(6):
        for side, step in (("left", 1), ("right", -1)):
            cells = [6 * r + c for c in range(6)][::step]
            digits = [grid[c] for c in cells]
            head = {"side": side, "cells": [_name(c, 6) for c in cells]}
            seen = sum(x > max(digits[:i], default=0) for i, x in enumerate(digits))
            ends = sorted((digits.index(1), digits.index(6)))
            clues: list[Json] = [
                {"type": "skyscraper", "value": seen, **head},
                {"type": "xsum", "sum": sum(digits[: digits[0]]), **head},
                {"type": "sandwich", "sum": sum(digits[ends[0] + 1 : ends[1]]), **head},
            ]
            found.append(rng.choice(clues[: 3 if side == "left" else 2]))
    return found


def _runs(grid: Grid, rng: random.Random) -> list[Json]:
    """Neighbours in a line that hold a run of digits, long ones first, as far as they have no cell in common."""
    lines = [[9 * r + c for c in range(9)] for r in range(9)]
    lines += [list(line) for line in zip(*lines, strict=True)]
    runs = [line[i : i + size] for size in (4, 3, 2) for line in rng.sample(lines, 18) for i in range(10 - size)]
    found: list[Json] = []
    taken: set[int] = set()
    for cells in runs:
        digits = sorted(grid[c] for c in cells)
        if digits[-1] - digits[0] == len(cells) - 1 and taken.isdisjoint(cells):
            taken |= set(cells)
            found.append({"type": "line", "kind": "renban", "cells": [_name(c, 9) for c in cells]})
    return found
