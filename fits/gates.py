"""Gates: what must hold before a fitted model may replace the shipped one.

    G0 complete     provenance whole, fit converged, made from a clean commit
    G1 recovery     the recovery tests pass at this commit
    G2 better       held-out log score better than shipped, error not worse
    G3 calibrated   coverage of p20 / p50 / p80 / p95
    G4 baselines    every baseline beaten in rank correlation and error
    G5 order        difficulty still in order, map strictly increasing
    G6 golden       bands stay, difficulties and times move little, copies stay equal
    G7 stable       no price moves by more than a factor of three, two halves of the players agree
    G8 reviewed     a person has signed

A gate passes, fails, or is waived with a reason; one that cannot be judged fails and says what is missing. Each gate is
a function of a :class:`Case` in the table GATES; ``fits.accept`` writes only what has passed.
"""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from pencilmark.errors import ModelError
from pencilmark.grader_model import GraderModel, default
from pencilmark.tables import DATA

from .base import write_json
from .difficulty_map import softplus
from .errors import DatasetError
from .experiments import outcomes
from .features import CACHE
from .golden_puzzles import golden_puzzles, special_puzzles
from .price_result import HALVES_APART
from .report import REQUIRED
from .run_log import document_hash
from .shipped import FILES
from .summary import Summary
from .two_way import Progress

LEVELS = {"p20": 0.03, "p50": 0.03, "p80": 0.03, "p95": 0.02}
"""Nominal level -> how far the coverage may be off."""
WORSE_MAE, LOWER_SPEARMAN = 0.002, 0.005
MOVED_MEDIAN, MOVED_95, BAND_SHARE, TIME_RATIO = 0.15, 0.5, 0.01, (0.8, 1.25)
FINISHED = (0.05, 0.5)
"""Difficulty of nearly finished grids."""
PRICE_FACTOR = 3.0
NO_RIVALS = ("null (mean)", "shipped", "card difficulty", "card difficulty (isotonic)")
"""Rows of a report that are no baselines."""


@dataclass(frozen=True)
class Verdict:
    """What one gate says: whether it holds, and the figures behind that in one line."""

    ok: bool
    text: str


@dataclass(frozen=True)
class Case:
    """Everything the gates look at.

    Attributes
    ----------
    documents : dict
        File name -> fitted document; files that are missing stay as shipped.
    report : dict
        JSON of an ``EvalReport`` or ``OrderReport``; empty = none.
    golden : Path
        Folder of golden puzzles.
    review : dict
        ``{"person": …, "exceptions": […], "models": {file: hash}}``; empty = nobody has signed. Where hashes are
        given, the signature is for those files only.
    recovery : bool or None
        Whether the recovery tests passed; None = they were not run.
    base : GraderModel
        The model to be replaced.
    cache : Path or None
        Feature store for the golden puzzles.
    progress : callable, optional
        Told how many golden puzzles are graded.
    """

    documents: Mapping[str, Mapping[str, Any]]
    report: Mapping[str, Any] = field(default_factory=dict)
    golden: Path | None = None
    review: Mapping[str, Any] = field(default_factory=dict)
    recovery: bool | None = None
    base: GraderModel = field(default_factory=default)
    cache: Path | None = CACHE
    progress: Progress | None = None

    @cached_property
    def candidate(self) -> GraderModel:
        """The model with the fitted documents; raises ModelError when they are unusable."""
        with tempfile.TemporaryDirectory() as folder:
            for name in FILES:
                shipped = (DATA / name).read_text(encoding="utf-8")
                text = json.dumps(self.documents[name]) if name in self.documents else shipped
                (Path(folder) / name).write_text(text, encoding="utf-8")
            return GraderModel.load(folder)

    @cached_property
    def moved(self) -> pd.DataFrame:
        """Golden puzzles before and after."""
        assert self.golden is not None
        puzzles = golden_puzzles(self.golden)
        old, new = (
            outcomes(puzzles, model, cache=self.cache, progress=self.progress) for model in (self.base, self.candidate)
        )
        return old.add_suffix("_old").join(new.add_suffix("_new"))

    def figure(self, model: str, metric: str, column: str = "value") -> float:
        """One figure of the report; nan when it has none."""
        for row in self.report.get("table", ()):
            if row["model"] == model and row["metric"] == metric:
                return math.nan if row[column] is None else float(row[column])
        return math.nan

    @property
    def own(self) -> str:
        """Name of the candidate in the report: its first row."""
        return str(self.report["table"][0]["model"])


@dataclass(frozen=True)
class GateReport:
    """Verdicts of all gates, and the waivers."""

    verdicts: Mapping[str, Verdict]
    waivers: Mapping[str, str] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """Whether every gate holds or is waived."""
        return all(verdict.ok or gate in self.waivers for gate, verdict in self.verdicts.items())

    @property
    def failing(self) -> tuple[str, ...]:
        """Gates that keep the model out."""
        return tuple(g for g, verdict in self.verdicts.items() if not verdict.ok and g not in self.waivers)

    def outcome(self) -> dict[str, str]:
        """The block ``gates`` of provenance: pass, fail or waived with the reason."""
        return {gate: self._word(gate, verdict) for gate, verdict in self.verdicts.items()}

    def _word(self, gate: str, verdict: Verdict) -> str:
        if verdict.ok:
            return "pass"
        return f"waived: {self.waivers[gate]}" if gate in self.waivers else "fail"

    def summary(self) -> Summary:
        """A printable table."""
        rows = [(gate, word, self.verdicts[gate].text) for gate, word in self.outcome().items()]
        frame = pd.DataFrame(rows, columns=["gate", "outcome", "figures"]).set_index("gate")
        return Summary("Gates", {"accepted": "yes" if self.passed else "no: " + ", ".join(self.failing)}, frame)

    def to_json(self, path: str | Path | None = None) -> dict[str, Any]:
        """Outcome and figures of every gate, written when a path is given."""
        words = self.outcome()
        doc = {g: {"outcome": words[g], "figures": verdict.text} for g, verdict in self.verdicts.items()}
        return write_json(doc, path)


def gates(case: Case, waivers: Mapping[str, str] | None = None) -> GateReport:
    """Judge a candidate.

    Parameters
    ----------
    case : Case
    waivers : mapping, optional
        Gate ("G2") -> reason. A reason is a sentence; an empty one is refused.

    Raises
    ------
    DatasetError
        For a waiver of an unknown gate or without a reason.
    """
    waivers = dict(waivers or {})
    for gate, reason in waivers.items():
        if gate not in GATES:
            raise DatasetError(f"gate {gate!r} is unknown; gates: {', '.join(GATES)}")
        if len(reason.split()) < 3:
            raise DatasetError(f"the waiver of {gate} needs a reason of a few words, not {reason!r}")
    return GateReport({gate: _judge(judge, case) for gate, judge in GATES.items()}, waivers)


def _judge(judge: Callable[[Case], Verdict], case: Case) -> Verdict:
    try:
        return judge(case)
    except ModelError as error:
        return Verdict(False, f"the documents make no model: {error}")


def _complete(case: Case) -> Verdict:
    faults = []
    if not case.documents:
        return Verdict(False, "no document to judge")
    for name, doc in case.documents.items():
        block = doc.get("provenance")
        if not isinstance(block, Mapping):
            faults.append(f"{name} has no provenance")
            continue
        missing = [key for key in REQUIRED if key not in block]
        faults += [f"{name}: provenance lacks {', '.join(missing)}"] if missing else []
        faults += [f"{name}: made from uncommitted sources"] if block.get("git_dirty") else []
        faults += [f"{name}: the fit did not converge"] if block.get("converged") is False else []
    case.candidate  # noqa: B018  raises when the documents make no model
    return Verdict(not faults, "; ".join(faults) or f"{len(case.documents)} documents, clean commit")


def _recovery(case: Case) -> Verdict:
    texts = {None: "recovery tests not run", True: "recovery tests pass", False: "recovery tests fail"}
    return Verdict(case.recovery is True, texts[case.recovery])


def _better(case: Case) -> Verdict:
    if not case.report:
        return Verdict(False, "no held-out report")
    own = case.own
    lead, mae = case.figure("shipped", "log_score", "diff_lo"), case.figure("shipped", "mae", "diff")
    if math.isnan(mae):
        return Verdict(False, "the report has no shipped model to compare with")
    if math.isnan(lead):  # mean times: there are no single solves to score
        top = case.figure("shipped", "mae", "diff_hi")
        return Verdict(
            top < 0, f"no single solves; MAE {case.figure(own, 'mae'):.4f}, minus shipped at most {top:+.4f}"
        )
    text = f"log score minus shipped at least {lead:+.4f}; MAE minus shipped {mae:+.4f}"
    return Verdict(lead > 0 and mae <= WORSE_MAE, text)


def _calibrated(case: Case) -> Verdict:
    cover = case.report.get("coverage", {}).get(case.own, {}) if case.report else {}
    if not cover:
        return Verdict(False, "no coverage in the report: single solves are needed")
    off = {level: float(cover[level]) - float(level[1:]) / 100 for level in LEVELS if level in cover}
    text = ", ".join(f"{level} {value:+.3f}" for level, value in off.items())
    return Verdict(all(abs(value) <= LEVELS[level] for level, value in off.items()), text)


def _baselines(case: Case) -> Verdict:
    if not case.report:
        return Verdict(False, "no held-out report")
    own, lost = case.own, []
    rivals = list(dict.fromkeys(row["model"] for row in case.report["table"]))
    rivals = [name for name in rivals if name != own and name not in NO_RIVALS]
    for name in rivals:
        lost += [f"{name} (Spearman)"] if case.figure(own, "spearman") <= case.figure(name, "spearman") else []
        lost += [f"{name} (MAE)"] if case.figure(own, "mae") >= case.figure(name, "mae") else []
    if not rivals:
        return Verdict(False, "the report has no baselines")
    return Verdict(
        not lost, f"not better than {', '.join(lost)}" if lost else f"{len(rivals)} beaten in Spearman and MAE"
    )


def _order(case: Case) -> Verdict:
    raw = np.linspace(-20.0, 30.0, 10_000)
    m = case.documents.get("card_score.json", {}).get("map") or case.base.score["map"]
    curve = softplus(raw, float(m["A"]), float(m["B"]), float(m["C"]))
    # Far left the softplus underflows towards 0, so it must rise wherever it is above that.
    rising = bool((np.diff(curve[curve > 1e-12]) > 0).all() and (curve > 1e-12).any())
    if not rising:
        return Verdict(False, "the score map is not strictly increasing")
    now, before = case.report.get("difficulty_spearman"), case.report.get("difficulty_spearman_shipped")
    if now is not None and before is not None and now < before - LOWER_SPEARMAN:
        return Verdict(False, f"Spearman of difficulty {now:.3f}, shipped {before:.3f}")
    return Verdict(True, "map strictly increasing" + ("" if now is None else f"; Spearman of difficulty {now:.3f}"))


def _golden(case: Case) -> Verdict:
    if case.golden is None:
        return Verdict(False, "no golden puzzles given")
    t = case.moved
    flips = (t["band_index_old"] != t["band_index_new"]).sum()
    unknown = ((t["band_index_new"] < 0) & (t["band_index_old"] >= 0)).sum()
    change = (t["difficulty_new"] - t["difficulty_old"]).abs().dropna()
    logs = (t["log_minutes_new"] - t["log_minutes_old"]).replace([np.inf, -np.inf], np.nan).dropna()
    priced = "params.json" in case.documents
    low, high = math.exp(logs.quantile(0.025)), math.exp(logs.quantile(0.975))
    faults = [
        (flips > (BAND_SHARE * len(t) if priced else 0), f"{flips} of {len(t)} bands change"),
        (unknown > 0, f"{unknown} cards become Unknown"),
        (change.median() > MOVED_MEDIAN, f"difficulty moves by {change.median():.2f} in the median"),
        (change.quantile(0.95) > MOVED_95, f"5 % of the difficulties move by more than {change.quantile(0.95):.2f}"),
        (
            low < TIME_RATIO[0] or high > TIME_RATIO[1],
            f"minutes change by ×{low:.2f} … ×{high:.2f} (allowed: ×{TIME_RATIO[0]:g} … ×{TIME_RATIO[1]:g})",
        ),
        *_special(case),
    ]
    bad = [text for fault, text in faults if fault]
    far = int((change > 1.0).sum())
    text = f"{flips} bands, difficulty ±{change.quantile(0.95):.2f} (95 %), minutes ×{low:.2f} … ×{high:.2f}"
    return Verdict(not bad, "; ".join(bad) or text + (f", {far} move by more than 1" if far else ""))


def _special(case: Case) -> list[tuple[bool, str]]:
    """Nearly finished grids stay easy, symmetric copies stay equal."""
    special = outcomes(special_puzzles(), case.candidate, cache=case.cache)
    finished = special[special.index.str.startswith("finished")]["difficulty"]
    copies = special[special.index.str.startswith("copy")].drop(columns="route_hash")
    low, high = float(finished.min()), float(finished.max())
    return [
        (low < FINISHED[0] or high > FINISHED[1], f"nearly finished grids get {low:.2f} … {high:.2f}"),
        (len(copies.drop_duplicates()) > 1, "symmetric copies get different cards"),
    ]


def _stable(case: Case) -> Verdict:
    old, new = case.base.names(), case.candidate.names()
    factors = {}
    for name, value in new.items():
        before = old.get(name)
        if ".price." in name and isinstance(value, int | float) and isinstance(before, int | float) and before > 0:
            factors[name] = abs(math.log(max(float(value), 1e-12) / float(before)))
    far = [name for name, f in factors.items() if f > math.log(PRICE_FACTOR)]
    if far:
        return Verdict(False, f"moved by more than ×{PRICE_FACTOR:g}: {', '.join(sorted(far)[:5])}")
    for name, doc in case.documents.items():
        block = doc.get("provenance", {})
        apart = block.get("sensitivity", {}).get("halves_apart_se") if isinstance(block, Mapping) else None
        if apart is not None and apart > HALVES_APART:
            return Verdict(False, f"{name}: prices of two halves of the players are {apart:.1f} standard errors apart")
    return Verdict(True, f"largest move of a price ×{math.exp(max(factors.values(), default=0.0)):.2f}")


def _reviewed(case: Case) -> Verdict:
    person = str(case.review.get("person", "")).strip()
    seen = case.review.get("models")
    if person and seen is not None and seen != {name: document_hash(doc) for name, doc in case.documents.items()}:
        return Verdict(False, f"{person} has signed another model than this one; look at it and sign again")
    noted = len(case.review.get("exceptions", ()))
    return Verdict(bool(person), f"signed by {person}, {noted} exceptions" if person else "nobody has signed")


GATES: dict[str, Callable[[Case], Verdict]] = {
    "G0": _complete,
    "G1": _recovery,
    "G2": _better,
    "G3": _calibrated,
    "G4": _baselines,
    "G5": _order,
    "G6": _golden,
    "G7": _stable,
    "G8": _reviewed,
}
"""Gate -> how it is judged."""
