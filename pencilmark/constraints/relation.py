"""Pair relations: every operator that may stand between two cells.

::

    a --op(params)--> b      v, w: the digits of a and b
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..board import Digit
from ..puzzle import Relation
from .base import Mechanic


@dataclass(frozen=True, slots=True)
class Operator:
    """One pair operator: its name, number of parameters, symmetry and test (v, w, *params) -> bool."""

    name: str
    params: int
    symmetric: bool
    test: Callable[..., bool]


def _third(digit: Digit) -> int:
    return (digit - 1) // 3


OPERATORS: dict[str, Operator] = {
    operator.name: operator
    for operator in (
        Operator("different", 0, True, lambda v, w: v != w),
        Operator("equal", 0, True, lambda v, w: v == w),
        Operator("less", 0, False, lambda v, w: v < w),
        Operator("less_equal", 0, False, lambda v, w: v <= w),
        Operator("difference", 1, True, lambda v, w, k: abs(v - w) == k),
        Operator("not_difference", 1, True, lambda v, w, k: abs(v - w) != k),
        Operator("not_consecutive", 0, True, lambda v, w: abs(v - w) != 1),
        Operator("difference_at_least", 1, True, lambda v, w, k: abs(v - w) >= k),
        Operator("difference_at_most", 1, True, lambda v, w, k: abs(v - w) <= k),
        Operator("ratio", 1, True, lambda v, w, k: v == k * w or w == k * v),
        Operator("not_ratio", 1, True, lambda v, w, k: v != k * w and w != k * v),
        Operator("sum", 1, True, lambda v, w, s: v + w == s),
        Operator("not_sum", 1, True, lambda v, w, s: v + w != s),
        Operator("parity_differs", 0, True, lambda v, w: v % 2 != w % 2),
        Operator("same_third", 0, True, lambda v, w: _third(v) == _third(w)),
        Operator("different_third", 0, True, lambda v, w: _third(v) != _third(w)),
        Operator("same_mod3", 0, True, lambda v, w: v % 3 == w % 3),
        Operator("different_mod3", 0, True, lambda v, w: v % 3 != w % 3),
    )
}
"""Operator name -> operator; ``any_of`` combines them and is treated in ``related``."""

ANY_OF = "any_of"


def related(op: str, params: Sequence[Any], v: Digit, w: Digit) -> bool:
    """Whether digits v and w stand in the relation.

    ``params`` are the operator's integers; for ``any_of`` they are (operator, params) pairs.
    """
    if op == ANY_OF:
        return any(related(name, inner, v, w) for name, inner in params)
    return OPERATORS[op].test(v, w, *params)


def holds(relation: Relation, grid: Sequence[Digit]) -> bool:
    """Whether the digits of the two cells stand in the relation."""
    return related(relation.op, relation.params, grid[relation.a], grid[relation.b])


def encode(relation: Relation, model: Any, variables: Sequence[Any], digits: int) -> None:
    """The table of the digit pairs that stand in the relation."""
    span = range(1, digits + 1)
    pairs = [(v, w) for v in span for w in span if related(relation.op, relation.params, v, w)]
    model.add_allowed_assignments([variables[relation.a], variables[relation.b]], pairs)


RELATION = Mechanic(Relation, holds, encode)
