"""Puzzle texts, files and arguments of the command that once went wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from pencilmark import FormatError, board_svg, describe, dumps, fingerprint, load, to_export
from pencilmark.cli import MAX_LINE, read_lines
from pencilmark.usage import rule_usage

from ..documents import classic

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs a device without an end")
def test_endless_device_as_file() -> None:
    # Its size is 0, so it was read until the memory was full.
    with pytest.raises(FormatError, match="too large"):
        load(Path("/dev/zero"))


@pytest.mark.parametrize("source", [Path("a\0b"), "a\0b.json"])
def test_null_byte_in_a_path(source: object) -> None:
    # Was reported as "not UTF-8 text".
    with pytest.raises(FormatError, match=r"cannot read .* null byte"):
        load(source)


def test_list_of_documents() -> None:
    # Was read as a puzzle string: "symbol '{' is neither a digit nor a blank".
    with pytest.raises(FormatError, match="one document per line"):
        load('[\n {"format": "sudoku-puzzle"},\n {"format": "sudoku-puzzle"}\n]')


def test_number_of_thousands_of_digits() -> None:
    # The message gave advice about sys.set_int_max_str_digits.
    with pytest.raises(FormatError, match=r"^not a puzzle: the JSON holds a number"):
        load('{"digits": ' + "9" * 10_000 + "}")


def test_line_without_an_end(tmp_path: Path) -> None:
    # A file without line breaks was read into memory as a whole; the next line must still be a puzzle.
    file = tmp_path / "long.txt"
    file.write_text("1" * (3 * MAX_LINE + 5) + f"\n{CLASSIC}\n")
    lines = list(read_lines(str(file)))
    assert [(line.number, len(str(line.puzzle))) for line in lines] == [(1, MAX_LINE), (2, 81)]


@pytest.mark.parametrize(("given", "said"), [(CLASSIC + "1", "not 82"), ("x" * 5000, "x…")])
def test_puzzle_of_a_wrong_length_in_place_of_a_file(given: str, said: str) -> None:
    # Only said that there is no such file, with all of its 5,000 characters.
    with pytest.raises(click.FileError) as error:
        list(read_lines(given))
    message = error.value.format_message()
    assert said in message
    assert len(message) < 300


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_standard_streams(closed: str) -> None:
    # Were "unexpected AttributeError: 'NoneType' object has no attribute … (a bug)".
    command = f"{sys.executable} -c 'from pencilmark.cli import main; main()' fingerprint"
    shell = f"{command} {closed}" if closed == "<&-" else f"echo {CLASSIC} | {command} {closed}"
    done = subprocess.run(shell, shell=True, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "is closed" in done.stderr
    assert "bug" not in done.stderr


@pytest.mark.parametrize("command", ["rate", "describe", "fingerprint", "export"])
def test_half_a_surrogate_pair_in_a_corpus(command: str, tmp_path: Path) -> None:
    # The message held what no stream can print, so the puzzles after it were lost.
    file = tmp_path / "p.txt"
    file.write_text('{"format": "\\ud800"}\n{"a": {"\\udc00": 1}}\n1..4.4..2....3.1\n', encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-m", "pencilmark", command, str(file)], capture_output=True, text=True, encoding="utf-8"
    )
    first, second, third = ended.stdout.splitlines()[:3]
    assert (
        first == "error\t1\tFormatError: this text holds half of a surrogate pair, which is no character (at $.format)"
    )
    assert second.startswith("error\t2\tFormatError: ")
    assert not third.startswith("error")
    assert (ended.returncode, ended.stderr) == (1, "")


def test_half_a_surrogate_pair_in_a_dict() -> None:
    # A text that only Python can hold came out as UnicodeEncodeError, or was written and could not be stored.
    with pytest.raises(FormatError, match="surrogate pair"):
        load(classic({"type": "cage", "\ud800": 1}))
    with pytest.raises(FormatError, match="cannot be written"):
        dumps(to_export(classic(meta={"title": "\ud800"})))


def test_escapes_that_are_characters() -> None:
    text = dumps(classic(meta={"title": "x"}))
    assert load(text.replace('"x"', r'"\ud83d\ude00 \\ud83d"')).meta["title"] == "\U0001f600 \\ud83d"


@pytest.mark.parametrize("use", [describe, board_svg, fingerprint, rule_usage])
def test_text_where_a_puzzle_belongs(use: Callable[[Any], object]) -> None:
    # Was AttributeError: 'str' object has no attribute 'cells'.
    with pytest.raises(TypeError, match=r"expected a Puzzle, got str; read it with pencilmark\.load first"):
        use(CLASSIC)


def test_version_as_text() -> None:
    # Said "must be the integer 1, it is 1".
    with pytest.raises(FormatError, match='must be the integer 1, it is "1"'):
        load(classic() | {"format_version": "1"})
    with pytest.raises(FormatError, match="must be the integer 1, it is missing"):
        load({"format": "sudoku-puzzle"})
