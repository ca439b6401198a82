"""Packed strings of sudokuwiki.org, checked against numbers packed by hand from the description of the format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pencilmark import exchange
from pencilmark.errors import FormatError, NotSupportedError
from pencilmark.loaders import from_string, sudokuwiki, to_string
from pencilmark.variants import describe, preset_rules

from ..documents import BOX_GRID, CLASSIC, classic, document, twodoku

GIVENS = [int(symbol) for symbol in CLASSIC]
SIX = [1, 0, 0, 0, 0, 6] + [0] * 30
GRID = {"type": "grid", "origin": "r1c1"}
SIX_GRID = {"type": "box_grid", "origin": "r1c1", "box": [2, 3]}


def base36(number: int, width: int) -> str:
    symbols = "0123456789abcdefghijklmnopqrstuvwxyz"
    return "".join(symbols[number // 36**place % 36] for place in reversed(range(width)))


def packed(prefix: str, width: int, numbers: list[int]) -> str:
    return prefix + "".join(base36(number, width) for number in numbers)


def plain(prefix: str = "S9B") -> str:
    return packed(prefix, 2, [value or 529 for value in GIVENS])


def slanted() -> list[int]:
    """Piece of each cell of a jigsaw: rows, with the first two of them bent into each other."""
    labels = [i // 9 for i in range(81)]
    labels[8], labels[9] = 1, 0
    return labels


def jigsaw() -> list[dict[str, Any]]:
    labels = slanted()
    pieces = [[f"r{i // 9 + 1}c{i % 9 + 1}" for i in range(81) if labels[i] == label] for label in range(9)]
    return [GRID, *({"type": "box", "cells": piece} for piece in pieces)]


def killer(cages: dict[tuple[int, ...], int]) -> list[dict[str, Any]]:
    """Cage rules from cell numbers on nine columns; a sum of 0 means none."""
    return [
        {"type": "cage", **({"sum": total} if total else {}), "cells": [f"r{i // 9 + 1}c{i % 9 + 1}" for i in cells]}
        for cells, total in cages.items()
    ]


CAGES = {(0, 1): 8, (2, 11, 12): 0, (80,): 9, (30, 31, 39, 40): 20}


def killer_numbers(pieces: list[int] | None = None) -> list[int]:
    """The killer by hand: colours 0-3 for cells that are in no cage, the others for one cage each."""
    numbers = [529] * 81
    for i in range(81):
        cage = next((cells for cells in CAGES if i in cells), None)
        colour = i % 9 % 2 + i // 9 % 2 * 2 if cage is None else 4 + list(CAGES).index(cage)
        numbers[i] += colour << 16
        if cage and i == cage[0]:
            numbers[i] += CAGES[cage] << 10
        if pieces:
            numbers[i] += pieces[i] << 19
    return numbers


def same(text: str, doc: dict[str, Any]) -> bool:
    puzzle = sudokuwiki.decode(text)
    assert puzzle is not None
    assert puzzle.meta["source"] == "sudokuwiki.org"
    return exchange.fingerprint(puzzle) == exchange.fingerprint(exchange.read(doc))


DECODED: dict[str, Callable[[], tuple[str, dict[str, Any]]]] = {
    "S9B": lambda: (plain(), classic()),
    "X9B": lambda: (plain("X9B"), classic(*preset_rules("X", 9))),
    "W9B": lambda: (plain("W9B"), classic(*preset_rules("Windoku", 9))),
    "C9B": lambda: (plain("C9B"), classic(*preset_rules("Disjoint Groups", 9))),
    "S6B": lambda: (packed("S6B", 2, [value or 81 for value in SIX]), document(6, 6, 6, [SIX_GRID], givens=SIX)),
    "J9B": lambda: (
        packed("J9B", 3, [(value or 529) + (label << 10) for value, label in zip(GIVENS, slanted(), strict=True)]),
        document(9, 9, 9, jigsaw(), givens=GIVENS),
    ),
    "L9B": lambda: (packed("L9B", 4, killer_numbers()), document(9, 9, 9, [BOX_GRID, *killer(CAGES)])),
    "M9B": lambda: (
        packed("M9B", 5, killer_numbers(slanted())),
        document(9, 9, 9, [*jigsaw(), *killer(CAGES)]),
    ),
}


@pytest.mark.parametrize("prefix", DECODED)
def test_decode_and_back(prefix: str) -> None:
    text, doc = DECODED[prefix]()
    assert same(text, doc)
    again = to_string(exchange.read(doc), "sudokuwiki")
    assert again[:3] == prefix
    assert len(again) == len(text)
    assert same(again, doc)
    assert same(text[:3] + text[3:].upper(), doc)


def test_strings_word_for_word() -> None:
    assert to_string(from_string(CLASSIC), "sudokuwiki") == plain()
    assert plain()[3:11] == "0503epep"
    puzzle = sudokuwiki.decode(plain("X9B") + "  some comment")
    assert puzzle is not None
    assert describe(puzzle)["type"] == "X Sudoku"


def test_givens_of_killers_are_shifted() -> None:
    numbers = killer_numbers()
    numbers[40] += 5 + 9 - 529
    puzzle = sudokuwiki.decode(packed("L9B", 4, numbers))
    assert puzzle is not None
    assert puzzle.givens[40] == 5
    assert sum(puzzle.givens) == 5
    assert exchange.fingerprint(puzzle) == exchange.fingerprint(sudokuwiki.decode(sudokuwiki.encode(puzzle)) or puzzle)


def six_killer(operator: int = 1, total: int = 7) -> list[int]:
    """A 6×6 killer with one cage of two cells at r1c1 and one, downwards, at r1c6 and r2c6."""
    numbers = [75 + ((i % 6 % 2 + i // 6 % 2 * 2 + 2) << 18) for i in range(36)]
    numbers[0] = 75 + (total << 7)
    numbers[1] = 75 + (operator << 7)
    numbers[5] = 1 + 6 + (9 << 7) + (1 << 18)
    numbers[11] = 75 + (1 << 7) + (1 << 18)
    return numbers


def test_six_by_six_killer_with_operators() -> None:
    cages = [
        {"type": "cage", "sum": 7, "cells": ["r1c1", "r1c2"]},
        {"type": "cage", "sum": 9, "cells": ["r1c6", "r2c6"]},
    ]
    doc = document(6, 6, 6, [SIX_GRID, *cages], givens=[0] * 5 + [1] + [0] * 30)
    numbers = six_killer()
    text = packed("L6C", 4, numbers)
    assert same(text, doc)
    assert same(sudokuwiki.encode(exchange.read(doc)), doc)
    assert sudokuwiki.encode(exchange.read(doc)).startswith("L6C")
    for operator in (0, 2, 3, 4):
        numbers[1] = 75 + (operator << 7)
        with pytest.raises(NotSupportedError, match="operator"):
            sudokuwiki.decode(packed("L6C", 4, numbers))
    numbers[0] = 75  # no sum, no operator
    numbers[1] = 75
    puzzle = sudokuwiki.decode(packed("L6C", 4, numbers))
    assert puzzle is not None
    assert [rule.cells for rule in puzzle.rules[1:]] == [("r1c1", "r1c2"), ("r1c6", "r2c6")]


def test_cages_that_touch_get_different_colours() -> None:
    """A whole board of dominoes and a ring around one cell: every border between cages must survive."""
    dominoes = {(i, i + 1): 5 + i % 9 for row in range(9) for i in range(row * 9, row * 9 + 8, 2)}
    ring = {(0, 1, 2, 9, 11, 18, 19, 20): 40, (10,): 5}
    for cages in (dominoes, ring):
        doc = document(9, 9, 9, [BOX_GRID, *killer(cages)])
        assert same(sudokuwiki.encode(exchange.read(doc)), doc)


NO_STRINGS = ["", " ", CLASSIC, "S9B", plain()[:-1], plain() + "0", "T9B" + plain()[3:], "S6B" + plain()[3:],
              "X6B" + "29" * 36, "S9A" + plain()[3:], "{}", "S9B " + plain()[3:]]  # fmt: skip


@pytest.mark.parametrize("text", NO_STRINGS)
def test_other_texts_are_not_packed_strings(text: str) -> None:
    assert sudokuwiki.decode(text) is None


def swapped(text: str, at: int, part: str) -> str:
    return text[:at] + part + text[at + len(part) :]


def broken_piece() -> str:
    numbers = [529 + (label << 10) for label in slanted()]
    numbers[0] += 1 << 10
    return packed("J9B", 3, numbers)


def second_clue() -> str:
    numbers = killer_numbers()
    numbers[1] += 3 << 10
    return packed("L9B", 4, numbers)


WRONG: dict[str, tuple[str, type[Exception], str]] = {
    "dot": (swapped(plain(), 10, "."), FormatError, "symbol '.' (number 11)"),
    "umlaut": (swapped(plain(), 10, "ä"), FormatError, "symbol 'ä'"),
    "other digit": (swapped(plain(), 10, "٣"), FormatError, "base-36"),
    "underscore": (swapped(plain(), 10, "_"), FormatError, "base-36"),
    "sign": (swapped(plain(), 3, "+"), FormatError, "number 4"),
    "candidates": (swapped(plain(), 3, "0s"), NotSupportedError, "value 28 in r1c1"),
    "zero": (swapped(plain(), 3, "00"), NotSupportedError, "value 0 in r1c1"),
    "played": (swapped(plain(), 163, "eq"), NotSupportedError, "value 530 in r9c9"),
    "unshifted killer": (packed("L9B", 4, [5] * 81), NotSupportedError, "value 5 in r1c1"),
    "piece": (broken_piece(), FormatError, "piece 1 at r1c1 has 10 cells"),
    "clue": (second_clue(), FormatError, "r1c2 has the clue 3"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_strings(name: str) -> None:
    text, error, words = WRONG[name]
    with pytest.raises(error) as caught:
        sudokuwiki.decode(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def one_cage(*cells: str, total: int | None = 10) -> dict[str, Any]:
    return classic({"type": "cage", **({} if total is None else {"sum": total}), "cells": list(cells)})


REFUSED: dict[str, tuple[Callable[[], dict[str, Any]], str]] = {
    "two grids": (twodoku, "one gap-free square"),
    "candidates": (lambda: classic(candidates={"r1c3": [1]}), "candidates"),
    "relation": (lambda: classic({"type": "neighbours", "kind": "antiknight"}), "neighbours antiknight"),
    "line": (lambda: classic({"type": "line", "kind": "thermo", "cells": ["r1c1", "r1c2"]}), "line thermo"),
    "one diagonal": (lambda: classic(preset_rules("X", 9)[0]), "extra regions"),
    "argyle": (lambda: classic(*preset_rules("Argyle", 9)), "extra regions"),
    "diagonal killer": (lambda: classic(*preset_rules("X", 9), *one_cage("r1c1", "r1c2")["rules"][1:]), "9×9 killer X"),
    "diagonal and windows": (lambda: classic(*preset_rules("X", 9), *preset_rules("Windoku", 9)), "extra regions"),
    "apart": (lambda: one_cage("r1c1", "r2c2"), "cage at r1c1 does not hang together"),
    "overlap": (lambda: classic(*(one_cage("r1c1", cell)["rules"][1] for cell in ("r1c2", "r2c1"))), "overlaps"),
    "sum too large": (lambda: one_cage("r1c1", "r1c2", total=64), "the sum 64"),
    "sum 0": (lambda: one_cage("r1c1", "r1c2", total=0), "the sum 0"),
    "lone cell": (lambda: one_cage("r1c1", total=None), "one cell and no sum"),
    "latin": (lambda: document(9, 9, 9, [GRID]), "do not make one grid"),
    "no grid": (lambda: document(9, 9, 9, []), "do not make one grid"),
    "other boxes": (lambda: document(6, 6, 6, [{**SIX_GRID, "box": [3, 2]}]), "no standard shape"),
    "eight": (lambda: document(8, 8, 8, [{**SIX_GRID, "box": [2, 4]}]), "no prefix for 8×8"),
    "seven": (lambda: document(7, 7, 7, [GRID]), "no sudokuwiki string"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_puzzles(name: str) -> None:
    make, words = REFUSED[name]
    with pytest.raises(NotSupportedError) as caught:
        sudokuwiki.encode(exchange.read(make()))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("no sudokuwiki string: ")


def test_hand_made_puzzles_without_rules_are_refused() -> None:
    with pytest.raises(NotSupportedError):
        sudokuwiki.encode(replace(from_string(CLASSIC), rules=()))
