"""A card as notebooks show it, as docs/card.png for the README: ``python -m tools.card_picture`` (needs Chromium)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pandas as pd
from playwright.sync_api import sync_playwright

import pencilmark as pm

ROOT = Path(__file__).resolve().parent.parent
PUZZLE = "classic-44"
FIELDS = ["difficulty", "time", "time_p80", "band", "contains", "notes"]
PAGE = '<body style="margin:14px;background:white;font-family:DejaVu Sans,sans-serif;width:900px">{}</body>'


def main() -> None:
    """Rate the puzzle, show its card in a headless browser, keep what is seen."""
    puzzle = pd.read_csv(ROOT / "golden" / "puzzles" / "classic.csv", index_col="id")["puzzle"][PUZZLE]
    card = pm.rate(puzzle, fields=FIELDS)
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 928, "height": 100}, device_scale_factor=1.5)
        page.set_content(PAGE.format(card._repr_html_()))
        page.screenshot(path=ROOT / "docs" / "card.png", full_page=True)
        browser.close()


if __name__ == "__main__":
    main()
