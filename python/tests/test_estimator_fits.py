"""Fits of estimators: radii from the data, intercepts, weights, warm starts."""

import pickle
import warnings

import numpy as np
import pytest

import acgd
from test_paths import CtrlC


@pytest.fixture
def regression(rng):
    X = rng.normal(size=(90, 12))
    return X, X @ np.array([2.0, -1.0, 0.5] + 9 * [0.0]) + 3 + rng.normal(size=90)


@pytest.fixture
def rare(rng):
    """2.4 % of the samples are positive."""
    X = rng.normal(size=(1000, 5))
    return X, np.argsort(np.argsort(X[:, 0] + 2 * rng.normal(size=1000))) >= 976


def test_intercept_is_not_constrained(rare):
    X, y = rare
    model = acgd.L1LogisticClassifier(radius=1.0, standardize=False).fit(X, y)
    # The derivative with respect to the intercept is 0: the predicted number of positives is exact.
    assert np.sum(model.predict_proba(X)[:, 1]) == pytest.approx(24, abs=1e-3)
    assert np.sum(abs(model.coef_)) <= 1 + 1e-9 and model.intercept_[0] < -3


def test_radius_has_lowest_criterion(regression):
    X, y = regression
    model = acgd.L1Regression().fit(X, y)
    path = acgd.path(X, y, folds=0)
    rss, d = 90 * path.loss, path.nonzeros
    noise = np.min(rss / (89 - d))
    chosen = np.argmin(rss / noise + d * np.log(90))
    noise = (rss / (89 - d))[chosen]
    np.testing.assert_allclose(path.bic, rss / noise + d * np.log(90))
    assert path.lowest_bic == np.argmin(path.bic)
    assert model.radius_ == path.radii[path.lowest_bic]
    assert set(np.flatnonzero(model.coef_)) >= {0, 1} and np.count_nonzero(model.coef_) < 12
    assert np.sum(abs(model.coef_) * X.std(axis=0)) <= model.radius_ * (1 + 1e-9)
    # The multiplier of the radius.
    gradient = 2 / 90 * (y - model.predict(X)) @ ((X - X.mean(axis=0)) / X.std(axis=0))
    assert model.lambda_ == pytest.approx(np.max(abs(gradient)), rel=1e-6)


def test_a_path_ends_where_the_criterion_rises(rng):
    from acgd import _fits, _samples

    X = rng.normal(size=(100, 60))
    samples = _samples.of_numbers(None, X, X[:, 0] + 0.5 * rng.normal(size=100), None)
    path = _fits.fit_path(samples, _fits.Fit("least-squares"), stop_by_bic=True)
    assert path.end == "rising" and path.lambdas[-1] > 0.01 * path.lambdas[0]
    assert np.all(path.bic[-3:] > path.bic[path.lowest_bic] + np.log(100))


def test_given_and_chosen_radius_mean_the_same(regression):
    X, y = regression
    X = X * 10.0 ** np.arange(-6, 6)
    model = acgd.L1RegressionCV(tol=1e-8).fit(X, y)
    again = acgd.L1Regression(model.radius_).fit(X, y)
    np.testing.assert_allclose(again.predict(X), model.predict(X), atol=1e-3)
    assert again.lambda_ == pytest.approx(model.lambda_, rel=1e-2)
    chosen = acgd.L1Regression().fit(X, y)
    given = acgd.L1Regression(chosen.radius_).fit(X, y)
    np.testing.assert_allclose(given.predict(X), chosen.predict(X), atol=1e-3)
    path = acgd.path(X, y, radii=[model.radius_], folds=0, tol=1e-8)
    np.testing.assert_allclose(path.model(0).predict(X), model.predict(X), atol=1e-3)


def test_exact_fit_gives_no_warning(rng):
    """No run ends at a gap below its rounding error."""
    X = rng.normal(size=(50, 5))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = acgd.L1Regression(100, tol=0).fit(X, X @ np.arange(5.0) + 1)
    np.testing.assert_allclose(model.coef_, np.arange(5.0), atol=1e-6)


def test_sparse_features_are_standardized_as_dense_ones(regression, rng):
    sparse = pytest.importorskip("scipy.sparse")
    X, y = regression
    X = X * (rng.random(X.shape) < 0.5) * 10.0 ** np.arange(-6, 6)
    X[:, 5] = 1e9 + 1e-3 * rng.normal(size=90)  # no entry is 0, and the relative spread is tiny
    X[:, 7] = 3.0
    weights = rng.integers(0, 3, size=90)
    dense = acgd.L1Regression(2.0, standardize=True).fit(X, y, weights)
    thin = acgd.L1Regression(2.0, standardize=True).fit(sparse.csc_matrix(X), y, weights)
    rows = np.repeat(X, weights, axis=0)
    # A spread of 1e-12 of the mean counts as none.
    spread = np.where(np.isin(np.arange(12), [5, 7]), 1.0, rows.std(axis=0))
    np.testing.assert_allclose(np.sum(abs(dense.coef_) * spread), 2.0, rtol=1e-6)
    np.testing.assert_allclose(thin.coef_ * spread, dense.coef_ * spread, atol=1e-3)


@pytest.mark.parametrize("unit", [1e-140, 1e-60, 1e60, 1e140])
def test_targets_may_be_in_any_unit(unit, regression):
    X, y = regression
    plain = acgd.L1Regression(3.0).fit(X, y)
    scaled = acgd.L1Regression(3.0 * unit).fit(X, unit * y)
    assert scaled.coef_ / unit == pytest.approx(plain.coef_, abs=1e-4)
    assert scaled.intercept_ / unit == pytest.approx(plain.intercept_, abs=1e-4)


def test_targets_whose_squares_underflow_are_rejected(regression):
    X, y = regression
    with pytest.raises(ValueError, match="y: the largest entry is .*e-16.* measure them in anothe"):
        acgd.L1Regression(1e-160).fit(X, 1e-160 * y)


def test_constant_column_without_intercept():
    sparse = pytest.importorskip("scipy.sparse")
    X, y = np.ones((22, 1)), np.full(22, 5.0)
    for design in (X, sparse.csr_matrix(X)):
        model = acgd.L1Regression(1.0, fit_intercept=False).fit(design, y)
        np.testing.assert_allclose(model.coef_, 1, rtol=1e-9)


def test_noise_in_many_features_is_not_fitted(rng):
    """With the noise level profiled out, the criterion would select the largest fit."""
    X = rng.normal(size=(50, 400))
    model = acgd.L1Regression().fit(X, rng.normal(size=50))
    assert np.count_nonzero(model.coef_) < 10


@pytest.mark.parametrize("radius", [None, 1.0])
@pytest.mark.parametrize("estimator", [acgd.L1Regression, acgd.L1LogisticClassifier])
def test_integer_weights_equal_repetitions(estimator, radius, regression, rng):
    X, y = regression
    if estimator is acgd.L1LogisticClassifier:
        y = np.digitize(y, [2.0, 4.0])
    weights = rng.integers(0, 3, size=90)
    weighted = estimator(radius).fit(X, y, sample_weight=weights)
    repeated = estimator(radius).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, atol=1e-3)
    assert weighted.radius_ == pytest.approx(repeated.radius_, rel=1e-9)
    assert weighted.score(X, y, weights) == pytest.approx(
        weighted.score(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    )


@pytest.mark.parametrize("standardize", [True, False])
def test_intercepts_of_several_classes_sum_to_0(standardize, regression):
    X, y = regression
    X, y = 3 * X + 10, np.digitize(y, [2.0, 4.0])
    for estimator in (acgd.L1LogisticClassifier(2.0), acgd.L1LogisticClassifierCV([1.0, 2.0])):
        model = estimator.set_params(standardize=standardize).fit(X, y)
        assert np.sum(model.intercept_) == pytest.approx(0, abs=1e-9)
        assert np.max(abs(model.intercept_)) > 0.1


def test_class_weights(rare):
    X, y = rare
    balanced = acgd.L1LogisticClassifier(2.0, class_weight="balanced").fit(X, y)
    assert np.sum(balanced.predict_proba(X)[:, 1]) > 300
    by_hand = np.where(y, 1000 / 48, 1000 / 1952)
    weighted = acgd.L1LogisticClassifier(2.0).fit(X, y, by_hand)
    np.testing.assert_allclose(balanced.coef_, weighted.coef_, rtol=1e-12)


def test_class_without_weight_is_rejected(rare):
    X, y = rare
    with pytest.raises(ValueError, match="zero for all samples of the class"):
        acgd.L1LogisticClassifier(1.0).fit(X, y, np.where(y, 0.0, 1.0))


@pytest.mark.parametrize("estimator", [acgd.L1Regression, acgd.SimplexRegression])
def test_warm_starts_are_shorter_with_same_result(estimator, rng):
    X = rng.normal(size=(200, 300))
    y = X[:, :40] @ rng.normal(size=40) + rng.normal(size=200)
    model = estimator(20.0, warm_start=True).fit(X, y)
    first, coef = model.n_iter_, model.coef_
    assert model.fit(X, y).n_iter_ < first / 2
    np.testing.assert_allclose(model.coef_, coef, atol=1e-4)
    parameter = "radius" if estimator is acgd.L1Regression else "total"
    model.set_params(**{parameter: 20.5}).fit(X, y)
    cold = estimator(20.5).fit(X, y)
    assert model.n_iter_ < cold.n_iter_
    np.testing.assert_allclose(model.coef_, cold.coef_, atol=2e-3)
    model.fit(X[:, :100], y)  # another number of features: a cold start


def test_cross_validation_refits_on_all(regression):
    X, y = regression
    model = acgd.L1RegressionCV(tol=1e-8).fit(X, y)
    assert model.radii_[model.best_index_] == model.radius_ == model.path_.radii[model.path_.best]
    assert model.lambdas_[model.best_index_] == model.lambda_
    assert np.argmax(model.scores_) == model.best_index_ and len(model.scores_) <= 30
    simple = acgd.L1RegressionCV(choose="one-standard-error").fit(X, y)
    assert simple.radius_ == simple.path_.radii[simple.path_.one_standard_error] <= model.radius_
    given = acgd.L1RegressionCV([0.1, 3.0, 50.0], cv=3).fit(X, y)
    assert list(given.radii_) == [0.1, 3.0, 50.0] and given.radius_ == 3.0


def test_several_classes_are_cross_validated(rng):
    X = rng.normal(size=(240, 8)) * 10.0 ** rng.integers(-5, 5, size=8)
    y = np.array(["a", "b", "c"])[
        np.argmax((X / X.std(axis=0))[:, :3] + 0.3 * rng.gumbel(size=(240, 3)), axis=1)
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = acgd.L1LogisticClassifierCV().fit(X, y)
    assert model.coef_.shape == (3, 8) and model.score(X, y) > 0.8
    assert model.path_.held_out_scores["accuracy"][model.best_index_] > 0.75
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1, rtol=1e-12)
    # The derivatives with respect to the intercepts are 0.
    shares = model.predict_proba(X).mean(axis=0)
    np.testing.assert_allclose(shares, [np.mean(y == name) for name in model.classes_], atol=1e-6)


def test_pickle_is_as_large_as_coefficients(rng):
    X = rng.normal(size=(50, 3000))
    model = acgd.L1Regression(2.0).fit(X, X[:, 0] + rng.normal(size=50))
    assert len(pickle.dumps(model)) < 1.2 * 8 * 3000
    model = acgd.L1RegressionCV(20).fit(X, X[:, 0] + rng.normal(size=50))
    assert len(pickle.dumps(model)) < 8 * 3000 + 20 * 60 * 12 + 8000


def test_ctrl_c_is_raised_and_leaves_model_unchanged(regression):
    for estimator in (acgd.L1Regression, acgd.L1RegressionCV):
        model = estimator().fit(*regression)
        before = model.coef_
        model.set_params(step=CtrlC(15), direction="frank-wolfe")
        with pytest.raises(KeyboardInterrupt):
            model.fit(*regression)
        assert model.coef_ is before


def test_frames_of_all_libraries(regression):
    X, y = regression
    names = [f"column {k}" for k in range(12)]
    expected = acgd.L1Regression(2.0).fit(X, y).coef_
    for library in ("pandas", "polars"):
        frames = pytest.importorskip(library)
        frame = frames.DataFrame(dict(zip(names, X.T)))
        model = acgd.L1Regression(2.0).fit(frame, frames.Series(y), frames.Series(np.ones(90)))
        np.testing.assert_allclose(model.coef_, expected, atol=1e-6)
        assert list(model.feature_names_in_) == names


def held_out(model, X, y, folds):
    """The loss of each sample, by a fit without it."""
    losses = np.empty(len(y))
    for seen, others in folds:
        model.fit(X[seen], y[seen])
        if hasattr(model, "predict_proba"):
            places = np.searchsorted(model.classes_, y[others])
            losses[others] = -model.predict_log_proba(X[others])[np.arange(len(others)), places]
        else:
            losses[others] = (y[others] - model.predict(X[others])) ** 2
    return losses


def check_choices(ours, theirs, X, y, folds):
    """Cross-validation is as good as theirs, within noise; the others beat the null model."""
    pipeline = pytest.importorskip("sklearn.pipeline")
    preprocessing = pytest.importorskip("sklearn.preprocessing")
    single, crossed = ours
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        best = held_out(crossed(), X, y, folds)
        simple = held_out(crossed(choose="one-standard-error"), X, y, folds)
        by_criterion = held_out(single(), X, y, folds)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scaler = preprocessing.StandardScaler()
        others = held_out(pipeline.make_pipeline(scaler, theirs), X, y, folds)
        tiny = held_out(crossed([1e-9]), X, y, folds).mean()
    difference = best - others
    assert difference.mean() <= 2 * difference.std() / np.sqrt(len(y))
    assert simple.mean() < 0.9 * tiny and by_criterion.mean() < 0.9 * tiny
    return 1 - by_criterion.mean() / tiny, 1 - others.mean() / tiny


@pytest.mark.parametrize("degree", [1, 2, pytest.param(3, marks=pytest.mark.long)])
def test_diabetes(degree):
    """Raw columns, their squares, cubes and products: 10, 65 and 285 of them, correlated."""
    datasets = pytest.importorskip("sklearn.datasets")
    linear_model = pytest.importorskip("sklearn.linear_model")
    selection = pytest.importorskip("sklearn.model_selection")
    preprocessing = pytest.importorskip("sklearn.preprocessing")
    X, y = datasets.load_diabetes(return_X_y=True)
    X = preprocessing.PolynomialFeatures(degree, include_bias=False).fit_transform(X)
    folds = list(selection.KFold(5, shuffle=True, random_state=1).split(X))
    theirs = linear_model.LassoCV(eps=[1e-3, 1e-3, 1e-2][degree - 1], tol=1e-3)
    check_choices((acgd.L1Regression, acgd.L1RegressionCV), theirs, X, y, folds)


@pytest.mark.long
def test_few_true_features_among_thousands():
    linear_model = pytest.importorskip("sklearn.linear_model")
    selection = pytest.importorskip("sklearn.model_selection")
    rng = np.random.default_rng(1)
    X = rng.normal(size=(100, 3000))
    y = X[:, :5] @ [2.0, -1.5, 1.5, 1.0, -2.0] + rng.normal(size=100)
    folds = list(selection.KFold(5, shuffle=True, random_state=1).split(X))
    theirs = linear_model.LassoCV(eps=1e-2)
    r2, their_r2 = check_choices((acgd.L1Regression, acgd.L1RegressionCV), theirs, X, y, folds)
    assert r2 > their_r2 - 0.05


@pytest.mark.parametrize("name", [pytest.param("breast_cancer", marks=pytest.mark.long), "wine"])
def test_classes(name):
    datasets = pytest.importorskip("sklearn.datasets")
    linear_model = pytest.importorskip("sklearn.linear_model")
    selection = pytest.importorskip("sklearn.model_selection")
    from test_scikit_learn import L1_PENALTY

    X, y = getattr(datasets, f"load_{name}")(return_X_y=True)
    folds = list(selection.StratifiedKFold(5, shuffle=True, random_state=1).split(X, y))
    how = {**L1_PENALTY, "solver": "saga", "max_iter": 200, "scoring": "neg_log_loss"}
    if "l1_ratio" in how:
        how["l1_ratios"] = (how.pop("l1_ratio"),)
    theirs = linear_model.LogisticRegressionCV(**how)
    check_choices((acgd.L1LogisticClassifier, acgd.L1LogisticClassifierCV), theirs, X, y, folds)
