"""Run a module of the tests in a process of its own: numba reads its switches only once per process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def run_apart(module: str, *, plain: bool) -> Any:
    """What ``python -m module`` prints, read as JSON; ``plain`` runs kernels as plain Python."""
    switch = {"NUMBA_DISABLE_JIT": "1"} if plain else {}
    result = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", module],
        cwd=ROOT, env=os.environ | switch, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr[-3000:]
    return json.loads(result.stdout)
