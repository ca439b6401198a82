"""Strict reader of sudoku-puzzle documents: every error names its place, nothing is repaired or guessed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..board import MAX_CELLS, MAX_DIGITS, Mask, full_mask
from ..errors import FormatError, NotSupportedError
from ..puzzle import Puzzle
from ..rules import REGISTRY, rule_class
from ..rules.base import CELL_PATTERN, COSMETIC, Board, CellName, Fault, PositiveInt, Rule, Rules, bare, board_of, build
from .canonical import canonical

MAX_JSON = 5_000_000
"""Longest JSON text that is read, in characters."""

MAX_RULES = 10_000
"""Most rules of a file; the largest boards need fewer than 3,000."""
MAX_LIST = 10_000
"""Longest list inside a rule; a list of all cells has at most 1,000 entries."""
MAX_NUMBER = 10**9
"""Largest number inside a rule; the largest sum of a board is 25,000."""

FORMAT = "sudoku-puzzle"
VERSION = 1

RESERVED = {
    "table": "tables of allowed digits are reserved for a later version of the format",
    "custom": "custom rules are reserved for a later version of the format",
}
"""Rule types nobody may use in version 1, and why."""

Entry = Annotated[int, Meta(ge=0)] | None


class BoardSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Size of the bounding rectangle."""

    rows: PositiveInt
    cols: PositiveInt


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One puzzle in the sudoku-puzzle format, version 1."""

    format: Literal["sudoku-puzzle"]
    format_version: Literal[1]
    schema: Any = msgspec.field(default=UNSET, name="$schema")
    meta: dict[str, Any] | UnsetType = UNSET
    board: BoardSize
    digits: PositiveInt
    givens: list[Entry]
    solution: list[Annotated[int, Meta(ge=1)] | None] | UnsetType | None = UNSET
    candidates: dict[CellName, list[PositiveInt]] | UnsetType | None = UNSET
    rules: list[Any]
    decorations: Any = UNSET
    style: Any = UNSET
    ext: Any = UNSET


EXTRAS = ("decorations", "style", "ext")
_KEYS = tuple(field.encode_name for field in msgspec.structs.fields(Document))
_REQUIRED = tuple(field.encode_name for field in msgspec.structs.fields(Document) if field.required)
_FIELD_PATH = re.compile(r"(.*) - at (?:`key` in )?`\$(.*?)(?:\[\.\.\.\].*)?`", re.DOTALL)

_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair in a text."""

StructT = TypeVar("StructT", bound=msgspec.Struct)


class _Refused(ValueError):
    """Valid for Python's parser, but no strict JSON."""


@dataclass(frozen=True, slots=True)
class _Checked:
    """A document that passed every check."""

    document: Document
    board: Board
    rules: tuple[Rule, ...]


def loads(text: str) -> dict[str, Any]:
    """Parse JSON text strictly: duplicate keys, NaN, oversized and over-deep texts are refused.

    Raises
    ------
    FormatError
        The text is no JSON object.
    """
    if len(text) > MAX_JSON:
        raise FormatError(f"a JSON text of {len(text)} characters is too large for a puzzle (limit {MAX_JSON})")
    try:
        doc = json.loads(text.lstrip("\ufeff"), object_pairs_hook=_unique_keys, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")
        raise FormatError(f"not valid JSON: {what} in line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise FormatError("not a puzzle: the JSON is nested too deeply") from None
    except _Refused as error:
        raise FormatError(f"not valid JSON: {error}") from None
    except ValueError:
        raise FormatError("not a puzzle: the JSON holds a number of thousands of digits") from None
    if not isinstance(doc, dict):
        raise FormatError(f"a puzzle file holds one JSON object, not {_kind(doc)}", "$")
    if _SURROGATE.search(text) or "\\u" in text:
        _check_text(doc)
    return doc


def read(doc: Mapping[str, Any]) -> Puzzle:
    """Puzzle from a sudoku-puzzle document.

    Raises
    ------
    FormatError
        The document is not valid; ``path`` names the place.
    NotSupportedError
        It is valid but larger than the engine can hold, or uses a rule this version cannot build.
    """
    checked = _check(doc)
    document, board = checked.document, checked.board
    if board.digits > MAX_DIGITS or len(board.cells) > MAX_CELLS:
        raise NotSupportedError(
            f"{_short(board.digits, 12)} digits on {len(board.cells)} cells is too large for this version; "
            f"the limits are {MAX_DIGITS} digits and {MAX_CELLS} cells"
        )
    for i, rule in enumerate(checked.rules):
        with _place(rule, i, NotSupportedError):
            rule.check_buildable(board, checked.rules)
    built = build(board, canonical(board, Rules(map(bare, checked.rules))))
    domains = built.domains
    if document.candidates:
        stated = _candidates(document.candidates, board)
        domains = tuple(a & b for a, b in zip(domains, stated, strict=True))
    solution = document.solution
    extras = {key: value for key in EXTRAS if (value := getattr(document, key)) is not UNSET}
    return Puzzle(
        digits=board.digits,
        rows=board.rows,
        cols=board.cols,
        cells=board.cells,
        givens=tuple(value for value in document.givens if value is not None),
        domains=domains,
        groups=built.groups,
        relations=built.relations,
        constraints=built.constraints,
        rules=checked.rules,
        meta=dict(document.meta) if document.meta else {},
        solution=tuple(value for value in solution if value is not None) if solution else None,
        extras=extras,
    )


def validate(doc: Mapping[str, Any]) -> bool:
    """Run all checks of the reader without building anything; True, or the reader's error."""
    _check(doc)
    return True


def _check(doc: Mapping[str, Any]) -> _Checked:
    _check_head(doc)
    document = _convert(dict(doc), Document, "$", "")
    size, digits = document.board, document.digits
    if size.rows * size.cols != len(document.givens):
        want = f"a {_short(size.rows, 12)}×{_short(size.cols, 12)} board has rows·cols"
        raise FormatError(f"givens has {len(document.givens)} entries; {want}", "$.givens")
    _check_digits(document.givens, digits, "$.givens")
    gaps = frozenset(i for i, value in enumerate(document.givens) if value is None)
    if len(gaps) == len(document.givens):
        raise FormatError("the board has no cell; at least one givens entry must not be null", "$.givens")
    board = board_of(size.rows, size.cols, digits, gaps)
    if document.solution:
        _check_solution(document.solution, gaps, len(document.givens))
        _check_digits(document.solution, digits, "$.solution")
    elif document.solution is not UNSET and document.solution is not None:
        raise FormatError("solution is empty; leave the key out", "$.solution")
    _check_candidates(document.candidates or {}, board)
    if len(document.rules) > MAX_RULES:
        raise NotSupportedError(f"{len(document.rules)} rules are too many for this version; the limit is {MAX_RULES}")
    rules = Rules(_rule(rule, i, board) for i, rule in enumerate(document.rules))
    for i, rule in enumerate(rules):
        with _place(rule, i, FormatError):
            rule.check_among(board, rules)
    return _Checked(document, board, rules)


def _check_head(doc: Mapping[str, Any]) -> None:
    if not isinstance(doc, Mapping):
        raise FormatError(f"a puzzle document is an object, not {_kind(doc)}", "$")
    if doc.get("format") != FORMAT:
        found = _json(doc["format"], 40) if "format" in doc else "missing"
        raise FormatError(f'format must be "{FORMAT}", it is {found}', "$.format")
    version = doc.get("format_version")
    if type(version) is not int or version < 1:
        found = _json(version) if "format_version" in doc else "missing"
        raise FormatError(f"format_version must be the integer {VERSION}, it is {found}", "$.format_version")
    if version > VERSION:
        raise FormatError(f"format_version {_short(version)} is newer than {VERSION}, the newest known",
                          "$.format_version")  # fmt: skip
    for key in doc:
        if key not in _KEYS:
            raise FormatError(f"unknown key {_short(key, 60)!r}; free-form data belongs in meta or ext", "$")
    for key in _REQUIRED:
        if key not in doc:
            raise FormatError(f"key {key!r} is missing", "$")


def _check_digits(values: Sequence[int | None], digits: int, path: str) -> None:
    for i, value in enumerate(values):
        if value is not None and value > digits:
            raise FormatError(f"{_short(value, 20)} is above {_short(digits, 20)}, the largest digit", f"{path}[{i}]")


def _check_solution(solution: Sequence[int | None], gaps: frozenset[int], length: int) -> None:
    if len(solution) != length:
        raise FormatError(f"solution has {len(solution)} entries, givens has {length}", "$.solution")
    for i, value in enumerate(solution):
        if (value is None) != (i in gaps):
            raise FormatError("solution must be null exactly where givens is null", f"$.solution[{i}]")


def _check_candidates(stated: dict[str, list[int]], board: Board) -> None:
    for name, digits in stated.items():
        path = f"$.candidates.{name}"
        try:
            board.require(name, path)
        except Fault as fault:
            raise FormatError(fault.text, fault.path) from None
        _check_digits(digits, board.digits, path)


def _candidates(stated: dict[str, list[int]], board: Board) -> tuple[Mask, ...]:
    masks = [full_mask(board.digits)] * len(board.cells)
    for name, digits in stated.items():
        masks[board.names[name]] = sum({1 << digit - 1 for digit in digits})
    return tuple(masks)


def _rule(doc: Any, i: int, board: Board) -> Rule:
    path = f"$.rules[{i}]"
    if not isinstance(doc, Mapping):
        raise FormatError(f"rule {i}: a rule is an object, not {_kind(doc)}", path)
    kind = doc.get("type")
    if not isinstance(kind, str):
        raise FormatError(f'rule {i}: a rule needs a type, such as "box_grid"', f"{path}.type")
    where = f"rule {i} ({_short(kind, 30)}): "
    owner = rule_class(doc)
    if owner is None:
        _refuse_type(kind, where, f"{path}.type")
    _check_words(doc, owner, where, path)
    _check_sizes(doc, where, path)
    rule = _convert(dict(doc), owner, path, where)
    with _place(rule, i, FormatError):
        rule.check(board)
    return rule


def _check_words(doc: Mapping[str, Any], owner: type[Rule], where: str, path: str) -> None:
    """Refuse a word that a key does not take, and say which ones it takes."""
    words = _words(owner)
    for key, value in doc.items():
        known = words.get(key)
        if known and isinstance(value, str) and value not in known:
            raise FormatError(f"{where}unknown {key} {_short(value, 40)!r}; known: {', '.join(known)}", f"{path}.{key}")
    if owner.KIND_KEY in words and owner.KIND_KEY not in doc and _needs_kind(owner):
        known = words[owner.KIND_KEY]
        raise FormatError(f"{where}key {owner.KIND_KEY!r} is missing; known: {', '.join(known)}", path)


@lru_cache(maxsize=256)
def _words(owner: type[Rule]) -> dict[str, tuple[str, ...]]:
    """Key -> the words it may hold, for the keys of a rule type that hold one of a few words."""
    words: dict[str, tuple[str, ...]] = {}
    for cls in REGISTRY:
        if cls.__struct_config__.tag != owner.__struct_config__.tag:
            continue
        for field in msgspec.structs.fields(cls):
            if cls is owner or field.encode_name == owner.KIND_KEY:
                known = _literals(field.type)
                words[field.encode_name] = (*words.get(field.encode_name, ()), *known)
    return {key: known for key, known in words.items() if known}


def _literals(annotation: Any) -> tuple[str, ...]:
    """The words of a Literal, also as one of several types of a field."""
    if get_origin(annotation) is Literal:
        return tuple(word for word in get_args(annotation) if isinstance(word, str))
    if get_origin(annotation) in (Union, UnionType):
        return tuple(word for part in get_args(annotation) for word in _literals(part))
    return ()


def _needs_kind(owner: type[Rule]) -> bool:
    return any(field.required and field.encode_name == owner.KIND_KEY for field in msgspec.structs.fields(owner))


def _check_sizes(value: Any, where: str, path: str, depth: int = 0) -> None:
    """Refuse lists and numbers that no board can need before anything works with them."""
    if isinstance(value, Mapping) and depth == 0:
        for key, inner in value.items():
            if key not in COSMETIC:
                _check_sizes(inner, where, f"{path}.{_short(key, 60)}", 1)
    elif isinstance(value, list | tuple):
        if len(value) > MAX_LIST:
            limit = f"the limit of this version is {MAX_LIST}"
            raise NotSupportedError(f"{where}a list of {len(value)} entries is too long; {limit} (at {path})")
        for i, inner in enumerate(value if depth < 4 else ()):
            _check_sizes(inner, where, f"{path}[{i}]", depth + 1)
    elif isinstance(value, int) and abs(value) > MAX_NUMBER:
        raise FormatError(f"{where}{_short(value, 30)} is too large; numbers in rules go up to {MAX_NUMBER}", path)


@contextmanager
def _place(rule: Rule, i: int, error: type[FormatError] | type[NotSupportedError]) -> Iterator[None]:
    """Turn a Fault of rule i into an error that names the rule and the place."""
    try:
        yield
    except Fault as fault:
        where, path = f"rule {i} ({rule.__struct_config__.tag}): {fault.text}", f"$.rules[{i}]{fault.path}"
        if error is FormatError:
            raise FormatError(where, path) from None
        raise NotSupportedError(f"{where} (at {path})") from None


def _refuse_type(kind: str, where: str, path: str) -> NoReturn:
    if ":" in kind:
        raise FormatError(f"{where}vendor rules cannot be read; remove the rule or use a standard one", path)
    known = dict.fromkeys(str(cls.__struct_config__.tag) for cls in REGISTRY)
    raise FormatError(where + RESERVED.get(kind, f"unknown rule type; known: {', '.join(known)}"), path)


def _convert(value: dict[str, Any], cls: type[StructT], path: str, where: str) -> StructT:
    """Record of a JSON object; raises FormatError with the full path of the first mismatch."""
    try:
        return msgspec.convert(value, cls)
    except msgspec.ValidationError as error:
        text = str(error)
        found = _FIELD_PATH.fullmatch(text)
        if found:
            place = path + found[2] + (_bad_entry(value[found[2][1:]]) if found[2] == ".candidates" else "")
            raise FormatError(where + _short(_plain(found[1])), _short(place)) from None
        raise FormatError(where + _short(_plain(text)), path) from None


def _bad_entry(stated: object) -> str:
    """Path of the first cell whose candidates are wrong, from the candidates on."""
    for name, digits in stated.items() if isinstance(stated, Mapping) else ():
        try:
            msgspec.convert({name: digits}, dict[CellName, list[PositiveInt]])
        except msgspec.ValidationError:
            return f".{_short(name, 40)}"
    return ""


_WORDS = {
    f"matching regex {CELL_PATTERN!r}": 'that names a cell, like "r1c9"',
    "`str`": "a string",
    "`int`": "an integer",
    "`float`": "a number with a point",
    "`array`": "a list",
    "`null`": "null",
    "`bool`": "true or false",
    " | ": " or ",
}


def _plain(text: str) -> str:
    """A validation message in the words of the format instead of Python's."""
    for term, words in _WORDS.items():
        text = text.replace(term, words)
    return text[:1].lower() + text[1:]


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    doc = dict(pairs)
    if len(doc) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for i, key in enumerate(keys) if key in keys[:i])
        raise _Refused(f"key {_short(twice, 60)!r} occurs twice in one object")
    return doc


def _no_constant(name: str) -> NoReturn:
    raise _Refused(f"{name} is not a JSON number")


def _check_text(doc: object) -> None:
    """Refuse half of a surrogate pair: it is no character, so it could not be written again."""
    open_values = [(doc, "$")]
    while open_values:
        value, path = open_values.pop()
        if isinstance(value, str) and _SURROGATE.search(value):
            raise FormatError("this text holds half of a surrogate pair, which is no character", path)
        if isinstance(value, dict):
            for key, inner in value.items():
                open_values += [(inner, f"{path}.{_short(key, 60)}"), (key, path)]
        elif isinstance(value, list):
            open_values += [(inner, f"{path}[{i}]") for i, inner in enumerate(value)]


def _kind(value: object) -> str:
    names = {list: "a list", str: "a string", bool: "true or false", type(None): "null", dict: "an object"}
    return names.get(type(value), "a number" if isinstance(value, int | float) else type(value).__name__)


def _json(value: object, limit: int = 200) -> str:
    """A value as JSON writes it, so that a text cannot be taken for a number; short and in one line."""
    try:
        return _short(json.dumps(value), limit)
    except (TypeError, ValueError, RecursionError):
        return _short(value, limit)


def _short(value: object, limit: int = 200) -> str:
    """One line of at most ``limit`` characters."""
    try:
        text = " ".join(str(value)[: 2 * limit].split())
    except (ValueError, RecursionError):  # an integer of thousands of digits, a list inside itself
        text = f"a huge {type(value).__name__}"
    return text if len(text) <= limit else text[: limit - 1] + "…"
