"""The differences between two cards are named field by field and step by step."""

from __future__ import annotations

from typing import Any

from tools.card_diff import diff_cards

STEP = {"n": 1, "code": "HSI", "name": "Hidden Single", "band": 0, "placement": "r3c5=6"}
WING = {"n": 2, "code": "XWG", "name": "X-Wing", "band": 2, "eliminations": ["r6c2#3", "r7c2#3"]}


def card(**changes: Any) -> dict[str, Any]:
    contains = [{"code": "HSI", "chip": "HSI", "name": "Hidden Single", "band": 0}]
    base = {"difficulty": 4.0, "time": 8.0, "band": "Easy", "contains": contains, "notes": [], "steps": [STEP]}
    return {**base, **changes}


def test_equal_cards_have_no_difference() -> None:
    assert diff_cards(card(), card()) == []


def test_numbers_are_shown_with_their_change() -> None:
    assert diff_cards(card(), card(difficulty=4.5, time=10.0)) == [
        "difficulty: 4.0 → 4.5 (+0.5, +12 %)",
        "time: 8.0 → 10.0 (+2.0, +25 %)",
    ]


def test_lost_number_is_shown_as_nothing() -> None:
    assert diff_cards(card(), card(difficulty=None)) == ["difficulty: 4.0 → nothing"]


def test_changed_steps_are_listed_by_number() -> None:
    lines = diff_cards(card(), card(steps=[STEP, WING]))
    assert lines == ["steps: 1 → 2", "  step 2: + X-Wing ⇒ r6c2#3 r7c2#3"]


def test_many_changed_steps_are_cut() -> None:
    lines = diff_cards(card(), card(steps=[STEP, *[{**WING, "n": n} for n in range(2, 40)]]))
    assert len(lines) == 14
    assert lines[-1] == "  … and 26 more"


def test_contains_shows_what_went_and_what_came() -> None:
    wing = {"code": "XWG", "chip": "XWG/KTE", "name": "X-Wing", "band": 2, "uses": 2}
    lines = diff_cards(card(), card(contains=[wing]))
    assert lines == ["contains: − HSI Hidden Single", "contains: + XWG/KTE X-Wing x2"]
