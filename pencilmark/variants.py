"""What a puzzle is called and what its rules say, told from the rules alone.

``describe`` loops over the placement variants and the registry of rule kinds; it knows none by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .board import Cell
from .exchange import canonical_rules, grid_areas, has_candidates, puzzle_board
from .puzzle import Puzzle
from .rules import REGISTRY
from .rules.base import Area, Board, Rule, Rules, bare, to_json
from .rules.layouts import LAYOUTS
from .rules.outside import told_apart
from .rules.placements import PLACEMENTS, Placement, placement, standard_area

_SIZE_WORDS = {4: "Tiny", 6: "Mini", 9: ""}
_SUKAKU = "Sukaku"
_Mark = tuple[str, frozenset[Cell]]
_SUKAKU_SENTENCE = "Small digits in a cell are the only ones it may hold."


@dataclass(frozen=True, slots=True)
class _Scene:
    """A puzzle as ``describe`` looks at it: grid areas, irregular houses and all other rules."""

    board: Board
    areas: tuple[Area, ...]
    layout: str
    rules: tuple[Rule, ...]

    @property
    def size_word(self) -> str:
        digits = self.board.digits
        return _SIZE_WORDS.get(digits, f"{digits}x{digits}")

    def where(self, chosen: Sequence[Area]) -> str:
        """Addition that names the chosen areas; empty when they are all or none."""
        if not chosen or len(chosen) == len(self.areas):
            return ""
        names = _grid_names(self.areas)
        listed = [name for area, name in zip(self.areas, names, strict=True) if area in chosen]
        text = listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} and {listed[-1]}"
        word = "grid" if len(listed) == 1 else "grids"
        return f" Only in the {word} at {text}." if names[0] == self.areas[0].origin else f" Only in the {text} {word}."

    def areas_of(self, rules: Iterable[Rule]) -> list[Area]:
        """The areas that hold these rules; none when one of them lies wholly in no area."""
        chosen: set[Area] = set()
        for rule in rules:
            cells = rule.reach(self.board)
            inside = {area for area in self.areas if cells and cells <= area.cells(self.board)}
            if not inside:
                return []
            chosen |= inside
        return [area for area in self.areas if area in chosen]


def describe(puzzle: Puzzle) -> dict[str, Any]:
    """Name of a puzzle and one sentence per rule, from its rules alone.

    Returns
    -------
    dict
        ``{"type": name, "rules": {short name: sentence, …}}``; the first entry of ``rules`` is the base.

    Raises
    ------
    NotSupportedError
        The puzzle carries groups that no rule states.
    """
    scene = _scene(puzzle)
    found, explained = _placements(scene)
    rest = [rule for rule in scene.rules if _mark(rule, scene.board) not in explained]
    for name, sentence in _families(scene, rest):
        found.setdefault(name, sentence)
    if has_candidates(puzzle):
        found[_SUKAKU] = _SUKAKU_SENTENCE
    base = scene.layout or _joined(scene.size_word, "Sudoku")
    rules = {base: _base_sentence(scene)}
    for name, sentence in found.items():
        rules[name] = f"{rules[name]} {sentence}" if name in rules else sentence
    return {"type": _type(scene, list(found)), "rules": rules}


def rules_text(described: Mapping[str, Any]) -> str:
    """The rules of a description as lines ``name: sentence``."""
    return "\n".join(f"{name}: {sentence}" for name, sentence in described["rules"].items())


def stated_families(puzzle: Puzzle) -> tuple[str, ...]:
    """Variant that each of ``puzzle.rules`` belongs to: a placement variant, else its family; "" for grids and houses.

    Raises
    ------
    NotSupportedError
        The puzzle carries groups that no rule states.
    """
    board, stated = puzzle_board(puzzle), Rules(map(bare, puzzle.rules))
    _, explained = _placements(_Scene(board, tuple(grid_areas(puzzle)), "", stated))
    return tuple(
        "" if rule.houses(board, stated) else explained.get(_mark(rule, board)) or rule.family for rule in stated
    )


def preset_rules(name: str, size: int, box: tuple[int, int] | None = None) -> list[dict[str, Any]]:
    """Rules that a placement variant puts on a size×size board.

    Parameters
    ----------
    name : str
        Name or alias of the variant: ``"Windoku"``, ``"hyper"``.
    size : int
        Side of the board and number of digits.
    box : (int, int), optional
        Rows and columns of a box; the standard shape of the size by default.

    Returns
    -------
    list of dict
        Rule objects; empty where the variant is undefined for this size and box.

    Raises
    ------
    KeyError
        No placement variant has this name.
    """
    return [to_json(region) for region in placement(name).regions(standard_area(size, box))]


def _scene(puzzle: Puzzle) -> _Scene:
    board = puzzle_board(puzzle)
    areas = tuple(grid_areas(puzzle))
    stated = tuple(map(bare, puzzle.rules))
    others = [rule for rule in stated if not rule.houses(board, stated)]
    irregular = [r for r in canonical_rules(puzzle) if r.houses(board, ()) and r.area(board) is None]
    return _Scene(board, areas, _layout(areas), (*irregular, *others))


def _layout(areas: Sequence[Area]) -> str:
    """Name of the arrangement of several grids; empty for one grid or none."""
    if len(areas) < 2:
        return ""
    top, left = min(area.row for area in areas), min(area.col for area in areas)
    origins = {(area.row - top, area.col - left) for area in areas}
    if areas[0].size == 9:
        for name, known in LAYOUTS.items():
            if origins == known:
                return name
    return "Multi-Grid"


def _mark(rule: Rule, board: Board) -> _Mark:
    """What a placement variant compares: the type of a rule and its cells; the kind of a region is a drawing hint."""
    return str(rule.__struct_config__.tag), rule.reach(board)


def _placements(scene: _Scene) -> tuple[dict[str, str], dict[_Mark, str]]:
    """Sentences of the placement variants present, and the variant that explains each of their regions."""
    board = scene.board
    present = {_mark(rule, board) for rule in scene.rules}
    chosen: dict[str, tuple[Placement, list[Area]]] = {}
    explained: dict[_Mark, str] = {}
    for area in scene.areas:
        fits = {}
        for variant in PLACEMENTS:
            sets = {_mark(region, board) for region in variant.regions(area)}
            if sets and sets <= present:
                fits[variant.name] = (variant, sets)
        for name, (variant, sets) in fits.items():
            if sets & explained.keys() or any(sets < other for _, other in fits.values()):
                continue
            chosen.setdefault(name, (variant, []))[1].append(area)
            explained |= dict.fromkeys(sets, name)
    ordered = [chosen[variant.name] for variant in PLACEMENTS if variant.name in chosen]
    return {v.name: v.wording(areas[0]) + scene.where(areas) for v, areas in ordered}, explained


def _families(scene: _Scene, rules: Sequence[Rule]) -> Iterable[tuple[str, str]]:
    """Title and sentence of every named family among the rules, in registry order."""
    listed = [name for cls in REGISTRY for name in cls.FAMILIES or (cls.NAME,) if name]
    # a family that several classes list stands where the last of them lists it
    order = reversed(dict.fromkeys(reversed(listed)))
    found = {name: members for name in order if (members := [rule for rule in rules if rule.family == name])}
    places = told_apart(found, scene.board, sides=not scene.layout)
    for family, members in found.items():
        owner = next(cls for cls in REGISTRY if family in (*cls.FAMILIES, cls.NAME))
        where = places.get(family, "") + scene.where(scene.areas_of(members))
        yield owner.title(members), owner.sentence(members, scene.board) + where


def _type(scene: _Scene, found: Sequence[str]) -> str:
    variants = [name for name in found if name != scene.layout]
    variant = variants[0] if len(variants) == 1 else "Variant" if variants else ""
    if scene.layout:
        return _joined(variant, scene.layout, "" if scene.layout.endswith("doku") else "Sudoku")
    boxless = len(scene.areas) == 1 and scene.areas[0].box is None
    return _joined(scene.size_word, variant, "Latin Square" if boxless and not found else "Sudoku")


def _base_sentence(scene: _Scene) -> str:
    digits = scene.board.digits
    boxes = list(dict.fromkeys(area.box for area in scene.areas))
    if not boxes:
        return f"Place 1–{digits} in every outlined region."
    shape = "{}×{} box".format(*boxes[0]) if boxes[0] else "box"
    houses = f"row, column and {shape if len(boxes) == 1 else 'box'}" if any(boxes) else "row and column"
    if not scene.layout:
        return f"Place 1–{digits} in every {houses}."
    return (
        f"Every {digits}×{digits} grid is a normal sudoku: place 1–{digits} in each {houses}. "
        "Shared cells belong to all their grids."
    )


def _grid_names(areas: Sequence[Area]) -> list[str]:
    """Position of each area (top-left, centre …), or its origin when two positions would be equal."""
    rows = _positions([area.row for area in areas], "top", "middle", "bottom")
    cols = _positions([area.col for area in areas], "left", "centre", "right")
    short = {"middle-centre": "centre", "middle-left": "left", "middle-right": "right",
             "top-centre": "top", "bottom-centre": "bottom"}  # fmt: skip
    names = [f"{rows[area.row]}-{cols[area.col]}" for area in areas]
    names = [short.get(name, name) for name in names]
    return [area.origin for area in areas] if max(Counter(names).values()) > 1 else names


def _positions(values: Sequence[int], first: str, middle: str, last: str) -> dict[int, str]:
    ordered = sorted(set(values))
    return {value: first if value == ordered[0] else last if value == ordered[-1] else middle for value in ordered}


def _joined(*words: str) -> str:
    return " ".join(word for word in words if word)
