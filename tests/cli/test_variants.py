"""Variants and links of other sites on the command line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Protocol

import pytest

from pencilmark.cli import main, read_lines

from ..documents import CLASSIC
from ..loaders.payloads import SOLVED, fpuzzle_classic, packed

VARIANTS = Path(__file__).resolve().parents[2] / "golden" / "puzzles" / "variants"
PAYLOAD = "fpuzzles" + packed(fpuzzle_classic())
LINK = "https://www.f-puzzles.com/?load=" + packed(fpuzzle_classic())
UNKNOWN = "https://f-puzzles.com/?load=" + packed(fpuzzle_classic(magicsquare=[{"cells": ["R1C1"]}]))


class Run(Protocol):
    def __call__(self, *args: str, text: str = "") -> tuple[int, list[str], str]: ...


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``pencilmark ARGS``; gives exit code, lines of stdout, and stderr."""

    def call(*args: str, text: str = "") -> tuple[int, list[str], str]:
        monkeypatch.setattr(sys, "argv", ["pencilmark", *args])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out.splitlines(), err

    return call


@pytest.mark.parametrize("puzzle", [LINK, PAYLOAD, LINK.removeprefix("https://"), f"sudokupad:{PAYLOAD}"])
def test_a_link_or_payload_is_a_puzzle(run: Run, puzzle: str) -> None:
    assert run("solve", puzzle) == (0, [SOLVED], "")


def test_links_stand_in_lists_with_remarks(run: Run) -> None:
    code, out, _ = run("solve", text=f"# links\n{LINK} found by me\n{PAYLOAD}\n{UNKNOWN}\n{CLASSIC}\n")
    assert code == 1
    assert out[:2] == [SOLVED, SOLVED]
    assert out[2].startswith("error\t4\tUnsupportedPuzzle: ")
    assert "magicsquare" in out[2]
    assert out[3] == SOLVED


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        ("https://sudokupad.app/abc123", "NotSupportedError: the short SudokuPad id"),
        ("sudokupad.app/abc123", "NotSupportedError: the short SudokuPad id"),
        ("https://tinyurl.com/abcd", "NotSupportedError: the link"),
        ("https://example.com/list.txt", "FormatError: links of 'example.com'"),
        (UNKNOWN, "UnsupportedPuzzle: this f-puzzles puzzle cannot be loaded"),
        (LINK[:200], "FormatError: "),
    ],
)
@pytest.mark.parametrize("command", ["describe", "export", "fingerprint", "rate", "solve"])
def test_a_link_that_cannot_be_read_is_one_line(run: Run, command: str, puzzle: str, said: str) -> None:
    code, out, _ = run(command, puzzle)
    assert code == 1
    assert len(out) == 1
    assert out[0].startswith(f"error\t1\t{said}")


@pytest.mark.parametrize("name", ["ctc-list.txt", "fpuzzles.csv", "sudokus", "sclerosis.json"])
def test_missing_file_stays_a_missing_file(run: Run, name: str) -> None:
    code, out, err = run("rate", name)
    assert (code, out) == (2, [])
    assert "No such file" in err


def test_existing_file_is_read_whatever_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fpuzzlesA").write_text(CLASSIC, encoding="utf-8")
    assert [line.puzzle for line in read_lines("fpuzzlesA")] == [CLASSIC]


def test_every_command_takes_a_variant(run: Run) -> None:
    file = str(VARIANTS / "killer-6-1.json")
    doc = json.loads(Path(file).read_text(encoding="utf-8"))
    assert run("solve", file) == (0, ["".join(map(str, doc["solution"]))], "")
    described = json.loads(run("describe", file)[1][0])
    assert described["type"] == "Mini Killer Sudoku"
    exported = run("export", file)[1]
    assert json.loads(exported[0])["rules"] == doc["rules"]
    print_of = run("fingerprint", file)[1]
    assert print_of[0].startswith("sha256:")
    assert run("fingerprint", text=exported[0])[1] == print_of
    code, out, _ = run("rate", file, "--report", "--steps")
    assert code == 0
    assert any("The cage of 18 at r3c1 can fill" in line for line in out)


def test_refused_rule_is_named_with_its_place(run: Run) -> None:
    doc = json.loads((VARIANTS / "killer-6-1.json").read_text(encoding="utf-8"))
    doc["rules"][2]["sum"] = "ten"
    code, out, _ = run("rate", "--json", text=json.dumps(doc))
    assert code == 1
    assert json.loads(out[0])["error"].startswith("FormatError: rule 2 (cage): ")
