"""Puzzles of other sites that the loader tests build by hand, and what only tests write: links and compact JSON."""

from __future__ import annotations

import json
import re
from typing import Any

from pencilmark.loaders import lz
from pencilmark.loaders.zipper import KEYS

from ..documents import CLASSIC

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
"""The solution of the classic that these puzzles share."""


def fpuzzle(size: int = 9, **keys: Any) -> dict[str, Any]:
    """An empty f-puzzles board with further entries; ``minus`` and ``plus`` spell the diagonals."""
    spelled = {{"minus": "diagonal-", "plus": "diagonal+"}.get(key, key): value for key, value in keys.items()}
    return {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)], **spelled}


def fpuzzle_classic(**keys: Any) -> dict[str, Any]:
    """The classic as f-puzzles JSON."""
    doc = fpuzzle(**keys)
    for i, symbol in enumerate(CLASSIC):
        if symbol != "0":
            doc["grid"][i // 9][i % 9] = {"value": int(symbol), "given": True}
    return doc


def packed(doc: dict[str, Any], alphabet: str = lz.BASE64) -> str:
    """lz-string data of JSON."""
    return lz.compress(json.dumps(doc), alphabet)


def pad(rules: str = "", size: int = 9, **keys: Any) -> dict[str, Any]:
    """An empty SudokuPad board with a rules text and further entries."""
    doc: dict[str, Any] = {"cellSize": 64, "cells": [[{} for _ in range(size)] for _ in range(size)], **keys}
    if rules:
        doc["metadata"] = {"title": "A title", "author": "Somebody", "rules": rules}
    return doc


def dot(row: float, col: float, **keys: Any) -> dict[str, Any]:
    """A small round overlay with its centre at (row, column)."""
    return {"center": [row, col], "width": 0.3, "height": 0.3, "rounded": True, "borderColor": "#000000",
            "backgroundColor": "#FFFFFF", **keys}  # fmt: skip


def circle(row: float, col: float, width: float = 0.75, height: float = 0.75, **keys: Any) -> dict[str, Any]:
    """A large circle or pill."""
    return dot(row, col, width=width, height=height, **keys)


def label(row: float, col: float, text: str | int, **keys: Any) -> dict[str, Any]:
    """A text on white ground."""
    return {"center": [row, col], "width": 0.25, "height": 0.25, "backgroundColor": "#FFFFFF",
            "borderColor": "#FFFFFF", "text": text, **keys}  # fmt: skip


def line(color: str, *points: tuple[float, float], **keys: Any) -> dict[str, Any]:
    """A thick line through the middles of cells given as (row, column), 1-based."""
    way = [[row - 0.5, col - 0.5] for row, col in points]
    return {"color": color, "thickness": 10, "wayPoints": way, **keys}


SHORT = {name: short for short, name in KEYS.items() if short not in ("li", "ar", "un", "ov", "bo", "bc", "ro")}


def zipped(doc: Any) -> str:
    """The compact JSON of the site: short and bare keys, bare colours, empty places."""
    text = json.dumps(_shortened(doc), separators=(",", ":"))
    text = re.sub(r'([,{\[])"([a-zA-Z0-9]+)":', r"\1\2:", text)
    text = re.sub(r"([,{\[])\{\}(?=[,}\]])", r"\1", text)
    for long, short in (("false", "f"), ("true", "t"), ('"#000000"', "#0"), ('"#FFFFFF"', "#F")):
        text = re.sub(rf":{long}([,}}\]])", rf":{short}\1", text)
    text = re.sub(r':"#([0-9a-fA-F]{6})"([,}\]])', r":\1\2", text)
    return text.replace("'", r"\'").replace('"', "'")


def _shortened(value: Any) -> Any:
    if isinstance(value, list):
        return [_shortened(entry) for entry in value]
    if isinstance(value, dict):
        return {SHORT.get(key, key): _shortened(entry) for key, entry in value.items() if entry != []}
    return value
