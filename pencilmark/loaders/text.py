"""Plain puzzle strings: one symbol per cell, or numbers separated by blanks, in any usual layout.

::

    5 3 . | . 7 . | . . .        frames, separators, quotes and line breaks are ignored;
    6 . . | 1 9 5 | . . .        blanks are . 0 - _ ; letters go on after 9 (A = 10, B = 11 …)
    ------+-------+------
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from ..board import STANDARD_BOXES
from ..errors import FormatError, NotSupportedError
from ..exchange import canonical_rules
from ..puzzle import Puzzle
from ..rules.base import board_of, build
from ..rules.houses import BoxGrid
from . import sudokuwiki

BLANKS = ".0-_"
SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Symbol i stands for digit i + 1; lower case means the same."""

MAX_TEXT = 100_000
"""Longest text that is looked at; a framed 25×25 grid of numbers needs about 4,000 characters."""

SIZES: dict[int, int] = {digits * digits: digits for digits in STANDARD_BOXES}
"""Number of cells -> digits."""

_VALUES = {**dict.fromkeys(BLANKS, 0), **{s: i for i, s in enumerate(SYMBOLS, 1)}}
_VALUES |= {s.lower(): i for s, i in _VALUES.items()}
_SEPARATORS = re.compile(r"""[\s|,;'"\[\]()│┃║\ufeff]+""")
_FRAME = re.compile(r"""[^\w.]*""")
_RULER = re.compile(r"""[^\w]*(--|==|─|═|━)[^\w]*""")
_BOX_DRAWING = re.compile("[\u2500-\u257f]")


def from_string(text: str, symbols: str | None = None) -> Puzzle:
    """Classic puzzle from a string of D·D symbols.

    Parameters
    ----------
    text : str
        Symbols in reading order, D one of 4, 6, 8, 9, 10, 12, 14, 15, 16, 20, 25. Line breaks, blanks,
        commas, quotes, bars and frame lines may stand anywhere; numbers above 9 may be written as such
        when the entries are separated.
    symbols : str, optional
        Another alphabet: symbol i stands for digit i + 1.

    Returns
    -------
    Puzzle
        With the rows, columns and standard boxes of its size.

    Raises
    ------
    FormatError
        Wrong length, unknown symbol, or a digit above D.
    TypeError
        ``text`` is no string.
    """
    if not isinstance(text, str):
        raise TypeError(f"a puzzle string is needed, not {type(text).__name__}")
    values = _VALUES if symbols is None else _alphabet(symbols)
    if len(text) in SIZES:
        try:
            givens = tuple(map(values.__getitem__, text))
        except KeyError:
            pass  # blanks or frames among the symbols: read it slowly
        else:
            return _classic(givens)
    return _classic(_scan(text, values))


def to_string(puzzle: Puzzle, form: str = "plain") -> str:
    """The puzzle as one string.

    Parameters
    ----------
    puzzle : Puzzle
    form : str
        ``"plain"``: D·D symbols with ``.`` for an empty cell, for classics with the standard boxes only;
        ``"sudokuwiki"``: the packed string of sudokuwiki.org, also for its diagonals, windows, disjoint
        groups, jigsaws and killers.

    Raises
    ------
    NotSupportedError
        An unknown form, or a puzzle that this form cannot say.
    """
    writer = FORMS.get(form)
    if writer is None:
        raise NotSupportedError(f"string form {form!r:.40} is unknown; use {' or '.join(map(repr, FORMS))}")
    return writer(puzzle)


def _plain(puzzle: Puzzle) -> str:
    digits = puzzle.digits
    box = STANDARD_BOXES.get(digits)
    classic = () if box is None else (BoxGrid(origin="r1c1", box=box),)
    if not classic or canonical_rules(puzzle) != classic or len(puzzle.cells) != digits * digits:
        raise NotSupportedError("only a classic with the standard boxes has a plain string; write it as JSON instead")
    if any(mask != puzzle.full for mask in puzzle.domains):
        raise NotSupportedError("candidates have no plain string; write the puzzle as JSON instead")
    return "".join("." if value == 0 else SYMBOLS[value - 1] for value in puzzle.givens)


FORMS: dict[str, Callable[[Puzzle], str]] = {"plain": _plain, "sudokuwiki": sudokuwiki.encode}
"""String form -> its writer."""


def _classic(givens: tuple[int, ...]) -> Puzzle:
    """Classic puzzle of checked length; raises FormatError for a digit above D."""
    digits = SIZES[len(givens)]
    if max(givens) > digits:
        at = next(i for i, value in enumerate(givens) if value > digits)
        place = f"r{at // digits + 1}c{at % digits + 1}"
        shown = SYMBOLS[givens[at] - 1] if 9 < givens[at] <= len(SYMBOLS) else givens[at]
        raise FormatError(f"{shown} in {place} is above {digits}, the largest digit of a {digits}×{digits} grid")
    return _empty(digits)(givens)


@lru_cache(maxsize=len(SIZES))
def _empty(digits: int) -> Callable[[tuple[int, ...]], Puzzle]:
    """Maker of classics of one size; all of them share their cells, groups and rules."""
    board = board_of(digits, digits, digits)
    rules = (BoxGrid(origin="r1c1", box=STANDARD_BOXES[digits]),)
    built = build(board, rules)

    def fill(givens: tuple[int, ...]) -> Puzzle:
        return Puzzle(
            digits, digits, digits, board.cells, givens, built.domains, built.groups, built.relations,
            built.constraints, rules,
        )  # fmt: skip

    return fill


def _alphabet(symbols: str) -> dict[str, int]:
    """Value of each symbol of a caller's alphabet; the usual blanks stay unless they are digits in it."""
    if len(set(symbols)) != len(symbols) or not symbols:
        raise FormatError("symbols must be a non-empty string of different characters")
    return {**dict.fromkeys(BLANKS, 0), **{s: i for i, s in enumerate(symbols, 1)}}


def _scan(text: str, values: dict[str, int]) -> tuple[int, ...]:
    """Digits of a text with separators or frames; raises FormatError naming the length found."""
    if len(text) > MAX_TEXT:
        raise FormatError(f"a text of {len(text)} characters is no puzzle string; the longest has 625 cells")
    if not text.strip():
        raise FormatError("the puzzle string is empty; expected 81 symbols for a 9×9")
    lines = [_BOX_DRAWING.sub(_plain_frame, line) for line in text.splitlines() if line.strip()]
    framed = [line for line in lines if "+" not in line or not _FRAME.fullmatch(line)]
    ruled = [line for line in framed if not _RULER.fullmatch(line)]
    # a line of dashes is a ruler, or a row of blanks if every line is one row of a square
    square = all(len(_SEPARATORS.sub("", line)) == len(framed) for line in framed)
    found = [_symbols(" ".join(kept), values) for kept in ((framed, ruled) if square else (ruled, framed))]
    for symbols in found:
        if isinstance(symbols, tuple) and len(symbols) in SIZES:
            return symbols
    if isinstance(found[0], FormatError):
        raise found[0]
    allowed = ", ".join(map(str, SIZES))
    raise FormatError(f"found {len(found[0])} cells; a puzzle string has one of {allowed}")


def _plain_frame(match: re.Match[str]) -> str:
    return "|" if match[0] in "│┃║" else "+" if match[0] not in "─━═" else "-"


def _symbols(text: str, values: dict[str, int]) -> tuple[int, ...] | FormatError:
    """Digits of separated numbers or of single symbols, or the error that names the bad symbol."""
    tokens = [token for token in _SEPARATORS.split(text) if token]
    if len(tokens) in SIZES and max(map(len, tokens)) == 2:
        numbers = [_number(token, values) for token in tokens]
        if None not in numbers:
            return tuple(n for n in numbers if n is not None)
    packed = "".join(tokens)
    try:
        return tuple([values[symbol] for symbol in packed])
    except KeyError:
        at = next(i for i, symbol in enumerate(packed) if symbol not in values)
        return FormatError(f"symbol {packed[at]!r} (number {at + 1}) is neither a digit nor one of the blanks . 0 - _")


def _number(token: str, values: dict[str, int]) -> int | None:
    """Value of a separated entry: a number, a symbol, or blanks; None for anything else."""
    if token.isascii() and token.isdigit():
        return int(token)
    return 0 if set(token) <= set(BLANKS) else values.get(token)
