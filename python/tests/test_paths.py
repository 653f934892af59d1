"""Paths of fits against scikit-learn, closed forms and separate fits."""

import pickle
import warnings

import numpy as np
import pytest

import acgd

sparse = pytest.importorskip("scipy.sparse")


@pytest.fixture
def regression(rng):
    X = rng.normal(size=(90, 12)) * (rng.random((90, 12)) < 0.7)
    return X, X @ np.array([2.0, -1.0, 0.5] + 9 * [0.0]) + 3 + rng.normal(size=90)


@pytest.fixture
def classes(rng):
    X = rng.normal(size=(150, 6))
    scores = X @ rng.normal(size=(6, 3)) + [0.0, 1.0, -0.5] + rng.gumbel(size=(150, 3))
    return X, np.array(["red", "green", "blue"])[scores.argmax(axis=1)]


def test_every_fit_matches_lasso_of_its_norm(regression):
    linear_model = pytest.importorskip("sklearn.linear_model")
    X, y = regression
    theirs = [linear_model.Lasso(a, tol=1e-10, max_iter=10**6).fit(X, y) for a in (0.3, 0.1, 0.01)]
    radii = [np.sum(abs(m.coef_)) for m in theirs]
    path = acgd.path(X, y, radii=radii, folds=0, standardize=False, tol=1e-10)
    for k, model in enumerate(theirs):
        np.testing.assert_allclose(path.coefs[k], model.coef_, atol=1e-4)
        assert path.intercepts[k] == pytest.approx(model.intercept_, abs=1e-4)
        assert path.loss[k] == pytest.approx(np.mean((y - model.predict(X)) ** 2), rel=1e-8)
        assert path.scores["r2"][k] == pytest.approx(model.score(X, y), rel=1e-8)
        assert path.nonzeros[k] == np.count_nonzero(model.coef_)
        assert path.lambdas[k] == pytest.approx(2 * model.alpha, rel=1e-4)
        assert path.explained[k] == pytest.approx(1 - path.loss[k] / y.var(), rel=1e-12)
    assert path.best is None and np.isnan(path.held_out_loss).all()


def test_multinomial_fits_match_saga(classes):
    linear_model = pytest.importorskip("sklearn.linear_model")
    from test_scikit_learn import L1_PENALTY

    X, y = classes
    theirs = linear_model.LogisticRegression(
        **L1_PENALTY, solver="saga", C=0.3, tol=1e-10, max_iter=10**5
    ).fit(X, y)
    radius = np.sum(abs(theirs.coef_))
    how = dict(objective="softmax", folds=0, standardize=False, tol=1e-9)
    path = acgd.path(X, y, radii=[radius], **how)
    own = theirs.predict_log_proba(X)[np.arange(150), np.unique(y, return_inverse=True)[1]]
    expected = np.mean(-own)
    assert path.loss[0] == pytest.approx(expected, rel=1e-7)
    np.testing.assert_allclose(path.coef(0), theirs.coef_.T, atol=2e-3)
    assert path.lambdas[0] == pytest.approx(1 / (0.3 * len(y)), rel=1e-3)
    np.testing.assert_allclose(path.model(0).predict_proba(X), theirs.predict_proba(X), atol=1e-3)


def test_groups_are_features_of_several_classes(classes):
    X, y = classes
    how = dict(objective="softmax", set="group", standardize=False, folds=0, tol=1e-8)
    path = acgd.path(X, y, radii=[0.5, 2.0], **how)
    coefs = path.coefs
    assert coefs.shape == (2, 6, 3)
    norms = np.linalg.norm(coefs, axis=2)
    np.testing.assert_allclose(norms.sum(axis=1), [0.5, 2.0], rtol=1e-6)
    # Optimality on the sphere: for a nonzero group the gradient is parallel to it, and largest.
    onehot = (y[:, None] == path.classes).astype(float)
    for k in range(2):
        gradient = X.T @ (path.model(k).predict_proba(X) - onehot) / len(y)
        sizes = np.linalg.norm(gradient, axis=1)
        active = norms[k] > 1e-3
        np.testing.assert_allclose(sizes[active], sizes.max(), rtol=1e-2)
        assert path.lambdas[k] == pytest.approx(sizes.max(), rel=1e-4)
        cosines = -np.sum(gradient * coefs[k], axis=1)[active] / (sizes * norms[k])[active]
        np.testing.assert_allclose(cosines, 1, atol=1e-3)


def test_held_out_losses_match_separate_fits(regression):
    X, y = regression
    folds = [(np.flatnonzero(np.arange(90) % 3 != k), np.arange(k, 90, 3)) for k in range(3)]
    path = acgd.path(X, y, radii=[0.5, 1.5, 4.0], folds=folds, tol=1e-9)
    losses = np.empty((3, 3))
    for i, (seen, others) in enumerate(folds):
        for j, radius in enumerate(path.radii):
            model = acgd.L1Regression(radius).fit(X[seen], y[seen])
            losses[i, j] = np.mean((y[others] - model.predict(X[others])) ** 2)
    np.testing.assert_allclose(path.held_out_loss, losses.mean(axis=0), rtol=1e-5)
    error = losses.std(axis=0, ddof=1) / np.sqrt(3)
    np.testing.assert_allclose(path.held_out_error, error, rtol=1e-4)
    assert path.best == np.argmin(path.held_out_loss)
    limit = path.held_out_loss[path.best] + path.held_out_error[path.best]
    assert path.one_standard_error == np.flatnonzero(path.held_out_loss <= limit)[0]


def test_splitters_of_scikit_learn(regression):
    selection = pytest.importorskip("sklearn.model_selection")
    X, y = regression
    splitter = selection.KFold(4, shuffle=True, random_state=3)
    one = acgd.path(X, y, radii=5, folds=splitter)
    other = acgd.path(X, y, radii=5, folds=list(splitter.split(X)))
    np.testing.assert_array_equal(one.held_out_loss, other.held_out_loss)


def test_integer_weights_equal_repetitions(regression, rng):
    X, y = regression
    weights = rng.integers(0, 3, size=90)
    weighted = acgd.path(X, y, radii=8, folds=0, sample_weight=weights, standardize=True)
    repeated = acgd.path(
        np.repeat(X, weights, axis=0), np.repeat(y, weights), radii=8, folds=0, standardize=True
    )
    np.testing.assert_allclose(weighted.radii, repeated.radii, rtol=1e-9)
    np.testing.assert_allclose(weighted.loss, repeated.loss, rtol=1e-9)
    np.testing.assert_allclose(weighted.coefs, repeated.coefs, atol=1e-6)


def test_balanced_classes_are_weights(classes):
    X, y = classes
    names, numbers, counts = np.unique(y, return_inverse=True, return_counts=True)
    by_hand = (len(y) / (3 * counts))[numbers]
    how = dict(objective="softmax", radii=[1.0, 3.0], folds=0)
    balanced = acgd.path(X, y, class_weight="balanced", **how)
    np.testing.assert_array_equal(
        balanced.coefs, acgd.path(X, y, sample_weight=by_hand, **how).coefs
    )
    given = dict(zip(names, len(y) / (3 * counts)))
    np.testing.assert_array_equal(balanced.coefs, acgd.path(X, y, class_weight=given, **how).coefs)


def test_units_do_not_matter_for_standardized_features(regression):
    X, y = regression
    units = 10.0 ** np.arange(-6, 6)
    one = acgd.path(X, y, radii=10, standardize=True)
    other = acgd.path(X * units, y, radii=10, standardize=True)
    np.testing.assert_allclose(one.radii, other.radii, rtol=1e-9)
    np.testing.assert_allclose(one.coefs, other.coefs * units, atol=1e-6)
    np.testing.assert_allclose(one.held_out_loss, other.held_out_loss, rtol=1e-6)
    scaled = np.sum(abs(one.coefs) * X.std(axis=0), axis=1)
    assert np.all(scaled <= one.radii * (1 + 1e-9))


def test_order_of_columns_does_not_matter(regression, rng):
    X, y = regression
    order = rng.permutation(12)
    one, other = acgd.path(X, y, tol=1e-8), acgd.path(X[:, order], y, tol=1e-8)
    np.testing.assert_allclose(one.coefs[:, order], other.coefs, atol=1e-3)


def test_seed_determines_bits(regression):
    X, y = regression
    one, same, other = (acgd.path(X, y, radii=6, seed=seed) for seed in (4, 4, 5))
    np.testing.assert_array_equal(one.held_out_loss, same.held_out_loss)
    np.testing.assert_array_equal(one.coefs, same.coefs)
    assert not np.array_equal(one.held_out_loss, other.held_out_loss)
    np.testing.assert_array_equal(one.coefs, other.coefs)  # the folds do not affect the last fits


@pytest.mark.parametrize("standardize", [False, True])
def test_sparse_and_dense_features_agree(regression, standardize):
    X, y = regression
    how = dict(radii=[0.5, 1.0, 2.0, 4.0], standardize=standardize, tol=1e-10)
    dense, thin = (
        acgd.path(np.asfortranarray(X), y, **how),
        acgd.path(sparse.csr_array(X), y, **how),
    )
    np.testing.assert_allclose(dense.coefs, thin.coefs, atol=1e-5)
    np.testing.assert_allclose(dense.held_out_loss, thin.held_out_loss, rtol=1e-6)


def test_losses_of_other_kinds(regression, rng):
    X, y = regression
    counts = rng.poisson(np.exp(X[:, 0]))
    path = acgd.path(X, counts, objective="poisson", radii=[50.0], folds=0, tol=1e-10)
    # Inside the ball the gradient is 0, including that of the intercept.
    rest = counts - path.model(0).predict(X)
    assert abs(rest.sum()) < 1e-3 and np.max(abs(X.T @ rest)) < 0.05
    wild = np.where(np.arange(90) == 7, 1e4, y)
    robust = acgd.path(X, wild, objective="huber:0.5", radii=[3.0], folds=0).coef(0)
    assert np.max(abs(robust - [2, -1, 0.5, *9 * [0]])) < 0.8
    assert np.max(abs(acgd.path(X, wild, radii=[3.0], folds=0).coef(0) - robust)) > 0.5
    for objective in ("squared-hinge", "sigmoid"):
        path = acgd.path(X, y > 3, objective=objective, radii=[5.0], folds=0)
        assert path.scores["accuracy"][0] > 0.8 and path.model(0).predict(X).dtype == bool
    path = acgd.path(X, y > 3, objective="squared-hinge", radii=[5.0], folds=0)
    with pytest.raises(AttributeError, match="has no probabilities"):
        path.model(0).predict_proba(X)


def test_mixtures(rng):
    X = rng.normal(size=(60, 5))
    y = X @ [0.5, 1.5, 0, 0, 0]
    how = dict(set="simplex", folds=0, intercept=False, standardize=False, tol=1e-9)
    path = acgd.path(X, y, radii=[1.0, 2.0], **how)
    assert np.all(path.coefs >= 0)
    np.testing.assert_allclose(path.coefs.sum(axis=1), [1, 2], rtol=1e-9)
    np.testing.assert_allclose(path.coef(1), [0.5, 1.5, 0, 0, 0], atol=1e-3)


def test_path_can_be_pickled_shown_and_drawn(classes):
    X, y = classes
    path = acgd.path(X, y, objective="softmax", radii=5)
    again = pickle.loads(pickle.dumps(path))
    np.testing.assert_array_equal(again.coefs, path.coefs)
    np.testing.assert_array_equal(again.model().predict(X), path.model().predict(X))
    assert "best at" in repr(path) and "<b" not in repr(path)
    page = path._repr_html_()
    assert page.count("<tr") == 6 and "held_out_accuracy" in page
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    upper, lower = path.plot()
    assert upper.get_xscale() == "log" and len(lower.get_lines()) >= 3


def test_path_is_frame(regression):
    pytest.importorskip("pandas")
    path = acgd.path(*regression, radii=5)
    frame = path.to_frame()
    assert list(frame.radius) == list(path.radii)
    assert list(frame.held_out_r2) == list(path.held_out_scores["r2"])


def test_default_radii_match_grid_of_lassos(rng):
    """From alpha_max, the null model, down to 1/1000 of it, as in scikit-learn."""
    linear_model = pytest.importorskip("sklearn.linear_model")
    X = rng.normal(size=(200, 20))
    y = X @ rng.normal(size=20) + 20 * rng.normal(size=200)
    path = acgd.path(X, y, folds=0, standardize=False, tol=1e-8)
    alphas, coefs, _ = linear_model.lasso_path(X - X.mean(axis=0), y - y.mean(), n_alphas=30)
    alphas, coefs = alphas[: len(path)], coefs[:, : len(path)]
    assert path.radii[0] == 0 and not path.coef(0).any() and len(path) >= 25
    assert path.intercepts[0] == pytest.approx(y.mean())
    assert path.lambdas[0] == pytest.approx(2 * alphas[0], rel=1e-9)
    np.testing.assert_allclose(np.log(path.lambdas / (2 * alphas)), 0, atol=0.5)
    norms = np.interp(np.log(path.lambdas / 2), np.log(alphas[::-1]), abs(coefs).sum(axis=0)[::-1])
    np.testing.assert_allclose(path.radii, norms, atol=0.02 * norms[-1])


@pytest.mark.filterwarnings("ignore")
def test_unconverged_fits_do_not_extend_path(rng):
    """Separable classes, whose loss has no minimum; three iterations gain at any radius."""
    X = (rng.random((200, 400)) < 0.02).astype(float)
    y = np.argmax(X @ rng.normal(size=(400, 3)), axis=1)
    how = dict(objective="softmax", folds=0, standardize=False)
    exact = acgd.path(sparse.csr_matrix(X), y, **how)
    assert exact.end == "smallest penalty" and exact.lambdas[-1] < 2e-3 * exact.lambdas[0]
    rough = acgd.path(sparse.csr_matrix(X), y, direction="frank-wolfe", max_iterations=3, **how)
    assert rough.status[-1] == "iteration limit"
    assert rough.radii[-1] < 20 * exact.radii[-1]


def test_warnings_of_the_choice(rng):
    X = rng.normal(size=(60, 10))
    noise, y = rng.normal(size=60), 5 * X[:, 0] + rng.normal(size=60)
    with pytest.warns(UserWarning, match="null model"):
        assert acgd.path(X, noise, radii=[1.0, 2.0]).is_no_better_than_null
    with pytest.warns(UserWarning, match="largest"):
        acgd.path(X, y, radii=[0.5, 1.0])
    with pytest.warns(UserWarning, match="smallest"):
        acgd.path(np.c_[X, rng.normal(size=(60, 40))], y, radii=[8.0, 12.0, 20.0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        acgd.path(X, y)
        acgd.path(X, y, radii=[1.0, 5.0, 50.0])


def test_constant_features_with_weights(rng):
    """E.g. of a column of ones without an intercept: it is divided by 1."""
    for m in range(20, 60):
        X = np.c_[np.ones(m), rng.normal(size=(m, 2))]
        how = dict(radii=[0.1], folds=0, intercept=False, sample_weight=rng.random(m), tol=1e-9)
        path = acgd.path(X, rng.normal(size=m) + 5, **how)
        assert path.coef(0)[0] == pytest.approx(0.1, rel=1e-9)


class CtrlC:
    """A step rule that sends Ctrl-C at its n-th step."""

    def __init__(self, n):
        self.left = n

    def __call__(self, line):
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        return 0.1


def test_ctrl_c_keeps_finished_fits(regression):
    X, y = regression
    how = dict(direction="frank-wolfe", max_iterations=10, tol=1e-12, folds=0)
    with pytest.raises(acgd.Interrupted) as interrupted:
        acgd.path(X, y, radii=[1.0, 2.0, 3.0], step=CtrlC(15), **how)
    done = interrupted.value.result
    assert isinstance(done, acgd.Path) and done.best is None
    assert done.status[:2] == ["iteration limit", "interrupted"]


def test_frames_have_names(regression):
    X, y = regression
    names = [f"column {k}" for k in range(12)]
    for library in ("pandas", "polars"):
        frames = pytest.importorskip(library)
        frame = frames.DataFrame(dict(zip(names, X.T)))
        path = acgd.path(frame, frames.Series(y), radii=[1.0, 2.0])
        assert list(path.feature_names) == names
        model = path.model(0)
        np.testing.assert_allclose(
            model.predict(frame), acgd.path(X, y, radii=[1.0, 2.0]).model(0).predict(X), rtol=1e-12
        )
        with pytest.raises(ValueError, match="same order"):
            model.predict(frame[names[::-1]])
