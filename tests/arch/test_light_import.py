"""Importing pencilmark, or asking its command for help, loads nothing heavy."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("numba", "ortools", "pandas", "scipy", "matplotlib", "statsmodels", "sklearn", "numpy")


@pytest.mark.parametrize("code", ["import pencilmark", "import pencilmark.cli", "import pencilmark.batch"])
def test_import_loads_no_heavy_package(code: str) -> None:
    script = f"import sys; {code}; print([name for name in {HEAVY!r} if name in sys.modules])"
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_reading_a_puzzle_loads_no_engine() -> None:
    script = (
        "import sys, pencilmark; pencilmark.load('.' * 80 + '1'); "
        "print([n for n in ('numba', 'ortools', 'pandas') if n in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_every_public_name_can_be_reached() -> None:
    import pencilmark

    for name in pencilmark.__all__:
        assert getattr(pencilmark, name).__doc__
