"""Sum algebra: houses and sums added and subtracted until a sum of few cells is left.

::

    row 4 = 45     − arrow a + b = c (c in row 4 too)     − cage 20     = 2c + d + e = 25

An area of houses starts as one 1 per cell. As long as the sum of all |weights| falls, stated sums are added or
subtracted, and where none helps any more, houses. Equal bests are taken together when they are disjoint, and end the
search when they are not, so that the result does not depend on the order of the cells.

The ring of Phistomefel is one more start. Two rows and two boxes against four columns leave a ring and four corners
that hold the same digits, so their sums are equal (found by Phistomefel, cracking-the-cryptic.com, 2020)::

    . . 1 1 1 1 1 . .      rows 3 and 7, boxes 4 and 6      columns 1, 2, 8 and 9
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import gcd
from typing import Any

import numpy as np

from ..constraints.linear import Linear, words
from .scene import Area, Derived, Scene
from .sums import MOST_CELLS, MOST_LINES

MOST_PARTS = 24
"""Houses and sums taken together at most."""
MOST_FOUND = 12
"""Sums kept, the shortest first."""
MOST_WEIGHT = 4
"""Largest weight of a cell: nobody counts a cell more often."""
ROUNDS = 12
AT_ONCE = 32
"""Rows multiplied at a time."""
Array = Any


@dataclass(frozen=True, slots=True)
class _Parts:
    """What may be added and subtracted: a row of weights, a total and a number each; sums first, then houses.

    ``disjoint[i, j]``: no cell is in both; ``apart``: no cell is in two sums;
    ``largest``: cells of a house; ``having``: per weight which cells have it in which part.
    """

    weights: Array
    totals: Array
    numbers: tuple[int, ...]
    sums: int
    disjoint: Array
    apart: bool
    largest: int
    having: tuple[tuple[float, Array], ...]


@dataclass(frozen=True, slots=True)
class _Starts:
    """Areas to start from as rows of weights, and how often each part is in them."""

    weights: Array
    uses: Array
    techniques: tuple[str, ...]


def combined(scene: Scene, found: Sequence[Derived]) -> list[Derived]:
    """Sums of few cells that no stated or already ``found`` sum says, nor several of them together."""
    parts = _parts(scene)
    starts = _starts(scene, parts)
    weights, uses = _reduced(starts, parts)
    kept: list[tuple[int, int, Linear, tuple[int, ...]]] = []
    for k in np.flatnonzero(_short(weights) & (np.count_nonzero(uses[:, : parts.sums], axis=1) > 0)):
        used = np.flatnonzero(uses[k])
        if len(used) > MOST_PARTS:
            continue
        linear = _equation(weights[k], int(uses[k] @ parts.totals), starts.techniques[k])
        if linear is not None:
            kept.append((len(linear.cells), len(used), linear, tuple(parts.numbers[i] for i in used)))
    kept.sort(key=lambda item: item[:2])
    digits = scene.puzzle.digits
    return [Derived(words(linear, digits)[0], own, False) for linear, own in _independent(scene, parts, found, kept)]


def _parts(scene: Scene) -> _Parts:
    """All sums with their weights, then all houses."""
    n = len(scene.puzzle.cells)
    rows, totals, numbers = [], [], []
    for i, group in enumerate(scene.groups):
        if group.total is not None:
            rows.append(_row(n, group.cells, 1))
            totals.append(group.total)
            numbers.append(i)
    for k, record in enumerate(scene.puzzle.constraints):
        if isinstance(record, Linear) and max(map(abs, record.weights), default=0) <= MOST_WEIGHT:
            rows.append(_row(n, record.cells, record.weights))
            totals.append(record.total)
            numbers.append(len(scene.groups) + k)
    sums = len(rows)
    for i, group in enumerate(scene.groups):
        if group.complete and group.total is None:
            rows.append(_row(n, group.cells, 1))
            totals.append(scene.house)
            numbers.append(i)
    weights = np.array(rows)
    touched = np.abs(weights) > 0
    disjoint = _product(touched.astype(float), touched.T.astype(float)) == 0
    apart = int(disjoint[:sums, :sums].sum()) == sums * (sums - 1)
    having = tuple((w, np.ascontiguousarray((weights == w).T, float)) for w in np.unique(weights) if w)
    return _Parts(weights, np.array(totals), tuple(numbers), sums, disjoint, apart, scene.puzzle.digits, having)


def _product(a: Array, b: Array) -> Array:
    """``a @ b``, a few rows at a time: products of this size keep a second core waiting for longer than they take."""
    return np.concatenate([a[i : i + AT_ONCE] @ b for i in range(0, max(len(a), 1), AT_ONCE)])


def _row(n: int, cells: Sequence[int], weights: Any) -> Array:
    row = np.zeros(n)
    row[list(cells)] = weights
    return row


def _starts(scene: Scene, parts: _Parts) -> _Starts:
    """Every area, every area of one or two lines without a box that crosses it, every ring."""
    known: dict[bytes, None] = {}
    uses, techniques = [], []
    place = {number: i for i, number in enumerate(parts.numbers)}
    for technique, plus, minus in _areas(scene):
        row = np.zeros(len(parts.numbers))
        row[[place[i] for i in plus]] = 1
        row[[place[i] for i in minus]] = -1
        if row.tobytes() not in known:
            known[row.tobytes()] = None
            uses.append(row)
            techniques.append(technique)
    counts = np.array(uses).reshape(-1, len(parts.numbers))
    weights = _product(counts, parts.weights)
    loose = np.abs(parts.weights[: parts.sums]).sum(axis=0) == 0
    room = np.where(np.array(techniques) == "Sum Algebra", MOST_CELLS + scene.puzzle.digits, MOST_CELLS)
    kept = np.count_nonzero(weights[:, loose], axis=1) <= room
    return _Starts(weights[kept], counts[kept], tuple(np.array(techniques)[kept].tolist()))


def _areas(scene: Scene) -> Iterator[tuple[str, Sequence[int], Sequence[int]]]:
    """(technique, houses that are added, houses that are subtracted) of each start."""
    boxes = list(scene.boxes())
    for area in (*scene.runs(MOST_LINES), *boxes):
        yield "Sum Algebra", area.houses, ()
    for line in scene.runs(2):
        for box in boxes:
            if len(box.houses) == 1 and line.cells & box.cells:
                yield "Sum Algebra", line.houses, box.houses
    yield from _rings(scene)


def _rings(scene: Scene) -> Iterator[tuple[str, Sequence[int], Sequence[int]]]:
    """The Phistomefel ring and its variants: one line of each of two bands, one of each of two stacks."""
    areas = {k: [scene.joined([i]) for i in scene.of_kind(k)] for k in ("row", "col", "box")}
    if scene.puzzle.digits != 9 or any(len(houses) != 9 for houses in areas.values()) or scene.irregular():
        return
    rows, cols = (sorted(areas[kind], key=lambda a: min(a.cells)) for kind in ("row", "col"))
    bands, stacks = (tuple(lines[i : i + 3] for i in (0, 3, 6)) for lines in (rows, cols))
    for (b, t), (s, u) in product(combinations(range(3), 2), repeat=2):
        middle = [a for a in areas["box"] if a.cells & bands[3 - b - t][0].cells and _within(a, stacks[s] + stacks[u])]
        for i, j, p, q in product(range(3), repeat=4):
            plus = [*bands[b][i].houses, *bands[t][j].houses, *(h for a in middle for h in a.houses)]
            minus = [h for k, a in (*_but(stacks[s], p), *_but(stacks[u], q)) for h in a.houses]
            central = (b, t, s, u, i, j, p, q) == (0, 2, 0, 2, 2, 0, 2, 0)
            yield "Phistomefel Ring" if central else "Phistomefel Variant", plus, minus


def _but(stack: Sequence[Area], p: int) -> list[tuple[int, Area]]:
    return [(k, a) for k, a in enumerate(stack) if k != p]


def _within(box: Area, columns: Sequence[Area]) -> bool:
    return box.cells <= frozenset().union(*(a.cells for a in columns))


def _reduced(starts: _Starts, parts: _Parts) -> tuple[Array, Array]:
    """Weights and uses of every start after all parts that make it shorter."""
    weights, uses = starts.weights.copy(), starts.uses.copy()
    live = np.arange(len(weights))
    for _ in range(ROUNDS):
        if not len(live):
            break
        less, more = _change(weights[live], parts), _change(-weights[live], parts)
        size = np.abs(weights[live]).sum(axis=1)
        factors = _chosen(np.minimum(less, more), size, parts) * np.where(less <= more, -1.0, 1.0)
        weights[live] += _product(factors, parts.weights)
        uses[live] += factors
        live = live[np.abs(factors).sum(axis=1) > 0]
    return weights, uses


def _chosen(gain: Array, size: Array, parts: _Parts) -> Array:
    """Which parts are taken at every row (0 or 1 each): sums while any helps, else houses where one may be enough."""
    out = np.zeros_like(gain)
    helps = gain < 0
    sums = helps[:, : parts.sums]
    waiting = np.flatnonzero(sums.any(axis=1))
    if parts.apart:
        out[:, : parts.sums] = sums
        waiting = waiting[:0]
    for r in waiting:
        out[r, _best(gain[r], slice(0, parts.sums), parts)] = 1
    near = size <= MOST_CELLS + parts.largest
    for r in np.flatnonzero(~sums.any(axis=1) & helps.any(axis=1) & near):
        out[r, _best(gain[r], slice(parts.sums, None), parts)] = 1
    return out


def _change(weights: Array, parts: _Parts) -> Array:
    """How much the sum of |weights| changes when each part is subtracted."""
    out = np.zeros((len(weights), len(parts.numbers)))
    size = np.abs(weights)
    for w, has in parts.having:
        out += _product(np.abs(weights - w) - size, has)
    return out


def _best(gain: Array, own: slice, parts: _Parts) -> Array:
    """The parts that shorten a row most, when they can be taken together; all that shorten it, when all can."""
    helps = np.flatnonzero(gain[own] < 0) + (own.start or 0)
    if own.start == 0 and _apart(helps, parts):
        return helps
    best = helps[gain[helps] == gain[helps].min(initial=0)]
    return best if _apart(best, parts) else best[:0]


def _apart(some: Array, parts: _Parts) -> bool:
    return int(parts.disjoint[np.ix_(some, some)].sum()) == len(some) * (len(some) - 1)


def _short(weights: Array) -> Array:
    cells = np.count_nonzero(weights, axis=1)
    return (cells > 0) & (cells <= MOST_CELLS) & (np.abs(weights).max(axis=1) <= MOST_WEIGHT)


def _equation(weights: Array, total: int, technique: str) -> Linear | None:
    """The shortest form of an equation, its first weight positive; None when no digits can satisfy it."""
    cells = np.flatnonzero(weights)
    whole = [int(w) for w in weights[cells]]
    common = gcd(*whole)
    if total % common:
        return None
    common = common if whole[0] > 0 else -common
    shown = tuple(w // common for w in whole)
    if technique == "Sum Algebra" and max(map(abs, shown)) > 1:
        technique = "Weighted Sum"
    return Linear(tuple(int(c) for c in cells), shown, total // common, technique)


def _independent(
    scene: Scene, parts: _Parts, found: Sequence[Derived], kept: Sequence[tuple[int, int, Linear, tuple[int, ...]]]
) -> Iterator[tuple[Linear, tuple[int, ...]]]:
    """Equations that do not follow from the stated sums, what is found already, and shorter ones."""
    n = len(scene.puzzle.cells)
    basis = np.zeros((0, n))
    for row in parts.weights[: parts.sums]:
        basis = _extended(basis, row)
    for derived in found:
        basis = _extended(basis, _row(n, derived.regular.cells, derived.regular.params[0]))
    count = 0
    for _, _, linear, own in kept:
        longer = _extended(basis, _row(n, linear.cells, linear.weights))
        if len(longer) > len(basis) and count < MOST_FOUND:
            basis = longer
            count += 1
            yield linear, own


def _extended(basis: Array, row: Array) -> Array:
    """An orthonormal basis with one more row, where that is not in its span."""
    rest = row - basis.T @ (basis @ row)
    rest -= basis.T @ (basis @ rest)
    length = float(np.linalg.norm(rest))
    return np.vstack([basis, rest / length]) if length > 1e-6 else basis
