"""The player: every step has its drawing and its text, in one piece of HTML that needs nothing else."""

from __future__ import annotations

import json
import re

import pytest

import pencilmark as pm
from pencilmark.card import Grading
from pencilmark.draw import board_svg
from pencilmark.explain.pictures import highlights
from pencilmark.explain.position import Position
from pencilmark.explain.steps import facts_of
from pencilmark.player import Player, _packed
from pencilmark.show import Card

HARD = "....4...6.....381.946..7..........5...1.....257....3....78156.......4...48.7...3."


@pytest.fixture(scope="module")
def player() -> Player:
    return pm.rate(HARD).player()


def test_frames_are_the_start_each_step_and_the_end(player: Player) -> None:
    steps = Grading(pm.load(HARD)).steps
    assert player.steps == steps
    assert len(player.frames) == len(steps) + 2
    assert player.frames[0].svg == board_svg(player.puzzle, None, Position.start(player.puzzle).candidates)
    solved = board_svg(player.puzzle, pm.solve(player.puzzle), (0,) * 81)
    assert player.frames[-1].svg == solved
    for n, (step, frame) in enumerate(zip(steps, player.frames[1:], strict=False), 1):
        assert f"Step {n} of {len(steps)}" in frame.text
        assert step.name in frame.text


def test_html_holds_every_drawing_and_text(player: Player) -> None:
    html = player._repr_html_()
    found = re.search(r'<script type="application/json">(.*?)</script>', html, re.DOTALL)
    assert found
    data = json.loads(found[1])
    assert [frame.text for frame in player.frames] == data["texts"]
    for runs, frame in zip(data["frames"], player.frames, strict=True):
        lines = [
            line for at, count in zip(runs[::2], runs[1::2], strict=True) for line in data["lines"][at : at + count]
        ]
        assert "\n".join(lines) == frame.svg
    assert "$" not in re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)
    assert not re.search(r'(?:src|href)="', html)
    assert len(html) < 400_000


def test_html_is_the_same_for_the_same_puzzle(player: Player) -> None:
    assert Player(pm.load(HARD)).html() == player.html()


def test_a_card_alone_does_not_know_its_puzzle() -> None:
    with pytest.raises(ValueError, match="does not know its puzzle"):
        Card({"band": "Easy"}).player()
    card = pm.rate(HARD, fields=["band"])
    assert json.loads(json.dumps(card)) == dict(card)


def test_highlights_show_pattern_conclusion_and_reasons() -> None:
    puzzle = pm.load(HARD)
    here = Position.start(puzzle)
    step = Grading(puzzle).steps[0].step
    facts = facts_of(here, step)
    shown = highlights(here, step, facts)
    assert step.place is not None
    assert shown.candidates[step.place] == "place"
    assert shown.cells[step.place[0]] == "pattern"
    assert "cause" in shown.cells.values() and "focus" in shown.cells.values()


def test_runs_of_lines() -> None:
    lines, runs = _packed(["a\nb\nc", "a\nx\nc", "a\nb\nc\na"])
    assert lines == ["a", "b", "c", "x"]
    assert runs == [[0, 3], [0, 1, 3, 1, 2, 1], [0, 3, 0, 1]]
