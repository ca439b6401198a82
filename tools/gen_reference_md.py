"""Write docs/reference/ from docstrings and tables: ``python -m tools.gen_reference_md [--check]``.

With ``--check`` nothing is written, and the exit code is 1 when a page or picture is stale.
"""

from __future__ import annotations

from pathlib import Path

import click

from .reference import api, card, commands, rules, techniques

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "reference"
PAGES = (
    ("techniques.md", "Techniques", "every technique with its code, bands, a picture and its explanations"),
    ("rules.md", "Rules", "every rule kind with its JSON form, its text and a picture"),
    ("card.md", "The card", "every key of a card, and the publishing checks"),
    ("cli.md", "Commands", "the help of every command"),
    ("api.md", "Public names", "signatures and docstrings of `pencilmark` and `fits`"),
)
"""File, title and content of each page, in the order of the index."""


def reference() -> dict[str, str]:
    """All files of the reference: path below docs/reference -> text."""
    index = ["# Reference", "", "Written by `python -m tools.gen_reference_md` from docstrings and tables.", ""]
    index += [f"- [{title}]({file}): {content}" for file, title, content in PAGES]
    return {
        "README.md": "\n".join(index) + "\n",
        "api.md": api.page(),
        "cli.md": commands.page(),
        "card.md": card.page(),
        "rules.md": rules.page(),
        **techniques.files(),
    }


def stale(files: dict[str, str], folder: Path = FOLDER) -> list[str]:
    """Files that are missing, differ or do not belong there."""
    there = {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}
    differ = {n for n in files if n in there and (folder / n).read_text(encoding="utf-8") != files[n]}
    return sorted(differ | (there ^ files.keys()))


@click.command()
@click.option("--check", is_flag=True, help="Only look; exit code 1 when something is stale.")
def main(check: bool) -> None:
    """Write the reference; files that are no part of it any more are removed."""
    files = reference()
    changed = stale(files)
    if check:
        for name in changed:
            click.echo(f"docs/reference/{name} is stale")
        if changed:
            click.echo("run python -m tools.gen_reference_md")
            raise click.exceptions.Exit(1)
        click.echo(f"docs/reference is current ({len(files)} files)")
        return
    for name in changed:
        target = FOLDER / name
        if name not in files:
            target.unlink()
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(files[name], encoding="utf-8")
    click.echo(f"{len(files)} files, {len(changed)} written or removed")


if __name__ == "__main__":
    main()
