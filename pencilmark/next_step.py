"""What one can do next: all moves at a position, by technique, cheapest first.

::

    hints("53..7....6..195… ")                          the position after the givens
    hints(puzzle, digits=…, candidates={"r1c3": "12"})  any position in the middle of a solve
    hints("1 4679 …")                                   a grid of candidates as text
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from .band_path import PathStep, classify
from .board import STANDARD_BOXES, Band, Digit, Mask, parse_cell
from .engine.session import Session, Step, session_for, switches_for
from .errors import FormatError, NoSolution, NotUnique, Undecided
from .explain import LEVELS, explain
from .explain.position import Position, ties_of
from .explain.words import Names
from .grader_model import GraderModel, active
from .loaders import from_string, load
from .metrics import unique_solution
from .puzzle import Puzzle
from .scoring import Feature, Scorer
from .tables import Shape, codes
from .techniques import TECHNIQUES

Candidates = Mapping[str, Iterable[Any]] | Sequence[Iterable[Any]]
_TOKENS = re.compile(r"[0-9.]+")


@dataclass(frozen=True)
class Hint:
    """One move: what it places ("r1c3=5") or removes ("r4c5#7"), its price, its texts by explanation level."""

    placement: str | None
    eliminations: tuple[str, ...]
    price: float
    explanation: Mapping[str, str]
    step: Step


@dataclass(frozen=True)
class HintGroup:
    """All moves of one technique shape, the cheapest first."""

    technique: str
    name: str
    code: str
    band: Band
    hints: tuple[Hint, ...]

    @property
    def price(self) -> float:
        """Price of the cheapest move."""
        return self.hints[0].price


@dataclass(frozen=True)
class Hints:
    """All moves at a position, grouped by technique, cheapest group first.

    ``unique`` tells whether techniques that assume one solution were asked; ``complete`` is False where a technique
    found more moves than are kept.
    """

    position: Position
    groups: tuple[HintGroup, ...]
    unique: bool
    complete: bool

    def __iter__(self) -> Iterator[HintGroup]:
        return iter(self.groups)

    def __len__(self) -> int:
        return len(self.groups)

    @property
    def best(self) -> Hint | None:
        """The cheapest move of all; None where nothing was found."""
        return self.groups[0].hints[0] if self.groups else None

    def rows(self) -> list[dict[str, Any]]:
        """One plain row per move: technique, name, code, band, price, placement, eliminations, explanation."""
        return [
            {
                "technique": group.technique, "name": group.name, "code": group.code, "band": group.band,
                "price": hint.price, "placement": hint.placement, "eliminations": list(hint.eliminations),
                "explanation": dict(hint.explanation),
            }
            for group in self.groups
            for hint in group.hints
        ]  # fmt: skip

    def _repr_html_(self) -> str:
        parts = []
        for group in self.groups:
            items = "".join(f"<li>{escape(_shown(hint))}</li>" for hint in group.hints)
            title = f"{escape(group.technique)} ({len(group.hints)})"
            parts.append(f"<details><summary>{title}</summary><ul>{items}</ul></details>")
        return "".join(parts) or "<p>no move was found</p>"


def _shown(hint: Hint) -> str:
    said = hint.explanation
    told = said.get("short") or said.get("notation") or said.get("teach")
    return told or hint.placement or ", ".join(hint.eliminations)


def hints(
    position: object,
    digits: str | Sequence[Digit] | Mapping[str, Digit] | None = None,
    candidates: Candidates | None = None,
    *,
    unique: bool | None = None,
    last_resort: bool | None = None,
    levels: Sequence[str] = LEVELS,
    model: GraderModel | None = None,
) -> Hints:
    """All moves at a position, grouped by technique, cheapest first.

    Parameters
    ----------
    position : anything ``load`` accepts, or text with the candidates of every cell
        In a grid of candidates every cell is one word of digits (``"1 4679 35 …"``, bars and frame lines may stand
        between them). A word of one digit is a placed digit, unless a cell that sees it still has it as a candidate.
    digits : str, sequence or mapping, optional
        Digits placed so far beside the givens: one symbol or number per cell (0 or . = empty), or cell name -> digit.
    candidates : mapping or sequence, optional
        Candidates left: cell name -> digits, or digits per cell. Cells that are not named, or have an empty entry,
        keep theirs. What a placed digit forbids is gone in any case.
    unique : bool, optional
        Whether the puzzle is known to have one solution, so that techniques that assume it may be used. By default
        that is found out.
    last_resort : bool, optional
        Whether forcing chains, nets and trial are asked: True always, False never, None where nothing else is found.
    levels : sequence of str
        Explanation levels of the moves; an empty one spares the work.
    model : GraderModel, optional
        Whose prices order the moves; the active model by default.

    Raises
    ------
    FormatError, NotSupportedError
        The puzzle, the digits or the candidates cannot be read.
    NoSolution
        The position contradicts itself, or the puzzle has no solution and ``unique`` was not given.
    ValueError
        An unknown explanation level.
    """
    if unknown := [level for level in levels if level not in LEVELS]:
        raise ValueError(f"unknown explanation level {unknown[0]}; known: {', '.join(LEVELS)}")
    puzzle, here = _position(position, digits, candidates)
    proven = _is_unique(puzzle) if unique is None else unique
    session = session_for(puzzle)
    masks = [mask or puzzle.full for mask in here.candidates]
    found = [c for c, digit in enumerate(here.values) if digit and not puzzle.givens[c]]
    if not session.load(here.values, masks, found=found) or any(not v and not m for v, m in _pairs(here)):
        raise NoSolution("the position contradicts itself; look for a cell without candidates or a digit set twice")
    steps, complete = _moves(session, puzzle, proven, last_resort)
    groups = _grouped(here, steps, model or active(), levels)
    return Hints(here, groups, switches_for(puzzle, proven).unique, complete)


def _pairs(here: Position) -> Iterator[tuple[Digit, Mask]]:
    return zip(here.values, here.candidates, strict=True)


def _is_unique(puzzle: Puzzle) -> bool:
    """Whether the puzzle (not the position) has one solution; raises NoSolution when it has none."""
    try:
        unique_solution(puzzle)
    except (NotUnique, Undecided):
        return False
    return True


def _moves(session: Session, puzzle: Puzzle, unique: bool, last_resort: bool | None) -> tuple[list[Step], bool]:
    """Moves of all techniques, and whether these are all; last resorts as the option says, the easiest that finds."""
    switches = switches_for(puzzle, unique)
    usable = [
        t for t in TECHNIQUES if t.engine not in switches.disabled and (switches.unique or not t.needs_unique)
    ]  # fmt: skip
    found: list[Step] = []
    complete = True
    for late in (False, True):
        for technique in (t for t in usable if t.last_resort is late):
            if not late or last_resort or (last_resort is None and not found):
                found += session.find(technique.engine, unique=switches.unique)
                complete = complete and not session.overflowed
    return found, complete


def _grouped(here: Position, found: Iterable[Step], model: GraderModel, levels: Sequence[str]) -> tuple[HintGroup, ...]:
    scorer, names = Scorer(model.route), Names(here.puzzle)
    by_shape: dict[Shape, list[Hint]] = {}
    for step in found:
        shape = classify(step)
        price = scorer.difficulty(Feature(shape.technique, step.cover, step.meta[:18]), here.puzzle.digits)
        by_shape.setdefault(shape, []).append(_hint(here, replace(step, price=price), shape, levels, names))
    groups = [
        HintGroup(shape.technique, shape.name, shape.code, shape.band, tuple(sorted(hints, key=_order)))
        for shape, hints in by_shape.items()
    ]
    return tuple(sorted(groups, key=lambda g: (g.price, g.band, codes()[g.code].order, g.technique)))


def _order(hint: Hint) -> tuple[Any, ...]:
    return hint.price, hint.step.place is None, hint.step.place or (0, 0), hint.step.elims


def _hint(here: Position, step: Step, shape: Shape, levels: Sequence[str], names: Names) -> Hint:
    name = here.puzzle.name
    return Hint(
        None if step.place is None else f"{name(step.place[0])}={step.place[1]}",
        tuple(f"{name(c)}#{d}" for c, d in step.elims),
        step.price,
        explain(here, _path_step(step, shape), levels, names).texts if levels else {},
        step,
    )


def _path_step(step: Step, shape: Shape) -> PathStep:
    return PathStep(shape.code, shape.name, shape.band, step.place, step.elims, step)


# -- reading positions -------------------------------------------------------------------------


def _position(
    source: object,
    digits: str | Sequence[Digit] | Mapping[str, Digit] | None,
    candidates: Candidates | None,
) -> tuple[Puzzle, Position]:
    grid = _candidate_grid(source) if isinstance(source, str) else None
    puzzle, masks = grid or (load(source), None)
    values = _placed(puzzle, digits)
    left = list(masks or puzzle.domains)
    for cell, mask in _masks(puzzle, candidates):
        left[cell] &= mask
    start = replace(puzzle, givens=tuple(values), domains=tuple(left))
    here = Position.start(start)
    return puzzle, Position(puzzle, here.values, here.candidates)


def _candidate_grid(text: str) -> tuple[Puzzle, list[Mask]] | None:
    """A classic with the placed digits, and the masks, of a text with one word per cell; None for any other text."""
    lines = [line for line in text.splitlines() if not re.fullmatch(r"[^0-9A-Za-z]*", line)]
    words = _TOKENS.findall("\n".join(lines))
    size = next((d for d in STANDARD_BOXES if d * d == len(words) and d < 10), None)
    plain = re.sub(r"[0-9.\s|*:+'-]", "", "\n".join(lines)) == ""
    if size is None or not plain or all(len(word) == 1 for word in words):
        return None
    masks = [sum({1 << int(ch) - 1 for ch in word if ch not in ".0"}) for word in words]
    if any(int(ch) > size for word in words for ch in word if ch != ".") or not all(masks):
        raise FormatError(f"a grid of candidates has digits from 1 to {size} in each of its {len(words)} cells")
    bare = from_string("." * len(words))
    return replace(bare, givens=tuple(_set_digits(bare, masks))), masks


def _set_digits(bare: Puzzle, masks: Sequence[Mask]) -> Iterator[Digit]:
    """Digit of each cell whose word is one digit, unless a cell that sees it still has that digit as a candidate."""
    for mask, peers in zip(masks, ties_of(bare).peers, strict=True):
        single = mask & (mask - 1) == 0 and not any(masks[p] & mask for p in peers)
        yield mask.bit_length() if single else 0


def _placed(puzzle: Puzzle, digits: str | Sequence[Digit] | Mapping[str, Digit] | None) -> list[Digit]:
    """Givens and digits placed beside them."""
    values = list(puzzle.givens)
    for cell, digit in _stated_digits(puzzle, digits):
        if not 0 <= digit <= puzzle.digits:
            raise FormatError(f"{digit} in {puzzle.name(cell)}: a digit from 1 to {puzzle.digits} is needed")
        if digit and values[cell] not in (0, digit):
            raise FormatError(f"{puzzle.name(cell)} is given as {values[cell]}; it cannot be {digit}")
        values[cell] = digit or values[cell]
    return values


def _stated_digits(puzzle: Puzzle, digits: Any) -> Iterator[tuple[int, Digit]]:
    if digits is None:
        return
    if isinstance(digits, Mapping):
        yield from ((_cell(puzzle, name), int(digit)) for name, digit in digits.items())
        return
    listed = [0 if d in ".0-_" else int(d, 36) for d in digits] if isinstance(digits, str) else list(map(int, digits))
    if len(listed) != len(puzzle.cells):
        raise FormatError(f"digits for {len(puzzle.cells)} cells are needed, not {len(listed)}")
    yield from enumerate(listed)


def _masks(puzzle: Puzzle, candidates: Candidates | None) -> Iterator[tuple[int, Mask]]:
    """(cell, mask) of the stated candidates."""
    if candidates is None:
        return
    if isinstance(candidates, Mapping):
        named: Iterable[tuple[int, Iterable[Any]]] = (
            (_cell(puzzle, name), held) for name, held in candidates.items()
        )  # fmt: skip
    else:
        if len(candidates) != len(puzzle.cells):
            raise FormatError(f"candidates of {len(puzzle.cells)} cells are needed, not of {len(candidates)}")
        named = enumerate(candidates)
    for cell, held in named:
        wanted = [int(d, 36) if isinstance(d, str) else int(d) for d in held]
        if wrong := [d for d in wanted if not 1 <= d <= puzzle.digits]:
            raise FormatError(f"{wrong[0]} in {puzzle.name(cell)}: candidates go from 1 to {puzzle.digits}")
        yield cell, sum(1 << d - 1 for d in set(wanted)) or puzzle.full


def _cell(puzzle: Puzzle, name: str) -> int:
    place = parse_cell(name)
    if place not in puzzle.index:
        raise FormatError(f"{name} is not a cell of this puzzle")
    return puzzle.index[place]
