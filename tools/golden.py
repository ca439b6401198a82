"""Guard the golden cards: ``python -m tools.golden check | diff | update --reason "…" | add FILE --why "…"``."""

from __future__ import annotations

import datetime
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress

import pencilmark
from pencilmark import exchange
from pencilmark.batch import rate_many
from pencilmark.errors import PencilmarkError
from pencilmark.jit.cache import engine_stamp

from .card_diff import diff_cards
from .golden_corpus import (
    FIELDS,
    ROOT,
    Corpus,
    CorpusError,
    Entry,
    card_text,
    guarded,
    load_corpus,
    write_csv,
    write_entries,
    write_text,
)

Card = dict[str, Any]
SHOWN = 40
"""Lines that `check` prints at most; `diff` prints all."""


@dataclass(frozen=True)
class Comparison:
    """Outcome of rating the corpus: the fresh cards, and what differs from those on disk.

    ``changed`` maps an id to the lines of its diff. ``orphans`` are cards on disk without a puzzle.
    """

    cards: dict[str, Card]
    changed: dict[str, list[str]]
    missing: tuple[str, ...]
    orphans: tuple[str, ...]
    failed: dict[str, str]

    @property
    def clean(self) -> bool:
        """True when every card is as stored."""
        return not (self.changed or self.missing or self.orphans or self.failed)

    def lines(self, details: bool) -> list[str]:
        """Report for people: per fault its id and, with ``details``, every difference."""
        out = [f"{name}: cannot be rated: {text}" for name, text in self.failed.items()]
        out += [f"{name}: has no card" for name in self.missing]
        out += [f"{name}: card without puzzle" for name in self.orphans]
        for name, changes in self.changed.items():
            shown = changes if details else changes[:1]
            out.append(f"{name}: {shown[0]}" + ("" if details or len(changes) == 1 else f" … {len(changes) - 1} more"))
            out += [f"{' ' * len(name)}  {line}" for line in shown[1:]]
        return out


def compare(corpus: Corpus, jobs: int, only: Sequence[str] = ()) -> Comparison:
    """Rate the corpus (or the ids in ``only``) and hold the cards against the stored ones."""
    names = [entry.id for entry in corpus.entries if not only or entry.id in only]
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("golden", total=len(names))
        rows = rate_many(
            [corpus.puzzles[name] for name in names],
            jobs=jobs,
            progress=lambda done, _: bar.update(task, completed=done),
            fields=FIELDS,
            explain="notation",
        )
    failed = {name: row["error"] for name, row in zip(names, rows, strict=True) if "error" in row}
    cards = {name: guarded(row) for name, row in zip(names, rows, strict=True) if name not in failed}
    stored = corpus.stored()
    changed = {name: diff_cards(stored[name], card) for name, card in cards.items() if name in stored}
    known = {entry.id for entry in corpus.entries}
    return Comparison(
        cards=cards,
        changed={name: lines for name, lines in changed.items() if lines},
        missing=tuple(name for name in cards if name not in stored),
        orphans=tuple(sorted(set(stored) - known)),
        failed=failed,
    )


def write_cards(corpus: Corpus, found: Comparison) -> None:
    """Make the cards on disk those of ``found``: changed and missing ones written, orphans removed."""
    for name in (*found.changed, *found.missing):
        write_text(corpus.card_file(name), card_text(found.cards[name]))
    for name in found.orphans:
        corpus.card_file(name).unlink()


def record_reason(root: Path, reason: str, found: Comparison) -> None:
    """Append one entry to CHANGES.md: date, version, reason, and which cards moved."""
    file = root / "CHANGES.md"
    old = file.read_text(encoding="utf-8") if file.exists() else "# Why golden cards changed\n"
    moved = [("changed", found.changed), ("new", found.missing), ("removed", found.orphans)]
    counts = ", ".join(f"{len(names)} {word}" for word, names in moved if names)
    day = datetime.date.today().isoformat()
    stamp = engine_stamp()[:12]
    head = f"\n## {day} · {pencilmark.__version__} · engine {stamp}\n\n{reason} ({counts} of {len(found.cards)}).\n"
    names = sorted(found.changed)
    lines = [f"- {name}: {found.changed[name][0]}" for name in names[:20]]
    more = [f"- … and {len(names) - 20} more"] if len(names) > 20 else []
    write_text(file, old + head + ("\n" + "\n".join(lines + more) + "\n" if names else ""))


def new_entries(file: Path, why: str, source: str, root: Path) -> list[Entry]:
    """Put the puzzles of a text file or .json document into golden/puzzles; returns their manifest rows.

    Raises CorpusError, before anything is written, when the name is taken or a puzzle cannot be rated.
    """
    home = root / "puzzles" / f"{file.stem}{'.json' if file.suffix == '.json' else '.csv'}"
    if home.exists():
        raise CorpusError(f"golden/puzzles/{home.name} exists: give the file another name")
    texts = _texts(file)
    for text, row in zip(texts, rate_many(texts, fields=["band"]), strict=True):
        if "error" in row:
            raise CorpusError(f"nothing added: {text[:90]}: {row['error']}")
    if home.suffix == ".json":
        names = [file.stem]
        write_text(home, texts[0])
    else:
        names = [f"{file.stem}-{number:02d}" for number in range(1, len(texts) + 1)]
        write_csv(home, ["id", "puzzle"], zip(names, texts, strict=True))
    return [Entry(name, home.name, why, source) for name in names]


def _texts(file: Path) -> list[str]:
    """The puzzles of a file: one canonical document, or one text per line."""
    if file.suffix == ".json":
        return [exchange.dumps(exchange.write(pencilmark.load(file)))]
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    return [line if line.startswith("{") else line.split()[0] for line in lines if line and line[0] != "#"]


# -- command line ------------------------------------------------------------------------------

JOBS = click.option("-j", "--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, help="Worker processes.")
ONLY = click.option("--only", multiple=True, metavar="ID", help="Only this puzzle; may be given more than once.")


@click.group()
@click.option("--root", type=click.Path(path_type=Path, file_okay=False), default=ROOT, help="Another corpus folder.")
@click.pass_context
def cli(context: click.Context, root: Path) -> None:
    """Compare every golden puzzle's card with the stored one, and change stored cards only on purpose."""
    context.obj = root


def _report(found: Comparison, details: bool) -> None:
    lines = found.lines(details)
    shown = lines if details else lines[:SHOWN]
    click.echo(
        "\n".join(shown + ([f"… and {len(lines) - SHOWN} more"] if len(lines) > len(shown) else [])), nl=bool(lines)
    )
    click.echo(
        f"engine {engine_stamp()[:12]}: {len(found.cards)} cards, {len(found.changed)} changed, "
        f"{len(found.missing)} missing, {len(found.orphans)} orphans, {len(found.failed)} failed"
    )


@cli.command()
@JOBS
@ONLY
@click.pass_obj
def check(root: Path, jobs: int, only: tuple[str, ...]) -> None:
    """Exit code 1 when any card differs, is missing, or has no puzzle."""
    found = compare(load_corpus(root), jobs, only)
    _report(found, details=False)
    if not found.clean:
        raise click.ClickException("cards differ: see `diff`; if the change is meant, `update --reason`")


@cli.command()
@JOBS
@ONLY
@click.pass_obj
def diff(root: Path, jobs: int, only: tuple[str, ...]) -> None:
    """Show every difference: which field, by how much, which steps."""
    _report(compare(load_corpus(root), jobs, only), details=True)


@cli.command()
@JOBS
@click.option("--reason", required=True, help="Why the cards change: one sentence, kept in CHANGES.md.")
@click.pass_obj
def update(root: Path, jobs: int, reason: str) -> None:
    """Store the present cards, and the reason with them."""
    if not reason.strip():
        raise click.UsageError("--reason must say why")
    corpus = load_corpus(root)
    found = compare(corpus, jobs)
    _report(found, details=False)
    if found.failed:
        raise click.ClickException("nothing written: every golden puzzle must be ratable")
    if not found.clean:
        write_cards(corpus, found)
        record_reason(root, reason.strip().rstrip("."), found)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--why", required=True, help="What this puzzle guards.")
@click.option("--source", default="our own", show_default=True, help="Who made it.")
@JOBS
@click.pass_obj
def add(root: Path, file: Path, why: str, source: str, jobs: int) -> None:
    """Add the puzzles of FILE (one per line, or one .json document) with their cards."""
    present = load_corpus(root).entries
    entries = new_entries(file, why, source, root)
    write_entries(root, (*present, *entries))
    corpus = load_corpus(root)
    found = compare(corpus, jobs, [entry.id for entry in entries])
    _report(found, details=False)
    write_cards(corpus, found)
    record_reason(root, f"Added {file.name}: {why}".rstrip("."), found)


def main() -> None:
    """Entry point: faults of the corpus or of a puzzle are lines on stderr and exit code 2."""
    try:
        cli.main(prog_name="python -m tools.golden")
    except (CorpusError, PencilmarkError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
