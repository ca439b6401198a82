"""lz-string: the compression of f-puzzles and SudokuPad links, in both of their alphabets.

::

    "aaab…"  ->  0 a | 3 | 0 b | …      a code of 2, 3, 4 … bits: 0 = new 8-bit character, 1 = new 16-bit
                 new  old  new          character, 2 = end, n = entry n of a dictionary that grows as it reads
"""

from __future__ import annotations

from urllib.parse import unquote

from ..errors import FormatError
from ..exchange import MAX_JSON

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
BASE64 = _DIGITS + "+/="
URI_SAFE = _DIGITS + "+-$"
"""Symbols of the values 0 … 63, then the padding."""

_BITS = {symbol: format(value, "06b") for text in (BASE64, URI_SAFE) for value, symbol in enumerate(text[:64])}
_BITS[" "] = _BITS["+"]  # a plus sign in a link turns into a blank on its way
_NEW_8, _NEW_16, _END = range(3)

MAX_PAYLOAD = 2_000_000
"""Longest compressed text that is looked at, in characters."""


def decompress(payload: str) -> str:
    """The text of an lz-string payload; percent signs, blanks for plus signs and missing padding are repaired.

    Raises
    ------
    FormatError
        The payload is no lz-string data, ends too early or is too long.
    """
    if len(payload) > MAX_PAYLOAD:
        raise FormatError(f"a payload of {len(payload)} characters is too large for a puzzle")
    symbols = (unquote(payload) if "%" in payload else payload).strip().rstrip("=$")
    if not symbols:
        raise FormatError("the link or payload holds no puzzle data; copy the whole link")
    try:
        bits = "".join([_BITS[symbol] for symbol in symbols])
    except KeyError as error:
        raise FormatError(f"symbol {error.args[0]!r} does not occur in compressed puzzle data") from None
    return _characters(_unpack(bits))


def compress(text: str, alphabet: str = BASE64) -> str:
    """lz-string payload of a text, symbol for symbol as the web pages write it."""
    bits = _pack(_units(text)) + "0"
    bits += "0" * (-len(bits) % 6)
    packed = "".join([alphabet[int(bits[i : i + 6], 2)] for i in range(0, len(bits), 6)])
    return packed + "=" * (-len(packed) % 4) if alphabet == BASE64 else packed


def _units(text: str) -> str:
    """The text as UTF-16 code units, one character each, because the format counts in those."""
    data = text.encode("utf-16-be", "surrogatepass")
    return "".join([chr(data[i] << 8 | data[i + 1]) for i in range(0, len(data), 2)])


def _characters(units: str) -> str:
    try:
        return units.encode("utf-16-be", "surrogatepass").decode("utf-16-be")
    except UnicodeDecodeError:
        raise FormatError("the puzzle data is damaged: it holds half a character; copy the whole link") from None


def _unpack(bits: str) -> str:
    """Characters of a bit string, whose codes stand with their lowest bit first."""
    entries: list[str] = ["", "", ""]
    parts: list[str] = []
    last, at, width, length = "", 0, 2, 0

    def take(count: int) -> int:
        nonlocal at
        at += count
        if at > len(bits):
            raise FormatError("the puzzle data ends too early; copy the whole link")
        return int(bits[at - count : at][::-1], 2)

    while (code := take(width)) != _END:
        if code in (_NEW_8, _NEW_16):
            entries.append(chr(take(8 if code == _NEW_8 else 16)))
            code = len(entries) - 1
        if code < len(entries):
            entry = entries[code]
        elif code == len(entries) and last:  # the entry that this very step will add
            entry = last + last[0]
        else:
            raise FormatError("the puzzle data is damaged: it names an entry that does not exist; copy the whole link")
        if last:
            entries.append(last + entry[0])
        parts.append(entry)
        last = entry
        length += len(entry)
        if length > MAX_JSON:
            raise FormatError(f"the puzzle data unpacks to more than {MAX_JSON} characters, too large for a puzzle")
        width = len(entries).bit_length()
    return "".join(parts)


def _pack(text: str) -> str:
    codes: dict[str, int] = {}
    fresh: set[str] = set()
    parts: list[str] = []
    size, width, room = 3, 2, 2

    def put(value: int, count: int) -> None:
        parts.append(format(value, f"0{count}b")[::-1])

    def grow() -> None:
        nonlocal width, room
        room -= 1
        if room == 0:
            room = 1 << width
            width += 1

    def emit(word: str) -> None:
        if word in fresh:
            fresh.remove(word)
            wide = ord(word) > 255
            put(_NEW_16 if wide else _NEW_8, width)
            put(ord(word), 16 if wide else 8)
            grow()
        else:
            put(codes[word], width)
        grow()

    word = ""
    for symbol in text:
        if symbol not in codes:
            codes[symbol] = size
            size += 1
            fresh.add(symbol)
        if word + symbol in codes:
            word += symbol
            continue
        emit(word)
        codes[word + symbol] = size
        size += 1
        word = symbol
    if word:
        emit(word)
    put(_END, width)
    return "".join(parts)
