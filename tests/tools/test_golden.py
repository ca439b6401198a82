"""The golden tool on a small corpus: nothing changes unseen, and nothing is stored without a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tools.golden import cli
from tools.golden_corpus import Entry, write_csv, write_entries

PUZZLES = [["four-01", "1..4.4..2....3.1"], ["four-02", "1234341221434321"]]


def run(root: Path, *args: str) -> Result:
    return CliRunner().invoke(cli, ["--root", str(root), *args])


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_csv(tmp_path / "puzzles" / "four.csv", ["id", "puzzle"], PUZZLES)
    write_entries(tmp_path, [Entry(name, "four.csv", "small", "our own") for name, _ in PUZZLES])
    done = run(tmp_path, "update", "-j", "1", "--reason", "first cards")
    assert done.exit_code == 0, done.output
    return tmp_path


def change(root: Path, name: str, **values: object) -> None:
    file = root / "cards" / f"{name}.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **values}))


def test_fresh_corpus_is_clean(root: Path) -> None:
    done = run(root, "check", "-j", "1")
    assert done.exit_code == 0
    assert "2 cards, 0 changed, 0 missing, 0 orphans, 0 failed" in done.output


def test_reason_is_kept(root: Path) -> None:
    assert "first cards (2 new of 2)." in (root / "CHANGES.md").read_text()


def test_changed_card_fails_and_is_explained(root: Path) -> None:
    change(root, "four-01", band="Extreme", difficulty=9.0)
    assert run(root, "check", "-j", "1").exit_code == 1
    shown = run(root, "diff", "-j", "1").output
    assert "four-01: difficulty: 9.0 → " in shown
    assert "band: Extreme → Very Easy" in shown


def test_missing_and_orphan_cards_fail(root: Path) -> None:
    (root / "cards" / "four-01.json").rename(root / "cards" / "stray.json")
    done = run(root, "check", "-j", "1")
    assert done.exit_code == 1
    assert "four-01: has no card" in done.output
    assert "stray: card without puzzle" in done.output


def test_update_restores_and_removes_orphans(root: Path) -> None:
    (root / "cards" / "four-01.json").rename(root / "cards" / "stray.json")
    assert run(root, "update", "-j", "1", "--reason", "put right").exit_code == 0
    assert run(root, "check", "-j", "1").exit_code == 0
    assert not (root / "cards" / "stray.json").exists()


@pytest.mark.parametrize("args", [["update"], ["update", "--reason", "  "], ["add", "nothing.txt", "--why", "x"]])
def test_reason_and_file_are_required(root: Path, args: list[str]) -> None:
    assert run(root, *args).exit_code == 2


def test_add_puts_puzzle_manifest_and_card_in_place(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "extra.txt"
    file.write_text("# two\n1..4.4..2....3.1 remark\n\n1234341221434321\n")
    done = run(root, "add", str(file), "--why", "guards the tool", "-j", "1")
    assert done.exit_code == 0, done.output
    assert (root / "cards" / "extra-02.json").exists()
    assert "extra-01,extra.csv,guards the tool,our own" in (root / "MANIFEST.csv").read_text()
    assert run(root, "check", "-j", "1").exit_code == 0


def test_add_refuses_a_puzzle_that_cannot_be_rated(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("." * 16)
    done = run(root, "add", str(file), "--why", "x")
    assert done.exit_code != 0
    assert not (root / "puzzles" / "bad.csv").exists()
