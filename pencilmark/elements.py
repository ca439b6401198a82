"""The many-cell constraints of a puzzle as rows for the kernels: stated ones first, then derived ones.

::

    row k      START, LENGTH   its cells, in order, in ``cells``
               LAYER, STATES   its decision diagram in ``layers`` and ``edges``
               SHAPE, LONG     row of techniques.csv when few, when many of its cells are open
               STATED          1 = a rule of the puzzle, 0 = derived
               KIND            DIAGRAM, or RELABELLING (cells alternate between the two lists)
               DISTINCT        how many different cells it has: a closed line names its first cell twice
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .constraints import mechanic_of
from .constraints.bijection import Bijection
from .constraints.diagram import Diagram, diagram, pattern_of
from .constraints.linear import SUM, sum_of
from .constraints.regular import Regular
from .derived import derive
from .puzzle import Puzzle
from .tables import shape_id

START, LENGTH, LAYER, STATES, SHAPE, LONG, STATED, KIND, DISTINCT = range(9)
DIAGRAM, RELABELLING = 0, 1
MANY = 5
"""Open cells above which a sum is a matter of bounds rather than of combinations."""
QUICK_CELLS, QUICK_EDGES = 3, 80
"""Derived rows up to this size are worth pruning at every node of a search."""
Array = Any


@dataclass(frozen=True, slots=True)
class Element:
    """One many-cell constraint as the engine reads it.

    ``parts`` are numbers in (groups, constraints) of the puzzle; ``diagram`` is None for a relabelling.
    ``searched`` tells whether searches may prune it.
    """

    technique: str
    cells: tuple[int, ...]
    parts: tuple[int, ...]
    stated: bool
    diagram: Diagram | None
    sums: bool = False
    searched: bool = True


@dataclass(frozen=True, slots=True)
class Rows:
    """All elements of a puzzle as arrays (see the module's drawing).

    The first ``quick`` of them are pruned in searches; ``whole`` tells whether they say all that the rules say.
    """

    elements: tuple[Element, ...]
    quick: int
    rows: Array
    cells: Array
    layers: Array
    edges: Array
    whole: bool


def elements_of(puzzle: Puzzle, peers: Sequence[set[int]]) -> Rows:
    """Rows of a puzzle; ``peers[c]`` are the cells that c sees."""
    found: list[Element] = []
    whole = True
    for number, regular in _stated(puzzle):
        if isinstance(regular, Bijection):
            pairs = tuple(c for pair in zip(regular.first, regular.second, strict=True) for c in pair)
            found.append(Element(regular.technique, pairs, (number,), True, None))
            continue
        element = _element(regular, (number,), True, puzzle.digits, peers)
        whole = whole and element is not None
        found += [element] if element else []
    rest = [_element(d.regular, d.parts, False, puzzle.digits, peers, d.searched) for d in derive(puzzle)]
    found += sorted((element for element in rest if element), key=lambda element: not _quick(element))
    return _arrays(found, whole)


def _quick(element: Element) -> bool:
    """Whether an element is pruned in searches: every stated one, and derived ones that cost little."""
    small = len(element.cells) <= QUICK_CELLS
    few = small and element.diagram is not None and len(element.diagram.edges) <= QUICK_EDGES
    return element.stated or (element.searched and few)


def _stated(puzzle: Puzzle) -> list[tuple[int, Any]]:
    """Every stated constraint with its number, sums of cages first."""
    found: list[tuple[int, Any]] = []
    for i, group in enumerate(puzzle.groups):
        if group.total is not None:
            linear = sum_of(group.cells, group.total, "Cage Combinations")
            found += [(i, word) for word in _words(linear, puzzle.digits)]
    for k, record in enumerate(puzzle.constraints):
        number = len(puzzle.groups) + k
        found += [(number, word) for word in _words(record, puzzle.digits)]
        if isinstance(record, Bijection):
            found.append((number, record))
    return found


def _words(record: Any, digits: int) -> tuple[Regular, ...]:
    mechanic = mechanic_of(record)
    return mechanic.words(record, digits) if mechanic else ()


def _element(
    regular: Regular,
    parts: tuple[int, ...],
    stated: bool,
    digits: int,
    peers: Sequence[set[int]],
    searched: bool = True,
) -> Element | None:
    built = diagram(regular.automaton, regular.params, digits, pattern_of(regular.cells, peers))
    if built is None:
        return None
    return Element(regular.technique, regular.cells, parts, stated, built, regular.automaton == SUM, searched)


def _arrays(found: Sequence[Element], whole: bool) -> Rows:
    layers: list[int] = []
    edges: list[Array] = []
    places: dict[int, int] = {}
    count = 0
    for element in found:
        built = element.diagram
        if built is not None and id(built) not in places:
            places[id(built)] = len(layers)
            layers += (built.layers + count).tolist()
            edges.append(built.edges)
            count += len(built.edges)
    rows = np.zeros((max(len(found), 1), 9), np.int64)
    start = 0
    for k, element in enumerate(found):
        built = element.diagram
        many = "Sum Bounds" if element.sums and element.stated else element.technique
        rows[k] = (
            start, len(element.cells), places[id(built)] if built else 0, built.states if built else 0,
            shape_id(element.technique), shape_id(many), element.stated, DIAGRAM if built else RELABELLING,
            len(set(element.cells)),
        )  # fmt: skip
        start += len(element.cells)
    cells = np.array([c for e in found for c in e.cells] or [0], np.int64)
    flat = np.concatenate(edges) if edges else np.zeros((1, 3), np.int64)
    return Rows(
        tuple(found),
        sum(map(_quick, found)),
        rows,
        cells,
        np.array(layers or [0], np.int64),
        flat.astype(np.int32),
        whole,
    )
