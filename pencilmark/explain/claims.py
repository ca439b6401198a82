"""What an explanation says about a position, as records that can be checked without reading its sentences.

::

    "In row 5, 3 can only go in r5c6 or r5c8"      Places(group=4, digit=3, cells=(r5c6, r5c8))
    "r5c8 sees both"                               Sees(cell, others)

Cells and digits are numbers (digits from 1); groups are counted as in witnesses: houses first, then shorter groups;
elements are the many-cell constraints after them. A candidate is a pair (cell, digit).
"""

from __future__ import annotations

from dataclasses import dataclass

from ..board import Cell, Digit

Node = tuple[Cell, Digit]
Literal = tuple[Node, bool]
"""A candidate that is true or false."""


@dataclass(frozen=True, slots=True)
class Exactly:
    """The candidates of these empty cells, taken together, are exactly these digits."""

    cells: tuple[Cell, ...]
    digits: tuple[Digit, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """The digit is not placed in the group, and these are all cells of the group where it can still go."""

    group: int
    digit: Digit
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Inside:
    """All these cells belong to the group."""

    group: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Stands:
    """The digit is placed in the cell."""

    cell: Cell
    digit: Digit


@dataclass(frozen=True, slots=True)
class Lacks:
    """The empty cell does not have the candidate."""

    cell: Cell
    digit: Digit


@dataclass(frozen=True, slots=True)
class Has:
    """The empty cell has the candidate."""

    cell: Cell
    digit: Digit


@dataclass(frozen=True, slots=True)
class Sees:
    """The cell must differ from each of the others, by a common group or a rule that says "different"."""

    cell: Cell
    others: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """At least one of the candidates is true: they are all that a cell has, or all places of a digit in a house."""

    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Apart:
    """The two candidates exclude each other: same cell, same digit in sight, or a pair rule."""

    first: Node
    second: Node


@dataclass(frozen=True, slots=True)
class Implies:
    """The conclusion follows from the premises in one step: by sight, or as the last candidate of a cell or house."""

    premises: tuple[Literal, ...]
    conclusion: Literal


@dataclass(frozen=True, slots=True)
class Clash:
    """The premises contradict each other: nothing is left for a cell, or for a digit in a house."""

    premises: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Element:
    """The rule element has these cells."""

    element: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class NoFilling:
    """No filling of the rule element with the candidates of its cells has the digit in the cell."""

    element: int
    cell: Cell
    digit: Digit


@dataclass(frozen=True, slots=True)
class Fillings:
    """Every filling of the rule element puts one of these sets of digits into its open cells; none is idle."""

    element: int
    sets: tuple[tuple[Digit, ...], ...]


@dataclass(frozen=True, slots=True)
class Orders:
    """The fillings of the rule element put exactly these digits into these cells, in this order."""

    element: int
    cells: tuple[Cell, ...]
    orders: tuple[tuple[Digit, ...], ...]


@dataclass(frozen=True, slots=True)
class NoRoom:
    """With the digit in the cell, what the element leaves for its cells gives ``against`` no filling.

    ``against`` is another rule element or a house.
    """

    element: int
    against: int
    cell: Cell
    digit: Digit


@dataclass(frozen=True, slots=True)
class Needs:
    """Every filling of the rule element has the digit in one of these cells."""

    element: int
    digit: Digit
    cells: tuple[Cell, ...]


Claim = (
    Exactly
    | Places
    | Inside
    | Stands
    | Lacks
    | Has
    | Sees
    | OneOf
    | Apart
    | Implies
    | Clash
    | Element
    | NoFilling
    | Fillings
    | Orders
    | NoRoom
    | Needs
)
