"""Make ``tests/exemplars/rules``: ``python -m tools.make_rule_exemplars [--seed N] [--only ENGINE …]``.

Our own variants are solved step by step, with the techniques of rules first or last; at every position every one of
them is asked. Of the positions found some are kept, from different puzzles, and stripped: rules, digits and candidate
lists go as long as the moves stay the same. Then one change near the pattern is sought after which there is none.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import click

from pencilmark import exchange
from pencilmark.band_path import band_path
from pencilmark.engine.session import Step, session_for
from pencilmark.errors import PencilmarkError
from pencilmark.puzzle import Puzzle
from pencilmark.state import elements_in
from pencilmark.tables import shapes
from pencilmark.techniques import TECHNIQUES

from .exemplar_lines import name
from .positions import STEPS, Snapshot, after, snapshot, walk
from .rule_positions import Document, RuleExemplar, moves_of, obeyed, snapshot_of, steps, text, toggled, written
from .rule_sources import MADE, built

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "golden" / "puzzles" / "variants"
FOLDER = ROOT / "tests" / "exemplars" / "rules"
RULES = tuple(t.engine for t in TECHNIQUES if t.needs)
NESTED = "nested_chain"
WANTED = 4
"""Positions of each technique."""
MOST_MOVES = 3
"""Moves of a kept position at most."""
OF_EACH = 3
"""Positions of one puzzle that are kept to choose from."""
NEAREST = 25
"""Changes that are tried two at a time."""
MOST_CELLS = 81
"""Cells of a puzzle at most."""
HOUSES = ("box_grid", "grid", "box", "row", "column", "region")
"""Rules that stay, so that a position looks like a puzzle."""
STUCK = ("thermo-4-1", "killer-4-1", "greater-4-1", "kropki-6-1", "arrow-6-1", "renban-6-1")
"""Puzzles that lose rules until they have several solutions, for nested chains that end."""


@dataclass(frozen=True)
class Hit:
    """A position with few moves of a technique, and the puzzle it is from."""

    source: str
    document: Document
    found: tuple[Step, ...]


def sources(seed: int) -> Iterator[tuple[str, Document, Puzzle]]:
    """(name, document, puzzle) of the variants that are small enough, and of boards made for rare techniques."""
    for file in sorted(SOURCES.glob("*.json")):
        document = exchange.loads(file.read_text(encoding="utf-8"))
        puzzle = exchange.read(document)
        if len(puzzle.cells) <= MOST_CELLS:
            yield file.stem, document, puzzle
    for source, made in built(seed):
        yield source, made, exchange.read(made)


def placed_at(document: Document, puzzle: Puzzle, here: Snapshot) -> dict[str, Any]:
    """The document at another position of its solve."""
    full = (1 << puzzle.digits) - 1
    stated = {
        puzzle.name(c): exchange.digits_of(mask) for c, mask in enumerate(here.cand) if not here.val[c] and mask != full
    }
    kept = {key: value for key, value in document.items() if key != "meta"}
    source = document.get("meta", {}).get("title", "")
    givens = exchange.write(puzzle, solution=here.val)["solution"]
    return kept | {"meta": {"title": source}, "givens": givens, "candidates": stated}


def orders_for(source: str) -> tuple[tuple[str, ...], ...]:
    """Orders in which techniques are asked: as they stand, and those of rules first; only safe ones on made boards."""
    unsure = {t.engine for t in TECHNIQUES if t.needs_unique and source.startswith(MADE)}
    easy = tuple(engine for engine in STEPS if engine not in unsure)
    return easy, (*RULES, *(engine for engine in easy if engine not in RULES))


def gather(seed: int, engines: Sequence[str]) -> dict[str, list[Hit]]:
    """Engine technique -> positions with few moves, some of each puzzle."""
    hits: dict[str, list[Hit]] = {engine: [] for engine in engines}
    for source, document, puzzle in sources(seed):
        rng = random.Random(f"{seed} {source}")
        found: dict[str, list[Hit]] = {engine: [] for engine in engines}
        session = session_for(puzzle)
        for order in orders_for(source):
            for here in walk(puzzle, rng, order):
                for engine in engines:
                    here.load(session)
                    moves = tuple(session.find(engine))
                    if 1 <= len(moves) <= MOST_MOVES:
                        found[engine].append(Hit(source, placed_at(document, puzzle, here), moves))
        for engine, own in found.items():
            hits[engine] += sorted(rng.sample(own, len(own)), key=lambda hit: len(hit.found))[:OF_EACH]
    return hits


def chosen(hits: Sequence[Hit], rng: random.Random) -> list[Hit]:
    """Hits in the order in which they are tried: each kind of puzzle once before any comes again, few moves first."""
    order = sorted(hits, key=lambda hit: (len(hit.found), rng.random()))
    kinds: dict[str, int] = {}
    ranks = []
    for hit in order:
        kind = hit.source.rstrip("0123456789-")
        kinds[kind] = kinds.get(kind, 0) + 1
        ranks.append(kinds[kind])
    return [hit for _, hit in sorted(zip(ranks, order, strict=True), key=lambda pair: pair[0])]


def stripped(document: Document, technique: str) -> dict[str, Any]:
    """The document without rules, digits and candidate lists that its moves do not need."""
    wanted = moves_of(document, technique)
    kept = dict(document)

    def try_out(changed: dict[str, Any]) -> None:
        nonlocal kept
        try:
            same = obeyed(changed) and moves_of(changed, technique) == wanted
        except PencilmarkError:
            same = False
        kept = changed if same else kept

    for rule in reversed(document["rules"]):
        if rule["type"] not in HOUSES:
            try_out(kept | {"rules": [other for other in kept["rules"] if other is not rule]})
    for i, digit in enumerate(document["givens"]):
        if digit:
            try_out(kept | {"givens": [*kept["givens"][:i], 0, *kept["givens"][i + 1 :]]})
    for cell in document["candidates"]:
        try_out(kept | {"candidates": {c: digits for c, digits in kept["candidates"].items() if c != cell}})
    return {key: value for key, value in kept.items() if key != "candidates" or value}


def edits(document: Document, technique: str) -> Iterator[str]:
    """Changes that may break a pattern, nearest first; none takes a digit of the solution away."""
    puzzle, session, here = snapshot_of(document)
    found = steps(session, technique)
    cells = {w[0] for step in found for w in step.witness if not isinstance(w, int)}
    cells |= {c for step in found for c, _ in (*step.elims, *([step.place] if step.place else []))}
    areas = [*(g.cells for g in puzzle.groups), *(element.cells for element in elements_in(puzzle))]
    near = [area for area in areas if cells & set(area)]
    rest = sorted({c for group in near for c in group} - cells, key=lambda c: (-sum(c in g for g in near), c))
    digits = range(1, puzzle.digits + 1)
    for c in (*sorted(cells), *rest):
        if not here.val[c]:
            yield from (name(puzzle, c, d) for d in digits if not here.cand[c] & 1 << d - 1)
    yield from (puzzle.name(c) for c in (*sorted(cells), *rest) if here.val[c] or here.cand[c] != puzzle.full)
    solution = puzzle.solution or ()
    gone = {e for step in found for e in step.elims}
    for c in (*sorted(cells), *rest):
        open_ = [d for d in digits if here.cand[c] & 1 << d - 1 and d != solution[c] and (c, d) not in gone]
        yield from (name(puzzle, c, d) for d in open_)
    yield from (name(puzzle, *e) for e in sorted(gone))
    yield from (f"={name(puzzle, c, solution[c])}" for c in sorted(cells) if not here.val[c])


def near_miss(document: Document, technique: str) -> tuple[str, ...]:
    """The first change, or pair of changes, after which nothing of the technique is found, if there is one."""
    here = snapshot_of(document)[2]
    single = [e for e in edits(document, technique) if snapshot_of(toggled(document, e))[2] != here]
    pairs = (" ".join(pair) for pair in combinations(single[:NEAREST], 2))
    for edit in (*single, *pairs):
        if moves_of(toggled(document, edit), technique) == ():
            return (edit,)
    return ()


def exemplars(hits: Sequence[Hit], technique: str, rng: random.Random) -> list[RuleExemplar]:
    """The kept positions of one technique, those with a near-miss before others."""
    made: list[RuleExemplar] = []
    for hit in chosen(hits, rng):
        document = stripped(hit.document, technique)
        but = near_miss(document, technique)
        made.append(RuleExemplar(technique, document, moves_of(document, technique) or (), but))
        if sum(bool(x.but) for x in made) == WANTED:
            break
    return sorted(made, key=lambda x: not x.but)[:WANTED]


def nested(seed: int) -> list[RuleExemplar]:
    """Nested chains of band paths, and the last ones of puzzles with several solutions, which have near-misses."""
    technique = next(s.technique for s in shapes() if s.engine == NESTED)
    made = []
    for source, document, puzzle in sources(seed):
        if source in STUCK:
            made += _last_nested(document, technique, random.Random(f"{seed} {source}"))
        session = session_for(puzzle)
        route = band_path(session, puzzle).route.steps
        if len(made) < WANTED + len(STUCK) and any(shapes()[step.shape].engine == NESTED for step in route):
            session.load(puzzle.givens, puzzle.domains)
            here = snapshot(session)
            for step in route:
                if step.shape >= 0 and shapes()[step.shape].engine == NESTED:
                    there = placed_at(document, puzzle, here)
                    made.append(RuleExemplar(technique, there, written(puzzle, [step]), ()))
                    break
                here = after(session, here, step)
    return sorted(made, key=lambda x: not x.but)[: len(STUCK) + 2]


def _last_nested(document: Document, technique: str, rng: random.Random) -> list[RuleExemplar]:
    """The last nested chain on the way to a position in which every candidate may be true."""
    kept = dict(document)
    while True:
        puzzle, session, _ = snapshot_of(kept)
        if session.solutions(2, 100_000)[0] == 2:
            break
        loose = [rule for rule in kept["rules"] if rule["type"] not in HOUSES]
        if not loose:
            return []
        out = rng.choice(loose)
        kept["rules"] = [rule for rule in kept["rules"] if rule is not out]
    here = before = snapshot_of(kept)[2]
    last = None
    while found := steps(session, technique):
        before, last = here, found[0]
        here = after(session, here, last)
    if last is None:
        return []
    there = placed_at(kept, puzzle, before)
    return [RuleExemplar(technique, there, written(puzzle, [last]), (name(puzzle, *last.elims[0]),))]


@click.command()
@click.option("--seed", default=1, show_default=True, help="Seed of all random choices.")
@click.option("--only", multiple=True, help="Engine technique whose file is written; all by default.")
def main(seed: int, only: tuple[str, ...]) -> None:
    """Write the files of tests/exemplars/rules anew and report what could not be found."""
    FOLDER.mkdir(exist_ok=True, parents=True)
    engines = [engine for engine in RULES if not only or engine in only]
    hits = gather(seed, engines)
    for engine in engines:
        technique = next(s.technique for s in shapes() if s.engine == engine)
        made = exemplars(hits[engine], technique, random.Random(seed))
        (FOLDER / f"{engine}.json").write_text(text(made), encoding="utf-8")
        if len(made) < WANTED or not made[1].but:
            click.echo(f"{technique}: {len(made)} positions, {sum(bool(x.but) for x in made)} near-misses", err=True)
    if not only or NESTED in only:
        (FOLDER / f"{NESTED}.json").write_text(text(nested(seed)), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
