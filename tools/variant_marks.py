"""Clues of the project's own variants that sit on borders, corners, cells and beside the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from .variant_boards import KING, Filled, Hopeless, Place, RuleDoc, names
from .variant_lines import anything, walks

Clue = dict[str, Any]
Maker = Callable[[Filled, int], list[RuleDoc]]

STEPS = {"top": (1, 0), "bottom": (-1, 0), "left": (0, 1), "right": (0, -1)}
"""The way from a clue into the board."""


def some(filled: Filled, number: int, rules: Sequence[RuleDoc]) -> list[RuleDoc]:
    """``number`` of the rules, at random; all of them if there are fewer."""
    if not rules:
        raise Hopeless("no place for a clue in this grid")
    return filled.rng.sample(list(rules), min(number, len(rules)))


# ---- borders -----------------------------------------------------------------------------------


def borders(filled: Filled) -> list[tuple[Place, Place]]:
    """Pairs of cells side by side."""
    return [(cell, other) for cell in filled.frame.cells for other in filled.near(cell, ((0, 1), (1, 0)))]


def edge(clue: Callable[[int, int], Clue | None], filled: Filled, number: int) -> list[RuleDoc]:
    """Clues on borders where ``clue`` finds one for the two digits."""
    found = [(pair, clue(*filled.digits(pair))) for pair in borders(filled)]
    return some(filled, number, [{"type": "edge", **what, "cells": names(pair)} for pair, what in found if what])


def _white(a: int, b: int) -> Clue | None:
    return {"kind": "kropki", "color": "white"} if abs(a - b) == 1 else None


def _black(a: int, b: int) -> Clue | None:
    return {"kind": "kropki", "color": "black"} if max(a, b) == 2 * min(a, b) else None


def _dots(a: int, b: int) -> Clue | None:
    return _black(a, b) or _white(a, b)


def _letters(a: int, b: int) -> Clue | None:
    letter = {5: "V", 10: "X"}.get(a + b)
    return {"kind": "xv", "letter": letter} if letter else None


def _difference(a: int, b: int) -> Clue | None:
    return {"kind": "difference", "value": abs(a - b)}


def _sum(a: int, b: int) -> Clue | None:
    return {"kind": "sum", "sum": a + b}


def _product(a: int, b: int) -> Clue | None:
    return {"kind": "product", "value": a * b}


def _ratio(a: int, b: int) -> Clue | None:
    return {"kind": "ratio", "value": max(a, b) // min(a, b)} if max(a, b) % min(a, b) == 0 else None


def _greater(a: int, b: int) -> Clue | None:
    return {"kind": "greater" if a > b else "less"} if a != b else None


def every(clue: Callable[[int, int], Clue | None], negative: Clue, filled: Filled, number: int) -> list[RuleDoc]:
    """All clues of a family that the negative needs, then the negative."""
    marks = [(pair, what) for pair in borders(filled) if (what := clue(*filled.digits(pair)))]
    return [
        *({"type": "edge", **what, "cells": names(pair)} for pair, what in marks),
        {"type": "negative", **negative},
    ]


def _only(clue: Callable[[int, int], Clue | None], value: int) -> Callable[[int, int], Clue | None]:
    def found(a: int, b: int) -> Clue | None:
        what = clue(a, b)
        return what if what and value in what.values() else None

    return found


# ---- corners -----------------------------------------------------------------------------------


def blocks(filled: Filled) -> list[list[Place]]:
    """2×2 blocks inside one grid: top left, top right, bottom left, bottom right."""
    found = []
    for origin in filled.frame.origins:
        area = set(filled.frame.area(origin))
        for row, col in sorted(area):
            cells = [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)]
            if area.issuperset(cells) and cells not in found:
                found.append(cells)
    return found


def _checkered(digits: Sequence[int]) -> bool:
    a, b, c, d = (digit % 2 for digit in digits)
    return a == d != b == c


def battenburg(filled: Filled, number: int) -> list[RuleDoc]:
    """Odd and even checkerboards."""
    cells = [block for block in blocks(filled) if _checkered(filled.digits(block))]
    return some(filled, number, [{"type": "corner", "kind": "battenburg", "cells": names(block)} for block in cells])


def every_battenburg(filled: Filled, number: int) -> list[RuleDoc]:
    """All checkerboards, and no other."""
    return [*battenburg(filled, len(filled.frame.cells)), {"type": "negative", "of": "battenburg"}]


def mathrax(ops: str, filled: Filled, number: int) -> list[RuleDoc]:
    """Equal results on both diagonals of a block."""
    results: dict[str, Callable[[int, int], int | None]] = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: abs(a - b),
        "x": lambda a, b: a * b,
        "/": lambda a, b: max(a, b) // min(a, b) if max(a, b) % min(a, b) == 0 else None,
    }
    rules = []
    for block in blocks(filled):
        a, b, c, d = filled.digits(block)
        for op in ops:
            value = results[op](a, d)
            if value is not None and value == results[op](b, c):
                rules.append({"type": "corner", "kind": "mathrax", "op": op, "value": value, "cells": names(block)})
    return some(filled, number, rules)


def mathrax_parity(filled: Filled, number: int) -> list[RuleDoc]:
    """Blocks of four odd or four even digits."""
    rules = []
    for block in blocks(filled):
        parities = {digit % 2 for digit in filled.digits(block)}
        if len(parities) == 1:
            op = "odd" if parities == {1} else "even"
            rules.append({"type": "corner", "kind": "mathrax", "op": op, "cells": names(block)})
    return some(filled, number, rules)


def exclusion(filled: Filled, number: int) -> list[RuleDoc]:
    """A digit that a block does not hold."""
    rules = []
    for block in blocks(filled):
        missing = sorted(set(range(1, filled.frame.digits + 1)) - set(filled.digits(block)))
        if missing:
            value = filled.rng.choice(missing)
            rules.append({"type": "corner", "kind": "exclude", "value": value, "cells": names(block)})
    return some(filled, number, rules)


def contains(filled: Filled, number: int) -> list[RuleDoc]:
    """Some digits of a block."""
    rules = []
    for block in blocks(filled):
        digits = sorted(filled.rng.sample(filled.digits(block), filled.rng.choice([2, 3, 4])))
        rules.append({"type": "contains", "digits": digits, "cells": names(block)})
    return some(filled, number, rules)


def corner_sum(filled: Filled, number: int) -> list[RuleDoc]:
    """Sums of blocks."""
    rules = [
        {"type": "sum", "kind": "corner", "sum": sum(filled.digits(block)), "cells": names(block)}
        for block in blocks(filled)
    ]
    return some(filled, number, rules)


def vudoku(filled: Filled, number: int) -> list[RuleDoc]:
    """A point that is the sum or difference of its arms."""
    rules = []
    for row, col in filled.frame.cells:
        for arms in (
            [(row - 1, col - 1), (row - 1, col + 1)],
            [(row + 1, col - 1), (row + 1, col + 1)],
            [(row - 1, col - 1), (row + 1, col - 1)],
        ):
            if filled.frame.existing.issuperset(arms):
                a, b = filled.digits(arms)
                if filled.digit[row, col] in (a + b, abs(a - b)):
                    rules.append({"type": "vudoku", "cells": names([(row, col), *arms])})
    return some(filled, number, rules)


# ---- groups of cells ---------------------------------------------------------------------------


def cage(filled: Filled, number: int, sums: bool = True) -> list[RuleDoc]:
    """Cages of two to four cells."""
    rules: list[RuleDoc] = []
    for _ in range(number):
        cells = _cage(filled, filled.rng.choice([2, 3, 3, 4]))
        if cells:
            filled.used.update(cells)
            rule: RuleDoc = {"type": "cage", "cells": names(sorted(cells))}
            rules.append({**rule, "sum": sum(filled.digits(cells))} if sums else rule)
    return rules or some(filled, 0, [])


def _cage(filled: Filled, size: int) -> list[Place] | None:
    for start in filled.free()[:40]:
        cells = [start]
        while len(cells) < size:
            held = filled.digits(cells)
            around = {near for cell in cells for near in filled.near(cell, KING[:4])}
            steps = [c for c in sorted(around) if c not in filled.used and filled.digit[c] not in held]
            if not steps:
                break
            cells.append(filled.rng.choice(steps))
        if len(cells) == size:
            return cells
    return None


def group_sum(filled: Filled, number: int) -> list[RuleDoc]:
    """Sums of bent groups of cells."""
    rules: list[RuleDoc] = []
    while len(rules) < number:
        cells = next(walks(filled, 3 + len(rules) % 2, anything), None)
        if cells is None:
            break
        filled.used.update(cells)
        rules.append({"type": "sum", "kind": "group", "sum": sum(filled.digits(cells)), "cells": names(sorted(cells))})
    return some(filled, number, rules)


def region(kind: str, filled: Filled, number: int) -> list[RuleDoc]:
    """Cells anywhere that hold different digits, one fewer than there are digits."""
    rules = []
    for _ in range(number):
        chosen: dict[int, Place] = {}
        for cell in filled.rng.sample(filled.frame.cells, len(filled.frame.cells)):
            chosen.setdefault(filled.digit[cell], cell)
        cells = sorted(chosen.values())[: filled.frame.digits - 1]
        rules.append({"type": "region", "kind": kind, "cells": names(cells)})
    return rules


SHAPES: dict[int, tuple[tuple[Place, ...], ...]] = {
    2: (((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 0), (1, 1)), ((0, 0), (1, -1))),
    3: (((0, 0), (0, 1), (1, 0)), ((0, 0), (1, 0), (1, 1)), ((0, 0), (1, 0), (2, 0)), ((0, 0), (0, 1), (1, 1))),
}
"""Shapes of clones by their size."""


def clone(filled: Filled, number: int, size: int = 2) -> list[RuleDoc]:
    """Two shapes of cells with the same digits."""
    rules = []
    for shape in SHAPES[size]:
        placed = [[(r + down, c + right) for down, right in shape] for r, c in filled.frame.cells]
        placed = [places for places in placed if filled.frame.existing.issuperset(places)]
        for one, two in combinations(placed, 2):
            if filled.digits(one) == filled.digits(two) and set(one).isdisjoint(two):
                rules.append({"type": "clone", "regions": [names(one), names(two)]})
    return some(filled, number, rules)


def appears(filled: Filled, number: int) -> list[RuleDoc]:
    """A digit that is met again in the direction of an arrow."""
    rules = []
    for source in filled.frame.cells:
        for down, right in KING:
            ray, cell = [], (source[0] + down, source[1] + right)
            while cell in filled.frame.existing:
                ray.append(cell)
                cell = (cell[0] + down, cell[1] + right)
            if filled.digit[source] in filled.digits(ray):
                rules.append({"type": "appears", "source": names([source])[0], "cells": names(ray)})
    return some(filled, number, rules)


def distinct_cells(filled: Filled, number: int) -> list[RuleDoc]:
    """How many different digits some cells hold."""
    rules = []
    for _ in range(number):
        cells = sorted(filled.rng.sample(filled.frame.cells, 5))
        value = len(set(filled.digits(cells)))
        rules.append({"type": "distinct_count", "value": value, "cells": names(cells)})
    return rules


def circles(filled: Filled, number: int) -> list[RuleDoc]:
    """Circles in which every digit stands as often as its value."""
    digits = filled.rng.sample(range(1, filled.frame.digits), min(3, filled.frame.digits - 1))
    cells = [cell for digit in digits for cell in _holding(filled, digit, digit)]
    return [{"type": "count", "kind": "circles", "cells": names(sorted(cells))}]


def every_digit(filled: Filled, number: int) -> list[RuleDoc]:
    """Cells that hold every digit twice."""
    cells = [cell for digit in range(1, filled.frame.digits + 1) for cell in _holding(filled, digit, 2)]
    return [{"type": "count", "each": 2, "cells": names(sorted(cells))}]


def counts(filled: Filled, number: int) -> list[RuleDoc]:
    """How often some digits stand in some cells."""
    rules = []
    for _ in range(number):
        cells = sorted(filled.rng.sample(filled.frame.cells, filled.frame.digits + 2))
        digits = sorted(filled.rng.sample(range(1, filled.frame.digits + 1), 3))
        listed = [[digit, filled.digits(cells).count(digit)] for digit in digits]
        rules.append({"type": "count", "counts": listed, "cells": names(cells)})
    return rules


def _holding(filled: Filled, digit: int, number: int) -> list[Place]:
    cells = [cell for cell in filled.frame.cells if filled.digit[cell] == digit]
    return filled.rng.sample(cells, min(number, len(cells)))


def relation(
    op: str, params: list[Any], test: Callable[[int, int], bool], filled: Filled, number: int
) -> list[RuleDoc]:
    """One relation over ``number`` pairs of cells anywhere."""
    pairs: list[list[str]] = []
    while len(pairs) < number:
        a, b = filled.rng.sample(filled.frame.cells, 2)
        if test(*filled.digits([a, b])):
            pairs.append(names([a, b]))
    return [{"type": "relation", "op": op, "params": params, "pairs": pairs}]


# ---- cells -------------------------------------------------------------------------------------


def marked(kind: str, fits: Callable[[int], bool], filled: Filled, number: int, **extra: int) -> list[RuleDoc]:
    """One cell clue over ``number`` cells."""
    cells = [cell for cell in filled.free() if fits(filled.digit[cell])][:number]
    return [{"type": "cell", "kind": kind, **extra, "cells": names(sorted(cells))}] if cells else some(filled, 0, [])


def halves(kind: str, filled: Filled, number: int) -> list[RuleDoc]:
    """Low or high digits."""
    split = filled.frame.digits // 2
    return marked(kind, lambda digit: (digit <= split) == (kind == "low"), filled, number, split=split)


def all_marked(kind: str, fits: Callable[[int], bool], filled: Filled, number: int) -> list[RuleDoc]:
    """One cell clue on all cells that have the property, and on no other."""
    return [*marked(kind, fits, filled, len(filled.frame.cells)), {"type": "negative", "of": "cell", "kind": kind}]


def all_halves(kind: str, filled: Filled, number: int) -> list[RuleDoc]:
    """All low or all high digits."""
    rules = halves(kind, filled, len(filled.frame.cells))
    return [*rules, {"type": "negative", "of": "cell", "kind": kind, "split": filled.frame.digits // 2}]


def listed(kind: str, filled: Filled, number: int) -> list[RuleDoc]:
    """Cells with the digits that they may or may not hold."""
    rules = []
    for cell in filled.free()[:number]:
        others = [digit for digit in range(1, filled.frame.digits + 1) if digit != filled.digit[cell]]
        values = filled.rng.sample(others, 2)
        if kind == "set":
            values.append(filled.digit[cell])
        rules.append({"type": "cell", "kind": kind, "values": sorted(values), "cells": names([cell])})
    return rules


# ---- outside -----------------------------------------------------------------------------------


def views(filled: Filled) -> list[tuple[str, list[Place]]]:
    """(side, cells) of every line of a full length, seen from where the board ends."""
    found = []
    for start in filled.frame.cells:
        for side, (down, right) in STEPS.items():
            if (start[0] - down, start[1] - right) not in filled.frame.existing:
                cells = [(start[0] + i * down, start[1] + i * right) for i in range(filled.frame.digits)]
                if filled.frame.existing.issuperset(cells):
                    found.append((side, cells))
    return found


def outside(clue: Callable[[list[int]], Clue | None], filled: Filled, number: int, cells: int = 0) -> list[RuleDoc]:
    """Clues about lines, or about their first ``cells`` cells."""
    rules = []
    for side, line in views(filled):
        seen = line[: cells or len(line)]
        what = clue(filled.digits(seen))
        if what:
            rules.append({**what, "side": side, "cells": names(seen)})
    return some(filled, number, rules)


def sandwich(filled: Filled, number: int) -> list[RuleDoc]:
    """Sums between the lowest and the highest digit."""

    def clue(digits: list[int]) -> Clue:
        low, high = sorted((digits.index(1), digits.index(len(digits))))
        return {"type": "sandwich", "sum": sum(digits[low + 1 : high])}

    return outside(clue, filled, number)


def _xsum(digits: list[int]) -> Clue:
    return {"type": "xsum", "sum": sum(digits[: digits[0]])}


def _skyscraper(digits: list[int]) -> Clue:
    return {"type": "skyscraper", "value": sum(digit == max(digits[: at + 1]) for at, digit in enumerate(digits))}


def _first_seen(digits: list[int]) -> Clue:
    return {"type": "first_seen", "value": next(d for d in digits if d <= 3), "digits": [1, 2, 3]}


def _rossini(digits: list[int]) -> Clue | None:
    if sorted(digits) == digits:
        return {"type": "rossini", "arrow": "in"}
    return {"type": "rossini", "arrow": "out"} if sorted(digits) == digits[::-1] else None


def frame_sum(filled: Filled, number: int) -> list[RuleDoc]:
    """Sums of the first cells of a line."""
    box = min(3, filled.frame.digits - 1)
    return outside(lambda digits: {"type": "sum", "kind": "frame", "sum": sum(digits)}, filled, number, cells=box)


def every_rossini(filled: Filled, number: int) -> list[RuleDoc]:
    """All arrows, and no other rise or fall."""
    return [*outside(_rossini, filled, 4 * filled.frame.digits, cells=3), {"type": "negative", "of": "rossini"}]


def diagonals(filled: Filled, least: int) -> list[tuple[str, list[Place]]]:
    """(side, cells) of the diagonals of at least ``least`` cells."""
    found = []
    for start in filled.frame.cells:
        for side, (down, right) in STEPS.items():
            for turn in (-1, 1):
                step = (down or turn, right or turn)
                if (start[0] - down, start[1] - right) in filled.frame.existing:
                    continue
                if (start[0] - step[0], start[1] - step[1]) in filled.frame.existing:
                    continue
                cells, cell = [], start
                while cell in filled.frame.existing:
                    cells.append(cell)
                    cell = (cell[0] + step[0], cell[1] + step[1])
                if len(cells) >= least:
                    found.append((side, cells))
    return found


def little_killer(filled: Filled, number: int) -> list[RuleDoc]:
    """Sums along diagonals."""
    rules = [
        {"type": "sum", "kind": "little_killer", "sum": sum(filled.digits(cells)), "side": side, "cells": names(cells)}
        for side, cells in diagonals(filled, 2)
    ]
    return some(filled, number, rules)


def count_different(filled: Filled, number: int) -> list[RuleDoc]:
    """How many different digits lie along a diagonal."""
    rules = [
        {"type": "distinct_count", "value": len(set(filled.digits(cells))), "side": side, "cells": names(cells)}
        for side, cells in diagonals(filled, 3)
    ]
    return some(filled, number, rules)


MARKS: dict[str, Maker] = {
    "white dot": partial(edge, _white),
    "black dot": partial(edge, _black),
    "XV": partial(edge, _letters),
    "difference": partial(edge, _difference),
    "sum pair": partial(edge, _sum),
    "product": partial(edge, _product),
    "ratio": partial(edge, _ratio),
    "greater": partial(edge, _greater),
    "every dot": partial(every, _dots, {"of": "kropki"}),
    "every white dot": partial(every, _white, {"of": "kropki", "color": "white"}),
    "every black dot": partial(every, _black, {"of": "kropki", "color": "black"}),
    "every XV": partial(every, _letters, {"of": "xv"}),
    "every V": partial(every, _only(_letters, "V"), {"of": "xv", "letter": "V"}),  # type: ignore[arg-type]
    "every difference 2": partial(every, _only(_difference, 2), {"of": "difference", "value": 2}),
    "every sum 7": partial(every, _only(_sum, 7), {"of": "sum", "sum": 7}),
    "every product 6": partial(every, _only(_product, 6), {"of": "product", "value": 6}),
    "every ratio 3": partial(every, _only(_ratio, 3), {"of": "ratio", "value": 3}),
    "battenburg": battenburg,
    "every battenburg": every_battenburg,
    "mathrax": partial(mathrax, "+-x/"),
    "mathrax parity": mathrax_parity,
    "exclusion": exclusion,
    "quadruple": contains,
    "corner sum": corner_sum,
    "vudoku": vudoku,
    "cage": cage,
    "cage without sum": partial(cage, sums=False),
    "group sum": group_sum,
    "colour": partial(region, "colour"),
    "extra": partial(region, "extra"),
    "region": partial(region, "region"),
    "clone": clone,
    "clone of three": partial(clone, size=3),
    "appears": appears,
    "distinct": distinct_cells,
    "circles": circles,
    "every digit twice": every_digit,
    "counts": counts,
    "relation sum": partial(relation, "sum", [7], lambda a, b: a + b == 7),
    "relation less": partial(relation, "less", [], lambda a, b: a < b),
    "relation far": partial(relation, "difference_at_least", [3], lambda a, b: abs(a - b) >= 3),
    "relation equal": partial(relation, "equal", [], lambda a, b: a == b),
    "relation any of": partial(
        relation, "any_of", [["difference", [1]], ["sum", [7]]], lambda a, b: abs(a - b) == 1 or a + b == 7
    ),
    "odd": partial(marked, "odd", lambda digit: digit % 2 == 1),
    "even": partial(marked, "even", lambda digit: digit % 2 == 0),
    "low": partial(halves, "low"),
    "high": partial(halves, "high"),
    "every odd": partial(all_marked, "odd", lambda digit: digit % 2 == 1),
    "every even": partial(all_marked, "even", lambda digit: digit % 2 == 0),
    "every low": partial(all_halves, "low"),
    "every high": partial(all_halves, "high"),
    "set": partial(listed, "set"),
    "exclude": partial(listed, "exclude"),
    "sandwich": sandwich,
    "x-sum": partial(outside, _xsum),
    "skyscraper": partial(outside, _skyscraper),
    "first seen": partial(outside, _first_seen),
    "rossini": partial(outside, _rossini, cells=3),
    "every rossini": every_rossini,
    "frame": frame_sum,
    "little killer": little_killer,
    "count different": count_different,
}
"""Clues by the name that recipes use."""
