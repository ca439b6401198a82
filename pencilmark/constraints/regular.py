"""Cells read in order by a finite automaton: lines, outside clues, sets and counts.

::

    start ──v₁──> s₁ ──v₂──> s₂ … ──vₙ──> sₙ     allowed when every step exists and sₙ is accepted

The regular-language view (G. Pesant, "A regular language membership constraint for finite sequences of variables",
CP 2004) keeps fifty rule kinds from becoming fifty kernels: a rule supplies three small functions, ``diagram.py``
unrolls them once, and one kernel prunes exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..board import Cell, Digit
from .base import Mechanic

Params = tuple[Any, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """How a sequence of digits is read; its functions must be module-level ones, so that puzzles can be pickled.

    Attributes
    ----------
    name : str
        Unique name.
    start : callable (params) -> state
        The state before the first cell; states are hashable, and there should be few (thousands at most).
    step : callable (state, digit, position, params) -> state or None
        The state after the cell at 0-based ``position`` holds ``digit``; None when that is forbidden.
    accept : callable (state, params) -> bool
        Whether the last state is allowed.
    sighted : bool
        The state already knows which digits cells that see each other have used, as far as that pays.
    """

    name: str
    start: Callable[[Params], Any]
    step: Callable[[Any, Digit, int, Params], Any]
    accept: Callable[[Any, Params], bool]
    sighted: bool = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Automaton) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)


@dataclass(frozen=True, slots=True)
class Regular:
    """The digits of ``cells``, in this order, are a word that the automaton accepts.

    A cell may occur twice. ``params`` are hashable; ``technique`` is the row of techniques.csv by which people read it.
    """

    cells: tuple[Cell, ...]
    automaton: Automaton
    params: Params
    technique: str


def holds(regular: Regular, grid: Sequence[Digit]) -> bool:
    """Whether the automaton accepts the digits."""
    automaton, params = regular.automaton, regular.params
    state = automaton.start(params)
    for i, cell in enumerate(regular.cells):
        state = automaton.step(state, grid[cell], i, params)
        if state is None:
            return False
    return automaton.accept(state, params)


def encode(regular: Regular, model: Any, variables: Sequence[Any], digits: int) -> None:
    """CP-SAT's own automaton constraint over the states reachable at each position."""
    automaton, params = regular.automaton, regular.params
    numbers: dict[tuple[int, Any], int] = {(0, automaton.start(params)): 0}
    arcs: list[tuple[int, int, int]] = []
    layer = [automaton.start(params)]
    for i in range(len(regular.cells)):
        following: dict[Any, None] = {}
        for state in layer:
            for digit in range(1, digits + 1):
                target = automaton.step(state, digit, i, params)
                if target is not None:
                    number = numbers.setdefault((i + 1, target), len(numbers))
                    arcs.append((numbers[i, state], digit, number))
                    following[target] = None
        layer = list(following)
    final = [numbers[len(regular.cells), state] for state in layer if automaton.accept(state, params)]
    if not final:
        model.add_bool_or([])
        return
    model.add_automaton([variables[cell] for cell in regular.cells], 0, final, arcs)


def words(regular: Regular, digits: int) -> tuple[Regular, ...]:
    """Itself."""
    return (regular,)


REGULAR = Mechanic(Regular, holds, encode, words)
