"""One entry for every kind of input: strings, files, documents, puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .. import exchange
from ..errors import FormatError
from ..puzzle import Puzzle
from .text import SIZES, from_string


def load(source: Any) -> Puzzle:
    """The puzzle that ``source`` states.

    Parameters
    ----------
    source : Puzzle, str, pathlib.Path or dict
        A puzzle; a plain string; JSON text; a path (as a string it must end in ``.json``); a
        sudoku-puzzle document, also as the ``puzzle`` entry of another dict.

    Raises
    ------
    FormatError
        The text, file or document is not a valid puzzle.
    NotSupportedError
        The document uses a rule this version cannot build.
    TypeError
        Any other type.
    """
    if isinstance(source, Puzzle):
        return source
    if isinstance(source, Path):
        return _text(_read_file(source))
    if isinstance(source, str):
        if source[-5:].lower() == ".json" and "{" not in source and len(source) < 4096:
            return _text(_read_file(Path(source)))
        return _text(source)
    if isinstance(source, Mapping):
        return _document(source)
    raise TypeError(f"cannot load a puzzle from {type(source).__name__}; pass a string, a path, a dict or a Puzzle")


def _document(doc: Mapping[str, Any]) -> Puzzle:
    inner = doc.get("puzzle")
    if "format" not in doc and isinstance(inner, Mapping):
        doc = inner
    return exchange.read(doc)


def _text(text: str) -> Puzzle:
    start = text[:1000].lstrip("\ufeff \t\r\n")
    if start.startswith("{"):
        return _document(exchange.loads(text))
    if start.startswith("[") and "{" in start:
        raise FormatError("a list of JSON documents is no puzzle; write one document per line, without the brackets")
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
