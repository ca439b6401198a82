"""Facts of steps that place a digit without notes, and why the other cells or digits are out.

hidden single    the house, and which placed digits rule out its other cells
naked single     the cell, and where it sees each of the other digits
"""

from __future__ import annotations

from ..board import Cell, Digit
from .claims import Apart, Claim, Exactly, Inside, Lacks, Node, Places, Sees, Stands
from .facts import Facts, Scene, teller
from .words import Words, clauses

Reason = tuple[Words, tuple[Claim, ...]]


@teller("full_house", "house cell digit")
def full_house(scene: Scene) -> Facts:
    """The one empty cell of a house."""
    (cell, digit), (house,) = scene.nodes[0], scene.groups
    others = [c for c in scene.position.ties.groups[house] if c != cell]
    words = {
        "house": scene.names.group(house),
        "cell": scene.names.cell(cell),
        "digit": str(digit),
    }
    stands = [Stands(c, scene.position.values[c]) for c in others]
    return scene.told(words, [Places(house, digit, (cell,)), Inside(house, (cell,)), *stands])


@teller("hidden_single", "house cell digit why")
def hidden_single(scene: Scene) -> Facts:
    """The last place of a digit in a house, with reasons against the other empty cells."""
    (cell, digit), (house,) = scene.nodes[0], scene.groups
    others = [c for c in scene.position.ties.groups[house] if c != cell and not scene.position.values[c]]
    why, claims = _against_cells(scene, others, digit)
    words = {
        "house": scene.names.group(house),
        "cell": scene.names.cell(cell),
        "digit": str(digit),
        "why": why,
    }
    return scene.told(words, [Places(house, digit, (cell,)), *claims])


def _against_cells(scene: Scene, cells: list[Cell], digit: Digit) -> Reason:
    """Why none of some empty cells can hold a digit: placed digits that they see, most telling first."""
    here, names = scene.position, scene.names
    placed = [c for c, value in enumerate(here.values) if value == digit]
    left, parts = set(cells), list[str]()
    claims: list[Claim] = [Lacks(c, digit) for c in cells]
    while left:
        source = max(placed, key=lambda p: (len(left & here.ties.peers[p]), -p), default=None)
        if source is None or not left & here.ties.peers[source]:
            break
        seen = tuple(sorted(left & here.ties.peers[source]))
        left -= set(seen)
        parts.append(f"the {digit} in {names.cell(source)} rules out {names.cells(seen)}")
        claims += [Stands(source, digit), Sees(source, seen)]
    ruled = {c: found for c in sorted(left) if (found := _partner(scene, c, digit)) is not None}
    for partner in dict.fromkeys(ruled.values()):
        seen = tuple(c for c, found in ruled.items() if found == partner)
        parts.append(f"{_by(scene, partner)} rules out {names.cells(seen)}")
        claims += [c for cell in seen for c in _excluded(scene, partner, (cell, digit))]
    before = left - ruled.keys()
    if before:
        parts.append(f"{digit} has already been ruled out in {names.cells(before)}")
    return clauses(parts) if parts else Words("every other cell there is filled"), tuple(claims)


def _partner(scene: Scene, cell: Cell, digit: Digit) -> tuple[Cell | None, str] | None:
    """What keeps a digit out of a cell: a placed cell and its pair rule, or no cell and a clue in the cell itself."""
    here, names = scene.position, scene.names
    for other, number, table in here.ties.relations[cell]:
        value = here.values[other]
        if value and not table[digit - 1] >> (value - 1) & 1:
            return other, str(names.group(names.relation(number)))
    clue = names.clue(cell, digit)
    return None if clue is None else (None, clue)


def _by(scene: Scene, partner: tuple[Cell | None, str]) -> str:
    """``the white dot between r1c1 and r1c2 with the 5 in r1c2``, or the clue alone."""
    cell, rule = partner
    return rule if cell is None else f"{rule} with the {scene.position.values[cell]} in {scene.names.cell(cell)}"


def _excluded(scene: Scene, partner: tuple[Cell | None, str], node: Node) -> list[Claim]:
    cell, _ = partner
    if cell is None:
        return [Lacks(*node)]
    there = (cell, scene.position.values[cell])
    return [Stands(*there), Apart(node, there)]


@teller("naked_single", "house cell digit why")
def naked_single(scene: Scene) -> Facts:
    """The last candidate of a cell, with the places where it sees the other digits."""
    cell, digit = scene.nodes[0]
    others = [d for d in range(1, scene.position.puzzle.digits + 1) if d != digit]
    why, claims = _against_digits(scene, cell, others)
    words = {"cell": scene.names.cell(cell), "digit": str(digit), "why": why, "house": scene.names.groups(scene.groups)}
    return scene.told(words, [Exactly((cell,), (digit,)), *claims])


def _against_digits(scene: Scene, cell: Cell, digits: list[Digit]) -> Reason:
    """Why a cell can hold none of some digits: the groups that already have them, the fullest first."""
    here, names = scene.position, scene.names
    left, parts = set(digits), list[str]()
    claims: list[Claim] = [Lacks(cell, d) for d in digits]
    has = {g: {here.values[c] for c in here.ties.groups[g]} for g in here.ties.groups_of[cell]}
    while left:
        group = max(has, key=lambda g: (len(left & has[g]), -g), default=None)
        if group is None or not left & has[group]:
            break
        held = left & has[group]
        left -= held
        parts.append(f"{names.group(group)} has {names.digits(held)}")
        stands = {here.values[c]: c for c in here.ties.groups[group]}
        claims += [c for d in sorted(held) for c in (Stands(stands[d], d), Inside(group, (cell, stands[d])))]
    sighted = {here.values[p]: p for p in sorted(here.ties.peers[cell], reverse=True) if here.values[p] in left}
    for d in sorted(sighted):
        parts.append(f"it sees the {d} in {names.cell(sighted[d])}")
        claims += [Stands(sighted[d], d), Sees(cell, (sighted[d],))]
    left -= sighted.keys()
    ruled = {d: found for d in sorted(left) if (found := _partner(scene, cell, d)) is not None}
    for partner in dict.fromkeys(ruled.values()):
        out = [d for d, found in ruled.items() if found == partner]
        parts.append(f"{_by(scene, partner)} rules out {names.digits(out)}")
        claims += [claim for d in out for claim in _excluded(scene, partner, (cell, d))]
    before = left - ruled.keys()
    if before:
        parts.append(f"{names.digits(before)} {Words('', len(before)):has|have} been ruled out before")
    return clauses(parts), tuple(claims)


@teller("bug", "cell digit candidates house")
def bug(scene: Scene) -> Facts:
    """The only cell with three candidates, and the digit that occurs three times in its houses."""
    cell, digit = scene.nodes[0][0], scene.step.place[1] if scene.step.place else scene.nodes[0][1]
    here = scene.position
    houses = [g for g in here.ties.groups_of[cell] if g < here.ties.houses and len(here.places(g, digit)) == 3]
    words = {
        "cell": scene.names.cell(cell),
        "digit": str(digit),
        "candidates": scene.names.digits(here.digits(cell)),
        "house": scene.names.groups(houses),
    }
    claims: list[Claim] = [Exactly((cell,), here.digits(cell))]
    return scene.told(words, [*claims, *(Places(g, digit, here.places(g, digit)) for g in houses)])


@teller("head", "own shut house left third places")
def head(scene: Scene) -> Facts:
    """A subset seen without notes: ``own`` digits fill the cells ``shut`` of ``house``, which leaves a single.

    ``left`` says where: "r5c5 has nothing but 9 left", "4 fits only in r2c2 of row 2". Where two noted digits leave a
    third one a line, ``third`` and ``places`` are that digit and its places.
    """
    names, step = scene.names, scene.step
    third = step.place[1] if step.place is not None else scene.gone[0]
    noted = len(scene.groups) == 1 and any(d == third for _, d in scene.nodes)
    own = sorted({d for _, d in scene.nodes if not noted or d != third})
    shut = tuple(dict.fromkeys(c for c, d in scene.nodes if d in own))
    words = {
        "own": names.digits(own),
        "shut": names.cells(shut),
        "house": names.group(scene.groups[0]),
        "left": Words(_left(scene, noted)),
        "third": Words(str(third)),
        "places": names.cells(c for c in scene.cells if c not in shut),
    }
    if all(scene.position.digits(c) == tuple(d for d in own if scene.position.has((c, d))) for c in shut):
        claims: list[Claim] = [Exactly(shut, tuple(own))]
    else:
        claims = [Places(scene.groups[0], d, scene.cells_with(d)) for d in own]
    return scene.told(words, [*claims, Inside(scene.groups[0], shut)])


def _left(scene: Scene, noted: bool) -> str:
    """The single that is left, with its house unless a cell has one digit left."""
    if scene.step.place is None:
        return ""
    cell, digit = scene.step.place
    if len(scene.groups) == 1 and not noted:
        return f"{scene.names.cell(cell)} has nothing but {digit} left"
    return f"{digit} fits only in {scene.names.cell(cell)} of {scene.names.group(scene.groups[-1])}"
