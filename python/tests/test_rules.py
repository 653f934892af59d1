"""The adaptive rules of the paper, from Python."""

import itertools

import numpy as np
import pytest

import acgd


def plain_iterations(f, x, tolerance=1e-6, gamma=0.25, beta=2.0, delta=1e-10):
    """Normalised steepest descent with the adaptive step, as in the paper."""
    value, g = f(x)
    before = None
    for k in range(10000):
        gap = np.linalg.norm(g)
        if gap <= tolerance:
            return k
        d = -g / gap
        if before is None:
            probe = x + 1e-3 * d
            before = probe, f(probe)[1]
        lipschitz = np.linalg.norm(g - before[1]) / np.linalg.norm(x - before[0])
        lipschitz = gamma * (lipschitz + delta)
        t = gap / lipschitz
        while not f(x + t * d)[0] <= value - t * gap + lipschitz / 2 * t * t:
            lipschitz *= beta
            t = gap / lipschitz
        before = x, g
        x = x + t * d
        value, g = f(x)
    return 10000


def test_gradients_may_shrink_by_any_factor():
    rng = np.random.default_rng(1)
    n = 20
    b = rng.normal(size=(n, n))
    q = b @ b.T / n + 0.01 * np.eye(n)
    w = rng.random(n)
    x0 = rng.normal(size=n) * 1e4

    def f(x):
        return 0.5 * x @ q @ x + 0.25 * (w * x**4).sum(), q @ x + w * x**3

    plain = [plain_iterations(f, x0 * (1 + i * 2.0**-52)) for i in range(20)]
    width = max(plain) - min(plain)
    for step in ["adaptive-constant", acgd.AdaptiveConstant(delta=1e-10)]:
        result = acgd.descend(f, x0, step=step, gap_tolerance=1e-6)
        assert result.status == "gap reached"
        assert min(plain) - width <= result.nit <= max(plain) + width


@pytest.mark.parametrize("factor", [1e-30, 1.0, 1e30])
def test_units_do_not_matter(factor):
    rng = np.random.default_rng(0)
    a = rng.normal(size=(30, 10))
    b = rng.normal(size=30)
    result = acgd.minimize(
        acgd.LeastSquares(a, b, factor=factor),
        set="l1:0.3",
        gap_tolerance=0,
        relative_gap_tolerance=1e-3,
    )
    assert result.status == "gap reached"
    assert result.gap <= 1e-3 * result.fun


@pytest.mark.parametrize("step", ["adaptive-constant", "adaptive-adjustable", "backtracking"])
def test_steep_start_does_not_end_run(step):
    def entropy(x):
        logarithm = np.log(np.maximum(x, 1e-200))
        return np.sum(x * logarithm), logarithm + 1

    result = acgd.minimize(entropy, [1.0, 0, 0], set="simplex", step=step)
    assert result.success
    assert result.fun == pytest.approx(-np.log(3), abs=1e-6)


@pytest.mark.parametrize("step", ["adaptive-constant", "adaptive-adjustable", "backtracking"])
def test_unbounded_function_is_reported(step):
    c = np.array([1.0, -2.0])
    for f in [lambda x: (c @ x, c), lambda x: (-x @ x, -2 * x)]:
        result = acgd.descend(f, [1.0, 1.0], step=step)
        assert result.status == "unbounded"
        assert np.isfinite(result.x).all()


def test_given_delta_is_absolute():
    f = acgd.Quadratic(2 * np.eye(3), np.zeros(3))
    step = acgd.AdaptiveConstant(gamma=1, delta=0.5)
    how = dict(set="simplex", direction="frank-wolfe", step=step, max_iterations=1)
    result = acgd.minimize(f, [1.0, 0, 0], **how)
    assert result.trace.lipschitz[0] == pytest.approx(2.5, rel=1e-12)
    assert acgd.AdaptiveConstant().delta is None


def test_x_previous_t_max_and_epsilon_are_inputs():
    f = acgd.Quadratic(np.diag([1.0, 10.0]))
    rule = dict(gamma=1.0, delta=0.0, t_max=0.25)

    def first(step, **keywords):
        return acgd.descend(f, [1.0, 1.0], step=step, max_iterations=1, **keywords).trace

    trace = first(acgd.AdaptiveConstant(**rule), x_previous=[3.0, -1.0])
    expected = np.linalg.norm([2.0, -20.0]) / np.linalg.norm([2.0, -2.0])
    assert trace.lipschitz[0] / 2 ** trace.backtracks[0] == pytest.approx(expected, rel=1e-14)
    assert trace.step[0] == 0.25

    def quartic(x):
        return float((x**4).sum()), 4 * x**3

    trace = acgd.descend(
        quartic, [1.0], step=acgd.AdaptiveConstant(gamma=1.0, delta=0.0, epsilon=0.5), maxiter=1
    ).trace
    # The gradient is 4 at 1 and 0.5 at 1 - 0.5.
    assert trace.lipschitz[0] / 2 ** trace.backtracks[0] == pytest.approx(7.0, rel=1e-12)
    with pytest.raises(ValueError, match="x_previous: must be in the"):
        acgd.minimize(f, [1.0, 0.0], set="l2:1", x_previous=[3.0, 0.0])
    with pytest.raises(ValueError, match="initial_lipschitz = 2: must not be given together"):
        first("adaptive-constant:initial-lipschitz=2", x_previous=[0.0, 0.0])


@pytest.mark.parametrize(
    "ball",
    [
        acgd.Box(-1, 2),
        acgd.Shifted(acgd.L2Ball(), [0.5, -0.6]),
        acgd.ConvexHull([[2.0, 0.0], [-1.0, 1.0], [-1.0, -1.5]]),
        acgd.CustomSet(lambda g: np.where(g > 0, -1.0, 2.0), zero_inside=True),
    ],
)
def test_gauges_descend(ball):
    target = np.array([3.0, -2.0])
    f = acgd.Quadratic(np.diag([1.0, 10.0]), [-3.0, 20.0])
    result = acgd.descend(f, [5.0, 5.0], ball=ball, gap_tolerance=1e-8)
    assert result.success
    np.testing.assert_allclose(result.x, target, atol=1e-6)


@pytest.mark.parametrize("ball", ["simplex", "box:0:1", lambda g: -np.sign(g)])
def test_balls_without_zero_inside_are_rejected(ball):
    with pytest.raises(ValueError, match="ball: 0 must be in the interior"):
        acgd.descend(acgd.Quadratic(np.eye(2)), [1.0, 1.0], ball=ball)


def coverage(seed):
    """Minus the multilinear extension of the coverage of 12 sites, its gradient; the coverage."""
    near = np.random.default_rng(seed).random((60, 12)) < 0.2

    def negated(x):
        missed = 1 - near * x
        others = np.array([np.delete(missed, i, axis=1).prod(axis=1) for i in range(12)])
        return -(1 - missed.prod(axis=1)).sum(), -(near.T * others).sum(axis=1)

    return negated, lambda sites: near[:, list(sites)].any(axis=1).sum()


@pytest.mark.parametrize("seed", range(5))
def test_continuous_greedy_reaches_bound(seed):
    negated, covered = coverage(seed)
    matroid = acgd.MatroidBases(12, lambda sites: len({i // 3 for i in sites}) == len(sites))
    bases = itertools.product(*np.arange(12).reshape(4, 3))
    cases = [
        (matroid, max(map(covered, bases))),
        ("hypersimplex:4", max(map(covered, itertools.combinations(range(12), 4)))),
        ("unit-hypersimplex:4", max(map(covered, itertools.combinations(range(12), 4)))),
    ]
    for set, optimum in cases:
        result = acgd.continuous_greedy(negated, set, steps=100, dimension=12)
        assert result.status == "steps taken" and result.success and result.nit == 100
        assert -result.fun >= (1 - np.exp(-1)) * optimum
        assert -result.fun + result.gap >= optimum
        assert result.x.sum() == pytest.approx(4, abs=1e-12)
        assert 0 <= result.x.min() and result.x.max() <= 1 + 1e-12


def test_continuous_greedy_rejects_unsupported_problems():
    f = acgd.Quadratic(np.zeros((3, 3)), [-1.0, 2.0, -3.0])
    with pytest.raises(ValueError, match="set: the l1 ball .*vectors >= 0"):
        acgd.continuous_greedy(f, "l1:1")
    with pytest.raises(TypeError, match="gap_tolerance: must not be given"):
        acgd.continuous_greedy(f, "simplex", gap_tolerance=1e-3)
    with pytest.raises(ValueError, match="dimension: must be given"):
        acgd.continuous_greedy(lambda x: (x.sum(), x), "simplex")
