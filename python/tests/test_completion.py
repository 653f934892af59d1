"""From observed entries of a matrix to predictions and recommendations."""

import inspect
import os
import pickle
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

import acgd
from acgd import MatrixCompletion, MatrixCompletionCV

DATA = Path(os.environ.get("ACGD_DATA") or Path(__file__).parents[3] / "shared" / "data")
BOTH = [MatrixCompletion, MatrixCompletionCV]


def planted(rng, shape=(40, 30), share=0.6, noise=0.1):
    """Mean, biases, a matrix of rank one and noise, partly observed."""
    truth = 3.5 + rng.normal(size=(shape[0], 1)) + rng.normal(size=(1, shape[1]))
    truth += 1.5 * np.outer(rng.normal(size=shape[0]), rng.normal(size=shape[1]))
    seen = rng.random(shape) < share
    y = truth[seen] + noise * rng.normal(size=np.count_nonzero(seen))
    return np.argwhere(seen), y, np.argwhere(~seen), truth[~seen]


def ridge(X, y, shape, damping, weights):
    """Biases by a dense least-squares solve: rows of indicators, and of the damping below them."""
    indicators = np.zeros((len(y), sum(shape)))
    indicators[np.arange(len(y)), X[:, 0]] = 1
    indicators[np.arange(len(y)), shape[0] + X[:, 1]] = 1
    mean = np.average(y, weights=weights)
    roots = np.sqrt(weights)[:, None]
    A = np.vstack([roots * indicators, np.sqrt(damping) * np.eye(sum(shape))])
    b = np.concatenate([roots[:, 0] * (y - mean), np.zeros(sum(shape))])
    return mean, np.linalg.lstsq(A, b, rcond=None)[0]


def test_biases_match_ridge_regression(rng):
    X, y, _, _ = planted(rng)
    weights = rng.random(len(y))
    model = MatrixCompletion(damping=2.0).fit(X, y, sample_weight=weights)
    mean, biases = ridge(X, y, (40, 30), 2.0, weights)
    assert model.mean_ == pytest.approx(mean)
    np.testing.assert_allclose(np.append(model.row_biases_, model.col_biases_), biases, atol=1e-9)


@pytest.mark.parametrize("estimator", BOTH)
def test_predictions_are_sums(rng, estimator):
    X, y, others, _ = planted(rng)
    model = estimator(clip=False).fit(X, y)
    i, j = others.T
    expected = model.mean_ + model.row_biases_[i] + model.col_biases_[j]
    expected += model.factors_.to_dense()[i, j]
    np.testing.assert_allclose(model.predict(others), expected, atol=1e-12)
    # Pairs without observations.
    with pytest.warns(UserWarning, match="^3 of 4 pairs have a row or a column without entries"):
        predictions = model.predict([(99, 2), (3, 99), (99, 99), (3, 2)])
    np.testing.assert_allclose(
        predictions[:3],
        [model.mean_ + model.col_biases_[2], model.mean_ + model.row_biases_[3], model.mean_],
    )
    assert np.linalg.norm(model.factors_.to_dense(), "nuc") <= model.radius_ * (1 + 1e-9)


@pytest.mark.parametrize("estimator", BOTH)
def test_predictions_are_clipped_to_range_of_values(rng, estimator):
    X, y, others, truth = planted(rng, noise=0.5)
    y, extreme = y.clip(1, 5), np.vstack([X, others])
    free, clipped = (estimator(clip=clip).fit(X, y) for clip in (False, True))
    raw = free.predict(extreme)
    assert raw.min() < 1 and raw.max() > 5
    assert free.range_ == (-np.inf, np.inf) and clipped.range_ == (1, 5)
    np.testing.assert_array_equal(clipped.predict(extreme).clip(1, 5), clipped.predict(extreme))
    if estimator is MatrixCompletion:  # the same radius
        np.testing.assert_array_equal(clipped.predict(extreme), raw.clip(1, 5))
        # Best first, by the prediction before clipping.
        items, values = clipped.recommend(7, 30, with_rated=True)
        np.testing.assert_array_equal(items, free.recommend(7, 30, with_rated=True)[0])
        assert values.max() <= 5


def test_rows_within_matrix_may_be_unknown():
    """Row 1 is inside of the shape, without observations."""
    model = MatrixCompletion(1.0).fit([(0, 0), (2, 1), (0, 1), (2, 0)], [1.0, 2.0, 3.0, 4.0])
    with pytest.warns(UserWarning, match="^1 of 2 pairs"):
        assert model.predict([(1, 0), (0, 0)])[0] == model.mean_ + model.col_biases_[0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.predict([(0, 0), (2, 1)])


def test_path_predicts_better_than_biases(rng):
    X, y, others, truth = planted(rng)
    model = MatrixCompletionCV().fit(X, y)
    best = np.argmin(model.path_["held_out_rmse"])
    assert model.path_["radius"][best] == pytest.approx(model.radius_)
    np.testing.assert_allclose(np.diff(np.log(model.path_["radius"])), np.log(2) / 2)
    biases = MatrixCompletion(radius=1e-6).fit(X, y)
    assert 1 - model.score(others, truth) < 0.3 * (1 - biases.score(others, truth))
    few = MatrixCompletionCV([1.0, 50.0]).fit(X, y)
    assert len(few.path_["radius"]) == 2 and few.radius_ == 50
    again = MatrixCompletionCV().fit(X, y)
    np.testing.assert_array_equal(again.predict(others), model.predict(others))


def test_rank_is_minimal_for_predictions(rng):
    X, y, others, _ = planted(rng, noise=0.5)
    cut, whole = (MatrixCompletion(60.0, truncation=t, tol=5e-3).fit(X, y) for t in (0.01, 0))
    assert cut.factors_.rank < whole.factors_.rank
    assert np.max(abs(cut.predict(X) - whole.predict(X))) <= 0.01 * np.std(y)


def test_integer_weights_equal_repetitions(rng):
    X, y, others, truth = planted(rng)
    weights = rng.integers(1, 3, size=len(y))
    twice = np.repeat(np.arange(len(y)), weights)
    model = MatrixCompletion(40.0, tol=1e-3)
    weighted = model.fit(X, y, sample_weight=weights).predict(others)
    repeated = model.fit(X[twice], y[twice]).predict(others)
    np.testing.assert_allclose(weighted, repeated, atol=0.02 * np.std(y))
    half = np.where(np.arange(len(truth)) % 2, 1.0, 0.0)
    odd = half > 0
    assert model.score(others, truth, sample_weight=half) == pytest.approx(
        model.score(others[odd], truth[odd])
    )


def test_warm_start_continues(rng):
    X, y, _, _ = planted(rng, noise=0.5)
    model = MatrixCompletion(60.0, warm_start=True, truncation=0).fit(X, y)
    cold = model.n_iter_
    assert cold > 5 and model.fit(X, y).n_iter_ == 1
    smaller = model.set_params(radius=20.0).fit(X, y)  # scaled into the smaller ball
    assert np.linalg.norm(smaller.factors_.to_dense(), "nuc") <= 20 * (1 + 1e-9)
    more = np.vstack([X, [(45, 33)]])  # a matrix that has grown
    assert model.set_params(radius=60.0).fit(more, np.append(y, 3.0)).factors_.shape == (46, 34)


@pytest.mark.parametrize("estimator", BOTH)
def test_recommendations(rng, estimator):
    X, y, _, _ = planted(rng)
    model = estimator().fit(X, y)
    rated = X[X[:, 0] == 7, 1]
    unrated = np.setdiff1d(np.arange(30), rated)
    predictions = model.predict([(7, j) for j in unrated])
    items, values = model.recommend(7, 4)
    np.testing.assert_array_equal(items, unrated[np.argsort(-predictions)[:4]])
    np.testing.assert_allclose(values, np.sort(predictions)[::-1][:4])
    assert len(model.recommend(7, 100)[0]) == len(unrated)
    assert len(model.recommend(7, 100, with_rated=True)[0]) == 30
    with pytest.raises(ValueError, match="^user = 40: must be one of the rows of the fit, 0 to 39"):
        model.recommend(40)
    with pytest.raises(ValueError, match="^top = 0: must be at least 1"):
        model.recommend(7, 0)
    with pytest.raises(ValueError, match="not fitted"):
        estimator().recommend(1)


@pytest.mark.parametrize("estimator", BOTH)
def test_pickle_has_size_of_model(rng, estimator):
    X, y, others, _ = planted(rng)
    model = estimator().fit(X, y)
    bytes = pickle.dumps(model)
    numbers = model.factors_.rank * (40 + 30) + 40 + 30 + len(y)
    assert len(bytes) < 8 * numbers + 6000
    again = pickle.loads(bytes)
    np.testing.assert_array_equal(again.predict(others), model.predict(others))
    np.testing.assert_array_equal(again.recommend(3)[0], model.recommend(3)[0])


def test_old_objective_is_found():
    with pytest.raises(TypeError, match="objective of rows, cols and values is acgd.Completion"):
        acgd.MatrixCompletion([0, 1], [0, 2], [1.0, -1.0], shape=(2, 3))
    with pytest.raises(TypeError, match="acgd.Completion"):
        acgd.MatrixCompletion(rows=[0], cols=[0], values=[1.0])
    assert "radius" in inspect.signature(MatrixCompletion).parameters
    assert "values" in inspect.signature(acgd.Completion).parameters


@pytest.mark.parametrize(
    "parameters, message",
    [
        (dict(radii=[2.0, 1.0]), r"radii\[1\] = 1: must be positive and finite, and above"),
        (dict(radii=[]), "radii: must not be empty"),
        (dict(validation=0.9), r"validation = 0.9: must be in \(0, 0.5\]"),
        (dict(damping=-1), "damping = -1: must be >= 0"),
        (dict(random_state=-1), "random_state = -1: must be at least 0"),
        (dict(shape=(2, 2)), r"shape = \(2, 2\): entry \(2, 1\) is outside the 2 x 2 matrix"),
        (dict(loss="cubic"), "loss = 'cubic': must be"),
        (dict(tol=-1), "tol = -1: must be >= 0"),
    ],
)
def test_bad_parameters(parameters, message):
    pairs = [(0, 0), (1, 1), (2, 1), (0, 1)]
    with pytest.raises(ValueError, match=f"^{message}"):
        MatrixCompletionCV(**parameters).fit(pairs, [1.0, 2.0, 3.0, 4.0])


def test_bad_weights():
    pairs = [(0, 0), (1, 1)]
    for weights, message in (
        ([1.0, -1.0], "sample_weight: has -1, must be >= 0"),
        ([0.0, 0.0], "sample_weight: is zero everywhere"),
        ([1.0], "sample_weight: has shape"),
    ):
        with pytest.raises(ValueError, match=message):
            MatrixCompletion().fit(pairs, [1.0, 2.0], sample_weight=weights)
    with pytest.raises(ValueError, match="radius = 0: must be positive"):
        MatrixCompletion(0.0).fit(pairs, [1.0, 2.0])
    with pytest.raises(ValueError, match="at least 2 to hold"):
        MatrixCompletionCV().fit([(0, 0)], [1.0])


def test_movielens_at_the_defaults():
    """One of the five splits of python/bench/completion.py, whose average must be below .918."""
    file = DATA / "movielens100k.csv"
    if not file.exists():
        pytest.skip("MovieLens is not there; ACGD_DATA says where it is")
    table = np.loadtxt(file, delimiter=",", usecols=(0, 1, 2))
    X, y = table[:, :2] - 1, table[:, 2]
    order = np.random.default_rng(1).permutation(len(y))
    train, test = order[:80000], order[80000:]
    begin = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = MatrixCompletionCV().fit(X[train], y[train])
    assert time.process_time() - begin < 40  # on all threads together
    with pytest.warns(UserWarning, match="^32 of 20000 pairs"):  # films without other ratings
        errors = model.predict(X[test]) - y[test]
    assert np.sqrt(np.mean(errors**2)) < 0.918
    assert model.factors_.rank < 300


@pytest.mark.parametrize("radius", [22, 30, 50])
def test_corrective_steps_recover_low_rank_inside_large_ball(rng, radius):
    # Many matrices of the ball fit the observed entries; the truth has rank 1 and a norm of 20.4.
    truth = np.outer(rng.normal(size=30), rng.normal(size=20))
    seen = rng.random(truth.shape) < 0.7
    f = acgd.Completion(*np.nonzero(seen), truth[seen], truth.shape, loss="squared")
    ball = acgd.NuclearBall(radius, truth.shape)
    result = acgd.minimize(
        f, set=ball, direction="corrective", gap_tolerance=1e-5, x0="zero", threads=1
    )
    X = result.factors.to_dense()
    assert np.abs(X - truth).max() < 0.05 * np.abs(truth).max()
    assert np.linalg.norm(X, "nuc") < 1.02 * np.linalg.norm(truth, "nuc")
