"""The public names of the card's documents exist at the addresses that these documents give."""

from __future__ import annotations

from importlib import import_module

import pytest

NAMES = {
    "export": "code_names chip_of tech_band region_geometry time_units card_fields explain_levels symmetry_of grade",
    "band_path": "covered classify variant_gate band_path fold allowed lesson",
    "card_score": "steps refute_lr_cell score_parts",
    "scoring": "copy_params complete_params meta_vector meta_priced Scorer work_time grade",
    "grader_model": "GraderModel default use",
    "metrics": "family_of grade_puzzle_checked band_of",
    "publish_flags": "quality_limits notes",
    "se": "ratings",
    "variants": "describe rules_text preset_rules",
}
"""Module -> names of the seeds that classics need; usage, contents and the older puzzle JSON come with later issues."""


@pytest.mark.parametrize("module", NAMES)
def test_names_exist_and_are_documented(module: str) -> None:
    found = import_module(f"pencilmark.{module}")
    for name in NAMES[module].split():
        assert (getattr(found, name).__doc__ or "").strip(), f"{module}.{name} is missing or says nothing"


def test_scorer_and_model_methods() -> None:
    from pencilmark import GraderModel
    from pencilmark.scoring import DESC_NAMES, META_NAMES, Scorer

    assert len(META_NAMES) == 10 and len(META_NAMES) + len(DESC_NAMES) == 18
    assert all(callable(getattr(Scorer, name)) for name in ("size", "difficulty"))
    assert all(callable(getattr(GraderModel, name)) for name in ("names", "get", "with_overrides", "load"))


def test_band_of_and_family_of() -> None:
    from pencilmark.metrics import band_of, family_of

    assert band_of("HSI") == 0 and band_of("AIC") == 5
    assert family_of("X-Wing") == "one-digit pattern"
    with pytest.raises(ValueError, match="no technique has the code"):
        band_of("ZZZ")


def test_covered_allowed_and_lesson_follow_the_subset_chain() -> None:
    from pencilmark.band_path import allowed, covered, lesson

    assert covered("SKY", {"TUR"}) and covered("SKY", {"AIC"}) and not covered("TUR", {"SKY"})
    assert not allowed(["HSI", "TUR"], ["SKY"]) and allowed(["HSI", "XWG"], ["SKY"])
    assert lesson(["HSI", "SKY"], "SKY", ["HSI"]) and not lesson(["HSI", "SKY"], "TUR", ["HSI"])


@pytest.mark.parametrize("verify", ["search", "cpsat"])
def test_grade_puzzle_checked_says_what_it_found(verify: str) -> None:
    from pencilmark.loaders import from_string
    from pencilmark.metrics import grade_puzzle_checked

    one = grade_puzzle_checked(from_string("1000003004000002"), verify)
    assert one.status == "unique" and one.unique and one.path is not None and one.path.solved
    many = grade_puzzle_checked(from_string("1" + "." * 15), verify)
    assert many.status == "multiple solutions" and len(many.solutions) == 2 and many.path is None
    assert grade_puzzle_checked(from_string("12" + "." * 10 + "3..."), verify).status in (
        "multiple solutions",
        "unique",
    )
    assert grade_puzzle_checked(from_string("11" + "." * 14), verify).status == "no solution"
