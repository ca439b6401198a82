"""Simulated players and puzzles with a known truth, for recovery tests and examples.

The laws are those of the table below; every default can be overridden by name.

====================  ==========================================================================================
puzzles               L1 ~ N(5, 0.75²); empty cells correlated 0.45 with L1, 38–62; published over ten years
curve                 log t = log(exp(const + k_effort L1 + k_empty ln E) + t0) + u, u ~ N(0, puzzle_sigma²)
players               a ~ N(0, player_sigma²); activity log-normal, tilted so that quick players stay
choice                of six candidates (70 % recent, 30 % archive) by softmax of choice × skill × difficulty
era, practice         −3 % a year with a slow wave; −0.06 log(1 + n)
noise                 N(0, residual_sigma²); pauses (minutes around 25) and cheats (a fifth of the time)
dropout               gives up at log-normal patience; `rho` ties patience to the residual
====================  ==========================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

import numpy as np
import pandas as pd

from .schemas import DAYS_PER_YEAR, seconds_of

REFERENCE = pd.Timestamp("2025-01-01", tz="UTC")
YEARS = 10.0
CANDIDATES = 6
ACTIVE_YEARS = 1.0
CHUNK = 200_000
# Attempts drawn per wanted row, until enough remain after second meetings are dropped.
DRAWS = (1.6, 4.0, 12.0)
BANDS = ("Very Easy", "Easy", "Medium", "Hard", "Very Hard", "Extreme")
BAND_LIMITS = (3.9, 4.6, 5.3, 5.9, 6.4)


@dataclass(frozen=True)
class Truth:
    """What a simulation was made from; no fit accepts one.

    Attributes
    ----------
    const, k_effort, k_empty, t0, minutes_per_unit : float
        The puzzle curve; t0 in units of `minutes_per_unit` minutes.
    puzzle_sigma, player_sigma, residual_sigma : float
        Standard deviations in natural logs.
    practice : float
        Log slope on log(1 + earlier solves).
    era_slope, era_wave : float
        Log slope per year, and amplitude of a six-year wave.
    choice : float
        How strongly able players pick hard puzzles.
    stay : float
        Log activity gained per standard deviation of speed.
    pause_share, cheat_share : float
        Shares of solves with a long pause, and of copied solutions.
    patience_min, patience_sd : float
        Median minutes and log sd of the time at which a player gives up.
    rho : float
        Correlation of patience with the residual of the solve.
    tail_df : float or None
        Degrees of freedom of a t residual; None for a normal one.
    slope_sd : float
        Spread between players of how strongly difficulty acts on them.
    second_source : float
        Share of players from a second site, whose floor t0 is doubled.
    resumed_share : float
        Share of solves interrupted with the timer stopped (duration counts the break, active_s does not).
    copies : float
        Share of puzzles that are symmetric copies of the one before (same group_key, same L1 and E).
    log_only_finished, repeats : bool
        Drop given-up rows; keep second meetings with a puzzle (attempt 2, 3 …).
    puzzles, players : DataFrame
        True b (log minutes of a player with a = 0, reference date, no practice) and u; true a.
    reference : float
        Median of a + practice over players of the last year: add it to b for "today's median player".
    """

    const: float = -5.6
    k_effort: float = 0.62
    k_empty: float = 0.65
    t0: float = 0.15
    minutes_per_unit: float = 8.0
    puzzle_sigma: float = 0.18
    player_sigma: float = 0.45
    residual_sigma: float = 0.35
    practice: float = -0.06
    era_slope: float = -0.03
    era_wave: float = 0.02
    choice: float = 0.6
    stay: float = 0.35
    pause_share: float = 0.02
    cheat_share: float = 0.004
    patience_min: float = 35.0
    patience_sd: float = 0.7
    rho: float = 0.0
    tail_df: float | None = None
    slope_sd: float = 0.0
    second_source: float = 0.0
    resumed_share: float = 0.0
    copies: float = 0.0
    log_only_finished: bool = False
    repeats: bool = False
    puzzles: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    players: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    reference: float = 0.0

    @property
    def spread_sigma(self) -> float:
        """Log sd of one random player of today on one puzzle."""
        active = self.players.loc[self.players["active"], "level"]
        return float(np.hypot(active.std() if len(active) > 1 else self.player_sigma, self.residual_sigma))

    def scalars(self) -> dict[str, float]:
        """Return every single-number setting by name."""
        return {
            f.name: float(getattr(self, f.name))
            for f in fields(self)
            if isinstance(getattr(self, f.name), (int, float)) and f.name != "reference"
        }


def simulate(
    n_rows: int = 20_000,
    n_players: int = 1_000,
    n_puzzles: int = 300,
    seed: int = 0,
    *,
    features: pd.DataFrame | None = None,
    **truth: object,
) -> tuple[pd.DataFrame, pd.DataFrame, Truth]:
    """Draw solves and puzzles from a known model.

    Parameters
    ----------
    n_rows, n_players, n_puzzles : int
        Sizes; a few rows fewer come back when players run out of unseen puzzles.
    seed : int
        Equal seeds give equal tables.
    features : DataFrame, optional
        Puzzles to meet, as `fits.features.attach` returns them, in place of drawn ones; n_puzzles is then not used.
    **truth
        Settings of `Truth` to override.

    Returns
    -------
    solves, puzzles : DataFrame
        Columns of `fits.schemas`; puzzles carry synthetic features, not grids.
    truth : Truth
        Everything a fit should find again.
    """
    law = Truth(**truth)  # type: ignore[arg-type]
    streams = np.random.SeedSequence(seed).spawn(4)
    rng_puzzle, rng_player, rng_choice, rng_noise = (np.random.default_rng(stream) for stream in streams)
    if features is None:
        puzzles, true_puzzles = _puzzles(law, n_puzzles, rng_puzzle)
    else:
        puzzles, true_puzzles = _graded(law, features, rng_puzzle)
    players = _players(law, n_players, rng_player)
    rows = _choose(law, n_rows, players, true_puzzles, rng_choice)
    solves, level = _times(law, rows, players, true_puzzles, rng_noise)
    players = players.assign(level=level, active=np.isfinite(level))
    done = Truth(
        **{f.name: getattr(law, f.name) for f in fields(law) if f.name not in ("puzzles", "players", "reference")},
        puzzles=true_puzzles,
        players=players,
        reference=float(np.nanmedian(level)) if np.isfinite(level).any() else 0.0,
    )
    return solves, puzzles, done


def _puzzles(law: Truth, n: int, rng: np.random.Generator) -> tuple[pd.DataFrame, pd.DataFrame]:
    z = rng.standard_normal((n, 3))
    l1 = 5.0 + 0.75 * z[:, 0]
    empty = np.clip(np.round(51.0 + 4.0 * (0.45 * z[:, 0] + np.sqrt(1 - 0.45**2) * z[:, 1])), 38, 62)
    u = law.puzzle_sigma * z[:, 2]
    published = np.sort(rng.uniform(-YEARS, 0.0, n))
    group = np.arange(n)
    copy = rng.random(n) < law.copies
    copy[0] = False
    source = np.maximum.accumulate(np.where(copy, 0, np.arange(n)))
    l1, empty, u, group = l1[source], empty[source], u[source], group[source]
    width = len(str(n - 1))
    ids = [f"q{i:0{width}d}" for i in range(n)]
    band = np.digitize(l1, BAND_LIMITS)
    puzzles = pd.DataFrame(
        {
            "puzzle_id": pd.Categorical(ids),
            "group_key": pd.Categorical([f"g{g:0{width}d}" for g in group]),
            "published_at": (REFERENCE + pd.to_timedelta(published * DAYS_PER_YEAR, unit="D")).floor("D").as_unit("ns"),
            "empty_cells": empty,
            "effort_l1": l1,
            "blob_cells": np.zeros(n),
            "extra_area_pc": np.zeros(n),
            "band": pd.Categorical(np.array(BANDS)[band], categories=list(BANDS)),
            "difficulty": np.clip(2.0 * (l1 - 2.5), 0.1, None),
        }
    )
    return puzzles, _true(law, l1, empty, u, published, ids)


def _graded(law: Truth, features: pd.DataFrame, rng: np.random.Generator) -> tuple[pd.DataFrame, pd.DataFrame]:
    n = len(features)
    u = law.puzzle_sigma * rng.standard_normal(n)
    published = np.sort(rng.uniform(-YEARS, 0.0, n))
    ids = [str(name) for name in features.index]
    puzzles = features.assign(puzzle_id=pd.Categorical(ids, categories=ids)).reset_index(drop=True)
    l1, empty = features["effort_l1"].to_numpy(float), features["empty_cells"].to_numpy(float)
    return puzzles, _true(law, l1, empty, u, published, ids)


def _true(
    law: Truth, l1: np.ndarray, empty: np.ndarray, u: np.ndarray, published: np.ndarray, ids: list[str]
) -> pd.DataFrame:
    """Return what no fit sees of the puzzles; b_floor is b with the doubled floor of the second source."""
    curve = np.exp(law.const + law.k_effort * l1 + law.k_empty * np.log(empty))
    true = pd.DataFrame({"b": np.log(law.minutes_per_unit) + np.log(curve + law.t0) + u, "u": u}, index=ids)
    true["b_floor"] = np.log(law.minutes_per_unit) + np.log(curve + 2 * law.t0) + u
    true["published"] = published
    return true


def _players(law: Truth, n: int, rng: np.random.Generator) -> pd.DataFrame:
    a = law.player_sigma * rng.standard_normal(n)
    sd = law.player_sigma if law.player_sigma > 0 else 1.0
    activity = np.exp(1.3 * rng.standard_normal(n) - law.stay * a / sd)
    begin = rng.uniform(-YEARS, -0.3, n)
    end = np.minimum(begin + rng.exponential(3.0, n) + 0.3, 0.0)
    return pd.DataFrame(
        {
            "a": a,
            "skill": -a / sd,
            "activity": activity,
            "begin": begin,
            "end": end,
            "slope": law.slope_sd * rng.standard_normal(n),
            "second": rng.random(n) < law.second_source,
        }
    )


def _choose(
    law: Truth, n_rows: int, players: pd.DataFrame, true: pd.DataFrame, rng: np.random.Generator
) -> pd.DataFrame:
    """Return player, puzzle and time of n_rows attempts, ordered by player and time."""
    for factor in (1.0,) if law.repeats else DRAWS:
        rows = _attempts(law, int(n_rows * factor) + 50, players, true, rng)
        if len(rows) >= n_rows:
            break
    if len(rows) > n_rows:
        rows = rows.iloc[np.sort(rng.choice(len(rows), size=n_rows, replace=False))]
    return rows.reset_index(drop=True)


def _attempts(
    law: Truth, drawn: int, players: pd.DataFrame, true: pd.DataFrame, rng: np.random.Generator
) -> pd.DataFrame:
    """Draw attempts; unless repeats are wanted, only the first meeting of a player with a puzzle stays."""
    weight = players["activity"].to_numpy()
    player = rng.choice(len(players), size=drawn, p=weight / weight.sum())
    span = (players["end"] - players["begin"]).to_numpy()
    when = players["begin"].to_numpy()[player] + rng.random(drawn) * span[player]
    puzzle = np.empty(drawn, dtype=np.int64)
    b = true["b"].to_numpy()
    hard = (b - b.mean()) / (b.std() or 1.0)
    published = true["published"].to_numpy()
    skill = players["skill"].to_numpy()
    for start in range(0, drawn, CHUNK):
        part = slice(start, start + CHUNK)
        puzzle[part] = _pick(law.choice, skill[player[part]], when[part], hard, published, rng)
    order = np.lexsort((when, player))
    player, puzzle, when = player[order], puzzle[order], when[order]
    rows = pd.DataFrame({"player": player, "puzzle": puzzle, "era": when})
    key = player.astype(np.int64) * len(true) + puzzle
    if law.repeats:
        rows["attempt"] = rows.groupby(key).cumcount() + 1
        return rows
    rows["attempt"] = 1
    return rows[~pd.Series(key).duplicated().to_numpy()]


def _pick(
    choice: float,
    skill: np.ndarray,
    when: np.ndarray,
    hard: np.ndarray,
    published: np.ndarray,
    rng: np.random.Generator,
) -> np.ndarray:
    n, n_puzzles = len(when), len(published)
    latest = np.maximum(np.searchsorted(published, when), min(10, n_puzzles))
    recent = np.maximum(latest - max(10, n_puzzles // 20), 0)
    fresh = rng.random((n, CANDIDATES)) < 0.7
    low = np.where(fresh, recent[:, None], 0)
    index = low + (rng.random((n, CANDIDATES)) * (latest[:, None] - low)).astype(np.int64)
    gumbel = -np.log(rng.exponential(size=(n, CANDIDATES)))
    best = np.argmax(choice * skill[:, None] * hard[index] + gumbel, axis=1)
    return np.asarray(index[np.arange(n), best])


def _times(
    law: Truth, rows: pd.DataFrame, players: pd.DataFrame, true: pd.DataFrame, rng: np.random.Generator
) -> tuple[pd.DataFrame, np.ndarray]:
    n = len(rows)
    player, puzzle, era = rows["player"].to_numpy(), rows["puzzle"].to_numpy(), rows["era"].to_numpy()
    n_prev = rows.groupby("player").cumcount().to_numpy().astype(np.float64)
    e = rng.standard_normal(n) if law.tail_df is None else rng.standard_t(law.tail_df, n)
    second = players["second"].to_numpy()[player]
    b = np.where(second, true["b_floor"].to_numpy()[puzzle], true["b"].to_numpy()[puzzle])
    hard = b - true["b"].mean()
    mu = players["a"].to_numpy()[player] + b + players["slope"].to_numpy()[player] * hard
    mu += law.era_slope * era + law.era_wave * np.sin(2 * np.pi * era / 6.0) + law.practice * np.log1p(n_prev)
    log_t = mu + law.residual_sigma * e
    log_t[rng.random(n) < law.cheat_share] += np.log(0.2)
    z = law.rho * e + np.sqrt(1 - law.rho**2) * rng.standard_normal(n)
    patience = np.log(law.patience_min) + law.patience_sd * z
    gave_up = log_t > patience
    seconds = seconds_of(np.minimum(log_t, patience))
    paused = ~gave_up & (rng.random(n) < law.pause_share)
    seconds = seconds + np.where(paused, seconds_of(np.log(25.0) + 1.2 * rng.standard_normal(n)), 0.0)
    table = _solve_table(law, rows, players, true, seconds, gave_up, rng)
    table = table[~gave_up].reset_index(drop=True) if law.log_only_finished else table
    last = pd.DataFrame({"player": player, "n": n_prev, "era": era}).groupby("player").last()
    level = np.full(len(players), np.nan)
    active = last[last["era"] >= -ACTIVE_YEARS]
    level[active.index] = players["a"].to_numpy()[active.index] + law.practice * np.log1p(active["n"].to_numpy())
    return table, level


def _labels(codes: np.ndarray, names: list[str]) -> pd.Categorical[str]:
    whole: list[int] = codes.astype(int).tolist()
    return pd.Categorical.from_codes(whole, pd.Index(names))


def _solve_table(
    law: Truth,
    rows: pd.DataFrame,
    players: pd.DataFrame,
    true: pd.DataFrame,
    seconds: np.ndarray,
    gave_up: np.ndarray,
    rng: np.random.Generator,
) -> pd.DataFrame:
    width = len(str(len(players) - 1))
    names = [f"p{i:0{width}d}" for i in range(len(players))]
    second = players["second"].to_numpy()[rows["player"].to_numpy()]
    started = REFERENCE + pd.to_timedelta(np.round(rows["era"].to_numpy() * DAYS_PER_YEAR * 86400.0), unit="s")
    table = pd.DataFrame(
        {
            "player_id": _labels(rows["player"].to_numpy(), names),
            "puzzle_id": _labels(rows["puzzle"].to_numpy(), list(true.index)),
            "duration_s": seconds,
            "status": _labels(gave_up, ["solved", "abandoned"]),
            "started_at": pd.Series(started).dt.as_unit("ns"),
            "source": _labels(second, ["main", "second"]),
            "attempt": rows["attempt"].to_numpy(),
        }
    )
    if law.resumed_share > 0:
        resumed = rng.random(len(rows)) < law.resumed_share
        broke = np.where(resumed, seconds_of(np.log(60.0) + rng.standard_normal(len(rows))), 0.0)
        table["active_s"], table["paused_s"], table["resumed"] = seconds, broke, resumed
        table["duration_s"] = seconds + broke
    return table
