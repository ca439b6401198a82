"""Features of cards, and the cache that spares grading them again."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import fits.features
from fits.features import attach, model_hash
from pencilmark import default, rate

GRIDS = pd.Series(
    {
        "a": "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
        "b": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    }
)


def test_features_agree_with_cards() -> None:
    table = attach(GRIDS, cache=None)
    for name, text in GRIDS.items():
        card = rate(text, fields=["difficulty", "band_index"])
        assert round(float(table.loc[name, "difficulty"]), 1) == card["difficulty"]
        assert table.loc[name, "band_index"] == card["band_index"]
    shares = table.filter(like="share_")
    assert shares.sum(axis=1).tolist() == pytest.approx([1.0, 1.0])
    assert (table["n_steps"] >= table["empty_cells"]).all()


def test_symmetric_copies_share_their_group() -> None:
    rows = [GRIDS["a"][9 * r : 9 * r + 9] for r in range(9)]
    turned = "".join("".join(row[c] for row in rows) for c in range(9))
    table = attach(pd.Series({"a": GRIDS["a"], "turned": turned, "b": GRIDS["b"]}), cache=None)
    assert table.loc["a", "group_key"] == table.loc["turned", "group_key"] != table.loc["b", "group_key"]
    assert table.loc["a", "difficulty"] == table.loc["turned", "difficulty"]


def test_only_route_and_prices_miss_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = attach(GRIDS, cache=tmp_path / "features.sqlite")
    monkeypatch.setattr(fits.features, "features_of", lambda *_: pytest.fail("graded again"))
    pd.testing.assert_frame_equal(first, attach(GRIDS, cache=tmp_path / "features.sqlite"))
    other = default().with_overrides({"time.k_effort": 0.1, "score.map.A": "x2"})
    again = attach(GRIDS, other, cache=tmp_path / "features.sqlite")
    assert (again["difficulty"] > first["difficulty"]).all()
    assert model_hash(default().with_overrides({"route.phi": 1.5})) != model_hash(default())
    with pytest.raises(pytest.fail.Exception, match="graded again"):
        attach(GRIDS, default().with_overrides({"route.phi": 1.5}), cache=tmp_path / "features.sqlite")
