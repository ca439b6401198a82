# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---
# %% [markdown]
# # 02 · Refit the time model
#
# **Purpose.** From a CSV of your own times to a `time_model.json` that is accepted or refused, with reasons. You need pandas, and
# nothing else of this project.
#
# **Inputs.** One row per attempt: `player_id, puzzle_id, duration_s, started_at`, and `status` (solved, abandoned, timeout or wrong)
# where you have it. The grids (81 characters) are in a column `puzzle` of the same file, or in `puzzles.csv` beside it with
# `puzzle_id, puzzle`. Here: simulated players on this project's own puzzles, with faulty rows mixed in, so that the truth is known.
#
# **Run time.** A minute or two, and a second per twenty new puzzles; the gates grade the golden puzzles once, which takes some minutes more
# the first time. **Seed.** 2, for the players; nothing else is random.

# %%
# %matplotlib inline
import shutil
from dataclasses import replace
from pathlib import Path

import pandas as pd

import fits
from fits import notebook, report, study_figures
from fits.accept import read_case, recovery_passes
from fits.datasets import fingerprint_of
from fits.sensitivity import abandon_sensitivity
from fits.study_example import truth_table

OUT = Path("../out/notebooks/02")
CANDIDATE, ACCEPTED = OUT / "candidate", OUT / "accepted"
classics = pd.read_csv("../golden/puzzles/classic.csv", index_col="id")["puzzle"]
example, truth = fits.example_study(OUT / "example", classics, seed=2)

# %% [markdown]
# ## 1 · Your file
#
# Replace the first line by the path of your CSV, for instance `SOLVES = "my_solves.csv"`, look at the others, and run everything. Dates are
# written like 2024-05-31; `status` is solved, abandoned, timeout or wrong.

# %%
SOLVES = example
UNIT = "s"  # of the times: s, min or ms
COLUMNS = {}  # {"user": "player_id", …} renames yours
LICENCE = "simulated"  # of your data; goes into the provenance

# %%
study = fits.read_study(SOLVES, unit=UNIT, columns=COLUMNS)
study.summary()

# %% [markdown]
# Cells that hold no number or date where one belongs count as missing. Here they are as they stand in the file:

# %%
study.unread.groupby("column").head(4)

# %% [markdown]
# ## 2 · Grade the puzzles
#
# The card of every puzzle gives what a time is predicted from: the log effort of its solve and its empty cells. A puzzle that has no
# solution, or more than one, cannot be graded; its rows leave below as `ungradable`.

# %%
study = study.graded(progress=notebook.progress)
study.faults.to_frame()

# %%
study.features[["band", "difficulty", "effort_l1", "empty_cells"]].describe()

# %% [markdown]
# ## 3 · Which rows leave, and why
#
# Nothing leaves silently. Every row that leaves has one reason, the first that applies. Rows that were given up **stay**: they say that
# the puzzle takes longer than the time at which the player stopped.

# %%
kept, rejects = fits.screen(study.solves, study.puzzles)
rejects.summary()

# %%
notebook.keep(study_figures.rejects(rejects), "02_rejects")

# %% [markdown]
# The rows themselves, two of each reason (`row` counts from 1 below the header):

# %%
study.rejected(rejects)[["player_id", "puzzle_id", "duration_s", "status", "started_at"]].groupby(level="reason").head(
    2
)

# %% [markdown]
# ## 4 · Look before you fit

# %%
notebook.keep(study_figures.times_by_year(kept), "02_years")

# %%
notebook.keep(study_figures.solves_per_player(kept), "02_players")

# %% [markdown]
# ## 5 · Stage 1: take players, years and practice out
#
# What is left is one adjusted log time per puzzle: that of the median player of today.

# %%
adjusted = fits.adjust(kept, progress=notebook.progress)
adjusted.summary()

# %% [markdown]
# Why not simply the median time of each puzzle? Good players choose hard puzzles and slow solves of hard ones are given up, so raw
# medians rise too little with effort (Simpson's paradox). A model fitted to them would call hard puzzles too easy.

# %%
notebook.keep(study_figures.raw_and_adjusted(kept, adjusted, study.features), "02_raw_and_adjusted")

# %% [markdown]
# **The anchor.** The time model counts in units: the median time of the puzzles at hand, unless you name fixed anchor puzzles
# (`fits.AdjustConfig(anchor=(…))`). Name some before you compare two studies, since otherwise the unit drifts with the puzzles.

# %% [markdown]
# ## 6 · Stage 2: the time model
#
#     minutes = unit · (exp(const + k_effort · effort + k_empty · ln empty cells) + t0)

# %%
config = fits.TimeConfig(data_name=Path(SOLVES).name, data_sha256=fingerprint_of(SOLVES), licence=LICENCE)
fit = fits.TimeModelFit(config).fit(replace(adjusted, rejects=rejects), study.features)
fit.provenance["sensitivity"] = abandon_sensitivity(kept, adjusted, fits.AdjustConfig())
fit.summary()

# %% [markdown]
# Read the notes under the table first: a value that the data cannot see is held, or comes from its prior, and says so. `shipped` is the
# model in use. There are no p-values, since no hypothesis is tested.

# %%
fit.diagnostics()

# %%
notebook.keep(fit.plot("forest"), "02_forest")

# %%
notebook.keep(fit.plot("fit"), "02_fit")

# %%
notebook.keep(fit.plot("era"), "02_era")

# %%
notebook.keep(fit.plot("practice"), "02_practice")

# %% [markdown]
# The floor `t0` is the time just to write the digits. The curve shows what the data alone say about it: where it is flat, the estimate
# is that of the prior, and `t0` and `k_effort` must be read as a pair.

# %%
notebook.keep(fit.plot("t0_profile"), "02_t0_profile")

# %% [markdown]
# Only in this example: were the true numbers found again?

# %%
truth_table(fit, truth) if example == SOLVES else "your data have no known truth"

# %% [markdown]
# ## 7 · Is it any good on puzzles it has not seen?
#
# Five folds of puzzles, both stages refitted inside each; the shipped model and simple predictors on the same folds. Higher is better
# for correlation and log score, lower for MAE (of log minutes; 0.1 is about 10 %).

# %%
evaluation = fits.evaluate(
    fits.TimeModelFit(config), kept, study.features, fits.by_puzzle(5, seed=1), progress=notebook.progress
)
evaluation.wide()[["spearman", "mae", "log_score", "crps"]]

# %% [markdown]
# Coverage on held-out puzzles: what share of solves is faster than the predicted 20th, 50th, 80th, 95th percentile? It should be 0.2, 0.5,
# 0.8, 0.95. Players count alike, and rows that were given up count as not yet solved.

# %%
evaluation.coverage

# %%
coverage = study_figures.coverage_by_band(fit, kept, adjusted, study.features)
notebook.keep(study_figures.pit_by_band(coverage), "02_pit_by_band")

# %% [markdown]
# ## 8 · The gates
#
# A model replaces the shipped one only when all nine gates hold, or a failing one is waived with a written reason.
#
# | gate | asks |
# |---|---|
# | G0 complete | does the file say from which data, by which code, with which settings it was made, and from committed sources? |
# | G1 recovery | do the tests that refit simulated truths pass in this checkout? |
# | G2 better | is the held-out log score better than the shipped model's, beyond chance? |
# | G3 calibrated | are the percentiles right, within 3 points? |
# | G4 baselines | is every simple predictor beaten in rank correlation and error? |
# | G5 order | does the score map still increase? |
# | G6 golden | do the project's guarded cards keep their bands, and their minutes nearly? |
# | G7 stable | has no price moved by more than a factor of three? |
# | G8 reviewed | has a person looked at what changes (notebook 06) and signed? |

# %%
CANDIDATE.mkdir(parents=True, exist_ok=True)
report.write_time_model(fit, CANDIDATE / "time_model.json")
evaluation.to_json(CANDIDATE / "evaluation.json")
REVIEWER = ""  # your name signs for this model only, and lets the recovery tests run (minutes)
if REVIEWER:
    fits.sign(CANDIDATE, REVIEWER, exceptions=[])
recovery = recovery_passes() if REVIEWER else None

# %%
shutil.rmtree(ACCEPTED, ignore_errors=True)  # what an earlier run had accepted
case = read_case(
    CANDIDATE, CANDIDATE / "evaluation.json", Path("../golden"), recovery=recovery, progress=notebook.progress
)
verdict = fits.accept(case, waivers={}, target=ACCEPTED)  # waivers={"G6": "why this is right all the same"}
verdict.to_json(CANDIDATE / "gates.json")
verdict.summary()

# %%
print(
    "accepted: " + str(ACCEPTED / "time_model.json") if verdict.passed else "refused by " + ", ".join(verdict.failing)
)
print(f"the candidate, with provenance: {CANDIDATE / 'time_model.json'}")

# %% [markdown]
# An accepted file lies in `out/notebooks/02/accepted`. To ship it: `python -m fits accept out/notebooks/02/candidate --report
# out/notebooks/02/candidate/evaluation.json` from the project folder, which judges again, recovery tests included, and writes into the
# package. To try it without that: `pm.use(pm.default().with_overrides(fit.to_overrides()))`, see notebook 05.
#
# ## What to conclude, what not
#
# * A refusal is an answer. With some dozens of puzzles, `k_empty` and `t0` rest on little; the golden cards then move on boards that
#   nobody here has solved, and G6 says so.
# * Estimates describe these players. Whether they describe others is not in the data; a second study is.
# * Better in the log score does not mean that single parameters are right: read the intervals.
# * The table of time by year shows people and puzzles changing together. Only the era curve takes them apart, and only where players meet
#   puzzles of other years.
