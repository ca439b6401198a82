"""Compiling the engine once, on two cores, before anything is graded.

The finders are split between two child processes; the parent then compiles the one kernel that reaches them all and
finds the finders in the cache. A marker file says that a kernel folder is complete.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from filelock import FileLock

from ..jit.cache import ROOT, clear_stale, kernel_folder, kernel_stamp

Progress = Callable[[str], Any]
PARTS = 2
DRIVER = PARTS
"""Part number of the kernel that reaches all others; compiled last."""
_WARMING = "PENCILMARK_WARMING"
"""Set in the children, so that they do not wait for themselves."""
EXPECTED_KERNELS = 195
"""Index files that a compilation from nothing writes, for the progress line only."""
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
    """Compile all kernels if need be and drop those of older sources; returns the seconds it took.

    Only one process at a time compiles into a folder; others wait for it and then find the work done.
    """
    start = time.monotonic()
    if is_warm():
        return 0.0
    kernel_folder().mkdir(parents=True, exist_ok=True)
    with FileLock(str(kernel_folder() / "lock")):
        if not is_warm():
            _compile(range(PARTS), progress, start)
            _compile([DRIVER], progress, start)
            _marker().write_text(_complete())
            _WARM.append(True)
            clear_stale()
    return time.monotonic() - start


def _compile(parts: Sequence[int], progress: Progress | None, start: float) -> None:
    """Compile in child processes, which give their memory back, and report how far they are.

    Optimisation level 1 saves a tenth of the time and costs no speed (loops are short and integer).
    """
    code = "import sys; from pencilmark.engine.warm import compile_part; compile_part(int(sys.argv[1]))"
    env = {**os.environ, "NUMBA_OPT": "1", _WARMING: "1"}
    children = [subprocess.Popen([sys.executable, "-c", code, str(part)], env=env) for part in parts]
    try:
        while any(child.poll() is None for child in children):
            _report(progress, start, parts)
            time.sleep(0.2)
    finally:
        for child in children:
            if child.poll() is None:
                child.terminate()
    if any(child.returncode for child in children):
        raise RuntimeError("the engine could not be compiled; the compiler's own message stands above")


def ensure(progress: Progress | None = None) -> None:
    """Compile what is missing; says so on standard error when nobody else reports."""
    if is_warm() or os.environ.get(_WARMING) == "1":
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


def _report(progress: Progress | None, start: float, parts: Sequence[int]) -> None:
    if progress is None:
        return
    seconds = time.monotonic() - start
    since = time.time() - seconds
    done = sum(file.stat().st_mtime >= since for file in kernel_folder().rglob("*.nbi")) / EXPECTED_KERNELS
    share = 0.8 if DRIVER in parts else min(0.8, 0.8 * done)
    progress(f"compiling the engine, once: {share:.0%}, {seconds:.0f} s so far (one to two minutes in all)")


def compile_part(part: int) -> None:
    """Compile the share of the finders that falls to child ``part``, or the driver."""
    gc.disable()
    if part == DRIVER:
        _compile_driver()
        return
    import numba

    from ..state import compile_board
    from .canonical import blank
    from .driver import FINDERS
    from .session import Session

    session = Session(compile_board(blank(9, 3, 3)))
    kinds = [numba.typeof(x) for x in (session.board, session.state, session.work, session.moves)]
    signature = (*kinds, numba.int64, numba.int64)
    for finder in FINDERS[part::PARTS]:
        finder.compile(signature)


def _compile_driver() -> None:
    from ..scoring import compile_prices
    from .canonical import blank, turn
    from .session import Switches, open_session

    puzzle = blank(4, 2, 2)
    _, grids = open_session(puzzle).solutions(1, 1000)
    solution = tuple(grids[0].tolist())
    turn(replace(puzzle, givens=(solution[0], *([0] * 15))), solution)
    nearly = open_session(replace(puzzle, givens=(*solution[:15], 0)))
    nearly.written_route(compile_prices({}, 4), Switches())
