"""Make the project's own variants: ``python -m tools.make_variants [--seed N] [--out FOLDER] [NAME …]``.

A recipe names a board and kinds of clues. A random full grid is made, clues that are true in it are laid, givens
are added until the solution is unique, and then givens and clues are taken away again while it stays so.
Same seed, same recipe: same puzzles.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
from rich.console import Console

from pencilmark import cpsat_verify, exchange
from pencilmark.puzzle import Puzzle

from .golden_corpus import ROOT, Entry, read_entries, write_entries, write_text
from .variant_boards import Filled, Hopeless, RuleDoc, fill, names, with_givens
from .variant_lines import LINES
from .variant_marks import MARKS
from .variant_recipes import RECIPES, Recipe

CLUES = {**LINES, **MARKS}
SECONDS = 20.0
"""Longest count of solutions; what it cannot settle counts as not unique."""
FOLDER = ROOT / "puzzles" / "variants"
ATTEMPTS = 12
"""Full grids that are tried for a recipe."""


@dataclass
class Draft:
    """A puzzle in the making; ``calls`` is how many more counts of solutions it may take."""

    filled: Filled
    fixed: list[RuleDoc]
    clues: list[RuleDoc]
    candidates: dict[str, list[int]]
    calls: int
    givens: dict[int, int] = field(default_factory=dict)

    def rules(self) -> list[RuleDoc]:
        """All rules as they were laid."""
        return [*self.filled.frame.houses, *self.filled.frame.imposed, *self.fixed, *self.clues]

    def puzzle(self) -> Puzzle:
        """The puzzle as it stands."""
        return with_givens(self.empty(), self.givens)

    def empty(self) -> Puzzle:
        """The puzzle without its givens."""
        return exchange.read(self.filled.frame.document([*self.fixed, *self.clues], self.candidates))

    def unique(self) -> bool:
        """Whether the puzzle as it stands has one solution."""
        self.calls -= 1
        return cpsat_verify.count(self.puzzle(), time_limit=SECONDS).status == "unique"


def lay(recipe: Recipe, rng: random.Random) -> Draft:
    """A full grid with its clues.

    Clues that a negative counts on stay; so does the only rule that a kind of clue gave.
    """
    filled = fill(recipe.board(rng), rng)
    fixed: list[RuleDoc] = []
    clues: list[RuleDoc] = []
    for name, number in recipe.clues:
        rules = CLUES[name](filled, number)
        keep = len(rules) if rules[-1]["type"] == "negative" else max(1, (len(rules) + 1) // 2)
        fixed += rules[:keep]
        clues += rules[keep:]
    marked = rng.sample(filled.frame.cells, recipe.pencilmarks)
    candidates = {name: _marks(filled, cell, rng) for cell, name in zip(marked, names(marked), strict=True)}
    return Draft(filled, fixed, clues, candidates, recipe.calls)


def _marks(filled: Filled, cell: tuple[int, int], rng: random.Random) -> list[int]:
    others = [digit for digit in range(1, filled.frame.digits + 1) if digit != filled.digit[cell]]
    return sorted([filled.digit[cell], *rng.sample(others, min(len(others), rng.choice([1, 2, 2, 3])))])


def settle(draft: Draft, start: float) -> bool:
    """Add givens where solutions differ until one is left; False if the calls run out first."""
    empty = draft.empty()
    rng = draft.filled.rng
    solution = [draft.filled.digit[cell] for cell in empty.cells]
    for cell in rng.sample(range(len(solution)), round(start * len(solution))):
        draft.givens[cell] = solution[cell]
    while draft.calls > 0:
        draft.calls -= 1
        verdict = cpsat_verify.count(with_givens(empty, draft.givens), time_limit=SECONDS)
        if verdict.status == "unique":
            return True
        others = [found for found in verdict.solutions if list(found) != solution]
        free = [cell for cell in range(len(solution)) if cell not in draft.givens]
        cells = [cell for cell in free if any(other[cell] != solution[cell] for other in others)] or free
        for cell in rng.sample(cells, min(len(cells), 1 + len(cells) // 8)):
            draft.givens[cell] = solution[cell]
    return False


def thin(draft: Draft) -> None:
    """Take givens, then clues away while the solution stays unique and calls are left."""
    rng = draft.filled.rng
    for cell in rng.sample(sorted(draft.givens), len(draft.givens)):
        if draft.calls > 0:
            digit = draft.givens.pop(cell)
            if not draft.unique():
                draft.givens[cell] = digit
    for clue in rng.sample(draft.clues, len(draft.clues)):
        if draft.calls > 0:
            draft.clues.remove(clue)
            if not draft.unique():
                draft.clues.append(clue)


def make(recipe: Recipe, number: int, seed: int) -> RuleDoc:
    """The document of the ``number``-th puzzle of a recipe, with its solution, in the spelling of the recipe.

    Raises
    ------
    Hopeless
        No full grid gave a unique puzzle.
    """
    rng = random.Random(f"{seed} {recipe.name} {number}")
    fault = "the calls ran out"
    for _ in range(ATTEMPTS):
        try:
            draft = lay(recipe, rng)
        except Hopeless as error:
            fault = str(error)
            continue
        if settle(draft, recipe.start):
            thin(draft)
            return _finished(draft, recipe, number, seed)
    raise Hopeless(f"{recipe.name}: {fault}")


def _finished(draft: Draft, recipe: Recipe, number: int, seed: int) -> RuleDoc:
    puzzle = draft.puzzle()
    rng = draft.filled.rng
    solution = tuple(draft.filled.digit[cell] for cell in puzzle.cells)
    # givens laid back make every other puzzle easy enough for people
    free = [cell for cell in range(len(solution)) if cell not in draft.givens]
    back = rng.sample(free, min(len(free), recipe.easier if number % 2 else 0))
    givens = with_givens(puzzle, draft.givens | {cell: solution[cell] for cell in back})
    source = f"tools/make_variants.py seed {seed}"
    # the rules stay as they were laid: the writer would put its own spelling in their place
    return {
        **exchange.write(givens, solution=solution),
        "meta": {"title": f"{recipe.title} {number}", "author": "pencilmark", "source": source},
        "rules": draft.rules(),
    }


def faults(puzzle: Puzzle) -> Iterator[str]:
    """Every rule that the stored solution breaks."""
    board = exchange.puzzle_board(puzzle)
    for index, rule in enumerate(puzzle.rules):
        if puzzle.solution is not None and not rule.holds(puzzle.solution, board, puzzle.rules):
            yield f"rule {index}: {rule}"


def chosen(wanted: Sequence[str]) -> tuple[Recipe, ...]:
    """The recipes of these names, all if there are none."""
    unknown = sorted(set(wanted) - {recipe.name for recipe in RECIPES})
    if unknown:
        raise click.UsageError(f"no recipe {unknown[0]!r}; see tools/variant_recipes.py for the names")
    return tuple(recipe for recipe in RECIPES if not wanted or recipe.name in wanted)


@click.command()
@click.argument("wanted", nargs=-1, metavar="[NAME]…")
@click.option("--seed", default=1, show_default=True, help="Seed of all random choices.")
@click.option("--out", type=click.Path(path_type=Path), default=FOLDER, help="Folder to write.")
@click.option("--missing", is_flag=True, help="Make only puzzles whose file is not there yet.")
def main(wanted: tuple[str, ...], seed: int, out: Path, missing: bool) -> None:
    """Write one document per puzzle; those of the golden corpus are listed in its manifest, with the reason."""
    console = Console(stderr=True)
    for recipe in chosen(wanted):
        for number in range(1, recipe.copies + 1):
            file = out / f"{recipe.name}-{number}.json"
            if missing and file.exists():
                continue
            try:
                document = make(recipe, number, seed)
            except Hopeless as error:
                console.print(f"{file.name}: {error}")
                continue
            puzzle = exchange.read(document)
            broken = list(faults(puzzle))
            if broken:
                raise click.ClickException(f"{file.name}: the solution breaks {broken[0]}")
            write_text(file, exchange.dumps(document))
            console.print(f"{file.name}: {sum(map(bool, puzzle.givens))} givens, {len(puzzle.rules)} rules")
    if out == FOLDER:
        others = [entry for entry in read_entries(ROOT) if not entry.file.startswith(f"{FOLDER.name}/")]
        write_entries(ROOT, [*others, *entries(out)])


def entries(out: Path) -> Iterator[Entry]:
    """Manifest rows of the files that are there, in the order of the recipes."""
    for recipe in RECIPES:
        for number in range(1, recipe.copies + 1):
            file = out / f"{recipe.name}-{number}.json"
            if file.exists():
                source = json.loads(file.read_text(encoding="utf-8"))["meta"]["source"]
                yield Entry(file.stem, f"{out.name}/{file.name}", recipe.why, f"our own ({source})")


if __name__ == "__main__":
    sys.exit(main())
