"""The golden corpus on disk: puzzles, the reason each one is there, and the card each one must get."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent / "golden"
FIELDS = (
    "difficulty", "time", "time_p20", "time_p80", "time_mean", "band", "band_index", "contains", "notes", "symmetry",
    "steps",
)  # fmt: skip
"""Card fields that are guarded."""


class CorpusError(ValueError):
    """The files of the corpus contradict each other; one line per fault."""


@dataclass(frozen=True)
class Entry:
    """One row of MANIFEST.csv: ``file`` is relative to golden/puzzles; a CSV there holds the row ``id``."""

    id: str
    file: str
    why: str
    source: str


@dataclass(frozen=True)
class Corpus:
    """All golden puzzles in manifest order, with what ``pencilmark.load`` reads for each."""

    root: Path
    entries: tuple[Entry, ...]
    puzzles: Mapping[str, object]

    def card_file(self, name: str) -> Path:
        """Where the card of one puzzle is kept."""
        return self.root / "cards" / f"{name}.json"

    def stored(self) -> dict[str, dict[str, Any]]:
        """Every card on disk, whether it has a puzzle or not."""
        files = sorted((self.root / "cards").glob("*.json"))
        return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}


def load_corpus(root: Path = ROOT) -> Corpus:
    """Read the manifest and the puzzles.

    Raises
    ------
    CorpusError
        Names every id listed twice, row without puzzle, and puzzle without row.
    """
    entries = read_entries(root)
    found: dict[tuple[str, str], object] = {}
    for file in sorted((root / "puzzles").rglob("*")):
        name = file.relative_to(root / "puzzles").as_posix()
        if file.suffix == ".csv":
            found.update({(row["id"], name): row["puzzle"] for row in _read_csv(file)})
        elif file.suffix == ".json":
            found[file.stem, name] = file
    listed = [(entry.id, entry.file) for entry in entries]
    names = [entry.id for entry in entries]
    faults = [f"{name} is listed twice" for name in sorted({name for name in names if names.count(name) > 1})]
    faults += [f"{name}: no such puzzle in {file}" for name, file in listed if (name, file) not in found]
    faults += [f"{name} in {file} is not in MANIFEST.csv" for name, file in sorted(set(found) - set(listed))]
    faults += [f"{entry.id}: no reason given" for entry in entries if not entry.why]
    if faults:
        raise CorpusError("\n".join(faults))
    return Corpus(root, tuple(entries), {name: found[name, file] for name, file in listed})


def read_entries(root: Path) -> list[Entry]:
    """The rows of MANIFEST.csv."""
    return [Entry(**row) for row in _read_csv(root / "MANIFEST.csv")]


def write_entries(root: Path, entries: Iterable[Entry]) -> None:
    """Write MANIFEST.csv anew."""
    columns = [column.name for column in fields(Entry)]
    rows = [[getattr(entry, column) for column in columns] for entry in entries]
    write_csv(root / "MANIFEST.csv", columns, rows)


def write_csv(file: Path, columns: list[str], rows: Iterable[Iterable[str]]) -> None:
    """Write a CSV file in one go."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    write_text(file, text.getvalue())


def write_text(file: Path, text: str) -> None:
    """Write under a temporary name, then rename: a file is never half written."""
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(f".{file.name}.{os.getpid()}")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(file)


def card_text(card: Mapping[str, Any]) -> str:
    """Canonical text of a card: one line per key, one line per item of a list of objects."""
    lines = []
    for key, value in card.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            items = ",\n".join(f"    {json.dumps(item, ensure_ascii=False)}" for item in value)
            lines.append(f"  {json.dumps(key)}: [\n{items}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def guarded(card: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a card that is stored: all but the three keys that name format and grader."""
    return {key: value for key, value in card.items() if key not in ("format", "format_version", "grader")}


def _read_csv(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))
