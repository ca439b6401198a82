"""Where compiled kernels are kept, and when they are stale.

numba does not see an edited callee in another file, so one stamp over all engine sources and data tables
decides: any change gives a new folder. The stamp also names the engine in golden runs and in caches of cards.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_SOURCES = ("jit", "techniques", "engine", "state.py", "scoring.py", "board.py")
_TABLES = ("data/techniques.csv", "data/codes.csv")


@cache
def engine_stamp() -> str:
    """SHA-256 (hex) of every source and table that compiled kernels depend on."""
    digest = hashlib.sha256()
    for file in _source_files():
        digest.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _source_files() -> list[Path]:
    files: list[Path] = []
    for name in _SOURCES:
        path = ROOT / name
        files += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return files + [ROOT / name for name in _TABLES]


def base_folder() -> Path:
    """First writable of $PENCILMARK_CACHE_DIR, the user's cache folder and a fresh temporary folder."""
    import platformdirs

    wanted = os.environ.get("PENCILMARK_CACHE_DIR")
    choices = [Path(wanted)] if wanted else []
    choices.append(Path(platformdirs.user_cache_dir("pencilmark")))
    for folder in choices:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="pencilmark-"))


@cache
def kernel_folder(dev: bool = False) -> Path:
    """Folder of the kernels compiled from the present sources by the present numba."""
    versions = "-".join(importlib.metadata.version(name) for name in ("numba", "llvmlite", "numpy"))
    switches = os.environ.get("NUMBA_OPT", ""), os.environ.get("NUMBA_BOUNDSCHECK", ""), str(dev)
    key = hashlib.sha256("|".join((engine_stamp(), versions, *switches)).encode()).hexdigest()[:16]
    return base_folder() / f"kernels-{key}"


def install(dev: bool = False) -> None:
    """Send numba's cache to :func:`kernel_folder`; called before any kernel is decorated."""
    import numba

    folder = str(kernel_folder(dev))
    os.environ["NUMBA_CACHE_DIR"] = folder  # worker processes inherit it
    numba.config.CACHE_DIR = folder


def clear_stale() -> int:
    """Delete kernel folders of other stamps; returns how many were removed."""
    keep = kernel_folder()
    stale = [path for path in keep.parent.glob("kernels-*") if path != keep]
    for path in stale:
        shutil.rmtree(path, ignore_errors=True)
    return len(stale)
