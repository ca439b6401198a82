"""Propagation, search and the two routes, all inside compiled kernels; knows no rule kind.

==============  ==============================================================================
driver.py       the one kernel Python calls: moves, band path, written route, search
pricing.py      price of a move, availability, value of a step
race.py         values of singles as means over random orders
refute.py       technique-free search effort
session.py      buffers per board; moves and routes as frozen records
search.py       number of solutions
canonical.py    isomorphic classics graded as one
warm.py         compiling everything once
==============  ==============================================================================
"""

from .warm import ensure, is_warm, warmup

__all__ = ["ensure", "is_warm", "warmup"]
