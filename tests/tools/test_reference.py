"""The reference covers every public name, code, rule, command and card key, and its links lead somewhere.

Whether docs/reference is current is a stage of its own: ``python -m tools.gen_reference_md --check``.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

import fits
import pencilmark
from pencilmark.export import rate
from pencilmark.fields import CONTAINED, FIELDS, NOTED, PERCENTILE, STEPPED
from pencilmark.rules import REGISTRY
from pencilmark.tables import codes, shapes
from tools.gen_reference_md import FOLDER, PAGES, reference, stale
from tools.reference.markdown import anchor, docstring

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


@cache
def pages() -> dict[str, str]:
    return reference()


def headings(text: str) -> set[str]:
    return {anchor(title) for title in re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)}


def test_api_has_every_public_name() -> None:
    there = re.findall(r"^### (\S+)$", pages()["api.md"], flags=re.MULTILINE)
    assert set(there) == {f"{module.__name__}.{name}" for module in (pencilmark, fits) for name in module.__all__}


def test_techniques_has_every_code_and_shape() -> None:
    text = pages()["techniques.md"]
    assert all(f"({code})" in text for code in codes())
    pictures = {name for name in pages() if name.endswith(".svg")}
    assert len(pictures) == len(shapes()), "every shape has an exemplar, so it has a picture"


def test_rules_has_every_kind() -> None:
    assert len(re.findall(r"^## ", pages()["rules.md"], flags=re.MULTILINE)) == len(REGISTRY)


@pytest.mark.parametrize("page", [name for name, *_ in PAGES])
def test_links_lead_somewhere(page: str) -> None:
    text = pages()[page]
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        file, _, place = target.partition("#")
        if place:
            assert place in headings(pages()[file or page]), target
        elif file not in pages():
            assert (FOLDER / file).exists(), target


def test_pictures_are_well_formed_and_small() -> None:
    drawings = [text for name, text in pages().items() if name.endswith(".svg")]
    for drawing in drawings:
        ElementTree.fromstring(drawing)
    assert sum(map(len, drawings)) < 5_000_000


def test_a_changed_page_and_a_left_over_file_are_stale(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("old", encoding="utf-8")
    (tmp_path / "b.md").write_text("same", encoding="utf-8")
    (tmp_path / "c.md").write_text("no longer written", encoding="utf-8")
    assert stale({"a.md": "new", "b.md": "same", "d.md": "missing"}, tmp_path) == ["a.md", "c.md", "d.md"]


def test_the_page_of_the_card_lists_the_keys_that_cards_have() -> None:
    names = [field.name for field in FIELDS if field.name != PERCENTILE]
    fields = [name for name in names if name != "stopped"]
    for puzzle in (EASY, HARD):
        card = rate(puzzle, fields=fields)
        assert list(card) == fields
        for key, listed in (("contains", CONTAINED), ("notes", NOTED), ("steps", STEPPED)):
            known = {field.name for field in listed}
            always = {field.name for field in listed if field.asked == "always"}
            assert all(always <= entry.keys() <= known for entry in card[key]), key


def test_docstrings_become_lists_and_tables() -> None:
    text = """What it does, with ``code``.

    ===  =====
    a    b
    ===  =====
    1    two
         lines
    ===  =====

    Parameters
    ----------
    x : int
        A number.
    y : str, optional

    Raises
    ------
    ValueError
        It is none.
    """
    assert docstring(text) == [
        "What it does, with `code`.",
        "",
        "| a | b |",
        "| --- | --- |",
        "| 1 | two lines |",
        "",
        "**Parameters**",
        "",
        "- `x` (int):",
        "  A number.",
        "- `y` (str, optional)",
        "",
        "**Raises**",
        "",
        "- `ValueError`:",
        "  It is none.",
    ]
