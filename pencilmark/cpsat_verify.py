"""Solution count by CP-SAT, independent of the engine; the only module that imports OR-Tools."""

from __future__ import annotations

import time

from .constraints import mechanic_of
from .exchange import digits_of
from .puzzle import Puzzle, Status, Verdict


def count(puzzle: Puzzle, limit: int = 2, time_limit: float = 60.0) -> Verdict:
    """Count the solutions of a puzzle up to ``limit``.

    Parameters
    ----------
    puzzle : Puzzle
    limit : int
        Stop after this many solutions, at least 2.
    time_limit : float
        Seconds for the whole count.

    Returns
    -------
    Verdict
        The same for the same puzzle, as long as the time does not run out.

    Raises
    ------
    ValueError
        ``limit`` is below 2, so uniqueness could not be told.
    """
    if limit < 2:
        raise ValueError(f"limit must be at least 2 to tell uniqueness, got {limit}")
    deadline = time.monotonic() + time_limit
    from ortools.sat.python import cp_model  # loading takes a second, so only when needed

    allowed = [[d for d in digits_of(m) if g in (0, d)] for g, m in zip(puzzle.givens, puzzle.domains, strict=True)]
    if not all(allowed):
        return Verdict("none")
    model = cp_model.CpModel()
    variables = [model.new_int_var_from_domain(cp_model.Domain.FromValues(digits), "") for digits in allowed]
    for record in (*puzzle.groups, *puzzle.relations, *puzzle.constraints):
        mechanic = mechanic_of(record)
        if mechanic is None:
            return Verdict("unknown")
        mechanic.encode(record, model, variables, puzzle.digits)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solutions: list[tuple[int, ...]] = []
    while len(solutions) < limit:
        solver.parameters.max_time_in_seconds = max(deadline - time.monotonic(), 0.0)
        outcome = solver.solve(model)
        if outcome == cp_model.INFEASIBLE:
            found: tuple[Status, ...] = ("none", "unique", "multiple")
            return Verdict(found[min(len(solutions), 2)], tuple(solutions))
        if outcome not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return Verdict("multiple" if len(solutions) > 1 else "unknown", tuple(solutions))
        solutions.append(tuple(solver.value(variable) for variable in variables))
        model.add_forbidden_assignments(variables, [solutions[-1]])
    return Verdict("multiple", tuple(solutions))
