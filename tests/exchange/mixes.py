"""Random small documents from the examples of all rule kinds, and random fillings of their boards."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

from pencilmark.rules import REGISTRY

from ..documents import document

Doc = dict[str, Any]
Size = tuple[int, int, int]

HOUSES: dict[int, list[list[Doc]]] = {
    4: [
        [],
        [{"type": "grid", "origin": "r1c1"}],
        [{"type": "box_grid", "origin": "r1c1", "box": [2, 2]}],
        [
            {"type": "row", "cells": ["r1c1", "r1c2", "r1c3"]},
            {"type": "box", "cells": ["r2c2", "r2c3", "r3c2", "r3c3"]},
        ],
    ],
}


def samples() -> dict[Size, list[tuple[str, Doc, list[Doc]]]]:
    """Board size -> class name, rule and the rules it needs beside it, over the whole registry."""
    found: dict[Size, list[tuple[str, Doc, list[Doc]]]] = defaultdict(list)
    for cls in REGISTRY:
        example = cls.examples()
        for rule in example.valid:
            found[example.rows, example.cols, example.digits].append((cls.__name__, rule, list(example.beside)))
    return found


SAMPLES = samples()
SIZES = sorted(SAMPLES)


def mixed(rng: random.Random, most: int = 3) -> Doc:
    """A document with up to ``most`` rules of any kinds, and sometimes houses."""
    size = rng.choices(SIZES, [len(SAMPLES[size]) for size in SIZES])[0]
    rows, cols, digits = size
    rules: list[Doc] = []
    for _, rule, beside in rng.sample(SAMPLES[size], min(rng.randint(1, most), len(SAMPLES[size]))):
        rules += [rule, *beside]
    houses = rng.choice(HOUSES.get(digits, [[]])) if rows == digits and cols >= digits else []
    return document(rows, cols, digits, [*houses, *rng.sample(rules, len(rules))])


def filling(rng: random.Random, doc: Doc) -> list[int]:
    """Random digits; half of the time shifted rows, which obey many houses."""
    rows, cols, digits = doc["board"]["rows"], doc["board"]["cols"], doc["digits"]
    if rng.random() < 0.5:
        return [rng.randint(1, digits) for _ in range(rows * cols)]
    order = rng.sample(range(1, digits + 1), digits)
    height = max(2, digits // 2)
    shift = [(row % 2) * height + row // 2 for row in range(rows)]
    return [order[(col + shift[row]) % digits] for row in range(rows) for col in range(cols)]


WIDE_GRIDS = [
    [],
    [{"type": "box_grid", "origin": "r1c1", "box": [2, 2]}],
    [{"type": "grid", "origin": "r1c1"}, {"type": "box_grid", "origin": "r1c3", "box": [2, 2]}],
    [{"type": "box_grid", "origin": "r1c3", "box": [2, 2]}, {"type": "box_grid", "origin": "r1c1", "box": [4, 1]}],
]
"""Houses of a board of 4 rows and 6 columns with four digits."""

CELLS = [f"r{row}c{col}" for row in range(1, 5) for col in range(1, 7)]
SIDES = [
    *([f"r{row}c{col}", f"r{row}c{col + 1}"] for row in range(1, 5) for col in range(1, 6)),
    *([f"r{row}c{col}", f"r{row + 1}c{col}"] for row in range(1, 4) for col in range(1, 7)),
]
BLOCKS = [
    [f"r{row}c{col}", f"r{row}c{col + 1}", f"r{row + 1}c{col}", f"r{row + 1}c{col + 1}"]
    for row in range(1, 4)
    for col in range(1, 6)
]
OPERATORS = [
    ("different", 0), ("equal", 0), ("less", 0), ("difference", 1), ("not_difference", 1), ("not_consecutive", 0),
    ("difference_at_least", 1), ("ratio", 1), ("not_ratio", 1), ("sum", 1), ("not_sum", 1), ("any_of", 2),
]  # fmt: skip


def tangled(rng: random.Random) -> Doc:
    """A document with many rules of the kinds that merge, split or turn into others."""
    houses = rng.choice(WIDE_GRIDS)
    makers = rng.choices(MAKERS, k=rng.randint(2, 7))
    rules = [maker(rng, [rule["origin"] for rule in houses]) for maker in makers]
    return document(4, 6, 4, [*houses, *rules])


def _operator(rng: random.Random) -> Doc:
    op, params = rng.choice(OPERATORS)
    if params == 2:
        return {"op": op, "params": [["sum", [rng.randint(3, 6)]], ["equal", []]]}
    return {"op": op, "params": [rng.choice((1, 2, 3, 5, 10))] if params else []}


def _area(rng: random.Random, origins: list[str]) -> Doc:
    choice = rng.random()
    if choice < 0.6:
        return {}
    return {"area": rng.choice(origins) if origins and choice < 0.8 else rng.sample(CELLS, rng.randint(2, 14))}


def _relation(rng: random.Random, origins: list[str]) -> Doc:
    near = rng.random() < 0.5
    pairs = [
        rng.choice(SIDES)[:: rng.choice((1, -1))] if near else rng.sample(CELLS, 2) for _ in range(rng.randint(1, 3))
    ]
    return {"type": "relation", **_operator(rng), "pairs": pairs}


def _neighbours(rng: random.Random, origins: list[str]) -> Doc:
    rule: Doc = {"type": "neighbours", **_area(rng, origins)}
    if rng.random() < 0.5:
        rule["kind"] = rng.choice(("antiknight", "antiking", "nonconsecutive"))
    else:
        rule |= _operator(rng) | {"where": rng.choice(("orthogonal", "diagonal", "king", "knight"))}
        if rule["op"] == "less":
            rule |= {"op": "parity_differs", "params": []}
    if rng.random() < 0.2:
        rule["within"] = rng.choice(("box", "region"))
    if rng.random() < 0.3:
        rule["except"] = [rng.choice(SIDES), rng.sample(CELLS, 2)]
    return rule


def _edge(rng: random.Random, origins: list[str]) -> Doc:
    rule: Doc = {"type": "edge", "cells": rng.choice(SIDES)[:: rng.choice((1, -1))]}
    rule["kind"] = kind = rng.choice(("kropki", "xv", "difference", "sum", "product", "ratio", "greater", "less"))
    number = rng.randint(0, 6)
    keys: dict[str, Doc] = {
        "kropki": {"color": rng.choice(("white", "black"))},
        "xv": {"letter": rng.choice("XV")},
        "sum": {"sum": number},
        **{key: {"value": number} for key in ("difference", "product", "ratio")},
    }
    return rule | keys.get(kind, {})


def _negative(rng: random.Random, origins: list[str]) -> Doc:
    of = rng.choice(("kropki", "xv", "difference", "sum", "product", "ratio", "battenburg", "cell", "cell"))
    rule: Doc = {"type": "negative", "of": of, **_area(rng, origins)}
    if of == "cell":
        rule["kind"] = rng.choice(("odd", "even", "low", "high"))
        return rule | ({"split": rng.choice((2, 2, 3, 4))} if rule["kind"] in ("low", "high") else {})
    if of in ("kropki", "xv"):
        key, words = ("color", ("white", "black")) if of == "kropki" else ("letter", ("X", "V"))
        return rule | ({key: rng.choice(words)} if rng.random() < 0.5 else {})
    number = rng.randint(1, 5)
    return rule | ({"sum": number} if of == "sum" else {} if of == "battenburg" else {"value": number})


def _cell(rng: random.Random, origins: list[str]) -> Doc:
    cells = rng.choice(BLOCKS) if rng.random() < 0.4 else rng.sample(CELLS, rng.randint(1, 5))
    rule: Doc = {
        "type": "cell",
        "kind": rng.choice(("odd", "even", "low", "low", "high", "set", "exclude")),
        "cells": cells,
    }
    if rule["kind"] in ("low", "high"):
        return rule | {"split": rng.choice((2, 2, 3, 4, 9))}
    return rule | ({"values": rng.sample(range(1, 5), 2)} if rule["kind"] in ("set", "exclude") else {})


def _corner(rng: random.Random, origins: list[str]) -> Doc:
    rule: Doc = {"type": "corner", "cells": rng.choice(BLOCKS)}
    kind = rng.choice(("battenburg", "battenburg", "mathrax", "mathrax", "exclude"))
    if kind == "mathrax":
        op = rng.choice(("+", "-", "x", "/", "even", "odd"))
        return rule | {"kind": kind, "op": op} | ({"value": rng.randint(0, 6)} if len(op) == 1 else {})
    return rule | {"kind": kind} | ({"value": rng.randint(1, 4)} if kind == "exclude" else {})


def _sum(rng: random.Random, origins: list[str]) -> Doc:
    rule: Doc = {"type": "sum", "kind": "group", "sum": rng.randint(2, 10)}
    return rule | {
        "cells": rng.choice((["r1c2", "r2c2"], rng.choice(BLOCKS), rng.choices(CELLS, k=3), rng.choice(SIDES)))
    }


def _path(rng: random.Random, length: int) -> list[str]:
    row, col = rng.randint(1, 4), rng.randint(1, 6)
    cells = [f"r{row}c{col}"]
    while len(cells) < length:
        down, right = rng.choice([(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c])
        if 1 <= row + down <= 4 and 1 <= col + right <= 6:
            row, col = row + down, col + right
            cells.append(f"r{row}c{col}")
    return cells


def _segments(rng: random.Random, origins: list[str]) -> Doc:
    cells = _path(rng, rng.randint(3, 5))
    if rng.random() < 0.3:
        return {"type": "line", "kind": rng.choice(("double_arrow", "region_sum", "zipper")), "cells": cells}
    half = len(cells) // 2
    middle = [cells[half : half + 1]] if len(cells) % 2 else []
    nested = [*([cells[i], cells[-1 - i]] for i in range(half)), *middle]
    cut = rng.randint(1, len(cells) - 1)
    return {
        "type": "equal_sum",
        "segments": rng.choice((nested, [cells[:cut], cells[cut:]], [[cells[0], cells[-1]], cells[1:-1]])),
    }


def _arrow(rng: random.Random, origins: list[str]) -> Doc:
    bulb, *shaft = rng.choice((["r1c1", "r1c2"], ["r1c1", "r2c2", "r2c3"], ["r1c1", "r2c1"], ["r3c3", "r3c4"]))
    return {"type": "arrow", "bulb": [bulb], "lines": [shaft]}


def _named(rng: random.Random, origins: list[str]) -> Doc:
    cells = rng.choice(BLOCKS)
    return rng.choice(
        (
            {"type": "contains", "digits": [1, 2], "cells": cells},
            {"type": "vudoku", "cells": cells[:3]},
            {"type": "region", "kind": "colour", "cells": cells},
            {"type": "region", "kind": "extra", "cells": ["r1c1", "r2c2", "r3c4"]},
            {"type": "cage", "sum": 7, "cells": cells[:3]},
        )
    )


MAKERS = [_relation, _neighbours, _edge, _negative, _cell] * 2 + [_corner, _sum, _segments, _arrow, _named]
"""What a tangled document draws its rules from; those that meet in the pair stream more often."""
