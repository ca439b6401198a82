"""Malformed variant rules: name, the rule (beside a box grid on 9×9), path inside the rule, words of the message."""

from __future__ import annotations

from typing import Any

Case = tuple[dict[str, Any], str, str]


def line(kind: str, cells: str = "r1c1 r1c2 r2c3", **keys: Any) -> dict[str, Any]:
    """A line on cells that are named in one text."""
    return {"type": "line", "kind": kind, "cells": cells.split(), **keys}


def edge(kind: str, cells: str = "r1c1 r1c2", **keys: Any) -> dict[str, Any]:
    """A clue between two cells."""
    return {"type": "edge", "kind": kind, "cells": cells.split(), **keys}


def corner(kind: str, cells: str = "r1c1 r1c2 r2c1 r2c2", **keys: Any) -> dict[str, Any]:
    """A clue on a 2×2 block."""
    return {"type": "corner", "kind": kind, "cells": cells.split(), **keys}


def outside(type_: str, cells: str = "r1c1 r1c2 r1c3", side: str = "left", **keys: Any) -> dict[str, Any]:
    """A clue outside the grid."""
    return {"type": type_, "side": side, "cells": cells.split(), **keys}


def rule(type_: str, cells: str = "", **keys: Any) -> dict[str, Any]:
    """Any rule, with cells if there are any."""
    return {"type": type_, **({"cells": cells.split()} if cells else {}), **keys}


def pairs(op: str, params: Any, *listed: list[str]) -> dict[str, Any]:
    """A relation."""
    return {"type": "relation", "op": op, "params": params, "pairs": list(listed)}


PAIR = ["r1c1", "r5c5"]

BAD_VARIANTS: dict[str, Case] = {
    "cage_empty": ({"type": "cage", "cells": []}, ".cells", "length"),
    "cage_no_cells": ({"type": "cage", "sum": 3}, "", "cells"),
    "cage_sum_null": (rule("cage", "r1c1", sum=None), ".sum", "integer"),
    "cage_sum_negative": (rule("cage", "r1c1", sum=-1), ".sum", ">= 0"),
    "cage_sum_bool": (rule("cage", "r1c1", sum=True), ".sum", "integer"),
    "cage_sum_text": (rule("cage", "r1c1", sum="12"), ".sum", "integer"),
    "cage_twice": (rule("cage", "r1c1 r1c2 r1c1"), ".cells[2]", "twice"),
    "cage_outside": (rule("cage", "r1c1 r10c1"), ".cells[1]", "r10c1"),
    "cage_kind": (rule("cage", "r1c1", kind="cage"), "", "kind"),
    "cage_value": (rule("cage", "r1c1", value=3), "", "value"),
    "line_no_kind": (rule("line", "r1c1 r1c2"), "", "kind"),
    "line_unknown_kind": (line("nabner"), ".kind", "known: thermo"),
    "line_kind_list": (line("thermo") | {"kind": ["thermo"]}, ".kind", "string"),
    "line_short": (line("thermo", "r1c1"), ".cells", "length"),
    "line_gap": (line("renban", "r1c1 r1c3"), ".cells[1]", "touch"),
    "line_stands_still": (line("palindrome", "r1c1 r1c1"), ".cells[1]", "touch"),
    "line_closed_thermo": (line("thermo", closed=True), ".closed", "closed"),
    "line_closed_text": (line("whisper", closed="yes"), ".closed", "true or false"),
    "line_closed_open": (line("parity", "r1c1 r1c2 r1c3", closed=True), ".closed", "touch"),
    "line_value_on_thermo": (line("thermo", value=2), "", "value"),
    "line_groups_on_modular": (line("modular", groups=[[1]]), "", "groups"),
    "whisper_negative": (line("whisper", value=-1), ".value", ">= 0"),
    "whisper_float": (line("whisper", value=5.0), ".value", "integer"),
    "entropic_groups_text": (line("entropic", groups="low"), ".groups", "list"),
    "double_arrow_short": (line("double_arrow", "r1c1 r1c2"), ".cells", "between"),
    "arrow_no_lines": ({"type": "arrow", "bulb": ["r1c1"]}, "", "lines"),
    "arrow_empty_lines": ({"type": "arrow", "bulb": ["r1c1"], "lines": []}, ".lines", "length"),
    "arrow_away": ({"type": "arrow", "bulb": ["r1c1"], "lines": [["r1c3"]]}, ".lines[0][0]", "bulb"),
    "arrow_gap": ({"type": "arrow", "bulb": ["r1c1"], "lines": [["r1c2", "r2c4"]]}, ".lines[0][1]", "straight"),
    "arrow_through_bulb": ({"type": "arrow", "bulb": ["r1c1"], "lines": [["r1c2", "r1c1"]]}, ".lines[0][1]", "bulb"),
    "arrow_flat_lines": ({"type": "arrow", "bulb": ["r1c1"], "lines": ["r1c2"]}, ".lines[0]", "list"),
    "edge_three_cells": (edge("kropki", "r1c1 r1c2 r1c3", color="white"), ".cells", "length"),
    "edge_diagonal": (edge("xv", "r1c1 r2c2", letter="X"), ".cells", "border"),
    "edge_same_cell": (edge("sum", "r1c1 r1c1", sum=3), ".cells[1]", "twice"),
    "edge_no_color": (edge("kropki"), "", "color"),
    "edge_grey": (edge("kropki", color="grey"), ".color", "known: white, black"),
    "edge_small_letter": (edge("xv", letter="x"), ".letter", "known: X, V"),
    "edge_sum_as_value": (edge("sum", value=3), "", "value"),
    "edge_number_missing": (edge("ratio"), "", "value"),
    "edge_number_negative": (edge("product", value=-2), ".value", ">= 0"),
    "edge_number_on_sign": (edge("greater", value=1), "", "value"),
    "edge_unknown_kind": (edge("quotient", value=2), ".kind", "known: kropki"),
    "corner_order": (corner("battenburg", "r1c1 r2c1 r1c2 r2c2"), ".cells", "top-left"),
    "corner_three": (corner("exclude", "r1c1 r1c2 r2c1", value=3), ".cells", "length"),
    "corner_border": (corner("battenburg", "r9c1 r9c2 r10c1 r10c2"), ".cells[2]", "r10c1"),
    "mathrax_no_op": (corner("mathrax", value=3), "", "op"),
    "mathrax_no_value": (corner("mathrax", op="+"), "", "value"),
    "mathrax_even_value": (corner("mathrax", op="even", value=2), ".value", "value"),
    "mathrax_op": (corner("mathrax", op="*", value=2), ".op", "known: +"),
    "exclude_ten": (corner("exclude", value=10), ".value", "9"),
    "exclude_op": (corner("exclude", value=1, op="+"), "", "op"),
    "sum_no_side": (outside("sum", kind="frame", sum=3) | {"side": None}, ".side", "string"),
    "sum_group_side": (outside("sum", kind="group", sum=3), "", "side"),
    "sum_no_sum": (outside("sum", kind="frame"), "", "sum"),
    "sum_inside": (outside("sum", "r2c2 r2c3", kind="frame", sum=3), ".cells[0]", "cell"),
    "sum_backwards": (outside("sum", "r1c3 r1c2", "left", kind="frame", sum=3), ".cells[0]", "cell"),
    "frame_diagonal": (outside("sum", "r1c1 r2c2", kind="frame", sum=3), ".cells[1]", "lead"),
    "killer_bent": (outside("sum", "r1c1 r2c2 r2c3", kind="little_killer", sum=3), ".cells[2]", "run"),
    "sandwich_no_sum": (outside("sandwich"), "", "sum"),
    "sandwich_side": (outside("sandwich", side="west", sum=3), ".side", "known: top"),
    "sandwich_gap": (outside("sandwich", "r1c1 r1c3", sum=3), ".cells[1]", "lead"),
    "xsum_text": (outside("xsum", sum="3"), ".sum", "integer"),
    "skyscraper_sum": (outside("skyscraper", sum=3), "", "sum"),
    "first_seen_digit": (outside("first_seen", value=3, digits=[1, 10]), ".digits[1]", "10"),
    "first_seen_text": (outside("first_seen", value=3, digits="123"), ".digits", "list"),
    "rossini_two": (outside("rossini", "r1c1 r1c2", arrow="in"), ".cells", "length"),
    "rossini_arrow": (outside("rossini", arrow="up"), ".arrow", "known: in, out"),
    "distinct_no_value": (rule("distinct_count", "r1c1 r5c5"), "", "value"),
    "distinct_side": (outside("distinct_count", "r1c1 r5c5", value=2), ".cells[1]", "lead"),
    "neighbours_both": (rule("neighbours", kind="antiking", op="different"), ".op", "not both"),
    "neighbours_neither": (rule("neighbours", where="king"), "", "kind"),
    "neighbours_kind": (rule("neighbours", kind="antiqueen"), ".kind", "known: antiknight"),
    "neighbours_directed": (rule("neighbours", op="less", params=[], where="king"), ".op", "direction"),
    "neighbours_where": (rule("neighbours", op="equal", params=[], where="queen"), ".where", "known: orthogonal"),
    "neighbours_within": (rule("neighbours", kind="antiking", within="row"), ".within", "known: box, region"),
    "neighbours_area": (rule("neighbours", kind="antiking", area="r2c2"), ".area", "no grid"),
    "neighbours_area_cells": (rule("neighbours", kind="antiking", area=["r1c1", "r0c1"]), ".area[1]", "cell"),
    "neighbours_except": (rule("neighbours", kind="antiking", **{"except": [["r1c1"]]}), ".except[0]", "length"),
    "neighbours_params": (rule("neighbours", op="sum", params=[], where="king"), ".params", "one number"),
    "relation_op": (pairs("bigger", [], PAIR), ".op", "known: different"),
    "relation_allowed": (pairs("allowed", [[[1, 2]]], PAIR), ".op", "reserved"),
    "relation_params_object": (pairs("sum", {"s": 3}, PAIR), ".params", "list"),
    "relation_params_count": (pairs("difference", [1, 2], PAIR), ".params", "one number"),
    "relation_params_bool": (pairs("difference", [True], PAIR), "", "whole numbers"),
    "relation_no_pairs": (pairs("equal", []), ".pairs", "length"),
    "relation_triple": (pairs("equal", [], ["r1c1", "r1c2", "r1c3"]), ".pairs[0]", "length"),
    "relation_any_of": (pairs("any_of", [["sum", [5]], ["sum", []]], PAIR), ".params[1][1]", "one number"),
    "relation_any_of_flat": (pairs("any_of", ["sum", [5]], PAIR), ".params[0]", "[operator, params]"),
    "relation_any_of_allowed": (pairs("any_of", [["allowed", [[1, 2]]]], PAIR), ".op", "reserved"),
    "negative_of": (rule("negative", of="thermo"), ".of", "known: kropki"),
    "negative_no_of": (rule("negative"), "", "of"),
    "negative_no_value": (rule("negative", of="ratio"), "", "value"),
    "negative_color": (rule("negative", of="xv", color="white"), ".color", "color"),
    "negative_no_kind": (rule("negative", of="cell"), "", "kind"),
    "negative_no_split": (rule("negative", of="cell", kind="low"), "", "split"),
    "negative_split": (rule("negative", of="cell", kind="odd", split=4), ".split", "split"),
    "negative_area": (rule("negative", of="kropki", area="r4c4"), ".area", "no grid"),
    "cell_no_split": (rule("cell", "r1c1", kind="low"), "", "split"),
    "cell_split_on_odd": (rule("cell", "r1c1", kind="odd", split=4), ".split", "split"),
    "cell_split_zero": (rule("cell", "r1c1", kind="high", split=0), ".split", ">= 1"),
    "cell_values_empty": (rule("cell", "r1c1", kind="set", values=[]), ".values", "length"),
    "cell_values_ten": (rule("cell", "r1c1", kind="exclude", values=[10]), ".values[0]", "10"),
    "cell_no_values": (rule("cell", "r1c1", kind="set"), "", "values"),
    "contains_none": (rule("contains", "r1c1", digits=[]), ".digits", "length"),
    "contains_ten": (rule("contains", "r1c1", digits=[10]), ".digits[0]", "10"),
    "contains_twice": (rule("contains", "r1c1 r1c1", digits=[1]), ".cells[1]", "twice"),
    "appears_source": (rule("appears", "r1c1", source="r0c0"), ".source", "cell"),
    "clone_one": (rule("clone", regions=[["r1c1"]]), ".regions", "length"),
    "clone_lengths": (rule("clone", regions=[["r1c1"], ["r2c1", "r2c2"]]), ".regions[1]", "1"),
    "isomorphic_three": (rule("isomorphic", regions=[["r1c1"]] * 3), ".regions", "length"),
    "count_nothing": (rule("count", "r1c1"), "", "each"),
    "count_both": (rule("count", "r1c1", each=1, kind="circles"), "", "each"),
    "count_object": (rule("count", "r1c1", counts={"1": 2}), ".counts", "list"),
    "count_digit": (rule("count", "r1c1", counts=[[10, 1]]), ".counts[0][0]", "10"),
    "count_kind": (rule("count", "r1c1", kind="squares"), ".kind", "known: circles"),
    "entropy_cells": (rule("global_entropy", "r1c1"), "", "cells"),
    "equal_sum_one": (rule("equal_sum", segments=[["r1c1"]]), ".segments", "length"),
    "equal_sum_empty": (rule("equal_sum", segments=[["r1c1"], []]), ".segments[1]", "length"),
    "number_huge": (rule("cage", "r1c1", sum=10**5000), ".sum", "too large"),
    "number_huge_digit": (rule("count", "r1c1", counts=[[1, 10**30]]), ".counts[0][1]", "too large"),
    "vudoku_two": (rule("vudoku", "r1c1 r1c2"), ".cells", "length"),
    "vudoku_twice": (rule("vudoku", "r1c1 r1c2 r1c2"), ".cells[2]", "twice"),
}

NOT_BUILDABLE: dict[str, tuple[dict[str, Any], str]] = {
    "modular_four": (line("modular", value=4), "modul"),
    "entropic_other_groups": (line("entropic", groups=[[1, 4, 7], [2, 5, 8], [3, 6, 9]]), "groups"),
}
"""Valid on 9×9, but nothing this version can build: rule, words of the message."""
