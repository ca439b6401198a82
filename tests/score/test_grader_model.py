"""Named parameters: reading, overriding, refusing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pencilmark import GraderModel, ModelError, default, use
from pencilmark.grader_model import active
from pencilmark.scoring import TAKE_NOTES
from pencilmark.tables import DATA, shapes


def test_names_cover_every_scalar_and_get_agrees() -> None:
    names = default().names()
    for expected in ("score.map.A", "time.k_effort", "time.t0", "route.phi", "route.price.X-Wing", "price.beta"):
        assert names[expected] == default().get(expected)
    assert all(not isinstance(value, dict) for value in names.values())
    assert f"route.price.{TAKE_NOTES}" in names
    assert {f"route.price.{s.technique}" for s in shapes()} <= set(names)


@pytest.mark.parametrize("name", ["time.k_efort", "score.map", "k_effort", "", "route.price.Y-Wing.x"])
def test_get_unknown_name_is_one_line_that_helps(name: str) -> None:
    with pytest.raises(ModelError, match="no parameter") as caught:
        default().get(name)
    assert "\n" not in str(caught.value)


def test_get_near_miss_is_suggested() -> None:
    with pytest.raises(ModelError, match=r"did you mean 'time\.k_effort'"):
        default().get("time.k_efort")


def test_with_overrides_number_and_factor_leave_the_original_alone() -> None:
    before = default().names()
    changed = default().with_overrides({"time.k_effort": 0.3, "score.map.A": "x1.5"})
    assert changed.get("time.k_effort") == 0.3
    assert changed.get("score.map.A") == pytest.approx(1.5 * before["score.map.A"])
    assert default().names() == before


def test_with_overrides_route_price_reaches_the_difficulty_prices_too() -> None:
    shared = default().with_overrides({"route.price.Pointing": "x3"})
    assert shared.get("price.price.Pointing") == pytest.approx(shared.get("route.price.Pointing"))
    own = default().with_overrides({"route.price.X-Wing": "x3"})  # a price weight stands in its place
    assert own.get("price.price.X-Wing") == default().get("price.price.X-Wing")
    alone = default().with_overrides({"price.price.X-Wing": 9.0})
    assert alone.get("route.price.X-Wing") == default().get("route.price.X-Wing")
    assert not alone.one_route


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("time.k_effort", float("nan")), ("time.k_effort", "1.2"), ("time.k_effort", "xlarge"), ("time.k_effort", True),
        ("time.k_effort", None), ("route.price.X-Wing", -1), ("route.price.X-Wing", 0), ("route.meta_theta", [1.0]),
        ("route.meta_theta", 1.0), ("no.such", 1.0),
    ],
)  # fmt: skip
def test_with_overrides_bad_value_is_a_model_error(name: str, value: object) -> None:
    with pytest.raises(ModelError):
        default().with_overrides({name: value})


def test_use_nests_and_restores_after_an_error() -> None:
    outer, inner = (default().with_overrides({"time.k_effort": k}) for k in (0.1, 0.2))
    with use(outer):
        with pytest.raises(RuntimeError), use(inner):
            assert active() is inner
            raise RuntimeError
        assert active() is outer
    assert active() is default()


def test_digest_depends_on_the_named_sets_only() -> None:
    changed = default().with_overrides({"time.k_effort": 0.123})
    assert changed.digest("route", "price") == default().digest("route", "price")
    assert changed.digest() != default().digest()


def test_load_folder_round_trip_and_broken_files(tmp_path: Path) -> None:
    for name in ("params.json", "card_score.json", "time_model.json"):
        (tmp_path / name).write_text((DATA / name).read_text())
    assert GraderModel.load(tmp_path).digest() == default().digest()
    (tmp_path / "time_model.json").write_text('{"const": 1')
    with pytest.raises(ModelError, match=r"time_model\.json is not valid JSON"):
        GraderModel.load(tmp_path)
    (tmp_path / "time_model.json").write_text("[]")
    with pytest.raises(ModelError, match="must hold one JSON object"):
        GraderModel.load(tmp_path)
    (tmp_path / "params.json").write_text(json.dumps({"price": {"Magic": 1.0}}))
    (tmp_path / "time_model.json").write_text("{}")
    with pytest.raises(ModelError, match="unknown technique 'Magic'"):
        GraderModel.load(tmp_path).prices("route", 9)


@pytest.mark.parametrize("name", ["params.json", "card_score.json", "time_model.json"])
def test_shipped_files_say_where_they_come_from(name: str) -> None:
    provenance = json.loads((DATA / name).read_text())["provenance"]
    assert {"fit", "data", "config", "gates"} <= set(provenance)
