"""Write docs/sudoku-puzzle.schema.json from the records that read the format.

Run ``python -m tools.gen_schema`` after adding or changing a rule kind.
"""

from __future__ import annotations

import json
from pathlib import Path

from pencilmark.exchange import json_schema

TARGET = Path(__file__).resolve().parents[1] / "docs" / "sudoku-puzzle.schema.json"


def schema_text() -> str:
    """The schema file's text."""
    return json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the schema file."""
    TARGET.write_text(schema_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
