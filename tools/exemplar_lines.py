"""The files of ``tests/exemplars``: positions in which a technique has exactly the listed moves, or none.

    technique : kind of board : digits placed : candidates removed : moves
        but edit : none

Candidates are written 4r3c8, moves are separated by |, a placement is =4r3c8; a digit after + was found, the others
are givens. ``edit`` is the one thing that makes the near-miss: a candidate that is put back or taken away, or a cell
that is emptied.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pencilmark.board import cell_name
from pencilmark.engine.session import Session, Step
from pencilmark.puzzle import Puzzle

from .positions import Snapshot

_CANDIDATE = re.compile(r"(\d*)r(\d+)c(\d+)")
Conclusion = tuple[tuple[int, int] | None, frozenset[tuple[int, int]]]
"""Placement (cell, digit) or None, and eliminations."""


@dataclass(frozen=True)
class Exemplar:
    """One position for one row of techniques.csv; no moves = nothing of it may be found."""

    technique: str
    kind: str
    here: Snapshot
    moves: frozenset[Conclusion]


def conclusion(step: Step) -> Conclusion:
    """What a move says, whatever the reason."""
    return step.place, frozenset(step.elims)


def open_digits(puzzle: Puzzle, val: tuple[int, ...]) -> list[int]:
    """Per empty cell the mask of digits that no placed digit forbids, 0 for the others."""
    masks = [0 if digit else puzzle.full for digit in val]
    for group in puzzle.groups:
        used = sum({1 << val[c] - 1 for c in group.cells if val[c]})
        for c in group.cells:
            masks[c] &= ~used
    return masks


def toggled(puzzle: Puzzle, here: Snapshot, edit: str) -> Snapshot:
    """The position with one candidate put back or taken away, or with one cell emptied."""
    cell, digit = _parse(puzzle, edit)
    cand, val = list(here.cand), list(here.val)
    if digit:
        cand[cell] ^= 1 << digit - 1
        return Snapshot(here.val, tuple(cand), here.found)
    val[cell] = 0
    free = open_digits(puzzle, tuple(val))
    peers = {c for group in puzzle.groups if cell in group.cells for c in group.cells}
    back = 1 << here.val[cell] - 1
    cand = [free[c] if c == cell else mask | (free[c] & back if c in peers else 0) for c, mask in enumerate(cand)]
    return Snapshot(tuple(val), tuple(cand), tuple(c for c in here.found if c != cell))


def name(puzzle: Puzzle, cell: int, digit: int = 0) -> str:
    """4r3c8, or r3c8 for the cell alone."""
    return f"{digit or ''}{cell_name(*puzzle.cells[cell])}"


def _parse(puzzle: Puzzle, text: str) -> tuple[int, int]:
    match = _CANDIDATE.fullmatch(text)
    if match is None:
        raise ValueError(f"not a candidate: {text!r} (write it like 4r3c8)")
    return puzzle.index[int(match[2]) - 1, int(match[3]) - 1], int(match[1] or 0)


def _moves_text(puzzle: Puzzle, moves: Iterable[Conclusion]) -> str:
    texts = [
        f"={name(puzzle, *place)}" if place else " ".join(name(puzzle, *e) for e in sorted(gone))
        for place, gone in moves
    ]
    return " | ".join(sorted(texts))


def lines(puzzle: Puzzle, exemplar: Exemplar, edit: str = "") -> list[str]:
    """The line of a position with moves and, with ``edit``, that of its near-miss."""
    here = exemplar.here
    grid = "".join(f"{'+' if c in here.found else ''}{v or '.'}" for c, v in enumerate(here.val))
    free = open_digits(puzzle, here.val)
    gone = [
        name(puzzle, c, d)
        for c in range(len(free))
        for d in range(1, puzzle.digits + 1)
        if free[c] & ~here.cand[c] & 1 << d - 1
    ]
    text = [exemplar.technique, exemplar.kind, grid, " ".join(gone), _moves_text(puzzle, exemplar.moves)]
    return [" : ".join(text), *([f"  but {edit} : none"] if edit else [])]


def parse(text: str, boards: dict[str, Puzzle]) -> list[Exemplar]:
    """All positions of one file; ``boards`` gives the empty puzzle of each kind."""
    found: list[Exemplar] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            edit = line.split(":")[0].replace("but", "").strip()
            last = next(x for x in reversed(found) if x.moves)
            here = toggled(boards[last.kind], last.here, edit)
            found.append(Exemplar(last.technique, last.kind, here, frozenset()))
            continue
        technique, kind, grid, gone, moves = (part.strip() for part in line.split(":"))
        found.append(_exemplar(technique, kind, boards[kind], grid, gone, moves))
    return found


def _exemplar(technique: str, kind: str, puzzle: Puzzle, grid: str, gone: str, moves: str) -> Exemplar:
    val, found = read_grid(grid)
    cand = open_digits(puzzle, val)
    for word in gone.split():
        cell, digit = _parse(puzzle, word)
        cand[cell] &= ~(1 << digit - 1)
    wanted: set[Conclusion] = set()
    for move in moves.split("|"):
        words = move.split()
        if words[0].startswith("="):
            wanted.add((_parse(puzzle, words[0][1:]), frozenset()))
        else:
            wanted.add((None, frozenset(_parse(puzzle, word) for word in words)))
    return Exemplar(technique, kind, Snapshot(val, tuple(cand), found), frozenset(wanted))


def read_grid(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(digits placed, cells whose digit was found) of a grid in which + marks the digits that are no givens."""
    cells = re.findall(r"(\+?)([.\d])", text)
    digits = tuple(0 if digit == "." else int(digit) for _, digit in cells)
    return digits, tuple(c for c, (mark, _) in enumerate(cells) if mark)


def found(session: Session, engine: str, shape: int) -> list[Step]:
    """Moves of one row of techniques.csv at the session's position."""
    return [step for step in session.find(engine) if step.shape == shape]
