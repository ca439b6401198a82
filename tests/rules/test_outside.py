"""Sides of outside clues: where a clue may stand, how its cells run, which side is written."""

from __future__ import annotations

from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.errors import FormatError
from pencilmark.rules.base import Fault, board_of
from pencilmark.rules.outside import border_side, check_outside

from ..documents import document, twodoku

BOARD = board_of(4, 4, 4)
GAPPED = board_of(4, 4, 4, frozenset({5}))
"""Without r2c2."""


@pytest.mark.parametrize(
    "side, cells",
    [
        ("top", "r1c2 r2c2 r3c2 r4c2"),
        ("bottom", "r4c2 r3c2"),
        ("left", "r3c1 r3c2 r3c3"),
        ("right", "r3c4 r3c3"),
        ("left", "r1c1"),
        ("top", "r1c1"),
    ],
)
def test_straight_runs_from_the_clue_inwards(side: Any, cells: str) -> None:
    names = cells.split()
    assert check_outside(names, side, BOARD) == BOARD.ids(names)


@pytest.mark.parametrize(
    "side, cells, path",
    [
        ("top", "r2c2 r3c2", ".cells[0]"),
        ("bottom", "r1c2", ".cells[0]"),
        ("right", "r3c1 r3c2", ".cells[0]"),
        ("top", "r1c2 r1c3", ".cells[1]"),
        ("top", "r1c1 r2c2", ".cells[1]"),
        ("top", "r1c1 r3c1", ".cells[1]"),
        ("left", "r1c1 r1c1", ".cells[1]"),
        ("left", "r1c1 r1c2 r2c2", ".cells[2]"),
        ("left", "r1c1 r1c2 r1c4", ".cells[2]"),
        ("left", "r1c1 r1c5", ".cells[1]"),
    ],
)
def test_other_runs_are_refused_where_they_go_wrong(side: Any, cells: str, path: str) -> None:
    with pytest.raises(Fault) as caught:
        check_outside(cells.split(), side, BOARD)
    assert caught.value.path == path


def test_diagonals_only_where_allowed() -> None:
    names = ["r1c2", "r2c3", "r3c4"]
    assert check_outside(names, "top", BOARD, diagonal=True) == (1, 6, 11)
    for side, cells in (("left", names), ("top", ["r4c1", "r3c2"]), ("top", ["r1c1", "r2c3"])):
        with pytest.raises(Fault):
            check_outside(cells, side, BOARD, diagonal=True)  # type: ignore[arg-type]
    assert check_outside(["r4c1", "r3c2"], "left", BOARD, diagonal=True) == (12, 9)
    assert check_outside(["r4c1", "r4c2"], "left", BOARD, diagonal=True) == (12, 13)


def test_a_gap_is_a_border() -> None:
    assert check_outside(["r3c2", "r4c2"], "top", GAPPED) == GAPPED.ids(["r3c2", "r4c2"])
    assert check_outside(["r2c3", "r2c4"], "left", GAPPED) == GAPPED.ids(["r2c3", "r2c4"])
    with pytest.raises(Fault):
        check_outside(["r2c1", "r2c2"], "left", GAPPED)


@pytest.mark.parametrize(
    "cells, side",
    [
        ("r1c2 r2c2", "top"),
        ("r4c2 r3c2", "bottom"),
        ("r2c1 r2c2", "left"),
        ("r2c4 r2c3", "right"),
        ("r1c1 r2c2 r3c3", "top"),
        ("r4c4 r3c3", "bottom"),
        ("r2c1 r3c2", "left"),
        ("r2c4 r3c3", "right"),
        ("r1c1", "top"),
        ("r4c1", "bottom"),
        ("r2c1", "left"),
        ("r2c4", "right"),
        ("r2c2", None),
        ("r2c2 r3c2", None),
        ("r2c2 r1c2", None),
        ("r1c1 r3c3", None),
        ("r1c1 r1c1", None),
        ("r1c1 r2c1 r2c2", None),
    ],
)
def test_side_by_the_run_of_the_cells(cells: str, side: str | None) -> None:
    assert border_side(BOARD.ids(cells.split()), BOARD) == side


def test_single_cell_is_written_with_its_first_free_side() -> None:
    rule = {"type": "skyscraper", "value": 1, "side": "right", "cells": ["r1c4"]}
    puzzle = exchange.read(document(4, 4, 4, [rule]))
    assert exchange.write(puzzle)["rules"] == [{**rule, "side": "top"}]
    other = exchange.read(document(4, 4, 4, [{**rule, "side": "top", "style": "bold"}]))
    assert exchange.fingerprint(other) == exchange.fingerprint(puzzle)


def test_clue_beside_a_gap_of_two_grids() -> None:
    cells = [f"r10c{col}" for col in range(7, 16)]
    rule = {"type": "sandwich", "sum": 5, "side": "left", "cells": cells}
    assert exchange.write(exchange.read(twodoku(rule)))["rules"][-1] == rule
    with pytest.raises(FormatError, match=r"^rule 2 \(sandwich\): there is a cell left of r9c7, so no clue fits there"):
        exchange.read(twodoku({**rule, "cells": ["r9c7", "r9c8"]}))


def test_order_of_cells_enters_the_fingerprint() -> None:
    down, up = ["r1c1", "r2c1", "r3c1", "r4c1"], ["r4c1", "r3c1", "r2c1", "r1c1"]
    prints = {
        exchange.fingerprint(
            exchange.read(document(4, 4, 4, [{"type": "xsum", "sum": 10, "side": side, "cells": cells}]))
        )
        for side, cells in (("top", down), ("bottom", up))
    }
    assert len(prints) == 2


def test_place_of_a_clue_in_words() -> None:
    puzzle = exchange.read(document(4, 4, 4, [{"type": "xsum", "sum": 10, "side": "right", "cells": ["r2c4", "r2c3"]}]))
    assert puzzle.rules[0].element(exchange.puzzle_board(puzzle)) == "X-sum right of r2c4"
