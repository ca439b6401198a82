"""What notebooks need to show things: kept figures, a line of progress, boards side by side."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from pencilmark.draw import board_svg
from pencilmark.loaders import load

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FIGURES = Path("figures")
"""Where notebooks keep their figures, beside themselves."""
DPI = 110


@dataclass(frozen=True)
class Html:
    """A piece of HTML that a notebook shows."""

    text: str

    def _repr_html_(self) -> str:
        return self.text


def keep(drawn: Axes | Figure, name: str, folder: Path = FIGURES) -> Figure:
    """Save a figure as ``<name>.png`` with its name in a corner, and return it for display."""
    from matplotlib.figure import Figure

    figure = drawn if isinstance(drawn, Figure) else drawn.get_figure(root=True)
    assert figure is not None
    folder.mkdir(parents=True, exist_ok=True)
    stamp = figure.text(0.003, 0.003, name, ha="left", va="bottom", fontsize=5, color="0.5")
    figure.savefig(str(folder / f"{name}.png"), dpi=DPI)
    stamp.remove()
    return figure


def progress(stage: str, done: int, total: int) -> None:
    """Say how far a stage is, on one line that is written over."""
    sys.stdout.write(f"\r{stage}: {done:,} of {total:,}" + ("\n" if done >= total else ""))
    sys.stdout.flush()


def boards(puzzles: Mapping[str, object], width: int = 190) -> Html:
    """Boards (anything ``pencilmark.load`` takes) side by side, each with its name, ``width`` pixels wide."""
    style = f"display:inline-block;width:{width}px;margin:4px 10px;text-align:center;vertical-align:top"
    parts = [f'<div style="{style}">{scaled(puzzle, width)}{escape(name)}</div>' for name, puzzle in puzzles.items()]
    return Html("".join(parts))


def scaled(puzzle: object, width: int) -> str:
    """The drawing of a puzzle, ``width`` pixels wide."""
    return f'<div style="width:{width}px">{board_svg(load(puzzle))}</div>'
