"""Strings that are no puzzle, and a word that the error must say."""

from __future__ import annotations

from ..documents import CLASSIC

LENGTHS = [1, 2, 9, 15, 17, 25, 35, 37, 49, 63, 65, 80, 82, 99, 101, 121, 143, 145, 162, 169, 195, 224, 257, 289, 324,
           361, 399, 401, 441, 484, 529, 576, 624, 626, 729, 900, 1296]  # fmt: skip

BAD_STRINGS: dict[str, tuple[str, str]] = {
    **{f"length_{n}": ("." * n, f"found {n} cells") for n in LENGTHS},
    "empty": ("", "empty"),
    "blanks_only": (" \n\t ", "empty"),
    "frame_only": ("+---+---+\n+---+---+", "found 0 cells"),
    "letters": ("abcdefghi" * 9, "above 9"),
    "same_letter": ("x" * 81, "X in r1c1 is above 9"),
    "ten_in_nine": ("A" + "." * 80, "A in r1c1 is above 9"),
    "five_in_four": ("." * 15 + "5", "5 in r4c4 is above 4"),
    "seven_in_six": ("." * 35 + "7", "r6c6"),
    "hash": ("#" * 81, "symbol '#'"),
    "star": ("*" * 81, "symbol '*'"),
    "question_mark": ("?" + CLASSIC[1:], "symbol '?' (number 1)"),
    "exclamation": (CLASSIC[:80] + "!", "number 81"),
    "umlaut": ("ä" + CLASSIC[1:], "symbol 'ä'"),
    "other_digits": ("٣" * 81, "symbol"),
    "superscript": ("²" * 81, "symbol"),
    "wide_digits": ("１" * 81, "symbol"),
    "emoji": ("🙂" * 81, "symbol"),
    "nul": ("\x00" * 81, "symbol"),
    "binary_junk": ("PNG\x89\x1a\x00\xff" * 12, "symbol"),
    "lone_surrogate": ("\ud800" * 81, "symbol"),
    "html": ("<html><body>404</body></html>", "symbol '<'"),
    "sentence": ("please solve this puzzle for me", "found 26 cells"),
    "negative_numbers": (",".join(["-1"] * 81), "found 162 cells"),
    "decimal_numbers": (" ".join(["1.5"] * 81), "found 243 cells"),
    "nan": (",".join(["nan"] * 81), "found 243 cells"),
    "scientific": ("1e5", "found 3 cells"),
    "number_above_nine": (" ".join(["10"] + ["."] * 80), "A in r1c1 is above 9"),
    "number_above_all": (" ".join(["99"] + ["."] * 255), "99 in r1c1 is above 16"),
    "eight_lines": ("\n".join(["." * 9] * 8), "found 72 cells"),
    "ragged_lines": ("\n".join(["." * 9] * 8 + ["." * 8]), "found 80 cells"),
    "two_puzzles": (f"{CLASSIC}\n{CLASSIC}", "found 162 cells"),
    "csv_header": ("puzzle,solution", "found 14 cells"),
    "half_json": ('["5", "3"', "found 2 cells"),
    "long_line": ("1" * 10_000_000, "10000000 characters"),
    "long_blank_line": (" " * 10_000_000, "10000000 characters"),
    "long_frame": ("+-" * 60_000, "120000 characters"),
}
