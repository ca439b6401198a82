"""Recipes of the project's own variants: a board, kinds of clues, and why the puzzles are worth having."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from pencilmark.variants import preset_rules

from .variant_boards import Frame, Place, RuleDoc, grids, jigsaw, latin, names, one_grid

Board = Callable[[random.Random], Frame]


@dataclass(frozen=True)
class Recipe:
    """How to make a few puzzles of one sort.

    Attributes
    ----------
    name : str
        Stem of the file names.
    board : callable
        Makes the board from a source of randomness.
    clues : tuple of (name, number)
        Kinds of clues as ``variant_lines`` and ``variant_marks`` name them, and how many of each to lay.
    why : str
        What the puzzles are there for.
    copies : int
        Puzzles to make.
    start : float
        Share of the cells that are given before clues are looked at: large boards.
    easier : int
        Givens laid back in every other puzzle.
    calls : int
        Counts of solutions allowed for one puzzle.
    pencilmarks : int
        Cells with listed candidates.
    """

    name: str
    board: Board
    clues: tuple[tuple[str, int], ...]
    why: str
    copies: int = 2
    start: float = 0.0
    easier: int = 4
    calls: int = 60
    pencilmarks: int = 0

    @property
    def title(self) -> str:
        """Title of its puzzles."""
        return self.name.replace("-", " ").capitalize()


def plain(digits: int, *imposed: RuleDoc) -> Board:
    """One grid with standard boxes."""
    return lambda rng: one_grid(digits, *imposed)


def square(digits: int, *imposed: RuleDoc) -> Board:
    """One grid without boxes."""
    return lambda rng: latin(digits, *imposed)


def pieces(digits: int, *imposed: RuleDoc) -> Board:
    """A jigsaw."""
    return lambda rng: jigsaw(digits, rng, *imposed)


def several(digits: int, origins: Sequence[Place], *imposed: RuleDoc) -> Board:
    """A board of several grids."""
    return lambda rng: grids(digits, origins, *imposed)


def placed(name: str, digits: int) -> Board:
    """One grid with a placement variant."""
    return plain(digits, *preset_rules(name, digits))


ANTIKNIGHT: RuleDoc = {"type": "neighbours", "kind": "antiknight"}
ANTIKING: RuleDoc = {"type": "neighbours", "kind": "antiking"}
NONCONSECUTIVE: RuleDoc = {"type": "neighbours", "kind": "nonconsecutive"}
ENTROPY: RuleDoc = {"type": "global_entropy"}


def neighbours(op: str, params: Sequence[int], where: str, **more: object) -> RuleDoc:
    """A general neighbourhood rule."""
    return {"type": "neighbours", "op": op, "params": list(params), "where": where, **more}


def isomorphic(digits: int, origins: Sequence[Place]) -> RuleDoc:
    """The first two grids are relabellings of each other."""
    span = range(digits)
    regions = [names([(top + r, left + c) for r in span for c in span]) for top, left in origins[:2]]
    return {"type": "isomorphic", "regions": regions}


TWODOKU = ((0, 0), (6, 6))
SENSEI = ((0, 0), (6, 3))
DOUBLEDOKU = ((0, 0), (3, 3))
TRIDOKU = ((0, 3), (3, 6), (6, 0))
GATTAI_3 = ((0, 0), (0, 12), (6, 6))
BUTTERFLY = ((0, 0), (0, 3), (3, 0), (3, 3))
SOHEI = ((0, 6), (6, 0), (6, 12), (12, 6))
FLOWER = ((0, 3), (3, 0), (3, 3), (3, 6), (6, 3))
SAMURAI = ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))
WINDMILL = ((0, 3), (3, 12), (6, 6), (9, 0), (12, 9))
TWIN = ((0, 0), (0, 10))
SMALL_TWODOKU = ((0, 0), (4, 3))
SMALL_TWIN = ((0, 0), (0, 7))
TINY_TWODOKU = ((0, 0), (2, 2))
TINY_SAMURAI = ((0, 0), (0, 4), (2, 2), (4, 0), (4, 4))

single = partial(Recipe, copies=1)
large = partial(single, start=0.3, calls=24, easier=12)

HOUSES = (
    Recipe("jigsaw-5", pieces(5), (), "smallest odd size; pieces without standard boxes"),
    Recipe("jigsaw-6", pieces(6), (), "small jigsaw"),
    Recipe("jigsaw-7", pieces(7), (), "prime size: only pieces are possible"),
    single("jigsaw-9", pieces(9), (), "the usual jigsaw"),
    Recipe("latin-6", square(6), (), "no boxes at all"),
    Recipe("x-6", placed("X", 6), (), "diagonals of a small board"),
    single("windoku-9", placed("Windoku", 9), (), "windows"),
    Recipe("disjoint-6", placed("Disjoint Groups", 6), (), "disjoint groups"),
    single("disjoint-9", placed("Disjoint Groups", 9), (), "disjoint groups that hold the box centres"),
    single("argyle-9", placed("Argyle", 9), (), "regions smaller than the digits"),
    single("asterisk-9", placed("Asterisk", 9), (), "one extra region"),
    single("girandola-9", placed("Girandola", 9), (), "one extra region"),
    single("centre-dot-9", placed("Centre-dot", 9), (), "one extra region"),
    Recipe("colour-6", plain(6), (("colour", 3),), "colour groups smaller than the digits"),
    Recipe("extra-6", plain(6), (("extra", 2), ("region", 2)), "extra regions of both kinds"),
    Recipe("sukaku-6", plain(6), (), "candidates only", pencilmarks=30),
    single("sukaku-9", plain(9), (), "candidates and givens", pencilmarks=50),
    Recipe("antiknight-6", plain(6, ANTIKNIGHT), (), "knight's moves on a small board"),
    single("antiknight-9", plain(9, ANTIKNIGHT), (), "knight's moves"),
    Recipe("antiking-6", plain(6, ANTIKING), (), "king's moves on a small board"),
    single("antiking-9", plain(9, ANTIKING), (), "king's moves"),
    Recipe("nonconsecutive-6", plain(6, NONCONSECUTIVE), (), "non-consecutive neighbours"),
    single("nonconsecutive-9", plain(9, NONCONSECUTIVE), (), "non-consecutive neighbours"),
    Recipe("entropy-6", plain(6, ENTROPY), (), "global entropy with thirds of two"),
    single("entropy-9", plain(9, ENTROPY), (), "global entropy"),
    Recipe("entropy-12", plain(12, ENTROPY), (), "global entropy with thirds of four", start=0.4, calls=20, copies=1),
    Recipe(
        "antiknight-box-6",
        plain(6, {**ANTIKING, "within": "box"}, {**ANTIKNIGHT, "except": [["r1c1", "r2c3"], ["r5c4", "r6c6"]]}),
        (),
        "within boxes, and with exceptions",
    ),
    Recipe(
        "neighbours-6",
        plain(6, neighbours("not_sum", [7], "orthogonal")),
        (),
        "a neighbourhood with an operator and a number",
    ),
    Recipe(
        "neighbours-far-6",
        plain(6, neighbours("difference_at_least", [2], "diagonal", within="box")),
        (),
        "an operator within boxes",
    ),
    Recipe(
        "neighbours-mod-9",
        plain(9, neighbours("different_mod3", [], "orthogonal", area=["r4c4", "r4c5", "r5c4", "r5c5", "r6c5"])),
        (),
        "an operator inside a listed area",
    ),
)

LINES = (
    Recipe("thermo-4", plain(4), (("thermo", 2),), "smallest board with a line"),
    Recipe("thermo-6", plain(6), (("thermo", 4),), "thermometers"),
    single("thermo-9", plain(9), (("thermo", 8),), "thermometers"),
    Recipe("slow-thermo-6", plain(6), (("slow thermo", 4),), "thermometers with equal digits"),
    Recipe("whisper-6", plain(6), (("whisper", 4),), "whispers of a size that has to name its difference"),
    single("whisper-9", plain(9), (("plain whisper", 6),), "German whispers without a written difference"),
    single("dutch-whisper-9", plain(9), (("dutch whisper", 6),), "Dutch whispers"),
    Recipe("closed-whisper-6", plain(6), (("closed whisper", 2),), "closed whispers"),
    Recipe("renban-6", plain(6), (("renban", 5),), "renban lines"),
    single("renban-9", plain(9), (("renban", 9),), "renban lines"),
    Recipe("closed-renban-6", plain(6), (("closed renban", 2), ("renban", 2)), "closed renban lines"),
    Recipe("region-sum-6", plain(6), (("region sum", 4),), "equal sums in boxes"),
    Recipe("region-sum-jigsaw-6", pieces(6), (("region sum", 4),), "equal sums in jigsaw pieces"),
    Recipe("palindrome-6", plain(6), (("palindrome", 4),), "palindromes"),
    single("palindrome-9", plain(9), (("palindrome", 7),), "palindromes"),
    Recipe("entropic-6", plain(6), (("entropic", 4),), "entropic lines with groups of two"),
    single("entropic-9", plain(9), (("entropic", 7),), "entropic lines"),
    Recipe("modular-6", plain(6), (("modular", 4),), "modular lines that name the modulus"),
    single("modular-9", plain(9), (("modular", 7),), "modular lines"),
    Recipe("parity-6", plain(6), (("parity", 4),), "parity lines"),
    Recipe("closed-parity-6", plain(6), (("closed parity", 2), ("parity", 2)), "closed parity lines"),
    Recipe("zipper-6", plain(6), (("zipper", 4),), "zipper lines, odd and even"),
    Recipe("between-6", plain(6), (("between", 4),), "between lines"),
    single("between-9", plain(9), (("between", 8),), "between lines"),
    Recipe("lockout-6", plain(6), (("lockout", 4),), "lockout lines that name the difference"),
    single("lockout-9", plain(9), (("lockout", 6),), "lockout lines"),
    Recipe("double-arrow-6", plain(6), (("double arrow", 4),), "double arrows"),
    Recipe("arrow-6", plain(6), (("arrow", 4),), "arrows"),
    single("arrow-9", plain(9), (("arrow", 8),), "arrows"),
    Recipe("pill-arrow-6", plain(6), (("pill arrow", 2), ("two-shaft arrow", 1)), "two-cell bulbs and two shafts"),
    single("pill-arrow-9", plain(9), (("pill arrow", 3), ("arrow", 3)), "two-cell bulbs"),
    Recipe("equal-sum-6", plain(6), (("equal sum", 3), ("three equal sums", 1)), "equal sums"),
)

MARKS = (
    Recipe("killer-4", plain(4), (("cage", 4),), "smallest killer"),
    Recipe("killer-6", plain(6), (("cage", 9),), "killer"),
    single("killer-9", plain(9), (("cage", 18),), "killer"),
    Recipe("killer-10", plain(10), (("cage", 18),), "killer with ten digits", copies=1, start=0.15, calls=30),
    Recipe("killer-16", plain(16), (("cage", 24),), "killer with sixteen digits", copies=1, start=0.5, calls=10),
    Recipe("cages-6", plain(6), (("cage without sum", 4), ("cage", 4)), "cages with and without sums"),
    Recipe("little-killer-6", plain(6), (("little killer", 6),), "sums along diagonals"),
    single("little-killer-9", plain(9), (("little killer", 9),), "sums along diagonals"),
    Recipe("frame-6", plain(6), (("frame", 8),), "frame sums"),
    single("frame-9", plain(9), (("frame", 14),), "frame sums"),
    Recipe("sums-6", plain(6), (("group sum", 4), ("corner sum", 3)), "sums with repeats"),
    Recipe("sandwich-6", plain(6), (("sandwich", 8),), "sandwiches between 1 and 6"),
    single("sandwich-9", plain(9), (("sandwich", 12),), "sandwiches"),
    Recipe("x-sum-6", plain(6), (("x-sum", 7),), "x-sums"),
    single("x-sum-9", plain(9), (("x-sum", 10),), "x-sums"),
    Recipe("skyscraper-5", square(5), (("skyscraper", 10),), "skyscrapers on a Latin square"),
    Recipe("skyscraper-6", plain(6), (("skyscraper", 9),), "skyscrapers"),
    Recipe("first-seen-6", plain(6), (("first seen", 9),), "first of 1, 2, 3"),
    Recipe("rossini-6", plain(6), (("rossini", 4),), "rossini arrows"),
    single("rossini-9", plain(9), (("every rossini", 1),), "all rossini arrows are given"),
    Recipe("rossini-negative-6", plain(6), (("every rossini", 1),), "all rossini arrows are given"),
    Recipe("count-different-6", plain(6), (("count different", 6),), "different digits along diagonals"),
    Recipe("distinct-6", plain(6), (("distinct", 5),), "different digits in groups"),
    Recipe("kropki-6", plain(6), (("white dot", 5), ("black dot", 4)), "dots without a negative"),
    Recipe("kropki-negative-6", plain(6), (("every dot", 1),), "all dots are given"),
    single("kropki-negative-9", plain(9), (("every dot", 1),), "all dots are given"),
    Recipe("consecutive-6", plain(6), (("every white dot", 1),), "all white dots are given"),
    Recipe("ratio-dots-6", plain(6), (("every black dot", 1),), "all black dots are given"),
    single("xv-9", plain(9), (("XV", 14),), "X and V"),
    Recipe("xv-negative-6", plain(6), (("every XV", 1),), "all X and V are given"),
    Recipe("v-negative-9", plain(9), (("every V", 1),), "all V are given"),
    Recipe("difference-6", plain(6), (("difference", 8),), "numbered differences"),
    Recipe("difference-negative-6", plain(6), (("every difference 2", 1),), "all differences of 2 are given"),
    Recipe("sum-pairs-6", plain(6), (("sum pair", 8),), "numbered sums"),
    Recipe("sum-negative-6", plain(6), (("every sum 7", 1),), "all sums of 7 are given"),
    Recipe("product-6", plain(6), (("product", 8),), "numbered products"),
    Recipe("product-negative-6", plain(6), (("every product 6", 1),), "all products of 6 are given"),
    Recipe("ratio-6", plain(6), (("ratio", 6),), "numbered ratios"),
    Recipe("ratio-negative-6", plain(6), (("every ratio 3", 1),), "all ratios of 3 are given"),
    Recipe("greater-4", plain(4), (("greater", 8),), "inequality signs in both spellings"),
    Recipe("greater-6", plain(6), (("greater", 20),), "inequality signs in both spellings"),
    single("greater-9", plain(9), (("greater", 60),), "a board full of inequality signs"),
    Recipe("battenburg-6", plain(6), (("battenburg", 3),), "checkerboards"),
    Recipe("battenburg-negative-6", plain(6), (("every battenburg", 1),), "all checkerboards are given"),
    Recipe("mathrax-6", plain(6), (("mathrax", 5),), "diagonals of a block"),
    single("mathrax-9", plain(9), (("mathrax", 8), ("mathrax parity", 1)), "diagonals and parity of blocks"),
    Recipe("mathrax-parity-6", plain(6), (("mathrax parity", 2),), "odd and even blocks"),
    Recipe("exclusion-6", plain(6), (("exclusion", 10),), "excluded digits at corners and in cells"),
    single("exclusion-9", plain(9), (("exclusion", 14), ("exclude", 6)), "excluded digits at corners and in cells"),
    Recipe("quadruple-6", plain(6), (("quadruple", 6),), "quadruples"),
    single("quadruple-9", plain(9), (("quadruple", 12),), "quadruples"),
    Recipe("cupid-6", plain(6), (("appears", 6),), "digits met again"),
    Recipe("clone-6", plain(6), (("clone", 3), ("clone of three", 1)), "clones"),
    Recipe("odd-even-6", plain(6), (("odd", 5), ("even", 5)), "odd and even cells"),
    Recipe("odd-negative-6", plain(6), (("every odd", 1),), "all odd cells are given"),
    Recipe("even-negative-9", plain(9), (("every even", 1),), "all even cells are given"),
    Recipe("low-high-6", plain(6), (("low", 5), ("high", 5)), "low and high cells"),
    Recipe("low-negative-6", plain(6), (("every low", 1),), "all low cells are given"),
    Recipe("high-negative-8", plain(8), (("every high", 1),), "all high cells are given"),
    Recipe("digit-class-6", plain(6), (("set", 8), ("exclude", 4)), "cells with their digits"),
    Recipe("double-6", plain(6), (("every digit twice", 1),), "every digit twice"),
    Recipe("circles-6", plain(6), (("circles", 1),), "counting circles"),
    single("circles-9", plain(9), (("circles", 1),), "counting circles"),
    Recipe("counts-6", plain(6), (("counts", 3),), "counted digits"),
    Recipe("vudoku-6", plain(6), (("vudoku", 8),), "points and arms"),
    Recipe("relation-6", plain(6), (("relation sum", 4), ("relation less", 5)), "relations over distance"),
    Recipe("relation-any-6", plain(6), (("relation any of", 5), ("relation far", 4)), "alternatives in a relation"),
    Recipe("relation-equal-9", plain(9), (("relation equal", 6),), "equal cells over distance"),
)

SEVEN = tuple((name, 2) for name in ("thermo", "arrow", "renban", "cage", "XV", "quadruple", "odd"))

MIXES = (
    single("mix-thermo-killer", plain(6), (("thermo", 2), ("cage", 4)), "two families"),
    single("mix-arrow-kropki", plain(6), (("arrow", 2), ("white dot", 4)), "two families"),
    single("mix-whisper-xv", plain(9), (("plain whisper", 3), ("XV", 6)), "two families"),
    single("mix-knight-killer", plain(9, ANTIKNIGHT), (("cage", 8),), "cages over knight's moves"),
    single("mix-king-renban", plain(6, ANTIKING), (("renban", 3),), "lines over king's moves"),
    single("mix-x-sandwich", placed("X", 6), (("sandwich", 6),), "outside clues over diagonals"),
    single("mix-jigsaw-killer", pieces(6), (("cage", 5),), "cages over jigsaw pieces"),
    single("mix-jigsaw-thermo", pieces(7), (("thermo", 4),), "lines over jigsaw pieces"),
    single("mix-jigsaw-kropki", pieces(6), (("every dot", 1),), "a negative over jigsaw pieces"),
    single("mix-windoku-thermo", placed("Windoku", 9), (("thermo", 5),), "lines over windows"),
    single("mix-lines", plain(9), (("thermo", 2), ("palindrome", 2), ("between", 2), ("parity", 2)), "four lines"),
    single("mix-outside", plain(6), (("skyscraper", 3), ("x-sum", 3), ("first seen", 3)), "three outside clues"),
    single("mix-sums", plain(6), (("cage", 2), ("little killer", 3), ("group sum", 2)), "three kinds of sums"),
    single("mix-borders", plain(6), (("difference", 3), ("sum pair", 3), ("greater", 4)), "three border clues"),
    single("mix-corners", plain(6), (("quadruple", 3), ("exclusion", 3), ("mathrax", 2)), "three corner clues"),
    single("mix-sukaku-odd", plain(6), (("odd", 4), ("thermo", 2)), "candidates beside clues", pencilmarks=10),
    single("mix-double-zipper", plain(6), (("double arrow", 2), ("zipper", 2), ("equal sum", 1)), "equal sums"),
    single("mix-latin-arrow-5", square(5), (("arrow", 2), ("white dot", 3)), "Latin square with clues"),
    single("mix-seven", plain(9), SEVEN, "seven families on one board"),
)

SEVERAL = (
    Recipe("tiny-twodoku", several(4, TINY_TWODOKU), (), "two 4×4 grids"),
    Recipe("tiny-samurai", several(4, TINY_SAMURAI), (), "five 4×4 grids"),
    Recipe("small-twodoku", several(6, SMALL_TWODOKU), (), "two 6×6 grids"),
    Recipe("small-twodoku-thermo", several(6, SMALL_TWODOKU), (("thermo", 5),), "lines over two grids"),
    Recipe("small-twodoku-killer", several(6, SMALL_TWODOKU), (("cage", 8),), "cages over two grids"),
    Recipe("small-twodoku-knight", several(6, SMALL_TWODOKU, {**ANTIKNIGHT, "area": "r1c1"}), (), "a rule in one grid"),
    Recipe("small-twodoku-kropki", several(6, SMALL_TWODOKU), (("every dot", 1),), "a negative over two grids"),
    Recipe("small-twin", several(6, SMALL_TWIN, isomorphic(6, SMALL_TWIN)), (), "two relabelled grids apart"),
    Recipe(
        "small-twodoku-twin",
        several(6, SMALL_TWODOKU, isomorphic(6, SMALL_TWODOKU)),
        (),
        "two overlapping relabelled grids",
    ),
    large("twodoku", several(9, TWODOKU), (), "twodoku"),
    large("twodoku-x", several(9, TWODOKU, *preset_rules("X", 9)), (), "diagonals in one grid only"),
    large("doubledoku", several(9, DOUBLEDOKU), (), "four shared boxes"),
    large("sensei", several(9, SENSEI), (), "grids with two shared boxes"),
    large("twin", several(9, TWIN, isomorphic(9, TWIN)), (), "two relabelled grids apart"),
    large("tridoku", several(9, TRIDOKU), (), "three grids"),
    large("gattai-3", several(9, GATTAI_3), (), "three grids"),
    large("butterfly", several(9, BUTTERFLY), (), "four grids on one 12×12 board"),
    large("sohei", several(9, SOHEI), (), "four grids around a hole"),
    large("flower", several(9, FLOWER), (), "five grids, much shared"),
    large("samurai", several(9, SAMURAI), (), "samurai"),
    large("samurai-mixed", several(9, SAMURAI), (("thermo", 6), ("cage", 6)), "clues on a samurai"),
    large("windmill", several(9, WINDMILL), (), "five grids"),
)

RECIPES: tuple[Recipe, ...] = (*HOUSES, *LINES, *MARKS, *MIXES, *SEVERAL)
"""All recipes."""
