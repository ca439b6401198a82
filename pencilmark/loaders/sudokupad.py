"""SudokuPad: links, payloads and JSON of sudokupad.app, as far as drawing and rules text say what is meant.

::

    cells, regions, cages   directly                  a drawing holds shapes, not rules: every shape must be
    arrows + circles        arrow, little killer      explained by a row below and, where it could mean two
    dots, X, V, <, corners  edges, quadruples         things, by the rules text; what stays unexplained is
    coloured lines          by the rules text         refused by name
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from .. import exchange
from ..board import cell_name
from ..errors import FormatError, NotSupportedError
from ..puzzle import Puzzle
from . import fpuzzles, lz, pad_marks, rules_text, zipper
from .foreign import MAX_ELEMENTS, Draft, Place, add_houses, check_size, integer
from .pad_marks import Drawing, Path, Shape

SITE = "SudokuPad"
PREFIX = re.compile(r"(?:scl|ctc)(?=[A-Za-z0-9])")
"""What a bare payload starts with."""

_META = re.compile(r"\s*(title|author|rules|solution|msgcorrect)\s*:\s*(.*)", re.DOTALL | re.IGNORECASE)
_KNOWN = frozenset((
    "id", "cellSize", "cells", "regions", "cages", "lines", "arrows", "overlays", "underlays", "metadata", "metaData",
    "settings", "duration", "videos", "title", "author", "solution", "rules", "antiknight", "antiking",
))  # fmt: skip
"""Keys that are read, or that only concern the player."""


class Cage(msgspec.Struct, frozen=True):
    """One cage; entries without cells carry texts."""

    cells: tuple[tuple[int, int], ...] | None = ()
    value: int | float | str | None = None
    unique: bool | None = None
    hidden: bool | None = None
    type: str | None = None


def load(text: str) -> Puzzle:
    """Puzzle of a payload (``scl…``, ``ctc…`` or the data alone).

    Raises
    ------
    FormatError
        The payload is damaged or holds no puzzle.
    NotSupportedError
        Elements are not explained, or the payload is a short id that needs the network.
    """
    return read(parse(lz.decompress(PREFIX.sub("", text, count=1))))


def parse(text: str) -> dict[str, Any]:
    """The object of unpacked data, written as JSON or in the site's compact form."""
    try:
        return exchange.loads(text)
    except FormatError:
        return zipper.unzip(text)


def link(key: str) -> Puzzle:
    """Puzzle of a SudokuPad link, given what follows the host: ``scl…``, ``ctc…``, ``fpuzzles…`` or a short id."""
    if fpuzzles.PREFIX.match(key):
        return fpuzzles.load(key)
    if PREFIX.match(key):
        return load(key)
    raise NotSupportedError(
        f"the short SudokuPad id {key[:40]!r} needs the network; open the link, export the puzzle and "
        "load its long link (scl…) or its JSON"
    )


def read(doc: Mapping[str, Any]) -> Puzzle:
    """Puzzle of SudokuPad JSON; raises FormatError or UnsupportedPuzzle."""
    return translate(doc).puzzle()


def translate(doc: Mapping[str, Any]) -> Draft:
    """The rules of SudokuPad JSON and everything that stays unexplained."""
    draft = _board(doc)
    cages = _records(doc, "cages", Cage)
    texts = _texts(doc, cages)
    text = rules_text.clipped(draft, texts.get("rules", ""))
    draft.meta = {
        "title": texts.get("title", ""), "author": texts.get("author", ""), "source": SITE, "rules_text": text,
    }  # fmt: skip
    draft.solution = _solution(texts.get("solution", ""), draft.size)
    _houses(draft, doc, text)
    for key, value in doc.items():
        if key not in _KNOWN and value not in (None, False, "", [], {}):
            draft.refuse(f"entry {key[:40]!r}")
    for cage in cages:
        if cage.cells and not _is_text(cage):
            _cage(draft, cage, text)
    for kind in ("antiknight", "antiking"):
        if any(source.get(kind) for source in _sources(doc)):
            draft.add("neighbours", kind=kind)
    rules_text.check_text(draft, text, add=True)
    drawing = Drawing(
        draft,
        text,
        shapes=[*_records(doc, "underlays", Shape), *_records(doc, "overlays", Shape)],
        lines=_records(doc, "lines", Path),
        arrows=_records(doc, "arrows", Path),
    )
    pad_marks.explain(drawing)
    _negatives(draft, text)
    return draft


def _board(doc: Mapping[str, Any]) -> Draft:
    cells = doc.get("cells")
    if not isinstance(cells, list) or not cells or not all(isinstance(row, list) for row in cells):
        raise FormatError("SudokuPad: cells must be a list of rows", "$.cells")
    size = check_size(len(cells), "SudokuPad: the number of rows")
    if any(len(row) != size for row in cells):
        raise NotSupportedError(
            f"only square SudokuPad boards can be loaded; this one has {size} rows and another width"
        )
    draft = Draft(SITE, size, [0] * size * size)
    for i, cell in enumerate(cell for row in cells for cell in row):
        if cell is not None and not isinstance(cell, Mapping):
            raise FormatError("SudokuPad: a cell must be an object", f"$.cells[{i // size}][{i % size}]")
        _fill(draft, i, cell or {})
    return draft


def _fill(draft: Draft, at: int, cell: Mapping[str, Any]) -> None:
    name = cell_name(*divmod(at, draft.size))
    for key, entry in cell.items():
        if entry in (None, "", [], {}):
            continue
        value = integer(entry) if key == "value" else None
        if value is None or not 1 <= value <= draft.size:
            draft.refuse(f"{key[:20]} {str(entry)[:20]!r} in {name}")
        else:
            draft.givens[at] = value


def _records(doc: Mapping[str, Any], key: str, record: type[Any]) -> list[Any]:
    entries = doc.get(key) or []
    if not isinstance(entries, list):
        raise FormatError(f"SudokuPad: {key} must be a list", f"$.{key}")
    if len(entries) > MAX_ELEMENTS:
        raise FormatError(f"SudokuPad: {key} has {len(entries)} entries, too many for a puzzle", f"$.{key}")
    try:
        return [msgspec.convert(entry, record) for entry in entries if entry]
    except msgspec.ValidationError as error:
        raise FormatError(f"SudokuPad: an entry of {key} is not readable: {error}", f"$.{key}") from None


def _is_text(cage: Cage) -> bool:
    return isinstance(cage.value, str) and _META.match(cage.value) is not None


def _texts(doc: Mapping[str, Any], cages: list[Cage]) -> dict[str, str]:
    """Title, author, rules and solution, from the metadata or from cages that carry a text."""
    found: dict[str, list[str]] = {}
    for cage in cages:
        match = _META.match(cage.value) if isinstance(cage.value, str) else None
        if match:
            found.setdefault(match[1].lower(), []).append(match[2].strip())
    for source in _sources(doc):
        for key in ("title", "author", "rules", "solution"):
            value = source.get(key)
            entries = value if isinstance(value, list) else [value]
            texts = [str(entry) for entry in entries if isinstance(entry, str | int) and entry]
            found.setdefault(key, texts or []).extend(text for text in texts if text not in found[key])
    return {key: "\n".join(values) for key, values in found.items() if values}


def _sources(doc: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The objects that may hold metadata."""
    return [source for source in (doc, doc.get("metaData"), doc.get("metadata")) if isinstance(source, Mapping)]


def _solution(text: str, size: int) -> list[int] | None:
    """A complete stored solution of one symbol per cell, else None; it never decides anything."""
    digits = [integer(symbol) for symbol in text]
    complete = [digit for digit in digits if digit is not None and 1 <= digit <= size]
    return complete if size < 10 and len(complete) == len(digits) == size * size else None


def _houses(draft: Draft, doc: Mapping[str, Any], text: str) -> None:
    regions = doc.get("regions")
    if not regions:
        latin = rules_text.mentions(
            text, r"latin square|\bno (?:\d[x×]\d )?(?:boxes|regions)|(?:boxes|regions) do not apply"
        )
        add_houses(draft, [] if latin else None)
        return
    try:
        stated = msgspec.convert(regions, list[list[tuple[int, int]] | None])
    except msgspec.ValidationError as error:
        raise FormatError(f"SudokuPad: regions are not readable: {error}", "$.regions") from None
    places = [region for region in stated if region]
    outside = next((place for region in places for place in region if not draft.on_board(place)), None)
    if outside:
        raise FormatError(f"SudokuPad: a region holds {list(outside)}, which is not on the board", "$.regions")
    add_houses(draft, places)


def _cage(draft: Draft, cage: Cage, text: str) -> None:
    """A killer cage; hidden rows and columns and the frame of cells without a region say nothing new."""
    cells: tuple[Place, ...] = cage.cells or ()
    where = f"cage at r{cells[0][0] + 1}c{cells[0][1] + 1}"
    if not all(draft.on_board(place) for place in cells):
        draft.refuse(f"{where}, which leaves the board")
        return
    names = [cell_name(*place) for place in cells]
    if cage.type == "rowcol" or (cage.hidden and cage.unique is False):
        if cage.unique and len({row for row, _ in cells}) > 1 < len({col for _, col in cells}):
            draft.refuse(where)
        return
    total = integer(cage.value)
    known = not text or rules_text.mentions(text, r"\bcages?\b|killer")
    repeats = rules_text.mentions(text, r"(?<!not )(?:may|can) repeat (?:with)?in (?:a |the )?cages?")
    if not known or (total is None and (cage.value not in (None, "") or repeats)):
        draft.refuse(where + (f" with the text {str(cage.value)[:20]!r}" if total is None and cage.value else ""))
    elif repeats:
        draft.add("sum", kind="group", sum=total, cells=names)
    else:
        draft.add("cage", **({} if total is None else {"sum": total}), cells=names)


def _negatives(draft: Draft, text: str) -> None:
    for rule in rules_text.all_given(text):
        if draft.has("edge", kind=rule["of"]):
            draft.rules.append(rule)
        else:
            draft.refuse(f"negative constraint of {rule['of']} without a single clue")
