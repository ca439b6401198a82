"""All kinds of constraints. To add one: write its file and list its Mechanic in REGISTRY.

==============  =======================================================
file            what it holds
==============  =======================================================
base.py         Mechanic: what every kind supplies
group.py        different digits, cage totals
relation.py     pair operators
linear.py       weighted sums
table.py        explicit digit tuples of a few cells
counting.py     how often a digit occurs
regular.py      words of a finite automaton: everything read cell by cell
bijection.py    one relabelling between two lists of cells
==============  =======================================================
"""

from __future__ import annotations

from typing import Any

from .base import Mechanic
from .bijection import BIJECTION
from .counting import COUNT
from .group import GROUP
from .linear import LINEAR
from .regular import REGULAR
from .relation import RELATION
from .table import TABLE

REGISTRY: tuple[Mechanic, ...] = (GROUP, RELATION, LINEAR, TABLE, COUNT, REGULAR, BIJECTION)

_BY_RECORD = {mechanic.record: mechanic for mechanic in REGISTRY}


def mechanic_of(record: Any) -> Mechanic | None:
    """The mechanic of a record, or None when its kind is not listed."""
    return _BY_RECORD.get(type(record))
