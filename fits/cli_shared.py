"""What all commands of fits share: exit codes, errors in one line, progress bars."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.progress import Progress as Bar

from .errors import DatasetError, FitError
from .two_way import Progress

Command = TypeVar("Command", bound=Callable[..., Any])
BAD_INPUT, NOT_MET = 2, 3


def errors_in_one_line(command: Command) -> Command:
    """Wrap a command so that every named error is one line on stderr and an exit code."""

    @wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except DatasetError as error:
            click.echo(f"error: {error}", err=True)
            sys.exit(BAD_INPUT)
        except FitError as error:
            click.echo(f"not met: {error}", err=True)
            sys.exit(NOT_MET)
        except OSError as error:
            click.echo(f"error: {error.filename or 'output'}: {error.strerror or error}", err=True)
            sys.exit(BAD_INPUT)

    return wrapped  # type: ignore[return-value]


@contextmanager
def progress_bar(off: bool) -> Iterator[Progress | None]:
    """Give a reporter of progress that draws a bar per stage; None when it is off or nobody looks at stderr."""
    console = Console(stderr=True)
    if off or not console.is_terminal:
        yield None
        return
    with Bar(console=console, transient=True) as bar:
        tasks: dict[str, Any] = {}

        def report(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bar.add_task(stage, total=total)
            bar.update(tasks[stage], completed=done, total=total)

        yield report
