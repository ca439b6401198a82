"""Taking over a fitted model: the files of a run replace those of the package when every gate holds."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pencilmark.grader_model import GraderModel, default
from pencilmark.tables import DATA

from .base import write_json
from .errors import DatasetError, FitError
from .gates import Case, GateReport, gates
from .run_log import document_hash
from .shipped import FILES
from .two_way import Progress

ROOT = Path(__file__).resolve().parent.parent
RECOVERY_TESTS = ("tests/fits/test_recovery.py", "tests/fits/test_route_fit.py")
REVIEW = "review.json"
_PARAMS, _SCORE, _TIME = FILES
_PLACES: dict[str, tuple[str, tuple[str, ...]]] = {
    "route": (_PARAMS, ()),
    "score": (_SCORE, ()),
    "time": (_TIME, ()),
    "price": (_SCORE, ("price_weights",)),
}
"""Set of a parameter -> the file that holds it, and where in it."""


def read_case(
    run: Path,
    report: Path | None,
    golden: Path | None,
    *,
    recovery: bool | None = None,
    progress: Progress | None = None,
) -> Case:
    """What a run folder offers to the gates.

    Parameters
    ----------
    run : Path
        Folder with some of params.json, card_score.json, time_model.json; review.json is the signature.
    report : Path, optional
        Folder of an evaluation run, or its result.json.
    golden : Path, optional
        Folder of golden puzzles.
    recovery : bool, optional
        Outcome of :func:`recovery_passes`.
    progress : callable, optional
        Told how many golden puzzles are graded.

    Raises
    ------
    DatasetError
        When the run has none of the files, or one of them is not JSON.
    """
    documents = {name: _read(run / name) for name in FILES if (run / name).is_file()}
    if not documents:
        raise DatasetError(f"{run}: holds none of {', '.join(FILES)}; give the folder of a fit")
    figures: dict[str, Any] = {}
    if report is not None:
        figures = _read(report / "result.json" if report.is_dir() else report)
        if not isinstance(figures.get("table"), list) or not figures["table"]:
            raise DatasetError(f"{report}: no table of held-out figures; give the folder of an evaluation")
    review = _read(run / REVIEW) if (run / REVIEW).is_file() else {}
    return Case(documents, figures, golden, review, recovery, progress=progress)


def draft(overrides: Mapping[str, Any], run: Path, note: str) -> GraderModel:
    """Write the shipped files with some values changed by hand into a folder, as a candidate to look at.

    Parameters
    ----------
    overrides : mapping
        As for ``GraderModel.with_overrides``; names of the sets route, score, time and price.
    run : Path
        Folder; made when absent. Files that stay as shipped are not written.
    note : str
        Why, kept in provenance.

    Raises
    ------
    ModelError
        For an unknown name or an unusable value.
    """
    model = default().with_overrides(overrides)
    documents: dict[str, dict[str, Any]] = {}
    for name in overrides:
        part, *inner, last = name.split(".", 2)
        file, within = _PLACES[part]
        doc = documents.setdefault(file, _read(DATA / file))
        for key in (*within, *inner):
            doc = doc.setdefault(key, {})
        doc[last] = model.get(name)
    run.mkdir(parents=True, exist_ok=True)
    for file, doc in documents.items():
        block = doc.get("provenance", {})
        write_json({**doc, "provenance": {**block, "notes": [*block.get("notes", []), note]}}, run / file)
    return model


def sign(run: Path, person: str, exceptions: Sequence[str] = ()) -> Path:
    """Write the signature of a reviewer into a run folder, for the files that are there now; G8 looks for it.

    Parameters
    ----------
    run : Path
        Folder of the fitted files.
    person : str
        Who has looked at the golden diff.
    exceptions : sequence of str
        What was seen and is meant, a sentence each.

    Raises
    ------
    DatasetError
        When nobody is named or the folder is not there.
    """
    if not person.strip():
        raise DatasetError("a signature needs the name of a person")
    if not run.is_dir():
        raise DatasetError(f"{run}: no such folder; sign the folder of a fit")
    seen = {name: document_hash(_read(run / name)) for name in FILES if (run / name).is_file()}
    write_json({"person": person.strip(), "exceptions": list(exceptions), "models": seen}, run / REVIEW)
    return run / REVIEW


def recovery_passes() -> bool:
    """Run the recovery tests of this checkout; False when they fail. Raises FitError when they are not there."""
    if not all((ROOT / name).is_file() for name in RECOVERY_TESTS):
        raise FitError("the recovery tests are not in this installation; work from a checkout, or waive G1")
    command = [sys.executable, "-m", "pytest", "-q", *RECOVERY_TESTS]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


def accept(case: Case, waivers: Mapping[str, str] | None = None, target: Path = DATA) -> GateReport:
    """Judge a candidate, and write its documents to ``target`` when every gate holds or is waived.

    The folder is made when absent. The outcome goes into the provenance of each document. Files appear whole or not at
    all.
    """
    report = gates(case, waivers)
    if report.passed:
        target.mkdir(parents=True, exist_ok=True)
        for name, doc in case.documents.items():
            block = {**doc["provenance"], "gates": report.outcome(), "reviewed_by": case.review.get("person", "")}
            write_json({**doc, "provenance": block}, target / name)
    return report


def _read(file: Path) -> dict[str, Any]:
    try:
        doc = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DatasetError(f"{file}: cannot be read as JSON: {error}") from None
    if not isinstance(doc, dict):
        raise DatasetError(f"{file}: must hold one JSON object")
    return doc
