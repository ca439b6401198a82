"""The examples of every rule kind as small documents: what tests over the registry run through."""

from __future__ import annotations

from typing import Any

import pytest

from pencilmark.rules import REGISTRY
from pencilmark.rules.base import Rule

from ..documents import document

VALID = [
    pytest.param(cls, rule, id=f"{cls.__name__}-{i}") for cls in REGISTRY for i, rule in enumerate(cls.examples().valid)
]
REFUSED = [
    pytest.param(cls, rule, id=f"{cls.__name__}-{i}")
    for cls in REGISTRY
    for i, rule in enumerate(cls.examples().refused)
]


def sample(cls: type[Rule], rule: dict[str, Any]) -> dict[str, Any]:
    """An empty board with one example of a kind and what must stand beside it."""
    example = cls.examples()
    return document(example.rows, example.cols, example.digits, [rule, *example.beside])
