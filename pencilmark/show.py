"""How a card shows itself in a notebook: a small table with technique chips."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from .player import COLOURS, Player
from .puzzle import Puzzle
from .tables import BANDS

_CELL = "padding:2px 10px;text-align:left;vertical-align:top;border:none"
_NAME = f"{_CELL};white-space:nowrap"
_CHIP = "display:inline-block;margin:1px 3px;padding:1px 7px;border-radius:9px;color:#fff;font-size:90%;background:"


class Card(dict[str, Any]):
    """A "sudoku-grade" card: a plain dict that shows itself as a table in notebooks.

    ``puzzle`` is the graded Puzzle (not part of the dict, so not of the JSON).
    """

    def __init__(self, fields: Mapping[str, Any], puzzle: Puzzle | None = None) -> None:
        super().__init__(fields)
        self.puzzle = puzzle

    def player(self) -> Player:
        """The solve behind the card, to step through in a notebook; raises ValueError for a card without puzzle."""
        if self.puzzle is None:
            raise ValueError("this card does not know its puzzle; rate the puzzle again and ask that card")
        return Player(self.puzzle)

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (dict(self), self.puzzle)

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><th style="{_NAME}">{escape(name)}</th><td style="{_CELL}">{text}</td></tr>'
            for name, text in _rows(self)
        )
        table = f'<table style="border-collapse:collapse">{rows}</table>'
        if self.puzzle is None:
            return table
        board = self.puzzle._repr_svg_()
        side_by_side = "display:flex;gap:24px;align-items:flex-start"
        return f'<div style="{side_by_side}"><div style="flex:none;max-width:60%">{board}</div>{table}</div>'


def _rows(card: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    if "difficulty" in card:
        rows.append(("Difficulty", "unknown" if card["difficulty"] is None else f"{card['difficulty']:.1f}"))
    rows += [
        (_time_name(key), "unknown" if value is None else f"{value:.1f} min")
        for key, value in card.items()
        if key == "time" or key.startswith("time_")
    ]
    if "band" in card:
        index = BANDS.index(card["band"]) if card["band"] in BANDS else None
        rows.append(("Band", _chip(card["band"], index)))
    if "contains" in card:
        empty = "nothing found in time" if "stopped" in card else "nothing left to solve"
        rows.append(("Contains", " ".join(map(_technique, card["contains"])) or empty))
    for note in card.get("notes", ()):
        rows.append(("Rejected" if note["severity"] == "reject" else "Note", escape(note["text"])))
    if card.get("se"):
        rows.append(("SE-like", "ER {er} · EP {ep} · ED {ed}".format(**card["se"])))
    if "steps" in card:
        rows.append(("Steps", str(len(card["steps"]))))
    if "stopped" in card:
        rows.append(("Stopped", escape(card["stopped"])))
    return rows


def _time_name(key: str) -> str:
    if key == "time":
        return "Median time"
    return "Mean time" if key == "time_mean" else f"{int(key[6:])} % of players below"


def _chip(text: str, band: int | None) -> str:
    colour = "#777" if band is None else COLOURS[band]
    return f'<span style="{_CHIP}{colour}">{escape(text)}</span>'


def _technique(entry: Mapping[str, Any]) -> str:
    uses = f" ×{entry['uses']}" if entry.get("uses", 1) > 1 else ""
    return _chip(f"{entry['name']}{uses}", entry["band"])
