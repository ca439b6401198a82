"""Files and functions stay small enough to read in one go."""

from __future__ import annotations

from .sources import PRODUCT, docstring_lines, functions, parsed

MAX_FILE = 600
MAX_FUNCTION = 50


def test_files_have_at_most_600_lines() -> None:
    long = [f"{path}: {lines} lines" for path, lines, _ in parsed((*PRODUCT, "tests")) if lines > MAX_FILE]
    assert not long


def test_functions_have_at_most_50_lines_without_docstring() -> None:
    long = []
    for path, _, tree in parsed():
        for node in functions(tree):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1 - docstring_lines(node)
            if lines > MAX_FUNCTION:
                long.append(f"{path}:{node.lineno} {node.name}: {lines} lines")
    assert not long
