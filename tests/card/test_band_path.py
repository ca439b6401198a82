"""The band path and its switches."""

from __future__ import annotations

import random

import pytest

from pencilmark.band_path import BandPath, PathStep, allowed, band_path, classify, covered, fold, lesson
from pencilmark.engine.session import session_for
from pencilmark.export import solve
from pencilmark.loaders import from_string
from pencilmark.tables import shapes

EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


def path_of(text: str, **options: object) -> BandPath:
    puzzle = from_string(text)
    return band_path(session_for(puzzle), puzzle, **options)  # type: ignore[arg-type]


def conclusions(path: BandPath) -> list[tuple[object, object]]:
    return [(step.place, step.elims) for step in path.steps]


def test_band_path_goes_on_behind_a_prefix() -> None:
    whole = path_of(HARD)
    for cut in (1, 10, len(whole.steps) - 1, len(whole.steps)):
        again = path_of(HARD, prefix=whole.steps[:cut])
        assert conclusions(again) == conclusions(whole) and again.shapes == whole.shapes and again.solved


def test_band_path_ends_at_max_steps_and_where_the_guard_says() -> None:
    whole = path_of(HARD)
    short = path_of(HARD, max_steps=7)
    assert not short.solved and conclusions(short) == conclusions(whole)[:7]
    assert path_of(HARD, max_steps=len(whole.steps)).solved

    def only_singles(step: PathStep) -> bool:
        return step.band == 0

    first = next(n for n, step in enumerate(whole.steps) if step.band > 0)
    stopped = path_of(HARD, guard=only_singles)
    assert not stopped.solved and len(stopped.steps) == first + 1


def test_band_path_never_goes_above_max_band() -> None:
    path = path_of(HARD, max_band=3)
    assert not path.solved and path.band is None and max(step.band for step in path.steps) <= 3


def test_band_path_bans_codes_and_engines() -> None:
    whole = path_of(HARD)
    code = next(step.code for step in whole.steps if step.band > 0)
    engine = next(s.engine for s in shapes() if s.code == code)
    assert code not in path_of(HARD, ban_codes=[code]).profile
    assert code not in path_of(HARD, disabled=[engine]).profile


@pytest.mark.parametrize("cell", [1, 41, 79])
def test_band_path_to_a_cell_ends_with_it_and_is_no_detour(cell: int) -> None:
    puzzle = from_string(HARD)
    path = path_of(HARD, target=cell)
    place = path.steps[-1].place
    assert place == (cell, solve(puzzle)[cell])
    assert all(step.place is None or step.place[0] != cell for step in path.steps[:-1])
    assert len(path.steps) <= len(path_of(HARD).steps)


def test_band_path_in_random_order_is_another_person_and_repeats_with_its_seed() -> None:
    one, same = (path_of(EASY, rng=random.Random(5)) for _ in range(2))
    assert one.solved and conclusions(one) == conclusions(same)
    assert conclusions(one) != conclusions(path_of(EASY))
    assert one.band == path_of(EASY).band


def test_band_path_guesses_only_when_allowed_and_when_stuck() -> None:
    solution = solve(HARD)
    hardest = {s.code for s in shapes() if s.band >= 5}
    path = path_of(HARD, ban_codes=hardest, allow_guessing=True, solution=solution)
    assert path.solved and path.guesses and path.band is None
    guessed = [step for step in path.steps if step.code == "GSS"]
    assert all(step.place is not None and solution[step.place[0]] == step.place[1] for step in guessed)
    assert classify(guessed[0].step).name == "Guess" and "GSS" not in path.profile
    assert not path_of(EASY, allow_guessing=True, solution=solve(EASY)).guesses
    with pytest.raises(ValueError, match="needs the solution"):
        path_of(HARD, allow_guessing=True)


def test_filters_follow_the_chains_of_special_cases() -> None:
    assert covered("SKY", ["TUR"]) and covered("XWG", ["TUR"]) and not covered("TUR", ["SKY"])
    assert not allowed(["TUR"], ["SKY"]) and allowed(["XWG"], ["SKY"])
    assert lesson(["HSI", "SKY"], "SKY", ["HSI"]) and not lesson(["HSI", "SKY"], "TUR", ["HSI"])
    assert not lesson(["HSI", "SKY", "YWG"], "SKY", ["HSI"])


def test_fold_counts_full_houses_under_a_listed_single() -> None:
    assert fold({"FHS": 3, "NSI": 2}) == {"NSI": 5}
    assert fold({"FHS": 3, "HSI": 1, "NSI": 2}) == {"HSI": 4, "NSI": 2}
    assert fold({"FHS": 3}) == {"FHS": 3}
