"""Card difficulty: mapped log of the average step effort per empty cell on the written route.

    step value   v_s = d_s^β · (E_s / E_ref)^φ / avail_s · exp(δ_tech)
    raw score    s   = ln(Σ v_s / E_0) + ω · search effort + enumeration term
    difficulty   D   = A·C·ln(1 + exp((s − B) / C))          (0 for a full grid)
    effort       L1  = ln Σ v_s under the route prices, what the time model reads

with E_s the empty cells before step s and avail_s the soft count of what was there to be found; that of singles is a
mean over many orders of solving (``engine.race``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .board import Digit
from .engine.session import Route, Session, Switches, switches_for
from .grader_model import GraderModel, active
from .puzzle import Puzzle
from .scoring import COMBINATIONS, TAKE_NOTES
from .tables import shapes


@dataclass(frozen=True, slots=True)
class ScoreParts:
    """Raw score, effort and search effort of one puzzle; ``difficulty`` is the mapped score."""

    raw: float
    effort_l1: float
    search_effort: float

    def difficulty(self, model: GraderModel | None = None) -> float:
        """The card's difficulty, not rounded."""
        return mapped(self.raw, model or active())


def mapped(raw: float, model: GraderModel) -> float:
    """Softplus of the raw score: slope A far up, towards 0 far down, strictly increasing."""
    m = model.score["map"]
    z = (raw - m["B"]) / m["C"]
    return float(m["A"] * m["C"] * (math.log1p(math.exp(-abs(z))) + max(z, 0.0)))


def log_effort(route: Route) -> float:
    """ln Σ v_s of a route; −inf for one without steps."""
    total = math.fsum(route.values)
    return math.log(total) if total > 0 else -math.inf


def refute_lr_cell(session: Session, empty: int) -> float | None:
    """Technique-free search effort: ln(1 + Σ ln(C/R) / empty cells); None when search cannot settle the puzzle."""
    found = session.refutation()
    return None if found is None else math.log1p(found / max(empty, 1))


def score_parts(
    session: Session,
    puzzle: Puzzle,
    model: GraderModel | None = None,
    deadline: float | None = None,
    unique: bool = True,
    solution: Sequence[Digit] | None = None,
    ban_codes: Iterable[str] = (),
    computer: bool = False,
) -> tuple[ScoreParts | None, Route]:
    """Score and effort of a puzzle, and the written route its difficulty comes from.

    None when the route cannot solve the puzzle or the deadline (``time.monotonic()`` value) passed. ``solution`` is
    the one solution where it is known; it spares trial its search. Techniques with a chip code in ``ban_codes`` are
    switched off; ``computer`` makes forcing chains and trial ordinary techniques, which compete by price.
    """
    model = model or active()
    banned = frozenset(ban_codes)
    switches = switches_for(puzzle, unique, {s.engine for s in shapes() if s.code in banned}, computer)
    _walk_first(session, puzzle, model, deadline, switches, solution)
    session.load(puzzle.givens, puzzle.domains, solution)
    route = session.written_route(model.prices("price", puzzle.digits), switches, deadline)
    empty = puzzle.givens.count(0)
    if not route.solved or empty == 0:
        return None, route
    raw = log_effort(route) - math.log(empty)
    effort = raw + math.log(empty)
    if not model.one_route:
        session.load(puzzle.givens, puzzle.domains, solution)
        timed = session.written_route(model.prices("route", puzzle.digits), switches, deadline)
        if not timed.solved:
            return None, timed
        effort = log_effort(timed)
    search = 0.0
    weight = float(model.score.get("search_weight", 0.0))
    if weight:
        session.load(puzzle.givens, puzzle.domains, solution)
        search = refute_lr_cell(session, empty) or 0.0
    weighed = float(model.score.get("enum_weight", 0.0))
    listed = weighed * float(route.meta[:, COMBINATIONS].mean()) if weighed else 0.0
    return ScoreParts(raw + weight * search + listed, effort, search), route


def _walk_first(
    session: Session,
    puzzle: Puzzle,
    model: GraderModel,
    deadline: float | None,
    switches: Switches,
    solution: Sequence[Digit] | None,
) -> None:
    """On a board with many-cell rules, walk the band path before the written route.

    Nets are costly there, so the written route takes over what the band path has refuted; it must not matter for a
    card whether the band was asked for as well.
    """
    if session.board.nq:
        session.load(puzzle.givens, puzzle.domains, solution)
        if not session.has_walked(switches):
            session.band_route(model.prices("route", puzzle.digits), switches, deadline)


def steps(session: Session, puzzle: Puzzle, model: GraderModel | None = None) -> list[tuple[str, float, float]]:
    """The written route as (technique, price, scan factor) triples."""
    model = model or active()
    _walk_first(session, puzzle, model, None, switches_for(puzzle), None)
    session.load(puzzle.givens, puzzle.domains)
    route = session.written_route(model.prices("price", puzzle.digits), switches_for(puzzle))
    return [(shapes()[s.shape].technique if s.shape >= 0 else TAKE_NOTES, s.price, s.scan) for s in route.steps]
