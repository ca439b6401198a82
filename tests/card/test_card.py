"""The card: fields, options, limits and the cases at the edge."""

from __future__ import annotations

import math
import pickle
import re
import time

import pytest

from pencilmark import NoSolution, NotUnique, default, rate, use
from pencilmark.fields import DEFAULT, FIXED, ON_REQUEST, card_fields
from pencilmark.publish_flags import quality_limits
from pencilmark.tables import BANDS

EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def test_rate_default_fields_in_order() -> None:
    assert list(rate(EASY)) == [*FIXED, "difficulty", "band", "contains", "notes"]


@pytest.mark.parametrize("field", [*DEFAULT, *ON_REQUEST, "time_p05", "time_p80", "time_p99"])
def test_rate_one_field_gives_exactly_that(field: str) -> None:
    assert list(rate(EASY, fields=[field])) == [*FIXED, field]


def test_rate_empty_mask_solves_nothing_but_checks() -> None:
    assert list(rate(EASY, fields=[])) == list(FIXED)


def test_card_fields_unknown_name_lists_the_known() -> None:
    with pytest.raises(ValueError, match=r"unknown field colour, time_p00; known fields: difficulty"):
        card_fields(["difficulty", "time_p00", "colour"])
    with pytest.raises(TypeError, match="list of names"):
        card_fields("difficulty")


def test_rate_percentiles_rise_and_mean_is_log_normal() -> None:
    card = rate(HARD, fields=["time", "time_mean", *(f"time_p{n}" for n in (10, 20, 50, 80, 95))])
    times = [v for k, v in card.items() if re.fullmatch(r"time_p\d\d", k)]
    assert times == sorted(times) and times[0] < times[-1]
    assert card["time_p50"] == card["time"]
    sigma = default().get("time.spread_sigma")
    assert card["time_mean"] == pytest.approx(card["time"] * math.exp(sigma**2 / 2), rel=0.02)


def test_rate_full_grid_is_a_card_near_zero() -> None:
    card = rate(SOLVED, fields=["difficulty", "time", "band", "band_index", "contains", "notes", "steps", "se"])
    assert (card["difficulty"], card["time"], card["band"], card["band_index"]) == (0.0, 0.0, "Very Easy", 0)
    assert card["contains"] == [] and card["steps"] == [] and card["notes"] == []


def test_rate_one_empty_cell_is_nearly_nothing() -> None:
    card = rate("." + SOLVED[1:])
    assert 0 <= card["difficulty"] < 1.5
    assert [e["code"] for e in card["contains"]] == ["FHS"]
    assert [n["code"] for n in card["notes"]] == ["trivial"]


@pytest.mark.parametrize("text", ["." * 81, "1" + "." * 80, "." * 625, "12" + "." * 79])
def test_rate_nearly_empty_grid_is_refused_at_once(text: str) -> None:
    start = time.monotonic()
    with pytest.raises(NotUnique, match="more than one solution") as caught:
        rate(text)
    assert time.monotonic() - start < 5  # other tools hang here; a second is generous even for 25×25
    a, b = caught.value.solutions
    assert a != b and len(a) == len(b) == len(text)


@pytest.mark.parametrize("text", ["55" + EASY[2:], "5" + "3" * 80, "123456780" + "." * 71 + "9"])
def test_rate_contradictory_grid_is_refused(text: str) -> None:
    with pytest.raises((NoSolution, NotUnique)):
        rate(text)


def test_rate_time_limit_keeps_what_is_known() -> None:
    card = rate(HARD, max_seconds=1e-9, fields=["difficulty", "time", "band", "band_index", "contains", "se"])
    assert card["stopped"] == "time limit"
    assert card["band"] == "Unknown" and card["band_index"] is None
    assert card["difficulty"] is None and card["time"] is None and card["se"] is None
    assert "stopped" not in rate(HARD, max_seconds=600)


@pytest.mark.parametrize("limit", [0, -1, float("nan")])
def test_rate_bad_time_limit_is_refused(limit: float) -> None:
    with pytest.raises(ValueError, match="max_seconds"):
        rate(EASY, max_seconds=limit)


def test_rate_contains_sorted_counts_and_bands() -> None:
    contains = rate(HARD)["contains"]
    assert [e["band"] for e in contains] == sorted(e["band"] for e in contains)
    assert all(("uses" in e) == (e["band"] > 0) for e in contains)
    assert "FHS" not in {e["code"] for e in contains}


def test_rate_steps_have_notation_that_says_the_conclusion() -> None:
    for step in rate(HARD, steps=True)["steps"]:
        text = step["explanation"]["notation"]
        assert text.startswith(step["name"] + ": ")
        if "placement" in step:
            assert text.endswith(step["placement"])
        else:
            assert "=> " in text and "<>" in text


def test_rate_unknown_level_and_check_are_refused_before_solving() -> None:
    with pytest.raises(ValueError, match="explanation level"):
        rate("." * 81, steps=True, explain="loud")
    with pytest.raises(ValueError, match="unknown check"):
        rate("." * 81, quality={"ugly": True})


@pytest.mark.parametrize(
    "quality",
    [{"trivial": -1}, {"uniqueness": 3}, {"spike": "x"}, {"spike": {"severity": "loud"}}, {"spike": {"x": 1}}],
)
def test_quality_limits_bad_values_are_refused(quality: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=f"check {next(iter(quality))}"):
        quality_limits(quality)


def test_rate_quality_adjusts_and_switches_off() -> None:
    almost = "." + SOLVED[1:]
    assert rate(almost, quality={"trivial": False})["notes"] == []
    assert rate(almost, quality={"trivial": {"severity": "warning"}})["notes"][0]["severity"] == "note"
    assert rate(EASY, quality={"trivial": 0.1})["notes"][0]["code"] == "trivial"


def test_rate_under_an_override_changes_what_it_should() -> None:
    changed = default().with_overrides({"time.minutes_per_unit": "x2", "score.map.A": "x2"})
    plain = rate(HARD, fields=["difficulty", "time"])
    with use(changed):
        double = rate(HARD, fields=["difficulty", "time"])
    assert double["time"] == pytest.approx(2 * plain["time"], abs=0.2)
    assert double["difficulty"] == pytest.approx(2 * plain["difficulty"], abs=0.2)
    assert rate(HARD, fields=["difficulty", "time"]) == plain


def test_card_pickles_and_shows_itself() -> None:
    card = rate(HARD, steps=True, se=True, fields=["difficulty", "time", "time_p80", "band", "contains", "notes"])
    again = pickle.loads(pickle.dumps(card))
    assert again == card and again.puzzle == card.puzzle
    html = card._repr_html_()
    assert card["band"] in html and "<svg" in html
    assert all(entry["name"] in html for entry in card["contains"])


def test_rate_band_is_that_of_the_hardest_step() -> None:
    card = rate(HARD, fields=["band", "band_index", "steps"])
    assert card["band_index"] == max(s["band"] for s in card["steps"])
    assert card["band"] == BANDS[card["band_index"]]


def test_rate_guessing_makes_the_band_unknown_only_where_it_was_needed() -> None:
    fields = ["difficulty", "band", "band_index", "contains", "se"]
    assert rate(HARD, fields=fields, allow_guessing=True) == rate(HARD, fields=fields)
    with pytest.raises(TypeError, match="allow_guessing"):
        rate(EASY, allow_guessing="yes")  # type: ignore[arg-type]


def test_rate_computer_mode_is_checked_and_never_makes_a_puzzle_harder() -> None:
    human, computer = (rate(HARD, mode=mode, fields=["difficulty", "band"]) for mode in ("human", "computer"))
    assert computer["band"] == human["band"] and computer["difficulty"] <= human["difficulty"]
    with pytest.raises(ValueError, match="mode must be one of human, computer"):
        rate("." * 81, mode="robot")


def test_rate_joint_chips_name_the_alternatives() -> None:
    for entry in rate(HARD)["contains"]:
        assert entry["chip"] == "/".join([entry["code"], *entry.get("alternatives", [])])


def test_rate_steps_are_those_of_the_list() -> None:
    card = rate(HARD, fields=["contains", "steps"])
    uses = {entry["code"]: entry["uses"] for entry in card["contains"] if entry["band"] > 0}
    assert uses == {code: sum(s["code"] == code for s in card["steps"]) for code in uses}
    assert {s["code"] for s in card["steps"] if s["band"] > 0} == uses.keys()
