"""``make demo``: cards of sample puzzles and a refit of the time model, as one page, out/demo/report.html."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure
from rich.console import Console

import fits
import pencilmark as pm
from fits import card_charts, time_figures
from pencilmark.tables import BANDS

from .golden_corpus import load_corpus, write_text

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "out" / "demo" / "report.html"
PLAYERS = ROOT / "data" / "simulated_players"
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1080px; margin: 2em auto; padding: 0 1em; color: #222 }
table { border-collapse: collapse; font-size: 13px } td, th { padding: 2px 9px; text-align: right }
img, svg { max-width: 100%; height: auto } svg { width: 300px }
.figures { display: grid; grid-template-columns: 1fr 1fr }
section { margin: 2.5em 0 } h3 { margin-bottom: .3em } code { background: #f3f3f3; padding: 1px 4px }
"""


@dataclass(frozen=True)
class Refit:
    """The time model fitted to the simulated players, and what they were made from."""

    rejects: fits.RejectReport
    fit: fits.TimeFit
    truth: dict[str, float]

    def table(self) -> pd.DataFrame:
        """Estimate and interval of every parameter beside its true value."""
        frame = self.fit.summary().frame[["estimate", "lower", "upper", "identified"]].copy()
        frame.insert(0, "truth", [self.truth.get(str(name).rpartition(".")[2]) for name in frame.index])
        return frame


def refit() -> Refit:
    """Screen the simulated solves, adjust them, fit the time model."""
    puzzles = fits.load_puzzles(PLAYERS / "puzzles.csv")
    kept, rejects = fits.screen(fits.load_solves(PLAYERS / "solves.csv"), puzzles)
    adjusted = replace(fits.adjust(kept), rejects=rejects)
    config = fits.TimeConfig(data_name="simulated players")
    fit = fits.TimeModelFit(config).fit(adjusted, puzzles.set_index("puzzle_id"))
    return Refit(rejects, fit, json.loads((PLAYERS / "truth.json").read_text(encoding="utf-8")))


def sample() -> dict[str, object]:
    """Golden classics: the middle one of each band, by band name."""
    corpus = load_corpus()
    found: dict[str, object] = {}
    for band in BANDS:
        names = [
            entry.id for entry in corpus.entries if entry.file == "classic.csv" and entry.why.endswith(f", {band}")
        ]
        if names:
            found[band] = corpus.puzzles[names[len(names) // 2]]
    return found


def picture(figure: Figure) -> str:
    """An ``<img>`` that carries the figure itself, so that the page is one file."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=110, metadata={"Software": None})
    return f'<img alt="figure" src="data:image/png;base64,{base64.b64encode(buffer.getvalue()).decode()}">'


def cards_part(puzzles: dict[str, object]) -> Iterator[str]:
    """One card per band, and where the effort of the hardest one lies."""
    fields = ["difficulty", "time", "time_p80", "band", "band_index", "contains", "notes"]
    yield "<section><h2>Cards of sample puzzles</h2><p>One of the project's own classics per band.</p>"
    for puzzle in puzzles.values():
        yield f"<section>{pm.rate(puzzle, fields=fields)._repr_html_()}</section>"
    hardest = list(puzzles.values())[-1]
    yield "<h3>Where the effort of the last one lies</h3><p>Each bar is a step of the solve.</p>"
    yield f"{picture(_figure_of(card_charts.step_effort(hardest)))}</section>"


def corpus_part() -> Iterator[str]:
    """Difficulty against time of all golden classics."""
    corpus = load_corpus()
    puzzles = [corpus.puzzles[entry.id] for entry in corpus.entries if entry.file == "classic.csv"]
    rows = pm.rate_many(puzzles, fields=["difficulty", "time", "band", "band_index"])
    table = pd.DataFrame([row for row in rows if "error" not in row])
    by_band = table.groupby(["band_index", "band"]).agg(
        puzzles=("time", "size"), difficulty=("difficulty", "median"), minutes=("time", "median")
    )
    yield f"<section><h2>{len(table)} puzzles at once</h2>"
    yield by_band.droplevel(0).to_html(float_format="{:.1f}".format, index_names=False)
    yield f"{picture(_figure_of(card_charts.difficulty_time(rows)))}</section>"


def refit_part(done: Refit) -> Iterator[str]:
    """The refit: what was rejected, the estimates beside the truth, the checks, the figures."""
    yield "<section><h2>Refit of the time model</h2><p>On <b>simulated</b> players, so the truth is known: "
    yield "the intervals should cover it. <code>python -m fits time</code> does the same on your data.</p>"
    yield done.rejects.summary()._repr_html_()
    yield f"<h3>Estimates</h3>{done.table().to_html(float_format='{:.3g}'.format, na_rep='')}"
    yield "".join(f"<p><b>Note.</b> {escape(text)}</p>" for text in done.fit.warnings)
    yield f"<h3>Checks</h3>{done.fit.diagnostics().to_html(index=False, float_format='{:.3g}'.format)}"
    yield "<div class='figures'>"
    for kind in time_figures.kinds(done.fit):
        yield picture(_figure_of(done.fit.plot(kind)))
    yield "</div></section>"


def _figure_of(axes: object) -> Figure:
    figure = getattr(axes, "figure", None)
    if not isinstance(figure, Figure):
        raise TypeError("a chart without a figure of its own cannot be put on a page")
    return figure


def main() -> None:
    """Make the page and say where it is."""
    console = Console()
    parts = [f"<!doctype html><meta charset='utf-8'><title>pencilmark demo</title><style>{STYLE}</style>"]
    parts.append(f"<h1>pencilmark {escape(pm.__version__)}</h1>")
    parts.append("<p>How hard is a sudoku for people, how long will it take them, and why.</p>")
    with console.status("rating sample puzzles …"):
        parts += cards_part(sample())
        parts += corpus_part()
    with console.status("refitting the time model on simulated players …"):
        parts += refit_part(refit())
    parts.append("<p>Next: <code>make lab</code> and the notebook 01, or docs/how-to/rate.md.</p>")
    write_text(PAGE, "\n".join(parts))
    console.print(f"done: open [bold]{PAGE.relative_to(ROOT)}[/bold] in a browser")


if __name__ == "__main__":
    main()
