"""The files of ``tests/exemplars/rules``: positions of variants in which a technique has exactly the listed moves.

::

    {"technique": "Cage Combinations",
     "positions": [{"puzzle": {a sudoku-puzzle document}, "moves": ["5r1c2 5r1c3", "=4r3c8"], "but": ["6r1c2"]}]}

The document's givens and candidates are the position, its solution is one filling that it allows. A move is a list of
candidates that go, 5r1c2 = digit 5 of r1c2, or a placement, =4r3c8. ``but`` are near-misses: one candidate put back or
taken away (5r1c2), one cell filled (=4r3c8), or emptied or given all its candidates back (r3c8), sometimes two of these
(5r1c2 r3c8), after which nothing of the technique may be found.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pencilmark import exchange
from pencilmark.constraints import mechanic_of
from pencilmark.engine.session import Session, Step, session_for
from pencilmark.puzzle import Puzzle
from pencilmark.tables import shapes

from .exemplar_lines import Conclusion, conclusion, name
from .positions import Snapshot, snapshot

Document = Mapping[str, Any]
_CANDIDATE = re.compile(r"(=?)(\d*)(r(\d+)c(\d+))")


@dataclass(frozen=True)
class RuleExemplar:
    """One position of a technique (row of techniques.csv): document, moves, near-misses."""

    technique: str
    document: Document
    moves: tuple[str, ...]
    but: tuple[str, ...]


def parse(text: str) -> list[RuleExemplar]:
    """All positions of one file."""
    file = json.loads(text)
    return [
        RuleExemplar(file["technique"], entry["puzzle"], tuple(entry["moves"]), tuple(entry["but"]))
        for entry in file["positions"]
    ]


def read(folder: Path) -> Iterator[RuleExemplar]:
    """All positions of a folder."""
    for file in sorted(folder.glob("*.json")):
        yield from parse(file.read_text(encoding="utf-8"))


def text(exemplars: Iterable[RuleExemplar]) -> str:
    """The file of one technique, every rule on a line of its own."""
    listed = list(exemplars)
    entries = []
    for x in listed:
        document = exchange.dumps(x.document).rstrip("\n")
        rest = f'"moves": {json.dumps(x.moves)}, "but": {json.dumps(x.but)}'
        entries.append(f'{{"puzzle":\n {document},\n {rest}}}')
    return f'{{"technique": {json.dumps(listed[0].technique)},\n"positions": [\n' + ",\n".join(entries) + "]}\n"


def toggled(document: Document, edit: str) -> Document:
    """The document with the change, or the two changes, that make a near-miss (see the module's text)."""
    for word in edit.split():
        document = _changed(document, word)
    return document


def _changed(document: Document, word: str) -> Document:
    match = _CANDIDATE.fullmatch(word)
    if match is None:
        raise ValueError(f"not a candidate: {word!r} (write it like 4r3c8)")
    placed, digit, cell, row, col = match.groups()
    stated = dict(document.get("candidates", {}))
    if not placed and digit:
        stated[cell] = sorted({*stated.get(cell, range(1, document["digits"] + 1))} ^ {int(digit)})
        return dict(document) | {"candidates": stated}
    stated.pop(cell, None)
    givens = list(document["givens"])
    givens[(int(row) - 1) * document["board"]["cols"] + int(col) - 1] = int(digit or 0)
    return dict(document) | {"givens": givens, "candidates": stated}


def opened(document: Document) -> tuple[Puzzle, Session, bool]:
    """The puzzle, a session at its position, and whether that does not contradict itself at once."""
    puzzle = exchange.read(document)
    session = session_for(puzzle)
    return puzzle, session, session.load(puzzle.givens, puzzle.domains)


def steps(session: Session, technique: str) -> list[Step]:
    """Moves of one row of techniques.csv at the session's position."""
    shape = next(s for s in shapes() if s.technique == technique)
    return [step for step in session.find(shape.engine) if step.shape == shape.index]


def written(puzzle: Puzzle, found: Iterable[Step]) -> tuple[str, ...]:
    """Moves as the files write them, in order."""
    return tuple(sorted(_word(puzzle, conclusion(step)) for step in found))


def _word(puzzle: Puzzle, move: Conclusion) -> str:
    place, gone = move
    return f"={name(puzzle, *place)}" if place else " ".join(name(puzzle, *e) for e in sorted(gone))


def moves_of(document: Document, technique: str) -> tuple[str, ...] | None:
    """Moves of one technique at a document's position; None when it contradicts itself at once."""
    puzzle, session, sound = opened(document)
    return written(puzzle, steps(session, technique)) if sound else None


def obeyed(document: Document) -> bool:
    """Whether the document's solution is one: it has the givens, is among the candidates and obeys all rules."""
    puzzle = exchange.read(document)
    grid = puzzle.solution
    if not grid:
        return False
    records = (*puzzle.groups, *puzzle.relations, *puzzle.constraints)
    stated = zip(puzzle.givens, puzzle.domains, grid, strict=True)
    fits = all(given in (0, digit) and mask >> digit - 1 & 1 for given, mask, digit in stated)
    return fits and all((mechanic := mechanic_of(r)) is not None and mechanic.holds(r, grid) for r in records)


def snapshot_of(document: Document) -> tuple[Puzzle, Session, Snapshot]:
    """The puzzle, a session at the document's position, and the position."""
    puzzle, session, _ = opened(document)
    return puzzle, session, snapshot(session)
