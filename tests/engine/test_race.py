"""Walks in random order: their mean is what a slow simulation finds, and they repeat exactly."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pencilmark import default
from pencilmark.engine.session import Session, open_session, switches_for
from pencilmark.loaders import from_string
from pencilmark.scoring import Scorer
from pencilmark.state import compile_board
from pencilmark.tables import shapes

EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
PAIRS = "400000938032094100095300240370609004529001673604703090957008300003900400240030709"
HOUSES = [
    *[[9 * r + c for c in range(9)] for r in range(9)],
    *[[9 * r + c for r in range(9)] for c in range(9)],
    *[[27 * (b // 3) + 3 * (b % 3) + 9 * (k // 3) + k % 3 for k in range(9)] for b in range(9)],
]
KINDS = ["Hidden Single (line)"] * 18 + ["Hidden Single (box)"] * 9


def singles(grid: list[int], scorer: Scorer) -> dict[int, tuple[int, float]]:
    """Open cell -> (digit, price of its easiest way), by looking at everything."""
    found: dict[int, tuple[int, float]] = {}
    around = [[h for h in HOUSES if c in h] for c in range(81)]
    free = [set() if grid[c] else set(range(1, 10)) - {grid[e] for h in around[c] for e in h} for c in range(81)]
    p = scorer.params

    def see(cell: int, digit: int, price: float) -> None:
        if cell not in found or price < found[cell][1]:
            found[cell] = digit, price

    for house, kind in zip(HOUSES, KINDS, strict=True):
        load = sum(grid[c] == 0 for c in house) - 1
        growth = p["load_line"] if "line" in kind else p["load_box"]
        for digit in range(1, 10):
            places = [c for c in house if digit in free[c]]
            if len(places) == 1:
                price = p["price"][kind] * (1 + load) ** growth if load else p["price"]["Full House"]
                see(places[0], digit, price)
    factor = p["price"]["Direct Pointing"] / p["price"]["Hidden Single (box)"]
    for digit in range(1, 10):
        lost = set[int]()
        for box in HOUSES[18:]:
            places = [c for c in box if digit in free[c]]
            if len(places) > 1:
                lost |= set.intersection(*({e for h in around[c] for e in h} for c in places)) - set(box)
        for house, kind in zip(HOUSES, KINDS, strict=True):
            load = sum(grid[c] == 0 for c in house) - 1
            growth = p["load_line"] if "line" in kind else p["load_box"]
            left = [c for c in house if digit in free[c] and c not in lost]
            if len(left) == 1:
                see(left[0], digit, factor * p["price"][kind] * (1 + load) ** growth)
    for c in range(81):
        if len(free[c]) == 1:
            load = min(sum(grid[e] == 0 for e in h) for h in around[c]) - 1
            see(c, next(iter(free[c])), p["price"]["Naked Single"] * (1 + load) ** p["load_naked"])
    return found


def slow_effort(text: str, walks: int) -> float:
    """ln of the mean Σ v over random walks, in plain Python."""
    scorer, rng, total = Scorer(default().route), np.random.default_rng(1), 0.0
    for _ in range(walks):
        grid = [int(ch) for ch in text]
        while 0 in grid:
            ways = singles(grid, scorer)
            cells = sorted(ways)
            rates = np.array([1 / ways[c][1] for c in cells])
            total += (grid.count(0) / scorer.params["e_ref"]) ** scorer.params["phi"] / rates.sum() / walks
            chosen = cells[rng.choice(len(cells), p=rates / rates.sum())]
            grid[chosen] = ways[chosen][0]
    return math.log(total)


def test_mean_agrees_with_a_slow_simulation() -> None:
    puzzle = from_string(EASY)
    model = default().with_overrides({"route.race_walks": 400})
    route = open_session(puzzle).written_route(model.prices("route", 9), switches_for(puzzle))
    assert math.log(math.fsum(route.values)) == pytest.approx(slow_effort(EASY, 40), abs=0.06)


def test_walks_repeat_exactly() -> None:
    puzzle = from_string(PAIRS)
    prices = default().prices("route", 9)
    first = open_session(puzzle).written_route(prices, switches_for(puzzle))
    other = Session(compile_board(puzzle))
    other.load(puzzle.givens, puzzle.domains)
    assert other.written_route(prices, switches_for(puzzle)).values == first.values


def test_availability_explains_the_value() -> None:
    puzzle = from_string(PAIRS)
    model = default()
    route = open_session(puzzle).written_route(model.prices("route", 9), switches_for(puzzle))
    assert route.solved
    beyond = 0
    for step in route.steps:
        scan = (step.empty / model.get("route.e_ref")) ** model.get("route.phi")
        assert step.scan == pytest.approx(scan)
        assert step.value == pytest.approx(step.price * scan / step.avail)
        beyond += step.shape < 0 or shapes()[step.shape].band > 0
    assert beyond > 0


def test_without_walks_a_route_keeps_its_own_values() -> None:
    puzzle = from_string(EASY)
    model = default().with_overrides({"route.race_walks": 0})
    route = open_session(puzzle).written_route(model.prices("route", 9), switches_for(puzzle))
    assert all(step.avail >= 1.0 for step in route.steps)
