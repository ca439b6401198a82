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
# # 04 · Card-score map
#
# **Purpose.** From raw scores to difficulties on a published scale: fit the map to graded puzzles, check its shape, look at puzzles near
# the limits of grades.
#
# **Inputs.** This project's classics, X and Windoku puzzles, with published scores that are **simulated** around a known map. Put a table
# with `puzzle_id, puzzle, published_grade, published_score, published_scale` in their place. **Run time.** Half a minute. **Seed.** 4.

# %%
# %matplotlib inline
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

import fits
from fits import grade_labels, notebook

GOLDEN = Path("../golden")
families = fits.golden_families(GOLDEN)
puzzles = fits.golden_puzzles(GOLDEN)[families.isin(["classic", "x", "windoku"])]
TRUTH = (1.2, -4.0, 0.8)
labels = grade_labels.simulated_labels(fits.attach(puzzles, progress=notebook.progress), TRUTH, seed=4)
labels.drop(columns="puzzle").head()

# %% [markdown]
# ## Do the grades order the raw scores?
#
# The raw score is the mean effort of a step per empty cell, as a logarithm. The scale is Andrew Stuart's since October 2025: Kids below 3,
# Gentle to 4, Moderate to 5, Tough to 7, Diabolical to 9, Extreme above. Labels of an older scale must not be mixed in: that is an error.

# %%
config = fits.MapConfig(data_name="simulated labels", licence="simulated", seed=4)
assumed = fits.DifficultyMapFit(config).fit(labels)
notebook.keep(grade_labels.grade_boxes(assumed), "04_grade_boxes")

# %% [markdown]
# ## Fit, first with assumed medians
#
# The map is fitted to the medians of the grades, since medians go through any increasing map. Where only grades are published, what their
# medians are on the scale has to be assumed.

# %%
assumed.summary()

# %%
assumed.grades[["n", "median_raw", "target", "fitted", "left_out"]]

# %% [markdown]
# ## Fit again with the medians of the published scores
#
# Where scores are published, their medians replace the assumed ones. Grades of fewer than three puzzles keep the assumption, at a quarter of
# the weight.

# %%
fit = fits.DifficultyMapFit(replace(config, grades=grade_labels.observed_grades(labels))).fit(labels)
fit.summary()

# %% [markdown]
# Only in this example: A and B beside the truth. How sharp the knee is (C) shows only in puzzles far below the easiest grade.

# %%
pd.DataFrame({"assumed medians": assumed.params, "published medians": fit.params, "truth": TRUTH})

# %%
notebook.keep(fit.plot("map"), "04_map")

# %% [markdown]
# ## Leave one grade out
#
# A ring far from its bar: the map between the other grades does not lead to this one.

# %%
notebook.keep(fit.plot("grade_medians"), "04_grade_medians")

# %% [markdown]
# ## Is the softplus the right shape?
#
# An isotonic regression knows only that the map rises. Where the two part by more than 0.3, a monotone curve is offered; with few puzzles
# the steps of the regression alone can do that.

# %%
notebook.keep(fit.plot("map_vs_isotonic"), "04_map_vs_isotonic")

# %%
fit.diagnostics()

# %%
notebook.keep(grade_labels.residual_by_grade(fit), "04_residual_by_grade")

# %% [markdown]
# ## Puzzles near the limits
#
# Their grade hangs on a hair: a publisher may call them either way, and so may the next version of the map.

# %%
grade_labels.agreement(fit)

# %%
near = grade_labels.near_limits(fit, 8)
near

# %%
notebook.boards({f"{name}: {row['fitted']:.2f}": puzzles[name] for name, row in near.head(4).iterrows()})

# %% [markdown]
# ## Strictly increasing, everywhere
#
# The gate asks for it, since a map that is flat anywhere gives different puzzles one difficulty.

# %%
raw = np.linspace(-8, 12, 10_000)
assert (np.diff(fit(raw)) > 0).all()
fit.to_overrides()

# %% [markdown]
# ## What to conclude, what not
#
# * The map only stretches. It changes no order of puzzles and no band.
# * Intervals tell of the puzzles drawn from each grade, not of whether the targets are right.
# * Agreement with a publisher's grades says that the card orders puzzles as that publisher does. Whether people find them harder in that
#   order is another question, for times.
# * To take the map over: `python -m fits map`, then the gates, then notebook 06.
