"""Many-cell constraints as rows for the kernels: every row leads back to its diagram, stated rows first."""

from __future__ import annotations

import numpy as np
import pytest

from pencilmark import exchange
from pencilmark.constraints import mechanic_of
from pencilmark.constraints.bijection import Bijection
from pencilmark.elements import (
    DIAGRAM,
    KIND,
    LAYER,
    LENGTH,
    LONG,
    QUICK_CELLS,
    QUICK_EDGES,
    RELABELLING,
    SHAPE,
    START,
    STATED,
    STATES,
    Rows,
    elements_of,
)  # fmt: skip
from pencilmark.puzzle import Puzzle
from pencilmark.state import compile_board, elements_in
from pencilmark.tables import shapes

from ..documents import classic, document
from ..rules.samples import VALID, sample

CAGES = [
    {"type": "cage", "sum": 15, "cells": [f"r1c{col}" for col in range(1, 6)]},
    {"type": "cage", "sum": 12, "cells": ["r1c6", "r1c7"]},
    {"type": "cage", "sum": 9, "cells": ["r2c1", "r2c2"]},
    {"type": "cage", "sum": 9, "cells": ["r2c4", "r2c5"]},
    {"type": "cage", "sum": 7, "cells": ["r2c6", "r2c7"]},
]


def rows_of(puzzle: Puzzle) -> Rows:
    """The rows of a puzzle, visibility by its groups alone."""
    peers: list[set[int]] = [set() for _ in puzzle.cells]
    for group in puzzle.groups:
        for cell in group.cells:
            peers[cell] |= set(group.cells) - {cell}
    return elements_of(puzzle, peers)


def check(rows: Rows) -> None:
    """Read every row back from the arrays."""
    table = shapes()
    for row, element in zip(rows.rows, rows.elements, strict=False):
        cells = rows.cells[row[START] : row[START] + row[LENGTH]]
        assert tuple(cells) == element.cells
        assert bool(row[STATED]) == element.stated
        assert table[row[SHAPE]].technique == element.technique
        assert table[row[LONG]].technique in (element.technique, "Sum Bounds")
        if element.diagram is None:
            assert row[KIND] == RELABELLING
            continue
        assert row[KIND] == DIAGRAM
        assert row[STATES] == element.diagram.states
        layers = rows.layers[row[LAYER] : row[LAYER] + row[LENGTH] + 1]
        assert np.array_equal(layers - layers[0], element.diagram.layers)
        assert np.array_equal(rows.edges[layers[0] : layers[-1]], element.diagram.edges)


@pytest.mark.parametrize("cls, rule", VALID)
def test_rows_lead_back_to_diagrams(cls: type, rule: dict) -> None:  # type: ignore[type-arg]
    puzzle = exchange.read(sample(cls, rule))
    rows = rows_of(puzzle)
    check(rows)
    sums = sum(group.total is not None for group in puzzle.groups)
    many = sum(
        1 if isinstance(record, Bijection) else len(mechanic.words(record, puzzle.digits))
        for record in puzzle.constraints
        if (mechanic := mechanic_of(record)) is not None
    )
    assert rows.whole
    assert sum(element.stated for element in rows.elements) == sums + many


def test_stated_rows_come_first_then_the_small_derived_ones() -> None:
    puzzle = exchange.read(classic(*CAGES))
    elements = elements_in(puzzle)
    board = compile_board(puzzle)
    stated = [element.stated for element in elements]
    assert stated == sorted(stated, reverse=True)
    assert stated.count(True) == 5
    assert stated.count(False) >= 2
    for k, element in enumerate(elements):
        assert element.diagram is not None
        small = len(element.cells) <= QUICK_CELLS and len(element.diagram.edges) <= QUICK_EDGES
        assert (k < board.nq) == (element.stated or (element.searched and small))


def test_rows_with_the_same_diagram_share_it() -> None:
    puzzle = exchange.read(classic(*CAGES))
    rows = rows_of(puzzle)
    check(rows)
    pairs = [row for row, e in zip(rows.rows, rows.elements, strict=True) if e.stated and len(e.cells) == 2]
    assert len(pairs) == 4
    assert len({int(row[LAYER]) for row in pairs}) == 3


def test_parts_lead_to_the_groups_a_derived_row_comes_from() -> None:
    puzzle = exchange.read(classic(*CAGES))
    for element in elements_in(puzzle):
        cells = {c for part in element.parts for c in puzzle.groups[part].cells}
        assert set(element.cells) <= cells


def test_a_board_without_rules_has_no_rows() -> None:
    rows = rows_of(exchange.read(document(4, 4, 4, [{"type": "box_grid", "origin": "r1c1", "box": [2, 2]}])))
    assert rows.elements == () and rows.quick == 0 and rows.whole
