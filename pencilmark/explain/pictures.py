"""What to point at in a picture of a step.

pattern   cells of the pattern, its candidates ringed        focus    houses of the pattern
cause     placed digits that the explanation refers to       struck out: candidates that go
"""

from __future__ import annotations

from ..board import Cell
from ..draw import Highlights
from ..engine.session import Step
from .claims import Node, Stands
from .facts import Facts
from .position import Position

FEW_HOUSES = 4
"""Houses that are tinted; more would hide the pattern."""


def highlights(here: Position, step: Step, facts: Facts) -> Highlights:
    """Highlights of a step at the position before it."""
    nodes = [v for v in step.witness if not isinstance(v, int)]
    houses = [g for g in (-1 - v for v in step.witness if isinstance(v, int)) if g < len(here.ties.groups)]
    cells: dict[Cell, str] = {}
    for house in houses if len(houses) <= FEW_HOUSES else ():
        cells |= dict.fromkeys(here.ties.groups[house], "focus")
    cells |= {claim.cell: "cause" for claim in facts.claims if isinstance(claim, Stands)}
    cells |= dict.fromkeys((cell for cell, _ in nodes), "pattern")
    candidates: dict[Node, str] = {node: facts.roles.get(node, "pattern") for node in nodes if here.has(node)}
    if step.place is not None:
        cells[step.place[0]] = "pattern"
        candidates[step.place] = "place"
    return Highlights(cells, candidates, frozenset(step.elims))
