"""Compiled passes against their dense twins."""

from __future__ import annotations

import numpy as np
import pytest

from fits import _kernels

from . import naive


@pytest.fixture(params=range(4))
def problem(request: pytest.FixtureRequest) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(request.param)
    n, n_player, n_puzzle, n_col = 60, 9, 7, request.param % 3
    player = np.sort(rng.integers(0, n_player, n))
    player[:n_player] = np.arange(n_player)
    player = np.sort(player)
    weight = rng.uniform(0.1, 1.0, n)
    if request.param == 3:
        weight[player == 4] = 0.0
    return {
        "start": np.searchsorted(player, np.arange(n_player + 1)).astype(np.int64),
        "puzzle": rng.integers(0, n_puzzle, n).astype(np.int32),
        "x": rng.normal(size=(n, n_col)),
        "weight": weight,
        "y": rng.normal(size=n),
        "v": rng.normal(size=n_puzzle + n_col),
    }


def test_matvec_equals_dense_product(problem: dict[str, np.ndarray]) -> None:
    out = np.empty_like(problem["v"])
    args = (problem["weight"], problem["start"], problem["puzzle"], problem["x"])
    _kernels.matvec(problem["v"], *args, out)
    np.testing.assert_allclose(out, naive.matvec(problem["v"], *args), atol=1e-12)


def test_rhs_equals_dense_product(problem: dict[str, np.ndarray]) -> None:
    out = np.empty_like(problem["v"])
    args = (problem["weight"], problem["start"], problem["puzzle"], problem["x"])
    _kernels.rhs(problem["y"], *args, out)
    np.testing.assert_allclose(out, naive.rhs(problem["y"], *args, len(out)), atol=1e-12)


def test_diagonal_equals_dense_diagonal(problem: dict[str, np.ndarray]) -> None:
    out = np.empty_like(problem["v"])
    args = (problem["weight"], problem["start"], problem["puzzle"], problem["x"])
    _kernels.diagonal(*args, out)
    np.testing.assert_allclose(out, naive.diagonal(*args, len(out)), atol=1e-12)


def test_players_are_weighted_means_of_what_is_left(problem: dict[str, np.ndarray]) -> None:
    effect, fitted = np.empty(len(problem["start"]) - 1), np.empty(len(problem["y"]))
    args = (problem["y"], problem["v"], problem["weight"], problem["start"], problem["puzzle"], problem["x"])
    _kernels.players(*args, effect, fitted)
    expected_effect, expected_fit = naive.players(*args)
    np.testing.assert_allclose(effect, expected_effect, atol=1e-12)
    np.testing.assert_allclose(fitted, expected_fit, atol=1e-12)
