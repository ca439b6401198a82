"""A solve to step through in a notebook: the board with candidates, what to look at, and why.

The HTML holds every line of every drawing once; a frame is a list of runs of these lines, so that a solve of eighty
steps stays small. Without a script the first position is shown.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from string import Template

from .band_path import PathStep
from .card import Grading
from .draw import board_svg
from .explain import LEVELS, Explained, explain
from .explain.pictures import highlights
from .explain.position import Position, positions
from .explain.words import Names
from .grader_model import GraderModel
from .puzzle import Puzzle
from .tables import BANDS, DATA

COLOURS = ("#5b8c5a", "#7fa650", "#c2a83e", "#d98c3f", "#cf5c36", "#a23b5c", "#5c3a78")
"""One colour per band, from Very Easy to Extreme."""


@dataclass(frozen=True)
class Frame:
    """One picture with its text (HTML)."""

    svg: str
    text: str


class Player:
    """Steps through the band path of a puzzle; shows itself in notebooks.

    Parameters
    ----------
    puzzle : Puzzle
        With exactly one solution.
    model : GraderModel, optional
        Whose prices choose among moves; the active model by default.

    Raises
    ------
    NoSolution, NotUnique, Undecided
        The puzzle does not have one solution.
    """

    def __init__(self, puzzle: Puzzle, model: GraderModel | None = None) -> None:
        self.puzzle = puzzle
        self.steps: tuple[PathStep, ...] = Grading(puzzle, model).steps

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """The start, every step with its pattern before it is carried out, and the end."""
        names = Names(self.puzzle)
        here = list(positions(self.puzzle, (step.step for step in self.steps)))
        told = [explain(p, step, LEVELS, names) for p, step in zip(here, self.steps, strict=False)]
        start = Frame(_drawing(here[0]), f"<p>{len(self.steps)} steps to the solution.</p>")
        middle = [
            _frame(n, len(told), step, explained)
            for n, (step, explained) in enumerate(zip(self.steps, told, strict=True), 1)
        ]
        return (start, *middle, Frame(_drawing(here[-1]), "<p>Solved.</p>"))

    def html(self) -> str:
        """A self-contained piece of HTML: drawing, buttons, slider, texts and a small script; no network is used."""
        lines, runs = _packed([frame.svg for frame in self.frames])
        texts = [frame.text for frame in self.frames]
        data = json.dumps({"lines": lines, "frames": runs, "texts": texts}, separators=(",", ":"))
        data = data.replace("</", "<\\/")
        page = Template((DATA / "player.html").read_text(encoding="utf-8"))
        return page.substitute(
            ID=hashlib.sha256(data.encode()).hexdigest()[:12], FIRST=self.frames[0].svg, TEXT=texts[0],
            LAST=len(self.frames) - 1, DATA=data,
        )  # fmt: skip

    def _repr_html_(self) -> str:
        return self.html()


def _frame(n: int, count: int, step: PathStep, explained: Explained) -> Frame:
    here = explained.position
    svg = board_svg(here.puzzle, here.values, here.candidates, highlights(here, step.step, explained.facts))
    chip = f'<span class="pm-chip" style="background:{COLOURS[step.band]}">{escape(step.name)}</span>'
    told = "".join(f'<p class="pm-{level}">{escape(text)}</p>' for level, text in explained.texts.items())
    return Frame(svg, f"<div>Step {n} of {count} · {chip} {BANDS[step.band]}</div>{told}")


def _drawing(here: Position) -> str:
    return board_svg(here.puzzle, here.values, here.candidates)


def _packed(drawings: Iterable[str]) -> tuple[list[str], list[Sequence[int]]]:
    """Every line once, and each drawing as start, length, start, length … of runs in that list."""
    known: dict[str, int] = {}
    packed: list[Sequence[int]] = []
    for drawing in drawings:
        runs: list[int] = []
        for line in drawing.split("\n"):
            at = known.setdefault(line, len(known))
            if runs and runs[-2] + runs[-1] == at:
                runs[-1] += 1
            else:
                runs += [at, 1]
        packed.append(runs)
    return list(known), packed
