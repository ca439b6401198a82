"""Sudoku Explainer's own procedure for classics of nine digits: ask technique by technique, take the first hint.

The rating scale and the order of the techniques are those of Sukaku Explainer, which continues Nicolas Juillerat's
Sudoku Explainer 1.2.1 (published ratings of puzzle collections come from it). Only facts and formulas were taken from
there; all code here is our own. The kernels stand apart from the engine and are compiled on first use.
"""
