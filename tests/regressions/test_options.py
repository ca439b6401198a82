"""Options of rate and rate_many, and parameters of a model, that once went wrong."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from pencilmark import GraderModel, ModelError, default, rate, rate_many, use
from pencilmark.batch import rate_stream
from pencilmark.tables import DATA

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_fields_from_a_generator_serve_every_puzzle() -> None:
    # The check of the options used the generator up: cards without any field.
    rows = rate_many([CLASSIC, CLASSIC], fields=(name for name in ("band", "difficulty")))
    assert all({"band", "difficulty"} <= set(row) for row in rows)


@pytest.mark.parametrize("puzzles", [CLASSIC, CLASSIC.encode(), {"puzzle": CLASSIC}, None, 5])
def test_one_puzzle_in_place_of_many(puzzles: Any) -> None:
    # A string gave 81 error rows, one per letter.
    with pytest.raises(TypeError, match="rate_many needs a list of puzzles"):
        rate_many(puzzles)


@pytest.mark.parametrize("jobs", [5000, 10**20])
def test_far_too_many_jobs(jobs: int) -> None:
    # Started 5,000 processes; 10**20 was an OverflowError.
    assert rate_many([CLASSIC], jobs=jobs, fields=[])[0].get("error") is None


@pytest.mark.parametrize(
    "options",
    [
        {"quality": [1]},  # AttributeError: 'list' object has no attribute 'items'
        {"quality": "trivial"},
        {"max_seconds": "1"},  # '>' not supported between instances of 'str' and 'int'
        {"max_seconds": True},  # was one second
        {"fields": 5},  # 'int' object is not iterable
        {"explain": 5},
    ],
)
def test_option_of_a_wrong_kind(options: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=next(iter(options))):
        rate(CLASSIC, **options)


def test_field_that_is_a_list() -> None:
    # TypeError: unhashable type: 'list'
    with pytest.raises(ValueError, match=r"unknown field \['band'\]"):
        rate(CLASSIC, fields=[["band"]])  # type: ignore[list-item]


def test_jobs_and_executor_of_a_wrong_kind() -> None:
    # True counted as one job; executor=5 was an AttributeError.
    with pytest.raises(ValueError, match="jobs"):
        rate_stream([CLASSIC], jobs=True)
    with pytest.raises(TypeError, match="executor"):
        rate_stream([CLASSIC], executor=5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "value"),
    [("time.k_effort", "x1e999"), ("time.spread_sigma", -1), ("score.map.C", 0), ("score.map.kind", 1)],
)
def test_parameters_that_cannot_grade(name: str, value: object) -> None:
    # Were taken, and every card then failed or said nonsense.
    with pytest.raises(ModelError, match=name):
        default().with_overrides({name: value})


@pytest.mark.parametrize(
    ("file", "change"),
    [
        ("time_model.json", {"k_effort": float("nan")}),
        ("time_model.json", {"t0": "much"}),
        ("time_model.json", {"minutes_per_unit": None}),
        ("card_score.json", {"map": {"A": 1.0}}),
        ("params.json", {"price": 5}),
        ("params.json", {"phi": "x"}),
        ("params.json", {"phi": float("nan")}),
    ],
)
def test_model_folder_with_unusable_values(file: str, change: dict[str, Any], tmp_path: Path) -> None:
    # load() took them; grading failed later, once per puzzle.
    for name in ("params.json", "card_score.json", "time_model.json"):
        shutil.copy(DATA / name, tmp_path)
    (tmp_path / file).write_text(json.dumps(json.loads((DATA / file).read_text()) | change))
    with pytest.raises(ModelError):
        GraderModel.load(tmp_path)


def test_use_of_something_else() -> None:
    # use(None) was silently accepted.
    with pytest.raises(TypeError, match="GraderModel"), use(None):  # type: ignore[arg-type]
        pass
