"""Real twins and samurai of ../shared/data/yendoku_samurai: they read, and their solutions fit."""

from __future__ import annotations

from collections import Counter

from pencilmark import describe, exchange
from tests import yendoku


def test_all_boards_read_and_their_solutions_obey_the_rules() -> None:
    for row in yendoku.rows():
        puzzle = exchange.read(yendoku.convert(row))
        board = exchange.puzzle_board(puzzle)
        assert puzzle.solution is not None
        assert all(rule.holds(puzzle.solution, board, puzzle.rules) for rule in puzzle.rules), yendoku.name(row)
        assert all(given in (0, digit) for given, digit in zip(puzzle.givens, puzzle.solution, strict=True))


def test_sizes() -> None:
    sizes = Counter(len(exchange.read(yendoku.convert(row)).cells) for row in yendoku.rows())
    assert sizes == {153: 184, 369: 41}


def test_names() -> None:
    kinds = {row["mode"]: describe(exchange.read(yendoku.convert(row)))["type"] for row in yendoku.rows()}
    assert kinds["samurai"] == "Samurai Sudoku"
    assert kinds["twin-nw"] == kinds["twin-se"] == "Twodoku"
