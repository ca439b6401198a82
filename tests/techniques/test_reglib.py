"""HoDoKu's regression positions: nearly all are met, and those that are not are known one by one."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from .plain import ROOT, run_apart

KNOWN = Path(__file__).with_name("reglib_known.csv")
FILE = ROOT.parent / "shared/data/hodoku_technique_exemplars/reglib-1.3.txt"


@pytest.fixture(scope="module")
def met() -> dict[int, bool]:
    if not FILE.exists():
        pytest.skip("the regression positions of HoDoKu are not in ../shared/data")
    return {int(line): ok for line, (_, ok) in run_apart("tests.techniques.reglib", plain=False).items()}


def test_regression_positions_are_met_at_97_percent(met: dict[int, bool]) -> None:
    assert len(met) > 500
    assert sum(met.values()) >= 0.97 * len(met)


def test_unmet_positions_are_the_known_ones(met: dict[int, bool]) -> None:
    with KNOWN.open(encoding="utf-8", newline="") as stream:
        known = {int(row["line"]): row["reason"] for row in csv.DictReader(stream)}
    assert {line for line, ok in met.items() if not ok} == set(known)
    assert all(known.values())
