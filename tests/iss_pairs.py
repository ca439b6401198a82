"""Truth tables of digit pairs, as ../shared/data/iss_variant_puzzles writes them, in terms of pair operators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

Pairs = frozenset[tuple[int, int]]
Operator = tuple[str, list[Any]]


def bits(key: str) -> list[int]:
    """A key as bits: six per letter, lowest first."""
    return [ALPHABET.index(letter) >> bit & 1 for letter in key for bit in range(6)]


def table(key: str, digits: int) -> Pairs:
    """The pairs (a, b), counted from 0, that a key allows; b runs fastest."""
    return frozenset(divmod(at, digits) for at, bit in enumerate(bits(key)[: digits**2]) if bit)


def relations(key: str, digits: int) -> list[Operator] | None:
    """Operators that hold together exactly for the allowed pairs; None if there are none."""
    allowed = frozenset((a + 1, b + 1) for a, b in table(key, digits))
    every = frozenset((a, b) for a in range(1, digits + 1) for b in range(1, digits + 1))
    known = [(operator, pairs) for operator, pairs in _operators(every, digits) if allowed <= pairs]
    for first, pairs in known:
        if pairs == allowed:
            return [first]
    for i, (first, one) in enumerate(known):
        for second, other in known[:i]:
            if one & other == allowed:
                return [second, first]
    parts = [operator for operator, pairs in _operators(every, digits) if pairs and pairs <= allowed]
    union = frozenset(pair for operator, pairs in _operators(every, digits) if pairs <= allowed for pair in pairs)
    return [("any_of", [[op, params] for op, params in parts])] if union == allowed else None


def _operators(every: Pairs, digits: int) -> Iterator[tuple[Operator, Pairs]]:
    def pairs(test: Any) -> Pairs:
        return frozenset(pair for pair in every if test(*pair))

    yield ("different", []), pairs(lambda a, b: a != b)
    yield ("equal", []), pairs(lambda a, b: a == b)
    yield ("less", []), pairs(lambda a, b: a < b)
    yield ("less_equal", []), pairs(lambda a, b: a <= b)
    yield ("not_consecutive", []), pairs(lambda a, b: abs(a - b) != 1)
    yield ("parity_differs", []), pairs(lambda a, b: a % 2 != b % 2)
    even = [k for k in range(digits) if k % 2 == 0]
    yield ("any_of", [["difference", [k]] for k in even]), pairs(lambda a, b: abs(a - b) in even)
    for k in range(2, 2 * digits + 1):
        yield ("sum", [k]), pairs(lambda a, b, k=k: a + b == k)
        yield ("not_sum", [k]), pairs(lambda a, b, k=k: a + b != k)
    for k in range(1, digits):
        yield ("difference", [k]), pairs(lambda a, b, k=k: abs(a - b) == k)
        yield ("not_difference", [k]), pairs(lambda a, b, k=k: abs(a - b) != k)
        yield ("difference_at_least", [k]), pairs(lambda a, b, k=k: abs(a - b) >= k)
        yield ("difference_at_most", [k]), pairs(lambda a, b, k=k: abs(a - b) <= k)
        yield ("ratio", [k]), pairs(lambda a, b, k=k: a == k * b or b == k * a)
        yield ("not_ratio", [k]), pairs(lambda a, b, k=k: a != k * b and b != k * a)
