"""The page of rule kinds: what each says, how a document writes it, how it is drawn."""

from __future__ import annotations

import json
from collections.abc import Iterator

from msgspec.structs import fields

from pencilmark.rules import REGISTRY
from pencilmark.rules.base import COSMETIC, Rule
from pencilmark.variants import describe, rules_text

from ..gen_gallery import file_name, sample
from .markdown import anchor, docstring, table


def page() -> str:
    """The whole page."""
    lines = [
        "# Rules", "",
        "Every rule kind of a [sudoku-puzzle document](../sudoku-puzzle.schema.json), in the order in which `describe` "
        "names them. Any rule may also carry " + ", ".join(f"`{key}`" for key in COSMETIC) + ", which never change its "
        "meaning.", "",
        *table(("rule", "type", "meaning"), map(_row, REGISTRY)),
    ]  # fmt: skip
    for cls in REGISTRY:
        lines += ["", *_section(cls)]
    return "\n".join(lines) + "\n"


def title(cls: type[Rule]) -> str:
    """How the page calls a kind."""
    return cls.NAME or _tag(cls)


def _tag(cls: type[Rule]) -> str:
    return str(cls.__struct_config__.tag)


def _row(cls: type[Rule]) -> tuple[str, str, str]:
    return f"[{title(cls)}](#{anchor(_heading(cls))})", f"`{_tag(cls)}`", docstring(cls.__doc__)[0]


def _heading(cls: type[Rule]) -> str:
    names = ", ".join((_tag(cls), *cls.KINDS))
    return f"{cls.NAME} ({names})" if cls.NAME else names


def _section(cls: type[Rule]) -> Iterator[str]:
    example = cls.examples()
    rule = example.valid[0]
    told = describe(sample(cls, rule))
    yield from (f"## {_heading(cls)}", "", *docstring(cls.__doc__), "")
    yield from ("In a document:", "", "```json", json.dumps(rule, ensure_ascii=False), "```", "")
    yield from (f"Keys: {', '.join(_keys(cls))}.", "")
    yield from ("Rules text:", "", *(f"> {line}  " for line in rules_text(told).split("\n")), "")
    yield f"![{title(cls)}](../gallery/{file_name(cls)}.svg)"


def _keys(cls: type[Rule]) -> Iterator[str]:
    yield "`type`"
    for field in fields(cls):
        if field.name not in COSMETIC:
            yield f"`{field.encode_name}`" + ("" if field.required else " (optional)")
