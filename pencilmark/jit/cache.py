"""Where compiled kernels are kept, and when they are stale.

numba looks only at the file of a function itself, so an edited callee in another file would go unnoticed. Here the
stamp of a kernel covers what it can reach: the shared core and its own file for a technique family (families import
nothing but the core), all sources for the driver, which is linked with everything. An edit of one family therefore
costs that family and the driver, not the whole engine.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_CORE = ("jit", "techniques/base", "state.py", "elements.py", "board.py", "prices.py", "data/techniques.csv")
_KERNELS = (
    *_CORE,
    "techniques",
    "engine/driver.py",
    "engine/pricing.py",
    "engine/race.py",
    "engine/refute.py",
    "engine/canonical.py",
)
_ENGINE = (*_KERNELS, "engine", "constraints", "derived", "scoring.py", "data/codes.csv", "tables.py")
_WHOLE = ("engine/driver.py", "engine/race.py", "engine/refute.py")
"""Kernels that reach those of other files."""


def _files(names: tuple[str, ...]) -> list[Path]:
    found: set[Path] = set()
    for name in names:
        path = ROOT / name
        found |= set(path.rglob("*.py")) if path.is_dir() else {path}
    return sorted(found)


@cache
def _stamp(names: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for file in _files(names):
        digest.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def engine_stamp() -> str:
    """SHA-256 (hex) of every source and table that a card's route depends on."""
    return _stamp(_ENGINE)


def kernel_stamp() -> str:
    """SHA-256 (hex) of every source and table that compiled kernels depend on."""
    return _stamp(_KERNELS)


@cache
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
    made = tempfile.mkdtemp(prefix="pencilmark-")
    os.environ["PENCILMARK_CACHE_DIR"] = made  # worker processes share it
    return Path(made)


@cache
def kernel_folder() -> Path:
    """Folder of this checkout's kernels under the present numba and its switches."""
    versions = [importlib.metadata.version(name) for name in ("numba", "llvmlite", "numpy")]
    switches = [os.environ.get(name, "") for name in ("NUMBA_BOUNDSCHECK", "PENCILMARK_DEV")]
    key = hashlib.sha256("|".join([str(ROOT), *versions, *switches]).encode()).hexdigest()[:16]
    return base_folder() / f"kernels-{key}"


def install() -> None:
    """Make numba keep the kernels of this package in :func:`kernel_folder`; called before any kernel is decorated."""
    from numba.core import caching

    locators = caching.CacheImpl._locator_classes
    if any(cls.__name__ == "KernelLocator" for cls in locators):
        return

    class KernelLocator(caching._SourceFileBackedLocatorMixin, caching._CacheLocator):
        """numba's question "where, and how fresh?" answered for our own files."""

        def __init__(self, py_func: Any, py_file: str) -> None:
            self._py_file = py_file
            self._lineno = py_func.__code__.co_firstlineno

        def get_cache_path(self) -> str:
            return str(kernel_folder() / Path(self._py_file).resolve().parent.relative_to(ROOT))

        def get_source_stamp(self) -> str:
            name = Path(self._py_file).resolve().relative_to(ROOT).as_posix()
            return kernel_stamp() if name in _WHOLE else _stamp((*_CORE, name))

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Any:
            ours = ROOT in Path(py_file).resolve().parents
            return super().from_function(py_func, py_file) if ours else None

    locators.insert(0, KernelLocator)


def clear_stale() -> int:
    """Delete kernel folders of other numba versions and switches; returns how many were removed."""
    keep = kernel_folder()
    stale = [path for path in keep.parent.glob("kernels-*") if path != keep and _ours(path)]
    for path in stale:
        shutil.rmtree(path, ignore_errors=True)
    return len(stale)


def _ours(folder: Path) -> bool:
    """Whether a kernel folder was made by this checkout (its marker says so), so that it may be dropped."""
    marker = folder / "complete"
    return marker.exists() and marker.read_text().startswith(str(ROOT) + "\n")
