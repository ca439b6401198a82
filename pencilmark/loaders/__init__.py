"""Foreign formats -> Puzzle: ``load`` takes whatever a caller has, ``from_string`` plain strings."""

from __future__ import annotations

from .entry import is_foreign_text, load
from .ipuz import write as to_ipuz
from .text import from_string, to_string

__all__ = ["from_string", "is_foreign_text", "load", "to_ipuz", "to_string"]
