"""Lines whose digits follow one another by a rule: thermometers, whispers, palindromes, classes.

::

    thermo        (1)--3--4--8        strictly up from the bulb; slow: never down
    whisper        1---7---2---9      neighbours differ by at least 5
    palindrome     4---7---7---4      the same from both ends
    entropic       2---5---9---1      any three in a row: low, middle, high
    modular        1---5---9---4      any three in a row: three remainders modulo 3
    parity         2---5---8---1      odd and even alternate
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..board import Digit
from ..constraints.regular import Automaton, Regular
from ..constraints.table import table
from .base import Board, Examples, Fault, PositiveInt, Primitive, Rule
from .canvas import Canvas
from .digits import NonNegativeInt, listed, size_range
from .line import Line, PairLine, line_doc, relations, require_value

DigitGroup = Annotated[tuple[PositiveInt, ...], Meta(min_length=1)]
Groups = tuple[tuple[Digit, ...], ...]


class Rising(PairLine, frozen=True, tag="line"):
    """Base of the lines that rise from a bulb, the first cell."""

    NOUN: ClassVar[str] = "thermometer"

    def element(self, board: Board) -> str:
        """The thermometer by its bulb."""
        return f"{self.NOUN} at {self.cells[0]}"

    def draw(self, canvas: Canvas, board: Board) -> None:
        """A line with a bulb."""
        cells = board.ids(self.cells)
        canvas.line(cells, self.ROLE)
        canvas.bulb(cells[0], self.ROLE)


class Thermo(Rising, frozen=True, tag="line"):
    """Digits strictly increase from the bulb, the first cell."""

    kind: Literal["thermo"]

    NAME: ClassVar[str] = "Thermo"
    KINDS: ClassVar[tuple[str, ...]] = ("thermo",)
    ROLE: ClassVar[str] = "thermo"
    OP: ClassVar[str] = "less"

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the digits rise at every step."""
        digits = self.digits(grid, board)
        return digits == sorted(set(digits))

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about thermometers."""
        return "Along a thermometer, digits increase from the bulb to the tip."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(line_doc("thermo", "r1c1 r1c2"), line_doc("thermo", "r3c3 r2c2 r2c3", closed=False)),
            refused=(
                line_doc("thermo", "r1c1 r1c3"),
                line_doc("thermo", "r1c1"),
                line_doc("thermo", "r1c1 r1c1"),
                line_doc("thermo", "r1c1 r1c2", value=2),
                line_doc("thermo", "r1c1 r1c2 r2c1", closed=True),
            ),
        )


class SlowThermo(Rising, frozen=True, tag="line"):
    """Digits never decrease from the bulb, the first cell."""

    kind: Literal["slow_thermo"]

    NAME: ClassVar[str] = "Slow Thermo"
    KINDS: ClassVar[tuple[str, ...]] = ("slow_thermo",)
    NOUN: ClassVar[str] = "slow thermometer"
    ROLE: ClassVar[str] = "slow_thermo"
    OP: ClassVar[str] = "less_equal"

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the digits rise or stay the same at every step."""
        digits = self.digits(grid, board)
        return digits == sorted(digits)

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about slow thermometers."""
        return "Along a slow thermometer, digits increase or stay the same from the bulb to the tip."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(line_doc("slow_thermo", "r1c1 r1c2"), line_doc("slow_thermo", "r3c3 r2c2 r2c3 r1c4")),
            refused=(line_doc("slow_thermo", "r1c1 r3c2"), line_doc("slow_thermo", "r1c1 r1c2 r2c1", closed=True)),
        )


class Whisper(PairLine, frozen=True, tag="line"):
    """Neighbours on the line differ by at least ``value``."""

    kind: Literal["whisper"]
    value: NonNegativeInt | UnsetType = UNSET

    NAME: ClassVar[str] = "Whispers"
    KINDS: ClassVar[tuple[str, ...]] = ("whisper",)
    CLOSABLE: ClassVar[bool] = True
    LOOPS: ClassVar[bool] = True
    NOUN: ClassVar[str] = "whisper line"
    ROLE: ClassVar[str] = "whisper"
    OP: ClassVar[str] = "difference_at_least"

    @property
    def least(self) -> int:
        """The least difference."""
        return 5 if self.value is UNSET else self.value

    def check(self, board: Board) -> None:
        """Raise Fault unless the line is a path and states the difference where it has to."""
        super().check(board)
        require_value(self, "value", board)

    def params(self, board: Board) -> tuple[int, ...]:
        """The least difference."""
        return (self.least,)

    def canonical(self, board: Board) -> Line:
        """The difference stays as it is stated; on boards of other than nine digits it is always written."""
        return msgspec.structs.replace(super().canonical(board), value=self.value if board.digits == 9 else self.least)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether neighbours differ by enough."""
        return all(abs(a - b) >= self.least for a, b in pairwise(self.digits(grid, board)))

    @classmethod
    def title(cls, rules: Sequence[Rule]) -> str:
        """German for 5, Dutch for 4, otherwise just whispers."""
        named = {5: "German Whispers", 4: "Dutch Whispers"}
        found = cls._differences(rules)
        return named.get(found[0], cls.NAME) if len(found) == 1 else cls.NAME

    @staticmethod
    def _differences(rules: Sequence[Rule]) -> tuple[int, ...]:
        return tuple(sorted({rule.least for rule in rules if isinstance(rule, Whisper)}))

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence with the least difference."""
        return f"Neighbouring digits on a whisper line differ by at least {listed(cls._differences(rules), 'or')}."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                line_doc("whisper", "r1c1 r1c2 r2c3", value=2),
                line_doc("whisper", "r1c1 r1c2 r2c2 r2c1", value=1, closed=True),
                line_doc("whisper", "r1c1 r1c2 r2c2 r1c1", value=1),
            ),
            refused=(
                line_doc("whisper", "r1c1 r1c2"),
                line_doc("whisper", "r1c1 r1c2 r1c3", value=2, closed=True),
                line_doc("whisper", "r1c1 r1c2", value=-1),
                line_doc("whisper", "r1c1 r1c2", value=True),
            ),
        )


class Palindrome(Line, frozen=True, tag="line"):
    """The digits read the same from both ends."""

    kind: Literal["palindrome"]

    NAME: ClassVar[str] = "Palindrome"
    KINDS: ClassVar[tuple[str, ...]] = ("palindrome",)
    NOUN: ClassVar[str] = "palindrome"
    ROLE: ClassVar[str] = "palindrome"

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield an equality per mirrored pair, which says all there is to say about the line."""
        cells = board.ids(self.cells)
        half = len(cells) // 2
        yield from relations("equal", zip(cells[:half], cells[::-1], strict=False), board)

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether the digits equal the digits backwards."""
        digits = self.digits(grid, board)
        return digits == digits[::-1]

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about palindromes."""
        return "The digits on a palindrome line read the same from both ends."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(line_doc("palindrome", "r1c1 r2c2 r3c3"), line_doc("palindrome", "r1c2 r2c3 r3c3 r4c2")),
            refused=(line_doc("palindrome", "r1c1 r3c3"), line_doc("palindrome", "r1c1 r1c2 r2c2", closed=True)),
        )


class Entropic(Line, frozen=True, tag="line"):
    """Any three cells in a row hold digits of three different groups."""

    kind: Literal["entropic"]
    groups: Annotated[tuple[DigitGroup, ...], Meta(min_length=1)] | UnsetType = UNSET

    NAME: ClassVar[str] = "Entropic"
    KINDS: ClassVar[tuple[str, ...]] = ("entropic",)
    NOUN: ClassVar[str] = "entropic line"
    ROLE: ClassVar[str] = "entropic"

    def check(self, board: Board) -> None:
        """Raise Fault unless the line is a path and states its groups where it has to."""
        super().check(board)
        require_value(self, "groups", board)

    def check_buildable(self, board: Board, rules: tuple[Rule, ...]) -> None:
        """Raise Fault for other groups than the usual ones."""
        usual = _usual_groups(board.digits)
        if self.groups is not UNSET and sorted(tuple(sorted(group)) for group in self.groups) != list(usual):
            raise Fault(f"other groups than {_ranges(usual)} are not available in this version", ".groups")

    def canonical(self, board: Board) -> Line:
        """The groups are written, ascending, exactly where they have no default."""
        groups = UNSET if board.digits == 9 else _usual_groups(board.digits)
        return msgspec.structs.replace(super().canonical(board), groups=groups)

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield the pairs up to three steps apart and the line as a whole."""
        groups, cells = _usual_groups(board.digits), board.ids(self.cells)
        if board.digits == 9 or board.digits % 3:
            yield from _class_pairs(self, board, "different_third", "same_third")
        else:
            group_of = {digit: group for group in groups for digit in group}
            for a, b in (*pairwise(cells), *zip(cells, cells[2:], strict=False)):
                yield table((a, b), board.digits, lambda v, w: group_of[v] is not group_of[w], "Line Classes")
        if len(cells) > 2:
            classes = tuple(next(i for i, group in enumerate(groups) if d in group) for d in range(1, board.digits + 1))
            yield Regular(cells, CYCLE, (classes, 3), "Line Classes")

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether digits up to two steps apart are in different groups, and those three apart in the same one."""
        groups = _usual_groups(board.digits)
        return _cycles([[digit in group for group in groups] for digit in self.digits(grid, board)])

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence with the ranges of the groups."""
        groups = _usual_groups(board.digits)
        which = "from each" if len(groups) == 3 else "each from three"
        return f"Any three cells in a row on an entropic line hold one digit {which} of the groups {_ranges(groups)}."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        groups = [[1, 2], [3, 4], [5, 6]]
        return Examples(
            valid=(
                line_doc("entropic", "r1c1 r1c2 r2c3", groups=groups),
                line_doc("entropic", "r1c1 r1c2", groups=groups[::-1]),
            ),
            refused=(
                line_doc("entropic", "r1c1 r1c2 r2c3"),
                line_doc("entropic", "r1c1 r1c2 r2c3", groups=[[1, 2, 0]]),
                line_doc("entropic", "r1c1 r1c2 r2c3", value=3, groups=groups),
            ),
            cols=5,
            digits=6,
        )


class Modular(Line, frozen=True, tag="line"):
    """Any three cells in a row hold three different remainders modulo 3."""

    kind: Literal["modular"]
    value: PositiveInt | UnsetType = UNSET

    NAME: ClassVar[str] = "Modular"
    KINDS: ClassVar[tuple[str, ...]] = ("modular",)
    NOUN: ClassVar[str] = "modular line"
    ROLE: ClassVar[str] = "modular"

    def check(self, board: Board) -> None:
        """Raise Fault unless the line is a path and states its modulus where it has to."""
        super().check(board)
        require_value(self, "value", board)

    def check_buildable(self, board: Board, rules: tuple[Rule, ...]) -> None:
        """Raise Fault for another modulus."""
        if self.value not in (UNSET, 3):
            raise Fault(f"modulus {self.value} is not available in this version; the only one is 3", ".value")

    def canonical(self, board: Board) -> Line:
        """The modulus is written exactly where it has no default."""
        return msgspec.structs.replace(super().canonical(board), value=UNSET if board.digits == 9 else 3)

    def expand(self, board: Board, rules: tuple[Rule, ...]) -> Iterator[Primitive]:
        """Yield the pairs up to three steps apart and the line as a whole."""
        yield from _class_pairs(self, board, "different_mod3", "same_mod3")
        if len(self.cells) > 2:
            classes = tuple(digit % 3 for digit in range(1, board.digits + 1))
            yield Regular(board.ids(self.cells), CYCLE, (classes, 3), "Line Classes")

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether digits up to two steps apart have different remainders."""
        return _cycles([digit % 3 for digit in self.digits(grid, board)])

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about the remainders."""
        return "Any three cells in a row on a modular line hold digits with three different remainders modulo 3."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(line_doc("modular", "r1c1 r1c2 r2c3", value=3), line_doc("modular", "r1c1 r2c1 r3c1 r4c1", value=3)),
            refused=(
                line_doc("modular", "r1c1 r1c2 r2c3"),
                line_doc("modular", "r1c1 r1c2 r2c3", value=0),
                line_doc("modular", "r1c1 r1c2 r2c2", value=3, closed=True),
            ),
        )


class Parity(PairLine, frozen=True, tag="line"):
    """Odd and even digits alternate."""

    kind: Literal["parity"]

    NAME: ClassVar[str] = "Parity"
    KINDS: ClassVar[tuple[str, ...]] = ("parity",)
    CLOSABLE: ClassVar[bool] = True
    LOOPS: ClassVar[bool] = True
    NOUN: ClassVar[str] = "parity line"
    ROLE: ClassVar[str] = "parity"
    OP: ClassVar[str] = "parity_differs"
    TECHNIQUE: ClassVar[str] = "Line Classes"

    def holds(self, grid: Sequence[Digit], board: Board, rules: tuple[Rule, ...]) -> bool:
        """Whether every sum of neighbours is odd."""
        return all((a + b) % 2 for a, b in pairwise(self.digits(grid, board)))

    @classmethod
    def sentence(cls, rules: Sequence[Rule], board: Board) -> str:
        """One sentence about parity lines."""
        return "Odd and even digits alternate along a parity line."

    @classmethod
    def examples(cls) -> Examples:
        """Sample objects."""
        return Examples(
            valid=(
                line_doc("parity", "r1c1 r1c2 r2c3"),
                line_doc("parity", "r1c1 r1c2 r2c2 r2c1", closed=True),
                line_doc("parity", "r1c1 r1c2 r2c2 r2c1 r1c1"),
            ),
            refused=(line_doc("parity", "r1c1 r1c2 r2c3", closed=True), line_doc("parity", "r1c1 r1c2", value=2)),
        )


def _class_pairs(line: Line, board: Board, differs: str, same: str) -> Iterator[Primitive]:
    """One relation per pair of cells up to three steps apart."""
    cells = board.ids(line.cells)
    for op, step in ((differs, 1), (differs, 2), (same, 3)):
        yield from relations(op, zip(cells, cells[step:], strict=False), board)


def _cycles(classes: Sequence[Any]) -> bool:
    """Whether any three classes in a row differ and the fourth is the first again."""
    near = all(a != b for step in (1, 2) for a, b in zip(classes, classes[step:], strict=False))
    return near and all(a == b for a, b in zip(classes, classes[3:], strict=False))


def _usual_groups(digits: int) -> Groups:
    """The thirds of 1 … D, or groups of three from the bottom where D is not divisible by 3."""
    size = digits // 3 if digits % 3 == 0 else 3
    return tuple(tuple(range(low, min(low + size, digits + 1))) for low in range(1, digits + 1, size))


def _ranges(groups: Groups) -> str:
    """The groups as text: ``1–3, 4–6 and 7–9``."""
    return listed([size_range(group[0], group[-1]) for group in groups])


def _cycle_start(params: tuple[Any, ...]) -> tuple[int, ...]:
    return ()


def _cycle_step(state: tuple[int, ...], digit: Digit, i: int, params: tuple[Any, ...]) -> tuple[int, ...] | None:
    classes, period = params
    found = classes[digit - 1]
    expected = state[0] if len(state) == period else found
    near = state[1:] if len(state) == period else state
    return (*near, found) if found == expected and found not in near else None


def _cycle_accept(state: tuple[int, ...], params: tuple[Any, ...]) -> bool:
    return True


CYCLE = Automaton("cycle", _cycle_start, _cycle_step, _cycle_accept)
"""Classes of digits that repeat after ``period`` steps and differ before; the state is the last classes."""
