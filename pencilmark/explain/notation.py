"""Steps as solvers and forums write them: ``X-Wing: 3 r58 c68 => r679c6<>3``, ``Hidden Single: r3c5=6``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..band_path import PathStep
from ..board import Cell, Digit
from ..engine.naming import names_of
from ..engine.session import Step
from ..engine.stepwise import GUESS
from ..puzzle import Puzzle
from ..tables import shapes
from ..techniques import INDEX, TECHNIQUES


def step_notation(puzzle: Puzzle, step: PathStep) -> str:
    """One band-path step: technique, pattern, ``=>``, result."""
    if step.step.shape == GUESS:
        return f"{step.name}: {conclusion(puzzle, step.step)}"
    story = TECHNIQUES[INDEX[shapes()[step.step.shape].engine]].story
    result = conclusion(puzzle, step.step)
    if story == "place":
        return f"{step.name}: {result}"
    return f"{step.name}: {_STORIES[story](puzzle, step.step)} => {result}"


def conclusion(puzzle: Puzzle, step: Step) -> str:
    """What a step places or removes: ``r3c5=6`` or ``r679c6<>3, r1c1<>24``."""
    if step.place is not None:
        cell, digit = step.place
        return f"{puzzle.name(cell)}={digit}"
    by_cells: dict[tuple[Cell, ...], list[Digit]] = {}
    for digit in sorted({d for _, d in step.elims}):
        by_cells.setdefault(tuple(c for c, d in step.elims if d == digit), []).append(digit)
    return ", ".join(f"{contract(puzzle, cells)}<>{_digits(puzzle, digits)}" for cells, digits in by_cells.items())


def contract(puzzle: Puzzle, cells: Iterable[Cell]) -> str:
    """Cells in short: those that differ only in row or only in column are joined (``r679c6``)."""
    return ",".join(contracted(puzzle, cells))


def contracted(puzzle: Puzzle, cells: Iterable[Cell]) -> list[str]:
    """The parts of :func:`contract`, one for each set of rows and columns."""
    by_row: dict[int, list[int]] = {}
    for row, col in sorted(puzzle.cells[c] for c in set(cells)):
        by_row.setdefault(row, []).append(col)
    by_cols: dict[tuple[int, ...], list[int]] = {}
    for row, cols in by_row.items():
        by_cols.setdefault(tuple(cols), []).append(row)
    return [f"r{_numbers(rows, puzzle.rows)}c{_numbers(cols, puzzle.cols)}" for cols, rows in by_cols.items()]


def _numbers(values: Sequence[int], size: int) -> str:
    """Row or column numbers side by side; in brackets with commas where one has two figures."""
    shown = [str(v + 1) for v in values]
    return "".join(shown) if len(shown) == 1 or size <= 9 else f"[{','.join(shown)}]"


def _digits(puzzle: Puzzle, digits: Iterable[Digit]) -> str:
    shown = [str(d) for d in digits]
    return "".join(shown) if len(shown) == 1 or puzzle.digits <= 9 else f"[{','.join(shown)}]"


def _split(step: Step) -> tuple[list[tuple[Cell, Digit]], list[int]]:
    nodes = [v for v in step.witness if not isinstance(v, int)]
    return nodes, [-1 - v for v in step.witness if isinstance(v, int)]


def _lines(puzzle: Puzzle, step: Step) -> str:
    """Digit and houses: ``3 r58 c68``."""
    nodes, groups = _split(step)
    by_letter: dict[str, list[str]] = {}
    names = names_of(groups, puzzle)
    for name in names:
        by_letter.setdefault(name[0] if name[1:].isdigit() else name, []).append(name[1:] if name[1:].isdigit() else "")
    shown = [letter + ("" if numbers == [""] else _join(numbers)) for letter, numbers in by_letter.items()]
    return " ".join([_digits(puzzle, sorted({d for _, d in nodes})), *shown])


def _join(numbers: list[str]) -> str:
    return "".join(numbers) if all(len(n) == 1 for n in numbers) else f"[{','.join(numbers)}]"


def _cells(puzzle: Puzzle, step: Step) -> str:
    """Digits and cells: ``12 r1c37``."""
    nodes, _ = _split(step)
    return f"{_digits(puzzle, sorted({d for _, d in nodes}))} {contract(puzzle, (c for c, _ in nodes))}"


def _chain(puzzle: Puzzle, step: Step) -> str:
    """Nodes joined by ``=`` (one is true) and ``-`` (one is false): ``(3)r1c1=(3)r1c7-(5)r1c7=…``."""
    nodes, _ = _split(step)
    return _joined(puzzle, nodes)


def _joined(puzzle: Puzzle, nodes: Sequence[tuple[Cell, Digit]], links: str = "=-") -> str:
    return _linked_nodes([f"({digit}){puzzle.name(cell)}" for cell, digit in nodes], links)


def _linked_nodes(nodes: Sequence[str], links: str = "=-") -> str:
    return "".join(("" if k == 0 else links[(k + 1) % 2]) + node for k, node in enumerate(nodes))


def _grouped(puzzle: Puzzle, step: Step) -> str:
    """A chain whose nodes may be groups, each told by the two houses that cross there: ``(3)r12c1=(3)r1c7-…``."""
    groups = [g.cells for g in puzzle.groups if g.complete] + [g.cells for g in puzzle.groups if not g.complete]
    nodes: list[tuple[list[Cell], Digit]] = []
    crossing: list[int] = []
    fresh = True
    for word in step.witness:
        if isinstance(word, int):
            crossing = [-1 - word] if len(crossing) != 1 else [*crossing, -1 - word]
            fresh = True
            continue
        cell, digit = word
        inside = len(crossing) == 2 and all(cell in groups[g] for g in crossing)
        if inside and not fresh and nodes[-1][1] == digit:
            nodes[-1][0].append(cell)
        else:
            nodes.append(([cell], digit))
        crossing = crossing if inside else []
        fresh = False
    return _linked_nodes([f"({digit}){contract(puzzle, cells)}" for cells, digit in nodes])


def _linked(puzzle: Puzzle, step: Step) -> str:
    """Sets of cells one after the other, each told by its group: ``{r1c12 347} {r4c1 37}``."""
    parts: list[list[tuple[Cell, Digit]]] = [[]]
    for word in step.witness:
        if isinstance(word, int):
            parts.append([])
        else:
            parts[-1].append(word)
    return " ".join(_set(puzzle, part) for part in parts if part)


def _set(puzzle: Puzzle, part: Sequence[tuple[Cell, Digit]]) -> str:
    return f"{{{contract(puzzle, (c for c, _ in part))} {_digits(puzzle, sorted({d for _, d in part}))}}}"


def _kraken(puzzle: Puzzle, step: Step) -> str:
    """A fish and the chains from its fins to the target: ``3 r25 c26, (3)r2c8-(3)r4c8=(3)r4c4-(3)r5c4``."""
    nodes, groups = _split(step)
    cut = chains_begin(nodes)
    fish = replace(step, witness=(*(-1 - g for g in groups), *nodes[:cut]))
    return ", ".join([_lines(puzzle, fish), *(_joined(puzzle, chain, "-=") for chain in chains_to(nodes[cut:], step))])


def chains_begin(nodes: Sequence[tuple[Cell, Digit]]) -> int:
    """Where the places of a Kraken fish end: each is told once, and the first chain starts at one of them again."""
    return next((k for k, node in enumerate(nodes) if node in nodes[:k]), len(nodes))


def chains_to(nodes: Sequence[tuple[Cell, Digit]], step: Step) -> Iterator[Sequence[tuple[Cell, Digit]]]:
    """Chains written one after the other, each of which ends in what the step removes."""
    start = 0
    for end in range(1, len(nodes), 2):
        if nodes[end] == step.elims[0]:
            yield nodes[start : end + 1]
            start = end + 1


def _sets(puzzle: Puzzle, step: Step) -> str:
    """Two sets of cells with their digits: ``{r1c12 347} {r4c1 37}``."""
    nodes, _ = _split(step)
    cut = step.extra[0]
    return " ".join(_set(puzzle, part) for part in (nodes[:cut], nodes[cut:]) if part)


def _rule(puzzle: Puzzle, step: Step) -> str:
    """The rule elements and houses it rests on: ``cage at r1c3, r4``."""
    _, groups = _split(step)
    return ", ".join(dict.fromkeys(names_of(groups, puzzle)))


def _cases(puzzle: Puzzle, step: Step) -> str:
    """The candidates that are followed: ``r3c5 = 2 | 7 | 9``."""
    nodes, _ = _split(step)
    return " | ".join(f"({d}){puzzle.name(c)}" for c, d in nodes)


_STORIES: dict[str, Any] = {
    "lines": _lines,
    "kraken": _kraken,
    "cells": _cells,
    "chain": _chain,
    "grouped": _grouped,
    "sets": _sets,
    "linked": _linked,
    "cases": _cases,
    "rule": _rule,
}
"""How the pattern of a technique is written; the name is the ``story`` of its row in the catalogue."""
