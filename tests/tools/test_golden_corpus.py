"""The files of the golden corpus are read strictly and written in one canonical form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.golden_corpus import CorpusError, Entry, card_text, load_corpus, write_csv, write_entries, write_text


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_csv(tmp_path / "puzzles" / "small.csv", ["id", "puzzle"], [["a", "1" * 16], ["b", "2" * 16]])
    write_text(tmp_path / "puzzles" / "doc.json", "{}")
    write_entries(tmp_path, [Entry("a", "small.csv", "first", "our own"), Entry("b", "small.csv", "second", "our own")])
    return tmp_path


def test_puzzle_without_manifest_row_is_refused(root: Path) -> None:
    with pytest.raises(CorpusError, match=r"doc in doc\.json is not in MANIFEST"):
        load_corpus(root)


def test_every_fault_is_named_at_once(root: Path) -> None:
    rows = [Entry("a", "small.csv", "", "our own"), Entry("a", "small.csv", "x", "us"), Entry("z", "no.csv", "x", "us")]
    write_entries(root, rows)
    with pytest.raises(CorpusError) as error:
        load_corpus(root)
    text = str(error.value)
    for fault in ("a is listed twice", "z: no such puzzle", "b in small.csv is not", "doc in doc.json", "a: no reason"):
        assert fault in text


def test_corpus_gives_strings_and_paths(root: Path) -> None:
    rows = [*(Entry(name, "small.csv", "x", "us") for name in "ab"), Entry("doc", "doc.json", "x", "us")]
    write_entries(root, rows)
    corpus = load_corpus(root)
    assert list(corpus.puzzles) == ["a", "b", "doc"]
    assert corpus.puzzles["b"] == "2" * 16
    assert corpus.puzzles["doc"] == root / "puzzles" / "doc.json"


def test_card_text_reads_back_and_has_a_line_per_step() -> None:
    card = {"difficulty": 1.5, "contains": [], "steps": [{"n": 1, "name": "Müller × 2"}, {"n": 2, "name": "b"}]}
    text = card_text(card)
    assert json.loads(text) == card
    assert text.count("\n") == 8


def test_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    write_text(file, "old")
    with pytest.raises(UnicodeEncodeError):
        write_text(file, "\ud800")
    assert file.read_text() == "old"
