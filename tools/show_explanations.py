"""Print the explanations of exemplars, for reading: ``python -m tools.show_explanations [technique …]``.

Every claim behind a text is checked by ``tests/explain``; whether the text reads well only people can tell. Run it with
``NUMBA_DISABLE_JIT=1`` while a finder changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from pencilmark.band_path import PathStep, classify
from pencilmark.engine.session import Step, session_for
from pencilmark.explain import LEVELS, explain
from pencilmark.explain.position import Position
from pencilmark.puzzle import Puzzle
from pencilmark.tables import shapes

from .exemplar_lines import found, parse
from .positions import board, snapshot
from .rule_positions import opened, read, steps

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "exemplars"
KINDS = ("classic", "x", "windoku")


def moves(wanted: frozenset[str]) -> Iterator[tuple[Position, Step]]:
    """Moves of the exemplars of the wanted techniques, with their positions."""
    boards = {kind: board(kind) for kind in KINDS}
    by_name = {shape.technique: shape for shape in shapes()}
    for file in sorted(FOLDER.glob("*.txt")):
        for exemplar in parse(file.read_text(encoding="utf-8"), boards):
            if exemplar.technique in wanted and exemplar.moves:
                puzzle, shape = boards[exemplar.kind], by_name[exemplar.technique]
                session = session_for(puzzle)
                exemplar.here.load(session)
                yield from _placed(puzzle, found(session, shape.engine, shape.index))
    for rule in read(FOLDER / "rules"):
        if rule.technique in wanted:
            puzzle, session, _ = opened(rule.document)
            yield from _placed(puzzle, steps(session, rule.technique))


def _placed(puzzle: Puzzle, found_here: list[Step]) -> Iterator[tuple[Position, Step]]:
    here = snapshot(session_for(puzzle))
    masks = tuple(0 if digit else mask for digit, mask in zip(here.val, here.cand, strict=True))
    yield from ((Position(puzzle, here.val, masks), step) for step in found_here)


@click.command()
@click.argument("techniques", nargs=-1)
@click.option("--count", default=3, show_default=True, help="Steps of each technique.")
def main(techniques: tuple[str, ...], count: int) -> None:
    """Print the texts of some steps of TECHNIQUES (rows of techniques.csv; default: all)."""
    wanted = frozenset(techniques or (shape.technique for shape in shapes()))
    shown: Counter[str] = Counter()
    for here, step in moves(wanted):
        shape = classify(step)
        shown[shape.technique] += 1
        if shown[shape.technique] <= count:
            path_step = PathStep(shape.code, shape.name, shape.band, step.place, step.elims, step)
            click.echo(f"[{shape.technique}]")
            for text in explain(here, path_step, LEVELS).texts.values():
                click.echo(f"    {text}")


if __name__ == "__main__":
    main()
