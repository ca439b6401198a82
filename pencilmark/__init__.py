"""pencilmark: how hard a sudoku is for people, how long it takes them, and why.

Every public name is loaded on first use, so that ``import pencilmark`` stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .batch import rate_many
    from .board import cell_name
    from .draw import board_svg
    from .errors import (
        FormatError,
        ModelError,
        NoSolution,
        NotSupportedError,
        NotUnique,
        PencilmarkError,
        Undecided,
        UnsupportedPuzzle,
    )
    from .exchange import dumps, fingerprint, json_schema, validate
    from .export import rate, solve, to_export
    from .grader_model import GraderModel, default, use
    from .loaders import from_string, load, to_string
    from .puzzle import Puzzle
    from .store import CardStore
    from .variants import describe, preset_rules, rules_text

__version__ = "1.1.0.dev0"

__all__ = [
    "CardStore", "FormatError", "GraderModel", "ModelError", "NoSolution", "NotSupportedError", "NotUnique",
    "PencilmarkError", "Puzzle", "Undecided", "UnsupportedPuzzle", "board_svg", "cell_name", "default", "describe",
    "dumps", "fingerprint", "from_string", "json_schema", "load", "preset_rules", "rate", "rate_many", "rules_text",
    "solve", "to_export", "to_string", "use", "validate",
]  # fmt: skip

_HOMES = {
    "batch": "rate_many",
    "board": "cell_name",
    "draw": "board_svg",
    "errors": "FormatError ModelError NoSolution NotSupportedError NotUnique PencilmarkError Undecided "
    "UnsupportedPuzzle",
    "exchange": "dumps fingerprint json_schema validate",
    "export": "rate solve to_export",
    "grader_model": "GraderModel default use",
    "loaders": "from_string load to_string",
    "puzzle": "Puzzle",
    "store": "CardStore",
    "variants": "describe preset_rules rules_text",
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names.split():
            return getattr(import_module(f".{home}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
