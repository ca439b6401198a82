"""The page of public names: signature and docstring of each, and of the public members of classes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import PurePath
from types import ModuleType
from typing import Any

import fits
import pencilmark

from .markdown import anchor, docstring

MODULES: tuple[ModuleType, ...] = (pencilmark, fits)
WIDTH = 110
"""Characters of a signature that stay on one line."""
_UNSAYABLE = re.compile(r"<[^<>]*>")
"""A default without a literal: ``<factory>``, an object with its address."""


def page() -> str:
    """The whole page."""
    lines = ["# Public names", "", "Signatures and docstrings of everything in `__all__`.", ""]
    for module in MODULES:
        lines += [f"- **{module.__name__}**: " + ", ".join(_link(module, name) for name in sorted(module.__all__))]
    for module in MODULES:
        lines += ["", f"## {module.__name__}", "", *docstring(module.__doc__)]
        for name in sorted(module.__all__):
            lines += ["", *_entry(module, name)]
    return "\n".join(lines) + "\n"


def _link(module: ModuleType, name: str) -> str:
    return f"[{name}](#{anchor(_title(module, name))})"


def _title(module: ModuleType, name: str) -> str:
    return f"{module.__name__}.{name}"


def _entry(module: ModuleType, name: str) -> Iterator[str]:
    made = getattr(module, name)
    yield from (f"### {_title(module, name)}", "")
    shown = isinstance(made, type) and issubclass(made, BaseException)
    if not shown:
        yield from ("```python", *_signature(name, made), "```", "")
    yield from docstring(_doc(made))
    if isinstance(made, type):
        for member, what in _members(made):
            yield from ("", *_member(member, what))


def _doc(made: Any) -> str:
    """The docstring someone wrote; a record without one has its signature there."""
    doc = str(made.__doc__ or "")
    return "" if isinstance(made, type) and doc.startswith(f"{made.__name__}(") else doc


def _members(cls: type) -> Iterator[tuple[str, Any]]:
    """Public methods and properties that a class defines itself and says something about."""
    for name, what in vars(cls).items():
        plain = what.__func__ if isinstance(what, classmethod | staticmethod) else what
        if not name.startswith("_") and isinstance(plain, property | cached_property) | inspect.isfunction(plain):
            yield name, what


def _member(name: str, what: Any) -> Iterator[str]:
    plain = what.__func__ if isinstance(what, classmethod | staticmethod) else what
    yield from (f"#### .{name}", "")
    if not isinstance(plain, property | cached_property):
        yield from ("```python", *_signature(name, plain, bound=True), "```", "")
    yield from docstring(plain.__doc__)


def _signature(name: str, made: Any, bound: bool = False) -> list[str]:
    """A call as one writes it, a parameter per line where it is long."""
    signature = inspect.signature(made)
    stars: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    parts: list[str] = []
    for parameter in list(signature.parameters.values())[1 if bound and _has_self(signature) else 0 :]:
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and not any(p.startswith("*") for p in parts):
            parts.append("*")
        parts.append(stars.get(parameter.kind, "") + _parameter(parameter))
    answer = (
        "" if isinstance(made, type) or signature.return_annotation is signature.empty else signature.return_annotation
    )
    arrow = f" -> {_annotation(answer)}" if answer != "" else ""
    line = f"{name}({', '.join(parts)}){arrow}"
    if len(line) <= WIDTH:
        return [line]
    return [f"{name}(", *(f"    {part}," for part in parts), f"){arrow}"]


def _has_self(signature: inspect.Signature) -> bool:
    return next(iter(signature.parameters), "") in ("self", "cls")


def _parameter(parameter: inspect.Parameter) -> str:
    text = parameter.name
    if parameter.annotation is not parameter.empty:
        text += f": {_annotation(parameter.annotation)}"
    if parameter.default is not parameter.empty:
        text += f" = {_default(parameter.default)}" if ":" in text else f"={_default(parameter.default)}"
    return text


def _default(value: Any) -> str:
    """A default value; a path of this machine, what has an address, or what is long, is not spelled out."""
    if isinstance(value, PurePath):
        return "…"
    shown = _UNSAYABLE.sub("…", repr(value))
    return shown if len(shown) <= 60 else "…"


def _annotation(annotation: Any) -> str:
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
