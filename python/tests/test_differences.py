"""Gradients from finite differences."""

import numpy as np
import pytest

import acgd
from acgd._differences import Differences

RNG = np.random.default_rng(5)
# Distance to the exact gradient, in units of the function and of its derivatives.
ACCURACY = {"2-point": 1e-6, "3-point": 1e-8}


class Counted:
    """Counts calls and records the points."""

    def __init__(self, f):
        self.f, self.points = f, []

    def __call__(self, x):
        self.points.append(x.copy())
        return self.f(x)


@pytest.mark.parametrize("scheme", ACCURACY)
@pytest.mark.parametrize("f", [acgd.Rosenbrock(6), acgd.Levy(6), acgd.Zakharov(6)])
def test_exact_gradients(f, scheme):
    for scale in (1e-3, 1.0, 3.0):
        x = scale * RNG.normal(size=6)
        exact, found = f.gradient(x), Differences(f.value, scheme)(x)
        size = 1 + abs(f.value(x)) + np.max(abs(exact))
        assert np.max(abs(found - exact)) <= ACCURACY[scheme] * size * 10


def test_central_differences_are_exact_for_parabolas():
    x = RNG.normal(size=4)
    for lower, upper in ((-np.inf, np.inf), (x, x + 1), (x - 1, x)):
        found = Differences(lambda x: x @ x, "3-point", lower, upper)(x)
        np.testing.assert_allclose(found, 2 * x, atol=1e-9)


@pytest.mark.parametrize("scheme, calls", [("2-point", 1 + 4), ("3-point", 1 + 8)])
def test_number_of_values(scheme, calls):
    f = Counted(lambda x: x @ x)
    differences = Differences(f, scheme)
    differences(np.ones(4))
    assert len(f.points) == differences.calls == calls


@pytest.mark.parametrize("scheme", ACCURACY)
def test_points_stay_within_bounds(scheme):
    lower, upper = np.array([0.0, 0.0, 1.0, 2.0, -1.0]), np.array([1.0, 1.0, 1.0, 2.0 + 1e-9, 0.0])

    def logarithms(x):
        assert np.all(x >= lower) and np.all(x <= upper)
        return float(np.sum(np.sqrt(1.5 + x)))

    x = np.array([0.0, 1.0, 1.0, 2.0, -1.0])
    found = Differences(logarithms, scheme, lower, upper)(x)
    exact = 0.5 / np.sqrt(1.5 + x)
    np.testing.assert_allclose(found[[0, 1, 4]], exact[[0, 1, 4]], rtol=1e-6)
    assert found[2] == 0 and found[3] == pytest.approx(exact[3], abs=1e-5)


@pytest.mark.parametrize("jac", [None, False, "2-point", "3-point"])
def test_runs_without_gradient(jac):
    f, exact = acgd.Rosenbrock(3), acgd.minimize(acgd.Rosenbrock(3), set="l2:1", tol=1e-6)
    run = acgd.minimize(f.value, [0.0, 0.0, 1.0], set="l2:1", jac=jac, tol=1e-6)
    assert run.success and run.fun == pytest.approx(exact.fun, abs=2e-6)
    assert (
        f.gradient(run.x) @ run.x - f.gradient(run.x) @ -acgd.L2Ball().minimizer(-f.gradient(run.x))
        <= 1e-5
    )


def test_runs_with_bounds_never_leave_them():
    def entropy(x):
        assert np.all(x >= 0) and np.all(x <= 1)
        return float(np.sum(np.sqrt(x + 0.01)))

    run = acgd.minimize(entropy, [0.5, 1.0, 0.0], bounds=[(0, 1)] * 3)
    np.testing.assert_array_equal(run.x, 0)


def test_first_result_decides_whether_there_is_gradient():
    def pair(x):
        return x @ x, 2 * x

    both, told = (acgd.minimize(pair, [1.0, 0.0], set="simplex", jac=jac) for jac in (None, True))
    np.testing.assert_array_equal(both.trace.value, told.trace.value)
    assert both.nfev == told.nfev and both.njev == told.njev
    with pytest.raises(
        TypeError, match=r"fun: returned a .*float.*must return \(value, gradient\)"
    ):
        acgd.minimize(lambda x: x @ x, [1.0, 0.0], set="simplex", jac=True)
    with pytest.raises(TypeError, match="fun: returned a tuple, must return a number"):
        acgd.minimize(pair, [1.0, 0.0], set="simplex", jac="2-point")
    with pytest.raises(TypeError, match=r"fun: returned a str, must return a number, or \(value"):
        acgd.minimize(lambda x: "x", [1.0, 0.0], set="simplex")


@pytest.mark.parametrize("jac", [None, "2-point", "3-point"])
def test_all_values_are_counted(jac):
    f = Counted(lambda x: float(np.sum((x - 0.3) ** 4)))
    run = acgd.minimize(f, [1.0, 0.0, 0.0], set="simplex", jac=jac, max_iterations=20)
    assert run.nfev == len(f.points) and run.njev <= run.nfev / 4


def test_points_may_be_modified_by_function():
    def spoils(x):
        value = float(x @ x)
        x[:] = 99
        return value

    run = acgd.minimize(spoils, [1.0, 0.0], set="simplex")
    np.testing.assert_allclose(run.x, 0.5, atol=1e-3)


def test_exception_of_function_is_propagated():
    def fails(x):
        if x[0] != 1.0:
            raise ZeroDivisionError("mine")
        return 1.0

    for jac in (None, "2-point"):
        with pytest.raises(ZeroDivisionError, match="mine"):
            acgd.minimize(fails, [1.0, 0.0], set="simplex", jac=jac)


def test_check_gradient_accepts_differences():
    assert acgd.check_gradient(lambda x: float(x @ x), [1.0, 2.0], jac="3-point") == []
