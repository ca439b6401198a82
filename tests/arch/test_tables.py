"""Every row of the technique tables has its counterpart, and the special-case relation is an order."""

from __future__ import annotations

from pencilmark import tables
from pencilmark.engine.session import idle
from pencilmark.loaders import load
from pencilmark.techniques import INDEX, TECHNIQUES


def test_codes_and_techniques_name_each_other() -> None:
    listed = set(tables.codes())
    used = {shape.code for shape in tables.shapes()}
    assert listed == used


def test_special_cases_are_written_as_codes() -> None:
    # A parent may be a code that has no technique here yet; the relation is still worth recording.
    parents = [parent for row in tables.codes().values() for parent in row.subset_of]
    assert not [parent for parent in parents if not (len(parent) == 3 and parent.isupper())]


def test_no_code_is_a_special_case_of_itself() -> None:
    assert not [code for code in tables.codes() if code in tables.generalisations(code)]


def test_bands_are_known() -> None:
    assert {shape.band for shape in tables.shapes()} <= set(range(len(tables.BANDS)))


def test_special_case_is_never_harder_than_everything_it_is_a_case_of() -> None:
    # A locked pair is both a naked pair and an easier pointing move, so only the hardest parent counts. Set theory is
    # one technique in two bands: its plain form is easier than the rings of Phistomefel.
    bands = {code: {shape.band for shape in tables.shapes() if shape.code == code} for code in tables.codes()}
    harder = []
    for code in tables.codes():
        parents = tables.generalisations(code) & bands.keys()
        if parents and min(bands[code]) > max(max(bands[parent]) for parent in parents):
            harder.append(code)
    assert set(harder) <= {"PHI", "PHV"}


def test_every_row_is_found_by_a_technique_of_the_engine() -> None:
    assert {shape.engine for shape in tables.shapes()} == INDEX.keys()


def test_techniques_of_rules_are_not_asked_on_a_classic() -> None:
    classic = load("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    assert idle(classic) == {t.engine for t in TECHNIQUES if t.needs}
