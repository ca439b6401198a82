"""What stage 1 returns: puzzles, players, era, practice, and how far to trust them."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd

from .errors import DatasetError
from .screening import RejectReport
from .summary import Summary
from .two_way import AdjustConfig, Design, Solution, era_columns, puzzle_errors

FEW_EFFECTIVE_ROWS = 5
SUSPECT_WEIGHT = 0.3
MIN_ACTIVE = 20
SPREAD_TOLERANCE = 0.10


@dataclass(frozen=True)
class AdjustResult:
    """Adjusted log times of puzzles, and everything removed from them.

    Attributes
    ----------
    puzzles : DataFrame
        Index puzzle_id; b (log minutes of today's median player), se, n, n_solved.
    players : DataFrame
        Index player_id; a (log, relative to the reference player), n, level (a + practice at the last solve), active.
    era : DataFrame
        Columns start, end (years before the reference date), slope (log per year), se.
    practice, practice_se : float
        λ, the log slope on log(1 + earlier solves).
    sigma : float
        Residual standard deviation of one solve (log).
    player_sigma, spread_sigma : float
        Between active players; and both together: one random player of today, one solve.
    minutes_per_unit : float
        exp(median b over the anchor puzzles).
    rows : DataFrame
        Per input row: residual, weight, fitted (log minutes), censored, g (era part). Never written to JSON.
    spread_by_level : DataFrame
        Residual standard deviation by tertile of b.
    rounds, passes : int
        Outer rounds and conjugate-gradient passes.
    rejects : RejectReport or None
        The screening, when `adjust` did it.
    aggregate : str
        "none": made from single solves.
    """

    puzzles: pd.DataFrame
    players: pd.DataFrame = field(repr=False)
    era: pd.DataFrame
    practice: float
    practice_se: float
    gamma_cov: np.ndarray = field(repr=False)
    sigma: float
    player_sigma: float
    spread_sigma: float
    minutes_per_unit: float
    anchor: str
    rows: pd.DataFrame = field(repr=False)
    spread_by_level: pd.DataFrame = field(repr=False)
    era_ref: str
    date_min: str
    rounds: int
    passes: int
    warnings: tuple[str, ...] = ()
    rejects: RejectReport | None = field(default=None, repr=False)
    aggregate: str = "none"

    @classmethod
    def build(
        cls,
        design: Design,
        fit: Solution,
        gamma_cov: np.ndarray,
        ids: tuple[pd.Index, pd.Index],
        clock: tuple[np.ndarray, np.ndarray],
        knots: tuple[float, ...],
        config: AdjustConfig,
        era_ref: pd.Timestamp,
        notes: tuple[str, ...],
    ) -> AdjustResult:
        """Anchor the fit on today's median player and collect the tables."""
        player_ids, puzzle_ids = ids
        era, n_prev = (values[design.order] for values in clock)
        gamma = fit.v[design.n_puzzles :]
        players = _player_table(design, fit, era, n_prev, float(gamma[-1]), config, player_ids)
        active = players["active"] if players["active"].sum() >= MIN_ACTIVE else pd.Series(True, index=players.index)
        if not active.equals(players["active"]):
            notes = (*notes, f"fewer than {MIN_ACTIVE} active players: the reference player is the median of all")
        reference = float(players.loc[active, "level"].median())
        players["a"] -= reference
        players["level"] -= reference
        puzzles = _puzzle_table(design, fit, reference, config, puzzle_ids)
        unit, anchor, notes = _unit(puzzles, config, notes)
        player_sigma = _player_sigma(players[active], fit.sigma)
        se = np.sqrt(np.diag(gamma_cov))
        rows = _row_table(design, fit, gamma)
        levels = _spread_by_level(design, rows, puzzles["b"].to_numpy())
        notes = (*notes, *_spread_note(levels))
        return cls(
            puzzles=puzzles,
            players=players,
            era=_era_table(knots, gamma, se),
            practice=float(gamma[-1]),
            practice_se=float(se[-1]),
            gamma_cov=gamma_cov,
            sigma=fit.sigma,
            player_sigma=player_sigma,
            spread_sigma=math.hypot(player_sigma, fit.sigma),
            minutes_per_unit=unit,
            anchor=anchor,
            rows=rows,
            spread_by_level=levels,
            era_ref=str(era_ref.date()),
            date_min=str((era_ref + pd.Timedelta(days=float(era.min()) * 365.25)).date()),
            rounds=fit.rounds,
            passes=fit.passes,
            warnings=notes,
        )

    def era_effect(self, era: np.ndarray) -> np.ndarray:
        """Return g(era), the log time change of solves made `era` (≤ 0) years before the reference date."""
        if self.era.empty:
            return np.zeros(len(era))
        knots = (*self.era["start"].tolist(), float(self.era["end"].iloc[-1]))
        return np.asarray(era_columns(np.asarray(era, dtype=np.float64), knots) @ self.era["slope"].to_numpy())

    def practice_effect(self, n_prev: np.ndarray) -> np.ndarray:
        """Return the log time change of a solve after `n_prev` others, relative to the reference players of today."""
        today = (
            self.players["n_last"][self.players["active"]] if self.players["active"].any() else self.players["n_last"]
        )
        typical = float(np.log1p(today).mean())
        return np.asarray(self.practice * (np.log1p(np.asarray(n_prev, dtype=np.float64)) - typical))

    def suspected_pauses(self, solves: pd.DataFrame, by: str = "year") -> pd.DataFrame:
        """Return the share of strongly down-weighted slow rows per "year", or per column such as "device"."""
        slow = (self.rows["weight"] < SUSPECT_WEIGHT) & (self.rows["residual"] > 0)
        part = solves.loc[self.rows.index]
        key = part["started_at"].dt.year if by == "year" else part[by]
        table = pd.DataFrame({"rows": slow.groupby(key, observed=True).size()})
        return table.assign(share=slow.groupby(key, observed=True).mean())

    def summary(self) -> Summary:
        """Return a printable overview; practice and era are shown together, since they are correlated."""
        head = {
            "rows": f"{len(self.rows):,}",
            "given up": f"{self.rows['censored'].mean():.1%}",
            "puzzles": f"{len(self.puzzles):,}",
            "players": f"{len(self.players):,}",
            "sigma (one solve)": f"{self.sigma:.4g}",
            "player_sigma": f"{self.player_sigma:.4g}",
            "spread_sigma": f"{self.spread_sigma:.4g}",
            "minutes per unit": f"{self.minutes_per_unit:.4g} ({self.anchor})",
            "reference date": self.era_ref,
            "rounds / passes": f"{self.rounds} / {self.passes}",
        }
        names = [f"era {row.start:g} … {row.end:g}" for row in self.era.itertuples()]
        table = pd.DataFrame(
            {
                "estimate": [*(self.era["slope"] if len(self.era) else []), self.practice],
                "se": [*(self.era["se"] if len(self.era) else []), self.practice_se],
            },
            index=[*names, "practice"],
        )
        return Summary("Stage 1: adjusted puzzle times", head, table, self.warnings)

    def to_json(self, path: str | Path | None = None) -> dict[str, object]:
        """Return everything except players and rows as a document (6 significant digits), and write it if asked."""
        doc: dict[str, object] = {
            "format": "pencilmark-adjusted-times",
            "format_version": 1,
            **{
                name: _round(getattr(self, name))
                for name in ("practice", "practice_se", "sigma", "player_sigma", "spread_sigma", "minutes_per_unit")
            },
            "anchor": self.anchor,
            "era_ref": self.era_ref,
            "date_min": self.date_min,
            "era": [{name: _round(value) for name, value in row.items()} for row in self.era.to_dict("records")],
            "players": len(self.players),
            "rows": len(self.rows),
            "rounds": self.rounds,
            "puzzles": {
                str(key): [_round(value) for value in row]
                for key, row in zip(self.puzzles.index, self.puzzles.to_numpy(), strict=True)
            },
            "warnings": list(self.warnings),
        }
        if path is not None:
            Path(path).write_text(json.dumps(doc, indent=1) + "\n", encoding="utf-8")
        return doc


def _round(value: object) -> float:
    return float(f"{float(value):.6g}")  # type: ignore[arg-type]


def _era_table(knots: tuple[float, ...], gamma: np.ndarray, se: np.ndarray) -> pd.DataFrame:
    if len(gamma) < 2:
        return pd.DataFrame()
    return pd.DataFrame({"start": knots[:-1], "end": knots[1:], "slope": gamma[:-1], "se": se[:-1]})


def _puzzle_table(
    design: Design, fit: Solution, reference: float, config: AdjustConfig, puzzle_ids: pd.Index
) -> pd.DataFrame:
    count = np.bincount(design.puzzle, minlength=design.n_puzzles)
    solved = np.bincount(design.puzzle[~design.censored], minlength=design.n_puzzles)
    b = fit.v[: design.n_puzzles] + reference
    se = puzzle_errors(design, fit, config.huber)
    return pd.DataFrame({"b": b, "se": se, "n": count, "n_solved": solved}, index=puzzle_ids)


def _player_table(
    design: Design,
    fit: Solution,
    era: np.ndarray,
    n_prev: np.ndarray,
    practice: float,
    config: AdjustConfig,
    player_ids: pd.Index,
) -> pd.DataFrame:
    n = np.diff(design.start)
    latest = np.maximum.reduceat(era, design.start[:-1])
    n_last = np.maximum.reduceat(n_prev, design.start[:-1])
    effective = np.bincount(design.player, weights=fit.weight, minlength=len(n))
    level = fit.effect + practice * np.log1p(n_last)
    return pd.DataFrame(
        {
            "a": fit.effect.copy(),
            "n": n,
            "effective": effective,
            "n_last": n_last,
            "level": level,
            "last_seen": latest,
            "active": latest >= -config.active_years,
        },
        index=pd.Index(player_ids, name="player_id"),
    )


def _player_sigma(players: pd.DataFrame, sigma: float) -> float:
    """Spread of today's ability, freed of the noise of single players."""
    enough = players[players["effective"] >= FEW_EFFECTIVE_ROWS]
    if len(enough) < 2:
        return 0.0
    variance = float(enough["level"].var()) - float((sigma**2 / enough["effective"]).mean())
    return math.sqrt(max(variance, 0.0))


def _unit(puzzles: pd.DataFrame, config: AdjustConfig, notes: tuple[str, ...]) -> tuple[float, str, tuple[str, ...]]:
    if config.anchor is None:
        note = "the unit is the median of all puzzles here; name anchor puzzles to compare with other data"
        return math.exp(float(puzzles["b"].median())), "all puzzles", (*notes, note)
    found = puzzles.index.astype("object").isin(config.anchor)
    if not found.any():
        raise DatasetError("stage 1: none of the anchor puzzles occurs in the solves; check the list's puzzle_id")
    if found.sum() < len(config.anchor):
        notes = (*notes, f"only {int(found.sum())} of {len(config.anchor)} anchor puzzles occur in the data")
    return math.exp(float(puzzles.loc[found, "b"].median())), f"{int(found.sum())} anchor puzzles", notes


def _row_table(design: Design, fit: Solution, gamma: np.ndarray) -> pd.DataFrame:
    back = np.empty_like(design.order)
    back[design.order] = np.arange(len(design.order))
    table = pd.DataFrame(
        {
            "residual": fit.residual,
            "weight": fit.weight,
            "fitted": fit.fitted,
            "censored": design.censored,
            "g": design.x[:, :-1] @ gamma[:-1],
        }
    )
    return table.iloc[back].reset_index(drop=True)


def _spread_by_level(design: Design, rows: pd.DataFrame, b: np.ndarray) -> pd.DataFrame:
    level = np.digitize(b, np.quantile(b, [1 / 3, 2 / 3]))
    back = np.empty_like(design.order)
    back[design.order] = np.arange(len(design.order))
    solved = ~rows["censored"].to_numpy()
    tertile = level[design.puzzle][back][solved]
    size = np.abs(rows["residual"].to_numpy()[solved])
    sigma = [1.4826 * float(np.median(size[tertile == k])) if (tertile == k).any() else math.nan for k in range(3)]
    return pd.DataFrame({"sigma": sigma}, index=pd.Index(["easy", "middle", "hard"], name="tertile"))


def _spread_note(levels: pd.DataFrame) -> tuple[str, ...]:
    ratio = float(levels["sigma"].max() / levels["sigma"].min()) if levels["sigma"].min() > 0 else 1.0
    if ratio > 1 + 2 * SPREAD_TOLERANCE:
        return (f"one spread does not fit all: residual spread differs by ×{ratio:.2f} between easy and hard puzzles",)
    return ()
