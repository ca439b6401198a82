"""Every notebook, opened and run in a real JupyterLab by a real browser."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import jupytext
import pytest

from .lab import HEIGHT, Lab, browser_path, lab, run_all, screenshots

playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright (the extra dev)")
ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.py"))
SHOTS = ROOT / "out" / "notebooks" / "lab"
BOARDS = re.compile(r"^puzzle$|^card$|boards\(|\.show\(", re.M)
"""Cells that show boards."""
FIGURES = re.compile(r"^notebook\.keep\(|\.figure$", re.M)
"""Cells that show a figure."""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1500)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """JupyterLab on copies, beside what the notebooks read: saving them leaves the project alone."""
    if browser_path() is None:
        pytest.skip("needs Chromium (Debian: apt install chromium)")
    place = tmp_path_factory.mktemp("lab")
    (place / "notebooks").mkdir()
    for script in SCRIPTS:
        shutil.copy(script.with_suffix(".ipynb"), place / "notebooks")
    for name in ("golden", "data"):
        (place / name).symlink_to(ROOT / name)
    with lab(place / "notebooks", place) as running:
        yield running


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_notebook_runs_in_jupyterlab(server: Lab, script: Path) -> None:
    code = [cell.source for cell in jupytext.read(script).cells if cell.cell_type == "code"]
    with playwright.sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=browser_path(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": HEIGHT})
        seen = run_all(page, server, f"{script.stem}.ipynb", seconds=1200)
        files = screenshots(page, SHOTS, script.stem)
        browser.close()
    assert seen.errors == ()
    assert seen.cells == len(code) and seen.not_run == 0
    assert seen.broken == 0
    assert seen.figures == sum(len(FIGURES.findall(source)) for source in code) > 0
    assert seen.boards >= sum(len(BOARDS.findall(source)) for source in code)
    assert files and all(file.stat().st_size > 10_000 for file in files)


def test_an_error_in_a_cell_is_seen(server: Lab) -> None:
    notebook = jupytext.reads("# %%\n1 + 1\n\n# %%\nraise ValueError('seen')\n\n# %%\n2 + 2\n", fmt="py:percent")
    notebook.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    jupytext.write(notebook, server.log.parent / "notebooks" / "faulty.ipynb")
    with playwright.sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=browser_path(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": HEIGHT})
        seen = run_all(page, server, "faulty.ipynb", seconds=120)
        browser.close()
    assert seen.errors == ("ValueError: seen",)
    assert seen.not_run == 1
