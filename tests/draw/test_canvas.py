"""Every primitive of the canvas, and that the style sheet knows what the rule kinds ask for."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

from pencilmark import draw
from pencilmark.draw import Highlights, _Sheet
from pencilmark.exchange import puzzle_board, read
from pencilmark.rules import REGISTRY
from pencilmark.rules.base import Rule, board_of
from pencilmark.rules.canvas import Canvas

from ..documents import document

ROLES: dict[str, tuple[int, Any]] = {
    "shade": (1, draw.CELL_COLOURS), "path": (1, draw.PATHS), "line": (1, draw.LINES), "bulb": (1, draw.LINES),
    "circle": (1, draw.RIMS), "arrow": (1, draw.ARROWS), "mark": (2, draw.SHAPES), "dot": (2, draw.DOTS),
    "corner": (2, draw.CORNERS), "outline": (1, draw.OUTLINES),
}  # fmt: skip
"""Primitive -> position of its role, and the table that must have it."""
PRIMITIVES = [name for name, value in vars(Canvas).items() if inspect.isfunction(value) and not name.startswith("_")]
BOARD = board_of(4, 4, 4)


class Recorder:
    """A canvas that keeps what was drawn."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, inspect.BoundArguments]] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        signature = inspect.signature(getattr(Canvas, name))

        def record(*args: Any, **keys: Any) -> None:
            bound = signature.bind(self, *args, **keys)
            bound.apply_defaults()
            self.calls.append((name, bound))

        return record


def drawn(cls: type[Rule]) -> Recorder:
    """Everything the samples of a kind draw."""
    recorder = Recorder()
    example = cls.examples()
    for rule in example.valid:
        puzzle = read(document(example.rows, example.cols, example.digits, [rule, *example.beside]))
        puzzle.rules[0].draw(recorder, puzzle_board(puzzle))
    return recorder


def frame(sheet: _Sheet) -> list[float]:
    """Left, top, width and height of a drawing."""
    return [float(n) for n in ElementTree.fromstring(sheet.svg()).attrib["viewBox"].split()]


def ids(*names: str) -> tuple[int, ...]:
    return BOARD.ids(names)


def numbers(shape: str) -> list[float]:
    return [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", shape)]


@pytest.mark.parametrize("cls", REGISTRY, ids=lambda cls: cls.__name__)
def test_roles_of_a_kind_are_in_the_style_sheet(cls: type[Rule]) -> None:
    for name, call in drawn(cls).calls:
        if name in ROLES:
            position, known = ROLES[name]
            assert call.args[position + 1] in known


def test_the_sheet_has_every_primitive_with_the_same_parameters() -> None:
    for name in PRIMITIVES:
        assert inspect.signature(getattr(_Sheet, name)) == inspect.signature(getattr(Canvas, name))


def test_unknown_roles_are_drawn_all_the_same() -> None:
    sheet = _Sheet(BOARD)
    sheet.line(ids("r1c1", "r1c2"), "unheard-of")
    assert draw.OTHER.stroke in sheet.layers["lines"][0]


def test_the_margin_grows_only_where_clues_stand() -> None:
    sheet = _Sheet(BOARD)
    assert frame(sheet) == [-6, -6, 204, 204]
    sheet.outside(ids("r2c1", "r2c2"), "left", "7")
    left, top, width, height = frame(sheet)
    assert left < -20 and left + width == 198
    assert (top, height) == (-6, 204)


def test_a_second_clue_on_a_place_stands_further_out() -> None:
    sheet = _Sheet(BOARD)
    for text in ("7", "12"):
        sheet.outside(ids("r1c2", "r2c2"), "top", text)
    first, second = (ElementTree.fromstring(shape) for shape in sheet.layers["outside"])
    assert first.attrib["x"] == second.attrib["x"]
    assert float(second.attrib["y"]) < float(first.attrib["y"]) - 20


def test_a_diagonal_clue_stands_one_step_before_its_first_cell() -> None:
    sheet = _Sheet(BOARD)
    sheet.outside(ids("r1c2", "r2c3", "r3c4"), "top", "9")
    text = ElementTree.fromstring(sheet.layers["outside"][0])
    assert float(text.attrib["x"]) == pytest.approx(24, abs=4)
    assert float(text.attrib["y"]) == pytest.approx(-24, abs=4)
    x, y = numbers(sheet.layers["pointers"][0])[2:4]
    assert (x, y) == pytest.approx((48, 0), abs=3)


def test_a_diagonal_clue_never_stands_on_a_cell() -> None:
    board = board_of(4, 4, 2, frozenset({2, 3, 6, 7, 8, 9, 12, 13}))
    sheet = _Sheet(board)
    sheet.outside(board.ids(["r3c3", "r4c4"]), "top", "3")
    text = ElementTree.fromstring(sheet.layers["outside"][0])
    assert 96 < float(text.attrib["x"]) < 144
    assert 48 < float(text.attrib["y"]) < 96


def test_an_arrow_starts_at_the_rim_of_its_circle() -> None:
    sheet = _Sheet(BOARD)
    sheet.circle(ids("r1c1", "r1c2"), "arrow")
    sheet.arrow(ids("r1c1", "r2c1"), "arrow")
    sheet.arrow(ids("r3c3", "r3c4"), "arrow")
    starts = [numbers(shape.split("points=")[1])[:2] for shape in sheet.layers["arrows"]]
    assert starts[0] == pytest.approx([24, 24 + 48 * draw.RIM], abs=1)
    assert starts[1] == pytest.approx([120 + 48 * draw.RIM, 120], abs=1)


def test_digits_of_a_corner_share_one_disc() -> None:
    sheet = _Sheet(BOARD)
    sheet.corner(ids("r1c1", "r1c2", "r2c1", "r2c2"), "1 2 3 4")
    disc, *rows = (ElementTree.fromstring(shape) for shape in sheet.layers["clues"])
    assert disc.attrib["cx"] == disc.attrib["cy"] == "48"
    assert [row.text for row in rows] == ["1 2", "3 4"]


def test_clues_on_one_border_stand_side_by_side() -> None:
    sheet = _Sheet(BOARD)
    sheet.dot(*ids("r1c1", "r1c2"), "white")
    sheet.sign(*ids("r1c2", "r1c1"), "X")
    dot, sign = (ElementTree.fromstring(shape) for shape in sheet.layers["clues"])
    assert dot.attrib["cx"] == sign.attrib["x"] == "48"
    assert abs(float(dot.attrib["cy"]) - float(sign.attrib["y"])) > 12


def test_texts_on_black_dots_are_white() -> None:
    sheet = _Sheet(BOARD)
    sheet.dot(*ids("r1c1", "r1c2"), "black", "3")
    assert ElementTree.fromstring(sheet.layers["clues"][1]).attrib["fill"] == "#fff"


def test_an_inequality_sign_points_at_the_smaller_cell() -> None:
    sheet = _Sheet(BOARD)
    sheet.greater(*ids("r1c1", "r1c2"))
    sheet.greater(*ids("r3c1", "r2c1"))
    right, up = (numbers(shape.split('"')[1]) for shape in sheet.layers["signs"][1::2])
    assert right[2] > right[0] == right[4]
    assert up[3] < up[1] == up[5]


def test_labels_of_one_cell_stand_side_by_side() -> None:
    sheet = _Sheet(BOARD)
    sheet.cage(ids("r1c2", "r1c1"), "12")
    sheet.cage(ids("r1c1"), "3")
    first, second = (ElementTree.fromstring(shape) for shape in sheet.layers["labels"] if shape.startswith("<text"))
    assert (first.text, second.text) == ("12", "3")
    assert float(second.attrib["x"]) > float(first.attrib["x"]) + 8


def test_candidates_keep_off_labels_and_borders_with_clues() -> None:
    plain, crowded = _Sheet(BOARD), _Sheet(BOARD)
    crowded.cage(ids("r1c1"), "3")
    crowded.dot(*ids("r1c1", "r2c1"), "white")
    tops = []
    for sheet in (plain, crowded):
        sheet.marks(0, 15, Highlights())
        tops.append(float(ElementTree.fromstring(sheet.layers["marks"][0]).attrib["y"]))
    assert tops[1] > tops[0]


def test_links_without_a_text_are_just_lines() -> None:
    sheet = _Sheet(BOARD)
    sheet.link(*ids("r1c1", "r4c2"), "")
    assert sheet.layers["links"] and not sheet.layers["clues"]


def test_every_rule_that_outlines_cells_has_a_colour_of_its_own() -> None:
    sheet = _Sheet(BOARD)
    for regions in (("r1c1", "r2c2"), ("r3c3", "r4c4")):
        sheet.begin_rule()
        for region in regions:
            sheet.outline(ids(region), "clone")
    colours = [ElementTree.fromstring(shape).attrib["stroke"] for shape in sheet.layers["outlines"]]
    assert colours[0] == colours[1] != colours[2] == colours[3]


def test_only_a_cage_in_several_parts_is_coloured() -> None:
    sheet = _Sheet(BOARD)
    sheet.cage(ids("r1c1", "r1c2"))
    sheet.cage(ids("r3c1", "r4c2"))
    whole, parts = (ElementTree.fromstring(shape).attrib for shape in sheet.layers["cages"])
    assert "stroke" not in whole
    assert parts["stroke"] in draw.PALETTE


def test_a_directed_link_is_read_from_its_first_cell() -> None:
    sheet = _Sheet(BOARD)
    for a, b in (("r1c1", "r1c3"), ("r1c3", "r1c1"), ("r1c1", "r3c1")):
        sheet.link(*ids(a, b), "<", True)
    turns = [ElementTree.fromstring(shape).attrib.get("transform") for shape in sheet.layers["clues"]]
    assert turns == [None, "rotate(180 72 24)", "rotate(90 24 72)"]


def test_notes_are_wrapped_below_the_board_and_said_once() -> None:
    sheet = _Sheet(BOARD)
    for _ in range(2):
        sheet.note("Cells a knight's move apart hold <different> digits, wherever they are.")
    before = frame(_Sheet(BOARD))
    lines = [shape for shape in sheet.svg().split("\n") if "font-size" not in shape and shape.startswith("<text")]
    assert len(lines) == 2
    assert "&lt;different&gt;" in "".join(lines)
    assert frame(sheet)[3] > before[3] + 20
