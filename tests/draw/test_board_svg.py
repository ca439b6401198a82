"""The SVG board."""

from __future__ import annotations

from xml.etree import ElementTree

from pencilmark.draw import CANDIDATE_COLOURS, CELL_COLOURS, PATHS, Highlights, board_svg
from pencilmark.exchange import read
from pencilmark.loaders import from_string
from pencilmark.variants import preset_rules

from ..documents import CLASSIC, classic, twodoku

SVG = "{http://www.w3.org/2000/svg}"


def shapes(svg: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{SVG}{tag}"))


def test_givens_and_solved_digits_are_told_apart() -> None:
    puzzle = from_string(CLASSIC)
    digits = [value or (7 if cell == 2 else 0) for cell, value in enumerate(puzzle.givens)]
    layers = {group.get("fill"): group for group in shapes(board_svg(puzzle, digits), "g")}
    assert len(layers["#111"]) == 30
    assert [text.text for text in layers["#1864ab"]] == ["7"]


def test_candidates_are_drawn_in_empty_cells_only() -> None:
    puzzle = from_string(CLASSIC)
    assert len(shapes(board_svg(puzzle), "text")) == 30
    assert len(shapes(board_svg(puzzle, candidates=[puzzle.full] * 81), "text")) == 30 + 51 * 9
    sukaku = read(classic(candidates={"r1c3": [1, 2, 4]}))
    assert len(shapes(board_svg(sukaku), "text")) == 33


def test_what_cell_clues_rule_out_is_not_drawn_as_candidates() -> None:
    clue = {"type": "cell", "kind": "odd", "cells": ["r1c3", "r1c4"]}
    assert len(shapes(board_svg(read(classic(clue))), "text")) == 30
    assert len(shapes(board_svg(read(classic(clue, candidates={"r1c3": [1, 2, 7]}))), "text")) == 32


def test_highlights_show_cells_candidates_and_eliminations() -> None:
    puzzle = from_string(CLASSIC)
    marks = Highlights({2: "pattern"}, {(2, 1): "on", (2, 2): "off"}, [(3, 6)])
    svg = board_svg(puzzle, candidates=[puzzle.full] * 81, highlights=marks)
    assert CELL_COLOURS["pattern"] in svg
    fills = [circle.get("fill") for circle in shapes(svg, "circle")]
    assert fills == [CANDIDATE_COLOURS["on"], CANDIDATE_COLOURS["off"], CANDIDATE_COLOURS["eliminate"]]


def layer(svg: str, stroke: str) -> str:
    """Path data of the layer with this stroke."""
    return next(group[0].get("d", "") for group in shapes(svg, "g") if group.get("stroke") == stroke)


def test_bold_lines_follow_the_boxes() -> None:
    bold = layer(board_svg(from_string("." * 36)), "#111")
    assert bold.count("M") == 2 + 2 + 1 + 2
    assert "M0,96L288,96" in bold
    assert "M144,0L144,288" in bold


def test_gaps_stay_empty() -> None:
    svg = board_svg(read(twodoku()))
    assert layer(svg, "#8a8a8a").count("z") == 153
    assert "M0,432L432,432" not in layer(svg, "#111")  # the two grids share this line: it runs on to the right
    assert "M0,432L720,432" in layer(svg, "#111")


def test_rules_draw_themselves() -> None:
    svg = board_svg(read(classic(*preset_rules("X", 9), *preset_rules("windoku", 9))))
    assert [line.get("stroke") for line in shapes(svg, "polyline")] == [PATHS["diagonal"].stroke] * 2
    windows = [path for path in shapes(svg, "path") if path.get("fill") == CELL_COLOURS["window"]]
    assert sum(path.get("d", "").count("z") for path in windows) == 36


def test_drawing_is_deterministic_and_shown_by_notebooks() -> None:
    puzzle = from_string(CLASSIC)
    assert board_svg(puzzle) == board_svg(puzzle) == puzzle._repr_svg_()
