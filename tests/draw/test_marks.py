"""Shapes of the drawing: outlines, runs of borders, arrow starts."""

from __future__ import annotations

import re

import pytest

from pencilmark.draw_marks import borders, caption, leaving, outline, px, runs, text_width, towards


def corners(path: str) -> list[list[tuple[float, float]]]:
    """Corners of every loop of a path, in SVG units."""
    loops = [loop for loop in path.split("z") if loop]
    return [[(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", loop)] for loop in loops]


def test_lengths_have_at_most_one_decimal() -> None:
    assert [px(place) for place in (0, 1, -0.5, 0.07, 1 / 3)] == ["0", "48", "-24", "3.4", "16"]


def test_outline_of_an_l_keeps_its_distance_at_both_kinds_of_corner() -> None:
    [loop] = corners(outline([(0, 0), (1, 0), (1, 1)], 0.25))
    assert set(loop) == {(12, 12), (36, 12), (36, 60), (84, 60), (84, 84), (12, 84)}


def test_cells_that_touch_at_a_corner_have_loops_of_their_own() -> None:
    first, second = corners(outline([(0, 0), (1, 1)], 0.25))
    assert set(first) == {(12, 12), (36, 12), (36, 36), (12, 36)}
    assert set(second) == {(60, 60), (84, 60), (84, 84), (60, 84)}


def test_outline_of_a_ring_has_an_inner_loop_on_the_side_of_the_cells() -> None:
    ring = [(row, col) for row in range(3) for col in range(3) if (row, col) != (1, 1)]
    outer, inner = corners(outline(ring, 0.25))
    assert set(outer) == {(12, 12), (132, 12), (132, 132), (12, 132)}
    assert set(inner) == {(36, 36), (108, 36), (108, 108), (36, 108)}


def test_borders_are_joined_to_runs() -> None:
    assert sorted(runs(borders([(0, 0), (0, 1)]))) == [
        ((0, 0), (0, 1)), ((0, 0), (2, 0)), ((0, 1), (2, 1)), ((2, 0), (2, 1)),
    ]  # fmt: skip


def test_a_gap_ends_a_run() -> None:
    assert sorted(runs(borders([(0, 0), (0, 2)])))[1] == ((0, 0), (1, 0))


@pytest.mark.parametrize(
    "end, place",
    [((2.5, 0.5), (1.9, 0.5)), ((1.5, 1.5), (1.5, 0.9)), ((0.5, 1.5), (1.1, 0.9)), ((1.5, -0.5), (1.5, 0.1))],
)
def test_an_arrow_leaves_a_pill_at_its_rim(end: tuple[float, float], place: tuple[float, float]) -> None:
    assert leaving((1.5, 0.5), end, ((0.5, 0.5), (1.5, 0.5)), 0.4) == pytest.approx(place, abs=0.025)


def test_towards_stays_where_it_is_without_a_direction() -> None:
    assert towards((1, 1), (1, 1), 0.5) == (1, 1)
    assert towards((1, 1), (1, 3), 0.5) == (1, 1.5)


def test_texts_are_escaped() -> None:
    assert caption((0, 0), "<&>") == '<text x="0" y="0" dy=".36em">&lt;&amp;&gt;</text>'
    assert text_width("12", 24) == pytest.approx(0.58)
