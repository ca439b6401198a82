"""The table of explanation texts: complete, well-formed, no two alike."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import combinations

import pytest

from pencilmark.errors import ModelError
from pencilmark.explain import LEVELS
from pencilmark.explain.templates import KEYS, placeholders, read_texts, texts
from pencilmark.fields import LEVELS as CARD_LEVELS
from pencilmark.tables import shapes

FULL = {"sentence": "A digit.", "short": "{cell} is {digit}.", "teach": "So {cell} is {digit}."}


def test_levels_of_cards_and_writers_are_the_same() -> None:
    assert LEVELS == CARD_LEVELS


def test_every_shape_has_its_texts() -> None:
    assert [s.technique for s in shapes() if s.technique not in texts()] == []


@pytest.mark.parametrize("shape", [s.technique for s in shapes()])
def test_texts_are_sentences_of_the_right_length(shape: str) -> None:
    found = texts()[shape]
    for key in KEYS:
        text = getattr(found, key)
        assert text.endswith(".") and "  " not in text and text == text.strip()
    assert "{" not in found.sentence
    assert 1 <= len(re.findall(r"[.?!](?: |$)", found.teach)) <= 4
    assert placeholders(found.short) and placeholders(found.teach)


def test_no_two_sentences_are_equal() -> None:
    assert len({found.sentence for found in texts().values()}) == len(texts())


def alike(one: str, two: str) -> bool:
    """Whether nine tenths of two texts are the same; the cheap bounds are looked at first."""
    match = SequenceMatcher(None, one, two, autojunk=False)
    return all(ratio() > 0.9 for ratio in (match.real_quick_ratio, match.quick_ratio, match.ratio))


@pytest.mark.parametrize("key", ["short", "teach"])
def test_no_two_templates_are_alike(key: str) -> None:
    written = {name: getattr(found, key) for name, found in texts().items()}
    assert [pair for pair in combinations(written, 2) if alike(*(written[name] for name in pair))] == []


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ({"X-Wong": FULL}, "no technique 'X-Wong'"),
        ({"X-Wing": {"short": "a", "teach": "b"}}, "write 'sentence'"),
        ({"X-Wing": {**FULL, "shrt": "a"}}, "unknown key 'shrt'"),
        ({"X-Wing": {**FULL, "facts": "hearsay"}}, "no facts 'hearsay'"),
        ({"X-Wing": FULL}, "short uses {cell}"),
        ({"Full House": {**FULL, "facts": "full_house", "sentence": "{cell}."}}, "sentence uses {cell}"),
    ],
)  # fmt: skip
def test_faults_of_a_table_are_named(tables: dict[str, dict[str, str]], message: str) -> None:
    with pytest.raises(ModelError, match=re.escape(message)):
        read_texts(tables)
