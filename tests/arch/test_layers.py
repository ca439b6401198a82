"""The import contracts of pyproject.toml hold."""

from __future__ import annotations

from importlinter import cli


def test_import_contracts_hold() -> None:
    assert cli.lint_imports(cache_dir=None) == cli.EXIT_STATUS_SUCCESS
