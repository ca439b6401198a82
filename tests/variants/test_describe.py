"""Names of variants and the sentences about their rules."""

from __future__ import annotations

from typing import Any

import pytest

from pencilmark.board import STANDARD_BOXES, cell_name
from pencilmark.exchange import read
from pencilmark.rules.placements import PLACEMENTS
from pencilmark.variants import LAYOUTS, describe, preset_rules, rules_text

from ..documents import classic, document, twodoku


def square(digits: int, *rules: dict[str, Any], **keys: Any) -> dict[str, Any]:
    grid = {"type": "box_grid", "origin": "r1c1", "box": list(STANDARD_BOXES[digits])}
    return document(digits, digits, digits, [grid, *rules], **keys)


def name_of(doc: dict[str, Any]) -> str:
    return str(describe(read(doc))["type"])


def keys_of(doc: dict[str, Any]) -> list[str]:
    return list(describe(read(doc))["rules"])


def multi(origins: frozenset[tuple[int, int]], *rules: dict[str, Any]) -> dict[str, Any]:
    rows, cols = (max(origin[i] for origin in origins) + 9 for i in (0, 1))
    used = {(r + i, c + j) for r, c in origins for i in range(9) for j in range(9)}
    givens = [0 if divmod(i, cols) in used else None for i in range(rows * cols)]
    grids = [{"type": "box_grid", "origin": cell_name(r, c), "box": [3, 3]} for r, c in sorted(origins)]
    return document(rows, cols, 9, [*grids, *rules], givens=givens)


@pytest.mark.parametrize(
    "digits, name",
    [
        (4, "Tiny Sudoku"),
        (6, "Mini Sudoku"),
        (8, "8x8 Sudoku"),
        (9, "Sudoku"),
        (12, "12x12 Sudoku"),
        (25, "25x25 Sudoku"),
    ],
)
def test_size_word(digits: int, name: str) -> None:
    described = describe(read(square(digits)))
    assert described["type"] == name
    rows, cols = STANDARD_BOXES[digits]
    assert described["rules"] == {name: f"Place 1–{digits} in every row, column and {rows}×{cols} box."}


def test_latin_square() -> None:
    latin = document(6, 6, 6, [{"type": "grid", "origin": "r1c1"}])
    assert name_of(latin) == "Mini Latin Square"
    assert keys_of(latin) == ["Mini Sudoku"]
    diagonals = {**latin, "rules": [*latin["rules"], *preset_rules("X", 6)]}
    assert name_of(diagonals) == "Mini X Sudoku"


@pytest.mark.parametrize("variant", PLACEMENTS, ids=lambda variant: variant.name)
@pytest.mark.parametrize("digits", [4, 6, 8, 9, 12, 16])
def test_placement_is_recognised_at_every_size(variant: Any, digits: int) -> None:
    rules = preset_rules(variant.name, digits)
    if rules:
        doc = square(digits, *({**rule, "kind": "extra"} for rule in rules[::-1]))
        size = {4: "Tiny ", 6: "Mini ", 9: ""}.get(digits, f"{digits}x{digits} ")
        assert name_of(doc) == f"{size}{variant.name} Sudoku"
        assert keys_of(doc) == [f"{size}Sudoku", variant.name]
    else:
        assert name_of(square(digits)).endswith("Sudoku")


@pytest.mark.parametrize(
    "name, digits, regions",
    [("windoku", 9, 4), ("NRC", 16, 9), ("Hyper", 6, 1), ("diagonal", 7, 2), ("Argyle", 9, 8), ("argyle", 16, 0),
     ("Center dot", 9, 1), ("centre-dot", 16, 0), ("Colour", 12, 12), ("Girandola", 9, 1), ("asterisk", 8, 0)],
)  # fmt: skip
def test_preset_has_so_many_regions(name: str, digits: int, regions: int) -> None:
    assert len(preset_rules(name, digits)) == regions


def test_windows_of_a_windoku() -> None:
    corners = {rule["cells"][0] for rule in preset_rules("windoku", 9)}
    assert corners == {"r2c2", "r2c6", "r6c2", "r6c6"}
    assert len(preset_rules("windoku", 6, (3, 2))) == 1


def test_unknown_preset_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="fog"):
        preset_rules("fog", 9)


def test_larger_placement_wins_over_its_part() -> None:
    assert name_of(classic(*preset_rules("Disjoint Groups", 9))) == "Disjoint Groups Sudoku"


def test_two_variants_are_a_variant_sudoku() -> None:
    doc = classic(*preset_rules("windoku", 9), *preset_rules("X", 9), candidates={"r1c3": [1, 2]})
    assert name_of(doc) == "Variant Sudoku"
    assert keys_of(doc) == ["Sudoku", "X", "Windoku", "Sukaku"]


@pytest.mark.parametrize(
    "kind, name",
    [("diagonal", "Diagonals"), ("window", "Windows"), ("disjoint", "Disjoint Groups"), ("colour", "Colour Groups"),
     ("extra", "Extra Regions"), ("region", "Extra Regions")],
)  # fmt: skip
def test_other_regions_have_generic_names(kind: str, name: str) -> None:
    rule = {"type": "region", "kind": kind, "cells": ["r1c1", "r5c7", "r9c2"]}
    assert keys_of(classic(rule)) == ["Sudoku", name]
    assert name_of(classic(rule, {**rule, "kind": "extra", "cells": ["r1c1"]})).startswith(
        "Extra Regions" if name == "Extra Regions" else "Variant"
    )


def test_jigsaw_and_partial_boxes() -> None:
    boxes = [["r1c1", "r1c2", "r1c3", "r2c1"], ["r1c4", "r2c3", "r2c4", "r3c4"],
             ["r2c2", "r3c1", "r3c2", "r4c1"], ["r3c3", "r4c2", "r4c3", "r4c4"]]  # fmt: skip
    grid = {"type": "grid", "origin": "r1c1"}
    doc = document(4, 4, 4, [grid, *({"type": "box", "cells": cells} for cells in boxes)])
    assert name_of(doc) == "Tiny Jigsaw Sudoku"
    assert keys_of(doc) == ["Tiny Sudoku", "Jigsaw"]


@pytest.mark.parametrize("name", LAYOUTS)
def test_layout_is_named_wherever_it_lies(name: str) -> None:
    shown = name if name.endswith("doku") else f"{name} Sudoku"
    moved = frozenset((row + 2, col + 1) for row, col in LAYOUTS[name])
    for origins in (LAYOUTS[name], moved):
        doc = multi(origins)
        assert name_of(doc) == shown
        assert keys_of(doc) == [name]


def test_unknown_layout() -> None:
    doc = multi(frozenset({(0, 0), (1, 9)}))
    assert name_of(doc) == "Multi-Grid Sudoku"
    assert keys_of(doc) == ["Multi-Grid"]


def diagonal(row: int, col: int, step: int) -> dict[str, Any]:
    cells = [cell_name(row + i, col + (i if step > 0 else 8 - i)) for i in range(9)]
    return {"type": "region", "kind": "diagonal", "cells": cells}


def crossed(*origins: tuple[int, int]) -> list[dict[str, Any]]:
    return [diagonal(row, col, step) for row, col in origins for step in (1, -1)]


def test_variant_in_one_grid_says_so() -> None:
    described = describe(read(twodoku(*crossed((6, 6)))))
    assert described["type"] == "X Twodoku"
    assert described["rules"]["X"].endswith(" Only in the bottom-right grid.")
    everywhere = describe(read(twodoku(*crossed((0, 0), (6, 6)))))
    assert "Only" not in everywhere["rules"]["X"]


def test_variant_in_some_grids_lists_them() -> None:
    doc = multi(LAYOUTS["Samurai"], *crossed((0, 0), (6, 6), (12, 12)))
    described = describe(read(doc))
    assert described["type"] == "X Samurai Sudoku"
    assert described["rules"]["X"].endswith(" Only in the top-left, centre and bottom-right grids.")
    window = {"type": "region", "kind": "window", "cells": ["r1c1", "r2c2"]}
    assert describe(read(twodoku(window)))["rules"]["Windows"].endswith(" Only in the top-left grid.")


def test_ambiguous_positions_are_named_by_origin() -> None:
    windmill = multi(LAYOUTS["Windmill"], *crossed((3, 12)))
    assert describe(read(windmill))["rules"]["X"].endswith(" Only in the right grid.")
    sumo = multi(LAYOUTS["Sumo"], *crossed((6, 6)))
    assert describe(read(sumo))["rules"]["X"].endswith(" Only in the grid at r7c7.")


def test_rules_text_has_one_line_per_rule() -> None:
    described = describe(read(classic(*preset_rules("X", 9))))
    assert rules_text(described).splitlines() == [
        "Sudoku: Place 1–9 in every row, column and 3×3 box.",
        "X: Digits don't repeat on the two main diagonals.",
    ]


def test_meta_is_never_read() -> None:
    assert describe(read(classic(meta={"type": "Killer Sudoku"}))) == describe(read(classic()))


def beside(kind: str, side: str, number: int, **keys: Any) -> dict[str, Any]:
    """A clue of value 5 beside the row or column of this number of a 9×9."""
    way = range(1, 10) if side in ("top", "left") else range(9, 0, -1)
    cells = [f"r{i}c{number}" if side in ("top", "bottom") else f"r{number}c{i}" for i in way]
    return {"type": kind, "side": side, "cells": cells, **(keys or {"sum": 5})}


def test_numbers_of_several_kinds_outside_the_grid_are_told_apart() -> None:
    # Every sentence began "A number outside the grid is", so nobody could know which number was which.
    sandwiches = [beside("sandwich", "top", 2), beside("sandwich", "left", 3), beside("sandwich", "top", 4)]
    sky = beside("skyscraper", "right", 5, value=5)
    rossini = beside("rossini", "right", 2, arrow="in") | {"cells": ["r2c9", "r2c8", "r2c7"]}
    diagonal = {"type": "sum", "kind": "little_killer", "sum": 9, "side": "top", "cells": ["r1c8", "r2c9"]}
    alone = describe(read(classic(*sandwiches, rossini, diagonal)))["rules"]
    assert not any("These are" in sentence for sentence in alone.values())
    apart = describe(read(classic(*sandwiches, sky, rossini, diagonal)))["rules"]
    assert apart["Sandwich"].endswith("column. These are the numbers above and left of the grid.")
    assert apart["Skyscrapers"].endswith("ones. These are the numbers right of the grid.")
    assert "These are" not in apart["Little Killer"] + apart["Rossini"]
    mixed = describe(read(classic(*sandwiches, sky, beside("xsum", "top", 7))))["rules"]
    assert mixed["Sandwich"].endswith(" These are the numbers above r1c2 and r1c4, left of r3c1.")
    assert mixed["X-Sums"].endswith(" These are the numbers above r1c7.")


def test_verb_of_two_negatives_is_said_once() -> None:
    # Said "never hold consecutive digits or hold a digit and its double".
    stated = describe(read(classic({"type": "negative", "of": "kropki"})))["rules"]["Non-Kropki"]
    assert stated == "Orthogonal neighbours never hold consecutive digits or a digit and its double."
    stated = describe(read(classic({"type": "negative", "of": "xv"})))["rules"]["Non-XV"]
    assert stated == "Orthogonal neighbours never sum to 10 or to 5."
