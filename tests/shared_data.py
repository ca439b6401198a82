"""Real data beside the checkout, read by tests that skip where it is absent."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data"


def shared(name: str) -> Path:
    """Path of a file below ../shared/data; skips the test where it is absent."""
    path = FOLDER / name
    if not path.exists():
        pytest.skip(f"needs ../shared/data/{name}, which is not part of the project")
    return path


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a CSV file below ../shared/data."""
    with shared(name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
