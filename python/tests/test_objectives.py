"""Values against formulas, gradients against differences."""

import pickle

import numpy as np
import pytest

import acgd

sparse = pytest.importorskip("scipy.sparse")


def log_loss(z, y):
    return np.mean(np.log1p(np.exp(-y * z)))


def huber(e, rho):
    return np.mean(np.where(abs(e) <= rho, e**2 / 2, rho * (abs(e) - rho / 2)))


@pytest.fixture
def data(rng):
    return rng.normal(size=(30, 7)), rng.choice([-1.0, 1.0], size=30), rng.normal(size=7)


@pytest.mark.parametrize(
    "convert",
    [
        np.asfortranarray,
        np.ascontiguousarray,
        sparse.csr_matrix,
        sparse.csc_matrix,
        sparse.coo_matrix,
    ],
)
def test_models_match_formulas(convert, data):
    a, y, x = data
    A, z = convert(a), a @ x
    formulas = {
        acgd.LeastSquares(A, y): np.sum((z - y) ** 2),
        acgd.LeastSquares(A, y, factor=0.5): 0.5 * np.sum((z - y) ** 2),
        acgd.Logistic(A, y): log_loss(z, y),
        acgd.Sigmoid(A, y): np.mean((1 / (1 + np.exp(-z)) - y) ** 2),
        acgd.Sigmoid(A, y > 0): np.mean((1 / (1 + np.exp(-z)) - (y > 0)) ** 2),
        acgd.Sigmoid(A, 0.3 * y + 0.5): np.mean((1 / (1 + np.exp(-z)) - 0.3 * y - 0.5) ** 2),
        acgd.SquaredHinge(A, y, scaling="sum"): np.sum(np.maximum(0, 1 - y * z) ** 2),
        acgd.Huber(A, y, 0.7): huber(z - y, 0.7),
        acgd.Poisson(A, y + 1): np.mean(np.exp(z) - (y + 1) * z),
    }
    for objective, value in formulas.items():
        assert objective.value(x) == pytest.approx(value, rel=1e-13)
        assert acgd.check_gradient(objective, x) == []
        assert objective.dimension == 7


def test_integer_weights_equal_repetitions(data):
    a, y, x = data
    weights = np.arange(30) % 3
    repeated = acgd.Logistic(np.repeat(a, weights, axis=0), np.repeat(y, weights))
    weighted = acgd.Logistic(a, y, weights=weights)
    assert weighted.value(x) == pytest.approx(repeated.value(x), rel=1e-14)


def test_samples_of_weight_0_equal_absence(rng):
    """Any number of them: all of a block."""
    A, y, x = rng.normal(size=(800, 3)), rng.normal(size=800), rng.normal(size=3)
    weighted = acgd.LeastSquares(A, y, weights=np.arange(800) >= 400, intercept=True)
    half = acgd.LeastSquares(A[400:], y[400:], intercept=True)
    assert weighted.value(x) == pytest.approx(half.value(x), rel=1e-13)
    with pytest.raises(ValueError, match="weights: are all 0, at least one must be positive"):
        acgd.LeastSquares(A, y, weights=np.zeros(800))


@pytest.mark.parametrize("convert", [np.asfortranarray, sparse.csr_matrix])
def test_intercepts_are_optimal_constants(convert, data, rng):
    """No constant nearby gives less, and with the best one the model matches its formula."""
    a, y, x = data
    A, z, weights = convert(a), a @ x, rng.uniform(0, 2, size=30)
    share = weights / weights.sum()
    formulas = {
        acgd.LeastSquares(A, y, intercept=True): lambda z: np.sum((z - y) ** 2),
        acgd.LeastSquares(A, y, intercept=True, weights=weights): lambda z: weights @ (z - y) ** 2,
        acgd.Logistic(A, y, intercept=True): lambda z: log_loss(z, y),
        acgd.Logistic(A, y, intercept=True, weights=weights): lambda z: (
            share @ np.log1p(np.exp(-y * z))
        ),
        acgd.Sigmoid(A, y > 0, intercept=True): lambda z: np.mean(
            (1 / (1 + np.exp(-z)) - (y > 0)) ** 2
        ),
        acgd.SquaredHinge(A, y, intercept=True): lambda z: np.mean(np.maximum(0, 1 - y * z) ** 2),
        acgd.Huber(A, y, 0.7, intercept=True): lambda z: huber(z - y, 0.7),
        acgd.Poisson(A, y + 1, intercept=True): lambda z: np.mean(np.exp(z) - (y + 1) * z),
    }
    for objective, formula in formulas.items():
        (b,) = objective.intercept(x)
        assert objective.value(x) == pytest.approx(formula(z + b), rel=1e-12)
        assert all(formula(z + b + e) >= objective.value(x) for e in (-0.5, -1e-3, 1e-3, 0.5))
        assert acgd.check_gradient(objective, x) == []
        again = pickle.loads(pickle.dumps(objective))
        assert again.intercept(x) == objective.intercept(x)
    assert acgd.Logistic(A, y).intercept(x).size == 0


# For a sample: the loss and its derivative, where u is the unit of Huber's rho.
LOSSES = {
    "LeastSquares": (lambda z, y, u: (z - y) ** 2, lambda z, y, u: 2 * (z - y)),
    "Huber": (
        lambda z, y, u: np.where(abs(z - y) <= u, (z - y) ** 2 / 2, u * (abs(z - y) - u / 2)),
        lambda z, y, u: np.clip(z - y, -u, u),
    ),
    "Logistic": (
        lambda z, y, u: np.logaddexp(np.longdouble(0), -y * z),
        lambda z, y, u: -y / (1 + np.exp(y * z)),
    ),
    "SquaredHinge": (
        lambda z, y, u: np.maximum(0, 1 - y * z) ** 2,
        lambda z, y, u: -2 * y * np.maximum(0, 1 - y * z),
    ),
    "Poisson": (lambda z, y, u: np.exp(z) - y * z, lambda z, y, u: np.exp(z) - y),
}


def draw_samples(name, rng):
    """Features around 0 or 2020, targets in any unit if f has one, with or without weights."""
    m, n = int(rng.integers(3, 40)), int(rng.integers(1, 5))
    A = rng.normal(size=(m, n)) * rng.choice([1, 30]) + rng.choice([0, 2020], size=n)
    weights = rng.random(m) + 1e-3 if rng.random() < 0.5 else np.ones(m)
    if name in ("Logistic", "SquaredHinge"):
        return A, rng.permutation(np.r_[1.0, -1, rng.choice([-1.0, 1], size=m - 2)]), weights, 1.0
    if name == "Poisson":
        return A, rng.poisson(2, size=m) + rng.random(m), weights, 1.0
    y = rng.normal(size=m) * rng.choice([1, 100]) + rng.choice([0, 1000])
    unit = 10 ** rng.uniform(-140, 140)
    return unit * A, unit * y, weights, unit * 10 ** rng.uniform(-3, 1)


def best_constant(slope_at, size):
    """By bisection in long double."""
    low, high = -np.longdouble(size), np.longdouble(size)
    for _ in range(140):
        middle = (low + high) / 2
        low, high = (middle, high) if slope_at(middle) < 0 else (low, middle)
    return low


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("name", LOSSES)
def test_intercepts_in_every_unit(name):
    """f, the lower bound and the gap match long double with constants found by bisection."""
    value, derivative = LOSSES[name]
    for seed in range(500, 540):
        rng = np.random.default_rng(seed)
        A, y, weights, unit = draw_samples(name, rng)
        made_of = sparse.csr_matrix(A) if rng.random() < 0.5 else A
        more = [unit] if name == "Huber" else []
        f = getattr(acgd, name)(made_of, y, *more, weights=weights, intercept=True)
        radius = 10 ** rng.uniform(-2, 1)
        r = acgd.minimize(f, set=acgd.L1Ball(radius), max_iterations=3000)
        shares = weights.astype(np.longdouble)
        if name != "LeastSquares":
            shares /= shares.sum()
        for x in (rng.normal(size=r.x.size) * radius, r.x):
            z = A.astype(np.longdouble) @ x.astype(np.longdouble)
            size = abs(z).max() + abs(y).max()
            z += best_constant(lambda b: shares @ derivative(z + b, y, unit), size + 100 * unit)
            slope, exact = shares * derivative(z, y, unit), shares @ value(z, y, unit)
            rounding = 1e-13 * (abs(slope).sum() * size + abs(exact)) + 1e-19 * size**2
            assert abs(f.value(x) - exact) <= rounding, seed
        gap = A.T @ slope @ x + radius * abs(A.T @ slope).max()
        assert abs(r.fun - exact) <= 100 * rounding + 1e-10 * abs(exact), seed
        assert r.lower_bound <= exact + 100 * rounding + 1e-10 * abs(exact), seed
        assert not r.success or gap <= 1e-4 * (abs(exact) + unit**2) + 1000 * rounding, seed


def test_intercept_of_sigmoid_is_global_minimum():
    """Of several minima; the run has the same one as value() and intercept()."""
    for seed in range(2000, 2100):
        rng = np.random.default_rng(seed)
        m, n = int(rng.integers(4, 40)), int(rng.integers(1, 5))
        A, y = rng.normal(size=(m, n)), np.r_[0, 1, rng.integers(0, 2, size=m - 2)]
        f = acgd.Sigmoid(A, y, intercept=True)
        r = acgd.minimize(f, set="l1:10", direction="pairwise", max_iterations=300)
        assert r.fun == pytest.approx(f.value(r.x), rel=1e-9), seed
        z = A @ r.x
        grid = np.arange(-z.max() - 20, -z.min() + 20, 0.05)
        values = np.mean((1 / (1 + np.exp(-z - grid[:, None])) - y) ** 2, axis=1)
        assert r.fun <= values.min() + 1e-12, seed
        at_best = np.mean((1 / (1 + np.exp(-z - f.intercept(r.x))) - y) ** 2)
        assert r.fun == pytest.approx(at_best, rel=1e-9), seed


@pytest.mark.parametrize("offset", [2020, 1e6, 1.7e10, 1e13])
def test_least_squares_of_columns_far_from_zero(offset):
    """Sparse or dense, with weights: the centred problem in long double."""
    for seed in range(700, 730):
        rng = np.random.default_rng(seed)
        A = rng.normal(size=(20, 2)) * 1e3 + np.array([1, 0.2]) * offset
        y, weights = A[:, 0] % 7 + rng.normal(size=20), rng.random(20)
        shares = weights.astype(np.longdouble) / weights.sum()
        centered, target = A - shares @ A, y - shares @ y
        for made_of in (A, sparse.csc_matrix(A)):
            f = acgd.LeastSquares(made_of, y, intercept=True, weights=weights)
            r = acgd.minimize(f, set="l1:1e-2")
            residual = centered @ r.x - target
            value = weights @ residual**2
            gradient = 2 * centered.T @ (weights * residual)
            gap = gradient @ r.x + 1e-2 * abs(gradient).max()
            assert r.success
            assert gap <= 1e-5 * value, seed
            assert r.fun == pytest.approx(float(value), rel=1e-9), seed
            assert f.value(r.x) == pytest.approx(float(value), rel=1e-9), seed
            exact = shares @ y - shares @ A @ r.x
            assert f.intercept(r.x)[0] == pytest.approx(float(exact), rel=1e-9), seed


def test_squares_of_data_must_be_finite(data):
    a, y, _ = data
    with pytest.raises(ValueError, match="A: the largest entry is .*e-203 in size, must be 0 or b"):
        acgd.LeastSquares(1e-203 * a, y)
    with pytest.raises(ValueError, match="y: the largest entry is 1e[+]160 in size"):
        acgd.Huber(a, 1e160 * y, 1.0)
    assert acgd.LeastSquares(a, 0 * y).value(np.zeros(7)) == 0


def test_labels_of_one_class_have_no_intercept(data):
    a, _, _ = data
    with pytest.raises(ValueError, match="intercept: the loss falls for ever as it grows"):
        acgd.Logistic(a, np.ones(30), intercept=True)
    with pytest.raises(ValueError, match="intercept: the loss falls for ever as it shrinks"):
        acgd.Poisson(a, np.zeros(30), intercept=True)


def test_intercept_is_not_constrained(data):
    """As in scikit-learn's lasso, at the radius of its solution."""
    linear_model = pytest.importorskip("sklearn.linear_model")
    a, y, _ = data
    lasso = linear_model.Lasso(0.05, tol=1e-12, max_iter=100000).fit(a, y + 3)
    f = acgd.LeastSquares(a, y + 3, intercept=True)
    result = acgd.minimize(f, set=acgd.L1Ball(abs(lasso.coef_).sum()), gap_tolerance=1e-10)
    assert result.x == pytest.approx(lasso.coef_, abs=1e-5)
    assert f.intercept(result.x) == pytest.approx(lasso.intercept_, abs=1e-5)


@pytest.mark.parametrize("n", [299, 301, 2000])
def test_minimum_of_convex_quadratic_has_lower_bound(n, rng):
    """Q = B'B / n, and optionally a negative eigenvalue, which makes it nonconvex."""
    B, b = rng.normal(size=(n // 10, n)), rng.normal(size=n)
    Q = B.T @ B / n
    r = acgd.minimize(acgd.Quadratic(Q, b), set="l1:1")
    assert r.fun - 1e-5 * abs(r.fun) <= r.lower_bound <= r.fun
    v = rng.normal(size=n) / n**0.5
    indefinite = acgd.Quadratic(Q - 1e-6 * np.trace(Q) * np.outer(v, v), b)
    assert np.isnan(acgd.minimize(indefinite, set="l1:1").lower_bound)


def test_lipschitz_constants(data):
    a, y, _ = data
    largest = np.linalg.norm(a, 2) ** 2
    assert acgd.LeastSquares(a, y).lipschitz == pytest.approx(2 * largest, rel=1e-5)
    assert acgd.Logistic(a, y).lipschitz == pytest.approx(largest / 4 / 30, rel=1e-5)
    assert acgd.Poisson(a, y + 1).lipschitz is None


def test_quadratics_and_balancing_accept_sparse_matrices(rng):
    q = rng.normal(size=(6, 6))
    q += q.T
    b, x = rng.normal(size=6), rng.normal(size=6)
    for Q in (q, sparse.csr_matrix(q)):
        objective = acgd.Quadratic(Q, b, 2.0)
        assert objective.value(x) == pytest.approx(x @ q @ x / 2 + b @ x + 2, rel=1e-13)
    a = abs(q)
    expected = np.sum(a * np.exp(x[:, None] - x[None, :]))
    for A in (a, sparse.csc_matrix(a)):
        assert acgd.MatrixBalancing(A).value(x) == pytest.approx(expected, rel=1e-13)
        assert acgd.check_gradient(acgd.MatrixBalancing(A), x) == []


def test_completion_losses(rng):
    rows, cols, values = np.array([0, 1, 1]), np.array([2, 0, 2]), np.array([1.0, -2.0, 4.0])
    x = rng.normal(size=(2, 3))
    e = x[rows, cols] - values

    def make(**how):
        return acgd.Completion(rows, cols, values, (2, 3), **how)

    assert make().value(x) == pytest.approx(huber(e, 1))
    assert make(loss="huber:2").value(x) == pytest.approx(huber(e, 2))
    assert make(loss="squared").value(x) == pytest.approx(np.mean(e**2))
    weighted = make(loss="squared", weights=[1, 0, 3]).value(x)
    assert weighted == pytest.approx((e[0] ** 2 + 3 * e[2] ** 2) / 4)
    assert make().shape == (2, 3)


@pytest.mark.parametrize(
    "f", [acgd.Rosenbrock, acgd.Levy, acgd.LevyTextbook, acgd.Zakharov, acgd.SumOfSquares]
)
def test_gradients_match_formulas(f, rng):
    assert acgd.check_gradient(f(6), rng.normal(size=6)) == []


def test_sets_keep_their_promises():
    for set in (acgd.L1Ball(2), acgd.LpBall(1.5), acgd.Simplex(3, at_most=True), acgd.Box(-1, 2)):
        assert acgd.check_set(set, 6) == []
    assert acgd.check_set(acgd.SpectralBall(2, shape=(3, 2))) == []
    assert acgd.check_set(acgd.FlowPolytope([(0, 1), (0, 2), (1, 3), (2, 3)])) == []
