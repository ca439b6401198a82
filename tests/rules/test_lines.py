"""Lines of every kind: all fillings of short lines, edge cases of the format, refusals, canonical spellings."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.constraints.regular import Regular
from pencilmark.cpsat_verify import count
from pencilmark.errors import FormatError, NotSupportedError
from pencilmark.puzzle import Relation
from pencilmark.variants import describe

from ..documents import BOX_GRID, classic, document
from .meaning import Case, Json, canonical_doc

KINDS = (
    "thermo", "slow_thermo", "whisper", "renban", "region_sum", "palindrome", "entropic", "modular", "parity", "zipper",
    "between", "lockout", "double_arrow",
)  # fmt: skip
Digits = tuple[int, ...]
VALUES: dict[str, Json] = {"whisper": {"value": 2}, "lockout": {"value": 2}, "modular": {"value": 3}}


def line(kind: str, cells: str, **keys: Any) -> Json:
    return {"type": "line", "kind": kind, "cells": cells.split(), **keys}


def straight(kind: str, length: int, digits: int, **keys: Any) -> Case:
    """A line along a board of one row."""
    return Case(line(kind, " ".join(f"r1c{i + 1}" for i in range(length)), **keys), 1, length, digits)


def expected(kind: str, v: tuple[int, ...]) -> bool:
    """The meanings of puzzle-format.md for four cells and whisper and lockout value 2, written out."""
    a, b, c, d = v
    low, high = min(a, d), max(a, d)
    return {
        "thermo": a < b < c < d,
        "slow_thermo": a <= b <= c <= d,
        "whisper": abs(a - b) >= 2 and abs(b - c) >= 2 and abs(c - d) >= 2,
        "renban": len({a, b, c, d}) == 4 and max(v) - min(v) == 3,
        "palindrome": a == d and b == c,
        "modular": len({a % 3, b % 3, c % 3}) == 3 and len({b % 3, c % 3, d % 3}) == 3,
        "parity": a % 2 != b % 2 and b % 2 != c % 2 and c % 2 != d % 2,
        "zipper": a + d == b + c,
        "between": low < b < high and low < c < high,
        "lockout": high - low >= 2 and all(x < low or x > high for x in (b, c)),
        "double_arrow": a + d == b + c,
        "region_sum": True,
    }[kind]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "entropic"])
def test_all_fillings_of_four_cells(kind: str) -> None:
    case = straight(kind, 4, 5, **VALUES.get(kind, {}))
    assert case.solutions() == [v for v in case.fillings() if expected(kind, v)]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("entropic", "region_sum")])
def test_cp_sat_counts_the_fillings_of_four_cells(kind: str) -> None:
    case = straight(kind, 4, 5, **VALUES.get(kind, {}))
    wanted = [v for v in case.fillings() if expected(kind, v)]
    assert sorted(count(case.puzzle, limit=700).solutions) == wanted


def test_two_cells() -> None:
    def solutions(kind: str, **keys: Any) -> int:
        return len(straight(kind, 2, 4, **keys).solutions())

    assert solutions("between") == solutions("zipper") == 16
    assert straight("lockout", 2, 4, value=3).solutions() == [(1, 4), (4, 1)]
    assert solutions("palindrome") == 4
    assert solutions("thermo") == 6
    assert solutions("renban") == 6


def test_between_needs_room_between_the_ends() -> None:
    assert straight("between", 3, 3).solutions() == [(1, 2, 3), (3, 2, 1)]


def test_lockout_excludes_the_digits_of_the_ends() -> None:
    case = straight("lockout", 3, 9)
    assert case.holds((3, 2, 7))
    assert case.holds((7, 8, 3))
    for v in ((3, 3, 7), (3, 7, 7), (3, 5, 7), (4, 2, 7)):
        assert not case.holds(v)


def test_zipper_with_a_centre() -> None:
    case = straight("zipper", 5, 5)
    assert case.solutions() == [v for v in case.fillings() if v[0] + v[4] == v[1] + v[3] == v[2]]
    assert straight("zipper", 3, 4).solutions() == [v for v in case_of_three() if v[0] + v[2] == v[1]]


def case_of_three() -> list[tuple[int, ...]]:
    return [(a, b, c) for a in range(1, 5) for b in range(1, 5) for c in range(1, 5)]


def test_long_zipper_and_double_arrow() -> None:
    zipper = straight("zipper", 11, 9)
    assert zipper.holds((1, 2, 3, 4, 5, 8, 3, 4, 5, 6, 7))
    assert not zipper.holds((1, 2, 3, 4, 5, 9, 3, 4, 5, 6, 7))
    assert not zipper.holds((1, 2, 3, 4, 4, 8, 3, 4, 5, 6, 7))
    arrow = straight("double_arrow", 5, 9)
    assert arrow.holds((4, 1, 3, 5, 5))
    assert not arrow.holds((4, 1, 3, 5, 4))


@pytest.mark.parametrize("kind", ["whisper", "parity"])
def test_closed_line_compares_its_ends(kind: str) -> None:
    keys = VALUES.get(kind, {})
    closed = Case(line(kind, "r1c1 r1c2 r2c2 r2c1", closed=True, **keys), 2, 2, 5)
    listed = Case(line(kind, "r1c1 r1c2 r2c2 r2c1 r1c1", **keys), 2, 2, 5)
    both = Case(line(kind, "r1c1 r1c2 r2c2 r2c1 r1c1", closed=True, **keys), 2, 2, 5)

    def fits(grid: tuple[int, ...]) -> bool:
        a, b, d, c = grid
        pairs = pairwise((a, b, c, d, a))
        return all(abs(v - w) >= 2 for v, w in pairs) if kind == "whisper" else all((v + w) % 2 for v, w in pairs)

    assert closed.solutions() == [grid for grid in closed.fillings() if fits(grid)]
    assert closed.solutions() == listed.solutions() == both.solutions()
    assert closed.canonical == listed.canonical == both.canonical
    texts = {exchange.fingerprint(case.puzzle) for case in (closed, listed, both)}
    assert len(texts) == 1


def test_closed_false_means_nothing_and_is_not_written() -> None:
    for kind in KINDS:
        groups = {"groups": [[1, 2, 3], [4]]} if kind == "entropic" else VALUES.get(kind, {})
        rule = line(kind, "r1c1 r1c2 r2c2", closed=False, **groups)
        assert "closed" not in canonical_doc(rule, 4, 4, 4)


def test_closed_renban_is_a_renban() -> None:
    closed = line("renban", "r1c1 r1c2 r2c2", closed=True)
    assert canonical_doc(closed, 2, 2, 4) == line("renban", "r1c1 r1c2 r2c2")
    assert Case(closed, 2, 2, 4).solutions() == Case(line("renban", "r1c1 r1c2 r2c2"), 2, 2, 4).solutions()


def test_renban_longer_than_an_automaton_remembers() -> None:
    case = straight("renban", 11, 12)
    run = (2, 4, 6, 8, 10, 12, 11, 9, 7, 5, 3)
    assert case.holds(run)
    assert not case.holds((1, *run[1:]))
    assert not case.holds((4, *run[1:]))
    assert straight("renban", 4, 3).solutions() == []


def test_region_sum_is_cut_at_box_borders() -> None:
    boxes = {"type": "box_grid", "origin": "r1c1", "box": [2, 2]}
    case = Case(line("region_sum", "r1c2 r1c3 r1c4 r2c4 r3c4"), 4, 4, 4, [boxes])
    grid = [1, 4, 1, 2, 1, 1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1]
    assert case.holds(grid)
    assert not case.holds([*grid[:11], 3, *grid[12:]])
    inside = Case(line("region_sum", "r1c1 r1c2 r2c2"), 4, 4, 4, [boxes])
    assert all(inside.holds(filling) for filling in (grid, grid[::-1]))


def test_region_sum_outside_all_boxes_is_one_piece() -> None:
    boxes = [{"type": "box", "cells": cells.split()} for cells in ("r1c1 r1c2", "r1c5 r1c6")]
    case = Case(line("region_sum", "r1c1 r1c2 r1c3 r1c4 r1c5"), 1, 6, 4, boxes)
    assert case.holds((1, 2, 2, 1, 3, 1))
    assert not case.holds((1, 2, 3, 3, 3, 1))
    again = Case(line("region_sum", "r1c2 r1c3 r1c2"), 1, 6, 4, boxes)
    assert again.holds((4, 2, 2, 4, 4, 4))
    assert not again.holds((4, 2, 3, 4, 4, 4))


def test_region_sum_sees_jigsaw_pieces_but_no_other_regions() -> None:
    def piece(kind: str, *rows: int) -> list[Json]:
        cells = [[f"r{r}c1", f"r{r}c2", f"r{r + 1}c1", f"r{r + 1}c2"] for r in rows]
        return [{"type": "region", "kind": kind, "cells": names} for names in cells]

    rule = line("region_sum", "r1c1 r2c1 r3c1")
    pieces = Case(rule, 4, 2, 4, piece("extra", 1, 3))
    assert pieces.holds((1, 1, 2, 1, 3, 1, 1, 1))
    assert not pieces.holds((1, 1, 2, 1, 2, 1, 1, 1))
    alone = Case(rule, 4, 2, 4, piece("extra", 1))
    assert alone.holds((1, 1, 2, 1, 2, 1, 1, 1))


@pytest.mark.parametrize(
    "digits, groups, good, bad",
    [
        (6, [[1, 2], [3, 4], [5, 6]], (1, 4, 5, 2, 3), [(1, 2, 5, 1, 3), (1, 4, 6, 3, 1), (1, 3, 4, 2, 5)]),
        (9, [[1, 2, 3], [4, 5, 6], [7, 8, 9]], (1, 4, 7, 2, 5), [(1, 2, 7, 2, 5), (1, 4, 7, 8, 5), (1, 7, 2, 4, 8)]),
        (8, [[1, 2, 3], [4, 5, 6], [7, 8]], (8, 1, 6, 7, 3), [(8, 1, 6, 4, 3), (8, 7, 4, 1, 8)]),
        (10, [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10]], (10, 1, 6, 10, 2), [(10, 1, 6, 7, 2), (10, 1, 10, 1, 4)]),
        (12, [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], (1, 8, 9, 4, 5), [(3, 4, 9, 1, 5), (1, 8, 9, 5, 1)]),
    ],
)
def test_entropic_groups(
    digits: int, groups: list[list[int]], good: tuple[int, ...], bad: list[tuple[int, ...]]
) -> None:
    case = straight("entropic", 5, digits, groups=[group[::-1] for group in reversed(groups)])
    assert case.holds(good)
    for v in bad:
        assert not case.holds(v)


def test_entropic_on_all_fillings_of_three_cells() -> None:
    case = straight("entropic", 3, 6, groups=[[1, 2], [3, 4], [5, 6]])
    assert case.solutions() == [v for v in case.fillings() if len({(d - 1) // 2 for d in v}) == 3]
    two = straight("entropic", 3, 4, groups=[[1, 2, 3], [4]])
    assert two.solutions() == []


def test_lines_may_cross_themselves() -> None:
    cross = "r1c1 r2c2 r1c2 r2c1 r1c1"
    assert Case(line("thermo", cross), 2, 2, 5).solutions() == []
    assert Case(line("thermo", "r1c1 r1c2 r1c1"), 1, 2, 5).solutions() == []
    assert len(Case(line("slow_thermo", cross), 2, 2, 3).solutions()) == 3
    assert Case(line("renban", cross), 2, 2, 5).solutions() == []
    assert Case(line("between", "r1c1 r1c2 r1c1"), 1, 2, 5).solutions() == []
    assert len(Case(line("palindrome", "r1c1 r1c2 r2c2 r1c1"), 2, 2, 2).solutions()) == 8
    assert Case(line("modular", "r1c1 r1c2 r1c1", value=3), 1, 2, 5).solutions() == []
    assert Case(line("lockout", "r1c1 r1c2 r1c1", value=1), 1, 2, 5).solutions() == []
    free = Case(line("lockout", "r1c1 r1c2 r1c1", value=0), 1, 2, 3)
    assert free.solutions() == [(a, b) for a, b in free.fillings() if a != b]
    assert Case(line("double_arrow", "r1c1 r1c2 r1c1"), 1, 2, 5).solutions() == [(1, 2), (2, 4)]


def test_line_without_a_filling_has_no_solution() -> None:
    puzzle = exchange.read(document(1, 2, 5, [line("lockout", "r1c1 r1c2 r1c1", value=1)]))
    assert count(puzzle).status == "none"


@pytest.mark.parametrize("kind", KINDS)
def test_refusals_of_every_kind(kind: str) -> None:
    def refused(cells: str, **keys: Any) -> str:
        with pytest.raises(FormatError, match=r"^rule 0 \(line\): ") as caught:
            exchange.read(document(9, 9, 9, [line(kind, cells, **keys)]))
        return caught.value.path.removeprefix("$.rules[0]")

    assert refused("r1c1") == ".cells"
    assert refused("r1c1 r1c2 r1c4") == ".cells[2]"
    assert refused("r1c1 r1c1 r1c2") == ".cells[1]"
    assert refused("r1c1 r1c2 r10c1") == ".cells[2]"
    assert refused("r1c1 r1c2 r1c3", closed=True) == ".closed"
    assert refused("r1c1 r1c2 r1c3", closed=1) == ".closed"
    assert refused("r1c1 r1c2 r1c3", closed=None) == ".closed"
    assert refused("r1c1 r1c2 r1c3", sum=3) == ""
    if kind not in ("whisper", "lockout", "modular"):
        assert refused("r1c1 r1c2 r1c3", value=3) == ""
    if kind != "entropic":
        assert refused("r1c1 r1c2 r1c3", groups=[[1, 2, 3], [4, 5, 6], [7, 8, 9]]) == ""
    if kind not in ("whisper", "parity", "renban"):
        assert refused("r1c1 r1c2 r2c2", closed=True) == ".closed"


@pytest.mark.parametrize(
    "kind, key", [("whisper", "value"), ("lockout", "value"), ("modular", "value"), ("entropic", "groups")]
)
def test_parameter_is_required_on_other_boards_than_nine(kind: str, key: str) -> None:
    with pytest.raises(FormatError, match=f"needs the key '{key}'"):
        exchange.read(document(6, 6, 6, [line(kind, "r1c1 r1c2 r2c2")]))
    exchange.read(document(9, 9, 9, [line(kind, "r1c1 r1c2 r2c2")]))


def test_two_cells_are_no_double_arrow() -> None:
    with pytest.raises(FormatError, match="between its two ends"):
        exchange.read(document(2, 2, 4, [line("double_arrow", "r1c1 r1c2")]))


def test_other_groups_and_moduli_are_valid_but_not_supported() -> None:
    for rule in (
        line("entropic", "r1c1 r1c2 r2c2", groups=[[1, 4, 7], [2, 5, 8], [3, 6, 9]]),
        line("entropic", "r1c1 r1c2 r2c2", groups=[[1, 2, 3], [4, 5, 6]]),
        line("modular", "r1c1 r1c2 r2c2", value=4),
    ):
        doc = document(9, 9, 9, [rule])
        assert exchange.validate(doc)
        with pytest.raises(NotSupportedError, match=r"^rule 0 \(line\): .* not available"):
            exchange.read(doc)


@pytest.mark.parametrize(
    "rule, digits, keys",
    [
        (line("whisper", "r1c1 r1c2"), 9, {}),
        (line("whisper", "r1c1 r1c2", value=5), 9, {"value": 5}),
        (line("whisper", "r1c1 r1c2", value=2), 4, {"value": 2}),
        (line("modular", "r1c1 r1c2", value=3), 9, {}),
        (line("modular", "r1c1 r1c2", value=3), 4, {"value": 3}),
        (line("entropic", "r1c1 r1c2", groups=[[9, 8, 7], [1, 2, 3], [4, 5, 6]]), 9, {}),
        (line("entropic", "r1c1 r1c2", groups=[[4], [2, 1, 3]]), 4, {"groups": [[1, 2, 3], [4]]}),
        (line("lockout", "r1c1 r1c2", value=4), 9, {}),
        (line("lockout", "r1c1 r1c2", value=3), 9, {"value": 3}),
        (line("lockout", "r1c1 r1c2", value=4), 6, {"value": 4}),
    ],
)
def test_parameters_in_canonical_form(rule: Json, digits: int, keys: Json) -> None:
    assert canonical_doc(rule, digits, digits, digits) == line(rule["kind"], "r1c1 r1c2", **keys)


def test_known_fingerprints() -> None:
    rule = line("whisper", "r1c3 r1c4 r2c4")
    vectors = {
        "c85ccb908a098fda65efdbcd8b77c217d7dbbbddca0f58c065be688393f586c0": rule,
        "3cd713fe18c0d2937130f5f40e7ce2a6b9abb0df43788529c33ee0ae748329e1": {**rule, "value": 5},
    }
    for digest, stated in vectors.items():
        assert exchange.fingerprint(exchange.read(classic(stated))) == f"sha256:{digest}"


def test_line_has_a_direction() -> None:
    one, other = (exchange.read(document(2, 2, 4, [line("palindrome", cells)])) for cells in ("r1c1 r2c2", "r2c2 r1c1"))
    assert exchange.fingerprint(one) != exchange.fingerprint(other)


def test_expansion_of_a_closed_whisper() -> None:
    puzzle = exchange.read(classic(line("whisper", "r1c1 r1c2 r2c2 r2c1", value=4, closed=True)))
    ring = (0, 1, 10, 9, 0)
    assert puzzle.relations == tuple(Relation("difference_at_least", a, b, (4,)) for a, b in pairwise(ring))
    (whole,) = puzzle.constraints
    assert isinstance(whole, Regular)
    assert (whole.cells, whole.technique) == (ring, "Line Ranges")


def test_expansion_of_a_line_of_two_cells_is_its_relation() -> None:
    for kind in ("thermo", "slow_thermo", "whisper", "parity", "lockout", "entropic", "modular", "palindrome"):
        puzzle = exchange.read(classic(line(kind, "r1c1 r1c2")))
        assert len(puzzle.relations) == 1
        assert puzzle.constraints == ()


@pytest.mark.parametrize(
    "values, title, number",
    [((None, 5), "German Whispers", "5"), ((4, 4), "Dutch Whispers", "4"), ((3,), "Whispers", "3"),
     ((5, 4), "Whispers", "4 or 5"), ((None, 6), "Whispers", "5 or 6")],
)  # fmt: skip
def test_names_of_whispers(values: tuple[int | None, ...], title: str, number: str) -> None:
    stated = [{} if value is None else {"value": value} for value in values]
    rules = [line("whisper", f"r{i}c1 r{i}c2", **keys) for i, keys in enumerate(stated, 1)]
    told = describe(exchange.read(document(9, 9, 9, [BOX_GRID, *rules])))
    assert told["type"] == f"{title} Sudoku"
    assert f"at least {number}." in told["rules"][title]


def test_sentences_state_their_numbers() -> None:
    rules = [
        line("lockout", "r1c1 r1c2 r2c2", value=6),
        line("entropic", "r1c1 r1c2 r2c2"),
        line("zipper", "r4c4 r4c5 r4c6"),
    ]
    told = describe(exchange.read(document(9, 9, 9, [BOX_GRID, *rules])))["rules"]
    assert "at least 6" in told["Lockout"]
    assert "1–3, 4–6 and 7–9" in told["Entropic"]
    assert "centre cell" in told["Zipper"]
    even = describe(exchange.read(document(9, 9, 9, [BOX_GRID, line("zipper", "r4c4 r4c5 r4c6 r4c7")])))["rules"]
    assert "centre cell" not in even["Zipper"]


def test_elements() -> None:
    thermo = Case(line("thermo", "r2c2 r1c1"), 2, 2, 4)
    assert thermo.rule.element(thermo.board) == "thermometer at r2c2"
    renban = Case(line("renban", "r2c2 r1c1"), 2, 2, 4)
    assert renban.rule.element(renban.board) == "renban line at r1c1"
