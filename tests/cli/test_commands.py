"""The command end to end: what it prints, where, and its exit code."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Protocol

import pytest

from pencilmark.cli import main

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MANY = "." * 16
NONE = "11.............."
FOUR = "1..4.4..2....3.1"


class Run(Protocol):
    def __call__(self, *args: str, text: str = "") -> tuple[int, str, str]: ...


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``pencilmark ARGS`` with ``text`` as standard input; gives exit code, stdout and stderr."""

    def call(*args: str, text: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["pencilmark", *args])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return int(end.value.code or 0), out, err

    return call


def test_rate_prints_one_line_per_puzzle_and_goes_on(run: Run) -> None:
    code, out, _ = run("rate", text=f"# mixed\n{CLASSIC} remark\n\n{MANY}\n{NONE}\n12345\n{FOUR}\n")
    lines = out.splitlines()
    assert code == 1
    assert len(lines) == 5
    assert lines[0].split("\t")[0] in ("Very Easy", "Easy")
    assert lines[1].split("\t")[0] == "not unique"
    assert lines[2].split("\t")[0] == "no solution"
    assert lines[3].startswith("error\t6\tFormatError: ")
    assert lines[4].startswith("Very Easy\t")


def test_json_rows_carry_their_line(run: Run) -> None:
    code, out, _ = run("rate", "--json", text=f"{FOUR}\n{MANY}\nnonsense\n")
    first, second, third = map(json.loads, out.splitlines())
    assert code == 1
    assert list(first)[:3] == ["line", "format", "format_version"]
    assert second == {"line": 2, "error": "not unique"}
    assert third["line"] == 3
    assert third["error"].startswith("FormatError: ")


def test_parallel_output_is_the_same(run: Run) -> None:
    text = f"{CLASSIC}\n{MANY}\n{FOUR}\n" * 5
    assert run("rate", "-j", "2", text=text) == run("rate", text=text)


def test_fields_choose_what_is_computed(run: Run) -> None:
    code, out, _ = run("rate", "--json", "--fields", "band,time_p80", FOUR)
    assert code == 0
    assert set(json.loads(out)) == {"line", "format", "format_version", "grader", "band", "time_p80"}


def test_steps_with_one_level_of_explanation(run: Run) -> None:
    _, out, _ = run("rate", "--json", "--fields", "steps", "--explain", "notation", FOUR)
    steps = json.loads(out)["steps"]
    assert [step["n"] for step in steps] == list(range(1, len(steps) + 1))
    assert all(list(step["explanation"]) == ["notation"] for step in steps)


def test_report_is_readable(run: Run) -> None:
    code, out, _ = run("rate", "--report", CLASSIC)
    assert code == 0
    assert out.startswith("1. ")
    assert "difficulty" in out
    assert "contains: " in out


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("solve", [SOLVED, "not unique", "no solution"]),
        ("fingerprint", None),
        ("describe", None),
        ("export", None),
    ],
)
def test_each_command_reports_a_bad_line_and_goes_on(run: Run, command: str, expected: list[str] | None) -> None:
    code, out, _ = run(command, text=f"{CLASSIC}\n{MANY}\n{NONE}\n{{broken\n")
    lines = out.splitlines()
    assert code == 1
    assert len(lines) == 4
    assert lines[3].startswith("error\t4\tFormatError: ")
    if expected:
        assert lines[:3] == expected


def test_fingerprint_and_describe(run: Run) -> None:
    assert run("fingerprint", CLASSIC)[1].startswith("sha256:")
    assert json.loads(run("describe", CLASSIC)[1])["type"] == "Sudoku"


def test_export_reads_its_own_output(run: Run, tmp_path: Path) -> None:
    code, pretty, _ = run("export", "--pretty", CLASSIC)
    assert code == 0
    (tmp_path / "p.json").write_text(pretty, encoding="utf-8")
    assert run("solve", str(tmp_path / "p.json"))[1].strip() == SOLVED
    assert run("solve", "-", text=pretty * 2)[1].split() == [SOLVED, SOLVED]
    compact = run("export", "--no-solution", text=pretty)[1]
    assert compact.count("\n") == 1
    assert "solution" not in json.loads(compact)


def test_ambiguous_puzzle_is_exported_without_solution(run: Run) -> None:
    code, out, _ = run("export", MANY)
    assert code == 0
    assert "solution" not in json.loads(out)


@pytest.mark.parametrize(
    "args",
    [
        ("rate", "missing.txt"),
        ("solve", "missing.json"),
        ("nonsense",),
        ("rate", "--jobs", "0", FOUR),
        ("rate", "--max-seconds", "-1", FOUR),
        ("rate", "--json", "--fields", "nonsense", FOUR),
        ("rate", "--json", "--report", FOUR),
        ("rate", "--steps", FOUR),
        ("rate", "--fields", "band", FOUR),
        ("rate", "--json", "--steps", "--explain", "loud", FOUR),
    ],
)
def test_bad_usage_is_exit_2_with_a_message(run: Run, args: tuple[str, ...]) -> None:
    code, out, err = run(*args)
    assert code == 2
    assert not out
    assert err.strip()


def test_closed_pipe_is_quiet() -> None:
    script = "from pencilmark.cli import main; main()"
    child = subprocess.Popen(
        [sys.executable, "-c", script, "fingerprint"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdout is not None
    child.stdout.close()
    assert child.stdin is not None
    child.stdin.write(f"{CLASSIC}\n" * 50)
    child.stdin.close()
    assert child.stderr is not None
    assert child.stderr.read() == ""
    assert child.wait(60) == 0


def test_binary_junk_is_an_error_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "junk.txt"
    file.write_bytes(bytes(range(256)) * 4)
    code, out, _ = run("fingerprint", str(file))
    assert code == 1
    assert all(line.startswith("error\t") for line in out.splitlines())


def test_help_names_every_command(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    for command in ("rate", "solve", "export", "fingerprint", "describe", "warmup"):
        assert f"\n  {command} " in out
