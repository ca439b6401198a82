"""Every notebook runs from top to bottom, and its .py and .ipynb say the same."""

from __future__ import annotations

import re
from pathlib import Path

import jupytext
import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "notebooks"
PSEUDONYM = re.compile(r"\b(?=[a-z]*[2-7])[a-z2-7]{12}\b")
"""A player as ``fits.anonymise`` names people: 12 characters of base32."""
SCRIPTS = sorted(FOLDER.glob("[0-9][0-9]_*.py"))


def test_there_are_notebooks() -> None:
    assert SCRIPTS


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_notebook_is_in_step_with_its_script(script: Path) -> None:
    notebook = nbformat.read(script.with_suffix(".ipynb"), as_version=4)
    wanted = [(cell.cell_type, cell.source.strip()) for cell in jupytext.read(script).cells]
    found = [(cell.cell_type, cell.source.strip()) for cell in notebook.cells]
    assert found == wanted, "run: python -m tools.make_notebooks"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_stored_outputs_hold_no_error_and_no_pseudonym(script: Path) -> None:
    notebook = nbformat.read(script.with_suffix(".ipynb"), as_version=4)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert not [output for output in outputs if output.output_type == "error"]
    for output in outputs:
        texts = [
            output.get("text", ""),
            *(output.get("data", {}).get(kind, "") for kind in ("text/plain", "text/html")),
        ]
        assert not [found for text in texts if (found := PSEUDONYM.search(text))]


def test_a_pseudonym_would_be_seen() -> None:
    assert PSEUDONYM.search("<td>k3xq7ab2mzdu</td>")
    assert not PSEUDONYM.search("distribution p016 classic-30 minutes_ratio")


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_notebook_runs(script: Path) -> None:
    notebook = jupytext.read(script)
    NotebookClient(
        notebook, timeout=900, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}}
    ).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert outputs
    assert not [output for output in outputs if output.output_type == "error"]
