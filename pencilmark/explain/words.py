"""Pieces of sentences: lists of cells and digits, houses and rules as people say them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from ..board import Cell, Digit
from ..derived import Derived, derive
from ..elements import Element
from ..engine.naming import Origins, origins
from ..exchange import puzzle_board
from ..puzzle import Group, Puzzle
from ..rules.base import Allowed
from ..state import elements_in
from .notation import contracted

LISTED = 4
"""Cells that are listed one by one; more are contracted (``r12c34``)."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_CELL = re.compile(r"r[\d[]")
_PLACED = re.compile(r"r\d+c\d+")
_PLURALS = {
    "region": "regions", "extra region": "extra regions", "box": "boxes", "window": "windows", "diagonal": "diagonals",
}  # fmt: skip
"""Houses that are named by a cell, one and several."""
_AT = re.compile(rf"the ({'|'.join(_PLURALS)}) at (r\d+c\d+)")
_VOWELS = frozenset(("8", "11", "18"))
_LINES = {"row": 0, "col": 1}
_NOUNS = {"row": ("row", "rows"), "col": ("column", "columns"), "box": ("box", "boxes")}


class Words(str):
    """Text for a placeholder that knows how many things it names: ``{cells:is|are}`` gives the fitting verb.

    ``parts`` are the things of a list, so that ``{cells:or}`` can join them in another way.
    """

    things: int
    parts: tuple[str, ...]

    def __new__(cls, text: str, things: int = 1, parts: Iterable[str] = ()) -> Words:
        made = super().__new__(cls, text)
        made.things = things
        made.parts = tuple(parts)
        return made

    def __format__(self, spec: str) -> str:
        """The text itself or a form of it.

        ``one|many`` is what goes with the number of things, ``cap`` begins with a capital, ``or`` lists with "or",
        ``a`` puts the article before a digit: "a 7", "an 8".
        """
        if spec == "cap":
            return str(self) if _CELL.match(self) else self[:1].upper() + self[1:]
        if spec == "or":
            return listed(self.parts, "or") if self.parts else str(self)
        if spec == "a":
            return f"{'an' if self in _VOWELS else 'a'} {self}"
        one, bar, many = spec.partition("|")
        if not bar:
            return super().__format__(spec)
        return one if self.things == 1 else many


def listed(parts: Iterable[str], word: str = "and") -> Words:
    """Parts in a row: ``a``, ``a and b``, ``a, b and c``."""
    shown = list(parts)
    head = ", ".join(shown[:-1])
    return Words(f"{head} {word} {shown[-1]}" if head else "".join(shown), len(shown), shown)


def clauses(parts: Iterable[str]) -> Words:
    """Clauses in a row, which may hold lists themselves: ``a, and b``."""
    shown = list(parts)
    return Words(", and ".join(shown) if len(shown) < 3 else f"{', '.join(shown[:-1])}, and {shown[-1]}", len(shown))


def _together(names: Sequence[str]) -> list[str]:
    """Names of houses that differ in their cell as one: ``the windows at r2c2 and r6c6``."""
    merged: dict[str, list[str]] = {}
    for name in names:
        match = _AT.fullmatch(name)
        merged.setdefault(match[1] if match else name, []).append(match[2] if match else "")
    return [
        f"the {_PLURALS[noun] if len(cells) > 1 else noun} at {listed(cells)}" if noun in _PLURALS else noun
        for noun, cells in merged.items()
    ]


def _rank(name: str) -> int:
    """Number of a house in ``3`` or ``3 (c1 to c9)``."""
    return int(name.split()[0])


def number(count: int) -> str:
    """A small number as a word."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


class Names:
    """How the cells, houses and rule elements of one puzzle are called in a sentence."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._board = puzzle_board(puzzle)
        self._source: Origins = origins(puzzle)
        self._order = self._source.order
        rows = [g.cells for g in puzzle.groups if g.kind == "row" and g.complete]
        self._single = len(rows) == len({puzzle.cells[cells[0]][0] for cells in rows})

    def cell(self, cell: Cell) -> Words:
        """Name of a cell."""
        return Words(self.puzzle.name(cell))

    def cells(self, cells: Iterable[Cell], word: str = "and") -> Words:
        """Cells in reading order: ``r1c3 and r1c7``."""
        shown = sorted(set(cells))
        if len(shown) > LISTED:
            parts = contracted(self.puzzle, shown)
            return Words(listed(parts, word), len(shown), parts)
        return listed(map(self.puzzle.name, shown), word)

    def digits(self, digits: Iterable[Digit], word: str = "and") -> Words:
        """Digits in order: ``1 and 4``."""
        return listed(map(str, sorted(set(digits))), word)

    def node(self, node: tuple[Cell, Digit], true: bool = True) -> Words:
        """A candidate as a statement: ``r3c5 is 7``, ``r3c5 is not 7``."""
        return Words(f"{self.puzzle.name(node[0])} is {'' if true else 'not '}{node[1]}")

    def group(self, group: int) -> Words:
        """A house or rule element: ``row 3``, ``the diagonal at r1c1``."""
        return self.groups([group])

    def groups(self, numbers: Iterable[int], word: str = "and") -> Words:
        """Houses and rule elements, those of a kind together: ``rows 5 and 8``, ``column 2 and box 4``."""
        kinds: dict[str, list[str]] = {}
        for one in dict.fromkeys(numbers):
            kind, name = self._split(one)
            same = kinds.setdefault(kind, [])
            if name not in same:
                same.append(name)
        shown: list[str] = []
        for kind, names in kinds.items():
            single, many = _NOUNS.get(kind, ("", ""))
            names = sorted(names, key=_rank) if single else names
            shown += [f"{single if len(names) == 1 else many} {listed(names, word)}"] if single else _together(names)
        return Words(listed(shown, word), sum(map(len, kinds.values())))

    def _split(self, number: int) -> tuple[str, str]:
        """Kind and number of a plain house; "" and the full name of anything else."""
        groups = self.puzzle.groups
        if number < len(groups):
            group = groups[self._order[number]]
            if group.kind in _NOUNS:
                return self._house(group, number)
        elements = elements_in(self.puzzle)
        if len(groups) <= number < len(groups) + len(elements) and not elements[number - len(groups)].stated:
            return "", self.derived(elements[number - len(groups)])
        found = self._source.rules_of(number)
        if found:
            return "", self._placed(self._source.rules[found[0]].phrase(self._board), number)
        return "", f"the {groups[self._order[number]].kind}" if number < len(groups) else "the rule"

    def _placed(self, phrase: str, number: int) -> str:
        """The name of a rule that holds in many places, with the place that is meant."""
        element = self.element(number)
        if element is None or _PLACED.search(phrase):
            return phrase
        return f"{phrase} at {self.puzzle.name(min(element.cells))}"

    def _house(self, group: Group, number: int) -> tuple[str, str]:
        """A row or column by its place on the board, a box by its number, an irregular one by where it starts."""
        places = [self.puzzle.cells[c] for c in group.cells]
        if group.kind in _LINES and len({rc[_LINES[group.kind]] for rc in places}) == 1:
            line = str(places[0][_LINES[group.kind]] + 1)
            if self._single:
                return group.kind, line
            across = [rc[1 - _LINES[group.kind]] + 1 for rc in places]
            letter = "c" if group.kind == "row" else "r"
            return group.kind, f"{line} ({letter}{min(across)} to {letter}{max(across)})"
        rows, cols = ({rc[axis] for rc in places} for axis in (0, 1))
        if group.kind == "box" and len(rows) * len(cols) == len(places) and self._single:
            before = [i for i in self._order[:number] if self.puzzle.groups[i].kind == "box"]
            return "box", str(len(before) + 1)
        noun = "box" if len(rows) * len(cols) == len(places) else "region"
        return "", f"the {noun} at {self.puzzle.name(min(group.cells))}"

    def clue(self, cell: Cell, digit: Digit) -> str | None:
        """The clue in a cell that keeps a digit out from the start, such as ``the odd mark at r1c1``."""
        if self.puzzle.domains[cell] >> (digit - 1) & 1:
            return None
        for phrase, allowed in self._allowed:
            if allowed.cell == cell and not allowed.mask >> (digit - 1) & 1:
                return phrase
        return None

    @cached_property
    def _allowed(self) -> list[tuple[str, Allowed]]:
        """What clues in cells allow, with their names."""
        rules = self._source.rules
        return [
            (rule.phrase(self._board) if rule.NOUN or rule.reach(self._board) else "a stated list of candidates", part)
            for rule in rules
            for part in rule.expand(self._board, rules)
            if isinstance(part, Allowed)
        ]

    def derived(self, element: Element) -> str:
        """The houses a derived constraint is about, with the sums it takes into account: ``row 3 with its cages``."""
        groups = self.puzzle.groups
        rank = {part: k for k, part in enumerate(self._order)}
        houses = [rank[p] for p in element.parts if p < len(groups) and groups[p].total is None]
        return self.groups(houses)

    def relation(self, number: int) -> int:
        """Witness number of a pair rule."""
        return len(self.puzzle.groups) + len(elements_in(self.puzzle)) + number

    def element(self, number: int) -> Element | None:
        """The many-cell constraint behind a witness number, if it is one."""
        elements = elements_in(self.puzzle)
        k = number - len(self.puzzle.groups)
        return elements[k] if 0 <= k < len(elements) else None

    @cached_property
    def _derived(self) -> list[Derived]:
        """What follows from the rules taken together."""
        return derive(self.puzzle)

    def total(self, element: Element) -> tuple[tuple[int, ...], int] | None:
        """Weights and total of a derived sum; None for anything else."""
        for derived in self._derived if element.sums and not element.stated else ():
            if derived.regular.cells == element.cells and derived.parts == element.parts:
                weights, bounds = derived.regular.params
                return weights, bounds[-1][0]
        return None

    def sums(self, element: Element) -> Words:
        """The cages and clues with a sum that a derived constraint follows from."""
        groups = self.puzzle.groups
        rank = {part: k for k, part in enumerate(self._order)}
        found = [
            self._source.rules[rule].phrase(self._board)
            for p in element.parts
            if p >= len(groups) or groups[p].total is not None
            for rule in self._rules(p, rank)
        ]
        found = list(dict.fromkeys(found))
        return listed(found) if len(found) <= LISTED else Words(f"the {number(len(found))} sums there", len(found))

    def _rules(self, part: int, rank: dict[int, int]) -> Sequence[int]:
        """The canonical rule behind a number in (groups, constraints)."""
        if self._source.structure is None:
            return ()
        if part in rank:
            return self._source.rules_of(rank[part])
        return (self._source.structure.constraint_rules[part - len(self.puzzle.groups)],)
