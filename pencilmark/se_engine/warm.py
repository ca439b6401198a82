"""Compiling the procedure once, when the first rating is asked for.

Kernels here reach those of other files, while a cached kernel is checked against its own file only; so the whole
folder is compiled anew whenever one of its sources has changed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from filelock import FileLock

from ..jit.cache import kernel_folder

_WARMING = "PENCILMARK_SE_WARMING"
"""Set in the child, so that it does not wait for itself."""


@cache
def procedure_stamp() -> str:
    """SHA-256 (hex) of every source of the procedure."""
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


@cache
def ensure() -> None:
    """Compile what is missing, in a child process that gives its memory back; says so on standard error."""
    if os.environ.get("NUMBA_DISABLE_JIT") == "1" or os.environ.get(_WARMING) == "1":
        return
    folder = kernel_folder()
    folder.mkdir(parents=True, exist_ok=True)
    marker = folder / "se_complete"
    with FileLock(str(folder / "se_lock")):
        if marker.exists() and marker.read_text() == procedure_stamp():
            return
        sys.stderr.write("pencilmark: compiling Sudoku Explainer's procedure, once (half a minute)\n")
        sys.stderr.flush()
        shutil.rmtree(folder / "se_engine", ignore_errors=True)
        code = "from pencilmark.se_engine.procedure import compile_all; compile_all()"
        env = {**os.environ, "NUMBA_OPT": "1", _WARMING: "1"}
        if subprocess.run([sys.executable, "-c", code], env=env, check=False).returncode:
            raise RuntimeError("the procedure could not be compiled; the compiler's own message stands above")
        marker.write_text(procedure_stamp())
