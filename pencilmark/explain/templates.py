"""The texts of explanations: ``data/explanations.toml``, one table for each row of techniques.csv.

::

    ["X-Wing"]
    facts = "lines"          # the teller; left out = the story of the technique
    sentence = "Two rows …"  # the pattern in one sentence, for reference pages
    short = "…"              # one line: what and why
    teach = "…"              # one to four sentences that lead a learner to the step

Placeholders in braces are filled with the words of the teller (``{digit}``, ``{base}`` …). ``{cells:is|are}`` gives
the first form for one thing and the second for more or none; ``{house:cap}`` begins with a capital.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any

from ..errors import ModelError
from ..tables import DATA, Shape, shapes
from ..techniques import INDEX, TECHNIQUES
from .facts import COMMON, TELLERS

FILE = "explanations.toml"
KEYS = ("sentence", "short", "teach")


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of one shape: ``facts`` names its teller, the others are as in the module's drawing."""

    facts: str
    sentence: str
    short: str
    teach: str


@cache
def texts() -> dict[str, Texts]:
    """All tables by shape; raises ModelError for a table that is malformed or about no shape."""
    with (DATA / FILE).open("rb") as file:
        return read_texts(tomllib.load(file))


def read_texts(tables: Mapping[str, Any]) -> dict[str, Texts]:
    """Checked texts of parsed tables.

    Raises
    ------
    ModelError
        A table belongs to no row of techniques.csv, lacks a key or has one too many, or uses a placeholder that its
        teller does not fill.
    """
    known = {shape.technique: shape for shape in shapes()}
    unknown = sorted(tables.keys() - known.keys())
    if unknown:
        raise ModelError(f"{FILE}: no technique {unknown[0]!r} in techniques.csv")
    return {name: _texts(known[name], table) for name, table in tables.items()}


def _texts(shape: Shape, table: Mapping[str, Any]) -> Texts:
    where = f"{FILE}, {shape.technique!r}"
    missing = [key for key in KEYS if not table.get(key)]
    extra = sorted(table.keys() - {*KEYS, "facts"})
    if missing or extra:
        raise ModelError(f"{where}: " + (f"write {missing[0]!r}" if missing else f"unknown key {extra[0]!r}"))
    facts = table.get("facts") or TECHNIQUES[INDEX[shape.engine]].story
    if facts not in TELLERS:
        raise ModelError(f"{where}: no facts {facts!r}; known: {', '.join(sorted(TELLERS))}")
    given = {*COMMON, *TELLERS[facts].gives}
    for key in KEYS:
        wrong = sorted(placeholders(table[key]) - (given if key != "sentence" else set()))
        if wrong:
            raise ModelError(f"{where}: {key} uses {{{wrong[0]}}}, which the facts {facts!r} do not fill")
    return Texts(facts, *(table[key] for key in KEYS))


def placeholders(template: str) -> set[str]:
    """Names in braces in a template."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def texts_of(shape: Shape) -> Texts:
    """The texts of a shape; raises ModelError when they have not been written."""
    found = texts().get(shape.technique)
    if found is None:
        raise ModelError(f"no explanation of {shape.technique!r}; write its table in data/{FILE}")
    return found
