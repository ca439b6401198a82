"""The page of techniques: a table, and per chip code its shapes with a sentence, a picture and three explanations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

from pencilmark.band_path import PathStep
from pencilmark.board import Cell
from pencilmark.draw import board_svg
from pencilmark.engine.session import Step, session_for
from pencilmark.explain import LEVELS, Explained, explain
from pencilmark.explain.pictures import highlights
from pencilmark.explain.position import Position
from pencilmark.explain.templates import texts_of
from pencilmark.puzzle import Puzzle
from pencilmark.tables import BANDS, Code, Shape, codes, shapes
from pencilmark.techniques import INDEX, TECHNIQUES

from ..exemplar_lines import Exemplar, found, parse
from ..positions import board, snapshot
from ..rule_positions import RuleExemplar, opened, read, steps
from ..show_explanations import FOLDER, KINDS
from .markdown import anchor, table

FAMILIES: tuple[tuple[str, str], ...] = (
    ("Singles", "singles"),
    ("Steps in the head", "direct"),
    ("Locked candidates and subsets", "intersections subsets"),
    ("Patterns of one digit", "colouring one_digit"),
    ("Fish", "fish complex_fish kraken"),
    ("Wings", "wings bent"),
    ("Uniqueness", "uniqueness graves loops gurth"),
    ("Chains and colours", "chains grouped medusa"),
    ("Almost locked sets", "als als_chains blossom exclusion"),
    ("Large patterns", "fireworks sectors exocet"),
    ("Case work and last resorts", "cases forcing templates"),
    ("Rules of variants", "rules two_rules local counting equals together"),
)
"""Title of a family, and the files of ``pencilmark/techniques`` that find its techniques."""
TRIED = 8
"""Exemplars of a shape, and steps of each, that are compared: the smallest patterns are degenerate, large ones hard to
see, so the one at the lower quartile is shown; of case work, which removes very much at times, the smallest."""
NEEDS = {
    "": "", "rows": "many-cell rules", "pairs": "pair rules", "rules": "variant rules", "stated": "variant rules",
    "sums": "rules with a sum", "variant": "variant rules", "shapes": "irregular or extra houses",
}  # fmt: skip
"""``Technique.needs`` -> what a puzzle must have."""


@dataclass(frozen=True)
class Shown:
    """One step with its explanations; ``found`` are the cells whose digit is no given."""

    step: Step
    told: Explained
    found: tuple[Cell, ...]

    @property
    def size(self) -> int:
        """How much there is to see."""
        return 4 * len(self.step.witness) + len(self.step.elims)

    def svg(self) -> str:
        """The position with the step highlighted."""
        here = self.told.position
        givens = tuple(0 if c in self.found else digit for c, digit in enumerate(here.values))
        marks = highlights(here, self.step, self.told.facts)
        if self.told.facts.shown is not None:
            marks = replace(marks, eliminations=(self.told.facts.shown,))
        return board_svg(replace(here.puzzle, givens=givens), here.values, here.candidates, marks)


def files() -> dict[str, str]:
    """The page and its pictures: path below docs/reference -> text."""
    examples = _examples()
    lines = ["# Techniques", "", *_opening(), "", *_table()]
    for title, modules in FAMILIES:
        lines += ["", f"## {title}"]
        for code in (code for code in codes().values() if _module(code) in modules.split()):
            lines += ["", *_section(code, examples)]
    pictures = {f"techniques/{_slug(name)}.svg": shown.svg() + "\n" for name, shown in examples.items()}
    return {"techniques.md": "\n".join(lines) + "\n", **pictures}


def _opening() -> list[str]:
    return [
        "Each technique has a chip code, one or more shapes with a band each, and a place in the order of study. In "
        "the pictures the cells of the pattern are yellow and its candidates ringed, its houses blue, digits that the "
        "explanation refers to grey; candidates that go are struck out, of very many only the one that the text names.",
    ]


@cache
def _shapes_of(code: str) -> tuple[Shape, ...]:
    return tuple(shape for shape in shapes() if shape.code == code)


def _module(code: Code) -> str:
    """File that finds a code, by its first shape with notes; a file without a family is an error, no silent gap."""
    rows = [TECHNIQUES[INDEX[shape.engine]] for shape in _shapes_of(code.code)]
    row = next((row for row in rows if row.noted), rows[0])
    module = str(row.finder.__module__).rpartition(".")[2]
    if not any(module in modules.split() for _, modules in FAMILIES):
        raise ValueError(f"tools/reference/techniques.py: put techniques/{module}.py into a row of FAMILIES")
    return module


def _bands(code: str) -> str:
    return ", ".join(BANDS[band] for band in sorted({shape.band for shape in _shapes_of(code)}))


def _heading(code: Code) -> str:
    return f"{code.name} ({code.code})"


def _link(code: Code, text: str) -> str:
    return f"[{text}](#{anchor(_heading(code))})"


def _table() -> list[str]:
    """All codes in the order of study, under their lowest bands."""
    rows = [
        (
            f"{code.order:g}",
            f"`{code.code}`",
            _link(code, code.name),
            _bands(code.code),
            " ".join(f"`{other}`" for other in code.subset_of),
        )
        for code in sorted(codes().values(), key=lambda c: (min(s.band for s in _shapes_of(c.code)), c.order))
    ]
    return table(("order", "code", "name", "bands", "special case of"), rows)


def _section(code: Code, examples: dict[str, Shown]) -> Iterator[str]:
    own = _shapes_of(code.code)
    yield from (f"### {_heading(code)}", "")
    facts = [f"Band: {_bands(code.code)}", f"study order {code.order:g}"]
    if code.subset_of:
        facts.append("special case of " + ", ".join(_link(codes()[other], other) for other in code.subset_of))
    needed = {NEEDS[TECHNIQUES[INDEX[shape.engine]].needs] for shape in own} - {""}
    if needed:
        facts.append("only for puzzles with " + " or ".join(sorted(needed)))
    if any(TECHNIQUES[INDEX[shape.engine]].needs_unique for shape in own):
        facts.append("rests on the puzzle having one solution")
    yield "; ".join(facts) + "."
    for shape in own:
        yield ""
        yield from _shape(shape, examples.get(shape.technique), alone=len(own) == 1)


def _shape(shape: Shape, shown: Shown | None, alone: bool) -> Iterator[str]:
    value = "" if shape.se is None else f" Sudoku Explainer: {shape.se:g}."
    sentence = texts_of(shape).sentence + value
    yield sentence if alone else f"**{shape.technique}** ({BANDS[shape.band]}). {sentence}"
    if shown is not None:
        yield from ("", f"![{shape.technique}](techniques/{_slug(shape.technique)}.svg)", "")
        yield f"- `{shown.told.texts['notation']}`"
        yield from (f"- {shown.told.texts[level]}" for level in ("short", "teach"))


def _slug(technique: str) -> str:
    return anchor(technique.replace("+", " plus "))


def _examples() -> dict[str, Shown]:
    """An example of each shape, in the order of techniques.csv."""
    boards = {kind: board(kind) for kind in KINDS}
    classic: dict[str, list[Exemplar]] = {}
    for file in sorted(FOLDER.glob("*.txt")):
        for exemplar in parse(file.read_text(encoding="utf-8"), boards):
            if exemplar.moves:
                classic.setdefault(exemplar.technique, []).append(exemplar)
    ruled: dict[str, list[RuleExemplar]] = {}
    for rule in read(FOLDER / "rules"):
        ruled.setdefault(rule.technique, []).append(rule)
    out: dict[str, Shown] = {}
    for shape in shapes():
        candidates = [
            *(
                shown
                for x in classic.get(shape.technique, ())[:TRIED]
                for shown in _of_position(shape, boards[x.kind], x)
            ),
            *(shown for rule in ruled.get(shape.technique, ())[:TRIED] for shown in _of_document(shape, rule)),
        ]
        if candidates:
            ranked = sorted(candidates, key=lambda shown: shown.size)
            cases = TECHNIQUES[INDEX[shape.engine]].story == "cases"
            out[shape.technique] = ranked[0 if cases else len(ranked) // 4]
    return out


def _of_position(shape: Shape, puzzle: Puzzle, exemplar: Exemplar) -> Iterator[Shown]:
    session = session_for(puzzle)
    exemplar.here.load(session)
    yield from _told(shape, puzzle, found(session, shape.engine, shape.index))


def _of_document(shape: Shape, rule: RuleExemplar) -> Iterator[Shown]:
    puzzle, session, _ = opened(rule.document)
    yield from _told(shape, puzzle, steps(session, shape.technique))


def _told(shape: Shape, puzzle: Puzzle, found_here: list[Step]) -> Iterator[Shown]:
    here = snapshot(session_for(puzzle))
    masks = tuple(0 if digit else mask for digit, mask in zip(here.val, here.cand, strict=True))
    position = Position(puzzle, here.val, masks)
    for step in islice(found_here, TRIED):
        path_step = PathStep(shape.code, shape.name, shape.band, step.place, step.elims, step)
        yield Shown(step, explain(position, path_step, LEVELS), here.found)
