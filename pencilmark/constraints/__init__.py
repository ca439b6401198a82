"""All kinds of constraints. To add one: write its file and list its Mechanic in REGISTRY.

==============  =======================================================
file            what it holds
==============  =======================================================
base.py         Mechanic: what every kind supplies
group.py        different digits, cage totals
relation.py     pair operators
==============  =======================================================
"""

from __future__ import annotations

from typing import Any

from .base import Mechanic
from .group import GROUP
from .relation import RELATION

REGISTRY: tuple[Mechanic, ...] = (GROUP, RELATION)

_BY_RECORD = {mechanic.record: mechanic for mechanic in REGISTRY}


def mechanic_of(record: Any) -> Mechanic | None:
    """The mechanic of a record, or None when its kind is not listed."""
    return _BY_RECORD.get(type(record))
