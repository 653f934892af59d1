"""Estimators with columns, targets and scores that differ from those of the fit."""

import subprocess
import sys
import types
import warnings

import numpy as np
import pytest

from acgd import estimators

LINEAR = [estimators.L1Regression, estimators.SimplexRegression, estimators.L1LogisticClassifier]


class Frame:
    """The parts of a data frame that are used: numbers, and names of columns."""

    def __init__(self, numbers, columns=None, **_):
        self.numbers, self.columns = np.asarray(numbers), columns

    def __array__(self, dtype=None):
        return self.numbers.astype(dtype or self.numbers.dtype)

    def __getitem__(self, names):
        return Frame(self.numbers[:, [self.columns.index(name) for name in names]], list(names))

    @property
    def shape(self):
        return self.numbers.shape


@pytest.fixture
def samples(rng):
    X = rng.normal(size=(30, 3))
    return Frame(X, ["age", "height", "weight"]), (X[:, 0] > 0).astype(float)


def methods(model):
    yield model.predict
    yield lambda X: model.score(X, np.zeros(len(X.numbers)))
    for name in ("predict_proba", "decision_function"):
        if hasattr(model, name):
            yield getattr(model, name)


@pytest.mark.filterwarnings("ignore:The fit did not reach")
@pytest.mark.parametrize("estimator", LINEAR)
def test_reordered_columns_are_rejected(estimator, samples):
    X, y = samples
    model = estimator().fit(X, y)
    assert list(model.feature_names_in_) == X.columns
    for method in methods(model):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            method(X)
        with pytest.raises(ValueError, match="must be in the same order"):
            method(X[["height", "age", "weight"]])
        with pytest.raises(ValueError, match="(?s)unseen .*:\n- size.* missing:\n- height"):
            method(Frame(X.numbers, ["age", "size", "weight"]))
        with pytest.raises(ValueError, match="now missing:\n- weight"):
            method(X[["age", "height"]])
        with pytest.warns(UserWarning, match="X does not have valid feature names"):
            method(Frame(X.numbers))
    model.fit(X.numbers, y)
    assert not hasattr(model, "feature_names_in_")
    with pytest.warns(UserWarning, match="X has feature names, but .* was fitted without"):
        model.predict(X)
    with pytest.raises(TypeError, match="all of them are strings"):
        model.fit(Frame(X.numbers, ["age", 2, "weight"]), y)


def test_users_and_items_must_not_be_exchanged():
    pairs = Frame([(0, 0), (0, 1), (1, 0)], ["user", "item"])
    model = estimators.MatrixCompletion(5.0).fit(pairs, [1.0, 2.0, 3.0])
    assert model.predict(pairs).shape == (3,)
    with pytest.raises(ValueError, match="must be in the same order"):
        model.predict(pairs[["item", "user"]])
    with pytest.warns(UserWarning, match="X does not have valid feature names"):
        model.predict(pairs.numbers)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("estimator", LINEAR)
def test_scikit_learns_check_of_names(estimator, monkeypatch):
    """It uses pandas only to construct a frame, so any frame will do."""
    checks = pytest.importorskip("sklearn.utils.estimator_checks")
    pandas = types.ModuleType("pandas")
    pandas.DataFrame = lambda numbers, columns, copy=False: Frame(numbers, list(columns))
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    checks.check_dataframe_column_names_consistency(estimator.__name__, estimator())


@pytest.mark.filterwarnings("ignore:The fit did not reach")
@pytest.mark.parametrize("estimator", [*LINEAR, estimators.MatrixCompletion])
def test_scores_accept_columns_and_reject_other_shapes(estimator, rng):
    X = rng.normal(size=(12, 3))
    if estimator is estimators.MatrixCompletion:
        X = np.argwhere(np.ones((4, 3)))
    y = (rng.random(12) < 0.5).astype(float)
    model = estimator().fit(X, y)
    score = model.score(X, y)
    predictions = model.predict(X)
    if estimator is estimators.L1LogisticClassifier:
        expected = sum(p == t for p, t in zip(predictions, y)) / 12
    else:
        expected = 1 - sum((predictions - y) ** 2) / sum((y - y.mean()) ** 2)
    assert score == pytest.approx(expected, rel=1e-12)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert model.score(X, y[:, None]) == score
        assert model.score(X, y.tolist()) == score
    for bad in (y[:1], y[:11], np.append(y, 0), np.stack([y, y], axis=1), y[None, :], 0.0, None):
        with pytest.raises(ValueError):
            model.score(X, bad)
    with pytest.raises(ValueError, match="NaN"):
        model.score(X, np.where(y > 0, y, np.nan))
    with pytest.raises(ValueError, match="y: has dtype"):
        model.score(X, np.array(["yes", "no"] * 6))


def with_log_odds(classes, log_odds):
    """A classifier with these log odds for the sample 1."""
    model = estimators.L1LogisticClassifier()
    model.classes_, model.n_features_in_ = np.arange(classes), 1
    model.coef_, model.intercept_ = np.array(log_odds)[:, None], np.zeros(len(log_odds))
    return model


def far_off(classes, log_odds):
    return with_log_odds(classes, log_odds).predict_proba([[1.0]])[0]


def test_probabilities_of_two_classes_are_accurate_in_both_tails():
    for s in (0.0, 3.0, 36.0, 40.0, 700.0, 1e5):
        small = np.exp(-np.longdouble(s)) / (1 + np.exp(-np.longdouble(s)))
        for sign, order in ((1, [0, 1]), (-1, [1, 0])):
            shares = far_off(2, [sign * s])[order]
            assert shares[0] == pytest.approx(float(small), rel=1e-13, abs=1e-320)
            assert shares[1] == pytest.approx(1 - float(small), rel=1e-15)


def test_probabilities_of_several_classes_are_accurate_in_both_tails():
    def expected(log_odds):  # in long double, whose exponentials reach further
        s = np.array(log_odds, dtype=np.longdouble)
        shares = np.exp(s - s.max())
        return (shares / shares.sum()).astype(float)

    near, low = [0.0, 1.0, 2.0], [-38.0, -39.0, -40.0]
    for log_odds in (near, low, [-700.0, -701.0, -700.5], [50.0, 40.0, -40.0]):
        shares = far_off(3, log_odds)
        np.testing.assert_allclose(shares, expected(log_odds), rtol=1e-12)
        assert shares.sum() == pytest.approx(1, rel=1e-15)
    far = far_off(3, [-1e6, -1e6 - 1, -2e6])
    np.testing.assert_allclose(far, [1 / (1 + np.exp(-1)), 1 / (1 + np.e), 0], rtol=1e-12)


def test_logarithms_of_probabilities_do_not_underflow():
    for classes, log_odds, expected in (
        (2, [-900.0], [0, -900]),
        (2, [900.0], [-900, 0]),
        (3, [0.0, -2000.0, 0.0], [-np.log(2), -2000 - np.log(2), -np.log(2)]),
    ):
        logarithms = with_log_odds(classes, log_odds).predict_log_proba([[1.0]])[0]
        np.testing.assert_allclose(logarithms, expected, rtol=1e-12)


def fit_and_record(model):
    X = np.random.default_rng(3).normal(size=(30, 4))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        model.fit(X, np.sum(X, axis=1, keepdims=True) ** 3)
    return {warning.category.__name__: warning for warning in said}


def test_warnings_match_status_and_have_callers_line():
    slow = dict(step="open-loop", direction="frank-wolfe")
    said = fit_and_record(estimators.L1Regression(50.0, max_iter=2, tol=0, **slow))
    assert set(said) == {"ConvergenceWarning", "DataConversionWarning"}
    assert all(warning.filename == __file__ for warning in said.values())
    assert "larger max_iter" in str(said["ConvergenceWarning"].message)
    # The minimum is inside the ball: a gap at its rounding error is equivalent to 0.
    assert set(fit_and_record(estimators.L1Regression(1e3, tol=0))) == {"DataConversionWarning"}
    warning = fit_and_record(estimators.L1Regression(2.0, step=lambda line: -1.0))[
        "ConvergenceWarning"
    ]
    assert "step failed" in str(warning.message) and "max_iter" not in str(warning.message)


def test_every_status_without_success_has_advice():
    from acgd import _core, _validation

    not_asked_for = {"time limit", "evaluation limit", "stopped by observer", "checkpoint failed"}
    raised_or_impossible_in_a_ball = {"interrupted", "unbounded"}
    failures = {name for name, success, _ in _core.statuses() if not success}
    advised = failures - not_asked_for - raised_or_impossible_in_a_ball
    assert advised == set(_validation._ADVICE)


def test_warnings_are_shown_without_scikit_learn(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\nsys.modules['sklearn'] = None\nimport acgd\n"
        "X = [[1.0, 2.0, 3.0], [2.0, 7.0, 1.0], [4.0, 2.0, 0.0]]\n"
        "acgd.estimators.L1Regression(2.5, max_iter=1, tol=0).fit(X, [1.0, 5.0, 2.0])\n"
    )
    run = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert run.returncode == 0 and f"{script}:5: ConvergenceWarning" in run.stderr, run.stderr
