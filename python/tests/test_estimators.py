"""Estimators by scikit-learn's rules, with it and without it."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

import acgd
from acgd.estimators import (
    ElasticNet,
    L1LogisticClassifier,
    L1LogisticClassifierCV,
    L1Regression,
    L1RegressionCV,
    Lasso,
    MatrixCompletion,
    SimplexRegression,
)

sparse = pytest.importorskip("scipy.sparse")

ESTIMATORS = [L1Regression, SimplexRegression, L1LogisticClassifier]
CROSS_VALIDATED = [L1RegressionCV, L1LogisticClassifierCV]


@pytest.fixture
def regression(rng):
    X = rng.normal(size=(80, 12)) * (rng.random((80, 12)) < 0.7)
    return X, X @ np.array([2.0, -1.0] + 10 * [0.0]) + 3


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("estimator", [*ESTIMATORS, Lasso, ElasticNet, *CROSS_VALIDATED])
def test_check_estimator(estimator):
    estimator_checks = pytest.importorskip("sklearn.utils.estimator_checks")
    estimator_checks.check_estimator(estimator())


@pytest.mark.parametrize("estimator", [*ESTIMATORS, *CROSS_VALIDATED, MatrixCompletion])
def test_parameters_and_clones(estimator):
    base = pytest.importorskip("sklearn.base")
    original = estimator(max_iter=77, step=acgd.AdaptiveConstant(gamma=0.5))
    copy = base.clone(original)
    assert copy.get_params() == original.get_params() and copy is not original
    assert copy.set_params(tol=0.5).tol == 0.5
    with pytest.raises(ValueError, match="Invalid parameter 'nothing'"):
        copy.set_params(nothing=1)
    assert repr(estimator()) == f"{estimator.__name__}()"
    assert "max_iter=77" in repr(original)


@pytest.mark.parametrize("convert", [np.asarray, sparse.csr_matrix])
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_l1_regression_is_constrained_optimum(convert, fit_intercept, regression):
    X, y = regression
    how = dict(fit_intercept=fit_intercept, standardize=False)
    model = L1Regression(2.0, tol=1e-4, **how).fit(convert(X), y)
    assert np.sum(abs(model.coef_)) <= 2 * (1 + 1e-9)
    residual = y - model.predict(convert(X))
    if fit_intercept:
        assert residual.mean() == pytest.approx(0, abs=1e-9)
    # On the sphere, the gradients of the nonzero coefficients have the largest magnitude.
    gradient = X.T @ residual / len(y)
    active = abs(model.coef_) > 0.1
    assert np.all(abs(gradient[active]) > 0.97 * abs(gradient).max())


def test_sparse_and_dense_fits_agree(regression):
    X, y = regression
    for estimator in (L1Regression(2.0, tol=1e-6), SimplexRegression(tol=1e-4)):
        dense = estimator.fit(X, y).predict(X)
        np.testing.assert_allclose(estimator.fit(sparse.csc_matrix(X), y).predict(X), dense, 1e-2)
    classes = y > 3
    classifier = L1LogisticClassifier(5.0, tol=1e-7)
    dense = classifier.fit(X, classes).predict_proba(X)
    np.testing.assert_allclose(
        classifier.fit(sparse.csr_matrix(X), classes).predict_proba(X), dense, atol=1e-6
    )


def test_several_classes(rng):
    centres = 3 * np.eye(3)
    y = rng.integers(3, size=150)
    X = centres[y] + rng.normal(size=(150, 3))
    labels = np.array(["a", "b", "c"])[y]
    model = L1LogisticClassifier().fit(X, labels)
    assert model.coef_.shape == (3, 3) and model.score(X, labels) > 0.9
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1)
    likeliest = model.classes_[model.predict_proba(X).argmax(axis=1)]
    np.testing.assert_array_equal(likeliest, model.predict(X))


def test_completion_from_triplets_and_sparse_matrices(rng):
    truth = 3 + np.outer(rng.normal(size=30), rng.normal(size=20))
    seen = rng.random(truth.shape) < 0.7
    pairs, hidden = np.argwhere(seen), np.argwhere(~seen)
    model = MatrixCompletion(radius=1.2 * np.linalg.norm(truth - 3), tol=1e-5)
    model.fit(pairs, truth[seen])
    assert model.score(hidden, truth[~seen]) > 0.9
    from_triplets = model.predict(hidden)
    model.fit(sparse.coo_matrix((truth[seen], pairs.T), shape=truth.shape))
    np.testing.assert_array_equal(model.predict(hidden), from_triplets)
    with pytest.warns(UserWarning, match="^1 of 1 pairs"):
        assert model.predict([(99, 99)])[0] == model.mean_
    with pytest.raises(ValueError, match="pairs"):
        model.fit([[1, 2, 3]], [1.0])


def test_fitted_estimators_can_be_pickled(regression):
    X, y = regression
    model = L1Regression(2.0, tol=0.01).fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.predict(X), model.predict(X))
    assert again.result_.gap == model.result_.gap
    np.testing.assert_array_equal(again.result_.x, again.coef_)


@pytest.mark.filterwarnings("ignore")
def test_fit_has_trace_only_on_request(regression):
    X, y = regression
    sizes = []
    for iterations in (10, 5000):
        slow = dict(step="open-loop", direction="frank-wolfe", tol=0)
        model = L1Regression(2.0, max_iter=iterations, **slow)
        sizes.append(len(pickle.dumps(model.fit(X, y))))
        assert model.n_iter_ == iterations and len(model.result_.trace) == 0
    assert abs(sizes[1] - sizes[0]) < 200
    model.set_params(trace=True).fit(X, y)
    assert len(model.result_.trace) == 5001
    classifier = L1LogisticClassifier(2.0, trace=True).fit(X, y > 3)
    assert classifier.result_.trace.gap[-1] == classifier.result_.gap


def test_searches_and_pipelines(regression):
    selection = pytest.importorskip("sklearn.model_selection")
    pipeline = pytest.importorskip("sklearn.pipeline")
    preprocessing = pytest.importorskip("sklearn.preprocessing")
    X, y = regression
    search = selection.GridSearchCV(L1Regression(tol=1e-3), {"radius": [0.1, 5.0]}, cv=3)
    assert search.fit(X, y).best_params_ == {"radius": 5.0}
    steps = preprocessing.StandardScaler(), L1LogisticClassifier()
    assert pipeline.make_pipeline(*steps).fit(X, y > 3).score(X, y > 3) > 0.9


def test_direction_can_be_chosen(regression):
    X, y = regression
    coefficients = []
    for direction in ("pairwise", acgd.Away(max_atoms=50), "auto"):
        model = L1Regression(2.0, standardize=False, direction=direction, tol=1e-8).fit(X, y)
        coefficients.append(model.coef_)
        name = getattr(direction, "_name", direction)
        assert model.result_.direction == ("corrective" if name == "auto" else name)
        assert np.sum(abs(model.coef_)) <= 2 * (1 + 1e-12)
    for others in coefficients[1:]:
        np.testing.assert_allclose(others, coefficients[0], atol=1e-3)


def test_too_few_iterations_give_warning(regression):
    with pytest.warns(UserWarning, match="did not reach its tolerance"):
        L1Regression(2.0, direction="frank-wolfe", max_iter=2, tol=1e-9).fit(*regression)


def test_scikit_learn_and_scipy_are_not_needed(regression):
    script = """
import sys
for name in ("sklearn", "scipy", "matplotlib", "pandas"):
    sys.modules[name] = None
import numpy as np
from acgd.estimators import *
X = np.random.default_rng(1).normal(size=(30, 4))
print(L1Regression(2.0).fit(X, X[:, 1]).score(X, X[:, 1]) > 0.9)
print(L1LogisticClassifier().fit(X, X[:, 1] > 0).score(X, X[:, 1] > 0) > 0.9)
try:
    SimplexRegression().predict(X)
except (ValueError, AttributeError) as error:
    print(type(error).__name__)
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.stdout.split() == ["True", "True", "NotFittedError"], run.stderr
