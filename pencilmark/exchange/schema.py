"""JSON Schema of the format, generated from the records that read it."""

from __future__ import annotations

from typing import Any

import msgspec

from ..rules import REGISTRY
from .reader import Document

TITLE = "sudoku-puzzle"


def json_schema() -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of what this version reads.

    It states types, keys and ranges. What needs the board (cells that exist, lengths, shapes) is
    checked by the reader only.
    """
    refs, components = msgspec.json.schema_components([Document, *REGISTRY])
    components["Document"]["properties"]["rules"]["items"] = {"anyOf": list(refs[1:])}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": TITLE,
        "$ref": refs[0]["$ref"],
        "$defs": components,
    }
