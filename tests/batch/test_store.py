"""Stored cards: rated once, safe against a kill at any moment, never mixed up between models and options."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import pencilmark as pm
from pencilmark import store as module
from pencilmark.errors import StoreError
from pencilmark.store import CardStore, RowStore
from tests.extent import often
from tests.isomorphs import random_copy
from tests.techniques.plain import ROOT

from .test_rate_many import CLASSIC, MIXED, OPTIONS, UNIQUE

RUN = """
import sys
from pathlib import Path
from pencilmark.store import CardStore

texts = Path(sys.argv[2]).read_text().split()
with CardStore(sys.argv[1]) as store:
    rows = store.rate_many(texts, fields=["difficulty", "band", "contains"])
print(len(rows))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "cards.sqlite"


def never(*_: object, **__: object) -> Any:
    pytest.fail("rated again")


def test_rows_are_those_of_rate_many_and_come_from_the_file_the_second_time(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = pm.rate_many(MIXED, **OPTIONS)
    with CardStore(path) as store:
        assert store.rate_many(MIXED, **OPTIONS) == expected
        assert len(store) == 2, "one card each, errors are not kept"
    good = [CLASSIC, UNIQUE, CLASSIC]
    monkeypatch.setattr("pencilmark.export.grade", never)
    with CardStore(path) as store:
        assert store.rate_many(good, **OPTIONS) == [expected[0], expected[3], expected[0]]
        assert store.get(UNIQUE, **OPTIONS) == expected[3]


def test_puzzle_that_comes_twice_is_rated_once(path: Path) -> None:
    calls: list[tuple[int, int | None]] = []
    with CardStore(path) as store:
        store.rate_many([CLASSIC] * 3, progress=lambda done, total: calls.append((done, total)), **OPTIONS)
    assert calls == [(2, 3), (3, 3)]


@pytest.mark.parametrize(
    "options", [{"fields": ["band"]}, {**OPTIONS, "quality": {"trivial": 0.1}}, {**OPTIONS, "se": True}]
)
def test_other_options_are_other_cards(path: Path, options: dict[str, Any]) -> None:
    with CardStore(path) as store:
        store.rate_many([UNIQUE], **OPTIONS)
        assert store.get(UNIQUE, **options) is None
        assert store.rate_many([UNIQUE], **options) == pm.rate_many([UNIQUE], **options)


def test_other_model_is_another_card(path: Path) -> None:
    with CardStore(path) as store:
        (old,) = store.rate_many([CLASSIC], **OPTIONS)
        with pm.use(pm.default().with_overrides({"score.map.A": "x2"})):
            assert store.get(CLASSIC, **OPTIONS) is None
            (new,) = store.rate_many([CLASSIC], **OPTIONS)
        assert new["difficulty"] > old["difficulty"]
        assert store.get(CLASSIC, **OPTIONS) == old
        assert sorted(store.scopes().values()) == [1, 1]


def test_other_engine_is_another_card(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with CardStore(path) as store:
        store.rate_many([UNIQUE], **OPTIONS)
        monkeypatch.setattr("pencilmark.jit.cache.engine_stamp", lambda: "edited")
        assert store.get(UNIQUE, **OPTIONS) is None


def test_cards_cut_by_a_time_limit_are_not_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(puzzles: list[object], *_: object, **__: object) -> list[dict[str, Any]]:
        return [{"band": "Unknown", "stopped": "time limit"} for _ in puzzles]

    monkeypatch.setattr(module, "rate_stream", stopped)
    with CardStore(path) as store:
        assert store.rate_many([UNIQUE], max_seconds=1)[0]["stopped"]
        assert len(store) == 0


def test_bad_options_are_refused_before_anything_is_read(path: Path) -> None:
    with CardStore(path) as store:
        with pytest.raises(ValueError, match="unknown field"):
            store.rate_many(["x"], fields=["difficulti"])
        with pytest.raises(TypeError, match="one str"):
            store.rate_many(CLASSIC)


def test_table_has_a_row_for_each_card(path: Path) -> None:
    with CardStore(path) as store:
        store.rate_many([CLASSIC, UNIQUE], fields=["difficulty", "contains"])
        frame = store.to_frame(fields=["difficulty", "contains"])
    assert list(frame.columns) == ["grader", "difficulty", "contains"]
    assert frame.index.tolist() == sorted(pm.fingerprint(pm.load(text)) for text in (CLASSIC, UNIQUE))
    assert all(isinstance(codes, str) for codes in frame["contains"])


@pytest.mark.parametrize("content", [b"not a database, but long enough to be one" * 40, b"\0" * 10_000])
def test_file_of_another_kind_is_refused_and_left_as_it_was(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    with pytest.raises(StoreError, match=r"notes\.txt"):
        RowStore(file)
    assert file.read_bytes() == content


def test_database_of_another_program_and_of_a_newer_version_are_refused(tmp_path: Path) -> None:
    foreign, newer = tmp_path / "foreign.sqlite", tmp_path / "newer.sqlite"
    for file, line in ((foreign, "CREATE TABLE theirs (x)"), (newer, "PRAGMA user_version = 99")):
        with sqlite3.connect(file) as db:
            db.execute(line)
    with pytest.raises(StoreError, match="another program"):
        RowStore(foreign)
    with pytest.raises(StoreError, match="newer version"):
        RowStore(newer)


def test_folder_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        RowStore(tmp_path)


def test_two_writers_share_a_file(tmp_path: Path) -> None:
    with RowStore(tmp_path / "s") as one, RowStore(tmp_path / "s") as two:
        one.write("scope", {"a": {"x": 1}})
        two.write("scope", {"a": {"x": 2}, "b": {"x": 3}})
        assert dict(one.rows("scope")) == {"a": {"x": 1}, "b": {"x": 3}}


def corpus(count: int) -> list[str]:
    """So many different classics: copies of one under its symmetries."""
    import numpy as np

    rng = np.random.default_rng(5)
    givens = pm.load(CLASSIC).givens
    made: dict[str, None] = {}
    while len(made) < count:
        made["".join(map(str, random_copy(givens, (3, 3), rng).grid))] = None
    return list(made)


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_run_killed_five_times_ends_with_the_cards_of_an_unbroken_one(tmp_path: Path) -> None:
    texts = corpus(often(2_000, 20_000))
    (tmp_path / "texts").write_text("\n".join(texts))
    command = [sys.executable, "-c", RUN, str(tmp_path / "broken.sqlite"), str(tmp_path / "texts")]
    rng = random.Random(3)
    kept = [0]
    for kill in range(5):
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        goal = kept[-1] + rng.randint(1, len(texts) // 6)
        while process.poll() is None and _count(tmp_path / "broken.sqlite") < goal:
            time.sleep(0.02)
        assert process.poll() is None, "killed before its end"
        process.send_signal(signal.SIGKILL)
        process.wait()
        kept.append(_count(tmp_path / "broken.sqlite"))
        assert kept[-1] >= goal, f"cards lost by kill {kill + 1}"
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    with CardStore(tmp_path / "broken.sqlite") as broken, CardStore(tmp_path / "whole.sqlite") as whole:
        options: dict[str, Any] = {"fields": ["difficulty", "band", "contains"]}
        rows = whole.rate_many(texts, **options)
        assert [broken.get(text, **options) for text in texts] == rows
        assert len(broken) == len(whole) == len(texts)


def _count(file: Path) -> int:
    if not file.exists():
        return 0
    try:
        with RowStore(file) as store:
            return len(store)
    except StoreError:  # the process is just making it
        return 0
