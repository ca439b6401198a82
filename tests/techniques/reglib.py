"""Read HoDoKu's regression positions and ask our finders for them (run as a module: prints one JSON object).

Run with ``NUMBA_DISABLE_JIT=1``: each position needs one technique once, which plain Python does faster than a
compiler. A line is met when some move of the technique, or of one that is a special case of it, has exactly the listed
conclusions; a line whose code ends in x is met when there is no move at all.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pencilmark import loaders
from pencilmark.engine.session import Session, Step, session_for
from pencilmark.tables import generalisations, shapes
from tools.exemplar_lines import read_grid

FILE = Path(__file__).parents[3] / "shared/data/hodoku_technique_exemplars/reglib-1.3.txt"
CODES: dict[str, tuple[str, ...]] = {
    "0000": ("FHS",), "0002": ("HSI",), "0003": ("NSI",),
    "0100": ("PPR",), "0101": ("PPR",), "0110": ("LPR",), "0111": ("LTR",),
    "0200": ("NPR",), "0201": ("NTR",), "0202": ("NQD",), "0210": ("HPR",), "0211": ("HTR",), "0212": ("HQD",),
    "0300": ("XWG",), "0301": ("SWF",), "0302": ("JLF",),
    "0310": ("FXW",), "0311": ("FSW",), "0312": ("FJF",), "0320": ("FXW",), "0321": ("FSW",), "0322": ("FJF",),
    "03111": ("FSW",), "03121": ("FJF",), "03211": ("FSW",), "03221": ("FJF",),
    "0331": ("FRK",), "0332": ("FRK",), "0340": ("FRK",), "0341": ("FRK",), "03411": ("FRK",), "0342": ("FRK",),
    "03421": ("FRK",), "0362": ("FRK",), "03621": ("FRK",),
    "0400": ("SKY",), "0401": ("KTE",), "0402": ("ERE",), "0403": ("TUR",),
    "0404": ("KTE",), "0405": ("ERE",), "0502": ("MCL",), "0503": ("MCL",), "0500": ("SCL",), "0501": ("SCL",),
    "0600": ("URC",), "0601": ("URC",), "0602": ("URC",), "0603": ("URC",), "0604": ("URC",), "0605": ("URC",),
    "0606": ("URC",), "0607": ("URC",), "0608": ("URC",), "0610": ("BUG",),
    "0701": ("XCL",), "0702": ("XYC",), "0703": ("RMP",), "0706": ("NLP",), "0707": ("AIC",), "0708": ("AIC",),
    "0709": ("NLP",), "0710": ("NLP", "AIC"), "0711": ("AIC",),
    "0800": ("YWG",), "0801": ("XYZ",), "0803": ("WWG",), "0901": ("ALS",), "0902": ("AXY",),
    "0903": ("AAC",), "0904": ("DEB",), "1101": ("SDC",),
}  # fmt: skip
"""HoDoKu's number of a technique -> our codes."""
MIXED = {("0709", "2"), ("0710", "3"), ("0710", "4"), ("0711", "3"), ("0711", "4")}
"""(technique, variant) of chains that mix almost locked sets with single candidates, which we do not look for."""
Candidate = tuple[int, int]
"""(cell, digit)"""


@dataclass(frozen=True)
class Line:
    """One regression line: where it is in the file, what it asks, the position and the conclusions."""

    number: int
    technique: str
    variant: str
    givens: tuple[int, ...]
    found: tuple[int, ...]
    domains: tuple[int, ...]
    elims: frozenset[Candidate]
    placements: frozenset[Candidate]

    @property
    def must_not(self) -> bool:
        """Whether nothing of the technique may be found."""
        return self.variant == "x"


def _candidates(text: str) -> frozenset[Candidate]:
    return frozenset(((int(t[1]) - 1) * 9 + int(t[2]) - 1, int(t[0])) for t in text.split())


def parse(number: int, text: str) -> Line:
    """One line of the file."""
    _, name, _, grid, deleted, elims, placements, *_ = text.split(":")
    technique, _, variant = name.partition("-")
    domains = [511] * 81
    for cell, digit in _candidates(deleted):
        domains[cell] &= ~(1 << digit - 1)
    givens, found_cells = read_grid(grid)
    return Line(
        number, technique, variant, givens, found_cells, tuple(domains), _candidates(elims), _candidates(placements)
    )


def read(file: Path = FILE) -> list[Line]:
    """All lines whose technique we have."""
    rows = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    lines = [parse(n, text) for n, text in rows if text.startswith(":")]
    return [x for x in lines if x.technique in CODES and (x.technique, x.variant) not in MIXED]


def engines_for(codes: Iterable[str]) -> tuple[str, ...]:
    """Engine techniques of these codes and of all that are special cases of them."""
    wanted = set(codes)
    fit = [s.engine for s in shapes() if s.code in wanted or generalisations(s.code) & wanted]
    return tuple(dict.fromkeys(fit))


def conclusions(session: Session, step: Step) -> frozenset[Candidate]:
    """What a move removes; a placement removes the cell's other candidates."""
    if step.place is None:
        return frozenset(step.elims)
    cell, digit = step.place
    left = int(session.state.cand[cell])
    return frozenset((cell, d) for d in range(1, 10) if left >> d - 1 & 1 and d != digit)


def found(line: Line) -> list[tuple[str, frozenset[Candidate], frozenset[Candidate]]]:
    """(engine, placement, eliminations) of every move that answers the line."""
    session = session_for(loaders.from_string("." * 81))
    session.load(line.givens, line.domains, None, line.found)
    codes = CODES[line.technique]
    moves = []
    for engine in engines_for(codes):
        own = any(s.engine == engine and s.code in codes for s in shapes())
        if line.must_not and not own:
            continue
        for step in session.find(engine):
            placed = frozenset([step.place]) if step.place else frozenset()
            moves.append((engine, placed, conclusions(session, step)))
    return moves


def met(line: Line) -> bool:
    """Whether our finders give what the line asks."""
    moves = found(line)
    if line.must_not:
        return not moves
    if line.placements:
        return any(placed == line.placements for _, placed, _ in moves)
    return any(elims == line.elims for _, _, elims in moves)


def main(argv: list[str]) -> None:
    """Print ``{line number: [technique, met]}``; arguments limit it to line numbers or technique codes."""
    chosen = [x for x in read() if not argv or x.technique in argv or str(x.number) in argv]
    sys.stdout.write(json.dumps({x.number: [x.technique, met(x)] for x in chosen}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
