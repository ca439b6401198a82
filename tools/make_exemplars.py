"""Make ``tests/exemplars``: ``python -m tools.make_exemplars [--seed N] [--family NAME …] [--times N]``.

Our own puzzles are solved step by step; at every position every technique is asked, and for each row of techniques.csv
the first positions with few moves are kept. Then one candidate is changed so that the technique finds nothing. With
``--family`` only the files of these families are made anew; ``--times`` looks at more puzzles for rare techniques.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from pencilmark.engine.session import Session, Step, session_for
from pencilmark.puzzle import Puzzle
from pencilmark.tables import Shape, shapes
from pencilmark.techniques import INDEX, TECHNIQUES

from .exemplar_lines import Exemplar, conclusion, found, lines, name, open_digits, toggled
from .positions import Snapshot, board, puzzles, symmetric_puzzles, walk

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "exemplars"
SOURCES = (("classic", 120), ("x", 12), ("windoku", 12))
"""(kind of board, puzzles at most)."""
WANTED = 3
FEW = (1, 2, 4, 8)
"""Moves a kept position may have: the fewer the better, more only where nothing better is found."""
Hit = tuple[str, Snapshot, list[Step]]


def without_rules(families: Sequence[str] = ()) -> tuple[Shape, ...]:
    """Rows of the techniques that boards of houses have; those of rules are in ``make_rule_exemplars``."""
    engines = {t.engine for t in TECHNIQUES if not t.needs and (not families or family(t.engine) in families)}
    return tuple(shape for shape in shapes() if shape.engine in engines)


def sources(seed: int, times: int) -> Iterator[tuple[str, Puzzle]]:
    """(kind of board, puzzle), the symmetric ones first."""
    yield from (("classic", puzzle) for puzzle, _ in symmetric_puzzles(WANTED, seed))
    for kind, count in SOURCES:
        yield from ((kind, puzzle) for puzzle, _ in puzzles(kind, count * times, seed))


def gather(seed: int, families: Sequence[str] = (), times: int = 1) -> dict[int, list[Hit]]:
    """Shape -> positions with few moves of it, best first."""
    kept: dict[int, list[Hit]] = {shape.index: [] for shape in without_rules(families)}
    for kind, puzzle in sources(seed, times):
        if all(_is_full(hits) for hits in kept.values()):
            break
        _gather_one(kind, puzzle, kept, random.Random(seed))
    return kept


def _is_full(hits: list[Hit]) -> bool:
    return len(hits) == WANTED and all(len(steps) == 1 for _, _, steps in hits)


def _gather_one(kind: str, puzzle: Puzzle, kept: dict[int, list[Hit]], rng: random.Random) -> None:
    session = session_for(puzzle)
    used: set[int] = set()
    for here in walk(puzzle, rng):
        open_engines = {shapes()[k].engine for k, hits in kept.items() if k not in used and not _is_full(hits)}
        for technique in TECHNIQUES:
            if technique.engine not in open_engines or (technique.engine == "trial" and spare(here) != 1):
                continue
            here.load(session)
            by_shape: dict[int, list[Step]] = {}
            for step in session.find(technique.engine):
                by_shape.setdefault(step.shape, []).append(step)
            for shape, steps in by_shape.items():
                if shape in kept and len(steps) <= FEW[-1] and shape not in used and not _is_full(kept[shape]):
                    kept[shape] = sorted([*kept[shape], (kind, here, steps)], key=lambda hit: len(hit[2]))[:WANTED]
                    if len(steps) == 1:
                        used.add(shape)


def spare(here: Snapshot) -> int:
    """Candidates that are not true, if the position has one solution."""
    return sum(mask.bit_count() for mask in here.cand) - here.empty


def edits(puzzle: Puzzle, here: Snapshot, step: Step) -> Iterator[str]:
    """Changes that may break a pattern, near it first: a candidate put back, a cell emptied, a candidate taken away."""
    cells = {w[0] for w in step.witness if not isinstance(w, int)} | ({step.place[0]} if step.place else set())
    groups = [g.cells for g in puzzle.groups if cells & set(g.cells)]
    near = sorted({c for g in groups for c in g}, key=lambda c: (c not in cells, -sum(c in g for g in groups), c))
    free = open_digits(puzzle, here.val)
    digits = range(1, puzzle.digits + 1)
    for c in near:
        yield from (name(puzzle, c, d) for d in digits if free[c] & ~here.cand[c] & 1 << d - 1)
    if step.place is not None:
        yield from (name(puzzle, c) for c in near if here.val[c])
        yield from (name(puzzle, c) for c, digit in enumerate(here.val) if digit == step.place[1])
    for word in step.witness:
        if not isinstance(word, int) and word not in step.elims and here.cand[word[0]] & 1 << word[1] - 1:
            yield name(puzzle, *word)
    for cell, digit in step.elims:
        yield name(puzzle, cell, digit)
    yield from (name(puzzle, c) for c, digit in enumerate(here.val) if digit)


def near_miss(session: Session, puzzle: Puzzle, here: Snapshot, shape: Shape, step: Step) -> str:
    """The first change after which nothing of the shape is found, or no text."""
    for edit in edits(puzzle, here, step):
        if toggled(puzzle, here, edit).load(session) and not found(session, shape.engine, shape.index):
            return edit
    return ""


def family(engine: str) -> str:
    """File name of the technique's family."""
    return str(TECHNIQUES[INDEX[engine]].finder.__module__).rsplit(".", 1)[-1]


def texts(seed: int, families: Sequence[str] = (), times: int = 1) -> tuple[dict[str, list[str]], list[str]]:
    """Family -> lines of its file, and the shapes with fewer than two positions or without a near-miss."""
    files: dict[str, list[str]] = {}
    missing: list[str] = []
    kept = gather(seed, families, times)
    for shape in without_rules(families):
        misses = 0
        for kind, here, steps in kept[shape.index]:
            puzzle = board(kind)
            edit = near_miss(session_for(puzzle), puzzle, here, shape, steps[0])
            misses += bool(edit)
            exemplar = Exemplar(shape.technique, kind, here, frozenset(conclusion(step) for step in steps))
            files.setdefault(family(shape.engine), []).extend(lines(puzzle, exemplar, edit))
        if len(kept[shape.index]) < 2 or not misses:
            missing.append(f"{shape.technique}: {len(kept[shape.index])} positions, {misses} near-misses")
    return files, missing


@click.command()
@click.option("--seed", default=1, show_default=True, help="Seed of all random choices.")
@click.option("--family", "families", multiple=True, help="Make the file of this family only (may be repeated).")
@click.option("--times", default=1, show_default=True, help="How many times the usual number of puzzles.")
def main(seed: int, families: tuple[str, ...], times: int) -> None:
    """Write the files of tests/exemplars anew and report what could not be found."""
    files, missing = texts(seed, families, times)
    FOLDER.mkdir(exist_ok=True)
    for name_, rows in files.items():
        head = f"# Made by tools.make_exemplars --seed {seed} from our own puzzles; the format is described there."
        (FOLDER / f"{name_}.txt").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    for row in missing:
        click.echo(row, err=True)


if __name__ == "__main__":
    sys.exit(main())
