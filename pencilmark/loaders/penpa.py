"""Links of penpa-edit: a drawing program, so only what was drawn with a tool of clear meaning can be read.

::

    p = base64 of a raw deflate stream of text lines     . . . . . .     a cell is row·width + column on a
    line 0  header: grid type, size, title … rules       . . . . . .     board with a margin of two cells,
    line 3  the drawing, JSON with abbreviations         . . 0 1 . .     width = columns + 4; N more is the
    line 5  the board's cells, each minus the one before . . 2 3 . .     vertex at its bottom right corner
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from urllib.parse import unquote

from ..board import cell_name
from ..errors import FormatError, NotSupportedError
from ..puzzle import Puzzle
from .foreign import Draft, Place, add_diagonal, integer
from .parts import connected, house_rules, names
from .rules_text import GLOBALS, LINE_KINDS, UNKNOWN, mentions, sentences

MAX_TEXT = 5_000_000
"""Longest unpacked text that is read, in characters."""

_ABBREVIATIONS = {
    "Z": "z", "9": '"qa"', "Q": '"pu_q"', "A": '"pu_a"', "G": '"grid"', "M": '"edit_mode"', "S": '"surface"',
    "L": '"line"', "E": '"lineE"', "W": '"wall"', "C": '"cage"', "N": '"number"', "Y": '"symbol"', "P": '"special"',
    "B": '"board"', "R": '"command_redo"', "U": '"command_undo"', "8": '"command_replay"', "1": '"numberS"',
    "F": '"freeline"', "2": '"freelineE"', "T": '"thermo"', "3": '"arrows"', "D": '"direction"',
    "0": '"squareframe"', "5": '"polygon"', "4": '"deletelineE"', "6": '"killercages"', "7": '"nobulbthermo"',
    "_": '"__a"', "O": "null",
}  # fmt: skip
"""Letter after a ``z`` -> what the pair stands for."""
_ABBREVIATED = re.compile("z([Z9QAGMSLEWCNYPBRU81F2T3D05467_O])")

_MIN_SIZE, _MAX_SIZE = 4, 16
_THICK = (2, 21)
"""Line styles of a region border."""
_NORMAL = "1"
"""Style of a number in the normal size."""
_HISTORY = ("command_redo", "command_undo", "command_replay")

_FEATURES: dict[str, str] = {
    "cages": r"killer|\bcages?\b",
    "thermometers": r"\bthermo",
    "arrows": r"\barrows?\b|\bcircle[sd]?\b",
    "diagonals": r"\bdiagonals?\b",
}
"""What can be drawn readably -> the words by which a text speaks of it."""
_OTHER_WORDS = re.compile(
    r"""little\ killer | slow | double[- ]arrow | kropki | \bdots?\b | consecutive | \bxv\b
    | \b[xv]['’]?s?\b(?=\ (?:and|or|between|clue|mark)) | sandwich | skyscraper | x-?sums? | quadruple | \bquads?\b
    | clones?\b | \bodd\b | \beven\b | parity | \bknight | \bking\b | \bking['’]s | \bqueen | disjoint | windoku
    | \bwindows?\b | \bhyper | extra\ regions? | battenburg | mathrax | rossini | \bframe | outside\ (?:clue|number)
    | clues?\ outside | greater[- ]than | less[- ]than | inequalit | minimum | maximum | difference | \bratios?\b
    | product | average | equal\ sums? | same\ sum | \btwin | isomorph | entrop | \btable""",
    re.IGNORECASE | re.VERBOSE,
)
"""Words of rules that no readable tool draws."""
_REPEATS = re.compile(r"\b(?:may|can) (?:be )?repeat|\brepe(?:at|tition)s? (?:is|are)? ?allowed", re.IGNORECASE)
"""What a sentence about cages must not say."""


@dataclass(frozen=True)
class _Grid:
    """The square grid of a drawing and its numbering.

    Attributes
    ----------
    rows, cols : int
        Size with the white space around the board.
    top, left : int
        Row and column of the board's first cell.
    size : int
        D; the board is D×D.
    """

    rows: int
    cols: int
    top: int
    left: int
    size: int

    @property
    def width(self) -> int:
        return self.cols + 4

    @property
    def count(self) -> int:
        """How many cells the padded rectangle has; vertices are numbered from here."""
        return self.width * (self.rows + 4)

    def place(self, index: int) -> Place:
        """Board position of a cell number, or of the corner at the bottom right of a vertex number's cell."""
        row, col = divmod(index % self.count, self.width)
        return row - self.top, col - self.left

    def cell(self, index: object) -> Place | None:
        """Position of a cell of the board; None for everything else."""
        number = integer(index)
        if number is None or number >= self.count:
            return None
        row, col = self.place(number)
        return (row, col) if 0 <= row < self.size and 0 <= col < self.size else None

    def vertex(self, index: object) -> Place | None:
        """A grid corner as 0 … D lines from the top and from the left; None for everything else."""
        number = integer(index)
        if number is None or not self.count <= number < 2 * self.count:
            return None
        row, col = self.place(number)
        return (row + 1, col + 1) if -1 <= row < self.size and -1 <= col < self.size else None

    def quarter(self, index: object) -> tuple[Place, int] | None:
        """Cell and corner (0 top left … 3 bottom right) of a small number; None for everything else."""
        number = integer(index)
        if number is None or not 4 * self.count <= number < 8 * self.count:
            return None
        cell = self.cell((number - 4 * self.count) // 4)
        return (cell, number % 4) if cell else None


def load(text: str) -> Puzzle:
    """Puzzle of a penpa link, of its ``p`` parameter or of a ``penpa:`` payload.

    Raises
    ------
    FormatError
        The text cannot be unpacked, or is no drawing on one square board.
    UnsupportedPuzzle
        The drawing or its rules text holds something that cannot be translated; ``elements`` names all of it.
    NotSupportedError
        Another grid type, or a link from before version 2 of the link format.
    """
    lines = [_ABBREVIATED.sub(lambda match: _ABBREVIATIONS[match[1]], line) for line in _unpacked(text).split("\n")]
    if len(lines) < 6:
        raise FormatError("penpa: the link has fewer than six lines, so it holds no puzzle; copy the whole link")
    header = lines[0].split(",")
    grid = _grid(header, lines[5])
    drawing = _json(lines[3], dict, "the drawing")
    title, author, source, rules = _texts(header)
    draft = Draft("penpa", grid.size, [0] * grid.size**2)
    draft.meta = {"title": title, "author": author, "source": source, "rules_text": rules}
    if not rules.strip():
        draft.refuse("no rules text, so nothing says what the drawing means")
    if len(header) > 21 and not _no_image(header[21]):
        draft.refuse("a background image")
    reader = _Reader(draft, grid, drawing)
    reader.read()
    _check_text(draft, rules, reader.found)
    return draft.puzzle()


def _unpacked(text: str) -> str:
    """The text inside a link or payload."""
    payload = text.strip()
    if payload[:6].lower() == "penpa:":
        payload = payload[6:]
    if re.search(r"(?:^|[?#&])p=", payload):
        payload = re.split(r"(?:^|[?#&])p=", payload)[1].split("&")[0]
    payload = unquote(payload).strip().replace(" ", "+")
    try:
        return _inflated(payload)
    except (ValueError, zlib.error):
        raise FormatError("penpa: the p parameter cannot be unpacked; copy the whole link") from None


def _inflated(payload: str) -> str:
    """Text of base64 over raw deflate; raises ValueError or zlib.error where it is neither."""
    try:
        packed = base64.b64decode(payload + "=" * (-len(payload) % 4), validate=True)
    except binascii.Error:
        raise ValueError("no base64") from None
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    raw = stream.decompress(packed, MAX_TEXT)
    if stream.unconsumed_tail or not stream.eof:
        raise ValueError("too long, or cut off")
    return raw.decode("utf-8")


def _no_image(packed: str) -> bool:
    try:
        return not packed.strip() or not json.loads(_inflated(packed))
    except (ValueError, zlib.error):
        return False


def _json(line: str, kind: type[Any], what: str) -> Any:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, kind):
        raise FormatError(f"penpa: {what} cannot be read; copy the whole link")
    return value


def _texts(header: Sequence[str]) -> tuple[str, ...]:
    """Title, author, source and rules text, with their escapes undone."""
    stated = [*header[15:19], "", "", "", ""][:4]
    for code, symbol in (("%2D", "\n"), ("%2C", ","), ("%2E", "&"), ("%2F", "=")):
        stated = [text.replace(code, symbol) for text in stated]
    return stated[0].removeprefix("Title:").strip(), stated[1].removeprefix("Author:").strip(), stated[2], stated[3]


def _grid(header: Sequence[str], cells: str) -> _Grid:
    """The grid of a drawing; raises unless its board is one full square of 4 to 16 cells."""
    kind = header[0].strip()
    if kind.isdecimal():
        raise NotSupportedError(
            "penpa: this link is older than version 2 of the format; open it there and copy the link again"
        )
    if kind not in ("square", "sudoku"):
        raise NotSupportedError(f"penpa: the grid type {kind!r:.20} cannot be read; only square grids are")
    cols, rows = (integer(field) or 0 for field in [*header[1:3], "", ""][:2])
    if not (1 <= rows <= 100 and 1 <= cols <= 100):
        raise FormatError("penpa: the header states no size of the grid; copy the whole link")
    steps = _json(cells, list, "the list of cells")
    if not steps or not all(type(step) is int and abs(step) < 100_000 for step in steps):
        raise FormatError("penpa: the list of cells cannot be read; copy the whole link")
    board, at = set(), 0
    for step in steps:
        at += step
        board.add(divmod(at, cols + 4))
    (top, left), (bottom, right) = min(board), max(board)
    size = bottom - top + 1
    full = {(row, col) for row in range(top, bottom + 1) for col in range(left, right + 1)}
    if board != full or right - left + 1 != size or not _MIN_SIZE <= size <= _MAX_SIZE:
        raise NotSupportedError(f"penpa: the board must be one full square of {_MIN_SIZE} to {_MAX_SIZE} rows")
    if min(top, left) < 0 or bottom >= rows + 4 or right >= cols + 4:
        raise FormatError("penpa: the list of cells leaves the grid")
    return _Grid(rows, cols, top, left, size)


class _Reader:
    """Reads one drawing into a draft, layer by layer; whatever no layer takes is refused."""

    def __init__(self, draft: Draft, grid: _Grid, drawing: Mapping[str, Any]) -> None:
        self.draft = draft
        self.grid = grid
        self.left = {key: value for key, value in drawing.items() if key not in _HISTORY and value}
        self.found: set[str] = set()

    def read(self) -> None:
        """Take every readable layer, then refuse what is left."""
        self._givens()
        self._lines()
        self._cages()
        self._thermometers()
        self._arrows()
        for key, value in self.left.items():
            if isinstance(value, dict | list) and not any(value):
                continue  # a tool that was opened and left unused
            self.draft.refuse(f"{_count(value)} of the tool {str(key)!r:.30}")

    def _entries(self, key: str) -> Iterator[tuple[str, Any]]:
        """Entries of a layer that maps numbers to marks; the layer is taken."""
        layer = self.left.pop(key, {})
        if not isinstance(layer, dict):
            raise FormatError(f"penpa: the layer {key} cannot be read; copy the whole link")
        yield from layer.items()

    def _paths(self, key: str, what: str) -> Iterator[list[Place]]:
        """Lists of cells of a layer; a list that leaves the board is refused. The layer is taken."""
        layer = self.left.pop(key, [])
        if not isinstance(layer, list) or not all(isinstance(path, list) for path in layer):
            raise FormatError(f"penpa: the layer {key} cannot be read; copy the whole link")
        for path in filter(None, layer):
            cells = [self.grid.cell(index) for index in path]
            if None in cells or len(set(cells)) < len(cells):
                self.draft.refuse(f"{what} that leaves the board or repeats a cell")
            else:
                yield [cell for cell in cells if cell is not None]

    def _givens(self) -> None:
        for index, mark in self._entries("number"):
            cell = self.grid.cell(index)
            shown = _field(mark, 0)
            value = integer(shown)
            if not shown:
                continue
            if cell is None or value is None or not 1 <= value <= self.grid.size or _field(mark, 2) != _NORMAL:
                where = f"in {cell_name(*cell)}" if cell else "outside the board or on a border"
                self.draft.refuse(f"the text {shown!r:.20} {where}")
            else:
                self.draft.givens[cell[0] * self.grid.size + cell[1]] = value

    def _lines(self) -> None:
        """Region borders and diagonals."""
        borders: set[frozenset[Place]] = set()
        strokes: set[frozenset[Place]] = set()
        for key in ("lineE", "freelineE"):
            for index, style in self._entries(key):
                ends = _ends(index, self.grid.vertex)
                if ends is None:
                    self.draft.refuse(f"an edge line that is not on the grid ({index!r:.20})")
                elif _slope(ends) == 0 and _length(ends) == 1 and style in _THICK:
                    borders.add(ends)
                else:
                    strokes.add(ends)
        self._diagonals(strokes, self.grid.size, "edge lines")
        centres: set[frozenset[Place]] = set()
        for key in ("line", "freeline"):
            for index, _ in self._entries(key):
                ends = _ends(index, self.grid.cell)
                if ends is None:
                    self.draft.refuse(f"a line that is not between two cells ({index!r:.20})")
                else:
                    centres.add(ends)
        self._diagonals(centres, self.grid.size - 1, "lines")
        self._regions(borders)

    def _diagonals(self, strokes: set[frozenset[Place]], last: int, what: str) -> None:
        """Main diagonals, drawn in one stroke or step by step; refuses every other stroke."""
        left = set(strokes)
        for rising in (False, True):
            points = [(i, last - i if rising else i) for i in range(last + 1)]
            steps = {frozenset(pair) for pair in pairwise(points)}
            whole = {frozenset((points[0], points[-1]))}
            drawn = next((form for form in (steps, whole) if form <= left), None)
            if drawn:
                left -= drawn
                add_diagonal(self.draft, rising)
                self.found.add("diagonals")
        if left:
            self.draft.refuse(f"{len(left)} {what} that are neither region borders nor main diagonals")

    def _regions(self, borders: set[frozenset[Place]]) -> None:
        """The regions that the thick borders enclose."""
        size = self.grid.size
        pieces = connected(
            [(row, col) for row in range(size) for col in range(size)], lambda a, b: _border(a, b) not in borders
        )
        if len(pieces) != size or any(len(piece) != size for piece in pieces):
            self.draft.refuse(f"thick borders that do not divide the board into {size} regions of {size} cells")
        else:
            self.draft.rules = [*house_rules(pieces, size), *self.draft.rules]

    def _cages(self) -> None:
        """Killer cages; their sums are small numbers in a corner of one of their cells."""
        cages = [sorted(cage) for cage in self._paths("killercages", "a cage")]
        sums: dict[int, int] = {}
        for index, mark in self._entries("numberS"):
            spot = self.grid.quarter(index)
            shown = _field(mark, 0)
            if not shown:
                continue
            owners = [i for i, cage in enumerate(cages) if spot and spot[0] in cage]
            total = integer(shown)
            if spot is None or total is None or len(owners) != 1 or owners[0] in sums:
                where = f"in {cell_name(*spot[0])}" if spot else "outside the board"
                self.draft.refuse(f"the small text {shown!r:.20} {where}, which is not the one sum of one cage")
            else:
                sums[owners[0]] = total
        for i, cage in enumerate(cages):
            self.draft.add("cage", **({"sum": sums[i]} if i in sums else {}), cells=names(cage))
            self.found.add("cages")
        caged = {cell for cage in cages for cell in cage}
        for index, _ in self._entries("cage"):  # the outlines of the cages, or marks of their own
            corners = [self.grid.quarter(part) for part in str(index).split(",")]
            if not all(corner and corner[0] in caged for corner in corners):
                self.draft.refuse("a cage outline without a cage")

    def _thermometers(self) -> None:
        for path in self._paths("thermo", "a thermometer"):
            if _touching(path):
                self.draft.add("line", kind="thermo", cells=names(path))
                self.found.add("thermometers")
            else:
                self.draft.refuse(f"a thermometer at {cell_name(*path[0])} whose cells do not touch")

    def _arrows(self) -> None:
        """Arrows that start on a circle; shafts of one circle make one rule."""
        circles = {}
        others = 0
        for index, mark in self._entries("symbol"):
            cell = self.grid.cell(index)
            if cell and _field(mark, 1).startswith("circle_"):
                circles[cell] = False
            else:
                others += 1
        shafts: dict[Place, list[list[str]]] = {}
        for path in self._paths("arrows", "an arrow"):
            if path[0] in circles and _touching(path):
                circles[path[0]] = True
                shafts.setdefault(path[0], []).append(names(path[1:]))
            else:
                self.draft.refuse(f"an arrow at {cell_name(*path[0])} that does not start on a circle or has gaps")
        for bulb, lines in shafts.items():
            self.draft.add("arrow", bulb=names([bulb]), lines=lines)
            self.found.add("arrows")
        unused = others + sum(not used for used in circles.values())
        if unused:
            self.draft.refuse(f"{unused} symbols that are no circle of an arrow")


def _field(mark: Any, i: int) -> str:
    """Entry ``i`` of a mark such as ``["5", 1, "1"]`` as text; a question mark where there is none."""
    return str(mark[i]).strip() if isinstance(mark, list) and len(mark) > i else "?"


def _count(value: Any) -> str:
    count = len(value) if isinstance(value, dict | list) else 1
    return f"{count} mark{'s' if count > 1 else ''}"


def _ends(index: str, where: Any) -> frozenset[Place] | None:
    """The two different ends of a stroke, or None where one is not on the board."""
    ends = [where(part) for part in index.split(",")]
    return frozenset(ends) if len(ends) == 2 and None not in ends and ends[0] != ends[1] else None


def _slope(ends: Iterable[Place]) -> int:
    (a, b), (c, d) = ends
    return (a - c) * (b - d)


def _length(ends: Iterable[Place]) -> int:
    (a, b), (c, d) = ends
    return max(abs(a - c), abs(b - d))


def _border(a: Place, b: Place) -> frozenset[Place]:
    """The corners at the two ends of the side between neighbours."""
    (row, _), (low, right) = sorted((a, b))
    return frozenset(((low, right), (low + 1, right) if row == low else (low, right + 1)))


def _touching(path: Sequence[Place]) -> bool:
    """Whether a path has two cells or more, each a king's step from the one before."""
    return len(path) > 1 and all(_length(pair) == 1 for pair in pairwise(path))


def _check_text(draft: Draft, text: str, found: set[str]) -> None:
    """Refuse every variant word of the rules text that no readable tool drew, and diagonals without a word."""
    for feature, words in _FEATURES.items():
        said = mentions(text, words)
        if said and feature not in found:
            draft.refuse(f"{feature} (rules text), which are not drawn with the tool for them")
    if "diagonals" in found and not mentions(text, _FEATURES["diagonals"]):
        draft.refuse("drawn diagonals that the rules text does not mention")
    listed = [row[1] for row in UNKNOWN] + [row[1] for row in GLOBALS]
    listed += [kind.words for kind in LINE_KINDS if kind.kind != "thermo"]
    for match in filter(None, [words.search(text) for words in listed]):
        draft.refuse(f"a rule that no readable tool draws (rules text: {match[0]!r:.40})")
    for match in _OTHER_WORDS.finditer(text):
        draft.refuse(f"a rule that no readable tool draws (rules text: {match[0]!r:.40})")
    for sentence in sentences(text):
        if mentions(sentence, _FEATURES["cages"]) and _REPEATS.search(sentence):
            draft.refuse(f"cages in which digits repeat (rules text: {sentence!r:.60})")
