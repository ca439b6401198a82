"""The independent solution count."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from pencilmark.cpsat_verify import count
from pencilmark.loaders import from_string

from ..documents import CLASSIC


def test_unique_none_and_multiple() -> None:
    classic = from_string(CLASSIC)
    verdict = count(classic)
    assert verdict.status == "unique"
    assert len(verdict.solutions) == 1
    assert all(given in (0, digit) for given, digit in zip(classic.givens, verdict.solutions[0], strict=True))
    assert count(from_string("55" + "." * 79)).status == "none"
    many = count(from_string("." * 16))
    assert many.status == "multiple"
    assert len(set(many.solutions)) == 2


def test_given_outside_its_domain_has_no_solution() -> None:
    classic = from_string(CLASSIC)
    assert count(replace(classic, domains=(1, *classic.domains[1:]))).status == "none"
    assert count(replace(classic, domains=(*classic.domains[:2], 0, *classic.domains[3:]))).status == "none"


def test_unknown_part_or_no_time_stays_open() -> None:
    classic = from_string(CLASSIC)
    assert count(replace(classic, constraints=("fog",))).status == "unknown"
    assert count(from_string("." * 625), time_limit=0.0).status == "unknown"


def test_limit_below_two_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        count(from_string(CLASSIC), limit=1)


def test_same_verdict_every_time() -> None:
    empty = from_string("." * 36)
    assert count(empty) == count(empty)


def test_or_tools_is_only_loaded_when_counting() -> None:
    code = "import sys, pencilmark.cpsat_verify; sys.exit('ortools' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
