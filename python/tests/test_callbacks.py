"""Callbacks in the forms of acgd and of scipy."""

import numpy as np
import pytest

import acgd

F = acgd.Rosenbrock(3)
HOW = dict(set="l2:1", max_iterations=12, gap_tolerance=0)


def test_points_by_name():
    quiet, seen, values = acgd.minimize(F, **HOW), [], []

    def keep(xk):
        seen.append(xk)

    loud = acgd.minimize(F, callback=keep, **HOW)
    acgd.minimize(F, callback=lambda x: values.append(F.value(x)), **HOW)
    np.testing.assert_array_equal(quiet.x, loud.x)
    np.testing.assert_array_equal(quiet.trace.value, loud.trace.value)
    np.testing.assert_allclose(values, quiet.trace.value, rtol=1e-12)
    np.testing.assert_array_equal(seen[-1], quiet.x)
    assert len({array.ctypes.data for array in seen}) == len(seen) == 13


RNG = np.random.default_rng(4)
A, B = RNG.normal(size=(30, 8)), RNG.normal(size=30)
OBJECTIVES = {
    "least squares": acgd.LeastSquares(A, B),
    "logistic": acgd.Logistic(A, np.sign(B)),
    "sigmoid": acgd.Sigmoid(A, B > 0),
    "quadratic": acgd.Quadratic(A.T @ A, A.T @ -B),
    "diagonal": acgd.Traffic(np.ones(8), np.ones(8), np.full(8, 2.0), np.ones(8)),
    "function": lambda x: (np.sum((x - 0.2) ** 4), 4 * (x - 0.2) ** 3),
}


@pytest.mark.parametrize("set", ["l1:1", "simplex", "l2:1", "box:0:1"])
@pytest.mark.parametrize("step", ["adaptive-adjustable", "short", "secant"])
@pytest.mark.parametrize("name", OBJECTIVES)
def test_callbacks_change_nothing(name, step, set):
    """An objective keeps its properties: convexity, curvature and constants."""
    f = OBJECTIVES[name]
    if step == "short" and getattr(f, "lipschitz", None) is None:
        return
    how = dict(x0=np.eye(8)[0], set=set, step=step, max_iterations=40, gap_tolerance=0)
    quiet, loud = (acgd.minimize(f, **how, callback=c) for c in (None, lambda xk: None))
    assert quiet.direction == loud.direction and quiet.counts == loud.counts
    for column in ("value", "gap", "step", "lipschitz", "lower_bound"):
        np.testing.assert_array_equal(getattr(quiet.trace, column), getattr(loud.trace, column))
    np.testing.assert_array_equal(quiet.x, loud.x)


def test_intermediate_results():
    seen = []

    def keep(*, intermediate_result):
        seen.append(intermediate_result)

    run = acgd.minimize(F, callback=keep, **HOW)
    assert [result.nit for result in seen] == [*range(13)]
    np.testing.assert_array_equal([result.fun for result in seen], run.trace.value)
    np.testing.assert_array_equal([result.gap for result in seen], run.trace.gap)
    np.testing.assert_array_equal(seen[-1].x, run.x)
    np.testing.assert_allclose([F.value(r.x) for r in seen], run.trace.value, rtol=1e-12)


def test_methods_and_partials_are_supported():
    class Keeper:
        def __init__(self):
            self.points = []

        def __call__(self, xk):
            self.points.append(xk)

        def method(self, x):
            self.points.append(x)

    keeper = Keeper()
    acgd.minimize(F, callback=keeper, **HOW)
    acgd.minimize(F, callback=keeper.method, **HOW)
    assert len(keeper.points) == 26 and all(x.shape == (3,) for x in keeper.points)


@pytest.mark.parametrize("argument", ["record", "xk", "intermediate_result"])
@pytest.mark.parametrize("solve", [acgd.minimize, acgd.descend])
@pytest.mark.parametrize("raises", [True, False])
def test_stopping(argument, solve, raises):
    calls = []

    def stop():
        calls.append(1)
        if len(calls) == 4:
            if raises:
                raise StopIteration
            return True

    callback = eval(f"lambda {argument}: stop()", {"stop": stop})
    run = solve(F, [0.1, 0.2, 0.3], "l2:1", callback=callback, max_iterations=50, gap_tolerance=0)
    assert run.status == "stopped by observer" and run.nit == 4 and run.usable
    assert len(calls) == (4 if raises else 5)


def test_same_callback_works_with_scipy():
    optimize = pytest.importorskip("scipy.optimize")
    for minimize in (optimize.minimize, acgd.minimize):
        seen = []
        minimize(
            lambda x: (x - 0.3) @ (x - 0.3),
            [1.0, 1.0],
            bounds=[(0, 1)] * 2,
            callback=lambda xk: seen.append(xk),
        )
        np.testing.assert_allclose(seen[-1], 0.3, atol=1e-2)


def test_points_of_completion_problems_are_of_low_rank():
    problem = acgd.experiments.collaborative(quick=True, synthetic=True)
    points, results = [], []

    def keep(*, intermediate_result):
        results.append(intermediate_result)

    problem.solve(callback=lambda xk: points.append(xk), max_iterations=3)
    run = problem.solve(callback=keep, max_iterations=3)
    assert all(isinstance(point, acgd.LowRank) for point in points)
    np.testing.assert_array_equal(points[-1].left, run.factors.left)
    np.testing.assert_array_equal(results[-1].factors.right, run.factors.right)
    assert results[-1].x is None


def test_experiments_accept_same_forms():
    problem, points = acgd.experiments.levy(quick=True), []
    run = problem.solve(callback=lambda xk: points.append(xk), max_iterations=3)
    np.testing.assert_array_equal(points[-1], run.x)


def test_checkpoints_do_not_depend_on_callbacks(tmp_path):
    file = tmp_path / "run.ckpt"
    acgd.minimize(F, **{**HOW, "max_iterations": 6}, callback=lambda xk: None, checkpoint=file)
    run = acgd.minimize(F, **HOW, resume=file)
    np.testing.assert_array_equal(run.x, acgd.minimize(F, **HOW).x)
