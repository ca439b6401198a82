"""The structural prior prices every technique, in an order that makes sense."""

from __future__ import annotations

from pathlib import Path

import pytest

from fits.errors import FitError
from fits.price_prior import CHAINS, price_prior
from pencilmark.scoring import DESC_NAMES, META_NAMES, TAKE_NOTES
from pencilmark.tables import shapes


def test_every_technique_has_a_price() -> None:
    prior = price_prior()
    assert set(prior.price) == {s.technique for s in shapes()} | {TAKE_NOTES}
    assert min(prior.price.values()) == prior.price["Full House"] == 1.0


@pytest.mark.parametrize(
    ("easier", "harder"),
    [
        ("Full House", "Hidden Single (box)"),
        ("Hidden Single (box)", "Hidden Single (line)"),
        ("Hidden Single (line)", "Naked Single"),
        ("Naked Single", "Pointing"),
        ("Pointing", "Naked Pair"),
        ("Naked Pair", "Naked Triple"),
        ("Naked Triple", "Naked Quad"),
        ("X-Wing", "Swordfish"),
        ("Swordfish", "Jellyfish"),
        ("Finned X-Wing", "Finned Swordfish"),
        ("Y-Wing", "XYZ-Wing"),
        ("XYZ-Wing", "AIC"),
        ("AIC", "Cell Forcing Chain"),
        ("Cell Forcing Chain", "Cell Forcing Net"),
        ("Cell Forcing Net", "Trial and Error"),
    ],
)
def test_prices_rise_with_difficulty(easier: str, harder: str) -> None:
    price = price_prior().price
    assert price[easier] < price[harder]


def test_longer_chains_are_dearer() -> None:
    prior = price_prior()
    theta = dict(zip(META_NAMES + DESC_NAMES, prior.theta, strict=True))
    assert theta["chain_length"] > 0
    assert set(prior.params()["meta_priced"]) <= set(CHAINS)


def test_a_rating_of_no_technique_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "ratings.csv"
    file.write_text("technique,se,hodoku\nSquirmbag,5,470\n", encoding="utf-8")
    with pytest.raises(FitError, match="Squirmbag"):
        price_prior(file)
