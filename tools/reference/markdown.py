"""Docstrings as Markdown, and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from inspect import cleandoc

_SECTION = re.compile(r"-{3,}")
_RULE = re.compile(r"=+( +=+)+")
_ROLE = re.compile(r":(?:func|class|meth|mod|data|attr):`~?([^`]+)`")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Lines of a table; a bar inside a cell is escaped."""
    shown = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    return [_row(head), _row(["---"] * len(head)), *map(_row, shown)]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def anchor(title: str) -> str:
    """What a heading is called in a link, as GitHub has it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def inline(text: str) -> str:
    """Double backticks and roles as Markdown writes them."""
    return _ROLE.sub(r"`\1`", text).replace("``", "`")


def docstring(text: str | None) -> list[str]:
    """A docstring as Markdown lines: sections and their entries as lists, drawings and tables kept."""
    lines = cleandoc(text or "").split("\n")
    out: list[str] = []
    at, listing, drawing = 0, False, False
    while at < len(lines):
        line = lines[at]
        if at + 1 < len(lines) and line and _SECTION.fullmatch(lines[at + 1]):
            out += [f"**{line}**", ""]
            at, listing, drawing = at + 2, True, False
            continue
        if _RULE.fullmatch(line):
            shown, at = _simple_table(lines, at)
            out += shown
            continue
        if line.rstrip().endswith("::") and not listing:
            out += [inline(line.rstrip().removesuffix("::")).rstrip() + ":" if line.strip() != "::" else ""]
            drawing = True
        elif drawing and line and not line.startswith(" "):
            drawing = False
            out.append(inline(line))
        elif drawing:
            out.append(f"    {line.strip()}" if line.strip() and not line.startswith("    ") else line)
        else:
            out.append(_entry(line) if listing and line else inline(line))
        at += 1
    return _joined(out)


def _entry(line: str) -> str:
    """A line of a section: ``name : type`` begins an item, what is indented goes on with it."""
    if line.startswith(" "):
        return f"  {inline(line.strip())}"
    name, colon, kind = line.partition(" : ")
    return f"- `{name}`{f' ({inline(kind)})' if colon else ''}:"


def _joined(lines: Iterable[str]) -> list[str]:
    """Without blank lines in a row; ``- x:`` without text keeps no colon."""
    out: list[str] = []
    for line in lines:
        if line or (out and out[-1]):
            out.append(line)
    for i, line in enumerate(out):
        alone = i + 1 == len(out) or not out[i + 1].startswith("  ")
        if line.startswith("- `") and line.endswith(":") and alone:
            out[i] = line[:-1]
    while out and not out[-1]:
        out.pop()
    return out


def _simple_table(lines: Sequence[str], at: int) -> tuple[list[str], int]:
    """A table between lines of ``=``, and where it ends; a row without a first cell goes on with the one before."""
    starts = [m.start() for m in re.finditer(r"=+", lines[at])]
    rows: list[list[str]] = []
    rules = 1
    end = at + 1
    while end < len(lines) and rules < 3:
        line = lines[end]
        end += 1
        if _RULE.fullmatch(line):
            rules += 1
            continue
        cells = [inline(line[a:b].strip()) for a, b in zip(starts, [*starts[1:], None], strict=True)]
        if not cells[0] and rows:
            rows[-1] = [f"{old} {new}".strip() for old, new in zip(rows[-1], cells, strict=True)]
        else:
            rows.append(cells)
        if rules == 2 and (end == len(lines) or not lines[end].strip()):
            break
    return table(rows[0], rows[1:]), end
