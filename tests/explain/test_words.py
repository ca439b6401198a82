"""How words are put together: articles, lists, names of houses that belong together."""

from __future__ import annotations

from pencilmark import load
from pencilmark.explain.facts import result_words
from pencilmark.explain.words import Names, Words, clauses, listed

from .steps_of import of_exemplars

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_articles_go_by_the_sound_of_the_digit() -> None:
    assert [f"{Words(str(d)):a}" for d in (1, 7, 8, 11, 12, 18)] == ["a 1", "a 7", "an 8", "an 11", "a 12", "an 18"]


def test_a_list_can_be_joined_with_or() -> None:
    cells = Names(load(CLASSIC)).cells([2, 3, 5])
    assert str(cells) == "r1c3, r1c4 and r1c6"
    assert f"{cells:or}" == "r1c3, r1c4 or r1c6"
    assert f"{Words('r1c3'):or}" == "r1c3"


def test_clauses_keep_their_own_lists_apart() -> None:
    assert clauses(["a and b"]) == "a and b"
    assert clauses(["a has 1 and 2", "b has 3"]) == "a has 1 and 2, and b has 3"
    assert clauses(["a", "b", "c"]) == "a, b, and c"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_houses_are_named_in_order_and_once() -> None:
    names = Names(load(CLASSIC))
    assert names.groups([8, 1, 8, 10]) == "rows 2 and 9 and column 2"


def test_of_many_removals_the_one_that_is_shown_is_named() -> None:
    case = next(case for case in of_exemplars(1) if len(case.step.elims) > 24)
    names, (cell, digit) = Names(case.here.puzzle), case.step.elims[3]
    assert f"among them {digit} from {names.cell(cell)}" in result_words(names, case.step, (cell, digit))
