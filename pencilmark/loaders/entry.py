"""One entry for every kind of input: strings, files, links, documents, puzzles."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import unquote

from .. import exchange, puzzle_json
from ..errors import FormatError, NotSupportedError
from ..puzzle import Puzzle
from . import fpuzzles, ipuz, lz, penpa, sudokupad, sudokuwiki
from .text import SIZES, from_string


def load(source: Any) -> Puzzle:
    """The puzzle that ``source`` states.

    Parameters
    ----------
    source : Puzzle, str, pathlib.Path or dict
        A puzzle; a plain string; a packed sudokuwiki.org string; JSON text; a long link or payload of f-puzzles,
        SudokuPad or penpa-edit; a path (as a string it must end in ``.json``); a sudoku-puzzle document, also as
        the ``puzzle`` entry of another dict; f-puzzles, SudokuPad, ipuz or the older puzzle JSON.

    Raises
    ------
    FormatError
        The text, file or document is not a valid puzzle.
    NotSupportedError
        The document uses a rule this version cannot build, the link needs the network, or (UnsupportedPuzzle)
        elements of another site's puzzle have no exact counterpart.
    TypeError
        Any other type.
    """
    if isinstance(source, Puzzle):
        return source
    if isinstance(source, Path):
        return _text(_read_file(source))
    if isinstance(source, str):
        if source[-5:].lower() == ".json" and "{" not in source and len(source) < 4096 and "://" not in source:
            return _text(_read_file(Path(source)))
        return _text(source)
    if isinstance(source, Mapping):
        try:
            return _document(source)
        except UnicodeEncodeError:
            raise FormatError("a text of the document holds half of a surrogate pair, which is no character") from None
    raise TypeError(f"cannot load a puzzle from {type(source).__name__}; pass a string, a path, a dict or a Puzzle")


# ---- JSON ----


@dataclass(frozen=True, slots=True)
class JsonForm:
    """A kind of JSON object that is no sudoku-puzzle document: how to know it and what reads it."""

    name: str
    matches: Callable[[Mapping[str, Any]], bool]
    read: Callable[[Mapping[str, Any]], Puzzle]


_OLDER = frozenset(("numbers", "digits", "shape", "layout"))
"""Keys of the older puzzle JSON; beside ``givens`` they belong to a document that lacks its format."""

JSON_FORMS: tuple[JsonForm, ...] = (
    JsonForm("f-puzzles", lambda doc: "grid" in doc and "size" in doc, fpuzzles.read),
    JsonForm("ipuz", lambda doc: str(doc.get("version", "")).startswith("http://ipuz.org/"), ipuz.read),
    JsonForm("SudokuPad", lambda doc: "cells" in doc, sudokupad.read),
    JsonForm("older puzzle JSON", lambda doc: "givens" not in doc and not _OLDER.isdisjoint(doc), puzzle_json.read),
)
"""Kinds of JSON in the order in which they are tried."""


def _document(doc: Mapping[str, Any]) -> Puzzle:
    if "format" in doc:
        return exchange.read(doc)
    inner = doc.get("puzzle")
    if isinstance(inner, Mapping):
        return exchange.read(inner) if "format" in inner else _foreign(inner)
    return _foreign(doc)


def _foreign(doc: Mapping[str, Any]) -> Puzzle:
    """Puzzle of an object without the key ``format``."""
    form = next((form for form in JSON_FORMS if form.matches(doc)), None)
    return form.read(doc) if form else exchange.read(doc)


# ---- text ----


@dataclass(frozen=True, slots=True)
class TextForm:
    """A kind of text: how to know it and what reads it; a reader may answer None for "not mine after all"."""

    name: str
    matches: Callable[[str], bool]
    read: Callable[[str], Puzzle | None]


def _starts(pattern: str) -> Callable[[str], bool]:
    compiled = re.compile(pattern, re.IGNORECASE)
    return lambda text: compiled.match(text) is not None


_HOST = r"(?:https?://)?(?:www\.)?"
_PAD_HOST = rf"{_HOST}(?:[a-z]+\.)?(?:sudokupad\.app|crackingthecryptic\.com|sudokupad\.svencodes\.com)/"
_PAD_START = re.compile(rf"(?:{_PAD_HOST}|sudokupad:(?://)?)(?:(?:sudoku|puzzle)/)*(?:\?puzzleid=)?", re.IGNORECASE)
_SHORTENERS = r"(?:tinyurl\.com|bit\.ly|git\.io|is\.gd|tiny\.cc|t\.ly|rb\.gy|shorturl\.at)/"


def _fpuzzles_link(text: str) -> Puzzle:
    # the plus signs of the payload are not blanks, so the query is taken apart by hand
    query = dict(part.partition("=")[::2] for part in re.split("[?#&]", text)[1:])
    if query.get("load"):
        return fpuzzles.load(query["load"])
    if query.get("id"):
        _offline(text, "open it in f-puzzles, export the puzzle as a link, and load that long link (?load=…)")
    raise FormatError("this f-puzzles link holds no puzzle; export the puzzle and load the long link (?load=…)")


def _sudokupad_link(text: str) -> Puzzle:
    key = _PAD_START.sub("", text, count=1)
    key = re.split("[?&]", key)[0]  # what follows are settings of the player
    if not key:
        raise FormatError("this SudokuPad link holds no puzzle; copy the link of an open puzzle")
    return sudokupad.link(key)


def _bare_payload(text: str) -> Puzzle:
    return _document(sudokupad.parse(lz.decompress(text)))


def _offline(text: str, advice: str) -> NoReturn:
    raise NotSupportedError(f"the link {text[:60]!r} needs the network, which is never used; {advice}")


def _short_link(text: str) -> Puzzle:
    _offline(text, "open it in a browser and load the long link that it leads to")


def _forum_link(text: str) -> Puzzle:
    _offline(text, "open the page and load the link of the puzzle that is given there")


def _other_link(text: str) -> Puzzle:
    host = re.split("[/?#]", text.partition("://")[2])[0]
    raise FormatError(f"links of {host[:60]!r} cannot be loaded; load the long link of f-puzzles, SudokuPad or penpa")


def _is_bare(text: str) -> bool:
    """Compressed JSON begins so whatever it holds; plain strings of whole boards are excluded by their length."""
    return text.startswith("N4I") and len(text) > 40 and len(text) not in SIZES and not re.search(r"\s", text)


def _penpa_link(text: str) -> bool:
    return re.match(r"penpa:|https?://\S*penpa\S*[?#&]p=", unquote(text[:2000]), re.IGNORECASE) is not None


TEXT_FORMS: tuple[TextForm, ...] = (
    TextForm("f-puzzles link", _starts(rf"{_HOST}f-puzzles\.com"), _fpuzzles_link),
    TextForm("SudokuPad link", lambda text: _PAD_START.match(text) is not None, _sudokupad_link),
    TextForm("penpa link", _penpa_link, penpa.load),
    TextForm("Logic Masters page", _starts(rf"lmd:|{_HOST}logic-masters\.de"), _forum_link),
    TextForm("short link", _starts(rf"{_HOST}{_SHORTENERS}"), _short_link),
    TextForm("other link", _starts(r"[a-z][a-z0-9+.-]*://"), _other_link),
    TextForm("f-puzzles payload", _starts(r"fpuz(?:zles)?[A-Za-z0-9%+/$-]"), fpuzzles.load),
    TextForm("SudokuPad payload", _starts(r"(?:scl|ctc)[A-Za-z0-9%+/$-]"), sudokupad.load),
    TextForm("bare payload", _is_bare, _bare_payload),
    TextForm("packed sudokuwiki string", _starts(r"[A-Z]\d[A-Z][0-9a-z]{40}"), sudokuwiki.decode),
)
"""Kinds of text that are no plain string, in the order in which they are tried."""


def is_foreign_text(word: str) -> bool:
    """Whether a word looks like a link or payload of another site, readable or not."""
    return word[:1].isalpha() and any(form.matches(word) for form in TEXT_FORMS)


def _text(text: str) -> Puzzle:
    start = text[:1000].lstrip("\ufeff \t\r\n")
    if start.startswith("{"):
        return _document(exchange.loads(text))
    if start.startswith("[") and "{" in start:
        raise FormatError("a list of JSON documents is no puzzle; write one document per line, without the brackets")
    if start[:1].isalpha() and len(text) <= lz.MAX_PAYLOAD:  # few plain strings begin with a letter
        stripped = text.strip("\ufeff \t\r\n")
        for form in TEXT_FORMS:
            if form.matches(stripped) and (puzzle := form.read(stripped)) is not None:
                return puzzle
    return _plain(text)


def _plain(text: str) -> Puzzle:
    try:
        return from_string(text)
    except FormatError:
        # a list line such as "5300…9 0.35 comment": the first word alone may be the puzzle
        words = text[:1000].split(None, 1)
        if len(words) == 2 and len(words[0]) in SIZES and "\n" not in text.strip():
            return from_string(words[0])
        raise


def _read_file(path: Path) -> str:
    try:
        with path.open("rb") as stream:  # a device may have no end, so its size says nothing
            raw = stream.read(exchange.MAX_JSON + 1)
    except (OSError, ValueError) as error:  # ValueError: a null byte in the path
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"cannot read {str(path)!r:.200}: {reason}") from None
    if len(raw) > exchange.MAX_JSON:
        raise FormatError(f"{path.name} is larger than {exchange.MAX_JSON // 1_000_000} MB, too large for a puzzle")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise FormatError(f"{path.name} is not UTF-8 text") from None
