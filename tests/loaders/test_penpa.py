"""penpa-edit: drawings built by hand and packed as the program packs them, and everything that must be refused."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable
from itertools import pairwise
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilmark import exchange
from pencilmark.errors import FormatError, NotSupportedError, UnsupportedPuzzle
from pencilmark.loaders import penpa

from ..documents import CLASSIC, classic, document

SHORT = {'"qa"': "z9", '"pu_q"': "zQ", '"line"': "zL", '"lineE"': "zE", '"number"': "zN", '"symbol"': "zY",
         '"numberS"': "z1", '"thermo"': "zT", '"arrows"': "z3", '"killercages"': "z6", '"nobulbthermo"': "z7",
         '"__a"': "z_", "null": "zO", '"surface"': "zS", '"command_redo"': "zR"}  # fmt: skip
RULES = "Normal sudoku rules apply."


def pack(text: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()


class Drawing:
    """A square board with ``margin`` rows of white space around it, in the numbering of the program."""

    def __init__(self, size: int = 9, margin: int = 0) -> None:
        self.size = size
        self.side = size + 2 * margin
        self.first = 2 + margin
        self.width = self.side + 4
        self.count = self.width**2
        self.layers: dict[str, Any] = {
            "command_redo": {"__a": []}, "surface": {}, "number": {}, "numberS": {}, "symbol": {}, "line": {},
            "lineE": {}, "freeline": {}, "freelineE": {}, "thermo": [], "arrows": [], "killercages": [], "cage": {},
            "nobulbthermo": [], "wall": {}, "polygon": [],
        }  # fmt: skip
        self.header: dict[int, str] = {}

    def cell(self, row: int, col: int) -> int:
        """Number of the cell in a row and column counted from 1."""
        return (row - 1 + self.first) * self.width + col - 1 + self.first

    def cells(self, *names: str) -> list[int]:
        return [self.cell(*map(int, name[1:].split("c"))) for name in names]

    def vertex(self, down: int, right: int) -> int:
        """Number of a grid corner, counted in lines from the board's top left corner."""
        return self.count + self.cell(down, right)

    def border(self, a: tuple[int, int], b: tuple[int, int], style: int = 2) -> None:
        self.layers["lineE"][f"{self.vertex(*a)},{self.vertex(*b)}"] = style

    def boxes(self, height: int, width: int) -> Drawing:
        """Thick lines around every box and around the board."""
        for i in range(self.size):
            for line in range(0, self.size + 1, height):
                self.border((line, i), (line, i + 1))
            for line in range(0, self.size + 1, width):
                self.border((i, line), (i + 1, line), 21)
        return self

    def given(self, digits: Iterable[int], style: str = "1") -> Drawing:
        for i, digit in enumerate(digits):
            if digit:
                self.layers["number"][str(self.cell(i // self.size + 1, i % self.size + 1))] = [str(digit), 1, style]
        return self

    def cage(self, total: str, *names: str) -> Drawing:
        cells = self.cells(*names)
        self.layers["killercages"].append(cells)
        if total:
            self.layers["numberS"][str(4 * self.count + 4 * cells[0])] = [total, 1]
        return self

    def text(self, rules: str = RULES, kind: str = "sudoku") -> str:
        escaped = rules.replace("\n", "%2D").replace(",", "%2C").replace("&", "%2E").replace("=", "%2F")
        header = [kind, str(self.side), str(self.side), "38", "0", "1", "1", "456", "456", "84", "84", "0", "0", "0",
                  "0", "Title: A%2C B", "Author: C", "https://example.org", escaped, "OFF", "false"]  # fmt: skip
        for i, value in self.header.items():
            header[i:] = [value, *header[i + 1 :]]
        board = [self.cell(row + 1, col + 1) for row in range(self.size) for col in range(self.size)]
        steps = [board[0], *(b - a for a, b in pairwise(board))]
        lines = [",".join(header), "[0,0,0,0]", '["1"]', json.dumps(self.layers, separators=(",", ":")), "",
                 json.dumps(steps), '"x"']  # fmt: skip
        body = "\n".join(lines)
        for long, short in SHORT.items():
            body = body.replace(long, short)
        return body

    def packed(self, rules: str = RULES, kind: str = "sudoku") -> str:
        return pack(self.text(rules, kind))

    def load(self, rules: str = RULES) -> Any:
        return penpa.load(self.packed(rules))


def plain() -> Drawing:
    return Drawing().boxes(3, 3).given(int(symbol) for symbol in CLASSIC)


def same(drawing: Drawing, doc: dict[str, Any], rules: str = RULES) -> bool:
    return exchange.fingerprint(drawing.load(rules)) == exchange.fingerprint(exchange.read(doc))


def test_every_way_to_hand_in_a_drawing() -> None:
    packed = plain().packed()
    forms = [packed, f"penpa:{packed}", f"m=edit&p={packed}", f"m=solve&p={packed}&a=xyz", packed.rstrip("="),
             f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}",
             f"https://example.org/penpa-edit/?m=edit&p={quote(packed)}",
             f"  {packed.replace('+', ' ')}\n"]  # fmt: skip
    for form in forms:
        assert penpa.load(form) == exchange.read(classic())
    puzzle = penpa.load(packed)
    assert dict(puzzle.meta) == {
        "title": "A, B", "author": "C", "source": "https://example.org", "rules_text": RULES,
    }  # fmt: skip


def test_square_grids_with_white_space() -> None:
    drawing = Drawing(6, margin=2).boxes(2, 3).given([1, 2, 3, 4, 5, 6] + [0] * 30)
    doc = document(
        6, 6, 6, [{"type": "box_grid", "origin": "r1c1", "box": [2, 3]}], givens=[1, 2, 3, 4, 5, 6] + [0] * 30
    )
    assert penpa.load(drawing.packed(kind="square")) == exchange.read(doc)
    sixteen = Drawing(16).boxes(4, 4).given([16] + [0] * 255)
    assert sixteen.load().givens[0] == 16


def test_regions_from_thick_borders() -> None:
    drawing = Drawing(4)
    with pytest.raises(UnsupportedPuzzle, match="4 regions of 4 cells"):
        drawing.load()
    drawing.boxes(2, 2)
    drawing.layers["lineE"].pop(f"{drawing.vertex(2, 2)},{drawing.vertex(3, 2)}")
    with pytest.raises(UnsupportedPuzzle, match="4 regions of 4 cells"):
        drawing.load()
    rows = Drawing(4).boxes(1, 4)
    latin = document(4, 4, 4, [{"type": "grid", "origin": "r1c1"}])
    assert same(rows, latin)


def test_jigsaw_pieces() -> None:
    pieces = [["r1c1", "r1c2", "r2c1", "r2c2"], ["r1c3", "r1c4", "r2c4", "r3c4"],
              ["r2c3", "r3c3", "r4c3", "r4c4"], ["r3c1", "r3c2", "r4c1", "r4c2"]]  # fmt: skip
    owner = {cell: i for i, piece in enumerate(pieces) for cell in piece}
    drawing = Drawing(4)
    for row in range(1, 5):
        for col in range(1, 5):
            here = owner[f"r{row}c{col}"]
            if col < 4 and owner[f"r{row}c{col + 1}"] != here:
                drawing.border((row - 1, col), (row, col))
            if row < 4 and owner[f"r{row + 1}c{col}"] != here:
                drawing.border((row, col - 1), (row, col))
    boxes = [{"type": "box", "cells": piece} for piece in pieces]
    assert same(drawing, document(4, 4, 4, [{"type": "grid", "origin": "r1c1"}, *boxes]))


def test_cages_thermometers_and_arrows() -> None:
    drawing = plain().cage("8", "r1c1", "r1c2").cage("", "r5c6", "r4c6", "r4c7")
    drawing.layers["killercages"].append([])  # a tool that was opened and left
    first, second = drawing.cells("r1c1", "r1c2")
    drawing.layers["cage"] = {f"{4 * drawing.count + 4 * first},{4 * drawing.count + 4 * second + 1}": 10}
    drawing.layers["thermo"] = [drawing.cells("r9c1", "r8c2", "r7c2"), []]
    drawing.layers["arrows"] = [drawing.cells("r3c3", "r2c3", "r2c4"), drawing.cells("r3c3", "r4c3")]
    drawing.layers["symbol"] = {str(drawing.cells("r3c3")[0]): [1, "circle_L", 1]}
    rules = (
        "Killer cages sum to the clue. Thermometers increase from the bulb.\nDigits along an arrow sum to the circle."
    )
    expected = classic(
        {"type": "cage", "sum": 8, "cells": ["r1c1", "r1c2"]},
        {"type": "cage", "cells": ["r4c6", "r4c7", "r5c6"]},
        {"type": "line", "kind": "thermo", "cells": ["r9c1", "r8c2", "r7c2"]},
        {"type": "arrow", "bulb": ["r3c3"], "lines": [["r2c3", "r2c4"], ["r4c3"]]},
    )
    assert same(drawing, expected, rules)


@pytest.mark.parametrize("form", ["steps", "whole", "cells", "free cells"])
def test_diagonals(form: str) -> None:
    drawing = plain()
    last = 9 if form in ("steps", "whole") else 8
    name = {"steps": "lineE", "whole": "freelineE", "cells": "line", "free cells": "freeline"}[form]

    def point(i: int, k: int) -> int:
        return drawing.vertex(i, k) if last == 9 else drawing.cell(i + 1, k + 1)

    spans = [(i, i + 1) for i in range(last)] if form in ("steps", "cells") else [(0, last)]
    for a, b in spans:
        drawing.layers[name][f"{point(a, a)},{point(b, b)}"] = 12
        drawing.layers[name][f"{point(b, last - b)},{point(a, last - a)}"] = 12
    diagonals = [
        {"type": "region", "kind": "diagonal", "cells": [f"r{i}c{i if side else 10 - i}" for i in range(1, 10)]}
        for side in (True, False)
    ]
    assert same(drawing, classic(*diagonals), "Digits do not repeat on the marked diagonals.")
    with pytest.raises(UnsupportedPuzzle, match="does not mention"):
        drawing.load()


def test_texts_with_escapes_and_the_letter_z() -> None:
    rules = "Normal sudoku rules apply, zig & zag = zQ\nzZ null"
    drawing = plain()
    escaped = drawing.text(rules).replace("zig", "zZig").replace("zag", "zZag").replace("zQ\\n", "zZQ\\n")
    header, rest = escaped.split("\n", 1)
    header = header.replace("= zQ", "= zZQ").replace("%2F zQ", "%2F zZQ").replace("%2DzZ ", "%2DzZZ ")
    assert penpa.load(pack(f"{header}\n{rest}")).meta["rules_text"] == rules


def spoiled(layer: str, value: Any, **more: Any) -> Drawing:
    drawing = plain()
    drawing.layers |= {layer: value, **more}
    return drawing


def at(*names: str) -> list[int]:
    return Drawing().cells(*names)


COUNT = Drawing().count
KILLER = "Killer cages apply."
LAYERS: dict[str, tuple[Drawing, str, str]] = {
    "surface": (spoiled("surface", {"30": 1}), RULES, "1 mark of the tool 'surface'"),
    "walls": (spoiled("wall", {"1": 1, "2": 1}), RULES, "2 marks of the tool 'wall'"),
    "unknown tool": (spoiled("holes", [1]), RULES, "tool 'holes'"),
    "unknown text": (spoiled("fog", "x"), RULES, "tool 'fog'"),
    "lines": (spoiled("nobulbthermo", [at("r1c1", "r1c2")]), RULES, "tool 'nobulbthermo'"),
    "letter": (spoiled("number", {str(at("r1c1")[0]): ["K", 1, "1"]}), RULES, "the text 'K' in r1c1"),
    "ten": (spoiled("number", {str(at("r1c1")[0]): ["10", 1, "1"]}), RULES, "the text '10' in r1c1"),
    "small digit": (spoiled("number", {str(at("r1c1")[0]): ["5", 1, "5"]}), RULES, "the text '5' in r1c1"),
    "outside digit": (spoiled("number", {"5": ["5", 1, "1"]}), RULES, "outside the board"),
    "edge digit": (spoiled("number", {str(2 * COUNT + 40): ["5", 1, "1"]}), RULES, "on a border"),
    "no list": (spoiled("number", {str(at("r1c1")[0]): 5}), RULES, "the text '?' in r1c1"),
    "symbol": (spoiled("symbol", {str(at("r1c1")[0]): [1, "circle_L", 1]}), RULES, "1 symbols"),
    "square": (spoiled("symbol", {str(at("r1c1")[0]): [1, "square_L", 1]}), RULES, "1 symbols"),
    "bare arrow": (spoiled("arrows", [at("r1c1", "r1c2")]), "Arrows apply.", "does not start on a circle"),
    "arrow gap": (
        spoiled("arrows", [at("r1c1", "r1c3")], symbol={str(at("r1c1")[0]): [1, "circle_L", 1]}),
        "Arrows apply.", "has gaps",
    ),
    "thermo gap": (spoiled("thermo", [at("r1c1", "r1c3")]), "Thermometers apply.", "do not touch"),
    "thermo loop": (spoiled("thermo", [at("r1c1", "r1c2", "r1c1")]), "Thermometers apply.", "repeats a cell"),
    "thermo outside": (spoiled("thermo", [[*at("r1c1"), 3]]), "Thermometers apply.", "leaves the board"),
    "bulb only": (spoiled("thermo", [at("r1c1")]), "Thermometers apply.", "do not touch"),
    "loose sum": (spoiled("numberS", {str(4 * COUNT + 4 * at("r1c1")[0]): ["8", 1]}), RULES, "small text '8' in r1c1"),
    "sum outside": (spoiled("numberS", {"3": ["8", 1]}), RULES, "small text '8' outside"),
    "outline": (spoiled("cage", {f"{4 * COUNT + 200},{4 * COUNT + 205}": 10}), RULES, "outline without a cage"),
    "product": (plain().cage("8x", "r1c1", "r1c2"), KILLER, "small text '8x'"),
    "odd border": (spoiled("lineE", {"3,4": 2}), RULES, "not on the grid"),
    "style": (spoiled("lineE", {f"{COUNT + 40},{COUNT + 41}": 3}), RULES, "neither region borders"),
    "line": (spoiled("line", {f"{at('r1c1')[0]},{at('r1c2')[0]}": 3}), RULES, "1 lines that are neither"),
    "line outside": (spoiled("line", {"3,4": 3}), RULES, "not between two cells"),
    "no rules": (plain(), " ", "no rules text"),
}  # fmt: skip


@pytest.mark.parametrize("name", LAYERS)
def test_other_elements_are_refused(name: str) -> None:
    drawing, rules, words = LAYERS[name]
    with pytest.raises(UnsupportedPuzzle) as caught:
        drawing.load(rules)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert any(words in element for element in caught.value.elements)


def test_all_refused_elements_are_listed_at_once() -> None:
    drawing = spoiled("surface", {"30": 1}, wall={"1": 1})
    with pytest.raises(UnsupportedPuzzle) as caught:
        drawing.load("Anti-knight rules apply. Killer cages sum up.")
    assert len(caught.value.elements) >= 4


def test_two_sums_in_one_cage() -> None:
    drawing = plain().cage("8", "r1c1", "r1c2")
    drawing.layers["numberS"][str(4 * drawing.count + 4 * drawing.cells("r1c2")[0])] = ["3", 1]
    with pytest.raises(UnsupportedPuzzle, match="'3' in r1c2"):
        drawing.load(KILLER)


WORDS = ["Anti-knight.", "Cells a king's move apart differ.", "White dots: consecutive.",
         "All X and V are given.", "Green lines are whispers.", "Renban lines.", "Palindrome.",
         "Sandwich clues.", "Skyscrapers.", "Little killer.", "Fog of war.", "Grey squares are even.",
         "Circles hold odd digits.", "Quadruples.", "Clones.", "Between lines.", "Killer cages sum up.",
         "Thermometers increase.", "Digits on arrows sum up.", "The diagonals hold 1-9.", "Nonconsecutive.",
         "Disjoint groups.", "Windoku.", "Extra regions.", "Greater-than signs.", "X-sums.",
         "Region sum lines.", "Slow thermos.", "Entropic lines.", "Battenburg.", "Mathrax.", "Minimum cells.",
         "Adjacent digits have a difference of 2.", "Dots mark a ratio.", "Numbered rooms."]  # fmt: skip


@pytest.mark.parametrize("words", WORDS)
def test_words_without_a_drawing_are_refused(words: str) -> None:
    with pytest.raises(UnsupportedPuzzle, match="rules text"):
        plain().load(f"Normal sudoku rules apply. {words}")


def test_cages_with_repeats_are_refused() -> None:
    drawing = plain().cage("8", "r1c1", "r1c2")
    for rules in ("Digits may repeat in cages.", "In a killer cage digits can be repeated.", "Cages: repeats allowed."):
        with pytest.raises(UnsupportedPuzzle, match="digits repeat"):
            drawing.load(rules)
    assert drawing.load("Digits may not repeat in cages.")
    assert drawing.load("Killer cages: digits cannot be repeated.")


def test_background_images_are_refused() -> None:
    drawing = plain()
    drawing.header = {21: pack("{}")}
    assert drawing.load() == exchange.read(classic())
    for image in (pack('{"url":"x"}'), "nonsense"):
        drawing.header = {21: image}
        with pytest.raises(UnsupportedPuzzle, match="background image"):
            drawing.load()


def edited(old: str, new: str) -> str:
    text = plain().text()
    assert old in text
    return pack(text.replace(old, new, 1))


def with_line(i: int, line: str) -> str:
    lines = plain().text().split("\n")
    lines[i] = line
    return pack("\n".join(lines))


STEPS = ",".join(["28"] + (["1"] * 8 + ["5"]) * 8 + ["1"] * 8)
BROKEN: dict[str, tuple[str, type[Exception], str]] = {
    "nothing": ("", FormatError, "cannot be unpacked"),
    "prefix": ("penpa:", FormatError, "cannot be unpacked"),
    "words": ("hello world", FormatError, "cannot be unpacked"),
    "umlaut": ("ä" * 40, FormatError, "cannot be unpacked"),
    "base64 only": (base64.b64encode(b"hello, world").decode(), FormatError, "cannot be unpacked"),
    "zlib header": (base64.b64encode(zlib.compress(b"square\n\n\n")).decode(), FormatError, "cannot be unpacked"),
    "cut off": (plain().packed()[:200], FormatError, "cannot be unpacked"),
    "no utf-8": (base64.b64encode(b"\x01\x02\x00\xfd\xff\xff\xfe").decode(), FormatError, "cannot be unpacked"),
    "bomb": (pack("x" * (penpa.MAX_TEXT + 1)), FormatError, "cannot be unpacked"),
    "short": (pack("square,9,9\n[]\n"), FormatError, "fewer than six lines"),
    "old": (with_line(0, "0,9,9"), NotSupportedError, "older than version 2"),
    "hexagons": (edited("sudoku,", "hex,"), NotSupportedError, "grid type 'hex'"),
    "kakuro": (edited("sudoku,", "kakuro,"), NotSupportedError, "grid type 'kakuro'"),
    "no header": (with_line(0, ""), NotSupportedError, "grid type ''"),
    "no size": (with_line(0, "square"), FormatError, "no size"),
    "size 0": (with_line(0, "square,0,9"), FormatError, "no size"),
    "huge": (with_line(0, "square,9999,9999"), FormatError, "no size"),
    "text size": (with_line(0, "square,x,9"), FormatError, "no size"),
    "no drawing": (with_line(3, ""), FormatError, "the drawing cannot be read"),
    "drawing list": (with_line(3, "[]"), FormatError, "the drawing cannot be read"),
    "drawing junk": (with_line(3, "{"), FormatError, "the drawing cannot be read"),
    "deep": (with_line(3, "[" * 100_000), FormatError, "the drawing cannot be read"),
    "no cells": (with_line(5, "[]"), FormatError, "list of cells"),
    "cells text": (with_line(5, '["a"]'), FormatError, "list of cells"),
    "cells true": (with_line(5, "[true]"), FormatError, "list of cells"),
    "cells junk": (with_line(5, "{}"), FormatError, "list of cells"),
    "one row": (with_line(5, "[28,1,1,1,1]"), NotSupportedError, "one full square"),
    "three": (with_line(5, "[28,1,1,11,1,1,11,1,1]"), NotSupportedError, "4 to 16"),
    "hole": (with_line(5, f"[{STEPS[:-2]}]"), NotSupportedError, "one full square"),
    "too low": (with_line(5, f"[{STEPS.replace('28', '93', 1)}]"), FormatError, "leaves the grid"),
    "layer": (with_line(3, '{"number":[1]}'), FormatError, "layer number"),
    "path layer": (with_line(3, '{"thermo":{"1":2}}'), FormatError, "layer thermo"),
    "flat paths": (with_line(3, '{"thermo":[1]}'), FormatError, "layer thermo"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_links(name: str) -> None:
    text, error, words = BROKEN[name]
    with pytest.raises(error) as caught:
        penpa.load(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 60) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["28", "29", "197,210", "28,29", "845"]) | st.text(max_size=5), inner, max_size=3
        )
    ),
    max_leaves=12,
)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.sampled_from(sorted(Drawing().layers)), JUNK)
def test_junk_is_a_puzzle_or_a_named_one_line_error(layer: str, junk: object) -> None:
    try:
        assert spoiled(layer, junk).load("Cages, thermometers, arrows.").digits == 9
    except (FormatError, NotSupportedError) as error:
        assert "\n" not in str(error)
