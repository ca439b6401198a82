"""What counts as a puzzle on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from pencilmark.cli import format_fields, format_row, read_lines

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_lines_are_numbered_and_comments_skipped(tmp_path: Path) -> None:
    file = write(tmp_path, "p.txt", f"# head\n\n{CLASSIC} 0.35 remark\n{CLASSIC}\n")
    assert [(line.number, line.puzzle) for line in read_lines(file)] == [(3, CLASSIC), (4, CLASSIC)]


def test_separated_numbers_are_kept_whole(tmp_path: Path) -> None:
    row = " ".join("0" for _ in range(256))
    assert [line.puzzle for line in read_lines(write(tmp_path, "p.txt", row))] == [row]


def test_pretty_documents_in_one_file_are_split(tmp_path: Path) -> None:
    text = '{"a": {\n    "b": 1},\n  "c": 2}\n# next\n{\n  "d": 3\n}\n{"e": 4}\n'
    lines = list(read_lines(write(tmp_path, "p.txt", text)))
    assert [line.number for line in lines] == [1, 5, 8]
    assert [json.loads(str(line.puzzle)) for line in lines] == [{"a": {"b": 1}, "c": 2}, {"d": 3}, {"e": 4}]


def test_broken_document_does_not_swallow_the_next_line(tmp_path: Path) -> None:
    lines = list(read_lines(write(tmp_path, "p.txt", f"{{broken\n{CLASSIC}\n{{\n 1\n")))
    assert [(line.number, line.puzzle) for line in lines] == [(1, "{broken\n"), (2, CLASSIC), (3, "{\n 1\n")]


def test_json_file_is_one_puzzle(tmp_path: Path) -> None:
    file = write(tmp_path, "p.json", '{ "a":\n 1 }')
    assert [line.puzzle for line in read_lines(file)] == [Path(file)]


def test_json_lines_are_many_puzzles(tmp_path: Path) -> None:
    file = write(tmp_path, "p.json", '{"a": 1}\n{"a": 2}\n')
    assert [line.puzzle for line in read_lines(file)] == ['{"a": 1}\n', '{"a": 2}\n']


def test_line_may_name_a_json_file(tmp_path: Path) -> None:
    inner = write(tmp_path, "inner.json", "{}")
    assert [line.puzzle for line in read_lines(write(tmp_path, "list.txt", f"{inner}\n"))] == [Path(inner)]


def test_the_puzzle_itself_may_be_given() -> None:
    assert [line.puzzle for line in read_lines(CLASSIC)] == [CLASSIC]


@pytest.mark.parametrize("name", ["missing.txt", "missing.json", "."])
def test_unreadable_file_is_named(name: str) -> None:
    with pytest.raises(click.FileError) as error:
        list(read_lines(name))
    assert name in error.value.format_message()


CARD = {
    "difficulty": 4.25,
    "time": None,
    "band": "Hard",
    "contains": [
        {"code": "HSI", "chip": "HSI", "name": "Hidden Single", "band": 0},
        {"code": "XWG", "chip": "XWG/KTE", "name": "X-Wing", "band": 2, "uses": 2},
    ],
    "notes": [{"code": "spike", "severity": "note", "text": "…"}, {"code": "trial", "severity": "note", "text": "…"}],
}


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("%i %b %h", "7 Hard X-Wing"),
        (r"%d\t[%m]", "4.2\t[]"),
        ("%c|%n", "XWG/KTEx2|spike;trial"),
        ("%s %u %x 100%%", "ok True %x 100%%"),
        ("ends with %", "ends with %"),
    ],
)
def test_format_letters(template: str, expected: str) -> None:
    assert format_row(template, 7, CARD) == expected


def test_only_fields_that_are_shown_are_computed() -> None:
    assert format_fields("%i %b %c %h") == ["band", "contains"]
    assert format_fields("%p") == ["time_p80"]
