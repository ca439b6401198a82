"""Random small documents: the canonical rules mean the same, are stable, and give the fingerprint of section 10."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.exchange import canonical_rules, puzzle_board
from pencilmark.puzzle import Puzzle
from pencilmark.rules import REGISTRY

from ..documents import document
from .mixes import filling, mixed, tangled
from .naive_fingerprint import naive_fingerprint

EXAMPLES = [
    pytest.param(cls, rule, id=f"{cls.__name__}-{i}") for cls in REGISTRY for i, rule in enumerate(cls.examples().valid)
]
SEEDS = range(12)
PER_SEED = 25


def drawn(seed: int) -> tuple[random.Random, dict[str, Any]]:
    rng = random.Random(seed)
    return rng, tangled(rng) if rng.random() < 0.7 else mixed(rng, 5)


def fitted(doc: dict[str, Any], grid: list[int]) -> tuple[dict[str, Any], Puzzle]:
    """The document without the rules that the filling breaks; grids stay, as areas refer to them."""
    while True:
        puzzle = exchange.read(doc)
        board = puzzle_board(puzzle)
        areas = {str(rule.get("area")) for rule in doc["rules"]}
        kept = [
            rule
            for rule, record in zip(doc["rules"], puzzle.rules, strict=True)
            if rule.get("origin") in areas or record.holds(grid, board, puzzle.rules)
        ]
        if len(kept) == len(doc["rules"]):
            return doc, puzzle
        doc = {**doc, "rules": kept}


@pytest.mark.parametrize("seed", SEEDS)
def test_canonical_rules_mean_the_same(seed: int) -> None:
    outcomes = set()
    for i in range(PER_SEED):
        rng, doc = drawn(PER_SEED * seed + i)
        base = filling(rng, doc)
        if rng.random() < 0.3:
            few = rng.sample(range(1, doc["digits"] + 1), 2)
            base = [rng.choice(few) for _ in base]
        doc, puzzle = fitted(doc, base)
        board, rules = puzzle_board(puzzle), canonical_rules(puzzle)
        for changes in (0, 1, 1, 1, 2, 2, 3) * 3:
            grid = list(base)
            for _ in range(changes):
                grid[rng.randrange(len(grid))] = rng.randint(1, doc["digits"])
            expected = all(rule.holds(grid, board, puzzle.rules) for rule in puzzle.rules)
            assert all(rule.holds(grid, board, rules) for rule in rules) == expected, json.dumps(doc["rules"])
            outcomes.add(expected)
    assert outcomes == {True, False}


@pytest.mark.parametrize("seed", SEEDS)
def test_second_writing_changes_nothing(seed: int) -> None:
    for i in range(2 * PER_SEED):
        check_stable(drawn(1_000 + 2 * PER_SEED * seed + i)[1])


@pytest.mark.parametrize("cls, rule", EXAMPLES)
def test_example_is_written_the_same_twice(cls: Any, rule: dict[str, Any]) -> None:
    example = cls.examples()
    for copies in (1, 2):
        check_stable(document(example.rows, example.cols, example.digits, [*[rule] * copies, *example.beside]))


def check_stable(doc: dict[str, Any]) -> None:
    puzzle = exchange.read(doc)
    once = exchange.write(puzzle)
    again = exchange.read(json.loads(exchange.dumps(once)))
    assert exchange.dumps(exchange.write(again)) == exchange.dumps(once), json.dumps(doc["rules"])
    assert exchange.fingerprint(again) == exchange.fingerprint(puzzle) == naive_fingerprint(once)
    assert (again.groups, again.relations, again.domains) == (puzzle.groups, puzzle.relations, puzzle.domains)
    assert again.constraints == puzzle.constraints


@pytest.mark.parametrize("seed", SEEDS)
def test_what_does_not_matter_leaves_the_fingerprint(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(PER_SEED):
        doc = tangled(rng)
        expected = exchange.fingerprint(exchange.read(doc))
        dressed = [
            {**shuffled_keys(rule, rng), "id": rng.random(), "label": "x", "style": {"a": []}} for rule in doc["rules"]
        ]
        other = {**shuffled_keys(doc, rng), "rules": dressed, "meta": {"title": str(seed)}, "decorations": 1, "ext": {}}
        assert exchange.fingerprint(exchange.read(other)) == expected


def shuffled_keys(value: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    return dict(rng.sample(list(value.items()), len(value)))


@pytest.mark.parametrize("cls, rule", EXAMPLES)
def test_order_of_rules_and_of_sets_leaves_the_fingerprint(cls: Any, rule: dict[str, Any]) -> None:
    example = cls.examples()
    doc = document(example.rows, example.cols, example.digits, [*example.beside, rule])
    expected = exchange.fingerprint(exchange.read(doc))
    turned = dict(rule)
    if rule["type"] in ("region", "cage", "contains", "appears", "count", "row", "column", "box"):
        turned["cells"] = rule["cells"][::-1]
    if rule["type"] == "edge" and rule["kind"] not in ("greater", "less"):
        turned["cells"] = rule["cells"][::-1]
    if rule["type"] == "relation" and rule["op"] not in ("less", "less_equal", "any_of"):
        turned["pairs"] = [pair[::-1] for pair in rule["pairs"][::-1]]
    if isinstance(rule.get("area"), list):
        turned["area"] = rule["area"][::-1]
    if "except" in rule:
        turned["except"] = [pair[::-1] for pair in rule["except"][::-1]]
    if "counts" in rule:
        turned["counts"] = rule["counts"][::-1]
    for rules in ([rule, *example.beside], [*example.beside[::-1], turned]):
        assert exchange.fingerprint(exchange.read({**doc, "rules": rules})) == expected


TIED = ("relation", "neighbours", "negative", "arrow")
"""Rules that join their neighbours in the file, so that their order among themselves may show (C5, C11, C12)."""


@pytest.mark.parametrize("seed", SEEDS)
def test_order_of_rules_leaves_the_fingerprint(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(PER_SEED):
        doc = tangled(rng)
        free = [rule for rule in doc["rules"] if rule["type"] not in TIED]
        tied = [rule for rule in doc["rules"] if rule["type"] in TIED and rule["type"] != "arrow"]
        turned = [*tied, *rng.sample(free, len(free))]
        expected = exchange.fingerprint(exchange.read({**doc, "rules": [*free, *tied]}))
        assert exchange.fingerprint(exchange.read({**doc, "rules": turned})) == expected, json.dumps(doc["rules"])
