"""What a rule kind is: a frozen record that equals its JSON object, plus a few hooks.

A rule kind is one class. Its fields are the keys of the JSON object; the hooks say what it means
(``expand``, ``holds``), what it is called (``NAME``, ``sentence``) and how it looks (``draw``).
Readers, writers and describers loop over the registry and know no rule kind by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec
from msgspec import UNSET, Meta

from ..board import STANDARD_BOXES, Cell, Digit, Mask, cell_name, full_mask, parse_cell
from ..puzzle import Group, Relation
from .canvas import Canvas

CELL_PATTERN = "^r[1-9][0-9]*c[1-9][0-9]*$"
CellName = Annotated[str, Meta(pattern=CELL_PATTERN, description="A cell: r<row>c<column>, 1-based.")]
CellList = Annotated[tuple[CellName, ...], Meta(min_length=1)]
PositiveInt = Annotated[int, Meta(ge=1)]

COSMETIC = ("id", "label", "style")
"""Keys every rule may carry that never change its meaning."""


class Fault(Exception):
    """A rule that reads well but does not fit its board; the reader turns it into a FormatError.

    Attributes
    ----------
    text : str
        What is wrong and what to do.
    path : str
        Place inside the rule: ``".cells[0]"``, or ``""`` for the whole rule.
    """

    def __init__(self, text: str, path: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.path = path


@dataclass(frozen=True)
class Board:
    """The cells a puzzle is played on and how many digits it uses.

    Attributes
    ----------
    rows, cols : int
        Size of the bounding rectangle.
    digits : int
        D; the puzzle uses the digits 1 … D.
    cells : tuple of (row, col)
        Existing cells, 0-based, in reading order; the index is the cell id.
    """

    rows: int
    cols: int
    digits: int
    cells: tuple[tuple[int, int], ...]

    @cached_property
    def index(self) -> dict[tuple[int, int], Cell]:
        """(row, col) -> cell id."""
        return {rc: i for i, rc in enumerate(self.cells)}

    @cached_property
    def names(self) -> dict[str, Cell]:
        """Cell name -> cell id."""
        return {cell_name(*rc): i for i, rc in enumerate(self.cells)}

    @cached_property
    def full_square(self) -> bool:
        """Whether the board is one gap-free D×D square."""
        return self.rows == self.cols == self.digits and len(self.cells) == self.digits**2

    def name(self, cell: Cell) -> str:
        """Name of a cell id."""
        return cell_name(*self.cells[cell])

    def ids(self, names: Sequence[str]) -> tuple[Cell, ...]:
        """Cell ids of checked cell names, in the stated order."""
        return tuple([self.names[name] for name in names])

    def require(self, name: str, path: str) -> Cell:
        """Cell id of one name; raises Fault when the board has no such cell."""
        cell = self.names.get(name)
        if cell is None:
            raise Fault(f"{name!r:.40} is not a cell of this {self.rows}×{self.cols} board", path)
        return cell

    def require_all(self, names: Sequence[str], path: str, *, distinct: bool = True) -> tuple[Cell, ...]:
        """Cell ids of a list; raises Fault for a cell that is missing or (if ``distinct``) listed twice."""
        cells = tuple([self.require(name, f"{path}[{i}]") for i, name in enumerate(names)])
        if distinct and len(set(cells)) != len(cells):
            twice = next(i for i, cell in enumerate(cells) if cell in cells[:i])
            raise Fault(f"{names[twice]} is listed twice; list every cell once", f"{path}[{twice}]")
        return cells


@lru_cache(maxsize=256)
def board_of(rows: int, cols: int, digits: int, gaps: frozenset[int] = frozenset()) -> Board:
    """The board of a rows × cols rectangle without the ``gaps`` (flat positions); equal calls share one object."""
    cells = tuple((i // cols, i % cols) for i in range(rows * cols) if i not in gaps)
    return Board(rows, cols, digits, cells)


@dataclass(frozen=True, slots=True)
class Area:
    """One grid area: the D×D square at ``(row, col)``, with its box shape (rows, cols) if it has boxes."""

    row: int
    col: int
    size: int
    box: tuple[int, int] | None

    @property
    def origin(self) -> str:
        """Name of the top-left cell."""
        return cell_name(self.row, self.col)

    def cells(self, board: Board) -> frozenset[Cell]:
        """Ids of all cells of the area."""
        at = board.index
        span = range(self.size)
        return frozenset(at[self.row + r, self.col + c] for r in span for c in span)


@dataclass(frozen=True, slots=True)
class Allowed:
    """Primitive of cell clues: ``cell`` holds one of the digits in ``mask``."""

    cell: Cell
    mask: Mask


Primitive = Group | Relation | Allowed | Any
"""What a rule expands to: a Group, a Relation, an Allowed, or a record of ``pencilmark.constraints``."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """Base of all rule kinds. A subclass adds the keys of its JSON object as fields."""

    id: Any = UNSET
    label: Any = UNSET
    style: Any = UNSET

    NAME: ClassVar[str] = ""
    """Variant name this kind gives a puzzle; empty for the rules every sudoku has."""
    FAMILIES: ClassVar[tuple[str, ...]] = ()
    """Family names in the order ``describe`` lists them; by default just NAME."""
    KINDS: ClassVar[tuple[str, ...]] = ()
    """Values of the ``KIND_KEY`` field this class owns; empty when the type has a single class."""
    KIND_KEY: ClassVar[str] = "kind"
    SECTION: ClassVar[int] = 2
    """Place in a canonical file: 0 houses, regions and cages; 1 cell clues; 2 everything else."""
    SEPARATES: ClassVar[bool] = True
    """Whether the rule, standing between two arrows with one bulb, keeps them apart (normalisation C5)."""

    def __hash__(self) -> int:
        # style and label may hold lists or objects, so only the meaningful fields are hashed
        fields = [getattr(self, name) for name in self.__struct_fields__ if name not in COSMETIC]
        return hash((type(self).__name__, *fields))

    @property
    def family(self) -> str:
        """Family this rule belongs to, one of FAMILIES or NAME."""
        return self.NAME

    @property
    def section(self) -> int:
        """Place of this rule in a canonical file, SECTION unless the rule's keys decide."""
        return self.SECTION

    @property
    def separates(self) -> bool:
        """Whether this rule keeps arrows apart, SEPARATES unless the rule's keys decide."""
        return self.SEPARATES

    NOUN: ClassVar[str] = ""
    """What one element of this kind is called in an explanation: ``cage``, ``thermometer``; empty = no element."""

    def element(self, board: Board) -> str:
        """Name of this rule in an explanation, with the cell where it starts: ``cage at r1c3``."""
        return f"{self.NOUN} at {board.name(min(self.reach(board)))}" if self.reach(board) else self.NOUN

    def phrase(self, board: Board) -> str:
        """This rule inside a sentence, with its number if it has one: ``the cage of 15 at r1c3``."""
        return f"the {self.element(board)}"

    def check(self, board: Board) -> None:
        """Raise Fault unless the rule fits the board (cells exist, shapes are right)."""
        raise NotImplementedError

    def check_among(self, board: Board, rules: tuple[Rule, ...]) -> None:
        """Raise Fault unless the rule fits the other ``rules`` of the file, which have passed ``check``."""

    def check_buildable(self, board: Board, rules: tuple[Rule, ...]) -> None:
        """Raise Fault where the rule is valid but cannot be built; the reader makes a NotSupportedError of it."""

    def houses(self, board: Board, rules: tuple[Rule, ...]) -> tuple[Group, ...]:
        """The houses this rule states, seen beside all ``rules`` of the file, in canonical order."""
        return ()

    def area(self, board: Board) -> Area | None:
        """The grid area this rule spans, if any."""
        return None

    def reach(self, board: Board) -> frozenset[Cell]:
        """The cells the rule lies on; empty for a rule about the whole board."""
        return frozenset(board.ids(getattr(self, "cells", ())))

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield the primitives the engine works with, seen beside all ``rules`` of the file."""
        raise NotImplementedError

    def pairs(self, board: Board, rules: tuple[Rule, ...]) -> tuple[Relation, ...] | None:
        """The ordered pair relations of a rule of the pair stream (normalisation C11); None for all other rules."""
        return None

    def canonical(self, board: Board) -> Rule:
        """The canonical spelling of this rule."""
        return self

    def canonical_among(self, board: Board, rules: tuple[Rule, ...]) -> Rule:
        """The canonical spelling of this rule as far as it depends on all ``rules`` of the file."""
        return self

    def hashed(self, board: Board) -> dict[str, Any]:
        """The JSON object that enters the fingerprint; by default with ``cells`` in reading order."""
        doc = to_json(bare(self))
        doc["cells"] = reading_order(doc["cells"], board)
        return doc

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether a filling (one digit per cell id) obeys the rule: the plain meaning, used as oracle."""
        raise NotImplementedError

    @classmethod
    def title(cls, rules: Sequence[Rule]) -> str:
        """Name of the variant that these rules of one family make."""
        return rules[0].family

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence for solvers about these rules of one family."""
        raise NotImplementedError

    def draw(self, canvas: Canvas, board: Board) -> None:
        """Draw the rule."""

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects for tests and docs."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Examples:
    """Sample JSON objects of one rule kind on a small board.

    ``valid`` has at least two entries, ``refused`` at least one. ``beside`` are further rules of the file, which stand
    after each sample: boxes, grids or clues that the sample refers to.
    """

    valid: tuple[dict[str, Any], ...]
    refused: tuple[dict[str, Any], ...]
    beside: tuple[dict[str, Any], ...] = ()
    rows: int = 4
    cols: int = 4
    digits: int = 4


RuleT = TypeVar("RuleT", bound=Rule)


def bare(rule: RuleT) -> RuleT:
    """The rule without its cosmetic keys."""
    if all(getattr(rule, key) is UNSET for key in COSMETIC):
        return rule
    return msgspec.structs.replace(rule, **dict.fromkeys(COSMETIC, UNSET))


def to_json(rule: Rule) -> dict[str, Any]:
    """The rule as a JSON object of plain lists and dicts, without absent keys."""
    doc: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(rule))
    return doc


def reading_order(names: Sequence[str], board: Board) -> list[str]:
    """Cell names sorted by row, then column."""
    return sorted(names, key=board.names.__getitem__)


def distinct(cells: Sequence[Cell], grid: Sequence[Digit]) -> bool:
    """Whether the cells hold pairwise different digits."""
    return len({grid[cell] for cell in cells}) == len(cells)


def group(kind: str, cells: Sequence[Cell], board: Board, total: int | None = None) -> Group:
    """A Group with its cells in reading order; complete when it has as many cells as digits."""
    return Group(kind, tuple(sorted(cells)), len(cells) == board.digits, total)


def box_shapes(digits: int) -> list[tuple[int, int]]:
    """Box shapes (rows, cols) worth looking for, the standard one and its transpose first."""
    standard = STANDARD_BOXES.get(digits)
    first = [standard, standard[::-1]] if standard else []
    others = [(h, digits // h) for h in range(2, digits) if digits % h == 0]
    return list(dict.fromkeys([*first, *others]))


class Rules(tuple[Rule, ...]):
    """The rules of one file: a tuple that works out its hash once, as look-ups by all rules are cached."""

    _hash: int | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = super().__hash__()
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules, (tuple(self),)  # hashes of texts differ from process to process


@dataclass(frozen=True, slots=True)
class Structure:
    """What a board and its rules mean to the engine: the puzzle without its givens.

    ``group_rules``, ``relation_rules`` and ``constraint_rules`` are parallel to the three lists of primitives: the
    number of the rule that each one comes from.
    """

    groups: tuple[Group, ...]
    relations: tuple[Relation, ...]
    constraints: tuple[Any, ...]
    domains: tuple[Mask, ...]
    group_rules: tuple[int, ...] = ()
    relation_rules: tuple[int, ...] = ()
    constraint_rules: tuple[int, ...] = ()


@lru_cache(maxsize=256)
def build(board: Board, rules: tuple[Rule, ...]) -> Structure:
    """Expand canonical rules; equal calls share one object.

    Houses come before regions and cages. A group that only repeats an earlier one is dropped.
    """
    groups: list[tuple[Group, int]] = []
    relations: list[tuple[Relation, int]] = []
    constraints: list[tuple[Any, int]] = []
    domains = [full_mask(board.digits)] * len(board.cells)
    for number, rule in enumerate(rules):
        for primitive in rule.expand(board, rules):
            if isinstance(primitive, Group):
                groups.append((primitive, number))
            elif isinstance(primitive, Relation):
                relations.append((primitive, number))
            elif isinstance(primitive, Allowed):
                domains[primitive.cell] &= primitive.mask
            else:
                constraints.append((primitive, number))
    groups.sort(key=lambda item: item[0].kind not in HOUSE_KINDS)
    unique = {(g.cells, g.total): g for g, _ in reversed(groups)}
    kept = [(g, number) for g, number in groups if unique[g.cells, g.total] is g]
    return Structure(
        tuple(group for group, _ in kept),
        tuple(relation for relation, _ in relations),
        tuple(constraint for constraint, _ in constraints),
        tuple(domains),
        tuple(number for _, number in kept),
        tuple(number for _, number in relations),
        tuple(number for _, number in constraints),
    )


HOUSE_KINDS = ("row", "col", "box")


def origin_of(name: str) -> tuple[int, int]:
    """0-based (row, col) of a checked cell name."""
    return parse_cell(name)
