"""Explanations of solving steps, in three levels of detail.

    notation    as solvers write it:        X-Wing: 3 r58 c68 => r679c6<>3
    short       one line, what and why
    teach       one to four sentences that lead a learner to the step

    step + position ──teller──> facts (words, claims) ──template──> text

The *teller* of a shape (``singles``, ``patterns``, ``links``, ``sets``, ``nets``, ``cases``, ``elements``,
``together``) takes the witness of a step apart and returns the words that the templates of ``data/explanations.toml``
are filled with, together with the claims about the position that these words make. Claims are records (``claims``), so
a test can check them against the position without reading a sentence.

Tellers, by the ``facts`` key of a template table; without the key the technique's ``story`` is the teller. All fill
``name result gone from cells digits houses`` (``facts.COMMON``) and besides:

====================  ==============================================================================================
full_house            house cell digit
hidden_single         house cell digit why
naked_single          house cell digit why
bug                   cell digit candidates house
cells                 base cell1 … cell9, digits1 … digits9 (cells in order, the digits named there), house1 … house9
lines                 digit base cover body fins, and the words of ``cells``
locked                digit house other tie
empty_rectangle       digit box link near far part rest
naked, hidden         house count others
wing                  pivot wing1 wing2 pivot_digits digits1 digits2 x y z
pairs                 first last count x y path
rectangle             corners x y floor roof extras house partners locked spare target opposite
chain                 first last start end walk chain links digit, and the words of ``cells``
sets                  cells1 cells2 digits1 digits2 set1 set2
colours               digit cells1 cells2 clash true both
als                   cells1 cells2 digits1 digits2 set1 set2 x x_cells z
linked                start end start_digits end_digits sets others petals bridge link count
grouped               first last chain links digit
clusters              colour1 colour2 count wrong clash empty
sue_de_coq            box line crossing line_cells box_cells crossing_digits line_digits box_digits count
cases                 start cell digit count
refuted, refuted_net  start path end cell digit
agreed, agreed_net    subject options branches agreed count
rule                  rule open known sum fillings orders sources cell digit
needed                rule digit open fillings
beside                rule cell digit known partners
pair                  rule cell candidates partner
equal                 rule cell1 cell2 digits1 digits2 why
two_rules             rule against cell digit
pair_house            rule house digit target
twins                 rule open known
together              target house rules source
cage_positions        target house rules locked
equal_cells           why
head                  own shut house left third places
multi_colours         digit near1 far1 near2 far2 touch
kraken                digit base cover fins starts chains target
nishio                path house cell digit
====================  ==============================================================================================
"""

from __future__ import annotations

from . import cases, elements, links, nets, patterns, sets, singles, together  # tellers register themselves
from .notation import conclusion, step_notation
from .steps import LEVELS, Explained, explain, explain_steps, facts_of

__all__ = [
    "LEVELS", "Explained", "cases", "conclusion", "elements", "explain", "explain_steps", "facts_of", "links", "nets",
    "patterns", "sets", "singles", "step_notation", "together",
]  # fmt: skip
