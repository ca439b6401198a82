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
# # 01 · Quick tour
#
# **Purpose.** Rate one puzzle, read its card, see where its effort lies; rate a few dozen puzzles as a table; learn what
# difficulty, band and time mean, and what they don't.
#
# **Inputs.** The golden puzzles of this project. **Run time.** Under a minute once the engine is compiled
# (`pencilmark warmup`). **Seed.** None: nothing here is random.

# %%
# %matplotlib inline
from pathlib import Path

import pandas as pd

import pencilmark as pm
from fits import card_charts

# %% [markdown]
# ## One puzzle
#
# Anything that states a puzzle can be loaded: a string, a file, a document. A puzzle draws itself.

# %%
text = "...7...8..9.6....5.6...1........63.4....1957.....4....4.5..37...1.......7...5.91."
puzzle = pm.load(text)
puzzle

# %% [markdown]
# Its card: difficulty, minutes, band, what a solver meets from easy to hard, and publishing notes.

# %%
card = pm.rate(text, steps=True, explain="notation")
card

# %% [markdown]
# * **difficulty** is how hard a *cell* feels: the average effort of a step per empty cell, on a scale where an ordinary newspaper
#   puzzle lies near 5. It has no ceiling. It is not the length of the solve.
# * **time** is minutes of today's *median* player. Half of all players need longer; ask for `time_p80` to see how much.
# * **band** is the band of the hardest technique on the easy-to-hard path. One hard step makes a hard band, even where the rest is
#   easy, so band and difficulty answer different questions.

# %%
times = pm.rate(text, fields=["time", "time_p20", "time_p80", "time_mean"])
assert times["time_p20"] < times["time"] < times["time_p80"]
dict(times)

# %% [markdown]
# ## The solve, step by step

# %%
steps = pd.DataFrame(card["steps"])
steps["notation"] = [step["notation"] for step in steps.pop("explanation")]
steps[["n", "code", "band", "notation"]].iloc[20:34]

# %% [markdown]
# Where the effort lies: each bar is one step of the written route, the one on which difficulty and time rest.

# %%
card_charts.step_effort(text).figure

# %% [markdown]
# ## Many puzzles
#
# `rate_many` keeps the order and never stops at a bad puzzle: its row says what is wrong.

# %%
corpus = pd.read_csv(Path("../golden/puzzles/classic.csv"))
rows = pm.rate_many([*corpus["puzzle"], "12345"], fields=["difficulty", "time", "band", "band_index", "contains"])
assert "error" in rows[-1]
print(rows[-1]["error"])
cards = rows[:-1]
assert not [row for row in cards if "error" in row]

# %%
table = pd.DataFrame(cards)
table["hardest"] = [row[-1]["name"] for row in table["contains"]]
summary = table.groupby(["band_index", "band"])[["difficulty", "time"]].agg(["median", "count"])
summary

# %%
card_charts.difficulty_time(cards).figure

# %% [markdown]
# ## What to conclude, what not
#
# * Difficulty and time rise together, but not in step: a long easy puzzle takes time without being hard.
# * Bands overlap in difficulty. To order puzzles use difficulty; to say which techniques are needed use band and contents.
# * Numbers of two graders, or of two versions of this one, are not comparable one by one.
# * The card speaks of players in general. It says nothing about one person.
