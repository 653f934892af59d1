"""Objectives with a community, and problems in one call, against other solvers and brute force."""

import itertools

import numpy as np
import pytest

import acgd

RNG = np.random.default_rng(4)


def test_mixture_is_as_likely_as_by_slsqp():
    scipy = pytest.importorskip("scipy.optimize")
    at = RNG.normal(size=500)
    L = np.exp(-0.5 * (at[:, None] - np.linspace(-3, 3, 8)) ** 2)
    ours = acgd.minimize(acgd.NegativeLog(L), set="simplex", gap_tolerance=1e-10)
    theirs = scipy.minimize(
        lambda w: -np.log(L @ w).mean(),
        np.full(8, 1 / 8),
        jac=lambda w: -(L / (L @ w)[:, None]).mean(axis=0),
        bounds=[(0, 1)] * 8,
        constraints={"type": "eq", "fun": lambda w: w.sum() - 1},
        options=dict(ftol=1e-12),
    )
    assert ours.success and ours.njev <= 40
    assert ours.fun == pytest.approx(theirs.fun, abs=1e-8)
    assert ours.fun <= theirs.fun + 1e-10


def test_weights_of_rows_count_them_twice():
    L = RNG.random((5, 3)) + 0.1
    twice = acgd.NegativeLog(np.concatenate([L, L[:2]]))
    x = np.array([0.2, 0.5, 0.3])
    assert acgd.NegativeLog(L, weights=[2, 2, 1, 1, 1]).value(x) == pytest.approx(twice.value(x))


def test_factor_risk_is_that_of_whole_matrix():
    F, S = RNG.normal(size=(6, 2)), np.array([[2.0, 0.5], [0.5, 1.0]])
    D, mu, x = RNG.random(6), RNG.normal(size=6), RNG.normal(size=6)
    whole = F @ S @ F.T + np.diag(D)
    f = acgd.FactorRisk(F, S, D, mu)
    assert f.value(x) == pytest.approx(x @ whole @ x - mu @ x)
    np.testing.assert_allclose(f.gradient(x), 2 * whole @ x - mu, atol=1e-12)


@pytest.mark.parametrize("criterion", "DAI")
def test_designs_satisfy_equivalence_theorem(criterion):
    X = RNG.normal(size=(300, 4)) @ np.diag([1, 10, 0.1, 3])
    w = acgd.optimal_design(X, criterion).x
    inverse = np.linalg.inv((X.T * w) @ X)
    middle = {"D": np.linalg.inv(inverse), "A": np.eye(4), "I": X.T @ X / 300}[criterion]
    derivatives = np.einsum("ij,jk,ik->i", X, inverse @ middle @ inverse, X)
    assert derivatives.max() <= derivatives @ w * (1 + 1e-5)


def test_c_optimal_design_measures_slope_at_ends():
    t = np.linspace(-1, 1, 21)
    result = acgd.optimal_design(np.stack([t**0, t], axis=1), "c", c=[0.0, 1.0])
    assert result.fun == pytest.approx(1, rel=1e-5)  # the variance of a slope from both ends
    assert result.x[[0, -1]].sum() > 0.99


def test_hidden_permutations_of_small_graphs_are_mostly_found():
    found = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        A = np.triu(rng.integers(0, 9, (6, 6)), 1).astype(float)
        A += A.T
        order = rng.permutation(6)
        B = A[np.ix_(order, order)]
        match = acgd.graph_match(A, B)
        values = [(A * B[np.ix_(p, p)]).sum() for p in map(list, itertools.permutations(range(6)))]
        assert max(values) == (A * A).sum()
        assert np.mean(values) < match.value <= max(values)
        found += match.value == max(values)
    assert found >= 12


def test_assignment_is_that_of_definition():
    A, B, C, X = (RNG.normal(size=shape) for shape in ((3, 3), (4, 4), (3, 4), (3, 4)))
    f = acgd.QuadraticAssignment(A, B, C)
    assert f.value(X) == pytest.approx(((A @ X @ B.T) * X).sum() + (C * X).sum())
    expected = A @ X @ B.T + A.T @ X @ B + C
    np.testing.assert_allclose(f.gradient(X), expected, atol=1e-12)


def test_submodular_minimum_is_that_of_all_subsets():
    weights, gains = np.triu(RNG.random((7, 7)), 1), 2 * RNG.random(7)

    def F(chosen):
        inside = np.isin(np.arange(7), chosen)
        return float(weights[inside[:, None] != inside].sum() - gains[inside].sum())

    found = acgd.minimize_submodular(F, 7)
    subsets = (list(s) for k in range(8) for s in itertools.combinations(range(7), k))
    assert found.value == pytest.approx(min(map(F, subsets)))
    assert found.value == F(found.set)
    assert found.value - 1e-4 <= found.lower_bound <= found.value + 1e-9


def test_synthetic_control_finds_mixture():
    donors = RNG.normal(size=(20, 6))
    weights = np.array([0.0, 0.7, 0.0, 0.3, 0.0, 0.0])
    np.testing.assert_allclose(
        acgd.synthetic_control(donors, donors @ weights).x, weights, atol=1e-4
    )


def test_many_targets_are_fitted_as_one_by_one():
    A, B = RNG.normal(size=(30, 8)), RNG.normal(size=(30, 5))
    runs = acgd.minimize_many(A, B, "l1:0.5", threads=2, gap_tolerance=1e-9)
    for run, b in zip(runs, B.T):
        one = acgd.minimize(acgd.LeastSquares(A, b), set="l1:0.5", gap_tolerance=1e-9)
        np.testing.assert_allclose(run.x, one.x, atol=1e-6)
        assert run.fun == pytest.approx(((A @ run.x - b) ** 2).sum())


def test_objectives_are_added_and_multiplied():
    f, g = acgd.Ridge(2, 3.0), acgd.Linear([1.0, -1.0])
    x = np.array([0.5, 2.0])
    assert (2 * f + g).value(x) == pytest.approx(3 * (x @ x) + x[0] - x[1])
    np.testing.assert_allclose((f + 4 * g).gradient(x), 3 * x + [4, -4])
    with pytest.raises(ValueError, match="^factor = -1: "):
        -1 * f
    with pytest.raises(TypeError):
        f + 1


@pytest.mark.parametrize("model", [acgd.Logistic, acgd.SquaredHinge])
def test_labels_may_be_classes_or_truth_values(model):
    A, y, x = RNG.normal(size=(6, 2)), np.array([1, -1, 1, 1, -1, -1]), np.array([0.3, -0.2])
    expected = model(A, y).value(x)
    assert model(A, y > 0).value(x) == model(A, (y + 1) // 2).value(x) == expected
