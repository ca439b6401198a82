"""The ``pencilmark`` command: rate, solve, export, fingerprint, describe, warmup."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from . import __version__
from .board import STANDARD_BOXES
from .errors import PencilmarkError

if TYPE_CHECKING:
    from .puzzle import Puzzle

OK, SOME_FAILED, BAD_USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: all went well; some puzzles failed; wrong arguments or unreadable input; Ctrl-C."""

SIZES = frozenset(digits * digits for digits in STANDARD_BOXES)
"""Lengths of the plain strings."""

MAX_LINE = 6_000_000
"""Characters of a line that are read: more than any puzzle has, so that the loader refuses a longer one by name."""

SHOWN = 100
"""Characters of an unreadable file's name that are shown."""

PUZZLE_CHARACTERS = frozenset(".0123456789")

STATUS = {"NotUnique": "not unique", "NoSolution": "no solution", "Undecided": "undecided"}
"""Error class -> the word printed in place of a result."""

DEFAULT_FORMAT = "%b\t%d\t%m\t%h"
LETTERS = """Letters of --format:

\b
  %d difficulty            %m minutes of the median player
  %b band                  %p minutes of the 80th percentile
  %h hardest technique     %c technique chips, with x<uses>
  %n note codes            %s status: ok, or what went wrong
  %u unique: True/False    %i line number        \\t a tab
"""


@dataclass(frozen=True)
class Line:
    """One puzzle of the input: its line number, and the text or document itself."""

    number: int
    puzzle: object


# -- input -------------------------------------------------------------------------------------


def read_lines(file: str) -> Iterator[Line]:
    """Puzzles of FILE ("-" = standard input): one per line, or pretty-printed JSON documents.

    FILE may also be a puzzle itself. Raises ``click.FileError`` when it cannot be read.
    """
    if file == "-":
        if sys.stdin is None:
            raise click.FileError("standard input", hint="it is closed")
        yield from _split(io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace"))
        return
    if not os.path.exists(file) and (file.startswith("{") or len(file) in SIZES or _is_foreign(file)):
        yield Line(1, file)
        return
    try:
        if file.lower().endswith(".json") and _is_document(Path(file)):
            yield Line(1, Path(file))
            return
        with open(file, encoding="utf-8", errors="replace") as stream:
            yield from _split(stream)
    except OSError as error:
        shown = file if len(file) <= SHOWN else file[:SHOWN] + "…"
        raise click.FileError(shown, hint=_why_unreadable(file, error)) from error


def _is_foreign(file: str) -> bool:
    """Whether a FILE that does not exist is a link or payload; a name with a suffix and no scheme stays a name."""
    from .loaders import is_foreign_text

    return (":" in file or not Path(file).suffix) and is_foreign_text(file)


def _why_unreadable(file: str, error: OSError) -> str:
    reason = error.strerror or str(error)
    if not set(file) <= PUZZLE_CHARACTERS:
        return reason
    return f"{reason}; a puzzle in its place has {', '.join(map(str, sorted(SIZES)))} characters, not {len(file)}"


def _is_document(file: Path) -> bool:
    """False for a file that is one JSON value per line; a broken or endless document counts as one document."""
    with file.open(encoding="utf-8", errors="replace") as stream:
        first, _, rest = stream.read(MAX_LINE).strip().partition("\n")
    try:
        return not (rest and isinstance(json.loads(first), dict))
    except ValueError:
        return True


def _bounded(stream: TextIO) -> Iterator[str]:
    """Lines of a stream; what goes beyond MAX_LINE is dropped, so that a file without line breaks fits into memory."""
    while line := stream.readline(MAX_LINE):
        rest = line
        while rest and not rest.endswith("\n") and len(rest) == MAX_LINE:
            rest = stream.readline(MAX_LINE)
        yield line


def _split(stream: TextIO) -> Iterator[Line]:
    """Puzzles of a text stream; an unfinished "{…" line goes on with the indented lines that follow it."""
    document: list[str] = []
    start = depth = 0
    for number, raw in enumerate(_bounded(stream), 1):
        if document and raw[0] not in " \t}]\r\n":
            yield Line(start, "".join(document))
            document = []
        line = raw.strip()
        if not document:
            if not line or line.startswith("#"):
                continue
            if not line.startswith("{"):
                yield Line(number, _puzzle_of(line))
                continue
            start, depth = number, 0
        document.append(raw)
        depth += line.count("{") - line.count("}")
        if depth <= 0:
            yield Line(start, "".join(document))
            document = []
    if document:
        yield Line(start, "".join(document))


def _puzzle_of(line: str) -> object:
    if line.lower().endswith(".json") and os.path.isfile(line):
        return Path(line)
    from .loaders import is_foreign_text

    word = line.split(maxsplit=1)[0]
    # "53..7… 0.35 found by me": the rest is a remark; a grid of separated numbers is read whole.
    return word if len(word) in SIZES or is_foreign_text(word) else line


# -- output ------------------------------------------------------------------------------------


def _put(text: str) -> None:
    """Print one line and flush it; a reader that has closed the pipe ends the run quietly."""
    if sys.stdout is None:
        raise click.ClickException("standard output is closed")
    try:
        click.echo(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python would complain once more while closing the stream at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(OK) from None


def _put_json(row: dict[str, Any]) -> None:
    _put(json.dumps(row, ensure_ascii=False, separators=(",", ":")))


def _one_line(error: BaseException) -> str:
    text = f"{type(error).__name__}: {' '.join(str(error).split())}"
    return text.encode(errors="backslashreplace").decode()


def _each(file: str, work: Callable[[Puzzle], str]) -> None:
    """Print ``work(puzzle)`` for each puzzle; a bad one is one line, and exit code 1 in the end."""
    from .loaders import load

    failed = False
    for line in read_lines(file):
        try:
            text = work(load(line.puzzle))
        except Exception as error:  # the batch goes on whatever one puzzle does
            failed = True
            status = STATUS.get(type(error).__name__)
            text = status or f"error\t{line.number}\t{_one_line(error)}"
        _put(text)
    if failed:
        raise click.exceptions.Exit(SOME_FAILED)


# -- rate --------------------------------------------------------------------------------------


def _chips(card: dict[str, Any]) -> str:
    return " ".join(
        entry["chip"] + (f"x{entry['uses']}" if entry.get("uses", 0) > 1 else "")
        for entry in card.get("contains", ())
        if entry["band"] > 0
    )


def _hardest(card: dict[str, Any]) -> str:
    contains = card.get("contains", ())
    return contains[-1]["name"] if contains else ""


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


@dataclass(frozen=True)
class Letter:
    """One letter of ``--format``: the card field it needs ("" = none), and its text for (line number, card)."""

    field: str
    text: Callable[[int, dict[str, Any]], str]


FORMAT_LETTERS = {
    "d": Letter("difficulty", lambda n, card: _number(card.get("difficulty"))),
    "m": Letter("time", lambda n, card: _number(card.get("time"))),
    "p": Letter("time_p80", lambda n, card: _number(card.get("time_p80"))),
    "b": Letter("band", lambda n, card: card.get("error") or card.get("band", "")),
    "h": Letter("contains", lambda n, card: _hardest(card)),
    "c": Letter("contains", lambda n, card: _chips(card)),
    "n": Letter("notes", lambda n, card: ";".join(note["code"] for note in card.get("notes", ()))),
    "s": Letter("", lambda n, card: card.get("error", "ok")),
    "u": Letter("", lambda n, card: str("error" not in card)),
    "i": Letter("", lambda n, card: str(n)),
}


def format_fields(template: str) -> list[str]:
    """Card fields that a ``--format`` template reads, each once."""
    fields = (letter.field for key, letter in FORMAT_LETTERS.items() if f"%{key}" in template)
    return list(dict.fromkeys(filter(None, fields)))


def format_row(template: str, number: int, card: dict[str, Any]) -> str:
    """One result line: the letters of ``template`` replaced, anything else kept."""
    out = []
    rest = iter(template.replace("\\t", "\t"))
    for char in rest:
        if char != "%":
            out.append(char)
            continue
        key = next(rest, "")
        out.append(FORMAT_LETTERS[key].text(number, card) if key in FORMAT_LETTERS else f"%{key}")
    return "".join(out)


def report(number: int, card: dict[str, Any]) -> str:
    """Readable summary of one card."""
    times = f"{_number(card['time']) or '?'} min (80 % of players within {_number(card['time_p80']) or '?'})"
    lines = [f"{number}. {card['band']}, difficulty {_number(card['difficulty']) or '?'}, {times}"]
    lines.append("   contains: " + (", ".join(map(_content, card["contains"])) or _nothing(card)))
    if all(entry["band"] == 0 for entry in card["contains"]) and card["contains"]:
        lines[-1] = "   contains: singles only"
    lines += [f"   {note['severity']}: {note['text']}" for note in card["notes"]]
    if "stopped" in card:
        lines.append(f"   stopped: {card['stopped']}; what is listed was found before")
    for step in card.get("steps", ()):
        said = step.get("explanation", {})
        lines.append(
            f"   {step['n']:>3}. {said.get('short') or said.get('notation') or said.get('teach') or step['name']}"
        )
    return "\n".join(lines)


def _nothing(card: dict[str, Any]) -> str:
    return "nothing found in time" if "stopped" in card else "nothing to solve"


def _content(entry: dict[str, Any]) -> str:
    uses = f" x{entry['uses']}" if entry.get("uses", 1) > 1 else ""
    others = f" (or {', '.join(entry['alternatives'])})" if entry.get("alternatives") else ""
    return f"{entry['name']}{uses}{others}"


@dataclass(frozen=True)
class Style:
    """How rows of ``rate`` are printed: ``json``, ``report``, or a format template."""

    kind: str
    template: str

    def show(self, number: int, row: dict[str, Any]) -> None:
        """Print one card or error row."""
        error = row.get("error", "")
        status = STATUS.get(error.partition(":")[0])
        if self.kind == "json":
            _put_json({"line": number, "error": status or error} if error else {"line": number, **row})
        elif error and (status is None or self.kind == "report"):
            _put(f"{number}. {status}" if status else f"error\t{number}\t{error}")
        elif self.kind == "report":
            _put(report(number, row))
        else:
            _put(format_row(self.template, number, {"error": status} if error else row))


@contextmanager
def _progress(total: int | None) -> Iterator[Callable[[int, int | None], None] | None]:
    """A progress bar on stderr when a person looks at it and the result lines go elsewhere."""
    if sys.stdout.isatty() or not sys.stderr.isatty() or total == 1:
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("rating", total=total)
        yield lambda done, _: bar.update(task, completed=done)


def _words(text: str | None) -> list[str] | None:
    return None if text is None else [word.strip() for word in text.split(",") if word.strip()]


# -- commands ----------------------------------------------------------------------------------

FILE = click.argument("file", default="-", metavar="[FILE|-]")


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="pencilmark")
def cli() -> None:
    """How hard is this sudoku for people, how long will it take them, and why.

    FILE holds one puzzle per line: a string (81 characters for a classic; blanks are . or 0), a JSON
    document, a long link or payload of f-puzzles, SudokuPad or penpa-edit, or the path of a .json
    file. It may also be one .json document, or the puzzle itself. "-" or nothing reads standard
    input. Blank lines and lines starting with # are skipped.

    \b
    Exit codes: 0 all went well · 1 some puzzles failed · 2 bad usage or unreadable input
    """


@cli.command(epilog=LETTERS)
@FILE
@click.option("--format", "template", metavar="FMT", help=r"Result line. Default: %b\t%d\t%m\t%h")
@click.option("--json", "as_json", is_flag=True, help="The card as one JSON line.")
@click.option("--report", "as_report", is_flag=True, help="A readable summary.")
@click.option("--steps", is_flag=True, help="Add the solve, step by step (with --json or --report).")
@click.option("--explain", metavar="LEVELS", help="Levels of the step texts: notation,short,teach. Default: all.")
@click.option("--fields", metavar="F1,F2,…", help="Card fields to compute (with --json).")
@click.option(
    "--quality", metavar="SPEC", help="Publishing checks: trivial=0.5,spike=false,… (a limit, true or false)."
)
@click.option("-j", "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Worker processes.")
@click.option("--max-seconds", type=click.FloatRange(0, min_open=True), help="Time limit per puzzle.")
def rate(file: str, template: str | None, as_json: bool, as_report: bool, jobs: int, **chosen: Any) -> None:
    """Difficulty, minutes, band and techniques of each puzzle.

    \b
    pencilmark rate puzzles.txt
    pencilmark rate puzzles.txt -j 2 --format '%i\\t%b\\t%c'
    pencilmark rate puzzle.json --report --steps
    """
    if as_json + as_report + (template is not None) > 1:
        raise click.UsageError("choose one of --json, --report and --format")
    style = Style("json" if as_json else "report" if as_report else "format", template or DEFAULT_FORMAT)
    options = _rate_options(style, **chosen)
    # Standard input is rated as it comes; a file is counted first, so that progress has an end.
    _rate(read_lines(file) if file == "-" else list(read_lines(file)), style, jobs, options)


def _rate_options(
    style: Style, steps: bool, explain: str | None, fields: str | None, max_seconds: float | None, quality: str | None
) -> dict[str, Any]:
    """Options for ``export.rate`` from the options of the command line."""
    if fields is not None and style.kind != "json":
        raise click.UsageError("--fields needs --json")
    if steps and style.kind == "format":
        raise click.UsageError("--steps needs --json or --report")
    if explain is not None and not steps and "steps" not in (_words(fields) or ()):
        raise click.UsageError("--explain needs --steps")
    wanted = _words(fields)
    if style.kind == "report":
        wanted = format_fields("%d%m%p%b%h%n")
    elif style.kind == "format":
        wanted = format_fields(style.template.replace("\\t", "\t"))
    levels = _words(explain) if explain is not None else (True if steps else None)
    checks = _quality(quality) if quality is not None else None
    return {"steps": steps, "explain": levels, "fields": wanted, "max_seconds": max_seconds, "quality": checks}


def _quality(spec: str) -> dict[str, Any]:
    """``trivial=0.5,spike=false`` as a quality object; what the values may be is checked with the options."""
    checks: dict[str, Any] = {}
    for item in _words(spec) or ():
        name, equals, value = item.partition("=")
        try:
            checks[name] = {"true": True, "false": False}.get(value.lower()) if equals else None
            checks[name] = float(value) if checks[name] is None else checks[name]
        except ValueError:
            raise click.UsageError(f"--quality: write name=number, name=true or name=false, not {item!r}") from None
    return checks


def _rate(lines: Iterable[Line], style: Style, jobs: int, options: dict[str, Any]) -> None:
    from .batch import rate_stream

    numbers: list[int] = []

    def puzzles() -> Iterator[object]:
        for line in lines:
            numbers.append(line.number)
            yield line.puzzle

    failed = False
    with _progress(len(lines) if isinstance(lines, list) else None) as progress:
        for at, row in enumerate(rate_stream(puzzles(), jobs=jobs, progress=progress, **options)):
            failed = failed or "error" in row
            style.show(numbers[at], row)
    if failed:
        raise click.exceptions.Exit(SOME_FAILED)


@cli.command()
@FILE
def solve(file: str) -> None:
    """The solution of each puzzle as one string (1-9, then A-Z)."""
    from .export import solve as solution_of
    from .loaders.text import SYMBOLS

    _each(file, lambda puzzle: "".join(SYMBOLS[digit - 1] for digit in solution_of(puzzle)))


@cli.command()
@FILE
@click.option("--pretty", is_flag=True, help="Spread over several lines.")
@click.option("--no-solution", is_flag=True, help="Leave the solution out (nothing is solved).")
def export(file: str, pretty: bool, no_solution: bool) -> None:
    """The canonical JSON document of each puzzle."""
    from .exchange import dumps
    from .export import to_export

    _each(file, lambda puzzle: dumps(to_export(puzzle, with_solution=not no_solution), pretty=pretty).rstrip("\n"))


@cli.command()
@FILE
def fingerprint(file: str) -> None:
    """The fingerprint (sha256:…) of each puzzle: equal for equal puzzles, whatever their metadata."""
    from .exchange import fingerprint as fingerprint_of

    _each(file, fingerprint_of)


@cli.command()
@FILE
def describe(file: str) -> None:
    """Name and rules of each puzzle's variant, as one JSON line."""
    from .variants import describe as described

    _each(file, lambda puzzle: json.dumps(described(puzzle), ensure_ascii=False))


@cli.command()
def warmup() -> None:
    """Compile the engine once, so that later runs start at once (up to a minute the first time)."""
    from rich.console import Console

    from .engine import warmup as compile_engine

    console = Console(stderr=True)
    if not console.is_terminal:  # a log gets one line, not a moving one
        console.print("compiling the engine, once …")
    with console.status("compiling the engine, once …") as status:
        seconds = compile_engine(progress=status.update)
    console.print(f"engine compiled in {seconds:.0f} s" if seconds else "the engine is ready")


def main() -> None:
    """Entry point: like ``cli``, with every failure as a short message on stderr and an exit code."""
    code = _run(sys.argv[1:], sys.stderr)
    sys.exit(code)


def _run(arguments: list[str], errors: TextIO) -> int:
    try:
        return int(cli.main(arguments, prog_name="pencilmark", standalone_mode=False) or OK)
    except click.UsageError as error:
        error.show(errors)
        return BAD_USAGE
    except click.ClickException as error:
        click.echo(f"pencilmark: {error.format_message()}", file=errors)
        return BAD_USAGE
    except (KeyboardInterrupt, click.Abort):
        click.echo("pencilmark: interrupted", file=errors)
        return INTERRUPTED
    except (PencilmarkError, ValueError, OSError) as error:
        click.echo(f"pencilmark: {error}", file=errors)
        return BAD_USAGE
    except Exception as error:  # a defect of ours: still one line, with what a report needs
        if os.environ.get("PENCILMARK_DEBUG"):
            raise
        click.echo(f"pencilmark: unexpected {_one_line(error)} (a bug; PENCILMARK_DEBUG=1 shows where)", file=errors)
        return BAD_USAGE
