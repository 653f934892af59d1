"""Estimators with default options have the solutions of scikit-learn, and do not warn."""

import os
import warnings
from pathlib import Path

import numpy as np
import pytest

from acgd.estimators import L1LogisticClassifier, L1Regression, SimplexRegression

sklearn = pytest.importorskip("sklearn")
linear_model = pytest.importorskip("sklearn.linear_model")

# The l1 norm in LogisticRegression: from 1.8 on, another keyword.
IS_NEW = tuple(int(part) for part in sklearn.__version__.split(".")[:2]) >= (1, 8)
L1_PENALTY = {"l1_ratio": 1} if IS_NEW else {"penalty": "l1"}

DATA = Path(os.environ.get("ACGD_DATA") or Path(__file__).parents[3] / "shared" / "data")


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def gaussian_lasso():
    """50 of 5000 coefficients are not 0, and the noise is 3."""
    rng = np.random.default_rng(1)
    X = np.asfortranarray(rng.normal(size=(500, 5000)))
    truth = np.zeros(5000)
    truth[rng.choice(5000, 50, replace=False)] = rng.normal(size=50)
    return X, X @ truth + 3 * rng.normal(size=500)


def check_regression(X, y, alpha):
    """The solution of Lasso(alpha) is that of the ball whose radius is its norm."""
    theirs = linear_model.Lasso(alpha=alpha, tol=1e-8, max_iter=10**6).fit(X, y)
    radius = np.sum(abs(theirs.coef_))
    ours = L1Regression(radius, standardize=False).fit(X, y)
    assert ours.lambda_ == pytest.approx(2 * alpha, rel=1e-4)
    losses = [np.mean((y - model.predict(X)) ** 2) for model in (ours, theirs)]
    assert losses[0] == pytest.approx(losses[1], rel=1e-6)
    largest = np.max(abs(theirs.coef_))
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=0, atol=1e-4 * largest)
    assert ours.result_.direction == "corrective"
    # Optimality, independent of both: the gradient is largest at nonzero coefficients.
    gradient = (X - X.mean(axis=0)).T @ (y - ours.predict(X))
    steepest = np.max(abs(gradient))
    active = abs(ours.coef_) > 1e-3 * largest
    np.testing.assert_allclose(np.sign(ours.coef_[active]) * gradient[active], steepest, rtol=1e-3)


@pytest.fixture(scope="module")
def lasso():
    return gaussian_lasso()


@pytest.mark.parametrize("alpha", [1.0, 0.3, 0.1])
def test_lassos(lasso, alpha):
    check_regression(*lasso, alpha)


@pytest.mark.parametrize("alpha", [0.01, 0.001])
def test_diabetes(alpha):
    datasets = pytest.importorskip("sklearn.datasets")
    check_regression(*datasets.load_diabetes(return_X_y=True), alpha)


@pytest.mark.parametrize("fit_intercept", [False, True])
def test_a1a(fit_intercept):
    """Its columns are collinear, so that only the loss is unique."""
    datasets = pytest.importorskip("sklearn.datasets")
    if not (DATA / "a1a").exists():
        pytest.skip("a1a is not there; ACGD_DATA says where it is")
    X, y = datasets.load_svmlight_file(str(DATA / "a1a"))
    # The newest version reads 64-bit indices, which liblinear does not accept.
    X.indices, X.indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)
    theirs = linear_model.LogisticRegression(
        **L1_PENALTY, solver="liblinear", C=3.0, tol=1e-8, max_iter=10**5,
        fit_intercept=fit_intercept,
    ).fit(X, y)  # fmt: skip
    how = dict(fit_intercept=fit_intercept, standardize=False)
    ours = L1LogisticClassifier(np.sum(abs(theirs.coef_)), **how).fit(X, y)
    losses = [np.mean(np.logaddexp(0, -y * model.decision_function(X))) for model in (ours, theirs)]
    # liblinear penalises its intercept, so that its solution may be slightly worse.
    assert losses[0] <= losses[1] * (1 + 1e-6)
    if not fit_intercept:
        assert losses[0] == pytest.approx(losses[1], rel=1e-6)
    assert ours.result_.direction == "corrective"


def test_mixtures():
    """SimplexRegression against non-negative least squares with a heavy row for the sum."""
    optimize = pytest.importorskip("scipy.optimize")
    rng = np.random.default_rng(4)
    X = rng.normal(size=(80, 12))
    y = X @ rng.dirichlet(np.full(12, 0.3)) + 0.5 * rng.normal(size=80)
    ours = SimplexRegression().fit(X, y).coef_
    rows = np.vstack([X, 1e6 * np.ones(12)])
    theirs = optimize.nnls(rows, np.append(y, 1e6))[0]
    np.testing.assert_allclose(ours, theirs, atol=1e-4 * theirs.max())
    assert ours.sum() == pytest.approx(1, abs=1e-12) and ours.min() >= 0
