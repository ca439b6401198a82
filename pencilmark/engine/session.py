"""Python's side of the kernels: buffers per board, and routes as frozen records."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from ..board import Cell, Digit, Mask
from ..elements import LONG as ROW_LONG
from ..elements import SHAPE as ROW_SHAPE
from ..elements import STATED as ROW_STATED
from ..prices import N_SCALARS, SIZE, WALKS, Prices
from ..puzzle import Puzzle
from ..scoring import Seen
from ..state import EMPTY, STOCK, Board, State, compile_board, new_state
from ..tables import codes, shape_id, shapes
from ..techniques import INDEX, TECHNIQUES
from ..techniques.base.moves import (
    CELL,
    COUNT,
    DIGIT,
    EXTRA_A,
    EXTRA_B,
    NFEAT,
    NMETA,
    NWIT,
    OVERFLOW,
    POOL,
    SHAPE,
    WIT,
    Moves,
    new_moves,
)  # fmt: skip
from ..techniques.base.work import Work, new_work
from . import driver
from .driver import SINGLES, Out, Plan
from .race import LOGGED, N_KINDS, new_race, race
from .warm import ensure

FIRST_STEPS = 1 << 30
GLANCE = 4
"""Steps of a band path between two looks at whether it is still worth walking."""
Array = Any
Going = Callable[[Array], bool]


@dataclass(frozen=True, slots=True)
class Step:
    """One move, as found or as taken on a route.

    ``shape`` is the row of techniques.csv (−1 = taking notes); ``place`` is (cell, digit) or None; ``elims`` are (cell,
    digit) pairs; ``witness`` tells the pattern: (cell, digit) pairs and −1−group numbers in the order of the story.
    ``price``, ``scan``, ``avail``, ``value``, ``margin`` are 0 where a route does not compute them; ``empty`` counts
    the empty cells before the step.
    """

    shape: int
    place: tuple[Cell, Digit] | None
    elims: tuple[tuple[Cell, Digit], ...]
    witness: tuple[Any, ...]
    price: float = 0.0
    scan: float = 0.0
    avail: float = 0.0
    value: float = 0.0
    margin: float = 0.0
    empty: int = 0
    meta: tuple[float, ...] = ()
    cover: tuple[float, ...] = ()
    extra: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Route:
    """Steps of one solve, as arrays; records are made when :attr:`steps` is asked for.

    ``solved`` tells whether they fill the grid, ``stopped`` whether a deadline cut them. ``rows``, ``vals``, ``pool``,
    ``wit``, ``meta`` and ``feat`` are the columns of ``driver.Out``.
    """

    solved: bool
    stopped: bool
    rows: Array
    vals: Array
    pool: Array
    wit: Array
    meta: Array
    feat: Array

    @cached_property
    def shapes(self) -> list[int]:
        """Row of techniques.csv of each step, −1 = taking notes."""
        return list(self.rows[:, SHAPE].tolist())

    @cached_property
    def values(self) -> list[float]:
        """Step value of each step (0 on a band path)."""
        return list(self.vals[:, driver.V_VALUE].tolist())

    def first(self, steps: int) -> Route:
        """Its first steps."""
        rows, vals, meta, feat = (part[:steps] for part in (self.rows, self.vals, self.meta, self.feat))
        return replace(self, solved=False, rows=rows, vals=vals, meta=meta, feat=feat)

    def seen(self) -> Seen:
        """The written route as the race model sees it."""
        v, rows = self.vals, self.rows
        notes = np.where(self.rows[:, SHAPE] < 0, v[:, driver.V_NOTED], 0.0).sum()
        return Seen(
            v[:, driver.V_EMPTY], v[:, driver.V_PRICE], v[:, driver.V_AVAIL], rows[:, CELL] >= 0, rows[:, COUNT], notes
        )

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """All steps as records."""
        columns = (self.rows.tolist(), self.vals.tolist(), self.meta.tolist(), self.feat.tolist())
        pool, wit = self.pool.tolist(), self.wit.tolist()
        return tuple(_step(row, pool, wit, meta, feat, val) for row, val, meta, feat in zip(*columns, strict=True))


@dataclass(frozen=True)
class Switches:
    """Which techniques may be used: uniqueness ones only when it is proven, some switched off by engine name.

    ``last_resort`` allows forcing chains and trial where nothing else is left; ``computer`` counts them as ordinary
    techniques, which compete by price and are there to be found.
    """

    unique: bool = True
    disabled: frozenset[str] = frozenset()
    last_resort: bool = True
    computer: bool = False


@lru_cache(maxsize=128)
def _plan(prices_key: bytes, switches: Switches) -> Plan:
    base = np.frombuffer(prices_key, float)
    rows = shapes()
    mine = [[s for s in rows if s.engine == t.engine] for t in TECHNIQUES]
    order = codes()
    path = sorted(range(len(TECHNIQUES)), key=lambda k: (mine[k][0].band, order[mine[k][0].code].order, k))
    floor = np.array([min(base[s.index] for s in own) for own in mine])
    written = [k for k, t in enumerate(TECHNIQUES) if t.written]

    def ints(values: Iterable[int]) -> Array:
        return np.array(list(values), np.int64)

    def late(technique: Any) -> bool:
        return technique.last_resort and not switches.computer

    return Plan(
        ints(driver.FINDERS.index(t.finder) for t in TECHNIQUES), ints(t.p0 for t in TECHNIQUES),
        ints(t.p1 for t in TECHNIQUES), ints(_is_on(t, switches) for t in TECHNIQUES),
        ints(map(late, TECHNIQUES)), ints(t.noted for t in TECHNIQUES), ints(t.learns for t in TECHNIQUES),
        ints(own[0].band for own in mine), ints(path),
        ints(sorted(written, key=lambda k: (late(TECHNIQUES[k]), k >= SINGLES, floor[k], k))),
        floor,
        ints(INDEX[s.engine] for s in rows),
    )  # fmt: skip


def switches_for(puzzle: Puzzle, unique: bool = True, disabled: Iterable[str] = (), computer: bool = False) -> Switches:
    """Switches of a puzzle: no uniqueness technique where candidates are given.

    Two digits can be swapped in a deadly pattern only where both are allowed in all of its cells, and a stated
    candidate list may forbid that.
    """
    proven = unique and all(m == puzzle.full for m in puzzle.domains)
    return Switches(proven, frozenset(disabled) | idle(puzzle), computer=computer)


def idle(puzzle: Puzzle) -> frozenset[str]:
    """Engine techniques that a puzzle does without.

    Those of rules it does not have, and the ``bare`` ones where it states rules of many cells.
    """
    board = compile_board(puzzle)
    rows = board.krow[: board.nk]
    present = frozenset(rows[:, [ROW_SHAPE, ROW_LONG]].ravel().tolist())
    ruled = bool(puzzle.relations or puzzle.constraints) or any(g.total is not None for g in puzzle.groups)
    stated = bool(rows[:, ROW_STATED].any())
    return _idle(present, bool(board.rptr[-1]), ruled, _shaped(puzzle), stated)


def _shaped(puzzle: Puzzle) -> bool:
    """Whether some house is extra or no rectangle."""
    for g in puzzle.groups:
        at = [puzzle.cells[c] for c in g.cells]
        whole = len({r for r, _ in at}) * len({c for _, c in at}) == len(at)
        if g.complete and (g.kind not in ("row", "col", "box") or not whole):
            return True
    return False


@lru_cache(maxsize=256)
def _idle(present: frozenset[int], pairs: bool, ruled: bool, shaped: bool, stated: bool) -> frozenset[str]:
    sums = shape_id("Sum Bounds") in present
    has = {"": True, "pairs": pairs, "rules": pairs or bool(present)}
    has |= {"sums": sums, "variant": ruled, "shapes": shaped, "stated": pairs or stated}
    return frozenset(
        t.engine
        for t in TECHNIQUES
        if (t.bare and stated) or not (t.p0 in present if t.needs == "rows" else has[t.needs])
    )


def _is_on(technique: Any, switches: Switches) -> bool:
    if technique.engine in switches.disabled or (technique.needs_unique and not switches.unique):
        return False
    return switches.last_resort or not technique.last_resort


def plan_for(prices: Prices, switches: Switches) -> Plan:
    """The order in which both routes ask for techniques; price floors include the board-size factor."""
    return _plan((prices.base * prices.scalar[SIZE]).tobytes(), switches)


class Session:
    """Buffers for one board and one thread. ``load`` a position, then ask for moves or routes."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.state: State = new_state(board)
        self.work: Work = new_work(board)
        self.moves: Moves = new_moves()
        self.out = _new_out(board)
        self.race = new_race(board)
        self._start: tuple[bytes, ...] = ()
        self._stock_key: tuple[bytes, Switches] | None = None
        self._stocked = 0
        self._idle = Prices(
            np.ones(len(shapes())), np.zeros(9), np.zeros(18), np.zeros(len(shapes()), np.int64),
            np.zeros(len(shapes())), np.ones(N_SCALARS),
        )  # fmt: skip

    def _run(self, op: int, prices: Prices | None, plan: Plan | None, a0: int = 0, a1: int = 0, *arrays: Array) -> int:
        """One call of the driver; ``arrays`` are its two further inputs, where the operation has any."""
        p = prices or self._idle
        t = plan or plan_for(p, Switches())
        given, domain = arrays or (self.work.found[0], self.work.found[0])
        b, s, w, m = self.board, self.state, self.work, self.moves
        return int(driver.run(op, b, s, w, m, p, t, self.out, given, domain, a0, a1))

    def load(
        self,
        givens: Sequence[Digit],
        domains: Sequence[Mask],
        solution: Sequence[Digit] | None = None,
        found: Iterable[Cell] = (),
    ) -> bool:
        """Set the start position; False when two givens clash.

        ``solution`` is the one solution where it is known: it spares trial its search and changes nothing else.
        ``found`` are the cells whose digit is no given of the puzzle but was placed on the way to this position.
        """
        self.work.truth[:] = 0 if solution is None else solution
        start = np.array(givens, np.int64), np.array(domains, np.int64)
        self.work.given[:] = start[0] > 0
        self.work.given[list(found)] = 0
        key = start[0].tobytes(), start[1].tobytes(), self.work.given.tobytes()
        if key != self._start:
            self._start = key
            self.out.vain[:] = 0
        return bool(self._run(driver.RESET, None, None, 0, 0, *start))

    def solutions(self, limit: int, max_nodes: int) -> tuple[int, Array]:
        """Number of solutions up to ``limit`` (−1: node limit met) and those found, int64 [limit, n], limit ≤ 2."""
        found = self._run(driver.SOLVE, None, None, limit, max_nodes)
        return found, self.work.found[: max(found, 0)].copy()

    def more_solutions(self, limit: int, max_nodes: int) -> tuple[int, Array]:
        """Go on with a search for solutions that met its node limit."""
        found = self._run(driver.RESUME, None, None, limit, max_nodes)
        return found, self.work.found[: max(found, 0)].copy()

    def find(self, engine: str, prices: Prices | None = None, unique: bool = True) -> list[Step]:
        """All moves of one technique at the present position, in canonical order."""
        return self.moves_of(prices or self._idle, plan_for(prices or self._idle, Switches(unique)), INDEX[engine])

    def moves_of(self, prices: Prices, plan: Plan, technique: int) -> list[Step]:
        """All moves of a technique, by its row in the catalogue, at the present position."""
        return [self._move(i) for i in range(self._run(driver.FIND, prices, plan, technique))]

    @property
    def overflowed(self) -> bool:
        """Whether the last search found more moves than the buffer holds, so that some are missing."""
        return bool(self.moves.info[OVERFLOW])

    def _move(self, i: int) -> Step:
        m = self.moves
        start, count, first, told = (int(m.row[i, k]) for k in (POOL, COUNT, WIT, NWIT))
        row = m.row[i].tolist()
        row[POOL] = row[WIT] = 0
        pool, wit = m.pool[start : start + count].tolist(), m.wit[first : first + told].tolist()
        val = [float(m.price[i]), 0.0, 0.0, 0.0, 0.0, int(self.state.info[EMPTY])]
        return _step(row, pool, wit, m.meta[i].tolist(), m.feat[i].tolist(), val)

    def apply(self, i: int) -> int:
        """Carry out move i of the last ``find``; returns the empty cells left."""
        return self._run(driver.APPLY, None, None, i)

    def band_route(self, prices: Prices, switches: Switches, deadline: float | None = None, top: int = 6) -> Route:
        """Easiest band first, simplest technique first, from the present position, never above band ``top``.

        What its searches refute (on boards with many-cell rules) is kept for a written route from the same position.
        """
        start = self.state.cand.tobytes()
        self.out.info[:] = 0
        route = self._route(driver.BAND, prices, plan_for(prices, switches), deadline, top)
        self._stock_key, self._stocked = (start, switches), int(self.state.info[STOCK])
        return route

    def replay(self, route: Route, steps: int) -> None:
        """Carry out the first steps of a route from the present position; :meth:`go_on` continues behind them."""
        o, kept = self.out, route.rows[:steps]
        self._stock_key = None
        o.info[:] = 0
        o.step[:steps], o.val[:steps], o.meta[:steps], o.feat[:steps] = (
            kept, route.vals[:steps], route.meta[:steps], route.feat[:steps],
        )  # fmt: skip
        pooled, witted = (int(kept[:, k].sum()) for k in (COUNT, NWIT))
        o.pool[:pooled], o.wit[:witted] = route.pool[:pooled], route.wit[:witted]
        o.info[driver.STEPS], o.info[driver.POOLED], o.info[driver.WITTED] = steps, pooled, witted
        self._run(driver.REPLAY, None, None, steps)

    def go_on(
        self, prices: Prices, plan: Plan, deadline: float | None = None, top: int = 6, going: Going | None = None
    ) -> Route:
        """Continue the replayed steps as a band path under ``plan``, as long as ``going`` says so.

        ``going`` is asked now and then with the shapes of all steps so far, replayed ones included.
        """
        return self._route(driver.BAND, prices, plan, deadline, top, going)

    def finds(self, prices: Prices, plan: Plan, technique: int) -> bool:
        """Whether a technique, by its row in the catalogue, has any move at the present position."""
        return self._run(driver.FIND, prices, plan, technique) > 0

    def has_walked(self, switches: Switches) -> bool:
        """Whether the last band path began at the present position, with the same switches."""
        return self._stock_key == (self.state.cand.tobytes(), switches)

    def walk_band(self, prices: Prices, switches: Switches) -> bool:
        """The band path without turning its steps into records; whether it solves the puzzle."""
        self.out.info[:] = 0
        return self._run(driver.BAND, prices, plan_for(prices, switches), FIRST_STEPS, 6) == driver.SOLVED

    def written_route(self, prices: Prices, switches: Switches, deadline: float | None = None) -> Route:
        """The cheapest move at every step, singles first.

        What a step beyond singles costs is known at once; singles get their values from ``engine.race``.
        """
        copy_into(self.race.start, self.state)
        if self.has_walked(switches):
            self.state.info[STOCK] = self._stocked
        self.out.info[:] = 0
        return self._route(driver.WRITTEN, prices, plan_for(prices, switches), deadline, SINGLES)

    def walk_log(self, rows: int) -> None:
        """Keep up to ``rows`` steps of the walks of later written routes in ``self.walked`` (0 = none)."""
        self.race = self.race._replace(log=np.zeros((rows, 1 + N_KINDS * self.board.d), np.float32))

    @property
    def walked(self) -> Array:
        """Steps of the last route's walks, float32 [steps, 1 + 7·d]: empty cells, open singles by kind and load."""
        return self.race.log[: self.race.info[LOGGED]]

    def _route(
        self, op: int, prices: Prices, plan: Plan, deadline: float | None, arg: int, going: Going | None = None
    ) -> Route:
        status = driver.MORE
        steps = 1 if deadline is not None else FIRST_STEPS if going is None else GLANCE
        while status == driver.MORE:
            if deadline is not None and time.monotonic() >= deadline:
                return self._taken(False, True)
            if going is not None and not going(self.out.step[: self.out.info[driver.STEPS], SHAPE]):
                return self._taken(False, False)
            status = self._run(op, prices, plan, steps, arg)
        walks = int(prices.scalar[WALKS])
        if op == driver.WRITTEN and status == driver.SOLVED and walks > 0:
            race(self.board, prices, self.out, self.race, walks)
        return self._taken(status == driver.SOLVED, False)

    def _taken(self, solved: bool, stopped: bool) -> Route:
        o = self.out
        n, pooled, witted = o.info[driver.STEPS], o.info[driver.POOLED], o.info[driver.WITTED]
        parts = (o.step[:n], o.val[:n], o.pool[:pooled], o.wit[:witted], o.meta[:n], o.feat[:n])
        return Route(solved, stopped, *(part.copy() for part in parts))

    def sweep(self, solution: Sequence[Digit], unique: bool = True) -> tuple[int, str | None]:
        """Ask every technique at every position of the band path; (moves checked, shape of a wrong move or None)."""
        plan = plan_for(self._idle, Switches(unique))
        self.out.info[:] = 0
        truth = np.array(solution, np.int64)
        self._run(driver.SWEEP, None, plan, FIRST_STEPS, 6, truth, truth)
        wrong = int(self.out.info[driver.WRONG])
        return int(self.out.info[driver.CHECKED]), shapes()[wrong - 1].technique if wrong else None

    def refutation(self) -> float | None:
        """Σ over stuck points of ln(candidates / shortest refutations) from this position; None if unsolved."""
        solved = self._run(driver.REFUTE, None, None)
        return float(self.out.val[0, 0]) if solved else None


def copy_into(target: State, source: State) -> None:
    """Copy a position's arrays (same board)."""
    for to, values in zip(target, source, strict=True):
        to[...] = values


def _new_out(b: Board) -> Out:
    steps = b.n * b.d + 2
    zeros = np.zeros
    return Out(
        zeros(12, np.int64), zeros((steps, driver.NSTEP), np.int64), zeros((steps, driver.N_VALUES)),
        zeros((steps, NMETA)), zeros((steps, NFEAT)), zeros(b.n * b.d + 64, np.int64),
        zeros(max(65536, b.n * 256), np.int64),
        new_state(b), zeros((driver.POSITIONS, 1 + (len(TECHNIQUES) + 62) // 63), np.int64),
    )  # fmt: skip


def _step(
    row: list[int], pool: list[int], wit: list[int], meta: list[float], feat: list[float], val: list[float]
) -> Step:
    first, start = row[POOL], row[WIT]
    elims = tuple((v >> 5, (v & 31) + 1) for v in pool[first : first + row[COUNT]])
    witness = tuple(v if v < 0 else (v >> 5, (v & 31) + 1) for v in wit[start : start + row[NWIT]])
    place = (row[CELL], row[DIGIT] + 1) if row[CELL] >= 0 else None
    price, scan, avail, value, margin, empty = val[:6]
    return Step(
        row[SHAPE], place, elims, witness, price, scan, avail, value, margin, int(empty),
        tuple(meta), tuple(feat), (row[EXTRA_A], row[EXTRA_B]),
    )  # fmt: skip


_LOCAL = threading.local()


def session_for(puzzle: Puzzle) -> Session:
    """The calling thread's session for that puzzle's board, not yet loaded."""
    ensure()
    board = compile_board(puzzle)
    sessions: dict[int, Session] = _LOCAL.__dict__.setdefault("sessions", {})
    found = sessions.get(id(board))
    if found is None or found.board is not board:
        if len(sessions) >= 16:
            sessions.clear()
        found = sessions[id(board)] = Session(board)
    return found


def open_session(puzzle: Puzzle) -> Session:
    """A session at the puzzle's start position (a clash of givens shows as a position without solution)."""
    session = session_for(puzzle)
    session.load(puzzle.givens, puzzle.domains)
    return session
