"""Positions of a solve, and what one can ask of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ..board import Cell, Digit, Mask
from ..engine.session import Step
from ..puzzle import Puzzle
from ..state import compile_board
from .claims import Node


@dataclass(frozen=True)
class Ties:
    """How the cells of a puzzle bear on each other.

    ``groups`` are the cells of each group, houses first (``houses`` of them). ``groups_of[c]`` are the groups of a
    cell; ``peers[c]`` the cells it sees; ``relations[c]`` its pair rules as (other cell, number of the relation, masks:
    for each digit of c the digits that the other cell may hold).
    """

    houses: int
    groups: tuple[tuple[Cell, ...], ...]
    groups_of: tuple[tuple[int, ...], ...]
    peers: tuple[frozenset[Cell], ...]
    relations: tuple[tuple[tuple[Cell, int, tuple[Mask, ...]], ...], ...]


@lru_cache(maxsize=64)
def ties_of(puzzle: Puzzle) -> Ties:
    """The ties between the cells of a puzzle."""
    b = compile_board(puzzle)
    gptr, gcells = b.gptr.tolist(), b.gcells.tolist()
    gcptr, gof = b.gcptr.tolist(), b.gof.tolist()
    pptr, plist = b.pptr.tolist(), b.plist.tolist()
    rptr, rcell, rtab, rnum = b.rptr.tolist(), b.rcell.tolist(), b.rtab.tolist(), b.rnum.tolist()
    tables = [tuple(row) for row in b.tables.tolist()]
    return Ties(
        b.nh,
        tuple(tuple(gcells[gptr[g] : gptr[g + 1]]) for g in range(b.ng)),
        tuple(tuple(gof[gcptr[c] : gcptr[c + 1]]) for c in range(b.n)),
        tuple(frozenset(plist[pptr[c] : pptr[c + 1]]) for c in range(b.n)),
        tuple(
            tuple((rcell[k], rnum[k], tables[rtab[k]]) for k in range(rptr[c], rptr[c + 1])) for c in range(b.n)
        ),
    )  # fmt: skip


@dataclass(frozen=True)
class Position:
    """Digits placed (0 = empty) and candidates left (one mask per cell, 0 where a digit stands)."""

    puzzle: Puzzle
    values: tuple[Digit, ...]
    candidates: tuple[Mask, ...]

    @classmethod
    def start(cls, puzzle: Puzzle) -> Position:
        """The puzzle with its givens: candidates that a given forbids by sight or by a pair rule are gone."""
        here = cls(puzzle, (0,) * len(puzzle.cells), tuple(puzzle.domains))
        return here._placed([(cell, digit) for cell, digit in enumerate(puzzle.givens) if digit])

    @cached_property
    def ties(self) -> Ties:
        """How the cells bear on each other."""
        return ties_of(self.puzzle)

    def after(self, step: Step) -> Position:
        """The position once a step has been carried out."""
        candidates = list(self.candidates)
        for cell, digit in step.elims:
            candidates[cell] &= ~(1 << digit - 1)
        there = Position(self.puzzle, self.values, tuple(candidates))
        return there._placed([step.place]) if step.place is not None else there

    def _placed(self, nodes: Iterable[Node]) -> Position:
        values, candidates, ties = list(self.values), list(self.candidates), self.ties
        for cell, digit in nodes:
            values[cell], candidates[cell] = digit, 0
            for peer in ties.peers[cell]:
                candidates[peer] &= ~(1 << digit - 1)
            for other, _, table in ties.relations[cell]:
                candidates[other] &= table[digit - 1]
        return Position(self.puzzle, tuple(values), tuple(candidates))

    def digits(self, cell: Cell) -> tuple[Digit, ...]:
        """Candidates of a cell."""
        return digits_of(self.candidates[cell])

    def has(self, node: Node) -> bool:
        """Whether a candidate is there."""
        return bool(self.candidates[node[0]] >> (node[1] - 1) & 1)

    def places(self, group: int, digit: Digit) -> tuple[Cell, ...]:
        """Cells of a group that have the candidate, in reading order."""
        return tuple(sorted(c for c in self.ties.groups[group] if self.has((c, digit))))

    def sees(self, cell: Cell, others: Iterable[Cell]) -> bool:
        """Whether a cell sees all the others."""
        return self.ties.peers[cell].issuperset(others)

    def common(self, cells: Sequence[Cell]) -> tuple[int, ...]:
        """Groups that hold all these cells, in the order of the first cell's groups."""
        return tuple(g for g in self.ties.groups_of[cells[0]] if set(cells) <= set(self.ties.groups[g]))

    def forbids(self, first: Node, second: Node) -> int | None:
        """Number of a pair rule by which two candidates exclude each other."""
        for other, number, table in self.ties.relations[first[0]]:
            if other == second[0] and not table[first[1] - 1] >> (second[1] - 1) & 1:
                return number
        return None

    def apart(self, first: Node, second: Node) -> bool:
        """Whether two different candidates exclude each other."""
        if first[0] == second[0]:
            return first[1] != second[1]
        return (first[1] == second[1] and self.sees(first[0], [second[0]])) or self.forbids(first, second) is not None


def digits_of(mask: Mask) -> tuple[Digit, ...]:
    """Digits of a mask, ascending."""
    return tuple(d for d in range(1, mask.bit_length() + 1) if mask >> (d - 1) & 1)


def positions(puzzle: Puzzle, steps: Iterable[Step]) -> Iterator[Position]:
    """The position before each step of a solve, then the last one."""
    here = Position.start(puzzle)
    yield here
    for step in steps:
        here = here.after(step)
        yield here
