"""The catalogue: which finder, with which parameters, looks for which technique.

Adding a technique = a finder in its family's file, a row here, rows in ``data/techniques.csv`` (and ``data/codes.csv``
for a new chip code), exemplars in ``tests/exemplars``. The order of the rows means nothing: study order comes from
codes.csv, price order from the model.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import als, chains, colouring, fish, forcing, intersections, singles, subsets, uniqueness, wings


@dataclass(frozen=True, slots=True)
class Technique:
    """One way of searching: engine name (as in techniques.csv), finder, its two parameters.

    ``needs_unique`` marks techniques that assume one solution; ``last_resort`` those that count as available
    moves only where they are the step itself.
    """

    engine: str
    finder: Any
    p0: int = 0
    p1: int = 0
    needs_unique: bool = False
    last_resort: bool = False


TECHNIQUES: tuple[Technique, ...] = (
    Technique("full_house", singles.full_house),
    Technique("hidden_single", singles.hidden_single),
    Technique("naked_single", singles.naked_single),
    Technique("locked_candidates", intersections.locked_candidates),
    Technique("locked_pair", subsets.naked_subset, 2, 1),
    Technique("naked_pair", subsets.naked_subset, 2),
    Technique("hidden_pair", subsets.hidden_subset, 2),
    Technique("locked_triple", subsets.naked_subset, 3, 1),
    Technique("naked_triple", subsets.naked_subset, 3),
    Technique("hidden_triple", subsets.hidden_subset, 3),
    Technique("naked_quad", subsets.naked_subset, 4),
    Technique("hidden_quad", subsets.hidden_subset, 4),
    Technique("x_wing", fish.fish, 2),
    Technique("swordfish", fish.fish, 3),
    Technique("jellyfish", fish.fish, 4),
    Technique("finned_x_wing", fish.fish, 2, 1),
    Technique("finned_swordfish", fish.fish, 3, 1),
    Technique("finned_jellyfish", fish.fish, 4, 1),
    Technique("skyscraper", colouring.turbot, colouring.SKYSCRAPER),
    Technique("kite", colouring.turbot, colouring.KITE),
    Technique("turbot", colouring.turbot, colouring.TURBOT),
    Technique("empty_rectangle", colouring.empty_rectangle),
    Technique("simple_colouring", colouring.simple_colouring),
    Technique("y_wing", wings.y_wing, 2),
    Technique("xyz_wing", wings.y_wing, 3),
    Technique("w_wing", wings.w_wing),
    Technique("remote_pairs", wings.remote_pairs),
    Technique("unique_rectangle", uniqueness.unique_rectangle, needs_unique=True),
    Technique("bug", uniqueness.bug, needs_unique=True),
    Technique("x_chain", chains.chains, chains.BY_X, 5),
    Technique("xy_chain", chains.chains, chains.BY_XY, 5),
    Technique("aic", chains.chains, chains.BY_AIC, 3),
    Technique("nice_loop", chains.chains, chains.BY_LOOP, 3),
    Technique("als_xz", als.als_xz),
    Technique("sue_de_coq", als.sue_de_coq),
    Technique("forcing_chain", forcing.forcing_chain, last_resort=True),
    Technique("forcing_net", forcing.forcing_net, last_resort=True),
    Technique("trial", forcing.trial, last_resort=True),
)
"""All techniques the engine knows."""

INDEX = {technique.engine: i for i, technique in enumerate(TECHNIQUES)}
"""Engine name -> row in TECHNIQUES."""
