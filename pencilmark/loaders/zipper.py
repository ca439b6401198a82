"""The compact JSON inside SudokuPad links: bare keys and colours, one-letter words, empty places.

::

    {cs:50,ce:[[,{v:5},,]],l:[{c:FF0000,wp:[[.5,.5]]}],r:t}
     ->  {"cellSize": 50, "cells": [[null, {"value": 5}, null, null]], "lines": [{"color": "#FF0000", …}], …}
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from ..errors import FormatError

KEYS: dict[str, str] = {
    "ce": "cells", "re": "regions", "ca": "cages", "v": "value", "c": "color", "cs": "cellSize",
    "l": "lines", "li": "lines", "a": "arrows", "ar": "arrows", "u": "underlays", "un": "underlays",
    "o": "overlays", "ov": "overlays", "so": "solution", "c1": "borderColor", "bo": "borderColor",
    "c2": "backgroundColor", "bc": "backgroundColor", "w": "width", "h": "height", "r": "rounded", "ro": "rounded",
    "t": "title", "te": "text", "fs": "fontSize", "wp": "wayPoints", "ct": "center", "th": "thickness",
    "hl": "headLength", "vd": "videos", "d": "duration", "d2": "d", "pe": "pencilMarks",
}  # fmt: skip
"""Short key -> key."""

MAX_DEPTH = 40

_TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?P<mark>[{}\[\],:])|(?P<bare>[^{}\[\],:"'\s]+))""",
    re.DOTALL,
)
_NUMBER = re.compile(r"-?(?:\d{1,15}(?:\.\d{0,20})?|\.\d{1,20})(?:[eE][-+]?\d{1,2})?")
_COLOUR = re.compile(r"[0-9a-fA-F]{6}")
_WORDS: dict[str, Any] = {
    "t": True, "true": True, "f": False, "false": False, "null": None, "#0": "#000000", "#F": "#FFFFFF",
}  # fmt: skip


def unzip(text: str) -> dict[str, Any]:
    """The object that compact JSON states, with its long keys; an empty place reads as None.

    Raises
    ------
    FormatError
        The text is no such object.
    """
    reader = _Reader(text)
    value = reader.value(0, colours=False)
    if text[reader.at :].strip():
        reader.fail("something follows the end of the puzzle")
    if not isinstance(value, dict):
        raise FormatError("a SudokuPad puzzle is an object")
    return value


@dataclass
class _Reader:
    """Where the reading of a text stands."""

    text: str
    at: int = 0

    def fail(self, what: str) -> NoReturn:
        raise FormatError(f"SudokuPad: {what}, at character {self.at + 1} of the unpacked data; copy the whole link")

    def peek(self) -> str:
        """The next mark, or "" before anything else."""
        found = _TOKEN.match(self.text, self.at)
        return (found["mark"] or "") if found else ""

    def next(self) -> re.Match[str]:
        found = _TOKEN.match(self.text, self.at)
        if found is None:
            self.fail("the data is damaged")
        self.at = found.end()
        return found

    def value(self, depth: int, *, colours: bool) -> Any:
        """One value, or None where a comma or bracket follows at once."""
        if depth > MAX_DEPTH:
            self.fail("the data is nested too deeply")
        if self.peek() in (",", "]", "}"):
            return None
        found = self.next()
        if found["mark"] == "{":
            return self.members(depth)
        if found["mark"] == "[":
            return self.entries(depth)
        if found["text"]:
            return self.string(found["text"])
        if found["bare"]:
            return self.scalar(found["bare"], colours)
        self.fail("a value is missing")

    def members(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while True:
            if self.peek() == "}" and not found:
                self.next()
                return found
            key = self.next()
            name = self.string(key["text"]) if key["text"] else key["bare"]
            if name is None or self.next()["mark"] != ":":
                self.fail("a key is missing")
            name = KEYS.get(name, name)
            if name in found:
                self.fail(f"{name[:40]!r} occurs twice in one object")
            found[name] = self.value(depth + 1, colours=True)
            end = self.next()["mark"]
            if end == "}":
                return found
            if end != ",":
                self.fail("a comma is missing")

    def entries(self, depth: int) -> list[Any]:
        found: list[Any] = []
        while True:
            found.append(self.value(depth + 1, colours=False))
            end = self.next()["mark"]
            if end == "]":
                return found
            if end != ",":
                self.fail("a comma is missing")

    def string(self, quoted: str) -> str:
        body = quoted[1:-1]
        if quoted[0] == "'":
            body = re.sub(r"\\.", lambda found: found[0] if found[0] != r"\'" else "'", body, flags=re.DOTALL)
            body = body.replace('"', r"\"")
        try:
            value: str = json.loads(f'"{body}"', strict=False)
        except ValueError:
            self.fail("a text is damaged")
        return value

    def scalar(self, bare: str, colours: bool) -> Any:
        if bare in _WORDS:
            return _WORDS[bare]
        if colours and _COLOUR.fullmatch(bare):
            return f"#{bare}"
        if not _NUMBER.fullmatch(bare):
            self.fail(f"{bare[:20]!r} is no value")
        return float(bare) if re.search(r"[.eE]", bare) else int(bare)
