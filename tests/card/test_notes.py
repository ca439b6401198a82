"""Publishing notes: which classes of rules a puzzle leans on, what is usual, and what a quality object changes."""

from __future__ import annotations

from typing import Any

import pytest

from pencilmark import default, rate, to_export, use
from pencilmark.card import Grading
from pencilmark.loaders import load
from pencilmark.publish_flags import ENOUGH, notes, quality_limits, scale_digest, typical
from pencilmark.tables import BANDS
from pencilmark.usage import is_needed

EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def document(*rules: dict[str, Any], givens: str = EASY) -> dict[str, Any]:
    """EASY with further rules, all of them true in its solution."""
    doc = to_export(givens)
    doc.pop("solution", None)
    doc["rules"] = [*doc["rules"], *rules]
    return doc


CAGE = {"type": "cage", "cells": ["r1c3", "r1c4"], "sum": 10}
THERMO = {"type": "line", "kind": "thermo", "cells": ["r2c3", "r1c3"]}


def notes_of(doc: object, **options: Any) -> dict[str, dict[str, Any]]:
    return {note["code"]: note for note in rate(doc, fields=["notes"], **options)["notes"]}


def test_notes_unneeded_rules_are_decorative_or_redundant() -> None:
    found = notes_of(document(CAGE))
    assert ("decorative" in found) != ("redundant" in found)
    note = found.get("decorative") or found["redundant"]
    exported = to_export(document(CAGE))
    assert [exported["rules"][i]["type"] for i in note["rules"]] == ["cage"]
    assert note["severity"] == ("reject" if note["code"] == "decorative" else "note")


def test_notes_decorative_is_said_once() -> None:
    quality = {"barely_used": 99}
    found = notes_of(document(CAGE), quality=quality)
    if "decorative" in found:
        assert "barely_used" not in found
        off = notes_of(document(CAGE), quality={**quality, "decorative": False})
        assert off["barely_used"]["severity"] == "reject"
    else:
        assert found["barely_used"]["severity"] == "note"


@pytest.mark.parametrize(
    ("uses", "needed", "expected"),
    [
        (0, True, [("barely_used", "note")]),
        (0, False, [("decorative", "reject")]),
        (0, None, []),
        (1, True, [("barely_used", "note")]),
        (1, False, [("barely_used", "note"), ("redundant", "note")]),
        (3, None, []),
        (3, False, [("redundant", "note")]),
    ],
)
def test_notes_by_use_and_need(uses: int, needed: bool | None, expected: list[tuple[str, str]]) -> None:
    graded = Grading(load(EASY)).graded(3.0)
    vars(graded).update(classes={"Killer": (4,)}, uses={"Killer": uses}, needs={"Killer": needed})
    found = [note for note in notes(graded, quality_limits()) if note.rules]
    assert [(note.code, note.severity) for note in found] == expected
    assert all(note.rules == (4,) and note.text.startswith("Killer: ") for note in found)


def test_notes_unused_but_needed_is_never_a_reject() -> None:
    graded = Grading(load(EASY)).graded(3.0)
    vars(graded).update(classes={"Killer": (4,)}, uses={}, needs={"Killer": True})
    found = notes(graded, quality_limits({"barely_used": {"severity": "reject"}}))
    assert [note.severity for note in found if note.code == "barely_used"] == ["note"]


def test_is_needed_agrees_with_the_longer_search() -> None:
    assert is_needed(load(document(CAGE)), "Killer") is False


@pytest.mark.parametrize("name", ["decorative", "barely_used", "redundant", "unusual"])
def test_quality_switches_each_check_off(name: str) -> None:
    assert name not in notes_of(document(CAGE, THERMO), quality={name: False})


def test_typical_is_of_the_shipped_model_and_in_order() -> None:
    known = typical()
    assert known.model == scale_digest(default()), "run python -m tools.make_typical"
    for kind in ("classic", "variant"):
        rows = [known.ranges[kind, band] for band in range(len(BANDS)) if (kind, band) in known.ranges]
        assert rows and all(low <= high for low, high, _ in rows)
    many = [r for band in range(len(BANDS)) if (r := known.ranges.get(("classic", band))) and r[2] >= ENOUGH]
    assert len(many) > 3 and many[0][1] < many[-1][0]  # the hardest band begins above the easiest


def test_unusual_difficulty_is_rejected_and_only_on_its_own_scale() -> None:
    almost = "." + SOLUTION[1:]
    found = notes_of(almost)
    assert "unusual" not in found  # Very Easy has no lower end
    scaled = default().with_overrides({"score.map.A": "x3"})
    with use(scaled):
        assert "unusual" not in notes_of(EASY)


def test_quality_limits_keep_the_checks_own_severity() -> None:
    limits = quality_limits({"barely_used": 2, "spike": {"severity": "warning"}, "trial": False})
    assert limits["barely_used"] == (2, None) and limits["spike"] == (0.6, "note") and limits["trial"] == (None, "off")
    assert limits["unusual"] == (None, None)
    with pytest.raises(ValueError, match="check unusual: has no limit"):
        quality_limits({"unusual": 3})
