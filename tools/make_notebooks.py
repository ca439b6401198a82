"""Execute the scripts of notebooks/ and write each beside itself as .ipynb: ``python -m tools.make_notebooks``."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

PROGRESS = re.compile(r"[a-z0-9 ]+: [\d,]+ of [\d,]+")
"""Lines of ``fits.notebook.progress``: they tell how this machine got on, so they are not kept."""
FOLDER = Path(__file__).resolve().parent.parent / "notebooks"


def make(script: Path) -> Path:
    """Run one percent script; returns the notebook with its outputs.

    Cell ids are numbers, run times and lines of progress are left out: the same script and engine give the same file.
    """
    notebook = jupytext.read(script)
    client = NotebookClient(
        notebook,
        timeout=600,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(FOLDER)}},
    )
    client.execute()
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number:02d}"
        if "outputs" in cell:
            cell.outputs = [output for output in cell.outputs if not _is_progress(output)]
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    target = script.with_suffix(".ipynb")
    nbformat.write(notebook, target)
    return target


def _is_progress(output: nbformat.NotebookNode) -> bool:
    lines = output.get("text", "").splitlines()
    return output.output_type == "stream" and all(PROGRESS.fullmatch(line.strip()) for line in lines if line.strip())


def main(names: list[str]) -> None:
    """Make the notebooks whose name contains one of ``names``, or all."""
    for script in sorted(FOLDER.glob("[0-9][0-9]_*.py")):
        if not names or any(name in script.stem for name in names):
            print(make(script).relative_to(FOLDER.parent))


if __name__ == "__main__":
    main(sys.argv[1:])
