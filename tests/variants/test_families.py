"""Names and sentences of the rule families: section 5 and 7 of the naming rules."""

from __future__ import annotations

from typing import Any

import pytest

from pencilmark.board import STANDARD_BOXES
from pencilmark.exchange import fingerprint, read, write
from pencilmark.rules import REGISTRY
from pencilmark.variants import describe

from ..documents import classic, document, twodoku
from ..exchange.bad_variants import corner, edge, line, outside, pairs, rule

Doc = dict[str, Any]

ROW = " ".join(f"r1c{i}" for i in range(1, 10))
BLOCK = "r1c1 r1c2 r2c1 r2c2"


def six(*rules: Doc) -> Doc:
    box = {"type": "box_grid", "origin": "r1c1", "box": list(STANDARD_BOXES[6])}
    return document(6, 6, 6, [box, *rules])


def negative(of: str, **keys: Any) -> Doc:
    return {"type": "negative", "of": of, **keys}


NAMES: list[tuple[str, list[Doc]]] = [
    ("Killer", [rule("cage", "r1c1 r1c2", sum=5)]),
    ("Little Killer", [outside("sum", "r1c2 r2c3", "top", kind="little_killer", sum=9)]),
    ("Sum Frame", [outside("sum", "r1c2 r2c2 r3c2", "top", kind="frame", sum=9)]),
    ("Sum", [rule("sum", "r5c5 r6c6", kind="group", sum=9), rule("sum", BLOCK, kind="corner", sum=9)]),
    ("Sandwich", [outside("sandwich", ROW, sum=9)]),
    ("X-Sums", [outside("xsum", ROW, sum=9)]),
    ("Skyscrapers", [outside("skyscraper", ROW, value=3)]),
    ("Rossini", [outside("rossini", arrow="in"), negative("rossini")]),
    ("123", [outside("first_seen", ROW, value=2, digits=[1, 2, 3])]),
    ("Count Different", [outside("distinct_count", "r1c2 r2c3", "top", value=2)]),
    ("Arrow", [{"type": "arrow", "bulb": ["r1c1"], "lines": [["r1c2"]]}]),
    ("Thermo", [line("thermo")]),
    ("Slow Thermo", [line("slow_thermo")]),
    ("German Whispers", [line("whisper"), line("whisper", value=5)]),
    ("Dutch Whispers", [line("whisper", value=4)]),
    ("Whispers", [line("whisper", value=4), line("whisper")]),
    ("Renban", [line("renban")]),
    ("Region Sum", [line("region_sum")]),
    ("Palindrome", [line("palindrome")]),
    ("Entropic", [line("entropic")]),
    ("Modular", [line("modular")]),
    ("Parity", [line("parity")]),
    ("Zipper", [line("zipper")]),
    ("Between Lines", [line("between")]),
    ("Lockout", [line("lockout")]),
    ("Double Arrow", [line("double_arrow")]),
    ("Kropki", [edge("kropki", color="black"), negative("kropki")]),
    ("Consecutive", [edge("kropki", color="white"), negative("kropki", color="white")]),
    ("Non-Kropki", [negative("kropki", color="black")]),
    ("XV", [edge("xv", letter="V"), negative("xv")]),
    ("Non-XV", [negative("xv")]),
    ("Difference", [edge("difference", value=3), negative("difference", value=3)]),
    ("Sum Pairs", [edge("sum", sum=3), negative("sum", sum=3)]),
    ("Product", [edge("product", value=42), negative("product", value=6)]),
    ("Ratio", [edge("ratio", value=3), negative("ratio", value=3)]),
    ("Greater-Than", [edge("greater"), edge("less", "r5c5 r5c6")]),
    ("Battenburg", [corner("battenburg"), negative("battenburg")]),
    ("Mathrax", [corner("mathrax", op="+", value=9)]),
    ("Exclusion", [corner("exclude", value=9), rule("cell", "r5c5", kind="exclude", values=[3])]),
    ("Quadruple", [rule("contains", BLOCK, digits=[1])]),
    ("Cupid", [rule("appears", "r2c2 r3c3", source="r1c1")]),
    ("Clone", [rule("clone", regions=[["r1c1"], ["r5c5"]])]),
    ("Twin", [rule("isomorphic", regions=[["r1c1"], ["r5c5"]])]),
    ("Odd-Even", [rule("cell", "r5c5", kind="odd"), negative("cell", kind="odd")]),
    ("Low-High", [rule("cell", "r5c5", kind="low", split=4), negative("cell", kind="low", split=4)]),
    ("Digit Class", [rule("cell", "r5c5", kind="set", values=[3])]),
    ("Double", [rule("count", ROW, each=1)]),
    ("Counting Circles", [rule("count", ROW, kind="circles")]),
    ("Count", [rule("count", ROW, counts=[[1, 1]])]),
    ("Distinct Count", [rule("distinct_count", "r2c2 r5c5", value=1)]),
    ("Equal Sums", [rule("equal_sum", segments=[["r1c1"], ["r5c5"]])]),
    ("Vudoku", [rule("vudoku", "r2c2 r3c1 r3c3")]),
    ("Entropy", [rule("global_entropy")]),
    ("Anti-Knight", [rule("neighbours", kind="antiknight")]),
    ("Anti-King", [rule("neighbours", kind="antiking")]),
    ("Non-Consecutive", [rule("neighbours", kind="nonconsecutive")]),
    ("Neighbours", [rule("neighbours", op="difference_at_least", params=[2], where="orthogonal")]),
    ("Relation", [pairs("sum", [11], ["r1c1", "r5c5"])]),
]


@pytest.mark.parametrize("name, rules", NAMES, ids=[name for name, _ in NAMES])
def test_family(name: str, rules: list[Doc]) -> None:
    described = describe(read(classic(*rules)))
    assert described["type"] == f"{name} Sudoku"
    assert list(described["rules"]) == ["Sudoku", name]
    assert described["rules"][name].endswith(".")
    assert "\n" not in described["rules"][name]


def test_keys_follow_the_registry() -> None:
    everything = [rule for _, rules in NAMES for rule in rules]
    keys = list(describe(read(classic(*reversed(everything))))["rules"])[1:]
    merged = {"German Whispers": "", "Dutch Whispers": "", "Consecutive": "", "Non-Kropki": "", "Non-XV": ""}
    assert keys == [name for name, _ in NAMES if name not in merged]


def test_every_family_is_tested() -> None:
    families = {name for cls in REGISTRY for name in (*cls.FAMILIES, cls.NAME) if name}
    placed = {"Jigsaw", "Diagonals", "Windows", "Disjoint Groups", "Colour Groups", "Extra Regions"}
    assert families - placed == {name for name, _ in NAMES} - {
        "German Whispers", "Dutch Whispers", "Consecutive", "Non-Kropki", "Non-XV"
    }  # fmt: skip


@pytest.mark.parametrize(
    "rules, words",
    [
        ([rule("cage", "r1c1 r1c2")], []),
        ([rule("cage", "r1c1", sum=3), rule("cage", "r5c5 r5c6")], ["small number"]),
        ([outside("sum", "r1c2 r2c2 r3c2", "top", kind="frame", sum=9)], ["3"]),
        ([outside("sandwich", ROW, sum=9)], ["1", "9"]),
        ([outside("first_seen", ROW, value=2, digits=[2, 4])], ["2", "4"]),
        ([{"type": "arrow", "bulb": ["r1c1", "r1c2"], "lines": [["r2c2"]]}], ["two-digit"]),
        ([line("whisper", value=3)], ["3"]),
        ([line("lockout", value=3)], ["3"]),
        ([line("entropic")], ["1–3", "4–6", "7–9"]),
        ([edge("kropki", color="white")], ["white"]),
        ([edge("kropki", color="black"), negative("kropki", color="white")], ["black", "consecutive"]),
        ([edge("xv", letter="V"), negative("xv", letter="X")], ["V", "10"]),
        ([negative("xv", letter="V")], ["5"]),
        ([negative("difference", value=3)], ["3"]),
        ([outside("rossini", arrow="in"), negative("rossini")], ["neither"]),
        ([corner("battenburg"), negative("battenburg")], ["without"]),
        ([corner("mathrax", op="even")], ["E", "even"]),
        ([rule("cell", "r5c5", kind="odd"), negative("cell", kind="odd")], ["odd", "even"]),
        ([rule("cell", "r5c5", kind="high", split=6)], ["7–9"]),
        ([rule("count", ROW, each=2)], ["twice"]),
        ([rule("global_entropy")], ["1–3", "4–6", "7–9"]),
        ([rule("neighbours", kind="antiking", within="box")], ["within the same box"]),
        ([rule("neighbours", kind="antiking", within="region")], ["within the same region"]),
        ([rule("neighbours", kind="antiking", area=["r1c1", "r2c2"])], ["inside the shaded area"]),
        ([rule("neighbours", kind="antiking", **{"except": [["r1c1", "r2c2"]]})], ["except where marked"]),
        ([rule("neighbours", op="sum", params=[9], where="king")], ["9", "king"]),
        ([pairs("ratio", [3], ["r1c1", "r5c5"])], ["3"]),
    ],
)
def test_sentence_states(rules: list[Doc], words: list[str]) -> None:
    (sentence,) = list(describe(read(classic(*rules)))["rules"].values())[1:]
    assert all(word in sentence for word in words), sentence


def test_absent_marks_are_not_mentioned() -> None:
    white = list(describe(read(classic(edge("kropki", color="white"))))["rules"].values())[1]
    assert "black" not in white
    odd = list(describe(read(classic(rule("cell", "r5c5", kind="odd"))))["rules"].values())[1]
    assert "even" not in odd.replace("seven", "")


def test_other_sizes() -> None:
    assert describe(read(six(line("whisper", value=3))))["type"] == "Mini Whispers Sudoku"
    assert describe(read(six(rule("cage", "r1c1 r1c2", sum=5))))["type"] == "Mini Killer Sudoku"
    assert describe(read(six(rule("count", "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6", each=1))))["type"] == "Mini Double Sudoku"
    latin = document(6, 6, 6, [{"type": "grid", "origin": "r1c1"}, rule("cage", "r1c1", sum=5)])
    assert describe(read(latin))["type"] == "Mini Killer Sudoku"


def test_several_grids() -> None:
    knight = rule("neighbours", kind="antiknight")
    assert describe(read(twodoku(knight)))["type"] == "Anti-Knight Twodoku"
    assert "Only" not in describe(read(twodoku(knight)))["rules"]["Anti-Knight"]
    scoped = describe(read(twodoku({**knight, "area": "r7c7"})))
    assert scoped["type"] == "Anti-Knight Twodoku"
    assert scoped["rules"]["Anti-Knight"].endswith(" Only in the bottom-right grid.")
    dots = [edge("kropki", "r15c14 r15c15", color="white"), negative("kropki", color="white", area="r7c7")]
    assert describe(read(twodoku(*dots)))["rules"]["Consecutive"].endswith(" Only in the bottom-right grid.")
    assert "Only" not in describe(read(twodoku(dots[0], negative("kropki"))))["rules"]["Consecutive"]
    assert "Only" not in describe(read(twodoku(rule("cage", "r1c1"), rule("cage", "r15c15"))))["rules"]["Killer"]
    assert describe(read(twodoku(rule("cage", "r1c1"), knight)))["type"] == "Variant Twodoku"


def test_family_with_the_name_of_the_layout_is_named_once() -> None:
    grids = [{"type": "box_grid", "origin": f"r1c{col}", "box": [3, 3]} for col in (1, 11)]
    cells = [[f"r{row}c{first + col}" for row in range(1, 10) for col in range(9)] for first in (1, 11)]
    givens = [None if i % 19 == 9 else 0 for i in range(9 * 19)]
    twins = document(9, 19, 9, [*grids, rule("isomorphic", regions=cells)], givens=givens)
    assert describe(read(twins))["type"] == "Twin Sudoku"
    assert list(describe(read(twins))["rules"]) == ["Twin"]
    twins["rules"].append(rule("cage", "r1c1"))
    assert describe(read(twins))["type"] == "Killer Twin Sudoku"


def test_only_regions_make_a_placement_variant() -> None:
    diagonals = [" ".join(f"r{i}c{i if down else 10 - i}" for i in range(1, 10)) for down in (True, False)]
    cages = [rule("cage", cells) for cells in diagonals]
    assert describe(read(classic(*cages)))["type"] == "Killer Sudoku"
    regions = [rule("region", cells, kind="extra") for cells in diagonals]
    assert describe(read(classic(*regions, cages[0])))["type"] == "Variant Sudoku"


@pytest.mark.parametrize("name, rules", NAMES, ids=[name for name, _ in NAMES])
def test_description_does_not_depend_on_the_order_of_rules(name: str, rules: list[Doc]) -> None:
    puzzle, turned = read(classic(*rules)), read(classic(*rules[::-1]))
    assert describe(puzzle)["type"] == describe(turned)["type"]
    assert fingerprint(puzzle) == fingerprint(turned) == fingerprint(read(write(puzzle)))
