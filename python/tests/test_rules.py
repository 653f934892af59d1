"""The adaptive rules as the paper has them, from Python."""

import numpy as np
import pytest

import acgd


def plain_iterations(f, x, tolerance=1e-6, gamma=0.25, beta=2.0, delta=1e-10):
    """Normalised steepest descent with the adaptive step, word by word."""
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
def test_a_steep_start_does_not_end_a_run(step):
    def entropy(x):
        logarithm = np.log(np.maximum(x, 1e-200))
        return np.sum(x * logarithm), logarithm + 1

    result = acgd.minimize(entropy, [1.0, 0, 0], set="simplex", step=step)
    assert result.success
    assert result.fun == pytest.approx(-np.log(3), abs=1e-6)


@pytest.mark.parametrize("step", ["adaptive-constant", "adaptive-adjustable", "backtracking"])
def test_a_function_without_a_lower_bound_is_called_so(step):
    c = np.array([1.0, -2.0])
    for f in [lambda x: (c @ x, c), lambda x: (-x @ x, -2 * x)]:
        result = acgd.descend(f, [1.0, 1.0], step=step)
        assert result.status == "unbounded"
        assert np.isfinite(result.x).all()


def test_a_delta_that_is_given_is_absolute():
    f = acgd.Quadratic(2 * np.eye(3), np.zeros(3))
    step = acgd.AdaptiveConstant(gamma=1, delta=0.5)
    how = dict(set="simplex", direction="toward", step=step, max_iterations=1)
    result = acgd.minimize(f, [1.0, 0, 0], **how)
    assert result.trace.lipschitz[0] == pytest.approx(2.5, rel=1e-12)
    assert acgd.AdaptiveConstant().delta is None
