"""Facts of patterns of cells and houses: locked candidates, fish, subsets, wings, rectangles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from ..board import Cell
from .claims import Claim, Exactly, Has, Inside, Places, Sees
from .facts import Facts, Scene, teller
from .notation import contracted
from .words import Words

NUMBERED = " ".join(f"cell{k} digits{k} house{k}" for k in range(1, 10))


def numbered(scene: Scene) -> dict[str, Words]:
    """cell1, digits1 …: cells of the pattern in order with the digits it names there; house1 …: its houses."""
    words: dict[str, Words] = {}
    for k, cell in enumerate(scene.cells[:9], 1):
        words[f"cell{k}"] = scene.names.cell(cell)
        words[f"digits{k}"] = scene.names.digits({d for c, d in scene.nodes if c == cell})
    for k, group in enumerate(scene.groups[:9], 1):
        words[f"house{k}"] = scene.names.group(group)
    return words


def present(scene: Scene) -> list[Claim]:
    """That the candidates the pattern names are there."""
    return [Has(c, d) for c, d in dict.fromkeys(scene.nodes) if not scene.position.values[c]]


def seen_by(scene: Scene, cells: Sequence[Cell]) -> list[Claim]:
    """That every cell which loses a candidate sees all of ``cells``."""
    return [Sees(target, tuple(cells)) for target in scene.targets]


@teller("cells", f"base {NUMBERED}")
def cells(scene: Scene) -> Facts:
    """The cells of the pattern in order, with the digits named there; ``base`` is the first half of its houses."""
    base = scene.names.groups(scene.groups[: len(scene.groups) // 2])
    return scene.told(numbered(scene) | {"base": base}, present(scene))


@teller("locked", "digit house other tie")
def locked(scene: Scene) -> Facts:
    """All places of a digit in a house, and the group that they share with what they exclude."""
    (house,), digit = scene.groups, scene.nodes[0][1]
    places, names = scene.cells, scene.names
    shared = [g for g in scene.position.common((*places, *scene.targets)) if g != house]
    words = {"digit": str(digit), "house": names.group(house), "other": names.groups(shared[:1])}
    claims: list[Claim] = [Places(house, digit, tuple(sorted(places)))]
    if shared:
        words["tie"] = Words(f"these cells also lie in {names.group(shared[0])}")
        return scene.told(words, [*claims, Inside(shared[0], (*places, *scene.targets))])
    words["tie"] = Words(f"{names.cells(scene.targets)} {Words('', len(scene.targets)):sees|see} each of these cells")
    return scene.told(words, [*claims, *seen_by(scene, places)])


@teller("lines", f"digit base cover fins body {NUMBERED}")
def lines(scene: Scene) -> Facts:
    """A fish: base houses first, then the houses that cover their cells; places outside the cover are fins."""
    here, names, digit = scene.position, scene.names, scene.nodes[0][1]
    size = next((k for k in range(1, len(scene.groups)) if _covers(scene, scene.groups[:k])), len(scene.groups))
    base, cover = scene.groups[:size], scene.groups[size:]
    covered = {c for g in cover for c in here.ties.groups[g]}
    body = [c for c in scene.cells if c in covered or not cover]
    fins = [c for c in scene.cells if c not in body]
    words = numbered(scene) | {
        "digit": Words(str(digit)),
        "base": names.groups(base),
        "cover": names.groups(cover),
        "body": names.cells(body),
        "fins": names.cells(fins),
    }
    claims: list[Claim] = [Places(g, digit, tuple(sorted(scene.in_group(g)))) for g in base]
    if fins:
        claims += seen_by(scene, fins)
    claims += [Inside(g, (t,)) for t in scene.targets for g in cover if t in here.ties.groups[g]]
    return scene.told(words, claims, {(c, digit): "fin" for c in fins})


def _covers(scene: Scene, groups: Iterable[int]) -> bool:
    held = {c for g in groups for c in scene.position.ties.groups[g]}
    return held.issuperset(scene.cells)


@teller("empty_rectangle", "digit box link near far part rest")
def empty_rectangle(scene: Scene) -> Facts:
    """A box, a link outside it, and the two parts of the box: what one end sees, and what the target sees."""
    here, names = scene.position, scene.names
    (box, link), digit = scene.groups, scene.nodes[0][1]
    far, near, *places = [c for c, _ in scene.nodes]
    part = [c for c in places if here.sees(near, [c])]
    rest = [c for c in places if c not in part]
    words = {
        "digit": str(digit), "box": names.group(box), "link": names.group(link),
        "near": names.cell(near), "far": names.cell(far), "part": names.cells(part), "rest": names.cells(rest),
    }  # fmt: skip
    claims: list[Claim] = [Places(box, digit, tuple(sorted(places))), Places(link, digit, tuple(sorted((near, far))))]
    return scene.told(words, [*claims, Sees(near, tuple(part)), *seen_by(scene, [far, *rest])])


@teller("naked", "house count others")
def naked(scene: Scene) -> Facts:
    """Cells of a group that hold only as many digits as there are cells."""
    own = scene.held(scene.cells)
    words = {"house": scene.names.groups(scene.groups), "others": scene.names.cells(scene.targets)}
    claims: list[Claim] = [Exactly(scene.cells, own), *(Inside(g, scene.cells) for g in scene.groups)]
    return scene.told(words | {"count": Words(str(len(scene.cells)))}, claims)


@teller("hidden", "house count others")
def hidden(scene: Scene) -> Facts:
    """Digits with only as many places in a house as there are digits."""
    (house,) = scene.groups
    own = sorted({d for _, d in scene.nodes})
    words = {
        "house": scene.names.group(house),
        "others": scene.names.digits(scene.gone),
        "count": Words(str(len(own))),
    }
    return scene.told(words, [Places(house, d, scene.cells_with(d)) for d in own])


@teller("wing", "pivot wing1 wing2 pivot_digits digits1 digits2 x y z")
def wing(scene: Scene) -> Facts:
    """A pivot and two wings: x ties the pivot to the first wing, y to the second, z is the wings' common digit."""
    here, names = scene.position, scene.names
    pivot, one, two = scene.cells
    (z,) = scene.gone
    x, y = (next(d for d in here.digits(w) if d != z) for w in (one, two))
    words = {
        "pivot": names.cell(pivot), "wing1": names.cell(one), "wing2": names.cell(two),
        "pivot_digits": names.digits(here.digits(pivot)),
        "digits1": names.digits(here.digits(one)), "digits2": names.digits(here.digits(two)),
        "x": str(x), "y": str(y), "z": str(z),
    }  # fmt: skip
    claims: list[Claim] = [Exactly((c,), here.digits(c)) for c in (pivot, one, two)]
    holders = [c for c in (pivot, one, two) if here.has((c, z))]
    return scene.told(words, [*claims, Sees(pivot, (one, two)), *seen_by(scene, holders)])


@teller("pairs", "first last count x y path")
def pairs(scene: Scene) -> Facts:
    """A row of cells with the same two candidates, each of which sees the next."""
    names, path = scene.names, scene.cells
    x, y = scene.held(path)
    words = {
        "first": names.cell(path[0]), "last": names.cell(path[-1]), "count": Words(str(len(path))),
        "x": str(x), "y": str(y), "path": " – ".join(map(names.cell, path)),
    }  # fmt: skip
    claims: list[Claim] = [Exactly((c,), (x, y)) for c in path]
    claims += [Sees(a, (c,)) for a, c in pairwise(path)]
    return scene.told(words, [*claims, *seen_by(scene, [path[0], path[-1]])])


@teller("rectangle", "corners x y floor roof extras house partners locked spare target opposite")
def rectangle(scene: Scene) -> Facts:
    """Four corners that hold x and y: the floor has nothing else, the roof has extras; partners join a naked subset.

    ``locked`` is the one of x and y that is not removed, ``spare`` the other; ``opposite`` is the corner across from
    the target of a hidden rectangle.
    """
    here, names = scene.position, scene.names
    corners, pair = scene.cells[:4], tuple(sorted({d for _, d in scene.nodes[:8]}))
    floor = [c for c in corners if here.digits(c) == pair]
    roof = [c for c in corners if c not in floor]
    extras = [d for d in scene.held(roof) if d not in pair]
    partners = [c for c, _ in scene.nodes[8:]]
    locked = [d for d in pair if d not in scene.gone]
    target = [c for c in scene.targets if c in corners]
    opposite = [corners[3 - corners.index(c)] for c in target]
    words = {
        "corners": names.cells(corners), "x": str(pair[0]), "y": str(pair[1]),
        "floor": names.cells(floor), "roof": names.cells(roof), "extras": names.digits(extras, "or"),
        "house": names.groups(scene.groups), "partners": names.cells(partners),
        "locked": names.digits(locked), "spare": names.digits(scene.gone),
        "target": names.cells(target), "opposite": names.cells(opposite),
    }  # fmt: skip
    claims: list[Claim] = [Exactly((c,), here.digits(c)) for c in (*corners, *dict.fromkeys(partners))]
    if scene.groups and not partners:
        digit = locked[0]
        claims += [Places(g, digit, here.places(g, digit)) for g in scene.groups]
        claims += [Inside(g, here.places(g, locked[0])) for g in scene.groups]
    if partners:
        claims += [Inside(g, (*roof, *partners)) for g in scene.groups]
        claims += [Exactly(tuple(dict.fromkeys(partners)), scene.held(partners))]
    return scene.told(words, claims)


def set_at(scene: Scene, cells: Iterable[Cell]) -> Words:
    """Cells in one word, with their candidates: ``r23c9 (5 6 8)``."""
    held = " ".join(map(str, scene.held(cells)))
    return Words(f"{short_cells(scene, cells)} ({held})")


def short_cells(scene: Scene, cells: Iterable[Cell]) -> Words:
    """Cells in one word, for lists of sets: ``r23c9``, ``r1c4,r3c46``."""
    shown = sorted(set(cells))
    return Words(",".join(contracted(scene.position.puzzle, shown)), len(shown))
