"""House rules a reviewer would otherwise have to look for: no print, docstrings, no machine paths."""

from __future__ import annotations

import ast
import re
import subprocess

import pytest

from .sources import ROOT, docstring_lines, functions, parsed


def test_pencilmark_and_fits_never_print() -> None:
    found = [
        f"{path}:{node.lineno}"
        for path, _, tree in parsed(("pencilmark", "fits"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert not found


def test_every_public_name_has_a_docstring() -> None:
    missing = []
    for path, _, tree in parsed():
        if not docstring_lines(tree) and tree.body:
            missing.append(path)
        for node in tree.body:
            public = isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
            if public and not docstring_lines(node):
                missing.append(f"{path}:{node.lineno} {node.name}")
    assert not missing


def test_every_function_is_annotated() -> None:
    bare = [
        f"{path}:{node.lineno} {node.name}"
        for path, _, tree in parsed()
        for node in functions(tree)
        if node.returns is None
    ]
    assert not bare


def test_no_unfinished_work_is_left() -> None:
    words = re.compile(r"\b(TODO|FIXME|XXX)\b")
    found = [
        f"{path}:{number}"
        for path, _, _ in parsed()
        for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), 1)
        if words.search(line)
    ]
    assert not found


def test_lock_file_names_no_address() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in lock
    assert not re.search(r"^--", lock, re.M)
    pins = re.findall(r"^[A-Za-z0-9_.-]+(?:\[.*\])?==", lock, re.M)
    assert len(pins) > 50


def test_tracked_files_name_no_home_folder() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    here = f"{ROOT.parent.as_posix()}/"
    listed = subprocess.run(["git", "grep", "-lF", here], cwd=ROOT, capture_output=True, text=True, check=False)
    assert not listed.stdout.split()
