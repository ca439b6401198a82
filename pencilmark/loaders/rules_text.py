"""The rules text of a puzzle from another site: what it demands, and what the lines and numbers of the drawing mean.

::

    "Purple lines are renban lines. All dots are given."
      purple -> renban                  kropki negative         word lists decide; where they leave
                                                                two readings, the loader refuses
"""

from __future__ import annotations

import colorsys
import re
from dataclasses import dataclass
from typing import Any

from .foreign import Draft, add_disjoint_groups


@dataclass(frozen=True, slots=True)
class LineKind:
    """How rules texts speak of one kind of line.

    Attributes
    ----------
    kind : str
        ``kind`` of the line rule.
    words : re.Pattern
        What names or describes it in a sentence.
    value : int or None
        Default of its parameter, None for a kind without one.
    colour : str
        The colour that setters use by habit, or "".
    """

    kind: str
    words: re.Pattern[str]
    value: int | None = None
    colour: str = ""


MAX_RULES = 10_000
"""Longest rules text that is read, in characters."""


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


LINE_KINDS: tuple[LineKind, ...] = (
    LineKind("whisper", _words(r"german whisper|(?<!dutch )\bwhispers?\b|\blines?\b.*(?:at least 5|5 or more)"), 5,
             "green"),
    LineKind("whisper", _words(r"dutch whisper|\blines?\b.*(?:at least 4|4 or more)"), 4, "orange"),
    LineKind("renban", _words(r"renban|\blines?\b.*\b(?:set|run|sequence|group) of .*consecutive"), None, "pink"),
    LineKind("region_sum", _words(r"region[- ]sum|box borders? (?:divide|split|segment)|"
                                  r"\blines?\b.*(?:same|equal) sum.*\b(?:box|region)"), None, "blue"),
    LineKind("palindrome", _words(r"palindrom"), None, "grey"),
    LineKind("thermo", _words(r"(?<!slow )(?<!slow-)thermo"), None, "grey"),
    LineKind("slow_thermo", _words(r"slow[- ]thermo")),
    LineKind("entropic", _words(r"entropic|entropy line"), None, "peach"),
    LineKind("modular", _words(r"modular"), None, "teal"),
    LineKind("parity", _words(r"parity line|\blines?\b.*alternat.*\b(?:odd|even|parity)"), None, "red"),
    LineKind("zipper", _words(r"zipper"), None, "purple"),
    LineKind("between", _words(r"between[- ]lines?|\blines?\b.*strictly between"), None, ""),
    LineKind("lockout", _words(r"lockout"), 4, ""),
    LineKind("double_arrow", _words(r"double[- ]arrow"), None, ""),
)  # fmt: skip
"""Kinds of lines that a text can name."""

_Found = tuple[LineKind, int | None]
"""A kind of line and the number that the text states for it."""

UNKNOWN: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, _words(pattern))
    for name, pattern in (
        ("fog", r"\bfog\b"),
        ("chaos construction", r"chaos construction|deconstruct"),
        ("modifiers", r"\bdoublers?\b|\bmodifiers?\b|\bnegators?\b|\bmultipliers?\b|\bhalvers?\b"),
        ("yin-yang", r"yin[- ]?yang"),
        ("loop", r"\bloops?\b"),
        ("indexing", r"\bindex|1-?5-?9 (?:sudoku )?rules|\b159\b"),
        ("nabner", r"\bnabner"),
        ("shading", r"nurikabe|fillomino|\bcave\b|\bgalax|\bsnake\b|\bbattleship|star battle|heyawake|aquarium"),
        ("false clues", r"\bwrogn|\bliars?\b|\bfalse\b"),
        ("other digits", r"schr[oö]dinger|\b0 ?[-–] ?8\b|\b0 to 8\b|\b0 ?[-–] ?9\b|\b0 to 9\b|wildcard"),
        ("magic square", r"magic square"),
        ("numbered rooms", r"numbered room"),
        ("same-difference lines", r"same[- ]difference"),
        ("ten lines", r"\bten lines?\b|\b10 lines?\b"),
        ("split peas", r"split peas?"),
        ("counting lines", r"counting lines?|sequence lines?|look[- ]and[- ]say"),
        ("taxicab", r"taxicab"),
    )
)
"""Mechanics without a rule kind, and the words that announce them."""

GLOBALS: tuple[tuple[str, re.Pattern[str], dict[str, Any]], ...] = (
    ("anti-knight", _words(r"anti[- ]?knight|knight['’]?s? move"), {"type": "neighbours", "kind": "antiknight"}),
    ("anti-king", _words(r"anti[- ]?king|king['’]?s? move"), {"type": "neighbours", "kind": "antiking"}),
    ("nonconsecutive", _words(r"non[- ]?consecutive|(?:adjacent|neighbou?r).*(?:can ?not|can['’]t|may not|must not)"
                              r" (?:be|contain) consecutive"), {"type": "neighbours", "kind": "nonconsecutive"}),
    ("global entropy", _words(r"global entropy|every 2 ?[x×] ?2\b.*\blow\b"), {"type": "global_entropy"}),
    ("disjoint groups", _words(r"\bdisjoint\b"), {"type": "region", "kind": "disjoint"}),
)  # fmt: skip
"""Rules of the whole board: their name, their words, and what a rule must carry to be one of them."""

_NOT_ALL = _words(r"\bnot (?:necessarily )?(?:all|every)|\bnot necessarily|\bno negative|need not|don['’]t have to")
_ALL_GIVEN = _words(r"\ball\b.*\b(?:given|shown|marked|present|indicated|placed)\b|negative constraint")
_CONDITION = _words(
    r"\b(?:unless|without|except|only|if|within|not apply|some|lines?|cages?|dots?|circles?|marked|shaded)\b"
)
"""Words that may restrict a rule of the whole board to a part of it."""
_SENTENCE = re.compile(r"[.!?;](?:\s+|$)|[\r\n]+")

_COLOURS: dict[str, tuple[str, ...]] = {
    "grey": ("grey", "gray"),
    "black": ("black",),
    "red": ("red",),
    "orange": ("orange", "peach"),
    "peach": ("peach", "orange"),
    "brown": ("brown", "orange"),
    "yellow": ("yellow", "gold", "golden"),
    "green": ("green", "lime"),
    "teal": ("teal", "turquoise", "cyan", "blue", "green"),
    "blue": ("blue", "cyan"),
    "purple": ("purple", "violet", "lavender"),
    "pink": ("pink", "magenta", "purple", "violet"),
}
"""Class of a colour -> the words by which a text may call it."""

_COLOUR_WORD = _words(r"\b(" + "|".join(sorted({word for words in _COLOURS.values() for word in words})) + r")\b")


def clipped(draft: Draft, text: str) -> str:
    """The text to be read; one that no setter writes is refused and read as empty."""
    if len(text) <= MAX_RULES:
        return text
    draft.refuse(f"a rules text of {len(text)} characters")
    return ""


def sentences(text: str) -> list[str]:
    """The sentences and lines of a rules text."""
    return [part.strip() for part in _SENTENCE.split(text) if part.strip()]


def check_text(draft: Draft, text: str, *, add: bool) -> None:
    """Whole-board rules that the text demands: added (``add``) if said without conditions, else refused if missing."""
    for name, words in UNKNOWN:
        found = words.search(text)
        if found:
            draft.refuse(f"{name} (rules text: {found[0]!r})")
    for name, words, rule in GLOBALS:
        found = words.search(text)
        if not found or draft.has(rule["type"], **{key: value for key, value in rule.items() if key != "type"}):
            continue
        said = [sentence for sentence in sentences(text) if words.search(sentence)]
        if not add:
            draft.refuse(f"{name} (rules text: {found[0]!r}), which the file does not set")
        elif len(said) != 1 or _CONDITION.search(said[0]):
            draft.refuse(f"{name} with conditions (rules text: {found[0]!r})")
        elif name == "disjoint groups":
            add_disjoint_groups(draft)
        else:
            draft.rules.append(dict(rule))


def all_given(text: str) -> list[dict[str, Any]]:
    """The negatives of a text: "all dots are given", "all possible Xs and Vs are given"."""
    rules: list[dict[str, Any]] = []
    for sentence in sentences(text):
        if _NOT_ALL.search(sentence) or not _ALL_GIVEN.search(sentence):
            continue
        if re.search(r"\bdots?\b|kropki|circles? between", sentence, re.IGNORECASE):
            white, black = (re.search(rf"\b{word}\b", sentence, re.IGNORECASE) for word in ("white", "black"))
            colour = {} if bool(white) == bool(black) else {"color": "white" if white else "black"}
            rules.append({"type": "negative", "of": "kropki", **colour})
        x, v = (re.search(rf"\b{letter}['’]?s?\b", sentence) for letter in "XV")
        if x or v or re.search(r"\bxv\b", sentence, re.IGNORECASE):
            letter = {} if bool(x) == bool(v) else {"letter": "X" if x else "V"}
            rules.append({"type": "negative", "of": "xv", **letter})
    return rules


def mentions(text: str, pattern: str) -> bool:
    """Whether the text holds a pattern, upper and lower case alike."""
    return re.search(pattern, text, re.IGNORECASE) is not None


def colour_class(colour: str) -> str:
    """The name of a ``#rrggbb`` (or ``#rgb``) colour; "" when it is white, transparent or unreadable."""
    digits = colour.strip().lstrip("#")
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if not re.fullmatch(r"[0-9a-fA-F]{6}(?:[0-9a-fA-F]{2})?", digits) or digits[6:] == "00":
        return ""
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    hue, light, _ = colorsys.rgb_to_hls(red, green, blue)
    spread = max(red, green, blue) - min(red, green, blue)
    if light > 0.96:
        return ""
    if spread < 0.1:
        return "black" if light < 0.15 else "grey"
    return _hue_name(hue * 360, light)


def _hue_name(hue: float, light: float) -> str:
    if 15 <= hue < 45 and light < 0.35:
        return "brown"
    if 15 <= hue < 45 and light > 0.75:
        return "peach"
    limits = ((15, "red"), (45, "orange"), (70, "yellow"), (160, "green"), (190, "teal"), (255, "blue"),
              (285, "purple"), (345, "pink"), (361, "red"))  # fmt: skip
    return next(name for limit, name in limits if hue < limit)


def parity_of(text: str, shape: str) -> str:
    """What the text says of grey circles or squares: "odd", "even", or "" when it speaks of no such parity."""
    shapes = re.search(rf"\b{shape}s?\b[^.;\n]*?\b(odd|even)\b", text, re.IGNORECASE)
    if shapes:
        return shapes[1].lower()
    kind = "odd" if shape == "circle" else "even"
    return kind if mentions(text, rf"\b{kind}\b") and not mentions(text, r"\b(?:circle|square)s?\b") else ""


def line_rule(text: str, colour: str, size: int, *, alone: bool) -> dict[str, Any] | None:
    """Kind and number of the rule of a line of this colour; None where the text does not decide.

    The text's colour words decide first. A line whose colour the text ties to no kind has the one kind that it
    names without a colour, if no line has another colour (``alone``), or else the one kind whose habitual colour
    it has.
    """
    found = _line_kind(text, colour, alone)
    if found is None or (size != 9 and found[0].kind in ("entropic", "modular")):
        return None
    kind, stated = found
    if kind.value is None:
        return {"kind": kind.kind}
    if stated is None and size != 9:
        return None
    return {"kind": kind.kind, "value": stated or kind.value}


def _line_kind(text: str, colour: str, alone: bool) -> _Found | None:
    named: dict[str, list[_Found]] = {}
    plain: list[_Found] = []
    for sentence in sentences(text):
        words = [word.lower() for word in _COLOUR_WORD.findall(sentence)]
        for found in _kinds(sentence):
            for word in words:
                named.setdefault(word, []).append(found)
            if not words:
                plain.append(found)
    look = colour_class(colour)
    matches = {found for word in _COLOURS.get(look, ()) for found in named.get(word, ())}
    if matches:
        return matches.pop() if len(matches) == 1 else None
    if _coloured_line(text, look):
        return None  # the text gives lines of this colour a meaning that no kind has
    open_kinds = set(plain).difference(*named.values())
    if len(open_kinds) == 1 and alone:
        return open_kinds.pop()
    habitual = {found for found in open_kinds if found[0].colour == look}
    return habitual.pop() if len(habitual) == 1 else None


def _coloured_line(text: str, look: str) -> bool:
    """Whether a sentence speaks of lines of this colour."""
    words = "|".join(_COLOURS.get(look, ()))
    return bool(words) and mentions(text, rf"\b(?:{words})\b[^.;\n]*\b(?:lines?|stripes?|paths?)\b")


def _kinds(part: str) -> list[_Found]:
    """The kinds of lines in a piece of text, with the number stated for those that take one."""
    found: list[_Found] = []
    for kind in LINE_KINDS:
        if kind.words.search(part):
            stated = re.search(r"at least (\d+)|(\d+) or more", part) if kind.value is not None else None
            found.append((kind, int(stated[1] or stated[2]) if stated else None))
    whispers = [entry for entry in found if entry[0].kind == "whisper"]
    return [entry for entry in found if entry not in whispers[1:]]
