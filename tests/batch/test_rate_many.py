"""Batches: order, one row per bad puzzle, any executor, options refused before any work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

import pencilmark as pm
from pencilmark.batch import rate_many, rate_stream

UNIQUE = "1..4.4..2....3.1"
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MANY = "." * 16
NONE = "11.............."
MIXED = [CLASSIC, "12", MANY, UNIQUE, NONE, 7, CLASSIC, "x" * 81, {"format": "sudoku-puzzle"}]
OPTIONS: dict[str, Any] = {"fields": ["difficulty", "band"]}


def kinds(rows: list[dict[str, Any]]) -> list[str]:
    """Band of a card, error class of an error row."""
    return [row["error"].partition(":")[0] if "error" in row else "card" for row in rows]


EXPECTED = [
    "card", "FormatError", "NotUnique", "card", "NoSolution", "TypeError", "card", "FormatError", "FormatError",
]  # fmt: skip


@pytest.fixture(scope="module")
def serial() -> list[dict[str, Any]]:
    return rate_many(MIXED, **OPTIONS)


def test_bad_puzzles_are_error_rows_in_their_place(serial: list[dict[str, Any]]) -> None:
    assert kinds(serial) == EXPECTED
    assert all("\n" not in row["error"] for row in serial if "error" in row)


def test_processes_give_the_same_rows(serial: list[dict[str, Any]]) -> None:
    assert rate_many(MIXED, jobs=2, **OPTIONS) == serial


def test_threads_give_the_same_rows(serial: list[dict[str, Any]]) -> None:
    with ThreadPoolExecutor(2) as executor:
        assert rate_many(MIXED, executor=executor, **OPTIONS) == serial
        assert executor.submit(len, "open").result() == 4, "the caller's executor stays open"


def test_row_is_the_card_that_rate_gives() -> None:
    assert rate_many([CLASSIC], **OPTIONS) == [pm.rate(CLASSIC, **OPTIONS)]


def test_generator_and_duplicates_are_fine() -> None:
    rows = rate_many((UNIQUE for _ in range(5)), **OPTIONS)
    assert len(rows) == 5
    assert all(row == rows[0] for row in rows)


def test_puzzle_objects_and_documents_are_fine() -> None:
    puzzle = pm.load(UNIQUE)
    rows = rate_many([puzzle, pm.exchange.write(puzzle)], jobs=2, **OPTIONS)
    assert rows[0] == rows[1]


def test_no_puzzles_give_no_rows() -> None:
    assert rate_many([]) == []
    assert rate_many([], jobs=2) == []


def test_progress_counts_up_to_the_total() -> None:
    seen: list[tuple[int, int | None]] = []
    rate_many([UNIQUE] * 3, progress=lambda done, total: seen.append((done, total)), **OPTIONS)
    assert seen == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("options", [{"fields": ["nonsense"]}, {"nonsense": 1}, {"explain": "loud"}, {"jobs": 0}])
def test_bad_option_is_refused_before_any_puzzle_is_read(options: dict[str, Any]) -> None:
    def unread() -> Iterator[str]:
        raise AssertionError("a puzzle was read")
        yield ""

    with pytest.raises((ValueError, TypeError)):
        rate_stream(unread(), **options)


def test_endless_input_is_rated_as_rows_are_taken() -> None:
    def endless() -> Iterator[str]:
        while True:
            yield UNIQUE

    rows = rate_stream(endless(), **OPTIONS)
    assert [next(rows)["band"] for _ in range(3)] == ["Very Easy"] * 3


class Broken(Executor):
    """An executor whose workers always die."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(MemoryError("worker died"))
        return future


def test_dead_worker_is_reported_for_its_puzzles() -> None:
    rows = rate_many([UNIQUE] * 3, executor=Broken(), **OPTIONS)
    assert rows == [{"error": "MemoryError: worker died"}] * 3


def test_interrupt_ends_workers_without_a_traceback() -> None:
    script = (
        "import itertools, pencilmark.batch as b\n"
        f"rows = b.rate_stream(itertools.repeat({CLASSIC!r}), jobs=2)\n"
        "try:\n"
        "    for n, row in enumerate(rows):\n"
        "        n or print('started', flush=True)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted', flush=True)\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "started\n"
    start = time.monotonic()
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert "interrupted" in out
    assert "Traceback" not in err
    assert time.monotonic() - start < 30


@pytest.mark.slow
def test_dask_cluster_gives_the_same_rows(serial: list[dict[str, Any]]) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra [cluster] is not installed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert rate_many(MIXED, executor=client.get_executor(), **OPTIONS) == serial
