"""The gallery in docs is current, and its boards are what they say."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from pencilmark.exchange import puzzle_board
from tools.gallery_pieces import Piece, pieces
from tools.gen_gallery import DOCS, gallery

PIECES = [pytest.param(piece, id=piece.name) for piece in pieces()]


def test_gallery_is_current() -> None:
    files = gallery()
    assert {path.name for path in (DOCS / "gallery").iterdir()} == {name[8:] for name in files if name != "gallery.md"}
    for name, text in files.items():
        assert (DOCS / name).read_text(encoding="utf-8") == text, "run python -m tools.gen_gallery"


def test_gallery_is_small_and_well_formed() -> None:
    drawings = [text for name, text in gallery().items() if name.endswith(".svg")]
    for drawing in drawings:
        ElementTree.fromstring(drawing)
    assert sum(map(len, drawings)) < 300_000


@pytest.mark.parametrize("piece", PIECES)
def test_boards_have_the_solution_they_state(piece: Piece) -> None:
    puzzle, board = piece.puzzle, puzzle_board(piece.puzzle)
    assert puzzle.solution is not None
    assert all(given in (0, digit) for given, digit in zip(puzzle.givens, puzzle.solution, strict=True))
    for rule in puzzle.rules:
        assert rule.holds(puzzle.solution, board, puzzle.rules), rule
    if piece.highlights:
        assert not any(puzzle.solution[cell] == digit for cell, digit in piece.highlights.eliminations)
