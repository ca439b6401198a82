"""The named errors of fits: one line each, saying what is wrong, in which rows, and what to do."""

from __future__ import annotations

from collections.abc import Sequence

from pencilmark.errors import PencilmarkError

SHOWN_ROWS = 5


class DatasetError(PencilmarkError, ValueError):
    """A data file or table cannot be used as it is.

    Attributes
    ----------
    rows : tuple of int
        1-based data rows (the header is not counted) that show the fault; empty when the fault is not in single rows.
    """

    def __init__(self, text: str, rows: Sequence[int] = ()) -> None:
        self.rows = tuple(int(row) for row in rows)
        if self.rows:
            shown = ", ".join(str(row) for row in self.rows[:SHOWN_ROWS])
            more = f" and {len(self.rows) - SHOWN_ROWS} more" if len(self.rows) > SHOWN_ROWS else ""
            word = "row" if len(self.rows) == 1 else "rows"
            text = f"{text} ({word} {shown}{more})"
        super().__init__(text)


class FitError(PencilmarkError, RuntimeError):
    """A fit did not converge, or its restarts disagree: the numbers must not be used."""
