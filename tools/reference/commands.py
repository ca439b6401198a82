"""The page of commands: the help of each, as the terminal shows it."""

from __future__ import annotations

from collections.abc import Iterator

import click

from fits.cli import main as fits_cli
from pencilmark.cli import cli

WIDTH = 100
PROGRAMS: tuple[tuple[str, click.Command], ...] = (("pencilmark", cli), ("python -m fits", fits_cli))


def page() -> str:
    """The whole page."""
    lines = ["# Commands", "", "What `--help` says."]
    for name, command in PROGRAMS:
        for title, text in _helps(name, command, None):
            lines += ["", f"{'##' if title == name else '###'} {title}", "", "```text", text, "```"]
    return "\n".join(lines) + "\n"


def _helps(name: str, command: click.Command, parent: click.Context | None) -> Iterator[tuple[str, str]]:
    """Name and help of a command and of those below it."""
    context = click.Context(command, info_name=name, parent=parent, terminal_width=WIDTH, max_content_width=WIDTH)
    text = command.get_help(context)
    yield context.command_path, "\n".join(line.rstrip() for line in text.splitlines())
    if isinstance(command, click.Group):
        for one in command.list_commands(context):
            below = command.get_command(context, one)
            if below is not None and not below.hidden:
                yield from _helps(one, below, context)
