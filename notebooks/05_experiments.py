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
# # 05 · Experiments
#
# **Purpose.** Change parameters and see what cards do: which matter, which can stand in for each other, what a "what if" does to the
# routes.
#
# **Inputs.** The golden classics of this project; simulated players on them where times are needed. **Run time.** Under a minute: a
# change of prices grades every puzzle anew, one of the time model or the map takes milliseconds. **Seed.** 5, for the players.

# %%
# %matplotlib inline
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

import fits
import pencilmark as pm
from fits import experiment_figures, notebook, run_log

puzzles = pd.read_csv("../golden/puzzles/classic.csv", index_col="id")["puzzle"]
len(puzzles)

# %% [markdown]
# ## One card under two models
#
# Every fitted number has a name. `with_overrides` makes another model, `use` makes it the one in use for a while.

# %%
names = pm.default().names()
shown = ("time.k_effort", "time.t0", "score.map.A", "route.price.X-Wing", "price.price.X-Wing", "route.phi")
{name: names[name] for name in shown}

# %% [markdown]
# There are two sets of prices: `route.…` is what a step costs in *time*, `price.…` what it adds to *difficulty*. A change of one leaves the
# other number alone.

# %%
half_price = {"route.price.X-Wing": "x0.5", "price.price.X-Wing": "x0.5"}
cheaper = pm.default().with_overrides(half_price)
fields = ["difficulty", "time", "band"]
before = pm.rate(puzzles["classic-30"], fields=fields)
with pm.use(cheaper):
    after = pm.rate(puzzles["classic-30"], fields=fields)
pd.DataFrame([before, after], index=["shipped", "X-Wing at half price"])[fields]

# %% [markdown]
# ## Tornado: one parameter at a time, ±20 %
#
# Bars are the median change over all puzzles, lines hold 95 % of them. A bar without a line means: every puzzle moves alike.

# %%
NAMES = [
    "time.*",
    "score.map.*",
    "route.phi",
    "route.load_naked",
    "route.price.Naked Single",
    "route.price.Pointing",
    "price.price.Pointing",
    "price.price.Naked Pair",
    "price.price.X-Wing",
]
tornado = fits.tornado(NAMES, puzzles, factor=1.2, progress=notebook.progress)
tornado.summary()

# %%
notebook.keep(tornado.plot("difficulty", most=9), "05_tornado_difficulty")

# %%
notebook.keep(tornado.plot("minutes", most=9), "05_tornado_minutes")

# %% [markdown]
# ## Sweep: one parameter over a range

# %%
sweep = fits.sweep("score.map.A", np.linspace(0.8, 1.2, 9), puzzles, relative=True)
notebook.keep(experiment_figures.sweep(sweep, "difficulty"), "05_sweep_map")

# %%
sweep = fits.sweep(
    "price.price.Pointing", np.geomspace(0.25, 4.0, 7), puzzles, relative=True, progress=notebook.progress
)
sweep[["difficulty", "difficulty_lo", "difficulty_hi", "band_flips", "route_changes"]]

# %%
notebook.keep(experiment_figures.sweep(sweep, "difficulty"), "05_sweep_price")

# %% [markdown]
# Two thirds of the routes change as soon as Pointing is dearer than its sister Claiming; a price beyond that changes nothing more: a
# technique that is never the cheapest is on a route only where there is no other way.
#
# ## Two at once: can the floor stand in for the effort?
#
# Simulated times, whose truth is the shipped curve. The errors have a valley: a higher floor `t0` with a smaller `k_effort` does as well as
# a lower floor with a larger one. The ring, at the smallest error, is not the truth, which is printed below. Never publish one of the two
# without the other.

# %%
features = fits.attach(puzzles)
law = {name: pm.default().time[name] for name in ("const", "k_effort", "k_empty", "t0", "minutes_per_unit")}
solves, table, truth = fits.simulate(6_000, 300, seed=5, features=features, practice=0.0, **law)
adjusted = fits.adjust(fits.screen(solves, table[["puzzle_id", "empty_cells"]])[0])

# %%
ridge = fits.pair(
    ("time.k_effort", law["k_effort"] * np.linspace(0.94, 1.06, 13)),
    ("time.t0", np.linspace(0.02, 0.42, 11)),
    puzzles,
    observed=adjusted.puzzles["b"],
)
notebook.keep(experiment_figures.pair(ridge), "05_ridge")

# %%
{name: law[name] for name in ("k_effort", "t0")}

# %% [markdown]
# ## What if X-Wings were half price?
#
# With the number of puzzles whose route changes: a price acts only where its technique is on the route, or comes onto it.

# %%
half = fits.what_if(half_price, puzzles)
half.summary()

# %%
half.movers(5)[["difficulty_old", "difficulty_new", "minutes_old", "minutes_new", "route_changed"]]

# %%
notebook.boards({name: puzzles[name] for name in half.movers(4).index})

# %% [markdown]
# Cheaper, and the puzzles get *harder*? The value of a step is its price over the number of moves at hand that cost nearly as little. At
# full price the X-Wing is one of several moves that would do; at half price it is taken sooner and stands alone. Prices are fitted together
# with that rule, so changing a single one by hand can have the other sign than expected: look at routes, not only at prices.

# %% [markdown]
# ## Runs compared
#
# Every fit made by `python -m fits …` leaves a line in the log of runs. Here two, in a folder of their own: the whole table of solves, and
# the finished rows only.

# %%
finished = solves[solves["status"] == "solved"]
with tempfile.TemporaryDirectory() as root:
    for name, rows in (("all", solves), ("finished", finished)):
        kept, rejects = fits.screen(rows, table[["puzzle_id", "empty_cells"]])
        fit = fits.TimeModelFit().fit(fits.adjust(kept), features)
        folder = run_log.new_run(name, Path(root))
        metrics = {
            key: float(fit.params[f"time.{key}"])
            for key in ("k_effort", "k_empty", "t0", "minutes_per_unit", "spread_sigma")
        }
        run_log.write_run(
            folder,
            {"command": "time", "data": name, "seed": 5},
            {"time_model.json": fit.model_json()},
            [fit.summary()],
            metrics,
        )
    runs = run_log.runs_table(Path(root))
    compared = run_log.compare_runs(Path(root), *runs.index)
compared.set_axis(["all rows", "finished only", "difference"], axis=1).assign(truth=pd.Series(truth.scalars()))

# %% [markdown]
# Leaving out what people gave up makes hard puzzles look easy: `k_effort` falls below the truth.
#
# ## What to conclude, what not
#
# * A long bar in the tornado says that a parameter *matters*, not that it is *wrong*.
# * Bands follow from the easiest path, not from prices of the route, so changes of time and map never move a band.
# * An experiment on sixty puzzles shows directions. For sizes take a corpus like the one you publish.
# * Parameters on a ridge are known only together.
