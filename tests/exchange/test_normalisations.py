"""One spelling for every mechanic: the normalisations of the format description (C1 … C15), rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from pencilmark import exchange

from ..documents import BOX_GRID, classic, document, twodoku
from .bad_variants import corner, edge, line, pairs, rule

Doc = dict[str, Any]


def canonical(*rules: Doc) -> list[Doc]:
    """The canonical rules beside the houses of a 9×9."""
    return list(exchange.write(exchange.read(classic(*rules)))["rules"][1:])


def named(cells: str) -> list[str]:
    return cells.split()


def equal(*segments: str) -> Doc:
    return {"type": "equal_sum", "segments": [segment.split() for segment in segments]}


def arrow(bulb: str, *lines: str) -> Doc:
    return {"type": "arrow", "bulb": bulb.split(), "lines": [shaft.split() for shaft in lines]}


def group(cells: str, total: int = 12, kind: str = "group", **keys: Any) -> Doc:
    return rule("sum", cells, kind=kind, sum=total, **keys)


BLOCK = "r1c2 r1c3 r2c2 r2c3"
KNIGHT: Doc = {"type": "neighbours", "kind": "antiknight"}
KING: Doc = {"type": "neighbours", "kind": "antiking"}
CONSECUTIVE: Doc = {"type": "neighbours", "kind": "nonconsecutive"}
WHITE = edge("kropki", "r5c5 r5c6", color="white")
BLACK = edge("kropki", "r6c5 r6c6", color="black")
SIX = edge("sum", "r1c1 r1c2", sum=6)


def negative(of: str, **keys: Any) -> Doc:
    return {"type": "negative", "of": of, **keys}


def cell(kind: str, cells: str, **keys: Any) -> Doc:
    return rule("cell", cells, kind=kind, **keys)


def orthogonal(op: str, *params: int) -> Doc:
    return {"type": "neighbours", "op": op, "params": list(params), "where": "orthogonal"}


ONE_RULE: dict[str, tuple[Doc, list[Doc]]] = {
    # C4 lines
    "whisper_keeps_its_value": (line("whisper", value=5), [line("whisper", value=5)]),
    "whisper_loop": (
        line("whisper", "r1c1 r1c2 r2c2 r1c1"),
        [line("whisper", "r1c1 r1c2 r2c2", closed=True)],
    ),
    "renban_is_never_closed": (line("renban", "r1c1 r1c2 r2c2", closed=True), [line("renban", "r1c1 r1c2 r2c2")]),
    "thermo_open": (line("thermo", closed=False), [line("thermo")]),
    "modular_default": (line("modular", value=3), [line("modular")]),
    "entropic_default": (line("entropic", groups=[[7, 8, 9], [3, 2, 1], [4, 5, 6]]), [line("entropic")]),
    "lockout_stays": (line("lockout", value=3), [line("lockout", value=3)]),
    # C6 numbered clues
    "product_is_sum": (edge("product", value=2), [edge("sum", sum=3)]),
    "product_9_in_a_row": (edge("product", value=9), [edge("difference", value=8)]),
    "product_42": (edge("product", value=42), [edge("product", value=42)]),
    "sum_17": (edge("sum", sum=17), [edge("sum", sum=17)]),
    "difference_1_is_no_dot": (edge("difference", value=1), [edge("difference", value=1)]),
    "impossible_stays": (edge("sum", sum=99), [edge("sum", sum=99)]),
    "mathrax_product_72": (corner("mathrax", op="x", value=72), [corner("mathrax", op="+", value=17)]),
    "mathrax_box_shares": (corner("mathrax", op="x", value=81), [corner("mathrax", op="x", value=81)]),
    # C7 cell clues
    "odd_block": (cell("odd", BLOCK), [corner("mathrax", BLOCK, op="odd")]),
    "odd_block_out_of_order": (cell("odd", "r1c3 r1c2 r2c2 r2c3"), [cell("odd", "r1c3 r1c2 r2c2 r2c3")]),
    "exclude_splits": (
        cell("exclude", "r1c1", values=[5, 2, 5]),
        [cell("exclude", "r1c1", values=[5]), cell("exclude", "r1c1", values=[2])],
    ),
    "exclude_block": (
        cell("exclude", BLOCK, values=[5, 2]),
        [corner("exclude", BLOCK, value=5), corner("exclude", BLOCK, value=2)],
    ),
    "low_is_set": (cell("low", "r1c1", split=3), [cell("set", "r1c1", values=[1, 2, 3])]),
    "high_is_set": (cell("high", "r1c1", split=7), [cell("set", "r1c1", values=[8, 9])]),
    "high_of_nothing_stays": (cell("high", "r1c1", split=9), [cell("high", "r1c1", split=9)]),
    # C8 sums
    "group_is_frame": (group("r1c3 r2c3"), [group("r1c3 r2c3", kind="frame", side="top")]),
    "group_inside": (group("r2c3 r3c3"), [group("r2c3 r3c3")]),
    "group_towards_the_border": (group("r2c3 r1c3"), [group("r2c3 r1c3")]),
    "group_block": (group(BLOCK), [group(BLOCK, kind="corner")]),
    "frame_of_one_cell": (group("r1c3", kind="frame", side="top"), [group("r1c3")]),
    "frame_of_all_cells": (
        group(" ".join(f"r4c{i}" for i in range(1, 10)), 45, kind="frame", side="left"),
        [group(" ".join(f"r4c{i}" for i in range(1, 10)), 45)],
    ),
    "diagonal_group": (group("r1c3 r2c4"), [group("r1c3 r2c4")]),
    # C9 equal sums
    "zipper": (equal("r1c1 r1c3", "r1c2"), [line("zipper", "r1c1 r1c2 r1c3")]),
    "double_arrow_of_four": (line("double_arrow", "r1c1 r1c2 r2c3 r3c3"), [line("zipper", "r1c1 r1c2 r2c3 r3c3")]),
    "double_arrow": (
        equal("r1c1 r3c4", "r1c2 r2c3 r3c3"),
        [line("double_arrow", "r1c1 r1c2 r2c3 r3c3 r3c4")],
    ),
    "region_sum": (equal("r1c2 r1c3", "r1c4 r1c5"), [line("region_sum", "r1c2 r1c3 r1c4 r1c5")]),
    "region_sum_beside_other_boxes": (equal("r1c1 r1c2", "r1c3 r1c4"), [equal("r1c1 r1c2", "r1c3 r1c4")]),
    "equal_sum": (equal("r1c1 r1c2", "r4c4 r5c4 r6c4"), [equal("r1c1 r1c2", "r4c4 r5c4 r6c4")]),
    # C10 sides
    "killer_side": (
        rule("sum", "r9c1 r8c2", kind="little_killer", sum=9, side="left"),
        [rule("sum", "r9c1 r8c2", kind="little_killer", sum=9, side="bottom")],
    ),
    "distinct_gets_a_side": (
        rule("distinct_count", "r1c2 r2c3", value=2),
        [rule("distinct_count", "r1c2 r2c3", value=2, side="top")],
    ),
    # C11 pairs
    "knight": ({"type": "neighbours", "op": "different", "params": [], "where": "knight"}, [KNIGHT]),
    "diagonal": ({"type": "neighbours", "op": "different", "params": [], "where": "diagonal"}, [KING]),
    "not_consecutive": (orthogonal("not_consecutive"), [CONSECUTIVE]),
    "white_negative_without_dots": (negative("kropki", color="white"), [CONSECUTIVE]),
    "negative_without_dots": (negative("kropki"), [CONSECUTIVE, negative("kropki", color="black")]),
    "negative_x": (orthogonal("not_sum", 10), [negative("xv", letter="X")]),
    "negative_sum": (orthogonal("not_sum", 9), [negative("sum", sum=9)]),
    "negative_ratio": (orthogonal("not_ratio", 3), [negative("ratio", value=3)]),
    "negative_product_stays": (negative("product", value=6), [negative("product", value=6)]),
    "at_least": (orthogonal("difference_at_least", 2), [orthogonal("difference_at_least", 2)]),
    "exceptions": (
        {**orthogonal("difference_at_least", 2), "except": [["r1c2", "r1c1"]]},
        [{**orthogonal("difference_at_least", 2), "except": [["r1c1", "r1c2"]]}],
    ),
    "dot": (pairs("difference", [1], ["r5c5", "r5c6"]), [WHITE]),
    "six": (pairs("sum", [6], ["r1c1", "r1c2"]), [SIX]),
    "less": (pairs("less", [], ["r1c1", "r1c2"]), [edge("less")]),
    "not_adjacent": (pairs("sum", [6], ["r1c1", "r2c2"]), [pairs("sum", [6], ["r1c1", "r2c2"])]),
    "relation_around_an_edge": (
        pairs("sum", [6], ["r1c3", "r2c2"], ["r1c1", "r1c2"], ["r4c4", "r5c5"]),
        [pairs("sum", [6], ["r1c3", "r2c2"], ["r4c4", "r5c5"]), SIX],
    ),
    # C15 spelling of inequalities
    "greater": (edge("greater"), [edge("greater")]),
    "less_edge": (edge("less"), [edge("less")]),
}


@pytest.mark.parametrize("name", ONE_RULE)
def test_one_rule(name: str) -> None:
    stated, expected = ONE_RULE[name]
    assert canonical(stated) == expected


def test_arrows_with_one_bulb_are_merged_unless_something_separates_them() -> None:
    one, two = arrow("r2c3", "r2c2"), arrow("r2c3", "r1c4 r1c5")
    both = arrow("r2c3", "r2c2", "r1c4 r1c5")
    assert canonical(one, two) == [both]
    assert canonical(one, rule("contains", BLOCK, digits=[1]), KNIGHT, two) == [
        KNIGHT,
        both,
        rule("contains", BLOCK, digits=[1]),
    ]
    assert canonical(one, rule("cage", "r1c1", sum=3), cell("odd", "r5c5"), two)[-1] == both
    assert canonical(one, line("thermo"), two) == [one, line("thermo"), two]
    assert canonical(one, arrow("r5c5", "r5c6"), two) == [one, arrow("r5c5", "r5c6"), two]
    assert canonical(one, arrow("r2c3 r2c4", "r1c3"), two)[0] == one


def test_low_and_high_with_a_negative() -> None:
    every = {f"r{row}c{col}" for row in range(1, 10) for col in range(1, 10)}
    high = negative("cell", kind="high", split=5)
    assert canonical(cell("high", "r2c2 r1c1", split=5), high) == [cell("high", "r1c1 r2c2", split=5), high]
    found = canonical(cell("low", "r2c2 r1c1", split=5), negative("cell", kind="low", split=5))
    assert set(found[0]["cells"]) == every - {"r1c1", "r2c2"}
    assert found[1:] == [high]
    area = {"area": named("r1c1 r1c2 r1c3")}
    scoped = canonical(cell("low", "r1c1 r9c9", split=5), negative("cell", kind="low", split=5, **area))
    assert scoped == [cell("high", "r1c2 r1c3", split=5), {**high, **area}, cell("set", "r9c9", values=[1, 2, 3, 4, 5])]
    assert canonical(cell("low", "r1c1", split=4), high) == [cell("set", "r1c1", values=[1, 2, 3, 4]), high]


def test_negative_of_parity_marks_the_other_cells() -> None:
    doc = document(2, 3, 4, [cell("odd", "r1c1 r1c2 r2c1 r2c2"), negative("cell", kind="odd")])
    assert exchange.write(exchange.read(doc))["rules"] == [
        corner("mathrax", op="odd"),
        cell("even", "r1c3 r2c3"),
    ]
    scoped = document(2, 3, 4, [negative("cell", kind="even", area=named("r2c3 r1c1"))])
    assert exchange.write(exchange.read(scoped))["rules"] == [cell("odd", "r1c1 r2c3")]
    covered = document(1, 2, 4, [cell("odd", "r1c1 r1c2"), negative("cell", kind="odd")])
    assert exchange.write(exchange.read(covered))["rules"] == [cell("odd", "r1c1 r1c2")]


def test_negatives_next_to_each_other_are_one() -> None:
    white, black = negative("kropki", color="white"), negative("kropki", color="black")
    assert canonical(WHITE, white, black) == [WHITE, negative("kropki")]
    assert canonical(WHITE, black, white) == [WHITE, black, white]
    assert canonical(negative("xv", letter="X"), negative("xv", letter="V")) == [negative("xv")]
    assert canonical(negative("xv"), BLACK) == [negative("xv"), BLACK]


def test_relation_on_neighbours_counts_as_a_clue_of_its_negative() -> None:
    stated = [pairs("difference", [1], ["r5c5", "r5c6"]), negative("kropki", color="white")]
    assert canonical(WHITE, negative("kropki", color="white")) == [WHITE, negative("kropki", color="white")]
    # in this file the negative knows no dot and forbids consecutive digits on all pairs
    assert canonical(*stated) == [WHITE, CONSECUTIVE]


def test_whole_board_rules_are_found_one_after_another() -> None:
    extra = pairs("different", [], ["r1c1", "r5c5"])
    assert canonical(KNIGHT, extra, KING, pairs("different", [], ["r1c1", "r9c9"])) == [
        KNIGHT,
        extra,
        KING,
        pairs("different", [], ["r1c1", "r9c9"]),
    ]
    inside = {**KNIGHT, "within": "box"}
    assert canonical(inside) == [inside]


def test_scopes_of_grids() -> None:
    for stated in (KNIGHT, KING, CONSECUTIVE):
        for origin in ("r1c1", "r7c7"):
            rules = exchange.write(exchange.read(twodoku({**stated, "area": origin})))["rules"]
            assert rules[2:] == [{**stated, "area": origin}]
        assert exchange.write(exchange.read(twodoku(stated)))["rules"][2:] == [stated]
    scoped = twodoku(negative("xv", area="r7c7"))
    assert exchange.write(exchange.read(scoped))["rules"][2:] == [negative("xv", area="r7c7")]
    cells = [f"r{row}c{col}" for row in range(7, 16) for col in range(7, 16)]
    listed = twodoku({**KNIGHT, "area": cells})
    assert exchange.write(exchange.read(listed))["rules"][2:] == [{**KNIGHT, "area": "r7c7"}]
    assert exchange.fingerprint(exchange.read(listed)) == exchange.fingerprint(
        exchange.read(twodoku({**KNIGHT, "area": "r7c7"}))
    )


def test_relations_of_one_condition_are_joined() -> None:
    one, two = pairs("equal", [], ["r1c1", "r5c5"]), pairs("equal", [], ["r2c1", "r6c5"])
    other = pairs("parity_differs", [], ["r1c1", "r5c5"])
    assert canonical(one, two) == [pairs("equal", [], ["r1c1", "r5c5"], ["r2c1", "r6c5"])]
    assert canonical(one, other, two) == [one, other, two]
    assert canonical(one, line("thermo"), two)[0] == pairs("equal", [], ["r1c1", "r5c5"], ["r2c1", "r6c5"])


def test_order_of_the_rules() -> None:
    thermo, cage, odd = line("thermo"), rule("cage", "r1c1", sum=3), cell("odd", "r9c9")
    window = rule("region", "r1c1 r2c2", kind="window")
    assert canonical(thermo, WHITE, odd, cage, SIX, window, KNIGHT) == [cage, window, odd, WHITE, KNIGHT, thermo, SIX]
    doc = {**classic(), "rules": [cage, thermo, BOX_GRID]}
    assert exchange.write(exchange.read(doc))["rules"] == [cage, BOX_GRID, thermo]


def test_repeated_battenburg_marks() -> None:
    mark, missing = corner("battenburg"), negative("battenburg")
    assert canonical(mark, mark) == [mark, mark]
    assert canonical(mark, mark, missing, missing) == [mark, missing]


@pytest.mark.parametrize(
    "digits, stated, expected",
    [
        (6, line("whisper", value=5), line("whisper", value=5)),
        (6, line("modular", value=3), line("modular", value=3)),
        (6, line("entropic", groups=[[5, 6], [2, 1], [4, 3]]), line("entropic", groups=[[1, 2], [3, 4], [5, 6]])),
        (4, line("entropic", groups=[[4], [3, 2, 1]]), line("entropic", groups=[[1, 2, 3], [4]])),
        (6, edge("product", value=36), edge("product", value=36)),
        (3, edge("sum", sum=4), edge("difference", value=2)),
    ],
)  # fmt: skip
def test_parameters_on_other_boards(digits: int, stated: Doc, expected: Doc) -> None:
    grid = {"type": "grid", "origin": "r1c1"}
    written = exchange.write(exchange.read(document(digits, digits, digits, [grid, stated])))
    assert written["rules"][1:] == [expected]


def test_cells_without_a_common_house_may_repeat_a_digit() -> None:
    free = document(1, 2, 9, [edge("product", value=9)])
    assert exchange.write(exchange.read(free))["rules"] == [edge("product", value=9)]
    caged = document(1, 2, 9, [rule("cage", "r1c1 r1c2"), edge("product", value=9)])
    assert exchange.write(exchange.read(caged))["rules"][1:] == [edge("product", value=9)]
    region = rule("region", "r1c1 r1c2", kind="extra")
    assert exchange.write(exchange.read(document(1, 2, 9, [region, edge("product", value=9)])))["rules"][1:] == [
        edge("difference", value=8)
    ]
    # 3:1 on four digits means {1, 3}; so does the sum 4, but only where digits cannot repeat
    assert exchange.write(exchange.read(document(1, 2, 4, [edge("ratio", value=3)])))["rules"] == [
        edge("ratio", value=3)
    ]


def test_product_keeps_its_spelling_beside_its_negative() -> None:
    assert canonical(edge("product", value=2), negative("product", value=2)) == [
        edge("product", value=2),
        negative("product", value=2),
    ]


@pytest.mark.parametrize("box", [[1, 4], [4, 1]])
def test_boxes_that_are_lines_do_not_cut_region_sums(box: list[int]) -> None:
    grid = {"type": "box_grid", "origin": "r1c1", "box": box}
    doc = document(4, 4, 4, [grid, line("region_sum", "r1c1 r1c2 r2c2 r3c3")])
    puzzle = exchange.read(doc)
    assert exchange.write(puzzle)["rules"][0] == {"type": "grid", "origin": "r1c1"}
    filled = [1, 2, 3, 4, 2, 1, 4, 3, 3, 4, 1, 2, 4, 3, 2, 1]
    for rules in (puzzle.rules, exchange.canonical_rules(puzzle)):
        assert all(rule.holds(filled, exchange.puzzle_board(puzzle), rules) for rule in rules)
