"""Commands that judge a fitted model and take it over: `python -m fits gates RUN`, `python -m fits accept RUN`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from pencilmark.tables import DATA

from .accept import accept, read_case, recovery_passes
from .cli_shared import errors_in_one_line, progress_bar
from .errors import DatasetError, FitError
from .gates import Case, GateReport, gates
from .two_way import Progress

GOLDEN = Path("golden")
Command = TypeVar("Command", bound=Callable[..., Any])


def _judged(command: Command) -> Command:
    options = [
        click.argument("run", type=click.Path(path_type=Path)),
        click.option("--report", type=click.Path(path_type=Path), help="Run of `fits evaluate` on the same data."),
        click.option("--golden", type=click.Path(path_type=Path), default=GOLDEN, help="Folder of golden puzzles."),
        click.option("--waive", "waived", multiple=True, metavar='GATE="REASON"', help="Let a failing gate pass."),
        click.option("--skip-recovery", is_flag=True, help="Do not run the recovery tests (G1 then fails)."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


@click.command("gates")
@_judged
@errors_in_one_line
def gates_command(**options: Any) -> None:
    """Judge the fitted files in the folder RUN; exit 3 when a gate fails."""
    waivers = _waivers(options["waived"])
    with progress_bar(False) as progress:
        report = gates(_case(options, progress), waivers)
    report.to_json(options["run"] / "gates.json")
    _tell(report)


@click.command("accept")
@_judged
@click.option("--to", "target", type=click.Path(path_type=Path), default=DATA, help="Folder of the JSON files.")
@errors_in_one_line
def accept_command(target: Path, **options: Any) -> None:
    """Replace the shipped files by those in RUN when every gate holds or is waived; exit 3 otherwise.

    \b
    A person signs by putting review.json into the folder:
      {"person": "name", "exceptions": ["golden card x-12 moves by 1.1: …"]}
    Golden cards are updated afterwards: python -m tools.golden update --reason "…"
    """
    waivers = _waivers(options["waived"])
    with progress_bar(False) as progress:
        case = _case(options, progress)
        report = accept(case, waivers, target)
    report.to_json(options["run"] / "gates.json")
    _tell(report)
    click.echo(f"written to {target}: {', '.join(case.documents)}")


def _case(options: dict[str, Any], progress: Progress | None) -> Case:
    if not options["run"].is_dir():
        raise DatasetError(f"{options['run']}: no such folder; `python -m fits runs` lists the runs")
    case = read_case(options["run"], options["report"], options["golden"])  # complains before the long tests
    passes = None if options["skip_recovery"] else recovery_passes()
    return replace(case, recovery=passes, progress=progress)


def _waivers(words: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for word in words:
        gate, sign, reason = word.partition("=")
        if not sign:
            raise DatasetError(f'--waive {word}: write it as GATE="REASON"')
        found[gate.strip()] = reason.strip()
    return found


def _tell(report: GateReport) -> None:
    click.echo(str(report.summary()))
    if not report.passed:
        raise FitError(f"not accepted: {', '.join(report.failing)}")
