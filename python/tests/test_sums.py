"""Sums of functions, and elastic nets, against formulas and scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest

import acgd


@pytest.fixture
def samples(rng):
    X = rng.normal(size=(80, 30))
    X[:, 1] = X[:, 0] + 0.05 * rng.normal(size=80)  # a lasso selects one of the two
    return X, 2 * X[:, 0] - X[:, 5] + 0.5 * rng.normal(size=80)


def test_sum_is_weighted_sum(samples, rng):
    X, y = samples
    parts = [acgd.LeastSquares(X, y), acgd.Logistic(X, np.sign(y)), acgd.Ridge(30, 3.0)]
    f = acgd.Sum(parts, [0.5, 2.0, 4.0])
    x = rng.normal(size=30)
    assert f.value(x) == pytest.approx(sum(w * p.value(x) for w, p in zip([0.5, 2, 4], parts)))
    g = 0.5 * parts[0].gradient(x) + 2 * parts[1].gradient(x) + 12 * x
    np.testing.assert_allclose(f.gradient(x), g, rtol=1e-12)
    assert acgd.testing.check_gradient(f, x) == []


def test_sum_with_python_function(samples):
    """With x'x / 2 as a Python function the run is that of the ridge, up to rounding."""
    X, y = samples
    f = acgd.LeastSquares(X, y)
    ridge = acgd.minimize(acgd.Sum([f, acgd.Ridge(30, 1.0)]), set="l1:2", gap_tolerance=1e-7)
    square = acgd.Quadratic(np.eye(30))
    other = acgd.minimize(acgd.Sum([square, f]), set="l1:2", gap_tolerance=1e-7)
    np.testing.assert_allclose(ridge.x, other.x, atol=1e-5)


@pytest.mark.parametrize("l1_ratio", [0.3, 0.9])
@pytest.mark.parametrize("fit_intercept", [False, True])
def test_elastic_nets_match_scikit_learn(samples, l1_ratio, fit_intercept):
    linear_model = pytest.importorskip("sklearn.linear_model")
    X, y = samples
    alpha = 0.2
    net = linear_model.ElasticNet(
        alpha=alpha, l1_ratio=l1_ratio, fit_intercept=fit_intercept, tol=1e-12, max_iter=100000
    ).fit(X, y + 3)
    radius = abs(net.coef_).sum()
    ridge = alpha * (1 - l1_ratio)
    loss = acgd.LeastSquares(X, y + 3, factor=1 / 160, intercept=fit_intercept)
    result = acgd.minimize(
        acgd.Sum([loss, acgd.Ridge(30, ridge)]), set=acgd.L1Ball(radius), gap_tolerance=1e-12
    )
    np.testing.assert_allclose(result.x, net.coef_, atol=1e-6)
    # The mean squared error is twice that loss.
    model = acgd.L1Regression(
        radius, ridge=2 * ridge, fit_intercept=fit_intercept, tol=1e-12, standardize=False
    )
    model.fit(X, y + 3)
    np.testing.assert_allclose(model.coef_, net.coef_, atol=1e-6)
    assert model.intercept_ == pytest.approx(net.intercept_, abs=1e-6)
    path = acgd.path(
        X,
        y + 3,
        radii=[radius],
        folds=0,
        ridge=2 * ridge,
        intercept=fit_intercept,
        tol=1e-12,
        standardize=False,
    )
    np.testing.assert_allclose(path.coefs[0], net.coef_, atol=1e-6)
    error = np.mean((net.predict(X) - y - 3) ** 2)
    assert path.loss[0] == pytest.approx(error, rel=1e-6)  # without the ridge


def test_logistic_regression_with_ridge_matches_scikit_learn(samples):
    linear_model = pytest.importorskip("sklearn.linear_model")
    X, y = samples
    # A ball that is not active: the only penalty is the ridge, 1 / C of the sum of the losses.
    other = linear_model.LogisticRegression(C=0.5, tol=1e-10, max_iter=10000).fit(X, y > 0)
    model = acgd.L1LogisticClassifier(100.0, ridge=2 / 80, tol=1e-12, standardize=False).fit(
        X, y > 0
    )
    np.testing.assert_allclose(model.coef_, other.coef_, atol=1e-4)


def test_ridge_splits_weight_among_similar_features(samples):
    X, y = samples
    lasso = acgd.L1RegressionCV(cv=3).fit(X, y)
    net = acgd.L1RegressionCV(cv=3, ridge=1.0).fit(X, y)
    unlike = abs(lasso.coef_[0] - lasso.coef_[1])
    assert abs(net.coef_[0] - net.coef_[1]) < 0.5 * unlike


def test_low_rank_matrices_are_rejected():
    completion = acgd.Completion([0, 1], [0, 1], [1.0, 2.0])
    with pytest.raises(ValueError, match=r"objectives\[1\]: has a low-rank matrix"):
        acgd.Sum([acgd.Ridge(4, 1.0), completion])
    with pytest.raises(TypeError, match=r"objectives\[0\]: is a int"):
        acgd.Sum([3])
    with pytest.raises(ValueError, match=r"objectives\[1\]: has 3 variables, must have 4"):
        acgd.Sum([acgd.Ridge(4, 1.0), acgd.Ridge(3, 1.0)])
