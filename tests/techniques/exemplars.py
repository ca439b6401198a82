"""Ask the finders for our own exemplars (run as a module: prints JSON)."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pencilmark.engine.session import session_for
from pencilmark.tables import shapes
from tools.exemplar_lines import Exemplar, conclusion, found, parse
from tools.positions import board

FOLDER = Path(__file__).parents[1] / "exemplars"
KINDS = ("classic", "x", "windoku")


def fault(exemplar: Exemplar) -> str:
    """What is wrong at one position, in words; nothing when the finder gives exactly the listed moves."""
    shape = next(s for s in shapes() if s.technique == exemplar.technique)
    session = session_for(board(exemplar.kind))
    if not exemplar.here.load(session):
        return "the position contradicts itself"
    moves = {conclusion(step) for step in found(session, shape.engine, shape.index)}
    return "" if moves == exemplar.moves else f"found {sorted(map(str, moves))}"


def main() -> None:
    """Print ``[[file, technique, number of moves listed, fault], …]``."""
    boards = {kind: board(kind) for kind in KINDS}
    rows = [
        [file.stem, x.technique, len(x.moves), fault(x)]
        for file in sorted(FOLDER.glob("*.txt"))
        for x in parse(file.read_text(encoding="utf-8"), boards)
    ]
    sys.stdout.write(json.dumps(rows) + "\n")


if __name__ == "__main__":
    main()
