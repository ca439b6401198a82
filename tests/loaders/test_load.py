"""``load``: everything a caller may hand in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pencilmark import exchange
from pencilmark.errors import FormatError
from pencilmark.loaders import from_string, load

from ..documents import CLASSIC, classic

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


@pytest.mark.parametrize("doc", [{}, {"puzzle": 3}, {"format": "ipuz"}, {"numbers": CLASSIC, "digits": 9}])
def test_other_dicts_are_format_errors(doc: dict[str, object]) -> None:
    with pytest.raises(FormatError, match="format"):
        load(doc)
