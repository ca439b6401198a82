"""Compiling the engine once, on two cores, before anything is graded.

The finders are split between two child processes; the parent then compiles the one kernel that reaches them all and
finds the finders in the cache. A marker file says that a kernel folder is complete.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..jit.cache import ROOT, clear_stale, kernel_folder, kernel_stamp

Progress = Callable[[str], Any]
PARTS = 2
EXPECTED_KERNELS = 145
"""Index files of a complete cache, for the progress line only."""
_WARM: list[bool] = []
"""Holds one entry once this process knows that the cache is complete."""


def _marker() -> Path:
    return kernel_folder() / "complete"


def is_warm() -> bool:
    """Whether kernels need no compiling: they are cached, or run as plain Python."""
    if not _WARM and (os.environ.get("NUMBA_DISABLE_JIT") == "1" or _marked()):
        _WARM.append(True)
    return bool(_WARM)


def _marked() -> bool:
    marker = _marker()
    return marker.exists() and marker.read_text() == _complete()


def _complete() -> str:
    return f"{ROOT}\n{kernel_stamp()}\n"


def warmup(progress: Progress | None = None) -> float:
    """Compile all kernels if need be and drop those of older sources; returns the seconds it took."""
    start = time.monotonic()
    if is_warm():
        return 0.0
    code = "import sys; from pencilmark.engine.warm import compile_part; compile_part(int(sys.argv[1]))"
    children = [subprocess.Popen([sys.executable, "-c", code, str(part)]) for part in range(PARTS)]
    try:
        while any(child.poll() is None for child in children):
            _report(progress, start)
            time.sleep(0.5)
    finally:
        for child in children:
            if child.poll() is None:
                child.terminate()
    _report(progress, start, last=True)
    _compile_driver()
    kernel_folder().mkdir(parents=True, exist_ok=True)
    _marker().write_text(_complete())
    _WARM.append(True)
    clear_stale()
    return time.monotonic() - start


def ensure(progress: Progress | None = None) -> None:
    """Compile what is missing; says so on standard error when nobody else reports."""
    if is_warm() or os.environ.get("PENCILMARK_WARMING") == "1":
        return
    warmup(progress or _Line())


class _Line:
    """One line on standard error, written over."""

    def __call__(self, text: str) -> None:
        end = "\r" if sys.stderr.isatty() else "\n"
        if end == "\r" or not hasattr(self, "_said"):
            sys.stderr.write(f"pencilmark: {text}{end}")
            sys.stderr.flush()
        self._said = True


def _report(progress: Progress | None, start: float, last: bool = False) -> None:
    if progress is None:
        return
    seconds = time.monotonic() - start
    done = sum(1 for _ in kernel_folder().rglob("*.nbi"))
    share = 0.8 if last else min(0.8, 0.8 * done / EXPECTED_KERNELS)
    progress(f"compiling the engine, once: {share:.0%}, {seconds:.0f} s so far (about a minute in all)")


def compile_part(part: int) -> None:
    """Compile the share of the finders that falls to child ``part``."""
    os.environ["PENCILMARK_WARMING"] = "1"
    import numba

    from .canonical import blank
    from ..state import compile_board
    from .driver import FINDERS
    from .session import Session

    session = Session(compile_board(blank(9, 3, 3)))
    kinds = [numba.typeof(x) for x in (session.board, session.state, session.work, session.moves)]
    signature = (*kinds, numba.int64, numba.int64)
    for finder in FINDERS[part::PARTS]:
        finder.compile(signature)


def _compile_driver() -> None:
    os.environ["PENCILMARK_WARMING"] = "1"
    from .canonical import blank, turn
    from .session import open_session

    try:
        puzzle = blank(4, 2, 2)
        session = open_session(puzzle)
        _, grids = session.solutions(1, 1000)
        from dataclasses import replace

        solution = tuple(grids[0].tolist())
        turn(replace(puzzle, givens=(solution[0], *([0] * 15))), solution)
    finally:
        del os.environ["PENCILMARK_WARMING"]
