"""Rating many puzzles: in this process, in worker processes, or on any ``concurrent.futures`` executor."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, nullcontext
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .grader_model import GraderModel

Row = dict[str, Any]
"""A card, or ``{"error": "Class: message"}``."""
Progress = Callable[[int, int | None], None]
"""Called with (puzzles done, puzzles in all or None when the input has no length)."""

Waiting = deque[tuple[Future[list[Row]], int]]
"""Chunks handed over to workers, each with its number of puzzles."""

MAX_CHUNK = 32
CHUNKS = 64
"""A corpus is cut into about this many chunks, and no more than this many wait at a time."""


def rate_many(
    puzzles: Iterable[object],
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> list[Row]:
    """Cards of many puzzles, in input order.

    Parameters
    ----------
    puzzles : iterable
        Anything ``load`` accepts, mixed as you like; a generator is fine.
    jobs : int
        Worker processes, 1 = rate in this process. Ignored when ``executor`` is given.
    executor : concurrent.futures.Executor, optional
        Where to run instead: a thread or process pool, ``dask`` ``client.get_executor()``, mpi4py, loky.
        It stays open.
    progress : callable, optional
        Called as ``progress(done, total)`` after each finished piece of work.
    **options
        Passed to ``rate``; checked before any puzzle is touched.

    Returns
    -------
    list of dict
        One row per puzzle: its card, or ``{"error": "<Class>: <message>"}``.

    Raises
    ------
    ValueError, TypeError
        For a bad option or ``jobs`` < 1, or one puzzle in place of many; never because of a puzzle.
    """
    return list(rate_stream(listed(puzzles), jobs, executor, progress, **options))


def listed(puzzles: Iterable[object]) -> list[object]:
    """The puzzles as a list; a single puzzle would be taken apart into letters or keys, so it is refused."""
    if isinstance(puzzles, str | bytes | Mapping) or not isinstance(puzzles, Iterable):
        raise TypeError(f"rate_many needs a list of puzzles, not one {type(puzzles).__name__}; rate() takes one puzzle")
    return list(puzzles)


def rate_stream(
    puzzles: Iterable[object],
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Iterator[Row]:
    """Iterator form of ``rate_many``: rows come in input order as soon as they are known.

    The input is read as rows are asked for, so it may be endless. With workers, up to ``CHUNKS`` puzzles are read
    ahead of the first row.
    """
    if not isinstance(jobs, int) or isinstance(jobs, bool) or jobs < 1:
        raise ValueError(f"jobs must be a whole number from 1, not {jobs!r}")
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise TypeError(f"executor must be a concurrent.futures executor, not {type(executor).__name__}")
    from .export import check_options  # the engine is only loaded when something is rated

    # A generator would be used up by the check; every puzzle needs the names again.
    for name in ("fields", "explain"):
        if isinstance(options.get(name), Iterator):
            options[name] = list(options[name])
    check_options(**options)
    return _stream(puzzles, jobs, executor, progress, options)


def _stream(
    puzzles: Iterable[object], jobs: int, executor: Executor | None, progress: Progress | None, options: Row
) -> Iterator[Row]:
    total = len(puzzles) if isinstance(puzzles, Sized) else None
    waiting: Waiting = deque()
    with ExitStack() as stack:
        jobs = _workers(jobs, total)
        if executor is None and jobs > 1:
            from .engine import ensure

            ensure()  # compiled once here, not once in every worker
            executor = pool = ProcessPoolExecutor(jobs, initializer=_die_on_interrupt)
            stack.callback(pool.shutdown, cancel_futures=True)
        elif executor is not None:
            stack.callback(_cancel, waiting)
        if executor is None:
            pieces: Iterator[list[Row]] = (_rate_chunk([puzzle], options) for puzzle in puzzles)
        else:
            size = 1 if total is None else max(1, min(MAX_CHUNK, total // CHUNKS))
            pieces = _spread(executor, _chunks(puzzles, size), options, waiting)
        done = 0
        for rows in pieces:
            done += len(rows)
            if progress is not None:
                progress(done, total)
            yield from rows


def _workers(jobs: int, total: int | None) -> int:
    """Processes worth starting: no more than there are puzzles, and a few per processor."""
    return min(jobs, 4 * (os.cpu_count() or 1), max(1, jobs if total is None else total))


def _spread(executor: Executor, chunks: Iterator[list[object]], options: Row, waiting: Waiting) -> Iterator[list[Row]]:
    """Rows of each chunk, in order; ``waiting`` holds what has been handed over."""
    from .grader_model import active, default

    # A model set by use() in this process is unknown to the workers, so it travels along.
    model = None if active() is default() else active()
    while True:
        for chunk in islice(chunks, CHUNKS - len(waiting)):
            waiting.append((_submit(executor, chunk, options, model), len(chunk)))
        if not waiting:
            return
        future, size = waiting.popleft()
        try:
            rows = future.result()
        except Exception as error:  # the worker died: its puzzles are reported
            rows = [error_row(error)] * size
        yield rows


def _submit(executor: Executor, chunk: list[object], options: Row, model: GraderModel | None) -> Future[list[Row]]:
    try:
        return executor.submit(_rate_chunk, chunk, options, model)
    except BrokenExecutor as error:  # every worker is gone
        future: Future[list[Row]] = Future()
        future.set_exception(error)
        return future


def _cancel(waiting: Waiting) -> None:
    for future, _ in waiting:
        future.cancel()


def _chunks(puzzles: Iterable[object], size: int) -> Iterator[list[object]]:
    source = iter(puzzles)
    while chunk := list(islice(source, size)):
        yield chunk


def _rate_chunk(puzzles: Sequence[object], options: Row, model: GraderModel | None = None) -> list[Row]:
    """Rows of some puzzles; runs in a worker."""
    from .export import rate
    from .grader_model import use

    rows: list[Row] = []
    with use(model) if model is not None else nullcontext():
        for puzzle in puzzles:
            try:
                card = rate(puzzle, **options)
                card.puzzle = None  # a corpus of boards would be far larger than its cards
                rows.append(card)
            except Exception as error:  # one bad puzzle is one row, whatever went wrong with it
                rows.append(error_row(error))
    return rows


def error_row(error: Exception) -> Row:
    """The row of a puzzle that could not be rated."""
    return {"error": f"{type(error).__name__}: {' '.join(str(error).split())}"}


def _die_on_interrupt() -> None:
    """Let Ctrl-C end a worker at once and without a traceback; the parent process reports it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
