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
# # 06 · Golden diff
#
# **Purpose.** Put a candidate model beside the shipped one on the guarded puzzles: what moves, how far, why; then sign, or don't. The
# signature and the verdict of the gates are written beside the candidate.
#
# **Inputs.** The golden puzzles of this project (classics, other sizes, variants). The candidate is made up here: X-Wings at half price,
# Naked Pairs half as dear again, effort costing 3 % more time. Put the folder of your own in its place.
# **Run time.** Under a minute: all golden puzzles are graded under both models, and kept for the next time. **Seed.** None.

# %%
# %matplotlib inline
import shutil
from pathlib import Path

import fits
from fits import notebook
from fits.accept import draft, read_case

GOLDEN = Path("../golden")
CANDIDATE = Path("../out/notebooks/06/candidate")
shutil.rmtree(CANDIDATE, ignore_errors=True)

# %%
change = {
    "route.price.X-Wing": "x0.5",
    "price.price.X-Wing": "x0.5",
    "route.price.Naked Pair": "x1.5",
    "price.price.Naked Pair": "x1.5",
    "time.k_effort": "x1.03",
}
draft(change, CANDIDATE, "made up for notebook 06")
candidate = read_case(CANDIDATE, None, GOLDEN).candidate  # your candidate: read_case(Path("fits/runs/…"), …)

# %%
diff = fits.golden_diff(
    candidate, fits.golden_puzzles(GOLDEN), fits.golden_families(GOLDEN), progress=notebook.progress
)
diff.summary()

# %% [markdown]
# ## By family

# %%
diff.by_family()

# %% [markdown]
# ## How far do difficulties move?

# %%
notebook.keep(diff.plot("change"), "06_change")

# %%
notebook.keep(diff.plot("scatter"), "06_scatter")

# %% [markdown]
# ## Do bands move?
#
# A band is that of the hardest technique which the easiest path needs. Prices of the route have no part in it, so everything must stay on
# the diagonal; a number beside it is a defect.

# %%
notebook.keep(diff.plot("bands"), "06_bands")

# %% [markdown]
# ## The biggest movers
#
# With the techniques whose number on the written route changes. A mover whose route does not contain what was changed is a riddle to solve
# before signing.

# %%
diff.show(5)

# %% [markdown]
# Both routes of the biggest mover among the classics, step by step, on one scale:

# %%
mover = diff.table[diff.table["family"] == "classic"]["d_difficulty"].abs().idxmax()
notebook.keep(diff.routes(mover), "06_routes")

# %%
diff.techniques(mover)

# %% [markdown]
# ## Sign, or don't
#
# Write your name only when every mover above is explained; name those that are meant. The cell writes `review.json` and `gates.json` into
# the candidate's folder; `python -m fits accept FOLDER` reads them.

# %%
REVIEWER = ""  # your name
EXCEPTIONS = []  # "classic-30 gets easier by 0.6: its two Naked Pairs give way to an X-Wing"
if REVIEWER:
    fits.sign(CANDIDATE, REVIEWER, EXCEPTIONS)
verdict = fits.gates(read_case(CANDIDATE, None, GOLDEN))
verdict.to_json(CANDIDATE / "gates.json")
verdict.summary()

# %% [markdown]
# ## What to conclude, what not
#
# * The diff says what changes, not whether it gets better. That is for held-out times (G2 to G4), which a made-up candidate cannot have.
# * Small medians hide large movers: look at the ends of the histogram first.
# * Never update golden cards to make a test pass. After `accept`: `python -m tools.golden update --reason "…"`, in a commit of its own.
# * Golden puzzles are chosen for variety. Shares in these tables are not shares of what you publish.
