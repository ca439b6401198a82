"""Charts of cards: where a solve's effort lies, and difficulty against time over many puzzles."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pencilmark.board import Band
from pencilmark.card import Grading
from pencilmark.errors import ModelError
from pencilmark.loaders import load
from pencilmark.player import COLOURS
from pencilmark.scoring import TAKE_NOTES
from pencilmark.tables import BANDS, shapes

from .time_figures import log_minutes_axis

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from pencilmark.grader_model import GraderModel


def step_effort(puzzle: object, ax: Axes | None = None, model: GraderModel | None = None) -> Axes:
    """Draw the log value of every step of the written route, coloured by the band of its technique.

    Parameters
    ----------
    puzzle : object
        Anything ``pencilmark.load`` accepts, with one solution.
    ax : Axes, optional
        Where to draw; a new figure by default.
    model : GraderModel, optional
        The one in use by default.

    Raises
    ------
    ModelError
        When the route does not solve the puzzle.
    """
    route = Grading(load(puzzle), model).route
    if not route.solved:
        raise ModelError("the written route does not solve this puzzle, so its steps have no values to draw")
    ax = ax or _new_axes(9, 3.2)
    for number, step in enumerate(route.steps, 1):
        band = shapes()[step.shape].band if step.shape >= 0 else BANDS.index("Easy")  # writing the notes
        ax.bar(number, math.log(step.value), color=COLOURS[band], width=0.9)
    used = sorted({shapes()[step.shape].band for step in route.steps if step.shape >= 0})
    hardest = max(route.steps, key=lambda step: step.value)
    name = shapes()[hardest.shape].name if hardest.shape >= 0 else TAKE_NOTES
    ax.annotate(name, (route.steps.index(hardest) + 1, math.log(hardest.value)), ha="center", va="bottom")
    ax.set_xlabel("step of the written route")
    ax.set_ylabel("log step value")
    ax.margins(y=0.15)
    _band_legend(ax, used)
    return ax


def difficulty_time(cards: Iterable[Mapping[str, Any]], ax: Axes | None = None) -> Axes:
    """Draw difficulty against the median player's minutes (log scale), coloured by band.

    Cards need the fields difficulty, time and band_index; those without a difficulty are left out.
    """
    ax = ax or _new_axes(6, 4)
    graded = [card for card in cards if card.get("difficulty") is not None and card["time"]]
    for band in range(len(BANDS)):
        part = [card for card in graded if card["band_index"] == band]
        if part:
            ax.scatter(
                [card["difficulty"] for card in part],
                [card["time"] for card in part],
                s=18,
                color=COLOURS[band],
                label=BANDS[band],
            )
    log_minutes_axis(ax, "y")
    ax.set_xlabel("difficulty")
    ax.set_ylabel("minutes of the median player")
    ax.legend(fontsize=8)
    return ax


def _new_axes(width: float, height: float) -> Axes:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained").add_subplot()


def _band_legend(ax: Axes, bands: Iterable[Band]) -> None:
    from matplotlib.patches import Patch

    ax.legend(handles=[Patch(color=COLOURS[band], label=BANDS[band]) for band in bands], fontsize=8)
