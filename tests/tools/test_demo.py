"""The demo page is complete and is one file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import demo


@pytest.mark.slow
def test_demo_page_holds_cards_refit_and_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "demo" / "report.html"
    monkeypatch.setattr(demo, "ROOT", tmp_path)
    monkeypatch.setattr(demo, "PAGE", page)
    demo.main()
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 7, "one board per band"
    assert "time.k_effort" in text
    assert text.count("data:image/png;base64,") >= 8
    assert "http://" not in text.replace("http://www.w3.org", "")
