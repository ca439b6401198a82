"""What the loaders of other sites share: a draft that collects rules and, just as faithfully, what cannot be said.

::

    site's JSON  ->  Draft  ->  sudoku-puzzle document  ->  exchange.read  ->  Puzzle
                       └─ elements without an exact counterpart  ->  UnsupportedPuzzle, all of them at once
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .. import exchange
from ..board import STANDARD_BOXES, cell_name
from ..errors import FormatError, UnsupportedPuzzle
from ..puzzle import Puzzle
from ..rules.placements import placement, standard_area

RuleDoc = dict[str, Any]
Place = tuple[int, int]
"""A 0-based (row, column); positions around the board are -1 and D."""
Pair = frozenset[str]
"""The names of two neighbours, in no order."""

MAX_SIZE = 25
"""Largest board that is looked at."""

MAX_ELEMENTS = 2000
"""Most elements of one kind, and most rules, that are looked at."""

_STEPS = {"top": (1, 0), "bottom": (-1, 0), "left": (0, 1), "right": (0, -1)}


@dataclass
class Draft:
    """A puzzle of another site on its way to a document.

    Attributes
    ----------
    site : str
        Name of the format, for messages.
    size : int
        D; the board is D×D.
    givens : list of int
    rules : list of dict
        Rule objects of the sudoku-puzzle format.
    unsupported : list of str
        Elements without an exact counterpart.
    regular : bool
        Whether the board has the standard boxes.
    """

    site: str
    size: int
    givens: list[int]
    meta: dict[str, Any] = field(default_factory=dict)
    rules: list[RuleDoc] = field(default_factory=list)
    candidates: dict[str, list[int]] = field(default_factory=dict)
    solution: list[int] | None = None
    unsupported: list[str] = field(default_factory=list)
    regular: bool = False

    def refuse(self, element: str) -> None:
        """Note one element that cannot be translated, in one line."""
        shown = " ".join(element.split())
        if shown not in self.unsupported and len(self.unsupported) < MAX_ELEMENTS:
            self.unsupported.append(shown if len(shown) <= 120 else shown[:119] + "…")

    def add(self, rule_type: str, /, **keys: Any) -> None:
        """Add a rule, unless the same rule is there already."""
        rule = {"type": rule_type, **keys}
        if rule not in self.rules:
            self.rules.append(rule)
        if len(self.rules) > MAX_ELEMENTS:
            raise FormatError(f"{self.site}: more than {MAX_ELEMENTS} rules are too many for a puzzle")

    def on_board(self, place: Place) -> bool:
        """Whether a position is a cell."""
        return 0 <= place[0] < self.size and 0 <= place[1] < self.size

    def has(self, *types: str, **keys: Any) -> bool:
        """Whether a rule of one of the types carries these entries."""
        return any(rule["type"] in types and keys.items() <= rule.items() for rule in self.rules)

    def document(self) -> dict[str, Any]:
        """The sudoku-puzzle document; raises UnsupportedPuzzle for a draft with untranslated elements."""
        if self.unsupported:
            count = len(self.unsupported)
            what = "one element has" if count == 1 else f"{count} elements have"
            listed = "; ".join(self.unsupported[:20]) + (" …" if count > 20 else "")
            raise UnsupportedPuzzle(
                f"this {self.site} puzzle cannot be loaded: {what} no exact counterpart in a sudoku-puzzle document: "
                f"{listed}",
                tuple(self.unsupported),
            )
        doc: dict[str, Any] = {
            "format": "sudoku-puzzle",
            "format_version": 1,
            "meta": {key: value for key, value in self.meta.items() if value},
            "board": {"rows": self.size, "cols": self.size},
            "digits": self.size,
            "givens": self.givens,
            "rules": self.rules,
        }
        if self.solution is not None:
            doc["solution"] = self.solution
        if self.candidates:
            doc["candidates"] = self.candidates
        return doc

    def puzzle(self) -> Puzzle:
        """The finished puzzle, checked by the reader of documents."""
        return exchange.read(self.document())


def check_size(size: object, what: str) -> int:
    """A board size; raises FormatError for anything but an integer from 1 to 25."""
    if type(size) is not int or not 1 <= size <= MAX_SIZE:
        raise FormatError(f"{what} must be an integer from 1 to {MAX_SIZE}, it is {str(size)[:20]}")
    return size


def integer(value: object) -> int | None:
    """A whole number ≥ 0 that may be written as text; None for anything else."""
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal() and len(value) < 6:
        return int(value)
    return value if type(value) is int and 0 <= value < 100_000 else None


def add_houses(draft: Draft, regions: Sequence[Sequence[Place]] | None) -> None:
    """The rows, columns and boxes: ``regions`` are the stated boxes, None stands for the standard ones."""
    size = draft.size
    box = STANDARD_BOXES.get(size)
    standard = {frozenset(block) for block in blocks(size, box)} if box else set()
    if regions is None and box is None:
        raise FormatError(f"a {size}×{size} board has no standard boxes; the file must state its regions")
    if regions is None or (box and {frozenset(region) for region in regions} == standard):
        assert box is not None
        draft.regular = True
        draft.add("box_grid", origin="r1c1", box=list(box))
        return
    draft.add("grid", origin="r1c1")
    for region in regions:
        draft.add("box", cells=[cell_name(*place) for place in sorted(region)])


def blocks(size: int, box: tuple[int, int]) -> Iterator[list[Place]]:
    """The bh×bw boxes of a board in reading order."""
    height, width = box
    for top in range(0, size, height):
        for left in range(0, size, width):
            yield [(top + r, left + c) for r in range(height) for c in range(width)]


def add_diagonal(draft: Draft, rising: bool) -> None:
    """One main diagonal: rising from the bottom left corner, or falling from the top left one."""
    last = draft.size - 1
    cells = [cell_name(i, last - i if rising else i) for i in range(draft.size)]
    draft.add("region", kind="diagonal", cells=cells)


def add_disjoint_groups(draft: Draft) -> None:
    """One region per position inside the boxes; refused where the boxes are not the standard ones."""
    if not draft.regular:
        draft.refuse("disjoint groups on irregular regions")
        return
    for region in placement("Disjoint Groups").regions(standard_area(draft.size)):
        draft.add("region", kind="disjoint", cells=list(region.cells))


def side_of(draft: Draft, place: Place) -> str | None:
    """The side on which a position around the board lies, or None for a corner or a cell."""
    row, col = place
    if 0 <= col < draft.size and row in (-1, draft.size):
        return "top" if row < 0 else "bottom"
    if 0 <= row < draft.size and col in (-1, draft.size):
        return "left" if col < 0 else "right"
    return None


def run_from(draft: Draft, place: Place, step: Place | None = None) -> tuple[str, list[str]] | None:
    """Side and cells of a clue at ``place`` around the board, read inwards, straight or along a diagonal ``step``."""
    side = side_of(draft, place)
    if side is not None and step is None:
        step = _STEPS[side]
    if step is None:
        return None
    row, col = place[0] + step[0], place[1] + step[1]
    cells: list[Place] = []
    while draft.on_board((row, col)):
        cells.append((row, col))
        row, col = row + step[0], col + step[1]
    if not cells:
        return None
    return _side_of_run(draft, cells[0], step), [cell_name(*cell) for cell in cells]


def _side_of_run(draft: Draft, first: Place, step: Place) -> str:
    """Where a run's clue is drawn: the vertical side if the run starts there, else the horizontal one."""
    if step[0] and not draft.on_board((first[0] - step[0], first[1])):
        return "top" if step[0] > 0 else "bottom"
    return "left" if step[1] > 0 else "right"


def add_little_killer(draft: Draft, place: Place, step: Place, total: int) -> bool:
    """A diagonal sum seen from ``place`` around the board; False when the direction leads away from the board."""
    run = run_from(draft, place, step)
    if run is None:
        return False
    draft.add("sum", kind="little_killer", sum=total, side=run[0], cells=run[1])
    return True


def neighbours(draft: Draft, place: Place) -> Iterator[Place]:
    """The orthogonal neighbours of a cell."""
    for step in _STEPS.values():
        near = (place[0] + step[0], place[1] + step[1])
        if draft.on_board(near):
            yield near


def orthogonal_pairs(size: int) -> Iterator[tuple[str, str]]:
    """All orthogonally adjacent cells of a board, in reading order."""
    for row in range(size):
        for col in range(size):
            if col + 1 < size:
                yield cell_name(row, col), cell_name(row, col + 1)
            if row + 1 < size:
                yield cell_name(row, col), cell_name(row + 1, col)


def add_negative(
    draft: Draft, rule: Mapping[str, Any], op: str, params: Sequence[int], own: Iterable[Pair], exempt: Iterable[Pair]
) -> None:
    """A negative: the ``rule`` itself where its family's marks are the only exceptions, else its relation with them.

    Parameters
    ----------
    rule : mapping
        The ``negative`` rule, which exempts the pairs of its own family.
    op, params : str, sequence of int
        The same as a relation of neighbours.
    own, exempt : iterable of Pair
        Pairs with a mark of the rule's family, and all pairs that the site exempts.
    """
    if set(own) == set(exempt):
        if rule not in draft.rules:
            draft.rules.append(dict(rule))
        return
    draft.add("neighbours", op=op, params=list(params), where="orthogonal", **{"except": _pairs(exempt)})


def add_nonconsecutive(draft: Draft, exempt: Iterable[Pair]) -> None:
    """No consecutive neighbours, but for the exempt pairs."""
    pairs = _pairs(exempt)
    draft.add("neighbours", kind="nonconsecutive", **({"except": pairs} if pairs else {}))


def _pairs(pairs: Iterable[Pair]) -> list[list[str]]:
    return sorted([sorted(pair) for pair in set(pairs)])
