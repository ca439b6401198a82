"""Malformed documents: name, document, path of the error, and whether the JSON Schema refuses them as well."""

from __future__ import annotations

from typing import Any

from ..documents import BOX_GRID, classic, document

MISSING = object()


def changed(**keys: Any) -> dict[str, Any]:
    """The classic with top-level keys replaced, or taken out when MISSING."""
    doc = classic()
    doc.update(keys)
    return {key: value for key, value in doc.items() if value is not MISSING}


def ruled(*rules: Any) -> dict[str, Any]:
    """An empty 9×9 with these rules instead of the houses."""
    return document(9, 9, 9, list(rules))


def region(**keys: Any) -> dict[str, Any]:
    """An empty 9×9 with one region rule, the second of the file."""
    return ruled(BOX_GRID, {"type": "region", "kind": "extra", "cells": ["r1c1", "r2c2"], **keys})


GIVENS = [int(symbol) for symbol in "0" * 81]
GAPS = document(2, 2, 2, [], givens=[None, 0, 0, 0])

SCHEMA_TOO = {
    "no_format": (changed(format=MISSING), "$.format"),
    "other_format": (changed(format="f-puzzles"), "$.format"),
    "format_null": (changed(format=None), "$.format"),
    "no_version": (changed(format_version=MISSING), "$.format_version"),
    "version_text": (changed(format_version="1"), "$.format_version"),
    "version_bool": (changed(format_version=True), "$.format_version"),
    "version_zero": (changed(format_version=0), "$.format_version"),
    "version_newer": (changed(format_version=2), "$.format_version"),
    "version_huge": (changed(format_version=10**400), "$.format_version"),
    "unknown_key": (changed(title="x"), "$"),
    "unknown_key_two_lines": (changed(**{"a\nb": 1}), "$"),
    "no_board": (changed(board=MISSING), "$"),
    "no_digits": (changed(digits=MISSING), "$"),
    "no_givens": (changed(givens=MISSING), "$"),
    "no_rules": (changed(rules=MISSING), "$"),
    "meta_list": (changed(meta=[]), "$.meta"),
    "meta_null": (changed(meta=None), "$.meta"),
    "board_list": (changed(board=[9, 9]), "$.board"),
    "board_extra_key": (changed(board={"rows": 9, "cols": 9, "box": 3}), "$.board"),
    "board_no_cols": (changed(board={"rows": 9}), "$.board"),
    "board_zero_rows": (changed(board={"rows": 0, "cols": 9}), "$.board.rows"),
    "board_bool": (changed(board={"rows": True, "cols": 9}), "$.board.rows"),
    "digits_zero": (changed(digits=0), "$.digits"),
    "digits_text": (changed(digits="9"), "$.digits"),
    "digits_fraction": (changed(digits=9.5), "$.digits"),
    "givens_string": (changed(givens="0" * 81), "$.givens"),
    "givens_rows": (changed(givens=[[0] * 9] * 9), "$.givens[0]"),
    "givens_bool": (changed(givens=[*GIVENS[:80], True]), "$.givens[80]"),
    "givens_text": (changed(givens=["5", *GIVENS[1:]]), "$.givens[0]"),
    "givens_negative": (changed(givens=[*GIVENS[:4], -1, *GIVENS[5:]]), "$.givens[4]"),
    "givens_nan": (changed(givens=[float("nan"), *GIVENS[1:]]), "$.givens[0]"),
    "solution_zero": (changed(solution=GIVENS), "$.solution[0]"),
    "solution_string": (changed(solution="1" * 81), "$.solution"),
    "candidates_list": (changed(candidates=[]), "$.candidates"),
    "candidates_upper_case": (changed(candidates={"R1C1": [1]}), "$.candidates.R1C1"),
    "candidates_number": (changed(candidates={"r1c1": 1}), "$.candidates.r1c1"),
    "candidates_zero": (changed(candidates={"r1c1": [1], "r1c2": [0]}), "$.candidates.r1c2"),
    "rules_object": (changed(rules={}), "$.rules"),
    "rule_string": (ruled(BOX_GRID, "box"), "$.rules[1]"),
    "rule_null": (ruled(None), "$.rules[0]"),
    "rule_no_type": (ruled({"origin": "r1c1"}), "$.rules[0].type"),
    "rule_type_number": (ruled({"type": 3}), "$.rules[0].type"),
    "rule_unknown_type": (ruled({"type": "boxes"}), "$.rules[0].type"),
    "rule_table": (ruled({"type": "table", "cells": ["r1c1"], "allowed": [[1]]}), "$.rules[0].type"),
    "rule_custom": (ruled({"type": "custom"}), "$.rules[0].type"),
    "rule_vendor": (ruled({"type": "acme:fog"}), "$.rules[0].type"),
    "grid_no_origin": (ruled({"type": "grid"}), "$.rules[0]"),
    "grid_unknown_key": (ruled({"type": "grid", "origin": "r1c1", "size": 9}), "$.rules[0]"),
    "grid_origin_list": (ruled({"type": "grid", "origin": [1, 1]}), "$.rules[0].origin"),
    "grid_origin_upper_case": (ruled({"type": "grid", "origin": "R1C1"}), "$.rules[0].origin"),
    "box_grid_no_box": (ruled({"type": "box_grid", "origin": "r1c1"}), "$.rules[0]"),
    "box_grid_box_text": (ruled({**BOX_GRID, "box": "3x3"}), "$.rules[0].box"),
    "box_grid_box_three": (ruled({**BOX_GRID, "box": [3, 3, 1]}), "$.rules[0].box"),
    "box_grid_box_zero": (ruled({**BOX_GRID, "box": [0, 9]}), "$.rules[0].box[0]"),
    "row_no_cells": (ruled({"type": "row"}), "$.rules[0]"),
    "row_empty": (ruled({"type": "row", "cells": []}), "$.rules[0].cells"),
    "row_kind": (ruled({"type": "row", "kind": "row", "cells": ["r1c1"]}), "$.rules[0]"),
    "column_leading_zero": (ruled({"type": "column", "cells": ["r01c1"]}), "$.rules[0].cells[0]"),
    "box_cell_number": (ruled({"type": "box", "cells": ["r1c1", 11]}), "$.rules[0].cells[1]"),
    "box_cell_zero": (ruled({"type": "box", "cells": ["r0c1"]}), "$.rules[0].cells[0]"),
    "box_cells_string": (ruled({"type": "box", "cells": "r1c1"}), "$.rules[0].cells"),
    "region_no_kind": (ruled({"type": "region", "cells": ["r1c1"]}), "$.rules[0]"),
    "region_unknown_kind": (region(kind="color"), "$.rules[1].kind"),
    "region_kind_null": (region(kind=None), "$.rules[1].kind"),
    "region_sum": (region(sum=10), "$.rules[1]"),
    "region_cells_object": (region(cells={"r1c1": 1}), "$.rules[1].cells"),
}

READER_ONLY = {
    "version_float": (changed(format_version=1.0), "$.format_version"),
    "digits_float": (changed(digits=9.0), "$.digits"),
    "givens_float": (changed(givens=[1.0, *GIVENS[1:]]), "$.givens[0]"),
    "givens_short": (changed(givens=GIVENS[:80]), "$.givens"),
    "givens_long": (changed(givens=[*GIVENS, 0]), "$.givens"),
    "givens_ten": (changed(givens=[*GIVENS[:80], 10]), "$.givens[80]"),
    "givens_huge": (changed(givens=[10**300, *GIVENS[1:]]), "$.givens[0]"),
    "no_cell": (document(1, 2, 2, [], givens=[None, None]), "$.givens"),
    "board_huge": (changed(board={"rows": 10**100, "cols": 9}), "$.givens"),
    "solution_short": (changed(solution=[1] * 80), "$.solution"),
    "solution_empty": (changed(solution=[]), "$.solution"),
    "solution_ten": (changed(solution=[10] * 81), "$.solution[0]"),
    "solution_null": (changed(solution=[None, *[1] * 80]), "$.solution[0]"),
    "solution_in_gap": ({**GAPS, "solution": [1, 1, 2, 2]}, "$.solution[0]"),
    "candidates_outside": (changed(candidates={"r10c1": [1]}), "$.candidates.r10c1"),
    "candidates_in_gap": ({**GAPS, "candidates": {"r1c1": [1]}}, "$.candidates.r1c1"),
    "candidates_ten": (changed(candidates={"r1c1": [1, 10]}), "$.candidates.r1c1[1]"),
    "grid_outside": (ruled({"type": "grid", "origin": "r1c2"}), "$.rules[0].origin"),
    "grid_origin_outside": (ruled({"type": "grid", "origin": "r10c1"}), "$.rules[0].origin"),
    "grid_over_gap": ({**GAPS, "rules": [{"type": "grid", "origin": "r1c1"}]}, "$.rules[0].origin"),
    "box_grid_wrong_box": (ruled({**BOX_GRID, "box": [3, 2]}), "$.rules[0].box"),
    "box_grid_huge_box": (ruled({**BOX_GRID, "box": [10**50, 1]}), "$.rules[0].box[0]"),
    "row_outside": (ruled({"type": "row", "cells": ["r1c9", "r1c10"]}), "$.rules[0].cells[1]"),
    "row_repeats": (ruled({"type": "row", "cells": ["r1c1", "r1c2", "r1c1"]}), "$.rules[0].cells[2]"),
    "box_in_gap": ({**GAPS, "rules": [{"type": "box", "cells": ["r1c1"]}]}, "$.rules[0].cells[0]"),
    "region_outside": (region(cells=["r1c1", "r1c99"]), "$.rules[1].cells[1]"),
    "region_repeats": (region(cells=["r1c1", "r1c1"]), "$.rules[1].cells[1]"),
    "region_newline": (region(cells=["r1c1\n"]), "$.rules[1].cells[0]"),
}

NOT_OBJECTS = {"list": [], "none": None, "number": 9, "text": "sudoku-puzzle", "true": True}

BAD_TEXTS = {
    "empty_object": "{}",
    "truncated": '{"format": "sudoku-puzzle", "board": {"rows"',
    "two_objects": "{} {}",
    "trailing_comma": '{"format": "sudoku-puzzle",}',
    "duplicate_key": '{"format": "sudoku-puzzle", "format": "sudoku-puzzle"}',
    "duplicate_in_rule": '{"format": "sudoku-puzzle", "rules": [{"type": "grid", "type": "grid"}]}',
    "nan": '{"format": "sudoku-puzzle", "digits": NaN}',
    "infinity": '{"format": "sudoku-puzzle", "digits": -Infinity}',
    "deep": '{"a":' * 100_000,
    "long_number": '{"digits": ' + "9" * 10_000 + "}",
    "half_a_pair": r'{"meta": {"title": "\ud83d"}}',
    "half_a_pair_raw": '{"meta": {"title": "\ud83d"}}',
    "half_a_pair_as_key": r'{"meta": {"\udc00": 1}}',
    "control_character": '{"for\x00mat": 1}',
    "single_quotes": "{'format': 'sudoku-puzzle'}",
    "large": '{"ext": "' + "x" * 10_000_000 + '"}',
}
