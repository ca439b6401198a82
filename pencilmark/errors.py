"""The named errors of pencilmark: what went wrong, where, and what to do, in one line each."""

from __future__ import annotations


class PencilmarkError(Exception):
    """Base of every error that pencilmark raises on purpose."""


class FormatError(PencilmarkError, ValueError):
    """The input is not a valid puzzle file or string.

    Attributes
    ----------
    path : str
        JSON path of the offending value (``"$.rules[3].cells[0]"``), or ``""`` for plain text.
    """

    def __init__(self, text: str, path: str = "") -> None:
        super().__init__(f"{text} (at {path})" if path else text)
        self.path = path


class NotSupportedError(PencilmarkError, ValueError):
    """The puzzle is valid but cannot be built, or cannot be written, by this version."""


class UnsupportedPuzzle(NotSupportedError):
    """A puzzle of another site holds elements that have no exact counterpart in the sudoku-puzzle format.

    Attributes
    ----------
    elements : tuple of str
        Every such element, with its place.
    """

    def __init__(self, text: str, elements: tuple[str, ...]) -> None:
        super().__init__(text)
        self.elements = elements


class ModelError(PencilmarkError, ValueError):
    """A grader model or one of its parameters is wrong: unknown name, bad value, missing block."""


class StoreError(PencilmarkError, RuntimeError):
    """A file of stored cards cannot be used."""


class NoSolution(PencilmarkError, ValueError):
    """The puzzle has no solution."""


class NotUnique(PencilmarkError, ValueError):
    """The puzzle has more than one solution.

    Attributes
    ----------
    solutions : tuple of tuple of int
        Two different solutions, one digit per cell in cell order.
    """

    def __init__(self, text: str, solutions: tuple[tuple[int, ...], ...] = ()) -> None:
        super().__init__(text)
        self.solutions = solutions


class Undecided(PencilmarkError, RuntimeError):
    """Uniqueness stayed open: the search met its limit and no second solver settled it."""
