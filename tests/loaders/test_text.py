"""Plain strings of every size and layout."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilmark import exchange
from pencilmark.board import STANDARD_BOXES
from pencilmark.errors import FormatError, NotSupportedError
from pencilmark.loaders import from_string, load, to_string
from pencilmark.loaders.text import BLANKS, SYMBOLS
from pencilmark.variants import preset_rules

from ..documents import CLASSIC, classic, twodoku
from .bad_strings import BAD_STRINGS

FRAMED = """
+-------+-------+-------+
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
+-------+-------+-------+
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
+-------+-------+-------+
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
+-------+-------+-------+
"""
ROWS = [CLASSIC[i : i + 9] for i in range(0, 81, 9)]
CHUNKS = [" ".join(row[i : i + 3] for i in (0, 3, 6)) for row in ROWS]

LAYOUTS = {
    "plain": CLASSIC,
    "dots": CLASSIC.replace("0", "."),
    "dashes": CLASSIC.replace("0", "-"),
    "underscores": CLASSIC.replace("0", "_"),
    "mixed_blanks": "".join(symbol if symbol != "0" else BLANKS[i % 4] for i, symbol in enumerate(CLASSIC)),
    "quoted": f'"{CLASSIC}"\n',
    "nine_lines": "\n".join(ROWS),
    "windows_lines": "\r\n".join(ROWS) + "\r\n",
    "byte_order_mark": "\ufeff" + CLASSIC,
    "commas": ",".join(CLASSIC),
    "semicolons": ";".join(CLASSIC),
    "tabs": "\n".join("\t".join(row) for row in ROWS),
    "list": str([int(symbol) for symbol in CLASSIC]),
    "list_of_rows": str([list(map(int, row)) for row in ROWS]),
    "list_of_strings": str(ROWS),
    "framed": FRAMED,
    "framed_zeros": FRAMED.replace(".", "0"),
    "framed_dashes": FRAMED.replace(".", "-"),
    "star_frame": FRAMED.replace("+-------+-------+-------+", "*-----------------------*"),
    "dot_frame": FRAMED.replace("+-------+-------+-------+", ".-------.-------.-------."),
    "rulers": "\n".join([*CHUNKS[:3], "-----------", *CHUNKS[3:6], "===========", *CHUNKS[6:]]),
    "crossed_rulers": "\n".join([*CHUNKS[:3], "---+---+---", *CHUNKS[3:6], "---+---+---", *CHUNKS[6:]]),
    "bars": "\n".join(f"|{'|'.join(row)}|" for row in ROWS),
    "box_drawing": FRAMED.replace("+", "┼").replace("-", "─").replace("|", "│"),
    "double_box_drawing": FRAMED.replace("+", "╬").replace("-", "═").replace("|", "║"),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_usual_layouts_are_read(name: str) -> None:
    puzzle = from_string(LAYOUTS[name])
    assert puzzle == from_string(CLASSIC) == load(LAYOUTS[name])
    assert puzzle.givens[:5] == (5, 3, 0, 0, 7)


@pytest.mark.parametrize("digits", STANDARD_BOXES)
def test_every_standard_size_is_read(digits: int) -> None:
    puzzle = from_string("." * digits**2)
    height, width = STANDARD_BOXES[digits]
    assert [group.kind for group in puzzle.groups] == ["row"] * digits + ["col"] * digits + ["box"] * digits
    assert puzzle.groups[2 * digits].cells == tuple(r * digits + c for r in range(height) for c in range(width))
    assert puzzle.domains == (puzzle.full,) * digits**2
    assert to_string(puzzle) == "." * digits**2
    doc = exchange.write(puzzle)
    assert exchange.read(doc) == puzzle


@pytest.mark.parametrize("digits", [10, 12, 16, 25])
def test_numbers_letters_and_lower_case_are_the_same(digits: int) -> None:
    values = [i % (digits + 1) for i in range(digits**2)]
    symbols = "".join("." if value == 0 else SYMBOLS[value - 1] for value in values)
    rows = [values[i : i + digits] for i in range(0, digits**2, digits)]
    numbers = "\n".join(" ".join(f"{value:2}" if value else " ." for value in row) for row in rows)
    padded = "\n".join(" | ".join(f"{value:02}" if value else "--" for value in row) for row in rows)
    puzzle = from_string(symbols)
    assert puzzle.givens == tuple(values)
    for text in (symbols.lower(), numbers, padded, str(values), numbers.replace(".", "0")):
        assert from_string(text) == puzzle
    assert to_string(puzzle) == symbols


def test_rows_of_dashes_are_rows() -> None:
    rows = ["---------"] * 5 + ["123456789"] + ["---------"] * 3
    assert from_string("\n".join(rows)).givens[45:54] == tuple(range(1, 10))
    assert set(from_string("\n".join(["-" * 9] * 9)).givens) == {0}
    assert set(from_string("-" * 81 + "\n").givens) == {0}


def test_rulers_never_become_cells() -> None:
    rows = [
        "-------",
        "123 456",
        "... ...",
        "-------",
        "... ...",
        "... ...",
        "-------",
        "... ...",
        "... ...",
        "-------",
    ]
    assert from_string("\n".join(rows)).digits == 6


def test_own_alphabet() -> None:
    puzzle = from_string("ABCD" + "." * 12, symbols="DCBA")
    assert puzzle.givens[:4] == (4, 3, 2, 1)
    assert from_string("0123" + "." * 12, symbols="0123").givens[:5] == (1, 2, 3, 4, 0)
    with pytest.raises(FormatError, match="symbol '1'"):
        from_string("1" * 16, symbols="ABCD")
    with pytest.raises(FormatError, match="different"):
        from_string("." * 16, symbols="AAB")


def test_symbols_may_be_fewer_than_digits() -> None:
    assert from_string("a" + "." * 15, symbols="a").givens[0] == 1


@pytest.mark.parametrize("name", BAD_STRINGS)
def test_bad_string_is_a_one_line_format_error(name: str) -> None:
    text, words = BAD_STRINGS[name]
    start = time.perf_counter()
    for read in (from_string, load):
        with pytest.raises(FormatError) as caught:
            read(text)
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 200
    assert time.perf_counter() - start < 1.0


@pytest.mark.parametrize("value", [b"." * 81, 81, None, [0] * 81, 5.0])
def test_other_types_are_a_type_error(value: object) -> None:
    for read in (from_string, load):
        with pytest.raises(TypeError, match=type(value).__name__):
            read(value)


def test_list_line_with_a_comment_is_loaded() -> None:
    assert load(f"{CLASSIC} 0.35 easy one") == from_string(CLASSIC)
    assert load(f"{CLASSIC}\t{'1' * 81}") == from_string(CLASSIC)
    with pytest.raises(FormatError):
        from_string(f"{CLASSIC} 0.35 easy one")


def test_structure_is_shared_between_puzzles() -> None:
    one, two = from_string(CLASSIC), from_string("." * 81)
    assert one.groups is two.groups
    assert one.cells is two.cells
    assert exchange.read(classic()).groups is exchange.read(classic()).groups


def test_reading_and_hashing_are_fast() -> None:
    from_string(CLASSIC)
    exchange.fingerprint(from_string(CLASSIC))
    start = time.perf_counter()
    for _ in range(300):
        from_string(CLASSIC)
    assert (time.perf_counter() - start) / 300 < 500e-6  # 10 µs on an idle machine; wide margin for a busy one
    start = time.perf_counter()
    for _ in range(100):
        exchange.fingerprint(from_string(CLASSIC))
    assert (time.perf_counter() - start) / 100 < 2e-3


def test_plain_form_is_only_for_classics() -> None:
    puzzle = from_string(CLASSIC)
    assert to_string(puzzle) == CLASSIC.replace("0", ".")
    others = [twodoku(), classic(*preset_rules("X", 9)), classic(candidates={"r1c3": [1]})]
    for doc in others:
        with pytest.raises(NotSupportedError):
            to_string(exchange.read(doc))
    with pytest.raises(NotSupportedError, match="use 'plain' or 'sudokuwiki'"):
        to_string(puzzle, "other")
    with pytest.raises(NotSupportedError):
        to_string(replace(puzzle, rules=()))


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.sampled_from(sorted(STANDARD_BOXES)), st.integers(0, 2**32), st.integers(0, 5))
def test_any_grid_round_trips_through_any_layout(digits: int, seed: int, layout: int) -> None:
    rng = random.Random(seed)
    text = "".join(rng.choice("." + SYMBOLS[:digits]) for _ in range(digits**2))
    rows = [text[i : i + digits] for i in range(0, digits**2, digits)]
    shown = [
        text,
        "\n".join(rows),
        ",".join(text),
        "\n".join("|" + " ".join(row) + "|" for row in rows),
        "\n+--+--+\n".join(rows),
        text.replace(".", rng.choice(BLANKS)).lower(),
    ][layout]
    puzzle = from_string(shown)
    assert to_string(puzzle) == text
    assert from_string(to_string(puzzle)) == puzzle
