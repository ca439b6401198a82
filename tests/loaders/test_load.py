"""``load``: everything a caller may hand in."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilmark import exchange
from pencilmark.errors import FormatError, NotSupportedError
from pencilmark.loaders import fpuzzles, from_string, load, to_ipuz, to_string

from ..documents import CLASSIC, classic
from .payloads import fpuzzle, fpuzzle_classic, packed, pad

PUZZLE = from_string(CLASSIC)


def test_puzzle_is_returned_as_it_is() -> None:
    assert load(PUZZLE) is PUZZLE


def test_documents_and_json_text() -> None:
    doc = classic()
    for source in (
        doc,
        {"puzzle": doc, "grade": 3},
        json.dumps(doc),
        "  \n" + exchange.dumps(doc),
        json.dumps({"puzzle": doc}),
    ):
        assert load(source) == PUZZLE


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(exchange.dumps(classic()), encoding="utf-8")
    assert load(path) == load(str(path)) == PUZZLE
    text = tmp_path / "one.sdk"
    text.write_text(CLASSIC, encoding="utf-8")
    assert load(text) == PUZZLE


def test_unreadable_files_are_format_errors(tmp_path: Path) -> None:
    binary = tmp_path / "binary.json"
    binary.write_bytes(bytes(range(256)) * 4)
    large = tmp_path / "large.json"
    large.write_bytes(b" " * (exchange.MAX_JSON + 1))
    truncated = tmp_path / "truncated.json"
    truncated.write_text(exchange.dumps(classic())[:200], encoding="utf-8")
    empty = tmp_path / "empty.json"
    empty.write_text("", encoding="utf-8")
    for path in (binary, large, truncated, empty, tmp_path, tmp_path / "absent.json"):
        with pytest.raises(FormatError) as caught:
            load(path)
        assert "\n" not in str(caught.value)
    with pytest.raises(FormatError, match="cannot read"):
        load(str(tmp_path / "absent.json"))


@pytest.mark.parametrize("doc", [{}, {"puzzle": 3}, {"format": "ipuz"}, {"digits": 9, "givens": [], "rules": []}])
def test_other_dicts_are_format_errors(doc: dict[str, object]) -> None:
    with pytest.raises(FormatError, match="format"):
        load(doc)


def test_forms_of_other_sites() -> None:
    for source in (
        {"numbers": CLASSIC, "digits": 9},
        {"puzzle": {"numbers": CLASSIC}, "grade": 3},
        json.dumps({"numbers": CLASSIC.replace("0", ".")}),
        to_ipuz(PUZZLE),
        to_string(PUZZLE, "sudokuwiki"),
        to_string(PUZZLE, "sudokuwiki") + " a remark",
        fpuzzle_classic(),
        "fpuzzles" + packed(fpuzzle_classic()),
    ):
        assert load(source) == PUZZLE


STARTS = ("fpuzzles", "fpuz", "scl", "ctc", "N4Ig", "https://f-puzzles.com/?load=", "https://sudokupad.app/",
          "https://sudokupad.app/?puzzleid=", "sudokupad:", "penpa:", "https://swaroopg92.github.io/penpa-edit/#p=",
          "https://", "lmd:", "S9B", "L9B", "{", '{"cells": ', '{"grid": ', "[", "")  # fmt: skip


@settings(max_examples=100)
@given(st.sampled_from(STARTS), st.text(max_size=120))
def test_junk_is_always_a_named_one_line_error(start: str, junk: str) -> None:
    with pytest.raises((FormatError, NotSupportedError)) as caught:
        load(start + junk)
    assert len(str(caught.value).splitlines()) == 1


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 12) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)
PAD_KEYS = ("cages", "regions", "lines", "arrows", "overlays", "underlays", "metadata")


@settings(max_examples=100)
@given(
    st.sampled_from((*fpuzzles.ELEMENTS, *fpuzzles.FLAGS, "negative", "line", "cage", "circle", "text", "solution")),
    VALUES,
)
def test_junk_in_an_f_puzzles_entry(key: str, value: object) -> None:
    with contextlib.suppress(FormatError, NotSupportedError):
        load({**fpuzzle(), key: value})


@settings(max_examples=100)
@given(st.sampled_from(PAD_KEYS), VALUES)
def test_junk_in_a_sudokupad_entry(key: str, value: object) -> None:
    with contextlib.suppress(FormatError, NotSupportedError):
        load({**pad("Arrows, thermometers, dots."), key: value})
