"""The two tables of techniques (``data/techniques.csv``, ``data/codes.csv``) as frozen records."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .errors import ModelError

DATA = Path(__file__).resolve().parent / "data"
BANDS = ("Very Easy", "Easy", "Medium", "Hard", "Very Hard", "Expert", "Extreme")
"""Names of the seven bands; the position is the band index."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One row of techniques.csv: the most specific form of a step.

    ``index`` is the row number, which kernels use; ``engine`` the technique that finds it; ``se`` the value
    Sudoku Explainer gives it (None = none).
    """

    index: int
    technique: str
    name: str
    code: str
    band: int
    se: float | None
    engine: str


@dataclass(frozen=True, slots=True)
class Code:
    """One row of codes.csv: chip code, its name, study order and the codes it is a special case of."""

    code: str
    name: str
    order: float
    subset_of: tuple[str, ...]


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def shapes() -> tuple[Shape, ...]:
    """All rows of techniques.csv in order."""
    return tuple(
        Shape(i, r["technique"], r["name"], r["code"], int(r["band"]), float(r["se"]) if r["se"] else None, r["engine"])
        for i, r in enumerate(_rows("techniques.csv"))
    )


@cache
def codes() -> dict[str, Code]:
    """Chip code -> row of codes.csv, in study order."""
    rows = [Code(r["code"], r["name"], float(r["order"]), tuple(r["subset_of"].split())) for r in _rows("codes.csv")]
    return {row.code: row for row in sorted(rows, key=lambda row: row.order)}


def shape_id(technique: str) -> int:
    """Row number of a technique shape; raises ModelError for an unknown name."""
    for shape in shapes():
        if shape.technique == technique:
            return shape.index
    raise ModelError(f"no technique {technique!r} in techniques.csv")


@cache
def generalisations(code: str) -> frozenset[str]:
    """All codes that ``code`` is a special case of, however indirectly."""
    found: set[str] = set()
    waiting = [code]
    while waiting:
        row = codes().get(waiting.pop())
        for parent in row.subset_of if row else ():
            if parent not in found:
                found.add(parent)
                waiting.append(parent)
    return frozenset(found)
