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
    als_chains,
    bent,
    blossom,
    cases,
    chains,
    colouring,
    complex_fish,
    counting,
    direct,
    equals,
    exclusion,
    exocet,
    fireworks,
    fish,
    forcing,
    graves,
    grouped,
    gurth,
    intersections,
    kraken,
    local,
    loops,
    medusa,
    one_digit,
    rules,
    sectors,
    singles,
    subsets,
    templates,
    together,
    two_rules,
    uniqueness,
    wings,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Technique:
    """One way of searching: engine name (as in techniques.csv), finder, its two parameters.

    ``story`` is how its pattern is written: place, lines, kraken, cells, chain, grouped, sets, linked, cases or rule.
    ``needs_unique`` marks techniques that assume one solution; ``last_resort`` those that count as available moves only
    where they are the step itself; ``noted`` is False for those that people do without notes; ``written`` is False for
    those that only the band path asks for, since the written route gets there by smaller steps. ``needs`` says what a
    puzzle must have for them: "" (nothing), "rows" (many-cell rules of shape ``p0``), "pairs" (pair relations),
    "rules" (either), "stated" (the same, not counting what follows from the houses alone), "sums" (a stated sum),
    "variant" (any rule beyond houses), "shapes" (houses that are no rectangles, or extra ones). ``learns`` marks those
    whose search goes by what earlier ones met, so that what they find is not told by the position alone. ``bare`` marks
    those that are left out where the puzzle states rules of many cells: sums and the like carry such a solve, nobody
    looks for these patterns there, and the search for them would cost more than all others together.
    """

    engine: str
    finder: Any
    p0: int = 0
    p1: int = 0
    needs_unique: bool = False
    last_resort: bool = False
    story: str = "cells"
    noted: bool = True
    written: bool = True
    needs: str = ""
    learns: bool = False
    bare: bool = False


TECHNIQUES: tuple[Technique, ...] = (
    Technique("full_house", singles.full_house, story="place", noted=False),
    Technique("hidden_single", singles.hidden_single, story="place", noted=False),
    Technique("naked_single", singles.naked_single, story="place", noted=False),
    Technique("direct_pointing", direct.direct_locked, story="lines", noted=False),
    Technique("direct_claiming", direct.direct_locked, 1, story="lines", noted=False, written=False),
    Technique("locked_candidates", intersections.locked_candidates, story="lines"),
    Technique("snyder", direct.snyder, noted=False, written=False),
    Technique("locked_pair", subsets.naked_subset, 2, 1),
    Technique("naked_pair", subsets.naked_subset, 2),
    Technique("direct_hidden_pair", direct.direct_hidden, 2, noted=False, written=False),
    Technique("hidden_pair", subsets.hidden_subset, 2),
    Technique("pair_in_head", direct.naked_in_head, 2, noted=False, written=False),
    Technique("triple_in_head", direct.naked_in_head, 3, noted=False, written=False),
    Technique("locked_triple", subsets.naked_subset, 3, 1),
    Technique("naked_triple", subsets.naked_subset, 3),
    Technique("direct_hidden_triple", direct.direct_hidden, 3, noted=False, written=False),
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
    Technique("wxyz_wing", bent.bent_set),
    Technique("w_wing", wings.w_wing, story="chain"),
    Technique("remote_pairs", wings.remote_pairs),
    Technique("unique_rectangle", uniqueness.unique_rectangle, needs_unique=True),
    Technique("avoidable_rectangle", uniqueness.avoidable_rectangle, needs_unique=True),
    Technique("extended_rectangle", graves.extended_rectangle, needs_unique=True),
    Technique("unique_loop", loops.unique_loop, needs_unique=True),
    Technique("bug", graves.bug, needs_unique=True),
    Technique("gurth", gurth.gurth, needs_unique=True),
    Technique("x_cycle", chains.chains, chains.BY_CYCLE, 5, story="chain"),
    Technique("grouped_x_chain", grouped.grouped_chains, grouped.BY_X, 3, story="grouped", bare=True),
    Technique("medusa", medusa.medusa, story="sets"),
    Technique("x_chain", chains.chains, chains.BY_X, 5, story="chain"),
    Technique("xy_chain", chains.chains, chains.BY_XY, 5, story="chain"),
    Technique("chain_in_head", cases.chain_in_head, story="cases", noted=False, written=False),
    Technique("aic", chains.chains, chains.BY_AIC, 3, story="chain"),
    Technique("nice_loop", chains.chains, chains.BY_LOOP, 3, story="chain"),
    Technique("grouped_aic", grouped.grouped_chains, grouped.BY_AIC, 3, story="grouped", bare=True),
    Technique("grouped_loop", grouped.grouped_chains, grouped.BY_LOOP, 3, story="grouped", bare=True),
    Technique("als_xz", als.als_xz, story="sets"),
    Technique("als_xy_wing", als_chains.als_chain, 3, 3, story="linked", bare=True),
    Technique("als_chain", als_chains.als_chain, 4, 5, story="linked", bare=True),
    Technique("als_w_wing", als_chains.als_w_wing, story="linked"),
    Technique("death_blossom", blossom.death_blossom, story="linked"),
    Technique("aligned_pair", exclusion.aligned_pair, story="linked", bare=True),
    Technique("aligned_triple", exclusion.aligned_triple, bare=True),
    Technique("sue_de_coq", als.sue_de_coq, story="sets"),
    Technique("multi_colouring", one_digit.multi_colouring, story="sets"),
    Technique("broken_wing", one_digit.broken_wing, story="lines", bare=True),
    Technique("dual_kite", one_digit.dual_kite, story="lines"),
    Technique("dual_rectangle", one_digit.dual_rectangle, story="lines"),
    Technique("chute_remote_pairs", wings.chute_remote_pairs),
    Technique("fireworks", fireworks.fireworks),
    Technique("franken_x_wing", complex_fish.complex_fish, 2, complex_fish.FRANKEN, story="lines", bare=True),
    Technique("franken_swordfish", complex_fish.complex_fish, 3, complex_fish.FRANKEN, story="lines", bare=True),
    Technique("franken_jellyfish", complex_fish.complex_fish, 4, complex_fish.FRANKEN, story="lines", bare=True),
    Technique("mutant_x_wing", complex_fish.complex_fish, 2, complex_fish.MUTANT, story="lines", bare=True),
    Technique("mutant_swordfish", complex_fish.complex_fish, 3, complex_fish.MUTANT, story="lines", bare=True),
    Technique("mutant_jellyfish", complex_fish.complex_fish, 4, complex_fish.MUTANT, story="lines", bare=True),
    Technique("siamese_x_wing", complex_fish.complex_fish, 2, complex_fish.LINES, story="lines", bare=True),
    Technique("siamese_swordfish", complex_fish.complex_fish, 3, complex_fish.LINES, story="lines", bare=True),
    Technique("siamese_jellyfish", complex_fish.complex_fish, 4, complex_fish.LINES, story="lines", bare=True),
    Technique("kraken_fish", kraken.kraken_fish, 4, story="kraken", bare=True),
    Technique("sk_loop", sectors.sk_loop, bare=True),
    Technique("locked_sets", sectors.locked_sets, last_resort=True, bare=True),
    Technique("exocet", exocet.exocet, bare=True),
    Technique("bug_lite", loops.bug_lite, needs_unique=True),
    Technique("case_analysis", cases.cases, 0, last_resort=True, story="cases", written=False),
    Technique("either_way", cases.cases, 1, last_resort=True, story="cases", written=False),
    Technique("what_if", cases.cases, 2, last_resort=True, story="cases", written=False),
    Technique("short_trial", cases.short_trial, last_resort=True, story="cases", written=False),
    Technique("nishio", templates.nishio, last_resort=True, story="cases"),
    Technique("forcing_chain", forcing.forcing_chain, last_resort=True, story="cases"),
    Technique("forcing_net", forcing.forcing_net, last_resort=True, story="cases", learns=True),
    Technique("nested_chain", forcing.nested_chain, last_resort=True, story="cases", learns=True),
    Technique("templates", templates.templates, last_resort=True, bare=True),
    Technique("trial", forcing.trial, last_resort=True, story="cases", learns=True),
    Technique("line_single", rules.line_single, story="rule", noted=False, needs="stated"),
    Technique("last_cell", rules.last_cell, story="rule", noted=False, needs="stated"),
    Technique("pair_rule", rules.pair_rule, story="rule", needs="pairs"),
    Technique("equal_cells", rules.equal_cells, story="rule", needs="pairs"),
    Technique("must_contain", rules.must_contain, story="rule", needs="stated"),
    Technique("two_rules", two_rules.two_rules, story="rule", needs="rules"),
    Technique("pair_house", two_rules.pair_house, story="rule", needs="pairs"),
    Technique("line_scan", local.line_scan, story="rule", needs="pairs"),
    Technique("digit_counting", counting.digit_counting, story="rule", needs="shapes"),
    Technique("domino_pairs", local.domino_pairs, story="rule", needs="pairs"),
    Technique("class_counting", local.class_counting, story="rule", needs="rules"),
    Technique("equal_colouring", equals.equal_colouring, story="rule", needs="variant"),
    Technique("cage_positions", together.cage_positions, story="rule", needs="sums"),
    Technique("line_sets", together.line_sets, story="rule", needs="rules"),
    Technique("outside_clues", together.outside_clues, story="rule", needs="rules"),
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
            ("sum_algebra", "Sum Algebra"),
            ("phistomefel", "Phistomefel Ring"),
            ("phistomefel_variant", "Phistomefel Variant"),
            ("weighted_sum", "Weighted Sum"),
            ("clique_house", "Clique House"),
        )
    ),
)
"""All techniques the engine knows."""

INDEX = {technique.engine: i for i, technique in enumerate(TECHNIQUES)}
"""Engine name -> row in TECHNIQUES."""
