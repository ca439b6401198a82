"""Compiled simple sudoku solver for the refutation and dependency metrics; classic 9×9 only.

State of a grid: `cand[81]`, a 9-bit mask per empty cell and 0 for a filled one; `filled[27]`, the digits already placed
in each row (0–8), column (9–17) and box (18–26).

The solver knows naked and hidden singles. It lists all of them, takes one at random, and so on; where there is none it
looks for the cell whose wrong digits are refuted with the fewest singles, and fills that cell.
"""

from __future__ import annotations

import numpy as np
from numba import njit

FULL = 511
UNREFUTED = 50.0


def _units() -> np.ndarray:
    cells = np.arange(81).reshape(9, 9)
    boxes = cells.reshape(3, 3, 3, 3).transpose(0, 2, 1, 3).reshape(9, 9)
    return np.vstack([cells, cells.T, boxes]).astype(np.int64)


UNITS = _units()


@njit(cache=True)
def _next(state: np.ndarray) -> np.int64:
    """Splitmix64: the generator's state is the caller's array, nothing global."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64((z ^ (z >> np.uint64(31))) >> np.uint64(1))


@njit(cache=True)
def place(cand: np.ndarray, filled: np.ndarray, cell: int, bit: int, units: np.ndarray) -> None:
    """Fill a cell and remove the digit from its row, column and box."""
    row, col = cell // 9, cell % 9
    cand[cell] = 0
    for unit in (row, 9 + col, 18 + 3 * (row // 3) + col // 3):
        filled[unit] |= bit
        for i in range(9):
            cand[units[unit, i]] &= ~bit


@njit(cache=True)
def singles(cand: np.ndarray, filled: np.ndarray, value: np.ndarray, units: np.ndarray, found: np.ndarray) -> int:
    """Write the digit bits placeable by a single into `found[81]`; return how many, −1 for a contradiction."""
    for cell in range(81):
        mask = cand[cell]
        if value[cell] == 0 and mask == 0:
            return -1
        found[cell] = mask if mask & (mask - 1) == 0 else 0
    for unit in range(27):
        once, twice = 0, 0
        for i in range(9):
            mask = cand[units[unit, i]]
            twice |= once & mask
            once |= mask
        if once | filled[unit] != FULL:
            return -1
        once &= ~twice
        if once:
            for i in range(9):
                found[units[unit, i]] |= cand[units[unit, i]] & once
    count = 0
    for cell in range(81):
        mask = found[cell]
        while mask:
            mask &= mask - 1
            count += 1
    return count


@njit(cache=True)
def _choose(found: np.ndarray, which: int) -> tuple[int, int]:
    """Return cell and bit of the single number `which`."""
    for cell in range(81):
        mask = found[cell]
        while mask:
            bit = mask & -mask
            if which == 0:
                return cell, bit
            which -= 1
            mask &= mask - 1
    return -1, 0


@njit(cache=True)
def refute(
    cand: np.ndarray,
    filled: np.ndarray,
    value: np.ndarray,
    cell: int,
    bit: int,
    limit: float,
    state: np.ndarray,
    units: np.ndarray,
) -> float:
    """Return how many singles it takes to contradict a wrong digit, at most `limit`; `UNREFUTED` when none does."""
    cand, filled, value = cand.copy(), filled.copy(), value.copy()
    found = np.empty(81, dtype=np.int64)
    place(cand, filled, cell, bit, units)
    value[cell] = bit
    steps = 1.0
    while steps < limit:
        count = singles(cand, filled, value, units, found)
        if count < 0:
            return steps
        if count == 0:
            return UNREFUTED
        at, digit = _choose(found, int(_next(state) % count))
        place(cand, filled, at, digit, units)
        value[at] = digit
        steps += 1.0
    return limit


@njit(cache=True)
def _stuck(
    cand: np.ndarray, filled: np.ndarray, value: np.ndarray, solution: np.ndarray, state: np.ndarray, units: np.ndarray
) -> tuple[int, float]:
    """Return the cell that is cheapest to settle by refuting its wrong digits, and the cost."""
    best, best_cell = np.inf, -1
    for cell in range(81):
        if value[cell] != 0:
            continue
        wrong = cand[cell] & ~solution[cell]
        total = 0.0
        while wrong and total < best:
            total += refute(cand, filled, value, cell, wrong & -wrong, best - total, state, units)
            wrong &= wrong - 1
        if total < best:
            best, best_cell = total, cell
    return best_cell, best


@njit(cache=True)
def one_run(
    givens: np.ndarray, solution: np.ndarray, k: int, state: np.ndarray, units: np.ndarray
) -> tuple[float, float, int]:
    """Return the refutation sum, the mean number of choices over the first k steps, and the stuck points of a run."""
    cand, filled = np.full(81, FULL, dtype=np.int64), np.zeros(27, dtype=np.int64)
    value, found = givens.copy(), np.empty(81, dtype=np.int64)
    empty = 0
    for cell in range(81):
        if givens[cell]:
            place(cand, filled, cell, givens[cell], units)
        else:
            empty += 1
    refutation, choices, step, stuck = 0.0, 0.0, 0, 0
    while empty > 0:
        count = singles(cand, filled, value, units, found)
        if count > 0:
            cell, bit = _choose(found, int(_next(state) % count))
        else:
            cell, cost = _stuck(cand, filled, value, solution, state, units)
            bit = solution[cell]
            refutation += cost
            stuck += 1
        if step < k:
            choices += max(count, 1)
        place(cand, filled, cell, bit, units)
        value[cell] = bit
        empty -= 1
        step += 1
    return refutation, choices / max(min(step, k), 1), stuck


@njit(cache=True)
def solve(givens: np.ndarray, units: np.ndarray) -> tuple[bool, np.ndarray]:
    """Return whether a solution exists, and the first one found, as bits; depth-first with singles."""
    cands, fills = np.full((82, 81), FULL, dtype=np.int64), np.zeros((82, 27), dtype=np.int64)
    values, guess = np.zeros((82, 81), dtype=np.int64), np.full(82, -1, dtype=np.int64)
    found = np.empty(81, dtype=np.int64)
    for cell in range(81):
        if givens[cell]:
            if cands[0, cell] & givens[cell] == 0:
                return False, values[0]
            place(cands[0], fills[0], cell, givens[cell], units)
            values[0, cell] = givens[cell]
    depth = 0
    while depth >= 0:
        cand, filled, value = cands[depth], fills[depth], values[depth]
        if guess[depth] < 0:
            count = singles(cand, filled, value, units, found)
            while count > 0:
                cell, bit = _choose(found, 0)
                place(cand, filled, cell, bit, units)
                value[cell] = bit
                count = singles(cand, filled, value, units, found)
            if count < 0:
                depth -= 1
                continue
            best, size = -1, 10
            for cell in range(81):
                mask, n = cand[cell], 0
                while mask:
                    mask &= mask - 1
                    n += 1
                if value[cell] == 0 and n < size:
                    best, size = cell, n
            if best < 0:
                return True, value
            guess[depth] = best
        cell = guess[depth]
        if cand[cell] == 0:
            guess[depth] = -1
            depth -= 1
            continue
        bit = cand[cell] & -cand[cell]
        cand[cell] &= ~bit
        cands[depth + 1], fills[depth + 1], values[depth + 1] = cand, filled, value
        cands[depth + 1, cell] = bit
        place(cands[depth + 1], fills[depth + 1], cell, bit, units)
        values[depth + 1, cell] = bit
        depth += 1
        guess[depth] = -1
    return False, values[0]
