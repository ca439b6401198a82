"""Gates refuse what must not ship: each is shown with a candidate that fails it, beside one that passes all."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fits import Case, DatasetError, accept, gates
from fits.gates import GATES
from fits.shipped import FILES
from pencilmark.tables import DATA

from .test_cli import call

GRIDS = {
    "easy": "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "hard": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
}
COVER = {"p20": 0.21, "p50": 0.49, "p80": 0.81, "p95": 0.94}
Doc = dict[str, Any]


def shipped(name: str) -> Doc:
    doc: Doc = json.loads((DATA / name).read_text(encoding="utf-8"))
    doc["provenance"]["git_dirty"] = False
    return doc


def row(model: str, log_score: float, mae: float, rho: float, lead: float = 0.0) -> list[Doc]:
    """Figures of one model; ``lead`` = how far the first model's log score is above it at least."""
    none = {"lo": None, "hi": None, "diff_hi": None}
    return [
        {"model": model, "metric": "log_score", "value": log_score, "diff": lead, "diff_lo": lead, **none},
        {"model": model, "metric": "mae", "value": mae, "diff": 0.2 - mae, "diff_lo": None, **none},
        {"model": model, "metric": "spearman", "value": rho, "diff": 0.0, "diff_lo": None, **none},
    ]


def report(**changes: float) -> Doc:
    table = row("model", -0.70, 0.20, changes.get("rho", 0.75))
    table += row("shipped", -0.72, changes.get("shipped_mae", 0.21), 0.70, changes.get("lead", 0.01))
    table += row("RD + ln empty", -0.8, 0.244, 0.63) + row("null (mean)", -0.9, 0.32, 0.0)
    return {"table": table, "coverage": {"model": COVER | {"p50": changes.get("p50", 0.49)}}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    golden = tmp_path_factory.mktemp("golden")
    (golden / "puzzles").mkdir()
    lines = ["id,puzzle", *(f"{name},{text}" for name, text in GRIDS.items())]
    (golden / "puzzles" / "classic.csv").write_text("\n".join(lines))
    return golden


@pytest.fixture
def good(folder: Path) -> Case:
    """A candidate that passes everything: the shipped files, hardly changed, with figures as one would wish."""
    documents = {name: shipped(name) for name in FILES}
    documents["card_score.json"]["map"]["B"] += 0.08  # as shipped, nearly finished grids get 0.53 instead of 0.5
    return Case(
        documents, report(), folder, {"person": "A. Tester"}, recovery=True, cache=folder / "features.sqlite"
    )  # fmt: skip


def changed(case: Case, name: str, path: str, value: object) -> Case:
    """The case with one value of one document replaced; None removes it."""
    doc = json.loads(json.dumps(case.documents[name]))
    *keys, last = path.split(".")
    at = doc
    for key in keys:
        at = at[key]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return replace(case, documents={**case.documents, name: doc})


def test_good_candidate_passes_every_gate_and_is_written(good: Case, tmp_path: Path) -> None:
    target = tmp_path / "not there yet"
    found = accept(good, target=target)
    assert found.passed, str(found.summary())
    for name in FILES:
        doc = json.loads((target / name).read_text(encoding="utf-8"))
        assert doc["provenance"]["gates"] == dict.fromkeys(GATES, "pass")
        assert doc["provenance"]["reviewed_by"] == "A. Tester"
        assert {key: doc[key] for key in doc if key != "provenance"} == {
            key: value for key, value in good.documents[name].items() if key != "provenance"
        }


WORSE = report(shipped_mae=0.15, lead=-0.02)
REFUSED = {
    "missing provenance": ("G0", lambda c: changed(c, "time_model.json", "provenance", None)),
    "half a provenance": ("G0", lambda c: changed(c, "time_model.json", "provenance.packages", None)),
    "uncommitted sources": ("G0", lambda c: changed(c, "params.json", "provenance.git_dirty", True)),
    "missing parameter": ("G0", lambda c: changed(c, "time_model.json", "k_effort", None)),
    "recovery not run": ("G1", lambda c: replace(c, recovery=None)),
    "recovery fails": ("G1", lambda c: replace(c, recovery=False)),
    "worse model": ("G2", lambda c: replace(c, report=WORSE)),
    "no report": ("G2", lambda c: replace(c, report={})),
    "badly calibrated": ("G3", lambda c: replace(c, report=report(p50=0.56))),
    "loses to a baseline": ("G4", lambda c: replace(c, report=report(rho=0.6))),
    "falling map": ("G5", lambda c: changed(c, "card_score.json", "map.A", -1.3)),
    "flat map": ("G5", lambda c: changed(c, "card_score.json", "map.A", 1e-30)),
    "times half as long": ("G6", lambda c: changed(c, "time_model.json", "minutes_per_unit", 3.0)),
    "difficulties twice as high": ("G6", lambda c: changed(c, "card_score.json", "map.B", -6.0)),
    "no golden puzzles": ("G6", lambda c: replace(c, golden=None)),
    "price jumps": ("G7", lambda c: changed(c, "params.json", "price.Swordfish", 5000.0)),
    "halves disagree": ("G7", lambda c: changed(c, "params.json", "provenance.sensitivity", {"halves_apart_se": 3.6})),
    "nobody signed": ("G8", lambda c: replace(c, review={})),
    "another model signed": ("G8", lambda c: replace(c, review={**c.review, "models": {"params.json": "0" * 64}})),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_candidate_is_refused_and_nothing_is_written(name: str, good: Case, tmp_path: Path) -> None:
    gate, spoil = REFUSED[name]
    found = accept(spoil(good), target=tmp_path)
    assert gate in found.failing, str(found.summary())
    assert list(tmp_path.iterdir()) == []


def test_candidate_that_moves_a_golden_band_is_refused(good: Case, tmp_path: Path) -> None:
    case = replace(good)
    moved = case.moved.assign(band_index_new=case.moved["band_index_old"] + [1, 0])
    case.__dict__["moved"] = moved
    found = accept(case, target=tmp_path)
    assert found.failing == ("G6",)
    assert "1 of 2 bands change" in found.verdicts["G6"].text
    assert list(tmp_path.iterdir()) == []


def test_waiver_lets_a_gate_pass_with_its_reason(good: Case, tmp_path: Path) -> None:
    case = replace(good, report={**report(), "coverage": {}})
    found = accept(case, {"G3": "means say nothing about single solves"}, tmp_path)
    assert found.passed
    assert found.outcome()["G3"] == "waived: means say nothing about single solves"
    assert (tmp_path / "params.json").exists()


@pytest.mark.parametrize("waivers", [{"G9": "no such gate here"}, {"G3": "because"}])
def test_waivers_need_a_gate_and_a_reason(good: Case, waivers: dict[str, str]) -> None:
    with pytest.raises(DatasetError, match=r"gate|reason"):
        gates(good, waivers)


def run_folder(tmp_path: Path, case: Case) -> Path:
    run = tmp_path / "run"
    run.mkdir()
    for name, doc in case.documents.items():
        (run / name).write_text(json.dumps(doc))
    (run / "report.json").write_text(json.dumps(case.report))
    (run / "review.json").write_text(json.dumps(case.review))
    return run


def test_command_accepts_with_waivers_only(good: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = run_folder(tmp_path, good)
    words = ["accept", str(run), "--report", str(run / "report.json"), "--golden", str(good.golden), "--skip-recovery"]
    refused = call(*words, "--to", str(tmp_path))
    assert refused.exit_code == 3 and "not accepted: G1" in refused.output
    assert not (tmp_path / "params.json").exists()
    accepted = call(*words, "--to", str(tmp_path), "--waive", "G1=tests ran yesterday on this commit")
    assert accepted.exit_code == 0 and (tmp_path / "params.json").exists()
    assert json.loads((run / "gates.json").read_text())["G1"]["outcome"].startswith("waived")


@pytest.mark.parametrize(
    "words, text",
    [
        (["gates", "nowhere"], "no such folder"),
        (["gates", "."], "holds none of"),
        (["accept", "run", "--waive", "G1"], "GATE="),
        (["gates", "run", "--report", "run/params.json"], "no table"),
        (["gates", "run", "--golden", "run", "--skip-recovery"], "no golden puzzles"),
    ],
)
def test_bad_input_is_one_line(
    words: list[str], text: str, good: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_folder(tmp_path, good)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("fits.cli_gates.recovery_passes", lambda: True)
    result = call(*words)
    assert result.exit_code == 2 and text in result.output
