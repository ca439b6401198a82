"""Write docs/gallery.md and docs/gallery/*.svg: one picture per rule kind, and a few whole boards.

Run ``python -m tools.gen_gallery`` after adding a rule kind or changing how one is drawn.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pencilmark.board import STANDARD_BOXES
from pencilmark.draw import board_svg
from pencilmark.exchange import puzzle_board, read
from pencilmark.puzzle import Puzzle
from pencilmark.rules import REGISTRY
from pencilmark.rules.base import Rule
from pencilmark.variants import describe

from .gallery_pieces import document, pieces

DOCS = Path(__file__).resolve().parents[1] / "docs"
SHOWN = 3
"""Pictures of one rule kind that stand side by side."""
GAP = 24
"""Space between them, in SVG units."""
XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
STYLE = 'style="max-width:100%;height:auto"'


def gallery() -> dict[str, str]:
    """All files of the gallery: path below docs -> text."""
    files: dict[str, str] = {}
    page = ["# Gallery", "", "Every rule kind as `board_svg` draws it. Written by `python -m tools.gen_gallery`.", ""]
    for piece in pieces():
        drawing = board_svg(piece.puzzle, piece.digits, piece.candidates, piece.highlights)
        files[f"gallery/{piece.name}.svg"] = drawing + "\n"
        page += [f"## {piece.title}", "", piece.text, "", f"![{piece.title}](gallery/{piece.name}.svg)", ""]
    page += ["## Rule kinds", ""]
    for cls in REGISTRY:
        name = file_name(cls)
        files[f"gallery/{name}.svg"] = side_by_side(_drawings(cls)) + "\n"
        page += [*_entry(cls, name), ""]
    files["gallery.md"] = "\n".join(page)
    return files


def side_by_side(drawings: Sequence[str]) -> str:
    """Several drawings as one, next to each other."""
    if len(drawings) == 1:
        return drawings[0]
    parts: list[str] = []
    left, height = 0.0, 0.0
    for drawing in drawings:
        size = re.search(r' width="([\d.]+)" height="([\d.]+)"', drawing)
        assert size is not None
        # The frame carries what only the outermost element needs.
        inner = drawing.replace(f" {STYLE}", "", 1).replace(f" {XMLNS}", f' x="{left:g}"', 1)
        parts.append(inner)
        left, height = left + float(size[1]) + GAP, max(height, float(size[2]))
    box = f'viewBox="0 0 {left - GAP:g} {height:g}" width="{left - GAP:g}" height="{height:g}"'
    return "\n".join([f"<svg {XMLNS} {box} {STYLE}>", *parts, "</svg>"])


def file_name(cls: type[Rule]) -> str:
    """What the picture of a kind is called, without its suffix."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", cls.__name__).lower()


def _drawings(cls: type[Rule]) -> list[str]:
    """The first different drawings of the samples of a kind."""
    drawings = (board_svg(sample(cls, rule)) for rule in cls.examples().valid)
    return list(dict.fromkeys(drawings))[:SHOWN]


def sample(cls: type[Rule], rule: dict[str, Any]) -> Puzzle:
    """A sample of a kind on its board, with the usual boxes where it stands without a grid."""
    example = cls.examples()
    rules = [rule, *example.beside]
    alone = read(document(example.rows, example.cols, example.digits, rules))
    square = example.rows == example.cols == example.digits
    if not square or any(r.houses(puzzle_board(alone), alone.rules) for r in alone.rules):
        return alone
    boxes = {"type": "box_grid", "origin": "r1c1", "box": STANDARD_BOXES[example.digits]}
    return read(document(example.rows, example.cols, example.digits, [boxes, *rules]))


def _entry(cls: type[Rule], name: str) -> Iterator[str]:
    """Lines of the page about one rule kind."""
    rule = cls.examples().valid[0]
    tag = rule["type"]
    kind = rule.get(cls.KIND_KEY) if cls.KINDS else None
    sentences = list(describe(sample(cls, rule))["rules"].values())
    yield from (f"### {cls.NAME or tag} (`{tag}`{f' · `{kind}`' if kind else ''})", "")
    yield from (" ".join(sentences[1:] or sentences), "")
    yield from (f"![{cls.NAME or tag}](gallery/{name}.svg)", "")
    yield f"`{json.dumps(rule, ensure_ascii=False)}`"


def main() -> None:
    """Write the files; those of kinds that are gone are removed."""
    files = gallery()
    for old in (DOCS / "gallery").glob("*.svg"):
        if f"gallery/{old.name}" not in files:
            old.unlink()
    for name, text in files.items():
        target = DOCS / name
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
