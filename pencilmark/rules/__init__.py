"""All rule kinds. To add one: write its class in a file of this folder and list it in REGISTRY.

================  ==========================================================
file              what it holds
================  ==========================================================
base.py           Rule with its hooks, Board, Area, the expansion of a file
houses.py         grid, box_grid, row, column, box
region.py         region of every kind
placements.py     X, Windoku, Argyle …: variants that are sets of regions
================  ==========================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .appears import Appears
from .base import Rule
from .clone import Clone
from .contains import Contains
from .count import CountRule
from .distinct_count import DistinctCount
from .first_seen import FirstSeen
from .global_entropy import GlobalEntropy
from .houses import Box, BoxGrid, Column, Grid, Row
from .isomorphic import Isomorphic
from .region import Region
from .rossini import Rossini
from .sandwich import Sandwich
from .skyscraper import Skyscraper
from .vudoku import Vudoku
from .xsum import XSum

REGISTRY: tuple[type[Rule], ...] = (
    BoxGrid,
    Grid,
    Row,
    Column,
    Box,
    Sandwich,
    XSum,
    Skyscraper,
    Rossini,
    FirstSeen,
    DistinctCount,
    Contains,
    Appears,
    Clone,
    Isomorphic,
    CountRule,
    Vudoku,
    GlobalEntropy,
    Region,  # last: its generic names only serve regions that nothing else explains
)
"""All rule kinds in the order in which ``describe`` lists them."""


def rule_class(doc: Mapping[str, Any]) -> type[Rule] | None:
    """The class that owns a JSON object with this ``type`` (and kind), or None for an unknown type."""
    owners = [cls for cls in REGISTRY if cls.__struct_config__.tag == doc.get("type")]
    for cls in owners:
        if doc.get(cls.KIND_KEY) in cls.KINDS:
            return cls
    return owners[0] if owners else None
