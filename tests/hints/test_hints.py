"""``hints``: every move at a position, grouped and in order."""

from __future__ import annotations

import pytest

import pencilmark as pm
from pencilmark.errors import FormatError, NoSolution
from pencilmark.explain import LEVELS
from pencilmark.techniques import INDEX, TECHNIQUES

HARD = "....4...6.....381.946..7..........5...1.....257....3....78156.......4...48.7...3."
HARDER = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


def test_groups_are_in_order_of_price_and_so_are_their_moves() -> None:
    found = pm.hints(HARD)
    assert len(found) > 3 and found.complete and found.unique
    assert [g.price for g in found] == sorted(g.price for g in found)
    for group in found:
        assert [h.price for h in group.hints] == sorted(h.price for h in group.hints)
    assert found.best is found.groups[0].hints[0]


def test_moves_are_true_of_the_solution_and_explained() -> None:
    puzzle = pm.load(HARD)
    solution = pm.solve(puzzle)
    for group in pm.hints(puzzle):
        for hint in group.hints:
            assert list(hint.explanation) == list(LEVELS)
            assert hint.step.place is None or solution[hint.step.place[0]] == hint.step.place[1]
            assert all(solution[cell] != digit for cell, digit in hint.step.elims)
            assert (hint.placement is None) == bool(hint.eliminations)


def test_last_resorts_wait_until_nothing_else_is_left() -> None:
    def last(found: pm.next_step.Hints) -> set[str]:
        return {g.technique for g in found if "Forcing" in g.technique or "Net" in g.technique}

    assert last(pm.hints(HARDER, levels=())) == set()
    assert last(pm.hints(HARDER, levels=(), last_resort=True))
    assert last(pm.hints(HARDER, levels=(), last_resort=False)) == set()


def test_positions_in_the_middle_of_a_solve() -> None:
    puzzle = pm.load(HARD)
    solution = pm.solve(puzzle)
    placed = [digit if cell % 2 else 0 for cell, digit in enumerate(solution)]
    found = pm.hints(puzzle, digits=placed, levels=())
    assert found.position.values == tuple(max(a, b) for a, b in zip(puzzle.givens, placed, strict=True))
    assert pm.hints(HARD, digits="".join(map(str, placed)), levels=()).rows() == found.rows()
    first = puzzle.givens.index(0)
    one = pm.hints(puzzle, candidates={puzzle.name(first): [solution[first]]}, levels=("short",))
    assert f"{puzzle.name(first)}={solution[first]}" in {h.placement for g in one for h in g.hints}


def test_a_grid_of_candidates_is_the_same_position() -> None:
    here = pm.hints(HARD, levels=()).position
    words = [str(v) if v else "".join(map(str, here.digits(c))) for c, v in enumerate(here.values)]
    rows = [" ".join(words[i : i + 9]) for i in range(0, 81, 9)]
    text = "+-----+\n" + "\n".join(f"| {row} |" for row in rows) + "\n+-----+"
    assert pm.hints(text, levels=()).rows() == pm.hints(HARD, levels=()).rows()


def test_uniqueness_techniques_need_a_proof_or_a_word() -> None:
    several = HARD.replace("6", ".", 1)
    needing = {t.engine for t in TECHNIQUES if t.needs_unique}
    assert needing
    found = pm.hints(several, levels=())
    assert not found.unique
    assert not {TECHNIQUES[INDEX[s.engine]].needs_unique for s in pm.tables.shapes()
                if s.technique in {g.technique for g in found}} - {False}  # fmt: skip
    assert pm.hints(several, levels=(), unique=True).unique
    assert not pm.hints(HARD, levels=(), unique=False).unique


def test_rows_are_plain_and_html_lists_them() -> None:
    found = pm.hints(HARD, levels=("short",))
    row = found.rows()[0]
    assert list(row) == [
        "technique", "name", "code", "band", "price", "placement", "eliminations", "explanation",
    ]  # fmt: skip
    assert row["explanation"]["short"] in found._repr_html_()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"levels": ("loud",)}, ValueError, "unknown explanation level loud"),
        ({"digits": "12"}, FormatError, "digits for 81 cells"),
        ({"digits": {"r1c5": 5}}, FormatError, "r1c5 is given as 4"),
        ({"digits": {"r1c1": 11}}, FormatError, "11 in r1c1"),
        ({"candidates": {"r1c10": [1]}}, FormatError, "r1c10 is not a cell"),
        ({"candidates": {"r1c1": [0]}}, FormatError, "0 in r1c1"),
        ({"candidates": ["1"]}, FormatError, "candidates of 81 cells"),
        ({"digits": {"r1c1": 4}}, NoSolution, "contradicts itself"),
        ({"candidates": {"r1c1": [4]}}, NoSolution, "contradicts itself"),
    ],
)
def test_bad_positions_are_refused(options: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        pm.hints(HARD, **options)
