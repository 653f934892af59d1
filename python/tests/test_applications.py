"""Problems in one call, sums and labels of objectives, against brute force and each other."""

import itertools

import numpy as np
import pytest

import acgd

RNG = np.random.default_rng(4)


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
