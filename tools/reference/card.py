"""The page of the card: its keys, those of its lists, and the publishing checks."""

from __future__ import annotations

from collections.abc import Sequence

from pencilmark import publish_flags
from pencilmark.fields import BY_DEFAULT, CONTAINED, FIELDS, NOTED, STEPPED, Field
from pencilmark.tables import BANDS

from .markdown import docstring, table

HEAD = ("key", "when", "holds", "meaning")


def page() -> str:
    """The whole page."""
    default = ", ".join(f"`{field.name}`" for field in FIELDS if field.asked == BY_DEFAULT)
    lines = [
        "# The card", "",
        f"What `pm.rate` returns and `pencilmark rate --json` prints. Without a field mask a card has {default} and "
        "the keys that are always there; `fields=[…]` gives exactly the named ones, and only what they need is "
        "computed.", "",
        *_keys(FIELDS), "",
        "The bands, from 0: " + ", ".join(BANDS) + ". `Unknown` means that a guess or a time limit came first.", "",
        "## An entry of contains", "", *_keys(CONTAINED), "",
        "Codes and names: [techniques](techniques.md).", "",
        "## An entry of notes", "", *_keys(NOTED), "",
        "## An entry of steps", "", *_keys(STEPPED), "",
        "## Publishing checks", "", *docstring(publish_flags.__doc__), "",
        "## Changing the checks", "", "`quality=` of `pm.rate`.", "",
        *docstring(publish_flags.quality_limits.__doc__),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _keys(fields: Sequence[Field]) -> list[str]:
    return table(HEAD, [(f"`{f.name}`", f.asked, f.kind, f.meaning) for f in fields])
