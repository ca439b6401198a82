"""The Python files of the project, parsed once for the tests of this folder."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("pencilmark", "fits", "tools")


@cache
def parsed(folders: tuple[str, ...] = PRODUCT) -> tuple[tuple[str, int, ast.Module], ...]:
    """(path from the root, number of lines, syntax tree) of every file below ``folders``."""
    found = []
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            found.append((path.relative_to(ROOT).as_posix(), len(text.splitlines()), ast.parse(text)))
    return tuple(found)


def functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All functions of a file, nested ones included."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def docstring_lines(node: ast.AST) -> int:
    """Lines taken by the docstring of a function, class or module."""
    body = getattr(node, "body", [])
    first = body[0] if body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return (first.end_lineno or first.lineno) - first.lineno + 1
    return 0
