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
# # 03 · Refit the prices
#
# **Purpose.** Which steps can the data price at all? Fit what they can, keep the rest as shipped, and look at what that does to ten
# puzzles.
#
# **Inputs.** Simulated mean times of this project's classics and of the same classics half solved, at prices that are known: naked singles
# dearer than shipped, hidden singles in lines cheaper. **Run time.** Under a minute. **Seed.** 3.

# %%
# %matplotlib inline
import pandas as pd

import fits
import pencilmark as pm
from fits import notebook
from fits.price_example import priced_times, staged

classics = pd.read_csv("../golden/puzzles/classic.csv", index_col="id")["puzzle"]
change = {"route.price.Naked Single": "x1.6", "route.price.Hidden Single (line)": "x0.7", "route.load_naked": "x0.8"}
truth = pm.default().with_overrides(change)
times = priced_times(staged(classics), truth, seed=3)
len(times.puzzles)

# %% [markdown]
# ## The fit
#
# With your own data: `times = fits.cloud_sudoku("means.csv")` for mean times, or `fits.adjust(…)` of single solves together with their
# grids. The numbers of walks, folds, rounds and draws are small here to be quick; the defaults are larger.

# %%
config = fits.PriceConfig(
    route=fits.RouteConfig(walks=8),
    cv_walks=2,
    folds=3,
    shrink_grid=(0.5, 1.0, 2.0),
    rounds=5,
    bootstrap=50,
    seed=3,
    data_name="simulated means",
    licence="simulated",
)
fit = fits.PriceFit(config).fit(times, progress=notebook.progress)
fit.summary()

# %% [markdown]
# A price in brackets is a factor on a whole group: steps beyond singles are too rare, one by one, to be seen in times of whole puzzles.
#
# ## What can the data see?
#
# Per parameter: the puzzles that use it, its share of the effort, and by how much the data narrow the prior (posterior over prior standard
# deviation). Under 30 puzzles, or a ratio above 0.8, the shipped value stays.

# %%
fit.identifiability[["puzzles", "share", "ratio", "partner", "correlation", "kept", "se"]]

# %%
notebook.keep(fit.plot("shrinkage"), "03_shrinkage")

# %%
notebook.keep(fit.plot("correlation"), "03_correlation")

# %% [markdown]
# Two parameters that go together strongly are one number in two places. A price of singles and its growth with the load are such a pair.
#
# ## How strongly to hold on to the prior
#
# The penalty is chosen on held-out puzzles: the strongest one that is within one standard error of the best.

# %%
notebook.keep(fit.plot("penalty"), "03_penalty")

# %% [markdown]
# ## Routes and prices, round by round
#
# Prices decide the routes, and routes what the prices are fitted to. Each round walks again, fits, and moves at most 0.3 on the log scale.
# The round with the best loss on held-out puzzles is kept, not the last. (Written routes hardly change here: any single at hand is taken,
# whatever it costs; prices decide only what comes beyond singles.)

# %%
fit.rounds

# %%
notebook.keep(fit.plot("loss_path"), "03_loss_path")

# %%
notebook.keep(fit.plot("route_churn"), "03_route_churn")

# %%
notebook.keep(fit.plot("prices"), "03_prices")

# %% [markdown]
# Only in this example: beside the truth.

# %%
names = ["route.price.Hidden Single (line)", "route.price.Naked Single", "route.load_naked", "route.phi"]
fit.summary().frame.loc[names, ["shipped", "estimate", "lower", "upper"]].assign(
    truth=[truth.get(name) for name in names]
)

# %% [markdown]
# Naked Single and its growth with the load miss the truth in opposite directions: together they price the same steps. This is what the
# correlation above, and the wide intervals, have said.
#
# ## What changes for ten puzzles
#
# Every sixth classic, under the shipped prices and the fitted ones. The score map stays as it is, so difficulties move with the prices:
# refit the map next (notebook 04), and the time model after it (notebook 02).

# %%
diff = fits.golden_diff(fit.model(), classics.iloc[::6].iloc[:10])
diff.table[["difficulty_old", "difficulty_new", "minutes_old", "minutes_new", "band_flip", "route_changed"]]

# %%
diff.show(3)

# %%
mover = diff.movers(1).index[0]
notebook.keep(diff.routes(mover), "03_routes")

# %%
diff.techniques(mover)

# %% [markdown]
# ## Prices and Sudoku Explainer
#
# Two scales for the same techniques. Only the order should agree; one is about what a step needs, the other about how long people take.

# %%
notebook.keep(fit.plot("price_vs_se"), "03_price_vs_se")

# %% [markdown]
# ## What to conclude, what not
#
# * Intervals that hold the shipped value say that the data do not contradict it, not that it is right.
# * A better held-out loss says little about a single price: many sets of prices predict alike.
# * What stays as shipped was not confirmed. It was not seen.
# * Never copy a price into `params.json` by hand: `python -m fits prices`, then the gates, then notebook 06.
