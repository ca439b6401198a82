"""The facts of a step: words for the templates, and the claims behind them.

A *teller* reads the witness of a step and says what there is to see. It is chosen by the ``facts`` key of a template
table, else by the ``story`` of the technique. Every step has the words of ``COMMON``:

    name      the technique's name                     result   what follows: "3 can be removed from r6c7 and r9c7"
    gone      digits that are removed                  from     cells that lose a candidate
    cells     cells of the pattern                     digits   digits of the pattern
    houses    houses and rule elements of the pattern
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ..board import Cell, Digit
from ..engine.session import Step
from .claims import Claim, Node
from .position import Position
from .words import Names, Words, clauses

COMMON = ("name", "result", "gone", "from", "cells", "digits", "houses")
"""Placeholders that every step fills."""
MANY = 24
"""Removed candidates up to which all are named."""


@dataclass(frozen=True)
class Facts:
    """Words by placeholder, everything they claim about the position, and candidates with a role in a picture.

    ``roles`` are those of ``draw.CANDIDATE_COLOURS``; candidates of the pattern without one are just "pattern".
    ``shown`` is the removal that the texts single out where there are too many to name, else None.
    """

    words: Mapping[str, Words]
    claims: tuple[Claim, ...] = ()
    roles: Mapping[Node, str] = field(default_factory=dict)
    shown: Node | None = None


class Scene:
    """One step at its position: the witness taken apart, and names for everything."""

    def __init__(self, position: Position, step: Step, names: Names) -> None:
        self.position = position
        self.step = step
        self.names = names
        self.nodes: tuple[Node, ...] = tuple(v for v in step.witness if not isinstance(v, int))
        self.groups: tuple[int, ...] = tuple(-1 - v for v in step.witness if isinstance(v, int))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Cells of the pattern, each once, in the order of the story."""
        return tuple(dict.fromkeys(c for c, _ in self.nodes))

    @cached_property
    def targets(self) -> tuple[Cell, ...]:
        """Cells that lose a candidate."""
        return tuple(dict.fromkeys(c for c, _ in self.step.elims))

    @cached_property
    def gone(self) -> tuple[Digit, ...]:
        """Digits that are removed somewhere."""
        return tuple(sorted({d for _, d in self.step.elims}))

    def cells_with(self, digit: Digit) -> tuple[Cell, ...]:
        """Cells in which the witness names that digit."""
        return tuple(sorted({c for c, d in self.nodes if d == digit}))

    def in_group(self, group: int) -> tuple[Cell, ...]:
        """Cells of the pattern inside a group."""
        inside = set(self.position.ties.groups[group])
        return tuple(c for c in self.cells if c in inside)

    def held(self, cells: Iterable[Cell]) -> tuple[Digit, ...]:
        """Candidates of some cells taken together."""
        return tuple(sorted({d for c in cells for d in self.position.digits(c)}))

    def told(
        self, words: Mapping[str, str], claims: Iterable[Claim] = (), roles: Mapping[Node, str] | None = None
    ) -> Facts:
        """Facts of a teller: its own words, claims and roles beside those of every step."""
        own = {name: word if isinstance(word, Words) else Words(word) for name, word in words.items()}
        return Facts(self._common() | own, tuple(claims), roles or {})

    def _common(self) -> dict[str, Words]:
        return {
            "result": result_words(self.names, self.step),
            "gone": self.names.digits(self.gone),
            "from": self.names.cells(self.targets),
            "cells": self.names.cells(self.cells),
            "digits": self.names.digits({d for _, d in self.nodes}),
            "houses": self.names.groups(self.groups),
        }


def result_words(names: Names, step: Step, shown: Node | None = None) -> Words:
    """What a step places or removes, in words; of very many candidates one is named, the first or ``shown``."""
    if step.place is not None:
        return names.node(step.place)
    if len(step.elims) > MANY:
        cell, digit = shown or step.elims[0]
        text = f"{len(step.elims)} candidates can be removed, among them {digit} from {names.cell(cell)}"
        return Words(text, len(step.elims))
    by_cells: dict[tuple[Cell, ...], list[Digit]] = {}
    for digit in sorted({d for _, d in step.elims}):
        by_cells.setdefault(tuple(c for c, d in step.elims if d == digit), []).append(digit)
    parts = [f"{names.digits(digits)}{' can be removed' * (i == 0)} from {names.cells(cells)}"
             for i, (cells, digits) in enumerate(by_cells.items())]  # fmt: skip
    return Words("; ".join(parts) if len(parts) > 2 else clauses(parts), len(step.elims))


@dataclass(frozen=True, slots=True)
class Teller:
    """How the facts of a kind of pattern are found, and which placeholders they fill beside the common ones."""

    tell: Callable[[Scene], Facts]
    gives: frozenset[str]


TELLERS: dict[str, Teller] = {}
"""Name of a teller (the ``facts`` key of a template table, or a technique's ``story``) -> teller."""


def teller(name: str, gives: str) -> Callable[[Callable[[Scene], Facts]], Callable[[Scene], Facts]]:
    """Register a function as a teller that fills the placeholders ``gives`` (in words, separated by blanks)."""

    def register(tell: Callable[[Scene], Facts]) -> Callable[[Scene], Facts]:
        TELLERS[name] = Teller(tell, frozenset(gives.split()))
        return tell

    return register
