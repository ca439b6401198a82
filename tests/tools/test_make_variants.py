"""The generator of the project's own variants, and the puzzles it made."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pencilmark import cpsat_verify, exchange
from pencilmark.rules import REGISTRY
from tests.extent import some
from tools.golden_corpus import ROOT, read_entries
from tools.make_variants import CLUES, chosen, faults, make
from tools.variant_boards import Hopeless, fill, jigsaw, latin, one_grid
from tools.variant_lines import line
from tools.variant_recipes import RECIPES, Recipe, plain

FOLDER = ROOT / "puzzles" / "variants"
FILES = sorted(FOLDER.glob("*.json"))


def recipe(name: str) -> Recipe:
    return next(recipe for recipe in RECIPES if recipe.name == name)


def documents() -> Iterator[tuple[str, dict[str, Any]]]:
    for file in FILES:
        yield file.stem, json.loads(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["thermo-4", "jigsaw-5", "greater-4", "cages-6", "tiny-twodoku"])
def test_same_seed_same_unique_puzzle(name: str) -> None:
    first = make(recipe(name), 1, 7)
    assert first == make(recipe(name), 1, 7)
    assert first != make(recipe(name), 1, 8)
    puzzle = exchange.read(first)
    verdict = cpsat_verify.count(puzzle)
    assert verdict.status == "unique"
    assert verdict.solutions == (puzzle.solution,)


def test_givens_are_all_needed_in_the_second_puzzle() -> None:
    document = make(recipe("killer-4"), 2, 3)
    for at, digit in enumerate(document["givens"]):
        if digit:
            fewer = [*document["givens"][:at], 0, *document["givens"][at + 1 :]]
            assert cpsat_verify.count(exchange.read({**document, "givens": fewer})).status == "multiple"


def test_every_clue_is_true_in_its_grid() -> None:
    for name, maker in CLUES.items():
        filled = fill(one_grid(9 if name in ("plain whisper", "dutch whisper", "XV") else 6), Random(name))
        try:
            rules = maker(filled, 3)
        except Hopeless:
            continue
        document = filled.frame.document(rules)
        document["solution"] = [filled.digit[cell] for cell in filled.frame.cells]
        assert not list(faults(exchange.read(document))), name


def test_jigsaw_pieces_are_connected_and_irregular() -> None:
    for digits in (5, 6, 7, 9):
        frame = jigsaw(digits, Random(digits))
        boxes = [house["cells"] for house in frame.houses if house["type"] == "box"]
        assert sorted(map(len, boxes)) == [digits] * digits
        assert len({name for cells in boxes for name in cells}) == digits**2
        places = {name: cell for cell, name in zip(frame.cells, _all_names(digits), strict=True)}
        for cells in boxes:
            assert _connected({places[name] for name in cells})


def _all_names(digits: int) -> list[str]:
    return [f"r{r}c{c}" for r in range(1, digits + 1) for c in range(1, digits + 1)]


def _connected(cells: set[tuple[int, int]]) -> bool:
    reached, front = set(), [min(cells)]
    while front:
        cell = front.pop()
        reached.add(cell)
        row, col = cell
        beside = {(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)}
        front += beside & cells - reached
    return reached == cells


def test_a_line_that_no_grid_has_is_hopeless() -> None:
    filled = fill(latin(4), Random(1))
    with pytest.raises(Hopeless, match="no thermo line"):
        line("thermo", [5], lambda digits: sorted(set(digits)) == list(digits), lambda digits: True, filled, 1)


def test_a_recipe_without_a_grid_is_hopeless() -> None:
    impossible = {"type": "region", "kind": "extra", "cells": ["r1c1", "r1c2", "r2c1", "r2c2", "r3c3"]}
    with pytest.raises(Hopeless, match="no full grid"):
        make(Recipe("five-cells", plain(4, impossible), (), "cannot be"), 1, 1)


def test_unknown_recipe_is_named() -> None:
    with pytest.raises(Exception, match="no recipe 'nothing'"):
        chosen(["nothing"])


def test_recipes_have_names_of_their_own_and_reasons() -> None:
    assert max(Counter(recipe.name for recipe in RECIPES).values()) == 1
    assert all(recipe.why for recipe in RECIPES)


def test_every_file_comes_from_a_recipe() -> None:
    made = {f"{recipe.name}-{number}" for recipe in RECIPES for number in range(1, recipe.copies + 1)}
    assert {file.stem for file in FILES} == made
    assert len(made) >= 150
    assert {entry.id for entry in read_entries(ROOT) if entry.file.startswith("variants/")} == made


def test_solutions_of_the_files_obey_every_rule() -> None:
    for name, document in documents():
        puzzle = exchange.read(document)
        assert puzzle.solution is not None
        assert not list(faults(puzzle)), name
        assert all(given in (0, digit) for given, digit in zip(puzzle.givens, puzzle.solution, strict=True)), name


ALONE = (
    "grid box_grid box cage arrow sandwich xsum skyscraper first_seen rossini distinct_count relation contains "
    "appears clone isomorphic global_entropy equal_sum vudoku"
)
KINDS = {
    "region": "diagonal window disjoint colour extra region",
    "line": "thermo slow_thermo whisper renban region_sum palindrome entropic modular parity zipper between lockout "
    "double_arrow",
    "edge": "kropki xv difference sum product ratio less greater",
    "corner": "battenburg mathrax exclude",
    "sum": "little_killer frame group corner",
    "neighbours": "antiknight antiking nonconsecutive -",
    "cell": "odd even low high set exclude",
    "count": "circles -",
    "negative": "kropki xv difference sum ratio product rossini battenburg cell",
    **dict.fromkeys(re.findall(r"\w+", ALONE), "-"),
}
"""Every kind of every rule type; - for none. Rows and columns are stated by grids."""


def test_every_rule_kind_is_in_two_puzzles() -> None:
    met: Counter[tuple[str, str]] = Counter()
    for _, document in documents():
        rules = document["rules"]
        met.update({(r["type"], r["of"] if r["type"] == "negative" else r.get("kind", "-")) for r in rules})
    wanted = {(kind, value) for kind, values in KINDS.items() for value in values.split()}
    assert {key: met[key] for key in wanted if met[key] < 2} == {}
    assert set(met) == wanted
    assert {str(cls.__struct_config__.tag) for cls in REGISTRY} == {*KINDS, "row", "column"}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("file", some(FILES, 90), ids=lambda file: file.stem)
def test_files_are_unique(file: Path) -> None:
    puzzle = exchange.read(json.loads(file.read_text(encoding="utf-8")))
    verdict = cpsat_verify.count(puzzle)
    assert verdict.status == "unique"
    assert verdict.solutions == (puzzle.solution,)
