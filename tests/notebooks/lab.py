"""A real JupyterLab in a headless Chromium: start, open a notebook, run all cells, read what is shown."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
HEIGHT = 1_000
"""Pixels of a window that shows a part of a notebook at a time."""
SETTINGS = (
    "--ServerApp.open_browser=False",
    "--ServerApp.port_retries=0",
    "--LabApp.expose_app_in_browser=True",
)


@dataclass(frozen=True)
class Lab:
    """A running server."""

    url: str
    token: str
    log: Path


@dataclass(frozen=True)
class Seen:
    """What the page of a notebook shows after a run."""

    cells: int
    not_run: int
    errors: tuple[str, ...]
    boards: int
    figures: int
    broken: int


def browser_path() -> str | None:
    """The system's Chromium, None where there is none."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


@contextmanager
def lab(folder: Path, scratch: Path) -> Iterator[Lab]:
    """A server on a free port for the notebooks of a folder, with its settings and logs in ``scratch``."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    token = secrets.token_hex(16)
    homes = ("JUPYTER_CONFIG_DIR", "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR", "JUPYTER_RUNTIME_DIR")
    env = {**os.environ, "JUPYTER_TOKEN": token, **{name: str(scratch / name.lower()) for name in homes}}
    quiet = (
        scratch / "jupyterlab_settings_dir" / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    )
    quiet.parent.mkdir(parents=True)
    quiet.write_text('{"fetchNews": "false", "checkForUpdates": false}', encoding="utf-8")
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}", f"--ServerApp.port={port}"]
    root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    log = scratch / "jupyterlab.log"
    with log.open("w", encoding="utf-8") as sink:
        server = subprocess.Popen([*command, *SETTINGS, *root], env=env, stdout=sink, stderr=subprocess.STDOUT)
        try:
            running = Lab(f"http://127.0.0.1:{port}", token, log)
            _wait_for(running, server)
            yield running
        finally:
            server.terminate()
            server.wait(timeout=30)


def _wait_for(running: Lab, server: subprocess.Popen[bytes], seconds: float = 60.0) -> None:
    request = urllib.request.Request(f"{running.url}/api/status", headers={"Authorization": f"token {running.token}"})
    end = time.monotonic() + seconds
    while time.monotonic() < end and server.poll() is None:
        try:
            urllib.request.urlopen(request, timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not start: {running.log.read_text(encoding='utf-8')[-2000:]}")


def run_all(page: Page, running: Lab, name: str, seconds: float) -> Seen:
    """Open a notebook without its stored outputs, run all its cells by the menu, and wait until the kernel is idle."""
    page.goto(f"{running.url}/lab/tree/{name}?reset&token={running.token}")
    page.wait_for_selector(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Cell", timeout=60_000)
    page.wait_for_function(
        "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel", timeout=60_000
    )
    # Not awaited: the command waits for the dialog that the next line answers.
    page.evaluate("() => { window.jupyterapp.commands.execute('notebook:restart-clear-output') }")
    page.locator(".jp-Dialog .jp-mod-accept").click()
    page.wait_for_function("() => !document.querySelector('.jp-NotebookPanel .jp-OutputArea-output')", timeout=30_000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.wait_for_function(_FINISHED, timeout=seconds * 1000)
    return _read(page)


def screenshots(page: Page, folder: Path, stem: str) -> list[Path]:
    """Pictures of the whole notebook, one window height each."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{stem}-*.png"):
        old.unlink()
    files: list[Path] = []
    for k in _windows(page):
        page.wait_for_timeout(400)
        files.append(folder / f"{stem}-{k + 1:02d}.png")
        page.screenshot(path=str(files[-1]))
    return files


def _windows(page: Page) -> Iterator[int]:
    """Scroll from top to end, a window at a time; heights are known only once cells have been drawn."""
    step = int(page.evaluate(f"() => {_SCROLLER}.clientHeight"))
    for k in range(200):
        page.evaluate(f"y => {{ {_SCROLLER}.scrollTop = y }}", k * step)
        page.wait_for_timeout(250)
        yield k
        if page.evaluate(_AT_END):
            return


_SCROLLER = "document.querySelector('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-WindowedPanel-outer')"
_AT_END = f"() => {_SCROLLER}.querySelector('.jp-Notebook-footer').getBoundingClientRect().top < {HEIGHT}"
# All code cells have a number, or one has failed, and nothing is left to do.
_FINISHED = """() => {
  const widget = window.jupyterapp.shell.currentWidget;
  const cells = [...widget.content.model.cells].filter(c => c.type === 'code');
  const outputs = c => [...Array(c.outputs.length).keys()].map(i => c.outputs.get(i));
  const failed = cells.some(c => outputs(c).some(o => o.type === 'error'));
  const done = c => c.executionCount !== null && c.executionState !== 'running';
  const all = cells.every(c => done(c) || !c.sharedModel.source.trim());
  return widget.sessionContext.session.kernel.status === 'idle' && (failed || all);
}"""
_ERRORS = """() => {
  const found = [];
  for (const c of window.jupyterapp.shell.currentWidget.content.model.cells) {
    if (c.type !== 'code') continue;
    for (let i = 0; i < c.outputs.length; i++) {
      const o = c.outputs.get(i).toJSON();
      if (o.output_type === 'error') found.push(o.ename + ': ' + o.evalue);
    }
  }
  return found;
}"""


def _read(page: Page) -> Seen:
    """Scroll through the notebook, since cells out of sight may not be drawn, and count what is visible."""
    boards: set[str] = set()
    figures: set[str] = set()
    broken: set[str] = set()
    for _ in _windows(page):
        for kind, key, good in page.evaluate(_VISIBLE):
            (broken if not good else boards if kind == "svg" else figures).add(key)
    numbers = page.evaluate(
        "() => [...window.jupyterapp.shell.currentWidget.content.model.cells]"
        ".filter(c => c.type === 'code' && c.sharedModel.source.trim()).map(c => c.executionCount)"
    )
    return Seen(
        cells=len(numbers),
        not_run=sum(number is None for number in numbers),
        errors=tuple(page.evaluate(_ERRORS)),
        boards=len(boards),
        figures=len(figures),
        broken=len(broken),
    )


# Every picture among the outputs: kind, something that tells it from others, whether it has a size and is painted.
# An SVG is shown in place, or as an image that holds it.
_VISIBLE = """() => [...document.querySelectorAll('.jp-OutputArea-output svg, .jp-OutputArea-output img')].map(e => {
  const box = e.getBoundingClientRect();
  const large = box.width > 50 && box.height > 50;
  if (e.tagName.toLowerCase() === 'svg')
    return ['svg', e.outerHTML.slice(0, 20000), large && e.querySelectorAll('text, path, rect').length > 5];
  const kind = e.src.startsWith('data:image/svg') ? 'svg' : 'img';
  return [kind, e.src.slice(0, 20000), large && e.complete && e.naturalWidth > 50];
})"""
