"""Isomorphic copies of classics, as a test's own slow and obvious code."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Copy:
    """A relabelled, permuted, perhaps transposed copy: cell k of ``grid`` is cell ``cell[k]`` of the original."""

    grid: tuple[int, ...]
    cell: tuple[int, ...]
    digit: tuple[int, ...]


def shuffled_lines(rng: np.random.Generator, d: int, size: int) -> list[int]:
    """A permutation of d lines that keeps chutes of ``size`` lines together."""
    chutes = rng.permutation(d // size)
    return [int(chute * size + k) for chute in chutes for k in rng.permutation(size)]


def random_copy(grid: tuple[int, ...], box: tuple[int, int], rng: np.random.Generator) -> Copy:
    """Digits relabelled, rows and columns permuted inside bands, bands and stacks permuted, half of them transposed.

    A board of oblong boxes is not transposed, since its boxes would change shape.
    """
    d = box[0] * box[1]
    rows, cols = shuffled_lines(rng, d, box[0]), shuffled_lines(rng, d, box[1])
    cells = np.array([[r * d + c for c in cols] for r in rows])
    if box[0] == box[1] and rng.random() < 0.5:
        cells = cells.T
    digit = (0, *(int(x) + 1 for x in rng.permutation(d)))
    flat = cells.ravel().tolist()
    return Copy(tuple(digit[grid[c]] for c in flat), tuple(flat), digit)
