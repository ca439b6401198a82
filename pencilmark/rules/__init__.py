"""All rule kinds. To add one: write its class in a file of this folder and list it in REGISTRY.

================  ==========================================================
file              what it holds
================  ==========================================================
base.py           Rule with its hooks, Board, Area, the expansion of a file
houses.py         grid, box_grid, row, column, box
outside.py        what clues outside the grid share; each clue has a file of its name
digits.py         lists of digits: checks and words
region.py         region of every kind
placements.py     X, Windoku, Argyle …: variants that are sets of regions
layouts.py        Samurai, Twodoku …: names of arrangements of several grids
cage.py           cage
sums.py           sum: little killers, frames, groups, corners
arrow.py          arrow
line.py           what lines share: path, closing, neighbours in one relation
lines.py          thermo, slow_thermo, whisper, palindrome, entropic, modular, parity
line_sets.py      renban, between, lockout
line_sums.py      region_sum, zipper, double_arrow
equal_sum.py      equal_sum
================  ==========================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .appears import Appears
from .arrow import Arrow
from .base import Rule
from .cage import Cage
from .cell import CellClue
from .clone import Clone
from .contains import Contains
from .corner import Battenburg, Exclusion, Mathrax
from .count import CountRule
from .distinct_count import DistinctCount
from .edge import XV, Difference, Inequality, Kropki, Product, Ratio, SumPair
from .equal_sum import EqualSum
from .first_seen import FirstSeen
from .global_entropy import GlobalEntropy
from .houses import Box, BoxGrid, Column, Grid, Row
from .isomorphic import Isomorphic
from .line_sets import Between, Lockout, Renban
from .line_sums import DoubleArrow, RegionSum, Zipper
from .lines import Entropic, Modular, Palindrome, Parity, SlowThermo, Thermo, Whisper
from .negative import Negative
from .neighbours import Neighbours
from .region import Region
from .relation import RelationRule
from .rossini import Rossini
from .sandwich import Sandwich
from .skyscraper import Skyscraper
from .sums import CornerSum, Frame, GroupSum, LittleKiller
from .vudoku import Vudoku
from .xsum import XSum

REGISTRY: tuple[type[Rule], ...] = (
    BoxGrid,
    Grid,
    Row,
    Column,
    Box,
    Cage,
    LittleKiller,
    Frame,
    GroupSum,
    CornerSum,
    Sandwich,
    XSum,
    Skyscraper,
    Rossini,
    FirstSeen,
    DistinctCount,
    Arrow,
    Thermo,
    SlowThermo,
    Whisper,
    Renban,
    RegionSum,
    Palindrome,
    Entropic,
    Modular,
    Parity,
    Zipper,
    Between,
    Lockout,
    DoubleArrow,
    Kropki,
    XV,
    Difference,
    SumPair,
    Product,
    Ratio,
    Inequality,
    Battenburg,
    Mathrax,
    Exclusion,
    Contains,
    Appears,
    Clone,
    Isomorphic,
    CellClue,
    CountRule,
    EqualSum,
    Vudoku,
    GlobalEntropy,
    Neighbours,
    RelationRule,
    Region,  # after all named kinds: its generic names only serve regions that nothing else explains
    Negative,  # very last: it has no family of its own and joins those above
)
"""All rule kinds in the order in which ``describe`` lists them."""


def rule_class(doc: Mapping[str, Any]) -> type[Rule] | None:
    """The class that owns a JSON object with this ``type`` (and kind), or None for an unknown type."""
    owners = [cls for cls in REGISTRY if cls.__struct_config__.tag == doc.get("type")]
    for cls in owners:
        if doc.get(cls.KIND_KEY) in cls.KINDS:
            return cls
    return owners[0] if owners else None
