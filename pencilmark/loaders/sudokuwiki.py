"""Packed strings of sudokuwiki.org: a prefix and a fixed number of base-36 digits per cell.

::

    S9B 05 ep ep …      S classic, X diagonals, W windoku, C colour, J jigsaw, L killer, M killer jigsaw;
    |||  |  empty       then the size and a version letter. A number holds the value of its cell and,
    |||  given 5        in higher bits, the clue, the colour and the jigsaw piece.
    kind, size, version
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .. import exchange
from ..board import STANDARD_BOXES, cell_name, parse_cell
from ..errors import FormatError, NotSupportedError
from ..puzzle import Puzzle
from .foreign import Draft, Place, RuleDoc
from .parts import box_grid, connected, gathered, house_rules, jigsaw_pieces, names, placed, sides

SOURCE = "sudokuwiki.org"

_SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BODY = re.compile(r"[0-9a-zA-Z]*")


@dataclass(frozen=True, slots=True)
class _Field:
    """Bits of a cell's number: ``(number >> shift) & mask``; a mask of 0 means the field is absent."""

    shift: int = 0
    mask: int = 0

    def __call__(self, number: int) -> int:
        return number >> self.shift & self.mask


@dataclass(frozen=True, slots=True)
class _Form:
    """One kind of packed string.

    Attributes
    ----------
    prefix : str
    size : int
    width : int
        Base-36 digits per cell.
    empty : int
        Value of an empty cell.
    offset : int
        What is added to a given digit.
    value, clue, colour, piece : _Field
    placement : str
        Placement variant that the kind implies, or ``""``.
    operators : bool
        Whether the second cell of a cage carries an operator code.
    """

    prefix: str
    size: int
    width: int
    empty: int
    offset: int
    value: _Field
    clue: _Field = _Field()
    colour: _Field = _Field()
    piece: _Field = _Field()
    placement: str = ""
    operators: bool = False

    @property
    def length(self) -> int:
        return len(self.prefix) + self.size**2 * self.width

    @property
    def traits(self) -> tuple[int, bool, bool, str]:
        """Size, has pieces, has cages, placement: what makes a puzzle need this form."""
        return self.size, bool(self.piece.mask), bool(self.clue.mask), self.placement


_ANY = (1 << 36) - 1
_PLAIN = _Field(0, _ANY)
_TEN = _Field(0, 1023)
_FORMS: tuple[_Form, ...] = (
    _Form("S9B", 9, 2, 529, 0, _PLAIN),
    _Form("S6B", 6, 2, 81, 0, _PLAIN),
    _Form("X9B", 9, 2, 529, 0, _PLAIN, placement="X"),
    _Form("W9B", 9, 2, 529, 0, _PLAIN, placement="Windoku"),
    _Form("C9B", 9, 2, 529, 0, _PLAIN, placement="Disjoint Groups"),
    _Form("J9B", 9, 3, 529, 0, _TEN, piece=_Field(10, _ANY)),
    _Form("L9B", 9, 4, 529, 9, _TEN, _Field(10, 63), _Field(16, _ANY)),
    _Form("L6C", 6, 4, 75, 6, _Field(0, 127), _Field(7, 2047), _Field(18, _ANY), operators=True),
    _Form("M9B", 9, 5, 529, 9, _TEN, _Field(10, 63), _Field(16, 7), _Field(19, _ANY)),
)
_ADDITION = 1
_COLOURS = 6


def decode(text: str) -> Puzzle | None:
    """Puzzle of a packed string; None when the text has not that shape.

    Raises
    ------
    FormatError
        It has the shape, but a symbol, a value or a piece is wrong.
    NotSupportedError
        It holds candidates, digits placed by a player, or a cage operator other than addition.
    """
    word = text.split(None, 1)[0] if text.strip() else ""
    form = next((f for f in _FORMS if word[:3].upper() == f.prefix and len(word) == f.length), None)
    if form is None:
        return None
    numbers = _numbers(word, form)
    rules = _houses(numbers, form)
    if form.placement:
        rules += placed(form.placement, form.size)
    if form.clue.mask:
        rules += _cages(numbers, form)
    givens = [_given(number, place, form) for place, number in numbers.items()]
    return Draft(SOURCE, form.size, givens, {"source": SOURCE}, rules).puzzle()


def encode(puzzle: Puzzle) -> str:
    """The packed string of a puzzle.

    Raises
    ------
    NotSupportedError
        The puzzle has a size, a shape or a rule that no packed string can say.
    """
    doc = exchange.write(puzzle)
    size = doc["digits"]
    if None in doc["givens"] or not doc["board"]["rows"] == doc["board"]["cols"] == size:
        raise _refusal("the board is not one gap-free square")
    if "candidates" in doc:
        raise _refusal("it has candidates")
    pieces, cages, regions = _sorted_rules(doc["rules"], size)
    placement = _placement(regions, size)
    wanted = (size, pieces is not None, bool(cages), placement)
    form = next((form for form in _FORMS if form.traits == wanted), None)
    if form is None:
        parts = [f"{size}×{size}", "jigsaw" * wanted[1], "killer" * wanted[2], placement]
        raise _refusal(f"there is no prefix for {' '.join(part for part in parts if part)}")
    numbers = [form.empty if given == 0 else given + form.offset for given in doc["givens"]]
    for label, piece in enumerate(pieces or ()):
        for row, col in piece:
            numbers[row * size + col] += label << form.piece.shift
    if form.clue.mask:
        _add_cages(numbers, cages, form)
    return form.prefix + "".join(_base36(number, form.width) for number in numbers)


def _refusal(reason: str) -> NotSupportedError:
    return NotSupportedError(f"no sudokuwiki string: {reason}; write the puzzle as JSON instead")


def _numbers(word: str, form: _Form) -> dict[Place, int]:
    body = word[len(form.prefix) :]
    good = _BODY.match(body)
    end = good.end() if good else 0
    if end < len(body):
        at = end + len(form.prefix)
        raise FormatError(f"sudokuwiki string: symbol {word[at]!r} (number {at + 1}) is no base-36 digit 0-9 a-z")
    values = [int(body[i : i + form.width], 36) for i in range(0, len(body), form.width)]
    return {divmod(i, form.size): value for i, value in enumerate(values)}


def _given(number: int, place: Place, form: _Form) -> int:
    value = form.value(number)
    if value == form.empty:
        return 0
    if 1 <= value - form.offset <= form.size:
        return value - form.offset
    raise NotSupportedError(
        f"sudokuwiki string: value {value} in {cell_name(*place)} is no given "
        "(candidates, or a digit placed by a player); export the puzzle as it was set"
    )


def _houses(numbers: Mapping[Place, int], form: _Form) -> list[RuleDoc]:
    if not form.piece.mask:
        return [box_grid(STANDARD_BOXES[form.size])]
    labels = {place: form.piece(number) for place, number in numbers.items()}
    pieces = gathered(labels)
    for piece in pieces:
        if len(piece) != form.size:
            raise FormatError(
                f"sudokuwiki string: jigsaw piece {labels[piece[0]]} at {cell_name(*piece[0])} has {len(piece)} cells; "
                f"every piece needs {form.size}"
            )
    return house_rules(pieces, form.size)


def _cages(numbers: Mapping[Place, int], form: _Form) -> list[RuleDoc]:
    """One cage per connected set of one colour; one cell without a clue is no cage."""
    rules: list[RuleDoc] = []
    clues = {place: form.clue(number) for place, number in numbers.items()}
    colours = {place: form.colour(number) for place, number in numbers.items()}
    for cage in connected(numbers, lambda a, b: colours[a] == colours[b]):
        total, rest = clues[cage[0]], cage[1:]
        if form.operators and rest:
            second = _second(cage)
            _check_operator(clues[second], total, second)
            rest = [place for place in rest if place != second]
        for place in rest:
            if clues[place]:
                raise FormatError(
                    f"sudokuwiki string: {cell_name(*place)} has the clue {clues[place]}, "
                    f"but the clue of its cage stands in {cell_name(*cage[0])}"
                )
        if total or len(cage) > 1:
            rules.append({"type": "cage", **({"sum": total} if total else {}), "cells": names(cage)})
    return rules


def _second(cage: Sequence[Place]) -> Place:
    """Where the operator of a cage stands: right of its first cell if that is in the cage, else below it."""
    row, col = cage[0]
    return (row, col + 1) if (row, col + 1) in cage else (row + 1, col)


def _check_operator(code: int, total: int, place: Place) -> None:
    if code != _ADDITION and (code or total):
        raise NotSupportedError(
            f"sudokuwiki string: the cage operator {code} in {cell_name(*place)} is not addition ({_ADDITION})"
        )


def _sorted_rules(
    rules: Sequence[Mapping[str, Any]], size: int
) -> tuple[list[list[Place]] | None, list[RuleDoc], list[RuleDoc]]:
    """Jigsaw pieces (None for standard boxes), cages and regions of canonical rules; refuses all others."""
    standard = box_grid(STANDARD_BOXES[size]) if size in STANDARD_BOXES else {}
    grids = [rule for rule in rules if rule["type"] in ("grid", "box_grid")]
    boxes = [rule for rule in rules if rule["type"] == "box"]
    cages = [dict(rule) for rule in rules if rule["type"] == "cage"]
    regions = [dict(rule) for rule in rules if rule["type"] == "region"]
    others = [rule for rule in rules if rule not in [*grids, *boxes, *cages, *regions]]
    if others:
        kinds = dict.fromkeys(" ".join(str(rule[key]) for key in ("type", "kind") if key in rule) for rule in others)
        raise _refusal(f"it cannot say the rules {', '.join(kinds)}")
    if len(grids) == 1 and {key: grids[0].get(key) for key in standard} == standard and not boxes:
        return None, cages, regions
    pieces = jigsaw_pieces([[parse_cell(cell) for cell in rule["cells"]] for rule in boxes], size)
    if len(grids) == 1 and "box" in grids[0] and not boxes:
        raise _refusal("its boxes have no standard shape")
    if len(grids) != 1 or pieces is None:
        raise _refusal("the rows, columns and boxes do not make one grid")
    return pieces, cages, regions


def _placement(regions: Sequence[Mapping[str, Any]], size: int) -> str:
    """Name of the placement variant that states exactly these regions; empty without regions."""
    stated = {(rule["kind"], frozenset(rule["cells"])) for rule in regions}
    if not stated:
        return ""
    for form in _FORMS:
        if form.placement and form.size == size:
            implied = {(rule["kind"], frozenset(rule["cells"])) for rule in placed(form.placement, size)}
            if stated == implied:
                return form.placement
    raise _refusal("its extra regions are neither both diagonals nor the windows nor the disjoint groups")


def _add_cages(numbers: list[int], cages: Sequence[Mapping[str, Any]], form: _Form) -> None:
    """Put clues, operators and colours of the cages into the numbers."""
    size = form.size
    owner: dict[Place, list[Place]] = {}
    for rule in cages:
        cage = sorted(map(parse_cell, rule["cells"]))
        _check_cage(rule, cage, owner, form)
        owner.update(dict.fromkeys(cage, cage))
        first = cage[0]
        numbers[first[0] * size + first[1]] += rule.get("sum", 0) << form.clue.shift
        if form.operators and len(cage) > 1:
            second = _second(cage)
            numbers[second[0] * size + second[1]] += _ADDITION << form.clue.shift
    for place in [divmod(i, size) for i in range(size * size)]:
        owner.setdefault(place, [place])
    colours = _coloured(owner)
    for (row, col), cage in owner.items():
        numbers[row * size + col] += colours[cage[0]] << form.colour.shift


def _check_cage(rule: Mapping[str, Any], cage: Sequence[Place], owner: Mapping[Place, Any], form: _Form) -> None:
    which = f"the cage at {cell_name(*cage[0])}"
    total = rule.get("sum")
    if any(place in owner for place in cage):
        raise _refusal(f"{which} overlaps another cage")
    if len(connected(cage, lambda a, b: True)) > 1:
        raise _refusal(f"{which} does not hang together")
    if total == 0 or (total or 0) > form.clue.mask:
        raise _refusal(f"the sum {total} of {which} is not between 1 and {form.clue.mask}")
    if total is None and len(cage) == 1:
        raise _refusal(f"{which} has one cell and no sum")


def _coloured(owner: Mapping[Place, Sequence[Place]]) -> dict[Place, int]:
    """A colour below 6 per first cell of a cage, different for cages that touch.

    The cage with the fewest uncoloured neighbours waits till last: as the map is planar it never has more than five.
    """
    touching: dict[Place, set[Place]] = {cage[0]: set() for cage in owner.values()}
    for place, cage in owner.items():
        for other in sides(place):
            if other in owner and owner[other][0] != cage[0]:
                touching[cage[0]].add(owner[other][0])
    left = {key: set(near) for key, near in touching.items()}
    waiting: list[Place] = []
    while left:
        key = min(left, key=lambda k: (len(left[k]), k))
        for near in left.pop(key):
            left[near].discard(key)
        waiting.append(key)
    colours: dict[Place, int] = {}
    for key in reversed(waiting):
        used = {colours.get(near) for near in touching[key]}
        colours[key] = next(colour for colour in range(_COLOURS) if colour not in used)
    return colours


def _base36(number: int, width: int) -> str:
    symbols = ""
    for _ in range(width):
        number, digit = divmod(number, 36)
        symbols = _SYMBOLS[digit] + symbols
    return symbols
