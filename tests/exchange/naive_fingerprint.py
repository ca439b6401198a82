"""The fingerprint worked out from a canonical document alone, straight from section 10 of the format description."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

COSMETIC = ("id", "label", "style")
SYMMETRIC_EDGES = ("kropki", "xv", "difference", "sum", "product", "ratio")
DIRECTED = ("less", "less_equal", "allowed", "any_of")
UNORDERED = ("region", "cage", "cell", "contains", "appears", "count", "negative", "neighbours")


def naive_fingerprint(doc: dict[str, Any]) -> str:
    """Fingerprint of a document that is canonical already."""
    parts: dict[str, Any] = {key: doc[key] for key in ("format", "format_version", "board", "digits", "givens")}
    if doc.get("candidates"):
        parts["candidates"] = doc["candidates"]
    houses: dict[tuple[str, ...], dict[str, Any]] = {}
    others = []
    for rule in doc["rules"]:
        stated = list(_houses(rule, doc["digits"]))
        for kind, cells in stated:
            houses.setdefault(tuple(_ordered(cells)), {"type": kind, "cells": _ordered(cells)})
        if not stated:
            others.append(_hashed(rule, doc["digits"]))
    parts["rules"] = sorted([*houses.values(), *others], key=_jcs)
    return "sha256:" + hashlib.sha256(_jcs(parts).encode()).hexdigest()


def _hashed(rule: dict[str, Any], digits: int) -> dict[str, Any]:
    doc = {key: value for key, value in rule.items() if key not in COSMETIC}
    area = doc.pop("area", None)
    if area is not None:
        doc["cells"] = _square(area, digits) if isinstance(area, str) else area
    kind = doc.get("kind")
    if (
        doc["type"] in UNORDERED
        or (doc["type"] == "edge" and kind in SYMMETRIC_EDGES)
        or (doc["type"] == "sum" and kind in ("group", "corner"))
        or (doc["type"] == "distinct_count" and "side" not in doc)
    ) and "cells" in doc:
        doc["cells"] = _ordered(doc["cells"])
    if doc["type"] == "equal_sum":
        doc["segments"] = sorted(map(_ordered, doc["segments"]), key=lambda cells: list(map(_place, cells)))
    if "except" in doc:
        doc["except"] = _pairs(doc["except"])
    if doc["type"] == "relation" and doc["op"] not in DIRECTED:
        doc["pairs"] = _pairs(doc["pairs"])
    if "counts" in doc:
        doc["counts"] = sorted(doc["counts"])
    return doc


def _houses(rule: dict[str, Any], digits: int) -> Any:
    kind = rule["type"]
    if kind in ("row", "column", "box"):
        yield kind, rule["cells"]
    if kind in ("grid", "box_grid"):
        cells = _square(rule["origin"], digits)
        rows = [cells[i : i + digits] for i in range(0, len(cells), digits)]
        yield from (("row", row) for row in rows)
        yield from (("column", list(column)) for column in zip(*rows, strict=True))
        height, width = rule.get("box", (0, 0))
        if height:
            for top in range(0, digits, height):
                for left in range(0, digits, width):
                    yield "box", [cell for row in rows[top : top + height] for cell in row[left : left + width]]


def _square(origin: str, digits: int) -> list[str]:
    row, col = _place(origin)
    return [f"r{r}c{c}" for r in range(row, row + digits) for c in range(col, col + digits)]


def _place(name: str) -> list[int]:
    return [int(number) for number in re.findall("[0-9]+", name)]


def _ordered(names: Any) -> list[str]:
    return sorted(names, key=_place)


def _pairs(pairs: Any) -> list[list[str]]:
    return sorted(map(_ordered, pairs), key=lambda pair: list(map(_place, pair)))


def _jcs(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
