"""The catalogue: which finder, with which parameters, looks for which technique.

Adding a technique = a finder in its family's file, a row here, rows in ``data/techniques.csv`` (and ``data/codes.csv``
for a new chip code), exemplars in ``tests/exemplars``. The order of the rows means nothing: study order comes from
codes.csv, price order from the model.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..tables import shape_id
from . import (
    als,
    chains,
    colouring,
    fish,
    forcing,
    intersections,
    rules,
    singles,
    subsets,
    two_rules,
    uniqueness,
    wings,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Technique:
    """One way of searching: engine name (as in techniques.csv), finder, its two parameters.

    ``story`` is how its pattern is written: place, lines, cells, chain, sets, cases or rule. ``needs_unique`` marks
    techniques that assume one solution; ``last_resort`` those that count as available moves only where they are the
    step itself; ``noted`` is False for those that people do without notes. ``needs`` says what a puzzle must have for
    them: "" (nothing), "rows" (many-cell rules of shape ``p0``), "pairs" (pair relations), "rules" (either). ``learns``
    marks those whose search goes by what earlier ones met, so that what they find is not told by the position alone.
    """

    engine: str
    finder: Any
    p0: int = 0
    p1: int = 0
    needs_unique: bool = False
    last_resort: bool = False
    story: str = "cells"
    noted: bool = True
    needs: str = ""
    learns: bool = False


TECHNIQUES: tuple[Technique, ...] = (
    Technique("full_house", singles.full_house, story="place", noted=False),
    Technique("hidden_single", singles.hidden_single, story="place", noted=False),
    Technique("naked_single", singles.naked_single, story="place", noted=False),
    Technique("locked_candidates", intersections.locked_candidates, story="lines"),
    Technique("locked_pair", subsets.naked_subset, 2, 1),
    Technique("naked_pair", subsets.naked_subset, 2),
    Technique("hidden_pair", subsets.hidden_subset, 2),
    Technique("locked_triple", subsets.naked_subset, 3, 1),
    Technique("naked_triple", subsets.naked_subset, 3),
    Technique("hidden_triple", subsets.hidden_subset, 3),
    Technique("naked_quad", subsets.naked_subset, 4),
    Technique("hidden_quad", subsets.hidden_subset, 4),
    Technique("x_wing", fish.fish, 2, story="lines"),
    Technique("swordfish", fish.fish, 3, story="lines"),
    Technique("jellyfish", fish.fish, 4, story="lines"),
    Technique("finned_x_wing", fish.fish, 2, 1, story="lines"),
    Technique("finned_swordfish", fish.fish, 3, 1, story="lines"),
    Technique("finned_jellyfish", fish.fish, 4, 1, story="lines"),
    Technique("skyscraper", colouring.turbot, colouring.SKYSCRAPER, story="chain"),
    Technique("kite", colouring.turbot, colouring.KITE, story="chain"),
    Technique("turbot", colouring.turbot, colouring.TURBOT, story="chain"),
    Technique("empty_rectangle", colouring.empty_rectangle, story="lines"),
    Technique("simple_colouring", colouring.simple_colouring, story="sets"),
    Technique("y_wing", wings.y_wing, 2),
    Technique("xyz_wing", wings.y_wing, 3),
    Technique("w_wing", wings.w_wing, story="chain"),
    Technique("remote_pairs", wings.remote_pairs),
    Technique("unique_rectangle", uniqueness.unique_rectangle, needs_unique=True),
    Technique("bug", uniqueness.bug, needs_unique=True, story="place"),
    Technique("x_chain", chains.chains, chains.BY_X, 5, story="chain"),
    Technique("xy_chain", chains.chains, chains.BY_XY, 5, story="chain"),
    Technique("aic", chains.chains, chains.BY_AIC, 3, story="chain"),
    Technique("nice_loop", chains.chains, chains.BY_LOOP, 3, story="chain"),
    Technique("als_xz", als.als_xz, story="sets"),
    Technique("sue_de_coq", als.sue_de_coq, story="sets"),
    Technique("forcing_chain", forcing.forcing_chain, last_resort=True, story="cases"),
    Technique("forcing_net", forcing.forcing_net, last_resort=True, story="cases", learns=True),
    Technique("nested_chain", forcing.nested_chain, last_resort=True, story="cases", learns=True),
    Technique("trial", forcing.trial, last_resort=True, story="cases", learns=True),
    Technique("line_single", rules.line_single, story="rule", noted=False, needs="rules"),
    Technique("last_cell", rules.last_cell, story="rule", noted=False, needs="rules"),
    Technique("pair_rule", rules.pair_rule, story="rule", needs="pairs"),
    Technique("equal_cells", rules.equal_cells, story="rule", needs="pairs"),
    Technique("must_contain", rules.must_contain, story="rule", needs="rules"),
    Technique("two_rules", two_rules.two_rules, story="rule", needs="rules"),
    Technique("pair_house", two_rules.pair_house, story="rule", needs="pairs"),
    *(
        Technique(engine, rules.combinations, shape_id(shape), story="rule", needs="rows")
        for engine, shape in (
            ("cage_combinations", "Cage Combinations"),
            ("sum_combinations", "Sum Combinations"),
            ("arrow_combinations", "Arrow Combinations"),
            ("renban_runs", "Renban Runs"),
            ("innies", "Innies and Outies"),
            ("clue_combinations", "Clue Combinations"),
            ("line_ranges", "Line Ranges"),
            ("line_classes", "Line Classes"),
            ("sandwich_combinations", "Sandwich Combinations"),
            ("xsum_combinations", "X-Sum Combinations"),
            ("skyscraper_combinations", "Skyscraper Combinations"),
            ("counting", "Counting"),
            ("twin_digits", "Twin Digits"),
            ("leftovers", "Law of Leftovers"),
            ("virtual_cage", "Virtual Cage"),
            ("innies_several", "Innies over Several Houses"),
            ("equal_sums", "Equal Sums"),
            ("hidden_house", "Hidden House"),
            ("sum_bounds", "Sum Bounds"),
        )
    ),
)
"""All techniques the engine knows."""

INDEX = {technique.engine: i for i, technique in enumerate(TECHNIQUES)}
"""Engine name -> row in TECHNIQUES."""
