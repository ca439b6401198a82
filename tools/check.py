"""The whole check, as CI runs it: ``python -m tools.check [STAGE …]``.

Every stage runs, whatever failed before it; the exit code is 1 when any failed. The complete output of a stage
is in out/check/<stage>.log; that of a failed one is also printed.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "out" / "check"
SHOWN = 80
"""Lines of a failed stage's output that are printed."""


@dataclass(frozen=True)
class Stage:
    """One command of the check; ``args`` follow ``python -m``."""

    name: str
    args: tuple[str, ...]


STAGES = (
    Stage("format", ("ruff", "format", "--check", ".")),
    Stage("lint", ("ruff", "check", ".")),
    Stage("types", ("mypy",)),
    Stage("layers", ("pytest", "-q", "tests/arch")),
    Stage("reference", ("tools.gen_reference_md", "--check")),
    Stage("golden", ("tools.golden", "check")),
    Stage("notebooks", ("pytest", "-q", "tests/notebooks")),
    Stage("tests", ("pytest", "-n", "2", "--ignore=tests/arch", "--ignore=tests/notebooks")),
)


@dataclass(frozen=True)
class Result:
    """How one stage went: seconds, exit code, and everything it printed."""

    stage: Stage
    seconds: float
    code: int
    output: str

    @property
    def last(self) -> str:
        """The last line that says something: for pytest, its summary."""
        return next((line for line in reversed(self.output.splitlines()) if line.strip()), "")


def run(stage: Stage) -> Result:
    """Run one stage and keep its output."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", *stage.args], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    LOGS.mkdir(parents=True, exist_ok=True)
    (LOGS / f"{stage.name}.log").write_text(done.stdout, encoding="utf-8")
    return Result(stage, time.perf_counter() - start, done.returncode, done.stdout)


def table(results: Sequence[Result]) -> str:
    """Stage, verdict, seconds and last line of each result."""
    rows = [f"{r.stage.name:<10} {'ok' if r.code == 0 else 'FAILED':<7}{r.seconds:7.1f} s  {r.last}" for r in results]
    return "\n".join(rows)


def main(names: Sequence[str]) -> int:
    """Run the named stages, or all; returns the exit code."""
    unknown = sorted(set(names) - {stage.name for stage in STAGES})
    if unknown:
        print(f"no stage {unknown[0]!r}; stages: {', '.join(stage.name for stage in STAGES)}")
        return 2
    results = []
    for stage in STAGES:
        if names and stage.name not in names:
            continue
        print(f"· {stage.name} …", flush=True)
        results.append(run(stage))
        if results[-1].code:
            print("\n".join(results[-1].output.splitlines()[-SHOWN:]), flush=True)
    failed = [result.stage.name for result in results if result.code]
    print(f"\n{table(results)}\n\n{'failed: ' + ', '.join(failed) if failed else 'all stages passed'}")
    # The test runner's own closing line comes last: whoever reads only the end of a log finds it there.
    print(results[-1].last)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
