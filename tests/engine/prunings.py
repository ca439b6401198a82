"""Prune cages within random masks (run as a module under ``NUMBA_DISABLE_JIT=1``: prints JSON).

The room for remembered prunings is cut down, so that masks come again and also push each other out.
"""

from __future__ import annotations

import json
import random
import sys
from itertools import permutations
from pathlib import Path

import numpy as np

from pencilmark import loaders
from pencilmark.engine.session import Session
from pencilmark.state import compile_board, elements_in
from pencilmark.techniques.base.rows import DEAD, LOOSE, feasible, prune

KILLER = Path(__file__).parents[2] / "golden" / "puzzles" / "variants" / "killer-6-2.json"
ROOM = 8
ROUNDS = 1500


def supports(cells: tuple[int, ...], total: int, digits: int, masks: list[int]) -> list[int]:
    """The digits of each cell of a cage in some filling within the masks; empty when there is none."""
    sums = (word for word in permutations(range(1, digits + 1), len(cells)) if sum(word) == total)
    fit = [word for word in sums if all(masks[c] >> x - 1 & 1 for c, x in zip(cells, word, strict=True))]
    return [sum({1 << word[i] - 1 for word in fit}) for i in range(len(cells))] if fit else []


def main() -> None:
    """Print the complaints, then how many prunings were dead, closed and loose."""
    puzzle = loaders.load(KILLER.read_text(encoding="utf-8"))
    board = compile_board(puzzle)
    work = Session(board).work._replace(memo=np.zeros((ROOM, 5), np.int64))
    cages = [
        (k, element.cells, total)
        for k, element in enumerate(elements_in(puzzle))
        if element.stated and (total := puzzle.groups[element.parts[0]].total) is not None
    ]
    rng = random.Random(1)
    pool = [[rng.choice([board.full, rng.randrange(1, board.full + 1)]) for _ in range(board.n)] for _ in range(5)]
    complaints, outcomes = [], [0, 0, 0]
    for _ in range(ROUNDS):
        k, cells, total = rng.choice(cages)
        masks, banned = rng.choice(pool), rng.choice([0, 0, 1, 6])
        mask = np.array(masks, np.int64)
        found = prune(board, work, k, mask)
        outcomes[found] += 1
        wanted = supports(cells, total, board.d, masks)
        loose = wanted != [masks[c] for c in cells]
        right = found == DEAD if not wanted else work.support[: len(cells)].tolist() == wanted
        if not right or (wanted and (found == LOOSE) != loose):
            complaints.append(f"cage {k}: {found}, supports {wanted}")
        fits = bool(supports(cells, total, board.d, [m & ~banned for m in masks]))
        if feasible(board, work, k, mask, banned) != fits:
            complaints.append(f"cage {k} without {banned}: {not fits}")
    sys.stdout.write(json.dumps([complaints, outcomes]) + "\n")


if __name__ == "__main__":
    main()
