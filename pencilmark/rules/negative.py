"""``negative``: every clue of a family is given, so a place without one does not have the property.

::

    3 o 4   2         a pair without a dot is neither consecutive nor 1:2;
                      the same for letters, numbers, arrows at a border,
    9   7   5         checkerboard marks and marked cells
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, UnsetType

from ..board import Cell, Digit
from ..constraints.table import table
from ..puzzle import Relation
from .base import Allowed, Board, Examples, Fault, PositiveInt, Primitive, Rule, bare, reading_order, to_json
from .canvas import Canvas
from .corner import checkerboard, is_checkerboard
from .neighbours import scope_words
from .shared import OPERATIONS, Number, Scope, area_cells, check_area, check_origin, grid_blocks, grid_pairs

Place = tuple[Cell, ...]
Rules = tuple[Rule, ...]
Test = Callable[..., bool]


@dataclass(frozen=True, slots=True)
class _Part:
    """One property that places without a clue do not have.

    ``has`` tests the digits of a place for it; a pair that must not have it stands in the relation ``op``, where one
    exists. ``words`` say what such a place never does.
    """

    has: Test
    words: str
    op: str = ""
    params: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Look:
    """What a negative of one family means.

    Attributes
    ----------
    family : str
        Family whose clues exempt their places, and which the negative joins.
    text : str
        Sentence with gaps for ``mark`` and for the words of the parts.
    mark : str
        Words for "without a clue".
    parts : callable (Negative) -> tuple of _Part
        The properties, in the order of their expansion.
    places : callable (Board, rules) -> places
        All places that could carry a clue, in board order.
    covers : callable (cells of a clue) -> places
        The places that a clue exempts.
    primitive : callable (_Part, place, Board) -> Primitive
        What keeps a place from having the property.
    required, optional : tuple of str
        Selector keys.
    match : tuple of str
        Keys in which a clue must agree with the negative to exempt its places.
    """

    family: str
    text: str
    mark: str
    parts: Callable[[Negative], tuple[_Part, ...]]
    places: Callable[[Board, Rules], Sequence[Place]]
    covers: Callable[[Place], Sequence[Place]]
    primitive: Callable[[_Part, Place, Board], Primitive]
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    match: tuple[str, ...] = ()


SELECTORS = ("color", "letter", "value", "sum", "kind", "split")


class Negative(Rule, frozen=True, tag="negative", kw_only=True):
    """No place without a clue of the family ``of`` has the property of such a clue."""

    of: Literal["kropki", "xv", "difference", "sum", "ratio", "product", "rossini", "battenburg", "cell"]
    color: Literal["white", "black"] | UnsetType = UNSET
    letter: Literal["X", "V"] | UnsetType = UNSET
    value: Number | UnsetType = UNSET
    sum: Number | UnsetType = UNSET
    kind: Literal["odd", "even", "low", "high"] | UnsetType = UNSET
    split: PositiveInt | UnsetType = UNSET
    zone: Scope | UnsetType = msgspec.field(name="area", default=UNSET)

    KIND_KEY: ClassVar[str] = "of"
    NOUN: ClassVar[str] = "negative rule"

    def element(self, board: Board) -> str:
        """Name in an explanation; the rule lies where no mark is."""
        return f"{self.family} {self.NOUN}"

    @property
    def look(self) -> _Look:
        """What the negative means."""
        return _LOOKS[self.of, self.kind]

    @property
    def family(self) -> str:
        """The family whose clues are all given."""
        return self.look.family

    @property
    def section(self) -> int:
        """Among the cell clues if it is about them."""
        return 1 if self.look.places is _cells else 2

    @property
    def separates(self) -> bool:
        """Missing Rossini arrows keep no arrows apart."""
        return self.look.places is not _ends

    def check(self, board: Board) -> None:
        """Raise Fault for missing or foreign selectors and cells that do not exist."""
        if (self.of, self.kind) not in _LOOKS:
            if self.kind is UNSET:
                raise Fault(f"a negative of {self.of!r} needs a kind: odd, even, low or high")
            raise Fault(f"a negative of {self.of!r} takes no kind; remove it", ".kind")
        look = self.look
        stated = [key for key in SELECTORS if getattr(self, key) is not UNSET]
        for key in stated:
            if key not in (*look.required, *look.optional):
                raise Fault(f"this negative of {self.of!r} takes no {key}; remove it", f".{key}")
        for key in look.required:
            if key not in stated:
                raise Fault(f"this negative of {self.of!r} needs the key {key!r}")
        if self.zone is not UNSET:
            check_area(self.zone, board)

    def check_among(self, board: Board, rules: Rules) -> None:
        """Raise Fault for an area that names no grid."""
        if self.zone is not UNSET:
            check_origin(self.zone, board, rules)

    def check_buildable(self, board: Board, rules: Rules) -> None:
        """Raise Fault for missing arrows on a board that is no full square, where rows have no clear ends."""
        if self.look.places is _ends and not board.full_square:
            raise Fault("a negative of 'rossini' needs a board that is one D×D square without gaps", ".of")

    def reach(self, board: Board) -> frozenset[Cell]:
        """The cells of the area, if one is stated."""
        return frozenset() if self.zone is UNSET else area_cells(self.zone, board)

    def uncovered(self, board: Board, rules: Rules) -> tuple[Place, ...]:
        """The places without a clue inside the area, in board order."""
        look, area = self.look, self.reach(board)
        covered: set[Place] = set()
        for rule in rules:
            if self._is_clue(rule):
                covered.update(look.covers(board.ids(getattr(rule, "cells", ()))))
        places = [place for place in look.places(board, rules) if place not in covered]
        return tuple(place for place in places if self.zone is UNSET or area.issuperset(place))

    def _is_clue(self, rule: Rule) -> bool:
        if isinstance(rule, Negative) or rule.family != self.family:
            return False
        return all(getattr(rule, key, UNSET) == getattr(self, key) for key in self.look.match)

    def pairs(self, board: Board, rules: Rules) -> tuple[Relation, ...] | None:
        """One relation per property and pair, for the negatives that are relations."""
        parts = self.look.parts(self)
        if not all(part.op for part in parts):
            return None
        places = self.uncovered(board, rules)
        return tuple(Relation(part.op, a, b, part.params) for part in parts for a, b in places)

    def expand(self, board: Board, rules: Rules) -> Iterator[Primitive]:
        """Yield one primitive per property and place."""
        places = self.uncovered(board, rules)
        for part in self.look.parts(self):
            for place in places:
                yield self.look.primitive(part, place, board)

    def holds(self, grid: Sequence[Digit], board: Board, rules: Rules) -> bool:
        """Whether no place without a clue has the property."""
        tests = [part.has for part in self.look.parts(self)]
        digits = [[grid[cell] for cell in place] for place in self.uncovered(board, rules)]
        return not any(has(*values) for has in tests for values in digits)

    def hashed(self, board: Board) -> dict[str, Any]:
        """The cells of the area instead of its name."""
        doc = to_json(bare(self))
        if doc.pop("area", None) is not None:
            doc["cells"] = reading_order([board.name(cell) for cell in self.reach(board)], board)
        return doc

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """What places without a clue never do."""
        return addition(rules)

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A note; an area of cells shaded."""
        if self.zone is not UNSET and not isinstance(self.zone, str):
            canvas.shade(sorted(self.reach(board)), "area")
        canvas.note(addition([self]))

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""

        def negative(of: str, **keys: Any) -> dict[str, Any]:
            return {"type": "negative", "of": of, **keys}

        area = ["r1c1", "r1c2", "r2c1", "r2c2", "r4c4"]
        return Examples(
            valid=(
                negative("kropki", area=area),
                negative("kropki", color="white", area=area),
                negative("xv", area=area),
                negative("xv", letter="V"),
                negative("difference", value=3),
                negative("ratio", value=3, area=area),
                negative("product", value=8, area=area),
                negative("sum", sum=8),
                negative("rossini", area=["r1c1", "r1c2", "r1c3", "r2c3"]),
                negative("battenburg", area=area),
                negative("cell", kind="odd", area=["r1c1", "r2c4"]),
                negative("cell", kind="low", split=1, area=["r1c1", "r2c4"]),
            ),
            refused=(
                negative("thermo"),
                negative("cell"),
                negative("kropki", kind="odd"),
                negative("xv", color="white"),
                negative("sum", value=5),
                negative("difference"),
                negative("cell", kind="odd", split=2),
                negative("cell", kind="low"),
                negative("battenburg", area="r1c1"),
                negative("kropki", area=["r9c9"]),
            ),
        )


def addition(rules: Sequence[Rule], marked: bool = True) -> str:
    """One sentence per scope about the negatives among some rules; empty without any.

    ``marked`` says whether the puzzle has clues of the family, so that places without one can be told apart.
    """
    words: dict[tuple[str, str], dict[str, None]] = {}
    for rule in rules:
        if isinstance(rule, Negative):
            text = rule.look.text.format(rule.look.mark if marked else "", "{}")
            stated = words.setdefault((text, scope_words(rule.zone)), {})
            stated.update(dict.fromkeys(part.words for part in rule.look.parts(rule)))
    return " ".join(
        f"{' '.join(filter(None, (text.format(_either(list(stated))), scope)))}."
        for (text, scope), stated in words.items()
    )


def _either(words: Sequence[str]) -> str:
    """The predicates joined by "or"; a verb that all of them begin with is said once."""
    verb = f"{words[0].split()[0]} "
    shared = all(text.startswith(verb) for text in words)
    return " or ".join(text.removeprefix(verb) if shared and i else text for i, text in enumerate(words))


def _one_pair(cells: Place) -> Sequence[Place]:
    return [tuple(sorted(cells))]


def _in_order(cells: Place) -> Sequence[Place]:
    return [cells]


def _every_cell(cells: Place) -> Sequence[Place]:
    return [(cell,) for cell in cells]


def _cells(board: Board, rules: Rules) -> Sequence[Place]:
    return _every_cell(tuple(range(len(board.cells))))


def _ends(board: Board, rules: Rules) -> Sequence[Place]:
    """The three cells at every end of a column or row: top, bottom, left, right."""
    size = board.digits
    if not board.full_square or size < 3:
        return []
    first, last = (0, 1, 2), (size - 1, size - 2, size - 3)
    down = [tuple(row * size + col for row in rows) for rows in (first, last) for col in range(size)]
    across = [tuple(row * size + col for col in cols) for cols in (first, last) for row in range(size)]
    return [*down, *across]


def _relation(part: _Part, place: Place, board: Board) -> Primitive:
    return Relation(part.op, place[0], place[1], part.params)


def _mask(part: _Part, place: Place, board: Board) -> Primitive:
    digits = [digit for digit in range(1, board.digits + 1) if not part.has(digit)]
    return Allowed(place[0], sum(1 << digit - 1 for digit in digits))


def _pair_table(part: _Part, place: Place, board: Board) -> Primitive:
    return table(place, board.digits, lambda v, w: not part.has(v, w))


def _end_table(part: _Part, place: Place, board: Board) -> Primitive:
    return table(place, board.digits, lambda u, v, w: not part.has(u, v, w), "Line Ranges")


def _no_checkerboard(part: _Part, place: Place, board: Board) -> Primitive:
    return checkerboard(place, wanted=False)


_DOTS = {
    "white": _Part(lambda v, w: abs(v - w) == 1, "hold consecutive digits", "not_consecutive"),
    "black": _Part(lambda v, w: v == 2 * w or w == 2 * v, "hold a digit and its double", "not_ratio", (2,)),
}
_LETTERS = {
    "X": _Part(lambda v, w: v + w == 10, "sum to 10", "not_sum", (10,)),
    "V": _Part(lambda v, w: v + w == 5, "sum to 5", "not_sum", (5,)),
}


def _selected(parts: dict[str, _Part], key: str) -> Callable[[Negative], tuple[_Part, ...]]:
    """The part that the negative selects, or all of them."""

    def choose(rule: Negative) -> tuple[_Part, ...]:
        chosen = getattr(rule, key)
        return tuple(parts.values()) if chosen is UNSET else (parts[chosen],)

    return choose


def _numbered(operation: str, key: str, words: str, op: str = "") -> Callable[[Negative], tuple[_Part, ...]]:
    """The part of a numbered pair clue."""
    test = OPERATIONS[operation]

    def build(rule: Negative) -> tuple[_Part, ...]:
        number = getattr(rule, key)
        params = (number,) if op else ()
        return (_Part(lambda v, w: test(v, w, number), words.format(number), op, params),)

    return build


def _single(has: Test, words: str) -> Callable[[Negative], tuple[_Part, ...]]:
    return lambda rule: (_Part(has, words),)


def _is_low(rule: Negative) -> tuple[_Part, ...]:
    split = rule.split
    return (_Part(lambda v: v <= split, f"hold digits above {split}"),)


def _is_high(rule: Negative) -> tuple[_Part, ...]:
    split = rule.split
    return (_Part(lambda v: v > split, f"hold digits up to {split}"),)


def _pair_look(family: str, mark: str, parts: Callable[[Negative], tuple[_Part, ...]], **keys: Any) -> _Look:
    text = "Orthogonal neighbours{} never {}"
    primitive = keys.pop("primitive", _relation)
    return _Look(family, text, f" without a {mark}", parts, grid_pairs, _one_pair, primitive, **keys)


def _cell_look(family: str, mark: str, parts: Callable[[Negative], tuple[_Part, ...]], *split: str) -> _Look:
    return _Look(
        family, "Cells{} {}", f" without a {mark}", parts, _cells, _every_cell, _mask,
        required=("kind", *split), match=("kind", "split"),
    )  # fmt: skip


_LOOKS: dict[tuple[str, str | UnsetType], _Look] = {
    ("kropki", UNSET): _pair_look("Kropki", "dot", _selected(_DOTS, "color"), optional=("color",)),
    ("xv", UNSET): _pair_look("XV", "letter", _selected(_LETTERS, "letter"), optional=("letter",)),
    ("difference", UNSET): _pair_look(
        "Difference", "number", _numbered("difference", "value", "differ by {}", "not_difference"), required=("value",)
    ),
    ("sum", UNSET): _pair_look(
        "Sum Pairs", "number", _numbered("sum", "sum", "sum to {}", "not_sum"), required=("sum",)
    ),
    ("ratio", UNSET): _pair_look(
        "Ratio", "number", _numbered("ratio", "value", "hold a digit and {} times that digit", "not_ratio"),
        required=("value",),
    ),
    ("product", UNSET): _pair_look(
        "Product", "number", _numbered("product", "value", "have the product {}"),
        required=("value",), primitive=_pair_table,
    ),
    ("rossini", UNSET): _Look(
        "Rossini", "The three digits nearest to a border{} neither {}", " without an arrow",
        _single(lambda u, v, w: u < v < w or u > v > w, "rise nor fall"), _ends, _in_order, _end_table,
    ),
    ("battenburg", UNSET): _Look(
        "Battenburg", "No 2×2 block{} {}", " without a mark",
        _single(is_checkerboard, "is an odd/even checkerboard"), grid_blocks, _in_order, _no_checkerboard,
    ),
    ("cell", "odd"): _cell_look("Odd-Even", "circle", _single(lambda v: v % 2 == 1, "hold even digits")),
    ("cell", "even"): _cell_look("Odd-Even", "square", _single(lambda v: v % 2 == 0, "hold odd digits")),
    ("cell", "low"): _cell_look("Low-High", "≤ mark", _is_low, "split"),
    ("cell", "high"): _cell_look("Low-High", "≥ mark", _is_high, "split"),
}  # fmt: skip
"""(``of``, ``kind``) -> meaning."""
