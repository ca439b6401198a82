"""lz-string: round trips, both alphabets, damaged data."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilmark.errors import FormatError
from pencilmark.loaders import lz

from .payloads import fpuzzle, packed

# packed by hand: 00 = new character, a = 10000110 (lowest bit first), 010 = end; 001000 011001 000000 = I Z A
ONE_LETTER = "IZA="


@given(st.text(max_size=300))
def test_round_trip(text: str) -> None:
    for alphabet in (lz.BASE64, lz.URI_SAFE):
        assert lz.decompress(lz.compress(text, alphabet)) == text or not text


@pytest.mark.parametrize("text", ["a", "aaaaaaaaaaaaaaaaaaaaaaaa", "abababababab", "Sudoku ×3 – ≥ 🙂", "x" * 5000])
def test_known_shapes(text: str) -> None:
    assert lz.decompress(lz.compress(text)) == text


def test_hand_packed_letter() -> None:
    assert lz.decompress(ONE_LETTER) == "a"
    assert lz.compress("a") == ONE_LETTER


def test_json_objects_begin_alike() -> None:
    assert packed(fpuzzle()).startswith("N4I")


def test_links_are_repaired() -> None:
    text = "".join(f"{i}:{i * i}, " for i in range(200))
    data = lz.compress(text)
    assert "+" in data
    for damaged in (data.replace("+", " "), data.rstrip("="), data.replace("/", "-"), data.replace("+", "%2B")):
        assert lz.decompress(damaged) == text


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        ("", "no puzzle data"),
        ("===", "no puzzle data"),
        ("N4I?", "symbol '?'"),
        ("N4Iä", "symbol 'ä'"),
        (packed(fpuzzle())[:60], "ends too early"),
        ("////", "damaged"),
        ("A" * 2_000_001, "too large"),
    ],
)
def test_damaged_data(payload: str, words: str) -> None:
    with pytest.raises(FormatError, match=words.replace("?", r"\?")) as caught:
        lz.decompress(payload)
    assert "\n" not in str(caught.value)


def test_bombs_stop_at_the_limit() -> None:
    bomb = lz.compress("a" * 5_000_001)
    assert len(bomb) < 10_000
    with pytest.raises(FormatError, match="unpacks to more than"):
        lz.decompress(bomb)
